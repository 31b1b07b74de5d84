#!/bin/sh
# Runs shbench (ksh-community/shbench, fetched) on this shell and its peers and prints its
# tables: run times with their spread, then ratios to ksh93. Takes a quarter of an hour.
#
# LOOPS: runs of each program (3). PROGRAMS: which (all of bench/*.ksh). SHBENCH: where shbench
# is, if not to be fetched. SHELLS: which peers. LIMIT: seconds of processor time that a run may
# take (100); bash and mksh would take an hour for some, and are shown as failing then.
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
limited=$(mktemp -d)
trap 'rm -r "$limited"' EXIT
# A shell of the same name that gives up: limit NAME PROGRAM
limit() {
	printf '#!/bin/sh\nulimit -t %s\nexec %s "$@"\n' "${LIMIT:-100}" "$2" >"$limited/$1"
	chmod +x "$limited/$1"
}
limit forkless "$root/dist/bin/forkless"
shells=
for shell in ${SHELLS:-ksh93 bash mksh zsh dash}; do
	if command -v "$shell" >/dev/null; then
		limit "$shell" "$(command -v "$shell")"
		shells="$shells $shell"
	else
		echo "bench-shbench: $shell is not here: skipped"
	fi
done
driver=$(command -v ksh93)
PATH=$limited:$PATH
cd "$shbench"
# The first shell is the one that programs are made to suit, and the reference of the ratios.
for options in "" -r; do
	# shellcheck disable=SC2086
	"$driver" ./shbench -q $options -l "${LOOPS:-3}" ${PROGRAMS:+-b "$PROGRAMS"} \
		$shells forkless
done
