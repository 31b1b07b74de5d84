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

#### printf: patterns as expressions and the other way round
#!/bin/ksh
printf '%R|%R|%R|%R\n' 'a.b' '*.c' '^'  '!(*.*)'; printf '%(ere)q|' 'a?b' '[!a]b' '@(a|b)*' '+(x)' '?(y)z' 'a\*b' '{2}(x)' 'a$b'; echo
printf '%P|' '[^x].*b$' '^abc$' abc 'a+b*' '(a|b)c' 'x{2,3}' '^.*$'; print -f '%(pattern)q\n' '.*'
printf '%R' '[' 2>/dev/null; echo $?; printf '%.*c|%.2c\n' 3 x y
#: stdout
^a\.b$|\.c$|^\^$|^(.*\..*)!$
^a.b$|^[^a]b$|^(a|b)|^(x)+$|^(y)?z$|^a\*b$|^(x){2}$|^a\$b$|
*[!x]*b|abc|*abc*|*+(a)*(b)*|*@(a|b)c*|*{2,3}(x)*|*|*
1
xxx|yy
#: not bash: another language

#### errors of syntax in eval and dot scripts end these only
#!/bin/ksh
eval "( echo" 2>/dev/null; echo $?; echo "'x" >broken; . ./broken 2>/dev/null; echo $?
eval 'typeset -A a=([x]=1 [y]=2 z)' 2>/dev/null; echo $?
eval '; ;' 2>&1 | sed 's/.*eval: //'; eval 'echo "a' 2>&1 | sed 's/.*eval: //'
#: stdout
3
3
3
syntax error at line 1: `;' unexpected
syntax error at line 1: `"' unmatched
#: not bash: another language

#### what a signal has killed has a status of nine bits
#!/bin/ksh
{ (:; sh -c 'kill -USR1 $$'); } 2>/dev/null; kill -l $(($? - 256)); { sh -c 'kill -9 $$'; } 2>/dev/null; echo $?
sleep 9 & kill $!; wait $! 2>/dev/null; echo $?; (exit 265); echo $?; { (sh -c 'kill -9 $$'; exit); } 2>/dev/null; echo $?
#: stdout
USR1
265
271
9
9
#: not bash: another language

#### options and traps of functions
#!/bin/ksh
set -u; function f { [[ -o nounset ]] && echo u; [[ -o errexit ]] && echo e; [[ -o noglob ]] && echo f; :; }; f
function g { set -ef; f; }; g; set -e; f; set +e
trap 'echo ERR' ERR; function h { false; return 0; }; h; i() { false; return 0; }; i
#: stdout
u
u
u
ERR
#: not bash: another language

#### traps of the parent are shown in a subshell, not in one of that
#!/bin/ksh
trap 'echo foo' TERM; (trap; (trap)); trap "echo it's" TERM; trap
#: stdout
trap -- 'echo foo' TERM
trap -- $'echo it\'s' TERM
#: not bash: another language

#### moving variables, builtin -d, whence and others
#!/bin/ksh
z=(a b c); typeset -m x[1]=z; echo "${x[1][@]}" ${z-unset}; typeset -F2 arr; arr=(a b c); typeset -i n=(1 x 3) 2>/dev/null
alias time=nottime; whence -a time | head -n 2; whence -t -a time | head -n 2; unset a.b.c 2>/dev/null; echo $?
(cd /etc/passwd) 2>&1 | sed 's/.*cd: //'; test a === b 2>&1 | sed 's/.*test: //'
builtin -d test; type test | grep -c builtin; :
#: stdout
a b c unset
time is a keyword
time is an alias for nottime
keyword
alias
1
/etc/passwd: [Not a directory]
===: unknown operator
0
#: not bash: another language

#### a command that PATH does not have may be a function that FPATH has
#!/bin/ksh
mkdir functions; echo 'function greet { echo "hello $1"; }' >functions/greet; echo : >functions/nothing
FPATH=$PWD/functions; greet you; greet again; (nothing) 2>/dev/null; echo $?; absent 2>/dev/null; echo $?
#: stdout
hello you
hello again
126
127
#: not bash: another language

#### the restricted shell
#!/bin/ksh
set -o restricted
cd /; echo "$?"
echo a > out; echo "$?"
/bin/echo hi; echo "$?"
cat < /dev/null; echo "$?"
(PATH=/x; echo no)
command -p echo a
#: stdout
1
1
1
0
#: stderr any
#: status 1
#: not bash: another language

#### test compares expressions, with fractions
#!/bin/ksh
[ 1.5 -lt 2 ]; echo $?; [ x+1 -eq 1 ]; echo $?; [ 010 -eq 10 -a 2.5 -gt 1.5 ]; echo $?; [ -n -eq ]; echo $?
test 1.2.3 -eq 5 2>/dev/null; echo $?; [ ! 1.5 -ge 2 ]; echo $?
#: stdout
0
0
0
0
2
0
#: not bash: another language

#### |& always begins a coprocess, and coprocesses share their output's pipe
#!/bin/ksh
function f { read x; echo "$1 $x"; }
f one |& exec 3>&p
f two |& print -p b; read -p r; echo "$r"; print -u3 a; read -p r; echo "$r"
(cat |& exec 6>&p; print -u6 in; read -p r; echo "$r"; exec 6>&-)
wait; print -p x 2>/dev/null; echo $?
#: stdout
two b
one a
in
1
#: not bash: another language

#### numbers of printf are expressions, in posix mode those of print -f only
#!/bin/ksh
printf '%d %s\n' 1+1 x; set -o posix; print -f '%d\n' 2+1; printf '%d\n' 7
#: stdout
2 x
3
7
#: not bash: another language

#### <<# takes the indentation off, $(<&3) is what a descriptor has
#!/bin/ksh
x=v
cat <<# E
		hello
			world $x
	    x
   y
   E
cat <<# "E"
    a $x
      b
	c
    E
echo abc >f; exec 3<f; y=$(<&3); echo "$y"
#: stdout
hello
	world v
x
y
a $x
  b
	c
abc
#: not bash: another language

#### the restricted shell says what is restricted
#!/bin/ksh
(set -o restricted; PATH=/x) 2>err; grep -c restricted err; (set -o restricted; function f { typeset PATH=/x; }; f) 2>err; grep -c restricted err
#: stdout
1
1
#: not bash: another language

#### functions lists functions, typeset +f their names
#!/bin/ksh
f() { :; }
function g { echo x; }
functions g; typeset +f; typeset +f f g; functions +; whence -v f; type g if [[; functions nosuch; echo $?
whence -v functions
alias x=y z='a b'; whence x z; command -v z; whence -v x z; type z
#: stdout
function g { echo x; }
f()
g
f()
g
f()
g
f is a function
g is a function
if is a keyword
[[ is a keyword
1
functions is a shell builtin
y
'a b'
'a b'
x is an alias for y
z is an alias for 'a b'
z is an alias for 'a b'
#: not bash: another language

#### functions of the function keyword have their own OPTIND
#!/bin/ksh
function f { print $OPTIND; while getopts ab o; do print $o; [[ $o == a ]] && f -b; done; print end $OPTIND; }
getopts xy o -xy; f -ab; f -b; print $OPTIND; getopts xy o -xy; print $o $OPTIND
function h { OPTIND=9; typeset OPTIND=3; }; h; print $OPTIND
p() { print $OPTIND; OPTIND=7; }; p; print $OPTIND
#: stdout
1
a
1
b
end 2
b
end 2
1
b
end 2
1
y 2
2
2
7
#: not bash: another language

#### ranges of braces may have expansions, and no zeros in front
#!/bin/ksh
n=3 i=b; set -- x y
print {1..$n} {$n..1} {1..$((n+1))} {1..$(echo 2)} a{1..$n}b {1..$n..2} {a..$i} {1..${#}}
print {01..03} {1.."$n"} "{1..$n}" {1..x$n} {1..$m} {$n} {1..$n,x} {1..$n}{a,b}
for j in {1..$n}; do print $j; done
#: stdout
1 2 3 3 2 1 1 2 3 4 1 2 a1b a2b a3b 1 3 a b 1 2
1 2 3 1 2 3 {1..3} {1..x3} 1 0 {3} 1..3 x 1a 1b 2a 2b 3a 3b
1
2
3
#: not bash: another language

#### a trap on KEYBD is kept
#!/bin/ksh
trap : KEYBD; echo $?; trap; trap - KEYBD; trap; echo end
#: stdout
0
trap -- : KEYBD
end
#: not bash: another language

#### getopts says of flags whether they are turned on, if the string begins so
#!/bin/ksh
for u in '[-1][a:all?x]' '[-1]ab:' '[+NAME?p][a:all]'
do for w in -a --all --noall; do OPTIND=1; getopts "$u" o $w 2>/dev/null; print "$o ${OPTARG-unset}"; done; done
OPTIND=1; getopts '[-1][x:ex]ab:' o -bv; print "$o $OPTARG"
#: stdout
a 1
a 1
a 0
a 1
? unset
? unset
a unset
a unset
a unset
b v
#: not bash: another language

#### printf has bases, set -sA sorts
#!/bin/ksh
printf '%..2d %..16d|%6..16i|%..36u %.5.2d %..2d\n' 5 255 4095 35 3+2 -5
set -sA z q b c; print ${z[@]}; set -sA y -- b a; print ${y[@]}
#: stdout
101 ff|   fff|z 00101 -101
b c q
a b
#: not bash: another language

#### namespaces are missing, and it is said
#!/bin/ksh
(eval 'namespace n { x=1; }') 2>err; echo $?; grep -c 'no namespaces' err
namespace() { echo "$@"; }; namespace a b
#: stdout
3
1
a b
#: not bash: another language
#: not ksh93: has them

#### --help writes to standard error
#!/bin/ksh
cd --help 2>/dev/null | grep -c .; cd --help 2>&1 >/dev/null | grep -c cd | grep -c '^0'; :
#: stdout
0
0
#: not bash: another language

#### times has no operands
#!/bin/ksh
(times x) 2>&1 | grep -c 'too many operands'
#: stdout
1
#: not bash: another language

#### `.` runs functions of the `function` keyword, in posix mode `source` alone does
#!/bin/ksh
function f { echo f $1; }; . f 1; source f 2
set -o posix; source f 3; (. f 4) 2>/dev/null || echo none
#: stdout
f 1
f 2
f 3
none
#: not bash: another language

#### print -v of an array without elements is an empty line
#!/bin/ksh
a=(x); unset a[0]; print -v a; typeset -A b; print -v b
#: stdout


#: end
#: not bash: another language

#### operands that are none have status 1
#!/bin/ksh
for command in 'umask 8' 'umask u+q' 'kill -s NOSUCH $$' 'kill -9999 $$' 'kill abc' 'wait abc' 'read 1x </dev/null' \
	'getopts a 1x' 'command export 1x=3' 'command readonly 1x' 'command unset 1x'; do
	eval "$command" 2>/dev/null; echo "$command: $?"
done
(for i in 1; do break abc; done) 2>/dev/null; echo $?
(export 1x=3; echo no) 2>/dev/null; echo $?
#: stdout
umask 8: 1
umask u+q: 1
kill -s NOSUCH $$: 1
kill -9999 $$: 1
kill abc: 1
wait abc: 1
read 1x </dev/null: 1
getopts a 1x: 1
command export 1x=3: 1
command readonly 1x: 1
command unset 1x: 1
1
1
#: not bash: another language

#### printf with commas, in the middle, with sizes
#!/bin/ksh
printf '%,d %,u %,.2f %,d|%,8d|%-10,d|\n' 1234567 1234567 1234567.891 -1234 12345 12345
printf '%=6s|%=7s|%=1s|%=8.3s|%=-6s|\n' ab ab ab abcdef ab
for i in 0 999 1000 1049 1050 9949 9950 10499 123456 999499 999500 1234567890; do printf '%#d ' $i; done; print
for i in 0 999 1000 1024 1100 10240 123456 1047552 1234567890 1099511627776; do printf '%#i ' $i; done; print
printf '%#6d|%-#8i|\n' 1500 2048
printf '%..16d %#..16d %#..2d %#..36d %8..2d|%08..2d|%..1d %.3.16d\n' 255 255 5 35 5 5 5 10
x=value; printf '%8B|%-8B|\n' x x
printf '%#q|' a a_b a-b "it's" 'a b' '$x' '"' 'a"b' '' '*' 1.5; print
printf '%d %d %d %i %x %o\n' 1.9 -1.9 7/2. 10.5 255.9 8.1
#: stdout
1,234,567 1,234,567 1,234,567.89 -1,234|  12,345|12,345    |
  ab  |  ab   |ab|  abc   |ab    |
0 999 1.0k 1.0k 1.1k 9.9k 10k 11k 124k 1000k 1000k 1.2G 
0 999 1.0Ki 1.0Ki 1.1Ki 10Ki 121Ki 1.0Mi 1.1Gi 1.0Ti 
  1.5k|2.0Ki   |
ff 16#ff 2#101 36#z      101|00000101|5 00a
   value|value   |
a|a_b|"a-b"|"it's"|"a b"|"$x"|""""|"a""b"||"*"|"1.5"|
1 -1 3 10 ff 10
#: not bash: another language

#### read -A takes no argument
#!/bin/ksh
read -A -d , a <<<'1 2,3'; print ${a[@]} ${#a[@]}; read -Ar b <<<'1\ 2'; print ${b[@]}
read -A -n 3 c <<<abcdef; print ${c[@]}; read -A <<<'q w'; print ${REPLY[1]}
d=x; read -A e d <<<'1 2'; print "${e[@]} [$d]"; read -v f <<<g; print $? $f
#: stdout
1 2 2
1\ 2
abc

1 2 []
0 g
#: not bash: another language

#### an error of typeset is the end
#!/bin/ksh
(typeset -q x; print no) 2>/dev/null; print $?; integer -q x 2>/dev/null; print $?
typeset -q x
print no
#: stdout
2
2
#: stderr some
#: status 2
#: not bash: another language

#### exec -c leaves no variables
#!/bin/ksh
export X=1; (exec -c /bin/sh -c 'echo ${X-un} ${HOME-un}'); print $X; exec -c -a name /bin/sh -c 'echo $0 ${X-un}' 
#: stdout
un un
1
name un
#: not bash: another language

#### paths of directories are marked
#!/bin/ksh
set -o markdirs; mkdir -p d x/y; touch f; ln -s d l; print *; print d x/*; a=(*); print ${a[@]}; print [d]* */; set +o markdirs; print *
#: stdout
d/ f l/ x/
d x/y/
d/ f l/ x/
d/ d/ l/ x/
d f l x
#: not bash: another language

#### getopts takes + where the letters begin so
#!/bin/ksh
getopts +a o +a; print $? $o; getopts a p +a; print $? $p; OPTIND=1; getopts +ab o +ab; print $o; getopts +ab o +ab; print $o
#: stdout
0 +a
1 ?
+a
+b
#: not bash: another language

#### .sh.command is what the DEBUG trap comes before
#!/bin/ksh
x=1; trap 'print "d ${.sh.command}"' DEBUG
print a $x 'b  c'
y=2 z='a b'
((x<5))
f() { print in f; }
f q
print p | cat
trap - DEBUG
#: stdout
d print a 1 'b  c'
a 1 b  c
d y=2
d z=a b
d (( x<5 ))
d f q
d print in f
in f
d cat
p
d trap - DEBUG
#: not bash: another language

#### what time shows
#!/bin/ksh
{ time :; } 2>&1 | sed 's/0m0[0-9]\.[0-9][0-9]s/T/'; { TIMEFORMAT='%0S%'; time :; echo; TIMEFORMAT=%C; time :; echo $?; TIMEFORMAT=%2lS%%; time :; } 2>&1 | sed 's/.*: C:/C:/; s/0m0[0-9]\.[0-9][0-9]s/T/'
unset TIMEFORMAT; (set -e; time false; echo never) 2>&1; echo $?; (set -e; if time false; then :; fi; echo on) 2>&1 | wc -l
#: stdout

real	T
user	T
sys	T
0%

C: bad format character in time format
0
T%
1
5
#: not bash: another language

#### read -S takes fields in double quotes
#!/bin/ksh
r() { printf "$1\n" | { IFS=, read -rSA a; for i in "${a[@]}"; do printf '<%s>' "$i"; done; echo " ${#a[@]}"; }; }
p() { printf "$1\n" | { IFS=, read -rS a b; print -r "$a|$b"; }; }
r 'a, " x" ,"q,r",,'; r 'a,"x"y,z'; r 'a,x"y,y"z,"",'; r '"a""b","c\nd",e'; r 'a,"b\r\nc",d\r' | tr '\r' R; r ' a , b ," c "'; r ''; r '""'
p '1,"2,3",4'; p '1,2"x,y",4'; p '1,2,"x,y",4'; p '1,"2""3",'; p '"1" ,"2" x,3'; p '1,2,'; p '1,2,,'; p '"a"b"c",d'
IFS=, read -SA a <<<'a\,b,c\"d,"e\"f"'; printf '<%s>' "${a[@]}"; echo; IFS=, read -S <<<'"a,b",c'; print "$REPLY"
printf 'a,"b\nc"\nd\n' | { IFS=, read -S a b; read c; echo "$c"; }
read -S a b c d <<<'  1  "2 x"  3 4 '; echo "$a|$b|$c|$d"; printf '%(csv)q,' a 'b,c' 'd"e' ' x' ''; echo
#: stdout
<a>< ><q,r><> 4
<a><x><z> 3
<a><x><> 3
<a"b><c
d><e> 3
<a><bR
c><d> 3
< a >< b >< c > 3
<> 1
<> 1
1|2,3
1|2"x,y",4
1|2,"x,y",4
1|2"3
1|2
1|2
1|2,,
a|d
<a,b><c"d><e\>
a,b
d
1|2 x|3|4
a,"b,c","d""e"," x",,
#: not bash: another language

#### hexadecimal numbers of printf begin with 1
#!/bin/ksh
printf '%a %.3a %A %.0a %.1a %a\n' 64 1.5 .1 1 1.97 0
printf '[%30.2a] [%-12.1a] [%+.1a] [%#.0a]\n' 10 10 10 1
#: stdout
0x1.0000000000000000000000000000p+6 0x1.800p+0 0X1.999999999999999A000000000000P-4 0x1p+0 0x1.0p+1 0x0.0000000000000000000000000000p+0
[                     0x1.40p+3] [0x1.4p+3    ] [+0x1.4p+3] [0x1.p+0]
#: not bash: another language

#### the manual in a usage string of getopts
#!/bin/ksh
USAGE=$'[-1?\n@(#)$Id: foo (X) 2001-02-03 $\n][-author?Jane Doe <j@x>][+NAME?foo - do a thing]'
USAGE+=$'[+DESCRIPTION?\bfoo\b does a thing to \afile\a, which may be long enough to be wrapped around the end of a line.]'
USAGE+="[+?A second paragraph.][a:all?Show all.][n:num]#[n:=5?Number of lines to print, which is a long text that is wrapped.]"
USAGE+="[f:file]:[file?The file.][v:verbose|loud?Be loud.][o:optional]:?[level?A level.][D:debug][P?Only a letter.]"
USAGE+="[m:mode]:[mode?The mode.]{[f:fast?Quick.][s:slowest?Not quick.]}"
USAGE+=$'\n\n[ file ... ]\n-x [ name ... ]\n\n[+EXIT STATUS?]{[0?OK.][longer?Bad.]}[+SEE ALSO?\bls\b(1)]'
for o in '-?' --help --man; do (getopts "$USAGE" opt "$o") 2>&1; echo "$?" | cat; done | sed "s|$0|NAME|; s|: [^ ]*/case|: NAME|"
#: stdout
Usage: NAME [-avDP] [-n n] [-f file] [-o[level]] [-m mode] [ file ... ]
   Or: NAME -x [ name ... ]
 Help: NAME [ --help | --man ] 2>&1
2
Usage: NAME [ options ] [ file ... ]
   Or: NAME -x [ name ... ]
 Help: NAME [ --help | --man ] 2>&1
OPTIONS
  -a, --all       Show all.
  -n, --num=n     Number of lines to print, which is a long text that is
                  wrapped. The default value is 5.
  -f, --file=file The file.
  -v, --verbose|loud
                  Be loud.
  -o, --optional[=level]
                  A level. The option value may be omitted.
  -D, --debug
  -P              Only a letter.
  -m, --mode=mode The mode.
                    fast  Quick.
                    slowest
                          Not quick.
2
NAME
  foo - do a thing

SYNOPSIS
  foo [ options ] [ file ... ]
  foo -x [ name ... ]

DESCRIPTION
  foo does a thing to file, which may be long enough to be wrapped around the
  end of a line.

  A second paragraph.

OPTIONS
  -a, --all       Show all.
  -n, --num=n     Number of lines to print, which is a long text that is
                  wrapped. The default value is 5.
  -f, --file=file The file.
  -v, --verbose|loud
                  Be loud.
  -o, --optional[=level]
                  A level. The option value may be omitted.
  -D, --debug
  -P              Only a letter.
  -m, --mode=mode The mode.
                    fast  Quick.
                    slowest
                          Not quick.

EXIT STATUS
    0     OK.
    longer
          Bad.

SEE ALSO
  ls(1)

IMPLEMENTATION
  version         foo (X) 2001-02-03
  author          Jane Doe <j@x>
2
#: not bash: another language

#### a coprocess while another one runs
#!/bin/ksh
cat |&
exec 3>&p
cat |& print -p second; read -p r; echo "$r"
cat |&
echo no
#: stdout
second
#: stderr-has coprocess is running; cannot create a new coprocess
#: status 1
#: not bash: another language

#### read -n keeps blanks and splits nothing
#!/bin/ksh
read -n5 x <<< '  ab cd'; echo "[$x]"
read -n6 x y <<< 'a b  c'; echo "[$x][$y]"
read -n9 x <<< 'ab  '; echo "[$x]"
#: stdout
[  ab ]
[a b  c][]
[ab  ]
#: not bash: another language
