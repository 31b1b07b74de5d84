/*
 * Counts the processes (and threads) that a command creates, exactly and without
 * tracing it: a process-id namespace of its own hands out numbers one after the
 * other, so the number of a process made at the end tells how many there were.
 *
 * usage: count FD PROGRAM [ARGUMENT...]
 * Writes "created N status S" to descriptor FD. Exit status 125 where namespaces are
 * refused.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static int refused(const char *what)
{
	perror(what);
	return 125;
}

/* A /proc of the namespace's own, so that a command finds itself there. Where it is refused the
 * command sees the one outside, in which its number is somebody else's or nobody's. */
static void own_proc(void)
{
	if (unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0)
		(void)mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
}

/* The first process of the namespace: it starts the command as number 2. */
static int first(int fd, char **command)
{
	int status = 0, last;
	pid_t pid;
	/* It must not outlive who counts. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	own_proc();
	pid = fork();
	if (pid < 0)
		return refused("fork");
	if (pid == 0) {
		execvp(command[0], command);
		_exit(127);
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	/* A background job may still be starting something; what has been asked for is
	 * what the command's own end has seen. */
	last = fork();
	if (last == 0)
		_exit(0);
	dprintf(fd, "created %d status %d\n", last - pid - 1, status);
	return 0;
}

int main(int count, char **arguments)
{
	int status;
	pid_t pid;
	if (count < 3)
		return 125;
	if (unshare(CLONE_NEWPID) < 0 && unshare(CLONE_NEWUSER | CLONE_NEWPID) < 0)
		return refused("unshare");
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	pid = fork();
	if (pid < 0)
		return refused("fork");
	if (pid == 0) {
		/* The command keeps the descriptor as it is; the copy does not reach it. */
		int fd = fcntl(atoi(arguments[1]), F_DUPFD_CLOEXEC, 10);
		return fd < 0 ? refused("descriptor") : first(fd, arguments + 2);
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 125;
}
