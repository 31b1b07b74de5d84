#!/bin/sh
# share.sh: in a copy of a root that tests/systems.sh has made: how many of the calls that its scripts
# make run inside. The shell becomes /bin/sh, and its profile, which share.awk adds up, counts the calls of
# utilities. It changes the system that it runs in.
cd /systems || exit 2
export FORKLESS_PROFILE=/systems/profile DEBIAN_FRONTEND=noninteractive
export DPKG_MAINTSCRIPT_PACKAGE DPKG_MAINTSCRIPT_NAME DPKG_ROOT= DPKG_ADMINDIR=/var/lib/dpkg LC_ALL=C
cp forkless /usr/bin/forkless && ln -sf forkless /usr/bin/sh || exit 2
rm -f profile

# Runs something for at most 20 seconds, without a word.
call() {
	timeout 20 "$@" </dev/null >/dev/null 2>&1
}

# The maintainer scripts with this ending, with these arguments.
scripts() {
	ending=$1
	shift
	for script in /var/lib/dpkg/info/*."$ending"; do
		DPKG_MAINTSCRIPT_PACKAGE=${script##*/}
		DPKG_MAINTSCRIPT_PACKAGE=${DPKG_MAINTSCRIPT_PACKAGE%."$ending"}
		DPKG_MAINTSCRIPT_NAME=$ending
		IFS= read -r first <"$script"
		case $first in '#!/bin/sh'*) call "$script" "$@" ;; esac
	done
}

scripts preinst install
scripts preinst upgrade 1.0 1.1
scripts postinst configure
scripts postinst configure 1.0
mkdir -p t && cd t || exit 2
printf 'root\nadm\n' >a && gzip -k a && cp a b && gzip b && xz -k a 2>/dev/null
call ldd /bin/dash /usr/bin/env
call zgrep root a.gz b.gz
call zgrep -c adm a.gz a
call zdiff a.gz b.gz
call zcmp a.gz b.gz
call zdiff a b.gz
call zcat a.gz
call zless a.gz
call zmore a.gz
call znew a.Z
call gzexe a
call gzexe -d a
call zforce a.gz
call gunzip -k b.gz
call xzgrep root a.xz
call xzdiff a.xz a.xz
call bzgrep root a
call bzdiff a a
call savelog -c 3 a
call savelog -l -t b
call tempfile
call which sh
call run-parts --test /etc/cron.daily
call add-shell /bin/zz
call remove-shell /bin/zz
call update-shells
call update-shells --no-triggers -v
call invoke-rc.d --disclose-deny nosuch start
call update-rc.d nosuch defaults
call service --status-all
call service nosuch status
call deb-systemd-helper enable nosuch
call dpkg-maintscript-helper supports rm_conffile
call dpkg-maintscript-helper rm_conffile /etc/nosuch 1.0 -- install 0.9
call dpkg-realpath /bin/sh
call dpkg-db-backup
call catchsegv true
call tzselect --help
call getent.sh
call mktemp.sh
call ischroot

call lesspipe a.gz
call which.debianutils -a ls sh
for script in /etc/cron.daily/* /etc/cron.weekly/* /etc/init.d/*; do
	[ -f "$script" ] && call "$script" status
done
for script in /usr/bin/* /usr/sbin/*; do
	case $script in */forkless | */sh | */busybox | */toybox | */bashbug | */add-shell | */remove-shell | */update-shells | */tarcat | */rgrep | */gawkbug | */which.* | */egrep | */fgrep) continue ;; esac
	[ -f "$script" ] && [ ! -L "$script" ] || continue
	IFS= read -r first <"$script" 2>/dev/null
	case $first in '#!/bin/sh'* | '#! /bin/sh'*) call "$script" --help && call "$script" --version && call "$script" ;; esac
done
cd ..
scripts prerm upgrade 1.1
scripts prerm remove
scripts postrm remove
