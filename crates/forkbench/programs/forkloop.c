/*
 * The two fork loops: a child that ends at once and a parent that waits for it; and
 * a child that prints one line and ends, reaped by a handler of SIGCHLD.
 *
 * Asked by two bytes on standard input, the kind of loop ('f' or 'p') and a number
 * of iterations; answers with that many times in nanoseconds, eight bytes each. With RAW
 * it is built without a C library.
 */
#ifdef RAW
#include "raw.h"
typedef struct raw_time stamp;
RAW_START(run);
static void now(stamp *time) { raw_now(time); }
static long nanoseconds(const stamp *time) { return time->seconds * 1000000000L + time->nanoseconds; }
static long input(void *to, unsigned long size) { return raw6(RAW_READ, 0, (long)to, (long)size, 0, 0); }
static long output(int fd, const void *from, unsigned long size) { return raw6(RAW_WRITE, fd, (long)from, (long)size, 0, 0); }
static long copy(void) { return raw6(RAW_CLONE, 17 /* SIGCHLD */, 0, 0, 0, 0); }
static long reap(int hang) { return raw6(RAW_WAIT4, -1, 0, hang ? 0 : 1, 0, 0); }
static void leave(void) { raw_exit(0); }
#define HANDLER 0
#else
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
typedef struct timespec stamp;
static void now(stamp *time) { clock_gettime(CLOCK_MONOTONIC, time); }
static long nanoseconds(const stamp *time) { return time->tv_sec * 1000000000L + time->tv_nsec; }
static long input(void *to, unsigned long size) { return read(0, to, size); }
static long output(int fd, const void *from, unsigned long size) { return write(fd, from, size); }
static long copy(void) { return fork(); }
static long reap(int hang) { return waitpid(-1, 0, hang ? 0 : WNOHANG); }
static void leave(void) { _exit(0); }
#define HANDLER 1
static volatile sig_atomic_t reaped;
static void on_child(int signal)
{
	int saved = errno;
	(void)signal;
	while (reap(0) > 0)
		reaped++;
	errno = saved;
}
#endif

/* One iteration; its nanoseconds, or -1 if there is no child. */
static long iterate(int prints)
{
	stamp before, after;
	now(&before);
#if HANDLER
	sigset_t block, old;
	if (prints) {
		sigemptyset(&block);
		sigaddset(&block, SIGCHLD);
		sigprocmask(SIG_BLOCK, &block, &old);
		reaped = 0;
	}
#endif
	long pid = copy();
	if (pid == 0) {
		if (prints)
			output(2, "a line\n", 7);
		leave();
	}
	if (pid < 0)
		return -1;
#if HANDLER
	if (prints) {
		while (!reaped)
			sigsuspend(&old);
		sigprocmask(SIG_SETMASK, &old, 0);
	} else
#endif
	while (reap(1) < 0)
		;
	now(&after);
	return nanoseconds(&after) - nanoseconds(&before);
}

static void serve(void)
{
	unsigned char order[2];
	while (input(order, 2) == 2) {
		int prints = order[0] == 'p';
#if HANDLER
		signal(SIGCHLD, prints ? on_child : SIG_DFL);
#endif
		for (int i = 0; i < order[1]; i++) {
			long time = iterate(prints);
			output(1, &time, 8);
		}
	}
}

#ifdef RAW
__attribute__((used)) void run(void)
{
	serve();
	leave();
}
#else
int main(void)
{
	serve();
	return 0;
}
#endif
