# ^C while bash's language waits for a program: the script goes on where the program was not
# ended by it, as an editor, a pager or a database's client is not (bash(1), "SIGNALS").
# "probe interrupt" is explained in hazards-interrupt-p.sh. "taker" takes the interrupt and ends
# with status 3; "victim" is ended by it.

#### a program that takes the interrupt does not end the script
mkfifo p; exec 3<>p
cat >taker <<'X'
trap 'exit 3' INT; >ready; read x <p
X
$PROBE interrupt ready "$SH" -c 'sh taker; echo after $?'
#: stdout
after 3
status 0

#### one that is ended by it does
cat >victim <<'X'
>ready; sleep 9
X
$PROBE interrupt ready "$SH" -c 'sh victim; echo after $?'
#: stdout
signal 2

#### the same in a subshell, alone and not alone
mkfifo p; exec 3<>p
cat >taker <<'X'
trap 'exit 3' INT; >ready; read x <p
X
$PROBE interrupt ready "$SH" -c '(sh taker); echo after $?'
rm ready
$PROBE interrupt ready "$SH" -c '(sh taker; echo in $?); echo after $?'
#: stdout
after 3
status 0
in 3
after 0
status 0

#### the last program of a pipeline is the one that counts
mkfifo p; exec 3<>p
cat >taker <<'X'
trap 'exit 3' INT; >ready; read x <p
X
$PROBE interrupt ready "$SH" -c 'tail -f /dev/null | sh taker; echo after $?'
#: stdout
after 3
status 0

#### in a function, in a condition, under errexit
mkfifo p; exec 3<>p
cat >taker <<'X'
trap 'exit 0' INT; >ready; read x <p
X
$PROBE interrupt ready "$SH" -c 'set -e; f() { sh taker; echo f $?; }; f; echo after'
rm ready
$PROBE interrupt ready "$SH" -c 'if sh taker; then echo then; fi'
#: stdout
f 0
after
status 0
then
status 0

#### a trap of the shell runs after the program, also where a subshell has waited for it
mkfifo p; exec 3<>p
cat >taker <<'X'
trap 'exit 3' INT; >ready; read x <p
X
$PROBE interrupt ready "$SH" -c 'trap "echo t" INT; (sh taker; echo in $?); echo after $?'
#: stdout
in 3
t
after 0
status 0

#### the EXIT trap runs where the interrupt ends the script, and else at its end
mkfifo p; exec 3<>p
cat >taker <<'X'
trap 'exit 3' INT; >ready; read x <p
X
cat >victim <<'X'
>ready; sleep 9
X
$PROBE interrupt ready "$SH" -c 'trap "echo bye" EXIT; sh taker; echo after $?'
rm ready
$PROBE interrupt ready "$SH" -c 'trap "echo bye" EXIT; sh victim; echo after $?'
#: stdout
after 3
bye
status 0
bye
signal 2
