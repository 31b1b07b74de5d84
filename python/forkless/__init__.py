"""subprocess, without fork.

Everything in `subprocess` is here under the same name. The implementation is
CPython's own: a second copy of its module, in which the one function that creates a
process is replaced by libforkless. Exceptions and constants are those of
`subprocess` itself, so that handlers written for one catch the other's.
"""

import importlib.util as _util
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


class Popen(_module.Popen):
    """subprocess.Popen, started without fork.

    Arguments beyond those of subprocess: `limits`, a mapping from RLIMIT_ numbers to
    pairs (soft, hard); `nice`, an increment; `parent_death_signal`, a signal that the
    child gets when the thread that started it ends.
    """

    def __init__(self, args, *arguments, limits=None, nice=None, parent_death_signal=None, **named):
        self._more = (dict(limits or {}), nice, parent_death_signal)
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
            step, errno = error.args
            _, _, cwd, _, _, _, shell = rest[:7]
            if step == "exec":
                name = executable
                if name is None and shell:
                    name = "/bin/sh"
                elif name is None:
                    name = args if isinstance(args, (str, bytes, _os.PathLike)) else list(args)[0]
            else:
                name = cwd if step == "directory" else None
            text = _os.strerror(errno)
            if step not in ("exec", "directory"):
                text = f"{step}: {text}"
            failure = OSError(errno, text) if name is None else OSError(errno, text, name)
            raise failure from None


_module.Popen = Popen

__all__ = [*_original.__all__, "launch_path"]


_OF_THE_SHELL = ("Session", "Outcome", "Call", "Script", "ScriptError", "sh")


def __getattr__(name):
    if name in _OF_THE_SHELL:
        # Loaded when it is asked for.
        from forkless import session

        return getattr(session, name)
    return getattr(_module, name)


for _name in _original.__all__:
    globals()[_name] = getattr(_module, _name)
