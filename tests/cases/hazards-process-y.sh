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
t() { i=0; s=; e=; while [ $i -lt 20000 ]; do s="$s$1"; e="$3$e"; i=$((i+1)); done; printf '%s' "$s$2$e" >d; "$SH" d >/dev/null 2>&1; [ $? -lt 128 ] || echo "crash: $1"; }
t '(' ':' ')'; t '{ ' ':;' ' }'; t '$(' ':' ')'; t 'if ' ':;' 'then :;fi;'; t '"${x-' '' '}"'; t '! ' : ''; t 'case x in x) ' ':' ';; esac'; t 'while ' ':;' 'do :; done;'; t ': | ' ':' ''; t 'f() ' '{ :; }' ''
echo end
#: stdout
end

#### B14 deeply nested arithmetic is an error or works, but does not crash
t() { i=0; s=; e=; while [ $i -lt 2000 ]; do s="$s$1"; e="$3$e"; i=$((i+1)); done; printf '%s' "$s$2$e" >d; "$SH" d >/dev/null 2>&1; [ $? -lt 128 ] || echo "crash: $1"; }
t '$((' 1 '))'; t 'echo $((' 1 '))'; t 'echo $(( (' 1 ') ))'; t ': $((-' 1 '))'; t 'echo $((' '' ''
i=0; s=; while [ $i -lt 20000 ]; do s="$s("; i=$((i+1)); done; ( : $(($s)) ) 2>/dev/null; [ $? -lt 128 ] || echo crash arithmetic
i=0; s=; while [ $i -lt 20000 ]; do s="$s-~!"; i=$((i+1)); done; ( : $((${s}1)) ) 2>/dev/null; [ $? -lt 128 ] || echo crash unary
echo end
#: stdout
end

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
