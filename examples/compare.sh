#!/bin/sh
# Runs a script under two shells: equal output, both times, both numbers of processes.
# usage: compare.sh SHELL SHELL SCRIPT [ARGUMENT...]
set -u
first=$1 second=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

measure() { # SHELL FILE ARGUMENT...
	measured=$1 into=$2
	shift 2
	# The least of three, in milliseconds.
	best=
	for turn in 1 2 3; do
		begin=$(date +%s%N)
		"$measured" "$@" >"$into" 2>&1
		took=$(($(date +%s%N) - begin))
		if [ -z "$best" ] || [ "$took" -lt "$best" ]; then best=$took; fi
	done
	printf '%d.%02d' $((best / 1000000)) $((best / 10000 % 100))
}

# How many processes the system has created since it started, into `created`; creates none itself.
read_created() {
	while read -r key created; do
		[ "$key" != processes ] || return 0
	done 2>/dev/null </proc/stat
	created=
}

processes() { # SHELL ARGUMENT...
	# It may be there and not be permitted to trace.
	if strace -qq -e trace=none true 2>/dev/null; then
		strace -f -qq -e trace=fork,vfork,clone,clone3 -e signal=none -o "$work/trace" "$@" >/dev/null 2>&1
		grep -v CLONE_THREAD "$work/trace" | grep -c '= [1-9][0-9]*$'
		return
	fi
	# Else by the system's count. Others create processes meanwhile, so the least of three.
	least=
	for turn in 1 2 3; do
		read_created
		before=$created
		"$@" >/dev/null 2>&1
		read_created
		if [ -z "$created" ]; then
			echo '?'
			return
		fi
		# The shell itself is one.
		made=$((created - before - 1))
		if [ -z "$least" ] || [ "$made" -lt "$least" ]; then least=$made; fi
	done
	echo "$least"
}

show() { # SHELL MILLISECONDS ARGUMENT...
	shown=$1 time=$2
	shift 2
	printf '%-28s %10s ms %8s processes\n' "$shown" "$time" "$(processes "$shown" "$@")"
}

one=$(measure "$first" "$work/one" "$@")
cat "$work/one"
echo
show "$first" "$one" "$@"
two=$(measure "$second" "$work/two" "$@")
show "$second" "$two" "$@"
if cmp -s "$work/one" "$work/two"; then
	echo "The outputs of $first and $second are equal."
else
	echo "The outputs of $first and $second differ:"
	diff "$work/one" "$work/two" | head -n 20
	exit 1
fi
