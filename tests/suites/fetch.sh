#!/bin/sh
# Brings the suites of other projects that a Debian-like system has in its own archive.
# usage: fetch.sh FOLDER
#
# FOLDER/git is the test folder of git's source, of the version that is installed, and
# FOLDER/mksh holds check.t and check.pl from the package mksh. What is there already is not
# brought again. The archive is the one that the system's own list of sources names; sources of
# programs are asked for through a list of our own, so that the system's stays as it is. What
# cannot be had is said and left out.
set -u
folder=$1
mkdir -p "$folder" || exit 1
folder=$(cd "$folder" && pwd)
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
trap 'exit 1' HUP INT TERM

have() { command -v "$1" >/dev/null 2>&1; }

# Into the current folder: the source archives of package $1 in version $2.
source_of() {
	mkdir -p "$room/lists/partial" "$room/cache/archives/partial" "$room/parts"
	apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT) $(SIGNED_BY)' \
		'Created-By: Packages' 2>/dev/null | sort -u |
		while read -r uri release component key; do
			case $key in
			/*) echo "deb-src [signed-by=$key] $uri $release $component" ;;
			*) echo "deb-src $uri $release $component" ;;
			esac
		done >"$room/sources.list"
	[ -s "$room/sources.list" ] || return 1
	set -- "$1=$2" -q -o Dir::Etc::sourcelist="$room/sources.list" \
		-o Dir::Etc::sourceparts="$room/parts" -o Dir::State::lists="$room/lists" \
		-o Dir::Cache="$room/cache" -o APT::Sandbox::User=root
	package=$1
	shift
	timeout -s KILL 300 apt-get "$@" update >"$room/log" 2>&1
	timeout -s KILL 300 apt-get "$@" source --download-only --only-source "$package" >>"$room/log" 2>&1
}

if [ ! -d "$folder/git/t" ]; then
	version=$(dpkg-query -W -f '${source:Version}' git 2>/dev/null)
	if [ -n "$version" ] && have apt-get && have xz && cd "$room" && source_of git "$version" &&
		mkdir -p "$folder/git.new" &&
		tar -xf "$room"/git_*.orig.tar.xz -C "$folder/git.new" --strip-components=1 \
			--wildcards --no-wildcards-match-slash '*/t'; then
		mv "$folder/git.new" "$folder/git"
	else
		echo "fetch: git's source ${version:+of version $version }cannot be brought here"
		[ ! -f "$room/log" ] || tail -n 3 "$room/log"
		rm -rf "$folder/git.new"
	fi
fi

if [ ! -f "$folder/mksh/check.t" ]; then
	documents=/usr/share/doc/mksh
	if [ ! -f $documents/check.t.gz ] && have apt-get; then
		cd "$room" && timeout -s KILL 300 apt-get -q download mksh >"$room/log" 2>&1 &&
			dpkg-deb -x mksh_*.deb "$room/mksh" && documents=$room/mksh/usr/share/doc/mksh
	fi
	if [ -f "$documents/check.t.gz" ] && mkdir -p "$folder/mksh"; then
		zcat "$documents/check.pl.gz" >"$folder/mksh/check.pl"
		zcat "$documents/check.t.gz" >"$folder/mksh/check.t"
	else
		echo "fetch: mksh's check.t cannot be brought here"
		[ ! -f "$room/log" ] || tail -n 3 "$room/log"
	fi
fi
exit 0
