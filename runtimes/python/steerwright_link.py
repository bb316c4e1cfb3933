"""Steerwright's live link: a running game takes over every edit as it is made in the editor.

One file beside steerwright.py, no dependencies, Python 3.8 or newer. Licence: MIT OR Apache-2.0, at your choice.

    link = steerwright_link.Link(world, "47747/0123456789abcdef0123456789abcdef", "Night watch")  # as copied from the editor
    link.poll()  # once a frame: True when the world has taken over an edit
    print(link.state, link.problem)

It connects to 127.0.0.1 and nowhere else. Nothing here blocks or throws: what goes wrong is a text to read, and a link that is
lost is tried again once a second. docs/live-link.md describes the protocol.
"""

from __future__ import annotations

import json
import os
import re
import selectors
import socket
import time
from typing import Any

import steerwright

__all__ = ["Link"]

_PROTOCOL = 1
_RETRY = 1.0  # seconds between two attempts
_PATIENCE = 5.0  # seconds that the editor has for its answer
_LONGEST_LINE = 64 * 2**20
_CHUNK = 2**16
_CHUNKS_A_POLL = 16
_LONGEST_NAME = 200  # characters of the game's name; the hello has to fit into 4096 bytes


class Link:
    """The receiving half of the live link."""

    def __init__(self, world: steerwright.World, address: str | None = None, game: str = "") -> None:
        """Links `world` with the editor at `address`, `PORT/TOKEN` as copied from it; without one, that of the environment
        variable STEERWRIGHT_LINK; without that, the link stays off. `game` is what the editor calls the game."""
        self.state = "off"
        """`"off"`, `"connecting"`, `"linked"`, `"refused"` or `"lost"`."""
        self.problem = ""
        """What is wrong, for a person; empty if nothing is."""
        self.scene: dict[str, Any] | None = None
        """The scene that the world has taken over last, for a game that draws paths too; none before the first."""
        self._world = world
        self._game = game[:_LONGEST_NAME]
        self._socket: socket.socket | None = None
        self._due = 0.0  # when the next attempt, or the end of the patience with this one, is due
        self._outgoing = b""
        self._incoming = bytearray()
        address = os.environ.get("STEERWRIGHT_LINK", "") if address is None else address
        parts = re.fullmatch(r"\s*([0-9]{1,5})/([0-9A-Fa-f]{32})\s*", address)
        if parts and 0 < int(parts[1]) < 65536:
            self._port, self._token = int(parts[1]), parts[2]
            self.state = "connecting"
        elif address.strip():
            self.problem = f"{address[:60]!r} is no link address; copy it from the editor: PORT/TOKEN"

    def poll(self) -> bool:
        """Connects if that is due, reads what is there, and hands a new scene to the world; True if the world has taken one over.

        Call it once a frame: it does a bounded amount of work. A scene that the world refuses leaves it as it was.
        """
        if self.state in ("off", "refused"):
            return False
        try:
            if self._socket is None and time.monotonic() >= self._due:
                self._connect()
            if self._socket is None or not self._is_ready():
                return False
            self._send()
            return self._take(self._receive())
        except _Lost as lost:
            self._lose(str(lost))
        except OSError as error:
            self._lose(f"the link does not work ({error.strerror or error}); see whether it is switched on in the editor")
        return False

    def close(self) -> None:
        """Ends the link for good."""
        self._disconnect()
        self.state, self.problem = "off", ""

    def _connect(self) -> None:
        hello = {"steerwright_link": _PROTOCOL, "token": self._token, "game": self._game, "options": self._world.options}
        try:
            self._outgoing = json.dumps(hello, allow_nan=False).encode() + b"\n"
        except (TypeError, ValueError) as error:
            raise _Lost(f"the placement of the scene cannot be told to the editor ({error}); export the scene again") from None
        self._incoming.clear()
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._socket.setblocking(False)
        self._socket.connect_ex(("127.0.0.1", self._port))  # how it went shows when the socket is ready
        self.state = "connecting"
        self._due = time.monotonic() + _PATIENCE

    def _is_ready(self) -> bool:
        """Whether the socket can be read or, while there is something to say, written."""
        if self.state == "connecting" and time.monotonic() > self._due:
            raise _Lost("the editor does not answer; see whether the link is switched on in it")
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._outgoing else 0)
        with selectors.DefaultSelector() as selector:
            selector.register(self._open, events)
            ready = bool(selector.select(timeout=0))
        error = self._open.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) if ready else 0
        if error:
            raise OSError(error, os.strerror(error))
        return ready

    @property
    def _open(self) -> socket.socket:
        if self._socket is None:
            raise _Lost("the link is closed")
        return self._socket

    def _send(self) -> None:
        if self._outgoing:
            try:
                self._outgoing = self._outgoing[self._open.send(self._outgoing) :]
            except BlockingIOError:
                pass

    def _receive(self) -> list[bytearray]:
        """The lines that are complete now."""
        lines: list[bytearray] = []
        for _ in range(_CHUNKS_A_POLL):
            try:
                chunk = self._open.recv(_CHUNK)
            except BlockingIOError:
                break
            if not chunk:
                if not lines:
                    raise _Lost("the editor has closed the link")
                break  # what it said before comes first; the end is seen again at the next poll
            *ends, rest = chunk.split(b"\n")
            for end in ends:
                lines.append(self._incoming + end)
                self._incoming = bytearray()
            self._incoming += rest
            if len(self._incoming) > _LONGEST_LINE:
                raise _Lost("a line of the editor is too long; see whether another program listens at this port")
        return lines

    def _take(self, lines: list[bytearray]) -> bool:
        """What the editor says. Of several scenes only the newest counts."""
        scene: Any = None
        is_new, problem = False, self.problem
        for line in lines:
            message = _parsed(line)
            if self.state == "connecting":
                self._welcome(message)
                problem = self.problem
                if self.state == "refused":
                    return False
            elif "scene" in message:
                scene, is_new, problem = message["scene"], True, ""
            elif "problem" in message:
                problem = str(message["problem"])
        self.problem = problem
        if is_new:
            try:
                self._world.reread(scene)
                self.scene = scene
            except steerwright.SteerwrightError as error:
                self.problem, is_new = str(error), False
        return is_new

    def _welcome(self, message: dict[str, Any]) -> None:
        if "refused" in message:
            self._disconnect()
            self.state = "refused"
            self.problem = f"the editor refuses: {message['refused']}; copy the link address anew"
        elif message.get("welcome") == "steerwright" and message.get("steerwright_link") == _PROTOCOL:
            self.state, self.problem = "linked", ""
        else:
            raise _Lost("what answers is no editor that this runtime knows; see which program listens at this port")

    def _lose(self, problem: str) -> None:
        self._disconnect()
        self.state, self.problem = "lost", problem
        self._due = time.monotonic() + _RETRY

    def _disconnect(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None
        self._incoming = bytearray()


class _Lost(Exception):
    """Why a connection is over."""


def _parsed(line: bytearray) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise _Lost("the editor sends what is no message; see whether another program listens at this port")
    return message
