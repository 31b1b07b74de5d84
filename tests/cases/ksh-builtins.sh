# pushd, popd, dirs, builtin, enable, type, whence, command, ulimit.

#### pushd and popd
cd /; pushd /usr; pushd /tmp >/dev/null; dirs; popd; popd; pwd; popd; echo $?
#: stdout
/usr /
/tmp /usr /
/usr /
/
/
1
#: stderr some
#: not ksh93: has none

#### pushd without a directory swaps
cd /; pushd /usr >/dev/null; pushd; pwd; dirs -v
#: stdout
/ /usr
/
 0  /
 1  /usr
#: not ksh93: has none

#### pushd +n rotates
cd /; pushd /usr >/dev/null; pushd /tmp >/dev/null; pushd +1; pushd -0; popd +1; dirs -p
#: stdout
/usr / /tmp
/tmp /usr /
/tmp /
/tmp
/
#: not ksh93: has none

#### pushd -n, dirs -c, dirs +n
cd /; pushd -n /usr; dirs; dirs +1; dirs -c; dirs
#: stdout
/ /usr
/ /usr
/usr
/
#: not ksh93: has none

#### DIRSTACK
cd /; pushd /usr >/dev/null; echo "${DIRSTACK[@]} ${#DIRSTACK[@]}"; echo ~1 ~0 ~+1 ~-0
#: stdout
/usr / 2
/ /usr / /
#: not ksh93: has none

#### the stack of a subshell is its own
cd /; (pushd /usr >/dev/null; dirs); dirs; x=$(pushd /tmp); echo "$x"; dirs
#: stdout
/usr /
/
/tmp /
/
#: not ksh93: has none

#### pushd of no directory
cd /; pushd /nonexistent; echo $?; dirs
#: stdout
1
/
#: stderr some
#: not ksh93: has none

#### ~+ and ~-
cd /usr; cd /tmp; echo ~+ ~- ~+/x
#: stdout
/tmp /usr /tmp/x
#: also mksh

#### builtin
echo() { builtin echo "mine $*"; }; echo a; builtin nothing; printf '%s\n' $?
#: stdout
mine a
1
#: stderr some
#: not ksh93: is another command there

#### enable -n turns a builtin off
enable -n let; let 1 2>/dev/null || echo off
enable let; let 1 && echo on
#: stdout
off
on
#: not ksh93: is left out

#### type
f() { :; }; type f >/dev/null && echo 1; type nothing >/dev/null 2>&1 || echo 2; alias al=x; type cd >/dev/null && echo 3
#: stdout
1
2
3
#: also mksh

#### type -t
f() { :; }; type -t f cd if nothing; echo $?; type -t ls
#: stdout
function
builtin
keyword
1
file

#### type -p and -P
type -p ls; type -p cd; type -P cat; type -P nothing; echo $?
#: stdout
/usr/bin/ls
/usr/bin/cat
1

#### type -a
f() { :; }; type -at f; type -at echo | head -n 1
#: stdout
function
builtin

#### whence (ksh)
f() { :; }; whence f cd; whence nothing; echo $?; whence if
#: stdout
f
cd
1
if
#: not bash: has no whence
#: also mksh

#### whence -v (ksh)
whence -v nothing >/dev/null 2>&1; echo $?
#: stdout
1
#: not bash: has no whence
#: also mksh

#### whence -p (ksh)
whence -p cd; echo $?
#: stdout
1
#: not bash: has no whence
#: also mksh

#### command -v and -V
command -v cd; f() { :; }; command -v f; command -v nothing || echo none; command -v if
#: stdout
cd
f
none
if
#: also mksh

#### command runs no function
f() { echo f; }; echo() { printf 'mine\n'; }; command echo theirs; echo x
#: stdout
theirs
mine
#: also mksh

#### hash -r and hash -t
hash -r; hash ls && echo ok
#: stdout
ok
#: also mksh

#### ulimit
ulimit -n >/dev/null && echo 1; (ulimit -n 50; ulimit -n); [[ $(ulimit -n) != 50 ]] && echo 2
#: stdout
1
50
2
#: also mksh

#### ulimit -S, -H, -a
(ulimit -S -n 40; ulimit -Sn); ulimit -a >/dev/null && echo all
#: stdout
40
all
#: also mksh

#### umask -S
umask 022; umask -S; (umask g+w; umask -S); umask
#: stdout
u=rwx,g=rx,o=rx
u=rwx,g=rwx,o=rx
0022

#### let and test
test 1 -lt 2 && [ a = a ] && let 1 && echo yes; [ -v HOME ] && echo set
#: stdout
yes
set
#: also mksh

#### test with == and <
test a == a && echo 1; [ a \< b ] && echo 2; [ /etc -ef /etc ] && echo 3
#: stdout
1
2
3
#: also mksh

#### cd - and CDPATH
mkdir -p p/q; CDPATH=p; cd q >/dev/null; echo ${PWD##*/}; cd - >/dev/null; echo ${PWD##*/}
#: stdout
q
work
#: also mksh

#### cd with two operands (ksh)
mkdir -p a/x b/x; cd a/x; cd a/ b/ >/dev/null; pwd | grep -c b/x
#: stdout
1
#: not bash: has one
#: also mksh

#### set -o and +o can be read again
x=$(set +o); set -f; eval "$x"; [[ $- = *f* ]] || echo off
#: stdout
off
#: also mksh

#### source
echo 'echo "sourced $1"; v=1' >lib; source ./lib arg; echo $v
#: stdout
sourced arg
1
#: also mksh

#### source with an argument keeps parameters
set -- a b; echo 'echo $#; set -- x' >lib; . ./lib; echo $#; . ./lib 1 2 3; echo $#
#: stdout
2
1
3
1
#: also mksh

#### a return in a sourced file
echo 'echo 1; return 3; echo 2' >lib; . ./lib; echo $?
#: stdout
1
3
#: also mksh

#### times, true, false, :
times >/dev/null && true && : && ! false && echo ok
#: stdout
ok
#: also mksh

#### suspend, logout and bind complain
(logout) 2>/dev/null; echo $((!!$?))
#: stdout
1
#: also mksh

#### getopts in a function
f() { OPTIND=1; while getopts ab:c o; do echo "$o $OPTARG"; done; shift $((OPTIND-1)); echo "$@"; }; f -a -b x -c rest; f -bval y
#: stdout
a 
b x
c 
rest
b val
y
#: also mksh

#### eval with several
eval echo a 'b;' echo c; eval; echo $?
#: stdout
a b
c
0
#: also mksh

#### unset -v, unset several
a=1 b=2; unset -v a b; echo "<$a$b>"; a() { :; }; unset -f a; a 2>/dev/null; echo $?
#: stdout
<>
127
#: also mksh

#### alias with arguments and unalias -a
alias a='echo 1' b=c; alias a; unalias -a; alias
#: stdout
a='echo 1'
#: not bash: how it is written
#: also mksh

#### trap -p
trap 'echo x' INT; trap -p INT; trap - INT
#: stdout
trap -- 'echo x' INT
#: not bash: the name without SIG, as dash has it
#: not ksh93: the name without SIG, as dash has it

#### [ -a file ]
: >f; [ -a f ] && echo 1; [ -a g ] || echo 2
#: stdout
1
2
#: also mksh

#### exec -a, -c and -l
(exec -a name sh -c 'echo "$0"')
(exec -l sh -c 'echo "$0"')
(x=1; export x; exec -c /bin/sh -c 'echo "<$x>"')
#: stdout
name
-sh
<>
#: not ksh93: has no -l

#### test -v with elements
a=(1 '' 3); declare -A m=([k]=v [e]=)
i=1
test -v 'a[1]' && test -v 'a[i+1]' && echo yes
test -v 'a[3]' || echo no
[ -v 'm[k]' -a -v 'm[e]' ] && [ ! -v 'm[x]' ] && echo yes
k=k; [[ -v m[$k] ]] && test -v 'm[$k]' && echo yes
declare -a none; test -v none || echo no
#: stdout
yes
no
yes
yes
no
#: not ksh93: other quoting

#### unset of an element whose subscript has an expansion
a=(1 2 3); i=1; unset 'a[$i]'; echo "${!a[@]}"
#: stdout
0 2
#: also mksh
#: not mksh: has not the keys
#: not ksh93: does not expand it

#### declare -a and -A take a list in a text
l='(a "b c" [5]=d)'; declare -a x="$l"; echo "${#x[@]} ${x[1]} ${x[5]}"
declare -A m='([k]=v [j]=w)'; echo "${m[j]}${m[k]}"
#: stdout
3 b c d
wv
#: not ksh93: takes it as a text

#### readonly -a and -A
a=(1 2); readonly -a a; readonly -A m=([k]=v)
(a[0]=5; echo no); (m[k]=5; echo no); echo ${a[0]} ${m[k]}
#: stdout
1 v
#: stderr some
#: not ksh93: has not this

#### set shows what can be read again
x=$(printf 'a\nb\tc'); y="it's"; a=(1 'b c'); e=
set | grep '^[xyae]=' >saved
unset x y a e; . ./saved
echo "$x,$y,${a[1]},${e+set}"; set | grep '^[x]='
#: stdout
a
b	c,it's,b c,set
x=$'a\nb\tc'
#: not bash: spells the array otherwise

#### PWD and OLDPWD are for programs
cd /; cd /tmp; env | grep '^OLDPWD\|^PWD' | sort
#: stdout
OLDPWD=/
PWD=/tmp
#: not ksh93: OLDPWD is not

#### read leaves NUL out
printf 'a\0b' | { read -r x; echo "${#x}"; }; printf 'a\0b\n' | { read x; echo "${#x}"; }
printf '\0' | { read -n 1 x; echo "${#x}"; }
#: stdout
2
2
0

#### hash -p, -t and -d
#!/bin/bash
hash -p /bin/echo e; hash -t e; e hi; hash -d e; hash -t e 2>/dev/null || echo none
#: stdout
/bin/echo
hi
none
#: not ksh93: has not these

#### shopt -o is about the options of set
#!/bin/bash
shopt -po nounset; set -u; shopt -po nounset; shopt -so errexit; echo $-| grep -c e
set +H; set -o physical; shopt -qo physical && echo P
#: stdout
set +o nounset
set -o nounset
1
P
#: not ksh93: has no shopt

#### set -P: cd and pwd by the physical structure
mkdir d; ln -s d l; set -P; cd l; basename "$PWD"
#: stdout
d
#: not ksh93: has not this

#### options of an interactive bash are taken and change nothing
"$SH" --noprofile --norc -c 'echo a'
#: stdout
a
#: not ksh93: has not these

#### builtin without operands lists them
builtin | grep -x -e read -e cd -e :
#: stdout
:
cd
read
#: not bash: says nothing

#### no before the name of an option, and options without theirs
set -o noallexport; [[ -o allexport ]] || echo 1; set +o noallexport; [[ -o allexport ]] && echo 2; set +o allexport
set +o glob; echo *; set -o glob; [[ -o glob ]] && echo 3; [[ -o noglob ]] || echo 4
set -o nosuch; echo no
#: stdout
1
2
*
3
4
#: stderr some
#: status 2
#: not bash: has no such names
