# The last command of a pipeline in the shell's own environment.

#### shopt -s lastpipe
#!/bin/bash
shopt -s lastpipe
echo a b | read x y; echo $y
printf '1\n2\n3\n' | while read n; do ((sum += n)); done; echo $sum
echo c | { read z; cd /; }; echo $z $PWD
false | true; echo ${PIPESTATUS[@]}
#: stdout
b
6
c /
1 0
#: not ksh93: has no shopt

#### the end of the last command is the shell's
#!/bin/bash
shopt -s lastpipe
echo a | exit 3
echo no
#: status 3
#: not ksh93: has no shopt

#### lastpipe in a command substitution
#!/bin/bash
shopt -s lastpipe
x=$(echo 5 | read y; echo "<$y>"); echo "$x"
#: stdout
<5>
#: not ksh93: has no shopt

#### under the name ksh it is always so
ln -s "$SH" ksh; ./ksh -c 'echo a | read x; echo $x'
#: stdout
a
#: not bash: not under its name

#### the last command may return from a function
#!/bin/bash
shopt -s lastpipe
f() { echo a | return 4; echo no; }; f; echo $?
#: stdout
4
#: not ksh93: has no shopt

#### a command of a pipeline can be timed
{ echo a | time cat; } 2>/dev/null; echo $?
(echo b | time cat) 2>&1 | grep -c '^\(real\|user\|sys\)'
#: stdout
a
0
3
#: not bash: takes it for the program
