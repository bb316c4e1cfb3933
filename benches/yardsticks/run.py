#!/usr/bin/env python3
"""Builds the runtime, the limit kernel and the peers, runs them in turn on one core, and writes benches/RESULTS.md.

SPEC.md describes the workloads and the programs.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

from chart import growth_chart, threads_chart
from report import report

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
WORK = TARGET / "yardsticks"
YUKA, PYRVO = "0.7.8", "0.4.3"
LIMIT_FLAGS = ["-O3", "-std=c++17", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off", "-march=x86-64-v3"]
# One sort of the limit kernel is 8 steps; what is measured is whole multiples of it.
STEPS = 24


@dataclass
class Program:
    name: str
    command: list
    workloads: str
    # The most agents it is measured with.
    most: int = 2_000_000


def build_programs(with_peers):
    """The programs that could be built, and why others could not."""
    WORK.mkdir(parents=True, exist_ok=True)
    run(["cargo", "build", "--quiet", "--release", "--package", "yardsticks"], cwd=ROOT)
    programs = [Program("steerwright", [TARGET / "release" / "yardsticks"], "ABCV"), build_limit()]
    missing = []
    for build in [build_yuka, build_dodgy, build_pyrvo] if with_peers else []:
        try:
            programs.append(build())
        except (OSError, subprocess.CalledProcessError) as error:
            missing.append(f"{build.__name__.removeprefix('build_')}: {error}")
    return programs, missing


def build_limit():
    binary = WORK / "limit"
    run(["g++", *LIMIT_FLAGS, HERE / "limit" / "limit_kernel.cpp", "-o", binary])
    return Program("limit", [binary], "ABC")


def build_yuka():
    folder = WORK / "yuka"
    folder.mkdir(exist_ok=True)
    run(["npm", "install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--silent", f"yuka@{YUKA}"])
    # Modules are looked for beside the file that imports them.
    shutil.copy(HERE / "peers" / "yuka.mjs", folder)
    return Program("yuka", ["node", folder / "yuka.mjs"], "ABC", most=1024)


def build_dodgy():
    crate = HERE / "peers" / "dodgy_2d"
    run(["cargo", "build", "--quiet", "--release", "--locked"], cwd=crate, env={"CARGO_TARGET_DIR": str(WORK / "dodgy_2d")})
    return Program("dodgy_2d", [WORK / "dodgy_2d" / "release" / "dodgy_2d_driver"], "B", most=12_000)


def build_pyrvo():
    folder = WORK / "python"
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"pyrvo=={PYRVO}"])
    return Program("pyrvo", [python, HERE / "peers" / "pyrvo_driver.py"], "B", most=12_000)


def run(command, env=None, **options):
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, env={**os.environ, **(env or {})}, **options)


def measure(program, workload, agents, core):
    """One row, as the program prints it."""
    large = agents > 200_000
    steps = STEPS if agents > 20_000 or program.name in ("yuka", "pyrvo") else 2 * STEPS
    repetitions, warmup = (1, STEPS) if large else (3, 3 * STEPS)
    command = [*program.command, workload, agents, steps, repetitions, warmup]
    if workload == "C" and program.name == "limit":
        command.append("columns=1")
    pinned = subprocess.run(
        [str(part) for part in command], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    return json.loads(pinned.stdout)


def measure_threads(program, workload, agents, threads):
    """One row of the runtime on several cores, without the reading of positions, which is the game's."""
    command = [*program.command, workload, agents, STEPS, 9, STEPS, "unread", f"threads={threads}"]
    result = subprocess.run(
        [str(part) for part in command], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
    )
    return {**json.loads(result.stdout), "system": "threads"}


def thread_jobs(quick, largest):
    """Workloads with their numbers of agents and of threads."""
    jobs = [("A", 51200), ("B", 51200), ("C", 51000), ("A", 102400), ("B", 102400), ("C", 102000)]
    threads = range(1, len(os.sched_getaffinity(0)) + 1)
    return [(*job, number) for job in jobs if not quick and job[1] <= largest for number in threads]


def sizes(quick, largest):
    """Workloads with their numbers of agents; C has whole groups of 51."""
    jobs = [("A", 1024), ("B", 1024), ("C", 1020), ("A", 10240), ("B", 10240), ("C", 10200), ("V", 10240)]
    if not quick:
        jobs += [("A", 102400), ("B", 102400), ("B", 1024000)]
    return [(workload, agents) for workload, agents in jobs if agents <= largest]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of everything; the largest size runs in three at most")
    parser.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)), help="the core to run on")
    parser.add_argument("--largest", type=int, default=2_000_000, help="the most agents")
    parser.add_argument("--quick", action="store_true", help="up to 10,240 agents, without the peers, print only")
    parser.add_argument("--no-peers", action="store_true", help="without what comes from registries")
    parser.add_argument("--from", dest="saved", type=Path, help="write the report again from a results.json")
    options = parser.parse_args()
    if options.saved:
        results = json.loads(options.saved.read_text())
    else:
        programs, missing = build_programs(not (options.no_peers or options.quick))
        rows = []
        for number in range(options.rounds):
            for workload, agents in sizes(options.quick, options.largest):
                if agents > 200_000 and number >= 3:
                    continue
                for program in programs:
                    if workload in program.workloads and agents <= program.most:
                        row = measure(program, workload, agents, options.core)
                        rows.append({**row, "system": program.name, "round": number})
                        print(f"{number} {workload} {row['agents']:>8} {program.name:<13} {row['cpu_ns']:8.1f} ns", file=sys.stderr)
            for workload, agents, threads in thread_jobs(options.quick, options.largest):
                row = measure_threads(programs[0], workload, agents, threads)
                rows.append({**row, "round": number})
                print(f"{number} {workload} {row['agents']:>8} {threads} threads {row['wall_ns']:14.1f} ns", file=sys.stderr)
        results = {"rows": rows, "missing": missing}
        (WORK / "results.json").write_text(json.dumps(results, indent=1))
    text = report(results, {"yuka": YUKA, "pyrvo": PYRVO}, ROOT)
    if options.quick:
        print(text)
        return
    (ROOT / "benches" / "RESULTS.md").write_text(text)
    (ROOT / "benches" / "growth.svg").write_text(growth_chart(results["rows"]))
    (ROOT / "benches" / "threads.svg").write_text(threads_chart(results["rows"]))


if __name__ == "__main__":
    main()
