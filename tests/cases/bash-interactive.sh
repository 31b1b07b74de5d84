#### PROMPT_COMMAND, where the history is kept, and what the end of the input says
echo 'echo $HISTFILE $HISTSIZE $HISTFILESIZE' | HOME=/h PROMPT_COMMAND='echo prompt' $SH --norc -i 2>err
tail -n1 err | grep -c 'exit$'
#: stdout
prompt
/h/.bash_history 500 500
prompt
1

#### the startup files say which the history file is and how much of it is kept, and add to the list
export HOME=$PWD
seq 600 | sed 's/^/: /' >h
echo 'echo "${HISTFILE##*/} [$HISTSIZE] [$HISTFILESIZE]"; HISTFILE=h HISTSIZE=1000 HISTFILESIZE=2000' >rc
echo 'history 2' | $SH --rcfile rc -i 2>err
wc -l <h
echo ': old' >.bash_history
echo 'history; set +o history' >rc
echo 'history' | $SH --rcfile rc -i 2>err
echo 'history -s by hand' >rc
echo 'history' | $SH --rcfile rc -i 2>err
echo 'history -r' >rc
echo 'history' | $SH --rcfile rc -i 2>err
#: stdout
.bash_history [] []
  600  : 600
  601  history 2
601
    1  : old
    1  by hand
    2  history
    1  : old
    2  by hand
    3  history
    4  : old
    5  by hand
    6  history
    7  history

#### the file is added to, unless the list does not hold all that is new
export HOME=$PWD
: >rc
for commands in 'history -c\necho new' 'HISTSIZE=1\necho new' 'HISTSIZE=1\necho 1\necho 2'; do
	echo ': old' >.bash_history
	printf "$commands\n" | $SH --rcfile rc -i >/dev/null 2>&1
	cat .bash_history
done
#: stdout
: old
echo new
echo new
echo 2

#### a list of fc that would be empty has fc itself
for command in 'fc -l' 'fc -lnr -2147483648' 'fc -l 5' 'fc -l -1 5' 'fc -s'; do
	echo "$command" | HISTFILE= $SH --norc -i 2>err
	grep fc: err | sed 's/.*fc:/fc:/'
done
#: stdout
1	 fc -l
	 fc -lnr -2147483648
1	 fc -l 5
1	 fc -l -1 5
fc: no command found

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
