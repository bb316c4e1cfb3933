"""A picture of how the cost of an agent grows with the number of agents, as SVG."""
import math
import statistics
from collections import defaultdict

from report import speedups

WIDTH, HEIGHT = 640, 380
LEFT, RIGHT, TOP, BOTTOM = 64, 150, 24, 48
COLORS = {"steerwright": "#2f6fd0", "limit": "#888888"}
LABELS = {"steerwright": "Steerwright", "limit": "limit kernel"}


def growth_chart(rows):
    """Lines of B by number of agents, both axes logarithmic."""
    points = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row["workload"] == "B" and row["system"] in COLORS:
            points[row["system"]][row["agents"]].append(row["cpu_ns"])
    lines = {system: sorted((n, statistics.median(v)) for n, v in sizes.items()) for system, sizes in points.items()}
    everything = [point for line in lines.values() for point in line]
    x_axis = Axis(min(n for n, _ in everything), max(n for n, _ in everything), LEFT, WIDTH - RIGHT)
    y_axis = Axis(min(v for _, v in everything), max(v for _, v in everything), HEIGHT - BOTTOM, TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for value in x_axis.ticks():
        x = x_axis.place(value)
        parts.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#e4e4e4"/>')
        parts.append(text(x, HEIGHT - BOTTOM + 18, f"{value:,}", "middle"))
    for value in y_axis.ticks():
        y = y_axis.place(value)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#e4e4e4"/>')
        parts.append(text(LEFT - 8, y + 4, f"{value:,}", "end"))
    for system, line in lines.items():
        places = [(x_axis.place(n), y_axis.place(v)) for n, v in line]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        parts.append(f'<path d="M{path}" fill="none" stroke="{COLORS[system]}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLORS[system]}"/>' for x, y in places]
        x, y = places[-1]
        parts.append(text(x + 10, y + 4, f"{LABELS[system]}, {line[-1][1]:.0f} ns", "start"))
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, "agents", "middle"))
    parts.append(text(LEFT, 14, "workload B: CPU ns per agent and step", "start"))
    return "\n".join([*parts, "</svg>", ""])


def threads_chart(rows):
    """Bars: how many times faster several threads are than one."""
    bars = [
        (f"{workload}, {agents:,} agents, {threads} threads", statistics.median(values))
        for (workload, agents), by_threads in speedups(rows).items()
        for threads, values in by_threads.items() if threads > 1
    ]
    left, height = 220, 40 + 28 * len(bars)
    most = max([2, *(value for _, value in bars)])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        text(left, 18, "one thread's time over that of several", "start"),
    ]
    for number, (label, value) in enumerate(bars):
        y, width = 30 + 28 * number, (WIDTH - left - 60) * value / most
        parts.append(text(left - 8, y + 14, label, "end"))
        parts.append(f'<rect x="{left}" y="{y}" width="{width:.1f}" height="20" fill="{COLORS["steerwright"]}"/>')
        parts.append(text(left + width + 8, y + 14, f"{value:.2f}", "start"))
    return "\n".join([*parts, "</svg>", ""])


class Axis:
    """A logarithmic axis over whole decades."""

    def __init__(self, low, high, start, end):
        self.low, self.high = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 0.05)
        self.start, self.end = start, end

    def place(self, value):
        return self.start + (math.log10(value) - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self):
        return [10**power for power in range(self.low, self.high + 1)]


def text(x, y, content, anchor):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#333333">{content}</text>'
