# Consequences of errors: XCU 2.8.1, and bad input.

#### syntax errors that everybody sees
for s in 'if' 'fi' 'then' 'done' 'do :' 'esac' '}' ')' '(' '{' '|' ';;' '&&' '||' 'a |' 'a &&' 'a ||' '| a' '&& a' 'a | | b' 'a && && b' 'a; ; b' 'if true; fi' 'if; then :; fi' 'if true; then fi' 'while true; done' 'while; do :; done' 'for' 'for i in' 'for i in a; done' 'case' 'case x' 'case x in' 'case x in a' 'f() ' 'f( { :; }' 'f()' '()' '>' '<' '>>' '> >' '<<' 'echo >' 'echo 2>' '"' "'" '$(' '${x' '${x-' '"$(' '( :' '{ :' '{ :; ' '(:))' 'echo "a' 'echo $(' 'if true; then :; else; fi' 'until :; do' 'then :; fi' 'a > | b' 'for i in a; do :; done x' 'if :; then :; fi x' '{ :; } x' '(:) x' 'case x in esac x'; do
  printf '%s\n' "$s" >s
  "$SH" s >/dev/null 2>&1 </dev/null && printf 'no error: %s\n' "$s"
done
echo end
#: stdout
end
#: not ksh93: takes an empty else

#### commands before a syntax error run, none on its line
echo a
echo b; echo c; fi
echo d
#: stdout
a
#: stderr some
#: status nonzero

#### a syntax error within a compound command: nothing of it runs
echo a
if true; then
echo b
done
echo c
#: stdout
a
#: stderr some
#: status nonzero

#### a syntax error in a dotted file, eval, a substitution and a subshell
(eval 'fi'; echo no) 2>/dev/null; [ $? -ne 0 ] && echo 1
"$SH" -c 'x=$(fi); echo no' 2>/dev/null; [ $? -ne 0 ] && echo 2
"$SH" -c '(fi); echo no' 2>/dev/null; [ $? -ne 0 ] && echo 3
#: stdout
1
2
3
#: not ksh93: goes on after eval

#### expansion errors end the shell
for s in ': ${u?}' ': ${u:?x}' 'set -u; : $u' ': $((1/0))' ': $((1+))' ': ${x!y}' 'x=${u?}' 'for i in ${u?}; do :; done' 'case ${u?} in x) ;; esac' 'echo >${u?}' 'y=1 x=${u?} true' 'f() { : ${u?}; }; f' '{ : ${u?}; }' 'if : ${u?}; then :; fi' ': ${u?} || :' '! : ${u?}' 'while : ${u?}; do :; done' 'eval ": \${u?}"'; do
  "$SH" -c "$s
echo 'goes on: '" >o 2>/dev/null && echo "status 0: $s"; grep -q goes o && echo "goes on: $s"
done
echo end
#: stdout
end
#: not ksh93: a redirection

#### a readonly variable ends the shell
for s in 'r=2' 'r=2 :' ': ${u=x} ${r:=2}; r=3' ': $((r=2))' 'readonly r=2' 'export r=2' 'for r in 2; do :; done' 'f() { r=2; }; f' '{ r=2; }' 'eval r=2' 'r=2 export x' 'if r=2; then :; fi' 'r=2 || :' 'x=1 r=2'; do
  "$SH" -c "readonly r=1; $s
echo 'goes on: '" >o 2>/dev/null && echo "status 0: $s"; grep -q goes o && echo "goes on: $s"
done
echo end
#: stdout
end
#: not ksh93: goes on after some

#### a readonly variable before a program, a function or an ordinary builtin is an error
for s in 'r=2 cat' 'r=2 echo no' 'f() { echo no; }; r=2 f'; do
  "$SH" -c "readonly r=1; $s" >o 2>/dev/null && echo "status 0: $s"; grep -q no o && echo "ran: $s"
done </dev/null
echo end
#: stdout
end

#### invalid UTF-8 in a script, a name and a value
printf 'echo \377\200; x=\376; echo "$x" a\375b \377*\n' >s
"$SH" s | od -An -tx1
printf '\377\n' >s; "$SH" s 2>/dev/null; echo $?
printf '\377=1\n' >s; "$SH" s 2>/dev/null; echo $?
#: stdout
 ff 80 0a fe 20 61 fd 62 20 ff 2a 0a
127
127

#### a script of control characters
printf '\001\002\003\033[0m\177\n' >s; "$SH" s 2>/dev/null; echo $?
printf 'echo \001 | od -An -tx1\n' >s; "$SH" s
#: stdout
127
 01 0a

#### a line of 10 MB
{ printf 'echo '; $PROBE emit 10000000 | tr '\n' x; echo; } >s; "$SH" s | wc -c | tr -d ' '
{ printf ': '; $PROBE emit 10000000 | tr '\n' ' '; printf '\necho after\n'; } >s; "$SH" s
{ printf 'x="'; $PROBE emit 10000000; printf '"\necho ${#x}\n'; } >s; "$SH" s
{ printf '# '; $PROBE emit 10000000 | tr '\n' ' '; printf '\necho after\n'; } >s; "$SH" s
#: stdout
10000001
after
10000000
after

#### a script of 100 MB is not read beyond its exit
printf 'echo a; exit 3\n' >s; truncate -s 100M s; "$SH" s; echo $?
{ printf 'echo b\nexec true\n'; $PROBE emit 1000000; } >s; "$SH" s; echo $?
#: stdout
a
3
b
0
#: needs truncate

#### many lines
i=0; while [ $i -lt 20000 ]; do echo "x=$i; [ \$x -eq $i ] || echo wrong"; i=$((i+1)); done >s; echo 'echo $x' >>s; "$SH" s
#: stdout
19999

#### /dev/full: builtins and utilities report it
for c in 'echo a' 'printf a' 'pwd' 'set' 'export -p' 'umask' 'type ls' 'command -v ls' 'alias' 'kill -l' 'times' 'trap' 'readonly -p' 'ulimit -a' 'set -o' 'set +o'; do
  "$SH" -c "readonly zz=1; trap : USR1; alias a=b; $c >/dev/full" 2>/dev/null && echo "status 0: $c"
done
echo end
#: stdout
end
#: needs /dev/full
#: not bash ksh93: are silent for some

#### /dev/full: echo, printf and programs report it
echo a >/dev/full 2>/dev/null || echo 1
printf a >/dev/full 2>/dev/null || echo 2
cat /proc/version >/dev/full 2>/dev/null || echo 3
(echo a; echo b) >/dev/full 2>/dev/null || echo 4
{ echo a | cat; } >/dev/full 2>/dev/null || echo 5
f() { echo a; }; f >/dev/full 2>/dev/null || echo 6
pwd >/dev/full 2>/dev/null || echo 7
#: stdout
1
2
3
4
5
6
7
#: needs /dev/full
#: stderr any
#: not ksh93: pwd is silent

#### /dev/full: the message is there
echo a >/dev/full
printf 'a\n' >/dev/full
cat /proc/version >/dev/full
#: stderr-has No space left
#: status 1
#: needs /dev/full

#### a closed standard output
(echo a) >&- 2>/dev/null || echo 1
(printf a) >&- 2>/dev/null || echo 2
(pwd) >&- 2>/dev/null || echo 3
(/bin/echo a) >&- 2>/dev/null || echo 4
(echo a | cat) >&- 2>/dev/null || echo 5
(:) >&- && (true) >&- && echo 6
#: stdout
1
2
3
4
5
6
#: not ksh93: pwd is silent

#### too many open files: here-documents, pipes and redirections
(ulimit -n 6; cat <<E | cat
a
E
echo x >f; cat f) >/dev/null 2>&1
[ $? -lt 128 ] && echo ok
#: stdout
ok

#### unset under -u: every form
set -u
for s in '$u' '"$u"' '${u}' '${#u}' '${u%x}' '${u#x}' '$1' '${10}' '$((u))' '$(($u))' '$u$x' 'a${u}b'; do
  (x=1; eval ": $s") 2>/dev/null && echo "no error: $s"
done
for s in '$*' '$@' '"$@"' '$#' '${u-}' '${u+x}' '${u:-}' '${u:+x}' '$?' '$$' '$-' '$0'; do
  (eval ": $s") 2>/dev/null || echo "error: $s"
done
echo end
#: stdout
end
#: not dash: an unset variable is 0 in arithmetic

#### quotes and braces that do not end
for s in 'echo "a' "echo 'a" 'echo ${a' 'echo $(a' 'echo "${a"' 'cat <<E $(' 'x="$(' '"${x-' '"${x-"' "\${x-'"; do
  printf '%s\n' "$s" >s; "$SH" s >/dev/null 2>&1 </dev/null && printf 'no error: %s\n' "$s"
done
echo end
#: stdout
end

#### random bytes do not crash
i=0; while [ $i -lt 40 ]; do
  head -c 300 /dev/urandom >s; "$SH" -n s >/dev/null 2>&1 </dev/null; [ $? -lt 128 ] || { echo crashed; od -An -tx1 s; }
  i=$((i+1))
done; echo end
#: stdout
end

#### a broken standard error is no reason to end
(nosuchcommand; echo a) 2>&-
(nosuchcommand; echo b) 2>/dev/full
(: ${u?x}; echo no) 2>/dev/full; [ $? -ne 0 ] && echo c
#: stdout
a
b
c
#: needs /dev/full
#: not ksh93: the second ends it

#### an expansion that fails in a program's here-document fails the program only
set -u
cat <<E || echo failed
$ub
E
env cat <<E || echo failed
a
${ub?msg}
E
f() { cat <<E || echo failed in f
$ub
E
}; f
x=$(cat <<E
$ub
E
) || echo failed in a substitution
echo next
#: stdout
failed
failed
failed in f
failed in a substitution
next
#: stderr-has ub

#### the same in that of a builtin ends the shell
set -u
: <<E
$ub
E
echo never
#: status 2
#: stderr-has ub
#: not bash ksh93: the status is 1

#### an unset parameter in the word of a compound command's redirection ends the shell
set -u
{ :; } > "$ub"
echo never
#: status 2
#: stderr-has ub
#: not bash ksh93: 1, and goes on

#### what a redirection without a command expands is expanded here
n=1; >o$((n+=1)); echo $n; ls o2
<<E
$((n+=1))
E
echo $n
#: stdout
2
o2
3

#### a word that begins the last line of -c has no end
for c in "'b" '"b' '`b' '$(b' '${b' '$((b' 'b'\''c'; do
	"$SH" -c "echo a
$c" me 2>err; test $? -gt 0 && test -s err && echo refused
	"$SH" -c "echo a; /bin/echo b

$c
" me 2>err; test $? -gt 0 && test -s err && echo refused
done
#: stdout
a
refused
a
b
refused
a
refused
a
b
refused
a
refused
a
b
refused
a
refused
a
b
refused
a
refused
a
b
refused
a
refused
a
b
refused
a
refused
a
b
refused
