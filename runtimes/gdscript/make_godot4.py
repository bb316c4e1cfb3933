"""Writes the Godot 4 variants (*_4.gd) of the scripts in this folder that cannot be the same in Godot 3.

    python3 make_godot4.py             writes them
    python3 make_godot4.py --check     fails if one is not what would be written

A line that ends in "#3" is for Godot 3 alone. A line that begins with "#4 " is for Godot 4 alone. All others, and the whole
of steerwright.gd, serve both.
"""
import pathlib
import sys

NOTICE = """# Made from {name}.gd by make_godot4.py: change it there.
# Checked, not run: syntax, and what it uses of the engine against the official API of 4.2 to 4.7 (check_godot4.py).
#
"""
FOLDER = pathlib.Path(__file__).parent
SCRIPTS = ["steerwright_node", "steerwright_edit", "steerwright_link", "steerwright_preview", "conformance", "example", "hostile"]


def godot4(name: str) -> str:
    lines = [NOTICE.format(name=name)]
    for line in (FOLDER / f"{name}.gd").read_text(encoding="utf-8").splitlines():
        code = line.lstrip("\t")
        if code.endswith("#3"):
            continue
        if code.startswith("#4 "):
            line = line[: len(line) - len(code)] + code[3:]
        lines.append(line + "\n")
    return "".join(lines)


def main() -> int:
    stale = []
    for name in SCRIPTS:
        wanted = godot4(name)
        path = FOLDER / f"{name}_4.gd"
        if "--check" not in sys.argv:
            path.write_text(wanted, encoding="utf-8", newline="\n")
        elif not path.is_file() or path.read_text(encoding="utf-8") != wanted:
            stale.append(path.name)
    for name in stale:
        print(f"{name} is not made from its Godot 3 source as it is now; run make_godot4.py")
    return 1 if stale else 0


sys.exit(main())
