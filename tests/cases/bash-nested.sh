# Scripts of bash that a script calls: what is the caller's and what is theirs.

#### exported functions are those of a script, and of those that it calls
f() { echo "f:$1 $x"; return 3; }; g() (echo g); export -f f g; export x=1
"$SH" -c 'f a'; echo $?; "$SH" -c 'x=2; f b; g; export -f | grep -c "^declare"; "$SH" -c "f c"'; echo 'f d' | "$SH"; echo 'f e' >s; "$SH" ./s
echo 1 2 | xargs -n 1 "$SH" -c 'f "$@"' _; find . -name s -exec "$SH" -c 'f {}' \;
(f() { echo sub; }; "$SH" -c f); x=$("$SH" -c 'f h'); echo "$x"; "$SH" -c 'f i' | tr f F; "$SH" -c 'set -- "a b" c; f "$@"'
#: status 3
#: stdout
f:a 1
3
f:b 2
g
2
f:c 2
f:d 1
f:e 1
f:1 1
f:2 1
f:./s 1
sub
f:h 1
F:i F:h 1
f:a b f:h 1

#### what a script does to functions that it was given is its own
f() { echo f; }; export -f f; export SH
"$SH" -c 'unset -f f; "$SH" -c "f 2>/dev/null || echo gone"; f() { echo new; }; export -f f; "$SH" -c f'; f
"$SH" -c 'h() { echo h; }; "$SH" -c "h 2>/dev/null || echo none"; export -f h; "$SH" -c h'; h 2>/dev/null || echo none
env -i "$SH" -c 'f 2>/dev/null || echo cleared'; env y=1 "$SH" -c f; env -u 'BASH_FUNC_f%%' "$SH" -c 'f 2>/dev/null || echo unset'
export -fn f; "$SH" -c 'f 2>/dev/null || echo not exported'; export -f f; "$SH" --posix -c f; "$SH" --norc -c f
env 'BASH_FUNC_e%%=() { :; }; echo no' "$SH" -c 'e 2>/dev/null || echo refused' 2>/dev/null
#: stdout
gone
new
f
none
h
none
cleared
f
unset
not exported
f
f
refused

#### the last stage in the shell itself, ERR, and a script
"$SH" -c 'set -E; trap "echo ERR \$?" ERR; shopt -s lastpipe; true | (exit 5); true | false; (true | (exit 6)); echo end'
#: stdout
ERR 5
ERR 5
ERR 1
ERR 1
ERR 6
ERR 6
ERR 6
end

#### hash knows the programs that a script has called itself
ls / >/dev/null; "$SH" -c 'cat /dev/null; hash -t cat; hash -t ls 2>/dev/null || echo none'
#: stdout
/usr/bin/cat
none

#### what moves while the file of BASH_ENV or of a login shell is read goes on there, once
mkdir h; cat >h/.bash_profile <<'E'
X=profile; a=$$; [ "$a" = "$$" ] && echo same; ulimit -c 0; Y=$(ulimit -c); trap 'echo leaving' EXIT
echo read
E
export HOME=$PWD/h; BASH_ENV=h/.bash_profile "$SH" -c 'echo $X $Y $1; exit 5' s a; echo $?
"$SH" -lc 'shopt -q login_shell && echo login; echo $X $Y $1' s b; echo 'echo t $*' >t; "$SH" --login ./t c; echo 'return 3; echo no' >h/.bash_profile; "$SH" -lc 'echo $?'
#: stdout
same
read
profile 0 a
leaving
5
same
read
login
profile 0 b
leaving
same
read
t c
leaving
3
#: stderr any
