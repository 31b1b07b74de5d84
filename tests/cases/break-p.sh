#### more levels than a subshell has loops are its own loops
for x in a b; do (for y in c d; do break 2; done; echo $x); done
for x in a b; do (for y in c d; do continue 3; echo no; done; echo $x); done
for x in a b; do (for y in c d; do for z in e f; do break 2; done; echo no; done; echo $x); done
for x in a b; do (f() { for y in c d; do break 2; done; echo $x; }; f); done
#: stdout
a
b
a
b
a
b
a
b
#: not dash ksh93: leave the enclosing loops too, and so the subshell
#: also bash

#### more levels than a substitution has loops are its own loops
for x in a b; do echo "$(for y in c d; do break 2; done; echo $x)"; done
#: stdout
a
b
#: not dash bash ksh93: leave the enclosing loops too, and so the substitution

#### a function in a subshell does not see the loop of the subshell
for x in a b; do (f() { for y in c d; do for z in e f; do break 2; done; echo no; done; echo $x; }; f; echo end); done
#: stdout
a
end
b
end
