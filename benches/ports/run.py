#!/usr/bin/env python3
"""Measures a tick of 500 agents of the workload B (../yardsticks/SPEC.md) in every port, and writes benches/PORTS.md.

    python3 benches/ports/run.py [--before REVISION] [--rounds N]

With a revision, its ports run in turn with those of the checkout. Godot 4 needs the folder STEERWRIGHT_NODE_MODULES of the tests, and
Chromium (chromium-headless-shell, or STEERWRIGHT_CHROMIUM). A port whose engine is missing is left out, and named.
"""
import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
AGENTS, STEPS = 500, 20
CHROMIUM = "chromium-headless-shell"
PLANS = "# A plan of the ports"


def output(command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=600, **options)
    if done.returncode:
        error = next((line for line in done.stderr.splitlines() if "rror" in line), "")
        raise OSError(f"{command[0]} ends with {done.returncode}: {error.strip()}")
    return done.stdout


def exported_workload(folder):
    """The workload as a game gets it."""
    build = ["cargo", "build", "--quiet", "--release", "--package", "yardsticks", "--package", "steerwright"]
    subprocess.run(build, cwd=ROOT, check=True)
    scene = folder / "tick.scene.json"
    output([TARGET / "release" / "yardsticks", "scene", "B", AGENTS, scene])
    return folder / output([TARGET / "release" / "steerwright", "export", scene, "--to", "json", "--out", folder]).splitlines()[0]


def javascript(runtimes, export, _):
    return output(["node", HERE / "tick.mjs", runtimes / "javascript", export, STEPS])


def python(runtimes, export, _):
    return output([sys.executable, HERE / "tick.py", runtimes / "python", export, STEPS])


def lua(program):
    return lambda runtimes, export, _: output([program, HERE / "tick.lua", runtimes / "lua", export, STEPS])


def csharp(runtimes, export, work):
    program = work / "Tick.exe"
    output(["mcs", "-optimize+", f"-out:{program}", HERE / "Tick.cs", runtimes / "csharp" / "Steerwright.cs"])
    # Its clock has steps of 10 ms.
    return output(["mono", program, export, 50 * STEPS])


def godot3(runtimes, export, work):
    project = godot_project(runtimes, export, work)
    shutil.copy(HERE / "tick.gd", project)
    return output(["godot3-server", "--path", project, "-s", project / "tick.gd", export, STEPS])


def godot4(runtimes, export, work):
    project = godot_project(runtimes, export, work)
    convert = ["cargo", "run", "--quiet", "--release", "--package", "steerwright-export", "--example", "for_godot4", "--"]
    output([*convert, HERE / "tick.gd", project / "tick_4.gd"], cwd=ROOT)
    runner = ROOT / "tests" / "engines" / "godot4" / "run.mjs"
    environment = {"STEERWRIGHT_CHROMIUM": shutil.which(CHROMIUM) or CHROMIUM, **os.environ}
    return output(["node", runner, project, "tick_4.gd", f"res://{export.name}", STEPS], env=environment)


def godot_project(runtimes, export, work):
    project = work / "godot"
    project.mkdir(exist_ok=True)
    shutil.copy(runtimes / "gdscript" / "steerwright.gd", project)
    shutil.copy(export, project)
    (project / "project.godot").write_text("config_version=4\n")
    return project


PORTS = {
    "JavaScript (Node.js)": javascript,
    "C# (Mono)": csharp,
    "Lua (LuaJIT)": lua("luajit"),
    "Lua 5.4": lua("lua5.4"),
    "Python": python,
    "GDScript (Godot 3, headless)": godot3,
    "GDScript (Godot 4, web build)": godot4,
}


def runtimes_of(revision, folder):
    archive = subprocess.run(["git", "archive", revision, "runtimes"], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x"], cwd=folder, input=archive, check=True)
    return folder / "runtimes"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--before", metavar="REVISION", help="compare with the ports of this revision")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        export = exported_workload(work)
        versions = {"now": ROOT / "runtimes"}
        if options.before:
            versions = {"before": runtimes_of(options.before, work), **versions}
        times, missing = measured(versions, export, work, options.rounds)
    results = HERE.parent / "PORTS.md"
    # The results of plans.py stay.
    others = results.read_text().partition(PLANS)
    results.write_text(report(times, missing, options) + ("\n" if others[1] else "") + "".join(others[1:]))


def milliseconds(text):
    """The first number of the last line: an engine prints its version before."""
    lines = text.strip().splitlines()
    if not lines:
        raise ValueError("nothing was printed")
    return float(lines[-1].split()[0])


def measured(versions, export, work, rounds):
    """The times of each port and version, in ms, and the ports that could not run."""
    times, missing = {}, []
    for name, port in PORTS.items():
        failed = set()
        for _ in range(rounds):
            for version, runtimes in versions.items():
                if version in failed:
                    continue
                try:
                    ms = milliseconds(port(runtimes, export, work))
                    times.setdefault(name, {}).setdefault(version, []).append(ms)
                except (OSError, ValueError, subprocess.SubprocessError) as error:
                    failed.add(version)
                    missing.append(f"{name} ({version}): {error}")
        print(name, times.get(name), flush=True)
    return times, missing


def report(times, missing, options):
    lines = [
        "# A tick of the ports",
        "",
        "Written by `benches/ports/run.py`: a tick of 500 agents of the workload B ([SPEC.md](yardsticks/SPEC.md)), in ms. CPU time, the median of",
        f"{options.rounds} runs; in Godot, which has no clock of the CPU, the quickest time.",
        "",
    ]
    if options.before:
        lines += [f"\"Before\" are the ports of {options.before}.", "", "| port | before | now |", "|---|---|---|"]
    else:
        lines += ["| port | now |", "|---|---|"]
    columns = ["before", "now"] if options.before else ["now"]
    for name, versions in times.items():
        middle = min if "Godot" in name else statistics.median
        cells = [f"{middle(versions[version]):.2f}" if version in versions else "" for version in columns]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    lines += ["", f"{platform.machine()}, {os.cpu_count()} cores; load average at the end: {os.getloadavg()[0]:.1f}."]
    lines += [f"Not measured: {problem}" for problem in missing]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
