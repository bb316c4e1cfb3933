#!/usr/bin/env bash
# Kills the editor in the real window at random moments, in the middle of edits, drags and saves, while another program replaces the
# file. Ends with an error if more than the last second is lost, a file is damaged, or a replaced file is overwritten. See kills.py.
# Takes a few seconds for each kill; .ci/full runs it.
#
# usage: drive_kills.sh BINARY OUTDIR [KILLS [SEED]]
set -euo pipefail

BINARY=$(realpath "${1:?usage: drive_kills.sh BINARY OUTDIR [KILLS [SEED]]}")
mkdir -p "${2:?usage: drive_kills.sh BINARY OUTDIR [KILLS [SEED]]}"
OUT=$(realpath "$2")
KILLS=${3:-100}
SEED=${4:-$RANDOM}
SIZE=1600x1000

# shellcheck source=.ci/desktop.sh
. "$(dirname "$(realpath "$0")")/desktop.sh"

step "$KILLS kills, seed $SEED"
STEERWRIGHT_CONFIG_DIR=$HOME/data "$HERE/kills.py" "$BINARY" "$HOME/scenes" "$KILLS" "$SEED" "$OUT" "$WORK" || fail 'work was lost, see above'
if grep -q 'panicked' "$WORK"/editor*.log; then fail 'the editor panicked'; fi

RESULT=0
