#!/usr/bin/python3
"""Every gesture on the canvas of a running editor, done, undone, and cancelled half-way in every way; after each the saved scene is
what it was, byte for byte.

gestures.py scene KIND FILE                                    writes the scene to work on: one path, or 500 with 10,000 nodes
gestures.py drive KIND FILE WINDOW LEFT TOP WIDTH HEIGHT OUT   works on it in the window; the canvas is there in it
Exit status 1 with a list of what was wrong.
"""

import json
import math
import os
import subprocess
import sys
import time

# The path worked on. Closed, it crosses itself; open, its last node lies on its own first segment.
CLOSED = [(0, 0), (24, 18), (24, 0), (0, 18)]
OPEN = [(0, 0), (24, 18), (24, 0), (12, 9)]
NODES = {"one": CLOSED, "many": OPEN}
OTHERS, NODES_EACH = 499, 20
FILLS = 0.85  # how much of the canvas a scene fills that was fitted into it
MIDDLE = (24, 9)  # of the segment from the second node to the third
QUARTER = (6, 4.5)  # of the first segment, which another crosses or touches
EMPTY = (12, 3)  # where nothing is
BY = (-70, -45)  # how far a drag goes, points
ROOM, TURN, END = 16, 22, 40  # handles are so far off what they are around, points

# Alt with the mouse is not for a program here: window managers keep it to themselves.
# Name, what is selected first, keys pressed first, where the hand grasps, what is held, whether the scene changes.
GESTURES = [
    ("a node is moved", None, None, "node 3", None, True),
    ("a path is moved by its line", None, None, "middle", None, True),
    ("everything is moved", None, "ctrl+a", "node 3", None, True),
    ("both ends of a segment are moved", "path", None, "middle", "ctrl", True),
    ("a node is put in", "path", None, "middle", None, True),
    ("a node is put in where the path meets itself", "path", None, "quarter", None, True),
    ("an end is continued", "path", None, "end", None, True),
    ("the box is scaled", "path", None, "corner", None, True),
    ("the box is turned", "path", None, "turn", None, True),
    ("a ring is made larger", "node", None, "ring", None, True),
    ("a box is drawn", None, None, "empty", None, False),
    ("the pen sets a node", None, "p", "empty", None, True),
    ("a path is drawn by a free hand", None, "shift+p", "empty", None, True),
    ("an agent is put down", None, "a", "empty", None, True),
    ("a target is put down", None, "t", "empty", None, True),
    ("a danger is put down", None, "d", "empty", None, True),
    ("cells are blocked", None, "b", "empty", None, True),
]
WAYS = ["Escape", "the second button", "another window"]
PATIENCE = 30.0  # s


def scene(kind):
    def nodes(places):
        return [{"id": i + 1, "x": x, "y": y} for i, (x, y) in enumerate(places)]

    worked = {"id": 1, "name": "Work", "radius": 2, "nodes": nodes(NODES[kind])}
    if kind == "one":
        worked["traversal"] = "loop"
    paths = [worked]
    for i in range(OTHERS if kind == "many" else 0):
        x, y = 60 + 12 * (i % 25), 10 * (i // 25)
        zigzag = [(x + 2 * (n % 5), y + 2 * (n // 5)) for n in range(NODES_EACH)]
        paths.append({"id": i + 2, "name": f"Path {i + 2}", "nodes": nodes(zigzag)})
    return {"format": "steerwright-scene", "format_version": 1, "name": "Gestures", "paths": paths}


class View:
    """What the canvas shows, after a box was fitted into it."""

    def __init__(self, canvas, low, high):
        self.left, self.top, self.width, self.height = canvas
        self.center = [(a + b) / 2 for a, b in zip(low, high)]
        self.scale = FILLS * min(self.width / (high[0] - low[0]), self.height / (high[1] - low[1]))

    def point(self, x, y, right=0.0, down=0.0):
        across = self.left + self.width / 2 + (x - self.center[0]) * self.scale + right
        return round(across), round(self.top + self.height / 2 - (y - self.center[1]) * self.scale + down)


class Hand:
    def __init__(self, kind, file, window, canvas, out):
        self.file, self.window, self.out = file, window, out
        places = [(node["x"], node["y"]) for path in scene(kind)["paths"] for node in path["nodes"]]
        root = subprocess.run(["xdotool", "search", "--maxdepth", "0", ""], check=True, capture_output=True, text=True)
        self.root = root.stdout.split()[0]
        self.pause = 0.5
        whole = View(canvas, *self.bounds(places))
        # The first save writes the scene as the editor does; a window that is only just there may not hear the first keys.
        given = self.bytes()
        if not any(self.saved(lambda now: now != given, 2.0) for _ in range(15)):
            sys.exit("the editor does not save what it opened")
        self.before = self.bytes()
        self.click(whole.point(*MIDDLE))
        self.key("shift+f")
        low, high = self.bounds(NODES[kind])
        room = max(0.1 * max(b - a for a, b in zip(low, high)), 2.0)
        self.view = View(canvas, [a - room for a in low], [b + room for b in high])
        # A key that comes within the frame of what the mouse did is read before it: frames are waited for, as long as they take.
        started = time.monotonic()
        self.key("Right")
        if not self.saved(lambda now: now != self.before) or not self.undone():
            sys.exit("a nudge is not saved, or not undone")
        self.pause = min(max((time.monotonic() - started - self.pause) / 4, 0.08), 1.0)
        self.places = self.grips(kind)

    @staticmethod
    def bounds(places):
        return [min(axis) for axis in zip(*places)], [max(axis) for axis in zip(*places)]

    def grips(self, kind):
        """Where things are grasped, in the window."""
        nodes, at = NODES[kind], self.view.point
        low, high = self.bounds(nodes)
        (x, y), (last_x, last_y) = nodes[-2], nodes[-1]
        away = END / math.hypot(last_x - x, last_y - y)
        radius = 2 * math.sqrt(0.5)
        return {
            "node 3": at(*nodes[2]),
            "middle": at(*MIDDLE),
            "quarter": at(*QUARTER),
            "empty": at(*EMPTY),
            "corner": at(*high, ROOM, -ROOM),
            "turn": at((low[0] + high[0]) / 2, high[1], 0, -ROOM - TURN),
            "ring": at(nodes[0][0] + radius, nodes[0][1] + radius),
            "end": at(last_x, last_y, away * (last_x - x), -away * (last_y - y)),
            "node": at(*nodes[0]),
        }

    def do(self, *words):
        subprocess.run(["xdotool", *map(str, words)], check=True, stdout=subprocess.DEVNULL)

    def wait(self):
        time.sleep(self.pause)

    def key(self, key):
        self.do("key", "--clearmodifiers", key)
        self.wait()

    def click(self, place):
        self.do("mousemove", "--window", self.window, *place, "sleep", 0.03, "click", 1)
        self.wait()

    def bytes(self):
        with open(self.file, "rb") as file:
            return file.read()

    def saved(self, wanted, patience=PATIENCE):
        """Saves. Whether what is in the file becomes as wanted; a save that would change nothing leaves the file alone."""
        self.do("key", "--clearmodifiers", "ctrl+s")
        until = time.monotonic() + patience
        while time.monotonic() < until:
            if wanted(self.bytes()):
                return True
            time.sleep(0.01)
        return False

    def undone(self, patience=PATIENCE):
        self.key("ctrl+z")
        return self.saved(lambda now: now == self.before, patience)

    def unchanged(self):
        """Whether the scene, saved, is still what it was, and the title says so, too."""
        self.wait()

        def clean(now):
            title = subprocess.run(["xdotool", "getwindowname", self.window], check=True, capture_output=True, text=True)
            return now == self.before and "•" not in title.stdout

        same = self.saved(clean, 5.0)
        # A save still to come would meet the next gesture.
        self.wait()
        return same

    def picture(self, name):
        subprocess.run(["import", "-window", "root", os.path.join(self.out, name + ".png")], check=False)

    def start_afresh(self):
        """After something went wrong: the scene as it is now is what the next gestures begin with."""
        self.key("Escape")
        self.key("ctrl+s")
        time.sleep(1.0)
        self.before = self.bytes()

    def begin(self, selected, pressed):
        self.key("v")
        self.key("ctrl+shift+a")
        if selected:
            self.click(self.places["middle" if selected == "path" else "node"])
            # Two clicks in quick succession would be one double-click.
            time.sleep(0.35)
        if pressed:
            self.key(pressed)

    def drag(self, grip, held):
        """Presses, and drags half of the way."""
        (x, y), way = self.places[grip], []
        for part in (0.1, 0.3, 0.5):
            way += ["sleep", 0.02, "mousemove", "--window", self.window, round(x + part * BY[0]), round(y + part * BY[1])]
        self.do(*(["keydown", held] if held else []), "mousemove", "--window", self.window, x, y, "sleep", 0.04, "mousedown", 1, *way)

    def finish(self, grip, held):
        x, y = self.places[grip]
        end = (round(x + BY[0]), round(y + BY[1]))
        self.do("mousemove", "--window", self.window, *end, "sleep", 0.02, "mouseup", 1, *(["keyup", held] if held else []))

    def cancel(self, way):
        if way == "the second button":
            self.do("click", 3)
            return
        self.wait()
        if way == "Escape":
            self.do("key", "Escape")
        else:
            self.do("windowfocus", self.root)
            self.wait()
            self.do("windowfocus", "--sync", self.window)


def drive(hand, kind):
    wrong = []
    for name, selected, pressed, grip, held, changes in GESTURES:
        if grip == "end" and kind == "one":
            continue  # a closed path has no ends
        hand.begin(selected, pressed)
        for way in WAYS:
            hand.drag(grip, held)
            hand.cancel(way)
            hand.finish(grip, held)
            if not hand.unchanged():
                wrong.append(f"{name}: {way} does not cancel it")
                hand.picture(f"wrong-{kind}-{name.replace(' ', '-')}")
                hand.start_afresh()
                hand.begin(selected, pressed)
        hand.drag(grip, held)
        hand.wait()
        hand.picture(f"gesture-{kind}-{name.replace(' ', '-')}")
        hand.finish(grip, held)
        if changes:
            if not hand.saved(lambda now: now != hand.before, 5.0):
                wrong.append(f"{name}: nothing came of it")
            elif not hand.undone(5.0):
                wrong.append(f"{name}: one undo does not take it back")
                hand.start_afresh()
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
    if sys.argv[1:2] != ["drive"] or len(sys.argv) != 10:
        sys.exit(__doc__)
    kind, file, window, *canvas, out = sys.argv[2:]
    started = time.monotonic()
    hand = Hand(kind, file, window, [int(number) for number in canvas], out)
    wrong = drive(hand, kind)
    print(f"  {kind}: {time.monotonic() - started:.0f} s, a pause of {hand.pause:.2f} s")
    if wrong:
        sys.exit("\n".join(wrong))


main()
