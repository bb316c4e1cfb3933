"""Feeds the loader files that no editor wrote: python hostile.py

Every file must either load and run, or be refused with one `SteerwrightError` that names the field.
A running world that takes the file over as an edited scene must do the same, and a refusal must
leave it as it was.
"""

from __future__ import annotations

import copy
import json
import sys
import time
from functools import partial
from typing import Any, Callable, Iterable, Iterator, List, Union

import steerwright

Path = List[Union[str, int]]  # the keys and indices that lead to a value
MISSING = object()

# A valid file with every feature.
VALID: dict[str, Any] = json.loads("""{
  "format": "steerwright-export", "format_version": 1, "min_reader": 1, "name": "Valid", "scale": 1,
  "y_down": false, "turn_sign": 1, "ticks_per_second": 60, "dt": 0.016666666666666666,
  "pointer": { "x": 1, "y": 2 },
  "paths": [{
    "id": 1, "name": "Wall", "traversal": "loop", "radius": 0.5,
    "points": [[0, 0], [1, 0.5], [2, 0], [1, -1]],
    "nodes": [
      { "x": 0, "y": 0, "radius": 0.5, "wait_ticks": 3, "speed": null, "point": 0 },
      { "x": 2, "y": 0, "radius": 0.5, "wait_ticks": 0, "speed": 1.5, "point": 2 }
    ]
  }],
  "markers": [{ "id": 1, "name": "Gate", "kind": "target", "x": 5, "y": 5 }],
  "agents": [
    {
      "id": 1, "name": "Guard", "x": 0, "y": 0, "vx": 0, "vy": 0, "scatter": { "min": 0, "max": 1 },
      "path": 1, "target": { "kind": "marker", "id": 1 },
      "danger": { "kind": "pointer", "id": null }, "leader": 2, "random_state": [1, 2, 3, 4],
      "body": {
        "mass": 1, "max_speed": 3, "max_force": 20, "time_to_target": 0.1, "idle": "brake",
        "radius": 0.4
      },
      "motion": "steered", "blend_mode": "weighted_sum", "behaviors": [
        { "kind": "seek", "weight": 1 },
        { "kind": "flee", "weight": 1, "panic_distance": 2 },
        { "kind": "arrive", "weight": 1, "target_radius": 0.2, "slow_radius": 2, "ramp": "sqrt",
          "stop": "coast", "time_to_target": 0.2 },
        { "kind": "leave", "weight": 1, "escape_radius": 2, "danger_radius": 6, "ramp": "stepped",
          "time_to_target": null },
        { "kind": "pursue", "weight": 1, "max_prediction": null },
        { "kind": "evade", "weight": 1, "max_prediction": 1 },
        { "kind": "follow_path", "weight": 1, "start": "node", "start_node": 1,
          "target_radius": 0.2, "slow_radius": 2, "time_to_target": null },
        { "kind": "separation", "weight": 1, "radius": 1.5, "max_separation": 6,
          "falloff": "inverse_square" },
        { "kind": "follow_leader", "weight": 1, "behind_distance": 1.5, "sight_radius": 1.2,
          "slow_radius": 2, "separation_radius": 1.5, "max_separation": 6, "falloff": "none" },
        { "kind": "homing_walk", "weight": 1, "step_fraction": 0.5, "min_step": 1, "max_step": 10,
          "aggro_radius": 30, "max_fov_deg": 90, "reach_radius": 0.25, "smooth": true,
          "step_jitter": 0.2, "repick_interval": 0.5, "repick_ticks": 30 }
      ]
    },
    {
      "id": 2, "name": "Hunter", "x": 3, "y": 0, "vx": 0, "vy": 0, "scatter": null, "path": null,
      "target": { "kind": "agent", "id": 1 }, "danger": null, "leader": null,
      "random_state": [1, 2, 3, 4],
      "body": {
        "mass": 1, "max_speed": 3, "max_force": 20, "time_to_target": 0.1, "idle": "coast",
        "radius": 0.4
      },
      "motion": "grid_chase", "blend_mode": null, "behaviors": [
        { "kind": "grid_chase", "weight": 1, "method": "line_of_sight", "mode": "chase",
          "step_interval": 0.25, "max_path_length": 64, "step_ticks": 15 }
      ]
    }
  ],
  "cells": { "size": 1, "blocked": [[2, 2], [3, 2]] }
}""")

# What is fed, and where the error has to point; with None it has to load and run.
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
    ("ticks_per_second", 1e-296, None),
    ("ticks_per_second", 5e-324, None),
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
    ("markers", [VALID["markers"][0]] * 2, "markers[1].id"),
    ("agents", [VALID["agents"][0]] * 2, "agents[1].id"),
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
    ("agents.1.motion", "steered", "agents[1].blend_mode"),
    ("agents.0.blend_mode", "average", "agents[0].blend_mode"),
    ("agents.0.body.idle", "stop", "agents[0].body.idle"),
    ("agents.0.body.idle", MISSING, "agents[0].body.idle"),
    ("agents.0.behaviors.2.time_to_target", 0, "agents[0].behaviors[2].time_to_target"),
    ("agents.0.behaviors.2.time_to_target", 5e-324, None),
    ("agents.0.behaviors.3.time_to_target", MISSING, "agents[0].behaviors[3].time_to_target"),
    ("agents.0.behaviors.7.radius", 5e-324, None),
    ("agents.0.behaviors.8.falloff", "linear", "agents[0].behaviors[8].falloff"),
    ("agents.0.behaviors.9.step_jitter", 1e12, None),
    ("agents.0.behaviors.9.repick_ticks", 0.5, "agents[0].behaviors[9].repick_ticks"),
    ("agents.0.behaviors.9.repick_ticks", 2**32 - 1, None),
    ("agents.1.behaviors.0.mode", "flee", "agents[1].behaviors[0].mode"),
    ("agents.1.behaviors", [], "agents[1].behaviors"),
    ("agents.0.behaviors.0.kind", "teleport", "agents[0].behaviors[0].kind"),
    ("agents.0.behaviors.0.kind", ["seek"], "agents[0].behaviors[0].kind"),
    ("agents.0.behaviors.0.kind", "grid_chase", "agents[0].behaviors[0].kind"),
    ("agents.0.behaviors.6.start_node", 4_000_000_000, None),
    ("agents.0.behaviors.9.max_fov_deg", 1e12, None),
    ("agents.1.behaviors.0.step_interval", None, "agents[1].behaviors[0].step_interval"),
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
# Fields under the names they had before: the error has to name both.
RENAMED: list[tuple[str, str, str]] = [
    ("agents.0", "blend_mode", "combine"),
    ("agents.1.behaviors.0", "mode", "aim"),
]
# Replaces every value of the valid file in turn.
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


def parsed(path: str) -> Path:
    return [int(key) if key.isdigit() else key for key in path.split(".")]


def value_at(file: Any, path: Path) -> Any:
    for key in path:
        file = file[key]
    return file


def changed(path: Path, value: Any) -> Any:
    """The valid file with another value at a path."""
    file = copy.deepcopy(VALID)
    parent = value_at(file, path[:-1])
    if value is MISSING:
        del parent[path[-1]]
    else:
        parent[path[-1]] = value
    return file


def renamed(path: str, name: str, old_name: str) -> Any:
    """The valid file with the old name of a field."""
    file = copy.deepcopy(VALID)
    parent = value_at(file, parsed(path))
    parent[old_name] = parent.pop(name)
    return file


def paths(value: Any, path: Path) -> Iterator[Path]:
    """The paths of all values inside a value."""
    if isinstance(value, dict):
        keys: Iterable[str | int] = value.keys()
    else:
        keys = range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield [*path, key]
        yield from paths(value[key], [*path, key])


def displayed(path: Path) -> str:
    """A path as an error message writes it."""
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return text.lstrip(".")


def state_of(world: steerwright.World) -> list[Any]:
    agents = [(agent, agent.x, agent.y, agent.node) for agent in world.agents]
    return [world.tick, world.interpolation_alpha, world.dt, *agents]


def apply_to_running_world(source: Any) -> str | None:
    """Has a running world take over `source`; the error message, if it refuses."""
    world = steerwright.load(VALID)
    world.advance(0.21)
    before = state_of(world)
    try:
        world.apply_scene(source)
    except steerwright.SteerwrightError as error:
        assert state_of(world) == before, "a refusal has changed the world"
        return str(error)
    clock = [world.tick, world.interpolation_alpha]
    assert clock == before[:2] and clock[1] > 0.5, "the clock has changed"
    for _ in range(20):
        world.step()
    return None


def load_and_play(source: Any) -> str | None:
    """Loads, runs for a second, and makes a game's calls; the error message of a refusal."""
    apply_error = apply_to_running_world(source)
    try:
        world = steerwright.load(source)
    except steerwright.SteerwrightError as error:
        assert str(error) == apply_error, f"apply_scene reports {apply_error}"
        return str(error)
    assert apply_error is None, f"loaded, but refused by apply_scene: {apply_error}"
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
    """What is fed: a description, the file, and whether an error message (or None) is right."""
    yield "the valid file", VALID, lambda error: error is None
    for text, expected in TEXTS:
        yield repr(text[:30]), text, partial(points_at, expected)
    for field, value, expected in FIELDS:
        description = f"{field} = {str(value)[:30]}"
        yield description, changed(parsed(field), value), partial(points_at, expected)
    for path, name, old_name in RENAMED:
        description = f"{path}.{name} under its old name {old_name}"
        yield description, renamed(path, name, old_name), partial(names_both, name, old_name)
    for place in paths(VALID, []):
        for value in ANYTHING:
            # A shorter array is seen only where something refers into it.
            shortened = value is MISSING and isinstance(place[-1], int)
            if not shortened and displayed(place) != "paths[0].points":
                description = f"{displayed(place)} = {value}"
                yield description, changed(place, value), partial(points_inside, displayed(place))


def points_at(expected: str | None, error: str | None) -> bool:
    return (error and error.split(": ")[0]) == expected


def points_inside(expected: str, error: str | None) -> bool:
    """Whether an error, if there is one, is at the expected path or below it."""
    return error is None or error.split(": ")[0].startswith(expected)


def names_both(name: str, old_name: str, error: str | None) -> bool:
    """Whether an error is at a field and names what it was called before."""
    return error is not None and f".{name}: " in error and f'"{old_name}"' in error


def main() -> int:
    right = total = 0
    slowest = (0.0, "nothing")
    for description, source, is_right in cases():
        began = time.process_time()
        try:
            error = load_and_play(source)
            ok = is_right(error) and (error is None or "; " in error)
        except Exception as unexpected:  # what this program looks for
            error, ok = f"{type(unexpected).__name__}: {unexpected}", False
        slowest = max(slowest, (time.process_time() - began, description))
        total += 1
        right += ok
        if not ok:
            print(f"WRONG {description}: {error}")
    print(f"{right} of {total} files are loaded or refused as they should be")
    print(f"the slowest took {slowest[0]:.1f} s: {slowest[1]}")
    return 0 if right == total else 1


if __name__ == "__main__":
    sys.exit(main())
