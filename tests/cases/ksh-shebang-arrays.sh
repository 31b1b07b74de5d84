# Arrays, references and declarations as scripts of ksh93 have them: the first line says so.

#### a reference to the caller's array of the same name
#!/bin/ksh
a=((00 01) (10 11) (20 21))
function check { nameref a=$1; nameref b=a[2]; echo "${a[0][0]} ${a[1][1]} ${b[1]} $a ${#a[@]} ${#a[0][@]}"; a[1][1]=x; b[0]=y; a[3]=(n); }
check a; typeset -p a
b=((00 01) (10 11) (20 21)); check b; typeset -p b
c=(x=(y=1 z=(2 3))); function g { nameref c=$1; c.x.y=5; c.n=6; echo ${c.x.z[1]}; }; g c; echo ${c.x.y} ${c.n}
#: stdout
00 11 21 00 3 2
typeset -a a=((00 01) (10 x) (y 21) (n) )
00 11 21 00 3 2
typeset -a b=((00 01) (10 x) (y 21) (n) )
3
5 6
#: not bash: another language

#### subscripts of elements that are arrays
#!/bin/ksh
a=((00 01 02) (10 11)); echo "${!a[0][@]}" "${!a[1][*]}" "${a[0][@]}"
typeset -A d; d[0]=([0]=00 [1]=01); echo "$d" "${d[0]}" "${d[0][1]}"
float -a values=([1][3]=90 [1][4]=89); function f { nameref v=$1; echo ${v[0..5]}; }; f values[1]
x=(a b c d); echo ${x[1..2]} ${x[-3..-1]} "${x[@]:}"
#: stdout
0 1 2 0 1 00 01 02
00 00 01
90 89
b c b c d a b c d
#: not bash: another language

#### $name[subscript] in [[ ]] and (( ))
#!/bin/ksh
typeset -a foo=([0]=4 [1]=2); typeset -A m=([k]=v); bar=1 y=hello z=helloa
(( $foo[bar] == 2 )) && echo 1; [[ $foo[bar] == 2 ]] && echo 2; [[ "$foo[bar]" == 2 ]] && echo 3
[[ x$m[k]y == xvy ]] && echo 4; [[ -n $m[none] ]] || echo 5; [[ ${foo[$foo[1]-1]} == 2 ]] && echo 6
[[ $z == $y[a-z] ]] && echo 7; echo $foo[0]; w=$m[k]; echo $w
#: stdout
1
2
3
4
5
6
7
4[0]
[k]
#: not bash: another language

#### how arrays of arrays are written
#!/bin/ksh
arr=((10 20) 6 8); typeset -p arr; foo=((11 22) (x=3)); typeset -p foo
typeset -a q; q[2][3]=1; typeset -p q; q[5]=4; typeset -p q; typeset -a r; r[2][0]=1; typeset -p r
typeset -A m=([a]=(1 2) [b]=3); typeset -p m; typeset -A n=([b]=3 [c]=(1 2)); typeset -p n; typeset -A e; typeset -p e
#: stdout
typeset -a arr=((10 20) 6 8)
typeset -a foo=((11 22) (x=3))
typeset -a q=(typeset -a [2]=([3]=1) )
typeset -a q=(typeset -a [2]=([3]=1) [5]=4)
typeset -a r=([2]=(1) )
typeset -A m=([a]=(1 2) [b]=3)
typeset -A n=([b]=3 [c]=(1 2) )
typeset -A e=()
#: not bash: another language

#### attributes in ksh93's order
#!/bin/ksh
integer i=3; float f=2.5; typeset -lui u=3; typeset -rxli b=1; typeset -r -A -i k=([1]=2); typeset -x -a -u p=(x)
typeset -xZ5 g=1; typeset -p i f u b k p g; typeset -si s=70000; echo $s; (( s=32768 )); echo $s; x="it's"; typeset -p x
#: stdout
typeset -l -i i=3
typeset -l -E f=2.5
typeset -l -u -i u=3
typeset -x -r -l -i b=1
typeset -r -A -i k=([1]=2)
typeset -x -a -u p=(X)
typeset -x -Z 5 -R 5 g=00001
4464
-32768
x=$'it\'s'
#: not bash: another language

#### what a function of the form name() declares is its caller's
#!/bin/ksh
f() { typeset v=5; typeset -i n=3; }; f; echo $v $n
function g { h; echo "g: $w"; }; h() { typeset w=9; }; g; echo "<$w>"
function k { typeset w=1; h; echo $w; }; k; echo "<$w>"
#: stdout
5 3
g: 9
<>
9
<>
#: not bash: another language

#### messages for what is null and what is not set
#!/bin/ksh
x=; a[4]=; { ( : ${x:?} ); ( : ${u:?} ); ( : ${a[4]:?} ); ( : ${a[5]:?} ); } 2>&1 | sed 's/.*line/line/'
#: stdout
line 2: x: parameter null
line 2: u: parameter not set
line 2: a: parameter null
line 2: a: parameter not set
#: not bash: another language

#### a list with subscripts makes an associative array
#!/bin/ksh
a=([0]=x [1+1]=y); echo "${!a[@]}"; typeset -p a
b=v; b=([4]=q); b[2+2]=z; typeset -p b
typeset -a c=([3]=r); typeset -p c
#: stdout
0 1+1
typeset -A a=([0]=x [1+1]=y)
typeset -A b=([2+2]=z [4]=q)
typeset -a c=([3]=r)
#: not bash: another language

#### rows of an array of numbers are numbers from their first element on
#!/bin/ksh
integer -a m; for ((i=0;i<2;i++)) do for ((j=0;j<2;j++)) do m[i][j]=i*2+j; done; done; typeset -p m
typeset -A -i h; h[b][c]=2+3; h[b][c]+=4; echo ${h[b][c]}
typeset -a -u u; u[1][1]=abc; echo ${u[1][1]}
#: stdout
typeset -a -l -i m=((0 1) (2 3) )
9
ABC
#: not bash: another language
