# No state of a virtual subshell leaks out.

#### attributes
x=a; (typeset -u x=b; typeset -i y=1+1; readonly z=1; export w=2); x=c z=3; echo "$x<$y>$z<$w>"
#: stdout
c<>3<>
#: also mksh

#### removing attributes
typeset -i n=1; typeset -u u=a; (typeset +i n; n=1+1; typeset +u u; u=b; echo $n$u); n=1+1 u=b; echo $n$u
#: stdout
1+1b
2B
#: also mksh

#### arrays and maps of a pipeline
a=(1); typeset -A m=([k]=1); { a+=(2); m[j]=2; unset 'm[k]'; echo "${#a[@]}${#m[@]}"; } | cat; echo "${#a[@]}${#m[@]}"
#: stdout
21
11

#### a shape changed inside
a=(1 2 3); (unset a; a=text; echo "$a"); echo "${#a[@]}"; s=text; (s=(a b); echo ${#s[@]}); echo "${#s[@]} $s"
#: stdout
text
3
2
1 text
#: also mksh

#### namerefs
x=1 y=2; typeset -n r=x; (typeset -n r=y; r=5; echo $y); r=7; echo $x $y
#: stdout
5
7 2
#: not ksh93: does otherwise
#: also mksh

#### locals of a caller in a subshell
function f { typeset l=1; (l=2; typeset k=3; echo $l$k); echo "$l<$k>"; }; f
#: stdout
23
1<>
#: also mksh

#### unset of a local in a subshell
function f { typeset l=1; (unset l; echo "<$l>"); echo $l; }; l=g; f; echo $l
#: stdout
<>
1
g

#### options by shopt and set
(set -f; set -u; set -o pipefail; echo ${-//[!fu]/}); echo "<${-//[!fu]/}>"; [[ -o pipefail ]] || echo off
#: stdout
fu
<>
off
#: also mksh

#### functions
f() { echo 1; }; (f() { echo 2; }; g() { :; }; unset -f f); f; g 2>/dev/null || echo none
#: stdout
1
none
#: also mksh

#### traps
trap 'echo E' ERR; (trap - ERR); x=$(trap 'echo no' ERR); false; trap - ERR
#: stdout
E
#: also mksh

#### directory stack, directory and umask
cd /; (cd /usr; umask 077); [[ $PWD = / && $(umask) != *077 ]] && echo same
#: stdout
same
#: also mksh

#### descriptors by {name}
exec {fd}>/dev/null; n=$fd; (exec {fd}>&-); x=$(exec {fd}>&-); { echo ok >&$n; } && echo open
#: stdout
open
#: not ksh93: does otherwise

#### aliases
alias q='echo outer'; (unalias q; alias w=x); alias q >/dev/null && echo kept; alias w 2>/dev/null || echo none
#: stdout
kept
none

#### positional parameters
set -- a b; (set -- x y z; shift; echo $#); x=$(shift; echo $#); echo $# $x
#: stdout
2
2 1
#: also mksh

#### OPTIND and getopts
f() { while getopts ab o; do echo $o; done; }; (getopts ab o -a; getopts ab o -a); OPTIND=1; f -a -b
#: stdout
a
b
#: also mksh

#### RANDOM's seed
RANDOM=1; (RANDOM=5; : $RANDOM); a=$RANDOM; RANDOM=1; [[ $a = $RANDOM ]] && echo same
#: stdout
same
#: not ksh93: does otherwise

#### SECONDS
SECONDS=50; (SECONDS=1000); (( SECONDS < 100 )) && echo same
#: stdout
same
#: also mksh

#### arithmetic side effects
i=0; (( i++ )); (: $((i++)) ); x=$((i+$( (( i+=5 )); echo $i ))); echo $i $x; [[ -n $(echo $((i=9))) ]]; echo $i
#: stdout
1 7
1
#: also mksh

#### side effects of expansions
: "$(: ${d:=1}; a[${i:=3}]=1)"; echo "<$d$i${#a[@]}>"
#: stdout
<0>
#: also mksh

#### IFS
(IFS=:; x=a:b; echo $x); x=a:b; echo $x; y=$(IFS=:; echo $x); echo $y
#: stdout
a b
a:b
a b
#: also mksh

#### PIPESTATUS
true | false; (true | true | true; echo ${#PIPESTATUS[@]}); x=$(false | false); echo "${#PIPESTATUS[@]}"
#: stdout
3
1
#: not ksh93: has no such variable
#: also mksh

#### the stack of functions
f() { (g); echo "${#FUNCNAME[@]}"; }; g() { echo ${#FUNCNAME[@]}; }; f; x=$(f); echo $x
#: stdout
3
2
3 2
#: not ksh93: has no such variable

#### return and break in a subshell
f() { (return 3); echo $?; }; f; for i in 1 2; do (break); echo $i; done
#: stdout
3
1
2
#: not bash: does otherwise

#### an error in a subshell
(: ${x?gone}; echo no) 2>/dev/null; (readonly r=1; r=2; echo no) 2>/dev/null; echo on
#: stdout
on
#: also mksh

#### exit in a substitution
x=$(echo a; exit 3; echo b); echo $x $?; (exit 4); echo $?
#: stdout
a 3
4
#: also mksh

#### an asynchronous list
x=1; a=(1); { x=2; a+=(2); cd /; } & wait; echo $x ${#a[@]}; [[ $PWD = / ]] || echo same
#: stdout
1 1
same
#: also mksh

#### process substitution
x=1; cat <(x=2; cd /; set -f; echo $x) >/dev/null; echo $x; [[ $PWD != / && $- != *f* ]] && echo same
#: stdout
1
same

#### the last stage of a pipeline
x=1; a=(1); echo | { x=2; a=(1 2 3); cd /; }; echo $x ${#a[@]}; [[ $PWD = / ]] || echo same
#: stdout
1 1
same
#: not ksh93: runs it here
#: also mksh

#### exec in a subshell
(exec echo replaced); echo here; x=$(exec echo sub); echo $x
#: stdout
replaced
here
sub
#: also mksh

#### nested three deep
x=0; (x=1; (x=2; (x=3; echo $x); echo $x); echo $x); echo $x; y=$(x=5; z=$(x=6; echo $x); echo $x$z); echo $y$x
#: stdout
3
2
1
0
560
#: also mksh

#### the id of a subshell's process, wherever it is looked at
x=$$
(((BASHPID != x)) && echo 1); (let 'BASHPID != x' && echo 2); ([[ BASHPID -ne x ]] && echo 3)
f() { p=$((BASHPID)); }; (f; ((p != x)) && echo 4); (eval '((BASHPID != x)) && echo 5')
y=$(trap 'echo $((BASHPID != x))' EXIT; echo $((BASHPID != x))); echo $y; ((BASHPID == x)) && echo 6
(a=([BASHPID != x]=7); echo ${a[1]})
#: stdout
1
2
3
4
5
1 1
6
7
#: not ksh93: has no BASHPID
