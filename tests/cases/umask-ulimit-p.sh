# umask and ulimit.

#### umask: octal
umask 022; umask; umask 77; umask; umask 0; umask; umask 0777; umask
#: stdout
0022
0077
0000
0777

#### umask: symbolic output
umask 022; umask -S; umask 0; umask -S; umask 777; umask -S; umask 137; umask -S
#: stdout
u=rwx,g=rx,o=rx
u=rwx,g=rwx,o=rwx
u=,g=,o=
u=rw,g=r,o=

#### umask: symbolic modes
t() { umask 022; umask "$1" && umask -S; }
t u=rwx,g=rx,o=; t g-r; t go+w; t a=rwx; t =rx; t o-rwx; t u-w,g+w; t a-x; t u=rwx,go=; t ug=rw,o=r; t +w
#: stdout
u=rwx,g=rx,o=
u=rwx,g=x,o=rx
u=rwx,g=rwx,o=rwx
u=rwx,g=rwx,o=rwx
u=rx,g=rx,o=rx
u=rwx,g=rx,o=
u=rx,g=rwx,o=rx
u=rw,g=r,o=r
u=rwx,g=,o=
u=rw,g=rw,o=r
u=rwx,g=rwx,o=rwx

#### umask: copies and repeated operators
t() { umask 027; umask "$1" && umask -S; }
t g=u; t o=g; t u=g; t u-r+x; t g=r+w; t o=u-w
#: stdout
u=rwx,g=rwx,o=
u=rwx,g=rx,o=rx
u=rx,g=rx,o=
u=wx,g=rx,o=
u=rwx,g=rw,o=
u=rwx,g=rx,o=rx
#: not bash ksh93: have no copies

#### umask -S output can be given back
umask 137; s=$(umask -S); umask 0; umask $s; umask
m=$(umask); umask 0; umask $m; umask
#: stdout
0137
0137

#### umask: errors
umask 022
for m in 8 09 x z+w; do (umask "$m") >/dev/null 2>&1 && echo "no error: <$m>"; done
umask 9 2>/dev/null; umask
#: stdout
0022
#: not ksh93: takes one

#### umask applies to files, directories and programs
umask 077; >f; mkdir d; ls -ld d f | cut -c1-10; "$SH" -c umask
#: stdout
drwx------
-rw-------
0077

#### umask in a subshell stays there
umask 022; (umask 077; >f; umask); x=$(umask 0; umask); umask 077 | :; umask; >g; ls -l f g | cut -c1-10
echo $x
#: stdout
0077
0022
-rw-------
-rw-r--r--
0000

#### ulimit: values that are set are shown, programs have them
ulimit -n 100; ulimit -n; "$SH" -c 'ulimit -n'
ulimit -S -n 50; ulimit -n; ulimit -H -n
ulimit -c 0; ulimit -c; ulimit -f unlimited; ulimit -f; ulimit
#: stdout
100
100
50
100
0
unlimited
unlimited

#### ulimit: the hard limit cannot be raised by others
ulimit -n 100
$UNPRIVILEGED "$SH" -c 'ulimit -n 200 2>/dev/null; [ $? -ne 0 ] && echo failed; ulimit -n'
#: stdout
failed
100
#: needs setpriv

#### ulimit in a subshell stays there
ulimit -n 200; (ulimit -n 100; ulimit -n); x=$(ulimit -n 90; ulimit -n); echo $x; ulimit -n
#: stdout
100
90
200

#### ulimit -a lists
ulimit -a | grep -c . >n; [ $(cat n) -gt 7 ] && echo many
#: stdout
many

#### ulimit -f: the signal and the message
(ulimit -f 1; $PROBE emit 1000000 >f) 2>/dev/null; [ $? -gt 128 ] && echo killed
[ $(wc -c <f) -le 1024 ] && echo short
#: stdout
killed
short
#: stderr any

#### ulimit: bad values
(ulimit -n x) 2>/dev/null; [ $? -ne 0 ] && echo 1
(ulimit -Z) 2>/dev/null; [ $? -ne 0 ] && echo 2
#: stdout
1
2

#### ulimit -t
(ulimit -t 1; "$SH" -c 'while :; do :; done') 2>/dev/null; [ $? -gt 128 ] && echo killed
#: stdout
killed
#: stderr any

#### ulimit -a takes no operand
ulimit -a 42 >/dev/null || echo error
#: stdout
error
#: stderr some
#: not bash: takes it

#### of a large octal mask the last digits count
umask 1234567; umask; umask 7777777777777777777777022; umask; umask 10000; umask
umask 12345678 2>/dev/null || umask
#: stdout
0567
0022
0000
0000
#: not bash: refuses it
