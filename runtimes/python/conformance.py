"""Proves that the runtime moves agents to the same bit: python conformance.py [FOLDER_OR_FILE]...

Without arguments it runs the cases of Steerwright: those in the folder `conformance` beside it.
docs/porting.md#conformance describes the files; `steerwright conformance` makes them.
"""

from __future__ import annotations

import json
import re
import struct
import sys
from pathlib import Path
from typing import Iterator, NamedTuple

import steerwright

FIRST_LINE = "steerwright-cases 1"
HEADER = re.compile(r"== (export|case|refused) (\S+)(?: (?:of|from) (\S+))?(?: at (.+))?")
NO_EVENT = "no event"


class Mismatch(Exception):
    """What was expected, and what was found."""


def bits(number: float | None) -> str:
    """The 16 hex digits of a float, a negative zero as zero."""
    return "-" if number is None else struct.pack(">d", number + 0.0).hex()


def joined_bits(numbers: tuple[float, ...] | None) -> str:
    """The digits of each number; "-" for none."""
    return "-" if numbers is None else " ".join(map(bits, numbers))


class Case(NamedTuple):
    name: str
    export: str
    """What is loaded, or has to be refused."""
    exports: dict[str, list[str]]
    """The lines of all exports of its file, by their labels."""
    place: str
    """What the message of a refusal starts with."""
    first: int
    """The number of the first of its lines."""
    lines: list[str] | None
    """None for a refusal."""


def read_cases(path: Path) -> list[Case]:
    """The cases of a file; raises `Mismatch` with the number of a line that is wrong."""
    # Not `splitlines`, which also splits names at other characters than the end of a line.
    *lines, rest = path.read_bytes().decode("utf-8").split("\n")
    if rest or lines[:1] != [FIRST_LINE]:
        raise Mismatch(f"line 1: expected {FIRST_LINE} and whole lines after it")
    starts = [i for i, line in enumerate(lines) if line.startswith("== ")]
    exports: dict[str, list[str]] = {}
    cases = []
    for start, end in zip(starts, [*starts[1:], len(lines)]):
        header = HEADER.fullmatch(lines[start])
        kind, name, base, place = header.groups() if header else ("", "", "", "")
        body, first = lines[start + 1 : end], start + 2
        if kind == "export" and base is None:
            exports[name] = body
        elif base not in exports:
            raise Mismatch(f"line {start + 1}: expected a section, found {lines[start]!r}")
        elif kind == "case":
            cases.append(Case(name, text_of(exports[base]), exports, "", first, body))
        else:
            export = changed(exports[base], body, first)
            if kind == "export":
                exports[name] = export
            else:
                cases.append(Case(name, text_of(export), exports, place or "", first, None))
    return cases


def changed(export: list[str], changes: list[str], first: int) -> list[str]:
    """The lines of an export after changes, the first of which has this number in the file."""
    export, cursor = export.copy(), 0
    for number, change in enumerate(changes, start=first):
        kind, line = change[:1], change[1:]
        if kind == "+":
            export.insert(cursor, line)
        elif kind not in ("-", " ") or line not in export[cursor:]:
            raise Mismatch(f"line {number}: expected a change of the export, found {change!r}")
        else:
            cursor = export.index(line, cursor)
        if kind == "-":
            del export[cursor]
        else:
            cursor += 1
    return export


def text_of(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


class Run:
    """A world that follows the lines of a case."""

    def __init__(self, case: Case) -> None:
        self.exports = case.exports
        self.export = case.export
        """The one that was loaded or applied last."""
        self.world = steerwright.load(self.export)
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
            self.world = steerwright.load(self.export)
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
            self.export = text_of(self.exports[first])
            self.world.apply_scene(self.export)
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


def check(case: Case) -> None:
    """Runs a case; raises `Mismatch` with the number of the first line that does not hold."""
    if case.lines is None:
        check_refusal(case)
        return
    run = Run(case)
    for number, line in enumerate(case.lines, start=case.first):
        try:
            if not line.startswith("#"):
                run.handle(line)
        except (Mismatch, steerwright.SteerwrightError) as problem:
            raise Mismatch(f"line {number}: {problem}") from None
        except (ValueError, LookupError) as error:
            found = f"{line!r} ({error})"
            raise Mismatch(f"line {number}: expected a line of a case, found {found}") from None
    if not case.lines or not case.lines[-1].startswith("end "):
        end = case.first + len(case.lines)
        raise Mismatch(f"line {end}: expected the end, found a case that is cut off")


def check_refusal(case: Case) -> None:
    try:
        steerwright.load(case.export)
    except steerwright.SteerwrightError:
        return
    raise Mismatch(f"line {case.first - 1}: expected a refusal, found a world")


def own_cases() -> Path:
    """The folder of the cases: beside this file, or in the source tree of Steerwright."""
    here = Path(__file__).resolve().parent
    beside = here / "conformance"
    return beside if beside.is_dir() else here.parent.parent / "conformance"


def case_files(path: Path) -> list[Path]:
    """A file itself, or the files of a folder and of all folders in it."""
    return sorted(path.rglob("*.cases")) if path.is_dir() else [path]


def results_of(file: Path) -> Iterator[tuple[str, str]]:
    """The name of each case of a file, and what is wrong with it."""
    try:
        for case in read_cases(file):
            try:
                check(case)
                yield case.name, ""
            except (Mismatch, ValueError) as problem:
                yield case.name, str(problem)
    except (Mismatch, OSError, ValueError) as problem:
        yield file.name, str(problem)


def main(arguments: list[str]) -> int:
    paths = map(Path, arguments or [str(own_cases())])
    same = total = 0
    for file in (file for path in paths for file in case_files(path)):
        for name, problem in results_of(file):
            print(f"FAILED {name}: {problem}" if problem else f"ok {name}")
            same += not problem
            total += 1
    print(f"{same} of {total} cases are the same to the bit")
    return 0 if same == total > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
