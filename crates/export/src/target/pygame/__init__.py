"""The Steerwright runtime as a package, so that `import steerwright` works beside this folder."""

from .steerwright import Agent, Event, SteerwrightError, World, load

__all__ = ["Agent", "Event", "SteerwrightError", "World", "load"]
