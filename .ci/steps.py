"""Keys and clicks: each makes the expected number of steps, which can be undone and redone."""

from collections.abc import Callable
from typing import NamedTuple

from driver import Click, Text
from scenes import CENTER, MIDDLE, Change

TIMEOUT = 5.0  # s


class Step(NamedTuple):
    name: str
    selected: tuple[str, ...]
    actions: list
    # The expected change. None if nothing should change.
    expected: Callable[[Change], bool] | None
    steps: int = 1
    # The only scene to test on. Similar steps need not be repeated on the large one.
    only: str | None = None


def by(right, up, *nodes):
    return lambda change: change.maps(lambda x, y: (x + right, y + up), nodes or None)


def mapped(place):
    return lambda change: change.maps(place)


def order(*nodes):
    return lambda change: change.order() == list(nodes)


def drawn(nodes, closed=False):
    return lambda change: change.drawn(nodes, closed)


def palette(words):
    return ["ctrl+shift+p", Text(words), "Return"]


def places(change, *nodes):
    return [[node["x"], node["y"]] for node in change.work["nodes"] if node["id"] in nodes]


def gone(change):
    return change.work is None and not change.new


NODE, PATH, ENDS, SOME = ("node 3",), ("path",), ("node 1", "last node"), ("node 1", "node 2", "node 3")
(X, Y), POINTER = CENTER, (MIDDLE[0] - CENTER[0], CENTER[1] - MIDDLE[1])
WALL = ["w", *(Click(f"free {i}") for i in (1, 2, 3))]
PEN = ["p", *(Click(f"free {i}") for i in (1, 2, 3))]
FURTHER = ["p", Click("last node"), Click("free 1")]

STEPS = [
    Step("a nudge", NODE, ["Right"], by(1, 0, 3)),
    Step("a long nudge", NODE, ["shift+Up"], by(0, 10, 3), only="one"),
    Step("a nudge by one pixel", NODE, ["ctrl+Left"], lambda change: by(-change.pixel, 0, 3)(change)),
    Step("quick nudges are one step", PATH, [("Right", "Right", "Up")], by(2, 1)),
    Step("slow nudges are two", NODE, ["Right", 1.2, "Right"], by(2, 0, 3), steps=2),
    Step("flip horizontal", PATH, ["x"], mapped(lambda x, y: (2 * X - x, y))),
    Step("flip vertical", PATH, ["y"], mapped(lambda x, y: (x, 2 * Y - y)), only="one"),
    Step("rotate counterclockwise", PATH, ["ctrl+bracketleft"], mapped(lambda x, y: (X - (y - Y), Y + (x - X)))),
    Step("rotate clockwise", PATH, ["ctrl+bracketright"], mapped(lambda x, y: (X + (y - Y), Y - (x - X))), only="one"),
    Step("a duplicate", PATH, ["ctrl+d"], lambda change: change.copied(24 * change.pixel, 24 * change.pixel, change.pixel)),
    Step("nodes deleted", ("node 1", "node 2"), ["Delete"], order(3, 4, 5)),
    Step("a path deleted", PATH, ["Delete"], gone),
    Step("the item below is selected", ("node 1",), [Click("node 1", "alt"), "Delete"], gone),
    Step("the topmost item is selected again", ("node 1",), [*[Click("node 1", "alt")] * 2, "Delete"], order(2, 3, 4, 5)),
    Step("cut", PATH, ["ctrl+x"], gone, only="one"),
    Step("cut and pasted", PATH, ["ctrl+x", "ctrl+shift+v"], lambda change: change.work is None and change.copied(), 2, "many"),
    Step("copied and pasted at the pointer", PATH, ["ctrl+c", "ctrl+v"], lambda change: change.copied(*POINTER, change.pixel)),
    Step("copied and pasted in place", PATH, ["ctrl+c", "ctrl+shift+v"], Change.copied),
    Step("reversed, closed", PATH, ["r"], order(1, 5, 4, 3, 2), only="one"),
    Step("reversed, open", PATH, ["r"], order(5, 4, 3, 2, 1), only="many"),
    Step("closed or opened", PATH, ["l"], lambda change: change.work.get("traversal") != change.old.get("traversal")),
    Step("curved", PATH, ["c"], lambda change: change.work.get("shape") != change.old.get("shape")),
    Step("a node inserted", ("node 1",), ["i"], lambda change: change.order()[:3] == [1, 6, 2] and places(change, 6) == [[X, Y]]),
    Step("split, closed", NODE, ["s"], lambda change: change.order() == [3, 4, 5, 1, 2, 6] and not change.new, only="one"),
    Step("split, open", NODE, ["s"], lambda change: change.order() == [1, 2, 3] and len(change.new) == 1, only="many"),
    Step("ends joined", ENDS, ["j"], lambda change: change.work.get("traversal") == "loop", only="many"),
    Step("grouped", PATH, ["ctrl+g", "Return"], lambda change: [group.get("parent") for group in change.groups] == [None, 1]),
    Step("grouped, with naming canceled", PATH, ["ctrl+g", Text("New"), "Escape"], lambda change: len(change.groups) == 2, only="one"),
    Step("grouped and named", PATH, ["ctrl+g", Text("New"), "Return"], lambda change: change.groups[-1]["name"] == "New", 2, "one"),
    Step("ungrouped", PATH, ["ctrl+shift+g"], lambda change: not change.groups and change.listed("group") is None),
    Step("hidden", PATH, ["ctrl+h"], lambda change: change.listed("hidden")),
    Step("locked", PATH, ["ctrl+k"], lambda change: change.listed("locked")),
    Step("an agent on the path", PATH, ["n"], lambda change: [agent.get("path") for agent in change.agents] == [1]),
    Step("aligned", SOME, palette("Align left"), lambda change: places(change, 1, 2, 3) == [[0, 0], [0, 18], [0, 0]]),
    Step("distributed", SOME, palette("Distribute horizontally"), lambda change: sorted(x for x, _ in places(change, 1, 2, 3)) == [0, X, 2 * X]),
    Step("start node, closed", NODE, palette("Set as start node"), order(3, 4, 5, 1, 2), only="one"),
    Step("start node, open", ("last node",), palette("Set as start node"), order(5, 4, 3, 2, 1), only="many"),
    Step("simplified", PATH, [*palette("Simplify"), "Return"], order(1, 2, 3, 5)),
    Step("simplify canceled", PATH, [*palette("Simplify"), "Escape"], None, only="one"),
    Step("palette canceled", PATH, ["ctrl+shift+p", Text("Align left"), "Escape"], None, only="one"),
    # Each click of the pen is a step; finishing is another one, which adds an agent.
    Step("drawn with one node removed", (), [*PEN, Click("free 4"), "BackSpace", "Return"], drawn(3), steps=6),
    Step("drawn and finished by right-click", (), [*PEN, Click("free 4", button=3)], drawn(3), steps=4, only="one"),
    Step("drawn and closed", (), [*PEN, Click("free 1")], drawn(3, closed=True), steps=4),
    Step("drawn with a click undone", (), [*PEN, "ctrl+z", Click("free 4"), "Return"], drawn(3), steps=4, only="one"),
    Step("drawing canceled", (), [*PEN, "Escape"], None),
    # Finishing a wall changes nothing.
    Step("a wall drawn", (), [*WALL, "Return"], lambda change: change.walled(3), steps=3),
    Step("a wall drawn and closed", (), [*WALL, Click("free 1")], lambda change: change.walled(3, closed=True), steps=4, only="one"),
    Step("a wall canceled", (), [*WALL, "Escape"], None, only="one"),
    Step("extended from its end", (), [*FURTHER, "Return"], order(1, 2, 3, 4, 5, 6), only="many"),
    Step("extension canceled", (), [*FURTHER, "Escape"], None, only="many"),
]


def reached(driver, key, steps, state, others):
    """Whether pressing a key `steps` times leads to a state, and not earlier."""
    for _ in range(steps - 1):
        driver.press(key)
    if steps > 1 and not driver.saved(lambda now: now not in others, TIMEOUT):
        return False
    driver.press(key)
    return driver.saved(lambda now: now == state, TIMEOUT)


def fault(driver, step):
    driver.begin(step.selected)
    driver.perform(step.actions)
    if step.expected is None:
        return None if driver.unchanged() else "it changes the scene"
    if not driver.changed():
        return "it changes nothing"
    before, after = driver.before, driver.bytes()
    if not step.expected(driver.change()):
        return "it changes the scene unexpectedly"
    for key, state, word in [("ctrl+z", before, "undone"), ("ctrl+shift+z", after, "redone"), ("ctrl+z", before, "undone again")]:
        if not reached(driver, key, step.steps, state, (before, after)):
            return f"it is not {word} in so many steps: {step.steps}"
    return None


def drive(driver):
    wrong = []
    for step in STEPS:
        if step.only not in (None, driver.kind):
            continue
        what = fault(driver, step)
        if what:
            wrong.append(f"{step.name}: {what}")
            driver.reset(step.name)
    return wrong
