# read: XCU read.

#### words go to variables, the rest to the last
read a b c <<E
1 2  3  4 
E
echo "<$a><$b><$c>"
read a b c <<E
1
E
echo "<$a><$b><$c>"
read a <<E
  1  2  
E
echo "<$a>"
#: stdout
<1><2><3  4>
<1><><>
<1  2>

#### the status: 0 for a line, more at the end of the file
printf 'a\n' | { read x; echo $?; read y; [ $? -gt 0 ] && echo "end<$y>"; }
printf 'a' | { read x; [ $? -gt 0 ] && echo "<$x>"; }
printf '' | { x=old; read x; [ $? -gt 0 ] && echo "<$x>"; }
printf '\n' | { read x; echo "$?<$x>"; }
read x <&- 2>/dev/null; [ $? -gt 0 ] && echo closed
#: stdout
0
end<>
<a>
<>
0<>
closed

#### backslashes: escapes and continuation, -r takes them as they are
read a b <<'E'
x\ y\\z \
w
E
echo "<$a><$b>"
read -r a b <<'E'
x\ y\\z \
w
E
printf '%s\n' "<$a><$b>"
read a <<'E'
\a\b\
c\
E
echo "<$a>"
#: stdout
<x y\z><w>
<x\><y\\z \>
<abc>
#: status 0

#### an escaped separator does not separate
IFS=: read a b <<'E'
x\:y:z\:w
E
echo "<$a><$b>"
IFS=: read -r a b <<'E'
x\:y:z\:w
E
echo "<$a><$b>"
#: stdout
<x:y><z:w>
<x\><y:z\:w>

#### separators that are not white space
IFS=: read a b c <<'E'
1:2:3
E
echo "<$a><$b><$c>"
IFS=: read a b c <<'E'
::3:
E
echo "<$a><$b><$c>"
IFS=: read a b <<'E'
1:2:3:
E
echo "<$a><$b>"
IFS=: read a b <<'E'
1:2:
E
echo "<$a><$b>"
IFS=: read a b <<'E'
1:
E
echo "<$a><$b>"
IFS=: read a <<'E'
1:
E
echo "<$a>"
IFS=: read a <<'E'
:
E
echo "<$a>"
IFS=: read a <<'E'
1:2:
E
echo "<$a>"
#: stdout
<1><2><3>
<><><3>
<1><2:3:>
<1><2>
<1><>
<1>
<>
<1:2:>

#### a mixed IFS
IFS=' :' read a b c <<'E'
 1 : 2  3 : 4 :
E
echo "<$a><$b><$c>"
IFS=': ' read a b <<'E'
1 :  2 : 
E
echo "<$a><$b>"
#: stdout
<1><2><3 : 4 :>
<1><2>

#### an empty IFS takes the line as it is
IFS= read a <<'E'
  x  y  
E
echo "<$a>"
IFS= read -r a b <<'E'
 x y 
E
echo "<$a><$b>"
#: stdout
<  x  y  >
< x y ><>

#### an unset IFS
unset IFS; read a b <<E
 1	2 3 
E
echo "<$a><$b>"
#: stdout
<1><2 3>

#### quotes, dollars and patterns are data
>f1
read -r a b <<'E'
"f*" '$x `y`
E
printf '%s\n' "$a" "$b"
#: stdout
"f*"
'$x `y`

#### invalid names and readonly variables are errors
read 1a <<E 2>/dev/null
x
E
[ $? -gt 0 ] && echo 1
read a-b <<E 2>/dev/null
x
E
[ $? -gt 0 ] && echo 2
(readonly r=1; read r <<E
x
E
[ $? -gt 0 ] && exit 5) 2>/dev/null; [ $? -gt 0 ] && echo 3
#: stdout
1
2
3

#### no byte too far: from a file
printf 'one\ntwo\nthree\n' >f
{ read a; cat; } <f
{ read a; head -n 1; read b; echo "$b"; } <f >o; head -n 1 o
{ read a; (read b; echo $b); read c; echo $c; } <f
#: stdout
two
three
two
two
three

#### no byte too far: from a pipe
printf 'one\ntwo\nthree\n' | { read a; cat; }
printf 'one\ntwo\nthree\n' | { read a; $PROBE drop 2; read b; echo $a $b; cat; }
printf 'one\ntwo\nthree\n' | (read a; (read b; echo $b); read c; echo $c)
{ echo a; echo b; echo c; } | { read x; read y; cat; }
#: stdout
two
three
one o
three
two
three
c

#### lines without end, long lines
printf '%0100000d\nnext\n' 7 | { read -r x; read -r y; echo ${#x} $y; }
printf '%0100000d' 7 >f; read -r x <f; echo $? ${#x}
#: stdout
100000 next
1 100000

#### a while loop over a file
printf 'a 1\nb 2\nc 3' >f
while read x y; do echo $y$x; done <f
while IFS= read -r l || [ -n "$l" ]; do echo "$l."; done <f
#: stdout
1a
2b
a 1.
b 2.
c 3.

#### read in a loop with another reader on another descriptor
printf '1\n2\n' >f; printf 'a\nb\n' >g
while read x <&3 && read y <&4; do echo $x$y; done 3<f 4<g
#: stdout
1a
2b

#### read with redirections of each kind
read x <<E
here
E
echo $x; echo file >f; read x <f; echo $x
exec 3<f; read x <&3; echo $x; exec 3<&-
x=$(echo sub | (read y; echo $y)); echo $x
#: stdout
here
file
file
sub

#### NUL bytes and high bytes
printf 'a\377b\n' | { read -r x; printf %s "$x" | od -An -tx1; }
#: stdout
 61 ff 62

#### variables: all of them are set, the last ones to nothing
b=old c=old
read a b c <<E
x
E
echo "<$a><${b-unset}><${c-unset}>"
#: stdout
<x><><>

#### -d: another delimiter
printf 'a:b c:d' | { read -d : x; echo "<$x>"; read -d : y; echo "<$y>"; read -d : z; [ $? -ne 0 ] && echo "<$z>"; }
printf 'a\nb:c' | { IFS= read -r -d : x; echo "<$x>"; }
#: stdout
<a>
<b c>
<d>
<a
b>
#: not dash: 0.5.12 has no -d

#### -d '': lines that end in NUL
printf 'a b\0c\n\0d' | { while IFS= read -r -d '' x; do echo "<$x>"; done; echo "<$x>"; }
#: stdout
<a b>
<c
>
<d>
#: not dash: 0.5.12 has no -d

#### an unknown option
(read -Z x </dev/null) 2>/dev/null; [ $? -gt 1 ] && echo failed
#: stdout
failed

#### -- ends the options
echo v | { read -- x; echo $x; }
echo 'v\w' | { read -r -- x; echo "$x"; }
#: stdout
v
v\w
#: stderr any

#### a line that is all separators
IFS=: read a b c <<'E'
:::
E
echo "<$a><$b><$c>"
read a b <<'E'
   
E
echo "<$a><$b>"
#: stdout
<><><>
<><>

#### fewer variables than fields with one trailing separator
IFS=, read a b <<'E'
1,2,
E
echo "<$a><$b>"
IFS=, read a b <<'E'
1,,2
E
echo "<$a><$b>"
IFS=, read a b <<'E'
1,,
E
echo "<$a><$b>"
#: stdout
<1><2>
<1><,2>
<1><>

#### a prompt is not written when it is not interactive
echo a | "$SH" -c 'read x; echo $x'
#: stdout
a
