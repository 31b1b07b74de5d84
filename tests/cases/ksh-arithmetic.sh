# (( )), let, for (( )), bases, floating point.

#### status of (( ))
(( 1 )); echo $?; (( 0 )); echo $?; (( 5 > 3 )) && echo yes
#: stdout
0
1
yes
#: also mksh

#### operators
echo $((7/2)) $((-7/2)) $((7%3)) $((-7%3)) $((1<<4)) $((255>>4)) $((6&3)) $((6|3)) $((6^3)) $((~5)) $((!5)) $((!0))
#: stdout
3 -3 1 -1 16 15 2 7 5 -6 0 1
#: also mksh

#### powers
echo $((2**10)) $((2**3**2)) $((-2**2))
#: stdout
1024 512 4

#### comma, ternary, increments
echo $((1,2,3)) $((1?2:3)) $((0?2:0?4:5)); i=5; echo $((i++)) $i $((++i)) $((i--)) $((--i))
#: stdout
3 2 5
5 6 7 7 5
#: also mksh

#### assignments
(( a=5, b=a+2, a+=3, b*=2 )); echo $a $b; (( a<<=2, b%=5, a|=1, a^=3, a&=~0 )); echo $a $b
#: stdout
8 14
34 4
#: also mksh

#### short circuit
x=1; (( 0 && (x=2) )); (( 1 || (x=3) )); echo $x; echo $((1 ? 5 : (x=9))) $x
#: stdout
1
5 1
#: also mksh

#### bases
echo $((16#ff)) $((2#1010)) $((8#17)) $((36#z)) $((0x1F)) $((017))
#: stdout
255 10 15 35 31 15
#: not ksh93: does otherwise

#### base 64
echo $((64#_)) $((64#@)) $((64#Z))
#: stdout
63 62 61

#### a digit too large is an error
(echo $((8#9)); echo no) 2>/dev/null || echo failed
#: stdout
failed
#: also mksh

#### names without $
x=5 y=x; echo $((x*2)) $((y+1)) $(( $x + y ))
#: stdout
10 6 10
#: also mksh

#### division by zero
(echo $((1/0)); echo no) || echo failed
#: stdout
failed
#: stderr some
#: also mksh

#### division by zero in (( )) 
(( 1/0 )); echo "status $?"
#: stdout
status 1
#: stderr some
#: not ksh93: ends the script

#### remainder by zero
(echo $((1%0)); echo no) 2>/dev/null || echo failed
#: stdout
failed
#: also mksh

#### the least integer by -1
echo $((-9223372036854775807-1)); x=$((-9223372036854775807-1)); echo $((x/-1)) $((x%-1))
#: stdout
-9223372036854775808
-9223372036854775808 0
#: not ksh93: leaves the integers

#### negative powers of integers
(echo $((2**-1))) 2>/dev/null || echo failed
#: stdout
failed
#: not ksh93: has floating point
#: also mksh

#### shifts out of range
echo $((1<<63)) $((1<<64)) $((1>>64))
#: stdout
-9223372036854775808 1 1

#### let
let x=5 'y = x * 2' z=y+1; echo $x $y $z $?; let 0; echo $?; let 'a=1, b=0'; echo $?
#: stdout
5 10 11 0
1
1
#: also mksh

#### let without operands
let; echo $?
#: stdout
2
#: stderr some
#: not bash: status of an error

#### for (( ))
for ((i=0; i<3; i++)); do echo $i; done; echo end $i
#: stdout
0
1
2
end 3

#### for (( )) without parts
n=0; for ((;;)); do (( ++n >= 3 )) && break; done; echo $n; for ((i=0;i<2;)); do ((i++)); done; echo $i
#: stdout
3
2

#### for (( )) with braces
for ((i=0; i<2; i++)) { echo $i; }
#: stdout
0
1

#### for (( )) with a newline and semicolon
for ((i=0;i<2;i++))
do echo $i
done; for ((i=5;i<6;i++)); do continue; done; echo $i
#: stdout
0
1
6

#### continue runs the step
for ((i=0;i<5;i++)); do (( i%2 )) && continue; echo $i; done
#: stdout
0
2
4

#### loops nest, break 2 leaves both
for ((i=0;i<3;i++)); do for ((j=0;j<3;j++)); do (( i==1 )) && break 2; echo $i$j; done; done
#: stdout
00
01
02

#### (( in place of a nested subshell
( (echo a); (echo b) ); ((echo c); echo d)
#: stdout
a
b
c
d
#: also mksh

#### (( with redirection in it is a subshell
((echo a) | cat)
#: stdout
a
#: also mksh

#### a string that is no number
x='1 2'; (echo $((x)); echo no) 2>/dev/null || echo failed
#: stdout
failed
#: also mksh

#### an expression in a variable
x='1+2'; echo $((x*2)) $(($x*2))
#: stdout
6 5
#: also mksh

#### recursion without end
x=x+1; (echo $((x)); echo no) 2>/dev/null || echo failed
#: stdout
failed
#: also mksh

#### array elements
a=(1 2 3); i=1; echo $((a[i]*a[2])); ((a[i+1]+=5)); echo ${a[2]}
#: stdout
6
8
#: also mksh

#### quotes are removed in (( ))
x=3; (( "x" == 3 )) && echo yes; (( x == "3" )) && echo yes
#: stdout
yes
yes
#: also mksh

#### command substitution
(( x = $(echo 4) + 1 )); echo $x
#: stdout
5
#: also mksh

#### empty expression
(( )); echo $?; echo $(( ))
#: stdout
1
0
#: also mksh

#### comparison chain
echo $((1<2)) $((2<=2)) $((3!=3)) $((3==3)) $((5>4>3))
#: stdout
1 1 0 1 0
#: also mksh

#### white space and newlines
echo $(( 1 +
 2 )); (( x = 1
, y = 2 )); echo $x$y
#: stdout
3
12
#: also mksh

#### character arithmetic overflow
echo $((9223372036854775807+1))
#: stdout
-9223372036854775808
#: not ksh93: leaves the integers

#### an integer out of range
echo $((99999999999999999999))
#: stdout
7766279631452241919
#: not ksh93: leaves the integers

#### pre- and post-increment of array elements
a=(5); echo $((a[0]++ + ++a[0])) ${a[0]}
#: stdout
12 7
#: also mksh

#### precedence
echo $((1+2*3)) $(((1+2)*3)) $((1|2&3)) $((1<<2+1)) $((1==1&&0||1)) $((!1+1)) $((- -3)) $((2*-3))
#: stdout
7 9 3 8 1 1 3 -6
#: also mksh

#### unary plus and minus on names
x=4; echo $((-x)) $((+x)) $((-(-x))) $((x-1)) $((x - -1))
#: stdout
-4 4 4 3 5
#: also mksh

#### 1-- is no decrement of a constant
echo $((3--2)) $((3- -2)) $((3+-2))
#: stdout
5 5 1
#: not ksh93: an error

#### floating literals (ksh)
echo $((1.5+2)) $((1/4.0)) $((3.0*2)) $((1e3)) $((7/2.))
#: stdout
3.5 0.25 6 1000 3.5
#: not bash: has no floating point

#### floating variables (ksh)
typeset -F x=1.5; echo $((x*2)) $((x+1)); y=2.5; echo $((y*2))
#: stdout
3 2.5
5
#: not bash: has no floating point

#### floating comparison (ksh)
(( 1.5 > 1.4 )) && echo yes; (( .5 + .5 == 1 )) && echo one
#: stdout
yes
one
#: not bash: has no floating point

#### an integer takes the whole part (ksh)
typeset -i n; n=3.9; echo $n; (( n = 2.9 * 2 )); echo $n
#: stdout
3
5
#: not bash: has no floating point

#### functions of mathematics (ksh)
echo $((sqrt(16))) $((int(3.7))) $((abs(-4))) $((floor(2.5))) $((ceil(2.5))) $((pow(2,3)))
#: stdout
4 3 4 2 3 8
#: not bash: has no floating point

#### sin and exp (ksh)
printf '%.3f %.3f %.3f\n' $((sin(1))) $((exp(1))) $((atan2(1,1)*4))
#: stdout
0.841 2.718 3.142
#: not bash: has no floating point

#### floating remainder (ksh)
echo $((fmod(7.5,2)))
#: stdout
1.5
#: not bash: has no floating point

#### printing floating numbers
printf '%.2f %5.1f %e\n' 3.14159 2.55 12345.678
#: stdout
3.14   2.5 1.234568e+04
#: also mksh

#### arithmetic in a subshell stays there
x=1; (( y = 5 )); ((x++)); (( z=1 )); ( ((x++, z=9)); echo $x$z ); echo $x$z; w=$((x+$( ((x=7)); echo $x))); echo $w $x
#: stdout
39
21
9 2
#: also mksh

#### status of let and (( in conditions
if ((0)); then echo no; elif let 1; then echo yes; fi; until ((n++ >= 2)); do :; done; echo $n
#: stdout
yes
3
#: also mksh

#### unset names are zero, an error with -u
echo $((undefined+1)); set -u; (echo $((undefined+1)); echo no) 2>/dev/null || echo failed
#: stdout
1
failed

#### $[ ] is an arithmetic expansion in bash's language
#!/bin/bash
x=3; echo $[x+2] "$[ $x * (2 + 1) ]" $[`echo 4`]
#: stdout
5 9 4
#: not ksh93: is plain text

#### keys in quotes
declare -A m=([a b]=3 [c]=4); ((x = m['c'])); k=c; ((y = m[$k] + 1)); echo $x $y
#: stdout
4 5
#: not ksh93: has no declare

#### constants may be characters that are special elsewhere
echo $(( '(' )) $(( ')' + 1 ))
#: stdout
40 42
#: not bash: has none

#### a sign before ++ and --
a=5; echo $((+++a)) $a; echo $((- --a)) $a; b[1]=3; echo $((+++b[1])) $((a+++b[1])) $a
#: stdout
6 6
-5 5
4 9 6

#### an element that an array does not have is 0 under set -u, too
set -u
typeset -A count=(); for w in a b a; do (( count[$w]++ )); done; echo ${count[a]} ${count[b]}
a=(1); echo $(( a[5] )) $(( a[5] + 1 )); (( a[3] += 2 )); echo ${a[3]}
b=([1]=1); echo $(( b ))
#: stdout
2 1
0 1
2
0

#### ++ and -- belong to a variable
x=5 y=2
for e in 'x--5' 'x++y' '1++x' '(2)--x' 'x--$y' 'x++x++' '2 ++x'; do (eval "echo \$(($e))") 2>/dev/null || echo none; done
echo $((x++ -1)) $((x- -5)) $((x--)) $((x---1)) $x
#: stdout
none
none
none
none
none
none
none
4 11 6 4 4
