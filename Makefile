# forkless: the project's commands. `make help` lists them.

SHELL = /bin/sh
# Rust is looked for by scripts/rust.sh, which says what is missing.
RUST = sh scripts/rust.sh
CARGO ?= $(RUST) cargo
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
# Where musl-gcc finds libraries: Debian's has a folder of its own.
MUSL_LIBDIR ?= $(LIBDIR)/musl
TARGET := $(shell uname -m)-unknown-linux-musl
TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)
RELEASE = $(TARGET_DIR)/$(TARGET)/release
# Where what is built is put: with CARGO_TARGET_DIR, all that a checkout is written to.
DIST ?= dist
export DIST PACKAGES
# The libraries are built for the C library that the machine's programs use.
LIBRARY = $(TARGET_DIR)/library
PYTHON ?= python3
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
# Changes with the binary interface.
SONAME = libforkless.so.0
SHELL_SONAME = libforkless-shell.so.0
# Where shells look for completions, below PREFIX.
BASH_COMPLETIONS = share/bash-completion/completions
ZSH_COMPLETIONS ?= share/zsh/site-functions
FISH_COMPLETIONS = share/fish/vendor_completions.d
# The shells that forkbench puts beside this one; those that are missing it reports as skipped.
PEERS ?= dash bash ksh93 mksh 'busybox sh' yash zsh
BENCH ?= all
# Suites and measuring tools that live beside the project, where they are.
SHARED ?= ../shared

.PHONY: unicode-tables test-rows test-waits test-reproducible test-flat test-faults test-races deb tarball wheel session-library test-systems help build library install-library uninstall run test check bench bench-shbench bench-agree library-musl session-library-musl install install-built conformance dialects docs test-pages shell test-fresh setup clean

help:
	@echo 'make run               a report on this tree, by forkless and by sh: output, time, processes'
	@echo 'make shell             dist/bin/forkless alone, static'
	@echo 'make build             dist/bin/forkless, dist/bin/forkbench, and libforkless in dist/lib'
	@echo 'make library           libforkless alone, for C: dist/lib and dist/include'
	@echo 'make session-library   the shell as a library for C, beside it'
	@echo 'make setup             installs what building and testing need on a Debian-like machine, as root'
	@echo 'make test              all tests, after make setup'
	@echo 'make test-fresh        make run and make test in bare Debian roots (as root, with debootstrap)'
	@echo 'make test-reproducible two builds of the archive of a release in two places: the same bytes? (6 minutes)'
	@echo 'make test-systems      the utilities in roots of other systems (Debian 12, 13, sid ...)'
	@echo 'make test-faults       every call of the system fails once in each of a list of scripts (5 minutes)'
	@echo 'make test-races        a million swaps of files and links under the hands of the utilities (2 minutes)'
	@echo 'make test-flat         a million iterations of 57 loops: memory, descriptors and children stay (30 minutes)'
	@echo 'make test-rows         each row of the table of dialects altered: does the case that it names fail? (5 minutes)'
	@echo 'make test-waits        signals in each kind of wait, beside dash (5 minutes)'
	@echo 'make check             format, lints, tests of what has changed'
	@echo 'make bench             forkbench, with the shells that are this one'"'"'s peers (6 minutes)'
	@echo 'make bench-shbench     shbench'"'"'s programs, in its own table'
	@echo 'make bench-agree       forkbench beside hyperfine and a loop in C'
	@echo 'make docs              the guide as a book, in dist/guide'
	@echo 'make test-pages        its pages in Chromium: width, pictures, contrast; to look at: dist/pages'
	@echo 'make dialects          docs/dialects.md, from the table of dialects'
	@echo 'make conformance       other projects'"'"' suites, where their sources are'
	@echo 'make deb               Debian packages, in dist/deb'
	@echo 'make wheel             the Python package, for every Python from 3.9 on, in dist/wheel'
	@echo 'make tarball           the archive of a release: static, reproducible; TARGET: aarch64-unknown-linux-musl'
	@echo 'make install           to PREFIX ($(PREFIX)), below DESTDIR; make uninstall takes it away'
	@echo 'make clean             removes what was built'

# What is missing is installed, and said so; without the right to, it is only said.
setup:
	@sh scripts/setup.sh

# The shell alone, the fastest way to try it.
shell:
	$(CARGO) build --release --target '$(TARGET)' -p forkless
	@mkdir -p '$(DIST)/bin'
	@cp '$(RELEASE)/forkless' '$(DIST)/bin/forkless.new' && mv '$(DIST)/bin/forkless.new' '$(DIST)/bin/forkless'

build: library session-library shell
	@# On its own: together with it the shell would get the features that its libraries ask for.
	$(CARGO) build --release --target '$(TARGET)' -p forkbench
	@cp '$(RELEASE)/forkbench' '$(DIST)/bin/forkbench.new' && mv '$(DIST)/bin/forkbench.new' '$(DIST)/bin/forkbench'

# libforkless for C, as it is installed: see crates/capi/link.sh.
library: library-musl
	$(CARGO) build --profile library -p capi -p preload
	@mkdir -p '$(DIST)/lib' '$(DIST)/include'
	sh crates/capi/link.sh '$(LIBRARY)/libforkless.a' crates/capi/forkless.map $(SONAME) '$(DIST)/lib/libforkless'
	sh crates/capi/link.sh '$(LIBRARY)/libforkless_preload.a' crates/preload/preload.map \
		libforkless-preload.so '$(DIST)/lib/libforkless-preload'
	@cp crates/capi/include/*.h '$(DIST)/include/'
	@ln -sf libforkless.so '$(DIST)/lib/$(SONAME)'

# The shell as a library for C. It is as fast as the shell, and as large.
session-library:
	$(CARGO) build --profile session -p session_c
	@mkdir -p '$(DIST)/lib' '$(DIST)/include'
	@cp '$(TARGET_DIR)/session/libforkless_shell.a' '$(DIST)/lib/libforkless-shell.a'
	@cp '$(TARGET_DIR)/session/libforkless_shell.so' '$(DIST)/lib/libforkless-shell.so'
	@cp crates/session_c/include/*.h '$(DIST)/include/'
	@ln -sf libforkless-shell.so '$(DIST)/lib/$(SHELL_SONAME)'

# The same for the wheel for musl: position independent, with Rust's unwinder beside it, since gcc's asks for a
# function of glibc's.
session-library-musl:
	$(CARGO) --config "target.$(TARGET).rustflags = ['-Crelocation-model=pic']" rustc --profile session \
		--target '$(TARGET)' --target-dir '$(TARGET_DIR)/pic' -p session_c --crate-type staticlib
	@mkdir -p '$(DIST)/lib/musl'
	@cp '$(TARGET_DIR)/pic/$(TARGET)/session/libforkless_shell.a' '$(DIST)/lib/musl/libforkless-shell.a'
	@cp "$$($(RUST) rustc --print target-libdir --target '$(TARGET)')/self-contained/libunwind.a" '$(DIST)/lib/musl/'

# The static library for programs that are linked with musl. It is position independent, as the shell is not,
# and has Rust's unwinder inside: that of gcc asks for a function of glibc's.
library-musl:
	$(CARGO) --config "target.$(TARGET).rustflags = ['-Crelocation-model=pic']" \
		build --profile library --target '$(TARGET)' --target-dir '$(TARGET_DIR)/pic' -p capi
	@mkdir -p '$(DIST)/lib/musl'
	sh crates/capi/link.sh '$(TARGET_DIR)/pic/$(TARGET)/library/libforkless.a' crates/capi/forkless.map $(SONAME) \
		'$(DIST)/lib/musl/libforkless' "$$($(RUST) rustc --print target-libdir --target '$(TARGET)')/self-contained/libunwind.a"

run: shell
	@sh examples/compare.sh '$(DIST)/bin/forkless' sh examples/report.sh .
	@echo 'Where a script of yours spends its processes: $(DIST)/bin/forkless --profile SCRIPT'

test: setup
	@$(MAKE) --no-print-directory build
	@$(RUST) sh tests/run.sh

# Both commands as on a machine that has nothing yet. SUITES names Debian's releases.
test-fresh:
	@sh tests/fresh.sh $(SUITES)

# The archive of the last commit, from two clones that differ in what must not matter.
test-reproducible:
	@sh tests/reproducible.sh '$(TARGET)'

check:
	@$(RUST) sh scripts/check.sh

# shbench's programs in shbench's own table, with peers; LOOPS, PROGRAMS and SHELLS limit it.
bench-shbench: build
	sh tests/bench-shbench.sh

# forkbench's figures beside hyperfine's and a hand-written loop's.
bench-agree: build
	sh tests/bench-agree.sh

# BENCH is all or shells; BENCHFLAGS are options of forkbench: --quick for a minute.
bench: build
	'$(DIST)/bin/forkbench' $(BENCH) $(BENCHFLAGS) --json '$(DIST)/bench.json' --markdown '$(DIST)/bench.md' \
		--html '$(DIST)/bench.html' $(PEERS) '$(DIST)/bin/forkless'

# docs/dialects.md, from the table of dialects.
dialects:
	$(CARGO) run --quiet -p forkless-dialect --example document >docs/dialects.md.new && mv docs/dialects.md.new docs/dialects.md

# The classes of characters, from the C library that they stand for.
unicode-tables:
	cc -o target/unicode-tables crates/pattern/tests/glibc/tables.c
	target/unicode-tables >target/tables.rs && mv target/tables.rs crates/pattern/src/unicode/tables.rs

# The guide as a book. mdBook comes by cargo once; after that nothing is fetched.
MDBOOK ?= $(or $(shell command -v mdbook),$(TARGET_DIR)/mdbook/bin/mdbook)
docs: | $(MDBOOK)
	@mkdir -p '$(DIST)'
	'$(MDBOOK)' build docs/guide --dest-dir "$$(cd '$(DIST)' && pwd)/guide"
	@echo 'Read $(DIST)/guide/index.html'

# See tests/pages.py.
test-pages: docs
	@$(PYTHON) tests/pages.py -p '$(DIST)/pages' '$(DIST)/guide'

$(TARGET_DIR)/mdbook/bin/mdbook:
	$(CARGO) install --quiet mdbook --version 0.4.52 --locked --no-default-features --root '$(TARGET_DIR)/mdbook'

conformance: build
	@sh tests/conformance.sh '$(DIST)/bin/forkless' $(SHARED)

# Root need not have Rust: what somebody else has built is installed then. forkbench is built last.
install:
	@[ -f '$(DIST)/bin/forkbench' ] && ! $(RUST) --found-here || $(MAKE) --no-print-directory build
	@$(MAKE) --no-print-directory install-built
	@# What is installed for this machine its linker should know; without the right to it will not.
	@[ -n "$(DESTDIR)" ] || ldconfig 2>/dev/null || :

# Everything, from dist.
install-built: install-library
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/man/man1'
	install -m 755 '$(DIST)/bin/forkless' '$(DIST)/bin/forkbench' '$(DESTDIR)$(PREFIX)/bin/'
	install -m 644 docs/man/*.1 '$(DESTDIR)$(PREFIX)/share/man/man1/'
	for name in forkless forkbench; do \
		install -D -m 644 completions/$$name.bash '$(DESTDIR)$(PREFIX)'/$(BASH_COMPLETIONS)/$$name && \
		install -D -m 644 completions/$$name.zsh '$(DESTDIR)$(PREFIX)'/$(ZSH_COMPLETIONS)/_$$name && \
		install -D -m 644 completions/$$name.fish '$(DESTDIR)$(PREFIX)'/$(FISH_COMPLETIONS)/$$name.fish || exit; \
	done

# The library alone, from dist.
install-library:
	install -d '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(PREFIX)/include' '$(DESTDIR)$(PREFIX)/share/man/man3'
	install -m 755 '$(DIST)/lib/libforkless.so' '$(DESTDIR)$(LIBDIR)/libforkless.so.$(VERSION)'
	ln -sf libforkless.so.$(VERSION) '$(DESTDIR)$(LIBDIR)/$(SONAME)'
	ln -sf $(SONAME) '$(DESTDIR)$(LIBDIR)/libforkless.so'
	install -m 755 '$(DIST)/lib/libforkless-preload.so' '$(DESTDIR)$(LIBDIR)/'
	install -m 644 '$(DIST)/lib/libforkless.a' '$(DESTDIR)$(LIBDIR)/'
	install -D -m 644 '$(DIST)/lib/musl/libforkless.a' '$(DESTDIR)$(MUSL_LIBDIR)/libforkless.a'
	install -m 644 '$(DIST)/include/forkless.h' '$(DIST)/include/popen_noshell.h' \
		'$(DIST)/include/forkless_shell.h' '$(DESTDIR)$(PREFIX)/include/'
	install -m 755 '$(DIST)/lib/libforkless-shell.so' '$(DESTDIR)$(LIBDIR)/libforkless-shell.so.$(VERSION)'
	ln -sf libforkless-shell.so.$(VERSION) '$(DESTDIR)$(LIBDIR)/$(SHELL_SONAME)'
	ln -sf $(SHELL_SONAME) '$(DESTDIR)$(LIBDIR)/libforkless-shell.so'
	install -m 644 '$(DIST)/lib/libforkless-shell.a' '$(DESTDIR)$(LIBDIR)/'
	for name in capi/forkless session_c/forkless-shell; do \
		sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' "crates/$$name.pc.in" \
			>'$(DESTDIR)$(LIBDIR)'/pkgconfig/"$${name#*/}.pc" || exit; \
	done
	install -m 644 docs/man/*.3 '$(DESTDIR)$(PREFIX)/share/man/man3/'

uninstall:
	rm -f '$(DESTDIR)$(PREFIX)/bin/forkless' '$(DESTDIR)$(PREFIX)/bin/forkbench'
	cd docs/man && for page in *.1; do rm -f '$(DESTDIR)$(PREFIX)'/share/man/man1/$$page; done
	cd docs/man && for page in *.3; do rm -f '$(DESTDIR)$(PREFIX)'/share/man/man3/$$page; done
	for name in forkless forkbench; do \
		rm -f '$(DESTDIR)$(PREFIX)'/$(BASH_COMPLETIONS)/$$name '$(DESTDIR)$(PREFIX)'/$(ZSH_COMPLETIONS)/_$$name \
			'$(DESTDIR)$(PREFIX)'/$(FISH_COMPLETIONS)/$$name.fish; \
	done
	cd '$(DESTDIR)$(LIBDIR)' && rm -f libforkless.so libforkless.so.* libforkless-preload.so libforkless.a \
		libforkless-shell.so libforkless-shell.so.* libforkless-shell.a \
		pkgconfig/forkless.pc pkgconfig/forkless-shell.pc
	rm -f '$(DESTDIR)$(MUSL_LIBDIR)/libforkless.a'
	rm -f '$(DESTDIR)$(PREFIX)/include/forkless.h' '$(DESTDIR)$(PREFIX)/include/popen_noshell.h' \
		'$(DESTDIR)$(PREFIX)/include/forkless_shell.h'

# Debian packages, of what `make build` makes.
deb:
	@sh scripts/deb.sh --needs
	@$(MAKE) --no-print-directory build
	sh scripts/deb.sh

# The wheel of the Python package, with the library inside.
wheel: library session-library
	@# With musl-gcc there is one for musl too.
	@! command -v musl-gcc >/dev/null || $(MAKE) --no-print-directory session-library-musl
	PYTHON='$(PYTHON)' sh python/wheel.sh

# The archive of a release, and its checksum.
tarball:
	@$(RUST) sh scripts/tarball.sh '$(TARGET)'

clean:
	$(CARGO) clean
	rm -rf '$(DIST)'

# Needs root and debootstrap; SYSTEMS limits it: bookworm trixie sid uutils busybox.
test-systems: build
	@sh tests/systems.sh "$$(cd '$(DIST)' && pwd)/bin/forkless" $(SYSTEMS)

# Needs strace; see tests/faults/main.rs.
test-faults: shell
	FORKLESS='$(DIST)/bin/forkless' $(CARGO) test -p forkless-tests --test faults -- --all

# See tests/races/main.rs.
test-races: shell
	FORKLESS='$(DIST)/bin/forkless' $(CARGO) test -p forkless-tests --test races -- --swaps 1000000

# See tests/flat/main.rs.
test-flat: shell
	FORKLESS='$(DIST)/bin/forkless' $(CARGO) test -p forkless-tests --test flat -- --times 1000000

# Needs gawk and mawk for awk's rows; see tests/rows/main.rs.
test-rows:
	$(CARGO) test -p forkless-tests --test rows -- --all

# Needs dash; see tests/waits/main.rs.
test-waits: shell
	FORKLESS='$(DIST)/bin/forkless' $(CARGO) test -p forkless-tests --test waits -- --all
