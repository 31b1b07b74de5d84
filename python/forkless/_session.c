/*
 * The C side of forkless.session: sessions of libforkless-shell as capsules. Texts are bytes here; the
 * Python side (session.py) has the types that people use. The interpreter's lock is released while a
 * script runs, and taken again for functions of the program.
 */

#define _GNU_SOURCE
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "forkless_shell.h"

#define SESSION "forkless._session.session"
#define SCRIPT "forkless._session.script"
#define CALL "forkless._session.call"

/* Without the interpreter's lock: another thread may run a clone, for which this one waits, and which
 * takes the lock for functions of the program. errno is kept. */
#define UNLOCKED(expression) \
	do { \
		int kept; \
		Py_BEGIN_ALLOW_THREADS \
		expression; \
		kept = errno; \
		Py_END_ALLOW_THREADS \
		errno = kept; \
	} while (0)

/* What a session has of Python's. */
struct held {
	fl_session *session;
	PyObject *on_stdout, *on_stderr;
	PyObject *functions; /* a list: what was defined lives as long as the session */
	PyObject *type, *value, *traceback; /* what a function has raised in this run */
};

/* The session that this thread runs: functions of the program run on the thread of their caller, and
 * a function that was defined for a session is its clones' as well. */
static _Thread_local struct held *running;

static PyObject *syntax_error;

/* The first exception of a run is kept, to be raised when that has ended. */
static int keep_exception(struct held *held)
{
	if (held->type) {
		PyErr_Clear();
		return 0;
	}
	PyErr_Fetch(&held->type, &held->value, &held->traceback);
	return 1;
}

static void note_exception(void)
{
	/* The script ends as if it had been cancelled. */
	if (keep_exception(running))
		fl_session_signal(running->session, SIGTERM);
}

/* Runs the handlers of Python's signals while a script runs on the main thread. What they raise ends it. */
static int check_signals(void *data)
{
	int number = 0;
	PyGILState_STATE state = PyGILState_Ensure();
	(void)data;
	if (PyErr_CheckSignals() && keep_exception(running))
		number = SIGINT;
	PyGILState_Release(state);
	return number;
}

static PyObject *refuse(void)
{
	switch (errno) {
	case EBUSY:
		PyErr_SetString(PyExc_RuntimeError, "the session runs already");
		return NULL;
	case EXDEV:
		PyErr_SetString(PyExc_ValueError, "this is of another session");
		return NULL;
	case EINVAL:
		PyErr_SetString(PyExc_ValueError, "not a name, a dialect, a path or a text of the shell");
		return NULL;
	case EPERM:
		PyErr_SetString(PyExc_PermissionError, "the variable cannot be changed");
		return NULL;
	case ENOMEM:
		return PyErr_NoMemory();
	default:
		return PyErr_SetFromErrno(PyExc_OSError);
	}
}

static PyObject *done(int result)
{
	if (result)
		return refuse();
	Py_RETURN_NONE;
}

static struct held *held_of(PyObject *capsule)
{
	return PyCapsule_GetPointer(capsule, SESSION);
}

static void free_session(PyObject *capsule)
{
	struct held *held = PyCapsule_GetPointer(capsule, SESSION);
	if (!held)
		return;
	UNLOCKED(fl_session_free(held->session));
	Py_XDECREF(held->on_stdout);
	Py_XDECREF(held->on_stderr);
	Py_XDECREF(held->functions);
	Py_XDECREF(held->type);
	Py_XDECREF(held->value);
	Py_XDECREF(held->traceback);
	free(held);
}

static PyObject *capsule_of(fl_session *session, PyObject *functions, struct held *held)
{
	if (!session) {
		int error = errno;
		Py_XDECREF(held->on_stdout);
		Py_XDECREF(held->on_stderr);
		free(held);
		errno = error;
		return PyErr_Occurred() ? NULL : refuse();
	}
	held->session = session;
	held->functions = functions;
	if (functions)
		Py_INCREF(functions);
	else
		held->functions = PyList_New(0);
	return PyCapsule_New(held, SESSION, free_session);
}

static void write_to(PyObject *callable, const char *bytes, size_t length)
{
	PyGILState_STATE state = PyGILState_Ensure();
	PyObject *result = PyObject_CallFunction(callable, "y#", bytes, (Py_ssize_t)length);
	if (!result)
		note_exception();
	Py_XDECREF(result);
	PyGILState_Release(state);
}

static void write_stdout(const char *bytes, size_t length, void *data)
{
	struct held *held = data;
	write_to(held->on_stdout, bytes, length);
}

static void write_stderr(const char *bytes, size_t length, void *data)
{
	struct held *held = data;
	write_to(held->on_stderr, bytes, length);
}

/* The session and the text of a call's arguments. */
static struct held *held_and_text(PyObject *arguments, const char **text, Py_ssize_t *length)
{
	PyObject *capsule;
	return PyArg_ParseTuple(arguments, "Oy#", &capsule, text, length) ? held_of(capsule) : NULL;
}

/* A vector of the texts of a list of bytes, which has to live as long. */
static const char **vector_of(PyObject *list)
{
	Py_ssize_t count = PyList_Size(list);
	if (count < 0)
		return NULL;
	const char **vector = calloc(count + 1, sizeof *vector);
	if (!vector)
		return (const char **)PyErr_NoMemory();
	for (Py_ssize_t i = 0; i < count; i++) {
		char *text;
		/* Refuses NULs. */
		if (PyBytes_AsStringAndSize(PyList_GetItem(list, i), &text, NULL) < 0) {
			free(vector);
			return NULL;
		}
		vector[i] = text;
	}
	return vector;
}

/* An OSError, of the class that is for the number. */
static void raise_os_error(int number, const char *words)
{
	PyObject *error = PyObject_CallFunction(PyExc_OSError, "is", number, words);
	if (error)
		PyErr_SetObject((PyObject *)Py_TYPE(error), error);
	Py_XDECREF(error);
}

static PyObject *session_new(PyObject *self, PyObject *arguments)
{
	struct fl_session_settings settings = FL_SESSION_SETTINGS;
	PyObject *parameters, *variables, *on_stdout, *on_stderr, *policy, *memory;
	unsigned long long size;
	struct fl_limits *limits = &settings.limits;
	(void)self;
	if (!PyArg_ParseTuple(arguments, "yyO!O!pyiiiOO(KKKKKKKK)OyO!K", &settings.dialect, &settings.name, &PyList_Type,
			&parameters, &PyList_Type, &variables, &settings.inherit_environment, &settings.directory,
			&settings.stdin_fd, &settings.stdout_fd, &settings.stderr_fd, &on_stdout, &on_stderr,
			&limits->steps, &limits->processes, &limits->output, &limits->wall, &limits->cpu,
			&limits->nesting, &limits->variables, &limits->memory, &policy,
			&settings.shell, &PyList_Type, &memory, &size))
		return NULL;
	settings.memory_size = size;
	if (!*settings.shell)
		settings.shell = NULL;
	/* Refuses NULs. */
	if (policy != Py_None && PyBytes_AsStringAndSize(policy, (char **)&settings.policy, NULL) < 0)
		return NULL;
	if (!*settings.directory)
		settings.directory = NULL;
	struct held *held = calloc(1, sizeof *held);
	if (!held)
		return PyErr_NoMemory();
	settings.arguments = vector_of(parameters);
	settings.variables = settings.arguments ? vector_of(variables) : NULL;
	settings.memory = settings.variables ? vector_of(memory) : NULL;
	if (!settings.memory) {
		free((void *)settings.arguments);
		free((void *)settings.variables);
		free(held);
		return NULL;
	}
	if (on_stdout != Py_None) {
		Py_INCREF(held->on_stdout = on_stdout);
		settings.on_stdout = write_stdout;
	}
	if (on_stderr != Py_None) {
		Py_INCREF(held->on_stderr = on_stderr);
		settings.on_stderr = write_stderr;
	}
	settings.data = held;
	char *message = NULL;
	settings.message = &message;
	fl_session *session;
	UNLOCKED(session = fl_session_new(&settings));
	int error = errno;
	if (session)
		fl_session_on_interrupt(session, check_signals, NULL);
	if (!session && settings.policy && message) {
		/* What is wrong with the policy, or with this kernel, in words. */
		if (error == EINVAL)
			PyErr_SetString(PyExc_ValueError, message);
		else
			raise_os_error(error, message);
	}
	free(message);
	free((void *)settings.arguments);
	free((void *)settings.variables);
	free((void *)settings.memory);
	errno = error;
	return capsule_of(session, NULL, held);
}

/* Whether a function of the program, or the handler of a signal, has raised something in a run: it goes on here. */
static int has_raised(struct held *held)
{
	if (!held->type)
		return 0;
	PyErr_Restore(held->type, held->value, held->traceback);
	held->type = held->value = held->traceback = NULL;
	return 1;
}

/* What Python has of a run. */
static PyObject *outcome_of(struct held *held, struct fl_outcome *outcome)
{
	PyObject *value = NULL;
	if (!has_raised(held))
		value = Py_BuildValue("iiiy#y#KKK", outcome->status, outcome->signal, outcome->limit, outcome->output,
			(Py_ssize_t)outcome->output_length, outcome->errors, (Py_ssize_t)outcome->errors_length,
			(unsigned long long)outcome->steps, (unsigned long long)outcome->processes,
			(unsigned long long)outcome->wall);
	fl_outcome_free(outcome);
	return value;
}

/* What is run while other threads have the interpreter. */
#define RUNNING(held, statement) \
	do { \
		struct held *before = running; \
		Py_BEGIN_ALLOW_THREADS \
		running = held; \
		statement; \
		running = before; \
		Py_END_ALLOW_THREADS \
	} while (0)

/* Runs a text (bytes), a parsed script, or the words of a command (a list). */
static PyObject *session_run(PyObject *self, PyObject *arguments)
{
	PyObject *capsule, *what;
	struct fl_outcome outcome;
	int result;
	(void)self;
	if (!PyArg_ParseTuple(arguments, "OO", &capsule, &what))
		return NULL;
	struct held *held = held_of(capsule);
	if (!held)
		return NULL;
	if (PyCapsule_IsValid(what, SCRIPT)) {
		fl_script *script = PyCapsule_GetPointer(what, SCRIPT);
		RUNNING(held, result = fl_session_run_script(held->session, script, &outcome));
	} else if (PyList_Check(what)) {
		const char **words = vector_of(what);
		if (!words)
			return NULL;
		size_t count = PyList_Size(what);
		RUNNING(held, result = fl_session_call(held->session, words, count, &outcome));
		int error = errno;
		free(words);
		errno = error;
	} else {
		char *text;
		Py_ssize_t length;
		if (PyBytes_AsStringAndSize(what, &text, &length) < 0)
			return NULL;
		RUNNING(held, result = fl_session_run(held->session, text, length, &outcome));
	}
	return result ? refuse() : outcome_of(held, &outcome);
}

static PyObject *list_of(char **texts)
{
	PyObject *list = PyList_New(0);
	for (; list && *texts; texts++) {
		PyObject *text = PyBytes_FromString(*texts);
		if (!text || PyList_Append(list, text) < 0)
			Py_CLEAR(list);
		Py_XDECREF(text);
	}
	return list;
}

/* The fields of words (a list); where an expansion has failed, the outcome (a tuple). */
static PyObject *session_fields(PyObject *self, PyObject *arguments)
{
	const char *text;
	Py_ssize_t length;
	struct fl_outcome outcome;
	(void)self;
	struct held *held = held_and_text(arguments, &text, &length);
	if (!held)
		return NULL;
	char **fields;
	RUNNING(held, fields = fl_session_fields(held->session, text, length, NULL, &outcome));
	if (fields) {
		PyObject *list = has_raised(held) ? NULL : list_of(fields);
		free(fields);
		return list;
	}
	return errno == ECANCELED ? outcome_of(held, &outcome) : refuse();
}

static void free_script(PyObject *capsule)
{
	fl_script *script = PyCapsule_GetPointer(capsule, SCRIPT);
	UNLOCKED(fl_script_free(script));
}

static PyObject *session_parse(PyObject *self, PyObject *arguments)
{
	const char *text;
	Py_ssize_t length;
	char *message;
	(void)self;
	struct held *held = held_and_text(arguments, &text, &length);
	if (!held)
		return NULL;
	fl_script *script;
	UNLOCKED(script = fl_session_parse(held->session, text, length, &message));
	if (!script) {
		if (!message)
			return refuse();
		PyObject *words = PyUnicode_DecodeUTF8(message, strlen(message), "replace");
		free(message);
		if (words)
			PyErr_SetObject(syntax_error, words);
		Py_XDECREF(words);
		return NULL;
	}
	return PyCapsule_New(script, SCRIPT, free_script);
}

static PyObject *session_analyze(PyObject *self, PyObject *arguments)
{
	const char *text;
	Py_ssize_t length;
	struct fl_analysis analysis;
	(void)self;
	struct held *held = held_and_text(arguments, &text, &length);
	if (!held)
		return NULL;
	int result;
	UNLOCKED(result = fl_session_analyze(held->session, text, length, &analysis));
	if (result)
		return refuse();
	PyObject *value = Py_BuildValue("NNNziii", list_of(analysis.commands), list_of(analysis.reads),
		list_of(analysis.writes), analysis.process, analysis.open, analysis.personal, analysis.asynchronous);
	fl_analysis_free(&analysis);
	return value;
}

static PyObject *session_clone(PyObject *self, PyObject *capsule)
{
	(void)self;
	struct held *held = held_of(capsule), *copy;
	if (!held)
		return NULL;
	copy = calloc(1, sizeof *copy);
	if (!copy)
		return PyErr_NoMemory();
	fl_session *session;
	UNLOCKED(session = fl_session_clone(held->session));
	return capsule_of(session, held->functions, copy);
}

static PyObject *session_restore(PyObject *self, PyObject *arguments)
{
	PyObject *capsule, *snapshot;
	(void)self;
	if (!PyArg_ParseTuple(arguments, "OO", &capsule, &snapshot))
		return NULL;
	struct held *held = held_of(capsule), *other = held_of(snapshot);
	if (!held || !other)
		return NULL;
	int result;
	UNLOCKED(result = fl_session_restore(held->session, other->session));
	return done(result);
}

static PyObject *bytes_or_none(char *value, size_t length)
{
	if (!value) {
		if (errno)
			return refuse();
		Py_RETURN_NONE;
	}
	PyObject *bytes = PyBytes_FromStringAndSize(value, length);
	free(value);
	return bytes;
}

/* The session of a call, and the name that is its argument; NULL with an exception. */
static struct held *held_and_name(PyObject *arguments, const char **name)
{
	PyObject *capsule;
	return PyArg_ParseTuple(arguments, "Oy", &capsule, name) ? held_of(capsule) : NULL;
}

static PyObject *session_get(PyObject *self, PyObject *arguments)
{
	const char *name;
	size_t length = 0;
	(void)self;
	struct held *held = held_and_name(arguments, &name);
	if (!held)
		return NULL;
	char *value;
	UNLOCKED(value = fl_session_get(held->session, name, &length));
	return bytes_or_none(value, length);
}

static PyObject *session_set(PyObject *self, PyObject *arguments)
{
	PyObject *capsule;
	const char *name, *value;
	(void)self;
	if (!PyArg_ParseTuple(arguments, "Oyy", &capsule, &name, &value))
		return NULL;
	struct held *held = held_of(capsule);
	if (!held)
		return NULL;
	int result;
	UNLOCKED(result = fl_session_set(held->session, name, value));
	return done(result);
}

static PyObject *session_unset(PyObject *self, PyObject *arguments)
{
	const char *name;
	(void)self;
	struct held *held = held_and_name(arguments, &name);
	if (!held)
		return NULL;
	int result;
	UNLOCKED(result = fl_session_unset(held->session, name));
	return done(result);
}

static PyObject *session_export(PyObject *self, PyObject *arguments)
{
	const char *name;
	(void)self;
	struct held *held = held_and_name(arguments, &name);
	if (!held)
		return NULL;
	int result;
	UNLOCKED(result = fl_session_export(held->session, name));
	return done(result);
}

static PyObject *session_array(PyObject *self, PyObject *arguments)
{
	const char *name;
	(void)self;
	struct held *held = held_and_name(arguments, &name);
	if (!held)
		return NULL;
	char **elements;
	UNLOCKED(elements = fl_session_array(held->session, name, NULL));
	if (!elements)
		return refuse();
	PyObject *list = list_of(elements);
	free(elements);
	return list;
}

static PyObject *session_set_array(PyObject *self, PyObject *arguments)
{
	PyObject *capsule, *list;
	const char *name;
	(void)self;
	if (!PyArg_ParseTuple(arguments, "OyO!", &capsule, &name, &PyList_Type, &list))
		return NULL;
	struct held *held = held_of(capsule);
	const char **elements = held ? vector_of(list) : NULL;
	if (!elements)
		return NULL;
	Py_ssize_t count = PyList_Size(list);
	int result;
	UNLOCKED(result = fl_session_set_array(held->session, name, elements, count));
	int error = errno;
	free(elements);
	errno = error;
	return done(result);
}

static PyObject *session_signal(PyObject *self, PyObject *arguments)
{
	PyObject *capsule;
	int number;
	(void)self;
	if (!PyArg_ParseTuple(arguments, "Oi", &capsule, &number))
		return NULL;
	struct held *held = held_of(capsule);
	return held ? done(fl_session_signal(held->session, number)) : NULL;
}

static PyObject *session_limits(PyObject *self, PyObject *arguments)
{
	PyObject *capsule;
	struct fl_limits limits;
	(void)self;
	if (!PyArg_ParseTuple(arguments, "O(KKKKKKKK)", &capsule, &limits.steps, &limits.processes,
			&limits.output, &limits.wall, &limits.cpu, &limits.nesting, &limits.variables, &limits.memory))
		return NULL;
	struct held *held = held_of(capsule);
	if (!held)
		return NULL;
	int result;
	UNLOCKED(result = fl_session_limits(held->session, &limits));
	return done(result);
}

static PyObject *session_files(PyObject *self, PyObject *arguments)
{
	PyObject *capsule;
	int in, out, err, result;
	(void)self;
	if (!PyArg_ParseTuple(arguments, "Oiii", &capsule, &in, &out, &err))
		return NULL;
	struct held *held = held_of(capsule);
	if (!held)
		return NULL;
	UNLOCKED(result = fl_session_files(held->session, in, out, err));
	return done(result);
}

/* What a new session would take over of this process: its directory, by name and by number, and its
 * environment. One that has run nothing is as good as a new one as long as this is the same. */
static PyObject *surroundings(PyObject *self, PyObject *nothing)
{
	char directory[PATH_MAX];
	struct stat stat_of;
	(void)self;
	(void)nothing;
	if (!getcwd(directory, sizeof directory) || stat(".", &stat_of))
		return PyErr_SetFromErrno(PyExc_OSError);
	size_t length = strlen(directory) + 1, size = sizeof stat_of.st_dev + sizeof stat_of.st_ino + length;
	for (char **string = environ; string && *string; string++)
		size += strlen(*string) + 1;
	PyObject *bytes = PyBytes_FromStringAndSize(NULL, size);
	if (!bytes)
		return NULL;
	char *end = PyBytes_AsString(bytes);
	end = mempcpy(end, &stat_of.st_dev, sizeof stat_of.st_dev);
	end = mempcpy(end, &stat_of.st_ino, sizeof stat_of.st_ino);
	end = mempcpy(end, directory, length);
	for (char **string = environ; string && *string; string++)
		end = mempcpy(end, *string, strlen(*string) + 1);
	return bytes;
}

static int call_function(fl_call *call, int argc, const char *const *argv, void *data)
{
	PyObject *callable = data;
	int status = 1;
	PyGILState_STATE state = PyGILState_Ensure();
	PyObject *list = PyList_New(argc), *capsule = PyCapsule_New(call, CALL, NULL);
	for (int i = 0; list && i < argc; i++) {
		PyObject *text = PyBytes_FromString(argv[i]);
		if (!text || PyList_SetItem(list, i, text) < 0)
			Py_CLEAR(list);
	}
	PyObject *result = list && capsule ? PyObject_CallFunctionObjArgs(callable, list, capsule, NULL) : NULL;
	if (result)
		status = (int)PyLong_AsLong(result);
	if (!result || PyErr_Occurred())
		note_exception();
	Py_XDECREF(result);
	Py_XDECREF(list);
	if (capsule)
		/* Who has kept it finds no call behind it. */
		PyCapsule_SetName(capsule, NULL);
	Py_XDECREF(capsule);
	PyGILState_Release(state);
	return status;
}

static PyObject *session_define(PyObject *self, PyObject *arguments)
{
	PyObject *capsule, *callable;
	const char *name;
	(void)self;
	if (!PyArg_ParseTuple(arguments, "OyO", &capsule, &name, &callable))
		return NULL;
	struct held *held = held_of(capsule);
	if (!held || PyList_Append(held->functions, callable) < 0)
		return NULL;
	int result;
	UNLOCKED(result = fl_session_define(held->session, name, call_function, callable));
	return done(result);
}

/* Has a callable told an event: kind, words, file, function, line, reason. It returns a status, or None. */
static int tell(const struct fl_event *event, void *data)
{
	PyGILState_STATE state = PyGILState_Ensure();
	int verdict = -1;
	PyObject *words = PyList_New(0), *told = NULL;
	for (const char *const *word = event->argv; words && *word; word++) {
		PyObject *text = PyBytes_FromString(*word);
		if (!text || PyList_Append(words, text) < 0)
			Py_CLEAR(words);
		Py_XDECREF(text);
	}
	if (words)
		told = PyObject_CallFunction(data, "iOyyIz", event->kind, words, event->file, event->function,
			event->line, event->reason);
	if (told && told != Py_None)
		verdict = (int)PyLong_AsLong(told) & 0xff;
	if (!told || PyErr_Occurred()) {
		/* The run ends; nobody has allowed the command. */
		note_exception();
		verdict = 134;
	}
	Py_XDECREF(told);
	Py_XDECREF(words);
	PyGILState_Release(state);
	return verdict;
}

static PyObject *session_observe(PyObject *self, PyObject *arguments)
{
	PyObject *capsule, *callable;
	(void)self;
	if (!PyArg_ParseTuple(arguments, "OO", &capsule, &callable))
		return NULL;
	struct held *held = held_of(capsule);
	if (!held)
		return NULL;
	if (callable == Py_None)
		callable = NULL;
	else if (PyList_Append(held->functions, callable) < 0)
		return NULL;
	int result;
	UNLOCKED(result = fl_session_observe(held->session, callable ? tell : NULL, callable));
	return done(result);
}

static PyObject *call_write(PyObject *self, PyObject *arguments)
{
	PyObject *capsule;
	int number, result;
	const char *text;
	Py_ssize_t length;
	(void)self;
	if (!PyArg_ParseTuple(arguments, "Oiy#", &capsule, &number, &text, &length))
		return NULL;
	fl_call *call = PyCapsule_GetPointer(capsule, CALL);
	if (!call)
		return NULL;
	Py_BEGIN_ALLOW_THREADS
	result = fl_call_write(call, number, text, length);
	Py_END_ALLOW_THREADS
	return result ? PyErr_SetFromErrno(PyExc_OSError) : done(0);
}

static PyObject *call_read(PyObject *self, PyObject *capsule)
{
	size_t length = 0;
	char *text;
	(void)self;
	fl_call *call = PyCapsule_GetPointer(capsule, CALL);
	if (!call)
		return NULL;
	Py_BEGIN_ALLOW_THREADS
	text = fl_call_read(call, &length);
	Py_END_ALLOW_THREADS
	if (!text)
		return PyErr_SetFromErrno(PyExc_OSError);
	return bytes_or_none(text, length);
}

static PyObject *call_get(PyObject *self, PyObject *arguments)
{
	PyObject *capsule;
	const char *name;
	size_t length = 0;
	(void)self;
	if (!PyArg_ParseTuple(arguments, "Oy", &capsule, &name))
		return NULL;
	fl_call *call = PyCapsule_GetPointer(capsule, CALL);
	if (!call)
		return NULL;
	char *value = fl_call_get(call, name, &length);
	return bytes_or_none(value, length);
}

static PyObject *call_set(PyObject *self, PyObject *arguments)
{
	PyObject *capsule;
	const char *name, *value;
	(void)self;
	if (!PyArg_ParseTuple(arguments, "Oyy", &capsule, &name, &value))
		return NULL;
	fl_call *call = PyCapsule_GetPointer(capsule, CALL);
	return call ? done(fl_call_set(call, name, value)) : NULL;
}

static PyMethodDef methods[] = {
	{ "new", session_new, METH_VARARGS, "Makes a session." },
	{ "run", session_run, METH_VARARGS, "Runs a text, a parsed script, or the words of a command." },
	{ "fields", session_fields, METH_VARARGS, "The fields that words expand to." },
	{ "parse", session_parse, METH_VARARGS, "Parses a script." },
	{ "analyze", session_analyze, METH_VARARGS, "What a script would do." },
	{ "clone", session_clone, METH_O, "A session that is as this one." },
	{ "restore", session_restore, METH_VARARGS, "Makes a session what its clone is." },
	{ "get", session_get, METH_VARARGS, "The value of a variable." },
	{ "set", session_set, METH_VARARGS, "Assigns to a variable." },
	{ "unset", session_unset, METH_VARARGS, "Unsets a variable." },
	{ "export", session_export, METH_VARARGS, "Exports a variable." },
	{ "array", session_array, METH_VARARGS, "The elements of an array." },
	{ "set_array", session_set_array, METH_VARARGS, "Makes a variable an array." },
	{ "signal", session_signal, METH_VARARGS, "Sends a signal to a session." },
	{ "limits", session_limits, METH_VARARGS, "Sets the limits of runs." },
	{ "files", session_files, METH_VARARGS, "Sets the files of runs." },
	{ "surroundings", surroundings, METH_NOARGS, "What a new session takes over." },
	{ "observe", session_observe, METH_VARARGS, "Has a callable told events." },
	{ "define", session_define, METH_VARARGS, "Defines a builtin." },
	{ "call_write", call_write, METH_VARARGS, "Writes for a call." },
	{ "call_read", call_read, METH_O, "Reads the input of a call." },
	{ "call_get", call_get, METH_VARARGS, "The value of a variable for a call." },
	{ "call_set", call_set, METH_VARARGS, "Assigns to a variable for a call." },
	{ NULL, NULL, 0, NULL },
};

static struct PyModuleDef module = {
	PyModuleDef_HEAD_INIT,
	.m_name = "forkless._session",
	.m_doc = "Sessions of libforkless-shell.",
	.m_size = -1,
	.m_methods = methods,
};

PyMODINIT_FUNC PyInit__session(void)
{
	PyObject *made = PyModule_Create(&module);
	syntax_error = PyErr_NewException("forkless.ScriptError", PyExc_ValueError, NULL);
	if (!made || !syntax_error || PyModule_AddObject(made, "ScriptError", syntax_error) < 0)
		return NULL;
	/* PyModule_AddObject has taken a reference. */
	Py_INCREF(syntax_error);
	return made;
}
