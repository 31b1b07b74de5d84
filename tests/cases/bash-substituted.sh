#### process substitutions of lists that end: read, sourced, given to utilities and programs
while read -r l; do echo "<$l>"; done < <(seq 1 5 | grep -v 3)
cat <(echo x) <(printf '%s\n' 1 2)
mapfile -t a < <(printf '%s\n' a b c); echo ${#a[@]}
source <(echo 'echo sourced $((1+1))')
f() { sort "$1"; }; f <(printf '%s\n' z y x)
g() { for i in 3 1 2; do echo $i; done; }; sort <(g)
ln -s "$PROBE" pcat; ./pcat < <(echo program; seq 1 2)
cat <(cat <(cat <(echo nested)))
echo $(cat <(echo inside))
{ cat <&5; } 5< <(seq 1 2)
echo <(true) <(false)
[ -p <(echo) ] && echo pipe
#: stdout
<1>
<2>
<4>
<5>
x
1
2
3
sourced 2
x
y
z
1
2
3
program
1
2
nested
inside
1
2
/dev/fd/63 /dev/fd/62
pipe

#### process substitutions compared: diff, cmp, comm, join, paste
diff <(echo a) <(echo b); echo $?
diff <(seq 100000) <(seq 100000) && echo eq
diff -q <(seq 3) <(seq 4); diff - <(seq 2) < <(seq 3)
diff -u <(seq 3) <(seq 4) | tail -n +3
cmp <(seq 3) <(seq 4) 2>&1 | tr -d "'"; cmp -s <(seq 3) <(seq 3) && echo eq
comm -12 <(printf '%s\n' a b c) <(printf '%s\n' b c d)
join <(printf '%s\n' 'a 1' 'b 2') <(printf '%s\n' 'a x' 'b y')
paste -d, <(seq 2) - < <(seq 3 4); wc -l <(seq 200000); grep -H 5 <(seq 3 6)
#: stdout
1c1
< a
---
> b
1
eq
Files /dev/fd/63 and /dev/fd/62 differ
3d2
< 3
@@ -1,3 +1,4 @@
 1
 2
 3
+4
cmp: EOF on /dev/fd/63 after byte 6, line 3
eq
b
c
a 1 x
b 2 y
1,3
2,4
200000 /dev/fd/63
/dev/fd/63:5

#### a process substitution whose reader has enough ends, and the shell goes on
read x < <(seq 1 1000000); echo $x
head -n 1 <(seq 1 1000000); : <(seq 1 1000000)
head -n 2 <(while read l; do echo "$l"; done < <(seq 1 100000))
read -r first < <(for i in {1..100000}; do echo $i; done); echo $first
cat <(echo a; echo b >&2; echo c; exit 3) >out; cat out
#: stdout
1
1
1
2
1
a
c
#: stderr
b

#### a process substitution that is kept: exec, a variable, a child that reads on
exec 3< <(seq 1 100000); read a <&3; read b <&3; echo $a $b; exec 3<&-
exec 4< <(seq 1 100000); (tail -n 1 <&4) & wait; exec 4<&-
{ tail -n 1 <&5 & } 5< <(seq 1 100000); wait
exec {fd}< <(seq 7 100000); (read z <&$fd; echo $z); exec {fd}<&-
(sleep 0.1; tail -n 1 <&6) 6< <(seq 1 100000)
exec 7< <(seq 1 100000); { sleep 0.1; tail -n 1 <&7; } &
#: stdout
1 2
100000
100000
7
100000
100000

#### $! and wait know a process substitution that was no process
read y < <(exit 7); wait $!; echo $?
read y < <(echo a; false); wait $!; echo $?
while read x; do :; done < <(seq 3; exit 4); wait $!; echo $?
[[ $! = [1-9]* ]] && echo number; kill -0 $! 2>/dev/null || echo gone
read x < <(seq 1 1000000); wait $!; echo $?
#: stdout
7
1
4
number
gone
141

#### a process substitution that waits is not waited for
begin=$SECONDS
read x < <(echo a; exec sleep 20); echo $x; kill $!
mkfifo p; : <(cat p); : <(sleep 20); kill $!
[ $((SECONDS - begin)) -lt 15 ] && echo soon
(echo >p)
#: stdout
a
soon

#### functions, aliases and programs of the names in a process substitution
seq() { echo mine; }; cat <(seq 3); unset -f seq
echo() { command echo "<$1>"; }; cat <(echo a); unset -f echo
mkdir bin; printf '#!/bin/sh\necho other\n' >bin/seq; chmod +x bin/seq
PATH=$PWD/bin:$PATH; cat <(seq 3)
#: stdout
mine
<a>
other

#### process substitutions inside stages, subshells and loops
(cat <(echo sub)) | cat <(echo stage) -
for i in 1 2 3; do cat <(echo $i) <(echo $i | tr 123 abc); done | paste -s -
x=$(while read l; do cat <(echo "$l") <(echo -); done < <(seq 2)); echo $x
(: $BASHPID; cat <(echo moved) <(seq 2)); (cat <(seq 3); : $BASHPID; cat <(echo on))
cat <(echo a) <(set -u; echo $nothing; echo b) 2>/dev/null; echo $?
trap 'echo bye' EXIT; cat <(trap 'echo inner' EXIT; echo c) <(echo d)
#: stderr
../case: line 5: nothing: unbound variable
#: stdout
stage
sub
1	a	2	b	3	c
1 - 2 -
moved
1
2
1
2
3
on
a
0
c
inner
d
bye

#### a list that reads what need not end does not keep the shell
mkfifo p; f=p zero=/dev/zero
: <(tr a b <"$zero" >/dev/null); kill $!
: <(grep -q x "$zero"); kill $!
: <(cat p); kill $!
g() { sort "$1"; }; : <(g $f); kill $!
: <(sort <p); kill $!
cat <(head -c 3 /dev/zero | tr '\0' z; echo)
echo over
#: stdout
zzz
over
