#!/bin/sh
# Runs `make run` and `make test` as a stranger does: in a bare Debian root, as an ordinary user, in a
# checkout that is read-only and has spaces in its path, with nothing there at first but make. Then root runs
# `make run` too, with a toolchain and a build of its own.
# usage: fresh.sh [SUITE...]     (bookworm and trixie; as root, with debootstrap)
#
# COMMANDS are those that are tried (`run test`; `deb` makes the packages, and needs more of Debian's); MIRROR
# is Debian's archive (else that of this system); KEEP is a folder for what is built, by suite. A root is made
# with debootstrap in a folder for temporary files, used in mount and process namespaces of its own, and removed.
# Rust comes as it comes to strangers: from Debian's package rustup, where there is one, else by rustup's own
# installer. The last line is `N passed, N failed, N skipped`: of suites by commands and users.
set -u
cd "$(dirname "$0")/.." || exit 1
[ $# -gt 0 ] || set -- bookworm trixie
commands=${COMMANDS:-run test}
passed=0 failed=0 skipped=0
work=$(mktemp -d) || exit 1
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 1' HUP INT TERM

have() { command -v "$1" >/dev/null 2>&1; }

mirror=${MIRROR:-$(
	cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null |
		sed -n -e 's/^URIs: *\([^ ]*\/debian\)\/*\( .*\)*$/\1/p' -e 's/^deb .*\(http[^ ]*\/debian\)\/* .*/\1/p' | head -n 1
)}
: "${mirror:=http://deb.debian.org/debian}"

# Why no root of a suite can be made, to `why`; nothing where it can.
missing() {
	why=
	if [ "$(id -u)" != 0 ]; then
		why='only root can make it'
	elif ! have debootstrap; then
		why='debootstrap is not installed'
	elif ! unshare --mount --pid --fork --kill-child true 2>/dev/null; then
		why='namespaces are not permitted here'
	elif ! debootstrap --variant=minbase --include=make,ca-certificates "$1" "$work/root" "$mirror" >"$work/log" 2>&1; then
		why="debootstrap fails with $mirror: $(grep '^[EW]: ' "$work/log" | tail -n 1)"
	fi
	[ -n "$why" ]
}

# In the root: a shell script, with what a new terminal has as its environment.
inside() { # USER SCRIPT
	# shellcheck disable=SC2016
	unshare --mount --pid --fork --kill-child sh -c '
		mount -t proc proc "$1/proc" && sh tests/devices.sh "$1" &&
			mount --bind "$1/src" "$1/src" && mount -o remount,bind,ro "$1/src" || exit 99
		home=/root
		[ "$2" = root ] || home=/home/$2
		set -- "$1" "$2" "$3" "$home"
		for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
			eval "[ -z \"\${$name-}\" ]" || eval "set -- \"\$@\" \"$name=\$$name\""
		done
		root=$1 user=$2 script=$3
		shift 4
		exec chroot --userspec="$user" "$root" env -i HOME="$home" USER="$user" TERM=dumb LANG=C.UTF-8 \
			PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@" /bin/sh -c "$script"
	' sh "$work/root" "$1" "$2"
}

# Makes the root ready for strangers, one of whom is `stranger`.
furnish() {
	cp /etc/resolv.conf "$work/root/etc/resolv.conf"
	# Whom this system trusts.
	[ ! -f /etc/ssl/certs/ca-certificates.crt ] ||
		cp /etc/ssl/certs/ca-certificates.crt "$work/root/etc/ssl/certs/"
	# The root is removed anyway: dpkg need not wait for the disk.
	echo force-unsafe-io >"$work/root/etc/dpkg/dpkg.cfg.d/unsafe-io"
	chroot "$work/root" useradd --create-home --shell /bin/sh stranger || return
	place="$work/root/src/a checkout"
	mkdir -p "$place" || return
	# What is in the index, as it is in the tree.
	git ls-files -z | tar -c --null -T - -f - | tar -x -C "$place" -f - || return
	chmod -R a+rX "$work/root/src"
}

# Brings rustup where the suite has no package of it: its installer is rustup under another name.
bring_rustup() { # USER
	! chroot "$work/root" apt-cache policy rustup | grep -q 'Candidate: [0-9]' || return 0
	installer=$(command -v rustup) && installer=$(readlink -f "$installer") || return 2
	cp "$installer" "$work/root/usr/local/bin/rustup-init"
	inside "$1" 'rustup-init -q -y --profile minimal --default-toolchain none --no-modify-path' \
		>"$work/log" 2>&1 || { cat "$work/log"; return 1; }
}

# Brings Rust and the rest; first what is said without it is looked at.
equip() {
	inside stranger 'cd "/src/a checkout" && make run' >"$work/log" 2>&1 && return 1
	if ! [ "$(grep -c '^forkless: Rust is not installed: ' "$work/log")" = 1 ]; then
		echo "$suite: without Rust 'make run' says:"
		cat "$work/log"
		return 1
	fi
	bring_rustup stranger || return
	# As `sudo make setup`.
	inside root 'cd "/src/a checkout" && SUDO_USER=stranger make setup'
}

# The same for root.
equip_root() {
	bring_rustup root && inside root 'cd "/src/a checkout" && make setup'
}

# Runs a command, and looks at what it says at its end.
attempt() { # USER COMMAND
	name="$suite, make $2"
	[ "$1" = stranger ] || name="$name, as $1"
	echo "== $name"
	begin=$(date +%s)
	# shellcheck disable=SC2016
	inside "$1" 'cd "/src/a checkout" &&
		CARGO_TARGET_DIR="$HOME/the target" DIST="$HOME/what is built" make '"$2"' 2>&1
		echo "status $?"' | tee "$work/log"
	took=$(($(date +%s) - begin))
	case $2 in
	run) wanted='^The outputs of .* are equal\.$' ;;
	deb) wanted='^-.*/deb/forkless_[0-9.]*_[a-z0-9]*\.deb$' ;;
	*) wanted='^[1-9][0-9]* passed, 0 failed, [0-9]* skipped$' ;;
	esac
	if grep -q "$wanted" "$work/log" && [ "$(tail -n 1 "$work/log")" = 'status 0' ]; then
		echo "passed $name: $took s"
		passed=$((passed + 1))
	else
		echo "FAILED $name: $took s"
		failed=$((failed + 1))
	fi
}

for suite; do
	rm -rf --one-file-system "$work/root"
	if missing "$suite"; then
		for command in $commands; do echo "skipped $suite, make $command: $why"; skipped=$((skipped + 1)); done
		continue
	fi
	furnish && equip
	status=$?
	if [ $status != 0 ]; then
		for command in $commands; do
			if [ $status = 2 ]; then
				echo "skipped $suite, make $command: no rustup here whose installer could be used"
				skipped=$((skipped + 1))
			else
				echo "FAILED $suite, make $command: it could not be made ready"
				failed=$((failed + 1))
			fi
		done
		continue
	fi
	for command in $commands; do
		# What packages are made with it names itself.
		if [ "$command" = deb ]; then
			needed=$(inside stranger 'cd "/src/a checkout" && make deb' 2>&1 | sed -n 's/^deb: .* is missing: apt-get install //p')
			inside root "apt-get install -y -q $needed lintian" >"$work/log" 2>&1 || tail -n 5 "$work/log"
		fi
		attempt stranger "$command"
	done
	case " $commands " in
	*' run '*)
		if equip_root; then
			attempt root run
		else
			echo "FAILED $suite, make run, as root: it could not be made ready"
			failed=$((failed + 1))
		fi
		;;
	esac
	if [ -n "${KEEP-}" ]; then
		mkdir -p "$KEEP/$suite" && cp -a "$work/root/home/stranger/what is built/." "$KEEP/$suite"
	fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
