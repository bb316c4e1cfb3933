"""Steerwright runtime: moves the agents of an exported scene exactly as the editor does, bit for bit.

One file, no dependencies, Python 3.8 or newer. License: MIT OR Apache-2.0, at your choice.

    import pathlib, steerwright
    world = steerwright.load(pathlib.Path("guards.steer.json").read_bytes())
    world.advance(1 / 30)  # once a frame, with the seconds since the last one
    for agent in world.agents: draw(agent.name, agent.x, agent.y, agent.heading_x, agent.heading_y)
    for event in world.events: print(event.tick, event.agent, event.kind, event.node)

Lengths are in game units (u), times in seconds. All motion is computed in 64-bit floats with
+ - * / sqrt and comparisons only, in the written order, which gives the same result on every
machine. A rearranged formula gives other bits. The motion contract of
Steerwright specifies the motion.

In reading order: loading, vectors and random numbers, behaviors, paths, homing walks, grid chase,
neighbors, agents, the world.
"""

from __future__ import annotations

import copy
import json
import re
from bisect import bisect_right
from collections import deque
from heapq import heapify, heappop, heappush
from itertools import chain, islice, repeat
from math import ceil, floor, fmod, inf, isfinite, nan, pi, sqrt
from struct import pack, unpack
from typing import (
    Any,
    Callable,
    Collection,
    Deque,
    Dict,
    Iterable,
    Iterator,
    Mapping,
    NamedTuple,
    NoReturn,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
    Union,
)

__all__ = [
    "Agent",
    "Cell",
    "Event",
    "PathLine",
    "PathPlace",
    "PropertyValue",
    "SteerwrightError",
    "World",
    "load",
]

_SAVE_VERSION = 1
_VERSION = 1  # files with a `min_reader` up to this one can be read
_MAX_DEPTH = 127  # of lists and objects within each other
_MAX_INTEGER = 999999999999999  # 15 digits
_MAX_LENGTH = 1e9
_MAX_COORDINATE = 1e9
_MAX_U32 = 2**32 - 1
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')
_Item = TypeVar("_Item")
_Self = TypeVar("_Self", bound="_Behavior")
_Vector = Tuple[float, float]
_Cell = Tuple[int, int]  # column, row
PropertyValue = Union[None, bool, int, float, str]
"""The value of a custom property."""
_Key = Tuple[Optional[str], Optional[int]]  # of what an agent refers to: its kind and its id
# x, y, vx, vy, limits of the scatter, the heading at rest
_Start = Tuple[float, float, float, float, Optional[_Vector], Optional[_Vector]]
_ZERO: _Vector = (0.0, 0.0)
_RADIANS_PER_DEGREE = pi / 180.0
_DEGREES_PER_RADIAN = 180.0 / pi
_HEADING_SPEED = 1e-6  # u/s; a slower agent keeps its heading
_NEGLIGIBLE = 1e-9  # blending by priority skips forces up to this length
_MAX_AGENTS = 50_000  # a spawner adds none to a world that has this many
_MAX_CONTACTS = 10_000  # of a tick
_MAX_PENDING = 1000  # the triggers of one name that count in a tick
_MAX_NOISES = 1000  # calls of `noise` that count in a tick
_MAX_TAKEN = 65536  # that the search for the way of a cell mover takes
_MAX_NAMES = 1000  # calls of `force_event` that count in a tick
_ALIGNED = 0.999999999  # the cosine of a direction that is as good as the wanted one
# u, in files without them
_TOUCH_MARGIN, _ROUTE_TOLERANCE, _REPATH_DISTANCE = 0.05, 0.1, 1.0
_MAX_TICKS_PER_ADVANCE = 240
_MAX_ACTIONS = 32  # of a node or a state, places along a segment, and nodes that follow
_MAX_STATES = 32  # besides the first
_MAX_TRANSITIONS = 32  # of a state
_MAX_TERMS = 16  # of a transition
_MAX_WATCHES = 16  # teams
_MAX_TIMES = 1_000_000_000  # that a spawner fires
_MAX_TRIES = 16  # of a search to find a free place
_MAX_PAIRS_TO_TRY = 1024  # with more, a contact rule finds agents by cells
_MAX_BUCKETS = 4096.0  # a box that meets more is not divided into them
_MAX_WAYPOINTS = 256  # control points of a smooth homing walk
_MAX_CURVE_DEPTH = 8  # a curve segment is halved at most this often


# ---- Loading -------------------------------------------------------------------------------------


class SteerwrightError(ValueError):
    """A file that cannot be loaded or a call that cannot be made: where, what, and how to fix it."""


def load(source: str | bytes | dict[str, Any]) -> World:
    """Makes the world of an export, `NAME.steer.json`, at tick 0.

    Takes the text of the file, its bytes, or the parsed JSON. Raises `SteerwrightError`, which
    names the field and how to fix it.
    """
    return World(_parse(source))


def _parse(source: str | bytes | dict[str, Any]) -> _Json:
    if isinstance(source, (str, bytes)):
        try:
            text = source.decode("utf-8") if isinstance(source, bytes) else source
            source = json.loads(
                text[1:] if text.startswith("\ufeff") else text,
                parse_float=_finite,
                parse_int=_finite,
                parse_constant=_no_constant,
            )
            _check_json(text)
        except (ValueError, RecursionError) as error:
            _Json(None).fail(f"is not JSON ({error})")
    return _Json(source)


def _finite(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise ValueError("a number is too large")
    return number


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number in JSON")


def _check_json(text: str) -> None:
    """Refuses JSON that the `json` module accepts and other parsers do not."""
    depth = 0
    for match in _TOKENS.finditer(text):
        token = match.group()
        if token in "[{":
            depth += 1
        elif token in "]}":
            depth -= 1
        else:
            json.loads(token).encode("utf-8")  # fails for half of a surrogate pair
        if depth > _MAX_DEPTH:
            raise ValueError("values are nested too deeply")


class _Json:
    """A value of the file that knows its own path, for error messages."""

    __slots__ = ("value", "_parent", "_key")

    def __init__(self, value: Any, parent: _Json | None = None, key: str | int = "") -> None:
        self.value = value
        self._parent = parent
        self._key = key

    def path(self) -> str:
        """For example `agents[3].body.mass`."""
        if self._parent is None:
            return "the file"
        if isinstance(self._key, int):
            return f"{self._parent.path()}[{self._key}]"
        return self._key if self._parent._parent is None else f"{self._parent.path()}.{self._key}"

    def fail(self, problem: str, fix: str = "export the scene again") -> NoReturn:
        raise SteerwrightError(f"{self.path()}: {problem}; {fix}")

    def __getitem__(self, key: str) -> _Json:
        """A field of this object, under its present name or the one in earlier files."""
        if not isinstance(self.value, dict):
            self.fail("is not an object")
        old_name = _OLD_NAMES.get(key)
        if old_name is not None and old_name in self.value:
            if key in self.value:
                _Json(None, self, old_name).fail(f"is an old name of {key}, which is also present")
            return _Json(self.value[old_name], self, old_name)
        if key not in self.value:
            _Json(None, self, key).fail("is missing")
        return _Json(self.value[key], self, key)

    def maybe(self, key: str) -> _Json:
        """A field of this object; null if it is missing."""
        return self[key] if self.has(key) else _Json(None, self, key)

    def has(self, key: str) -> bool:
        return isinstance(self.value, dict) and key in self.value

    def items(self, count: int | None = None) -> list[_Json]:
        """The items of this list. If `count` is given, there must be that many."""
        if not isinstance(self.value, list):
            self.fail("is not a list")
        if count is not None and len(self.value) != count:
            self.fail(f"does not have {count} entries")
        return [_Json(value, self, index) for index, value in enumerate(self.value)]

    def bounded(self, low: int, high: int) -> list[_Json]:
        """The items of this list, which has `low` to `high`."""
        items = self.items()
        if not low <= len(items) <= high:
            self.fail(f"does not have {low} to {high} entries")
        return items

    def by_id(self, read: Callable[[_Json], _Item]) -> dict[int, _Item]:
        """The items of this list as `read` returns them, by their `id`."""
        found: dict[int, _Item] = {}
        for item in self.items():
            id = item["id"].id()
            if id in found:
                item["id"].fail("is used twice")
            found[id] = read(item)
        return found

    def number(self, low: float, high: float) -> float:
        value = self._decimal()
        if not low <= value <= high:
            self.fail(f"is not a number from {low:g} to {high:g}")
        return value

    def length(self) -> float:
        return self.number(0.0, _MAX_LENGTH)

    def coordinate(self) -> float:
        return self.number(-_MAX_COORDINATE, _MAX_COORDINATE)

    def number_or(self, default: float, high: float = _MAX_LENGTH) -> float:
        """This number, 0 to `high`, or `default` for null."""
        return default if self.value is None else self.number(0.0, high)

    def time_to_target(self) -> float:
        return self.number(1e-3, 1e3)

    def time_to_target_or_none(self) -> float | None:
        return None if self.value is None else self.time_to_target()

    def whole(self, low: int = 0, high: int = _MAX_U32) -> int:
        value = self._decimal()
        if not low <= value <= high or value != floor(value):
            self.fail(f"is not a whole number from {low} to {high}")
        return int(value)

    def id(self) -> int:
        return self.whole(0, _MAX_U32)

    def id_or_none(self) -> int | None:
        return None if self.value is None else self.id()

    def title(self) -> str:
        """A name: a text that is not empty."""
        text = self.string()
        if not text:
            self.fail("is empty")
        return text

    def _decimal(self) -> float:
        # `type`, because True and False are numbers to `isinstance`.
        if type(self.value) not in (int, float) or not -inf < self.value < inf:
            return nan
        return _decimal(self.value)

    def check_derived(self, expected: float | bool) -> None:
        """Refuses a derived value that does not follow from the rest of the file."""
        if isinstance(expected, bool):
            matches = self.value is expected
        else:
            matches = self._decimal() == expected
        if not matches:
            self.fail(f"does not match the rest of the file, which gives {expected}")

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            self.fail("is not true or false")
        return self.value

    def string(self) -> str:
        if not isinstance(self.value, str):
            self.fail("is not a string")
        return self.value

    def choice(self, *known: str) -> str:
        for text in known:
            if self.value == text:
                return text
        self.fail(f"is not one of {', '.join(known)}")


_OLD_NAMES = {"blend_mode": "combine", "mode": "aim"}  # the names of fields in earlier files


def _decimal(x: float) -> float:
    """`x` as files hold numbers: at most nine decimals and fifteen digits."""
    magnitude = float(min(abs(x), _MAX_INTEGER + 1))
    scale = 1e9
    while scale > 1.0 and _round_half_up(magnitude * scale) > _MAX_INTEGER:
        scale /= 10.0
    rounded = min(_round_half_up(magnitude * scale), _MAX_INTEGER) / scale
    return -rounded if x < 0 else rounded


def _round_half_up(x: float) -> float:
    """The whole number nearest to `x`, which is not negative."""
    whole = floor(x)
    return whole + 1.0 if x - whole >= 0.5 else float(whole)


def _ticks_in(seconds: float, dt: float, least: int) -> int:
    return max(least, min(int(_round_half_up(seconds / dt)), _MAX_U32))


# ---- Vectors and random numbers ------------------------------------------------------------------


def _length(x: float, y: float) -> float:
    return sqrt(x * x + y * y)


def _distance(ax: float, ay: float, bx: float, by: float) -> float:
    x, y = bx - ax, by - ay
    return sqrt(x * x + y * y)


def _direction(x: float, y: float) -> _Vector:
    """The vector divided by its length. Zero for zero, and for a vector too long for a float."""
    length = sqrt(x * x + y * y)
    return (x / length, y / length) if 0.0 < length < inf else _ZERO


def _truncate(x: float, y: float, limit: float) -> _Vector:
    """The vector, shortened to `limit` if it is longer. Zero if it is too long for a float."""
    squared = x * x + y * y
    if squared <= limit * limit and squared < inf:
        return x, y
    length = sqrt(squared)
    return (x * (limit / length), y * (limit / length)) if length < inf else _ZERO


def _nearest_fraction(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
    """Where the segment from a to b is nearest to (x, y): 0 at a, 1 at b."""
    abx, aby = bx - ax, by - ay
    squared = abx * abx + aby * aby
    if 0.0 < squared < inf:
        t = ((x - ax) * abx + (y - ay) * aby) / squared
        if t > 0.0:
            return 1.0 if t > 1.0 else t
    return 0.0


def _segment_distance(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
    """The shortest distance between (x, y) and the segment from a to b."""
    t = _nearest_fraction(ax, ay, bx, by, x, y)
    if t > 0.0:
        ax, ay = ax + (bx - ax) * t, ay + (by - ay) * t
    return _distance(ax, ay, x, y)


def _square_distance(a: _Vector, b: _Vector, p: _Vector) -> float:
    """The square of the shortest distance between p and the segment from a to b."""
    t = _nearest_fraction(*a, *b, *p)
    q = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) if t > 0.0 else a
    v = p[0] - q[0], p[1] - q[1]
    return v[0] * v[0] + v[1] * v[1]


def _minus(a: _Vector, b: _Vector) -> _Vector:
    return a[0] - b[0], a[1] - b[1]


def _plus(a: _Vector, b: _Vector, k: float) -> _Vector:
    """a + b * k"""
    return a[0] + b[0] * k, a[1] + b[1] * k


def _dot(a: _Vector, b: _Vector) -> float:
    return a[0] * b[0] + a[1] * b[1]


def _cross(a: _Vector, b: _Vector) -> float:
    return a[0] * b[1] - a[1] * b[0]


# 1/n! for the odd numbers 17 to 3, with alternating sign: the Taylor series of the sine, last term
# first.
_SINE_SERIES = (
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
    """The vector rotated counterclockwise by `angle` radians, clamped to -pi to pi.

    Uses a polynomial because sin and cos differ between platforms.
    """
    if angle != angle:  # not a number
        angle = 0.0
    h = min(max(angle, -pi), pi) / 8.0
    squared = h * h
    series = 0.0
    for coefficient in _SINE_SERIES:
        series = series * squared + coefficient
    sin = h + h * (squared * series)
    cos = sqrt(1.0 - sin * sin)
    for _ in range(3):  # doubles the angle: an eighth, a quarter, a half, the whole
        sin, cos = 2.0 * sin * cos, 1.0 - 2.0 * sin * sin
    return x * cos - y * sin, x * sin + y * cos


def _cos2_of_view(fov_deg: float) -> float:
    """The square of the cosine of half a field of view."""
    x, _ = _rotate(1.0, 0.0, fov_deg / 2.0 * _RADIANS_PER_DEGREE)
    return x * x


def _is_in_view(
    x: float, y: float, squared: float, ahead: _Vector, fov_deg: float, cos2: float
) -> bool:
    """Whether the vector, with the square of its length, is in a field of view around `ahead`.

    `cos2` is that of the field of view.
    """
    if fov_deg == 360.0:
        return True
    along = ahead[0] * x + ahead[1] * y
    if fov_deg <= 180.0:
        return along >= 0.0 and along * along >= cos2 * squared
    return along >= 0.0 or along * along <= cos2 * squared


class _Random:
    """An agent's own random stream: xoshiro128++ by D. Blackman and S. Vigna."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, agent: int) -> None:
        """The stream that an agent starts with, from SplitMix64."""
        mask = 2**64 - 1
        words = []
        x = seed + agent * 0xD1B54A32D192ED03
        for _ in range(2):
            x = (x + 0x9E3779B97F4A7C15) & mask
            z = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & mask
            z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
            z ^= z >> 31
            words += [z & 0xFFFFFFFF, z >> 32]
        self._state = words

    def check(self, words: _Json) -> None:
        """Refuses a file whose words are not those of the seed."""
        for word, expected in zip(words.items(4), self._state):
            word.check_derived(expected)

    def words(self) -> list[int]:
        """Its present state."""
        return self._state

    @staticmethod
    def of(words: list[int]) -> _Random:
        """The stream with this state."""
        random = _Random.__new__(_Random)
        random._state = words
        return random

    def next_u32(self) -> int:
        a, b, c, d = self._state
        total = (a + d) & 0xFFFFFFFF
        c ^= a
        d ^= b
        self._state = [a ^ d, b ^ c, c ^ (b << 9 & 0xFFFFFFFF), (d << 11 | d >> 21) & 0xFFFFFFFF]
        return ((total << 7 | total >> 25) + a) & 0xFFFFFFFF

    def next_float(self) -> float:
        """From 0, inclusive, to 1, exclusive."""
        return self.next_u32() * (1.0 / 4294967296.0)


def _random_offset(random: _Random, shortest: float, longest: float) -> _Vector:
    """A random vector: its direction by rejection sampling in a square, then its length."""
    x, y = 1.0, 0.0
    for _ in range(64):
        px, py = 2.0 * random.next_float() - 1.0, 2.0 * random.next_float() - 1.0
        if 1e-6 < px * px + py * py <= 1.0:
            x, y = _direction(px, py)
            break
    length = shortest + (longest - shortest) * random.next_float()
    return x * length, y * length


# ---- Behaviors -----------------------------------------------------------------------------------


class _Place:
    """A place that agents go to or flee from. It is at rest."""

    __slots__ = ("x", "y")
    vx = vy = _radius = 0.0

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = x, y


class _Marker(_Place):
    """A marker or the pointer: what agents can have as a target besides each other."""

    __slots__ = ("name", "key")

    def __init__(self, fields: _Json, key: _Key = ("pointer", None), name: str = "") -> None:
        super().__init__(fields["x"].coordinate(), fields["y"].coordinate())
        self.key = key
        self.name = name


def _read_marker(fields: _Json) -> _Marker:
    fields["kind"].choice("target", "danger")
    return _Marker(fields, ("marker", fields["id"].id()), fields["name"].string())


class _Goal:
    """Where a behavior goes or what it avoids, if it is not the target or the danger of its agent."""

    __slots__ = ("kind", "ahead")

    def __init__(self, kind: str, ahead: float) -> None:
        self.kind = kind
        self.ahead = ahead
        """How far ahead of the place last seen, s."""

    def find(self, agent: Agent) -> _Target | _Place | None:
        """The goal of an agent now; None if there is none."""
        knowledge, kind = agent._knowledge, self.kind
        if kind == "perceived":
            return knowledge.perceived
        if kind in ("last_seen", "last_seen_ahead"):
            seen = knowledge.last_seen
            if seen is None:
                return None
            x, y = seen[0] + seen[2] * self.ahead, seen[1] + seen[3] * self.ahead
            ahead = kind == "last_seen_ahead" and isfinite(x) and isfinite(y)
            return _Place(x, y) if ahead else _Place(seen[0], seen[1])
        if kind == "last_noise":
            noise = knowledge.last_noise
            return None if noise is None else _Place(noise[0], noise[1])
        place = knowledge.post if kind == "post" else knowledge.left_path
        return None if place is None else _Place(*place)


_GOALS = ("perceived", "last_seen", "last_seen_ahead", "last_noise", "left_path", "post")


def _read_goal(
    fields: _Json, is_required: bool = False
) -> tuple[_Goal | None, tuple[Any, ...]]:
    """The goal of a behavior or a term, None for its reference, and a key of it."""
    is_given = is_required or fields.has("goal")
    kind = fields["goal"].choice("reference", *_GOALS) if is_given else "reference"
    ahead = fields["ahead"] if is_required else fields.maybe("ahead")
    if (ahead.value is None) == (kind == "last_seen_ahead"):
        ahead.fail("does not match goal")
    seconds = 0.0 if ahead.value is None else ahead.number(0.0, 1e3)
    return None if kind == "reference" else _Goal(kind, seconds), (kind, seconds)


def _force_toward(agent: Agent, desired_x: float, desired_y: float, tau: float) -> _Vector:
    """The force that brings the agent to the desired velocity within `tau` seconds."""
    x, y = (desired_x - agent.vx) / tau, (desired_y - agent.vy) / tau
    return (x, y) if isfinite(x) and isfinite(y) else _ZERO


def _seek(agent: Agent, x: float, y: float, speed: float, tau: float) -> _Vector:
    x, y = _direction(x - agent.x, y - agent.y)
    return _force_toward(agent, x * speed, y * speed, tau)


def _flee(agent: Agent, x: float, y: float, speed: float, tau: float) -> _Vector:
    x, y = _direction(x - agent.x, y - agent.y)
    return _force_toward(agent, -x * speed, -y * speed, tau)


def _arrive(
    agent: Agent,
    x: float,
    y: float,
    target_radius: float,
    slow_radius: float,
    speed: float,
    tau: float,
    ramp: str = "linear",
    stop: str = "brake",
) -> _Vector:
    """Seeks, but slows down within the slow radius and stops within the target radius."""
    distance = _distance(agent.x, agent.y, x, y)
    if distance < target_radius:
        return _force_toward(agent, 0.0, 0.0, tau) if stop == "brake" else _ZERO
    if not distance > slow_radius and slow_radius > 0.0:
        if ramp == "linear":
            speed = speed * distance / slow_radius
        elif ramp == "sqrt":
            speed = speed * sqrt(distance / slow_radius)
        else:
            k = distance / slow_radius
            speed = speed * (k * k)
    return _seek(agent, x, y, speed, tau)


def _predicted(
    agent: Agent, target: _Target | _Place, max_prediction: float = inf
) -> _Vector:
    """Where the target will be by the time the agent could reach its present position."""
    distance = _distance(agent.x, agent.y, target.x, target.y)
    time = distance / agent._max_speed if agent._max_speed > 0.0 else 0.0
    time = max_prediction if time > max_prediction else time
    x, y = target.x + target.vx * time, target.y + target.vy * time
    return (x, y) if isfinite(x) and isfinite(y) else (target.x, target.y)


class _Route:
    """A route that is planned."""

    __slots__ = ("goal", "points")

    def __init__(self, goal: _Vector, points: Iterable[_Vector]) -> None:
        self.goal = goal
        """Where it leads."""
        self.points: Deque[_Vector] = deque(points)
        """What is still to pass before the goal."""


class _Behavior:
    """A steering behavior of one agent: its parameters, and its memory from tick to tick."""

    neighbor_radius = 0.0
    """How far it looks for neighbors, u."""
    time_to_target: float | None = None
    """Its own time to reach the desired velocity, s, if it does not use that of the body."""
    goal: _Goal | None = None
    """Where it goes or what it avoids, if that is not the target or the danger of its agent."""
    is_routed = False
    """Whether it goes around walls."""
    route: _Route | None = None
    """The route that it has planned, if it is routed."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        """Reads the parameters of the behavior at `index` of the agent's list."""
        self.index = index
        self.weight = fields["weight"].number(-1e6, 1e6)

    def force(self, agent: Agent, world: World) -> _Vector | None:
        """The force it asks for, from the state at the start of the tick, or None for nothing."""
        raise NotImplementedError

    def start(self, agent: Agent) -> None:
        """Begins with a new memory at the present position of the agent."""

    def resume(
        self: _Self, previous: _Self, agent: Agent, previous_agent: Agent, world: World
    ) -> None:
        """Keeps the memory that the same behavior had before its scene was edited."""

    def record(self, archive: _Archive, agent: Agent, world: World) -> None:
        """Its memory, for a hash or a save."""

    def _read_route(self, fields: _Json) -> None:
        self.is_routed = False
        if fields.has("route"):
            self.is_routed = fields["route"].choice("direct", "around_walls") == "around_walls"

    def _next_point(self, agent: Agent, world: World, x: float, y: float) -> _Vector | None:
        """The point of the route to (x, y) that is next; None when the rest goes straight."""
        route = self.route
        if route is None or _distance(*route.goal, x, y) > world._repath_distance:
            points = world._plan((agent.x, agent.y), (x, y), agent._radius)
            route = self.route = _Route((x, y), points or [])
            agent._no_route = points is None
            if points is None:
                world._emit(agent, self.index, "no_route")
        reach = agent._radius + world._route_tolerance
        while route.points and _distance(agent.x, agent.y, *route.points[0]) <= reach:
            route.points.popleft()
        return route.points[0] if route.points else None

    def record_route(self, archive: _Archive) -> None:
        """Its route, for a hash or a save."""
        if self.is_routed:
            route = self.route or _Route(_ZERO, ())
            if archive.has(self.route is not None):
                self.route = _Route(archive.place(route.goal), archive.places(route.points))

    def tau(self, agent: Agent) -> float:
        own = self.time_to_target
        return agent._time_to_target if own is None else own


class _Seek(_Behavior):
    """Straight to the target."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.goal, self.goal_key = _read_goal(fields)
        self._read_route(fields)

    def force(self, agent: Agent, world: World) -> _Vector | None:
        goal = self.goal
        target = agent._target if goal is None else goal.find(agent)
        if target is None:
            return None
        x, y = target.x, target.y
        if self.is_routed:
            x, y = self._next_point(agent, world, x, y) or (x, y)
        return _seek(agent, x, y, agent._max_speed, agent._time_to_target)


class _Flee(_Behavior):
    """Straight away from a danger within the panic distance."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.goal, self.goal_key = _read_goal(fields)
        self.panic_distance = fields["panic_distance"].number_or(inf)

    def force(self, agent: Agent, world: World) -> _Vector | None:
        goal = self.goal
        danger = agent._danger if goal is None else goal.find(agent)
        if danger is None:
            return None
        if _distance(agent.x, agent.y, danger.x, danger.y) > self.panic_distance:
            return None
        return _flee(agent, danger.x, danger.y, agent._max_speed, agent._time_to_target)


class _Arrive(_Behavior):
    """To the target, slowing down."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.goal, self.goal_key = _read_goal(fields)
        self.target_radius = fields["target_radius"].length()
        self.slow_radius = fields["slow_radius"].length()
        self._read_route(fields)
        self.ramp = fields["ramp"].choice("linear", "sqrt", "quadratic")
        self.stop = fields["stop"].choice("brake", "coast")
        self.time_to_target = fields["time_to_target"].time_to_target_or_none()
        self.arrived = False

    def force(self, agent: Agent, world: World) -> _Vector | None:
        goal = self.goal
        target = agent._target if goal is None else goal.find(agent)
        if target is None:
            return None
        arrived = _distance(agent.x, agent.y, target.x, target.y) < self.target_radius
        if arrived and not self.arrived:
            world._emit(agent, self.index, "arrived")
        self.arrived = arrived
        if self.is_routed:
            point = self._next_point(agent, world, target.x, target.y)
            if point is not None:
                return _seek(agent, *point, agent._max_speed, agent._time_to_target)
        return _arrive(
            agent,
            target.x,
            target.y,
            self.target_radius,
            self.slow_radius,
            agent._max_speed,
            self.tau(agent),
            self.ramp,
            self.stop,
        )

    def resume(
        self, previous: _Arrive, agent: Agent, previous_agent: Agent, world: World
    ) -> None:
        self.arrived = previous.arrived

    def record(self, archive: _Archive, agent: Agent, world: World) -> None:
        self.arrived = archive.flag(self.arrived)


class _Leave(_Behavior):
    """Away from the danger, faster the closer it is."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.goal, self.goal_key = _read_goal(fields)
        self.escape_radius = fields["escape_radius"].length()
        self.danger_radius = fields["danger_radius"].length()
        self.ramp = fields["ramp"].choice("stepped", "smooth")
        self.time_to_target = fields["time_to_target"].time_to_target_or_none()

    def force(self, agent: Agent, world: World) -> _Vector | None:
        goal = self.goal
        danger = agent._danger if goal is None else goal.find(agent)
        if danger is None:
            return None
        distance = _distance(agent.x, agent.y, danger.x, danger.y)
        escape, limit = self.escape_radius, self.danger_radius
        if distance > limit:
            return None
        speed = agent._max_speed
        if not distance < escape:
            if self.ramp == "stepped" and limit > 0.0:
                speed = speed - speed * distance / limit
            elif self.ramp == "smooth" and limit > escape:
                speed = speed * (limit - distance) / (limit - escape)
        return _flee(agent, danger.x, danger.y, speed, self.tau(agent))


class _Pursue(_Behavior):
    """To the predicted position of the target."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.goal, self.goal_key = _read_goal(fields)
        self._read_route(fields)
        self.max_prediction = fields["max_prediction"].number_or(inf, 1e6)

    def force(self, agent: Agent, world: World) -> _Vector | None:
        goal = self.goal
        target = agent._target if goal is None else goal.find(agent)
        if target is None:
            return None
        x, y = _predicted(agent, target, self.max_prediction)
        if self.is_routed:
            x, y = self._next_point(agent, world, x, y) or (x, y)
        return _seek(agent, x, y, agent._max_speed, agent._time_to_target)


class _Evade(_Behavior):
    """Away from the predicted position of the danger."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.goal, self.goal_key = _read_goal(fields)
        self.max_prediction = fields["max_prediction"].number_or(inf, 1e6)

    def force(self, agent: Agent, world: World) -> _Vector | None:
        goal = self.goal
        danger = agent._danger if goal is None else goal.find(agent)
        if danger is None:
            return None
        x, y = _predicted(agent, danger, self.max_prediction)
        return _flee(agent, x, y, agent._max_speed, agent._time_to_target)


class _Wander(_Behavior):
    """To a point of a circle ahead, which moves at random along it."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.distance = fields["distance"].length()
        self.radius = fields["radius"].length()
        self.rate = fields["rate"].number(0.0, 1e6)
        self.step = min(self.rate * _RADIANS_PER_DEGREE * dt, pi)
        """How far the point moves in a tick at most, radians."""
        self.angle = 0.0
        """Where the point is on the circle, radians from the heading."""

    def force(self, agent: Agent, world: World) -> _Vector | None:
        angle = self.angle + (2.0 * agent._random.next_float() - 1.0) * self.step
        if angle > pi:
            angle = angle - 2.0 * pi
        if angle < -pi:
            angle = angle + 2.0 * pi
        self.angle = angle
        hx, hy = agent.heading_x, agent.heading_y
        x, y = _rotate(hx, hy, angle * world._turn_sign)
        distance, radius = self.distance, self.radius
        x, y = _direction(hx * distance + x * radius, hy * distance + y * radius)
        speed = agent._max_speed
        return _force_toward(agent, x * speed, y * speed, agent._time_to_target)

    def resume(
        self, previous: _Wander, agent: Agent, previous_agent: Agent, world: World
    ) -> None:
        self.angle = previous.angle

    def record(self, archive: _Archive, agent: Agent, world: World) -> None:
        self.angle = archive.number(self.angle)
        archive.check(-pi <= self.angle <= pi)


def _separate(
    agent: Agent, others: Iterable[Agent], radius: float, strength: float, falloff: str
) -> _Vector | None:
    """The force away from the neighbors among `others`, or None if there is no neighbor.

    It always has the length `strength`, or with the falloff `inverse_square` grows as neighbors
    come nearer.
    """
    if not radius > 0.0:
        return None
    inverse_square = falloff == "inverse_square"
    inverse_radius, squared_radius = 1.0 / radius, radius * radius
    nearest = (radius / 1024.0) * (radius / 1024.0)  # squared; nearer, the force no longer grows
    sum_x = sum_y = 0.0
    found = False
    x, y = agent.x, agent.y
    for other in others:
        dx, dy = other.x - x, other.y - y
        squared = dx * dx + dy * dy
        if squared > squared_radius or other is agent:
            continue
        found = True
        if dx == 0.0 and dy == 0.0:
            # At the very position of the agent, it counts as one beside it: so the two part.
            dx = radius / 1024.0 if other.id > agent.id else -(radius / 1024.0)
        # Adding and subtracting 1.5 * 2^20 rounds to a multiple of 2^-32: sums of such numbers are
        # exact in any order. Not in a function, because this is where the time goes.
        if not inverse_square:
            sum_x += (dx * inverse_radius + 1572864.0) - 1572864.0
            sum_y += (dy * inverse_radius + 1572864.0) - 1572864.0
        elif nearest > 0.0:
            w = radius / (squared if squared > nearest else nearest)
            sum_x += (-dx * w + 1572864.0) - 1572864.0
            sum_y += (-dy * w + 1572864.0) - 1572864.0
    if not found:
        return None
    if inverse_square:
        return sum_x * (strength / radius), sum_y * (strength / radius)
    x, y = _direction(sum_x, sum_y)
    return -x * strength, -y * strength


class _Separation(_Behavior):
    """Away from the neighbors."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.neighbor_radius = fields["radius"].length()
        self.max_separation = fields["max_separation"].length()
        self.falloff = fields["falloff"].choice("none", "inverse_square")

    def force(self, agent: Agent, world: World) -> _Vector | None:
        radius = self.neighbor_radius
        others = world._neighbors.near(agent.x, agent.y, radius)
        return _separate(agent, others, radius, self.max_separation, self.falloff)


def _toward_mean(agent: Agent, vectors: Sequence[_Vector], longest: float) -> _Vector | None:
    """The force to the mean of the vectors, or None if there is none.

    A mean as long as `longest` stands for full speed.
    """
    if not vectors:
        return None
    k = 1.0 / longest if longest > 0.0 else 0.0
    sum_x = sum_y = 0.0
    for x, y in vectors:
        # Rounded as in `_separate`, so that the order of the neighbors does not matter.
        sum_x += (x * k + 1572864.0) - 1572864.0
        sum_y += (y * k + 1572864.0) - 1572864.0
    speed = agent._max_speed / len(vectors)
    return _force_toward(agent, sum_x * speed, sum_y * speed, agent._time_to_target)


class _Flocking(_Behavior):
    """To the mean of something of the neighbors in view."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.neighbor_radius = fields["radius"].length()
        self.fov_deg = fields["fov_deg"].number(0.0, 360.0)
        self.cos2 = _cos2_of_view(self.fov_deg)

    def neighbors(self, agent: Agent, world: World) -> list[Agent]:
        """The other agents within the radius and in view."""
        found: list[Agent] = []
        radius, fov_deg, cos2 = self.neighbor_radius, self.fov_deg, self.cos2
        if not radius > 0.0:
            return found
        x, y, heading = agent.x, agent.y, (agent.heading_x, agent.heading_y)
        squared_radius = radius * radius
        for other in world._neighbors.near(x, y, radius):
            dx, dy = other.x - x, other.y - y
            squared = dx * dx + dy * dy
            if squared > squared_radius or other is agent:
                continue
            if _is_in_view(dx, dy, squared, heading, fov_deg, cos2):
                found.append(other)
        return found


class _Alignment(_Flocking):
    """At the mean velocity of the neighbors."""

    def force(self, agent: Agent, world: World) -> _Vector | None:
        speed = agent._max_speed
        others = self.neighbors(agent, world)
        return _toward_mean(agent, [_truncate(o.vx, o.vy, speed) for o in others], speed)


class _Cohesion(_Flocking):
    """To the middle of the neighbors."""

    def force(self, agent: Agent, world: World) -> _Vector | None:
        x, y = agent.x, agent.y
        others = self.neighbors(agent, world)
        return _toward_mean(agent, [(o.x - x, o.y - y) for o in others], self.neighbor_radius)


class _FollowLeader(_Behavior):
    """Behind the leader, out of its way, and apart from its other followers."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.behind_distance = fields["behind_distance"].length()
        self.sight_radius = fields["sight_radius"].length()
        self.slow_radius = fields["slow_radius"].length()
        self.neighbor_radius = fields["separation_radius"].length()
        self.max_separation = fields["max_separation"].length()
        self.falloff = fields["falloff"].choice("inverse_square", "none")

    def force(self, agent: Agent, world: World) -> _Vector | None:
        leader = agent._leader
        if leader is None:
            return None
        speed, tau = agent._max_speed, agent._time_to_target
        offset_x = leader.heading_x * self.behind_distance
        offset_y = leader.heading_y * self.behind_distance
        ahead_x, ahead_y = leader.x + offset_x, leader.y + offset_y
        behind_x, behind_y = leader.x - offset_x, leader.y - offset_y

        evade_x, evade_y = _ZERO
        if (
            _distance(agent.x, agent.y, ahead_x, ahead_y) <= self.sight_radius
            or _distance(agent.x, agent.y, leader.x, leader.y) <= self.sight_radius
        ):
            evade_x, evade_y = self.evasion(agent, leader, world)
        x, y = _arrive(agent, behind_x, behind_y, 0.0, self.slow_radius, speed, tau)
        near = world._neighbors.near(agent.x, agent.y, self.neighbor_radius)
        others = (other for other in near if other is leader or other._leader is leader)
        separation = _separate(
            agent, others, self.neighbor_radius, self.max_separation, self.falloff
        )
        separation_x, separation_y = separation or _ZERO
        return evade_x + x + separation_x, evade_y + y + separation_y

    def evasion(self, agent: Agent, leader: Agent, world: World) -> _Vector:
        """Out of the way of the leader."""
        speed, tau = agent._max_speed, agent._time_to_target
        heading_x, heading_y = leader.heading_x, leader.heading_y
        dx, dy = agent.x - leader.x, agent.y - leader.y
        ahead, aside = heading_x * dx + heading_y * dy, heading_x * dy - heading_y * dx
        if ahead > 0.0 and -aside <= 1e-9 * ahead and aside <= 1e-9 * ahead:
            # Exactly ahead of its leader, evasion would drive it on: so it steps aside.
            turn_sign = world._cells._turn_sign
            side = turn_sign if aside * turn_sign >= 0.0 else -turn_sign
            return _force_toward(agent, -heading_y * side * speed, heading_x * side * speed, tau)
        return _flee(agent, *_predicted(agent, leader), speed, tau)


# ---- Paths ---------------------------------------------------------------------------------------


class _Gaze:
    """The memory of what tells an agent where to look: actions at nodes, or a search."""

    __slots__ = ("arrivals", "turned")

    def __init__(self) -> None:
        self.arrivals = 0
        """How often a sweep has come to one of its ends."""
        self.turned = False
        """Whether the agent looked where it should after the last tick."""

    def wanted(self, agent: Agent, turn_sign: float) -> tuple[_Vector, _Turn | None]:
        """Where the agent should look, and how fast it turns, if not as its state says."""
        raise NotImplementedError

    def begin(self) -> None:
        """Begins to look about."""
        self.arrivals, self.turned = 0, False

    def has_swept(self, times: int) -> bool:
        """Whether a sweep is done, once a tick."""
        if self.turned:
            self.arrivals, self.turned = self.arrivals + 1, False
        return self.arrivals > times


class _Action:
    """What an agent does at a node, along a segment, or when it enters a state."""

    def key(self) -> tuple[Any, ...]:
        """What is the same for equal actions."""
        return type(self), *vars(self).values()

    def begin(self, progress: _Progress, agent: Agent, world: World) -> None:
        """Begins it at a node."""
        self.run(agent, world)

    def run(self, agent: Agent, world: World) -> None:
        """Does what takes no time."""

    def is_done(self, progress: _Progress, agent: Agent, world: World) -> bool:
        """Whether it does not hold the agent at its node any longer, once a tick."""
        return True

    def wanted(self, progress: _Progress, agent: Agent) -> tuple[_Vector, _Turn | None] | None:
        """Where the agent should look, if that matters, and how fast it turns."""
        return None

    def check_references(self, fields: _Json, world: World) -> None:
        """Refuses references to nothing."""


class _Wait(_Action):
    """Waits for a random number of ticks."""

    def __init__(self, fields: _Json, world: World) -> None:
        _, self.ticks = _read_drawn_time(fields, world.dt)

    def begin(self, progress: _Progress, agent: Agent, world: World) -> None:
        progress.action_ticks = _drawn_ticks(self.ticks, agent._random)

    def is_done(self, progress: _Progress, agent: Agent, world: World) -> bool:
        if progress.action_ticks == 0:
            return True
        progress.action_ticks -= 1
        return False


def _read_drawn_time(fields: _Json, dt: float) -> tuple[tuple[float, float], tuple[int, int]]:
    """The least and the greatest of a time that is drawn, in seconds and in ticks."""
    least = fields["min"].number(0.0, 1e6)
    most = fields["max"].number(least, 1e6)
    ticks = _ticks_in(least, dt, 0), _ticks_in(most, dt, 0)
    fields["min_ticks"].check_derived(ticks[0])
    fields["max_ticks"].check_derived(ticks[1])
    return (least, most), ticks


def _drawn_ticks(limits: tuple[int, int], random: _Random) -> int:
    least, most = limits
    return least + floor(random.next_float() * (most - least + 1)) if most > least else least


def _baked_direction(degrees: float, turn_sign: float) -> _Vector:
    """The direction of an angle, as files hold it."""
    if degrees > 180.0:
        degrees -= 360.0
    elif degrees < -180.0:
        degrees += 360.0
    x, y = _rotate(1.0, 0.0, degrees * _RADIANS_PER_DEGREE)
    return _decimal(x), _decimal(y) * turn_sign


def _read_own_turn(fields: _Json, dt: float) -> _Turn | None:
    """How fast the agent turns, if an action says so."""
    turn_rate, turn = _read_turn(fields, dt)
    for key, expected in (("turn_cos", turn.cos), ("turn_sin", turn.sin)):
        if turn_rate is not None:
            fields[key].check_derived(expected)
        elif fields[key].value is not None:
            fields[key].fail("is not null")
    return None if turn_rate is None else turn


class _Look(_Action):
    """Looks in a direction, or at a place."""

    def __init__(self, fields: _Json, world: World) -> None:
        at = fields["at"]
        kind = at["kind"].choice("direction", "point", "marker")
        self.direction: _Vector | None = None
        self.place: _Place | None = None
        if kind == "direction":
            degrees = at["deg"].number(-360.0, 360.0)
            self.direction = x, y = _baked_direction(degrees, world._turn_sign)
            at["x"].check_derived(x)
            at["y"].check_derived(y)
        elif kind == "point":
            self.place = _Place(at["x"].coordinate(), at["y"].coordinate())
        else:
            id = at["id"].id()
            self.place = world._markers.get(id)
            if self.place is None:
                at["id"].fail(f"names marker {id}, which is not in the file")
        self.turn = _read_own_turn(fields, world.dt)

    def begin(self, progress: _Progress, agent: Agent, world: World) -> None:
        progress.turned = False

    def is_done(self, progress: _Progress, agent: Agent, world: World) -> bool:
        return progress.turned or not agent._looks_by_actions

    def wanted(self, progress: _Progress, agent: Agent) -> tuple[_Vector, _Turn | None] | None:
        direction, place = self.direction, self.place
        if place is not None:
            direction = _direction(place.x - agent.x, place.y - agent.y)
        return None if direction is None else (direction, self.turn)


class _Sweep(_Action):
    """Looks from one direction to another and back."""

    def __init__(self, fields: _Json, world: World) -> None:
        _, self.ends = _read_ends(fields, world._turn_sign)
        self.times = fields["times"].whole(1, 1000)
        self.turn = _read_own_turn(fields, world.dt)

    def begin(self, progress: _Progress, agent: Agent, world: World) -> None:
        progress.begin()

    def is_done(self, progress: _Progress, agent: Agent, world: World) -> bool:
        return not agent._looks_by_actions or progress.has_swept(self.times)

    def wanted(self, progress: _Progress, agent: Agent) -> tuple[_Vector, _Turn | None] | None:
        return self.ends[progress.arrivals % 2], self.turn


def _read_ends(
    fields: _Json, turn_sign: float
) -> tuple[tuple[float, float], tuple[_Vector, _Vector]]:
    """The angles between which a sweep turns, and their directions."""
    angles, ends = [], []
    for key in ("from", "to"):
        angle = fields[f"{key}_deg"].number(-360.0, 360.0)
        end = _baked_direction(angle, turn_sign)
        for field, expected in zip(fields[key].items(2), end):
            field.check_derived(expected)
        angles.append(angle)
        ends.append(end)
    return (angles[0], angles[1]), (ends[0], ends[1])


class _Speed(_Action):
    """Limits the speed on the path from then on."""

    def __init__(self, fields: _Json, world: World) -> None:
        self.limit = fields["limit"].number_or(inf, 1e6)

    def begin(self, progress: _Progress, agent: Agent, world: World) -> None:
        progress.speed_limit = self.limit


class _Emit(_Action):
    """Reports an event of the scene."""

    def __init__(self, fields: _Json, world: World) -> None:
        self.name = fields["name"].title()
        value = fields["value"]
        self.value: str | float | None = None
        if isinstance(value.value, str):
            self.value = value.value
        elif value.value is not None:
            self.value = value.number(-1e15, 1e15)

    def key(self) -> tuple[Any, ...]:
        return _Emit, self.name, type(self.value), self.value

    def begin(self, progress: _Progress, agent: Agent, world: World) -> None:
        world._emitted.append((agent.id, self.name))
        world._events_of_actions.append(("emitted", self.name, self.value))

    def run(self, agent: Agent, world: World) -> None:
        world._emit(agent, None, "emitted", name=self.name, value=self.value)


class _SetWall(_Action):
    """Opens or closes a door at the end of the tick."""

    def __init__(self, fields: _Json, world: World) -> None:
        self.wall = fields["wall"].id()
        self.is_open = fields["open"].flag()

    def run(self, agent: Agent, world: World) -> None:
        before = world._switches.get(self.wall)
        if before is None or before[0] <= agent.id:
            world._switches[self.wall] = agent.id, self.is_open

    def check_references(self, fields: _Json, world: World) -> None:
        wall = world._walls.by_id.get(self.wall)
        if wall is None or not wall.is_door:
            fields["wall"].fail(f"names wall {self.wall}, which is not a door of the file")


class _Meet(_Action):
    """Waits until enough agents wait with the same name."""

    def __init__(self, fields: _Json, world: World) -> None:
        self.name = fields["name"].title()
        self.count = fields["count"].whole(1, 10_000)
        world._has_meetings = True

    def is_done(self, progress: _Progress, agent: Agent, world: World) -> bool:
        if world._meetings.get(self.name, 0) < self.count:
            return False
        world._events_of_actions.append(("met", self.name, None))
        return True


_ALONG_ACTIONS: Dict[str, Type[Any]] = {"speed": _Speed, "emit": _Emit, "set_wall": _SetWall}
_NODE_ACTIONS: Dict[str, Type[Any]] = {
    **{"wait": _Wait, "look": _Look, "sweep": _Sweep, "meet": _Meet},
    **_ALONG_ACTIONS,
}


def _read_action(fields: _Json, kinds: Mapping[str, Type[Any]], world: World) -> _Action:
    """An action, which is one of these kinds."""
    action: _Action = kinds[fields["kind"].choice(*kinds)](fields, world)
    return action


class _Option(NamedTuple):
    """Where a path can go on after a node."""

    path: int
    node: int
    weight: int


class _Junction:
    """How an agent chooses where to go on after a node."""

    def __init__(self, fields: _Json) -> None:
        self.is_random = fields["choose"].choice("random", "in_turn") == "random"
        self.not_back = fields["not_back"].flag()
        items = fields["next"].bounded(1, _MAX_ACTIONS)
        self.options = [
            _Option(item["path"].id(), item["node"].whole(), item["weight"].whole(1, 10**6))
            for item in items
        ]

    def choose(self, progress: _Progress, here: tuple[int, int], random: _Random) -> _Option:
        options = self.options
        if self.not_back:
            onward = [each for each in options if each[:2] != progress.came_from]
            options = onward or options
        if len(options) == 1:
            return options[0]
        if self.is_random:
            n = random.next_u32() % sum(each.weight for each in options)
            total = 0
            for each in options:
                total += each.weight
                if total > n:
                    return each
        turns = progress.turns.get(here, 0)
        progress.turns[here] = (turns + 1) & _MAX_U32
        return options[turns % len(options)]


class _Node:
    """A node of a path, and the curve points from it to the next node."""

    __slots__ = (
        *("x", "y", "radius", "wait_ticks", "speed", "curve", "actions", "along", "junction"),
    )

    def __init__(self, fields: _Json, world: World) -> None:
        self.x, self.y = fields["x"].coordinate(), fields["y"].coordinate()
        self.radius = fields["radius"].length()
        self.wait_ticks = _ticks_in(fields["wait"].number(0.0, 1e6), world.dt, 0)
        fields["wait_ticks"].check_derived(self.wait_ticks)
        self.speed = fields["speed"].number_or(inf, 1e6)
        self.curve: list[_Vector] = []
        self.actions: list[_Action] = []
        """What agents do here, after the wait."""
        self.along: list[tuple[float, float, _Action]] = []
        """What agents do at places on the segment from here, in order."""
        self.junction: _Junction | None = None
        if fields.has("actions"):
            self.actions = [
                _read_action(item, _NODE_ACTIONS, world)
                for item in fields["actions"].bounded(0, _MAX_ACTIONS)
            ]
        if fields.has("along"):
            for item in fields["along"].bounded(0, _MAX_ACTIONS):
                x, y = item["x"].coordinate(), item["y"].coordinate()
                self.along.append((x, y, _read_action(item["action"], _ALONG_ACTIONS, world)))
        if any(fields.has(key) for key in ("choose", "not_back", "next")):
            self.junction = _Junction(fields)

    def check_references(self, fields: _Json, world: World) -> None:
        """Refuses references to nothing. All paths and walls are there."""
        for index, action in enumerate(self.actions):
            action.check_references(fields["actions"].items()[index], world)
        for index, (_, _, action) in enumerate(self.along):
            action.check_references(fields["along"].items()[index]["action"], world)
        for index, option in enumerate(self.junction.options if self.junction else []):
            item = fields["next"].items()[index]
            path = world._paths.get(option.path)
            if path is None:
                item["path"].fail(f"names path {option.path}, which is not in the file")
            if option.node >= len(path.nodes):
                item["node"].fail(
                    f"names node {option.node}, which path {option.path} does not have"
                )


class PathLine(NamedTuple):
    """The line of a path. A closed line does not repeat its first point."""

    points: tuple[_Vector, ...]
    """The nodes of the path and, where it is curved, the points between them, u."""
    closed: bool
    """Whether the last point leads back to the first."""
    length: float
    """Its length, with the way back of a closed line, u."""


class PathPlace(NamedTuple):
    """A place on a path."""

    x: float
    y: float
    along: float
    """Its distance along the path from the first point, u."""
    distance: float
    """Its distance from the given position, u."""


class _Line:
    """The points of a path, measured along their length."""

    def __init__(self, points: list[_Vector], closed: bool) -> None:
        self._cumulative: list[float] = []  # the distance of each point from the first
        run = 0.0
        for index, point in enumerate(points):
            if index > 0:
                run += _distance(*points[index - 1], *point)
            self._cumulative.append(run)
        length = run + _distance(*points[-1], *points[0]) if closed and points else run
        self.line = PathLine(tuple(points), closed, length)

    def nearest(self, x: float, y: float) -> PathPlace | None:
        """The place nearest to (x, y); of several the first."""
        points, closed, _ = self.line
        if not points:
            return None
        nearest = PathPlace(*points[0], 0.0, _distance(*points[0], x, y))
        ends = points[1:] + points[:1] if closed and len(points) > 1 else points[1:]
        for (ax, ay), (bx, by), run in zip(points, ends, self._cumulative):
            part = _nearest_fraction(ax, ay, bx, by, x, y)
            px, py = (ax + (bx - ax) * part, ay + (by - ay) * part) if part > 0.0 else (ax, ay)
            distance = _distance(px, py, x, y)
            if distance < nearest.distance:
                nearest = PathPlace(px, py, run + _distance(ax, ay, px, py), distance)
        return nearest

    def at(self, along: float) -> _Vector | None:
        """The point at a distance along the line."""
        points, closed, length = self.line
        if not points:
            return None
        if closed and length > 0.0:
            along = fmod(along, length)
            if along < 0.0:
                along += length
        passed = bisect_right(self._cumulative, along)
        if passed == 0:
            return points[0]
        if passed < len(points):
            (x, y), run = points[passed], self._cumulative[passed]
        elif closed and along < length:
            (x, y), run = points[0], length
        else:
            return points[0] if closed else points[-1]
        (corner_x, corner_y), start = points[passed - 1], self._cumulative[passed - 1]
        part = (along - start) / (run - start)
        return corner_x + (x - corner_x) * part, corner_y + (y - corner_y) * part


class _Path:
    """The nodes and curve points of a path, in walking order."""

    def __init__(self, fields: _Json, world: World) -> None:
        self.id = fields["id"].id()
        self.name = fields["name"].string()
        self.traversal = fields["traversal"].choice("once", "loop", "ping_pong")
        is_curved = fields["shape"].choice("straight", "catmull_rom") == "catmull_rom"
        tolerance = fields["tolerance"].number(1e-6, _MAX_LENGTH)
        self.radius = fields["radius"].length()
        fields["closed"].check_derived(self.traversal == "loop")
        self.nodes = list(fields["nodes"].by_id(lambda node: _Node(node, world)).values())
        self.is_curved, self.has_along = is_curved, any(node.along for node in self.nodes)
        self.is_scripted = self.has_along or any(
            node.actions or node.junction for node in self.nodes
        )
        """Whether agents do more at its nodes than wait."""
        if is_curved:
            self._add_curves(tolerance)
        points: list[_Vector] = []
        for field, node in zip(fields["nodes"].items(), self.nodes):
            field["point"].check_derived(len(points))
            points += [(node.x, node.y), *node.curve]
        for field, point in zip(fields["points"].items(), points):
            x, y = field.items(2)
            if (x.coordinate(), y.coordinate()) != point:
                field.fail("does not match the nodes of the path")
        fields["points"].items(len(points))
        self.line = _Line(points, self.traversal == "loop")

    def _add_curves(self, tolerance: float) -> None:
        """Computes the curve points after each node."""
        nodes: list[_Vector | None] = [(node.x, node.y) for node in self.nodes]
        if self.traversal == "loop":
            around = [nodes[-1], *nodes, nodes[0], nodes[1 % len(nodes)]] if nodes else []
        else:
            around = [None, *nodes, None, None]
        for node, a, b, c, d in zip(self.nodes, around, around[1:], around[2:], around[3:]):
            if b is not None and c is not None and len(nodes) > 1:
                points = _curve_between(a or _mirror(c, b), b, c, d or _mirror(b, c), tolerance)
                node.curve = [(_decimal(x), _decimal(y)) for x, y in points]

    def nearest_node(self, x: float, y: float) -> int:
        """The index of the nearest node, the first of several at the same distance."""
        distances = [_distance(x, y, node.x, node.y) for node in self.nodes]
        return distances.index(min(distances))


class _Progress(_Gaze):
    """How far an agent has come on its path."""

    __slots__ = (
        *("path", "target_node", "wait_left", "finished", "backward", "segment", "passed"),
        *("along_passed", "action", "action_ticks", "speed_limit", "came_from", "turns"),
    )

    def __init__(self, path: _Path | None, target_node: int) -> None:
        super().__init__()
        self.path = path
        """That of the agent, or the one to which a junction has led it."""
        self.target_node = target_node
        """The index of the node that the agent walks to."""
        self.wait_left = 0
        """Ticks left of a wait."""
        self.finished = False
        self.backward = False
        self.segment: int | None = None  # whose curve leads to the target node; None at the start
        self.passed = 0  # how many of its points are passed
        self.along_passed = 0  # how many of the actions along it are done
        self.action: int | None = None  # the index of the action that holds the agent
        self.action_ticks = 0  # ticks left of an action
        self.speed_limit = inf
        self.came_from: tuple[int, int] | None = None  # the path and the node before
        self.turns: dict[tuple[int, int], int] = {}  # choices at the junctions that take turns

    @property
    def is_held(self) -> bool:
        """Whether the agent stays at its node."""
        return self.wait_left > 0 or self.action is not None

    def advance(self, path: _Path, agent: Agent, world: World, behavior: int) -> None:
        """One tick: counts down a wait, or checks what the last move reached and continues.

        Reaches at most one node, and as many curve points before it as the move passed.
        """
        if self.finished:
            return
        node_before = self.target_node
        was_held = self.wait_left > 0 or self.action is not None
        if was_held and not self._continue_actions(agent, world):
            reached = None
        else:
            reached = self._walk(self.path or path, agent, world)
            if reached is None and not was_held and not world._events_of_actions:
                return
        is_held = self.is_held
        if was_held and (not is_held or reached is not None):
            world._emit(agent, behavior, "wait_ended", node_before)
        if reached is not None:
            world._emit(agent, behavior, "node_reached", reached)
        if world._events_of_actions:
            for kind, name, value in world._events_of_actions:
                world._emit(agent, behavior, kind, name=name, value=value)
            world._events_of_actions.clear()
        if is_held and reached is not None:
            world._emit(agent, behavior, "wait_started", reached)
        if self.finished:
            world._emit(agent, behavior, "path_finished")

    def _continue_actions(self, agent: Agent, world: World) -> bool:
        """One tick at a node. Whether the agent walks on."""
        if self.wait_left > 0:
            self.wait_left -= 1
            if self.wait_left > 0:
                return False
            self._begin_actions(agent, world)
        else:
            self._act(agent, world)
        return not self.finished and self.action is None

    def _walk(self, path: _Path, agent: Agent, world: World) -> int | None:
        """The index of the node that the last move reached."""
        move = agent.previous_x, agent.previous_y, agent.x, agent.y
        if path.has_along:
            self._act_along(path, agent, world, move)
        point = self.next_curve_point(path) if path.is_curved else None
        while point is not None:
            if _segment_distance(*move, *point) > path.radius:
                return None
            self.passed += 1
            point = self.next_curve_point(path)
        reached = self.target_node
        node = path.nodes[reached]
        if _segment_distance(*move, node.x, node.y) > node.radius:
            return None
        if path.has_along:
            self._act_along(path, agent, world, None)
        self.wait_left = node.wait_ticks
        if self.wait_left == 0:
            self._begin_actions(agent, world)
        return reached

    def _begin_actions(self, agent: Agent, world: World) -> None:
        """Begins the actions of the target node, after its wait."""
        actions = self._actions()
        if not actions:
            self._move_on(agent, world)
            return
        self.action = 0
        actions[0].begin(self, agent, world)
        self._act(agent, world)

    def _act(self, agent: Agent, world: World) -> None:
        """Goes on with the actions, until one holds the agent or the last is done."""
        while self.action is not None:
            actions, index = self._actions(), self.action
            if index < len(actions) and not actions[index].is_done(self, agent, world):
                return
            if index + 1 < len(actions):
                self.action = index + 1
                actions[self.action].begin(self, agent, world)
            else:
                self.action = None
                self._move_on(agent, world)

    def _act_along(
        self,
        path: _Path,
        agent: Agent,
        world: World,
        move: tuple[float, float, float, float] | None,
    ) -> None:
        """Does what is to do at the places along the segment that the move passed, or the rest."""
        along = [] if self.segment is None else path.nodes[self.segment].along
        while self.along_passed < len(along):
            x, y, action = along[-1 - self.along_passed if self.backward else self.along_passed]
            if move is not None and not _segment_distance(*move, x, y) <= path.radius:
                return
            self.along_passed += 1
            action.begin(self, agent, world)

    def _actions(self) -> list[_Action]:
        """The actions of the target node."""
        nodes = self.path.nodes if self.path is not None else []
        return nodes[self.target_node].actions if self.target_node < len(nodes) else []

    def _forget_script(self) -> None:
        """Forgets what only matters on paths where agents do more than wait."""
        self.action, self.came_from, self.speed_limit = None, None, inf
        self.action_ticks = self.arrivals = self.along_passed = 0
        self.turned, self.turns = False, {}

    def leave(self) -> None:
        """Forgets what only makes sense while the agent stays on its way."""
        self.wait_left = self.action_ticks = 0
        self.action = self.segment = None
        self.passed = self.along_passed = self.arrivals = 0
        self.turned = False

    def present_action(self) -> _Action | None:
        """The action that holds the agent."""
        if self.action is None:
            return None
        actions = self._actions()
        return actions[self.action] if self.action < len(actions) else None

    def wanted(self, agent: Agent, turn_sign: float) -> tuple[_Vector, _Turn | None]:
        action = self.present_action()
        wanted = None if action is None else action.wanted(self, agent)
        return ((agent.heading_x, agent.heading_y), None) if wanted is None else wanted

    def next_curve_point(self, path: _Path) -> _Vector | None:
        """The next curve point before the target node."""
        if self.segment is None:
            return None
        curve = path.nodes[self.segment].curve
        if self.passed >= len(curve):
            return None
        return curve[-1 - self.passed if self.backward else self.passed]

    def fit(self, path: _Path, agents_path: _Path | None) -> None:
        """Adjusts the progress to its path, which has been edited."""
        self.path = path
        if not (path.is_scripted or (agents_path is not None and agents_path.is_scripted)):
            self._forget_script()
        last = len(path.nodes) - 1
        self.target_node = max(min(self.target_node, last), 0)
        if path.traversal != "once" or self.target_node != last:
            self.finished = False
        if self.backward and path.traversal != "ping_pong":
            # The passed points were counted from the other end of the segment.
            self.backward, self.segment = False, None
        if self.segment is None:
            self.along_passed = 0
            return
        leads_here = self.target_node if self.backward else self.target_node - 1
        if leads_here < 0 and path.traversal == "loop":
            leads_here = last
        if last < 0 or self.segment != leads_here:
            self.segment, self.along_passed = None, 0
        else:
            self.passed = min(self.passed, len(path.nodes[self.segment].curve))
            self.along_passed = min(self.along_passed, len(path.nodes[self.segment].along))

    def _move_on(self, agent: Agent, world: World) -> None:
        """Makes the next node the target node."""
        path = self.path
        if path is None:
            return
        here = path.id, self.target_node
        junction = path.nodes[self.target_node].junction
        if junction is not None:
            option = junction.choose(self, here, agent._random)
            self.came_from = here
            if option[:2] != (path.id, self._next_node(path)):
                self.path, self.target_node = world._paths[option.path], option.node
                self.backward, self.segment, self.along_passed = False, None, 0
                return
        last = len(path.nodes) - 1
        if self.target_node == (0 if self.backward else last):
            if path.traversal == "once":
                self.finished, self.segment, self.along_passed = True, None, 0
                return
            if path.traversal == "loop":
                self.segment, self.target_node = last, 0
                self.passed = self.along_passed = 0
                self._come_from(here, path, agent)
                return
            if last == 0:
                return
            self.backward = not self.backward
        if self.backward:
            self.target_node -= 1
            self.segment = self.target_node
        else:
            self.segment = self.target_node
            self.target_node += 1
        self.passed = self.along_passed = 0
        self._come_from(here, path, agent)

    def _come_from(self, node: tuple[int, int], path: _Path, agent: Agent) -> None:
        """Remembers the node before, where that can matter."""
        if path.is_scripted or (agent._path is not None and agent._path.is_scripted):
            self.came_from = node

    def record(self, archive: _Archive, world: World) -> None:
        """It, for a hash or a save."""
        self.target_node, self.backward = archive.whole(self.target_node), archive.flag(self.backward)
        self.wait_left, self.finished = archive.whole(self.wait_left), archive.flag(self.finished)
        if archive.has(self.segment is not None):
            self.segment, self.passed = archive.whole(self.segment or 0), archive.whole(self.passed)
        if archive.has(self.action is not None):
            self.action = archive.whole(self.action or 0, 0, _MAX_INDEX - 1)
        self.action_ticks, self.arrivals = archive.whole(self.action_ticks), archive.whole(self.arrivals)
        if archive.has(self.speed_limit != inf):
            self.speed_limit = archive.number(self.speed_limit)
        self.turned, self.along_passed = archive.flag(self.turned), archive.whole(self.along_passed)
        if archive.has(self.path is not None):
            self.path = archive.item(0 if self.path is None else self.path.id, world._paths)
        if archive.is_reading:
            self._check(archive)
        if archive.has(self.came_from is not None):
            path, node = self.came_from or (0, 0)
            self.came_from = archive.whole(path), archive.whole(node)
        turns: dict[tuple[int, int], int] = {}
        for (path, node), taken in archive.each(sorted(self.turns.items()), ((0, 0), 0)):
            place = archive.whole(path), archive.whole(node)
            archive.check(not turns or place > max(turns))
            turns[place] = archive.whole(taken)
        self.turns = turns

    def _check(self, archive: _Archive) -> None:
        """Refuses what its path does not have."""
        nodes = [] if self.path is None else self.path.nodes
        along = curve = 0
        if self.segment is not None:
            archive.check(self.segment < len(nodes))
            along, curve = len(nodes[self.segment].along), len(nodes[self.segment].curve)
        archive.check(self.passed <= curve and self.along_passed <= along)
        archive.check(self.target_node < max(len(nodes), 1))

    def _next_node(self, path: _Path) -> int | None:
        """The node that follows the target node in the order of the path."""
        last = len(path.nodes) - 1
        if self.target_node != (0 if self.backward else last):
            return self.target_node + (-1 if self.backward else 1)
        if path.traversal == "loop":
            return 0
        if path.traversal == "once" or last == 0:
            return None
        return self.target_node + (1 if self.backward else -1)


class _FollowPath(_Behavior):
    """Along the path, node after node, with its waits and speed limits."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        start = fields["start"].choice("first", "nearest", "node")
        node = fields["start_node"]
        start_node = None if node.value is None else node.whole()
        if (start == "node") != (start_node is not None):
            node.fail("does not match start")
        self.start_at = start, start_node or 0
        self._read_route(fields)
        self.resume_at = "same"
        if fields.has("resume"):
            self.resume_at = fields["resume"].choice("same", "nearest", "first")
        self.target_radius = fields["target_radius"].length()
        self.slow_radius = fields["slow_radius"].length()
        self.time_to_target = fields["time_to_target"].time_to_target_or_none()
        self.progress = _Progress(None, 0)

    def start(self, agent: Agent) -> None:
        self._start_at(agent, *self.start_at)

    def _start_at(self, agent: Agent, start: str, node: int) -> None:
        path = agent._path
        if path is None or not path.nodes:
            node = 0
        elif start == "nearest":
            node = path.nearest_node(agent.x, agent.y)
        else:
            node = min(node, len(path.nodes) - 1)
        self.progress = _Progress(path, node)

    def resume(
        self, previous: _FollowPath, agent: Agent, previous_agent: Agent, world: World
    ) -> None:
        if not self.keeps(previous, agent, previous_agent, world):
            self.start(agent)

    def keeps(
        self, previous: _FollowPath, agent: Agent, previous_agent: Agent, world: World
    ) -> bool:
        """Keeps the progress from before an edit, if it still makes sense."""
        path = previous.progress.path
        is_gone = path is not None and path.id not in world._paths
        has_changed = agent._path_id != previous_agent._path_id
        if has_changed or is_gone or self.start_at != previous.start_at:
            return False
        self.progress = previous.progress
        if path is not None:
            self.progress.fit(world._paths[path.id], agent._path)
        return True

    def record(self, archive: _Archive, agent: Agent, world: World) -> None:
        if archive.is_reading:
            self.progress = _Progress(None, 0)
        self.progress.record(archive, world)

    def enter(self, left: _FollowPath | None, agent: Agent) -> None:
        """Begins as a state is entered that the agent has left before with `left`, if ever."""
        if left is None:
            self.start(agent)
        elif self.resume_at == "same":
            self.progress = left.progress
            self.progress.leave()
        else:
            self._start_at(agent, self.resume_at, 0)

    def force(self, agent: Agent, world: World) -> _Vector | None:
        progress = self.progress
        path = progress.path
        if path is None or not path.nodes:
            return None
        progress.advance(path, agent, world, self.index)
        if progress.path is not None:
            path = progress.path
        if agent.node is None:
            agent.node = progress.target_node
        tau = agent._time_to_target
        if progress.wait_left > 0 or progress.action is not None:
            action = progress.present_action()
            if agent._asking is None and isinstance(action, (_Look, _Sweep)):
                agent._asking = progress
            return _force_toward(agent, 0.0, 0.0, tau)
        node = path.nodes[progress.target_node]
        speed = node.speed if node.speed < agent._max_speed else agent._max_speed
        speed = progress.speed_limit if progress.speed_limit < speed else speed
        point = progress.next_curve_point(path) if path.is_curved else None
        if self.is_routed and not progress.finished:
            goal = (node.x, node.y) if point is None else point
            on_route = self._next_point(agent, world, *goal)
            if on_route is not None:
                return _seek(agent, *on_route, speed, tau)
        if point is not None:
            return _seek(agent, *point, speed, tau)
        if path.traversal == "once" and progress.target_node == len(path.nodes) - 1:
            tau = self.tau(agent)
            return _arrive(agent, node.x, node.y, self.target_radius, self.slow_radius, speed, tau)
        return _seek(agent, node.x, node.y, speed, tau)


# ---- Homing walks --------------------------------------------------------------------------------


class _Walk:
    """The waypoints of a homing walk."""

    __slots__ = ("waypoint", "straight", "since_pick", "ahead", "planned_for")

    def __init__(self) -> None:
        self.waypoint: _Vector | None = None
        """Where the agent walks now; None before the first tick."""
        self.straight = False
        """Whether that is the target itself."""
        self.since_pick = 0
        """Ticks since the waypoint was picked, or the smooth walk was planned."""
        self.ahead: Deque[_Vector] = deque()
        """The points that a smooth walk still has to pass."""
        self.planned_for = _ZERO
        """Where the target was when the smooth walk was planned."""


class _HomingWalk(_Behavior):
    """To the target through random waypoints, in a field of view that narrows with distance."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.goal, self.goal_key = _read_goal(fields)
        self._read_route(fields)
        self.step_fraction = fields["step_fraction"].number(0.0, 1.0)
        self.step_jitter = fields["step_jitter"].number(0.0, 1.0)
        self.min_step = fields["min_step"].length()
        self.max_step = fields["max_step"].length()
        self.aggro_radius = fields["aggro_radius"].length()
        self.max_fov_deg = fields["max_fov_deg"].number(0.0, 360.0)
        self.reach_radius = fields["reach_radius"].length()
        self.repick_interval = interval = fields["repick_interval"].number(0.0, 1e4)
        self.repick_ticks = 0 if interval == 0.0 else _ticks_in(interval, dt, 1)
        fields["repick_ticks"].check_derived(self.repick_ticks)
        self.smooth = fields["smooth"].flag()
        self.walk = _Walk()
        self.in_aggro: bool | None = None  # None before the first tick
        self.arrived = False

    def resume(
        self, previous: _HomingWalk, agent: Agent, previous_agent: Agent, world: World
    ) -> None:
        self.in_aggro, self.arrived = previous.in_aggro, previous.arrived
        if self.smooth == previous.smooth:
            self.walk = previous.walk

    def record(self, archive: _Archive, agent: Agent, world: World) -> None:
        walk = self.walk
        walk.waypoint = archive.place_or_none(walk.waypoint)
        if walk.waypoint is not None:
            walk.straight = archive.flag(walk.straight)
        walk.since_pick = archive.whole(walk.since_pick)
        walk.ahead = deque(archive.places(walk.ahead))
        walk.planned_for = archive.place(walk.planned_for)
        self.in_aggro = archive.flag_or_none(self.in_aggro)
        self.arrived = archive.flag(self.arrived)

    def half_fov(self, distance: float) -> float:
        """Half the field of view at `distance` from the target, radians."""
        near = distance if distance < self.aggro_radius else self.aggro_radius
        widest = self.max_fov_deg * _RADIANS_PER_DEGREE
        if self.aggro_radius > 0.0:
            return 0.5 * widest * near / self.aggro_radius
        return 0.5 * widest

    def force(self, agent: Agent, world: World) -> _Vector | None:
        goal = self.goal
        found = agent._target if goal is None else goal.find(agent)
        if found is None:
            return None
        walk, target = self.walk, (found.x, found.y)
        distance = _distance(agent.x, agent.y, *target)
        was_straight = walk.straight
        if walk.waypoint is not None:
            walk.since_pick += 1
        advance = self._advance_smooth if self.smooth else self._advance
        waypoint, picked = advance(agent, target, world._turn_sign)
        if picked:
            walk.since_pick = 0

        in_aggro = distance <= self.aggro_radius
        if self.in_aggro is not None and in_aggro != self.in_aggro:
            world._emit(agent, self.index, "aggro_entered" if in_aggro else "aggro_left")
        self.in_aggro = in_aggro
        if picked and not (was_straight and walk.straight):
            world._emit(agent, self.index, "waypoint_picked")
        arrived = walk.straight and distance < self.reach_radius
        if arrived and not self.arrived:
            world._emit(agent, self.index, "arrived")
        self.arrived = arrived

        speed, tau = agent._max_speed, agent._time_to_target
        if not walk.straight:
            return _seek(agent, *waypoint, speed, tau)
        if self.is_routed:
            point = self._next_point(agent, world, *target)
            if point is not None:
                return _seek(agent, *point, speed, tau)
        slow_radius = self.min_step if self.min_step > self.reach_radius else self.reach_radius
        return _arrive(agent, *target, self.reach_radius, slow_radius, speed, tau)

    def _repick_is_due(self) -> bool:
        return 0 < self.repick_ticks <= self.walk.since_pick

    def _advance(self, agent: Agent, target: _Vector, turn_sign: float) -> tuple[_Vector, bool]:
        """The waypoint of this tick, and whether it was picked just now."""
        walk, waypoint = self.walk, self.walk.waypoint
        if waypoint is not None and not self._repick_is_due():
            goal = target if walk.straight else waypoint
            distance = _distance(agent.x, agent.y, *goal)
            escapes = walk.straight and distance > 2.0 * self.min_step
            if distance > self.reach_radius and not escapes:
                return waypoint, False
        picked, walk.straight = self._pick((agent.x, agent.y), target, agent._random, turn_sign)
        walk.waypoint = picked
        return picked, True

    def _advance_smooth(
        self, agent: Agent, target: _Vector, turn_sign: float
    ) -> tuple[_Vector, bool]:
        """The same for a smooth walk, where a whole curve is picked up to the target."""
        walk = self.walk
        due = (
            walk.waypoint is None
            or self._repick_is_due()
            or _distance(*walk.planned_for, *target) > 2.0 * self.min_step
        )
        if due:
            walk.planned_for = target
            controls, straight = [(agent.x, agent.y)], False
            while not straight and len(controls) < _MAX_WAYPOINTS:
                control, straight = self._pick(controls[-1], target, agent._random, turn_sign)
                controls.append(control)
            walk.ahead = deque(_curve(controls, 0.2 * self.reach_radius))
        # The last point is the target: the agent arrives there and does not pass it.
        while (
            len(walk.ahead) > 1 and _distance(agent.x, agent.y, *walk.ahead[0]) <= self.reach_radius
        ):
            walk.ahead.popleft()
        waypoint = walk.ahead[0] if walk.ahead else target
        walk.waypoint, walk.straight = waypoint, len(walk.ahead) <= 1
        return waypoint, due

    def _pick(
        self, start: _Vector, target: _Vector, random: _Random, turn_sign: float
    ) -> tuple[_Vector, bool]:
        """The waypoint after `start`, and whether it is the target itself."""
        distance = _distance(*start, *target)
        step = distance * self.step_fraction
        if self.step_jitter > 0.0:
            step = step * (1.0 + self.step_jitter * (2.0 * random.next_float() - 1.0))
        step = step if step < self.max_step else self.max_step
        step = step if step > self.min_step else self.min_step
        if step > distance:
            return target, True
        angle = self.half_fov(distance) * random.next_float()
        if random.next_u32() % 2 == 0:
            angle = -angle
        x, y = _direction(target[0] - start[0], target[1] - start[1])
        x, y = _rotate(x * step, y * step, angle * turn_sign)
        return (start[0] + x, start[1] + y), False


def _curve(controls: list[_Vector], tolerance: float) -> list[_Vector]:
    """The points of a centripetal Catmull-Rom curve through `controls`, without the first control.

    They are dense enough for the curve to stay within `tolerance` of the line through them, as far
    as the limit on halving allows.
    """
    points: list[_Vector] = []
    for i in range(len(controls) - 1):
        b, c = controls[i], controls[i + 1]
        a = controls[i - 1] if i > 0 else _mirror(c, b)
        d = controls[i + 2] if i + 2 < len(controls) else _mirror(b, c)
        points += _curve_between(a, b, c, d, tolerance)
        points.append(c)
    return points


def _curve_between(
    a: _Vector, b: _Vector, c: _Vector, d: _Vector, tolerance: float
) -> list[_Vector]:
    """The points between the controls b and c."""
    points: list[_Vector] = []
    if 0.0 < _spacing(b, c) < inf:
        segment = _CurveSegment(a, b, c, d)
        segment.divide(0.0, b, 1.0, c, tolerance, _MAX_CURVE_DEPTH, points)
    return points


def _spacing(p: _Vector, q: _Vector) -> float:
    """The knot spacing of two controls: its square root makes the curve centripetal."""
    return sqrt(_distance(*p, *q))


def _mirror(p: _Vector, center: _Vector) -> _Vector:
    return center[0] + (center[0] - p[0]), center[1] + (center[1] - p[1])


class _CurveSegment:
    """The curve from control b to control c, with their outer neighbors a and d."""

    def __init__(self, a: _Vector, b: _Vector, c: _Vector, d: _Vector) -> None:
        before, middle, after = _spacing(a, b), _spacing(b, c), _spacing(c, d)
        # A neighbor at the same position gives no direction: the far end is mirrored instead.
        if not 0.0 < before < inf:
            a, before = _mirror(c, b), middle
        if not 0.0 < after < inf:
            d, after = _mirror(b, c), middle
        self.controls = (a, b, c, d)
        self.knots = (0.0, before, before + middle, before + middle + after)

    def at(self, f: float) -> _Vector:
        """The point at `f`, 0 to 1, between the knots of b and c."""
        a, b, c, d = self.controls
        t0, t1, t2, t3 = self.knots
        t = t1 + (t2 - t1) * f

        def blend(p: _Vector, q: _Vector, start: float, end: float) -> _Vector:
            v, w = (end - t) / (end - start), (t - start) / (end - start)
            return p[0] * v + q[0] * w, p[1] * v + q[1] * w

        try:
            p, q, r = blend(a, b, t0, t1), blend(b, c, t1, t2), blend(c, d, t2, t3)
            x, y = blend(blend(p, q, t0, t2), blend(q, r, t1, t3), t1, t2)
        except ZeroDivisionError:  # where other languages get an infinity or NaN
            x = y = inf
        if isfinite(x) and isfinite(y):
            return x, y
        # One spacing is lost in the rounding of another: the segment is a straight line.
        return b[0] + (c[0] - b[0]) * f, b[1] + (c[1] - b[1]) * f

    def divide(
        self,
        start: float,
        p: _Vector,
        end: float,
        q: _Vector,
        tolerance: float,
        depth: int,
        points: list[_Vector],
    ) -> None:
        """Halves the piece from `p` to `q` until it stays well within `tolerance` of its chord."""
        samples = (self.at(start + (end - start) * k) for k in (0.5, 0.25, 0.75))
        if depth == 0 or not any(
            _segment_distance(*p, *q, *sample) > 0.9 * tolerance for sample in samples
        ):
            return
        half = start + (end - start) * 0.5
        middle = self.at(half)
        self.divide(start, p, half, middle, tolerance, depth - 1, points)
        points.append(middle)
        self.divide(half, middle, end, q, tolerance, depth - 1, points)


# ---- Grid chase ----------------------------------------------------------------------------------


_MIN_INDEX, _MAX_INDEX = -(2**31), 2**31 - 1  # of columns and rows


def _saturate(index: float) -> int:
    return floor(min(max(index, _MIN_INDEX), _MAX_INDEX))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


class _Cells:
    """The plane as square cells, some of them blocked. Rows count upward, even with y down."""

    def __init__(self, fields: _Json, turn_sign: float) -> None:
        self.size = fields["size"].number(1e-3, 1e6)
        self._turn_sign = turn_sign
        self.painted: set[_Cell] = set()
        """The cells that are blocked themselves."""
        for cell in fields["blocked"].items():
            column, row = (index.whole(_MIN_INDEX, _MAX_INDEX) for index in cell.items(2))
            self.painted.add((column, row if turn_sign > 0.0 else -1 - row))
        self.blocked = self.painted
        """These, and the cells that walls cross."""

    def cell_at(self, x: float, y: float) -> _Cell:
        """The cell that holds a position."""
        return _saturate(x / self.size), _saturate(y * self._turn_sign / self.size)

    def in_game(self, cell: _Cell) -> _Cell:
        """A cell with its row as the game counts it, or back."""
        column, row = cell
        return column, row if self._turn_sign > 0.0 else -1 - row

    def center(self, cell: _Cell) -> _Vector:
        return (cell[0] + 0.5) * self.size, (cell[1] + 0.5) * self.size * self._turn_sign

    def can_step(self, start: _Cell, end: _Cell) -> bool:
        """Whether a mover may step to this adjacent cell without cutting a blocked corner."""
        if end in self.blocked:
            return False
        if start[0] == end[0] or start[1] == end[1]:
            return True
        return (end[0], start[1]) not in self.blocked and (start[0], end[1]) not in self.blocked


def _bresenham(start: _Cell, end: _Cell) -> Iterator[_Cell]:
    """The cells of Bresenham's line after `start`, up to `end`."""
    column, row = start
    columns, rows = abs(end[0] - start[0]), abs(end[1] - start[1])
    column_step, row_step = _sign(end[0] - start[0]), _sign(end[1] - start[1])
    longer, shorter = max(columns, rows), min(columns, rows)
    error = 2 * shorter - longer
    for _ in range(longer):
        aside = error >= 0
        if aside:
            error -= 2 * longer
        error += 2 * shorter
        if columns >= rows or aside:
            column += column_step
        if rows > columns or aside:
            row += row_step
        yield column, row


class Cell(NamedTuple):
    """A cell of the grid on which cell movers walk."""

    column: int
    row: int
    """Rows count along the y axis of the game."""
    x: float
    """Its center, u."""
    y: float
    size: float
    """The side of every cell, u."""
    blocked: bool
    """Whether cell movers cannot enter it."""


# ---- Walls and sight -----------------------------------------------------------------------------


class _Segment:
    """An edge of a wall, or of blocked cells."""

    __slots__ = ("a", "b", "wall", "index")

    def __init__(self, a: _Vector, b: _Vector, wall: _Wall | None = None) -> None:
        self.a, self.b, self.wall = a, b, wall
        self.index = 0
        """Its place in its barrier."""

    def has_length(self) -> bool:
        ab = _minus(self.b, self.a)
        return _dot(ab, ab) > 0.0

    def touches(self, start: _Vector, end: _Vector) -> bool:
        """Whether it shares a point with the closed segment from start to end."""
        a, b = self.a, self.b
        for i in (0, 1):
            if min(start[i], end[i]) > max(a[i], b[i]) or min(a[i], b[i]) > max(start[i], end[i]):
                return False
        way, wall = _minus(end, start), _minus(b, a)
        return _are_apart(_cross(way, _minus(a, start)), _cross(way, _minus(b, start))) and _are_apart(
            _cross(wall, _minus(start, a)), _cross(wall, _minus(end, a))
        )

    def nearest(self, p: _Vector) -> tuple[float, _Vector]:
        """The distance of p, and the nearest point of the segment."""
        t = _nearest_fraction(*self.a, *self.b, *p)
        point = _plus(self.a, _minus(self.b, self.a), t)
        return _length(p[0] - point[0], p[1] - point[1]), point


def _are_apart(a: float, b: float) -> bool:
    """Whether two numbers have different signs, or one is 0."""
    return (a >= 0.0 >= b) or (a <= 0.0 <= b)


class _Wall:
    """A wall: its edges, and what they block."""

    def __init__(self, fields: _Json) -> None:
        self.name = fields["name"].string()
        self.blocks_motion = fields["blocks_motion"].flag()
        self.blocks_sight = fields["blocks_sight"].flag()
        door = fields["open"]
        self.is_door = door.value is not None
        self.is_open = self.is_door and door.flag()
        points: list[_Vector] = []
        for point in fields["points"].items():
            x, y = point.items(2)
            points.append((x.coordinate(), y.coordinate()))
        self.edges = [_Segment(a, b, self) for a, b in zip(points, points[1:])]
        if fields["closed"].flag() and len(points) > 1:
            self.edges.append(_Segment(points[-1], points[0], self))


_Edge = Tuple[int, int, bool]  # the line, the place along it, whether the blocked cell is behind it


def _outline(cells: _Cells) -> list[_Segment]:
    """The edges of the union of the blocked cells, counted with y up."""
    blocked = cells.painted
    horizontal: list[_Edge] = []
    vertical: list[_Edge] = []
    for column, row in blocked:
        if (column, row - 1) not in blocked:
            horizontal.append((row, column, True))
        if (column, row + 1) not in blocked:
            horizontal.append((row + 1, column, False))
        if (column - 1, row) not in blocked:
            vertical.append((column, row, True))
        if (column + 1, row) not in blocked:
            vertical.append((column + 1, row, False))

    def ends(edges: list[_Edge]) -> set[_Cell]:
        return {(line, at + step) for line, at, _ in edges for step in (0, 1)}

    def runs(edges: list[_Edge], others: set[_Cell]) -> Iterator[tuple[int, int, int]]:
        """Edges that follow one another, joined unless an edge of the other direction ends there."""
        joined: list[tuple[int, int, int, bool]] = []
        for line, at, side in sorted(edges):
            last = joined[-1] if joined else None
            if last and (last[0], last[2], last[3]) == (line, at, side) and (at, line) not in others:
                joined[-1] = (line, last[1], at + 1, side)
            else:
                joined.append((line, at, at + 1, side))
        return ((line, start, end) for line, start, end, _ in joined)

    def corner(column: int, row: int) -> _Vector:
        return column * cells.size, row * cells.size * cells._turn_sign

    return [
        *(
            _Segment(corner(start, line), corner(end, line))
            for line, start, end in runs(horizontal, ends(vertical))
        ),
        *(
            _Segment(corner(line, start), corner(line, end))
            for line, start, end in runs(vertical, ends(horizontal))
        ),
    ]


def _crossed_cells(edge: _Segment, cells: _Cells) -> Iterator[_Cell]:
    """The cells, with rows counted upward, whose interior the edge crosses."""
    size, turn = cells.size, cells._turn_sign
    (px, py), (qx, qy) = (edge.a, edge.b) if edge.a[0] <= edge.b[0] else (edge.b, edge.a)
    py, qy = turn * py, turn * qy
    for column in range(floor(px / size), ceil(qx / size)):
        left, right = column * size, (column + 1) * size
        y0 = py + (qy - py) * ((left - px) / (qx - px)) if px < left else py
        y1 = py + (qy - py) * ((right - px) / (qx - px)) if qx > right else qy
        for row in range(floor(min(y0, y1) / size), ceil(max(y0, y1) / size)):
            yield column, row


class _Barrier:
    """The segments that block motion, or sight, with a grid that finds those near a place."""

    def __init__(self, segments: Iterable[_Segment]) -> None:
        self.segments = [each for each in segments if each.has_length()]
        ends = [end for each in self.segments for end in (each.a, each.b)]
        self._extent = max((abs(x) for end in ends for x in end), default=0.0)
        total = sum(abs(s.b[0] - s.a[0]) + abs(s.b[1] - s.a[1]) for s in self.segments)
        self._size = 2.0 * total / len(self.segments) if self.segments else 1.0
        self._buckets: dict[_Cell, list[_Segment]] = {}
        self._far: list[_Segment] = []
        """Those in too many buckets."""
        for index, segment in enumerate(self.segments):
            segment.index = index
            keys = self._keys(segment.a, segment.b, 0.0)
            if keys is None:
                self._far.append(segment)
            else:
                for key in keys:
                    self._buckets.setdefault(key, []).append(segment)

    def _keys(self, start: _Vector, end: _Vector, margin: float) -> list[_Cell] | None:
        """The buckets that the box around two points meets, grown by a margin; None if too many."""
        (x1, y1), (x2, y2), size = start, end, self._size
        left, right = (min(x1, x2) - margin) / size, (max(x1, x2) + margin) / size
        bottom, top = (min(y1, y2) - margin) / size, (max(y1, y2) + margin) / size
        if not (right - left + 1.0) * (top - bottom + 1.0) <= _MAX_BUCKETS:
            return None
        rows = range(floor(bottom), floor(top) + 1)
        return [(column, row) for column in range(floor(left), floor(right) + 1) for row in rows]

    def reach(self, start: _Vector, end: _Vector, radius: float) -> float:
        """A radius that is larger by more than the rounding."""
        coordinates = max(abs(start[0]), abs(start[1]), abs(end[0]), abs(end[1]))
        return radius + 1e-12 * (self._extent + coordinates + radius)

    def each_near(self, start: _Vector, end: _Vector, radius: float) -> Iterable[_Segment]:
        """Those that may be within a radius of the way: some several times, and also those of open doors."""
        keys = self._keys(start, end, self.reach(start, end, radius))
        if keys is None:
            return self.segments
        lists = (self._buckets.get(key, ()) for key in keys)
        return chain(self._far, *lists)

    def near(self, start: _Vector, end: _Vector, radius: float) -> list[_Segment]:
        """Those that may be within a radius of the way, in order, without those of open doors."""
        keys = self._keys(start, end, self.reach(start, end, radius))
        if keys is None:
            found = self.segments
        elif len(keys) == 1 and not self._far:
            found = self._buckets.get(keys[0], [])
        else:
            unique = {each.index: each for key in keys for each in self._buckets.get(key, ())}
            unique.update((each.index, each) for each in self._far)
            found = [unique[index] for index in sorted(unique)]
        return [each for each in found if each.wall is None or not each.wall.is_open]

    def touches(self, start: _Vector, end: _Vector) -> bool:
        """Whether the way touches a segment."""
        if not self.segments:
            return False
        return any(each.touches(start, end) for each in self.near(start, end, 0.0))


class _Turn:
    """How far an agent turns in a tick."""

    __slots__ = ("cos", "sin")

    def __init__(self, cos: float, sin: float) -> None:
        self.cos, self.sin = cos, sin

    def turned(self, facing: _Vector, wanted: _Vector, turn_sign: float) -> _Vector:
        """The direction a tick later."""
        if wanted == _ZERO:
            return facing
        if self.cos == -1.0 or _dot(facing, wanted) >= self.cos:
            return wanted
        sin = self.sin * turn_sign
        if not _cross(facing, wanted) * turn_sign >= 0.0:
            sin = -sin
        x, y = facing
        return _direction(x * self.cos - sin * y, x * sin + y * self.cos)


_AT_ONCE = _Turn(-1.0, 0.0)


def _read_turn(fields: _Json, dt: float) -> tuple[float | None, _Turn]:
    """The turn rate, and what the file says about a tick at that rate."""
    rate = fields["turn_rate"]
    if rate.value is None:
        return None, _AT_ONCE
    turn_rate, turn = rate.number(1e-3, 1e6), _AT_ONCE
    if turn_rate * dt < 180.0:
        x, y = _rotate(1.0, 0.0, turn_rate * dt * _RADIANS_PER_DEGREE)
        turn = _Turn(_decimal(x), _decimal(y))
    return turn_rate, turn


class _Facing:
    """How an agent turns to where it looks."""

    def __init__(self, fields: _Json, dt: float) -> None:
        self.toward = fields["toward"].choice("motion", "target", "action")
        turn_rate, self.turn = _read_turn(fields, dt)
        fields["turn_cos"].check_derived(self.turn.cos)
        fields["turn_sin"].check_derived(self.turn.sin)
        self.key = self.toward, turn_rate


class _Sight:
    """What an agent sees."""

    def __init__(self, fields: _Json) -> None:
        self.range = fields["range"].length()
        self.near = fields["near"].length()
        self.fov_deg = fields["fov_deg"].number(1e-3, 360.0)
        self.notice_ticks = fields["notice_ticks"].whole(1, 1000000)
        self.forget_ticks = fields["forget_ticks"].whole(1, 1000000)
        self.cos2 = _decimal(_cos2_of_view(self.fov_deg))
        fields["cos2"].check_derived(self.cos2)

    def key(self) -> tuple[float, ...]:
        return self.range, self.near, self.fov_deg, self.notice_ticks, self.forget_ticks


class _Hearing:
    """How far an agent hears noises, beside their radius."""

    def __init__(self, fields: _Json) -> None:
        self.scale = fields["scale"].number(0.0, 1000.0)
        self.muffle = fields["muffle"].number(0.0, 1.0)


class _Alert:
    """How the meter of an agent rises and falls."""

    def __init__(self, fields: _Json) -> None:
        self.rise_near = fields["rise_near"].number(0.0, 1e6)
        self.rise_far = fields["rise_far"].number(0.0, 1e6)
        self.fall = fields["fall"].number(0.0, 1e6)
        self.noise_rise = fields["noise_rise"].number(0.0, 1.0)

    def rise(self, distance: float, sight: _Sight) -> float:
        """How much the meter rises per second while someone is seen at a distance."""
        t, near = 0.0, sight.near
        if near < sight.range and distance > near:
            t = (distance - near) / (sight.range - near)
            t = 1.0 if t > 1.0 else t
        return self.rise_near + (self.rise_far - self.rise_near) * t


class _BodyNoise:
    """The noise of a body that moves."""

    def __init__(self, fields: _Json) -> None:
        self.speed = fields["speed"].number(0.0, 1e6)
        self.radius = fields["radius"].length()


class _Knowledge:
    """What an agent knows from its senses."""

    __slots__ = (
        *("noticed", "count", "unseen", "meter", "perceived", "last_seen", "last_noise"),
        *("left_path", "post", "told", "touched"),
    )

    def __init__(self, post: _Vector) -> None:
        self.noticed = False
        self.count = 0
        """For how many ticks it was otherwise."""
        self.unseen = 0
        """Ticks since it saw anyone."""
        self.meter = 0.0
        self.perceived: _Target | None = None
        self.last_seen: _LastSeen | None = None
        """Where it saw or touched the one that it perceived, or was told of."""
        self.last_noise: tuple[float, float, int] | None = None
        """Where it heard something, and in which tick."""
        self.left_path: _Vector | None = None
        """Where it was when it left its path."""
        self.post = post
        """Where it entered."""
        self.told = False
        """Whether an agent of its team told it in the tick before who it saw."""
        self.touched: Agent | None = None

    def forget(self, gone: _Target) -> None:
        """Drops references to an agent that is gone. Places stay."""
        if self.perceived is gone:
            self.perceived = None
        if self.touched is gone:
            self.touched = None
        if self.last_seen is not None and self.last_seen[4] is gone:
            self.last_seen = (*self.last_seen[:4], None, self.last_seen[5])

    def moved_to(self, world: World) -> _Knowledge:
        """The same with the agents and markers of another world; none where it lacks them."""
        moved = copy.copy(self)
        moved.perceived = world._same_target(self.perceived)
        touched = world._same_target(self.touched)
        moved.touched = touched if isinstance(touched, Agent) else None
        if self.last_seen is not None:
            who = world._same_target(self.last_seen[4])
            moved.last_seen = (*self.last_seen[:4], who, self.last_seen[5])
        return moved


    def record(self, archive: _Archive) -> None:
        """It, for a hash or a save. Agents are looked up when all of them are there."""
        self.noticed, self.count = archive.flag(self.noticed), archive.whole(self.count)
        self.unseen, self.meter = archive.whole(min(self.unseen, _MAX_U32)), archive.number(self.meter)
        archive.check(0.0 <= self.meter <= 1.0)
        perceived = archive.reference(self.perceived)
        seen, who = self.last_seen or (0.0, 0.0, 0.0, 0.0, None, 0), None
        has_seen = archive.has(self.last_seen is not None)
        if has_seen:
            place, velocity = archive.place(seen[:2]), archive.place(seen[2:4])
            who = archive.reference(seen[4])
            seen = (*place, *velocity, seen[4], archive.tick(seen[5]))
        noise = self.last_noise or (0.0, 0.0, 0)
        if archive.has(self.last_noise is not None):
            self.last_noise = (*archive.place(noise[:2]), archive.tick(noise[2]))
        self.left_path = archive.place_or_none(self.left_path)
        self.post, self.told = archive.place(self.post), archive.flag(self.told)
        touched = archive.whole_or_none(None if self.touched is None else self.touched.id)

        def resolve(world: World) -> None:
            self.perceived = archive.target(perceived, world)
            if has_seen:
                self.last_seen = (*seen[:4], archive.target(who, world), seen[5])
            found = archive.target(None if touched is None else ("agent", touched), world)
            self.touched = found if isinstance(found, Agent) else None

        archive.later.append(resolve)


class _Noise(NamedTuple):
    """Something to hear in this tick."""

    x: float
    y: float
    radius: float
    agent: Agent | None
    """Who makes it, if it is not the game."""


def _check_crossed_cells(fields: _Json, walls: Iterable[_Wall], size: float) -> None:
    """Refuses walls that cross more cells than a world keeps."""
    edges = (edge for wall in walls if wall.blocks_motion for edge in wall.edges)
    sides = (_minus(edge.b, edge.a) for edge in edges)
    if sum(floor(abs(x) / size + abs(y) / size + 2.0) for x, y in sides) > 1000000:
        fields.fail("cross more than 1000000 cells", "use larger cells, or shorter walls")


class _Walls:
    """What stops bodies and sight: the edges of walls by id, and the outline of blocked cells."""

    def __init__(self, walls: dict[int, _Wall], cells: _Cells, skin: float) -> None:
        self.by_id, self._skin, self._turn_sign = walls, skin, cells._turn_sign
        outline = _outline(cells)
        ordered = [walls[id] for id in sorted(walls)]

        def copies(blocking: Iterable[_Wall]) -> Iterator[_Segment]:
            edges = (edge for wall in blocking for edge in wall.edges)
            return (_Segment(each.a, each.b, each.wall) for each in (*edges, *outline))

        self.motion = _Barrier(copies(wall for wall in ordered if wall.blocks_motion))
        self.sight = _Barrier(copies(wall for wall in ordered if wall.blocks_sight))
        self.block_cells(cells)

    def block_cells(self, cells: _Cells) -> None:
        """Blocks the cells that closed walls cross."""
        cells.blocked = cells.painted | {
            cell
            for wall in self.by_id.values()
            if wall.blocks_motion and not wall.is_open
            for edge in wall.edges
            if edge.has_length()
            for cell in _crossed_cells(edge, cells)
        }

    def _left(self, segment: _Segment) -> _Vector:
        x, y = _minus(segment.b, segment.a)
        length = _length(x, y)
        return -y / length * self._turn_sign, x / length * self._turn_sign

    def glide(
        self, start: _Vector, velocity: _Vector, radius: float, dt: float
    ) -> tuple[_Vector, _Vector]:
        """Where a body ends that moves for a tick, and what is left of its velocity."""
        r = max(radius, 10.0 * self._skin)
        p, v = self._go(self._come_out(start, r), velocity, r, dt)
        return (p, v) if all(isfinite(x) for x in (*p, *v)) else (start, _ZERO)

    def _come_out(self, p: _Vector, r: float) -> _Vector:
        """The place of a body after it has come out of the walls that it overlaps."""
        for _ in range(4):
            nearest: tuple[float, _Vector, _Segment] | None = None
            for segment in self.motion.near(p, p, r):
                d, point = segment.nearest(p)
                if d < r and (nearest is None or d < nearest[0]):
                    nearest = d, point, segment
            if nearest is None:
                break
            d, point, segment = nearest
            way = r + self._skin - d
            if d > 0.0:
                q = _plus(p, ((p[0] - point[0]) / d, (p[1] - point[1]) / d), way)
                if self.motion.touches(p, q):
                    break
            else:
                x, y = self._left(segment)
                free = (end for n in ((x, y), (-x, -y)) if self._is_free(p, end := _plus(p, n, way)))
                found = next(free, None)
                if found is None:
                    break
                q = found
            p = q
        return p

    def _is_free(self, p: _Vector, q: _Vector) -> bool:
        """Whether the way from p to q touches only segments on which p is."""
        return all(
            segment.nearest(p)[0] == 0.0 or not segment.touches(p, q)
            for segment in self.motion.near(p, q, 0.0)
        )

    def _go(self, p: _Vector, v: _Vector, r: float, dt: float) -> tuple[_Vector, _Vector]:
        m = v[0] * dt, v[1] * dt
        normals: list[_Vector] = []
        for _ in range(4):
            if not _dot(m, m) > 0.0:
                break
            contact = self._first_contact(p, m, r)
            if contact is None:
                q, m = _plus(p, m, 1.0), _ZERO
            else:
                t, n = contact
                back = max(t - self._skin / _length(*m), 0.0)
                q = _plus(p, m, back)
                m = m[0] * (1.0 - back), m[1] * (1.0 - back)
                if _dot(m, n) < 0.0:
                    k = _dot(m, n)
                    m = m[0] - n[0] * k, m[1] - n[1] * k
                if _dot(v, n) < 0.0:
                    k = _dot(v, n)
                    v = v[0] - n[0] * k, v[1] - n[1] * k
                if any(_dot(m, o) < 0.0 for o in normals):
                    m = _ZERO
                    if any(_dot(v, o) < 0.0 for o in normals):
                        v = _ZERO
                normals.append(n)
            if self.motion.touches(p, q):
                return p, _ZERO
            p = q
        return p, v

    def is_clear(self, p: _Vector, r: float) -> bool:
        """Whether no segment overlaps a body: otherwise no way from or to it is free."""
        square = r * r
        near = self.motion.near(p, p, r)
        return all(_square_distance(each.a, each.b, p) >= square for each in near)

    def is_free(self, a: _Vector, b: _Vector, r: float) -> bool:
        """Whether a body can go straight from a to b."""
        square, way = r * r, _minus(b, a)
        # Segments beyond this, to one side of the way, are too far away, whatever is lost by rounding.
        beyond = self.motion.reach(a, b, r) * _length(*way)
        for segment in self.motion.each_near(a, b, r):
            c, d = _cross(way, _minus(segment.a, a)), _cross(way, _minus(segment.b, a))
            if c > beyond and d > beyond or c < -beyond and d < -beyond:
                continue
            if segment.wall is not None and segment.wall.is_open:
                continue
            if (
                segment.touches(a, b)
                or not _square_distance(a, b, segment.a) >= square
                or not _square_distance(a, b, segment.b) >= square
                or not _square_distance(segment.a, segment.b, a) >= square
                or not _square_distance(segment.a, segment.b, b) >= square
            ):
                return False
        return True

    def first_contact_of(self, agent: Agent, m: _Vector) -> tuple[float, _Vector] | None:
        """The first contact of an agent's body on the way m."""
        return self._first_contact((agent.x, agent.y), m, max(agent._radius, 10.0 * self._skin))

    def nearest_beside(
        self, p: _Vector, heading: _Vector, side: float, reach: float
    ) -> tuple[float, _Vector] | None:
        """The distance of the nearest segment, those on the side first, and the normal away from it."""
        found: tuple[bool, float] | None = None
        for segment in self.motion.near(p, p, reach):
            d, point = segment.nearest(p)
            key = not _cross(heading, _minus(point, p)) * side >= 0.0, d
            if d <= reach and (found is None or key < found):
                found, nearest, place = key, segment, point
        if found is None:
            return None
        d = found[1]
        return d, ((p[0] - place[0]) / d, (p[1] - place[1]) / d) if d > 0.0 else self._left(nearest)

    def _first_contact(self, p: _Vector, m: _Vector, r: float) -> tuple[float, _Vector] | None:
        """The first contact on the way m; of several at once, that with the first segment."""
        first: tuple[float, _Vector] | None = None
        for segment in self.motion.near(p, _plus(p, m, 1.0), r):
            contact = self._contact(segment, p, m, r)
            if contact is not None and (first is None or contact[0] < first[0]):
                first = contact
        return first

    def _contact(
        self, segment: _Segment, p: _Vector, m: _Vector, r: float
    ) -> tuple[float, _Vector] | None:
        ab = _minus(segment.b, segment.a)
        first: tuple[float, _Vector] | None = None
        n = self._left(segment)
        s = _dot(_minus(p, segment.a), n)
        if s < 0.0:
            n, s = (-n[0], -n[1]), -s
        if _dot(m, n) < 0.0:
            t = max((s - r) / -_dot(m, n), 0.0)
            along = _dot(_minus(_plus(p, m, t), segment.a), ab)
            if t <= 1.0 and 0.0 <= along <= _dot(ab, ab):
                first = t, n
        for e in (segment.a, segment.b):
            g = _minus(p, e)
            a, b, c = _dot(m, m), _dot(g, m), _dot(g, g) - r * r
            if not (a > 0.0 and b < 0.0):
                continue
            root = b * b - a * c
            if c > 0.0 and not root >= 0.0:
                continue
            t = 0.0 if c <= 0.0 else (-b - sqrt(root)) / a
            if not t <= 1.0 or (first is not None and not t < first[0]):
                continue
            w = _plus(g, m, t)
            length = _length(*w)
            first = t, ((w[0] / length, w[1] / length) if length > 0.0 else (1.0, 0.0))
        return first

    def _sees_point(self, sight: _Sight, eye: _Vector, facing: _Vector, p: _Vector) -> bool:
        x, y = p[0] - eye[0], p[1] - eye[1]
        d2 = x * x + y * y
        if not d2 <= sight.range * sight.range:
            return False
        is_near = d2 <= sight.near * sight.near
        if not (is_near or _is_in_view(x, y, d2, facing, sight.fov_deg, sight.cos2)):
            return False
        return not self.sight.touches(eye, p)

    def sees_body(
        self, sight: _Sight, eye: _Vector, facing: _Vector, center: _Vector, radius: float
    ) -> bool:
        """Whether an eye sees the center of a body, or one of the outermost points to its sides."""
        if self._sees_point(sight, eye, facing, center):
            return True
        x, y = _minus(center, eye)
        length = _length(x, y)
        if not (radius > 0.0 and length > 0.0):
            return False
        side = -y / length, x / length
        return self._sees_point(sight, eye, facing, _plus(center, side, radius)) or self._sees_point(
            sight, eye, facing, _plus(center, side, -radius)
        )


class _CellStep:
    """The step of a cell mover, and the line of cells that it follows."""

    __slots__ = ("start", "end", "elapsed", "prey_cell", "line", "line_reaches")

    def __init__(self, cell: _Cell) -> None:
        self.start = self.end = cell
        self.elapsed = 0
        """Ticks since the step began; 0 between two steps."""
        self.prey_cell: _Cell | None = None
        """Where the prey was when the line was drawn."""
        self.line: Deque[_Cell] = deque()
        """The cells of the line that are still ahead."""
        self.line_reaches = True
        """Whether the line got to its goal."""

    def forget_line(self) -> None:
        """Has the line drawn again at the next step."""
        self.prey_cell, self.line = None, deque()


_NEIGHBORS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def _cheapest_way(start: _Cell, goal: _Cell, cells: _Cells) -> Deque[_Cell] | None:
    """The cells of the cheapest way after `start`, by A*; None if there is none."""

    def estimate(cell: _Cell) -> int:
        columns, rows = abs(goal[0] - cell[0]), abs(goal[1] - cell[1])
        return 5 * max(columns, rows) + 2 * min(columns, rows)

    # By the estimated cost, then the greatest cost so far, then the order of opening.
    opened = 0
    queue = [(estimate(start), 0, opened, start)]
    costs, before = {start: 0}, {start: start}
    taken: set[_Cell] = set()
    while queue and len(taken) < _MAX_TAKEN:
        _, cost, _, cell = heappop(queue)
        if cell in taken or -cost != costs[cell]:
            continue
        taken.add(cell)
        if cell == goal:
            way: Deque[_Cell] = deque()
            while cell != start:
                way.appendleft(cell)
                cell = before[cell]
            return way
        if len(taken) == _MAX_TAKEN:
            return None
        for columns, rows in _NEIGHBORS:
            to = cell[0] + columns, cell[1] + rows
            if not (_MIN_INDEX <= to[0] <= _MAX_INDEX and _MIN_INDEX <= to[1] <= _MAX_INDEX):
                continue
            if not cells.can_step(cell, to):
                continue
            new = costs[cell] + (7 if columns and rows else 5)
            if to not in costs or new < costs[to]:
                opened += 1
                costs[to], before[to] = new, cell
                heappush(queue, (new + estimate(to), -new, opened, to))
    return None


class _GridChase:
    """Moves a cell mover from cell to cell, to its target or away from it, without forces."""

    def __init__(self, fields: _Json, dt: float) -> None:
        fields["kind"].choice("grid_chase")
        fields["weight"].check_derived(1)
        self.goal, self.goal_key = _read_goal(fields)
        self.method = fields["method"].choice("line_of_sight", "axis")
        self.mode = fields["mode"].choice("chase", "evade")
        self.is_routed = False
        if fields.has("route"):
            route = fields["route"].choice("direct", "around_walls")
            self.is_routed = route == "around_walls"
        self.step_interval = fields["step_interval"].number(1e-3, 1e4)
        self.step_ticks = _ticks_in(self.step_interval, dt, 1)
        fields["step_ticks"].check_derived(self.step_ticks)
        self.max_path_length = fields["max_path_length"].whole(0, 10**6)
        self.step = _CellStep((0, 0))
        self.line_seen: bool | None = None  # None before the first tick
        self.arrived = False

    def enter(self, cell: _Cell) -> None:
        """Begins in a cell."""
        self.step = _CellStep(cell)

    def resume(self, previous: _GridChase, cells: _Cells, previous_cells: _Cells) -> None:
        """Keeps the step and the line that this chase had before its scene was edited."""
        self.step = previous.step
        if cells.blocked != previous_cells.blocked or self._parameters() != previous._parameters():
            self.step.forget_line()

    def follow(self, previous: _GridChase) -> None:
        """Continues the step of a chase in another state."""
        self.step = previous.step
        self.step.forget_line()

    def _parameters(self) -> tuple[Any, ...]:
        return (
            *(self.goal_key, self.method, self.mode, self.step_interval, self.max_path_length),
            self.is_routed,
        )

    @property
    def _plans(self) -> bool:
        """Whether it plans its way around blocked cells."""
        return self.is_routed and self.mode == "chase"

    def record(self, archive: _Archive, cells: _Cells) -> None:
        """Its memory, for a hash or a save."""
        step = self.step
        step.start, step.end = archive.cell(step.start, cells), archive.cell(step.end, cells)
        step.elapsed = archive.whole(step.elapsed)
        has_prey = archive.has(step.prey_cell is not None)
        step.prey_cell = archive.cell(step.prey_cell or (0, 0), cells) if has_prey else None
        step.line = deque(archive.cell(cell, cells) for cell in archive.each(step.line, (0, 0)))
        step.line_reaches = archive.flag(step.line_reaches)
        self.line_seen = archive.flag_or_none(self.line_seen)
        self.arrived = archive.flag(self.arrived)

    def next_position(self, agent: Agent, world: World) -> _Vector:
        """Where the agent is after this tick."""
        cells, step, goal = agent._cells, self.step, self.goal
        target = agent._target if goal is None else goal.find(agent)
        prey = None if target is None else cells.cell_at(target.x, target.y)
        entered = has_no_route = False
        if step.elapsed == 0:
            if self._plans and prey is not None and prey != step.prey_cell:
                self._plan(prey, cells)
                has_no_route = agent._no_route = not step.line_reaches
            step.start, step.end = step.end, self._next_cell(prey, cells)
            entered = step.start != step.end
        step.elapsed += 1
        if step.elapsed >= self.step_ticks:
            step.elapsed = 0

        draws_line = self._plans or self.method == "line_of_sight" and self.mode == "chase"
        if prey is not None and draws_line:
            if self.line_seen is not None and step.line_reaches != self.line_seen:
                world._emit(agent, 0, "line_gained" if step.line_reaches else "line_lost")
            self.line_seen = step.line_reaches
        if entered:
            world._emit(agent, 0, "cell_entered")
        arrived = prey == step.end
        if arrived and not self.arrived:
            world._emit(agent, 0, "arrived")
        self.arrived = arrived
        if has_no_route:
            world._emit(agent, 0, "no_route")

        (start_x, start_y), (x, y) = cells.center(step.start), cells.center(step.end)
        if step.elapsed == 0:
            return x, y
        k = step.elapsed / self.step_ticks
        return start_x + (x - start_x) * k, start_y + (y - start_y) * k

    def _next_cell(self, prey: _Cell | None, cells: _Cells) -> _Cell:
        here = self.step.end
        if prey is None:
            self.step.forget_line()
            return here
        goal = prey
        if self.mode == "evade":  # toward the mirror image of the prey
            goal = (
                _saturate(here[0] + _saturate(here[0] - prey[0])),
                _saturate(here[1] + _saturate(here[1] - prey[1])),
            )
        if self.method == "axis" and not self._plans:
            columns, rows = _sign(goal[0] - here[0]), _sign(goal[1] - here[1])
            for column, row in ((columns, rows), (columns, 0), (0, rows)):
                cell = _saturate(here[0] + column), _saturate(here[1] + row)
                if cell != here and cells.can_step(here, cell):
                    return cell
            return here
        if self.step.prey_cell != prey:
            self.step.prey_cell = prey
            self._draw_line(goal, cells)
        if not self.step.line:
            return here
        cell = self.step.line.popleft()
        return cell if cells.can_step(here, cell) else here

    def _plan(self, prey: _Cell, cells: _Cells) -> None:
        """Finds the cells of the cheapest way to the prey; without one, draws the line to it."""
        step = self.step
        step.prey_cell = prey
        way = _cheapest_way(step.end, prey, cells)
        if way is not None:
            step.line, step.line_reaches = way, True
        else:
            self._draw_line(prey, cells)
            step.line_reaches = False

    def _draw_line(self, goal: _Cell, cells: _Cells) -> None:
        """Draws the line to `goal`, up to the first step that a blocked cell forbids."""
        at = self.step.end
        line: Deque[_Cell] = deque()
        for cell in islice(_bresenham(at, goal), self.max_path_length):
            if not cells.can_step(at, cell):
                break
            line.append(cell)
            at = cell
        self.step.line, self.step.line_reaches = line, at == goal


# ---- Among walls ---------------------------------------------------------------------------------


class _AvoidWalls(_Behavior):
    """Away from the wall that the body would meet first on the way of a feeler."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.ahead_length = fields["ahead_length"].length()
        self.side_length = fields["side_length"].length()
        self.side_angle_deg = fields["side_angle_deg"].number(0.0, 180.0)
        x, y = _rotate(1.0, 0.0, self.side_angle_deg * _RADIANS_PER_DEGREE)
        self.side_cos, self.side_sin = _decimal(x), _decimal(y)
        fields["side_cos"].check_derived(self.side_cos)
        fields["side_sin"].check_derived(self.side_sin)

    def force(self, agent: Agent, world: World) -> _Vector | None:
        turn_sign = world._cells._turn_sign
        h = hx, hy = agent.heading_x, agent.heading_y
        speed, full = _length(agent.vx, agent.vy), agent._max_speed
        share = speed / full if speed < full else 1.0
        ahead, length = self.ahead_length * share, self.side_length * share
        c, s = self.side_cos, self.side_sin * turn_sign
        feelers = (
            (hx * ahead, hy * ahead),
            ((hx * c - hy * s) * length, (hx * s + hy * c) * length),
            ((hx * c + hy * s) * length, (-hx * s + hy * c) * length),
        )
        worst: tuple[float, _Vector] | None = None
        for feeler in feelers:
            contact = world._walls.first_contact_of(agent, feeler)
            if contact is not None and (worst is None or contact[0] < worst[0]):
                worst = contact
        if worst is None:
            return None
        t, n = worst
        k = _dot(n, h)
        wx, wy = n[0] - hx * k, n[1] - hy * k
        across = _length(wx, wy)
        if across > 1e-6:
            wx, wy = wx / across, wy / across
        else:
            wx, wy = -hy * turn_sign, hx * turn_sign
        x, y = _direction(hx * t + wx * (1.0 - t), hy * t + wy * (1.0 - t))
        speed = speed + (full - speed) * ((1.0 - t) * (1.0 - t))
        return _force_toward(agent, x * speed, y * speed, agent._time_to_target)


class _FollowWall(_Behavior):
    """Along the wall ahead, or else along the nearest wall."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.side = 1.0 if fields["side"].choice("left", "right") == "left" else -1.0
        self.distance = fields["distance"].length()
        self.reach = fields["reach"].length()
        self.look_ahead = fields["look_ahead"].length()

    def force(self, agent: Agent, world: World) -> _Vector | None:
        k = self.side * world._cells._turn_sign
        h = hx, hy = agent.heading_x, agent.heading_y
        look_ahead = self.look_ahead
        contact = world._walls.first_contact_of(agent, (hx * look_ahead, hy * look_ahead))
        if contact is not None:
            t, n = contact
            x, y = hx * t + -n[1] * k * (1.0 - t), hy * t + n[0] * k * (1.0 - t)
        else:
            nearest = world._walls.nearest_beside((agent.x, agent.y), h, k, self.reach)
            if nearest is None:
                return None
            d, n = nearest
            away = self.distance - d
            x, y = n[0] * away + -n[1] * k * look_ahead, n[1] * away + n[0] * k * look_ahead
        x, y = _direction(x, y)
        speed = agent._max_speed
        return _force_toward(agent, x * speed, y * speed, agent._time_to_target)


# ---- Search --------------------------------------------------------------------------------------


class _SearchMemory(_Gaze):
    """How far a search has come."""

    __slots__ = ("places", "index", "waiting", "ticks", "heading", "finished", "ends")

    def __init__(self) -> None:
        super().__init__()
        self.places: list[_Vector] | None = None
        """Where it goes; None before its first tick."""
        self.index = 0
        """Of the place where the agent goes or is."""
        self.waiting = False
        """Whether the agent is at a place."""
        self.ticks = 0
        """Ticks left of the wait there."""
        self.heading = _ZERO
        """Where the agent was heading when it came there."""
        self.finished = False
        self.ends: tuple[_Vector, _Vector] | None = None

    def wanted(self, agent: Agent, turn_sign: float) -> tuple[_Vector, _Turn | None]:
        if self.ends is None:
            return (agent.heading_x, agent.heading_y), None
        x, y = self.heading
        c, s = self.ends[self.arrivals % 2]
        s = s * turn_sign
        return (x * c - y * s, x * s + y * c), None


class _Search(_Behavior):
    """To random places around a goal, where it looks about."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.goal, self.goal_key = _read_goal(fields, is_required=True)
        self.radius = fields["radius"].length()
        self.points = fields["points"].whole(1, 100)
        self.wait = fields["wait"].number(0.0, 1e6)
        self.wait_ticks = _ticks_in(self.wait, dt, 0)
        fields["wait_ticks"].check_derived(self.wait_ticks)
        self.slow_radius = fields["slow_radius"].length()
        sweep = fields["sweep"]
        self.angles: tuple[float, float] | None = None
        self.ends: tuple[_Vector, _Vector] | None = None
        if sweep.value is not None:
            self.angles, self.ends = _read_ends(sweep, 1.0)
        fields["route"]  # must be there
        self._read_route(fields)
        self.memory = _SearchMemory()

    def resume(
        self, previous: _Search, agent: Agent, previous_agent: Agent, world: World
    ) -> None:
        self.memory = previous.memory

    def force(self, agent: Agent, world: World) -> _Vector | None:
        memory = self.memory
        places = memory.places
        if places is None:
            places = memory.places = self._random_places(agent, world)
        reach = agent._radius + world._route_tolerance
        while memory.index < len(places):
            if memory.waiting:
                if not self._is_done(agent):
                    if self.ends is not None and agent._looks_by_actions and not agent._asking:
                        memory.ends = self.ends
                        agent._asking = memory
                    return _force_toward(agent, 0.0, 0.0, agent._time_to_target)
                memory.waiting = False
                memory.index += 1
                self.route = None
                continue
            x, y = places[memory.index]
            if not _distance(agent.x, agent.y, x, y) < reach:
                speed, tau = agent._max_speed, agent._time_to_target
                point = self._next_point(agent, world, x, y) if self.is_routed else None
                if point is not None:
                    return _seek(agent, *point, speed, tau)
                return _arrive(agent, x, y, reach, self.slow_radius, speed, tau)
            memory.waiting, memory.ticks = True, self.wait_ticks
            memory.heading = agent.heading_x, agent.heading_y
            memory.begin()
        if not memory.finished:
            memory.finished = True
            world._emit(agent, self.index, "search_finished")
        return None

    def record(self, archive: _Archive, agent: Agent, world: World) -> None:
        memory = self.memory
        if archive.has(memory.places is not None):
            memory.places = archive.places(memory.places or ())
        memory.index, memory.waiting = archive.whole(memory.index), archive.flag(memory.waiting)
        memory.ticks, memory.arrivals = archive.whole(memory.ticks), archive.whole(memory.arrivals)
        memory.turned, memory.heading = archive.flag(memory.turned), archive.place(memory.heading)
        memory.finished = archive.flag(memory.finished)
        archive.check(memory.index <= len(memory.places or ()))

    def _is_done(self, agent: Agent) -> bool:
        """Whether the agent has waited and looked about, once a tick."""
        memory = self.memory
        has_waited = memory.ticks == 0
        if not has_waited:
            memory.ticks -= 1
        if self.ends is None or not agent._looks_by_actions:
            return has_waited
        return memory.has_swept(1) and has_waited

    def _random_places(self, agent: Agent, world: World) -> list[_Vector]:
        goal = agent._target if self.goal is None else self.goal.find(agent)
        center = (agent.x, agent.y) if goal is None else (goal.x, goal.y)
        radius, random = self.radius, agent._random
        places = []
        for _ in range(self.points):
            place = center
            for _ in range(_MAX_TRIES):
                x = 2.0 * random.next_float() - 1.0
                y = (2.0 * random.next_float() - 1.0) * world._turn_sign
                p = center[0] + x * radius, center[1] + y * radius
                d = _minus(p, center)
                is_near = _dot(d, d) <= radius * radius
                if is_near and world._walls.is_free(center, p, agent._radius):
                    place = p
                    break
            places.append(place)
        return places


# ---- States --------------------------------------------------------------------------------------


class _Share(_Action):
    """Tells the team of an agent who it saw last."""

    def __init__(self, fields: _Json, world: World) -> None:
        self.radius = fields["radius"].length()

    def run(self, agent: Agent, world: World) -> None:
        seen, team = agent._knowledge.last_seen, agent._team
        if seen is None or team is None:
            return
        square = self.radius * self.radius
        for other in world.agents:
            dx, dy = other.x - agent.x, other.y - agent.y
            if other is not agent and other._team == team and dx * dx + dy * dy <= square:
                other._knowledge.last_seen = (*seen[:5], world.tick)
                world._told.append(other)


_ENTER_ACTIONS: Dict[str, Type[Any]] = {"emit": _Emit, "set_wall": _SetWall, "share": _Share}
_TERMS = (
    *("sees", "sees_not_for", "hears", "told", "touches", "meter_at_least"),
    *("meter_at_most", "for", "arrived", "path_finished", "near", "event"),
    *("search_finished", "no_route"),
)


class _Term:
    """A condition of a transition."""

    def __init__(self, fields: _Json, dt: float) -> None:
        self.kind = fields["kind"].choice(*_TERMS)
        self.ticks, self.limits, self.meter, self.radius, self.name = 0, (0, 0), 0.0, 0.0, ""
        self.seconds: tuple[float, ...] = ()
        """The time, or the limits of a time that is drawn, as authored."""
        self.goal: _Goal | None = None
        self.goal_key: tuple[Any, ...] = ()
        if self.kind == "sees_not_for":
            seconds = fields["seconds"].number(0.0, 1e6)
            self.seconds, self.ticks = (seconds,), _ticks_in(seconds, dt, 0)
            fields["ticks"].check_derived(self.ticks)
        elif self.kind in ("meter_at_least", "meter_at_most"):
            self.meter = fields["meter"].number(0.0, 1.0)
        elif self.kind == "for":
            self.seconds, self.limits = _read_drawn_time(fields, dt)
        elif self.kind == "near":
            self.goal, self.goal_key = _read_goal(fields, is_required=True)
            self.radius = fields["radius"].length()
        elif self.kind == "event":
            self.name = fields["name"].title()

    def key(self) -> tuple[Any, ...]:
        """What is the same for equal terms."""
        return self.kind, self.seconds, self.meter, self.radius, self.name, self.goal_key

    def holds(self, agent: Agent, world: World, drawn: int) -> bool:
        """Whether it holds now; `drawn` is the time of a term `for`."""
        kind, knowledge = self.kind, agent._knowledge
        if kind == "sees":
            return knowledge.noticed
        if kind == "sees_not_for":
            return knowledge.unseen >= self.ticks
        if kind == "hears":
            return knowledge.last_noise is not None and knowledge.last_noise[2] == world.tick
        if kind == "told":
            return knowledge.told
        if kind == "touches":
            return knowledge.touched is not None
        if kind == "meter_at_least":
            return knowledge.meter >= self.meter
        if kind == "meter_at_most":
            return knowledge.meter <= self.meter
        if kind == "for":
            return agent._time_in_state >= drawn
        if kind == "near":
            goal = agent._target if self.goal is None else self.goal.find(agent)
            if goal is None:
                return False
            dx, dy = goal.x - agent.x, goal.y - agent.y
            return dx * dx + dy * dy <= self.radius * self.radius
        if kind == "event":
            return (agent.id, self.name) in world._emitted or any(
                name == self.name and id in (None, agent.id) for id, name in world._names
            )
        return self._has_come_to_an_end(agent)

    def _has_come_to_an_end(self, agent: Agent) -> bool:
        """Whether a behavior of the state has done what it was there for."""
        behaviors = agent._behaviors
        if self.kind == "arrived":
            if agent._chase is not None:
                return agent._chase.arrived
            return any(isinstance(b, (_Arrive, _HomingWalk)) and b.arrived for b in behaviors)
        if self.kind == "path_finished":
            return any(isinstance(b, _FollowPath) and b.progress.finished for b in behaviors)
        if self.kind == "search_finished":
            return any(isinstance(b, _Search) and b.memory.finished for b in behaviors)
        return agent._no_route


class _Transition:
    """When an agent leaves a state, and for which."""

    def __init__(self, fields: _Json, dt: float) -> None:
        self.to = fields["to"].id()
        self.any = fields["any"].flag()
        self.terms = [_Term(term, dt) for term in fields["terms"].bounded(0, _MAX_TERMS)]

    def key(self) -> tuple[Any, ...]:
        """What is the same for equal transitions."""
        return self.to, self.any, *(term.key() for term in self.terms)

    def holds(self, agent: Agent, world: World, index: int) -> bool:
        """Whether it holds now; `index` is its place in its state."""
        if not self.terms:
            return True
        drawn = agent._drawn
        holds = (
            term.holds(agent, world, drawn.get((index, place), 0))
            for place, term in enumerate(self.terms)
        )
        return any(holds) if self.any else all(holds)


class _State:
    """A state of a preset: how its agents move while they are in it, and when they leave it."""

    def __init__(self, rules: _Json | None, motion: _Json, world: World) -> None:
        """Reads the first state, of which `rules` may be missing, or another one."""
        self._fields, self._dt = motion, world.dt
        self.id, self.name = 1, ""
        self.max_speed: float | None = None
        self.max_force: float | None = None
        self.enter: list[_Action] = []
        self.transitions: list[_Transition] = []
        color: str | None = None
        if rules is not None:
            self.id, self.name = rules["id"].id(), rules["name"].string()
            color = None if rules["color"].value is None else _read_color(rules["color"])
            if rules["max_speed"].value is not None:
                self.max_speed = rules["max_speed"].number(0.0, 1e6)
            if rules["max_force"].value is not None:
                self.max_force = rules["max_force"].length()
            for item in rules["enter"].bounded(0, _MAX_ACTIONS):
                action = _read_action(item, _ENTER_ACTIONS, world)
                action.check_references(item, world)
                self.enter.append(action)
            transitions = rules["transitions"].bounded(0, _MAX_TRANSITIONS)
            self.transitions = [_Transition(item, world.dt) for item in transitions]
        facing = motion.maybe("facing")
        self.facing = None if facing.value is None else _Facing(facing, world.dt)
        self.is_cell_mover = motion["motion"].choice("steered", "grid_chase") == "grid_chase"
        self.by_priority = False
        if not self.is_cell_mover:
            blend_mode = motion["blend_mode"].choice("weighted_sum", "priority")
            self.by_priority = blend_mode == "priority"
        elif motion["blend_mode"].value is not None:
            motion["blend_mode"].fail("is not null")

        behaviors = self.behaviors()
        self.widest_neighbor_radius = max((each.neighbor_radius for each in behaviors), default=0.0)
        self.paths = sum(isinstance(each, _FollowPath) for each in behaviors)
        """How many of its behaviors follow a path."""
        chase = self.chase()
        moved_by = [*behaviors, chase] if chase else behaviors
        plain = (int, float, str, bool, tuple, type(None))
        self.key = (
            *(self.id, self.name, color, self.max_speed, self.max_force),
            tuple(action.key() for action in self.enter),
            tuple(transition.key() for transition in self.transitions),
            *(self.facing and self.facing.key, self.is_cell_mover, self.by_priority),
            *(
                (type(each), *((k, v) for k, v in vars(each).items() if isinstance(v, plain)))
                for each in moved_by
            ),
        )
        """What is the same for equal states."""

    def keep(self) -> None:
        """Has fields of its own, which the game cannot change."""
        known = ("motion", "behaviors")
        fields = {key: self._fields.value[key] for key in known}
        self._fields = _Json(copy.deepcopy(fields))

    def behaviors(self) -> list[_Behavior]:
        """The behaviors of a steered agent, with the memory that they start with."""
        found: list[_Behavior] = []
        if self.is_cell_mover:
            return found
        for index, behavior in enumerate(self._fields["behaviors"].items()):
            kind = behavior["kind"].choice(*_BEHAVIORS)
            found.append(_BEHAVIORS[kind](behavior, index, self._dt))
        return found

    def chase(self) -> _GridChase | None:
        """The grid chase of a cell mover."""
        if not self.is_cell_mover:
            return None
        return _GridChase(self._fields["behaviors"].items(1)[0], self._dt)

    def times(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """The terms `for`, by transition and place, and the limits of their ticks."""
        for index, transition in enumerate(self.transitions):
            for place, term in enumerate(transition.terms):
                if term.kind == "for":
                    yield (index, place), term.limits


# ---- Neighbors -----------------------------------------------------------------------------------


class _Neighbors:
    """Finds agents nearby through squares as wide as the widest search, instead of all pairs."""

    def __init__(self, agents: list[Agent], widest_neighbor_radius: float) -> None:
        self._agents = agents
        self._size = size = max(widest_neighbor_radius, 1e-3)
        self._squares: dict[tuple[int, int], list[Agent]] = {}
        self._far_out: list[Agent] = []  # where the number of a square is too large for a float
        for agent in agents:
            try:
                square = floor(agent.x / size), floor(agent.y / size)
            except OverflowError:
                self._far_out.append(agent)
            else:
                self._squares.setdefault(square, []).append(agent)

    def near(self, x: float, y: float, radius: float) -> list[Agent]:
        """All agents within `radius` of (x, y), and some others."""
        # Wider by more than the rounding, so that no agent at the edge is missed.
        reach = radius * (1.0 + 1e-9) + (abs(x) + abs(y)) * 1e-15
        size = self._size
        try:
            left, right = floor((x - reach) / size), floor((x + reach) / size)
            bottom, top = floor((y - reach) / size), floor((y + reach) / size)
        except OverflowError:
            return self._agents
        if right - left > 8 or top - bottom > 8:  # far out, where floats are coarse
            return self._agents
        found = self._far_out[:]
        get = self._squares.get
        for column in range(left, right + 1):
            for row in range(bottom, top + 1):
                found += get((column, row), ())
        return found


# ---- Agents --------------------------------------------------------------------------------------

_BEHAVIORS: Dict[str, Type[_Behavior]] = {
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
    "avoid_walls": _AvoidWalls,
    "follow_wall": _FollowWall,
    "search": _Search,
    "wander": _Wander,
    "alignment": _Alignment,
    "cohesion": _Cohesion,
}


def _read_color(fields: _Json) -> str:
    color = fields.string()
    if not re.fullmatch("#[0-9a-fA-F]{6}", color):
        fields.fail('is not a color like "#ff8000"')
    return color.lower()


def _read_properties(fields: _Json, key: str) -> dict[str, PropertyValue]:
    """The values of custom properties that an item has; none if the field is missing."""
    if not fields.has(key):
        return {}
    values = fields[key].value
    if not isinstance(values, dict):
        fields[key].fail("is not an object")
    return {name: _property_value(value) for name, value in values.items() if _is_property_value(value)}


def _is_property_value(value: object) -> bool:
    return value is None or isinstance(value, (bool, int, float, str))


def _property_value(value: Any) -> PropertyValue:
    """The value of a custom property as it is read; None for what cannot be one."""
    # `type`, because True and False are numbers to `isinstance`. What is already parsed can contain NaN.
    if type(value) in (int, float) and value == value:
        return _decimal(value)
    return value if _is_property_value(value) else None


class _Properties:
    """The custom properties of a scene, which games read. They move nothing."""

    def __init__(self, file: _Json) -> None:
        # The kinds of items that have each property, and its default.
        self._declared: dict[str, tuple[list[Any], PropertyValue]] = {}
        if file.has("declared_properties"):
            for item in file["declared_properties"].items():
                if not isinstance(item.value, dict):
                    item.fail("is not an object")
                name, on, default = (item.value.get(key) for key in ("name", "on", "default"))
                if isinstance(name, str) and isinstance(on, list) and name not in self._declared:
                    self._declared[name] = (on, _property_value(default))
        self.own: dict[str, dict[int, dict[str, PropertyValue]]] = {
            items: file[items].by_id(lambda item: _read_properties(item, "properties"))
            for items in ("agents", "paths", "markers", "walls")
        }
        """The values that are set, by the kind and the id of the item."""
        self.nodes: dict[int, list[dict[str, PropertyValue]]] = file["paths"].by_id(
            lambda path: [_read_properties(node, "properties") for node in path["nodes"].items()]
        )
        """The values of the nodes of each path."""

    def find(self, values: dict[str, PropertyValue], name: str, items: str) -> PropertyValue:
        """The value of a property, or its default for items of this kind."""
        if name in values:
            return values[name]
        on, default = self._declared.get(name, ([], None))
        return default if items in on else None


class _Preset:
    """How agents move: the fields of an agent that come from its preset."""

    def __init__(self, fields: _Json, world: World) -> None:
        self.name = fields["preset"].string()
        color = _read_color(fields["color"])
        self.properties = _read_properties(fields, "preset_properties")
        body = fields["body"]
        self.radius = body["radius"].length()
        sight = fields["sight"]
        self.sight = None if sight.value is None else _Sight(sight)
        self.watches: tuple[str, ...] = ()
        if fields.has("watches"):
            watches = fields["watches"].bounded(1, _MAX_WATCHES)
            self.watches = tuple(team.title() for team in watches)
        hearing, alert, noise = (
            *(fields.maybe("hearing"), fields.maybe("alert"), body.maybe("noise")),
        )
        self.hearing = None if hearing.value is None else _Hearing(hearing)
        self.alert = None if alert.value is None else _Alert(alert)
        self.noise = None if noise.value is None else _BodyNoise(noise)
        self.mass = body["mass"].number(1e-3, 1e6)
        self.max_speed = body["max_speed"].number(0.0, 1e6)
        self.max_force = body["max_force"].length()
        self.time_to_target = body["time_to_target"].time_to_target()
        self.brakes_when_idle = body["idle"].choice("brake", "coast") == "brake"

        rules = fields["state"] if fields.has("state") else None
        self.states = [_State(rules, fields, world)]
        """The initial state, and the others."""
        if fields.has("states"):
            for item in fields["states"].bounded(0, _MAX_STATES):
                state = _State(item, item, world)
                if self.index_of(state.id) is not None:
                    item["id"].fail("is used twice")
                self.states.append(state)
        self._check_transitions(fields)
        transitions = [each for state in self.states for each in state.transitions]
        kinds = {term.kind for transition in transitions for term in transition.terms}
        self.has_states = bool(len(self.states) > 1 or transitions or self.states[0].enter)
        """Whether its agents have a state that matters."""
        self.touches = bool(self.watches or self.hearing or "touches" in kinds)
        """Whether its agents notice what they touch."""
        self.notices_more = self.touches or self.alert is not None
        """Whether they do more than see."""
        self.senses = bool(self.notices_more or self.sight or transitions)
        """Whether its agents sense anything."""
        self.has_facing = any(state.facing is not None for state in self.states)
        self.widest_neighbor_radius = max(state.widest_neighbor_radius for state in self.states)
        self.key = (
            *(self.name, color, self.radius, self.sight and self.sight.key(), self.mass),
            *(self.max_speed, self.max_force, self.time_to_target, self.brakes_when_idle),
            self.watches,
            *(each and tuple(vars(each).values()) for each in (self.hearing, self.alert, self.noise)),
            *(state.key for state in self.states),
            # Whether they are booleans too, because True equals 1.
            frozenset((name, type(value) is bool, value) for name, value in self.properties.items()),
        )
        """What is the same for equal presets."""

    def _check_transitions(self, fields: _Json) -> None:
        for index, state in enumerate(self.states):
            for place, transition in enumerate(state.transitions):
                if self.index_of(transition.to) is None:
                    of = fields["states"].items()[index - 1] if index > 0 else fields["state"]
                    to = of["transitions"].items()[place]["to"]
                    to.fail(f"names state {transition.to}, which the preset does not have")

    def index_of(self, id: int) -> int | None:
        """The index of the state with this id."""
        return next((i for i, state in enumerate(self.states) if state.id == id), None)

    def keep(self) -> _Preset:
        """This preset with fields of its own, which the game cannot change."""
        for state in self.states:
            state.keep()
        return self


class Agent:
    """An agent as the last tick left it. Read it; the methods of `World` move agents."""

    # fmt: off
    __slots__ = (
        "id", "name", "x", "y", "previous_x", "previous_y", "vx", "vy", "heading_x", "heading_y", "facing_x", "facing_y",
        "steering", "node", "_start", "_mass", "_max_speed", "_max_force", "_time_to_target",
        "_brakes_when_idle", "_by_priority", "_behaviors", "_chase", "_cells", "_path", "_path_id",
        "_preset_id", "_preset", "_radius", "_facing", "_sight", "_knowledge", "_target_key", "_target", "_danger", "_leader", "_leader_id", "_random", "_driven_to", "_next_position", "_force",
        "_team", "_asking", "_state", "_time_in_state", "_drawn", "_left", "_is_entering", "_forced_state", "_no_route",
    )
    # fmt: on

    def __init__(
        self,
        id: int,
        name: str,
        preset: int,
        path: int | None,
        start: _Start,
        world: World,
        random: _Random | None = None,
    ) -> None:
        """An agent that enters. `random` is its stream, if it has been used before."""
        self.id = id
        """Its id in the scene."""
        self.name = name
        """Its name in the scene."""
        self.x, self.y, self.vx, self.vy, limits, heading = self._start = start
        """Its position, u, and its velocity, u/s."""
        self.heading_x, self.heading_y = (1.0, 0.0) if heading is None else _direction(*heading)
        """The direction of its last motion, of length 1."""
        self._update_heading()
        self.facing_x, self.facing_y = self.heading_x, self.heading_y
        """Where it looks, of length 1: its heading, unless its preset has a facing."""
        self.steering = 0.0
        """The length of the steering force of the last tick."""
        self.node: int | None = None
        """The index of the node it walked to in the last tick, if it follows a path."""

        self._use_preset(preset, world._presets[preset])
        self._team: str | None = None
        self._random = random or _Random(world._seed, id)
        self._cells = world._cells
        self._path_id = path
        self._path = None if path is None else world._paths[path]
        self._driven_to: _Vector | None = None  # where the game puts the agent
        self._next_position: _Vector | None = None  # where the game or its chase puts it this tick
        self._asking: _Gaze | None = None  # what tells it where to look in this tick
        self._force = _ZERO
        # The world sets these once all agents are there.
        self._target: _Target | None = None
        self._target_key: tuple[str | None, int | None] = (None, None)  # the kind and the id
        self._danger: _Target | None = None
        self._leader: Agent | None = None  # only of an agent that follows one
        self._leader_id: int | None = None

        if limits is not None:
            x, y = _random_offset(self._random, *limits)
            self.x, self.y = self.x + x, self.y + y * world._turn_sign
        self._enter_cell()
        self.previous_x, self.previous_y = self.x, self.y
        """Its position a tick ago, u."""
        self._knowledge = _Knowledge((self.x, self.y))
        for started in self._behaviors:
            started.start(self)
        self._time_in_state = 0
        self._drawn = self._draw_times()
        """The ticks of the terms `for` of its state, by transition and place."""
        self._left: dict[int, list[_FollowPath | None]] = {}
        """What followed paths in states that it has left, by their ids."""
        self._is_entering = self._preset.has_states
        """Whether it still has to do what its initial state says on entering."""
        self._forced_state: int | None = None
        """The id of the state that the game wants it to enter."""
        self._no_route = False
        """Whether the last plan of a route in its state has found none."""

    def _use_preset(self, id: int, preset: _Preset) -> None:
        """Moves by a preset from now on. Its behaviors have not started yet."""
        self._preset_id, self._preset = id, preset
        self._mass = preset.mass
        self._radius = preset.radius
        self._sight = preset.sight
        self._time_to_target = preset.time_to_target
        self._brakes_when_idle = preset.brakes_when_idle
        self._use_state(preset.states[0])

    def _use_state(self, state: _State) -> None:
        """Moves by a state of its preset from now on. Its behaviors have not started yet."""
        preset = self._preset
        self._state = state
        self._max_speed = preset.max_speed if state.max_speed is None else state.max_speed
        self._max_force = preset.max_force if state.max_force is None else state.max_force
        self._facing = state.facing
        self._by_priority = state.by_priority
        self._behaviors = state.behaviors()  # of a steered agent
        self._chase = state.chase()  # of a cell mover

    def _draw_times(self) -> dict[tuple[int, int], int]:
        """New times for the terms `for` of its state."""
        return {key: _drawn_ticks(limits, self._random) for key, limits in self._state.times()}

    @property
    def speed(self) -> float:
        """The length of its velocity, u/s."""
        return _length(self.vx, self.vy)

    @property
    def preset(self) -> int:
        """The id of its preset."""
        return self._preset_id

    @property
    def key(self) -> _Key:
        """How others refer to it: `("agent", id)`."""
        return "agent", self.id

    @property
    def team(self) -> str | None:
        """The team that it belongs to, if any."""
        return self._team

    @property
    def state(self) -> int:
        """The id of the state of its preset that it is in."""
        return self._state.id

    @property
    def state_name(self) -> str:
        """The name of that state."""
        return self._state.name

    @property
    def noticed(self) -> bool:
        """Whether it has noticed someone that it watches, and has not forgotten them."""
        return self._knowledge.noticed

    @property
    def meter(self) -> float:
        """How alert it is, 0 to 1."""
        return self._knowledge.meter

    @property
    def perceived(self) -> tuple[str | None, int | None] | None:
        """What it perceives: `("agent", id)`, `("marker", id)`, `("pointer", None)`, or None."""
        perceived = self._knowledge.perceived
        return None if perceived is None else perceived.key

    @property
    def fov_deg(self) -> float | None:
        """The field of view of its sight, or of its homing walk at the present distance, degrees.

        None without sight, and without a homing walk or a target.
        """
        if self._sight is not None:
            return self._sight.fov_deg
        walks = (behavior for behavior in self._behaviors if isinstance(behavior, _HomingWalk))
        walk = next(walks, None)
        if walk is None:
            return None
        target = self._target if walk.goal is None else walk.goal.find(self)
        if target is None:
            return None
        distance = _distance(self.x, self.y, target.x, target.y)
        return 2.0 * walk.half_fov(distance) * _DEGREES_PER_RADIAN

    def _resume(self, previous: Agent, world: World) -> None:
        """Continues from the state that this agent had before its scene was edited."""
        for slot in _RESUMED:
            setattr(self, slot, getattr(previous, slot))
        if previous._preset.has_facing and not self._preset.has_facing:
            self.facing_x, self.facing_y = self.heading_x, self.heading_y
        self._knowledge = previous._knowledge.moved_to(world)
        if self._watch_key() != previous._watch_key():
            self._knowledge.noticed, self._knowledge.count = False, 0
        forced = previous._forced_state
        if forced is not None and self._preset.index_of(forced) is None:
            forced = None
        self._forced_state = forced
        index = self._preset.index_of(previous._state.id)
        if index is None:
            is_same_grid = self._cells.size == previous._cells.size
            self._left = {}
            self._start_state(self._preset.states[0], previous._chase if is_same_grid else None)
            self._is_entering = self._preset.has_states
        else:
            self._resume_state(self._preset.states[index], previous, world)
        self._leader = world._leader_of(self)

    def _resume_state(self, state: _State, previous: Agent, world: World) -> None:
        """Stays in a state that has been edited."""
        self._use_state(state)
        self._time_in_state = previous._time_in_state if self._preset.has_states else 0
        self._no_route = previous._no_route
        self._drawn = {
            key: min(max(previous._drawn.get(key, least), least), most)
            for key, (least, most) in state.times()
        }
        self._is_entering = self._preset.has_states and previous._is_entering
        self._left = {}
        for other in self._preset.states:
            left = previous._left.get(other.id)
            if left is not None and other is not state:
                self._left[other.id] = self._still_left(other, left, previous, world)
        if self._chase is not None:
            self.node = None
            self._resume_chase(self._chase, previous)
        # The k-th behavior of a kind keeps the memory of the k-th of that kind.
        candidates = list(previous._behaviors)
        for behavior in self._behaviors:
            match = next((each for each in candidates if type(each) is type(behavior)), None)
            if match is None:
                behavior.start(self)
            else:
                candidates.remove(match)
                behavior.resume(match, self, previous, world)

    def _still_left(
        self, state: _State, left: list[_FollowPath | None], previous: Agent, world: World
    ) -> list[_FollowPath | None]:
        """What followed paths in a state that it has left and that has been edited."""
        now = [each for each in state.behaviors() if isinstance(each, _FollowPath)]
        return [
            each if before is not None and each.keeps(before, self, previous, world) else None
            for each, before in zip(now, left)
        ]

    def _start_state(self, state: _State, previous_chase: _GridChase | None) -> None:
        """Begins in a state, with a chase in the one before, if it had one."""
        self._use_state(state)
        self._time_in_state, self._no_route = 0, False
        if self._chase is not None:
            self.node = None
            if previous_chase is not None:
                self._chase.follow(previous_chase)
            else:
                self._enter_cell()
        left = self._left.pop(state.id, [])
        for behavior in self._behaviors:
            if isinstance(behavior, _FollowPath):
                behavior.enter(left.pop(0) if left else None, self)
            else:
                behavior.start(self)
        self._drawn = self._draw_times()

    def _enter_state(self, state: _State, reason: int | None, world: World) -> None:
        """Leaves its state for another one, or the same."""
        left: list[_FollowPath | None] = [
            behavior for behavior in self._behaviors if isinstance(behavior, _FollowPath)
        ]
        if left:
            self._knowledge.left_path = self.x, self.y
            self._left[self._state.id] = left
        self._start_state(state, self._chase)
        self._leader = world._leader_of(self)
        self._do_on_entering(world)
        world._emit(self, None, "state_entered", name=state.name, reason=reason)

    def _do_on_entering(self, world: World) -> None:
        self._is_entering = False
        for action in self._state.enter:
            action.run(self, world)

    def _change_state(self, world: World) -> None:
        """Enters another state, if there is a reason. All agents have moved."""
        preset = self._preset
        if preset.has_states:
            self._time_in_state += 1
        if self._is_entering:
            self._do_on_entering(world)
        if self._forced_state is not None:
            index, self._forced_state = preset.index_of(self._forced_state), None
            if index is not None:
                self._enter_state(preset.states[index], None, world)
            return
        for reason, transition in enumerate(self._state.transitions):
            if transition.holds(self, world, reason):
                index = preset.index_of(transition.to)
                if index is not None:
                    self._enter_state(preset.states[index], reason, world)
                return

    def _record(self, archive: _Archive, world: World) -> None:
        """It, besides its id, for a hash or a save. Agents are looked up when all are there."""
        self.x, self.y = archive.place((self.x, self.y))
        self.previous_x, self.previous_y = archive.place((self.previous_x, self.previous_y))
        self.vx, self.vy = archive.place((self.vx, self.vy))
        self.heading_x, self.heading_y = archive.place((self.heading_x, self.heading_y))
        self.facing_x, self.facing_y = archive.place((self.facing_x, self.facing_y))
        self._driven_to = archive.place_or_none(self._driven_to)
        self._random = archive.random(self._random)
        preset_id = archive.whole(self._preset_id)
        if archive.is_reading:
            archive.check(preset_id in world._presets)
            self._use_preset(preset_id, world._presets[preset_id])
        self._record_spawner(archive, world)
        target, danger = archive.reference(self._target), archive.reference(self._danger)
        has_leader = self._leader_id is not None and self._leader_id != self.id
        leader = archive.reference_by(("agent", self._leader_id) if has_leader else None)
        archive.check(leader is None or leader[0] == "agent")
        self._path_id = archive.whole_or_none(self._path_id)
        if archive.is_reading:
            archive.check(self._path_id is None or self._path_id in world._paths)
            self._path = None if self._path_id is None else world._paths[self._path_id]
        if archive.has(self.node is not None):
            self.node = archive.whole(self.node or 0, 0, _MAX_INDEX - 1)
        self.steering = archive.number(self.steering)
        self._team = archive.text(self._team or "") if archive.has(self._team is not None) else None
        self._knowledge.record(archive)
        self._record_state(archive, world)

        def resolve(world: World) -> None:
            self._target, self._danger = archive.target(target, world), archive.target(danger, world)
            archive.check(self._target is not self and self._danger is not self)
            self._target_key = (None, None) if target is None else target
            found = archive.target(leader, world)
            self._leader_id = found.id if isinstance(found, Agent) else None
            self._leader = world._leader_of(self)

        archive.later.append(resolve)

    def _record_spawner(self, archive: _Archive, world: World) -> None:
        spawner, expires = world._spawned.get(self.id, (None, None))
        spawner_id = archive.whole_or_none(None if spawner is None else spawner.id)
        expires = archive.tick(expires or 0) if archive.has(expires is not None) else None
        if archive.is_reading:
            spawners = {each.id: each for each in world._spawners}
            spawner = None if spawner_id is None else spawners.get(spawner_id)
            archive.check((spawner is None) == (spawner_id is None))
            archive.check(spawner is not None or expires is None)
            if spawner is not None:
                world._spawned[self.id] = spawner, expires
                spawner.alive += 1

    def _record_state(self, archive: _Archive, world: World) -> None:
        states = self._preset.states
        index = archive.whole(states.index(self._state), 0, len(states) - 1)
        if archive.is_reading:
            self._use_state(states[index])
            self._drawn, self._left = {key: 0 for key, _ in states[index].times()}, {}
        self._time_in_state = archive.whole(self._time_in_state)
        self._drawn = {key: archive.whole(self._drawn[key]) for key, _ in states[index].times()}
        self._is_entering = archive.flag(self._is_entering)
        self._forced_state = archive.whole_or_none(self._forced_state)
        self._no_route = archive.flag(self._no_route)
        forced = self._forced_state
        archive.check(forced is None or self._preset.index_of(forced) is not None)
        for behavior in self._behaviors:
            behavior.record(archive, self, world)
            behavior.record_route(archive)
        if self._chase is not None:
            self._chase.record(archive, self._cells)
        for other in states:
            if other is not states[index] and other.paths:
                self._record_left(archive, other, world)

    def _record_left(self, archive: _Archive, state: _State, world: World) -> None:
        """The progress in a state that it has left, where it was ever there."""
        left = [*self._left.get(state.id, [])]
        left += [None] * (state.paths - len(left))
        if archive.is_reading:
            left = [each for each in state.behaviors() if isinstance(each, _FollowPath)]
        for index, path in enumerate(left):
            if archive.has(path is not None) and path is not None:
                path.record(archive, self, world)
            else:
                left[index] = None
        if archive.is_reading:
            self._left[state.id] = left

    def _watch_key(self) -> tuple[Any, ...]:
        """What has to stay the same for it to remember after an edit what it has noticed."""
        watches = self._preset.watches
        return self._sight and self._sight.key(), watches, None if watches else self._target_key

    def _resume_chase(self, chase: _GridChase, previous: Agent) -> None:
        if previous._chase is not None:
            chase.line_seen, chase.arrived = previous._chase.line_seen, previous._chase.arrived
        if previous._chase is not None and self._cells.size == previous._cells.size:
            chase.resume(previous._chase, self._cells, previous._cells)
        else:
            self._enter_cell()

    def _enter_cell(self) -> None:
        """Puts a cell mover into the center of the cell that holds its position."""
        if self._chase is not None:
            cell = self._cells.cell_at(self.x, self.y)
            self._chase.enter(cell)
            self.x, self.y = self._cells.center(cell)

    def _think(self, world: World) -> None:
        """Decides on the move of this tick, from the state of all agents at its start."""
        self.node = self._asking = None
        self._force = _ZERO
        self._next_position = self._driven_to
        if self._driven_to is None:
            if self._chase is not None:
                self._next_position = self._chase.next_position(self, world)
            else:
                self._force = self._blended_force(world)
        self.steering = _length(*self._force)

    def _blended_force(self, world: World) -> _Vector:
        x = y = 0.0
        is_idle = bool(self._behaviors)
        for behavior in self._behaviors:
            force = behavior.force(self, world)
            weight = behavior.weight
            if force is None or weight == 0.0:
                continue
            is_idle = False
            weighted_x, weighted_y = force[0] * weight, force[1] * weight
            if not self._by_priority:
                x, y = x + weighted_x, y + weighted_y
            elif _length(weighted_x, weighted_y) > _NEGLIGIBLE:
                x, y = weighted_x, weighted_y
                break  # those behind it do not run
        if is_idle and self._brakes_when_idle:
            x, y = _force_toward(self, 0.0, 0.0, self._time_to_target)
        return _truncate(x, y, self._max_force)

    def _move(self, world: World) -> None:
        dt = world.dt
        x, y = self.previous_x, self.previous_y = self.x, self.y
        if self._next_position is not None:
            self.x, self.y = self._next_position
            self.vx, self.vy = (self.x - x) / dt, (self.y - y) / dt
        else:
            force_x, force_y = self._force
            self.vx, self.vy = vx, vy = _truncate(
                self.vx + force_x / self._mass * dt,
                self.vy + force_y / self._mass * dt,
                self._max_speed,
            )
            if world._walls.motion.segments:
                (self.x, self.y), (self.vx, self.vy) = world._walls.glide(
                    (x, y), (vx, vy), self._radius, dt
                )
            else:
                x, y = x + vx * dt, y + vy * dt
                if isfinite(x) and isfinite(y):
                    self.x, self.y = x, y
        self._update_heading()

    def _turn(self, turn_sign: float) -> None:
        """Turns to where it looks, if that is not where it moves. All agents have moved."""
        facing, asking = self._facing, self._asking
        if asking is not None:
            self._turn_to_action(asking, turn_sign)
            return
        if facing is None:
            return
        wanted = self.heading_x, self.heading_y
        if facing.toward == "target":
            target = self._knowledge.perceived if self._preset.watches else self._target
            if target is not None:
                wanted = _direction(target.x - self.x, target.y - self.y)
        present = self.facing_x, self.facing_y
        self.facing_x, self.facing_y = facing.turn.turned(present, wanted, turn_sign)

    def _turn_to_action(self, asking: _Gaze, turn_sign: float) -> None:
        """Turns to where an action wants it to look."""
        wanted, turn = asking.wanted(self, turn_sign)
        if turn is None:
            turn = _AT_ONCE if self._facing is None else self._facing.turn
        facing = turn.turned((self.facing_x, self.facing_y), wanted, turn_sign)
        self.facing_x, self.facing_y = facing
        # A very slow turn is rounded to none, and swings about where it leads.
        asking.turned = wanted in (_ZERO, facing) or _dot(facing, wanted) >= _ALIGNED

    @property
    def _looks_by_actions(self) -> bool:
        """Whether actions tell it where to look."""
        return self._facing is None or self._facing.toward == "action"

    def _sense(self, world: World) -> None:
        """Looks, listens and feels, after all agents have moved, and remembers what it perceives."""
        preset, sight, knowledge, target = self._preset, self._sight, self._knowledge, self._target
        watched: Sequence[_Target] = ()
        if not preset.watches:
            sees = sight is not None and target is not None and self._sees(target, sight, world)
            if sees:
                knowledge.perceived = target
        else:
            watched = [other for other in world._members(preset.watches) if other is not self]
            seen = [] if sight is None else [o for o in watched if self._sees(o, sight, world)]
            sees = bool(seen)
            if sees and not any(other is knowledge.perceived for other in seen):
                knowledge.perceived = self._nearest(seen)
        if sees == knowledge.noticed:
            knowledge.count = 0
        elif sight is not None:
            self._count_sight(sight, sees, world)
        if sees:
            knowledge.unseen = 0
        else:
            knowledge.unseen += 1
            if not knowledge.noticed:
                knowledge.perceived = None
        perceives = sees
        if preset.notices_more:
            if not preset.watches and target is not None:
                watched = (target,)
            perceives = self._listen_and_feel(watched, sees, world) or sees
        else:
            knowledge.touched = None
        if perceives:
            place = knowledge.perceived
            if place is not None:
                knowledge.last_seen = place.x, place.y, place.vx, place.vy, place, world.tick

    def _count_sight(self, sight: _Sight, sees: bool, world: World) -> None:
        """Counts the ticks until it notices that it sees someone, or forgets."""
        knowledge = self._knowledge
        if knowledge.count + 1 < (sight.notice_ticks if sees else sight.forget_ticks):
            knowledge.count += 1
        else:
            knowledge.noticed, knowledge.count = sees, 0
            world._emit(self, None, "sight_gained" if sees else "sight_lost")

    def _listen_and_feel(self, watched: Sequence[_Target], sees: bool, world: World) -> bool:
        """Hears, touches, and is alerted. Returns whether it touches the one that it perceives."""
        preset, knowledge = self._preset, self._knowledge
        heard = self._heard(preset.hearing, watched, world) if preset.hearing is not None else None
        if heard is not None:
            last = knowledge.last_noise
            if last is None or last[2] != world.tick - 1:
                world._emit(self, None, "noise_heard")
            knowledge.last_noise = heard.x, heard.y, world.tick
        touched = self._touched(watched, world) if preset.touches else None
        if touched is not None:
            if touched is not knowledge.touched:
                world._emit(self, None, "touched", other=touched.id)
            if knowledge.perceived is None:
                knowledge.perceived = touched
        knowledge.touched = touched
        if preset.alert is not None:
            seen = knowledge.perceived if sees else None
            self._raise_meter(preset.alert, seen, heard is not None, world.dt)
        return touched is not None and touched is knowledge.perceived

    def _nearest(self, others: Iterable[_Target]) -> _Target | None:
        """The nearest of several; the first of equals."""
        found: _Target | None = None
        least = inf
        for other in others:
            dx, dy = other.x - self.x, other.y - self.y
            squared = dx * dx + dy * dy
            if found is None or squared < least:
                found, least = other, squared
        return found

    def _heard(
        self, hearing: _Hearing, watched: Sequence[_Target], world: World
    ) -> _Noise | None:
        """The nearest of the noises that it hears; the first of equals."""
        found: _Noise | None = None
        least = inf
        for noise in world._noises():
            dx, dy = noise.x - self.x, noise.y - self.y
            squared = dx * dx + dy * dy
            reach = noise.radius * hearing.scale
            if not squared <= reach * reach or (found is not None and not squared < least):
                continue
            if noise.agent is not None and not any(noise.agent is other for other in watched):
                continue
            if world._walls.motion.touches((self.x, self.y), (noise.x, noise.y)):
                reach = reach * hearing.muffle
                if not squared <= reach * reach:
                    continue
            found, least = noise, squared
        return found

    def _touched(self, watched: Sequence[_Target], world: World) -> Agent | None:
        """The nearest of the watched bodies that it touches; the first of equals."""
        found: Agent | None = None
        least = inf
        for other in watched:
            if not isinstance(other, Agent):
                continue
            dx, dy = other.x - self.x, other.y - self.y
            squared = dx * dx + dy * dy
            reach = self._radius + other._radius + world._touch_margin
            if not squared <= reach * reach or (found is not None and not squared < least):
                continue
            if world._walls.motion.touches((self.x, self.y), (other.x, other.y)):
                continue
            found, least = other, squared
        return found

    def _raise_meter(
        self, alert: _Alert, seen: _Target | None, has_heard: bool, dt: float
    ) -> None:
        meter, sight = self._knowledge.meter, self._sight
        if seen is not None and sight is not None:
            distance = _distance(self.x, self.y, seen.x, seen.y)
            meter = meter + alert.rise(distance, sight) * dt
            meter = 1.0 if meter > 1.0 else meter
        else:
            meter = meter - alert.fall * dt
            meter = meter if meter > 0.0 else 0.0
        if has_heard:
            meter = meter + alert.noise_rise
            meter = 1.0 if meter > 1.0 else meter
        self._knowledge.meter = meter

    def _sees(self, target: _Target, sight: _Sight, world: World) -> bool:
        eye, facing = (self.x, self.y), (self.facing_x, self.facing_y)
        return world._walls.sees_body(sight, eye, facing, (target.x, target.y), target._radius)

    def _update_heading(self) -> None:
        """Turns the heading to the velocity, if the agent moves."""
        if _length(self.vx, self.vy) > _HEADING_SPEED:
            self.heading_x, self.heading_y = _direction(self.vx, self.vy)


def _read_agent(fields: _Json, world: World) -> Agent:
    """An agent as it is authored, where it starts. Its references are read when all agents are."""
    id, name = fields["id"].id(), fields["name"].string()
    x, y = fields["x"].coordinate(), fields["y"].coordinate()
    vx, vy = fields["vx"].number(-1e6, 1e6), fields["vy"].number(-1e6, 1e6)
    limits = None
    if fields["scatter"].value is not None:
        shortest = fields["scatter"]["min"].length()
        limits = shortest, fields["scatter"]["max"].number(shortest, _MAX_LENGTH)
    _Random(world._seed, id).check(fields["random_state"])
    path = fields["path"].id_or_none()
    if path is not None and path not in world._paths:
        fields["path"].fail(f"names path {path}, which is not in the file")
    preset = world._preset_id(_Preset(fields, world))
    agent = Agent(id, name, preset, path, (x, y, vx, vy, limits, _read_heading(fields)), world)
    agent._team = _read_team(fields)
    return agent


def _read_team(fields: _Json) -> str | None:
    team = fields.maybe("team")
    return None if team.value is None else team.title()


def _read_heading(fields: _Json) -> _Vector | None:
    """Where an agent at rest faces when it enters."""
    parts = [fields.maybe("hx"), fields.maybe("hy")]
    if all(part.value is None for part in parts):
        return None
    x, y = (0.0 if part.value is None else part.number(-1.0, 1.0) for part in parts)
    if x == 0.0 and y == 0.0:
        parts[0].fail("has no direction, because hx and hy are 0")
    return x, y


_Target = Union[_Marker, Agent]
# x, y, vx, vy, who, the tick
_LastSeen = Tuple[float, float, float, float, Optional[_Target], int]
# What an agent keeps when its scene is edited.
_RESUMED = (
    "x",
    "y",
    "previous_x",
    "previous_y",
    "vx",
    "vy",
    "heading_x",
    "heading_y",
    "facing_x",
    "facing_y",
    "steering",
    "node",
    "_random",
    "_driven_to",
)


# ---- Routes --------------------------------------------------------------------------------------


_ROUNDED_UP = 1.000000001
"""More than the sum of two lengths can be wrong by rounding."""


class _Net:
    """Points around walls, and the ways between them, for bodies up to a radius."""

    def __init__(self, fields: _Json, walls: list[_Wall], route_tolerance: float) -> None:
        self.radius = fields["radius"].length()
        self._route_tolerance = route_tolerance
        self.points: list[_Vector] = []
        for item in fields["points"].items():
            x, y = item.items(2)
            self.points.append((x.coordinate(), y.coordinate()))
        self.ways: list[list[tuple[int, float, list[_Wall]]]] = [[] for _ in self.points]
        """From each point: to which other one, at what cost, and through which doors."""
        self._cost_per_unit, self._total = 64.0 / route_tolerance, 0.0
        """Of the costs: the least one for a unit of distance, and the sum."""
        doors: list[list[_Wall]] = []
        last = -1, -1
        for item in fields["pairs"].items():
            i, j, length = item.items(3)
            pair = i.whole(), j.whole()
            if not last < pair or not pair[0] < pair[1] < len(self.points):
                item.fail("is not a pair of points after the pair before")
            last = pair
            doors.append([])
            way = self._cost(length.number(0.0, 1e10))
            for a, b in (pair, pair[::-1]):
                self.ways[a].append((b, way, doors[-1]))
            apart = _distance(*self.points[i.whole()], *self.points[j.whole()])
            if way < self._cost_per_unit * apart:
                self._cost_per_unit = way / apart
            self._total += way
        for item in fields["doors"].items():
            first, second = item.items(2)
            index, wall = first.whole(), second.whole()
            if index >= len(doors):
                first.fail(f"names pair {index}, which the net does not have")
            if wall >= len(walls) or not walls[wall].is_door:
                second.fail(f"names wall {wall} of the list, which is not a door")
            doors[index].append(walls[wall])

    def _cost(self, length: float) -> float:
        """What going straight for a length costs.

        Costs are whole numbers, so that of two equal ways the same one is taken at every scale.
        """
        return float(floor(length * 64.0 / self._route_tolerance + 1.5))

    def plan(self, a: _Vector, b: _Vector, r: float, walls: _Walls) -> list[_Vector] | None:
        """The points of the shortest way from a to b; None if there is none.

        Points are taken by the least cost of a way over them (A*), and of equal ways that of the
        motion contract is kept. Where sums may be rounded, `per_unit` is 0: then points are taken in
        the order of the contract.
        """
        points = self.points
        if not points or not walls.is_clear(b, r):
            return None
        costs, before = [inf] * len(points), [-1] * len(points)
        starts = [self._cost(_distance(*a, *point)) for point in points]
        per_unit = self._cost_per_unit if self._total + max(starts) < 1e15 else 0.0
        left = [per_unit * _distance(*point, *b) for point in points]
        # The places to take next: the least cost of a way over them, the point, and its cost. A
        # negative cost is of a straight way from a: whether that is free is looked up when it is the next.
        queue: list[tuple[float, int, float]] = []
        if walls.is_clear(a, r):
            queue = [(start + left[i], i, -1.0) for i, start in enumerate(starts)]
            heapify(queue)
        is_any_taken, least, last = False, inf, -1
        while queue or not is_any_taken:
            if queue:
                total, i, cost = heappop(queue)
                if total > least * _ROUNDED_UP:
                    break
                if cost < 0.0:
                    cost = starts[i]
                    if cost > costs[i] or not walls.is_free(a, points[i], r):
                        continue
                    before[i] = -1
                elif cost > costs[i]:
                    continue
            else:
                ways = [_minus(point, a) for point in points]
                squares = [_dot(way, way) for way in ways]
                i = squares.index(min(squares))
                cost = starts[i]
            costs[i], is_any_taken = cost, True
            to_end = cost + self._cost(_distance(*points[i], *b))
            if per_unit > 0.0 and to_end == least:
                is_better = (cost, i) < (costs[last], last)
            else:
                is_better = to_end < least
            if is_better and walls.is_free(points[i], b, r):
                least, last = to_end, i
            for j, way, doors in self.ways[i]:
                onward = cost + way
                if onward > costs[j] or not all(door.is_open for door in doors):
                    continue
                if onward < costs[j]:
                    costs[j], before[j] = onward, i
                    heappush(queue, (onward + left[j], j, onward))
                elif per_unit > 0.0 and before[j] >= 0 and (cost, i) < (costs[before[j]], before[j]):
                    before[j] = i
        if last < 0:
            return None
        found: list[_Vector] = []
        while last >= 0:
            found.append(points[last])
            last = before[last]
        return found[::-1]


# ---- Hash and save -------------------------------------------------------------------------------


class _Tick(int):
    """A tick among the values of a save."""


def _hash_of(values: list[Any]) -> str:
    """The 16 hex digits of the hash of these values."""
    words: list[int] = []
    for value in values:
        kind = type(value)
        if kind is float:
            words += _words_of_number(value)
        elif kind is int or kind is bool:
            words.append(value & _MAX_U32)
        elif value is None:
            words.append(_MAX_U32)
        elif kind is _Tick:
            words += [value >> 32, value & _MAX_U32]
        else:
            text = value.encode("utf-8")
            padded = text + bytes(-len(text) % 4)
            words += [len(text), *unpack(f"<{len(padded) // 4}I", padded)]
    a, b, c, d = 1, 2, 3, 4
    for word in words:
        a ^= word
        t = b << 9 & 0xFFFFFFFF
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= t
        d = (d << 11 | d >> 21) & 0xFFFFFFFF
    stream = _Random.of([a, b, c, d])
    return f"{stream.next_u32():08x}{stream.next_u32():08x}"


def _words_of_number(number: float) -> tuple[int, ...]:
    return unpack(">2I", pack(">d", number + 0.0))


def _words_as_text(number: float) -> str:
    """The 16 hex digits of a number, a negative zero as zero."""
    return pack(">d", number + 0.0).hex()


class _Archive:
    """Takes in each value of a world, for a hash or a save, and returns it.

    A `_Saved` returns what was saved instead.
    """

    is_reading = False

    def __init__(self, values: list[Any]) -> None:
        self.values = values
        """Numbers as floats, and ticks apart from other whole numbers."""
        self.later: list[Callable[[World], None]] = []
        """What is done when all agents are there."""

    def check(self, fits: bool) -> None:
        """Refuses the value before, if it does not fit."""

    def whole(self, value: int, low: int = 0, high: int = _MAX_U32) -> int:
        self.values.append(value)
        return value

    def tick(self, value: int) -> int:
        self.values.append(_Tick(value))
        return value

    def flag(self, value: bool) -> bool:
        self.values.append(value)
        return value

    def text(self, value: str) -> str:
        self.values.append(value)
        return value

    def number(self, value: float) -> float:
        self.values.append(value)
        return value

    def has(self, is_there: bool) -> bool:
        """Whether a value that may be none is there."""
        if not is_there:
            self.values.append(None)
        return is_there

    def whole_or_none(self, value: int | None) -> int | None:
        return self.whole(value or 0) if self.has(value is not None) else None

    def flag_or_none(self, value: bool | None) -> bool | None:
        return self.flag(bool(value)) if self.has(value is not None) else None

    def place(self, place: _Vector) -> _Vector:
        return self.number(place[0]), self.number(place[1])

    def place_or_none(self, place: _Vector | None) -> _Vector | None:
        return self.place(place or _ZERO) if self.has(place is not None) else None

    def each(self, items: Collection[_Item], blank: _Item, high: int = _MAX_U32) -> Iterable[_Item]:
        """The items of a list, whose length is a value; as many blank ones if they are read."""
        count = self.whole(len(items), 0, high)
        return repeat(blank, count) if self.is_reading else items

    def places(self, places: Collection[_Vector]) -> list[_Vector]:
        return [self.place(place) for place in self.each(places, _ZERO)]

    def cell(self, cell: _Cell, cells: _Cells) -> _Cell:
        column, row = cells.in_game(cell)
        column = self.whole(column, _MIN_INDEX, _MAX_INDEX)
        return cells.in_game((column, self.whole(row, _MIN_INDEX, _MAX_INDEX)))

    def random(self, random: _Random) -> _Random:
        words = [self.whole(word) for word in random.words()]
        self.check(any(words))
        return _Random.of(words) if self.is_reading else random

    def item(self, id: int, items: Mapping[int, _Item]) -> _Item:
        """The item with this id."""
        id = self.whole(id)
        self.check(id in items)
        return items[id]

    def reference(self, target: _Target | None) -> _Key | None:
        """What something refers to. It is looked up when all agents are there."""
        return self.reference_by(None if target is None else target.key)

    def reference_by(self, key: _Key | None) -> _Key | None:
        kinds = (None, "marker", "agent", "pointer")
        kind, id = (None, None) if key is None else key
        kind = kinds[self.whole(kinds.index(kind), 0, 3)]
        if kind is None:
            return None
        return kind, None if kind == "pointer" else self.whole(id or 0)

    def target(self, key: _Key | None, world: World) -> _Target | None:
        """What a reference refers to."""
        target = None if key is None else world._find_target(*key)
        self.check((target is None) == (key is None))
        return target


class _Saved(_Archive):
    """The values of a save, read in order."""

    is_reading = True

    def __init__(self, values: list[Any]) -> None:
        super().__init__(values)
        self._at = 0

    def check(self, fits: bool) -> None:
        if not fits:
            raise SteerwrightError(
                f"values[{max(self._at - 1, 0)}]: does not fit; use a save that this scene has made"
            )

    def _next(self) -> Any:
        self.check(self._at < len(self.values))
        self._at += 1
        return self.values[self._at - 1]

    def end(self) -> None:
        """Refuses further values."""
        self.check(self._at == len(self.values))

    def has(self, is_there: bool) -> bool:
        is_none = self._at < len(self.values) and self.values[self._at] is None
        self._at += is_none
        return not is_none

    def whole(self, value: int, low: int = 0, high: int = _MAX_U32) -> int:
        read = self._next()
        self.check(type(read) in (int, float) and low <= read <= high and read == floor(read))
        return int(read)

    def tick(self, value: int) -> int:
        return self.whole(value, 0, 2**53)

    def flag(self, value: bool) -> bool:
        read = self._next()
        self.check(type(read) is bool)
        return bool(read)

    def text(self, value: str) -> str:
        read = self._next()
        self.check(isinstance(read, str) and read != "")
        return str(read)

    def number(self, value: float) -> float:
        read = self._next()
        self.check(isinstance(read, str) and re.fullmatch("[0-9a-f]{16}", read) is not None)
        number: float = unpack(">d", bytes.fromhex(read))[0]
        self.check(isfinite(number))
        return number


# ---- World ---------------------------------------------------------------------------------------


class _Spawner:
    """A spawner: where, when and which agents it adds, and what it remembers."""

    def __init__(self, fields: _Json, world: World) -> None:
        self.id = id = fields["id"].id()
        fields["name"].string()
        self.place = self._read_place(fields["place"])  # None once its agent is gone
        self.scatter: _Vector | None = None
        if fields["scatter"].value is not None:
            shortest = fields["scatter"]["min"].length()
            self.scatter = shortest, fields["scatter"]["max"].number(shortest, _MAX_LENGTH)
        self.when = fields["when"].choice("time", "press", "trigger")
        trigger = fields["trigger"]
        self.trigger = None if trigger.value is None else trigger.string()
        if bool(self.trigger) != (self.when == "trigger") or self.trigger == "":
            trigger.fail("does not match when")
        every, lifetime = fields["every"], fields["lifetime"]
        if every.value is None and self.when == "time":
            every.fail("is null, and when is time")
        dt = world.dt
        self.delay = _ticks_in(fields["delay"].number(0.0, 1e6), dt, 0)
        self.every = 0 if every.value is None else _ticks_in(every.number(1e-3, 1e6), dt, 1)
        self.jitter = _ticks_in(fields["jitter"].number(0.0, 1e6), dt, 0)
        self.lifetime = (
            0 if lifetime.value is None else _ticks_in(lifetime.number(1e-3, 1e6), dt, 1)
        )
        for key in ("delay", "every", "jitter", "lifetime"):
            fields[f"{key}_ticks"].check_derived(getattr(self, key))
        self.count = fields["count"].whole(1, 1000)
        self.times = self._times_or_none(fields["times"])
        self.max_alive = self._times_or_none(fields["max_alive"])
        self.path = fields["path"].id_or_none()
        if self.path is not None and self.path not in world._paths:
            fields["path"].fail(f"names path {self.path}, which is not in the file")
        self.target = self._read_target(fields["target"])
        self.danger = self._read_target(fields["danger"])
        self.leader = fields["leader"].id_or_none()
        self.random = _Random(world._seed, 2**32 + id)
        self.random.check(fields["random_state"])
        self.preset = world._preset_id(_Preset(fields, world))
        self.team = _read_team(fields)
        self.wait = self.delay
        self.fired = self.pending = self.alive = 0
        self.authored = self.place, self.target, self.danger, self.leader
        """What it refers to in the file."""

    @staticmethod
    def _times_or_none(fields: _Json) -> int | None:
        return None if fields.value is None else fields.whole(1, _MAX_TIMES)

    @staticmethod
    def _read_target(fields: _Json) -> tuple[str, int | None] | None:
        if fields.value is None:
            return None
        kind = fields["kind"].choice("marker", "agent", "pointer")
        return kind, None if kind == "pointer" else fields["id"].id()

    @staticmethod
    def _read_place(fields: _Json) -> tuple[Any, ...] | None:
        kind = fields["kind"].choice("point", "marker", "agent", "edge")
        if kind in ("marker", "agent"):
            return kind, fields["id"].id()
        keys = ("x", "y") if kind == "point" else ("x", "y", "x2", "y2")
        return (kind, *(fields[key].coordinate() for key in keys))

    def check_references(self, fields: _Json, world: World) -> None:
        """Refuses references to nothing. All agents are there."""
        named: list[tuple[str, tuple[Any, ...] | None]] = [
            ("place", self.place if self.place and self.place[0] in ("marker", "agent") else None),
            ("target", self.target),
            ("danger", self.danger),
            ("leader", None if self.leader is None else ("agent", self.leader)),
        ]
        for key, target in named:
            if target is not None and world._find_target(*target) is None:
                fields[key].fail(f"names {target[0]} {target[1]}, which is not in the file")

    def timing(self) -> tuple[Any, ...]:
        """What has to stay the same for it to continue after an edit."""
        return self.when, self.trigger, self.delay, self.every, self.jitter, self.times

    def recorded(self, archive: _Archive) -> _Spawner:
        """Its memory, for a hash or a save. Returns the same spawner with that memory."""
        found = copy.copy(self) if archive.is_reading else self
        found.wait, found.fired = archive.whole(self.wait), archive.whole(self.fired)
        found.pending, found.random = archive.whole(self.pending), archive.random(self.random)
        if archive.is_reading:
            found.alive = 0
            found.place, found.target, found.danger, found.leader = self.authored
        return found

    def forget(self, agent: int) -> None:
        """Drops references to an agent that is gone."""
        gone = ("agent", agent)
        self.place = None if self.place == gone else self.place
        self.target = None if self.target == gone else self.target
        self.danger = None if self.danger == gone else self.danger
        self.leader = None if self.leader == agent else self.leader

    def due(self, is_pressed: bool, is_new_press: bool) -> int:
        """How often it fires in this tick, if it may."""
        if self.when == "time":
            fires = int(self.wait == 0)
        elif self.when == "press":
            repeats = is_pressed and self.every > 0 and self.wait == 0
            fires = int(is_new_press or repeats)
        else:
            fires, self.pending = self.pending, 0
        if fires == 0 and self.wait > 0 and (self.when == "time" or is_pressed):
            self.wait -= 1
        return fires

    def next_wait(self) -> int:
        """The ticks that it waits after it has fired."""
        ticks = self.every
        if ticks > 0 and self.jitter > 0:
            drawn = floor(self.random.next_float() * (2.0 * self.jitter + 1.0))
            ticks = ticks - self.jitter + drawn
        return ticks - 1 if ticks > 1 else 0

    def position(self, random: _Random, world: World) -> _Vector | None:
        """Where an agent with this stream enters, before its scatter. None if the place is gone."""
        if self.place is None:
            return None
        kind, *rest = self.place
        if kind in ("marker", "agent"):
            found = world._find_target(kind, rest[0])
            return None if found is None else (found.x, found.y)
        if kind == "edge":
            x, y, x2, y2 = rest
            return _edge_point(x, y, x2, y2, random.next_float())
        return rest[0], rest[1]


def _edge_point(x: float, y: float, x2: float, y2: float, fraction: float) -> _Vector:
    """The point at a fraction of the outline of a rectangle with these opposite corners."""

    def between(p: _Vector, q: _Vector, t: float) -> _Vector:
        return p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t

    a, b, c, d = (x, y), (x2, y), (x2, y2), (x, y2)
    w, h = abs(x2 - x), abs(y2 - y)
    s = fraction * (w + h + w + h)
    if s < w:
        return between(a, b, s / w)
    if s < w + h:
        return between(b, c, (s - w) / h)
    if s < w + h + w:
        return between(c, d, (s - (w + h)) / w)
    return between(d, a, (s - (w + h + w)) / h if h > 0.0 else 0.0)


class _Contact:
    """What happens to agents of two presets that touch."""

    def __init__(self, fields: _Json, world: World) -> None:
        self.id = fields["id"].id()
        fields["name"].string()
        self.first, self.second = fields["first"].id(), fields["second"].id()
        for key in ("first", "second"):
            if getattr(self, key) not in world._presets:
                fields[key].fail("is not a preset of the file")
        distance = fields["distance"]
        self.distance = None if distance.value is None else distance.length()
        self.margin = fields["margin"].length()
        despawn = fields["despawn"].choice("none", "first", "second", "both")
        self.first_goes = despawn in ("first", "both")
        self.second_goes = despawn in ("second", "both")

    def find(self, world: World, highest_before: int, most: int, gone: dict[int, None]) -> int:
        """Reports the contacts of this rule, and adds the ids of those that go to `gone`.

        Agents with an id above `highest_before` are new. It stops at `most` contacts, and returns their number.
        """
        firsts = [agent for agent in world.agents if agent._preset_id == self.first]
        seconds = [agent for agent in world.agents if agent._preset_id == self.second]
        found = 0
        if not firsts or not seconds or most == 0:
            return found
        reach = self.distance
        if reach is None:
            reach = firsts[0]._radius + seconds[0]._radius + self.margin
        square = reach * reach
        neighbors = None
        if reach > 0.0 and len(firsts) * len(seconds) > _MAX_PAIRS_TO_TRY:
            neighbors = _Neighbors(seconds, reach)
        for a in firsts:
            if a.id in gone:
                continue
            x, y, near = a.x, a.y, seconds
            if neighbors is not None:
                near = sorted(neighbors.near(x, y, reach), key=lambda agent: agent.id)
            for b in near:
                dx, dy = b.x - x, b.y - y
                if not dx * dx + dy * dy <= square or b.id in gone:
                    continue
                if b.id <= a.id if self.first == self.second else b is a:
                    continue
                if not (self.first_goes or self.second_goes) and max(a.id, b.id) <= highest_before:
                    dx, dy = b.previous_x - a.previous_x, b.previous_y - a.previous_y
                    if dx * dx + dy * dy <= square:
                        continue
                world._report(a.id, "contact", self.id, b.id)
                if self.second_goes:
                    gone[b.id] = None
                if self.first_goes:
                    gone[a.id] = None
                found += 1
                if found == most:
                    return found
                if self.first_goes:
                    break
        return found


class Event(NamedTuple):
    """Something that happened to an agent."""

    tick: int
    """The tick in which it happened."""
    agent: int
    """The id of the agent."""
    kind: str
    """`node_reached`, `wait_started`, `wait_ended`, `path_finished`, `arrived`, `aggro_entered`,
    `aggro_left`, `waypoint_picked`, `cell_entered`, `line_gained`, `line_lost`, `sight_gained`,
    `sight_lost`, `noise_heard`, `touched`, `emitted`, `met`, `search_finished`, `no_route`,
    `state_entered`, `spawned`, `expired` or `contact`."""
    node: int | None
    """The index of the node, for the first three kinds."""
    behavior: int | None
    """The index of the behavior in the list of its agent; None for senses, spawners and contacts."""
    source: int | None = None
    """The id of the spawner or of the contact rule, for the last three kinds."""
    other: int | None = None
    """The id of the other agent of a contact, or of the one that is touched."""
    name: str | None = None
    """The name of what is `emitted` or `met`, or of the state that is entered."""
    value: str | float | None = None
    """What is `emitted` with it."""
    reason: int | None = None
    """The index of the transition, for `state_entered`; None if the game did it."""


class _PropertyReader:
    """Reads the custom properties of a world. Not in `World`, where the name `property` is that of Python's decorator."""

    _properties: _Properties
    _agents: dict[int, Agent]

    def property(self, kind: str, id: int, name: str) -> PropertyValue:
        """The value of a custom property of an `agent`, a `path`, a `marker` or a `wall`.

        Without an own value, the item has the default. None if the item or the property does not exist. Colors are texts,
        references are ids, or None.
        """
        items = f"{kind}s"
        known = self._properties.own.get(items)
        if known is None or id not in (self._agents if kind == "agent" else known):
            return None
        return self._properties.find(known.get(id, {}), name, items)

    def node_property(self, path: int, node: int, name: str) -> PropertyValue:
        """The same for a node of a path, which is named by its index, as in events."""
        nodes = self._properties.nodes.get(path, [])
        is_index = isinstance(node, int) and 0 <= node < len(nodes)
        return self._properties.find(nodes[node], name, "nodes") if is_index else None

    def preset_property(self, agent: int, name: str) -> PropertyValue:
        """The same for the preset of an agent."""
        found = self._agents.get(agent)
        return None if found is None else self._properties.find(found._preset.properties, name, "presets")


class World(_PropertyReader):
    """The agents of a scene, and what happens to them. `load` makes one."""

    def __init__(self, file: _Json) -> None:
        if file["format"].value != "steerwright-export":
            file["format"].fail('is not "steerwright-export"')
        required = file["format_version"].whole(1, _MAX_INTEGER)
        if file.has("min_reader"):
            required = file["min_reader"].whole(1, _MAX_INTEGER)
        if required > _VERSION:
            file["min_reader" if file.has("min_reader") else "format_version"].fail(
                f"requires a reader of version {required}, and this one has version {_VERSION}",
                'write a newer steerwright.py with "steerwright runtime python --out ."',
            )
        self.tick = 0
        """Ticks since the start."""
        self.dt = 1.0 / file["ticks_per_second"].number(1.0, 1000.0)
        """Seconds per tick."""
        self.events: list[Event] = []
        """What happened in the last `step` or `advance`, by tick and then by agent id."""
        self._accumulator = 0.0  # the ticks that `advance` still has to take

        file["name"].string()
        file["unit"].string()
        self._seed = file["seed"].whole(0, _MAX_INTEGER)
        self._turn_sign = -1.0 if file["y_down"].flag() else 1.0
        file["turn_sign"].check_derived(int(self._turn_sign))
        if file.has("plane"):
            file["plane"].choice("xy", "xz")
        if file.has("scale"):
            file["scale"].number(1e-6, 1e6)
        if file.has("origin"):
            _Marker(file["origin"])
        self.options: dict[str, Any] = {
            key: file.value[key]
            for key in ("y_down", "plane", "scale", "origin")
            if key in file.value
        }
        """The export options of the scene."""
        self._touch_margin = _TOUCH_MARGIN
        if file.has("touch_margin"):
            self._touch_margin = file["touch_margin"].number(1e-9, 1e9)
        self._route_tolerance = _ROUTE_TOLERANCE
        if file.has("route_tolerance"):
            self._route_tolerance = file["route_tolerance"].number(1e-9, 1e9)
        self._repath_distance = _REPATH_DISTANCE
        if file.has("repath_distance"):
            self._repath_distance = file["repath_distance"].number(1e-9, 1e9)
        self._emitted: list[tuple[int, str]] = []  # the names that agents emit on paths in this tick
        self._events_of_actions: list[tuple[str, str, str | float | None]] = []  # of one path
        self._switches: dict[int, tuple[int, bool]] = {}  # of doors in this tick: by which agent, and how
        self._has_meetings = False
        self._meetings: dict[str, int] = {}  # how many agents wait for each name in this tick
        self._names: list[tuple[int | None, str]] = []  # that the game sent, and the receiver
        self._told: list[Agent] = []  # that a share has reached in this tick
        self._has_forced = False  # whether the game wants an agent to enter a state
        self._were_told = False  # whether a share reached anyone in the tick before
        self._calls_of_noise: list[_Noise] = []
        self._noises_now: list[_Noise] | None = None  # of this tick, once someone listens
        self._teams_now: dict[tuple[str, ...], list[Agent]] = {}  # once someone watches them
        self._pointer = _Marker(file["pointer"])
        self._markers = file["markers"].by_id(_read_marker)
        self._paths = file["paths"].by_id(lambda path: _Path(path, self))
        self._cells = _Cells(file["cells"], self._turn_sign)
        walls = file["walls"].by_id(_Wall)
        _check_crossed_cells(file["walls"], walls.values(), self._cells.size)
        self._walls = _Walls(walls, self._cells, file["skin"].number(1e-9, 1.0))
        self._nets: list[_Net] = []  # the least radius first
        if file.has("nets"):
            in_order = list(walls.values())
            tolerance = self._route_tolerance
            self._nets = [_Net(item, in_order, tolerance) for item in file["nets"].items()]
            self._nets.sort(key=lambda net: net.radius)
        for item in file["paths"].items():
            for node, fields in zip(self._paths[item["id"].id()].nodes, item["nodes"].items()):
                node.check_references(fields, self)
        self._presets: dict[int, _Preset] = {}  # ids count from 1, in the order of the file
        agents = file["agents"].by_id(lambda fields: _read_agent(fields, self))
        self._agents = {id: agents[id] for id in sorted(agents)}
        self._spawners: list[_Spawner] = []  # by id
        if file.has("spawners"):
            spawners = file["spawners"].by_id(lambda fields: _Spawner(fields, self))
            self._spawners = [spawners[id] for id in sorted(spawners)]
            for fields in file["spawners"].items():
                spawners[fields["id"].id()].check_references(fields, self)
        self._contacts: list[_Contact] = []  # by id
        if file.has("contacts"):
            contacts = file["contacts"].by_id(lambda fields: _Contact(fields, self))
            self._contacts = [contacts[id] for id in sorted(contacts)]
        self._properties = _Properties(file)
        # The spawner of each spawned agent, and the tick in which it expires, or None.
        self._spawned: dict[int, tuple[_Spawner, int | None]] = {}
        self._is_pressed = self._is_new_press = False
        self.agents = list(self._agents.values())
        """All agents, in ascending order of id."""
        self._highest_id = max(self._agents, default=0)  # that an agent ever had
        for fields in file["agents"].items():
            self._resolve_references(fields)
        self._neighbors = _Neighbors([], self._widest_neighbor_radius)
        # What an agent of the file has that its save does not.
        self._authored = {agent.id: (agent.name, agent._start) for agent in self.agents}
        # Of the world as the file has it: the values, and their hash once it is needed.
        self._values_of_scene: list[Any] = self._saved_values()
        self._hash_of_scene = ""

    @property
    def time(self) -> float:
        """Seconds since the start."""
        return self.tick * self.dt

    @property
    def interpolation_alpha(self) -> float:
        """The part of a tick, 0 to 1, that `advance` has kept for the next call.

        For smooth motion, draw an agent at `previous_x + (x - previous_x) * interpolation_alpha`,
        and likewise for y.
        """
        return self._accumulator

    def agent(self, id: int) -> Agent | None:
        """The agent with this id, if there is one."""
        return self._agents.get(id)

    def find_agent(self, name: str) -> int | None:
        """The id of the agent with this name, if there is one; of several, the lowest."""
        return _lowest_id(name, self._agents)

    def find_marker(self, name: str) -> int | None:
        """The id of the marker with this name, if there is one; of several, the lowest."""
        return _lowest_id(name, self._markers)

    def find_path(self, name: str) -> int | None:
        """The id of the path with this name, if there is one; of several, the lowest."""
        return _lowest_id(name, self._paths)

    def find_wall(self, name: str) -> int | None:
        """The id of the wall with this name; of several, the lowest."""
        found = (id for id in sorted(self._walls.by_id) if self._walls.by_id[id].name == name)
        return next(found, None)

    def find_preset(self, name: str) -> int | None:
        """The id of the preset with this name, if there is one; of several, the lowest.

        An export has only the presets of its agents.
        """
        return _lowest_id(name, self._presets)

    def find_state(self, agent: int, name: str) -> int | None:
        """The id of the state with this name in the preset of an agent; of several, the first."""
        states = self._existing_agent(agent)._preset.states
        return next((state.id for state in states if state.name == name), None)

    def path(self, id: int) -> PathLine:
        """The line of a path."""
        return self._existing_path(id).line.line

    def path_nearest(self, id: int, x: float, y: float) -> PathPlace | None:
        """The place of a path nearest to (x, y); None if the path has no points."""
        return self._existing_path(id).line.nearest(*_checked_position(x, y))

    def path_at(self, id: int, along: float) -> tuple[float, float] | None:
        """The point of a path at a distance along it; None if the path has no points.

        On a closed path the distance wraps around, on an open one it is limited to the ends.
        """
        line = self._existing_path(id).line
        if not -inf < along < inf:
            raise SteerwrightError(
                f"{along} is not a finite distance along a path; check where the game computes it"
            )
        return line.at(float(along))

    def cell_at(self, x: float, y: float) -> Cell:
        """The cell that contains (x, y)."""
        cells = self._cells
        cell = cells.cell_at(*_checked_position(x, y))
        blocked = cell in cells.blocked
        return Cell(*cells.in_game(cell), *cells.center(cell), cells.size, blocked)

    def step(self) -> None:
        """Takes one tick."""
        self.events = []
        self._take_tick()

    def advance(self, seconds: float) -> int:
        """Takes as many whole ticks as fit, keeps the rest for the next call, and returns them.

        It takes at most 240: a late game slows down and does not freeze. What is not a finite
        number above 0 counts as 0.
        """
        self.events = []
        due = seconds / self.dt
        if 0.0 < due < inf:
            self._accumulator += due
        ticks = 0
        while self._accumulator >= 1.0:
            if ticks == _MAX_TICKS_PER_ADVANCE:
                self._accumulator = 0.0
                break
            self._accumulator -= 1.0
            self._take_tick()
            ticks += 1
        return ticks

    def apply_scene(self, source: str | bytes | dict[str, Any]) -> None:
        """Applies an edited scene, given as for `load`, while the game runs.

        Everything authored comes from the new scene; the tick, the pointer, the events and the kept
        part of a tick stay. An agent that was there before continues from where it is, unless its
        authored start has changed and the game does not drive it. What the game has changed itself
        is again as authored, and agents that it spawned are gone. All agents are new objects, and
        presets may have other ids: find them by name again.

        A file that `load` refuses is refused with the same message, and the world does not change.
        """
        edited = World(_parse(source))
        edited.tick, edited._accumulator = self.tick, self._accumulator
        edited.events = self.events
        edited._highest_id = max(edited._highest_id, self._highest_id)
        edited._pointer.x, edited._pointer.y = self._pointer.x, self._pointer.y
        if edited._placement() == self._placement():
            for agent in edited.agents:
                previous = self._agents.get(agent.id)
                if previous is None:
                    continue
                if previous._driven_to is not None or previous._start == agent._start:
                    agent._resume(previous, edited)
            earlier = {spawner.id: spawner for spawner in self._spawners}
            for spawner in edited._spawners:
                before = earlier.get(spawner.id)
                same_seed = self._seed == edited._seed
                if before is not None and same_seed and before.timing() == spawner.timing():
                    spawner.wait, spawner.fired = before.wait, before.fired
                    spawner.pending, spawner.random = before.pending, before.random
            edited._calls_of_noise, edited._names = self._calls_of_noise, self._names
            edited._were_told, edited._has_forced = self._were_told, self._has_forced
        edited._is_pressed, edited._is_new_press = self._is_pressed, self._is_new_press
        vars(self).update(vars(edited))

    def hash64(self) -> str:
        """The 16 hex digits of a hash of everything that moves agents from now on.

        It is the same in every runtime: games that run in lockstep compare it.
        """
        return _hash_of(self._saved_values())

    def save(self) -> str:
        """The present state as text, for `load_save`. The scene itself is not in it."""
        values: list[Any] = [
            _words_as_text(value) if type(value) is float else value
            for value in self._saved_values()
        ]
        saved = {
            **{"format": "steerwright-save", "format_version": _SAVE_VERSION},
            **{"scene": self._scene_hash, "values": values},
        }
        return json.dumps(saved, ensure_ascii=False, separators=(",", ":"))

    def load_save(self, source: str | bytes | dict[str, Any]) -> None:
        """Continues from a save of the same scene, which any runtime may have made.

        A world that has applied an edited scene takes saves of that one. Presets that the game has
        replaced are not in a save: replace them first. All agents are new objects. A save that does
        not fit is refused, and the world does not change.
        """
        try:
            file = _parse(source)
            if file["format"].value != "steerwright-save":
                file["format"].fail('is not "steerwright-save"')
            if file["format_version"].whole(1, _MAX_INTEGER) != _SAVE_VERSION:
                file["format_version"].fail(f"is not {_SAVE_VERSION}")
            if file["scene"].value != self._scene_hash:
                file["scene"].fail("is that of another scene")
            values = file["values"].value
            if not isinstance(values, list):
                file["values"].fail("is not a list")
        except SteerwrightError as error:
            problem = str(error).replace("export the scene again", "use a save of this scene")
            raise SteerwrightError(problem) from None
        self._record(_Saved(values))

    @property
    def _scene_hash(self) -> str:
        """The hash of the world as the file has it."""
        if not self._hash_of_scene:
            self._hash_of_scene, self._values_of_scene = _hash_of(self._values_of_scene), []
        return self._hash_of_scene

    def _saved_values(self) -> list[Any]:
        """The values of a save, with numbers as floats and ticks apart from other whole numbers."""
        archive = _Archive([])
        self._record(archive)
        return archive.values

    def _doors(self) -> list[_Wall]:
        """The walls that are doors, by id."""
        return [wall for _, wall in sorted(self._walls.by_id.items()) if wall.is_door]

    def _record(self, archive: _Archive) -> None:
        """Its state, for a hash or a save. Nothing changes before all of a save has been read."""
        loaded = copy.copy(self) if archive.is_reading else self
        loaded.tick, loaded._accumulator = archive.tick(self.tick), archive.number(self._accumulator)
        pointer = archive.place((self._pointer.x, self._pointer.y))
        archive.check(0.0 <= loaded._accumulator < 1.0)
        loaded._is_pressed = archive.flag(self._is_pressed)
        loaded._is_new_press = archive.flag(self._is_new_press)
        loaded._highest_id = archive.whole(self._highest_id)
        doors, markers = self._doors(), [marker for _, marker in sorted(self._markers.items())]
        archive.check(archive.whole(len(doors)) == len(doors))
        are_open = [archive.flag(door.is_open) for door in doors]
        archive.check(archive.whole(len(markers)) == len(markers))
        places = [archive.place((marker.x, marker.y)) for marker in markers]
        loaded._calls_of_noise = [
            _Noise(*archive.place(noise[:2]), archive.number(noise.radius), None)
            for noise in archive.each(self._calls_of_noise, _Noise(0.0, 0.0, 0.0, None), _MAX_NOISES)
        ]
        loaded._names = [
            (archive.whole_or_none(agent), archive.text(name))
            for agent, name in archive.each(self._names, (None, ""), _MAX_NAMES)
        ]
        loaded._spawners = [spawner.recorded(archive) for spawner in self._spawners]
        if archive.is_reading:
            loaded._agents, loaded._spawned, loaded.events = {}, {}, []
        loaded._record_agents(archive, self.agents)
        if isinstance(archive, _Saved):
            archive.end()
            loaded._resolve(archive)
            self._pointer.x, self._pointer.y = pointer
            for marker, place in zip(markers, places):
                marker.x, marker.y = place
            for door, is_open in zip(doors, are_open):
                door.is_open = is_open
            self._walls.block_cells(self._cells)
            vars(self).update(vars(loaded))

    def _record_agents(self, archive: _Archive, agents: Sequence[Agent | None]) -> None:
        before = -1
        for agent in archive.each(agents, None, _MAX_U32 if self._presets else 0):
            id = before = archive.whole(0 if agent is None else agent.id, before + 1, self._highest_id)
            if agent is None:
                name, start = self._authored.get(id, ("", (0.0, 0.0, 0.0, 0.0, None, None)))
                agent = self._agents[id] = Agent(id, name, 1, None, start, self)
            agent._record(archive, self)
            if archive.is_reading and id not in self._authored:
                agent._start = (*agent._knowledge.post, 0.0, 0.0, None, None)

    def _resolve(self, saved: _Saved) -> None:
        """Looks up what the agents of a save refer to."""
        self.agents = list(self._agents.values())
        for resolve in saved.later:
            resolve(self)
        for id in self._authored:
            if id not in self._agents:
                for spawner in self._spawners:
                    spawner.forget(id)
        self._were_told = any(agent._knowledge.told for agent in self.agents)
        self._has_forced = any(agent._forced_state is not None for agent in self.agents)

    def set_pointer(self, x: float, y: float) -> None:
        """Moves the pointer to (x, y), u."""
        self._pointer.x, self._pointer.y = _checked_position(x, y)

    def set_pressed(self, is_pressed: bool) -> None:
        """Tells whether the pointer is pressed, which spawners can wait for."""
        self._is_new_press = self._is_new_press or (bool(is_pressed) and not self._is_pressed)
        self._is_pressed = bool(is_pressed)

    def trigger(self, name: str) -> bool:
        """Fires the spawners that wait for this name at the start of the next tick.

        Returns whether there is one.
        """
        is_known = False
        for spawner in self._spawners:
            if spawner.when == "trigger" and spawner.trigger == name:
                is_known = True
                spawner.pending = min(spawner.pending + 1, _MAX_PENDING)
        return is_known

    def move_marker(self, id: int, x: float, y: float) -> None:
        """Moves a marker to (x, y), u."""
        marker = self._markers.get(id)
        if marker is None:
            raise SteerwrightError(f"there is no marker {id}; use the id of a marker in the export")
        marker.x, marker.y = _checked_position(x, y)

    def set_target(self, agent: int, kind: str | None, id: int | None = None) -> None:
        """Sets the target of an agent: `"marker"` or `"agent"` and its id, `"pointer"`, or None."""
        changed = self._existing_agent(agent)
        changed._target = self._checked_target(changed, kind, id)
        changed._target_key = kind, None if kind == "pointer" else id

    def set_danger(self, agent: int, kind: str | None, id: int | None = None) -> None:
        """Sets what an agent flees from, given as for `set_target`."""
        changed = self._existing_agent(agent)
        changed._danger = self._checked_target(changed, kind, id)

    def set_team(self, agent: int, team: str | None) -> None:
        """Sets the team of an agent: a text that is not empty, or None."""
        changed = self._existing_agent(agent)
        if team is not None and not (isinstance(team, str) and team):
            raise SteerwrightError(f"{team!r} is not a team; use a text that is not empty, or None")
        changed._team = team

    def noise(self, x: float, y: float, radius: float) -> None:
        """Makes a noise in the next tick, for agents that hear within `radius` of (x, y), u."""
        place = _checked_position(x, y)
        if not 0.0 <= radius <= _MAX_LENGTH:
            raise SteerwrightError(
                f"{radius} is not a radius from 0 to 1e9; check where the game computes it"
            )
        if len(self._calls_of_noise) >= _MAX_NOISES:
            raise SteerwrightError(
                f"there are {_MAX_NOISES} noises before the next tick; make fewer"
            )
        self._calls_of_noise.append(_Noise(*place, float(radius), None))

    def set_state(self, agent: int, state: int) -> None:
        """Has an agent enter a state of its preset, by its id, at the end of the next tick."""
        changed = self._existing_agent(agent)
        if changed._preset.index_of(state) is None:
            raise SteerwrightError(
                f"the preset of agent {agent} has no state {state}; use the id of one of its states"
            )
        changed._forced_state = state
        self._has_forced = True

    def force_event(self, agent: int | None, name: str) -> None:
        """Sends a name to an agent, or with None to all, for transitions in the next tick."""
        if agent is not None:
            self._existing_agent(agent)
        if not (isinstance(name, str) and name):
            raise SteerwrightError(f"{name!r} is not a name; use a text that is not empty")
        if len(self._names) >= _MAX_NAMES:
            raise SteerwrightError(f"there are {_MAX_NAMES} names before the next tick; send fewer")
        self._names.append((agent, name))

    def set_leader(self, agent: int, leader: int | None) -> None:
        """Sets the leader of an agent: an agent, or None."""
        changed = self._existing_agent(agent)
        changed._leader_id = None if leader is None else self._existing_agent(leader).id
        changed._leader = self._leader_of(changed)

    def set_path(self, agent: int, path: int | None) -> None:
        """Sets the path of an agent: a path, or None.

        Its path following starts as its preset says; with the path that it has already it continues.
        """
        changed = self._existing_agent(agent)
        new_path = None if path is None else self._existing_path(path)
        if path == changed._path_id:
            return
        changed._path_id, changed._path = path, new_path
        for behavior in changed._behaviors:
            if isinstance(behavior, _FollowPath):
                behavior.start(changed)
        changed._left = {}

    def is_wall_open(self, wall: int) -> bool:
        """Whether a wall is a door that is open now."""
        found = self._walls.by_id.get(wall)
        return found is not None and found.is_open

    def set_wall_open(self, wall: int, is_open: bool) -> None:
        """Opens or closes a door.

        Cell movers look for their way again if the cells that it crosses become free or blocked.
        """
        door = self._walls.by_id.get(wall)
        if door is None:
            raise SteerwrightError(f"there is no wall {wall}; use the id of a wall in the scene")
        if not door.is_door:
            raise SteerwrightError(f"the wall {wall} is not a door; make it one in the scene")
        if door.is_open == bool(is_open):
            return
        door.is_open = bool(is_open)
        for agent in self.agents:
            for behavior in agent._behaviors:
                behavior.route = None
        blocked = self._cells.blocked
        self._walls.block_cells(self._cells)
        if self._cells.blocked != blocked:
            for agent in self.agents:
                if agent._chase is not None:
                    agent._chase.step.forget_line()

    def path_between(
        self, ax: float, ay: float, bx: float, by: float, radius: float
    ) -> list[tuple[float, float]] | None:
        """The points of the shortest way from a to b for a body with this radius; b is the last.

        None if there is no way. Only scenes in which agents go around walls know ways around them.
        """
        a, b = _checked_position(ax, ay), _checked_position(bx, by)
        if not 0.0 <= radius <= _MAX_LENGTH:
            raise SteerwrightError(
                f"{radius} is not a radius from 0 to 1e9; check where the game computes it"
            )
        points = self._plan(a, b, float(radius))
        return None if points is None else [*points, b]

    def _plan(self, a: _Vector, b: _Vector, r: float) -> list[_Vector] | None:
        """The points between a and b of the shortest way; None if there is none."""
        if self._walls.is_free(a, b, r):
            return []
        net = next((net for net in self._nets if net.radius >= r), None)
        return None if net is None else net.plan(a, b, r, self._walls)

    def sees(self, agent: int, other: int) -> bool:
        """Whether an agent with sight sees the body of another agent now."""
        watcher, seen = self._agents.get(agent), self._agents.get(other)
        if watcher is None or seen is None or watcher is seen or watcher._sight is None:
            return False
        return watcher._sees(seen, watcher._sight, self)

    def set_preset(self, agent: int, preset: int) -> None:
        """Sets the preset that an agent moves by; its behaviors keep their memory."""
        self._change_preset(self._existing_agent(agent), preset, self._existing_preset(preset))

    def replace_preset(self, preset: int, source: str | bytes | dict[str, Any]) -> None:
        """Replaces a preset: all its agents move by the new one from now on.

        Takes the fields of an agent in an export that come from its preset, given as for `load`:
        `preset`, `color`, `body`, `motion`, `blend_mode` and `behaviors`.
        """
        self._existing_preset(preset)
        replaced = self._presets[preset] = _Preset(_parse(source), self).keep()
        for agent in self.agents:
            if agent._preset_id == preset:
                self._change_preset(agent, preset, replaced)

    def drive(self, agent: int, x: float, y: float) -> None:
        """Puts an agent at (x, y), u, from the next tick on, until it is driven elsewhere or released.

        Its velocity is that of its move, its steering is 0, and its behaviors do not run.
        """
        self._existing_agent(agent)._driven_to = _checked_position(x, y)

    def release(self, agent: int) -> None:
        """Returns a driven agent to its behaviors; a cell mover to the center of its cell."""
        released = self._existing_agent(agent)
        if released._driven_to is None:
            return
        released._driven_to = None
        if released._chase is not None:
            released._enter_cell()
            released.previous_x, released.previous_y = released.x, released.y

    def spawn(self, preset: int, x: float, y: float) -> int:
        """Adds an agent with a preset, at rest at (x, y), u, and returns its id.

        That is the highest id so far plus 1. The agent has no name, path, target, danger or leader yet.
        """
        self._existing_preset(preset)
        start = (*_checked_position(x, y), 0.0, 0.0, None, None)
        id = min(self._highest_id + 1, _MAX_U32)
        if id in self._agents:
            raise SteerwrightError(f"there is an agent {id} already; despawn it first")
        self._agents[id] = Agent(id, "", preset, None, start, self)
        self._highest_id = id
        self.agents = list(self._agents.values())  # a new list, for loops over the old one
        return id

    def despawn(self, agent: int) -> None:
        """Removes an agent. Agents that had it as target, danger or leader have none then."""
        removed = self._existing_agent(agent)
        del self._agents[agent]
        if agent in self._spawned:
            self._spawned.pop(agent)[0].alive -= 1
        for spawner in self._spawners:
            spawner.forget(agent)
        self.agents = list(self._agents.values())  # a new list, for loops over the old one
        for other in self.agents:
            if other._target is removed:
                other._target, other._target_key = None, (None, None)
            other._danger = None if other._danger is removed else other._danger
            other._knowledge.forget(removed)
            if other._leader_id == removed.id:
                other._leader_id = other._leader = None

    def _placement(self) -> tuple[Any, ...]:
        """What coordinates mean in the game. If it differs, the same numbers are other places."""
        origin = self.options.get("origin", {"x": 0, "y": 0})
        return self._turn_sign, self.options.get("scale", 1), origin

    def _run_spawners(self) -> None:
        """The start of a tick: agents expire, and spawners fire."""
        expired = [
            (id, spawner.id)
            for id, (spawner, expires) in self._spawned.items()
            if expires is not None and expires <= self.tick
        ]
        for id, source in expired:
            self._report(id, "expired", source)
            self.despawn(id)
        for spawner in self._spawners:
            for _ in range(spawner.due(self._is_pressed, self._is_new_press)):
                if spawner.times is not None and spawner.fired >= spawner.times:
                    break
                spawner.fired += 1
                if spawner.when != "trigger":
                    spawner.wait = spawner.next_wait()
                for _ in range(spawner.count):
                    self._spawn_from(spawner)
        self._is_new_press = False

    def _spawn_from(self, spawner: _Spawner) -> None:
        """Adds an agent of a spawner, if there is room and a place for it."""
        if spawner.max_alive is not None and spawner.alive >= spawner.max_alive:
            return
        if len(self._agents) >= _MAX_AGENTS or self._highest_id == _MAX_U32:
            return
        id = self._highest_id + 1
        random = _Random(self._seed, id)
        place = spawner.position(random, self)
        if place is None:
            return
        x, y = place
        if spawner.scatter is not None:
            dx, dy = _random_offset(random, *spawner.scatter)
            x, y = x + dx, y + dy * self._turn_sign
        start = x, y, 0.0, 0.0, None, None
        agent = Agent(id, "", spawner.preset, spawner.path, start, self, random)
        agent._team = spawner.team
        if spawner.target is not None:
            agent._target, agent._target_key = self._find_target(*spawner.target), spawner.target
        if spawner.danger is not None:
            agent._danger = self._find_target(*spawner.danger)
        agent._leader_id = spawner.leader
        agent._leader = self._leader_of(agent)
        self._agents[id] = agent
        self._highest_id = id
        self.agents = list(self._agents.values())  # a new list, for loops over the old one
        spawner.alive += 1
        expires = self.tick + spawner.lifetime if spawner.lifetime > 0 else None
        self._spawned[id] = spawner, expires
        self._report(id, "spawned", spawner.id)

    def _report(self, agent: int, kind: str, source: int, other: int | None = None) -> None:
        """An event of a spawner or a contact rule."""
        self.events.append(Event(self.tick, agent, kind, None, None, source, other))

    def _take_tick(self) -> None:
        self.tick += 1
        highest_before = self._highest_id
        self._run_spawners()
        first = len(self.events)
        widest_neighbor_radius = self._widest_neighbor_radius
        if widest_neighbor_radius > 0.0:
            self._neighbors = _Neighbors(self.agents, widest_neighbor_radius)
        if self._has_meetings:
            self._count_meetings()
        for agent in self.agents:
            agent._think(self)
        for agent in self.agents:
            agent._move(self)
        earlier = len(self.events)
        self._noises_now, self._teams_now = None, {}
        turn_sign = self._turn_sign
        for agent in self.agents:
            if agent._facing is None and agent._asking is None:
                agent.facing_x, agent.facing_y = agent.heading_x, agent.heading_y
            else:
                agent._turn(turn_sign)
            if agent._preset.senses:
                agent._sense(self)
        self._calls_of_noise.clear()
        self._change_states()
        if len(self.events) > earlier:
            # What an agent senses, and its new state, follow its other events of this tick.
            self.events[first:] = sorted(self.events[first:], key=lambda event: event.agent)
        gone: dict[int, None] = {}
        most = _MAX_CONTACTS
        for rule in self._contacts:
            most -= rule.find(self, highest_before, most, gone)
        for id in gone:
            self.despawn(id)
        self._emitted.clear()
        if self._switches:
            for wall, (_, is_open) in sorted(self._switches.items()):
                self.set_wall_open(wall, is_open)
            self._switches.clear()

    def _change_states(self) -> None:
        """Agents enter other states."""
        if self._has_forced or any(preset.has_states for preset in self._presets.values()):
            for agent in self.agents:
                if agent._preset.has_states or agent._forced_state is not None:
                    if agent._driven_to is None:
                        agent._change_state(self)
            if self._has_forced:
                self._has_forced = any(each._forced_state is not None for each in self.agents)
        self._names.clear()
        if self._were_told:
            for agent in self.agents:
                agent._knowledge.told = False
        self._were_told = bool(self._told)
        for agent in self._told:
            agent._knowledge.told = True
        self._told.clear()

    def _count_meetings(self) -> None:
        """Counts the agents that wait for each meeting."""
        self._meetings = {}
        for agent in self.agents:
            actions = (
                behavior.progress.present_action()
                for behavior in agent._behaviors
                if isinstance(behavior, _FollowPath)
            )
            for name in {action.name for action in actions if isinstance(action, _Meet)}:
                self._meetings[name] = self._meetings.get(name, 0) + 1

    def _emit(
        self,
        agent: Agent,
        behavior: int | None,
        kind: str,
        node: int | None = None,
        other: int | None = None,
        name: str | None = None,
        value: str | float | None = None,
        reason: int | None = None,
    ) -> None:
        event = Event(self.tick, agent.id, kind, node, behavior, None, other, name, value, reason)
        self.events.append(event)

    def _noises(self) -> list[_Noise]:
        """What can be heard in this tick: agents that move, by id, then the calls of the game."""
        if self._noises_now is None:
            self._noises_now = [
                _Noise(agent.x, agent.y, noise.radius, agent)
                for agent in self.agents
                for noise in (agent._preset.noise,)
                if noise is not None and agent.speed > noise.speed
            ]
            self._noises_now += self._calls_of_noise
        return self._noises_now

    def _members(self, teams: tuple[str, ...]) -> list[Agent]:
        """The agents of these teams, by id."""
        found = self._teams_now.get(teams)
        if found is None:
            found = [agent for agent in self.agents if agent._team in teams]
            self._teams_now[teams] = found
        return found

    def _same_target(self, target: _Target | None) -> _Target | None:
        """What this world has for an agent or a marker of another one."""
        return None if target is None else self._find_target(*target.key)

    def _resolve_references(self, fields: _Json) -> None:
        """Finds the target, the danger and the leader of an agent."""
        agent = self._agents[fields["id"].id()]
        agent._target = self._read_target(agent, fields["target"])
        target = fields["target"].value
        if target is not None:
            id = None if target["kind"] == "pointer" else fields["target"]["id"].id()
            agent._target_key = target["kind"], id
        agent._danger = self._read_target(agent, fields["danger"])
        leader = fields["leader"].id_or_none()
        if leader is None:
            return
        self._check_reference(agent, fields["leader"], "agent", leader)
        agent._leader_id = leader
        agent._leader = self._leader_of(agent)

    def _leader_of(self, agent: Agent) -> Agent | None:
        """The leader of an agent, if one of its behaviors follows one."""
        if agent._leader_id is None or agent._leader_id == agent.id:
            return None
        follows = any(isinstance(behavior, _FollowLeader) for behavior in agent._behaviors)
        return self._agents[agent._leader_id] if follows else None

    @property
    def _widest_neighbor_radius(self) -> float:
        return max((preset.widest_neighbor_radius for preset in self._presets.values()), default=0.0)

    def _preset_id(self, preset: _Preset) -> int:
        """The id of this preset, or of an equal one that is known already."""
        for id, known in self._presets.items():
            if known.key == preset.key:
                return id
        id = len(self._presets) + 1
        self._presets[id] = preset.keep()
        return id

    def _change_preset(self, agent: Agent, id: int, preset: _Preset) -> None:
        """Lets an agent continue by another preset."""
        previous = copy.copy(agent)
        agent._use_preset(id, preset)
        agent._leader = self._leader_of(agent)
        agent._resume(previous, self)

    def _read_target(self, agent: Agent, fields: _Json) -> _Target | None:
        if fields.value is None:
            return None
        kind = fields["kind"].choice("marker", "agent", "pointer")
        id = None if kind == "pointer" else fields["id"].id()
        if id is not None:
            self._check_reference(agent, fields, kind, id)
        return self._find_target(kind, id)

    def _check_reference(self, agent: Agent, fields: _Json, kind: str, id: int) -> None:
        found = self._find_target(kind, id)
        if found is None:
            fields.fail(f"names {kind} {id}, which is not in the file")
        if found is agent:
            fields.fail("names the agent itself")

    def _checked_target(self, agent: Agent, kind: str | None, id: int | None) -> _Target | None:
        target = self._find_target(kind, id)
        if target is None and kind is not None:
            raise SteerwrightError(
                f'there is no {kind} {id}; use "marker" or "agent" and its id, "pointer", or None'
            )
        return None if target is agent else target

    def _find_target(self, kind: str | None, id: int | None) -> _Target | None:
        if kind == "pointer":
            return self._pointer
        if id is None:
            return None
        if kind == "marker":
            return self._markers.get(id)
        return self._agents.get(id) if kind == "agent" else None

    def _existing_agent(self, id: int) -> Agent:
        agent = self._agents.get(id)
        if agent is None:
            raise SteerwrightError(f"there is no agent {id}; it may have been despawned")
        return agent

    def _existing_path(self, id: int) -> _Path:
        path = self._paths.get(id)
        if path is None:
            raise SteerwrightError(f"there is no path {id}; look for its id in the export")
        return path

    def _existing_preset(self, id: int) -> _Preset:
        preset = self._presets.get(id)
        if preset is None:
            raise SteerwrightError(f"there is no preset {id}; find its id by its name")
        return preset


def _lowest_id(name: str, entries: Mapping[int, Any]) -> int | None:
    """The lowest id of what has this name."""
    return min((id for id, entry in entries.items() if entry.name == name), default=None)


def _checked_position(x: float, y: float) -> _Vector:
    """Coordinates that the game gave."""
    if not (abs(x) <= _MAX_COORDINATE and abs(y) <= _MAX_COORDINATE):
        raise SteerwrightError(
            f"({x}, {y}) is not a position with coordinates from -1e9 to 1e9; "
            "check where the game computes it"
        )
    return float(x), float(y)
