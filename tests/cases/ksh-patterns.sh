# Extended patterns, shopt, pathname expansion.

#### extended patterns in case
for x in foo foobar bar aaa ''; do case $x in @(foo|bar)) echo one;; +(a)) echo as;; ?(foo)) echo none;; foo*) echo foo..;; esac; done
#: stdout
one
foo..
one
as
none
#: not bash: off until extglob
#: also mksh

#### !( in case
for x in a b ab; do case $x in !(a)) echo "$x";; esac; done
#: stdout
b
ab
#: not bash: off until extglob
#: also mksh

#### extended patterns after shopt -s extglob
shopt -s extglob
x=aabb; echo ${x##+(a)} ${x/+(b)/-} ${x//@(a|b)/.}
#: stdout
bb aa- ....
#: not ksh93: has no shopt

#### extended patterns of file names
: >a.c; : >b.c; : >c.h; echo *.@(c|h) !(*.c) +([ab]).c ?(a|b).h
#: stdout
a.c b.c c.h c.h a.c b.c ?(a|b).h
#: not bash: off until extglob
#: also mksh

#### nested extended patterns
[[ abcabcx = +(a@(b|x)c)x ]] && echo 1; [[ ac = a!(b)c && abc != a!(b)c ]] && echo 2
#: stdout
1
2
#: also mksh

#### *( with nothing
[[ '' = *(a|b) ]] && echo 1; [[ abba = *(a|b) ]] && echo 2; [[ abca = *(a|b) ]] || echo 3
#: stdout
1
2
3
#: also mksh

#### nullglob
shopt -s nullglob; echo a* b; set -- *.none; echo $#; shopt -u nullglob; echo *.none
#: stdout
b
0
*.none
#: not ksh93: has no shopt

#### failglob
shopt -s failglob; echo *.none; echo "status $?"
#: stderr some
#: status 1
#: not ksh93: has no shopt

#### dotglob
: >.h; : >v; shopt -s dotglob; echo *; shopt -u dotglob; echo *
#: stdout
.h v
v
#: not ksh93: has no shopt

#### globstar
mkdir -p d/e; : >d/f; : >d/e/g; shopt -s globstar; echo **; echo d/**; echo **/; shopt -u globstar; echo **
#: stdout
d d/e d/e/g d/f
d/ d/e d/e/g d/f
d/ d/e/
d
#: not ksh93: has another option for it

#### set -o globstar (ksh)
mkdir -p d/e; : >d/e/g; set -o globstar; echo **/g
#: stdout
d/e/g
#: not bash: has another option for it

#### nocaseglob
: >ABC; shopt -s nocaseglob; echo a*; shopt -u nocaseglob; echo a*
#: stdout
ABC
a*
#: not ksh93: has no shopt

#### shopt says
shopt nullglob; echo $?; shopt -s nullglob; shopt nullglob; echo $?; shopt -q nullglob && echo on; shopt -p nullglob
#: stdout
nullglob       	off
1
nullglob       	on
0
on
shopt -s nullglob
#: not ksh93: has no shopt

#### an unknown option
shopt -s nothing; echo $?
#: stdout
1
#: stderr some
#: not ksh93: has no shopt

#### shopt -o
shopt -so noglob; echo *; shopt -qo noglob && echo on; shopt -uo noglob
#: stdout
*
on
#: not ksh93: has no shopt

#### shopt in a subshell is its own
(shopt -s nullglob; echo none*); x=$(shopt -s nullglob; echo none*); echo none* "<$x>"
#: stdout

none* <>
#: not ksh93: has no shopt

#### character classes
: >1; : >a; : >A; echo [[:digit:]] [[:upper:]] [![:digit:]]
#: stdout
1 A A a
#: also mksh

#### expand_aliases
alias hi='echo hello'
hi
#: stdout
hello
#: not bash: aliases are off in scripts
#: also mksh

#### ;& and ;;&
case a in a) echo 1;& b) echo 2;; c) echo 3;; esac; case ab in a*) echo 1;;& *b) echo 2;;& c) echo 3;; *) echo 4;; esac
#: stdout
1
2
1
2
4
#: not ksh93: has no ;;&
#: also mksh

#### ;& falls through
case a in a) echo 1;& b) echo 2;; c) echo 3;; esac
#: stdout
1
2
#: also mksh

#### nocasematch leaves no trace
(shopt -s nocasematch; [[ A = a ]] && echo 1); [[ A = a ]] || echo 2
#: stdout
1
2
#: not ksh93: has no shopt

#### .* matches neither . nor ..
: >.a; echo .*
#: stdout
.a
#: also mksh

#### GLOBIGNORE names what pathname expansion leaves out
mkdir d; : >a.txt; : >.b; : >d/c.txt; : >d/d.h
GLOBIGNORE='*.txt:d/*.h'
echo *; echo */*; echo *.txt
GLOBIGNORE=; echo d/*
#: stdout
.b d
d/c.txt
*.txt
d/c.txt d/d.h
#: not ksh93: has not this

#### nocasematch is not for what is cut off
#!/bin/bash
shopt -s nocasematch; x=aB; echo ${x#A} ${x%b}; [[ $x == Ab ]] && echo yes
#: stdout
aB aB
yes
#: not ksh93: has no shopt

#### a group that has no end is no group
line='a([b'; echo "${line##*([}"
#: stdout
b
#: not ksh93: an error of syntax

#### a pattern with a group is a value
#!/bin/bash
shopt -s extglob
g=--@(help|verbose)
[[ --help == $g && -- != $g ]] && echo yes
#: stdout
yes
#: not ksh93: has no shopt

#### the first pattern of a branch has groups after a letter and a dash
for x in -ax -n b; do case $x in -?(a)[ix]*) echo 1;; -!(-*)n|-+(n)) echo 2;;
  b?(c)) echo 3;; esac; done
#: stdout
1
2
3
#: not bash: off until extglob
#: also mksh

#### ** after ** finds nothing twice
mkdir -p a/b/c; shopt -s globstar; echo **/**; echo **/**/c
#: stdout
a a/b a/b/c
a/b/c
#: not ksh93: has no shopt

#### what groups have taken of a long text
x=$(printf '%3000s' '' | tr ' ' a)b; y="${x/*(?)b/\1}"; echo ${#y}; y="${x/+(a|@(c))b/[\1]}"; echo ${#y}
#: stdout
3000
3002
#: not bash: has not these

#### what is cut off is the last match
x=abc; y=${x#@(a|b)}; echo "$y ${.sh.match[0]}-${.sh.match[1]}"; y=${x%%+(c)}; echo "$y ${.sh.match[0]}"
#: stdout
bc a-a
ab c
#: not bash: has no .sh.match
