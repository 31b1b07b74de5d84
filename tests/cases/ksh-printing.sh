# printf, print, echo.

#### printf -v
printf -v x '%03d|%s' 7 'a b'; echo "$x"
#: stdout
007|a b

#### printf -v to an element
printf -v 'a[2]' %s x; typeset -A m; printf -v 'm[k]' %d 5; echo "${!a[@]} ${a[2]} ${m[k]}"
#: stdout
2 x 5

#### printf -v keeps newlines
printf -v x 'a\nb\n'; echo "<$x>"
#: stdout
<a
b
>

#### printf %q
printf '%q %q %q %q\n' plain 'a b' "it's" ''; printf '%q\n' $'a\nb' '$x' '*'
#: stdout
plain 'a b' "it's" ''
'a'$'\n''b'
'$x'
'*'
#: not bash: GNU's printf quotes so
#: not ksh93: GNU's printf quotes so
#: also mksh

#### what %q gives can be read again
x="a 'b' \"c\" \$d \\ *"; eval "y=$(printf %q "$x")"; [[ $x = "$y" ]] && echo same
#: stdout
same
#: also mksh

#### printf %(format)T
TZ=UTC printf '%(%Y-%m-%d %H:%M:%S)T\n' 0 86399
#: stdout
1970-01-01 00:00:00
1970-01-01 23:59:59
#: not ksh93: has other rules

#### printf %(format)T of now
printf -v a '%(%s)T' -1; (( a > 1500000000 )) && echo now; printf '%(%Y)T\n' -1 | grep -c '^20'
#: stdout
now
1

#### printf %b, %c, %x, %o, %e, %g
printf '%b|%c|%x|%X|%o|%e|%g\n' 'a\tb' xyz 255 255 8 1.5 0.0001
#: stdout
a	b|x|ff|FF|10|1.500000e+00|0.0001
#: also mksh

#### printf repeats its format
printf '%s-%s\n' a b c
#: stdout
a-b
c-
#: also mksh

#### printf * widths
printf '%*d|%-*d|%.*f\n' 5 42 5 42 2 3.14159
#: stdout
   42|42   |3.14
#: also mksh

#### printf numbers of characters
printf '%d %d\n' "'A" '"a'; printf '%s\n'; printf '%d\n' 0x1f 010
#: stdout
65 97

31
8
#: not ksh93: does otherwise
#: also mksh

#### printf of a number that is none
printf '%d\n' abc 2>/dev/null; echo $?
#: stdout
0
1
#: not ksh93: is a name there
#: also mksh

#### printf with \x and octal
printf '\x41\101\0\n' | od -An -c
#: stdout
   A   A  \0  \n
#: also mksh

#### printf %s of arrays
a=(1 2 3); printf '<%s>' "${a[@]}"; echo; printf '%s,' "${a[@]:1}"; echo
#: stdout
<1><2><3>
2,3,

#### printf %5s and %-5s and %.2s
printf '<%5s><%-5s><%.2s><%5.1s>\n' ab ab abc xyz
#: stdout
<   ab><ab   ><ab><    x>
#: also mksh

#### print (ksh)
print a b; print -n c; print; print -r 'a\tb'; print 'a\tb'; print -- -n
#: stdout
a b
c
a\tb
a	b
-n
#: not bash: has no print
#: also mksh

#### print -u (ksh)
print -u2 err 2>&1; exec 3>f; print -u3 three; cat f
#: stdout
err
three
#: not bash: has no print
#: also mksh

#### print -f (ksh)
print -f '%s-%d\n' a 1
#: stdout
a-1
#: not bash: has no print

#### print - and -R (ksh)
print - -n; print -R -n 'a\tb'; print -R -x
#: stdout
-n
a\tb-x
#: not bash: has no print
#: also mksh

#### print -v (ksh)
print 'a\cb'; print ' end'
#: stdout
a end
#: not bash: has no print

#### print -s is no error (ksh)
print -s history; echo $?
#: stdout
0
#: not bash: is another command there
#: also mksh

#### echo -e, -n, -E
echo -e 'a\tb\x41\0101'; echo -n x; echo; echo -E 'a\tb'; echo -ne 'a\n'
#: stdout
a	bAA
x
a\tb
a
#: not ksh93: another echo
#: also mksh

#### print in a pipeline and a substitution (ksh)
print a | cat; x=$(print b); print "$x"
#: stdout
a
b
#: not bash: has no print
#: also mksh

#### characters by their number
echo 'echo -e "\u3bcx\u41\u00e9 \U1F600 \u"; printf "\u3bcx\u41 %b\n" "\u20ac"' >x
LC_ALL=C.UTF-8 "$SH" x; LC_ALL=C "$SH" x; echo -e '\1\01' | od -An -tx1
#: stdout
μxAé 😀 \u
μxA €
\u03BCxA\u00E9 \U0001F600 \u
\u03BCxA \u20AC
 5c 31 01 0a
#: not ksh93: another echo
