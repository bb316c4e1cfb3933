"""A game on the editor's own link: python follow.py EXPORT, with STEERWRIGHT_LINK set

Loads an export, polls until an edit adds the agent called "Last", then runs for a second and prints
how many edits arrived and the bits of all positions.
"""

import struct
import sys
import time

import steerwright
import steerwright_link

with open(sys.argv[1], "rb") as export:
    world = steerwright.load(export.read())
link = steerwright_link.Link(world)
edits = 0
deadline = time.monotonic() + 60
while not any(agent.name == "Last" for agent in world.agents):
    edits += link.poll()
    if time.monotonic() > deadline:
        sys.exit(f"the last edit did not arrive: {link.state} {link.problem}")
    time.sleep(0.005)
print("linked" if link.state == "linked" else link.problem, edits)
for _ in range(60):
    world.step()
for agent in world.agents:
    x, y = (struct.pack(">d", coordinate + 0.0).hex() for coordinate in (agent.x, agent.y))
    print("state", world.tick, agent.id, x, y)
