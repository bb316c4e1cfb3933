"""Feeds invalid files to the loader: python hostile.py [FOLDER]

FOLDER has the conformance cases; without it, those of Steerwright are used. Every file must either
load and run, or be refused with one `SteerwrightError` that names the field. A running world that
takes the file over as an edited scene must do the same, and a refusal must leave it as it was.
"""

from __future__ import annotations

import copy
import json
import random
import sys
import time
from functools import partial
from pathlib import Path as FilePath
from typing import Any, Callable, Iterable, Iterator, List, Union

import conformance
import steerwright

Path = List[Union[str, int]]  # the keys and indices that lead to a value
MISSING = object()
FOLDER = FilePath(sys.argv[1]) if len(sys.argv) > 1 else conformance.own_cases()
CASES = [case for file in conformance.case_files(FOLDER) for case in conformance.read_cases(file)]
UNUSUAL = next(case for case in CASES if case.name == "accepted-though-unusual")
TEXT = UNUSUAL.export.lstrip("\ufeff")
VALID: dict[str, Any] = json.loads(TEXT)

# What the valid file has in addition, with guards.
ACTIONS: list[dict[str, Any]] = [
    {"kind": "wait", "min": 0.1, "max": 0.2, "min_ticks": 6, "max_ticks": 12},
    {
        **{"kind": "look", "at": {"kind": "direction", "deg": 90, "x": 0, "y": 1}},
        **{"turn_rate": 10800, "turn_cos": -1, "turn_sin": 0},
    },
    {
        **{"kind": "look", "at": {"kind": "marker", "id": 1}},
        **{"turn_rate": None, "turn_cos": None, "turn_sin": None},
    },
    {
        **{"kind": "sweep", "from_deg": 0, "to_deg": -90, "from": [1, 0], "to": [0, -1]},
        **{"times": 1, "turn_rate": None, "turn_cos": None, "turn_sin": None},
    },
    {"kind": "speed", "limit": 1},
    {"kind": "emit", "name": "alarm", "value": 1.5},
    {"kind": "set_wall", "wall": 2, "open": True},
    {"kind": "meet", "name": "here", "count": 1},
]
TERMS: list[dict[str, Any]] = [
    *({"kind": kind} for kind in ("sees", "hears", "told", "touches", "arrived", "no_route")),
    {"kind": "sees_not_for", "seconds": 0.5, "ticks": 30},
    {"kind": "meter_at_least", "meter": 0.5},
    {"kind": "for", "min": 1, "max": 2, "min_ticks": 60, "max_ticks": 120},
    {"kind": "near", "goal": "last_seen_ahead", "ahead": 0.5, "radius": 1},
    {"kind": "event", "name": "alarm"},
]
SEARCH: dict[str, Any] = {
    **{"kind": "search", "weight": 1, "goal": "last_seen", "ahead": None, "radius": 4},
    **{"points": 2, "wait": 0.5, "wait_ticks": 30, "slow_radius": 1, "route": "around_walls"},
    "sweep": {"from_deg": 0, "to_deg": 90, "from": [1, 0], "to": [0, 1]},
}
RULES: dict[str, Any] = {
    **{"id": 1, "name": "Patrol", "color": None, "max_speed": 2, "max_force": None},
    "enter": [{"kind": "share", "radius": 5}, {"kind": "emit", "name": "back", "value": None}],
    "transitions": [{"to": 2, "any": True, "terms": TERMS}],
}
STATE: dict[str, Any] = {
    **{**RULES, "id": 2, "transitions": [{"to": 1, "any": False, "terms": [TERMS[6]]}]},
    **{"facing": None, "motion": "steered", "blend_mode": "priority", "behaviors": [SEARCH]},
}


def with_guards(file: dict[str, Any]) -> dict[str, Any]:
    """The valid file with what guards have."""
    made = copy.deepcopy(file)
    made["nets"] = [
        {"radius": 0.4, "points": [[0, 0], [9, 9]], "pairs": [[0, 1, 13]], "doors": [[0, 0]]}
    ]
    made.update({"touch_margin": 0.05, "repath_distance": 1, "route_tolerance": 0.1})
    guard = made["agents"][1]
    guard.update({"team": "guards", "watches": ["thieves"]})
    guard["hearing"] = {"scale": 1, "muffle": 0.5}
    guard["alert"] = {"rise_near": 4, "rise_far": 0.5, "fall": 0.25, "noise_rise": 0.3}
    guard["body"]["noise"] = {"speed": 2, "radius": 6}
    guard["facing"] = {"toward": "action", "turn_rate": None, "turn_cos": -1, "turn_sin": 0}
    guard["behaviors"][0].update({"goal": "last_seen_ahead", "ahead": 1, "route": "around_walls"})
    guard["behaviors"][1]["resume"] = "nearest"
    guard["state"], guard["states"] = RULES, [STATE]
    chased = made["agents"][0]
    chased["team"] = "thieves"
    chased["behaviors"][0].update({"goal": "post", "route": "around_walls"})
    node = made["paths"][0]["nodes"][0]
    node["actions"] = ACTIONS
    node["along"] = [{"distance": 1, "x": 1, "y": -0.2, "action": ACTIONS[5]}]
    node.update({"choose": "in_turn", "not_back": True, "next": [{"path": 1, "node": 2, "weight": 3}]})
    return made


GUARDS = with_guards(VALID)

# What is fed besides the cases, and where the error has to point.
TEXTS: list[tuple[str | bytes, str]] = [
    ("", "the file"),
    ("{", "the file"),
    ("not JSON", "the file"),
    (b"\xff\xfe\x00", "the file"),
    (TEXT.encode("utf-16"), "the file"),
    (TEXT.replace("Cell mover", "Cell \xff").encode("latin-1", "replace"), "the file"),
    ("[" * 100_000, "the file"),
    ('{"a":' * 100_000 + "1" + "}" * 100_000, "the file"),
    ("null", "the file"),
    ("17", "the file"),
    ('"steerwright-export"', "the file"),
    ("[1, 2, 3]", "the file"),
    ("{}", "format"),
    ('{"format": "steerwright-scene"}', "format"),
    ('{"format": "steerwright-export"}', "format_version"),
]
WALL = {
    **{"id": 1, "name": "Wall", "closed": False, "open": None},
    **{"blocks_motion": True, "blocks_sight": True, "points": [[0, 0], [1, 0]]},
}
# Walls of the valid file, and where the error has to point, if there is one.
WALLS: list[tuple[list[dict[str, Any]], str | None]] = [
    ([WALL], None),
    ([{**WALL, "points": []}], None),
    ([{**WALL, "points": [[0, 0]], "closed": True}], None),
    ([{**WALL, "points": [[0, 0]] * 3}], None),
    ([WALL, WALL], "walls[1].id"),
    ([{**WALL, "points": [[0, 0], [float("nan"), 0]]}], "walls[0].points[1][0]"),
    ([{**WALL, "points": [[0, 0], [0, 1.1e9]]}], "walls[0].points[1][1]"),
    ([{**WALL, "points": [[-1e9, -1e9], [1e9, 1e9]]}], "walls"),
    ([{**WALL, "points": [[i % 2, 0] for i in range(400_000)]}], "walls"),
]
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


# Fewer values, for the many places of guards and saves: at each some of these, the same in every run.
SOME = [MISSING, None, True, "", [], -1, 1.5]
VALUES_AT_A_PLACE = 3
# Where agents are driven.
FAR, NEAR = 1e9, 9.0


def value_at(file: Any, path: Path) -> Any:
    for key in path:
        file = file[key]
    return file


def changed(path: Path, value: Any, valid: Any = VALID) -> Any:
    """The valid file with another value at a path."""
    file = copy.deepcopy(valid)
    parent = value_at(file, path[:-1])
    if value is MISSING:
        del parent[path[-1]]
    else:
        parent[path[-1]] = value
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
    """Applies `source` to a running world; the error message, if it refuses."""
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


SAVED: dict[str, Any] = json.loads(steerwright.load(VALID).save())


def many_times(count: int, call: Callable[[], object]) -> None:
    for _ in range(count):
        call()


CALLS: list[Callable[[steerwright.World], object]] = [
    lambda world: world.spawn(99, 0.0, 0.0),
    lambda world: world.spawn(1, float("nan"), 0.0),
    lambda world: world.despawn(99),
    lambda world: world.set_leader(99, None),
    lambda world: world.set_leader(1, 99),
    lambda world: world.set_path(99, None),
    lambda world: world.set_path(1, 99),
    lambda world: world.set_wall_open(99, True),
    lambda world: world.set_preset(99, 1),
    lambda world: world.set_preset(1, 99),
    lambda world: world.replace_preset(99, "{}"),
    lambda world: world.replace_preset(1, "{"),
    lambda world: world.replace_preset(1, {**VALID["agents"][0], "body": {}}),
    lambda world: world.path(99),
    lambda world: world.path_at(1, float("inf")),
    lambda world: world.path_nearest(1, 0.0, 2e9),
    lambda world: world.cell_at(float("nan"), 0.0),
    lambda world: world.noise(float("nan"), 0.0, 1.0),
    lambda world: world.noise(0.0, 0.0, -1.0),
    lambda world: world.set_team(1, ""),
    lambda world: world.set_team(99, "guards"),
    lambda world: world.set_state(1, 99),
    lambda world: world.set_state(99, 1),
    lambda world: world.set_state(1, world.find_state(1, "no such state")),
    lambda world: world.find_state(99, ""),
    lambda world: world.force_event(99, "alarm"),
    lambda world: world.force_event(None, ""),
    lambda world: world.path_between(0.0, 0.0, 0.0, 2e9, 1.0),
    lambda world: world.path_between(0.0, 0.0, 1.0, 0.0, float("nan")),
    lambda world: many_times(1001, lambda: world.noise(0.0, 0.0, 1.0)),
    lambda world: many_times(1001, lambda: world.force_event(None, "alarm")),
    lambda world: world.load_save("{}"),
    lambda world: world.load_save("["),
    lambda world: world.load_save({**SAVED, "scene": "0" * 16}),
    lambda world: world.load_save({**SAVED, "format_version": 2}),
    lambda world: world.load_save({**SAVED, "values": SAVED["values"][:-1]}),
    lambda world: world.load_save({**SAVED, "values": [*SAVED["values"], 0]}),
]
"""Calls that a running world refuses."""


def is_refused(call: Callable[[steerwright.World], object]) -> bool:
    """Whether a world refuses a call with a message, and stays as it was."""
    world = steerwright.load(VALID)
    before = state_of(world)
    try:
        call(world)
    except steerwright.SteerwrightError as error:
        return "; " in str(error) and state_of(world) == before
    return False


def load_and_play(source: Any, distance: float) -> str | None:
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
        world.drive(agent.id, distance, -distance)
        world.set_target(agent.id, "pointer")
    world.advance(0.5)
    for agent in world.agents:
        world.release(agent.id)
    world.advance(1.0)
    return None


def cases() -> Iterator[tuple[str, Any, Callable[[str | None], bool]]]:
    """What is fed: a description, the file, and whether an error message (or None) is right."""
    yield "the valid file", TEXT, lambda error: error is None
    for text, expected in TEXTS:
        yield repr(text[:30]), text, partial(points_at, expected)
    for walls, place_of_error in WALLS:
        description = f"{repr(walls)[:200]} as the walls"
        yield description, changed(["walls"], walls), partial(points_at, place_of_error)
    refused = [case for case in CASES if case.lines is None]
    assert refused, "there are cases to refuse"
    for case in refused:
        yield case.name, case.export, partial(begins_with, case.place)
    yield "the valid file with guards", GUARDS, lambda error: error is None
    for place in paths(VALID, []):
        for value in ANYTHING:
            yield f"{displayed(place)} = {value}", changed(place, value), lambda error: True


def damaged_guards() -> Iterator[tuple[str, Any, Callable[[str | None], bool]]]:
    """The file with guards with another value at one place of theirs."""
    generator = random.Random(1)
    known = list(paths(VALID, []))
    for place in paths(GUARDS, []):
        if place not in known:
            for value in generator.sample(SOME, VALUES_AT_A_PLACE):
                description = f"with guards, {displayed(place)} = {value}"
                yield description, changed(place, value, GUARDS), lambda error: True


def damaged_saves() -> Iterator[tuple[str, Any]]:
    """Saves with another value at one place."""
    generator = random.Random(1)
    world = guarded_world()
    saved: dict[str, Any] = json.loads(world.save())
    for index in range(len(saved["values"])):
        others = [*SOME[1:], "f" * 16, "7ff0000000000000", 2**32]
        for value in generator.sample(others, VALUES_AT_A_PLACE):
            values = [*saved["values"][:index], value, *saved["values"][index + 1 :]]
            yield f"values[{index}] = {value} in a save", {**saved, "values": values}


def guarded_world() -> steerwright.World:
    """A world of guards in which something has happened."""
    world = steerwright.load(GUARDS)
    agent = world.agent(1)
    assert world.find_state(1, agent.state_name) == agent.state
    world.noise(0.0, 0.0, 9.0)
    world.force_event(1, "alarm")
    for _ in range(40):
        world.step()
    world.set_state(1, 1)
    world.noise(1.0, 0.0, 9.0)
    world.force_event(None, "back")
    return world


def owned_world() -> steerwright.World:
    """A world in which items have custom properties."""
    scene = json.loads(json.dumps(VALID))
    scene["declared_properties"] = [
        *({"name": "mood", "on": ["agents", "presets"], "default": "calm"}, {"name": 7}),
        {"name": "mood", "on": ["paths"], "default": 1},
        {"name": "size", "on": ["paths"], "default": 0.12345678912345},
    ]
    properties = {"none": None, "list": [1], "size": 0.12345678912345, "count": 2, "nan": float("nan")}
    scene["agents"][0].update(properties=properties, preset_properties={"mood": False})
    scene["paths"][0]["nodes"][0]["properties"] = {"mood": "tense"}
    return steerwright.load(scene)


def reads_properties() -> bool:
    world = owned_world()
    agent, path = VALID["agents"][0]["id"], VALID["paths"][0]["id"]
    read = [
        *(world.property("agent", agent, name) for name in ("mood", "none", "list")),
        *(world.property("agent", 99, "mood"), world.property("agents", agent, "mood"), world.property("path", path, "mood")),
        *(world.node_property(path, node, "mood") for node in (0, 99, -1)),
        *(world.preset_property(agent, "mood"), world.preset_property(99, "mood")),
        *(world.property("agent", agent, "size"), world.property("path", path, "size")),
        *(isinstance(world.property("agent", agent, "count"), float), world.property("agent", agent, "count")),
    ]
    strange: list[Any] = ["length", 0.5, None, float("nan")]
    read += [world.node_property(path, node, "mood") for node in strange]
    world.apply_scene(VALID)
    read.append(world.preset_property(agent, "mood"))
    expected = ["calm", None, None, None, None, None, "tense", None, None, False, None]
    return read == [*expected, 0.123456789, 0.123456789, True, 2.0, None, None, None, None, None]


def refuses_or_loads(world: steerwright.World, saved: Any) -> bool:
    """Whether a save is loaded and runs, or is refused and leaves the world as it was."""
    before = world.save()
    try:
        world.load_save(saved)
    except steerwright.SteerwrightError as error:
        return "; " in str(error) and world.save() == before
    for _ in range(3):
        world.step()
    world.load_save(before)
    return world.save() == before


def points_at(expected: str | None, error: str | None) -> bool:
    return (error and error.split(": ")[0]) == expected


def begins_with(expected: str, error: str | None) -> bool:
    return error is not None and error.startswith(expected)


def main() -> int:
    right = total = 0
    slowest = (0.0, "nothing")
    files = [(*case, FAR) for case in cases()]
    # Far away, a cell mover takes long to find that there is no way.
    files += [(*case, NEAR) for case in damaged_guards()]
    for description, source, is_right, distance in files:
        began = time.process_time()
        try:
            error = load_and_play(source, distance)
            ok = is_right(error) and (error is None or "; " in error)
        except Exception as unexpected:  # what this program looks for
            error, ok = f"{type(unexpected).__name__}: {unexpected}", False
        slowest = max(slowest, (time.process_time() - began, description))
        total += 1
        right += ok
        if not ok:
            print(f"WRONG {description}: {error}")
    for index, call in enumerate(CALLS):
        total += 1
        right += is_refused(call)
        if not is_refused(call):
            print(f"WRONG call {index} is not refused as it should be")
    total += 1
    right += reads_properties()
    if not reads_properties():
        print("WRONG custom properties are not read as they should be")
    world = guarded_world()
    for description, saved in damaged_saves():
        total += 1
        try:
            ok = refuses_or_loads(world, saved)
        except Exception as unexpected:  # what this program looks for
            ok = False
            print(f"{type(unexpected).__name__}: {unexpected}")
        right += ok
        if not ok:
            print(f"WRONG {description}")
    print(f"{right} of {total} files and calls are loaded or refused as they should be")
    print(f"the slowest took {slowest[0]:.1f} s: {slowest[1]}")
    return 0 if right == total else 1


if __name__ == "__main__":
    sys.exit(main())
