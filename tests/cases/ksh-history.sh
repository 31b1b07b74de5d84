# fc and the history list of a shell that somebody types at (POSIX XCU fc; ksh(1)).

#### what was typed is listed as it was written
PS1= PS2=
echo one
for i in a b
do
	echo $i
done
fc -l
#: run stdin
#: options -i
#: not bash: puts the lines of a command on one
#: not ksh93: writes to a file in the home directory
#: stdout
one
a
b
1	PS1= PS2=
2	echo one
3	for i in a b
	do
		echo $i
	done
#: stderr any

#### ranges, backwards too
PS1= PS2=
: two
: three
: four
fc -l 2 3
fc -l 3 2
fc -lr 3 2
fc -ln -2
fc -l -- -99 2
fc -l :\ th
fc -l nosuch; echo $?
#: run stdin
#: options -i
#: not bash: shows a blank before the command
#: not ksh93: writes to a file in the home directory
#: stdout
2	: two
3	: three
3	: three
2	: two
2	: two
3	: three
	fc -l 3 2
	fc -lr 3 2
1	PS1= PS2=
2	: two
3	: three
4	: four
5	fc -l 2 3
6	fc -l 3 2
7	fc -lr 3 2
8	fc -ln -2
9	fc -l -- -99 2
1
#: stderr any

#### commands again
PS1=
echo a b a
fc -s
fc -s a=x
fc -s x=y echo
fc -e - b=c 2
fc -s nosuch; echo $?
fc -ln 4
#: run stdin
#: options -i
#: not bash: replaces every occurrence
#: not ksh93: writes to a file in the home directory
#: stdout
a b a
a b a
x b a
y b a
a c a
1
	echo x b a
	echo y b a
	echo a c a
	fc -s nosuch; echo $?
#: stderr any

#### an editor, and what it leaves is one command
PS1=
FCEDIT=./edit
cat >edit <<'X'
#!/bin/sh
echo 'echo more' >>"$1"
X
chmod +x edit
echo one
fc
fc -l -1
fc -e false; echo $?
#: run stdin
#: options -i
#: not bash: each line is a command
#: not ksh93: writes to a file in the home directory
#: stdout
one
one
more
6	echo one
	echo more
1
#: stderr any

#### HISTFILE has each command at once, HISTSIZE says how many are kept
PS1=
HISTFILE=$PWD/h HISTSIZE=2
echo a
cat h
fc -l 1 99
#: run stdin
#: options -i
#: not bash: writes the file at the end
#: not ksh93: has a format of its own
#: stdout
a
echo a
cat h
4	cat h
5	fc -l 1 99
#: stderr any

#### none in a script that does not ask for it
echo one
fc -l && echo listed
set -o history
echo two
print -s by hand
fc -l
#: not bash: has no history is no error
#: not ksh93: has no set -o history
#: stdout
one
two
1	echo two
2	print -s by hand
3	by hand
#: stderr-has fc

#### a command by what is anywhere in it
PS1= PS2=
echo one two
echo three
fc -s '?e t'
#: run stdin
#: options -i
#: not bash: has no such form
#: not ksh93: writes to a file in the home directory
#: stdout
one two
three
one two
#: stderr any

#### the file that ENV names says which the history file is; a list that would be empty has fc itself
printf ': old\n' >h
echo 'HISTFILE=$PWD/h' >env
printf 'fc -l\n' | ENV=$PWD/env $SH -i 2>/dev/null
printf 'fc -l\n' | HISTFILE=$PWD/new ENV=/dev/null $SH -i 2>/dev/null
#: not ksh93: has a format of its own, and lists fc itself always
#: stdout
1	: old
1	fc -l
