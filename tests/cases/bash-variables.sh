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

#### a subscript before the first element
a=(1 2); echo "<${a[-3]}>" "${a[-3]-d}" "${a[-3]:0:1}"; echo "${e[-1]}."
echo "${#a[-3]}" never
echo "${a[-2]} ${#a[-1]}"
#: stdout
<> d 
.
1 1
#: stderr
../case: line 1: a: bad array subscript
../case: line 1: a: bad array subscript
../case: line 1: a: bad array subscript
../case: line 1: e: bad array subscript
../case: line 2: -3]: bad array subscript

#### tildes in lists of associative arrays
HOME=/h; x=; declare -A t=([x]=${x:-~} [y]=a:~$(echo ~)); echo "${t[x]} ${t[y]}"; declare -A m=([x]=~ [y]=~/q:~); m+=([z]=~); n=~; m[v]=~; declare -A k=(a ~ b "$n")
echo "${m[x]} ${m[y]} ${m[z]} ${m[v]} ${k[a]} ${k[b]}"; a=([1]=~ ~); echo "${a[@]}"
#: stdout
/h a:~/h
~ ~/q:~ ~ /h ~ /h
/h /h

#### attributes of what a reference leads to, and of parameters
declare -i x=1; declare -n r=x; echo "${r@a}|${r@A}"; a=(1 2); declare -n r=a; echo "${r@a}|${r[@]@A}|${r[1]@a}"
set -- a b; printf '<%s>' "${@@a}" "${*@a}"; echo
#: stdout
i|declare -i x='1'
a|declare -a a=([0]="1" [1]="2")|a
<><>< >

#### an expression of =~ that is none is false, unless something else decides
[[ a =~ * ]]; echo $?; [[ ! a =~ * ]]; echo $?; [[ a =~ * || 1 == 1 ]]; echo $?; [[ a =~ * && 1 == 1 ]]; echo $?
[[ 1 == 1 && a =~ * ]]; echo $?; [[ ( a =~ * ) || ! a =~ * ]]; echo $?; [[ a =~ * || 1 == 2 ]]; echo $?
#: stdout
2
0
0
2
2
0
1

#### patterns that match an empty value
shopt -s extglob; x= a=('' x); echo "<${x/!(abc)/Y}><${x/*/Y}><${x//*/Y}><${x/#/Y}><${x/%/Y}><${x/@()/Y}><${x/?(a)/Y}><${x/%!(a)/Y}><${x/#!(a)/Y}>"
echo "<${a[@]/!(abc)/Y}><${a[@]/*(a)/Y}>"; y=b; echo "${y/?(a)/Y}"
#: stdout
<><Y><Y><Y><Y><><><Y><>
< Y><Y Yx>
Yb

#### OPTIND is an integer
declare -p OPTIND; OPTIND=1+1; echo $OPTIND; OPTIND=abc; echo $OPTIND
f() { local OPTIND o; while getopts ab: o; do echo "$o $OPTARG"; done; echo $OPTIND; }; f -a -b x y; echo $OPTIND
#: status 0
#: stdout
declare -i OPTIND="1"
2
0
a 
b x
4
0

#### a computed variable that is unset is one as others
f() {
    for v in EPOCHSECONDS SRANDOM BASHPID BASH_SUBSHELL HOSTNAME OSTYPE DIRSTACK BASH_COMMAND BASH_ALIASES HISTCMD \
        GROUPS FUNCNAME LINENO SECONDS RANDOM; do
        unset $v; echo "[${!v}]"; declare -p $v 2>&1 | sed 's/.*: \([^:]*: not found\)/\1/'; eval $v=5; declare -p $v
    done
}
f | sort | uniq -c | sed 's/^ *//' | grep -v ' declare -- '
unset PIPESTATUS; false; echo "${PIPESTATUS[@]}"; unset _; : a; echo "[$_]"
#: stdout
1 BASHPID: not found
1 BASH_ALIASES: not found
1 BASH_COMMAND: not found
1 BASH_SUBSHELL: not found
1 DIRSTACK: not found
1 EPOCHSECONDS: not found
1 FUNCNAME: not found
1 GROUPS: not found
1 HISTCMD: not found
1 HOSTNAME: not found
1 LINENO: not found
1 OSTYPE: not found
1 RANDOM: not found
1 SECONDS: not found
1 SRANDOM: not found
15 []
1
[a]
