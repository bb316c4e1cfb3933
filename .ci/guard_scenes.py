"""Random scenes with guards: teams, walls, paths with actions, presets with senses and states, spawners."""

import copy

import steerwright as S

# What scenes have: each level has what those before it have.
LEVELS = ["senses", "actions", "states", "saves", "routes"]
TEAMS = ["guards", "thieves", "wölfe", "two words"]
NAMES = ["alarm", "gate open", "ü", 'a "quoted" name', "x\\y", "tab\there"]


class Scene:
    """The authored parts of a random export; `guard_exports.export` adds what is derived."""

    def __init__(self, rng, level):
        self.rng, self.level = rng, LEVELS.index(level)
        self.scale = rng.choice([1, 1, 1, 0.5, 32])
        self.y_down = rng.random() < 0.4
        self.sign = -1 if self.y_down else 1
        self.tps = rng.choice([60, 60, 30, 50, 20])
        self.dt = 1.0 / self.tps
        self.seed = rng.randrange(1, 10**9)
        self.size = self.u(rng.choice([1, 1.5]))
        self.make_level()
        self.make_presets()
        self.make_agents()

    def u(self, length):
        return S._decimal(length * self.scale)

    def place(self, extent=9.0):
        return self.u(round(self.rng.uniform(-extent, extent), 2)), self.u(round(self.rng.uniform(-extent, extent), 2))

    def ids(self, count):
        return sorted(self.rng.sample(range(1, 4 * count + 1), count))

    def make_level(self):
        rng = self.rng
        self.walls = []
        for id in self.ids(rng.randint(1, 5) if self.level < 4 else rng.randint(3, 6)):
            x, y = self.place(7)
            points = [[x, y]]
            for _ in range(rng.randint(1, 3 + (self.level >= 4))):
                points.append([self.u(round(points[-1][0] / self.scale + rng.uniform(-4, 4), 2)), self.u(round(points[-1][1] / self.scale + rng.uniform(-4, 4), 2))])
            self.walls.append(dict(id=id, name=f"Wall {id}", closed=len(points) > 2 and rng.random() < 0.3, blocks_motion=rng.random() < 0.85, blocks_sight=rng.random() < 0.8,
                                   open=rng.choice([None, False, True]), points=points))
        if not any(wall["open"] is not None for wall in self.walls):
            self.walls[0]["open"] = False
        self.doors = [wall["id"] for wall in self.walls if wall["open"] is not None]
        self.cells = [] if rng.random() < 0.3 else [[rng.randint(-9, 9), rng.randint(-9, 9)] for _ in range(rng.randint(1, 8))]
        self.markers = []
        for id in self.ids(rng.randint(1, 3)):
            x, y = self.place()
            self.markers.append(dict(id=id, name=f"Marker {id}", kind=rng.choice(["target", "danger"]), x=x, y=y))
        self.paths = []
        for id in self.ids(rng.randint(2, 3)):
            nodes = []
            x, y = self.place(6)
            for node_id in range(1, rng.randint(1, 5) + 1):
                nodes.append(dict(id=node_id, x=x, y=y, radius=self.u(rng.choice([0.5, 0.3, 0.8])), wait=rng.choice([0, 0, 0, 0.1, 0.5]), speed=rng.choice([None, None, None, self.u(1.5)])))
                step = 2 if self.level else 4
                x = self.u(round(x / self.scale + rng.uniform(-step, step), 2))
                y = self.u(round(y / self.scale + rng.uniform(-step, step), 2))
            self.paths.append(dict(id=id, name=f"Path {id}", traversal=rng.choice(["once", "loop", "ping_pong", "ping_pong"]), shape=rng.choice(["straight", "straight", "catmull_rom"]),
                                   tolerance=self.u(0.1), radius=self.u(0.5), nodes=nodes))

        if self.level >= 1:
            for path in self.paths:
                for node in path["nodes"]:
                    self.add_actions(path, node)

    def angle(self):
        return self.rng.choice([0, 45, 90, -90, 180, -135, 200, 350, -300, 12.5])

    def own_turn(self):
        return self.rng.choice([None, None, 60, 300, 720, 30000])

    def range_of_time(self):
        least = self.rng.choice([0, 0, 0.1, 0.4])
        return dict(min=least, max=S._decimal(least + self.rng.choice([0, 0.25, 0.6])))

    def emit(self):
        return dict(kind="emit", name=self.rng.choice(NAMES), value=self.rng.choice([None, "", "a text", "ö\n", 0, -1.5, 0.1, 999999999999999]))

    def set_wall(self):
        return dict(kind="set_wall", wall=self.rng.choice(self.doors), open=self.rng.random() < 0.5)

    def speed(self):
        return dict(kind="speed", limit=self.rng.choice([None, self.u(0.8), self.u(1.6), self.u(2.5)]) if self.rng.random() < 0.97 else 0)

    def action(self):
        rng = self.rng
        kind = rng.choice(["wait", "look", "look", "sweep", "sweep", "speed", "emit", "set_wall", "meet"])
        if kind == "wait":
            return dict(kind="wait", **self.range_of_time())
        if kind == "look":
            at = rng.choice(["direction", "point", "marker"])
            fields = dict(kind=at)
            if at == "direction":
                fields["deg"] = self.angle()
            elif at == "point":
                fields["x"], fields["y"] = self.place()
            else:
                fields["id"] = rng.choice(self.markers)["id"]
            return dict(kind="look", at=fields, turn_rate=self.own_turn())
        if kind == "sweep":
            return dict(kind="sweep", from_deg=self.angle(), to_deg=self.angle(), times=rng.choice([1, 1, 2, 3]), turn_rate=self.own_turn())
        if kind == "meet":
            return dict(kind="meet", name=rng.choice(["here", "there"]), count=rng.choice([1, 1, 1, 2, 2, 3]))
        return dict(speed=self.speed, emit=self.emit, set_wall=self.set_wall)[kind]()

    def add_actions(self, path, node):
        rng = self.rng
        for key in ("actions", "along", "choose", "not_back", "next"):
            node.pop(key, None)
        if rng.random() < 0.6:
            node["actions"] = [self.action() for _ in range(rng.choice([0, 1, 1, 2, 3]))]
        if rng.random() < 0.5:
            distances = sorted(self.u(round(rng.uniform(0, 3.5), 3)) for _ in range(rng.choice([1, 2, 3])))
            node["along"] = [dict(distance=distance, action=rng.choice([self.speed, self.emit, self.emit, self.set_wall])()) for distance in distances]
        if rng.random() < 0.35:
            options = []
            for _ in range(rng.choice([1, 2, 2, 3])):
                other = rng.choice([path, rng.choice(self.paths)])
                options.append(dict(path=other["id"], node=rng.randrange(len(other["nodes"])), weight=rng.choice([1, 1, 2, 5, 1000000])))
            node.update(choose=rng.choice(["random", "in_turn"]), not_back=rng.random() < 0.5, next=options)

    def fits(self, path):
        """Whether the last node of a path can go."""
        last = len(path["nodes"]) - 1
        return last > 0 and not any(option["path"] == path["id"] and option["node"] == last for other in self.paths for node in other["nodes"] for option in node.get("next", []))

    def team_list(self):
        return self.rng.sample(TEAMS, self.rng.randint(1, 2))

    def goal(self, fields):
        rng = self.rng
        if rng.random() < 0.75:
            fields["goal"] = rng.choice(["perceived", "perceived", "last_seen", "last_seen_ahead", "last_noise", "post", "reference", "left_path"])
            if fields["goal"] == "last_seen_ahead":
                fields["ahead"] = rng.choice([0, 0.5, 1.25])
        return fields

    def behavior(self, kind=None):
        rng, u = self.rng, self.u
        kind = kind or rng.choice(["seek", "arrive", "arrive", "pursue", "flee", "leave", "evade", "follow_path", "follow_path", "separation", "homing_walk", "avoid_walls", "follow_leader"])
        made = dict(kind=kind, weight=rng.choice([1, 1, 1, 0.5, 0]) if rng.random() < 0.3 else 1)
        if self.level >= 4 and kind in ("seek", "arrive", "pursue", "homing_walk", "follow_path") and rng.random() < 0.85:
            made["route"] = self.route()
        if kind in ("seek", "flee", "arrive", "leave", "pursue", "evade", "homing_walk"):
            self.goal(made)
        if kind == "flee":
            made["panic_distance"] = rng.choice([None, u(4)])
        elif kind == "arrive":
            made.update(target_radius=u(rng.choice([0.2, 0.6])), slow_radius=u(2), ramp=rng.choice(["linear", "sqrt", "quadratic"]), stop="brake", time_to_target=rng.choice([None, 0.2]))
        elif kind == "leave":
            made.update(escape_radius=u(2), danger_radius=u(6), ramp=rng.choice(["stepped", "smooth"]), time_to_target=None)
        elif kind in ("pursue", "evade"):
            made["max_prediction"] = rng.choice([None, 0.8])
        elif kind == "follow_path":
            start = rng.choice(["first", "nearest", "node"])
            made.update(start=start, start_node=rng.randint(0, 3) if start == "node" else None, target_radius=u(0.2), slow_radius=u(2), time_to_target=None)
            if self.level >= 2 and rng.random() < 0.7:
                made["resume"] = rng.choice(["same", "nearest", "first"])
        elif kind == "separation":
            made.update(radius=u(1.5), max_separation=u(6), falloff="none")
        elif kind == "follow_leader":
            made.update(behind_distance=u(1.5), sight_radius=u(1.2), slow_radius=u(2), separation_radius=u(1.5), max_separation=u(6), falloff="none")
        elif kind == "homing_walk":
            made.update(step_fraction=0.5, min_step=u(1), max_step=u(10), aggro_radius=u(10), max_fov_deg=90, reach_radius=u(0.25), smooth=rng.random() < 0.3, step_jitter=rng.choice([0, 0.2]), repick_interval=rng.choice([0, 0.7]))
        elif kind == "avoid_walls":
            made.update(ahead_length=u(2.5), side_length=u(1.5), side_angle_deg=40)
        return made

    def grid_chase(self):
        rng = self.rng
        made = dict(route=self.route()) if self.level >= 4 else {}
        return self.goal(dict(**made, kind="grid_chase", weight=1, method=rng.choice(["line_of_sight", "axis"]), mode=rng.choice(["chase", "chase", "evade"]), step_interval=rng.choice([0.1, 0.25]), max_path_length=64))

    def motion(self):
        """What a state has of its own."""
        rng = self.rng
        if rng.random() < 0.15:
            return dict(motion="grid_chase", blend_mode=None, behaviors=[self.grid_chase()])
        if self.level and rng.random() < 0.5:
            behaviors = [self.behavior("follow_path") for _ in range(rng.choice([1, 1, 1, 2]))]
            if rng.random() < 0.3:
                behaviors.append(self.behavior("separation"))
            for behavior in behaviors:
                behavior["weight"] = 1
            return dict(motion="steered", blend_mode=rng.choice(["weighted_sum", "weighted_sum", "priority"]), behaviors=behaviors)
        if self.level >= 2 and rng.random() < 0.25:
            behaviors = [self.search()]
            if rng.random() < 0.4:
                behaviors.insert(rng.randint(0, 1), self.behavior())
            return dict(motion="steered", blend_mode=rng.choice(["weighted_sum", "priority"]), behaviors=behaviors)
        behaviors = [self.behavior() for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.5:
            behaviors[0] = self.behavior("follow_path")
        return dict(motion="steered", blend_mode=rng.choice(["weighted_sum", "weighted_sum", "priority"]), behaviors=behaviors)

    def facing(self):
        rng = self.rng
        toward = ["motion", "target", "target"] + (["action"] * 5 if self.level > 0 else [])
        return dict(toward=rng.choice(toward), turn_rate=rng.choice([None, 90, 240, 720, 20000]))

    def search(self):
        rng, u = self.rng, self.u
        made = dict(kind="search", weight=1, goal=rng.choice(["last_seen", "last_noise", "post", "perceived", "reference", "left_path", "last_seen_ahead"]))
        made["ahead"] = 0.4 if made["goal"] == "last_seen_ahead" else None
        made.update(radius=u(rng.choice([1, 2, 4])), points=rng.choice([1, 2, 3]), wait=rng.choice([0, 0.2, 0.6]), slow_radius=u(rng.choice([0.5, 2])),
                    sweep=rng.choice([None, dict(from_deg=self.angle(), to_deg=self.angle())]), route=self.route())
        return made

    def route(self):
        return self.rng.choice(["direct", "around_walls", "around_walls", "around_walls"]) if self.level >= 4 else "direct"

    def term(self):
        rng = self.rng
        kind = rng.choice(["sees", "sees", "sees_not_for", "hears", "hears", "told", "touches", "meter_at_least", "meter_at_most", "for", "for", "arrived", "path_finished", "near", "event", "event", "search_finished", "no_route"])
        made = dict(kind=kind)
        if kind == "sees_not_for":
            made["seconds"] = rng.choice([0, 0.1, 0.5, 1.5])
        elif kind in ("meter_at_least", "meter_at_most"):
            made["meter"] = rng.choice([0, 0.2, 0.5, 1])
        elif kind == "for":
            made.update(self.range_of_time())
        elif kind == "near":
            made["goal"] = rng.choice(["reference", "perceived", "last_seen", "last_seen_ahead", "last_noise", "left_path", "post"])
            made.update(ahead=0.5 if made["goal"] == "last_seen_ahead" else None, radius=self.u(rng.choice([0.5, 1.5, 4])))
        elif kind == "event":
            made["name"] = rng.choice(NAMES)
        return made

    def rules(self, id, ids):
        rng = self.rng
        made = dict(id=id, name=rng.choice(["", f"State {id}", "zwei Wörter"]), color=rng.choice([None, "#12aBcd"]), max_speed=rng.choice([None, None, self.u(1.5), self.u(4)]), max_force=rng.choice([None, None, self.u(30)]))
        made["enter"] = [rng.choice([self.emit, self.set_wall, self.share, self.share])() for _ in range(rng.choice([0, 0, 1, 2]))]
        made["transitions"] = [dict(to=rng.choice(ids), any=rng.random() < 0.35, terms=[self.term() for _ in range(rng.choice([1, 1, 1, 2, 2, 3]))]) for _ in range(rng.choice([1, 2, 3]))]
        for transition in made["transitions"]:
            if rng.random() < 0.75:
                transition["any"] = False
                transition["terms"].insert(rng.randint(0, len(transition["terms"])), dict(kind="for", **rng.choice([dict(min=0.3, max=0.9), dict(min=1, max=1), dict(min=0.5, max=2)])))
        if rng.random() < 0.1:
            made["transitions"].append(dict(to=rng.choice(ids), any=rng.random() < 0.5, terms=[]))
        return made

    def share(self):
        return dict(kind="share", radius=self.u(self.rng.choice([3, 8, 30])))

    def state(self, id, ids):
        rng = self.rng
        return {**self.rules(id, ids), "facing": self.facing() if rng.random() < 0.6 else None, **self.motion()}

    def preset(self, name):
        rng, u = self.rng, self.u
        made = dict(preset=name, color=f"#{rng.randrange(1 << 24):06x}")
        made["body"] = dict(mass=1, max_speed=u(rng.choice([2, 3])), max_force=u(20), time_to_target=0.1, idle=rng.choice(["brake", "coast"]), radius=u(rng.choice([0.4, 0.4, 0.25, 0])))
        if rng.random() < 0.6:
            made["body"]["noise"] = dict(speed=u(rng.choice([0, 1, 2.5])), radius=u(rng.choice([3, 6, 9])))
        if rng.random() < 0.6:
            made["facing"] = self.facing()
        made["sight"] = None
        if rng.random() < 0.75:
            made["sight"] = dict(range=u(rng.choice([4, 8, 12])), near=u(rng.choice([0, 1, 2, 20])), fov_deg=rng.choice([60, 90, 180, 270, 360]), notice_ticks=rng.choice([1, 5, 15]), forget_ticks=rng.choice([1, 10, 40]))
        if rng.random() < 0.7:
            made["watches"] = self.team_list()
        if rng.random() < 0.6:
            made["hearing"] = dict(scale=rng.choice([1, 0.5, 2]), muffle=rng.choice([0.5, 0, 1]))
        if rng.random() < 0.6:
            made["alert"] = dict(rise_near=rng.choice([4, 1]), rise_far=rng.choice([0.5, 2]), fall=rng.choice([0.25, 1, 0]), noise_rise=rng.choice([0.3, 0.05]))
        made.update(self.motion())
        if self.level >= 2 and rng.random() < 0.9:
            count = rng.choice([1, 2, 3, 4])
            ids = rng.sample(range(1, 7), count)
            if rng.random() < 0.8:
                made["state"] = self.rules(ids[0], ids)
            else:
                ids = [1, *(id for id in ids[1:] if id != 1)]
            if len(ids) > 1:
                made["states"] = [self.state(id, ids) for id in ids[1:]]
        return made

    def make_presets(self):
        self.presets = [self.preset(f"Preset {i}") for i in range(self.rng.randint(2, 4))]

    def references(self, agents, self_id):
        """Random references of an agent or spawner."""
        rng = self.rng
        others = [id for id in agents if id != self_id]

        def target():
            kind = rng.choice(["marker", "agent", "agent", "pointer", None])
            if kind == "marker":
                return dict(kind=kind, id=rng.choice(self.markers)["id"])
            if kind == "agent" and others:
                return dict(kind=kind, id=rng.choice(others))
            return dict(kind="pointer") if kind == "pointer" else None

        return dict(path=rng.choice([None, *(path["id"] for path in self.paths)] + [path["id"] for path in self.paths] * (1 + 2 * (self.level > 0))), target=target(), danger=target(),
                    leader=rng.choice(others) if others and rng.random() < 0.3 else None)

    def agent(self, id, ids):
        rng = self.rng
        x, y = self.place()
        made = dict(id=id, name=f"Agent {id}", x=x, y=y, vx=0, vy=0, scatter=rng.choice([None, None, dict(min=0, max=self.u(1))]), **self.references(ids, id))
        if rng.random() < 0.3:
            made["vx"] = self.u(1)
        if rng.random() < 0.8:
            made["team"] = rng.choice(TEAMS)
        made["of"] = rng.randrange(len(self.presets))
        return made

    def make_agents(self):
        rng = self.rng
        ids = self.ids(rng.randint(4, 9))
        self.agents = [self.agent(id, ids) for id in ids]
        self.spawners = []
        for id in self.ids(rng.choice([0, 1, 1])):
            x, y = self.place()
            place = rng.choice([dict(kind="point", x=x, y=y), dict(kind="edge", x=-x, y=y, x2=x, y2=-y), dict(kind="marker", id=self.markers[0]["id"]), dict(kind="agent", id=ids[0])])
            made = dict(id=id, name=f"Spawner {id}", place=place, scatter=rng.choice([None, dict(min=0, max=self.u(1))]), when=rng.choice(["time", "trigger", "press"]), trigger=None,
                        delay=rng.choice([0, 0.3]), every=rng.choice([0.5, 1.2]), jitter=rng.choice([0, 0.2]), lifetime=rng.choice([None, 1.5]), count=rng.choice([1, 2]), times=rng.choice([None, 3]), max_alive=3,
                        **self.references(ids, None))
            if made["when"] == "trigger":
                made["trigger"] = "come in"
            if rng.random() < 0.8:
                made["team"] = rng.choice(TEAMS)
            made["of"] = rng.randrange(len(self.presets))
            self.spawners.append(made)
        self.contacts = []
        if rng.random() < 0.3:
            self.contacts.append(dict(id=7, name="Contact", distance=rng.choice([None, self.u(0.3)]), margin=0, despawn=rng.choice(["none", "first", "second", "both"])))

    # ---- Edits

    def edited(self):
        """An edited scene, for apply_scene."""
        rng = self.rng
        new = copy.copy(self)
        for key in ("presets", "agents", "walls", "paths", "markers", "spawners", "cells"):
            setattr(new, key, copy.deepcopy(getattr(self, key)))
        new.rng = rng
        for _ in range(rng.randint(1, 4)):
            new.edit(rng.choice(["preset", "preset", "motion", "team", "start", "agent", "path", "cells", "references", "wall", "sight", "remove"]))
        return new

    def edit(self, what):
        rng = self.rng
        preset = rng.choice(self.presets)
        agent = rng.choice(self.agents)
        if what == "preset":
            self.presets[self.presets.index(preset)] = self.preset(preset["preset"])
        elif what == "motion":
            preset.update(self.motion())
        elif what == "sight":
            if preset["sight"]:
                preset["sight"]["range"] = self.u(5)
        elif what == "team":
            agent["team"] = rng.choice(TEAMS)
        elif what == "start":
            agent["x"] = self.u(round(rng.uniform(-9, 9), 2))
        elif what == "agent":
            agent["of"] = rng.randrange(len(self.presets))
        elif what == "references":
            agent.update(self.references([each["id"] for each in self.agents], agent["id"]))
        elif what == "path":
            path = rng.choice(self.paths)
            if rng.random() < 0.5 and self.fits(path):
                path["nodes"].pop()
            elif self.level and rng.random() < 0.6:
                self.add_actions(path, rng.choice(path["nodes"]))
            else:
                rng.choice(path["nodes"])["x"] = self.u(round(rng.uniform(-6, 6), 2))
            path["traversal"] = rng.choice(["once", "loop", "ping_pong", path["traversal"]])
        elif what == "cells":
            self.cells.append([rng.randint(-9, 9), rng.randint(-9, 9)])
        elif what == "wall":
            rng.choice(self.walls)["points"][0][0] = self.u(round(rng.uniform(-7, 7), 2))
        elif what == "remove" and len(self.agents) > 3:
            gone = self.agents.pop(rng.randrange(1, len(self.agents)))["id"]
            ids = [each["id"] for each in self.agents]
            for each in self.agents:
                for key in ("target", "danger"):
                    if each[key] and each[key]["kind"] == "agent" and each[key]["id"] == gone:
                        each[key] = None
                each["leader"] = None if each["leader"] == gone else each["leader"]
            for each in self.spawners:
                each.update(self.references(ids, None))
                if each["place"]["kind"] == "agent":
                    each["place"]["id"] = ids[0]
