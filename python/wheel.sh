#!/bin/sh
# Builds the wheel of the Python package against dist, in DIST/wheel. Its extension is for the stable ABI of Python
# 3.9, so that one wheel serves every later version, and has libforkless inside. Where auditwheel is installed the
# wheel gets the manylinux tag that its C library's functions allow.
# PYTHON is the interpreter that builds, which needs setuptools and wheel.
set -eu
cd "$(dirname "$0")/.."
dist=$(cd "${DIST:-dist}" && pwd)
python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cp -RL python/forkless python/LICENSE-* python/setup.py python/pyproject.toml python/README.md "$work"
(cd "$work" && FORKLESS_INCLUDE=$dist/include FORKLESS_LIBRARY=$dist/lib/libforkless.a \
	"$python" setup.py -q bdist_wheel) >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
rm -rf "$dist/wheel"
mkdir "$dist/wheel"
if "$python" -m auditwheel --version >/dev/null 2>&1; then
	"$python" -m auditwheel repair --wheel-dir "$dist/wheel" "$work"/dist/*.whl
else
	echo 'wheel: auditwheel is not installed: the tag is linux, which no index takes'
	cp "$work"/dist/*.whl "$dist/wheel/"
fi
ls -l "$dist/wheel"
