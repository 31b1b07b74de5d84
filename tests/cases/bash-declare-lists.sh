# What declare keeps and shows (bash(1), SHELL BUILTIN COMMANDS). Expected output: of bash 5.2.

#### declared without a value
declare var; declare -p var; [[ -v var ]]; echo $?
f() { declare -g glob; }; f; declare -p glob
declare -i n; declare -p n
declare 'arr[5]'; declare -p arr
declare 'b[]'; echo $?
#: status 0
#: stdout
declare -- var
1
declare -- glob
declare -i n
declare -a arr
1
#: stderr
../case: line 5: declare: `b[]': not a valid identifier

#### what declare and set list is input
v1='"abc"' v2='a b' v3="'" v4=$'a\nb' v5='it'"'"'s' v6='~x' v7='#x' v8='a#b' v9= v10='a=b:c'
set | grep '^v[0-9]*='
declare | grep '^v[0-9]*='
f() { :; }; declare | tail -n 4
#: status 0
#: stdout
v1='"abc"'
v10=a=b:c
v2='a b'
v3=\'
v4=$'a\nb'
v5='it'\''s'
v6='~x'
v7='#x'
v8=a#b
v9=
v1='"abc"'
v10=a=b:c
v2='a b'
v3=\'
v4=$'a\nb'
v5='it'\''s'
v6='~x'
v7='#x'
v8=a#b
v9=
f () 
{ 
    :
}

#### capitals, traces, and the order of attributes
declare -c var; var="aBcD eFg"; declare -p var
declare -t tr=1; declare -rlx all=ABC; declare -p tr all
declare -u up=abc; declare -c up; up=xYZ; declare -p up
#: status 0
#: stdout
declare -c var="Abcd efg"
declare -t tr="1"
declare -rxl all="abc"
declare -c up="Xyz"

#### lists by attributes
declare -r zzro=1; declare -t zztr=2; declare -rt zzboth=3; zzplain=4; declare -x zzex=5
declare -pr | grep zz; echo; declare -pt | grep zz; echo; declare -prt | grep zz; echo; declare +x | grep zz
#: status 0
#: stdout
declare -rt zzboth="3"
declare -r zzro="1"

declare -rt zzboth="3"
declare -t zztr="2"

declare -rt zzboth="3"
declare -r zzro="1"
declare -t zztr="2"

zzboth=3
zzex=5
zzplain=4
zzro=1
zztr=2

#### arrays stay arrays
declare -a arr=(1 2); declare +a arr; echo $?
declare +a 'arr=(3 4)'; echo $?; declare -p arr
declare +a 'text=(1 2)'; declare -p text
declare -a list=word; declare -p list
declare -a "odd=(x); y"; declare -p odd
#: status 0
#: stdout
1
1
declare -a arr=([0]="1" [1]="2")
declare -- text="(1 2)"
declare -a list=([0]="word")
declare -a odd=([0]="(x); y")
#: stderr
../case: line 1: declare: arr: cannot destroy array variables in this way
../case: line 2: declare: arr: cannot destroy array variables in this way

#### subscripts mean what the variable is
key="space key"; declare -A 'map[$key]=value'; declare -p map
declare 'map[k2]+=two'; declare 'map[k2]+=three'; declare -p map
#: status 0
#: stdout
declare -A map=(["space key"]="value" )
declare -A map=(["space key"]="value" [k2]="twothree" )

#### names of functions
t() { :; }; declare -F; declare -F t; declare -p -F t
readonly() { echo "mine: $*"; }; readonly r=1; unset -f readonly
[() { echo "bracket $*"; }; [ a ]; unset -f [; [ a = a ]; echo $?
.() { echo dot; }; . x; unset -f .
#: status 0
#: stdout
declare -f t
t
declare -f t
mine: r=1
bracket a ]
0
dot

#### variables that are computed have declarations
f() { declare -p FUNCNAME BASH_LINENO; }; f
declare -p FUNCNAME; alias x=y; declare -p BASH_ALIASES
#: status 0
#: stdout
declare -a FUNCNAME=([0]="f" [1]="main")
declare -a BASH_LINENO=([0]="1" [1]="0")
declare -a FUNCNAME
declare -A BASH_ALIASES=([x]="y" )

#### set -k: assignments after the command are for it too
set -k
printenv a=7 a b=8 | cat
f() { echo "$# $1 $c"; }; f x c=5 y; echo "[$c]"
set -o | grep keyword; echo "$-" | tr -cd k; echo
set +k
echo a=7
#: status 0
#: stdout
7
2 x 5
[]
keyword        	on
k
a=7

#### typeset +n with a value
declare -n r=one; one=1; declare +n r=other; declare -p r; echo "$one"
#: status 0
#: stdout
declare -- r="one"
other

#### variables before declare are exported
x=1 declare -p x
#: status 0
#: stdout
declare -x x="1"

#### declare -a and -A list what is computed, too
alias x=y
declare -A | grep -c BASH_ALIASES=
declare -a | grep -c 'FUNCNAME$'
f() { declare -a | grep FUNCNAME; }; f
#: stdout
1
1
declare -a FUNCNAME=([0]="f" [1]="main")

#### GROUPS is computed: assignments have no effect until it is unset
own=$(id -g)
[ ${#GROUPS[@]} -ge 1 ] && [ "${GROUPS[0]}" = "$own" ] && [[ -v GROUPS ]] && echo known
GROUPS[0]=xx; GROUPS=77; [ "$GROUPS" = "$own" ] && echo kept
[[ $(declare -p GROUPS) = "declare -a GROUPS=([0]=\"$own\""* ]] && echo declared
(unset GROUPS; GROUPS=7; echo "$GROUPS"); [ "$GROUPS" = "$own" ] && echo kept
unset GROUPS; echo "[$GROUPS]"; GROUPS=7; declare -p GROUPS
#: stdout
known
kept
declared
7
kept
[]
declare -- GROUPS="7"
