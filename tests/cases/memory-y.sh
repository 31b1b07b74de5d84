#### a utility that gets no memory fails, and the script goes on
(ulimit -v 100000; exec $SH -c '
trap "echo exit trap" EXIT
truncate -s 100M zeros
tr "\0" x <zeros >line
grep -c y line
echo grep $?
sort line
echo sort $?
sed s/a/b/ line
echo sed $?
awk "{ print length }" line
echo awk $?
uniq line; echo uniq $?
')
#: needs inside:awk inside:uniq
#: stdout
grep 2
sort 2
sed 2
awk 2
uniq 1
exit trap
#: stderr
grep: memory exhausted
sort: memory exhausted
sed: memory exhausted
awk: memory exhausted
uniq: memory exhausted

#### what a utility had is there for others: many small blocks, then a large one
(ulimit -v 100000; exec $SH -c '
awk "BEGIN { for (;;) list[i++] = i }"
echo $?
truncate -s 10M zeros
x=$(tr "\0" x <zeros)
echo ${#x}
sort -u /dev/null | cat && echo again
')
#: needs inside:awk
#: stdout
2
10485760
again
#: stderr
awk: memory exhausted

#### a stage of a pipeline that gets no memory is that stage's failure
(ulimit -v 100000; exec $SH -c '
echo a | { x=$(cat /dev/zero | tr "\0" x); echo not reached; } | cat
echo $?
{ echo begun; awk "BEGIN { while (1) x = x \"aaaaaaaa\" x }"; echo awk $?; } | cat
' sh)
#: needs inside:awk
#: stdout
0
begun
awk 2
#: stderr
sh: line 2: memory exhausted
awk: memory exhausted

#### a builtin that gets no memory fails, and the script goes on
(ulimit -v 100000; exec $SH -c '
truncate -s 100M zeros
tr "\0" x <zeros >line
read -r x <line
echo $?
unset x
read -r y <<.
short
.
echo $? $y
' sh)
#: stdout
1
0 short
#: stderr
sh: line 4: read: memory exhausted

#### a shell that gets no memory for a value ends as others do, after its EXIT trap
(ulimit -v 100000; exec $SH -c '
trap "echo exit trap \$?" EXIT
x=$(cat /dev/zero | tr "\0" x)
echo not reached
' sh); echo $?
#: stdout
exit trap 2
2
#: stderr
sh: line 3: memory exhausted

#### a subshell that gets no memory for a value ends, and not the shell
(ulimit -v 100000; exec $SH -c '
x=outside
f() { trap "echo \$x; exit 7" EXIT; x=inside; x=$(cat /dev/zero | tr "\0" x); echo not reached; }
(f)
echo $? $x
(x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done)
echo $? $x
' sh)
#: stdout
inside
7 outside
2 outside
#: stderr
sh: line 3: memory exhausted
sh: line 6: memory exhausted

#### an expansion that wants more memory than there is ends the environment
(ulimit -v 100000; exec $SH -c '
x=$(printf %01000000d 0)
(y=${x#b}$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x; y=$y$y$y; echo not reached)
echo $?
f() { local x=$x$x; f; }
(f; echo not reached)
echo $? ${#x}
(set -- $x; while :; do set -- "$@" "$@"; done; echo not reached)
echo $? ${#x}
(eval "v=$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x"; echo not reached)
echo $? ${#x}
' sh) 2>&1 | sed 's/.*line [0-9]*: //'
#: stdout
memory exhausted
2
memory exhausted
2 1000000
memory exhausted
2 1000000
memory exhausted
2 1000000

#### output of an external program for which there is no memory
(ulimit -v 100000; exec $SH -c '
(x=$(/bin/cat /dev/zero); echo not reached)
echo $?
(x=$(echo begun; /bin/cat /dev/zero; echo more); echo not reached)
echo $?
' sh) 2>&1
#: stdout
sh: line 2: memory exhausted
2
sh: line 4: memory exhausted
2

#### redirections and local variables are as they were when the EXIT trap runs
(ulimit -v 100000; exec $SH -c '
trap "echo \$x; echo where it was" EXIT
x=global
f() { local x=local; { x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done; } >/dev/null; }
f >/dev/null
' sh); echo $?
#: stdout
global
where it was
2
#: stderr
sh: line 4: memory exhausted

#### printf says that there is no memory for a width
(ulimit -v 200000; printf %2000000000s >/dev/null; echo $?) 2>err; grep -c 'printf: memory exhausted$' err
#: stdout
1
1

#### an EXIT trap runs where recursion has no end
(trap 'echo bye $?' EXIT; f() { f; }; f; echo never)
(trap 'echo bye $?' EXIT; f='eval "$f"'; eval "$f"; echo never)
echo '. ./file' >file; (trap 'echo bye $?' EXIT; . ./file; echo "the file's end")
(trap 'echo bye $?' EXIT; f() { f; }; trap f USR1; kill -USR1 $(exec sh -c 'echo $PPID'); echo never)
(f() { x=$(f); }; f; echo "goes on")
echo $?
#: stdout
bye 2
bye 2
bye 2
bye 2
goes on
0
#: stderr-has recursion is too deep
