#!/bin/sh
# Runs all tests and sums them up. The last line is `N passed, N failed, N skipped`.
set -u
cd "$(dirname "$0")/.." || exit 1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
DIST=${DIST:-dist}
case $DIST in
/*) ;;
*) DIST=$PWD/$DIST ;;
esac
FORKLESS=$DIST/bin/forkless
export DIST FORKLESS
status=0
# One at a time, so that a crate that does not build does not hide the others.
for package in dialect runtime stage syntax pattern launch capi preload shell utilities awk forkbench fuzz-checks forkless-tests; do
	echo "== $package"
	cargo test --quiet --no-fail-fast --package "$package" 2>&1 | tee "$log.one" | grep -v '^running 0 tests$'
	if ! grep -q -e '^test result: ' -e ' passed, ' "$log.one"; then
		echo "== $package: no tests ran"
		echo "test result: FAILED. 0 passed; 1 failed; 0 ignored" >>"$log.one"
	fi
	cat "$log.one" >>"$log"
	rm -f "$log.one"
done
# What the shell itself is linked with is only there for its own target.
echo "== runtime, as the shell has it"
cargo test --quiet --target "$(uname -m)-unknown-linux-musl" --package runtime 2>&1 | tee -a "$log"
echo "== python"
sh python/test.sh 2>&1 | tee -a "$log"
# What other projects ask of a shell, where their tests can be had.
echo "== suites of others"
suites=${CARGO_TARGET_DIR:-target}/suites
sh tests/suites/fetch.sh "$suites"
echo "== git's test scripts"
sh tests/suites/git.sh "$suites/git" "$FORKLESS" 2>&1 | tee -a "$log"
echo "== mksh's check.t"
sh tests/suites/mksh.sh "$suites/mksh" "$FORKLESS" 2>&1 | tee -a "$log"
# cargo's own lines and those of the scripted tests, added up.
total=$(awk '
	/^test result:/ {
		for (i = 1; i <= NF; i++) {
			if ($i ~ /^passed/) p += $(i - 1)
			if ($i ~ /^failed/) f += $(i - 1)
			if ($i ~ /^ignored/) s += $(i - 1)
		}
	}
	/^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/ { p += $1; f += $3; s += $5 }
	/^error: could not compile/ { f++ }
	END { printf "%d passed, %d failed, %d skipped", p, f, s }
' "$log")
case $total in
*' 0 failed,'*) ;;
*) status=1 ;;
esac
echo "$total"
exit $status
