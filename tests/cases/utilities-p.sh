# Utilities inside the shell do what the programs do.

#### a newline is a blank, but in no line
printf 'a\nb\n\nc d\n' >f
grep '[[:space:]]' f; grep -n '\s' f; grep -c '\W' f; grep 'a[[:cntrl:]]' f; grep "$(printf '[\t-9]')" f
#: stdout
c d
4:c d
1
c d

#### find -depth shows a directory that cannot be read
mkdir d d/e; chmod 0311 d/e
$UNPRIVILEGED "$SH" -c 'find d -depth -name e; echo $?; find d -name e; echo $?'
#: stdout
d/e
1
d/e
1
#: stderr-has d/e
#: needs setpriv

#### find tells once of a file that it cannot look at
mkdir d; >d/x; chmod 0444 d
$UNPRIVILEGED "$SH" -c 'find d -size 0 -o -size 1 -o -links 9' >out 2>err; grep -c d/x err
#: stdout
1
#: needs setpriv

#### a directory that has been removed is empty
mkdir d; cd d; rmdir ../d
ls; echo $?; ls -a; find . -name x; echo $?
#: stdout
0
0

#### the end of a file that only claims to have a size
tail -c 1 /sys/kernel/profiling; tail -n 1 /sys/kernel/profiling | wc -l
#: stdout

1
#: needs /sys/kernel/profiling

#### dd fails where its figures cannot be told
: | dd 2>/dev/full; echo $?; : | dd status=none 2>/dev/full; echo $?
#: stdout
1
0
#: needs /dev/full

#### programs are launched where a library changes what they do
LD_PRELOAD=/nonexistent.so basename /a/b 2>err; grep -c LD_PRELOAD err
export LD_PRELOAD=/nonexistent.so; (echo x | cat) 2>err; unset LD_PRELOAD; grep -c LD_PRELOAD err
#: stdout
b
1
x
1

#### strings of the environment that no variable can have
env -- -a=b printenv -- -a; env -- -a=b "$SH" -c 'printenv -- -a'
env -- -a=b "$SH" -c 'env -i X=y /usr/bin/env; env -i X=y env'
#: stdout
b
b
X=y
X=y
#: not dash ksh93: pass on nothing but variables

#### that nobody reads is no signal to the shell
mkfifo f; trap 'echo trapped; exit 9' PIPE
head -c 1 <f >/dev/null & yes >f; echo $?
wait; head -c 1 <f >/dev/null & g() { seq 100000; }; g >f; echo $?
#: stdout
141
141
#: not ksh93: the status is 256 and the signal

#### children that have ended are gone, whatever the shell waits for
sleep 0.1 & p=$!
tail --pid=$p -s 0.05 -f /dev/null; echo $?
sleep 0.1 & p=$!
tail --pid=$p -s 0.05 -f /dev/null & wait $!; echo $?
(exit 7) & p=$!
{ sleep 0.1; echo a; } | tail --pid=$p -s 0.05 -f; wait $p; echo $?
#: stdout
0
0
a
7

#### tac without a place for what comes from a pipe does as the installed one
t='echo a | TMPDIR=/nonexistent tac; echo $?; echo a | TMPDIR= tac; echo $?'
FORKLESS_INPROCESS=1 "$SH" -c "$t" >in 2>&1
FORKLESS_INPROCESS=0 "$SH" -c "$t" >out 2>&1
cmp in out && echo same; echo a | tac
#: stdout
same
a

#### a locale that may not be installed
printf '\303\251b\n' >f
t() { wc -m <f; cut -c1 f | od -c; grep -c '^.b$' f; sed 's/\w/W/g' f | od -c; tr -d '\303' <f | wc -c; }
LC_ALL=en_US.UTF-8; export LC_ALL; t >out1
env LC_ALL=en_US.UTF-8 sh -c 'wc -m <f; cut -c1 f | od -c; grep -c "^.b\$" f; sed "s/\w/W/g" f | od -c; tr -d "\303" <f | wc -c' >out2
cmp out1 out2 && LC_ALL=C.UTF-8 t | head -n 1
unset LC_ALL; LC_CTYPE=C.UTF-8 wc -m <f
#: stdout
3
3
#: not bash: warns where it is not

#### what xargs, find and env say of a command that is none
echo a | xargs ./missing; echo $?; echo a | xargs /; echo $?
find . -maxdepth 0 -exec ./missing \; ; echo $?; env ./missing; echo $?
#: stdout
127
126
0
127
#: stderr-has No such file or directory

#### xargs leaves what follows the end that it was told of
printf 'a\nE\nb\n' >f
{ xargs -E E echo; cat; } <f
#: stdout
a
b

#### a status above 128 is no signal
echo a | xargs sh -c 'exit 130'; echo $?
find . -maxdepth 0 -exec sh -c 'exit 129' \; ; echo $?
awk 'BEGIN { print system("exit 137"); x = system("kill -9 $$"); print (x > 256) }'
#: stdout
123
0
137
1

#### what a signal has ended
echo a | xargs sh -c 'kill -9 $$'; echo $?
find . -maxdepth 0 -exec sh -c 'kill -9 $$' \; ; echo $?
#: stdout
125
0
#: stderr-has terminated by signal 9

#### xargs says nothing of a NUL where a byte separates
printf 'a\0b\nc\n' | xargs -d '\n' echo
#: stdout
a c

#### wc of a name without a letter, od beyond the end of a device
wc -l '' 2>&1
od -An -j 5 /dev/null; echo $?
#: stdout
wc: invalid zero-length file name
0

#### a message that cannot be written shows in the status
expr 1 + 2>/dev/full; echo $?
/usr/bin/printf 'a\n' b 2>/dev/full; echo $?
printf 'b\na\n' | sort -c 2>/dev/full; echo $?
echo a | xargs -t echo 2>/dev/full; echo $?
echo a | xargs ./missing 2>/dev/full; echo $?
#: stdout
3
a
1
2
1
127
#: needs /dev/full

#### stdin that is a directory, for xargs
xargs -r echo <. 2>&1
#: status 1
#: stdout
xargs: error closing file

#### in the C locale a set leaves out bytes above 127
LC_ALL=C; export LC_ALL
t=$(printf 'a\322e')
echo "$t" | grep -c "[^$(printf '\322')]e"
echo "$t" | grep -cE "[^$(printf '\322')]+e"
echo "$t" | sed "s/[^$(printf '\322')]*e/X/" | od -An -tx1
#: stdout
0
0
 61 d2 58 0a

#### grep: where a text begins and ends
printf 'fn a\n x fn\nfn\n' >f
grep -n '\`fn' f; grep -n "fn\\'" f; grep -cE '\`.*x|a' f
#: stdout
1:fn a
3:fn
2: x fn
3:fn
2

#### grep calls itself as it was called, awk by its last name
for name in grep awk; do
  path=$(command -v $name)
  case $($path x /nofile 2>&1) in "$path: "*) echo $name: whole;; "$name: "*) echo $name: last;; esac
done
#: stdout
grep: whole
awk: last

#### head -c reads in blocks, and no more than it wants
strace -f -o trace -e trace=read,readv,preadv2 "$SH" -c 'head -c 100000 /dev/zero | cksum
head -n 3 /dev/urandom >random'
[ "$(grep -c 'read' trace)" -lt 1000 ] && echo few
printf abcdef >f; { head -c 2; cat; echo; } <f; printf abcdef | { head -c 2; cat; echo; }
{ echo abc; echo def; } | { head -c 1; read -r x; echo "[$x]"; cat; }
#: stdout
1260869142 100000
few
abcdef
abcdef
a[bc]
def
#: needs strace

#### sed -i says that it could not keep the permissions, and that is no failure
echo a >f
strace -f -o trace -e trace=fchmod,fsetxattr -e inject=fchmod,fsetxattr:error=EPERM sed -i s/a/b/ f 2>err; echo $?
strace -f -o trace -e trace=fchmod,fsetxattr -e inject=fchmod,fsetxattr:error=EPERM "$SH" -c 'sed -i s/b/c/ f' 2>>err; echo $?
sed 's,/sed......,/sedXXXXXX,' err; cat f
#: stdout
0
0
sed: preserving permissions for './sedXXXXXX': Operation not permitted
sed: preserving permissions for './sedXXXXXX': Operation not permitted
c
#: needs strace

#### a program that xargs launches leaves its input as it was
printf 'a\nb\nc\n' >f; xargs -n 1 "$PROBE" echo <f; xargs -E z -n 1 "$PROBE" echo <f
#: stdout
a
b
c
a
b
c

#### xargs leaves what it has not read of a file
printf 'a\nb\nc\n' >f; { xargs -n 1 ./nosuch 2>/dev/null; cat; } <f
#: stdout
b
c

#### grep -o finds all matches on a line of several megabytes
awk 'BEGIN { for (i = 0; i < 200000; i++) printf "klm%s ........ ", i % 7 ? "ab" : ""; print "" }' > line
grep -o 'klm[a-z]*' line | sort | uniq -c | awk '{ print $1, $2 }'
grep -ow 'klma*b' line | wc -l | awk '{ print $1 }'
grep -oE 'xyz|klm$|[.] $' line
#: stdout
28572 klm
171428 klmab
171428
. 

#### timeout ends a command that takes too long, and has the status of others
timeout 0.1 sleep 20; echo $?
timeout --preserve-status 0.1 sleep 20; echo $?
timeout -s INT 20 sh -c 'exit 3'; echo $?
{ timeout 20 sh -c 'kill -9 $$'; } 2>/dev/null; kill -l $?
{ timeout -k 0.1 0.1 sh -c 'trap "" TERM; sleep 20 & wait; wait'; } 2>/dev/null; kill -l $?
timeout 20 ./nosuch; echo $?
timeout 20 .; echo $?
f() { echo function; }; timeout 20 f 2>/dev/null; echo $?
#: stdout
124
143
3
KILL
KILL
127
126
127
#: stderr
timeout: failed to run command './nosuch': No such file or directory
timeout: failed to run command '.': Permission denied

#### csplit makes pieces, and removes them where it fails
printf '1\n2\na\n4\n' >f; csplit f /a/; cat xx00; echo -; cat xx01; rm xx*
csplit -s f /x/ 2>/dev/null; echo $?; ls xx* 2>/dev/null; csplit -sk f 2 9 2>/dev/null; ls xx*
#: stdout
4
4
1
2
-
a
4
1
xx00
xx01

#### pr numbers lines in pages
printf 'a\nb\n' | pr -t -n:2 -o 1; printf 'a\nb\n' >f; pr -h title -l 12 f | sed '3s/.*title/title/; s/$/|/'
#: stdout
  1:a
  2:b
|
|
title                       Page 1|
|
|
a|
b|
|
|
|
|
|

#### flock locks a descriptor of the shell's
(flock -n 9 && echo mine; (flock -n 9 && echo mine too) 9<l || echo taken) 9>l
(flock -n 9 && echo free) 9>l
exec 8>l; flock 8; flock -n l true || echo taken; flock -u 8; flock -n l echo free
#: stdout
mine
taken
free
taken
free

#### flock's command inherits the lock, unless it is told not to
mkfifo p
flock l sh -c 'cat p & :' >/dev/null; flock -n l true || echo held; echo >p; flock l echo free
flock -o l sh -c 'cat p & :' >/dev/null; flock -n l echo closed; echo >p
flock l sh -c 'ls -l /proc/self/fd/3' 3>&- | sed 's,.*/,,'
#: stdout
held
free
closed
l

#### flock waits until somebody else ends
mkfifo p q
x=$( { flock l sh -c 'echo >p; read x <q; echo first'; } & read x <p; flock l echo second & echo >q; wait); echo $x
(flock 9; echo a) 9>m | cat; flock -E 5 -n m false; echo $?
(flock -n 7) 2>/dev/null; echo $?
#: stdout
first second
a
1
65

#### timeout, nice, nohup and setsid have the shell's files, variables and directory
mkdir d; export V=value
(cd d; echo in | timeout 9 sh -c 'read x; echo $x $V ${PWD##*/}; echo 3 >&3') 3>f; cat f
x=$(nice sh -c 'echo $V'; nohup sh -c 'echo $V' </dev/null 2>&1); echo $x
(umask 077; setsid sh -c umask)
timeout 0.2 yes | head -n 1
#: stdout
in value d
3
value value
0077
y

#### a command of timeout is in a process group of its own, that of --foreground is not
g='read -r _ _ _ _ group _ </proc/self/stat; echo $group'
own=$(sh -c "$g")
[ "$(timeout 9 sh -c "$g; :")" = "$own" ] || echo another
[ "$(timeout --foreground 9 sh -c "$g; :")" = "$own" ] && echo same
#: stdout
another
same

#### setsid makes a session, nohup ignores SIGHUP, nice is nice
setsid sh -c 'read -r pid _ _ _ _ session _ </proc/$$/stat; [ $pid = $session ] && echo leads'
nohup sh -c 'kill -HUP $$; echo lives' </dev/null 2>&1
a=$(nice) b=$(nice -n 3 nice); echo $((b - a))
#: stdout
leads
lives
3

#### a script without #! that timeout runs is one of sh
printf 'echo script $1\n' >s; chmod +x s
timeout 9 ./s a
PATH=$PWD:$PATH; nice s b
#: stdout
script a
script b

#### signals that are ignored are ignored in what timeout runs as in the installed one
(trap '' HUP; timeout 9 grep SigIgn /proc/self/status) >a
/bin/sh -c 'trap "" HUP; timeout 9 grep SigIgn /proc/self/status; :' >b
cmp a b && echo same
#: stdout
same

#### a trap of the shell runs when timeout has ended
trap 'echo trapped' TERM
timeout 9 sh -c "kill -TERM $$; sleep 0.1; echo done"
#: stdout
done
trapped

#### sed -i takes set-user-id away where an ordinary user's write does
mkdir d
chmod 777 d
cd d
$UNPRIVILEGED "$SH" -c 'echo foo >f; : >e; chmod 4700 f e; sed -i s/foo/bar/ f e; stat -c "%a %n" e f; cat f'
#: stdout
4700 e
700 f
bar

#### sed refuses a class without its bracket, and takes other colons
echo a | sed 's/[:space:]/x/' 2>/dev/null || echo refused
echo a | sed -n '/[:a:]/p' 2>/dev/null || echo refused
echo a: | sed 's/[:a]*[^:]*/x/;s/[[:alpha:]:]/y/;s/\[:]/z/'
#: stdout
refused
refused
y

#### gawk refuses a semicolon that ends nothing, but not behind a newline
for program in ';BEGIN { print 1 }' 'BEGIN { print 1 };;BEGIN { print 2 }' 'BEGIN { print 1 }; BEGIN { print 2 };' 'BEGIN { print 3 }
;BEGIN { print 4 }'; do
	gawk "$program" </dev/null 2>/dev/null || echo refused
done
#: stdout
refused
refused
1
2
3
4
#: needs gawk

#### mawk refuses a semicolon that ends nothing
for program in ';BEGIN { print 1 }' 'BEGIN { print 1 };;BEGIN { print 2 }' 'x\' 'BEGIN { print 1 }; BEGIN { print 2 };'; do
	mawk "$program" </dev/null 2>/dev/null || echo refused
done
#: stdout
refused
refused
refused
1
2
#: needs mawk

#### hexdump -n and xxd -l take blocks of a pipe, od -N and head -c what they show
for command in 'hexdump -n 4' 'hexdump -C -n 5000' 'xxd -l 4' 'od -N 4' 'head -c 4'; do
	seq 2000 | { $command >/dev/null; wc -c; } | tr -d ' '
done
seq 2000 >f; for n in 4 4096 5000 9000; do { hexdump -n $n >/dev/null; wc -c; } <f | tr -d ' '; done
#: stdout
4797
701
4797
8889
8889
8889
4797
3893
0
#: needs hexdump
#: needs xxd

#### hexdump -n reads a device in blocks
hexdump -v -n 65536 /dev/zero | wc -l | tr -d ' '
awk '/syscr/ { print ($2 < 500) }' /proc/$$/io
#: stdout
4097
1
#: needs hexdump
#: needs /proc/self/io

#### functions of awk nest as deep as each awk lets them
program='function f(n) { return n ? f(n - 1) : 7 } BEGIN { print f(N) }'
# Later ones of mawk are launched.
case $(command mawk -W version 2>&1) in
*'1.3.4 20200120'*) ;;
*)
	mawk() { case $* in *900*) echo 7 ;; *200000*) return 2 ;; *'f(a)'*) echo mawk: program limit exceeded: eval stack size=1024 ;; *) return 2 ;; esac; }
	;;
esac
mawk -v N=900 "$program"; mawk -v N=200000 "$program" 2>/dev/null; echo $?
gawk -v N=200000 "$program"; echo $?
mawk 'function f() { f() } BEGIN { f() }' 2>/dev/null || echo ended
mawk 'function f(a) { f(a) } BEGIN { f(1) }' 2>&1 | cat; echo next
#: stdout
7
2
7
0
ended
mawk: program limit exceeded: eval stack size=1024
next
#: stderr any
#: needs mawk
#: needs gawk

#### programs and patterns through a FIFO reach the program that reads them
mkfifo p; printf 'a\nb\n' >x
echo 's/a/X/' >p & sed -f p x; wait
echo a >p & grep -f p x; wait
echo '{ print "<" $0 }' >p & awk -f p x; wait
echo 'a b' >p & xargs -a p echo; wait
printf 'x\0' >p & sort --files0-from=p; wait
printf 'x\0' >p & wc --files0-from=p; wait
cat x | { echo p >p & sed -n -f p; wait; }
echo b >p | grep -f p x
#: stdout
X
b
a
<a
<b
a b
a
b
2 2 4 x
a
b
b

#### system() of awk names the shell sh
awk 'BEGIN { system("nosuch.program") }' 2>&1 | cut -d: -f1
#: stdout
sh

#### egrep and fgrep are scripts, and it is grep that says what it cannot write
echo aa >f; egrep a f >/dev/full; echo $?; fgrep a f >/dev/full; echo $?
#: stdout
2
2
#: stderr
grep: write error: No space left on device
grep: write error: No space left on device

#### a command with a name too long for a file could not be run, which is not that it is missing
n=$(printf 't%.0s' 1 2 3 4 5 6 7 8); n=$n$n$n$n$n$n$n$n; n=$n$n$n$n
for u in env nice nohup 'timeout 5' xargs setsid; do $u $n </dev/null 2>err; echo $?; grep -c ': File name too long' err; done
#: stdout
126
1
126
1
126
1
126
1
126
1
126
1
