# Brace expansion.

#### alternatives
echo a{b,c,d}e {x,y} pre{1,2}{a,b}post
#: stdout
abe ace ade x y pre1apost pre1bpost pre2apost pre2bpost
#: also mksh

#### nested alternatives
echo {a,b{1,2},c} {{a,b},c} x{{1,2},{3,4}}
#: stdout
a b1 b2 c a b c x1 x2 x3 x4
#: also mksh

#### an empty alternative
echo a{,b} {,}x{,}
#: stdout
a ab x x x x
#: also mksh

#### numbers
echo {1..5} {5..1} {-2..2} {1..1}
#: stdout
1 2 3 4 5 5 4 3 2 1 -2 -1 0 1 2 1

#### letters
echo {a..e} {e..a} {A..C}
#: stdout
a b c d e e d c b a A B C

#### steps
echo {1..10..3} {10..1..3} {a..i..2}
#: stdout
1 4 7 10 10 7 4 1 a c e g i
#: not ksh93: does otherwise

#### zeros
echo {01..10} {001..3} {-05..5}
#: stdout
01 02 03 04 05 06 07 08 09 10 001 002 003 -05 -04 -03 -02 -01 000 001 002 003 004 005
#: not ksh93: has no zeros

#### a step of zero or with a sign
echo {1..3..0} {3..1..-1} {1..5..-2}
#: stdout
1 2 3 3 2 1 1 3 5
#: not ksh93: another direction

#### no alternatives, no expansion
echo {a} {} {a b} a{b {a,b a,b} {1..} {..2} {a..1}
#: stdout
{a} {} {a b} a{b {a,b a,b} {1..} {..2} {a..1}
#: not ksh93: what is left as it is
#: also mksh

#### quotes prevent it
echo '{a,b}' "{a,b}" \{a,b} {a\,b} {'a,b'}
#: stdout
{a,b} {a,b} {a,b} {a,b} {a,b}
#: also mksh

#### before all other expansions
a=1 b=2; echo {$a,$b} ${a}{x,y} {'a b',c}
#: stdout
1 2 1x 1y a b c
#: also mksh

#### not in assignments
x={a,b}; echo "$x"
#: stdout
{a,b}
#: also mksh

#### not in [[ and case
case '{a,b}' in {a,b}) echo same;; esac; [[ '{a,b}' == {a,b} ]] && echo same
#: stdout
same
same
#: also mksh

#### then pathnames
: >a.c; : >b.c; echo {a,b,x}.c {a,b}.*
#: stdout
a.c b.c x.c a.c b.c
#: also mksh

#### with substitutions in them
echo {$(echo 1),$((1+1)),`echo 3`}
#: stdout
1 2 3
#: also mksh

#### in a for loop
for i in {1..3}; do echo $i; done; for x in {a,b}{1,2}; do echo $x; done
#: stdout
1
2
3
a1
a2
b1
b2

#### in redirections one word only
echo x > {a,b}; ls
#: stdout
{a,b}
#: not bash: a redirection to several words
#: also mksh

#### tildes in alternatives
cd /; HOME=/h; echo {~,a}/x
#: stdout
/h/x a/x
#: not ksh93: does otherwise

#### ${ is no brace
x=1; echo ${x}{,a} ${x:-{a,b}}
#: stdout
1 1a 1}
#: also mksh

#### a huge range is an error or lazy
(echo {1..1000000000}) >out 2>/dev/null; echo "$?"; : | head -c 0
#: stdout
1
#: not bash: would exhaust the machine
#: not ksh93: would exhaust the machine

#### a huge range ends a loop early
for i in {1..200000}; do (( i == 3 )) && break; done; echo $i
#: stdout
3

#### set +B
set +B
echo {a,b}
set -B
echo {a,b}
#: stdout
{a,b}
a b

#### commas outside
echo a,b {a,b},c x,{a,b}
#: stdout
a,b a,c b,c x,a x,b
#: also mksh

#### braces in a function's arguments
f() { echo $#; }; f {a,b,c} {1..4} "{x,y}"
#: stdout
8

#### very deep nesting
echo {a,{b,{c,{d,{e,f}}}}}
#: stdout
a b c d e f
#: also mksh

#### limits of the integers
echo {9223372036854775806..9223372036854775807}
#: stdout
9223372036854775806 9223372036854775807
#: not ksh93: takes it for text

#### tildes in the words that braces make
HOME=/h; echo {~,x}/foo ~/{a,b} ~{/src,root/x} ~{,/a}
#: stdout
/h/foo x/foo /h/a /h/b /h/src /root/x /h /h/a
#: not ksh93: does not look for them

#### braces in what is declared
x1=a x2=b; export x{1,2}; env | grep '^x[12]=' | sort
f() { typeset y{1,2}=v; echo $y1 $y2; }; f
export w{1,2}=$x1; echo $w1 $w2
typeset q='{a,b}'; echo "$q"
#: stdout
x1=a
x2=b
v v
a a
{a,b}
