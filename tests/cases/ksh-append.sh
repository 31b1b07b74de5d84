# +=

#### to text
x=a; x+=b; x+='c d'; echo "$x"; y+=new; echo $y
#: stdout
abc d
new
#: also mksh

#### to an integer
typeset -i n=5; n+=3; echo $n; n+=2*2; echo $n
#: stdout
8
12

#### to elements and lists
a=(1); a+=(2 3); a[0]+=x; echo "${a[@]}"; typeset -i b=(1 2); b[1]+=5; echo "${b[@]}"
#: stdout
1x 2 3
1 7

#### in a declaration
x=a; typeset x+=b; echo $x; export x+=c; echo $x
#: stdout
ab
abc
#: not ksh93: does otherwise
#: also mksh

#### before a command
x=a; x+=b "$SH" -c 'echo $x'; echo $x
#: stdout
ab
a

#### to a read-only variable
readonly r=1; (r+=2) 2>/dev/null; echo $r
#: stdout
1
#: also mksh

#### with upper case
typeset -u u=a; u+=b; echo $u
#: stdout
AB
#: also mksh

#### += in arithmetic is another
x=1; (( x += 2 )); echo $x; let x+=3; echo $x
#: stdout
3
6
#: also mksh

#### in a subshell
x=a; (x+=b; echo $x); y=$(x+=c; echo $x); echo $x$y
#: stdout
ab
aac
#: also mksh

#### to IFS and PATH
IFS+=:; x=a:b; set -- $x; echo $#; PATH+=:/nonexistent; [[ $PATH = *:/nonexistent ]] && echo yes
#: stdout
2
yes
#: also mksh
