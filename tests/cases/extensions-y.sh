# Extensions under the name `sh`.

#### what POSIX does not have is not there
echo 1 | { read a.b; echo $?; }
echo 1 | { read 'x?p'; echo $?; }
f() { local x; echo "[$x]"; }; x=1; f
(readonly y=1; unset y; echo no); echo $?
case $- in *B*) echo B ;; *) echo none ;; esac
set -- -a x; getopts 'a#' o; echo "$o $OPTARG $OPTIND"
hash -l; echo $?
command -v function; echo $?
env 'BASH_FUNC_g%%=() { echo hi; }' "$SH" -c 'A=1; export A; "$PROBE" env "BASH_FUNC_g%%"'
typeset -n r; typeset -p r
#: stdout
2
2
[1]
2
none
a  2
2
127
BASH_FUNC_g%%=() { echo hi; }
typeset -n r=r
#: stderr some
