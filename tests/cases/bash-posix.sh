# bash's POSIX mode (bash(1), "POSIX Mode"): bash's language with what POSIX wants where the two
# have different answers. Everything else is there as it is without the option.

#### the language stays
set -o posix
a=(1 2 3); echo ${a[@]:1} {x,y} ${a[0]^^}
[[ abc == a* ]] && echo y; (( 1 < 2 )) && echo z
cat <(echo hi); echo c |& cat; cat <<< here
declare -A m=([k]=v); echo ${!m[@]} $'a\tb'
f() { local x=1; echo $x; }; f
function g { echo g; }; g
coproc cat; echo >&"${COPROC[1]}" back; read -u "${COPROC[0]}" x; echo $x
mapfile -t l <<< $'a\nb'; echo ${#l[@]}
echo 1 >&file; cat file
type -t complete compgen shopt
#: stdout
2 3 x y 1
y
z
hi
c
here
k a	b
1
g
back
2
1
builtin
builtin
builtin

#### special builtins come before functions, and no function has their names
set -o posix
type export
(export() { :; }; echo no)
echo $?
set +o posix
export() { echo fn; }; export x
set -o posix
export x && echo builtin
#: stdout
export is a special shell builtin
2
fn
builtin
#: stderr-has line 3: `export': is a special builtin

#### functions have names
set -o posix
(f-g() { :; }; echo no)
echo $?
(for 1 in a; do :; done; echo no)
echo $?
#: stdout
2
2
#: stderr-has line 2: `f-g': not a valid identifier
#: stderr-has line 4: `1': not a valid identifier

#### errors that end the shell
set -o posix
readonly r=1
(set -Z; echo no) 2>/dev/null; echo $?
(. nosuch; echo no) 2>/dev/null; echo $?
(source nosuch; echo no) 2>/dev/null; echo $?
(eval if; echo no) 2>/dev/null; echo $?
(: $((1+)); echo no) 2>/dev/null; echo $?
(r=2; echo no) 2>/dev/null; echo $?
(r=2 :; echo no) 2>/dev/null; echo $?
(for r in 1; do :; done; echo no) 2>/dev/null; echo $?
(return; echo no) 2>/dev/null; echo $?
(: >/nosuch/x; echo no) 2>/dev/null; echo $?
#: stdout
2
1
1
2
1
1
1
1
2
1

#### and errors that do not
set -o posix
readonly r=1
r=2 true; echo no
echo $?
a[0]=1 true; echo no
echo $?
unset r; echo $?
shift 5; echo $?
export 1a; echo $?
read r <<< x; echo $?
trap : NOSIG; echo $?
command . nosuch; echo $?
((1+)); echo $?
declare -i n=1+
echo goes on
#: stdout
1
1
1
1
1
1
1
1
1
goes on
#: stderr-has line 8: shift: 5: shift count out of range

#### what is listed
set -o posix
x=$'a\nb'; f() { :; }; set | grep -A1 '^x='; set | grep -c '^f'
trap 'echo i' INT; trap
alias a=b; alias
export E=1; export -p | grep ' E='; readonly -a ro=(1); readonly -a | grep ro=
kill -l | wc -l
g() { h() { :; }; }; declare -f g
hash -r; hash
ulimit -c 20; ulimit -c; set +o posix; ulimit -c
#: stdout
x='a
b'
0
trap -- 'echo i' INT
a='b'
export E="1"
readonly -a ro=([0]="1")
1
g () 
{ 
    h () 
    { 
        :
    }
}
20
10

#### expansions
set -o posix
echo a=~ >file; grep -c "~" file; b=~; [[ $b != "~" ]] && echo assigned
x='a b'; echo redirected >$x; cat 'a b'; echo also >p*; cat 'p*'
echo "${n:-$'a'} ${n:-'b'} ${n:-$"c"}"
y='1 2'; command export z=$y; echo "$z"
x=$(set -e; false; echo no); echo "<$x>"
set +o posix; x="a b"; { echo more >$x; } 2>/dev/null; echo $?
#: stdout
1
assigned
redirected
also
$'a' 'b' c
1 2
<>
1

#### time before an option is a program
PATH=.:$PATH; printf '#!/bin/sh\necho program "$@"\n' >time; chmod +x time
set -o posix
time -v x
#: stdout
program -v x

#### `.` does not look in the working directory, and type finds no files that cannot be executed
echo 'echo dotted' >file; PATH=/nosuch
. file
set -o posix; type file 2>/dev/null; echo $?
(. file 2>/dev/null; echo no); echo $?
. ./file
#: stdout
dotted
1
1
dotted

#### the option has three names
set -o posix; shopt -qo posix && echo shopt; [[ -o posix ]] && echo test
case :$SHELLOPTS: in *:posix:*) echo SHELLOPTS; esac
set -o | grep -c posix; echo ${POSIXLY_CORRECT-unset}
shopt -u -o posix; [[ -o posix ]] || echo off; echo ${POSIXLY_CORRECT-unset}
#: stdout
shopt
test
SHELLOPTS
1
y
off
unset

#### the text of -c ends with 127 by an error of expansion or assignment
"$SH" --posix -c 'echo ${x!}; echo no' 2>/dev/null; echo $?
"$SH" --posix -c 'readonly r; r=1; echo no' 2>/dev/null; echo $?
"$SH" --posix -c '(: $((1+)); echo no); echo $?' 2>/dev/null
"$SH" -c 'echo ${x!}' 2>/dev/null; echo $?
#: stdout
127
127
1
1

#### the operands `.` and `..` of `.` are directories, and not looked for
set -o posix
(. .; echo $?; . ..; echo $?) 2>&1
#: stdout
../case: line 2: .: .: is a directory
1
../case: line 2: .: ..: is a directory
1

#### `.` without an operand ends the shell
set -o posix
.
echo not here
#: status 2
#: stderr some

#### export -p and readonly -p show declarations outside of POSIX mode
set +o posix; export a=1; readonly b=2
export -p | grep ' a='; readonly -p | grep ' b='
set -o posix
export -p | grep ' a='; readonly -p | grep ' b='
#: stdout
declare -x a="1"
declare -r b="2"
export a="1"
readonly b="2"

#### wait returns the status of a child once in POSIX mode
(exit 3) & a=$!; wait $a; echo $?; wait $a; echo $?
set +o posix; (exit 4) & a=$!; wait $a; echo $?; wait $a; echo $?
#: options --posix
#: stdout
3
127
4
4
#: stderr some

#### variables assigned before a special builtin are exported
a=1 :; declare -p a
b=2 eval 'declare -p b'; declare -p b
f() { local c=3; c=4 :; declare -p c; }; f
d=5 export e=6; declare -p d e
g=7; declare -p g
#: options --posix
#: stdout
declare -x a="1"
declare -x b="2"
declare -x b="2"
declare -x c="4"
declare -x d="5"
declare -x e="6"
declare -- g="7"

#### an indirection that leads to nothing ends the line
x=1y; echo ${!x}; echo no
echo $?; echo ${!nosuch}; echo no
echo $?
#: options --posix
#: stdout
1
1
#: stderr
../case: line 1: 1y: invalid variable name
../case: line 2: nosuch: invalid indirect expansion

#### break and continue outside of loops are not reported
break; echo $?; continue; echo $?
#: options --posix
#: stdout
0
0

#### source without an operand ends the shell
"$SH" --posix -c 'source; echo on' me; echo $?; "$SH" -c 'source; echo on $?' me
#: stdout
2
on 2
#: stderr-has source: filename argument required

#### set -o ignoreeof sets IGNOREEOF, set +o unsets it
set -o ignoreeof; echo "$IGNOREEOF"; IGNOREEOF=3; set -o ignoreeof; echo "$IGNOREEOF"
set +o ignoreeof; echo "${IGNOREEOF-unset}"
#: stdout
10
10
unset
