#!/bin/sh
# Builds the Python package against dist and runs its tests, and CPython's own of
# subprocess. The last line is `N passed, N failed, N skipped`.
set -u
cd "$(dirname "$0")/.." || exit 1
python=${PYTHON:-python3}
dist=$(cd "${DIST:-dist}" 2>/dev/null && pwd)
if ! [ -e "$dist/lib/libforkless.a" ] || ! command -v cc >/dev/null ||
	! "$python" -c 'import setuptools, sys, sysconfig
open(sysconfig.get_path("include") + "/Python.h").close()' 2>/dev/null; then
	echo "python: no libforkless, or no Python to build extensions for"
	echo '0 passed, 0 failed, 1 skipped'
	exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -RL python/forkless python/LICENSE-* python/setup.py python/pyproject.toml python/README.md "$work" || exit 1
if ! (cd "$work" && FORKLESS_INCLUDE=$dist/include FORKLESS_LIBRARY=$dist/lib/libforkless.a \
	"$python" setup.py -q build_ext --inplace) >"$work/log" 2>&1; then
	cat "$work/log"
	echo '0 passed, 1 failed, 0 skipped'
	exit 1
fi
passed=0 failed=0 skipped=0
for suite in own session cpython; do
	if [ $suite = session ] && ! [ -e "$dist/lib/libforkless-shell.a" ]; then
		echo 'skipped python session: no libforkless-shell'
		skipped=$((skipped + 1))
		continue
	fi
	if [ $suite = cpython ] && ! "$python" -c 'import test.test_subprocess' 2>/dev/null; then
		echo "python: no test.test_subprocess"
		skipped=$((skipped + 1))
		continue
	fi
	PYTHONPATH=$work timeout 300 "$python" python/tests/$suite.py -v >"$work/log" 2>&1
	status=$?
	[ $status = 0 ] || grep -v -e '^\.*$' -e ' \.\.\. \(ok\|skipped .*\)$' "$work/log"
	# `test_x (where) ... skipped 'why'`; the test's documentation may come between.
	awk '/^test/ { name = $1 }
		/ \.\.\. skipped / { sub(/^.* \.\.\. skipped ./, ""); sub(/.$/, ""); print "skipped " name ": " $0 }
		sub(/^left out /, "skipped ")' "$work/log"
	# unittest's own sums: `Ran N tests`, `OK (skipped=N)`, `FAILED (failures=N, errors=N)`.
	ran=$(sed -n 's/^Ran \([0-9]*\) test.*/\1/p' "$work/log")
	number() { sed -n "s/^\(OK\|FAILED\) (.*$1=\([0-9]*\).*/\2/p" "$work/log" | grep . || echo 0; }
	bad=$(($(number failures) + $(number errors)))
	[ $status = 0 ] || [ $bad != 0 ] || bad=1
	left=$(number skipped)
	out=$(grep -c '^left out ' "$work/log")
	passed=$((passed + ${ran:-0} - bad - left)) failed=$((failed + bad)) skipped=$((skipped + left + out))
	echo "python $suite: ${ran:-0} run, $bad failed, $left skipped, $out left out"
done
# The types, by which programs that use the package are checked.
if "$python" -m mypy --version >/dev/null 2>&1; then
	if MYPYPATH=python "$python" -m mypy --strict --cache-dir "$work/mypy" examples/python >"$work/log" 2>&1; then
		passed=$((passed + 1))
	else
		cat "$work/log"
		failed=$((failed + 1))
	fi
else
	echo 'skipped python types: mypy is not installed'
	skipped=$((skipped + 1))
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
