/* What forkless_shell.h promises, tried from C. */

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "forkless_shell.h"

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: %s (errno %d)\n", __FILE__, __LINE__, #condition, errno); \
			exit(1); \
		} \
	} while (0)

static void expect(fl_session *session, const char *script, int status, const char *output)
{
	struct fl_outcome outcome;
	CHECK(fl_session_run(session, script, strlen(script), &outcome) == 0);
	if (outcome.status != status || strcmp(outcome.output, output) != 0) {
		fprintf(stderr, "%s: %d\n%s%s", script, outcome.status, outcome.output, outcome.errors);
		exit(1);
	}
	CHECK(outcome.output_length == strlen(output));
	fl_outcome_free(&outcome);
}

/* Appends an event to the text at data; commands that are called skip are skipped. */
static int note(const struct fl_event *event, void *data)
{
	char *text = data, *end = text + strlen(text);
	CHECK(strcmp(event->file, "test") == 0 || strcmp(event->file, "forkless") == 0);
	end += sprintf(end, *event->function ? "%s:%u" : "%s%u", event->function, event->line);
	if (event->kind != FL_COMMAND)
		end += sprintf(end, " %s", event->kind == FL_UTILITY ? "utility" : "process");
	for (const char *const *word = event->argv; *word; word++)
		end += sprintf(end, " %s", *word);
	CHECK(!event->reason == (event->kind != FL_PROCESS));
	if (event->reason)
		end += sprintf(end, " (%s)", event->reason);
	strcpy(end, ";");
	return strcmp(event->argv[0], "skip") == 0 ? 5 : -1;
}

static int twice(fl_call *call, int argc, const char *const *argv, void *data)
{
	size_t length;
	char *input = fl_call_read(call, &length);
	CHECK(input && argc == 2 && strcmp(argv[0], "twice") == 0 && !argv[2]);
	++*(int *)data;
	CHECK(fl_call_write(call, 1, argv[1], strlen(argv[1])) == 0);
	CHECK(fl_call_write(call, 1, input, length) == 0);
	CHECK(fl_call_set(call, "called", "yes") == 0);
	char *value = fl_call_get(call, "value", &length);
	CHECK(value && strcmp(value, "v") == 0);
	CHECK(fl_call_write(call, 77, "x", 1) == -1 && errno == EBADF);
	free(value);
	free(input);
	return 4;
}

struct recursion {
	fl_session *session;
	int error;
};

static int again(fl_call *call, int argc, const char *const *argv, void *data)
{
	struct recursion *recursion = data;
	(void)call, (void)argc, (void)argv;
	int result = fl_session_run(recursion->session, ":", 1, NULL);
	recursion->error = result == -1 ? errno : 0;
	return 0;
}

static void *intrude(void *session)
{
	CHECK(fl_session_run(session, ":", 1, NULL) == -1 && errno == EBUSY);
	CHECK(fl_session_set(session, "v", "x") == -1 && errno == EBUSY);
	CHECK(!fl_session_clone(session) && errno == EBUSY);
	return NULL;
}

static int busy(fl_call *call, int argc, const char *const *argv, void *data)
{
	pthread_t other;
	(void)call, (void)argc, (void)argv;
	CHECK(pthread_create(&other, NULL, intrude, data) == 0);
	return pthread_join(other, NULL);
}

static int reads(fl_call *call, int argc, const char *const *argv, void *data)
{
	(void)call, (void)argc, (void)argv;
	FILE *file = fopen(data, "r");
	return !file || fclose(file);
}

static void collect(const char *bytes, size_t length, void *data)
{
	strncat(data, bytes, length);
}

static void *cancel(void *session)
{
	nanosleep(&(struct timespec){ 0, 100000000 }, NULL);
	CHECK(fl_session_signal(session, SIGTERM) == 0);
	return NULL;
}

static void *work(void *unused)
{
	(void)unused;
	fl_session *session = fl_session_new(NULL);
	CHECK(session);
	for (int i = 0; i < 20; i++)
		expect(session, "x=$(echo a | tr a b); /bin/true; echo $x", 0, "b\n");
	fl_session_free(session);
	return NULL;
}

/* Ends a run when it is asked for the third time. */
static int interrupt(void *data)
{
	int *asked = data;
	return ++*asked == 3 ? SIGHUP : 0;
}

/* Scripts that reach a limit of what a session has, after which it is usable. */
static void reach_limits(void)
{
	static const struct {
		enum fl_limit limit;
		const char *script;
	} cases[] = {
		{ FL_NESTING, "f() { f; }; f" },
		{ FL_NESTING, "f() { x=$(f); }; f" },
		{ FL_VARIABLES, "x=x; while :; do x=$x$x; done" },
		{ FL_VARIABLES, "while :; do a[i++]=0123456789; done" },
		{ FL_MEMORY, "yes | sort" },
		{ FL_MEMORY, "awk 'BEGIN { s = \"x\"; while (1) s = s s }'" },
		{ FL_MEMORY, "printf '%20000000s' x >/dev/null" },
		{ FL_MEMORY, "echo $(yes)" },
	};
	struct fl_session_settings settings = FL_SESSION_SETTINGS;
	settings.dialect = "bash";
	settings.inherit_environment = 1;
	settings.limits = (struct fl_limits){ .nesting = 50, .variables = 100000, .memory = 8 << 20 };
	/* What is not reproduced here would be a program, which no limit of memory holds. */
	const struct fl_limits nothing = { .memory = 8 << 20, .processes = 1 };
	fl_session *probe = fl_session_new(&settings);
	CHECK(probe && fl_session_limits(probe, &nothing) == 0);
	struct fl_outcome outcome;
	CHECK(fl_session_run(probe, "echo b | sort; awk 'BEGIN { }'", 30, &outcome) == 0);
	int is_inside = outcome.processes == 0;
	fl_outcome_free(&outcome);
	fl_session_free(probe);
	fl_session *session = fl_session_new(&settings);
	CHECK(session);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *script = cases[i].script;
		if (!is_inside && (strstr(script, "sort") || strstr(script, "awk")))
			continue;
		CHECK(fl_session_run(session, script, strlen(script), &outcome) == 0);
		CHECK(outcome.limit == (int)cases[i].limit && outcome.signal == 0 && outcome.status == 152);
		fl_outcome_free(&outcome);
		expect(session, "unset x a i; echo alive", 0, "alive\n");
	}
	/* What is set in pieces counts, and what is let go does not. */
	fl_session *empty = fl_session_clone(session);
	char *text = calloc(1, 2 << 20);
	CHECK(empty && text);
	memset(text, 'x', (2 << 20) - 1);
	struct fl_limits limits = { .memory = 12 << 20 };
	CHECK(fl_session_limits(session, &limits) == 0);
	for (int i = 0; i < 20; i++) {
		CHECK(fl_session_set(session, "text", text) == 0);
		expect(session, "x=$text; echo ${#x}", 0, "2097151\n");
		CHECK(fl_session_restore(session, empty) == 0);
	}
	CHECK(fl_session_set(session, "a", text) == 0 && fl_session_set(session, "b", text) == 0);
	CHECK(fl_session_set(session, "c", text) == 0 && fl_session_set(session, "e", text) == 0);
	free(text);
	CHECK(fl_session_run(session, "d=${a}x", 7, &outcome) == 0 && outcome.limit == FL_MEMORY);
	fl_outcome_free(&outcome);
	CHECK(fl_session_unset(session, "a") == 0 && fl_session_unset(session, "c") == 0);
	expect(session, "d=${b}x; echo ${#d}", 0, "2097152\n");
	fl_session_free(empty);
	fl_session_free(session);
}

int main(void)
{
	/* The host's own, which nothing may change. */
	struct sigaction before[65], after;
	for (int n = 1; n < 65; n++)
		sigaction(n, NULL, &before[n]);
	char directory[4096], now[4096];
	CHECK(getcwd(directory, sizeof directory));

	fl_session *session = fl_session_new(NULL);
	CHECK(session);
	expect(session, "echo a b | tr a-z A-Z", 0, "A B\n");
	expect(session, "cd /; f() { echo f; }; x=1; exit 3", 3, "");
	expect(session, "f; pwd; echo $x", 0, "f\n/\n1\n");
	expect(session, "umask 077; trap 'echo t' TERM; kill $$; trap - TERM; /bin/sh -c 'umask; exit 9'", 9, "t\n0077\n");
	expect(session, "printf 'a\\0b' | wc -c", 0, "3\n");
	/* The time, for which Valgrind hides the kernel's page; without its library in LD_PRELOAD utilities run here. */
	expect(session, "(unset LD_PRELOAD; date -u +%s | grep -c '^[0-9]*$'; ls -ld / | wc -l)", 0, "1\n1\n");

	/* Variables. */
	size_t length;
	CHECK(fl_session_set(session, "v", "one two") == 0);
	char *value = fl_session_get(session, "v", &length);
	CHECK(value && length == 7 && strcmp(value, "one two") == 0);
	free(value);
	errno = 5;
	CHECK(!fl_session_get(session, "unset_one", NULL) && errno == 0);
	CHECK(fl_session_set(session, "1bad", "") == -1 && errno == EINVAL);
	expect(session, "readonly r=1", 0, "");
	CHECK(fl_session_set(session, "r", "2") == -1 && errno == EPERM);
	CHECK(fl_session_export(session, "v") == 0);
	expect(session, "/usr/bin/env | grep ^v=", 0, "v=one two\n");
	CHECK(fl_session_unset(session, "v") == 0);
	expect(session, "echo ${v-unset}", 0, "unset\n");
	const char *const elements[] = { "x", "y z", "" };
	CHECK(fl_session_set_array(session, "list", elements, 3) == 0);
	expect(session, "echo ${#list[@]} \"${list[1]}\"; list[7]=w", 0, "3 y z\n");
	size_t count;
	char **array = fl_session_array(session, "list", &count);
	CHECK(array && count == 4 && strcmp(array[1], "y z") == 0 && strcmp(array[3], "w") == 0 && !array[4]);
	free(array);

	/* Words. */
	const char *const words[] = { "printf", "<%s>", "a b", "$x", "it's" };
	struct fl_outcome called;
	CHECK(fl_session_call(session, words, 5, &called) == 0);
	CHECK(called.status == 0 && strcmp(called.output, "<a b><$x><it's>") == 0);
	fl_outcome_free(&called);
	CHECK(fl_session_call(session, words, 0, NULL) == -1 && errno == EINVAL);
	CHECK(fl_session_call(session, NULL, 1, NULL) == -1 && errno == EINVAL);
	char **fields = fl_session_fields(session, "\"${list[@]}\" $((1+1))", 21, &count, NULL);
	CHECK(fields && count == 5 && strcmp(fields[1], "y z") == 0 && strcmp(fields[4], "2") == 0 && !fields[5]);
	free(fields);
	CHECK(!fl_session_fields(session, "a; b", 4, &count, NULL) && errno == EINVAL);
	CHECK(!fl_session_fields(session, "${no?it}", 8, NULL, &called) && errno == ECANCELED);
	CHECK(called.status == 1 && strstr(called.errors, "no: it"));
	fl_outcome_free(&called);

	/* Parsed scripts, clones. */
	char *message;
	fl_script *script = fl_session_parse(session, "n=$((n+1))", 10, &message);
	CHECK(script && !message);
	for (int i = 0; i < 5; i++)
		CHECK(fl_session_run_script(session, script, NULL) == 0);
	expect(session, "echo $n", 0, "5\n");
	CHECK(!fl_session_parse(session, "if", 2, &message) && errno == EINVAL && message);
	free(message);
	fl_session *snapshot = fl_session_clone(session);
	CHECK(snapshot);
	expect(session, "n=99", 0, "");
	CHECK(fl_session_run_script(snapshot, script, NULL) == 0);
	expect(snapshot, "echo $n", 0, "6\n");
	expect(session, "echo $n", 0, "99\n");
	CHECK(fl_session_restore(session, snapshot) == 0);
	expect(session, "echo $n", 0, "6\n");
	CHECK(fl_session_restore(session, session) == 0);
	fl_session *stranger = fl_session_new(NULL);
	CHECK(fl_session_restore(session, stranger) == -1 && errno == EXDEV);
	CHECK(fl_session_run_script(stranger, script, NULL) == -1 && errno == EXDEV);
	fl_script_free(script);
	fl_session_free(stranger);
	fl_session_free(snapshot);

	/* Functions of the program. */
	int calls = 0;
	CHECK(fl_session_define(session, "twice", twice, &calls) == 0);
	expect(session, "value=v; echo in | twice A | cat; twice B </dev/null; echo $? $called", 0, "Ain\nB4 yes\n");
	CHECK(calls == 2);
	struct recursion recursion = { session, 0 };
	CHECK(fl_session_define(session, "again", again, &recursion) == 0);
	expect(session, "again", 0, "");
	CHECK(recursion.error == EBUSY);
	CHECK(fl_session_define(session, "a/b", again, NULL) == -1 && errno == EINVAL);
	CHECK(fl_session_define(session, "x", NULL, NULL) == -1 && errno == EINVAL);

	/* Events. */
	char events[400] = "";
	CHECK(fl_session_observe(session, note, events) == 0);
	expect(session, "f() {\n/bin/sh -c :; }\nf x\necho a | wc -l", 0, "1\n");
	if (strcmp(events, "3 f x;f:2 /bin/sh -c :;f:2 process sh (an external program);4 wc -l;4 echo a;4 utility wc;") != 0) {
		fprintf(stderr, "%s\n", events);
		return 1;
	}
	expect(session, "skip >/nowhere/at/all; echo $?", 0, "5\n");
	CHECK(fl_session_observe(session, NULL, NULL) == 0);
	events[0] = 0;
	expect(session, ":", 0, "");
	CHECK(!*events);

	/* A run that the program interrupts. */
	int asked = 0;
	CHECK(fl_session_on_interrupt(session, interrupt, &asked) == 0);
	CHECK(fl_session_on_interrupt(session, NULL, NULL) == -1 && errno == EINVAL);
	struct fl_outcome outcome;
	const char *endless[] = { "while :; do :; done", "sleep 100", "/bin/sleep 100 | cat" };
	for (int i = 0; i < 3; i++) {
		asked = 0;
		CHECK(fl_session_run(session, endless[i], strlen(endless[i]), &outcome) == 0);
		CHECK(asked == 3 && outcome.signal == SIGHUP);
		fl_outcome_free(&outcome);
	}

	/* What a script would do. */
	struct fl_analysis analysis;
	const char *text_of_it = "sort <in | ulimit -n 5 >>out; $x $$";
	CHECK(fl_session_analyze(session, text_of_it, strlen(text_of_it), &analysis) == 0);
	CHECK(strcmp(analysis.commands[0], "sort") == 0 && strcmp(analysis.commands[1], "ulimit") == 0 && !analysis.commands[2]);
	CHECK(strcmp(analysis.reads[0], "in") == 0 && strcmp(analysis.writes[0], "out") == 0 && !analysis.writes[1]);
	CHECK(strcmp(analysis.process, "limits of a process") == 0 && analysis.open && analysis.personal);
	fl_analysis_free(&analysis);
	fl_analysis_free(&analysis);
	CHECK(fl_session_analyze(session, "if", 2, &analysis) == -1 && errno == EINVAL);

	/* Files of its runs. */
	int pair[2];
	CHECK(pipe(pair) == 0 && write(pair[1], "in\n", 3) == 3);
	CHECK(fl_session_files(session, pair[0], FL_CAPTURE, pair[1]) == 0);
	expect(session, "read l; echo $l; echo err >&2; read l; echo $l", 0, "in\nerr\n");
	CHECK(fl_session_files(session, FL_NULL, 1234, FL_NULL) == -1 && errno == EBADF);
	CHECK(fl_session_files(session, FL_NULL, FL_CAPTURE, FL_CAPTURE) == 0);
	expect(session, "cat; echo end", 0, "end\n");
	close(pair[0]);
	close(pair[1]);

	/* One session, two threads at once. */
	CHECK(fl_session_define(session, "busy", busy, session) == 0);
	expect(session, "busy", 0, "");

	/* NULs are refused, other bytes are bytes. */
	CHECK(fl_session_run(session, "echo a\0b", 8, NULL) == -1 && errno == EINVAL);
	CHECK(!fl_session_parse(session, "echo a\0b", 8, NULL) && errno == EINVAL);
	expect(session, "x=\xff\xfe; echo \"$x\xc3\" ${#x}", 0, "\xff\xfe\xc3 2\n");

	/* Limits of what a session has. */
	reach_limits();

	/* Limits and signals. */

	struct fl_limits limits = { .steps = 100 };
	CHECK(fl_session_limits(session, &limits) == 0);
	CHECK(fl_session_run(session, "while :; do :; done", 19, &outcome) == 0);
	CHECK(outcome.limit == FL_STEPS && outcome.signal == 0);
	fl_outcome_free(&outcome);
	fl_outcome_free(&outcome);
	limits = (struct fl_limits){ .wall = 100000000 };
	CHECK(fl_session_limits(session, &limits) == 0);
	CHECK(fl_session_run(session, "sleep 100", 9, &outcome) == 0);
	CHECK(outcome.limit == FL_WALL);
	fl_outcome_free(&outcome);
	CHECK(fl_session_limits(session, NULL) == 0);
	pthread_t thread;
	CHECK(pthread_create(&thread, NULL, cancel, session) == 0);
	CHECK(fl_session_run(session, "/bin/sleep 100", 14, &outcome) == 0);
	CHECK(outcome.signal == SIGTERM && outcome.status == 128 + SIGTERM);
	fl_outcome_free(&outcome);
	pthread_join(thread, NULL);
	CHECK(fl_session_signal(session, 0) == -1 && errno == EINVAL);
	expect(session, "echo alive", 0, "alive\n");
	fl_session_free(session);

	/* Settings. */
	char text[200] = "";
	struct fl_session_settings settings = FL_SESSION_SETTINGS;
	const char *const arguments[] = { "p", "q", NULL }, *const variables[] = { "A=1", "B=x=y", NULL };
	settings.dialect = "bash";
	settings.name = "here";
	settings.arguments = arguments;
	settings.variables = variables;
	settings.directory = "/usr";
	settings.on_stdout = collect;
	settings.stderr_fd = FL_NULL;
	settings.data = text;
	session = fl_session_new(&settings);
	CHECK(session);
	CHECK(fl_session_run(session, "echo $0 $2 $A $B $PWD ${BASH_VERSINFO[0]}; /bin/echo x; nosuch", 62, NULL) == 0);
	CHECK(strcmp(text, "here q 1 x=y /usr 5\nx\n") == 0);
	fl_session_free(session);
	settings.dialect = "fish";
	CHECK(!fl_session_new(&settings) && errno == EINVAL);
	settings.dialect = "sh";
	settings.directory = "/nonexistent";
	CHECK(!fl_session_new(&settings) && errno == ENOENT);
	settings.directory = NULL;
	settings.stdin_fd = 12345;
	CHECK(!fl_session_new(&settings) && errno == EBADF);

	/* A policy: the kernel holds the session, and not the program's functions. */
	settings = (struct fl_session_settings)FL_SESSION_SETTINGS;
	settings.message = &message;
	settings.policy = "ro=/usr exec=/usr/bin wr=/tmp";
	CHECK(!fl_session_new(&settings) && errno == EINVAL && strcmp(message, "wr=/tmp: unknown word") == 0);
	free(message);
	settings.policy = "ro=/nonexistent best-effort";
	CHECK(!fl_session_new(&settings) && errno == ENOENT);
	CHECK(strcmp(message, "ro=/nonexistent: No such file or directory") == 0);
	free(message);
	settings.policy = "";
	CHECK(!fl_session_new(&settings) && errno == EINVAL && strcmp(message, "nothing is named") == 0);
	free(message);
	settings.policy = "ro=/usr exec=/usr/bin";
	session = fl_session_new(&settings);
	if (session) {
		CHECK(!message);
		expect(session, "{ read x </etc/passwd; } 2>/dev/null; echo $?; /bin/cat /etc/passwd 2>/dev/null; /bin/echo $?", 0, "1\n1\n");
		CHECK(fl_session_define(session, "reads", reads, "/etc/passwd") == 0);
		expect(session, "reads", 0, "");
		CHECK(fl_session_define(session, "twice", twice, &calls) == 0);
		expect(session, "value=v; echo in | twice A | cat; echo $called", 0, "Ain\n\n");
		fl_session_free(session);
	} else {
		CHECK(errno == EOPNOTSUPP && strstr(message, "this kernel does not hold"));
		free(message);
	}

	/* Its programs in namespaces, where the system lets this user make them. */
	settings.policy = "ro=/usr exec=/usr/bin namespaces=mount,pid";
	settings.directory = "/usr";
	session = fl_session_new(&settings);
	if (session) {
		expect(session, "/usr/bin/perl -e 'exit(-e \"/etc\" ? 0 : 1)'; echo $?; set +o inprocess; /usr/bin/sh -c 'echo $PPID'", 0, "1\n0\n");
		fl_session_free(session);
	} else {
		CHECK(message);
		free(message);
	}
	settings.policy = "namespaces=time";
	CHECK(!fl_session_new(&settings) && errno == EINVAL);
	free(message);
	settings.directory = NULL;

	/* Nothing, and null; a NUL too many. */
	session = fl_session_new(NULL);
	CHECK(fl_session_run(session, ":", 2, NULL) == -1 && errno == EINVAL);
	fl_session_free(session);
	CHECK(fl_session_run(NULL, "", 0, NULL) == -1 && errno == EINVAL);
	fl_session_free(NULL);
	fl_script_free(NULL);

	/* Threads. */
	pthread_t threads[4];
	for (int i = 0; i < 4; i++)
		CHECK(pthread_create(&threads[i], NULL, work, NULL) == 0);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);

	for (int n = 1; n < 65; n++) {
		/* Two are the C library's own. */
		if (sigaction(n, NULL, &after) == 0)
			CHECK(after.sa_handler == before[n].sa_handler);
	}
	CHECK(getcwd(now, sizeof now) && strcmp(now, directory) == 0);
	mode_t mask = umask(022);
	CHECK(mask == 022 || mask == 002 || mask == 077);
	puts("done");
	return 0;
}
