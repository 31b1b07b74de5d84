# What scripts of ksh93 have for themselves: the first line says so.

#### a leading zero does not make a number octal
#!/bin/ksh
echo $((010)) $((08 + 1)); x=010; echo $((x)) $(($x)) $((3+$x)); let y=010; echo $y; a=(0 1 2 3 4 5 6 7 8 9 ten); echo ${a[010]}
#: stdout
10 9
10 10 13
10
ten
#: not bash: another language

#### letoctal
#!/bin/ksh
set -o letoctal; let x=010; echo $x; set +o letoctal; let x=010; echo $x
#: stdout
8
10
#: not bash: another language

#### numbers that no integer holds, Inf and NaN
#!/bin/ksh
echo $((99999999999999999999)); echo $((Inf)) $((-Inf)) $((NaN)) $((1.0/0)); [[ $((NaN == NaN)) == 0 ]] && echo unequal
#: stdout
1e+20
inf -inf nan inf
unequal
#: not bash: another language

#### hexadecimal fractions
#!/bin/ksh
typeset -E x; ((x=0x1.8p3)); echo $x; typeset -X8 y=1.5; echo $y; typeset -p y; ((y == 1.5)) && echo same
#: stdout
12
0x1.80000000p+0
typeset -X 8 y=0x1.80000000p+0
same
#: not bash: another language

#### an unsigned integer
#!/bin/ksh
typeset -ui u=-1; echo $u; ((u=u+1)); echo $u
#: stdout
4294967295
0
#: not bash: another language

#### the remainder is of integers, and steps are
#!/bin/ksh
typeset -E z=7.5; echo $((z%2)); (z=1.5; ((z++))) 2>/dev/null; echo $?; (echo $((z|1))) 2>/dev/null; echo $?
#: stdout
1
1
1
#: not bash: another language

#### an error of (( )) ends the script
#!/bin/ksh
echo before; ((1/0)); echo after
#: stdout
before
#: stderr any
#: status 1
#: not bash: another language

#### ++ wants a variable
#!/bin/ksh
(echo $((++1))) 2>/dev/null || echo error
#: stdout
error
#: not bash: another language

#### functions of arithmetic that a script defines
#!/bin/ksh
function .sh.math.double x { ((.sh.value = x * 2)); }; function .sh.math.max a b { ((.sh.value = b > a ? b : a)); }; echo $((double(4))) $((max(3, double(2)) + 1)); x=5; echo $((double(x))) $x
#: stdout
8 5
10 5
#: not bash: another language

#### the Gamma function and its kin
#!/bin/ksh
echo $((tgamma(5))) $((ldexp(1,4))) $((isfinite(1))) $((nextafter(1,2) > 1)) $((ilogb(8)))
#: stdout
24 16 1 1 3
#: not bash: another language

#### words of an enumeration in expressions
#!/bin/ksh
enum colour=(red green blue); colour c=green; ((c == green)) && echo green; ((c = blue)); echo $c; ((c != red)) && echo other
#: stdout
green
blue
other
#: not bash: another language

#### a key from an expansion is text
#!/bin/ksh
typeset -A a; k='x]y['; ((a[$k] = 5)); ((a[$k]++)); echo ${a["x]y["]}
#: stdout
6
#: not bash: another language

#### members that arithmetic makes
#!/bin/ksh
c=(); ((c.x = 1, c.y = 2)); echo $((c.x + c.y)); print -v c
#: stdout
3
(
	x=1
	y=2
)
#: not bash: another language

#### %(pairs) matches what is nested
#!/bin/ksh
x='call(a+b,x/(c/d),(0));'; echo "${x/*%(())*/\1}"; echo "${x/+([[:alnum:]])%(())*/<\1><\2>}"; [[ '{a{b}c}' == %({}) ]] && echo matched; [[ '{a{b}' == %({}) ]] || echo not
#: stdout
(0)
<call><(a+b,x/(c/d),(0))>
matched
not
#: not bash: another language

#### %(pairs) with quotes, escapes and delimiters
#!/bin/ksh
x='-(-")"-)-'; echo "${x/*%(()Q\")*/\1}"; x='-(-\)-)-'; echo "${x/*%(()E\\)*/\1}"; x='-(-;-)-'; echo "${x/*%(()D\;)*/\1}"
#: stdout
(-")"-)
(-\)-)
-(-;-)-
#: not bash: another language

#### ${x#%(pairs)} and ${x%%(pairs)}
#!/bin/ksh
x='(a(b))(c)'; echo "${x#%(())}" "${x##+(%(()))}." "${x/%%(())/-}"; y=foo%bar; echo ${y%%bar} ${y#foo%}
#: stdout
(c) . (a(b))-
foo% bar
#: not bash: another language

#### what repeated groups have taken
#!/bin/ksh
x=dddfx; echo "${x/+(d)@(f|g)/<\1|\2>}"; [[ 2024-05 == {4}([0-9])-@(*) ]]; echo ${.sh.match[1]} ${.sh.match[2]}
#: stdout
<ddd|f>x
2024 05
#: not bash: another language

#### classes in groups
#!/bin/ksh
x='abc_d2ef.462abc %%'; echo "${x/+(\w)/Q}" "${x//+(\S)/Q}" "${x//+(\d)/N}"; [[ 'a 1' == +(\w)+(\s)+(\d) ]] && echo yes; [[ w == \w ]] && echo literal
#: stdout
Q.462abc %% Q Q abc_dNef.Nabc %%
yes
literal
#: not bash: another language

#### counts and word ends in ~(E)
#!/bin/ksh
v=abbbc; echo "${v/~(E)b{2,4}/-}"; x='a one and a two'; echo "${x//~(E)\<.\>/}"; x=ab; echo "${x//~(E:(a)|b)/<\1>}"
#: stdout
a-c
 one and  two
<a><>
#: not bash: another language

#### .sh.match has gaps
#!/bin/ksh
x="a 1 b"; d=${x/~(E)(([[:digit:]])[[:space:]]*|([[:alpha:]]))/X}; echo "${!.sh.match[@]}"; print -v .sh.match
#: stdout
0 1 3
(
	[0]=a
	[1]=a
	[3]=a
)
#: not bash: another language

#### discipline functions for reading
#!/bin/ksh
x=5; function x.get { .sh.value="<${.sh.name}>"; }; echo $x "${x}"; unset -f x.get; echo $x
#: stdout
<x> <x>
5
#: not bash: another language

#### for changing
#!/bin/ksh
function x.set { .sh.value=${.sh.value}${.sh.value}; }; x=ab; echo $x; x+=c; echo $x
#: stdout
abab
ababc
#: not bash: another language

#### for elements
#!/bin/ksh
typeset -A b; function b.set { print "set ${.sh.name}[${.sh.subscript}]=${.sh.value}"; }; b[k]=v; a[3]=; function a.get { .sh.value=sub${.sh.subscript}; }; echo ${a[3]}
#: stdout
set b[k]=v
sub3
#: not bash: another language

#### for appending and removing
#!/bin/ksh
function n.append { print "append ${.sh.value}"; }; n+=x; function n.unset { print gone; }; unset n; echo "<$n>"
#: stdout
append x
gone
<>
#: not bash: another language

#### for numbers
#!/bin/ksh
float f=1; f.getn() { .sh.value=4.5; }; echo $((f * 2))
#: stdout
9
#: not bash: another language

#### disciplines of members, and in subshells
#!/bin/ksh
c=(x=1); function c.x.get { .sh.value=55; }; (echo ${c.x}); echo $(echo ${c.x})
#: stdout
55
55
#: not bash: another language

#### .sh.fun.set is called for functions
#!/bin/ksh
function .sh.fun.set { print "call ${.sh.value}"; }; f() { echo in; }; f
#: stdout
call f
in
#: not bash: another language

#### autoload
#!/bin/ksh
mkdir lib; echo 'function greet { print "hello $1"; }' >lib/greet; echo 'lonely() { print "lonely $#"; }' >lib/lonely; FPATH=lib; autoload greet lonely; greet you; greet me; lonely a b; whence -t greet
#: stdout
hello you
hello me
lonely 2
function
#: not bash: another language

#### an autoloaded function that its file does not define
#!/bin/ksh
mkdir lib; echo 'x=1' >lib/nothing; FPATH=lib; autoload nothing; (nothing) 2>/dev/null; echo $?
#: stdout
126
#: not bash: another language

#### traps end with a function of the word function
#!/bin/ksh
function f { trap 'echo leaving $x' EXIT; typeset x=inner; echo in; }; x=outer; trap 'echo end' EXIT; f; echo out
#: stdout
in
leaving outer
out
end
#: not bash: another language

#### a trap on ERR in a function
#!/bin/ksh
function e { trap 'print ERR; return 1' ERR; false; print not; }; e; echo $?
#: stdout
ERR
1
#: not bash: another language

#### statuses of functions are any number
#!/bin/ksh
f() { return 300; }; f; echo $?; f() { return -1; }; f; echo $?; (exit 300); echo $?
#: stdout
300
-1
44
#: not bash: another language

#### typeset -g means the outermost
#!/bin/ksh
x=1; function f { typeset -g x=2; }; function g { typeset x=3; f; echo $x; }; g; echo $x
#: stdout
3
2
#: not bash: another language

#### typeset -m moves
#!/bin/ksh
a=(11 22); typeset -m y=a[1]; echo $y ${a[@]}; z=(a b c); typeset -m w=z; echo ${w[1]} "<${z[@]}>"
#: stdout
22 11
b <>
#: not bash: another language

#### typeset -A of an indexed array
#!/bin/ksh
a=(x y); typeset -A a; a[k]=z; echo ${a[1]} ${a[k]} ${#a[@]}
#: stdout
y z 3
#: not bash: another language

#### a list makes an indexed array of an associative one
#!/bin/ksh
a=([x]=1 [y]=2); a=(${a[y]} new); echo ${a[0]} ${a[1]} ${!a[@]}
#: stdout
2 new 0 1
#: not bash: another language

#### ${!name} is the name
#!/bin/ksh
x=1; echo ${!x}; a=(1 2); echo ${!a[1+0]}; nameref r=x; echo ${!r}
#: stdout
x
a[1]
x
#: not bash: another language

#### attributes in words
#!/bin/ksh
typeset -i n=1; typeset -A m=([a]=b); typeset -a l=(x); typeset -r ro=1; typeset | grep -E ' (n|m|l|ro)$'
#: stdout
indexed array l
associative array m
integer n
readonly ro
#: not bash: another language

#### typeset with attributes lists assignments
#!/bin/ksh
typeset -Z4 zz=7; typeset -Z | grep zz; typeset -i16 hx=255; typeset -p hx zz
#: stdout
zz=0007
typeset -i 16 hx=16#ff
typeset -Z 4 -R 4 zz=0007
#: not bash: another language

#### export and readonly list assignments
#!/bin/ksh
export EA='1 2'; export | grep '^EA'; export -p | grep EA; readonly ROX=1; readonly | grep ROX
#: stdout
EA='1 2'
export EA='1 2'
ROX=1
#: not bash: another language

#### the first element of an array is exported
#!/bin/ksh
v=(one two); export v; $SH -c 'echo $v'
#: stdout
one
#: not bash: another language

#### trap -p with a condition
#!/bin/ksh
trap 'echo t' TERM; trap -p TERM; trap -p; trap -p INT
#: stdout
echo t
trap -- 'echo t' TERM
#: not bash: another language

#### getopts: numbers and a name
#!/bin/ksh
getopts 'n#' o -n 3; echo $o $OPTARG; OPTIND=1; getopts ':n#' o -n x; echo $o $OPTARG; OPTIND=1; getopts -a me 'ab' o -a; echo $o
#: stdout
n 3
: n
a
#: not bash: another language

#### read without names
#!/bin/ksh
printf '  a b  \n' | { read; echo "[$REPLY]"; }
#: stdout
[a b]
#: not bash: another language

#### read -n takes what is there, read -N all or nothing
#!/bin/ksh
(print -n a; sleep .1; print -n bcd) | { read -n3 x; echo $x; cat >/dev/null; }; print -n ab | { read -N3 y; echo "<$y>"; }
#: stdout
a
<>
#: not bash: another language

#### print -R
#!/bin/ksh
print -R - -e '\n'; print -R -n x; print -R; print -
#: stdout
- -e \n
x

#: not bash: another language

#### whence -f and -a
#!/bin/ksh
f() { :; }; whence -f f; echo $?; cd() { :; }; whence -f cd
#: stdout
1
cd
#: not bash: another language

#### printf: expressions
#!/bin/ksh
i=3; printf '%d %x %.2f %s\n' i+1 'i*10' i/2. i; n=0; printf '%d' ++n >/dev/null; echo $n
#: stdout
4 1e 1.50 i
1
#: not bash: another language

#### printf: character constants
#!/bin/ksh
printf '%d %d\n' "'A" "'A'"; printf '%d\n' "'AB" 2>/dev/null; echo $?
#: stdout
65 65
65
1
#: not bash: another language

#### printf: HTML and URLs
#!/bin/ksh
printf '%H|%#H|%(html)q\n' '<a b>' 'a b/c' '&'
#: stdout
&lt;a b&gt;|a%20b%2Fc|&amp;
#: not bash: another language

#### printf: joined
#!/bin/ksh
printf '%..:c\n' abc; printf '%..,s\n' a b c; printf '%..*s\n' - a b; printf '%.3c\n' x
#: stdout
a:b:c
a,b,c
a-b
xxx
#: not bash: another language

#### printf: %T alone
#!/bin/ksh
x=$(TZ=UTC0 printf '%T' '#0'); echo "$x"
#: stdout
Thu Jan  1 00:00:00 UTC 1970
#: not bash: another language

#### a place in the file of a variable
#!/bin/ksh
printf '%s\n' one two three >f; redirect {n}<>f; redirect {n}<#((4)); read -u$n x; echo $x $({n}<#)
#: stdout
two 8
#: not bash: another language

#### >#pattern, and <>; cuts off there
#!/bin/ksh
printf '%d\n' 1 2 3 4 5 6 >f; : 1<>;f >#4; cat f; printf '%d\n' 1 2 3 4 >f; 1<>;f 1>#((2)); cat f
#: stdout
1
2
3
1
#: not bash: another language

#### exec does not take >;
#!/bin/ksh
$SH -c 'exec 3>; f; echo not' 2>/dev/null || echo failed
#: stdout
failed
#: not bash: another language

#### {name}> is closed after a command
#!/bin/ksh
{ echo x >&$n; } {n}>f; cat f; exec {m}>g; echo kept >&$m; cat g
#: stdout
x
kept
#: not bash: another language

#### SECONDS has a fraction
#!/bin/ksh
[[ $SECONDS == *.* ]] && echo fraction; SECONDS=5; ((SECONDS >= 5)) && echo set
#: stdout
fraction
set
#: not bash: another language

#### command -v without a name
#!/bin/ksh
command -v; echo $?; command -V; echo $?
#: stdout
2
2
#: not bash: another language

#### unset goes on after a bad name
#!/bin/ksh
y=3; unset 1x y 2>/dev/null; echo $? "<$y>"
#: stdout
1 <>
#: not bash: another language

#### cd -eP
#!/bin/ksh
mkdir d; cd d; $SH -c 'cd ..; rmdir d'; cd -eP . 2>/dev/null; echo $((? > 1)); cd -eP '' 2>/dev/null; echo $?
#: stderr any
#: status 1
#: not bash: another language

#### getopts: usage strings
#!/bin/ksh
while getopts $'[+NAME?prog]\n[a:all?Do all.]\n[n:num]#[count?A number.]\n[f:file]:[path]\n[v:verbose]:?[level:=1]\n\nfile ...' o --all --num=5 -f x --file y -a -v rest; do print "$o <$OPTARG>"; done; print $OPTIND
#: stdout
a <>
n <5>
f <x>
f <y>
a <>
v <rest>
10
#: not bash: another language

#### getopts: words that an option's argument may be
#!/bin/ksh
u=$'[-1]\n[S:server]:[name:=p]{[p:pmserver][r:rep][11:notifyd]}'; for w in pmserver rep notifyd; do OPTIND=1; getopts "$u" o -S $w 2>/dev/null; echo "$o $OPTARG"; done
#: stdout
S p
S r
S -11
#: not bash: another language

#### getopts: long names begun, turned off, and unknown
#!/bin/ksh
u=$'[+NAME?p]\n[a:all?x]\n[b:almost?x]\n'; for w in --all --noall --alm; do OPTIND=1; getopts "$u" o $w; echo "$o <$OPTARG>"; done; OPTIND=1; getopts ":$u" o -z; echo "$o $OPTARG"; OPTIND=1; getopts "$u" o --al 2>/dev/null; echo $o
#: stdout
a <>
a <>
b <>
? z
?
#: not bash: another language

#### getopts: help ends the script
#!/bin/ksh
(getopts 'ab file ...' o --man; echo not) 2>&1 | grep -c Usage; (getopts ab o '-?'; echo not) 2>/dev/null; echo $?
#: stdout
1
2
#: not bash: another language

#### \E is an escape
#!/bin/ksh
printf '\E%b\n' '\E' | od -An -c
#: stdout
 033 033  \n
#: not bash: another language

#### patterns that are not greedy
#!/bin/ksh
x='-((-))-'; echo "${x/~(-g)*%(())*/\1}" "${x/~(-g)*(?)*%(())*(?)*/:\1:\2:\3:}"; y=xaabbb; echo "${y/~(-g)a*b/-}" "${y/a*b/-}"
#: stdout
((-))- ::((-))::-
x-bb x-
#: not bash: another language

#### \E is an escape
#!/bin/ksh
printf '\E%b\n' '\E' | od -An -c
#: stdout
 033 033  \n
#: not bash: another language

#### arrays of an enumeration
#!/bin/ksh
enum C=(red blue); C -A x=([a]=red [b]=blue); echo ${x[b]}; C -a y=(red blue); echo ${y[1]}; C z=blue; echo $z
#: stdout
blue
blue
blue
#: not bash: another language

#### process substitutions of programs, lists and builtins
#!/bin/ksh
cat <(/bin/echo one) <(echo two; echo three); read x < <(/bin/echo four); echo $x
#: stdout
one
two
three
four
#: not bash: another language

#### exec as the last command of a pipeline does not end the others
#!/bin/ksh
exec echo abc | exec cat
echo no
#: stdout
abc
#: not bash: another language

#### options of builtins that are none
#!/bin/ksh
(read --nothing) 2>&1 | grep -c 'Usage: read '; set --posix; set --noposix; cd --?-version 2>&1 | cut -c1-22
#: stdout
1
  version         cd (
#: not bash: another language

#### print is a builtin under set -o posix
#!/bin/ksh
set --posix; PATH=/nowhere; print x
#: stdout
x
#: not bash: another language

#### a script that names no interpreter is of the same language
#!/bin/ksh
echo 'print $((010)); typeset -F2 x=1; print $x' >s; chmod +x s; ./s
#: stdout
10
1.00
#: not bash: another language

#### a pattern that matches nothing is replaced between characters, too
#!/bin/ksh
x=one
echo "${x/*(z)/Y} ${x//*(z)/Y} ${x//?(o)/Y} ${x//*(n)/Y} ${x//*(n)/<\0>} ${x//*(e)/<\1>}"
#: stdout
Yone YoYnYeY YnYeY YoYeY <>o<n>e<> <>o<>n<e>
#: not bash: another language

#### a message of the first line does not say which line
ln -s "$(readlink -f "$SH")" ksh93
./ksh93 -c 'nosuch_command' 2>&1
./ksh93 -c '
nosuch_command' 2>&1
#: stdout
./ksh93: nosuch_command: not found
./ksh93: line 2: nosuch_command: not found
#: status 127

#### braces in the pattern and the replacement of ${x/p/r} are pairs
#!/bin/ksh
x='a{b}c'; echo "${x/{b}/_}" "${x/b/{}}"
#: stdout
a_c a{{}}c
#: not bash: speaks bash

#### ++ before what is no variable is an error
#!/bin/ksh
(echo $((++5))) 2>/dev/null || echo error
#: stdout
error
#: not bash: two signs

#### ${x-word} and its kin get a value once
#!/bin/ksh
x=1; integer n=0; function x.get { ((n++)); }
y=${x-word}; y=${x:=word}; y=${x:?}; print $n
#: stdout
3
#: not bash: another language

#### the file of {name}> is closed after a command, and not after exec
#!/bin/ksh
# Others come and go while they are listed.
opens() { ls -l /proc/$$/fd 2>/dev/null | grep -c "/$1\$"; }
{ :; } {n}>f; opens f; exec {m}>g; opens g
#: stdout
0
1
#: not bash: another language

#### set -o posix takes no redirections away
#!/bin/ksh
set -o posix
cat |&
echo moved 4>&1 3>&4- >&3
exec 5>&p; echo coprocess >&5; exec 6<&p; read -u6 x; echo $x; exec 5>&- 6<&-
echo input | { cat & wait $!; }
{ : </dev/tcp/127.0.0.1/1; } 2>&1 | grep -c refused
#: stdout
moved
coprocess
input
1
#: not bash: another language

#### an expansion error in a redirection makes the command fail, whatever that is
#!/bin/ksh
(:) <$((1/0)); echo subshell $?
cat <$((1/0)); echo program $?
{ :; } <$((1/0)); echo group $?
f() { :; }; f <$((1/0)); echo function $?
echo <$((1/0)); echo builtin $?
x=1 <$((1/0)); echo "none $? [$x]"
: <$((1/0)); echo special $?
#: stdout
subshell 1
program 1
group 1
function 1
builtin 1
none 1 [1]
#: stderr any
#: status 1
#: not bash: another language

#### a builtin whose output nobody reads says nothing
#!/bin/ksh
{ trap '' PIPE; sleep 0.2; echo x; } | true
#: not bash: another language

#### what ${ list; } declares is declared where it is
#!/bin/ksh
function f { typeset z=${ typeset y=2; echo 1; }; echo $z $y; }; f
#: stdout
1 2
#: not bash: another language

#### set -o posix leaves TIMEFORMAT
#!/bin/ksh
set -o posix; TIMEFORMAT=%R; { time :; } 2>&1 | grep real || echo none
#: stdout
none
#: not bash: another language

#### -v of a path through what is no array
#!/bin/ksh
typeset -C a=(b=(c=1)); [[ -v a.b[1+].c ]]; echo $?; [[ -v a.b.c ]]; echo $?
#: stdout
1
0
#: not bash: another language

#### a privileged shell does not read the user's profile
#!/bin/ksh
ln -s "$SH" ksh; echo 'echo profile' >.profile
./ksh -l -c 'echo script'; ./ksh -l -p -c 'echo privileged'
#: stdout
profile
script
privileged
#: not bash: another language

#### a syntax error has status 3, and ends the text that has it
#!/bin/ksh
eval 'if' 2>/dev/null; echo $?
#: stdout
3
#: not bash: another language

#### ! without a command
#!/bin/ksh
!
echo $?
! ; echo $?
(!); echo $?; ! && echo no; ! || echo $?; ! &
wait; x=$( ! ); echo $?; if !; then echo no; fi; { !; }; echo $?; ! !; echo $?
#: stdout
1
1
1
1
1
1
0
#: not bash: not before every operator

#### <> without a number is standard output
#!/bin/ksh
echo abcdef >f; print XY <>f; cat f; cat <>f </dev/null; cat 0<>f
exec 3<>f; read -u3 x; print $x
set -o posix
cat <>f
#: stdout
XY
def
XY
def
XY
XY
def
#: not bash: is for standard input

#### results that no integer holds
#!/bin/ksh
print -- $((2**-1)) $((2**-2)) $((9223372036854775807+0)) $((-9223372036854775808)) $((2**62)) $((2**62+2**62 > 2**62)) $((2**64 > 2**63))
integer i=9223372036854775807; ((i++)); print -- $i; i=2**64; print -- $i
((2**63 == 9223372036854775808.)) && print float; ((3037000500*3037000500 > 9e18)) && print float
print $((1e-4)) $((1e-5)) $((0.00001234)) $((1e17)) $((1e18)) $((1.5e18)) $((9e18)) $((1e19)) $((1e100))
#: stdout
0.5 0.25 9223372036854775807 -9223372036854775808 4611686018427387904 1 1
-9223372036854775808
-9223372036854775808
float
float
0.0001 1e-05 1.234e-05 100000000000000000 1000000000000000000 1500000000000000000 9000000000000000000 1e+19 1e+100
#: not bash: another language

#### what is appended to a number with a fraction is added
#!/bin/ksh
float f=2.5; f+=1; print $f; typeset -E3 e=1; e+=0.5; print $e; typeset -F2 g=1; g+=g; print $g; f+=f*2; print $f
float -A x=([a]=1.5); x[a]+=2; print ${x[a]}; float -a y=(1 2); y[1]+=0.5; print ${y[1]}; integer i=5; i+=1.7; print $i
#: stdout
3.5
1.5
2.00
10.5
3.5
2.5
6
#: not bash: another language
