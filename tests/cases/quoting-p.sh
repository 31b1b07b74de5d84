# Quoting: XCU 2.2.

#### backslash keeps the character that follows
echo \a\b \\ \$x \"a\" \'a\' \#a \; \
  \&
#: stdout
ab \ $x "a" 'a' #a ; &

#### backslash and newline vanish anywhere outside single quotes
ec\
ho a\
b "c\
d" 'e\
f'
#: stdout
ab cd e\
f

#### backslash and newline inside operators, names and expansions
x=abc
true &\
& echo 1
false |\
| echo 2
echo $\
x ${\
x} ${x\
#a} $\
{x} $(\
echo sub) $((\
1+\
2)) $(\
(3))
ca\
se x i\
n x) echo c;\
; es\
ac
#: stdout
1
2
abc abc bc abc sub 3 3
c
#: not ksh93: no continuation inside an operator

#### single quotes keep everything
printf '%s\n' 'a "b" $c `d` \e' '' 'x
y'
#: stdout
a "b" $c `d` \e

x
y

#### backslash in double quotes is special before five characters only
x=v
printf '%s\n' "\$x" "\`" "\"" "\\" "\
joined" "\a \' \n \x \( \* \{ \} \!"
#: stdout
$x
`
"
\
joined
\a \' \n \x \( \* \{ \} \!

#### single quotes are ordinary inside double quotes
x=v
echo "'$x'" "a'b"
#: stdout
'v' a'b

#### empty quotes make an empty field
set -- '' "" a'' ''b ''""
echo $#
for i do printf '<%s>' "$i"; done; echo
#: stdout
5
<><><a><b><>

#### empty expansion without quotes makes no field, with quotes one
e=
set -- $e "$e" $e$e "$e"$e ''$e
echo $#
#: stdout
3

#### adjacent quoted and unquoted parts form one word
x='1 2'
printf '<%s>' a"b"'c'\d$x"e $x" ; echo
#: stdout
<abcd1><2e 1 2>

#### a quoted reserved word is a command name
\if 2>/dev/null || echo "st $?"
"while" 2>/dev/null || echo "st $?"
'{' 2>/dev/null || echo "st $?"
i\f 2>/dev/null || echo "st $?"
#: stdout
st 127
st 127
st 127
st 127

#### quoted operators are words
echo '|' "&" \; '<' \> '(' ")" '||' \&\&
#: stdout
| & ; < > ( ) || &&

#### a comment begins only at the start of a word
echo a#b #c ; echo no
echo a;#c
echo $(echo x #)
) "#d"
#: stdout
a#b
a
x #d

#### a comment does not continue over backslash newline
# comment \
echo yes
#: stdout
yes

#### dollar alone and before other characters is itself
echo $ "$" a$ "a$" $% '$' "$ "
echo "$" $'a' >/dev/null
#: stdout
$ $ a$ a$ $% $ $ 

#### command substitution inside double quotes has quotes of its own
x='a  b'
echo "$(echo "$x")" "$(echo '"')" "$(echo ")")" "`echo "$x"`"
#: stdout
a  b " ) a  b

#### quotes inside a braced expansion inside double quotes
unset u
x=v
echo "${u-"a  b"}" "${u-'a'}" "${u-"$x"}" "${u-\"q\"}" "${u-a\}b}"
#: stdout
a  b 'a' v "q" a}b
#: not ksh93: the inner quotes end the outer ones (as POSIX leaves open), so the words are split

#### quotes inside a braced expansion outside quotes
unset u
printf '<%s>' ${u-'a  b'} ${u-"c  d"} ${u-e\ f} ${u-g h} ${u-\}} ${u-"}"} ${u-'}'}; echo
#: stdout
<a  b><c  d><e f><g><h><}><}><}>

#### quoting in a pattern of a braced expansion
x='a*b*c'
echo "${x#a'*'}" "${x#"a*"}" "${x##a*}" "${x#a\*}" "${x%'*'c}" ${x%%"*"*}
#: stdout
b*c b*c  b*c a*b a

#### a quoted variable is no pattern, an unquoted one is
x='a*b*c' p='*b'
echo "${x#"$p"}" "${x#$p}" "${x#a"$p"}"
#: stdout
a*b*c *c *c

#### brace in double quoted word with single quote is literal
x=
echo "${x:-it's}" "${x:+it's}."
#: stdout
it's .

#### newline inside quotes counts as data
x='a
b'
echo "$x"
echo "a


b" | wc -l | tr -d ' '
#: stdout
a
b
4

#### quoted newline in command name position
'a
b' 2>/dev/null; echo $?
#: stdout
127

#### tilde and glob characters lose their meaning when quoted
HOME=/h
>file1
echo '~' "~" \~ ~ 'f*' "f*" f\* f'*' f*
#: stdout
~ ~ ~ /h f* f* f* f* file1

#### every byte but NUL passes through quotes
x=$(printf '\001\002\177\200\377\033')
printf '%s' "$x" | od -An -tx1
printf '%s' $x | od -An -tx1
#: stdout
 01 02 7f 80 ff 1b
 01 02 7f 80 ff 1b

#### unquoted word of quoted space stays one
set -- a\ b c\	d "e
f"
echo $#
#: stdout
3
