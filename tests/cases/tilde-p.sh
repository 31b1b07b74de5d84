# Tilde expansion: XCU 2.6.1.

#### the home directory
HOME=/h/me
echo ~ ~/ ~/a/b ~/*x
#: stdout
/h/me /h/me/ /h/me/a/b /h/me/*x

#### a slash at the end of HOME is not doubled
HOME=/; echo ~ ~/x; a=~/y:~/z; echo $a
HOME=//; echo ~ ~/x
HOME=/h/; echo ~ ~/x ~/"y" ~x/y
#: stdout
/ /x
/y:/z
// //x
/h/ /h/x /h/y ~x/y
#: not dash bash ksh93: keep the slash, ksh93 but that of / alone (POSIX.1-2024 omits one)

#### not before a quoted name or in double quotes
HOME=/h
echo "~/x" '~'/x \~/x a~ ""~ "a"~ a/~
#: stdout
~/x ~/x ~/x a~ ~ a~ a/~

#### root's home directory
case ~root in /*) echo abs;; esac
r=~root; case ~root/x in $r/x) echo same;; esac
#: stdout
abs
same

#### an unknown name stays
echo ~no_such_user ~no_such_user/x ~0no
#: stdout
~no_such_user ~no_such_user/x ~0no

#### assignments: after = and after each unquoted colon
HOME=/h
a=~ b=~/x c=a:~:b d=~:~/y:~ e=a~ f="a:"~ g=a\:~ h=:~
echo $a $b $c $d $e $f $g $h
#: stdout
/h /h/x a:/h:b /h:/h/y:/h a~ a:~ a:~ :/h

#### in assignments before a command and in export and readonly
HOME=/h
a=~ "$SH" -c 'echo $a'
export b=~/b; readonly c=x:~
"$SH" -c 'echo $b'; echo $c
#: stdout
/h
/h/b
x:/h

#### arguments that look like assignments are not
HOME=/h
echo a=~ a=x:~
#: stdout
a=~ a=x:~

#### the result is not split and not a pattern
>ab; >'*b'
HOME='/x y'; set -- ~; echo $# "$1"
HOME='a*'; echo ~
IFS=/; HOME=/a/b; set -- ~/c; echo $# "$1"
#: stdout
1 /x y
a*
1 /a/b/c

#### an empty HOME
HOME=; set -- ~ ~/a; echo $# "<$1>" "<$2>"
#: stdout
2 <> </a>
#: not dash ksh93: make no field of the empty name

#### HOME is read at each expansion
HOME=/a; x=$(HOME=/b; echo ~); echo $x ~
#: stdout
/b /a

#### in a case word, a pattern and a redirection
HOME=$PWD
case ~ in "$PWD") echo 1;; esac
case "$PWD" in ~) echo 2;; esac
case "$PWD/x" in ~/x) echo 3;; esac
echo data >~/file; cat file
cd /; cat <~/file
#: stdout
1
2
3
data
data

#### in the words of expansions
HOME=/h; unset u
echo ${u-~} ${u:-~/x} "${u-~}" ${u=~/y} $u ${HOME+~}
x=/h/z; echo ${x#~/} ${x#~} "${x#~}"
#: stdout
/h /h/x ~ /h/y /h/y /h
z /z /z

#### in for words and function arguments
HOME=/h
for i in ~ a ~/b; do echo $i; done
f() { echo $1; }; f ~
#: stdout
/h
a
/h/b
/h

#### no expansion from a variable
HOME=/h; t='~'; echo $t $t/x
eval echo $t
#: stdout
~ ~/x
/h

#### in a PATH assignment
HOME=/h; PATH=~/bin:$PATH
case $PATH in /h/bin:*) echo yes;; esac
#: stdout
yes

#### what is no login name is text as any other, with its patterns
touch '~x1' '~y1'; echo ~x* ~[y]1 ~nosuchuser/z
case '~/x' in ~*) echo pattern;; esac
case '~ab' in ~?b) echo character;; esac
v=~x*; echo "$v"
#: stdout
~x1 ~y1 ~nosuchuser/z
pattern
character
~x*

#### ~+ and ~- are no login names
cd /usr; cd /tmp; echo ~+ ~- ~0
#: stdout
~+ ~- ~0
#: not bash ksh93: of directories that they keep

#### also in the operand of an expansion in an assignment
HOME=/h; x=${u-~:~}; echo $x; x=a:${u-~/b:c:~}; echo $x; v=1; x=${v:+~:~}; echo $x; x="${u-~:~}"; echo "$x"
#: stdout
/h:/h
a:/h/b:c:/h
/h:/h
~:~
#: not ksh93: only at the beginning of the operand
#: not bash: has them in its own language, not under the name sh
