"""Draws the pictures of an export and prints whether each color is where it belongs: python pictures.py NAME.steer.json

The picture is at (3, 2), 4 by 2 units, 30 degrees counterclockwise, mirrored and half transparent.
"""

import json
import math
import os
import sys

import pygame

sys.path.insert(0, os.path.join(os.getcwd(), "steerwright"))
import pictures  # noqa: E402
from view import View  # noqa: E402

pygame.init()
with open(sys.argv[1], "rb") as file:
    scene = json.load(file)
view = View(scene, (1280, 720), pictures.load(scene, "."))
surface = view._static
up = -1 if scene["y_down"] else 1


def strongest(right: float, above: float) -> int:
    """Which of red, green and blue is drawn right of the center of the picture and above it, in its axes."""
    angle = math.radians(30)
    x = 3 + right * math.cos(angle) - above * math.sin(angle)
    y = 2 + right * math.sin(angle) + above * math.cos(angle)
    color = surface.get_at(tuple(map(round, view.to_screen(x * 32, up * y * 32))))[:3]
    assert 100 < max(color) < 200, f"half transparent: {color}"
    return color.index(max(color))


print("red", strongest(1.7, 0.8) == 0, "green", strongest(-1.7, 0.8) == 1, "blue", strongest(0.3, -0.8) == 2)
