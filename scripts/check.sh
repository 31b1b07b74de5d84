#!/bin/sh
# The checks before a commit: format, lints, and the tests of what has changed. Two minutes.
#
# Changed is what differs from the branch main (from the last commit, on main itself), with files that are
# not added yet. A crate that has changed has its unit tests run, and those of its other tests that have changed
# themselves; its area also chooses scripted cases (scripts/areas), as does a changed file of cases. Documents choose
# the tests of the documents. `make test` runs everything.
set -eu
cd "$(dirname "$0")/.."
cargo fmt --all --check
cargo clippy --quiet --workspace --all-targets -- -D warnings
# The other machine that releases are built for, where its standard library is there; nothing is linked, so that
# the flags of .cargo/config.toml are not missed.
for other in x86_64-unknown-linux-musl aarch64-unknown-linux-musl; do
	[ "${other%%-*}" != "$(uname -m)" ] && [ -d "$(rustc --print target-libdir --target "$other")" ] || continue
	RUSTFLAGS='-D warnings' cargo check --quiet --target "$other" -p forkless -p forkbench
done

base=HEAD
for branch in origin/main main; do
	if commit=$(git merge-base HEAD "$branch" 2>/dev/null); then
		base=$commit
		break
	fi
done
changed=$(git diff --name-only "$base" 2>/dev/null; git ls-files --others --exclude-standard 2>/dev/null)

# The crates, as arguments of cargo; without a change those that are the quickest to tell.
packages=''
for folder in $(printf '%s\n' "$changed" | sed -n 's/^crates\/\([^/]*\)\/.*\.rs$/\1/p' | sort -u); do
	[ ! -f "crates/$folder/src/lib.rs" ] || packages="$packages --package $(sed -n 's/^name = "\(.*\)"/\1/p' "crates/$folder/Cargo.toml" | head -n 1)"
done
# shellcheck disable=SC2086
cargo test --quiet ${packages:---package forkless-stage --package forkless-syntax --package forkless-shell} --lib
# The table of dialects, its document and its cases.
cargo test --quiet --package forkless-dialect

# Tests of a crate, beside its unit tests, that have changed themselves.
printf '%s\n' "$changed" | sed -n 's/^crates\/\([^/]*\)\/tests\/\([^/]*\)\.rs$/\1 \2/p' | while read -r folder test; do
	[ ! -f "crates/$folder/tests/$test.rs" ] || cargo test --quiet --manifest-path "crates/$folder/Cargo.toml" --test "$test"
done

# Parts of the names of cases: by their files, by a builtin's file, and by area.
filters=$(
	{
		printf '%s\n' "$changed" | sed -n \
			-e 's/^tests\/cases\/\(.*\)\.sh$/\1/p' \
			-e 's/^crates\/shell\/src\/builtins\/\([a-z]*\).*\.rs$/\1/p'
		printf '%s\n' "$changed" | grep '\.rs$' | while read -r file; do
			while read -r area parts; do
				case $file in "$area"*) echo "$parts" && break ;; esac
			done <scripts/areas
		done
	} | tr ' ' '\n' | sort -u
)
documents=$(printf '%s\n' "$changed" | grep -e '\.md$' -e '^docs/' -e '^completions/' | head -n 1)
sources=$(printf '%s\n' "$changed" | grep -e '\.rs$' -e '^scripts/areas$' -e '^tests/cases/' | head -n 1)
if [ -n "$filters$documents$sources" ]; then
	target=$(uname -m)-unknown-linux-musl
	cargo build --quiet --target "$target" -p forkless
	directory=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
	FORKLESS=$directory/$target/debug/forkless
	export FORKLESS
	[ -z "$sources" ] || cargo test --quiet -p forkless-tests --test sources
	[ -z "$documents" ] || cargo test --quiet -p forkless-tests --test documents
	# shellcheck disable=SC2086
	[ -z "$filters" ] || cargo test --quiet -p forkless-tests --test scripts -- $filters
fi
