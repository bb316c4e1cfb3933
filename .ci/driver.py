"""Drives a running editor with mouse and keys and checks the file that it saves."""

import os
import subprocess
import sys
import time
from typing import NamedTuple

from scenes import Change, View, grips

TIMEOUT, RETRY = 30.0, 2.0  # s
DOUBLE_CLICK = 0.4  # s; faster clicks at the same place could be a double-click
WAYS = ["Escape", "the secondary button", "another window"]


class Click(NamedTuple):
    """A click at a named place."""

    place: str
    held: str | None = None
    button: int = 1


class Text(str):
    """Text typed letter by letter."""


class Driver:
    def __init__(self, kind, file, window, places, out):
        self.kind, self.file, self.window, self.out = kind, file, window, out
        rows = dict(places)
        canvas = rows.pop("Canvas")
        root = subprocess.run(["xdotool", "search", "--maxdepth", "0", ""], check=True, capture_output=True, text=True)
        self.root = root.stdout.split()[0]
        self.pause = 0.5
        self.clicked = (None, 0.0)
        # The first save writes the scene in the editor's format. A new window may miss the first keys.
        given = self.bytes()
        if not any(self.saved(lambda now: now != given, 2.0) for _ in range(15)):
            sys.exit("the editor does not save the opened scene")
        self.before = self.bytes()
        self.places = grips(View.of_all(canvas, kind), kind, rows)
        self.click("path")
        self.press("shift+f")
        view = View.of_work(canvas, kind)
        self.pixel = 1 / view.scale
        # A key in the same frame as a mouse event is handled first. So wait at least as long as a key and a save take, which need
        # separate frames.
        self.pause = min(max(1.5 * max(self.nudge() for _ in range(3)), 0.12), 1.0)
        self.places = grips(view, kind, rows)

    def nudge(self):
        """Moves the path and undoes it. Returns how long a key and a save took, in seconds."""
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
        """Presses keys in quick succession."""
        self.do("key", "--clearmodifiers", *keys)
        self.wait()

    def at(self, place):
        """Moves to a place. Waits until a press there is not a double-click."""
        last, when = self.clicked
        if last == place:
            time.sleep(max(0.0, when + DOUBLE_CLICK - time.monotonic()))
        self.do("mousemove", "--window", self.window, *self.places[place], "sleep", 0.03)

    def click(self, place, held=None, button=1):
        self.at(place)
        # A hand holds the key for longer than a frame.
        before, after = (["keydown", held, "sleep", 0.05], ["sleep", 0.05, "keyup", held]) if held else ([], [])
        self.do(*before, "click", button, *after)
        self.clicked = (place, time.monotonic())
        self.wait()

    def perform(self, actions):
        """Performs keys, groups of keys, clicks, text and pauses in seconds."""
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
                # Opening a field or reading the clipboard takes another frame.
                self.wait()

    def begin(self, selected, *pressed):
        self.press("v", "ctrl+shift+a")
        for i, place in enumerate(selected):
            self.click(place, "shift" if i else None)
        self.perform(pressed)

    def drag(self, start, end, held, slowly):
        """Presses and drags half of the way."""
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

    def release(self, end, held, slowly):
        """Drags the other half and releases."""
        self.do("mousemove", "--window", self.window, *end, "sleep", 0.02)
        if slowly:
            self.wait()
        self.do("mouseup", 1, *(["keyup", held] if held else []))

    def cancel(self, way):
        if way == "the secondary button":
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

    def saved(self, expected, timeout=TIMEOUT):
        """Saves until the file is as expected. Returns whether it is. A save without changes does not touch the file."""
        until = time.monotonic() + timeout
        while time.monotonic() < until:
            # Repeat it: a save in the same frame as an undo happens first.
            self.do("key", "--clearmodifiers", "ctrl+s")
            again = time.monotonic() + RETRY
            while time.monotonic() < min(again, until):
                if expected(self.bytes()):
                    return True
                time.sleep(0.01)
        return False

    def changed(self):
        return self.saved(lambda now: now != self.before, 5.0)

    def change(self):
        return Change(self.before, self.bytes(), self.pixel)

    def undone(self, timeout=TIMEOUT):
        self.press("ctrl+z")
        return self.saved(lambda now: now == self.before, timeout)

    def unchanged(self):
        """Whether the saved scene is unchanged and the title shows no unsaved changes."""
        self.wait()

        def clean(now):
            title = subprocess.run(["xdotool", "getwindowname", self.window], check=True, capture_output=True, text=True)
            return now == self.before and "•" not in title.stdout

        same = self.saved(clean, 5.0)
        # A late save would interfere with the next gesture.
        self.wait()
        return same

    def picture(self, name):
        subprocess.run(["import", "-window", "root", os.path.join(self.out, f"{name}.png".replace(" ", "-"))], check=False)

    def reset(self, name):
        """After a failure: takes a screenshot and restores the scene. If that fails, the next gesture starts from the current one."""
        self.picture(f"wrong {self.kind} {name}")
        self.do("mouseup", 1, "keyup", "alt", "keyup", "ctrl")
        self.press("Escape")
        self.press("Escape")
        as_before = self.saved(lambda now: now == self.before, 1.0)
        if not as_before and not any(self.undone(1.0) for _ in range(10)):
            self.before = self.bytes()
