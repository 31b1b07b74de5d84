# printf: XCU printf, XBD 5.

#### strings
printf '%s|%10s|%-10s|%.2s|%5.1s|%s\n' abc abc abc abc abc ''
printf '%*s|%-*s|%.*s\n' 5 a 5 b 2 cde
#: stdout
abc|       abc|abc       |ab|    a|
    a|b    |cd

#### integers
printf '%d %i %5d|%-5d|%05d %+d % d %.3d %+.2d\n' 1 -2 3 4 5 6 7 8 9
printf '%u %o %x %X %#o %#x %#X\n' 10 8 255 255 8 255 255
#: stdout
1 -2     3|4    |00005 +6  7 008 +09
10 10 ff FF 010 0xff 0XFF

#### number forms
printf '%d ' 010 0x1F +5 -7 "'A" '"a' ' 3' 0 -010 -0x10; echo
#: stdout
8 31 5 -7 65 97 3 0 -8 -16 

#### limits
printf '%d %d\n' 9223372036854775807 -9223372036854775808
printf '%u %x\n' 18446744073709551615 18446744073709551615
printf '%x %u %o\n' -1 -1 -1
#: stdout
9223372036854775807 -9223372036854775808
18446744073709551615 ffffffffffffffff
ffffffffffffffff 18446744073709551615 1777777777777777777777
#: not ksh93: stops at the largest signed number

#### what is too large is an error, the limit is printed
printf '%d\n' 9223372036854775808 2>/dev/null; echo $?
printf '%d\n' -9999999999999999999 2>/dev/null; echo $?
#: stdout
9223372036854775807
1
-9223372036854775808
1
#: not bash: prints and warns, status 0

#### what is no number is an error, the part before it counts
printf '%d\n' abc 2>/dev/null; echo $?
printf '%d\n' 12abc 2>/dev/null; echo $?
printf '%d\n' '' 2>/dev/null; echo $?
printf '%d %d\n' 1x 2 2>/dev/null; echo $?
#: stdout
0
1
12
1
0
0
1 2
1
#: not ksh93: evaluates arithmetic

#### the format is used again while operands are left
printf '%s\n' a b c
printf '%s-%s\n' a b c
printf '%s %d\n' a 1 b
printf 'x\n' a b
printf '%%\n' a
#: stdout
a
b
c
a-b
c-
a 1
b 0
x
%

#### without operands strings are empty and numbers 0
printf '<%s><%d><%5s><%b>\n'
printf '\n'
printf ''
#: stdout
<><0><     ><>

#: end

#### escapes in the format by name and octal
printf 'a\tb\nc\\d\101\n'
printf '\a\b\f\r\v' | od -An -tx1
printf '\1\12\123x\0' | od -An -tx1
#: stdout
a	b
c\dA
 07 08 0c 0d 0b
 01 0a 53 78 00

#### %b: escapes in the operand
printf '%b|%b|%b\n' 'a\tb' '\0101' 'x\\y'
printf '%b' '\a\b\f\n\r\t\v\\' | od -An -tx1
printf '%b' '\0' '\01' '\0123' | od -An -tx1
printf '%5b|%-5b|%.1b\n' 'a' 'b' 'cd'
#: stdout
a	b|A|x\y
 07 08 0c 0a 0d 09 0b 5c
 00 01 53
    a|b    |c

#### %b: \c ends all output
printf '%b' 'a\cb' c; echo .
printf '%s %b %s\n' x 'y\cz' w; echo .
#: stdout
a.
x y.

#### %c takes the first byte
printf '%c%c\n' abc d
printf '%3c|%-3c|\n' x y
#: stdout
ad
  x|y  |

#### floating point, digits that need no rounding
printf '%f %.2f %e %g %G %10.3f|%-10.1f|%+f %.0f\n' 1.5 2.25 12345 0.0001 1e20 3.125 2.5 1 4
printf '%f %g %a\n' -0.5 1e-10 1 | sed 's/0x.*/hex/'
printf '%5.1f|%-8.2e|%08.3f|%#.0f\n' 9.5 1500 -1.5 3
#: stdout
1.500000 2.25 1.234500e+04 0.0001 1E+20      3.125|2.5       |+1.000000 4
-0.500000 1e-10 hex
  9.5|1.50e+03|-001.500|3.

#### infinities
printf '%f %e %g %5.1f\n' inf -inf infinity INF
printf '%f\n' nan | tr -d -
#: stdout
inf -inf inf   inf
nan
#: not ksh93: takes the names for variables

#### unknown conversions are errors
printf '%z\n' a 2>/dev/null; [ $? -ne 0 ] && echo 1
printf '%' 2>/dev/null; [ $? -ne 0 ] && echo 2
printf 'a%' >/dev/null 2>&1; [ $? -ne 0 ] && echo 3
printf 2>/dev/null; [ $? -ne 0 ] && echo 4
#: stdout
1
2
3
4
#: not ksh93: prints some of them

#### -- before the format, and formats with a dash
printf -- '-%s\n' a
printf -- '--\n'
#: stdout
-a
--

#### star with negative width
printf '<%*s>\n' -5 a
printf '<%.*s>\n' -1 abc
#: stdout
<a    >
<abc>

#### a write error is reported
printf 'a\n' >/dev/full; [ $? -ne 0 ] && echo failed
echo a >/dev/full; [ $? -ne 0 ] && echo failed
#: stdout
failed
failed
#: stderr any
#: needs /dev/full

#### large fields
printf '%100000s' x | wc -c | tr -d ' '
printf '%.100000d' 1 | wc -c | tr -d ' '
printf '%0200d\n' 5 | wc -c | tr -d ' '
#: stdout
100000
100000
201

#### 10000 operands
set -- $(i=0; while [ $i -lt 10000 ]; do echo x; i=$((i+1)); done)
printf '%s\n' "$@" | wc -l | tr -d ' '
printf '%.0s' "$@" | wc -c | tr -d ' '
#: stdout
10000
0

#### bytes that are no characters
printf '%s' "$(printf '\377\200')" | od -An -tx1
printf '\377%c' "$(printf '\376')" | od -An -tx1
#: stdout
 ff 80
 ff fe

#### flags together
printf '%+5d|%-+5d|% 05d|%+.3d|%#5x|%-#6o|\n' 1 2 3 4 5 6
#: stdout
   +1|+2   | 0003|+004|  0x5|06    |

#### number arguments: %n$
printf '%2$s %1$s\n' a b
printf '%1$s %1$s\n' a b
#: stdout
b a
a a
b b
#: not dash bash: have no numbered arguments

#### echo: words, blanks and a newline
echo; echo a  b 'c  d'; echo ''; echo - --; echo x -n
#: stdout

a b c  d

- --
x -n

#### echo -n
echo -n a; echo b
#: stdout
ab

#### true and false
true; echo $?; false; echo $?; true a b; echo $?; false --help >/dev/null; echo $?
#: stdout
0
1
0
1

#### \x without digits is no escape
printf 'a\xZZ\n'; echo $?
#: stdout
a\xZZ
0
#: not ksh93: makes a NUL of it

#### numbers with a fraction are doubles
printf '%.20f %a %a %.17g %g\n' 0.1 1 0x1.8p-3 -0.3 '"A'
printf '%g %a\n' 1e309 -0; echo $?
#: stdout
0.10000000000000000555 0x1p+0 0x1.8p-3 -0.29999999999999999 65
inf -0x0p+0
1
#: stderr some
#: not bash ksh93: overflow is a warning there; Korn shells compute with more bits
