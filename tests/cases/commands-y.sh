#### a signal ends the shell without its EXIT trap
$SH -c 'trap "echo no" EXIT; kill $$'; echo $?
#: stdout
143
#: stderr any
#: also dash

#### builtins do not describe themselves
(umask --help) 2>/dev/null || echo failed
#: stdout
failed
#: also dash

#### the report of a stopped job begins where the output ends
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> printf 'beg''in en''d'; sleep 60
< begin
^Z
< end[1]
< ready> 
> kill -9 %1; fg >/dev/null; exit 0
D
#: stdout
status 0
#: stderr any

#### what a pipeline reads from a file that its end writes is not lost
printf 'a\nb\n' >f
sort -r f | tee f
cat f
sed s/a/c/ f | cat | tee f >/dev/null
cat f
cat f | sed -n 'w f'
sort f | dd of=f status=none
cat f | uniq - f
cat f
#: needs inside:uniq,-,/dev/null
#: stdout
b
a
b
a
b
c
b
c

#### by a link named env, nice, nohup, setsid or taskset the command has the process id
for call in env nice nohup setsid 'taskset 1'; do
	name=${call%% *}
	ln -s "$(readlink -f "$SH")" "$name"
	./$call sh -c 'echo $$ >pid' </dev/null &
	wait
	[ "$(cat pid)" = $! ] && echo $name
done
#: stdout
env
nice
nohup
setsid
taskset
