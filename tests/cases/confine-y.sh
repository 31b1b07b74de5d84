#### the words of a confinement
for words in '' 'ro=' 'ro=/no/such best-effort' 'read=/' 'net=some' 'connect=x' 'net=none bind=1'; do
    "$SH" --confine "$words" -c 'echo not reached' 2>&1 | sed 's/.*: --confine/--confine/'
done
"$SH" --confine 2>&1 | sed 's/.*: --confine/--confine/'
"$SH" --confine= -c : 2>/dev/null
echo $?
#: stdout
--confine: nothing is named
--confine: ro=: a value is missing
--confine: ro=/no/such: No such file or directory
--confine: read=/: unknown word
--confine: net=some: none, unix or all is expected
--confine: connect=x: a port from 0 to 65535 is expected
--confine: net=none and bind exclude each other
--confine: what it allows is missing
2
