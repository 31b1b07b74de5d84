#### braces are looked for in fields
#!/bin/ksh
x='{a,b}'; print $x "$x" x$x $x$x ${x}c
for i in $x; do print $i; done; a=($x {,}); print ${#a[@]}; set -- {,a} {b,}; print $#
y=$(print '{m,n}'); print $y $(print '{r,s}') ${nope:-{p,q}} ${nope:-x{p,q}} "${nope:-{p,q}}"
x='{a'; y=',b}'; print $x$y; x='a,b'; print {$x} {$x,c}; e=; for i in {$e,z}; do print "[$i]"; done
set -- x y; print "$@"{a,b} {"$@",q}
x='{a b,c}'; print $x; x='{~,x}'; print $x {~,x}; x='{$y,b}'; print $x; x='{{a,b},c}'; print $x
cd /; x='{us,bi}*'; print $x; x='[ub]{si,sr}'; print $x; print {"us*",'a,b'} {\*,a}; x=us; print {$x,bi}*
x='{a,b}'; case $x in '{a,b}') print same;; esac; [[ $x == '{a,b}' ]] && print same; z=$x; print "$z"
set -f; print $x; set +f; set +B
print $x {a,b}
#: stdout
a b {a,b} xa xb aa ab ba bb ac bc
a
b
4
4
m n r s p q xp xq {p,q}
a b
a b a b c
[]
[z]
x ya yb {x y,q}
{a b,c}
~ x ~ x
$y b
a b c
usr bin
[ub]si usr
us* a,b * a
usr bin
same
same
{a,b}
{a,b}
{a,b} {a,b}
#: not bash: another language

#### limits, steps and formats of ranges
#!/bin/ksh
print {1..3..-1} {3..1..1} {5..1..-2} {1..5..-2} {1..10..3} {10..1..3} {1..3..0} {1..} {..3} {a..3} {-1..1}
print {010..012} {0x1..0x3} {+1..+3} {1..-1} {01..03}
print {a..e} {e..a} {a..e..2} {a..c..-1} {c..a..-1} {c..a..1} {A..C} {A..c} {a..C}
print {1..9%02d} {10..12%x} {1..3%5d}. {1..3%-3d}. {1..3%+d} {65..67%c} {1..3..2%03d} {1..3%s} {a..c%x}
n=3; print {1..$n%02d} {$n..1..-2}
#: stdout
1 3 5 3 1 1 1 4 7 10 10 {1..3..0} 1 0 {..3} {a..3} -1 0 1
8 9 10 1 2 3 1 2 3 1 0 -1 1 2 3
a b c d e e d c b a a c e a c b a c A B C {A..c} {a..C}
01 02 03 04 05 06 07 08 09 a b c     1.     2.     3. 1  . 2  . 3  . +1 +2 +3 A B C 001 003 {1..3%s} {a..c%x}
01 02 03 3 1
#: not bash: another language
