#### each replacement has its matches
#!/bin/ksh
x=1234; : ${x//@([12])|@([34])/}
x=a1a2; d=${x//~(E)([[:alpha:]])|([[:digit:]])/-}
print "${#.sh.match[@]} ${#.sh.match[0][@]} ${.sh.match[0][@]}: ${!.sh.match[1][@]}: ${.sh.match[2][3]}"
[[ -v .sh.match[2] && ! -v .sh.match[2][0] ]] && print gap
print -v .sh.match
typeset -m m=.sh.match; print "${m[1][2]}"
d=${x//q/-}; print "${#.sh.match[@]}"
#: stdout
3 4 a 1 a 2: 0 2: 2
gap
(
	(
		a
		1
		a
		2
	)
	(
		[0]=a
		[2]=a
	)
	(
		[1]=1
		[3]=2
	)
)
a
0
#: not bash: another language

#### classes and groups of expressions
#!/bin/ksh
[[ 3 =~ \w && ' ' =~ \s && 9 =~ \d && x =~ \D && _ =~ [[:word:]] ]] && print classes
[[ abc == ~(E)\babc\b && a+a == ~(E)a\+a ]] && print escapes
x='k="v w"'; d="${x/~(Ex)(?:([a-z]+)=) # a name
	\"([^\"]*)\"/-}"; print -r -- "$d ${.sh.match[1]} ${.sh.match[2]}"
[ abc =~ 'a(b)c' ] && print test
#: stdout
classes
escapes
- k v w
test
#: not bash: another language

#### options of a part of a pattern
#!/bin/ksh
t() { [[ $1 == $2 ]] && print -n "y " || print -n "n "; }
t aBc 'a~(i:B)c'; t abc 'a~(i:B)c'; t aBC 'a~(i:B)c'; t ABC '~(i:b)*'; t XabY 'X~(i:AB)Y'; t ab '~(E:a|b)*'; t abc '~(iE:AB)c'
t aXYc 'a~(i:[w-z]y)c'; t axyc 'a~(i:[W-Z]Y)c'; t aBC 'a~(i)bc'; print
x=aaa; print "${x##~(-g)+(a)}" "${x#~(-g)+(a)}" "${x##+(a)}."
#: stdout
y y n n y y y y y y 
aa aa .
#: not bash: another language

#### a quoted backslash in a replacement is no reference
#!/bin/ksh
s=a/b/c re='@(?*)/@(?*)/@(?*)'; echo ${s/$re/\3} ${s/$re/'\3'} "${s/$re/"\3"}" ${s/$re/x\\3} ${s/$re/"x\3"\3}
r='\3'; echo ${s/$re/$r} ${s/$re/"$r"} "${s/$re/"$r"}" ${s/$re/"$r"\1}
r='\\3'; echo ${s/$re/$r} "${s/$re/"$r"}"; r='x\\y\z\'; echo "${s/b/$r}" "${s/b/"$r"}" ${s/b/\n} "${s/b/\n}" ${s/b/'\n'}
s=abc; echo "${s/@(b)/<\1>}" "${s/@(b)/'<\1>'}" "${s/@(b)/\\1}" "${s/@(b)/\\\1}" "${s/@(b)/"\1"}" "${s//b/\\\\}"
#: stdout
c \3 \3 x\3 x\3c
c \3 \3 \3a
\3 \\3
a/x\y\z\/c a/x\\y\z\/c a/n/c a/n/c a/\n/c
a<b>c a<\1>c a\1c a\bc a\1c a\\c
#: not bash: another language

#### ~(N) leaves out what matches nothing
#!/bin/ksh
: >file; : >other.o; x=none
n() { echo $# "$@"; }
n ~(N)none ~(N)file ~(N)*.c ~(N)*.o ~(N)./none ~(N)$x; n ~(N)"no ne"; n x~(N)none; n "~(N)none" \~\(N\)none
for i in ~(N)none; do echo never; done; a=( ~(N)none* ); echo ${#a[@]}; b=~(N)none; echo "$b"; n ~(Ni)FILE ~(+N)none ~(-N)none
set -f; n ~(N)none
#: stdout
2 file other.o
1 
1 x~(N)none
2 ~(N)none ~(N)none
0
~(N)none
2 file ~(-N)none
1 ~(N)none
#: not bash: another language

#### FIGNORE is a pattern of names that are left out
#!/bin/ksh
mkdir d; : >a; : >bc; : >.d; : >d/x.o; : >d/.y
FIGNORE='@(*.o|*c)'; echo *; echo */*; echo *.o */x.o; FIGNORE='@(.*|*c)'; echo *; FIGNORE=; echo *; unset FIGNORE; echo *
#: stdout
.d a d
d/.y
*.o d/x.o
a d
.d a bc d
a bc d
#: not bash: another language

#### ** does not find the directory before it
#!/bin/ksh
mkdir -p d/e; : >d/e/f; set -o globstar
echo d/**; echo d/**/; echo **/d/**; echo */**; echo ./d/**; echo d/e/**/f; echo **
#: stdout
d/e d/e/f
d/e/
d d/e d/e/f
d d/e d/e/f
./d/e ./d/e/f
d/e/f
d d/e d/e/f
#: not bash: another language

#### a value begins with options of a pattern
#!/bin/ksh
b=~(i)a; [[ A == $b ]] && echo any; b=~(E)^xy+$ c={2}(z); [[ xyy == $b && zz == $c ]] && echo all; b+=~(i); echo "$b"
#: stdout
any
all
~(E)^xy+$~(i)
#: not bash: another language
