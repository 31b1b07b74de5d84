# Associative arrays.

#### keys are any text
typeset -A m; m[one]=1; m['two words']=2; m[3]=three; k='a]b'; m[$k]=4
echo "${#m[@]} ${m[one]} ${m["two words"]} ${m[3]} ${m[$k]}"
#: stdout
4 1 2 three 4

#### a compound assignment
typeset -A m=([a]=1 [b]='2 3'); echo "${m[a]}|${m[b]}|${#m[@]}"
#: stdout
1|2 3|2

#### a compound assignment after the declaration replaces all
typeset -A m; m=([x]=1 [y]=2); m=([z]=3); echo "${!m[@]} ${m[@]}"
#: stdout
z 3

#### a compound assignment adds with +=
typeset -A m=([x]=1); m+=([y]=2); echo "${#m[@]}${m[x]}${m[y]}"
#: stdout
212

#### one key with its value
typeset -A m=([k]=v); echo "${!m[@]}=${m[@]}"
#: stdout
k=v

#### keys are listed sorted
typeset -A m=([b]=2 [a]=1 [c]=3); echo "${!m[@]}:${m[@]}"
#: stdout
a b c:1 2 3
#: not bash: has an order of its own

#### unset of a key
typeset -A m=([a]=1 [b]=2); unset 'm[a]'; echo "${!m[@]}"; echo "${m[a]-unset}"
#: stdout
b
unset

#### keys with expansions
k=x; typeset -A m; m[$k]=1; m[${k}y]=2; m["$k z"]=3; echo "${m[x]}${m[xy]}${m[x z]}"
#: stdout
123

#### a key is no expression
typeset -A m; i=1; m[i]=a; m[1]=b; echo "${m[i]}${m[1]}"
#: stdout
ab

#### arithmetic with keys
typeset -A m; m[a]=5; (( m[a] += 2 )); (( m[b]++ )); echo "${m[a]} ${m[b]} $(( m[a] * 2 ))"
#: stdout
7 1 14

#### appending to a value
typeset -A m=([a]=x); m[a]+=y; m[b]+=z; echo "${m[a]}${m[b]}"
#: stdout
xyz

#### -v asks for a key
typeset -A m=([a]=1); [[ -v m[a] ]] && echo a; [[ -v m[b] ]] || echo no b
#: stdout
a
no b

#### a key that is set to nothing
typeset -A m; m[a]=; echo "${m[a]+set} ${m[b]+set}" ${#m[@]}
#: stdout
set  1

#### loop over sorted keys
typeset -A m=([z]=26 [a]=1); for k in "${!m[@]}"; do echo "$k ${m[$k]}"; done
#: stdout
a 1
z 26
#: not bash: has an order of its own

#### a subshell's map is its own
typeset -A m=([a]=1); (m[a]=2; m[b]=3; echo "${#m[@]}"); echo "${#m[@]} ${m[a]}"
#: stdout
2
1 1
#: not ksh93: does otherwise

#### a map in a command substitution is its own
typeset -A m=([a]=1); x=$(m[b]=2; echo ${#m[@]}); echo "$x ${#m[@]}"
#: stdout
2 1

#### a map declared in a subshell is not seen outside
(typeset -A m=([a]=1)); echo "<${m[a]}>" "${#m[@]}"
#: stdout
<> 0

#### counting words
typeset -A n; for w in a b a c a b; do (( n[$w]++ )); done; echo "${n[a]}${n[b]}${n[c]}"
#: stdout
321

#### a key of pattern characters
typeset -A m; m['*']=star; m['?']=q; m['a b*']=x; echo "${m['*']}${m['?']}${m['a b*']}"
#: stdout
starqx

#### typeset +A or -a on a map is refused
typeset -A m=([a]=1); declare -a m; echo "${m[a]}"
#: stdout
1
#: stderr some

#### length of a value
typeset -A m=([k]=hello); echo "${#m[k]} ${m[k]:1:2} ${m[k]/l/L}"
#: stdout
5 el heLlo

#### a map local to a function
f() { local -A m=([x]=1); g; }; g() { echo "${m[x]}"; }; f; echo "<${m[x]}>"
#: stdout
1
<>
#: not ksh93: is dynamic

#### elements without subscripts alternate as key and value
typeset -A m=(a 1 b 2); echo "${m[a]}${m[b]}"
#: stdout
12
#: not ksh93: refuses them

#### an empty key
typeset -A m; m['']=x; echo $?
#: stdout
0
#: not bash: whether there is one

#### copy by loop
typeset -A a=([x]=1 [y]=2) b; for k in "${!a[@]}"; do b[$k]=${a[$k]}; done; echo "${b[x]}${b[y]}"
#: stdout
12

#### keys of expansions and operators are keys in expressions, too
typeset -A m; m[1,2]=1; m[2]=7; m[3]=5; m["1+2"]=8; c=1 r=2
echo $((m[$c,$r])) $((m[$c,2])) $((m["$c,$r"])) $((m[$c+$r])) $((m[${c}+2])) $((m[$c+2])) 
((m[$c,$r]+=10)); echo ${m[1,2]} ${m[2]}
i=1 j=2
m["$j/$i"]=77; echo $((m[$j/$i])) $((m[2/1])); k='1,2'; echo $((m[$k])); 
for ((m[$c,$r]=0; m[$c,$r]<2; m[$c,$r]++)); do :; done; echo ${m[1,2]}
a=(10 20 30 40); echo $((a[$c+$r])) $((a[$c]+a[$r])) $((a[$c,$r])) $((m[$(echo 1,2)])) $((m[${c},$((1+1))]))
#: stdout
1 1 1 8 8 8
11 7
77 77
11
2
40 50 30 2 2
