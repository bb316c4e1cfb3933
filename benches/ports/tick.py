"""usage: python tick.py RUNTIME_FOLDER NAME.steer.json STEPS: CPU ms of a tick"""
import pathlib
import statistics
import sys
import time

sys.path.insert(0, sys.argv[1])
import steerwright  # noqa: E402

world = steerwright.load(pathlib.Path(sys.argv[2]).read_bytes())
steps = int(sys.argv[3])
for _ in range(60):
    world.step()
times = []
for _ in range(9):
    start = time.process_time()
    for _ in range(steps):
        world.step()
    times.append((time.process_time() - start) * 1000 / steps)
total = 0.0
for agent in world.agents:
    total += agent.x + agent.y
print(f"{statistics.median(times):.3f} {total!r}")
