#### a subscript is evaluated after the value that is assigned
n=0; (( a[n] = ++n )); echo "${!a[@]}"
#: stdout
1

#### random numbers after a seed
RANDOM=42; echo $RANDOM $RANDOM $RANDOM
RANDOM=1; echo $RANDOM
RANDOM=0; echo $RANDOM
RANDOM=-5; echo $RANDOM
#: stdout
17772 26794 1435
16807
20814
17653

#### what is assigned to has to be a variable
x=2
echo $(( 1 ? 20 : x+=2 ))
#: status 1
#: stderr-has attempted assignment to non-variable

#### an expression in a variable is what a message shows
a='4 + '
(( ( 4 + a ) + 4 ))
#: status 1
#: stderr-has 4 + : syntax error: operand expected (error token is "+ ")
