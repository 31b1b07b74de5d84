#!/bin/sh
# Measures and draws docs/pictures/shells.svg and shells-narrow.svg, the README's picture.
# usage: measure.sh FORKBENCH FORKLESS TREE ROOT GIT
#
# TREE is a source tree with a configure script (GNU hello's), ROOT a Debian root (debootstrap
# --variant=minbase --include=ca-certificates,xml-core trixie) with the archives of those packages that
# apt-get_install.sh installs, GIT the folder `git` that tests/suites/fetch.sh brings. As root.
set -eu
[ $# = 5 ] || { echo 'usage: measure.sh FORKBENCH FORKLESS TREE ROOT GIT' >&2; exit 2; }
forkbench=$1 forkless=$2 tree=$3 root=$4 git=$5
cd "$(dirname "$0")/../.."
one() { # SECONDS SCRIPT [ARGUMENT]...
	seconds=$1 script=docs/pictures/$2.sh result=docs/pictures/$2.json
	shift 2
	"$forkbench" script "$script" "$@" --ignore-output --passes 3 --time "$seconds" --json "$result" \
		-- dash bash "$forkless"
}
one 10 loop
one 60 apt-get_install "$root"
one 60 test_suite "$git"
one 60 configure "$tree"
"$forkbench" report --together=cpu docs/pictures/configure.json docs/pictures/apt-get_install.json \
	docs/pictures/test_suite.json docs/pictures/loop.json --svg docs/pictures
for width in '' -narrow; do mv docs/pictures/scripts$width.svg docs/pictures/shells$width.svg; done
