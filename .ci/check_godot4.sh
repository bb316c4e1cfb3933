#!/usr/bin/env bash
# Checks the Godot 4 scripts, and every shipped scene as it is exported, against the descriptions of its API that Godot itself
# writes, which a crate carries.
#
# usage: .ci/check_godot4.sh CACHE BUILT       BUILT has the program and examples/for_godot4
set -euo pipefail
CACHE=$1
BUILT=$2

if [ ! -x "$CACHE/godot4/bin/python" ]; then
    python3 -m venv "$CACHE/godot4"
fi
"$CACHE/godot4/bin/python" -m pip --quiet --disable-pip-version-check install 'gdtoolkit==4.*'

# A package that only says which crate is to be fetched.
mkdir -p "$CACHE/godot4-api/src"
cat >"$CACHE/godot4-api/Cargo.toml" <<'TOML'
[package]
name = "godot4-api"
version = "0.0.0"
edition = "2021"
[dependencies]
gdextension-api = "0.5"
[workspace]
TOML
touch "$CACHE/godot4-api/src/lib.rs"
folder=$(cargo metadata --quiet --format-version 1 --manifest-path "$CACHE/godot4-api/Cargo.toml" |
    python3 -c 'import json, sys; print(next(p["manifest_path"] for p in json.load(sys.stdin)["packages"] if p["name"] == "gdextension-api"))')

rm -rf "$CACHE/godot4-scenes" "$CACHE/godot4-scripts"
for plane in xy xz; do
    "$BUILT/steerwright" export presets/scenes/*.scene.json --to godot4 --plane "$plane" --out "$CACHE/godot4-scenes/$plane" >/dev/null
done
"$BUILT/steerwright" runtime gdscript --conformance --out "$CACHE/godot4-scripts" >/dev/null
"$BUILT/examples/for_godot4" runtimes/gdscript/hostile.gd "$CACHE/godot4-scripts/hostile_4.gd"
shopt -s globstar
"$CACHE/godot4/bin/python" runtimes/gdscript/check_godot4.py "$CACHE/godot4-scripts" "$(dirname "$folder")"/src/4.*/extension_api.json "$CACHE"/godot4-scenes/**/*.t{scn,res}
# What is shipped for Godot 4 follows GDScript's style guide.
cd runtimes/gdscript
"$CACHE/godot4/bin/gdlint" "$CACHE"/godot4-scripts/{example_4,conformance_4,addons/steerwright/*}.gd
