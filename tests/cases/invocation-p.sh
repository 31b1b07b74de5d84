# How the shell is started: XCU sh.

#### -c: the string, the name and the arguments
"$SH" -c 'echo $0 $# $1 $2' name a 'b c'
"$SH" -c 'echo $#' | sed 's/^/</'
"$SH" -c 'case $0 in *sh) echo sh;; esac'
"$SH" -c 'echo "$@"' x 1 2 3
"$SH" -c ''; echo $?
#: stdout
name 2 a b c
<0
sh
1 2 3
0

#### -c: options before, after and with a dash
"$SH" -ec 'false; echo no'; echo $?
"$SH" -c -e 'false; echo no' name; echo $?
"$SH" -e -u -c 'echo $-' | grep -c 'e.*u\|u.*e'
"$SH" -c -- 'echo $0 $1' n a; "$SH" -- -c 2>/dev/null || echo nofile
"$SH" +e -c 'false; echo yes'
#: stdout
1
1
1
n a
nofile
yes

#### -c without a string is an error
"$SH" -c 2>/dev/null; [ $? -ne 0 ] && echo failed
#: stdout
failed

#### -c: several lines, here-documents and syntax errors
"$SH" -c 'echo a
cat <<E
b
E
echo c'
"$SH" -c 'echo d
fi' 2>/dev/null; [ $? -ne 0 ] && echo failed
#: stdout
a
b
c
d
failed

#### -s reads standard input, arguments are positional
echo 'echo $# $1 $2' | "$SH" -s a b
echo 'echo $0' | "$SH" -s >f; grep -c sh f
echo 'echo $- ' | "$SH" -es >f; grep -c e f
printf 'echo 1\necho 2' | "$SH"
"$SH" -s x <<E
echo \$1
E
#: stdout
2 a b
1
1
1
2
x

#### standard input without any operand
echo 'echo $#' | "$SH"
"$SH" </dev/null; echo $?
echo 'exit 3' | "$SH"; echo $?
echo 'false' | "$SH" -; echo $?
#: stdout
0
0
3
1

#### a script: name, arguments
echo 'echo $0 $# "$1"' >s; "$SH" s 'a b'; "$SH" ./s; "$SH" "$PWD/s" | sed "s,$PWD,D,"
"$SH" -e s x; "$SH" -- s y; mkdir d; echo 'echo in d' >d/t; "$SH" d/t
#: stdout
s 1 a b
./s 0 
D/s 0 
s 1 x
s 1 y
in d

#### a script that is not found: 127, that cannot be read: 126
"$SH" nosuch 2>/dev/null; echo $?
"$SH" ./nosuch 2>/dev/null; echo $?
#: stdout
127
127
#: not dash: says 2

#### a script that cannot be used fails
"$SH" nosuch 2>/dev/null; [ $? -ne 0 ] && echo 1
mkdir d; "$SH" d 2>/dev/null; [ $? -ne 0 ] && echo 2
"$SH" /nonexistent/x 2>/dev/null; [ $? -ne 0 ] && echo 3
>u; chmod 0 u; $UNPRIVILEGED "$SH" u 2>/dev/null; [ $? -ne 0 ] && echo 4
#: stdout
1
2
3
4
#: not dash: takes a directory for an empty script
#: needs setpriv

#### a script is read as it runs
echo 'echo a; echo "echo b" >>s; echo "exit 4" >>s
echo c' >s
"$SH" s; echo $?
#: stdout
a
c
b
4

#### a script that changes what follows
printf 'echo 1\nprintf "echo 3\\n" >>s\necho 2\n' >s; "$SH" s
#: stdout
1
2
3

#### exit in the middle: what follows need not be syntax
printf 'echo a\nexit 3\n)(\n' >s; "$SH" s; echo $?
printf 'echo a\nexec true\n)(\n' | "$SH"; echo $?
#: stdout
a
3
a
0

#### argv[0] decides nothing about arguments, - makes a login shell
$PROBE as sh "$SH" -c 'echo $0'
$PROBE as /x/y/sh "$SH" -c 'echo $0'
HOME=$PWD $PROBE as -sh "$SH" -c 'echo login'
echo 'echo stdin' | HOME=$PWD $PROBE as sh "$SH"
#: stdout
sh
/x/y/sh
login
stdin
#: stderr any

#### ENV is read only by an interactive shell
echo 'echo no' >env
ENV=$PWD/env "$SH" -c 'echo a'; echo 'echo b' | ENV=$PWD/env "$SH"; echo 'echo c' >s; ENV=$PWD/env "$SH" s
#: stdout
a
b
c

#### -i reads ENV, with expansions
echo 'echo from env' >env
V=$PWD ENV='$V/env' "$SH" -i -c 'echo a' 2>/dev/null
#: stdout
from env
a
#: stderr any

#### -i: prompts, and errors do not end it
printf 'echo a\n: ${u?x}\necho b\nfi\necho c\nexit 3\n' | PS1='P ' "$SH" -i 2>err; echo $?
grep -c P err >/dev/null && echo prompted
#: stdout
a
b
c
3
prompted
#: not dash: throws away what it has read ahead

#### unknown options
"$SH" -Z 2>/dev/null; [ $? -ne 0 ] && echo 1
"$SH" --nosuch 2>/dev/null; [ $? -ne 0 ] && echo 2
"$SH" -o nosuch 2>/dev/null; [ $? -ne 0 ] && echo 3
#: stdout
1
2
3
#: stdin

#### the environment: variables are imported and exported, odd ones do no harm
env -i A=1 B='x y' C= "$SH" -c 'echo "$A $B <$C> ${D-unset}"'
env 1x=2 '=y' "$SH" -c 'echo ok' 2>/dev/null || env 1x=2 "$SH" -c 'echo ok'
env -i "$SH" -c 'echo ${HOME-none}; cd / && echo $PWD; x=1; echo $x'
#: stdout
1 x y <> unset
ok
none
/
1

#### without a PATH in the environment there is one
env -i "$SH" -c 'ls -d /'
#: stdout
/

#### closed descriptors at the start
"$SH" -c 'echo a' <&-; "$SH" -c 'echo b' 2>&-; "$SH" -c 'echo c; exit 4' >&- 2>/dev/null; echo $?
"$SH" -c 'exec 3>f; echo d >&3; (echo e >&3); x=$(echo g); echo $x >&3' <&- >&- 2>&-; cat f
#: stdout
a
b
4
d
e
g

#### descriptors that are open at the start are inherited
exec 5>f; "$SH" -c 'echo a >&5; $PROBE fds'; exec 5>&-; cat f
#: stdout
0 1 2 5
a

#### the working directory does not exist
mkdir d; cd d; rmdir ../d; "$SH" -c 'echo a; (echo b); x=$(echo c); echo $x; cd /; pwd' 2>/dev/null
#: stdout
a
b
c
/

#### a very long -c string and many arguments
"$SH" -c "echo $(printf '%0100000d' 0) | wc -c | tr -d ' '"
i=0; set --; while [ $i -lt 5000 ]; do set -- "$@" x$i; i=$((i+1)); [ $i -gt 500 ] && set -- "$@" "$@" "$@" "$@" && break; done
"$SH" -c 'echo $#' n "$@"
#: stdout
100001
2004

#### the name of the shell in messages and in $0
"$SH" -c 'nosuchcommand' myname 2>err; grep -c myname err
echo 'nosuchcommand' >s; "$SH" s 2>err; grep -c '^s' err
#: stdout
1
1

#### +c
"$SH" +c 'echo "$0"' name
#: stdout
name

#### the script goes on with what exec makes standard input
printf 'echo "other $#"\nread x\nline\necho "$x"\n' >other
printf 'echo first\n(exec <other)\necho second\nf() { exec <other; }\nf; echo same line\necho not here\n' >script
"$SH" <script
#: not dash: has read the script
#: stdout
first
second
same line
other 0
line

#### NULs in a script are left out
printf 'echo x\nec\0ho a\0b "\0c" $((1\0+1))\ncat <<E\nd\0e\nE\n\0' >s
"$SH" s; "$SH" <s; cat s | "$SH"; . ./s
#: stdout
x
ab c 2
de
x
ab c 2
de
x
ab c 2
de
x
ab c 2
de
#: not ksh93: an error of syntax

#### -i and a script: an error abandons its line only
cat >s <<\E
readonly a=1
a=2; echo never
echo 1
echo ${unset?message}; echo never
echo 2
f() { for i in 1; do set -o none; echo never; done; echo never; }
f 2>/dev/null
for i in 1 2; do : ${unset?message}; echo never; done
echo 3
E
"$SH" -i s 2>err; echo $?
#: stdout
1
2
3
0
#: not dash: reads standard input after an error
#: not bash: goes on after an error of set
#: also mksh
