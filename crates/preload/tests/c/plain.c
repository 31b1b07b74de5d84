/* A program that knows nothing of libforkless. What it prints is the same with and
 * without the library, but for the lines that begin with "direct". */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

extern char **environ;

static void read_all(const char *command)
{
	FILE *stream = popen(command, "r");
	if (!stream) {
		printf("%s: no stream\n", command);
		return;
	}
	printf("%s:\n", command);
	int byte;
	while ((byte = getc(stream)) != EOF)
		putchar(byte);
	printf("status %d\n", pclose(stream));
}

static int spawn(const char *command)
{
	char *argv[] = {"sh", "-c", (char *)command, NULL};
	pid_t pid;
	int status, result = posix_spawn(&pid, "/bin/sh", NULL, NULL, argv, environ);
	if (result)
		return -result;
	waitpid(pid, &status, 0);
	return status;
}

static void words(const char *text, int flags)
{
	wordexp_t expansion;
	int result = wordexp(text, &expansion, flags);
	printf("words %s: %d", text, result);
	if (result == 0) {
		for (size_t i = 0; i < expansion.we_wordc; i++)
			printf(" [%s]", expansion.we_wordv[i]);
		wordfree(&expansion);
	}
	printf("\n");
}

/* The parent that a command sees: this process if nothing stands between. */
static void parents(void)
{
	const char *line = "sh -c 'echo $PPID'";
	char text[40] = "";
	FILE *stream = popen(line, "r");
	if (stream && fgets(text, sizeof text, stream))
		printf("direct popen: %d\n", atoi(text) == getpid());
	if (stream)
		pclose(stream);
	char test[100];
	snprintf(test, sizeof test, "sh -c 'test $PPID = %d'", getpid());
	printf("direct system: %d\n", system(test) == 0);
	printf("direct spawn: %d\n", spawn(test) == 0);
	wordexp_t expansion;
	if (wordexp("x $(cat /proc/self/stat)", &expansion, 0) == 0 && expansion.we_wordc > 4)
		printf("direct words: %d\n", atoi(expansion.we_wordv[4]) == getpid());
}

static char pid_file[] = "/tmp/forkless-test-XXXXXX";

static void *waits(void *argument)
{
	char line[100];
	snprintf(line, sizeof line, "echo $$ >%s; exec sleep 50", pid_file);
	return system(line) ? argument : NULL;
}

/* A thread that is cancelled in system() takes its command along. */
static void cancelled(void)
{
	pthread_t thread;
	void *result;
	char text[20] = "";
	struct sigaction now;
	int file = mkstemp(pid_file);
	pthread_create(&thread, NULL, waits, NULL);
	while (pread(file, text, sizeof text - 1, 0) <= 0 || !strchr(text, '\n'))
		usleep(1000);
	pthread_cancel(thread);
	pthread_join(thread, &result);
	sigaction(SIGINT, NULL, &now);
	printf("cancelled %d %d %d\n", result == PTHREAD_CANCELED,
	    kill(atoi(text), 0) == -1 && errno == ESRCH, now.sa_handler == SIG_DFL);
	close(file);
	unlink(pid_file);
}

int main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	setenv("LINES_OF", "a  b", 1);
	read_all("/bin/echo one two");
	read_all("echo builtin; exit 3");
	read_all("seq 1 3");
	read_all("cat </dev/null");
	read_all("no-such-program-at-all 2>/dev/null");
	printf("system %d\n", system("/bin/echo from system"));
	printf("system %d\n", system("exit 7"));
	printf("system %d\n", system("/bin/false"));
	printf("system %d\n", system(NULL));
	printf("spawn %d\n", spawn("/bin/echo from spawn"));
	printf("spawn %d\n", spawn("echo $LINES_OF; exit 4"));
	printf("spawn %d\n", spawn("no-such-program-at-all 2>/dev/null"));
	FILE *two[2] = {popen("cat", "w"), popen("cat", "w")};
	printf("closed %d %d\n", pclose(two[0]), pclose(two[1]));
	printf("type %d\n", popen("cat", "x") == NULL);
	words("plain 'quoted words' $LINES_OF", 0);
	words("$(/bin/echo a  b) x$(/bin/echo y)z", 0);
	words("\"$(/bin/echo a  b)\" '$(not this)' \\$x", 0);
	words("$(printf 'a\\nb\\n')", 0);
	words("$(seq 1 3)", 0);
	words("\"$(seq 1 3)\"", 0);
	words("`/bin/echo old`", 0);
	words("$((1 + 2)) $(/bin/echo $LINES_OF)", 0);
	words("$(/bin/echo no)", WRDE_NOCMD);
	words("$(/bin/true)", 0);
	words("x$(/bin/true)y", 0);
	words("$(no-such-program-at-all)", 0);
	words("$(/bin/echo '*')", 0);
	words("$(/bin/echo *) $(cat /dev/null)", 0);
	words("$(/bin/echo ( )", 0);
	words("$(/bin/echo open", 0);
	cancelled();
	parents();
	return 0;
}
