# Forms of parameter expansion.

#### substrings
x=abcdefg; echo "${x:2} ${x:1:3} ${x: -3} ${x: -3:2} ${x:0:-2} ${x:9}<"
#: stdout
cdefg bcd efg ef abcde <
#: not ksh93: no length below 0

#### substrings by expressions
x=abcdefg i=2; echo "${x:i} ${x:i+1:i} ${x:(-2)} ${x:$i:1}"
#: stdout
cdefg de fg c
#: not ksh93: does otherwise
#: also mksh

#### substrings of positional parameters
set -- a b c d e; echo "${@:2} / ${@:2:2} / ${*:4} / ${@: -2}"
#: stdout
b c d e / b c / d e / d e

#### "$@" from 0
set -- a b; x=("${@:0}"); echo ${#x[@]}; echo "${@:1:1}"
#: stdout
3
a

#### replace the first, all, at the ends
x=banana; echo ${x/a/o} ${x//a/o} ${x/#b/B} ${x/%a/A} ${x/#a/X} ${x/%n/X}
#: stdout
bonana bonono Banana bananA banana banana
#: also mksh

#### replacement without a text deletes
x=banana; echo ${x/an} ${x//an} ${x//[an]/}
#: stdout
bana ba b
#: also mksh

#### patterns in replacements
x=hello.tar.gz; echo ${x/.*/} ${x//[aeiou]/_} ${x/%.??/.xz} ${x//./ }
#: stdout
hello h_ll_.t_r.gz hello.tar.xz hello tar gz
#: also mksh

#### the longest match
x=aXbXc; echo ${x/X*/-} ${x//X*X/-}
#: stdout
a- a-c
#: also mksh

#### quotes in the pattern and the text
x='a*b/c'; echo "${x/\*/+} ${x/'*'/+} ${x//\//|} ${x/"/"/:}"
#: stdout
a+b/c a+b/c a*b|c a*b:c
#: also mksh

#### a replacement with expansions and quotes
x=abc y='1 2'; echo "${x/b/$y}" "${x/b/"$y"}" "${x/b/'q'}"
#: stdout
a1 2c a1 2c aqc
#: also mksh

#### no & in the replacement
x=abc; echo "${x/b/[&]}" "${x/b/\&}"
#: stdout
a[&]c a&c
#: not bash: & is the match
#: also mksh

#### replacement in each positional parameter
set -- foo boo; echo "${@/o/0}" "${*//o/0}"
#: stdout
f0o b0o f00 b00

#### an empty pattern replaces nothing
x=abc; echo "${x//}" "${x//x/}" "${x///y}"
#: stdout
abc abc abc
#: also mksh

#### upper and lower case
x='hello World'; echo "${x^} ${x^^} ${x,} ${x,,} ${x~~} ${x^^[aeiou]}"
#: stdout
Hello World HELLO WORLD hello World hello world HELLO wORLD hEllO WOrld
#: not ksh93: has no such form

#### transformations
x="it's"; echo "${x@Q} ${x@U} ${x@u} ${x@L}"; y='a\tb'; echo "${y@E}"; typeset -i n=3; echo "${n@A} ${n@a}"; echo "${z@Q}<"
#: stdout
'it'\''s' IT'S It's it's
a	b
declare -i n='3' i
<
#: not ksh93: has no such form

#### indirection
x=y y=value; echo ${!x} ${!x:1:2}; set -- a b; n=2; echo ${!n} ${!#}
#: stdout
value al
b b
#: not ksh93: its ${!x} names

#### indirection to an element
a=(1 2 3); x='a[1]'; echo ${!x}; x='a[@]'; echo ${!x}
#: stdout
2
1 2 3
#: not ksh93: its ${!x} names

#### names by prefix
ab1=1 ab2=2; echo ${!ab*} "${!ab@}"
#: stdout
ab1 ab2 ab1 ab2

#### defaults with arrays and quotes
unset x; echo "${x:-a  b}" ${x:-a  b} "${x:-"c  d"}" "${x:-'q'}"
#: stdout
a  b a b c  d 'q'
#: not ksh93: does otherwise
#: also mksh

#### assign defaults to elements
a=(); : ${a[2]:=two}; echo "${a[2]} ${#a[@]}"
#: stdout
two 1
#: not ksh93: does otherwise
#: also mksh

#### errors
(: ${x?not set}; echo no) 2>/dev/null || echo failed
#: stdout
failed
#: also mksh

#### trims with extended patterns
x=foobarbar; echo ${x%+(bar)} ${x%%+(bar)} ${x#@(foo|x)}
#: stdout
foobar foo barbar
#: not bash: off until extglob
#: also mksh

#### trims of positional parameters
set -- a.c b.c; echo ${@%.c} "${*#?.}"
#: stdout
a b c c

#### lengths
set -- a bb; x=hello; echo ${#x} ${#@} ${#*} ${#} ${#1} ${#2}
#: stdout
5 2 2 2 1 2
#: also mksh

#### special parameters with substrings
set -- abc def; echo ${1:1} ${2:0:1} ${1/b/X}
#: stdout
bc d aXc
#: also mksh

#### nested expansions
x=abc y=b; echo ${x#${y:+a}} ${x/${y}/${x%c}} ${z:-${x:1:1}}
#: stdout
bc aabc b
#: also mksh

#### a bad substitution
(eval 'echo ${x!}'; echo no) 2>/dev/null; echo $((!!$?))
#: stdout
1
#: not ksh93: whether the shell ends
#: also mksh

#### substring with a length below zero past the beginning
x=abc; echo "[${x:1:-5}]"
#: stdout
[]
#: not bash: is an error

#### nothing leaks from an assigned default in a subshell
(: ${q:=1}; echo $q); x=$(: ${q:=2}; echo $q); echo "$x <$q>"
#: stdout
1
2 <>
#: also mksh

#### arithmetic side effects in a substring
x=abcdef i=0; echo ${x:i++:1} ${x:i++:1} $i
#: stdout
a b 2
#: also mksh

#### $'…' in patterns and texts
x=$'a\tb\nc'; echo "${x//[$'\t\n']/ }"; echo "${x/$'\t'/$'\x41'}"
#: stdout
a b c
aAb
c
#: also mksh

#### $"…" is a string
echo $"hello"
#: stdout
hello
#: also mksh

#### slashes in patterns
x=/usr/local/bin; echo ${x//\//:} ${x/\/usr/} ${x##*/} ${x/local\/bin/x}
#: stdout
:usr:local:bin /local/bin bin /usr/x
#: also mksh

#### replacement of a newline
x='a
b'; echo "${x//
/,}"
#: stdout
a,b
#: also mksh

#### ${x/#/pre} and ${x/%/post}
x=abc; echo "${x/#/pre}" "${x/%/post}"
#: stdout
preabc abcpost
#: not ksh93: an empty pattern
#: also mksh

#### an array with #/% anchors
a=(a b); echo "${a[@]/#/-}" "${a[@]/%/+}"
#: stdout
-a -b a+ b+
#: not ksh93: an empty pattern

#### bytes outside ASCII
x=$'\xff\xfeab'; y=${x:2}; echo "$y ${#x}"
#: stdout
ab 4
#: not ksh93: does otherwise

#### ${.sh.version} and ${.sh.name} have values
[[ -n ${.sh.version} ]] && echo yes
#: stdout
yes
#: not bash: has no such names

#### $"" and $'' at the edges
echo a$'b'c$'\101'\$'x'
#: stdout
abcA$x
#: also mksh

#### prompts by @P
x='a\\b\n'; sleep 1 & y='\j'; echo "${x@P}" "${y@P}"; kill $!
#: stdout
a\b
 1
#: not ksh93: has no such form

#### `shift` takes an expression (ksh93, mksh)
set -- a b c d; n=2; shift $n-1; echo $*; shift n-1; echo $*
#: stdout
b c d
c d
#: not bash: numbers only
