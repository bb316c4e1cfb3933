#!/usr/bin/env python3
"""Makes the icon font of the window, which has only the icons that the sources name: run it when a test says that one is missing.

Needs `pip install fonttools`. The font is Material Symbols by Google (Apache-2.0), from the crate egui_material_icons.
"""

import json
import re
import subprocess
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).resolve().parent
SOURCES = FOLDER.parents[1]


def crate():
    """The folder of the crate with the whole font."""
    metadata = json.loads(subprocess.check_output(["cargo", "metadata", "--format-version", "1"], cwd=FOLDER))
    package = next(package for package in metadata["packages"] if package["name"] == "egui_material_icons")
    return Path(package["manifest_path"]).parent


def main():
    folder = crate()
    code_points = dict(re.findall(r'pub const (ICON_\w+): .*?"\\u\{(\w+)\}"', (folder / "src/icons.rs").read_text()))
    texts = (path.read_text() for path in SOURCES.rglob("*.rs"))
    names = sorted({name for text in texts for name in re.findall(r"icons::(ICON_\w+)", text)})
    options = Options()
    options.layout_features = []  # icons by their names in text
    options.name_IDs = ["*"]
    options.recalc_timestamp = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[int(code_points[name], 16) for name in names])
    with TTFont(folder / "MaterialSymbolsRounded_Filled-Regular.ttf", recalcTimestamp=False) as font:
        subsetter.subset(font)
        font.save(FOLDER / "icons.ttf")
    (FOLDER / "icons.txt").write_text("".join(f"{name} {code_points[name]}\n" for name in names))


main()
