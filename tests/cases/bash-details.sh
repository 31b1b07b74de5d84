# What a shell named `bash` does in details of its builtins and expansions.

#### prompts that are expanded
p='\#'; echo ${p@P}
echo ${p@P}
v=value; p='$v \"\`\X'; echo "${p@P}"
shopt -u promptvars; echo "${p@P}"
a=('\s' '\$v'); echo "${a[@]@P}"
#: status 0
#: stdout
1
2
value "`\X
$v \"\`\X
bash #v

#### @K and @k of one value
v='a "b"'; echo "${v@K} ${v@k}"
a=(x y); echo "${a@K} ${a[1]@K} ${a[@]@K} ${a[@]@k}"
declare -A h=([k]=v); echo "${h@K}|${h[k]@K}"
#: status 0
#: stdout
'a "b"' 'a "b"'
'x' 'y' 0 "x" 1 "y" 0 x 1 y
|'v'

#### options of shopt keep what they are set to
shopt autocd; shopt -s autocd cdspell; shopt autocd cdspell; shopt -p autocd; shopt -u cdspell; shopt cdspell; shopt -q login_shell; echo $?
shopt compat44 localvar_unset noexpand_translation
(shopt -u autocd); shopt autocd
echo $BASHOPTS | tr : '\n' | grep autocd
echo $-
set -eu; echo $-; set +eu
#: status 0
#: stdout
autocd         	off
autocd         	on
cdspell        	on
shopt -s autocd
cdspell        	off
1
compat44       	off
localvar_unset 	off
noexpand_translation	off
autocd         	on
autocd
hB
ehuB

#### compgen -f, -X and -o
mkdir d; touch f .g
compgen -f | sort; compgen -d | sort
HOME=$PWD; compgen -f '~/f'
compgen -W 'ab abc' -X '&' ab; compgen -W 'a&b ab' -X 'a\&b' a; compgen -W 'x y' -X '!x'
compgen -W 'word' -o dirnames d; compgen -W 'word' -o default f; compgen -W dx -o plusdirs -S / d
compgen -W w -o default nosuch; echo $?
c() { COMPREPLY=("$COMP_KEY-$COMP_TYPE"); }; compgen -F c x 2>/dev/null
#: status 0
#: stdout
.g
d
f
d
~/f
abc
ab
x
d
f
dx/
d
1
0-0

#### arrays that are read whole, texts that become elements
read -N 5 -a a <<<'a b c d'; declare -p a
read -n 5 -a a <<<'a b c d'; declare -p a
t=text; mapfile -t -O 2 t < <(echo x); declare -p t
#: status 0
#: stdout
declare -a a=([0]="a b c")
declare -a a=([0]="a" [1]="b" [2]="c")
declare -a t=([0]="text" [2]="x")

#### single ones
. . ; echo $?
source /; echo $?
(exit -9223372036854775808); echo $?
declare -p OLDPWD
mkdir d; cd d; declare -p OLDPWD | sed 's/".*"/"D"/'
unset OLDPWD; cd ..; declare -p OLDPWD | sed 's/".*"/"D"/'
#: status 0
#: stdout
1
1
0
declare -x OLDPWD
declare -x OLDPWD="D"
declare -- OLDPWD="D"
#: stderr
../case: line 1: .: .: is a directory
../case: line 2: source: /: is a directory
