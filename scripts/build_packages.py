#!/usr/bin/env python3
"""Builds the packages for npm, PyPI, Unity's package manager and Godot's Asset Library. docs/publishing.md says what becomes of them.

usage: scripts/build_packages.py OUT [--steerwright PROGRAM]

PROGRAM is the command-line program, of which the packages for Unity and Godot are exports; without it they are left out. Archives have
the same bytes every time, except the wheel's, which pip builds. The version of all of them is that of the workspace.
"""
import argparse
import gzip
import io
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNTIMES, TARGETS = ROOT / "runtimes", ROOT / "crates/export/src/target"
LICENSES = [ROOT / "LICENSE-APACHE", ROOT / "LICENSE-MIT"]
SCENE = ROOT / "presets/scenes/gate-patrol.scene.json"


def version() -> str:
    return re.search(r'^version = "(.+)"', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.M)[1]


def check_version(found: str, file: pathlib.Path) -> None:
    if found != version():
        sys.exit(f"{file} has version {found}, and the workspace {version()}: make them the same")


def copied(folder: pathlib.Path, *files: pathlib.Path) -> pathlib.Path:
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        shutil.copyfile(file, folder / file.name)
    return folder


def write_tgz(folder: pathlib.Path, root: str, archive: pathlib.Path) -> None:
    """The files of a folder below `root`, without times and owners."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = tarfile.TarInfo(f"{root}/{path.relative_to(folder).as_posix()}")
            entry.size, entry.mode = path.stat().st_size, 0o644
            with path.open("rb") as file:
                tar.addfile(entry, file)
    with archive.open("wb") as file, gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as packed:
        packed.write(buffer.getvalue())


def write_zip(folder: pathlib.Path, archive: pathlib.Path) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            packed.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes(), zipfile.ZIP_DEFLATED)


def npm(out: pathlib.Path, work: pathlib.Path) -> pathlib.Path:
    sources = RUNTIMES / "javascript"
    manifest = json.loads((sources / "package.json").read_text(encoding="utf-8"))
    check_version(manifest["version"], sources / "package.json")
    files = [sources / name for name in ("package.json", "README.md", "serve.mjs")]
    files += [*sources.glob("steerwright*.mjs"), *sources.glob("steerwright*.d.mts")]
    files += [*TARGETS.glob("phaser/steerwright*.m*"), *TARGETS.glob("threejs/steerwright*.m*"), *LICENSES]
    archive = out / f"steerwright-{version()}.tgz"
    write_tgz(copied(work / "npm", *files), "package", archive)
    return archive


def pypi(out: pathlib.Path, work: pathlib.Path) -> pathlib.Path:
    sources, folder = RUNTIMES / "python", work / "pypi"
    project = (sources / "pyproject.toml").read_text(encoding="utf-8")
    check_version(re.search(r'^version = "(.+)"', project, re.M)[1], sources / "pyproject.toml")
    copied(folder, sources / "pyproject.toml", sources / "README.md", *LICENSES)
    modules = [sources / "steerwright.py", sources / "steerwright_link.py", TARGETS / "pygame/__init__.py", TARGETS / "pygame/view.py"]
    copied(folder / "steerwright", *modules)
    # Tells type checkers that the package is typed.
    (folder / "steerwright/py.typed").touch()
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(out), str(folder)], check=True)
    return out / f"steerwright-{version()}-py3-none-any.whl"


def exported(program: str, target: str, folder: pathlib.Path) -> pathlib.Path:
    command = [program, "export", str(SCENE), "--to", target, "--out", str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder


def unity(out: pathlib.Path, work: pathlib.Path, program: str) -> pathlib.Path:
    """The package of every export, with samples, which Unity's package manager offers to copy into a project."""
    package = exported(program, "unity", work / "unity") / "steerwright"
    manifest = json.loads((package / "package.json").read_text(encoding="utf-8"))
    check_version(manifest["version"], package / "package.json")
    readme = (package / "README-unity.md").read_text(encoding="utf-8")
    manifest["samples"] = []
    for code in re.findall(r"```csharp\n(.+?)```", readme, re.S):
        name = re.search(r"public class (\w+)", code)[1]
        path = package / f"Samples~/{name}"
        copied(path, work / "unity/Gate-patrol.steerwright")
        (path / f"{name}.cs").write_text(code, encoding="utf-8", newline="\n")
        assembly = json.dumps({"name": f"Steerwright.Samples.{name}", "references": ["Steerwright"]}, indent=4)
        (path / f"Steerwright.Samples.{name}.asmdef").write_text(assembly + "\n", encoding="utf-8", newline="\n")
        about = {"displayName": name, "description": f"The {name.lower()} of the README, and the scene that they are in.", "path": f"Samples~/{name}"}
        manifest["samples"].append(about)
    (package / "package.json").write_text(json.dumps(manifest, indent=4) + "\n", encoding="utf-8", newline="\n")
    archive = out / f"{manifest['name']}-{version()}.tgz"
    write_tgz(package, "package", archive)
    return archive


def godot(out: pathlib.Path, work: pathlib.Path, program: str) -> pathlib.Path:
    """What the Asset Library unpacks into a project: the add-on, with its licenses."""
    addons = exported(program, "godot4", work / "godot") / "addons"
    copied(addons / "steerwright", *LICENSES)
    folder = work / "godot-addon"
    shutil.move(addons, folder / "addons")
    archive = out / f"steerwright-godot4-{version()}.zip"
    write_zip(folder, archive)
    return archive


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--steerwright", metavar="PROGRAM")
    arguments = parser.parse_args()
    out, program = arguments.out.resolve(), arguments.steerwright
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        archives = [npm(out, folder), pypi(out, folder)]
        if program:
            archives += [unity(out, folder, program), godot(out, folder, program)]
    print("\n".join(str(archive) for archive in archives))


if __name__ == "__main__":
    main()
