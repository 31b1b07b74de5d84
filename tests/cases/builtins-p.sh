# The special builtins: break colon continue dot eval export readonly return shift unset times.

#### colon expands its operands
: ${x=1} >f; echo $x $?; ls
: a b; echo $?
#: stdout
1 0
f
0

#### dot reads a file in the shell
echo 'x=1; set -- a; f() { echo f; }; return 3; x=2' >d
. ./d; echo $? $x $#; f
#: stdout
3 1 1
f

#### dot searches PATH, also for files that cannot be executed
mkdir p; echo 'echo found' >p/lib
PATH=$PATH:$PWD/p; . lib
#: stdout
found

#### dot: a file that is missing or empty
>e; false; . ./e; echo $?
(. ./nosuch; echo no) 2>/dev/null; [ $? -ne 0 ] && echo failed
(command . ./nosuch; echo on) 2>/dev/null
#: stdout
0
failed
on

#### dot: nested, recursive and in functions
echo 'n=$((n+1)); [ $n -lt 5 ] && . ./d; echo $n' >d
n=0; . ./d
f() { . ./g; echo no; }; echo 'return 2' >g
f; echo $?
#: stdout
5
5
5
5
5
no
0

#### dot: LINENO and a syntax error
echo 'if' >d; (. ./d; echo no) 2>/dev/null; [ $? -ne 0 ] && echo failed
printf 'echo a\n)\necho b\n' >d; (. ./d; echo no) 2>/dev/null; [ $? -ne 0 ] && echo failed
#: stdout
failed
a
failed
#: not bash ksh93: bash goes on after the second, ksh93 after both

#### dot: from a pipe and a here-document
mkfifo p; echo 'echo piped; x=1' >p & . ./p; echo $x; wait
. /dev/fd/3 3<<E
echo doc
E
. /dev/stdin <<E
y=2
E
echo $y
#: stdout
piped
1
doc
2
#: needs /dev/fd/0

#### eval joins its operands with blanks
eval echo a '; echo' b
x='echo "$y"'; y='1  2'; eval "$x"; eval $x
eval; echo $?; eval ''; echo $?; false; eval; echo $?
eval 'f() { echo f; }
f'; eval "exit_=1"; echo $exit_
#: stdout
a
b
1  2
1  2
0
0
0
f
1

#### eval: status and $? inside
false; eval 'echo $?'
eval 'false'; echo $?
eval '(exit 3)' ; echo $?
#: stdout
1
1
3

#### eval with a syntax error ends a shell that is not interactive
(eval 'if'; echo no) 2>/dev/null; [ $? -ne 0 ] && echo 1
(eval 'echo a
)'; echo no) 2>/dev/null; [ $? -ne 0 ] && echo 2
#: stdout
1
a
2
#: not bash ksh93: bash goes on after the second, ksh93 after both

#### eval: break, continue and return reach out
for i in 1 2 3; do eval '[ $i = 2 ] && continue'; echo $i; done
while :; do eval break; done; echo end
f() { eval 'return 4'; echo no; }; f; echo $?
#: stdout
1
3
end
4

#### eval of a long text
eval "$(i=0; while [ $i -lt 1000 ]; do echo "x$i=$i"; i=$((i+1)); done)"; echo $x999
#: stdout
999

#### nested eval
eval eval eval echo '\\\$HOME' | grep -c .
eval 'eval "eval \"echo deep\""'
#: stdout
1
deep

#### export: values, names, programs see them
a=1; export a b=2 c; c=3; export d='x y'
$PROBE env a b c d
export e; $PROBE env e; echo ${e-unset}
#: stdout
a=1
b=2
c=3
d=x y
unset

#### export: words are assignments, not split
x='a b'; export y=$x; echo "$y"
export z=~; [ "$z" = "$HOME" ] && echo home
HOME=/h; export w=a:~; echo "$w"
#: stdout
a b
home
a:/h

#### export: a word that is no plain assignment is split
x='a b'; n=v
export $n=1; echo $v; export "$n=2 3"; echo "$v"
#: stdout
1
2 3

#### export -p and readonly -p can be read again
export a='x  '\''y'\'' "z" $w' b= c='new
line'
readonly r='q  '\''s'\'
export -p | grep -e ' [abc]' >/dev/null && echo listed
export -p >saved
(unset a b c; . ./saved; printf '<%s>' "$a" "$b" "$c"; echo)
readonly -p >saved2; grep -c '^readonly r=' saved2
#: stdout
listed
<x  'y' "z" $w><><new
line>
1

#### export -p lists names without a value
unset nv; export nv; export -p | grep -c '^export nv$'
#: stdout
1

#### readonly: values stay
readonly a=1 b; echo $a ${b-unset}
(a=2) 2>/dev/null; [ $? -ne 0 ] && echo failed
(b=2) 2>/dev/null; [ $? -ne 0 ] && echo failed
readonly a; echo $a
(readonly a=3) 2>/dev/null; [ $? -ne 0 ] && echo failed
(unset a) 2>/dev/null; [ $? -ne 0 ] && echo failed
export a; $PROBE env a
#: stdout
1 unset
failed
failed
1
failed
failed
a=1

#### export and readonly of invalid names
(export 1a=2) 2>/dev/null; [ $? -ne 0 ] && echo 1
(export a-b) 2>/dev/null; [ $? -ne 0 ] && echo 2
(readonly 'a b'=1) 2>/dev/null; [ $? -ne 0 ] && echo 3
(export '') 2>/dev/null; [ $? -ne 0 ] && echo 4
(export =x) 2>/dev/null; [ $? -ne 0 ] && echo 5
#: stdout
1
2
3
4
5

#### unset: variables and functions
x=1; f() { echo f; }; unset x; echo ${x-unset}
unset -f f; f 2>/dev/null || echo nofunction
g=1; g() { echo g; }; unset -v g; echo ${g-unset}; g
unset nosuch; echo $?
unset -f nosuch 2>/dev/null; echo $?
a=1 b=2; unset a b; echo ${a-u}${b-u}
export e=1; unset e; $PROBE env e; e=2; $PROBE env e
#: stdout
unset
nofunction
unset
g
0
0
uu

#### unset of special variables
unset IFS; x='a b'; set -- $x; echo $#
unset PATH; PATH=/usr/bin:/bin; unset HOME; HOME=/; unset OPTIND; OPTIND=1; echo ok
#: stdout
2
ok
#: not dash: refuses OPTIND

#### shift: error statuses
set -- a; (shift 2) 2>/dev/null; [ $? -ne 0 ] && echo failed
(shift x) 2>/dev/null; [ $? -ne 0 ] && echo failed
shift 0; echo $#
#: stdout
failed
failed
1
#: not ksh93: evaluates arithmetic

#### return: its status, outside of functions, in subshells
f() { return 300; }; f; echo $?
f() { (return 3); echo $?; }; f
f() { return; }; false; f; echo $?
f() { true; return; }; f; echo $?
f() { for i in 1 2; do return $i; done; }; f; echo $?
f() { x=$(return 4); echo $?; }; f
f() { return 5 | cat; echo $?; }; f
#: stdout
44
3
1
0
1
4
0
#: not ksh93: keeps 300
#: not dash: keeps 300

#### break and continue: numbers
for i in 1 2; do for j in 1 2; do continue 2; done; echo no; done
for i in 1 2; do for j in 1 2; do break 1; done; echo $i; done
for i in 1 2; do continue 5; echo no; done; echo $i
(for i in 1; do break 0; done; echo no) 2>/dev/null; [ $? -ne 0 ] && echo failed
(for i in 1; do break x; done; echo no) 2>/dev/null; [ $? -ne 0 ] && echo failed
#: stdout
1
2
2
failed
failed
#: not bash: goes on after 0

#### break and continue outside of loops do nothing bad
break 2>/dev/null; continue 2>/dev/null; echo on
f() { break 2>/dev/null; echo f; }; f
#: stdout
on
f

#### times prints four times
times | wc -l | tr -d ' '
times | grep -c '^[0-9]*m[0-9]*\.[0-9]*s [0-9]*m[0-9]*\.[0-9]*s$'
#: stdout
2
2

#### times counts the children's time
"$SH" -c ': $$; i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'
times >t; { read a; read b c; } <t
[ "$b" != 0m0.000000s ] && [ "$b" != 0m0.00s ] && [ "$b" != 0m0.000s ] && echo counted
#: stdout
counted

#### special builtins are found before functions and PATH
mkdir p; printf '#!/bin/sh\necho no\n' >p/set; chmod +x p/set; PATH=$PWD/p:$PATH
set -- a; echo $1
#: stdout
a

#### command: runs without functions
echo() { printf 'function\n'; }
echo a; command echo b; unset -f echo; echo c
ls() { printf 'no\n'; }; command ls / >/dev/null && echo ok
command; echo $?
command nosuchcommand 2>/dev/null; echo $?
command -- echo d
x=command; $x echo e
command command command echo f
#: stdout
function
b
c
ok
0
127
d
e
f

#### command -p uses a standard PATH
PATH=/nonexistent; command -p ls / >/dev/null && echo ok
command -p -- cat /dev/null && echo ok
#: stdout
ok
ok

#### command -v: what is found
f() { :; }; alias al='echo x'
command -v f; command -v if; command -v cd; command -v set; command -v {
command -v ls | grep -c '^/.*/ls$'
command -v al | grep -c 'al=.echo x.'
printf 'echo\n' >run; chmod +x run; command -v ./run | grep -c 'run$'
mkdir p; cp run p; PATH=$PATH:$PWD/p; command -v run | grep -c '^/.*/p/run$'
#: stdout
f
if
cd
set
{
1
1
1
1
#: not ksh93: writes an alias without its name

#### command -v: what is not found
command -v nosuchcommand; [ $? -ne 0 ] && echo 1
command -v ./nosuch; [ $? -ne 0 ] && echo 2
>plain; command -v ./plain; [ $? -ne 0 ] && echo 3
mkdir d; PATH=$PWD:$PATH command -v d; [ $? -ne 0 ] && echo 4
command -v ''; [ $? -ne 0 ] && echo 5
#: stdout
1
2
3
4
5
#: not dash: takes a file that cannot be executed

#### command -V says what a name is
f() { :; }
command -V f | grep -c function; command -V if | grep -c -e keyword -e reserved
command -V cd | grep -c builtin; command -V ls | grep -c /ls
command -V nosuchcommand >/dev/null 2>&1; [ $? -ne 0 ] && echo not
#: stdout
1
1
1
1
not

#### type
f() { :; }; alias al=x
type f | grep -c function; type if | grep -c -e keyword -e reserved; type cd | grep -c builtin
type ls | grep -c /ls; type al | grep -c alias
type nosuch >/dev/null 2>&1; [ $? -ne 0 ] && echo not
type cd nosuch ls >o 2>/dev/null; [ $? -ne 0 ] && grep -c . o
#: stdout
1
1
1
1
1
not
2
#: not dash: writes the unknown to standard output

#### hash
hash ls cat; echo $?
hash | grep -c /cat
hash -r; hash | grep -c /cat
hash nosuchcommand 2>/dev/null; [ $? -ne 0 ] && echo not
#: stdout
0
1
0
not
#: not ksh93: writes names with their paths in another order

#### local variables
x=1
f() { local x; x=2; g; echo $x; }
g() { echo g$x; x=3; }
f; echo $x
h() { local x=5 y=6; echo $x$y; }; h; echo $x ${y-unset}
#: stdout
g2
3
1
56
1 unset
#: not ksh93: has no local

#### jobs: a background process that runs or is done
sleep 1 & p=$!
jobs | grep -c Running
jobs -p | { read q; [ "$q" = $p ] && echo same; }
kill $p; wait $p 2>/dev/null; jobs | grep -c Running
#: stdout
1
same
0
#: stderr any
#: status 1
#: not dash: lists nothing in a pipeline

#### fg, bg without job control are errors
(fg) 2>/dev/null; [ $? -ne 0 ] && echo 1
(bg) 2>/dev/null; [ $? -ne 0 ] && echo 2
#: stdout
1
2

#### fc when it is not interactive does nothing
(fc -l) >/dev/null 2>&1; echo end
#: stdout
end

#### printf: flags that mean nothing for a string
printf '[%06s][%0.0s][%#s][%+c]\n' ab x y z
#: stdout
[    ab][][y][z]

#### command before command before a declaration
z='a b'; command command export v=$z; echo "$v"; command -p export w=$z; echo "$w"
#: stdout
a b
a b
#: not bash: splits them

#### type and command -V fail where they cannot write
type cat >&-; echo $?; command -V cat >&-; echo $?; type cat >/dev/full; echo $?
#: stdout
1
1
1
#: stderr some
#: not bash ksh93: command -V does not say so

#### command -v of several names finds those that there are
command -v nonesuch echo; echo $?
#: stdout
echo
0
#: not dash: looks at the first alone
#: not ksh93: has status 1

#### a description that cannot be written is lost
type echo >/dev/full; echo $?; command -V echo >/dev/full; echo $?; command -v echo >/dev/full; echo $?
#: stdout
1
1
1
#: stderr some
#: not bash: tells of type alone
#: not ksh93: tells of none

#### set has no option for arrays
(set -A x 1 2 && echo "taken $x") 2>/dev/null || echo refused
(set +A x 1 2 && echo "taken $x") 2>/dev/null || echo refused
#: stdout
refused
refused
#: not ksh93: has it

#### type shows a relative path as it was found
mkdir d; printf ':\n' >d/cmd; chmod +x d/cmd; PATH=d:$PATH
type cmd; type d/cmd
#: stdout
cmd is d/cmd
d/cmd is d/cmd
#: not bash ksh93: make it absolute, bash in its POSIX mode

#### source of a file that is not there has status 1
source ./none; echo $?; source none; echo $?
#: stdout
1
1
#: stderr some
#: not dash: has no source
#: not bash: ends in its POSIX mode

#### set lists arrays so that they can be read again
x=(1 'b c' '' d); set | grep '^x=' >file; unset x; . ./file; echo "${x[0]}-${x[1]}-${x[2]}-${x[3]}"
#: stdout
1-b c--d
#: not dash: has no arrays
