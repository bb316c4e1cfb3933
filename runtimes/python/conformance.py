"""Proves that the runtime moves agents to the same bit: python conformance.py FOLDER_OR_CASE...

A case is NAME.steer.json with NAME.bits beside it. PORTING.md describes both; `steerwright conformance` makes them.
"""

import struct
import sys
from pathlib import Path
from typing import List, Optional

import steerwright

EXPORT = ".steer.json"
NO_EVENT = "no event"


class Mismatch(Exception):
    """What was expected, and what was found."""


def bits(number: Optional[float]) -> str:
    """The 16 hex digits of a float, a negative zero as zero."""
    return "-" if number is None else struct.pack(">d", number + 0.0).hex()


class Run:
    """A world that does what the lines of a case say."""

    def __init__(self, world: steerwright.World) -> None:
        self.world = world
        self.unseen: List[str] = []
        """What has happened and was not asked for yet, as lines."""

    def obey(self, line: str) -> None:
        kind, tick, *rest = line.split(" ")
        while self.world.tick < int(tick):
            self.world.step()
            for event in self.world.events:
                node = "-" if event.node is None else event.node
                self.unseen.append(f"event {event.tick} {event.agent} {event.kind} {node}")
        if kind == "state":
            expect(line, self.state(int(rest[0])))
        elif kind == "event":
            expect(line, self.unseen.pop(0) if self.unseen else NO_EVENT)
        elif kind == "end":
            expect(NO_EVENT, self.unseen[0] if self.unseen else NO_EVENT)
        else:
            self.call(kind, rest)

    def state(self, id: int) -> str:
        agent = self.world.agent(id)
        if agent is None:
            return f"no agent {id}"
        numbers = (agent.x, agent.y, agent.vx, agent.vy, agent.heading_x, agent.heading_y, agent.steering, agent.fov_deg)
        node = "-" if agent.node is None else str(agent.node)
        return " ".join(["state", str(self.world.tick), str(id), *map(bits, numbers), node])

    def call(self, name: str, given: List[str]) -> None:
        call = getattr(self.world, name)
        if name == "set_pointer":
            call(float(given[0]), float(given[1]))
        elif name in ("move_marker", "drive"):
            call(int(given[0]), float(given[1]), float(given[2]))
        elif name in ("release", "despawn"):
            call(int(given[0]))
        elif name in ("set_target", "set_danger"):
            call(int(given[0]), None if given[1] == "none" else given[1], None if given[2] == "-" else int(given[2]))
        else:
            raise Mismatch(f"expected a call, found {name}")


def expect(expected: str, found: str) -> None:
    if expected != found:
        raise Mismatch(f"expected {expected}, found {found}")


def check(export: Path) -> None:
    """Goes through the lines of a case; raises `Mismatch` with the number of the first that does not hold."""
    run = Run(steerwright.load(export.read_bytes()))
    lines = export.with_name(name_of(export) + ".bits").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            if number == 1:
                expect("steerwright-bits 1", line)
            elif not line.startswith("#"):
                run.obey(line)
        except Mismatch as mismatch:
            raise Mismatch(f"line {number}: {mismatch}") from None
        except (ValueError, IndexError, AttributeError) as error:
            raise Mismatch(f"line {number}: expected a line of a case, found {line}: {error}") from None
    if not lines or not lines[-1].startswith("end "):
        raise Mismatch(f"line {len(lines)}: expected a last line end, found none")


def name_of(export: Path) -> str:
    return export.name[: -len(EXPORT)]


def main(arguments: List[str]) -> int:
    exports: List[Path] = []
    for path in map(Path, arguments):
        exports += sorted(path.glob("*" + EXPORT)) if path.is_dir() else [path.with_name(path.name.replace(".bits", EXPORT))]
    same = 0
    for export in exports:
        try:
            check(export)
        except (Mismatch, OSError, steerwright.SteerwrightError) as problem:
            print(f"FAILED {name_of(export)}: {problem}")
        else:
            print(f"ok {name_of(export)}")
            same += 1
    print(f"{same} of {len(exports)} cases are the same to the bit")
    return 0 if same == len(exports) > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
