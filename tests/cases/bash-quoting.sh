#### quotes in an expansion in double quotes hide its end, and mean nothing else
echo "${x-'}'}"
echo "${x-'"'hey}"
y=1; echo "${x-'$y'}"
echo "${y:+a '$y' b}"
echo "${y:+a\'}" "${y:+\'$y\'}"
#: stdout
'}'
''hey
'1'
a '1' b
a\' \'1\'

#### without their end nothing ends
echo "${x-it's}"
#: status 2
#: stderr-has unexpected EOF

#### not in posix mode
set -o posix
echo "${x-it's}"
#: stdout
it's

#### bytes that are no characters are spelled
v=$'a\242b'
declare -p v; echo "${v@Q}"; set | grep '^v='
declare -A m=([$v]=1); declare -p m
#: stdout
declare -- v=$'a\242b'
$'a\242b'
v=$'a\242b'
declare -A m=([$'a\242b']="1" )

#### a dollar sign before the quote that ends single quotes in a braced word
unset e
echo "${e-x'$'[a]}" "${e-'$'}" "${e-'$a$'}" "${e-x$'a'}"
#: stdout
x'$'[a] '$' '$' xa

#### characters of $'…' that the locale does not have
LC_ALL=C
x=$'\u00e9\u41\U1f600'; echo "$x" ${#x}
LC_ALL=C.UTF-8
x=$'\u00e9\u41'; echo "$x" ${#x}
#: status 0
#: stdout
\u00E9A\U0001F600 17
éA 2

#### a quote alone is shown behind a backslash
alias q="'"; alias q; trap "'" INT; trap; x="'"; echo "${x@Q}" "${x@A}"
y=("'" "''" a\'); echo "${y[@]@Q}"; set -x; : "'" "''"; x="'"
#: stdout
alias q=\'
trap -- \' SIGINT
\' x=\'
\' ''\'''\''' 'a'\'''
#: stderr
+ : \' ''\'''\'''
+ x=\'
