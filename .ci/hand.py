"""A hand on the mouse and the keys of a running editor, and an eye on the file it saves."""

import os
import subprocess
import sys
import time
from typing import NamedTuple

from scenes import Change, View, grips

PATIENCE, RETRY = 30.0, 2.0  # s
DOUBLE_CLICK = 0.4  # s; clicks at one place that come sooner could be one
WAYS = ["Escape", "the second button", "another window"]


class Click(NamedTuple):
    """A click at a place that has a name."""

    place: str
    held: str | None = None
    button: int = 1


class Text(str):
    """Something typed letter by letter."""


class Hand:
    def __init__(self, kind, file, window, places, out):
        self.kind, self.file, self.window, self.out = kind, file, window, out
        rows = dict(places)
        canvas = rows.pop("Canvas")
        root = subprocess.run(["xdotool", "search", "--maxdepth", "0", ""], check=True, capture_output=True, text=True)
        self.root = root.stdout.split()[0]
        self.pause = 0.5
        self.clicked = (None, 0.0)
        # The first save writes the scene as the editor does; a window that is only just there may not hear the first keys.
        given = self.bytes()
        if not any(self.saved(lambda now: now != given, 2.0) for _ in range(15)):
            sys.exit("the editor does not save what it opened")
        self.before = self.bytes()
        self.places = grips(View.of_all(canvas, kind), kind, rows)
        self.click("path")
        self.press("shift+f")
        view = View.of_work(canvas, kind)
        self.pixel = 1 / view.scale
        # A key that comes within the frame of what the mouse did is read before it. So each is waited for as long as a key and a save
        # take together, which are frames of their own; and longer, as no two frames are alike.
        self.pause = min(max(1.5 * max(self.nudge() for _ in range(3)), 0.12), 1.0)
        self.places = grips(view, kind, rows)

    def nudge(self):
        """Moves the path and undoes it; how long a key and a save took, s."""
        started = time.monotonic()
        self.press("Right")
        if not self.saved(lambda now: now != self.before) or not self.undone():
            sys.exit("a nudge is not saved, or not undone")
        return (time.monotonic() - started) / 2 - self.pause

    def do(self, *words):
        subprocess.run(["xdotool", *map(str, words)], check=True, stdout=subprocess.DEVNULL)

    def wait(self):
        time.sleep(self.pause)

    def press(self, *keys):
        """Keys one right after the other."""
        self.do("key", "--clearmodifiers", *keys)
        self.wait()

    def at(self, place):
        """Moves to a place; waits until a press there is no second click."""
        last, when = self.clicked
        if last == place:
            time.sleep(max(0.0, when + DOUBLE_CLICK - time.monotonic()))
        self.do("mousemove", "--window", self.window, *self.places[place], "sleep", 0.03)

    def click(self, place, held=None, button=1):
        self.at(place)
        self.do(*(["keydown", held] if held else []), "click", button, *(["keyup", held] if held else []))
        self.clicked = (place, time.monotonic())
        self.wait()

    def perform(self, actions):
        """Keys, several at once, clicks, text, and seconds in which nothing is done."""
        for action in actions:
            if isinstance(action, float):
                time.sleep(action)
            elif isinstance(action, Click):
                self.click(*action)
            elif isinstance(action, Text):
                self.do("type", "--delay", 15, action)
                self.wait()
            else:
                self.press(*([action] if isinstance(action, str) else action))
                # What opens a field or asks the clipboard takes a frame more.
                self.wait()

    def begin(self, selected, *pressed):
        self.press("v", "ctrl+shift+a")
        for i, place in enumerate(selected):
            self.click(place, "shift" if i else None)
        self.perform(pressed)

    def drag(self, start, end, held, slowly):
        """Presses, and drags half of the way."""
        self.at(start)
        self.do(*(["keydown", held] if held else []), "mousedown", 1)
        if slowly:
            self.wait()
        (x, y), (to_x, to_y), way = self.places[start], end, []
        for part in (0.1, 0.3, 0.5):
            way += ["sleep", 0.02, "mousemove", "--window", self.window, round(x + part * (to_x - x)), round(y + part * (to_y - y))]
        self.do(*way)
        if slowly:
            self.wait()

    def let_go(self, end, held, slowly):
        """Drags the other half, and releases."""
        self.do("mousemove", "--window", self.window, *end, "sleep", 0.02)
        if slowly:
            self.wait()
        self.do("mouseup", 1, *(["keyup", held] if held else []))

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

    def bytes(self):
        with open(self.file, "rb") as file:
            return file.read()

    def saved(self, wanted, patience=PATIENCE):
        """Saves. Whether what is in the file becomes as wanted; a save that would change nothing leaves the file alone."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            # Once more after a while: a save that came within the frame of an undo was done before it.
            self.do("key", "--clearmodifiers", "ctrl+s")
            again = time.monotonic() + RETRY
            while time.monotonic() < min(again, until):
                if wanted(self.bytes()):
                    return True
                time.sleep(0.01)
        return False

    def changed(self):
        return self.saved(lambda now: now != self.before, 5.0)

    def change(self):
        return Change(self.before, self.bytes(), self.pixel)

    def undone(self, patience=PATIENCE):
        self.press("ctrl+z")
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
        subprocess.run(["import", "-window", "root", os.path.join(self.out, f"{name}.png".replace(" ", "-"))], check=False)

    def start_afresh(self, name):
        """After something went wrong: a picture, and back to the scene as it was. If that fails, the next begin with what there is."""
        self.picture(f"wrong {self.kind} {name}")
        self.do("mouseup", 1, "keyup", "alt", "keyup", "ctrl")
        self.press("Escape")
        self.press("Escape")
        as_before = self.saved(lambda now: now == self.before, 1.0)
        if not as_before and not any(self.undone(1.0) for _ in range(10)):
            self.before = self.bytes()
