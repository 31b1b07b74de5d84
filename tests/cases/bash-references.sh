# Name references as bash has them (bash(1), PARAMETERS). Expected output: of bash 5.2.

#### a reference is to a name: what has it where the reference is used
declare -n gref=local_var
f() { local local_var=inside; echo "$gref"; gref=changed; echo "$local_var"; }
f; echo "[$gref]"
g() { local x=loc; h x; echo "$x"; }; h() { local -n q=$1; echo "$q"; q=from-h; }; g
val=v; declare -n b=val; declare -n a=b; declare -p a b val; echo "$a"
#: status 0
#: stdout
inside
changed
[]
loc
from-h
declare -n a="b"
declare -n b="val"
declare -- val="v"
v

#### references in a circle
declare -n a=b; declare -n b=a
echo "[$a]"
a=1
echo $?
read a <<<x
echo $?
unset -n a b; echo $?
c=hello; declare -n b2=c; declare -n a2=b2; declare -n c=a2
echo "[${a2:-none}]"
#: status 0
#: stdout
[]
1
1
0
[none]
#: stderr
../case: line 2: warning: a: circular name reference
../case: line 3: warning: a: circular name reference
../case: line 5: warning: a: circular name reference
../case: line 9: warning: a2: circular name reference

#### references that cannot be
declare -n r=a-b; echo $?
declare -n r=a.b; echo $?
declare -n r=r; echo $?
target=val; declare -n r=target; declare -n r=r; echo $?; echo "$r"
declare -p r
#: status 0
#: stdout
1
1
1
1
val
declare -n r="target"
#: stderr
../case: line 1: declare: `a-b': invalid variable name for name reference
../case: line 2: declare: `a.b': invalid variable name for name reference
../case: line 3: declare: r: nameref variable self references not allowed
../case: line 4: declare: r: nameref variable self references not allowed

#### a reference to nothing yet
declare -n r
declare -p r
[[ -R r ]]; echo $?
r=value; declare -p r; value=x; echo "$r"
unset -n r; declare -p value
#: status 0
#: stdout
declare -n r
1
declare -n r="value"
x
declare -- value="x"

#### references to elements, and to all of them
arr=(a b c d)
declare -n r='arr[2]'; echo "$r"; r=C; unset r; declare -p arr
unset -n r; declare -n r='arr[@]'; echo "$r"
r=new
echo $?
declare -p arr
unset -n r; declare -n r='arr[*]'; echo "$r"
#: status 0
#: stdout
c
declare -a arr=([0]="a" [1]="b" [3]="d")
a b d
1
declare -a arr=([0]="a" [1]="b" [3]="d")
a b d
#: stderr
../case: line 4: arr[@]: bad array subscript

#### attributes of the reference itself
declare -nx ref=MYVAR; ref=value; declare -p ref MYVAR
declare -rn fixed=MYVAR; fixed=other; echo "$MYVAR $?"
declare -n fixed=other; echo $?
unset -n fixed; echo $?; declare -p fixed
declare -na both=x; declare -p both
#: status 0
#: stdout
declare -nx ref="MYVAR"
declare -- MYVAR="value"
other 0
1
1
declare -nr fixed="MYVAR"
declare -a both=([0]="x")
#: stderr
../case: line 3: declare: fixed: readonly variable
../case: line 4: unset: fixed: cannot unset: readonly variable

#### a program gets what a reference is to
target=old; declare -n ref=target
ref=new printenv target; echo "$target"
var=value; unset -n var; echo "$var"
#: status 0
#: stdout
new
old
value

#### "${!x}" of an array without elements is no field
n() { echo $#; }
v='x[@]'; n "${!v}"; x=(); n "${!v}"; x=(1 2); n "${!v}"; x=(""); n "${!v}"; unset x
f() { local x; n "${!v}"; local y=q[@] z=q[*]; n "${!y}" "${!z}"; n ${!y}; n "${!y}" a; n a"${!y}"; n "${!y-d}"; n ${!y+s}; n "${!y:-d}"; n "${!y+s}" "${!y-}"; }; f
s=1 u='t'; v='s[@]'; n "${!v}"; v='u[0]'; n "${!v}"; n "${!u}"; v='nosuch'; n "${!v}" "${!v}"
v='@'; set --; n "${!v}" "<${!v}>"; set -- a b; n "${!v}"; n "${!v:1}"
#: stdout
0
0
2
1
0
1
0
1
1
1
0
1
1
1
1
1
2
1
2
2

#### the subscript of what a reference is to counts when it is used
y=(one two three); i=2
declare -n r='y[i]' s='y[$i]'
declare -p r s
echo $r $s; i=0; echo $r $s
r=new; echo ${y[0]}
declare -A m=([k]=v [l]=w); k=k; declare -n t='m[$k]'
echo $t; k=l; echo $t
#: stdout
declare -n r="y[i]"
declare -n s="y[\$i]"
three three
one one
new
v
w

#### a reference to nothing is given a name, and nothing else
declare -n r
r=/
echo $?
#: stdout
1
#: stderr-has `/': not a valid identifier

#### an array cannot become a reference
x=(a b)
declare -n x=y
echo $?
#: stdout
1
#: stderr-has x: reference variable cannot be an array

#### references to elements of arrays of numbers, and to all elements
declare -ai a=(0 12); declare -n b='a[1]'
b+=4; echo "$b"; declare b+=1; echo "$b"
v=('1 a' 2); declare -n all='v[@]' one='v[*]'
printf '<%s>' "$all" $all "x${all}y" "${all}" "$one"; echo
copy=("$all"); declare -p copy
#: stdout
16
17
<1 a><2><1><a><2><x1 a 2y><1 a 2><1 a 2>
declare -a copy=([0]="1 a" [1]="2")

#### an element is no array
declare -n ref='x[0]'
ref+=(a b)
ref=()
read -a ref <<< 'a b'
mapfile ref <<< a
echo "$?"; ref=4; declare -p x
readonly ref
#: stdout
1
declare -a x=([0]="4")
#: stderr
../case: line 2: `x[0]': not a valid identifier
../case: line 3: `x[0]': not a valid identifier
../case: line 4: read: `x[0]': not a valid identifier
../case: line 5: mapfile: `x[0]': not a valid identifier
../case: line 7: readonly: `x[0]': not a valid identifier

#### an array is no reference
declare -a array=(1); array2=(1)
declare -n array
declare -n array[2]
declare -n array2=x
declare -n array2=(y z)
declare -n other[1]=x
declare -p array2 other
#: stdout
declare -a array2=([0]="y" [1]="z")
#: stderr
../case: line 2: declare: array: reference variable cannot be an array
../case: line 3: declare: array[2]: reference variable cannot be an array
../case: line 4: declare: array2: reference variable cannot be an array
../case: line 5: declare: array2: reference variable cannot be an array
../case: line 6: declare: other[1]: reference variable cannot be an array
../case: line 7: declare: other: not found
#: status 1

#### references that are read only
declare -rn ref=x
declare +n ref
declare +r -n ref
declare -n ref=y
unset -n ref
ref=1; declare -p ref x
readonly fixed=a; declare -n fixed
declare -n none; declare -r none; declare +n none; declare -p none
#: stdout
declare -nr ref="x"
declare -- x="1"
declare -r none
#: stderr
../case: line 2: declare: ref: readonly variable
../case: line 3: declare: ref: readonly variable
../case: line 4: declare: ref: readonly variable
../case: line 5: unset: ref: cannot unset: readonly variable
../case: line 7: declare: fixed: readonly variable

#### assignments before a command go through references, and end with it
declare -n ref=var none
show() { echo "[$var] [$none]"; }
ref=xxx show; echo "${var-unset}"
ref=xxx printenv var; none=/ show; declare -p none
declare -nx out=name; printenv out
#: stdout
[xxx] []
unset
xxx
[] [/]
declare -n none
name

#### what a function declares by its reference is its own
f() { declare -n ref=var; declare -a ref; ref=(X); declare -p ref var; }
f; declare -p var
declare -n base=num; declare +n -i base=7+4; declare -p base num
num=2; declare -n num; echo "${!base[0]-none}"
#: stdout
declare -n ref="var"
declare -a var=([0]="X")
declare -- base="num"
declare -i num="11"
2
#: stderr
../case: line 2: declare: var: not found
../case: line 4: declare: `2': invalid variable name for name reference

#### what can be no target
declare -n r; declare r=/
f() { declare -n r; declare r=/; }; f
declare -n q=''; s=; declare -n s
declare -n t; t[0]=x
declare -p t
declare -n u; mapfile u < /dev/null; declare -p u
bar=(1); echo "${!bar[2]}"; declare -n foo=baz; echo "${!foo[2]}"
#: stdout
declare -n t
declare -a u=()

#: stderr
../case: line 1: declare: `/': not a valid identifier
../case: line 2: declare: `/': invalid variable name for name reference
../case: line 3: declare: `': not a valid identifier
../case: line 3: declare: `': invalid variable name for name reference
../case: line 4: `': not a valid identifier
../case: line 6: warning: u: removing nameref attribute
../case: line 7: foo[2]: invalid indirect expansion
#: status 1
