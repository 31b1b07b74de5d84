/* How long calls take: seconds by the clock for each, printed. For `make bench`. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "forkless_shell.h"

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

static void measure(fl_session *session, const char *script, int times)
{
	double best = 1e9;
	for (int round = 0; round < 10; round++) {
		double begun = now();
		for (int i = 0; i < times; i++)
			fl_session_run(session, script, strlen(script), NULL);
		double each = (now() - begun) / times;
		if (each < best)
			best = each;
	}
	printf("%10.2f us  %s\n", best * 1e6, script);
}

int main(void)
{
	fl_session *session = fl_session_new(NULL);
	if (!session)
		return 1;
	measure(session, ":", 2000);
	measure(session, "x=1", 2000);
	measure(session, "echo a | tr a b", 500);
	measure(session, "x=$(echo a | sed s/a/b/)", 500);
	measure(session, "/bin/true", 50);
	double begun = now();
	int clones = 2000;
	for (int i = 0; i < clones; i++) {
		fl_session *snapshot = fl_session_clone(session);
		fl_session_run(session, "x=2", 3, NULL);
		fl_session_restore(session, snapshot);
		fl_session_free(snapshot);
	}
	printf("%10.2f us  snapshot, a run and the way back\n", (now() - begun) / clones * 1e6);
	begun = now();
	fl_session *many[500];
	for (int i = 0; i < 500; i++) {
		many[i] = fl_session_new(NULL);
		if (!many[i] || fl_session_run(many[i], "x=$(echo a)", 11, NULL))
			return 1;
	}
	printf("%10.2f us  a new session and its first run\n", (now() - begun) / 500 * 1e6);
	FILE *file = fopen("/proc/self/status", "r");
	char line[200];
	while (file && fgets(line, sizeof line, file))
		if (!strncmp(line, "VmRSS", 5))
			fputs(line, stdout);
	if (file)
		fclose(file);
	for (int i = 0; i < 500; i++)
		fl_session_free(many[i]);
	fl_session_free(session);
	return 0;
}
