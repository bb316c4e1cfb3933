#!/usr/bin/env bash
# Writes a list of the program's components, as a CycloneDX SBOM in JSON: steerwright_bin.cdx.json beside Cargo.toml.
#
# usage: scripts/write_sbom.sh
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

if ! cargo cyclonedx --version >/dev/null 2>&1; then
    cargo install cargo-cyclonedx --locked
fi
cargo cyclonedx --manifest-path Cargo.toml --format json --describe binaries --target all
