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
