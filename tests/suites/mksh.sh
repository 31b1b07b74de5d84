#!/bin/sh
# Runs mksh's check.t with a shell, by mksh's own check.pl.
# usage: mksh.sh [-u] FOLDER SHELL; FOLDER holds check.t and check.pl, as fetch.sh brings them.
#
# What passes is listed in `mksh-passes` beside this file, and has to go on passing. What passes
# and is not listed is named: it belongs into the list, which -u writes anew. The last line is
# `N passed, N failed, N skipped`: of the cases listed.
set -u
update=
[ "$1" != -u ] || { update=1; shift; }
source=$1 shell=$(readlink -f "$2")
list=$(cd "$(dirname "$0")" && pwd)/mksh-passes
if ! [ -f "$source/check.t" ] || ! command -v perl >/dev/null || ! command -v script >/dev/null; then
	echo "skipped: mksh's check.t (no source, or perl or script(1) is missing)"
	echo "0 passed, 0 failed, $(wc -l <"$list") skipped"
	exit 0
fi
room=$(mktemp -d)
# check.pl takes no path with spaces.
ln -s "$(cd "$source" && pwd)" "$room/suite" && source=$room/suite
trap 'rm -rf "$room"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$room/bin" "$room/work"
# What is asked for is the KornShell language.
ln -s "$shell" "$room/bin/ksh"
# Some cases are about a terminal: there is one, on which nobody types.
cat >"$room/run" <<RUN
cd '$room/work' && exec env -i PATH="\$PATH" HOME='$room/work' TERM=dumb LOGNAME=tester USER=tester \
	perl '$source/check.pl' -s '$source/check.t' -p '$room/bin/ksh' -v -T '$room/work' -t 5 \
	-C shell:legacy-no,int:32,shell:textmode-no,shell:binmode-yes,fastbox >'$room/log' 2>&1
RUN
timeout -s KILL 900 script -q -c "sh '$room/run'" /dev/null </dev/null >/dev/null 2>&1
LC_ALL=C
export LC_ALL
sed -n 's/^pass [^ ]*check\.t:\([^ ]*\).*/\1/p' "$room/log" | sort >"$room/passed"
if [ -n "$update" ]; then
	cp "$room/passed" "$list"
fi
sort "$list" | comm -13 "$room/passed" - >"$room/lost"
comm -13 "$list" "$room/passed" | sed 's/^/passes, but is not listed: /'
while read -r name; do
	echo "FAILED $name"
	sed -n "/^FAIL [^ ]*check\.t:$name\$/,/^\(pass\|FAIL\) /{/^\(pass\|FAIL\) /d;p;}" "$room/log" | head -n 20
done <"$room/lost"
failed=$(wc -l <"$room/lost")
echo "$(($(wc -l <"$list") - failed)) passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
