# getopts: XCU getopts.

#### options, arguments, the rest
set -- -a -b val -cval -d rest
while getopts ab:c:d o; do echo "$o ${OPTARG-unset}"; done
shift $((OPTIND-1)); echo "$OPTIND $*"
#: stdout
a unset
b val
c val
d unset
6 rest
#: not dash: leaves OPTARG as it was

#### groups of letters
while getopts abc: o; do echo "$o"; done
echo $? "$o" $OPTIND "$OPTARG"
#: args -abcX -a
#: stdout
a
b
c
a
0 ? 3 

#### the end: --, a lone dash, an operand
getopts a o -- -a; echo $? "$o" $OPTIND
OPTIND=1; getopts a o -; echo $? "$o" $OPTIND
OPTIND=1; getopts a o x -a; echo $? "$o" $OPTIND
OPTIND=1; getopts a o; echo $? "$o" $OPTIND
OPTIND=1; getopts a o -a --; echo $? "$o" $OPTIND; getopts a o -a --; echo $? "$o" $OPTIND
#: stdout
1 ? 2
1 ? 1
1 ? 1
1 ? 1
0 a 2
1 ? 3

#### unknown options and missing arguments are reported
getopts a o -x 2>err; echo $? "$o" "${OPTARG-unset}" $OPTIND; grep -c x err
OPTIND=1; getopts a: o -a 2>err; echo $? "$o" "${OPTARG-unset}" $OPTIND; grep -c a err
#: stdout
0 ? unset 2
1
0 ? unset 2
1

#### a leading colon: no message, OPTARG has the letter
getopts :a o -x; echo $? "$o" "$OPTARG" $OPTIND
OPTIND=1; getopts :a: o -a; echo $? "$o" "$OPTARG" $OPTIND
OPTIND=1; getopts :a: o -xa; echo $? "$o" "$OPTARG"
#: stdout
0 ? x 2
0 : a 2
0 ? x

#### an argument may be empty, be -- or look like an option
set -- -a '' -a -- -a -b -b x
while getopts a:b o; do echo "$o <${OPTARG-unset}>"; done; echo $OPTIND
#: stdout
a <>
a <-->
a <-b>
b <unset>
8
#: not dash: leaves OPTARG as it was

#### OPTIND=1 starts again
getopts ab o -a -b; echo $o; OPTIND=1; getopts ab o -b -a; echo $o; getopts ab o -b -a; echo $o
#: stdout
a
b
a

#### in a function with its own positional parameters
f() { OPTIND=1; while getopts xy: o; do echo "f$o"; done; shift $((OPTIND-1)); echo "rest $*"; }
f -x -y 1 2 3; f 4; f -yz
#: stdout
fx
fy
rest 2 3
rest 4
fy
rest 

#### OPTIND in a subshell does not come back
getopts ab o -a -b; (getopts ab o -a -b; echo $o $OPTIND); x=$(getopts ab o -a -b; echo $o $OPTIND); echo $x
echo $o $OPTIND; getopts ab o -a -b; echo $o $OPTIND
#: stdout
b 3
b 3
a 2
b 3

#### state inside a group is kept across a subshell
set -- -abc
getopts abc o; (getopts abc o; echo $o); getopts abc o; echo $o; getopts abc o; echo $o
#: stdout
b
b
c

#### an invalid variable name and too few operands
getopts a 1x -a 2>/dev/null; [ $? -ne 0 ] && echo 1
getopts a 2>/dev/null; [ $? -gt 0 ] && echo 2
getopts 2>/dev/null; [ $? -gt 0 ] && echo 3
#: stdout
1
2
3

#### a digit and other characters as options
set -- -1 -_ -@x
while getopts 1_@: o; do echo "$o"; done
#: stdout
1
_
@

#### ? and : in the input
set -- '-?'
while getopts :a o; do echo "$o $OPTARG"; done
#: stdout
? ?

#### with positional parameters changed by shift
set -- -a x -b
getopts ab o; shift $((OPTIND-1)); OPTIND=1; getopts ab o; echo $? $1; shift; OPTIND=1; getopts ab o; echo $o
#: stdout
1 x
b

#### a name that is none does not keep the option from being found
set -- -c foo -h; getopts hc: opt- ; echo $? $OPTARG $OPTIND
#: stdout
2 foo 3
#: stderr some
#: not bash ksh93: have status 1
