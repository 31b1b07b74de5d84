/*
 * What a program in namespaces costs, beside vfork and exec, and beside bwrap(1).
 *
 *     cc -O2 -static -nostdlib -DPROGRAM -o DIRECTORY/program crates/capi/benches/namespaces.c
 *     cc -O2 -o bench crates/capi/benches/namespaces.c $(pkg-config --cflags --libs forkless)
 *     ./bench DIRECTORY [MEBIBYTES [ROUNDS]]
 *
 * DIRECTORY/program does nothing. MEBIBYTES are touched before, in small pages. All rows take turns; a row is the
 * least tenth and the median, in microseconds, until the program has been waited for.
 */

#ifdef PROGRAM

void _start(void)
{
	__asm__ volatile("syscall" : : "a"(60), "D"(0));
}

#else

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <forkless.h>
#include <linux/filter.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
static char *directory, program[4096];

static double now(void)
{
	struct timespec at;
	clock_gettime(CLOCK_MONOTONIC, &at);
	return at.tv_sec * 1e6 + at.tv_nsec / 1e3;
}

static void by_vfork(char *const argv[])
{
	int status;
	pid_t pid = vfork();
	if (pid == 0) {
		execv(argv[0], argv);
		_exit(127);
	}
	if (waitpid(pid, &status, 0) != pid || status)
		fprintf(stderr, "%s: status %x\n", argv[0], status);
}

static fl_launch *launch_of(const char *path)
{
	fl_launch *launch = fl_launch_new(path);
	fl_close_others(launch, 1);
	return launch;
}

static void by_forkless(const fl_launch *launch)
{
	struct fl_error error = {0, 0};
	int status;
	if (fl_run(launch, &status, NULL, &error) || status)
		fprintf(stderr, "forkless: %s %d: %s\n", fl_step_name(error.step),
		    fl_step_mount(error.step), strerror(error.error));
}

/* A ruleset that allows the program, and a filter that refuses one call. */
static void confine(fl_launch *launch)
{
	struct { uint64_t files; } handled = {(1 << 13) - 1};
	struct __attribute__((packed)) { uint64_t allowed; int parent; } rule = {1 | 1 << 2, open(directory, O_PATH)};
	int ruleset = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
	syscall(SYS_landlock_add_rule, ruleset, 1, &rule, 0);
	struct sock_filter filter[] = {{BPF_LD | BPF_W | BPF_ABS, 0, 0, 0},
	    {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_ptrace}, {BPF_RET | BPF_K, 0, 0, 0x00050000 | EPERM},
	    {BPF_RET | BPF_K, 0, 0, 0x7fff0000}};
	fl_confine(launch, ruleset, filter, 4, UINT64_MAX);
}

static void files(fl_launch *launch)
{
	fl_memory(launch, "/", 0, 0755, 0);
	fl_bind(launch, directory, "/work", FL_READ_ONLY);
	fl_memory(launch, "/tmp", 0, 0755, 0);
}

static int compare(const void *a, const void *b)
{
	return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

#define ALL (CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP)

int main(int argc, char *argv[])
{
	if (argc < 2)
		return 2;
	directory = argv[1];
	size_t size = (argc > 2 ? strtoul(argv[2], NULL, 10) : 0) << 20;
	int rounds = argc > 3 ? atoi(argv[3]) : 300;
	snprintf(program, sizeof program, "%s/program", directory);
	if (size) {
		char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		madvise(memory, size, MADV_NOHUGEPAGE);
		memset(memory, 1, size);
	}
	fl_launch *plain = launch_of(program), *confined = launch_of(program), *user = launch_of(program),
	          *mount = launch_of(program), *kinds = launch_of(program), *root = launch_of("/work/program"),
	          *all = launch_of("/work/program");
	confine(confined);
	fl_namespaces(user, CLONE_NEWUSER);
	fl_namespaces(mount, CLONE_NEWUSER | CLONE_NEWNS);
	fl_namespaces(kinds, ALL & ~CLONE_NEWNET);
	fl_namespaces(root, CLONE_NEWUSER);
	files(root);
	fl_namespaces(all, ALL);
	files(all);
	char *direct[] = {program, NULL};
	char *bwrap_root[] = {"/usr/bin/bwrap", "--unshare-user", "--tmpfs", "/", "--ro-bind", directory, "/work",
	    "--tmpfs", "/tmp", "/work/program", NULL};
	char *bwrap_all[] = {"/usr/bin/bwrap", "--unshare-all", "--as-pid-1", "--tmpfs", "/", "--ro-bind", directory,
	    "/work", "--tmpfs", "/tmp", "/work/program", NULL};
	struct { const char *name; const fl_launch *launch; char **argv; } rows[] = {
	    {"vfork + exec", NULL, direct},
	    {"fl_run", plain, NULL},
	    {"Landlock and a filter", confined, NULL},
	    {"user namespace", user, NULL},
	    {"user and mount namespaces", mount, NULL},
	    {"all namespaces but network", kinds, NULL},
	    {"user and mount namespaces, a root with two mounts", root, NULL},
	    {"the same, bwrap", NULL, bwrap_root},
	    {"all namespaces, a root with two mounts", all, NULL},
	    {"the same, bwrap", NULL, bwrap_all},
	};
	int count = sizeof rows / sizeof *rows;
	if (access(bwrap_root[0], X_OK))
		fprintf(stderr, "bwrap is not installed\n");
	double *times = calloc((size_t)(count * rounds), sizeof *times);
	for (int round = -5; round < rounds; round++)
		for (int row = 0; row < count; row++) {
			double start = now();
			if (rows[row].launch)
				by_forkless(rows[row].launch);
			else
				by_vfork(rows[row].argv);
			if (round >= 0)
				times[row * rounds + round] = now() - start;
		}
	double reference = 0;
	for (int row = 0; row < count; row++) {
		double *of = times + row * rounds;
		qsort(of, (size_t)rounds, sizeof *of, compare);
		double tenth = of[rounds / 10], median = of[rounds / 2];
		if (row == 0)
			reference = tenth;
		printf("%-50s %8.0f %8.0f  %6.2f\n", rows[row].name, tenth, median, tenth / reference);
	}
	return 0;
}

#endif
