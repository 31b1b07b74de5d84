/*
 * The process that starts others, and is measured doing so. See launcher.c.
 */
#ifndef LAUNCHER_H
#define LAUNCHER_H

#include <stddef.h>
#include <stdint.h>

/* The descriptor that the started program tells its time on. */
enum { STAMP = 9 };

/* One launch, in nanoseconds of CLOCK_MONOTONIC. */
struct launch_times {
	uint64_t begin;
	uint64_t returned;
	uint64_t reaped;
};

/* A way to start `program` and wait for it: 0, or -1 with the reason in `reason`. */
struct way {
	const char *name;
	int (*start)(struct launch_times *times);
};

extern const char *program;       /* a path */
extern const char *program_quiet; /* the same for a shell, output discarded */
extern char *program_arguments[];
extern char reason[200];
extern char **environ;

extern const struct way plain_ways[], noshell_ways[], aspawn_ways[], forkless_ways[];

uint64_t now(void);
int fail(const char *what);
int reap(int pid, struct launch_times *times);
/* Reads what the program says: to the end, which must come. */
int expect_line(int fd);

/* condition.c: what the launcher is like. */
int take_memory(size_t bytes, int percent, int huge);
int take_mappings(size_t count);
int take_descriptors(size_t count);
int take_threads(size_t count);
void write_all_pages(void);

/* hidden.c: what a launch costs the launcher beside its time. */
int child_tables(const char *way, long *bytes);
int retouch(const struct way *way, long *faults, uint64_t *time);
int longest_stall(const struct way *way, uint64_t *time);

/* parallel.c: nanoseconds for each launch, of all threads together. */
int launch_in_parallel(const struct way *way, int threads, int milliseconds, double *each);

#endif
