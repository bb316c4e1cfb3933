"""Proves that the runtime moves agents to the same bit: python conformance.py [FOLDER_OR_CASE]...

Without arguments it runs the cases of Steerwright: those in the folder `conformance` beside it.

A case is NAME.bits with NAME.steer.json beside it, and NAME.X.steer.json for edited scenes.
docs/porting.md describes the files; `steerwright conformance` makes them.
"""

from __future__ import annotations

import json
import struct
import sys
from pathlib import Path

import steerwright

FIRST_LINE = "steerwright-bits 2"
NO_EVENT = "no event"


class Mismatch(Exception):
    """What was expected, and what was found."""


def bits(number: float | None) -> str:
    """The 16 hex digits of a float, a negative zero as zero."""
    return "-" if number is None else struct.pack(">d", number + 0.0).hex()


def joined_bits(numbers: tuple[float, ...] | None) -> str:
    """The digits of each number; "-" for none."""
    return "-" if numbers is None else " ".join(map(bits, numbers))


class Run:
    """A world that follows the lines of a case."""

    def __init__(self, case: Path) -> None:
        self.case = case
        self.export = case.with_suffix(".steer.json")
        """The one that was loaded or applied last."""
        self.world = steerwright.load(self.export.read_bytes())
        self.replaced_presets: list[tuple[int, str]] = []
        """Since then: saves do not have them."""
        self.pending_events: list[str] = []
        """What has happened and has not been compared yet, as lines."""

    def handle(self, line: str) -> None:
        kind, tick, *arguments = line.split(" ")
        while self.world.tick < int(tick):
            self.world.step()
            self.pending_events += map(event_line, self.world.events)
        if kind == "state":
            expect(line, self.state_line(int(arguments[0])))
        elif kind == "event":
            expect(line, self.pending_events.pop(0) if self.pending_events else NO_EVENT)
        elif kind == "end":
            expect(NO_EVENT, self.pending_events[0] if self.pending_events else NO_EVENT)
        elif kind == "save_load":
            saved = self.world.save()
            self.world = steerwright.load(self.export.read_bytes())
            for preset, fields in self.replaced_presets:
                self.world.replace_preset(preset, fields)
            self.world.load_save(saved)
        else:
            self.call(kind, arguments)

    def state_line(self, id: int) -> str:
        agent = self.world.agent(id)
        if agent is None:
            return f"no agent {id}"
        numbers = (
            agent.x,
            agent.y,
            agent.vx,
            agent.vy,
            agent.heading_x,
            agent.heading_y,
            agent.steering,
            agent.fov_deg,
        )
        node = "-" if agent.node is None else str(agent.node)
        return " ".join(["state", str(self.world.tick), str(id), *map(bits, numbers), node])

    def call(self, name: str, arguments: list[str]) -> None:
        first, *rest = arguments
        if name == "set_pointer":
            self.world.set_pointer(float(first), float(rest[0]))
        elif name == "move_marker":
            self.world.move_marker(int(first), float(rest[0]), float(rest[1]))
        elif name == "drive":
            self.world.drive(int(first), float(rest[0]), float(rest[1]))
        elif name == "release":
            self.world.release(int(first))
        elif name == "despawn":
            self.world.despawn(int(first))
        elif name == "spawn":
            id = self.world.spawn(int(first), float(rest[0]), float(rest[1]))
            expect(rest[2], str(id))
        elif name in ("set_leader", "set_path"):
            set_reference = getattr(self.world, name)
            set_reference(int(first), None if rest[0] == "-" else int(rest[0]))
        elif name == "set_preset":
            self.world.set_preset(int(first), int(rest[0]))
        elif name == "set_pressed":
            self.world.set_pressed(first == "down")
        elif name == "trigger":
            self.world.trigger(" ".join(arguments))
        elif name == "noise":
            self.world.noise(float(first), float(rest[0]), float(rest[1]))
        elif name == "set_team":
            team = " ".join(rest)
            self.world.set_team(int(first), None if team == "-" else team)
        elif name == "set_state":
            self.world.set_state(int(first), int(rest[0]))
        elif name == "force_event":
            self.world.force_event(None if first == "-" else int(first), " ".join(rest))
        elif name == "set_wall_open":
            self.world.set_wall_open(int(first), rest[0] == "open")
        elif name == "replace_preset":
            self.replaced_presets.append((int(first), " ".join(rest)))
            self.world.replace_preset(*self.replaced_presets[-1])
        elif name in ("set_target", "set_danger"):
            set_reference = getattr(self.world, name)
            kind = None if rest[0] == "none" else rest[0]
            set_reference(int(first), kind, None if rest[1] == "-" else int(rest[1]))
        elif name == "apply_scene":
            self.export = self.case.with_suffix(f".{first}.steer.json")
            self.world.apply_scene(self.export.read_bytes())
            self.replaced_presets.clear()
        else:
            self.read(name, arguments)

    def senses(self, id: int) -> str:
        agent = self.world.agent(id)
        if agent is None:
            return f"no agent {id}"
        perceived = "-"
        if agent.perceived is not None:
            perceived = " ".join(str(part) for part in agent.perceived if part is not None)
        return f"{'yes' if agent.noticed else 'no'} {bits(agent.meter)} {perceived}"

    def read(self, name: str, arguments: list[str]) -> None:
        """Compares what a game reads with the result in the line."""
        world = self.world
        first, *rest = arguments
        if name == "find":
            id = getattr(world, f"find_{first}")(" ".join(rest[1:]))
            expect(rest[0], "-" if id is None else str(id))
        elif name == "path":
            points, closed, length = world.path(int(first))
            shape = "closed" if closed else "open"
            expect(" ".join(rest), f"{len(points)} {shape} {bits(length)}")
        elif name == "path_point":
            points, index = world.path(int(first)).points, int(rest[0])
            expect(" ".join(rest[1:]), joined_bits(points[index] if index < len(points) else None))
        elif name == "path_at":
            expect(" ".join(rest[1:]), joined_bits(world.path_at(int(first), float(rest[0]))))
        elif name == "path_nearest":
            place = world.path_nearest(int(first), float(rest[0]), float(rest[1]))
            expect(" ".join(rest[2:]), joined_bits(place))
        elif name == "facing":
            agent = world.agent(int(first))
            facing = None if agent is None else (agent.facing_x, agent.facing_y)
            expect(" ".join(rest), joined_bits(facing))
        elif name == "sees":
            expect(rest[1], "yes" if world.sees(int(first), int(rest[0])) else "no")
        elif name == "senses":
            expect(" ".join(rest), self.senses(int(first)))
        elif name == "path_between":
            numbers = [float(number) for number in arguments[:5]]
            found = world.path_between(*numbers)
            line = None if found is None else tuple(x for point in found for x in point)
            expect(" ".join(arguments[5:]), joined_bits(line))
        elif name == "hash":
            expect(first, world.hash64())
        elif name == "in_state":
            agent = world.agent(int(first))
            state = f"no agent {first}" if agent is None else f"{agent.state} {agent.state_name}"
            expect(" ".join(rest), state)
        elif name == "is_wall_open":
            expect(rest[0], "yes" if world.is_wall_open(int(first)) else "no")
        elif name == "cell":
            cell = world.cell_at(float(first), float(rest[0]))
            state = "blocked" if cell.blocked else "free"
            result = f"{cell.column} {cell.row} {joined_bits((cell.x, cell.y))} {state}"
            expect(" ".join(rest[1:]), result)
        else:
            raise Mismatch(f"expected a call or a reading, found {name}")


def event_line(event: steerwright.Event) -> str:
    node = "-" if event.node is None else event.node
    behavior = "-" if event.behavior is None else event.behavior
    line = f"event {event.tick} {event.agent} {event.kind} {node} {behavior}"
    if event.kind in ("touched", "state_entered", "emitted", "met"):
        reason = "-" if event.reason is None else event.reason
        return f"{line} {reason} {'-' if event.other is None else event.other} {value_of(event)}"
    if event.source is not None:
        line += f" {event.source} {'-' if event.other is None else event.other}"
    return line


def value_of(event: steerwright.Event) -> str:
    """The name and the value of an event, as JSON."""
    value: str | dict[str, str] | None = None
    if event.value is not None:
        value = event.value if isinstance(event.value, str) else {"number": bits(event.value)}
    found = [] if event.name is None else [event.name]
    whole = [*found, value] if event.kind == "emitted" else found
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def expect(expected: str, found: str) -> None:
    if expected != found:
        raise Mismatch(f"expected {expected}, found {found}")


def check(case: Path) -> None:
    """Runs a case; raises `Mismatch` with the number of the first line that does not hold."""
    # Not `splitlines`, which also splits names at other characters than the end of a line.
    *lines, rest = case.read_text(encoding="utf-8").split("\n")
    lines += [rest] if rest else []
    if lines[1:2] == ["refused"]:
        check_refusal(case)
        return
    run = Run(case)
    for number, line in enumerate(lines, start=1):
        try:
            if number == 1:
                expect(FIRST_LINE, line)
            elif not line.startswith("#"):
                run.handle(line)
        except (Mismatch, OSError, steerwright.SteerwrightError) as problem:
            raise Mismatch(f"line {number}: {problem}") from None
        except (ValueError, IndexError) as error:
            found = f"{line!r} ({error})"
            raise Mismatch(f"line {number}: expected a line of a case, found {found}") from None
    if not lines or not lines[-1].startswith("end "):
        raise Mismatch(f"line {len(lines)}: expected the end, found a file that is cut off")


def check_refusal(case: Path) -> None:
    try:
        steerwright.load(case.with_suffix(".steer.json").read_bytes())
    except steerwright.SteerwrightError:
        return
    raise Mismatch("line 2: expected a refusal, found a world")


def own_cases() -> Path:
    """The folder of the cases: beside this file, or in the source tree of Steerwright."""
    here = Path(__file__).resolve().parent
    beside = here / "conformance"
    return beside if beside.is_dir() else here.parent.parent / "conformance"


def main(arguments: list[str]) -> int:
    cases: list[Path] = []
    for path in map(Path, arguments or [str(own_cases())]):
        cases += sorted(path.glob("*.bits")) if path.is_dir() else [path]
    same = 0
    for case in cases:
        try:
            check(case)
            print(f"ok {case.stem}")
            same += 1
        except (Mismatch, OSError, ValueError) as problem:
            print(f"FAILED {case.stem}: {problem}")
    print(f"{same} of {len(cases)} cases are the same to the bit")
    return 0 if same == len(cases) > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
