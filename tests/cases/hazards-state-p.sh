# What may leak out of a subshell that is no process: the state of the shell itself.
# The letter and number of each case name one kind of hazard that other shells met.

#### A1 variables: set, changed, unset, exported, readonly
x=1 u=set; export e=1
(x=2; y=3; unset u; e=2; export z=4; readonly r=5)
a=$(x=2; y=3; unset u; e=2; export z=4; readonly r=5; echo "$x$y$z$r")
{ x=2; y=3; unset u; e=2; readonly r=5; } | :
{ x=2; y=3; unset u; e=2; readonly r=5; } & wait
echo $x ${y-unset} $u $e ${z-unset} ${r-unset} $a
r=6; echo $r; $PROBE env x y u e z r
#: stdout
1 unset set 1 unset unset 2345
6
e=1

#### A1 variables: three levels
x=1
(x=2; (x=3; (x=4; echo $x); echo $x); echo $x); echo $x
a=$(x=2; b=$(x=3; c=$(x=4; echo $x); echo $c$x); echo $b$x); echo $a$x
(x=2; (unset x; (x=5); echo ${x-unset}); echo $x); echo $x
#: stdout
4
3
2
1
4321
unset
2
1

#### A1 variables: hundreds are changed and come back
i=0; while [ $i -lt 300 ]; do eval "v$i=$i"; i=$((i+1)); done
(i=0; while [ $i -lt 300 ]; do eval "v$i=x; unset w$i"; i=$((i+1)); done; echo $v0$v299)
i=0 s=0; while [ $i -lt 300 ]; do eval "s=\$((s+v$i))"; i=$((i+1)); done; echo $s
#: stdout
xx
44850

#### A1 variables changed by read, for, getopts, arithmetic and defaults
a=1 b=1 c=1 d=1; unset e
(read a <<E
2
E
for b in 2; do :; done; : $((c=2)) ${e=2}; getopts x d -x; echo $a$b$c$d$e)
echo $a$b$c$d${e-unset}
#: stdout
222x2
1111unset

#### A1 a variable of a loop or a function around the subshell
for i in 1 2; do (i=x); x=$(i=y); i=$i | :; echo $i; done
f() { set -- a; (set -- b c; v=1); echo $1 $# ${v-unset}; }; f
#: stdout
1
2
a 1 unset

#### A1 IFS set and unset within
x=a:b
(IFS=:; set -- $x; echo $#); set -- $x; echo $#
y=$(IFS=:; set -- $x; echo $#); echo $y; (unset IFS); (IFS=); x='a b'; set -- $x; echo $#
#: stdout
2
1
2
2

#### A1 PATH unset, empty or other within
(unset PATH; ls 2>/dev/null || echo none); ls -d /
(PATH=/nonexistent; ls 2>/dev/null || echo none); ls -d /
x=$(PATH=; ls 2>/dev/null || echo none); echo $x; ls -d /
#: stdout
none
/
none
/
none
/
#: not ksh93: finds utilities without a PATH

#### A1 LC_ALL within
LC_ALL=C; export LC_ALL
(LC_ALL=C.UTF-8; x=é; echo ${#x} >/dev/null)
x=é; echo ${#x}
y=$(LC_ALL=C.UTF-8; echo ${#x} >/dev/null); echo ${#x}
#: stdout
2
2

#### A1 $_ , PS4, HOME, OLDPWD and PWD within
d=$PWD
(HOME=/h; OLDPWD=/o; PWD=/p; PS4=x); [ "$PWD" = "$d" ] && [ "$HOME" = "$d" ] && echo same
(cd /; cd /dev); echo ${OLDPWD-unset}; [ "$PWD" = "$d" ] && echo same
#: stdout
same
unset
same

#### A1 local variables of a function around a subshell
f() { local v; v=1; (v=2; echo $v); x=$(v=3; echo $v); echo $x$v; }; v=0; f; echo $v
g() { (local w; w=1; echo $w); echo ${w-unset}; }; g
#: stdout
2
31
0
1
unset
#: not ksh93: has no local

#### A2 a readonly PATH within, and restoring it
(readonly PATH=/bin; echo a); ls -d /
x=$(readonly PATH; echo b); echo $x; PATH=/usr/bin:/bin; ls -d /
(readonly IFS; readonly HOME; readonly PWD; cd /); cd /; pwd; IFS=:; HOME=/x
#: stdout
a
/
b
/
/
#: stderr any

#### A2 readonly variables of the shell stay so, and are known within
readonly r=1
(r=2) 2>/dev/null || echo failed
x=$(r=3) 2>/dev/null || echo failed
(unset r) 2>/dev/null || echo failed
echo $r
#: stdout
failed
failed
failed
1
#: stderr any

#### A3 functions redefined within
f() { echo outer; }
(f() { echo inner; }; f); f
x=$(f() { echo inner2; }; f); echo $x; f
f() { echo inner3; } | :; f
{ f() { echo inner4; }; f; } | cat; f
(f() { echo inner5; }; (f() { echo inner6; }; f); f); f
#: stdout
inner
outer
inner2
outer
outer
inner4
outer
inner6
inner5
outer

#### A3 functions unset within
f() { echo f; }
(unset -f f; f 2>/dev/null || echo gone); f
x=$(unset -f f; f 2>/dev/null || echo gone); echo $x; f
(f() { echo g; }; unset -f f; f 2>/dev/null || echo gone); f
#: stdout
gone
f
gone
f
gone
f

#### A3 a function with the name of a builtin or utility
(echo() { printf 'mine\n'; }; echo); echo builtin
(cat() { printf 'mine\n'; }; cat); printf 'utility\n' | cat
(test() { false; }; test a || printf 'fun\n'); test a && echo builtin
cat() { printf 'mine\n'; }; (unset -f cat; echo utility | cat); cat
#: stdout
mine
builtin
mine
utility
fun
builtin
utility
mine

#### A3 a function that is unset while it runs
f() { unset -f f; echo a; g() { echo g; }; echo b; }; f; f 2>/dev/null || echo gone
h() { (unset -f h; h 2>/dev/null || echo gone); echo c; }; h; h
#: stdout
a
b
gone
gone
c
gone
c

#### A4 aliases made and removed within
alias a='echo outer'
(alias a='echo inner' b='echo b'
eval a); a
b 2>/dev/null || echo none
(unalias a); a
x=$(alias a='echo inner2'; unalias a); a
(unalias -a); a
#: stdout
inner
outer
none
outer
outer
outer

#### A4 the hash table
hash -r; hash cat
(hash -r; hash ls); hash | grep -c -e /ls; hash | grep -c /cat
#: stdout
0
1

#### A4 options
(set -f -u -C -e -a -x) 2>/dev/null
x=$(set -f -u -C -e -a); set -f | :; { set -u; } & wait
case $- in *[fuCeax]*) echo leaked "$-";; *) echo none;; esac
set -f; (set +f); x=$(set +f); case $- in *f*) echo kept;; esac
#: stdout
none
kept
#: status 0

#### A4 positional parameters
set -- a 'b c'
(set -- x; shift); x=$(shift; echo $#); set -- y | :; { shift; } & wait
echo $# "$2" $x
f() { (set -- 1 2 3; echo $#); echo $#; }; f q
#: stdout
2 b c 1
3
1

#### A4 OPTIND and OPTARG
getopts a:b o -a arg -b
(getopts a:b o -a arg -b; OPTIND=9; OPTARG=x; o=y); x=$(OPTIND=7)
echo $OPTIND $OPTARG $o; getopts a:b o -a arg -b; echo $o
#: stdout
3 arg a
b
#: not ksh93: OPTARG is empty within a group of letters

#### A5 $! and statuses
sleep 0 & p=$!
(sleep 0 & wait); x=$(sleep 0 & wait); { sleep 0 & wait; } | :; [ $! = $p ] && echo same
(exit 3); echo $?; (exit 255); echo $?; x=$(exit 254); echo $?
false; (echo $?); false; x=$(echo $?); echo $x
wait
#: stdout
same
3
255
254
1
1

#### A5 statuses are eight bits
(exit 259); echo $?; x=$(exit 257); echo $?; f() { (return 260); }; f; echo $?
#: stdout
3
1
4

#### A5 arithmetic that failed within does not spoil the shell
i=0; while [ $i -lt 50 ]; do (: $((1/0))) 2>/dev/null; x=$( (: $((1+))) 2>/dev/null); i=$((i+1)); done
echo $((1+1)) $i
#: stdout
2 50

#### A5 LINENO after subshells
(
:
)
x=$(
:
)
echo $LINENO
(echo $LINENO); echo $(echo $LINENO)
#: stdout
7
8
8
#: not dash: Debian's is built without LINENO

#### A6 traps: EXIT within runs at the end of the subshell, once
trap 'echo main' EXIT
(trap 'echo sub' EXIT; echo a); echo b
x=$(trap 'echo cs' EXIT); echo "$x"
{ trap 'echo stage' EXIT; } | cat
{ trap 'echo bg' EXIT; } & wait
(trap - EXIT); (trap '' EXIT); (exit 3); (:)
echo end
#: stdout
a
sub
b
cs
stage
bg
end
main

#### A6 traps: EXIT within after exit, error and nested
(trap 'echo s $?' EXIT; exit 3); echo $?
(trap 'echo s' EXIT; (trap 'echo n' EXIT; :); echo m)
(trap 'echo s' EXIT; : ${u?x}) 2>/dev/null; [ $? -ne 0 ] && echo failed
(set -e; trap 'echo s' EXIT; false; echo no); echo $?
f() { (trap 'echo f $v' EXIT; v=1); }; f
(trap 'exit 5' EXIT; exit 2); echo $?
#: stdout
s 3
3
n
m
s
s
failed
s
1
f 1
5

#### A6 traps: those of signals are not inherited, ignored ones are
trap 'echo caught' USR1; trap '' USR2
(trap 'echo inner' USR1); (trap - USR1 USR2); x=$(trap 'echo y' USR1)
kill -USR1 $$; kill -USR2 $$; echo alive
#: stdout
caught
alive

#### A6 traps: one in a subshell catches its own signals
(trap 'echo inner' USR1; kill -USR1 $("$SH" -c 'echo $PPID'); echo a); echo b
x=$(trap 'echo cs' USR1; "$SH" -c 'kill -USR1 $PPID'; echo c); echo $x
#: stdout
inner
a
b
cs c

#### A6 traps: $(trap) shows the shell's
trap 'echo x' USR1
x=$(trap); case $x in *USR1*) echo shown;; esac
(trap 'echo y' USR1; y=$(trap); case $y in *"echo y"*) echo inner;; esac)
#: stdout
shown
inner
#: not dash: shows nothing

#### A6 thousands of subshells with traps
trap 'echo main' USR1
i=0; while [ $i -lt 1000 ]; do (trap ':' EXIT); x=$(trap ':' EXIT); i=$((i+1)); done
kill -USR1 $$; echo $i
#: stdout
main
1000

#### A7 exit, return, break and continue stop at the boundary
(exit 2); echo 1 $?
f() { (return 3); echo 2 $?; }; f
f() { x=$(return 4; echo no); echo 3 $?$x; }; f
for i in 1 2; do (exit 1) || echo 4 $i; done
f() { return 5 | :; echo 5; }; f
f() { for i in 1 2; do (return 6); echo $? $i; done; }; f
#: stdout
1 2
2 3
3 4
4 1
4 2
5
6 1
6 2

#### A7 errors of special builtins and expansions end only the subshell
(: ${u?x}; echo no) 2>/dev/null; echo 1
x=$(: ${u?x}; echo no) 2>/dev/null; echo 2 $x
(. /nonexistent; echo no) 2>/dev/null; echo 3
(shift x; echo no) 2>/dev/null; echo 4
(readonly r=1; r=2; echo no) 2>/dev/null; echo 5
(set -u; echo $u; echo no) 2>/dev/null; echo 6
(: $((1/0)); echo no) 2>/dev/null; echo 7
(exec 3</nonexistent; echo no) 2>/dev/null; echo 8
(eval 'if'; echo no) 2>/dev/null; echo 9
: ${u?x} 2>/dev/null | echo 10
(set -e; false; echo no); echo 11
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
10
11
#: stderr any
#: not ksh93: goes on after two of them
#: not bash: goes on after shift

#### A7 an error deep within functions and loops in a subshell
f() { for i in 1 2; do while :; do eval ': ${u?x}'; echo no; done; done; echo no; }
(f; echo no) 2>/dev/null; echo 1
x=$(f; echo no) 2>/dev/null; echo 2$x
(trap 'echo t' EXIT; f) 2>/dev/null; echo 3
for i in a b; do (f) 2>/dev/null; echo $i; done
#: stdout
1
2
t
3
a
b
#: stderr any
#: not ksh93: the loop does not end

#### A7 exit inside of eval, dot, functions, loops and redirected groups
echo 'exit 4' >d
(eval 'exit 3'); echo $?; (. ./d); echo $?
f() { while :; do { exit 5; } >/dev/null; done; }; (f); echo $?
x=$(f); echo $?; (x=$(exit 6)); echo $?
(for i in 1; do case a in a) if exit 7; then :; fi;; esac; done); echo $?
(exec 2>/dev/null; trap : EXIT; exit 8); echo $?
#: stdout
3
4
5
5
6
7
8

#### A30 a long row of operators is no recursion
x=$(printf '%50000s' '' | sed 's/ /1+/g')1
echo $((x)) $(($x))
x=$(printf '%50000s' '' | sed 's/ /0||/g')1
y=$(printf '%50000s' '' | sed 's/ /1\&\&/g')0
echo $(($x)) $(($y)) $((1 || (z = 5))) ${z-unset}
#: stdout
50001 50001
1 0 1 unset
#: not dash: a variable is a number there
