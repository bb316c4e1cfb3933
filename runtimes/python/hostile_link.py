"""Puts the receiving half of the live link before editors good and bad: python hostile_link.py

A small server stands for the editor. Edits have to arrive; whatever else comes has to end in a text to read, never in an
exception, a wait, or a changed world.
"""

from __future__ import annotations

import copy
import json
import os
import socket
import sys
import threading
import time
from typing import Any, Callable

import steerwright
import steerwright_link
from hostile import SOUND

TOKEN = "0123456789abcdef0123456789abcdef"
WELCOME = {"welcome": "steerwright", "steerwright_link": 1, "version": "0.1.0"}


class Editor:
    """Listens at a port of its own, and does with each connection in turn what the next of `scripts` says."""

    def __init__(self, *scripts: Callable[[Editor], None]) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.hello: dict[str, Any] = {}
        self.thread = threading.Thread(target=self.run, args=(scripts,), daemon=True)
        self.thread.start()

    def run(self, scripts: tuple[Callable[[Editor], None], ...]) -> None:
        for script in scripts:
            self.game, _ = self.listener.accept()
            with self.game, self.game.makefile("rb") as lines:
                self.hello = json.loads(lines.readline(4096))
                try:
                    script(self)
                except OSError:
                    pass  # the game has closed the link, as it should

    def say(self, *messages: Any) -> None:
        """Objects as lines of JSON, bytes as they are."""
        for message in messages:
            self.game.sendall(message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n")


def scene(x: float) -> dict[str, Any]:
    """The sound file, with its first marker at x."""
    edited = copy.deepcopy(SOUND)
    edited["markers"][0]["x"] = x
    return edited


def marker(world: steerwright.World) -> float:
    return world._markers[1].x


class Game:
    """A game that polls its link sixty times a second."""

    def __init__(self, editor: Editor | None, address: str | None = None) -> None:
        self.world = steerwright.load(SOUND)
        address = f"{editor.port}/{TOKEN}" if editor else address
        self.link = steerwright_link.Link(self.world, address, "Hostile \u2028 game")
        self.slowest = 0.0
        self.taken = 0

    def until(self, wanted: Callable[[], Any], seconds: float = 10.0) -> None:
        end = time.monotonic() + seconds
        while not wanted():
            assert time.monotonic() < end, f"still {self.link.state}: {self.link.problem}"
            self.frame()
            time.sleep(1 / 240)

    def frame(self) -> None:
        began = time.perf_counter()
        self.taken += self.link.poll()
        self.slowest = max(self.slowest, time.perf_counter() - began)
        self.world.step()


def welcome_and(*messages: Any) -> Callable[[Editor], None]:
    """Says welcome and then these, and waits for the game to go away."""

    def script(editor: Editor) -> None:
        editor.say(WELCOME, *messages)
        while editor.game.recv(4096):
            pass

    return script


def edits_arrive() -> None:
    def script(editor: Editor) -> None:
        editor.say(WELCOME)
        for revision in range(1, 101):
            editor.say({"revision": revision, "scene": scene(revision)})
            time.sleep(0.003)
        editor.say({"revision": 101, "problem": "a path has no name"})
        editor.game.recv(1)

    editor = Editor(script)
    game = Game(editor)
    assert game.link.state == "connecting"
    game.until(lambda: marker(game.world) == 100 and game.link.problem)
    assert (game.link.state, game.link.problem) == ("linked", "a path has no name")
    assert 2 <= game.taken <= 100 and game.world.tick > 0 and game.link.scene == scene(100)
    assert editor.hello["token"] == TOKEN and editor.hello["game"] == "Hostile \u2028 game"
    assert editor.hello["options"] == {"y_down": False, "scale": 1} and editor.hello["steerwright_link"] == 1
    game.link.close()
    game.frame()
    assert (game.link.state, game.link.problem) == ("off", "")


def in_pieces() -> None:
    def script(editor: Editor) -> None:
        text = b"".join(json.dumps(message).encode() + b"\n" for message in (WELCOME, {"revision": 1, "scene": scene(9)}))
        for start in range(0, len(text), 100):
            editor.say(text[start : start + 100])
            time.sleep(0.001)
        editor.game.recv(1)

    game = Game(Editor(script))
    game.until(lambda: marker(game.world) == 9)
    assert (game.taken, game.link.state, game.link.problem) == (1, "linked", "")


def only_the_newest() -> None:
    scenes = [{"revision": revision, "scene": scene(revision)} for revision in range(50)]
    game = Game(Editor(welcome_and(*scenes)))
    time.sleep(0.3)
    game.until(lambda: marker(game.world) == 49)
    assert game.taken <= 3, f"{game.taken} scenes were read, although only the newest counted"


def a_problem_after_a_scene() -> None:
    game = Game(Editor(welcome_and({"revision": 1, "scene": scene(5)}, {"revision": 2, "problem": "a path has no name"})))
    time.sleep(0.3)  # both come at one poll
    game.until(lambda: marker(game.world) == 5 and game.link.problem == "a path has no name")


def a_bad_scene() -> None:
    broken = scene(3)
    broken["agents"][0]["body"]["mass"] = 0
    for bad in (broken, {}, [], None, "x", 7, {"format": "steerwright-scene"}):
        game = Game(Editor(welcome_and({"revision": 1, "scene": bad})))
        agents = game.world.agents
        game.until(lambda: game.link.problem)
        assert game.link.state == "linked" and game.taken == 0 and game.world.agents is agents, bad
        assert "; " in game.link.problem, game.link.problem
    game = Game(Editor(welcome_and({"revision": 1, "scene": broken}, {"revision": 2, "scene": scene(4)})))
    game.until(lambda: marker(game.world) == 4)
    assert game.link.problem == ""


def what_is_no_message() -> None:
    garbage = (b"\xff\xfe\x00\n", b"\n", b"hello\n", b"[1]\n", b"7\n", b"[" * 100_000 + b"\n", b"{" * 50 + b"\n", b"HTTP/1.1 200 OK\r\n\r\n")
    for said in garbage:
        for before in ((), (WELCOME,)):
            game = Game(Editor(lambda editor: editor.say(*before, said)))
            game.until(lambda: game.link.state == "lost")
            assert "no message" in game.link.problem and game.taken == 0, (said[:20], game.link.problem)
    for answer in ({}, {"welcome": "x"}, {"welcome": "steerwright", "steerwright_link": 2}, {"revision": 1, "scene": scene(2)}):
        game = Game(Editor(lambda editor: editor.say(answer)))
        game.until(lambda: game.link.state == "lost")
        assert "no editor" in game.link.problem and game.taken == 0


def of_the_future() -> None:
    game = Game(Editor(welcome_and({"weather": "fine"}, {"revision": 1, "scene": scene(8), "more": [1]})))
    game.until(lambda: marker(game.world) == 8)


def a_huge_line() -> None:
    def script(editor: Editor) -> None:
        editor.say(WELCOME)
        for _ in range(70):
            editor.say(b"x" * 2**20)

    game = Game(Editor(script))
    game.until(lambda: game.link.state == "lost", 60)
    assert "too long" in game.link.problem, game.link.problem
    assert game.slowest < 0.5, f"a frame took {game.slowest} s"


def refused() -> None:
    asked = []

    def script(editor: Editor) -> None:
        asked.append(1)
        editor.say({"refused": "wrong token"})

    game = Game(Editor(script, script))
    game.until(lambda: game.link.state == "refused")
    end = time.monotonic() + 1.5
    game.until(lambda: time.monotonic() > end)
    assert game.link.state == "refused" and "wrong token" in game.link.problem and len(asked) == 1


def comes_back() -> None:
    def first(editor: Editor) -> None:
        editor.say(WELCOME, {"revision": 1, "scene": scene(1)})

    game = Game(Editor(first, lambda editor: None, welcome_and({"revision": 2, "scene": scene(2)})))
    game.until(lambda: marker(game.world) == 1)
    game.until(lambda: game.link.state == "lost")
    assert "closed" in game.link.problem
    game.until(lambda: marker(game.world) == 2)
    assert (game.link.state, game.link.problem) == ("linked", "")


def nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    game = Game(None, f"{port}/{TOKEN}")
    game.until(lambda: game.link.state == "lost")
    assert game.link.problem and game.slowest < 0.2


def silence() -> None:
    game = Game(Editor(lambda editor: time.sleep(20)))
    game.until(lambda: game.link.state == "lost")
    assert "does not answer" in game.link.problem and game.slowest < 0.2


def addresses() -> None:
    for address in ("x", "47747", f"0/{TOKEN}", f"65536/{TOKEN}", f"47747/{TOKEN}0", "47747/", f"example.org:47747/{TOKEN}", f"-1/{TOKEN}"):
        link = Game(None, address).link
        assert link.state == "off" and "PORT/TOKEN" in link.problem and not link.poll(), address
    for nothing in ("", "  ", None):
        os.environ.pop("STEERWRIGHT_LINK", None)
        link = Game(None, nothing).link
        assert (link.state, link.problem, link.poll()) == ("off", "", False)
    editor = Editor(welcome_and({"revision": 1, "scene": scene(6)}))
    os.environ["STEERWRIGHT_LINK"] = f"{editor.port}/{TOKEN}"
    game = Game(None, None)
    game.until(lambda: marker(game.world) == 6)


def main() -> int:
    # fmt: off
    tests = (
        edits_arrive, in_pieces, only_the_newest, a_problem_after_a_scene, a_bad_scene, what_is_no_message, of_the_future,
        a_huge_line, refused, comes_back, nobody_there, silence, addresses,
    )
    # fmt: on
    for test in tests:
        test()
        print(f"ok {test.__name__}")
    print(f"{len(tests)} links did as they should")
    return 0


if __name__ == "__main__":
    sys.exit(main())
