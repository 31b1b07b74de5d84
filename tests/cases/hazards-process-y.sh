# Deep recursion is an error message, not a crash: what the limit is is our own business.

#### B14 endless recursion of a function ends with a message
f() { f; }; f
#: stderr some
#: status 1-125

#### B14 endless recursion in a subshell ends only that
(f() { f; }; f) 2>/dev/null; [ $? -ne 0 ] && echo on
x=$(f() { f; }; f; echo no) 2>/dev/null; [ $? -ne 0 ] && echo on
(f() { (f); }; f) 2>/dev/null; echo on
(f() { x=$(f); }; f) 2>/dev/null; echo on
(f() { f | :; }; f) >/dev/null 2>&1; echo on
#: stdout
on
on
on
on
on
#: stderr any

#### B14 endless recursion of eval, dot and a trap
(f() { eval f; }; f) 2>/dev/null; [ $? -ne 0 ] && echo 1
echo '. ./d' >d; (. ./d) 2>/dev/null; [ $? -ne 0 ] && echo 2
(alias a='a a'; eval a) 2>/dev/null; [ $? -ne 0 ] && echo 3
#: stdout
1
2
3

#### B14 deeply nested syntax is an error or works, but does not crash
t() { { $PROBE repeat 20000 "$1"; printf '%s' "$2"; $PROBE repeat 20000 "$3"; } >d; "$SH" d >/dev/null 2>&1; [ $? -lt 128 ] || echo "crash: $1"; }
t '(' ':' ')'; t '{ ' ':;' ' }'; t '$(' ':' ')'; t 'if ' ':;' 'then :;fi;'; t '"${x-' '' '}"'; t '! ' : ''; t 'case x in x) ' ':' ';; esac'
t 'while ' ':;' 'do :; done;'; t 'f() ' '{ :; }' ''; t '`echo ' : '`'; t '${x-' '' ''; t '"$(' '' ''; t 'a=' '' ''; t '<<E ' '' ''; t ': && ' : ''; t ': ; ' : ''
echo end
#: stdout
end

#### B14 a pipeline of thousands of stages is an error or works, but does not crash
{ $PROBE repeat 20000 ': | '; echo :; } >d; "$SH" d >/dev/null 2>&1; [ $? -lt 128 ] && echo ok
#: stdout
ok

#### B14 deeply nested arithmetic is an error or works, but does not crash
t() { { $PROBE repeat 5000 "$1"; printf '%s' "$2"; $PROBE repeat 5000 "$3"; } >d; "$SH" d >/dev/null 2>&1; [ $? -lt 128 ] || echo "crash: $1"; }
t '$((' 1 '))'; t 'echo $((' 1 '))'; t 'echo $(( (' 1 ') ))'; t ': $((-' 1 '))'
s=$($PROBE repeat 20000 '('); ( : $(($s)) ) 2>/dev/null; [ $? -lt 128 ] || echo crash open
s=$($PROBE repeat 20000 '-~!'); ( : $((${s}1)) ) 2>/dev/null; [ $? -lt 128 ] || echo crash unary
s=$($PROBE repeat 20000 '1?'); ( : $(($s)) ) 2>/dev/null; [ $? -lt 128 ] || echo crash ternary
echo end
#: stdout
end

#### B14 arithmetic that is never closed is found out in good time
for n in 30 300; do $PROBE repeat $n 'echo $((' >d; "$SH" d >/dev/null 2>&1; [ $? -lt 128 ] || echo crash; done
echo end
#: stdout
end

#### B14 hundreds of stages in little address space
{ echo 'echo a |'; i=0; while [ $i -lt 400 ]; do echo '{ read -r x; echo "$x"; } |'; i=$((i+1)); done; echo cat; } >s
(ulimit -v 300000 2>/dev/null; . ./s; echo $?)
#: stdout
a
0

#### B14 a subshell without memory ends alone
(ulimit -v 200000 2>/dev/null; x=x; while :; do x=$x$x$x$x; done) 2>/dev/null; [ $? -ne 0 ] && echo on
#: stdout
on
#: stderr any

#### B13 BASHPID, where it is known, is the subshell's own
a=${BASHPID-none}
b=$(echo ${BASHPID-none})
[ "$a" = none ] && echo ok || { [ $a = $$ ] && [ $b != $$ ] && echo ok; }
#: stdout
ok
#: also bash

#### B12 a trap runs while a builtin waits for a reader, and nothing is lost
mkfifo p; exec 3<>p; trap '>seen' TERM
{ sleep 0.3; kill -s TERM $$; until [ -e seen ]; do sleep 0.05; done; head -c 200000 p | wc -c; } >count &
printf %200000s x >&3; echo $?; wait; cat count
#: stdout
0
200000

#### B12 a trap that exits while a builtin waits for a reader ends the shell
mkfifo p; exec 3<>p; trap 'exit 3' TERM
{ sleep 0.3; kill -s TERM $$; } &
while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done >&3
#: status 3
