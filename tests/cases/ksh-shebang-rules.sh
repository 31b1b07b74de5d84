# What ksh93 answers otherwise than the language that forkless has by default.

#### compound variables: paths, copies, exports and types
#!/bin/ksh
c=(x=1 y=2); nameref r='c.[x]'; print $r
d=(z=3); d=c; typeset -p d
typeset -a a; a=(x=1); typeset -p a
g=(a=1); typeset -A g; typeset -p g; print "[${g.a}]"
h=(integer n; typeset -L5 l=ab); typeset -p h
typeset -rC i=(a=1); typeset -p i; (i=(b=1)); print $?
nameref e1='el[1]'; e1=(x=1); typeset -p el
typeset -a k; k[0][2]=x; print ${#k[@]}
integer -a n; n[0][1]=1; n[0][2]=2+3; typeset -p n
#: not ksh93: shows the element that a reference has made as the first
#: stdout
1
typeset -C d=(x=1;y=2)
typeset -a a=((x=1))
typeset -A g=()
[]
typeset -C h=(typeset -L 5 l=ab;typeset -l -i n=0)
typeset -r i=(a=1)
1
typeset -a el=([1]=(x=1))
1
typeset -a -l -i n=(([1]=1 [2]=5) )
#: stderr some
#: not bash: another language

#### set -a exports no members
#!/bin/ksh
c=(x=1); set -a; c.z=4; set +a; export | grep '^c'; print $?
#: not ksh93: lists them, but programs do not get them
#: stdout
1
#: not bash: another language

#### a type of a member is read from FPATH
#!/bin/ksh
mkdir f; print 'typeset -T Pt=(integer v=3)' >f/Pt; FPATH=$PWD/f; e=(x=1; Pt m); typeset -p e
typeset -p .sh.type
#: not ksh93: has to know the type when it reads the list
#: stdout
typeset -C e=(Pt m=(typeset -l -i v=3;)x=1)
namespace sh.type
{
	typeset -r Pt=()
}
#: not bash: another language

#### what cannot be exported, or be a list
#!/bin/ksh
c=(a=1)
(export c; print no)
(typeset -xC d; print no)
(typeset -C e=(1 2); print no)
(typeset -A m=([a]=1); set +A m x; print no)
(OPTIND=-1; getopts a o -a; print $?)
print end
#: not ksh93: refuses the list as a syntax error
#: stdout
1
end
#: stderr some
#: not bash: another language

#### attributes: columns, widths, lists and references
#!/bin/ksh
LC_ALL=C.UTF-8; typeset -L3 x=äöüß; print "$x|"; LC_ALL=C
typeset -L y; typeset -p y
typeset -a z=text; typeset -p z
o=-a; typeset $o t=(a=1 b=2); typeset -p t
export v=w; typeset -n v; typeset -p v
typeset -F2 SECONDS; function f { typeset SECONDS; typeset -p SECONDS; }; f | cut -c1-19
printf '#!/bin/ksh\nRANDOM=5; (print $RANDOM $RANDOM)\n' >s; [[ $("$SH" s) == $("$SH" s) ]] || print other
#: not ksh93: a local SECONDS is an ordinary variable, and -a from a variable comes too late for the list
#: stdout
äöü|
typeset -L 0 y
z=text
typeset -a t=(a\=1 b\=2)
typeset -n v=w
typeset -F 2 SECOND
other
#: not bash: another language

#### whence, type, command -x, builtin -d and names of options
#!/bin/ksh
mkdir f; print 'af() { print auto; }' >f/af; FPATH=$PWD/f; typeset -fu af; print $?; af
whence ls >/dev/null; hash | grep '^ls='
function test { :; }; type -tp test
command -x printf '%s\n' hi
set -o noglob=0; set -o glob; print $?
builtin -d print; (print hi) 2>/dev/null; echo $?
#: not ksh93: type -tp looks behind the function
#: stdout
0
auto
ls=/usr/bin/ls
hi
0
127
#: not bash: another language

#### a subshell has random numbers of its own
#!/bin/ksh
RANDOM=5; a=$RANDOM; RANDOM=5; (b=$RANDOM; [[ $a == $b ]] || print other)
#: stdout
other
#: not bash: another language

#### SECONDS counts from the moment of an assignment
#!/bin/ksh
typeset -i SECONDS; sleep .8; SECONDS=0; sleep .3; print "$SECONDS"
#: stdout
0
#: not bash: another language

#### a subscript before the first element is an error
#!/bin/ksh
a=(1 2); (echo "${a[-3]}"; echo never); echo $?
(echo "${a[-3]-d}"; echo never); echo $?; (echo "${#a[-3]}"; echo never); echo $?
echo "<${e[-1]}>" "${a[-2]}"
#: stdout
1
1
1
<> 1
#: stderr some
#: not bash: another language

#### an empty last parameter is a field of $@
#!/bin/ksh
p() { print -r -- "$#:$(printf '[%s]' "$@")"; }
t() { p $@; p $*; p x$@; p $@y; p $@$@; p ${u-$@}; p ${@#a}; a=("$@"); p ${a[@]}; p ${a[*]}; }
t ''; t a ''; t '' a; t '' ''
#: stdout
0:[]
0:[]
1:[x]
1:[y]
0:[]
0:[]
0:[]
0:[]
0:[]
2:[a][]
1:[a]
2:[xa][]
2:[a][y]
3:[a][a][]
2:[a][]
1:[]
2:[a][]
1:[a]
1:[a]
1:[a]
2:[x][a]
1:[ay]
2:[a][a]
1:[a]
1:[]
1:[a]
1:[a]
1:[]
0:[]
2:[x][]
1:[y]
1:[]
1:[]
1:[]
1:[]
0:[]
#: not bash: another language

#### what is no expansion is an error of syntax
#!/bin/ksh
a=b
for text in '${a;}' '${a b}' '${}' '"${a&}"' '${a"b"}' '${/}' '${#a;}' '${1;}' '${a(b)}'; do
  printf '#!/bin/ksh\necho never; echo %s\n' "$text" >s; "$SH" s 2>/dev/null; echo $?
done
printf '#!/bin/ksh\necho before; echo ${a$b}\n' >s; "$SH" s 2>err; echo $?; grep -c substitution err
#: stdout
3
3
3
3
3
3
3
3
3
before
1
1
#: not bash: another language

#### the alternative of a name
#!/bin/ksh
a=xyz; unset u; b[1]=2; echo ${!u+w} "${!a:+w w}" ${!b[1]+w} ${!a-w} ${!u:-w}
#: stdout
w w w w a u
#: not bash: another language

#### a subshell that moves for a number that printf takes goes on once
#!/bin/ksh
(printf '%d\n' BASHPID >/dev/null; echo a); echo b; (printf '%s %d\n' x BASHPID/BASHPID*0+1 >/dev/null 2>&1; echo c) | cat
#: stdout
a
b
c
#: not bash: another language
