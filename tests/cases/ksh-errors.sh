# What an error ends, and its status, where bash and ksh93 agree against dash.

#### a redirection that fails has status 1
cat <nowhere; echo $?
{ :; } <nowhere; echo $?
[[ a ]] <nowhere; echo $?
f() { :; }; f <nowhere; echo $?
set -C; : >f; echo a >f; echo $?
#: stdout
1
1
1
1
1
#: stderr some
#: not ksh93: the function's body runs
#: also mksh

#### a directory that is not there, a name that is nothing
cd nowhere; echo $?; type nothing; echo $?; command -v nothing; echo $?
#: stdout
1
1
1
#: stderr some

#### an unset parameter ends the shell with status 1
(set -u; echo $x; echo no); echo $?
(echo ${x?}; echo no); echo $?
(echo $((1/0)); echo no); echo $?
#: stdout
1
1
1
#: stderr some
#: also mksh

#### a variable that is read only cannot be unset, and the shell goes on
readonly x=1; unset x; echo $? $x
#: stdout
1 1
#: stderr some
#: also mksh

#### an assignment before a command to a variable that is read only makes it fail
readonly x=1
x=2 :; echo $x
#: stdout any
#: stderr some
#: status 0-1

#### exit and return take negative numbers
f() { return -1; }; f; echo $?; (exit -2); echo $?
#: stdout
255
254
#: not ksh93: keeps -1
#: also mksh

#### break and continue in a dot script are for the loops around it
echo 'continue' >c; echo 'break' >b
for i in 1 2 3 4 5; do
  [ $i = 2 ] && . ./c
  [ $i = 4 ] && . ./b
  echo $i
done
#: stdout
1
3
#: also dash

#### command catches the errors of what eval runs
readonly x=1
command eval 'x=2; echo no'
echo a
command . ./nowhere
echo b
f() { command eval 'echo ${y?}; echo no'; echo c; }
f
#: stdout
a
b
c
#: stderr some
#: not bash: leaves the line, or the shell
#: also dash

#### in bash's language an error of expansion leaves the line
#!/bin/bash
f() { echo $((1/0)); echo no; }
f; echo no
echo $?
readonly r=1
r=2; echo no
echo $?
for i in 1 2; do echo ${a!b}; done; echo no
echo $?
#: stdout
1
1
1
#: stderr some
#: not ksh93: ends

#### in bash's language a subshell ends by it
#!/bin/bash
(echo $((1/0)); echo no); echo $?
x=$(echo $((1/0)); echo no); echo $?
#: stdout
1
1
#: stderr some

#### in bash's language a special builtin's error is like any other's
#!/bin/bash
: >/; echo $?
. ./nowhere; echo $?
shift 4; echo $?
eval 'echo ('; echo $?
set -o nothing; echo $?
#: stdout
1
1
1
2
2
#: stderr some
#: not ksh93: ends

#### in bash's language eval goes on with its next line
#!/bin/bash
eval 'echo $((1/0)); echo no
echo yes'; echo $?
#: stdout
yes
0
#: stderr some
#: not ksh93: ends

#### in bash's language an unset parameter ends the shell
#!/bin/bash
set -u
echo $x
echo no
#: status 1-127
#: stderr some

#### in bash's language a pattern that matches nothing leaves the line under failglob
#!/bin/bash
shopt -s failglob
echo *.none; echo no
echo $?
#: stdout
1
#: stderr some
#: not ksh93: has no shopt

#### in bash's language a command substitution does not have set -e
#!/bin/bash
set -e
echo "$(false; echo a)"
shopt -s inherit_errexit
x=$(false; echo b) || echo "<$x>"
echo "$(set -e; false; echo c)"
#: stdout
a

#: end
#: not ksh93: has no shopt

#### in bash's language a redirection's word is a pattern, and one word
#!/bin/bash
echo hi >a.txt; cat <*.txt
: >b.txt; cat <*.txt || echo $?
x='c d'; echo a >$x || echo $?
#: stdout
hi
1
1
#: stderr some
#: not ksh93: stands for itself

#### an error in $(( )) is no error of the [[ ]] or (( )) around it
(f() { [[ 1 -gt $((/1)) ]]; echo "in f $?"; }; f; echo same) 2>/dev/null
(f() { [[ -n $((/1)) ]]; echo "in f $?"; }; f; echo same) 2>/dev/null
(f() { (( $((/1)) + 1 )); echo "in f $?"; }; f; echo same) 2>/dev/null
[[ 1 -gt /1 ]] 2>/dev/null || echo soft
#: not ksh93: an error in [[ ]] ends the script
#: stdout
soft

#### what refers to itself by an indirection is an error
(x='a[${!x}]'; echo ${!x}; echo no); echo $?
x='a[$((x))]'; (: $((x)); echo no); echo $?
#: stdout
2
1
#: stderr-has recursion is too deep
#: not bash: ends by a fault
#: not ksh93: ${!x} is the name that x refers to

#### expressions that refer to one another a thousand times
i=0; while [ $i -lt 1000 ]; do eval "v$i='1 + v$((i + 1))'"; i=$((i + 1)); done
v1000=7; echo $((v0))
#: stdout
1007
#: not ksh93: goes 512 deep

#### a declaration of what is no number is fatal, as an assignment is
(typeset -i a="1 +"; echo never)
echo $?
typeset -i b="1 +"
echo never
#: stdout
1
#: stderr-has 1 +
#: status 1
#: not bash: goes on with the next line

#### a syntax error shows the line with a mark under the place
"$SH" -c 'if true; then echo ä; done' me
"$SH" -c 'echo one
	echo $(two "${x-three)' me
echo $?
eval 'x=`echo )`'
#: stdout
one
2
#: stderr
me: line 1: syntax error: unexpected `done' at column 23, expecting `fi'
    if true; then echo ä; done
                          ^^^^
me: line 2: syntax error: missing `}' at column 14
    	echo $(two "${x-three)
    	            ^^
../case: line 5: syntax error: unexpected `)' at column 6
    echo )
         ^
#: status 2
#: not bash: words of its own
#: not ksh93: words of its own

#### a syntax error at the end of the text has no mark
while :; do
  (a
#: stderr
../case: line 3: syntax error: unexpected end of file in the command begun on line 2, expecting `)'
#: status 2
#: not bash: words of its own
#: not ksh93: words of its own

#### the smallest number is a status
(exit -9223372036854775808); echo $?
#: stdout
0

#### an unknown long option is compared with ksh93's names of options too
ln -s "$(readlink -f "$SH")" ./ksh
for option in --pipfail --noglobb; do ./ksh $option -c : 2>&1 | sed 's/^[^:]*: //'; done
#: not bash: ours
#: not ksh93: ours
#: stdout
illegal option --pipfail (did you mean --pipefail?)
illegal option --noglobb (did you mean --noglob?)
