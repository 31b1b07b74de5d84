# The configure script of the source tree $1, in a new copy of it.
set -e
shell=$(readlink "/proc/$$/exe")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -Rp "$1/." "$work"
cd "$work"
CONFIG_SHELL=$shell SHELL=$shell "$shell" ./configure --disable-nls
