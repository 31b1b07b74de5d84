# More of functions and of the builtins within them.

#### a function may be called with redirections, in conditions and in the background
f() { read x; echo "<$x>"; return 3; }
echo a | f; echo $?; f </dev/null; f <<E || echo no
b
E
if f </dev/null; then :; else echo $?; fi; f </dev/null & wait $!; echo $?
#: stdout
<a>
3
<>
<b>
no
<>
3
<>
3

#### arguments are those of the call, $0 and $# in it
f() { echo $# "$*" "$@"; shift; echo $1; }; f 1 '2 3' ''; set -- x; f y z; echo $1
#: stdout
3 1 2 3  1 2 3 
2 3
2 y z y z
z
x

#### a function that defines its helper and removes itself
f() { g() { echo g$1; }; g 1; unset -f f; }; f; g 2; f 2>/dev/null; echo $?
#: stdout
g1
g2
127

#### return in loops, conditions, groups and case
f() { while :; do if :; then { case x in x) return 7;; esac; }; fi; done; }; f; echo $?
g() { for i in 1 2 3; do [ $i = 2 ] && return $i; done; }; g; echo $? $i
h() { return 0; false; }; h; echo $?
#: stdout
7
2 2
0

#### a redirection of a group within a function is undone by return
f() { { echo in; return; } >f; echo no; }; f; echo out; cat f
g() { while :; do echo in2; return; done >>f; }; g; echo out2; cat f
h() { exec 3>&1; { eval 'return 4'; } >/dev/null 2>&1; }; h; echo $?
#: stdout
out
in
out2
in
in2
4

#### a redirection of a group within a loop is undone by break and continue
for i in 1 2 3; do { echo $i; [ $i = 2 ] && break; continue; } >>f; echo no; done; echo out; cat f
#: stdout
out
1
2

#### recursion with positional parameters, variables and substitutions
h() { if [ $1 -gt 0 ]; then h $(($1-1)) a$2; else echo $2; fi; echo $1; }; h 3 x
fib() { if [ $1 -lt 2 ]; then echo $1; else echo $(($(fib $(($1-1))) + $(fib $(($1-2))))); fi; }; fib 12
#: stdout
aaax
0
1
2
3
144

#### a function with the name of a special builtin or a reserved word is refused or not called
"$SH" -c 'if() { echo no; }' 2>/dev/null; [ $? -ne 0 ] && echo 1
#: stdout
1

#### a function whose name is a utility is seen by command -v and not by command
true() { echo mine; return 5; }; true; echo $?; command true; echo $?; unset -f true; true; echo $?
#: stdout
mine
5
0
0

#### assignments before a function: its own changes
x=1; f() { x=2; }; x=3 f; f() { echo $x; }; x=4 f; x=5; f
#: stdout
4
5

#### functions are not seen by programs, subshells see them
f() { echo f; }; "$SH" -c f 2>/dev/null; echo $?; (f); x=$(f); echo $x; echo | f; f & wait
#: stdout
127
f
f
f
f

#### a large function body
b=; i=0; while [ $i -lt 500 ]; do b="$b; x$i=$i"; i=$((i+1)); done; eval "f() { :$b; }"; f; echo $x499
#: stdout
499

#### 2000 functions
i=0; while [ $i -lt 2000 ]; do eval "f$i() { echo $i; }"; i=$((i+1)); done; f0; f1999
#: stdout
0
1999

#### recursion 900 deep
f() { [ $1 -eq 0 ] || f $(($1-1)); }; f 900; echo $?
#: stdout
0

#### local - : the options are put back when the function ends
f() { local -; set -f -u; echo $-; }
case $- in *f*) echo set;; esac
f >/dev/null
case $- in *f*|*u*) echo left;; *) echo back;; esac
#: stdout
back
#: not ksh93: has no local

#### break in a subshell ends the subshell alone
for i in 1 2; do (echo a$i; break; echo no); echo b$i; done
#: stdout
a1
b1
a2
b2
#: not bash: says that there is no loop

#### a special builtin is found before a function of its name
(break() { echo no; }; for i in 1 2; do break; echo no; done) 2>/dev/null
(eval 'export() { echo no; }'; export x=1) 2>/dev/null
echo end
#: stdout
end
#: not dash: finds it out when it reads the script
#: not bash: as long as it is not to be POSIX

#### a local variable may keep a read-only value
readonly x=1
f() { local x; echo "in $x"; }
f; echo "$x"
f() { local x; x=2; echo no; }
(f) 2>/dev/null; echo out
#: stdout
in 1
1
out
#: not bash ksh93: complain

#### LINENO that is assigned is as any other variable
LINENO=100; echo $LINENO
f() { local LINENO=5; echo $LINENO; }; f
echo $LINENO $(echo $LINENO)
for LINENO in 8; do echo $LINENO; done
unset LINENO; echo "[$LINENO]"
#: stdout
100
5
100 100
8
[]
#: not bash ksh93: bash ignores the value, ksh93 counts on from it

#### a body that is never run is wrong where it is defined
$SH -c 'echo before
f() {
  if x; then y
}
echo after'; [ $? -ne 0 ] && echo wrong
$SH -c 'f() { echo "a; }'; [ $? -ne 0 ] && echo wrong
#: stdout
before
wrong
wrong
#: stderr some

#### aliases that come after a definition are not in its body
f() { greet "$@"; }
greet() { echo "function $1"; }
alias greet='echo alias'
f 1; f 2
#: stdout
function 1
function 2

#### a body that is first run in a subshell, a pipeline or a trap
f() { x=$(($1 + 1)); echo "f $x"; }
(f 1); y=$(f 2); echo "$y"; f 3 | cat; f 4 & wait
trap 'f 5' EXIT
echo ${x-unset}
#: stdout
f 2
f 3
f 4
f 5
unset
f 6

#### a body that is first run deep in another one
g() { for i in a b; do echo "$i $#"; done; }
f() { if [ $1 -eq 0 ]; then g x y; else f $(($1-1)); fi; }
f 900
#: stdout
a 2
b 2

#### a function that unsets itself goes on
f() { unset -f f; echo still; }
f; f 2>/dev/null || echo gone
#: stdout
still
gone

#### a script on standard input is read up to the end of a definition
printf '%s\n' 'f() {' '  read x; echo "got $x"' '}' f line 'f # again' 'second' 'echo end' | $SH
#: stdout
got line
got second
end

#### a body with everything in it is what it is elsewhere
f() {
  # } a comment
  case $1 in
    a|'b c') echo "${1#a} ${2:-none}" ;;
    (*) while [ "$#" -gt 0 ]; do echo "<$1>" >&2; shift; done 2>&1 | sed 's/x>/z>/' ;;
  esac && { x=$(echo in); } ; echo $x $((1 + (2 * $#)))
  for i in 1 2 \
    3; do [ "$i" = 2 ] || echo "$i}"; done
}
f 'b c'; f ax bx
#: stdout
b c none
in 3
1}
3}
<az>
<bz>
in 5
1}
3}
