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
