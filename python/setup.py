"""Builds the extension module against libforkless.

FORKLESS_PREFIX names the directory with include/forkless.h and lib/libforkless.a;
FORKLESS_INCLUDE and FORKLESS_LIBRARY name the two themselves. Without any of them it is
what `make library session-library` has left in the checkout that this file is in, and otherwise the
library that is installed.
"""

import os
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

here = os.path.dirname(os.path.abspath(__file__))


def find():
    """The directory of the header and the static library, each None for the installed one."""
    prefix = os.environ.get("FORKLESS_PREFIX")
    include = os.environ.get("FORKLESS_INCLUDE", prefix and os.path.join(prefix, "include"))
    library = os.environ.get(
        "FORKLESS_LIBRARY", prefix and os.path.join(prefix, "lib", "libforkless.a")
    )
    if include or library:
        return include, library
    dist = os.path.join(here, os.pardir, "dist")
    built = os.path.join(dist, "include"), os.path.join(dist, "lib", "libforkless.a")
    if all(map(os.path.exists, built)):
        return built
    compiler = os.environ.get("CC", "cc").split()
    program = "#include <forkless.h>\n"
    command = [*compiler, "-E", "-x", "c", "-", "-o", os.devnull]
    try:
        found = subprocess.run(command, input=program, text=True, capture_output=True)
    except OSError as error:
        sys.exit(f"forkless: a C compiler is needed: {error}")
    if found.returncode:
        sys.exit(
            "forkless: libforkless is neither built nor installed. Run `make library session-library` in "
            "the checkout first, or name the directory where it is installed: FORKLESS_PREFIX=/usr/local"
        )
    return None, None


class Build(build_ext):
    """Looks for the library when the extension is built, not when its source is packed."""

    def build_extensions(self):
        include, library = find()
        shell = os.environ.get("FORKLESS_SHELL_LIBRARY") or library and os.path.join(
            os.path.dirname(library), "libforkless-shell.a"
        )
        if library and not os.path.exists(shell):
            # Without it the package has no sessions, and says so where one is asked for.
            self.extensions = [one for one in self.extensions if one.name != "forkless._session"]
        for extension in self.extensions:
            name, path = "forkless", library
            if extension.name == "forkless._session":
                name, path = "forkless-shell", shell
            extension.include_dirs = [include] if include else []
            # Where the C compiler's unwinder will not do, Rust's lies beside the library.
            unwinder = path and os.path.join(os.path.dirname(path), "libunwind.a")
            there = [one for one in (path, unwinder) if one and os.path.exists(one)]
            extension.extra_objects = there
            extension.libraries = ["m"] if path else [name]
        super().build_extensions()


def extension(name):
    """An extension module for the stable interface, with what it uses of its library inside."""
    return Extension(
        f"forkless.{name}",
        [f"forkless/{name}.c"],
        # What the static library has beyond what is called is left out.
        extra_compile_args=["-std=gnu11", "-Wall", "-Werror=implicit-function-declaration"],
        extra_link_args=["-Wl,--gc-sections", "-Wl,--strip-all", "-Wl,--exclude-libs,ALL", "-Wl,-z,now"],
        define_macros=[("Py_LIMITED_API", "0x03090000")],
        py_limited_api=True,
    )


setup(
    ext_modules=[extension("_forkless"), extension("_session")],
    cmdclass={"build_ext": Build},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
