#!/bin/sh
# Runs the scripted cases with a shell that was built for another machine, under qemu-user.
# usage: emulated.sh SHELL [FILTER...]      (as make tarball TARGET=aarch64-unknown-linux-musl makes it)
#
# The kernel has to know the emulator (binfmt_misc): where it does not, root registers it in a user namespace of
# its own (Linux 6.7), which leaves the machine as it is. A shell that runs for a minute is ended there. The last
# line is that of `cargo test`; docs/compatibility.md says what an emulator cannot follow.
set -u
[ $# -gt 0 ] || { echo 'usage: emulated.sh SHELL [FILTER...]' >&2; exit 2; }
shell=$(realpath "$1") || exit 1
shift
cd "$(dirname "$0")/.." || exit 1

run() {
	FORKLESS=$shell sh scripts/rust.sh cargo test -p forkless-tests --test scripts -- "$@"
}
if "$shell" -c : 2>/dev/null; then
	run "$@"
	exit
fi
format=$(cat /usr/lib/binfmt.d/qemu-aarch64.conf) || { echo 'emulated: qemu-user-static is not installed' >&2; exit 1; }
work=$(mktemp -d) && mkfifo -m 666 "$work/there" "$work/go" && chmod 711 "$work" || exit 1
# shellcheck disable=SC2016
unshare --user --mount --pid --fork --kill-child sh -c '
	echo there >"$1/there" && read -r go <"$1/go" && mount -t binfmt_misc none /proc/sys/fs/binfmt_misc &&
		printf "%s\n" "$2" >/proc/sys/fs/binfmt_misc/register || exit 99
	shell=$3
	shift 3
	"$shell" -c : || exit 98
	mount -t proc proc /proc
	while sleep 10; do
		ps -eo pid,etimes,args | while read -r pid seconds command; do
			case $command in *binfmt*../case*) [ "$seconds" -lt 60 ] || kill -9 "$pid" ;; esac
		done
	done &
	FORKLESS=$shell exec sh scripts/rust.sh cargo test -p forkless-tests --test scripts -- "$@"
' sh "$work" "$format" "$shell" "$@" &
child=$!
read -r _ <"$work/there"
# Everybody has the same identity as outside.
for map in uid_map gid_map; do echo '0 0 4294967295' >"/proc/$child/$map"; done
echo go >"$work/go"
rm -rf "$work"
wait "$child"
