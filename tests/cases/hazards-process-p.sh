# What may leak out of a subshell that is no process: the state that the kernel keeps per process.

#### B8 cwd: cd within, relative names before and after
d=$PWD; mkdir a; echo outer >f; echo inner >a/f
(cd a; cat f; cat <f; echo *; ls); cat f; cat <f
x=$(cd a; cat f); echo $x; cat f; { cd a; cat f; } | cat; cat f; { cd a; cat f; } & wait; cat f
[ "$(/bin/pwd)" = "$d" ] && [ "$PWD" = "$d" ] && echo same
#: stdout
inner
inner
f
f
outer
outer
inner
outer
inner
outer
inner
outer
same

#### B8 cwd: cd within and the programs that are started there
d=$PWD; mkdir a
(cd a; /bin/pwd | sed "s,$d,D,"; (cd /; /bin/pwd); /bin/pwd | sed "s,$d,D,"; $PROBE status 0)
x=$(cd a; /bin/pwd); echo ${x#$d}; /bin/pwd | sed "s,$d,D,"
#: stdout
D/a
/
D/a
/a
D

#### B8 cwd: a deleted directory does not hinder subshells
d=$PWD; mkdir a; cd a; rmdir ../a
(echo sub); x=$(echo cs); echo $x; echo pipe | cat; (cd /; pwd); x=$(cd /; pwd); echo $x
cd "$d"; [ "$(/bin/pwd)" = "$d" ] && echo back
#: stdout
sub
cs
pipe
/
/
back
#: stderr any

#### B8 cwd: deleted while the subshell is elsewhere
d=$PWD; mkdir a; cd a
(cd /; rmdir "$d/a"; echo in); echo out
x=$(cd /; echo cs); echo $x; cd "$d" && echo back
#: stdout
in
out
cs
back
#: stderr any

#### B8 cwd: moved, and another put in its place
d=$PWD; mkdir a; echo old >a/f; cd a
(cd /; mv "$d/a" "$d/b"; mkdir "$d/a"; echo new >"$d/a/f"); cat f; (cat f); x=$(cd /; cd "$d/a"; cat f); echo $x; cat f
/bin/cat f
#: stdout
old
old
new
old
old

#### B8 cwd: unreadable, and made unsearchable within
d=$PWD; mkdir a; chmod 777 .; chmod 711 a; cd a
$UNPRIVILEGED "$SH" -c '(cd /; echo in); echo out; x=$(cd /; pwd); echo $x; (cd /; /bin/true); echo on'
cd ..; mkdir b; chmod 755 b; cd b
(cd /; chmod 0 "$d/b"; echo in); echo out; chmod 755 "$d/b"
#: stdout
in
out
/
on
in
out
#: needs setpriv
#: not ksh93: cannot go back

#### B8 cwd: two stages of a pipeline in two directories
mkdir a b; echo 1 >a/f; echo 2 >b/f
{ cd a; cat f; cat f; } | { cd b; cat f; cat; }; ls
{ cd a; while read x; do cat $x; done; } <<E | { cd b; while read y; do cat f; echo $y; done; }
f
f
E
#: stdout
2
1
1
a
b
2
1
2
1
#: not ksh93: runs the last stage in the shell itself

#### B9 umask within
umask 022
(umask 077; >a); x=$(umask 0; >b; umask); { umask 777; } | :; { umask 333; } & wait
umask; >c; ls -l a b c | cut -c1-10; echo $x; "$SH" -c umask; (umask 077; "$SH" -c umask); umask
#: stdout
0022
-rw-------
-rw-rw-rw-
-rw-r--r--
0000
0022
0077
0022

#### B9 umask of two stages of a pipeline
umask 022; { umask 077; >a; echo x; >b; } | { read x; >c; }; ls -l a b c | cut -c1-10
#: stdout
-rw-------
-rw-------
-rw-r--r--

#### B9 limits within
ulimit -n 300
(ulimit -n 100; ulimit -n; "$SH" -c 'ulimit -n'); ulimit -n; "$SH" -c 'ulimit -n'
x=$(ulimit -n 90; ulimit -n); echo $x; ulimit -n; { ulimit -n 80; } | :; ulimit -n
(ulimit -c 0; ulimit -f 10); ulimit -f; (ulimit -H -c 0); (ulimit -n 299; ulimit -H -n); ulimit -H -n
#: stdout
100
100
300
300
90
300
300
unlimited
299
300

#### B9 nice and other properties through exec
n=$(nice)
a=$(exec nice -n 5 nice); echo $((a-n)); [ $(nice) = $n ] && echo same
(exec nice -n 3 nice) >f; read a <f; echo $((a-n)); [ $(nice) = $n ] && echo same
#: stdout
5
same
3
same

#### B10 exec redirections within do not get out
exec 3>f; echo 1 >&3
(exec 3>g 4>h; echo 2 >&3; echo 3 >&4); (echo 4 >&4) 2>/dev/null || echo closed
echo 5 >&3; x=$(exec 3>&-; (echo 6 >&3) 2>/dev/null || echo closed); echo $x; echo 7 >&3
(exec >g2; echo 8); echo 9; exec 3>&-; cat f g h g2
#: stdout
closed
closed
9
1
5
7
2
3
8

#### B10 closing within
exec 3</dev/null 4>f
(exec 3<&- 4>&-); read x <&3; echo $?; echo a >&4; x=$(exec 4>&-; exec <&-; echo b); echo $x; echo c >&4; cat f
(exec >&-; echo no 2>/dev/null); (exec 0<&-; read x) 2>/dev/null; echo d
{ exec >&-; } | cat; echo e
#: stdout
1
b
a
c
d
e
#: stderr any

#### B10 standard output redirected within a substitution
x=$(exec >f; echo a); echo "<$x>"; cat f
x=$(echo b >f; echo c); echo "<$x>"; cat f
x=$({ echo e; echo f >&2; } 2>/dev/null); echo "<$x>"
x=$(echo g >&- 2>/dev/null; echo h); echo "<$x>"
x=$(exec >/dev/null; echo i; exec >&2; echo j) 2>/dev/null; echo "<$x>"
x=$( (echo k; exec >f; echo l); echo m); echo "<$x>" | tr '\n' ' '; cat f
#: stdout
<>
a
<c>
b
<e>
<h>
<>
<k m> l
#: stderr any

#### B10 a double redirection within a substitution
x=$(echo a 2>&1 1>&2) 2>/dev/null; echo "<$x>"
x=$({ echo b 1>&3 2>&1; } 3>&1); echo "<$x>"
x=$(exec 3>&1 1>&2; echo c >&3) 2>/dev/null; echo "<$x>"
x=$(echo d 3>&1 1>&3); echo "<$x>"
x=$( { { echo e >&3; } 3>&1 >&4; } 4>/dev/null ); echo "<$x>"
#: stdout
<a>
<b>
<c>
<d>
<e>
#: not ksh93: does not end, or writes zeros

#### B10 fd 1 of a substitution opened again by its names
x=$(echo a >/dev/fd/1; echo b >/dev/stdout; echo c >/proc/self/fd/1; echo d); echo $x
x=$(printf 1; printf 2 >>/dev/fd/1; printf 3 | tee /dev/fd/1; printf 4); echo $x
x=$(/bin/sh -c 'echo e >/dev/fd/1; echo f >/proc/self/fd/1'); echo $x
#: stdout
a b c d
12334
e f
#: not ksh93: truncates its temporary file
#: needs /proc/self/fd /dev/fd/0

#### B10 a substitution's output from builtins, programs and both
x=$(echo a; /bin/echo b; printf 'c\n'; $PROBE args d; (echo e); /bin/echo f | cat; echo g); echo $x
x=$(printf 1; /bin/echo -n 2; printf 3; { printf 4; /bin/echo -n 5; }; printf 6); echo $x
#: stdout
a b c <d> e f g
123456

#### B10 standard input is shared between a subshell and the shell
{ (read a; echo $a); read b; echo $b; x=$(read c; echo $c); echo $x; cat; } <<E
1
2
3
4
E
printf '1\n2\n3\n4\n' | { (read a; echo $a); read b; echo $b; x=$(read c; echo $c); echo $x; cat; }
#: stdout
1
2
3
4
1
2
3
4

#### B10 offsets of files are shared
exec 3>f; (echo a >&3); x=$(echo b >&3); echo c >&3; { echo d >&3; } | :; echo e >&3 & wait; exec 3>&-; cat f
exec 4<f; (read x <&4); read y <&4; echo $y; exec 4<&-
#: stdout
a
b
c
d
e
b
#: not ksh93: does not wait for the first stage

#### B10 programs see only what they should
exec 3</dev/null
$PROBE fds; ($PROBE fds); x=$($PROBE fds); echo $x; echo a | { read x; $PROBE fds; }; $PROBE fds | cat
exec 3<&-
$PROBE fds; ($PROBE fds); x=$($PROBE fds); echo $x; (x=$($PROBE fds); echo $x)
f() { $PROBE fds; }; f >g; cat g; { $PROBE fds; } 5>&1; x=$(echo a | { $PROBE fds; }); echo $x
. /dev/stdin <<E
$PROBE fds
E
$PROBE fds <<E
E
#: stdout
0 1 2 3
0 1 2 3
0 1 2 3
0 1 2 3
0 1 2 3
0 1 2
0 1 2
0 1 2
0 1 2
0 1 2
0 1 2 5
0 1 2
0 1 2
0 1 2

#### B10 pipes of a pipeline are closed in its programs
$PROBE fds | cat; : | $PROBE fds; : | $PROBE fds | cat; echo a | { $PROBE fds; cat; } | cat
{ $PROBE fds & wait; } | cat; x=$(: | $PROBE fds | cat); echo $x; $PROBE fds 2>&1 | $PROBE fds
#: stdout
0 1 2
0 1 2
0 1 2
0 1 2
a
0 1 2
0 1 2
0 1 2

#### B10 no descriptor is lost in many turns
n() { $PROBE fds; set -- /proc/$$/fd/*; echo $#; }
i=0
while [ $i -lt 300 ]; do
  [ $i = 20 ] && n >a
  x=$(echo $i); (exec 3>f; exec 4<f; :); echo a | read y; { echo b; } >f 2>&1; x=$(exec >f; echo c)
  : <<E
doc
E
  (echo d >&9) 2>/dev/null; true </nonexistent 2>/dev/null; f() { echo e; }; f >f; x=$( (echo f >&2) 2>&1)
  i=$((i+1))
  [ $i = 300 ] && n >b
done 2>/dev/null
cmp a b && echo same
#: stdout
same
#: needs /proc/self/fd

#### B11 background jobs within a substitution: it waits for the end of file
x=$(sleep 0.3; echo a & echo b); echo $x | tr ' ' '\n' | sort | tr '\n' ' '; echo
x=$( (sleep 0.3; echo late) & echo early); echo $x
x=$(sleep 9 >/dev/null 2>&1 & kill $!; echo quick); echo $x
x=$(: & echo done; wait); echo $x
#: stdout
a b 
early late
quick
done
#: stderr any

#### B11 background jobs within subshells
( (exit 3) & wait $!; echo $?); ( ( : & ) ); echo a
(sleep 0.1 & wait); x=`: & echo b`; read y <<E
c
E
echo $x $y; ( { echo d & wait; } ); (echo e &) ; wait; sleep 0.1
#: stdout
3
a
b c
d
e

#### B11 jobs of the shell are not those of the subshell
sleep 5 & p=$!
(wait $p; echo $?)
(wait); echo at once; kill $p; wait $p 2>/dev/null; echo $?
#: stdout
127
at once
143
#: stderr any
#: not ksh93: adds 256

#### B11 jobs of a subshell are not those of the shell
(sleep 5 & echo $! >p); wait; jobs; wait $(cat p); echo $?; kill $(cat p); echo end
#: stdout
127
end
#: stderr any
#: not ksh93: 0 for it

#### B12 signals to $$ from subshells reach the shell's trap
trap 'n=$((n+1))' USR1; n=0
(kill -USR1 $$); :; x=$(kill -USR1 $$); :; { kill -USR1 $$; } | cat; :; { kill -USR1 $$; } & wait $!; :
echo $n
#: stdout
4

#### B12 SIGPIPE within a subshell does not end the script
(yes | head -n 1); (while echo a; do :; done) | head -n 1; x=$(yes | head -n 1); echo $x
{ while echo b; do :; done; } | read y; echo on
#: stdout
y
a
y
on
#: stderr any

#### B12 SIGCHLD of foreign children does no harm
"$SH" -c '(sleep 0.1 & exec "$SH" -c "wait; sleep 0.3; x=\$(echo a); echo \$x; wait; echo b")'
#: stdout
a
b

#### B13 a subshell that kills its parent's child kills itself, not the script
( kill -TERM $("$SH" -c 'echo $PPID'); sleep 1; echo survived ); echo st=$?
x=$( kill -TERM $("$SH" -c 'echo $PPID'); sleep 1; echo survived ); echo st=$?
{ "$SH" -c 'kill -TERM $PPID'; sleep 1; echo survived; } | cat; echo on
( "$SH" -c 'kill -KILL $PPID'; sleep 1; echo survived ); echo st=$?
#: stdout
st=143
st=143
on
st=137
#: stderr any
#: not ksh93: ends as a whole

#### B13 the only command of a subshell kills the parent of what its words substitute
( kill -KILL $("$SH" -c 'echo $PPID') ); echo st=$?
( : "$("$SH" -c 'kill -TERM $PPID'; :)" ); echo st=$?
x=$( kill -TERM "${u-$("$SH" -c 'echo $PPID')}" ); echo st=$?
#: stdout
st=137
st=0
st=143
#: stderr any
#: not ksh93: ends as a whole

#### B13 /proc/self of a subshell's own redirections is not the shell's
pid() { read -r p _ </proc/self/stat; }
pid; [ $p = $$ ] && echo same; (pid; [ $p != $$ ] && echo other); (read -r p _ </proc/self/stat; [ $p != $$ ] && echo other)
pid | cat; x=$(pid; echo $p); [ $x != $$ ] && echo other; { pid; echo $p; } | { read -r q; [ $q != $$ ] && echo other; }
{ pid; echo $p >f; } & wait; read -r q <f; [ $q = $! ] && echo child; pid; [ $p = $$ ] && echo same
(pid; kill -KILL $p; sleep 1; echo survived); echo st=$?
#: stdout
same
other
other
other
other
child
same
st=137
#: stderr any
#: needs /proc/self/stat
#: not ksh93: is the same process

#### B13 PPID of programs within a subshell is not the shell's id
p=$("$SH" -c 'echo $PPID; :'; :); [ "$p" != $$ ] && echo other
("$SH" -c 'echo $PPID; :'; :) >f; [ "$(cat f)" != $$ ] && echo other
"$SH" -c 'echo $PPID; :' >f; [ "$(cat f)" = $$ ] && echo same
#: stdout
other
other
same
#: not ksh93: is the same process

#### B13 $$ stays in every subshell
(echo $$) >a; x=$(echo $$); echo $x >b; echo $$ | cat >c; { echo $$; } >d & wait; ( (echo $$ >e) )
for f in a b c d e; do [ "$(cat $f)" = $$ ] || echo other; done; "$SH" -c 'echo $$' >g; [ "$(cat g)" != $$ ] && echo end
#: stdout
end

#### B13 exec within replaces only the subshell
(exec $PROBE args a; echo no); echo b; x=$(exec $PROBE args c; echo no); echo $x
{ exec $PROBE args d; echo no; } | cat; (trap 'echo no' EXIT; exec $PROBE args e); (exec nosuchcmd; echo no) 2>/dev/null; echo $?
f() { (exec true); echo f; }; f
#: stdout
<a>
b
<c>
<d>
<e>
127
f

#### B13 flock on a descriptor of a subshell ends with it
>lock
(flock -n 9 && echo locked; (flock -n 8 || echo busy) 8>lock) 9>lock
(flock -n 9 && echo free) 9>lock
x=$( (flock -n 9 && echo again) 9>lock); echo $x
#: stdout
locked
busy
free
again
#: needs flock

#### B13 /proc/self of programs within is their own
(readlink /proc/self/exe) | grep -c readlink; x=$(/bin/readlink /proc/self); [ $x != $$ ] && echo other
#: stdout
1
other
#: needs /proc/self/exe

#### B14 10,000 subshells and substitutions do not grow the shell
r() { while read k v u; do case $k in VmRSS:) echo $v;; esac; done </proc/$$/status; }
i=0; while [ $i -lt 500 ]; do (x=$i; :); x=$(echo $i); i=$((i+1)); done
a=$(r); i=0
while [ $i -lt 5000 ]; do (x=$i; f() { :; }; trap : EXIT); x=$(echo $i; y=$i); i=$((i+1)); done
b=$(r); [ $((b-a)) -lt 1024 ] && echo flat || echo "grew from $a to $b KiB"; echo $x
#: stdout
flat
4999
#: needs /proc/self/status

#### B14 thousands of pipelines and here-documents do not grow the shell
r() { while read k v u; do case $k in VmRSS:) echo $v;; esac; done </proc/$$/status; }
t() { i=0; while [ $i -lt $1 ]; do echo $i | { read x; read y; }; read z <<E
$i
E
i=$((i+1)); done; }
t 200; a=$(r); t 2000; b=$(r); [ $((b-a)) -lt 1024 ] && echo flat || echo "grew from $a to $b KiB"; echo $z
#: stdout
flat
1999
#: needs /proc/self/status

#### B14 subshells that fail do not grow the shell
r() { while read k v u; do case $k in VmRSS:) echo $v;; esac; done </proc/$$/status; }
t() { i=0; while [ $i -lt $1 ]; do (: ${u?x}; :); x=$(exit 3; echo no); (f() { f; }; return 2; exit 1); (set -e; false; :); i=$((i+1)); done; }
t 200 2>/dev/null; a=$(r); t 2000 2>/dev/null; b=$(r); [ $((b-a)) -lt 1024 ] && echo flat || echo "grew from $a to $b KiB"
#: stdout
flat
#: needs /proc/self/status

#### B14 nested subshells and substitutions, 200 deep
s='echo deep'; i=0; while [ $i -lt 200 ]; do s="( $s )"; i=$((i+1)); done; eval "$s"
s='echo $x'; i=0; while [ $i -lt 100 ]; do s="echo \$($s)"; i=$((i+1)); done; x=v; eval "$s"
f() { [ $1 -eq 0 ] && echo end || (f $(($1-1))); }; f 200
g() { [ $1 -eq 0 ] && echo end || echo $(g $(($1-1))); }; g 200
#: stdout
deep
v
end
end

#### B14 pipelines nested in stages
f() { if [ $1 -eq 0 ]; then cat; else f $(($1-1)) | cat; fi; }; echo through | f 50
g() { if [ $1 -eq 0 ]; then echo x; else echo $(g $(($1-1)) | { read y; echo $y; }); fi; }; g 50
#: stdout
through
x

#### B15 a command that appears earlier in PATH is found by the next subshell
mkdir bin; PATH=$PWD/bin:$PATH
x=$(basename /a/b); printf '#!/bin/sh\necho mine\n' >bin/basename; chmod +x bin/basename
y=$(basename /a/b); rm bin/basename; z=$(basename /a/b)
echo $x $y $z
#: stdout
b mine b

#### B15 and by the next one after a program made it
mkdir bin; PATH=$PWD/bin:$PATH; printf '#!/bin/sh\necho mine\n' >new; /bin/chmod +x new
x=$(basename /a/b; echo); sh -c 'mv new bin/basename'; y=$(basename /a/b); echo $x $y
#: stdout
b mine

#### B15 and after a process in the background made it
mkdir bin; PATH=$PWD/bin:$PATH; printf '#!/bin/sh\necho mine\n' >new; chmod +x new; mkfifo go done
{ read x <go; mv new bin/basename; echo >done; } &
x=$(basename /a/b); echo >go; read y <done; y=$(basename /a/b); wait; echo $x $y
#: stdout
b mine

#### C21 a short writer before a reader that does not read, or reads in part
set -o pipefail; echo a b | :; echo $?; printf '%s\n' 1 2 3 | { read a; read b; echo $a $b; }; echo $?
x=$(printf %070000d 1); echo $x | { read -r y; echo ${#y}; }; echo $?
echo x | { cat; cat; }; printf 'a\nb\n' | { head -n 1 >/dev/null; sh -c cat; }
#: stdout
0
1 2
0
70000
0
x
b

#### C21 more than a pipe holds, and nobody reads it
set -o pipefail; x=$(printf %0200000d 1); echo $x | :; [ $? -gt 128 ] && echo broken
#: stdout
broken

#### B60 a dot script in a subshell goes on where a limit gives it a process of its own
printf 'ulimit -c 0\necho a\n' >s; echo 'echo b; x=c' >>s
f() { . ./s && echo $x; }; x=$(f); echo "$x"; (command . ./s; echo $x); echo ${x#?}
#: stdout
a
b
c
a
b
c
b c

#### B61 a function that asks for its subshell's process id learns of one that can be signalled
me() { pid=$(exec sh -c 'echo "$PPID"'); }
x=$(me; trap 'echo caught' USR1; kill -s USR1 "$pid"; echo on); echo "$x"
( me; [ "$pid" != "$$" ] && echo another )
#: stdout
caught
on
another
#: not ksh93: its subshell is no process

#### B62 a function that asks through another for its subshell's process id
ask() { REPLY=$(exec sh -u -c 'echo $PPID'); }
through() { ask; }
further() { through; }
( further; [ "$REPLY" != "$$" ] && echo another; kill -s TERM "$REPLY"; echo survived ) 2>/dev/null
echo on; further; [ "$REPLY" = "$$" ] && echo same
#: stdout
another
on
same
#: stderr any
#: not ksh93: its subshell is no process

#### a background command keeps no pipe open that it does not have
# Each of them would wait for the other, did the substitution wait for more than its writers. Each has a FIFO
# of its own: the last writer may not have closed its one yet.
mkfifo p
t() { rm -f q; mkfifo q; x=$(eval "$1"); echo "$x"; echo go >p; read -r y <q; echo "$y"; }
f() { read -r y <p; echo "f $y" >q; }
t '{ read -r y <p; echo "1 $y" >q; } >/dev/null 2>&1 & echo hi'
t '(exec >&- 2>&-; read -r y <p; echo "2 $y" >q) & echo hi'
t '(exec 3>&1 >/dev/null; exec 3>&-; read -r y <p; echo "3 $y" >q) & echo hi'
t 'while :; do read -r y <p; echo "4 $y" >q; break; done >/dev/null & echo hi'
t '{ (read -r y <p; echo "5 $y" >q; :) >/dev/null & }; echo hi'
t 'f >/dev/null & echo hi'
echo 'exec >/dev/null; f' >lib
t '(. ./lib) & echo hi'
#: stdout
hi
1 go
hi
2 go
hi
3 go
hi
4 go
hi
5 go
hi
f go
hi
f go
#: not dash ksh93: what a function's redirection replaced is kept, to be put back

#### nor the output that the shell began with
mkfifo p q
echo '{ read -r y <p; echo "$y" >q; } >/dev/null & echo hi' >child
x=$($SH ./child); echo "$x"; echo go >p; read -r y <q; echo "$y"
#: stdout
hi
go

#### an EXIT trap writes where the background command was sent
{ trap 'echo bye' EXIT; :; } >file & wait
echo "file: $(cat file)"
#: stdout
file: bye

#### a signal that comes as soon as there is a process in the background is not lost
# The parent's action is not the child's, and what came before the child had its own was for nobody.
trap 'echo no' TERM
i=0
while [ $i -lt 300 ]; do
	{ sleep 9; :; } 3>&1 & kill $!
	wait $!; s=$?
	[ $s -eq 143 ] || echo $s
	i=$((i + 1))
done 2>/dev/null
kill 999999
#: status 1
#: stderr any
#: not dash: may lose it

#### where there are no descriptors of processes, stages go on while one waits for a program
cat >refuse <<'PL'
# As before Linux 5.2: no pidfd_open, no clone3, no CLONE_PIDFD.
my ($clone, $prctl) = `uname -m` =~ /aarch64/ ? (220, 167) : (56, 157);
my $code = join "", map { pack "SCCL", @$_ } [0x20, 0, 0, 0],
	[0x15, 0, 1, 434], [0x06, 0, 0, 0x50026], [0x15, 0, 1, 435], [0x06, 0, 0, 0x50026],
	[0x15, 0, 3, $clone], [0x20, 0, 0, 16], [0x45, 0, 1, 0x1000], [0x06, 0, 0, 0x50016],
	[0x06, 0, 0, 0x7fff0000];
my $filter = pack "S x![P] P", 10, $code;
syscall($prctl, 38, 1, 0, 0, 0) == 0 && syscall($prctl, 22, 2, $filter) == 0 or die;
exec @ARGV;
PL
cat >script <<'SH'
(set +o inprocess) 2>/dev/null && set +o inprocess
{ /bin/echo a; /bin/echo b; } | { /bin/cat; /bin/echo c; }
f() { /bin/cat; echo f; }; for i in 1 2; do /bin/echo $i; done | f
x=$({ /bin/echo d; echo e; } | { /bin/cat; echo g; }); echo $x
/bin/sleep 0.1 & { /bin/echo h; } | { /bin/cat; :; }; wait
SH
perl refuse "$SH" ./script 2>/dev/null
#: needs perl
#: stdout
a
b
c
1
2
f
d e g
h

#### a program alone in a subshell in the background is what `$!` names
(sleep 3) & p=$!
i=0; while [ $i -lt 50 ]; do
	read -r name </proc/$p/comm; [ "$name" = sleep ] && break
	sleep 0.02; i=$((i + 1))
done
echo "$name"; kill $p
{ sleep 3; } & p=$!
kill $p; wait $p; echo $?
#: stdout
sleep
143
#: stderr any
#: not ksh93: a process of the shell

#### B70 a shell that is process 1 waits for what others have left behind
unshare -pf --mount-proc true 2>/dev/null || { echo 0; exit; }
unshare -pf --mount-proc "$SH" -c 'for i in 1 2 3; do
    sh -c "(sh -c : &)"
    "$PROBE" status 0; env -i sleep 0.1; "$PROBE" status 0
  done
  grep -l "^State:.Z" /proc/[0-9]*/status | wc -l'
#: stdout
0
#: needs unshare

#### kill in a subshell: a child that has ended is not there any more
( sleep .01 & sleep .2; kill $! 2>/dev/null; echo $((!$?)) )
#: stdout
0

#### children that a subshell leaves behind do not stay zombies
(/bin/true &); { /bin/true & } | cat; x=$(/bin/true & echo x); f() { (/bin/true & /bin/true &); }; f
until read -r child </proc/$$/task/$$/children; [ -z "$child" ]; do :; done; echo none
(/bin/true &) 2>/dev/null; $SH -c 'exit 3'; echo $?
#: stdout
none
3

#### a subshell that moves to a process of its own keeps its jobs
mkfifo p q
( { read x <p; exit 3; } & { read x <q; exit 4; } & second=$!; ulimit -c 0; jobs >list; wc -l <list
	echo go >p; echo go >q; wait $second; echo $?; wait; echo $? )
( { read x <p; exit 5; } & trap : USR1; echo go >p; wait $!; echo $? )
#: stdout
2
4
0
5
#: not ksh93: forgets the first of them where the limit is changed
