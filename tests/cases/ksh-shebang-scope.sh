# The scope of functions of the word `function` in scripts of ksh93: they see their own variables
# and the global ones, not their caller's.

#### a function does not see its caller's variables
#!/bin/ksh
x=1; function f { typeset x=2; g; echo f:$x; }; function g { echo g:$x; x=3; }; f; echo $x
function h { typeset y=1; (k); echo $(k); k | cat; eval k; }; function k { echo ${y-unset}; }; h
#: stdout
g:1
f:2
3
unset
unset
unset
unset
#: not bash: another language

#### f() has the variables of the function that calls it
#!/bin/ksh
function f { typeset x=2; h; echo f:$x; }; h() { x=3; g; }; function g { echo g:$x; }; x=top; f; echo $x
#: stdout
g:top
f:3
top
#: not bash: another language

#### a reference to an argument is to a variable of the caller
#!/bin/ksh
function f { typeset x=2; g x; echo f:$x; }; function g { nameref r=$1; typeset x=own; r+=$x; k r; }
function k { nameref q=$1; q+=!; }; x=top; f; echo $x
function swap { nameref p=$1 q=$2; typeset t=$p; p=$q; q=$t; }
function s { typeset a=1 b=2; swap a b; echo $a $b; }; s; a=8 b=9; swap a b; echo $a $b
function deep { nameref x=$1; ((x++)); ((x < 5)) && deep x; }; function d { typeset x=1; deep x; echo $x; }; d
#: stdout
f:2own!
top
2 1
9 8
5
#: not bash: another language

#### the same with arrays, their elements, compound variables and members
#!/bin/ksh
function f { typeset -A x; g x 'x[b]'; echo ${x[a]} ${x[b]}; }
function g { nameref r=$1 k=$2; r[a]=3; k=7; typeset -a x=(own); echo ${x[@]}; }; f
function c { compound c=(a=1 b=2); e c; m c.a; echo ${c.a} ${c.z}; }
function e { nameref r=$1; r.z=new; echo ${c.a-none}; }
function m { nameref r=$1; r=77; }; compound c=(a=top); c; echo ${c.a}
#: stdout
own
3 7
top
77 new
top
#: not bash: another language

#### references of the caller, and to global variables
#!/bin/ksh
function f { typeset x=1; nameref r=x; g; echo $x; }; function g { echo ${r-unset}; r=5; }; f; echo $r
x=q; nameref R=x; function h { typeset x=1; R=4; echo $x; k; }; function k { R=6; echo $x; }; h; echo $x
#: stdout
unset
1
5
1
6
6
#: not bash: another language

#### what the caller has exported is there, as a copy
#!/bin/ksh
function f { typeset -x e=1; typeset n=1; g; echo $e; }; function g { echo $e ${n-unset}; e=2; printenv e; h; }
function h { echo $e; }; f; echo ${e-none}
export v=1; function k { typeset v=2; printenv v; echo $v; m; }; function m { printenv v; echo $v; }; k
#: stdout
1 unset
2
2
1
none
2
1
1
#: not bash: another language

#### recursion, IFS and files that a function reads
#!/bin/ksh
function fact { typeset -i n=$1 r; if ((n <= 1)); then print 1; else r=$(fact $((n-1))); print $((n*r)); fi; }; fact 10
function sorted {
	typeset p=$1 l= g= x
	(($#)) || return
	shift
	for x; do ((x < p)) && l+=" $x" || g+=" $x"; done
	sorted $l; print -n "$p "; sorted $g
}; sorted 3 1 4 1 5 9 2 6; print
function f { typeset IFS=,; set -- a b; echo "$*"; g a b; echo "$*"; }; function g { echo "$*"; }; f
echo 'echo ${x-unset}; x=set' >inc; function h { typeset x=1; . ./inc; echo $x; i; echo $x; }; function i { . ./inc; }; h; echo $x
#: stdout
3628800
1 1 2 3 4 5 6 9 
a,b
a b
a,b
1
set
unset
set
set
#: not bash: another language

#### a status, and the end of the shell, from within
#!/bin/ksh
function f { typeset x=1; g || return 5; }; function g { typeset x=2; return 3; }; f; echo $?
function h { typeset x=1; k; echo no; }; function k { exit 4; }; (h); echo $?; x=top; trap 'echo $x' EXIT; h
#: stdout
5
4
top
#: status 4
#: not bash: another language
