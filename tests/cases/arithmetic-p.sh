# Arithmetic expansion: XCU 2.6.4, the operators of XCU 1.1.2.1.

#### the four operations, remainder and signs
echo $((1+2)) $((5-7)) $((3*4)) $((17/5)) $((17%5)) $((-17/5)) $((-17%5)) $((17%-5)) $((- -3)) $((+3)) $((-(-3)))
#: stdout
3 -2 12 3 2 -3 -2 2 3 3 3

#### precedence and association
echo $((1+2*3)) $(((1+2)*3)) $((10-3-2)) $((100/10/2)) $((2+3<<1)) $((1<<2+1)) $((7&3|8)) $((1|2^3&1)) $((1==1==1)) $((5>3>1)) $((1||0&&0)) $((-2*-3)) $((!0+1)) $((~0&255))
#: stdout
7 9 5 5 10 8 11 3 1 0 1 6 2 255

#### bits
echo $((12&10)) $((12|10)) $((12^10)) $((~12)) $((1<<4)) $((256>>4)) $((-16>>2)) $((~~5)) $((1<<62))
#: stdout
8 14 6 -13 16 16 -4 5 4611686018427387904

#### comparisons and logic give 0 and 1
echo $((1<2)) $((2<1)) $((1<=1)) $((2>1)) $((1>=2)) $((1==1)) $((1!=1)) $((5&&3)) $((5&&0)) $((0||7)) $((0||0)) $((!5)) $((!0)) $((!!9))
#: stdout
1 0 1 1 0 1 0 1 0 1 0 0 1 1

#### the right side of && and || runs only when it is needed
a=0
echo $((0&&(a=1))) $a $((1||(a=2))) $a $((1&&(a=3))) $a $((0||(a=4))) $a
#: stdout
0 0 1 0 1 3 1 4

#### the ternary operator
x=5
echo $((x>3?1:2)) $((x<3?1:2)) $((0?1:0?2:3)) $((1?0?4:5:6)) $((1?2:3+10)) $(((1?2:3)+10))
a=0; b=0; : $((1?(a=1):(b=1))); echo $a$b
: $((0?(a=2):(b=2))); echo $a$b
#: stdout
1 2 3 5 2 12
10
12

#### assignments
x=10
echo $((x=5)) $x $((x+=3)) $x $((x-=2)) $((x*=4)) $((x/=5)) $((x%=3)) $((x<<=4)) $((x>>=1)) $((x|=5)) $((x&=6)) $((x^=3)) $x
#: stdout
5 5 8 8 6 24 4 1 16 8 13 4 7 7

#### assignments chain to the right
echo $((a=b=c=3)) $a $b $c $((a+=b-=1)) $a $b
#: stdout
3 3 3 3 5 5 2

#### assignment reaches the shell, also in a word
set -- $((n=1)) $((n=n+1)) "$((n+=1))"
echo $* $n
case $((n=9)) in 9) echo $n;; esac
#: stdout
1 2 3 3
9

#### constants: decimal, octal, hexadecimal
echo $((10)) $((010)) $((0x10)) $((0X1f)) $((0xABCDEF)) $((00)) $((0)) $((-010))
#: stdout
10 8 16 31 11259375 0 0 -8

#### octal and hexadecimal constants
echo $((010+1)) $((0xff)) $((0xFF)) $((0777))
#: stdout
9 255 255 511

#### variables hold numbers of every form
a=5 b=-3 c=0x1f d=' 7 ' e=+2
echo $((a+b)) $((c)) $((d)) $((e)) $((a*a)) $((-b))
#: stdout
2 31 7 2 25 3

#### names with and without a dollar
x=3
echo $(($x+x)) $((${x}1)) $((x$x*0)) $(( "$x" + 1 )) $((${#x}+$#))
#: args a b
#: stdout
6 31 0 4 3
#: not dash: takes the quotes for a part of the expression

#### an expansion is pasted in before parsing
x='1+2'
echo $(($x*3)) $((($x)*3))
o=+; echo $((1 $o 2))
#: stdout
7 9
3

#### unset and empty variables are 0
unset u; e=
echo $((u)) $((e)) $((u+1)) $((-u)) $((u==0)) $((e+e))
#: stdout
0 0 1 0 1 0

#### newlines inside
echo $((
1
 + 2
	* 3
))
#: stdout
7

#### 64 bits
echo $((9223372036854775807)) $((-9223372036854775807-1)) $((0x7fffffffffffffff)) $((4294967296*2))
#: stdout
9223372036854775807 -9223372036854775808 9223372036854775807 8589934592

#### overflow wraps around
echo $((9223372036854775807+1)) $((-9223372036854775807-2)) $((9223372036854775807*2)) $((4611686018427387904*4))
#: stdout
-9223372036854775808 9223372036854775807 -2 0
#: not ksh93: computes in floating point there

#### the smallest number divided by -1
echo $(( (-9223372036854775807-1) / -1 )) $(( (-9223372036854775807-1) % -1 ))
#: stdout
-9223372036854775808 0
#: not dash ksh93: dash divides by zero in the processor; ksh93 has 9223372036854775808

#### the smallest number negated and shifted
m=$((-9223372036854775807-1))
echo $((-m)) $((m>>63)) $((m<<1)) $((~m))
#: stdout
-9223372036854775808 -1 0 9223372036854775807
#: not ksh93: computes in floating point there

#### division by zero is an error
(echo $((1/0))) 2>/dev/null; [ $? -ne 0 ] && echo 1
(echo $((1%0))) 2>/dev/null; [ $? -ne 0 ] && echo 2
(x=1; echo $((x/=0))) 2>/dev/null; [ $? -ne 0 ] && echo 3
echo $((0&&1/0)) $((1||1/0)) $((1?2:1/0))
#: stdout
1
2
3
0 1 2

#### syntax errors that all shells see
for e in '1+' '1 2' '(1' '1=2' '1?2' '@' '* 2' '1&&' '?' ':' '!' '~' ; do
  (eval "echo \$(($e))") >/dev/null 2>&1 && echo "no error: $e"
done
echo end
#: stdout
end

#### an error ends the shell
echo a
echo $((1+))
echo b
#: stdout
a
#: stderr some
#: status nonzero

#### an error in a value
x='1+' y='a b'
(echo $((x))) 2>/dev/null && echo "no error 1"
(echo $(($x))) 2>/dev/null && echo "no error 2"
(echo $((y+1))) 2>/dev/null && echo "no error 3"
echo end
#: stdout
end

#### the empty expression is 0
echo $(()) $(( )) $((  ))
#: stdout
0 0 0
#: not dash: an error

#### nested substitutions
echo $(( $(echo 3) + `echo 4` )) $(( $((2)) * $((3+$((1)))) )) $((${u-5}+${u:=2})) $u
#: stdout
7 8 7 2

#### quotes inside an arithmetic expansion
x=2
echo $(("$x"+1)) "$(("$x" + 2))"
#: stdout
3 4
#: not dash: takes the quotes for a part of the expression

#### parentheses
echo $(((1))) $((((((1+1)))))) $(( (2) )) $(((1)+(2))) $(( ((1)) + ((2)) ))
#: stdout
1 2 2 3 3

#### ++ and -- are signs before a number
echo $((- - 1)) $((+ + 1)) $((- + -1)) $((1 - -1)) $((1 + +1))
#: stdout
1 1 1 2 2

#### a result is split by IFS
IFS=1
set -- $((2101)) "$((212))"
echo $#
for i do echo "<$i>"; done
#: stdout
3
<2>
<0>
<212>

#### a negative result and removal
x=$((3-10)); echo ${x#-} $x
#: stdout
7 -7

#### loops with counters
i=0; s=0
while [ $((i+=1)) -le 100 ]; do s=$((s+i)); done
echo $s $i
#: stdout
5050 101

#### dollars inside: positional, count and status
set -- 4 5
(exit 3)
echo $(($? + 1)) $(($1*$2)) $(($#)) $((${#1}))
#: stdout
4 20 2 1

#### deep parentheses
p= q= i=0
while [ $i -lt 100 ]; do p="$p(" q="$q)"; i=$((i+1)); done
eval "echo \$(($p 1 $q))"
#: stdout
1

#### a readonly variable cannot be assigned
readonly r=1
(: $((r=2))) 2>/dev/null; [ $? -ne 0 ] && echo failed
(: $((r+=2)); echo no) 2>/dev/null
echo $((r)) $((r==1))
#: stdout
failed
1 1

#### assignment of a value with a sign and of a long result
: $((x = -5)) $((y = x * x)); echo $x $y
#: stdout
-5 25

#### names with digits and underscores
a1=1 _b=2 A_1=3
echo $((a1+_b+A_1)) $((a1_x+1))
#: stdout
6 1

#### comparison of large numbers
echo $((9223372036854775807 > 9223372036854775806)) $((9223372036854775806 == 9223372036854775807))
#: stdout
1 0

#### arithmetic in a here-document and in double quotes
x=4
cat <<E
$((x*x)) $(( x < 5 ? 1 : 0 ))
E
echo "a$((x+1))b" "$(( x ))"
#: stdout
16 1
a5b 4

#### operators without blanks
echo $((1-1)) $((1--1)) $((1+-1)) $((2*-1)) $((!1+!0)) $((-!0)) $((~-1)) $((1<2==1)) $((4>>1<<1))
#: stdout
0 2 0 -2 1 -1 0 1 4
#: not ksh93: takes -- for a decrement

#### a comparison that looks like a redirection
echo $((1>2)) $((1<2)) $((3>>1)) $((1<<3))
ls
#: stdout
0 1 1 8

#### assignment with unset -u
set -u
: $((v=3)); echo $v
unset w
(: $((w+1))) 2>/dev/null; [ $? -ne 0 ] && echo unset
#: stdout
3
unset
#: not dash: an unset variable is 0 here all the same

#### what ends before it can be told from a command substitution is an error
"$SH" -c "$(printf '%s\n' 'echo $((cat <<X' '+(' X '))')" 2>/dev/null || echo refused
#: stdout
refused

#### a base that begins with a zero
for expression in 02#0110 010#8 08#1 00#1 0#1 0x2#1; do
	$SH -c "echo \$(($expression))" 2>/dev/null || echo error
done
x=02#1; (echo $((x))) 2>/dev/null || echo error
#: stdout
error
error
error
error
error
error
error
#: not ksh93: takes the base as a decimal number

#### there are no floating-point numbers
for expression in 1+2.5 1.0 .5 1. 1e3 'sin(1)' 'int(3)'; do
	$SH -c "echo \$(($expression))" 2>/dev/null || echo error
done
x=1.5; (echo $((x + 1))) 2>/dev/null || echo error
#: stdout
error
error
error
error
error
error
error
error
#: not ksh93: has them

#### a character in single quotes is no number
(x="'a'"; : $((x)); echo no) 2>/dev/null || echo error
(: $(('a')); echo no) 2>/dev/null || echo error
#: stdout
error
error
#: not ksh93: it is its number
