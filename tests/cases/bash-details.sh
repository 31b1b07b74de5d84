# What a shell named `bash` does in details of its builtins and expansions.

#### prompts that are expanded
p='\#'; echo ${p@P}
echo ${p@P}
v=value; p='$v \"\`\X'; echo "${p@P}"
shopt -u promptvars; echo "${p@P}"
a=('\s' '\$v'); echo "${a[@]@P}" | tr '#' '$'
#: status 0
#: stdout
1
2
value "`\X
$v \"\`\X
bash $v

#### @K and @k of one value
v='a "b"'; echo "${v@K} ${v@k}"
a=(x y); echo "${a@K} ${a[1]@K} ${a[@]@K} ${a[@]@k}"
declare -A h=([k]=v); echo "${h@K}|${h[k]@K}"
#: status 0
#: stdout
'a "b"' 'a "b"'
'x' 'y' 0 "x" 1 "y" 0 x 1 y
|'v'

#### operators where the parameter is indirect, and of what is no array
a=(one) one=(x y) b=(p q) r='b[@]'; set -- 'a b' c
echo "${!a[@]-q}" "${!a[*]%e}" "${!a[@]@Q}" "${!#-z}" "${!r@Q}" "${!r@a}"
echo "${!b[@]@Q}"
echo "${@@K}"; echo "${*@k}"; x=1; echo "${x[@]@k}"
declare -A h=([k]='v w' [l]=z); printf '<%s>' "${h[@]@a}" "${h[@]@A}"; echo
declare -A p; eval "p=(${@@K})"; declare -p p
#: stdout
x x 'x' c 'p' 'q' a a
'a b' 'c'
'a b' 'c'
'1'
<A><A><declare><-A><h=([l]="z" [k]="v w" )>
declare -A p=(["a b"]="c" )
#: stderr
../case: line 3: p q: invalid variable name

#### options of shopt keep what they are set to
shopt autocd; shopt -s autocd cdspell; shopt autocd cdspell; shopt -p autocd; shopt -u cdspell; shopt cdspell; shopt -q login_shell; echo $?
shopt compat44 localvar_unset noexpand_translation
(shopt -u autocd); shopt autocd
echo $BASHOPTS | tr : '\n' | grep autocd
echo $-
set -eu; echo $-; set +eu
#: status 0
#: stdout
autocd         	off
autocd         	on
cdspell        	on
shopt -s autocd
cdspell        	off
1
compat44       	off
localvar_unset 	off
noexpand_translation	off
autocd         	on
autocd
hB
ehuB

#### compgen -f, -X and -o
mkdir d; touch f .g
compgen -f | sort; compgen -d | sort
HOME=$PWD; compgen -f '~/f'
compgen -W 'ab abc' -X '&' ab; compgen -W 'a&b ab' -X 'a\&b' a; compgen -W 'x y' -X '!x'
compgen -W 'word' -o dirnames d; compgen -W 'word' -o default f; compgen -W dx -o plusdirs -S / d
compgen -W w -o default nosuch; echo $?
c() { COMPREPLY=("$COMP_KEY-$COMP_TYPE"); }; compgen -F c x 2>/dev/null
#: status 0
#: stdout
.g
d
f
d
~/f
abc
ab
x
d
f
dx/
d
1
0-0

#### arrays that are read whole, texts that become elements
read -N 5 -a a <<<'a b c d'; declare -p a
read -n 5 -a a <<<'a b c d'; declare -p a
t=text; mapfile -t -O 2 t < <(echo x); declare -p t
#: status 0
#: stdout
declare -a a=([0]="a b c")
declare -a a=([0]="a" [1]="b" [2]="c")
declare -a t=([0]="text" [2]="x")

#### single ones
. . ; echo $?
source /; echo $?
(exit -9223372036854775808); echo $?
declare -p OLDPWD
mkdir d; cd d; declare -p OLDPWD | sed 's/".*"/"D"/'
unset OLDPWD; cd ..; declare -p OLDPWD | sed 's/".*"/"D"/'
#: status 0
#: stdout
1
1
0
declare -x OLDPWD
declare -x OLDPWD="D"
declare -- OLDPWD="D"
#: stderr
../case: line 1: .: .: is a directory
../case: line 2: source: /: is a directory

#### FUNCNEST bounds calls of functions
f() { echo "$1"; [ "$1" = 9 ] || f $(($1 + 1)); }
FUNCNEST=3
(f 1; echo not here)
echo $?
FUNCNEST=0; f 7
FUNCNEST=2; unset FUNCNEST; f 7
g() { local FUNCNEST=2; f 8; }; (g; echo not here)
echo $?
#: status 0
#: stdout
1
2
3
1
7
8
9
7
8
9
8
1
#: stderr
../case: line 1: f: maximum function nesting level exceeded (3)
../case: line 1: f: maximum function nesting level exceeded (2)

#### an element receives the descriptor that was free
declare -a fd
exec {fd[0]}>f1 {fd[1]}>f2
echo $((fd[1] - fd[0]))
echo a >&${fd[0]}; echo b >&${fd[1]}
exec {fd[1]}>&-
i=2; exec {fd[i]}>f3; echo $((fd[2] - fd[1]))
declare -A m; exec {m[key]}</dev/null; echo $((m[key] - fd[2]))
cat f1 f2
readonly v=42
exec {v}>f4
echo $?
f() { echo hi {fd[1]}>f5; }
declare -f f
#: status 0
#: stdout
1
0
1
a
b
1
f () 
{ 
    echo hi {fd[1]}> f5
}
#: stderr
../case: line 10: v: readonly variable
../case: line 10: v: cannot assign fd to variable

#### after an error in an array's elements lines are counted on
test=(first & second)
echo $LINENO
#: stdout
2
#: stderr
../case: line 1: syntax error near unexpected token `&'
../case: line 1: `test=(first & second)'

#### printf: formats that are none
printf 'a%M'; echo $?
printf '%10'; echo $?
printf '\xZZ\n'; echo $?
#: stdout
a1
1
\xZZ
0
#: stderr
../case: line 1: printf: `M': invalid format character
../case: line 2: printf: `%10': missing format character
../case: line 3: printf: missing hex digit for \x

#### what a script that is read sets stays, also where it had arguments
echo 'echo $#; set -- m n; shift' >set; echo 'echo $#; shift' >shift
set -- a b c; . ./set x y z; echo "$@"
. ./shift x y z; echo "$@"
#: stdout
3
n
3
n

#### BASH_ARGV0 is the name of the script
BASH_ARGV0=hello; echo $0 $BASH_ARGV0
#: stdout
hello hello

#### quotes in the word of an expansion that is in double quotes end there
v=v; echo "${v:+"\'$v\'"} ${v:+"\p"} ${v:+\'$v\'} ${v:+"a  \"b"}"
#: stdout
'v' p \'v\' a  "b

#### ** and links to directories
mkdir -p d/a d/b; cd d; touch a/x b/y; ln -s a c; shopt -s globstar
echo **; echo **/; echo a/**; echo a/**/**
#: stdout
a a/x b b/y c
a/ b/ c/
a/ a/x
a a/x

#### characters of what is no array, and @A of the parameters
f=abcd; echo ${f[@]:1:2} ${f[0]:1:2} ${f[*]:1}; a=(a b c); echo ${a[@]:1:1}
set -- ab "c d" ""; echo ${@@A}; set --; echo "[${@@A}]"
#: stdout
bc bc bcd
b
set -- 'ab' 'c d' ''
[]

#### no field of quotes around nothing and no parameters
n() { echo $#; }
n "$x$@"; n "$x$@"; n "$(true)$@"; n ""$@; n "$x""$@"; n "$@$x"
#: stdout
0
0
0
1
1
0

#### a level that is no number ends the script
for i in 1 2; do break x; done; echo no
#: status 128
#: stderr
../case: line 1: break: x: numeric argument required

#### exec of what there is not
(exec nosuchcommand); echo $?; getopts -a x; echo $?
#: stdout
127
2
#: stderr
../case: line 1: exec: nosuchcommand: not found
../case: line 1: getopts: -a: invalid option
getopts: usage: getopts optstring name [arg ...]

#### tabs before a delimiter
cat <<-'	END'
	hello
	END
echo x
#: stdout
hello
x

#### $_ in assignments is the last argument of the command before; after them it is empty
t() { a=$? b=$_; }
r() { return 7; }
r one two; t x; echo "$a <$b>"
: word; x=$_ y=$_; echo "<$x> <$y> <$_>"
: word; x=1; echo "<$_>"
#: stdout
7 <two>
<word> <word> <>
<>

#### nullglob: brackets that a slash is in are no pattern
shopt -s nullglob; echo [a/b] [a/b*]; shopt -u nullglob; shopt -s failglob; echo [a/b]
#: stdout
[a/b]
[a/b]

#### . and .. are skipped unless globskipdots is off
>.h; echo .*; shopt -s extglob; echo .*; shopt -u globskipdots; echo .* .[h.]*; GLOBIGNORE=x; echo .*
set -o posix; shopt -s globskipdots; unset GLOBIGNORE; echo .*
#: stdout
.h
.h
. .. .h .. .h
.h
.h

#### ulimit counts files in blocks of 1024 bytes
f() { ulimit -f 10; grep 'Max file size' /proc/self/limits | tr -s ' ' | cut -d ' ' -f 4; ulimit -f; }
(f); (set -o posix; f)
#: stdout
10240
10
5120
10

#### empty parameters are fields where what separates is no white space
show() { echo $#; }
set -- a '' b '' '' c ''
show $@
IFS=:; show $@; show $*
x=("$@"); show ${x[@]}
IFS=' :'; show $@
#: stdout
3
6
6
6
3

#### what is assigned to FUNCNAME has no effect
FUNCNAME=7
f() { FUNCNAME=8; echo $FUNCNAME; }
f; echo "<$FUNCNAME>"
#: stdout
f
<>

#### declare -xF lists functions that are exported
f() { :; }; g() { :; }; export -f g
declare -xF
#: stdout
declare -fx g

#### a directory is no program
/; echo $?
#: stdout
126
#: stderr
../case: line 1: /: Is a directory

#### programs get what a local variable without a value shadows
export E=out
f() { local E; printenv E; E=in; printenv E; }
f
x=7 builtin eval 'printenv x'
#: stdout
out
in
7

#### set -u: an array without a value has no number of elements
set -u
for x in 'nope[@]' 'nope[*]' 'set[@]' 'empty[@]' '@'; do
  (set= empty=(); eval "echo \${#$x}")
done
f() { local l; declare -a a; (echo ${#l[@]}); (echo ${#a[@]}); a=(); echo ${#a[@]}; }
f
(mapfile m </dev/null; echo ${#m[@]})
#: stdout
0
0
0
0
#: stderr
../case: line 3: nope: unbound variable
../case: line 3: nope: unbound variable
../case: line 3: set: unbound variable
../case: line 5: l: unbound variable
../case: line 5: a: unbound variable

#### a key that is empty is none
declare -A a; k=
echo "${a[$k]}" $? "${a[$k]-unset}"
eval 'a[$k]=1; echo never'
a[$k]+=x; echo never
echo ${#a[@]}
#: stdout
 0 unset
0
#: stderr-has a: bad array subscript

#### ulimit -a, its other resources, and several at once
ulimit -a | cut -d ')' -f 1; [ "$(ulimit -u)" = "$(ulimit -Su)" ] && echo same; ulimit -p
ulimit -S -n 50 -c 0; ulimit -n -c; ulimit -n 40 -c | cut -d ')' -f 1; ulimit -x
#: stdout
real-time non-blocking time  (microseconds, -R
core file size              (blocks, -c
data seg size               (kbytes, -d
scheduling priority                 (-e
file size                   (blocks, -f
pending signals                     (-i
max locked memory           (kbytes, -l
max memory size             (kbytes, -m
open files                          (-n
pipe size                (512 bytes, -p
POSIX message queues         (bytes, -q
real-time priority                  (-r
stack size                  (kbytes, -s
cpu time                   (seconds, -t
max user processes                  (-u
virtual memory              (kbytes, -v
file locks                          (-x
same
8
open files                          (-n) 50
core file size              (blocks, -c) 0
core file size              (blocks, -c
unlimited

#### what is quoted in a key in (( )) is not expanded; let expands
declare -A h; key='x y'; ((h['$key']++)); ((h[\$key]++)); echo $((h['$key'])) ${#h[@]}; let 'h[$key]++' "h['q r']++"
((h[$key]++)); ((h["$key"]++)); declare -p h; unset h; declare -A h; key=']'
((h['$key']++)); declare -p h; declare -A n=(['x$y']=1); ((n['x$y']++)); declare -p n
#: stdout
2 1
declare -A h=(["\$key"]="2" ["x y"]="3" ["q r"]="1" )
declare -A h=(["\$key"]="1" )
declare -A n=(["x\$y"]="2" )

#### keys that are empty, numbers of lines that are none, no job to disown, time --
declare -A h; printf -v 'h[$nothing]' 6 2>/dev/null; echo ${#h[@]}; mapfile -c 0 a <<<x 2>/dev/null; echo $?
disown 2>/dev/null; echo $?; { time -- : ; } 2>&1 | tr -d 0-9.
#: stdout
0
1
1
real 
user 
sys 

#### the expansions of a value come before those of its subscript
n=1
a[$n]=$((n+=2))
a[$((n+=2))]=$n
a[$n]+=$((n+=2))
declare -A h
h[$n]=$((n+=2))
echo "${!a[@]}=${a[@]} ${!h[@]}=${h[@]}"
#: stdout
3 5 7=3 3 7 9=9

#### a declaration of what is no number gives up the line, as an assignment does
declare -i a="1 +"; echo never
echo $?
f() { local -i b="1 +"; echo never; }; f; echo never
echo $?
declare -i c; export c="1 +"; echo never
echo $?
readonly r=1
declare r=2; echo $?
#: stdout
1
1
1
1
#: stderr-has operand expected

#### a pattern that matches nothing is replaced before each character
shopt -s extglob
x=one
echo "${x/*(z)/Y} ${x//*(z)/Y} ${x/#*(z)/Y} ${x/%*(z)/Y} ${x//?(o)/Y} ${x//*(n)/[&]}"
x=
echo "${x//*(z)/Y} ${x/*/Y} <${x/""/Y}> <${x//""/Y}>"
set --
a=(1 2)
echo "<${@:2:-1}> <${a[@]:2:-1}>"
set -- a
(echo "${@:2:-1}")
(echo "${a[@]:1:-1}")
#: stdout
Yone YoYnYe Yone oneY YYnYe []o[n][]e
Y Y <> <>
<> <>
#: stderr-has substring expression < 0
#: status 1

#### under set -u the length of an element that an array does not have
set -u
a=(); echo ${#a[3]}; declare -A m=([a]=1); echo ${#m[x]}
x=1; (echo ${#x[3]}); echo ${#nosuch[3]}
#: status 1
#: stdout
0
0
#: stderr-has line 3: x: unbound variable
#: stderr-has line 3: nosuch: unbound variable

#### names of hosts
printf '1.2.3.4 box1 box2 # no\n# 1.1.1.1 none\n::1 box3\n' >hosts
HOSTFILE=hosts; compgen -A hostname box
#: stdout
box1
box2
box3

#### @A of the element 0 that is not there
declare -A m=([a]=1); b=(); declare x; declare -i i; export e
echo "<${m@A}> <${b@A}> <${x@A}> <${i@A}> <${e@A}>"
#: stdout
<declare -A m> <declare -a b> <> <declare -i i> <declare -x e>

#### errors of arithmetic and `set -e`: the line is left, and no more
set -e; trap 'echo never' ERR
echo $((1/0))
x=$((1/0)); echo never
{ echo $((1/0)); echo never; }
a=(1 [1/0]=2)
declare -i i=1/0
x=abc; echo ${x:1/0}
(echo $((1/0)); echo never) || echo subshell
f() { return 1 2; }; f
echo after $?
trap - ERR
((1/0)); echo never
#: status 1
#: stdout
subshell
after 1
#: stderr-has division by 0

#### under `set -e` an assignment to a read-only variable ends the shell, in conditions too
"$SH" -c 'set -e; readonly r=1; r=2 echo never; echo never' 2>/dev/null; echo $?
"$SH" -c 'set -e; readonly r=1; if r=2 echo never; then echo never; fi' 2>/dev/null; echo $?
"$SH" -c 'set -e; readonly r=1; for r in 1; do echo never; done || echo never' 2>/dev/null; echo $?
"$SH" -c 'readonly r=1; r=2 echo runs; for r in 1; do echo never; done; echo on $?' 2>/dev/null; echo $?
#: stdout
1
1
1
runs
on 1
0

#### operands of operators are not expanded where there is nothing to operate on
n=0;unset x; : ${x#$((n++))}; echo $n; : ${x/$((n++))/a}; echo $n; : ${x/a/$((n++))}; echo $n
x=; : ${x#$((n++))}; echo $n; : ${x/$((n++))/a}; echo $n; : ${x/a/$((n++))}; echo $n
x=a;  : ${x/b/$((n++))}; echo $n
n=0; unset x; : ${x^^$((n++))}; echo $n; x=; : ${x^^$((n++))}; echo $n
set --; : ${@#$((n++))} ${@/a/$((n++))}; echo $n; : ${a[@]#$((n++))} ${a[1]#$((n++))}; echo $n
a[3]=; : ${a[3]%$((n++))} ${a[3]/$((n++))}; echo $n; : "[${x##}]"
unset x; n=1; echo "${x:n++}" $n "${x:1/0}"; echo $?
set --; n=1; echo "${@:n++}" $n; echo "${1:n++}" $n;  echo "${@:5:n++}" $n; echo "${*:n++:n++}" $n
n=1; a=(); echo "${a[@]:n++}" $n;  echo "${a[0]:n++:n++}" $n; a=(x);  echo "${a[@]:5:n++}" $n;  x=abc; echo "${x:5:n++}" $n "${x:n++:n++}" $n; echo "${x:3:n++}" $n
n=0; a=([5]=x y z); echo ${a[@]:1:n++} $n; echo ${a[@]:90:n++} $n;  declare -A m=([a]=1); echo ${m[@]:3:n++} $n; echo ${m[@]:0:n++} $n
set -- a b; BASH_ARGV0=name; echo ${@:3:n++} $n;  echo ${@:2:n++} $n; echo ${@: -5:n++} $n; x=abc; echo ${x: -5:n++} $n; echo ${x: -3:n++} $n;  echo ${@: -2:n++} $n; echo ${@: -3:n++} $n;echo ${a[@]: -7:n++} $n; echo ${a[@]: -9:n++} $n
#: stdout
0
0
0
0
1
2
3
0
1
1
1
2
 1 
0
2
 2
2
 3
1
 1
1
 1 bc 3
 4
1
1
1
1 2
3
b 4
4
4
abc 5
a b 6
name a b 7
x y z 8
8

#### BASH_SUBSHELL: a subshell that is a stage of a pipeline is one level
( echo $BASH_SUBSHELL ) | cat
( ( echo $BASH_SUBSHELL ) | cat )
f() ( echo $BASH_SUBSHELL ); f | cat
: | ( ( echo $BASH_SUBSHELL ) )
: | ( echo $BASH_SUBSHELL ) | cat
( echo $BASH_SUBSHELL ) 2>&1 | cat
#: stdout
1
2
2
2
1
1

#### `break` in a subshell sees the loops of the subshell only, in a substitution those around it
for i in 1 2; do (break; echo b) | cat; done; echo 1
for i in 1 2; do (break; echo b); done; echo 2
for i in 1 2; do { break; echo b; } | cat; done; echo 3
for i in 1 2; do echo "[$(break; echo b)]"; done; echo 4
for i in 1 2; do cat <(break; echo b); done; echo 5
for i in 1 2; do { break; echo b; } & wait; done; echo 6
for i in 1 2; do (for j in 1 2; do break 2; done; echo b); done; echo 7
for i in 1 2; do (continue; echo b); echo c; done; echo 8
#: stdout
b
b
1
b
b
2
b
b
3
[]
[]
4
5
b
b
6
b
b
7
b
c
b
c
8
#: stderr-has only meaningful in a `for', `while', or `until' loop

#### under `set -u` what is declared and not set has no attributes to show
set -u
(declare -a v; echo "${v@A}"); echo $?
(v=(); echo "${v@a}"); echo $?
(declare -A v; echo "${v@a}"); echo $?
(declare -i v; echo "${v@A}"); echo $?
v=([1]=x); echo "${v@A}" "${v[@]@A}"
#: stdout
1
1
1
1
declare -a v declare -a v=([1]="x")
#: stderr-has v: unbound variable

#### an indirect reference by an argument that is not there has the word's value
z=zz; echo "${!9:-$z}" "${!9-$z}" "[${!9+$z}]"
q=1; unset q; echo "${!q:-$z}"
#: stdout
zz zz []
#: stderr-has q: invalid indirect expansion
#: status 1

#### closing what a variable does not name
unset v; exec {v}>&-; echo $?
#: stdout
1
#: stderr-has v: ambiguous redirect

#### what libtool asks: no builtins of ksh93's under the name bash
type -t print whence redirect autoload enum integer float nameref compound; echo $?
PATH=/nonexistent; print x 2>/dev/null; echo $?
#: stdout
1
127

#### %n of printf: how much was printed before it
printf '%5s%n|%s%n\n' a n1 bcd n2; echo "$n1 $n2"
printf '%s%n|\n' abc v; echo "$v"
printf '\%d %%|\%s|\q\n' 5 a
printf '%b|\n' '\"'
#: stdout
    a|bcd
5 9
abc|
3
\5 %|\a|\q
\"|

#### the last stage of a pipeline in a subshell (`lastpipe`)
shopt -s lastpipe
x=$(printf '1\n2\n' | while read l; do n=$((n+l)); done; echo $n); echo $x
(echo a | { read l; }; echo $l); f() { read z; }; (echo b | f; echo $z)
(cd /; echo | { cd /dev; }; pwd)
(: | { exit 3; }; echo no); echo $?
#: stdout
3
a
b
/dev
3

#### patterns in the values of elements and in the subject of case
shopt -s extglob
A[0]=+(a); n=1; A[n]="x"@(a|b)*; echo "${A[@]}"
case +(a) in +\(a\)) echo literal;; esac
x=q; case *(a|b)$x in *) echo any;; esac
#: stdout
+(a) x@(a|b)*
literal
any

#### functions are shown with the backslashes that they have
h() { echo "x\\
y" >&/dev/stderr; }
eval "$(declare -f h)"; h 2>&1
#: stdout
x\
y

#### compat31: quotes make no difference in expressions
shopt -s compat31; echo "$BASH_COMPAT"
[[ abc =~ "a.c" ]]; echo $?
shopt -u compat31; [[ abc =~ "a.c" ]]; echo $?
BASH_COMPAT=3.1; [[ abc =~ "a.c" ]]; echo $?
#: stdout
31
0
1
0

#### details that programs found
v='arr[@]'; declare -a "$v"='("x y" z)'; declare -p arr
echo $((0x)) $((0x$nothing))
[[ a =~ ^?b ]]; echo $?
f() { trap "echo E" ERR; false; }; f; trap - ERR
trap "echo E" ERR; (:) </nonexist; trap - ERR
false | true; ((1)); echo ${PIPESTATUS[@]}
false | true; (:); echo ${PIPESTATUS[@]}
echo -e '\E[0m' | od -An -c
unset HOME; [ ~ = '~' ] || echo home
kill 9999999 2>&1 | sed 's/.*kill/kill/'
#: stdout
declare -a arr=([0]="x y" [1]="z")
0 0
2
E
E
0
0
 033   [   0   m  \n
home
kill: (9999999) - No such process
#: stderr-has No such file

#### `return` ends a start-up file, and PS1 says whether somebody is there
printf 'return\necho never\n' >env
BASH_ENV=./env "$SH" -c 'echo on'
PS1='$ ' PS2=x "$SH" -c 'echo "[${PS1+set}${PS2+set}]"'
#: stdout
on
[]

#### the text of -c ends with 127 by an unset parameter
"$SH" -c 'set -u; echo $x' 2>/dev/null; echo $?
"$SH" -c ': ${x?}' 2>/dev/null; echo $?
"$SH" -c '(: ${x?}); echo $?' 2>/dev/null
#: stdout
127
127
1

#### ~ is the login directory where HOME is not set
unset HOME; d=~; [ "$d" = "$(awk -F: -v id="$(id -u)" '$3 == id { print $6; exit }' /etc/passwd)" ] && echo login
#: stdout
login

#### groups that begin with a period match . and ..
shopt -s extglob; shopt -u globskipdots; : >a; : >.b
echo ?(.|.b); echo @(.|..); echo +(.); echo *
#: stdout
. .b
. ..
. ..
a

#### a command substitution inherits set -e only under inherit_errexit
set -e; x=$(false; echo on); echo "[$x]"
shopt -s inherit_errexit; echo "[$(false; echo on)]"
#: stdout
[on]
[]

#### all elements cannot be assigned in an expansion
: ${a[@]=x}; echo same line
echo "$? ${#a[@]}"
( : "${b[*]:=y}"; echo in )
a=(1); : ${a[@]=x}; echo "set ${a[@]}"; : ${c[0]=z}; echo "$c"
: ${@:=x}
echo on
#: stdout
2 0
set 1
z
on
#: stderr
../case: line 1: a[@]: bad array subscript
../case: line 3: b[*]: bad array subscript
../case: line 5: $@: cannot assign in this way

#### lines of substitutions in commands of several lines
f() { echo "$1:${BASH_LINENO[0]}:$LINENO"; }
echo a \
   $(f A) "$(f B)"
x=1 \
  y=$(f C)
echo "$y
b $(f D)
d $(
 # nothing

 f E
 echo $LINENO
 f F)"
z="a
$(f G)"; echo "$z"
cat <<END
$(f H)
a
$(f I; nosuch)
END
for i in a \
  $(f J); do echo $i; done
a=( 1
  $(f K) )
echo "${a[@]}" `f L` \
   `f M`
g() { echo "
$(f N)" $LINENO; }
echo "
$(g)"
echo "$(f O; echo "
$(f P)
"
f Q)"
trap 'echo "
$(f R)"' EXIT
#: status 0
#: stderr-has line 16: nosuch: command not found
#: stdout
a A:2:1 B:2:1
C:4:1
b D:13:1
d E:13:1
14
F:15:1
a
G:15:1
H:16:1
a
I:16:1
a
J:21:1
1 K:24:1 L:25:1 M:25:1


N:28:1 28
O:34:1

P:36:1

Q:37:1

R:2:1

#### names of aliases, alias -p, builtins with operands too many
{
alias -p nosuch; echo $?
alias 'a b=c' a/b=c 'a$b=c' ok=fine; echo $?
alias -p nosuch; echo $?
unalias; echo $?
builtin -x; echo $?
times -z; echo $?
suspend -z; echo $?
trap x; echo $?
trap -; echo $?
trap 'echo hi' USR1 ERR DEBUG; trap -p USR1 nosuch ERR; echo $?; trap - ERR DEBUG
(for i in 1 2; do break 1 2; echo in; done; echo no); echo $?
let x = 1; echo $?
read -d; echo $?
mapfile -n; echo $?
mapfile ''; echo $?
mapfile -u 9 a; echo $?
(suspend -f x)
} 2>&1 | sed 's/^.*line [0-9]*: //'
caller x 2>/dev/null; echo $?
caller -z 2>/dev/null; echo $?
f() { caller x; }; f 2>/dev/null; echo $?
#: stdout
0
alias: `a b': invalid alias name
alias: `a/b': invalid alias name
alias: `a$b': invalid alias name
1
alias ok='fine'
alias: nosuch: not found
1
unalias: usage: unalias [-a] name [name ...]
2
builtin: -x: invalid option
builtin: usage: builtin [shell-builtin [arg ...]]
2
times: -z: invalid option
times: usage: times
2
suspend: -z: invalid option
suspend: usage: suspend [-f]
2
trap: usage: trap [-lp] [[arg] signal_spec ...]
2
trap: usage: trap [-lp] [[arg] signal_spec ...]
2
hi
trap -- 'echo hi' SIGUSR1
trap: nosuch: invalid signal specification
trap -- 'echo hi' ERR
hi
hi
hi
1
hi
break: too many arguments
1
let: =: syntax error: operand expected (error token is "=")
1
read: -d: option requires an argument
read: usage: read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]
2
mapfile: -n: option requires an argument
mapfile: usage: mapfile [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]
2
mapfile: empty array variable name
2
mapfile: 9: invalid file descriptor: Bad file descriptor
1
suspend: too many arguments
2
2
2

#### wait says which jobs it does not know
{
wait -n 1; echo $?
wait -n %5; echo $?
wait -p 1a -n; echo $?
sleep 0 & wait $!; wait -n $! | sed 's/[0-9]*: //'; echo $?
} 2>&1 | sed 's/^.*line [0-9]*: //; s/[0-9][0-9][0-9]*/N/'
#: stdout
wait: 1: no such job
N
wait: %5: no such job
N
wait: `1a': not a valid identifier
1
wait: N: no such job
0

#### echo under xpg_echo has its options
shopt -s xpg_echo
echo 'a\tb\0101'
echo -e 'a\n'
echo -E 'a\n'
echo -n 'x\n'
echo -nE 'y\n'
#: stdout
a	bA
a

a\n
x
y\n
#: no-newline

#### the order of traps in their list
trap 'echo e' EXIT; trap 'r=1' RETURN; trap 'd=1' DEBUG; trap 'e=1' ERR; trap '' HUP
trap
#: stdout
trap -- 'echo e' EXIT
trap -- '' SIGHUP
trap -- 'd=1' DEBUG
trap -- 'e=1' ERR
trap -- 'r=1' RETURN
e

#### what compgen and complete are called with, and what functions get
{
g() { COMPREPLY=(x y "$1" "$2" "$3"); }
compgen -F g a
compgen -F nosuch a; echo $?
compgen -C 'echo a; echo b #' x; echo $?
compgen -C 'printf %s\\n' x
compgen -o nosuch; echo $?
compgen -W; echo $?
complete -F 'a b' x; echo $?
complete -o nosuch x; echo $?
compopt -D; compopt -E; compopt -o; echo $?
# They are those of /etc/services, which not every system has.
test -e /etc/services || echo http
compgen -A service | grep -x http
} 2>&1 | sed 's/^.*line [0-9]*: //'
#: stdout
compgen: warning: -F option may not work as you expect
x
y
compgen
a

compgen: warning: -F option may not work as you expect
completion: function `nosuch' not found
1
compgen: warning: -C option may not work as you expect
a
b
0
compgen: warning: -C option may not work as you expect
compgen
x
compgen: nosuch: invalid option name
2
compgen: -W: option requires an argument
compgen: usage: compgen [-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [word]
2
complete: `a b': not a valid identifier
2
complete: nosuch: invalid option name
2
compopt: _DefaultCmD_: no completion specification
compopt: _EmptycmD_: no completion specification
compopt: -o: option requires an argument
compopt: usage: compopt [-o|+o option] [-DEI] [name ...]
2
http

#### a local variable that another function unsets stays unset under localvar_unset
f() { local x=1; g; echo "[$x]"; x=3; }
g() { unset x; echo ${x-unset}; }
x=0; f; echo $x
shopt -s localvar_unset
f; echo $x
h() { local x=5; unset x; echo ${x-unset}; }; h; echo $x
#: stdout
0
[0]
3
unset
[]
3
unset
3

#### a line that mapfile reads ends where a NUL is
printf 'a\0b\nc\0\n\0d\n' | { mapfile -t a; declare -p a; }
#: stdout
declare -a a=([0]="a" [1]="c" [2]="")

#### $? is the status of a substitution at once
f() { return $1; }
f 3; echo "$(f 5)" $?; f 3; x=$(f 5)$?$(f 6)$?; echo $? $x; for i in $(f 7); do echo $?; done; for i in $(echo i; f 8); do echo $?; done
#: stdout
 5
6 56
8

#### what cannot be read is named by its descriptor, and is empty for mapfile
mkdir d
read x <d; echo $?
read -u 3 x 3<d; echo $?
read -n 2 x <d; echo $?
mapfile a <d; echo $? ${#a[@]}
a=(1 2); mapfile -u 4 a 4<d; echo $? ${#a[@]}
read x <&-; echo $?
a=(1 2); mapfile a <&-; echo $? ${#a[@]}
mapfile -u 7 a; echo $?
#: stdout
1
1
1
0 0
0 0
1
0 0
1
#: stderr
../case: line 2: read: read error: 0: Is a directory
../case: line 3: read: read error: 3: Is a directory
../case: line 4: read: read error: 0: Is a directory
../case: line 7: read: read error: 0: Bad file descriptor
../case: line 9: mapfile: 7: invalid file descriptor: Bad file descriptor

#### set -k takes the operands of declarations, too
set -k
declare a=1 >/dev/null; echo "[$a]"
export b=2 >/dev/null; echo "[$b]"
f() { echo "$@" "$x"; }; f 1 x=3 2
set +k
declare a=1; echo "[$a]"
#: stdout
[]
[]
1 2 3
[1]
#: end

#### modes that umask does not take
umask 022
umask g=u; umask o=X; umask a=s; umask u+r-w; umask x=r; umask ug=rw,o=; umask; umask o=r,u-x; umask
#: stdout
0117
0113
#: stderr
../case: line 2: umask: `u': invalid symbolic mode character
../case: line 2: umask: `X': invalid symbolic mode character
../case: line 2: umask: `s': invalid symbolic mode character
../case: line 2: umask: `-': invalid symbolic mode character
../case: line 2: umask: `x': invalid symbolic mode operator
