/* fl_popen, fl_pclose and fl_system, against popen, pclose and system. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <forkless.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

/* Lines of every kind: direct ones, and those that need a shell. */
static const char *const lines[] = {
    "/bin/echo hello world",
    "/bin/echo 'a  b' \"c  d\" e\\ f",
    "echo builtin",
    "echo $HOME",
    "seq 1 5000",
    "seq 1 100 | tail -n 3",
    "cat /etc/passwd",
    "cat </dev/null",
    "cat /nonexistent 2>/dev/null",
    "A=1 B='x y' env -u _ -u PWD -u OLDPWD -u SHLVL sh -c 'echo $A $B'",
    "exit 7",
    "exec cat /etc/hostname",
    "sh -c 'exit 9'",
    "true",
    "/bin/false",
    "",
    "   ",
    "# nothing",
    "no-such-program-at-all 2>/dev/null",
    "/etc/passwd 2>/dev/null",
    "for i in 1 2 3; do echo $i; done",
    "printf '%s\\n' x y",
    "tr a-z A-Z </etc/hostname",
    "cat <<x\nhere\nx\n",
    "/bin/echo *",
    "( exit 3 )",
};

static char *drain(FILE *stream)
{
	size_t size = 0;
	char *text = NULL;
	FILE *memory = open_memstream(&text, &size);
	int byte;
	while ((byte = getc(stream)) != EOF)
		putc(byte, memory);
	fclose(memory);
	return text;
}

static void as_the_originals(void)
{
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		FILE *ours = fl_popen(lines[i], "r");
		FILE *theirs = popen(lines[i], "r");
		CHECK(ours && theirs);
		char *our_text = drain(ours), *their_text = drain(theirs);
		int our_status = fl_pclose(ours), their_status = pclose(theirs);
		if (strcmp(our_text, their_text) != 0 || our_status != their_status)
			fprintf(stderr, "%s: \"%s\" %d, \"%s\" %d\n", lines[i], our_text,
			    our_status, their_text, their_status);
		CHECK(strcmp(our_text, their_text) == 0);
		CHECK(our_status == their_status);
		free(our_text);
		free(their_text);
	}
	CHECK(fl_system(NULL) == 1);
	for (int code = 0; code < 256; code += 51) {
		char line[40];
		snprintf(line, sizeof line, "sh -c 'exit %d'", code);
		CHECK(fl_system(line) == system(line));
	}
	CHECK(fl_system("no-such-program-at-all 2>/dev/null") == 127 << 8);
	/* No shell between that would make an exit status of it. */
	CHECK(KILLED(fl_system("sh -c 'kill -KILL $$'"), SIGKILL));
}

static void writing(void)
{
	char name[] = "/tmp/forkless-test-XXXXXX", line[100];
	int file = mkstemp(name);
	CHECK(file >= 0);
	snprintf(line, sizeof line, "tr a-z A-Z >%s", name);
	FILE *stream = fl_popen(line, "w");
	CHECK(stream && fputs("text\n", stream) >= 0);
	CHECK(fl_pclose(stream) == 0);
	char text[10] = "";
	CHECK(read(file, text, sizeof text) == 5 && strcmp(text, "TEXT\n") == 0);
	close(file);
	unlink(name);
	/* Two at once: neither keeps the other's end open. */
	FILE *one = fl_popen("cat", "w"), *two = fl_popen("cat", "we");
	CHECK(one && two);
	CHECK(fl_pclose(one) == 0 && fl_pclose(two) == 0);
	CHECK(!fl_popen("cat", "x") && errno == EINVAL);
	CHECK(!fl_popen("cat", "") && errno == EINVAL);
	CHECK(!fl_popen("cat", "rw") && errno == EINVAL);
	CHECK(!fl_popen(NULL, "r") && errno == EINVAL);
	CHECK(fl_pclose(stdin) == -1 && errno == EINVAL);
}

/* What is buffered here is written once, by this process. */
static void buffers(void)
{
	int pair[2];
	CHECK(pipe(pair) == 0);
	FILE *stream = fdopen(pair[1], "w");
	fputs("once\n", stream);
	FILE *child = fl_popen("no-such-program-at-all 2>/dev/null", "r");
	CHECK(child);
	free(drain(child));
	CHECK(fl_pclose(child) == 127 << 8);
	fclose(stream);
	char text[20] = "";
	CHECK(read(pair[0], text, sizeof text) == 5 && strcmp(text, "once\n") == 0);
	close(pair[0]);
}

static volatile sig_atomic_t interrupts, children;

static void handler(int signal)
{
	if (signal == SIGCHLD)
		children++;
	else
		interrupts++;
}

/* SIGINT and SIGQUIT are ignored meanwhile, and SIGCHLD is held back. */
static void signals(void)
{
	struct sigaction action = {.sa_handler = handler}, now;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGCHLD, &action, NULL);
	char line[100];
	snprintf(line, sizeof line, "sh -c 'kill -INT %d; kill -QUIT %d; exit 5'", getpid(), getpid());
	CHECK(EXITED(fl_system(line), 5));
	CHECK(interrupts == 0);
	CHECK(children <= 1);
	sigaction(SIGINT, NULL, &now);
	CHECK(now.sa_handler == handler);
	sigaction(SIGQUIT, NULL, &now);
	CHECK(now.sa_handler == SIG_DFL);
	/* The command has them at their default. */
	CHECK(KILLED(fl_system("sh -c 'kill -INT $$; exit 0'"), SIGINT));
	CHECK(KILLED(fl_system("sh -c 'kill -QUIT $$; exit 0'"), SIGQUIT));
	/* Unless they were ignored before. */
	signal(SIGINT, SIG_IGN);
	CHECK(fl_system("sh -c 'kill -INT $$; exit 0'") == 0);
	signal(SIGINT, SIG_DFL);
	signal(SIGCHLD, SIG_DFL);
	sigset_t mask;
	sigprocmask(SIG_BLOCK, NULL, &mask);
	CHECK(!sigismember(&mask, SIGCHLD));
	/* A host that ignores SIGCHLD gets no status, as with system(). */
	signal(SIGCHLD, SIG_IGN);
	int theirs = system("exit 3");
	CHECK(fl_system("exit 3") == theirs);
	signal(SIGCHLD, SIG_DFL);
}

static void *many(void *argument)
{
	int *failures = argument;
	for (int i = 0; i < 15; i++) {
		if (!EXITED(fl_system("sh -c 'exit 6'"), 6))
			++*failures;
		FILE *stream = fl_popen("/bin/echo x", "r");
		char *text = stream ? drain(stream) : NULL;
		if (!text || strcmp(text, "x\n") != 0 || fl_pclose(stream) != 0)
			++*failures;
		free(text);
	}
	return NULL;
}

static void threads(void)
{
	pthread_t thread[4];
	int failures[4] = {0};
	for (int i = 0; i < 4; i++)
		CHECK(pthread_create(&thread[i], NULL, many, &failures[i]) == 0);
	for (int i = 0; i < 4; i++)
		CHECK(pthread_join(thread[i], NULL) == 0 && failures[i] == 0);
	struct sigaction now;
	sigaction(SIGINT, NULL, &now);
	CHECK(now.sa_handler == SIG_DFL);
}

/* A thread that is cancelled in it leaves neither the command nor the signals. */
static char pid_file[] = "/tmp/forkless-test-XXXXXX";

static void *cancelled(void *argument)
{
	(void)argument;
	/* Not on the stack: AddressSanitizer keeps what it knows of frames that unwinding leaves. */
	static char line[100];
	snprintf(line, sizeof line, "sh -c 'echo $$ >%s; exec sleep 1000'", pid_file);
	fl_system(line);
	return NULL;
}

/* Cancels a thread of this function once its command runs, whose number it returns. */
static pid_t cancel(void *(*function)(void *))
{
	strcpy(pid_file, "/tmp/forkless-test-XXXXXX");
	int file = mkstemp(pid_file);
	CHECK(file >= 0);
	pthread_t thread;
	CHECK(pthread_create(&thread, NULL, function, NULL) == 0);
	char text[20] = "";
	while (pread(file, text, sizeof text - 1, 0) <= 0 || !strchr(text, '\n'))
		usleep(1000);
	CHECK(pthread_cancel(thread) == 0);
	void *result;
	CHECK(pthread_join(thread, &result) == 0 && result == PTHREAD_CANCELED);
	struct sigaction now;
	sigaction(SIGINT, NULL, &now);
	CHECK(now.sa_handler == SIG_DFL);
	close(file);
	unlink(pid_file);
	return atoi(text);
}

static void cancellation(void)
{
	CHECK(kill(cancel(cancelled), 0) == -1 && errno == ESRCH);
	CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}

/* What a thread has to do when it is cancelled may itself run commands; by then the one that it
 * waited for is gone, and the signals are as they were. */
static int seen_handler, seen_status, seen_alive;

static void cleaning_up(void *argument)
{
	(void)argument;
	char text[20] = "";
	int file = open(pid_file, O_RDONLY);
	CHECK(read(file, text, sizeof text - 1) > 0);
	close(file);
	seen_alive = kill(atoi(text), 0) == 0;
	struct sigaction now;
	sigaction(SIGINT, NULL, &now);
	seen_handler = now.sa_handler == SIG_DFL;
	seen_status = fl_system("sh -c 'exit 9'");
}

static void *cancelled_with_cleanup(void *argument)
{
	pthread_cleanup_push(cleaning_up, NULL);
	cancelled(argument);
	pthread_cleanup_pop(0);
	return NULL;
}

static void cleanup(void)
{
	cancel(cancelled_with_cleanup);
	CHECK(!seen_alive && seen_handler && EXITED(seen_status, 9));
}

/* A command whose redirection waits can be cancelled. */
static char fifo[] = "/tmp/forkless-test-XXXXXX";

static void *reads_fifo(void *argument)
{
	char line[100];
	snprintf(line, sizeof line, "cat <%s/fifo", fifo);
	fl_system(line);
	return argument;
}

static void waiting_redirections(void)
{
	char name[100];
	CHECK(mkdtemp(fifo));
	snprintf(name, sizeof name, "%s/fifo", fifo);
	CHECK(mkfifo(name, 0600) == 0);
	pthread_t thread;
	CHECK(pthread_create(&thread, NULL, reads_fifo, NULL) == 0);
	usleep(100000);
	CHECK(pthread_cancel(thread) == 0);
	void *result;
	CHECK(pthread_join(thread, &result) == 0 && result == PTHREAD_CANCELED);
	unlink(name);
	/* A file of the ordinary kind is written without a shell. */
	char line[150], path[200];
	snprintf(line, sizeof line, "/bin/echo x >%s", name);
	CHECK(fl_system(line) == 0);
	CHECK(fl_launch_path(path, sizeof path) > 0);
	unlink(name);
	rmdir(fifo);
}

/* Success leaves errno alone. */
static void quiet(void)
{
	errno = 0;
	CHECK(EXITED(fl_system("exit 3"), 3) && errno == 0);
	CHECK(fl_system("/bin/true") == 0 && errno == 0);
	FILE *stream = fl_popen("echo x; echo y", "r");
	CHECK(stream && errno == 0);
	free(drain(stream));
	errno = 0;
	CHECK(fl_pclose(stream) == 0 && errno == 0);
}

/* PWD is the directory, as a shell hands it on. */
static void directory(void)
{
	char before[4096];
	CHECK(getcwd(before, sizeof before));
	setenv("PWD", before, 1);
	CHECK(chdir("/usr") == 0);
	FILE *stream = fl_popen("printenv PWD", "r");
	char *text = drain(stream);
	CHECK(strcmp(text, "/usr\n") == 0);
	free(text);
	CHECK(fl_pclose(stream) == 0);
	stream = fl_popen("PWD=other printenv PWD", "r");
	text = drain(stream);
	CHECK(strcmp(text, "other\n") == 0);
	free(text);
	CHECK(fl_pclose(stream) == 0);
	unsetenv("PWD");
	CHECK(EXITED(fl_system("printenv PWD"), 1));
	setenv("PWD", before, 1);
	CHECK(chdir(before) == 0);
}

/* A stream that was closed by fclose() is not mistaken for another one at its address, and what
 * cannot be written any more is told. */
static void closing(void)
{
	for (int i = 0; i < 20; i++) {
		FILE *stream = fl_popen("sh -c 'exit 5'", "r");
		CHECK(stream);
		fclose(stream);
		stream = fl_popen("sh -c 'exit 6'", "r");
		CHECK(stream && EXITED(fl_pclose(stream), 6));
	}
	usleep(100000);
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
	signal(SIGPIPE, SIG_IGN);
	FILE *stream = fl_popen("sleep 0", "w");
	CHECK(stream);
	usleep(200000);
	fputs("lost", stream);
	CHECK(fl_pclose(stream) == -1 && errno == EPIPE);
	signal(SIGPIPE, SIG_DFL);
	CHECK(!fl_popen("cat", "rw"));
	stream = fl_popen("cat", "rr");
	CHECK(stream && fl_pclose(stream) == 0);
}

int main(void)
{
	quiet();
	as_the_originals();
	writing();
	buffers();
	signals();
	threads();
	cancellation();
	cleanup();
	waiting_redirections();
	directory();
	closing();
	puts("done");
	return 0;
}
