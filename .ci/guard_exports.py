"""Writes random scenes of guard_scenes.py as exports: adds what is derived, with the functions of the Python runtime."""

import copy
import json

import steerwright as S
from guard_texts import text_of


def export(scene):
    """The export of a scene, as a dictionary."""
    fields = [preset_fields(scene, preset) for preset in scene.presets]
    agents = []
    for agent in scene.agents:
        made = {key: value for key, value in agent.items() if key != "of"}
        made["random_state"] = S._Random(scene.seed, agent["id"])._state
        agents.append({**made, **copy.deepcopy(fields[agent["of"]])})
    spawners = []
    for spawner in scene.spawners:
        made = {key: value for key, value in spawner.items() if key != "of"}
        made["random_state"] = S._Random(scene.seed, 2**32 + spawner["id"])._state
        for key, least in (("delay", 0), ("every", 1), ("jitter", 0), ("lifetime", 1)):
            made[key + "_ticks"] = 0 if made[key] is None else ticks(made[key], scene.dt, least)
        spawners.append({**made, **copy.deepcopy(fields[spawner["of"]])})
    used = []
    for item in scene.agents + scene.spawners:
        if item["of"] not in used:
            used.append(item["of"])
    contacts = [{**contact, "first": 1, "second": min(2, len(used))} for contact in scene.contacts]
    file = dict(format="steerwright-export", format_version=1, min_reader=1, scale=scene.scale, origin=dict(x=0, y=0), plane="xy", y_down=scene.y_down, turn_sign=scene.sign,
                ticks_per_second=scene.tps, dt=scene.dt, seed=scene.seed, name="Random", unit="m", pointer=dict(x=0, y=0), paths=[finish_path(scene, path) for path in scene.paths],
                markers=scene.markers, walls=scene.walls, skin=max(scene.u(1e-6), 1e-9), agents=agents, spawners=spawners, contacts=contacts, cells=dict(size=scene.size, blocked=scene.cells))
    if touches(scene):
        file["touch_margin"] = max(scene.u(0.05), 1e-9)
    if '"search"' in json.dumps(scene.presets):
        file["route_tolerance"] = max(scene.u(0.1), 1e-9)
    if scene.level >= 4 and '"around_walls"' in json.dumps(scene.presets):
        file["repath_distance"], file["route_tolerance"] = max(scene.u(1), 1e-9), max(scene.u(0.1), 1e-9)
        file["nets"] = bake_nets(scene, file)
    return copy.deepcopy(file)


def preset_fields(scene, preset):
    """The fields of an agent that come from its preset, with what is derived."""
    made = copy.deepcopy(preset)
    if made["sight"] is not None:
        x, _ = S._rotate(1.0, 0.0, made["sight"]["fov_deg"] / 2.0 * S._RADIANS_PER_DEGREE)
        made["sight"]["cos2"] = S._decimal(x * x)
    finish_motion(scene, made)
    finish_rules(scene, made.get("state"))
    for state in made.get("states", []):
        finish_motion(scene, state)
        finish_rules(scene, state)
    return made


def finish_motion(scene, made):
    """Adds what is derived in the facing and the behaviors of a state."""
    dt = scene.dt
    if made.get("facing") is not None:
        add_turn(made["facing"], dt)
    for behavior in made["behaviors"]:
        if behavior["kind"] == "homing_walk":
            interval = behavior["repick_interval"]
            behavior["repick_ticks"] = ticks(interval, dt, 1) if interval else 0
        elif behavior["kind"] == "search":
            behavior["wait_ticks"] = ticks(behavior["wait"], dt)
            if behavior["sweep"]:
                for end in ("from", "to"):
                    behavior["sweep"][end] = baked(behavior["sweep"][end + "_deg"], 1)
        elif behavior["kind"] == "grid_chase":
            behavior["step_ticks"] = ticks(behavior["step_interval"], dt, 1)
        elif behavior["kind"] == "avoid_walls":
            x, y = S._rotate(1.0, 0.0, behavior["side_angle_deg"] * S._RADIANS_PER_DEGREE)
            behavior["side_cos"], behavior["side_sin"] = S._decimal(x), S._decimal(y)


def finish_rules(scene, rules):
    """Adds the ticks of terms."""
    for transition in rules["transitions"] if rules else []:
        for term in transition["terms"]:
            if term["kind"] == "sees_not_for":
                term["ticks"] = ticks(term["seconds"], scene.dt)
            elif term["kind"] == "for":
                term["min_ticks"], term["max_ticks"] = ticks(term["min"], scene.dt), ticks(term["max"], scene.dt)


def finish_path(scene, path):
    """A path with its points, and with what is derived in its nodes."""
    made = copy.deepcopy(path)
    made["closed"] = path["traversal"] == "loop"
    nodes = made["nodes"]
    for node in nodes:
        node["wait_ticks"] = ticks(node["wait"], scene.dt)
        for action in node.get("actions", []):
            finish_action(scene, action)
    line = S._Path.__new__(S._Path)
    line.traversal, line.radius = path["traversal"], path["radius"]

    class Node:
        pass

    line.nodes = []
    for node in nodes:
        at = Node()
        at.x, at.y, at.curve = float(node["x"]), float(node["y"]), []
        line.nodes.append(at)
    if path["shape"] == "catmull_rom":
        line._add_curves(float(path["tolerance"]))
    points = []
    for node, at in zip(nodes, line.nodes):
        node["point"] = len(points)
        points += [[at.x, at.y], *map(list, at.curve)]
    made["points"] = points
    for index, (node, at) in enumerate(zip(nodes, line.nodes)):
        way = [(at.x, at.y)]
        if index + 1 < len(nodes) or path["traversal"] == "loop":
            to = line.nodes[(index + 1) % len(nodes)]
            way += [*at.curve, (to.x, to.y)]
        for item in node.get("along", []):
            x, y = S._Line(way, False).at(float(item["distance"]))
            item["x"], item["y"] = S._decimal(x), S._decimal(y)
            item["action"] = item.pop("action")
    return made


def finish_action(scene, action):
    """What is derived in an action of a node."""
    if action["kind"] == "wait":
        action["min_ticks"], action["max_ticks"] = ticks(action["min"], scene.dt), ticks(action["max"], scene.dt)
    elif action["kind"] == "look" and action["at"]["kind"] == "direction":
        action["at"]["x"], action["at"]["y"] = baked(action["at"]["deg"], scene.sign)
    elif action["kind"] == "sweep":
        action["from"], action["to"] = baked(action["from_deg"], scene.sign), baked(action["to_deg"], scene.sign)
    if action["kind"] in ("look", "sweep"):
        add_turn(action, scene.dt)
        if action["turn_rate"] is None:
            action["turn_cos"] = action["turn_sin"] = None


def touches(scene):
    return any("watches" in preset or "hearing" in preset or '"touches"' in json.dumps(preset) for preset in scene.presets)


def bake_nets(scene, file):
    """Points around what blocks motion, and the pairs that are free while all doors are open."""
    world = S.load(text_of(file))
    doors = [wall for wall in world._walls.by_id.values() if wall.is_door]
    nets = []
    for radius in sorted({preset["body"]["radius"] for preset in scene.presets if '"around_walls"' in json.dumps(preset)}):
        if scene.rng.random() < 0.08:
            continue
        for door in doors:
            door.is_open = False
        corners = []
        for segment in world._walls.motion.segments:
            corners += [corner for corner in (segment.a, segment.b) if corner not in corners]
        for door in doors:
            door.is_open = True
        points = []
        reach = radius + 10 * file["skin"]
        for x, y in corners[:16]:
            for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                point = S._decimal(x + dx * reach), S._decimal(y + dy * reach)
                if world._walls.is_free(point, point, radius) and point not in points:
                    points.append(point)
        pairs, of_pairs = [], []
        for i, a in enumerate(points):
            for j in range(i + 1, len(points)):
                b = points[j]
                if world._walls.is_free(a, b, radius):
                    for index, wall in enumerate(world._walls.by_id.values()):
                        if wall.is_door:
                            wall.is_open = False
                            if not world._walls.is_free(a, b, radius):
                                of_pairs.append([len(pairs), index])
                            wall.is_open = True
                    pairs.append([i, j, S._decimal(S._distance(*a, *b))])
        nets.append(dict(radius=radius, points=points, pairs=pairs, doors=of_pairs))
    return nets


def baked(deg, sign):
    """The baked direction of an angle. More than half a turn would be clamped by the rotation."""
    turned = deg - 360.0 if deg > 180.0 else deg + 360.0 if deg < -180.0 else deg
    x, y = S._rotate(1.0, 0.0, turned * S._RADIANS_PER_DEGREE)
    return S._decimal(x), S._decimal(y) * sign


def ticks(seconds, dt, least=0):
    return S._ticks_in(seconds, dt, least)


def add_turn(fields, dt):
    """The derived turn_cos and turn_sin."""
    rate = fields["turn_rate"]
    fields["turn_cos"], fields["turn_sin"] = -1, 0
    if rate is not None and rate * dt < 180.0:
        x, y = S._rotate(1.0, 0.0, rate * dt * S._RADIANS_PER_DEGREE)
        fields["turn_cos"], fields["turn_sin"] = S._decimal(x), S._decimal(y)
