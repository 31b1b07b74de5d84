#### jobs shows what runs, the command as bash writes it
sleep 0.3 &
(sleep 0.3;exit 4) 2>/dev/null &
{ sleep 0.3;: "a  b"; } &
jobs
wait
#: stdout
[1]   Running                 sleep 0.3 &
[2]-  Running                 ( sleep 0.3; exit 4 ) 2> /dev/null &
[3]+  Running                 { sleep 0.3; : "a  b"; } &

#### jobs -r counts those that run
sleep 5 & sleep 5 &
jobs -r | grep -c sleep
jobs -s | grep -c sleep
n=$(jobs -rp | wc -l)
echo $((n))
kill %1 %2
#: stdout
2
0
2

#### jobs -x gives a command the ids of jobs
set -m; sleep 5 &
[ "$(jobs -x echo %1 x)" = "$! x" ] && echo yes
kill %1
#: stdout
yes

#### wait for what is no job or no child
wait %8; echo $?
wait 1; echo $?
#: stdout
127
127
#: stderr-has no such job
#: stderr-has is not a child of this shell

#### a job's name is a command, and a job that runs is in the background already
set -m
sleep 0.3 & sleep 0.1 &
bg %1
%2
fg -s
#: stdout
sleep 0.1
#: status 2
#: stderr-has bg: job 1 already in background
#: stderr-has fg: -s: invalid option

#### PIPESTATUS under job control
set -m
(exit 3) | true | (exit 4); echo $? ${PIPESTATUS[@]}
#: stdout
4 3 0 4

#### the variables of a coprocess are there while it is
coproc X { read a; echo "got $a"; }
echo "${X[@]}"; pid=$X_PID
echo hi >&"${X[1]}"; read -u "${X[0]}" line; echo "$line"
wait "$pid"; echo "$? [${X[*]-none}] [${X_PID-none}]"
coproc cat; exec 4<&"${COPROC[0]}"- {COPROC[1]}>&-; echo "${COPROC[@]}"
wait; echo "${COPROC-none}"
coproc @ { :; }
declare -r fixed=1; coproc fixed { :; }
wait
#: stdout
63 60
got hi
0 [none] [none]
-1 -1
none
#: stderr
../case: line 7: `@': not a valid identifier
../case: line 8: fixed: readonly variable
../case: line 9: fixed: cannot unset: readonly variable

#### wait for a process substitution
while read x; do echo $x; done < <(echo a; exit 9); wait $!; echo $?
cat <(sleep 0.1; exit 5); wait $!; echo $?
exec 3> >(sleep 0.1; echo b); exec 3>&-; wait; echo c
cat <(exit 5); wait -n; echo $?
#: stdout
a
9
5
b
c
127

#### the states of jobs are POSIX's in its mode
running() { jobs -r >out; [ -s out ]; }
(exit 3) & while running; do :; done; jobs
set -o posix
(exit 4) & while running; do :; done; jobs
#: stdout
[1]+  Exit 3                  ( exit 3 )
[1]+  Done(4)                 ( exit 4 )

#### bg shows the job that it resumes as the current one
set -m
stopped() { jobs -s >out; [ -s out ]; }
sleep 0.2 & kill -STOP $!; until stopped; do :; done
bg %1; wait
#: stdout
[1]+ sleep 0.2 &
#: stderr any

#### external commands do not inherit the descriptors of a coprocess, subshells do
coproc cat
$PROBE fds; ($PROBE fds); { $PROBE fds; } | cat; (: $BASHPID; $PROBE fds)
$PROBE fds <&"${COPROC[0]}" 5>&"${COPROC[1]}"
echo a >&"${COPROC[1]}"; (read -r l <&"${COPROC[0]}"; echo "$l")
echo b >&"${COPROC[1]}"; (: $BASHPID; read -r l <&"${COPROC[0]}"; echo "$l")
exec 63</dev/null; $PROBE fds
kill "$COPROC_PID"; wait
#: stdout
0 1 2
0 1 2
0 1 2
0 1 2
0 1 2 5
a
b
0 1 2 63

#### a terminal's signals reach process substitutions and coprocesses
cat <($PROBE signals); cat <($PROBE signals; :); cat < <(: $BASHPID; $PROBE signals)
coproc { $PROBE signals; }; cat <&"${COPROC[0]}"; wait
echo async; $PROBE signals & wait
trap '' INT; cat <($PROBE signals); trap : INT; cat <($PROBE signals)
#: stdout
SigIgn:
SigBlk:
SigIgn:
SigBlk:
SigIgn:
SigBlk:
SigIgn:
SigBlk:
async
SigIgn: 2 3
SigBlk:
SigIgn: 2
SigBlk:
SigIgn:
SigBlk:

#### descriptors from 10 on that the shell began with are open in every subshell
exec 12<<<a 200</dev/null
"$SH" -c '$PROBE fds; (: $BASHPID; $PROBE fds); { $PROBE fds; } & wait; $PROBE fds | cat
(ulimit -c 0; cat <&12); (exec 12<&-; : $BASHPID; $PROBE fds); exec 12<&-; (ulimit -c 0; $PROBE fds)'
#: stdout
0 1 2 12 200
0 1 2 12 200
0 1 2 12 200
0 1 2 12 200
a
0 1 2 200
0 1 2 200

#### a job in the background that a signal ends is reported after the next command
cat >script <<'E'
sleep 60 & kill -9 $!; sleep 0.2; echo a; wait $!; echo $?
sleep 60 & sleep 0.1; kill -HUP $!
wait; echo $?
sleep 60 & kill $!; wait; sleep 60 & kill -9 $!; wait $!; echo $?
set -m
sleep 60 & kill %1; wait %1; echo $?
sleep 60 & kill %1; wait; jobs
sleep 60 & kill -9 %1; sleep 0.2; jobs
sleep 60 & kill %1; sleep 0.2; jobs
(exit 3) & sleep 0.2; jobs
(sleep 60 & kill -9 $!; wait)
E
"$SH" ./script 2>&1 | sed 's/^.*line \([0-9]*\): *[0-9][0-9]* /\1 /'
#: stdout
1 Killed                  sleep 60
a
137
3 Hangup                  sleep 60
0
4 Killed                  sleep 60
137
[1]+  Terminated              sleep 60
143
[1]+  Terminated              sleep 60
8 Killed                  sleep 60
[1]+  Terminated              sleep 60
[1]+  Exit 3                  ( exit 3 )
11 Killed                  sleep 60

#### what has been disowned has no end that wait -n tells of
(exit 4) & sleep 0.2; disown -a; wait -n -p id; echo "[$id]" $?
#: stdout
[] 127

#### wait -p gives an element the id
declare -A ids; k='a b'; (exit 5) & id=$!; wait -p 'ids[$k]' -n $id; echo $? $(( ${ids[$k]} == id )) ${#ids[@]}
a=(1 2 3); (exit 6) & wait -p 'a[1]' -n $!; echo $? $(( a[1] == $! )); wait -n -p 'a[1]'; echo $? ${!a[@]}
#: stdout
5 1 1
6 1
127 0 1 2
