/* Waits are cancellation points, as waitpid() is: a thread that is cancelled in one leaves the
 * program, its status and its handle as they were. */

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <forkless.h>

#include "check.h"

/* One wait: what it is done to, how, and what was seen of it. */
struct wait {
	fl_child *child;
	void (*how)(fl_child *child);
	_Atomic int begun, cleaned;
	int status;
};

static void plain(fl_child *child)
{
	fl_wait(child, NULL);
}

static void timed(fl_child *child)
{
	fl_wait_for(child, 100000, NULL);
}

static void usage(fl_child *child)
{
	/* Not on the stack: AddressSanitizer keeps what it knows of frames that unwinding leaves. */
	static struct fl_usage numbers;
	fl_usage(child, &numbers);
}

/* What a program does when it is cancelled: it ends the child and frees the handle. */
static void clean(void *argument)
{
	struct wait *wait = argument;
	CHECK(fl_wait_for(wait->child, 0, NULL) == 0);
	CHECK(fl_signal(wait->child, SIGKILL) == 0);
	CHECK(fl_wait(wait->child, &wait->status) == 0);
	fl_child_free(wait->child);
	wait->cleaned = 1;
}

static void *waits(void *argument)
{
	struct wait *wait = argument;
	pthread_cleanup_push(clean, wait);
	wait->begun = 1;
	wait->how(wait->child);
	pthread_cleanup_pop(0);
	return NULL;
}

static fl_child *sleeps(int with_pidfd)
{
	fl_launch *launch = fl_launch_new("/bin/sleep");
	CHECK(fl_argument(launch, "sleep") == 0 && fl_argument(launch, "1000") == 0);
	CHECK(with_pidfd || fl_without_pidfd(launch) == 0);
	fl_child *child = fl_start(launch, NULL);
	CHECK(child);
	fl_launch_free(launch);
	return child;
}

static void cancelled(void (*how)(fl_child *), int with_pidfd, int while_asleep)
{
	static struct wait wait;
	wait.child = sleeps(with_pidfd);
	wait.how = how;
	wait.begun = wait.cleaned = 0;
	pthread_t thread;
	CHECK(pthread_create(&thread, NULL, waits, &wait) == 0);
	while (while_asleep && !wait.begun)
		usleep(1000);
	if (while_asleep)
		usleep(20000);
	CHECK(pthread_cancel(thread) == 0);
	void *result;
	CHECK(pthread_join(thread, &result) == 0 && result == PTHREAD_CANCELED);
	if (!wait.cleaned) {
		/* It was cancelled before it began. */
		CHECK(!wait.begun);
		clean(&wait);
	}
	CHECK(KILLED(wait.status, SIGKILL));
	CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}

/* Where cancelling is disabled a wait goes on. */
static void *waits_disabled(void *argument)
{
	struct wait *wait = argument;
	int old;
	CHECK(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0);
	CHECK(pthread_cancel(pthread_self()) == 0);
	wait->begun = 1;
	CHECK(fl_wait(wait->child, &wait->status) == 0);
	CHECK(fl_wait_for(wait->child, 10, &wait->status) == 1);
	wait->cleaned = 1;
	return NULL;
}

static void disabled(void)
{
	struct wait wait = { .child = sleeps(1) };
	pthread_t thread;
	CHECK(pthread_create(&thread, NULL, waits_disabled, &wait) == 0);
	while (!wait.begun)
		usleep(1000);
	CHECK(kill(fl_pid(wait.child), SIGTERM) == 0);
	void *result;
	CHECK(pthread_join(thread, &result) == 0 && result == NULL);
	CHECK(wait.cleaned && KILLED(wait.status, SIGTERM));
	fl_child_free(wait.child);
}

/* A wait with a limit ends in time, whatever signals are caught meanwhile. */
static void nothing(int signal)
{
	(void)signal;
}

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void in_time(int with_pidfd)
{
	struct sigaction action = { .sa_handler = nothing };
	struct sigaction old;
	CHECK(sigaction(SIGALRM, &action, &old) == 0);
	fl_child *child = sleeps(with_pidfd);
	double begin = seconds();
	ualarm(20000, 20000);
	CHECK(fl_wait_for(child, 200, NULL) == 0);
	ualarm(0, 0);
	double took = seconds() - begin;
	CHECK(took >= 0.2 && took < 20);
	errno = 77;
	CHECK(fl_signal(child, SIGKILL) == 0);
	int status;
	CHECK(fl_wait(child, &status) == 0 && KILLED(status, SIGKILL) && errno == 77);
	CHECK(fl_wait_for(child, 1000, &status) == 1 && errno == 77);
	fl_child_free(child);
	CHECK(sigaction(SIGALRM, &old, NULL) == 0);
}

int main(void)
{
	void (*how[])(fl_child *) = { plain, timed, usage };
	for (int at = 0; at < 3; at++)
		for (int with_pidfd = 0; with_pidfd < 2; with_pidfd++)
			for (int while_asleep = 0; while_asleep < 2; while_asleep++)
				cancelled(how[at], with_pidfd, while_asleep);
	disabled();
	in_time(0);
	in_time(1);
	CHECK(fl_wait(NULL, NULL) == -1 && errno == EINVAL);
	CHECK(fl_wait_for(NULL, 10, NULL) == -1 && errno == EINVAL);
	puts("done");
	return 0;
}
