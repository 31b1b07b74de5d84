# test and [: XCU test.

#### strings
t() { "$@"; printf '%s ' $?; }
t test a = a; t test a = b; t test a != b; t test a != a; t test '' = ''; t test -n a; t test -n ''; t test -z ''; t test -z a; echo
#: stdout
0 1 0 1 0 0 1 0 1 

#### no operand, one operand
t() { "$@"; printf '%s ' $?; }
t test; t test ''; t test a; t test -n; t test -z; t test '!'; t test '('; t test ')'; t test =; t test -f; t test -a; t [ ]; t [ a ]; echo
#: stdout
1 1 0 0 0 0 0 0 0 0 0 1 0 

#### two operands
t() { "$@" 2>/dev/null; printf '%s ' $?; }
t test ! ''; t test ! a; t test -n -n; t test -z -z; t test -n '!'; t test ! -n; t test ! '('; echo
#: stdout
0 1 0 1 0 1 1 

#### three operands
t() { "$@" 2>/dev/null; printf '%s ' $?; }
t test ! = !; t test -n = -n; t test '(' = '('; t test ! -n ''; t test ! -z ''; t test -f = x; t test = = =; t test a '!=' b; t test ! ! a; t test '(' a ')'; t test '(' '' ')'; t test ! = x; echo
#: stdout
0 0 0 0 1 1 0 0 0 0 1 1 

#### three operands: without parentheses
t() { "$@" 2>/dev/null; printf '%s ' $?; }
t test ! = !; t test -n = -n; t test '(' = '('; t test ! -n ''; t test ! -z ''; t test -f = x; t test = = =; t test a '!=' b; t test ! = x; echo
#: stdout
0 0 0 0 1 1 0 0 1 

#### four operands
t() { "$@" 2>/dev/null; printf '%s ' $?; }
t test ! a = b; t test ! a = a; t test ! ! = !; t test '(' -n a ')'; t test '(' -z a ')'; t test ! '(' a ')'; t test ! -n = -n; echo
#: stdout
0 1 1 0 1 1 1 
#: not ksh93: no one-operand test after ! (

#### integers
t() { "$@"; printf '%s ' $?; }
t test 1 -eq 1; t test 1 -ne 1; t test 1 -lt 2; t test 2 -lt 1; t test 1 -le 1; t test 2 -gt 1; t test 1 -ge 2; t test -1 -lt 0; t test 010 -eq 10; t test ' 1 ' -eq 1; t test +1 -eq 1; t test 00 -eq 0; echo
#: stdout
0 1 0 1 0 0 1 0 0 0 0 0 
#: not ksh93: no blanks around a number in its posix mode

#### large integers
t() { "$@"; printf '%s ' $?; }
t test 9223372036854775807 -gt 9223372036854775806; t test -9223372036854775808 -lt 0; t test 4294967296 -gt 1; echo
#: stdout
0 0 0 

#### what is no integer is an error: more than 1
for a in a 1a '' 1.5 '1 2' 0x; do
  [ "$a" -eq 1 ] 2>/dev/null; [ $? -gt 1 ] || echo "no error: <$a>"
done
echo end
#: stdout
end
#: not ksh93: evaluates arithmetic

#### files: existence and kinds
>f; echo a >g; mkdir d; ln -s f l; ln -s nowhere b; mkfifo p
t() { test "$@"; printf '%s ' $?; }
t -e f; t -e b; t -e n; t -f f; t -f d; t -f l; t -d d; t -d f; t -h l; t -L l; t -h f; t -L b; t -p p; t -p f; t -s f; t -s g; t -c /dev/null; t -c f; t -b /dev/null; t -S f; t -e ''; t -f ''; echo
#: stdout
0 1 1 0 1 0 0 1 0 0 1 0 0 1 1 0 0 1 1 1 1 1 

#### files: permissions
>f; chmod 755 f; >g; chmod 600 g
t() { test "$@"; printf '%s ' $?; }
t -r f; t -w f; t -x f; t -x g; t -x .; t -r n; t -w n; t -x n; echo
chmod 4755 f; t -u f; t -g f; chmod 2755 f; t -u f; t -g f; echo
#: stdout
0 0 0 1 0 1 1 1 
0 1 1 0 

#### permissions of another user
>f; chmod 600 f; mkdir d; >d/x; chmod 700 d
$UNPRIVILEGED "$SH" -c 'for o in r w x e; do test -$o f; printf "%s " $?; done; test -e d/x; echo $?'
#: stdout
1 1 1 0 1
#: needs root setpriv

#### terminals
t() { test "$@"; printf '%s ' $?; }
t -t 0; t -t 1; t -t 99; echo
#: stdout
1 1 1 

#### -t with what is no number
test -t x 2>/dev/null; [ $? -gt 0 ] && echo 1
test -t '' 2>/dev/null; [ $? -gt 0 ] && echo 2
#: stdout
1
2

#### -ef, -nt and -ot
>old; touch -t 200001010000 old; >new; ln new same; ln -s new link
t() { test "$@"; printf '%s ' $?; }
t new -nt old; t old -nt new; t old -ot new; t new -ot old; t new -ef same; t new -ef link; t new -ef old; t new -ef nowhere; t new -nt new; echo
t new -nt nowhere; t nowhere -ot new; t nowhere -nt new; echo
#: stdout
0 1 0 1 0 0 1 1 1 
0 0 1 
#: not dash: a missing file is not older

#### < and > compare strings
t() { test "$@"; printf '%s ' $?; }
t a '<' b; t b '<' a; t b '>' a; t 10 '<' 9; t a '<' a; echo
ls
#: stdout
0 1 0 0 1 

#### -a and -o
t() { test "$@"; printf '%s ' $?; }
t a -a b; t a -a ''; t '' -o b; t '' -o ''; t a = a -a b = b; t a = b -o c = c; t ! a = b -a c = c; t -n a -a -n ''; echo
#: stdout
0 1 0 1 0 0 0 1 

#### strings that look like operators
x='-f' y='=' z='!'
t() { [ "$@" ]; printf '%s ' $?; }
t "$x" = -f; t "$y" = "$y"; t "$z" = "!"; t -n "$x"; t "$x" != "$y"; t ! "$z" = x; echo
#: stdout
0 0 0 0 0 0 

#### [ needs its ]
[ a = a 2>/dev/null; [ $? -gt 1 ] && echo 1
[ 2>/dev/null; [ $? -gt 1 ] && echo 2
[ a = a] 2>/dev/null; [ $? -gt 1 ] && echo 3
test a = a ] 2>/dev/null; [ $? -gt 0 ] && echo 4
#: stdout
1
2
3
4
#: not ksh93: does not mind a ] too many

#### syntax errors have a status above 1
test a b 2>/dev/null; [ $? -gt 1 ] && echo 1
test a b c 2>/dev/null; [ $? -gt 1 ] && echo 2
test a = b c 2>/dev/null; [ $? -gt 1 ] && echo 3
test -Z a 2>/dev/null; [ $? -gt 1 ] && echo 4
test a -zz b 2>/dev/null; [ $? -gt 1 ] && echo 5
test 1 2 3 4 5 2>/dev/null; [ $? -gt 1 ] && echo 6
#: stdout
1
2
3
4
5
6
#: not ksh93: lets some pass

#### quotes and expansions
e=; s='a b'
[ -n "$s" ] && echo 1
[ "$s" = 'a b' ] && echo 2
[ -z $e ] && echo 3
[ "$e" ] || echo 4
[ $s = a ] 2>/dev/null || echo 5
#: stdout
1
2
3
4
5

#### -e and others follow links, -h does not
mkdir d; ln -s d l; ln -s l l2; ln -s x x
t() { test "$@"; printf '%s ' $?; }
t -d l2; t -e x; t -h x; t -d l/; t -h l/; echo
#: stdout
0 1 0 0 1 

#### /dev/fd in tests
t() { test "$@"; printf '%s ' $?; }
exec 5</dev/null
t -e /dev/fd/5; t -e /dev/fd/8; t -c /dev/fd/5; echo
#: stdout
0 1 0 
#: needs /dev/fd/0

#### a comparison of long strings
a=$(printf '%0100000d' 1) b=$(printf '%0100000d' 2)
[ "$a" = "$a" ] && [ "$a" != "$b" ] && echo ok
#: stdout
ok

#### between two strings -a and -o are operators, whatever the strings look like
[ -X -a -X ] && [ '' -o -X ] && [ -X -o '' ]; echo $?
[ -X -a '' ]; echo $?; [ '' -a -X ]; echo $?
#: stdout
0
1
1

#### descriptors by their paths in /dev/fd
[ -e /dev/fd/9 ] || echo none
exec 9>f; [ -w /dev/fd/9 ] && echo writable; [ -f /dev/fd/9 ] && echo file; exec 9>&-; [ -e /dev/fd/9 ] || echo none
echo hi | { [ -p /dev/stdin ] && echo pipe; [ -r /dev/stdin ] && echo readable; }
exec <&-; [ -e /dev/stdin ] || echo closed
#: stdout
none
writable
file
none
pipe
readable
closed

#### words that look like operators, any number of them
for n in '-a -a' '-a -a -a' '-a -a -a -a -a -a -a -a'; do [ $n ]; echo $?; done
#: stdout
1
0
1

#### the last word is a string where an operator would need an argument
for n in '-f a -a -a' '-f a -a -f' '-n -n -a -n' '-n -n -o -z' 'x -a -n'; do [ $n ]; echo $?; done
#: stdout
1
1
0
0
0
