#### what is not the system's own program is launched
mkdir bin
printf '#!/bin/sh\necho own ls\n' >bin/ls
chmod +x bin/ls
PATH=$PWD/bin:$PATH
ls
#: stdout
own ls

#### ls knows no order by name before coreutils 9.6
touch a
FORKLESS_INPROCESS=1 "$SH" -c 'ls --sort=name a' >in 2>&1
one=$?
FORKLESS_INPROCESS=0 "$SH" -c 'ls --sort=name a' >out 2>&1
[ $one = $? ] && cmp in out && echo same
#: stdout
same

#### sed --posix runs what is the same with it
echo 'a/b' | sed --posix 's|/|x|;s/\(a\)/\1\1/'
echo 'a+' | sed --posix 's/a\+/x/'
#: stdout
aaxb
x

#### a writer to grep in the place of a test comes to its end
(seq 100000; echo $? >status) | grep 7 >/dev/null
cat status
#: stdout
0

#### expr takes a dash before a set
expr x--foo=bar : 'x--[^=]*=\(.*\)'
expr b : '[z-a]' 2>/dev/null
echo $?
#: stdout
bar
0
1

#### POSIXLY_CORRECT
POSIXLY_CORRECT=1
export POSIXLY_CORRECT
echo a >f
cat f
rm f -f 2>/dev/null
echo $?
#: stdout
a
1

#### link and unlink
echo a >f
link f g
cat g
link f g 2>&1
unlink f
unlink f 2>&1
ls
#: stdout
a
link: cannot create link 'g' to 'f': File exists
unlink: cannot unlink 'f': No such file or directory
g
