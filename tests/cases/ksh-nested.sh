# Scripts of ksh93 that a script calls: what is the caller's and what is theirs.

#### arrays of two scripts by one name may be of two kinds
f='function x { nameref n=$1; print $((n + 1)); }; x z[1]'
"$SH" -uc "typeset -a z; z[1]=1; $f"; "$SH" -uc "typeset -A z; z[1]=2; $f"; "$SH" -uc "typeset -a z; z[1]=3; $f"
#: stdout
2
3
4

#### a status above 255 is what wait(2) leaves of it
"$SH" -c 'function f { return 267; }; f'; echo $?
#: stdout
11
