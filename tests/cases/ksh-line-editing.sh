# Keys of one's own while a line is edited (bash(1), READLINE; bind), at a terminal that script(1) makes.

#### bind gives keys functions, text and commands
type_keys() {
	printf "$1" >keys
	TERM=xterm INPUTRC=/dev/null script -qec "$SH -i" /dev/null <keys >/dev/null
	cat out
	rm -f out
}
type_keys 'bind '\''"\\C-b": beginning-of-line'\''\rcho hi >>out\002e\rexit\r'
type_keys 'bind '\''"\\C-b": "echo text"'\''\r\002 >>out\rexit\r'
type_keys 'bind '\''"\\C-xb": "\\C-aecho \\C-e >>out\\C-m"'\''\rword\030bexit\r'
#: needs script
#: stdout
hi
text
word
#: not ksh93: has no bind

#### the answer of a terminal that is asked for its status is a key sequence
type_keys() { printf "$@" >keys; TERM=xterm script -qec "$SH -i" /dev/null <keys >/dev/null; }
type_keys 'bind '\''"\\e[0n": redraw-current-line'\''\recho ab\033[0nc >>out\rexit\r'
cat out
#: needs script
#: stdout
abc
#: not ksh93: has no bind

#### bind -x runs a command that sees the line and changes it
printf 'f() { count=1; READLINE_LINE="echo $READLINE_LINE:$READLINE_POINT >>out"; READLINE_POINT=5; }\r' >keys
printf '%s\r' "bind -x '\"\\C-b\": f'" >>keys
printf 'two\002one-\recho $count >>out\rexit\r' >>keys
TERM=xterm INPUTRC=/dev/null script -qec "$SH -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
one-two:3
1
#: not ksh93: has no bind

#### inputrc binds keys, and expansions become text
printf '"\\C-b": "ec"\n"\\C-f": kill-whole-line\n$if mode=vi\n"\\C-b": "no"\n$endif\nset bell-style none\n' >inputrc
printf 'nothing\006\002ho inputrc >>out\recho $((1+2)) \033\005>>out\rexit\r' >keys
TERM=xterm INPUTRC=./inputrc script -qec "$SH -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
inputrc
3
#: not ksh93: has no inputrc

#### commands that are bound are listed with quotes and backslashes escaped
"$SH" --norc -i 2>/dev/null <<'EOF'
bind -x '"\C-xc": echo "a $b" \e'
bind -X
EOF
#: env INPUTRC=/dev/null
#: stdout
"\C-xc": "echo \"a $b\" \\e"
#: not ksh93: has no bind

#### what has been bound is listed, and taken away
"$SH" --norc -i 2>/dev/null <<'EOF'
bind '"\C-xa": "text"' '"\C-xb": undo'
bind -x '"\C-xc": date -u'
bind -s; bind -S; bind -X; bind -q undo | grep -o '.C-xb'
bind -r '\C-xa'; bind -u undo; bind -s; bind -q undo
bind -q nothing; echo $?
bind -m none; echo $?
EOF
#: env INPUTRC=/dev/null
#: stdout
"\C-xa": "text"
\C-xa outputs text
"\C-xc": "date -u"
\C-xb
undo is not bound to any keys.
1
1
#: not ksh93: has no bind
#: not bash: has keys for undo before any is bound

#### a command that a key runs leaves the lines of the prompt above the last one
printf '%s\r' 'PS1=$'\''up\x70er\nlower> '\' 'bind -x '\''"\C-b": echo key'\' >keys
printf 'ec\002ho hi\rexit\r' >>keys
INPUTRC=/dev/null TERM=xterm script -qec "$SH -i" log <keys >/dev/null
tr -d '\r' <log | grep -c upper
#: needs script
#: stdout
3
#: not ksh93: has no bind
