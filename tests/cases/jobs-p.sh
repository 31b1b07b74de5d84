# Background processes: wait, kill, $!: XCU wait, kill, jobs.

#### wait gives the status of the process
(exit 3) & wait $!; echo $?
"$SH" -c 'exit 4' & wait $!; echo $?
false & a=$!; true & b=$!; wait $a; echo $?; wait $b; echo $?
false & true & wait; echo $?
#: stdout
3
4
1
0
0

#### wait for several: the status of the last
(exit 1) & a=$!; (exit 2) & b=$!; (exit 3) & c=$!
wait $a $c $b; echo $?
#: stdout
2

#### the status is kept until it is asked for
(exit 5) & a=$!; sleep 0.1; :; /bin/true; (:); wait $a; echo $?
(exit 6) & a=$!; (exit 7) & b=$!; sleep 0.1; wait $b; echo $?; wait $a; echo $?
#: stdout
5
7
6

#### wait for what is no child: 127
wait 1; echo $?; wait 999999; echo $?; wait $$ ; echo $?
(wait $$; echo $?) 
: & p=$!; (wait $p; echo $?)
#: stdout
127
127
127
127
127
#: stderr any
#: not ksh93: 0 for processes that were never its own

#### wait without children returns at once
wait; echo $?
#: stdout
0

#### wait for a process that was killed
sleep 9 & kill $!; wait $!; echo $?
sleep 9 & kill -KILL $!; wait $!; echo $?
sleep 9 & kill -s HUP $!; wait $!; echo $?
#: stdout
143
137
129
#: stderr any
#: not ksh93: adds 256

#### $! is the last background process
[ -z "${!-}" ] && echo empty
sleep 0 & a=$!; sleep 0 & b=$!; [ $a != $b ] && [ $b = $! ] && echo last
x=$!; (sleep 0 & [ $! != $x ] && echo sub); [ $! = $x ] && echo same
wait
#: stdout
empty
last
sub
same

#### the whole of a background pipeline is waited for
{ sleep 0.1; echo a; } | { cat; echo b; } & wait; echo c
true | (exit 3) & wait $!; echo $?
#: stdout
a
b
c
3

#### 50 in the background
i=0; while [ $i -lt 50 ]; do (exit $i) & eval "p$i=$!"; i=$((i+1)); done
s=0; i=0; while [ $i -lt 50 ]; do eval "wait \$p$i"; s=$((s+$?)); i=$((i+1)); done; echo $s
#: stdout
1225

#### background processes run beside each other
mkfifo a b
{ read x <a; echo "got $x" >b; } & echo ping >a; read y <b; echo $y; wait
#: stdout
got ping

#### variables and directories of background lists are their own
x=1; { x=2; cd /; } & wait; echo $x; [ "$(pwd)" != / ] && echo here
#: stdout
1
here

#### background output inside a command substitution
x=$(echo a & echo b & wait; echo c); echo $x | tr ' ' '\n' | sort | tr '\n' ' '; echo
x=$(sleep 0.1 && echo late & echo early); echo $x
#: stdout
a b c 
early late

#### kill: signals by name, number and option
sleep 9 & kill -TERM $!; wait $!; echo $?
sleep 9 & kill -9 $!; wait $!; echo $?
sleep 9 & kill -s KILL $!; wait $!; echo $?
sleep 9 & kill -s TERM -- $!; wait $!; echo $?
kill -0 $$; echo $?; kill -s 0 $$; echo $?
kill 999999 2>/dev/null; [ $? -ne 0 ] && echo failed
kill -s NOSUCH $$ 2>/dev/null; [ $? -ne 0 ] && echo failed
kill 2>/dev/null; [ $? -ne 0 ] && echo failed
kill x 2>/dev/null; [ $? -ne 0 ] && echo failed
#: stdout
143
137
137
143
0
0
failed
failed
failed
failed
#: stderr any
#: not ksh93: adds 256
#: not dash: an operand that is no number ends it

#### kill -l
kill -l 9; kill -l 15; kill -l 137
kill -l | tr ' \t' '\n\n' | grep -c -e TERM -e '^15)$' >n; [ $(cat n) -gt 0 ] && echo list
for s in HUP INT QUIT ABRT KILL ALRM TERM; do kill -l | grep -c -w -e $s -e SIG$s; done | sort -u
#: stdout
KILL
TERM
KILL
list
1
#: not ksh93: has names of its own

#### kill -l: one number
kill -l 1; kill -l 2; kill -l 3; kill -l 6; kill -l 9; kill -l 14; kill -l 15; kill -l 129; kill -l 143
#: stdout
HUP
INT
QUIT
ABRT
KILL
ALRM
TERM
HUP
TERM

#### kill of several: a failure shows
sleep 9 & p=$!
kill $p 999999 2>/dev/null; [ $? -ne 0 ] && echo failed
wait $p 2>/dev/null; echo $?
#: stdout
failed
143
#: stderr any
#: not ksh93: adds 256
#: not bash: any success is success

#### kill %1, wait %1
set -m
sleep 9 & kill %1; wait %1; echo $?
#: stdout
143
#: stderr any
#: not dash: wants a terminal
#: not ksh93: adds 256

#### a grandchild that outlives its parent is not waited for
(sleep 0.3 & exit 4); echo $?
(sleep 0.3 & ) & wait $!; echo $?
#: stdout
4
0

#### the standard input of a background pipeline
echo data | { cat & wait; }
{ echo a | cat; } & wait
#: stdout
a
#: not ksh93: inherits it
#: not bash: inherits it

#### wait with an operand that is no number
(wait x) 2>/dev/null; [ $? -ne 0 ] && echo failed
#: stdout
failed

#### wait in a subshell does not wait for the shell's children
sleep 3 & p=$!
(wait); echo at once; kill $p; wait $p 2>/dev/null; echo end
#: stdout
at once
end
#: stderr any

#### pipefail of a background pipeline is that of its beginning
set -o pipefail
(exit 3) | true & wait $!; echo $?
(sleep 0.1; exit 4) | (exit 3) | true & wait $!; echo $?
(exit 5) | true & set +o pipefail; wait $!; echo $?
(exit 6) | true & set -o pipefail; wait $!; echo $?
#: stdout
3
3
5
0
#: not dash: 0.5.12 has no pipefail

#### pipefail under job control
set -m -o pipefail
(exit 3) | true; echo $?
! (exit 3) | true; echo $?
/bin/false | true || echo failed
(sleep 0.1; exit 4) | true & fg >/dev/null; echo $?
set +o pipefail; (exit 3) | true; echo $?
#: stdout
3
0
failed
4
0
#: not dash: 0.5.12 has no pipefail

#### fg of a job of which a process has ended
set -m
(exit 3) | (sleep 0.2; exit 5) & sleep 0.1; fg >/dev/null; echo $?
#: stdout
5
#: not dash: wants a terminal for job control

#### wait waits for the end of a process that is stopped
$SH -c 'kill -STOP $$; exit 3' &
p=$!; until grep -q '^State:.T' /proc/$p/status; do :; done
{ until grep -q "^State:.S" /proc/$$/status; do :; done; kill -CONT $p; } &
wait $p; echo $?
$SH -c 'kill -STOP $$' &
p=$!; until grep -q '^State:.T' /proc/$p/status; do :; done
{ until grep -q "^State:.S" /proc/$$/status; do :; done; kill -CONT $p; } &
wait; echo $?
#: stdout
3
0
#: stderr any

#### a job's end shows in a pipeline that asks again and again
/bin/true & while jobs | grep Running >/dev/null; do :; done; echo ended
#: stdout
ended

#### statuses are known where SIGCHLD was ignored when the shell began
env --ignore-signal=CHLD $SH -c '
	/bin/true & wait $!; echo $?
	(exit 3) & wait $!; echo $?
	$SH -c "exit 4"; echo $?
	x=$($SH -c "exit 5"); echo $?
	$SH -c "exit 6" | $SH -c "exit 7"; echo $?
	(exec $SH -c "exit 8"); echo $?'
#: stdout
0
3
4
5
7
8

#### files of a program in the background are opened as its redirections say
echo old >f; d="$PWD/a dir"; mkdir "$d"; n=2
/bin/sh -c 'cat; echo err >&2' <f >"$d/out.$n" 2>&1 & wait $!; echo $?
cat "$d/out.2"
/bin/sh -c 'echo more' >>"$d/out.$n" & wait; cat "$d/out.2"
/bin/sh -c 'cat' <missing 2>/dev/null & wait $!; echo $(( $? > 0 ))
set -C; /bin/sh -c 'echo new' >f 2>/dev/null & wait $!; echo $(( $? > 0 )); cat f
/bin/sh -c 'echo new' >|f & wait $!; cat f
umask 077; /bin/sh -c : >g & wait; ls -l g | cut -c 1-10
#: stdout
0
old
err
old
err
more
1
1
old
new
-rw-------
#: stderr any

#### a FIFO of a program in the background keeps nobody else waiting
mkfifo p q; f=p
/bin/sh -c 'cat' <$f >out & /bin/sh -c 'echo two' >"q" & echo here
echo one >p; read -r line <q; echo $line; wait; cat out
#: stdout
here
two
one

#### a background process that has ended is gone, wherever the shell looks and whatever it does
gone() { while [ -d /proc/$p ]; do "$@"; done; echo gone; }
(sleep 0.1; exit 7) & p=$!; gone :; wait $p; echo $?; sleep 0.1 & p=$!; gone sleep 0.05
(sleep 0.1; exit 6) & p=$!; (gone :; exit 3); echo $?; wait $p; echo $?
sleep 0.1 & p=$!; x=$(gone sleep 0.05); echo $x; sleep 0.1 & p=$!; echo a | { gone :; cat; } | cat
(sleep 0.1 & p=$!; gone :); sleep 0.1 & p=$!; (while kill -0 $p 2>/dev/null; do /bin/sleep 0.05; done); echo killed
sleep 0.1 & p=$!; (tail --pid=$p -s 0.05 -f /dev/null; echo tail); sleep 0.1 & p=$!; tail --pid=$p -s 0.05 -f /dev/null | cat; echo tail
"$SH" -c 'sleep 0.1 & p=$!; while [ -d /proc/$p ]; do :; done; wait $p; echo $?'
#: stdout
gone
7
gone
gone
3
6
gone
gone
a
gone
killed
tail
tail
0

#### forty background processes at once: each is gone when it ends, and each has its own status
n=0; while [ $n -lt 40 ]; do (sleep 0.$((n % 3)); exit $n) & eval "p$n=$!"; n=$((n + 1)); done
while [ -d /proc/$p38 ]; do :; done; n=0; total=0; while [ $n -lt 40 ]; do
	eval "wait \$p$n"; total=$((total + $?)); n=$((n + 1)); done; echo $total
n=0; while [ $n -lt 40 ]; do /bin/true & last=$!; n=$((n + 1)); done
(exit 5) & while [ -d /proc/$last ]; do /bin/true; done; wait $!; echo $?; wait; echo $?
#: stdout
780
5
0
