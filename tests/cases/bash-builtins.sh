# Builtins of a shell named `bash` that are about builtins and names: enable, builtin, type, hash.

#### enable -n turns builtins off
enable -n echo; echo hi; type -t echo
builtin echo x; echo $?; command -v echo
enable -n; enable -n break nosuch; echo $?
for i in 1 2; do break; done; echo $?
enable -pn; enable -a | grep 'break\|echo'; enable -sn; enable -as | head -3
enable break echo; enable -n
enable -n enable; enable; echo $?; type enable
builtin builtin enable -n cd
#: status 1
#: stdout
hi
file
1
/usr/bin/echo
enable -n echo
1
127
enable -n break
enable -n echo
enable -n break
enable -n echo
enable -n break
enable .
enable :
enable -n break
127
#: stderr
../case: line 2: builtin: echo: not a shell builtin
../case: line 3: enable: nosuch: not a shell builtin
../case: line 4: break: command not found
../case: line 4: break: command not found
../case: line 7: enable: command not found
../case: line 7: type: enable: not found
../case: line 8: builtin: enable: not a shell builtin

#### special ones too, and what is no builtin
enable nosuch; echo $?
enable -x; echo $?
enable -d echo; echo $?
enable -n eval; eval echo x; echo $?
enable -n test set; set a; echo $?; type set; type -t test
enable -n; enable -sn
enable -n export; v='x y'; export a=$v; echo $? ${a-unset}
enable export; declare -p a
#: status 1
#: stdout
1
2
1
127
127
file
enable -n eval
enable -n set
enable -n test
enable -n eval
enable -n set
127 unset
#: stderr
../case: line 1: enable: nosuch: not a shell builtin
../case: line 2: enable: -x: invalid option
enable: usage: enable [-a] [-dnps] [-f filename] [name ...]
../case: line 3: enable: echo: not dynamically loaded
../case: line 4: eval: command not found
../case: line 5: set: command not found
../case: line 5: type: set: not found
../case: line 7: export: command not found
../case: line 8: declare: a: not found

#### lists of builtins
enable
enable -s
enable -n ls printf; enable -n; enable -a | grep printf
compgen -A disabled; compgen -b pr; compgen -A enabled -- pr
#: status 1
#: stdout
enable .
enable :
enable [
enable alias
enable bg
enable bind
enable break
enable builtin
enable caller
enable cd
enable command
enable compgen
enable complete
enable compopt
enable continue
enable declare
enable dirs
enable disown
enable echo
enable enable
enable eval
enable exec
enable exit
enable export
enable false
enable fc
enable fg
enable getopts
enable hash
enable help
enable history
enable jobs
enable kill
enable let
enable local
enable logout
enable mapfile
enable popd
enable printf
enable pushd
enable pwd
enable read
enable readarray
enable readonly
enable return
enable set
enable shift
enable shopt
enable source
enable suspend
enable test
enable times
enable trap
enable true
enable type
enable typeset
enable ulimit
enable umask
enable unalias
enable unset
enable wait
enable .
enable :
enable break
enable continue
enable eval
enable exec
enable exit
enable export
enable readonly
enable return
enable set
enable shift
enable source
enable times
enable trap
enable unset
enable -n printf
enable -n printf
printf
printf
#: stderr
../case: line 3: enable: ls: not a shell builtin

#### functions come before special builtins
eval() { echo "fn $#"; }
eval a b; type -t eval; unset -f eval
export() { echo "[$*] $#"; }; v='1 2'
export y=$v z; unset -f export; export y=$v; echo "$y"
type export; command -V export
#: status 0
#: stdout
fn 2
function
[y=1 2 z] 2
1 2
export is a shell builtin
export is a shell builtin

#### command and builtin before a declaration
v='x y'
command declare b=$v; declare -p b
builtin declare c=$v; declare -p c
command export d=$v; echo $d
command -v if nosuch; echo $?; command -V nosuch; echo $?
#: status 0
#: stdout
declare -- b="x"
declare -- c="x"
x
if
0
1
#: stderr
../case: line 5: command: nosuch: not found

#### hash
cd /
hash -p /x/y foo; hash; hash -l; hash -t foo; hash -lt foo
hash -t; echo $?; hash -d; echo $?; hash -d nosuch; echo $?; hash -d foo; hash
hash ls; hash; ls >/dev/null; ls >/dev/null; hash; hash -r; hash; hash -l
hash nosuch; echo $?; hash -p; echo $?; hash -x; echo $?
hash ls cat sed awk grep; hash -t ls cat; hash -lt ls cat; hash
type ls; type -a ls; type -t ls; type -p ls; hash -p /some/ls ls; type ls; type -P ls; type -a ls; type -aP ls; type -ap ls
hash -r; type ls; command -V ls; hash
#: status 0
#: stdout
hits	command
   0	/x/y
builtin hash -p /x/y foo
/x/y
builtin hash -p /x/y foo
1
1
1
hash: hash table empty
hits	command
   0	/usr/bin/ls
hits	command
   2	/usr/bin/ls
hash: hash table empty
1
2
2
ls	/usr/bin/ls
cat	/usr/bin/cat
builtin hash -p /usr/bin/ls ls
builtin hash -p /usr/bin/cat cat
hits	command
   0	/usr/bin/grep
   2	/usr/bin/ls
   2	/usr/bin/cat
   0	/usr/bin/awk
   0	/usr/bin/sed
ls is hashed (/usr/bin/ls)
ls is /usr/bin/ls
ls is /bin/ls
file
/usr/bin/ls
ls is hashed (/some/ls)
/some/ls
ls is /usr/bin/ls
ls is /bin/ls
/some/ls
/usr/bin/ls
/bin/ls
ls is /usr/bin/ls
ls is /usr/bin/ls
hash: hash table empty
#: stderr
../case: line 3: hash: -t: option requires an argument
../case: line 3: hash: -d: option requires an argument
../case: line 3: hash: nosuch: not found
../case: line 5: hash: nosuch: not found
../case: line 5: hash: -p: option requires an argument
hash: usage: hash [-lr] [-p pathname] [-dt] [name ...]
../case: line 5: hash: -x: invalid option
hash: usage: hash [-lr] [-p pathname] [-dt] [name ...]

#### printf and kill
printf -va '%s' x; printf -vva y; echo $a $va
printf -x; echo $?
printf -v; echo $?
printf -v a -v b z; echo $a $b
printf -- -v; echo
printf - ; echo
kill -l EXIT 0 hup 137; echo $?
#: status 0
#: stdout
x y
2
2
x z
-v
-
0
EXIT
1
KILL
0
#: stderr
../case: line 2: printf: -x: invalid option
printf: usage: printf [-v var] format [arguments]
../case: line 3: printf: -v: option requires an argument
printf: usage: printf [-v var] format [arguments]

#### help for what there is not
help nosuch; echo $?
help -s pwd
#: status 0
#: stdout
1
pwd: pwd [-LP]
#: stderr
../case: line 1: help: no help topics match `nosuch'.  Try `help help' or `man -k nosuch' or `info nosuch'.

#### compgen -W: quotes, expansions and braces in the list; IFS splits what is not quoted
compgen -W '"a b" c\ d '"'e f'"' $(echo h i) "$(echo j k)" l;m <n> {o,p} * `echo q` r"s"t'; echo $?
x='1 2' y='3 4'; compgen -W '$x "$x" ${y}z'
a=(alpha 'be ta'); compgen -W '"${a[@]}"'
IFS=$'\n'; compgen -W 'a b
c d "e
f"'; IFS=:; compgen -W 'a:b c:"d:e"'; unset IFS
compgen -W "it's"
compgen -W '"abc" "abd" x' -- ab
compgen -A signal SIGT
#: stdout
a b
c d
e f
h
i
j k
l;m
<n>
o
p
*
q
rst
0
1
2
1 2
3
4z
alpha
be ta
a b
c d e
f
a
b c
d:e
its
abc
abd
SIGTRAP
SIGTERM
SIGTSTP
SIGTTIN
SIGTTOU

#### -t of a word that is no number is false
[[ -t '' ]]; echo $?; [[ -t x ]]; echo $?; [ -t x ]; echo $?; test -t 1x; echo $?
#: stdout
1
1
1
1

#### aliases that are not expanded are not told of
alias zz=echo
type -t zz; echo $?; command -v zz; echo $?
shopt -s expand_aliases; type -t zz; command -v zz
#: stdout
1
1
alias
alias zz='echo'

#### an indexed array does not become an associative one, nor the other way round
f() { local -a a; local -A a; }; f; echo $?
declare -A b=([x]=1); declare -a b; echo "$? ${b[x]}"
#: stdout
1
1 1
#: stderr-has local: a: cannot convert indexed to associative array

#### a file in PATH that may not be executed is found where there is no program
mkdir d e; echo echo hi > d/foo; PATH=$PWD/d:$PWD/e:$PATH
type foo | sed "s|$PWD|.|"; type -t foo; [ "$(type -P foo)" = "$PWD/d/foo" ] && echo same
[ "$(command -v foo)" = "$PWD/d/foo" ] && echo same
type -a foo; foo; echo $?
echo echo ho > e/foo; chmod +x e/foo; hash -r; type foo | sed "s|$PWD|.|"; foo
type -t ./d/foo; echo $?
#: stdout
foo is ./d/foo
file
same
same
126
foo is ./e/foo
ho
1
#: stderr any

#### complete -p lists in the order of bash's table
complete -f -o nospace -o bashdefault cat
complete -A stopped -P '%' bg
complete -v -S '=' export
complete -p
complete -r nothing; echo $?
#: stdout
complete -v -S '=' export
complete -A stopped -P '%' bg
complete -o bashdefault -o nospace -f cat
1
#: stderr-has no completion specification

#### printf -v keeps what comes before an error
printf -v x 'ab%d' 3y 2>/dev/null
echo "$x"
#: stdout
ab3

#### printf's dates may have parentheses
TZ=UTC0 printf '%(%Y (%m))T\n' 0
#: stdout
1970 (01)

#### BASH_CMDS can be assigned to
BASH_CMDS[foo]=/bin/echo
foo bar
#: stdout
bar
#### getopts: -- ends its own options, so that the letters may begin with a hyphen
getopts -- -ab n -a; echo "$? $n"
getopts -ab n -a 2>/dev/null; echo $?
#: stdout
0 a
2

#### cd to an empty name is nothing to do
cd /; cd ""; echo $? $PWD
#: stdout
0 /

#### shopt -q without names says nothing
shopt -q; echo $?
pushd -n; echo $?
#: stdout
0
0

#### test -R
declare -n r=x
[ -R r ]; echo $?; test -R x; echo $?; [ -R = -R ]; echo $?; [ -R ]; echo $?
#: stdout
0
1
0
0

#### times has milliseconds
times | grep -c '^[0-9]*m[0-9]*\.[0-9][0-9][0-9]s [0-9]*m[0-9]*\.[0-9][0-9][0-9]s$'
#: stdout
2

#### getopts: the option is found though there is no variable to tell it
getopts a: 'a b' -a x -b; echo $? $OPTIND $OPTARG
getopts a: a-b -a x -b; echo $? $OPTIND "$OPTARG"
#: stdout
1 3 x
1 4 
#: stderr
../case: line 1: getopts: `a b': not a valid identifier
../case: illegal option -- b
../case: line 2: getopts: `a-b': not a valid identifier

#### getopts goes on where OPTARG may not be assigned, and unsets it all the same
readonly OPTARG
set -- -a
getopts :x x; echo "$x"
getopts :x x; echo "$x"
OPTARG=1; echo $OPTARG
#: stdout
?
?
1
#: stderr
../case: line 3: OPTARG: readonly variable

#### the directory stack: messages, pushd -n, assignments
cd /; pushd /usr >&2; pushd /tmp >&2
pushd -n +1; pushd -n +2; dirs
pushd /nowhere
dirs -m; dirs x; dirs +9
DIRSTACK[1]=/bin DIRSTACK[0]=/lib; dirs; pwd
#: status 0
#: stdout
/tmp /tmp /
/tmp /bin /
/tmp
#: stderr
/usr /
/tmp /usr /
../case: line 3: pushd: /nowhere: No such file or directory
../case: line 4: dirs: -m: invalid number
dirs: usage: dirs [-clpv] [+N] [-N]
../case: line 4: dirs: x: invalid option
dirs: usage: dirs [-clpv] [+N] [-N]
../case: line 4: dirs: 9: directory stack index out of range

#### hash without a table, functions that are none, modes that are none
set +o hashall; hash -p /bin/ls ls; hash -r; echo $?; set -o hashall
declare -f no1; declare -f -p no2; declare -F -p no3; echo $?
umask u=rwx:g=rwx; umask u:rwx; umask q=r; umask u=q
shopt -o onecmd; compgen -A shopt onecmd; compgen -A setopt onecmd
#: status 0
#: stdout
1
1
onecmd         	off
onecmd
#: stderr
../case: line 1: hash: hashing disabled
../case: line 1: hash: hashing disabled
../case: line 2: declare: no2: not found
../case: line 2: declare: no3: not found
../case: line 3: umask: `:': invalid symbolic mode character
../case: line 3: umask: `:': invalid symbolic mode operator
../case: line 3: umask: `q': invalid symbolic mode operator
../case: line 3: umask: `q': invalid symbolic mode character

#### compopt changes what `complete` was told
complete -W x foo; compopt -o nospace foo; complete -p foo
compopt -o filenames +o nospace foo; complete -p foo; compopt foo
compopt nope; echo $?; compopt -o nospace; echo $?; compopt -o wrong foo; echo $?
#: stdout
complete -o nospace -W 'x' foo
complete -o filenames -W 'x' foo
compopt +o bashdefault +o default +o dirnames -o filenames +o noquote +o nosort +o nospace +o plusdirs foo
1
1
2
#: stderr-has no completion specification

#### break outside of loops looks at no operand
break x; echo $?; continue 0; echo $?
#: stdout
0
0
#: stderr
../case: line 1: break: only meaningful in a `for', `while', or `until' loop
../case: line 1: continue: only meaningful in a `for', `while', or `until' loop

#### a number that is too large for printf is a warning
printf '%d %s\n' 99999999999999999999 x; echo $?
#: stderr
../case: line 1: printf: warning: 99999999999999999999: Numerical result out of range
#: stdout
9223372036854775807 x
0

#### what is no number is shown as it is, before all output
(printf 'n %d\n' $'a\tb'; :) 2>&1
#: stdout
../case: line 1: printf: a	b: invalid number
n 0

#### test names the word that is no unary operator, also after a negation
(test ! a b; echo $?; [ ! a b ]; echo $?) 2>&1
#: stdout
../case: line 1: test: a: unary operator expected
2
../case: line 1: [: a: unary operator expected
2

#### `.` without an operand does not end the shell
(.; echo $?) 2>&1
#: stdout
../case: line 1: .: filename argument required
.: usage: . filename [arguments]
2

#### trap -p of a condition that has no trap shows nothing
trap -p INT EXIT; echo $?
#: stdout
0

#### set -o and shopt -o have interactive-comments
set -o | grep interactive-comments; set +o interactive-comments; shopt interactive_comments; set -o interactive-comments
shopt -o interactive-comments
#: stdout
interactive-comments	on
interactive_comments	off
interactive-comments	on

#### an interactive shell says that it ends
printf 'exit 3\n' | PS1= "$SH" --norc -i 2>&1 | grep -c 'exit$'
#: stdout
1

#### compound commands are topics of help
compgen -A helptopic whi
#: stdout
while

#### help NAME: the synopsis, and what the builtin does
help shift; help -s shift; help true
#: stdout
shift: shift [n]
    Drops the first n positional parameters, or the first.
shift: shift [n]
true: true
    Does nothing. The status is 0.

#### mapfile leaves the array alone where there is no such descriptor
a=(1 2 3)
mapfile -u 77 a
echo $? ${a[@]}
#: stdout
1 1 2 3
#: stderr some

#### command -v shows a relative path as it was found
mkdir d; printf ':\n' >d/cmd; chmod +x d/cmd; PATH=d:$PATH
command -v cmd; command -v d/cmd; command -V d/cmd; command -V cmd | sed "s|$PWD|DIR|"
set -o posix; command -v cmd | sed "s|$PWD|DIR|"
#: stdout
d/cmd
d/cmd
d/cmd is d/cmd
cmd is DIR/d/cmd
DIR/d/cmd

#### numbers that are too large
test 9223372036854775808 -gt 1; echo $?
test 9223372036854775807 -gt -9223372036854775808; echo $?
[ -9223372036854775809 -lt 000000000000000000000000001 ]; echo $?
[ 000000000000000000000000001 -eq 1 ]; echo $?
read -n 2147483648 x <<<abc; echo $? $x
read -N 9223372036854775807 x <<<abc; echo $? $x
read -t 99999999999999999999 x <<<abc; echo $? $x
#: stdout
2
0
2
0
1
1
0 abc
#: stderr
../case: line 1: test: 9223372036854775808: integer expression expected
../case: line 3: [: -9223372036854775809: integer expression expected
../case: line 5: read: 2147483648: invalid number
../case: line 6: read: 9223372036854775807: invalid number

#### mapfile with numbers that are too large
mapfile -O 9223372036854775807 a <<<x; echo $? ${!a[@]}
mapfile -O 4294967296 a <<<x; echo $? ${!a[@]}
mapfile -O 4294967295 a <<<$'x\ny'; echo $? ${!a[@]}
mapfile -s 4294967296 a <<<x; echo $?; mapfile -n 9223372036854775807 a <<<x; echo $?
mapfile -c 4294967296 -C : a <<<x; echo $?
#: stdout
1
1
0 4294967295 4294967296
1
1
1
#: stderr
../case: line 1: mapfile: 9223372036854775807: invalid array origin
../case: line 2: mapfile: 4294967296: invalid array origin
../case: line 4: mapfile: 4294967296: invalid line count
../case: line 4: mapfile: 9223372036854775807: invalid line count
../case: line 5: mapfile: 4294967296: invalid callback quantum
#: not bash: its counter begins anew behind 4294967295

#### limits that are too large
ulimit -c 9223372036854775807; echo $?
(ulimit -S -n 9223372036854775807; echo $?)
#: stdout
1
1
#: stderr
../case: line 1: ulimit: 9223372036854775807: limit out of range
../case: line 2: ulimit: open files: cannot modify limit: Invalid argument

#### read -t with a part of a line in a pipe
{ printf ab; sleep 1; } | { read -t .1 x; echo "$? $x"; }
{ echo a; sleep .5; } | { read x; read -t 0; echo "$? $x"; }
{ printf 'a\nb'; sleep 1; } | { read -t .2 x; echo "$? $x"; read -t .1 y; echo "$? $y"; }
#: status 0
#: stdout
142 ab
1 a
0 a
142 b

#### cd to the value of a variable
mkdir d; v=d; shopt -s cdable_vars
cd v >/dev/null; echo "$? ${PWD##*/}"; cd nothing 2>/dev/null; echo $?
#: status 0
#: stdout
0 d
1

#### aliases whose names begin with a hyphen, kill -L, compgen of nothing
alias -- -m=1; alias -- -m; kill -L | head -n 1; compgen; echo $?; compgen -W x y; echo $?
#: status 0
#: stdout
alias -- -m='1'
 1) SIGHUP	 2) SIGINT	 3) SIGQUIT	 4) SIGILL	 5) SIGTRAP
0
1

#### descriptors of {name}> under varredir_close
shopt -s varredir_close
: {fd}>f; echo x >&$fd; echo $?
exec {fd}>f; echo x >&$fd; cat f
#: stdout
1
x
#: stderr some

#### dates with a percent sign at the end, the names that compgen has
TZ=UTC0 printf '%(%Y%)T|%(%%)T\n' 0 0
compgen -v HOST; compgen -v BASH_SUB; compgen -A signal | head -n 2; compgen -A signal E; compgen -A signal SIGJ
(( 0 )) || { set -x; (( 1 + 1 )); for (( i=0 ; i<1 ; i++ )); do :; done; } 2>&1
#: status 0
#: stdout
1970%|%
HOSTNAME
HOSTTYPE
BASH_SUBSHELL
EXIT
SIGHUP
EXIT
ERR
SIGJUNK(32)
SIGJUNK(33)
+ ((  1 + 1  ))
+ (( i=0  ))
+ (( i<1  ))
+ :
+ (( i++  ))
+ (( i<1  ))

#### complete needs a name for what it defines
complete -W 'a b' 2>&1 | cut -c 1-30; complete -W 'a b' >/dev/null 2>&1; echo $?; complete -W 'a b' x; complete -p; complete -r; complete; echo $?
#: status 0
#: stdout
complete: usage: complete [-ab
2
complete -W 'a b' x
0

#### read -t 0 looks at no name
read -t 0 1x </dev/null; echo $?; read -t 1 1x </dev/null; echo $?
#: stdout
0
1
#: stderr-has 1x

#### umask -S with a mode shows the new mask
umask 7; umask -S u-w; umask -S 22; umask -p 23; umask
#: stdout
u=rx,g=rwx,o=
u=rwx,g=rx,o=rx
0023
