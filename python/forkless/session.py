"""The shell as a library: sessions, and shell lines that start no shell.

A session is a shell execution environment: variables, functions, options, a directory. Scripts
that run in it change it as they would change a shell; nothing of the Python process is touched,
and it is never forked.
"""

import asyncio as _asyncio
import os as _os
import signal as _signal
import threading as _threading
from contextlib import ExitStack as _ExitStack
from subprocess import DEVNULL, PIPE, STDOUT
from tempfile import TemporaryFile as _TemporaryFile
from typing import NamedTuple as _NamedTuple

from forkless import _session

ScriptError = _session.ScriptError

NULL = -1
CAPTURE = -2

_LIMITS = (None, "steps", "processes", "output", "wall", "cpu", "nesting", "variables", "memory")


class Outcome(_NamedTuple):
    """How a run has ended, and what it wrote."""

    status: int
    signal: int
    limit: "str | None"
    stdout: bytes
    stderr: bytes
    steps: int
    processes: int
    seconds: float

    @property
    def text(self):
        """Standard output as text, without the newlines at its end, as `$( )` has it."""
        return _os.fsdecode(self.stdout).rstrip("\n")

    def check(self):
        """This outcome; raises subprocess.CalledProcessError where it is a failure."""
        if self.status or self.limit:
            from subprocess import CalledProcessError

            raise CalledProcessError(self.status, self.limit or "script", self.stdout, self.stderr)
        return self


class Analysis(_NamedTuple):
    """What a script would do, as far as that stands in its text."""

    #: The names of its commands.
    commands: "list[str]"
    #: The files that redirections read, and those that they write.
    reads: "list[str]"
    writes: "list[str]"
    #: Why something in it needs a process that no session makes.
    process: "str | None"
    #: Not all of it is in the text: a name is made by an expansion, text is run (eval, .).
    open: bool
    #: It looks at ids or descriptors that a shell would have: $$, PPID, >&5.
    personal: bool
    #: Something in it goes on after it, as a child of this process: program &.
    asynchronous: bool


_KINDS = ("command", "utility", "process")


class Event(_NamedTuple):
    """Something that a script is about to do, or does."""

    #: "command": a simple command is about to run; "utility": one has run inside; "process": one is about to
    #: be made for an external command.
    kind: str
    #: The command's name and arguments, expanded; else the program's name.
    words: "list[str]"
    #: The file of its line; the name of the session where that is the script that was given to run.
    file: str
    #: The function that the line is in, or "".
    function: str
    line: int
    #: Why a process is made.
    reason: "str | None"


class Call:
    """A call of a function of the program: what a builtin has."""

    def __init__(self, arguments, capsule):
        self._capsule = capsule
        #: The arguments, the name first.
        self.arguments = [_os.fsdecode(text) for text in arguments]

    def read(self):
        """All of standard input."""
        return _session.call_read(self._capsule)

    def write(self, text, number=1):
        """Writes to standard output (1) or standard error (2)."""
        _session.call_write(self._capsule, number, _bytes(text))

    def __getitem__(self, name):
        value = _session.call_get(self._capsule, _bytes(name))
        if value is None:
            raise KeyError(name)
        return _os.fsdecode(value)

    def __setitem__(self, name, value):
        _session.call_set(self._capsule, _bytes(name), _bytes(value))


class Script:
    """A script that was parsed for a session and its clones."""

    def __init__(self, capsule):
        self._capsule = capsule


def _bytes(text):
    return text if isinstance(text, bytes) else _os.fsencode(str(text))


def _outcome(values):
    *start, wall = values
    status, number, limit, *rest = start
    return Outcome(status, number, _LIMITS[limit], *rest, wall / 1e9)


def _limits(
    steps=0, processes=0, output=0, wall=0, cpu=0, nesting=0, variables=0, memory=0
):
    times = (int(wall * 1e9), int(cpu * 1e9))
    limits = (steps, processes, output, *times, nesting, variables, memory)
    if not all(0 <= limit < 1 << 64 for limit in limits):
        raise ValueError("a limit is 0, for none, or a number of at most 64 bits")
    return limits


def _descriptor(file):
    return file if isinstance(file, int) else file.fileno()


class Session:
    """A shell execution environment that is a value.

    `dialect` is "sh", "bash", "ksh93" or "forkless"; `variables` maps names to values that are
    exported; without `inherit` nothing of os.environ is. `stdout` and `stderr` are CAPTURE (into the
    outcome), NULL, a file or descriptor, or a function that gets bytes as they are written.
    `limits` are those of each run: steps, processes, output (bytes), wall and cpu (seconds), nesting, and
    the bytes of its variables and of the memory that the session holds (variables, memory).
    `policy` is what the kernel lets it reach, in the words of `forkless --confine`
    ("ro=/usr,/etc rw=./out exec=/usr/bin net=none"); functions of the program are not held.
    `memory` are paths at which it finds empty file systems in memory, which it shares with its clones and no program
    sees; each of at most `memory_size` bytes, or of half of the machine's memory.
    """

    def __init__(
        self,
        dialect="forkless",
        *,
        name="forkless",
        arguments=(),
        variables=None,
        inherit=True,
        directory=None,
        stdin=NULL,
        stdout=CAPTURE,
        stderr=CAPTURE,
        limits=None,
        policy=None,
        shell=None,
        memory=(),
        memory_size=0,
    ):
        outputs = [None if callable(file) else file for file in (stdout, stderr)]
        strings = [
            _bytes(name) + b"=" + _bytes(value) for name, value in (variables or {}).items()
        ]
        self._capsule = _session.new(
            _bytes(dialect),
            _bytes(name),
            [_bytes(argument) for argument in arguments],
            strings,
            inherit,
            b"" if directory is None else _bytes(_os.fspath(directory)),
            _descriptor(stdin),
            *(NULL if file is None else _descriptor(file) for file in outputs),
            stdout if callable(stdout) else None,
            stderr if callable(stderr) else None,
            _limits(**(limits or {})),
            None if policy is None else _bytes(policy),
            b"" if shell is None else _bytes(_os.fspath(shell)),
            [_bytes(_os.fspath(path)) for path in memory],
            memory_size,
        )

    def run(self, script):
        """Runs a script (text, bytes or a Script) to its end.

        On the main thread the handlers of Python's signals run meanwhile; what one raises ends the run.
        """
        what = script._capsule if isinstance(script, Script) else _bytes(script)
        return _outcome(_session.run(self._capsule, what))

    def call(self, *words):
        """Runs one command: its name and its arguments are taken as they are, and need no quotes.

        It is a function of the script, a builtin, a utility or a program.
        """
        return _outcome(_session.run(self._capsule, [_bytes(word) for word in words]))

    def fields(self, words):
        """The fields that words expand to, as those of a command do: tildes, parameters, commands, pathnames, quotes.

        Raises ValueError for an error of syntax or more than words, subprocess.CalledProcessError where an
        expansion fails.
        """
        found = _session.fields(self._capsule, _bytes(words))
        if isinstance(found, tuple):
            from subprocess import CalledProcessError

            failed = _outcome(found)
            raise CalledProcessError(failed.status, failed.limit or words, failed.stdout, failed.stderr)
        return [_os.fsdecode(text) for text in found]

    async def arun(self, script):
        """Runs a script in a thread of its own; a task that is cancelled ends the run."""
        loop = _asyncio.get_running_loop()
        future = loop.run_in_executor(None, self.run, script)
        try:
            return await _asyncio.shield(future)
        except _asyncio.CancelledError:
            self.cancel()
            await _asyncio.wait([future])
            # What it has come to is nobody's.
            future.exception()
            raise

    def parse(self, script):
        """A script to run many times; raises ScriptError."""
        return Script(_session.parse(self._capsule, _bytes(script)))

    def analyze(self, script):
        """What a script would do; nothing is run. Raises ValueError for an error of syntax."""
        found = _session.analyze(self._capsule, _bytes(script))
        lists, process, flags = found[:3], found[3], found[4:]
        names = [[_os.fsdecode(text) for text in texts] for texts in lists]
        return Analysis(*names, process, *map(bool, flags))

    def clone(self):
        """A session that is as this one is now; they share what neither changes."""
        copy = Session.__new__(Session)
        copy._capsule = _session.clone(self._capsule)
        return copy

    def restore(self, snapshot):
        """Makes this session what a clone of it is now."""
        _session.restore(self._capsule, snapshot._capsule)

    def cancel(self, signal=_signal.SIGTERM):
        """Sends a signal to the session, from any thread: its run ends, or its trap runs."""
        _session.signal(self._capsule, signal)

    def limit(self, **limits):
        """Sets the limits of the runs that follow, but for that of output."""
        _session.limits(self._capsule, _limits(**limits))

    def files(self, stdin=NULL, stdout=CAPTURE, stderr=CAPTURE):
        """Sets the files of the runs that follow: NULL, a file or descriptor, for output CAPTURE."""
        _session.files(self._capsule, *map(_descriptor, (stdin, stdout, stderr)))

    def define(self, name, function):
        """Defines a builtin: `function` gets a Call and returns the exit status, or None for 0."""

        def call(arguments, capsule):
            return function(Call(arguments, capsule)) or 0

        _session.define(self._capsule, _bytes(name), call)

    def observe(self, function):
        """Has `function` told each Event of the runs that follow; None: nobody any more.

        Of a command it returns None (it runs) or a status: it is skipped, and has that.
        """
        if function is None:
            _session.observe(self._capsule, None)
            return

        def tell(kind, words, file, name, line, reason):
            words = [_os.fsdecode(word) for word in words]
            return function(Event(_KINDS[kind], words, _os.fsdecode(file), _os.fsdecode(name), line, reason))

        _session.observe(self._capsule, tell)

    def __getitem__(self, name):
        value = _session.get(self._capsule, _bytes(name))
        if value is None:
            raise KeyError(name)
        return _os.fsdecode(value)

    def get(self, name, default=None):
        """The value of a variable, or `default` where it is not set."""
        try:
            return self[name]
        except KeyError:
            return default

    def __setitem__(self, name, value):
        if isinstance(value, (list, tuple)):
            elements = [_bytes(element) for element in value]
            _session.set_array(self._capsule, _bytes(name), elements)
        else:
            _session.set(self._capsule, _bytes(name), _bytes(value))

    def __delitem__(self, name):
        _session.unset(self._capsule, _bytes(name))

    def array(self, name):
        """The elements of an array."""
        return [_os.fsdecode(text) for text in _session.array(self._capsule, _bytes(name))]

    def export(self, name):
        """Exports a variable to the programs that the session launches."""
        _session.export(self._capsule, _bytes(name))


_kept = _threading.local()


def _new(dialect, name):
    """A new session: a clone of one that has run nothing, where that would be made in the same way now."""
    now = _session.surroundings()
    made = _kept.__dict__.get(dialect)
    if made is None or made[0] != now:
        made = _kept.__dict__[dialect] = now, Session(dialect, name=name)
    try:
        return made[1].clone()
    except RuntimeError:
        # The handler of a signal, or a function of the program, that a run of another clone has called.
        return Session(dialect, name=name)


def sh(script, *arguments, dialect="forkless", **settings):
    """Runs a script in a session of its own and returns its outcome.

    `arguments` are its positional parameters; settings are those of Session.
    """
    if settings:
        return Session(dialect, arguments=arguments, **settings).run(script)
    session = _new(dialect, "forkless")
    if arguments:
        words = b" ".join(_quoted(_bytes(argument)) for argument in arguments)
        session.run(b"set -- " + words)
    return session.run(script)


def _quoted(text):
    if b"\0" in text:
        raise ValueError("a NUL in an argument")
    return b"'" + text.replace(b"'", b"'\\''") + b"'"


#: What `run` of a line can have and still go without a shell.
_PLAIN = {"shell", "stdin", "stdout", "stderr", "cwd", "env", "bufsize", "text", "encoding", "errors"}
_PLAIN.add("universal_newlines")


def _fits(session, script):
    """Whether a session is as good for a line as the shell of its own that subprocess would start."""
    process, is_open, is_personal, is_asynchronous = _session.analyze(session._capsule, script)[3:]
    return not (process or is_open or is_personal or is_asynchronous)


def run_line(line, input, timeout, options):
    """Runs a line of subprocess.run(shell=True) in a session, if that comes to the same.

    Returns the status, standard output and standard error (bytes, or None where they are not captured), or None
    where it takes a shell: an argument of subprocess that a session has not, or a line that looks at what is a
    process's own. Raises TimeoutError with both outputs.
    """
    if not isinstance(line, (str, bytes)) or not options.keys() <= _PLAIN:
        return None
    files = [options.get(name) for name in ("stdin", "stdout", "stderr")]
    if input is None and files[0] == PIPE or callable(files[1]) or callable(files[2]):
        return None
    script = _bytes(line)
    if b"\0" in script:
        return None
    with _ExitStack() as opened:

        def descriptor(file, number):
            if file is None:
                return number
            return {PIPE: CAPTURE, DEVNULL: NULL}.get(file) or _descriptor(file)

        if input is None:
            stdin = descriptor(files[0], 0)
        else:
            stdin = opened.enter_context(_TemporaryFile())
            stdin.write(input)
            stdin.seek(0)
        merged = files[2] == STDOUT
        outputs = [descriptor(files[1], 1), NULL if merged else descriptor(files[2], 2)]
        env, directory = options.get("env"), options.get("cwd")
        limits = {} if timeout is None else {"wall": max(timeout, 1e-9)}
        try:
            if env is None and directory is None:
                session = _new("sh", "/bin/sh")
                session.files(stdin, *outputs)
                if limits:
                    session.limit(**limits)
            else:
                session = Session(
                    "sh",
                    name="/bin/sh",
                    variables={} if env is None else {_os.fsdecode(name): env[name] for name in env},
                    inherit=env is None,
                    directory=directory,
                    stdin=stdin,
                    stdout=outputs[0],
                    stderr=outputs[1],
                    limits=limits,
                )
            if not _fits(session, script):
                return None
        except (OSError, ValueError):
            # The shell says it, or subprocess.
            return None
        if merged:
            session.run("exec 2>&1")
        outcome = session.run(script)
    captured = (outcome.stdout if files[1] == PIPE else None, outcome.stderr if files[2] == PIPE else None)
    if outcome.limit:
        raise TimeoutError(*captured)
    return (outcome.status, *captured)
