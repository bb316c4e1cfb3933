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
from itertools import islice
from math import ceil, floor, fmod, inf, isfinite, nan, pi, sqrt
from typing import (
    Any,
    Callable,
    Deque,
    Dict,
    Iterable,
    Iterator,
    Mapping,
    NamedTuple,
    NoReturn,
    Optional,
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
    "SteerwrightError",
    "World",
    "load",
]

_VERSION = 1  # files with a `min_reader` up to this one can be read
_MAX_DEPTH = 127  # of lists and objects within each other
_MAX_INTEGER = 999999999999999  # 15 digits
_MAX_LENGTH = 1e9
_MAX_U32 = 2**32 - 1
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')
_Item = TypeVar("_Item")
_Self = TypeVar("_Self", bound="_Behavior")
_Vector = Tuple[float, float]
_Cell = Tuple[int, int]  # column, row
# x, y, vx, vy, limits of the scatter, the heading at rest
_Start = Tuple[float, float, float, float, Optional[_Vector], Optional[_Vector]]
_ZERO: _Vector = (0.0, 0.0)
_RADIANS_PER_DEGREE = pi / 180.0
_DEGREES_PER_RADIAN = 180.0 / pi
_MIN_HEADING_SPEED = 1e-6  # u/s; a slower agent keeps its heading
_NEGLIGIBLE_FORCE = 1e-9  # blending by priority skips forces up to this length
_MOST_AGENTS = 50_000  # a spawner adds none to a world that has this many
_MOST_CONTACTS = 10_000  # of a tick
_MOST_PENDING = 1000  # the triggers of one name that count in a tick
_MAX_TICKS_PER_ADVANCE = 240
_MAX_CONTROLS = 256  # control points of a smooth homing walk
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

    def optional(self, key: str) -> _Json:
        """A field of this object; null if it is missing."""
        return self[key] if self.has(key) else _Json(None, self, key)

    def has(self, key: str) -> bool:
        return isinstance(self.value, dict) and key in self.value

    def items(self, count: int | None = None) -> list[_Json]:
        """The items of this array. If `count` is given, there must be that many."""
        if not isinstance(self.value, list):
            self.fail("is not an array")
        if count is not None and len(self.value) != count:
            self.fail(f"is not an array of {count}")
        return [_Json(value, self, index) for index, value in enumerate(self.value)]

    def by_id(self, read: Callable[[_Json], _Item]) -> dict[int, _Item]:
        """The items of this array as `read` returns them, by their `id`."""
        found: dict[int, _Item] = {}
        for item in self.items():
            id = item["id"].integer()
            if id in found:
                item["id"].fail(f"{id} is used twice")
            found[id] = read(item)
        return found

    def number(self, low: float = 0.0, high: float = _MAX_LENGTH) -> float:
        value = self._decimal()
        if not low <= value <= high:
            self.fail(f"is not a number from {low:g} to {high:g}")
        return value

    def coordinate(self) -> float:
        return self.number(-1e9, 1e9)

    def number_or(self, default: float, high: float = _MAX_LENGTH) -> float:
        """This number, 0 to `high`, or `default` for null."""
        return default if self.value is None else self.number(0.0, high)

    def time_to_target(self) -> float:
        return self.number(1e-3, 1e3)

    def time_to_target_or_none(self) -> float | None:
        return None if self.value is None else self.time_to_target()

    def integer(self, low: int = 0, high: int = _MAX_U32) -> int:
        value = self._decimal()
        if not low <= value <= high or value != floor(value):
            self.fail(f"is not a whole number from {low} to {high}")
        return int(value)

    def integer_or_none(self) -> int | None:
        return None if self.value is None else self.integer()

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

    def boolean(self) -> bool:
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


class _Marker:
    """A marker or the pointer: what agents can have as a target besides each other."""

    __slots__ = ("name", "x", "y", "vx", "vy")

    def __init__(self, fields: _Json, name: str = "") -> None:
        self.name = name
        self.x, self.y = fields["x"].coordinate(), fields["y"].coordinate()
        self.vx = self.vy = 0.0


def _read_marker(fields: _Json) -> _Marker:
    fields["kind"].choice("target", "danger")
    return _Marker(fields, fields["name"].string())


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


def _predicted(agent: Agent, target: _Target, max_prediction: float = inf) -> _Vector:
    """Where the target will be by the time the agent could reach its present position."""
    distance = _distance(agent.x, agent.y, target.x, target.y)
    time = distance / agent._max_speed if agent._max_speed > 0.0 else 0.0
    time = max_prediction if time > max_prediction else time
    x, y = target.x + target.vx * time, target.y + target.vy * time
    return (x, y) if isfinite(x) and isfinite(y) else (target.x, target.y)


class _Behavior:
    """A steering behavior of one agent: its parameters, and its memory from tick to tick."""

    search_radius = 0.0
    """How far it looks for neighbors, u."""
    time_to_target: float | None = None
    """Its own time to reach the desired velocity, s, if it does not use that of the body."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        """Reads the parameters of the behavior at `index` of the agent's list."""
        self.index = index
        self.weight = fields["weight"].number(-1e6, 1e6)

    def force(self, agent: Agent, world: World) -> _Vector | None:
        """The force it asks for, from the state at the start of the tick, or None for nothing."""
        raise NotImplementedError

    def start(self, agent: Agent) -> None:
        """Begins with a new memory at the present position of the agent."""

    def resume(self: _Self, previous: _Self, agent: Agent, previous_agent: Agent) -> None:
        """Keeps the memory that the same behavior had before its scene was edited."""

    def tau(self, agent: Agent) -> float:
        own = self.time_to_target
        return agent._time_to_target if own is None else own


class _Seek(_Behavior):
    """Straight to the target."""

    def force(self, agent: Agent, world: World) -> _Vector | None:
        target = agent._target
        if target is None:
            return None
        return _seek(agent, target.x, target.y, agent._max_speed, agent._time_to_target)


class _Flee(_Behavior):
    """Straight away from a danger within the panic distance."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.panic_distance = fields["panic_distance"].number_or(inf)

    def force(self, agent: Agent, world: World) -> _Vector | None:
        danger = agent._danger
        if danger is None:
            return None
        if _distance(agent.x, agent.y, danger.x, danger.y) > self.panic_distance:
            return None
        return _flee(agent, danger.x, danger.y, agent._max_speed, agent._time_to_target)


class _Arrive(_Behavior):
    """To the target, slowing down."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.target_radius = fields["target_radius"].number()
        self.slow_radius = fields["slow_radius"].number()
        self.ramp = fields["ramp"].choice("linear", "sqrt", "quadratic")
        self.stop = fields["stop"].choice("brake", "coast")
        self.time_to_target = fields["time_to_target"].time_to_target_or_none()
        self.arrived = False

    def force(self, agent: Agent, world: World) -> _Vector | None:
        target = agent._target
        if target is None:
            return None
        arrived = _distance(agent.x, agent.y, target.x, target.y) < self.target_radius
        if arrived and not self.arrived:
            world._emit(agent, self.index, "arrived")
        self.arrived = arrived
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

    def resume(self, previous: _Arrive, agent: Agent, previous_agent: Agent) -> None:
        self.arrived = previous.arrived


class _Leave(_Behavior):
    """Away from the danger, faster the closer it is."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.escape_radius = fields["escape_radius"].number()
        self.danger_radius = fields["danger_radius"].number()
        self.ramp = fields["ramp"].choice("stepped", "smooth")
        self.time_to_target = fields["time_to_target"].time_to_target_or_none()

    def force(self, agent: Agent, world: World) -> _Vector | None:
        danger = agent._danger
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
        self.max_prediction = fields["max_prediction"].number_or(inf, 1e6)

    def force(self, agent: Agent, world: World) -> _Vector | None:
        if agent._target is None:
            return None
        x, y = _predicted(agent, agent._target, self.max_prediction)
        return _seek(agent, x, y, agent._max_speed, agent._time_to_target)


class _Evade(_Behavior):
    """Away from the predicted position of the danger."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.max_prediction = fields["max_prediction"].number_or(inf, 1e6)

    def force(self, agent: Agent, world: World) -> _Vector | None:
        if agent._danger is None:
            return None
        x, y = _predicted(agent, agent._danger, self.max_prediction)
        return _flee(agent, x, y, agent._max_speed, agent._time_to_target)


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
        # Adding and subtracting 1.5 * 2^20 rounds to a multiple of 2^-32: sums of such numbers are
        # exact in any order. Not in a function, because this is where the time goes.
        if not inverse_square:
            sum_x += (dx * inverse_radius + 1572864.0) - 1572864.0
            sum_y += (dy * inverse_radius + 1572864.0) - 1572864.0
        elif squared > 0.0:  # a neighbor at the very position of the agent adds nothing
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
        self.search_radius = fields["radius"].number()
        self.max_separation = fields["max_separation"].number()
        self.falloff = fields["falloff"].choice("none", "inverse_square")

    def force(self, agent: Agent, world: World) -> _Vector | None:
        radius = self.search_radius
        others = world._neighbors.near(agent.x, agent.y, radius)
        return _separate(agent, others, radius, self.max_separation, self.falloff)


class _FollowLeader(_Behavior):
    """Behind the leader, out of its way, and apart from its other followers."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        self.behind_distance = fields["behind_distance"].number()
        self.sight_radius = fields["sight_radius"].number()
        self.slow_radius = fields["slow_radius"].number()
        self.search_radius = fields["separation_radius"].number()
        self.max_separation = fields["max_separation"].number()
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
            evade_x, evade_y = _flee(agent, *_predicted(agent, leader), speed, tau)
        x, y = _arrive(agent, behind_x, behind_y, 0.0, self.slow_radius, speed, tau)
        near = world._neighbors.near(agent.x, agent.y, self.search_radius)
        others = (other for other in near if other is leader or other._leader is leader)
        separation = _separate(agent, others, self.search_radius, self.max_separation, self.falloff)
        separation_x, separation_y = separation or _ZERO
        return evade_x + x + separation_x, evade_y + y + separation_y


# ---- Paths ---------------------------------------------------------------------------------------


class _Node:
    """A node of a path, and the curve points from it to the next node."""

    __slots__ = ("x", "y", "radius", "wait_ticks", "speed", "curve")

    def __init__(self, fields: _Json, dt: float) -> None:
        self.x, self.y = fields["x"].coordinate(), fields["y"].coordinate()
        self.radius = fields["radius"].number()
        self.wait_ticks = _ticks_in(fields["wait"].number(0.0, 1e6), dt, 0)
        fields["wait_ticks"].check_derived(self.wait_ticks)
        self.speed = fields["speed"].number_or(inf, 1e6)
        self.curve: list[_Vector] = []


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

    def __init__(self, fields: _Json, dt: float) -> None:
        self.name = fields["name"].string()
        self.traversal = fields["traversal"].choice("once", "loop", "ping_pong")
        is_curved = fields["shape"].choice("straight", "catmull_rom") == "catmull_rom"
        tolerance = fields["tolerance"].number(1e-6)
        self.radius = fields["radius"].number()
        fields["closed"].check_derived(self.traversal == "loop")
        self.nodes = list(fields["nodes"].by_id(lambda node: _Node(node, dt)).values())
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


class _Progress:
    """How far an agent has come on its path."""

    __slots__ = ("target_node", "wait_left", "_finished", "_backward", "_segment", "_passed")

    def __init__(self, target_node: int) -> None:
        self.target_node = target_node
        """The index of the node that the agent walks to."""
        self.wait_left = 0
        """Ticks left of a wait."""
        self._finished = False
        self._backward = False
        self._segment: int | None = None  # whose curve leads to the target node; None at the start
        self._passed = 0  # how many of its points are passed

    def advance(self, path: _Path, agent: Agent, world: World, behavior: int) -> None:
        """One tick: counts down a wait, or checks what the last move reached and continues.

        Reaches at most one node, and as many curve points before it as the move passed.
        """
        if self._finished:
            return
        if self.wait_left > 0:
            self.wait_left -= 1
            if self.wait_left > 0:
                return
            world._emit(agent, behavior, "wait_ended", self.target_node)
            self._move_on(path)
            if self._finished:
                world._emit(agent, behavior, "path_finished")
                return
        move = agent.previous_x, agent.previous_y, agent.x, agent.y
        point = self.next_curve_point(path)
        while point is not None:
            if _segment_distance(*move, *point) > path.radius:
                return
            self._passed += 1
            point = self.next_curve_point(path)
        node = path.nodes[self.target_node]
        if _segment_distance(*move, node.x, node.y) > node.radius:
            return
        world._emit(agent, behavior, "node_reached", self.target_node)
        self.wait_left = node.wait_ticks
        if self.wait_left > 0:
            world._emit(agent, behavior, "wait_started", self.target_node)
            return
        self._move_on(path)
        if self._finished:
            world._emit(agent, behavior, "path_finished")

    def next_curve_point(self, path: _Path) -> _Vector | None:
        """The next curve point before the target node."""
        curve = [] if self._segment is None else path.nodes[self._segment].curve
        if self._passed >= len(curve):
            return None
        return curve[-1 - self._passed if self._backward else self._passed]

    def fit(self, path: _Path) -> None:
        """Adjusts the progress to an edited path."""
        last = len(path.nodes) - 1
        self.target_node = max(min(self.target_node, last), 0)
        if path.traversal != "once" or self.target_node != last:
            self._finished = False
        if self._backward and path.traversal != "ping_pong":
            # The passed points were counted from the other end of the segment.
            self._backward, self._segment = False, None
        if self._segment is None:
            return
        leads_here = self.target_node if self._backward else self.target_node - 1
        if leads_here < 0 and path.traversal == "loop":
            leads_here = last
        if last < 0 or self._segment != leads_here:
            self._segment = None
        else:
            self._passed = min(self._passed, len(path.nodes[self._segment].curve))

    def _move_on(self, path: _Path) -> None:
        """Makes the next node the target node."""
        last = len(path.nodes) - 1
        if self.target_node == (0 if self._backward else last):
            if path.traversal == "once":
                self._finished, self._segment = True, None
                return
            if path.traversal == "loop":
                self._segment, self._passed, self.target_node = last, 0, 0
                return
            if last == 0:
                return
            self._backward = not self._backward
        if self._backward:
            self.target_node -= 1
            self._segment = self.target_node
        else:
            self._segment = self.target_node
            self.target_node += 1
        self._passed = 0


class _FollowPath(_Behavior):
    """Along the path, node after node, with its waits and speed limits."""

    def __init__(self, fields: _Json, index: int, dt: float) -> None:
        super().__init__(fields, index, dt)
        start = fields["start"].choice("first", "nearest", "node")
        start_node = fields["start_node"].integer_or_none()
        if (start == "node") != (start_node is not None):
            fields["start_node"].fail("does not match start")
        self.start_at = start, start_node or 0
        self.target_radius = fields["target_radius"].number()
        self.slow_radius = fields["slow_radius"].number()
        self.time_to_target = fields["time_to_target"].time_to_target_or_none()
        self.progress = _Progress(0)

    def start(self, agent: Agent) -> None:
        path = agent._path
        start, node = self.start_at
        if path is None or not path.nodes:
            node = 0
        elif start == "nearest":
            node = path.nearest_node(agent.x, agent.y)
        else:
            node = min(node, len(path.nodes) - 1)
        self.progress = _Progress(node)

    def resume(self, previous: _FollowPath, agent: Agent, previous_agent: Agent) -> None:
        if agent._path_id != previous_agent._path_id or self.start_at != previous.start_at:
            self.start(agent)
            return
        self.progress = previous.progress
        if agent._path is not None:
            self.progress.fit(agent._path)

    def force(self, agent: Agent, world: World) -> _Vector | None:
        path, progress = agent._path, self.progress
        if path is None or not path.nodes:
            return None
        progress.advance(path, agent, world, self.index)
        if agent.node is None:
            agent.node = progress.target_node
        tau = agent._time_to_target
        if progress.wait_left > 0:
            return _force_toward(agent, 0.0, 0.0, tau)
        node = path.nodes[progress.target_node]
        speed = node.speed if node.speed < agent._max_speed else agent._max_speed
        point = progress.next_curve_point(path)
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
        self.step_fraction = fields["step_fraction"].number(0.0, 1.0)
        self.step_jitter = fields["step_jitter"].number(0.0, 1.0)
        self.min_step = fields["min_step"].number()
        self.max_step = fields["max_step"].number()
        self.aggro_radius = fields["aggro_radius"].number()
        self.max_fov_deg = fields["max_fov_deg"].number(0.0, 360.0)
        self.reach_radius = fields["reach_radius"].number()
        interval = fields["repick_interval"].number(0.0, 1e4)
        self.repick_ticks = 0 if interval == 0.0 else _ticks_in(interval, dt, 1)
        fields["repick_ticks"].check_derived(self.repick_ticks)
        self.smooth = fields["smooth"].boolean()
        self.walk = _Walk()
        self.in_aggro: bool | None = None  # None before the first tick
        self.arrived = False

    def resume(self, previous: _HomingWalk, agent: Agent, previous_agent: Agent) -> None:
        self.in_aggro, self.arrived = previous.in_aggro, previous.arrived
        if self.smooth == previous.smooth:
            self.walk = previous.walk

    def half_fov(self, distance: float) -> float:
        """Half the field of view at `distance` from the target, radians."""
        near = distance if distance < self.aggro_radius else self.aggro_radius
        widest = self.max_fov_deg * _RADIANS_PER_DEGREE
        if self.aggro_radius > 0.0:
            return 0.5 * widest * near / self.aggro_radius
        return 0.5 * widest

    def force(self, agent: Agent, world: World) -> _Vector | None:
        if agent._target is None:
            return None
        walk, target = self.walk, (agent._target.x, agent._target.y)
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
            while not straight and len(controls) < _MAX_CONTROLS:
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
            column, row = (index.integer(_MIN_INDEX, _MAX_INDEX) for index in cell.items(2))
            self.painted.add((column, row if turn_sign > 0.0 else -1 - row))
        self.blocked = self.painted
        """These, and the cells that walls cross."""

    def cell_at(self, x: float, y: float) -> _Cell:
        """The cell that holds a position."""
        return _saturate(x / self.size), _saturate(y * self._turn_sign / self.size)

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
        self.blocks_motion = fields["blocks_motion"].boolean()
        self.blocks_sight = fields["blocks_sight"].boolean()
        door = fields["open"]
        self.is_door = door.value is not None
        self.is_open = self.is_door and door.boolean()
        points: list[_Vector] = []
        for point in fields["points"].items():
            x, y = point.items(2)
            points.append((x.coordinate(), y.coordinate()))
        self.edges = [_Segment(a, b, self) for a, b in zip(points, points[1:])]
        if fields["closed"].boolean() and len(points) > 1:
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
        lows = [(min(start[i], end[i]) - margin) / self._size for i in (0, 1)]
        highs = [(max(start[i], end[i]) + margin) / self._size for i in (0, 1)]
        if not (highs[0] - lows[0] + 1.0) * (highs[1] - lows[1] + 1.0) <= 4096.0:
            return None
        columns = range(floor(lows[0]), floor(highs[0]) + 1)
        rows = range(floor(lows[1]), floor(highs[1]) + 1)
        return [(column, row) for column in columns for row in rows]

    def near(self, start: _Vector, end: _Vector, radius: float) -> list[_Segment]:
        """Those that may be within a radius of the way, in order, without those of open doors."""
        coordinates = max(abs(x) for x in (*start, *end))
        margin = radius + 1e-12 * (self._extent + coordinates + radius)
        keys = self._keys(start, end, margin)
        if keys is None:
            found = self.segments
        else:
            unique = {each.index: each for key in keys for each in self._buckets.get(key, ())}
            unique.update((each.index, each) for each in self._far)
            found = [unique[index] for index in sorted(unique)]
        return [each for each in found if each.wall is None or not each.wall.is_open]

    def touches(self, start: _Vector, end: _Vector) -> bool:
        """Whether the way touches a segment."""
        return any(each.touches(start, end) for each in self.near(start, end, 0.0))


class _Facing:
    """How an agent turns to where it looks."""

    def __init__(self, fields: _Json, dt: float) -> None:
        self.toward = fields["toward"].choice("motion", "target")
        rate = fields["turn_rate"]
        turn_rate = None if rate.value is None else rate.number(1e-3, 1e6)
        self.turn_cos, self.turn_sin = -1.0, 0.0
        if turn_rate is not None and turn_rate * dt < 180.0:
            x, y = _rotate(1.0, 0.0, turn_rate * dt * _RADIANS_PER_DEGREE)
            self.turn_cos, self.turn_sin = _decimal(x), _decimal(y)
        fields["turn_cos"].check_derived(self.turn_cos)
        fields["turn_sin"].check_derived(self.turn_sin)
        self.key = self.toward, turn_rate

    def turned(self, facing: _Vector, wanted: _Vector, turn_sign: float) -> _Vector:
        """The direction a tick later."""
        if wanted == _ZERO:
            return facing
        if self.turn_cos == -1.0 or _dot(facing, wanted) >= self.turn_cos:
            return wanted
        sin = self.turn_sin * turn_sign
        if not _cross(facing, wanted) * turn_sign >= 0.0:
            sin = -sin
        x, y = facing
        return _direction(x * self.turn_cos - sin * y, x * sin + y * self.turn_cos)


class _Sight:
    """What an agent sees."""

    def __init__(self, fields: _Json) -> None:
        self.range = fields["range"].number()
        self.near = fields["near"].number()
        self.fov_deg = fields["fov_deg"].number(1e-3, 360.0)
        self.notice_ticks = fields["notice_ticks"].integer(1, 1000000)
        self.forget_ticks = fields["forget_ticks"].integer(1, 1000000)
        x, _ = _rotate(1.0, 0.0, self.fov_deg / 2.0 * _RADIANS_PER_DEGREE)
        self.cos2 = _decimal(x * x)
        fields["cos2"].check_derived(self.cos2)

    def key(self) -> tuple[float, ...]:
        return self.range, self.near, self.fov_deg, self.notice_ticks, self.forget_ticks


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
        d = _minus(p, eye)
        d2 = _dot(d, d)
        if not d2 <= sight.range * sight.range:
            return False
        if not (d2 <= sight.near * sight.near or sight.fov_deg == 360.0):
            ahead = _dot(facing, d)
            if sight.fov_deg <= 180.0:
                inside = ahead >= 0.0 and ahead * ahead >= sight.cos2 * d2
            else:
                inside = ahead >= 0.0 or ahead * ahead <= sight.cos2 * d2
            if not inside:
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


class _GridChase:
    """Moves a cell mover from cell to cell, to its target or away from it, without forces."""

    def __init__(self, fields: _Json, dt: float) -> None:
        fields["kind"].choice("grid_chase")
        fields["weight"].check_derived(1)
        self.method = fields["method"].choice("line_of_sight", "axis")
        self.mode = fields["mode"].choice("chase", "evade")
        self.step_interval = fields["step_interval"].number(1e-3, 1e4)
        self.step_ticks = _ticks_in(self.step_interval, dt, 1)
        fields["step_ticks"].check_derived(self.step_ticks)
        self.max_path_length = fields["max_path_length"].integer(0, 10**6)
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

    def _parameters(self) -> tuple[str, str, float, int]:
        return self.method, self.mode, self.step_interval, self.max_path_length

    def next_position(self, agent: Agent, world: World) -> _Vector:
        """Where the agent is after this tick."""
        cells, step, target = agent._cells, self.step, agent._target
        prey = None if target is None else cells.cell_at(target.x, target.y)
        entered = False
        if step.elapsed == 0:
            step.start, step.end = step.end, self._next_cell(prey, cells)
            entered = step.start != step.end
        step.elapsed += 1
        if step.elapsed >= self.step_ticks:
            step.elapsed = 0

        if prey is not None and self.method == "line_of_sight" and self.mode == "chase":
            if self.line_seen is not None and step.line_reaches != self.line_seen:
                world._emit(agent, 0, "line_gained" if step.line_reaches else "line_lost")
            self.line_seen = step.line_reaches
        if entered:
            world._emit(agent, 0, "cell_entered")
        arrived = prey == step.end
        if arrived and not self.arrived:
            world._emit(agent, 0, "arrived")
        self.arrived = arrived

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
        if self.method == "axis":
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
        self.ahead_length = fields["ahead_length"].number()
        self.side_length = fields["side_length"].number()
        angle = fields["side_angle_deg"].number(0.0, 180.0)
        x, y = _rotate(1.0, 0.0, angle * _RADIANS_PER_DEGREE)
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
        self.distance = fields["distance"].number()
        self.reach = fields["reach"].number()
        self.look_ahead = fields["look_ahead"].number()

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


# ---- Neighbors -----------------------------------------------------------------------------------


class _Neighbors:
    """Finds agents nearby through squares as wide as the widest search, instead of all pairs."""

    def __init__(self, agents: list[Agent], widest_search: float) -> None:
        self._agents = agents
        self._size = size = max(widest_search, 1e-3)
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
}


class _Preset:
    """How agents move: the fields of an agent that come from its preset."""

    def __init__(self, fields: _Json, dt: float) -> None:
        self._fields, self._dt = fields, dt
        self.name = fields["preset"].string()
        color = fields["color"].string()
        if not re.fullmatch("#[0-9a-fA-F]{6}", color):
            fields["color"].fail('is not a color like "#ff8000"')
        body = fields["body"]
        self.radius = body["radius"].number()
        facing = fields.optional("facing")
        self.facing = None if facing.value is None else _Facing(facing, dt)
        sight = fields["sight"]
        self.sight = None if sight.value is None else _Sight(sight)
        self.mass = body["mass"].number(1e-3, 1e6)
        self.max_speed = body["max_speed"].number(0.0, 1e6)
        self.max_force = body["max_force"].number()
        self.time_to_target = body["time_to_target"].time_to_target()
        self.brakes_when_idle = body["idle"].choice("brake", "coast") == "brake"
        self.is_cell_mover = fields["motion"].choice("steered", "grid_chase") == "grid_chase"
        self.by_priority = False
        if not self.is_cell_mover:
            blend_mode = fields["blend_mode"].choice("weighted_sum", "priority")
            self.by_priority = blend_mode == "priority"
        elif fields["blend_mode"].value is not None:
            fields["blend_mode"].fail("is not null")

        behaviors = self.behaviors()
        self.widest_search = max((each.search_radius for each in behaviors), default=0.0)
        chase = self.chase()
        moved_by = [*behaviors, chase] if chase else behaviors
        plain = (int, float, str, bool, tuple, type(None))
        self.key = (
            *(self.name, color.lower(), self.radius, self.facing and self.facing.key, self.sight and self.sight.key(), self.mass, self.max_speed, self.max_force),
            *(self.time_to_target, self.brakes_when_idle, self.is_cell_mover, self.by_priority),
            *(
                (type(each), *((k, v) for k, v in vars(each).items() if isinstance(v, plain)))
                for each in moved_by
            ),
        )
        """What is the same for equal presets."""

    def keep(self) -> _Preset:
        """This preset with fields of its own, which the game cannot change."""
        known = ("preset", "color", "body", "facing", "sight", "motion", "blend_mode", "combine", "behaviors")
        fields = {key: self._fields.value[key] for key in known if key in self._fields.value}
        self._fields = _Json(copy.deepcopy(fields))
        return self

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


class Agent:
    """An agent as the last tick left it. Read it; the methods of `World` move agents."""

    # fmt: off
    __slots__ = (
        "id", "name", "x", "y", "previous_x", "previous_y", "vx", "vy", "heading_x", "heading_y", "facing_x", "facing_y",
        "steering", "node", "_start", "_mass", "_max_speed", "_max_force", "_time_to_target",
        "_brakes_when_idle", "_by_priority", "_behaviors", "_chase", "_cells", "_path", "_path_id",
        "_preset_id", "_radius", "_facing", "_sight", "_watch", "_target_key", "_target", "_danger", "_leader", "_leader_id", "_random", "_driven_to", "_next_position", "_force",
    )
    # fmt: on

    def __init__(
        self, id: int, name: str, preset: int, path: int | None, start: _Start, world: World
    ) -> None:
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
        self._random = _Random(world._seed, id)
        self._cells = world._cells
        self._path_id = path
        self._path = None if path is None else world._paths[path]
        self._driven_to: _Vector | None = None  # where the game puts the agent
        self._next_position: _Vector | None = None  # where the game or its chase puts it this tick
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
        for started in self._behaviors:
            started.start(self)

    def _use_preset(self, id: int, preset: _Preset) -> None:
        """Moves by a preset from now on. Its behaviors have not started yet."""
        self._preset_id = id
        self._mass = preset.mass
        self._max_speed = preset.max_speed
        self._max_force = preset.max_force
        self._radius = preset.radius
        self._facing = preset.facing
        self._sight = preset.sight
        self._watch = False, 0  # whether it has noticed its target, and for how many ticks it was otherwise
        self._time_to_target = preset.time_to_target
        self._brakes_when_idle = preset.brakes_when_idle
        self._by_priority = preset.by_priority
        self._behaviors = preset.behaviors()  # of a steered agent
        self._chase = preset.chase()  # of a cell mover

    @property
    def speed(self) -> float:
        """The length of its velocity, u/s."""
        return _length(self.vx, self.vy)

    @property
    def preset(self) -> int:
        """The id of its preset."""
        return self._preset_id

    @property
    def fov_deg(self) -> float | None:
        """The field of view of its sight, or of its homing walk at the present distance, degrees.

        None without sight, and without a homing walk or a target.
        """
        if self._sight is not None:
            return self._sight.fov_deg
        target = self._target
        walks = (behavior for behavior in self._behaviors if isinstance(behavior, _HomingWalk))
        walk = next(walks, None)
        if walk is None or target is None:
            return None
        distance = _distance(self.x, self.y, target.x, target.y)
        return 2.0 * walk.half_fov(distance) * _DEGREES_PER_RADIAN

    def _resume(self, previous: Agent) -> None:
        """Continues from the state that this agent had before its scene was edited."""
        for slot in _RESUMED:
            setattr(self, slot, getattr(previous, slot))
        self._keep_facing()
        keys = [each._sight and each._sight.key() for each in (self, previous)]
        if keys[0] == keys[1] and self._target_key == previous._target_key:
            self._watch = previous._watch
        if self._chase is not None:
            self.node = None
            self._resume_chase(self._chase, previous)
        # The k-th behavior of a kind keeps the memory of the k-th of that kind.
        candidates = list(previous._behaviors)
        for behavior in self._behaviors:
            match = next((other for other in candidates if type(other) is type(behavior)), None)
            if match is None:
                behavior.start(self)
            else:
                candidates.remove(match)
                behavior.resume(match, self, previous)

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
        self.node = None
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
            elif _length(weighted_x, weighted_y) > _NEGLIGIBLE_FORCE:
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
        """Turns to where it looks. All agents have moved."""
        if self._facing is None:
            self._keep_facing()
            return
        wanted = self.heading_x, self.heading_y
        if self._facing.toward == "target" and self._target is not None:
            wanted = _direction(self._target.x - self.x, self._target.y - self.y)
        facing = self.facing_x, self.facing_y
        self.facing_x, self.facing_y = self._facing.turned(facing, wanted, turn_sign)

    def _keep_facing(self) -> None:
        """Without a facing of its own, it looks where it moves."""
        if self._facing is None:
            self.facing_x, self.facing_y = self.heading_x, self.heading_y

    def _look(self, world: World) -> None:
        """Looks at its target, if it has sight. All agents have moved."""
        sight = self._sight
        if sight is None:
            return
        sees = self._target is not None and self._sees(self._target, sight, world)
        has_noticed, ticks = self._watch
        if sees == has_noticed:
            self._watch = has_noticed, 0
        elif ticks + 1 < (sight.notice_ticks if sees else sight.forget_ticks):
            self._watch = has_noticed, ticks + 1
        else:
            self._watch = sees, 0
            world._emit(self, None, "sight_gained" if sees else "sight_lost")

    def _sees(self, target: _Target, sight: _Sight, world: World) -> bool:
        radius = target._radius if isinstance(target, Agent) else 0.0
        eye, facing = (self.x, self.y), (self.facing_x, self.facing_y)
        return world._walls.sees_body(sight, eye, facing, (target.x, target.y), radius)

    def _update_heading(self) -> None:
        """Turns the heading to the velocity, if the agent moves."""
        if _length(self.vx, self.vy) > _MIN_HEADING_SPEED:
            self.heading_x, self.heading_y = _direction(self.vx, self.vy)


def _read_agent(fields: _Json, world: World) -> Agent:
    """An agent as it is authored, where it starts. Its references are read when all agents are."""
    id, name = fields["id"].integer(), fields["name"].string()
    x, y = fields["x"].coordinate(), fields["y"].coordinate()
    vx, vy = fields["vx"].number(-1e6, 1e6), fields["vy"].number(-1e6, 1e6)
    limits = None
    if fields["scatter"].value is not None:
        shortest = fields["scatter"]["min"].number()
        limits = shortest, fields["scatter"]["max"].number(shortest)
    _Random(world._seed, id).check(fields["random_state"])
    path = fields["path"].integer_or_none()
    if path is not None and path not in world._paths:
        fields["path"].fail(f"names path {path}, which is not in the file")
    preset = world._preset_id(_Preset(fields, world.dt))
    return Agent(id, name, preset, path, (x, y, vx, vy, limits, _read_heading(fields)), world)


def _read_heading(fields: _Json) -> _Vector | None:
    """Where an agent at rest faces when it enters."""
    parts = [fields.optional("hx"), fields.optional("hy")]
    if all(part.value is None for part in parts):
        return None
    x, y = (0.0 if part.value is None else part.number(-1.0, 1.0) for part in parts)
    if x == 0.0 and y == 0.0:
        parts[0].fail("has no direction, because hx and hy are 0")
    return x, y


_Target = Union[_Marker, Agent]
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


# ---- World ---------------------------------------------------------------------------------------


class _Spawner:
    """A spawner: where, when and which agents it adds, and what it remembers."""

    def __init__(self, fields: _Json, world: World) -> None:
        self.id = id = fields["id"].integer()
        fields["name"].string()
        self.place = self._read_place(fields["place"])  # None once its agent is gone
        self.scatter: _Vector | None = None
        if fields["scatter"].value is not None:
            shortest = fields["scatter"]["min"].number()
            self.scatter = shortest, fields["scatter"]["max"].number(shortest)
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
        self.count = fields["count"].integer(1, 1000)
        self.times = self._integer_or_none(fields["times"])
        self.max_alive = self._integer_or_none(fields["max_alive"])
        self.path = fields["path"].integer_or_none()
        if self.path is not None and self.path not in world._paths:
            fields["path"].fail(f"names path {self.path}, which is not in the file")
        self.target = self._read_target(fields["target"])
        self.danger = self._read_target(fields["danger"])
        self.leader = fields["leader"].integer_or_none()
        self.random = _Random(world._seed, 2**32 + id)
        self.random.check(fields["random_state"])
        self.preset = world._preset_id(_Preset(fields, dt))
        self.wait = self.delay
        self.fired = self.pending = self.alive = 0

    @staticmethod
    def _integer_or_none(fields: _Json) -> int | None:
        return None if fields.value is None else fields.integer(1, 1_000_000_000)

    @staticmethod
    def _read_target(fields: _Json) -> tuple[str, int | None] | None:
        if fields.value is None:
            return None
        kind = fields["kind"].choice("marker", "agent", "pointer")
        return kind, None if kind == "pointer" else fields["id"].integer()

    @staticmethod
    def _read_place(fields: _Json) -> tuple[Any, ...] | None:
        kind = fields["kind"].choice("point", "marker", "agent", "edge")
        if kind in ("marker", "agent"):
            return kind, fields["id"].integer()
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
        self.id = fields["id"].integer()
        fields["name"].string()
        self.first, self.second = fields["first"].integer(), fields["second"].integer()
        for key in ("first", "second"):
            if getattr(self, key) not in world._presets:
                fields[key].fail("is not a preset of the file")
        distance = fields["distance"]
        self.distance = None if distance.value is None else distance.number()
        self.margin = fields["margin"].number()
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
        if reach > 0.0 and len(firsts) * len(seconds) > 1024:
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
    `sight_lost`, `spawned`, `expired` or `contact`."""
    node: int | None
    """The index of the node, for the first three kinds."""
    behavior: int | None
    """The index of the behavior in the list of its agent; None for sight, spawners and contacts."""
    source: int | None = None
    """The id of the spawner or of the contact rule, for the last three kinds."""
    other: int | None = None
    """The id of the other agent of a contact."""


class World:
    """The agents of a scene, and what happens to them. `load` makes one."""

    def __init__(self, file: _Json) -> None:
        if file["format"].value != "steerwright-export":
            file["format"].fail('is not "steerwright-export"')
        required = file["format_version"].integer(1, _MAX_INTEGER)
        if file.has("min_reader"):
            required = file["min_reader"].integer(1, _MAX_INTEGER)
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
        self._seed = file["seed"].integer(0, _MAX_INTEGER)
        self._turn_sign = -1.0 if file["y_down"].boolean() else 1.0
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
        self._pointer = _Marker(file["pointer"])
        self._markers = file["markers"].by_id(_read_marker)
        self._paths = file["paths"].by_id(lambda path: _Path(path, self.dt))
        self._cells = _Cells(file["cells"], self._turn_sign)
        walls = file["walls"].by_id(_Wall)
        _check_crossed_cells(file["walls"], walls.values(), self._cells.size)
        self._walls = _Walls(walls, self._cells, file["skin"].number(1e-9, 1.0))
        self._presets: dict[int, _Preset] = {}  # ids count from 1, in the order of the file
        agents = file["agents"].by_id(lambda fields: _read_agent(fields, self))
        self._agents = {id: agents[id] for id in sorted(agents)}
        self._spawners: list[_Spawner] = []  # by id
        if file.has("spawners"):
            spawners = file["spawners"].by_id(lambda fields: _Spawner(fields, self))
            self._spawners = [spawners[id] for id in sorted(spawners)]
            for fields in file["spawners"].items():
                spawners[fields["id"].integer()].check_references(fields, self)
        self._contacts: list[_Contact] = []  # by id
        if file.has("contacts"):
            contacts = file["contacts"].by_id(lambda fields: _Contact(fields, self))
            self._contacts = [contacts[id] for id in sorted(contacts)]
        # The spawner of each spawned agent, and the tick in which it expires, or None.
        self._spawned: dict[int, tuple[_Spawner, int | None]] = {}
        self._is_pressed = self._is_new_press = False
        self.agents = list(self._agents.values())
        """All agents, in ascending order of id."""
        self._highest_id = max(self._agents, default=0)  # that an agent ever had
        for fields in file["agents"].items():
            self._resolve_references(fields)
        self._neighbors = _Neighbors([], self._widest_search)

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
        column, row = cell = cells.cell_at(*_checked_position(x, y))
        in_game = row if self._turn_sign > 0.0 else -1 - row
        return Cell(column, in_game, *cells.center(cell), cells.size, cell in cells.blocked)

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
                    agent._resume(previous)
            earlier = {spawner.id: spawner for spawner in self._spawners}
            for spawner in edited._spawners:
                before = earlier.get(spawner.id)
                same_seed = self._seed == edited._seed
                if before is not None and same_seed and before.timing() == spawner.timing():
                    spawner.wait, spawner.fired = before.wait, before.fired
                    spawner.pending, spawner.random = before.pending, before.random
        edited._is_pressed, edited._is_new_press = self._is_pressed, self._is_new_press
        vars(self).update(vars(edited))

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
                spawner.pending = min(spawner.pending + 1, _MOST_PENDING)
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
        blocked = self._cells.blocked
        self._walls.block_cells(self._cells)
        if self._cells.blocked != blocked:
            for agent in self.agents:
                if agent._chase is not None:
                    agent._chase.step.forget_line()

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
        replaced = self._presets[preset] = _Preset(_parse(source), self.dt).keep()
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
        if len(self._agents) >= _MOST_AGENTS or self._highest_id == _MAX_U32:
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
        agent = Agent(id, "", spawner.preset, spawner.path, (x, y, 0.0, 0.0, None, None), self)
        agent._random = random
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
        widest_search = self._widest_search
        if widest_search > 0.0:
            self._neighbors = _Neighbors(self.agents, widest_search)
        for agent in self.agents:
            agent._think(self)
        for agent in self.agents:
            agent._move(self)
        earlier = len(self.events)
        for agent in self.agents:
            agent._turn(self._turn_sign)
            agent._look(self)
        if len(self.events) > earlier:
            # An agent's look follows its other events of this tick.
            self.events[first:] = sorted(self.events[first:], key=lambda event: event.agent)
        gone: dict[int, None] = {}
        most = _MOST_CONTACTS
        for rule in self._contacts:
            most -= rule.find(self, highest_before, most, gone)
        for id in gone:
            self.despawn(id)

    def _emit(self, agent: Agent, behavior: int | None, kind: str, node: int | None = None) -> None:
        self.events.append(Event(self.tick, agent.id, kind, node, behavior))

    def _resolve_references(self, fields: _Json) -> None:
        """Finds the target, the danger and the leader of an agent."""
        agent = self._agents[fields["id"].integer()]
        agent._target = self._read_target(agent, fields["target"])
        target = fields["target"].value
        if target is not None:
            id = None if target["kind"] == "pointer" else fields["target"]["id"].integer()
            agent._target_key = target["kind"], id
        agent._danger = self._read_target(agent, fields["danger"])
        leader = fields["leader"].integer_or_none()
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
    def _widest_search(self) -> float:
        return max((preset.widest_search for preset in self._presets.values()), default=0.0)

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
        agent._keep_facing()
        agent._leader = self._leader_of(agent)
        agent._resume(previous)

    def _read_target(self, agent: Agent, fields: _Json) -> _Target | None:
        if fields.value is None:
            return None
        kind = fields["kind"].choice("marker", "agent", "pointer")
        id = None if kind == "pointer" else fields["id"].integer()
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
    if not (-1e9 <= x <= 1e9 and -1e9 <= y <= 1e9):
        raise SteerwrightError(
            f"({x}, {y}) is not a position with coordinates from -1e9 to 1e9; "
            "check where the game computes it"
        )
    return float(x), float(y)
