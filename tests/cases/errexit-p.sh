# set -e: XCU set, "-e", with its exemptions.

#### a failing simple command ends the shell with its status
set -e
true
(exit 3)
echo no
#: status 3

#### a failing program, builtin, function, substitution
for c in 'false' '/bin/false' 'f() { return 4; }; f' 'x=$(exit 5)' '$(exit 6)' 'test a = b' 'eval "(exit 7)"' '. ./d' 'true | (exit 8)' '(false)' '{ false; }' 'x=1 false' 'cd /nonexistent 2>/dev/null' 'nosuchcommand 2>/dev/null' '</nonexistent 2>/dev/null' 'command false' 'while :; do false; done' 'for i in 1; do false; done' 'case x in x) false;; esac' 'if true; then false; fi' 'true && false' 'false || false' 'f() { false; }; f' '! true; false' '{ false; } >/dev/null' '(true; false; true)'; do
  echo '(exit 9)' >d
  "$SH" -c "set -e; $c; echo 'goes on: $c'" 2>/dev/null && echo "status 0: $c"
done
echo end
#: stdout
end

#### the status is that of the command
for c in 'f() { return 4; }; f' 'x=$(exit 5)' '$(exit 6)' 'eval "(exit 7)"' 'true | (exit 8)' '(exit 9)' '{ (exit 10); }' 'if true; then (exit 11); fi' 'for i in 1; do (exit 12); done' 'true && (exit 13)' 'false || (exit 14)' 'nosuchcommand'; do
  "$SH" -ec "$c; echo no" 2>/dev/null; printf '%s ' $?
done; echo
#: stdout
4 5 6 7 8 9 10 11 12 13 14 127 

#### conditions of if, elif, while and until are exempt
set -e
if false; then :; elif (exit 2); then :; fi; echo 1
while false; do :; done; echo 2
until true; do :; done; echo 3
n=0; until (n=1; false) || [ $((n+=1)) -gt 2 ]; do :; done; echo 4
if (exit 3) || false; then :; fi; echo 5
if { false; true; }; then echo 6; fi
if ! false; then echo 7; fi
while { false; [ $((n-=1)) -gt 0 ]; }; do :; done; echo 8
#: stdout
1
2
3
4
5
6
7
8

#### all of an and-or list but the last is exempt
set -e
false && true; echo 1
false && false; echo 2
true || false; echo 3
false || true; echo 4
false && false || true; echo 5
(exit 1) && echo no; echo 6
false && echo no || echo 7
{ false; echo 8; } && true
(false; echo 9) || true
#: stdout
1
2
3
4
5
6
7
8
9

#### a pipeline with ! is exempt
set -e
! true; echo 1
! false; echo 2
! { false; echo 3; }
! (false; echo 4)
! true | true; echo 5
f() { false; echo 6; }; ! f
echo 7
#: stdout
1
2
3
4
5
6
7

#### a failing pipeline element but the last is exempt
set -e
false | true; echo 1
(exit 3) | cat; echo 2
{ false; echo no; } | cat; echo 3
#: stdout
1
2
3

#### the exemption reaches into functions, groups, subshells, eval: no pipeline
set -e
f() { false; echo f; }
f && echo 1
f || echo no
if f; then echo 2; fi
eval 'false; echo eval' && echo 4
(false; echo sub) && echo 5
{ false; echo group; } && echo 6
while f; do break; done
! f; echo 7
#: stdout
f
1
f
f
2
eval
4
sub
5
group
6
f
f
7

#### set -e inside an exempt function has no effect there
set +e
f() { set -e; false; echo on; }
f || echo no
false
echo not reached
#: stdout
on
#: status 1

#### a subshell inherits -e
set -e
(set +e; false; echo 2)
case $- in *e*) echo 3;; esac
(false; echo no)
echo no
#: stdout
2
3
#: status 1

#### set +e and set -e in turns
set -e; set +e; false; echo 1; set -e; true; echo 2
set +e; false; set -e; echo 3
#: stdout
1
2
3

#### a command substitution as argument does not count
set -e
echo $(false) a
x=1 y=$(true); echo $(exit 3)b
export z=$(false); echo c
: $(false); echo d
for i in $(false); do :; done; echo e
case $(false) in *) echo f;; esac
readonly r=$(false); echo g
#: stdout
a
b
c
d
e
f
g

#### an assignment counts with the last substitution
set -e
x=$(false) y=$(true); echo a
x=$(true) y=$(false); echo no
#: stdout
a
#: status 1

#### the EXIT trap runs with the status
trap 'echo "trap $?"' EXIT
set -e
(exit 5)
echo no
#: stdout
trap 5
#: status 5

#### the EXIT trap may change the status
trap 'exit 9' EXIT
set -e
false
#: status 9

#### a failing command inside a function ends the shell
set -e
f() { false; echo no; }
f
echo no
#: status 1

#### return with a status fails the function's call
set -e
f() { return 3; }
f || echo $?
f
echo no
#: stdout
3
#: status 3

#### exit in a condition ends the shell
set -e
if exit 4; then :; fi
#: status 4

#### compound commands that end with a failing last and-or list
set -e
{ false && true; }; echo 1
(false && true); echo 2
#: stdout
1
#: status 1

#### loops whose last command is an exempt failure
set -e
for i in 1 2; do false && true; done; echo 1
while [ "${j-}" != x ]; do j=x; false || false && true; done; echo 2
case x in x) false && :;; esac; echo 3
if true; then false && :; fi; echo 4
f() { false && :; }; f; echo no
#: stdout
1
2
3
4
#: status 1

#### -e on the command line
false
echo no
#: options -e
#: status 1

#### -e with -c and errexit by name
"$SH" -e -c 'false; echo no'; echo $?
"$SH" -o errexit -c 'false; echo no'; echo $?
"$SH" -ec 'set +o errexit; false; echo yes'; echo $?
set -o errexit; false; echo no
#: stdout
1
1
yes
0
#: status 1

#### an async list's failure does not count, wait's does
set -e
false & echo 1
wait; echo 2
false & p=$!
wait $p || echo 3
(exit 7) & wait $!
echo no
#: stdout
1
2
3
#: status 7

#### a redirection failure counts
set -e
true </nonexistent || echo 1
{ :; } </nonexistent || echo 2
true </nonexistent
echo no
#: stdout
1
2
#: stderr some
#: status nonzero

#### read at the end of the file fails
set -e
while read x; do echo $x; done <<E
a
E
read x </dev/null
echo no
#: stdout
a
#: status 1

#### arithmetic 0 does not fail
set -e
: $((0)) ; x=$((0)); echo $((0))
[ $((0)) -eq 0 ] && echo ok
#: stdout
0
ok

#### getopts, shift and other ends of loops as conditions
set -e
while getopts a o -a; do echo $o; done
set -- 1 2; while [ $# -gt 0 ]; do shift; done
echo end
#: stdout
a
end

#### -e and trap on a signal
set -e
trap 'false; echo no' USR1
kill -USR1 $$
echo after
#: status 1

#### unset of what does not exist does not fail
set -e
unset nosuch; unset -f nosuch || :
echo end
#: stdout
end
