"""Feeds invalid files to the loader: python hostile.py [FOLDER]

FOLDER has the conformance cases; without it, those of Steerwright are used. Every file must either
load and run, or be refused with one `SteerwrightError` that names the field. A running world that
takes the file over as an edited scene must do the same, and a refusal must leave it as it was.
"""

from __future__ import annotations

import copy
import json
import sys
import time
from functools import partial
from pathlib import Path as FilePath
from typing import Any, Callable, Iterable, Iterator, List, Union

import steerwright

Path = List[Union[str, int]]  # the keys and indices that lead to a value
MISSING = object()
FOLDER = FilePath(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
if FOLDER.is_file():
    FOLDER = FOLDER.parents[2] / "conformance"
TEXT = (FOLDER / "accepted-though-unusual.steer.json").read_text(encoding="utf-8-sig")
VALID: dict[str, Any] = json.loads(TEXT)

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
    ([{**WALL, "points": [[i % 2, 0] for i in range(1_000_000)]}], "walls"),
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
    yield "the valid file", TEXT, lambda error: error is None
    for text, expected in TEXTS:
        yield repr(text[:30]), text, partial(points_at, expected)
    for walls, place_of_error in WALLS:
        description = f"{repr(walls)[:200]} as the walls"
        yield description, changed(["walls"], walls), partial(points_at, place_of_error)
    refused = [
        bits for bits in sorted(FOLDER.glob("*.bits")) if b"\nrefused" in bits.read_bytes()[:30]
    ]
    assert refused, "there are cases to refuse"
    for bits in refused:
        expected = "".join(bits.read_text(encoding="utf-8").splitlines()[2:3]).lstrip("# ")
        source = bits.with_suffix(".steer.json").read_bytes()
        yield bits.stem, source, partial(begins_with, expected)
    for place in paths(VALID, []):
        for value in ANYTHING:
            yield f"{displayed(place)} = {value}", changed(place, value), lambda error: True


def points_at(expected: str | None, error: str | None) -> bool:
    return (error and error.split(": ")[0]) == expected


def begins_with(expected: str, error: str | None) -> bool:
    return error is not None and error.startswith(expected)


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
    for index, call in enumerate(CALLS):
        total += 1
        right += is_refused(call)
        if not is_refused(call):
            print(f"WRONG call {index} is not refused as it should be")
    print(f"{right} of {total} files and calls are loaded or refused as they should be")
    print(f"the slowest took {slowest[0]:.1f} s: {slowest[1]}")
    return 0 if right == total else 1


if __name__ == "__main__":
    sys.exit(main())
