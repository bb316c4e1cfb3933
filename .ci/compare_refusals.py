#!/usr/bin/python3
"""Damages exports and checks that every runtime refuses the same ones. docs/porting.md has the rules.

compare_refusals.py LIBRARY [COUNT [SEED]]      LIBRARY is the C library, for the Rust runtime: libsteerwright_c.so

Runs those of Python, node, Lua, mono and godot3-server that are installed, and Godot 4 if STEERWRIGHT_NODE_MODULES names the folder
with its web build, as .ci/run does. Exits with status 1 and a list of the exports that divide them; these are kept in a folder.
"""

import copy
import ctypes
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "runtimes/python"))

import conformance  # noqa: E402

MAX_BYTES = 60_000  # of the exports that are damaged

# Each program loads FOLDER/0.json to FOLDER/COUNT-1.json and prints a line for each: accept or refuse.
PYTHON = """
import sys
sys.path.insert(0, "RUNTIMES/python")
import steerwright
for number in range(COUNT):
    try:
        steerwright.load(open(f"FOLDER/{number}.json", "rb").read())
        print("accept")
    except steerwright.SteerwrightError:
        print("refuse")
"""
JAVASCRIPT = """
import { readFileSync } from "node:fs";
import { load, SteerwrightError } from "RUNTIMES/javascript/steerwright.mjs";
for (let number = 0; number < COUNT; number += 1) {
  try {
    load(readFileSync(`FOLDER/${number}.json`, "utf8"));
    console.log("accept");
  } catch (error) {
    console.log(error instanceof SteerwrightError ? "refuse" : `crash ${error}`);
  }
}
"""
LUA = """
package.path = "RUNTIMES/lua/?.lua;" .. package.path
local steerwright = require("steerwright")
for number = 0, COUNT - 1 do
  local file = io.open("FOLDER/" .. number .. ".json", "rb")
  local ran, world = pcall(steerwright.load, file:read("*a"))
  file:close()
  print(not ran and "crash " .. tostring(world):gsub("\\n.*", "") or world and "accept" or "refuse")
end
"""
CSHARP = """
using System;
using System.IO;
using System.Text;
using Steerwright;
static class Program
{
    static void Main()
    {
        for (int number = 0; number < COUNT; number++)
        {
            string said;
            try { World.Load(Encoding.UTF8.GetString(File.ReadAllBytes("FOLDER/" + number + ".json"))); said = "accept"; }
            catch (SteerwrightException) { said = "refuse"; }
            catch (Exception error) { said = "crash " + error.GetType(); }
            Console.WriteLine(said);
        }
    }
}
"""
GDSCRIPT = """
extends SceneTree
const Steerwright = preload("steerwright.gd")
func _initialize() -> void:
	for number in range(COUNT):
		var file := File.new()
		file.open("res://%d.json" % number, File.READ)
		var text := file.get_as_text()
		file.close()
		var world = Steerwright.new()
		var problem: String = world.problem_of_text(text)
		if problem == "":
			problem = world.load_data(JSON.parse(text).result)
		print("@accept" if problem == "" else "@refuse")
	quit(0)
"""
GDSCRIPT_4 = """
extends SceneTree
const Steerwright = preload("steerwright.gd")
func _initialize() -> void:
	for number in range(COUNT):
		var text := FileAccess.get_file_as_string("res://%d.json" % number)
		var world = Steerwright.new()
		var problem: String = world.problem_of_text(text)
		if problem == "":
			problem = world.load_data(JSON.parse_string(text))
		print("@accept" if problem == "" else "@refuse")
	quit(0)
"""

# What values are replaced by.
VALUES = [None, True, False, "", "x", "none", "1", [], {}, [[]], [0, 0], {"x": 0, "y": 0}, {"kind": "pointer"}, {"kind": "agent", "id": 1}]
NUMBERS = [0, -0.0, 1, -1, 2, 0.5, 1.5, 1e-6, 1e-7, 1e-300, 1e6, 1e9, -1e9, 1.000000001e9, 1e12, 1e15, 1e16, 1e300, 2**31 - 1, 2**31, -(2**31), 2**32 - 1, 2**32, 2**53, 180, 360, 361]
TOKENS = ["01", "+1", "1.", ".5", "1e5", "1E+2", "-0", "0x10", "NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1e-400", "1_0", "--1", "1e", "nul", "True", "'x'", '"\\u0041"', '"\\ud800"', '"\\udc00"', '"\\ud83d\\ude00"', '"\\x"', '"\\/"', '"\t"', '"\u007f"', '"\\u0000"', "[,]", "{,}", "[1,]", "{\"a\":1,}", "/**/1", "123456789012345678901234567890", "0.1234567890123456789", "9007199254740993", "4294967295.0", "1.0e0", "\u00a01", "\ufeff1", "[" * 127 + "]" * 127, "[" * 120 + "]" * 120]
PIECES = ["", " ", "\n", "\r", "\t", "\v", "\u00a0", "\ufeff", "\u2028", ",", ":", "{", "}", "[", "]", '"', "\\", "//", "#", "0", "-", "e", ".", "\x00", "\x1f", "null", "\U0001f600"]


def places(value, found=None):
    """The containers and keys of all values in a value."""
    found = [] if found is None else found
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    for key in keys:
        found.append((value, key))
        places(value[key], found)
    return found


def damage_value(data, chance):
    """Changes one value of a parsed export."""
    container, key = chance.choice(places(data))
    value = container[key]
    ways = ["value", "number", "other", "remove", "add", "twice", "near", "near"]
    way = chance.choice(ways)
    if way == "near" and isinstance(value, (int, float)) and not isinstance(value, bool):
        container[key] = chance.choice([value + 1, value - 1, -value, value * 2, value / 2, float(value), value + 1e-9, value + 4e-10, value * (1 + 1e-16)])
    elif way == "near" and isinstance(value, str):
        container[key] = chance.choice([value.upper(), value + " ", value[:-1], value.replace("_", "-"), " " + value])
    elif way == "number":
        container[key] = chance.choice(NUMBERS)
    elif way == "other":
        other, other_key = chance.choice(places(data))
        container[key] = copy.deepcopy(other[other_key])
    elif way == "remove":
        del container[key]
    elif way == "add" and isinstance(value, list):
        value.insert(chance.randint(0, len(value)), copy.deepcopy(chance.choice(value or VALUES)))
    elif way == "add" and isinstance(value, dict):
        value[chance.choice(["combine", "aim", "extra", "id", "kind", "min_reader", "name", ""])] = chance.choice(VALUES + NUMBERS)
    elif way == "twice" and isinstance(value, list) and value:
        chance.shuffle(value)
    else:
        container[key] = chance.choice(VALUES)


def damage_text(text, chance):
    """Changes the text of an export."""
    at = chance.randrange(len(text))
    way = chance.choice(["piece", "token", "token", "cut", "remove", "key", "end", "move"])
    if way == "piece":
        return text[:at] + chance.choice(PIECES) + text[at + chance.randint(0, 1):]
    if way == "token":
        # In place of a value.
        start = text.find(": ", at)
        if start < 0:
            return text
        start += 2
        end = min((i for i in (text.find(",", start), text.find("\n", start), text.find("}", start), text.find("]", start)) if i > 0), default=start)
        return text[:start] + chance.choice(TOKENS) + text[end:]
    if way == "cut":
        return text[:at]
    if way == "remove":
        return text[:at] + text[at + chance.randint(1, 20):]
    if way == "key":
        start = text.find("{", at) + 1
        return text[:start] + chance.choice(['"id": 1, ', '"x": 0, ', '"kind": "seek", ', '"name": "x", ', '"": null, ', '"future": [1e400], ', '"future": {"a": [{}, []]}, ', '1: 2, ', 'a: 1, ']) + text[start:]
    if way == "end":
        return text + chance.choice(["\n\n", " ", "}", ",", "null", "\x00", "//", "\ufeff", "#"]) if chance.random() < 0.5 else chance.choice(["\ufeff", "\ufeff\ufeff", " ", "\n", "\x00", "//\n"]) + text
    piece = text[at:at + chance.randint(1, 60)]
    to = chance.randrange(len(text))
    return text[:to] + piece + text[to:]


def loadable_exports():
    """The short exports of the conformance suite."""
    files = conformance.case_files(conformance.own_cases())
    runs = (case for file in files for case in conformance.read_cases(file) if case.lines is not None)
    texts = {conformance.text_of(lines).lstrip("\ufeff") for case in runs for lines in case.exports.values()}
    return sorted(text for text in texts if len(text) <= MAX_BYTES)


def damaged(originals, chance):
    text = chance.choice(originals)
    if chance.random() < 0.6:
        data = json.loads(text)
        for _ in range(chance.choice([1, 1, 1, 2])):
            damage_value(data, chance)
        text = json.dumps(data, ensure_ascii=chance.random() < 0.5, indent=chance.choice([None, 1]))
    else:
        text = damage_text(text, chance)
    # Not text at all otherwise.
    return text.encode("utf-8", "replace")


def from_library(library, files):
    """What the Rust runtime says, through its C library."""
    library = ctypes.CDLL(library)
    library.sw_world_load.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_void_p)]
    library.sw_world_free.argtypes = [ctypes.c_void_p]
    library.sw_last_error.restype = ctypes.c_char_p
    said, why = [], []
    for file in files:
        world = ctypes.c_void_p()
        refused = library.sw_world_load(file, len(file), ctypes.byref(world))
        said.append("refuse" if refused else "accept")
        why.append(library.sw_last_error().decode() if refused else "")
        if not refused:
            library.sw_world_free(world)
    return said, why


def runtimes(folder, count):
    """The commands that print what each installed runtime says."""

    def program(text, name):
        text = text.replace("RUNTIMES", os.path.join(ROOT, "runtimes")).replace("FOLDER", folder).replace("COUNT", str(count))
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
        return os.path.join(folder, name)

    yield "Python", [sys.executable, program(PYTHON, "load.py")]
    yield "node", ["node", program(JAVASCRIPT, "load.mjs")]
    for lua in ["lua5.1", "lua5.2", "lua5.3", "lua5.4", "luajit"]:
        yield lua, [lua, program(LUA, "load.lua")]
    if shutil.which("mcs"):
        binary = os.path.join(folder, "load.exe")
        sources = [os.path.join(ROOT, "runtimes/csharp/Steerwright.cs"), program(CSHARP, "load.cs")]
        subprocess.run(["mcs", "-langversion:7", *sources, f"-out:{binary}"], check=True)
        yield "mono", ["mono", binary]
    program("config_version=4\n", "project.godot")
    shutil.copy(os.path.join(ROOT, "runtimes/gdscript/steerwright.gd"), folder)
    program(GDSCRIPT, "load.gd")
    yield "godot3-server", ["godot3-server", "--path", folder, "-s", "load.gd"]
    if os.environ.get("STEERWRIGHT_NODE_MODULES"):
        program(GDSCRIPT_4, "load_4.gd")
        os.remove(os.path.join(folder, "load.gd"))
        yield "godot4", ["node", os.path.join(ROOT, "tests/engines/godot4/run.mjs"), folder, "load_4.gd"]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    library, count, seed = sys.argv[1], int((sys.argv[2:] + ["2000"])[0]), int((sys.argv[3:] + ["1"])[0])
    chance = random.Random(seed)
    originals = loadable_exports()
    folder = tempfile.mkdtemp(prefix="refusals-")
    files = [damaged(originals, chance) for _ in range(count)]
    for number, file in enumerate(files):
        with open(os.path.join(folder, f"{number}.json"), "wb") as out:
            out.write(file)
    first, why = from_library(os.path.realpath(library), files)
    print(f"Rust: {first.count('accept')} of {count} are accepted")
    divided = set()
    for name, command in runtimes(folder, count):
        if not shutil.which(command[0]):
            print(f"{name}: not installed")
            continue
        # Godot 3 writes into the home folder. Godot 4 runs in a browser.
        variables = {"HOME": folder, "STEERWRIGHT_CHROMIUM": shutil.which("chromium-headless-shell") or ""}
        run = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **variables})
        words = [line.lstrip("@") for line in run.stdout.splitlines() if line.lstrip("@").split(" ")[0] in ("accept", "refuse", "crash")]
        if len(words) != count:
            sys.exit(f"{name} ended after {len(words)} exports: {run.stderr[-2000:]}")
        wrong = [number for number in range(count) if words[number] != first[number]]
        # What the engine drops when it reads a file, before the runtime sees the text. docs/porting.md says so.
        dropped = {"godot3-server": (b"\0", b"\r", b"\xef\xbb\xbf"), "godot4": (b"\0",)}.get(name, ())
        wrong = [number for number in wrong if not any(mark in files[number] for mark in dropped)]
        if "SCRIPT ERROR" in run.stdout + run.stderr:
            print(f"{name}: there are script errors")
        print(f"{name}: {len(wrong)} of {count} differ from Rust")
        for number in wrong[:10]:
            print(f"  {folder}/{number}.json: {words[number]}; Rust: {first[number]} {why[number]}")
        divided.update(wrong)
    if divided:
        sys.exit(f"{len(divided)} of {count} exports divide the runtimes; see {folder}")
    shutil.rmtree(folder)


main()
