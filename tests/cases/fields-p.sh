# Field splitting and quote removal: XCU 2.6.5, 2.6.7.

#### the default IFS
x='  a b	c
d  '
set -- $x; echo $#
for i do echo "<$i>"; done
#: stdout
4
<a>
<b>
<c>
<d>

#### an unset IFS splits like the default one
x=' a  b '
unset IFS; set -- $x; echo $# "$1" "$2"
#: stdout
2 a b

#### an empty IFS splits nothing
x=' a b '
IFS=; set -- $x; echo $# "<$1>"
#: stdout
1 < a b >

#### characters that are not white space delimit each
IFS=:
x=a:b::c:
set -- $x; echo $#; printf '<%s>' "$@"; echo
x=:a
set -- $x; echo $#; printf '<%s>' "$@"; echo
x=:
set -- $x; echo $#
x=::
set -- $x; echo $#
x=a
set -- $x; echo $#
x=
set -- $x; echo $#
#: stdout
4
<a><b><><c>
2
<><a>
1
2
1
0

#### white space of IFS around other delimiters
IFS=': '
x=' a : b  c: :d '
set -- $x; echo $#; printf '<%s>' "$@"; echo
x='a:  :b'
set -- $x; echo $#; printf '<%s>' "$@"; echo
x=' : a'
set -- $x; echo $#; printf '<%s>' "$@"; echo
x='a : '
set -- $x; echo $#; printf '<%s>' "$@"; echo
x='  '
set -- $x; echo $#
#: stdout
5
<a><b><c><><d>
3
<a><><b>
2
<><a>
1
<a>
0

#### only the white space that is in IFS is skipped
IFS=' '
x='a	b
c  d'
set -- $x; echo $#
IFS='	'
set -- $x; echo $#
IFS='
'
set -- $x; echo $#
#: stdout
2
2
2

#### letters and digits in IFS
IFS=x1
y=axb1c
set -- $y; echo $# $*
IFS=' 
'; set -- $y; echo $#
#: stdout
3 a b c
1

#### splitting happens to expansions only
IFS=:
set -- a:b $(echo c:d) 'e:f' "$(echo g:h)" `echo i:j` $((1))
echo $#
x=k:l; set -- m$x"$x"n; echo $#; printf '<%s>' "$@"; echo
#: stdout
8
2
<mk><lk:ln>

#### parts of a word join with their neighbours
x=' a b ' e=
set -- -$x-; echo $#; printf '<%s>' "$@"; echo
set -- "$e"$x""; echo $#; printf '<%s>' "$@"; echo
set -- $x$x; echo $#; printf '<%s>' "$@"; echo
set -- $e$x$e; echo $#
#: stdout
4
<-><a><b><->
4
<><a><b><>
4
<a><b><a><b>
2

#### delimiters at joins
IFS=:
x=a: y=:b z=:
set -- $x$y; echo $#; printf '<%s>' "$@"; echo
set -- $x-$y; echo $#; printf '<%s>' "$@"; echo
set -- c$z; echo $#; printf '<%s>' "$@"; echo
set -- $z"d"; echo $#; printf '<%s>' "$@"; echo
set -- "$x"$y; echo $#; printf '<%s>' "$@"; echo
#: stdout
3
<a><><b>
3
<a><-><b>
1
<c>
2
<><d>
2
<a:><b>

#### a backslash from an expansion is data
x='a\ b\\c'
printf '<%s>' $x; echo
IFS='\'; set -- $x; echo $#
#: stdout
<a\><b\\c>
4

#### quotes from an expansion are data
x='"a b" '\''c d'\'
printf '<%s>' $x; echo
#: stdout
<"a><b"><'c><d'>

#### no splitting in assignments, case words, redirections and here-documents
x='a b'
y=$x; echo "$y"
case $x in 'a b') echo case;; esac
z=${u-$x}; echo "$z"
cat <<E
$x
E
#: stdout
a b
case
a b
a b

#### splitting in for, arguments and array-like set
x='a b c'
for i in $x; do printf %s. $i; done; echo
f() { echo $#; }; f $x "$x"
#: stdout
a.b.c.
4

#### IFS changed by an assignment prefix does not affect its own command
x=a:b
IFS=: echo $x
IFS=:; f() { echo $#; }; IFS=' ' f $x
#: stdout
a:b
2

#### globbing happens after splitting
>a1; >a2; >b1
x='a* b*'
echo $x
IFS=:; x='a*:b*'; echo $x
x='a* b*'; echo $x
#: stdout
a1 a2 b1
a1 a2 b1
a* b*

#### the words of a defaulted expansion are split
unset u; IFS=:
set -- ${u-a:b} ${u-"c:d"} "${u-e:f}" ${u-g:"h:i":j}
echo $#; printf '<%s>' "$@"; echo
#: stdout
7
<a><b><c:d><e:f><g><h:i><j>

#### unquoted literal in a default word with blank is split on blanks in IFS
unset u; IFS=' '
set -- ${u-a b:c}
echo $#
IFS=:
set -- ${u-a b:c}
echo $#; printf '<%s>' "$@"; echo
#: stdout
2
2
<a b><c>

#### IFS with high bytes
IFS=$(printf '\377')
x=$(printf 'a\377b\376c')
set -- $x; echo $#
#: stdout
2

#### repeated IFS white space characters in one run
IFS='  	'
x='a 	 b'
set -- $x; echo $# $2
#: stdout
2 b

#### a run of newlines
set -- $(printf 'a\n\n\nb\n\n')
echo $# $1 $2
#: stdout
2 a b

#### 10000 fields
set -- $(i=0; while [ $i -lt 10000 ]; do echo $i; i=$((i+1)); done)
echo $# ${10000}
#: stdout
10000 9999

#### quote removal takes only quotes of the script
x=\'; echo $x"$x"\'
y='\'; printf '%s\n' $y"$y" a\b $y
#: stdout
'''
\\
ab
\

#### fields that consist of quotes alone survive
x=
set -- $x'' ''$x "$x" ""$x""; echo $#
#: stdout
4

#### an empty alternative to parameters that are set is a field
n() { echo $#; }
set A; n "${@:+}"; n "${@+}"; n "${1:+}"
#: stdout
1
1
1
