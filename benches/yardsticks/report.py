"""RESULTS.md from the rows that the programs printed."""
import platform
import re
import statistics
import subprocess
from collections import defaultdict
from pathlib import Path

NAMES = {
    "steerwright": "Steerwright",
    "limit": "limit kernel",
    "yuka": "Yuka (JavaScript)",
    "dodgy_2d": "dodgy_2d (Rust)",
    "pyrvo": "RVO2 (C++, by pyrvo)",
}
WORKLOADS = {
    "A": "path following",
    "B": "path following and separation",
    "C": "leader following",
    "V": "varied",
}


def report(results, versions, root):
    rows = [row for row in results["rows"] if row["system"] != "threads"]
    by_job = defaultdict(lambda: defaultdict(dict))
    for row in rows:
        by_job[row["workload"], row["agents"]][row["system"]][row["round"]] = row
    rounds = 1 + max(row["round"] for row in rows)
    parts = [
        "# Results",
        f"Written by `benches/yardsticks/run.py`; [SPEC.md](yardsticks/SPEC.md) describes the workloads.\n"
        f"CPU time per agent and step in ns, on one core, median of {rounds} rounds; a ratio is the median of the ratios of the rounds, with the "
        f"lowest and the highest in brackets.",
        "## The runtime compared with the limit",
        "The limit is a C++ kernel that is written for these workloads only.",
        limit_table(by_job),
        growth_text(by_job),
        "![CPU time per agent and step against the number of agents](growth.svg)",
        threads_text(results["rows"]),
        "## The runtime compared with other libraries",
        peer_table(by_job),
        "## Checksums",
        "The sums of all coordinates at the end. They must stay the same when the runtime changes.",
        checksum_table(by_job),
        "## Machine and versions",
        machine(versions, root),
    ]
    if "load" in results:
        parts.append(f"Load average at the start: {results['load']:.1f} (0 on an idle machine). Other load spreads CPU times and hides the "
                     f"speedup of threads.")
    if results["missing"]:
        parts.append("Not measured: " + "; ".join(results["missing"]) + ".")
    return "\n\n".join(part for part in parts if part) + "\n"


def times(runs):
    return [row["cpu_ns"] for row in runs.values()]


def ratio(job, system, to):
    """The median of the ratios of the rounds, with their range."""
    shared = sorted(job[system].keys() & job[to].keys())
    values = [job[system][n]["cpu_ns"] / job[to][n]["cpu_ns"] for n in shared]
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})" if values else ""


def nanoseconds(runs):
    return f"{statistics.median(times(runs)):.1f}" if runs else ""


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def limit_table(by_job):
    rows = []
    for (workload, agents), job in by_job.items():
        row = next(iter(job["steerwright"].values()))
        rows.append([
            f"{workload}: {WORKLOADS[workload]}", f"{agents:,}", nanoseconds(job["limit"]), nanoseconds(job["steerwright"]),
            ratio(job, "steerwright", "limit"),
            f"{row['world_bytes']:.0f}", f"{row['allocations'] / row['steps']:.3g}",
        ])
    header = ["workload", "agents", "limit", "Steerwright", "ratio", "bytes per agent", "allocations per step"]
    return table(header, rows)


def growth_text(by_job):
    """How much more an agent of B costs among many."""
    b = {agents: job for (workload, agents), job in by_job.items() if workload == "B"}
    few, many = min(b), max(b)
    if many < 100 * few:
        return ""
    grown = {system: statistics.median(times(b[many][system])) / statistics.median(times(b[few][system]))
             for system in ("steerwright", "limit")}
    return (f"From {few:,} to {many:,} agents, the cost of an agent in B grows by a factor of {grown['steerwright']:.2f}; that "
            f"of the limit kernel by {grown['limit']:.2f}.")


def speedups(rows):
    """By workload and number of agents, then by number of threads: one thread's time over theirs, a number per round."""
    times = defaultdict(dict)
    for row in rows:
        if row["system"] == "threads":
            times[row["workload"], row["agents"], row["threads"]][row["round"]] = row["wall_ns"]
    found = defaultdict(dict)
    for (workload, agents, threads), rounds in times.items():
        alone = times[workload, agents, 1]
        found[workload, agents][threads] = [alone[n] / rounds[n] for n in sorted(rounds.keys() & alone.keys())]
    return found


def threads_text(rows):
    jobs = speedups(rows)
    if not jobs:
        return ""
    lines = []
    for (workload, agents), by_threads in jobs.items():
        for threads, values in by_threads.items():
            if threads > 1:
                value = f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"
                lines.append([f"{workload}: {WORKLOADS[workload]}", f"{agents:,}", str(threads), value])
    return "\n\n".join([
        "## Threads",
        "How many times faster several threads are than one, in wall-clock time. Worlds of fewer than 24,576 agents use one "
        "thread.",
        table(["workload", "agents", "threads", "speedup"], lines),
        "![Speedup against the number of threads](threads.svg)",
    ])


def peer_table(by_job):
    rows = []
    for (workload, agents), job in by_job.items():
        for system in NAMES:
            if system in ("steerwright", "limit") or not job[system]:
                continue
            rows.append([
                f"{workload}, {agents:,} agents", NAMES[system], nanoseconds(job[system]), nanoseconds(job["steerwright"]),
                ratio(job, system, "steerwright"),
            ])
    return table(["workload", "library", "ns", "Steerwright", "library / Steerwright"], rows) if rows else ""


def checksum_table(by_job):
    rows = []
    for (workload, agents), job in by_job.items():
        sums = {repr(row["checksum"]) for row in job["steerwright"].values()}
        rows.append([workload, f"{agents:,}", " ≠ ".join(sorted(sums))])
    return table(["workload", "agents", "Steerwright"], rows)


def machine(versions, root):
    processor = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = re.search(r"MemTotal:\s*(\d+)", Path("/proc/meminfo").read_text())
    gigabytes = round(int(memory[1]) / 2**20)
    lines = [
        f"- {processor[1] if processor else platform.processor()}, {gigabytes} GB, {platform.system()}",
        f"- {output(['rustc', '--version'], root)}; g++ {output(['g++', '-dumpfullversion'], root)}",
        f"- node {output(['node', '--version'], root)}, yuka {versions['yuka']}; Python {platform.python_version()}, pyrvo "
        f"{versions['pyrvo']}; dodgy_2d 0.5.5",
    ]
    return "\n".join(lines)


def output(command, root):
    try:
        return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
