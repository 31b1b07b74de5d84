# Utilities that use other processors: what is output, what is read, statuses, and who else is there.

#### an export says how many threads there are
export FORKLESS_THREADS=3:0
seq 20000 | sort -r | head -n 2
seq 20000 | tr 0-4 a-e | grep -c a
seq 20000 | cut -c 2- | sort -u | wc -l | tr -d ' '
#: stdout
9999
9998
6059
11111

#### a run of bytes goes on from block to block
export FORKLESS_THREADS=3:0
head -c 500000 /dev/zero | tr '\0' x | tr -s x | od -c | head -n 1
head -c 500000 /dev/zero | tr '\0' x | tr -s y | wc -c | tr -d ' '
(printf xa; head -c 200000 /dev/zero | tr '\0' a; printf ax) | tr -s a; echo
#: stdout
0000000   x
500000
xax
#: needs /dev/zero

#### who stops reading stops those that write
export FORKLESS_THREADS=3:0
yes | tr y x | head -n 1
yes ab | grep a | cut -c 1 | sed 1q
seq 100000 | sort | head -n 1; echo $?
#: stdout
x
a
1
0

#### a subshell that becomes a process while others compute
export FORKLESS_THREADS=3:0
seq 50000 | grep 1 | (trap : USR1; ulimit -c 0; sort -n | tail -n 1; sh -c 'exit 3'; echo $?)
seq 50000 | sort | { x=$(tail -n 1); (ulimit -c 0; echo "$x"); }
#: stdout
49991
3
9999

#### binary files are told of where the first NUL is
export FORKLESS_THREADS=3:0
(seq 40000; printf 'a\0b\n'; seq 40000) >f
grep -c 7 f; grep -a -c 7 f; grep 399 f | tail -n 1; grep nothing f; echo $?
#: stdout
27512
27512
34399
1
#: stderr some

#### a directory, a file that is missing and one that is full
export FORKLESS_THREADS=3:0
seq 40000 >f
sort f nosuch; echo $?
cut -c 1 nosuch f | wc -l | tr -d ' '
grep -c 1 f nosuch; echo $?
#: stdout
2
40000
f:20317
2
#: stderr some

#### the option that turns it off
(set +o parallel) 2>/dev/null && set +o parallel
export FORKLESS_THREADS=3:0
seq 30000 | sort -rn | head -n 1
#: stdout
30000

#### unsorted and equal lines keep their order where that is asked for
export FORKLESS_THREADS=3:0
i=0; while [ $i -lt 3000 ]; do echo "$((i % 7)) $i"; i=$((i + 1)); done >f
sort -s -k 1,1 f | cksum; sort -u -k 1,1 f; sort -k 1,1r -k 2n f | sed -n '1p;$p'
#: stdout
1466219960 19890
0 0
1 1
2 2
3 3
4 4
5 5
6 6
6 6
0 2996

#### lines that are longer than what is sorted at a time
export FORKLESS_THREADS=3:0
(head -c 200000 /dev/zero | tr '\0' b; echo; head -c 200000 /dev/zero | tr '\0' a; echo; seq 3000) >f
sort f f | cksum; sort -u f | cksum; sort -r f | cut -c 1-3 | head -n 2
#: stdout
2563544845 827790
4270816980 413895
bbb
aaa

#### scripts of sed that treat each line by itself, and others
export FORKLESS_THREADS=3:0
seq 20000 | sed 's/9/x/g; /1$/d; s/^\(.\)\(.*\)/\2\1/' | cksum
(seq 20000; printf end) | sed -n '/77/{s/7/seven/;p};s/end/END/p' | tail -n 2; echo
seq 20000 | sed ':a;s/00/0/;ta;y/12/ab/' | sort -u | wc -l | tr -d ' '
seq 20000 >f; printf 'no end' >>f
sed '/[13579]$/!i\
odd' f f | cksum
sed s/1/2/ nosuch f 2>&1 | tail -n 1; echo
seq 20000 | sed 's/1/2/w /dev/stdout' | cksum
seq 20000 | sed '$s/.*/last/' | tail -n 1
#: stdout
292255786 98005
199seven7
END
19539
1845420122 297809
no end
1204299876 185798
last

#### rev: characters, lines without an end, what is no text
export FORKLESS_THREADS=3:0 LC_ALL=C.UTF-8
seq 30000 >f; printf 'no end' >>f
rev f | cksum; rev f f | tail -n 1; echo
seq 30000 | sed 's/5/été/g' | rev | cksum
(seq 20000; printf '\303\n'; seq 20000) >g; rev g 2>/dev/null | cksum
seq 20000 | rev | head -n 1
#: stdout
2118242622 168900
dne on
3219988101 216894
1593656756 108894
1

#### fold: lines of every length, none, and one that is longer than a block
export FORKLESS_THREADS=3:0
(seq 30000; head -c 300000 /dev/zero | tr '\0' a; echo; seq -s ' ' 30000; printf 'a\tb\rc\bd') >f
fold -w 3 f | cksum; fold -b -w 70 f | cksum; fold -s -w 20 f f | cksum; fold f | cksum
head -c 300000 /dev/zero | tr '\0' a | fold -w 100000 | wc -l | tr -d ' '
seq 30000 | fold -w 1 | head -n 3
#: stdout
905529910 823095
3115658771 644493
1781784871 1323814
1033516116 643656
2
1
2
3

#### wc: all its counts, characters at the ends of blocks
export FORKLESS_THREADS=3:0 LC_ALL=C.UTF-8
(seq 30000; head -c 300001 /dev/zero | tr '\0' a; echo; printf 'a b\t c\r\n\n'; seq -s ' ' 30000; printf 'no end') >f
wc f; wc -lwc f f; wc -w <f; wc -m f; cat f | wc -L; LC_ALL=C wc -L f
i=0; while [ $i -lt 2000 ]; do printf 'é ü—x\n\303'; i=$((i + 1)); done >g
wc -m g; cat g | wc -cl
#: stdout
 30004  60006 637805 f
  30004   60006  637805 f
  30004   60006  637805 f
  60008  120012 1275610 total
60006
637805 f
300001
300001 f
12000 g
   2000   22000

#### awk programs that treat each record by itself
export FORKLESS_THREADS=3:0
seq 30000 | sed 's/0/ x /g' >f; printf 'no end' >>f
awk '{ print $2, $1 }' f | cksum
awk -F x -v OFS=- '/1/ { $1 = $1; print; next } { print NF, FILENAME }' f f | cksum
awk 'BEGIN { s = "<" } { n = split($0, a, "x"); t = s; for (i = n; i > 0; i--) t = t a[i]; print t ">" }' f | cksum
awk 'length($1) > 4 && match($0, /x 9/) { print substr($0, RSTART) } END { print NR, $0 }' f | cksum
awk 'BEGIN { RS = "x" } { print $1 }' f | cksum
awk '{ printf "%s|%d\n", toupper($2), $1 + 1 }' f FS=0 f | cksum
yes 'a b' | awk '{ print $2 }' | head -n 1
#: stdout
3769685296 184978
3915088635 323568
4186816753 239796
2268883348 13
569625397 35199
2217093596 360707
b

#### awk programs that do not, and those of which a record is odd
export FORKLESS_THREADS=3:0
seq 30000 >f
awk '{ n += $1; if (n % 7 == 0) print NR, n }' f | cksum
awk '!($1 % 1000 in seen) { seen[$1 % 1000]; print last; last = $1 }' f | cksum
awk '/99$/, /01$/' f | cksum
awk '{ print $($1 == 20000 ? -1 : 0) }' f 2>/dev/null | cksum
awk '{ i = 0; while ($1 == 20000 && i < 3000000) i++; if (i) print i; print $1 }' f | cksum
awk '{ if ($1 > 15000 && !x) x = $1; print x }' f | cksum
awk '$1 == 25000 { exit 3 } { print }' f | tail -n 1
#: stdout
2817562829 128050
562131829 3889
2866464030 5067
1423554541 108888
3957547949 168902
1920804349 105000
24999

#### what pipes end blocks in: characters, words, carriage returns, runs, records
export FORKLESS_THREADS=3:0 LC_ALL=C.UTF-8
i=0; while [ $i -lt 1000 ]; do printf 'é ü—x\r\n€uro\t a  b %s\n' $i; i=$((i + 1)); done >g
cat g g g g g g g g g g g g g g g g g g g g >h; printf 'é no end €' >>h
cat h | rev | cksum
# Of later versions it counts characters.
for c in '-w 5' '-s -w 9' '-b -w 4'; do
	one=$(FORKLESS_THREADS=1 "$SH" -c "cat h | fold $c | cksum"); [ "$(cat h | fold $c | cksum)" = "$one" ] && echo same
done
cat h | wc; cat h | wc -m; cat h | wc -w; cat h | LC_ALL=C wc -L
cat h | LC_ALL=C awk '{ print $2, length($1) }' | cksum; cat h | awk -F '\t' '/b 9/ { sub(/€/, "E"); print $2 $1 }' | cksum
cat h | tr -s ' a-z' | cksum; cat h | tr -cs a-z '\n' | cksum; cat h | cut -c 2-4 | cksum
cat h | sed 's/€/E/' | grep -v 7 | cksum; cat h | grep -c 'é'
#: stdout
1363413005 557813
same
same
same
  40000  120004  557813
437810
120004
17
1656776966 280005
4251420679 30840
3028566078 537813
547508263 200008
167397083 160004
4039465527 436912
20001
