#!/usr/bin/python3
"""Kills a running editor at random moments and checks what can be recovered.

kills.py BINARY FOLDER KILLS SEED OUT LOGS

In each round, the editor is started with a scene, edits and saves it, and is killed. Sometimes another program replaces the scene
before or after the kill. The next round recovers the changes and saves them. Checked in every round:
- An edit that is older than LIMIT when the editor is killed is in the file, or in the recovery copy.
- The file is a complete scene.
- A file that another program replaced is not overwritten without a question.
- The recovered changes can be saved, and no temporary file remains after that.
"""

import glob
import json
import os
import random
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 1.0  # s
PRECISION = 1e-6  # u; the editor rounds what it moves
TIMEOUT = 30.0  # s
DRAG_STEP, DRAG_PAUSE, DRAG_STEPS = 5, 0.02, 60  # px, s


def scene(name, x):
    preset = {"id": 1, "name": "Guard"}
    agent = {"id": 1, "name": "Guard", "preset": 1, "x": x, "y": 0}
    return json.dumps({"format": "steerwright-scene", "format_version": 1, "name": name, "presets": [preset], "agents": [agent]})


def position(text):
    return json.loads(text)["agents"][0]["x"]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def until(what, condition, timeout=TIMEOUT):
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise Wrong(f"within {timeout:g} s, this did not happen: {what}")


class Wrong(Exception):
    """What must not happen."""


class Kills:
    def __init__(self, binary, folder, seed, logs):
        self.binary, self.folder, self.logs = binary, folder, logs
        self.random = random.Random(seed)
        self.file = os.path.join(folder, "guard.scene.json")
        self.data = os.environ["STEERWRIGHT_CONFIG_DIR"]
        self.editor, self.window, self.canvas = None, None, None
        self.replacements, self.starts = 0, 0
        self.edits = []  # (time, position) since the start
        self.replaced = None  # what another program wrote, until the editor reads it
        self.scale = None  # u/px of a drag
        self.worst, self.conflicts, self.recovered = 0.0, 0, 0

    def do(self, *words):
        subprocess.run(["xdotool", *map(str, words)], check=True, stdout=subprocess.DEVNULL)

    def press(self, *keys):
        self.do("key", "--clearmodifiers", *keys)

    def locate(self, name, timeout=TIMEOUT):
        command = [os.path.join(HERE, "locate.py"), "--timeout", str(timeout), "xy", name]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        return [int(number) for number in found.stdout.split()] if found.returncode == 0 else None

    def click(self, name):
        area = self.locate(name)
        if area is None:
            raise Wrong(f'there is no "{name}"')
        left, top, width, height = area
        self.do("mousemove", "--window", self.window, left + width // 2, top + height // 2, "sleep", 0.1, "click", 1)

    def replace(self):
        """Replaces the file, as `git pull` does."""
        self.replacements += 1
        self.replaced = scene(f"Version {self.replacements}", -1000 * self.replacements)
        with open(self.file + ".new", "w", encoding="utf-8") as file:
            file.write(self.replaced)
        os.replace(self.file + ".new", self.file)

    def copies(self):
        return glob.glob(os.path.join(self.data, "journal", "*.journal.json"))

    def start(self):
        """Starts the editor, recovers, and saves what was recovered. Returns the position."""
        copies = self.copies()
        if len(copies) > 1:
            raise Wrong(f"there are {len(copies)} recovery copies")
        text = json.loads(read(copies[0]))["scene"] if copies else None
        # Killed after a save, before the copy was removed: there is nothing to recover.
        copy = position(text) if text is not None and text != read(self.file) else None
        self.starts += 1
        with open(os.path.join(self.logs, f"editor{self.starts}.log"), "wb") as log:
            self.editor = subprocess.Popen([self.binary, self.file], cwd=self.folder, stdout=log, stderr=log)

        def window():
            if self.editor.poll() is not None:
                raise Wrong("the editor ended by itself")
            command = ["xdotool", "search", "--onlyvisible", "--pid", str(self.editor.pid), "--name", "Steerwright"]
            return subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()

        self.window = until("the window opens", window)[0]
        self.do("windowfocus", "--sync", self.window)
        self.canvas = self.canvas or self.locate("Canvas")
        if copy is None:
            self.locate("Canvas")
            self.replaced = None
            return position(read(self.file))
        self.click("Recover")
        self.recovered += 1
        self.save_recovered(copy)
        return copy

    def save_recovered(self, expected):
        """Saves, beside the file if another program replaced it."""
        others = set(os.listdir(self.folder))
        before = read(self.file)
        # A window may miss keys in its first frames.
        saved = self.file
        if self.replaced is not None and self.replaced == before and position(before) != expected:
            until("saving asks", lambda: self.press("ctrl+s") or self.locate("Keep both", 1.0))
            if read(self.file) != before:
                raise Wrong("a replaced file was overwritten without a question")
            self.click("Keep both")
            new = until("both versions are kept", lambda: {name for name in set(os.listdir(self.folder)) - others if ".tmp" not in name})
            saved = os.path.join(self.folder, new.pop())
            self.conflicts += 1

        def is_saved():
            self.press("ctrl+s")
            time.sleep(0.2)
            return os.path.getsize(saved) > 0 and abs(position(read(saved)) - expected) < PRECISION

        until(f"the recovered position {expected} is in {os.path.basename(saved)}", is_saved)
        self.replaced = None
        if saved != self.file:
            if read(self.file) != before:
                raise Wrong("a replaced file was overwritten")
            # Go on with the usual file.
            os.replace(saved, self.file)
            self.end()
            self.start()
        temporary = [name for name in os.listdir(self.folder) if name.endswith(".tmp")]
        if temporary:
            raise Wrong(f"temporary files remain: {temporary}")

    def end(self):
        """Ends the editor, which has no unsaved changes."""
        time.sleep(0.7)
        self.editor.kill()
        self.editor.wait()

    def nudges(self, at):
        """Moves the agent by one unit a number of times, and saves now and then. Returns whether the last save may be going on."""
        saving = False
        for _ in range(self.random.randint(1, 12)):
            if self.random.random() < 0.2:
                self.press("ctrl+s")
                saving = True
            else:
                at += 1
                self.edits.append((time.monotonic(), at))
                self.press("Right")
                saving = False
            time.sleep(self.random.choice([0.0, 0.03, 0.1, 0.4, 0.9]))
        return saving

    def drag(self, at):
        """Drags the agent from the center of the canvas, and does not release it."""
        left, top, width, height = self.canvas
        x, y = left + width // 2, top + height // 2
        self.press("shift+f")
        time.sleep(0.5)
        self.do("mousemove", "--window", self.window, x, y, "keydown", "ctrl", "mousedown", 1, "sleep", 0.25)
        for step in range(1, self.random.randint(DRAG_STEPS // 4, DRAG_STEPS)):
            if self.scale:
                self.edits.append((time.monotonic(), at + DRAG_STEP * step * self.scale))
            self.do("mousemove", "--window", self.window, x + DRAG_STEP * step, y, "sleep", DRAG_PAUSE)

    def release(self):
        self.do("mouseup", 1, "keyup", "ctrl")

    def measure_drag(self, at):
        """Finds out how far a drag of one pixel moves the agent."""
        steps = DRAG_STEPS // 4
        left, top, width, height = self.canvas
        x, y = left + width // 2, top + height // 2
        self.press("shift+f")
        time.sleep(0.5)
        self.do("mousemove", "--window", self.window, x, y, "keydown", "ctrl", "mousedown", 1, "sleep", 0.25)
        for step in range(1, steps + 1):
            self.do("mousemove", "--window", self.window, x + DRAG_STEP * step, y, "sleep", DRAG_PAUSE)
        time.sleep(0.3)
        self.release()
        until("a drag moves the agent", lambda: self.press("ctrl+s") or time.sleep(0.3) or position(read(self.file)) > at)
        self.scale = (position(read(self.file)) - at) / (DRAG_STEP * steps)
        return position(read(self.file))

    def kill(self):
        """Kills the editor and checks what is left."""
        now = time.monotonic()
        self.editor.kill()
        self.editor.wait()
        self.release()
        text = read(self.file)
        try:
            kept = position(text)
        except (ValueError, KeyError, IndexError) as error:
            raise Wrong(f"the file is damaged: {error}") from error
        # Without unsaved changes, the editor has read the replaced file; saving then writes the same scene in the editor's format.
        rewritten = self.replaced is not None and text != self.replaced
        if rewritten and (kept, json.loads(text)["name"]) != (position(self.replaced), json.loads(self.replaced)["name"]):
            raise Wrong("a replaced file was overwritten without a question")
        copies = self.copies()
        if copies:
            kept = position(json.loads(read(copies[0]))["scene"])
        # A drag ends a part of a pixel earlier or later.
        precision = 2 * DRAG_STEP * (self.scale or 0.0)
        reloaded = self.replaced is not None and not copies
        if rewritten:
            self.replaced = None
        lost = [] if reloaded else [(when, x) for when, x in self.edits if x > kept + precision + PRECISION]
        age = max((now - when for when, _ in lost), default=0.0)
        self.worst = max(self.worst, age)
        if age > LIMIT:
            raise Wrong(f"an edit {age:.2f} s before the kill is lost: at {kept}, and {lost[0][1]} was expected")
        return age

    def round(self):
        at = self.start()
        self.edits = []
        # The first agent is selected when a scene is opened; after recovering, nothing is.
        until("the agent can be moved", lambda: self.moves(at))
        at = position(read(self.file))
        if self.scale is None:
            at = self.measure_drag(at)
        kind = self.random.choice(["keys", "keys", "save", "drag", "replaced", "replaced"])
        if kind == "drag":
            self.drag(at)
        else:
            saving = self.nudges(at)
            if kind == "save":
                self.press("ctrl+s")
            elif kind == "replaced":
                if saving:
                    time.sleep(0.5)
                self.replace()
                if self.random.random() < 0.7:
                    self.press("ctrl+s")
        time.sleep(self.random.uniform(0.0, 0.15 if kind == "save" else 1.2))
        age = self.kill()
        if kind != "replaced" and self.random.random() < 0.25:
            self.replace()
            kind += ", replaced after"
        return kind, age

    def moves(self, at):
        """Moves the agent by one unit, and saves that. By more if the window is slow, and did not save what was there to be saved."""
        if abs(position(read(self.file)) - at) < PRECISION:
            self.press("ctrl+a", "Right")
            time.sleep(0.3)
        self.press("ctrl+s")
        time.sleep(0.3)
        return position(read(self.file)) > at + 1 - PRECISION


def main():
    if len(sys.argv) != 7:
        sys.exit(__doc__)
    binary, folder, count, seed, out, logs = sys.argv[1:]
    kills = Kills(binary, folder, int(seed), logs)
    kills.replace()
    kills.replaced = None
    for number in range(1, int(count) + 1):
        try:
            kind, age = kills.round()
        except Wrong as wrong:
            subprocess.run(["import", "-window", "root", os.path.join(out, "kills.png")], check=False)
            sys.exit(f"round {number}: {wrong}")
        print(f"  {number}: {kind}; at most {age:.2f} s lost", flush=True)
    print(f"{count} kills: {kills.recovered} recoveries, {kills.conflicts} of replaced files, at most {kills.worst:.2f} s lost")


main()
