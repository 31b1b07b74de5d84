/*
 * The two of UnixBench's tests of processes that need no shell, as its version 5 defines them, for a
 * number of iterations instead of a time:
 *
 *   unixbench spawn N    forks N times a child that ends at once, and waits for it
 *   unixbench execl N    replaces itself by itself N times; the count is carried by arguments
 *
 * It is started by its path. Status 0, or 1 with a message.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

char bss[8 * 1024]; /* the program that is executed has some */

static int spawn(unsigned long count)
{
	for (unsigned long i = 0; i < count; i++) {
		int status;
		pid_t child = fork();
		if (child == 0)
			exit(0);
		if (child < 0) {
			perror("fork");
			return 1;
		}
		wait(&status);
		if (status != 0) {
			fprintf(stderr, "bad wait status: %#x\n", status);
			return 1;
		}
	}
	return 0;
}

/* unixbench execl N DONE START: as UnixBench, it formats, reads back and takes the time each time. */
static int again(char **argv, unsigned long count)
{
	char path[4096], limit[24], done[24], start[24];
	unsigned long begun = 0, made = 0;
	if (argv[3] && argv[4]) {
		made = strtoul(argv[3], NULL, 10);
		sscanf(argv[4], "%lu", &begun);
	} else {
		begun = (unsigned long)time(NULL);
	}
	snprintf(path, sizeof(path), "%s", argv[0]);
	if (made >= count)
		return 0;
	snprintf(limit, sizeof(limit), "%lu", count);
	snprintf(done, sizeof(done), "%lu", made + 1);
	snprintf(start, sizeof(start), "%lu", begun);
	(void)time(NULL);
	execl(path, path, "execl", limit, done, start, (char *)NULL);
	perror(path);
	return 1;
}

int main(int argc, char **argv)
{
	if (argc >= 3 && strcmp(argv[1], "spawn") == 0)
		return spawn(strtoul(argv[2], NULL, 10));
	if (argc >= 3 && strcmp(argv[1], "execl") == 0)
		return again(argv, strtoul(argv[2], NULL, 10));
	fprintf(stderr, "usage: unixbench spawn|execl N\n");
	return 1;
}
