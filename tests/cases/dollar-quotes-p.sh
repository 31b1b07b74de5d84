# Dollar-single-quotes: XCU 2.2.4 (POSIX.1-2024).

#### the named escapes
printf '%s' $'\"\'\\\a\b\e\f\n\r\t\v' | od -An -tx1
#: stdout
 22 27 5c 07 08 1b 0c 0a 0d 09 0b
#: not dash: 0.5.12 has no $'...'

#### hexadecimal, octal and control escapes
printf '%s' $'\x41\x7a\101\12\cA\cz\c?' | od -An -tx1
#: stdout
 41 7a 41 0a 01 1a 7f
#: not dash: 0.5.12 has no $'...'

#### octal takes at most three digits, hexadecimal two here
printf '%s\n' $'\1011' $'\x412'
#: stdout
A1
A2
#: not dash ksh93: 0.5.12 has no $'...'; ksh93 takes all hexadecimal digits

#### it joins with the word around it
x=1
printf '<%s>\n' a$'b c'"d"$x
#: stdout
<ab cd1>
#: not dash: 0.5.12 has no $'...'

#### it is literal inside double quotes and in a here-document
echo "$'a'"
cat <<E
$'a\tb'
E
#: stdout
$'a'
$'a\tb'

#### expansions and backquotes do not happen in it
x=v
echo $'$x `echo` "$(a)"'
#: stdout
$x `echo` "$(a)"
#: not dash: 0.5.12 has no $'...'

#### it quotes patterns and separators
>ab
echo $'a*' $'a b' $'~'
case 'a*' in $'a*') echo yes;; esac
case 'ab' in $'a*') echo no;; esac
#: stdout
a* a b ~
yes
#: not dash: 0.5.12 has no $'...'

#### it may be a here-document delimiter
cat <<$'E\x46'
$x
EF
#: stdout
$x
#: not dash: 0.5.12 has no $'...'

#### inside a braced expansion
unset u
echo ${u-$'a\tb'} 
x=aXb; echo ${x#a$'\x58'}
#: stdout
a	b
b
#: not dash: 0.5.12 has no $'...'

#### an escaped quote does not end it
echo $'it\'s' $'\\' end
#: stdout
it's \ end
#: not dash: 0.5.12 has no $'...'

#### dollar before a quote at the end of double quotes
echo "a$"'b'
#: stdout
a$b

#### high bytes
printf %s $'\xff\377\x80' | od -An -tx1
#: stdout
 ff ff 80
#: not dash: 0.5.12 has no $'...'
