/*
 * The function by which CPython's subprocess creates a process, by libforkless:
 * same arguments as _posixsubprocess.fork_exec, same result, no fork. What fails is
 * raised as LaunchError(step, errno, mount or -1); no process is left then.
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <forkless.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static PyObject *launch_error;

/* What forkless.Popen takes beyond subprocess, for the launch that follows in the
 * same thread: (limits, nice, parent_death_signal, (namespaces, user map, group map, hostname,
 * mounts)). */
static _Thread_local PyObject *more_options;

/* The arguments of fork_exec, whose number depends on the version of Python. */
struct request {
	PyObject *arguments, *executables, *pass_fds, *directory, *environment;
	PyObject *group, *groups, *user, *preexec;
	int close_fds, restore_signals, new_session, process_group, umask;
	int ends[8]; /* p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite, errpipe */
};

/* A tuple or list of byte strings as an array; 0 on an exception. */
static int strings(PyObject *sequence, fl_launch *launch,
    int (*add)(fl_launch *, char *const[]))
{
	PyObject *list = PySequence_List(sequence), *kept = NULL;
	if (!list)
		return 0;
	Py_ssize_t count = PyList_Size(list);
	char **array = calloc((size_t)count + 1, sizeof *array);
	int done = 0;
	kept = PyList_New(0);
	if (!array || !kept) {
		PyErr_NoMemory();
		goto out;
	}
	for (Py_ssize_t i = 0; i < count; i++) {
		PyObject *bytes = NULL;
		Py_ssize_t size;
		if (!PyUnicode_FSConverter(PyList_GetItem(list, i), &bytes))
			goto out;
		int failed = PyList_Append(kept, bytes);
		Py_DECREF(bytes);
		if (failed || PyBytes_AsStringAndSize(bytes, &array[i], &size))
			goto out;
		if (strlen(array[i]) != (size_t)size) {
			PyErr_SetString(PyExc_ValueError, "embedded null byte");
			goto out;
		}
	}
	if (add(launch, array) == 0)
		done = 1;
	else
		PyErr_SetFromErrno(PyExc_OSError);
out:
	free(array);
	Py_XDECREF(kept);
	Py_DECREF(list);
	return done;
}

/* Where to look for the program: CPython has joined every directory with the name. */
static int search(PyObject *executables, char **name, fl_launch **launch)
{
	Py_ssize_t count = PyTuple_Size(executables);
	if (count < 1) {
		PyErr_SetString(PyExc_ValueError, "no executable");
		return 0;
	}
	if (PyBytes_AsStringAndSize(PyTuple_GetItem(executables, 0), name, NULL))
		return 0;
	if (count == 1) {
		*launch = fl_launch_new(*name);
		if (*launch && !strchr(*name, '/'))
			fl_search(*launch, "");
		return 1;
	}
	/* "directory/name", or "name" for an empty directory. */
	const char *slash = strrchr(*name, '/');
	const char *base = slash ? slash + 1 : *name;
	size_t size = 1;
	for (Py_ssize_t i = 0; i < count; i++)
		size += (size_t)PyBytes_Size(PyTuple_GetItem(executables, i)) + 1;
	char *path = malloc(size), *end = path;
	if (!path) {
		PyErr_NoMemory();
		return 0;
	}
	for (Py_ssize_t i = 0; i < count; i++) {
		const char *one = PyBytes_AsString(PyTuple_GetItem(executables, i));
		size_t length = strlen(one) - strlen(base);
		if (i > 0)
			*end++ = ':';
		memcpy(end, one, length);
		end += length;
		if (length > 1 && end[-1] == '/')
			end--;
	}
	*end = '\0';
	*launch = fl_launch_new(base);
	if (*launch)
		fl_search(*launch, path);
	free(path);
	return 1;
}

/* A user or group: 1 if there is one, 0 if not, -1 on an exception. */
static int id_of(PyObject *object, id_t *value)
{
	if (object == Py_None)
		return 0;
	long long wide = PyLong_AsLongLong(object);
	if (wide == -1 && PyErr_Occurred())
		return -1;
	/* -1 says that there is none, as for setreuid(). */
	if (wide == -1)
		return 0;
	if (wide < 0 || wide >= (id_t)-1) {
		PyErr_SetString(PyExc_OverflowError, "user or group id out of range");
		return -1;
	}
	*value = (id_t)wide;
	return 1;
}

static int groups(PyObject *sequence, fl_launch *launch)
{
	PyObject *list = PySequence_List(sequence);
	if (!list)
		return 0;
	Py_ssize_t count = PyList_Size(list);
	gid_t *groups = calloc((size_t)count + 1, sizeof *groups);
	int done = groups != NULL;
	for (Py_ssize_t i = 0; done && i < count; i++)
		done = id_of(PyList_GetItem(list, i), &groups[i]) == 1;
	if (done)
		fl_groups(launch, (size_t)count, groups);
	else if (!groups)
		PyErr_NoMemory();
	else
		PyErr_SetString(PyExc_ValueError, "invalid group id");
	free(groups);
	Py_DECREF(list);
	return done;
}

static int identity(struct request *request, fl_launch *launch)
{
	id_t id = 0;
	if (request->groups != Py_None && !groups(request->groups, launch))
		return 0;
	if (id_of(request->group, &id) == 1)
		fl_group(launch, id);
	if (!PyErr_Occurred() && id_of(request->user, &id) == 1)
		fl_user(launch, id);
	return !PyErr_Occurred();
}

/* 1, or 0 with the exception for an errno. */
static int done(int result)
{
	if (result)
		PyErr_SetFromErrno(PyExc_OSError);
	return result == 0;
}

/* A tuple of (inside, outside, count). */
static int map_ids(fl_launch *launch, PyObject *map,
    int (*add)(fl_launch *, id_t inside, id_t outside, unsigned count))
{
	for (Py_ssize_t i = 0; i < PyTuple_Size(map); i++) {
		unsigned inside, outside, count;
		PyObject *range = PyTuple_GetItem(map, i);
		if (!PyArg_ParseTuple(range, "III", &inside, &outside, &count) ||
		    !done(add(launch, inside, outside, count)))
			return 0;
	}
	return 1;
}

/* (kind, target, source, flags, size, mode), as _namespaces of __init__.py makes it. */
static int mount(fl_launch *launch, PyObject *it)
{
	const char *kind, *target, *source;
	unsigned flags, mode;
	unsigned long long size;
	if (!PyArg_ParseTuple(it, "syyIKI", &kind, &target, &source, &flags, &size, &mode))
		return 0;
	switch (*kind) {
	case 'b':
		return done(fl_bind(launch, source, target, flags));
	case 'm':
		return done(fl_memory(launch, target, size, mode, flags));
	case 'p':
		return done(fl_processes(launch, target));
	case 'd':
		return done(fl_make_directory(launch, target));
	default:
		return done(fl_link(launch, source, target));
	}
}

static int isolate(fl_launch *launch, PyObject *it)
{
	PyObject *users, *groups, *mounts;
	int flags;
	const char *hostname;
	if (!PyArg_ParseTuple(it, "iOOzO", &flags, &users, &groups, &hostname, &mounts) ||
	    !done(fl_namespaces(launch, flags)) || !map_ids(launch, users, fl_map_user) ||
	    !map_ids(launch, groups, fl_map_group) ||
	    (hostname && !done(fl_hostname(launch, hostname))))
		return 0;
	for (Py_ssize_t i = 0; i < PyTuple_Size(mounts); i++)
		if (!mount(launch, PyTuple_GetItem(mounts, i)))
			return 0;
	return 1;
}

static int more(fl_launch *launch)
{
	PyObject *limits, *nice, *death, *isolation, *key, *pair;
	Py_ssize_t at = 0;
	if (!more_options)
		return 1;
	if (!PyArg_ParseTuple(more_options, "OOOO", &limits, &nice, &death, &isolation))
		return 0;
	if (isolation != Py_None && !isolate(launch, isolation))
		return 0;
	while (PyDict_Next(limits, &at, &key, &pair)) {
		long long soft, hard;
		if (!PyArg_ParseTuple(pair, "LL", &soft, &hard))
			return 0;
		struct rlimit limit = {soft < 0 ? RLIM_INFINITY : (rlim_t)soft,
		    hard < 0 ? RLIM_INFINITY : (rlim_t)hard};
		if (fl_limit(launch, (int)PyLong_AsLong(key), &limit)) {
			PyErr_SetFromErrno(PyExc_OSError);
			return 0;
		}
	}
	if (nice != Py_None)
		fl_nice(launch, (int)PyLong_AsLong(nice));
	if (death != Py_None)
		fl_parent_death_signal(launch, (int)PyLong_AsLong(death));
	return !PyErr_Occurred();
}

static int describe(struct request *request, fl_launch *launch)
{
	if (!strings(request->arguments, launch, fl_arguments))
		return 0;
	if (request->environment != Py_None &&
	    !strings(request->environment, launch, fl_environment))
		return 0;
	if (request->directory != Py_None) {
		PyObject *bytes = NULL;
		if (!PyUnicode_FSConverter(request->directory, &bytes))
			return 0;
		fl_directory(launch, PyBytes_AsString(bytes));
		Py_DECREF(bytes);
	}
	const int standard[3] = {request->ends[0], request->ends[3], request->ends[5]};
	for (int target = 0; target < 3; target++)
		if (standard[target] >= 0)
			fl_fd(launch, target, standard[target]);
	Py_ssize_t count = PyTuple_Size(request->pass_fds);
	for (Py_ssize_t i = 0; i < count; i++) {
		long fd = PyLong_AsLong(PyTuple_GetItem(request->pass_fds, i));
		if (fd == -1 && PyErr_Occurred())
			return 0;
		/* CPython's own pipe for errors is not needed. One of the standard
		 * streams may be named here too. */
		if (fd != request->ends[7] && (fd > 2 || (fd >= 0 && standard[fd] < 0)))
			fl_fd(launch, (int)fd, (int)fd);
	}
	if (request->close_fds)
		fl_close_others(launch, 1);
	if (request->umask >= 0)
		fl_umask(launch, (mode_t)request->umask);
	if (request->restore_signals) {
		sigset_t set;
		sigemptyset(&set);
		sigaddset(&set, SIGPIPE);
		sigaddset(&set, SIGXFSZ);
		fl_signal_default(launch, &set);
	}
	if (request->new_session)
		fl_session(launch);
	/* The leader of a session leads its group already. */
	if (request->process_group >= 0 && !(request->new_session && request->process_group == 0))
		fl_process_group(launch, request->process_group);
	return identity(request, launch) && more(launch);
}

/* Starts the program: its process id, or null with an exception. */
static PyObject *start(struct request *request)
{
	fl_launch *launch = NULL;
	char *name;
	if (!search(request->executables, &name, &launch))
		return NULL;
	if (!launch)
		return PyErr_SetFromErrno(PyExc_OSError);
	if (!describe(request, launch)) {
		fl_launch_free(launch);
		return NULL;
	}
	struct fl_error error = {0, 0};
	fl_child *child;
	pid_t pid = -1;
	Py_BEGIN_ALLOW_THREADS
	child = fl_start(launch, &error);
	if (child) {
		/* subprocess waits by the process id. */
		pid = fl_pid(child);
		fl_child_free(child);
	}
	fl_launch_free(launch);
	Py_END_ALLOW_THREADS
	if (pid >= 0)
		return PyLong_FromLong(pid);
	if (!error.step)
		return PyErr_SetFromErrno(PyExc_OSError);
	PyObject *arguments = Py_BuildValue("sii", fl_step_name(error.step), error.error,
	    fl_step_mount(error.step));
	if (arguments) {
		PyErr_SetObject(launch_error, arguments);
		Py_DECREF(arguments);
	}
	return NULL;
}

/* fork_exec(...): see Modules/_posixsubprocess.c of the Python that calls. */
static PyObject *fork_exec(PyObject *self, PyObject *arguments)
{
	struct request it;
	memset(&it, 0, sizeof it);
	it.process_group = -1;
	(void)self;
	int with_group = PyTuple_Size(arguments) >= 22;
	int parsed;
	if (with_group) {
		int allow_vfork = 1;
		parsed = PyArg_ParseTuple(arguments, "OO!pO!OOiiiiiiiippiOOOiO|p:fork_exec",
		    &it.arguments, &PyTuple_Type, &it.executables, &it.close_fds, &PyTuple_Type,
		    &it.pass_fds, &it.directory, &it.environment, &it.ends[0], &it.ends[1],
		    &it.ends[2], &it.ends[3], &it.ends[4], &it.ends[5], &it.ends[6], &it.ends[7],
		    &it.restore_signals, &it.new_session, &it.process_group, &it.group,
		    &it.groups, &it.user, &it.umask, &it.preexec, &allow_vfork);
	} else {
		parsed = PyArg_ParseTuple(arguments, "OO!pO!OOiiiiiiiippOOOiO:fork_exec",
		    &it.arguments, &PyTuple_Type, &it.executables, &it.close_fds, &PyTuple_Type,
		    &it.pass_fds, &it.directory, &it.environment, &it.ends[0], &it.ends[1],
		    &it.ends[2], &it.ends[3], &it.ends[4], &it.ends[5], &it.ends[6], &it.ends[7],
		    &it.restore_signals, &it.new_session, &it.group, &it.groups, &it.user,
		    &it.umask, &it.preexec);
	}
	if (!parsed)
		return NULL;
	if (it.preexec != Py_None) {
		PyErr_SetString(PyExc_ValueError, "preexec_fn needs a fork");
		return NULL;
	}
	return start(&it);
}

static PyObject *launch_path(PyObject *self, PyObject *arguments)
{
	char text[200];
	(void)self;
	(void)arguments;
	fl_launch_path(text, sizeof text);
	return PyUnicode_FromString(text);
}

/* Has the launches of this thread take more options, or without arguments none. */
static PyObject *set_more(PyObject *self, PyObject *arguments)
{
	(void)self;
	Py_XDECREF(more_options);
	more_options = NULL;
	if (PyTuple_Size(arguments) > 0) {
		Py_INCREF(arguments);
		more_options = arguments;
	}
	Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"fork_exec", fork_exec, METH_VARARGS, "Start a program as subprocess asks for it."},
    {"launch_path", launch_path, METH_NOARGS, "The way that the last launch took."},
    {"set_more", set_more, METH_VARARGS, "Options for the launch that follows."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, .m_name = "forkless._forkless", .m_size = -1, .m_methods = methods};

PyMODINIT_FUNC PyInit__forkless(void)
{
	PyObject *it = PyModule_Create(&module);
	if (!it)
		return NULL;
	launch_error = PyErr_NewException("forkless._forkless.LaunchError", PyExc_Exception, NULL);
	if (!launch_error || PyModule_AddObject(it, "LaunchError", launch_error)) {
		Py_DECREF(it);
		return NULL;
	}
	Py_INCREF(launch_error);
	return it;
}
