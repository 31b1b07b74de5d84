#!/bin/sh
# Runs test scripts of git with a shell, and the git that is installed.
# usage: git.sh FOLDER SHELL [SCRIPT...]; FOLDER is that of git's source, as fetch.sh brings it.
#
# Nothing of git is built: its test-tool is replaced by one that knows the few things which these
# scripts need of it. What a script asks for beyond that fails with every shell; so a case counts
# as failed only where /bin/sh passes it. The last line is `N passed, N failed, N skipped`.
set -u
source=$1 shell=$2
shift 2
scripts='t0001-init t0008-ignores t1400-update-ref t1410-reflog t1503-rev-parse-verify
	t2200-add-update t3200-branch t3404-rebase-interactive t3600-rm t5510-fetch
	t7003-filter-branch t7600-merge'
[ $# = 0 ] || scripts=$*
if ! [ -d "$source/t" ] || ! command -v git >/dev/null; then
	echo "skipped: git's scripts (no source, or git is not installed)"
	echo "0 passed, 0 failed, $(echo $scripts | wc -w) skipped"
	exit 0
fi
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$room/bin" "$room/git/templates/blt/hooks" "$room/git/templates/blt/info"
cp -R "$source/t" "$room/git/t"
mkdir -p "$room/git/t/helper"
cat >"$room/git/t/helper/test-tool" <<'TOOL'
#!/bin/sh
# Times and sizes of files.
case $1 in
path-utils)
	[ "$2" = file-size ] || exit 127
	shift 2
	for file do wc -c <"$file"; done ;;
chmtime)
	shift
	get=
	case $1 in --get | -g) get=1; shift ;; esac
	case $1 in
	=[!-+]*) time=${1#=}; shift ;;
	=*) time=$(($(date +%s) ${1#=})); shift ;;
	[-+]*) change=$1; shift ;;
	esac
	for file do
		[ -z "${change-}" ] || time=$(($(stat -c %Y "$file") $change))
		[ -z "${time-}" ] || touch -m -d "@$time" "$file" || exit 1
		[ -z "$get" ] || stat -c %Y "$file"
	done ;;
# Whether a variable is true (later versions ask for several before a script begins).
env-helper)
	for word do
		case $word in --default=*) value=${word#*=} ;; esac
	done
	eval "value=\${$word-\$value}"
	case $value in
	true | yes | on | 1) exit 0 ;;
	false | no | off | 0 | '') exit 1 ;;
	esac
	exit 2 ;;
*) echo "test-tool: $1 is not there" >&2; exit 127 ;;
esac
TOOL
chmod +x "$room/git/t/helper/test-tool"

# Runs script $1 with shell $2; the results of its cases go to $3, a line each.
script() {
	rm -rf "$room/bin/sh" "$room/out"
	ln -s "$2" "$room/bin/sh"
	mkdir "$room/out"
	for pair in "SHELL_PATH=$room/bin/sh" "TEST_SHELL_PATH=$room/bin/sh" PERL_PATH=/usr/bin/perl \
		PYTHON_PATH=/usr/bin/python3 DIFF=diff TAR=tar NO_PYTHON=1 NO_GETTEXT=1 NO_CURL=1 \
		USE_LIBPCRE2=1 PAGER_ENV='LESS=FRX LV=-c' X= NO_PERL= NO_ICONV= NO_UNIX_SOCKETS=; do
		echo "${pair%%=*}='${pair#*=}'"
	done >"$room/git/GIT-BUILD-OPTIONS"
	(
		cd "$room/git/t" &&
			env -i PATH="$PATH" HOME="$room" LANG=C TERM=dumb LOGNAME=tester USER=tester \
				SHELL="$room/bin/sh" GIT_TEST_INSTALLED="$(dirname "$(command -v git)")" \
				TEST_NO_MALLOC_CHECK=1 TEST_OUTPUT_DIRECTORY="$room/out" GIT_TEST_CHAIN_LINT=0 \
				timeout -s KILL 300 "$room/bin/sh" "./$1.sh" --root="$room/out"
	) >"$room/log" 2>&1 </dev/null
	sed -n -e "s/^\(not ok\|ok\) \([0-9]*\)\(.*\)# \(skip\|TODO\)\(.*\)/skip $1.\2\3\5/p" -e t \
		-e "s/^\(ok\|not ok\) \([0-9]*\)\( - .*\)\{0,1\}\$/\1 $1.\2\3/p" \
		-e "s/^1\.\.0 # SKIP/skip $1 &/p" "$room/log" >"$3"
	# Without its plan it did not come to its end.
	grep -q '^1\.\.' "$room/log" || echo "not ok $1.end - $(tail -n 1 "$room/log")" >>"$3"
}

for one in $scripts; do
	script "$one" "$shell" "$room/ours"
	if grep -q '^not ok' "$room/ours"; then
		script "$one" "$(readlink -f /bin/sh)" "$room/theirs"
		# What fails with both is no matter of the shell.
		awk 'NR == FNR { if (/^not ok/) bad[$3] = 1; next }
			/^not ok/ && ($3 in bad) { sub(/^not ok/, "skip"); $0 = $0 " (fails under /bin/sh too)" } { print }' \
			"$room/theirs" "$room/ours" >"$room/ours.new"
		mv "$room/ours.new" "$room/ours"
	fi
	sed -n -e 's/^not ok/FAILED/p' -e 's/^skip/skipped/p' "$room/ours"
	cat "$room/ours" >>"$room/all"
done
passed=$(grep -c '^ok' "$room/all") failed=$(grep -c '^not ok' "$room/all")
echo "$passed passed, $failed failed, $(grep -c '^skip' "$room/all") skipped"
[ "$failed" = 0 ]
