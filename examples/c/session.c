/*
 * Runs shell lines in this process: a variable and a builtin of the program, a time limit, and a state that lasts from
 * one line to the next. No shell is started, and here no process at all.
 *
 *     cc session.c $(pkg-config --cflags --libs forkless-shell) -o session && ./session
 */

#include <forkless_shell.h>
#include <stdio.h>
#include <string.h>

/* `price NAME`: what the program knows and the script asks for. */
static int price(fl_call *call, int argc, const char *const *argv, void *data)
{
	const char *answer = argc == 2 && strcmp(argv[1], "pear") == 0 ? "3\n" : "2\n";
	(void)data;
	return fl_call_write(call, 1, answer, strlen(answer)) ? 1 : 0;
}

/* Runs a script and shows what it wrote; its status, or -1. */
static int run(fl_session *session, const char *script)
{
	struct fl_outcome outcome;
	if (fl_session_run(session, script, strlen(script), &outcome)) {
		perror("fl_session_run");
		return -1;
	}
	int status = outcome.status;
	fputs(outcome.output, stdout);
	fputs(outcome.errors, stderr);
	if (outcome.limit != FL_NO_LIMIT)
		fprintf(stderr, "a limit has ended it\n");
	fl_outcome_free(&outcome);
	return status;
}

int main(void)
{
	struct fl_session_settings settings = FL_SESSION_SETTINGS;
	settings.dialect = "bash";
	settings.inherit_environment = 1;
	settings.limits.wall = 10000000000; /* ten seconds, in nanoseconds */
	fl_session *session = fl_session_new(&settings);
	if (!session) {
		perror("fl_session_new");
		return 1;
	}
	if (fl_session_set(session, "fruit", "pear") || fl_session_define(session, "price", price, NULL)) {
		perror("session");
		return 1;
	}
	int failed = run(session, "total=0; for one in \"$fruit\" fig; do (( total += $(price $one) )); done") ||
		run(session, "printf '%s\\n' \"$fruit and fig: $total\" | tr a-z A-Z");
	fl_session_free(session);
	return failed;
}
