#!/usr/bin/env python3
"""Builds every package, installs each from its archive into an empty project, and runs it there, as the README of the package says.

usage: .ci/test_packages.py PROGRAM C_LIBRARIES [PACKAGE...]      the command-line program, and the folder with the built C library

Run it with a Python that has cmake, mypy and pip; STEERWRIGHT_NODE_MODULES names the modules that .ci/run installs. Unity's package
is unpacked as Unity would unpack it, and compiled with stubs of Unity.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
HERE = ROOT / ".ci/packages"
RUNTIMES = ROOT / "runtimes"
MODULES = pathlib.Path(os.environ["STEERWRIGHT_NODE_MODULES"])
NAME = "Gate-patrol"
BIN = pathlib.Path(sys.executable).parent


def run(*command, folder: pathlib.Path, **environment: str) -> str:
    """What a command prints. If it fails, that is the end, with all of it."""
    command = [str(part) for part in command]
    done = subprocess.run(command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, timeout=900)
    if done.returncode != 0:
        sys.exit(f"in {folder}: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def empty(folder: pathlib.Path) -> pathlib.Path:
    folder.mkdir(parents=True)
    return folder


def blocks(readme: pathlib.Path, language: str) -> list[str]:
    text = readme.read_text(encoding="utf-8").replace("NAME", NAME)
    return re.findall(rf"```{language}\n(.+?)```", text, re.S)


def check(condition: bool, problem: str) -> None:
    if not condition:
        sys.exit(problem)


def export(program: str, target: str, folder: pathlib.Path) -> None:
    run(program, "export", ROOT / "presets/scenes/gate-patrol.scene.json", "--to", target, "--out", folder, folder=ROOT)


def npm(archives: pathlib.Path, project: pathlib.Path, program: str) -> None:
    (project / "package.json").write_text('{ "private": true, "type": "module" }\n')
    run("npm", "install", "--offline", "--no-audit", "--no-fund", next(archives.glob("steerwright-*.tgz")), folder=project)
    installed = project / "node_modules/steerwright"
    for module in ("phaser", "three", "@types"):
        (project / "node_modules" / module).symlink_to(MODULES / module)

    # The code of the README, and all types, under the strictest rules.
    games = ["play.mts", "game.mts", "three.mts", "follow.mts"]
    for name, code in zip(games, blocks(installed / "README.md", "ts"), strict=True):
        (project / name).write_text(code, encoding="utf-8")
    shutil.copy(HERE / "types.mts", project)
    strict = ["--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--noImplicitOverride"]
    compiler = [MODULES / ".bin/tsc", *strict, "--target", "es2022", "--lib", "es2022,dom", "--types", ""]
    for module, resolution in [("nodenext", "nodenext"), ("esnext", "bundler")]:
        # Phaser's own types have errors, which are not ours.
        run(*compiler, "--module", module, "--moduleResolution", resolution, "--skipLibCheck", *games, "types.mts", folder=project)
    run(*compiler, "--module", "nodenext", "--noEmit", "play.mts", "follow.mts", "three.mts", folder=project)

    export(program, "phaser", project)
    run("node", HERE / "phaser.mjs", project, NAME, folder=project, STEERWRIGHT_CHROMIUM=chromium())
    export(program, "threejs", project)
    shutil.copy(HERE / "three.mjs", project / "check_three.mjs")
    run("node", "check_three.mjs", NAME, folder=project)
    runner = (RUNTIMES / "javascript/conformance.mjs").read_text(encoding="utf-8").replace("./steerwright.mjs", "steerwright")
    (project / "conformance.mjs").write_text(runner, encoding="utf-8")
    print(run("node", "conformance.mjs", ROOT / "conformance", folder=project).splitlines()[-1])


def chromium() -> str:
    found = shutil.which("chromium-headless-shell")
    return found or sys.exit("chromium-headless-shell is not installed")


def pypi(archives: pathlib.Path, project: pathlib.Path, program: str) -> None:
    run(sys.executable, "-m", "venv", "venv", folder=project)
    python = project / "venv/bin/python"
    wheel = next(archives.glob("*.whl"))
    run(python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", wheel, folder=project)
    export(program, "json", project)
    play, _, follow = blocks(RUNTIMES / "python/README.md", "python")
    (project / "play.py").write_text(play, encoding="utf-8")
    check("node_reached" in run(python, "play.py", folder=project), "the program of the README reports no events")
    (project / "typed.py").write_text(f"{play}\nreveal_type(world.agents)\n{follow}", encoding="utf-8")
    typed = run(BIN / "mypy", "--strict", "--python-executable", python, "typed.py", folder=project)
    check("list[steerwright.steerwright.Agent]" in typed, typed)
    sources = [f"{project}/venv/lib/python3.{sys.version_info.minor}/site-packages/steerwright/{name}.py" for name in ("steerwright", "steerwright_link")]
    run(BIN / "mypy", "--strict", *sources, folder=project)
    shutil.copy(RUNTIMES / "python/conformance.py", project)
    print(run(python, "conformance.py", ROOT / "conformance", folder=project).splitlines()[-1])


def c(archives: pathlib.Path, project: pathlib.Path, program: str, libraries: str) -> None:
    cmake = BIN / "cmake"
    export(program, "json", project)
    scene = project / f"{NAME}.steer.json"
    run(cmake, "-S", RUNTIMES / "c", "-B", project / "library", f"-DSTEERWRIGHT_LIBRARIES={libraries}", folder=project)
    run(BIN / "cpack", "--config", project / "library/CPackConfig.cmake", "-B", archives, folder=project)
    with tarfile.open(next(archives.glob("steerwright-c-*.tar.gz"))) as archive:
        archive.extractall(project / "unpacked", filter="data")
    prefix = next((project / "unpacked").iterdir())
    game = empty(project / "game")
    shutil.copy(HERE / "play.c", game)
    shutil.copy(RUNTIMES / "c/example.cpp", game)
    (game / "CMakeLists.txt").write_text("\n".join(blocks(RUNTIMES / "c/README.md", "cmake")) + """
add_executable(static_game example.cpp)
target_link_libraries(static_game PRIVATE steerwright::static)
""")
    run(cmake, "-S", game, "-B", game / "build", f"-DCMAKE_PREFIX_PATH={prefix}", folder=game)
    run(cmake, "--build", game / "build", folder=game)
    print(run(game / "build/game", scene, folder=game), end="")
    run(game / "build/static_game", scene, folder=game)
    # The same by pkg-config.
    environment = {"PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig")}
    flags = run("pkg-config", "--cflags", "--libs", "steerwright", folder=game, **environment).split()
    run("cc", "-Wall", "-Wextra", "-Werror", "play.c", *flags, f"-Wl,-rpath,{prefix}/lib", "-o", "by_pkg_config", folder=game)
    run("./by_pkg_config", scene, folder=game)


def unity(archives: pathlib.Path, project: pathlib.Path) -> None:
    with tarfile.open(next(archives.glob("com.steerwright.*.tgz"))) as archive:
        archive.extractall(project, filter="data")
    package = project / "package"
    manifest = json.loads((package / "package.json").read_text(encoding="utf-8"))
    check(re.fullmatch(r"com\.[a-z0-9.]+", manifest["name"]) is not None, "Unity does not accept the name")
    check(len(manifest["samples"]) == 4, "there are four samples")
    for sample in manifest["samples"]:
        check((package / sample["path"]).is_dir(), f"{sample['path']} is missing")
        check(any((package / sample["path"]).glob("*.asmdef")), f"{sample['path']} has no assembly definition")
    names = {json.loads(file.read_text(encoding="utf-8"))["name"] for file in package.rglob("*.asmdef")}
    for file in package.rglob("*.asmdef"):
        references = json.loads(file.read_text(encoding="utf-8")).get("references", [])
        check(set(references) <= names, f"{file.name} refers to assemblies that the package has not")
    guids = {}
    for file in package.rglob("*"):
        hidden = any(part.endswith("~") for part in file.relative_to(package).parts)
        if hidden or file.suffix == ".meta":
            continue
        meta = file.with_name(f"{file.name}.meta")
        check(meta.is_file(), f"{file.name} has no .meta file: Unity would give it another id in each project")
        guid = re.search(r"^guid: (\w{32})$", meta.read_text(encoding="utf-8"), re.M)[1]
        check(guids.setdefault(guid, file) == file, f"{file} has the id of {guids[guid]}")
    # As Unity does, before and since version 6: what runs in the game without the editor, then the editor's part, then the samples with the first.
    stubs = RUNTIMES / "csharp/stubs"
    for version in ("UNITY_2020_3_OR_NEWER", "UNITY_6000_0_OR_NEWER"):
        compiler = ["mcs", "-langversion:7", "-warn:4", "-warnaserror", "-target:library", f"-define:{version}"]
        run(*compiler, "-out:engine.dll", *stubs.glob("*.cs"), folder=project)
        run(*compiler, "-out:runtime.dll", "-r:engine.dll", *(package / "Runtime").glob("*.cs"), folder=project)
        run(*compiler, "-out:editor.dll", "-r:engine.dll", "-r:runtime.dll", *(package / "Editor").glob("*.cs"), folder=project)
        run(*compiler, "-out:samples.dll", "-r:engine.dll", "-r:runtime.dll", *package.glob("Samples~/*/*.cs"), folder=project)


def godot(archives: pathlib.Path, project: pathlib.Path, program: str) -> None:
    with zipfile.ZipFile(next(archives.glob("*godot4*.zip"))) as archive:
        archive.extractall(project)
    check((project / "addons/steerwright/plugin.cfg").is_file(), "there is no plugin.cfg")
    (project / "project.godot").write_text('config_version=5\n\n[application]\nconfig/name="Game"\n\n[autoload]\nQuit="*res://quit.gd"\n')
    before = {path: path.read_bytes() for path in project.rglob("*.gd")}
    export(program, "godot4", project)
    check(before == {path: path.read_bytes() for path in project.rglob("*.gd")}, "an export brings other scripts than the add-on")
    # Beside the program, where `cargo test --workspace` builds examples.
    for_godot4 = pathlib.Path(program).parent / "examples/for_godot4"
    run(for_godot4, ROOT / "tests/engines/godot/quit.gd", project / "quit.gd", folder=ROOT)
    printed = run("node", ROOT / "tests/engines/godot4/run.mjs", project, f"{NAME}.tscn", folder=ROOT, STEERWRIGHT_CHROMIUM=chromium())
    check("ended at tick 30" in printed and "ERROR" not in printed, printed)


def crates(program: str) -> None:
    published = ["steerwright-runtime", "steerwright-format", "steerwright-link", "steerwright-c", "bevy_steerwright"]
    packages = [option for name in published for option in ("--package", name)]
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    # Always the same folder: cargo would keep what it builds for each other one.
    project = target / "tmp/game-of-crates"
    shutil.rmtree(project, ignore_errors=True)
    shutil.rmtree(target / "package", ignore_errors=True)
    empty(project)
    run("cargo", "package", "--quiet", "--allow-dirty", "--no-verify", *packages, folder=ROOT)
    patches = []
    for archive in sorted((target / "package").glob("*.crate")):
        with tarfile.open(archive) as packed:
            # Cargo compares times, and those in an archive are always the same.
            packed.extractall(project / "crates", filter=lambda file, to: tarfile.data_filter(file, to).replace(mtime=time.time()))
        name = re.sub(r"-[\d.]+$", "", archive.stem)
        patches.append(f'{name} = {{ path = "crates/{archive.stem}" }}')
    check(len(patches) == len(published), f"these were packed: {patches}")
    parts = ["app", "asset", "ecs", "time"]
    bevy = [f'bevy_{part} = {{ version = "0.19", default-features = false }}\n' for part in parts]
    (project / "Cargo.toml").write_text('[package]\nname = "game"\nversion = "0.0.0"\nedition = "2024"\ndefault-run = "game"\n[dependencies]\n'
        + "".join(f'{name} = "0.1"\n' for name in published) + "".join(bevy)
        + "[patch.crates-io]\n" + "\n".join(patches) + "\n[workspace]\n")
    shutil.copy(ROOT / "Cargo.lock", project)
    empty(project / "src")
    shutil.copy(HERE / "play.rs", project / "src/main.rs")
    # The example of the plugin, with the asset where its README says.
    [example] = project.glob("crates/bevy_steerwright-*/examples/headless.rs")
    code = example.read_text(encoding="utf-8")
    for old, new in [("/../../presets/scenes", "/assets"), ("gate-patrol.scene.json", f"{NAME}.steer.ron")]:
        check(old in code, f"the example has no {old}")
        code = code.replace(old, new)
    (empty(project / "src/bin") / "bevy.rs").write_text(code, encoding="utf-8")
    export(program, "bevy", project / "assets")
    # Of its own: the names of the C library's files are the same as in the workspace, whose next build would use those of the package.
    built = {"CARGO_TARGET_DIR": str(target / "tmp/game-of-crates-target")}
    print(run("cargo", "run", "--quiet", "--", ROOT / "presets/scenes/gate-patrol.scene.json", folder=project, **built), end="")
    played = run("cargo", "run", "--quiet", "--bin", "bevy", folder=project, **built)
    check("node_reached at Some(" in played, f"the game with Bevy reports no events:\n{played}")


def main() -> None:
    program, libraries, *wanted = sys.argv[1:]
    program = str(pathlib.Path(program).resolve())
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        archives = folder / "archives"
        run(sys.executable, ROOT / "scripts/build_packages.py", archives, "--steerwright", program, folder=ROOT)
        tests = {
            "npm": lambda project: npm(archives, project, program),
            "pypi": lambda project: pypi(archives, project, program),
            "c": lambda project: c(archives, project, program, libraries),
            "unity": lambda project: unity(archives, project),
            "godot": lambda project: godot(archives, project, program),
            "crates": lambda _: crates(program),
        }
        for name in wanted or tests:
            start = time.monotonic()
            tests[name](empty(folder / name))
            print(f"{name}: all good ({time.monotonic() - start:.0f} s)")


if __name__ == "__main__":
    main()
