# Reserved words, lists and compound commands: XCU 2.4, 2.9, 2.10.

#### reserved words are ordinary in argument position
echo if then else elif fi do done case esac while until for { } ! in
#: stdout
if then else elif fi do done case esac while until for { } ! in

#### reserved words may be names and values
for in in in do; do echo $in; done
if=1 case=2; echo $if $case
case in in in) echo in;; esac
case case in case) echo case;; esac
for do in do; do echo $do; done
#: stdout
in
do
1 2
in
case
do

#### a case pattern esac needs a parenthesis before it
case esac in (esac) echo yes;; esac
case x in (esac|x) echo yes;; esac
#: stdout
yes
yes

#### reserved words after a redirection are none
>out if 2>/dev/null; echo $?
#: stdout
127

#### reserved words after an assignment are none
a=1 while 2>/dev/null; echo $?
#: stdout
127

#### { needs a blank, } a separator
{ echo a; }
{ echo b } ; }
{
echo c
}
{ echo d; } ; { echo e;}
{ :; };echo f
#: stdout
a
b }
c
d
e
f

#### { and } inside words are ordinary
echo {a} a}b {} { } }
echo {,a}
#: stdout
{a} a}b {} { } }
{,a}
#: not bash: brace expansion

#### a word like {a is a command name
{a 2>/dev/null; echo $?
#: stdout
127

#### parentheses need no blanks
(echo a)
(echo b;)
( (echo c) )
#: stdout
a
b
c

#### nested subshells at once
(( echo a ) )
( ( ( echo b )))
#: stdout
a
b

#### ! before any redirection
! <<E cat
one
E
! <<-E cat
	two
	E
! >&2 echo three
! <>file cat
! >|file echo
! >>file echo
! 2>&1 </dev/null cat
! <&0 cat
echo $?
#: stdout
one
two
1
#: stderr
three

#### ! inverts a pipeline's status
! true; echo $?
! false; echo $?
! false | true; echo $?
! true | false; echo $?
! (exit 3); echo $?
! { ! true; }; echo $?
#: stdout
1
0
1
0
0
0

#### && and || have equal rank and associate to the left
true || echo a && echo b
false && echo c || echo d
false || false && echo e || echo f
true && false || true && echo g
#: stdout
b
d
f
g

#### newlines after operators and reserved words
true |

cat &&
# comment

echo a
false ||

echo b
if

true

then

echo c

fi
while

false

do

:

done
for i
do
echo "$i"
done
for i in 1 2

do

echo $i

done
case x

in

x)

echo d

;;

esac
(

echo e

)
{

echo f

}
f()

{ echo g; }
f
!  true
echo $?
#: args P
#: stdout
a
b
c
P
1
2
d
e
f
g
1

#### for without a list takes the positional parameters
set -- 'a b' c ''
for i do echo "<$i>"; done
for i
do echo "<$i>"; done
for i; do echo "<$i>"; done
for i in; do echo no; done
echo "$i."
#: stdout
<a b>
<c>
<>
<a b>
<c>
<>
<a b>
<c>
<>
.

#### for: list is expanded once, before the first iteration
x='1 2 3'
for i in $x; do x=no; echo $i; done
set -- a b
for i do set -- c d e; echo $i; done
#: stdout
1
2
3
a
b

#### for: status of the last command, 0 for none
for i in 1 2; do (exit $i); done; echo $?
false
for i in; do :; done; echo $?
#: stdout
2
0

#### for: the variable keeps its last value, globs and fields count
>f1; >f2
x='a b'
for i in f* $x "$x" 'q'*; do echo "<$i>"; done
echo $i
#: stdout
<f1>
<f2>
<a>
<b>
<a b>
<q*>
q*

#### for: a readonly variable is an error
readonly r=1
(for r in 2; do echo no; done) 2>/dev/null
[ $? -ne 0 ] && echo failed
#: stdout
failed

#### while and until
i=0
while [ $i -lt 3 ]; do i=$((i+1)); done; echo $i
until [ $i -eq 0 ]; do i=$((i-1)); done; echo $i
while false; do :; done; echo $?
until true; do :; done; echo $?
n=0; while n=$((n+1)); [ $n -lt 4 ]; do (exit $n); done; echo $? $n
#: stdout
3
0
0
0
3 4

#### if, elif, else and their statuses
if false; then echo 1; elif true; then echo 2; else echo 3; fi
if false; then :; elif false; then :; else echo 3; fi
if false; then :; fi; echo $?
if (exit 3); then :; elif (exit 4); then :; fi; echo $?
if true; then (exit 5); fi; echo $?
if false; then :; else (exit 6); fi; echo $?
if false; true; then echo last; fi
#: stdout
2
3
0
0
5
6
last

#### case: patterns, alternatives, the first match, status
case abc in x) echo 1;; a*|z) echo 2;; *) echo 3;; esac
case abc in (a?c) echo p; esac
case x in y) :;; esac; echo $?
case x in x) ;; esac; echo $?
false; case x in x) echo $?;; esac
case x in x) (exit 3);; esac; echo $?
case '' in '') echo empty;; esac
case in in esac; echo $?
case x in x) echo a; esac
case x in x) echo b
esac
case x in (x) echo c ;; (y) ;; esac
#: stdout
2
p
0
0
1
3
empty
0
a
b
c

#### case: the status of $? without a match is 0
false
case x in y) ;; esac
echo $?
#: stdout
0

#### case: ;& falls through
case a in a) echo 1 ;& b) echo 2 ;& c) echo 3 ;; d) echo 4;; esac
case a in a) echo 5 ;& esac
case a in b) echo x;& a) ;& c) (exit 7);& esac; echo $?
#: stdout
1
2
3
5
7
#: not dash: 0.5.12 has no ;&

#### case: the word is expanded without splitting or globbing
>f1
x='a  b' p='f*'
case $x in 'a  b') echo 1;; esac
case $p in 'f*') echo 2;; esac
case ~ in "$HOME") echo 3;; esac
case $(echo a) in a) echo 4;; esac
case $((1+1)) in 2) echo 5;; esac
case "$x" in $x) echo 6;; esac
case $* in 'p q') echo 7;; esac
#: args p q
#: stdout
1
2
3
4
5
6
7

#### case: patterns from variables, quoted and not
p='a*' q='[ab]' b='\*'
case abc in $p) echo 1;; esac
case abc in "$p") echo 2;; *) echo no;; esac
case b in $q) echo 3;; esac
case '*' in $b) echo 4;; esac
case 'a*' in a"*") echo 5;; esac
case 'ax' in a\*) echo 6;; *) echo no;; esac
case abc in a"$p") echo 7;; 'a'*) echo 8;; esac
#: stdout
1
no
3
4
5
no
8

#### case: patterns are expanded only until one matches
i=0
case b in a$((i=i+1))) ;; b) ;; c$((i=i+10))) ;; esac
echo $i
#: stdout
1

#### case: brackets
for c in a b z ] - '!' ^ 5 A '[' '\' ' '; do
  r=
  case $c in [a-c]) r=${r}1;; esac
  case $c in [!a-c]) r=${r}2;; esac
  case $c in []x]) r=${r}3;; esac
  case $c in [a-]) r=${r}4;; esac
  case $c in [[:digit:]]) r=${r}5;; esac
  case $c in [![:alpha:]]) r=${r}6;; esac
  case $c in [\]a]) r=${r}7;; esac
  case $c in ["a-c"]) r=${r}8;; esac
  case $c in [[:upper:][:space:]_]) r=${r}9;; esac
  case $c in []!-]) r=${r}a;; esac
  case $c in [\\]) r=${r}b;; esac
  echo "$c:$r"
done
#: stdout
a:1478
b:1
z:2
]:2367a
-:2468a
!:26a
^:26
5:256
A:29
[:26
\:26b
 :269

#### case: slash and leading dot are ordinary characters
case a/b in *) echo 1;; esac
case a/b in a?b) echo 2;; esac
case .a in *a) echo 3;; esac
case a/b in a[/]b) echo 4;; esac
#: stdout
1
2
3
4

#### case: an unmatched bracket is itself
case '[a' in [a) echo 1;; esac
case '[' in [) echo 2;; esac
case 'a]' in a]) echo 3;; esac
#: stdout
1
2
3

#### compound commands with redirections
if true; then echo a; fi >o
for i in 1 2; do echo $i; done >>o
while read x; do echo "<$x>"; done <o >p
case x in x) echo c;; esac >>p 2>&1
{ echo d; echo e >&2; } >>p 2>&1
(echo f) >>p
until read y; do :; done <<E
in
E
cat p; echo $y
#: stdout
<a>
<1>
<2>
c
d
e
f
in

#### several redirections on one compound command, in order
{ echo a; echo b >&2; } 2>&1 >o | sed s/^/piped:/
cat o
#: stdout
piped:b
a

#### a variable set in a redirected compound command stays
{ x=1; } >/dev/null
for y in 2; do :; done </dev/null
while z=3; do break; done 2>/dev/null
echo $x $y $z
#: stdout
1 2 3

#### a redirection that fails keeps the compound command from running
{ echo no; } </nonexistent/x 2>/dev/null
[ $? -ne 0 ] && echo failed
#: stdout
failed
#: stderr any

#### asynchronous lists
echo a & wait
{ echo b; echo c; } & wait
(echo d) & wait $!
echo e & f=1; wait; echo $f
for i in 1; do echo g & done; wait
if true; then echo h & fi; wait
#: stdout
a
b
c
d
e
1
g
h

#### & separates as ; does
true & echo a; wait
false & x=$!; wait $x; echo $?
: & :; echo b
#: stdout
a
1
b

#### && and || bind tighter than &
true && echo a && x=1 & wait
echo ${x-unset}
#: stdout
a
unset

#### a list after an async list on one line
{ sleep 0.1; echo second; } & echo first; wait
#: stdout
first
second

#### status of an async list is 0
false &
echo $?
wait
#: stdout
0

#### empty lines, comments and separators
# comment

   # indented
:;:
: # trailing
echo a;

;
#: status 2
#: stdout
a
#: stderr some
#: not ksh93: status 3

#### a function: definition forms and calls
f() { echo "f $#: $*"; }
g () { echo g; }
h( ) ( echo h; x=1 )
i() if true; then echo i; fi
j()
{
  echo j
}
k() for a do echo "k $a"; done
l() case $1 in x) echo l;; esac
m() while true; do echo m; break; done
f; f 1 'a b'; g; h; i; j; k 1 2; l x; m; echo ${x-unset}
#: stdout
f 0: 
f 2: 1 a b
g
h
i
j
k 1
k 2
l
m
unset

#### a function's redirections apply at each call
f() { echo $1; } >>o
f 1; f 2
cat o
g() { cat; } <$1
#: args /dev/null
#: stdout
1
2

#### a function definition has status 0
false
f() { false; }
echo $?
#: stdout
0

#### a function may be redefined, also by itself
f() { echo 1; f() { echo 2; }; }
f; f; f() { echo 3; }; f
#: stdout
1
2
3

#### function names and variables live apart
f=var
f() { echo fun; }
f; echo $f
unset f; echo ${f-unset}; f
unset -f f; f 2>/dev/null || echo gone
#: stdout
fun
var
unset
fun
gone

#### positional parameters inside and after a function
set -- a b
f() { echo $#$1; set -- x y z; echo $#$1; shift; echo $1; }
f c
echo $#$1
#: stdout
1c
3x
y
2a

#### $0 does not change in a function
f() { case $0 in ../case) echo same;; esac; }
f
#: stdout
same

#### recursion
f() { [ $1 -eq 0 ] && echo end && return; f $(($1-1)); echo $1; }
f 3
#: stdout
end
1
2
3

#### a function with a name of a utility is found first
ls() { echo mine; }
ls
x=$(ls)
echo $x
unset -f ls; ls / >/dev/null && echo real
#: stdout
mine
mine
real

#### a function body may be defined where it never runs
if false; then f() { echo f; }; fi
f 2>/dev/null || echo none
#: stdout
none

#### nested definitions and calls in substitutions
f() { g() { echo "g$1"; }; x=$(g 1); echo "$x"; }
f; g 2
#: stdout
g1
g2

#### break and continue through levels
for i in 1 2 3; do
  for j in a b c; do
    [ $j = b ] && continue 2
    [ $i = 3 ] && break 2
    echo $i$j
  done
done
while :; do until false; do break 9; done; echo no; done
echo end
#: stdout
1a
2a
end

#### break from the condition of a loop
while break; do echo no; done
until ! break; do echo no; done
while true; do if true; then case x in x) break;; esac; fi; done
echo $?
#: stdout
0

#### return leaves a function or a dotted file
f() { for i in 1 2; do while :; do return 5; done; done; echo no; }
f; echo $?
echo 'echo in; return 6; echo no' >d
. ./d; echo $?
g() { false; return; }
g; echo $?
#: stdout
5
in
6
1

#### a simple command of only redirections
>a
[ -f a ] && echo made
<a; echo $?
</nonexistent/x 2>/dev/null; [ $? -ne 0 ] && echo failed
#: stdout
made
0
failed
#: stderr any

#### order of redirections and words is free
>o echo a b
echo >o2 c d
echo e 2>/dev/null f >o3
cat o o2 o3
#: stdout
a b
c d
e f

#### numbers before redirections only without blanks
echo 1 >o; cat o
echo 2>o; cat o
echo a1>o; cat o
echo \2>o; cat o
echo "2">o; cat o
#: stdout
1

a1
2
2

#### LINENO counts lines of the script
echo $LINENO
echo $LINENO \
 $LINENO
x='
'; echo $LINENO
cat <<E >/dev/null
a
b
E
echo $LINENO
#: stdout
1
2 2
5
10
#: not dash: Debian's is built without LINENO

#### LINENO on plain lines, in loops and after a here-document
echo $LINENO
for i in 1 2; do
  echo $LINENO
done

cat <<E
x
E
echo $LINENO
#: stdout
1
3
3
x
9
#: not dash: Debian's is built without LINENO

#### LINENO in arithmetic and in braces
echo $((LINENO)) ${LINENO} "${LINENO}"
: $((LINENO > 0)); echo $?
#: stdout
1 1 1
0
#: not dash: Debian's is built without LINENO

#### commands may follow on the line of a compound command's end
if true; then echo 1; fi; for i in 2; do echo $i; done; case x in x) echo 3; esac; { echo 4; }; (echo 5); echo 6
if true; then if true; then echo 7; fi fi
{ { echo 8; } }
(true) && { echo 9; } || (echo no)
#: stdout
1
2
3
4
5
6
7
8
9

#### carriage returns are no blanks
printf 'echo a\r\n' >c
. ./c | od -An -c | tr -s ' '
#: stdout
 a \r \n

#### a script without a newline at its end
echo end
#: run -c
#: stdout
end

#### tabs and blanks between words
 echo	a 	b  
	echo c
#: stdout
a b
c

#### a pipeline's last status, and all run
false | true; echo $?
true | false; echo $?
(exit 3) | (exit 4); echo $?
echo a | cat | cat | cat
#: stdout
0
1
4
a

#### a pipeline's stages are subshells
x=1
x=2 | :
echo 3 | { read x; }
echo $x
#: stdout
1
#: not ksh93: runs the last stage in the shell itself

#### a pipe carries standard output before the redirections
{ echo a; echo b >&2; } 2>&1 | sort
echo no >/dev/null | cat
{ echo out; echo err >&2; } 2>o | cat; cat o
#: stdout
a
b
out
err

#### a very long pipeline
echo x | cat | cat | cat | cat | cat | cat | cat | cat | cat | cat | cat | cat | cat | cat | cat | cat
#: stdout
x

#### a long command line and a long word
w=$(printf '%070000d' 1)
echo ${#w}
set -- $(yes a | head -n 5000)
echo $#
eval "echo $w" | wc -c | tr -d ' '
#: stdout
70000
5000
70001

#### continue in the condition of a loop asks the condition again
i=0
while i=$((i + 1)); case $i in 1|2) echo "c$i"; continue;; 5) break;; esac; do echo "b$i"; done
#: stdout
c1
c2
b3
b4
#: also mksh

#### no command begins with in
for text in 'in' 'true; in x' 'true && in' '{ in; }' '(in)' 'in() { :; }' 'if in; then :; fi' 'echo a | in' '! in'; do
	(eval "$text; echo $text") 2>/dev/null || echo refused
done
\in 2>/dev/null || echo in in
for in in in; do echo $in; done
case in in in) echo case; esac
in=1 in 2>/dev/null; echo $?
#: stdout
refused
refused
refused
refused
refused
refused
refused
refused
refused
in in
in
case
127
