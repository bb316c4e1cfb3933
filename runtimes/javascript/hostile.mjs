// Feeds invalid files to the loader: each is refused with one error that names the field, or it loads where
// the field does not matter.
//
//     node hostile.mjs
import { load, SteerwrightError } from "./steerwright.mjs";

const BODY = { mass: 1, max_speed: 3, max_force: 20, time_to_target: 0.1, idle: "brake", radius: 0.4 };

const agent = (id, rest) => ({
  id, name: `Agent ${id}`, x: id, y: 0, vx: 0, vy: 0, scatter: null, path: null, target: null, danger: null,
  leader: null, random_state: [1, 2, 3, 4], body: BODY, motion: "steered", blend_mode: "weighted_sum",
  behaviors: [], ...rest,
});

const STEERED = [
  { kind: "seek", weight: 1 },
  { kind: "flee", weight: 1, panic_distance: null },
  {
    kind: "arrive", weight: 1, target_radius: 0.2, slow_radius: 2, ramp: "linear", stop: "brake",
    time_to_target: null,
  },
  { kind: "leave", weight: 1, escape_radius: 2, danger_radius: 6, ramp: "stepped", time_to_target: 0.2 },
  { kind: "pursue", weight: 1, max_prediction: null },
  {
    kind: "follow_path", weight: 1, start: "node", start_node: 1, target_radius: 0.2, slow_radius: 2,
    time_to_target: null,
  },
  { kind: "separation", weight: 1, radius: 1.5, max_separation: 6, falloff: "none" },
  {
    kind: "follow_leader", weight: 1, behind_distance: 1.5, sight_radius: 1, slow_radius: 2,
    separation_radius: 1.5, max_separation: 6, falloff: "inverse_square",
  },
  {
    kind: "homing_walk", weight: 1, step_fraction: 0.5, min_step: 1, max_step: 10, aggro_radius: 30,
    max_fov_deg: 90, reach_radius: 0.25, smooth: true, step_jitter: 0.5, repick_interval: 1, repick_ticks: 60,
  },
];
const GRID_CHASE = {
  kind: "grid_chase", weight: 1, method: "line_of_sight", mode: "chase", max_path_length: 64,
  step_interval: 0.25, step_ticks: 15,
};

const VALID = {
  format: "steerwright-export", format_version: 1, min_reader: 1, scale: 1, y_down: false, plane: "xy",
  origin: { x: 0, y: 0 }, turn_sign: 1, ticks_per_second: 60, pointer: { x: 0, y: 0 },
  paths: [{
    id: 1, name: "Path", traversal: "loop", radius: 0.5, points: [[0, 0], [1, 1], [2, 0], [1, -1]],
    nodes: [
      { x: 0, y: 0, radius: 0.5, wait_ticks: 6, speed: null, point: 0 },
      { x: 2, y: 0, radius: 0.5, wait_ticks: 0, speed: 2, point: 2 },
    ],
  }],
  markers: [{ id: 1, name: "Marker", kind: "target", x: 3, y: 4 }],
  agents: [
    agent(1, {
      scatter: { min: 0, max: 1 }, path: 1, target: { kind: "marker", id: 1 },
      danger: { kind: "pointer", id: null }, leader: 2, behaviors: STEERED,
    }),
    agent(2, {
      motion: "grid_chase", blend_mode: null, target: { kind: "agent", id: 1 }, behaviors: [GRID_CHASE],
    }),
  ],
  cells: { size: 1, blocked: [[0, 1], [-3, 4]] },
};

const GONE = Symbol("gone");

/** The valid file with `value` at `path`, or without what is there. */
function edited(path, value) {
  const file = structuredClone(VALID);
  const keys = path.match(/[^.[\]]+/g);
  const last = keys.pop();
  const parent = keys.reduce((inner, key) => inner[key], file);
  if (value === GONE) delete parent[last];
  else parent[last] = value;
  return file;
}

const deep = (levels) => "[".repeat(levels) + "]".repeat(levels);
const many = (value) => new Array(1e6).fill(value);
const FIRST = "agents[0].behaviors";
const CHASE = "agents[1].behaviors[0]";

/** Paths and invalid values. The error has to name the path, or one inside it. */
const INVALID = [
  ["format", "steerwright-scene"], ["format", GONE], ["min_reader", 2], ["min_reader", "1"], ["min_reader", GONE],
  ["y_down", 1], ["turn_sign", -1], ["turn_sign", 0], ["plane", "yz"], ["scale", 0], ["origin", [0, 0]],
  ["ticks_per_second", 0], ["ticks_per_second", -60], ["ticks_per_second", Infinity], ["ticks_per_second", GONE],
  ["pointer", null], ["pointer", [0, 0]], ["pointer.x", NaN], ["pointer.y", "0"], ["pointer.y", 1e13],

  ["paths", {}], ["paths", GONE], ["paths[0]", null], ["paths[0]", 7], ["paths[0].id", -1], ["paths[0].id", 1.5],
  ["paths[0].traversal", "Loop"], ["paths[0].traversal", "constructor"], ["paths[0].radius", GONE],
  ["paths[0].points", "many"], ["paths[0].points[1]", [1]], ["paths[0].points[1]", { 0: 1, 1: 2, length: 2 }],
  ["paths[0].points[1][0]", null], ["paths[0].nodes", null], ["paths[0].nodes[0]", []],
  ["paths[0].nodes[0].wait_ticks", -1], ["paths[0].nodes[0].wait_ticks", 4294967296],
  ["paths[0].nodes[0].speed", GONE], ["paths[0].nodes[1].speed", true], ["paths[0].nodes[1].radius", Infinity],
  ["paths[0].nodes[1].point", 0], ["paths[0].nodes[1].point", 4], ["paths[0].nodes[1].point", 1.5],

  ["markers", "none"], ["markers[0].x", GONE], ["markers[0].id", 2 ** 32], ["markers[0].id", null],
  ["cells", GONE], ["cells.size", 0], ["cells.size", -1], ["cells.blocked", null], ["cells.blocked[1]", [1, 2, 3]],
  ["cells.blocked[1][0]", 1e10], ["cells.blocked[0][1]", 0.5],

  ["agents", GONE], ["agents", many(0)], ["agents[0]", deep(3)], ["agents[0].id", GONE], ["agents[0].id", "1"],
  ["agents[1].id", 1], ["agents[0].name", 5], ["agents[0].x", 1e300], ["agents[0].vy", -1e300],
  ["agents[0].scatter", true], ["agents[0].scatter.max", GONE], ["agents[0].path", 1.5], ["agents[0].path", {}],
  ["agents[0].leader", -2], ["agents[0].leader", "2"], ["agents[0].target", 3], ["agents[0].target.kind", "path"],
  ["agents[0].target.kind", "__proto__"], ["agents[0].target.id", null], ["agents[0].danger.kind", GONE],
  ["agents[0].random_state", [1, 2, 3]], ["agents[0].random_state", many(1)],
  ["agents[0].random_state[2]", -1], ["agents[0].random_state[3]", 0.5],
  ["agents[0].body", GONE], ["agents[0].body", []], ["agents[0].body.mass", 0], ["agents[0].body.mass", -1],
  ["agents[0].body.mass", NaN], ["agents[0].body.time_to_target", 0], ["agents[0].body.max_speed", "fast"],
  ["agents[0].body.max_force", 2e12], ["agents[0].body.idle", GONE], ["agents[0].body.idle", "stop"],

  ["agents[0].motion", "flying"], ["agents[0].blend_mode", null], ["agents[0].blend_mode", "average"],
  ["agents[0].blend_mode", GONE],
  [FIRST, GONE], [FIRST, { length: 1 }], [`${FIRST}[0].kind`, "grid_chase"], [`${FIRST}[0].kind`, "toString"],
  [`${FIRST}[0].kind`, GONE], [`${FIRST}[0].weight`, null], [`${FIRST}[1].panic_distance`, "none"],
  [`${FIRST}[2].ramp`, "cubic"], [`${FIRST}[2].stop`, 1], [`${FIRST}[2].slow_radius`, GONE],
  [`${FIRST}[2].time_to_target`, GONE], [`${FIRST}[2].time_to_target`, 0], [`${FIRST}[3].ramp`, "linear"],
  [`${FIRST}[3].time_to_target`, "0.2"], [`${FIRST}[5].time_to_target`, -1],
  [`${FIRST}[4].max_prediction`, GONE], [`${FIRST}[5].start`, 1], [`${FIRST}[5].start_node`, null],
  [`${FIRST}[5].start_node`, 1.5], [`${FIRST}[5].start_node`, -1], [`${FIRST}[6].falloff`, "linear"],
  [`${FIRST}[6].radius`, null], [`${FIRST}[7].separation_radius`, GONE],
  [`${FIRST}[7].falloff`, GONE], [`${FIRST}[7].falloff`, 1], [`${FIRST}[8].smooth`, 0],
  [`${FIRST}[8].step_fraction`, NaN], [`${FIRST}[8].step_jitter`, GONE], [`${FIRST}[8].repick_ticks`, GONE],
  [`${FIRST}[8].repick_ticks`, 1.5], [`${FIRST}[8].repick_ticks`, -1],

  ["agents[1].behaviors", []], ["agents[1].behaviors", many({})], [`${CHASE}.kind`, "seek"],
  [`${CHASE}.method`, "astar"], [`${CHASE}.mode`, null], [`${CHASE}.mode`, GONE], [`${CHASE}.step_interval`, 0],
  [`${CHASE}.max_path_length`, -1], [`${CHASE}.max_path_length`, 1e10],
  [`${CHASE}.step_ticks`, 0], [`${CHASE}.step_ticks`, 0.5],
];

/** Fields under the names of earlier editors: the old name is in the error, and the new one too. */
const RENAMED = [["agents[0]", "combine", "blend_mode"], [CHASE, "aim", "mode"]];

/** What is not a file at all, so that no field can be named. */
const NOT_FILES = [
  "", "{", "null", "7", '"text"', "[]", "[1]", "true", "NaN", "\u0000", '{\n  "format":\n  }\n',
  deep(200000), '{"format":'.repeat(100000), undefined, null, 7, [], () => {}, Symbol("file"), 10n,
];

/** What does not matter, or counts as none. The world must then run. */
const HARMLESS = [
  ["extra", { anything: [1, 2, 3] }], ["format_version", 99], ["agents[0].extra", JSON.parse(deep(2000))],
  ["paths[0].nodes", []], ["paths[0].points[3]", [1e12, -1e12]],
  ["paths[0].points", [[0, 0], [1, 1], ...many([1, -1])]], ["agents", []],
  ["agents[0].path", 99], ["agents[0].leader", 1], ["agents[0].target.id", 77], ["agents[1].target.id", 2],
  ["agents[0].random_state", [0, 0, 0, 0]], ["agents[0].x", 1e12], ["agents[0].body.max_speed", -3],
  ["agents[0].body.mass", 1e-320], ["agents[0].body.time_to_target", 5e-324],
  ["cells.blocked", []], ["cells.size", 1e-320], ["ticks_per_second", 1e-320], ["ticks_per_second", 1e12],
  [`${FIRST}[5].start_node`, 1e12], [`${FIRST}[6].radius`, 1e-320], [`${FIRST}[8].reach_radius`, -1],
  [`${FIRST}[8].max_fov_deg`, -1e12], [`${FIRST}[8].step_jitter`, 1e12], [`${FIRST}[8].repick_ticks`, 1],
  [`${FIRST}[2].time_to_target`, 5e-324], [`${FIRST}[6].radius`, 0], [`${CHASE}.step_ticks`, 4294967295],
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
  (world) => world.setTarget(9, null),
  (world) => world.setTarget(1, { kind: "marker", id: 9 }),
  (world) => world.setTarget(1, { kind: "agent", id: undefined }),
  (world) => world.setDanger(1, { kind: "path", id: 1 }),
  (world) => world.setDanger(1, 5),
  (world) => world.applyScene("{"),
  (world) => world.applyScene(edited("agents[1].behaviors", [])),
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
const names = ({ message }, path) => message.startsWith(path) && ":.[".includes(message[path.length]);
const shown = (value) =>
  typeof value === "symbol" ? "gone" : String(JSON.stringify(value) ?? value).slice(0, 40);

for (const [path, value] of INVALID) {
  const error = errorOf(() => load(edited(path, value)));
  expect(`${path} = ${shown(value)}: ${error}`, isClean(error) && names(error, path));
}
for (const [object, oldName, newName] of RENAMED) {
  const file = edited(`${object}.${newName}`, GONE);
  const parent = object === CHASE ? file.agents[1].behaviors[0] : file.agents[0];
  parent[oldName] = object === CHASE ? "evade" : "priority";
  const error = errorOf(() => load(file));
  const isNamed = isClean(error) && names(error, `${object}.${oldName}`) && error.message.includes(newName);
  expect(`${object}.${oldName}: ${error}`, isNamed);
}
for (const file of NOT_FILES) {
  const error = errorOf(() => load(file));
  expect(`${typeof file}: ${error}`, isClean(error));
}
for (const [path, value] of HARMLESS) {
  let world;
  const error = errorOf(() => {
    world = load(JSON.stringify(edited(path, value)));
    for (let i = 0; i < 300; i += 1) world.step();
    world.advance(1);
    world.applyScene(VALID);
    for (let i = 0; i < 60; i += 1) world.step();
  });
  const numbers = ({ x, y, headingX, headingY }) => [x, y, headingX, headingY];
  const isFinite = error === null && world.agents.flatMap(numbers).every(Number.isFinite);
  expect(`${path} = ${shown(value)} should load: ${error}`, isFinite);
}
for (const call of CALLS) {
  const world = load(VALID), untouched = load(VALID);
  const error = errorOf(() => call(world));
  expect(`${call}: ${error}`, isClean(error));
  world.step();
  untouched.step();
  expect(`${call} changed the world`, JSON.stringify(world.agents) === JSON.stringify(untouched.agents));
}
for (const seconds of [NaN, Infinity, 1e308, -1, undefined, "1", null, 10n, Symbol("1")]) {
  const world = load(VALID);
  let ticks;
  const error = errorOf(() => (ticks = world.advance(seconds)));
  const isUnchanged = ticks === 0 && world.tick === 0 && world.interpolationAlpha === 0;
  expect(`advance(${String(seconds)}): ${error}`, isUnchanged);
}
const late = load(VALID);
const isCut = late.advance(1e9) === 240 && late.tick === 240 && late.interpolationAlpha === 0;
expect("advance(1e9) takes 240 ticks and drops the rest", isCut);
console.log(`${checks - failures} of ${checks} checks passed`);
process.exitCode = failures === 0 ? 0 : 1;
