/*
 * libforkless: starting programs without fork(), at a cost that does not grow with
 * the memory, the mappings or the open files of the process that starts them.
 * See forkless(3).
 *
 * A launch is described by an fl_launch: one function for each thing that can be
 * set, in any order. These return 0, or -1 with errno (EINVAL, ENOMEM). The same
 * description can be started any number of times, by several threads at once as
 * long as none of them changes it.
 *
 * A started program is an fl_child, for one thread at a time. Freeing it does not
 * end the program.
 *
 * Nothing here forks unless fl_fork_policy() or the environment variable
 * FORKLESS_FORK (always, allowed), which is looked at once, says that it may.
 */

#ifndef FORKLESS_H
#define FORKLESS_H

#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fl_launch fl_launch;       /* what is to be started */
typedef struct fl_child fl_child;         /* what has been started */
typedef struct fl_launching fl_launching; /* what is being started */

/* What failed: a step, which fl_step_name() names, and its errno. Of the step "mount" fl_step_mount() says
 * which mount it was, counted from 0 in the order of the calls; as many as there are stands for the change of the
 * root. -1 for other steps. */
struct fl_error {
	int step;
	int error;
};

const char *fl_step_name(int step);
int fl_step_mount(int step);

/* --- Description ------------------------------------------------------------ */

/* A program by path, or by a name without a slash that is looked up. */
fl_launch *fl_launch_new(const char *program);
void fl_launch_free(fl_launch *launch);

/* Arguments, the program's name first; without any that is all there is. */
int fl_arguments(fl_launch *launch, char *const argv[]);
int fl_argument(fl_launch *launch, const char *argument);

/* Environment: null for this process's own as it is when the program starts. A null value
 * takes a variable out. The first fl_variable() copies this process's own.
 *
 * Other threads may call setenv(), unsetenv() and putenv() meanwhile: a program gets what
 * they are just setting, or does not (see forkless(3), NOTES). What they must not do is free a string that is in
 * environ, or write into one: it is read until the program has been executed. The same
 * holds for fl_popen() and fl_system(), not for what has been given to fl_arguments(),
 * fl_environment() and the others, which is copied at once. */
int fl_environment(fl_launch *launch, char *const envp[]);
int fl_variable(fl_launch *launch, const char *name, const char *value);

/* Where a name is looked up: directories with colons between them; null for PATH
 * of the child's environment. */
int fl_search(fl_launch *launch, const char *path);
int fl_program_fd(fl_launch *launch, int fd);

int fl_directory(fl_launch *launch, const char *path);
int fl_directory_fd(fl_launch *launch, int fd);

/* Descriptors. All fl_fd() happen at once, so they may swap; fl_open(), fl_null()
 * and fl_copy() follow in the order of the calls. Without fl_close_others() the
 * child has what is not close-on-exec; with it only what is named, and the standard
 * streams if keep_standard is not 0, at a cost that does not depend on how much
 * this process has open. */
int fl_fd(fl_launch *launch, int target, int source);
int fl_open(fl_launch *launch, int target, const char *path, int flags, unsigned mode);
int fl_null(fl_launch *launch, int target);
int fl_copy(fl_launch *launch, int target, int source);
int fl_close_others(fl_launch *launch, int keep_standard);

int fl_umask(fl_launch *launch, mode_t mask);
int fl_process_group(fl_launch *launch, pid_t group); /* 0: one of its own */
int fl_session(fl_launch *launch);
int fl_controlling_terminal(fl_launch *launch, int fd);
int fl_foreground(fl_launch *launch, int fd);

/* Not with -std=c99 alone, in which there is no sigset_t. */
#if defined _POSIX_C_SOURCE || defined _GNU_SOURCE || defined _BSD_SOURCE
int fl_signal_mask(fl_launch *launch, const sigset_t *set);
int fl_signal_ignore(fl_launch *launch, const sigset_t *set);
int fl_signal_default(fl_launch *launch, const sigset_t *set);
#endif

int fl_limit(fl_launch *launch, int resource, const struct rlimit *limit);
int fl_nice(fl_launch *launch, int increment);
int fl_scheduling(fl_launch *launch, int policy, int priority);
#ifdef CPU_SETSIZE
int fl_processors(fl_launch *launch, const cpu_set_t *set, size_t size);
#endif
int fl_oom_score(fl_launch *launch, int score);

/* The user, the group and the supplementary groups are set apart from each other: a user
 * without fl_group() and fl_groups() keeps those of this process. */
int fl_user(fl_launch *launch, uid_t user);
int fl_group(fl_launch *launch, gid_t group);
int fl_groups(fl_launch *launch, size_t count, const gid_t *groups);
int fl_drop_ambient(fl_launch *launch);
int fl_no_new_privileges(fl_launch *launch);
int fl_parent_death_signal(fl_launch *launch, int signal);
int fl_root(fl_launch *launch, const char *path);

/* Confines the program and all that it starts, as the last thing before its exec: to a ruleset
 * (landlock_create_ruleset(2); -1 for none), whose descriptor has to stay open until the program has been started;
 * to the system calls that a filter of count instructions (seccomp(2), <linux/filter.h>; copied; 0: all) lets
 * pass; and to the capabilities in a mask (capabilities(7): 1 << CAP_CHOWN ...; UINT64_MAX: all). No program
 * gains rights, as with fl_no_new_privileges(). */
struct sock_filter;
int fl_confine(fl_launch *launch, int ruleset, const struct sock_filter *filter, size_t count,
    uint64_t capabilities);
int fl_cgroup(fl_launch *launch, int fd);

/* Namespaces of its own (namespaces(7)): CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC,
 * CLONE_NEWUTS, CLONE_NEWCGROUP. With the first the others need no rights. Never forks. The maps say which users and
 * groups there are inside; without one the caller's own. A map of one user and one group, the caller's, needs no
 * rights either. */
int fl_namespaces(fl_launch *launch, int flags);
int fl_map_user(fl_launch *launch, uid_t inside, uid_t outside, unsigned count);
int fl_map_group(fl_launch *launch, gid_t inside, gid_t outside, unsigned count);
int fl_hostname(fl_launch *launch, const char *name);

/* Mounts of its own, in the order of the calls, in a mount namespace, which they ask for. A target is a path from
 * the root; what is missing of it is made. The target "/" becomes the root, of what follows and in the end of the
 * program; sources are found outside of it all the time. No mount honours set-user-id bits. The size of a file
 * system in memory is in bytes, 0 for the kernel's. fl_devices() mounts the directory of devices that most programs
 * expect. fl_link() and fl_make_directory() make what they say. Linux 5.12. */
enum {
	FL_READ_ONLY = 1,
	FL_NO_EXECUTION = 2,
	FL_DEVICES = 4,    /* devices work */
	FL_NOT_BENEATH = 8 /* what is mounted in the source is not there */
};
int fl_bind(fl_launch *launch, const char *source, const char *target, unsigned flags);
int fl_memory(fl_launch *launch, const char *target, uint64_t size, mode_t mode, unsigned flags);
int fl_processes(fl_launch *launch, const char *target);
int fl_devices(fl_launch *launch, const char *target);
int fl_link(fl_launch *launch, const char *to, const char *target);
int fl_make_directory(fl_launch *launch, const char *target);

enum {
	FL_FORK_NEVER = 0,  /* the launch fails instead */
	FL_FORK_ALLOWED = 1, /* where shared memory is refused */
	FL_FORK_ALWAYS = 2
};
int fl_fork_policy(fl_launch *launch, int policy);

/* How long to try again while the program is open for writing (ETXTBSY); not for
 * fl_start_unwaited(). */
int fl_retry_busy(fl_launch *launch, unsigned milliseconds);

/* The handle has no descriptor and works on the process id, as waitpid() does: some
 * microseconds less, where nobody else waits for this process's children. */
int fl_without_pidfd(fl_launch *launch);

/* --- Starting --------------------------------------------------------------- */

/* On failure these return null with errno; error may be null. */
fl_child *fl_start(const fl_launch *launch, struct fl_error *error);

enum {
	FL_INPUT = 1,            /* a pipe to standard input */
	FL_OUTPUT = 2,           /* a pipe from standard output */
	FL_ERROR = 4,            /* a pipe from standard error */
	FL_ERROR_TO_OUTPUT = 8   /* standard error goes where standard output goes */
};
/* ends[0..2]: this process's ends, close-on-exec, -1 where there is none. */
fl_child *fl_start_piped(const fl_launch *launch, unsigned streams, int ends[3],
    struct fl_error *error);

/* Without waiting for the exec; fl_launching_finish() waits for it, and frees. With
 * fl_readiness() there is a descriptor that becomes readable when it has happened or
 * failed, otherwise fl_launching_fd() may be -1. */
int fl_readiness(fl_launch *launch);
fl_launching *fl_start_unwaited(const fl_launch *launch, struct fl_error *error);
int fl_launching_fd(const fl_launching *launching);
fl_child *fl_launching_finish(fl_launching *launching, struct fl_error *error);

/* --- The handle ------------------------------------------------------------- */

pid_t fl_pid(fl_child *child);
int fl_pidfd(fl_child *child); /* stays the handle's; readable at the end */

/* Status words are those of waitpid(). They can be asked for again. These and fl_usage()
 * are cancellation points, as waitpid() is: a thread that is cancelled in one leaves the
 * program, its status and its handle as they were. */
int fl_wait(fl_child *child, int *status);
/* 1: it has ended, 0: not within this time. */
int fl_wait_for(fl_child *child, unsigned milliseconds, int *status);

struct fl_usage {
	uint64_t user;    /* microseconds */
	uint64_t system;  /* microseconds */
	uint64_t max_rss; /* KiB; counts what the child shared with its parent until its exec */
};
int fl_usage(fl_child *child, struct fl_usage *usage);

int fl_signal(fl_child *child, int signal);
/* ESRCH after the program has been waited for, where its group cannot be told from a newer
 * one of the same number any more (before Linux 6.9). */
int fl_kill_tree(fl_child *child);
void fl_child_free(fl_child *child);

int fl_adopt_orphans(int adopt);
int fl_kill_cgroup(int directory_fd);

/* The way a launch took: "clone3, memory shared, pidfd from clone". The first is a
 * string of the handle's; the second is about this process's last launch, and
 * returns as snprintf() does. */
const char *fl_child_path(fl_child *child);
int fl_launch_path(char *buffer, size_t size);

/* --- Whole runs -------------------------------------------------------------- */

/* Starts the program and waits until it has ended: less time than fl_start() and
 * fl_wait(). status and usage may be null. 0, or -1 with errno: ECHILD where somebody
 * else has waited for it, which has ended then. No handler may leave it by longjmp(). */
int fl_run(const fl_launch *launch, int *status, struct fl_usage *usage,
    struct fl_error *error);

struct fl_capture {
	const char *input;     /* null: standard input is left alone */
	size_t input_size;
	size_t limit;          /* of each output, bytes; 0: none */
	unsigned milliseconds; /* 0: no limit */
	unsigned errors;       /* 1: with the output (the last one's of a pipeline),
	                        * 2: left alone */
};

enum { FL_FINISHED = 0, FL_TIME = 1, FL_LIMIT = 2 };

struct fl_output {
	int status;
	int end; /* FL_FINISHED, or why it was killed */
	char *output;
	size_t output_size;
	char *error;
	size_t error_size;
	struct fl_usage usage;
};

/* Feed, read and wait, all at once; options may be null. 0, or -1 with errno. Step
 * "communication" with ENOMEM: the program has been killed; with EPERM: it should have been
 * and could not, and goes on. */
int fl_capture(const fl_launch *launch, const struct fl_capture *options,
    struct fl_output *output, struct fl_error *error);
/* Each program reads what the one before writes; the status is the last one's. */
int fl_pipeline(const fl_launch *const launches[], size_t count,
    const struct fl_capture *options, struct fl_output *output, struct fl_error *error);
void fl_output_free(struct fl_output *output);

/* --- Command lines ----------------------------------------------------------- */

/* popen(), pclose() and system(). A line that is one simple command is started
 * directly; anything else runs in a session of libforkless-shell, where that library is
 * there, or is given to forkless(1), or to /bin/sh where that is not
 * installed. fl_system() is a cancellation point, as system() is: the command of a thread
 * that is cancelled there is killed and waited for. */
FILE *fl_popen(const char *command, const char *type);
int fl_pclose(FILE *stream);
int fl_system(const char *command);

#ifdef __cplusplus
}
#endif

#endif
