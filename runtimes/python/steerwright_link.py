"""Steerwright's live link: a running game applies every edit as it is made in the editor.

One file beside steerwright.py, no dependencies, Python 3.8 or newer.
License: MIT OR Apache-2.0, at your choice.

    link = steerwright_link.Link(world, "47747/0123456789abcdef0123456789abcdef", "Night watch")
    link.poll()  # once a frame: True when the world has taken over an edit
    print(link.state, link.problem)

The second argument is the link address as copied from the editor. The link connects to 127.0.0.1
and nowhere else. It never blocks and never raises: `problem` says what is wrong, and a lost link is
tried again once a second.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import re
import secrets
import selectors
import socket
import time
from collections.abc import Iterator
from typing import Any

import steerwright

__all__ = ["Link"]

_PROTOCOL = 2
_RETRY_SECONDS = 1.0  # between two attempts
_ANSWER_SECONDS = 5.0  # that the editor has for its answer
_MAX_LINE = 64 * 2**20  # bytes
_MAX_ANSWER = 4096  # bytes of a line before the editor has proven that it is one
_CHUNK = 2**16  # bytes
_CHUNKS_PER_POLL = 16
_MAX_NAME = 200  # characters of the game's name; the hello has to fit into 4096 bytes
_CHECK_PORT = "check whether another program listens at this port"


class Link:
    """The receiving half of the live link."""

    def __init__(
        self, world: steerwright.World, address: str | None = None, game: str = ""
    ) -> None:
        """Links `world` with the editor at `address`, `PORT/TOKEN` as copied from the editor.

        Without an address, that in the environment variable STEERWRIGHT_LINK is used; without that,
        the link stays off. `game` is the name that the editor shows.
        """
        self.state = "off"
        """`"off"`, `"connecting"`, `"linked"`, `"refused"` or `"lost"`."""
        self.problem = ""
        """What is wrong and what to do; empty if nothing is wrong."""
        self.scene: dict[str, Any] | None = None
        """The last scene that was applied to the world, for games that also draw paths."""
        self._world = world
        self._game = game[:_MAX_NAME]
        self._socket: socket.socket | None = None
        self._deadline = 0.0  # of this attempt, or the time of the next one
        self._output = b""
        self._input = bytearray()
        self._nonce = ""
        self._has_proof = False
        address = os.environ.get("STEERWRIGHT_LINK", "") if address is None else address
        parts = re.fullmatch(r"\s*([0-9]{1,5})/([0-9A-Fa-f]{32})\s*", address)
        if parts and 0 < int(parts[1]) < 65536:
            self._port, self._token = int(parts[1]), parts[2].lower()
            self.state = "connecting"
        elif address.strip():
            self.problem = (
                f"{address[:60]!r} is not a link address; copy it from the editor: PORT/TOKEN"
            )

    def poll(self) -> bool:
        """Connects if it is time, reads what has arrived, and applies a new scene to the world.

        Returns whether the world has taken one over. Call it once a frame: it does a bounded amount
        of work. A scene that the world refuses leaves the world as it was.
        """
        if self.state in ("off", "refused"):
            return False
        try:
            if self._socket is None and time.monotonic() >= self._deadline:
                self._connect()
            if self._socket is None or not self._is_ready():
                return False
            self._send()
            return self._handle(self._receive())
        except _ConnectionLost as lost:
            self._lose(str(lost))
        except OSError as error:
            reason = error.strerror or error
            self._lose(f"the link failed ({reason}); turn it on in the editor")
        return False

    def close(self) -> None:
        """Ends the link permanently."""
        self._disconnect()
        self.state, self.problem = "off", ""

    def _connect(self) -> None:
        self._nonce, self._has_proof = secrets.token_hex(16), False
        hello = {
            "steerwright_link": _PROTOCOL,
            "nonce": self._nonce,
            "game": self._game,
            "options": self._world.options,
        }
        try:
            self._output = json.dumps(hello, allow_nan=False).encode() + b"\n"
        except (TypeError, ValueError) as error:
            raise _ConnectionLost(
                f"the export options cannot be sent to the editor ({error}); export the scene again"
            ) from None
        self._input.clear()
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._socket.setblocking(False)
        self._socket.connect_ex(("127.0.0.1", self._port))  # `_is_ready` sees whether it failed
        self.state = "connecting"
        self._deadline = time.monotonic() + _ANSWER_SECONDS

    def _is_ready(self) -> bool:
        """Whether the socket can be read or, while there is something to send, written."""
        if self.state == "connecting" and time.monotonic() > self._deadline:
            raise _ConnectionLost(
                "the editor does not answer; turn on its live link"
            )
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._output else 0)
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
            raise _ConnectionLost("the link is closed")
        return self._socket

    def _send(self) -> None:
        if self._output:
            with contextlib.suppress(BlockingIOError):
                self._output = self._output[self._open.send(self._output) :]

    def _receive(self) -> Iterator[bytearray]:
        """The lines that are complete now, each before the limit of the next one is checked."""
        is_first = True
        for _ in range(_CHUNKS_PER_POLL):
            try:
                chunk = self._open.recv(_CHUNK)
            except BlockingIOError:
                break
            if not chunk:
                if is_first:
                    raise _ConnectionLost("the editor has closed the link")
                break  # the lines come first; the next poll sees the end again
            *ends, rest = chunk.split(b"\n")
            for end in ends:
                line, self._input, is_first = self._input + end, bytearray(), False
                yield line
            self._input += rest
            if len(self._input) > (_MAX_LINE if self._has_proof else _MAX_ANSWER):
                raise _ConnectionLost(f"the editor sent a line that is too long; {_CHECK_PORT}")

    def _handle(self, lines: Iterator[bytearray]) -> bool:
        """Handles messages of the editor. Of several scenes only the newest counts."""
        scene: Any = None
        is_new, problem = False, self.problem
        for line in lines:
            message = _parse_message(line)
            if self.state == "connecting":
                self._answer(message)
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
                self._world.apply_scene(scene)
                self.scene = scene
            except steerwright.SteerwrightError as error:
                self.problem, is_new = str(error), False
        return is_new

    def _answer(self, message: dict[str, Any]) -> None:
        """Handles a message before the link is accepted: the editor proves itself, then the game."""
        challenge = message.get("challenge")
        if "refused" in message:
            self._refuse(f"the editor refuses: {message['refused']}; copy the link address again")
        elif isinstance(challenge, str) and not self._has_proof:
            proof = str(message.get("proof")).encode()
            if not hmac.compare_digest(proof, self._proof("editor", challenge).encode()):
                self._refuse(
                    "the token does not match; copy the link address from the editor again"
                )
                return
            self._has_proof = True
            answer = json.dumps({"proof": self._proof("game", challenge)})
            self._output += answer.encode() + b"\n"
            self._send()
        elif (
            self._has_proof
            and message.get("welcome") == "steerwright"
            and message.get("steerwright_link") == _PROTOCOL
        ):
            self.state, self.problem = "linked", ""
        else:
            raise _ConnectionLost(
                f"the answer is not from an editor of a compatible version; {_CHECK_PORT}"
            )

    def _proof(self, side: str, challenge: str) -> str:
        """The proof that `side` knows the token."""
        text = f"steerwright-link {side} {self._nonce} {challenge}"
        return hmac.new(self._token.encode(), text.encode(), hashlib.sha256).hexdigest()

    def _refuse(self, problem: str) -> None:
        self._disconnect()
        self.state, self.problem = "refused", problem

    def _lose(self, problem: str) -> None:
        self._disconnect()
        self.state, self.problem = "lost", problem
        self._deadline = time.monotonic() + _RETRY_SECONDS

    def _disconnect(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None
        self._input = bytearray()


class _ConnectionLost(Exception):
    """Why a connection has ended."""


def _parse_message(line: bytearray) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise _ConnectionLost(f"the editor sent something that is not a message; {_CHECK_PORT}")
    return message
