#!/usr/bin/python3
"""Runs random scenes with guards in the Python runtime, and checks that other runtimes compute the same bits.

compare_guards.py [--level LEVEL] [--keep FOLDER] RUNTIME... SEED COUNT

RUNTIME is javascript, lua, csharp, gdscript, or a program that runs the cases of a folder, as target/debug/examples/conformance does.
LEVEL is what the scenes have: senses, actions, states, saves or routes; each has what those before it have, and routes is the default.
There is one scene for each of the seeds SEED to SEED + COUNT - 1. Exits with status 1 and the lines that differ, and keeps the cases then.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "runtimes/python"))

from guard_runs import Recorder  # noqa: E402
from guard_scenes import LEVELS, Scene  # noqa: E402


def write_cases(folder, level, seeds):
    """Writes a case for each seed, and returns how often each kind of line and event is in them."""
    counts = {}
    for seed in seeds:
        chance = random.Random(f"{level}-{seed}")
        recorder = Recorder(folder, f"{level}-{seed:03}", Scene(chance, level))
        recorder.run(chance.choice([3, 5, 8] if level == "senses" else [5, 8, 12]))
        for line in recorder.lines:
            words = line.split(" ")
            kind = "event " + words[3] if words[0] == "event" else words[0]
            counts[kind] = counts.get(kind, 0) + 1
    return counts


def command_of(runtime, folder, build):
    """The command that runs the cases of a folder."""
    runtimes = ROOT / "runtimes"
    if runtime == "javascript":
        return ["node", runtimes / "javascript/conformance.mjs", folder]
    if runtime == "lua":
        return [os.environ.get("LUA", "lua5.3"), runtimes / "lua/conformance.lua", folder]
    if runtime == "gdscript":
        return ["godot3-server", "-s", runtimes / "gdscript/conformance.gd", folder]
    if runtime == "csharp":
        program = build / "conformance.exe"
        sources = [runtimes / "csharp/Steerwright.cs", runtimes / "csharp/Conformance.cs"]
        subprocess.run(["mcs", *sources, f"-out:{program}"], check=True)
        return ["mono", program, folder]
    return [Path(runtime).resolve(), folder]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", choices=LEVELS, default="routes")
    parser.add_argument("--keep", type=Path, help="the folder of the cases, which is kept")
    parser.add_argument("runtimes", nargs="+", metavar="RUNTIME")
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int)
    options = parser.parse_args()
    folder = (options.keep or Path(tempfile.mkdtemp(prefix="guards-"))).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    counts = write_cases(folder, options.level, range(options.seed, options.seed + options.count))
    print(", ".join(f"{counts[kind]} {kind}" for kind in sorted(counts)))
    differs = False
    with tempfile.TemporaryDirectory() as build:
        for runtime in options.runtimes:
            # Godot writes into the home folder.
            variables = {**os.environ, "HOME": build} if runtime == "gdscript" else None
            run = subprocess.run(command_of(runtime, folder, Path(build)), capture_output=True, text=True, check=False, env=variables, cwd=build)
            lines = run.stdout.splitlines()
            differences = [line for line in lines if line.startswith("FAILED")]
            is_same = f"{options.count} of {options.count} cases are the same to the bit" in lines
            print(f"{runtime}: {'all' if is_same else 'not all'} of {options.count} cases are the same to the bit")
            if not is_same:
                print("\n".join(differences) or run.stdout[-2000:] + run.stderr[-2000:])
            differs = differs or not is_same
    if differs:
        sys.exit(f"the cases are in {folder}")
    if options.keep is None:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
