# ERR, DEBUG, RETURN, EXIT.

#### ERR
trap 'echo err $?' ERR; false; true; (exit 3); if false; then :; fi; false || true; ! true; echo end
#: stdout
err 1
err 3
end
#: also mksh

#### ERR and pipelines
trap 'echo err' ERR; true | false; false | true; echo end
#: stdout
err
end
#: not ksh93: does otherwise
#: also mksh

#### ERR in functions without -E
trap 'echo err' ERR; f() { false; true; }; f; echo end
#: stdout
end
#: not ksh93: in functions too

#### ERR in functions with -E
set -E; trap 'echo err' ERR; f() { false; true; }; f; echo end
#: stdout
err
end
#: not ksh93: has no -E

#### ERR of a function that fails
trap 'echo err' ERR; f() { return 2; }; f; echo end
#: stdout
err
end
#: also mksh

#### ERR in subshells
trap 'echo err' ERR; (false; true); x=$(false; echo a); echo $x
#: stdout
a
#: also mksh

#### ERR in a subshell with -E
set -E; trap 'echo err' ERR; (false; true); echo end
#: stdout
err
end
#: not ksh93: has no -E

#### ERR before errexit
trap 'echo err' ERR; set -e; false; echo no
#: stdout
err
#: status 1
#: also mksh

#### LINENO in ERR
trap 'echo $LINENO' ERR
:
false
#: stdout
3
#: status 1
#: also mksh

#### the status is kept by ERR
trap 'true' ERR; (exit 4); echo $?
#: stdout
4
#: also mksh

#### DEBUG
trap 'echo "+"' DEBUG; echo a; x=1; trap - DEBUG; echo b
#: stdout
+
a
+
+
b

#### DEBUG in functions
f() { echo in; }; trap 'echo +' DEBUG; f; trap - DEBUG
#: stdout
+
in
+
#: not ksh93: in functions too

#### RETURN of a sourced file
echo 'echo file' >lib; trap 'echo back' RETURN; . ./lib; echo end
#: stdout
file
back
end
#: not ksh93: has none

#### RETURN with -T
set -T; trap 'echo back' RETURN; f() { echo in; }; f; echo end
#: stdout
in
back
end
#: not ksh93: has none

#### EXIT
trap 'echo bye $?' EXIT; (exit 3); echo on; exit 5
#: stdout
on
bye 5
#: status 5
#: also mksh

#### EXIT in a subshell
trap 'echo outer' EXIT; (trap 'echo inner' EXIT; echo a); x=$(trap 'echo sub' EXIT; echo b); echo $x
#: stdout
a
inner
b sub
outer
#: also mksh

#### traps of a subshell are its own
trap 'echo usr1' USR1; (trap 'echo sub' USR1; trap - USR1); kill -USR1 $$; echo end
#: stdout
usr1
end
#: also mksh

#### ERR set in a subshell
(trap 'echo err' ERR; false; true); false; echo end
#: stdout
err
end
#: also mksh

#### DEBUG set in a subshell
x=$(trap 'echo +' DEBUG; :); echo "$x"; : ; echo end
#: stdout
+
end

#### names of signals
trap 'echo 1' SIGUSR1; kill -s USR1 $$; trap '' usr1; kill -USR1 $$; trap - 10; echo end
#: stdout
1
end
#: also mksh

#### a trap on a signal that is none
(trap 'echo' NOSUCH) 2>/dev/null; echo $((!!$?))
#: stdout
1
#: also mksh

#### kill -l
kill -l 9; kill -l TERM; kill -l 143
#: stdout
KILL
15
TERM

#### BASH_COMMAND in bash's language is the command before the trap
#!/bin/bash
trap 'echo "failed: $BASH_COMMAND"' ERR
trap 'echo "last: $BASH_COMMAND"' EXIT
f() { false "$@"; }
f a 'b c'
cd /nowhere 2> /dev/null
x=$(false)
: end
#: stdout
failed: false "$@"
failed: cd /nowhere 2> /dev/null
failed: x=$(false)
last: : end
#: not ksh93: has not this

#### DEBUG before every iteration of a for, and every part of a for (( ))
#!/bin/bash
trap 'echo "[$LINENO]"' DEBUG
for i in 1 2; do
  :
done
for ((i=0; i<1; i++)); do
  :
done
select x in a; do break; done <<<1 2>/dev/null
#: stdout
[3]
[4]
[3]
[4]
[6]
[6]
[7]
[6]
[6]
[9]
[9]
#: not ksh93: one for all turns

#### set -e holds in the action of ERR
err() { echo "err $?"; if false; then :; fi; false; echo no; }
trap err ERR; set -e
if false; then :; fi
false
echo no
#: stdout
err 1
#: status 1
#: also mksh

#### the EXIT trap runs where a signal ends the shell
for s in HUP INT TERM USR1; do
  $SH -c 'trap "echo bye" EXIT; kill -$1 $$; sleep 9; echo no' sh $s
  kill -l $?
done
#: stdout
bye
HUP
bye
INT
bye
TERM
bye
USR1
#: stderr any

#### and at once: while a program runs, a substitution, a pipeline, in read and wait
mkfifo p; exec 3<>p
for c in '"$PROBE" cat <p' '("$PROBE" cat <p; :)' 'x=$("$PROBE" cat <p; :)' '"$PROBE" cat <p | cat' \
    'read x <p' '"$PROBE" cat <p & wait' 'while :; do :; done'; do
  $SH -c 'trap "echo bye" EXIT; (sleep 0.1; kill -TERM $$) & '"$c"'; echo no' 3>&-
  kill -l $?
done
exec 3>&-
sleep 0.1
#: stdout
bye
TERM
bye
TERM
bye
TERM
bye
TERM
bye
TERM
bye
TERM
bye
TERM
#: stderr any
