"""Runs the program of the README as it stands: python readme.py PROGRAM TICKS POINTER_X POINTER_Y PICTURE

The clock and the mouse are ours, so that every frame is one tick and the pointer is where the scene has it. Prints
`state TICK AGENT X Y` after every tick, in hex digits of the doubles, and saves the last picture.
"""

import os
import runpy
import struct
import sys

import pygame

sys.path.insert(0, os.getcwd())
import steerwright  # noqa: E402

program, ticks, pointer_x, pointer_y, picture = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]), sys.argv[5]
advance = steerwright.World.advance
seconds_a_tick = 1 / 60


def bits(number: float) -> str:
    return struct.pack(">d", number + 0.0).hex()


def advance_and_tell(world: steerwright.World, seconds: float) -> int:
    global seconds_a_tick
    seconds_a_tick = world.dt
    taken = advance(world, seconds)
    for agent in world.agents if taken == 1 else ():
        # Vector2 keeps every bit: what is printed went through one.
        place = pygame.Vector2(agent.x, agent.y)
        print("state", world.tick, agent.id, bits(place.x), bits(place.y))
    if world.tick >= ticks:
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        pygame.display.flip = lambda: pygame.image.save(pygame.display.get_surface(), picture)
    return taken


class Clock:
    def tick(self, _rate: int) -> float:
        return seconds_a_tick * 1000


def mouse() -> pygame.Vector2:
    return pygame.Vector2(pygame.display.get_surface().get_rect().center) + (pointer_x, pointer_y)


steerwright.World.advance = advance_and_tell
pygame.time.Clock = Clock
pygame.mouse.get_pos = mouse
runpy.run_path(program, run_name="__main__")
