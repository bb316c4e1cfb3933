#!/usr/bin/env bash
# Every gesture in the real window, on one path and on 500 with 10,000 nodes: performed and undone, and canceled halfway by Escape,
# the secondary button and another window; and keys and clicks: performed, undone and redone. See drags.py and steps.py.
#
# usage: drive_gestures.sh BINARY OUTDIR
set -euo pipefail

BINARY=$(realpath "${1:?usage: drive_gestures.sh BINARY OUTDIR}")
mkdir -p "${2:?usage: drive_gestures.sh BINARY OUTDIR}"
OUT=$(realpath "$2")
SIZE=1600x1000
ROWS=(Paths Crew 'Path 1' 'Path 2' 'Path 3' 'Path 4') # of the list, in the scene "few"

# shellcheck source=.ci/desktop.sh
. "$(dirname "$(realpath "$0")")/desktop.sh"

close_editor() {
    # Everything was saved, so there is nothing to recover.
    kill "$EDITOR"
    wait "$EDITOR" 2>/dev/null || true
}

WRONG=0
PLACES=$WORK/places.json
for kind in few one many; do
    step "gestures on the scene \"$kind\""
    scene=$HOME/scenes/$kind.scene.json
    "$HERE/gestures.py" scene "$kind" "$scene"
    start_editor "$scene"
    if [ ! -e "$PLACES" ]; then
        # The canvas and the rows do not move. From here on, accessibility is off, as on most desktops.
        "$HERE/locate.py" --timeout $((TIMEOUT / 10)) places "$CANVAS" "${ROWS[@]}" >"$PLACES" || fail 'some widgets are missing'
        close_editor
        names_are_wanted false
        start_editor "$scene"
    fi
    sleep 1
    "$HERE/gestures.py" drive "$kind" "$scene" "$WINDOW" "$PLACES" "$OUT" || WRONG=1
    screenshot "gestures-$kind"
    if gone "$EDITOR"; then fail 'the editor ended by itself'; fi
    close_editor
done
if grep -q 'panicked' "$WORK"/editor*.log; then fail 'the editor panicked'; fi
[ "$WRONG" = 0 ] || fail 'gestures failed, see above'

RESULT=0
echo "every gesture works; pictures in $OUT"
