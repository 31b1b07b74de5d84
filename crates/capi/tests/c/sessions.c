/* fl_system of lines that take a shell, where libforkless-shell is there: in a session, against system. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <forkless.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

/* What children of this process have cost: the same before and after where none was waited for. */
static long children(void)
{
	struct rusage usage;
	getrusage(RUSAGE_CHILDREN, &usage);
	return usage.ru_minflt;
}

/* What a line writes to both outputs, and its status. */
static char *output_of(int (*run)(const char *), const char *line, int *status)
{
	static char text[2][65536];
	static int turn;
	char *buffer = text[turn ^= 1];
	FILE *file = tmpfile();
	CHECK(file);
	int out = dup(1), err = dup(2);
	dup2(fileno(file), 1);
	dup2(fileno(file), 2);
	*status = run(line);
	dup2(out, 1);
	dup2(err, 2);
	close(out);
	close(err);
	ssize_t length = pread(fileno(file), buffer, sizeof text[0] - 1, 0);
	buffer[length < 0 ? 0 : length] = 0;
	fclose(file);
	return buffer;
}

/* Lines of builtins, utilities and shell code. */
static const char *const inside[] = {
    "echo a | tr a b",
    "x=$(echo a | sed s/a/b/); echo \"[$x]\"",
    "for i in 1 2 3; do echo $i; done; exit 7",
    "echo $HOME",
    "(exit 3)",
    "cd /; pwd",
    "umask 027; umask",
    "set -- a b c; echo $# \"$@\"",
    "case x in (x) echo yes;; esac",
    "cat <<x | wc -l\n1\n2\nx\n",
    "f() { return 9; }; f",
    "[ -d / ] && echo yes || echo no",
    "",
    "# nothing",
    "printf '%s\\n' b a | sort",
    "echo out; echo err >&2",
    "exit 300",
    "cat /nonexistent 2>/dev/null || echo $?",
    "exec 2>&1; echo x >&2; exec 1>/dev/null; echo gone",
    "read x; echo \"[$x]\"",
    "no-such-program-at-all 2>/dev/null; echo $?",
};

/* Lines with external commands, and those that take a process. */
static const char *const outside[] = {
    "/bin/sh -c 'echo one'; echo two",
    "/bin/sh -c 'exit 6' || exit 8",
    "echo x | /bin/sh -c 'cat; exit 2'",
    "[ $$ -gt 0 ] && echo $$ | tr -d 0-9",
    "eval 'echo a'; eval 'exit 3'",
    "trap 'echo end' EXIT; exit 4",
    "/bin/sleep 0 & wait; echo waited",
    "{ echo a; echo b; } & wait",
    "kill -TERM $$",
    "ulimit -n 20; ulimit -n",
    "c=echo; $c text",
};

static void as_system(void)
{
	for (size_t i = 0; i < sizeof inside / sizeof inside[0]; i++) {
		int ours, theirs;
		long before = children();
		char *our_text = output_of(fl_system, inside[i], &ours);
		if (children() != before)
			fprintf(stderr, "%s: a process was made\n", inside[i]);
		CHECK(children() == before);
		char *their_text = output_of(system, inside[i], &theirs);
		if (strcmp(our_text, their_text) != 0 || ours != theirs)
			fprintf(stderr, "%s: \"%s\" %d, \"%s\" %d\n", inside[i], our_text, ours, their_text, theirs);
		CHECK(strcmp(our_text, their_text) == 0 && ours == theirs);
	}
	for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++) {
		int ours, theirs;
		long before = children();
		char *our_text = output_of(fl_system, outside[i], &ours);
		CHECK(children() != before);
		char *their_text = output_of(system, outside[i], &theirs);
		if (strcmp(our_text, their_text) != 0 || ours != theirs)
			fprintf(stderr, "%s: \"%s\" %d, \"%s\" %d\n", outside[i], our_text, ours, their_text, theirs);
		CHECK(strcmp(our_text, their_text) == 0 && ours == theirs);
	}
	/* An error of syntax is the shell's to say. */
	int status;
	CHECK(strstr(output_of(fl_system, "if; then", &status), "line 1: ") && status == 2 << 8);
}

static char *drain(FILE *stream)
{
	static char text[65536];
	size_t length = fread(text, 1, sizeof text - 1, stream);
	text[length] = 0;
	return text;
}

static void streams(void)
{
	for (size_t i = 0; i < sizeof inside / sizeof inside[0]; i++) {
		long before = children();
		FILE *ours = fl_popen(inside[i], "r");
		CHECK(ours);
		char *our_text = strdup(drain(ours));
		int our_status = fl_pclose(ours);
		CHECK(children() == before);
		FILE *theirs = popen(inside[i], "r");
		CHECK(theirs && strcmp(our_text, drain(theirs)) == 0 && our_status == pclose(theirs));
		free(our_text);
	}
	/* Two at once, each with the end of its own pipe alone. */
	char name[] = "/tmp/forkless-test-XXXXXX", line[100], text[20] = "";
	int file = mkstemp(name);
	snprintf(line, sizeof line, "x=$(cat); echo \"[$x]\" >%s; exit 3", name);
	FILE *one = fl_popen(line, "w"), *two = fl_popen("cat | wc -c >/dev/null", "w");
	CHECK(one && two && fputs("text\n", one) >= 0);
	CHECK(fl_pclose(one) == 3 << 8 && fl_pclose(two) == 0);
	CHECK(pread(file, text, sizeof text, 0) == 7 && strcmp(text, "[text]\n") == 0);
	/* A reader that leaves early ends its writers. */
	FILE *early = fl_popen("while :; do echo y; done; :", "r");
	CHECK(early && fgets(text, sizeof text, early) && strcmp(text, "y\n") == 0);
	CHECK(KILLED(fl_pclose(early), SIGPIPE));
	/* A process that ends without pclose(). */
	CHECK(ftruncate(file, 0) == 0);
	pid_t child = fork();
	if (child == 0) {
		snprintf(line, sizeof line, "sleep 0.1; cat | tr a-z A-Z >%s", name);
		fputs("last", fl_popen(line, "w"));
		fl_popen("sleep 100; :", "r");
		exit(0);
	}
	int status;
	CHECK(waitpid(child, &status, 0) == child && status == 0);
	CHECK(pread(file, text, sizeof text, 0) == 4 && memcmp(text, "LAST", 4) == 0);
	close(file);
	unlink(name);
}

static void what_is_the_process_s(void)
{
	int status;
	/* A descriptor that programs inherit. */
	int file = open("/tmp", O_TMPFILE | O_RDWR, 0600);
	CHECK(file >= 0 && dup2(file, 7) == 7);
	CHECK(fl_system("true; /bin/sh -c 'echo text >&7'") == 0);
	char text[10] = "";
	CHECK(pread(7, text, sizeof text, 0) == 5 && strcmp(text, "text\n") == 0);
	close(7);
	close(file);
	/* Its directory, variables, mask. */
	char *before = getcwd(NULL, 0);
	CHECK(chdir("/usr") == 0);
	CHECK(strcmp(output_of(fl_system, "pwd; cd /; cd bin", &status), "/usr\n") == 0 && status == 0);
	char *after = getcwd(NULL, 0);
	CHECK(strcmp(after, "/usr") == 0 && chdir(before) == 0);
	free(before);
	free(after);
	setenv("FORKLESS_TEST", "a value", 1);
	CHECK(strcmp(output_of(fl_system, "FORKLESS_TEST=\"$FORKLESS_TEST!\"; /bin/sh -c 'echo $FORKLESS_TEST'; :",
	    &status), "a value!\n") == 0);
	CHECK(strcmp(getenv("FORKLESS_TEST"), "a value") == 0);
	sigset_t mask, old;
	sigemptyset(&mask);
	sigaddset(&mask, SIGUSR1);
	sigprocmask(SIG_BLOCK, &mask, &old);
	const char *blocked = "/bin/sh -c 'exec grep SigBlk /proc/self/status'; :";
	CHECK(strstr(output_of(fl_system, blocked, &status), "0000000000000200\n"));
	sigprocmask(SIG_SETMASK, &old, NULL);
	/* Without an output a shell says so. */
	int out = dup(1);
	close(1);
	int ours = fl_system("echo a; true"), theirs = system("echo a; true");
	dup2(out, 1);
	close(out);
	CHECK(ours == theirs);
	/* It can be turned off. */
	setenv("FORKLESS_INPROCESS", "0", 1);
	long count = children();
	CHECK(fl_system("true; exit 3") == 3 << 8 && children() != count);
	unsetenv("FORKLESS_INPROCESS");
	errno = 77;
	CHECK(fl_system("true; exit 3") == 3 << 8 && errno == 77);
}

static void *interrupt_soon(void *number)
{
	usleep(200000);
	kill(getpid(), (int)(long)number);
	return NULL;
}

static volatile sig_atomic_t caught;

static void note(int number)
{
	caught = number;
}

static void interrupts(void)
{
	struct sigaction action = {.sa_handler = note}, found;
	pthread_t thread;
	sigaction(SIGINT, &action, NULL);
	for (int number = SIGINT; number <= SIGQUIT; number++) {
		pthread_create(&thread, NULL, interrupt_soon, (void *)(long)number);
		CHECK(KILLED(fl_system("while :; do :; done"), number));
		pthread_join(thread, NULL);
	}
	/* It was for the line, and what was there before is there again. */
	sigaction(SIGINT, NULL, &found);
	CHECK(!caught && found.sa_handler == note);
	sigaction(SIGQUIT, NULL, &found);
	CHECK(found.sa_handler == SIG_DFL);
	/* What waits for something ends, too. */
	pthread_create(&thread, NULL, interrupt_soon, (void *)(long)SIGINT);
	CHECK(KILLED(fl_system("sleep 100; echo no"), SIGINT));
	pthread_join(thread, NULL);
	/* A program that catches what the terminal sends to all is waited for, and not killed. */
	char name[] = "/tmp/forkless-test-XXXXXX", line[200], text[10] = "";
	int file = mkstemp(name);
	snprintf(line, sizeof line, "true; /bin/sh -c 'trap \"sleep .3; echo end >%s; exit 5\" INT; while :; do sleep .05; done'; echo no",
	    name);
	pid_t child = fork();
	if (child == 0) {
		setpgid(0, 0);
		pthread_create(&thread, NULL, interrupt_soon, (void *)(long)SIGINT);
		_exit(KILLED(fl_system(line), SIGINT) ? 0 : 1);
	}
	usleep(500000);
	kill(-child, SIGINT);
	int status;
	CHECK(waitpid(child, &status, 0) == child && status == 0);
	CHECK(pread(file, text, sizeof text, 0) == 4 && strcmp(text, "end\n") == 0);
	close(file);
	unlink(name);
	/* Where the signal is ignored the line does not get it. */
	signal(SIGINT, SIG_IGN);
	pthread_create(&thread, NULL, interrupt_soon, (void *)(long)SIGINT);
	CHECK(fl_system("sleep 0.5; exit 6") == 6 << 8);
	pthread_join(thread, NULL);
	signal(SIGINT, SIG_DFL);
}

static void *endless(void *line)
{
	fl_system(line);
	return NULL;
}

static void cancelled(void)
{
	static const char *const lines[] = {"while :; do :; done", "sleep 100; :", "true; /bin/sleep 100; :"};
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		pthread_t thread;
		void *result;
		struct sigaction found;
		pthread_create(&thread, NULL, endless, (void *)(long)lines[i]);
		usleep(100000);
		pthread_cancel(thread);
		pthread_join(thread, &result);
		CHECK(result == PTHREAD_CANCELED);
		sigaction(SIGINT, NULL, &found);
		CHECK(found.sa_handler == SIG_DFL);
	}
	CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}

static atomic_int right;

static void *often(void *unused)
{
	for (int i = 0; i < 50; i++) {
		char line[100];
		snprintf(line, sizeof line, "x=$(echo %d | tr -d x); [ \"$x\" = %d ] && exit %d", i, i, i);
		right += fl_system(line) == i << 8;
	}
	return unused;
}

static void threads(void)
{
	pthread_t all[8];
	for (int i = 0; i < 8; i++)
		pthread_create(&all[i], NULL, often, NULL);
	for (int i = 0; i < 8; i++)
		pthread_join(all[i], NULL);
	CHECK(right == 400);
}

int main(void)
{
	/* Whoever starts the tests in the background has these ignored. */
	signal(SIGINT, SIG_DFL);
	signal(SIGQUIT, SIG_DFL);
	/* Lines read nothing of the terminal. */
	CHECK(freopen("/dev/null", "r", stdin));
	as_system();
	streams();
	what_is_the_process_s();
	interrupts();
	cancelled();
	threads();
	puts("done");
	return 0;
}
