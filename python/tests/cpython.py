"""CPython's own test_subprocess, with forkless in the place of subprocess.

Left out, each with its reason: what needs a fork (preexec_fn), and what looks into
the implementation that is replaced. Everything else has to pass, as far as it passes
with subprocess itself on this machine.
"""

import os
import sys
import unittest

import subprocess as original

import forkless
from forkless import _module

FORK = "runs a Python function between fork and exec"
INSIDE = "looks into the module that is replaced"

LEFT_OUT = {
    "test_preexec": FORK,
    "test_preexec_exception": FORK,
    "test_preexec_errpipe_does_not_double_close_pipes": FORK,
    "test_preexec_gc_module_failure": FORK,
    "test_preexec_fork_failure": FORK,
    "test_call_and_preexec": FORK,
    "test_preexec_at_exit": FORK,
    "test_subprocess_in_preexec": FORK,
    "test_close_fds_after_preexec": FORK,
    "test_surrogates_error_message": FORK,
    "test_fork_exec": INSIDE,
    "test_fork_exec_sorted_fd_sanity_check": INSIDE,
    "test_seq_bytes_to_charp_array": INSIDE,
    "test_vfork_used_when_expected": INSIDE,
    "test__use_vfork": INSIDE,
    "test_posix_spawn": INSIDE,
    "test__all__": INSIDE,
    "test_exception_errpipe_normal": INSIDE,
    "test_exception_errpipe_bad_data": INSIDE,
    "test_small_errpipe_write_fd": INSIDE,
}


def tests():
    """The suite of this Python's library."""
    # Classes of the tests derive from the module's when they are imported, and the
    # tests put things into the module's names: so they get the copy itself.
    sys.modules["subprocess"] = _module
    import test.test_subprocess as module

    assert module.subprocess is _module
    suite = unittest.TestSuite()
    for case in unittest.defaultTestLoader.loadTestsFromModule(module):
        for test in case:
            reason = LEFT_OUT.get(test._testMethodName)
            if reason is None:
                suite.addTest(test)
            else:
                print(f"left out {test._testMethodName} ({type(test).__name__}): {reason}", flush=True)
    return suite


def main():
    os.chdir(os.environ.get("TMPDIR", "/tmp"))
    result = unittest.TextTestRunner(verbosity=2 if "-v" in sys.argv else 1).run(tests())
    print(f"{result.testsRun} run, {len(LEFT_OUT)} names left out; {forkless.launch_path()}")
    assert forkless.launch_path().startswith("clone3, memory shared"), forkless.launch_path()
    assert _module is not original
    sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    main()
