"""Feeds the loader what no editor wrote: python hostile.py

Every file must either load and run, or be refused with one `SteerwrightError` that names the field. A running world that reads
it anew does the same, and a refusal leaves it as it was.
"""

from __future__ import annotations

import copy
import json
import sys
import time
from functools import partial
from operator import eq
from typing import Any, Callable, Iterator, List, Union

import steerwright

Place = List[Union[str, int]]  # the keys and indices that lead to a value
MISSING = object()

# A sound file with something of everything.
SOUND = json.loads("""{
  "format": "steerwright-export", "format_version": 1, "min_reader": 1, "name": "Sound", "scale": 1,
  "y_down": false, "turn_sign": 1, "ticks_per_second": 60, "dt": 0.016666666666666666, "pointer": { "x": 1, "y": 2 },
  "paths": [{
    "id": 1, "name": "Wall", "traversal": "loop", "radius": 0.5, "points": [[0, 0], [1, 0.5], [2, 0], [1, -1]],
    "nodes": [
      { "x": 0, "y": 0, "radius": 0.5, "wait_ticks": 3, "speed": null, "point": 0 },
      { "x": 2, "y": 0, "radius": 0.5, "wait_ticks": 0, "speed": 1.5, "point": 2 }
    ]
  }],
  "markers": [{ "id": 1, "name": "Gate", "kind": "target", "x": 5, "y": 5 }],
  "agents": [
    {
      "id": 1, "name": "Guard", "x": 0, "y": 0, "vx": 0, "vy": 0, "scatter": { "min": 0, "max": 1 }, "path": 1,
      "target": { "kind": "marker", "id": 1 }, "danger": { "kind": "pointer", "id": null }, "leader": 2,
      "random_state": [1, 2, 3, 4],
      "body": { "mass": 1, "max_speed": 3, "max_force": 20, "time_to_target": 0.1, "radius": 0.4 },
      "motion": "steered", "combine": "weighted_sum", "behaviors": [
        { "kind": "seek", "weight": 1 },
        { "kind": "flee", "weight": 1, "panic_distance": 2 },
        { "kind": "arrive", "weight": 1, "target_radius": 0.2, "slow_radius": 2, "ramp": "sqrt", "stop": "coast" },
        { "kind": "leave", "weight": 1, "escape_radius": 2, "danger_radius": 6, "ramp": "stepped" },
        { "kind": "pursue", "weight": 1, "max_prediction": null },
        { "kind": "evade", "weight": 1, "max_prediction": 1 },
        { "kind": "follow_path", "weight": 1, "start": "node", "start_node": 1, "target_radius": 0.2, "slow_radius": 2 },
        { "kind": "separation", "weight": 1, "radius": 1.5, "max_separation": 6, "falloff": "inverse_square" },
        { "kind": "follow_leader", "weight": 1, "behind_distance": 1.5, "sight_radius": 1.2, "slow_radius": 2,
          "separation_radius": 1.5, "max_separation": 6 },
        { "kind": "homing_walk", "weight": 1, "step_fraction": 0.5, "min_step": 1, "max_step": 10, "aggro_radius": 30,
          "max_fov_deg": 90, "reach_radius": 0.25, "smooth": true }
      ]
    },
    {
      "id": 2, "name": "Hunter", "x": 3, "y": 0, "vx": 0, "vy": 0, "scatter": null, "path": null,
      "target": { "kind": "agent", "id": 1 }, "danger": null, "leader": null, "random_state": [1, 2, 3, 4],
      "body": { "mass": 1, "max_speed": 3, "max_force": 20, "time_to_target": 0.1, "radius": 0.4 },
      "motion": "grid_chase", "combine": null, "behaviors": [
        { "kind": "grid_chase", "weight": 1, "method": "line_of_sight", "aim": "chase", "step_interval": 0.25,
          "max_path_length": 64, "step_ticks": 15 }
      ]
    }
  ],
  "cells": { "size": 1, "blocked": [[2, 2], [3, 2]] }
}""")

# What is fed, and where the error has to point; None: it has to load and run.
TEXTS: list[tuple[str | bytes, str | None]] = [
    ("", "the file"),
    ("{", "the file"),
    ("not JSON", "the file"),
    (b"\xff\xfe\x00", "the file"),
    ("[" * 100_000, "the file"),
    ('{"a":' * 100_000 + "1" + "}" * 100_000, "the file"),
    ("null", "the file"),
    ("17", "the file"),
    ('"steerwright-export"', "the file"),
    ("[1, 2, 3]", "the file"),
    ("{}", "format"),
    ('{"format": "steerwright-scene"}', "format"),
    ('{"format": "steerwright-export"}', "min_reader"),
]
FIELDS: list[tuple[str, Any, str | None]] = [
    ("format", "steerwright-scene", "format"),
    ("min_reader", 2, "min_reader"),
    ("min_reader", 0, "min_reader"),
    ("min_reader", "1", "min_reader"),
    ("format_version", 7, None),
    ("scale", [float("nan")], None),
    ("origin", 7, None),
    ("something new", {"x": [1, 2, {"y": None}]}, None),
    ("agents.0.something new", float("nan"), None),
    ("ticks_per_second", 0, "ticks_per_second"),
    ("ticks_per_second", True, "ticks_per_second"),
    ("ticks_per_second", 1e-300, None),
    ("ticks_per_second", 1e12, None),
    ("pointer.x", float("nan"), "pointer.x"),
    ("pointer", [1, 2], "pointer"),
    ("paths", {}, "paths"),
    ("paths.0", None, "paths[0]"),
    ("paths.0.traversal", "pingpong", "paths[0].traversal"),
    ("paths.0.points.1", [1, 2, 3], "paths[0].points[1]"),
    ("paths.0.points.1.0", "1", "paths[0].points[1][0]"),
    ("paths.0.nodes", [], None),
    ("paths.0.nodes.1.point", 4, "paths[0].nodes[1].point"),
    ("paths.0.nodes.1.point", 0, "paths[0].nodes[1].point"),
    ("paths.0.nodes.1.point", -1, "paths[0].nodes[1].point"),
    ("paths.0.nodes.1.point", 1.5, "paths[0].nodes[1].point"),
    ("paths.0.nodes.0.wait_ticks", 2**32, "paths[0].nodes[0].wait_ticks"),
    ("markers", [SOUND["markers"][0]] * 2, "markers[1].id"),
    ("agents", [SOUND["agents"][0]] * 2, "agents[1].id"),
    ("agents.1.id", 1.5, "agents[1].id"),
    ("agents.1.id", 2.0, None),
    ("agents.1.id", True, "agents[1].id"),
    ("agents.1.id", -2, "agents[1].id"),
    ("agents.0.x", 1e13, "agents[0].x"),
    ("agents.0.x", 10**400, "agents[0].x"),
    ("agents.0.x", 1e12, None),
    ("agents.0.body.mass", 0, "agents[0].body.mass"),
    ("agents.0.body.mass", 5e-324, None),
    ("agents.0.body.time_to_target", 5e-324, None),
    ("agents.0.body", MISSING, "agents[0].body"),
    ("agents.0.random_state", [1, 2, 3], "agents[0].random_state"),
    ("agents.0.random_state.2", 2**32, "agents[0].random_state[2]"),
    ("agents.0.random_state", [0, 0, 0, 0], None),
    ("agents.0.path", 99, None),
    ("agents.0.leader", 1, None),
    ("agents.0.target", {"kind": "agent", "id": 1}, None),
    ("agents.0.target", {"kind": "agent", "id": 99}, None),
    ("agents.0.target", {"kind": "path", "id": 1}, "agents[0].target.kind"),
    ("agents.0.target", {"kind": "agent"}, "agents[0].target.id"),
    ("agents.0.motion", "grid_chase", "agents[0].behaviors"),
    ("agents.1.motion", "steered", "agents[1].combine"),
    ("agents.1.behaviors", [], "agents[1].behaviors"),
    ("agents.0.behaviors.0.kind", "teleport", "agents[0].behaviors[0].kind"),
    ("agents.0.behaviors.0.kind", ["seek"], "agents[0].behaviors[0].kind"),
    ("agents.0.behaviors.0.kind", "grid_chase", "agents[0].behaviors[0].kind"),
    ("agents.0.behaviors.6.start_node", 4_000_000_000, None),
    ("agents.0.behaviors.9.max_fov_deg", 1e12, None),
    ("agents.1.behaviors.0.step_ticks", 0, "agents[1].behaviors[0].step_ticks"),
    ("agents.1.behaviors.0.max_path_length", -1, "agents[1].behaviors[0].max_path_length"),
    ("cells.size", 0, "cells.size"),
    ("cells.size", 5e-324, None),
    ("cells.blocked.1.0", 0.5, "cells.blocked[1][0]"),
    ("cells.blocked.1.0", 2**31, "cells.blocked[1][0]"),
    ("cells.blocked", [[1, 2]] * 1_000_000, None),
    ("cells.blocked", [None] * 1_000_000, "cells.blocked[0]"),
    ("paths.0.points", [[0, 0]] * 1_000_000, None),
    ("agents.0.random_state", [1] * 1_000_000, "agents[0].random_state"),
]
# Put in the place of every value of the sound file in turn.
ANYTHING = [
    MISSING,
    None,
    True,
    "",
    "x",
    [],
    {},
    [[]],
    [None] * 4,
    0,
    -1,
    1.5,
    1e12,
    -1e12,
    1e13,
    2**64,
    1e-320,
    float("nan"),
    float("inf"),
]


def changed(place: Place, value: Any) -> Any:
    """The sound file with another value in one place."""
    file = copy.deepcopy(SOUND)
    holder = file
    for key in place[:-1]:
        holder = holder[key]
    if value is MISSING:
        del holder[place[-1]]
    else:
        holder[place[-1]] = value
    return file


def places(value: Any, place: Place) -> Iterator[Place]:
    """Every place in a value, itself left out."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield [*place, key]
        yield from places(value[key], [*place, key])


def name(place: Place) -> str:
    """As an error writes it."""
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in place)
    return text.lstrip(".")


def state_of(world: steerwright.World) -> list[Any]:
    return [world.tick, world.fraction, world.dt, *((agent, agent.x, agent.y, agent.node) for agent in world.agents)]


def fault_of_reading_anew(source: Any) -> str | None:
    """The error of a running world that takes over `source`, if it refuses."""
    world = steerwright.load(SOUND)
    world.advance(0.21)
    before = state_of(world)
    try:
        world.reread(source)
    except steerwright.SteerwrightError as error:
        assert state_of(world) == before, "a refusal has changed the world"
        return str(error)
    assert [world.tick, world.fraction] == before[:2] and world.fraction > 0.5, "the clock has not gone on as it was"
    for _ in range(20):
        world.step()
    return None


def fault_of(source: Any) -> str | None:
    """Loads, runs for a second, and does what a game may do; the error of the loader, if it refuses."""
    fault = fault_of_reading_anew(source)
    try:
        world = steerwright.load(source)
    except steerwright.SteerwrightError as error:
        assert str(error) == fault, f"read anew, it says {fault}"
        return str(error)
    assert fault is None, f"it is taken, but not when it is read anew: {fault}"
    for _ in range(60):
        world.step()
    for agent in world.agents:
        world.drive(agent.id, 1e9, -1e9)
        world.set_target(agent.id, "pointer")
    world.advance(0.5)
    for agent in world.agents:
        world.release(agent.id)
    world.advance(1.0)
    return None


def cases() -> Iterator[tuple[str, Any, Callable[[str | None], bool]]]:
    """What is fed, in words and as it is, and whether an error at a place (None: no error) is right."""
    yield "the sound file", SOUND, lambda found: found is None
    for text, expected in TEXTS:
        yield repr(text[:30]), text, partial(eq, expected)
    for field, value, expected in FIELDS:
        place: Place = [int(key) if key.isdigit() else key for key in field.split(".")]
        yield f"{field} = {str(value)[:30]}", changed(place, value), partial(eq, expected)
    for place in places(SOUND, []):
        for value in ANYTHING:
            shortened = value is MISSING and isinstance(place[-1], int)
            if not shortened and name(place) != "paths[0].points":  # both are seen only further on
                yield f"{name(place)} = {value}", changed(place, value), partial(named_or_none, name(place))


def named_or_none(expected: str, found: str | None) -> bool:
    """Whether an error is at the expected place or inside it."""
    return found is None or found.startswith(expected)


def main() -> int:
    right = total = 0
    slowest = (0.0, "nothing")
    for what, source, is_right in cases():
        began = time.process_time()
        try:
            fault = fault_of(source)
            ok = is_right(fault and fault.split(": ")[0]) and (fault is None or "; " in fault)
        except Exception as error:  # whatever comes here is what this program looks for
            fault, ok = f"{type(error).__name__}: {error}", False
        slowest = max(slowest, (time.process_time() - began, what))
        total += 1
        right += ok
        if not ok:
            print(f"WRONG {what}: {fault}")
    print(
        f"{right} of {total} files are loaded or refused as they should be; the slowest took {slowest[0]:.1f} s: {slowest[1]}"
    )
    return 0 if right == total else 1


if __name__ == "__main__":
    sys.exit(main())
