#### LINENO can be assigned to
#!/bin/ksh
LINENO=10
#
print $LINENO
LINENO=5+5 true
typeset -p LINENO
#: stdout
11
typeset -i LINENO=13
#: not bash: another language

#### SHLVL counts, and takes no expressions from outside
#!/bin/ksh
ln -s "$(command -v "$SH")" ksh93; ksh=$PWD/ksh93
for value in 7 013 '2#11' '2#11+x[0]'; do env SHLVL="$value" $ksh -c 'print $SHLVL'; done
SHLVL=1; $ksh -c 'print $SHLVL; exec "$0" -c "print \$SHLVL"' $ksh
#: stdout
8
14
4
1
2
2
#: not bash: another language

#### SRANDOM is less than what it is assigned
#!/bin/ksh
SRANDOM=3; for ((i = 0; i < 50; i++)); do (( SRANDOM < 3 )) || print no; done
(SRANDOM=1000000); (( SRANDOM < 3 )) && print bound
#: stdout
bound
#: not bash: another language
#: not ksh93: 1.0.4 has no SRANDOM

#### what is computed ends when it is unset, and has other names
#!/bin/ksh
unset .sh.pid .sh.subshell HISTCMD; print "<${.sh.pid}> <${.sh.subshell}> <$HISTCMD>"
[[ -v .sh.lineno ]] && print there
function f { nameref n=$1; print -r -- "$n"; }; f .sh.fun
unset .sh 2>/dev/null; print $?
#: stdout
<> <> <>
there
f
1
#: not bash: another language

#### functions for changes of elements may change others
#!/bin/ksh
typeset -i x
function x.set { typeset sub=${.sh.subscript}; (( sub > 0 )) && (( x[sub-1] = x[sub-1] + .sh.value )); }
x[0]=0 x[1]=1 x[2]=2 x[3]=3
print "${x[@]}"
function y.append { .sh.value+=$y; y=; }
y=foo; y+=bar; print $y
.sh.level.get() { :; }
print no
#: stdout
12 8 5 3
barfoo
#: stderr-has invalid discipline function
#: status 1
#: not bash: another language

#### two blanks in IFS are no white space
#!/bin/ksh
IFS='  ' read -r a b c <<<'x  y z'; print "<$a><$b><$c>"
IFS=$'\x[A0]a'; set : :; [[ $* == $':\x[A0]:' ]] && print byte
#: stdout
<x><><y z>
byte
#: not bash: another language

#### the EXIT trap has its own status, a killed program is reported where its messages go
#!/bin/ksh
ln -s "$(command -v "$SH")" ksh93; ksh=$PWD/ksh93
$ksh -c 'trap "exit 3" EXIT; kill $$; sleep 1'; print $?
print 'kill -KILL $$' >kill; chmod +x kill
x=$( ( ./kill ) 2>&1 ); print "${x##*: }"; kill -l 271
#: stdout
3
Killed
TERM
#: not bash: another language

#### a killed subshell is reported where its redirections lead
#!/bin/ksh
(ulimit -t 100; set -- $($PROBE pids); kill -9 $2) 2>f; grep -c Killed f
#: stdout
1
#: not bash: another language

#### programs in directories of FPATH are functions
#!/bin/ksh
mkdir d; print 'foobar() { print function; }' >d/foobar; chmod +x d/foobar
FPATH=$PWD/d; PATH=$FPATH:$PATH; foobar
cd d; whence ./foobar | sed 's,.*/d/,d/,'; (unset PATH; whence rm | sed 's,.*/,,')
#: stdout
function
d/foobar
rm
#: not bash: another language

#### _ stays empty after it is unset, and is an ordinary variable
#!/bin/ksh
unset _; : a; echo "[$_]"; _=foo; : b; echo "[$_]"
#: stdout
[]
[foo]
#: not bash: another language

#### no function has the name of a special builtin
#!/bin/ksh
(eval 'export() { echo no; }'; export x=1) 2>/dev/null
(export() { echo no; }; echo no) 2>/dev/null && echo no
echo end
#: stdout
end
#: not bash: another language

#### PS2 and PS3 are set in scripts
#!/bin/ksh
echo "${PS1-unset}|$PS2|$PS3|"
#: stdout
unset|> |#? |
#: not bash: another language

#### SHELL has a value where the environment has none
#!/bin/ksh
ln -s "$SH" ksh93; unset SHELL; ./ksh93 -c 'echo $SHELL; env | grep -c ^SHELL='; SHELL=/x ./ksh93 -c 'echo $SHELL'
#: stdout
/bin/sh
0
/x
#: not bash: another language
