# Redirections beyond POSIX's least: numbers above 9, {n}.

#### descriptors of two digits
echo a 10>f 11>&10 >&11; cat f
exec 12>f; echo b >&12; exec 12>&-; cat f
cat 15<<E <&15
c
E
echo 20 21>f; cat f
#: stdout
a
b
c
20
#: also bash

#### descriptors of three digits
exec 200>f; echo a >&200; $PROBE fds; exec 200>&-; cat f
{ echo b >&255; } 255>f; cat f
#: stdout
0 1 2 200
a
b
#: also bash

#### a descriptor that the shell might use itself
exec 10>f10 11>f11; echo a >&10; echo b >&11
. /dev/null; x=$(cat /dev/null); (exit 3) | true; echo c >&10
exec 10>&- 11>&-; cat f10 f11
#: stdout
a
c
b

#### a descriptor that is too large is an error, not a crash
(echo a >&99999999) || echo 1
(exec 99999999>f) || echo 2
(echo a >&99999999999999999999) || echo 3
ls
#: stdout
1
2
3
#: stderr some

#### the operand of >& must be a number or -
(echo a >&x) 2>err; [ $? -ne 0 ] && echo failed; ls
#: stdout
failed
err

#### a move is no operand
(echo a 3>&1- ) 2>/dev/null || echo failed
#: stdout
failed

#### messages name the file and the reason
cat </nonexistent/file
#: stderr-has ../case: line 1: cannot open /nonexistent/file: No such file
#: status 2

#### messages for output
echo >/nonexistent/file
echo >.
#: stderr-has ../case: line 1: cannot create /nonexistent/file: No such file
#: stderr-has ../case: line 2: cannot create .: Is a directory
#: status 2

#### a failed redirection of a compound command has status 2
{ :; } </nonexistent; echo $?
(:) </nonexistent; echo $?
true </nonexistent; echo $?
f() { :; }; f </nonexistent; echo $?
</nonexistent; echo $?
#: stdout
2
2
2
2
2
#: stderr some
#: also dash

#### a failed redirection of a special builtin: status 2
"$SH" -c ': </nonexistent; echo no'; echo $?
"$SH" -c 'eval : </nonexistent; echo no'; echo $?
"$SH" -c 'exec 3</nonexistent; echo no'; echo $?
"$SH" -c 'x=1 export y </nonexistent; echo no'; echo $?
#: stdout
2
2
2
2
#: stderr some
#: also dash

#### a bad descriptor
"$SH" -c 'echo a >&7; echo $?'
"$SH" -c 'exec >&7; echo no'; echo $?
#: stdout
2
2
#: stderr-has 7: bad file descriptor
#: also dash

#### {name} takes a free descriptor above 9
exec {a}>f {b}>&1
echo 1 >&$a; echo 2 >&$b; [ $a -gt 9 ] && [ $b -gt 9 ] && [ $a -ne $b ] && echo ok
exec {a}>&-
(echo 3 >&$a) 2>/dev/null || echo closed
cat f
#: stdout
2
ok
closed
1
#: also bash

#### {name} that is no name is a word
echo {1}>f {a-b}>>f; cat f
#: stdout
{1} {a-b}
#: also bash

#### no descriptor is moved, no path is a connection
(echo x 4>&1 3>&4- >&3) 2>/dev/null || echo failed
(: </dev/tcp/127.0.0.1/1) 2>&1 | grep -c 'No such file'
#: stdout
failed
1
#: also dash
