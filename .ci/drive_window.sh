#!/usr/bin/env bash
# Tests the real window: mouse, keyboard, the system's file dialog, a crash, a restart.
# Everything is private (screen, buses, home); nothing outside OUTDIR is left behind, and only its own processes are ended.
#
# usage: drive_window.sh BINARY OUTDIR
set -euo pipefail

BINARY=$(realpath "${1:?usage: drive_window.sh BINARY OUTDIR}")
mkdir -p "${2:?usage: drive_window.sh BINARY OUTDIR}"
OUT=$(realpath "$2")

# The expected shortcuts and names. -------------------------------------------------------------------------------------
KEY_NEW='ctrl+n'
KEY_PEN='p'
KEY_FINISH='Return'             # ends the path
KEY_SELECT='v'                  # the tool that drags nodes
KEY_SAVE='ctrl+s'
KEY_NUDGE='Right'               # moves what is selected
RING='Node radius handle'       # accessible name
RECOVER='Recover'               # accessible name
KEY_CLOSE='alt+F4'              # the window manager's
SAVE_DIALOG='Save scene'        # title of the system's dialog
NODES=('25 35' '45 70' '65 35' '75 60')   # clicked, in per cent of the canvas
DRAG_FROM=3                     # which of them is dragged
DRAG_BY='6 -12'                 # per cent of the canvas
SIZE=1600x1000
# -----------------------------------------------------------------------------------------------------------------------

# shellcheck source=.ci/desktop.sh
. "$(dirname "$(realpath "$0")")/desktop.sh"

step "portal"
NO_AT_BRIDGE=1 service org.freedesktop.impl.portal.desktop.gtk /usr/libexec/xdg-desktop-portal-gtk
service org.freedesktop.portal.Desktop /usr/libexec/xdg-desktop-portal

# settle: the window is drawn and the first frames are over.
settle() {
    find_canvas
    sleep 0.5
}
# canvas_point X% Y%: where that is in the window.
canvas_point() { echo "$((LEFT + WIDTH * $1 / 100)) $((TOP + HEIGHT * $2 / 100))"; }
drag() { # in many small moves
    local i
    move "$1" "$2"
    sleep 0.15
    xdotool mousedown 1
    sleep 0.25
    for ((i = 1; i <= 10; i++)); do
        move $(($1 + ($3 - $1) * i / 10)) $(($2 + ($4 - $2) * i / 10))
        sleep 0.03
    done
    sleep 0.15
    xdotool mouseup 1
    sleep 0.3
}
window_named() { xdotool search --onlyvisible --name "$1"; }
# scene_says PATH EXPRESSION: evaluates it over the scene in a file.
scene_says() { python3 -c "import json, sys; scene = json.load(open(sys.argv[1])); print($2)" "$1"; }

step "the editor starts without a file"
start_editor
settle
screenshot start

step "a new scene, and a path of ${#NODES[@]} clicks"
key "$KEY_NEW"
find_canvas
key "$KEY_PEN"
for node in "${NODES[@]}"; do
    read -r x y <<<"$node"
    # shellcheck disable=SC2046
    click $(canvas_point "$x" "$y")
done
key "$KEY_FINISH"
screenshot patrol

save_as() { # save_as PATH
    key "$KEY_SAVE"
    until_true "the system's dialog \"$SAVE_DIALOG\"" window_named "^$SAVE_DIALOG"
    local dialog
    dialog=$(window_named "^$SAVE_DIALOG" | head -n 1)
    xdotool windowfocus --sync "$dialog"
    sleep 0.5
    # GTK's name field has the focus and takes a whole path.
    xdotool key --clearmodifiers ctrl+a
    xdotool type --delay 15 "$1"
    sleep 0.4
    screenshot dialog
    xdotool key Return
    until_true "the file $1" test -s "$1"
    xdotool windowfocus --sync "$WINDOW"
}

step "saved through the system's dialog"
SCENE=$HOME/scenes/drawn.scene.json
save_as "$SCENE"
"$BINARY" check "$SCENE" || fail "\`steerwright check\` refuses what the editor saved"
FOUND=$(scene_says "$SCENE" 'sum(len(path["nodes"]) for path in scene["paths"])')
[ "$FOUND" = "${#NODES[@]}" ] || fail "${#NODES[@]} nodes were clicked, and $FOUND are in the file"

step "a node is dragged, and saved again without a question"
PLACES='[(node["x"], node["y"]) for path in scene["paths"] for node in path["nodes"]]'
BEFORE=$(scene_says "$SCENE" "$PLACES")
key "$KEY_SELECT"
find_canvas
read -r x y <<<"${NODES[$DRAG_FROM]}"
read -r dx dy <<<"$DRAG_BY"
# shellcheck disable=SC2046
drag $(canvas_point "$x" "$y") $(canvas_point $((x + dx)) $((y + dy)))
key "$KEY_SAVE"
changed() { [ "$(scene_says "$SCENE" "$PLACES")" != "$BEFORE" ]; }
until_true 'the dragged node is at another place in the file' changed
MOVED=$(python3 -c "import sys; a, b = map(eval, sys.argv[1:]); print([i for i in range(len(a)) if a[i] != b[i]])" \
    "$BEFORE" "$(scene_says "$SCENE" "$PLACES")")
[ "$MOVED" = "[$DRAG_FROM]" ] || fail "node $DRAG_FROM was dragged, and $MOVED moved"

step "the dragged node's ring is dragged, and saved"
RADII='[node.get("radius") for path in scene["paths"] for node in path["nodes"]]'
area=$("$HERE/locate.py" xy "$RING") || fail "the canvas has no $RING"
read -r x y width height <<<"$area"
drag $((x + width / 2)) $((y + height / 2)) $((x + width / 2 + 30)) $((y + height / 2 - 30))
key "$KEY_SAVE"
wider() { python3 -c "import sys; assert float(sys.argv[1]) > 0.6" "$(scene_says "$SCENE" "$RADII[$DRAG_FROM] or 0")"; }
until_true 'the node has a wider radius of its own in the file' wider

step "killed with an unsaved change, which is recovered"
BEFORE=$(scene_says "$SCENE" "$PLACES")
key "$KEY_NUDGE"
sleep 3 # the recovery copy is written within two seconds
kill -9 "$EDITOR"
wait "$EDITOR" 2>/dev/null || true
start_editor
settle
screenshot recovery
area=$("$HERE/locate.py" xy "$RECOVER") || fail "no recovery is offered after a crash"
read -r x y width height <<<"$area"
click $((x + width / 2)) $((y + height / 2))
key "$KEY_SAVE"
until_true 'the recovered change is in the file' changed
wider || fail 'what was saved before the crash is gone'

step "killed and started again with the file"
kill -9 "$EDITOR"
wait "$EDITOR" 2>/dev/null || true
"$BINARY" check "$SCENE" || fail 'the file did not survive the kill'
start_editor "$SCENE"
settle
until_true 'the title names the file' sh -c "xdotool getwindowname $WINDOW | grep -q drawn"
screenshot end

step "the window closes"
key "$KEY_CLOSE"
until_true 'the editor ends when its window is closed' gone "$EDITOR"
if grep -q 'panicked' "$WORK"/editor*.log; then fail 'the editor panicked'; fi

RESULT=0
echo "the window works; pictures in $OUT"
