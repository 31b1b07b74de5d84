#!/bin/sh
# Runs a script under two shells: equal output, both times, both numbers of processes.
# usage: compare.sh SHELL SHELL SCRIPT [ARGUMENT...]
set -u
first=$1 second=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

measure() { # SHELL FILE ARGUMENT...
	measured=$1 into=$2
	shift 2
	# The least of five, in milliseconds.
	best=
	for turn in 1 2 3 4 5; do
		begin=$(date +%s%N)
		"$measured" "$@" >"$into" 2>&1
		took=$(($(date +%s%N) - begin))
		if [ -z "$best" ] || [ "$took" -lt "$best" ]; then best=$took; fi
	done
	echo $((best / 1000000)).$((best / 10000 % 100))
}

processes() { # SHELL ARGUMENT...
	if ! command -v strace >/dev/null; then
		echo '?'
		return
	fi
	strace -f -qq -e trace=fork,vfork,clone,clone3 -e signal=none -o "$work/trace" "$@" >/dev/null 2>&1
	grep -v CLONE_THREAD "$work/trace" | grep -c '= [1-9][0-9]*$'
}

one=$(measure "$first" "$work/one" "$@")
two=$(measure "$second" "$work/two" "$@")
cat "$work/one"
echo
if cmp -s "$work/one" "$work/two"; then
	echo "The outputs of $first and $second are equal."
else
	echo "The outputs of $first and $second differ:"
	diff "$work/one" "$work/two" | head -n 20
fi
printf '%-28s %10s ms %8s processes\n' "$first" "$one" "$(processes "$first" "$@")"
printf '%-28s %10s ms %8s processes\n' "$second" "$two" "$(processes "$second" "$@")"
cmp -s "$work/one" "$work/two"
