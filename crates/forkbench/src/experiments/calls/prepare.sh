# The files that the calls read, made by the installed utilities; always the same ones. Words are as frequent as English ones.
LC_ALL=C; export LC_ALL
awk 'function word(rank,  text, digit) {
    text = ""
    for (rank++; rank > 0; rank = int(rank / 26)) {
        digit = rank % 26
        text = text substr("etaoinshrdlucmfwypvbgkjqxz", digit + 1, 1) substr("etaoinshrdlucmfwypvbgkjqxz", digit * 7 % 11 + 1, 1)
    }
    return text
}
function next_number() { seed = (seed * 69069 + 12345) % 4294967296; return seed / 4294967296 }
BEGIN {
    seed = 1
    for (line = 0; line < 120000; line++) {
        text = word(int(2 ^ (next_number() * 15)))
        count = 5 + int(next_number() * 15)
        for (at = 1; at < count; at++) text = text " " word(int(2 ^ (next_number() * 15)))
        print text
    }
}' >text
head -n 40000 text >lines
awk 'NR % 100 == 7 { $2 = "changed" } { print }' lines >other
tr -s ' ' '\n' <text | head -n 1000000 >words
head -n 200000 words | sort >sorted
head -n 150000 words | tail -n 100000 | sort >sorted2
awk 'BEGIN { seed = 7; for (i = 0; i < 200000; i++) { seed = (seed * 69069 + 12345) % 4294967296; print int(seed / 4295) } }' >numbers
awk '{ print $1 "\t" NR "\t" $2 "\t" (NR * 7919 % 10007) }' text >fields
awk '{ level = "INFO"; if (NR % 10 == 0) level = "WARN"; if (NR % 100 == 0) level = "ERROR"
    printf "2026-11-%02d 12:00:%02d %s worker-%d: request id=%06d took %d ms\n", NR % 28 + 1, NR % 60, level, NR % 16, NR, NR * 31 % 977 }' text >log
sed 's/ea/é/g; s/th/ü/g' lines >utf
tr -d '\n' <lines | head -c 1000000 >long; echo >>long
head -n 10 lines >few
sed 's/ /\t/g; s/^/        /' lines >tabs
cat text words numbers | tr 'a-z' '\001-\032' >binary
seq 100000 >hundred
i=0; mkdir tree
while [ $i -lt 40 ]; do
    mkdir tree/$i; split -l 5 -a 3 few tree/$i/a
    head -n $((i * 200 + 500)) lines | tail -n 500 | (cd tree/$i && split -l 10 -a 3)
    i=$((i + 1))
done
find tree -type f >names
awk 'BEGIN { print "f() {\ncase $1 in"; for (i = 0; i < 1000; i++) print "name" i "*.c) x=" i ";;"; print "*) x=none;;\nesac\n}" }' >cases.sh
awk 'BEGIN { for (i = 0; i < 4000; i++) print "f" i "() {\nlocal_a=$1\nif [ \"$local_a\" = \"x" i "\" ]; then\necho \"${local_a%.c}\"\nreturn 1\nfi\n}" }' >functions.sh
head -c 3000000 text >three
{ echo 'cat <<\EOF >/dev/null'; cat three; printf '\nEOF\n'; } >here.sh
{ echo 'read x <<EOF'; sed 's/^/$u/' three; printf '\nEOF\n'; } >expanded.sh
printf 'read x <<E\n$i\nE\n' >line.sh
cp /bin/true program; cp /bin/echo show; cp /bin/cat copying
