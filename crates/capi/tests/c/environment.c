/* Launches beside a thread that changes the environment, which the C library allows nobody who
 * reads environ: no launch crashes or fails for it, and what does not change is there (but where
 * the C library has freed the array and not yet said so: see changing.rs). */

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <forkless.h>

#include "check.h"

extern char **environ;

static _Atomic int done;

/* Lets the environment grow, shrink, and move. */
static void *changes(void *argument)
{
	char **mine = NULL;
	while (!done) {
		char name[40];
		for (int i = 0; i < 200; i++) {
			snprintf(name, sizeof name, "CHANGES_%d", i);
			CHECK(setenv(name, "a value of some length, longer than a cache line is wide",
			    1) == 0);
		}
		/* The C library makes its array anew, and what comes after reuses the old one. */
		void *filler[16];
		for (int i = 0; i < 16; i++) {
			filler[i] = malloc(1800 + 8 * (size_t)i);
			memset(filler[i], 0x5a, 1800);
		}
		for (int i = 0; i < 200; i++) {
			snprintf(name, sizeof name, "CHANGES_%d", i);
			CHECK(unsetenv(name) == 0);
		}
		for (int i = 0; i < 16; i++)
			free(filler[i]);
		/* As a program may do that has an environment of its own making. */
		char **copy = malloc(200 * sizeof *copy);
		int count = 0;
		while (environ[count] && count < 198) {
			copy[count] = environ[count];
			count++;
		}
		copy[count] = NULL;
		environ = copy;
		free(mine);
		mine = copy;
	}
	return argument;
}

/* How often a variable was seen that was there all the time, and how often not. */
static int seen, missed;

static void note(int is_there)
{
	seen += is_there;
	missed += !is_there;
}

static int is_set(const char *text)
{
	return strcmp(text, "it is there\n") == 0;
}

static void launches(void)
{
	fl_launch *launch = fl_launch_new("sh");
	CHECK(fl_argument(launch, "sh") == 0 && fl_argument(launch, "-c") == 0);
	CHECK(fl_argument(launch, "echo $STAYS") == 0);
	struct fl_output output;
	struct fl_error error = { 0, 0 };
	CHECK(fl_capture(launch, NULL, &output, &error) == 0 && EXITED(output.status, 0));
	note(is_set(output.output));
	fl_output_free(&output);
	int status;
	CHECK(fl_run(launch, &status, NULL, &error) == 0 && EXITED(status, 0));
	fl_launching *launching = fl_start_unwaited(launch, &error);
	CHECK(launching);
	fl_child *child = fl_launching_finish(launching, &error);
	CHECK(child && fl_wait(child, &status) == 0 && EXITED(status, 0));
	fl_child_free(child);
	/* A copy of the environment, with one more. */
	CHECK(fl_variable(launch, "STAYS", "it is there") == 0);
	CHECK(fl_capture(launch, NULL, &output, &error) == 0);
	CHECK(EXITED(output.status, 0) && is_set(output.output));
	fl_output_free(&output);
	fl_launch_free(launch);
	status = fl_system("printenv STAYS >/dev/null");
	CHECK(EXITED(status, 0) || EXITED(status, 1));
	note(EXITED(status, 0));
	status = fl_system("test \"$STAYS\" && :");
	CHECK(EXITED(status, 0) || EXITED(status, 1));
	note(EXITED(status, 0));
	char text[40] = "";
	FILE *stream = fl_popen("printenv STAYS", "r");
	CHECK(stream);
	note(fgets(text, sizeof text, stream) && is_set(text));
	status = fl_pclose(stream);
	CHECK(EXITED(status, 0) || EXITED(status, 1));
}

/* An environment of usual and of unusual form, read by a second thread's presence. */
static void *waits(void *argument)
{
	while (!done)
		usleep(1000);
	return argument;
}

static void forms(void)
{
	static char long_one[100000], longest[3 * 4096 + 7];
	memset(long_one, 'x', sizeof long_one - 1);
	memcpy(long_one, "LONG=", 5);
	memset(longest, 'y', sizeof longest - 1);
	memcpy(longest, "PAGES=", 6);
	static char *many[3000];
	static char names[3000][32];
	int count = 0;
	many[count++] = long_one;
	many[count++] = "";
	many[count++] = "no equals sign";
	many[count++] = longest;
	while (count < 2990) {
		snprintf(names[count], sizeof names[count], "N%d=%d", count, count);
		many[count] = names[count];
		count++;
	}
	many[count++] = "PATH=/usr/bin:/bin";
	many[count] = NULL;
	char **old = environ;
	environ = many;
	fl_launch *launch = fl_launch_new("sh");
	CHECK(fl_argument(launch, "sh") == 0 && fl_argument(launch, "-c") == 0);
	CHECK(fl_argument(launch, "echo ${#LONG} ${#PAGES} $N4 $N2989; env | grep -c ^N; :") == 0);
	struct fl_output output;
	CHECK(fl_capture(launch, NULL, &output, NULL) == 0 && EXITED(output.status, 0));
	CHECK(strcmp(output.output, "99994 12288 4 2989\n2986\n") == 0);
	fl_output_free(&output);
	/* No environment at all. */
	environ = NULL;
	CHECK(fl_capture(launch, NULL, &output, NULL) == 0 && EXITED(output.status, 0));
	CHECK(strcmp(output.output, "0 0\n0\n") == 0);
	fl_output_free(&output);
	environ = old;
	fl_launch_free(launch);
}

int main(void)
{
	CHECK(setenv("STAYS", "it is there", 1) == 0);
	forms();
	pthread_t thread;
	CHECK(pthread_create(&thread, NULL, waits, NULL) == 0);
	forms();
	done = 1;
	CHECK(pthread_join(thread, NULL) == 0);
	done = 0;
	CHECK(pthread_create(&thread, NULL, changes, NULL) == 0);
	for (int i = 0; i < 300; i++)
		launches();
	done = 1;
	CHECK(pthread_join(thread, NULL) == 0);
	printf("seen %d times, missed %d times\n", seen, missed);
	CHECK(missed * 100 <= seen);
	puts("done");
	return 0;
}
