# Quoting: XCU 2.2.

#### backslash keeps the character that follows
echo \a\b \\ \$x \"a\" \'a\' \#a \;
#: stdout
ab \ $x "a" 'a' #a ;
