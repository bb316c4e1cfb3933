"""The walls, doors and blocked cells of a running scene as lines, for collisions of your own.

    for wall in walls.solid(world):  # each frame: doors are solid while they are closed
        if wall.blocks_motion and wall.hits(player_rect): ...

Coordinates are those of the scene file.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pygame


class Wall(NamedTuple):
    """What stops bodies or sight."""

    id: int | None
    """The id of the wall; None for blocked cells."""
    blocks_motion: bool
    blocks_sight: bool
    edges: tuple[tuple[tuple[float, float], tuple[float, float]], ...]
    """The ends of its edges."""

    def hits(self, rect: pygame.Rect) -> bool:
        """Whether an edge crosses a rectangle."""
        return any(rect.clipline(a, b) for a, b in self.edges)

    def crosses(self, start: tuple[float, float], end: tuple[float, float]) -> bool:
        """Whether an edge crosses the way from `start` to `end`, such as a shot or a glance."""
        way = pygame.Vector2(end) - start
        return any(_is_crossed(pygame.Vector2(start), way, a, b) for a, b in self.edges)


def solid(world: Any) -> list[Wall]:
    """What is solid now: all walls but open doors, and the outline of blocked cells."""
    found = [
        Wall(id, wall.blocks_motion, wall.blocks_sight, _ends(wall.edges))
        for id, wall in sorted(world._walls.by_id.items())
        if not wall.is_open
    ]
    cells = [edge for edge in world._walls.motion.segments if edge.wall is None]
    return [*found, Wall(None, True, True, _ends(cells))]


def _ends(edges: Any) -> tuple[tuple[tuple[float, float], tuple[float, float]], ...]:
    return tuple((edge.a, edge.b) for edge in edges)


def _is_crossed(
    start: pygame.Vector2, way: pygame.Vector2, a: tuple[float, float], b: tuple[float, float]
) -> bool:
    side = pygame.Vector2(b) - a
    off = start - a
    apart = way.cross(side)
    if apart == 0.0:
        return False
    along_way, along_side = side.cross(off) / apart, way.cross(off) / apart
    return 0.0 <= along_way <= 1.0 and 0.0 <= along_side <= 1.0
