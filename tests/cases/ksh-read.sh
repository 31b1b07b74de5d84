# read and mapfile.

#### read -a
read -a a <<<'one two  three'; echo "${#a[@]} ${a[2]}"
#: stdout
3 three

#### read -A (ksh)
read -A a <<<'one two  three'; echo "${#a[@]} ${a[2]}"
#: stdout
3 three
#: not bash: is -a there
#: also mksh

#### read -n
printf 'abcdef\ngh' | { read -n 3 x; echo "$x"; read y; echo "$y"; }
#: stdout
abc
def
#: also mksh

#### read -N takes newlines
printf 'a\nbcd' | { read -N 3 x; echo "<$x>"; read -N 9 y; echo "$? <$y>"; }
#: stdout
<a
b>
1 <cd>
#: not ksh93: does otherwise
#: also mksh

#### read -n stops at a newline
printf 'a\nbcd' | { read -n 3 x; echo "<$x>"; read -n 2 y; echo "<$y>"; }
#: stdout
<a>
<bc>

#### read -d
printf 'a:b:c' | { read -d : x; read -d : y; read -d : z; echo "$x$y$z $?"; }
#: stdout
abc 1
#: also mksh

#### read -d ''
printf 'a\0b\0' | while read -r -d '' x; do echo "<$x>"; done
#: stdout
<a>
<b>
#: also mksh

#### read -r
printf 'a\\tb\\\nc\n' | { read -r x; read -r y; echo "$x|$y"; }; printf 'a\\tb\\\nc\n' | { read x; echo "$x"; }
#: stdout
a\tb\|c
atbc

#### read -u
exec 3<<<line; read -u 3 x; echo $x; read -u3 y || echo end
#: stdout
line
end

#### read -t 0.1 times out
{ sleep 1; } | { read -t 0.1 x; (( $? > 0 )) && echo late; }
#: stdout
late
#: also mksh

#### read -t with text there
read -t 5 x <<<text; echo "$? $x"
#: stdout
0 text
#: also mksh

#### read -t 0
read -t 0 <<<text && echo ready
#: stdout
ready

#### read -s -p without a terminal
read -s -p 'prompt: ' x <<<secret; echo $x
#: stdout
secret
#: not ksh93: -p is the coprocess

#### read 'name?prompt' (ksh)
read 'x?prompt: ' <<<text 2>/dev/null; echo $x
#: stdout
text
#: not bash: has -p
#: also mksh

#### read into REPLY
read <<<'  a b  '; echo "<$REPLY>"
#: stdout
<  a b  >
#: not ksh93: separators at the ends

#### read into elements
read 'a[1]' 'a[3]' <<<'x y'; echo "${!a[@]} ${a[3]}"; typeset -A m; read 'm[k]' <<<v; echo ${m[k]}
#: stdout
1 3 y
v

#### read splits by IFS
IFS=: read a b c <<<'1:2:3:4'; echo "$a|$b|$c"; IFS=, read -r x y <<<'a b,c'; echo "$x|$y"
#: stdout
1|2|3:4
a b|c
#: also mksh

#### read at the end of input
x=old; read x </dev/null; echo "$? <$x>"; printf 'no newline' | { read x; echo "$? $x"; }
#: stdout
1 <>
1 no newline
#: also mksh

#### read into an integer
typeset -i n; read n <<<3+4; echo $n
#: stdout
7
#: also mksh

#### read into a read-only variable
readonly r=1; (read r <<<2) 2>/dev/null || echo failed; echo $r
#: stdout
failed
1
#: also mksh

#### read -i and -e without a terminal
read -e -i default x <<<typed; echo $x
#: stdout
typed
#: not ksh93: has not these

#### an unknown option
(read -Q x <<<y; echo $?) 2>/dev/null
#: stdout
2
#: also mksh

#### mapfile
printf 'a\nb c\n\nd' >f; mapfile a <f; echo "${#a[@]}"; printf '<%s>' "${a[@]}"; echo
#: stdout
4
<a
><b c
><
><d>
#: not ksh93: has no mapfile

#### mapfile -t
printf 'a\nb c\n\nd' >f; mapfile -t a <f; printf '<%s>' "${a[@]}"; echo; readarray -t <f; echo "${#MAPFILE[@]}"
#: stdout
<a><b c><><d>
4
#: not ksh93: has no mapfile

#### mapfile -n -s -O
printf '%s\n' 1 2 3 4 5 6 >f; mapfile -t -s 1 -n 3 a <f; echo "${a[@]}"; b=(x y z w); mapfile -t -O 2 -n 1 b <f; echo "${b[@]}"
#: stdout
2 3 4
x y 1 w
#: not ksh93: has no mapfile

#### mapfile -d
mapfile -t -d : a <<<'x:y:z'; echo "${#a[@]} ${a[1]}"; mapfile -d '' -t b < <(printf 'p\0q\0'); echo "${b[@]}"
#: stdout
3 y
p q
#: not ksh93: has no mapfile

#### mapfile -u
exec 3<<<line; mapfile -t -u 3 a; echo "${a[0]}"
#: stdout
line
#: not ksh93: has no mapfile

#### mapfile -C -c
f() { echo "$1:${2%$'\n'}"; }; printf '%s\n' a b c d >f; mapfile -C f -c 2 a <f; echo ${#a[@]}
#: stdout
1:b
3:d
4
#: not ksh93: has no mapfile

#### mapfile from a process substitution
mapfile -t a < <(printf '1\n2\n'); echo "${a[@]}"
#: stdout
1 2
#: not ksh93: has no mapfile

#### mapfile of nothing
a=(1 2); mapfile a </dev/null; echo ${#a[@]}
#: stdout
0
#: not ksh93: has no mapfile

#### mapfile in a subshell is its own
a=(1); (mapfile -t a <<<x; echo $a); echo $a
#: stdout
x
1
#: not ksh93: has no mapfile

#### mapfile into a map is refused
typeset -A m; mapfile m <<<x || echo refused
#: stdout
refused
#: stderr some
#: also mksh

#### TMOUT is how long read waits for a pipe
mkfifo p; exec 3<>p
TMOUT=1
read x <p || echo late
echo y >file; read x <file && echo $x
#: stdout
late
y

#### read -t waits as long as is said, however long that is
for t in 3 100000 9000000000000000000 11829690431491509815; do
  echo a | { read -t $t x; echo $? $x; }
done
#: stdout
0 a
0 a
0 a
0 a
#: not bash: refuses times that are too long
