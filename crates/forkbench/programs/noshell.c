/*
 * The functions of popen_noshell, of whichever library of that interface is linked:
 * its three ways to make the process, with the arguments as a vector and as one
 * string ("compat").
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "launcher.h"

/* Larger than any library's; it is the library's to fill. */
struct popen_noshell_pass_to_pclose {
	long room[64];
};
FILE *popen_noshell(const char *file, const char *const *argv, const char *type,
    struct popen_noshell_pass_to_pclose *handle, int stderr_mode);
FILE *popen_noshell_compat(const char *command, const char *type,
    struct popen_noshell_pass_to_pclose *handle);
int pclose_noshell(struct popen_noshell_pass_to_pclose *handle);
void popen_noshell_set_fork_mode(int mode);

static int start(struct launch_times *times, int mode, int compat)
{
	struct popen_noshell_pass_to_pclose handle;
	popen_noshell_set_fork_mode(mode);
	times->begin = now();
	FILE *stream = compat ? popen_noshell_compat(program, "r", &handle)
	    : popen_noshell(program, (const char *const *)program_arguments, "r", &handle, 0);
	times->returned = now();
	if (!stream)
		return fail("popen_noshell");
	int result = expect_line(fileno(stream));
	int status = pclose_noshell(&handle);
	times->reaped = now();
	if (status != 0) {
		snprintf(reason, sizeof(reason), "pclose_noshell: status word %#x", status);
		return -1;
	}
	return result;
}

static int clone_vector(struct launch_times *times) { return start(times, 0, 0); }
static int clone_string(struct launch_times *times) { return start(times, 0, 1); }
static int fork_vector(struct launch_times *times) { return start(times, 1, 0); }
static int fork_string(struct launch_times *times) { return start(times, 1, 1); }
static int spawn_vector(struct launch_times *times) { return start(times, 2, 0); }
static int spawn_string(struct launch_times *times) { return start(times, 2, 1); }

const struct way noshell_ways[] = {
	{ "noshell-clone", clone_vector },
	{ "noshell-clone-compat", clone_string },
	{ "noshell-fork", fork_vector },
	{ "noshell-fork-compat", fork_string },
	{ "noshell-spawn", spawn_vector },
	{ "noshell-spawn-compat", spawn_string },
	{ NULL, NULL }
};
