#!/bin/sh
# Writes crates/utilities/src/identify/builds.rs: the build-ids of the utilities of Debian's stable
# releases for amd64, by which such a program is known at a glance. Packages are fetched from
# MIRROR (default: Debian's own). It takes curl, xz, dpkg-deb, readelf (binutils), and forkless in
# PATH. What a package's version says is tried against the files by the test
# known_builds_say_what_the_files_say.
set -eu
: "${MIRROR:=http://deb.debian.org/debian}"
packages='coreutils grep sed findutils diffutils util-linux bsdextrautils hostname mawk gawk libc-bin'
table=crates/utilities/src/identify/builds.rs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# family PACKAGE: how program.rs calls it.
family() {
    case $1 in
    coreutils) echo Coreutils ;; grep) echo Grep ;; sed) echo Sed ;; findutils) echo Findutils ;;
    diffutils) echo Diffutils ;; util-linux | bsdextrautils) echo UtilLinux ;;
    hostname) echo Hostname ;; mawk) echo Mawk ;; gawk) echo Gawk ;; libc-bin) echo Glibc ;;
    esac
}

# version PACKAGE VERSION: the one that the program says of itself.
version() {
    upstream=${2#*:}
    upstream=${upstream%%-*}
    upstream=${upstream%%+*}
    [ "$1" = mawk ] && upstream=${upstream##*.}
    echo "$upstream" | awk -F. '{ printf "%d, %d, %d\n", $1, $2, $3 }'
}

# What an earlier point release had, machines still have: what is known stays known.
awk '
    /^    \(Family::/ {
        match($0, /\([0-9, ]*\)/)
        group = substr($1, 10, length($1) - 10) "|" substr($0, RSTART + 1, RLENGTH - 2)
    }
    /^ *0x/ { gsub(/0x|[_, ]/, ""); print group "|" $0 }' "$table" >"$work/known"

for release in bookworm trixie; do
    curl -sSf "$MIRROR/dists/$release/main/binary-amd64/Packages.xz" | xz -dc >"$work/Packages"
    for package in $packages; do
        set -- $(awk -v RS= -v package="$package" '
            $2 == package {
                version = file = ""
                for (i = 1; i < NF; i++) {
                    if ($i == "Version:" && version == "") version = $(i + 1)
                    if ($i == "Filename:" && file == "") file = $(i + 1)
                }
                print version, file
                exit
            }' "$work/Packages")
        curl -sSf "$MIRROR/$2" >"$work/package.deb"
        rm -rf "$work/tree"
        dpkg-deb -x "$work/package.deb" "$work/tree"
        known=$(version "$package" "$1")
        for name in $(forkless --list | awk '{ print $1 }' | sort -u); do
            [ "$name" = awk ] && name=$package
            for file in "$work/tree/bin/$name" "$work/tree/usr/bin/$name"; do
                [ -f "$file" ] && [ ! -L "$file" ] || continue
                id=$(readelf -n "$file" 2>/dev/null | sed -n 's/.*Build ID: \(.\{16\}\).*/\1/p')
                [ -z "$id" ] || echo "$(family "$package")|$known|$id"
            done
        done
    done
done | sort -u - "$work/known" >"$work/found"

{
    cat <<'TEXT'
//! Builds of the utilities of Debian 12 and 13 for amd64, by the first bytes of their build-ids: such
//! a program need not be searched for its version. Written by scripts/builds.sh.

use crate::program::{Family, Version};

/// A family, a version, and its builds.
pub type Builds = (Family, Version, &'static [u64]);

#[rustfmt::skip]
pub const BUILDS: &[Builds] = &[
TEXT
    awk -F'|' '
        $1 "|" $2 != group {
            if (group != "") print "    ]),"
            group = $1 "|" $2
            printf "    (Family::%s, Version::new(%s), &[\n", $1, $2
        }
        {
            id = substr($3, 1, 4) "_" substr($3, 5, 4) "_" substr($3, 9, 4) "_" substr($3, 13, 4)
            printf "        0x%s,\n", id
        }
        END { print "    ]),"; print "];" }' "$work/found"
} >"$table.new"
mv "$table.new" "$table"
