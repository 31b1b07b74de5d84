fakeroot "$SH" -c '
mknod node c 1 3; : >own; chown 12:34 own; chmod 6755 own; echo x >full; chown 5 full; chmod 4711 full; mkdir t; chmod 1777 t
cp -p own a; cp -a node b; install -m 4755 -o 7 -g 8 full c; mv own d; ln d e; install -d -o 3 f
stat -c "%n %A %u:%g %t,%T %F" ?
tar cf tar d node t; mkdir g; tar xpf tar -C g; stat -c "%A %u:%g" g/*
find . -user 12 | sort; find . -perm -4000 -name c -exec test -u {} \; -print
rm node; mkfifo node; stat -c %F node
sed -i s/x/y/ full; stat -c "%a %u" full; tee h </dev/null; stat -c %u h; ls -ln b | cut -c 1-10; id -un
[ -u c ] && [ ! -O c ] && [ -k t ] && (cd t && [ -k . ]) && echo seen'
