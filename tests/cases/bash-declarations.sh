# What a shell named `bash` knows of its variables, functions and options, and shows of them.

#### lists of what is exported, read-only or local
A=1 B=2; export A; readonly B; export | grep ' A='; readonly | grep ' B='; export -p | grep ' A='; readonly -p | grep ' B='; declare -x | grep ' A='
declare -a arr=(1); readonly arr; readonly -a | tail -1
f() { local a=1 b; local; local -p; }; f
(POSIXLY_CORRECT=y; export -p | grep ' A=' | cut -c1-9; set -o posix; readonly -p | grep ' B=' | cut -c1-11)
#: status 0
#: stdout
declare -x A="1"
declare -r B="2"
declare -x A="1"
declare -r B="2"
declare -x A="1"
declare -ar arr=([0]="1")
declare -- a="1"
declare -- b
declare -- a="1"
declare -- b
export A=
readonly B=

#### arguments of let and eval may have parentheses with blanks
let a=(5 + 3) b=(4 + 7); echo $a $b
x='one two'; eval c=(\"\$x\" three); echo ${#c[@]} "${c[0]}"
eval declare -A m=([k]=v); declare -p m
#: status 0
#: stdout
8 11
2 one two
declare -A m=([k]="v" )

#### attributes change what is assigned from then on
x=ABC; declare -l x; echo $x; x=DEF; echo $x
y=1+1; declare -i y; echo $y; y+=1; echo $y; readonly y+=2; echo $y
declare -a b[256]; declare -p b; declare -a c[3]=x; declare -p c
declare -i n=5; n+=3; echo $n; declare -i arr2=(1+1 2+2); arr2[0]+=5; declare -p arr2
#: status 0
#: stdout
ABC
def
1+1
3
5
declare -a b
declare -a c=([3]="x")
8
declare -ai arr2=([0]="7" [1]="4")

#### keys and values
declare -A m=([x]=1 ["a b"]='c d'); echo "${m[@]@K}"; printf '<%s>' "${m[@]@k}"; echo
set -- k1 v1 "k 2" "v 2"; declare -A p=("$@"); declare -p p
p=(z 1); p+=(y 2); declare -p p
#: status 0
#: stdout
x "1" "a b" "c d" 
<x><1><a b><c d>
declare -A p=(["k1 v1 k 2 v 2"]="" )
declare -A p=([z]="1" [y]="2" )

#### functions that cannot be changed
f() { echo f; }; readonly -f f
{ f() { echo other; }; echo $?; unset -f f; echo $?; unset f; echo $?; readonly -f nosuch; echo $?; } 2>&1 | sed 's/^.*line [0-9]*: //'
f
declare -F; g() { :; }; declare -fr g; declare -fx g; declare -F
#: status 0
#: stdout
f: readonly function
1
unset: f: cannot unset: readonly function
1
unset: f: cannot unset: readonly function
1
readonly: nosuch: not a function
1
f
declare -fr f
declare -fr f
declare -frx g

#### commands are shown
exec 2>&1
foo=one; set -x
foo+=two; for i in 1 2; do :; done; case $i in 2) :;; esac
((i=3)); [[ $i == 3 && -n x ]]; for ((i=0;i<1;i++)); do :; done; a=(1 "2 3"); p=1 q=2 true
set +x
#: status 0
#: stdout
+ foo+=two
+ for i in 1 2
+ :
+ for i in 1 2
+ :
+ case $i in
+ :
+ (( i=3 ))
+ [[ 3 == 3 ]]
+ [[ -n x ]]
+ (( i=0 ))
+ (( i<1 ))
+ :
+ (( i++ ))
+ (( i<1 ))
+ a=(1 "2 3")
+ p=1
+ q=2
+ true
+ set +x

#### commands are shown elsewhere
exec 5>out; BASH_XTRACEFD=5; set -x
echo one
set +x
cat out
#: status 0
#: stdout
one
+ echo one
+ set +x

#### SHELLOPTS and BASHOPTS
echo $SHELLOPTS; set -eu; echo $SHELLOPTS; set +u
(SHELLOPTS=x) 2>/dev/null; echo $?
case $BASHOPTS in *sourcepath*) echo yes; esac
export SHELLOPTS; set -f; "$BASH" -c 'echo $-' | tr -cd f; echo
#: status 1
#: stdout
braceexpand:hashall:interactive-comments
braceexpand:errexit:hashall:interactive-comments:nounset

#### names that there are
f1() { :; }; f2() { :; }; alias xa=b
compgen -A function; compgen -A function f1; compgen -W "abc abd xyz" ab; compgen -W "abc" q; echo $?
compgen -b ec; compgen -k wh; compgen -A signal SIGHU; compgen -A setopt no; compgen -e HOM; compgen -a
mkdir lo; : > lp; compgen -d l; compgen -f lp; compgen -G "lo*"; echo $?; compgen -G "zz*"; echo $?
compgen -P pre- -S -suf -W "a b"; compgen -X "a*" -W "ab bc"; compgen -X "!a*" -W "ab bc"
complete -W "a b" x; complete -p x; complete -F f1 -o nospace g; complete -p g; complete -r g; complete -p g 2>/dev/null; echo $?
#: status 0
#: stdout
f1
f2
f1
abc
abd
1
echo
while
SIGHUP
noclobber
noexec
noglob
nolog
notify
nounset
HOME
xa
lo
lp
lo
0
1
pre-a-suf
pre-b-suf
bc
ab
complete -W 'a b' x
complete -o nospace -F f1 g
1

#### what type says of each
f() { :; }; shopt -s expand_aliases
alias q='r s'
type -a f; type -a q; type -t q; type -p f; type -f f 2>/dev/null; echo $?
alias q; alias
#: status 0
#: stdout
f is a function
f () 
{ 
    :
}
q is aliased to `r s'
alias
1
alias q='r s'
alias q='r s'

#### places in the stack of directories that there are not
{ pushd -z; echo $?; popd zz; echo $?; pushd +5; echo $?; dirs +9; echo $?; cd /; pushd /usr; pushd +7; echo $?; } 2>&1 | sed 's/^.*line [0-9]*: //'
#: status 0
#: stdout
pushd: -z: invalid number
pushd: usage: pushd [-n] [+N | -N | dir]
2
popd: zz: invalid argument
popd: usage: popd [-n] [+N | -N]
2
pushd: directory stack empty
1
dirs: directory stack empty
1
/usr /
pushd: +7: directory stack index out of range
1

#### prompts
P='\u:\w:\W:\$:\e[0m\a\n\101\\'; HOME=/root; cd /usr/bin; echo "${P@P}" | tail -n +1 | sed 's/^[^:]*:/user:/; s/:[$#]:/:P:/' | od -c | head -3
P='<\l>'; echo "${P@P}" </dev/null
P='\A'; case ${P@P} in [0-9][0-9]:[0-9][0-9]) echo time; esac; P='\D{%Y}'; [ "${P@P}" = "$(date +%Y)" ] && echo year
P='\$'; case $(id -u)${P@P} in '0#' | [1-9]*'$') echo mark; esac
#: status 0
#: stdout
0000000   u   s   e   r   :   /   u   s   r   /   b   i   n   :   b   i
0000020   n   :   P   : 033   [   0   m  \a  \n   A   \  \n
0000035
<tty>
time
year
mark

#### the directory that ** begins with
mkdir -p a/b; : > a/b/c; shopt -s globstar
echo a/**; echo */**; echo **/b/**; echo a/**/; echo **
#: status 0
#: stdout
a/ a/b a/b/c
a a/b a/b/c
a/b a/b/c
a/ a/b/
a a/b a/b/c

#### values of arrays are expanded before anything is declared
arr=(zero one two); declare -A m=([b]=1)
f() { local -a arr=( "${arr[@]}" ); arr+=(three); echo "${arr[@]}"; }; f
g() { local arr=( "${arr[@]}" x ); echo "${arr[@]}"; }; g
k() { local -A m=([a]="${m[b]}"); declare -p m; }; k
x=g; l() { local x=1 arr=("$x"); echo "${arr[@]}"; }; l
n() { local e=(a b) e2=("${e[@]}" c) z=3; echo "${e2[@]} $z"; }; e=(q); n; declare -p e
readonly -a r1=(1 2) r2=("${r1[@]}" 3); declare -p r1 r2
#: stdout
zero one two three
zero one two x
declare -A m=([a]="1" )
g
a b c 3
declare -a e=([0]="q")
declare -ar r1=([0]="1" [1]="2")
declare -ar r2=([0]="1" [1]="2" [2]="3")

#### what is assigned before a declaration stays in the local variable
f() { z=y typeset z; echo "|$z|"; z=q; }; f; echo "[$z]"; z=42 f; echo "[$z]"
g() { z=y local z=w; echo "|$z|"; }; g; echo "[$z]"
t=foo declare -r t; echo "t=$t"
u=foo declare u; echo "u=$u"
k() { b=1 declare b c; echo "$b $c"; }; k; echo "[$b]"
v=g; i() { local -I v; echo $v; v=l; local -I w; echo "${w-unset}"; }; i; echo $v
#: stdout
|y|
[]
|y|
[]
|w|
[]
t=foo
u=
1 
[]
g
unset
g

#### declare -g of arrays, localvar_inherit, process substitution in braces
f() { local v w m; g; echo "f: ${v[@]}, ${w[@]}"; }
g() { aux=v; declare -ga "$aux=( asdf fdsa )"; declare -ga w=( asdf fdsa ); declare -gA m=([k]=1); echo "g: ${v[@]}, ${w[@]}"; }
f; echo "FIN: ${v[@]}, ${w[@]} ${m[k]}"
shopt -s localvar_inherit
x=1; a=(1 2); h() { local x a; echo "$x ${a[@]}"; local -a a+=(3); echo "${a[@]}"; }; h; echo "${a[@]}"
cat ${u:-<(echo a)}; echo "${u:-<(echo a)}"
#: stdout
g: , 
f: , 
FIN: asdf fdsa, asdf fdsa 1
1 1 2
1 2 3
1 2
a
<(echo a)

#### braces in the values of declarations
typeset z={a,b}; echo "$z"; v='a b'; declare q={$v,c}; echo "$q"; declare o='{a,b}' p="{c,d}"; echo "$o $p"
#: stdout
b
c
{a,b} {c,d}

#### subscripts that name no element
b=(this is)
b[]=x
echo $? ${b[0]}
b[*]=y
echo $? ${b[0]}
c=1
c[-2]=4
echo $?
d=(1 2)
d[7]=(a b)
echo $? ${d[@]}
d=([]=a [1]="test test" [*]=b [-65]=c)
echo $? ${d[@]}
unset d[-9]; echo $?
s=hello; unset 's[2]'; echo $?
#: stdout
1 this
1 this
1
1 1 2
0 test test
1
1
#: stderr
../case: line 2: b[]: bad array subscript
../case: line 4: b[*]: bad array subscript
../case: line 7: c[-2]: bad array subscript
../case: line 10: d[7]: cannot assign list to array member
../case: line 12: []=a: bad array subscript
../case: line 12: [*]=b: cannot assign to non-numeric index
../case: line 12: [-65]=c: bad array subscript
../case: line 14: unset: [-9]: bad array subscript
../case: line 15: unset: s: not an array variable

#### readonly -a in posix mode
set -o posix
readonly -a ro=(1 2)
readonly -a | grep ro=
#: stdout
readonly -a ro=([0]="1" [1]="2")

#### declare -f has no attributes of variables, and makes no functions
f() { :; }; readonly -f f
declare -f -a f; echo $?
declare -f f='() { :; }'; echo $?
declare -f +r f; echo $?
#: stdout
1
1
1
#: stderr-has declare: -a: invalid option
#: stderr-has cannot use `-f' to make functions
#: stderr-has readonly function

#### a value before a command has no attributes
declare -i v; declare -u u
f() { declare -p v u; }
v=3+4 u=ab f
v=3; v+=4 eval 'echo $v'
declare -p v u
#: stdout
declare -x v="3+4"
declare -x u="ab"
7
declare -i v="3"
declare -u u

#### UID, EUID and PPID are read-only numbers
declare -p UID EUID PPID | sed 's/".*//'
UID=1 echo runs
unset PPID || echo stays
read EUID <<< 1 || echo so does this
(UID=1; echo no)
#: stdout
declare -ir UID=
declare -ir EUID=
declare -ir PPID=
runs
stays
so does this
#: stderr any
#: status 1

#### no element is assigned for the time of a command
f() { echo "${var-unset} $y"; return 3; }
var[0]=X y=2 f; echo "$? ${var-unset}"
declare -A m; m[k]=1 true; echo "$? ${#m[@]}"
#: stdout
unset 2
3 unset
0 0
#: stderr
../case: line 2: `var[0]': not a valid identifier
../case: line 3: `m[k]': not a valid identifier

#### what is before a subscript that cannot be is assigned
unset a; a=([2]=x [1+]=y)
declare -p a
#: stdout
declare -a a=([2]="x")
#: stderr-has operand expected

#### declare -g -r below a local variable of the same name is the global one's
v=global
g() (
  declare -g -r v; echo "$v"; v=changed; echo "$v"
  unset -v v; echo "$v"
  (local v) 2>/dev/null || echo cannot be hidden
)
f() { local v=own; g; echo "$v"; }
f
#: stdout
own
changed
global
cannot be hidden
own

#### escapes in PS4
PS4='\s:\101 '; set -x; : x
#: stderr
bash:A : x

#### an argument that is refused leaves the others
f() { local a=(z) 1x b=2; echo $? "${a[@]}" $b; local -i c=(1+1) -r d=3; echo "${c[@]}" $d; }; f
declare 1x a=(z) b=2; echo $? "${a[@]}" "$b"
readonly r=1; declare r=(2) s=(3); echo never
echo $r ${s[@]}; local l=(1); echo $? "${l[@]}"
#: stdout
1 z 2
2 3
1 z 2
1
1 1
#: stderr some

#### letters that declare does not have, and those that exclude each other
{
for letter in E L R X Z S C m T h H s b M; do eval "declare -$letter x=1"; echo "$letter $?"; done | grep -v ' 2$'
typeset -L3 x=abc; echo $?
local -Z x; echo $?
declare -a -A both; echo $?
declare -Aa both; declare -p both; echo $?
declare -lu x=aBc; declare -p x
declare -l y=AB; declare -u y; y=Cd; declare -p y
declare -uc z=abC; declare -p z
} 2>&1 | sed 's/^.*line [0-9]*: //' | grep -v usage:
#: stdout
declare: -E: invalid option
declare: -L: invalid option
declare: -R: invalid option
declare: -X: invalid option
declare: -Z: invalid option
declare: -S: invalid option
declare: -C: invalid option
declare: -m: invalid option
declare: -T: invalid option
declare: -h: invalid option
declare: -H: invalid option
declare: -s: invalid option
declare: -b: invalid option
declare: -M: invalid option
typeset: -L: invalid option
2
local: can only be used in a function
1
declare: both: cannot convert associative to indexed array
1
declare: both: cannot convert associative to indexed array
declare -A both
0
declare -- x="aBc"
declare -u y="CD"
declare -- z="abC"

#### negative subscripts in a list count from its own end
a=(1 2 3); a=(4 5 [-1]=z); declare -p a
a+=([-2]=y [9]=x [-1]=w); declare -p a
b=([5]=a [-2]=b c); declare -p b
b=([-1]=q r); declare -p b
#: stdout
declare -a a=([0]="4" [1]="z")
declare -a a=([0]="y" [1]="z" [9]="w")
declare -a b=([4]="b" [5]="c")
declare -a b=([0]="r")
#: stderr
../case: line 4: [-1]=q: bad array subscript

#### no element is exported or read only
export v[1]=2 b=3; echo $? $b; readonly v[1]+=2 c=4; echo $? $c; command export v[1]=2; echo $?
export -n v[1]=2; echo $?; readonly -a w[1]=2; echo $?; declare -p v w 2>/dev/null
declare -x w[1]=5; declare -p w; (set -e; export v[1]=1; echo no); echo $?
#: stdout
1 3
1 4
1
1
1
declare -ax w=([1]="5")
1
#: stderr some

#### @A of a list that is one value
x='a b'; declare -i y=2; declare -x z='a b'; declare -i u; a=(1 'x y')
printf '<%s>' "${x[@]@A}" "${y[*]@A}" "${z[@]@A}" "${u[@]@A}" "${none[@]@A}" "${a[@]@A}"; echo
#: stdout
<x='a b'><declare -i y='2'><declare -x z='a b'><declare -i u><><declare><-a><a=([0]="1" [1]="x y")>

#### a local variable becomes an array without its value
f() { local c=v; local -a c; declare -p c; c+=(x); declare -p c; }; f
f() { typeset -i c=3; typeset -a c; declare -p c; }; f
f() { local c=v; declare -A c; declare -p c; }; f
f() { local c=v; local c=(x $c); declare -p c; }; f
f() { local c=v; local c+=(x); declare -p c; }; f
f() { local c=v; local -a c=w; declare -p c; }; f
f() { declare -a c; declare -p c; }; c=x f
f() { local -a c=(1 2); local -a c; declare -p c; }; f
f() { local c=v; g; declare -p c; }; g() { local -a c; declare -p c; }; f
f() { local q=1; readonly -a q=(2); declare -p q; }; f; declare -p q 2>/dev/null
c=v; declare -a c; declare -p c
#: stdout
declare -a c=()
declare -a c=([0]="x")
declare -ai c=()
declare -A c=()
declare -a c=([0]="x" [1]="v")
declare -a c=([0]="x")
declare -a c=([0]="w")
declare -ax c=()
declare -a c=([0]="1" [1]="2")
declare -a c
declare -- c="v"
declare -ar q=([0]="2")
declare -a c=([0]="v")
