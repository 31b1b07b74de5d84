# Characters of more than one byte, where the locale knows them. dash knows bytes only.

#### length counts characters
x=aéz; echo ${#x}; y=日本語; echo ${#y}; set -- 'é'; echo ${#1}
#: env LC_ALL=C.UTF-8
#: stdout
3
3
1
#: not dash: counts bytes

#### length counts bytes in the C locale
x=aéz; echo ${#x}
#: stdout
4

#### the locale is that of the variable at the time
x=é; LC_ALL=C.UTF-8; a=${#x}; LC_ALL=C; b=${#x}; unset LC_ALL; LC_CTYPE=C.UTF-8; c=${#x}; echo $a $b $c
#: stdout
1 2 1
#: not dash: counts bytes

#### patterns match characters
case é in ?) echo 1;; esac; case é in [é]) echo 2;; esac; case é in [!a]) echo 3;; esac; case aé in a?) echo 4;; esac
x=éàb; echo "${x#?}" "${x%?}" "${x#[é]}" "${x##*à}"
case ï in [à-ü]) echo 5;; esac
#: env LC_ALL=C.UTF-8
#: stdout
1
2
3
4
àb éà àb b
5
#: not dash: knows bytes only

#### classes know letters
case é in [[:alpha:]]) echo 1;; esac; case É in [[:upper:]]) echo 2;; esac; case é in [[:lower:]]) echo 3;; esac; case 5 in [[:alpha:]]) echo no;; esac
#: env LC_ALL=C.UTF-8
#: stdout
1
2
3
#: not dash: knows bytes only
#: not ksh93: knows no more of C.UTF-8

#### pathname expansion
>é; >aé; >ab; echo ? a? a[é] [!a]
#: env LC_ALL=C.UTF-8
#: stdout
é ab aé aé é
#: not dash: knows bytes only

#### field splitting at a character
IFS=é; x=1é2é3; set -- $x; echo $# $*
#: env LC_ALL=C.UTF-8
#: stdout
3 1 2 3
#: not dash: splits at bytes

#### "$*" joins with a character
IFS=é; set -- a b c; printf '%s\n' "$*"
#: env LC_ALL=C.UTF-8
#: stdout
aébéc
#: not dash: joins with a byte

#### bytes that are no characters are kept and match ?
x=$(printf 'a\377b'); echo ${#x}; case $x in a?b) echo 1;; esac; printf %s "${x#a?}"; echo; printf %s "$x" | od -An -tx1
#: env LC_ALL=C.UTF-8
#: stdout
3
1
b
 61 ff 62

#### read splits at characters
IFS=é read a b <<E
xéyz
E
echo $a $b
#: env LC_ALL=C.UTF-8
#: stdout
x yz
#: not dash: splits at bytes

#### names of variables are ASCII
é=1 2>/dev/null; echo $?
#: env LC_ALL=C.UTF-8
#: stdout
127
#: not ksh93: takes any letter

#### printf: widths and the value of a character
printf '%d\n' "'é" "'a"
printf '%s|%.2s|\n' é abc
#: env LC_ALL=C.UTF-8
#: stdout
233
97
é|ab|
#: not dash: knows bytes only

#### an unknown locale is like C and quiet
LC_ALL=xx_YY.nosuch; x=é; echo ${#x}
#: stdout
2
#: stderr any
