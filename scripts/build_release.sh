#!/usr/bin/env bash
# Builds the program reproducibly: the same commit and compiler give the same bytes in every folder and for every user, and the
# binary contains no path of the machine that built it.
#
# usage: scripts/build_release.sh [CARGO OPTION...]      the binary is target/reproducible/dist/steerwright
#                                                         and the C library target/reproducible/steerwright-c-*.tar.gz
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

here=$PWD
target=$here/target/reproducible
cargo_home=$(realpath "${CARGO_HOME:-$HOME/.cargo}")
sysroot=$(rustc --print sysroot)
commit=$(rustc --version --verbose | sed -n 's/^commit-hash: //p')

# The last matching prefix counts, so the general ones come first.
flags=(
    "--remap-path-prefix=$HOME=/home"
    "--remap-path-prefix=$cargo_home=/cargo"
    "--remap-path-prefix=$sysroot/lib/rustlib/src/rust=/rustc/$commit"
    "--remap-path-prefix=$here=/steerwright"
    "--remap-path-prefix=$target=/target"
)
# Separated by the byte 1F, because paths may contain spaces.
CARGO_ENCODED_RUSTFLAGS=$(printf '%s\x1f' "${flags[@]}")
export CARGO_ENCODED_RUSTFLAGS=${CARGO_ENCODED_RUSTFLAGS%$'\x1f'}
# C code of dependencies.
export CFLAGS="-ffile-prefix-map=$cargo_home=/cargo -ffile-prefix-map=$target=/target ${CFLAGS:-}"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH CARGO_INCREMENTAL=0 CARGO_TARGET_DIR=$target

cargo build --profile dist --locked "$@"

binary=$target/dist/steerwright
# The accessibility bus has an address that ends in "/accessible/root", which is the home folder of the user root.
paths="(?<!/accessible)\\Q$HOME/\\E|\\Q$here\\E|\\Q$cargo_home\\E"
found=$(grep --text --only-matching --perl-regexp -e "$paths" "$binary" || true)
if [ -n "$found" ]; then
    echo "$binary contains paths of this machine:" >&2
    sort <<<"$found" | uniq --count >&2
    exit 1
fi
sha256sum "$binary"

# The archive of the C library, for those without Rust.
if command -v cmake >/dev/null; then
    cmake -S runtimes/c -B "$target/c" >/dev/null
    cmake --build "$target/c"
    cpack --config "$target/c/CPackConfig.cmake" -B "$target" >/dev/null
    sha256sum "$target"/steerwright-c-*.tar.gz
else
    echo 'no cmake: the archive of the C library is left out' >&2
fi
