// Feeds invalid files to the loader: each is refused with one error that names the field, or it loads and runs.
//
//     node hostile.mjs [FOLDER]        with the conformance cases; without an argument: those of Steerwright
import { caseFiles, ownCases, readCases } from "./conformance.mjs";
import { load, SteerwrightError } from "./steerwright.mjs";

const CASES = caseFiles(process.argv[2] ?? ownCases()).flatMap(readCases);

/** A valid file, as text and parsed. */
const TEXT = CASES.find(({ name }) => name === "accepted-though-unusual").source.replace(/^\uFEFF/, "");
const VALID = JSON.parse(TEXT);

/** The valid file, with what guards have. */
const GUARDED = structuredClone(VALID);
Object.assign(GUARDED, {
  touch_margin: 0.05, repath_distance: 1, route_tolerance: 0.1,
  nets: [{ radius: 0.4, points: [[0, 0], [9, 9]], pairs: [[0, 1, 13]], doors: [[0, 0]] }],
});
for (const agent of GUARDED.agents) {
  const { behaviors, body } = agent;
  Object.assign(agent, {
    team: "guards",
    watches: ["guards", "players"],
    hearing: { scale: 1, muffle: 0.5 },
    alert: { rise_near: 4, rise_far: 0.5, fall: 0.25, noise_rise: 0.3 },
  });
  body.noise = { speed: 0.5, radius: 6 };
  Object.assign(behaviors[0], { goal: "last_seen_ahead", ahead: 0.5, route: "around_walls" });
  agent.state = {
    id: 1, name: "Calm", color: null, max_speed: null, max_force: 20,
    enter: [{ kind: "emit", name: "calm", value: null }, { kind: "set_wall", wall: 2, open: true }, { kind: "share", radius: 9 }],
    transitions: [
      { to: 2, any: false, terms: [{ kind: "for", min: 0.1, max: 0.2, min_ticks: 6, max_ticks: 12 }, { kind: "meter_at_most", meter: 1 }] },
      { to: 1, any: true, terms: [{ kind: "near", goal: "post", ahead: null, radius: 0 }, { kind: "event", name: "calm" }, { kind: "sees" }] },
    ],
  };
  const search = {
    kind: "search", weight: 1, goal: "reference", ahead: null, radius: 2, points: 3, wait: 0.1, wait_ticks: 6, slow_radius: 1,
    sweep: { from_deg: -90, to_deg: 90, from: [0, -1], to: [0, 1] }, route: "around_walls",
  };
  agent.states = [{
    ...agent.state, id: 2, name: "Search", color: "#ff8000", facing: null, motion: "steered", blend_mode: "priority", behaviors: [search], enter: [],
    transitions: [{ to: 1, any: true, terms: [{ kind: "search_finished" }, { kind: "sees_not_for", seconds: 1, ticks: 60 }] }],
  }];
}

const NO_TURN = { turn_rate: null, turn_cos: null, turn_sin: null };
const TURN = { turn_rate: 90, turn_cos: 0.999657325, turn_sin: 0.026176948 };
GUARDED.paths[0].nodes.forEach((node, i) => Object.assign(node, {
  actions: [
    { kind: "wait", min: 0.1, max: 0.2, min_ticks: 6, max_ticks: 12 },
    { kind: "look", at: { kind: "direction", deg: 90, x: 0, y: 1 }, ...TURN },
    { kind: "look", at: { kind: "point", x: 1, y: 2 }, ...NO_TURN },
    { kind: "look", at: { kind: "marker", id: 1 }, ...NO_TURN },
    { kind: "sweep", from_deg: 0, to_deg: -270, from: [1, 0], to: [0, 1], times: 1, ...NO_TURN },
    { kind: "speed", limit: 2 },
    { kind: "emit", name: "here", value: i },
    { kind: "set_wall", wall: 2, open: i > 1 },
    { kind: "meet", name: "all", count: 1 },
  ],
  along: [{ distance: 0.5, x: 0.5, y: 0, action: { kind: "emit", name: "half", value: "way" } }],
  choose: i > 0 ? "in_turn" : "random",
  not_back: i > 1,
  next: [{ path: 1, node: 0, weight: 1 }, { path: 1, node: 1, weight: 2 }, { path: 1, node: 2, weight: 3 }],
}));

const GONE = Symbol("gone");

/** The valid file with `value` at the place that the keys lead to, or without what is there. */
function edited(keys, value, source = VALID) {
  const file = structuredClone(source);
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

/** Some of `values`, the same in every run. */
function someOf(values, count) {
  const left = [...values];
  return Array.from({ length: count }, () => {
    seed = (1103515245 * seed + 12345) % 2147483648;
    return left.splice(Math.floor((seed / 2147483648) * left.length), 1)[0];
  });
}
let seed = 1;

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
  [[{ ...WALL, points: Array.from({ length: 4e5 }, (_, i) => [i % 2, 0]) }], "walls"],
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
  (world) => world.noise(NaN, 0, 1),
  (world) => world.noise(0, 0, -1),
  (world) => world.noise(0, 0, 2e9),
  (world) => world.noise(0, 0),
  (world) => world.setTeam(9, "guards"),
  (world) => world.setTeam(1, ""),
  (world) => world.setTeam(1, 5),
  (world) => world.loadSave("{"),
  (world) => world.loadSave(TEXT),
  (world) => world.loadSave(load(edited(["pointer", "x"], 8, VALID)).save()),
  (world) => world.setState(1, 2),
  (world) => world.setState(9, 1),
  (world) => world.setState(1, world.findState(1, "no such state")),
  (world) => world.findState(9, ""),
  (world) => world.setState(1, "1"),
  (world) => world.forceEvent(9, "alarm"),
  (world) => world.forceEvent(null, ""),
  (world) => world.forceEvent(1),
  (world) => world.pathBetween(0, 0, NaN, 0, 1),
  (world) => world.pathBetween(0, 0, 1, 2e9, 1),
  (world) => world.pathBetween(0, 0, 1, 0, -1),
  (world) => world.pathBetween(0, 0, 1, 0),
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

/** The file with guards and a spawner, so that a save has values of every kind. */
function saveable() {
  const file = structuredClone(GUARDED);
  const { preset, color, body, sight, motion, combine, behaviors } = file.agents[1];
  file.spawners = [{
    id: 1, name: "Gate", place: { kind: "point", x: 0, y: 5 }, scatter: null, when: "time", trigger: null, delay: 0, delay_ticks: 0,
    every: 0.5, every_ticks: 30, jitter: 0, jitter_ticks: 0, count: 1, times: null, max_alive: 2, lifetime: 9, lifetime_ticks: 540,
    path: 1, target: { kind: "agent", id: 2 }, danger: null, leader: null, random_state: [736663360, 3563788460, 2496346393, 2321693050], preset, color, body, sight, motion, combine, behaviors,
  }];
  return file;
}

const isClean = (error) => error instanceof SteerwrightError && /^[^\n]{1,250}; [a-z]/.test(error.message);
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

// The refusals: the error begins with the place, and a running world refuses the same edit and stays as it was.
const refusals = CASES.filter(({ lines }) => !lines);
expect("there are cases to refuse", refusals.length > 0);
for (const { name, source, place } of refusals) {
  const error = errorOf(() => load(source));
  expect(`${name}: ${error}`, isClean(error) && error.message.startsWith(place));
  const world = load(TEXT), untouched = load(TEXT);
  const editError = errorOf(() => world.applyScene(source));
  world.step();
  untouched.step();
  const isSame = JSON.stringify(world.agents) === JSON.stringify(untouched.agents);
  expect(`${name} as an edit: ${editError}`, editError?.message === error?.message && isSame);
}
// Every value of a valid file replaced by anything: an error names that place or one that depends on it, or the file loads.
const has = (source, keys) => keys.reduce((inner, key) => inner?.[key], source) !== undefined;
const guardPlaces = [...places(GUARDED)].filter((keys) => !has(VALID, keys));
for (const [source, all, count] of [[VALID, [...places(VALID)], ANYTHING.length], [GUARDED, guardPlaces, 4]]) {
  for (const keys of all) {
    for (const value of someOf(ANYTHING, count)) {
      let world;
      const error = errorOf(() => (world = load(edited(keys, value, source)))) ?? errorOf(() => play(world));
      expect(`${pathOf(keys)} = ${shown(value)}: ${error}`, error === null || isClean(error));
    }
  }
}
const guardError = errorOf(() => play(load(structuredClone(GUARDED))));
expect(`the file with guards: ${guardError}`, guardError === null);
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
// Every value of a save replaced by another: it is refused and the world stays as it was, or it loads and runs.
const saving = load(saveable());
expect("findState", saving.findState(1, saving.agent(1).stateName) === saving.agent(1).state);
saving.forceEvent(1, "calm");
for (let i = 0; i < 50; i += 1) saving.step();
saving.noise(1, 1, 5);
saving.forceEvent(null, "alarm");
const owned = structuredClone(JSON.parse(TEXT));
owned.declared_properties = [{ name: "mood", on: ["agents", "presets"], default: "calm" }, { name: "mood", on: ["paths"], default: 1 }, { name: 7 },
  { name: "size", on: ["paths", "nodes"], default: 0.12345678912345 }];
owned.agents[0].properties = { toString: 2, none: null, list: [1], size: 0.12345678912345 };
owned.agents[0].preset_properties = { mood: false };
owned.paths[0].nodes[0].properties = { mood: "tense" };
const owner = load(owned), ownerId = owned.agents[0].id, ownedPath = owned.paths[0].id;
const readings = [
  owner.property("agent", ownerId, "mood"), owner.property("agent", ownerId, "toString"), owner.property("agent", ownerId, "none"),
  owner.property("agent", ownerId, "list"), owner.property("agent", 99, "mood"), owner.property("agents", ownerId, "mood"), owner.property("path", ownedPath, "mood"),
  owner.nodeProperty(ownedPath, 0, "mood"), owner.nodeProperty(ownedPath, 99, "mood"), owner.presetProperty(ownerId, "mood"), owner.presetProperty(99, "mood"),
  owner.property("agent", ownerId, "size"), owner.property("path", ownedPath, "size"), owner.nodeProperty(ownedPath, 0, "size"),
  ...["length", 0.5, -1, NaN, null, undefined, "at"].map((node) => owner.nodeProperty(ownedPath, node, "size")),
];
const EXPECTED_READINGS = ["calm", 2, null, null, null, null, null, "tense", null, false, null, 0.123456789, 0.123456789, 0.123456789, ...Array(7).fill(null)];
expect(`properties ${JSON.stringify(readings)}`, JSON.stringify(readings) === JSON.stringify(EXPECTED_READINGS));
owner.applyScene(TEXT);
expect("properties of an applied scene", owner.property("agent", ownerId, "toString") === null && owner.presetProperty(ownerId, "mood") === null);
for (const [place, value] of [[["agents", 0, "properties"], null], [["paths", 0, "nodes", 0, "properties"], []], [["agents", 0, "preset_properties"], 1], [["declared_properties"], {}], [["declared_properties"], [1]]]) {
  expect(`${place} = ${JSON.stringify(value)}`, isClean(errorOf(() => load(edited(place, value, JSON.parse(TEXT))))));
}
saving.setState(1, 2);
const saved = JSON.parse(saving.save());
const SAVED_VALUES = [GONE, null, true, -1, 0, 1, 7, 2 ** 32, 0.5, "", "x", "7ff0000000000000", "3ff0000000000000", "c1e0000000000000", []];
let damagedWorld = load(saveable());
for (let i = 0; i <= saved.values.length; i += 1) {
  for (const value of someOf(SAVED_VALUES, 4)) {
    const text = JSON.stringify(edited(["values", i], value, saved));
    const world = damagedWorld, before = world.hash64();
    const error = errorOf(() => world.loadSave(text));
    if (error === null) damagedWorld = load(saveable());
    const playError = error ? null : errorOf(() => { for (let k = 0; k < 5; k += 1) world.step(); });
    const isRight = error === null ? playError === null : isClean(error) && world.hash64() === before;
    expect(`values[${i}] = ${shown(value)} in a save: ${error ?? playError}`, isRight);
  }
}
const reloaded = load(saveable());
expect("a save loads", errorOf(() => reloaded.loadSave(saving.save())) === null && reloaded.hash64() === saving.hash64());
for (const world of [saving, reloaded]) for (let i = 0; i < 100; i += 1) world.step();
expect("a loaded world goes on as the saved one", reloaded.hash64() === saving.hash64());
const despawning = load(saveable()), kept = load(saveable()), early = kept.save();
despawning.despawn(2);
for (let i = 0; i < 10; i += 1) despawning.step();
despawning.loadSave(early);
for (const world of [despawning, kept]) for (let i = 0; i < 100; i += 1) world.step();
expect("a spawner has its target again that was despawned after the save", despawning.hash64() === kept.hash64());
expect("a save of another scene", isClean(errorOf(() => load(TEXT).loadSave(saving.save()))));
for (const seconds of [NaN, Infinity, 1e308, -1, undefined, "1", null, 10n, Symbol("1")]) {
  const world = load(TEXT);
  let ticks;
  const error = errorOf(() => (ticks = world.advance(seconds)));
  const isUnchanged = ticks === 0 && world.tick === 0 && world.interpolationAlpha === 0;
  expect(`advance(${String(seconds)}): ${error}`, isUnchanged);
}
const loud = load(TEXT);
for (let i = 0; i < 1000; i += 1) loud.noise(0, 0, 1);
expect("1000 noises are the most of a tick", isClean(errorOf(() => loud.noise(0, 0, 1))));
loud.step();
expect("the next tick has room for noises", errorOf(() => loud.noise(0, 0, 1)) === null);
for (let i = 0; i < 1000; i += 1) loud.forceEvent(null, "alarm");
expect("1000 names are the most of a tick", isClean(errorOf(() => loud.forceEvent(1, "alarm"))));
const late = load(TEXT);
const isCut = late.advance(1e9) === 240 && late.tick === 240 && late.interpolationAlpha === 0;
expect("advance(1e9) takes 240 ticks and drops the rest", isCut);
console.log(`${checks - failures} of ${checks} checks passed`);
process.exitCode = failures === 0 ? 0 : 1;
