"""Connects the receiving half of the live link to good and bad editors: python hostile_link.py

A small server plays the editor. Edits have to arrive; everything else has to end in a `problem`,
never in an exception, a wait, or a changed world.
"""

from __future__ import annotations

import contextlib
import copy
import hashlib
import hmac
import json
import os
import socket
import sys
import threading
import time
from typing import Any, Callable

import steerwright
import steerwright_link
from hostile import VALID

TOKEN = "0123456789abcdef0123456789abcdef"
# In seconds. A game that waited for its editor would stand for longer than that, and no busy machine makes frames so slow.
LONG_FRAME = 2.0
NAME = "Hostile \u2028 game"
WELCOME = {"welcome": "steerwright", "steerwright_link": 2, "version": "0.1.0"}


class Editor:
    """Listens at a port of its own, and runs the next of `scripts` with each connection."""

    def __init__(self, *scripts: Callable[[Editor], None]) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.hello: dict[str, Any] = {}
        self.is_proven = False
        self.thread = threading.Thread(target=self.run, args=(scripts,), daemon=True)
        self.thread.start()

    def run(self, scripts: tuple[Callable[[Editor], None], ...]) -> None:
        for script in scripts:
            self.game, _ = self.listener.accept()
            with self.game, self.game.makefile("rb") as self.lines:
                self.hello = json.loads(self.lines.readline(4096))
                with contextlib.suppress(OSError):  # the game may close the link first
                    script(self)

    def prove(self, token: str = TOKEN) -> None:
        """Proves that the editor knows the token, and checks that the game does."""
        nonce, challenge = self.hello["nonce"], "0123456789abcdef" * 2
        self.game.sendall(
            line({"challenge": challenge, "proof": proof(token, "editor", nonce, challenge)})
        )
        answer = json.loads(self.lines.readline(4096) or b"{}")
        self.is_proven = answer.get("proof") == proof(TOKEN, "game", nonce, challenge)

    def send(self, *messages: Any) -> None:
        """Sends objects as lines of JSON, and bytes as they are. Before a welcome, the editor proves itself."""
        for message in messages:
            if message is WELCOME:
                self.prove()
            self.game.sendall(message if isinstance(message, bytes) else line(message))


def proof(token: str, side: str, nonce: str, challenge: str) -> str:
    text = f"steerwright-link {side} {nonce} {challenge}"
    return hmac.new(token.encode(), text.encode(), hashlib.sha256).hexdigest()


def line(message: Any) -> bytes:
    return json.dumps(message).encode() + b"\n"


def sends(*messages: Any) -> Callable[[Editor], None]:
    """A script that sends these messages and closes the link."""
    return lambda editor: editor.send(*messages)


def sends_and_waits(*messages: Any) -> Callable[[Editor], None]:
    """A script that sends the welcome and these messages, and waits for the game to leave."""

    def script(editor: Editor) -> None:
        editor.send(WELCOME, *messages)
        while editor.game.recv(4096):
            pass

    return script


def scene(x: float) -> dict[str, Any]:
    """The valid file, with its first marker at x."""
    edited = copy.deepcopy(VALID)
    edited["markers"][0]["x"] = x
    return edited


def marker_x(world: steerwright.World) -> float:
    return world._markers[1].x


class Game:
    """A game that polls its link once a frame."""

    def __init__(self, editor: Editor | None, address: str | None = None) -> None:
        self.world = steerwright.load(VALID)
        address = f"{editor.port}/{TOKEN}" if editor else address
        self.link = steerwright_link.Link(self.world, address, NAME)
        self.slowest_frame = 0.0
        self.applied_scenes = 0

    def run_until(self, condition: Callable[[], Any], seconds: float = 10.0) -> None:
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"still {self.link.state}: {self.link.problem}"
            self.frame()
            time.sleep(1 / 240)

    def run_until_state(self, state: str, seconds: float = 10.0) -> None:
        self.run_until(lambda: self.link.state == state, seconds)

    def run_until_problem(self) -> None:
        self.run_until(lambda: self.link.problem)

    def run_until_marker_is_at(self, x: float) -> None:
        self.run_until(lambda: marker_x(self.world) == x)

    def frame(self) -> None:
        began = time.perf_counter()
        self.applied_scenes += self.link.poll()
        self.slowest_frame = max(self.slowest_frame, time.perf_counter() - began)
        self.world.step()


def edits_arrive() -> None:
    def script(editor: Editor) -> None:
        editor.send(WELCOME)
        for revision in range(1, 101):
            editor.send({"revision": revision, "scene": scene(revision)})
            time.sleep(0.003)
        editor.send({"revision": 101, "problem": "a path has no name"})
        editor.game.recv(1)

    editor = Editor(script)
    game = Game(editor)
    assert game.link.state == "connecting"
    game.run_until(lambda: marker_x(game.world) == 100 and game.link.problem)
    assert (game.link.state, game.link.problem) == ("linked", "a path has no name")
    assert 2 <= game.applied_scenes <= 100 and game.world.tick > 0
    assert game.link.scene == scene(100)
    assert editor.is_proven and len(editor.hello.pop("nonce")) == 32
    assert editor.hello == {
        "steerwright_link": 2,
        "game": NAME,
        "options": game.world.options,
    }
    game.link.close()
    game.frame()
    assert (game.link.state, game.link.problem) == ("off", "")


def messages_in_pieces() -> None:
    def script(editor: Editor) -> None:
        editor.prove()
        text = line(WELCOME) + line({"revision": 1, "scene": scene(9)})
        for start in range(0, len(text), 100):
            editor.send(text[start : start + 100])
            time.sleep(0.001)
        editor.game.recv(1)

    game = Game(Editor(script))
    game.run_until_marker_is_at(9)
    assert (game.applied_scenes, game.link.state, game.link.problem) == (1, "linked", "")


def a_large_scene_with_the_answer() -> None:
    """A game that links after the editor has made its export gets both together."""
    large = {**scene(7), "notes": "x" * 2**20}

    def together(editor: Editor) -> None:
        editor.prove()
        editor.game.sendall(line(WELCOME) + line({"revision": 1, "scene": large}))
        editor.game.recv(1)

    def at_once(editor: Editor) -> None:  # an editor that does not wait for the game's proof
        challenge = "0123456789abcdef" * 2
        proven = proof(TOKEN, "editor", editor.hello["nonce"], challenge)
        editor.game.sendall(
            line({"challenge": challenge, "proof": proven})
            + line(WELCOME)
            + line({"revision": 1, "scene": large})
        )
        editor.lines.readline(4096)
        editor.game.recv(1)

    for script in (together, at_once):
        game = Game(Editor(script))
        game.run_until_marker_is_at(7)
        assert (game.link.state, game.link.problem) == ("linked", "")


def only_the_newest_scene_counts() -> None:
    scenes = [{"revision": revision, "scene": scene(revision)} for revision in range(50)]
    all_are_sent = threading.Event()

    def script(editor: Editor) -> None:
        editor.send(WELCOME, *scenes)
        all_are_sent.set()
        editor.game.recv(1)

    game = Game(Editor(script))
    game.run_until_state("linked")
    assert all_are_sent.wait(10)
    game.run_until_marker_is_at(49)
    assert game.applied_scenes <= 3, f"{game.applied_scenes} scenes were applied"


def a_problem_after_a_scene() -> None:
    problem = {"revision": 2, "problem": "a path has no name"}
    game = Game(Editor(sends_and_waits({"revision": 1, "scene": scene(5)}, problem)))
    time.sleep(0.3)  # both arrive in one poll
    game.run_until(lambda: marker_x(game.world) == 5 and game.link.problem == "a path has no name")


def a_refused_scene_changes_nothing() -> None:
    broken = scene(3)
    broken["agents"][0]["body"]["mass"] = 0
    refused_scenes: list[Any] = [broken, {}, [], None, "x", 7, {"format": "steerwright-scene"}]
    for refused_scene in refused_scenes:
        game = Game(Editor(sends_and_waits({"revision": 1, "scene": refused_scene})))
        link, agents = game.link, game.world.agents
        game.run_until_problem()
        assert link.state == "linked" and game.applied_scenes == 0, refused_scene
        assert game.world.agents is agents, refused_scene
        assert "; " in link.problem, link.problem
    messages = {"revision": 1, "scene": broken}, {"revision": 2, "scene": scene(4)}
    game = Game(Editor(sends_and_waits(*messages)))
    game.run_until_marker_is_at(4)
    assert game.link.problem == ""


def garbage_instead_of_messages() -> None:
    garbage = (
        b"\xff\xfe\x00\n",
        b"\n",
        b"hello\n",
        b"[1]\n",
        b"7\n",
        b"[" * 4_000 + b"\n",
        b"{" * 50 + b"\n",
        b"HTTP/1.1 200 OK\r\n\r\n",
    )
    for text in garbage:
        for script in (sends(text), sends(WELCOME, text)):
            game = Game(Editor(script))
            game.run_until_state("lost")
            assert "not a message" in game.link.problem, (text[:20], game.link.problem)
            assert game.applied_scenes == 0
    answers: list[dict[str, Any]] = [
        {},
        {"welcome": "x"},
        {"welcome": "steerwright", "steerwright_link": 2},
        {"challenge": 5, "proof": "x"},
        {"revision": 1, "scene": scene(2)},
    ]
    for answer in answers:
        game = Game(Editor(sends(answer)))
        game.run_until_state("lost")
        assert "not from an editor" in game.link.problem and game.applied_scenes == 0


def messages_of_later_versions() -> None:
    later = {"weather": "fine"}, {"revision": 1, "scene": scene(8), "more": [1]}
    game = Game(Editor(sends_and_waits(*later)))
    game.run_until_marker_is_at(8)


def a_huge_line() -> None:
    game = Game(Editor(sends(WELCOME, *[b"x" * 2**20] * 70)))
    game.run_until_state("lost", seconds=60)
    assert "too long" in game.link.problem, game.link.problem
    assert game.slowest_frame < LONG_FRAME, f"a frame took {game.slowest_frame} s"


def refused() -> None:
    attempts = []

    def script(editor: Editor) -> None:
        attempts.append(1)
        editor.send({"refused": "wrong token"})

    game = Game(Editor(script, script))
    game.run_until_state("refused")
    end = time.monotonic() + 1.5
    game.run_until(lambda: time.monotonic() > end)
    assert game.link.state == "refused" and "wrong token" in game.link.problem
    assert len(attempts) == 1


def an_editor_without_the_token() -> None:
    editor = Editor(lambda editor: editor.prove("another"))
    game = Game(editor)
    game.run_until_state("refused")
    assert "copy the link address" in game.link.problem
    assert not editor.is_proven and TOKEN not in json.dumps(editor.hello)


def reconnects() -> None:
    first = sends(WELCOME, {"revision": 1, "scene": scene(1)})
    third = sends_and_waits({"revision": 2, "scene": scene(2)})
    game = Game(Editor(first, sends(), third))
    game.run_until_marker_is_at(1)
    game.run_until_state("lost")
    assert "closed" in game.link.problem
    game.run_until_marker_is_at(2)
    assert (game.link.state, game.link.problem) == ("linked", "")


def no_listener() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    game = Game(None, f"{port}/{TOKEN}")
    game.run_until_state("lost")
    assert game.link.problem and game.slowest_frame < LONG_FRAME


def no_answer() -> None:
    game = Game(Editor(lambda editor: time.sleep(20)))
    game.run_until_state("lost")
    assert "does not answer" in game.link.problem and game.slowest_frame < LONG_FRAME


def addresses() -> None:
    invalid = (
        "x",
        "47747",
        f"0/{TOKEN}",
        f"65536/{TOKEN}",
        f"47747/{TOKEN}0",
        "47747/",
        f"example.org:47747/{TOKEN}",
        f"-1/{TOKEN}",
    )
    for address in invalid:
        link = Game(None, address).link
        assert link.state == "off" and "PORT/TOKEN" in link.problem and not link.poll(), address
    os.environ.pop("STEERWRIGHT_LINK", None)
    for missing in ("", "  ", None):
        link = Game(None, missing).link
        assert (link.state, link.problem, link.poll()) == ("off", "", False)
    editor = Editor(sends_and_waits({"revision": 1, "scene": scene(6)}))
    os.environ["STEERWRIGHT_LINK"] = f"{editor.port}/{TOKEN}"
    Game(None, None).run_until_marker_is_at(6)


def main() -> int:
    tests = (
        edits_arrive,
        messages_in_pieces,
        a_large_scene_with_the_answer,
        only_the_newest_scene_counts,
        a_problem_after_a_scene,
        a_refused_scene_changes_nothing,
        garbage_instead_of_messages,
        messages_of_later_versions,
        a_huge_line,
        refused,
        an_editor_without_the_token,
        reconnects,
        no_listener,
        no_answer,
        addresses,
    )
    for test in tests:
        test()
        print(f"ok {test.__name__}")
    print(f"{len(tests)} links did as they should")
    return 0


if __name__ == "__main__":
    sys.exit(main())
