"""Crosses the edges of walls and blocked cells: as exported, and after every door was turned. Prints the
ids of what is hit.

    python walls.py NAME.steer.json
"""

import json
import os
import sys

import pygame

sys.path.insert(0, os.getcwd())
import steerwright  # noqa: E402
from steerwright import walls  # noqa: E402

with open(sys.argv[1], "rb") as file:
    text = file.read()
scene, world = json.loads(text), steerwright.load(text)


def look(when):
    for wall in scene["walls"]:
        points = wall["points"]
        ends = points + points[:1] if wall["closed"] and len(points) > 1 else points
        for i, (a, b) in enumerate(zip(ends, ends[1:])):
            print(when, "wall", wall["id"], i, *hits(a, b))
    size = scene["cells"]["size"]
    for i, (x, y) in enumerate(scene["cells"]["blocked"]):
        print(when, "cell", i, *hits((x * size, y * size), ((x + 1) * size, y * size)))


def hits(a, b):
    a, b = pygame.Vector2(a), pygame.Vector2(b)
    across = (b - a).normalize().rotate(90) * 0.2 * scene["scale"]
    middle = (a + b) / 2
    found = [wall for wall in walls.solid(world) if wall.crosses(middle - across, middle + across)]
    rect = pygame.Rect(0, 0, 6, 6)
    rect.center = middle
    assert {wall.id for wall in found} == {wall.id for wall in walls.solid(world) if wall.hits(rect)}
    for blocks in ("blocks_motion", "blocks_sight"):
        ids = [wall.id or 0 for wall in found if getattr(wall, blocks)]
        yield ids[0] if ids else -1


look("exported")
for wall in scene["walls"]:
    if wall["open"] is not None:
        world.set_wall_open(wall["id"], not wall["open"])
look("turned")
