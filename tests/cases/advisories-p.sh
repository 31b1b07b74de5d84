# What the published vulnerabilities of shells and utilities did, tried: docs/security.md has the table.

#### CVE-2009-0854: a login shell reads no .profile of the working directory
mkdir home here; echo 'echo no' >here/.profile; echo 'echo home' >home/.profile
cd here; HOME=$OLDPWD/home $SH -l -c 'echo "$?"' 2>/dev/null | grep -v '^$'
#: stdout
home
0

#### CVE-1999-0234: a byte 255 ends no command
printf 'echo a\377echo b' | $SH | od -An -c
#: stdout
   a 377   e   c   h   o       b  \n

#### CVE-1999-1048: long names of directories in prompts
d=$(printf '%0250d' 0); i=0
while [ $((i += 1)) -le 20 ]; do mkdir "$d" && cd "$d" || exit; done
PS1='$PWD> '; export PS1
echo 'echo one' | $SH -i 2>/dev/null
#: stdout
one

#### CVE-2026-31323: the least integer by -1
x=$((-9223372036854775807 - 1))
echo $((x % -1))
expr -9223372036854775808 / -1
expr -9223372036854775808 % -1
case $((x / -1)) in *9223372036854775808) echo one ;; esac
#: stdout
0
9223372036854775808
0
one
#: status 0
#: not dash: 0.5.12 is ended by SIGFPE
#: not bash ksh93: the status of a remainder of 0 is expr's, which was launched

#### CVE-2022-48174: arithmetic that nests and goes wrong ends in a message
for text in '1?2:3?4:5, ,' 'x ? :' ':::::' '1?' '(((((((((1' '1+(2*(3' '?:?:?:'; do
	$SH -c 'eval "echo \$(($1))"' - "$text" >/dev/null 2>err && echo "$text"
	[ -s err ] || echo "no message: $text"
done
long=$(printf '%05000d' 0); open=$(echo "$long" | tr 0 '('); close=$(echo "$long" | tr 0 ')')
$SH -c "echo \$(($open 1 $close))" >out 2>&1; [ $? -le 2 ] && echo one
$SH -c "echo \$(($(seq -s '?1:' 1 5000)))" >out 2>&1; [ $? -le 2 ] && echo two
#: stdout
one
two
#: not bash: $(( with another parenthesis may be a substitution
#: not dash: takes ?: for a number
#: not ksh93: nests without an end

#### CVE-2021-42375 CVE-2021-42376 CVE-2021-42377: words of signs, a control character, `&&&`
$SH -c '$#{#,$*}' 2>/dev/null; echo $?
$SH -c 'echo ${#${#' 2>/dev/null || echo one
$SH -c "$(printf 'echo a\003b;\003 2>/dev/null')" 2>/dev/null | od -An -c
$SH -c '&&&' 2>/dev/null || echo two
#: stdout
127
one
   a 003   b  \n
two

#### CVE-2026-38755: a function that calls itself without an end
$SH -c 'f() { f; }; f' >/dev/null 2>err; [ $? -gt 0 ] && [ -s err ] && echo one
#: stdout
one
#: not dash bash: ended by SIGSEGV

#### CVE-2026-38754: fields of many expansions with changing separators
IFS=:; x='a:b::c'; y=$x:
IFS=' :'; set -- $x"$y"$x $x$y; echo $#
f() { IFS=$1; shift; echo $#; }
f : $x $(IFS=b; echo $x) "${x#a}"$y
#: stdout
14
12

#### CVE-2014-10071: descriptors with many digits
$SH -c 'echo a >&99999999999999999999' 2>/dev/null || echo one
$SH -c '99999999999999999999>f echo a' 2>/dev/null; :
$SH -c 'exec 3>&1; echo two >&3'
#: stdout
one
two
#: not ksh93: takes the number modulo 2^32

#### CVE-2014-10072 CVE-2016-10714 CVE-2017-18206: paths longer than PATH_MAX
p=; i=0; while [ $((i += 1)) -le 3000 ]; do p=$p/a; done
cd "$p" 2>/dev/null || echo one
[ -e "$p" ] || [ -L "$p" ] || echo two
(CDPATH=$p:$p; cd nowhere) 2>/dev/null || echo three
PATH=$p:/usr/bin:/bin; command -v nothing || echo four
MAIL=$p MAILPATH=$p:$p; : "$p"/*; echo five
#: stdout
one
two
three
four
five

#### CVE-2017-18205: cd without a HOME
(unset HOME; cd) 2>/dev/null; echo one
HOME=; cd; echo ~
#: stdout
one

#: end
#: not ksh93: an empty HOME is an error

#### CVE-2018-0502 CVE-2018-13259: first lines of scripts that are too long or are cut off
printf '#!\n' >a; { printf '#!'; printf '%0300d\n' 0; } >b
{ printf '#!/bin/echo '; printf '%0300d\n' 0; } >c; printf '#! \t\n' >d
chmod +x ?
for i in a b d; do ./$i; echo $?; done 2>/dev/null
./c >out && [ "$(wc -c <out)" -gt 200 ] && echo one
#: stdout
0
0
0
one
#: not bash: 126 for b

#### CVE-2000-1134: a here-document is no file of a name that can be foreseen
mkdir t; export TMPDIR=$PWD/t
$SH -c 'cat <<E; read x <<F; ls t
a
E
b
F'
#: stdout
a

#### CVE-2005-1039 CVE-2026-35352 CVE-2026-35353: mkdir -m and mkfifo -m make what they are told to at once
umask 022
mkdir -m 700 a; mkfifo -m 600 b; mkdir -m 1777 c; mkfifo -m u=rw,go= d
stat -c %a a b c d
#: stdout
700
600
1777
600

#### CVE-2026-35341: mkfifo leaves alone what is there
>f; chmod 600 f
mkfifo f 2>/dev/null || echo one
mkfifo -m 644 f 2>/dev/null || echo two
stat -c '%a %F' f
#: stdout
one
two
600 regular empty file

#### CVE-2026-35338: chmod -R spares the root directory by every way
chmod 755 . && cp "$(readlink -f "$SH")" sh
ln -s / link
for way in / /../ /./ //usr/.. link/ link/.; do
	$UNPRIVILEGED ./sh -c 'chmod -R --preserve-root u+r "$1" 2>&1 | head -n 1' - "$way" | cut -d ' ' -f 1-8
done
#: stdout
chmod: it is dangerous to operate recursively on
chmod: it is dangerous to operate recursively on
chmod: it is dangerous to operate recursively on
chmod: it is dangerous to operate recursively on
chmod: it is dangerous to operate recursively on
chmod: it is dangerous to operate recursively on
#: needs root
#: needs setpriv

#### CVE-2026-35349: rm -r spares the root directory by every way
chmod 755 . && cp "$(readlink -f "$SH")" sh
ln -s / link
for way in / // /./ /usr/../ link/; do
	$UNPRIVILEGED ./sh -c 'rm -r "$1" 2>&1 </dev/null | head -n 1' - "$way" | cut -d ' ' -f 2-5
done
#: stdout
it is dangerous to
it is dangerous to
refusing to remove '.'
refusing to remove '.'
it is dangerous to
#: needs root
#: needs setpriv

#### CVE-2026-35339: chmod -R tells what failed before the last file
mkdir d; >d/a; >d/b
chmod -R u+r nowhere d d/b 2>/dev/null; echo $?
#: stdout
1

#### CVE-2026-35340: chown -R and chgrp -R tell what failed before the last file
mkdir d; >d/a; >d/b
chown -R "$(id -u)" nowhere d d/b 2>/dev/null; echo $?
chgrp -R "$(id -g)" nowhere d d/b 2>/dev/null; echo $?
#: stdout
1
1

#### CVE-2017-18018: chown -R changes links in the tree, and not what they lead to
mkdir d; >out; chown 65534 out; ln -s ../out d/link; ln -s .. d/up
chown -R 1:1 d; stat -c '%u %g' out d d/link .
#: stdout
65534 0
1 1
1 1
0 0
#: needs root

#### CVE-2026-35374 CVE-2026-35375: split does not overwrite its input, whatever name that has
printf abc >xaa; split -b 1 xaa 2>/dev/null || cat xaa; echo
ln xaa hard; split -b 1 hard 2>/dev/null || cat hard; echo
ln -s hard soft; split -b 1 soft 2>/dev/null || cat hard; echo
mkdir d; n=$(printf 'n\377'); printf ab >"$n"; split -b 1 "$n" "d/$n" && ls d | od -An -c
#: stdout
abc
abc
abc
   n 377   a   a  \n   n 377   a   b  \n

#### CVE-2026-6435: chmod -R changes nothing that a symbolic link in the tree leads to
mkdir d; >out; chmod 600 out; ln -s ../out d/link; ln -s .. d/up
chmod -R 777 d; stat -c %a out d
#: stdout
600
777

#### CVE-2026-35342: mktemp with an empty TMPDIR
TMPDIR= mktemp -u | cut -c 1-5
#: stdout
/tmp/

#### CVE-2026-35343 CVE-2026-35380 CVE-2026-35381: cut's delimiters
printf 'a\nb' | cut -s -d '
' -f 1
printf 'ab\n' | cut -s -d '
' -f 1
printf "a''b\n" | cut -d "''" -f 2 2>/dev/null || echo one
printf 'ab\0c\nd\0' | cut -z -s -d '' -f 1 | tr '\0' :
#: stdout
a
ab
one
ab:
#: no-newline

#### CVE-2026-35344: dd tells what it cannot truncate or write
mkdir d
dd if=/dev/zero of=d bs=1 count=1 2>/dev/null || echo one
echo a | dd of=/dev/full 2>/dev/null || echo two
#: stdout
one
two

#### CVE-2026-35346 CVE-2026-35347: comm of bytes that are no characters, and of a FIFO
printf 'a\377\n' >a; printf 'a\377\nb\376\n' >b; comm a b | od -An -c
mkfifo p; printf 'a\n' >p & printf 'a\n' >q; comm -3 p q; wait
#: stdout
  \t  \t   a 377  \n  \t   b 376  \n

#### CVE-2026-35348 CVE-2026-35373 CVE-2026-35366 CVE-2026-35375: names and values that are no characters
n=$(printf 'n\377'); echo z >"$n"
printf %s "$n" >names; sort --files0-from=names
mkdir d; ln "$n" d && cp "$n" d/x && mv d/x "d/y$n" && ls d | od -An -c
A=$(printf '\377') printenv A | od -An -c
#: stdout
z
   n 377  \n   y   n 377  \n
 377  \n

#### CVE-2026-35350: cp -p takes set-user-ID bits away where the owner cannot be kept
chmod 777 .; cp "$(readlink -f "$SH")" sh; >a; chmod 4755 a
$UNPRIVILEGED ./sh -c 'cp -p a b; stat -c "%a %u" b'
#: stdout
755 65534
#: needs root
#: needs setpriv

#### CVE-2026-35351 CVE-2026-35354 CVE-2026-35364 CVE-2026-35365: mv to another file system
[ "$(stat -c %d .)" != "$(stat -c %d /dev/shm)" ] || { printf '65534\nlink\nab\n'; exit; }
there=$(mktemp -d /dev/shm/XXXXXX) || exit; trap 'rm -r "$there"' EXIT
>a; chown 65534 a; mkdir d; ln -s nowhere d/link; echo x >victim; ln -s "$PWD/victim" "$there/b"
mv a "$there" && stat -c %u "$there/a"
mv d "$there" && readlink "$there/d/link" | sed s/nowhere/link/
echo ab >b; mv b "$there" && cat "$there/b" && [ "$(cat victim)" = x ] && [ ! -L "$there/b" ]
#: stdout
65534
link
ab
#: needs root

#### CVE-2026-35357: what cp makes nobody else reads before it has its mode
umask 022; >a; chmod 600 a
cp a b; stat -c %a b
cp -p a c; stat -c %a c
#: stdout
600
600

#### CVE-2026-35358: cp -R of a device
mknod n c 1 3 && cp -R n m && stat -c '%F %t %T' m
#: stdout
character special file 1 3
#: needs root

#### CVE-2026-35360: touch empties nothing
echo a >f; ln -s f l; touch f l; cat f; touch -h l; cat f
#: stdout
a
a

#### CVE-2026-35363: rm -r of the working directory by every name
mkdir d; cd d; >x
for name in . ./ ./// .. ../ ../d/. ../d/../d/.; do rm -rf $name 2>/dev/null && echo "$name"; done
ls
#: stdout
x

#### CVE-2026-35355 CVE-2026-35356: install replaces a symbolic link, and does not write through it
echo no >victim; ln -s victim f; echo new >s
install s f && cat victim f; [ ! -L f ] && echo one
#: stdout
no
new
one

#### CVE-2026-35369: kill -1 asks for a process
(trap 'echo no' TERM; kill -1) 2>/dev/null || echo one
#: stdout
one

#### CVE-2026-35370 CVE-2026-35371: id's groups and names
[ "$(id -G)" = "$(/usr/bin/env id -G)" ] && [ "$(id)" = "$(/usr/bin/env id)" ] && echo one
#: stdout
one

#### CVE-2026-35372: ln -n takes a link for what it is
mkdir t; ln -s t l; >s
ln -s -n s l 2>/dev/null || echo one
ln -s -f -n s l; ls t; readlink l
#: stdout
one
s

#### CVE-2026-35377: env -S
env -S "printf '%s\n' 'a\\b'"
#: stdout
a\b

#### CVE-2026-35378: expr evaluates only the side that counts
expr 1 \| \( 1 / 0 \); expr 0 \& \( 1 / 0 \); echo $?
#: stdout
1
0
1

#### xxd of the longest lines
xxd -c 256 -b -d -o 9223372036854775807 /bin/sh 2>/dev/null | head -n 3 | wc -l
head -c 600 /dev/zero | xxd -c 256 -g 1 -d -o 1 | awk '{ print length }'
xxd -c 257 /dev/null 2>/dev/null; echo $?
#: stdout
3
1035
1035
867
1
#: needs xxd

#### CVE-2026-35379: tr's classes
printf 'a b\n' | tr -d '[:graph:]' | od -An -c
printf 'a b\n' | tr -d '[:print:]' | od -An -c
#: stdout
      \n
  \n

#### CVE-2026-6434: what sort keeps in files nobody else can read
mkdir t; umask 000
seq 300000 | sort -r -S 1M -T t | { read x; ls -l t | grep -v -e ^total -e '^-rw-------'; cat >/dev/null; echo $x; }
#: stdout
99999

#### CVE-2025-5278: sort of a key whose number is as large as can be
printf 'aa\nbb\n' | sort +0.18446744073709551615R 2>/dev/null | wc -l
printf 'aa\nbb\n' | sort -k 18446744073709551615.18446744073709551615,1 | wc -l
#: stdout
2
2

#### CVE-2013-0221 CVE-2013-0222 CVE-2013-0223 CVE-2015-4041 CVE-2015-4042: long lines in sort, uniq, join
printf '%0200000d\n' 1 1 >f
LC_ALL=C.UTF-8; export LC_ALL
sort -f -d f | wc -c; sort -M f | wc -c; sort -i f | wc -l; uniq -i f | wc -c; join -i f f | wc -l
#: stdout
400002
400002
2
200001
4

#### CVE-2014-9471 CVE-2017-7476: dates with a TZ of many kinds
for date in 'TZ="""' 'TZ="123"345" @1' 'TZ="'; do
	date -d "$date" >/dev/null 2>&1 || echo one
	touch -d "$date" f 2>/dev/null || echo two
done
TZ=$(printf 'aa%05000d' 1) date -u +%Y >/dev/null && echo three
#: stdout
one
two
one
two
one
two
three

#### CVE-2026-56391: uniq -w of incomplete characters
export LC_ALL=C.UTF-8
printf '\303\n\303\n' | uniq -w 2 | wc -l; printf 'ab\303\251c\nab\303\251d\n' | uniq -w 3 | wc -l
#: stdout
1
1

#### CVE-2026-56392: unexpand -t of the largest number
printf 'a \t b\n' | unexpand -a -t 9223372036854775807 >out 2>&1; [ $? -le 1 ] && echo one
unexpand -t 18446744073709551616 </dev/null >out 2>&1; [ $? -le 1 ] && echo two
#: stdout
one
two

#### CVE-2012-5667 CVE-2015-1345: grep -F of words at the end of its text
printf 'aaaa\nabab\n' | grep -F -e abc -e ab
printf 'aaaaa' | grep -F ab || echo one
printf 'x%0100000dy' 0 | grep -c -F -e 0y -e 00z
#: stdout
abab
one
1

#### CVE-2026-5958: sed -i takes the file that it has opened
echo a >f; ln -s f l; sed -i s/a/b/ l
cat f l; [ ! -L l ] && echo one
echo a >f; rm l; ln -s f l; sed -i --follow-symlinks s/a/b/ l
cat f; [ -L l ] && echo two
#: stdout
a
b
one
b
two

#### CVE-2023-4156 CVE-2026-40468: awk's printf with few arguments and numbers of them
awk 'BEGIN { printf "%*.*s|%d\n", 2 }' >out 2>&1; [ $? -le 2 ] && echo one
awk 'BEGIN { printf "%2147483648$s\n", 1 }' >out 2>&1; [ $? -le 2 ] && echo two
awk 'BEGIN { printf "%c%c%.0d%5.3s|\n", 256, "", 0, "abcdef" }' >out 2>&1 && echo three
#: needs inside:awk
#: stdout
one
two
three

#### CVE-2026-40467 CVE-2022-30065: awk files that are closed while they are read, fields that replace themselves
printf 'a\nb\n' >f
awk 'BEGIN { while ((getline line < "f") > 0) { close("f"); if (n++ > 3) break }; print n }'
echo a | awk '{ $0 = $0 $0; $3 = $1; NF = 1; $0 = $1; print; while (("cat f" | getline $0) > 0) print $1 }'
#: stdout
5
aa
a
b

#### CVE-2026-40469 CVE-2026-38753 CVE-2023-42363 CVE-2023-42364 CVE-2023-42365: sub and gsub that change what they work on
echo aaaaaaaaaa | awk '{ n = gsub(/a/, $0 $0); print n, length($0) }'
awk 'function f(a) { a = a a; delete A; A[1] = a; return a } BEGIN { A[1] = "x"; A[1] = A[1] f(A[1]) A[1]; print A[1]
	$3 = $1 = f($2 = "b"); print; x = x++ + ++x; print x; print substr("hello", 2, f("1")) }'
#: stdout
10 200
xxxxx
bb b bb
2
ello

#### CVE-2023-42366 CVE-2021-42378 CVE-2021-42379 CVE-2021-42380: awk programs that end in the middle
for program in '{ print /a\/ }' '/\' 'BEGIN { x = "\' '{ getline <' 'function f(' '/[' '{ print $' 'BEGIN { f(1) }' '(' '{ print > }' \
	'BEGIN { getline line < "" ; print' 'BEGIN { printf "%' ; do
	echo a | awk "$program" >out 2>&1
	case $? in 1 | 2) [ -s out ] || echo "no message: $program" ;; *) echo "$program" ;; esac
done
#: stdout

#### CVE-2021-42381 CVE-2021-42382 CVE-2021-42383 CVE-2021-42384 CVE-2021-42385 CVE-2021-42386: awk's variables that become something else
awk 'function g(a) { a[1] = 2 } BEGIN { $1 = "a b"; g(z); print z[1]; $(3) = $0; print NF; getline x < "nowhere"; nf = NF; NF = 2; print $0
	split($0, $0 ""); }' >out 2>&1; [ $? -le 2 ] && echo one
awk 'BEGIN { a["x"] = 1; for (k in a) delete a; print length(a); $(NF = 3) = 1; print; OFS = "-"; $1 = $1; print; RS = FS = OFS = ORS = ""; print "end" }'
echo
#: stdout
one
0
  1
--1
end

#### CVE-2026-38752: awk functions that call themselves without an end
(ulimit -v 2500000; awk 'function f(n) { return f(n + 1) } BEGIN { f(1) }' >out 2>&1 && echo no; :)
[ -s out ] && echo one
#: needs inside:awk
#: stdout
one
#: not dash bash ksh93: gawk goes on as long as there is memory
