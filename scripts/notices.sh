#!/bin/sh
# Prints the licences of what others wrote and the programs have inside (the libraries have no more): whoever passes
# on a copy has to pass them on too. A text that several crates share is printed once; of a choice that has MIT, that
# licence.
# usage: notices.sh TARGET SBOM         (SBOM is what sbom.sh has printed; to be run by scripts/rust.sh; needs python3)
set -eu
cd "$(dirname "$0")/.."
metadata=$(mktemp)
trap 'rm -f "$metadata"' EXIT
cargo metadata --locked --format-version 1 --filter-platform "$1" >"$metadata"
python3 - "$metadata" "$2" <<'EOF'
import json, os, re, sys

packages = json.load(open(sys.argv[1]))["packages"]
components = json.load(open(sys.argv[2]))["components"]
linked = {(one["name"], one["version"]) for one in components if "purl" in one}


def licences(package):
    """The text of the licence that is chosen, or who holds the rights where a crate has no file of it."""
    folder = os.path.dirname(package["manifest_path"])
    names = [name for name in sorted(os.listdir(folder)) if re.match("licen[cs]e|copying|unlicense", name, re.I)]
    names = [name for name in names if os.path.isfile(os.path.join(folder, name))]
    chosen = [name for name in names if "mit" in name.lower()] or names
    texts = [open(os.path.join(folder, name), encoding="utf-8").read().strip() for name in chosen]
    return "\n\n".join(texts) or f"Licence: {package['license']}. Authors: {', '.join(package['authors'])}."


owners = {}
for package in sorted(packages, key=lambda one: (one["name"], one["version"])):
    if (package["name"], package["version"]) in linked:
        owners.setdefault(licences(package), []).append("{name} {version}".format(**package))
for text, names in owners.items():
    print("=" * 78, ", ".join(names), "", text, "", sep="\n")
print("=" * 78)
print("""The Rust standard library (MIT OR Apache-2.0), copyright the Rust Project contributors, and musl (MIT),
copyright 2005-2020 Rich Felker, et al.: the texts of these licences are in LICENSE-MIT and LICENSE-APACHE.""")
EOF
