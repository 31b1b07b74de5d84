/*
 * A process that starts a program by any of the known ways, in a condition (memory,
 * mappings, descriptors, threads) that its arguments ask for.
 *
 * It is asked by lines on standard input and answers by lines on standard output:
 *
 *   ways                      a line "way NAME" for each, then "done"
 *   program PATH              what to start
 *   memory BYTES PERCENT small|huge, mappings N, descriptors N, threads N   "done"
 *   run WAY COUNT             once without counting, then COUNT lines "BEGIN RETURNED FIRST REAPED", then "cpu NS"
 *   tables WAY                "value BYTES": page tables that the child had of its own
 *   retouch WAY               "value FAULTS NS"
 *   stall WAY                 "value NS"
 *   parallel WAY THREADS MS   "value NS": by so many threads for so long, the time of each launch
 *
 * or by "error TEXT". Times are nanoseconds of CLOCK_MONOTONIC; FIRST is the child's
 * own word (0 if it gave none).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "launcher.h"

const char *program, *program_quiet;
char *program_arguments[2];
char reason[200];
static int stamps = -1;
static FILE *asked, *answers;

static const struct way *const families[] = {
	plain_ways,
#ifdef WITH_NOSHELL
	noshell_ways,
#endif
#ifdef WITH_ASPAWN
	aspawn_ways,
#endif
#ifdef WITH_FORKLESS
	forkless_ways,
#endif
	NULL
};

uint64_t now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

int fail(const char *what)
{
	snprintf(reason, sizeof(reason), "%s: %s", what, strerror(errno));
	return -1;
}

int reap(int pid, struct launch_times *times)
{
	int status;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return fail("waitpid");
	times->reaped = now();
	if (status != 0) {
		snprintf(reason, sizeof(reason), "the program ended with status word %#x", status);
		return -1;
	}
	return 0;
}

int expect_line(int fd)
{
	char text[64];
	size_t length = 0;
	for (;;) {
		ssize_t size = read(fd, text + length, sizeof(text) - length);
		if (size < 0 && errno == EINTR)
			continue;
		if (size < 0)
			return fail("read");
		if (size == 0)
			break;
		length += (size_t)size;
	}
	if (length == 14 && memcmp(text, "Hello, world!\n", 14) == 0)
		return 0;
	snprintf(reason, sizeof(reason), "the program's line did not arrive (%zu bytes)", length);
	return -1;
}

static const struct way *find(const char *name)
{
	for (const struct way *const *family = families; *family; family++)
		for (const struct way *way = *family; way->name; way++)
			if (strcmp(way->name, name) == 0)
				return way;
	snprintf(reason, sizeof(reason), "no way is called %s", name);
	return NULL;
}

/* The time that the child has told, or 0. What else waits in the pipe is older. */
static uint64_t first_instruction(void)
{
	struct timespec time;
	uint64_t last = 0;
	while (read(stamps, &time, sizeof(time)) == sizeof(time))
		last = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
	return last;
}

static uint64_t cpu_time(void)
{
	struct rusage mine, theirs;
	getrusage(RUSAGE_SELF, &mine);
	getrusage(RUSAGE_CHILDREN, &theirs);
	uint64_t seconds = (uint64_t)(mine.ru_utime.tv_sec + mine.ru_stime.tv_sec
	    + theirs.ru_utime.tv_sec + theirs.ru_stime.tv_sec);
	uint64_t micro = (uint64_t)(mine.ru_utime.tv_usec + mine.ru_stime.tv_usec
	    + theirs.ru_utime.tv_usec + theirs.ru_stime.tv_usec);
	return (seconds * 1000000u + micro) * 1000u;
}

static int run(const struct way *way, int count)
{
	static struct { struct launch_times times; uint64_t first; } results[256];
	if (count > 256)
		count = 256;
	/* One that does not count: the caches are those of whatever ran before. */
	struct launch_times cold;
	if (way->start(&cold) < 0)
		return -1;
	first_instruction();
	uint64_t cpu = cpu_time();
	for (int i = 0; i < count; i++) {
		if (way->start(&results[i].times) < 0)
			return -1;
		results[i].first = first_instruction();
	}
	cpu = cpu_time() - cpu;
	for (int i = 0; i < count; i++)
		fprintf(answers, "%llu %llu %llu %llu\n", (unsigned long long)results[i].times.begin,
		    (unsigned long long)results[i].times.returned, (unsigned long long)results[i].first,
		    (unsigned long long)results[i].times.reaped);
	fprintf(answers, "cpu %llu\n", (unsigned long long)cpu);
	return 0;
}

static int choose(const char *path)
{
	static char kept[2][4096];
	snprintf(kept[0], sizeof(kept[0]), "%s", path);
	snprintf(kept[1], sizeof(kept[1]), "%.4000s >/dev/null", path);
	program = program_arguments[0] = kept[0];
	program_quiet = kept[1];
	return 0;
}

/* Carries out one order. 1: it has answered itself. */
static int obey(char *line)
{
	char word[64] = "", argument[4096] = "", kind[16] = "";
	long long one = 0;
	int percent = 0;
	sscanf(line, "%63s %4095s", word, argument);
	if (strcmp(word, "ways") == 0) {
		for (const struct way *const *family = families; *family; family++)
			for (const struct way *way = *family; way->name; way++)
				fprintf(answers, "way %s\n", way->name);
		return 0;
	}
	if (strcmp(word, "program") == 0)
		return choose(argument);
	if (sscanf(line, "memory %lld %d %15s", &one, &percent, kind) == 3)
		return take_memory((size_t)one, percent, strcmp(kind, "huge") == 0);
	if (sscanf(line, "mappings %lld", &one) == 1)
		return take_mappings((size_t)one);
	if (sscanf(line, "descriptors %lld", &one) == 1)
		return take_descriptors((size_t)one);
	if (sscanf(line, "threads %lld", &one) == 1)
		return take_threads((size_t)one);
	if (strcmp(word, "tables") == 0) {
		long bytes;
		if (child_tables(argument, &bytes) < 0)
			return -1;
		fprintf(answers, "value %ld\n", bytes);
		return 1;
	}
	const struct way *way = find(argument);
	if (!way)
		return -1;
	if (sscanf(line, "run %*s %lld", &one) == 1)
		return run(way, (int)one) < 0 ? -1 : 1;
	uint64_t time;
	if (strcmp(word, "retouch") == 0) {
		long faults;
		if (retouch(way, &faults, &time) < 0)
			return -1;
		first_instruction();
		fprintf(answers, "value %ld %llu\n", faults, (unsigned long long)time);
		return 1;
	}
	if (strcmp(word, "stall") == 0) {
		if (longest_stall(way, &time) < 0)
			return -1;
		first_instruction();
		fprintf(answers, "value %llu\n", (unsigned long long)time);
		return 1;
	}
	int threads, length;
	if (sscanf(line, "parallel %*s %d %d", &threads, &length) == 2 && threads > 0) {
		double each;
		if (launch_in_parallel(way, threads, length, &each) < 0)
			return -1;
		first_instruction();
		fprintf(answers, "value %.1f\n", each);
		return 1;
	}
	snprintf(reason, sizeof(reason), "not understood");
	return -1;
}

/* The pipes to who asks move out of the children's sight, and the children get
 * nothing to read and nowhere to write to. */
static int prepare(void)
{
	int in = fcntl(0, F_DUPFD_CLOEXEC, 10), out = fcntl(1, F_DUPFD_CLOEXEC, 10);
	int null = open("/dev/null", O_RDWR | O_CLOEXEC), pair[2];
	if (in < 0 || out < 0 || null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0)
		return fail("descriptors");
	if (pipe2(pair, O_CLOEXEC | O_NONBLOCK) < 0)
		return fail("pipe");
	stamps = fcntl(pair[0], F_DUPFD_CLOEXEC, 10);
	if (dup2(pair[1], STAMP) < 0)
		return fail("dup2");
	asked = fdopen(in, "r");
	answers = fdopen(out, "w");
	return stamps < 0 || !asked || !answers ? fail("streams") : 0;
}

int main(void)
{
	char line[4200];
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (prepare() < 0) {
		fprintf(stderr, "%s\n", reason);
		return 1;
	}
	while (fgets(line, sizeof(line), asked)) {
		switch (obey(line)) {
		case 0:
			fprintf(answers, "done\n");
			break;
		case -1:
			fprintf(answers, "error %s\n", reason);
			break;
		}
		fflush(answers);
	}
	return 0;
}
