"""Plays an exported scene: python steerwright/play.py NAME.steer.json [--link PORT/TOKEN]

The pointer of the scene is the mouse. Space stops and goes on, R starts again, Escape ends.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import sys

import pygame

import steerwright
from steerwright_link import Link
from view import View, printable

SIZE = (1280, 720)


class Player:
    """A scene in a window."""

    def __init__(self, text: bytes, title: str, address: str | None) -> None:
        self._text = text
        self._title = title
        self.world = steerwright.load(text)
        self.link = Link(self.world, address, title)
        self._scene = json.loads(text)
        self._screen = pygame.display.set_mode(SIZE, pygame.RESIZABLE)
        self._view = View(self._scene, SIZE)
        self._playing = True

    def frame(self, seconds: float) -> bool:
        """One frame, `seconds` after the last; False when the person has had enough."""
        for event in pygame.event.get():
            if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
                return False
            self._heed(event)
        if self.link.poll():
            self._scene = self.link.scene
            self._view = View(self._scene, self._screen.get_size())
        if self._playing:
            self.world.advance(seconds)
        self._view.draw(self._screen, self.world)
        problem = f": {self.link.problem}" if self.link.problem else ""
        pygame.display.set_caption(printable(self._title) + f" – {self.world.time:.1f} s – link {self.link.state}{problem}")
        pygame.display.flip()
        return True

    def _heed(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self.world.set_pointer(*(min(max(place, -1e9), 1e9) for place in self._view.to_scene(event.pos)))
        elif event.type == pygame.VIDEORESIZE:
            self._screen = pygame.display.get_surface()
            self._view = View(self._scene, self._screen.get_size())
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE:
            self._playing = not self._playing
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_r:
            vars(self.world).update(vars(steerwright.load(self._scene)))  # the link goes on with the same world


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays a scene that Steerwright exported.")
    parser.add_argument("scene", metavar="NAME.steer.json")
    parser.add_argument("--link", metavar="PORT/TOKEN", help="link address from the editor (else: STEERWRIGHT_LINK)")
    given = parser.parse_args()
    pygame.init()
    try:
        player = Player(pathlib.Path(given.scene).read_bytes(), pathlib.Path(given.scene).name, given.link)
    except (OSError, steerwright.SteerwrightError) as error:
        sys.exit(f"{given.scene}: {error}")
    clock = pygame.time.Clock()
    while player.frame(clock.tick(60) / 1000):
        pass
    player.link.close()


if __name__ == "__main__":
    main()
