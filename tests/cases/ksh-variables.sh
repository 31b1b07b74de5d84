# Variables that the shell sets.

#### RANDOM
a=$RANDOM b=$RANDOM c=$RANDOM; [[ $a$b$c = +([0-9]) ]] && (( a < 32768 )) && [[ $a$b != $b$c ]] && echo random
#: stdout
random
#: also mksh

#### RANDOM in a subshell does not repeat the parent's
x=$(echo $RANDOM$RANDOM); y=$(echo $RANDOM$RANDOM); [[ $x != $y ]] && echo differ
#: stdout
differ
#: also mksh

#### RANDOM has a seed
RANDOM=42; a=$RANDOM; RANDOM=42; [[ $a = $RANDOM ]] && echo same
#: stdout
same

#### SRANDOM
[[ $SRANDOM != $SRANDOM ]] && echo differ
#: stdout
differ
#: not ksh93: has no such variable

#### SECONDS
SECONDS=100; (( SECONDS >= 100 && SECONDS < 105 )) && echo yes
#: stdout
yes
#: also mksh

#### SECONDS as a floating number (ksh)
typeset -F3 SECONDS=0; [[ $SECONDS = 0.0?? ]] && echo yes
#: stdout
yes
#: not bash: has no floating point

#### EPOCHSECONDS and EPOCHREALTIME
(( EPOCHSECONDS > 1500000000 )) && [[ $EPOCHREALTIME = +([0-9]).?????? ]] && echo yes
#: stdout
yes
#: not ksh93: has no such variable

#### LINENO
echo $LINENO

echo $LINENO
f() {
  echo $LINENO
}; f
#: stdout
1
3
5
#: also mksh

#### BASHPID
[[ $BASHPID = $$ ]] && echo same; (  [[ $BASHPID != $$ ]] && echo differ )
#: stdout
same
differ
#: not ksh93: has no such variable
#: also mksh

#### BASH_SUBSHELL
echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL)); echo $(echo $BASH_SUBSHELL)
#: stdout
0
1
2
1
#: not ksh93: has no such variable

#### .sh.subshell (ksh)
echo ${.sh.subshell}; (echo ${.sh.subshell}); echo $(echo ${.sh.subshell})
#: stdout
0
1
1
#: not bash: has no such variable

#### .sh.fun and .sh.name (ksh)
function f { echo ${.sh.fun}; }; f
#: stdout
f
#: not bash: has no such variable

#### .sh.file and .sh.lineno (ksh)
[[ ${.sh.file} = *case ]] && echo file; echo ${.sh.lineno}
#: stdout
file
0
#: not bash: has no such variable

#### .sh.pid, .sh.ppid (ksh)
[[ ${.sh.pid} = $$ ]] && echo 1; [[ ${.sh.ppid} = $PPID ]] && echo 2
#: stdout
1
2
#: not bash: has no such variable

#### UID, EUID, PPID
[[ $UID = $(id -u) && $EUID = $(id -u) ]] && (( PPID > 0 )) && echo yes
#: stdout
yes
#: not ksh93: has no such variable

#### HOSTNAME
[[ $HOSTNAME = $(uname -n) ]] && echo yes
#: stdout
yes
#: not ksh93: has no such variable

#### OSTYPE, MACHTYPE, HOSTTYPE
[[ -n $HOSTTYPE && -n $MACHTYPE && $OSTYPE = linux* ]] && echo yes
#: stdout
yes
#: not ksh93: has no such variable

#### $_
echo a b >/dev/null; echo $_; : x; echo $_
#: stdout
b
x
#: not ksh93: does otherwise

#### OPTIND and PS4
echo "$OPTIND $PS4"
#: stdout
1 + 
#: also mksh

#### OLDPWD and PWD
cd /; cd /usr; echo $OLDPWD $PWD
#: stdout
/ /usr
#: also mksh

#### a computed variable that is unset is ordinary
unset RANDOM; RANDOM=x; echo $RANDOM
#: stdout
x
#: also mksh

#### COLUMNS and LINES can be set
COLUMNS=5; echo $COLUMNS
#: stdout
5
#: also mksh

#### REPLY is ordinary
REPLY=x; echo $REPLY; (REPLY=y); echo $REPLY
#: stdout
x
x
#: also mksh

#### HISTCMD, HISTFILE and friends do no harm
HISTFILE=/nonexistent HISTSIZE=5; echo "$HISTFILE$HISTSIZE"
#: stdout
/nonexistent5
#: also mksh

#### SHELLOPTS and BASHOPTS are not set by us
echo "${KSH_VERSION:+ksh} ${BASH_VERSION:+bash}"
#: stdout
ksh 
#: not bash: BASH names are only bash's
#: also mksh

#### BASH_VERSION under the name bash
ln -s "$SH" bash; ./bash -c 'echo ${BASH_VERSION:+set} ${BASH_VERSINFO[0]} ${KSH_VERSION:-none}'
#: stdout
set 5 none
#: not ksh93: is about the name

#### scripts read by . are among the calls
#!/bin/bash
cat >lib.sh <<'X'
echo "${BASH_SOURCE[*]}|${FUNCNAME[*]}|${BASH_LINENO[*]}"
f() { echo "${BASH_SOURCE[*]}|${FUNCNAME[*]}|${BASH_LINENO[*]}"; caller 0; caller 1; }
f
X
cat >main.sh <<'X'
#!/bin/bash
. ./lib.sh
g() {
  local x=1
  source ./lib.sh
  local y=2
}
g; echo "$x$y|${FUNCNAME[*]}"
X
"$SH" main.sh
#: stdout
./lib.sh main.sh||2 0
./lib.sh ./lib.sh main.sh|f source main|3 2 0
3 source ./lib.sh
2 main main.sh
./lib.sh main.sh main.sh|source g main|5 8 0
./lib.sh ./lib.sh main.sh main.sh|f source g main|3 5 8 0
3 source ./lib.sh
5 g main.sh
|
#: not ksh93: has none of them

#### UID and what the machine is are exported like other variables
export UID HOSTNAME; typeset -x OSTYPE
"$PROBE" env UID | sed 's/=[0-9][0-9]*$/=number/'
"$PROBE" env HOSTNAME | sed 's/=..*/=name/'
env | grep -c -e '^UID=' -e '^HOSTNAME=' -e '^OSTYPE='
#: stdout
UID=number
HOSTNAME=name
3
#: not ksh93: has no such variables

#### a value that a declaration cannot convert does not fail the next assignment
x='1+'; typeset -i x; typeset -i y; y=3; echo "$y"
#: stdout
3
#: stderr any
#: not ksh93: ends
