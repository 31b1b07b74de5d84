#!/bin/sh
# Makes the Debian packages of what is in DIST, in DIST/deb, and has lintian look at them where it is installed.
# The checkout stays as it is: the packages are put together in a copy of it.
# usage: deb.sh                 (make deb)
#        deb.sh --needs         looks whether what packages are made with is installed, before anything is built
set -eu
cd "$(dirname "$0")/.."
if [ "${1-}" = --needs ]; then
	command -v dpkg-query >/dev/null || { echo 'deb: this is no Debian-like system: dpkg is missing' >&2; exit 1; }
	missing=''
	for package in dpkg-dev $(sed -n 's/ *([^)]*)//g; s/,//g; s/-compat//; s/^Build-Depends: //p' debian/control); do
		dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null | grep -q 'ok installed$' || missing="$missing $package"
	done
	[ -z "$missing" ] || { echo "deb: what packages are made with is missing: apt-get install --no-install-recommends$missing" >&2; exit 1; }
	exit
fi
dist=$(cd "${DIST:-dist}" && pwd)
version=$(dpkg-parsechangelog -S Version)
[ "$version" = "$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)" ] ||
	{ echo "deb: debian/changelog is of $version" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
copy=$work/forkless-$version
mkdir "$copy"
if git rev-parse --git-dir >/dev/null 2>&1; then
	git ls-files -z --cached --others --exclude-standard | tar -c --null --ignore-failed-read -T - -f - | tar -x -C "$copy" -f -
else
	tar -c --exclude=./target --exclude=./dist . | tar -x -C "$copy" -f -
fi
(cd "$copy" && FORKLESS_BUILT=$dist dpkg-buildpackage --build=binary --no-sign --no-check-builddeps)
rm -rf "$dist/deb"
mkdir "$dist/deb"
mv "$work"/*.deb "$work"/*.changes "$work"/*.buildinfo "$dist/deb/"
if command -v lintian >/dev/null; then
	lintian --allow-root --fail-on error,warning "$dist"/deb/*.changes
else
	echo 'deb: lintian is not installed'
fi
ls -l "$dist"/deb/*.deb
