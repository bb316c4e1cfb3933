"""The Steerwright runtime as a package, so that `import steerwright` works beside this folder."""

from .steerwright import Agent, Cell, Event, PathLine, PathPlace, SteerwrightError, World, load

__all__ = ["Agent", "Cell", "Event", "PathLine", "PathPlace", "SteerwrightError", "World", "load"]
