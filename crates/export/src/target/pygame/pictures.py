"""The pictures underneath a scene.

    pictures = load(json.loads(text), folder)  # their files are in the folder, with the paths of the editor
    for picture in pictures:
        image = picture.image(zoom, y_down)  # for this many pixels per unit of the scene
        screen.blit(image, image.get_rect(center=(picture.x * zoom, picture.y * zoom)))
"""

from __future__ import annotations

import math
import pathlib
import sys
from typing import Any, Iterator, NamedTuple

import pygame

_MAX_PIXELS = 16384  # the width and height of an image that is drawn


class Picture(NamedTuple):
    """A picture in the coordinates of the scene file."""

    name: str
    surface: pygame.Surface
    x: float
    """The center."""
    y: float
    width: float
    height: float
    rotation: float
    """In degrees, from the axis x toward the axis y."""
    is_mirrored: bool
    opacity: float

    def image(self, zoom: float, y_down: bool) -> pygame.Surface:
        """The picture as it is on a screen with `zoom` pixels per unit."""
        size = [min(max(round(side * zoom), 1), _MAX_PIXELS) for side in (self.width, self.height)]
        # Pixel art stays sharp.
        grows = size[0] >= self.surface.get_width()
        scale = pygame.transform.scale if grows else pygame.transform.smoothscale
        image = pygame.transform.flip(scale(self.surface, size), self.is_mirrored, False)
        if self.rotation:
            image = pygame.transform.rotate(image, -self.rotation if y_down else self.rotation)
        image.set_alpha(round(255 * self.opacity))
        return image

    def corners(self) -> Iterator[tuple[float, float]]:
        """The four corners."""
        angle = math.radians(self.rotation)
        cosine, sine = math.cos(angle) / 2, math.sin(angle) / 2
        for across in (self.width, -self.width):
            for along in (self.height, -self.height):
                x = self.x + cosine * across - sine * along
                yield x, self.y + sine * across + cosine * along


def load(scene: dict[str, Any], folder: str | pathlib.Path) -> list[Picture]:
    """The visible pictures of a parsed export, the lowest first. Reports files that pygame cannot load."""
    pictures = []
    for about in scene.get("pictures", []):
        file = pathlib.Path(folder, about["file"])
        if not about["visible"]:
            continue
        try:
            loaded = pygame.image.load(str(file))
        except (OSError, pygame.error) as error:
            print(f"no picture: {file}: {error}", file=sys.stderr)
            continue
        surface = pygame.Surface(loaded.get_size(), pygame.SRCALPHA, 32)
        surface.blit(loaded, (0, 0))
        place = [about[name] for name in ("x", "y", "width", "height", "rotation")]
        pictures.append(
            Picture(about["name"], surface, *place, about["mirrored"], about["opacity"])
        )
    return pictures
