#### a here-document that the end of the script ends is warned of
cat <<E
a
#: stdout
a
#: stderr-has line 2: warning: here-document at line 1 delimited by end-of-file (wanted `E')

#### one that ends with a substitution, too
x=$(cat <<E
a
E)
y=$(cat <<E
b
E )
echo $x $y
#: stdout
a b
#: stderr-has line 3: warning: here-document at line 1 delimited by end-of-file (wanted `E')

#### lists are joined by spaces
set -- a b; x=(c d); IFS=:
cat <<E
$* "$*" $@ ${x[*]} ${u-$*} ${*#a} $(echo "$*")
E
cat <<<"$*"; y=$* z=$@; echo "$y $z"
#: stdout
a b "a b" a b c d a b  b a:b
a:b
a:b a b
