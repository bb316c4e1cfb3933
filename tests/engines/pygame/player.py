"""Uses the player like a person: python player.py NAME.steer.json PICTURE [linked]

Plays two seconds, moves the mouse, pauses, plays, restarts and resizes the window; with `linked` an
editor sends an edit meanwhile. Succeeds only if the agents are drawn where they are, in their
colors.
"""

import hashlib
import hmac
import json
import os
import socket
import sys
import threading
import time

import pygame

sys.path.insert(0, os.path.join(os.getcwd(), "steerwright"))
from play import SIZE, Player  # noqa: E402

TOKEN = "0123456789abcdef0123456789abcdef"


def press(key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))


def assert_drawn(player: Player) -> None:
    """Most agents have their color where they are; others may be drawn over some."""
    surface, view = pygame.display.get_surface(), player._view
    agents = player.world.agents
    drawn = 0
    for agent in agents:
        center = view.to_screen(agent.x, agent.y)
        if surface.get_rect().collidepoint(center):
            columns, rows = near(center.x, SIZE[0]), near(center.y, SIZE[1])
            around = {tuple(surface.get_at((x, y)))[:3] for x in columns for y in rows}
            drawn += tuple(view._body_of(agent)[0])[:3] in around
    assert drawn >= len(agents) / 2, f"only {drawn} of {len(agents)} agents are drawn"


def near(at: float, end: int) -> range:
    return range(max(int(at) - 3, 0), min(int(at) + 4, end))


def play(player: Player, frames: int) -> None:
    for _ in range(frames):
        assert player.frame(1 / 60)


def serve(listener: socket.socket, edited: bytes) -> None:
    game, _ = listener.accept()
    with game, game.makefile("rb") as lines:
        nonce, challenge = json.loads(lines.readline())["nonce"], "0123456789abcdef" * 2

        def proof(side: str) -> str:
            text = f"steerwright-link {side} {nonce} {challenge}"
            return hmac.new(TOKEN.encode(), text.encode(), hashlib.sha256).hexdigest()

        said = {"challenge": challenge, "proof": proof("editor")}
        game.sendall(json.dumps(said).encode() + b"\n")
        assert json.loads(lines.readline())["proof"] == proof("game")
        game.sendall(b'{"welcome": "steerwright", "steerwright_link": 2, "version": "0.1.0"}\n')
        game.sendall(b'{"revision": 1, "scene": ' + edited + b"}\n")
        game.recv(1)


def main() -> None:
    name, picture, *linked = sys.argv[1:]
    pygame.init()
    with open(name, "rb") as file:
        text = file.read()
    scene = json.loads(text)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        if linked:
            edited = json.loads(text)
            edited["markers"].append(
                {"id": 4_000_000, "name": "sent by the editor", "kind": "danger", "x": 0, "y": 0}
            )
            message = json.dumps(edited).encode()
            threading.Thread(target=serve, args=(listener, message), daemon=True).start()
        player = Player(text, name, f"{listener.getsockname()[1]}/{TOKEN}" if linked else "")
        play(player, 120)
        assert player.world.tick in (119, 120), player.world.tick
        if scene["agents"]:
            assert_drawn(player)
        pygame.image.save(pygame.display.get_surface(), picture)
        if linked:
            end = time.monotonic() + 10
            while player.link.scene is None:
                assert time.monotonic() < end, player.link.problem
                play(player, 1)
            assert player._scene["markers"][-1]["name"] == "sent by the editor"
            assert player.world.tick >= 119
    for x, y in ((100, 100), (-10_000, 10_000)):
        pixel = player._view.to_screen(*player._view.to_scene((x, y)))
        assert (pixel - (x, y)).length() < 0.01
        motion = pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0))
        pygame.event.post(motion)
    for button, kind in ((3, pygame.MOUSEBUTTONDOWN), (1, pygame.MOUSEBUTTONDOWN)):
        pygame.event.post(pygame.event.Event(kind, pos=(100, 100), button=button))
        play(player, 1)
        assert player.world._is_pressed == (button == 1)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(100, 100), button=1))
    play(player, 60)
    assert not player.world._is_pressed
    press(pygame.K_SPACE)
    play(player, 1)
    tick = player.world.tick
    play(player, 10)
    assert player.world.tick == tick
    press(pygame.K_SPACE)
    press(pygame.K_r)
    play(player, 10)
    assert 9 <= player.world.tick <= 10
    pygame.display.set_mode((320, 200))
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(320, 200), w=320, h=200))
    play(player, 2)
    assert player._view.to_screen(*player._view.to_scene((160, 100))).length() > 0
    press(pygame.K_ESCAPE)
    assert not player.frame(1 / 60)
    print("played")


main()
