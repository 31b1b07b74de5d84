# Compound variables in ksh93's language: assignments, what is shown, `read -C`.

#### name=() is a compound variable, but of an array one without elements
#!/bin/ksh
a=(1 2); a=(); typeset -p a; typeset -a b=(); typeset -p b; echo ${#b[@]}; integer -A n=([x]=1); n=(); typeset -p n
c=(); c=x; echo "$c"; function f { typeset z=(); typeset -p z; }; f
#: stdout
typeset -a a
typeset -a b
0
typeset -A -l -i n=()
x
typeset -C z=()
#: not bash: another language
#: not ksh93: 1.0.4 makes compound variables of arrays, what comes after it does not

#### a list of assignments and words to an indexed array
#!/bin/ksh
typeset -a s=(q); s=(a=1 b=2); typeset -p s; s4[0]=x; s4+=(a=1 b); typeset -p s4; s5+=(a=1 b=2); typeset -p s5; typeset -a e; e+=(b=c :); typeset -p e
#: stdout
typeset -C s=(a=1;b=2)
typeset -a s4=(x a\=1 b)
typeset -C s5=(a=1;b=2)
typeset -a e=(b\=c :)
#: not bash: another language

#### a name before = stays outside of the quotes
#!/bin/ksh
x='a=b c'; typeset -p x; printf '%q\n' 'a=b' 'a=b c' "it's" '1=2 3' 'a=b=c d' ''; alias zz='a=b c'; alias zz; typeset -a y=('a=b' 'c=d e'); typeset -p y; typeset -C c=(z='a=b c'); typeset -p c
#: stdout
x=a='b c'
a=b
a='b c'
$'it\'s'
'1=2 3'
a='b=c d'
''
zz=a='b c'
typeset -a y=(a\=b c\='d e')
typeset -C c=(z=a\='b c')
#: not bash: another language

#### unset of an element that an associative array does not have
#!/bin/ksh
typeset -A a; unset a[x]; echo $?; a[y]=1; unset a[x]; echo $?; unset a[y]; echo $?; typeset -a b; unset b[3]; echo $?
#: stdout
1
1
0
0
#: not bash: another language

#### only options of ksh93 have names
#!/bin/ksh
(set --nullglob) 2>/dev/null || echo none; (set -o failglob) 2>/dev/null || echo none; set -o globstar && echo there
#: stdout
none
none
there
#: not bash: another language

#### read -C takes a value of several lines and nothing after it
#!/bin/ksh
printf '%s\n' '(a=1' 'b="q r"' 'typeset -a c=(1 2))' '(d=$((1+1)))' rest >f; { read -C x; echo $?; read -C y; cat; print -v x; print -C y; } <f
#: stdout
0
rest
(
	a=1
	b='q r'
	typeset -a c=(
		1
		2
	)
)
(d=2)
#: not bash: another language

#### bytes that cannot be seen stay what they are in a list
#!/bin/ksh
typeset -A k; k[$'p\x02q']=1; print -C k | od -An -c | tr -s ' '
x=(a=1 typeset -a b=(a=b=c)); print -C x; typeset -a y=('a=b=c' 'a=b c'); typeset -p y
#: stdout
 ( [ ' p 002 q ' ] = 1 ) \n
(a=1;typeset -a b=(a\='b=c');)
typeset -a y=(a\='b=c' a\='b c')
#: not bash: another language
#: not ksh93: shows the key as $'p\x02q'

#### read -C: parentheses in quotes end nothing, and a value's end is found
#!/bin/ksh
printf '%s\n' '(a="x ) y"' "b=\$'q\\')' c=')('" 'd="\")' ')")' rest >f
{ read -C x; echo $?; cat; print -v x; } <f
#: stdout
0
rest
(
	a='x ) y'
	b=$'q\')'
	c=')('
	d=$'")\n)'
)
#: not bash: another language

#### the name of a member may be one that no variable has, in brackets
#!/bin/ksh
compound c=(x=1)
c.[2]=5
print "${c.[2]}" "${c.x}"
#: stdout
5 1
#: not bash: another language
#: not ksh93: expands to nothing
