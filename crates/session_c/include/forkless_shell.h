/*
 * libforkless-shell: the shell as a library. See forkless_shell(3).
 *
 * A session is a shell execution environment: variables, functions, options, open files, a
 * directory. Scripts that run in it change it as they would change a shell. Nothing of the
 * process is touched: no signal handler, no directory, no mask; and it is never forked.
 * A process is made only for an external command, without fork().
 *
 * Functions return 0, or -1 with errno:
 *   EINVAL     an argument that names nothing: a dialect, a variable, a descriptor; a script with a NUL
 *   EBUSY      the session runs already, in another thread or further out in this one
 *   EPERM      the variable is read-only, or takes no such value
 *   EXDEV      the script or the snapshot is of another session
 *   EOPNOTSUPP the kernel cannot hold what the policy denies; the library does not count memory
 *   ENOMEM, EMFILE, ENOENT … what the system refused
 * A session may be used by one thread after the other; fl_session_signal() may be called by any
 * thread at any time.
 */

#ifndef FORKLESS_SHELL_H
#define FORKLESS_SHELL_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fl_session fl_session; /* a session */
typedef struct fl_script fl_script;   /* a script that was parsed for one */
typedef struct fl_call fl_call;       /* a call of a function of the program's */
typedef struct fl_line fl_line;       /* a line for the place of a shell */

/* --- Settings --------------------------------------------------------------- */

/* What a descriptor may be instead of a number. */
#define FL_NULL (-1)    /* nothing is read, nothing is kept */
#define FL_CAPTURE (-2) /* into the outcome of each run; only for output */

/* Limits of one run; 0 is none. */
struct fl_limits {
	uint64_t steps;     /* commands, and iterations of loops */
	uint64_t processes; /* programs that are launched */
	uint64_t output;    /* bytes of standard output, and of standard error, that are captured */
	uint64_t wall;      /* nanoseconds by the clock */
	uint64_t cpu;       /* nanoseconds of the thread that runs the session */
	uint64_t nesting;   /* how deep commands may be in calls of functions, subshells, substitutions, eval and . */
	uint64_t variables; /* bytes of the variables of an environment: names, values, keys, elements, positional parameters */
	uint64_t memory;    /* bytes of memory that the session holds, with what the run takes */
};

/* Gets output as it is written, on the thread that runs the session, which it must not use. */
typedef void fl_writer(const char *bytes, size_t length, void *data);

/* What a session begins with. FL_SESSION_SETTINGS is what is not said. */
struct fl_session_settings {
	const char *dialect;          /* sh, bash, ksh93, forkless, "bash --posix", "ksh93 -o posix" */
	const char *name;             /* $0 */
	const char *const *arguments; /* $1 … up to a null; null: none */
	const char *const *variables; /* NAME=value … up to a null, exported; null: none */
	int inherit_environment;      /* the process's environment before them */
	const char *directory;        /* null: the process's own, as it is now */
	int stdin_fd;                 /* duplicated; or FL_NULL */
	int stdout_fd;                /* duplicated; or FL_NULL, FL_CAPTURE */
	int stderr_fd;
	fl_writer *on_stdout;         /* instead of stdout_fd; null: none */
	fl_writer *on_stderr;
	void *data;                   /* what these two get */
	struct fl_limits limits;
	const char *policy;           /* what the kernel lets it reach, in the words of `forkless --confine`; null: all */
	const char *shell;            /* the program that is this shell, which runs { a; b; } &; null: where it is installed */
	const char *const *memory;    /* paths of empty file systems in memory, up to a null; null: none */
	uint64_t memory_size;         /* bytes that each of them may hold; 0: half of the machine's memory */
	char **message;               /* gets why a session cannot be made, to be freed with free(), or null */
};

#define FL_SESSION_SETTINGS \
	{ "forkless", "forkless", 0, 0, 0, 0, FL_NULL, FL_CAPTURE, FL_CAPTURE, 0, 0, 0, { 0, 0, 0, 0, 0, 0, 0, 0 }, 0, 0, 0, 0, 0 }

/* Null settings are FL_SESSION_SETTINGS. Null with errno where it cannot be made. */
fl_session *fl_session_new(const struct fl_session_settings *settings);
void fl_session_free(fl_session *session);

/* --- Scripts ---------------------------------------------------------------- */

/* Which limit ended a run. */
enum fl_limit {
	FL_NO_LIMIT,
	FL_STEPS,
	FL_PROCESSES,
	FL_OUTPUT,
	FL_WALL,
	FL_CPU,
	FL_NESTING,
	FL_VARIABLES,
	FL_MEMORY
};

/* How a run has ended. fl_outcome_free() frees what it points to. */
struct fl_outcome {
	int status;     /* 0 to 255; 128 and the number where a signal ended it */
	int signal;     /* that signal, or 0 */
	int limit;      /* that limit, or FL_NO_LIMIT */
	char *output;   /* standard output, where that is captured; a NUL follows */
	size_t output_length;
	char *errors;   /* standard error */
	size_t errors_length;
	uint64_t steps;
	uint64_t processes;
	uint64_t wall;  /* nanoseconds */
};

/* Runs a script to its end. What a shell reports, an error of syntax included, is in the
 * outcome. A null outcome: nobody wants it. */
int fl_session_run(fl_session *session, const char *script, size_t length, struct fl_outcome *outcome);
void fl_outcome_free(struct fl_outcome *outcome);

/* Runs one command, whose name and arguments are taken as they are: nothing in them is expanded or has to be quoted.
 * EINVAL without words. */
int fl_session_call(fl_session *session, const char *const *words, size_t count, struct fl_outcome *outcome);

/* The fields that words expand to, as those of a command do (compare wordexp(3)), up to a null pointer: one block that
 * free() frees. Null with errno EINVAL where the text is more than words or has an error of syntax, and with ECANCELED
 * where an expansion has failed or a limit was reached: then, and only then, *outcome is written, if that is not null. */
char **fl_session_fields(fl_session *session, const char *words, size_t length, size_t *count, struct fl_outcome *outcome);

/* Parses a script, to run it many times in this session and its clones. Null with errno EINVAL for
 * an error of syntax; its message is at *message then, to be freed with free(), if that is not null. */
fl_script *fl_session_parse(fl_session *session, const char *script, size_t length, char **message);
int fl_session_run_script(fl_session *session, fl_script *script, struct fl_outcome *outcome);
void fl_script_free(fl_script *script);

/* What a script would do, as far as that stands in its text. fl_analysis_free() frees what it points to. */
struct fl_analysis {
	char **commands; /* the names of its commands, up to a null pointer */
	char **reads;    /* the files that redirections read */
	char **writes;   /* those that they write or make */
	char *process;   /* why something in it needs a process that no session makes; null: nothing does */
	int open;        /* not all of it is in the text: a name is made by an expansion, text is run (eval, .) */
	int personal;    /* it looks at ids or descriptors that a shell would have: $$, PPID, >&5 */
	int asynchronous; /* something in it goes on after it, as a child of this process: program & */
};

/* Nothing is run. EINVAL for an error of syntax. */
int fl_session_analyze(fl_session *session, const char *script, size_t length, struct fl_analysis *analysis);
void fl_analysis_free(struct fl_analysis *analysis);

/* Ends a run as a signal ends a shell, or runs its trap. Any thread, any time. */
int fl_session_signal(fl_session *session, int number);

/* Says whether a run goes on: 0, or the number of a signal that the session is sent. It runs on the thread that runs
 * the session, which it must not use. */
typedef int fl_interrupt(void *data);

/* The function is asked some twenty times a second while the session or a clone runs, and where a signal handler of the
 * process has interrupted a wait, from the next run on: for a program whose signals are taken by code that is not in
 * the handlers. */
int fl_session_on_interrupt(fl_session *session, fl_interrupt *function, void *data);

int fl_session_limits(fl_session *session, const struct fl_limits *limits);

/* The files of the runs that follow: descriptors, which are duplicated, FL_NULL, FL_CAPTURE for output. They take the
 * place of what the settings, a clone or `exec >file` in a script had there. */
int fl_session_files(fl_session *session, int stdin_fd, int stdout_fd, int stderr_fd);

/* --- Lines ------------------------------------------------------------------ */

/* A line as `sh -c` gets it, to be run once in the place of that shell: with the process's directory, descriptors
 * that are inherited, this environment (NAME=value … up to a null; null: none), programs that have these signals
 * blocked (null: none), and these as standard input, output and error (null: 0, 1, 2). Null with EOPNOTSUPP where the
 * line takes a process of its own: it looks at its number ($$), runs text (eval), leaves something running
 * (program &) … fl_system() and fl_popen() of libforkless are made of these. */
fl_line *fl_line_new(const char *line, const char *const *environment, const sigset_t *mask, const int files[3]);
int fl_line_run(fl_line *line);                     /* once; the status as waitpid(2) has it, or -1 with errno */
void fl_line_signal(fl_line *line, int number);     /* any thread, any time, also in a signal handler */
void fl_line_free(fl_line *line);

/* --- Snapshots -------------------------------------------------------------- */

/* A session that is as this one is now; they share what neither changes. */
fl_session *fl_session_clone(fl_session *session);
/* Makes a session what a clone of it is now. */
int fl_session_restore(fl_session *session, fl_session *snapshot);

/* --- Variables -------------------------------------------------------------- */

/* The value, with a NUL after it, to be freed with free(); null with errno 0 where it is not set. */
char *fl_session_get(fl_session *session, const char *name, size_t *length);
int fl_session_set(fl_session *session, const char *name, const char *value);
int fl_session_unset(fl_session *session, const char *name);
int fl_session_export(fl_session *session, const char *name);
/* The elements up to a null pointer, one block that free() frees. */
char **fl_session_array(fl_session *session, const char *name, size_t *count);
int fl_session_set_array(fl_session *session, const char *name, const char *const *elements, size_t count);

/* --- Functions of the program ----------------------------------------------- */

/* A builtin: its arguments with the name first and a null at the end; returns the exit status. It runs on
 * the thread that runs the session, without a policy on a stack of the session's with 512 KiB. It must return: no longjmp(), no exception. */
typedef int fl_function(fl_call *call, int argc, const char *const *argv, void *data);

/* Defines one for the session and its clones. */
int fl_session_define(fl_session *session, const char *name, fl_function *function, void *data);

int fl_call_write(fl_call *call, int number, const char *bytes, size_t length);
char *fl_call_read(fl_call *call, size_t *length); /* all of its input; free() */
char *fl_call_get(fl_call *call, const char *name, size_t *length);
int fl_call_set(fl_call *call, const char *name, const char *value);

/* --- Events ----------------------------------------------------------------- */

enum fl_event_kind {
	FL_COMMAND, /* a simple command is about to run; its redirections have not been made */
	FL_UTILITY, /* a utility has run inside */
	FL_PROCESS  /* a process is about to be made for an external command */
};

/* Something that a script does. It lives as long as the call. */
struct fl_event {
	int kind;
	unsigned line;           /* of the file */
	const char *file;        /* the name of the session, $0, where it is the script that was given to run */
	const char *function;    /* the function that the line is in, or "" */
	const char *const *argv; /* the command's name and arguments, expanded; else the program's name; then a null pointer */
	const char *reason;      /* FL_PROCESS: why it is no utility of the shell; else null */
};

/* Receives an event, on the thread that runs the session, which it must not use but for fl_session_signal(). -1: a
 * command is to run; from 0 on: it is skipped with that status. Of other events what it returns means nothing. */
typedef int fl_observer(const struct fl_event *event, void *data);

/* The observer receives what the session and its clones do from the next run on; null: nobody any more. */
int fl_session_observe(fl_session *session, fl_observer *observer, void *data);

#ifdef __cplusplus
}
#endif

#endif
