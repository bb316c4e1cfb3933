"""usage: python plan.py RUNTIME_FOLDER NAME.steer.json: CPU ms of plans between one agent and the next: of the middle one, and the slowest"""
import pathlib
import sys
import time

sys.path.insert(0, sys.argv[1])
import steerwright  # noqa: E402

world = steerwright.load(pathlib.Path(sys.argv[2]).read_bytes())
agents = list(world.agents)
times, points = [], 0
for a, b in zip(agents, agents[1:]):
    quickest = float("inf")
    for _ in range(3):
        start = time.process_time()
        way = world.path_between(a.x, a.y, b.x, b.y, 0.3)
        quickest = min(quickest, (time.process_time() - start) * 1000)
    times.append(quickest)
    points += len(way or ())
times.sort()
print(f"{times[len(times) // 2]:.3f} {times[-1]:.3f} {points}")
