# The utilities as scripts call them most, for order.sh: what they run lies together in the program, each
# beside itself. In an empty directory, with nothing but these lines as data. Those that ask for the time (`date`, `ls -l`,
# `touch`) are left out: valgrind hides the kernel's page of clocks.
set -e
printf '%s\n' 'the first 10' 'second the 9' 'a third:8' 'the first 10' >f
cat f >g
cat <<END >h
name = value
END
test -f f && [ -d . ]
mkdir -p d/e && cp f d/y && mv g d/z && ln -s f l && chmod 644 f
rm -f l missing && rm -rf d/e
cp -p f k && install -d i && rmdir i
basename /usr/lib/x.so .so && dirname /usr/lib/x.so
expr 1 + 2
expr x-f : 'x-\(.*\)'
echo one two | tr a-z A-Z | cut -d ' ' -f 1
sed -e 's/the/a/g' -e '/^#/d' f
sed -n -e 's/^name *= *\(.*\)$/\1/p' h
grep -q first f && grep -c '^the.*[0-9]$' f && grep -E 'first|third' f | grep -v the
head -n 2 f | tail -n 1
sort f | uniq -c | sort -rn -k 1
sort -u f | tee k | wc -l
wc <f
awk '{ n[$1]++ } END { for (k in n) print k, n[k] }' f
awk -F: 'NR > 1 { printf "%s-%d\n", $1, NR }' f
find . -name '*.c' -o -type f -print
ls
printf '%s\n' f h | xargs ls
cmp -s f k || diff -u f h || :
od f | head -n 1 && od -An -tx1 f
seq 3 | paste -s -d , && id -u && uname -s && mktemp -u && sleep 0 && readlink -f f
md5sum f && sha256sum f
env true
