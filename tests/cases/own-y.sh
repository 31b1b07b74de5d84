# What only forkless has: applets by name, the switch for utilities, the profile.

#### echo and printf by the name of the program
ln -s "$SH" echo; ln -s "$SH" printf
./echo a 'b  c' -n; ./echo -n d; ./echo; ./printf '%s-%d\n' x 1 y 2; ./printf; echo $?
#: stdout
a b  c -n
d
x-1
y-2
1
#: stderr some

#### echo and printf by name report a full disk
ln -s "$SH" echo; ln -s "$SH" printf
./echo a >/dev/full; echo $?; ./printf 'a\n' >/dev/full; echo $?
#: stdout
1
1
#: stderr-has No space left
#: needs /dev/full

#### a utility by name has the environment of a program
ln -s "$SH" env; ln -s "$SH" printenv
/usr/bin/env -i -- -c=d A=b IFS=x ./env | sort; /usr/bin/env -i IFS=x ./printenv IFS
/usr/bin/env -i A=b PPID=y ./env --debug X=y printenv | sort
#: stdout
-c=d
A=b
IFS=x
x
A=b
PPID=y
X=y
#: stderr any

#### the switch for utilities: an option and a variable
case $(set -o | grep inprocess) in *on) echo on;; esac
set +o inprocess; case $(set -o | grep inprocess) in *off) echo off;; esac
basename /a/b; echo x | tr x y; set -o inprocess; basename /a/c
FORKLESS_INPROCESS=0 "$SH" -c 'case $(set -o | grep inprocess) in *off) echo off;; esac; basename /a/d'
(set +o inprocess); case $(set -o | grep inprocess) in *on) echo on;; esac
#: stdout
on
off
b
y
c
off
d
on

#### utilities give the same with the switch and without
cat >s <<'E'
printf 'b\na\nb\n' | sort | uniq -c
echo abc | sed 's/b/X/' | tr a-z A-Z | cut -c1-2; expr 1 + 2; basename /x/y.c .c; dirname /x/y
printf '1\n2\n3\n' | head -n 2 | tail -n 1; printf 'a\nb\n' | grep -c b; wc -l <s; cat nosuch; ls nosuch; grep x nosuch; echo $?
sed -n 2p s; mkdir d; touch d/f; ls d; rm -r d; seq 3; echo x >w; { cat w; echo yy; } 1<>w 2>e; cat w e; { echo a >w; cat w; echo b; } >w 2>e; cat w e; printf 'a b' | xargs -n 1 echo; id -u; uname -s; date +%Y >/dev/null
E
"$SH" s >a 2>&1; "$SH" +o inprocess s >b 2>&1; cmp a b && rm -rf d && FORKLESS_INPROCESS=0 "$SH" s >c 2>&1; cmp a c && echo same
#: stdout
same

#### --profile tells per line what ran, and keeps output and status
cat >s <<'E'
x=$(echo in)
$PROBE status 0
{ echo bg; } & wait
exit 3
E
"$SH" --profile s >o 2>p; echo $?; grep -c '^bg$' o
cat o p | grep -q -i launched && echo launched; cat o p | grep -q -i forked && echo forked
#: stdout
3
1
launched
forked

#### print is no builtin under the name sh
PATH=/nowhere; command -v print || echo none
#: stdout
none

#### the shell tells its version and what it takes
ln -s "$(readlink -f "$SH")" ./forkless && ./forkless --version | sed 's/ [0-9.]*$/ N/'
./forkless --help | grep -c forkless
#: stdout
forkless N
11

#### -h and -V, alone: usage and version, by whatever name the file is called
ln -s "$(readlink -f "$SH")" ./another
./another -h | head -n 1; ./another -V | sed 's/ [0-9.]*$/ N/'; ./another --version | sed 's/ [0-9.]*$/ N/'
"$SH" -V | sed 's/ [0-9.]*$/ N/'; "$SH" --version | sed 's/ [0-9.]*$/ N/'; "$SH" --help | head -n 1
./another -h | cmp - /dev/fd/3 3<<EOF && echo equal
$(./another --help)
EOF
#: stdout
usage: forkless [options] [script [argument ...]]
forkless N
forkless N
forkless N
forkless N
usage: forkless [options] [script [argument ...]]
equal

#### -h is an option of set where POSIX has it: under the name sh, and before a script
ln -s "$(readlink -f "$SH")" ./another
echo 'case $- in *h*) echo yes; esac' >s
"$SH" -h <s; "$SH" -h s; ./another -h s; ./another -h -c '. ./s'
#: stdout
yes
yes
yes
yes

#### --install, --list and --version with the wrong operands
try() { "$SH" "$@" 2>err; echo $?; sed 's/.*sh: //' err; }
try --install; try --install a b; try --install nosuch; >f; try --install f; try --list x; try --version x
#: stdout
2
--install: a directory is missing
2
--install: one directory is expected
1
--install: nosuch: No such file or directory
1
--install: f: Not a directory
2
--list: no operand is expected
2
--version: no operand is expected

#### links in the directory of the program itself lead to it by its name alone
mkdir a b && cp "$(readlink -f "$SH")" a/forkless
a/forkless --install ./a && a/forkless --install b && echo mine >a/kept && a/forkless --install a; echo $?
readlink a/sort b/sort | sed "s|^$PWD/||"; mv a c && c/wc -c <c/kept; b/wc -c <c/kept 2>/dev/null || echo gone
#: stdout
0
forkless
a/forkless
5
gone

#### of a script that cannot be opened it is the shell that says so
for name in forkless sh ksh93 bash; do
	ln -s "$(readlink -f "$SH")" "$name"
	"./$name" nosuch; echo $?; "./$name" / 2>&1; echo $?
done 2>&1
#: stdout
./forkless: cannot open nosuch: No such file or directory
127
./forkless: cannot open /: Is a directory
126
./sh: cannot open nosuch: No such file or directory
127
./sh: cannot open /: Is a directory
126
./ksh93: cannot open nosuch: No such file or directory
127
./ksh93: cannot open /: Is a directory
126
./bash: nosuch: No such file or directory
127
./bash: /: Is a directory
126

#### a program is no script, and its syntax is not in error
printf '\177ELF\1\0' >program
"$SH" program 2>&1 | sed 's/^.*program: //'; "$SH" -c '. ./program' 2>&1 | sed 's/^.*line 1: //'
#: stdout
line 1: not a script: its first line has a NUL
not a script: its first line has a NUL

#### an unknown long option, and the nearest that there is
for option in --hlep --instal --verion --nroc --posixx --xyzzy --- --nofork; do
	"$SH" "$option" 2>err; echo "$? $(sed 's/.*sh: //' err)"
done
for option in --trace --pro; do "$SH" "$option" 2>&1 | sed 's/.*sh: //'; done
#: stdout
2 illegal option --hlep (did you mean --help?)
2 illegal option --instal (did you mean --install?)
2 illegal option --verion (did you mean --version?)
2 illegal option --nroc (did you mean --norc?)
2 illegal option --posixx (did you mean --posix?)
2 illegal option --xyzzy
2 illegal option ---
2 illegal option --nofork
illegal option --trace (did you mean --trace-processes?)
illegal option --pro

#### an option whose file is missing
for option in --rcfile --init-file --profile-report; do "$SH" "$option" 2>&1 | sed 's/.*sh: //'; done
#: stdout
--rcfile: a file is missing
--init-file: a file is missing
--profile-report: a file is missing

#### an unknown name behind -o, and the nearest that there is
for name in errexi pipefial xyzzy; do
	"$SH" -o "$name" -c : 2>err; echo "$? $(sed 's/.*sh: //' err)"
done
#: stdout
2 errexi: illegal option name (did you mean errexit?)
2 pipefial: illegal option name (did you mean pipefail?)
2 xyzzy: illegal option name

#### the first process of a container waits for orphans while it sleeps, and while it waits for others
cat >zombies <<'EOF'
for file in /proc/[0-9]*/stat; do
	read -r pid name state rest <"$file" && test "$state" = Z && echo "$1: zombie $name"
done 2>/dev/null
EOF
cat >look <<'EOF'
sleep 0.5; . ./zombies
EOF
cat >first <<'EOF'
orphans() { for i in 1 2 3 4 5; do /bin/sh -c 'sleep 0.1 &'; done; }
echo $$
orphans; sleep 0.5; set -- sleep; . ./zombies
orphans; /bin/sh ./look foreground
orphans; /bin/sh ./look background & sleep 1
orphans; /bin/sh ./look waited & wait "$!"
/bin/sh -c 'exit 7' & own=$!; orphans; sleep 0.3; wait "$own"; echo $?
x=$(/bin/sh -c 'exit 6'); echo $?; (/bin/sh -c 'exit 5'); echo $?; /bin/sh -c 'exit 4' | /bin/sh -c 'exit 3'; echo $?
trap 'caught=1' CHLD; orphans; sleep 0.3; set -- trapped; . ./zombies; echo $caught
trap - CHLD; orphans; sleep 0.3; set -- reset; . ./zombies
exit 0
EOF
unshare --pid --fork --mount-proc "$SH" ./first
#: needs root
#: needs unshare
#: stdout
1
7
6
5
3
1

#### help has options and variables
ln -s "$(readlink -f "$SH")" ./forkless && ./forkless -c 'help pipefail PPID; help nosuch 2>/dev/null; echo $?'
./forkless -c 'help nullglob cdspell'
ln -s "$(readlink -f "$SH")" ./bash && ./bash -c 'help pipefail 2>/dev/null; echo $?'
#: stdout
pipefail:
    Gives a pipeline the status of the last command in it that failed.
PPID:
    The process that started the shell.
1
nullglob:
    Removes a pattern that matches no file.
cdspell:
    An option of bash that shopt accepts and that commands do not heed here.
1

#### the name of a utility, where no other program has it, with /proc and without
mkdir -p root/usr/bin root/proc
cp "$(readlink -f "$SH")" root/usr/bin/forkless
for name in ls wc sh which; do ln -s forkless root/usr/bin/$name; done
for prepare in : 'mount -t proc proc root/proc'; do
	timeout 20 unshare --mount --pid --fork --kill-child sh -c "$prepare"'
		PATH=/usr/bin:/usr/sbin exec chroot root /usr/bin/sh -c "
			ls /usr/bin | wc -l; which which; /usr/bin/ls --nosuch; echo \$?; ls --nosuch; echo \$?"' 2>&1
done
#: needs root
#: needs unshare
#: stdout
5
/usr/bin/which
/usr/bin/ls: not supported (an option that is not reproduced), and no other program of this name is installed
127
ls: not supported (an option that is not reproduced), and no other program of this name is installed
127
5
/usr/bin/which
/usr/bin/ls: not supported (an option that is not reproduced), and no other program of this name is installed
127
ls: not supported (an option that is not reproduced), and no other program of this name is installed
127

#### the name of a utility, where no other program has it, with paths of descriptors that the process has
mkdir -p root/usr/bin root/proc root/dev
cp "$(readlink -f "$SH")" root/usr/bin/forkless
for name in cat diff env grep head sort wc sh bash; do ln -s forkless root/usr/bin/$name; done
ln -s /proc/self/fd root/dev/fd && ln -s fd/0 root/dev/stdin
cat >root/script <<'EOF'
env -u A diff <(echo a; echo b) <(sort /file); echo $?
echo one | env -u A cat /dev/stdin -; echo two | /usr/bin/cat - /dev/fd/0
{ read -r x; env -u A cat /dev/stdin; env -u A head -n 1 /proc/self/fd/0; } </file
{ read -r x; env -u A cat -; } </file
env -u A grep -c . /dev/fd/3 /dev/fd/11 3</file 11</script
cat /dev/fd/9; echo $?
EOF
printf 'c\na\n' >root/file
timeout 20 unshare --mount --pid --fork --kill-child sh -c '
	mount -t proc proc root/proc && PATH=/usr/bin:/usr/sbin exec chroot root /usr/bin/bash /script' 2>&1
#: needs root
#: needs unshare
#: stdout
2c2
< b
---
> c
1
one
two
c
a
c
a
/dev/fd/3:2
/dev/fd/11:6
cat: not supported (a descriptor named by a path), and no other program of this name is installed
127

#### --install in a root where no /proc is mounted
PATH=$PATH:/usr/sbin
mkdir -p root/usr/bin && cp "$(readlink -f "$SH")" root/usr/bin/forkless
chroot root /usr/bin/forkless --install /usr/bin && readlink root/usr/bin/cat
mkdir root/bin && chroot root usr/bin/forkless --install /bin && readlink root/bin/cat
test "$(chroot root /usr/bin/forkless -c 'PATH=/usr/bin; ls /bin | wc -l')" -gt 100 && echo many
#: needs root
#: stdout
forkless
/usr/bin/forkless
many

#### links of the shell's program are no processes: where no other is installed, and before those that are in PATH
mkdir -p root/usr/bin root/usr/local/bin root/proc
cp "$(readlink -f "$SH")" root/usr/bin/forkless
root/usr/bin/forkless --install root/usr/bin
ln -s /usr/bin/forkless root/usr/local/bin/wc && cp root/usr/bin/forkless root/usr/local/bin/tr
cat >root/script <<'EOF'
ls / | wc -l; x=$(echo a | sed s/a/b/); echo "$x" | tr b c; /usr/bin/seq 2 | sort -r; ls --nosuch
EOF
timeout 20 unshare --mount --pid --fork --kill-child sh -c '
	mount -t proc proc root/proc &&
	PATH=/usr/local/bin:/usr/bin:/usr/sbin exec chroot root /usr/bin/forkless --profile /script' 2>&1 | sed '/^elapsed/,$d'
mkdir links && "$(readlink -f "$SH")" --install links
PATH=$PWD/links:$PATH "$SH" --profile -c 'echo a | sed s/a/b/; ls --nosuch 2>/dev/null' 2>&1 | sed '/^elapsed/,$d'
#: needs root
#: needs unshare
#: stdout
3
c
2
1
ls: not supported (an option that is not reproduced), and no other program of this name is installed
forkless profile: 10 commands; 5 utilities in-process, 2 programs launched, 0 shells forked
b
forkless profile: 3 commands; 1 utilities in-process, 1 programs launched, 0 shells forked

#### an error of syntax says so where lines end with carriage returns
printf 'if :\r\nthen\r\necho a\r\nfi\r\n' >s; "$SH" ./s 2>&1; printf 'case x in\r\nx) ;;\r\nesac\r\n' | "$SH" 2>&1 | head -n 1 | sed 's/^[^:]*//'; "$SH" -c 'if' 2>&1 | grep -c carriage
#: status 1
#: stdout
./s: line 5: syntax error: unexpected end of file in the command begun on line 1, expecting `then'; lines end with carriage returns
: line 1: syntax error: unexpected `in\r' at column 8, expecting `in'; lines end with carriage returns
0
