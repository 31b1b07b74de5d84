#!/bin/sh
# Installs what building and testing need, on a Debian-like machine, and says what it does.
# What cannot be installed is left out: tests that need it report themselves as skipped.
set -u

have() { command -v "$1" >/dev/null 2>&1; }

missing=
for pair in dash:dash bash:bash ksh93:ksh mksh:mksh busybox:busybox-static strace:strace \
	cc:gcc make:make python3:python3 git:git xz:xz-utils perl:perl; do
	have "${pair%%:*}" || missing="$missing ${pair#*:}"
done
if [ -n "$missing" ]; then
	if have apt-get && [ "$(id -u)" = 0 ]; then
		echo "setup: installing$missing"
		apt-get update -qq >/dev/null 2>&1
		for package in $missing; do
			DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package" >/dev/null 2>&1 ||
				echo "setup: $package cannot be installed"
		done
	else
		echo "setup: not installed:$missing"
	fi
fi
if ! have cargo && ! have rustup; then
	echo "setup: Rust is needed; see https://www.rust-lang.org/tools/install" >&2
	exit 1
fi
# The toolchain and its target, as rust-toolchain.toml names them.
target="$(uname -m)-unknown-linux-musl"
if have rustup && ! rustup target list --installed 2>/dev/null | grep -q "^$target\$"; then
	echo "setup: adding the target $target"
	rustup target add "$target"
fi
exit 0
