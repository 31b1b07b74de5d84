#!/bin/sh
# Runs all tests and sums them up. The last line is `N passed, N failed, N skipped`.
# PACKAGES names packages that are to be tested alone.
set -u
# What an asynchronous list or nohup(1) ignores, all programs below it would ignore: no test is about that.
if [ -z "${SIGNALS_ARE_USUAL:-}" ] && env --default-signal true 2>/dev/null; then
	SIGNALS_ARE_USUAL=yes exec env --default-signal=HUP,INT,QUIT,PIPE,TERM sh "$0" "$@"
fi
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
DIST=${DIST:-dist}
case $DIST in
/*) ;;
*) DIST=$PWD/$DIST ;;
esac
FORKLESS=$DIST/bin/forkless
export DIST FORKLESS
target=$(uname -m)-unknown-linux-musl
packages='dialect byte-search runtime stage syntax pattern line-editor launch confine capi preload shell utilities awk session session_c forkbench fuzz-checks starved forkless-tests'
only=${PACKAGES:-}
[ -z "$only" ] || packages=$only
parts=$(($(echo "$packages" | wc -w) + (${#only} ? 0 : 6)))
part=0

# The next part: its name; of how many; after how many minutes.
began=$(date +%s)
heading() {
	part=$((part + 1))
	echo "== $1 ($part of $parts, minute $((($(date +%s) - began) / 60)))"
}

# Shows what a part's tests say, and keeps their sums.
report() { # with its output as input
	awk -v sums="$work/one" -f tests/report.awk
	cat "$work/one" >>"$work/sums"
}

test_package() { # ARGUMENT...: of cargo
	{
		cargo test --no-fail-fast "$@" 2>&1
		echo "cargo's status: $?"
	} | report
}

# The test programs of forkless-tests, as arguments of cargo: `plain` those of libtest, `own` those with a main of
# their own.
programs() {
	awk -v wanted="$1" '
		function end() {
			if (name != "" && kind == wanted) print "--test", name
			name = ""
			kind = "plain"
		}
		/^\[/ { end(); test = $0 == "[[test]]" }
		test && /^name = / { name = $3; gsub(/"/, "", name) }
		/^harness = false$/ { kind = "own" }
		END { end() }
	' tests/Cargo.toml
}

# One at a time, so that a crate that does not build does not hide the others.
for package in $packages; do
	heading "$package"
	case $package in
	forkless-tests)
		# shellcheck disable=SC2046
		test_package --package "$package" --lib $(programs plain) -- --show-output
		# These say by themselves what they skip.
		# shellcheck disable=SC2046
		test_package --package "$package" $(programs own)
		;;
	capi | preload | session_c | forkbench | fuzz-checks | starved) test_package --package "$package" -- --show-output ;;
	*) test_package --package "forkless-$package" -- --show-output ;;
	esac
done
if [ -z "$only" ]; then
	# What the shell itself is linked with is only there for its own target.
	heading "runtime, as the shell has it"
	test_package --target "$target" --package forkless-runtime -- --show-output
	# The example was built with the tests of its crate.
	heading "escapes from a session"
	cargo build --quiet --package forkless-session --example confined
	test_package --package forkless-tests --test escapes -- \
		--session "${CARGO_TARGET_DIR:-target}/debug/examples/confined"
	heading python
	sh python/test.sh 2>&1 | report
	# What other projects ask of a shell, where their tests can be had.
	suites=${CARGO_TARGET_DIR:-target}/suites
	sh tests/suites/fetch.sh "$suites"
	heading "another system's utilities"
	sh tests/systems.sh --quick "$FORKLESS" trixie 2>&1 | report
	heading "git's test scripts"
	sh tests/suites/git.sh "$suites/git" "$FORKLESS" 2>&1 | report
	heading "mksh's check.t"
	sh tests/suites/mksh.sh "$suites/mksh" "$FORKLESS" 2>&1 | report
fi

total=$(awk '
	{ passed += $1; failed += $3; skipped += $5 }
	END { printf "%d passed, %d failed, %d skipped", passed, failed, skipped }
' "$work/sums")
echo "$total"
case $total in
*' 0 failed,'*) ;;
*) exit 1 ;;
esac
