# --profile, --trace-processes and FORKLESS_PROFILE: each process is charged to the line, the file and
# the function that needed it, with its reason.

#### a fork is charged to the line of its subshell, not to the command before it
cat >s <<'X'
x=1
(ulimit -n 100; :)
X
"$SH" --trace-processes s
#: stderr
forkless: s:2: forked: a changed limit

#### each reason for a process: subshells
cat >s <<'X'
x=1
(trap : TERM; :)
x=1
(ulimit -n 50; :)
x=1
x=$(
  ulimit -n 50
  echo a)
x=1
(eval 'ulimit -n 50'; :)
x=1
(eval 'trap : TERM'; :)
(sh -c 'echo $PPID' >/dev/null; :)
f() { sh -c 'echo $PPID' >/dev/null; }
x=1
(f; :)
(eval 'set -m'; :)
(eval 'kill -0 $$'; :)
X
"$SH" --trace-processes s
#: stderr
forkless: s:2: forked: a trap on a signal
forkless: s:4: forked: a changed limit
forkless: s:6: forked: a changed limit
forkless: s:10: forked: a changed limit
forkless: s:12: forked: a trap on a signal
forkless: s:13: forked: a child that looks at its parent's id
forkless: s:13: launched sh: an external program
forkless: s:16: forked: a child that looks at its parent's id
forkless: s:14: in f: launched sh: an external program
forkless: s:17: forked: job control

#### each reason for a process: the background
ln -s "$PROBE" prog
cat >s <<'X'
{ :; } &
wait
x=1
(:; x=1) &
wait
true && : &
wait
./prog status 0 &
wait
./prog status 0 | : &
wait
sleep 0 &
wait
: | cat &
wait
X
"$SH" --trace-processes s
#: stderr
forkless: s:1: forked: asynchronous shell code
forkless: s:4: forked: asynchronous shell code
forkless: s:6: forked: asynchronous shell code
forkless: s:8: launched prog: an external program
forkless: s:10: launched prog: an external program
forkless: s:10: forked: asynchronous shell code
forkless: s:12: launched sleep: it runs in the background
forkless: s:14: forked: asynchronous shell code
forkless: s:14: launched cat: it runs in the background

#### a command in the background whose name is a parameter's value is launched
ln -s "$PROBE" prog; ln -s "$PROBE" 'a prog'
cat >s <<'X'
prog=./prog with="./prog status 0" spaced='./a prog' f=f E= none=
f() { :; }
$prog status 0 & wait
"$prog" status 0 & wait
${prog} status 0 >/dev/null & wait
$with & wait
./p$E"rog" status 0 & wait
./"p"rog status 0 & wait
set -- ./prog status 0
"$@" & wait
$1 & wait
x=1 $prog status 0 & wait
($prog status 0) & wait
$prog status 0 | $prog status 0 & wait
"$spaced" status 0 & wait
$f & wait
$E$none & wait
$none ./prog status 0 & wait
IFS=/; $prog status 0 2>/dev/null & wait
X
"$SH" --trace-processes s
#: stderr
forkless: s:3: launched prog: an external program
forkless: s:4: launched prog: an external program
forkless: s:5: launched prog: an external program
forkless: s:6: launched prog: an external program
forkless: s:7: launched prog: an external program
forkless: s:8: launched prog: an external program
forkless: s:10: launched prog: an external program
forkless: s:11: launched prog: an external program
forkless: s:12: launched prog: an external program
forkless: s:13: launched prog: an external program
forkless: s:14: launched prog: an external program
forkless: s:14: launched prog: an external program
forkless: s:15: forked: asynchronous shell code
forkless: s:15: launched a prog: it replaces the shell
forkless: s:16: forked: asynchronous shell code
forkless: s:17: forked: asynchronous shell code
forkless: s:18: forked: asynchronous shell code
forkless: s:18: launched prog: it replaces the shell
forkless: s:19: forked: asynchronous shell code

#### each reason for a process: stages of a pipeline
cat >s <<'X'
x=1
echo a |
  { ulimit -n 50; read x; }
echo a | (trap : TERM; read x)
X
"$SH" --trace-processes s
#: stderr
forkless: s:3: forked: a changed limit
forkless: s:4: forked: a trap on a signal

#### each reason for a process: stages that are too many
line=:; i=0
while [ $i -lt 70 ]; do line="$line | { :; :; }"; i=$((i + 1)); done
echo "$line" >s
"$SH" --trace-processes s 2>&1 | sort -u
#: stdout
forkless: s:1: forked: too many stages

#### each reason for a process: a signal to the shell, and the process id of a script
cat >in <<'X'
:
echo $$ >/dev/null
X
cat >s <<'X'
trap : USR1
x=1
(kill -USR1 $$; :)
trap - USR1
x=1
sh ./in
X
ln -s "$(readlink -f "$SH")" sh
PATH=$PWD:$PATH "$SH" --trace-processes s
#: stderr
forkless: s:3: forked: a signal to the shell
forkless: ./in:2: forked: the script's process id

#### each reason for a process: waits of a subshell that a trapped signal must end
mkfifo fifo
cat >s <<'X'
trap : TERM
exec 3<>fifo
x=1
(: >fifo; :)
x=1
(echo a >&3; :)
x=1
(read x <&3; :)
X
"$SH" --trace-processes s
#: stderr
forkless: s:4: forked: a FIFO, while a signal is trapped
forkless: s:6: forked: a write, while a signal is trapped
forkless: s:8: forked: a read, while a signal is trapped

#### each reason for a process: the rights of another user
if findmnt -no OPTIONS -T . 2>/dev/null | grep -q nosuid; then
	echo "forkless: s:2: forked: the rights of another user" >&2
	exit
fi
chmod 755 . && cp "$(readlink -f "$SH")" sh && chown 65533 sh && chmod 4755 sh
cat >s <<'X'
x=1
(set +p; :)
X
chmod 644 s
$UNPRIVILEGED ./sh -p --trace-processes s
#: stderr
forkless: s:2: forked: the rights of another user
#: needs root
#: needs setpriv

#### each reason for a process: lastpipe in a subshell
cat >s <<'X'
x=1
(echo a | { read x; echo $x; }; :)
X
ln -s "$(readlink -f "$SH")" ksh93
./ksh93 --trace-processes s
#: stdout
a
#: stderr
forkless: s:2: forked: lastpipe

#### each reason for a process: a utility launches it, or is another program
ln -s "$PROBE" basename
cat >s <<'X'
timeout 60 $PROBE status 0
echo 0 | xargs $PROBE status
PATH=$PWD:$PATH; basename status 0
X
"$SH" --trace-processes s
#: stderr
forkless: s:1: launched probe: a utility launches it
forkless: s:2: launched probe: an external program
forkless: s:3: launched basename: the installed program is not one that is reproduced

#### each reason for a process: what bash has
ln -s "$(readlink -f "$SH")" bash
cat >s <<'X'
x=1
(echo $BASHPID >/dev/null)
x=1
read x < <(echo a; eval echo b)
wait
x=1
coproc { read x; }
exec {COPROC[1]}>&-
wait
X
./bash --trace-processes s
#: stderr
forkless: s:2: forked: its own process id
forkless: s:4: forked: process substitution
forkless: s:7: forked: a coprocess

#### each reason for a process: set -m
cat >s <<'X'
set -m
x=1
(:; :)
: | :
X
"$SH" --trace-processes s
#: stderr
forkless: s:3: forked: job control
forkless: s:4: forked: job control
forkless: s:4: forked: job control

#### each reason for a process: utilities that step aside
cat >s <<'X'
printf 'a\n' | sort --random-source=/dev/null
cat /dev/stdin </dev/null
(ulimit -n 60; basename a; :)
trap : TERM; sleep 0; trap - TERM
set +o inprocess; basename b
X
"$SH" --trace-processes s
#: stdout
a
a
b
#: stderr
forkless: s:1: launched sort --random-source=/dev/null: an option that is not reproduced
forkless: s:2: launched cat: a descriptor named by a path
forkless: s:3: forked: a changed limit
forkless: s:3: launched basename: a limit was changed
forkless: s:4: launched sleep: a signal is trapped
forkless: s:5: launched basename: `set +o inprocess`

#### each reason for a process: scripts without #!, and the program that replaces the shell
printf 'echo in\n' >plain; chmod +x plain
cat >s <<'X'
(set +o inprocess; ./plain; :)
exec $PROBE status 0
X
"$SH" --trace-processes s
#: stdout
in
#: stderr
forkless: s:1: launched plain: an external program
forkless: s:1: launched sh: a script without #!
forkless: s:2: launched probe: it replaces the shell

#### lines of a sourced file and of functions are their own
mkdir d
cat >d/lib <<'X'
f() {
  $PROBE status 0
}
$PROBE status 0
X
cat >s <<'X'
. d/lib
f
eval '
f'
X
"$SH" --trace-processes s
#: stderr
forkless: d/lib:4: launched probe: an external program
forkless: d/lib:2: in f: launched probe: an external program
forkless: d/lib:2: in f: launched probe: an external program

#### lines of a script that a script calls are its own, also those of its functions and of `-c`
mkdir d
cat >d/lib <<'X'
g() { $PROBE status 0; }
X
cat >in <<'X'
. d/lib
f() {
  $PROBE status 0; }
f
cd d; g
X
cat >s <<'X'
x=1
sh ./in
f() { sh -c '
f() { $PROBE status 0; }
f
'; }
f
$PROBE status 0
X
ln -s "$(readlink -f "$SH")" sh
PATH=$PWD:$PATH "$SH" --trace-processes s
#: stderr
forkless: ./in:3: in f: launched probe: an external program
forkless: d/lib:1: in g: launched probe: an external program
forkless: -c:2: in f: launched probe: an external program
forkless: s:8: launched probe: an external program

#### --profile: totals, lines by cost with their text, commands, reasons, advice
cat >s <<'X'
x=1
i=0; while [ $i -lt 20 ]; do i=$((i+1)); x=$(echo $i | sed s/1/2/); done
(ulimit -n 100; $PROBE status 0; :)
X
"$SH" --profile s 2>err; sed -n '1p; /^elapsed/s/[0-9.]*//g; /s:3:/s/^ *[0-9.]* *//p; /forked:/p' err
sed -n '/^By command/,$p' err | sed 's/ [0-9.]*\.[0-9]*  / T  /; s/  */ /g'
#: stdout
forkless profile: 106 commands; 20 utilities in-process, 1 programs launched, 1 shells forked
3       0        1       1  s:3: (ulimit -n 100; $PROBE status 0; :)
                                               1 forked: a changed limit; 1 probe: an external program
By command: number waited ms
 probe 1 T launched
 sed 20 in-process

By reason for a process:
 1 a changed limit
 1 an external program

Changes that may save processes:
 s:3 (1): a changed limit needs a process, and no utility runs inside that: leave it out, or limit one program by prlimit(1)

#### --profile: what is forked counts, whatever becomes of standard error
cat >s <<'X'
exec 2>/dev/null
{ echo a | sed s/a/b/; echo c | cat; } &
wait
X
"$SH" --profile s 2>err; sed -n 1p err
#: stdout
b
c
forkless profile: 6 commands; 2 utilities in-process, 0 programs launched, 1 shells forked

#### --profile: the table also comes where a signal ends the shell, and after the EXIT trap
ln -s "$(readlink -f "$SH")" bash
cat >s <<'X'
trap 'echo bye' EXIT
kill -TERM $$
echo not reached
X
./bash --profile s 2>err; echo $?; head -n 1 err | cut -c1-17
echo 'kill -INT $$; sleep 5' >s; "$SH" --profile s 2>err; echo $?; head -n 1 err | cut -c1-17
#: stdout
bye
143
forkless profile:
130
forkless profile:
#: stderr any

#### --profile keeps output, status and what the script prints of its lines
cat >s <<'X'
f() { echo "$LINENO"; return 3; }
f | cat; false | true
x=$(f); echo "$? $x"
for i in 1 2; do break; done
nosuch
exit 4
X
"$SH" s >a 2>b; echo $?; "$SH" --profile s >c 2>d; echo $?
cmp a c && sed '/^forkless profile/,$d' d | cmp - b && echo same
#: stdout
4
4
same

#### --profile: what a process takes that the shell waits for is charged once
cat >s <<'X'
(ulimit -n 50; sleep 0.3)
x=$(trap : TERM
  sleep 0.2
  :)
echo a | { ulimit -n 50; read x; (ulimit -n 40; sleep 0.2; :); }
X
"$SH" --profile=json --profile-output out s
tr ',{' '\n\n' <out | sed -n 's/^"\(elapsed\|time\)_us":/\1 /p' |
	awk '$1 == "elapsed" { all = $2 } $1 == "time" { sum += $2 } END { print (sum > all / 2 && sum < all * 1.02) }'
#: stdout
1
#: stderr
forkless: wrote out

#### --profile: the time of a pipeline's programs is that of its line
cat >s <<'X'
set +o inprocess
echo a | sleep 0.2
x=2
X
"$SH" --profile=json --profile-output out s
tr ',{' '\n\n' <out | sed -n 's/^"\(line\|time_us\)":/\1 /p' |
	awk '$1 == "line" { line = $2 } $1 == "time_us" && line == 2 { print ($2 > 190000) }'
#: stdout
1
#: stderr
forkless: wrote out

#### --profile: the action of a trap has lines of its own
cat >s <<'X'
trap '$PROBE status 0
$PROBE status 0' EXIT
trap '(ulimit -n 50; :)' USR1
kill -USR1 $$
:
X
ln -s "$(readlink -f "$SH")" bash
./bash --trace-processes s
"$SH" --profile s 2>&1 | sed -n '/^By/q; s/^.*trap):/:/p' | sort
#: stdout
:4: (ulimit -n 50; :)
:5: $PROBE status 0
:6: $PROBE status 0
#: stderr
forkless: (trap):1: forked: a changed limit
forkless: (trap):1: launched probe: an external program
forkless: (trap):2: launched probe: an external program

#### --profile shows the text of a script that is read from standard input
printf '%s\n' ': first' '(ulimit -n 50; :)' 'echo last' | "$SH" --profile 2>err
sed -n '/^By/q; s/^.*input):/:/p' err | sort
#: stdout
last
:1: : first
:2: (ulimit -n 50; :)
:3: echo last

#### --profile=json, --profile=html and --profile-output
echo 'echo "<&>"; $PROBE status 0' >s
"$SH" --profile=json s; grep -c '"launched":1' forkless-profile.json
"$SH" --profile=html s; grep -c '&lt;&amp;&gt;' forkless-profile.html; grep -c '<script' forkless-profile.html
"$SH" --profile=json --profile-output p.json s; cut -c1-12 p.json
"$SH" --profile=xml s; echo $?; "$SH" --profile-output; echo $?
#: stdout
<&>
1
<&>
1
0
<&>
{"version":1
2
2
#: stderr-has wrote forkless-profile.html

#### FORKLESS_PROFILE collects over all shells, and --profile-report shows it
export FORKLESS_PROFILE="$PWD/all"
"$SH" -c '"$SH" -c "$PROBE status 0; :"; (ulimit -n 50; $PROBE status 0; :)'
"$SH" -c 'exec $PROBE status 0'
unset FORKLESS_PROFILE
"$SH" --profile-report all | sed -n 1p; "$SH" --profile-report=json all | cut -c1-24
ls -l all | cut -c1-10
"$SH" --profile-report nosuch; echo $?; echo x >none; "$SH" --profile-report none; echo $?
#: stdout
forkless profile: 2 shells: 7 commands; 1 utilities in-process, 3 programs launched, 1 shells forked
{"version":1,"shells":2,
-rw-------
1
1
#: stderr some

#### FORKLESS_PROFILE: a link, a foreign file and a relative path are refused, and the script runs
: >there; ln -s there link
for file in "$PWD/link" relative /dev/null; do FORKLESS_PROFILE=$file "$SH" -c 'echo runs'; done
wc -c <there; ls relative
#: stdout
runs
runs
runs
0
#: status nonzero
#: stderr-has FORKLESS_PROFILE

#### FORKLESS_PROFILE: a file with anything but records in it is refused, and stays as it is
echo 'PATH=/bin' >file; : >empty
for file in file empty; do FORKLESS_PROFILE=$PWD/$file "$SH" -c '$PROBE status 0; echo runs'; done
FORKLESS_PROFILE=$PWD/empty "$SH" -c 'echo again'
cat file; "$SH" --profile-report empty | sed 's/: .*//; q'
#: stdout
runs
runs
again
PATH=/bin
forkless profile
#: stderr-has not a profile

#### FORKLESS_PROFILE is not believed in privileged mode
FORKLESS_PROFILE="$PWD/all" "$SH" -p -c :; ls all
#: status nonzero
#: stderr some
