"""Runs the unchanged program of the README.

usage: python readme.py PROGRAM TICKS POINTER_X POINTER_Y PICTURE

Replaces the clock and the mouse, so that every frame is one tick and the pointer is where the scene
has it. Prints `state TICK AGENT X Y` after every tick, in hex digits of the doubles, and saves the
last picture.
"""

import os
import runpy
import struct
import sys

import pygame

sys.path.insert(0, os.getcwd())
import steerwright  # noqa: E402

program, picture = sys.argv[1], sys.argv[5]
ticks, pointer_x, pointer_y = int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
advance = steerwright.World.advance
seconds_per_tick = 1 / 60


def bits(number: float) -> str:
    return struct.pack(">d", number + 0.0).hex()


def advance_and_print(world: steerwright.World, seconds: float) -> int:
    global seconds_per_tick
    seconds_per_tick = world.dt
    taken = advance(world, seconds)
    for agent in world.agents if taken == 1 else ():
        # The README says that a Vector2 keeps every bit.
        position = pygame.Vector2(agent.x, agent.y)
        print("state", world.tick, agent.id, bits(position.x), bits(position.y))
    if world.tick >= ticks:
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        pygame.display.flip = lambda: pygame.image.save(pygame.display.get_surface(), picture)
    return taken


class Clock:
    def tick(self, _rate: int) -> float:
        return seconds_per_tick * 1000


def mouse() -> pygame.Vector2:
    return pygame.Vector2(pygame.display.get_surface().get_rect().center) + (pointer_x, pointer_y)


steerwright.World.advance = advance_and_print
pygame.time.Clock = Clock
pygame.mouse.get_pos = mouse
runpy.run_path(program, run_name="__main__")
