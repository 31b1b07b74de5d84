/*
 * The ways to start a program that a C library and the kernel offer: fork(2),
 * vfork(2), clone3(2), posix_spawn(3), popen(3), system(3); with a pipe from the
 * program's output where the name says so.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launcher.h"

/* Does nothing: what measuring itself costs, and the idle figure of a stall. */
static int start_nothing(struct launch_times *times)
{
	times->begin = now();
	times->returned = times->reaped = now();
	return 0;
}

static int start_fork(struct launch_times *times)
{
	times->begin = now();
	pid_t pid = fork();
	if (pid == 0) {
		execve(program, program_arguments, environ);
		_exit(127);
	}
	times->returned = now();
	return pid < 0 ? fail("fork") : reap(pid, times);
}

static int start_vfork(struct launch_times *times)
{
	times->begin = now();
	pid_t pid = vfork();
	if (pid == 0) {
		execve(program, program_arguments, environ);
		_exit(127);
	}
	times->returned = now();
	return pid < 0 ? fail("vfork") : reap(pid, times);
}

static int finish_piped(pid_t pid, int pair[2], struct launch_times *times)
{
	close(pair[1]);
	times->returned = now();
	int result = expect_line(pair[0]);
	close(pair[0]);
	return reap(pid, times) < 0 ? -1 : result;
}

static int start_fork_piped(struct launch_times *times)
{
	int pair[2];
	times->begin = now();
	if (pipe2(pair, O_CLOEXEC) < 0)
		return fail("pipe");
	pid_t pid = fork();
	if (pid == 0) {
		dup2(pair[1], 1);
		execve(program, program_arguments, environ);
		_exit(127);
	}
	return pid < 0 ? fail("fork") : finish_piped(pid, pair, times);
}

static int start_vfork_piped(struct launch_times *times)
{
	int pair[2];
	times->begin = now();
	if (pipe2(pair, O_CLOEXEC) < 0)
		return fail("pipe");
	pid_t pid = vfork();
	if (pid == 0) {
		dup2(pair[1], 1);
		execve(program, program_arguments, environ);
		_exit(127);
	}
	return pid < 0 ? fail("vfork") : finish_piped(pid, pair, times);
}

static int start_spawn(struct launch_times *times)
{
	pid_t pid;
	times->begin = now();
	int error = posix_spawn(&pid, program, NULL, NULL, program_arguments, environ);
	times->returned = now();
	errno = error;
	return error ? fail("posix_spawn") : reap(pid, times);
}

static int start_spawn_piped(struct launch_times *times)
{
	int pair[2];
	pid_t pid;
	posix_spawn_file_actions_t actions;
	times->begin = now();
	if (pipe2(pair, O_CLOEXEC) < 0)
		return fail("pipe");
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, pair[1], 1);
	int error = posix_spawn(&pid, program, &actions, NULL, program_arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	errno = error;
	return error ? fail("posix_spawn") : finish_piped(pid, pair, times);
}

static int start_popen(struct launch_times *times)
{
	times->begin = now();
	FILE *stream = popen(program, "r");
	times->returned = now();
	if (!stream)
		return fail("popen");
	int result = expect_line(fileno(stream));
	int status = pclose(stream);
	times->reaped = now();
	if (status != 0) {
		snprintf(reason, sizeof(reason), "pclose: status word %#x", status);
		return -1;
	}
	return result;
}

static int start_system(struct launch_times *times)
{
	times->begin = now();
	int status = system(program_quiet);
	times->returned = times->reaped = now();
	if (status != 0) {
		snprintf(reason, sizeof(reason), "system: status word %#x", status);
		return -1;
	}
	return 0;
}

#if defined(SYS_clone3) && (defined(__x86_64__) || defined(__aarch64__))
/* struct clone_args of linux/sched.h, version 0. */
struct clone_order {
	uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
};

__attribute__((noreturn)) static void execute(void)
{
	execve(program, program_arguments, environ);
	_exit(127);
}

/* The bare primitive: memory shared, the caller suspended, a stack of the child's own. */
static int start_clone3(struct launch_times *times)
{
	static char *stack;
	if (!stack) {
		stack = mmap(NULL, 65536, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
		if (stack == MAP_FAILED) {
			stack = NULL;
			return fail("mmap");
		}
	}
	struct clone_order order = { .flags = CLONE_VM | CLONE_VFORK, .exit_signal = SIGCHLD,
		.stack = (uint64_t)(uintptr_t)stack, .stack_size = 65536 };
	long pid;
	times->begin = now();
#if defined(__x86_64__)
	register void (*entry)(void) __asm__("r12") = execute;
	__asm__ volatile("syscall\n test %%rax, %%rax\n jnz 1f\n xor %%ebp, %%ebp\n call *%[entry]\n1:"
	    : "=a"(pid) : "a"(SYS_clone3), "D"(&order), "S"(sizeof(order)), [entry] "r"(entry)
	    : "rcx", "r11", "memory", "cc");
#else
	register long x8 __asm__("x8") = SYS_clone3;
	register long x0 __asm__("x0") = (long)&order;
	register long x1 __asm__("x1") = sizeof(order);
	register void (*entry)(void) __asm__("x20") = execute;
	__asm__ volatile("svc 0\n cbnz x0, 1f\n blr %[entry]\n1:"
	    : "+r"(x0) : "r"(x8), "r"(x1), [entry] "r"(entry) : "memory", "cc");
	pid = x0;
#endif
	times->returned = now();
	if (pid < 0) {
		errno = (int)-pid;
		return fail("clone3");
	}
	return reap((int)pid, times);
}
#define CLONE3 { "clone3", start_clone3 },
#else
#define CLONE3
#endif

const struct way plain_ways[] = {
	{ "nothing", start_nothing },
	{ "fork", start_fork },
	{ "vfork", start_vfork },
	CLONE3
	{ "spawn", start_spawn },
	{ "popen", start_popen },
	{ "system", start_system },
	{ "fork-pipe", start_fork_piped },
	{ "vfork-pipe", start_vfork_piped },
	{ "spawn-pipe", start_spawn_piped },
	{ NULL, NULL }
};
