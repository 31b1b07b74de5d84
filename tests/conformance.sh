#!/bin/sh
# Runs the suites of other projects whose sources are there.
# usage: conformance.sh SHELL SHARED; YASH, BUSYBOX, MKSH, GIT name the source folders.
set -u
shell=$1 suites=$2/suites
[ -d "$suites" ] || { echo "conformance: no runners in $suites"; exit 0; }
run() {
	name=$1 folder=$2
	shift 2
	if [ -n "$folder" ] && [ -d "$folder" ]; then
		"$suites/$name" "$folder" "$shell" "$@" | tail -n 1
	else
		echo "$name: skipped, no source folder given"
	fi
}
run yash-posix "${YASH:+$YASH/tests}" '^(?!sig)'
run busybox-shell "${BUSYBOX:-}"
run mksh-check "${MKSH:-}"
run git-tests "${GIT:-}" 't(0001|0008|1400|1410|1503|2200|3200|3404|3600|5510|7003|7600)-'
run corpus-parse /usr/bin
