# ${ list; }, ${| list; } and other command substitutions.

#### ${ list; } runs here
x=1; y=${ x=2; echo out; }; echo $x $y
#: stdout
2 out
#: not bash: has it not before 5.3
#: also mksh

#### ${| list; } gives REPLY
x=1; y=${| x=2; REPLY=value; }; echo $x $y
#: stdout
2 value
#: not bash: has it not before 5.3
#: not ksh93: has it not before 5.3
#: also mksh

#### REPLY is as before afterwards
REPLY=old; y=${| REPLY=new; }; echo $y $REPLY
#: stdout
new old
#: not bash: has it not before 5.3
#: not ksh93: has it not before 5.3
#: also mksh

#### ${ } nests
x=${ echo a${ echo b; }c; }; echo $x
#: stdout
abc
#: not bash: has it not before 5.3
#: also mksh

#### ${ } in double quotes
echo "<${ echo 'a  b'; }>" ${ echo 'a  b'; }
#: stdout
<a  b> a b
#: not bash: has it not before 5.3
#: also mksh

#### a status from ${ }
x=${ false; }; echo $?; x=${ (exit 7); }; echo $?
#: stdout
1
7
#: not bash: has it not before 5.3
#: also mksh

#### cd in ${ } stays
x=${ cd /; pwd; }; echo $x $PWD
#: stdout
/ /
#: not bash: has it not before 5.3
#: also mksh

#### a function's return in ${ }
function f { typeset l=1; echo $l; return 3; }; x=${ f; }; echo $? $x "<$l>"
#: stdout
3 1 <>
#: not bash: has it not before 5.3
#: also mksh

#### $( ) with a case
x=$(case a in a) echo 1;; (b) echo 2;; esac); echo $x
#: stdout
1
#: also mksh

#### $( ) with comments and quotes
x=$(echo a # )
echo ')' "(" ); echo $x
#: stdout
a ) (
#: also mksh

#### $( ) nested deep
echo $(echo $(echo $(echo $(echo deep))))
#: stdout
deep
#: also mksh

#### backquotes nested
echo `echo \`echo in\``
#: stdout
in
#: also mksh

#### arithmetic or a subshell
echo $( (echo a) ) $((1+1)) $( ( (echo b) ) )
#: stdout
a 2 b
#: also mksh

#### $( ) loses state
x=1; y=$(x=2; a=(1 2); cd /; umask 077; set -f; trap 'echo t' EXIT; echo $x); echo $x "$y" ${#a[@]}; [[ $PWD != / && $- != *f* ]] && echo same
#: stdout
1 2
t 0
same
#: also mksh

#### status of an assignment
x=$(exit 3); echo $?; x=$(exit 3) y=$(true); echo $?
#: stdout
3
0
#: also mksh

#### NUL bytes and newlines at the end
x=$(printf 'a\n\n\n'); echo "<$x>"; x=$(printf 'a\n b\n'); echo "<$x>"
#: stdout
<a>
<a
 b>
#: also mksh

#### ${ command } without a semicolon
x=${ echo a }; echo "$x"b
#: stdout
ab
#: not bash: has it not before 5.3
#: also mksh

#### a here-document that ends with its substitution
x=$(cat <<E
text
E)
echo $x
#: stdout
text
#: not bash: warns
#: also mksh

#### exit in ${ } ends the substitution
exec 2>/dev/null
x=${ echo a; exit 3; echo b; }; echo "$? $x"
f() { y=${ (exit 4); z=5; exit; }; echo "f $? $y $z"; }; f
for i in ${ echo a; exit 2; }; do echo "$i $?"; done
echo "in ${ echo w; exit 5; } $?"
x=${ readonly r=1; echo a; r=2; echo b; }; echo "$x"
x=${ echo q; : ${nope?}; echo b; }; echo "$? $x"
trap 'echo bye' EXIT; x=${ exit 6; }; echo "end $?"
#: stdout
3 a
f 0  5
a 2
in w 5
a
1 q
end 6
bye
#: not bash: has it not before 5.3

#### a program in the place of ${ } gives its output to it
x=${ exec printf %s hi; echo no; }; echo "$? [$x]"
trap 'echo bye' EXIT; x=${ exec /bin/echo there; }; echo "$x"
#: stdout
0 [hi]
there
bye
#: not bash: has it not before 5.3
#: not ksh93: the program is in the place of the shell
