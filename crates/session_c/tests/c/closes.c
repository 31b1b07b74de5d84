/* A host that closes descriptors which are not its own: scripts get errors, and no more. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "forkless_shell.h"

static void expect(fl_session *session, const char *script, int status, const char *output)
{
	struct fl_outcome outcome;
	if (fl_session_run(session, script, strlen(script), &outcome) || outcome.status != status ||
			strcmp(outcome.output, output) != 0) {
		fprintf(stderr, "%s: %d\n%s%s", script, outcome.status, outcome.output, outcome.errors);
		exit(1);
	}
	fl_outcome_free(&outcome);
}

int main(void)
{
	fl_session *session = fl_session_new(NULL), *copy = fl_session_clone(session);
	expect(session, "x=$(/bin/echo a); exec 3</dev/null", 0, "");
	for (int fd = 3; fd < 1000; fd++)
		close(fd);
	expect(session, "echo $x", 0, "a\n");
	expect(session, "read y <&3", 1, "");
	expect(session, ": >f", 1, "");
	expect(session, "/bin/echo b; echo c | cat", 0, "b\nc\n");
	expect(session, "cd /; /bin/pwd; exit 3", 3, "/\n");
	fl_session_free(copy);
	fl_session_free(session);
	puts("done");
	return 0;
}
