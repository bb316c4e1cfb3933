"""A game that follows the editor's own link: loads an export, polls until the agent called "Last" is there, then runs a second and
prints the bits of where everyone is.

usage: follow.py EXPORT    with STEERWRIGHT_LINK in the environment
"""
import struct
import sys
import time

import steerwright
import steerwright_link

world = steerwright.load(open(sys.argv[1], "rb").read())
link = steerwright_link.Link(world)
edits = 0
until = time.monotonic() + 60
while not any(agent.name == "Last" for agent in world.agents):
    edits += link.poll()
    if time.monotonic() > until:
        sys.exit(f"no end of edits: {link.state} {link.problem}")
    time.sleep(0.005)
print("linked" if link.state == "linked" else link.problem, edits)
for _ in range(60):
    world.step()
for agent in world.agents:
    x, y = (struct.pack(">d", part + 0.0).hex() for part in (agent.x, agent.y))
    print("state", world.tick, agent.id, x, y)
