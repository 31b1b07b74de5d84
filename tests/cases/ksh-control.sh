# select, time, coproc, pipelines.

#### select reads a number
select x in one two; do echo "$REPLY $x"; break; done <<<2 2>/dev/null
#: stdout
2 two
#: also mksh

#### select with a number that is none
select x in one two; do echo "$REPLY <$x>"; break; done <<<9 2>/dev/null
#: stdout
9 <>
#: also mksh

#### the menu of select is on standard error
select x in one two; do break; done <<<1 2>err; grep -c one err
#: stdout
1
#: also mksh

#### select ends with its input
select x in a b; do echo $x; done <<<1 2>/dev/null; echo "end"
#: stdout
a
end
#: not bash: does otherwise
#: also mksh

#### select takes the positional parameters
set -- p q; select x; do echo $x; break; done <<<2 2>/dev/null
#: stdout
q
#: also mksh

#### time reports on standard error
{ time true; } 2>err; grep -c real err
#: stdout
1
#: also mksh

#### time -p
{ time -p true; } 2>err; cut -d' ' -f1 err
#: stdout
real
user
sys
#: also mksh

#### TIMEFORMAT
{ TIMEFORMAT='t %%'; time :; } 2>&1
#: stdout
t %

#### the status of time
time -p false 2>/dev/null; echo $?
#: stdout
1
#: stderr some
#: not ksh93: where the report goes
#: also mksh

#### coproc
coproc { read x; echo "got $x"; }; echo hi >&${COPROC[1]}; read y <&${COPROC[0]}; echo $y; wait
#: stdout
got hi
#: not ksh93: has another form

#### coproc with a name
coproc UP { tr a-z A-Z; }; echo abc >&${UP[1]}; eval "exec ${UP[1]}>&-"; read y <&${UP[0]}; echo $y; wait $UP_PID; echo $?
#: stdout
ABC
0
#: not ksh93: has another form

#### a coprocess is none of a subshell's
coproc cat; (echo "${#COPROC[@]}"); echo x >&${COPROC[1]}; read y <&${COPROC[0]}; echo $y; kill $COPROC_PID; wait 2>/dev/null; :
#: stdout
2
x
#: not ksh93: has another form

#### PIPESTATUS
true | false | (exit 3); echo "${PIPESTATUS[@]}"; echo "${PIPESTATUS[@]}"
#: stdout
0 1 3
0
#: not ksh93: has no such variable
#: also mksh

#### PIPESTATUS of one command
(exit 4); echo ${PIPESTATUS[0]}; ! false; echo ${PIPESTATUS[0]}
#: stdout
4
1
#: not ksh93: has no such variable

#### pipefail
set -o pipefail; false | true; echo $?; (exit 3) | (exit 5) | true; echo $?; true | true; echo $?
#: stdout
1
5
0
#: also mksh

#### the last of a pipeline
echo a | read x; echo "<$x>"
#: stdout
<>
#: not ksh93: runs it here
#: also mksh

#### ! before [[ and ((
! [[ a = b ]]; echo $?; ! (( 1 )); echo $?
#: stdout
0
1
#: also mksh

#### while read at the end of a pipeline
n=0; printf 'a\nb\n' | while read l; do (( n++ )); done; echo $n
#: stdout
0
#: not ksh93: runs it here
#: also mksh

#### until, break, continue with numbers
for i in 1 2 3; do for j in a b; do [[ $i = 2 ]] && continue 2; echo $i$j; done; done
#: stdout
1a
1b
3a
3b
#: also mksh

#### for without in
set -- a 'b c'; for x do echo "<$x>"; done; for x; do echo "<$x>"; done
#: stdout
<a>
<b c>
<a>
<b c>
#: also mksh

#### { } for do done
for i in 1 2; { echo $i; }
#: stdout
1
2
#: also mksh

#### if with elif and [[ ((
f() { if [[ $1 = a ]]; then echo A; elif (( $1 > 5 )) 2>/dev/null; then echo big; else echo else; fi; }; f a; f 9; f 1
#: stdout
A
big
else
#: also mksh

#### asynchronous lists
x=1; { x=2; echo $x; } & wait; echo $x; [[ -n $! ]] && echo id
#: stdout
2
1
id
#: also mksh

#### wait -n
(exit 3) & wait -n; echo $?
#: stdout
3
#: not ksh93: has no such option

#### wait -n with ids
sleep 5 & a=$!; (exit 4) & b=$!; wait -n $a $b; echo $?; kill $a; wait $a 2>/dev/null; echo $?
#: stdout
4
143
#: not ksh93: has no such option

#### wait -p
(exit 2) & p=$!; wait -n -p who; echo $?; [[ $who = $p ]] && echo same
#: stdout
2
same
#: not ksh93: has no such option

#### wait -n with nothing to wait for
wait -n; echo $?
#: stdout
127
#: not ksh93: has no such option

#### disown
sleep 0.01 & disown; jobs; echo end
#: stdout
end
#: not ksh93: does otherwise

#### jobs -p
sleep 1 & [[ $(jobs -p) = $! ]] && echo same; kill $!; wait 2>/dev/null
#: stdout
same
#: also mksh

#### time before what runs in the background
TIMEFORMAT=told
time true & wait
time sleep 0 & wait
time { :; } & wait
time true | sleep 0 & wait
(time sleep 0) & wait
{ time sleep 0; } & wait
(time sleep 0) | cat
time true && echo and & wait
! time false & wait $!; echo $?
#: stdout
and
0
#: stderr
told
told
told
told
told
told
told
told
told
#: not bash: `!` is lost in the background

#### ! within a pipeline (ksh)
true | ! true; echo $?; echo a | ! grep -q b; echo $?
#: stdout
1
0
#: not bash: is an error of syntax
#: also mksh

#### set -t: one command, and no more
printf 'set -t; echo a\necho b\n' | $SH
printf 'echo a\necho b\n' | $SH -t
$SH -c 'set -t; echo a
echo b'
#: stdout
a
a
a
b
#: not ksh93: also of -c
