# Pipelines whose stages are no processes, and utilities that run inside (hazards C15 to C22).

#### C15 more than 64 KiB between two stages of every kind
n() { wc -c | tr -d ' '; }
gen() { i=0; while [ $i -lt 2000 ]; do echo 'This line of the output has one hundred characters in all, so that 2000 are two hundred thousand....'; i=$((i+1)); done; }
gen | n; gen | cat | n; gen | { cat; } | n; { gen; } | n; (gen) | (n); gen | while read -r x; do echo "$x"; done | n
x=$(gen); echo ${#x}; x=`gen | cat`; echo ${#x}; x=$(gen | { cat; }); echo ${#x}
$PROBE emit 200000 | n; $PROBE emit 200000 | while read -r x; do echo "$x"; done | n; gen | $PROBE count; gen | (gen | cat; cat) | n
#: stdout
202000
202000
202000
202000
202000
202000
201999
201999
201999
200000
200000
202000
404000

#### C15 more stages than there are stacks for
{ echo 'echo a |'; i=0; while [ $i -lt 700 ]; do echo '{ read -r x; echo "$x"; } |'; i=$((i+1)); done; echo cat; } >s
. ./s; echo $?
#: stdout
a
0

#### C15 more than 10 MB through pipelines
$PROBE emit 12000000 | cat | wc -c | tr -d ' '
cat /dev/zero | head -c 12000000 | wc -c | tr -d ' '
{ $PROBE emit 12000000; } | { cat; } | $PROBE count
x=$($PROBE emit 12000000); echo ${#x}
x=$($PROBE emit 12000000 | cat); echo ${#x}
#: stdout
12000000
12000000
12000000
11999999
11999999

#### C15 more than 10 MB from builtins
x=$(printf '%01000000d' 1)
{ i=0; while [ $i -lt 11 ]; do echo "$x"; i=$((i+1)); done; } | wc -c | tr -d ' '
y=$(i=0; while [ $i -lt 11 ]; do echo "$x"; i=$((i+1)); done); echo ${#y}
echo "$y" | wc -c | tr -d ' '; printf '%s' "$y" | $PROBE count; (printf '%s' "$y") | cat | $PROBE count
cat <<E | wc -c | tr -d ' '
$y
E
f() { printf '%s' "$y"; }; f | f | cat | wc -c | tr -d ' '; z=$(f); [ "$y" = "$z" ] && echo same
#: stdout
11000011
11000010
11000011
11000010
11000010
11000011
11000010
same

#### C15 a line of more than 10 MB through read
$PROBE emit 11000000 | tr -d '\n' | { read -r x; echo ${#x}; }
#: stdout
10828125

#### C15 a reader that stops early ends the writer, at once
yes | head -n 1
while :; do echo a; done | head -n 2
{ while :; do echo b; done; } | read x; echo on
f() { while :; do echo c; done; }; f | { read x; echo $x; }
x=$(while :; do echo d; done | head -n 1); echo $x
yes | cat | cat | head -n 1; (yes) | (head -n 1); yes | { cat | head -n 1; }
while echo e; do :; done | :; echo end
#: stdout
y
a
a
on
c
d
y
y
y
end
#: stderr any

#### C15 a reader that never reads
gen() { i=0; while [ $i -lt 2000 ]; do echo 'This line of the output has one hundred characters in all, so that 2000 are two hundred thousand....'; i=$((i+1)); done; }
gen | :; gen | true; gen | (exit 3); echo $?; gen | { :; }; $PROBE emit 200000 | :; gen | $PROBE status 4; echo $?
#: stdout
3
4
#: stderr any

#### C15 lines arrive when they are written
{ echo a; sleep 0.3; echo b; } | { read x; echo got; cat; }
mkfifo back
{ echo ping; read x <back; echo "$x again"; } | { read y; echo "$y" >back; cat; }
#: stdout
got
b
ping again

#### C15 two stages that need each other
mkfifo p
{ i=0; while [ $i -lt 50 ]; do echo $i; read x <&3; i=$((i+1)); done; } 3<>p | { while read y; do echo "ok $y" >p; done; echo $y; echo done; }
#: stdout

done

#### C16 cat that meets EPIPE has status 141
( (cat </dev/zero; echo $? >&7) | true ) 7>&1
#: stdout
141
#: not ksh93: adds 256

#### C16 utilities and programs that meet EPIPE have status 141
( (yes; echo $? >&7) | true ) 7>&1
( (cat /dev/zero | cat; echo $? >&7) | true ) 7>&1
( ( (while :; do echo a; done); echo $? >&7) | true ) 7>&1
#: stdout
141
141
141
#: stderr any
#: not ksh93: adds 256

#### C16 a builtin that meets EPIPE ends its stage
( { while :; do echo a; done; echo no >&7; } | true ) 7>&1; echo $?
#: stdout
0
#: stderr any

#### C16 children have the default action of SIGPIPE
yes | head -n 1; (yes | head -n 1); x=$(yes | head -n 1); echo $x
$PROBE signals; $PROBE signals | cat; ($PROBE signals)
"$SH" -c 'yes | head -n 1'
#: stdout
y
y
y
SigIgn:
SigBlk:
SigIgn:
SigBlk:
SigIgn:
SigBlk:
y

#### C16 status of a pipeline whose writer is ended by SIGPIPE
yes | head -n 1 >/dev/null; echo $?
set -o pipefail 2>/dev/null; yes | head -n 1 >/dev/null; echo $?
#: stdout
0
141
#: not dash: 0.5.12 has no pipefail
#: not ksh93: adds 256

#### C18 a utility's failure does not stay
cat nosuch 2>/dev/null; echo $?; cat /dev/null; echo $?
grep x nosuch 2>/dev/null; echo $?; echo x | grep x; echo $?
ls nosuch 2>/dev/null; ls -d /; echo $?; sort nosuch 2>/dev/null; echo b | sort; echo $?
sed 'y/a/' </dev/null 2>/dev/null; echo b | sed s/b/c/; echo $?
#: stdout
1
0
2
x
0
/
0
b
0
c
0

#### C18 options of one call do not stay for the next
printf 'b\na\n' | sort -r; printf 'b\na\n' | sort
printf 'a b\n' | cut -d' ' -f2; printf 'a\tb\n' | cut -f2
printf 'Ab\n' | grep -i a; printf 'Ab\n' | grep a; echo $?
head -n 1 <<E; head <<E
1
2
E
1
2
E
#: stdout
b
a
a
b
b
b
Ab
1
1
1
2

#### C18 the locale and the time zone of each call
printf 'b\nB\na\n' | LC_ALL=C sort | tr '\n' ' '; echo
TZ=UTC0 date -d @0 +%H 2>/dev/null; TZ=XXX-3 date -d @0 +%H; TZ=UTC0 date -d @0 +%H
(TZ=YYY-5; export TZ; date -d @0 +%H); (export TZ=ZZZ-6; date -d @0 +%H)
#: stdout
B a b 
00
03
00
05
06

#### C19 the user's PATH decides which utility runs
mkdir bin; printf '#!/bin/sh\necho "mine $*"\n' >bin/cat; cp bin/cat bin/basename; cp bin/cat bin/tr; chmod +x bin/*
p=$PATH; PATH=$PWD/bin:$PATH
cat a; basename b; x=$(tr c d); echo $x; echo d | cat; cat e | while read y; do echo "$y"; done
(PATH=$p; basename /x/y); PATH=$p basename /x/z; command -v cat | sed "s,$PWD,D,"; PATH=$p
basename /x/w; echo real | cat; rm bin/cat; PATH=$PWD/bin:$p; echo real | cat
PATH=/nonexistent; cat /dev/null 2>/dev/null; echo $?
#: stdout
mine a
mine b
mine c d
mine 
mine e
y
z
D/bin/cat
w
real
real
127

#### C19 functions and aliases win over utilities
cat() { echo "function $*"; }; alias basename='echo alias'
cat a; echo x | cat b; x=$(cat c); echo $x
basename d; command cat /dev/null; command basename /x/e; (unset -f cat; cat /dev/null); unalias basename
basename /x/f; unset -f cat; echo g | cat
#: stdout
function a
function b
function c
alias d
e
f
g

#### C19 command -v, type and hash tell the truth about utilities
command -v cat; command -v basename | sed 's,^/usr,,'; type sed | grep -c '/sed'; hash cat; echo $?
PATH=/nonexistent; command -v cat; [ $? -ne 0 ] && echo none; type sed >/dev/null 2>&1 || echo none
#: stdout
/usr/bin/cat
/bin/basename
1
0
none
none
#: needs /usr/bin/cat

#### C19 others that run a utility see the program
env echo a; echo b | xargs echo; find . -name . -exec echo {} \; ; env -i /bin/echo c; nice echo d
#: stdout
a
b
.
c
d

#### C19 a relative or odd path to a program is that program
mkdir bin; printf '#!/bin/sh\necho mine\n' >bin/cat; chmod +x bin/cat
bin/cat; ./bin/cat; "$PWD/bin/cat"; /bin/../bin/echo x; cd bin; ./cat; PATH=.:$PATH; cat; PATH=:/usr/bin; cat
#: stdout
mine
mine
mine
x
mine
mine
mine

#### C20 a utility in the background can be seen and killed
sleep 9 & p=$!
ps -o comm= -p $p; kill $p; wait $p; echo $?
cat /dev/zero >/dev/null & p=$!; kill $p; wait $p; echo $?
#: stdout
sleep
143
143
#: stderr any
#: not ksh93: adds 256
#: needs ps

#### C20 a sleep in the foreground can be killed by its name
"$SH" -c 'sleep 9; echo $?' >f & p=$!
sleep 0.4; kill $(pgrep -P $p -x sleep); wait; cat f
#: todo sleep runs inside the shell; set +o inprocess makes it a process
#: stdout
143
#: stderr any
#: not ksh93: adds 256
#: needs pgrep

#### C21 assignments reach a utility and only it
x=1; x=2 env | grep '^x='; echo $x; LC_ALL=C TZ=UTC0 date -d @0 +%Z; echo ${TZ-unset}
y=5 cat /dev/null; echo ${y-unset}; HOME=/h env | grep ^HOME; z=3 sh -c 'echo $z'; echo ${z-unset}
export w=1; w=2 printenv w; printenv w; (w=3; printenv w); unset w; printenv w; echo $?
#: stdout
x=2
1
UTC
unset
unset
HOME=/h
3
unset
2
1
3
1
#: needs printenv

#### C22 a fifo opened by a background program and by the shell
mkfifo f
cat <f & echo foo >f; wait
cat f & exec 3>f; echo a >&3; exec 3>&-; wait
{ cat <f; } & echo b >f; wait
echo c >f & cat f; wait
#: stdout
foo
a
b
c

#### C22 fifos between the stages of a pipeline
mkfifo a b
cat <a | sed s/^/x/ >b & echo through >a & cat b; wait
{ read x <a; echo "$x" >b; } & { echo y >a; read z <b; echo $z; }; wait
echo q >a | { read w <a; echo $w; }; wait
#: stdout
xthrough
y
q

#### C22 a fifo that one stage writes and another opens by its name
mkfifo f
echo one >f | cat f
{ echo two; echo three; } >f | { sed s/^/x/ f; } | { while read x; do echo "<$x>"; done; }
(echo four >f | tail -n 1 f | cat)
#: stdout
one
<xtwo>
<xthree>
four

#### C22 signals of background processes are as they should be
trap 'echo no' USR1; trap '' USR2
$PROBE signals & wait; { $PROBE signals; :; } & wait; ($PROBE signals); x=$($PROBE signals); echo $x
#: stdout
SigIgn: 2 3 12
SigBlk:
SigIgn: 2 3 12
SigBlk:
SigIgn: 12
SigBlk:
SigIgn: 12 SigBlk:
#: not bash: does not ignore INT and QUIT in a group

#### C15 many stages, much data
s='$PROBE emit 300000'; i=0; while [ $i -lt 20 ]; do s="$s | cat | { cat; }"; i=$((i+1)); done
eval "$s | wc -c | tr -d ' '"
s='echo x'; i=0; while [ $i -lt 100 ]; do s="$s | { read y; echo \"\$y\"; }"; i=$((i+1)); done; eval "$s"
#: stdout
300000
x

#### C15 a pipeline in a loop in a pipeline
i=0; while [ $i -lt 100 ]; do echo $i; i=$((i+1)); done | while read x; do echo $x | { read y; echo "<$y>"; }; done | { n=0; while read z; do n=$((n+1)); done; echo $n $z; }
#: stdout
100

#### C15 standard error of all stages
{ { echo a >&2; } | { cat; echo b >&2; } | { cat; echo c >&2; }; } 2>&1 | sort
#: stdout
a
b
c

#### C15 input that is not read stays for the next
printf '1\n2\n3\n4\n' >f
{ read a; echo $a | cat; read b; (read c; echo $c) | cat; cat; } <f
#: stdout
1
3
4

#### C17 read between signals that are trapped
trap ':' USR1
{ sleep 0.2; kill -USR1 $$; sleep 0.2; echo line; } | { read x; echo "<$x>"; }
#: stdout
<line>
#: not ksh93: read ends

#### C15 statuses of last stages
echo a | (exit 2); echo $?; echo a | false; echo $?; f() { return 4; }; echo a | f; echo $?
echo a | $PROBE status 5; echo $?; echo a | while read x; do (exit 6); done; echo $?; echo a | nosuchcommand 2>/dev/null; echo $?
echo a | $PROBE die 15; echo $?; (exit 7) | :; echo $?
#: stdout
2
1
4
5
6
127
143
0
#: stderr any
#: not ksh93: adds 256

#### C16 utilities say that nobody reads where SIGPIPE is ignored
mkfifo go; echo a >f
for u in cat 'sed p' 'grep a' 'sort' 'head -n 1' 'tail -n 1' 'tr a b' 'cut -c 1' wc 'uniq -c' 'nl' 'od' 'paste -' 'fold' 'cksum' 'expr 1 + 2' 'basename /x/y' 'ls /' 'find . -name f' 'env' 'seq 9' 'yes' 'xargs echo' 'tee g'; do
	( trap '' PIPE; read x <go; $u <f 2>&7; echo "$u: $?" >&7 ) 7>>out | { exec <&-; echo >go; }
done
# From coreutils 9.10 on wc says why.
sed 's/^wc: write error: .*/wc: write error/' out
#: stdout
cat: write error: Broken pipe
cat: 1
sed: couldn't flush stdout: Broken pipe
sed p: 4
grep: write error: Broken pipe
grep a: 2
sort: fflush failed: 'standard output': Broken pipe
sort: write error
sort: 2
head: write error: Broken pipe
head -n 1: 1
tail: write error: Broken pipe
tail -n 1: 1
tr: write error: Broken pipe
tr a b: 1
cut: write error: Broken pipe
cut -c 1: 1
wc: write error
wc: 1
uniq: write error: Broken pipe
uniq -c: 1
nl: write error: Broken pipe
nl: 1
od: write error: Broken pipe
od: 1
paste: write error: Broken pipe
paste -: 1
fold: write error: Broken pipe
fold: 1
cksum: write error
cksum: 1
expr: write error: Broken pipe
expr 1 + 2: 3
basename: write error: Broken pipe
basename /x/y: 1
ls: write error: Broken pipe
ls /: 2
find: 'standard output': Broken pipe
find: write error
find . -name f: 1
env: write error: Broken pipe
env: 125
seq: write error: Broken pipe
seq 9: 1
yes: standard output: Broken pipe
yes: 1
echo: write error: Broken pipe
xargs echo: 123
tee g: 0
#: not ksh93: does not wait for the first stage
#: not bash: may still have the end for reading itself

#### C15 wc -c counts from where the input is
printf 'ab\ncd\nef' >f; { read x; wc -c; } <f | tr -d ' '; { (read x); wc -c; } <f | tr -d ' '
wc -c <f | tr -d ' '; { cat >/dev/null; wc -c; } <f | tr -d ' '; : >e; wc -c <e | tr -d ' '
printf '%04096d' 1 >g; wc -c <g | tr -d ' '; cat g g g >h; wc -c <h | tr -d ' '; wc -c f g | tr -d ' '
#: stdout
5
5
8
0
0
4096
12288
8f
4096g
4104total

#### C55 utilities that open a FIFO themselves, the other end being another stage's
mkfifo f
echo one | tee f | { cat f; cat; }
printf 'b\na\n' | sort -o f - | cat f
printf 'x\nx\n' | uniq - f | cat f
echo two | dd of=f 2>/dev/null | cat f
echo three | sed -n 'w f' | cat f
echo four | cat >f | dd if=f 2>/dev/null
#: stdout
one
one
a
b
x
two
three
four
