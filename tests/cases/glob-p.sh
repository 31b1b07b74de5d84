# Pathname expansion and patterns: XCU 2.6.6, 2.14.

#### star, question mark and brackets, sorted
>b; >a; >ab; >c1; >c2; >.hidden
echo *
echo ? ?? c? [ab] [!a]* [a-b]* c[12] c[!1]
#: stdout
a ab b c1 c2
a b ab c1 c2 c1 c2 a b b c1 c2 a ab b c1 c2 c2

#### without a match the word stays, quotes removed
echo x* "y"* z'*'*[a] [ab] n?
#: stdout
x* y* z**[a] [ab] n?

#### a leading dot must be given
>.a; >.b; >c; mkdir d; >d/.e; >d/f
echo * .[!.]* d/* d/.[!.]*
echo ?a [.]a .[a-z]
#: stdout
c d .a .b d/f d/.e
?a [.]a .a .b

#### directories and slashes
mkdir -p x/y x/z w; >x/y/f; >x/z/f; >w/f; >g
echo */ x/*/f */* */*/f x//y/* ./w/*
#: stdout
w/ x/ x/y/f x/z/f w/f x/y x/z x/y/f x/z/f x//y/f ./w/f

#### a slash is matched only by a slash
mkdir a; >a/b
echo a?b a*b a[/]b [a/b]
#: stdout
a?b a*b a[/]b [a/b]

#### a quoted part is literal
>'a*b'; >axb; >'a?'; >'[x]'
echo a'*'b a\*b "a*"b a*b "[x]" \[x] '['*
#: stdout
a*b a*b a*b a*b axb [x] [x] [x]

#### patterns from expansions
>a1; >a2; p='a*' q='[a]' 
echo $p "$p" ${q}1 "${q}"1 $q*
#: stdout
a1 a2 a* a1 [a]1 a1 a2

#### ranges and classes
>a; >b; >m; >z; >A; >Z; >0; >5; >_; >-
echo [a-m] [A-Z] [0-9] [[:digit:]] [[:upper:]] [![:alnum:]] [_-] [a-c-] [[:lower:][:digit:]] [!a-zA-Z]
#: stdout
a b m A Z 0 5 0 5 A Z - _ - _ - a b 0 5 a b m z - 0 5 _

#### equivalence and collating symbols
>a; >-; >']'
echo [[.-.]] [[=a=]] [[.].]a]
#: stdout
- a ] a
#: not dash: knows none

#### the bracket at the first place
>']'; >'['; >a; >'!'
echo []] [[] []a] [!]] [a]]
#: stdout
] [ ] a ! [ a [a]]

#### set -f
>a1
set -f; echo a*; set +f; echo a*
x='a*'; set -f; echo $x
#: stdout
a*
a1
a*

#### no pathname expansion in assignments, case, redirections and here-documents
>f1
x=f*; echo "$x"
case f* in 'f*') echo case;; esac
cat <<E
f*
E
echo data >g*; ls
#: stdout
f*
case
f*
f1
g*

#### broken links and directories that cannot be read match
ln -s nowhere link; mkdir d; chmod 0 d
echo l* d* d/*
#: stdout
link d d/*

#### a directory without search permission
mkdir d; >d/a; chmod 444 d
$UNPRIVILEGED "$SH" -c 'echo d/*'
chmod 755 d
#: stdout
d/a
#: needs setpriv

#### a directory without read permission
mkdir d; >d/a; chmod 111 d
$UNPRIVILEGED "$SH" -c 'echo d/* d/a'
$UNPRIVILEGED "$SH" -c 'echo d*/a'
chmod 755 d
#: stdout
d/* d/a
d/a
#: needs setpriv

#### names with blanks, newlines, quotes and bytes
>'a b'; >"c'd"; >'e"f'; >'g
h'; >'\'; touch "$(printf 'i\377')"
for f in *; do printf '<%s>' "$f"; done | od -An -c | tr -d ' \n'; echo
#: stdout
<\><ab><c'd><e"f><g\nh><i377>

#### sorting is by bytes in the C locale
>B; >a; >_; >1; >é
echo *
#: stdout
1 B _ a é

#### a pattern only of an absolute path
mkdir -p d; >d/x
echo "$PWD"/d/* | sed "s,$PWD,,"
echo /de[v] /d?v/nul[l]
#: stdout
/d/x
/dev /dev/null

#### dot and dot-dot components in a pattern
mkdir d; >d/x; >y
echo ./* d/../* ../work/* d/./*
#: stdout
./d ./y d/../d d/../y ../work/d ../work/y d/./x

#### a word with many stars is quick
>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab
case aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa in *a*a*a*a*a*b) echo no;; *) echo none;; esac
echo *a*a*b
#: stdout
none
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab

#### many stars without a match end at once
x=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
case $x in *a*a*a*a*a*a*a*a*a*a*a*a*a*b) echo no;; *) echo none;; esac
#: stdout
none
#: not ksh93 dash: exponential in some

#### 1000 files
mkdir m; cd m; i=0; while [ $i -lt 1000 ]; do >f$i; i=$((i+1)); done
set -- *; echo $# $1 ${1000}
set -- f*9; echo $#
#: stdout
1000 f0 f999
100

#### globs at the place of a command name
>echo_; printf '#!/bin/sh\necho ran\n' >run_me; chmod +x run_me
./run_*
ech[o] a 2>/dev/null; echo $?
#: stdout
ran
127

#### the pattern of ${x#...} matches slashes and leading dots
x=.a/b; echo "${x#*a}" "${x##*/}" "${x#?}"
#: stdout
/b b a/b

#### UTF-8: a question mark and a bracket match a character
>é; >aé
echo ? a? [é] a[é] a[!a]
case é in ?) echo one;; esac
case é in [é]) echo br;; esac
x=éa; echo "${x#?}"
#: env LC_ALL=C.UTF-8
#: stdout
é aé é aé aé
one
br
a
#: not dash: knows bytes only
