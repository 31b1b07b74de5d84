# forkless: the project's commands. `make help` lists them.

SHELL = /bin/sh
CARGO ?= cargo
PREFIX ?= /usr/local
TARGET := $(shell uname -m)-unknown-linux-musl
TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)
RELEASE = $(TARGET_DIR)/$(TARGET)/release
# The libraries are built for the C library that the machine's programs use.
LIBRARY = $(TARGET_DIR)/library
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
# Changes with the binary interface.
SONAME = libforkless.so.0
# The shells that forkbench puts beside this one; those that are missing it reports as skipped.
PEERS ?= dash bash ksh93 mksh 'busybox sh' yash zsh
BENCH ?= all
# Suites and measuring tools that live beside the project, where they are.
SHARED ?= ../shared

.PHONY: test-systems help build library install-library uninstall run test check bench bench-shbench bench-agree install conformance dialects setup clean

help:
	@echo 'make build        dist/bin/forkless and dist/bin/forkbench, static'
	@echo 'make run          a report on this tree, by forkless and by sh: output, time, processes'
	@echo 'make test         all tests (installs what they need on a Debian-like machine)'
	@echo 'make test-systems the utilities in roots of other systems (Debian 12, 13, sid ...)'
	@echo 'make check        format, lints, quick tests'
	@echo 'make bench        forkbench, with the shells that are this one'"'"'s peers (6 minutes)'
	@echo 'make bench-shbench  shbench'"'"'s programs, in its own table'
	@echo 'make bench-agree  forkbench beside hyperfine and a loop in C'
	@echo 'make conformance  other projects'"'"' suites, where their sources are'
	@echo 'make install      to PREFIX ($(PREFIX)), below DESTDIR; make uninstall takes it away'

# What is missing is installed, and said so; without the right to, it is only said.
setup:
	@sh tests/setup.sh

build: library
	@command -v $(CARGO) >/dev/null || sh tests/setup.sh
	$(CARGO) build --release --target $(TARGET) -p forkless
	@mkdir -p dist/bin
	@cp $(RELEASE)/forkless dist/bin/forkless.new && mv dist/bin/forkless.new dist/bin/forkless
	@# On its own: together with it the shell would get the features that its libraries ask for.
	$(CARGO) build --release --target $(TARGET) -p forkbench
	@cp $(RELEASE)/forkbench dist/bin/forkbench.new && mv dist/bin/forkbench.new dist/bin/forkbench

# libforkless for C, as it is installed: see crates/capi/link.sh.
library:
	@command -v $(CARGO) >/dev/null || sh tests/setup.sh
	$(CARGO) build --profile library -p capi -p preload
	@mkdir -p dist/lib dist/include
	sh crates/capi/link.sh $(LIBRARY)/libforkless.a crates/capi/forkless.map $(SONAME) dist/lib/libforkless
	sh crates/capi/link.sh $(LIBRARY)/libforkless_preload.a crates/preload/preload.map \
		libforkless-preload.so dist/lib/libforkless-preload
	@cp crates/capi/include/*.h dist/include/
	@ln -sf libforkless.so dist/lib/$(SONAME)

run: build
	@sh examples/compare.sh dist/bin/forkless sh examples/report.sh .

test: setup build
	@sh tests/run.sh

check:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) test -p stage -p syntax -p runtime -p shell

# shbench's programs in shbench's own table, with peers; LOOPS, PROGRAMS and SHELLS limit it.
bench-shbench: build
	sh tests/bench-shbench.sh

# forkbench's figures beside hyperfine's and a hand-written loop's.
bench-agree: build
	sh tests/bench-agree.sh

# BENCH is all or shells; BENCHFLAGS are options of forkbench: --quick for a minute.
bench: build
	dist/bin/forkbench $(BENCH) $(BENCHFLAGS) --json dist/bench.json --markdown dist/bench.md \
		--html dist/bench.html $(PEERS) dist/bin/forkless

# docs/dialects.md, from the table of dialects.
dialects:
	$(CARGO) run --quiet -p dialect --example document >docs/dialects.md.new && mv docs/dialects.md.new docs/dialects.md

conformance: build
	@sh tests/conformance.sh dist/bin/forkless $(SHARED)

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 dist/bin/forkless $(DESTDIR)$(PREFIX)/bin/forkless
	install -m 755 dist/bin/forkbench $(DESTDIR)$(PREFIX)/bin/forkbench
	install -d $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 docs/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1/
	$(MAKE) install-library

# The library alone, from dist.
install-library:
	install -d $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(PREFIX)/share/man/man3
	install -m 755 dist/lib/libforkless.so $(DESTDIR)$(PREFIX)/lib/libforkless.so.$(VERSION)
	ln -sf libforkless.so.$(VERSION) $(DESTDIR)$(PREFIX)/lib/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(PREFIX)/lib/libforkless.so
	install -m 755 dist/lib/libforkless-preload.so $(DESTDIR)$(PREFIX)/lib/
	install -m 644 dist/lib/libforkless.a $(DESTDIR)$(PREFIX)/lib/
	install -m 644 dist/include/forkless.h dist/include/popen_noshell.h $(DESTDIR)$(PREFIX)/include/
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' crates/capi/forkless.pc.in \
		>$(DESTDIR)$(PREFIX)/lib/pkgconfig/forkless.pc
	install -m 644 docs/man/*.3 $(DESTDIR)$(PREFIX)/share/man/man3/
	@# What is installed for this machine its linker should know; without the right to it will not.
	@[ -n "$(DESTDIR)" ] || ldconfig 2>/dev/null || :

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/forkless $(DESTDIR)$(PREFIX)/bin/forkbench
	cd docs/man && for page in *.1; do rm -f $(DESTDIR)$(PREFIX)/share/man/man1/$$page; done
	cd $(DESTDIR)$(PREFIX)/lib && rm -f libforkless.so libforkless.so.* libforkless-preload.so libforkless.a \
		pkgconfig/forkless.pc
	rm -f $(DESTDIR)$(PREFIX)/include/forkless.h $(DESTDIR)$(PREFIX)/include/popen_noshell.h
	cd docs/man && for page in *.3; do rm -f $(DESTDIR)$(PREFIX)/share/man/man3/$$page; done

clean:
	$(CARGO) clean
	rm -rf dist

# Needs root and debootstrap; SYSTEMS limits it: bookworm trixie sid uutils busybox.
test-systems: build
	@sh tests/systems.sh $(CURDIR)/dist/bin/forkless $(SYSTEMS)
