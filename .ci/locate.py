#!/usr/bin/python3
"""Finds widgets of a running program by their accessible names.

locate.py [--timeout S] [--role ROLE] xy NAME     prints the widget's left, top, width and height in its window
locate.py [--timeout S] [--role ROLE] wait NAME   waits until it is there
locate.py [--timeout S] places NAME...            prints the same of several widgets, as JSON by their names
locate.py tree                                    prints every widget, to see the names
Exit status 1 with a message if it does not appear in time.
"""

import argparse
import json
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402


def widgets(node, depth=0):
    """The node and all below it; nodes that vanish meanwhile are skipped."""
    try:
        yield depth, node
        children = [node.get_child_at_index(i) for i in range(node.get_child_count())]
    except GLib.Error:
        return
    for child in children:
        if child is not None:
            yield from widgets(child, depth + 1)


def matches(node, name, role):
    try:
        return node.get_name() == name and (role is None or node.get_role_name() == role)
    except GLib.Error:
        return False


def find(name, role):
    for _, node in widgets(Atspi.get_desktop(0)):
        if matches(node, name, role):
            area = node.get_extents(Atspi.CoordType.WINDOW)
            # A widget that is not laid out yet has no size.
            if area.width > 0 and area.height > 0:
                return area
    return None


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--timeout", type=float, default=20.0)
    options.add_argument("--role")
    options.add_argument("what", choices=["xy", "wait", "places", "tree"])
    options.add_argument("names", nargs="*", metavar="NAME")
    given = options.parse_args()

    if given.what == "tree":
        for depth, node in widgets(Atspi.get_desktop(0)):
            print("  " * depth + f"{node.get_role_name()} {node.get_name()!r}")
        return
    if not given.names or (given.what != "places" and len(given.names) > 1):
        options.error("a name is needed, and only of places several")

    places, deadline = {}, time.monotonic() + given.timeout
    for name in given.names:
        while name not in places:
            try:
                area = find(name, given.role)
            except GLib.Error:
                area = None
            if area is not None:
                places[name] = (area.x, area.y, area.width, area.height)
            elif time.monotonic() > deadline:
                sys.exit(f"no widget named {name!r} appeared within {given.timeout:g} s")
            else:
                time.sleep(0.1)
    if given.what == "xy":
        print(*places[given.names[0]])
    elif given.what == "places":
        json.dump(places, sys.stdout)


main()
