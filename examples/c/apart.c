/* Runs a program that sees the system's programs, a directory of its own, and nothing else: no other files, no
 * network, no processes but its own, no rights.
 *
 *     apart DIRECTORY PROGRAM [ARGUMENT...]
 *
 * The program finds DIRECTORY as /work. What it writes elsewhere is gone with it.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <forkless.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What is mounted, in this order: for the message of one that fails. */
static const char *const mounts[] = {"/", "/usr", "/bin", "/lib", "/lib64", "/work", "/tmp"};

int main(int argc, char *argv[])
{
	if (argc < 3) {
		fprintf(stderr, "usage: apart DIRECTORY PROGRAM [ARGUMENT...]\n");
		return 2;
	}
	fl_launch *launch = fl_launch_new(argv[2]);
	fl_arguments(launch, argv + 2);
	fl_namespaces(launch, CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWCGROUP);
	fl_hostname(launch, "apart");
	fl_memory(launch, mounts[0], 0, 0755, FL_READ_ONLY);
	for (int i = 1; i <= 4; i++)
		fl_bind(launch, access(mounts[i], F_OK) ? "/usr" : mounts[i], mounts[i], FL_READ_ONLY);
	fl_bind(launch, argv[1], mounts[5], 0);
	fl_memory(launch, mounts[6], 64 << 20, 01777, 0);
	fl_devices(launch, "/dev");
	fl_directory(launch, "/work");
	fl_no_new_privileges(launch);
	fl_close_others(launch, 1);

	struct fl_error error;
	int status;
	if (fl_run(launch, &status, NULL, &error)) {
		int mount = fl_step_mount(error.step);
		int known = mount >= 0 && mount < (int)(sizeof mounts / sizeof *mounts);
		fprintf(stderr, "apart: %s %s: %s\n", fl_step_name(error.step), known ? mounts[mount] : "",
		    strerror(error.error));
		fl_launch_free(launch);
		return 126;
	}
	fl_launch_free(launch);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
