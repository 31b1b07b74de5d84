# The options of set: XCU set.

#### -a exports what is assigned
set -a
x=1; y=2; unset y; : ${z=3}; read w <<E
4
E
for v in 5; do :; done
: $((u=6))
set +a; t=7
$PROBE env x y z w v u t
#: stdout
x=1
z=3
w=4
v=5
u=6

#### -a does not export what was there before
x=1; set -a; y=1; set +a
$PROBE env x y
#: stdout
y=1

#### -f, -C, -u and -x by letter and by name
set -f -C; case $- in *f*) echo f;; esac; case $- in *C*) echo C;; esac
set +f +C
set -o noglob -o noclobber; case $- in *f*) echo f;; esac; case $- in *C*) echo C;; esac
set +o noglob +o noclobber; case $- in *[fC]*) echo no;; esac
set -fC; set +fC; case $- in *[fC]*) echo no;; esac
#: stdout
f
C
f
C

#### -n reads without running
set -n
echo no
(
echo no
)

#### -n on the command line: no output, and syntax errors are found
"$SH" -n -c 'echo no; f() { echo no; }; f; >made'; echo $?
"$SH" -n -c 'if' 2>/dev/null; [ $? -ne 0 ] && echo syntax
echo 'echo no; fi' >s; "$SH" -n s 2>/dev/null; [ $? -ne 0 ] && echo syntax
ls
#: stdout
0
syntax
syntax
s

#### -v writes the lines as they are read
set -v
echo a  "b" # comment
x=$(echo c)
#: stdout
a b
#: stderr
echo a  "b" # comment
x=$(echo c)

#### -x writes commands with the prompt PS4
set -x
echo a "b c" $((1+1))
x=1
y=$x z=2
: <&0
set +x
echo no
#: stdout
a b c 2
no
#: stderr any
#: status 0

#### -x: simple commands, assignments and PS4
x=v
PS4='> '
set -x
echo $x b
: ; y=$x
set +x 2>/dev/null
#: stdout
v b
#: stderr
> echo v b
> :
> y=v
> set +x
#: not ksh93: does not write set +x when it is redirected

#### -x writes to where standard error was
set -x
{ echo a; } 2>f
set +x
cat f
#: stdout
a
+ echo a
#: stderr any

#### -x in a function, a subshell and a substitution
set -x
f() { echo $1; }
f a
(echo b)
x=$(echo c)
set +x
#: stdout
a
b
#: stderr
+ f a
+ echo a
+ echo b
+ echo c
+ x=c
+ set +x
#: not bash ksh93: bash writes ++ in a substitution; ksh93 ends -x with the function

#### PS4 is expanded
PS4='${v}+ '; v=1
set -x
: a
: b $v
set +x
#: stderr
1+ : a
1+ : b 1
1+ set +x
#: not ksh93: does not write the end of -x

#### -o without a name prints the options, +o commands that restore them
set -o | grep -c . >n; [ "$(cat n)" -gt 8 ] && echo many
set -f -u
x=$(set +o)
set +f +u -C
eval "$x"
case $- in *C*) echo no;; esac
case $- in *f*) echo f;; esac; case $- in *u*) echo u;; esac
#: stdout
many
f
u

#### set +o in a subshell does not change the shell
s=$(set +o); (set -f; eval "$s"); t=$(set +o); [ "$s" = "$t" ] && echo same
#: stdout
same

#### set with words sets the positional parameters
set a b; echo $# $1
set -- -x; echo $# $1
set -; echo $#
set --; echo $#
set -- a -- b; echo $# $2
set -f -- c; echo $1; case $- in *f*) echo f;; esac
set +f x; echo $1
set -- ''; echo $#
set - y z 2>/dev/null; echo $#
#: stdout
2 a
1 -x
1
0
3 --
c
f
x
1
2

#### set without words lists variables so that they can be read again
x="a 'b' \"c\" \$d
e" ; y=; z='*'
set >vars
(unset x y z; . ./vars 2>/dev/null; printf '<%s>' "$x" "$y" "$z"; echo)
grep -c '^y=' vars
#: stdout
<a 'b' "c" $d
e><><*>
1
#: not bash: readonly variables of its own end the dotted file

#### set's list holds the variables, quoted where it is needed
x='a b' ; y="it's"
set | grep "^x='a b'$"
l=$(set | grep '^y='); (y=; eval "$l"; echo "$y")
#: stdout
x='a b'
it's

#### unknown options are errors
(set -Z) 2>/dev/null && echo 1
(set -o nosuchoption) 2>/dev/null && echo 2
(set +o nosuchoption) 2>/dev/null && echo 3
"$SH" -Z -c : 2>/dev/null && echo 4
"$SH" -o nosuchoption -c : 2>/dev/null && echo 5
echo end
#: stdout
end

#### options do not leave subshells
(set -f; set -u; set -C); case $- in *[fuC]*) echo no;; *) echo ok;; esac
x=$(set -f; echo '*'); echo "$x"
set -f | :; echo "$-" | grep f || echo ok
#: stdout
ok
*
ok

#### pipefail
set -o pipefail
false | true; echo $?
(exit 3) | (exit 4) | true; echo $?
(exit 3) | true | true; echo $?
true | true; echo $?
! false | true; echo $?
set +o pipefail; false | true; echo $?
#: stdout
1
4
3
0
0
0
#: not dash: 0.5.12 has no pipefail

#### pipefail and errexit
set -e -o pipefail
true | true; echo 1
false | true && echo no
echo 2
false | true
echo no
#: stdout
1
2
#: status 1
#: not dash: 0.5.12 has no pipefail

#### options on the command line, together and apart
"$SH" -fu -C -c 'for o in f u C; do case $- in *$o*) echo $o;; esac; done'
"$SH" -f +f -c 'case $- in *f*) echo no;; *) echo off;; esac'
"$SH" -o noglob -c 'echo *'
"$SH" -c 'case $- in *c*) ;; esac; echo ok'
#: stdout
f
u
C
off
*
ok

#### -s, -c and -i show in $-
echo 'case $- in *s*) echo s;; esac' | "$SH"
echo 'case $- in *s*) echo s;; esac' | "$SH" -s a b
#: stdout
s
s

#### -h and -b and -m are accepted
set -h; set +h; set -b; set +b; echo ok
"$SH" -h -c 'echo ok'
#: stdout
ok
ok
#: not dash: has no -h

#### -h: what a function calls is looked for when it is defined
set -h
tac() { :; }
f() { if cat /dev/null; then (sed -n p /dev/null | tac) && none-such; fi; }
hash >list; set +h; sed 's,.*/,,' list | sort
#: stdout
cat
sed
#: not dash: has no -h
#: not bash: looks when they are run
#: not ksh93: looks when they are run

#### -m: each background job has a process group of its own
set -m
sleep 5 & p=$!
ps -o pgid= -p $p | tr -d ' ' >g
[ "$(cat g)" = $p ] && echo own
kill $p
set +m
wait $p 2>/dev/null
sleep 5 & p=$!
[ "$(ps -o pgid= -p $p | tr -d ' ')" = $p ] || echo shared
kill $p; wait $p 2>/dev/null
echo end
#: stdout
own
shared
end
#: stderr any
#: needs ps
#: not dash: wants a terminal

#### ignoreeof, nolog, vi and emacs have names
set -o ignoreeof; set +o ignoreeof; set -o | grep -c -e ignoreeof
#: stdout
1

#### a variable assignment under -x does not run twice
i=0; set -x; i=$((i+1)) 2>/dev/null; set +x; echo $i
#: stdout
1
#: stderr any

#### -n runs nothing of compound commands, redirections and background lists
cat >s <<'X'
while :; do echo loop; break; done
{ echo brace; } >made
(echo subshell) | cat
echo background &
if :; then echo if; fi >&9
case a in a) echo case;; esac
X
$SH -n s; echo $?; ls
#: stdout
0
s

#### names of options have no prefix
(set -o noallexport) 2>/dev/null || echo no; (set +o glob) 2>/dev/null || echo no
#: stdout
no
no
#: not ksh93: has them

#### set -x shows a program that is started in the background
{ set -x; /bin/true one & wait; x=1 /bin/true two >/dev/null & wait; set +x; } 2>trace
grep -c 'true one' trace; grep -c 'true two' trace
#: stdout
1
1

#### -p is an option of set
set -p; case $- in *p*) echo on ;; esac
set +p; case $- in *p*) ;; *) echo off ;; esac
#: stdout
on
off
#: not ksh93: keeps p out of $-

#### set -x shows each value of a variable that is assigned twice
{ set -x; x=1 x=2; x=a y=$x x=c : d; x=e x=f true; x=g x=gg $PROBE status 0; set +x; } 2>trace
tr -s ' +' '\n' <trace | grep '^[xy]='
f() { :; }; { set -x; x=h x=i x=j f; set +x; } 2>trace; tr -s ' +' '\n' <trace | grep '^x='
#: stdout
x=1
x=2
x=a
y=a
x=c
x=e
x=f
x=g
x=gg
x=h
x=i
x=j
