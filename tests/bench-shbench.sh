#!/bin/sh
# Runs shbench (ksh-community/shbench, fetched) on this shell and its peers and prints its
# tables: run times with their spread, then ratios to ksh93. Takes a quarter of an hour.
#
# LOOPS: runs of each program (3). PROGRAMS: which (all of bench/*.ksh). SHBENCH: where shbench
# is, if not to be fetched. SHELLS: which peers.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
shbench=${SHBENCH:-$root/dist/shbench}
if [ ! -e "$shbench/shbench" ]; then
	echo "bench-shbench: fetching shbench to $shbench"
	git clone --quiet --depth 1 https://github.com/ksh-community/shbench "$shbench"
fi
missing=
for pair in ksh93:ksh jot:athena-jot rs:rs; do
	command -v "${pair%%:*}" >/dev/null || missing="$missing ${pair#*:}"
done
if [ -n "$missing" ]; then
	echo "bench-shbench: installing$missing"
	# shellcheck disable=SC2086
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null || {
		echo "bench-shbench: needs$missing" >&2
		exit 1
	}
fi
shells=
for shell in ${SHELLS:-ksh93 bash mksh zsh dash}; do
	if command -v "$shell" >/dev/null; then
		shells="$shells $shell"
	else
		echo "bench-shbench: $shell is not here: skipped"
	fi
done
cd "$shbench"
# The first shell is the one that programs are made to suit, and the reference of the ratios.
for options in "" -r; do
	# shellcheck disable=SC2086
	ksh93 ./shbench -q $options -l "${LOOPS:-3}" ${PROGRAMS:+-b "$PROGRAMS"} \
		$shells "$root/dist/bin/forkless"
done
