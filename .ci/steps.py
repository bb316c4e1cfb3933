"""What keys and clicks do: each is so many steps of the history, no more and no fewer, and can be undone and done again."""

from collections.abc import Callable
from typing import NamedTuple

from hand import Click, Text
from scenes import CENTER, MIDDLE, Change

PATIENCE = 5.0  # s


class Step(NamedTuple):
    name: str
    selected: tuple[str, ...]
    actions: list
    # Of the change; none if there is to be none.
    expected: Callable[[Change], bool] | None
    steps: int = 1
    # The only scene it is for; what differs little from others need not be tried on the large one.
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
PEN = ["p", *(Click(f"free {i}") for i in (1, 2, 3))]
FURTHER = ["p", Click("last node"), Click("free 1")]

STEPS = [
    Step("a nudge", NODE, ["Right"], by(1, 0, 3)),
    Step("a long nudge", NODE, ["shift+Up"], by(0, 10, 3), only="one"),
    Step("a nudge by one pixel", NODE, ["ctrl+Left"], lambda change: by(-change.pixel, 0, 3)(change)),
    Step("quick nudges are one step", PATH, [("Right", "Right", "Up")], by(2, 1)),
    Step("slow nudges are two", NODE, ["Right", 1.2, "Right"], by(2, 0, 3), steps=2),
    Step("left and right swapped", PATH, ["x"], mapped(lambda x, y: (2 * X - x, y))),
    Step("above and below swapped", PATH, ["y"], mapped(lambda x, y: (x, 2 * Y - y)), only="one"),
    Step("a turn to the left", PATH, ["ctrl+bracketleft"], mapped(lambda x, y: (X - (y - Y), Y + (x - X)))),
    Step("a turn to the right", PATH, ["ctrl+bracketright"], mapped(lambda x, y: (X + (y - Y), Y - (x - X))), only="one"),
    Step("a duplicate", PATH, ["ctrl+d"], lambda change: change.copied(24 * change.pixel, 24 * change.pixel, change.pixel)),
    Step("nodes deleted", ("node 1", "node 2"), ["Delete"], order(3, 4, 5)),
    Step("a path deleted", PATH, ["Delete"], gone),
    Step("what lies below is taken", ("node 1",), [Click("node 1", "alt"), "Delete"], gone),
    Step("what lies on top is taken again", ("node 1",), [*[Click("node 1", "alt")] * 2, "Delete"], order(2, 3, 4, 5)),
    Step("cut", PATH, ["ctrl+x"], gone, only="one"),
    Step("cut and pasted", PATH, ["ctrl+x", "ctrl+shift+v"], lambda change: change.work is None and change.copied(), 2, "many"),
    Step("copied and pasted at the pointer", PATH, ["ctrl+c", "ctrl+v"], lambda change: change.copied(*POINTER, change.pixel)),
    Step("copied and pasted in place", PATH, ["ctrl+c", "ctrl+shift+v"], Change.copied),
    Step("reversed, closed", PATH, ["r"], order(1, 5, 4, 3, 2), only="one"),
    Step("reversed, open", PATH, ["r"], order(5, 4, 3, 2, 1), only="many"),
    Step("closed or opened", PATH, ["l"], lambda change: change.work.get("traversal") != change.old.get("traversal")),
    Step("curved", PATH, ["c"], lambda change: change.work.get("shape") != change.old.get("shape")),
    Step("a node put in", ("node 1",), ["i"], lambda change: change.order()[:3] == [1, 6, 2] and places(change, 6) == [[X, Y]]),
    Step("split, closed", NODE, ["s"], lambda change: change.order() == [3, 4, 5, 1, 2, 6] and not change.new, only="one"),
    Step("split, open", NODE, ["s"], lambda change: change.order() == [1, 2, 3] and len(change.new) == 1, only="many"),
    Step("ends joined", ENDS, ["j"], lambda change: change.work.get("traversal") == "loop", only="many"),
    Step("grouped", PATH, ["ctrl+g", "Return"], lambda change: [group.get("parent") for group in change.groups] == [None, 1]),
    Step("grouped, with the name left", PATH, ["ctrl+g", Text("New"), "Escape"], lambda change: len(change.groups) == 2, only="one"),
    Step("grouped and named", PATH, ["ctrl+g", Text("New"), "Return"], lambda change: change.groups[-1]["name"] == "New", 2, "one"),
    Step("out of the group", PATH, ["ctrl+shift+g"], lambda change: not change.groups and change.listed("group") is None),
    Step("hidden", PATH, ["ctrl+h"], lambda change: change.listed("hidden")),
    Step("locked", PATH, ["ctrl+k"], lambda change: change.listed("locked")),
    Step("a walker", PATH, ["w"], lambda change: [agent.get("path") for agent in change.agents] == [1]),
    Step("aligned", SOME, palette("Align left"), lambda change: places(change, 1, 2, 3) == [[0, 0], [0, 18], [0, 0]]),
    Step("spread", SOME, palette("Distribute across"), lambda change: sorted(x for x, _ in places(change, 1, 2, 3)) == [0, X, 2 * X]),
    Step("started elsewhere, closed", NODE, palette("Start here"), order(3, 4, 5, 1, 2), only="one"),
    Step("started elsewhere, open", ("last node",), palette("Start here"), order(5, 4, 3, 2, 1), only="many"),
    Step("simplified", PATH, [*palette("Simplify"), "Return"], order(1, 2, 3, 5)),
    Step("simplified, and that left", PATH, [*palette("Simplify"), "Escape"], None, only="one"),
    Step("nothing chosen by name", PATH, ["ctrl+shift+p", Text("Align left"), "Escape"], None, only="one"),
    # Each click of the pen is a step; its end is another, with somebody who walks the path.
    Step("drawn, with one node taken back", (), [*PEN, Click("free 4"), "BackSpace", "Return"], drawn(3), steps=6),
    Step("drawn and ended by the second button", (), [*PEN, Click("free 4", button=3)], drawn(3), steps=4, only="one"),
    Step("drawn and closed", (), [*PEN, Click("free 1")], drawn(3, closed=True), steps=4),
    Step("drawn with a click undone", (), [*PEN, "ctrl+z", Click("free 4"), "Return"], drawn(3), steps=4, only="one"),
    Step("drawn and left", (), [*PEN, "Escape"], None),
    Step("gone on with from its end", (), [*FURTHER, "Return"], order(1, 2, 3, 4, 5, 6), only="many"),
    Step("gone on with, and that left", (), [*FURTHER, "Escape"], None, only="many"),
]


def reached(hand, key, steps, state, others):
    """Whether a key leads to a state, and no sooner than at the last of so many steps."""
    for _ in range(steps - 1):
        hand.press(key)
    if steps > 1 and not hand.saved(lambda now: now not in others, PATIENCE):
        return False
    hand.press(key)
    return hand.saved(lambda now: now == state, PATIENCE)


def fault(hand, step):
    hand.begin(step.selected)
    hand.perform(step.actions)
    if step.expected is None:
        return None if hand.unchanged() else "something stays of it"
    if not hand.changed():
        return "nothing came of it"
    before, after = hand.before, hand.bytes()
    if not step.expected(hand.change()):
        return "something else came of it"
    for key, state, word in [("ctrl+z", before, "undone"), ("ctrl+shift+z", after, "done again"), ("ctrl+z", before, "undone again")]:
        if not reached(hand, key, step.steps, state, (before, after)):
            return f"it is not {word} in so many steps: {step.steps}"
    return None


def drive(hand):
    wrong = []
    for step in STEPS:
        if step.only not in (None, hand.kind):
            continue
        what = fault(hand, step)
        if what:
            wrong.append(f"{step.name}: {what}")
            hand.start_afresh(step.name)
    return wrong
