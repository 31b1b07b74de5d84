/*
 * Starts a program as a service manager would: in a session of its own, with
 * nothing open but what it is given, limits, a clean environment, and told apart
 * from this process's signals. Says at which step it failed, if it did.
 *
 *     cc service.c -lforkless -o service && ./service sleep 1
 */

#include <errno.h>
#include <fcntl.h>
#include <forkless.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

int main(int argc, char *argv[])
{
	if (argc < 2) {
		fprintf(stderr, "usage: %s PROGRAM [ARGUMENT ...]\n", argv[0]);
		return 2;
	}
	char *environment[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C", NULL};
	struct rlimit files = {256, 256};
	sigset_t none, all;
	sigemptyset(&none);
	sigfillset(&all);

	fl_launch *launch = fl_launch_new(argv[1]);
	if (!launch || fl_arguments(launch, &argv[1]) || fl_environment(launch, environment) ||
	    fl_session(launch) || fl_directory(launch, "/") || fl_umask(launch, 022) ||
	    fl_null(launch, 0) || fl_close_others(launch, 1) ||
	    fl_limit(launch, RLIMIT_NOFILE, &files) || fl_signal_mask(launch, &none) ||
	    fl_signal_default(launch, &all) || fl_no_new_privileges(launch)) {
		perror("service");
		return 1;
	}
	struct fl_error error;
	fl_child *child = fl_start(launch, &error);
	if (!child) {
		fprintf(stderr, "%s: %s: %s\n", argv[1], fl_step_name(error.step),
		    strerror(error.error));
		return 127;
	}
	printf("process %d (%s)\n", (int)fl_pid(child), fl_child_path(child));

	int status;
	int ended = fl_wait_for(child, 5000, &status);
	if (ended == 0) {
		printf("still running after five seconds: ending it\n");
		if (fl_kill_tree(child) || fl_wait(child, &status))
			ended = -1;
	}
	if (ended < 0) {
		perror(argv[1]);
		return 1;
	}
	if (WIFEXITED(status))
		printf("exit status %d\n", WEXITSTATUS(status));
	else
		printf("ended by signal %d\n", WTERMSIG(status));
	fl_child_free(child);
	fl_launch_free(launch);
	return 0;
}
