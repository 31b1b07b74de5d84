/* Every system call that a filter may refuse, one at a time, with two errnos: what the library
 * offers works all the same, or fails; it never hangs, and leaves no child and no descriptor. */

#include <dirent.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <forkless.h>

#include "check.h"

#ifndef SYS_process_vm_readv
#error "no process_vm_readv"
#endif

/* Whether a launch has to work without the call. Otherwise it may fail. */
enum { MAY_FAIL, HAS_TO_WORK };

struct call {
	const char *name;
	long number;
	int has_to;
};

#define CALL(name, has_to) { #name, SYS_##name, has_to }

static const struct call calls[] = {
	CALL(clone3, HAS_TO_WORK),
	CALL(pidfd_open, HAS_TO_WORK),
	CALL(pidfd_send_signal, HAS_TO_WORK),
	CALL(close_range, HAS_TO_WORK),
	CALL(waitid, HAS_TO_WORK),
	CALL(wait4, HAS_TO_WORK),
	CALL(process_vm_readv, HAS_TO_WORK),
	CALL(execveat, HAS_TO_WORK),
	CALL(getdents64, HAS_TO_WORK),
	CALL(rt_sigtimedwait, HAS_TO_WORK),
	CALL(rt_sigpending, HAS_TO_WORK),
	CALL(kill, HAS_TO_WORK),
	CALL(clone, MAY_FAIL),
	CALL(execve, MAY_FAIL),
	CALL(pipe2, MAY_FAIL),
	CALL(ppoll, MAY_FAIL),
	CALL(futex, MAY_FAIL),
	CALL(fcntl, MAY_FAIL),
	CALL(dup3, MAY_FAIL),
	CALL(ioctl, MAY_FAIL),
	CALL(prctl, MAY_FAIL),
	CALL(read, MAY_FAIL),
	CALL(write, MAY_FAIL),
	CALL(openat, MAY_FAIL),
	CALL(faccessat, MAY_FAIL),
	CALL(newfstatat, MAY_FAIL),
	CALL(fstat, MAY_FAIL),
	CALL(mmap, MAY_FAIL),
	CALL(mprotect, MAY_FAIL),
	CALL(madvise, MAY_FAIL),
	CALL(brk, MAY_FAIL),
	CALL(getcwd, MAY_FAIL),
	CALL(setpgid, MAY_FAIL),
	CALL(rt_sigaction, MAY_FAIL),
	CALL(rt_sigprocmask, MAY_FAIL),
	CALL(clock_gettime, MAY_FAIL),
	CALL(prlimit64, MAY_FAIL),
#ifdef SYS_access
	CALL(access, MAY_FAIL),
	CALL(poll, MAY_FAIL),
#endif
};

enum { COUNT = sizeof calls / sizeof calls[0] };

/* Has a system call of this thread and of its children refused from now on. */
static int refuse(long number, int error)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof code / sizeof code[0], code };
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* --- What is tried: each returns 1 if it worked and 0 if it failed as it should ----------- */

static fl_launch *program(const char *path, const char *one, const char *two)
{
	fl_launch *launch = fl_launch_new(path);
	CHECK(launch && fl_argument(launch, "program") == 0);
	if (one)
		CHECK(fl_argument(launch, one) == 0 && fl_argument(launch, two) == 0);
	CHECK(fl_close_others(launch, 1) == 0);
	return launch;
}

/* A program that needs next to nothing: this one. */
static fl_launch *ends_with(const char *status)
{
	return program("/proc/self/exe", "exit", status);
}

static int runs(void)
{
	fl_launch *launch = ends_with("3");
	int status = 0;
	int worked = fl_run(launch, &status, NULL, NULL) == 0 && EXITED(status, 3);
	fl_launch_free(launch);
	return worked;
}

static int starts(void)
{
	fl_launch *launch = ends_with("4");
	fl_child *child = fl_start(launch, NULL);
	struct fl_usage usage;
	int status = 0;
	int worked = child && fl_wait(child, &status) == 0 && EXITED(status, 4) &&
	    fl_usage(child, &usage) == 0;
	fl_child_free(child);
	fl_launch_free(launch);
	return worked;
}

static int starts_without_pidfd(void)
{
	fl_launch *launch = ends_with("5");
	CHECK(fl_without_pidfd(launch) == 0);
	fl_child *child = fl_start(launch, NULL);
	int status = 0;
	int worked = child && fl_wait(child, &status) == 0 && EXITED(status, 5);
	fl_child_free(child);
	fl_launch_free(launch);
	return worked;
}

static int waits_for_a_time(void)
{
	fl_launch *launch = ends_with("6");
	fl_child *child = fl_start(launch, NULL);
	int status = 0, ended = 0;
	if (child && (ended = fl_wait_for(child, 5000, &status)) != 1)
		fl_wait(child, NULL);
	fl_child_free(child);
	fl_launch_free(launch);
	return ended == 1 && EXITED(status, 6);
}

static int starts_unwaited(void)
{
	fl_launch *launch = ends_with("7");
	fl_launching *launching = fl_start_unwaited(launch, NULL);
	fl_child *child = launching ? fl_launching_finish(launching, NULL) : NULL;
	int status = 0;
	int worked = child && fl_wait(child, &status) == 0 && EXITED(status, 7);
	fl_child_free(child);
	fl_launch_free(launch);
	return worked;
}

static int fails_to_start(void)
{
	fl_launch *launch = program("/nonexistent", NULL, NULL);
	struct fl_error error = { 0, 0 };
	int worked = !fl_start(launch, &error) && error.error == ENOENT;
	fl_launching *launching = fl_start_unwaited(launch, &error);
	worked &= !launching || !fl_launching_finish(launching, &error);
	worked &= fl_run(launch, NULL, NULL, &error) == -1;
	fl_launch_free(launch);
	return worked;
}

static int captures(void)
{
	fl_launch *launch = program("/proc/self/exe", "copy", "all");
	struct fl_capture options = { .input = "text", .input_size = 4, .milliseconds = 5000 };
	struct fl_output output = { .output = NULL };
	int worked = fl_capture(launch, &options, &output, NULL) == 0 &&
	    EXITED(output.status, 0) && output.output_size == 4 &&
	    memcmp(output.output, "text", 4) == 0;
	fl_output_free(&output);
	fl_launch_free(launch);
	return worked;
}

static int runs_out_of_time(void)
{
	fl_launch *launch = program("/proc/self/exe", "sleep", "long");
	struct fl_capture options = { .milliseconds = 20 };
	struct fl_output output = { .output = NULL };
	CHECK(fl_process_group(launch, 0) == 0);
	int worked = fl_capture(launch, &options, &output, NULL) == 0 && output.end == FL_TIME;
	fl_output_free(&output);
	fl_launch_free(launch);
	return worked;
}

static int connects(void)
{
	fl_launch *launch = program("/proc/self/exe", "copy", "all");
	const fl_launch *both[] = { launch, launch };
	struct fl_capture options = { .input = "text", .input_size = 4 };
	struct fl_output output = { .output = NULL };
	int worked = fl_pipeline(both, 2, &options, &output, NULL) == 0 &&
	    EXITED(output.status, 0) && output.output_size == 4;
	fl_output_free(&output);
	fl_launch_free(launch);
	return worked;
}

static int kills(void)
{
	fl_launch *launch = program("/proc/self/exe", "sleep", "long");
	CHECK(fl_process_group(launch, 0) == 0);
	fl_child *child = fl_start(launch, NULL);
	int status = 0, worked = 0;
	if (child) {
		worked = fl_kill_tree(child) == 0;
		if (!worked)
			syscall(SYS_tgkill, fl_pid(child), fl_pid(child), SIGKILL);
		worked &= fl_wait(child, &status) == 0 && KILLED(status, SIGKILL);
	}
	fl_child_free(child);
	fl_launch_free(launch);
	return worked;
}

static int line_direct(void)
{
	return EXITED(fl_system("/proc/self/exe exit 8"), 8);
}

static int line_by_shell(void)
{
	return EXITED(fl_system("exit 9"), 9);
}

static int line_read(void)
{
	FILE *stream = fl_popen("/proc/self/exe exit 10", "r");
	char text[10];
	if (!stream)
		return 0;
	while (fgets(text, sizeof text, stream))
		;
	return EXITED(fl_pclose(stream), 10);
}

static const struct {
	const char *name;
	int (*tried)(void);
} all[] = {
	{ "fl_run", runs },
	{ "fl_start", starts },
	{ "fl_without_pidfd", starts_without_pidfd },
	{ "fl_wait_for", waits_for_a_time },
	{ "fl_start_unwaited", starts_unwaited },
	{ "fl_start of nothing", fails_to_start },
	{ "fl_capture", captures },
	{ "fl_capture, too long", runs_out_of_time },
	{ "fl_pipeline", connects },
	{ "fl_kill_tree", kills },
	{ "fl_system, directly", line_direct },
	{ "fl_system, by a shell", line_by_shell },
	{ "fl_popen", line_read },
};

enum { ALL = sizeof all / sizeof all[0] };

/* --- What is left, asked by calls that are not refused: the parent looks ----------------- */

static int entries(const char *format, pid_t pid)
{
	char path[64];
	snprintf(path, sizeof path, format, (int)pid);
	DIR *directory = opendir(path);
	int count = 0;
	while (directory && readdir(directory))
		count++;
	if (directory)
		closedir(directory);
	return count;
}

/* The children of `pid`, those that are zombies too. */
static int children(pid_t pid)
{
	char path[64], text[64] = "";
	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
	FILE *file = fopen(path, "r");
	int found = file && fgets(text, sizeof text, file);
	if (file)
		fclose(file);
	return found;
}

/* Tries one thing with one call refused in a process of its own, which stops when it has. */
static int try(int what, const struct call *call, int error, int warm)
{
	pid_t pid = fork();
	CHECK(pid >= 0);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		alarm(20);
		/* What a program says that cannot even load its libraries. */
		CHECK(getenv("VERBOSE") || freopen("/dev/null", "w", stderr));
		if (warm)
			CHECK(runs() && starts());
		if (call && !refuse(call->number, error))
			_exit(77);
		int worked = all[what].tried();
		/* While it is stopped, its parent looks at what it has left. */
		raise(SIGSTOP);
		_exit(worked ? 0 : 1);
	}
	int status;
	CHECK(waitpid(pid, &status, WUNTRACED) == pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
		return 77;
	/* Neither hung nor crashed. */
	if (!WIFSTOPPED(status))
		fprintf(stderr, "%s without %s (%s): %s\n", all[what].name, call ? call->name : "-",
		    strerror(error), WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "exited");
	if (!WIFSTOPPED(status))
		return 2;
	int files = entries("/proc/%d/fd", pid), zombies = children(pid);
	CHECK(kill(pid, SIGCONT) == 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status));
	/* But for the one that lists them. */
	int own = entries("/proc/%d/fd", getpid()) - 1;
	if (files != own || zombies) {
		fprintf(stderr, "%s without %s (%s) left %d descriptors, %s\n", all[what].name,
		    call ? call->name : "-", strerror(error), files - own,
		    zombies ? "a child" : "no child");
		return 2;
	}
	return WEXITSTATUS(status);
}

static int helper(const char *what, const char *argument)
{
	if (strcmp(what, "exit") == 0)
		return atoi(argument);
	if (strcmp(what, "copy") == 0) {
		char text[64];
		ssize_t count;
		while ((count = read(0, text, sizeof text)) > 0)
			if (write(1, text, (size_t)count) != count)
				return 1;
		return 0;
	}
	sleep(1000);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 3)
		return helper(argv[1], argv[2]);
	int failed = 0;
	for (int what = 0; what < ALL; what++)
		CHECK(try(what, NULL, 0, 0) == 0);
	for (int at = 0; at < COUNT; at++) {
		for (int what = 0; what < ALL; what++) {
			/* Both errnos and both states, though not all four together. */
			for (int way = 0; way < 2; way++) {
				const struct call *call = &calls[at];
				int error = (at + what + way) % 2 ? ENOSYS : EPERM;
				int result = try(what, call, error, way);
				if (result == 77) {
					printf("no filters here\ndone\n");
					return 0;
				}
				if (result == 1 && call->has_to == MAY_FAIL && getenv("VERBOSE"))
					printf("%s fails without %s (%s)\n", all[what].name,
					    call->name, strerror(error));
				if (result == 1 && call->has_to == HAS_TO_WORK)
					fprintf(stderr, "%s fails without %s (%s)\n",
					    all[what].name, call->name, strerror(error));
				failed += result == 2 || (result == 1 && call->has_to == HAS_TO_WORK);
			}
		}
	}
	CHECK(failed == 0);
	printf("done\n");
	return 0;
}
