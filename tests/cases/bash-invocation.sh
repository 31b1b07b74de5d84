#### -O and +O: options of shopt
case foobar in @(foo|bar)*) echo yes;; esac
shopt dotglob
#: options -eO extglob +O dotglob
#: status 1
#: stdout
yes
dotglob        	off

#### -O and +O without a name list the options
"$SH" -O </dev/null | grep '^extglob'; "$SH" +O </dev/null | grep -c '^shopt -[su] '  | grep -v '^0'  | wc -l
"$SH" -c 'echo command' -O; echo 'shopt sourcepath' | "$SH" -O | sort | uniq -c | grep -c '^ *2 sourcepath'
#: stdout
extglob        	off
1
command
1

#### BASHOPTS in the environment
shopt extglob nocaseglob
#: env BASHOPTS=extglob:nosuch:nocaseglob
#: stdout
extglob        	on
nocaseglob     	on

#### an option that there is not
#: options -O nosuch
#: status 2
#: stderr-has nosuch: invalid shell option name

#### --version, and -p as scripts have it in their first line
"$SH" --version | sed -n '1s/\(version [0-9.]*\).*/\1/p' | grep -c '^GNU bash, version 5\.2'
"$SH" -p -c 'echo "$-"' | grep -c p
#: stdout
1
1

#### a script that is not there
"$SH" ./nosuch 2>&1 | sed 's/.*bash: /bash: /'; echo "${PIPESTATUS[0]}"
"$SH" nosuch 2>&1 | sed 's/.*bash: /bash: /'
#: stdout
bash: ./nosuch: No such file or directory
127
bash: nosuch: No such file or directory

#### BASH_ENV names a file that is read before the script
echo 'echo "from env $0 $#"; q=1' > env
export BASH_ENV='${HERE}/env' HERE=$PWD
"$SH" -c 'echo "q $q"' name a
echo 'echo "script $q"' > script
"$SH" ./script; "$SH" < script | tail -n 1
"$SH" -p -c 'echo "q $q"'
BASH_ENV=/nosuch "$SH" -c 'echo "q $q"'
BASH_ENV= "$SH" -c 'echo "q $q"'
#: stdout
from env name 1
q 1
from env ./script 0
script 1
script 1
q 
q 
q 

#### BASH is the file that was called, by the name it was called by
mkdir bin; ln -s "$(command -v "$SH")" bin/bash
PATH=$PWD/bin:$PATH bash -c 'test "$BASH" = "$PWD/bin/bash"; echo $?; "$BASH" -c "echo \${BASH_VERSION:+set}"'
bin/bash -c 'test "$BASH" -ef bin/bash; echo $?; echo "${BASH##*/}"'
#: stdout
0
set
0
bash

#### the files of a login shell, an interactive one and one that is neither
echo 'echo run commands' >.bashrc; echo 'echo profile' >.profile; echo 'echo named; PS1=' >named
for options in -ic -lc -lic '--norc -ic' '--rcfile named -ic' '--noprofile -lc' -c; do
  echo "$options: $(ENV=./named BASH_ENV=./named "$SH" $options 'echo x' 2>/dev/null | tail -n 2 | tr '\n' ' ')"
done
echo 'echo own profile' >.bash_profile; echo 'echo end' >.bash_logout
echo 'echo in' | "$SH" -li 2>/dev/null | tail -n 3
#: stdout
-ic: run commands x 
-lc: named x 
-lic: profile x 
--norc -ic: x 
--rcfile named -ic: named x 
--noprofile -lc: named x 
-c: named x 
own profile
in
end

#### POSIX mode and POSIXLY_CORRECT are one
POSIXLY_CORRECT=; [[ -o posix ]] && echo on
set +o posix; echo "${POSIXLY_CORRECT-unset}"
set -o posix; declare -p POSIXLY_CORRECT
(unset POSIXLY_CORRECT; [[ -o posix ]] || echo off inside); [[ -o posix ]] && echo on
unset -v POSIXLY_CORRECT; [[ -o posix ]] || echo off
f() { local POSIXLY_CORRECT=y; [[ -o posix ]] && echo on in f; }; f; [[ -o posix ]] || echo off
#: stdout
on
unset
declare -- POSIXLY_CORRECT="y"
off inside
on
off
on in f
off

#### POSIXLY_CORRECT from outside
POSIXLY_CORRECT=x bash -c '[[ -o posix ]] && echo $POSIXLY_CORRECT'
bash --posix -c 'echo $POSIXLY_CORRECT; set +o posix; echo "${POSIXLY_CORRECT-unset}"'
#: stdout
x
y
unset

#### BASH_VERSINFO is the shell's own, whatever the environment has
BASH_VERSINFO=x "$SH" -c 'v=$(declare -p BASH_VERSINFO); echo "${v:0:28} ${#BASH_VERSINFO[@]}"; BASH_VERSINFO=(9); echo no'
echo $?
#: stdout
declare -ar BASH_VERSINFO=([ 6
1
#: stderr some
