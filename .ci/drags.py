"""What a hand drags, on the canvas and in the list: done and undone, and cancelled half-way in every way."""

from collections.abc import Callable
from typing import NamedTuple

from hand import WAYS
from scenes import CLOSED, NODES, Change

BY = (-70, -45)  # how far a drag on the canvas goes, points
ALL = [1, 2, 3, 4, 5]  # nodes of the path


class Drag(NamedTuple):
    name: str
    grip: str
    # Of the change; none if there is to be none.
    expected: Callable[[Change], bool] | None
    selected: tuple[str, ...] = ()
    pressed: tuple[str, ...] = ()
    held: str | None = None
    # A place in the list; on the canvas it is always the same way.
    to: str | None = None


def shifted(*nodes):
    return lambda change: change.shifted() == list(nodes)


def grown(*nodes):
    return lambda change: [node for node in change.order() if node > len(ALL)] == list(nodes)


def has(what):
    return lambda change: len(change.after.get(what, [])) == 1


ON_CANVAS = [
    Drag("a node is moved", "node 3", shifted(3)),
    Drag("a path is moved by its line", "path", shifted(*ALL)),
    Drag("everything is moved", "node 3", shifted(*ALL), pressed=("ctrl+a",)),
    Drag("both ends of a segment are moved", "path", shifted(2, 3), selected=("path",), held="ctrl"),
    Drag("a node is put in", "path", grown(6), selected=("path",)),
    Drag("a node is put in where the path meets itself", "quarter", grown(6), selected=("path",)),
    Drag("an end is continued", "end", grown(6), selected=("path",)),
    Drag("the box is scaled", "corner", lambda change: change.shifted() != [], selected=("path",)),
    # Open, the last node is in the middle.
    Drag("the box is turned", "turn", lambda change: change.shifted()[:4] == ALL[:4], selected=("path",)),
    Drag("a ring is made larger", "ring", lambda change: change.work != change.old, selected=("node 1",)),
    Drag("a box is drawn", "empty", None),
    Drag("what is selected is moved from anywhere", "empty", shifted(1), selected=("node 1",), held="alt"),
    Drag("what is selected is moved from upon another", "node 3", shifted(1), selected=("node 1",), held="alt"),
    Drag("the pen sets a node", "empty", lambda change: len(change.new) == 1, pressed=("p",)),
    Drag("a path is drawn by a free hand", "empty", lambda change: len(change.new) == 1, pressed=("shift+p",)),
    Drag("an agent is put down", "empty", has("agents"), pressed=("a",)),
    Drag("a target is put down", "empty", has("markers"), pressed=("t",)),
    Drag("a danger is put down", "empty", has("markers"), pressed=("d",)),
    Drag("cells are blocked", "empty", lambda change: change.after != change.before, pressed=("b",)),
]


def listed(names, grouped):
    return lambda change: (change.names(), change.grouped()) == ([f"Path {n}" for n in names], [f"Path {n}" for n in grouped])


# The list says: Crew, and in it Path 1 and Path 2; then Path 3 and Path 4.
IN_LIST = [
    Drag("a row is put below another", "Path 3", listed([1, 2, 4, 3], [1, 2]), to="lower part of Path 4"),
    Drag("a row is put above another", "Path 4", listed([1, 2, 4, 3], [1, 2]), to="upper part of Path 3"),
    Drag("a row is put elsewhere in its group", "Path 1", listed([2, 1, 3, 4], [2, 1]), to="lower part of Path 2"),
    Drag("a row is put into a group", "Path 3", listed([1, 2, 3, 4], [1, 2, 3]), to="Crew"),
    Drag("a row is put among those of a group", "Path 4", listed([4, 1, 2, 3], [4, 1, 2]), to="upper part of Path 1"),
    Drag("a row is taken out of its group", "Path 2", listed([1, 2, 3, 4], [1]), to="Paths"),
    Drag("a row is taken out and put above another", "Path 1", listed([2, 3, 1, 4], [2]), to="upper part of Path 4"),
    Drag("rows are put into a group", "Path 4", listed([1, 2, 3, 4], [1, 2, 3, 4]), selected=("Path 3", "Path 4"), to="Crew"),
]


def done(hand, drag, end):
    """Drags all of the way and undoes it. What was wrong with that, if anything."""
    slowly = drag.to is not None
    hand.drag(drag.grip, end, drag.held, slowly)
    hand.wait()
    hand.picture(f"gesture {hand.kind} {drag.name}")
    hand.let_go(end, drag.held, slowly)
    if slowly:
        hand.wait()
    if drag.expected is None:
        return None if hand.unchanged() else "it changes something"
    if not hand.changed():
        return "nothing came of it"
    expected = drag.expected(hand.change())
    if not hand.undone(5.0):
        return "one undo does not take it back"
    return None if expected else "something else came of it"


def drive(hand, drags):
    wrong = []
    for drag in drags:
        if drag.grip == "end" and NODES[hand.kind] is CLOSED:
            continue  # there are no ends
        # A list learns from frame to frame what is dragged over it; the canvas takes what comes within one.
        slowly = drag.to is not None
        (x, y) = hand.places[drag.grip]
        end = hand.places[drag.to] if drag.to else (x + BY[0], y + BY[1])
        hand.begin(drag.selected, *drag.pressed)
        for way in WAYS:
            hand.drag(drag.grip, end, drag.held, slowly)
            hand.cancel(way)
            hand.let_go(end, drag.held, slowly)
            if not hand.unchanged():
                wrong.append(f"{drag.name}: {way} does not cancel it")
                hand.start_afresh(drag.name)
                hand.begin(drag.selected, *drag.pressed)
        fault = done(hand, drag, end)
        if fault:
            wrong.append(f"{drag.name}: {fault}")
            hand.start_afresh(drag.name)
    return wrong
