"""Steerwright runtime: moves the agents of an exported scene, to the same bit as the editor does.

One file, no dependencies, Python 3.8 or newer. Licence: MIT OR Apache-2.0, at your choice.

    import pathlib, steerwright
    world = steerwright.load(pathlib.Path("guards.steer.json").read_bytes())
    world.advance(1 / 30)  # once a frame, with the seconds since the last one
    for agent in world.agents: draw(agent.name, agent.x, agent.y, agent.heading_x, agent.heading_y)
    for event in world.events: print(event.tick, event.agent, event.kind, event.node)

Lengths are in game units (u), times in seconds. All motion is computed in 64-bit floats with + - * / sqrt and comparisons
only, in the written order: so it comes out the same everywhere. A formula that is rearranged gives other bits.

In reading order: loading, vectors and chance, behaviors, paths, homing walks, cells, neighbors, agents, the world.
"""

from __future__ import annotations

import json
from collections import deque
from itertools import islice
from math import floor, inf, isfinite, pi, sqrt
from typing import Any, Callable, Iterator, NamedTuple, NoReturn, Tuple, TypeVar, Union

__all__ = ["Agent", "Event", "SteerwrightError", "World", "load"]

_VERSION = 1  # files with a `min_reader` up to this one can be read
_Item = TypeVar("_Item")
_Vector = Tuple[float, float]
_Cell = Tuple[int, int]  # column, row
_Kind = TypeVar("_Kind", bound="_Behavior")
_ZERO: _Vector = (0.0, 0.0)
_HEADING_SPEED = 1e-6  # u/s; an agent that is slower keeps its heading
_NEGLIGIBLE = 1e-9  # a force no longer than this is none, for the combination by priority


# ---- Loading ----------------------------------------------------------------------------------------------------------


class SteerwrightError(ValueError):
    """A file that cannot be loaded, or a call that cannot be done: where, what, and how to mend it."""


def load(source: str | bytes | dict[str, Any]) -> World:
    """The world of an export, `NAME.steer.json`, at tick 0. Takes its text, its bytes, or the parsed JSON.

    Raises `SteerwrightError`, which names the field and the remedy, for anything it cannot read.
    """
    return World(_parsed(source))


def _parsed(source: str | bytes | dict[str, Any]) -> _Json:
    if isinstance(source, (str, bytes)):
        try:
            source = json.loads(source)
        except (ValueError, RecursionError) as error:
            _Json(None).fail(f"is not JSON ({error})")
    return _Json(source)


class _Json:
    """A value of the file, and where it stands, so that an error leads there."""

    __slots__ = ("value", "_parent", "_key")

    def __init__(self, value: Any, parent: _Json | None = None, key: str | int = "") -> None:
        self.value = value
        self._parent = parent
        self._key = key

    def place(self) -> str:
        """Such as `agents[3].body.mass`."""
        if self._parent is None:
            return "the file"
        if isinstance(self._key, int):
            return f"{self._parent.place()}[{self._key}]"
        return self._key if self._parent._parent is None else f"{self._parent.place()}.{self._key}"

    def fail(self, problem: str, remedy: str = "export the scene again") -> NoReturn:
        raise SteerwrightError(f"{self.place()}: {problem}; {remedy}")

    def __getitem__(self, key: str) -> _Json:
        """A field of this object."""
        if not isinstance(self.value, dict):
            self.fail("is not an object")
        if key not in self.value:
            _Json(None, self, key).fail("is missing")
        return _Json(self.value[key], self, key)

    def items(self, count: int | None = None) -> list[_Json]:
        """The items of this array, which must be `count` if that is given."""
        if not isinstance(self.value, list):
            self.fail("is not an array")
        if count is not None and len(self.value) != count:
            self.fail(f"is not an array of {count}")
        return [_Json(value, self, index) for index, value in enumerate(self.value)]

    def by_id(self, read: Callable[[_Json], _Item]) -> dict[int, _Item]:
        """The items of this array, each read, by their `id`."""
        found: dict[int, _Item] = {}
        for item in self.items():
            id = item["id"].whole()
            if id in found:
                item["id"].fail(f"{id} is there twice")
            found[id] = read(item)
        return found

    def number(self) -> float:
        # `type`, since True and False are numbers to `isinstance`.
        if type(self.value) not in (int, float) or not -1e12 <= self.value <= 1e12:
            self.fail("is not a number from -1e12 to 1e12")
        return float(self.value)

    def positive(self) -> float:
        if self.number() <= 0.0:
            self.fail("is not a number above 0")
        return self.number()

    def whole(self, low: int = 0, high: int = 2**32 - 1) -> int:
        if type(self.value) not in (int, float) or not low <= self.value <= high or self.value != floor(self.value):
            self.fail(f"is not a whole number from {low} to {high}")
        return int(self.value)

    def number_or(self, otherwise: float) -> float:
        """This number, or `otherwise` for null."""
        return otherwise if self.value is None else self.number()

    def whole_or(self, otherwise: int) -> int:
        return otherwise if self.value is None else self.whole()

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            self.fail("is not true or false")
        return self.value

    def text(self) -> str:
        if not isinstance(self.value, str):
            self.fail("is not a text")
        return self.value

    def choice(self, *known: str) -> str:
        for text in known:
            if self.value == text:
                return text
        self.fail(f"is not one of {', '.join(known)}")


# ---- Vectors and chance -----------------------------------------------------------------------------------------------


def _length(x: float, y: float) -> float:
    return sqrt(x * x + y * y)


def _distance(ax: float, ay: float, bx: float, by: float) -> float:
    x, y = bx - ax, by - ay
    return sqrt(x * x + y * y)


def _direction(x: float, y: float) -> _Vector:
    """The vector divided by its length; zero for a zero vector, and for one too long for a float."""
    length = sqrt(x * x + y * y)
    return (x / length, y / length) if 0.0 < length < inf else _ZERO


def _truncate(x: float, y: float, limit: float) -> _Vector:
    """The vector, shortened to `limit` if it is longer; zero if it is too long for a float."""
    squared = x * x + y * y
    if squared <= limit * limit and squared < inf:
        return x, y
    length = sqrt(squared)
    return (x * (limit / length), y * (limit / length)) if length < inf else _ZERO


def _segment_distance(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
    """How near the segment from a to b comes to (x, y)."""
    abx, aby = bx - ax, by - ay
    squared = abx * abx + aby * aby
    if 0.0 < squared < inf:
        part = ((x - ax) * abx + (y - ay) * aby) / squared
        if part > 0.0:
            part = 1.0 if part > 1.0 else part
            ax, ay = ax + abx * part, ay + aby * part
    return _distance(ax, ay, x, y)


# 1/n! for the odd numbers 17 to 3, alternating in sign: the Taylor series of the sine, last term first.
_SINE = (
    1.0 / 355687428096000.0,
    -1.0 / 1307674368000.0,
    1.0 / 6227020800.0,
    -1.0 / 39916800.0,
    1.0 / 362880.0,
    -1.0 / 5040.0,
    1.0 / 120.0,
    -1.0 / 6.0,
)


def _rotate(x: float, y: float, angle: float) -> _Vector:
    """The vector turned by `angle` radians, -pi to pi: by a polynomial, since sin and cos differ between platforms."""
    h = min(max(angle, -pi), pi) / 8.0
    square = h * h
    series = 0.0
    for coefficient in _SINE:
        series = series * square + coefficient
    sin = h + h * (square * series)
    cos = sqrt(1.0 - sin * sin)
    for _ in range(3):  # doubling the angle brings it back from an eighth
        sin, cos = 2.0 * sin * cos, 1.0 - 2.0 * sin * sin
    return x * cos - y * sin, x * sin + y * cos


class _Random:
    """An agent's own stream of random numbers: xoshiro128++ by D. Blackman and S. Vigna."""

    __slots__ = ("_words",)

    def __init__(self, fields: _Json) -> None:
        self._words = [word.whole() for word in fields.items(4)]

    def next_u32(self) -> int:
        a, b, c, d = self._words
        total = (a + d) & 0xFFFFFFFF
        c ^= a
        d ^= b
        self._words = [a ^ d, b ^ c, c ^ (b << 9 & 0xFFFFFFFF), (d << 11 | d >> 21) & 0xFFFFFFFF]
        return ((total << 7 | total >> 25) + a) & 0xFFFFFFFF

    def next_float(self) -> float:
        """From 0, without 1."""
        return self.next_u32() * (1.0 / 4294967296.0)


def _scattered(random: _Random, shortest: float, longest: float) -> _Vector:
    """A random vector: a direction by rejection from the square, then a length."""
    x, y = 1.0, 0.0
    for _ in range(64):
        px, py = 2.0 * random.next_float() - 1.0, 2.0 * random.next_float() - 1.0
        if 1e-6 < px * px + py * py <= 1.0:
            x, y = _direction(px, py)
            break
    length = shortest + (longest - shortest) * random.next_float()
    return x * length, y * length


# ---- Behaviors -------------------------------------------------------------------------------------------------------
#
# A behavior reads its parameters from the file and asks for a force, from the state at the start of a step. What it
# remembers from step to step is the agent's, so two behaviors of one kind share it.


class _Place:
    """A marker or the pointer: what agents go for or run from besides each other."""

    __slots__ = ("x", "y", "vx", "vy")

    def __init__(self, fields: _Json) -> None:
        self.x, self.y = fields["x"].number(), fields["y"].number()
        self.vx = self.vy = 0.0


def _force_for(agent: Agent, wanted_x: float, wanted_y: float) -> _Vector:
    """The force that asks for a velocity. Nearly all behaviors end here."""
    x, y = (wanted_x - agent.vx) / agent._time_to_target, (wanted_y - agent.vy) / agent._time_to_target
    return (x, y) if isfinite(x) and isfinite(y) else _ZERO


def _seek(agent: Agent, x: float, y: float, speed: float) -> _Vector:
    x, y = _direction(x - agent.x, y - agent.y)
    return _force_for(agent, x * speed, y * speed)


def _flee(agent: Agent, x: float, y: float, speed: float) -> _Vector:
    x, y = _direction(x - agent.x, y - agent.y)
    return _force_for(agent, -x * speed, -y * speed)


def _arrive(
    agent: Agent,
    x: float,
    y: float,
    speed: float,
    target_radius: float,
    slow_radius: float,
    ramp: str = "linear",
    stop: str = "brake",
) -> _Vector:
    """Seeks, but slows down within the slow radius and stops within the target radius."""
    distance = _distance(agent.x, agent.y, x, y)
    if distance < target_radius:
        return _force_for(agent, 0.0, 0.0) if stop == "brake" else _ZERO
    if distance <= slow_radius and slow_radius > 0.0:
        if ramp == "linear":
            speed = speed * distance / slow_radius
        elif ramp == "sqrt":
            speed = speed * sqrt(distance / slow_radius)
        else:
            part = distance / slow_radius
            speed = speed * (part * part)
    return _seek(agent, x, y, speed)


def _predicted(agent: Agent, goal: _Goal, max_prediction: float = inf) -> _Vector:
    """Where the goal will be when the agent could have got there."""
    time = _distance(agent.x, agent.y, goal.x, goal.y) / agent._max_speed if agent._max_speed > 0.0 else 0.0
    time = max_prediction if time > max_prediction else time
    x, y = goal.x + goal.vx * time, goal.y + goal.vy * time
    return (x, y) if isfinite(x) and isfinite(y) else (goal.x, goal.y)


class _Behavior:
    """What all behaviors have in common."""

    search_radius = 0.0
    """How far it looks for neighbors, u."""

    def __init__(self, fields: _Json) -> None:
        """Reads the parameters."""

    def force(self, agent: Agent, world: World) -> _Vector:
        """What the agent would like to be pushed by."""
        raise NotImplementedError


class _Seek(_Behavior):
    """Straight to the target."""

    def force(self, agent: Agent, world: World) -> _Vector:
        target = agent._target
        return _seek(agent, target.x, target.y, agent._max_speed) if target else _ZERO


class _Flee(_Behavior):
    """Straight away from the danger, if it is near."""

    def __init__(self, fields: _Json) -> None:
        self.panic_distance = fields["panic_distance"].number_or(inf)

    def force(self, agent: Agent, world: World) -> _Vector:
        danger = agent._danger
        if danger is None or _distance(agent.x, agent.y, danger.x, danger.y) > self.panic_distance:
            return _ZERO
        return _flee(agent, danger.x, danger.y, agent._max_speed)


class _Arrive(_Behavior):
    """To the target, slowing down."""

    def __init__(self, fields: _Json) -> None:
        self.target_radius = fields["target_radius"].number()
        self.slow_radius = fields["slow_radius"].number()
        self.ramp = fields["ramp"].choice("linear", "sqrt", "quadratic")
        self.stop = fields["stop"].choice("brake", "coast")

    def force(self, agent: Agent, world: World) -> _Vector:
        target = agent._target
        if target is None:
            return _ZERO
        world._note_arrival(agent, _distance(agent.x, agent.y, target.x, target.y) < self.target_radius)
        return _arrive(agent, target.x, target.y, agent._max_speed, self.target_radius, self.slow_radius, self.ramp, self.stop)


class _Leave(_Behavior):
    """Away from the danger, the faster the nearer."""

    def __init__(self, fields: _Json) -> None:
        self.escape_radius = fields["escape_radius"].number()
        self.danger_radius = fields["danger_radius"].number()
        self.ramp = fields["ramp"].choice("stepped", "smooth")

    def force(self, agent: Agent, world: World) -> _Vector:
        danger = agent._danger
        if danger is None:
            return _ZERO
        distance = _distance(agent.x, agent.y, danger.x, danger.y)
        if distance > self.danger_radius:
            return _ZERO
        speed = agent._max_speed
        if distance >= self.escape_radius:
            if self.ramp == "stepped" and self.danger_radius > 0.0:
                speed = speed - speed * distance / self.danger_radius
            elif self.ramp == "smooth" and self.danger_radius > self.escape_radius:
                speed = speed * (self.danger_radius - distance) / (self.danger_radius - self.escape_radius)
        return _flee(agent, danger.x, danger.y, speed)


class _Pursue(_Behavior):
    """To where the target is going to be."""

    def __init__(self, fields: _Json) -> None:
        self.max_prediction = fields["max_prediction"].number_or(inf)

    def force(self, agent: Agent, world: World) -> _Vector:
        target = agent._target
        return _seek(agent, *_predicted(agent, target, self.max_prediction), agent._max_speed) if target else _ZERO


class _Evade(_Behavior):
    """Away from where the danger is going to be."""

    def __init__(self, fields: _Json) -> None:
        self.max_prediction = fields["max_prediction"].number_or(inf)

    def force(self, agent: Agent, world: World) -> _Vector:
        danger = agent._danger
        return _flee(agent, *_predicted(agent, danger, self.max_prediction), agent._max_speed) if danger else _ZERO


def _quantized(x: float) -> float:
    """Rounded to a multiple of 2^-32. Sums of such numbers are exact, so their order does not matter."""
    return (x + 1572864.0) - 1572864.0


def _push(agent: Agent, others: Iterator[Agent], radius: float, strength: float, inverse_square: bool = False) -> _Vector:
    """The push that keeps an agent off the others within `radius`: of one length, or the stronger the nearer they are."""
    squared_radius = radius * radius
    inverse_radius = 1.0 / radius if radius != 0.0 else inf
    inverse_radius = inverse_radius if inverse_radius < inf else 0.0
    least = (radius / 1024.0) * (radius / 1024.0)  # nearer than this, squared, the push grows no more
    sum_x = sum_y = 0.0
    for other in others:
        dx, dy = other.x - agent.x, other.y - agent.y
        squared = dx * dx + dy * dy
        if squared <= squared_radius:
            if inverse_square:
                w = radius / (squared if squared > least else least) if least > 0.0 else 0.0
                sum_x += _quantized(-dx * w)
                sum_y += _quantized(-dy * w)
            else:
                sum_x += _quantized(dx * inverse_radius)
                sum_y += _quantized(dy * inverse_radius)
    if not inverse_square:
        x, y = _direction(sum_x, sum_y)
        return -x * strength, -y * strength
    if radius == 0.0:
        return _ZERO
    x, y = sum_x * (strength / radius), sum_y * (strength / radius)
    return (x, y) if isfinite(x) and isfinite(y) else _ZERO


class _Separation(_Behavior):
    """Off the neighbors."""

    def __init__(self, fields: _Json) -> None:
        self.search_radius = fields["radius"].number()
        self.max_separation = fields["max_separation"].number()
        self.inverse_square = fields["falloff"].choice("none", "inverse_square") == "inverse_square"

    def force(self, agent: Agent, world: World) -> _Vector:
        # The agent itself is among them, and pushes by nothing.
        others = world._neighbors.near(agent.x, agent.y, self.search_radius)
        return _push(agent, others, self.search_radius, self.max_separation, self.inverse_square)


class _FollowLeader(_Behavior):
    """Behind the leader, out of its way, and off its other followers."""

    def __init__(self, fields: _Json) -> None:
        self.behind_distance = fields["behind_distance"].number()
        self.sight_radius = fields["sight_radius"].number()
        self.slow_radius = fields["slow_radius"].number()
        self.search_radius = fields["separation_radius"].number()
        self.max_separation = fields["max_separation"].number()

    def force(self, agent: Agent, world: World) -> _Vector:
        leader = agent._leader
        if leader is None:
            return _ZERO
        near = world._neighbors.near(agent.x, agent.y, self.search_radius)
        others = (other for other in near if other is not agent and (other is leader or other._leader is leader))
        push_x, push_y = _push(agent, others, self.search_radius, self.max_separation)
        ahead_x, ahead_y = leader.heading_x * self.behind_distance, leader.heading_y * self.behind_distance
        evade_x, evade_y = _ZERO
        if (
            _distance(agent.x, agent.y, leader.x + ahead_x, leader.y + ahead_y) <= self.sight_radius
            or _distance(agent.x, agent.y, leader.x, leader.y) <= self.sight_radius
        ):
            evade_x, evade_y = _flee(agent, *_predicted(agent, leader), agent._max_speed)
        x, y = _arrive(agent, leader.x - ahead_x, leader.y - ahead_y, agent._max_speed, 0.0, self.slow_radius)
        return evade_x + x + push_x, evade_y + y + push_y


# ---- Paths ------------------------------------------------------------------------------------------------------------


class _Node:
    """A node of a path, and the points of the curve from it to the next one."""

    __slots__ = ("x", "y", "radius", "wait_ticks", "speed", "between")

    def __init__(self, fields: _Json) -> None:
        self.x, self.y = fields["x"].number(), fields["y"].number()
        self.radius = fields["radius"].number()
        self.wait_ticks = fields["wait_ticks"].whole()
        self.speed = fields["speed"].number_or(inf)
        self.between: list[_Vector] = []


class _Path:
    """A path made ready for walking."""

    def __init__(self, fields: _Json) -> None:
        self.traversal = fields["traversal"].choice("once", "loop", "ping_pong")
        self.radius = fields["radius"].number()
        points = [(x.number(), y.number()) for x, y in (point.items(2) for point in fields["points"].items())]
        self.nodes: list[_Node] = []
        after = 0  # the index of the point after the last node
        for node in fields["nodes"].items():
            index = node["point"].whole()
            if not after <= index < len(points):
                node["point"].fail("is not the index of a point after that of the node before")
            if self.nodes:
                self.nodes[-1].between = points[after:index]
            self.nodes.append(_Node(node))
            after = index + 1
        if self.nodes:
            self.nodes[-1].between = points[after:]

    def nearest_node(self, x: float, y: float) -> int:
        """The index of the nearest node, of two as near the first."""
        distances = [_distance(x, y, node.x, node.y) for node in self.nodes]
        return distances.index(min(distances))


class _Progress:
    """How far an agent has come on its path."""

    __slots__ = ("node", "wait", "_finished", "_backwards", "_leg", "_passed")

    def __init__(self, node: int) -> None:
        self.node = node
        """The index of the node sought."""
        self.wait = 0
        """Ticks left of a wait."""
        self._finished = False
        self._backwards = False
        self._leg: int | None = None  # the node whose points are between; none on the way to the first node
        self._passed = 0  # how many of them are passed

    def advance(self, path: _Path, agent: Agent, world: World) -> None:
        """One tick: counts down a wait, or sees what the last move reached, and goes on from there.

        It reaches one node at most, and as many points on the way to it as the move passed.
        """
        if self._finished:
            return
        if self.wait > 0:
            self.wait -= 1
            if self.wait > 0:
                return
            world._emit(agent, "wait_ended", self.node)
            self._move_on(path, agent, world)
            if self._finished:
                return
        fx, fy, x, y = agent.previous_x, agent.previous_y, agent.x, agent.y
        point = self.next_between(path)
        while point is not None:
            if not _segment_distance(fx, fy, x, y, *point) <= path.radius:
                return
            self._passed += 1
            point = self.next_between(path)
        node = path.nodes[self.node]
        if _segment_distance(fx, fy, x, y, node.x, node.y) <= node.radius:
            world._emit(agent, "node_reached", self.node)
            self.wait = node.wait_ticks
            if self.wait > 0:
                world._emit(agent, "wait_started", self.node)
            else:
                self._move_on(path, agent, world)

    def next_between(self, path: _Path) -> _Vector | None:
        """The next point of the curve before the node sought."""
        between = [] if self._leg is None else path.nodes[self._leg].between
        if self._passed >= len(between):
            return None
        return between[-1 - self._passed if self._backwards else self._passed]

    def fit(self, path: _Path) -> None:
        """Stays within a path that has changed under the agent's feet."""
        last = len(path.nodes) - 1
        self.node = max(min(self.node, last), 0)
        self._finished = self._finished and path.traversal == "once" and self.node == last
        if self._backwards and path.traversal != "ping_pong":
            # What is passed of the leg was counted from its other end.
            self._backwards, self._leg = False, None
        if self._leg is not None:
            self._leg = self._leg if self._leg <= last else None
            self._passed = 0 if self._leg is None else min(self._passed, len(path.nodes[self._leg].between))

    def _move_on(self, path: _Path, agent: Agent, world: World) -> None:
        last = len(path.nodes) - 1
        if self.node == (0 if self._backwards else last):
            if path.traversal == "once":
                self._finished = True
                world._emit(agent, "path_finished")
                return
            if path.traversal == "loop":
                self._leg, self._passed, self.node = last, 0, 0
                return
            if last == 0:
                return
            self._backwards = not self._backwards
        if self._backwards:
            self.node -= 1
            self._leg = self.node
        else:
            self._leg = self.node
            self.node += 1
        self._passed = 0


class _FollowPath(_Behavior):
    """Along the path, node after node, with its waits and speed limits."""

    def __init__(self, fields: _Json) -> None:
        self.start = fields["start"].choice("first", "nearest", "node")
        self.start_node = fields["start_node"].whole() if self.start == "node" else 0
        self.target_radius = fields["target_radius"].number()
        self.slow_radius = fields["slow_radius"].number()

    def first_node(self, path: _Path, x: float, y: float) -> int:
        """The index of the node that an agent at (x, y) seeks first."""
        if not path.nodes:
            return 0
        if self.start == "nearest":
            return path.nearest_node(x, y)
        return min(self.start_node, len(path.nodes) - 1)

    def force(self, agent: Agent, world: World) -> _Vector:
        path, progress = agent._path, agent._progress
        if path is None or not path.nodes:
            return _ZERO
        progress.advance(path, agent, world)
        agent.node = progress.node
        if progress.wait > 0:
            return _force_for(agent, 0.0, 0.0)
        node = path.nodes[progress.node]
        speed = node.speed if node.speed < agent._max_speed else agent._max_speed
        point = progress.next_between(path)
        if point is not None:
            return _seek(agent, *point, speed)
        if path.traversal == "once" and progress.node + 1 == len(path.nodes):
            return _arrive(agent, node.x, node.y, speed, self.target_radius, self.slow_radius)
        return _seek(agent, node.x, node.y, speed)


# ---- Homing walks -----------------------------------------------------------------------------------------------------


class _Walk:
    """How far an agent has come on its homing walk."""

    __slots__ = ("way_point", "straight", "ahead", "planned_for")

    def __init__(self) -> None:
        self.way_point: _Vector | None = None
        """The point sought; none before the first tick."""
        self.straight = False
        """Whether that is the target itself."""
        self.ahead: deque[_Vector] = deque()
        """The points a smooth walk still has to pass."""
        self.planned_for = _ZERO
        """Where the target was when a smooth walk was planned."""


class _HomingWalk(_Behavior):
    """To the target through random way-points, inside a field of view that narrows with the distance."""

    def __init__(self, fields: _Json) -> None:
        self.step_fraction = fields["step_fraction"].number()
        self.min_step = fields["min_step"].number()
        self.max_step = fields["max_step"].number()
        self.aggro_radius = fields["aggro_radius"].number()
        self.max_fov_deg = fields["max_fov_deg"].number()
        self.reach_radius = fields["reach_radius"].number()
        self.smooth = fields["smooth"].flag()

    def half_fov(self, distance: float) -> float:
        """Half the field of view at `distance` from the target, radians."""
        near = distance if distance < self.aggro_radius else self.aggro_radius
        max_fov = self.max_fov_deg * (pi / 180.0)
        return 0.5 * max_fov * near / self.aggro_radius if self.aggro_radius > 0.0 else 0.5 * max_fov

    def force(self, agent: Agent, world: World) -> _Vector:
        target, walk = agent._target, agent._walk
        if target is None:
            return _ZERO
        was_straight = walk.straight
        pick = self._pick_all if self.smooth else self._pick_next
        picked = pick(agent, (target.x, target.y), world._turn_sign)
        distance = _distance(agent.x, agent.y, target.x, target.y)
        world._note_sight(agent, distance <= self.aggro_radius)
        if picked and not (was_straight and walk.straight):
            world._emit(agent, "way_point_picked")
        world._note_arrival(agent, walk.straight and distance < self.reach_radius)
        if walk.straight or walk.way_point is None:
            slow_radius = self.min_step if self.min_step > self.reach_radius else self.reach_radius
            return _arrive(agent, target.x, target.y, agent._max_speed, self.reach_radius, slow_radius)
        return _seek(agent, *walk.way_point, agent._max_speed)

    def _pick_next(self, agent: Agent, target: _Vector, turn_sign: float) -> bool:
        """Picks the next way-point, if one is due: at the last one, or when the target runs from a walk straight to it."""
        walk = agent._walk
        if walk.way_point is not None:
            distance = _distance(agent.x, agent.y, *(target if walk.straight else walk.way_point))
            if distance > self.reach_radius and not (walk.straight and distance > 2.0 * self.min_step):
                return False
        walk.way_point, walk.straight = self._picked((agent.x, agent.y), target, agent._random, turn_sign)
        return True

    def _pick_all(self, agent: Agent, target: _Vector, turn_sign: float) -> bool:
        """Plans a curve through way-points up to the target, if none is there or the target has moved; passes its points."""
        walk = agent._walk
        due = walk.way_point is None or _distance(*walk.planned_for, *target) > 2.0 * self.min_step
        if due:
            walk.planned_for = target
            controls, straight = [(agent.x, agent.y)], False
            while len(controls) < 256 and not straight:
                control, straight = self._picked(controls[-1], target, agent._random, turn_sign)
                controls.append(control)
            walk.ahead = deque(_curve(controls, 0.2 * self.reach_radius))
        # The last point is the target's: it is arrived at, never passed.
        while len(walk.ahead) > 1 and _distance(agent.x, agent.y, *walk.ahead[0]) <= self.reach_radius:
            walk.ahead.popleft()
        walk.way_point, walk.straight = (walk.ahead[0] if walk.ahead else target), len(walk.ahead) <= 1
        return due

    def _picked(self, position: _Vector, target: _Vector, random: _Random, turn_sign: float) -> tuple[_Vector, bool]:
        """The way-point after `position`, and whether it is the target. Draws only if it is not."""
        distance = _distance(*position, *target)
        step = distance * self.step_fraction
        step = step if step < self.max_step else self.max_step
        step = step if step > self.min_step else self.min_step
        if step > distance:
            return target, True
        angle = self.half_fov(distance) * random.next_float()
        angle = (-angle if random.next_u32() % 2 == 0 else angle) * turn_sign
        x, y = _direction(target[0] - position[0], target[1] - position[1])
        x, y = _rotate(x * step, y * step, angle)
        return (position[0] + x, position[1] + y), False


def _curve(controls: list[_Vector], tolerance: float) -> list[_Vector]:
    """The points, after the first control, of a centripetal Catmull-Rom curve through `controls`.

    They lie so near each other that the curve strays no further than `tolerance` from the line through them, as far as 2^8
    pieces between two controls can do that.
    """
    points: list[_Vector] = []
    for i in range(len(controls) - 1):
        b, c = controls[i], controls[i + 1]
        a = controls[i - 1] if i > 0 else _mirrored(c, b)
        d = controls[i + 2] if i + 2 < len(controls) else _mirrored(b, c)
        if 0.0 < _spacing(b, c) < inf:
            _Stretch(a, b, c, d).divide(0.0, b, 1.0, c, tolerance, 8, points)
        points.append(c)
    return points


def _spacing(p: _Vector, q: _Vector) -> float:
    """How far apart two knots lie: the root of the distance is what makes the curve centripetal."""
    return sqrt(_distance(*p, *q))


def _mirrored(p: _Vector, center: _Vector) -> _Vector:
    return center[0] + (center[0] - p[0]), center[1] + (center[1] - p[1])


class _Stretch:
    """The curve from control b to control c, with their outer neighbors a and d."""

    def __init__(self, a: _Vector, b: _Vector, c: _Vector, d: _Vector) -> None:
        before, middle, after = _spacing(a, b), _spacing(b, c), _spacing(c, d)
        # A neighbor in the same place gives no direction: the far end is mirrored instead.
        if not 0.0 < before < inf:
            a, before = _mirrored(c, b), middle
        if not 0.0 < after < inf:
            d, after = _mirrored(b, c), middle
        self.controls = (a, b, c, d)
        self.knots = (0.0, before, before + middle, before + middle + after)

    def at(self, part: float) -> _Vector:
        """The point at `part`, 0 to 1, of the way between the knots of b and c."""
        a, b, c, d = self.controls
        t0, t1, t2, t3 = self.knots
        t = t1 + (t2 - t1) * part

        def blend(p: _Vector, q: _Vector, start: float, end: float) -> _Vector:
            v, w = (end - t) / (end - start), (t - start) / (end - start)
            return p[0] * v + q[0] * w, p[1] * v + q[1] * w

        try:
            p, q, r = blend(a, b, t0, t1), blend(b, c, t1, t2), blend(c, d, t2, t3)
            x, y = blend(blend(p, q, t0, t2), blend(q, r, t1, t3), t1, t2)
        except ZeroDivisionError:
            x = y = inf
        if isfinite(x) and isfinite(y):
            return x, y
        # One spacing is lost in the rounding of another: the stretch is straight.
        return b[0] + (c[0] - b[0]) * part, b[1] + (c[1] - b[1]) * part

    def divide(
        self, start: float, p: _Vector, end: float, q: _Vector, tolerance: float, depth: int, points: list[_Vector]
    ) -> None:
        """Halves the piece from `p` to `q` until it lies well within `tolerance` of the chord."""
        looked_at = (self.at(start + (end - start) * part) for part in (0.5, 0.25, 0.75))
        if depth == 0 or not any(_segment_distance(*p, *q, *point) > 0.9 * tolerance for point in looked_at):
            return
        half = start + (end - start) * 0.5
        middle = self.at(half)
        self.divide(start, p, half, middle, tolerance, depth - 1, points)
        points.append(middle)
        self.divide(half, middle, end, q, tolerance, depth - 1, points)


# ---- Cells ------------------------------------------------------------------------------------------------------------


_FIRST, _LAST = -(2**31), 2**31 - 1  # columns and rows; what lies further out is in the outermost


def _clamped(index: float) -> int:
    return floor(min(max(index, _FIRST), _LAST))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


class _Cells:
    """The plane divided into square cells, some of them blocked. Rows count upward, also where y grows downward."""

    def __init__(self, fields: _Json, turn_sign: float) -> None:
        self._size = fields["size"].positive()
        self._turn_sign = turn_sign
        self._blocked: set[_Cell] = set()
        for cell in fields["blocked"].items():
            column, row = (index.whole(_FIRST, _LAST) for index in cell.items(2))
            self._blocked.add((column, row if turn_sign > 0.0 else -1 - row))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Cells) and (self._size, self._blocked) == (other._size, other._blocked)

    def same_size(self, other: _Cells) -> bool:
        return self._size == other._size

    def cell_at(self, x: float, y: float) -> _Cell:
        """The cell that holds a point."""
        return _clamped(x / self._size), _clamped(y * self._turn_sign / self._size)

    def center(self, cell: _Cell) -> _Vector:
        return (cell[0] + 0.5) * self._size, (cell[1] + 0.5) * self._size * self._turn_sign

    def can_step(self, start: _Cell, end: _Cell) -> bool:
        """Whether a mover may go to a cell beside its own: it is free, and no corner of a blocked one is cut."""
        diagonal = start[0] != end[0] and start[1] != end[1]
        beside = ((end[0], start[1]), (start[0], end[1])) if diagonal else ()
        return end not in self._blocked and self._blocked.isdisjoint(beside)


def _line(start: _Cell, end: _Cell) -> Iterator[_Cell]:
    """Bresenham's line of cells after `start`, up to `end`."""
    (column, row), columns, rows = start, abs(end[0] - start[0]), abs(end[1] - start[1])
    step_column, step_row = _sign(end[0] - start[0]), _sign(end[1] - start[1])
    long, short = max(columns, rows), min(columns, rows)
    error = 2 * short - long
    for _ in range(long):
        aside = error >= 0
        if aside:
            error -= 2 * long
        error += 2 * short
        if columns >= rows or aside:
            column += step_column
        if rows > columns or aside:
            row += step_row
        yield column, row


class _CellMover:
    """Where an agent that moves by cells is."""

    __slots__ = ("start", "end", "elapsed", "prey", "line", "sees_prey")

    def __init__(self, cell: _Cell) -> None:
        self.start = self.end = cell
        self.elapsed = 0
        """Ticks since the last step began."""
        self.prey: _Cell | None = None
        """The cell that the line was drawn for."""
        self.line: Iterator[_Cell] = iter(())
        """The cells of the line still to take."""
        self.sees_prey = True
        """Whether the line got to its end."""

    def forget_line(self) -> None:
        """Draws it anew at the next step."""
        self.prey, self.line = None, iter(())


class _GridChase(_Behavior):
    """Cell by cell to the target, or away from it. It asks for no force: it says where the agent is."""

    def __init__(self, fields: _Json) -> None:
        self.by_axes = fields["method"].choice("axis", "line_of_sight") == "axis"
        self.evades = fields["aim"].choice("chase", "evade") == "evade"
        self.step_ticks = fields["step_ticks"].whole(1)
        self.max_path_length = fields["max_path_length"].whole(0, 10**6)
        self.step_interval = fields.value.get("step_interval")

    def means_the_same(self, other: _GridChase) -> bool:
        """Whether the line that one of them has drawn holds for the other."""
        return vars(self) == {**vars(other), "step_ticks": self.step_ticks}

    def force(self, agent: Agent, world: World) -> _Vector:
        cells, mover, target = world._cells, agent._mover, agent._target
        if mover is None:
            return _ZERO
        prey = None if target is None else cells.cell_at(target.x, target.y)
        entered = False
        if mover.elapsed == 0:
            mover.start, mover.end = mover.end, self._next_cell(mover, prey, cells)
            entered = mover.start != mover.end
        mover.elapsed += 1
        if mover.elapsed >= self.step_ticks:
            mover.elapsed = 0
        if prey is not None and not self.by_axes and not self.evades:
            world._note_sight(agent, mover.sees_prey)
        if entered:
            world._emit(agent, "cell_entered")
        world._note_arrival(agent, prey == mover.end)

        (from_x, from_y), (x, y) = cells.center(mover.start), cells.center(mover.end)
        if mover.elapsed > 0:
            part = mover.elapsed / self.step_ticks
            x, y = from_x + (x - from_x) * part, from_y + (y - from_y) * part
        agent._placed = (x, y)
        return _ZERO

    def _next_cell(self, mover: _CellMover, prey: _Cell | None, cells: _Cells) -> _Cell:
        here = mover.end
        if prey is None:
            mover.forget_line()
            return here
        goal = prey
        if self.evades:  # the prey's mirror image
            goal = _clamped(here[0] + _clamped(here[0] - prey[0])), _clamped(here[1] + _clamped(here[1] - prey[1]))
        if self.by_axes:
            columns, rows = _sign(goal[0] - here[0]), _sign(goal[1] - here[1])
            for step in ((columns, rows), (columns, 0), (0, rows)):
                cell = here[0] + step[0], here[1] + step[1]
                if cell != here and cells.can_step(here, cell):
                    return cell
            return here
        if mover.prey != prey:
            mover.prey = prey
            self._draw_line(mover, goal, cells)
        return next(mover.line, here)

    def _draw_line(self, mover: _CellMover, goal: _Cell, cells: _Cells) -> None:
        """The line to `goal`, up to the first step that a blocked cell forbids."""
        at = mover.end
        line = []
        for cell in islice(_line(at, goal), self.max_path_length):
            if not cells.can_step(at, cell):
                break
            line.append(cell)
            at = cell
        mover.line = iter(line)
        mover.sees_prey = at == goal


# ---- Neighbors -------------------------------------------------------------------------------------------------------


class _Neighbors:
    """Who is near whom, through squares as wide as the widest search instead of all pairs."""

    def __init__(self, agents: list[Agent], widest: float) -> None:
        self._agents = agents
        self._size = max(widest, 1e-3)
        self._squares: dict[tuple[int, int], list[Agent]] = {}
        for agent in agents:
            square = floor(agent.x / self._size), floor(agent.y / self._size)
            self._squares.setdefault(square, []).append(agent)

    def near(self, x: float, y: float, radius: float) -> Iterator[Agent]:
        """All agents within `radius` of (x, y), and some others."""
        # Wider by more than the rounding, so that nobody at the edge is missed.
        reach = radius * (1.0 + 1e-9) + (abs(x) + abs(y)) * 1e-15
        left, right = floor((x - reach) / self._size), floor((x + reach) / self._size)
        bottom, top = floor((y - reach) / self._size), floor((y + reach) / self._size)
        if right - left > 8 or top - bottom > 8:  # very far out, where floats lie far apart
            yield from self._agents
            return
        for column in range(left, right + 1):
            for row in range(bottom, top + 1):
                yield from self._squares.get((column, row), ())


# ---- Agents -----------------------------------------------------------------------------------------------------------

_STEERING: dict[str, type[_Behavior]] = {
    "seek": _Seek,
    "flee": _Flee,
    "arrive": _Arrive,
    "leave": _Leave,
    "pursue": _Pursue,
    "evade": _Evade,
    "follow_path": _FollowPath,
    "separation": _Separation,
    "follow_leader": _FollowLeader,
    "homing_walk": _HomingWalk,
}
_BY_CELLS: dict[str, type[_Behavior]] = {"grid_chase": _GridChase}


class Agent:
    """An agent as the last step left it. It is there to be read; what moves agents are the calls of `World`."""

    # fmt: off
    __slots__ = (
        "id", "name", "x", "y", "previous_x", "previous_y", "vx", "vy", "heading_x", "heading_y", "steering", "node",
        "_mass", "_max_speed", "_max_force", "_time_to_target", "_by_priority", "_behaviors", "_path", "_target", "_danger",
        "_leader", "_random", "_progress", "_walk", "_mover", "_arrived", "_sees", "_driven", "_placed", "_force", "_start",
        "_path_id",
    )
    # fmt: on

    def __init__(self, fields: _Json, world: World) -> None:
        self.id = fields["id"].whole()
        """Names the agent."""
        self.name = fields["name"].text()
        """What its author calls it."""
        self.vx, self.vy = fields["vx"].number(), fields["vy"].number()
        """How it moves, u/s."""
        self.heading_x, self.heading_y = 1.0, 0.0
        """The direction, of length 1, in which it moved last."""
        self._turn()
        self.steering = 0.0
        """The length of the steering force of the last step."""
        self.node: int | None = None
        """The index of the node it went for in the last step, if it walks a path."""

        body = fields["body"]
        self._mass = body["mass"].positive()
        self._max_speed = body["max_speed"].number()
        self._max_force = body["max_force"].number()
        self._time_to_target = body["time_to_target"].positive()
        by_cells = fields["motion"].choice("steered", "grid_chase") == "grid_chase"
        self._by_priority = not by_cells and fields["combine"].choice("weighted_sum", "priority") == "priority"
        kinds = _BY_CELLS if by_cells else _STEERING
        self._behaviors = [
            (behavior["weight"].number(), kinds[behavior["kind"].choice(*kinds)](behavior))
            for behavior in fields["behaviors"].items(1 if by_cells else None)
        ]

        # What behaviors remember.
        self._random = _Random(fields["random_state"])
        self._walk = _Walk()
        self._arrived = False
        self._sees: bool | None = None
        # Where the game, or a way from cell to cell, puts the agent.
        self._driven: _Vector | None = None
        self._placed: _Vector | None = None
        self._force = _ZERO

        self.x, self.y = fields["x"].number(), fields["y"].number()
        """Where it is, u."""
        scatter = fields["scatter"]
        scattered = None if scatter.value is None else (scatter["min"].number(), scatter["max"].number())
        self._start = (self.x, self.y, self.vx, self.vy, scattered)  # as authored
        if scattered is not None:
            x, y = _scattered(self._random, *scattered)
            self.x, self.y = self.x + x, self.y + y * world._turn_sign
        self._mover: _CellMover | None = None
        if by_cells:
            self._enter_cell(world._cells)
        self.previous_x, self.previous_y = self.x, self.y
        """Where it was a tick ago, u."""

        self._path_id = fields["path"].whole_or(-1)
        self._path = world._paths.get(self._path_id)
        self._progress = self._first_progress()
        # The world sets these, when all agents are there.
        self._target: _Goal | None = None
        self._danger: _Goal | None = None
        self._leader: Agent | None = None

    @property
    def speed(self) -> float:
        """How fast it moves, u/s."""
        return _length(self.vx, self.vy)

    @property
    def fov_deg(self) -> float | None:
        """The full field of view at the present distance, degrees; none without a homing walk and a target."""
        target, walk = self._target, self._first(_HomingWalk)
        if walk is None or target is None:
            return None
        return 2.0 * walk.half_fov(_distance(self.x, self.y, target.x, target.y)) * (180.0 / pi)

    def _first(self, kind: type[_Kind]) -> _Kind | None:
        """Its first behavior of a kind."""
        return next((behavior for _, behavior in self._behaviors if isinstance(behavior, kind)), None)

    def _first_progress(self) -> _Progress:
        """Its progress on its path, as from where it is."""
        follow = self._first(_FollowPath)
        return _Progress(follow.first_node(self._path, self.x, self.y) if follow and self._path else 0)

    def _go_on_as(self, was: Agent, cells: _Cells, cells_before: _Cells) -> None:
        """Takes over the state of this agent in an earlier world, as far as it fits what the agent is now."""
        for slot in _CARRIED_OVER:
            setattr(self, slot, getattr(was, slot))
        walk, walk_before = self._first(_HomingWalk), was._first(_HomingWalk)
        if (walk and walk.smooth) == (walk_before and walk_before.smooth):
            self._walk = was._walk
        if self._mover is not None:
            chase, chase_before = self._first(_GridChase), was._first(_GridChase)
            if was._mover is not None and cells.same_size(cells_before):
                self._mover = was._mover
                if cells != cells_before or not (chase and chase_before and chase.means_the_same(chase_before)):
                    self._mover.forget_line()
            else:
                self._mover = _CellMover(cells.cell_at(was.x, was.y))
                self.x, self.y = cells.center(self._mover.end)
        follow, follow_before = self._first(_FollowPath), was._first(_FollowPath)
        starts = [follow and (follow.start, follow.start_node) for follow in (follow, follow_before)]
        if self._path_id == was._path_id and starts[0] == starts[1]:
            self._progress = was._progress
            if self._path is not None:
                self._progress.fit(self._path)
        else:
            self._progress = self._first_progress()

    def _enter_cell(self, cells: _Cells) -> None:
        """Puts a cell mover in the middle of the cell it is in."""
        self._mover = _CellMover(cells.cell_at(self.x, self.y))
        self.x, self.y = self.previous_x, self.previous_y = cells.center(self._mover.end)

    def _decide(self, world: World) -> None:
        """What to do in this step, from the state at its start."""
        if self._mover is None or self._driven is not None:
            self.node = None  # a cell mover keeps the node it sought before an edit made it one
        self._placed = self._driven
        x = y = 0.0
        if self._driven is None:
            for weight, behavior in self._behaviors:
                force_x, force_y = behavior.force(self, world)
                if self._by_priority:
                    x, y = force_x * weight, force_y * weight
                    if _length(x, y) > _NEGLIGIBLE:
                        break  # those after it are not even asked
                    x = y = 0.0
                else:
                    x, y = x + force_x * weight, y + force_y * weight
        self._force = _truncate(x, y, self._max_force)
        self.steering = _length(*self._force)

    def _move(self, dt: float) -> None:
        x, y = self.previous_x, self.previous_y = self.x, self.y
        if self._placed is not None:
            self.x, self.y = self._placed
            self.vx, self.vy = (self.x - x) / dt, (self.y - y) / dt
        else:
            force_x, force_y = self._force
            self.vx, self.vy = vx, vy = _truncate(
                self.vx + force_x / self._mass * dt, self.vy + force_y / self._mass * dt, self._max_speed
            )
            x, y = x + vx * dt, y + vy * dt
            if isfinite(x) and isfinite(y):
                self.x, self.y = x, y
        self._turn()

    def _turn(self) -> None:
        """Turns the heading to where the agent moves, if it does."""
        if _length(self.vx, self.vy) > _HEADING_SPEED:
            self.heading_x, self.heading_y = _direction(self.vx, self.vy)


_Goal = Union[_Place, Agent]
# What an agent keeps when its scene is edited, whatever it is now.
_CARRIED_OVER = (
    "x", "y", "previous_x", "previous_y", "vx", "vy", "heading_x", "heading_y", "steering", "node",
    "_random", "_arrived", "_sees", "_driven",
)  # fmt: skip


# ---- World ------------------------------------------------------------------------------------------------------------


class Event(NamedTuple):
    """Something that happened to an agent."""

    tick: int
    """The tick that the step led to."""
    agent: int
    """The id of the agent."""
    kind: str
    """`node_reached`, `wait_started`, `wait_ended`, `path_finished`, `arrived`, `way_point_picked`, `cell_entered`,
    `sight_lost` or `sight_gained`."""
    node: int | None
    """The index of the node, for the first three kinds."""


class World:
    """The agents of a scene, and what happens to them. `load` makes one."""

    def __init__(self, file: _Json) -> None:
        if file["format"].value != "steerwright-export":
            file["format"].fail('is not "steerwright-export"')
        wanted = file["min_reader"].whole(1)
        if wanted > _VERSION:
            file["min_reader"].fail(
                f"asks for a reader of version {wanted}, and this one is of version {_VERSION}",
                'write a newer steerwright.py with "steerwright runtime python --out ."',
            )
        self.tick = 0
        """Ticks since the start."""
        self.dt = 1.0 / file["ticks_per_second"].positive()
        """Seconds a tick."""
        self.events: list[Event] = []
        """What happened in the last `step` or `advance`: tick by tick, and in the order of ids."""
        self._owed = 0.0  # ticks that are due, and the part of one that is not yet

        self._turn_sign = -1.0 if file["y_down"].flag() else 1.0
        self.options: dict[str, Any] = {
            key: file.value[key] for key in ("y_down", "plane", "scale", "origin") if key in file.value
        }
        """How the scene was placed when it was exported."""
        self._pointer = _Place(file["pointer"])
        self._markers = file["markers"].by_id(_Place)
        self._paths = file["paths"].by_id(_Path)
        self._cells = _Cells(file["cells"], self._turn_sign)
        agents = file["agents"].by_id(lambda fields: Agent(fields, self))
        self._agents = {id: agents[id] for id in sorted(agents)}
        self.agents = list(self._agents.values())
        """All agents, in the order of their ids."""
        for fields in file["agents"].items():
            self._bind(fields)
        self._neighbors = _Neighbors([], 1.0)
        self._widest_search = max(
            (behavior.search_radius for agent in self.agents for _, behavior in agent._behaviors), default=0.0
        )

    @property
    def time(self) -> float:
        """Seconds since the start."""
        return self.tick * self.dt

    @property
    def fraction(self) -> float:
        """The part of a tick, 0 to 1, that `advance` has kept.

        For smooth motion draw an agent at `previous_x + (x - previous_x) * fraction`, and its y likewise.
        """
        return self._owed

    def agent(self, id: int) -> Agent | None:
        """The agent with this id, if there is one."""
        return self._agents.get(id)

    def step(self) -> None:
        """Takes one tick."""
        self.events = []
        self._take_tick()

    def advance(self, seconds: float) -> int:
        """Takes as many whole ticks as fit into `seconds` and what was kept before, and keeps the rest. Returns their number.

        It takes 240 at most: a late game slows down, it does not freeze. Anything but a finite number above 0 counts as 0.
        """
        self.events = []
        self._owed += seconds / self.dt if 0.0 < seconds < inf else 0.0
        ticks = 0
        while self._owed >= 1.0:
            if ticks == 240:
                self._owed = 0.0
                break
            self._owed -= 1.0
            ticks += 1
        for _ in range(ticks):
            self._take_tick()
        return ticks

    def reread(self, source: str | bytes | dict[str, Any]) -> None:
        """Takes over an edited scene, given as in `load`, while the game goes on.

        Everything authored is that of the new scene; the tick, the pointer and the kept part of a tick stay. An agent that was
        there before goes on from where it is, unless its authored start has changed and the game does not drive it. What the
        game changed itself (targets, markers, agents taken out) is again as authored. All agents are new objects.

        A file that `load` would not take is refused in the same way, and leaves the world as it was.
        """
        edited = World(_parsed(source))
        edited.tick, edited._owed, edited.events = self.tick, self._owed, self.events
        edited._pointer.x, edited._pointer.y = self._pointer.x, self._pointer.y
        for agent in edited.agents if edited._placement() == self._placement() else ():
            was = self._agents.get(agent.id)
            if was is not None and (was._driven is not None or was._start == agent._start):
                agent._go_on_as(was, edited._cells, self._cells)
        vars(self).update(vars(edited))

    def set_pointer(self, x: float, y: float) -> None:
        """Moves the pointer to (x, y), u."""
        self._pointer.x, self._pointer.y = _checked(x, y)

    def move_marker(self, id: int, x: float, y: float) -> None:
        """Moves a marker to (x, y), u."""
        marker = self._markers.get(id)
        if marker is None:
            raise SteerwrightError(f"there is no marker {id}; look for its id in the export")
        marker.x, marker.y = _checked(x, y)

    def set_target(self, agent: int, kind: str | None, id: int | None = None) -> None:
        """What an agent goes for from now on: `"marker"` or `"agent"` with its id, `"pointer"`, or None for nothing."""
        mover = self._known(agent)
        mover._target = self._given_goal(mover, kind, id)

    def set_danger(self, agent: int, kind: str | None, id: int | None = None) -> None:
        """What an agent runs from from now on, given as in `set_target`."""
        mover = self._known(agent)
        mover._danger = self._given_goal(mover, kind, id)

    def drive(self, agent: int, x: float, y: float) -> None:
        """The game moves an agent from now on: the next step puts it at (x, y), u, and it stays there until driven on.

        Its velocity is that of the way it made; its steering is 0, and its behaviors rest.
        """
        self._known(agent)._driven = _checked(x, y)

    def release(self, agent: int) -> None:
        """Gives a driven agent back to its behaviors, where it is; one that moves by cells, in the middle of its cell."""
        released = self._known(agent)
        if released._driven is not None and released._mover is not None:
            released._enter_cell(self._cells)
        released._driven = None

    def despawn(self, agent: int) -> None:
        """Takes an agent out of the world. Whoever aimed at it or followed it has none then."""
        gone = self._known(agent)
        del self._agents[agent]
        self.agents = list(self._agents.values())  # a new list, so that a loop over the old one goes on undisturbed
        for other in self.agents:
            other._target = None if other._target is gone else other._target
            other._danger = None if other._danger is gone else other._danger
            other._leader = None if other._leader is gone else other._leader

    def _placement(self) -> tuple[Any, ...]:
        """What numbers mean in the game: under another one the same numbers are other places."""
        return self._turn_sign, self.options.get("scale", 1), self.options.get("origin", {"x": 0, "y": 0})

    def _take_tick(self) -> None:
        self.tick += 1
        if self._widest_search > 0.0:
            self._neighbors = _Neighbors(self.agents, self._widest_search)
        for agent in self.agents:
            agent._decide(self)
        for agent in self.agents:
            agent._move(self.dt)

    def _emit(self, agent: Agent, kind: str, node: int | None = None) -> None:
        self.events.append(Event(self.tick, agent.id, kind, node))

    def _note_arrival(self, agent: Agent, arrived: bool) -> None:
        if arrived and not agent._arrived:
            self._emit(agent, "arrived")
        agent._arrived = arrived

    def _note_sight(self, agent: Agent, sees: bool) -> None:
        if agent._sees is not None and agent._sees != sees:  # the first look is silent
            self._emit(agent, "sight_gained" if sees else "sight_lost")
        agent._sees = sees

    def _bind(self, fields: _Json) -> None:
        """Finds what an agent goes for, runs from and follows: none, if it is not in the file or is the agent itself."""
        agent = self._agents[fields["id"].whole()]
        agent._target = self._read_goal(agent, fields["target"])
        agent._danger = self._read_goal(agent, fields["danger"])
        leader = self._agents.get(fields["leader"].whole_or(-1))
        if leader is not agent and any(isinstance(behavior, _FollowLeader) for _, behavior in agent._behaviors):
            agent._leader = leader

    def _read_goal(self, agent: Agent, fields: _Json) -> _Goal | None:
        if fields.value is None:
            return None
        kind = fields["kind"].choice("marker", "agent", "pointer")
        goal = self._goal(kind, None if kind == "pointer" else fields["id"].whole())
        return None if goal is agent else goal

    def _given_goal(self, agent: Agent, kind: str | None, id: int | None) -> _Goal | None:
        goal = self._goal(kind, id)
        if goal is None and kind is not None:
            raise SteerwrightError(f'there is no {kind} {id}; use "marker" or "agent" and its id, "pointer", or None')
        return None if goal is agent else goal

    def _goal(self, kind: str | None, id: int | None) -> _Goal | None:
        if kind == "pointer":
            return self._pointer
        if id is None:
            return None
        return self._markers.get(id) if kind == "marker" else self._agents.get(id) if kind == "agent" else None

    def _known(self, id: int) -> Agent:
        agent = self._agents.get(id)
        if agent is None:
            raise SteerwrightError(f"there is no agent {id}; it may have been despawned")
        return agent


def _checked(x: float, y: float) -> _Vector:
    """Coordinates that the game gave."""
    if not (-1e9 <= x <= 1e9 and -1e9 <= y <= 1e9):
        raise SteerwrightError(f"({x}, {y}) is not a place with coordinates from -1e9 to 1e9; look where it was computed")
    return float(x), float(y)
