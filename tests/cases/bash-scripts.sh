# What bash does differently in scripts (bash(1)). Expected output: of bash 5.2.

#### aliases are for those who ask
alias foo='echo aliased'
foo 2>/dev/null || echo "no alias"
shopt -s expand_aliases
foo
x=$(foo); echo "$x"
shopt -u expand_aliases
foo 2>/dev/null || echo "no alias"
set -o posix
foo
#: status 0
#: stdout
no alias
aliased
aliased
no alias
aliased

#### the last argument of nothing
echo one two >/dev/null; echo "$_"
x=1; echo "[$_]"
: a b; echo "$_"
#: status 0
#: stdout
two
[]
b

#### who called
f() { caller; caller 0; caller 1; g; }
g() { echo "${FUNCNAME[*]} ${BASH_LINENO[*]}"; caller x; echo $?; }
caller; echo $?
f
#: status 0
#: stdout
0 NULL
0
4 ../case
4 main ../case
g f main 1 4 0
2
#: stderr
../case: line 2: caller: x: invalid number
caller: usage: caller [expr]

#### functions of a command string and of standard input
"$SH" -c 'f() { echo "${BASH_SOURCE[*]} ${BASH_LINENO[*]}"; nosuch; caller; }; f; echo "[${BASH_LINENO[*]}]"'
echo 'f() { echo "${BASH_SOURCE[*]}"; nosuch; }; f' | "$SH"
#: status 127
#: stdout
environment 1
1 NULL
[]
main
#: stderr
environment: line 1: nosuch: command not found
main: line 1: nosuch: command not found

#### return outside of functions
return 3; echo $?
trap 'return 5; echo "in trap $?"' DEBUG
echo a
trap - DEBUG
#: status 0
#: stdout
2
in trap 2
a
in trap 2
#: stderr
../case: line 1: return: can only `return' from a function or sourced script
../case: line 3: return: can only `return' from a function or sourced script
../case: line 4: return: can only `return' from a function or sourced script

#### tildes that are no login names
case '~/x' in ~*) echo 1;; esac
[[ '~ab' == ~?b ]]; echo $?
touch '~x1'; echo ~x* ~nosuch/y
HOME=/h; echo ~:~/bin a:~; v=~:~/bin; echo "$v"
#: status 0
#: stdout
1
0
~x1 ~nosuch/y
/h:~/bin a:~
/h:/h/bin

#### case changes do not ask nocasematch
shopt -s nocasematch; v=hello; echo "${v^H} ${v^^L} ${v/L/x}"; v=HELLO; echo "${v,h} ${v,,l}"
#: status 0
#: stdout
hello hello hexlo
HELLO HELLO

#### escapes of $'...'
echo $'\x{65}z' $'[\x{}R' $'\c' a
#: status 0
#: stdout
ez [ \c a

#### getopts tells where it is
while getopts ab: o -a -b x y; do echo "$o $OPTARG $OPTIND $OPTERR"; done; echo "$OPTIND"
OPTIND=100; getopts a: o -a v; echo "$? $OPTIND"
set -o | grep -e '^errexit' -e '^xtrace'
#: status 0
#: stdout
a  2 1
b x 4 1
4
1 3
errexit        	off
xtrace         	off

#### wait -n tells of each job once
(exit 4) & p=$!; wait $p; echo $?; wait $p; echo $?; wait -n; echo $?
(exit 5) & wait -n; echo $?; wait -n; echo $?
(exit 6) & wait; wait -n; echo $?
#: status 0
#: stdout
4
4
127
5
127
127

#### BASH_ALIASES and BASH_CMDS are what is known
alias x=y 'z=a b'; echo "${BASH_ALIASES[z]} ${#BASH_ALIASES[@]}"
BASH_ALIASES[new]='echo new'; alias new
for k in "${!BASH_ALIASES[@]}"; do echo "$k"; done | sort
unalias -a; echo "${BASH_ALIASES[@]}"
hash -r; cat </dev/null; hash -p /some/where prog; echo "${BASH_CMDS[prog]}"
env -i PATH=/usr/bin:/bin bash -c 'declare -p SHELL COMP_WORDBREAKS' | sed 's/"[^"]*sh"/"SHELL"/'
#: status 0
#: stdout
a b 2
alias new='echo new'
new
x
z

/some/where
declare -- SHELL="SHELL"
declare -- COMP_WORDBREAKS=$' \t\n"\'@><=;|&(:'

#### select shows its menu in columns
{
set -- a b c d e f g h i j k l
select x in "$@"; do echo "got $x"; break; done <<<3
select x in one 'two words' three; do echo "got $x"; done </dev/null
echo end
COLUMNS=40
select x in alpha beta gamma delta epsilon zeta eta theta iota kappa; do echo "$REPLY:$x"; break; done <<<'11'
select x; do echo $x; break; done <<<1
} 2>&1
#: status 0
#: stdout
1) a    3) c   5) e   7) g   9) i  11) k
2) b    4) d   6) f   8) h  10) j  12) l
#? got c
1) one
2) two words
3) three
#? 
end
1) alpha      5) epsilon   9) iota
2) beta	      6) zeta	  10) kappa
3) gamma      7) eta
4) delta      8) theta
#? 11:
1) a    4) d   7) g  10) j
2) b    5) e   8) h  11) k
3) c    6) f   9) i  12) l
#? a

#### exec of nothing ends the script, but under execfail
"$SH" -c 'exec nosuchcmd
echo no' 2>/dev/null; echo $?
"$SH" -c 'trap "echo bye \$?" EXIT; eval "exec nosuchcmd"
echo no' 2>/dev/null; echo $?
(exec nosuchcmd
echo no) 2>/dev/null; echo $?
shopt -s execfail
exec nosuchcmd 2>/dev/null
echo goes on $?
#: stdout
127
bye 127
127
127
goes on 127

#### arguments of a file that a function reads are gone with it
echo 'set -- x y' >file
f() { shift; . ./file 1 2 3; echo $*; . ./file; echo $*; }; f p q
. ./file 1; echo $*
#: stdout
q
x y
x y

#### tildes in the operand of an expansion that is assigned
HOME=/h; x=${u-~:~}; echo $x; x=a:${u-~/b:c:~}; echo $x; v=1; x=${v:+~:~}; echo $x; x="${u-~:~}"; echo "$x"
#: stdout
/h:/h
a:/h/b:c:/h
/h:/h
~:~

#### a process substitution and a disowned process that have ended are gone
gone() { while [ -d /proc/$p ]; do sleep 0.05; done; echo gone; }
exec 3> >(sleep 0.1; exit 4); p=$!; exec 3>&-; gone; wait $p; echo $?; exec 3< <(/bin/sleep 0.1); p=$!; gone
sleep 0.1 & p=$!; disown; gone; coproc { sleep 0.1; }; p=$COPROC_PID; gone
#: stdout
gone
4
gone
gone
gone
