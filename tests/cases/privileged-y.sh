# What is believed of the environment.

#### functions in the environment are bash's
S=$(readlink -f "$SH"); ln -s "$S" bash; ln -s "$S" forkless; ln -s "$S" ksh93
for name in bash forkless ksh93 sh; do
	[ $name = sh ] && ln -s "$S" sh
	env 'BASH_FUNC_f%%=() { echo f; }' ./$name -c 'f' 2>/dev/null || echo "$name: none"
done
#: stdout
f
forkless: none
ksh93: none
sh: none

#### strings of functions go on where they were not taken
S=$(readlink -f "$SH"); ln -s "$S" bash; ln -s "$S" forkless
for call in './bash' './bash -p' './forkless'; do
	echo "$call"
	env 'BASH_FUNC_h%%=() { :; }' 'BASH_FUNC_/x%%=() { :; }' 'BASH_FUNC_f%%=x' $call -c \
		'unset -f h; env' 2>/dev/null | grep BASH_FUNC | sort
done
#: stdout
./bash
BASH_FUNC_/x%%=() { :; }
BASH_FUNC_f%%=x
./bash -p
BASH_FUNC_/x%%=() { :; }
BASH_FUNC_f%%=x
BASH_FUNC_h%%=() { :; }
./forkless
BASH_FUNC_/x%%=() { :; }
BASH_FUNC_f%%=x
BASH_FUNC_h%%=() { :; }

#### a name with a slash is no function's
ln -s "$(readlink -f "$SH")" bash
env 'BASH_FUNC_/bin/echo%%=() { printf no; }' ./bash -c '/bin/echo yes'
#: stdout
yes

#### root's bash does not take PS4 from outside
ln -s "$(readlink -f "$SH")" bash
env SHELLOPTS=xtrace 'PS4=$(echo no >&2)' ./bash -c ':' 2>&1
#: stdout
+ :
#: needs root

#### a shell with another user's rights, called bash, reads no file of the machine either
if findmnt -no OPTIONS -T . 2>/dev/null | grep -q nosuid || ! unshare --mount true 2>/dev/null; then
	printf '%s\n' 'sh 1' 'bash 0' 'ksh93 1' 'forkless 1'
	exit
fi
chmod 755 . && echo 'echo read' >profile
# Where a row of the table is altered, a file beside the program says so (make test-rows).
cp "$(dirname "$(readlink -f "$SH")")"/row . 2>/dev/null
for name in sh bash ksh93 forkless; do
	cp "$(readlink -f "$SH")" $name && chown 65533 $name && chmod 4755 $name
	unshare --mount sh -c 'mount --bind profile /etc/profile && "$@"' - $UNPRIVILEGED ./$name -l -c : 2>&1 |
		grep -c read | sed "s/^/$name /"
done
#: stdout
sh 1
bash 0
ksh93 1
forkless 1
#: needs root
#: needs setpriv
#: needs unshare

#### a shell with another user's rights reads no file of the user
if findmnt -no OPTIONS -T . 2>/dev/null | grep -q nosuid; then
	printf '%s\n' 'sh 0' 'bash 0' 'ksh93 0' 'forkless 0'
	exit
fi
chmod 755 . && echo 'echo read >&2' | tee .profile .bash_profile .bashrc .kshrc startup >.bash_logout
export HOME=$PWD ENV=$PWD/startup BASH_ENV=$PWD/startup
for name in sh bash ksh93 forkless; do
	cp "$(readlink -f "$SH")" $name && chown 65533 $name && chmod 4755 $name
	for options in '' -p -l -pl -i -pi -li -pli '-o privileged'; do
		$UNPRIVILEGED ./$name $options -c : 2>&1
	done | grep -c read | sed "s/^/$name /"
done
#: stdout
sh 0
bash 0
ksh93 0
forkless 0
#: needs root
#: needs setpriv
