# Names, subscripts, declarations and numbers, as bash has them.

#### names, subscripts and lists that bash refuses
read 'x[]' <<<1; echo "$? ${x[0]}"
declare -A m=([a]=1 b c); declare -p m
m=([z]=1 ['$k']=2); k=z; shopt -s assoc_expand_once; unset 'm[$k]'; declare -p m
x=1; unset -n x; echo "$x"
typeset -p nosuch; echo $?
#: stdout
1 
declare -A m=([a]="1" )
declare -A m=([z]="1" )
1
1
#: stderr some

#### declarations: sizes of arrays, lists of what is shadowed
declare -ai x[100]; x[2]=1+1; declare -p x
a=(1 2); f() { local -a a=("${a[@]}" 3); echo ${a[*]}; }; f
readonly r=1; r=2 echo hi; echo $?
#: stdout
declare -ai x=([2]="2")
1 2 3
hi
0
#: stderr some

#### KSH_VERSION, $-, OPTIND and numbers
echo "[$KSH_VERSION]"
set -uf; echo "$-"; set +uf
OPTIND=9; getopts a o -a; echo $? $OPTIND
read -n x y; echo $?
true
#: stdout
[]
fhuB
1 2
1
#: stderr some

#### hash, command -v and the standard path
hash -r; hash; set -o posix; echo; hash; set +o posix
hash -d; echo $?
set +h; hash; echo $?
command -v nosuch true; echo $?
command -pv ls
#: stdout
hash: hash table empty

1
1
true
0
/bin/ls
#: stderr some

#### a reference to nothing can lose the attribute of being read-only
declare -nr q; declare +r q; echo $?
#: not bash: refuses it
#: stdout
0

#### an array takes the attribute from a reference to nothing
declare -n r; r=(1 2); declare -p r
#: stdout
declare -a r=([0]="1" [1]="2")
#: stderr
../case: line 1: warning: r: removing nameref attribute

#### caller shows its usage
caller x
#: status 2
#: stderr
../case: line 1: caller: x: invalid number
caller: usage: caller [expr]

#### BASH_LINENO without a file
f() { echo "${BASH_LINENO[@]}"; }; f
#: run -c
#: stdout
1
