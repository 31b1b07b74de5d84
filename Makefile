# forkless: the project's commands. `make help` lists them.

SHELL = /bin/sh
CARGO ?= cargo
PREFIX ?= /usr/local
TARGET := $(shell uname -m)-unknown-linux-musl
TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)
RELEASE = $(TARGET_DIR)/$(TARGET)/release
# Suites and measuring tools that live beside the project, where they are.
SHARED ?= ../shared

.PHONY: help build run test check bench install conformance setup clean

help:
	@echo 'make build        dist/bin/forkless, static'
	@echo 'make run          a report on this tree, by forkless and by sh: output, time, processes'
	@echo 'make test         all tests (installs what they need on a Debian-like machine)'
	@echo 'make check        format, lints, quick tests'
	@echo 'make bench        ratios to dash, bash, ksh93, mksh, busybox'
	@echo 'make conformance  other projects'"'"' suites, where their sources are'
	@echo 'make install      to PREFIX ($(PREFIX))'

# What is missing is installed, and said so; without the right to, it is only said.
setup:
	@sh tests/setup.sh

build:
	@command -v $(CARGO) >/dev/null || sh tests/setup.sh
	$(CARGO) build --release --target $(TARGET) -p forkless
	@mkdir -p dist/bin dist/lib dist/include
	@cp $(RELEASE)/forkless dist/bin/forkless.new && mv dist/bin/forkless.new dist/bin/forkless

run: build
	@sh examples/compare.sh dist/bin/forkless sh examples/report.sh .

test: setup build
	@sh tests/run.sh

check:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) test -p stage -p syntax -p runtime -p shell

bench: build
	@sh tests/bench.sh dist/bin/forkless $(SHARED)

conformance: build
	@sh tests/conformance.sh dist/bin/forkless $(SHARED)

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 dist/bin/forkless $(DESTDIR)$(PREFIX)/bin/forkless

clean:
	$(CARGO) clean
	rm -rf dist
