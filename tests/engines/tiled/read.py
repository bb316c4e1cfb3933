"""Prints what pytmx reads of a map: a JSON list of layers."""

import json
import sys

import pytmx

tiled_map = pytmx.TiledMap(sys.argv[1])


def read(thing):
    points = getattr(thing, "points", None)
    return {
        "id": thing.id,
        "name": thing.name or "",
        "class": thing.type or "",
        "x": thing.x,
        "y": thing.y,
        "width": thing.width,
        "points": [[point.x, point.y] for point in points] if points else [],
        "properties": thing.properties,
    }


layers = [{"name": layer.name, "objects": [read(thing) for thing in layer]} for layer in tiled_map.objectgroups]
print(json.dumps({"properties": tiled_map.properties, "layers": layers}))
