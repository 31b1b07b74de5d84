#!/bin/sh
# Makes start.ld anew: which functions lie together, at the beginning of the program.
#
# usage: sh crates/forkless/order.sh [PROGRAM]   (in the top directory; needs valgrind)
# PROGRAM is a release build with its symbols; without it, it is built.
#
# The names are those of what runs, first for `-c :`, then for a script of the kind people have and for the utilities
# that scripts call most, by how many of these lines run it.
# Hashes in names are stars, so the list outlives most changes; a name that is gone does no
# harm, and one that is missing costs a page fault.
set -eu

target=$(uname -m)-unknown-linux-musl
directory=${CARGO_TARGET_DIR:-target}
script=crates/forkless/start.ld
lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT

program=${1:-$directory/$target/release/forkless}
[ $# -gt 0 ] || CARGO_PROFILE_RELEASE_STRIP=false cargo build --release --target "$target" -p forkless

# Where utilities work: nothing of it is left.
mkdir "$lists/work"

# Functions in callgrind's file, each once: `fn=(12) name` where it is named, `'2` for recursion.
functions() {
	valgrind -q --tool=callgrind --demangle=no --callgrind-out-file="$lists/run" "$program" "$@" >/dev/null 2>&1
	sed -n "s/^c\{0,1\}fn=([0-9]*) \([A-Za-z_][^' ]*\).*/\1/p" "$lists/run"
}

# Each line of utilities.sh by itself, with its here-document.
lines() {
	while IFS= read -r line; do
		case $line in
		'#'* | set*) continue ;;
		*'<<END'*)
			until [ "${line##*
}" = END ]; do
				IFS= read -r more
				line="$line
$more"
			done
			;;
		esac
		echo
		# With valgrind's own library before all others the shell would launch them all.
		functions -c 'unset LD_PRELOAD; eval "$0"' "$line"
	done <"$utilities"
}

# A generic function's name does not tell what it was made for: all of that name follow those
# that are known to run. What many lines run comes before what few do: a script that calls some utilities finds that
# together, and each utility's own beside itself.
{
	functions -c :
	echo
	functions -c 'unset LD_PRELOAD; . "$0"' examples/report.sh .
	utilities=$PWD/crates/forkless/utilities.sh
	program=$(realpath "$program")
	cd "$lists/work"
	lines
} | sed -E 's/17h[0-9a-f]{16}E.*/17h*/; s/Cs[0-9A-Za-z]+_/Cs*_/g' | awk '
	$0 == "" { section++; next }
	section == 0 && seen[$0]++ { next }
	section == 0 && /\$LT\$(T|A|T\$C\$A)\$GT\$/ { later = later $0 "\n"; next }
	section == 0 { print >start; next }
	$0 in seen || in_section[section, $0]++ { next }
	!uses[$0]++ { names[++count] = $0 }
	END {
		printf "%s", later >start
		for (share = 3; share >= 0; share--)
			for (i = 1; i <= count; i++)
				if (group(uses[names[i]]) == share)
					print names[i] >others
	}
	# A third of the lines and more, an eighth, more than two, and the rest: each in the order of its first use.
	function group(n) { return n * 3 >= section ? 3 : n * 8 >= section ? 2 : n > 2 ? 1 : 0 }
' start="$lists/start" others="$lists/others" -

{
	cat <<'END'
/* The order of functions in the static binary; made by order.sh. An addition to the linker's
   own script: what is not named here comes after it as always. */

/* What is written at every start, in one piece with the allocator's first blocks. */
SECTIONS {
	.bss.first (NOLOAD) : {
		*libc.a:__environ.lo(.bss .bss.*)
		*libc.a:libc.lo(.bss .bss.* COMMON)
		*libc.a:__init_tls.lo(.bss .bss.* COMMON)
		*libc.a:defsysinfo.lo(.bss .bss.* COMMON)
		*crtbegin.o(.bss .bss.*)
		*(.bss._ZN15forkless_launch*)
		*(.bss._ZN7runtime6memory*)
		*(.bss._ZN3std9panicking4HOOK*)
		*(.bss._ZN3std5alloc4HOOK*)
		*(.bss._ZN8forkless9ALLOCATOR*)
	}
} INSERT AFTER .data;

SECTIONS {
	.text.libc : {
		*crt1.o(.text .text.*)
		*libc.a:__libc_start_main.lo(.text .text.*)
		*libc.a:__init_tls.lo(.text .text.*)
		*libc.a:__set_thread_area.lo(.text .text.*)
		*libc.a:memset.lo(.text .text.*)
		*libc.a:syscall_ret.lo(.text .text.*)
		*libc.a:_Exit.lo(.text .text.*)
	}
	.text.first : {
END
	sed 's/.*/		*(.text*.&)/' "$lists/start" "$lists/others"
	cat <<'END'
	}
} INSERT BEFORE .text;

/* Tables of these functions bear their names, other constants none: those that every start reads come first, large
   tables last. */
SECTIONS {
	.rodata.first : {
END
	sed 's/.*/		*(.rodata.&)/' "$lists/start"
	echo '		*(.rodata..Lanon.*)'
	sed 's/.*/		*(.rodata.&)/' "$lists/others"
	cat <<'END'
	}
} INSERT BEFORE .rodata;
END
} >"$script.new"
mv "$script.new" "$script"
grep -c 17h "$script"
