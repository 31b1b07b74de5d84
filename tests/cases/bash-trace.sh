#### set -x repeats the first character of PS4 by depth
set -x
x=$(echo a; y=$(echo b))
eval "echo c"
eval 'eval "echo d"'
(echo e) >/dev/null
echo 'echo in $(echo z)' > t2
. ./t2
f() { trap 'echo ret' RETURN; }
f
trap 'echo on exit' EXIT
#: stdout
c
d
in z
ret
on exit
#: stderr
++ echo a
+++ echo b
++ y=b
+ x=a
+ eval 'echo c'
++ echo c
+ eval 'eval "echo d"'
++ eval 'echo d'
+++ echo d
+ echo e
+ echo 'echo in $(echo z)'
+ . ./t2
+++ echo z
++ echo in z
+ f
+ trap 'echo ret' RETURN
++ echo ret
+ trap 'echo on exit' EXIT
+ echo on exit

#### the character may have several bytes, PS4 may be empty or have expansions
set -x
PS4='é '
x=$(echo a)
PS4='${FUNCNAME[0]}> '
g() { eval echo b; }
g
PS4=
eval echo b
#: env LC_ALL=C.UTF-8
#: stdout
b
b
#: stderr
+ PS4='é '
éé echo a
é x=a
é PS4='${FUNCNAME[0]}> '
> g
g> eval echo b
gg> echo b
> PS4=
eval echo b
echo b

#### tests of [[ ]]: what was quoted, operators as written, negation, =~
set -x
z=ab
[[ '' == "function" ]]
[[ a == a* ]]
[[ a = a"b*"* ]]
[[ a != $z ]]
[[ a == "$z" ]]
[[ 'a b' = a\ * ]]
[[ a =~ $z ]]
[[ a =~ ".b"x ]]
[[ ! -n a && x = y ]]
[[ ! ( -n a && ! -z a ) ]]
#: status 1
#: stderr
+ z=ab
+ [[ '' == \f\u\n\c\t\i\o\n ]]
+ [[ a == a* ]]
+ [[ a = a\b\** ]]
+ [[ a != ab ]]
+ [[ a == \a\b ]]
+ [[ a b = a\ * ]]
+ [[ a =~ ab ]]
+ [[ a =~ \.bx ]]
+ [[ ! -n a ]]
+ [[ -n a ]]
+ [[ ! -z a ]]

#### how assignments and words are shown
set -x
i=1 e=
a[$i]=x
a[1+1]='x y'
a[$i]+=z
declare -A h
h[$i]=x
n+=1
declare -i k=3
k+=2
x=$'\e[0m' y=$'\e0m'
export q=1 r
readonly s='a b'
: $'\e0m' '~x' 'a~' 'a=~' 'a:~' 'a#' '#a' '{a}' '^' 'a%b' $'a\nb' =
set -- a 'b c'
for q; do :; done
v='a b' :
#: stderr
+ i=1
+ e=
+ a[$i]=x
+ a[1+1]='x y'
+ a[$i]+=z
+ declare -A h
+ h[$i]=x
+ n+=1
+ declare -i k=3
+ k+=2
+ x='[0m'
+ y=$'\E0m'
+ export q=1 r
+ q=1
+ readonly 's=a b'
+ s='a b'
+ : $'\E0m' '~x' a~ 'a=~' 'a:~' a# '#a' '{a}' '^' a%b 'a
b' =
+ set -- a 'b c'
+ for q in "$@"
+ :
+ for q in "$@"
+ :
+ v='a b'
+ :

#### each iteration of a loop is shown with the line of the loop
PS4='+$LINENO: '
set -x
for i in 1 2
do
	:
done
for ((i = 0; i < 1; i++))
do
	:
done
#: stderr
+3: for i in 1 2
+5: :
+3: for i in 1 2
+5: :
+7: (( i = 0 ))
+7: (( i < 1 ))
+9: :
+7: (( i++ ))
+7: (( i < 1 ))

#### lists are shown before what declares them
set -x
declare -a a=(1 $(echo 2) [5]=q 'x y') b=("it's") c=3
f() { local -a l=(); readonly r+=(1); }; f
declare -A h=([k]=v ["a b"]+="$z")
n=(1 $(echo 2))
m=4 n=($(echo 3) 'm n') k=5
#: stderr
++ echo 2
+ a=('1' '2' ['5']='q' 'x y')
+ b=('it'\''s')
+ declare -a a b c=3
+ f
+ l=()
+ local -a l
+ r+=('1')
+ readonly r
+ h=(['k']='v' ['a b']+='')
+ declare -A h
+ n=(1 $(echo 2))
++ echo 2
+ m=4
+ n=($(echo 3) 'm n')
++ echo 3
+ k=5

#### select is shown with its words
set -- p
set -x
select q in; do :; done
select q in a "$@"; do break; done <<< 1
f() { select r; do break; done; }; f <<< 1
#: stderr
+ select q in 
+ select q in a "$@"
1) a
2) p
#? + break
+ f
+ select r in "$@"
