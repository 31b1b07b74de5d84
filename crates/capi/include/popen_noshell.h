/*
 * The functions of the library popen_noshell, as libforkless has them, so that a
 * program written for that library can be linked with this one. Names, arguments
 * and results are those that library documents; popen_noshell(3) says what
 * differs. New programs are better served by forkless.h.
 */

#ifndef POPEN_NOSHELL_H
#define POPEN_NOSHELL_H

#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Modes. The first and the last are the same launch; they differ in how a program
 * that cannot be executed is told. The second copies the caller's memory. */
#define POPEN_NOSHELL_MODE_CLONE 0
#define POPEN_NOSHELL_MODE_FORK 1
#define POPEN_NOSHELL_MODE_POSIX_SPAWN 2

/* Between an open and its close; of the caller's making, of the library's use. */
struct popen_noshell_pass_to_pclose {
	FILE *fp;
	pid_t pid;
	int free_clone_mem;
	void *stack;
	void *func_args;
};

/* type: "r" or "w". stderr_mode: 0 as it is, 1 to /dev/null, 2 to standard output. */
FILE *popen_noshell(const char *file, const char *const *argv, const char *type,
    struct popen_noshell_pass_to_pclose *pclose_arg, int stderr_mode);

FILE *popen_noshell_compat(const char *command, const char *type,
    struct popen_noshell_pass_to_pclose *pclose_arg);

int pclose_noshell(struct popen_noshell_pass_to_pclose *arg);

pid_t popen_noshell_vmfork(int (*fn)(void *), void *arg, void **memory_to_free_on_child_exit);

void popen_noshell_set_fork_mode(int mode);
int popen_noshell_get_fork_mode(void);

#ifdef __cplusplus
}
#endif

#endif
