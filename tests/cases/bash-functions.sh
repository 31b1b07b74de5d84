# How a shell named `bash` shows functions: `declare -f`, `type`.

#### a function is shown with its name on a line of its own
f() { echo hi; }
declare -f f
g() ( a; b )
declare -f g
eval "copy_of_f() $(declare -f f | tail -n +2)"
copy_of_f
type f
#: status 0
#: stdout
f () 
{ 
    echo hi
}
g () 
{ 
    ( a;
    b )
}
hi
f is a function
f () 
{ 
    echo hi
}

#### conditions and loops of functions that are shown
f2() { if a; then b; c; elif d; then e; else g; fi; while x && y; do z; done; until q; do w; done >out 2>&1; }
f4() { for i in 1 2 "$x"; do echo $i; done; for j; do :; done; for ((i=0;i<3;i++)); do echo $i; done; select s in a b; do break; done; }
f5() { case $x in a|b) echo 1;; (c) echo 2; echo 3 ;& *) ;;& z) echo last
esac; }
f6() { (( x++ )); (( x = 1 + 2 )) && [[ $a == b && ( -n c || ! -f d ) ]]; [[ $x =~ ^a(b|c)$ ]]; let "x=1"; }
f25() { if a; b; then c; fi; while a; b; do c; done; case a in b) c & ;; d) ;; esac; }
declare -f
#: status 0
#: stdout
f2 () 
{ 
    if a; then
        b;
        c;
    else
        if d; then
            e;
        else
            g;
        fi;
    fi;
    while x && y; do
        z;
    done;
    until q; do
        w;
    done > out 2>&1
}
f25 () 
{ 
    if a;
    b; then
        c;
    fi;
    while a;
    b; do
        c;
    done;
    case a in 
        b)
            c &
        ;;
        d)

        ;;
    esac
}
f4 () 
{ 
    for i in 1 2 "$x";
    do
        echo $i;
    done;
    for j in "$@";
    do
        :;
    done;
    for ((i=0; i<3; i++))
    do
        echo $i;
    done;
    select s in a b;
    do
        break;
    done
}
f5 () 
{ 
    case $x in 
        a | b)
            echo 1
        ;;
        c)
            echo 2;
            echo 3
        ;&
        *)

        ;;&
        z)
            echo last
        ;;
    esac
}
f6 () 
{ 
    (( x++ ));
    (( x = 1 + 2 )) && [[ $a == b && ( -n c || ! -f d ) ]];
    [[ $x =~ ^a(b|c)$ ]];
    let "x=1"
}

#### lists, pipelines and redirections of functions that are shown
f8() { a & b & wait; { x; y; } > o; ( p; q ) | r; a |& b; ! c | d; time e; time -p g; }
f9() { echo >&2 hi; exec 3<&- 4>&1 5<>file {fd}>x; read x <&3; a &>b; c &>>d; e >| g; cat <<< "str" 2>>err; cat 0<in 1>out; >&- cmd; <&3- z; 2>&- y;}
f23() { a && { b; c; } || { d; }; ( a; ) ; ( (b) ); ! { x; } ; }
f24() { cmd &
cmd2 &
(a; b) &
a && b &
if x; then y & fi; { z & }; while a & b; do c & done; }
function g1 { local x=1 y; function inner { echo in; }; inner2() { :; }; }
g2() { coproc cat; coproc NM { a; b; }; a=(1 2 "x y"); declare -A m=([k]=v); x=1 y=2 cmd arg; }
f10() { a || b && c; d; # comment
  # more
  e \
    f g
}
declare -f
#: status 0
#: stdout
f10 () 
{ 
    a || b && c;
    d;
    e f g
}
f23 () 
{ 
    a && { 
        b;
        c
    } || { 
        d
    };
    ( a );
    ( ( b ) );
    ! { 
        x
    }
}
f24 () 
{ 
    cmd & cmd2 & ( a;
    b ) & a && b & if x; then
        y &
    fi;
    { 
        z &
    };
    while a & b; do
        c &
    done
}
f8 () 
{ 
    a & b & wait;
    { 
        x;
        y
    } > o;
    ( p;
    q ) | r;
    a 2>&1 | b;
    ! c | d;
    time e;
    time -p g
}
f9 () 
{ 
    echo hi 1>&2;
    exec 3>&- 4>&1 5<> file {fd}> x;
    read x 0<&3;
    a &> b;
    c &>> d;
    e >| g;
    cat <<< "str" 2>> err;
    cat < in > out;
    cmd 1>&-;
    z 0<&3-;
    y 2>&-
}
g1 () 
{ 
    local x=1 y;
    function inner () 
    { 
        echo in
    };
    function inner2 () 
    { 
        :
    }
}
g2 () 
{ 
    coproc COPROC cat;
    coproc NM { 
        a;
        b
    };
    a=(1 2 "x y");
    declare -A m=([k]=v);
    x=1 y=2 cmd arg
}

#### here-documents of functions that are shown
f1() { cat <<E && echo x
a
E
cat <<E || { echo x; }
a
E
}
f3() { ( cat <<E
a
E
) ; { cat <<E
b
E
} > x; cat <<E &
c
E
case x in x) cat <<E ;; y) cat <<E
1
E
2
E
;; esac
while cat <<E; do x; done
t
E
while read l <<E
t
E
do x; done
}
f5() { cat; } <<E
top
E
f6() { x | cat <<E | y
b
E
! cat <<E
c
E
 time cat <<'E F' 3<<\G
c
E F
"$g"
G
}
declare -f
f5
#: status 0
#: stdout
f1 () 
{ 
    cat <<E && 
a
E
 echo x
    cat <<E || 
a
E
 { 
        echo x
    }
}
f3 () 
{ 
    ( cat <<E
a
E
 )
    { 
        cat <<E
b
E

    } > x;
    cat <<E &
c
E
  case x in 
        x)
            cat <<E
1
E

        ;;
        y)
            cat <<E
2
E

        ;;
    esac
    while cat <<E
t
E
 do
        x;
    done
    while read l <<E
t
E
 do
        x;
    done
}
f5 () 
{ 
    cat
} <<E
top
E

f6 () 
{ 
    x | cat <<E |
b
E
  y
    ! cat <<E
c
E

    time cat <<'E F' 3<<'G'
c
E F
"$g"
G

}
top

#### a function that was shown can be read again
f() { cat <<E
in $1
E
if true; then echo yes; fi; for i in 1 2; do echo $i; done | { read a; read b; echo "$b$a"; }; case $1 in a*) echo A ;; esac; }
text=$(declare -f f)
unset -f f
eval "$text"
f abc
[ "$(declare -f f)" = "$text" ] && echo same
#: status 0
#: stdout
in abc
yes
21
A
same

#### without a variable of the name unset removes a function
f() { :; }; unset f; type f >/dev/null 2>&1 || echo gone
#: stdout
gone

#### local variables are known in a subshell of the function
f() {
  local x=1; local -A q=([a]=1)
  (local x; echo "[$x]"; declare -i x=3; local x+=4; echo "$x"; q[b]=2; declare -A q; declare -p q)
  g
}
g() { (unset x; echo "$x"; unset x; echo "${x-unset}"); local x=2; (local x=3; (local x; echo "$x")); echo "$x"; }
x=out; f; echo "$x"
#: stdout
[1]
7
declare -A q=([b]="2" [a]="1" )
out
unset
3
2
out

#### what was called with what, under extdebug
f() { echo "${BASH_ARGC[*]}: ${BASH_ARGV[*]}"; g "x y"; echo "${BASH_ARGC[*]}"; }
g() { echo "${BASH_ARGC[*]}: ${BASH_ARGV[*]}"; return; }
f 0
declare -a | grep BASH_ARG
shopt -s extdebug
f 1 2
echo 'echo "${BASH_ARGC[*]}: ${BASH_ARGV[*]}"' >file
. ./file
. ./file q r
(f sub)
echo "${BASH_ARGC[*]}: ${BASH_ARGV[*]}"
#: args s1 s2
#: stdout
: 
: 

declare -a BASH_ARGC=()
declare -a BASH_ARGV=()
2 2: 2 1 s2 s1
1 2 2: x y 2 1 s2 s1
2 2
1 2: ./file s2 s1
2 2: r q s2 s1
1 2: sub s2 s1
1 1 2: x y sub s2 s1
1 2
2: s2 s1

#### functions whose names the environment cannot have are not exported
function a=b { echo no; }; export -f a=b 2>/dev/null; echo $?; env | grep -c 'a=b'
function x/y { echo no; }; export -f x/y 2>/dev/null; echo $?; env | grep -c 'x/y'; function c-d { echo yes; }; export -f c-d; bash -c c-d
#: stdout
1
0
1
0
yes

#### set -a exports the functions that are defined
before() { echo before; }
set -a; f() { echo "f $1"; }; function g { echo g; }
set +a; bash -c 'f a; g; before 2>/dev/null || echo not before'
f() { echo new f; }; bash -c f
#: stdout
f a
g
not before
new f

#### functions are shown with their substitutions, arrays and quotes in one form
f() {
  echo "a $(   echo   x;   echo y )" ${x:-  $(  echo   1 )} <(  cat  <  x ) $(<  file) "$((  1 +   2 ))" `  :`
  echo $'a\tb' $'it\'s' $'\'' $'' "${x:-$'a b'}" $"abc" "$'x'"
  a=(1   "2   3" [3]=4  # comment
    $(  echo   x ) # more
  )
  local  b=(  1  2 ) c=$(  echo   "$(  : )" )
  echo $( (echo   x) ) $(
    echo a
    echo b   # c
  )
  [[ a && ! b || ( -f c && d == e ) ]]
}
declare -f f
#: stdout
f () 
{ 
    echo "a $(echo x; echo y)" ${x:-  $(echo 1)} <(cat < x) $(< file) "$((  1 +   2 ))" `  :`;
    echo 'a	b' 'it'\''s' \' '' "${x:-a b}" "abc" "$'x'";
    a=(1 "2   3" [3]=4 $(echo x));
    local b=(1 2) c=$(echo "$(:)");
    echo $( ( echo x )) $(echo a
echo b);
    [[ -n a && ! -n b || ( -f c && d == e ) ]]
}

#### names of functions may have what words have
a.b=() { echo "1 $FUNCNAME"; }; a.b=
c-d=e() { echo "2 $FUNCNAME"; }; c-d=e
=f() { echo "3 $FUNCNAME"; }; =f
function g[1]=h { echo "4 $FUNCNAME"; }; 'g[1]=h'
~() { echo "5 $FUNCNAME"; }; \~
function @() { echo "6 $FUNCNAME"; }; @
x.get() { echo no; }; x=7; echo $x
declare -f a.b= >/dev/null; echo $?
declare -f a=b 2>/dev/null; echo $?
y.z=1 2>/dev/null; echo $?
#: stdout
1 a.b=
2 c-d=e
3 =f
4 g[1]=h
5 ~
6 @
7
0
1
127

#### names with quotes are wrong when the definition is made
a"b" () { :; }; echo $?
function c\d { :; }; echo $?
e$f() { :; }; echo $?
#: stdout
1
1
1
#: stderr-has line 1: `a"b"': not a valid identifier
#: stderr-has line 2: `c\d': not a valid identifier
#: stderr-has line 3: `e$f': not a valid identifier

#### functions of the environment are of no file
f() { nosuch
echo "${BASH_SOURCE[0]}"
nosuch; }
export -f f; bash -c f 2>&1; bash -c 'type f >/dev/null && f' zero 2>&1 | tail -n 1
echo 'f' >file; bash file 2>&1
#: status 127
#: stdout
environment: nosuch: command not found
environment
environment: line 2: nosuch: command not found
environment: line 2: nosuch: command not found
environment: nosuch: command not found
environment
environment: line 2: nosuch: command not found

#### a pipe at the end of a line that goes on is shown
f() { a |\
 b &&\
 c; $(d |\
e); g >\
file; }
declare -f f
#: stdout
f () 
{ 
    a | b && c;
    $(d | e);
    g > file
}

#### utilities see exported functions, those of `env -i` do not
f() { echo "<$1>"; }; export -f f
env | grep -c '^BASH_FUNC_f%%='; printenv | grep -c '^BASH_FUNC_f%%='; printenv BASH_FUNC_f%% | grep -c '^() {'
env a=1 bash -c 'f $a'; env -u a bash -c 'f b'; env bash -c 'f c'
env -i bash -c 'f d' 2>/dev/null || echo no; env -i | grep -c f%%
(unset -f f; env | grep -c f%%); export -nf f; env | grep -c f%%
env 'BASH_FUNC_g%%=() { echo g; }' bash -c g
#: stdout
1
1
1
<1>
<b>
<c>
no
0
0
0
g

#### the body of a function of the keyword may be a subshell without parentheses before it
function f ( echo "sub $1"; v=1 )
f a; echo "[$v]"
function g () ( echo g )
function h ( ) { echo h; }
g; h
#: status 0
#: stdout
sub a
[]
g
h
