#### the last kind of number counts
#!/bin/ksh
for f in uF Ful Eu EF XF FE FX12 Fi iE iX12 ils isl usi s
do	(typeset -$f a=2; typeset -p a)
done
#: stdout
typeset -F a=2.0000000000
typeset -l -F a=2.0000000000
typeset -E a=2
typeset -F a=2.0000000000
typeset -F a=2.0000000000
typeset -E a=2
typeset -X 12 a=0x1.000000000000p+1
typeset -i a=2
typeset -E a=2
typeset -X 12 a=0x1.000000000000p+1
typeset -s -i a=2
typeset -l -i a=2
typeset -s -u -i a=2
a=2
#: not bash: another language

#### a declaration's attributes replace those that were there
#!/bin/ksh
typeset -u x=abc; typeset -L5 x; typeset -p x
typeset -i n=5; typeset -u n; typeset -p n
typeset -E3 f=3.14159; typeset -E9 f; typeset -p f
typeset -L4 y; typeset -rL y; typeset -p y
typeset -i val=10#0-3; typeset -Z val=0-1; typeset -p val
typeset -a -Z3 a=(1 2); typeset -L2 a; typeset -p a
typeset -i z=0; typeset -Z5 z; print $z; typeset -Z3 z; print $z; typeset -Z7 z; print $z
#: stdout
typeset -L 5 x='ABC  '
typeset -u n=5
typeset -E 9 f=3.14159
typeset -r -L 0 y
typeset -Z 3 -R 3 val=0-1
typeset -a -L 2 a=('1 ' '2 ')
00000
000
0000000
#: not bash: another language

#### precision 0, and numbers of digits that are usual
#!/bin/ksh
for f in F E X lF lE lX; do (typeset -$f 0 x=5.67; typeset -p x); done
typeset -X y=1.5; typeset -p y; typeset -F g; typeset -p g
for base in 0 1 65; do (typeset -i $base x; typeset -p x); done
#: stdout
typeset -F 0 x=6
typeset -E 0 x=6
typeset -X 0 x=0x1p+2
typeset -l -F 0 x=6
typeset -l -E 0 x=6
typeset -l -X 0 x=0x1p+2
typeset -X 32 y=0x1.80000000000000000000000000000000p+0
typeset -F g
typeset -i x
typeset -i x
typeset -i x
#: not bash: another language

#### widths are columns
#!/bin/ksh
typeset -L4 x=$'\001abcdef'; print "${#x}"
typeset -R10 x=$'a\tb'; print "${#x}"
typeset -Z10 x=$'1\t2'; [[ $x == $'000000001\t2' ]] && print zeros
typeset -R10 d="22/02/09 08:25:01 "; print "<$d>"
typeset -L8 d=" 22/02/09 08:25:01"; print "<$d>"
typeset -L w; w=hello; w=hi; typeset -p w
#: stdout
5
11
zeros
<9 08:25:01>
<22/02/09>
typeset -L 5 w='hi   '
#: not bash: another language

#### variables of bytes
#!/bin/ksh
typeset -b x=aGVsbG8gd29ybGQ=
print "$x"; printf '%B\n' x
x+=$x; printf '%B\n' x
typeset -b -Z5 a=aGVsbG8gd29ybGQ=; printf '%B\n' a
typeset -bZ4 c=aGU; print "$c"; printf '%B' c | wc -c
typeset -b v; read -N5 v <<<'hello world'; print "$v"
typeset -b -A m; read -N5 m[4] <<<'hello world'; print "${m[4]}"
#: stdout
aGVsbG8gd29ybGQ=
hello world
hello worldhello world
hello
aGUAAA==
4
aGVsbG8=
aGVsbG8=
#: not bash: another language

#### what cannot be asked for together
#!/bin/ksh
(typeset -i -L5 x) 2>/dev/null; print $?
(typeset -b -u x) 2>/dev/null; print $?
(typeset -M nothing x) 2>/dev/null; print $?
typeset -M toupper x=abc; typeset -p x
for o in C A a; do (typeset +$o x) 2>/dev/null; print $?; done
(export y=(a=1)) 2>/dev/null; print $?
#: stdout
2
2
1
typeset -u x=ABC
1
1
1
1
#: not bash: another language

#### typeset +p shows no values, -p of the first element the variable
#!/bin/ksh
typeset -i z=45; typeset +p z
typeset -A a=([x]=y); typeset +p a
v=foo; typeset -p v[0]
typeset -a x=(a=3 b=4); typeset -p x
typeset -t tt=1; typeset -p tt; typeset +t
#: stdout
typeset -i z
typeset -A a
v=foo
typeset -a x=(a\=3 b\=4)
typeset -t tt=1
tt
#: not bash: another language

#### what is read only keeps its attributes and its elements
#!/bin/ksh
for change in 'typeset -R1 x' 'typeset +x x' 'x=1' 'a[0][1]=d' 'a[0]+=(d)' '(( a[0][1] += 2 ))'
do	(typeset -ri x=900; typeset -ra -i a=((1 2) 3); eval "$change") 2>/dev/null; print $?
done
readonly x=1; export x; typeset -p x
#: stdout
1
1
1
1
1
1
typeset -x -r x=1
#: not bash: another language

#### lists of members in elements of associative arrays can be declared
#!/bin/ksh
compound -A c; typeset -a c[info].z=([1]=90); function x { nameref n=$1; print $((round(n))); }; x c[info].z[1]
set -A arr[0] a b c; typeset -p arr
#: stdout
90
typeset -a arr=((a b c) )
#: not bash: another language

#### texts are quoted as ksh93 quotes them
#!/bin/ksh
printf '%q\n' a=3 a=b=c '' 'x~' 'a#b' 'a!b' $'a\001b' $'1\x[11]1' "it's" 'a b' $'\e[0m'
printf '%.3Lf %lld %B\n' 1.5 7 nothing
#: stdout
a=3
a='b=c'
''
'x~'
'a#b'
a!b
$'a\x[01]b'
$'1\x[11]1'
$'it\'s'
'a b'
$'\E[0m'
1.500 7 
#: not bash: another language

#### a list makes another variable of one that has a value
#!/bin/ksh
typeset -u u=abc; typeset -a u=(x y); typeset -p u
typeset -i w=1; w=(3+4 5); typeset -p w
export e=1; e=(1 2); typeset -p e
typeset -a -i n; n=(3+4 5); typeset -p n
#: stdout
typeset -a u=(x y)
typeset -a w=(3+4 5)
typeset -a e=(1 2)
typeset -a -i n=(7 5)
#: not bash: another language
