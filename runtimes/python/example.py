"""The smallest program with the runtime: python example.py NAME.steer.json

Runs the scene for 10 seconds like a game with 60 frames a second, and prints what happens.
"""

import pathlib
import sys

import steerwright

if len(sys.argv) != 2:
    sys.exit("usage: python example.py NAME.steer.json")
try:
    world = steerwright.load(pathlib.Path(sys.argv[1]).read_bytes())
except (OSError, steerwright.SteerwrightError) as error:
    sys.exit(str(error))

for frame in range(1, 601):
    world.advance(1 / 60)
    for event in world.events:
        node = "" if event.node is None else f" {event.node}"
        print(f"tick {event.tick}: agent {event.agent} {event.kind}{node}")
    if frame % 60 == 0:
        for agent in world.agents:
            print(f"{world.time:.0f} s: {agent.name} is at ({agent.x:.2f}, {agent.y:.2f})")
