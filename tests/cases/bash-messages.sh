# What a shell named `bash` says of what is wrong, and the statuses.

#### operands that are no names do not end what follows
{
export 1a=2 b=3; echo $? $b
readonly 1a x=1; echo $? $x
read 1a </dev/null; echo $?
unset a=1; echo $?
f() { local 1a=3 b=2; echo $? $b; }; f
declare 1a=3 b=2; echo $? $b
typeset 1a; echo $?
getopts a 1a; echo $?
for 1a in x; do echo $?; done; echo $?
mapfile 1a </dev/null; echo $?
printf -v 1a x; echo $?
} 2>&1 | sed 's/^.*line [0-9]*: //'
#: status 0
#: stdout
export: `1a=2': not a valid identifier
1 3
readonly: `1a': not a valid identifier
1 1
read: `1a': not a valid identifier
1
0
local: `1a=3': not a valid identifier
1 2
declare: `1a=3': not a valid identifier
1 2
typeset: `1a': not a valid identifier
1
getopts: `1a': not a valid identifier
1
`1a': not a valid identifier
1
mapfile: `1a': not a valid identifier
1
printf: `1a': not a valid identifier
2

#### what cannot be changed
{
readonly r=1; unset r; echo $?
declare r=2; echo $?
read r <<<x; echo $?
for r in a; do echo; done; echo $?
f() { local r=2; echo $?; }; f
((r++)); echo $?
printf -v r x; echo $?
r=2 true; echo $?
} 2>&1 | sed 's/^.*line [0-9]*: //'
#: status 0
#: stdout
unset: r: cannot unset: readonly variable
1
declare: r: readonly variable
1
r: readonly variable
1
r: readonly variable
1
local: r: readonly variable
1
r: readonly variable
1
r: readonly variable
1
r: readonly variable
0

#### a builtin goes on after a name that is none
export 1a=2 b=3 2>/dev/null; echo $? $b
readonly 1a=2 c=3 2>/dev/null; echo $? $c
#: stdout
1 3
1 3

#### numbers that are none
{
shift -1; echo $?
shift a; echo $?
f() { return a; echo no; }; f; echo $?
(exit a); echo $?
for i in 1; do break 0; done; echo $?
break; echo $?
continue; echo $?
(set -- a b; shift 1 2; echo no); echo $?
(exit 1 2; echo no); echo $?
(for i in 1; do break a; done; echo no); echo $?
read -t a x </dev/null; echo $?
read -n a x </dev/null; echo $?
read -u a x; echo $?
read -u 77 x; echo $?
mapfile -n a x </dev/null; echo $?
umask 9; echo $?
ulimit -n abc; echo $?
kill abc; echo $?
wait abc; echo $?
printf %d abc; echo $?
printf '%d\n' 0x; echo $?
[ a -eq 1 ]; echo $?
LC_ALL=C.UTF-8
[ a -eq 1 ]; echo $?; [ '' -eq 1 ]; echo $?; test 1 foo 2; echo $?; printf %d abc; echo $?
} 2>&1 | sed 's/^.*line [0-9]*: //'
#: status 0
#: stdout
shift: -1: shift count out of range
1
shift: a: numeric argument required
1
return: a: numeric argument required
2
exit: a: numeric argument required
2
break: 0: loop count out of range
1
break: only meaningful in a `for', `while', or `until' loop
0
continue: only meaningful in a `for', `while', or `until' loop
0
shift: too many arguments
1
exit: too many arguments
1
break: a: numeric argument required
128
read: a: invalid timeout specification
1
read: a: invalid number
1
read: a: invalid file descriptor specification
1
read: 77: invalid file descriptor: Bad file descriptor
1
mapfile: a: invalid line count
1
umask: 9: octal number out of range
1
ulimit: abc: invalid number
1
kill: abc: arguments must be process or job IDs
1
wait: `abc': not a pid or valid job spec
1
printf: abc: invalid number
01
printf: 0x: invalid hex number
0
1
[: a: integer expression expected
2
[: a: integer expression expected
2
[: : integer expression expected
2
test: foo: binary operator expected
2
printf: abc: invalid number
01

#### expressions that are none
{
(echo $((1 +)))
(echo $((1 / 0)))
(echo $((09)))
(echo $((2#3)))
(echo $((1 2)))
(echo $((1=2)))
(echo $((2**-1)))
(echo $((99#1)))
(echo $((x=)))
((1/0)); echo $?
let 1+; echo $?
let; echo $?
[[ 1+ -eq 1 ]]; echo $?
(declare -i n; n='a b'; echo no)
} 2>&1 | sed 's/^.*line [0-9]*: //'
#: status 0
#: stdout
1 +: syntax error: operand expected (error token is "+")
1 / 0: division by 0 (error token is "0")
09: value too great for base (error token is "09")
2#3: value too great for base (error token is "2#3")
1 2: syntax error in expression (error token is "2")
1=2: attempted assignment to non-variable (error token is "=2")
2**-1: exponent less than 0 (error token is "1")
99#1: invalid arithmetic base (error token is "99#1")
x=: syntax error: operand expected (error token is "=")
((: 1/0: division by 0 (error token is "0")
1
let: 1+: syntax error: operand expected (error token is "+")
1
let: expression expected
1
[[: 1+: syntax error: operand expected (error token is "+")
1
a b: syntax error in expression (error token is "b")

#### what is unset
{
(set -u; echo $x); echo $?
(set -u; echo $1); echo $?
(set -u; echo $((x+1))); echo $?
(echo ${x:?}); echo $?
(echo ${x?msg}); echo $?
} 2>&1 | sed 's/^.*line [0-9]*: //'
#: status 0
#: stdout
x: unbound variable
1
$1: unbound variable
1
x: unbound variable
1
x: parameter null or not set
1
x: msg
1

#### words that have no place
for text in 'if; echo' fi ')' 'foo() echo hi' 'a && && b' ';; ' 'echo ;; x' 'echo (a)' 'while done' '>' 'cat <<' 'x=$(a' "echo 'abc" 'echo "a' 'echo `a' '{ echo' 'case x in a) b'; do
	eval "$text"
	echo $?
done 2>&1 | sed 's/^.*line [0-9]*: //'
#: status 0
#: stdout
syntax error near unexpected token `;'
`if; echo'
2
syntax error near unexpected token `fi'
`fi'
2
syntax error near unexpected token `)'
`)'
2
syntax error near unexpected token `echo'
`foo() echo hi'
2
syntax error near unexpected token `&&'
`a && && b'
2
syntax error near unexpected token `;;'
`;; '
2
syntax error near unexpected token `;;'
`echo ;; x'
2
syntax error near unexpected token `a'
`echo (a)'
2
syntax error near unexpected token `done'
`while done'
2
syntax error near unexpected token `newline'
`>'
2
syntax error near unexpected token `newline'
`cat <<'
2
unexpected EOF while looking for matching `)'
2
unexpected EOF while looking for matching `''
2
unexpected EOF while looking for matching `"'
2
unexpected EOF while looking for matching ``'
2
syntax error: unexpected end of file
2
syntax error: unexpected end of file
2

#### lists come directly after the =, and are no elements
for text in 'a= (1)' 'a+= (1 2)' 'b=1 a= (2) c' 'a=([1]=(x y))' 'a=([1]= (x))'; do
	"$SH" -c "$text"
	echo $?
done 2>&1 | sed 's/^.*line [0-9]*: //'
#: stdout
syntax error near unexpected token `('
`a= (1)'
2
syntax error near unexpected token `('
`a+= (1 2)'
2
syntax error near unexpected token `('
`b=1 a= (2) c'
2
syntax error near unexpected token `('
`a=([1]=(x y))'
1
syntax error near unexpected token `('
`a=([1]= (x))'
1

#### operands that are not there
{
cd a b; echo $?
bg; echo $?
set -o nosuch; echo $?
type nosuch; echo $?
command -V nosuch; echo $?
trap '' FOO; echo $?
kill -FOO 1; echo $?
. /nonexist; echo $?
cat <&9; echo $?
: >there; set -C; echo >there; echo $?; set +C
local x; echo $?
declare -n r=1; echo $?
declare -n r=r; echo $?
[ 1; echo $?
test a b; echo $?
test a b c d e; echo $?
} 2>&1 | sed 's/^.*line [0-9]*: //'
#: status 0
#: stdout
cd: too many arguments
1
bg: no job control
1
set: nosuch: invalid option name
2
type: nosuch: not found
1
command: nosuch: not found
1
trap: FOO: invalid signal specification
1
kill: FOO: invalid signal specification
1
/nonexist: No such file or directory
1
9: Bad file descriptor
1
there: cannot overwrite existing file
1
local: can only be used in a function
1
declare: `1': invalid variable name for name reference
1
declare: r: nameref variable self references not allowed
1
[: missing `]'
2
test: a: unary operator expected
2
test: too many arguments
2

#### a reference to an element of what it shadows is of the caller's variable
f() { local -n a=$1; a=X; }
b=(0)
f 'b[0]'
declare -p b
#: status 0
#: stdout
declare -a b=([0]="X")

#### a reference that would lead into itself does not end the shell
(f() { declare -gn a='a[0]'; a=X; }; f) 2>/dev/null; echo $(($? < 128))
(declare -n c='d[1]'; declare -n d=c; d=3; echo "$c" "$d" >/dev/null) 2>/dev/null; echo $(($? < 128))
(declare -n e; e='e[1]'; e=3; echo "$e" >/dev/null) 2>/dev/null; echo $(($? < 128))
#: status 0
#: stdout
1
1
1

#### an element that is none fails to be read
read 'a b[1]' <<<x 2>/dev/null; echo $?
#: status 0
#: stdout
1

#### what a signal has killed is reported with its process and the command
f() { sh -c 'kill -KILL $$' > out; }
exec 3>&2 2>err
f
sh -c 'kill -HUP $$'
sh -c 'kill -TERM $$'
trap : USR1; sh -c 'kill -USR1 $$'
x=$(f; echo a); x=$(sh -c 'kill -HUP $$')
sh -c 'kill -HUP $$' | cat
{ sh -c 'kill -QUIT $$'; } | cat
(sh -c 'kill -HUP $$'; :)
exec 2>&3
sed 's/\(line [0-9]*: \) *[0-9][0-9]* /\1PID /; s/^[^:]*case/case/' err
#: stdout
case: line 1: PID Killed                  sh -c 'kill -KILL $$' > out
case: line 4: PID Hangup                  sh -c 'kill -HUP $$'
Terminated
User defined signal 1
case: line 9: PID Quit                    sh -c 'kill -QUIT $$'
case: line 10: PID Hangup                  sh -c 'kill -HUP $$'

#### options and operands that are none
alias -x; echo $?
unset -f -v x; echo $?
hash -v; echo $?
set -- 1; shopt -s shift_verbose; shift 5; echo $?
source; echo $?
. -i; echo $?
shopt -s -u; echo $?
eval -i; echo $?
trap 'echo x' NOSIG; echo $?
kill -s; echo $?
trap -x; echo $?
alias a='echo b' -- c; echo $?
#: stdout
2
1
2
1
2
2
1
2
1
1
2
1
#: stderr
../case: line 1: alias: -x: invalid option
alias: usage: alias [-p] [name[=value] ... ]
../case: line 2: unset: cannot simultaneously unset a function and a variable
../case: line 3: hash: -v: invalid option
hash: usage: hash [-lr] [-p pathname] [-dt] [name ...]
../case: line 4: shift: 5: shift count out of range
../case: line 5: source: filename argument required
source: usage: source filename [arguments]
../case: line 6: .: -i: invalid option
.: usage: . filename [arguments]
../case: line 7: shopt: cannot set and unset shell options simultaneously
../case: line 8: eval: -i: invalid option
eval: usage: eval [arg ...]
../case: line 9: trap: NOSIG: invalid signal specification
../case: line 10: kill: -s: option requires an argument
../case: line 11: trap: -x: invalid option
trap: usage: trap [-lp] [[arg] signal_spec ...]
../case: line 12: alias: --: not found
../case: line 12: alias: c: not found

#### what has killed the program that is all of a subshell
(sh -c 'kill -9 $$')
echo $?
(sh -c 'kill -9 $$') | cat
#: stdout
137
#: stderr-has Killed                  (

#### what is unset is reported as it was written
set -u
a[1]=x
(echo $1); (echo ${1}); (echo ${#1}); (echo ${1%x})
(echo ${a[7]}); (echo "${a[2]:1}"); (echo ${a[2]@Q}); (echo ${a}); (echo ${a[2]-none})
#: stdout
none
#: stderr
../case: line 3: $1: unbound variable
../case: line 3: 1: unbound variable
../case: line 3: 1: unbound variable
../case: line 3: 1: unbound variable
../case: line 4: a[7]: unbound variable
../case: line 4: a[2]: unbound variable
../case: line 4: a[2]: unbound variable
../case: line 4: a: unbound variable

#### ${#+} and its kin are no expansions, an element needs a key where the first one has one
(echo ${#%}); (echo ${#+}); (echo ${#=}); (echo ${#/}); echo ${#-x} ${#%x}
declare -A a; a=([x]=1 y); declare -p a
#: stdout
0 0
declare -A a=([x]="1" )
#: stderr
../case: line 1: ${#%}: bad substitution
../case: line 1: ${#+}: bad substitution
../case: line 1: ${#=}: bad substitution
../case: line 1: ${#/}: bad substitution
../case: line 2: a: y: must use subscript when assigning associative array

#### for (( with too few expressions, and with too many
"$SH" -c 'for (( i=0; "i < 3" )); do :; done' me; echo $?
"$SH" -c 'for ((a;b;c;d)); do :; done' me
#: status 2
#: stdout
2
#: stderr
me: -c: line 1: syntax error: arithmetic expression required
me: -c: line 1: syntax error: `(( i=0; "i < 3" ))'
me: -c: line 1: syntax error: `;' unexpected
me: -c: line 1: syntax error: `((a;b;c;d))'

#### test: what is there instead of `)', and what is too much
test \( a = b c; test \( a = b; [ \( a = b ]; test a = b -ne; test 4 4 4 4 4
#: status 2
#: stderr
../case: line 1: test: `)' expected, found c
../case: line 1: test: `)' expected
../case: line 1: [: `)' expected, found ]
../case: line 1: test: syntax error: `-ne' unexpected
../case: line 1: test: too many arguments

#### the text of an alias is on the line of its name
shopt -s expand_aliases
alias two='nosuch1
nosuch2
'

two
nosuch3
#: status 127
#: stderr
../case: line 6: nosuch1: command not found
../case: line 6: nosuch2: command not found
../case: line 7: nosuch3: command not found

#### an expression that says which part of a value, and one of for ((
x=abc
for ((-- ; ;)); do :; done; echo $?
(: ${x:%}); (: ${@:1:%})
#: status 1
#: stdout
1
#: stderr
../case: line 2: ((: -- : syntax error: operand expected (error token is "- ")
../case: line 3: x: %: syntax error: operand expected (error token is "%")
../case: line 3: @: %: syntax error: operand expected (error token is "%")

#### in posix mode from the start
"$SH" -o posix -c 'for()' me
"$SH" -o posix -c 'echo "${BASH_VERSION:+set}" {a,b}; readonly x=1; x=2; echo no' me
"$SH" --posix -c 'alias a="echo alias"
a'
#: stdout
set a b
alias
#: stderr
me: -c: line 1: syntax error near unexpected token `('
me: -c: line 1: `for()'
me: line 1: x: readonly variable

#### an element that is missing is reported with its subscript
a=(x); declare -A m=([k]=)
(echo ${a[1]?}); (echo ${a[1]:?}); (echo ${a[2]?word}); (echo ${m[k]:?}); (echo ${none[@]?})
#: stderr
../case: line 2: a[1]: parameter not set
../case: line 2: a[1]: parameter null or not set
../case: line 2: a[2]: word
../case: line 2: m[k]: parameter null or not set
../case: line 2: none[@]: parameter not set
#: status 1

#### a message of a function names the file of the function
echo 'f() { nosuch_command; }' >lib
. ./lib; f
#: stderr
./lib: line 1: nosuch_command: command not found
#: status 127

#### an error of syntax in eval in a function names the function's file
echo 'f() { eval "echo )"; }' >lib
. ./lib; f
#: stderr
./lib: eval: line 1: syntax error near unexpected token `)'
./lib: eval: line 1: `echo )'
#: status 2

#### messages of an interactive shell do not say which line
"$SH" --norc -i -c 'nosuch_command' 2>&1 | sed -n 's/.*bash: \(.*nosuch\)/\1/p'
#: stdout
nosuch_command: command not found

#### no element of an array is a list
a=(1 (2 3)); echo not reached
echo ${#a[@]}
a=(x=(1) 2)
echo ${#a[@]}
a=($(echo b c) d "(e)"); echo ${#a[@]}
#: stdout
0
0
4
#: stderr
../case: line 1: syntax error near unexpected token `('
../case: line 1: `a=(1 (2 3)); echo not reached'
../case: line 3: syntax error near unexpected token `('
../case: line 3: `a=(x=(1) 2)'

#### errors of syntax in [[ ]]
t() { false; (eval "$1"); echo $?; }
{
for text in '[[ a b ]]' '[[ a == ]]' '[[ -f ]]; echo no' '[[ ! -f ]]' '[[ ]]' '[[ a && ]]' '[[ ! ]]' '[[ && a ]]' '[[ a ; ]]' \
 '[[ a | b ]]' '[[ a == b; ]]' '[[ (a ]]' '[[ a ) ]]' '[[ ( ) ]]' '[[ a == b c ]]' '[[ -z a b ]]' '[[ a -foo b ]]' '[[ "-f" y ]]' \
 '[[ a "=" b ]]' '[[ a < ]]' '[[ a =~ ]]' '[[ a -eq ]]' '[[ a == < ]]' '[[ -f <a ]]' '[[ a == a|b ]]' '[[ a' '[[ a &&
' '[[ -n' '[[ a == b'; do t "$text"; done
[[ -z == ]]; echo $?
} 2>&1 | sed 's/^.*line [0-9]*: //'
cat >script <<'E'
echo a
false
[[ a b ]]; echo x
echo c
E
"$SH" script 2>&1 | sed "s/^.*script: //"; "$SH" script >/dev/null 2>&1; echo $?
"$SH" -c 'true; [[ a b ]]
echo c' 2>/dev/null; echo $?
x=$(eval '[[ a b ]]' 2>/dev/null; echo $?); echo "$x"
#: stdout
conditional binary operator expected
2
unexpected argument `]]' to conditional binary operator
2
unexpected argument `]]' to conditional unary operator
2
unexpected argument `]]' to conditional unary operator
2
2
2
2
unexpected token `&&' in conditional command
2
unexpected token `;', conditional binary operator expected
2
unexpected token `|', conditional binary operator expected
2
syntax error in conditional expression: unexpected token `;'
2
unexpected token `]]', expected `)'
2
syntax error in conditional expression: unexpected token `)'
2
unexpected token `)' in conditional command
expected `)'
2
syntax error in conditional expression
2
syntax error in conditional expression
2
conditional binary operator expected
2
conditional binary operator expected
2
conditional binary operator expected
2
unexpected argument `]]' to conditional binary operator
2
unexpected argument `]]' to conditional binary operator
2
unexpected argument `]]' to conditional binary operator
2
unexpected argument `<' to conditional binary operator
2
unexpected argument `<' to conditional unary operator
2
syntax error in conditional expression: unexpected token `|'
2
unexpected token `newline', conditional binary operator expected
2
unexpected token `EOF' in conditional command
2
unexpected argument `newline' to conditional unary operator
2
unexpected EOF while looking for `]]'
2
1
a
line 3: conditional binary operator expected
1
0
2

#### transformations that there are not
{
"$SH" -c 'x=a; echo "${x@Z}"; echo no'; echo $?
"$SH" -c 'x=a; echo ${x@}; echo no'; echo $?
"$SH" -c 'set -- a; echo "${@@Z}"; echo no'; echo $?
"$SH" -c 'x=(a b); echo "${x[@]@UU}"
echo no'; echo $?
"$SH" -c 'echo "${nosuch@Z}" "${@@Z}"; echo yes'; echo $?
"$SH" -c 'echo ${ x}
echo yes'; echo $?
} 2>&1 | sed 's/^.*line [0-9]*: //'
#: stdout
${x@Z}: bad substitution
127
${x@}: bad substitution
127
${@@Z}: bad substitution
127
${x[@]@UU}: bad substitution
127

yes
0
${ x}: bad substitution
yes
0

#### what is wrong with TIMEFORMAT and with slices, zero bytes
{
TIMEFORMAT=a%; time :
(TIMEFORMAT=%q; time :) 2>&1 | sed 's/.*TIME/TIME/'
x=abc a=(1 2)
(echo ${x:0:-4}); echo $?
(echo ${x:0: -5 }); echo $?
(echo ${a[@]:0:-1}); echo $?
(set -u; echo $!); echo $?
x=x; (echo $((x))); (echo $((a[1)))
x=$(printf 'a\0b'); echo $x
x=`printf '\0'`; echo "[$x]"
eval 'echo $(a
b'; echo $?
} 2>&1 | sed 's/^.*line \([0-9]*\): /\1 /'
#: stdout
a%
TIMEFORMAT: `q': invalid format character
5 -4: substring expression < 0
1
6  -5 : substring expression < 0
1
7 -1: substring expression < 0
1
8 $!: unbound variable
1
9 x: expression recursion level exceeded (error token is "x")
9 a[1: bad array subscript (error token is "a[1")
10 warning: command substitution: ignored null byte in input
ab
11 warning: command substitution: ignored null byte in input
[]
15 unexpected EOF while looking for matching `)'
2

#### a here-document that the end of a text ends that is one line
"$SH" -c 'cat <<E; echo b; cat <<F' 2>&1 | sed 's/^.*bash: //'
eval 'cat <<E' 2>&1 | sed 's/.*warning/warning/'
#: stdout
line 1: warning: here-document at line 1 delimited by end-of-file (wanted `E')
line 1: warning: here-document at line 1 delimited by end-of-file (wanted `F')
b
warning: here-document at line 2 delimited by end-of-file (wanted `E')

#### >; is no operator of bash
"$SH" -c 'echo a >; b' 2>/dev/null; echo $?
#: stdout
2

#### select is traced
PS3='? '
set -x
select s in a b; do break; done <<<1 2>&1
#: stdout
+ select s in a b
1) a
2) b
? + break

#### a file whose interpreter is not there
printf '#!/nosuch/interpreter\n' >f; chmod +x f
./f 2>&1 | sed 's/^.*line [0-9]*: //'
./f 2>/dev/null; echo $?
./g 2>&1 | sed 's/^.*line [0-9]*: //'
#: stdout
./f: cannot execute: required file not found
127
./g: No such file or directory

#### the end of a list that is missing has status 1, and the line that the list begins on
cat >script <<'E'
eval 'x=(1'; echo $?
eval 'x=(
b
c'; echo $?
printf 'y=(1\n2\n' >t; . ./t; echo $?
x=(1
2
E
"$SH" ./script 2>&1 | sed 's/^.*line \([0-9]*\): */\1 /'; "$SH" ./script >/dev/null 2>&1; echo $?
#: stdout
1 unexpected EOF while looking for matching `)'
1
4 unexpected EOF while looking for matching `)'
1
1 unexpected EOF while looking for matching `)'
1
6 unexpected EOF while looking for matching `)'
1

#### braces in the word of a redirection make it ambiguous
{
echo no >{a,b}; echo $?
echo no >>{1..3}; echo $?
cat <x{a,b}; echo $?
echo no &>{a,b}; echo $?
exec 3>{a,b}; echo $?
echo yes >{a}; ls; cat {a}
v='p q'; echo no >$v; echo $?
shopt -s nullglob; cat <*.none; echo $?
set +B; echo yes >{a,b}; ls
} 2>&1 | sed 's/^.*line [0-9]*: //'
#: status 0
#: stdout
{a,b}: ambiguous redirect
1
{1..3}: ambiguous redirect
1
x{a,b}: ambiguous redirect
1
{a,b}: ambiguous redirect
1
{a,b}: ambiguous redirect
1
{a}
yes
$v: ambiguous redirect
1
*.none: ambiguous redirect
1
{a,b}
{a}

#### what encloses a bad substitution is shown, subscripts without an end
for text in '"${x[}"' '"a${x[1}b" c' '"${x["0"}"' '${x[}' 'p${x!}q' '"p${x!}q"' "'l'p\"m\${x!}q\"r"; do
    ("$BASH" -c "echo $text; echo no" 2>&1; echo $?) | sed 's/^.*line [0-9]*: //'
done
x=(1 2); echo "a${x[0
]}b${x[
1]}"
#: status 0
#: stdout
bad substitution: no closing `}' in "${x[}"
1
bad substitution: no closing `}' in "a${x[1}b"
1
bad substitution: no closing `}' in "${x["0"}"
1
${x[}: bad substitution
1
p${x!}q: bad substitution
1
p${x!}q: bad substitution
1
m${x!}q: bad substitution
1
a1b2

#### loops whose names are none
{
for x[1] in a b; do echo no; done; echo $?
for $x in a b; do echo no; done; echo $?
for 'x' in a b; do echo no; done; echo $?
select x[1] in a b; do echo no; done; echo $?
} 2>&1 | sed 's/^.*line [0-9]*: //'
#: status 0
#: stdout
`x[1]': not a valid identifier
1
`$x': not a valid identifier
1
`'x'': not a valid identifier
1
`x[1]': not a valid identifier
1

#### arrays that read cannot have, wait -p without a name
{
declare -A m; read -a m <<<'x y'; echo $?
read -a 'a[1]' <<<'x y'; echo $?
wait -p; echo $?
declare -a a; declare -n a; echo $?
readonly r; unset -n r; echo $?
ulimit -cn; echo $?
$'\e'; echo $?
} 2>&1 | sed 's/^.*line [0-9]*: //'
#: status 0
#: stdout
read: m: not an indexed array
1
read: `a[1]': not a valid identifier
1
wait: -p: option requires an argument
wait: usage: wait [-fn] [-p var] [id ...]
2
declare: a: reference variable cannot be an array
1
unset: r: cannot unset: readonly variable
1
ulimit: n: invalid number
1
$'\E': command not found
127

#### texts that end where a word has to be
for text in for case select 'f(' '<' 'for x in' 'case x' '{ a'; do eval "$text"; done 2>&1 | sed 's/^.*line [0-9]*: //'
#: status 0
#: stdout
syntax error near unexpected token `newline'
`for'
syntax error near unexpected token `newline'
`case'
syntax error near unexpected token `newline'
`select'
syntax error near unexpected token `newline'
`f('
syntax error near unexpected token `newline'
`<'
syntax error: unexpected end of file
syntax error: unexpected end of file
syntax error: unexpected end of file

#### what says where a function was called from cannot be unset
for name in BASH_SOURCE BASH_LINENO BASH_ARGC BASH_ARGV; do unset $name; echo $?; done
echo ${BASH_SOURCE[0]##*/}
#: stdout
1
1
1
1
case
#: stderr
../case: line 1: unset: BASH_SOURCE: cannot unset
../case: line 1: unset: BASH_LINENO: cannot unset
../case: line 1: unset: BASH_ARGC: cannot unset
../case: line 1: unset: BASH_ARGV: cannot unset

#### an ambiguous redirection is shown as it is written
set -- a b
echo > $(:); echo > "$@"; echo > $@; { :; } > ${x}; echo > x$1$y'q'; : > $x$y; (:) < $1$(:)$x; : < $(:)$(:)
ls
#: stdout
xaq
#: stderr
../case: line 2: $(:): ambiguous redirect
../case: line 2: "$@": ambiguous redirect
../case: line 2: $@: ambiguous redirect
../case: line 2: ${x}: ambiguous redirect
../case: line 2: $x$y: ambiguous redirect
../case: line 2: a: No such file or directory
../case: line 2: $(:)$(:): ambiguous redirect

#### the line of a compound command whose redirection fails
{
:
} <no
for i in 1
do
  if :
  then :
  fi <no
done
( :
) <no
case x in
x)
  { :
  } <no
esac
f() {

  while :
  do :
  done <no
}
f
(( 1 )) <no
[[ a ]] <no
{ :
} >out \
  <no
for ((i = 0; i < 1; i++))
do :
done <no
#: status 1
#: stderr
../case: line 3: no: No such file or directory
../case: line 4: no: No such file or directory
../case: line 11: no: No such file or directory
../case: line 12: no: No such file or directory
../case: line 17: no: No such file or directory
../case: line 24: no: No such file or directory
../case: line 25: no: No such file or directory
../case: line 28: no: No such file or directory
../case: line 29: no: No such file or directory

#### BASH_ARGV0 changes $0 and not the name of the script
f() { echo $BASH_SOURCE; }
BASH_ARGV0=other
echo $0 $BASH_ARGV0 $BASH_SOURCE; f
nosuchcommand
eval 'nosuchcommand'
g() { nosuchcommand; echo $BASH_SOURCE; }; g
(: ${x?unset})
$SH -c 'BASH_ARGV0=new; nosuchcommand; echo $0' old
#: status 0
#: stdout
other other ../case
../case
../case
new
#: stderr
../case: line 4: nosuchcommand: command not found
../case: line 5: nosuchcommand: command not found
../case: line 6: nosuchcommand: command not found
../case: line 7: x: unset
new: line 1: nosuchcommand: command not found

#### enable -d of what is no builtin
enable -d nosuch; echo $?
enable -d echo; echo $?
#: stdout
1
1
#: stderr
../case: line 1: enable: nosuch: not a shell builtin
../case: line 2: enable: echo: not dynamically loaded

#### values that BASH_COMPAT cannot have, and those that it can
for v in 9.9 5.3 2.0 abc 4 44x ''; do BASH_COMPAT=$v; echo "[$BASH_COMPAT]"; done
BASH_COMPAT=4.2; shopt compat42 compat43; BASH_COMPAT=43; shopt compat42 compat43
shopt -s compat31; echo $BASH_COMPAT; shopt -u compat31; echo $BASH_COMPAT
BASH_COMPAT=44; unset BASH_COMPAT; shopt compat44
#: status 1
#: stdout
[9.9]
[5.3]
[2.0]
[abc]
[4]
[44x]
[]
compat42       	on
compat43       	off
compat42       	off
compat43       	on
31
52
compat44       	off
#: stderr
../case: line 1: BASH_COMPAT: 9.9: compatibility value out of range
../case: line 1: BASH_COMPAT: 5.3: compatibility value out of range
../case: line 1: BASH_COMPAT: 2.0: compatibility value out of range
../case: line 1: BASH_COMPAT: abc: compatibility value out of range
../case: line 1: BASH_COMPAT: 4: compatibility value out of range
../case: line 1: BASH_COMPAT: 44x: compatibility value out of range

#### a declaration that cannot write has the name that it was called by
declare -p PATH >&-
typeset -p PATH >&-
:
#: stderr
../case: line 1: declare: write error: Bad file descriptor
../case: line 2: typeset: write error: Bad file descriptor

#### unset of all elements of what is no array
x=1; unset 'x[@]'; echo $? $x; unset 'x[*]'; echo $? $x
declare -i n=2; unset 'n[@]'; echo $? $n
unset 'x[0]'; echo $? ${x-unset}; unset 'x[@]'; echo $?
#: stdout
1 1
1 1
1 2
0 unset
0
#: stderr
../case: line 1: unset: x: not an array variable
../case: line 1: unset: x: not an array variable
../case: line 2: unset: n: not an array variable

#### indirections of special parameters
set -- a b; echo ${!#} ${!##x} ${!#-x}; true; echo ${!?+x}
(echo ${!#x}); (echo ${!#3442}); (echo ${!@x}); (echo ${!?x}); (echo ${!#.}); :
#: stdout
b b b
x
#: stderr
../case: line 2: ${!#x}: bad substitution
../case: line 2: ${!#3442}: bad substitution
../case: line 2: ${!@x}: bad substitution
../case: line 2: ${!?x}: bad substitution
../case: line 2: ${!#.}: bad substitution

#### the case of special parameters cannot be changed
set -- a; echo "${@^}" "${*^^}" "${1^}"
(echo ${#^}); (echo ${#,,}); (echo ${?,}); (echo ${-~}); (echo ${!#^}); (echo ${!@^}); :
#: stdout
A A A
#: stderr
../case: line 2: ${#^}: bad substitution
../case: line 2: ${#,,}: bad substitution
../case: line 2: ${?,}: bad substitution
../case: line 2: ${-~}: bad substitution
../case: line 2: ${!#^}: bad substitution
../case: line 2: ${!@^}: bad substitution

#### an element has no elements
a[0][1]=x; declare -a b[0][1]=5; declare -p a b
(echo ${a[0][1]}); (echo ${#a[@][0]}); (echo ${a[@][0]}); let a[0][1]=3; (echo $((a[0][1]=3)))
read c[0][1] <<<x; printf -v c[0][1] x; echo $?
#: stdout
2
#: stderr
../case: line 1: a[0][1]=x: command not found
../case: line 1: declare: `b[0][1]=5': not a valid identifier
../case: line 1: declare: a: not found
../case: line 1: declare: b: not found
../case: line 2: ${a[0][1]}: bad substitution
../case: line 2: ${#a[@][0]}: bad substitution
../case: line 2: ${a[@][0]}: bad substitution
../case: line 2: let: a[0][1]=3: syntax error: invalid arithmetic operator (error token is "[1]=3")
../case: line 2: a[0][1]=3: syntax error: invalid arithmetic operator (error token is "[1]=3")
../case: line 3: read: `c[0][1]': not a valid identifier
../case: line 3: printf: `c[0][1]': not a valid identifier

#### names have no periods
for c in 'declare a.b=1' 'read a.b <<<x' 'printf -v a.b x' 'export a.b=1' 'readonly a.b=1' 'getopts a a.b' \
	'declare -n a.b=x' 'echo ${.sh.version}' 'declare .a=1' 'read -a a.b' 'printf -v .sh.x 1'; do
	"$SH" -c "$c" me; echo $?
done
a=1; (echo $((a.b))); (echo $((a.b=2))); ((.a=1)); let .sh.a=1; env | grep '^a\.b'
#: status 1
#: stdout
1
1
2
1
1
1
1
1
1
1
2
#: stderr
me: line 1: declare: `a.b=1': not a valid identifier
me: line 1: read: `a.b': not a valid identifier
me: line 1: printf: `a.b': not a valid identifier
me: line 1: export: `a.b=1': not a valid identifier
me: line 1: readonly: `a.b=1': not a valid identifier
me: line 1: getopts: `a.b': not a valid identifier
me: line 1: declare: `a.b=x': not a valid identifier
me: line 1: ${.sh.version}: bad substitution
me: line 1: declare: `.a=1': not a valid identifier
me: line 1: read: `a.b': not a valid identifier
me: line 1: printf: `.sh.x': not a valid identifier
../case: line 5: a.b: syntax error: invalid arithmetic operator (error token is ".b")
../case: line 5: a.b=2: syntax error: invalid arithmetic operator (error token is ".b=2")
../case: line 5: ((: .a=1: syntax error: operand expected (error token is ".a=1")
../case: line 5: let: .sh.a=1: syntax error: operand expected (error token is ".sh.a=1")

#### an error of an indirection names it
a=b; (: ${!a?x}); (: ${!a:?}); (set -- a; : ${!1?x}; unset a; : ${!1}); (a='b[1]'; : ${!a?x}); (c=(b); : ${!c[0]?x})
(set -u; : ${!a}); (: ${!a?${unset?y}})
#: status 1
#: stderr
../case: line 1: !a: x
../case: line 1: !a: parameter null or not set
../case: line 1: !a: x
../case: line 1: !c[0]: x
../case: line 2: !a: unbound variable
../case: line 2: unset: y

#### an error of syntax in a substitution ends the shell
printf 'echo $(fi)\necho on\n' >s; printf '. ./s\necho on\n' >s2; printf 'eval "cat <(fi)"\necho on\n' >s3
(for script in s s2 s3; do "$SH" $script; echo $?; done
for text in 'echo $(fi)' 'echo "$(if)"' 'eval "echo \$(fi)"; echo on' '. ./s; echo on' 'cat <(fi)' 'f() { echo $(fi); }' \
  '(eval "echo \$(fi)"); echo $?' 'trap "echo bye \$?" EXIT; eval "echo \$(fi)"' 'echo $((' 'echo `fi`; echo $?'; do
  "$SH" -c "$text"; echo $?; done) 2>err
#: stdout
2
1
1
127
127
127
127
127
127
1
0
bye 127
127
2

0
0
