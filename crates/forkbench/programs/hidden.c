/*
 * What a launch costs the process that launches and no clock around the call shows:
 * page tables that are copied, faults when its own memory is written to again, and
 * how long another of its threads stands still.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launcher.h"

/* VmPTE of the calling process in KiB, with system calls alone: -1 if not known. */
static long own_tables(void)
{
	char text[4096];
	int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	ssize_t size = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (size <= 0)
		return -1;
	text[size] = 0;
	const char *at = strstr(text, "VmPTE:");
	long value = 0;
	if (!at)
		return -1;
	for (at += 6; *at == ' ' || *at == '\t'; at++)
		;
	for (; *at >= '0' && *at <= '9'; at++)
		value = value * 10 + (*at - '0');
	return value;
}

int child_tables(const char *way, long *bytes)
{
	/* A child that shares its parent's memory can be seen writing to it. */
	static volatile int shared;
	int pair[2], status;
	long kib = -1;
	if (pipe2(pair, O_CLOEXEC) < 0)
		return fail("pipe");
	shared = 0;
	pid_t pid;
	if (strcmp(way, "vfork") == 0) {
		pid = vfork();
	} else if (strcmp(way, "fork") == 0) {
		pid = fork();
	} else {
		snprintf(reason, sizeof(reason), "nothing runs in the child of %s", way);
		return -1;
	}
	if (pid == 0) {
		shared = 1;
		long own = own_tables();
		if (write(pair[1], &own, sizeof(own)) < 0)
			_exit(1);
		_exit(0);
	}
	if (pid < 0)
		return fail(way);
	waitpid(pid, &status, 0);
	if (read(pair[0], &kib, sizeof(kib)) != sizeof(kib) || kib < 0) {
		snprintf(reason, sizeof(reason), "/proc does not tell VmPTE");
		return -1;
	}
	close(pair[0]);
	close(pair[1]);
	*bytes = shared ? 0 : kib * 1024;
	return 0;
}

int retouch(const struct way *way, long *faults, uint64_t *time)
{
	struct launch_times times;
	struct rusage before, after;
	write_all_pages();
	if (way->start(&times) < 0)
		return -1;
	getrusage(RUSAGE_SELF, &before);
	uint64_t begin = now();
	write_all_pages();
	*time = now() - begin;
	getrusage(RUSAGE_SELF, &after);
	*faults = after.ru_minflt - before.ru_minflt;
	return 0;
}

static atomic_int state; /* 0 none, 1 wanted, 2 runs, 3 is to end */
static uint64_t longest;

/* Another thread at work: it takes some memory, uses it and gives it back, as any
 * program that allocates does, and notes its slowest iteration. */
static void *work(void *nothing)
{
	uint64_t last = now();
	int warm = 0;
	longest = 0;
	while (atomic_load(&state) != 3) {
		volatile char *page = mmap(NULL, 65536, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (page != MAP_FAILED) {
			page[0] = page[4096] = 1;
			munmap((void *)page, 65536);
		}
		uint64_t time = now();
		if (warm++ < 20) {
			if (warm == 20)
				atomic_store(&state, 2);
		} else if (time - last > longest) {
			longest = time - last;
		}
		last = time;
	}
	return nothing;
}

int longest_stall(const struct way *way, uint64_t *time)
{
	struct launch_times times;
	pthread_t thread;
	/* On one processor the two would stall each other. */
	cpu_set_t all;
	memset(&all, 0xff, sizeof(all));
	sched_setaffinity(0, sizeof(all), &all);
	write_all_pages();
	atomic_store(&state, 1);
	errno = pthread_create(&thread, NULL, work, NULL);
	if (errno)
		return fail("pthread_create");
	while (atomic_load(&state) != 2)
		;
	int result = way->start(&times);
	/* A launch too short to be met is no proof of anything: at least 200 microseconds. */
	while (now() - times.begin < 200000)
		;
	atomic_store(&state, 3);
	pthread_join(thread, NULL);
	*time = longest;
	return result;
}
