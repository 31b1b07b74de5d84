# Traps and signals: XCU trap, 2.12.

#### EXIT runs at the end of the script, at exit and after an error
trap 'echo bye' EXIT
echo a
#: stdout
a
bye

#### EXIT keeps the status, and sees it in $?
trap 'echo $?' EXIT
exit 7
#: stdout
7
#: status 7

#### exit in the EXIT trap changes the status
trap 'echo t; exit 3; echo no' EXIT
exit 7
#: stdout
t
#: status 3

#### exit without a number in the EXIT trap keeps the status from before
trap 'false; exit' EXIT
exit 7
#: status 7
#: not ksh93: takes the status of the trap's commands

#### the status of the trap's commands does not count
trap 'false' EXIT
true
#: status 0

#### EXIT by its number, and reset
trap 'echo zero' 0; trap - 0
trap 'echo one' EXIT; trap 'echo two' EXIT
#: stdout
two

#### EXIT runs after a syntax error
trap 'echo bye' EXIT
echo a
fi
#: stdout
a
bye
#: stderr some
#: status nonzero

#### EXIT runs after an expansion error
trap 'echo bye' EXIT
: ${u?message}
#: stdout
bye
#: stderr some
#: status nonzero

#### EXIT of a subshell runs at its end
(trap 'echo sub' EXIT; echo a)
x=$(trap 'echo sub' EXIT; echo b); echo $x
(trap 'echo sub' EXIT; exit 3); echo $?
{ trap 'echo pipe' EXIT; echo c; } | cat
trap 'echo main' EXIT
(echo d)
(trap - EXIT; echo e)
#: stdout
a
sub
b sub
sub
3
c
pipe
d
e
main

#### EXIT of the shell does not run in subshells
trap 'echo main $?' EXIT
(:); x=$(:); : | :; : & wait
(exit 3)
#: stdout
main 3
#: status 3

#### EXIT in an async list
{ trap 'echo bg' EXIT; echo a; } & wait
#: stdout
a
bg

#### EXIT runs in the shell's own environment
trap 'echo $x $1; y=2; f' EXIT
f() { echo f$y; }
x=1; set -- p
(exit 0)
#: stdout
1 p
f2

#### a signal's trap runs after the command
trap 'echo caught' USR1
kill -USR1 $$; echo after
kill -USR1 $$
echo end
#: stdout
caught
after
caught
end

#### $? inside a signal trap and after it
trap 'echo in $?' USR1
(exit 5); kill -USR1 $$
(exit 6)
echo $?
trap '(exit 9)' USR1
kill -USR1 $$; echo $?
#: stdout
in 0
6
0

#### names with and without SIG, in any case, and numbers
trap 'echo a' TERM; trap - TERM
trap 'echo hup' HUP; kill -HUP $$
trap 'echo hup2' 1; kill -1 $$
trap 'echo usr2' USR2 INT; kill -s USR2 $$; kill -s INT $$
trap 'echo multi' USR1 USR2; kill -USR1 $$; kill -USR2 $$
#: stdout
hup
hup2
usr2
usr2
multi
multi

#### an empty action ignores, also in programs
trap '' USR1 INT
kill -USR1 $$; echo alive
$PROBE signals
"$SH" -c 'kill -USR1 $$; echo child'
(kill -USR1 $("$SH" -c 'echo $PPID'); echo sub)
#: stdout
alive
SigIgn: 2 10
SigBlk:
child
sub
#: needs /proc/self

#### a trap is reset to the default in programs
trap 'echo no' USR1 USR2
$PROBE signals
"$SH" -c 'kill -USR1 $$; echo no'; echo $?
#: stdout
SigIgn:
SigBlk:
138
#: not ksh93: says 266
#: stderr any

#### a subshell dies of a signal that the shell traps
trap 'echo no' USR1; trap '' USR2
("$SH" -c 'kill -USR2 $PPID'; echo alive)
("$SH" -c 'kill -USR1 $PPID'; sleep 1; echo no) 2>/dev/null; echo $?
#: stdout
alive
138
#: stderr any
#: not ksh93: says 266

#### signals that are ignored on entry cannot be trapped
(trap '' USR1; exec "$SH" -c 'trap "echo no" USR1; kill -USR1 $$; echo a; trap - USR1; kill -USR1 $$; echo b')
#: stdout
a
b

#### trap prints commands that restore the traps
trap 'echo "a b" $x' USR1
trap "it's" USR2
trap '' INT
trap 'echo e' EXIT
trap >saved
trap - USR1 USR2 INT EXIT
trap >none; wc -c <none | tr -d ' '
. ./saved
trap >again; cmp saved again && echo same
grep -c . saved
#: stdout
0
same
4
e

#### trap's list is the caller's in a command substitution
trap 'echo a' USR1
x=$(trap); case $x in *"echo a"*USR1*) echo shown;; esac
y=$(trap -- ); [ "$x" = "$y" ] && echo same
eval "$x"; trap | cmp -s - /dev/null && echo no || echo yes
#: stdout
shown
same
yes
#: not dash ksh93: dash shows nothing in a pipeline

#### $(trap) saves and restores
trap 'echo old' EXIT
s=$(trap)
trap 'echo new' EXIT
trap - EXIT
eval "$s"
#: stdout
old
#: not dash: shows nothing there

#### trap - with several and with none set
trap - USR1 USR2 TERM; echo $?
trap 'echo a' USR1 USR2; trap - USR1; trap | grep -c USR
#: stdout
0
1
#: not dash ksh93: show nothing in a pipeline

#### a number as the first operand resets
trap 'echo no' 10 EXIT
trap 10 EXIT
trap 0
"$SH" -c 'trap "echo no" EXIT; trap 0; echo end'
#: stdout
end

#### an unknown signal is an error
trap 'echo x' NOSUCH 2>/dev/null; [ $? -ne 0 ] && echo 1
trap - 9999 2>/dev/null; [ $? -ne 0 ] && echo 2
(trap 'echo x' -1) 2>/dev/null; [ $? -ne 0 ] && echo 3
#: stdout
1
2
3
#: stderr any

#### traps of KILL and STOP do no harm
trap 'echo x' KILL 2>/dev/null; trap 'echo x' STOP 2>/dev/null
echo alive
#: stdout
alive

#### the action is read when it is set and again when it runs
x=1; trap "echo $x" EXIT
trap 'echo $x' USR1; x=2; kill -USR1 $$
#: stdout
2
1

#### an action of several lines and with quotes
trap 'echo a
if true; then echo "b  c"; fi
echo '\''d'\' EXIT
#: stdout
a
b  c
d

#### traps inside functions act on the shell
f() { trap 'echo bye' EXIT; echo in; }
f; echo out
#: stdout
in
out
bye

#### return in a trap's function and break in a trap's loop
trap 'for i in 1 2; do echo $i; break; done; g; echo end' USR1
g() { return 3; echo no; }
kill -USR1 $$
echo after
#: stdout
1
end
after

#### exit in a signal trap
trap 'echo t; exit 4' USR1
kill -USR1 $$
echo no
#: stdout
t
#: status 4

#### exit in a signal trap runs the EXIT trap
trap 'echo e $?' EXIT
trap 'echo t; exit 4' USR1
kill -USR1 $$
echo no
#: stdout
t
e 4
#: status 4

#### death by a signal
kill -TERM $$
echo no
#: killed TERM

#### death by a signal runs no EXIT trap or runs it, but ends
trap 'exit' EXIT
kill -KILL $$
echo no
#: killed KILL

#### the status of a program that died by a signal
"$SH" -c 'kill -TERM $$'; echo $?
"$SH" -c 'kill -KILL $$'; echo $?
$PROBE die 1; echo $?
("$SH" -c 'kill -USR1 $PPID'; sleep 1); echo $?
x=$(kill -HUP $("$SH" -c 'echo $PPID'); sleep 1); echo $?
#: stdout
143
137
129
138
129
#: stderr any
#: not ksh93: adds 256

#### a trap while a program runs waits for its end
trap 'echo caught' USR1
"$SH" -c 'kill -USR1 $PPID; sleep 0.1; echo child'
echo end
#: stdout
child
caught
end

#### wait is interrupted by a trapped signal
trap 'echo caught' USR1
sleep 5 & p=$!
(sleep 0.2; kill -USR1 $$) &
wait $p; s=$?
[ $s -gt 128 ] && echo interrupted
kill $p
wait $p 2>/dev/null
echo end
#: stdout
caught
interrupted
end
#: stderr any
#: not ksh93: adds 256

#### wait without operands is interrupted too
trap 'echo caught' USR1
sleep 5 & p=$!
(sleep 0.2; kill -USR1 $$) &
wait; s=$?
[ $s -gt 128 ] && echo interrupted
kill $p; wait 2>/dev/null
#: stdout
caught
interrupted
#: stderr any
#: not ksh93: adds 256

#### the status of an interrupted wait says which signal
trap : USR2
sleep 5 & p=$!
(sleep 0.2; kill -USR2 $$) &
wait $p; kill -l $?
kill $p; wait 2>/dev/null
#: stdout
USR2
#: stderr any
#: not ksh93: adds 256

#### a trap in a loop, and signals while it runs
n=0; trap 'n=$((n+1))' USR1
i=0; while [ $i -lt 10 ]; do kill -USR1 $$; i=$((i+1)); done
echo $n
#: stdout
10

#### a trap may set another trap and reset itself
trap 'echo 1; trap "echo 2" USR1' USR1
kill -USR1 $$; kill -USR1 $$
trap 'echo 3; trap - USR1' USR1; kill -USR1 $$
("$SH" -c 'kill -USR1 $PPID'; sleep 1; echo no) 2>/dev/null || echo dead
#: stdout
1
2
3
dead
#: stderr any
#: not ksh93: the signal reaches the whole shell

#### a trap runs between commands of a function, a group and a loop
trap 'echo t' USR1
f() { kill -USR1 $$; echo f; }
f
{ kill -USR1 $$; echo g; }
for i in 1 2; do kill -USR1 $$; echo $i; done
if kill -USR1 $$; then echo h; fi
#: stdout
t
f
t
g
t
1
t
2
t
h

#### a trap does not disturb expansions and IFS
IFS=:; x=a:b
trap 'y=$(echo 1:2); set -- $y; echo $#' USR1
kill -USR1 $$; set -- $x; echo $#
#: stdout
2
2

#### background commands ignore INT and QUIT
$PROBE signals & wait
($PROBE signals) & wait
{ $PROBE signals; echo; } & wait
#: stdout
SigIgn: 2 3
SigBlk:
SigIgn: 2 3
SigBlk:
SigIgn: 2 3
SigBlk:

#: end
#: not bash: not in subshells that become the program

#### PIPE ends a writer quietly
yes | head -n 1
(while :; do echo y; done) | head -n 1
{ trap '' PIPE; echo a; } | cat
echo end
#: stdout
y
y
a
end

#### SIGPIPE ignored: a write error
(trap '' PIPE; while echo y; do :; done 2>/dev/null; echo stopped >&2) 2>&1 >/dev/full | head -n 1
#: stdout
stopped

#### kill 0 reaches the group
trap 'echo caught' USR1
kill -USR1 0
echo end
#: stdout
caught
end

#### trap with an action of only blanks or a comment
trap ' ' USR1; kill -USR1 $$; echo 1
trap '# c' USR1; kill -USR1 $$; echo 2
trap ':' USR1; kill -USR1 $$; echo 3
#: stdout
1
2
3

#### trap -p shows one
trap 'echo a' USR1
trap -p USR1; trap -p USR1 >f; trap - USR1; . ./f; trap -p USR1; kill -USR1 $$
#: stdout
trap -- 'echo a' USR1
trap -- 'echo a' USR1
a
#: not dash ksh93: 0.5.12 has no -p; ksh93 writes the action alone

#### trap -p lists what is at its default, too
trap 'echo a' USR1; trap '' INT
trap -p >f; [ $(grep -c . f) -gt 30 ]; echo $?; grep -e EXIT -e ' INT' -e USR1 -e ' TERM' f
trap - USR1 INT; trap 'echo t' TERM; . ./f; kill -s USR1 $$; trap
#: stdout
0
trap -- - EXIT
trap -- '' INT
trap -- 'echo a' USR1
trap -- - TERM
a
trap -- '' INT
trap -- 'echo a' USR1
#: not dash bash ksh93: 0.5.12 has no -p; bash has it so in its POSIX mode only, ksh93 lists what is set

#### return in a function that a trap's action calls has the status of its last command
trap 'f() { true; return; }; (exit 7); f; echo $?' EXIT
trap 'g() { (exit 3); return; }; g; echo $?' USR1
kill -s USR1 $$
h() { (exit 4); return; }; h; echo $?
(exit 5)
#: stdout
3
4
0
#: status 5
#: not bash: has the status of the command before the action

#### the redirection of a trap command in the background does not concern the action
trap 'echo action' EXIT >/dev/null & wait $!
#: stdout
action
#: not bash ksh93: redirect the process

#### a negative number is an unknown option
trap 'echo end' EXIT; (trap -1 EXIT) 2>/dev/null || echo refused
#: stdout
refused
end

#### a trap runs while a FIFO is being opened
mkfifo p
t() {
	$SH -c 'trap "echo T; exit 3" TERM
		{ until grep -q "^State:.S" /proc/$$/status; do :; done; kill -TERM $$; } &
		'"$1"'
		echo not reached'
	echo $?
}
t 'read x <p'; t 'echo >p'; t ': | while read x; do :; done; while read x; do :; done <p'
t '{ :; } >>p'; t 'f() { :; }; f <p'
#: stdout
T
3
T
3
T
3
T
3
T
3
#: stderr any

#### also in a loop in the background
mkfifo p
while :; do
	trap 'echo T; exit 3' TERM
	while read x <p; do :; done
done &
until grep -q '^State:.S' /proc/$!/status; do :; done
kill $!; wait $!; echo $?
#: stdout
T
3
#: stderr any

#### and a redirection of exec and a file that is sourced are not waited for any longer
mkfifo p
t() {
	$SH -c 'trap : TERM
		{ until grep -q "^State:.S" /proc/$$/status; do :; done; kill -TERM $$; } &
		'"$1"'
		echo not reached'
	case $? in 0) echo ended ;; *) echo failed ;; esac
}
t 'exec 3<p'; t '. ./p'
#: stdout
failed
failed
#: stderr some
#: not bash: opens the FIFO again after the action

#### a FIFO is open as soon as somebody writes to it, whatever is trapped
mkfifo p q; trap : TERM
{ exec 4>p; read x <q; echo "$x" >&4; } & exec 3<p
echo go >q; read y <&3; echo $y
#: stdout
go

#### return that does not end the trap has the status of the last command
echo '(exit 7); return' >file
trap 'f() { (exit 6); return; }; f; echo $?; . ./file; echo $?' EXIT
#: stdout
6
7
#: not bash: the status is that of the command before the trap

#### return that ends a trap in a function has the status of the command before the trap
f() { trap '(exit 5); return' INT; (exit 4); kill -INT $$; echo no; }
f
echo $?
#: stdout
0
#: not ksh93: has that of the last command

#### a signal that a subshell has sent is handled before a pipeline begins
trap 'echo usr' USR1
(kill -USR1 $$); kill -USR1 $$ | cat; echo a
(kill -USR1 $$); echo b | cat
#: stdout
usr
usr
a
usr
b
