# What a shell named `bash` does with actions for DEBUG, ERR and EXIT, and what it knows of the
# calls around: what test runners are made of.

#### the EXIT trap sees the function that ended the shell
f() { local x=in; trap 'echo "$x ${FUNCNAME[*]} $LINENO $* $?"' EXIT; g q; }
g() { local y; exit 3; }
x=out
(f 1 2); echo $?
(f() { trap 'echo first; trap "echo second" EXIT; exit 4' EXIT; false; exit 3; }; f); echo $?
f 1 2
#: status 3
#: stdout
in g f main 1 q 3
3
first
4
in g f main 1 q 3

#### the EXIT trap after set -e in a function
set -e
trap 'echo "${FUNCNAME[0]} $?"' EXIT
f() { false; }
f
#: status 1
#: stdout
f 1

#### the line of ERR is that of the command that failed, not the last that it ran
f() {
	:
	return 3
}
trap 'echo "$LINENO $? $BASH_COMMAND"' ERR
f
true |
	false
[[ a = b ]]
(( 0 )) || (( 0 ))
( exit 4 )
if :; then
	false
fi
#: status 1
#: stdout
6 3 return 3
8 1 false
9 1 [[ a = b ]]
10 1 (( 0 ))
11 4 ( exit 4 )
13 1 false

#### set -e holds in actions
(set -e; trap 'false; echo after' ERR; false; echo no); echo $?
(set -e; trap 'false; echo after' DEBUG; echo no); echo $?
(set -e; f() { echo x; false; echo y; }; trap 'f; echo after' ERR; false; echo no); echo $?
trap 'echo err' ERR; trap 'false' DEBUG; :
#: stdout
1
1
x
1
err

#### DEBUG before the commands of other actions
d() { echo "$BASH_COMMAND ${BASH_LINENO[0]}"; }
trap d DEBUG
trap 'echo e' ERR
false
trap 'echo u' USR1
kill -USR1 $$
#: stdout
trap 'echo e' ERR 3
false 4
false 4
e
trap 'echo u' USR1 5
kill -USR1 $$ 6
kill -USR1 $$ 1
u

#### DEBUG before iterations of a loop, case and the stages of a pipeline
trap 'echo "$BASH_COMMAND" >&2' DEBUG
for i in 1 2; do :; done
case a in a) : ;; esac
echo a | cat
#: stdout
a
#: stderr
for i in 1 2
:
for i in 1 2
:
case a in 
:
echo a
cat

#### DEBUG where a function begins, under functrace
set -T
f() {
	:
}
trap 'echo $LINENO ${FUNCNAME[0]-none}' DEBUG
f
#: stdout
6 none
2 f
3 f

#### an action is not run again by what it changes
trap 'echo D' DEBUG
trap 'trap - DEBUG; false; echo E' ERR
false; echo end
#: stdout
D
D
D
E
end

#### source is among the calls
cat >lib <<'X'
echo "${BASH_SOURCE[0]##*/} ${#FUNCNAME[@]}"
g() { echo "${FUNCNAME[*]:0:3} ${BASH_LINENO[*]:0:3} ${BASH_SOURCE[0]##*/}"; caller 0; }
g
X
f() { . ./lib; }
f
. ./lib
#: stdout
lib 3
g source f 3 6 7 lib
3 source ./lib
lib 0
g source main 3 8 0 lib
3 source ./lib

#### an error in a function tells the file that it was read from
printf '\nf() { no_such_program; }\n' >lib
. ./lib
f
#: status 127
#: stderr
./lib: line 2: no_such_program: command not found

#### functions that are called have their own variables of names that are read only for the caller
f() { local -r x=$1; if (( $1 > 0 )); then f $(( $1 - 1 )); fi; echo $x; }
f 2
g() { local -r y=1; local z=$(h); echo $z; }
h() { local y=2; echo $y; }
g
readonly r=1
k() { local r=2 s=3; echo "$? $r $s"; }
k 2>&-
l() { local -r q=1; local q=2; echo "$q"; }
l 2>&-
#: stdout
0
1
2
2
1 1 3
1

#### a RETURN trap that a function sets is run where that function ends
f() { trap 'echo ret $FUNCNAME' RETURN; echo in; }
g() { echo g; f; echo end; }
f; f
g
trap - RETURN
h() { local d=x; trap 'echo "rm $d"; trap - RETURN' RETURN; return 3; }
h; echo $?
trap -p
#: stdout
in
ret f
in
ret f
g
in
ret f
end
ret g
rm x
3

#### the caller's RETURN trap is there again unless the function leaves another
h() { trap 'echo h; trap - RETURN' RETURN; }
k() { trap 'echo k' RETURN; h; echo in k; }
k
trap -p
trap 'echo other' RETURN
h
trap -p
#: stdout
h
in k
k
trap -- 'echo k' RETURN
h
trap -- 'echo other' RETURN

#### a trap on RETURN set within a function of a subshell
f() { trap 'echo ret' RETURN; echo in; }
x=$(f; echo out)
echo "$x"
#: stdout
in
ret
out

#### DEBUG is not for the commands of a file that is read, without functrace
echo 'echo in' > f
trap 'echo debug' DEBUG
. ./f
#: stdout
debug
in

#### RETURN sees the line on which the function begins, or that of return
f() {
  :
}
g() {
  return
}
set -T
trap 'echo $LINENO $FUNCNAME' RETURN
f
g
#: stdout
1 f
5 g

#### declare -ft has a function traced
f() { echo in f; }
declare -ft f
g() { echo in g; }
trap 'echo debug' DEBUG
f
g
#: stdout
debug
debug
debug
in f
debug
in g

#### the action of a trap leaves PIPESTATUS as it was
trap : USR1
(exit 3) | (exit 4); kill -USR1 $$; echo "${PIPESTATUS[*]}"
sh -c "kill -USR1 $$; exit 5" | cat; echo "${PIPESTATUS[*]}"
#: stdout
0
5 0

#### an action that cannot be read ends nothing
trap '(' ERR; false; echo $?
trap - ERR; trap '(' USR1; kill -USR1 $$; echo $?
trap '(' EXIT; exit 3
#: stdout
1
0
#: stderr-has syntax error
#: status 3

#### under extdebug the status of DEBUG's action decides what runs
shopt -s extdebug
trap '[[ $BASH_COMMAND != *skip* ]]' DEBUG
echo a; (exit 3); echo skip; echo $?
for i in skip 1; do echo $i; done
((skip = 1)); trap - DEBUG; echo "[$skip]"
trap '[[ $BASH_COMMAND == trap* ]]' DEBUG; echo b; trap - DEBUG
set -T; f() { echo in; echo leave; echo no; }
trap 'case $BASH_COMMAND in *leave*) (exit 2);; esac' DEBUG
f; echo $?
#: stdout
a
0
[]
in
2

#### wait runs the CHLD trap as each child ends
trap 'echo ended' CHLD
sleep 0.3 & sleep 0.2 & sleep 0.1 &
wait; echo $?
#: stdout
ended
ended
ended
0

#### trap shows what was ignored when the shell began
trap '' USR2
"$SH" -c 'trap "echo x" USR2 HUP; trap -p USR2; trap'
#: stdout
trap -- '' SIGUSR2
trap -- 'echo x' SIGHUP
trap -- '' SIGUSR2

#### DEBUG before a function is on the line of its body
trap 'echo "$FUNCNAME $LINENO"' DEBUG
f()
{
    :
}
declare -ft f
f
#: stdout
 6
 7
f 3
f 4

#### return in a function that DEBUG's action calls has the status of the command before it
look() { local x=$1; if [[ $x == a ]]; then return; fi; true; return; }
trap 'echo "err $?"' ERR
set -T
trap 'look b' DEBUG
[[ -n '' ]] || y=1
if [[ -n '' ]]; then :; else y=2; fi
trap - DEBUG
f() { true; return; }
trap 'f; echo "of f $?"' ERR
(exit 3)
echo end
#: stdout
of f 3
end

#### BASH_COMMAND is a command as bash writes it
trap 'echo "<$BASH_COMMAND>"' DEBUG
echo   a    'b  c'   $(   echo   x;   : ) >/dev/null   2>&1
a=(1   2 # two
  $'x\ty')
[[ a   == b || ( c && ! -f d ) ]]
for ((i = 0; i<1  ; i++)); do :; done
: "$(  cat   <<<  x )" \
  1
echo   x   2>/dev/null >&2 &
trap - DEBUG
wait
#: stdout
<echo a 'b  c' $(echo x; :) > /dev/null 2>&1>
<a=(1 2 'x	y')>
<[[ a == b || ( -n c && ! -f d ) ]]>
<((i = 0))>
<((i<1  ))>
<:>
<((i++))>
<((i<1  ))>
<: "$(cat <<< x)" 1>
<echo x 2> /dev/null 1>&2>
<trap - DEBUG>

#### a command of several lines is on the line that its second word ends on
trap 'echo "$LINENO: $BASH_COMMAND"' DEBUG
echo \
  $LINENO \
  $LINENO
: a \
  b
: <(: \
  a) \
  b
x=1 \
:
:
trap - DEBUG
#: stdout
3: echo $LINENO $LINENO
3 3
5: : a b
8: : <(: a) b
10: x=1 :
12: :
13: trap - DEBUG

#### [[ ]] is on the line that its last test ends on, (( )) on its last one
trap 'echo "$LINENO: $BASH_COMMAND"' DEBUG
[[ a == \
  b
]]
[[ a == a &&
  c == d
  ]]
[[ ( a == a &&
  c == d ) ]]
((
  1))
trap - DEBUG
#: stdout
3: [[ a == b ]]
7: [[ a == a && c == d ]]
9: [[ ( a == a && c == d ) ]]
11: ((
  1))
12: trap - DEBUG

#### the RETURN trap of a sourced file is without DEBUG's, and BASH_COMMAND is what sourced it
before() { echo "D $BASH_COMMAND"; }
after() { echo "R $BASH_COMMAND"; }
echo 'echo in' >file
trap before DEBUG; trap after RETURN
. ./file
set -T
. ./file
trap - DEBUG RETURN
#: stdout
D trap after RETURN
D . ./file
in
R . ./file
D set -T
D . ./file
D echo in
in
D . ./file
D . ./file
D . ./file
R . ./file
D trap - DEBUG RETURN

#### BASH_COMMAND is there outside of traps too
echo   "$BASH_COMMAND"
f() { echo "$BASH_COMMAND" x; }; f
x=$(echo   "$BASH_COMMAND"); echo "$x"
declare -p BASH_COMMAND
trap 'echo "$BASH_COMMAND"' EXIT
echo   end
#: stdout
echo "$BASH_COMMAND"
echo "$BASH_COMMAND" x x
echo "$BASH_COMMAND"
declare -- BASH_COMMAND="declare -p BASH_COMMAND"
end
echo end

#### the EXIT trap after a signal has the status of the last command
$SH -c "trap 'echo \$?' EXIT; (exit 3); kill \$\$"; echo $?
#: stdout
0
143
#: stderr any

#### a syntax error in the action of a trap ends the action alone
trap 'fi' USR1; kill -USR1 $$; echo on
#: stdout
on
#: stderr some

#### a trap runs while a FIFO is opened, which goes on then
mkfifo p
trap 'echo T; echo line >q & until [ -s q ]; do :; done; cat q >p &' TERM
{ until grep -q "^State:.S" /proc/$$/status; do :; done; kill -TERM $$; } &
read x <p; echo "$? $x"
#: stdout
T
0 line

#### the exit of a trap that runs while a FIFO is opened is the shell's
mkfifo p
for command in 'cat <p' '/bin/echo a >p' 'x=1 <p' '{ :; } <p' 'f <p' ': >p'; do
	$SH -c 'f() { :; }; trap "exit 3" TERM
		{ until grep -q "^State:.S" /proc/$$/status; do :; done; kill -TERM $$; } &
		'"$command"'; echo no'
	echo $?
done | uniq -c
#: stdout
      6 3
#: not bash: opens it in the process of the command, and waits for that

#### the shell ignores SIGQUIT, programs and processes of subshells do not
kill -QUIT $$; echo on
trap 'echo trapped' QUIT; kill -QUIT $$; trap - QUIT; kill -QUIT $$; echo on
trap '' QUIT; kill -QUIT $$; trap - QUIT
/bin/sh -c 'kill -QUIT $$'; echo $?
(kill -QUIT $BASHPID); echo $?
kill -QUIT $$; echo on
#: stdout
on
trapped
on
131
131
on
#: stderr any

#### return in a function that a trap's action calls has the status before the action
trap 'f() { true; return; }; (exit 7); f; echo $?' EXIT
trap 'g() { (exit 3); return; }; g; echo $?' USR1
kill -s USR1 $$
h() { (exit 4); return; }; h; echo $?
(exit 5)
#: stdout
0
4
5
#: status 5

#### a trap runs while a FIFO is read that is sourced
t() {
	mkfifo "$3"
	$SH -c 'trap "echo T; '"$2"'" TERM
		opened() { for file in /proc/$$/fd/*; do [ "$file" -ef '"$3"' ] && return; done; false; }
		{ exec 3>'"$3"'; until opened && grep -q "^State:.S" /proc/$$/status; do :; done
			kill -TERM $$; until ['"$4"' -o ! -e /proc/$$ ]; do :; done
			echo "echo from the file" >&3; } 2>/dev/null &
		'"$1"'
		echo after'
	echo $?
}
t '. ./p' 'exit 3' p ' ""'; t 'source ./q' : q ' a'; t 'f() { . ./r; }; f' 'exit 4' r ' ""'
#: stdout
T
3
T
from the file
after
0
T
4

#### an EXIT trap runs once the stack is unwound where recursion has no end
trap 'echo bye $?' EXIT; f() { f; }; f; echo never
#: stdout
bye 2
#: status 2
#: stderr-has recursion is too deep
#: not bash: a fault ends it

#### the same in a subshell, of eval, in a file that is read, in a trap and in the EXIT trap
t() { echo "bye $1 $?"; }; export -f t
(trap 't eval' EXIT; f='eval "$f"'; eval "$f"; echo never)
(trap 't function' EXIT; f() { local x; { f; }; }; . /dev/fd/3 3<<<'f'; echo never)
(trap 't handler' EXIT; f() { f; }; trap f USR1; kill -USR1 $BASHPID; echo never)
(trap 'f() { f; }; f' EXIT; echo once)
#: stdout
bye eval 2
bye function 2
bye handler 2
once
#: status 2
#: stderr-has recursion is too deep
#: not bash: a fault ends it

#### the RETURN trap sees the status before `return`
trap 'echo R$?' RETURN
f() { true; return 2; }; declare -ft f; f; echo $?
f() { (exit 3); return; }; f; echo $?
f() { (exit 4); }; f; echo $?
f() { x=$(exit 5); return 6; }; f; echo $?
echo '(exit 3); return 4' >s; . ./s; echo $?
#: stdout
R0
2
R3
3
R4
4
R5
6
R3
4

#### ERR for what fails in a negated command, unless set -e is on
trap 'echo ERR $LINENO' ERR
f() { false; echo f; }
! false
! { false; }
! ( exit 1 )
! (( 0 ))
! [[ '' ]]
! true | false
! f; echo $?
set -E
! f
! ( false; true )
if ! f; then :; fi
set -e
! f
! { false; }
#: stdout
ERR 4
f
1
ERR 2
f
ERR 12
f
f
#: end

#### where set -e ends the shell, the EXIT trap runs without a function's redirections
cat >try <<'X'
set -e; trap 'echo trap $?' EXIT
f() { false; }
g() { { f; } >/dev/null; }
h() { return 3; }
e() { exit 4; }
c() { (( 0 )); }
X
for command in 'f >/dev/null' 'g 2>&1' '{ f; } >/dev/null' '{ f 2>&1; } >/dev/null' 'eval f >/dev/null' 'h >/dev/null' 'e >/dev/null' 'c >/dev/null' 'command eval f >/dev/null' '(trap "echo inner" EXIT; f >/dev/null) 2>&1'
do
  { cat try; echo "$command"; echo echo no; } >script
  echo "$command:"; $SH ./script
done
#: status 1
#: stdout
f >/dev/null:
trap 1
g 2>&1:
trap 1
{ f; } >/dev/null:
{ f 2>&1; } >/dev/null:
eval f >/dev/null:
trap 1
h >/dev/null:
trap 3
e >/dev/null:
c >/dev/null:
command eval f >/dev/null:
trap 1
(trap "echo inner" EXIT; f >/dev/null) 2>&1:
inner
trap 1

#### the EXIT trap runs without redirections after a parameter that is not set
for command in 'f() { : ${x?}; }; f >/dev/null 2>&1' '{ : ${x?}; } >/dev/null 2>&1' 'f() { local y=$x; }; set -u; { f; } >/dev/null 2>&1'
do
  for e in '' 'set -e'; do
    printf '%s\n' "$e" "trap 'echo trap' EXIT" "$command" 'echo no' >script
    $SH ./script; echo $?; $SH -c "$(cat script)"; echo $?
  done
done
#: stdout
trap
1
trap
127
1
1
trap
1
trap
127
1
1
trap
1
trap
127
1
1

#### the EXIT trap runs with the redirections that exit is in, unless they are of eval or -c
for command in 'exit 2 >/dev/null' '{ exit 2; } >/dev/null' 'for i in 1; do exit 2; done >/dev/null' 'eval exit 2 >/dev/null' 'eval "exit 2 >/dev/null"' 'f() { exit 2; }; f >/dev/null' '(exit 2) >/dev/null' 'command exit 2 >/dev/null'
do
  printf '%s\n' "trap 'echo trap' EXIT" "$command" >script
  echo "$command:" $($SH ./script; echo $?) $($SH -c "$(cat script)"; echo $?)
done
printf '%s\n' "trap 'cat; echo trap' EXIT" '{ exit 4; } <<< b' >script; $SH ./script; echo $?
printf '%s\n' "(trap 'echo trap' EXIT; { exit 3; } >/dev/null)" >script; $SH ./script; echo $?
#: stdout
exit 2 >/dev/null: 2 trap 2
{ exit 2; } >/dev/null: 2 trap 2
for i in 1; do exit 2; done >/dev/null: 2 trap 2
eval exit 2 >/dev/null: 2 trap 2
eval "exit 2 >/dev/null": trap 2 trap 2
f() { exit 2; }; f >/dev/null: 2 2
(exit 2) >/dev/null: trap 2 trap 2
command exit 2 >/dev/null: 2 trap 2
b
trap
4
3

#### the RETURN trap runs after a file that is not there
trap 'echo RETURN' RETURN
. ./nosuch; echo $?
f() { . ./nosuch; }; f
set -T; f
#: status 1
#: stdout
RETURN
1
RETURN
RETURN
#: stderr any

#### ERR is for the pipeline, and not for its stages
set -E; trap 'echo ERR $?' ERR
true | false
f() { false; return 3; }
true | f
true | { false; true; }
true | ( false; true )
false | true
set -o pipefail; (exit 4) | true
shopt -s lastpipe; true | (exit 5); true | false
#: status 1
#: stdout
ERR 1
ERR 1
ERR 3
ERR 1
ERR 1
ERR 4
ERR 5
ERR 5
ERR 1
ERR 1

#### BASH_ARGV where DEBUG runs as a function begins
shopt -s extdebug; set -T
d() { echo "[${BASH_ARGC[*]}] [${BASH_ARGV[*]}] $BASH_COMMAND"; }
g() { : g; }
f() { g x y z; }
trap 'd $LINENO' DEBUG
f 1 2
trap - DEBUG
#: stdout
[1 0] [6] f 1 2
[1 2 0] [4 2 1] f 1 2
[1 2 0] [4 2 1] g x y z
[1 3 2 0] [3 z y x 2 1] g x y z
[1 3 2 0] [3 z y x 2 1] : g
[1 0] [7] trap - DEBUG

#### with job control DEBUG runs before the stages of a pipeline in the foreground, too
set -m; trap 'echo "D $BASH_COMMAND" >>d' DEBUG; echo a | cat; { echo b; } | cat; echo c | cat & wait
x=1 | cat; trap - DEBUG; sort d | uniq -c
#: stdout
a
b
c
      4 D cat
      1 D echo a
      1 D echo c
      1 D trap - DEBUG
      1 D wait
      1 D x=1
#: stderr any
