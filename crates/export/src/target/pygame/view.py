"""Draws an exported scene with pygame: paths, nodes, cells, walls, markers, and agents with where they look.

    view = View(json.loads(text), screen.get_size())
    view.draw(screen, world)  # once a frame
    world.set_pointer(*view.to_scene(pygame.mouse.get_pos()))

The whole scene is fitted into the window, whatever its unit and axes. The static parts are drawn
only once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Sequence

import pygame

if TYPE_CHECKING:
    from .pictures import Picture

_MARGIN = 40  # pixels around the scene
_MAX_NAME = 32  # characters
_MAX_NAMED_AGENTS = 200  # with more agents, names are only clutter
_BACKGROUND, _CELL, _PATH, _NODE = "#14171c", "#2a2f3a", "#5d6b82", "#39445a"
_WALL, _OPEN_DOOR = "#8b93a5", "#39445a"
_MARKERS = {"target": "#7bd88f", "danger": "#ff6b5e"}
_TEXT, _HEADING = "#c8cdd6", "#ffffff"


class View:
    """A scene fitted into a window."""

    def __init__(
        self, scene: dict[str, Any], size: tuple[int, int], pictures: Sequence[Picture] = ()
    ) -> None:
        """Fits `scene`, the parsed export, into `size` pixels, with `pictures` underneath."""
        if not pygame.font.get_init():
            pygame.font.init()
        self._font = pygame.font.Font(None, 18)
        self._area = pygame.Rect((0, 0), size)
        self._up = 1.0 if scene["y_down"] else -1.0
        self._bodies = {
            agent["id"]: (_color(agent.get("color")), agent["body"].get("radius", 0.0))
            for agent in scene["agents"]
        }
        self._state_colors = {agent["id"]: _state_colors(agent) for agent in scene["agents"]}
        self._spawners = scene.get("spawners", [])
        self._spawned_bodies: dict[int, tuple[pygame.Color, float]] = {}  # by presets
        self._spawned_colors: dict[int, dict[int, pygame.Color]] = {}  # of states, by presets
        self._labels: dict[str, pygame.Surface] = {}
        corners = (corner for picture in pictures for corner in picture.corners())
        self._fit([*_bounds(scene), *corners])
        self._static = self._draw_static(scene, pictures)
        self._walls = [(wall["id"], self._line_of(wall)) for wall in scene["walls"]]

    def to_screen(self, x: float, y: float) -> pygame.Vector2:
        """A position of the scene, in pixels of the window."""
        offset = pygame.Vector2(x, y * self._up) - self._center
        return offset * self._zoom + self._area.center

    def to_scene(self, pixel: tuple[float, float]) -> tuple[float, float]:
        """A pixel of the window, in game units of the scene."""
        offset = (pygame.Vector2(pixel) - self._area.center) / self._zoom + self._center
        return offset.x, offset.y * self._up

    def draw(self, surface: pygame.Surface, world: Any) -> None:
        """Draws the scene, with agents interpolated between the last two ticks."""
        surface.blit(self._static, (0, 0))
        self._draw_walls(surface, world)
        self._find_bodies(world)
        alpha = world.interpolation_alpha
        named = len(world.agents) <= _MAX_NAMED_AGENTS
        for agent in world.agents:
            x = agent.previous_x + (agent.x - agent.previous_x) * alpha
            y = agent.previous_y + (agent.y - agent.previous_y) * alpha
            self._draw_agent(surface, agent, self.to_screen(x, y), named)

    def _line_of(self, wall: dict[str, Any]) -> list[pygame.Vector2]:
        points = [self.to_screen(x, y) for x, y in wall["points"]]
        return points + points[:1] if wall["closed"] else points

    def _draw_walls(self, surface: pygame.Surface, world: Any) -> None:
        """Draws walls; open doors are thin."""
        for id, points in self._walls:
            if len(points) > 1:
                door = world._walls.by_id.get(id)
                is_open = door is not None and door.is_open
                color, width = (_OPEN_DOOR, 1) if is_open else (_WALL, 3)
                pygame.draw.lines(surface, color, False, points, width)

    def _find_bodies(self, world: Any) -> None:
        """What agents look like that enter later: as those of the file with their preset."""
        if not self._spawned_bodies:
            for about in self._spawners:
                body = _color(about.get("color")), about["body"].get("radius", 0.0)
                preset = world.find_preset(about["preset"])
                self._spawned_bodies[preset] = body
                self._spawned_colors[preset] = _state_colors(about)
            for id, body in self._bodies.items():
                agent = world.agent(id)
                if agent is not None:
                    self._spawned_bodies[agent.preset] = body
                    self._spawned_colors[agent.preset] = self._state_colors[id]

    def _draw_agent(
        self, surface: pygame.Surface, agent: Any, center: pygame.Vector2, named: bool
    ) -> None:
        color, radius = self._body_of(agent)
        pixels = max(radius * self._zoom, 4.0)
        if not self._area.inflate(2 * pixels, 2 * pixels).collidepoint(center):
            return
        pygame.draw.circle(surface, color, center, pixels)
        ahead = pygame.Vector2(agent.facing_x, agent.facing_y * self._up)
        pygame.draw.line(surface, _HEADING, center, center + ahead * (pixels + 6.0), 2)
        if named:
            self._write(surface, agent.name, center + (pixels + 4.0, -pixels - 10.0))

    def _body_of(self, agent: Any) -> tuple[pygame.Color, float]:
        default = pygame.Color(_TEXT), 0.0
        body = self._bodies.get(agent.id) or self._spawned_bodies.get(agent.preset, default)
        known = self._state_colors.get(agent.id) or self._spawned_colors.get(agent.preset, {})
        color, radius = body
        return known.get(agent.state, color), radius

    def _fit(self, points: list[tuple[float, float]]) -> None:
        xs = [x for x, _ in points] or [0.0]
        ys = [y * self._up for _, y in points] or [0.0]
        self._center = pygame.Vector2((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        room = [max(pixels - 2 * _MARGIN, 16) for pixels in self._area.size]
        width, height = max(max(xs) - min(xs), 1e-6), max(max(ys) - min(ys), 1e-6)
        self._zoom = min(room[0] / width, room[1] / height)

    def _draw_static(
        self, scene: dict[str, Any], pictures: Sequence[Picture]
    ) -> pygame.Surface:
        """The parts that do not move: pictures, cells, paths, markers."""
        surface = pygame.Surface(self._area.size)
        surface.fill(_BACKGROUND)
        for picture in pictures:
            image = picture.image(self._zoom, self._up > 0)
            center = self.to_screen(picture.x, picture.y)
            surface.blit(image, image.get_rect(center=center))
        size = scene["cells"]["size"]
        for column, row in scene["cells"]["blocked"]:
            corners = (
                self.to_screen(column * size, row * size),
                self.to_screen((column + 1) * size, (row + 1) * size),
            )
            left, top = (round(min(axis)) for axis in zip(*corners))
            right, bottom = (round(max(axis)) for axis in zip(*corners))
            cell = pygame.Rect(left, top, max(right - left, 1), max(bottom - top, 1))
            pygame.draw.rect(surface, _CELL, cell.clip(self._area))
        for path in scene["paths"]:
            self._draw_path(surface, path)
        for marker in scene["markers"]:
            center = self.to_screen(marker["x"], marker["y"])
            color = _MARKERS.get(marker.get("kind", ""), _TEXT)
            for dx, dy in ((6, 6), (6, -6)):
                pygame.draw.line(surface, color, center - (dx, dy), center + (dx, dy), 2)
            self._write(surface, marker["name"], center + (9, -6))
        return surface

    def _draw_path(self, surface: pygame.Surface, path: dict[str, Any]) -> None:
        points = [self.to_screen(x, y) for x, y in path["points"]]
        nodes = [(self.to_screen(node["x"], node["y"]), node) for node in path["nodes"]]
        for center, node in nodes:
            pixels = node["radius"] * self._zoom
            if 2.0 <= pixels <= max(self._area.size):
                pygame.draw.circle(surface, _NODE, center, pixels, 1)
        if len(points) > 1:
            pygame.draw.aalines(surface, _PATH, bool(path.get("closed")), points)
        for center, node in nodes:
            pygame.draw.circle(surface, _TEXT if node["wait_ticks"] else _PATH, center, 3)
        if points:
            self._write(surface, path.get("name", ""), points[0] + (9, 6))

    def _write(self, surface: pygame.Surface, text: str, at: pygame.Vector2) -> None:
        if text not in self._labels:
            self._labels[text] = self._font.render(printable(text), True, _TEXT)
        surface.blit(self._labels[text], at)


def printable(text: str) -> str:
    """A text that fonts can render: without control characters, and not too long."""
    text = "".join(character if character.isprintable() else " " for character in text)
    return text if len(text) <= _MAX_NAME else text[: _MAX_NAME - 1] + "…"


def _color(text: str | None) -> pygame.Color:
    return pygame.Color(text or "#e8a33d")


def _state_colors(fields: dict[str, Any]) -> dict[int, pygame.Color]:
    """The colors of the states that have one of their own, by the ids of the states."""
    states = [fields.get("state") or {}, *fields.get("states", [])]
    return {state["id"]: pygame.Color(state["color"]) for state in states if state.get("color")}


def _bounds(scene: dict[str, Any]) -> Iterator[tuple[float, float]]:
    """Positions that have to be in the window."""
    for path in scene["paths"]:
        yield from path["points"]
    for item in (*scene["markers"], *scene["agents"], scene["pointer"]):
        around = (item.get("scatter") or {}).get("max", 0.0)  # how far off an agent may start
        yield item["x"] - around, item["y"] - around
        yield item["x"] + around, item["y"] + around
    for wall in scene["walls"]:
        yield from wall["points"]
    for spawner in scene.get("spawners", []):
        place = spawner["place"]
        if "x" in place:
            yield place["x"], place["y"]
        if "x2" in place:
            yield place["x2"], place["y2"]
    size = scene["cells"]["size"]
    for column, row in scene["cells"]["blocked"]:
        yield column * size, row * size
        yield (column + 1) * size, (row + 1) * size
