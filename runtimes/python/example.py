"""A small program with the runtime: python example.py NAME.steer.json

Runs the scene for 30 seconds like a game with 60 frames a second, with waves of enemies, and prints
what happens. Enemies come in a scene with a preset "Guard" and a path "Wall", like
presets/scenes/gate-patrol.scene.json.
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

guard, wall = world.find_preset("Guard"), world.find_path("Wall")
enemies = []


def spawn_enemy() -> None:
    """An enemy enters at the start of the patrol."""
    enemy = world.spawn(guard, *world.path(wall).points[0])
    world.set_path(enemy, wall)
    enemies.append(enemy)
    print(f"{world.time:.0f} s: enemy {enemy} is spawned")


def despawn_enemies() -> None:
    """Enemies that come to the end of the patrol are gone."""
    for enemy in list(enemies):
        agent = world.agent(enemy)
        if world.path_nearest(wall, agent.x, agent.y).along > 0.95 * world.path(wall).length:
            world.despawn(enemy)
            enemies.remove(enemy)
            print(f"{world.time:.0f} s: enemy {enemy} is despawned")


for frame in range(1800):
    if frame % 600 == 0 and guard is not None and wall is not None:
        spawn_enemy()
    world.advance(1 / 60)
    for event in world.events:
        node = "" if event.node is None else f" {event.node}"
        print(f"tick {event.tick}: agent {event.agent} {event.kind}{node}")
    despawn_enemies()
    if frame % 60 == 59:
        for agent in world.agents:
            name = agent.name or f"enemy {agent.id}"
            print(f"{world.time:.0f} s: {name} is at ({agent.x:.2f}, {agent.y:.2f})")
