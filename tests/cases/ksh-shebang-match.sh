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
