/*
 * What the launcher is like when it launches: how much memory it has, how much of it
 * is in use, in pages of which size, how many mappings, descriptors and threads.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "launcher.h"

#ifndef PR_SET_THP_DISABLE
#define PR_SET_THP_DISABLE 41
#endif
enum { HUGE = 2 << 20 };

static volatile char *memory;
static size_t in_use;

int take_memory(size_t bytes, int percent, int huge)
{
	if (bytes == 0)
		return 0;
	if (!huge)
		prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
	/* Room to begin at a huge page's boundary. */
	char *room = mmap(NULL, bytes + HUGE, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (room == MAP_FAILED)
		return fail("mmap");
	room = (char *)(((uintptr_t)room + HUGE - 1) & ~(uintptr_t)(HUGE - 1));
	if (huge && madvise(room, bytes, MADV_HUGEPAGE) < 0)
		return fail("madvise(MADV_HUGEPAGE)");
	memory = room;
	in_use = bytes / 100 * (size_t)percent;
	write_all_pages();
	return 0;
}

void write_all_pages(void)
{
	for (size_t at = 0; at < in_use; at += 4096)
		memory[at]++;
}

int take_mappings(size_t count)
{
	/* Neighbours that differ in what is allowed are not merged. */
	for (size_t i = 0; i < count; i++) {
		int allowed = i % 2 ? PROT_READ : PROT_READ | PROT_WRITE;
		volatile char *page = mmap(NULL, 4096, allowed, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (page == MAP_FAILED)
			return fail("mmap");
		if (i % 2 == 0)
			*page = 1;
	}
	return 0;
}

int take_descriptors(size_t count)
{
	struct rlimit limit;
	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	for (size_t i = 0; i < count; i++)
		if (open("/dev/null", O_RDONLY | O_CLOEXEC) < 0)
			return fail("open");
	return 0;
}

static void *idle(void *nothing)
{
	for (;;)
		pause();
	return nothing;
}

int take_threads(size_t count)
{
	for (size_t i = 0; i < count; i++) {
		pthread_t thread;
		errno = pthread_create(&thread, NULL, idle, NULL);
		if (errno)
			return fail("pthread_create");
	}
	return 0;
}
