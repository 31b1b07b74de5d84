# Alias substitution: XCU 2.3.1. Aliases take effect with the next complete command.

#### an alias replaces the command word
alias hi='echo hello'
hi there
#: stdout
hello there

#### an alias may hold a part of a command
alias w='while read x; do echo "<$x>"; done'
printf '1\n2\n' | w
#: stdout
<1>
<2>

#### an alias that ends in a blank makes the next word one too
alias e='echo ' a='A ' b=B c=C
e a b c
e x a
#: stdout
A B c
x a

#### an alias is not expanded inside itself
alias echo='echo x'
echo a
#: stdout
x a

#### aliases that name each other stop
alias a='b 1' b='a 2'
a 2>/dev/null
echo $?
#: stdout
127

#### a quoted word is no alias
alias hi='echo hello'
\hi 2>/dev/null || echo 1
'hi' 2>/dev/null || echo 2
"h"i 2>/dev/null || echo 3
#: stdout
1
2
3

#### only the command word is replaced, after assignments and redirections too
alias x='echo X'
echo x
v=1 x
>/dev/null x
</dev/null x
#: stdout
x
X
X

#### an alias defined on the same line is not yet used
alias q='echo Q'; q 2>/dev/null || echo no
q
#: stdout
no
Q

#### an alias may expand to a reserved word
alias my_if=if my_fi=fi my_then=then
my_if true; my_then echo yes; my_fi
#: stdout
yes

#### an alias may hold several commands and operators
alias two='echo 1; echo' amp='true &&'
two 2
amp echo 3
#: stdout
1
2
3

#### an empty alias
alias nothing='' blank=' '
alias e=echo
nothing echo a
blank e b
#: stdout
a
b

#### an alias for a function name before its parentheses
alias f=g
f() { echo f; }
g
#: stdout
f
#: not ksh93: does not replace a function's name

#### unalias removes one, -a all
alias a='echo a' b='echo b'
unalias a
a 2>/dev/null || echo none
b
unalias -a
b 2>/dev/null || echo none
#: stdout
none
b
none

#### alias prints what can be read again
alias a='echo  "x" $y' "b=it's"
alias a > saved; alias b >> saved
unalias a b
eval "alias $(sed -n 1p saved | sed 's/^alias //')"
eval "alias $(sed -n 2p saved | sed 's/^alias //')"
alias a b >again
cmp saved again && echo same
#: stdout
same

#### an unknown name is an error, the others still are printed
alias a=1
alias nosuch a >out 2>/dev/null; echo $?
grep -c . out
unalias nosuch a 2>/dev/null; echo $?
alias a 2>/dev/null; echo $?
#: stdout
1
1
1
1
#: not ksh93: its unalias succeeds when one of the names is known

#### aliases in a function body are replaced when it is read
alias a='echo one'
f() { a; }
alias a='echo two'
f
eval a
#: stdout
one
two

#### aliases in eval and in a dotted file
alias a='echo A'
eval 'a 1; a 2'
echo 'a 3' >dotted; . ./dotted
#: stdout
A 1
A 2
A 3

#### an alias in a command substitution
alias a='echo A'
x=$(a 1) y=`a 2`
echo "$x $y"
#: stdout
A 1 A 2

#### aliases after reserved words and operators
alias a='echo A'
if a 1; then a 2; else :; fi
while a 3; do break; done
case x in x) a 4;; esac
{ a 5; }
(a 6)
! a 7
true && a 8 || :
#: stdout
A 1
A 2
A 3
A 4
A 5
A 6
A 7
A 8

#### a name with odd characters
alias a-b='echo 1' 'a.b=echo 2' !x='echo 3' a%='echo 4' a,='echo 5' @='echo 6'
a-b
a.b
!x
a%
a,
@
#: stdout
1
2
3
4
5
6

#### an alias whose value ends in an incomplete word
alias q='echo "a'
q b"
#: stdout
a b

#### a for loop's name and a case word are no command words
alias i=broken w=broken in=broken
for i in 1; do echo $i; done
case w in w) echo w;; esac
#: stdout
1
w

#### an alias with a comment character
alias c='echo a #'
c b
echo c
#: stdout
a
c

#### an alias ending in a blank before a reserved word
alias nohup_='command ' l='echo L'
nohup_ l
nohup_ echo b
#: stdout
L
b

#### in a command substitution, those that say where it ends
alias switch=case open='('
echo $(switch a in a) echo ok;; esac)
echo $( open echo 6 ) ) `switch b in b) echo back;; esac`
alias close='echo 7 )'
echo $( close
#: stdout
ok
6 back
7
#: not bash: not without set -o posix
#: not ksh93: when it runs

#### in a command substitution in double quotes none says where it ends
alias say=')'
f() { echo "$(say x)"; }
alias say='echo x'
f
#: stdout
x x
#: not dash: one does
#: not bash: not without set -o posix

#### in a command substitution they are those of the time when it runs
alias e=:
f() { alias e='echo -'; echo "$(e ok; : $(e))" `e back`; }
f
#: stdout
- ok - back
#: not dash: when it is read
#: not bash: when `$( )` is read

#### what follows a compound command may be an alias
alias n='; echo hi' catch='); echo caught ||'
eval '{ echo 1; } n'
eval 'if :; then echo 2; fi n'
eval 'for i in 3; do echo 3; done n
case a in a) echo 4;; esac n'
eval '( { echo 5; false
} catch :'
#: stdout
1
hi
2
hi
3
hi
4
hi
5
caught

#### an alias may have characters of patterns in its name
alias '[x]=echo bracket' 'a*=echo star' '~=echo tilde' 'b?=echo question'
eval '[x] 1; a* 2; ~ 3; b? 4'
#: not ksh93: takes it for an array
#: stdout
bracket 1
star 2
tilde 3
question 4
