#!/usr/bin/python3
"""Gestures and keys in a running editor: performed, undone, and canceled halfway in every way. After each, the saved scene is identical
byte for byte.

gestures.py scene KIND FILE                     writes the test scene: one path, a few, or 500 with 10,000 nodes
gestures.py drive KIND FILE WINDOW PLACES OUT   performs the gestures; PLACES is a file with the positions of items
Exits with status 1 and a list of failures.
"""

import json
import sys
import time

import drags
import steps
from driver import Driver
from scenes import scene


def drive(driver):
    wrong = drags.drive(driver, drags.IN_LIST) if driver.kind == "few" else drags.drive(driver, drags.ON_CANVAS) + steps.drive(driver)
    # Wait for late changes.
    time.sleep(1.0)
    if not driver.unchanged():
        wrong.append("the scene has changed at the end")
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
        driver = Driver(kind, file, window, json.load(text), out)
    wrong = drive(driver)
    print(f"  {kind}: {time.monotonic() - started:.0f} s, a pause of {driver.pause:.2f} s")
    if wrong:
        sys.exit("\n".join(wrong))


main()
