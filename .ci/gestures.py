#!/usr/bin/python3
"""What a hand and its keys do in a running editor, done, undone, and cancelled half-way in every way; after each the saved scene is
what it was, byte for byte.

gestures.py scene KIND FILE                     writes the scene to work on: one path, a few, or 500 with 10,000 nodes
gestures.py drive KIND FILE WINDOW PLACES OUT   works on it in the window; PLACES is a file that says what of it is where
Exit status 1 with a list of what was wrong.
"""

import json
import sys
import time

import drags
import steps
from hand import Hand
from scenes import scene


def drive(hand):
    wrong = drags.drive(hand, drags.IN_LIST) if hand.kind == "few" else drags.drive(hand, drags.ON_CANVAS) + steps.drive(hand)
    # What came late would show here.
    time.sleep(1.0)
    if not hand.unchanged():
        wrong.append("in the end the scene is another")
    return wrong


def main():
    if sys.argv[1:2] == ["scene"] and len(sys.argv) == 4:
        with open(sys.argv[3], "w", encoding="utf-8") as file:
            json.dump(scene(sys.argv[2]), file)
        return
    if sys.argv[1:2] != ["drive"] or len(sys.argv) != 7:
        sys.exit(__doc__)
    kind, file, window, places, out = sys.argv[2:]
    started = time.monotonic()
    with open(places, encoding="utf-8") as text:
        hand = Hand(kind, file, window, json.load(text), out)
    wrong = drive(hand)
    print(f"  {kind}: {time.monotonic() - started:.0f} s, a pause of {hand.pause:.2f} s")
    if wrong:
        sys.exit("\n".join(wrong))


main()
