# Indexed arrays: assignment, expansion, gaps, subshells.

#### a list of elements is counted and joined
a=(one two 'three four')
echo "${#a[@]} ${#a[*]} ${a[0]} ${a[2]} ${#a[2]}"
#: stdout
3 3 one three four 10
#: also mksh

#### "[@]" gives a field for each element
a=(one 'two words' '')
for x in "${a[@]}"; do echo "<$x>"; done
#: stdout
<one>
<two words>
<>
#: also mksh

#### "[*]" joins with the first character of IFS
a=(1 2 3); IFS=-+; echo "${a[*]}"; IFS=; echo "${a[*]}"; unset IFS; echo "${a[*]}"
#: stdout
1-2-3
123
1 2 3
#: also mksh

#### an empty array gives no field
a=(); for x in "${a[@]}"; do echo "<$x>"; done; echo "n=${#a[@]}"
set -- "${a[@]}"; echo $#
#: stdout
n=0
0
#: not ksh93: does otherwise
#: also mksh

#### text around "[@]" joins its first and last field
a=(1 2 3); for x in "<${a[@]}>"; do echo "$x"; done
#: stdout
<1
2
3>
#: also mksh

#### the name alone is element 0
a=(x y); echo "$a ${#a}"; a=z; echo "${a[@]}"
#: stdout
x 1
z y
#: also mksh

#### gaps are no elements
a[5]=five; a[2]=two; echo "${#a[@]}: ${a[@]}: ${!a[@]}"
#: stdout
2: two five: 2 5
#: also mksh

#### subscripts are expressions
i=2; a=(0 1 2 3 4 5); echo "${a[i]} ${a[i+1]} ${a[$i*2]} ${a[i=1]} $i"
#: stdout
2 3 4 1 1
#: also mksh

#### elements with their subscripts
a=([3]=c [1]=a x); echo "${!a[@]}:${a[@]}"
#: stdout
1 2 3:a x c
#: not ksh93: counts on from the last subscript in another way

#### subscripts below 0 count from the end
a=(a b c); echo "${a[-1]} ${a[-3]}"; a[-1]=z; echo "${a[@]}"
#: stdout
c a
a b z

#### a subscript far below 0 is an error
a=(a b); a[-3]=x; echo "after: ${a[@]}"
#: stderr some
#: status nonzero

#### an element out of range is empty
a=(a b); echo "<${a[7]}>" "<${a[7]-unset}>" "<${a[1]+set}>"
#: stdout
<> <unset> <set>
#: also mksh

#### appending a list
a=(1 2); a+=(3 '4 5'); echo "${#a[@]} ${a[3]}"
#: stdout
4 4 5
#: also mksh

#### appending to an element
a=(x y); a[1]+=z; a+=w; echo "${a[@]}"
#: stdout
xw yz
#: also mksh

#### appending to a scalar makes it an array
a=x; a+=(y); echo "${a[@]} ${#a[@]}"
#: stdout
x y 2
#: also mksh

#### unset of an element leaves a gap
a=(a b c); unset 'a[1]'; echo "${#a[@]}:${!a[@]}:${a[@]}"
#: stdout
2:0 2:a c
#: also mksh

#### unset of the array
a=(a b c); unset a; echo "${#a[@]}:${a-unset}"
#: stdout
0:unset
#: also mksh

#### a slice of elements
a=(0 1 2 3 4 5); echo "${a[@]:2:3}" "${a[@]:4}" "${a[@]: -2}" "${a[*]:1:1}"
#: stdout
2 3 4 4 5 4 5 1

#### a slice of a sparse array counts elements from the offset
a=([2]=c [5]=f [9]=j); echo "${a[@]:3:1}" "${a[@]:5:2}"
#: stdout
f f j
#: not ksh93: does otherwise

#### operations are made on each element
a=(foo.c bar.c); echo "${a[@]%.c}" "${a[@]#f}" "${a[@]/o/0}" "${a[@]//o/0}"
#: stdout
foo bar oo.c bar.c f0o.c bar.c f00.c bar.c

#### the result of an operation on each element is a field each
a=('a b.c' 'd e.c'); for x in "${a[@]%.c}"; do echo "<$x>"; done
#: stdout
<a b>
<d e>

#### default words of arrays
a=(); echo "${a[@]-none}" "${a[@]:-none}"; b=(''); echo "<${b[@]-none}>" "<${b[@]:-none}>"
#: stdout
none none
<> <none>
#: not ksh93: one empty element is null or not
#: also mksh

#### unquoted elements are split and matched
a=('x y' 'z*'); set -- ${a[@]}; echo $#
#: stdout
3
#: also mksh

#### an array is filled by expansion and splitting
x='1 2 3'; a=($x "$x"); echo "${#a[@]}"
#: stdout
4
#: also mksh

#### a pattern fills an array
: >b.t; : >a.t; a=(*.t); echo "${a[@]}"
#: stdout
a.t b.t
#: also mksh

#### a command substitution fills an array
a=($(echo 1 2; echo 3)); echo "${#a[@]}"
#: stdout
3
#: also mksh

#### newlines and comments stand between elements
a=(
  one   # the first
  two

  three
)
echo "${#a[@]}"
#: stdout
3
#: also mksh

#### arithmetic on elements
a=(1 2 3); (( a[1] += 10, a[0]++ )); echo "${a[@]} $((a[0]+a[1])) $((a[2]*2))"
#: stdout
2 12 3 14 6
#: also mksh

#### assignment creates elements in arithmetic
(( b[3] = 7 )); echo "${!b[@]} ${b[3]}"
#: stdout
3 7
#: also mksh

#### nested subscripts
a=(2 0 1); b=(x y z); echo "${b[${a[0]}]} ${b[a[0]]}"
#: stdout
z z
#: also mksh

#### loop over keys
a=([1]=b [4]=e); for i in "${!a[@]}"; do echo "$i=${a[i]}"; done
#: stdout
1=b
4=e
#: not ksh93: does otherwise

#### a subshell's array is its own
a=(1 2 3); (a[1]=x; a+=(4); echo "${a[@]}"; unset a); echo "${a[@]}"
#: stdout
1 x 3 4
1 2 3
#: also mksh

#### an array in a command substitution is its own
a=(1 2); x=$(a[0]=9; a+=(3); echo "${a[@]}"); echo "$x / ${a[@]}"
#: stdout
9 2 3 / 1 2
#: also mksh

#### arrays in pipelines are their own
a=(1 2); { a=(9); echo "${a[@]}"; } | cat; echo "${a[@]}"
#: stdout
9
1 2
#: also mksh

#### an array made in a subshell is not seen outside
(z=(1 2)); echo "${#z[@]}"
#: stdout
0
#: also mksh

#### copying with gaps closed
a=([3]=x [7]=y); b=("${a[@]}"); echo "${!b[@]}"
#: stdout
0 1
#: also mksh

#### read-only arrays
a=(1 2); readonly a; (a[0]=9; echo no) 2>/dev/null; (a=(3); echo no) 2>/dev/null; (unset a) 2>/dev/null; echo "${a[@]}"
#: stdout
1 2
#: also mksh

#### element assignment before a command does not
a=(1 2); a[1]=x true; echo "${a[1]}"
#: stdout
2
#: not bash: whether it does
#: also mksh

#### a subscript of quoted text
a=(a b c); echo "${a["1"]}"; a['2']=z; echo "${a[2]}"
#: stdout
b
z
#: not bash: does otherwise

#### length of an element and of the last
a=(a bb ccc); echo ${#a[1]} ${#a[-1]}
#: stdout
2 3

#### an unset array with -u
set -u; a=(); echo "<${a[@]}>"; echo "${#a[@]}"
#: stdout
<>
0
#: not ksh93: does otherwise

#### an unset element with -u is an error
set -u; a=(1); (echo "${a[3]}"; echo no) || echo failed
#: stdout
failed
#: stderr some
#: also mksh

#### the empty string is an element
a=(''); echo ${#a[@]}; a=('' '' ''); echo ${#a[@]}
#: stdout
1
3
#: also mksh

#### positional parameters from elements
a=(x 'y z'); set -- "${a[@]}" end; echo "$# $2"
#: stdout
3 y z
#: also mksh

#### the value of a scalar by subscript
s=text; echo "${s[0]} ${s[@]} ${#s[@]} <${s[1]}>"
#: stdout
text text 1 <>
#: also mksh

#### substring of an element
a=(hello world); echo "${a[1]:1:3}" "${a[0]: -2}"
#: stdout
orl lo
#: also mksh

#### case of elements
a=(ab cd); echo "${a[@]^^}" "${a[@]^}" "${a[1]^^}"
#: stdout
AB CD Ab Cd CD
#: not ksh93: has no ^^ of variables

#### an array's quoted form
a=(a 'b c' "d'e"); echo "${a[@]@Q}"; echo "${a[@]@A}"
#: stdout
'a' 'b c' 'd'\''e'
declare -a a=([0]="a" [1]="b c" [2]="d'e")
#: not ksh93: has no @Q

#### an array's keys and values
a=(x y); for w in "${a[@]@K}"; do echo "<$w>"; done; for w in "${a[@]@k}"; do echo "<$w>"; done
#: stdout
<0 "x" 1 "y">
<0>
<x>
<1>
<y>
#: not ksh93: has no @K

#### set -A (ksh)
set -A a -- x y z; echo "${#a[@]} ${a[2]}"; set +A a Q; echo "${a[@]}"
#: stdout
3 z
Q y z
#: not bash: has no set -A
#: also mksh

#### elements after a blank (ksh)
a= (x y); echo ${#a[@]}
#: stdout
2
#: not bash: is an error of syntax
#: also mksh

#### an alternative to the elements of an empty array is no field
n() { echo $#; }
a=(); n "${a[@]+"${a[@]}"}"; n ${a[@]+"${a[@]}"}; n "${a[@]-}"
a=(1 2); n "${a[@]+"${a[@]}"}"; n "x${a[@]+y}"
#: stdout
0
0
1
2
1
#: not ksh93: the word of an empty array is taken

#### an alternative to no positional parameters is no field
n() { echo $#; }
set --; n "${@+x}"; n "${@+"$@"}"; n "${@-}"; set -- ""; n "${@+"$@"}"
#: stdout
0
0
1
1

#### arrays after command and a declaration
command typeset a=(1 2 3); echo ${#a[@]}; command command typeset -a b=([5]=x); echo ${!b[@]}
#: stdout
3
5
#: not bash: a syntax error

#### a value before a command shadows an array
a=(1 2); f() { echo "${a[@]}"; a[1]=x; echo "${a[@]}"; }
a=y f; echo "${a[@]}"
a+=y f; echo "${a[@]}"
a=y "$PROBE" env a
a=y "$PROBE" env a & wait
#: stdout
y
y x
1 2
1y
1y x
1 2
a=y
a=y
#: not ksh93: assigns to the first element, and it stays

#### a value is computed before its subscript
n=1
a[n++]=$n
(( b[n] = ++n ))
(( b[n++] += n ))
x=$n c[n++]=$n
echo "${!a[@]}=${a[@]} ${!b[@]}=${b[@]} ${!c[@]}=${c[@]}"
#: stdout
1=1 3=7 4=4

#### semicolons may stand between elements
a=(1; 2 3;)
echo ${#a[@]} ${a[1]}
#: stdout
3 2
#: not bash: a syntax error
#: not ksh93: a syntax error

#### an element that is not set is missing, whatever the first element is
a=(x); typeset -A m; m[0]=x; m[k]=
(echo "${a[1]?word}") 2>/dev/null || echo missing
(echo "${a[2]:?}") 2>/dev/null || echo missing
(echo "${m[k]:?}") 2>/dev/null || echo null
echo "${a[0]?}" "${m[k]?}" "${m[0]:?}"
#: stdout
missing
missing
null
x  x

#### subshells change single elements of a large array, and unset some, without the others' seeing it
i=0; while ((i < 5000)); do a[i]=v$i; ((i++)); done
x=$(a[64]=sub; unset "a[128]" "a[4999]"; a[9000]=far; echo ${#a[@]} ${a[64]} "${a[128]}" ${a[9000]})
echo "$x"
(unset a; a[3]=new; echo ${#a[@]} ${!a[@]})
b=("${a[@]}")
i=0; while ((i < 4999)); do unset "b[i]"; ((i++)); done
echo ${#a[@]} ${a[64]} ${a[128]} ${a[4999]} "${a[9000]-}" ${#b[@]} "${b[@]}"
b+=(next); b[2]=two
echo ${!b[@]} "${b[@]:3}"
#: stdout
4999 sub  far
1 3
5000 v64 v128 v4999  1 v4999
2 4999 5000 v4999 next

#### an array whose last index is the largest there is has no other element
(a[9223372036854775807]=1; a+=(x); echo never "${!a[@]}"); echo $?
(a=([9223372036854775807]=1 2); echo never "${!a[@]}"); echo $?
(a=([9223372036854775806]=1 2 3); echo never "${!a[@]}"); echo $?
a=([9223372036854775806]=1 2); echo "${!a[@]}"
#: stdout
1
1
1
9223372036854775806 9223372036854775807
#: stderr some
#: not bash: goes on with the smallest number there is
#: not ksh93: has no more than 4194304 elements

#### subscripts from the end of the largest array
a[9223372036854775807]=1; a[-1]=2; echo "${a[@]}" "${a[-1]}" "${!a[@]}"; ((a[-1]+=5)); echo "${a[-1]}"
unset 'a[-1]'; echo "${#a[@]}"
#: stdout
2 2 9223372036854775807
7
0
#: not ksh93: has no more than 4194304 elements
