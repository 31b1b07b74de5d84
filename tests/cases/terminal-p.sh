# Interactive use and job control on a terminal (XCU sh, 2.11; XBD 11.1): what is typed and what
# has to appear, by "probe terminal". A prompt of its own tells when the shell is ready again.

#### prompts: PS1 before a command, PS2 where it goes on
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> ' PS2='mo''re> '
< ready> 
> if true
< more> 
> then echo o''ne; fi
< one
< ready> 
> echo 'a
< more> 
> b'
< a
< b
< ready> 
> exit 3
D
#: stdout
status 3

#### end of file at the prompt ends the shell
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> (exit 4)
< ready> 
^D
D
#: stdout
status 4
#: not ksh93: exits with 0

#### an error of syntax or expansion returns to the prompt
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> )
< ready> 
> echo ${unset?go''ne}
< gone
< ready> 
> exit 0
D
#: stdout
status 0

#### ^C at the prompt forgets the line; the shell goes on
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> ' PS2='mo''re> '
< ready> 
^C
< ready> 
> echo 'unfinished
< more> 
^C
< ready> 
> echo s''till
< still
< ready> 
> exit 0
D
#: stdout
status 0

#### ^C ends the program in the foreground and not the shell
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> sleep 9; echo "st"=$?
^C
< ready> 
> sleep 9
^C
< ready> 
> echo "st"=$?
< st=130
< ready> 
> exit 0
D
#: stdout
status 0
#: not ksh93: adds 256

#### ^C ends a loop of builtins
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> while :; do :; done
^C
< ready> 
> echo s''till
< still
> exit 0
D
#: stdout
status 0

#### ^C ends a job; the shell's INT trap is for what the shell itself is sent
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> trap 'echo tr''apped' INT
< ready> 
> sleep 9; echo ne''xt
^C
< next
< ready> 
> kill -s INT $$
< trapped
< ready> 
> exit 0
D
#: stdout
status 0
#: not dash ksh93: they run it

#### ^Z stops a program; jobs, bg, fg
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> cat
^Z
< topped
< ready> 
> jobs
< [1]
< topped
< cat
< ready> 
> fg
< cat
> hello
< hello
^D
< ready> 
> sleep 9
^Z
< topped
< ready> 
> bg
< sleep 9
< ready> 
> jobs
< unning
< sleep 9
< ready> 
> kill %1; wait; echo do''ne
< done
< ready> 
> exit 0
D
#: stdout
status 0
#: not ksh93: a job that fg continues keeps its text

#### the status of a job that was stopped
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> sleep 9
^Z
< topped
< ready> 
> echo "st"=$?
< st=148
> kill -KILL %%; wait; sleep 0.3; exit 0
D
#: stdout
status 0
#: not ksh93: adds 256
#: stderr any
#: not dash bash: refuse to exit where there are stopped jobs

#### ^Z stops a pipeline and a subshell as a whole, and fg lets them go on
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> cat | cat | cat
^Z
< topped
< ready> 
> fg
> through
< through
^D
< ready> 
> (cat; echo af''ter)
^Z
< topped
< ready> 
> fg
> inside
< inside
^D
< after
< ready> 
> exit 0
D
#: stdout
status 0

#### a loop of programs is stopped as a whole only in a subshell
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> (while :; do sleep 1; done)
^Z
< topped
< ready> 
> kill -KILL %1; wait; echo do''ne
< done
> exit 0
D
#: stdout
status 0
#: stderr any
#: not dash: refuses to exit at the first time

#### each foreground command is the terminal's foreground process group
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> $PROBE foreground
< foreground
< ready> 
> $PROBE foreground | cat
< foreground
< ready> 
> ($PROBE foreground; :)
< foreground
< ready> 
> : | ($PROBE foreground; :) | cat
< foreground
< ready> 
> $PROBE foreground & wait
< background
< ready> 
> x=$($PROBE foreground); echo "<$x>"
< <foreground>
< ready> 
> exit 0
D
#: stdout
status 0
#: not bash: readline takes the terminal back after the first

#### a background program that reads the terminal is stopped, and fg gives it the terminal
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> cat &
< ready> 
> wait %1; jobs
< topped
> fg
> here
< here
^D
< ready> 
> exit 0
D
#: stdout
status 0
#: not dash bash ksh93: how wait meets a stopped job differs

#### ^C does not reach background jobs
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> sleep 9 &
< ready> 
> sleep 9
^C
< ready> 
> jobs
< unning
< ready> 
> kill %1; wait; exit 0
D
#: stdout
status 0

#### the terminal's settings after a program that was killed while it had changed them
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
settings
> sh -c 'stty -icanon; kill -KILL $$'
< ready> 
settings
> exit 0
D
#: stdout
status 0
#: not dash: leaves them as they are

#### the end of the terminal ends the shell and its foreground job
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> sleep 9
hangup
D
#: stdout
signal 1
#: not bash: exits with 129
#: stderr any
#: not ksh93: exits with 0

#### set -m in a script: jobs are process groups, and the terminal goes to them and back
cat >script <<'S'
set -m
$PROBE foreground
$PROBE foreground | cat
($PROBE foreground; :)
$PROBE foreground & wait
read x; echo "got $x"
cat
$PROBE foreground
S
$PROBE terminal "$SH" ./script <<'D'
< foreground
< foreground
< foreground
< background
> here
< got here
> there
< there
^D
< foreground
D
#: stdout
status 0
#: not ksh93: a script's jobs do not get the terminal

#### set -m in a script without a terminal: jobs are process groups all the same
set -m
sh -c 'echo $$; ps -o pgid= -p $$' | { read a; read b; [ "$a" = "$b" ] || echo "$a $b"; }
sleep 9 & kill -s TERM -- -$!; wait $!; echo $?
#: needs ps
#: stdout
143
#: stderr any
#: not dash: no job control without a terminal
#: not ksh93: adds 256

#### +i on a terminal is no interactive shell
$PROBE terminal "$SH" +i <<'D'
> case $- in *i*) echo y''es;; *) echo n''o;; esac
< no
^D
D
#: stdout
status 0
#: not bash: is interactive all the same

#### a command that cannot be executed leaves the terminal to the shell
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> /etc/passwd
< enied
< ready> 
> /usr/lib
< ready> 
> echo st''ill
< still
< ready> 
> exit 0
D
#: stdout
status 0

#### set -o ignoreeof: the end of file at the prompt does not end the shell
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '; set -o ignoreeof
< ready> 
^D
< ready> 
> echo st''ill
< still
< ready> 
> exit 3
D
#: stdout
status 3

#### a stopped pipeline is listed with its commands; a shell with stopped jobs is not left at once
$PROBE terminal "$SH" -i <<'D'
> PS1='rea''dy> '
< ready> 
> sleep 60 | cat
^Z
< topped
< sleep 60 | cat
< ready> 
> exit
< stopped jobs
< ready> 
> echo st''ill
< still
< ready> 
> exit
< stopped jobs
< ready> 
> exit 5
D
#: stdout
status 5
#: not ksh93: says it otherwise
