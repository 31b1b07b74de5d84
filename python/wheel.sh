#!/bin/sh
# Builds the wheel of the Python package against dist, in DIST/wheel. Its extension is for the stable ABI of Python
# 3.9, so that one wheel serves every later version, and has libforkless inside. Where auditwheel is installed the
# wheel gets the manylinux tag that its C library's functions allow, and, with musl-gcc, there is another for musl.
# PYTHON is the interpreter that builds, which needs setuptools and wheel.
set -eu
cd "$(dirname "$0")/.."
dist=$(cd "${DIST:-dist}" && pwd)
python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# The wheel of one C library, in DIST/wheel: PLATFORM is auditwheel's, `auto` its choice.
wheel() { # PLATFORM LIBRARY
	rm -rf "$work/source"
	mkdir "$work/source"
	cp -RL python/forkless python/LICENSE-* python/setup.py python/pyproject.toml python/README.md "$work/source"
	(cd "$work/source" && FORKLESS_INCLUDE=$dist/include FORKLESS_LIBRARY=$2 "$python" setup.py -q bdist_wheel) \
		>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
	if "$python" -m auditwheel --version >/dev/null 2>&1; then
		"$python" -m auditwheel repair --plat "$1" --wheel-dir "$dist/wheel" "$work"/source/dist/*.whl
	else
		echo 'wheel: auditwheel is not installed: the tag is linux, which no index takes'
		cp "$work"/source/dist/*.whl "$dist/wheel/"
	fi
}
rm -rf "$dist/wheel"
mkdir "$dist/wheel"
wheel auto "$dist/lib/libforkless.a"
# For Alpine and others with musl. Python's headers are the same for the stable ABI.
if command -v musl-gcc >/dev/null && "$python" -m auditwheel --version >/dev/null 2>&1; then
	(
		CC=musl-gcc LDSHARED='musl-gcc -shared -static-libgcc'
		export CC LDSHARED
		wheel "musllinux_1_2_$(uname -m)" "$dist/lib/musl/libforkless.a"
	)
else
	echo 'wheel: no wheel for musl: it needs musl-gcc (musl-tools) and auditwheel'
fi
ls -l "$dist/wheel"
