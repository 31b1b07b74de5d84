#!/bin/sh
# The checks before a commit: format, lints, and the tests of what has changed. Two minutes.
#
# Changed is what differs from the branch main (from the last commit, on main itself), with files that are
# not added yet. A crate that has changed has its unit tests run; its area also chooses scripted cases, as
# does a changed file of cases. `make test` runs everything.
set -eu
cd "$(dirname "$0")/.."
cargo fmt --all --check
cargo clippy --quiet --workspace --all-targets -- -D warnings
# The other machine that releases are built for, where its standard library is there.
for other in x86_64-unknown-linux-musl aarch64-unknown-linux-musl; do
	[ "${other%%-*}" != "$(uname -m)" ] && [ -d "$(rustc --print target-libdir --target "$other")" ] || continue
	cargo check --quiet --target "$other" -p forkless -p forkbench
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

# Parts of the names of cases.
filters=$(printf '%s\n' "$changed" | sed -n \
	-e 's/^tests\/cases\/\(.*\)\.sh$/\1:/p' \
	-e 's/^crates\/shell\/src\/builtins\/\([a-z]*\).*\.rs$/\1/p' \
	-e 's/^crates\/shell\/src\/expand\/.*/param-p fields-p quoting-p substitution tilde-p glob-p/p' \
	-e 's/^crates\/shell\/src\/evaluate\/.*/hazards-state errexit-p errors-p redirection-p status-p/p' \
	-e 's/^crates\/shell\/src\/environment\/.*/assignment-p hazards-state ksh-arrays ksh-namerefs/p' \
	-e 's/^crates\/shell\/src\/[a-z_]*\.rs$/invocation own-y trap-p options-p/p' \
	-e 's/^crates\/syntax\/.*/grammar-p quoting-p heredoc alias-p ksh-conditional/p' \
	-e 's/^crates\/dialect\/.*/bash-language ksh-shebang errors/p' \
	-e 's/^crates\/pattern\/.*/glob-p ksh-patterns/p' \
	-e 's/^crates\/\(stage\|launch\|runtime\)\/.*/hazards/p' \
	-e 's/^crates\/\(utilities\|awk\)\/.*/utilities-p hazards-pipeline/p' | tr ' ' '\n' | sort -u)
if [ -n "$filters" ]; then
	target=$(uname -m)-unknown-linux-musl
	cargo build --quiet --target "$target" -p forkless
	directory=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
	# shellcheck disable=SC2086
	FORKLESS=$directory/$target/debug/forkless cargo test --quiet -p forkless-tests --test scripts -- $filters
fi
