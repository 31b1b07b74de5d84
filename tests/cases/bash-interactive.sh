#### PROMPT_COMMAND, where the history is kept, and what the end of the input says
echo 'echo $HISTFILE $HISTSIZE $HISTFILESIZE' | HOME=/h PROMPT_COMMAND='echo prompt' $SH --norc -i 2>err
tail -n1 err | grep -c 'exit$'
#: stdout
prompt
/h/.bash_history 500 500
prompt
1

#### without HISTSIZE all commands are kept
set -o history; unset HISTSIZE; for i in {1..600}; do history -s $i; done; history | wc -l
#: stdout
600

#### IGNOREEOF says how often the end of the input is ignored
$PROBE terminal "$SH" --norc -i <<'D'
> PS1='rea''dy> '; IGNOREEOF=2
< ready> 
^D
< ready> 
^D
< ready> 
^D
D
#: stdout
status 0

#### set -o ignoreeof ignores it ten times
$PROBE terminal "$SH" --norc -i <<'D'
> PS1='rea''dy> '; set -o ignoreeof
< ready> 
^D
< ready> 
^D
< ready> 
^D
< ready> 
^D
< ready> 
^D
< ready> 
^D
< ready> 
^D
< ready> 
^D
< ready> 
^D
< ready> 
^D
< ready> 
> exit 3
D
#: stdout
status 3

#### a key with a modifier that is bound leaves the key alone
printf '"\\e[5D": backward-word\n"\\e\\e[D": backward-word\n"\\e[1;5D": backward-word\n"\\eOd": backward-word\n' >rc
for left in '\033[D' '\033OD' '\033[5D' '\033\033[D' '\033[1;5D' '\033OD\033Od'; do
	printf "echo aa bb${left}X\\005 >>out\\r"
done >keys
printf 'exit\r' >>keys
INPUTRC=rc TERM=xterm script -qec "$SH --norc -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
aa bXb
aa bXb
aa Xbb
aa Xbb
aa Xbb
aa Xbb

#### EDITOR does not choose the keys
printf 'set -o | grep "^vi " | tr -s " \\t" " " >out\rexit\r' >keys
EDITOR=vi TERM=xterm script -qec "$SH --norc -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
vi off
