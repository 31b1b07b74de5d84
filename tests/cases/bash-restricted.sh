# The restricted shell: `set -r`, and the name rbash.

#### what a restricted shell does not do
set -r
cd /; echo "cd $?"
pushd /; echo "pushd $?"
/bin/echo hi; echo "slash $?"
command /bin/echo hi; echo "command $?"
exec echo; echo "exec $?"
. ./f; echo "dot $?"
source ./f; echo "source $?"
command -p echo hi; echo "command -p $?"
hash -p /bin/ls ls; echo "hash -p $?"
enable -f x y; echo "enable -f $?"
history -r ./f; echo "history $?"
BASH_CMDS[x]=/bin/sh; echo "BASH_CMDS $?"
set +r 2>&1 | head -n 1
eval 'cd /'; (cd /); x=$(cd /); echo "$?"
echo end
#: stdout
cd 1
pushd 1
slash 1
command 1
exec 1
dot 1
source 1
command -p 1
hash -p 1
enable -f 1
history 1
BASH_CMDS 0
../case: line 14: set: +r: invalid option
1
end
#: stderr
../case: line 2: cd: restricted
../case: line 3: pushd: restricted
../case: line 4: /bin/echo: restricted: cannot specify `/' in command names
../case: line 5: /bin/echo: restricted: cannot specify `/' in command names
../case: line 6: exec: restricted
../case: line 7: .: ./f: restricted
../case: line 8: source: ./f: restricted
../case: line 9: command: -p: restricted
../case: line 10: hash: /bin/ls: restricted
../case: line 11: enable: restricted
../case: line 12: history: ./f: restricted
../case: line 13: /bin/sh: restricted
../case: line 15: cd: restricted
../case: line 15: cd: restricted
../case: line 15: cd: restricted

#### it opens files to read only
set -r
for how in '>' '>>' '>|' '<>' '&>' '>&' '2>'; do eval "echo a $how out"; echo "$?"; done
exec > out; echo "$?"
echo b >&2; cat <<< c < /dev/null; ls out
#: stdout
1
1
1
1
1
1
1
1
#: stderr-has out: restricted: cannot redirect output
#: status 2

#### and some variables are read only
set -r
PATH=/x; SHELL=x
ENV=x
BASH_ENV=x
unset PATH
for PATH in a; do echo in; done
PATH=x true; echo "$?"
#: stdout
0
#: stderr
../case: line 2: PATH: readonly variable
../case: line 3: ENV: readonly variable
../case: line 4: BASH_ENV: readonly variable
../case: line 5: unset: PATH: cannot unset: readonly variable
../case: line 6: PATH: readonly variable
../case: line 7: PATH: readonly variable

#### by name and by option, after the start-up file; not for what it starts
shopt restricted_shell; echo 'cd /; echo "$PWD"; echo "$-"' > script; chmod +x script
ln -s "$(command -v "$SH")" rbash
mkdir bin; mv script bin/; PATH=$PWD/bin:$PATH
BASH_ENV=bin/script ./rbash -c 'cd /bin; pwd; shopt restricted_shell; [ -o restricted ]; echo "$?"; script' 2>/dev/null
"$SH" -r -c 'cd /' 2>/dev/null || echo failed
#: stdout
restricted_shell	off
/
hBc
/
restricted_shell	on
1
/
hB
failed

#### a command's path in the table is one of PATH
cp /bin/echo here; PATH=/nowhere
set -r
hash -p here a; echo $?; a
BASH_CMDS[b]=here; b
#: status 127
#: stdout
1
#: stderr
../case: line 3: hash: here: not found
../case: line 3: a: command not found
../case: line 4: here: not found
../case: line 4: b: command not found
