// Feeds invalid files to the loader: each is refused with one error that names the field, or it loads and runs.
//
//     node hostile.mjs [FOLDER]        with the conformance cases; without an argument: those of Steerwright
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load, SteerwrightError } from "./steerwright.mjs";

const FOLDER = process.argv[2] ?? fileURLToPath(new URL("../../conformance", import.meta.url));
const read = (name) => readFileSync(join(FOLDER, name), "utf8");

/** A valid file, as text and parsed. */
const TEXT = read("accepted-though-unusual.steer.json").replace(/^\uFEFF/, "");
const VALID = JSON.parse(TEXT);

const GONE = Symbol("gone");

/** The valid file with `value` at the place that the keys lead to, or without what is there. */
function edited(keys, value) {
  const file = structuredClone(VALID);
  const parent = keys.slice(0, -1).reduce((inner, key) => inner[key], file);
  if (value !== GONE) parent[keys.at(-1)] = value;
  else if (Array.isArray(parent)) parent.splice(keys.at(-1), 1);
  else delete parent[keys.at(-1)];
  return file;
}

/** The keys that lead to each value inside a value. */
function* places(value, keys = []) {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    const inner = [...keys, Array.isArray(value) ? Number(key) : key];
    yield inner;
    yield* places(value[key], inner);
  }
}

/** The place as an error names it: agents[0].body.mass. */
const pathOf = (keys) =>
  keys.map((key) => typeof key === "number" ? `[${key}]` : `.${key}`).join("").replace(/^\./, "");

const deep = (levels) => "[".repeat(levels) + "]".repeat(levels);

/** What replaces each value of the valid file in turn. */
const ANYTHING = [
  GONE, null, undefined, true, "", "x", "__proto__", NaN, Infinity, -1, 0, 1.5, 1e300, 5e-324, [], {}, [[]], { id: 1 },
  new Array(1e5).fill(0), JSON.parse(deep(2000)), 10n, () => {}, Symbol("value"),
];

/** What is not a file at all, so that no field can be named. */
const NOT_FILES = [
  "", "{", "null", "7", '"text"', "[]", "[1]", "true", "NaN", "\u0000", '{\n  "format":\n  }\n',
  deep(200000), '{"format":'.repeat(100000), undefined, null, 7, [], () => {}, Symbol("file"), 10n,
];

const WALL = {
  id: 1, name: "Wall", closed: false, blocks_motion: true, blocks_sight: true, open: null, points: [[0, 0], [1, 0]],
};
/** Walls of the valid file, and the place that the error names; null for walls that load. */
const WALLS = [
  [[WALL], null],
  [[{ ...WALL, points: [] }], null],
  [[{ ...WALL, points: [[0, 0]], closed: true }], null],
  [[{ ...WALL, points: [[0, 0], [0, 0], [0, 0]] }], null],
  [[WALL, WALL], "walls[1].id"],
  [[{ ...WALL, points: [[0, 0], [NaN, 0]] }], "walls[0].points[1][0]"],
  [[{ ...WALL, points: [[0, 0], [0, 1.1e9]] }], "walls[0].points[1][1]"],
  [[{ ...WALL, points: [[-1e9, -1e9], [1e9, 1e9]] }], "walls"],
  [[{ ...WALL, points: Array.from({ length: 1e6 }, (_, i) => [i % 2, 0]) }], "walls"],
];

/** What a running world refuses. */
const CALLS = [
  (world) => world.setPointer(NaN, 0),
  (world) => world.setPointer(Symbol("x"), 0),
  (world) => world.setPointer(0),
  (world) => world.moveMarker(1, 0, Infinity),
  (world) => world.moveMarker(2, 0, 0),
  (world) => world.drive(1, "1", 0),
  (world) => world.drive(3, 0, 0),
  (world) => world.release(0),
  (world) => world.despawn("1"),
  (world) => world.spawn(0, 0, 0),
  (world) => world.spawn(1, NaN, 0),
  (world) => world.spawn("1", 0, 0),
  (world) => world.setLeader(9, null),
  (world) => world.setLeader(1, 9),
  (world) => world.setPath(9, null),
  (world) => world.setPath(1, "1"),
  (world) => world.setWallOpen(99, true),
  (world) => world.setWallOpen("1", true),
  (world) => world.setPreset(1, 99),
  (world) => world.setPreset(9, 1),
  (world) => world.replacePreset(99, VALID.agents[0]),
  (world) => world.replacePreset(1, "{"),
  (world) => world.replacePreset(1, null),
  (world) => world.replacePreset(1, edited(["agents", 0, "body", "mass"], -1).agents[0]),
  (world) => world.path(99),
  (world) => world.pathAt(1, Infinity),
  (world) => world.pathNearest(1, 0, 2e9),
  (world) => world.cellAt("1", 0),
  (world) => world.setTarget(9, null),
  (world) => world.setTarget(1, { kind: "marker", id: 9 }),
  (world) => world.setTarget(1, { kind: "agent", id: undefined }),
  (world) => world.setDanger(1, { kind: "path", id: 1 }),
  (world) => world.setDanger(1, 5),
  (world) => world.applyScene("{"),
  (world) => world.applyScene(edited(["agents", 0, "behaviors"], [])),
];

let failures = 0, checks = 0;

function expect(what, valid) {
  checks += 1;
  if (valid) return;
  failures += 1;
  console.log(`FAILED ${what}`);
}

function errorOf(run) {
  try {
    run();
    return null;
  } catch (error) {
    return error;
  }
}

const isClean = (error) => error instanceof SteerwrightError && /^[^\n]{1,200}; [a-z]/.test(error.message);
const shown = (value) =>
  typeof value === "symbol" ? "gone" : String(typeof value === "bigint" ? value : JSON.stringify(value)).slice(0, 40);

/** Runs a world that has loaded, and checks that its numbers stay finite. */
function play(world) {
  for (let i = 0; i < 60; i += 1) world.step();
  world.applyScene(TEXT);
  for (let i = 0; i < 60; i += 1) world.step();
  const numbers = ({ x, y, headingX, headingY }) => [x, y, headingX, headingY];
  if (!world.agents.flatMap(numbers).every(Number.isFinite)) throw new Error("a number is not finite");
}

// The refused cases: the error begins with the place, and a running world refuses the same edit and stays as it was.
const refused = readdirSync(FOLDER).filter((name) => /^refused-.*\.bits$/.test(name));
expect("there are cases to refuse", refused.length > 0);
for (const name of refused) {
  const [, , comment = ""] = read(name).split(/\r?\n/);
  const source = read(name.replace(/bits$/, "steer.json"));
  const error = errorOf(() => load(source));
  expect(`${name}: ${error}`, isClean(error) && error.message.startsWith(comment.replace(/^# /, "")));
  const world = load(TEXT), untouched = load(TEXT);
  const editError = errorOf(() => world.applyScene(source));
  world.step();
  untouched.step();
  const isSame = JSON.stringify(world.agents) === JSON.stringify(untouched.agents);
  expect(`${name} as an edit: ${editError}`, editError?.message === error?.message && isSame);
}
// Every value of a valid file replaced by anything: an error names that place or one that depends on it, or the file loads.
for (const keys of places(VALID)) {
  for (const value of ANYTHING) {
    let world;
    const error = errorOf(() => (world = load(edited(keys, value)))) ?? errorOf(() => play(world));
    expect(`${pathOf(keys)} = ${shown(value)}: ${error}`, error === null || isClean(error));
  }
}
for (const [walls, place] of WALLS) {
  const world = { loaded: null };
  const error = errorOf(() => (world.loaded = load(edited(["walls"], walls)))) ?? errorOf(() => play(world.loaded));
  const isRight = place === null ? error === null : error?.message.startsWith(`${place}: `);
  expect(`${shown(walls[0].points)} as a wall: ${error}`, isRight);
}
for (const file of NOT_FILES) {
  const error = errorOf(() => load(file));
  expect(`${typeof file}: ${error}`, isClean(error));
}
for (const call of CALLS) {
  const world = load(TEXT), untouched = load(TEXT);
  const error = errorOf(() => call(world));
  expect(`${call}: ${error}`, isClean(error));
  world.step();
  untouched.step();
  expect(`${call} changed the world`, JSON.stringify(world.agents) === JSON.stringify(untouched.agents));
}
for (const seconds of [NaN, Infinity, 1e308, -1, undefined, "1", null, 10n, Symbol("1")]) {
  const world = load(TEXT);
  let ticks;
  const error = errorOf(() => (ticks = world.advance(seconds)));
  const isUnchanged = ticks === 0 && world.tick === 0 && world.interpolationAlpha === 0;
  expect(`advance(${String(seconds)}): ${error}`, isUnchanged);
}
const late = load(TEXT);
const isCut = late.advance(1e9) === 240 && late.tick === 240 && late.interpolationAlpha === 0;
expect("advance(1e9) takes 240 ticks and drops the rest", isCut);
console.log(`${checks - failures} of ${checks} checks passed`);
process.exitCode = failures === 0 ? 0 : 1;
