# The history list of a shell named `bash`: history, fc, HISTFILE, history expansion.

#### commands are kept when the script asks for it
echo a $HISTCMD
set -o history
echo b $HISTCMD
# a comment

echo c; echo d $HISTCMD
history
history 2
set +o history
echo e
history 2 | tail -n 1
#: status 0
#: stdout
a 0
b 1
c
d 3
    1  echo b $HISTCMD
    2  # a comment
    3  echo c; echo d $HISTCMD
    4  history
    4  history
    5  history 2
e
    6  set +o history

#### commands of several lines are on one
set -o history
# comment
  # comment2

for i in 1 2
do
  echo $i
done
f() {
 echo a
 cat <<X
foo
X
 echo b
}
echo "a
b"   'c
d'
echo a \
 b
if true; then
# in
echo x

fi
case a in
a) echo 1
;;
b)
echo 2;;
esac
( echo sub
)
x=(1
2 3)
cat <<X
$(echo hi)
X
echo $(echo a
echo b)
eval 'echo evald'
echo a; echo b
function g
{
 :
}
true &&
 echo yes |
 cat
for i
in 1 2
do echo $i
done
while false
do :
done
{ 
echo z
}
echo $((1+
2))
[[ a == a &&
b == b ]]
[[ a == a
&& b == b ]]
echo `echo 1
echo 2`
history
#: status 0
#: stdout
1
2
a
b c
d
a b
x
1
sub
hi
a b
evald
a
b
yes
1
2
z
3
1 2
    1  # comment
    2    # comment2
    3  for i in 1 2; do   echo $i; done
    4  f() {  echo a
 cat <<X
foo
X
  echo b; }
    5  echo "a
b"   'c
d'
    6  echo a  b
    7  if true; then
echo x;  fi
    8  case a in a) echo 1; ;; b) echo 2;; esac
    9  ( echo sub; )
   10  x=(1 2 3)
   11  cat <<X
$(echo hi)
X

   12  echo $(echo a
echo b)
   13  eval 'echo evald'
   14  echo a; echo b
   15  function g {  :; }
   16  true &&  echo yes |  cat
   17  for i in 1 2; do echo $i; done
   18  while false; do :; done
   19  {  echo z; }
   20  echo $((1+
2))
   21  [[ a == a && b == b ]]
   22  [[ a == a && b == b ]]
   23  echo `echo 1
echo 2`
   24  history

#### as they were written, or in several
set -o history
shopt -s lithist
for i in 1
do
echo $i
done
shopt -u cmdhist lithist
for i in 2
do
echo $i
done
history
shopt cmdhist lithist histappend
#: status 1
#: stdout
1
2
    1  shopt -s lithist
    2  for i in 1
do
echo $i
done
    3  shopt -u cmdhist lithist
    4  for i in 2
    5  do
    6  echo $i
    7  done
    8  history
cmdhist        	off
lithist        	off
histappend     	off

#### what is not kept
set -o history
HISTCONTROL=ignoredups
echo a
echo a
 echo b
HISTCONTROL=ignoreboth
 echo c
echo c
echo c
HISTCONTROL=erasedups
echo a
HISTCONTROL=
HISTIGNORE='ls*:&:h?story:[ ]*'
ls -d .
echo x
echo x
 echo y
unset HISTIGNORE
history
#: status 0
#: stdout
a
a
b
c
c
c
a
.
x
x
y
    1  HISTCONTROL=ignoredups
    2   echo b
    3  HISTCONTROL=ignoreboth
    4  echo c
    5  HISTCONTROL=erasedups
    6  echo a
    7  HISTCONTROL=
    8  HISTIGNORE='ls*:&:h?story:[ ]*'
    9  echo x
   10  unset HISTIGNORE
   11  history

#### so many at most
set -o history
echo 1
echo 2
HISTSIZE=3
echo 3
history
fc -l
HISTSIZE=0
history
#: status 0
#: stdout
1
2
3
    3  HISTSIZE=3
    4  echo 3
    5  history
4	 echo 3
5	 history

#### entries are added and removed
set -o history
: one
: two
: three
history -d 2
history
history -s added  by hand
history -d -2
history 3
history -d 1-2
history
history -c
history
(: sub; history -c; history)
history | tail -n 1
history -p '!!' 'a!:0' x
#: status 0
#: stdout
    1  : one
    2  : three
    3  history -d 2
    4  history
    4  history
    5  history -d -2
    6  history 3
    1  history -d 2
    2  history
    3  history -d -2
    4  history 3
    5  history -d 1-2
    6  history
    1  history
    3  history | tail -n 1
history | tail -n 1
ahistory
x

#### wrong uses of history
history -x; echo $?
history a; echo $?
history -d 99; echo $?
history -d x; echo $?
history -d; echo $?
history -ar f; echo $?
history -r /nonexistent/f; echo $?
history -w /nonexistent/f; echo $?
history -p '!nosuch'; echo $?
history 1 2; echo not here
echo $?
#: status 0
#: stdout
2
1
1
1
2
1
1
1
1
1
#: stderr
../case: line 1: history: -x: invalid option
history: usage: history [-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]
../case: line 2: history: a: numeric argument required
../case: line 3: history: 99: history position out of range
../case: line 4: history: x: history position out of range
../case: line 5: history: -d: option requires an argument
history: usage: history [-c] [-d offset] [n] or history -anrw [filename] or history -ps arg [arg...]
../case: line 6: history: cannot use more than one of -anrw
../case: line 9: history: !nosuch: history expansion failed
../case: line 10: history: too many arguments

#### the file
HISTFILE=$PWD/f
printf 'one\ntwo\n' >f
set -o history
history
echo new
history -a
cat f
history -w g
cat g
history -c
history -r g
history 3
echo last >>g
history -n g
history 2
HISTFILESIZE=2
#: status 0
#: stdout
    1  one
    2  two
    3  history
new
one
two
history
echo new
history -a
one
two
history
echo new
history -a
cat f
history -w g
    7  cat f
    8  history -w g
    9  history 3
   12  last
   13  history 2

#### the file after the shell
cat >in <<'X'
: first
for i in 1
do :
done
X
printf 'old\n' >f
HISTFILE=f bash -o history in
cat f
HISTFILE=f HISTFILESIZE=2 bash -o history in
cat f
HISTFILE=f bash -c 'history -s by hand'
cat f
HISTFILE=n HISTTIMEFORMAT='%F ' histchars='!^#' bash -o history in
sed 's/^#[0-9]*/#time/' n
HISTFILE=n HISTTIMEFORMAT= bash -o history -c 'history 1'
#: status 0
#: stdout
old
: first
for i in 1; do :; done
: first
for i in 1; do :; done
: first
for i in 1; do :; done
: first
for i in 1; do :; done

#### when
set -o history
HISTTIMEFORMAT='<%Y> '
: a
history 2 | sed 's/<2[0-9]*>/<year>/'
#: status 0
#: stdout
    2  <year> : a
    3  <year> history 2 | sed 's/<2[0-9]*>/<year>/'

#### fc -l
set -o history
: a
: b
: c
: d
fc -l
fc -l 2
fc -l 2 3
fc -l 3 2
fc -lr 2 3
fc -ln -2
fc -l -0
fc -l 99
fc -l -99 2
fc -l ': b' ': c'
fc -l nosuch; echo $?
fc -x; echo $?
fc -e; echo $?
#: status 0
#: stdout
1	 : a
2	 : b
3	 : c
4	 : d
2	 : b
3	 : c
4	 : d
5	 fc -l
2	 : b
3	 : c
3	 : c
2	 : b
3	 : c
2	 : b
	 fc -l 3 2
	 fc -lr 2 3
11	 fc -l -0
1	 : a
2	 : b
3	 : c
4	 : d
5	 fc -l
6	 fc -l 2
7	 fc -l 2 3
8	 fc -l 3 2
9	 fc -lr 2 3
10	 fc -ln -2
11	 fc -l -0
1	 : a
2	 : b
2	 : b
3	 : c
1
2
2
#: stderr
../case: line 16: fc: no command found
../case: line 17: fc: -x: invalid option
fc: usage: fc [-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]
../case: line 18: fc: -e: option requires an argument
fc: usage: fc [-e ename] [-lnr] [first] [last] or fc -s [pat=rep] [command]

#### fc -s
set -o history
echo a b
fc -s
fc -s a=c
fc -s echo
fc -s a=x b=y 2
fc -e - -1
fc -s nosuch; echo $?
echo aa aa
fc -s a=b echo
history
#: status 0
#: stdout
a b
a b
c b
c b
x y
x y
1
aa aa
bb bb
    1  echo a b
    2  echo a b
    3  echo c b
    4  echo c b
    5  echo x y
    6  echo x y
    7  fc -s nosuch; echo $?
    8  echo aa aa
    9  echo bb bb
   10  history
#: stderr
echo a b
echo c b
echo c b
echo x y
echo x y
../case: line 8: fc: no command found
echo bb bb

#### fc and an editor
set -o history
echo one
echo two
fc -e 'sed -i s/two/TWO/' -1
fc -e 'sed -i s/e/e/' 1 2
FCEDIT='sed -i s/O/0/g'
fc echo
fc -e false -1; echo $?
fc nosuch; echo $?
history
#: status 0
#: stdout
one
two
TWO
one
two
two
1
1
    1  echo one
    2  echo two
    3  echo TWO
    4  echo one
    5  echo two
    6  FCEDIT='sed -i s/O/0/g'
    7  echo two
    8  fc nosuch; echo $?
    9  history
#: stderr
echo TWO
echo one
echo two
echo two
../case: line 9: fc: no command found

#### history expansion
set -o history
set -H
echo one two three
echo !!
echo !$ !^ !* !:0 !:2 !:1-2 !:1* !:0- !-2:1
!echo
!?two?
^one^ONE
echo /a/b/c.txt
echo !$:h !$:t !$:r !$:e
echo !!:0 !e:$ !ec:s/a/X/ !ec:gs/c/Q/ "!e" '!e' \!e $! != ! x!
echo !nosuch
echo after
echo a; echo !#
echo !!:p
echo b!$c "!"
echo !!:q
echo 'a
!!'
echo "a
!!"
echo !3
for i in 1
do echo !!
done
echo word1 word2
echo !%
!?ord2?:%:p
echo !e*
echo "!$" 
echo a!!b
echo !!:x
echo x # !foo
histchars='@^#'
@echo
echo @@
history
#: status 0
#: stdout
one two three
echo one two three
three echo echo one two three echo one echo one echo one two three echo echo one two one
three echo echo one two three echo one echo one echo one two three echo echo one two one
three echo echo one two three echo one echo one echo one two three echo echo one two one
three echo echo ONE two three echo one echo one echo one two three echo echo one two one
/a/b/c.txt
/a/b c.txt /a/b/c .txt
echo .txt echo /X/b c.txt /a/b/c .txt eQho /a/b Q.txt /a/b/Q .txt echo /a/b c.txt /a/b/c .txt !e !e != ! x!
after
a
echo a

bechoc !
echo bechoc "!"
a
!!
a
echo 'a
!!'
echo echo one two three
echo echo echo one two three
word1 word2
two
two
two
aecho two b
echo aecho "two" b
x
x
echo x
    1  set -H
    2  echo one two three
    3  echo echo one two three
    4  echo three echo echo one two three echo one echo one echo one two three echo echo one two one
    5  echo three echo echo one two three echo one echo one echo one two three echo echo one two one
    6  echo three echo echo one two three echo one echo one echo one two three echo echo one two one
    7  echo three echo echo ONE two three echo one echo one echo one two three echo echo one two one
    8  echo /a/b/c.txt
    9  echo /a/b c.txt /a/b/c .txt
   10  echo echo .txt echo /X/b c.txt /a/b/c .txt eQho /a/b Q.txt /a/b/Q .txt "echo /a/b c.txt /a/b/c .txt" '!e' \!e $! != ! x!
   11  echo after
   12  echo a; echo echo a; echo 
   13  echo echo a; echo echo a; echo 
   14  echo bechoc "!"
   15  echo 'echo bechoc "!"'
   16  echo 'a
!!'
   17  echo "a
echo 'a
!!'"
   18  echo echo echo one two three
   19  for i in 1; do echo echo echo echo one two three; done
   20  echo word1 word2
   21  echo two
   22  word2
   23  echo two
   24  echo "two" 
   25  echo aecho "two" b
   26  echo 'echo' 'aecho' '"two"' 'b'
   27  echo x # !foo
   28  histchars='@^#'
   29  echo x # !foo
   30  echo echo x # !foo
   31  history
#: stderr
echo echo one two three
echo three echo echo one two three echo one echo one echo one two three echo echo one two one
echo three echo echo one two three echo one echo one echo one two three echo echo one two one
echo three echo echo one two three echo one echo one echo one two three echo echo one two one
echo three echo echo ONE two three echo one echo one echo one two three echo echo one two one
echo /a/b c.txt /a/b/c .txt
echo echo .txt echo /X/b c.txt /a/b/c .txt eQho /a/b Q.txt /a/b/Q .txt "echo /a/b c.txt /a/b/c .txt" '!e' \!e $! != ! x!
../case: line 12: !nosuch: event not found
echo a; echo echo a; echo 
echo echo a; echo echo a; echo 
echo bechoc "!"
echo 'echo bechoc "!"'
echo 'a
!!'"
echo echo echo one two three
do echo echo echo echo one two three
echo two
word2
echo two
echo "two" 
echo aecho "two" b
echo 'echo' 'aecho' '"two"' 'b'
echo x # !foo
echo echo x # !foo

#### the word that a search has found is the last one, a group of a pattern is in its word
set -o history
set -H
echo x.c x.o x.html x.h
echo !?.h?:% !?.o?:%:r
shopt -s extglob
echo /+(one|two)/x *(/tmp|/dev)/x
echo !:2
#: stdout
x.c x.o x.html x.h
x.h x
/+(one|two)/x *(/tmp|/dev)/x
*(/tmp|/dev)/x
#: stderr
echo x.h x
echo *(/tmp|/dev)/x

#### what is no history expansion
set -o history
set -H
echo a ! b != c !
x=y y=z
echo ${!x}
echo [!a] "x!" '!!' \!!
cat <<X
!!
X
[[ ! a ]]; echo $?
echo a # !!
set +H
echo !!
#: status 0
#: stdout
a ! b != c !
z
[!a] x! !! !!
!!
1
a
!!

#### history expansion that fails
set -o history
set -H
echo a b
echo !nosuch
echo !?nosuch?
echo !!:7
echo !!:z
^x^y
echo !!:s/x/y/
echo !!:&
echo !-99
echo done
#: status 0
#: stdout
a b
done
#: stderr
../case: line 4: !nosuch: event not found
../case: line 4: !?nosuch?: event not found
../case: line 4: :7: bad word specifier
../case: line 4: z: unrecognized history modifier
../case: line 4: :s^x^y: substitution failed
../case: line 4: :s/x/y/: substitution failed
../case: line 4: :&: substitution failed
../case: line 4: !-99: event not found

#### events
set -o history
set -H
echo one two
echo a-b c
!echo-b
echo !-2
!?two?
echo !?two?%
!1
echo !#
^one^1^:p
!-2:p
^one^1^ more
#: status 0
#: stdout
one two
a-b c
a-bb
echo a-b c
one two
two
echo
#: stderr
echo a-bb
echo echo a-b c
echo one two
echo two
set -H
echo echo 
../case: line 11: :s^one^1^: substitution failed
set -H
../case: line 11: :s^one^1^: substitution failed

#### a number that is too large
set -o history
: a
: b
fc -l 3
fc -l 5
fc -l 2 99
#: status 0
#: stdout
1	 : a
2	 : b
1	 : a
2	 : b
3	 fc -l 3
2	 : b
3	 fc -l 3
4	 fc -l 5

#### quotes in a command substitution begin anew
set -o history; set -H
echo a
echo "$(echo '!' )" "$( echo "!" )" $(echo '!!')
echo "$( (echo "x)") ; echo '!')"
#: stdout
a
! ! !!
x)
!

#### a quote that a backslash hides in $'...'
set -o history -H
echo $'it\'s !here' ok
#: stdout
it's !here ok

#### what is completed: COMP_WORDBREAKS divides words, compopt and complete -C count
cat >rc <<'X'
_f() { COMPREPLY=($(compgen -W "red green" -- "$2")); }; complete -F _f foo; foo() { echo "<$*>" >>out; }
_g() { printf "[%s]" "${COMP_WORDS[@]}" "$COMP_CWORD" "$2" "$3" >>out; echo >>out; }; complete -F _g goo; goo() { :; }
_h() { COMPREPLY=(--aa=); compopt -o nospace; }; complete -F _h hoo; hoo() { echo "<$*>" >>out; }
c() { echo one; }; complete -C c coo; coo() { echo "<$*>" >>out; }
X
printf 'foo --c=r\t\rgoo a=b:c \t\rgoo --d=\t\rgoo h:/e\t\rhoo --\tx\rcoo o\tx\rexit\r' >keys
TERM=xterm script -qec "$SH --rcfile rc -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
<--c=red>
[goo][a][=][b][:][c][][6][][c]
[goo][--d][=][2][][--d]
[goo][h][:][/e][3][/e][:]
<--aa=x>
<one x>

#### functions and commands that complete write their errors to the terminal, where fzf draws
cat >rc <<'X'
to() { if [ -t 2 ]; then echo "$1 terminal" >>out; else echo "$1 elsewhere" >>out; fi; }
_f() { to function; COMPREPLY=(one); }; complete -F _f foo; foo() { :; }
c() { to command; echo one; }; complete -C c coo; coo() { :; }
X
printf 'foo o\t\rcoo o\t\rexit\r' >keys
TERM=xterm script -qec "$SH --rcfile rc -i" /dev/null <keys >/dev/null
cat out
compgen -C 'echo an error >&2; echo' word 2>errors >/dev/null
tail -n 1 errors
#: needs script
#: stdout
function terminal
command terminal
an error

#### inputrc's variables: case is ignored, completions are listed at once, without a bell
printf '%s\n' 'set completion-ignore-case on' 'set Show-All-If-Ambiguous On' 'set bell-style none' >keys.rc
: >rc
mkdir Deep; touch Alpha.txt one_a one_b Deep/Inner
printf 'echo alp\t >>out\recho Deep/in\t >>out\r: one_\t\recho done >>out\rexit\r' >keys
INPUTRC=$PWD/keys.rc TERM=xterm script -qec "$SH --rcfile rc -i" /dev/null <keys >screen
cat out
grep -c 'one_a  *one_b' screen
tr -cd '\a' <screen | wc -c
#: needs script
#: stdout
Alpha.txt
Deep/Inner
done
1
0

#### return in a file of start-up of somebody who types
printf 'return\necho never >>out\n' >rc
printf 'printf abc >&2\recho y >>out\rexit\r' >keys
TERM=xterm script -qec "$SH --rcfile rc -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
y

#### EDITOR edits where FCEDIT is not set
set -o history
echo two
EDITOR='sed -i s/two/2/'
fc echo
#: stdout
two
2
#: stderr any
