# Attributes of variables.

#### integers evaluate what they are assigned
typeset -i n=3+4; echo $n; n=n*2; echo $n; n+=1; echo $n
#: stdout
7
14
15

#### integer is typeset -i
integer n=2+3; echo $n
#: stdout
5
#: not bash: has no such command
#: also mksh

#### float is typeset -E
float x=1.5; x=x*2; echo $x
#: stdout
3
#: not bash: has no such command

#### an integer's base
typeset -i16 n=255; echo $n; typeset -i 2 b=5; echo $b
#: stdout
16#ff
2#101
#: not bash: shows only base 10
#: also mksh

#### upper and lower case
typeset -u u=abc; typeset -l l=ABC; echo $u$l; u=xYz; l=xYz; echo $u$l
#: stdout
ABCabc
XYZxyz
#: also mksh

#### -u on a variable that has a value
x=abc; typeset -u x; echo $x
#: stdout
ABC
#: not bash: changes the next value only
#: also mksh

#### the later of -u and -l wins
typeset -u x=aB; typeset -l x; x=aB; echo $x
#: stdout
ab
#: also mksh

#### read-only
typeset -r x=1; (x=2; echo no) 2>/dev/null; echo $x
#: stdout
1
#: also mksh

#### export
typeset -x x=out; "$SH" -c 'echo $x'; typeset +x x; "$SH" -c 'echo "<$x>"'
#: stdout
out
<>
#: also mksh

#### left, right, zeros (ksh)
typeset -L5 l=abcdefg; typeset -R5 r=ab; typeset -Z5 z=42; echo "<$l><$r><$z>"
#: stdout
<abcde><   ab><00042>
#: not bash: has no widths
#: also mksh

#### right-adjusted text is cut at the left
typeset -R3 r=abcdef; echo "<$r>"; typeset -L3 l='  ab'; echo "<$l>"
#: stdout
<def>
<ab >
#: not bash: has no widths
#: also mksh

#### zeros with text
typeset -Z4 a=7 b=123456; echo "$a $b"
#: stdout
0007 3456
#: not bash: has no widths
#: also mksh

#### the width of the first value
typeset -Z x=007; x=5; echo $x
#: stdout
005
#: not bash: has no widths
#: also mksh

#### widths change with new values
typeset -L4 x; for x in a bcdefg; do echo "<$x>"; done
#: stdout
<a   >
<bcde>
#: not bash: has no widths
#: also mksh

#### fixed point (ksh)
typeset -F2 x=3.14159; echo $x; x=2; echo $x; typeset -F x; x=1/4.0; echo $x
#: stdout
3.14
2.00
0.2500000000
#: not bash: has no floating point

#### scientific (ksh)
typeset -E4 x=3.14159; echo $x; x=123456789; echo $x
#: stdout
3.142
1.235e+08
#: not bash: has no floating point

#### typeset -p of a scalar
x='a b'; declare -p x; typeset -i i=3; declare -p i; export e=1; declare -p e; declare -rx q=z; declare -p q
#: stdout
declare -- x="a b"
declare -i i="3"
declare -x e="1"
declare -rx q="z"
#: not ksh93: writes typeset

#### declare -p of arrays
a=(x 'y z'); declare -p a; declare -A m=([k]='v w'); declare -p m
#: stdout
declare -a a=([0]="x" [1]="y z")
declare -A m=([k]="v w" )
#: not ksh93: writes typeset

#### declare -p of nothing
declare -p nothing; echo $?
#: stdout
1
#: stderr some
#: not ksh93: says nothing

#### what typeset -p prints can be read again
a=(1 'b c'); typeset -A m=([x]='y z' ); typeset -i i=7; s="it's"
d=$(typeset -p a m i s); unset a m i s; eval "$d"; i=2*3; echo "${a[1]} ${m[x]} $i $s"
#: stdout
b c y z 6 it's

#### attributes go with unset
typeset -i n=1; unset n; n=1+1; echo $n
#: stdout
1+1
#: also mksh

#### attributes are removed with +
typeset -i n=1; typeset +i n; n=1+1; echo $n; typeset -u u=a; typeset +u u; u=b; echo $u
#: stdout
1+1
b
#: also mksh

#### arrays of integers
typeset -i a; a[0]=1+1; a[1]=2*3; echo "${a[@]}"
#: stdout
2 6
#: also mksh

#### declare -ai
declare -ai a=(1+1 2*2); echo "${a[@]}"; a+=(3*3); echo "${a[@]}"
#: stdout
2 4
2 4 9
#: not ksh93: has -a without a type

#### upper-case arrays
typeset -u a; a=(ab cd); echo "${a[@]}"
#: stdout
AB CD
#: not ksh93: does otherwise

#### integer errors
typeset -i n; (n=1/0; echo no) 2>/dev/null; echo $?
#: stdout
1
#: also mksh

#### a name that is none
typeset 1x=2; echo no
#: stdout
no
#: stderr some
#: not ksh93: whether the script goes on
#: also mksh

#### several at once
typeset -i a=1+1 b=2+2 c; c=a+b; echo $a $b $c
#: stdout
2 4 6
#: also mksh

#### in a subshell attributes are its own
n=1; (typeset -i n; n=2+2; echo $n); n=1+1; echo $n
#: stdout
4
1+1
#: also mksh

#### in a command substitution attributes are its own
x=a; y=$(typeset -u x; x=b; echo $x); x=c; echo $y$x
#: stdout
Bc
#: also mksh

#### in a pipeline attributes are its own
x=1; { typeset -i x; x=5+5; echo $x; } | cat; x=2+2; echo $x
#: stdout
10
2+2
#: also mksh

#### an export in a subshell is its own
x=1; (export x; "$SH" -c 'echo "<$x>"'); "$SH" -c 'echo "<$x>"'
#: stdout
<1>
<>
#: also mksh

#### a read-only of a subshell is its own
x=1; (readonly x); x=2; echo $x
#: stdout
2
#: also mksh

#### declare -g
f() { declare -g g=1; local l=2; }; f; echo "$g<$l>"
#: stdout
1<>
#: not ksh93: has no -g

#### declare -F names functions
f() { :; }; declare -F f; declare -F
#: stdout
f
declare -f f
#: not ksh93: is fixed point there

#### declare -f shows a function that can be read again
f() { echo "hi $1"; }; x=$(typeset -f f); unset -f f; eval "$x"; f you
#: stdout
hi you
#: also mksh

#### typeset +f names functions
f1() { :; }; typeset +f | grep -c f1
#: stdout
1
#: also mksh

#### local outside a function is refused
local x=1
#: stderr some
#: status 2
#: not bash: as dash has it
#: not ksh93: as dash has it

#### assignments with expansions are not split
x='a b'; typeset y=$x z=~; [[ $y = 'a b' && $z = "$HOME" ]] && echo same
#: stdout
same
#: also mksh

#### -i of text that is a variable's name
v=5; typeset -i n=v; echo $n; n='v + 1'; echo $n
#: stdout
5
6
#: also mksh

#### an expression that refers to itself
typeset -i n; x=x; (n=x; echo "no") 2>/dev/null; echo done
#: stdout
done
#: also mksh

#### -i on a variable that has a value
x=5; typeset -i x; x=x+1; echo $x
#: stdout
6
#: also mksh

#### octal and hex in integers
typeset -i n=0x1f; echo $n; n=16#ff; echo $n; n=2#101; echo $n
#: stdout
31
255
5

#### integer overflow wraps
typeset -i n=9223372036854775807; (( n++ )); echo $n
#: stdout
-9223372036854775808
#: not ksh93: leaves the integers

#### -n with nothing to refer to
typeset -n r; r=x; x=5; echo $r
#: stdout
5

#### an array is not for programs
export a=1; a=(2 3); env | grep -c '^a='
#: stdout
0
#: status 1
#: also mksh

#### in bash's language typeset -p says declare
#!/bin/bash
x=1; a=(1 2); typeset -p x a
#: stdout
declare -- x="1"
declare -a a=([0]="1" [1]="2")
#: not ksh93: says typeset

#### type -f leaves functions out
cat() { :; }; type -f cat
#: stdout
cat is /usr/bin/cat
#: not ksh93: says more
