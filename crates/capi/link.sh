#!/bin/sh
# Makes a library out of the archive that cargo builds.
#
#   link.sh ARCHIVE SYMBOLS SONAME NAME [UNWINDER]
#
# leaves NAME.so and, if SYMBOLS is a version script with a named version, NAME.a. With UNWINDER, an archive of
# functions that unwind, which becomes a part of it, only NAME.a is left: for a C library that is linked
# statically and whose compiler's own unwinder asks for what glibc alone has.
#
# cargo's own shared library would do but for three things that its linker call does
# not allow. Its symbols have no version. It brings the standard library's panic
# handler with a symboliser for backtraces, which is more than half of its size: the
# handler in crates/capi/src/error.rs takes its place. And a program could not link its
# archive together with one of another Rust library: here everything but the
# interface is local to one object.
set -eu
archive=$1 symbols=$2 soname=$3 name=$4 unwinder=${5-}
: "${CC:=cc}" "${LD:=ld}" "${AR:=ar}" "${OBJCOPY:=objcopy}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What is exported: the names between `global:` and `local:`.
sed -n '/global:/,/local:/s/^[[:space:]]*\([a-z_]*\);.*/\1/p' "$symbols" >"$work/names"

# A handler that is not redirected costs size, nothing else, so that a compiler which
# has another name for it does no harm.
redirect() {
	symbol=$(LC_ALL=C grep -ao "_R[A-Za-z0-9_]*$1" "$archive" | head -n 1)
	if [ -n "$symbol" ]; then
		echo "--defsym=$symbol=$2" >>"$work/options"
	else
		echo "link.sh: no symbol $1 in $archive" >&2
	fi
}
sed 's/^/-u /' "$work/names" >"$work/options"
redirect rust_begin_unwind forkless_panic
redirect __rust_alloc_error_handler forkless_out_of_memory

# shellcheck disable=SC2046
"$LD" -r --gc-sections -o "$work/all.o" $(cat "$work/options") "$archive" $unwinder
"$OBJCOPY" --strip-debug -R .llvmbc -R .llvmcmd -R .rustc -R .rustc.embedded.module \
	--keep-global-symbols="$work/names" "$work/all.o" "$work/library.o"

if [ -z "$unwinder" ]; then
	"$CC" -shared -o "$name.so.new" "$work/library.o" \
		-Wl,-soname,"$soname" -Wl,--version-script="$symbols" \
		-Wl,--gc-sections -Wl,-O1 -Wl,-z,relro -Wl,-z,now -Wl,-s \
		-Wl,--as-needed -lgcc_s -lpthread -ldl
	mv "$name.so.new" "$name.so"
fi
if grep -q '^FORKLESS' "$symbols"; then
	rm -f "$name.a.new"
	"$AR" rcs "$name.a.new" "$work/library.o"
	mv "$name.a.new" "$name.a"
fi
