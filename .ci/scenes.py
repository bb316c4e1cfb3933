"""The scenes for gestures, the window positions of their items, and comparing them."""

import json
import math

# The path worked on. Closed, it crosses itself; open, its last node lies on its own first segment. Its fourth node is superfluous.
CLOSED = [(0, 0), (24, 18), (24, 0), (8, 12), (0, 18)]
OPEN = [(0, 0), (24, 18), (24, 0), (18, 4.5), (12, 9)]
NODES = {"one": CLOSED, "many": OPEN, "few": OPEN}
OTHERS, NODES_EACH = {"one": 0, "few": 3, "many": 499}, 20
FILLS = 0.85  # how much of the canvas a scene fills that was fitted into it
MIDDLE = (24, 9)  # of the segment from the second node to the third
CENTER = (12, 9)  # of the box around the path
QUARTER = (6, 4.5)  # of the first segment, which another crosses or touches
EMPTY = (12, 3)  # where nothing is
FREE = [(8, 15), (12, 17), (16, 15), (12, 12.5)]  # there neither, far enough apart for the nodes of a path
ROOM, TURN, END = 16, 22, 40  # handles are so far off what they are around, points


def scene(kind):
    """The path worked on is in a group; of a few paths, so is the second."""

    def nodes(places):
        return [{"id": i + 1, "x": x, "y": y} for i, (x, y) in enumerate(places)]

    worked = {"id": 1, "name": "Path 1", "radius": 2, "nodes": nodes(NODES[kind])}
    if NODES[kind] is CLOSED:
        worked["traversal"] = "loop"
    paths = [worked]
    for i in range(OTHERS[kind]):
        x, y = 60 + 12 * (i % 25), 10 * (i // 25)
        zigzag = [(x + 2 * (n % 5), y + 2 * (n // 5)) for n in range(NODES_EACH)]
        paths.append({"id": i + 2, "name": f"Path {i + 2}", "nodes": nodes(zigzag)})
    grouped = [1, 2] if kind == "few" else [1]
    editor = {"groups": [{"id": 1, "name": "Crew"}], "paths": {str(path): {"group": 1} for path in grouped}}
    return {"format": "steerwright-scene", "format_version": 1, "name": "Gestures", "paths": paths, "editor": editor}


def bounds(places):
    return [min(axis) for axis in zip(*places)], [max(axis) for axis in zip(*places)]


class View:
    """What the canvas shows, after a box was fitted into it."""

    def __init__(self, canvas, low, high):
        self.left, self.top, self.width, self.height = canvas
        self.center = [(a + b) / 2 for a, b in zip(low, high)]
        self.scale = FILLS * min(self.width / (high[0] - low[0]), self.height / (high[1] - low[1]))

    @classmethod
    def of_all(cls, canvas, kind):
        return cls(canvas, *bounds([(node["x"], node["y"]) for path in scene(kind)["paths"] for node in path["nodes"]]))

    @classmethod
    def of_work(cls, canvas, kind):
        low, high = bounds(NODES[kind])
        room = max(0.1 * max(b - a for a, b in zip(low, high)), 2.0)
        return cls(canvas, [a - room for a in low], [b + room for b in high])

    def point(self, x, y, right=0.0, down=0.0):
        across = self.left + self.width / 2 + (x - self.center[0]) * self.scale + right
        return round(across), round(self.top + self.height / 2 - (y - self.center[1]) * self.scale + down)


def grips(view, kind, rows):
    """Where things are grasped, in the window: on the canvas by what they are, in the list by their names."""
    nodes, at = NODES[kind], view.point
    low, high = bounds(nodes)
    (x, y), (last_x, last_y) = nodes[-2], nodes[-1]
    away = END / math.hypot(last_x - x, last_y - y)
    radius = 2 * math.sqrt(0.5)
    places = {
        "path": at(*MIDDLE),
        "quarter": at(*QUARTER),
        "empty": at(*EMPTY),
        "corner": at(*high, ROOM, -ROOM),
        "turn": at((low[0] + high[0]) / 2, high[1], 0, -ROOM - TURN),
        "ring": at(nodes[0][0] + radius, nodes[0][1] + radius),
        "end": at(last_x, last_y, away * (last_x - x), -away * (last_y - y)),
        "last node": at(last_x, last_y),
    }
    places.update({f"node {i + 1}": at(*place) for i, place in enumerate(nodes)})
    places.update({f"free {i + 1}": at(*place) for i, place in enumerate(FREE)})
    for name, (left, top, width, height) in rows.items():
        for part, down in [("", 0.5), ("upper part of ", 0.2), ("lower part of ", 0.8)]:
            places[part + name] = (round(left + 0.4 * width), round(top + down * height))
    return places


class Change:
    """What became of a scene, from the bytes of two files; a pixel is so many units."""

    def __init__(self, before, after, pixel):
        self.before, self.after, self.pixel = json.loads(before), json.loads(after), pixel
        self.old, self.work = (next((path for path in scene["paths"] if path["id"] == 1), None) for scene in (self.before, self.after))
        known = {path["id"] for path in self.before["paths"]}
        self.new = [path for path in self.after["paths"] if path["id"] not in known]
        self.editor = self.after.get("editor", {})
        self.groups = self.editor.get("groups", [])
        self.agents = self.after.get("agents", [])
        self.walls = self.after.get("walls", [])

    def names(self):
        return [path["name"] for path in self.after["paths"]]

    def grouped(self):
        return [path["name"] for path in self.after["paths"] if self.props(path).get("group") == 1]

    def props(self, path):
        """The outliner properties of a path."""
        return self.editor.get("paths", {}).get(str(path["id"]), {})

    def listed(self, field):
        """An outliner property of the path."""
        return self.props(self.work).get(field)

    def order(self):
        """The nodes of the path by their ids, which were their numbers."""
        return [node["id"] for node in self.work["nodes"]]

    def shifted(self):
        """The ids of the nodes that lie elsewhere now."""
        now = {node["id"]: (node["x"], node["y"]) for node in self.work["nodes"]}
        return [node["id"] for node in self.old["nodes"] if now.get(node["id"]) != (node["x"], node["y"])]

    def maps(self, place, nodes=None):
        """Whether some nodes of the path, or all, came to lie where `place` puts them, and no other moved."""
        wanted = [place(x["x"], x["y"]) if nodes is None or x["id"] in nodes else (x["x"], x["y"]) for x in self.old["nodes"]]
        return same_places(self.work, wanted)

    def copied(self, right=0.0, down=0.0, within=0.0):
        """Whether the one new path is the one worked on, so far beside it."""
        wanted = [(node["x"] + right, node["y"] - down) for node in self.old["nodes"]]
        return len(self.new) == 1 and same_places(self.new[0], wanted, within)

    def drawn(self, nodes, closed=False):
        """Whether the one new path has so many nodes, and somebody who walks it."""
        if len(self.new) != 1 or len(self.new[0]["nodes"]) != nodes or (self.new[0].get("traversal") == "loop") != closed:
            return False
        return [agent.get("path") for agent in self.agents] == [self.new[0]["id"]]

    def walled(self, nodes, closed=False):
        """Whether there is one wall, of so many nodes, and nothing else is new."""
        [wall] = self.walls if len(self.walls) == 1 else [{"nodes": []}]
        return not self.new and len(wall["nodes"]) == nodes and wall.get("closed", False) == closed


def same_places(path, wanted, within=0.0):
    places = [(node["x"], node["y"]) for node in path["nodes"]]
    return len(places) == len(wanted) and all(math.dist(a, b) <= max(within, 1e-3) for a, b in zip(places, wanted))
