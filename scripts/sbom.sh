#!/bin/sh
# Prints what the two programs are made of for a target, as CycloneDX 1.5: each crate that cargo links into
# them, with version, licence and checksum, and the compiler whose standard library (and musl) is inside.
# usage: sbom.sh TARGET         (to be run by scripts/rust.sh; needs python3)
set -eu
cd "$(dirname "$0")/.."
metadata=$(mktemp)
trap 'rm -f "$metadata"' EXIT
cargo metadata --locked --format-version 1 --filter-platform "$1" >"$metadata"
exec python3 - "$metadata" "$1" "$(rustc --version)" <<'EOF'
import json, re, sys
from datetime import datetime, timezone
from os import environ

metadata = json.load(open(sys.argv[1]))
target, compiler = sys.argv[2:]
packages = {package["id"]: package for package in metadata["packages"]}
nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
programs = [identity for identity, package in packages.items() if package["name"] in ("forkless", "forkbench")]
assert len(programs) == 2

# Checksums are only in the lock file.
checksums = {}
for entry in open("Cargo.lock").read().split("[[package]]")[1:]:
    fields = dict(re.findall(r'^(\w+) = "(.*)"$', entry, re.M))
    checksums[fields["name"], fields["version"]] = fields.get("checksum")


def linked(identity):
    """What a crate is linked with: neither tests' dependencies nor what only runs while it is built."""
    for dependency in nodes[identity]["deps"]:
        kinds = {kind["kind"] for kind in dependency["dep_kinds"]}
        macro = any("proc-macro" in target["kind"] for target in packages[dependency["pkg"]]["targets"])
        if None in kinds and not macro:
            yield dependency["pkg"]


found, pending = set(), list(programs)
while pending:
    identity = pending.pop()
    if identity not in found:
        found.add(identity)
        pending.extend(linked(identity))


def reference(identity):
    """A name inside the document: a package URL where the crate comes from the registry."""
    kind = "pkg:cargo/{name}@{version}" if packages[identity]["source"] else "forkless/{name}"
    return kind.format(**packages[identity])


def component(identity):
    package = packages[identity]
    entry = {
        "type": "application" if identity in programs else "library",
        "bom-ref": reference(identity),
        "name": package["name"],
        "version": package["version"],
    }
    if package["source"]:
        entry["purl"] = reference(identity)
    if package["license"]:
        entry["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    checksum = checksums.get((package["name"], package["version"]))
    if checksum:
        entry["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    return entry


order = sorted(found, key=reference)
version = packages[programs[0]]["version"]
standard = {"type": "library", "bom-ref": "rust-std", "name": "Rust standard library for " + target, "version": compiler.split()[1]}
time = datetime.fromtimestamp(int(environ.get("SOURCE_DATE_EPOCH", "0")), timezone.utc)
document = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.5",
    "version": 1,
    "metadata": {
        "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "component": {"type": "application", "bom-ref": "forkless-release", "name": "forkless", "version": version},
    },
    "components": [*map(component, order), standard],
    "dependencies": [
        {"ref": "forkless-release", "dependsOn": sorted(map(reference, programs))},
        *(
            {"ref": reference(identity), "dependsOn": sorted({*map(reference, linked(identity)), "rust-std"})}
            for identity in order
        ),
    ],
}
json.dump(document, sys.stdout, indent=1)
print()
EOF
