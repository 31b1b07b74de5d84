# Command substitution: XCU 2.6.3.

#### trailing newlines go, inner ones stay
x=$(printf 'a\n\nb\n\n\n')
printf '<%s>\n' "$x"
y=`printf '\n\n'`
printf '<%s>\n' "$y"
#: stdout
<a

b>
<>

#### splitting and globbing only without quotes
>f1; >f2
echo $(printf 'a  b\n c') "$(printf 'a  b')" $(echo 'f*') "$(echo 'f*')"
#: stdout
a b c a  b f1 f2 f*

#### status of assignments with substitutions
x=$(exit 3); echo $?
x=$(exit 4) y=$(exit 5); echo $?
x=$(exit 4) y=; echo $?
$(exit 6); echo $?
x=$(exit 8) true; echo $?
false; x=1; echo $?
false; x=$(:); echo $?
#: stdout
3
5
4
6
0
0
0

#### $? inside a substitution is that of before
false; echo $(echo $?)
(exit 9); x=$(echo $?); echo $x
#: stdout
1
9

#### an empty substitution runs nothing
$()
echo $?
x=$( ); echo "<$x>$?"
$(true)
echo $?
false; $(:); echo $?
#: stdout
0
<>0
0
0

#### the command may come from a substitution
$(echo echo a b)
$(echo ec)ho c
"$(echo echo)" d
#: stdout
a b
c
d

#### backslash in backquotes
echo `echo \\\\a`
echo `echo '\$x'`
x=v
echo `echo \$x` `echo \`echo $x\``
echo "`echo \"$x\"`" "`echo "$x"`" "`echo '"'`"
printf '%s\n' `printf '%s' '\\\\'` `printf '%s' '\a'`
printf '%s\n' "`printf '%s' '\a'`" "`printf '%s' '\"'`"
#: stdout
\a
$x
v v
v v "
\\
\a
\a
"
#: not dash: echo takes \a

#### three levels of backquotes
echo `echo 1 \`echo 2 \\\`echo 3\\\`\``
#: stdout
1 2 3

#### nested substitutions of the new form
echo $(echo 1 $(echo 2 $(echo 3 `echo 4`)))
echo "$(echo "$(echo "$(echo "a  b")")")"
#: stdout
1 2 3 4
a  b

#### case inside a substitution
echo $(case x in x) echo 1;; esac)
echo $(case x in (x) echo 2;; esac)
echo "$(case x in
 y) echo no ;;
 x) echo 3
esac)"
echo $(case a in b) ;; a) case c in c) echo 4;; esac;; esac)
#: stdout
1
2
3
4

#### quotes, parentheses and comments inside a substitution
echo $(echo ')') $(echo "(" ')' \)) $(echo "a)b"
)
echo $(
# a comment with ) and ' and "
echo c # another )
)
echo $( (echo d) ) $( ( (echo e) ) )
echo $(echo a#b)
#: stdout
) ( ) ) a)b
c
d e
a#b

#### functions, loops and here-documents inside
x=$(f() { echo "f$1"; }; for i in 1 2; do f $i; done; cat <<E
h)
E
)
echo "$x"
#: stdout
f1
f2
h)

#### a substitution is a subshell
x=1
y=$(x=2; cd /; set -- a; exit 3; echo no)
echo $x $? $#
pwd | grep -c /work
#: stdout
1 3 0
1


#### arithmetic or a subshell in a substitution
echo $((1)) $( (echo 1) )
echo $(( (1) + (2) )) $((
1 +
2))
#: stdout
1 1
3 3

#### $(( that turns out to be a subshell and more
echo $((echo a) ) $((echo b); echo c)
#: stdout
a b c
#: not dash: takes $(( for arithmetic here
#: also mksh yash

#### standard error and input pass through
x=$(echo err >&2) 2>/dev/null
y=$(cat) ; echo "$y"
z=$(echo e >&2 2>&1 2>&1); echo "<$z>"
#: stdin
in
#: stdout
in
<>
#: stderr any

#### NUL bytes go
x=$(printf 'a\0b')
echo "$x" | od -An -c | tr -s ' '
#: stdout
 a b \n
#: stderr any
#: not ksh93: ends at the NUL

#### large output
x=$(i=0; while [ $i -lt 10000 ]; do echo 123456789; i=$((i+1)); done)
echo ${#x}
y=$($PROBE emit 1000000)
echo ${#y}
#: stdout
99999
999999

#### assignments inside do not get out, $! does not either
: & a=$!
x=$(: & echo $!)
[ "$a" = "$!" ] && echo same
wait
#: stdout
same

#### a substitution in a redirection and in a here-document
echo a >$(echo file)
cat <$(echo file) <<E
E
cat file - <<E
$(cat file)b
E
#: stdout
a
ab

#### quotes in a backquoted substitution within double quotes
echo "`echo "a   b"`" "`echo 'c   d'`" "`echo \"e   f\"`"
#: stdout
a   b c   d e   f

#### escaped quotes in a backquoted substitution in a here-document
cat <<E
`printf '<%s>\n' \"a  b\" c`
"`echo \"d\"`" `echo '\"'` $(echo \"e\")
E
#: stdout
<a  b>
<c>
"d" " "e"

#### a substitution across lines
x=$(
  echo a

  echo b
)
echo "$x"
y=`echo c
echo d`
echo "$y"
#: stdout
a
b
c
d

#### a comment in backquotes ends with them
echo `echo a # comment`
echo b
#: stdout
a
b

#### $( with a pipeline, && and background work
echo $(echo b a | tr ' ' '\n' | sort) $(false || echo c) $(echo d & wait)
#: stdout
a b c d

#### the substitution waits for end of file
x=$( (sleep 0.2; echo late) & echo early)
echo $x
#: stdout
early late

#### bytes that are no characters
x=$(printf '\377\200a')
printf %s "$x" | od -An -tx1
#: stdout
 ff 80 61

#### exit inside ends only the substitution
echo a$(exit 1)b
x=$(echo c; exit 2; echo d); echo $x $?
#: stdout
ab
c 2
