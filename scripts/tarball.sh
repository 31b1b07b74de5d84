#!/bin/sh
# Makes the archive of a release for one target: the two static programs, their manual pages and completions,
# licences, what they are made of (a CycloneDX file) and the licences of that; beside it its checksum.
# usage: tarball.sh TARGET      (as x86_64-unknown-linux-musl; DIST/forkless-VERSION-ARCH-linux.tar.gz)
#
# Two builds of a commit with the same toolchain give the same bytes, wherever the checkout and cargo's home are:
# paths are mapped to fixed ones, times are the commit's (or SOURCE_DATE_EPOCH). The builds are apart from
# those of `make build`, which are not mapped. To be run by scripts/rust.sh.
set -eu
cd "$(dirname "$0")/.."
target=$1
dist=${DIST:-dist}
directory=${CARGO_TARGET_DIR:-target}/tarball
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
name=forkless-$version-${target%%-*}-linux
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

if ! [ -d "$(rustc --print target-libdir --target "$target")" ]; then
	echo "tarball: Rust's standard library for $target is missing: rustup target add $target" >&2
	exit 1
fi
# The linker of another machine's programs: Debian's cross compiler, else Rust's own.
if [ "${target%%-*}" != "$(uname -m)" ]; then
	variable=CARGO_TARGET_$(echo "$target" | tr a-z- A-Z_)_LINKER
	linker=${target%%-*}-linux-gnu-gcc
	command -v "$linker" >/dev/null || linker=rust-lld
	eval "export $variable=\${$variable:-$linker}"
fi
home=${CARGO_HOME:-$HOME/.cargo}
build() {
	cargo --config "target.$target.rustflags = ['--remap-path-prefix=$PWD=/forkless', '--remap-path-prefix=$home=/cargo']" \
		build --locked --release --target "$target" --target-dir "$directory" -p "$1"
}
# On their own: together they would share features of their libraries.
build forkless
build forkbench

rm -rf "$dist/$name"
mkdir -p "$dist/$name/bin" "$dist/$name/share/man/man1" "$dist/$name/share/doc/forkless"
cp "$directory/$target/release/forkless" "$directory/$target/release/forkbench" "$dist/$name/bin/"
cp docs/man/*.1 "$dist/$name/share/man/man1/"
for program in forkless forkbench; do
	install -D -m 644 completions/$program.bash "$dist/$name/share/bash-completion/completions/$program"
	install -D -m 644 completions/$program.zsh "$dist/$name/share/zsh/site-functions/_$program"
	install -D -m 644 completions/$program.fish "$dist/$name/share/fish/vendor_completions.d/$program.fish"
done
cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$dist/$name/share/doc/forkless/"
sh scripts/sbom.sh "$target" >"$dist/$name/share/doc/forkless/sbom.cdx.json"
sh scripts/notices.sh "$target" "$dist/$name/share/doc/forkless/sbom.cdx.json" >"$dist/$name/share/doc/forkless/NOTICES"
tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$SOURCE_DATE_EPOCH" --format=ustar \
	-C "$dist" -c "$name" | gzip -n9 >"$dist/$name.tar.gz.new"
mv "$dist/$name.tar.gz.new" "$dist/$name.tar.gz"
rm -rf "${dist:?}/$name"
(cd "$dist" && sha256sum "$name.tar.gz" | tee "$name.tar.gz.sha256")
