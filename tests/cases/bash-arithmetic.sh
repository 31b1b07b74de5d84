#### a subscript is evaluated after the value that is assigned
n=0; (( a[n] = ++n )); echo "${!a[@]}"
#: stdout
1

#### random numbers after a seed
RANDOM=42; echo $RANDOM $RANDOM $RANDOM
RANDOM=1; echo $RANDOM
RANDOM=0; echo $RANDOM
RANDOM=-5; echo $RANDOM
#: stdout
17772 26794 1435
16807
20814
17653

#### what is assigned to has to be a variable
x=2
echo $(( 1 ? 20 : x+=2 ))
#: status 1
#: stderr-has attempted assignment to non-variable

#### an expression in a variable is what a message shows
a='4 + '
(( ( 4 + a ) + 4 ))
#: status 1
#: stderr-has 4 + : syntax error: operand expected (error token is "+ ")

#### what is no number for an integer variable does no harm to what is assigned later
declare -i x
read x <<<'1 +'
y=1; echo read $y
printf -v x '1 +'
y=2; echo printf $y
declare x='1 +'
y=3; echo declare $y
for x in '1 +'; do echo never; done
y=4; echo for $y
read -a x <<<'1 +'
y=5; echo elements $y
#: stdout
read 1
printf 2
declare 3
for 4
elements 5
#: stderr-has syntax error: operand expected

#### an error in an iteration of a loop has the line of the loop
declare -i i
:
for i in 1 2+
do :
done
#: stderr-has line 3: 2+
#: status 1

#### in [[ ]] what is expanded in a key is not expanded once more
declare -A a; k='x],b[$(echo ran >&2)' j='$key' key=zz
a[$k]=1 a[$j]=2 a[zz]=3 a[']']=4
[[ -v a[$k] && -v a[$j] && -v a['$key'] && -v a[zz] ]]; echo "$?"
c=']' ; [[ -v a[$c] ]]; echo "$?"; c='['; [[ -v a[$c] ]]; echo "$?"
[[ a[$j] -eq 2 && 1+a[$j] -eq 2+a[$k] && a[zz] -eq 3 ]]; echo "$?"
m='a[$j]'; [[ -v $m && -v 'a[$j]' ]]; echo "$?"
b=(1 2); i='$(echo ran >&2)'; [[ -v b[1] && -v b[-1] && ! -v b[2] ]]; echo "$?"
[[ -v a[@] ]]; echo "$?"; a[@]=1; [[ -v a[@] && -v b[@] ]]; echo "$?"
[[ -v b[$i] ]]
echo end
#: stdout
0
0
1
0
0
0
1
0
end
#: stderr-has $(echo ran >&2): syntax error: operand expected

#### unset a[$k] does not expand what was expanded, assoc_expand_once no operand's key
declare -A a; k='x],b[$(echo ran >&2)' key=zz c=']'
a[$k]=1 a[$c]=1 a['$key']=1 a[zz]=1
unset a["$k"] a["$c"]; declare -p a
unset 'a[$key]'; declare -p a
shopt -s assoc_expand_once
printf -v 'a[$key]' 2; read 'a[$(echo ran >&2)]' <<< 3; declare -p a
unset 'a[$key]' "a[\$(echo ran >&2)]"; declare -p a
[ -v 'a[$key]' ]; echo "$?"
#: stdout
declare -A a=(["\$key"]="1" [zz]="1" )
declare -A a=(["\$key"]="1" )
declare -A a=(["\$key"]="2" ["\$(echo ran >&2)"]="3" )
declare -A a=()
1

#### assoc_expand_once: keys that are brackets
declare -A A; k=']' l='['
shopt -s assoc_expand_once
printf -v A[$k] r; read A[$l] <<<x; declare -p A
printf -v 'A[a]b]' r; printf -v 'A[]' r; printf -v 'A[x]y' r
unset A[$k] A[$l]; declare -p A
#: stdout
declare -A A=(["]"]="r" ["["]="x" )
declare -A A=()
#: stderr
../case: line 4: printf: `A[a]b]': not a valid identifier
../case: line 4: printf: `A[]': not a valid identifier
../case: line 4: printf: `A[x]y': not a valid identifier

#### an error in a value of an integer variable abandons the line, also under set -e
set -e; trap 'echo not ERR' ERR
declare -i n; n=1/0; echo not here
n=1/0
f() { n=1/0; echo nor here; }
f
for n in 1/0; do echo nor here; done
read n <<< 1/0
printf -v n 1/0
declare n=1/0
export n=1/0
echo on
#: stdout
on
#: stderr-has division by 0

#### an error in a subscript or a value of an integer variable ends the text of -c, and a line of a script
for command in 'a=(1); echo ${a[1/0]}' 'echo ${a[1/0]}' 'a[1/0]=2' 'declare -i n=1/0' 'eval "declare -i n=1/0; echo no"'
do
  printf '%s\n' "$command; echo no" 'echo end $?' >script
  $SH ./script; echo $?; $SH -c "$(cat script)"; echo $?
done 2>&1 | grep -v division
#: stdout
end 1
0
1
end 1
0
1
end 1
0
1
end 1
0
1
end 1
0
1

#### no subscript of an unset variable is evaluated by unset
unset 'a[1/0]'; echo $?
#: stdout
0

#### quotes in subscripts of indexed arrays
a=(7 8); i=1
for text in "a['1']=2" "echo \${a['1']}" "a[\$'1']=3" "a['i']=3" "a['1']+=2" "echo \${#a['1']}" "a[\\1]=3"; do
  (eval "$text") 2>/dev/null; echo $?
done
a["1"]=3; declare a['1']+=4; x=(['1']=5); unset a['0']; declare -A m; m['k']=1; declare -p a x m; echo "${a["i"]}" ${m['k']}
a['1']=2
#: stdout
1
1
1
1
1
1
1
declare -a a=([1]="34")
declare -a x=([1]="5")
declare -A m=([k]="1" )
34 1
#: status 1
#: stderr
../case: line 6: '1': syntax error: operand expected (error token is "'1'")

#### expansions in subscripts of operands and of values
a=(1 2); i=1; let 'a[$i]=5'; let 'a[$i]++' 'x=a[$i]'; echo ${a[@]} $x
y='a[$i]'; echo $((y)) $((y + 1)); [[ y -eq 6 ]] && [[ 'a[$i]' -eq 6 ]] && echo equal
declare -i n; n='a[$i]'; echo $n; z='a[$i - 1] + a[$i]'; echo $((z)); s=abcdefgh; echo ${s:y}
declare -A h=([k]=4); k=k; v='h[$k]'; echo $((v)); unset i; echo $((y))
for (( j = y; j < 3; j++ )); do echo $j; done
#: stdout
1 6 6
6 7
equal
6
7
gh
4
1
1
2

#### no value of a variable runs a command
a=(1 2); for x in 'a[$(echo 1 >ran)]' 'a[`echo 1 >ran`]' 'a[${a[$(echo 1 >ran)]}]'; do ( : $((x)) ); ( let "x=$x" ); ( let x ); ( [[ x -eq 1 ]] ); done 2>/dev/null
y='a[0]'; z='$(echo 1 >ran)'; ( let 'a[$z]' ) 2>/dev/null; ls
#: stdout
#: not bash: there they do

#### a subscript whose expansion leads to itself ends
a=(1); x='a[$x]'; (( x ))
echo $?
#: stdout
1
#: stderr-has recursion
