"""Checks the Godot 4 scripts of a folder, and exported scenes, for every version of Godot 4, while tests run them in one: their
syntax, and that what they use of the engine is there.

    python3 check_godot4.py FOLDER API_JSON... [SCENE.tscn CURVE.tres]...

FOLDER is what `steerwright runtime gdscript --conformance` writes. Needs gdtoolkit 4 (PyPI). API_JSON are what `godot --dump-extension-api` writes; the crate gdextension-api carries those of 4.2 and
later. Every name in a script has to be its own, or one of the engine's: a function, class, singleton or constant, or, behind a
point, a member. Of what class a value is, is not known here, unless it is called by the name of its class. In a scene or a curve
every class has to be one that can be made, every property one of its class or of the script at the root.
"""
import json
import pathlib
import re
import sys

from gdtoolkit.parser import parser

# Words and functions of the language, which no description of the engine lists.
LANGUAGE = set(
    """var const func static class extends signal return if elif else for while in not and or is match break continue pass void
    true false null self new preload load range PI INF NAN export export_file
    class_name enum tool is_instance_valid export_multiline super Error Variant free char""".split()
)


class Api:
    """What one version of the engine offers."""

    def __init__(self, path: str):
        api = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        self.version = "{version_major}.{version_minor}".format(**api["header"])
        self.classes = {each["name"]: each for each in api["classes"] + api["builtin_classes"]}
        self.globals = {each["name"] for each in api["utility_functions"] + api["singletons"]} | set(self.classes)
        self.globals |= {value["name"] for enum in api["global_enums"] for value in enum["values"]}
        self.members = set().union(*(self.members_of(name) for name in self.classes))

    def members_of(self, name: str) -> dict[str, dict]:
        """Methods, properties, signals and constants of a class, with those it inherits."""
        each = self.classes[name]
        found = self.members_of(each["inherits"]) if each.get("inherits") else {}
        for kind in ("methods", "properties", "members", "signals", "constants"):
            found |= {member["name"]: member for member in each.get(kind) or []}
        for enum in each.get("enums") or []:
            found[enum["name"]] = enum
            found |= {value["name"]: value for value in enum["values"]}
        return found


class Script:
    """A script without its comments and texts, and the names it gives."""

    def __init__(self, path: pathlib.Path):
        self.name = path.name
        source = path.read_text(encoding="utf-8")
        parser.parse(source)  # says what is wrong with the syntax
        comments_and_texts = r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*'
        # Keys and kinds stand in texts, and members are called by them.
        self.keys = {word for text in re.findall(comments_and_texts, source) if text[0] == '"' for word in re.findall(r"\w+", text)}
        self.code = re.sub(comments_and_texts, lambda found: '""' if found[0][0] == '"' else "", source)
        self.base = (re.search(r"^extends (\w+)", self.code, re.M) or ["", "RefCounted"])[1]
        self.own = set(re.findall(r"\b(?:var|const|func|class|class_name|enum|signal|for)\s+(\w+)", self.code))
        for values in re.findall(r"\benum \w+ {([^}]*)}", self.code):
            self.own |= set(re.findall(r"\w+", values))
        for parameters in re.findall(r"\b(?:func|signal) \w+\(([^)]*)\)", self.code):
            self.own |= set(re.findall(r"(?:^|, )(\w+)", parameters))

    def problems(self, api: Api, shared: set[str]) -> set[str]:
        """What it uses and `api` has not, and what of the engine it would hide."""
        found = set()
        inherited = api.members_of(self.base)
        for name in re.finditer(r"(?<!\w)[A-Za-z_]\w*", self.code):
            place, name = name.start(), name[0]
            if name in LANGUAGE or name in self.own or name in shared:
                continue
            if self.code[place - 1] != ".":
                if name not in api.globals and name not in inherited:
                    found.add(f"{name} is unknown")
                continue
            of = re.search(r"(\w*)\.$", self.code[:place])[1]
            if of in api.globals and of in api.classes:
                if name not in api.members_of(of):
                    found.add(f"{of}.{name} is unknown")
            elif name not in self.keys and name not in api.members:
                found.add(f"no class has a member {name}")
        for name in re.findall(r"^func (\w+)", self.code, re.M):
            if not inherited.get(name, {"is_virtual": True}).get("is_virtual"):
                found.add(f"{name}() hides a method of {self.base}")
        for name in re.findall(r"^class (\w+)", self.code, re.M):
            if name in api.globals:
                found.add(f"class {name} hides one of the engine")
        return found


class Resource:
    """A scene or a curve: its objects, each a class and the names of its properties, and what its values are made by."""

    # Where curves keep their points; not in the descriptions, as it is not for scripts.
    STORED = {("Curve2D", "_data"), ("Curve3D", "_data")}
    REFERENCES = {"ExtResource", "SubResource"}

    def __init__(self, path: pathlib.Path):
        self.name = path.name
        text = path.read_text(encoding="utf-8")
        self.objects = []
        kind = "Resource"
        for line in text.splitlines():
            if re.match(r"\[(?!ext_resource)", line):
                kind = (re.search(r' type="(\w+)"', line) or ["", kind])[1]
                self.objects.append((kind, []))
            elif value := re.match(r"([\w/]+) = ", line):
                self.objects[-1][1].append(value[1])
        self.makers = set(re.findall(r"(\w+)\(", re.sub(r'"(?:\\.|[^"\\])*"', '""', text)))

    def problems(self, api: Api, script: set[str]) -> set[str]:
        """What `api` has not, besides what is in the root's `script`."""
        found = {f"{name}() is unknown" for name in self.makers - api.globals - self.REFERENCES}
        for kind, properties in self.objects:
            members = api.members_of(kind) if kind in api.classes else {}
            if not api.classes.get(kind, {}).get("is_instantiable"):
                found.add(f"{kind} cannot be made")
            for name in properties:
                is_known = name in members or (kind, name) in self.STORED or name.startswith("metadata/")
                if not is_known and not (name in script and "script" in properties) and name not in ("script", "resource_name"):
                    found.add(f"{kind} has no {name}")
        return found


def main() -> int:
    folder = pathlib.Path(sys.argv[1])
    paths = [*sorted(folder.glob("*_4.gd")), *sorted(folder.glob("addons/steerwright/*.gd"))]
    scripts = [Script(path) for path in paths]
    # They use the runtime and each other.
    shared = set().union(*(script.own | script.keys for script in scripts if script.name.startswith(("steerwright", "conformance"))))
    bad = 0
    resources = [Resource(pathlib.Path(path)) for path in sys.argv[2:] if not path.endswith(".json")]
    node = next(script.own for script in scripts if script.name == "steerwright_run.gd")
    apis = [Api(path) for path in sys.argv[2:] if path.endswith(".json")]
    for api in apis:
        found = [f"{script.name}: {problem}" for script in scripts for problem in sorted(script.problems(api, shared))]
        found += [f"{resource.name}: {problem}" for resource in resources for problem in sorted(resource.problems(api, node))]
        print("\n".join([f"Godot {api.version}: {len(found)} problems in {len(scripts)} scripts, {len(resources)} scenes and curves", *found]))
        bad += len(found)
    return 1 if bad or not apis else 0


sys.exit(main())
