# cd and pwd: XCU cd, pwd.

#### cd changes PWD and OLDPWD
d=$PWD; mkdir a a/b
cd a; echo ${PWD#$d} ${OLDPWD#$d}.
cd b; echo ${PWD#$d} ${OLDPWD#$d}
cd ../..; echo ${PWD#$d}.
pwd | sed "s,$d,D,"; [ "$(pwd)" = "$(/bin/pwd)" ] && echo same
#: stdout
/a .
/a/b /a
.
D
same

#### cd - goes back and says where
d=$PWD; mkdir a; cd a
cd - | sed "s,$d,D,"
cd - >/dev/null; pwd | sed "s,$d,D,"; cd - | sed "s,$d,D,"
(unset OLDPWD; cd - 2>/dev/null || echo no)
#: stdout
D
D
D/a
no
#: not dash: goes on without OLDPWD

#### cd without an operand goes home
d=$PWD; mkdir h; HOME=$d/h; cd; pwd | sed "s,$d,D,"
cd "$d"; HOME=; cd 2>/dev/null; pwd | sed "s,$d,D,"
(unset HOME; cd 2>/dev/null || echo no)
#: stdout
D/h
D
no
#: not dash: goes on without HOME

#### logical and physical
d=$PWD; mkdir -p a/b; ln -s a/b l
cd l; pwd | sed "s,$d,D,"; pwd -P | sed "s,$d,D,"; pwd -L | sed "s,$d,D,"
cd ..; pwd | sed "s,$d,D,"
cd -P l; pwd | sed "s,$d,D,"; cd ..; pwd | sed "s,$d,D,"
cd "$d"; cd -L l/..; pwd | sed "s,$d,D,"; cd -P l/..; pwd | sed "s,$d,D,"
cd "$d"; cd -PL l; pwd | sed "s,$d,D,"; cd "$d"; cd -LP l; pwd | sed "s,$d,D,"
#: stdout
D/l
D/a/b
D/l
D
D/a/b
D/a
D
D/a
D/l
D/a/b

#### dots, slashes and empty components
d=$PWD; mkdir -p a/b/c
cd a//b/./c/../; pwd | sed "s,$d,D,"
cd ./..; pwd | sed "s,$d,D,"
cd /; cd ..; pwd; cd /../..; pwd; cd //; case $PWD in /|//) echo root;; esac
cd "$d/./a/.."; pwd | sed "s,$d,D,"; cd .; pwd | sed "s,$d,D,"
#: stdout
D/a/b
D/a
/
/
root
D
D

#### failures leave the directory as it was
d=$PWD; >f
cd nosuch 2>/dev/null; [ $? -ne 0 ] && echo 1
cd f 2>/dev/null; [ $? -ne 0 ] && echo 2
cd f/.. 2>/dev/null; [ $? -ne 0 ] && echo 3
cd nosuch/.. 2>/dev/null; [ $? -ne 0 ] && echo 4
[ "$PWD" = "$d" ] && [ "$(/bin/pwd)" = "$d" ] && echo same
#: stdout
1
2
3
4
same
#: not dash: does not look before ..

#### PWD and OLDPWD that are read only
mkdir d; cd .; here=$PWD
(readonly PWD; cd d 2>err; echo $(($? != 0)); [ "$PWD" = "$here" ]; echo $?; ls ../d)
grep -c PWD err
(readonly OLDPWD; cd d 2>err; echo $(($? != 0)); [ "$OLDPWD" = "$here" ]; echo $?)
grep -c OLDPWD err
#: stdout
1
0
1
1
0
1
#: not ksh93: changes them all the same

#### a directory without search permission
mkdir d; chmod 0 d
$UNPRIVILEGED "$SH" -c 'd=$PWD; cd d 2>/dev/null; [ $? -ne 0 ] && echo 1; [ "$PWD" = "$d" ] && echo same'
chmod 755 d
#: stdout
1
same
#: needs setpriv

#### CDPATH
d=$PWD; mkdir -p p/sub q/sub q/two sub2
CDPATH=p:q
cd sub | sed "s,$d,D,"; cd sub >/dev/null; pwd | sed "s,$d,D,"
cd "$d"; CDPATH=$d/p:$d/q; cd two >/dev/null; pwd | sed "s,$d,D,"
cd "$d"; cd ./sub 2>/dev/null || echo no
cd "$d"; CDPATH=:$d/p; cd sub2; pwd | sed "s,$d,D,"
cd "$d"; CDPATH=$d/p; cd sub2; pwd | sed "s,$d,D,"
cd "$d"; cd ../work/sub2; pwd | sed "s,$d,D,"
cd "$d"; CDPATH=$d/p:; cd nosuch 2>/dev/null || echo no
#: stdout
D/p/sub
D/p/sub
D/q/two
no
D/sub2
D/sub2
D/sub2
no
#: not ksh93: does not look in the working directory in the end

#### CDPATH: absolute operands and dots ignore it
d=$PWD; mkdir -p p/a a; CDPATH=$d/p
cd ./a; pwd | sed "s,$d,D,"; cd ../a; pwd | sed "s,$d,D,"; cd "$d/a"; pwd | sed "s,$d,D,"; cd ..; pwd | sed "s,$d,D,"
#: stdout
D/a
D/a
D/a
D

#### names with a dash, blanks and newlines
mkdir -- -a 'b c' 'd
e'
cd -- -a && cd ..; cd 'b c' && cd .. && cd 'd
e' && echo ok
#: stdout
ok

#### unknown options
(cd -Z) 2>/dev/null; [ $? -ne 0 ] && echo 2
(pwd -Z) 2>/dev/null; [ $? -ne 0 ] && echo 3
#: stdout
2
3

#### PWD from the environment is taken only when it is right
d=$PWD; mkdir a; ln -s a l; cd a
PWD=$d/l "$SH" -c 'pwd' | sed "s,$d,D,"
PWD=/nonexistent "$SH" -c 'pwd' | sed "s,$d,D,"
PWD=/ "$SH" -c 'pwd' | sed "s,$d,D,"
PWD=$d/l/../a "$SH" -c 'pwd' | sed "s,$d,D,"
PWD=l "$SH" -c 'pwd' | sed "s,$d,D,"
env -u PWD "$SH" -c 'pwd' | sed "s,$d,D,"
#: stdout
D/l
D/a
D/a
D/a
D/a
D/a
#: not dash ksh93: take dots in it for right

#### programs start in the directory, with PWD
d=$PWD; mkdir a; cd a; /bin/pwd | sed "s,$d,D,"; export PWD; cd ..; $PROBE env PWD | sed "s,$d,D,"
>file; cat ./file && ls
#: stdout
D/a
PWD=D
a
file

#### redirections and globs follow cd
mkdir a; cd a; echo x >f; echo *; cd ..; cat a/f; echo *
#: stdout
f
x
a

#### cd in a subshell, a pipeline and a substitution stays there
d=$PWD; mkdir a
(cd a; pwd | sed "s,$d,D,"); cd a | :; x=$(cd a; pwd); echo $x | sed "s,$d,D,"; cd a & wait
pwd | sed "s,$d,D,"; /bin/pwd | sed "s,$d,D,"
#: stdout
D/a
D/a
D
D

#### a deep directory
i=0; while [ $i -lt 100 ]; do mkdir directory_$i && cd directory_$i || exit; i=$((i+1)); done
pwd | wc -c >/dev/null; echo x >f; cat f
i=0; while [ $i -lt 100 ]; do cd ..; i=$((i+1)); done; ls
#: stdout
x
directory_0


#### what is assigned to PWD does not move the shell
mkdir -p d/bin; cd d; here=$(pwd); PWD=/usr
[ "$(pwd)" = "$here" ] && echo same
cd bin && [ "$(pwd)" = "$here/bin" ] && [ "$PWD" = "$here/bin" ] && echo below
PWD=/nonexistent; cd . && [ "$PWD" = "$here/bin" ] && echo still
PWD=relative; (cd .. && [ "$PWD" = "$here" ]) && echo above
unset PWD; cd .. && [ "$(pwd)" = "$here" ] && echo last
#: stdout
same
below
still
above
last

#### the way back from a directory whose path is longer than PATH_MAX
name=$(printf %0250d 0); top=$(pwd -P); depth=0
while [ $depth -lt 20 ]; do mkdir "$name" && cd "$name" || exit; depth=$((depth + 1)); done
shown() { echo "$1 $(((${#PWD} - ${#top}) / 251)) $(((${#OLDPWD} - ${#top}) / 251))"; }
(cd .. && shown subshell); (cd -P .. && shown subshell)
cd ..; shown below; cd ../..; shown below; cd "$name/.."; shown below; cd -P .; shown below
[ "$(pwd -P)" = "$PWD" ] && echo same
cd "$top"; (cd "$name"; shown subshell)
#: stdout
subshell 19 20
subshell 19 20
below 19 20
below 17 19
below 17 17
below 17 17
same
subshell 1 0
#: not dash: cannot go there
#: not ksh93: cannot go there

#### a directory whose name ends as proc(5) marks those that have been removed
mkdir 'd (deleted)'; (cd 'd (deleted)'; pwd -P | sed 's,.*/,,'; cd -P .; echo "${PWD##*/}")
#: stdout
d (deleted)
d (deleted)

#### chdir is cd
mkdir d; (chdir d && pwd -P | sed 's,.*/,,'); chdir -- d; chdir ..; chdir ./none 2>err
echo $?; grep -c none err; command -v chdir
#: stdout
d
2
1
chdir
#: not bash ksh93: have no chdir
#: also mksh
