# ^C (hazard B12, C17): SIGINT to the whole foreground group, in each kind of wait.
# "probe interrupt ready SHELL ..." runs the shell in a session of its own, sends the
# signal a moment after the file "ready" has appeared, and says how the shell ended.

#### B12 ^C while a program runs
$PROBE interrupt ready "$SH" -c '>ready; sleep 9; echo no'
#: stdout
signal 2

#### B12 ^C while a program runs in a subshell
$PROBE interrupt ready "$SH" -c '>ready; (sleep 9; echo no); echo no'
#: stdout
signal 2

#### B12 ^C in a command substitution
$PROBE interrupt ready "$SH" -c '>ready; x=$(sleep 9; echo no); echo "no$x"'
#: stdout
signal 2

#### B12 ^C in a command substitution of one program
$PROBE interrupt ready "$SH" -c '>ready; x=$(sleep 9); echo "no$x"'
#: stdout
signal 2

#### B12 ^C in a substitution with a pipeline
$PROBE interrupt ready "$SH" -c '>ready; x=$(sleep 9 | while read y; do :; done); echo "no$x"'
#: stdout
signal 2

#### B12 ^C in a pipeline of programs
$PROBE interrupt ready "$SH" -c '>ready; sleep 9 | sleep 9 | cat; echo no'
#: stdout
signal 2

#### B12 ^C in a pipeline whose last stage is a loop
$PROBE interrupt ready "$SH" -c '>ready; sleep 9 | while read x; do echo no; done; echo no'
#: stdout
signal 2

#### B12 ^C in a pipeline whose first stage is a loop
$PROBE interrupt ready "$SH" -c '>ready; while :; do echo x; done | sleep 9; echo no'
#: stdout
signal 2
#: stderr any
#: not bash: goes on when the program ended otherwise

#### B12 ^C in a pipeline of builtins alone
mkfifo p; exec 3<>p
$PROBE interrupt ready "$SH" -c '>ready; { read x <p; } | { read y; }; echo no'
#: stdout
signal 2

#### B12 ^C in a loop that computes
$PROBE interrupt ready "$SH" -c '>ready; while :; do :; done; echo no'
$PROBE interrupt ready "$SH" -c 'i=0; >ready; while [ $i -ge 0 ]; do i=$((i+1)); x=${i%1}; done; echo no'
#: stdout
signal 2
signal 2

#### B12 ^C in a loop of subshells and substitutions
$PROBE interrupt ready "$SH" -c '>ready; while :; do x=$(echo a); (y=1); echo b | read z; done; echo no'
#: stdout
signal 2
#: stderr any
#: not bash: does not always end

#### B12 ^C in a loop of programs
$PROBE interrupt ready "$SH" -c '>ready; while :; do "$PROBE" status 0; done; echo no'
#: stdout
signal 2
#: stderr any
#: not bash: goes on when the program ended otherwise

#### B12 ^C in a function that calls itself in substitutions
$PROBE interrupt ready "$SH" -c 'f() { [ $1 -eq 0 ] && sleep 9 || x=$(f $(($1-1)); echo no); }; >ready; f 10; echo no'
#: stdout
signal 2

#### C17 ^C in read from a pipe, a fifo and a program
mkfifo p; exec 3<>p
$PROBE interrupt ready "$SH" -c '>ready; read x <&3; echo no'
$PROBE interrupt ready2 "$SH" -c '>ready2; sleep 9 | { read x; echo no; }; echo no'
#: stdout
signal 2
signal 2

#### C17 ^C while a fifo is opened
mkfifo p
$PROBE interrupt ready "$SH" -c '>ready; read x <p; echo no'
$PROBE interrupt ready2 "$SH" -c '>ready2; echo x >p; echo no'
$PROBE interrupt ready3 "$SH" -c '>ready3; cat <p; echo no'
$PROBE interrupt ready4 "$SH" -c '>ready4; . ./p; echo no'
#: stdout
signal 2
signal 2
signal 2
signal 2
#: not dash: says status 2 in one of them

#### C17 ^C while a utility reads or sleeps
mkfifo p; exec 3<>p
$PROBE interrupt ready "$SH" -c '>ready; cat <&3; echo no'
$PROBE interrupt ready2 "$SH" -c '>ready2; sort p; echo no'
$PROBE interrupt ready3 "$SH" -c '>ready3; sleep 9 | sort | head -n 1; echo no'
$PROBE interrupt ready4 "$SH" -c '>ready4; cat p | grep x; echo no'
#: stdout
signal 2
signal 2
signal 2
signal 2

#### C17 ^C in a utility that never ends
$PROBE interrupt ready "$SH" -c '>ready; yes >/dev/null; echo no'
$PROBE interrupt ready2 "$SH" -c '>ready2; cat /dev/zero >/dev/null; echo no'
$PROBE interrupt ready3 "$SH" -c '>ready3; x=$(cat /dev/zero | tr a b | grep -c x); echo no'
$PROBE interrupt ready4 "$SH" -c '>ready4; yes | cat | cat >/dev/null; echo no'
#: stdout
signal 2
signal 2
signal 2
signal 2
#: stderr any

#### B12 ^C in wait
$PROBE interrupt ready "$SH" -c 'sleep 2 & >ready; wait; echo no'
$PROBE interrupt ready2 "$SH" -c 'sleep 2 & >ready2; wait $!; echo no'
sleep 2
#: stdout
signal 2
signal 2

#### B12 ^C with a trap: it runs after the program has ended
$PROBE interrupt ready "$SH" -c 'trap "echo caught" INT; >ready; "$PROBE" as x sleep 9; echo on'
$PROBE interrupt ready2 "$SH" -c 'trap "echo caught; exit 3" INT; >ready2; sleep 9; echo no'
#: stdout
caught
on
status 0
caught
status 3

#### B12 ^C with a trap, in a substitution, a pipeline and wait
$PROBE interrupt ready "$SH" -c 'trap "echo caught" INT; >ready; x=$(sleep 9; echo no); echo "on$x"'
$PROBE interrupt ready2 "$SH" -c 'trap "echo caught" INT; >ready2; sleep 9 | sleep 9; echo on'
$PROBE interrupt ready3 "$SH" -c 'trap "echo caught" INT; sleep 1 & >ready3; wait; echo on'
$PROBE interrupt ready4 "$SH" -c 'trap "echo caught" INT; >ready4; (sleep 9; echo no); echo on'
#: stdout
caught
on
status 0
caught
on
status 0
caught
on
status 0
caught
on
status 0
#: stderr any

#### B12 ^C with a trap in a loop that computes and in read
mkfifo p; exec 3<>p
$PROBE interrupt ready "$SH" -c 'trap "echo caught; exit 4" INT; >ready; while :; do :; done; echo no'
$PROBE interrupt ready2 "$SH" -c 'trap "echo caught; exit 5" INT; >ready2; read x <&3; echo no'
#: stdout
caught
status 4
caught
status 5

#### B12 ^C with an EXIT trap
$PROBE interrupt ready "$SH" -c 'trap "echo bye" EXIT; trap "exit 6" INT; >ready; sleep 9; echo no'
$PROBE interrupt ready2 "$SH" -c 'trap "echo bye" EXIT; trap "exit 7" INT; >ready2; x=$(sleep 9); echo no'
#: stdout
bye
status 6
bye
status 7

#### B12 ^C that is ignored
$PROBE interrupt ready "$SH" -c 'trap "" INT; >ready; sleep 1; echo on'
$PROBE interrupt ready2 "$SH" -c 'trap "" INT; >ready2; x=$(sleep 1; echo on); echo $x'
$PROBE interrupt ready3 "$SH" -c 'trap "" INT; >ready3; (sleep 1) | cat; echo on'
#: stdout
on
status 0
on
status 0
on
status 0

#### B12 ^C does not reach a job in the background
$PROBE interrupt ready "$SH" -c '{ sleep 1; echo survived >f; } & >ready; wait'
sleep 2; cat f
#: stdout
signal 2
survived

#### B12 ^C leaves no process behind
$PROBE interrupt ready "$SH" -c '>ready; (sleep 9 | { sleep 9; }) | { x=$(sleep 9); }; echo no'
#: stdout
signal 2

#### B12 ^C during a here-document's substitution
$PROBE interrupt ready "$SH" -c '>ready
cat <<E
$(sleep 9)
E
echo no'
#: stdout
signal 2

#### B12 ^C in eval, a dotted file, a function and a case word
echo 'sleep 9; echo no' >d
$PROBE interrupt ready "$SH" -c '>ready; eval "sleep 9; echo no"; echo no'
$PROBE interrupt ready2 "$SH" -c '>ready2; . ./d; echo no'
$PROBE interrupt ready3 "$SH" -c 'f() { sleep 9; echo no; }; >ready3; f || f; echo no'
$PROBE interrupt ready4 "$SH" -c '>ready4; case $(sleep 9) in *) echo no; esac; echo no'
$PROBE interrupt ready5 "$SH" -c '>ready5; if sleep 9; then echo no; else echo no; fi; echo no'
#: stdout
signal 2
signal 2
signal 2
signal 2
signal 2

#### B12 a trapped signal while a subshell of a pipeline reads
trap 'echo trapped' USR1
{ sleep 0.2; kill -USR1 $$; } &
sleep 0.4 | read x
echo done
#: stdout
trapped
done

#### B12 an ignored ^C does not end a utility
$PROBE interrupt ready "$SH" -c 'trap "" INT; >ready; sleep 0.5; echo waited' | tail -n 2
#: stdout
waited
status 0

#### B12 a signal to the group ends the sleep before the trap
set -m; "$SH" -c 'trap "echo trapped; exit 3" TERM; >ready; sleep 9; echo no' & p=$!
while [ ! -e ready ]; do :; done; kill -s TERM -- -$p; wait $p; echo $?
"$SH" -c 'trap "echo trapped; exit 4" HUP; >again; echo a | { sleep 9; cat; }; echo no' & p=$!
while [ ! -e again ]; do :; done; sleep 0.1; kill -s HUP -- -$p; wait $p; echo $?
#: stdout
trapped
3
trapped
4
#: stderr any
#: not dash: has no job control without a terminal

#### B12 a signal to the group ends what waits for a FIFO, and the trap runs
set -m; mkfifo p
for body in 'cat p' 'cat <p' 'x=$(cat p)' 'grep x p' 'cat p | wc >/dev/null' 'sort p' 'awk 1 p' 'head -n 1 <p | cat' \
	'(read x <p)' 'true | read x <p' 'exec 3<>p; sed 1q <&3' 'exec 3<>p; x=$(tr a b <&3)' \
	'exec 3<>p; (read x <&3)' 'exec 3<>p; true | while read x; do :; done <&3' '(. ./p)'; do
	rm -f ready; "$SH" -c 'trap "echo trapped; exit 3" TERM; >ready; '"$body; echo no" & p=$!
	while [ ! -e ready ]; do :; done; sleep 0.2; kill -s TERM -- -$p; wait $p; echo $?
done >out; sort out | uniq -c
#: stdout
     15 3
     15 trapped
#: stderr any
#: not dash: has no job control without a terminal
#: not ksh93: has the signal's status for some

#### B12 a signal to the group ends what waits for the reader of a FIFO, and the trap runs
set -m; mkfifo p
for body in 'cat /dev/zero >&3' 'yes >&3' 'seq 1000000 >&3' '(while :; do printf %5000s; done >&3)' \
	'while :; do printf %5000s; done | cat >&3' 'true | while :; do echo aaaaaaaaaaaaaaaaaaa; done >&3' \
	'x=$(while :; do printf %5000s; done >&3)' 'yes | tee p' 'awk "BEGIN { while (1) print }" >&3'; do
	rm -f ready; "$SH" -c 'trap "echo trapped; exit 3" TERM; exec 3<>p; >ready; '"$body; echo no" & p=$!
	while [ ! -e ready ]; do :; done; sleep 0.3; kill -s TERM -- -$p; wait $p; echo $?
done >out; sort out | uniq -c | sed 's/^ *//; /^[0-9]* y$/d'
#: stdout
9 3
9 trapped
#: stderr any
#: not dash: has no job control without a terminal
#: not ksh93: has the signal's status for some

#### a substitution that sends its shell a signal that is trapped goes on
trap 'echo int >&2' INT
x=$(kill -INT $$; echo after)
echo "x=$x"
#: stdout
x=after
#: stderr
int
#: not ksh93: the substitution is gone

#### C17 a stage that ignores an interrupt is not ended by it, whoever gets it beside
trap 'seen=1' INT
sh -c 'trap "own=1" INT; until [ -e ready ]; do sleep 0.05; done; kill -INT 0; echo "b $own"' |
	(trap "" INT; >ready; cat)
echo "$? $seen"
#: stdout
b 1
0 1

#### a trap runs while $(<file) waits for the writer of a FIFO
mkfifo p
for body in 'x=$(<p)' 'echo "$(<p)"' 'f() { x=$(<p); }; f' 'set -- $(<p)'; do
	"$SH" -c 'trap "echo trapped >>seen" TERM; >ready; '"$body; echo \$?" >out 2>/dev/null & p=$!
	until [ -e ready ]; do sleep 0.05; done; sleep 0.2
	kill -s TERM $p; wait $p; rm ready
	cat out; sort -u seen; rm seen
done
#: stdout
1
trapped

0
trapped
1
trapped
0
trapped
#: not dash: has no such substitution
