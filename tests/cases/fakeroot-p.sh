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

#### what is made, copied, archived and found keeps what fakeroot shows
fakeroot "$SH" -c '
mknod node c 1 3; : >own; chown 12:34 own; chmod 6755 own; echo x >full; chown 5 full; chmod 4711 full; mkdir t; chmod 1777 t
cp -p own a; cp -a node b; install -m 4755 -o 7 -g 8 full c; mv own d; ln d e; install -d -o 3 f
stat -c "%n %A %u:%g %t,%T %F" ?
tar cf tar d node t; mkdir g; tar xpf tar -C g; stat -c "%A %u:%g" g/*
find . -user 12 | sort; find . -perm -4000 -name c -exec test -u {} \; -print
rm node; mkfifo node; stat -c %F node
sed -i s/x/y/ full; stat -c "%a %u" full; tee h </dev/null; stat -c %u h; ls -ln b | cut -c 1-10; id -un
[ -u c ] && [ ! -O c ] && [ -k t ] && (cd t && [ -k . ]) && echo seen'
#: needs fakeroot
#: stdout
a -rwsr-sr-x 12:34 0,0 regular empty file
b crw-r--r-- 0:0 1,3 character special file
c -rwsr-xr-x 7:8 0,0 regular file
d -rwsr-sr-x 12:34 0,0 regular empty file
e -rwsr-sr-x 12:34 0,0 regular empty file
f drwxr-xr-x 3:0 0,0 directory
t drwxrwxrwt 0:0 0,0 directory
-rwsr-sr-x 12:34
crw-r--r-- 0:0
drwxrwxrwt 0:0
./a
./d
./e
./g/d
./c
fifo
4711 5
0
crw-r--r--
root
seen
