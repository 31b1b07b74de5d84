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

#### EDITOR does not choose the keys
printf 'set -o | grep "^vi " | tr -s " \\t" " " >out\rexit\r' >keys
EDITOR=vi TERM=xterm script -qec "$SH --norc -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
vi off
