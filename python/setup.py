"""Builds the extension module against libforkless.

FORKLESS_PREFIX names the directory with include/forkless.h and lib/libforkless.a;
FORKLESS_INCLUDE and FORKLESS_LIBRARY name the two themselves. Without any of them
the installed library is used.
"""

import os

from setuptools import Extension, setup

prefix = os.environ.get("FORKLESS_PREFIX")
include = os.environ.get("FORKLESS_INCLUDE", prefix and os.path.join(prefix, "include"))
library = os.environ.get(
    "FORKLESS_LIBRARY", prefix and os.path.join(prefix, "lib", "libforkless.a")
)

setup(
    ext_modules=[
        Extension(
            "forkless._forkless",
            ["forkless/_forkless.c"],
            include_dirs=[include] if include else [],
            extra_objects=[library] if library else [],
            libraries=[] if library else ["forkless"],
            # What the static library has beyond what is called is left out.
            extra_compile_args=["-std=gnu11", "-Wall", "-Werror=implicit-function-declaration"],
            extra_link_args=["-Wl,--gc-sections", "-Wl,--strip-all", "-Wl,--exclude-libs,ALL"],
            define_macros=[("Py_LIMITED_API", "0x03090000")],
            py_limited_api=True,
        )
    ]
)
