"""subprocess, without fork.

Everything in `subprocess` is here under the same name. The implementation is
CPython's own: a second copy of its module, in which the one function that creates a
process is replaced by libforkless. Exceptions and constants are those of
`subprocess` itself, so that handlers written for one catch the other's.
"""

import importlib.util as _util
import io as _io
import os as _os
import subprocess as _original
import sys as _sys
import types as _types

from forkless import _forkless

launch_path = _forkless.launch_path


def _copy():
    """A copy of the module `subprocess` that starts programs without fork."""
    spec = _util.find_spec("subprocess")
    copy = _util.module_from_spec(spec)
    # Code in the module finds the module by its name.
    spec.loader.exec_module(copy)
    copy._fork_exec = _forkless.fork_exec
    copy._posixsubprocess = _types.SimpleNamespace(fork_exec=_forkless.fork_exec)
    copy._USE_POSIX_SPAWN = False
    for name in ("SubprocessError", "CalledProcessError", "TimeoutExpired", "CompletedProcess"):
        setattr(copy, name, getattr(_original, name))
    return copy


_module = _copy()


_NAMESPACES = {
    "user": 0x10000000,
    "mount": 0x00020000,
    "pid": 0x20000000,
    "network": 0x40000000,
    "ipc": 0x08000000,
    "uts": 0x04000000,
    "cgroup": 0x02000000,
}

_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
_STREAMS = {"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"}


class Mount:
    """What `mounts` takes. A target is a path from the program's root; what is missing of it is made."""

    @staticmethod
    def _of(kind, target, source="", flags=0, size=0, mode=0o755):
        return (kind, _os.fsencode(target), _os.fsencode(source), flags, size, mode)

    @staticmethod
    def bind(source, target=None, *, read_only=False, execution=True, devices=False, beneath=True):
        """A file, or a directory with all that is mounted beneath it, of the caller's."""
        flags = read_only * 1 | (not execution) * 2 | devices * 4 | (not beneath) * 8
        return Mount._of("bind", source if target is None else target, source, flags)

    @staticmethod
    def memory(target, *, size=0, mode=0o755, read_only=False):
        """An empty file system in memory, of `size` bytes at most."""
        return Mount._of("memory", target, flags=int(read_only), size=size, mode=mode)

    @staticmethod
    def processes(target="/proc"):
        """The processes of the program's process namespace."""
        return Mount._of("processes", target)

    @staticmethod
    def directory(target):
        """A directory, made unless it is there."""
        return Mount._of("directory", target)

    @staticmethod
    def link(to, target):
        """A symbolic link that leads to `to`."""
        return Mount._of("link", target, to)

    @staticmethod
    def devices(target="/dev"):
        """A directory with the devices that most programs expect: a list, to be unpacked."""
        return [
            Mount.memory(target),
            *(Mount.bind(f"/dev/{name}", f"{target}/{name}", devices=True) for name in _DEVICES),
            *(Mount.link(f"/proc/self/fd{end}", f"{target}/{name}") for name, end in _STREAMS.items()),
        ]


def _isolation(namespaces, uid_map, gid_map, hostname, mounts):
    """The arguments about namespaces as _forkless.c takes them, or None without any."""
    if isinstance(namespaces, str):
        namespaces = namespaces.split()
    flags = 0
    for name in namespaces:
        if name not in _NAMESPACES:
            raise ValueError(f"{name!r}: no kind of namespace; there are {', '.join(_NAMESPACES)}")
        flags |= _NAMESPACES[name]
    maps = (tuple(map(tuple, one)) for one in (uid_map, gid_map))
    isolation = (flags, *maps, hostname, tuple(mounts))
    return isolation if any(isolation) else None


class Popen(_module.Popen):
    """subprocess.Popen, started without fork.

    Arguments beyond those of subprocess: `limits`, a mapping from RLIMIT_ numbers to
    pairs (soft, hard); `nice`, an increment; `parent_death_signal`, a signal that the
    child gets when the thread that started it ends.

    `namespaces`, a string of names or a sequence of them, has the program started in namespaces of its own: "user mount
    pid network ipc uts cgroup". `uid_map` and `gid_map` are sequences of (inside, outside, count),
    `hostname` is the name of the machine there, and `mounts` a sequence of what `Mount` makes, in the order in
    which it is mounted. The target "/" becomes the root of what follows. Where a mount
    fails, its target is the exception's filename.
    """

    def __init__(
        self,
        args,
        *arguments,
        limits=None,
        nice=None,
        parent_death_signal=None,
        namespaces=(),
        uid_map=(),
        gid_map=(),
        hostname=None,
        mounts=(),
        **named,
    ):
        isolation = _isolation(namespaces, uid_map, gid_map, hostname, mounts)
        self._more = (dict(limits or {}), nice, parent_death_signal, isolation)
        super().__init__(args, *arguments, **named)

    def _execute_child(self, args, executable, preexec_fn, *rest):
        if preexec_fn is not None:
            raise ValueError("preexec_fn needs a fork; use the argument for what it does")
        try:
            _forkless.set_more(*self._more)
            try:
                super()._execute_child(args, executable, preexec_fn, *rest)
            finally:
                _forkless.set_more()
        except _forkless.LaunchError as error:
            step, errno, mount = error.args
            _, _, cwd, _, _, _, shell = rest[:7]
            if step == "exec":
                name = executable
                if name is None and shell:
                    name = "/bin/sh"
                elif name is None:
                    name = args if isinstance(args, (str, bytes, _os.PathLike)) else list(args)[0]
            elif mount >= 0:
                mounts = self._more[3][4]
                name = _os.fsdecode(mounts[mount][1] if mount < len(mounts) else b"/")
            else:
                name = cwd if step == "directory" else None
            text = _os.strerror(errno)
            if step not in ("exec", "directory"):
                text = f"{step}: {text}"
            failure = OSError(errno, text) if name is None else OSError(errno, text, name)
            raise failure from None


_module.Popen = Popen

_run = _module.run


def run(*popenargs, input=None, capture_output=False, timeout=None, check=False, **named):
    """subprocess.run; with shell=True and a line that needs no shell of its own, without one.

    It then runs in a session (forkless.Session) of the dialect sh.
    """
    if named.get("shell") and len(popenargs) <= 1 and (popenargs or "args" in named):
        completed = _run_line(popenargs, input, capture_output, timeout, named)
        if completed is not None:
            if check:
                completed.check_returncode()
            return completed
    return _run(
        *popenargs, input=input, capture_output=capture_output, timeout=timeout, check=check, **named
    )


def _run_line(popenargs, input, capture_output, timeout, named):
    try:
        from forkless import session
    except ImportError:
        return None
    options = dict(named)
    line = popenargs[0] if popenargs else options.pop("args")
    if capture_output:
        if options.get("stdout") is not None or options.get("stderr") is not None:
            return None
        options["stdout"] = options["stderr"] = PIPE
    if input is not None and options.get("stdin") is not None:
        return None
    encoding, errors = options.get("encoding"), options.get("errors")
    text = encoding or errors or options.get("text") or options.get("universal_newlines")

    def wrapped(output=b""):
        return _io.TextIOWrapper(_io.BytesIO(output), encoding=encoding, errors=errors)

    if text and isinstance(input, str):
        input = input.encode(wrapped().encoding, errors or "strict")
    elif input is not None and not isinstance(input, bytes):
        return None
    try:
        result = session.run_line(line, input, timeout, options)
    except TimeoutError as error:
        raise TimeoutExpired(line, timeout, *error.args) from None
    if result is None:
        return None
    status, *outputs = result
    if text:
        outputs = [output if output is None else wrapped(output).read() for output in outputs]
    return CompletedProcess(line, status, *outputs)


_module.run = run

__all__ = [*_original.__all__, "launch_path", "Mount"]


_OF_THE_SHELL = ("Session", "Outcome", "Call", "Script", "ScriptError", "Analysis", "Event", "sh")


def __getattr__(name):
    if name in _OF_THE_SHELL:
        # Loaded when it is asked for.
        from forkless import session

        return getattr(session, name)
    return getattr(_module, name)


for _name in _original.__all__:
    globals()[_name] = getattr(_module, _name)
