#### expansions that want more memory than there is
(ulimit -v 100000; exec $SH -c '
x=$(printf %01000000d 0)
(y=${x//0/$x}; echo not reached)
echo $? ${#x}
(typeset -a l; i=0; while :; do l[i++]=$x; done; echo not reached)
echo $? ${#x}
' sh) 2>&1 | sed 's/.*line [0-9]*: //'
#: stdout
memory exhausted
2 1000000
memory exhausted
2 1000000
#: not bash ksh93: end the process where they have no memory, each with other words

#### mapfile and printf -v fail where they get no memory, and the script goes on
(ulimit -v 100000; exec $SH -c '
truncate -s 20M zeros
tr "\0" "\n" <zeros >lines
(mapfile x <lines)
echo $?
x=$(printf %040000000d 0)
printf -v y %s%s "$x" "$x"
echo $?
echo ${#x}
' sh) 2>&1 | sed 's/.*line [0-9]*: //'
#: stdout
mapfile: memory exhausted
1
printf: memory exhausted
1
40000000
#: not bash ksh93: end the process where they have no memory, each with other words
