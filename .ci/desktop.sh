# A private screen with a window manager and buses, an editor, and functions for mouse and keys. Source it after setting BINARY, OUT
# and SIZE. Nothing outside OUT is left behind, and only its own processes are ended.

TITLE='Steerwright'             # part of the window's title
CANVAS='Canvas'                 # accessible name
# In tenths of a second.
TIMEOUT=300

HERE=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
WORK=$(mktemp -d "${TMPDIR:-/tmp}/drive-window.XXXXXX")
PIDS=()
RESULT=1
finish() {
    local i
    for ((i = ${#PIDS[@]} - 1; i >= 0; i--)); do kill "${PIDS[$i]}" 2>/dev/null || true; done
    wait 2>/dev/null || true
    if [ "$RESULT" != 0 ]; then
        echo "--- the editor said:"
        cat "$WORK"/editor*.log 2>/dev/null || true
    fi
    # What the desktop's services still hold must not decide the result.
    rm -rf "$WORK" 2>/dev/null || true
}
trap finish EXIT

step() { printf -- '- %s\n' "$*"; }
fail() {
    screenshot failed
    echo "FAILED: $*; see $OUT/failed.png" >&2
    exit 1
}
screenshot() { [ -z "${DISPLAY:-}" ] || import -window root "$OUT/$1.png" 2>/dev/null || true; }
# until_true WHAT COMMAND...: polls, and says WHAT did not happen.
until_true() {
    local what=$1 i
    shift
    for ((i = 0; i < TIMEOUT; i++)); do
        if "$@" >/dev/null 2>&1; then return 0; fi
        sleep 0.1
    done
    fail "within $((TIMEOUT / 10)) s, this did not happen: $what"
}
gone() { ! kill -0 "$1" 2>/dev/null; }

# A screen and a desktop of our own.
export HOME=$WORK/home XDG_RUNTIME_DIR=$WORK/run
export XDG_CONFIG_HOME=$HOME/.config XDG_DATA_HOME=$HOME/.local/share XDG_CACHE_HOME=$HOME/.cache
mkdir -p "$XDG_CONFIG_HOME" "$XDG_DATA_HOME" "$XDG_CACHE_HOME" "$HOME/scenes"
mkdir -m 700 "$XDG_RUNTIME_DIR"
unset WAYLAND_DISPLAY WAYLAND_SOCKET DBUS_SESSION_BUS_ADDRESS DISPLAY STEERWRIGHT_DIALOG STEERWRIGHT_CONFIG_DIR
# The portal's backend is chosen by desktop; software drawing is the same on every machine.
export XDG_CURRENT_DESKTOP=gnome LIBGL_ALWAYS_SOFTWARE=1 LC_ALL=C.UTF-8
# Nothing is left behind in the clone.
export PYTHONDONTWRITEBYTECODE=1

step "screen"
Xvfb -displayfd 3 -screen 0 "${SIZE}x24" -nolisten tcp 3>"$WORK/display" >"$WORK/xvfb.log" 2>&1 &
PIDS+=($!)
until_true 'Xvfb names its display' test -s "$WORK/display"
DISPLAY=:$(tr -d '[:space:]' <"$WORK/display")
export DISPLAY
# Window managers keep Alt with the mouse to themselves; here it is for the editor.
mkdir -p "$XDG_CONFIG_HOME/openbox"
cp "$HERE/openbox.xml" "$XDG_CONFIG_HOME/openbox/rc.xml"
openbox >"$WORK/openbox.log" 2>&1 &
PIDS+=($!)

step "buses"
dbus-daemon --session --nofork --nopidfile --print-address=3 3>"$WORK/bus" >"$WORK/dbus.log" 2>&1 &
PIDS+=($!)
until_true 'the D-Bus daemon prints its address' test -s "$WORK/bus"
DBUS_SESSION_BUS_ADDRESS=$(head -n 1 "$WORK/bus")
export DBUS_SESSION_BUS_ADDRESS
service() { # service NAME PROGRAM ARGS...
    local name=$1 log
    shift
    log=$WORK/$(basename "$1").log
    [ -x "$1" ] || fail "$1 is not installed"
    "$@" >"$log" 2>&1 &
    PIDS+=($!)
    gdbus wait --session --timeout 30 "$name" || fail "$name did not come up: $(cat "$log")"
}
service org.a11y.Bus /usr/libexec/at-spi-bus-launcher --launch-immediately
# Programs name their widgets only while somebody listens.
names_are_wanted() { # true or false
    gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus \
        --method org.freedesktop.DBus.Properties.Set org.a11y.Status IsEnabled "<$1>" >/dev/null
}
names_are_wanted true

EDITOR=
WINDOW=
STARTS=0
start_editor() {
    STARTS=$((STARTS + 1))
    (cd "$HOME/scenes" && exec "$BINARY" "$@") >"$WORK/editor$STARTS.log" 2>&1 &
    EDITOR=$!
    PIDS+=("$EDITOR")
    until_true "a window whose title contains \"$TITLE\"" find_window
    xdotool windowfocus --sync "$WINDOW"
}
find_window() {
    if gone "$EDITOR"; then fail 'the editor ended by itself'; fi
    WINDOW=$(xdotool search --onlyvisible --pid "$EDITOR" --name "$TITLE" | head -n 1)
    [ -n "$WINDOW" ]
}
# find_canvas: sets LEFT TOP WIDTH HEIGHT, in the window.
find_canvas() {
    local area
    area=$("$HERE/locate.py" --timeout $((TIMEOUT / 10)) xy "$CANVAS") || fail "the window has no widget named $CANVAS"
    read -r LEFT TOP WIDTH HEIGHT <<<"$area"
}
key() { xdotool key --clearmodifiers "$1" && sleep 0.3; }
move() { xdotool mousemove --window "$WINDOW" "$1" "$2"; }
click() {
    move "$1" "$2"
    sleep 0.15
    xdotool click 1
    sleep 0.3
}
