#### tests see the devices, owners and modes that fakeroot shows
fakeroot "$SH" -c '
mknod node c 1 3; mknod disk b 8 1; : >own; chown 12:34 own; chmod 6755 own; : >plain; mkdir t; chmod 1777 t
for e in "-c node" "-b disk" "-f node" "-u own" "-g own" "-k t" "-f plain" "-c plain" "-b node" "-u plain"
do
	[ $e ] && echo "$e"
done
test ! -c plain && echo "no device"'
#: needs fakeroot
#: stdout
-c node
-b disk
-u own
-g own
-k t
-f plain
no device

#### files are the user's that fakeroot shows
fakeroot "$SH" -c ': >plain; : >own; chown 12:34 own
for e in "-O plain" "-G plain" "-O own" "-G own"; do [ $e ] && echo "$e"; done; [ -O = -O ]; echo $?'
#: needs fakeroot
#: stdout
-O plain
-G plain
0
#: not ksh93: takes -O for the operator

#### what a test leaves of the status
fakeroot "$SH" -c 'mknod node c 1 3; false; [ -c node ] && echo $?; : >f; true; [ -c f ] || echo $?; [ -c missing ]; echo $?'
#: needs fakeroot
#: stdout
0
1
1

#### files have the modes that the mask leaves
fakeroot "$SH" -c 'umask 027; : >f; mkdir d; stat -c "%a %U" f d'
#: needs fakeroot
#: stdout
640 root
750 root
