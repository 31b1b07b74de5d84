#!/bin/sh
# devices.sh ROOT: mounts a /dev of its own in a root, with the few devices that scripts need.
#
# What runs in the root as root must not reach the devices of this system: packages' scripts have removed and
# replaced files there. It is called in a mount namespace of the caller's, with the end of which it is gone.
set -eu
place=${1:?usage: devices.sh ROOT}/dev
mount -t tmpfs -o mode=755 dev "$place"
mkdir "$place/pts" && mkdir -m 1777 "$place/shm"
mount -t devpts -o newinstance,ptmxmode=666 pts "$place/pts"
ln -s pts/ptmx "$place/ptmx"
ln -s /proc/self/fd "$place/fd"
ln -s fd/0 "$place/stdin"
ln -s fd/1 "$place/stdout"
ln -s fd/2 "$place/stderr"
while read -r name major minor; do
	mknod -m 666 "$place/$name" c "$major" "$minor"
done <<X
null 1 3
zero 1 5
full 1 7
random 1 8
urandom 1 9
tty 5 0
X
