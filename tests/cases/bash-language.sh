# What a shell named `bash` does otherwise than ksh93: what scripts whose first line names bash
# rely on.

#### assignments before special builtins are for their time only
x=1; x=5 :; echo "$x"; x=5 eval 'echo $x; x=6'; echo "$x"; IFS=: set -- a; echo ${#IFS}
echo 'echo $x; x=3' >file; x=2 . ./file; echo "$x"
#: stdout
1
5
1
3
2
1

#### not where POSIXLY_CORRECT is set
POSIXLY_CORRECT=1; x=1; x=5 eval :; echo "$x"
#: stdout
5

#### but export keeps them
x=1; x=8 export x; echo "$x"; f() { export y; }; y=2 f; echo "$y"
#: stdout
8
2

#### a local variable has the value that the function was called with
f() { local x; echo "${x-unset}"; }; x=2 f; unset x; f
g() { declare -i n; n+=1; echo $n; }; n=4 g
#: stdout
2
unset
5

#### unset uncovers the variable of a caller
x=1
f() { local x=3; g; }; g() { unset x; echo "$x"; x=9; }; f; echo "$x"
h() { unset x; echo "$x"; }; x=2 h; echo "$x"
k() { local x=3; unset x; echo "${x-unset}"; }; k; echo "$x"
#: stdout
1
9
9
9
unset
9

#### & in a replacement is what matched
x=abc r='<&>' q='\&&'
echo "${x/b/[&]}" "${x/b/\&}" "${x/b/"&"}" "${x/b/$r}" "${x/b/"$r"}" "${x/b/$q}" "${x//?/&&}"
shopt -u patsub_replacement; echo "${x/b/[&]}"
#: stdout
a[b]c a&c a&c a<b>c a<&>c a&bc aabbcc
a[&]c

#### expansions in a key are not part of the expression
declare -A c
for w in 'a]b' "it's" 'x[y' '$(echo no >&2)' '@' 'a b' ']' 05; do
	(( c[$w]++ )); (( c["$w"] += 1 )); let 'c[$w]++'
	echo "$w $(( c[$w] ))"
done
echo ${#c[@]}
#: stdout
a]b 3
it's 3
x[y 3
$(echo no >&2) 3
@ 3
a b 3
] 3
05 3
8

#### words of a list of keys and values are neither split nor matched
touch fa fb; x='1 2'; declare -A v=($x 3); v+=(* f*); set -- k l; declare -A p=("$@" m)
echo "${v['1 2']} ${v['*']} ${p['k l']}"
#: stdout
3 f* m

#### associative arrays have bash's order, and its quoting
declare -A a=([one]=1 [two]=2 [three]=3 [zero]=0 ["a b"]=5 [@]=6); declare -p a; echo "${!a[*]}"
#: stdout
declare -A a=(["@"]="6" [two]="2" [three]="3" [one]="1" ["a b"]="5" [zero]="0" )
@ two three one a b zero

#### an array that was only declared is unset
declare -a a; declare -A b; declare -p a b; a=(); b[x]=1; declare -p a b
f() { local n; declare -p n; }; f
#: stdout
declare -a a
declare -A b
declare -a a=()
declare -A b=([x]="1" )
declare -- n

#### a text in parentheses is assigned to an array as a list
declare -a a=(x); declare a='(1 2 3)'; echo "${#a[@]} ${a[1]}"
#: stdout
3 2

#### the line of a syntax error in a list of elements is skipped
x=(a & b)
echo "$? on"
#: stdout
1 on
#: stderr some

#### `!` and `time` before any redirection
! <<<one cat
! <<E cat
two
E
! >&2 echo three
! <>/dev/null cat
! >|/dev/null echo
! >>/dev/null echo
! &>/dev/null echo
! &>>/dev/null echo
! <&0 cat
if ! <<<four grep -q five; then echo none; fi
TIMEFORMAT=
time <<<six cat
! ! <<<seven cat
#: stdout
one
two
none
six
seven
#: stderr
three

#### ! alone and time -p --
!
echo $?
! !
echo $?
TIMEFORMAT=; { time -p -- echo a; } 2>/dev/null
#: stdout
1
0
a

#### for looks at its name when it runs
for 1 in a b; do echo no; done; echo $?
#: stdout
1
#: stderr some

#### return outside of functions, and exit without a number
return 3; echo $?
(exit foo; echo no); echo $?
#: stdout
2
2
#: stderr some

#### break and continue with no number of loops leave all of them
for i in 1 2; do for j in 1 2; do break 0; echo no; done; echo no; done; echo $?
for i in 1 2; do echo $i; continue 0; echo no; done; echo $?
#: stdout
1
1
1
#: stderr some

#### shift beyond the end says nothing
set -- a; shift 2; echo "$? $#"
#: stdout
1 1
#: stderr

#### ${!x} of an unset variable is an error
(echo "${!nope}"; echo no)
echo $?
#: stdout
1
#: stderr some

#### printf %q, %Q and escapes
printf '%q|' 'a b' "it's" '' '~x' x~ $'a\nb' 'a,b' '#a' 'a=b'; echo
printf '%6q|%-6q|%.2q|%.2Q\n' 'a b' 'a b' 'a b' 'a b'
printf 'one\ctwo \? %b\n' 'a\"b'
#: stdout
a\ b|it\'s|''|\~x|x~|$'a\nb'|a\,b|\#a|a=b|
  a\ b|a\ b  |a\|a\ 
one\ctwo ? a\"b

#### tildes in arguments that look like assignments
HOME=/h; echo a=~ b=~/x:~ c:~ --d=~
#: stdout
a=/h b=/h/x:/h c:~ --d=~

#### quoted characters in brackets of a regular expression
[[ '\' =~ ["."] ]] || echo 1; [[ . =~ [\.] ]] && echo 2; [[ ']' =~ [']'] ]] && echo 3
[[ '\' =~ [\\] ]] && echo 4; [[ x =~ "[x]" ]] || echo 5; [[ a.b =~ [a]"."[b] ]] && echo 6
#: stdout
1
2
3
4
5
6

#### with extglob the result of an expansion is an extended pattern
touch aa ab b; p='@(a|b)*'; shopt -u extglob; echo $p; shopt -s extglob; echo $p
#: stdout
@(a|b)*
aa ab b

#### getopts: OPTERR, and a function with its own OPTIND
OPTERR=0; getopts a o -b; echo "$o"
f() { typeset OPTIND=1 o; while getopts :abxy o; do echo $o; if [[ $o = x ]]; then f -ab; fi; done; }
unset OPTERR; f -xy
#: stdout
?
x
a
b
y
#: stderr

#### traps in order, by names in any case
trap 'echo e' exit; trap 'echo d' err; trap 'echo i' int; trap; trap - exit
#: stdout
trap -- 'echo e' EXIT
trap -- 'echo i' SIGINT
trap -- 'echo d' ERR

#### kill -l and umask -p
kill -l | head -n 1; umask 022; umask -p; umask -p -S
#: stdout
 1) SIGHUP	 2) SIGINT	 3) SIGQUIT	 4) SIGILL	 5) SIGTRAP
umask 0022
umask -S u=rwx,g=rx,o=rx

#### texts of messages that scripts look for
{ nope_; ./nope_; (readonly r; r=1); echo <nope_; } 2>&1 | sed 's/.*line [0-9]*: //'
#: stdout
nope_: command not found
./nope_: No such file or directory
r: readonly variable
nope_: No such file or directory

#### type tells of a function by its text
f() { :; }; type f | head -n 1
#: stdout
f is a function

#### unset of all elements leaves an empty array
a=(1 2 3); unset 'a[@]'; declare -p a; unset 'nope_[*]'; echo $?
#: stdout
declare -a a=()
0

#### set -u in arithmetic ends the shell
("$SH" -c 'set -u; x=$((y + 1)); echo no'); [ $? -ne 0 ] && echo ended
#: stdout
ended
#: stderr some

#### without extglob parentheses in patterns are ordinary characters, but in [[ ]]
x='+(a)b'; case aab in $x) echo y;; *) echo n;; esac
line='foo (bar) baz'; echo "${line%% *(*}" "${line#*(foo)}" "${line/@(o)/X}"
value=$'\nxxx is it\n' pattern=$'\n+(x) is it\n'
echo "${value//$pattern/<>}"
[[ aab == $x ]] && echo always
shopt -s extglob
case aab in $x) echo y;; esac
echo "${value//$pattern/<>}" "${line/@(o)/X}"
#: stdout
n
foo foo (bar) baz foo (bar) baz

xxx is it

always
y
<> fXo (bar) baz

#### $'…' and $"…" in the word of an expansion in double quotes
unset s; echo "[${s-$'hello'}]" "${s:-$'a\tb'}" "${s+$'x'}" "${s-'q'}" "${s:=$'z'}" "${u-$"loc"}"
cat <<F
${u-$'hello'}
F
#: stdout
[hello] a	b  'q' z loc
$'hello'

#### a number before a process substitution is a part of the word
case $(echo 2<(:) {x}>(:)) in 2/*" {x}/"*) echo word;; esac
echo y 2< <(:)
#: stdout
word
y

#### digits between two redirections are the first one's
echo x >&2>/dev/null
echo y >&2 2>/dev/null
#: stderr
y

#### ${!@} without arguments is nothing
echo "[${!@}${!*}]"; set -- x; x=value; echo "${!@} ${!*}"
#: stdout
[]
value value

#### command_not_found_handle is called for a command that there is not, in a subshell
command_not_found_handle() { echo "none: $*"; x=1; return 42; }
nosuch a b; echo $? $x
nosuch | cat
y=$(nosuch); echo "$y $?"
./nosuch 2>/dev/null; echo $?
#: stdout
none: nosuch a b
42
none: nosuch
none: nosuch 42
127

#### checkwinsize: LINES and COLUMNS after a command at a terminal
$PROBE terminal "$SH" -c 'stty rows 33 cols 99; "$PROBE" status 0; echo "$LINES $COLUMNS"; stty rows 7; (:); echo $LINES
  shopt -u checkwinsize; stty rows 9; (:); echo $LINES' <<'D'
< 33 99
< 7
< 7
D
#: stdout
status 0

#### prompts: PS0 before a command, PROMPT_DIRTRIM, autocd
$PROBE terminal "$SH" --norc -i <<'D'
> HOME=/; PROMPT_DIRTRIM=1 PS1='\w rea''dy> '; cd /usr/share/doc
< .../doc ready> 
> shopt -s autocd
< ready> 
> /usr/lib
< cd -- /usr/lib
< .../lib ready> 
> PS0='be''fore\n'
< ready> 
> echo a''b
< before
< ab
< ready> 
> exit 0
D
#: stdout
status 0

#### an alias ends before what follows it: no descriptor of a redirection
shopt -s expand_aliases
alias zero='echo 0' one='echo {a}'
zero>&2
one>out
cat out
#: stdout
{a}
#: stderr
0

#### names of characters and classes in patterns
for c in ' ' - a _ '['; do
    case $c in
    [[.space.][.hyphen-minus.]]) echo 1;;
    [[:word:]]) echo 2;;
    [[.left-square-bracket.]-[.circumflex.]]) echo 3;;
    esac
done
case é in [[:ascii:]]) echo 4;; esac
case / in [[.period.]-[.zero.]]) echo 5;; esac
#: stdout
1
1
2
2
3
5

#### braces continue the name of a parameter
e= v=x ea=1 vab=7 v2=8 vx_=9 vq=q
echo $e{a,b} ${e}{a,b} "$e"{a,b} $e{-,}x {$e,x}a {a,b}$e
echo $v{ab,c} $v{1..2} pre$v{ab,ac}post {$v,y}q $v{x,}_ $v{x,y}-a $v{q}
#: stdout
1 a b a b -x 1 xa a b
7 8 pre pre q yq 9 -a -a x{q}

#### errors of syntax in backquotes
exec 2>/dev/null
x=`if`
echo "[$x]" $?
y=`echo a; )`
echo "[$y]" $?
f() { z=`echo "a`; echo "[$z]"; }
f
echo `echo kept
)` left
false; x=`` y=`# nothing`; echo $? "[$x$y]"
#: stdout
[] 2
[] 2
[]
kept left
0 []

#### ${!x} of what was declared and has no value
f() {
    local q
    local -a a
    echo "[${!q}][${!a}][${!q-default}][${!q:-default}][${!q+set}][${!q#x}][${!q@Q}][${!q/a/b}][${!q:1}][${!q^}]"
    echo "[${!a[0]}]" ${!q} $?
}
f
declare -i n
export e
echo "[${!n}][${!e}]"
(f() { local q; echo "${!q:=x}"; }; f) 2>/dev/null || echo refused
(f() { local q; echo "${!q?no}"; }; f) 2>/dev/null || echo refused
(echo "${!unset}") 2>/dev/null || echo refused
g() { echo "[${!1}][${!1-default}][${!1#x}]"; }
g
#: stdout
[][][default][default][][][][][][]
[] 0
[][]
refused
refused
refused
[][default][]

#### set -u: the number of elements of what has none abandons the line alone
set -u
echo "${#a[@]}"; echo unseen
if ((${#a[@]})); then echo unseen; fi
echo $?
declare -A h
n=${#h[@]}; echo unseen
echo "[${#a[0]}]"
echo end
#: stdout
1
end
#: stderr
../case: line 2: a: unbound variable
../case: line 3: a: unbound variable
../case: line 6: h: unbound variable
../case: line 7: a: unbound variable

#### dates of printf that are no numbers
printf '%(%s)T|%s\n' 12x a; echo $?
printf '%(%s)T\n' now -5 010 0x10 ' 7' +7 ''
echo $?
#: stdout
12|a
1
0
-5
8
16
7
7
0
1
#: stderr
../case: line 1: printf: 12x: invalid number
../case: line 2: printf: now: invalid number

#### a here-document that the script's end ends, in the middle of a line
printf 'cat <<E\nabc $((1+1))' >lib
. ./lib 2>/dev/null
eval "$(printf 'cat <<"E"\nabc\\')" 2>/dev/null
bash -c "$(cat lib)" 2>/dev/null
printf 'cat <<-E\n\tx' >lib
bash lib 2>/dev/null
printf 'cat <<E' >lib
bash lib 2>/dev/null
#: stdout
abc 2
abc\
abc 2
x

#### an anchor of a replacement may come from an expansion
x=hello; p='#h'; echo ${x/$p/J} "${x/$p/J}" ${x/"$p"/J} "${x/"$p"/J}"
x=hello; p='%o'; echo ${x/$p/J} "${x/$p/J}" ${x/"$p"/J}
x=hello; p='/l'; echo ${x/$p/J} ${x//$p/J}
x='#a#a'; p='#'; echo ${x/$p/J} ${x//$p/J} ${x/"#"/J} ${x/\#/J} ${x/#/J} ${x/#\#/J}
x=hello; p='#h'; echo ${x/$p} ${x/#$p/J} ${x//$p/J}; x='%a%'; p='%'; echo ${x/$p/J}
x=hello; p=; echo ${x/$p#h/J} ${x/`echo '#h'`/J} ${x/$(echo '#h')/J} ${x/${p:-#h}/J}
a=(hello hi); p='#h'; echo ${a[@]/$p/J} "${a[@]/$p/J}"; set -- hello hi; echo ${@/$p/J}
x=hello; echo ${x/'#h'/J} ${x/"%o"/J} ${x/"#"h/J}
#: stdout
Jello Jello hello hello
hellJ hellJ hello
hello hello
J#a#a JaJa Ja#a Ja#a J#a#a Ja#a
ello hello hello
%a%J
Jello Jello Jello Jello
Jello Ji Jello Ji
Jello Ji
hello hello hello
