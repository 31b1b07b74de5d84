# Here-documents: XCU 2.7.4.

#### expansions happen when the delimiter is not quoted
x='a  b'
cat <<E
$x "$x" '$x' `echo 1` $(echo 2) $((1+2)) \$x \` \\ \a "q" \
joined
E
#: stdout
a  b "a  b" 'a  b' 1 2 3 $x ` \ \a "q" joined

#### nothing happens when any part of the delimiter is quoted
cat <<'E'
$x `a` \$ \\ \
b
E
cat <<\E
$x
E
cat <<E"O"F
$x
EOF
cat <<""
$x

echo after
#: stdout
$x `a` \$ \\ \
b
$x
$x
$x
after
#: not ksh93: takes an empty delimiter for a missing file name

#### <<- takes tabs from the lines and the delimiter
cat <<-E
	a
		b
	 	c
 	d
	E
#: stdout
a
b
 	c
 	d

#### <<- takes no tabs that come from an expansion
x='	tab'
cat <<-E
	$x
	E
#: stdout
	tab

#### <<- with a quoted delimiter
cat <<-'E'
	$x
	E
#: stdout
$x

#### two on one line are read in order
cat <<A; cat <<B
a
A
b
B
#: stdout
a
b

#### two for one command: the last one counts
cat <<A <<B
a
A
b
B
#: stdout
b

#### several descriptors
{ cat <&3; cat <&4; } 3<<A 4<<B
a
A
b
B
#: stdout
a
b

#### in a pipeline
cat <<A | cat - /dev/fd/3 3<<B | sed s/^/x/
a
A
b
B
#: stdout
xa
xb
#: needs /dev/fd/0

#### an empty document
cat <<E
E
wc -c <<E | tr -d ' '
E
#: stdout
0

#### the body begins after the line, not after the command
cat <<E && echo next
body
E
if cat <<E; then echo then; fi
cond
E
#: stdout
body
next
cond
then

#### inside compound commands
for i in 1 2; do
cat <<E
i=$i
E
done
case a in
a) cat <<E ;;
case
E
esac
f() {
cat <<E
f $1
E
}
f x; f y
#: stdout
i=1
i=2
case
f x
f y

#### as redirection of a compound command
while read a; do echo "<$a>"; done <<E
1
2
E
{ read a; read b; echo "$b$a"; } <<E
x
y
E
#: stdout
<1>
<2>
yx

#### as redirection of a function definition
f() { cat; } <<E
x=$x
E
x=1; f
x=2; f
#: stdout
x=1
x=2

#### in a command substitution
x=$(cat <<E
a b
E
)
echo "$x"
y=`cat <<E
c d
E
`
echo "$y"
#: stdout
a b
c d

#### a body in a command substitution may hold a parenthesis
echo $(cat <<E
in )
E
) out
#: stdout
in ) out

#### nested in a command substitution in a here-document
cat <<A
1 $(cat <<B
2
B
) 3
A
#: stdout
1 2 3

#### braced expansions with quotes
unset u
x=v
cat <<E
${u-a "b" c} ${u-'d'} ${x+$x} ${u:-`echo e`} ${x#v}
E
#: stdout
a b c 'd' v e 

#### the delimiter is not found in the middle of a line or with blanks
cat <<E
E 
 E
aE
Ea
E
#: stdout
E 
 E
aE
Ea

#### a delimiter of odd characters
cat <<'a b'
1
a b
cat <<!
2
!
cat <<$x
3
$x
cat <<\$x
4
$x
cat << -
5
-
#: stdout
1
2
3
4
5

#### backslash newline before the delimiter joins it to the line
cat <<E
a\
E
E
#: stdout
aE

#### backslash newline in a quoted document is data
cat <<'E'
a\
E
#: stdout
a\

#### an unterminated document ends with the file
cat <<E
a
b
#: stdout
a
b
#: stderr any

#### an unterminated document without a newline
cat <<E
a
#: stdout
a
#: no-newline
#: stderr any
#: run -c
#: not bash: adds a newline

#### a large document
i=0
{ echo 'cat <<E | wc -c | tr -d " "'
  while [ $i -lt 2000 ]; do echo 'This line of the here-document has sixty-four characters in all.'; i=$((i+1)); done
  echo E
} >big
. ./big
{ sed 's/<<E/<<"E"/' big; } >big2
. ./big2
#: stdout
130000
130000

#### a large document whose reader never reads
i=0
{ echo ': <<E'
  while [ $i -lt 3000 ]; do echo 'This line of the here-document has sixty-four characters in all.'; i=$((i+1)); done
  echo E
  echo 'true <<E'
  while [ $i -lt 6000 ]; do echo 'This line of the here-document has sixty-four characters in all.'; i=$((i+1)); done
  echo E
} >big
. ./big; echo $?
#: stdout
0

#### read takes lines from one, the rest stays
{ read a; read b; cat; } <<E
1
2
3
4
E
echo "$a$b"
#: stdout
3
4
12

#### positional parameters and special ones
set -- a 'b c'
false
cat <<E
$? $# $1 $2 $* $@ ${#} ${2#b}
E
#: stdout
1 2 a b c a b c a b c 2  c

#### errors inside an expansion of the body
unset u
(cat <<E
${u?message}
E
) 2>/dev/null
[ $? -ne 0 ] && echo failed
#: stdout
failed

#### assignment in the body affects the shell
unset v
: <<E
${v=set} $((n=3))
E
echo $v $n
#: stdout
set 3

#### a here-document before a pipe symbol at the end of the line
cat <<E |
b
a
E
sort
#: stdout
a
b

#### a here-document before && at the end of the line
cat <<E &&
a
E
echo b
#: stdout
a
b

#### a subshell whose parenthesis closes on the line of the operator
(cat <<E)
a
E
echo $(cat <<E
b
E
)
#: stdout
a
b

#### quotes in the body are data
cat <<E
it's "one
E
cat <<'E'
it's "one
E
#: stdout
it's "one
it's "one

#### a document in an eval string
eval 'cat <<E
$1
E
echo done'
#: args arg
#: stdout
arg
done

#### a document in an alias
alias h='cat <<E
in alias
E
'
h
echo after
#: stdout
in alias
after
#: not bash: looks for the body after the line that names the alias

#### number before the operator
cat 0<<E
a
E
cat 3<<E <&3
b
E
#: stdout
a
b

#### high descriptors and external programs
$PROBE count 0<<E
12345
E
$PROBE fds 7<<E
x
E
#: stdout
6
0 1 2 7

#### the shell's standard input stays where it is
cat <<E
x
E
read line; echo "$line"
#: stdin
next
#: stdout
x
next

#### a comment after the operator
cat <<E # comment
a
E
#: stdout
a

#### the word after the delimiter belongs to the command
cat <<E - /dev/null
a
E
#: stdout
a

#### dollar at the end of a line and before other characters
cat <<E
a$
$ $. $%
E
#: stdout
a$
$ $. $%

#### backquotes with quotes and backslashes in the body
cat <<E
`echo "a  b"` `echo '\$x'` `printf %s \\\\.` \`no\`
E
#: stdout
a  b $x \. `no`

#### in the else part, read whether it runs or not
if false; then
cat <<E
no
E
else
cat <<E
yes
E
fi
false && cat <<E
no
E
echo end
#: stdout
yes
end

#### a backslash before a double quote in an expansion in a here-document
P=A; cat <<X
${P+\"$P\"} ${P+"$P"} ${Q-\"}
X
#: stdout
"A" A "

#### plain parameters one after the other, in braces, at every place of a line
set -- one 'two words'
a=1 b='x  y' empty=
cat <<E
$a$b${a}${b}$empty.
${a}b $ab. ${a}_ $a-$b/$1$2 $10 ${1}0
$empty
a$1
 $#$?$*$@ $a}{$b} ${empty}$ $. $, "$b" '$b' $a
E
#: stdout
1x  y1x  y.
1b . 1_ 1-x  y/onetwo words one0 one0

aone
 20one two wordsone two words 1}{x  y} $ $. $, "x  y" 'x  y' 1

#### plain parameters beside backslashes, operators and substitutions
a=1 b=2
cat <<E
$a\$b$b \\$a \`$b\` $a\
$b ${a#x}$b ${b:-z}$a $(echo "$a$b")$a $((a+b))$b `echo $b`$a ${#a}$a
${a}\
c $a
E
#: stdout
1$b2 \1 `2` 12 12 21 121 32 21 11
1c 1

#### many parameters on many lines, and an error on a late one
{ echo 'a=x'; echo 'cat <<E | cksum'
  i=0; while [ $i -lt 1000 ]; do echo 'n$a ${a}m $a$a'; i=$((i+1)); done; echo E
  echo 'cat <<E | cksum'
  i=0; while [ $i -lt 1000 ]; do echo 'nx xm xx'; i=$((i+1)); done; echo E
} >many
. ./many >sums; uniq sums | grep -c .
(set -u; cat <<E
$a
$u
E
) 2>/dev/null; [ $? -ne 0 ] && echo unset
#: stdout
1
unset
