# Builtins as scripts of ksh93 have them: the first line says so.

#### printf %T takes dates in words
#!/bin/ksh
export TZ=UTC
for d in "2001-02-03 10:11:12" "#86400" "January 1 6AM 2001" "12 march 1999 11pm" "Dec 25, 2020 10:11"; do printf '%(%Y-%m-%d %H:%M)T\n' "$d"; done
for f in J N _J 0J _N f q k I _I y _y L K s; do printf "[%(%$f)T]" "January 1 6AM 2001"; done; echo
printf '%(%S)T' nonsense >/dev/null 2>&1; echo $?
#: stdout
2001-02-03 10:11
1970-01-02 00:00
2001-01-01 06:00
1999-03-12 23:00
2020-12-25 10:11
[000][000000000][  0][000][        0][2001.01.01-06:00:00][1][ 6][06][ 6][01][ 1][Mon Jan  1 06:00:00 UTC 2001][2001-01-01+06:00:00][978328800]
1
#: not bash: another language
