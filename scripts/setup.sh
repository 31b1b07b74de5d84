#!/bin/sh
# Installs what building and testing need, on a Debian-like machine and as root, and says what and why.
# What cannot be installed is named: tests that need it report themselves as skipped. The status is 1
# only where nothing can be built: without Rust.
set -u
cd "$(dirname "$0")/.." || exit 1

have() { command -v "$1" >/dev/null 2>&1; }

# Where packages can be installed.
able() { have apt-get && [ "$(id -u)" = 0 ]; }

packages=''
# Notes that a package is needed: WHY PACKAGE...
need() {
	why=$1
	shift
	echo "setup: not installed: $* ($why)"
	packages="$packages $*"
}

# Rust first: without it nothing else is of use.
if ! sh scripts/rust.sh --found; then
	# The sentence about it, and the status.
	if have cargo || ! able || ! sh scripts/rust.sh --packaged; then
		exec sh scripts/rust.sh :
	fi
	need "brings Rust" rustup
	[ -f /etc/ssl/certs/ca-certificates.crt ] || need "rustup and cargo fetch by https" ca-certificates
fi
# Where one of these is missing, the comparisons with it are skipped.
peers=''
for pair in dash:dash bash:bash ksh93:ksh mksh:mksh busybox:busybox-static toybox:toybox; do
	have "${pair%%:*}" || peers="$peers ${pair#*:}"
done
# shellcheck disable=SC2086
[ -z "$peers" ] || need "shells to compare with" $peers
case $(cc -print-file-name=crt1.o 2>/dev/null) in
*/*) ;;
*) need "Rust links programs by it; tests in C" gcc libc6-dev ;;
esac
have make || need "the project's commands" make
have strace || need "counts processes and system calls" strace
have perl || need "runs mksh's own tests" perl
have git || need "git's own test scripts" git
have xz || need "unpacks git's test scripts" xz-utils
if ! have python3; then
	need "the Python package and its tests" python3-dev python3-setuptools
elif ! python3 -c 'import setuptools, sysconfig
open(sysconfig.get_path("include") + "/Python.h").close()' 2>/dev/null; then
	need "builds the Python package" python3-dev python3-setuptools
fi

if [ -n "$packages" ] && able; then
	log=$(mktemp)
	trap 'rm -f "$log"' EXIT
	DEBIAN_FRONTEND=noninteractive
	export DEBIAN_FRONTEND
	# Nothing is removed: Debian's rustup takes the place of its cargo, which its owner may want.
	install() {
		apt-get install -y -q --no-remove --no-install-recommends "$@" 2>&1 | tee "$log" |
			sed -n -e 's/^Need to get/setup: to be fetched:/p' -e 's/^Setting up \([^ ]*\).*/setup: installed: \1/p'
		! grep -q '^E: ' "$log"
	}
	echo "setup: apt-get update"
	apt-get update -qq >/dev/null 2>&1 || echo "setup: the lists of packages cannot be fetched"
	echo "setup: apt-get install$packages"
	# shellcheck disable=SC2086
	if ! install $packages; then
		for package in $packages; do
			install "$package" ||
				echo "setup: $package cannot be installed: $(grep '^E:' "$log" | tail -n 1)"
		done
	fi
elif [ -n "$packages" ]; then
	echo "setup: installs them as root on a system with apt-get; without them tests are skipped"
fi
# The toolchain and the shell's target, but not in root's home for somebody who builds as another.
[ -z "${SUDO_USER-}" ] || ! sh scripts/rust.sh --found || exit 0
exec sh scripts/rust.sh :
