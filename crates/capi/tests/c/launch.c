/* The functions of forkless.h that launch. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <forkless.h>
#include <poll.h>
#include <pthread.h>
#include <sys/time.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "check.h"

static fl_launch *shell(const char *script)
{
	fl_launch *launch = fl_launch_new("sh");
	CHECK(launch);
	CHECK(fl_argument(launch, "sh") == 0);
	CHECK(fl_argument(launch, "-c") == 0);
	CHECK(fl_argument(launch, script) == 0);
	return launch;
}

/* What a launch prints; it has to succeed. */
static char *output_of(fl_launch *launch)
{
	struct fl_output output;
	struct fl_error error;
	CHECK(fl_capture(launch, NULL, &output, &error) == 0);
	if (!EXITED(output.status, 0))
		fprintf(stderr, "%s%s", output.output, output.error);
	CHECK(EXITED(output.status, 0));
	CHECK(output.end == FL_FINISHED);
	CHECK(strlen(output.output) == output.output_size);
	free(output.error);
	fl_launch_free(launch);
	return output.output;
}

static void expect(fl_launch *launch, const char *expected)
{
	char *text = output_of(launch);
	if (strcmp(text, expected) != 0)
		fprintf(stderr, "expected \"%s\", got \"%s\"\n", expected, text);
	CHECK(strcmp(text, expected) == 0);
	free(text);
}

static void start_and_wait(void)
{
	struct fl_error error = {0, 0};
	int status = 0;
	fl_launch *launch = shell("exit 7");
	fl_child *child = fl_start(launch, &error);
	CHECK(child);
	CHECK(fl_pid(child) > 0);
	CHECK(fl_wait(child, &status) == 0 && EXITED(status, 7));
	CHECK(fl_wait(child, NULL) == 0);
	CHECK(fl_wait_for(child, 0, &status) == 1 && EXITED(status, 7));
	CHECK(fl_signal(child, SIGTERM) == -1 && errno == ESRCH);
	struct fl_usage usage;
	CHECK(fl_usage(child, &usage) == 0);
	CHECK(usage.max_rss > 0 || getenv("VALGRIND"));
	CHECK(strlen(fl_child_path(child)) > 0);
	printf("path: %s\n", fl_child_path(child));
	char path[200];
	CHECK(fl_launch_path(path, sizeof path) == (int)strlen(path));
	CHECK(strcmp(path, fl_child_path(child)) == 0);
	CHECK(fl_launch_path(path, 5) > 5 && strlen(path) == 4);
	CHECK(fl_launch_path(NULL, 0) > 5);
	fl_child_free(child);

	/* Without a descriptor for it. */
	CHECK(fl_without_pidfd(launch) == 0);
	child = fl_start(launch, &error);
	CHECK(child && fl_pidfd(child) == -1 && errno == ENOSYS);
	CHECK(!strstr(fl_child_path(child), "pidfd"));
	CHECK(fl_wait(child, &status) == 0 && EXITED(status, 7));
	fl_child_free(child);

	/* A name alone is also the only argument. */
	fl_launch *plain = fl_launch_new("true");
	child = fl_start(plain, NULL);
	CHECK(child && fl_wait(child, &status) == 0 && EXITED(status, 0));
	fl_child_free(child);
	fl_launch_free(plain);
	fl_launch_free(launch);
}

static void failures(void)
{
	struct fl_error error = {0, 0};
	fl_launch *launch = fl_launch_new("/nonexistent");
	CHECK(!fl_start(launch, &error) && errno == ENOENT);
	CHECK(error.error == ENOENT && strcmp(fl_step_name(error.step), "exec") == 0);
	CHECK(!fl_start(launch, NULL) && errno == ENOENT);
	CHECK(fl_directory(launch, "/nonexistent") == 0);
	CHECK(!fl_start(launch, &error) && errno == ENOENT);
	CHECK(strcmp(fl_step_name(error.step), "directory") == 0);
	int ends[3];
	CHECK(!fl_start_piped(launch, FL_OUTPUT, ends, &error) && errno == ENOENT);
	CHECK(!fl_start_piped(launch, 99, ends, &error) && errno == EINVAL);
	struct fl_output output;
	CHECK(fl_capture(launch, NULL, &output, &error) == -1 && errno == ENOENT);
	fl_launch_free(launch);
	launch = fl_launch_new("no-such-program-anywhere");
	CHECK(!fl_start(launch, &error) && errno == ENOENT);
	fl_launch_free(launch);
	/* Null pointers and numbers that are none. */
	CHECK(!fl_launch_new(NULL) && errno == EINVAL);
	CHECK(fl_argument(NULL, "x") == -1 && errno == EINVAL);
	CHECK(!fl_start(NULL, NULL) && errno == EINVAL);
	CHECK(fl_wait(NULL, NULL) == -1 && errno == EINVAL);
	launch = fl_launch_new("true");
	CHECK(fl_argument(launch, NULL) == -1 && errno == EINVAL);
	CHECK(fl_limit(launch, 4711, &(struct rlimit){0, 0}) == -1 && errno == EINVAL);
	CHECK(fl_process_group(launch, -5) == -1 && errno == EINVAL);
	CHECK(fl_fork_policy(launch, 9) == -1 && errno == EINVAL);
	CHECK(fl_variable(launch, "A=B", "x") == -1 && errno == EINVAL);
	fl_launch_free(launch);
	fl_launch_free(NULL);
	fl_child_free(NULL);
	CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}

static void surroundings(void)
{
	fl_launch *launch = shell("pwd -P; umask; echo $A-$B; echo ${ulimit-$(ulimit -n)}; cat");
	CHECK(fl_directory(launch, "/usr/lib") == 0);
	CHECK(fl_umask(launch, 0123) == 0);
	CHECK(setenv("B", "mine", 1) == 0);
	CHECK(fl_variable(launch, "A", "one") == 0);
	CHECK(fl_variable(launch, "A", "two") == 0);
	CHECK(fl_variable(launch, "B", NULL) == 0);
	/* Valgrind keeps some numbers for itself, and a higher limit with them. */
	if (!getenv("VALGRIND"))
		CHECK(fl_limit(launch, RLIMIT_NOFILE, &(struct rlimit){44, 55}) == 0);
	else
		CHECK(fl_variable(launch, "ulimit", "44") == 0);
	CHECK(fl_null(launch, 0) == 0);
	expect(launch, "/usr/lib\n0123\ntwo-\n44\n");

	char *envp[] = {"ONLY=this", "PATH=/usr/bin:/bin", NULL};
	char *argv[] = {"env", NULL};
	launch = fl_launch_new("env");
	CHECK(fl_arguments(launch, argv) == 0);
	CHECK(fl_environment(launch, envp) == 0);
	expect(launch, "ONLY=this\nPATH=/usr/bin:/bin\n");

	/* Without one of its own, the environment as it is when it starts. */
	launch = shell("echo $C");
	CHECK(setenv("C", "late", 1) == 0);
	expect(launch, "late\n");

	launch = fl_launch_new("sh");
	CHECK(fl_search(launch, "/nonexistent") == 0);
	CHECK(!fl_start(launch, NULL) && errno == ENOENT);
	CHECK(fl_search(launch, "/nonexistent:/bin") == 0);
	CHECK(fl_argument(launch, "called") == 0 && fl_argument(launch, "-c") == 0);
	CHECK(fl_argument(launch, "echo $0") == 0);
	expect(launch, "called\n");

	launch = shell("read -r pid name state parent group session rest </proc/self/stat;"
		       "test $$ = $group && test $$ = $session");
	CHECK(fl_session(launch) == 0);
	expect(launch, "");

	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	launch = fl_launch_new("grep");
	CHECK(fl_argument(launch, "grep") == 0 && fl_argument(launch, "SigBlk\\|SigIgn") == 0);
	CHECK(fl_argument(launch, "/proc/self/status") == 0);
	CHECK(fl_signal_mask(launch, &set) == 0);
	CHECK(fl_signal_ignore(launch, &set) == 0);
	sigset_t all;
	sigfillset(&all);
	CHECK(fl_signal_default(launch, &all) == 0);
	char *text = output_of(launch);
	CHECK(strstr(text, "SigBlk:\t0000000000000200\n"));
	CHECK(strstr(text, "200\n") != NULL);
	free(text);

	cpu_set_t cpus;
	CHECK(sched_getaffinity(0, sizeof cpus, &cpus) == 0);
	int first = 0;
	while (!CPU_ISSET(first, &cpus))
		first++;
	CPU_ZERO(&cpus);
	CPU_SET(first, &cpus);
	launch = shell("grep Cpus_allowed_list /proc/self/status");
	CHECK(fl_processors(launch, &cpus, sizeof cpus) == 0);
	char expected[60];
	snprintf(expected, sizeof expected, "Cpus_allowed_list:\t%d\n", first);
	expect(launch, expected);

	if (geteuid() == 0) {
		launch = shell("id -u; id -g; id -G");
		gid_t groups[] = {34567, 45678};
		CHECK(fl_user(launch, 12345) == 0);
		CHECK(fl_group(launch, 23456) == 0);
		CHECK(fl_groups(launch, 2, groups) == 0);
		expect(launch, "12345\n23456\n23456 34567 45678\n");
	}
	launch = shell("grep NoNewPrivs /proc/self/status");
	CHECK(fl_no_new_privileges(launch) == 0 && fl_drop_ambient(launch) == 0);
	CHECK(fl_nice(launch, 1) == 0 && fl_parent_death_signal(launch, SIGKILL) == 0);
	CHECK(fl_scheduling(launch, SCHED_BATCH, 0) == 0);
	CHECK(fl_scheduling(launch, 77, 0) == -1 && errno == EINVAL);
	expect(launch, "NoNewPrivs:\t1\n");
}

static void descriptors(void)
{
	int pair[2];
	CHECK(pipe2(pair, O_CLOEXEC) == 0);
	int leak = fcntl(pair[0], F_DUPFD, 120);
	fl_launch *launch = shell("echo to five >&5; echo to six >&6; ls -v /proc/$$/fd; :");
	CHECK(fl_fd(launch, 5, pair[1]) == 0);
	CHECK(fl_copy(launch, 6, 5) == 0);
	CHECK(fl_close_others(launch, 1) == 0);
	expect(launch, "0\n1\n2\n5\n6\n");
	char text[40] = "";
	CHECK(read(pair[0], text, sizeof text) == 15);
	CHECK(strcmp(text, "to five\nto six\n") == 0);
	close(leak);
	close(pair[0]);
	close(pair[1]);

	char name[] = "/tmp/forkless-test-XXXXXX";
	int file = mkstemp(name);
	CHECK(file >= 0);
	launch = shell("echo out; echo err >&2");
	CHECK(fl_open(launch, 1, name, O_WRONLY | O_TRUNC, 0) == 0);
	CHECK(fl_copy(launch, 2, 1) == 0);
	fl_child *child = fl_start(launch, NULL);
	int status;
	CHECK(child && fl_wait(child, &status) == 0 && EXITED(status, 0));
	CHECK(read(file, text, sizeof text) == 8 && memcmp(text, "out\nerr\n", 8) == 0);
	fl_child_free(child);
	fl_launch_free(launch);
	close(file);
	unlink(name);

	int program = open("/bin/sh", O_PATH | O_CLOEXEC);
	launch = shell("echo by descriptor");
	CHECK(fl_program_fd(launch, program) == 0);
	expect(launch, "by descriptor\n");
	close(program);

	int root = open("/usr", O_PATH | O_DIRECTORY | O_CLOEXEC);
	launch = shell("pwd -P");
	CHECK(fl_directory_fd(launch, root) == 0);
	expect(launch, "/usr\n");
	close(root);
}

static void runs(void)
{
	struct fl_error error = {0, 0};
	struct fl_usage usage = {0, 0, 0};
	int status = -1;
	fl_launch *launch = shell("exit 7");
	CHECK(fl_run(launch, &status, &usage, &error) == 0 && EXITED(status, 7));
	CHECK(usage.max_rss > 0);
	CHECK(fl_run(launch, NULL, NULL, NULL) == 0);
	fl_launch_free(launch);
	launch = shell("kill -9 $$");
	CHECK(fl_run(launch, &status, NULL, NULL) == 0 && KILLED(status, SIGKILL));
	fl_launch_free(launch);
	launch = fl_launch_new("/nonexistent/program");
	CHECK(fl_run(launch, &status, &usage, &error) == -1 && errno == ENOENT);
	CHECK(error.error == ENOENT && strcmp(fl_step_name(error.step), "exec") == 0);
	fl_launch_free(launch);
	CHECK(fl_run(NULL, &status, NULL, NULL) == -1 && errno == EINVAL);
	CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}

static void handles(void)
{
	int status;
	fl_launch *launch = shell("sleep 1000 & sleep 1000");
	fl_child *child = fl_start(launch, NULL);
	CHECK(child && fl_wait_for(child, 0, &status) == 0);
	CHECK(fl_wait_for(child, 5, &status) == 0);
	CHECK(fl_signal(child, 0) == 0);
	CHECK(fl_signal(child, 1000) == -1 && errno == EINVAL);
	if (fl_pidfd(child) >= 0) {
		struct pollfd fd = {fl_pidfd(child), POLLIN, 0};
		CHECK(poll(&fd, 1, 0) == 0);
		CHECK(fl_kill_tree(child) == 0);
		CHECK(poll(&fd, 1, 60000) == 1);
	} else {
		CHECK(fl_kill_tree(child) == 0);
	}
	CHECK(fl_wait(child, &status) == 0 && KILLED(status, SIGKILL));
	fl_child_free(child);
	fl_launch_free(launch);
	CHECK(fl_adopt_orphans(1) == 0 && fl_adopt_orphans(0) == 0);
	CHECK(fl_kill_cgroup(-1) == -1 && errno == EBADF);

	launch = shell("read line; echo \"<$line>\"; echo err >&2");
	int ends[3];
	child = fl_start_piped(launch, FL_INPUT | FL_OUTPUT | FL_ERROR_TO_OUTPUT, ends, NULL);
	CHECK(child && ends[0] >= 0 && ends[1] >= 0 && ends[2] == -1);
	CHECK(fcntl(ends[0], F_GETFD) == FD_CLOEXEC);
	CHECK(write(ends[0], "hello\n", 6) == 6);
	FILE *stream = fdopen(ends[1], "r");
	char line[40];
	CHECK(fgets(line, sizeof line, stream) && strcmp(line, "<hello>\n") == 0);
	CHECK(fgets(line, sizeof line, stream) && strcmp(line, "err\n") == 0);
	CHECK(!fgets(line, sizeof line, stream));
	fclose(stream);
	close(ends[0]);
	CHECK(fl_wait(child, &status) == 0 && EXITED(status, 0));
	fl_child_free(child);
	fl_launch_free(launch);

	launch = shell("exit 3");
	fl_launching *launching = fl_start_unwaited(launch, NULL);
	CHECK(launching && (getenv("FORKLESS_FORK") || fl_launching_fd(launching) == -1));
	child = fl_launching_finish(launching, NULL);
	CHECK(child && fl_wait(child, &status) == 0 && EXITED(status, 3));
	fl_child_free(child);
	CHECK(fl_readiness(launch) == 0);
	launching = fl_start_unwaited(launch, NULL);
	fl_launch_free(launch);
	CHECK(launching);
	if (fl_launching_fd(launching) >= 0) {
		struct pollfd fd = {fl_launching_fd(launching), POLLIN, 0};
		CHECK(poll(&fd, 1, 60000) == 1);
	}
	child = fl_launching_finish(launching, NULL);
	CHECK(child && fl_wait(child, &status) == 0 && EXITED(status, 3));
	fl_child_free(child);
	launch = fl_launch_new("/nonexistent");
	struct fl_error error = {0, 0};
	launching = fl_start_unwaited(launch, &error);
	CHECK(!launching || !fl_launching_finish(launching, &error));
	CHECK(errno == ENOENT && strcmp(fl_step_name(error.step), "exec") == 0);
	fl_launch_free(launch);
}

static void captures(void)
{
	enum { SIZE = 1000000 };
	char *input = malloc(SIZE);
	memset(input, 'x', SIZE);
	struct fl_capture options = {.input = input, .input_size = SIZE, .milliseconds = 60000};
	struct fl_output output;
	fl_launch *launch = shell("head -c 500000 /dev/zero >&2; cat; exit 4");
	CHECK(fl_capture(launch, &options, &output, NULL) == 0);
	CHECK(EXITED(output.status, 4) && output.end == FL_FINISHED);
	CHECK(output.output_size == SIZE && memcmp(output.output, input, SIZE) == 0);
	CHECK(output.error_size == 500000);
	fl_output_free(&output);
	fl_output_free(&output);
	fl_launch_free(launch);

	launch = shell("echo out; echo err >&2; sleep 1000 & sleep 1000");
	options = (struct fl_capture){.milliseconds = 1000, .errors = 1};
	CHECK(fl_capture(launch, &options, &output, NULL) == 0);
	CHECK(KILLED(output.status, SIGKILL) && output.end == FL_TIME);
	CHECK(strcmp(output.output, "out\nerr\n") == 0 && output.error_size == 0);
	fl_output_free(&output);
	fl_launch_free(launch);

	launch = shell("yes");
	options = (struct fl_capture){.limit = 10};
	CHECK(fl_capture(launch, &options, &output, NULL) == 0);
	CHECK(output.end == FL_LIMIT && strcmp(output.output, "y\ny\ny\ny\ny\n") == 0);
	fl_output_free(&output);
	fl_launch_free(launch);

	fl_launch *stages[] = {shell("cat"), shell("tr x y"), shell("head -c 5; echo err >&2")};
	options = (struct fl_capture){.input = input, .input_size = SIZE};
	CHECK(fl_pipeline((const fl_launch *const *)stages, 3, &options, &output, NULL) == 0);
	CHECK(strcmp(output.output, "yyyyy") == 0 && strcmp(output.error, "err\n") == 0);
	CHECK(EXITED(output.status, 0));
	fl_output_free(&output);
	CHECK(fl_pipeline(NULL, 0, NULL, &output, NULL) == -1 && errno == EINVAL);
	for (int i = 0; i < 3; i++)
		fl_launch_free(stages[i]);
	free(input);
}

/* Several threads start the same description, while a handler runs all the time. */
static fl_launch *common;
static atomic_int handled;

static void handler(int signal)
{
	(void)signal;
	handled++;
}

static void *launches(void *argument)
{
	(void)argument;
	for (int i = 0; i < 40; i++) {
		int status;
		fl_child *child = fl_start(common, NULL);
		CHECK(child && fl_wait(child, &status) == 0 && EXITED(status, 5));
		fl_child_free(child);
	}
	return NULL;
}

static void threads(void)
{
	common = shell("exit 5");
	struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
	sigaction(SIGALRM, &action, NULL);
	struct itimerval often = {{0, 500}, {0, 500}};
	setitimer(ITIMER_REAL, &often, NULL);
	pthread_t thread[4];
	for (int i = 0; i < 4; i++)
		CHECK(pthread_create(&thread[i], NULL, launches, NULL) == 0);
	for (int i = 0; i < 4; i++)
		CHECK(pthread_join(thread[i], NULL) == 0);
	struct itimerval never = {{0, 0}, {0, 0}};
	setitimer(ITIMER_REAL, &never, NULL);
	CHECK(handled > 0);
	fl_launch_free(common);
	CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}

/* The wait for a program, not cancelled. */
static int waited(fl_child *child, int *status)
{
	int old, result;
	CHECK(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0);
	result = fl_wait(child, status);
	CHECK(pthread_setcancelstate(old, NULL) == 0);
	return result;
}

/* A launch is no cancellation point: a thread that has been cancelled carries it out,
 * and ends when it says so. */
__attribute__((noinline)) static void launch_cancelled(void)
{
	fl_launch *good = shell("exit 5"), *bad = fl_launch_new("/nonexistent");
	fl_launch *says = shell("echo text; exit 5");
	CHECK(pthread_cancel(pthread_self()) == 0);
	struct fl_error error;
	for (int i = 0; i < 3; i++) {
		CHECK(!fl_start(bad, &error) && error.error == ENOENT);
		fl_child *child = fl_start(good, &error);
		int status;
		CHECK(child && waited(child, &status) == 0 && EXITED(status, 5));
		fl_child_free(child);
		fl_launching *launching = fl_start_unwaited(good, &error);
		CHECK(launching);
		child = fl_launching_finish(launching, &error);
		CHECK(child && waited(child, &status) == 0 && EXITED(status, 5));
		CHECK(fl_run(good, &status, NULL, &error) == 0 && EXITED(status, 5));
		fl_child_free(child);
		struct fl_output output;
		CHECK(fl_capture(says, NULL, &output, &error) == 0 && EXITED(output.status, 5));
		CHECK(strcmp(output.output, "text\n") == 0);
		fl_output_free(&output);
		CHECK(fl_capture(bad, NULL, &output, &error) == -1 && error.error == ENOENT);
	}
	fl_launch_free(good);
	fl_launch_free(bad);
	fl_launch_free(says);
}

/* What it does is in a frame of its own: sanitizers do not see that one is unwound. */
static void *cancelled(void *argument)
{
	char **text = argument;
	launch_cancelled();
	*text = "launched";
	pthread_testcancel();
	return NULL;
}

static void cancellation(void)
{
	pthread_t thread;
	char *text = NULL;
	void *result;
	CHECK(pthread_create(&thread, NULL, cancelled, &text) == 0);
	CHECK(pthread_join(thread, &result) == 0 && result == PTHREAD_CANCELED);
	CHECK(text && strcmp(text, "launched") == 0);
	CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}

int main(void)
{
	start_and_wait();
	failures();
	surroundings();
	descriptors();
	runs();
	handles();
	captures();
	threads();
	cancellation();
	puts("done");
	return 0;
}
