#### names of options, with no before them, cut short, and with values
#!/bin/ksh
set --bgnice; [[ -o bgnice && ! -o no_bgnice && -o ?nobg-nice ]] && print on
set --no-bg_nice; [[ -o bgnice ]] || print off
set -o nolog=0; [[ -o log ]] && print log
set --trackall --markdirs; [[ -o markdirs && -o track_all ]] && print both
[[ -o logi ]] || print 'no login shell'
[[ -o ?foo ]] || print 'no foo'
#: stdout
on
off
log
both
no login shell
no foo
#: not bash: another language

#### the state can be kept and put back
#!/bin/ksh
set --noglob; state=$(set --state); [[ $state == "set --default "*" --noglob"* ]] && print told
[[ $(set +o) == "$state" ]] && print same
set --default; [[ -o glob && ! -o braceexpand ]] && print cleared
eval "$state"; [[ -o noglob && -o braceexpand ]] && print back
#: stdout
told
same
cleared
back
#: not bash: another language

#### posix changes two others, unless told not to
#!/bin/ksh
(set -o posix; [[ -o letoctal && ! -o braceexpand ]] && echo both)
(set -o posix -B +o letoctal; [[ -o letoctal || ! -o braceexpand ]] || echo neither)
(set --default -o posix; [[ -o letoctal ]] || echo alone)
#: stdout
both
neither
alone
#: not bash: another language

#### tracked aliases
#!/bin/ksh
hash -r chmod; x=$(hash); print ${x/=*\//=}; alias -pt; alias -pt ls 2>&1; print $?
alias foo=BAR 'b=a b'; alias -p foo; alias b; alias x y z 2>&1; print $?
#: stdout
chmod=chmod
alias -t chmod
ls: tracked alias not found
1
alias foo=BAR
b='a b'
x: alias not found
y: alias not found
z: alias not found
3
#: not bash: another language

#### a tilde and what a script makes of it
#!/bin/ksh
HOME=/; print ~ ~/x; u=root; [[ ~$u == ~root ]] && print same
.sh.tilde.get() { case ${.sh.tilde} in '~tmp') .sh.value=/tmp;; '~') .sh.value=~/more;; esac; }
print ~tmp/x ~/y ~nobodyatall
unset .sh.tilde; print ~tmp
#: stdout
/ /x
same
/tmp/x /more/y ~nobodyatall
~tmp
#: not bash: another language

#### let in posix mode sees computed variables
#!/bin/ksh
set -u -o posix
let .sh.subshell; echo $?
(let .sh.subshell; echo $?)
let "x=010"; echo $x
set +o posix; let "x=010"; echo $x; set -o letoctal; let "x=010 + RANDOM * 0 + .sh.subshell"; echo $x
#: stdout
1
0
8
10
8
#: not bash: has no .sh.subshell
