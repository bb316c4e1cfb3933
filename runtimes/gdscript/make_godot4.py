"""Writes the scripts that cannot be the same in Godot 3 and Godot 4, of one source for both.

    python3 make_godot4.py             writes them
    python3 make_godot4.py --check     fails if one of them is out of date

Sources are in the folder source, and in tests/engines/godot. A line that ends in "#3" is for Godot 3 only. A line that begins with
"#4 " is for Godot 4 only. All others are for both, as is all of steerwright.gd. What is written has no such marks. Scripts of which little
is the same have no source: steerwright_node.gd, steerwright_edit.gd, steerwright_preview.gd and steerwright_spawned.gd for Godot 3, and
the other scripts of the add-on for Godot 4. So addon/steerwright_edit.gd does the same as steerwright_edit.gd, in the engine's other
classes (Node3D, Packed*Array), typed, and for SteerwrightRun: almost half of its lines differ. A change of one belongs into both.
"""
import pathlib
import sys

FOLDER = pathlib.Path(__file__).parent
SOURCES = FOLDER / "source"
TESTS = FOLDER.parent.parent / "tests/engines/godot"
# Each with what it becomes for Godot 3 and for Godot 4.
SCRIPTS = [(SOURCES / f"{name}.gd", FOLDER / f"{name}.gd", FOLDER / f"{name}_4.gd") for name in ("conformance", "example", "hostile")]
SCRIPTS += [(SOURCES / "steerwright_link.gd", FOLDER / "steerwright_link.gd", FOLDER / "addon/steerwright_link.gd")]
SCRIPTS += [(TESTS / f"{name}.gd", None, TESTS / f"{name}_4.gd") for name in ("run", "save", "quit", "own", "readme", "walls", "pictures", "spawners")]


def notice(source: pathlib.Path) -> str:
    # The tests' sources are scripts themselves; the others are not shipped.
    return f"# Made from {source.name} by make_godot4.py: change it there.\n#\n" if source.parent == TESTS else ""


def of_version(source: pathlib.Path, version: int) -> str:
    lines = []
    for line in source.read_text(encoding="utf-8").splitlines():
        code = line.lstrip("\t")
        if code.endswith("#3"):
            if version == 4 or code.startswith("# (A line that ends in #3"):
                continue
            line = line[:-2].rstrip(" ")
        if code.startswith("#4 "):
            if version == 3:
                continue
            line = line[: len(line) - len(code)] + code[3:]
        lines.append(line + "\n")
    return "".join(lines)


def main() -> int:
    stale = []
    for source, *outputs in SCRIPTS:
        for version, path in zip((3, 4), outputs):
            if path is None:
                continue
            expected = (notice(source) if version == 4 else "") + of_version(source, version)
            if "--check" not in sys.argv:
                path.write_text(expected, encoding="utf-8", newline="\n")
            elif not path.is_file() or path.read_text(encoding="utf-8") != expected:
                stale.append(path.name)
    for name in stale:
        print(f"{name} is not made from its source as it is now; run make_godot4.py")
    return 1 if stale else 0


sys.exit(main())
