"""Scenes for the plans of routes: posts in a field, and agents behind them."""
import json
import math
import random

AGENTS, POST, SPACING, CORNERS = 31, 2.0, 3.0, 16


def scene(corners, seed=1):
    """A scene whose net has about this many points: a net has 16 around each post, without those that are too near to another."""
    chance = random.Random(seed)
    columns = max(2, round(math.sqrt(corners / CORNERS)))
    posts = [post(chance, i % columns, i // columns) for i in range(round(corners / CORNERS))]
    side = columns * SPACING
    places = [(0.0, 0.0)]
    while len(places) < AGENTS:
        place = chance.uniform(-1.0, side + 1.0), chance.uniform(-1.0, side + 1.0)
        if any(crosses(places[-1], place, *ends) for ends in posts):
            places.append(place)
    seek = {"weight": 1, "behavior": {"seek": {}}, "route": "around_walls"}
    preset = {"id": 1, "name": "Walker", "body": {"radius": 0.3}, "motion": {"steered": {"behaviors": [seek]}}}
    return json.dumps({
        "format": "steerwright-scene",
        "format_version": 1,
        "name": f"plan {corners}",
        "presets": [preset],
        "agents": [
            {"id": i, "name": "", "preset": 1, "x": round(x, 3), "y": round(y, 3), "target": "pointer"}
            for i, (x, y) in enumerate(places, 1)
        ],
        "walls": [
            {"id": i, "name": "", "nodes": [{"id": k, "x": round(x, 3), "y": round(y, 3)} for k, (x, y) in enumerate(ends, 1)]}
            for i, ends in enumerate(posts, 1)
        ],
    })


def post(chance, column, row):
    x, y = (column + 0.5) * SPACING, (row + 0.5) * SPACING
    angle = chance.uniform(0.0, math.pi)
    dx, dy = math.cos(angle) * POST / 2, math.sin(angle) * POST / 2
    return (x - dx, y - dy), (x + dx, y + dy)


def crosses(a, b, c, d):
    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) > 0.0

    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)
