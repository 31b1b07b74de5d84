# Functions and what is local in them.

#### function name { }
function f { echo "f $1"; }; f x
#: stdout
f x
#: also mksh

#### function name() { }
function f() { echo "$1"; }
f x
#: stdout
x
#: not ksh93: no parentheses there
#: also mksh

#### typeset is local in function name
x=1; function f { typeset x=2; echo $x; }; f; echo $x
#: stdout
2
1
#: also mksh

#### typeset is local in name()
x=1; f() { typeset x=2; echo $x; }; f; echo $x
#: stdout
2
1
#: not ksh93: is global there
#: also mksh

#### what is not declared is global
function f { y=2; }; f; echo $y
#: stdout
2
#: also mksh

#### local with attributes
f() { local -i n=1+1; local -u u=abc; local -a a=(1 2); echo $n $u ${#a[@]}; }; f; echo "<$n$u${a[0]}>"
#: stdout
2 ABC 2
<>
#: not ksh93: has no local of its own kind

#### local without a value is unset
x=1; f() { local x; echo "<${x-unset}>"; }; f; echo $x
#: stdout
<unset>
1
#: not ksh93: has no local of its own kind
#: also mksh

#### local of several
f() { local a=1 b=$1 c; c=3; echo $a$b$c; }; f 2; echo "<$a$b$c>"
#: stdout
123
<>
#: not ksh93: has no local of its own kind
#: also mksh

#### callees see the caller's locals
function f { typeset x=in; g; }; function g { echo $x; }; x=out; f
#: stdout
in
#: not ksh93: is static
#: also mksh

#### callees change the caller's locals
f() { local x=1; g; echo $x; }; g() { x=2; }; x=0; f; echo $x
#: stdout
2
0
#: not ksh93: has no local of its own kind
#: also mksh

#### recursion keeps locals apart
function fact { typeset n=$1; if (( n <= 1 )); then echo 1; else echo $(( n * $(fact $((n-1))) )); fi; }; fact 10
#: stdout
3628800
#: also mksh

#### unset of a local
x=g; function f { typeset x=l; unset x; echo "<${x-unset}>"; }; f; echo $x
#: stdout
<unset>
g

#### $0 in functions
function f { [[ $0 = f ]] && echo name; g; }; g() { [[ $0 = f ]] && echo caller; }; f; g; [[ $0 = f ]] || echo shell
#: stdout
name
caller
shell
#: not bash: is the shell's

#### FUNCNAME
f() { echo "${FUNCNAME[0]} ${FUNCNAME[1]} ${#FUNCNAME[@]}"; }; g() { f; }; f; g; echo "<$FUNCNAME>"
#: stdout
f main 2
f g 3
<>
#: not ksh93: has no such variable

#### BASH_LINENO and caller
f() {
  echo "${BASH_LINENO[0]}"; caller 0
}
f
#: stdout
4
4 main ../case
#: not ksh93: has no such variable

#### BASH_SOURCE
echo 'echo "${BASH_SOURCE[0]}"; g() { echo "${BASH_SOURCE[0]}"; }' >lib; . ./lib; g; echo "${BASH_SOURCE[0]##*/}"
#: stdout
./lib
./lib
case
#: not ksh93: has no such variable

#### positional parameters are the function's
function f { echo $# $1; shift; set -- x y z; }; set -- a; f b c; echo $# $1
#: stdout
2 b
1 a
#: also mksh

#### traps on EXIT in functions
function f { trap 'echo leaving' EXIT; echo in; }; f; echo out
#: stdout
in
out
leaving
#: not ksh93: only the shell's
#: also mksh

#### unset -f
f() { :; }; unset -f f; f 2>/dev/null; echo $?
#: stdout
127
#: also mksh

#### a function in a subshell is its own
f() { echo out; }; (f() { echo in; }; f); f; x=$(f() { echo sub; }; f); echo $x; f
#: stdout
in
out
sub
out
#: also mksh

#### unset of a function in a subshell
f() { echo f; }; (unset -f f); f
#: stdout
f
#: also mksh

#### a function's redirections
f() { echo text; } >out; f; cat out; function g { cat; } <out; g
#: stdout
text
text
#: also mksh

#### names of functions
a-b() { echo 1; }; a.b() { echo 2; }; a-b; a.b
#: stdout
1
2
#: not ksh93: names with a dash or a point
#: also mksh

#### a function with the name of a builtin
cd() { echo "cd $1"; builtin cd "$1"; }; cd /; pwd
#: stdout
cd /
/
#: not ksh93: does otherwise
#: also mksh

#### export -f makes a function known to programs that are shells
f() { echo "f $1"; }
function g
{
  ( echo "in g" )
}
export -f f g
ln -s "$(readlink -f "$SH")" bash
./bash -c 'f x; g'
env A=b ./bash -c 'f y'
export -nf g; ./bash -c g 2>/dev/null || echo gone
unset -f f; ./bash -c 'f z' 2>/dev/null || echo gone
#: stdout
f x
in g
f y
gone
gone
#: not ksh93: has not this

#### nothing but one definition comes from outside
ln -s "$(readlink -f "$SH")" bash
env 'BASH_FUNC_f%%=() { :; }; echo no' 'BASH_FUNC_g%%=() { echo g; }' ./bash -c 'f; g' 2>/dev/null
#: stdout
g
#: not ksh93: has not this

#### function names may have other characters
a-b() { echo 1; }; a-b; ns/f() { echo 2; }; ns/f; x.y:z() { echo 3; }; x.y:z
#: stdout
1
2
3
#: not ksh93: has other names

#### local a second time keeps the value, and local x+= appends
f() { local x=a; local x; x+=b; local x+=c; echo $x; }; f
#: stdout
abc
#: not ksh93: has no local

#### local -n
f() { local -n r=$1; r=5; }; x=1; f x; echo $x
#: stdout
5
#: not ksh93: has no local
#: also mksh

#### local IFS
f() { local IFS=:; echo "$*"; }; f a b; set -- a b; echo "$*"
#: stdout
a:b
a b
#: not ksh93: has no local
#: also mksh

#### local readonly
f() { local -r x=1; echo $x; }; f; x=2; echo $x
#: stdout
1
2
#: not ksh93: has no local
#: also mksh

#### local - saves options
f() { local -; set -f; echo *; }; : >a; f; echo *
#: stdout
*
a
#: not ksh93: has no local

#### deep recursion is an error
f() { f; }; (f) 2>/dev/null; echo "$((!!$?))"
#: stdout
1
#: not bash: a fault, or all memory
#: also mksh

#### functions with other bodies
f() (echo sub; x=1); f; echo "<$x>"; g() if true; then echo if; fi; g; h() [[ $1 = a ]]; h a && echo yes; i() (( $1 )); i 1 && echo num
#: stdout
sub
<>
if
yes
num
#: also mksh

#### a local's export
f() { local -x e=1; "$SH" -c 'echo "<$e>"'; }; f; "$SH" -c 'echo "<$e>"'
#: stdout
<1>
<>
#: not ksh93: has no local
#: also mksh

#### assignment before a function
f() { echo $v; }; v=1; v=2 f; echo $v
#: stdout
2
1
#: not ksh93: does otherwise
#: also mksh

#### unset is about variables, -f about functions
f() { echo f; }; unset f; f; unset -f f; f 2>/dev/null || echo gone
#: stdout
f
gone
#: not bash: removes it at once
#: also mksh
