# What bash's and zsh's published vulnerabilities did, tried: docs/security.md has the table.

#### CVE-2014-6271 CVE-2014-7169: what follows a function in the environment does not run
env x='() { :;}; echo no' 'BASH_FUNC_y%%=() { :;}; echo no' "$SH" -c 'echo one' 2>/dev/null
env X='() { (a)=>\' 'BASH_FUNC_Z%%=() { (a)=>\' "$SH" -c 'echo date' 2>/dev/null
[ ! -e echo ] || echo no
#: stdout
one
date

#### CVE-2014-6277 CVE-2014-6278: functions that cannot be read are none, and nothing of them runs
env 'BASH_FUNC_f%%=() { x() { _; }; x() { _; } <<a; }' "$SH" -c 'echo one' 2>/dev/null
env 'BASH_FUNC_f%%=() { _; } >_[$($())] { echo no; }' "$SH" -c 'echo two' 2>/dev/null
#: stdout
one
two

#### CVE-2014-7186 CVE-2014-7187: many here-documents, and many loops inside each other
echo 'true <<A <<B <<C <<D <<E <<F <<G <<H <<I <<J <<K <<L <<M <<N' | $SH 2>/dev/null
echo "$?"
{
	i=0; while [ $((i += 1)) -le 200 ]; do echo "for x$i in 1; do :"; done
	i=0; while [ $((i += 1)) -le 200 ]; do echo done; done
} | $SH
echo "$?"
#: stdout
0
0

#### CVE-1999-0491 CVE-1999-1383: the name of a directory is not expanded in a prompt
mkdir 'a$(echo no >&2)' 'a`echo no >&2`' 'a"b\c'
for name in a*; do
	cd "$name"
	for prompt in '\w> ' '\W> '; do
		x=$prompt; y=${x@P}
		[ "${y##*/}" = "$name> " ] || echo "$y"
	done
	echo : | PS1='\W> ' PS4='\w+ ' $SH --norc -ix 2>&1 | grep -x no
	cd ..
done
#: stdout

#### CVE-2016-0634: neither are the names of the host and of the shell
ln -s "$SH" 'n$(echo no)'
unshare -u sh -c 'hostname "h\$(echo no)" 2>/dev/null; exec "$@"' - "$SH" -c 'x="\h \H"; case ${x@P} in *no*) [ "$(hostname)" = no ] || echo "${x@P}" ;; esac' 2>/dev/null
"./n\$(echo no)" --norc -c 'x="\s"; echo "${x@P}"'
#: stdout
n$(echo no)
#: needs root
#: needs unshare
#: not bash: \s is the name of the program there

#### CVE-2016-7543: PS4 of the environment is not expanded for root
env SHELLOPTS=xtrace PS4='$(echo no >&2)' "$SH" -c : 2>&1
#: stdout
+ :
#: needs root

#### CVE-2016-9401: popd of a number out of range
popd +-111111 2>/dev/null || echo one
popd -99999999999999999999 2>/dev/null || echo two
pushd +18446744073709551615 2>/dev/null || echo three
#: stdout
one
two
three

#### CVE-2019-9924: a restricted shell's BASH_CMDS takes no paths
$SH -r -c 'BASH_CMDS[x]=/bin/ls; x' 2>/dev/null; echo $?
$SH -r -c 'hash -p /bin/ls x' 2>/dev/null || echo none
#: stdout
127
none

#### CVE-2022-3715: unknown transformations
v=a
(echo "${v@xyz}") 2>/dev/null || echo one
(echo "${v@Z}") 2>/dev/null || echo two
x=(); echo "<${x[@]@Q}${x[*]@E}${x[@]@P}>"
#: stdout
one
two
<>

#### CVE-2012-6711: echo of characters that the locale has not
LC_ALL=C $SH -c 'echo -e "\u00fe\U0001f600\uD800"' | wc -c
#: stdout
23

#### CVE-2012-3410: descriptors with many digits in paths
[ -e "/dev/fd/$(printf '%0200d' 7)" ]; echo $?
[ -e "/dev/fd/$(printf '%0200d' 99)/x" ]; echo $?
[[ -r /dev/fd/99999999999999999999 ]]; echo $?
#: stdout
1
1
1

#### CVE-2019-14868 CVE-2014-10070: numbers in the environment are no expressions
for name in SHLVL RANDOM SECONDS LINENO OPTIND HISTSIZE HISTFILESIZE COLUMNS LINES TMOUT PPID UID EUID HISTCMD \
	SRANDOM EPOCHSECONDS MAILCHECK OPTERR BASHPID BASH_COMPAT FUNCNEST IGNOREEOF PROMPT_DIRTRIM; do
	env "$name"='x[$(echo no >&2)0]' "$SH" -c ': $((RANDOM)) $SECONDS $SHLVL $OPTIND $LINENO
		f() { :; }; f; getopts a b; x="\\w"; : "${x@P}"; fc -l; jobs; read y </dev/null; :' 2>&1 |
		grep -x no && echo "$name"
done
:
#: stdout

#### CVE-2021-45444: what a prompt shows is not expanded again
x='$(echo no >&2)'; y='$x \w'
echo "${y@P}" | cut -c1-15
#: stdout
$(echo no >&2) 

#### CVE-2017-5932 CVE-2017-16544: names with special characters are completed as what they are
mkdir d; cd d
>'a$(touch no)b'; >"$(printf 'x\033]2;no\007y')"
printf 'ls "a\t >../out\rls x\t >>../out\rexit\r' >../keys
TERM=xterm script -qec "$SH --norc -i" /dev/null <../keys >../seen
cd ..
cat out
[ ! -e d/no ] || echo no
grep -c "$(printf '\033]2;no')" seen || :
#: needs script
#: stdout
a$(touch no)b
x]2;noy
0
#: not bash: it shows the title's escape sequence while it completes

#### CVE-2019-18276 CVE-2019-20044: rights of another user that are given up do not come back
if findmnt -no OPTIONS -T . 2>/dev/null | grep -q nosuid; then
	printf 'one\ntwo\n'
	exit
fi
chmod 755 . && cp "$(readlink -f "$SH")" bash2 && chown 65533:65532 bash2 && chmod 6755 bash2
given() { grep -E '^[UG]id' /proc/self/status | grep -v '65534	65534	65534	65534'; }
f=$(declare -f given)
$UNPRIVILEGED ./bash2 -c "$f; given || echo one"
$UNPRIVILEGED ./bash2 -p -c "$f; set +p; given; set -p; given || echo two"
#: stdout
one
two
#: needs root
#: needs setpriv
