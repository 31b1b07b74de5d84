# The same for what POSIX does not know.

#### A1 local variables in a substitution inside the function
f() { local a=1; b=$(a=2; local c=3; echo $a$c); echo $a$b${c-unset}; }; a=0; f; echo $a
#: stdout
123unset
0
#: also dash bash

#### A5 RANDOM: a subshell's use does not move the shell's sequence
RANDOM=42; a=$RANDOM b=$RANDOM
RANDOM=42; c=$RANDOM; (x=$RANDOM$RANDOM); y=$(echo $RANDOM); d=$RANDOM
[ "$a $b" = "$c $d" ] && echo same
(RANDOM=1); x=$(RANDOM=2)
[ -n "$RANDOM" ] && echo set
#: stdout
same
set
#: also bash zsh

#### A5 RANDOM: subshells differ, values are in range
a=$RANDOM; [ $a -ge 0 ] && [ $a -le 32767 ] && echo range
i=0; s=; while [ $i -lt 20 ]; do s="$s $RANDOM"; i=$((i+1)); done
set -- $s; [ $# -eq 20 ] && [ "$1" != "$2" -o "$2" != "$3" ] && echo differ
#: stdout
range
differ
#: also bash ksh93 mksh zsh busybox

#### A5 SECONDS
SECONDS=100; (SECONDS=5; [ $SECONDS -ge 5 ] && [ $SECONDS -lt 50 ] && echo in); [ $SECONDS -ge 100 ] && echo out
x=$(SECONDS=7; echo $SECONDS); echo $x; [ $SECONDS -ge 100 ] && echo out
#: stdout
in
out
7
out
#: also bash mksh zsh

#### A6 the list of traps within a subshell until the first trap there
trap 'echo x' USR1
(trap | grep -c USR1)
(trap 'echo y' USR2; trap | grep -c USR1)
(x=$(trap); case $x in *USR1*) echo shown;; esac)
#: stdout
1
0
shown
#: status 0
