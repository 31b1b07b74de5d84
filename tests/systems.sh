#!/bin/sh
# systems.sh [--quick] FORKLESS [SYSTEM ...]: holds the utilities against the programs of other systems.
#
# A system is a root: of Debian 12, 13 or sid, one of sid whose /usr/bin is uutils' coreutils, and
# one each whose /usr/bin is busybox or toybox. Each is made once from the machine's own mirror,
# below target/systems. In it run the differential tests of crate utilities, the calls of
# tests/systems/calls, inside and launched, in two locales, and $CALLS generated ones (10,000, of
# the seed $SEED). With CASES=1 the scripted cases (tests/cases) run too; where the utilities are not
# GNU's, those count that fail inside and pass with all utilities launched. With SHARE=1 the scripts
# of a copy of each run, and what they call is counted (tests/systems/share.sh). Skipped by name:
# what cannot be made. --quick is a part of `make test`: a root that is there, or made in a minute
# and a half, without the differential tests, and 400 generated calls.
# The last line is `N passed, N failed, N skipped`.
set -u
cd "$(dirname "$0")/.." || exit 1
quick=
[ "${1:-}" != --quick ] || { quick=1 && CALLS=${CALLS:-400} && shift; }
forkless=${1:?usage: systems.sh [--quick] FORKLESS [SYSTEM ...]}
shift
[ $# -gt 0 ] || set -- bookworm trixie sid uutils busybox toybox
roots=${CARGO_TARGET_DIR:-target}/systems
target=$(uname -m)-unknown-linux-musl
passed=0 failed=0 skipped=0

skip() {
	echo "systems: $1: skipped: $2"
	skipped=$((skipped + 1))
}

# A root of a release of Debian, with the programs that its smallest system has not.
debootstrap_root() {
	mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian*.sources 2>/dev/null | head -n 1)
	[ -n "$mirror" ] || mirror=$(awk '$1 == "deb" && /debian/ { print $2; exit }' /etc/apt/sources.list 2>/dev/null)
	[ -n "$mirror" ] || return 1
	more=bsdextrautils,gawk,busybox-static,toybox,xxd
	[ "$1" = sid ] && more=$more,rust-coreutils
	# What it mounts goes with it, however it ends.
	unshare --mount ${quick:+timeout 90} debootstrap --variant=minbase --include=$more "$1" "$2" "$mirror" >"$2.log" 2>&1
}

# Makes a root, in a place of its own first: one that is there is whole.
make_root() {
	[ -d "$roots/$1" ] && return
	mkdir -p "$roots"
	new=$roots/$1.new
	rm -rf "$new"
	case $1 in
	uutils)
		make_root sid && mkdir "$new" && cp -ax "$roots/sid/." "$new" || return 1
		for link in "$new"/usr/lib/cargo/bin/coreutils/*; do
			ln -sf coreutils "$new/usr/bin/${link##*/}"
		done
		;;
	busybox | toybox)
		make_root trixie && mkdir "$new" && cp -ax "$roots/trixie/." "$new" || return 1
		case $1 in
		busybox) names=$("$new/usr/bin/busybox" --list) ;;
		toybox) names=$("$new/usr/bin/toybox") ;;
		esac
		for name in $names; do
			# dpkg's own programs have no use here, the shell that runs the calls has.
			case $name in "$1" | sh | ash | dash | timeout) continue ;; esac
			[ -e "$new/usr/bin/$name" ] && ln -sf "$1" "$new/usr/bin/$name"
		done
		;;
	*) debootstrap_root "$1" "$new" || return 1 ;;
	esac
	mv "$new" "$roots/$1"
}

# Runs a script in a root, which has /proc and a /tmp in memory for as long. The second form takes an absolute
# root, which has a /dev and a directory of this machine too.
in_root() {
	unshare --mount sh -c 'mount -t proc proc "$1/proc" && mount -t tmpfs tmpfs "$1/tmp" && exec chroot "$1" /bin/sh "$2"' sh "$1" "$2"
}
in_root_with() { # ROOT SCRIPT DIRECTORY
	mkdir -p "$1$3"
	# The directory may be below /tmp, too.
	unshare --mount sh -c '
		mount --bind "$1" "$1" && cd "$1" && mount -t proc proc proc && mount -t tmpfs tmpfs tmp && mkdir -p "./$3" &&
			sh "$4/devices.sh" . && mount --bind "$3" "./$3" && exec chroot . /bin/sh "$2"
	' sh "$1" "$2" "$3" "$PWD/tests"
}

# The scripted cases in a root: with 0 all utilities are launched.
run_cases() { # INSIDE OUTPUT
	cp "$forkless" "$root/systems/forkless"
	launches=
	[ "$1" = 1 ] || launches=FORKLESS_INPROCESS=0
	cat >"$root/systems/cases.sh" <<-EOF
		cd "$PWD/tests" && $launches FORKLESS=/systems/forkless exec $cases
	EOF
	in_root_with "$PWD/$root" /systems/cases.sh "$PWD" >"$2" 2>&1
}

# What the scripts of a copy of a root call, and how much of it runs inside.
share() { # SYSTEM
	copy=$roots/$1.share
	rm -rf "$copy"
	mkdir -p "$copy" && cp -ax "$roots/$1/." "$copy" && mkdir -p "$copy/systems" || return 1
	cp "$forkless" "$copy/systems/forkless" && cp tests/systems/share.sh "$copy/systems/"
	unshare --mount --pid --fork --net sh -c '
		mount -t proc proc "$1/proc" && mount -t tmpfs tmpfs "$1/tmp" && exec chroot "$1" /bin/sh /systems/share.sh
	' sh "$copy"
	utilities=$("$forkless" --list | awk '{ print $1 }' | tr '\n' ' ')
	LC_ALL=C awk -v utilities="$utilities" -f tests/systems/share.awk "$copy/systems/profile"
	rm -rf "$copy"
}

if [ "$(id -u)" != 0 ]; then
	skip roots "only root can make them"
elif ! command -v debootstrap >/dev/null && ! { apt-get install -y -qq debootstrap >/dev/null 2>&1; }; then
	skip roots "there is no debootstrap"
elif ! unshare --mount sh -c 'mount -t proc proc /proc && mount -t tmpfs tmpfs /tmp' 2>/dev/null; then
	skip roots "nothing can be mounted"
else
	tests=
	[ -n "$quick" ] || tests=$(cargo test --target "$target" -p forkless-utilities --no-run 2>&1 | sed -n 's/^ *Executable tests.*(\(.*\))$/\1/p')
	generator=${CARGO_TARGET_DIR:-target}/$target/debug/generated-calls
	cargo build -q --target "$target" -p forkless-tests --bin generated-calls || failed=$((failed + 1))
	cases=
	[ -z "${CASES:-}" ] || cases=$PWD/$(cargo test --target "$target" -p forkless-tests --test scripts --no-run 2>&1 | sed -n 's/^ *Executable scripts.*(\(.*\))$/\1/p')
	[ -n "$tests$quick" ] || { echo "systems: the tests do not build"; failed=$((failed + 1)); }
	for system; do
		make_root "$system" || { skip "$system" "it cannot be made, see $roots/$system.new.log"; continue; }
		root=$roots/$system
		mkdir -p "$root/systems"
		cp "$forkless" "$root/systems/forkless"
		cp tests/systems/calls tests/systems/compare.sh "$root/systems/"
		result=$(in_root "$root" /systems/compare.sh)
		echo "$result" | sed "s/^/systems: $system: /"
		differ=$(echo "$result" | sed -n 's/^\([0-9]*\) calls, \([0-9]*\) differ$/\2/p')
		if [ "$differ" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
		# A NUL ends a line for busybox's.
		case $system in busybox) text=-t ;; *) text= ;; esac
		cp "$generator" "$root/systems/generated-calls"
		echo "exec /systems/generated-calls /systems/forkless $text -n ${CALLS:-10000} -s ${SEED:-1}" \
			>"$root/systems/generated.sh"
		in_root "$root" /systems/generated.sh >"$roots/$system.calls"
		case $? in 0) passed=$((passed + 1)) ;; *) failed=$((failed + 1)) ;; esac
		sed "s/^/systems: $system: generated: /" "$roots/$system.calls"
		[ -z "${SHARE:-}" ] || share "$system" | sed "s/^/systems: $system: share: /"
		case ${CASES:-}$system in
		1bookworm | 1trixie | 1sid)
			run_cases 1 "$roots/$system.cases"
			grep -a ^FAILED "$roots/$system.cases" | sed "s/^/systems: $system: cases: /"
			result=$(tail -n 1 "$roots/$system.cases")
			echo "systems: $system: cases: $result"
			case $result in *' 0 failed,'*) passed=$((passed + 1)) ;; *) failed=$((failed + 1)) ;; esac
			;;
		1*)
			# The cases say what GNU's utilities do: what fails with these launched, too, is no fault of the shell's.
			for inside in 1 0; do
				run_cases $inside "$roots/$system.cases$inside"
				grep -a ^FAILED "$roots/$system.cases$inside" | sort >"$roots/$system.failed$inside"
			done
			only=$(comm -23 "$roots/$system.failed1" "$roots/$system.failed0")
			[ -z "$only" ] || echo "$only" | sed "s/^/systems: $system: cases: /"
			echo "systems: $system: cases: $(tail -n 1 "$roots/$system.cases1"), of these only inside: $(printf %s "$only" | grep -c ^)"
			if [ -z "$only" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
			;;
		esac
		for test in $tests; do
			cp "$test" "$root/systems/test"
			echo 'cd /systems && RUST_BACKTRACE=0 timeout 3600 ./test' >"$root/systems/test.sh"
			in_root "$root" /systems/test.sh >"$roots/$system.out" 2>&1
			grep -a -e '^test .*FAILED' -e '^test result' "$roots/$system.out" | sed "s/^/systems: $system: /"
			counts=$(sed -n 's/^test result: .* \([0-9]*\) passed; \([0-9]*\) failed.*/\1 \2/p' "$roots/$system.out")
			passed=$((passed + ${counts% *} + 0))
			failed=$((failed + ${counts#* } + 0))
		done
	done
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
