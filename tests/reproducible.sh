#!/bin/sh
# Makes the archive of a release twice, from two clones of the last commit, and compares the bytes.
# usage: reproducible.sh [TARGET...]     (this machine's; minutes, since release builds are made)
#
# The two builds differ in what must not matter: the checkout's path (the second has spaces and is longer), the
# target directory, cargo's home, HOME, umask, time zone and locale. Where the archives differ, the members that
# do are named. The last line is `N passed, N failed`: of targets.
set -u
cd "$(dirname "$0")/.." || exit 1
[ $# -gt 0 ] || set -- "$(uname -m)-unknown-linux-musl"
passed=0 failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

cargo_home=${CARGO_HOME:-$HOME/.cargo}
RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup}
export RUSTUP_HOME

# What is committed meanwhile is not built.
commit=$(git rev-parse HEAD) || exit 1

# The archive of a clone, in its DIST.
archive() { # CLONE CARGO_HOME TARGET_DIR TARGET
	git clone --quiet --no-hardlinks . "$1" && git -C "$1" checkout --quiet --detach "$commit" &&
		(cd "$1" && CARGO_HOME=$2 CARGO_TARGET_DIR=$3 make --no-print-directory tarball TARGET="$4") >"$work/log" 2>&1 ||
		{ tail -n 20 "$work/log"; return 1; }
}

# Another home of cargo, with the same downloads.
other="$work/other home/.cargo"
mkdir -p "$other"
for name in registry git config.toml; do
	[ ! -e "$cargo_home/$name" ] || cp -a "$cargo_home/$name" "$other/"
done

for target; do
	first=$work/first second="$work/the second one, whose path is longer/checkout"
	rm -rf "$first" "${second%/*}"
	mkdir "${second%/*}"
	(umask 022 && archive "$first" "$cargo_home" target "$target") &&
		(umask 077 && HOME="$work/other home" TZ=Asia/Tokyo LC_ALL=C.UTF-8 PATH=$cargo_home/bin:$PATH &&
			export HOME TZ LC_ALL && archive "$second" "$other" "${second%/*}/built here" "$target") || {
		echo "FAILED $target: no archive"
		failed=$((failed + 1))
		continue
	}
	name=$(cd "$first/dist" && echo *.tar.gz)
	if cmp "$first/dist/$name" "$second/dist/$name"; then
		echo "passed $name: $(cat "$first/dist/$name.sha256")"
		passed=$((passed + 1))
		continue
	fi
	for place in "$first" "$second"; do
		mkdir "$place/unpacked" && tar -C "$place/unpacked" -xf "$place/dist/$name"
		tar -tvf "$place/dist/$name" >"$place/unpacked/LIST"
	done
	diff -rq "$first/unpacked" "$second/unpacked"
	echo "FAILED $name: the archives differ"
	failed=$((failed + 1))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
