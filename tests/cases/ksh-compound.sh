# Compound variables and what else only ksh93 has.

#### members
p=(x=1 y='a b'); echo "${p.x} ${p.y}"; p.x=5; p.z=6; echo $((p.x + p.z))
#: stdout
1 a b
11
#: not bash: has not these

#### the value of a compound variable
p=(x=1; y=(z='a b'); typeset -i n=3+4); echo "$p"; typeset -p p
#: stdout
(
	typeset -i n=7
	x=1
	y=(
		z='a b'
	)
)
typeset -C p=(typeset -i n=7;x=1;y=(z='a b'))
#: not bash: has not these

#### a member of what is no compound variable
q.x=1; echo no
#: stderr-has no parent
#: status 1-2
#: not bash: has not these

#### arrays of compound variables
for i in 1 2 3; do a[i]=(k=$i v=$((i*i))); done; echo "${a[2].v} ${#a[@]}"; ((a[3].v += 1)); echo ${a[3].v}; for i in "${!a[@]}"; do echo "$i ${a[$i].k}"; done
#: stdout
4 3
10
1 1
2 2
3 3
#: not bash: has not these

#### an element becomes a compound variable by its member
typeset -A m; m[one].x=4; m[two].x=5; echo "${m[one].x} ${#m[@]}"; typeset -p m
#: stdout
4 2
typeset -A m=([one]=(x=4) [two]=(x=5))
#: not bash: has not these

#### arrays of arrays
m[1][2]=3; m[1][0]=7; echo "${m[1][2]} ${#m[1][@]} ${m[1][@]}"; t=((1 2) (3 4)); echo "${t[1][0]} $((t[0][1] + t[1][1]))"
#: stdout
3 2 7 3
3 6
#: not bash: has not these

#### arrays as members
c=(typeset -a list=(a b c); typeset -A map=([k]=v)); echo "${c.list[1]} ${#c.list[@]} ${c.map[k]}"; c.list+=(d); echo "${c.list[@]: -1}"
#: stdout
b 3 v
d
#: not bash: has not these

#### the names of members
c=(b=1 a=2); echo "${!c.@}"
#: stdout
c.a c.b
#: not bash: has not these

#### subshells change their own
c=(a=1 b=(d=2)); (c.a=9; c.b.d=8; unset c.b; echo "[${c.a}][${c.b.d}]"); x=$(c.a=7; echo ${c.a}); echo "$x ${c.a} ${c.b.d}"
#: stdout
[9][]
7 1 2
#: not bash: has not these

#### a local compound variable
f() { typeset c=(x=inner); echo ${c.x}; c.y=1; }; c=(x=outer); f; echo "${c.x}[${c.y}]"
function g { typeset c=(x=inner); echo ${c.x}; c.y=1; }; g; echo "${c.x}[${c.y}]"
#: stdout
inner
outer[]
inner
outer[]
#: not bash: has not these
#: not ksh93: f has no variables of its own

#### unset takes the members along
c=(a=1 b=(d=2)); unset c.b; typeset -p c; unset c; echo "[${c.a}]"; c=(z=1); typeset -p c
#: stdout
typeset -C c=(a=1)
[]
typeset -C c=(z=1)
#: not bash: has not these

#### references to members and elements
c=(a=(x=1)); typeset -n r=c.a; r.x=5; echo "${c.a.x} ${!r}"; a=(p q r); typeset -n e='a[1]'; echo $e; e=new; echo "${a[@]}"
#: stdout
5 c.a
q
p new r
#: not bash: has not these

#### copies
c=(a=1 b=2); typeset -C d=c; d.a=9; echo "${c.a} ${d.a} ${d.b}"; eval "e=$c"; echo ${e.b}
#: stdout
1 9 2
2
#: not bash: has not these

#### a text in place of a compound variable
c=(a=1); c=plain; echo "$c[${c.a}]"
#: stdout
plain[]
#: not bash: has not these

#### appended members
c=(a=1); c+=(b=2); typeset -p c
#: stdout
typeset -C c=(a=1;b=2)
#: not bash: has not these

#### members set by builtins
c=(a=1); read c.a <<< hey; printf -v c.b '%s' you; echo "${c.a} ${c.b}"; [[ -v c.a && ! -v c.z ]] && echo ok
#: stdout
hey you
ok
#: not bash: has not these

#### a default for a member
c=(a=1); echo "${c.z-default} ${c.z:=val}"; typeset -p c
#: stdout
default val
typeset -C c=(a=1;z=val)
#: not bash: has not these

#### the first words decide
a=(x y=1); echo ${#a[@]}; typeset -a b=(x=1 y=2); echo ${#b[@]}
#: stdout
2
2

#### print -v and -C
c=(a=1 b=(d=2)); print -v c.b; print -C c
#: stdout
(
	d=2
)
(a=1;b=(d=2;))
#: not bash: has not these

#### an enumeration
enum Colour=(red green blue); Colour c; echo $c; c=blue; echo "$c $((c))"; ((c = 1)); echo $c; (c=pink) 2>/dev/null || echo refused
#: stdout
red
blue 2
green
refused
#: not bash: has not these

#### an expression gives elements of an enumeration their words
enum Switch=(off on); Switch -a s; ((s[4] = 1)); echo "${s[4]}"; ((s[4] = 0)); echo "${s[4]} $((s[4]))"
Switch -A t; ((t[x] = 1)); echo "${t[x]}"; s[5]=on; (s[6]=1) 2>/dev/null || echo refused
#: stdout
on
off 0
on
refused
#: not bash: has not these

#### a static variable
function count { integer -S n=0; ((n++)); echo $n; }; count; count; count
#: stdout
1
2
3
#: not bash: has not these

#### counted groups
x=aab; echo "${x#{2}(a)}"; [[ abab == {1,2}(ab) ]] && echo yes; [[ ababab == {1,2}(ab) ]] || echo no; [[ xyy == x{2,}(y) ]] && echo more
#: stdout
b
yes
no
more
#: not bash: has not these

#### expressions as patterns
[[ xabbby == ~(E)ab+y ]] && echo 1; [[ ABC == ~(i)abc ]] && echo 2; x=foo12bar; echo "${x/~(E)[0-9]+/-}"; [[ abc == ~(Elr)b ]] || echo 3
#: stdout
1
2
foo-bar
3
#: not bash: has not these

#### what the groups of a pattern have matched
x=key=value; echo "${x/@(*)=@(*)/\2 \1}"; [[ 2024-05 == {4}([0-9])-@(*) ]]; echo "${.sh.match[2]}"; [[ ab =~ (.)(.) ]]; echo "${.sh.match[1]}${.sh.match[2]}"
#: stdout
value key
05
ab
#: not bash: has not these

#### places in a file
printf '%s\n' one two three >f; exec 3<>f; exec 3<#((4)); read -u3 x; echo $x $(3<#) $(3<#((EOF))); exec 3<#((CUR-4)); read -u3 x; echo $x
#: stdout
two 8 14
ree
#: not bash: has not these

#### the next line that matches
printf '%s\n' one two three >f; exec 3<f; exec 3<#t*; read -u3 x; echo $x
#: stdout
two
#: not bash: has not these

#### >; replaces a file only after success
echo old >f; false >; f; cat f; echo new >; f; cat f; ls | grep -c .
#: stdout
old
new
1
#: not bash: has not these

#### characters in expressions
echo $(( 'a' )) $(( 'a' + '\n' ))
#: stdout
97 107
#: not bash: has not these

#### options by their names
set --noglob; echo *; set --no_glob; set --noglob=0; set -- b a c; set -s; echo "$@"
#: stdout
*
a b c
#: not bash: has not these
#: not ksh93: a is not there

#### a coprocess by |&
cat |& 
print -p hello; read -p x; echo $x; exec 5>&p; echo again >&5; read -p x; echo $x
#: stdout
hello
again
#: not bash: has not these

#### the lines of a file in a loop
printf '%s\n' 'a b' c >f; while <f; do echo "$REPLY $# $1"; done; echo $#
#: stdout
a b 2 a
c 1 c
0
#: not bash: has not these

#### <>; cuts a file off after success
printf 'one\ntwo\n' >f; { read x; } <>; f; cat f; { read x; false; } <>; f; cat f
#: stdout
one
one
#: not bash: has not these

#### a function of the word function has its name, and its options
function f { echo ${0##*/}; set -u; }; f; echo "[$unset]"; g() { set -f; }; g; echo *
#: stdout
f
[]
*
#: not bash: has neither

#### printf %B shows a variable
c=(a=1 b=2); printf '%#B\n' c; printf '%B|%s\n' c x
#: stdout
(a=1;b=2)
(
	a=1
	b=2
)|x
#: not bash: has not these

#### a subshell's here-document may end at its parenthesis
(cat <<E
in
E)
echo out
#: stdout
in
out
#: not bash: is an error of syntax

#### subscripts from one to another
a=(p q r s); echo "${a[1..2]}" "${a[2..]}"
#: stdout
q r r s
#: not bash: has not these

#### an attribute of a number does not ask what was there before
x=a::b; typeset -i x=3; echo $x
#: stdout
3

#### >; does not replace what is no file
mkfifo p; cat p & echo b >; p; wait; [[ -p p ]] && echo pipe
#: stdout
b
pipe
#: not bash: has not these

#### an enumeration that is defined again leaves others alone
enum A=(x y); enum B=(p q); B b=q; enum A=(m n); A a=n; echo "$b $((b)) $a"; b=p; echo $b
#: stdout
q 1 n
p
#: not bash: has not these
#: not ksh93: refuses the second definition

#### a variable in a name space is like another where it is read only
$SH -c 'readonly .r=1 .r=2'; echo $?
$SH -c 'readonly .r=1 .r=2;'; echo $?
#: stdout
1
1
#: stderr-has read only
#: not bash: has not these
#: not ksh93: lets it be assigned
