/* popen_noshell.h: what that library's documentation promises, and what its users
 * reported. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <popen_noshell.h>
#include <signal.h>

#include "check.h"

static int mode;

/* Runs a program for reading; its output and status have to be these. */
static void reads(const char *const argv[], int stderr_mode, const char *expected, int status)
{
	struct popen_noshell_pass_to_pclose arg;
	FILE *stream = popen_noshell(argv[0], argv, "r", &arg, stderr_mode);
	CHECK(stream && arg.fp == stream && arg.pid > 0);
	char text[1000];
	size_t size = fread(text, 1, sizeof text - 1, stream);
	text[size] = '\0';
	if (strcmp(text, expected) != 0)
		fprintf(stderr, "mode %d, %s: \"%s\"\n", mode, argv[0], text);
	CHECK(strcmp(text, expected) == 0);
	int got = pclose_noshell(&arg);
	if (got != status)
		fprintf(stderr, "mode %d, %s: status %#x\n", mode, argv[0], got);
	CHECK(got == status);
	CHECK(pclose_noshell(&arg) == -1);
}

#define READS(stderr_mode, expected, status, ...) \
	reads((const char *const[]){__VA_ARGS__, NULL}, stderr_mode, expected, status)

static void cases(void)
{
	int unexecuted = mode == POPEN_NOSHELL_MODE_POSIX_SPAWN ? 127 : 255;
	READS(1, "", unexecuted << 8, "/");
	READS(1, "", unexecuted << 8, "/nonexistent");
	/* A second of processor time. */
	if (!getenv("VALGRIND"))
		READS(1, "", SIGKILL, "/bin/bash", "-c", "ulimit -t 1; while :; do :; done");
	READS(1, "", SIGKILL, "/bin/bash", "-c", "kill -KILL $$");
	READS(1, "", 1 << 8, "/bin/bash", "-c", "exit 1");
	READS(1, "", 255 << 8, "/bin/bash", "-c", "exit 255");
	READS(1, "", 111 << 8, "/bin/bash", "-c", "echo error >&2; exit 111");
	READS(1, "some\ngood text", 0, "/bin/bash", "-c",
	    "printf 'some err\\nstring' >&2; printf 'some\\ngood text'");
	READS(1, "\n", 3 << 8, "/bin/bash", "-c", "echo >&2; echo; exit 3");
	READS(1, "", 0, "/bin/bash");
	READS(1, "", 0, "/bin/true");
	READS(1, "", 0, "/bin/cat");
	READS(1, "\n", 0, "/bin/echo");
	/* Looked up as execvp() does. */
	READS(1, "found\n", 0, "echo", "found");

	/* Where standard error goes. */
	READS(1, "", 0, "/bin/sh", "-c", "echo message >&2");
	READS(2, "message\n", 0, "/bin/sh", "-c", "echo message >&2");
	READS(2, "exec(\"/nonexistent\"): No such file or directory\n", unexecuted << 8,
	    "/nonexistent");

	/* A mode that is none. */
	struct popen_noshell_pass_to_pclose arg;
	const char *cat[] = {"/bin/cat", NULL};
	int saved = dup(2), null = open("/dev/null", O_WRONLY);
	dup2(null, 2);
	FILE *stream = popen_noshell(cat[0], cat, "w", &arg, 3);
	dup2(saved, 2);
	close(saved);
	close(null);
	if (mode == POPEN_NOSHELL_MODE_POSIX_SPAWN)
		CHECK(!stream);
	else
		CHECK(stream && pclose_noshell(&arg) == 254 << 8);

	/* Several for writing: each sees the end of its own. */
	struct popen_noshell_pass_to_pclose other;
	CHECK(popen_noshell(cat[0], cat, "w", &arg, 0));
	CHECK(popen_noshell(cat[0], cat, "w", &other, 0));
	CHECK(pclose_noshell(&arg) == 0 && pclose_noshell(&other) == 0);

	CHECK(!popen_noshell(cat[0], cat, "rw", &arg, 0) && errno == EINVAL);
	CHECK(!popen_noshell(cat[0], cat, "x", &arg, 0) && errno == EINVAL);
}

static void compat(void)
{
	struct popen_noshell_pass_to_pclose arg;
	FILE *stream = popen_noshell_compat(" /bin/echo  'a  b' \"c d\"\te", "r", &arg);
	char text[100] = "";
	CHECK(stream && fgets(text, sizeof text, stream));
	CHECK(strcmp(text, "a  b c d e\n") == 0);
	CHECK(pclose_noshell(&arg) == 0);
	static const char *const refused[] = {"", "  ", "Some b&d command", "a 'b", "a | b",
	    "echo $x", "a\nb", "a \\b", "a `b`", "(a)", "a <b", "a >b", "a; b", "! a"};
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
		CHECK(!popen_noshell_compat(refused[i], "r", &arg) && errno == EINVAL);
}

/* What the caller has buffered stays the caller's, whether the exec works or not. */
static void buffers(void)
{
	int pair[2], saved = dup(1);
	CHECK(pipe(pair) == 0);
	fflush(stdout);
	dup2(pair[1], 1);
	printf("mine\n");
	const char *none[] = {"/nonexistent", NULL};
	reads(none, 1, "", (mode == POPEN_NOSHELL_MODE_POSIX_SPAWN ? 127 : 255) << 8);
	fflush(stdout);
	dup2(saved, 1);
	close(saved);
	close(pair[1]);
	char text[20] = "";
	CHECK(read(pair[0], text, sizeof text) == 5 && strcmp(text, "mine\n") == 0);
	close(pair[0]);
}

static int in_child(void *argument)
{
	*(int *)argument = 1;
	return 42;
}

static void vmfork(void)
{
	int changed = 0, status;
	void *memory = &changed;
	pid_t pid = popen_noshell_vmfork(in_child, &changed, &memory);
	CHECK(pid > 0 && waitpid(pid, &status, __WALL) == pid && EXITED(status, 42));
	free(memory);
}

static int open_files(void)
{
	int count = 0;
	for (int fd = 0; fd < 200; fd++)
		count += fcntl(fd, F_GETFD) != -1;
	return count;
}

int main(void)
{
	CHECK(popen_noshell_get_fork_mode() == POPEN_NOSHELL_MODE_CLONE);
	int before = open_files();
	for (mode = POPEN_NOSHELL_MODE_CLONE; mode <= POPEN_NOSHELL_MODE_POSIX_SPAWN; mode++) {
		popen_noshell_set_fork_mode(mode);
		CHECK(popen_noshell_get_fork_mode() == mode);
		cases();
		compat();
		buffers();
	}
	vmfork();
	CHECK(open_files() == before);
	CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
	puts("done");
	return 0;
}
