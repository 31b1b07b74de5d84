/*
 * libforkless by its C interface: waiting for the exec and not, with a pipe, and as
 * popen() and system().
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "forkless.h"
#include "launcher.h"

static fl_launch *described(void)
{
	static fl_launch *launch;
	static char of[4096];
	if (!launch || strcmp(of, program) != 0) {
		fl_launch_free(launch);
		launch = fl_launch_new(program);
		snprintf(of, sizeof(of), "%s", program);
	}
	return launch;
}

static int failed(const struct fl_error *error)
{
	snprintf(reason, sizeof(reason), "%s: %s", fl_step_name(error->step), strerror(error->error));
	return -1;
}

static int finish(fl_child *child, struct launch_times *times)
{
	int status = -1;
	if (fl_wait(child, &status) < 0)
		return fail("fl_wait");
	times->reaped = now();
	fl_child_free(child);
	if (status != 0) {
		snprintf(reason, sizeof(reason), "the program ended with status word %#x", status);
		return -1;
	}
	return 0;
}

static int start_waited(struct launch_times *times)
{
	struct fl_error error = { 0, 0 };
	fl_launch *launch = described();
	times->begin = now();
	fl_child *child = fl_start(launch, &error);
	times->returned = now();
	return child ? finish(child, times) : failed(&error);
}

static int start_unwaited(struct launch_times *times)
{
	struct fl_error error = { 0, 0 };
	fl_launch *launch = described();
	times->begin = now();
	fl_launching *launching = fl_start_unwaited(launch, &error);
	times->returned = now();
	if (!launching)
		return failed(&error);
	fl_child *child = fl_launching_finish(launching, &error);
	return child ? finish(child, times) : failed(&error);
}

static int run(struct launch_times *times)
{
	struct fl_error error = { 0, 0 };
	int status = 0;
	fl_launch *launch = described();
	times->begin = now();
	int result = fl_run(launch, &status, NULL, &error);
	times->returned = times->reaped = now();
	if (result < 0)
		return failed(&error);
	if (status != 0) {
		snprintf(reason, sizeof(reason), "fl_run: status word %#x", status);
		return -1;
	}
	return 0;
}

static int start_piped(struct launch_times *times)
{
	struct fl_error error = { 0, 0 };
	int ends[3];
	fl_launch *launch = described();
	times->begin = now();
	fl_child *child = fl_start_piped(launch, FL_OUTPUT, ends, &error);
	times->returned = now();
	if (!child)
		return failed(&error);
	int result = expect_line(ends[1]);
	close(ends[1]);
	return finish(child, times) < 0 ? -1 : result;
}

static int start_popen(struct launch_times *times)
{
	times->begin = now();
	FILE *stream = fl_popen(program, "r");
	times->returned = now();
	if (!stream)
		return fail("fl_popen");
	int result = expect_line(fileno(stream));
	int status = fl_pclose(stream);
	times->reaped = now();
	if (status != 0) {
		snprintf(reason, sizeof(reason), "fl_pclose: status word %#x", status);
		return -1;
	}
	return result;
}

static int start_system(struct launch_times *times)
{
	times->begin = now();
	int status = fl_system(program_quiet);
	times->returned = times->reaped = now();
	if (status != 0) {
		snprintf(reason, sizeof(reason), "fl_system: status word %#x", status);
		return -1;
	}
	return 0;
}

const struct way forkless_ways[] = {
	{ "fl-start", start_waited },
	{ "fl-unwaited", start_unwaited },
	{ "fl-run", run },
	{ "fl-pipe", start_piped },
	{ "fl-popen", start_popen },
	{ "fl-system", start_system },
	{ NULL, NULL }
};
