# Exit statuses: XCU 2.8, exec, command search: XCU 2.9.1.

#### 127 for what is not found, 126 for what cannot be run
nosuchcommand 2>/dev/null; echo $?
./nosuchfile 2>/dev/null; echo $?
/nonexistent/x 2>/dev/null; echo $?
>plain; ./plain 2>/dev/null; echo $?
mkdir dir; ./dir 2>/dev/null; echo $?
/ 2>/dev/null; echo $?
'' 2>/dev/null; echo $?
#: stdout
127
127
127
126
126
126
127
#: not ksh93: 126 for the empty name

#### the same in subshells, substitutions, pipelines and background
(nosuchcommand) 2>/dev/null; echo $?
x=$(nosuchcommand 2>/dev/null); echo $?
true | nosuchcommand 2>/dev/null; echo $?
nosuchcommand 2>/dev/null & wait $!; echo $?
{ nosuchcommand; } 2>/dev/null; echo $?
>plain; (./plain) 2>/dev/null; echo $?
#: stdout
127
127
127
127
127
126

#### an interpreter that is missing
printf '#!/nonexistent/interp\n' >s; chmod +x s
./s 2>/dev/null; [ $? -ge 126 ] && echo failed
#: stdout
failed

#### a script without #! is run by the shell
printf 'echo "script $# $1 $0"\n' >s; chmod +x s
./s a b
(./s c)
x=$(./s d); echo $x
PATH=$PWD:$PATH; s e | sed "s,$PWD,D,"
#: stdout
script 2 a ./s
script 1 c ./s
script 1 d ./s
script 1 e D/s
#: not ksh93: the name alone

#### a script without #! does not see variables that are not exported
x=1; export y=2; f() { :; }; set -f
printf 'echo "${x-unset} $y"; f 2>/dev/null || echo nofunction; case $- in *f*) echo f;; esac; x=3\n' >s; chmod +x s
./s; echo $x
#: stdout
unset 2
nofunction
1

#### an empty file that may be executed
>s; chmod +x s; ./s; echo $?
#: stdout
0

#### a binary file is not run as a script
printf '\177ELF\0\0\0\0' >s; chmod +x s; ./s 2>/dev/null; [ $? -ge 126 ] && echo failed
printf 'a\0b\nc\n' >s; ./s 2>/dev/null; [ $? -ge 126 ] && echo failed
#: stdout
failed
failed

#### exit takes a number, none means the last status
"$SH" -c 'exit 3'; echo $?
"$SH" -c 'false; exit'; echo $?
"$SH" -c 'exit 0'; echo $?
"$SH" -c 'exit 255'; echo $?
(exit 7); echo $?
(false; exit); echo $?
x=$(exit 8); echo $?
f() { exit 9; }; (f); echo $?
"$SH" -c 'eval exit 4'; echo $?
echo 'exit 5' >d; ("$SH" -c '. ./d; echo no'); echo $?
#: stdout
3
1
0
255
7
1
8
9
4
5

#### the status of the script is that of its last command
(exit 42)
#: status 42

#### an empty script has status 0
#: status 0

#### exec replaces the shell
echo a
exec echo b
echo no
#: stdout
a
b

#### exec keeps the process id
x=$$
"$SH" -c 'echo $$; exec "$SH" -c "echo \$\$"' >f
{ read a; read b; } <f; [ $a = $b ] && echo same
#: stdout
same

#### exec in a subshell replaces only the subshell
(exec echo a); echo b
x=$(exec echo c); echo $x
exec echo d | cat
exec echo e & wait
echo f
#: stdout
a
b
c
d
e
f

#### exec of what is not found ends the shell
"$SH" -c 'exec nosuchcommand; echo no' 2>/dev/null; echo $?
>plain; "$SH" -c 'exec ./plain; echo no' 2>/dev/null; echo $?
(exec nosuchcommand; echo no) 2>/dev/null; echo $?
#: stdout
127
126
127

#### exec of what is not found ends the shell after command, too
"$SH" -c 'command exec nosuch; echo no' 2>/dev/null; echo $?
"$SH" -c 'command eval "exec nosuch"; echo no' 2>/dev/null; echo $?
"$SH" -c '(command exec nosuch; echo no); echo $?' 2>/dev/null
>f; "$SH" -c 'command exec ./f; echo no' 2>/dev/null; echo $?
#: stdout
127
127
127
126

#### exec with assignments and redirections
(x=1 exec "$SH" -c 'echo $x')
(exec echo hidden >f); cat f
(exec 3>f; exec $PROBE fds)
#: stdout
1
hidden
0 1 2 3

#### exec runs a program, not a function or a builtin's text
echo() { printf 'no\n'; }
exec echo program
#: stdout
program

#### exec of a script without #!
printf 'echo ran $1\n' >s; chmod +x s
exec ./s a
#: stdout
ran a

#### exec -- and no operand
exec --; exec; echo a
exec -- echo b
#: stdout
a
b
#: not dash: takes -- for the program before 0.5.12 in some builds

#### the search follows PATH
mkdir a b; printf '#!/bin/sh\necho a\n' >a/cmd; printf '#!/bin/sh\necho b\n' >b/cmd; chmod +x a/cmd b/cmd
PATH=$PWD/a:$PWD/b:$PATH; cmd
PATH=$PWD/b:$PWD/a:$PATH; cmd
PATH=$PWD/a cmd
cmd
rm b/cmd; cmd
#: stdout
a
b
a
b
a

#### a prefix PATH is used for the search of its command
mkdir a; printf '#!/bin/sh\necho mine\n' >a/ls; chmod +x a/ls
PATH=$PWD/a ls
PATH=/nonexistent ls 2>/dev/null || echo none
PATH=$PWD/a:$PATH; ls
#: stdout
mine
none
mine

#### an empty entry in PATH means the working directory
printf '#!/bin/sh\necho here\n' >cmd; chmod +x cmd
PATH=:$PATH; cmd
PATH=/usr/bin:/bin:; cmd
PATH=/usr/bin::/bin; cmd
#: stdout
here
here
here

#### files that cannot be executed and directories are passed over
mkdir a b a/cmd; >b/cmd; mkdir c; printf '#!/bin/sh\necho c\n' >c/cmd; chmod +x c/cmd
PATH=$PWD/a:$PWD/b:$PWD/c:$PATH; cmd
#: stdout
c

#### a name with a slash is not searched
mkdir a; printf '#!/bin/sh\necho a\n' >a/cmd; chmod +x a/cmd
PATH=$PWD; a/cmd 2>/dev/null || echo no
PATH=/usr/bin:/bin; a/cmd; ./a/cmd; "$PWD"/a/cmd
#: stdout
a
a
a
a

#### unset PATH
unset PATH
nosuchcommand 2>/dev/null; echo $?
echo still
/bin/echo works
#: stdout
127
still
works

#### a builtin that is not special is found where PATH says, ours answers
PATH=/nonexistent; echo a; test a = a && echo b; cd / && pwd
#: stdout
a
b
/

#### argument list too long
x=$(printf '%0200000d' 1)
$PROBE args $x >/dev/null 2>&1; echo $?
echo $x | wc -c | tr -d ' '
#: stdout
126
200001

#### what a signal has killed is reported
$SH -c 'kill -9 $$'; echo $?
x=$($SH -c 'kill -USR1 $$'); echo $?
#: stdout any
#: stderr-has Killed

#### the report of a killed program is where its errors are
$SH -c 'kill -9 $$' 2>log; echo $?; grep -c Killed log
f() { $SH -c 'kill -9 $$' 2>/dev/null; }; f 2>other; grep -c Killed other; echo end
#: stdout
137
1
0
end
#: not bash: in the errors of the shell
#: not ksh93: the status is 265

#### an interrupt and a broken pipe are not reported
$SH -c 'kill -PIPE $$'; echo $?
#: stdout
141
#: not ksh93: says 269

#### an empty substitution is a success
false; $(); echo $?
false; ` `; echo $?
#: stdout
0
0

#### a child that has ended is not there any more
$SH -c : & p=$!
n=0; while kill -0 $p 2>/dev/null; do n=$((n+1)); [ $n -gt 200 ] && break; sleep 0.01; done
[ $n -le 200 ] && echo gone
#: stdout
gone

#### the status before is there in the body of for, case, if and while
f() { return 42; }
f; for i in x; do echo $?; done
f; case x in x) echo $?; esac
f; if echo $?; then :; fi
f; while echo $?; do break; done
#: stdout
42
42
42
42

#### so is that of a case before
f() { return 42; }
f; case x in x) ;& y) ;& z) echo $?; esac
f; case x in x) ;& y) ;; esac; echo $?
#: stdout
42
0
#: not dash: no ;&

#### a substitution in a command's words leaves $? as it is
f() { return $1; }
f 3; echo "$(f 5)" $?; f 3; x=$(f 5)$?$(f 6)$?; echo $? $x
f 3; for i in $(f 5) $?; do echo $i $?; done; f 3; case $(f 5)$? in 3) echo $?; esac
f 3; : $(f 5) >f$?; ls; f 3; x=$(f 5) y=$? "$SH" -c 'echo $y'; f 3; $(f 5); echo $?
f 3; cat <<E
$(f 5)$? $(echo $?) ${u-$(f 6)$?} $((0$(f 7)+$?))
E
g() { echo $?; }; f 3; g $(f 5); f 3; eval "$(f 5)"; echo $?; f 3; set -- $(f 5) $?; echo $1 $?
#: stdout
 3
6 33
3 3
3
f3
3
5
3 3 3 3
3
0
3 0
#: also mksh busybox yash
#: not bash ksh93: it is that of the substitution at once


#### of for without words and of case without commands it is 0
f() { return 42; }
f; for i in; do :; done; echo $?
f; case x in x) ;; esac; echo $?
f; case x in y) f ;; esac; echo $?
#: stdout
0
0
0
