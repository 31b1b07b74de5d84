/* What the test programs share. */

#ifndef CHECK_H
#define CHECK_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* Ends the program with the place and the expression that is not true. */
#define CHECK(expression)                                                             \
	do {                                                                          \
		if (!(expression)) {                                                  \
			fprintf(stderr, "%s:%d: %s (errno: %s)\n", __FILE__, __LINE__, \
			    #expression, strerror(errno));                            \
			exit(1);                                                      \
		}                                                                     \
	} while (0)

__attribute__((unused)) static int EXITED(int status, int code)
{
	return WIFEXITED(status) && WEXITSTATUS(status) == code;
}

__attribute__((unused)) static int KILLED(int status, int signal)
{
	return WIFSIGNALED(status) && WTERMSIG(status) == signal;
}

#endif
