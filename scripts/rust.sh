#!/bin/sh
# Runs a command with the Rust toolchain that the project needs, first on its PATH.
# usage: rust.sh COMMAND [ARGUMENT...]
#        rust.sh --found       its status: whether there is a toolchain that will do, or rustup, by sudo also that of
#                              whoever calls
#        rust.sh --found-here  the same without that of whoever calls
#        rust.sh --packaged    its status: whether this system has a package of rustup
#
# The toolchain is the first cargo that will do: of those on PATH, then where rustup keeps its own.
# With rustup, the version that rust-toolchain.toml names and the shell's target are added where they
# are missing, and that is said. Nothing else is installed: that is what `make setup` is for. Where
# something is missing one sentence says what, and what to do; the status is then 1.
set -u
root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
target=$(uname -m)-unknown-linux-musl
channel=$(sed -n 's/^channel = "\(.*\)"/\1/p' "$root/rust-toolchain.toml")
needed=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$root/Cargo.toml")

fail() {
	echo "forkless: $*" >&2
	exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# Whether this system has a package of rustup: by its lists of packages, or, where these are empty as in
# a container, because it is Debian 13 or later.
packaged() {
	have apt-get || return 1
	apt-cache policy rustup 2>/dev/null | grep -q 'Candidate: [0-9]' ||
		(. /etc/os-release && [ "$ID" = debian ] && [ "${VERSION_ID:-13}" -ge 13 ]) 2>/dev/null
}

# How to get a toolchain here.
advice() {
	if packaged && [ -n "$old" ]; then
		echo "install the package rustup, which takes the place of the system's cargo (apt-get install rustup)"
	elif packaged; then
		echo "install the package rustup ('make setup' does that as root)"
	else
		echo "install rustup as https://rustup.rs says, this system has no package of it"
	fi
}

# Whether version $1 is at least $2, both MAJOR.MINOR.
reaches() {
	[ "${1%%.*}" -gt "${2%%.*}" ] || { [ "${1%%.*}" = "${2%%.*}" ] && [ "${1#*.}" -ge "${2#*.}" ]; }
}

# The version of a program: `1.95`, or nothing where it does not run.
version_of() {
	(cd / && "$1" --version 2>/dev/null) | sed -n '1s/^[a-z]* \([0-9]*\.[0-9]*\)[.0-9]*.*/\1/p'
}

# The folder of a toolchain that will do goes to `chosen`; `kind` says whether rustup runs it, `old` what
# will not do.
chosen='' kind='' old=''
look_into() {
	[ -z "$chosen" ] && [ -n "$1" ] && [ -x "$1/cargo" ] && [ ! -d "$1/cargo" ] || return 0
	if [ -x "$1/rustup" ]; then
		chosen=$1 kind=rustup
		return
	fi
	version=$(version_of "$1/cargo")
	compiler=$(version_of "$1/rustc")
	if [ -n "$version" ] && reaches "$version" "$needed" && reaches "${compiler:-0.0}" "$needed"; then
		chosen=$1 kind=plain
	else
		: "${old:=$1/cargo is ${version:-of no known version}}"
	fi
}
IFS=:
set -f
for folder in $PATH; do look_into "${folder:-.}"; done
set +f
unset IFS
look_into "${CARGO_HOME:-${HOME-}/.cargo}/bin"

case ${1-} in
--found | --found-here)
	[ "$1" = --found-here ] || [ -z "${SUDO_USER-}" ] || look_into "$(getent passwd "$SUDO_USER" | cut -d : -f 6)/.cargo/bin"
	[ -n "$chosen" ]
	exit
	;;
--packaged)
	packaged
	exit
	;;
esac
[ -n "$chosen" ] || [ -z "$old" ] ||
	fail "Rust $needed or newer is needed, and $old: $(advice)."
[ -n "$chosen" ] || fail "Rust is not installed: $(advice)."
case $chosen in
/*) ;;
*) chosen=$(cd "$chosen" && pwd) ;;
esac
PATH=$chosen:$PATH
export PATH

# Whether the command builds: cargo, or a script that calls it.
case ${1-} in cargo | sh) builds=yes ;; *) builds= ;; esac

# Whether files can be put into a folder, which is made.
writable() { mkdir -p "$1" 2>/dev/null && [ -w "$1" ]; }

# A checkout that cannot be written to. What is built is put into DIST only at the end.
if [ -n "$builds" ]; then
	directory=${CARGO_TARGET_DIR:-$root/target}
	writable "$directory" ||
		fail "$directory cannot be written to: set CARGO_TARGET_DIR (and DIST) to folders of yours."
	case "$*" in
	'cargo '*build* | *tarball.sh*)
		[ -z "${DIST-}" ] || writable "$DIST" || fail "$DIST cannot be written to: set DIST to a folder of yours."
		;;
	esac
fi

# Has rustup fetch something; where it cannot, the sentence is ours and the reason rustup's.
add() { # WHAT COMMAND...
	what=$1
	shift
	echo "forkless: adding $what, by rustup" >&2
	said=$("$@" 2>&1) && return
	printf '%s\n' "$said" | grep -i '^error' | cut -c 1-200 >&2
	fail "$what is missing, and rustup cannot fetch it: is there a network?"
}
if [ $kind = rustup ] && [ -n "${RUSTUP_TOOLCHAIN-}" ]; then
	version=$(version_of cargo)
	reaches "${version:-0.0}" "$needed" ||
		fail "Rust $needed or newer is needed, and RUSTUP_TOOLCHAIN asks for $RUSTUP_TOOLCHAIN: unset it."
elif [ $kind = rustup ]; then
	rustup toolchain list 2>/dev/null | grep -q "^$channel-" ||
		add "Rust $channel" rustup toolchain install "$channel" --profile minimal --no-self-update
	# From here on: what rust-toolchain.toml asks for beyond this not every command needs.
	RUSTUP_TOOLCHAIN=$channel
	export RUSTUP_TOOLCHAIN
fi
if ! [ -d "$(rustc --print target-libdir --target "$target" 2>/dev/null)" ]; then
	[ $kind = rustup ] ||
		fail "$chosen/cargo has no standard library for $target, which the shell is built for: $(advice)."
	add "the target $target" rustup target add "$target"
fi
case "$*" in
*' fmt'* | *' clippy'* | *check.sh)
	for component in rustfmt clippy; do
		have "cargo-${component#rust}" && "cargo-${component#rust}" --version >/dev/null 2>&1 && continue
		[ $kind = rustup ] || fail "$component is missing, which belongs to Rust."
		add "$component" rustup component add "$component"
	done
	;;
esac
# Dependencies run programs while they are built, and the system's compiler links those. It links the
# shell too: by rust-lld a start costs one more segment (docs/performance.md, Start).
if [ -n "$builds" ]; then
	case $(cc -print-file-name=crt1.o 2>/dev/null) in
	*/*) ;;
	*)
		fail "a C compiler (cc) with the C library's files is missing, by which Rust links programs:" \
			"on Debian install gcc and libc6-dev ('make setup' does that as root)."
		;;
	esac
fi
"$@"
status=$?
if [ $status != 0 ] && [ -n "$builds" ] &&
	! (cd "$root" && cargo fetch --locked --target "$target") >/dev/null 2>&1; then
	fail "crates that Cargo.lock names are not on this machine and cannot be fetched: the first build needs a network."
fi
exit $status
