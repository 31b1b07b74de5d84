# Parameter expansion: XCU 2.6.2, and the special parameters: XCU 2.5.2.

#### the four forms with and without a colon
s=set e= ; unset u
echo "${s-w}" "${e-w}" "${u-w}" "${s:-w}" "${e:-w}" "${u:-w}"
echo "${s+w}" "${e+w}" "${u+w}" "${s:+w}" "${e:+w}" "${u:+w}"
echo "${s=w}" "${e=w}" "$e." "${u=w}" "$u"
unset u; echo "${e:=v}" "$e" "${u:=w}" "$u"
echo "${s?no}" "${s:?no}" "${e?no}"
#: stdout
set  w set w w
w w  w  
set  . w w
v v w w
set set v

#### the error form ends the shell
unset u
echo before
echo "${u?the message}"
echo after
#: stdout
before
#: stderr-has the message
#: status nonzero

#### the error form with an empty value
e=
: ${e?no}
(: ${e:?is empty}) 2>/dev/null; [ $? -ne 0 ] && echo failed
(: ${u?}) 2>/dev/null; [ $? -ne 0 ] && echo failed
(: ${u:?$e}) 2>/dev/null; [ $? -ne 0 ] && echo failed
#: stdout
failed
failed
failed

#### words are expanded only when they are used
i=0; s=x; unset u
: ${s-$((i=i+1))} ${u+$((i=i+1))} ${s:=$((i=i+1))} ${s?$((i=i+1))}
echo $i
: ${u-$((i=i+1))} ${s+$((i=i+1))}
echo $i
#: stdout
0
2

#### words with blanks, quotes and substitutions
unset u
printf '<%s>' ${u-a b} "${u-a b}" ${u-"a b"} ${u-a\ b} ${u-'a b'} ${u:-$(echo c d)} "${u:-$(echo c d)}"; echo
#: stdout
<a><b><a b><a b><a b><a b><c><d><c d>

#### nested expansions
unset u v; w=W
echo ${u-${v-${w-x}}} ${u:-${v:-"${w}"}} "${u-"${v-"$w"}"}" ${w+${u-${w}}}
#: stdout
W W W W

#### assignment form: the value is what was assigned
unset a b c
printf '<%s>' ${a=x y}; echo "$a"
printf '<%s>' "${b=x  y}"; echo "$b"
printf '<%s>' ${c='*'}; echo "$c"
HOME=/h; unset d; echo ${d=~/x} $d
#: stdout
<x><y>x y
<x  y>x  y
<*>*
/h/x /h/x

#### assignment form on a positional parameter is an error
(: ${1=x}) 2>/dev/null; [ $? -ne 0 ] && echo failed
set -- a; : ${1=x}; echo $1
#: stdout
failed
a

#### length
x=abc e=; unset u
echo ${#x} ${#e} ${#u} "${#x}" ${#x}${#x}
x='a  b*'; echo ${#x}
set -- a bb ccc; echo ${#} ${#1} ${#3} ${#*} ${#@}
shift 3; echo ${#1}
#: stdout
3 0 0 3 33
5
3 1 3 3 3
0
#: not dash: ${#*} is the length of the joined parameters

#### length of the special parameters
echo ${#?} ${##} ${#-} > /dev/null
(exit 123); echo ${#?}
set -- 1 2 3 4 5 6 7 8 9 10; echo ${##} ${#10}
#: stdout
3
2 2

#### ${#-} is the length of $-
set -f
x=$-; [ ${#-} -eq ${#x} ] && echo same
#: stdout
same

#### prefix and suffix removal
p=/usr/local/lib/x.tar.gz
echo ${p#*/} ${p##*/} ${p%/*} ${p%%/*}. ${p%.*} ${p%%.*} ${p#nomatch} ${p%nomatch}
echo ${p##*.} ${p#/usr} ${p%.gz} ${p%%} ${p#} ${p##} ${p%}
#: stdout
usr/local/lib/x.tar.gz x.tar.gz /usr/local/lib . /usr/local/lib/x.tar /usr/local/lib/x /usr/local/lib/x.tar.gz /usr/local/lib/x.tar.gz
gz /local/lib/x.tar.gz /usr/local/lib/x.tar /usr/local/lib/x.tar.gz /usr/local/lib/x.tar.gz /usr/local/lib/x.tar.gz /usr/local/lib/x.tar.gz

#### removal with brackets, question marks and whole matches
x=abcabc
echo ${x#?} ${x%?} ${x#[a-b]} ${x##[a-b]} ${x%[!x]} ${x##*} "${x%%*}" ${x#*b} ${x##*b} ${x%b*} ${x%%b*}
echo "${x#abcabc}." "${x%abcabc}." "${x#abcabcd}"
#: stdout
bcabc abcab bcabc bcabc abcab  cabc c abca a
. . abcabc

#### removal with a pattern in a variable, quoted and not
x='[a]*b' p='[a]' q='*'
echo "${x#"$p"}" "${x#$p}" "${x#$q}" "${x##"[a]"$q}" "${x%"$q"b}" "${x#'[a]'}" "${x#\[a\]}"
#: stdout
*b [a]*b [a]*b  [a] *b *b

#### removal with slashes, dots and newlines
x='a/b.c
d'
echo "${x#*/}" "${x%?d}" "${x##*
}"
#: stdout
b.c
d a/b.c d

#### removal: the pattern is expanded
x=/home/me/f; HOME=/home/me
echo ${x#~} ${x#$HOME/} ${x#"$(echo /home)"} ${x%/f*}
y=abc5; echo ${y%$((2+3))} ${y#${y%bc5}}
#: stdout
/f f /me/f /home/me
abc bc5

#### removal of a tilde that is quoted
HOME=/h; x='~/a'
echo "${x#'~'}" "${x#\~}" "${x#"~"}"
#: stdout
/a /a /a

#### removal with braces and quotes in the pattern
x='a}b"c'"'d"
echo "${x#a\}}" "${x#a'}'}" "${x#*\"}" "${x##*\'}" "${x#*'"'}"
#: stdout
b"c'd b"c'd c'd d c'd

#### removal from unset and empty
unset u; e=
echo "${u#x}." "${e%x}." "${u##*}."
#: stdout
. . .

#### removal on the positional parameters and on $* in turn
set -- a1 b2
echo ${1#a} ${2%2} "${1##?}"
#: stdout
1 b 1

#### multi-digit positional parameters need braces
set -- a b c d e f g h i j k
echo $1 $10 ${10} ${11} ${1}0 $11 ${01}
#: stdout
a a0 j k a0 a1 a

#### $* and $@ with two fields
set -- 'a b' c
printf '<%s>' $*; echo
printf '<%s>' $@; echo
printf '<%s>' "$*"; echo
printf '<%s>' "$@"; echo
printf '<%s>' x"$@"y; echo
printf '<%s>' "x$*y"; echo
printf '<%s>' "x $@ y"; echo
printf '<%s>' "$@$@"; echo
printf '<%s>' "$@" "$*"; echo
#: stdout
<a><b><c>
<a><b><c>
<a b c>
<a b><c>
<xa b><cy>
<xa b cy>
<x a b><c y>
<a b><ca b><c>
<a b><c><a b c>

#### "$@" without parameters makes no field, "$*" one
set --
set -- "$@"; echo $#
set -- "$*"; echo $#
set --; set -- x"$@"; echo $# "$1"
set --; set -- "$@"x; echo $# "$1"
set --; set -- $@ $*; echo $#
set --; set -- "" "$@"; echo $#
#: stdout
0
1
1 x
1 x
0
1

#### "$@$@" without parameters makes no field
set -- "$@$@"; echo $#
#: stdout
0
#: not dash ksh93: make one
#: also mksh

#### "$@" next to empty quotes without parameters
set --; set -- "$@"""; echo $#
set --; set -- ""$@; echo $#
set --; set -- "$@"''; echo $#
#: stdout
1
1
1

#### empty fields of $@ and $*
set -- '' a ''
set -- "$@"; echo $#
(set -- $@; echo $#; for i do echo "<$i>"; done)
(set -- $*; echo $#)
echo "<$*>"
#: stdout
3
1
<a>
1
< a >
#: not ksh93: keeps an empty last field

#### "$*" joins with the first character of IFS
set -- a b 'c d'
IFS=:; echo "$*"
IFS=',;'; echo "$*"
IFS=; echo "$*"
unset IFS; echo "$*"
IFS=' x'; echo "$*"
IFS='
'; echo "$*"
#: stdout
a:b:c d
a,b,c d
abc d
a b c d
a b c d
a
b
c d

#### $* and $@ without quotes under an IFS that is not blank
set -- 'a b' 'c:d' ''
IFS=:
printf '<%s>' $*; echo
printf '<%s>' $@; echo
printf '<%s>' "$@"; echo
x=$*; echo "$x"
x="$*"; echo "$x"
x=$@; echo "$x" | tr ' ' :
#: stdout
<a b><c><d>
<a b><c><d>
<a b><c:d><>
a b:c:d:
a b:c:d:
a:b:c:d:
#: not ksh93: keeps an empty last field

#### $@ is joined as $* where no fields are made
set -- a 'b c'; IFS=:
x=$@; y="$@"; echo "$x $y ${z=$@}"
case $@ in 'a:b c') echo same;; esac
cat <<E
$@ $* "$@" ${u-$@}
E
IFS=; x="-$@-"; unset IFS; y=$@; echo "$x $y"
#: stdout
a:b c a:b c a:b c
same
a:b c a:b c "a:b c" a:b c
-ab c- a b c
#: not bash ksh93: join $@ by a space, and $* too in a here-document

#### $* and $@ without quotes under an empty IFS
set -- 'a b' c ''
IFS=
printf '<%s>' $*; echo
printf '<%s>' $@; echo
printf '<%s>' x$@y; echo
#: stdout
<a b><c>
<a b><c>
<xa b><c><y>
#: not ksh93: keeps the empty field of $*

#### "$@" in a default and an alternative word
set -- 'a b' c; unset u
printf '<%s>' "${u-"$@"}"; echo
printf '<%s>' ${u-"$@"}; echo
printf '<%s>' "${u:-$@}"; echo
printf '<%s>' ${1+"$@"}; echo
printf '<%s>' "${1+$@}"; echo
set --; set -- ${1+"$@"}; echo $#
#: stdout
<a b><c>
<a b><c>
<a b><c>
<a b><c>
<a b><c>
0
#: not ksh93: splits within the quotes

#### "$@" where no fields are made joins with a blank
set -- a 'b c'
x="$@"; echo "$x"
case "$@" in 'a b c') echo yes;; esac
cat <<E
$@
E
echo x >"$1"; ls
#: stdout
a b c
yes
a b c
a

#### "$@" with a suffix and in arithmetic
set -- 1 2
echo $(($1+$2)) $(( $# ))
#: stdout
3 2

#### ${@...} and ${*...}
set -- a b
echo "${@-x}" "${*+y}"
set --
echo "${*:-z}" "${@:-z}"
set -- ''
echo "<${*-x}>" "<${*:-x}>" "<${@-x}>"
#: stdout
a b y
z z
<> <x> <>

#### IFS is used for "$*" at the time of expansion
set -- a b c
x="$(IFS=-; echo "$*")"; echo $x "$*"
IFS=+ eval 'echo "$*"'
f() { IFS=/; echo "$*"; }; (f a b)
#: stdout
a-b-c a b c
a+b+c
a/b

#### $# $? $- $$ $! $0
set -- a b c; echo $#
(exit 7); echo $?
case $0 in ../case) echo name;; esac
: & [ "$!" -gt 1 ] && echo pid
case $! in $$) echo same;; *) echo other;; esac
wait
[ $$ -gt 0 ] && echo ok
x=$(echo $$) y=$( (echo $$) ); [ "$x" = $$ ] && [ "$y" = $$ ] && echo one
(echo $$) | { read p; [ $p = $$ ] && echo pipe; }
#: stdout
3
7
name
pid
other
ok
one
pipe

#### $- holds the options
set -eufC +x
for o in e u f C; do case $- in *$o*) echo $o;; esac; done
case $- in *x*) echo x;; esac
set +efuC
case $- in *[eufC]*) echo no;; *) echo none;; esac
#: stdout
e
u
f
C
none

#### $0 and positional parameters of the command line
echo "$#" "$1" "$2" "$3"
shift
echo "$#" "$1" "$*"
#: args a b c
#: stdout
3 a b c
2 b b c

#### shift
set -- 1 2 3 4 5
shift; echo $*
shift 2; echo $*
shift 0; echo $*
shift 2; echo $#
(shift 1; echo no) 2>/dev/null; [ $? -ne 0 ] || echo bad
#: stdout
2 3 4 5
4 5
4 5
0
#: not bash: goes on

#### names end where letters, digits and underscores end
x=1 x1=2 _=3 a_b=4
echo $x.a $x1 ${x}1 $x-1 "$x1" $a_b $x:$x ${x}_ $x$x1
#: stdout
1.a 2 11 1-1 2 4 1:1 1_ 12

#### substitution of an invalid name is an error
for s in 'echo ${}' 'echo ${a b}' 'echo ${1a}' 'echo ${a.b.c+}' 'echo ${-x-}' 'echo ${a!b}' 'echo ${a%%' 'echo "${a'; do
  (eval "$s") >/dev/null 2>&1 && echo "no error: $s"
done
echo end
#: stdout
end
#: not ksh93: some of these are forms of their own there

#### a bad substitution ends the shell
echo a
echo ${a b c}
echo c
#: stdout
a
#: stderr-has ad substitution
#: status nonzero

#### -u: unset variables are errors, set ones are not
set -u
e=; unset u
echo "$e" "${u-d}" "${u:-d}" "${u+d}" "${#e}" $# "$*" "$@"
(echo $u) 2>/dev/null; [ $? -ne 0 ] && echo 1
(echo ${#u}) 2>/dev/null; [ $? -ne 0 ] && echo 2
(echo ${u#x}) 2>/dev/null; [ $? -ne 0 ] && echo 3
(echo $1) 2>/dev/null; [ $? -ne 0 ] && echo 4
(echo ${u%%x}) 2>/dev/null; [ $? -ne 0 ] && echo 5

(echo $!) 2>/dev/null; [ $? -ne 0 ] && echo 7
echo "${u=x}"; echo $u
#: stdout
 d d  0 0 
1
2
3
4
5
7
x
x

#### -u ends the shell
set -u
echo a
echo $u
echo b
#: stdout
a
#: stderr-has u
#: status nonzero

#### a positional parameter beyond the last is empty
set -- a
echo "<$2>" "<${9}>" "<${123}>" "${2-d}"
#: stdout
<> <> <> d

#### expansion happens once
x='$y' y='$(echo no)'
echo $x "$x" ${x} ${u-$x}
#: stdout
$y $y $y $y

#### values with newlines, globs and quotes stay intact in quotes
x='a
 * "b" '\''c'\'' \d'
printf '%s\n' "$x"
#: stdout
a
 * "b" 'c' \d

#### assignments: no splitting, no globbing, tilde after = and :
>f1
x='a  b' y=f* z=$x
echo "$z" "$y"
HOME=/h
a=~ b=x:~:~/y c=x~ d="~" e=\~ f=:~
echo $a $b $c $d $e $f
#: stdout
a  b f*
/h x:/h:/h/y x~ ~ ~ :/h

#### assignments are done from left to right
a=1 b=$a c=$b$b
echo $a $b $c
x=1; x=2 y=$x; echo $y
#: stdout
1 1 11
2

#### an expanded word is no assignment
x=a=b
$x 2>/dev/null; echo $?
"a=b" 2>/dev/null; echo $?
a''=b 2>/dev/null; echo $?
1a=b 2>/dev/null; echo $?
#: stdout
127
127
127
127

#### 200 nested defaults
w=x; i=0
while [ $i -lt 200 ]; do w="\${u-$w}"; i=$((i+1)); done
eval "echo $w"
#: stdout
x

#### case of long values
x=$(printf '%0100000d' 7)
y=${x##*0}; echo $y ${#x}
z=${x%7}; echo ${#z}
#: stdout
7 100000
99999

#### the alternative of "$@" where there is one empty parameter
n() { echo "$#"; }
set -- ''; n "${@:+x y}"; n "${@+x y}"; n "${@:+}"; n ${@:+x}; n "${@:-x y}"
set --; n "${@:+x y}"; n "${@+x y}"
set -- '' ''; n "${@:+x y}"
#: stdout
1
1
1
0
1
0
0
1
#: not dash: "${@:+x}" without parameters is a field
