#!/bin/sh
# Makes the Debian packages of what is in DIST, in DIST/deb, and has lintian look at them where it is installed.
# The checkout stays as it is: the packages are put together in a copy of it.
set -eu
cd "$(dirname "$0")/.."
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
