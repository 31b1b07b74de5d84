# Types of ksh93: `typeset -T`, their instances and functions; types of `enum` in arrays.

#### instances begin as their type says
#!/bin/ksh
typeset -T Point=(float x=1 y=0; typeset name)
Point p
Point q=(y=2 name=q)
print ${p.x} ${p.y} "[${p.name}]" ${q.x} ${q.y} ${q.name}
p.x=7
print ${p.x} ${q.x}
#: stdout
1 0 [] 1 2 q
7 1
#: not bash: another language

#### instances are written with the name of their type
#!/bin/ksh
typeset -T Point=(float x=1 y=0; typeset name)
Point p=(y=2)
typeset -p p p.x
print "$p"
c=(Point a=(x=3); z=1)
typeset -p c
print ${@p}
#: stdout
Point p=(typeset -l -E x=1;typeset -l -E y=2;typeset name)
typeset -l -E p.x=1
(
	typeset -l -E x=1
	typeset -l -E y=2
	typeset name
)
typeset -C c=(Point a=(typeset -l -E x=3;typeset -l -E y=0;typeset name;)z=1)
Point
#: not bash: another language

#### functions of a type
#!/bin/ksh
typeset -T Point=(
	integer x=3 y=4
	length() { print $(( _.x + _.y )); }
	function shift { (( _.x += $1 )); }
)
Point p q=(x=1)
p.length
print ${q.length} $(( q.length + 1 )) $(p.length)
q.shift 10
q.length
#: stdout
7
5 6 7
15
#: not bash: another language

#### an instance can have a function of its own, and its copies have it too
#!/bin/ksh
typeset -T Point=(integer x=3 y=4; sum() { print $(( _.x + _.y )); })
Point p=(x=1)
p.sum() { print $(( _.x * _.y )); }
Point q=p r
q.x=5
print ${p.sum} ${q.sum} ${r.sum}
Point s=(
	function sum
	{
		print own
	}
)
s.sum
#: stdout
4 20 7
own
#: not bash: another language

#### an assignment of a name makes a copy
#!/bin/ksh
typeset -T Point=(integer x=3; typeset -a list)
Point p=(x=5 list=(a b)) q
q=p
p.x=6
p.list[0]=c
print ${q.x} ${q.list[@]}
#: stdout
5 a b
#: not bash: another language

#### arrays of instances
#!/bin/ksh
typeset -T Point=(integer x=3 y=4; sum() { print $(( _.x + _.y )); })
Point -a a=((x=1) (y=1))
a[4]=(x=10 y=20)
a[5]=a[4]
print ${!a[@]} ${a[0].sum} ${a[1].sum} $(( a[4].sum )) ${a[5].y}
a[1].sum
Point -A b
b[one]=(x=7)
print ${b[one].sum}
typeset -p b
#: stdout
0 1 4 5 5 4 30 20
4
11
Point -A b=([one]=(typeset -l -i x=7;typeset -l -i y=4))
#: not bash: another language

#### an instance is the first element of an array
#!/bin/ksh
typeset -T Point=(integer x=3; twice() { print $(( 2 * _.x )); })
Point p=(x=5)
p[2]=(x=6)
print ${p.x} ${p[0].x} ${p.twice} ${p[2].twice} ${!p[@]}
#: stdout
5 5 10 12 0 2
#: not bash: another language

#### what is unset is again what the type says
#!/bin/ksh
typeset -T Point=(integer x=3; typeset -A map=([a]=1))
Point p=(x=5)
p.map[b]=2
unset p.x p.map
print ${p.x} ${p.map[@]}
unset p
print "[${p.x}]"
#: stdout
3 1
[]
#: not bash: another language

#### types of types, and derived types
#!/bin/ksh
typeset -T Point=(integer x=1 y=2; sum() { print $(( _.x + _.y )); }; about() { print point; })
typeset -T Line=(Point a; Point b=(x=5))
Line l=(a=(y=9))
print ${l.a.x} ${l.a.y} ${l.b.x}
typeset -T Space=(Point _=(x=10); integer z=3; sum() { print $(( _.x + _.y + _.z )); })
Space s
print ${s.x} ${s.sum} ${s.about}
#: stdout
1 9 5
10 15 point
#: not bash: another language

#### members that all instances share
#!/bin/ksh
typeset -T Counted=(integer -S count=0; integer own=0; add() { (( _.count++, _.own++ )); })
Counted a b
a.add
b.add
b.add
print ${a.count} ${b.count} ${a.own} ${b.own}
#: stdout
3 3 1 2
#: not bash: another language

#### create, get and set
#!/bin/ksh
typeset -T Text=(
	typeset value=none
	typeset copy=${_.value}
	create() { _.value=made; }
)
Text t
print ${t.value} ${t.copy}
typeset -T Twice=(
	integer .=1
	get() { .sh.value=$(( _ * 2 )); }
	set() { .sh.value=$(( .sh.value + 100 )); }
)
Twice n=5
print $n
n=7
print $n
#: stdout
made none
210
214
#: not bash: another language

#### a local instance ends with its function
#!/bin/ksh
typeset -T Point=(integer x=3; twice() { print $(( 2 * _.x )); })
function f { Point p=(x=8); g p; }
function g { typeset -n r=$1; r.twice; r.x=9; print ${r.x} "[${p.x}]"; }
f
print "[${p.x}]"
#: stdout
16
9 []
[]
#: not bash: another language

#### a static instance is kept
#!/bin/ksh
typeset -T Point=(integer x=3)
function f { Point -S p; (( p.x++ )); print ${p.x}; }
f
f
#: stdout
4
5
#: not bash: another language

#### static lists have their value from the first call
#!/bin/ksh
function f { compound -S c=(integer a=1); typeset -a -S l=(x); (( c.a++ )); l+=(y); print ${c.a} ${l[@]}; }
f
f
#: stdout
2 x y
3 x y y
#: not bash: another language

#### without a static variable the global one is there
#!/bin/ksh
integer n=5
f() { integer -S n=9; $1 && unset n; print $n; }
f false
(f true)
f false
print $n
#: stdout
9
5
9
5
#: not ksh93: prints nothing where the variable is kept
#: not bash: another language

#### subshells have their own instances and types
#!/bin/ksh
typeset -T Point=(integer x=3)
Point p
(p.x=4; typeset -T Other=(typeset a); Other o; print ${p.x})
print ${p.x}
command -v Other || print none
#: stdout
4
3
none
#: not bash: another language

#### what is no member
#!/bin/ksh
typeset -T Point=(integer x=3)
Point p
(p.y=1) 2>/dev/null || print 1
(print "${p.y}") 2>/dev/null || print 2
(Point q=(y=1)) 2>/dev/null || print 3
(typeset -T Point=(integer y)) 2>/dev/null || print 4
#: stdout
1
2
3
4
#: not bash: another language

#### members that are read only
#!/bin/ksh
typeset -T Point=(typeset -r kind=point; integer x)
Point p=(x=1)
(p.kind=other) 2>/dev/null || print 1
(Point q=(kind=other)) 2>/dev/null || print 2
print ${p.kind}
#: stdout
1
2
point
#: not bash: another language

#### types are listed
#!/bin/ksh
typeset -T Point=(integer x=3; function f { print f; }; typeset -fh 'what it is for' f)
eval "$(typeset -T | sed 's/Point/Other/')"
Other o
print ${o.x} ${o.f}
#: stdout
3 f
#: not bash: another language

#### a reference to a member of what is gone
#!/bin/ksh
typeset -T Point=(integer x=3)
Point p
nameref r=p.x
print $r ${!r}
unset p
print ${!r}
#: stdout
3 p.x
.deleted
#: not bash: another language

#### enumerations in arrays
#!/bin/ksh
enum Color=(red green blue)
Color -a a=(red blue)
a[3]=green
print ${a[@]} $(( a[1] )) $(( a[3] ))
typeset -p a
Color -A m=([x]=blue)
typeset -p m
#: stdout
red blue green 2 1
Color -a a=([0]=red [1]=blue [3]=green)
Color -A m=([x]=blue)
#: not bash: another language

#### subscripts that are words of an enumeration
#!/bin/ksh
enum Color=(red green blue)
typeset -a [Color] a
a[green]=1
a[blue]=2
print ${a[1]} ${a[blue]} ${!a[@]}
(typeset -a [None] b) 2>/dev/null || print no
#: stdout
1 2 green blue
no
#: not bash: another language

#### dates with times after a plus
#!/bin/ksh
printf '%(%F+%H:%M)T\n' 2001-02-03+04:05 '2001-02-03+04:05:06,yesterday' '2001-02-03+01:00:00,2pm'
#: stdout
2001-02-03+04:05
2001-02-02+04:05
2001-02-03+14:00
#: not bash: another language

#### references to nothing
#!/bin/ksh
nameref r
(print "$r") 2>/dev/null || print 1
(r.a=b) 2>/dev/null || print 2
{ r=(a=1); } 2>/dev/null
typeset -p r
#: stdout
1
2
typeset -C r=(a=1)
#: not bash: another language
#: not ksh93: a later one, which warns

#### references of functions that wait for others follow what they refer to
#!/bin/ksh
function f { nameref color=$1; g color; print ${!color[@]}; }
function g { nameref color=$1; print ${!color[@]}; typeset other=1; color[fig]=green; }
typeset -A color=([apple]=red)
f color
print ${color[fig]}
#: stdout
apple
apple fig
green
#: not bash: another language

#### functions of what a reference is to
#!/bin/ksh
foo=(bar=1)
nameref x=foo.bar
function x.set { print "set <${.sh.value}>"; }
foo.bar.set
x.set
x=3
typeset +n | grep -v KSH
#: stdout
set <>
set <>
set <3>
x
#: not bash: another language

#### a number that is moved is a text
#!/bin/ksh
integer n=4
compound c
typeset -m c.x=n
typeset -p c
#: stdout
typeset -C c=(x=4)
#: not bash: another language

#### create comes before the members of the declaration
#!/bin/ksh
typeset -T T=(integer n=1; create() { print "create ${_.n}"; _.n=7; })
T t; print ${t.n}; T u=(n=3); print ${u.n}; function f { T v=(n=4); print ${v.n}; }; f
#: stdout
create 1
7
create 1
3
create 1
4
#: not bash: another language

#### a number is no word of an enumeration
#!/bin/ksh
enum C=(a b c); C x; ((x=1)); print $x; let x=2; print $x; enum D=(a 1 c); D y=1; print $y $((y)); (x=1; print no); print $?; C z=1
print no
#: stdout
b
c
1 1
1
#: stderr some
#: status 1
#: not bash: another language

#### a member makes an element of an array of instances one
#!/bin/ksh
typeset -T P=(integer x=0 y=0; show() { print "(${_.x},${_.y})"; })
P -a a; a[0].x=1+1; a[2].y=5; a[0].show; a[2].show
P -A r; r[k].x=5; r[k].show; typeset -p r
#: stdout
(2,0)
(0,5)
(5,0)
P -A r=([k]=(typeset -l -i x=5;typeset -l -i y=0))
#: not bash: another language
