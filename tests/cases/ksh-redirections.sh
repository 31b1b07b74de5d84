# Here-strings, &>, |&, {name}>, moves, process substitution.

#### a here-string
cat <<<word; x='a  b'; cat <<<$x; cat <<<"$x"; cat <<<'$x'
#: stdout
word
a  b
a  b
$x
#: also mksh

#### a here-string of nothing and of substitutions
cat <<<''; cat <<<$(echo 1; echo 2); cat <<<$((1+1))
#: stdout

1
2
2
#: also mksh

#### a here-string is not split and not matched
: >f1; cat <<< *; cat <<<{a,b}
#: stdout
*
{a,b}
#: also mksh

#### a here-string to another descriptor
cat 3<<<three <&3
#: stdout
three
#: also mksh

#### &> and >& take both
f() { echo out; echo err >&2; }; f &>a; cat a; f >&b; cat b; f &>>a; wc -l <a
#: stdout
out
err
out
err
4
#: not ksh93: is asynchronous there

#### |& pipes both
f() { echo out; echo err >&2; }; f |& sort
#: stdout
err
out
#: not ksh93: is a coprocess

#### {name}> tells the descriptor
exec {fd}>out; echo text >&$fd; exec {fd}>&-; cat out; (( fd >= 10 )) && echo high
#: stdout
text
high

#### {name} for one command
{ echo a >&$fd; } {fd}>out; cat out
#: stdout
a

#### {name}< of two files
echo 1 >a; echo 2 >b; exec {x}<a {y}<b; read p <&$x; read q <&$y; echo $p$q; (( x != y )) && echo differ
#: stdout
12
differ

#### {name}<&- closes
exec {fd}</dev/null; exec {fd}<&-; (cat <&$fd) 2>/dev/null; echo $((!!$?))
#: stdout
1

#### n>&m- moves
exec 3>out; echo a >&3; exec 4>&3-; echo b >&4; (echo c >&3) 2>/dev/null || echo closed; cat out
#: stdout
closed
a
b

#### n<&m- moves
exec 3<<<line; exec 0<&3-; read x; echo $x
#: stdout
line

#### descriptors above 9
exec 12>out; echo x >&12; exec 12>&-; cat out
#: stdout
x
#: not ksh93: needs {name}

#### $(<file)
echo 'a b' >f; x=$(<f); echo "$x"; echo "$(< f)" `<f`
#: stdout
a b
a b a b
#: also mksh

#### $(<file) of no file
x=$(<missing); echo $?
#: stdout
1
#: stderr some
#: also mksh

#### <( ) is read from
cat <(echo one) <(echo two)
#: stdout
one
two

#### <( ) to a builtin
read x < <(echo line); echo $x; while read y; do echo "<$y>"; done < <(printf 'a\nb\n')
#: stdout
line
<a>
<b>

#### >( ) is written to
echo text > >(cat >out); wait; for i in 1 2 3 4 5 6 7 8 9; do [[ -s out ]] && break; sleep 0.1; done; cat out
#: stdout
text

#### tee with >( )
echo a | tee >(tr a b >out) >/dev/null; for i in 1 2 3 4 5 6 7 8 9; do [[ -s out ]] && break; sleep 0.1; done; cat out
#: stdout
b

#### comparing two outputs
diff <(printf '1\n2\n') <(printf '1\n3\n'); echo $?
#: stdout
2c2
< 2
---
> 3
1

#### the state of a process substitution is its own
x=1; cat <(x=2; echo $x); echo $x
#: stdout
2
1

#### process substitutions nest
cat <(cat <(echo deep))
#: stdout
deep

#### a process substitution in a function's arguments
f() { cat "$1"; cat "$2"; }; f <(echo a) <(echo b)
#: stdout
a
b

#### a name for it
x=$(echo <(:)); [[ $x = /* ]] && echo path
#: stdout
path

#### redirections of compound commands
if true; then echo a; fi >out; for i in 1 2; do echo $i; done >>out; { cat; } <out; while read l; do echo "<$l>"; done <out
#: stdout
a
1
2
<a>
<1>
<2>
#: also mksh

#### [[ and (( with redirections
[[ a = a ]] >o1 && (( 1 )) >o2; ls
#: stdout
o1
o2
#: also mksh

#### noclobber
set -C; echo a >f; (echo b >f) 2>/dev/null || echo refused; echo c >|f; cat f
#: stdout
refused
c
#: also mksh

#### redirections of a subshell are its own
exec 3>out; (exec 3>&-); echo ok >&3; x=$(exec 3>&-; echo y); echo $x >&3; cat out
#: stdout
ok
y
#: also mksh

#### {name} in a subshell is its own
(exec {fd}>out; echo sub >&$fd); echo "<$fd>"; cat out
#: stdout
<>
sub

#### 2>&1 before a pipe, and order
{ echo e >&2; echo o; } 2>&1 >/dev/null | cat; { echo e >&2; } >f 2>&1; cat f
#: stdout
e
e
#: also mksh

#### <> keeps what is there
echo abcdef >f; echo XY 1<>f; cat f
#: stdout
XY
def
#: also mksh

#### a here-document with expansions
x=1; cat <<'F'; cat <<E
$y
F
$x ${x/1/one} $((x+1)) $(echo sub) \$x
#: stdout
$y
1 one 2 sub $x
#: not bash: does otherwise


#### /dev/tcp and /dev/udp are connections
exec 3<>/dev/udp/127.0.0.1/9 && echo open
(: </dev/tcp/127.0.0.1/1) 2>err || echo closed
grep -c '/dev/tcp/127.0.0.1/1: .*onnection refused' err
#: stdout
open
closed
1

#### what follows a redirection of a compound command may be an alias
alias r='2>f2'
{ echo a; nosuch; } >f1 r
cat f1; test -s f2 && echo yes
#: stdout
a
yes
#: not bash: a syntax error

#### programs and lists through process substitutions
printf 'a\nb\n' >x
sed -n -f <(echo p) x
awk -f <(echo '{ print "<" $0 }') x
grep -f <(echo b) x
xargs -a <(echo 1 2) echo
sort --files0-from=<(printf 'x\0')
wc --files0-from=<(printf 'x\0')
paste -d : <(echo 1) <(echo 2)
#: stdout
a
b
<a
<b
b
1 2
a
b
2 2 4 x
1:2
