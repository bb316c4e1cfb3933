"""RVO2 (PyPI `pyrvo`, its C++ in a wheel) on agents like those of workload B of ../SPEC.md: it avoids instead of separating.

Only `do_step` is measured; the preferred velocities, which follow the paths, are set outside.

usage: python pyrvo_driver.py B AGENTS STEPS REPETITIONS WARMUP
"""
import json
import math
import statistics
import sys
import time

import pyrvo

NODES, STATES, TILE_SIDE, DT, MAX_SPEED = 64, 126, 32, 1 / 60, 3.0
random_state = 12345


def random():
    global random_state
    random_state ^= (random_state << 13) & 0xFFFFFFFF
    random_state ^= random_state >> 17
    random_state ^= (random_state << 5) & 0xFFFFFFFF
    return random_state / 4294967296


def permutation(count):
    order = list(range(count))
    for i in range(count - 1, 0, -1):
        j = int(random() * (i + 1))
        order[i], order[j] = order[j], order[i]
    return order


def node_position(tile, columns, index):
    row = index // 8
    column = 7 - index % 8 if row & 1 else index % 8
    half = columns * TILE_SIDE / 2
    return (tile % columns * TILE_SIDE + 2 + 4 * column - half, tile // columns * TILE_SIDE + 2 + 4 * row - half)


class Crowd:
    def __init__(self, count):
        self.columns = math.ceil(math.sqrt(math.ceil(count / NODES)) - 1e-9)
        self.simulator = pyrvo.RVOSimulator()
        self.simulator.set_time_step(DT)
        # Neighbor distance, most neighbors, time horizons for agents and obstacles, radius, maximum speed.
        self.simulator.set_agent_defaults(6.4, 32, 2.0, 2.0, 0.5, MAX_SPEED)
        self.tiles, self.states = [], []
        for slot in permutation(count):
            tile, start = divmod(slot, NODES)
            x, y = node_position(tile, self.columns, start)
            position = (x + (random() * 2 - 1) * 1.5, y + (random() * 2 - 1) * 1.5)
            forward = random() < 0.5
            random()  # the angle of the initial velocity, which RVO2 does not take
            current = start if forward or start == 0 else STATES - start
            self.simulator.add_agent(position)
            self.tiles.append(tile)
            self.states.append((current + 1) % STATES)

    def node(self, agent):
        state = self.states[agent]
        return node_position(self.tiles[agent], self.columns, state if state < NODES else STATES - state)

    def set_preferred_velocities(self):
        for agent in range(len(self.states)):
            position = self.simulator.get_agent_position(agent)
            (node_x, node_y) = self.node(agent)
            if math.hypot(node_x - position.x, node_y - position.y) < 1:
                self.states[agent] = (self.states[agent] + 1) % STATES
                (node_x, node_y) = self.node(agent)
            dx, dy = node_x - position.x, node_y - position.y
            scale = MAX_SPEED / max(math.hypot(dx, dy), 1e-9)
            self.simulator.set_agent_pref_velocity(agent, (dx * scale, dy * scale))

    def measured_step(self):
        """CPU and wall time of a step, s."""
        self.set_preferred_velocities()
        wall, cpu = time.perf_counter(), time.process_time()
        self.simulator.do_step()
        return time.process_time() - cpu, time.perf_counter() - wall


def main():
    workload = sys.argv[1]
    count, steps, repetitions, warmup = map(int, sys.argv[2:6])
    crowd = Crowd(count)
    for _ in range(warmup):
        crowd.measured_step()
    cpu, wall = [], []
    for _ in range(repetitions):
        times = [crowd.measured_step() for _ in range(steps)]
        cpu.append(sum(c for c, _ in times) * 1e9 / (count * steps))
        wall.append(sum(w for _, w in times) * 1e9 / (count * steps))
    positions = [crowd.simulator.get_agent_position(i) for i in range(count)]
    print(json.dumps({
        "system": "pyrvo", "workload": workload, "agents": count, "steps": steps,
        "cpu_ns": statistics.median(cpu), "wall_ns": statistics.median(wall),
        "checksum": sum(p.x + p.y for p in positions),
    }))


main()
