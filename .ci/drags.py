"""Drags on the canvas and in the outliner: performed and undone, and canceled halfway in every way."""

from collections.abc import Callable
from typing import NamedTuple

from driver import WAYS
from scenes import CLOSED, NODES, Change

BY = (-70, -45)  # the offset of a drag on the canvas, in points
ALL = [1, 2, 3, 4, 5]  # nodes of the path


class Drag(NamedTuple):
    name: str
    grip: str
    # The expected change. None if nothing should change.
    expected: Callable[[Change], bool] | None
    selected: tuple[str, ...] = ()
    pressed: tuple[str, ...] = ()
    held: str | None = None
    # The drop position in the list. On the canvas, the offset is always the same.
    to: str | None = None


def shifted(*nodes):
    return lambda change: change.shifted() == list(nodes)


def grown(*nodes):
    return lambda change: [node for node in change.order() if node > len(ALL)] == list(nodes)


def has(what):
    return lambda change: len(change.after.get(what, [])) == 1


ON_CANVAS = [
    Drag("move a node", "node 3", shifted(3)),
    Drag("move a path by its line", "path", shifted(*ALL)),
    Drag("move everything", "node 3", shifted(*ALL), pressed=("ctrl+a",)),
    Drag("move both ends of a segment", "path", shifted(2, 3), selected=("path",), held="ctrl"),
    Drag("insert a node", "path", grown(6), selected=("path",)),
    Drag("insert a node where the path crosses itself", "quarter", grown(6), selected=("path",)),
    Drag("extend an end", "end", grown(6), selected=("path",)),
    Drag("scale the box", "corner", lambda change: change.shifted() != [], selected=("path",)),
    # On the open path, the last node is in the middle.
    Drag("rotate the box", "turn", lambda change: change.shifted()[:4] == ALL[:4], selected=("path",)),
    Drag("enlarge a ring", "ring", lambda change: change.work != change.old, selected=("node 1",)),
    Drag("draw a selection box", "empty", None),
    Drag("move the selection from anywhere", "empty", shifted(1), selected=("node 1",), held="alt"),
    Drag("move the selection from another node", "node 3", shifted(1), selected=("node 1",), held="alt"),
    Drag("add a node with the pen", "empty", lambda change: len(change.new) == 1, pressed=("p",)),
    Drag("draw a path freehand", "empty", lambda change: len(change.new) == 1, pressed=("shift+p",)),
    Drag("place an agent", "empty", has("agents"), pressed=("a",)),
    Drag("place a target", "empty", has("markers"), pressed=("t",)),
    Drag("place a danger", "empty", has("markers"), pressed=("d",)),
    Drag("block cells", "empty", lambda change: change.after != change.before, pressed=("b",)),
]


def listed(names, grouped):
    return lambda change: (change.names(), change.grouped()) == ([f"Path {n}" for n in names], [f"Path {n}" for n in grouped])


# The outliner lists: Crew with Path 1 and Path 2, then Path 3 and Path 4.
IN_LIST = [
    Drag("move a row below another", "Path 3", listed([1, 2, 4, 3], [1, 2]), to="lower part of Path 4"),
    Drag("move a row above another", "Path 4", listed([1, 2, 4, 3], [1, 2]), to="upper part of Path 3"),
    Drag("move a row within its group", "Path 1", listed([2, 1, 3, 4], [2, 1]), to="lower part of Path 2"),
    Drag("move a row into a group", "Path 3", listed([1, 2, 3, 4], [1, 2, 3]), to="Crew"),
    Drag("move a row between those of a group", "Path 4", listed([4, 1, 2, 3], [4, 1, 2]), to="upper part of Path 1"),
    Drag("move a row out of its group", "Path 2", listed([1, 2, 3, 4], [1]), to="Paths"),
    Drag("move a row out of its group and above another", "Path 1", listed([2, 3, 1, 4], [2]), to="upper part of Path 4"),
    Drag("move rows into a group", "Path 4", listed([1, 2, 3, 4], [1, 2, 3, 4]), selected=("Path 3", "Path 4"), to="Crew"),
]


def done(driver, drag, end):
    """Performs a drag and undoes it. Returns what went wrong, if anything."""
    slowly = drag.to is not None
    driver.drag(drag.grip, end, drag.held, slowly)
    driver.wait()
    driver.picture(f"gesture {driver.kind} {drag.name}")
    driver.release(end, drag.held, slowly)
    if slowly:
        driver.wait()
    if drag.expected is None:
        return None if driver.unchanged() else "it changes the scene"
    if not driver.changed():
        return "it changes nothing"
    expected = drag.expected(driver.change())
    if not driver.undone(5.0):
        return "one undo does not restore the scene"
    return None if expected else "it changes the scene unexpectedly"


def drive(driver, drags):
    wrong = []
    for drag in drags:
        if drag.grip == "end" and NODES[driver.kind] is CLOSED:
            continue  # there are no ends
        # The list needs several frames to track a drag; the canvas handles a drag within one frame.
        slowly = drag.to is not None
        (x, y) = driver.places[drag.grip]
        end = driver.places[drag.to] if drag.to else (x + BY[0], y + BY[1])
        driver.begin(drag.selected, *drag.pressed)
        for way in WAYS:
            driver.drag(drag.grip, end, drag.held, slowly)
            driver.cancel(way)
            driver.release(end, drag.held, slowly)
            if not driver.unchanged():
                wrong.append(f"{drag.name}: {way} does not cancel it")
                driver.reset(drag.name)
                driver.begin(drag.selected, *drag.pressed)
        fault = done(driver, drag, end)
        if fault:
            wrong.append(f"{drag.name}: {fault}")
            driver.reset(drag.name)
    return wrong
