# [[ … ]]

#### words are not split and not matched
x='a b'; e=; [[ $x = 'a b' ]] && echo 1; [[ $e = '' ]] && echo 2; [[ -n $x && -z $e ]] && echo 3
#: stdout
1
2
3
#: also mksh

#### the right side is a pattern
[[ hello = h*o ]] && echo 1; [[ hello == h?llo ]] && echo 2; [[ hello != x* ]] && echo 3; [[ hello = [a-h]* ]] && echo 4
#: stdout
1
2
3
4
#: also mksh

#### quotes make it text
[[ hello = 'h*o' ]] || echo 1; [[ 'h*o' = "h*o" ]] && echo 2; [[ 'h*o' = h\*o ]] && echo 3
#: stdout
1
2
3
#: also mksh

#### a pattern from a variable
p='h*'; [[ hello = $p ]] && echo 1; [[ hello = "$p" ]] || echo 2
#: stdout
1
2
#: also mksh

#### and, or, not, parentheses
[[ a = a && ( b = x || c = c ) ]] && echo 1; [[ ! a = b ]] && echo 2; [[ ! ( a = a && b = b ) ]] || echo 3
#: stdout
1
2
3
#: also mksh

#### && binds tighter than ||
[[ a = a || a = b && a = c ]] && echo yes
#: stdout
yes
#: also mksh

#### what is not needed is not expanded
x=1; [[ a = b && -n ${x:=2} && $((x=9)) ]]; echo $x
#: stdout
1
#: also mksh

#### numbers
[[ 2 -lt 10 && 10 -gt 2 && 3 -eq 3 && 3 -ne 4 && 2 -le 2 && 2 -ge 2 ]] && echo yes
#: stdout
yes
#: also mksh

#### number operands are expressions
x=5; [[ x -eq 5 && x+1 -eq 6 && $x*2 -eq 10 ]] && echo yes
#: stdout
yes
#: also mksh

#### order of strings
[[ a < b && b > a ]] && echo yes; [[ 10 < 9 ]] && echo text
#: stdout
yes
text
#: also mksh

#### files
: >f; mkdir d; ln -s f l; chmod +x f
[[ -e f && -f f && -d d && -L l && -h l && -x f && ! -s f && -r f && -w f ]] && echo yes
#: stdout
yes
#: also mksh

#### -nt, -ot, -ef
touch -d 2001-01-01 old; touch new; ln new same
[[ new -nt old && old -ot new && new -ef same ]] && echo 1; [[ new -nt missing ]] && echo 2; [[ missing -ot old ]] && echo 3
#: stdout
1
2
3
#: also mksh

#### -v
x=; [[ -v x ]] && echo 1; [[ -v y ]] || echo 2; a=(1); [[ -v a[0] ]] && echo 3; [[ -v a[1] ]] || echo 4
#: stdout
1
2
3
4
#: also mksh

#### -o
set -o noglob; [[ -o noglob ]] && echo 1; set +o noglob; [[ -o noglob ]] || echo 2
#: stdout
1
2
#: also mksh

#### -t
[[ -t 0 ]] || echo no terminal
#: stdout
no terminal
#: also mksh

#### a lone word
x=; [[ text ]] && echo 1; [[ $x ]] || echo 2
#: stdout
1
2
#: also mksh

#### =~ finds anywhere
[[ abcd =~ b.d ]] && echo 1; [[ abcd =~ ^b ]] || echo 2; [[ abcd =~ d$ ]] && echo 3
#: stdout
1
2
3

#### =~ with groups
[[ 2024-05-17 =~ ([0-9]+)-([0-9]+)-([0-9]+) ]] && echo "${BASH_REMATCH[0]} ${BASH_REMATCH[1]} ${BASH_REMATCH[3]} ${#BASH_REMATCH[@]}"
#: stdout
2024-05-17 2024 17 4
#: not ksh93: keeps them in .sh.match

#### =~ and .sh.match
[[ key=value =~ ([a-z]+)=([a-z]+) ]] && echo "${.sh.match[1]} ${.sh.match[2]}"
#: stdout
key value
#: not bash: keeps them in BASH_REMATCH

#### =~ with quoted text
[[ 'a.b' =~ a"."b ]] && echo 1; [[ axb =~ a'.'b ]] || echo 2
#: stdout
1
2
#: not ksh93: does otherwise

#### =~ with a variable
re='^([a-z]+) +([0-9]+)$'; [[ 'abc  12' =~ $re ]] && echo yes
#: stdout
yes

#### =~ with a quoted variable
re='a.b'; [[ axb =~ "$re" ]] || echo no
#: stdout
no
#: not ksh93: takes it as an expression

#### =~ with parentheses, bars and spaces escaped
[[ 'a b' =~ a\ b ]] && echo 1; [[ foo =~ (foo|bar) ]] && echo 2; [[ xbar =~ x(foo|bar)$ ]] && echo 3
#: stdout
1
2
3

#### =~ with classes and intervals
[[ ab12 =~ ^[[:alpha:]]{2}[[:digit:]]+$ ]] && echo 1; [[ aaa =~ ^a{4}$ ]] || echo 2
#: stdout
1
2

#### a failed =~ empties the groups
[[ abc =~ (b) ]]; [[ abc =~ (x) ]]; echo "${#BASH_REMATCH[@]}<${BASH_REMATCH[1]}>"
#: stdout
0<>

#### an invalid regular expression is status 2
re='a(b'; [[ a =~ $re ]]; echo $?
#: stdout
2
#: stderr some
#: not bash: is silent
#: not ksh93: is silent

#### groups of a subshell are its own
[[ abc =~ a(.) ]]; ([[ xyz =~ x(.) ]]; echo ${BASH_REMATCH[1]}); echo ${BASH_REMATCH[1]}
#: stdout
y
b
#: not ksh93: keeps them in .sh.match

#### extended patterns without an option
[[ foobar = @(foo|baz)bar ]] && echo 1; [[ aaab = +(a)b ]] && echo 2; [[ b = *(a)b && b = ?(a)b ]] && echo 3; [[ c = !(a|b) ]] && echo 4
#: stdout
1
2
3
4
#: also mksh

#### newlines between operators
[[ a = a &&
b = b ||
c = d ]] && echo yes
#: stdout
yes
#: also mksh

#### ]] is a word elsewhere
echo ]] [[
#: stdout
]] [[
#: also mksh

#### it is a command in all places
if [[ a = a ]]; then echo 1; fi; while [[ $n != xxx ]]; do n+=x; done; echo $n; ! [[ a = b ]] && echo 2
#: stdout
1
xxx
2
#: also mksh

#### redirections of it
[[ -n $(cat) ]] <<<text && echo yes
#: stdout
yes
#: also mksh

#### tilde and equals
[[ ~ = "$HOME" ]] && echo 1; [[ a=b = a=b ]] && echo 2
#: stdout
1
2
#: also mksh

#### a number that is none
[[ 08 -eq 8 ]] && echo yes; echo $?
#: stdout
1
#: stderr some
#: not ksh93: an octal number or not

#### division by zero in an operand
(x=$([[ 1/0 -eq 1 ]]; echo $?); echo "after $x") 2>/dev/null
#: stdout
after 1
#: not ksh93: ends there

#### -eq of empty text is zero
[[ '' -eq 0 ]] && echo yes
#: stdout
yes
#: also mksh

#### nocasematch
shopt -s nocasematch; [[ ABC = abc ]] && echo 1; [[ ABC =~ ^b|^a ]] && echo 2; case X in x) echo 3;; esac; shopt -u nocasematch; [[ A = a ]] || echo 4
#: stdout
1
2
3
4
#: not ksh93: has no such option

#### errexit and [[
set -e; [[ a = b ]] || echo on; [[ a = b ]]; echo no
#: stdout
on
#: status 1
#: also mksh

#### a here-string and a process substitution in operands
[[ -e <(:) ]] && echo yes
#: stdout
yes
#: not ksh93: is syntax there or not

#### what looks like an array is a pattern
[[ =x =~ a=(x) ]]; echo $?; [[ a=x =~ ^a=(x)$ ]]; echo $?; [[ a=x == a=@(x|y) ]]; echo $?; x=$([[ b =~ (b) ]] && y=(1 2) && echo ${y[1]}); echo $x
#: stdout
1
0
0
2

#### -o: whether there is an option
for o in ?noglob ?errexit ?nothing; do [[ -o $o ]]; echo $?; test -o "$o"; echo $?; done
#: stdout
0
0
0
0
1
1
#: also mksh
#: not bash: has no such test

#### a long row of tests is no recursion
x=$(printf '%50000s' '' | sed 's/ /a == b || /g') y=$(printf '%50000s' '' | sed 's/ /a == a \&\& /g')
eval "[[ $x a == a ]] && [[ $y a == a ]] && ! [[ $y a == b ]] && echo yes"
z=$(printf '%50000s' '' | sed 's/ /1,/g')
echo $(($z 7))
#: stdout
yes
7
#: not ksh93: its stack ends

#### operators that are operands of operators with one operand
[[ -f == ]] || echo 1
[[ -z -eq || -n = ]] && echo 2
[[ ( -z != ) ]] || echo 3
[[ ! -z =~ && -n == ]] && echo 4
[[ -n == ]]
echo $?
#: stdout
1
2
3
4
0
