"""Runs random scenes with random calls in the Python runtime, and writes them as conformance cases."""

import conformance
import steerwright as S
from guard_exports import export, preset_fields
from guard_scenes import NAMES, TEAMS
from guard_texts import number, text_of


class Recorder:
    """Runs a world and writes the lines of a case."""

    def __init__(self, folder, name, scene):
        self.folder, self.name, self.scene, self.rng = folder, name, scene, scene.rng
        self.lines = []
        self.text = text_of(export(scene))
        self.exports = {"base": self.text}
        self.world = S.load(self.text)
        self.replaced = []  # presets, which saves do not have

    def run(self, seconds):
        last = max(int(seconds * self.scene.tps), 40)
        for _ in range(last):
            self.world.step()
            self.lines += map(conformance.event_line, self.world.events)
            if self.world.tick % 10 == 0 or self.world.tick == last:
                self.states()
                if self.scene.level >= 3:
                    self.reading("hash")
            if self.world.tick != last:
                while self.rng.random() < (0.05 if self.scene.level else 0.12):
                    self.call()
            if self.rng.random() < (0.04 if self.scene.level else 0.08):
                self.read()
        self.add("end")
        exports = [f"== export {label}\n{text}" for label, text in self.exports.items()]
        lines = ["steerwright-cases 1", *exports, f"== case {self.name} of base", *self.lines]
        (self.folder / f"{self.name}.cases").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def add(self, kind, *fields):
        self.lines.append(" ".join([kind, str(self.world.tick), *map(str, fields)]))

    def states(self):
        run = conformance.Run.__new__(conformance.Run)
        run.world = self.world
        self.lines += (run.state_line(agent.id) for agent in self.world.agents)

    def reading(self, kind, *fields):
        """Adds a reading with the result that the runner of the port finds."""
        run = conformance.Run.__new__(conformance.Run)
        run.world = self.world
        found = []
        original = conformance.expect
        conformance.expect = lambda expected, result: found.append(result)
        try:
            run.read(kind, [*map(str, fields), *["-"] * 30])
        finally:
            conformance.expect = original
        self.add(kind, *fields, *found)

    def read(self):
        rng, world = self.rng, self.world
        for agent in world.agents:
            self.reading("senses", agent.id)
            self.reading("facing", agent.id)
            if self.scene.level >= 2:
                self.reading("in_state", agent.id)
        if len(world.agents) > 1:
            a, b = rng.sample(world.agents, 2)
            self.reading("sees", a.id, b.id)
        for door in self.scene.doors:
            self.reading("is_wall_open", door)
        if self.scene.level >= 4:
            for _ in range(3):
                radius = rng.choice([0, self.scene.u(0.25), self.scene.u(0.4), self.scene.u(0.3)])
                self.reading("path_between", *map(number, (*self.position(), *self.position(), radius)))

    def position(self):
        return self.scene.place(9)

    def calls(self):
        more = ["save_load"] * 5 if self.scene.level >= 3 else []
        more += ["set_state"] * 2 + ["force_event"] * 3 if self.scene.level >= 2 else []
        return more + ["noise"] * (2 if self.scene.level else 6) + ["set_team"] * 2 + ["set_pointer", "move_marker", "drive", "release", "release", "spawn", "despawn", "set_leader", "set_path", "set_preset", "set_wall_open", "set_wall_open", "set_pressed",
                                              "trigger", *(["replace_preset"] if self.scene.level < 3 or self.rng.random() < 0.3 else []), "set_target", "set_target", "set_danger", "apply_scene", "apply_scene"]

    def call(self):
        rng, world = self.rng, self.world
        if not world.agents:
            return
        kind = rng.choice(self.calls())
        agent = rng.choice(world.agents).id
        others = [each.id for each in world.agents if each.id != agent]
        x, y = self.position()
        presets = sorted(world._presets)
        make = getattr(self, kind, None)
        if make is not None:
            make(agent)
        elif kind == "noise":
            radius = self.scene.u(rng.choice([2, 6, 12, 20]))
            self.make(kind, number(x), number(y), number(radius))
        elif kind == "save_load":
            self.add(kind)
            saved, before = world.save(), world.hash64()
            self.world = S.load(self.text)
            for preset, fields in self.replaced:
                self.world.replace_preset(preset, fields)
            self.world.load_save(saved)
            assert self.world.hash64() == before and self.world.save() == saved
            self.reading("hash")
        elif kind == "set_state":
            self.make(kind, agent, rng.choice(world.agent(agent)._preset.states).id)
        elif kind == "force_event":
            self.make(kind, rng.choice([agent, "-"]), rng.choice(NAMES))
        elif kind == "set_team":
            self.make(kind, agent, rng.choice([*TEAMS, "-"]))
        elif kind in ("set_pointer",):
            self.make(kind, number(x), number(y))
        elif kind == "move_marker":
            self.make(kind, rng.choice(sorted(world._markers)), number(x), number(y))
        elif kind == "drive":
            near = world.agent(agent)
            if rng.random() < 0.7:
                x, y = (S._decimal(v + self.scene.u(rng.uniform(-1, 1))) for v in (near.x, near.y))
            self.make(kind, agent, number(x), number(y))
        elif kind == "release":
            driven = [each.id for each in world.agents if each._driven_to is not None]
            self.make(kind, rng.choice(driven or [agent]))
        elif kind == "spawn":
            if len(world.agents) < 16:
                self.make(kind, rng.choice(presets), number(x), number(y), min(world._highest_id + 1, S._MAX_U32))
                self.states()
        elif kind == "despawn":
            if others and rng.random() < 0.5:
                self.make(kind, agent)
        elif kind == "set_leader":
            self.make(kind, agent, rng.choice([*others, "-"]))
        elif kind == "set_path":
            self.make(kind, agent, rng.choice([*sorted(world._paths), "-"]))
        elif kind == "set_preset":
            self.make(kind, agent, rng.choice(presets))
            self.states()
        elif kind == "set_wall_open":
            self.make(kind, rng.choice(self.scene.doors), rng.choice(["open", "closed"]))
        elif kind == "set_pressed":
            self.make(kind, rng.choice(["down", "up"]))
        elif kind == "trigger":
            self.make(kind, "come in")
        elif kind == "replace_preset":
            fields = preset_fields(self.scene, self.scene.preset("Preset R"))
            self.make(kind, rng.choice(presets), text_of(fields))
            self.states()
        elif kind in ("set_target", "set_danger"):
            options = [("pointer", "-"), ("none", "-"), ("marker", rng.choice(sorted(world._markers)))] + [("agent", other) for other in others]
            self.make(kind, agent, *rng.choice(options))
        elif kind == "apply_scene":
            if rng.random() < 0.6:
                self.scene = self.scene.edited()
                self.text = text_of(export(self.scene))
                self.replaced.clear()
                label = f"e{len(self.exports)}"
                self.exports[label] = self.text
                self.add(kind, label)
                self.world.apply_scene(self.text)
                self.states()
        else:
            raise ValueError(kind)

    def make(self, kind, *fields):
        """Makes a call by the runner of the port, as a line says it."""
        self.add(kind, *fields)
        run = conformance.Run.__new__(conformance.Run)
        run.world, run.replaced_presets = self.world, self.replaced
        run.call(kind, " ".join(map(str, fields)).split(" "))
        self.world = run.world
