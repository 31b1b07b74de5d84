#!/bin/sh
# compare.sh: in a root that tests/systems.sh has made: each call of `calls` with utilities inside
# and launched. Shows what differs in output, messages, status or files; ends with
# `N calls, N differ`.
cd /systems || exit 2
n=0 differ=0 tab=$(printf '\t')
for LC_ALL in C C.UTF-8; do
	export LC_ALL
	while IFS=$tab read -r name setup call; do
		case $name in '' | \#*) continue ;; esac
		n=$((n + 1))
		for inside in 1 0; do
			rm -rf /systems/w
			mkdir /systems/w
			cd /systems/w || exit 2
			/bin/sh -c "$setup" >/dev/null 2>&1
			FORKLESS_INPROCESS=$inside timeout 20 /systems/forkless -c "$call" \
				</dev/null >"../out$inside" 2>"../err$inside"
			echo "$?" >"../status$inside"
			{
				find . -exec ls -ldn {} + | awk '{ print $1, $2, $3, $4, $NF }' | sort
				find . -type f -exec cksum {} + | sort
			} >"../files$inside" 2>/dev/null
			cd ..
		done
		same=yes
		for what in out err status files; do
			cmp -s "${what}0" "${what}1" || same=$what
		done
		[ "$same" = yes ] && continue
		differ=$((differ + 1))
		echo "differs in $same: [$name] $LC_ALL $setup ;; $call"
		for inside in 0 1; do
			head -c 400 "out$inside" "err$inside" | cat -v | head -n 12 | sed "s/^/  $inside: /"
		done
	done <calls
done
echo "$n calls, $differ differ"
