/* What libforkless may not take over, or has to do as the C library does: all that this
 * prints is the same with and without it. The argument is a directory of its own. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

extern char **environ;

static void file(const char *name, const char *text)
{
	FILE *stream = fopen(name, "w");
	fputs(text, stream);
	fclose(stream);
	chmod(name, 0755);
}

/* Which commands have run, each of which makes a file. */
static void marks(void)
{
	for (char name[] = "m1"; name[1] <= '3'; name[1]++)
		if (unlink(name) == 0)
			printf(" (%s ran)", name);
}

static void list(const wordexp_t *words)
{
	for (size_t i = 0; i < words->we_wordc; i++)
		printf(" [%s]", words->we_wordv[words->we_offs + i]);
}

static void words(const char *text, int flags)
{
	wordexp_t expansion;
	memset(&expansion, 0, sizeof expansion);
	dprintf(2, "errors of %s:\n", text);
	int result = wordexp(text, &expansion, flags);
	printf("words %s: %d", text, result);
	if (result == 0) {
		list(&expansion);
		wordfree(&expansion);
	}
	marks();
	printf("\n");
}

/* Commands that must not run, or of which only the first ones run. */
static void refused(void)
{
	static const char *const texts[] = {
		"$$(touch m1)", "| $(touch m1)", "a;$(touch m1)", "( $(touch m1)", "a & $(touch m1)",
		"{$(touch m1)}", "<$(touch m1)", "a\n$(touch m1)", "$(touch m1)|", "$(touch m1) ( $(touch m2)",
		"$(touch m1) $UNDEFINED $(touch m2)", "$UNDEFINED$(touch m1)", "${UNDEFINED}$(touch m1)",
		"${UNDEFINED?no}$(touch m1)", "$((1/0))$(touch m1)", "$((x$(touch m1)", "${$(touch m1)}",
		"$(touch m1)'", "$(touch m1)\"", "$(touch m1)\\", "$(touch m1)$(touch m2", "$(touch m1)`touch m2`",
		"$(touch m1) $(touch m2)$(touch m3)", "$(touch m1)>$(touch m2)", "~$(/bin/echo root)",
		"~root$(/bin/echo x)", "a=~$(/bin/echo root)", "a=$(/bin/echo '~')", "a=$(/bin/echo x):~",
		"*$(/bin/echo none)", "$(/bin/echo d)/*", "[$(/bin/echo d)]*", "\\$(touch m1)", "$()", "$( )",
		"$(-c)", "$(touch m1 # )", "# $(touch m1)", "$HOME$(/bin/echo x)", "$(cat <<x)",
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		words(texts[i], 0);
		words(texts[i], WRDE_UNDEF);
		words(texts[i], WRDE_SHOWERR | WRDE_UNDEF);
		words(texts[i], WRDE_NOCMD);
	}
}

/* Which descriptor 2 the commands have, and what is said of those that are not there. */
static void errors(void)
{
	static const char *const texts[] = {
		"$(both)", "$(both 2>&1)", "$(both >&2)", "$(both 2>&1 >/dev/null)", "$(both 2>errors)",
		"$(both >/dev/null 2>&1)", "$(cat errors)", "$(not-there)", "$(d/both)", "$(/bin/echo x)$(not-there)",
		"$(not-there)$(/bin/echo x)", "$(/bin/echo x) $(not-executable) $(/bin/echo y)", "$(plain)",
		"$(/bin/echo x)$(plain)", "$(both 2>&9)", "$(both <not-there)", "$(both >d)",
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		words(texts[i], 0);
		words(texts[i], WRDE_SHOWERR);
	}
}

/* How what a command prints becomes words. */
static void fields(void)
{
	static const char *const outputs[] = {
		"", "a", " a", "a ", "a b", "\na\n", "a\n\nb\n\n", " a \n b \n", "*", "~", "it's", "'", "\\x", "$HOME",
		"a\tb", "a|b;c", "\n", " ", "\"", "[a-z]*", "a\n b", "a \nb",
	};
	static const char *const frames[] = {
		"$(cat out)", "x$(cat out)", "$(cat out)x", "x$(cat out)y", "\"$(cat out)\"", "x\"$(cat out)\"", "\"$(cat out)\"x",
		"\"x$(cat out)\"", "\"$(cat out)x\"", "$(cat out)$(cat out)", "\"$(cat out)$(cat out)\"", "''$(cat out)",
		"$(cat out)''", "\"\"$(cat out)\"\"", "a 'b  c' $(cat out)\t\"d |*~'e\" ", "  --x=$(cat out),/.:%+@-_ ",
		"'$(cat out)' $(cat out)", "\"\"\"$(cat out)\"", "$(cat out) $(cat out)",
	};
	for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
		file("out", outputs[i]);
		for (size_t j = 0; j < sizeof frames / sizeof *frames; j++)
			words(frames[j], 0);
	}
	int out = open("out", O_WRONLY | O_TRUNC);
	for (size_t i = 0; i < 20000; i++)
		dprintf(out, i % 1000 ? "%zu " : "%zu\n", i);
	if (write(out, "nul\0l\n\0\n", 8) != 8)
		abort();
	close(out);
	for (size_t j = 0; j < sizeof frames / sizeof *frames; j++)
		words(frames[j], 0);
	setenv("IFS", ":", 1);
	file("out", "a:b c::d\n");
	for (size_t j = 0; j < sizeof frames / sizeof *frames; j++)
		words(frames[j], 0);
	unsetenv("IFS");
}

/* The flags that say where the words go. */
static void places(void)
{
	wordexp_t expansion = {.we_offs = 2};
	printf("places %d", wordexp("a $(/bin/echo b c)", &expansion, WRDE_DOOFFS));
	list(&expansion);
	printf(" %d", wordexp("$(/bin/echo d)", &expansion, WRDE_DOOFFS | WRDE_APPEND));
	list(&expansion);
	printf(" %d", wordexp("$(/bin/echo e) ''", &expansion, WRDE_DOOFFS | WRDE_REUSE));
	list(&expansion);
	printf(" %d\n", expansion.we_wordv[0] == NULL && expansion.we_wordv[1] == NULL);
	wordfree(&expansion);
}

static int mixed;

static void *expands(void *argument)
{
	char text[100];
	snprintf(text, sizeof text, "$(/bin/echo %s)", (char *)argument);
	for (int i = 0; i < 200; i++) {
		wordexp_t expansion;
		if (wordexp(text, &expansion, 0) || expansion.we_wordc != 1 ||
		    strcmp(expansion.we_wordv[0], argument))
			__sync_fetch_and_add(&mixed, 1);
		else
			wordfree(&expansion);
	}
	return NULL;
}

static void threads(void)
{
	static char *const names[] = {"one", "two", "three", "four"};
	pthread_t threads[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, expands, names[i]);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	printf("mixed %d\n", mixed);
}

/* Without anybody to wait, what a command says is all there is. */
static void unwaited(void)
{
	signal(SIGCHLD, SIG_IGN);
	words("$(touch m1) $(/bin/echo a b) $(not-there)", WRDE_SHOWERR);
	signal(SIGCHLD, SIG_DFL);
}

static const char *children(void)
{
	siginfo_t info = {0};
	if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0)
		return "none";
	return info.si_pid ? "a zombie" : "running";
}

/* Compilers know that a stream is not closed by these. */
static int (*volatile close_file)(FILE *) = fclose, (*volatile close_process)(FILE *) = pclose;

/* Streams of popen() that fclose() closes. */
static void closed(void)
{
	static const char *const lines[] = {
		"/bin/sh -c 'exit 3'", "exit 4", "/bin/true", "cat >/dev/null",
	};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		FILE *stream = popen(lines[i], i & 1 ? "w" : "r"), *other = popen("/bin/sh -c 'exit 5'", "r");
		int result = close_file(stream);
		printf("fclose %s: %x", lines[i], result);
		FILE *again = popen("/bin/sh -c 'exit 6'", "r");
		result = close_process(again);
		printf(" again %x", result);
		result = close_file(other);
		printf(" other %x children %s\n", result, children());
	}
	FILE *stream = popen("/bin/sh -c 'exit 3'", "r");
	close_file(stream);
	stream = fopen("/dev/null", "r");
	printf("pclose of a file %d\n", close_process(stream));
	FILE *full = fopen("/dev/full", "w");
	fputs("x", full);
	int result = close_file(full);
	printf("fclose of a full one %d %s\n", result, strerror(errno));
}

typedef int spawn_function(pid_t *, const char *, const posix_spawn_file_actions_t *,
    const posix_spawnattr_t *, char *const *, char *const *);

static void spawn(spawn_function *function, const char *path, const posix_spawn_file_actions_t *actions,
    const char *line, char **environment)
{
	char *argv[] = {"sh", "-c", (char *)line, NULL};
	pid_t pid;
	int status = 0, result = function(&pid, path, actions, NULL, argv, environment);
	if (result == 0)
		waitpid(pid, &status, 0);
	printf("%s %s, %s: %s, %x", function == posix_spawn ? "spawn" : "spawnp", path, line,
	    strerror(result), status);
	marks();
	printf("\n");
}

/* A shell that is not the system's, and actions that can be carried out only once. */
static void spawns(void)
{
	char *relative[] = {"PATH=d:/usr/bin:/bin", NULL};
	char *usual = strdup(getenv("PATH"));
	posix_spawn_file_actions_t once, directory;
	spawn(posix_spawn, "sh", NULL, "touch m1", environ);
	spawn(posix_spawnp, "sh", NULL, "touch m1", environ);
	spawn(posix_spawn, "d/sh", NULL, "touch m1", environ);
	spawn(posix_spawnp, "d/sh", NULL, "touch m1", environ);
	if (chdir("d"))
		abort();
	spawn(posix_spawn, "sh", NULL, "touch m1", environ);
	spawn(posix_spawnp, "sh", NULL, "touch m1", environ);
	setenv("PATH", ":/usr/bin:/bin", 1);
	spawn(posix_spawnp, "sh", NULL, "touch m1", environ);
	if (chdir(".."))
		abort();
	spawn(posix_spawnp, "sh", NULL, "touch m1", environ);
	setenv("PATH", "d:/usr/bin:/bin", 1);
	spawn(posix_spawnp, "sh", NULL, "touch m1", environ);
	setenv("PATH", "/nowhere", 1);
	spawn(posix_spawnp, "sh", NULL, "touch m1", environ);
	unsetenv("PATH");
	spawn(posix_spawnp, "sh", NULL, "touch m1", relative);
	setenv("PATH", usual, 1);
	/* The directory's own program comes first once the action has been carried out. */
	posix_spawn_file_actions_init(&directory);
	posix_spawn_file_actions_addchdir_np(&directory, "e");
	spawn(posix_spawn, "/bin/sh", &directory, "id", relative);
	spawn(posix_spawn, "/bin/sh", NULL, "d/both", relative);
	spawn(posix_spawn, "/bin/sh", NULL, "plain", environ);
	posix_spawn_file_actions_init(&once);
	posix_spawn_file_actions_addopen(&once, 1, "once", O_WRONLY | O_CREAT | O_EXCL, 0644);
	spawn(posix_spawn, "/bin/sh", &once, "plain", environ);
	spawn(posix_spawn, "/bin/sh", &once, "plain", environ);
	unlink("once");
	spawn(posix_spawn, "/bin/sh", &once, "/bin/echo x", environ);
	posix_spawn_file_actions_addopen(&once, 0, "not-there", O_RDONLY, 0);
	unlink("once");
	spawn(posix_spawnp, "sh", &once, "/bin/echo x", environ);
	posix_spawn_file_actions_destroy(&once);
	posix_spawn_file_actions_destroy(&directory);
	free(usual);
}

int main(int count, char **arguments)
{
	char path[5000];
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (count != 2 || chdir(arguments[1]))
		return 2;
	snprintf(path, sizeof path, "%s/p:/usr/bin:/bin", arguments[1]);
	setenv("PATH", path, 1);
	unsetenv("UNDEFINED");
	mkdir("d", 0755);
	mkdir("d/e", 0755);
	mkdir("e", 0755);
	mkdir("e/d", 0755);
	mkdir("p", 0755);
	file("d/sh", "#!/bin/sh\n/bin/echo not the system\\'s \"$@\"\n");
	file("e/d/id", "#!/bin/sh\n/bin/echo the directory\\'s\n");
	file("p/both", "#!/bin/sh\necho output; echo error >&2\n");
	file("p/plain", "echo without an interpreter\n");
	file("p/not-executable", "");
	chmod("p/not-executable", 0644);
	refused();
	errors();
	fields();
	places();
	threads();
	unwaited();
	closed();
	spawns();
	return 0;
}
