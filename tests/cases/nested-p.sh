# Scripts that a script calls: what they get, what they leave, what they are to their callers.

#### a script has exported variables, its arguments and a directory of its own
printf '#!%s\necho "$x ${y-unset} $# $2 ${PWD##*/}"; x=changed; cd /; exit 5\n' "$SH" >s; chmod +x s
mkdir d; export x=1; y=2; cd d; ../s a 'b c'; echo $? $x ${PWD##*/}
#: stdout
1 unset 2 b c d
5 1 d

#### a script is a stage of a pipeline and a substitution
printf '#!%s\nread l; echo "<$l>"\n' "$SH" >s; chmod +x s
echo in | ./s | tr i o; x=$(echo y | ./s); echo "[$x]"; echo z | { ./s; ./s </dev/null; }
#: stdout
<on>
[<y>]
<z>
<>

#### functions, aliases, options, traps and positional parameters do not reach a script
f() { echo function; }; alias a='echo alias'; set -f; set -- p q; trap 'echo outer' EXIT
"$SH" -c 'f 2>/dev/null || echo none; a 2>/dev/null || echo none; echo $#; case $- in *f*) echo f;; esac; trap'
trap - EXIT
#: stdout
none
none
0

#### what a script changes stays its own
"$SH" -c 'exec 3>o; echo o >&3; umask 077; set -e; x=1; cd /'; umask 022; umask; cat o; echo ${x-unset}
#: stdout
0022
o
unset

#### a script has a process id of its own, and its parent's
"$SH" -c '[ $$ != "$1" ] && [ $PPID = "$1" ] && echo own' s $$; echo 'echo $$' >t; x=$("$SH" ./t); [ "$x" != $$ ] && echo other
a=$("$SH" -c 'echo $$ $(echo $$)'); set -- $a; [ "$1" = "$2" ] && echo same
#: stdout
own
other
same

#### a script that a signal ends
"$SH" -c 'kill -TERM $$; echo no'; [ $? -gt 128 ] && echo signal; "$SH" -c 'trap "echo t; exit 3" TERM; kill -TERM $$; echo no'; echo $?
#: stdout
signal
t
3
#: stderr any

#### an EXIT trap of a script runs at its end
"$SH" -c 'trap "echo bye \$?" EXIT; exit 4'; echo $?; (trap 'echo outer' EXIT; "$SH" -c 'trap "echo inner" EXIT'; :)
#: stdout
bye 4
4
inner
outer

#### errors end the script, not its caller
"$SH" -c 'set -u; echo $nothing; echo no' 2>/dev/null || echo failed; "$SH" -c 'if' 2>/dev/null || echo failed
"$SH" ./nosuch 2>/dev/null || echo failed; "$SH" -ec 'false; echo no' || echo $?; echo on
#: stdout
failed
failed
failed
1
on

#### a file without #! is a script
echo 'echo plain $1 ${x-unset}' >s; chmod +x s; x=1; ./s a; x=2 ./s b | cat; echo $(./s c)
#: stdout
plain a unset
plain b 2
plain c unset

#### assignments before a script are its environment
x=1 "$SH" -c 'echo $x'; echo ${x-unset}; export x=2; x=3 "$SH" -c 'echo $x'; echo $x; unset x; "$SH" -c 'echo ${x-unset}'
#: stdout
1
unset
3
2
unset

#### scripts call scripts, and themselves
cat >s <<'X'
[ $1 -gt 0 ] || { echo end; exit 7; }
"$SH" ./s $(($1 - 1)); echo $1 $?; exit $1
X
export SH; "$SH" ./s 3; echo $?
"$SH" ./s 40 | head -n 3
#: stdout
end
1 7
2 1
3 2
3
end
1 7
2 1

#### a script's background processes run on, and it waits for its own only
"$SH" -c '{ sleep 0.3; echo late; } & echo now'; echo first; wait; sleep 1
sleep 0.1 & "$SH" -c 'wait; echo nothing to wait for'; wait
#: stdout
now
first
late
nothing to wait for

#### a script's input is read no further than it reads
printf '%s\n' a b c >f; { "$SH" -c 'read x; echo $x'; read y; echo $y; "$SH" -c cat; } <f
printf '%s\n' a b c | { "$SH" -c 'read x; echo $x'; read y; echo $y; "$SH" -c cat; }
#: stdout
a
b
c
a
b
c

#### xargs and find run texts of the shell
echo a b | xargs -n 1 "$SH" -c 'echo "<$1>"' s; >x; find . -name x -exec "$SH" -c 'echo "$1"' s {} \;
#: stdout
<a>
<b>
./x

#### a trap of the caller runs after the script
trap 'echo got' USR1; "$SH" -c 'kill -USR1 $1; echo in' s $$; echo after
#: stdout
in
got
after

#### limits of a script are its own
"$SH" -c 'ulimit -n 64; ulimit -n'; [ $(ulimit -n) != 64 ] && echo ours
#: stdout
64
ours

#### exec ends a script
"$SH" -c 'exec echo e; echo no'; "$SH" -c 'exec nosuchprogram; echo no' 2>/dev/null; echo $?
#: stdout
e
127

#### $$ in a text that eval reads in a subshell of a nested script is the script's
echo "x=\$(eval 'kill -USR1 \$\$'); echo no" >quoted
trap 'echo caller' USR1
"$SH" ./quoted; [ $? -gt 128 ] && echo killed
#: stdout
killed
#: stderr any

#### awk's commands are no processes, where /bin/sh is this shell
cat >commands <<'X'
awk 'BEGIN {
	"echo a" | getline x; print "x" x; print close("echo a")
	while (("printf \"b\\na\\n\" | sort" | getline x) > 0) print x
	print "c" | "cat"; print "d" | "sort -r"; close("cat")
	"cd / && pwd; exit 3" | getline x; print x close("cd / && pwd; exit 3")
	print "y" | "read l; echo \"<$l>\"; exit 4"; print close("read l; echo \"<$l>\"; exit 4")
	print system("exit 5")
	print "last" | "cat >&2"
}'
awk 'BEGIN { for (i = 0; i < 20000; i++) print i | "tail -n 1" }'
awk 'BEGIN { while (("seq 20000" | getline x) > 0) sum += x; print sum }'
awk 'BEGIN { print "left" | "cat"; exit 6 }'; echo $?
X
unshare --mount sh -c 'mount --bind "$1" "$(readlink -f /bin/sh)" && exec "$1" --trace-processes ./commands' s "$(readlink -f "$SH")" 2>&1
#: needs root
#: needs unshare
#: stdout
xa
0
a
b
c
/3
<y>
4
5
last
d
19999
200010000
left
6

#### a command that awk reads may go on after awk (mawk), or not end (gawk kills it by its pipe)
cat >commands <<'X'
awk 'BEGIN { "while :; do echo y; done" | getline x; print x }'
awk 'BEGIN { "yes" | getline x; print x }'
awk 'BEGIN { "kill -9 $$" | getline x; print close("kill -9 $$") }'
awk 'BEGIN { printf "a\0b" ; print system("exit 3\0; exit 4") }' | tr '\0' 0
X
unshare --mount sh -c 'mount --bind "$1" "$(readlink -f /bin/sh)" && exec "$1" ./commands' s "$(readlink -f "$SH")" 2>&1
#: needs root
#: needs unshare
#: stdout
y
y
265
a0b3

#### gawk writes files before it starts a command that it writes to
echo 'gawk "BEGIN { print 1 > \"file\"; print 2 | \"cat file -\" }"' >commands
unshare --mount sh -c 'mount --bind "$1" "$(readlink -f /bin/sh)" && exec "$1" ./commands' s "$(readlink -f "$SH")" 2>&1
#: needs root
#: needs unshare
#: needs gawk
#: stdout
1
2

#### a script on standard input has its own arguments, state and status
printf 'echo "$# $1"\n' >s; "$SH" <s; "$SH" -s a 'b c' <s; cat s | "$SH" -es -- x
x=1 "$SH" <<'X'
echo "$x"; cd /; y=2
exit 3
echo no
X
echo $? ${y-unset}; printf 'false\necho no\n' | "$SH" -e; echo $?; "$SH" </dev/null; echo $?
printf 'trap "echo bye" EXIT\necho on' | "$SH"; x=$(echo 'echo sub' | "$SH"); echo $x
#: stdout
0 
2 a
1 x
1
3 unset
1
0
on
bye
sub

#### commands of a script on standard input read what follows in it
printf 'read a\nfirst\necho "<$a>"\ncat\nx\n' >s; "$SH" <s; cat s | "$SH"
printf 'echo in; exit 4\nrest\n' >s; { "$SH"; echo $?; cat; } <s; cat s | { "$SH"; echo $?; cat; }
printf 'x=$(cat); echo "[$x]"\ny\n' | "$SH"; printf '(cat)\nz\n' | "$SH"; printf 'exec cat\nw\n' | "$SH"
printf ': $$; echo moved\ncat\nv\n' | "$SH"; printf ': $$; echo moved\ncat\nv\n' >s; "$SH" <s
#: stdout
<first>
x
<first>
x
in
4
rest
in
4
rest
[y]
z
w
moved
v
moved
v

#### exec gives a script on standard input another one
printf 'echo a; exec <g\necho no\n' >s; printf 'echo g\necho h\n' >g; "$SH" <s; cat s | "$SH"
(echo 'exec <g'; echo 'echo no') | "$SH" | { echo 'tr a-z A-Z'; cat; } | "$SH"; printf 'echo b; exec <&-\necho no\n' | "$SH"; echo $?
#: stdout
a
g
h
a
g
h
G
H
b
0

#### scripts come through a pipeline as they are written
(echo 'echo a'; sleep 0.2; echo 'echo b') | "$SH" | while read -r l; do echo "$l"; done
seq 3000 | sed 's/.*/echo &/' | "$SH" | tail -n 1; yes 'echo y' | "$SH" | head -n 1
mkfifo p; echo 'echo fifo' >p & "$SH" <p; wait
#: stdout
a
b
3000
y
fifo

#### what runs in a script's background does not read the caller's input
echo in >f; "$SH" -c 'cat & wait' <f; echo in | "$SH" -c 'cat & wait'; { "$SH" -c '{ cat; } & wait'; } <f
echo 'cat & wait; echo end' >s; "$SH" <s; "$SH" ./s <f
#: stdout
end
end

#### exec runs a utility or a script in the place of a subshell
(exec cat nosuch 2>/dev/null; echo no); [ $? != 0 ] && echo failed; (trap 'echo no' EXIT; exec echo e); x=$(exec echo sub; echo no); echo $x
echo in | (exec tr a-z A-Z); (exec "$SH" -c 'echo n; exit 5'; echo no); echo $?; "$SH" -c 'exec echo s; echo no'
(A=1; export A; exec printenv A); (exec echo a >o; echo no); cat o; (set -e; exec false; echo no); echo $?; yes | (exec head -n 1)
#: stdout
failed
e
sub
IN
n
5
s
1
a
1
y

#### signals that the caller ignores stay ignored in a script, and cannot be trapped there
trap '' TERM USR1; cat >t <<'E'
trap 'echo no' TERM; trap - USR1; sh -c 'kill -TERM $$; kill -USR1 $$; echo program'; (sh -c 'kill -TERM $$; echo subshell')
x=$(sh -c 'kill -USR1 $$'; echo substitution); echo $x; "$1" -c 'trap "echo no" USR1; kill -TERM $$; kill -USR1 $$; echo deeper'
E
"$SH" ./t "$SH"; echo $?
"$SH" -c 'trap "echo no" TERM; kill -TERM $$; (kill -TERM $$); kill -USR1 $$; echo process'; trap - TERM; "$SH" -c 'trap "echo t" TERM; kill -TERM $$; :'
#: stdout
program
subshell
substitution
deeper
0
process
t

#### a script whose caller ignores SIGPIPE is told by an error that nobody reads
trap '' PIPE; "$SH" -c '(echo a; echo $? >&2) | :; { sleep 0.1; echo b || echo failed >&2; } | :; { sleep 0.1; cat f; echo "cat $?" >&2; } | :' 2>e; [ $? = 0 ] && echo done; grep -c failed e; tail -n 1 e
#: stdout
done
1
cat 1
#: stderr any

#### trap does not list what the caller ignores, nor do actions of the caller reach a script
trap '' TERM EXIT; trap 'echo outer' INT; "$SH" -c 'trap; (trap); trap "echo in" HUP; trap' | grep -v ' TERM$'; trap - INT EXIT
#: stdout
trap -- 'echo in' HUP

#### a script is no process for the signals that the caller ignores, but for those of children
trap '' INT CHLD; "$SH" -c 'true; (exit 3); echo $?; false & wait $!; echo $?'; trap - CHLD; x=$("$SH" -c 'echo in'); echo $x
#: stdout
3
1
in

#### a login shell whose script is standard input, which a start-up file has replaced
printf 'exec <other\n' >.profile; cp .profile .bash_profile; echo 'echo other' >other; echo 'echo given' >s
HOME=. "$SH" -l <s; x=$(HOME=. "$SH" -l <s); echo $x; echo a | HOME=. "$SH" -ls | cat
#: stdout
other
other
other
