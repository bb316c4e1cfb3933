#!/usr/bin/env python3
"""Counts the instructions of a step with callgrind, and warns where they are more than 5 % above benches/instructions.json.

Counts do not depend on what else the machine does, but on the compiler: write them again with a new one.

usage: benches/yardsticks/instructions.py            compares
       benches/yardsticks/instructions.py --update   writes the file
"""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
KEPT = ROOT / "benches" / "instructions.json"
JOBS = [("A", 1024), ("B", 1024), ("C", 1020), ("V", 1024)]
STEPS = 48
TOLERANCE = 0.05


def main():
    command = ["cargo", "build", "--quiet", "--release", "--package", "yardsticks"]
    subprocess.run(command, cwd=ROOT, check=True, stdin=subprocess.DEVNULL)
    counts = {workload: per_step(workload, agents) for workload, agents in JOBS}
    rustc = subprocess.run(["rustc", "--version"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    if sys.argv[1:] == ["--update"]:
        KEPT.write_text(json.dumps({"rustc": rustc, "instructions": counts}, indent=2) + "\n")
        return
    kept = json.loads(KEPT.read_text())
    for workload, count in counts.items():
        before = kept["instructions"][workload]
        change = count / before - 1
        print(f"{workload}: {count:.1f} instructions per agent and step, {before:.1f} before ({change:+.1%})")
        if change > TOLERANCE:
            print(f"warning: workload {workload} takes {change:.1%} more instructions than benches/instructions.json says")
    if rustc != kept["rustc"]:
        print(f"the kept counts are of {kept['rustc']}, these of {rustc}")


def per_step(workload, agents):
    """Instructions per agent and step: what twice the steps take more."""
    once, twice = (instructions(workload, agents, steps) for steps in (STEPS, 2 * STEPS))
    return round((twice - once) / (agents * STEPS), 1)


def instructions(workload, agents, steps):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", TARGET / "release" / "yardsticks"]
    result = subprocess.run(
        [str(part) for part in [*command, "run", workload, agents, steps]],
        check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )
    return int(re.search(r"Collected : (\d+)", result.stderr)[1])


if __name__ == "__main__":
    main()
