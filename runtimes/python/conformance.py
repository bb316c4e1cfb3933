"""Proves that the runtime moves agents to the same bit: python conformance.py FOLDER_OR_FILE.bits...

A case is NAME.bits with NAME.steer.json beside it, and NAME.X.steer.json for what is read anew. docs/porting.md describes them; `steerwright conformance` makes them.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import steerwright

NO_EVENT = "no event"


class Mismatch(Exception):
    """What was expected, and what was found."""


def bits(number: float | None) -> str:
    """The 16 hex digits of a float, a negative zero as zero."""
    return "-" if number is None else struct.pack(">d", number + 0.0).hex()


class Run:
    """A world that does what the lines of a case say."""

    def __init__(self, case: Path) -> None:
        self.case = case
        self.world = steerwright.load(case.with_suffix(".steer.json").read_bytes())
        self.unseen: list[str] = []
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

    def call(self, name: str, given: list[str]) -> None:
        if name == "set_pointer":
            self.world.set_pointer(float(given[0]), float(given[1]))
        elif name in ("move_marker", "drive"):
            getattr(self.world, name)(int(given[0]), float(given[1]), float(given[2]))
        elif name in ("release", "despawn"):
            getattr(self.world, name)(int(given[0]))
        elif name in ("set_target", "set_danger"):
            kind = None if given[1] == "none" else given[1]
            getattr(self.world, name)(int(given[0]), kind, None if given[2] == "-" else int(given[2]))
        elif name == "reread":
            self.world.reread(self.case.with_suffix(f".{given[0]}.steer.json").read_bytes())
        else:
            raise Mismatch(f"expected a call, found {name}")


def expect(expected: str, found: str) -> None:
    if expected != found:
        raise Mismatch(f"expected {expected}, found {found}")


def check(case: Path) -> None:
    """Goes through the lines of a case; raises `Mismatch` with the number of the first that does not hold."""
    run = Run(case)
    lines = case.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            if number == 1:
                expect("steerwright-bits 1", line)
            elif not line.startswith("#"):
                run.obey(line)
        except (Mismatch, steerwright.SteerwrightError) as problem:
            raise Mismatch(f"line {number}: {problem}") from None
        except (ValueError, IndexError) as error:
            raise Mismatch(f"line {number}: expected a line of a case, found {line!r} ({error})") from None
    if not lines or not lines[-1].startswith("end "):
        raise Mismatch(f"line {len(lines)}: expected the end, found that the file was cut off")


def main(arguments: list[str]) -> int:
    cases: list[Path] = []
    for path in map(Path, arguments):
        cases += sorted(path.glob("*.bits")) if path.is_dir() else [path]
    same = 0
    for case in cases:
        try:
            check(case)
            print(f"ok {case.stem}")
            same += 1
        except (Mismatch, OSError, steerwright.SteerwrightError) as problem:
            print(f"FAILED {case.stem}: {problem}")
    print(f"{same} of {len(cases)} cases are the same to the bit")
    return 0 if same == len(cases) > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
