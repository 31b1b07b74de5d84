# Assignment prefixes: XCU 2.9.1.2 and 2.14.

#### before a program: only for the program, exported
x=1; x=2 y=3 $PROBE env x y
echo $x ${y-unset}
export x; x=4 $PROBE env x; echo $x
#: stdout
x=2
y=3
1 unset
x=4
1

#### before a builtin that is not special: not kept
x=1; x=2 echo a; echo $x
x=2 read y <<E
v
E
echo $x $y
x=3 cd /; echo $x
x=2 true; x=4 command true; x=5 test a; echo $x
#: stdout
a
1
1 v
1
1

#### before a special builtin: kept
x=1; x=2 :; echo $x
x=3 eval 'echo $x'; echo $x
echo 'echo $x' >d; x=4 . ./d; echo $x
x=5 set -- a; echo $x
x=6 shift; echo $x
x=7 export y=1; echo $x
x=8 unset z; echo $x
x=9 readonly r; echo $x
x=10 trap - INT; echo $x
x=11 times >/dev/null; echo $x
for i in 1; do x=12 continue; done; echo $x
for i in 1; do x=13 break; done; echo $x
#: stdout
2
3
3
4
4
5
6
7
8
9
10
11
12
13

#### command before a special builtin: not kept
x=1; x=2 command :; echo $x
x=3 command eval 'echo $x'; echo $x
#: stdout
1
3
1

#### before a function: visible in it, also to programs
x=1; f() { echo $x; $PROBE env x; }
x=2 f
#: stdout
2
x=2
#: not ksh93: not exported there

#### alone: variables of the shell, not exported
x=1 y=2; echo $x $y; $PROBE env x y
export x; x=3; $PROBE env x
#: stdout
1 2
x=3

#### in order, each sees the ones before
a=1; a=2 b=$a$a; echo $a $b
a=3 b=$a $PROBE env a b
#: stdout
2 22
a=3
b=3

#### expansions of the command are made before
x=1; x=2 echo $x
x=3 eval 'echo $x'
#: stdout
1
3

#### with an empty command after expansion they are kept
e=; x=1 $e; echo $x
y=2 $(true); echo $y
#: stdout
1
2

#### a readonly variable: alone
readonly r=1
r=2
echo no
#: stderr-has r: is read only
#: status nonzero

#### a readonly variable: in a subshell
readonly r=1
(r=2; echo no) 2>/dev/null; [ $? -ne 0 ] && echo 1
x=$(r=2; echo no) 2>/dev/null; [ $? -ne 0 ] && echo 2
(r=2 :; echo no) 2>/dev/null; [ $? -ne 0 ] && echo 3
(read r </dev/null; echo no) >/dev/null 2>&1

(export r=2; echo no) 2>/dev/null; [ $? -ne 0 ] && echo 5
(for r in 2; do :; done; echo no) 2>/dev/null; [ $? -ne 0 ] && echo 6
echo $r
#: stdout
1
2
3
5
6
1
#: stderr any

#### variables from the environment are exported, also when changed
echo $v; v=new; $PROBE env v
unset v; $PROBE env v; v=again; $PROBE env v
#: env v=old
#: stdout
old
v=new

#### names that are no variables pass through untouched
env 'a.b=1' 'c-d=2' "$SH" -c 'env | grep -e "^a.b=" -e "^c-d=" | sort'
#: stdout
a.b=1
c-d=2
#: not dash: drops them

#### a function definition in the environment is nothing
env 'BASH_FUNC_f%%=() { echo no; }' 'f=() { echo no; }' "$SH" -c 'f' 2>/dev/null; echo $?
env 'x=$(touch made)' 'y=`touch made`' "$SH" -c 'echo "$x"; ls' 
#: stdout
127
$(touch made)
#: not bash: imports functions

#### IFS from the environment is ignored
IFS=x "$SH" -c 'a=1x2; set -- $a; echo $#'
#: stdout
1

#### PWD, OLDPWD, PPID, OPTIND, PS1, PS2, PS4, IFS are set at the start
echo "$OPTIND" "$PS4"; [ "$PPID" -gt 0 ] && echo ppid
[ "$PWD" = "$(/bin/pwd)" ] && echo pwd
printf %s "$IFS" | od -An -tx1
#: stdout
1 + 
ppid
pwd
 20 09 0a

#### prompts of a script
set -u; case $PS1 in '# '|'$ ') echo "$PS2"; esac
env | grep '^PS[12]='
PS1=x PS2=y "$SH" -c 'echo "$PS1 $PS2"; env | grep -c "^PS[12]="'
#: stdout
> 
x y
2
#: not bash ksh93: bash has none, ksh93 PS2 only

#### OPTIND and PPID are not exported, PWD need not be
env | grep -e '^OPTIND=' -e '^PPID=' -e '^IFS=' -e '^LINENO='; echo $?
#: stdout
1

#### PPID is that of the parent and stays in subshells
p=$PPID; [ "$(echo $PPID)" = "$p" ] && (echo $PPID) | { read q; [ $q = $p ] && echo same; }
"$SH" -c 'echo $PPID' | { read q; [ $q -gt 1 ] && echo ok; }
[ "$("$SH" -c 'echo $PPID; :')" -gt 1 ] && echo ok
#: stdout
same
ok
ok

#### an empty name, digits and other non-names
(=x) 2>/dev/null; echo $?
(1=x) 2>/dev/null; echo $?
(a-b=x) 2>/dev/null; echo $?
#: stdout
127
127
127

#### a long value reaches a program
x=$(printf '%0100000d' 5) $PROBE env x | wc -c | tr -d ' '
#: stdout
100003

#### 1000 variables
i=0; while [ $i -lt 1000 ]; do eval "v$i=$i"; i=$((i+1)); done
s=0; i=0; while [ $i -lt 1000 ]; do eval "s=\$((s+v$i))"; i=$((i+1)); done; echo $s
#: stdout
499500

#### a variable made local by eval, behind an assignment for that command
f() { y=tmp command eval 'local y=5; echo "$y"'; echo "in $y"; }; y=out; f; echo "$y"
#: stdout
5
in out
out
#: not ksh93: has no local

#### an assignment before a command in the background that appends
v=a
v+=b "$PROBE" env v & wait
#: stdout
v=ab
#: not dash: has no +=
