# Redirections: XCU 2.7.

#### output, append, input
echo a >f; echo b >>f; cat <f; cat < f
echo c>f;cat<f
>f; wc -c <f | tr -d ' '
>>new; ls
#: stdout
a
b
a
b
c
0
f
new

#### order matters: 2>&1 before and after
{ echo o; echo e >&2; } >f 2>&1; sort f
{ echo o; echo e >&2; } 2>&1 >f | sed 's/^/pipe /'; cat f
#: stdout
e
o
pipe e
o

#### 3>&1 1>&2 2>&3 swaps
{ { echo o; echo e >&2; } 3>&1 1>&2 2>&3 3>&-; } 2>err; cat err
#: stdout
e
o

#### duplicated descriptors share their offset
exec 3>f 4>&3
echo a >&3; echo b >&4; echo c >&3
exec 3>&- 4>&-; cat f
{ read x <&5; read y <&6; } 5<f 6<&5; echo $x$y
#: stdout
a
b
c
ab

#### closing and use of a closed descriptor
echo a >&- 2>/dev/null; [ $? -ne 0 ] && echo failed
(echo b >&3) 2>/dev/null || echo failed
(cat <&3) 2>/dev/null || echo failed
exec 3>f; echo c >&3; exec 3>&-; (echo d >&3) 2>/dev/null || echo closed; cat f
echo e 3>&-; echo f 9<&-
#: stdout
failed
failed
failed
closed
c
e
f

#### <> opens for reading and writing and makes the file
echo abcdef >f
{ read x <&3; } 3<>f; echo $x
{ echo XY >&3; } 3<>f; cat f
: <>new; [ -f new ] && echo made
echo out 1<>f; cat f
#: stdout
abcdef
XY
def
made
out
ef

#### <> without a number is standard input
echo in >f; cat <>f
#: stdout
in

#### noclobber and >|
set -C
echo a >f; echo b >f 2>/dev/null; [ $? -ne 0 ] && cat f
echo c >|f; cat f
echo d >>f; cat f
echo e >/dev/null && echo ok
echo f <>f; cat f >/dev/null; set +C; echo g >f; cat f
#: stdout
a
c
c
d
ok
f
g
#: stderr any

#### noclobber with a new file, a fifo and a broken link
set -C
mkfifo p; cat p & echo x >p; wait
ln -s nowhere l; (echo y >l) 2>/dev/null; [ -f nowhere ] && echo made || echo no
#: stdout
x
no

#### descriptors 3 to 9
echo a 3>f3 4>f4 5>f5 6>f6 7>f7 8>f8 9>f9 >&9; cat f9; ls f?
for i in 3 4 5 6 7 8 9; do eval "echo $i $i>g$i >&$i"; cat g$i; done
#: stdout
a
f3
f4
f5
f6
f7
f8
f9
3
4
5
6
7
8
9

#### the operand of >& and <& may be an expansion
n=3; exec 3>f; echo a >&$n; echo b >&"3"; echo c >&$((1+2)); exec 3>&-; cat f
x=-; echo d >&$x 2>/dev/null || echo closed
#: stdout
a
b
c
closed
#: stderr any

#### the file name is expanded, not split
n='a b'; echo x >$n; ls; cat <$n
HOME=$PWD; echo y >~/t; cat t
echo z >$(echo s)u; cat su
#: stdout
a b
x
y
z

#### exec redirects the shell itself
exec 3<&0 <<E
1
2
E
read a; read b; exec <&3 3<&-; read c; echo $a$b$c
exec 4>&1 >f; echo hidden; exec >&4 4>&-; cat f
exec 2>err; echo msg >&2; nosuchcommand; exec 2>&1; grep -c . err
#: stdin
in
#: stdout
12in
hidden
2

#### exec opens stay until they are closed
exec 3>f; echo a >&3; (echo b >&3); { echo c; } >&3; f() { echo d; }; f >&3; exec 3>&-
cat f
exec 5<f; read x <&5; read y <&5; echo $x$y; exec 5<&-
(read z <&5) 2>/dev/null || echo closed
#: stdout
a
b
c
d
ab
closed

#### programs inherit what exec opened and what the command redirects
exec 3>f
$PROBE fds
$PROBE fds 4</dev/null 5>&1
exec 3>&-
$PROBE fds

$PROBE fds 3<&0 | cat
#: stdout
0 1 2 3
0 1 2 3 4 5
0 1 2
0 1 2 3

#### redirections of builtins, functions and groups are undone
exec 3>&1
echo a >f; echo b
f() { echo c; }; f >f; echo d
{ echo e; } >f; echo g
eval 'echo h' >f; echo i
. /dev/null >f; echo j
(echo k) >f; echo l
while :; do echo m; break; done >f; echo n
read x <f; : <f >f; echo o 3>f >&3; echo p >&3
#: stdout
b
d
g
i
j
l
n
p

#### nested redirections of the same descriptor
{ { { echo a; echo b >&2; } >f1; echo c; } >f2; echo d; } 2>f3
cat f1 f2 f3
#: stdout
d
a
c
b

#### a failed redirection of a program or builtin: status, the shell goes on
cat </nonexistent 2>/dev/null; [ $? -ne 0 ] && echo 1
echo x >/nonexistent/y 2>/dev/null; [ $? -ne 0 ] && echo 2
true </nonexistent; [ $? -ne 0 ] && echo 3
f() { echo no; }; f </nonexistent; [ $? -ne 0 ] && echo 4
command : </nonexistent; [ $? -ne 0 ] && echo 5
echo end
#: stdout
1
2
3
4
5
end
#: stderr some

#### a failed redirection of a compound command: status, the shell goes on
{ echo no; } </nonexistent; [ $? -ne 0 ] && echo 1
(echo no) </nonexistent; [ $? -ne 0 ] && echo 2
if true; then echo no; fi </nonexistent; [ $? -ne 0 ] && echo 3
while true; do break; done </nonexistent; [ $? -ne 0 ] && echo 4
for i in 1; do echo no; done </nonexistent; [ $? -ne 0 ] && echo 5
case x in x) echo no;; esac </nonexistent; [ $? -ne 0 ] && echo 6
echo end
#: stdout
1
2
3
4
5
6
end
#: stderr some

#### a failed redirection of a special builtin ends the shell
: </nonexistent
echo no
#: stderr some
#: status nonzero

#### a failed redirection of exec ends the shell
exec 3</nonexistent
echo no
#: stderr some
#: status nonzero

#### command takes the special out of special builtins
command exec 3</nonexistent; echo 1
command . </nonexistent; echo 2
command : </nonexistent; echo 3
command eval 'echo no' </nonexistent; echo 4
#: stdout
1
2
3
4
#: stderr some

#### a failed redirection stops the ones after it
true >a </nonexistent >b; ls
#: stdout
a
#: stderr some

#### a failed redirection in a subshell or a pipeline
(: </nonexistent; echo no); echo 1
: </nonexistent | echo 2
x=$(: </nonexistent; echo no); echo "3$x"
#: stdout
1
2
3
#: stderr some

#### redirection of an assignment without a command
x=1 >f; echo $x; ls
y=2 </nonexistent; echo "y$y"
#: stdout
1
f
y
#: stderr some
#: not bash ksh93: assignments and redirections come in other orders

#### the redirections of an assignment are there for substitutions in its value
echo in >f; x=$(cat) <f; echo "[$x]"
x=$(echo out; echo err >&2) 2>g; echo "[$x] $(cat g)"
x=$(cat none 2>/dev/null || echo missing) >none; echo "[$x]"
y=1; y=2 >$y; ls
x=$(exit 3) >/dev/null; echo $?
x=$(echo ran >&2) </nonexistent; echo "$?"
{ z=$(cat) <f; cat; } <<A
rest
A
echo "[$z]"
#: stdout
[in]
[out] err
[]
1
f
g
none
3
2
rest
[in]
#: stderr-has nonexistent
#: not bash ksh93: assignments come before redirections

#### a redirection alone with an error does not end the shell
</nonexistent
[ $? -ne 0 ] && echo on
#: stdout
on
#: stderr some

#### a directory, an existing one and a trailing slash
mkdir d
(echo x >d) 2>/dev/null || echo 1
(echo x >d/) 2>/dev/null || echo 2
(echo x >new/) 2>/dev/null || echo 3
(echo x >'') 2>/dev/null || echo 4
#: stdout
1
2
3
4

#### umask and the mode of new files
umask 027; >f; ls -l f | cut -c1-10
umask 0; >g; ls -l g | cut -c1-10
#: stdout
-rw-r-----
-rw-rw-rw-

#### /dev/null, /dev/fd, /dev/stdin and friends
echo a >/dev/stdout; echo b >/dev/fd/1; echo c >&2 2>/dev/null
echo d | cat /dev/stdin; echo e | cat /dev/fd/0; echo f | cat - </dev/stdin
{ cat /dev/fd/3; } 3<<E
g
E
read x </dev/stdin <<E
h
E
echo $x
#: stdout
a
b
d
e
f
g
h
#: stderr any
#: needs /dev/fd/0

#### stdin of background commands is /dev/null
cat & wait
(cat) & wait
{ read x || echo eof; } & wait
cat
#: stdin
data
#: stdout
eof
data
#: not ksh93: read takes the data

#### stdin of a background command that is redirected
cat <f & wait
cat <<E & wait
doc
E
#: stdout
doc
#: stderr some

#### read shares standard input with the programs that follow
read a; cat
#: stdin
1
2
3
#: stdout
2
3

#### the script on standard input is shared with its commands
read x
this is read
echo "<$x>"
cat
the rest
is data
#: run stdin
#: stdout
<this is read>
the rest
is data
#: not dash: reads ahead

#### the script on a pipe: read takes a line of it
read x
this is read
echo "<$x>"
#: run pipe
#: stdout
<this is read>
#: not dash: reads ahead

#### 100 redirections of one command
s=; i=0; while [ $i -lt 100 ]; do s="$s >o$i"; i=$((i+1)); done
eval "echo x $s"; ls | wc -l | tr -d ' '; cat o99; cat o0
#: stdout
100
x

#### output of many commands to one file keeps its order
for i in 1 2 3; do echo b$i; /bin/echo p$i; printf 'q%s\n' $i; done >f
cat f
#: stdout
b1
p1
q1
b2
p2
q2
b3
p3
q3

#### input of several readers from one file keeps its place
printf '1\n2\n3\n4\n' >f
{ read a; head -n 1; read b; cat; } <f; echo $a$b
#: stdout
2
4
13

#### a fifo, both ends
mkfifo p
echo through >p & read x <p; wait; echo $x
cat p & exec 3>p; echo a >&3; echo b >&3; exec 3>&-; wait
#: stdout
through
a
b

#### the truth about fd 1 in a command substitution
x=$(echo a; echo b >&2; echo c >/dev/null; echo d 1>&2) 2>/dev/null
echo $x
exec 3>&1; x=$(echo to3 >&3; echo e); exec 3>&-
echo $x
#: stdout
a
to3
e
#: stderr any

#### exec inside a command substitution
x=$(exec 4>&1 >/dev/null; echo no; echo f >&4); echo $x
#: stdout
f
#: not ksh93: hangs

#### /proc/$$/fd/N is the shell's descriptor
exec 9>f; [ -e /proc/$$/fd/9 ] && echo there; echo text >&9; read -r x </proc/$$/fd/9; echo $x
exec 9>&-; [ -e /proc/$$/fd/9 ] || echo gone
#: stdout
there
text
gone

#### a closed descriptor that is duplicated to itself stays closed
exec 7>&-; : 7>&7 && echo on; : 7<&7 && echo on; { echo x >&7; } 2>/dev/null || echo closed
#: stdout
on
on
closed
#: not ksh93: an error

#### a link to /dev/stdin or /dev/stdout means the descriptor of who opens it
ln -s /dev/stdout o; ln -s o p; ln -s /dev/stdin i; ln -s /dev/fd d
x=$(echo a >o; printf b | tee p); echo "<$x>"
echo c | cat i; echo d | { read x <i; echo "$x"; }; echo e | cat d/0
(echo f >>p) | tr f g
exec 3>&1 >log; echo logged >>o; printf 'too\n' | tee -a p >/dev/null; exec >&3; cat log
cat i <<E
here
E
echo s/x/y/ >s; echo x | sed -f s i
echo echo sourced | . ./i
#: stdout
<a
bb>
c
d
e
g
logged
here
y
sourced
#: not ksh93: its pipes are sockets, which have no path to open

#### a number that no descriptor can have is a word
echo x 99999999999>f; cat f
echo y 4294967296<f
(exec 2147483648>f) 2>/dev/null; echo $?
#: stdout
x 99999999999
y 4294967296
127

#### what a redirection opened is closed by the next one of that descriptor
many=$(i=0; while [ $i -lt 100 ]; do echo '>f'; i=$((i + 1)); done); (ulimit -n 40; eval echo x $many; cat f) && echo y >a >b; cat a b
#: stdout
x
y
#: not bash: keeps each that it has replaced
