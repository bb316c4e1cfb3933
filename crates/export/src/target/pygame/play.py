"""Plays an exported scene: python steerwright/play.py NAME.steer.json [--link PORT/TOKEN]

The pointer of the scene is the mouse, and its left button presses it. Space pauses and plays, R restarts, Escape quits.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import sys

import pygame

import pictures
import steerwright
from steerwright_link import Link
from view import View, printable

SIZE = (1280, 720)


class Player:
    """A scene in a window."""

    def __init__(
        self, text: bytes, title: str, address: str | None, folder: str | pathlib.Path = "."
    ) -> None:
        self._text = text
        self._title = title
        self.world = steerwright.load(text)
        self.link = Link(self.world, address, title)
        self._scene = json.loads(text)
        self._screen = pygame.display.set_mode(SIZE, pygame.RESIZABLE)
        # Edits over the link have no pictures.
        self._pictures = pictures.load(self._scene, folder)
        self._view = View(self._scene, SIZE, self._pictures)
        self._playing = True

    def frame(self, seconds: float) -> bool:
        """One frame, `seconds` after the last; False when the player quits."""
        for event in pygame.event.get():
            if event.type == pygame.QUIT or _is_key(event, pygame.K_ESCAPE):
                return False
            self._handle(event)
        if self.link.poll() and self.link.scene is not None:
            self._scene = self.link.scene
            self._view = View(self._scene, self._screen.get_size(), self._pictures)
        if self._playing:
            self.world.advance(seconds)
        self._view.draw(self._screen, self.world)
        problem = f": {self.link.problem}" if self.link.problem else ""
        status = f"{self.world.time:.1f} s – link {self.link.state}{problem}"
        pygame.display.set_caption(f"{printable(self._title)} – {status}")
        pygame.display.flip()
        return True

    def _handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            x, y = self._view.to_scene(event.pos)
            self.world.set_pointer(min(max(x, -1e9), 1e9), min(max(y, -1e9), 1e9))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.world.set_pressed(True)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.world.set_pressed(False)
        elif event.type == pygame.VIDEORESIZE:
            self._screen = pygame.display.get_surface() or self._screen
            self._view = View(self._scene, self._screen.get_size(), self._pictures)
        elif _is_key(event, pygame.K_SPACE):
            self._playing = not self._playing
        elif _is_key(event, pygame.K_r):
            # In place, because the link holds on to this world.
            vars(self.world).update(vars(steerwright.load(self._scene)))


def _is_key(event: pygame.event.Event, key: int) -> bool:
    return bool(event.type == pygame.KEYDOWN and event.key == key)


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays a scene that Steerwright exported.")
    parser.add_argument("scene", metavar="NAME.steer.json")
    parser.add_argument(
        "--link",
        metavar="PORT/TOKEN",
        help="link address from the editor (default: STEERWRIGHT_LINK)",
    )
    arguments = parser.parse_args()
    path = pathlib.Path(arguments.scene)
    pygame.init()
    try:
        player = Player(path.read_bytes(), path.name, arguments.link, path.parent)
    except (OSError, steerwright.SteerwrightError) as error:
        sys.exit(f"{path}: {error}")
    clock = pygame.time.Clock()
    while player.frame(clock.tick(60) / 1000):
        pass
    player.link.close()


if __name__ == "__main__":
    main()
