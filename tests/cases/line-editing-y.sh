# Lines that are edited while they are typed, at a terminal that script(1) makes. What is typed has
# no ^C, ^D and ^R: before the shell is there the terminal itself would obey them.

#### the cursor moves, and what is in the middle of a line is changed
printf 'eco hi >out\001\006\006h\005 2>&1\rexit\r' >keys
TERM=xterm script -qec "$SH -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
hi

#### the lines before come again
printf 'echo one >>out\recho two >>out\r\033[A\r\020\020\020\rexit\r' >keys
TERM=xterm script -qec "$SH -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
one
two
two
one

#### names of files, commands and variables are completed
>'a file'; >plain; mkdir folder; >folder/inside
VARIABLE=value; export VARIABLE
printf 'ls a\t>>out\rls pla\tfold\t >>out\rech\t$VARIA\t>>out\rls "fol\tins\t >>out\rexit\r' >keys
TERM=xterm script -qec "$SH -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
a file
plain

folder/:
inside
value
folder/inside

#### the keys of vi, with set -o vi and as EDITOR asks
printf 'set -o vi\recho abc >>out\0330wx\rset -o | grep -E "emacs|^vi " >>out\rexit\r' >keys
TERM=xterm script -qec "$SH -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
bc
emacs           off
vi              on

#### vi's keys that are typed fast: ESC and what follows it come together
printf 'set -o vi\recho abc >>out\033\recho def >>out\0330wi2\033\rexit\r' >keys
TERM=xterm script -qec "$SH -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
abc
2def

#### a line becomes a comment, blanks around the cursor go, a tilde is expanded
printf 'echo no >>out\033#echo a   b\002\002\033\\\005 >>out\r: ~ ~/x\033&\rfc -ln -1 >>out\rfc -ln 1 1 >>out\rexit\r' >keys
HOME=/h TERM=xterm script -qec "$SH -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
ab
	: ~ /h/x
	#echo no >>out

#### vi's command G goes to the oldest line
printf 'echo one >>out\recho two >>out\r\033G\rexit\r' >keys
TERM=xterm script -qec "$SH -o vi -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
one
two
one

#### vi's commands # and v
printf '#!/bin/sh\nsed -i s/no/yes/ "$1"\n' >editor; chmod +x editor
printf 'set -o vi\recho no >>out\033#echo no >>out\033vexit\r' >keys
EDITOR=./editor TERM=xterm script -qec "$SH -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
yes

#### a command of several lines, and what was typed before it was asked for
printf 'for i in 1 2\rdo echo $i >>out\rdone\recho end >>out\rexit\r' >keys
TERM=xterm script -qec "$SH -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
1
2
end

#### a terminal that cannot move its cursor gives lines as they are
printf 'echo hi >out\rexit\r' >keys
TERM=dumb script -qec "$SH -i" /dev/null <keys >screen
cat out; od -c screen | grep -c 033
#: needs script
#: stdout
hi
0
#: status 1

#### set +o emacs ends the editing
{
	printf 'set +o emacs; >ready\r'
	until [ -e ready ]; do sleep 0.05; done
	printf 'echo a\001b >out\rexit\r'
} | TERM=xterm script -qec "$SH -i" /dev/null >/dev/null
od -An -c out
#: needs script
#: stdout
   a 001   b  \n

#### the last argument comes again, and older ones
printf 'echo a one\recho c two\recho \033. >>out; echo \033_\033_ >>out\rexit\r' >keys
TERM=xterm script -qec "$SH -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
two
one

#### ^X^E edits the line in a program
cat >editor <<'EOF'
echo 'echo edited >>out' >"$1"
EOF
printf 'EDITOR="sh ./editor"\rwhatever\030\005echo after >>out\rexit\r' >keys
TERM=xterm script -qec "$SH -i" /dev/null <keys >/dev/null
cat out
#: needs script
#: stdout
edited
after

#### completions are listed with the slash of directories
mkdir folder1 folder2
printf 'ls fol\t\t\001#\rexit\r' >keys
TERM=xterm script -qec "$SH -i" /dev/null <keys | tr -d '\r' | grep -o 'folder1/ *folder2/'
#: needs script
#: stdout
folder1/  folder2/

#### the first process of a PID namespace, whose session is outside of it
printf 'eco $$ >out\001\006\006h\005\rexit\r' >keys
TERM=xterm script -qec "unshare --pid --fork --mount-proc $SH -i" /dev/null <keys >/dev/null
cat out
#: needs root
#: needs script
#: needs unshare
#: stdout
1

#### ^C gives up the line that is typed, and leaves no empty one behind it
TERM=xterm $PROBE terminal script -qec "$SH -i" log <<'D'
> PS1='rea''dy> '
< ready> 
^C
< ready> 
> exit 3
D
grep -c "$(printf '^\r$')" log
#: needs script
#: stdout
status 3
0
#: status 1
