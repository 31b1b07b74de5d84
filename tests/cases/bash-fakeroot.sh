#### UID and EUID are those that fakeroot shows
$UNPRIVILEGED fakeroot "$SH" -c 'echo $UID $EUID; [[ $EUID -eq 0 ]] && echo root'
#: needs fakeroot
#: needs root
#: stdout
0 0
root

#### conditional expressions see what fakeroot shows
fakeroot "$SH" -c 'mknod node c 1 3; : >own; chown 12:34 own; [[ -c node && ! -f node ]] && echo device; [[ -O own ]] || echo other; false; [[ -c node ]]; echo $?'
#: needs fakeroot
#: stdout
device
other
0

#### a tilde without HOME is the login directory of the user that fakeroot shows
unset HOME
$UNPRIVILEGED fakeroot "$SH" -c 'unset HOME; echo ~; x=\\u; echo "${x@P}"'
#: needs fakeroot
#: needs root
#: stdout
/root
root
