# The texts and statuses of our messages: file, line, what and why. Statuses are dash's.

#### a syntax error names the file, the line and the token
echo a
if true; then
  echo b
done
#: stdout
a
#: stderr-has ../case: line 4: syntax error
#: stderr-has done
#: status 2

#### a syntax error says the column and what was expected, on one line
"$SH" -c 'if true; then echo; done' me
"$SH" -c 'for 1a in b; do :; done' me
"$SH" -c 'case x y' me
"$SH" -c 'echo; (' me
"$SH" -c '{ a | ; }' me
"$SH" -c 'echo >;' me
"$SH" -c 'f() { a; )' me
"$SH" -c 'echo "a ${b' me
echo $?
#: stdout
2
#: stderr
me: line 1: syntax error: unexpected `done' at column 21, expecting `fi'
me: line 1: syntax error: unexpected `1a' at column 5, expecting a name
me: line 1: syntax error: unexpected `y' at column 8, expecting `in'
me: line 1: syntax error: unexpected end of file in the command begun on line 1, expecting `)'
me: line 1: syntax error: unexpected `;' at column 7, expecting a command
me: line 1: syntax error: unexpected `;' at column 7, expecting a word
me: line 1: syntax error: unexpected `)' at column 10, expecting `}'
me: line 1: syntax error: missing `}' at column 9

#### the end of the file in an empty list: what should follow the list
for text in 'if' 'if x; then' 'if x; then y; elif' 'if x; then y; else' 'while' 'until x; do' 'for i in a; do' '{' 'f() {' 'f() (' 'x &&'
do "$SH" -c "$text" me 2>&1 | sed 's/.*, //'; done
#: stdout
expecting `then'
expecting `fi'
expecting `then'
expecting `fi'
expecting `do'
expecting `done'
expecting `done'
expecting `}'
expecting `}'
expecting `)'
expecting a command

#### a syntax error in -c
fi
#: run -c
#: stderr-has line 1: syntax error
#: stderr-has fi
#: status 2

#### an unexpected end names what was open, or where
echo a
{
echo b
#: stdout
a
#: stderr-has ../case:
#: stderr-has end of file
#: status 2

#### an unterminated quote
echo a
echo "b
c
#: stdout
a
#: stderr-has ../case:
#: status 2

#### a syntax error in a dotted file names that file
printf 'echo in\n\nfi\n' >lib
. ./lib
echo no
#: stdout
in
#: stderr-has ./lib: line 3: syntax error
#: status 2

#### a syntax error in eval names the script's line
:
:
eval 'echo a; fi'
echo no
#: stderr-has ../case: line 3:
#: status 2

#### a syntax error in a substitution names the line
:
x=$(echo a
fi)
#: stderr-has ../case: line 3: syntax error
#: status 2

#### a command that is not found
:
nosuchcommand
#: stderr-has ../case: line 2: nosuchcommand: not found
#: status 127

#### a file that cannot be executed
>plain
./plain
#: stderr-has ../case: line 2: ./plain: Permission denied
#: status 126

#### a script that is not found, a directory
"$SH" nosuch; echo $?
mkdir d; "$SH" d; echo $?
#: stdout
127
126
#: stderr-has nosuch
#: stderr-has Is a directory

#### a missing interpreter is named
printf '#!/nonexistent/interp\n' >s; chmod +x s
./s; echo $?
#: stdout
127
#: stderr-has ../case: line 2:
#: stderr-has s:

#### an unset variable under -u
set -u
:
echo $nosuch
#: stderr-has ../case: line 3: nosuch: parameter not set
#: status 2

#### the error form
:
: ${u?the message}
#: stderr-has ../case: line 2: u: the message
#: status 2

#### the error form without a message
: ${u?}
#: stderr-has u: parameter not set
#: status 2

#### the error form with a colon and without a message
u=
: ${u:?}
#: stderr-has u: parameter not set or null
#: status 2

#### a readonly variable
readonly r=1
r=2
#: stderr-has ../case: line 2: r: is read only
#: status 2

#### readonly: dash's consequences
t() { "$SH" -c "readonly r=1; $1
echo on" 2>/dev/null; echo $?; }
t 'r=2'; t 'r=2 :'; t 'export r=2'; t 'readonly r=2'; t 'for r in 2; do :; done'; t ': $((r=2))'; t 'f() { local r=2; }; f'; t 'eval r=2'; t 'unset r'
#: stdout
2
2
2
2
2
2
2
2
2
#: also dash

#### readonly: builtins that are not special go on, prefixes end the shell
t() { "$SH" -c "readonly r=1; $1
echo on" 2>/dev/null; echo $?; }
t 'read r </dev/null'; t 'getopts a r -a'; t 'command export r=2'; t 'command readonly r=2'; t 'r=2 true'; t 'r=2 cat </dev/null'
#: stdout
on
0
on
0
on
0
on
0
2
2
#: also dash

#### arithmetic errors
: $((1/0))
#: stderr-has ../case: line 1:
#: stderr-has division by zero
#: status 2

#### arithmetic syntax errors
: $((1+))
#: stderr-has ../case: line 1:
#: status 2

#### a bad substitution
echo a
echo ${a b}
#: stdout
a
#: stderr-has ../case: line 2:
#: stderr-has ad substitution
#: status 2

#### errors of special builtins end the shell with status 2
t() { "$SH" -c "$1; echo on" 2>/dev/null; echo $?; }
t 'shift 5'; t 'shift x'; t 'set -Z'; t 'set -o nosuch'; t '. /nonexistent'; t 'export 1a=2'; t 'readonly a-b'; t 'f() { return x; }; f'; t 'exit x'; t 'eval fi'; t 'for i in 1; do break x; done'; t 'unset 1a'
#: stdout
2
2
2
2
2
2
2
2
2
2
2
2
#: also dash

#### the line in messages within functions, loops and substitutions
f() {
  nosuch1
}
f
for i in 1; do

  nosuch2
done
x=$(
  nosuch3
)
y=`
nosuch4`
cat <<E | cat
$(nosuch5)
E
eval '
nosuch6'
#: stdout

#: stderr-has ../case: line 2: nosuch1
#: stderr-has ../case: line 7: nosuch2
#: stderr-has ../case: line 10: nosuch3
#: stderr-has nosuch4
#: stderr-has nosuch5
#: stderr-has nosuch6
#: status 127

#### LINENO in a dotted file, a function, eval and a trap
echo 'echo $LINENO
echo $LINENO' >d
. ./d
f() {
  echo $LINENO
}
f
echo $LINENO
x=$(
echo $LINENO)
echo $x
#: stdout
1
2
5
8
10

#### ENOSPC: builtins that print report it
for c in 'echo a' 'printf a' 'pwd' 'set' 'export -p' 'umask' 'type ls' 'command -v ls' 'alias' 'kill -l' 'times' 'trap' 'readonly -p' 'ulimit -a' 'hash'; do
  "$SH" -c "readonly zz=1; trap : USR1; alias a=b; ls / >/dev/null; hash ls; $c >/dev/full" 2>err && echo "status 0: $c"; [ -s err ] || echo "silent: $c"
done
echo end
#: stdout
end
#: needs /dev/full

#### ENOSPC: the message names the builtin and the reason
echo a >/dev/full
#: stderr-has ../case: line 1: echo: write error: No space left on device
#: status 1
#: needs /dev/full

#### closed standard output: the message
echo a >&-
#: stderr-has ../case: line 1: echo:
#: stderr-has ad file descriptor
#: status 1

#### NUL bytes in a script do not crash it
for t in 'echo a\0b\necho c\n' '\0\0\0\n' 'echo "a\0b" \0c\n' ': <<E\n\0\nE\n' "echo 'a\0b'\n" 'echo ${x-\0}\n' 'echo $((1+\0))\n' '\0' '#!/bin/sh\0\n:\n'; do
  printf "$t" >s; "$SH" s >/dev/null 2>&1; [ $? -lt 128 ] || echo "crash: $t"
  "$SH" <s >/dev/null 2>&1; [ $? -lt 128 ] || echo "crash: $t"
done
echo end
#: stdout
end

#### a script with NUL bytes in its first line is no script
printf 'a\0b\necho no\n' >s; "$SH" s; echo $?
#: stdout
126
#: stderr some
#: also bash

#### EMFILE: what needs a descriptor says so, the rest works, the shell goes on
(ulimit -n 3
echo a >f; [ $? -ne 0 ] && echo 1
x=$(echo b); echo "$x"
(echo c)
echo d | { read y; echo "$y"; }
$PROBE status 0 | $PROBE status 0; [ $? -ge 126 ] && echo 2
x=$(/bin/echo x); [ -z "$x" ] && echo 3
while read z; do echo "$z"; done <<E
e
E
. /dev/null; echo no); [ $? -lt 127 ] && echo end
#: stdout
1
b
c
d
2
3
e
end
#: stderr-has f: Too many open files

#### EMFILE: a pipeline that runs out of descriptors is cancelled, and the shell goes on
trap 'echo trap' EXIT
ulimit -S -n 13
/bin/sh -c 'exec sleep 100' | { cat; } | sleep 100 | /bin/sh -c 'exec sleep 100' | { cat; } |
/bin/sh -c 'exec sleep 100' | { cat; } | /bin/sh -c 'exec sleep 100' | { cat; } | cat; echo $?
/bin/sh -c 'exec sleep 100' | { cat; } | /bin/sh -c 'exec sleep 100' | { cat; } | /bin/sh -c 'exec sleep 100' |
{ cat; } | /bin/sh -c 'exec sleep 100' | { cat; } | cat && echo no
trap '' TERM
if /bin/sh -c 'exec sleep 100' | { cat; } | /bin/sh -c 'exec sleep 100' | { cat; } | /bin/sh -c 'exec sleep 100' |
{ cat; } | /bin/sh -c 'exec sleep 100' | { cat; } | cat; then echo no; else echo else; fi
ulimit -S -n 30; echo a | { read -r x; echo "$x"; } | $PROBE cat
set -e; ulimit -S -n 10; /bin/sh -c : | read -r x; echo no
#: stdout
2
else
a
trap
#: stderr
../case: line 3: cannot make a pipe: Too many open files
../case: line 5: cannot make a pipe: Too many open files
../case: line 8: cannot make a pipe: Too many open files
../case: line 11: cannot make a pipe: Too many open files
#: status 2

#### more descriptors are waited for than the limit allows
mkfifo a b c; exec 3<>a 4<>b 5<>c
(sleep 0.2; echo 1 >&3; echo 2 >&4; echo 3 >&5) &
ulimit -S -n 2
{ read -r x <&3; echo "$x"; } | { read -r y <&4; read -r x; echo "$x $y"; } |
{ read -r z <&5; read -r x; echo "$x $z"; }
#: stdout
1 2 3

#### EAGAIN: a program that cannot be started is a message, the shell goes on
$UNPRIVILEGED "$SH" -c 'ulimit -u 0 2>/dev/null || ulimit -p 0; $PROBE status 0; echo $?
(echo a); x=$(echo b); echo $x; echo c | { read y; echo $y; }; echo end'
#: stdout
126
a
b
c
end
#: stderr-has Resource temporarily unavailable
#: needs setpriv

#### EAGAIN: a background list that cannot be forked
$UNPRIVILEGED "$SH" -c 'ulimit -u 0 2>/dev/null || ulimit -p 0; { :; } & echo no'; [ $? -lt 127 ] && echo ended
#: stdout any
#: stderr-has Resource temporarily unavailable
#: needs setpriv

#### a directory that is sourced is an empty file
mkdir d; . ./d; echo $?; false; . ./d; echo $?
#: stdout
0
0
#: also dash

#### kill -l of what is no signal
(kill -l 9999); echo $?; (kill -l NONESUCH); echo $?; (kill -9999 $$); echo $?
#: stdout
2
2
2
#: stderr some
#: also dash
