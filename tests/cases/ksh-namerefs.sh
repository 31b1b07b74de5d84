# Namerefs.

#### a reference reads and writes its target
x=1; typeset -n r=x; echo $r; r=2; echo $x
#: stdout
1
2
#: also mksh

#### nameref (ksh)
x=1; nameref r=x; r=2; echo $x
#: stdout
2
#: not bash: has no such command
#: also mksh

#### a reference to an argument's variable
function f { typeset -n r=$1; r=changed; }; v=old; f v; echo $v
#: stdout
changed
#: also mksh

#### a reference to an array
a=(1 2 3); typeset -n r=a; echo "${r[1]} ${#r[@]} ${!r[@]}"; r[1]=x; r+=(4); echo "${a[@]}"
#: stdout
2 3 0 1 2
1 x 3 4
#: also mksh

#### a reference to a map
typeset -A m=([k]=v); typeset -n r=m; echo "${r[k]}"; r[z]=1; echo "${#m[@]}"
#: stdout
v
2

#### the name a reference has
x=1; typeset -n r=x; echo ${!r}
#: stdout
x
#: also mksh

#### unset of a reference unsets the target
x=1; typeset -n r=x; unset r; echo "${x-unset}"
#: stdout
unset
#: also mksh

#### unset -n unsets the reference
x=1; typeset -n r=x; unset -n r; echo "$x ${r-unset}"
#: stdout
1 unset

#### a reference to a reference
x=1; typeset -n a=x; typeset -n b=a; b=5; echo $x
#: stdout
5
#: also mksh

#### a circular reference is an error or a warning
typeset -n a=b; typeset -n b=a; echo "${a-none}" 2>/dev/null; echo end
#: stdout
none
end
#: stderr some
#: not ksh93: refuses it when it is declared
#: also mksh

#### a reference to itself is refused
(typeset -n r=r; echo no) 2>/dev/null || echo refused
#: stdout
no
#: not ksh93: does otherwise
#: also mksh

#### for changes the target
x=1; y=2; typeset -n r=x; for r in x y; do echo $r; done
#: stdout
1
2
#: not ksh93: reference in a for loop is made anew

#### a reference to a variable that is not yet
typeset -n r=later; r=now; echo $later
#: stdout
now
#: also mksh

#### attributes go to the target
typeset -n r=x; typeset -i r; x=1+1; echo $x
#: stdout
2
#: also mksh

#### a reference in a subshell is its own
x=1; y=2; (typeset -n x=y; x=3; echo $y); echo $x $y
#: stdout
3
1 2
#: also mksh

#### a reference in a command substitution is its own
x=1; y=2; z=$(typeset -n x=y; x=3; echo $y); echo $z $x $y
#: stdout
3 1 2
#: also mksh

#### a target changed in a subshell
x=1; typeset -n r=x; (r=2; echo $x); echo $x
#: stdout
2
1
#: also mksh

#### read into a reference
typeset -n r=x; read r <<<hello; echo $x
#: stdout
hello
#: also mksh

#### printf -v into a reference
typeset -n r=x; printf -v r %03d 7; echo $x
#: stdout
007

#### +n makes it a plain variable again
x=1; typeset -n r=x; typeset +n r; r=5; echo "$x $r"
#: stdout
1 5
#: also mksh

#### arithmetic through a reference
x=1; typeset -n r=x; (( r += 4 )); echo $x
#: stdout
5
#: also mksh

#### local references with the same name in nested calls
function inner { typeset -n v=$1; v=$((v*2)); }; function out { typeset -n v=$1; inner "$1"; v=$((v+1)); }; n=5; out n; echo $n
#: stdout
11
#: also mksh

#### a name that is none
(typeset -n r='1 x'; echo no) 2>/dev/null || echo refused
#: stdout
no
#: not ksh93: does otherwise
#: also mksh

#### -R asks for a reference
x=1; typeset -n r=x; [[ -R r ]] && echo yes; [[ -R x ]] || echo no
#: stdout
yes
no

#### export of a reference's target
x=1; typeset -n r=x; export r; "$SH" -c 'echo "<$x>"'
#: stdout
<1>
#: also mksh

#### what was a reference has the name
x=1; typeset -n r=x; typeset +n r; echo "$r"
#: stdout
x

#### before a command a reference gives its target a value for its time
typeset -n r=t
r=x "$PROBE" env t
r=x true; echo "[$r]"
f() { echo "$t $r"; t=y; }
t=1; r=x f; echo "$t"
#: stdout
t=x
[]
x x
1
#: not ksh93: an assignment before a function stays

#### a reference to nothing or to an element gets the value itself
typeset -n r
r=x "$PROBE" env r
typeset -n e=a[1]; a=(1 2)
e=x "$PROBE" env e
echo "${a[@]}"
#: stdout
r=x
e=x
1 2
#: not ksh93: does not export the second
