"""Writes the Godot 4 variants (*_4.gd) of the scripts in this folder, and of its tests, that cannot be the same in Godot 3.

    python3 make_godot4.py             writes them
    python3 make_godot4.py --check     fails if one of them is out of date

A line that ends in "#3" is for Godot 3 only. A line that begins with "#4 " is for Godot 4 only. All others, and the whole of
steerwright.gd, are for both.
"""
import pathlib
import sys

NOTICE = "# Made from {name}.gd by make_godot4.py: change it there.\n#\n"
FOLDER = pathlib.Path(__file__).parent
TESTS = FOLDER.parent.parent / "tests/engines/godot"
SCRIPTS = {
    FOLDER: ["steerwright_node", "steerwright_edit", "steerwright_link", "steerwright_preview", "conformance", "example", "hostile"],
    TESTS: ["run", "save", "quit", "own"],
}


def godot4(source: pathlib.Path) -> str:
    lines = [NOTICE.format(name=source.stem)]
    for line in source.read_text(encoding="utf-8").splitlines():
        code = line.lstrip("\t")
        if code.endswith("#3"):
            continue
        if code.startswith("#4 "):
            line = line[: len(line) - len(code)] + code[3:]
        lines.append(line + "\n")
    return "".join(lines)


def main() -> int:
    stale = []
    for source in [folder / f"{name}.gd" for folder, names in SCRIPTS.items() for name in names]:
        expected = godot4(source)
        path = source.with_name(f"{source.stem}_4.gd")
        if "--check" not in sys.argv:
            path.write_text(expected, encoding="utf-8", newline="\n")
        elif not path.is_file() or path.read_text(encoding="utf-8") != expected:
            stale.append(path.name)
    for name in stale:
        print(f"{name} is not made from its Godot 3 source as it is now; run make_godot4.py")
    return 1 if stale else 0


sys.exit(main())
