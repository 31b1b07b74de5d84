#### an expansion error in a redirection ends the line, unless the command is a process or has no name
(:) <$((1/0)); echo subshell $?
cat <$((1/0)); echo program $?
<$((1/0)); echo none $?
{ :; } <$((1/0)); echo group $?
echo <$((1/0)); echo builtin $?
#: stdout
subshell 1
program 1
none 1
#: stderr any
#: status 1

#### assignments alone are made where their redirections fail
x=1 <$((1/0)); echo "[$x] $?"
y=2 </nonexistent; echo "[$y] $?"
#: stdout
[1] 1
[2] 1
#: stderr any

#### the trap of a background command writes where the command was redirected
trap 'echo x' EXIT >f & wait; echo "[$(cat f)]"
#: stdout
[x]

#### a signal that ends the shell does not set the status for the EXIT trap
trap 'echo $?' EXIT; (sleep 0.3; kill $$) & sleep 5
#: stdout
0
#: stderr any
#: killed TERM
#: not bash: leaves the sleep behind

#### there is one coprocess at a time
coproc A { cat; }; coproc B { :; }
#: stderr-has warning: execute_coproc: coproc
#: stdout any

#### set -h locates nothing where a function is defined
f() { cat; }; hash
#: stdout
hash: hash table empty

#### an exported SHELLOPTS says which options are on, an exported array is not passed on
export SHELLOPTS; set -f; $SH -c 'echo *.none $SHELLOPTS' | grep -c noglob
a=(x y); export a; $SH -c 'echo ${a-none}'
#: stdout
1
none

#### where functions that no file has are said to be from
$SH -c 'f() { echo ${BASH_SOURCE[0]}; }; f'
echo 'f() { echo ${BASH_SOURCE[0]}; }; f' | $SH
#: stdout
environment
main

#### a function of the `function` keyword is one like any other
function f { [ "$0" = f ] || echo same; }; f
#: stdout
same

#### `while <file` reads no lines
: >f; while <f; do echo once; break; done
#: stdout
once

#### a function by the name of a declaration builtin gets assignments as words
declare() { printf '[%s]' "$@"; }; y=2; declare a[1]=x$y b=1 c=(1 2); echo
#: stdout
[a[1]=x2][b=1][c]

#### an error in the here-document of a function call ends the line, one in a program's does not
f() { cat; }; f <<X; echo same line
$((1/0))
X
echo next $?
cat <<X; echo same line $?
$((1/0))
X
#: stdout
next 1
same line 1
#: stderr any

#### an invalid expression of =~ has a status, and no message
x='('; [[ a =~ $x ]]; echo $?
#: stdout
2

#### an empty value that is assigned for the time of a command is shown as nothing
(set -x; x= true) 2>&1
#: stdout
+ x=
+ true

#### exported LINENO, BASHOPTS and SHELLOPTS have the values of the command
export LINENO BASHOPTS SHELLOPTS
$PROBE env LINENO
shopt -s extglob
printenv BASHOPTS | grep -c extglob; sh -c 'echo $BASHOPTS' | grep -c extglob
set -f
printenv SHELLOPTS | grep -c noglob
echo $LINENO
#: stdout
LINENO=2
1
1
1
7

#### assignments alone are made before their redirections
x=$(cat none 2>/dev/null || echo missing) >none; echo "[$x]"
y=1; y=2 >$y; ls
echo in >f; x=$(cat) <f; echo "[$x]"
readonly r=1; (r=2 >g) 2>/dev/null; ls
#: stdout
[missing]
2
none
[]
2
f
none

#### what process substitutions opened is closed behind the command
# Without a program beside it, which would see what a launch closes meanwhile.
n() { set -- /proc/$$/fd/*; count=$#; }
n; before=$count
while read -r l; do :; done < <(echo a); { :; } < <(echo a); ( : ) < <(echo a); if :; then :; fi < <(echo a)
for i in <(:); do :; done; case <(:) in *) ;; esac; [[ -e <(:) ]]; (( 1 )) < <(:); select i in a; do break; done < <(echo 1) 2>/dev/null
for i in 1 2 3; do { continue; } < <(:); done; f() { { return; } < <(:); }; f; f
x=<(:); a=(<(:)); > /dev/null < <(:)
n; [ "$count" = "$before" ] && echo same
#: stdout
same

#### the command of >(list) sees the end of what a compound command writes
{ echo x; } > >(cat); wait $!; echo end
for i in 1 2; do echo $i; done > >(cat); wait $!; echo end
#: stdout
x
end
1
2
end

#### assignments before exec without a command are for its time only
a=1 exec; echo "[$a]"; b=2 exec 3>&1; echo "[$b]"; c=3 :; echo "[$c]"
set -o posix; d=4 exec; echo "[$d]"
#: status 0
#: stdout
[]
[]
[]
[4]

#### set +B holds from the next command on, shopt -s extglob from the next line on
v=/v; set +B; echo {a,b}{1..3} {01..3..1}$v{a,}x {a..c}; set -B; echo {a,b}
f() { set +B; echo {a,b}; }; f; echo {c,d}
set -B
(eval 'shopt -s extglob; echo @(a|b)' 2>/dev/null; echo $?)
(eval 'echo !(a)' 2>/dev/null; echo $?)
[[ a == @(a|b) ]] && echo pattern
if !(false); then echo negation; fi
shopt -s extglob
eval 'shopt -u extglob; case a in @(a|b)) echo pattern;; *) echo none; esac'
#: status 0
#: stdout
{a,b}{1..3} {01..3..1}/v{a,}x {a..c}
a b
{a,b}
{c,d}
2
2
pattern
negation
none

#### what was read under extglob runs without it, in the background and in substitutions, too
shopt -s extglob
f() { case $1 in @(a|b)) echo pattern;; *) echo none;; esac; }
shopt -u extglob
f a; (f a); f a | cat; f a & wait; echo "$(f a)"; { f a; [[ a == @(a|b) ]] && echo yes; } & wait
x=a; echo ${x/@(a)/b}; case '@(a|b)' in '@('*) echo text; esac
#: status 0
#: stdout
none
none
none
none
none
none
yes
a
text

#### tildes in PATH are expanded when a command is looked for
mkdir bin; printf 'echo found\n' > bin/inhome; chmod +x bin/inhome; printf 'echo sourced\n' > bin/sourced-file
PATH="$PATH:~/bin"
inhome; (inhome); x=$(inhome); echo "$x"; type -p inhome | sed "s|$HOME|home|"
. sourced-file
hash -r; set -o posix; inhome; set +o posix; inhome
PATH="/usr/bin:/bin:~nobodyatall:x~"; hash -r; inhome; echo $?
#: stdout
found
found
found
home/bin/inhome
sourced
found
127
#: stderr any

#### TERM is dumb where it is unset
echo "$TERM"; export -p | grep TERM; (unset TERM; echo "${TERM-unset}")
env TERM=vt100 $SH -c 'echo $TERM'; env TERM= $SH -c 'echo "[$TERM]"'
#: stdout
dumb
unset
vt100
[]

#### what compgen lists of options, topics, keys and arrays
compgen -A setopt | tr '\n' ' '; echo
compgen -A shopt | head -n 2
compgen -A helptopic | grep ' '
compgen -A binding accept
compgen -A arrayvar | tr '\n' ' '; echo
f() { x=(1); compgen -A arrayvar F; compgen -A arrayvar x; : | :; compgen -A arrayvar P; }; f
compgen -v BASH_ARG
complete -W a ''; complete -p
#: stdout
allexport braceexpand emacs errexit errtrace functrace hashall histexpand history ignoreeof interactive-comments keyword monitor noclobber noexec noglob nolog notify nounset onecmd physical pipefail posix privileged verbose vi xtrace 
autocd
assoc_expand_once
(( ... ))
[[ ... ]]
for ((
{ ... }
accept-line
BASH_ALIASES BASH_ARGC BASH_ARGV BASH_CMDS BASH_LINENO BASH_SOURCE BASH_VERSINFO DIRSTACK GROUPS PIPESTATUS 
FUNCNAME
x
PIPESTATUS
BASH_ARGC
BASH_ARGV
BASH_ARGV0
complete -W 'a' ''

#### lists of functions show their attributes
f() { :; }; g() { :; }; h() { :; }; export -f f; declare -ft g; readonly -f g
list() { tr -d '\n'; echo; }
declare -f f | list; declare -pf f | list; declare -rf | list; readonly -f | list; export -f | list
declare -F | grep -v list; declare -tF; declare -rF; unset -f list; declare -f | grep declare
#: stdout
f () {     :}
f () {     :}declare -fx f
g () {     :}declare -frt g
g () {     :}declare -frt g
f () {     :}declare -fx f
declare -fx f
declare -frt g
declare -f h
declare -frt g
declare -frt g
declare -fx f
declare -frt g

#### shopt: sourcepath, gnu_errfmt, cdable_vars; onecmd in SHELLOPTS
mkdir bin; echo echo read > bin/f; PATH=$PWD/bin:$PATH; . f
shopt -u sourcepath; . f; echo $?; echo echo here > f; . f
cd bin; shopt -s cdable_vars; up=..; cd up; [ -d bin ] && echo up
shopt -s gnu_errfmt; nosuch
set -t; echo $SHELLOPTS
echo no
#: stdout
read
1
here
..
up
braceexpand:hashall:interactive-comments:onecmd
#: stderr
../case: line 2: f: No such file or directory
../case:4: nosuch: command not found

#### both outputs of >& with a number or with blanks
{ echo a; echo b >&2; } 1>&x; cat x; z='c d' y=w; (echo >&$z); echo q 1>&$y; cat w; echo r >&"$z"; cat 'c d'; (echo 2>&w)
#: status 1
#: stdout
a
b
q
r
#: stderr
../case: line 1: $z: ambiguous redirect
../case: line 1: w: ambiguous redirect

#### the redirections of a subshell are made in it
n=0; (echo a) >f$((n+=1)); echo $n; (echo b) >g${m:=x}; echo "m=$m"; { echo c; } >h${k:=x}; echo "k=$k"; cat f1 gx hx
own() { if [ "$1" = $$ ]; then echo shell; else echo own; fi; }; v=BASHPID
(read l; own $l) <<<$BASHPID; (read l; own $l) <<<${!v}; (read l; own $l) <<E
${!v}
E
{ read l; own $l; } <<<${!v}; (exit 3) 3>f; echo $?; (exit 3) >nosuch/f; echo $?; (exit 3) >${u?no}; echo $?
(trap 'echo bye' EXIT; echo c) >f; cat f; (echo d) {fd}>f >&$fd; echo ${fd-unset}; cat f; (cat) < <(echo in)
set -e; trap 'echo ERR $?' ERR; (false) >f || echo failed; (false) >f; echo no
#: stdout
0
m=
k=x
a
b
c
own
own
own
shell
3
1
1
c
bye
unset
d
in
failed
ERR 1
#: status 1
#: stderr any

#### a stage that moves for a word of its redirections
v=BASHPID; (sleep 0.1; echo a >&2; exit 3) 2>"err-${!v}" | cat; echo "${PIPESTATUS[@]}"; cat err-*
#: stdout
3 0
a

#### a subshell that a signal ends is left when its EXIT trap has run, though that moves
(trap 'ulimit -c 0; sleep 0.1; echo end >&2' EXIT; while :; do echo y; done) | head -n 1; echo after >&2
#: stdout
y
#: stderr
end
after
