#!/bin/sh
# Makes the source archive of a release, and the recipes that name its checksum: the Homebrew formula and the
# APKBUILD. All go to DIST.
# usage: recipes.sh URL         (of the repository, below which releases are found)
set -eu
cd "$(dirname "$0")/.."
url=${1:?usage: recipes.sh URL}
dist=${DIST:-dist}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
archive=$dist/forkless-$version.tar.gz
mkdir -p "$dist"
git archive --prefix="forkless-$version/" HEAD | gzip -n9 >"$archive"
sum() { "$1" <"$archive" | cut -d ' ' -f 1; }
for recipe in forkless.rb APKBUILD; do
	sed -e "s|@URL@|$url|g; s|@VERSION@|$version|g; s|@SHA256@|$(sum sha256sum)|; s|@SHA512@|$(sum sha512sum)|" \
		"packaging/$recipe.in" >"$dist/$recipe"
done
ls -l "$archive" "$dist/forkless.rb" "$dist/APKBUILD"
