/*
 * Several threads of this process that launch at the same time, each as fast as it can.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "launcher.h"

struct crew {
	const struct way *way;
	pthread_barrier_t start;
	uint64_t length;
};

struct member {
	struct crew *crew;
	pthread_t thread;
	long made;
	uint64_t took;
	int failed;
};

static void *launch_all_the_time(void *argument)
{
	struct member *member = argument;
	struct launch_times times;
	uint64_t begin, end;
	member->failed = member->crew->way->start(&times) < 0;
	pthread_barrier_wait(&member->crew->start);
	begin = now();
	end = begin + member->crew->length;
	while (!member->failed && now() < end) {
		member->failed = member->crew->way->start(&times) < 0;
		member->made++;
	}
	member->took = now() - begin;
	return NULL;
}

int launch_in_parallel(const struct way *way, int threads, int milliseconds, double *each)
{
	struct crew crew = { .way = way, .length = (uint64_t)milliseconds * 1000000u };
	struct member *members = calloc((size_t)threads, sizeof(*members));
	int started = 0, failed = 0;
	double rate = 0;
	if (!members)
		return fail("calloc");
	pthread_barrier_init(&crew.start, NULL, (unsigned)threads);
	for (; started < threads; started++) {
		members[started].crew = &crew;
		if (pthread_create(&members[started].thread, NULL, launch_all_the_time, &members[started])) {
			/* Those that wait for the others would wait for ever. */
			fprintf(stderr, "pthread_create failed\n");
			exit(1);
		}
	}
	for (int i = 0; i < threads; i++) {
		pthread_join(members[i].thread, NULL);
		failed |= members[i].failed;
		if (members[i].took)
			rate += (double)members[i].made / (double)members[i].took;
	}
	pthread_barrier_destroy(&crew.start);
	free(members);
	if (!failed && rate > 0)
		*each = 1 / rate;
	return failed || rate <= 0 ? -1 : 0;
}
