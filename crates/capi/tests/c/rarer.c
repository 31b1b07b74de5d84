/* The rarer options of forkless.h: root, terminal, control group, out-of-memory score, namespaces and mounts,
 * and a program that is being written. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <forkless.h>
#include <linux/filter.h>
#include <poll.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"

static fl_launch *shell(const char *script)
{
	fl_launch *launch = fl_launch_new("/bin/sh");
	CHECK(launch && fl_argument(launch, "sh") == 0);
	CHECK(fl_argument(launch, "-c") == 0 && fl_argument(launch, script) == 0);
	return launch;
}

/* The launch fails at this step with this errno. */
static void fails(fl_launch *launch, const char *step, int number)
{
	struct fl_error error = {0, 0};
	CHECK(!fl_start(launch, &error) && errno == number && error.error == number);
	if (strcmp(fl_step_name(error.step), step) != 0)
		fprintf(stderr, "step %s\n", fl_step_name(error.step));
	CHECK(strcmp(fl_step_name(error.step), step) == 0);
}

/* The launch prints a text with this in it; frees it. */
static void prints(fl_launch *launch, const char *expected)
{
	struct fl_output output;
	CHECK(fl_capture(launch, NULL, &output, NULL) == 0 && EXITED(output.status, 0));
	if (!strstr(output.output, expected))
		fprintf(stderr, "expected \"%s\" in \"%s\"\n", expected, output.output);
	CHECK(strstr(output.output, expected));
	fl_output_free(&output);
	fl_launch_free(launch);
}

static void roots(void)
{
	fl_launch *launch = shell("pwd");
	CHECK(fl_root(launch, NULL) == -1 && errno == EINVAL);
	if (geteuid() != 0) {
		CHECK(fl_root(launch, "/") == 0);
		fails(launch, "root directory", EPERM);
		fl_launch_free(launch);
		return;
	}
	CHECK(fl_root(launch, "/nonexistent") == 0);
	fails(launch, "root directory", ENOENT);
	/* Where there is no such program. */
	CHECK(fl_root(launch, "/dev") == 0);
	fails(launch, "exec", ENOENT);
	/* The last one counts; the working directory is the new root. */
	CHECK(fl_root(launch, "/") == 0);
	prints(launch, "/\n");
}

static void terminals(void)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	CHECK(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
	int tty = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
	CHECK(tty >= 0);
	/* The new session's terminal, whose foreground group is the session's. */
	fl_launch *launch = shell("read -r pid name state parent group session tty foreground rest "
				  "</proc/self/stat; echo $((tty != 0)) $((foreground - $$))");
	CHECK(fl_session(launch) == 0);
	CHECK(fl_controlling_terminal(launch, tty) == 0);
	CHECK(fl_foreground(launch, tty) == 0);
	prints(launch, "1 0\n");

	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	launch = shell(":");
	CHECK(fl_foreground(launch, null) == 0);
	fails(launch, "foreground group", ENOTTY);
	fl_launch_free(launch);
	launch = shell(":");
	CHECK(fl_session(launch) == 0 && fl_controlling_terminal(launch, null) == 0);
	fails(launch, "controlling terminal", ENOTTY);
	fl_launch_free(launch);
	close(null);
	close(tty);
	close(master);
}

static void out_of_memory(void)
{
	char before[20] = "", after[20] = "";
	int file = open("/proc/self/oom_score_adj", O_RDONLY | O_CLOEXEC);
	CHECK(file >= 0 && read(file, before, sizeof before - 1) > 0);
	/* Raising it needs no rights. */
	fl_launch *launch = shell("cat /proc/self/oom_score_adj");
	CHECK(fl_oom_score(launch, 999) == 0);
	prints(launch, "999\n");
	CHECK(pread(file, after, sizeof after - 1, 0) > 0 && strcmp(before, after) == 0);
	close(file);
	launch = shell(":");
	CHECK(fl_oom_score(launch, 5000) == 0);
	fails(launch, "oom score", EINVAL);
	fl_launch_free(launch);
}

static void control_groups(void)
{
	int none = open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	fl_launch *launch = shell(":");
	CHECK(fl_cgroup(launch, none) == 0);
	fails(launch, "cgroup", ENOENT);
	/* Not waited for it could have this process killed. */
	CHECK(!fl_start_unwaited(launch, NULL) && errno == ENOTSUP);
	fl_launch_free(launch);
	close(none);

	static const char *const bases[] = {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"};
	for (size_t i = 0; i < 2; i++) {
		char path[100], name[100];
		snprintf(name, sizeof name, "/forkless-test-%d", (int)getpid());
		snprintf(path, sizeof path, "%s/cgroup.procs", bases[i]);
		if (access(path, F_OK) != 0)
			continue;
		snprintf(path, sizeof path, "%s%s", bases[i], name);
		if (mkdir(path, 0700) != 0)
			continue;
		int group = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		launch = shell("cat /proc/self/cgroup");
		CHECK(group >= 0 && fl_cgroup(launch, group) == 0);
		prints(launch, name);
		if (faccessat(group, "cgroup.kill", W_OK, 0) == 0) {
			int status;
			launch = shell("sleep 1000 & wait");
			CHECK(fl_cgroup(launch, group) == 0);
			fl_child *child = fl_start(launch, NULL);
			CHECK(child && fl_kill_cgroup(group) == 0);
			CHECK(fl_wait(child, &status) == 0 && KILLED(status, SIGKILL));
			fl_child_free(child);
			fl_launch_free(launch);
		}
		close(group);
		/* Until the last of it is gone. */
		while (rmdir(path) != 0) {
			CHECK(errno == EBUSY);
			poll(NULL, 0, 1);
		}
	}
}

static void *closes(void *argument)
{
	poll(NULL, 0, 10);
	close(*(int *)argument);
	return NULL;
}

static void busy(void)
{
	char name[] = "/tmp/forkless-test-XXXXXX";
	int writer = mkstemp(name), program = open("/bin/true", O_RDONLY | O_CLOEXEC);
	CHECK(writer >= 0 && program >= 0 && fchmod(writer, 0700) == 0);
	char block[4096];
	ssize_t size;
	while ((size = read(program, block, sizeof block)) > 0)
		CHECK(write(writer, block, (size_t)size) == size);
	close(program);
	fcntl(writer, F_SETFD, FD_CLOEXEC);
	fl_launch *launch = fl_launch_new(name);
	fl_child *child = fl_start(launch, NULL);
	int status;
	if (child) {
		/* A kernel that does not mind. */
		CHECK(fl_wait(child, &status) == 0 && EXITED(status, 0));
		fl_child_free(child);
		close(writer);
	} else {
		CHECK(errno == ETXTBSY);
		CHECK(fl_retry_busy(launch, 3) == 0);
		fails(launch, "exec", ETXTBSY);
		CHECK(fl_retry_busy(launch, 60000) == 0);
		pthread_t thread;
		CHECK(pthread_create(&thread, NULL, closes, &writer) == 0);
		child = fl_start(launch, NULL);
		CHECK(child && fl_wait(child, &status) == 0 && EXITED(status, 0));
		fl_child_free(child);
		CHECK(pthread_join(thread, NULL) == 0);
	}
	fl_launch_free(launch);
	unlink(name);
}

/* What is no descriptor or no user is not left out: it cannot be had. */
static void nothing(void)
{
	fl_launch *launch = shell("echo never");
	fl_directory_fd(launch, -1);
	fails(launch, "directory", EBADF);
	fl_launch_free(launch);
	launch = shell("echo never");
	fl_program_fd(launch, -1);
	fails(launch, "exec", EBADF);
	fl_launch_free(launch);
	launch = shell("echo never");
	fl_foreground(launch, -1);
	fails(launch, "foreground group", EBADF);
	fl_launch_free(launch);
	launch = shell("echo never");
	fl_user(launch, (uid_t)-1);
	fails(launch, "credentials", EINVAL);
	fl_launch_free(launch);
	launch = shell("echo never");
	fl_group(launch, (gid_t)-1);
	fails(launch, "credentials", EINVAL);
	fl_launch_free(launch);
	launch = shell("echo $0");
	cpu_set_t none;
	CPU_ZERO(&none);
	CHECK(fl_processors(launch, &none, sizeof none) == -1 && errno == EINVAL);
	/* What was refused has changed nothing. */
	CHECK(fl_arguments(launch, NULL) == -1 && errno == EINVAL);
	prints(launch, "sh");
	launch = fl_launch_new("/bin/echo");
	CHECK(fl_argument(launch, NULL) == -1 && errno == EINVAL);
	prints(launch, "\n");
	/* A capture is a launch, too. */
	char path[200] = "";
	launch = shell("true");
	fl_fork_policy(launch, FL_FORK_ALWAYS);
	prints(launch, "");
	CHECK(fl_launch_path(path, sizeof path) > 0 && strstr(path, "fork"));
	launch = shell("true");
	prints(launch, "");
	CHECK(fl_launch_path(path, sizeof path) > 0 && (getenv("FORKLESS_FORK") || !strstr(path, "fork")));
	/* Arguments that are wrong are told as an error, too. */
	struct fl_error error = {-1, -1};
	CHECK(!fl_start(NULL, &error) && error.error == EINVAL);
	CHECK(strcmp(fl_step_name(error.step), "prepare") == 0);
	struct fl_capture options = {.errors = 3};
	struct fl_output output;
	launch = shell("true");
	error.error = -1;
	CHECK(fl_capture(launch, &options, &output, &error) == -1 && error.error == EINVAL);
	int ends[3];
	error.error = -1;
	CHECK(!fl_start_piped(launch, 16, ends, &error) && error.error == EINVAL);
	fl_launch_free(launch);
}

/* linux/landlock.h may be missing or older. */
static int ruleset(uint64_t files)
{
	return (int)syscall(444, &files, sizeof files, 0);
}

static void confinement(void)
{
	struct sock_filter filter[] = {
		{BPF_LD | BPF_W | BPF_ABS, 0, 0, 0},
		{BPF_JMP | BPF_JEQ | BPF_K, 0, 1, __NR_getppid},
		{BPF_RET | BPF_K, 0, 0, 0x00050000 | EPERM},
		{BPF_RET | BPF_K, 0, 0, 0x7fff0000},
	};
	fl_launch *launch = shell("grep -E '^(NoNewPrivs|Seccomp|CapEff):' /proc/self/status");
	CHECK(fl_confine(NULL, -1, NULL, 0, 0) == -1 && errno == EINVAL);
	CHECK(fl_confine(launch, -1, NULL, 1, 0) == -1 && errno == EINVAL);
	CHECK(fl_confine(launch, -1, filter, 65536, 0) == -1 && errno == EINVAL);
	CHECK(fl_confine(launch, -1, filter, 4, 0) == 0);
	prints(launch, "CapEff:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n");
	launch = shell("true");
	filter[3].code = 0xffff;
	CHECK(fl_confine(launch, -1, filter, 4, UINT64_MAX) == 0);
	fails(launch, "confinement", EINVAL);
	fl_launch_free(launch);
	int denied = ruleset(1);
	if (denied < 0) {
		printf("skipped: this kernel has no Landlock\n");
		return;
	}
	launch = shell("true");
	CHECK(fl_confine(launch, denied, NULL, 0, UINT64_MAX) == 0);
	fails(launch, "exec", EACCES);
	close(denied);
	fails(launch, "confinement", EBADF);
	denied = ruleset(2);
	CHECK(fl_confine(launch, denied, NULL, 0, UINT64_MAX) == 0);
	prints(launch, "");
	launch = shell("echo x >/dev/null || echo refused");
	CHECK(fl_confine(launch, denied, NULL, 0, UINT64_MAX) == 0);
	prints(launch, "refused");
	close(denied);
}

/* Programs and libraries, each of which a system may have as a link to another. */
static void system_files(fl_launch *launch)
{
	const char *paths[] = {"/usr", "/bin", "/lib", "/lib64"};
	for (int i = 0; i < 4; i++)
		if (access(paths[i], F_OK) == 0)
			CHECK(fl_bind(launch, paths[i], paths[i], FL_READ_ONLY) == 0);
}

static void namespaces(void)
{
	fl_launch *launch = shell("id -u; id -g");
	CHECK(fl_namespaces(launch, CLONE_VM) == -1 && errno == EINVAL);
	CHECK(fl_namespaces(launch, CLONE_NEWUSER) == 0);
	struct fl_error error;
	fl_child *child = fl_start(launch, &error);
	if (!child) {
		CHECK(strcmp(fl_step_name(error.step), "namespaces") == 0 && fl_step_mount(error.step) == -1);
		printf("skipped: no user namespaces here\n");
		fl_launch_free(launch);
		return;
	}
	CHECK(fl_wait(child, NULL) == 0);
	fl_child_free(child);
	CHECK(fl_map_user(launch, 0, geteuid(), 1) == 0 && fl_map_group(launch, 0, getegid(), 1) == 0);
	prints(launch, "0\n0\n");

	launch = shell("uname -n; pwd; echo /*; cat /etc/passwd; echo x >/new && cat /new; test -c /dev/null");
	CHECK(fl_hostname(launch, "apart") == 0);
	CHECK(fl_namespaces(launch, CLONE_NEWUSER | CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWPID) == 0);
	CHECK(fl_bind(launch, "/", "/", 16) == -1 && errno == EINVAL);
	CHECK(fl_bind(launch, NULL, "/", 0) == -1 && errno == EINVAL);
	CHECK(fl_memory(launch, "/", 1 << 20, 0755, 0) == 0);
	system_files(launch);
	CHECK(fl_devices(launch, "/dev") == 0 && fl_make_directory(launch, "/a/b") == 0);
	CHECK(fl_link(launch, "/proc/none", "/etc/passwd") == 0);
	CHECK(fl_directory(launch, "/a") == 0);
	prints(launch, "apart\n/a\n/a ");

	launch = shell("true");
	CHECK(fl_namespaces(launch, CLONE_NEWUSER) == 0);
	CHECK(fl_memory(launch, "/tmp", 0, 01777, 0) == 0 && fl_bind(launch, "/no/such", "/tmp/x", 0) == 0);
	CHECK(!fl_start(launch, &error) && errno == ENOENT);
	CHECK(strcmp(fl_step_name(error.step), "mount") == 0 && fl_step_mount(error.step) == 1);
	fl_launch_free(launch);
}

int main(void)
{
	nothing();
	roots();
	terminals();
	out_of_memory();
	control_groups();
	confinement();
	namespaces();
	busy();
	CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
	puts("done");
	return 0;
}
