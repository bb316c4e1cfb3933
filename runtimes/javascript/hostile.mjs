// Feeds the loader broken files: each must be refused with one error that names the field, or load where the field is unknown.
//
//     node hostile.mjs
import { load, SteerwrightError } from "./steerwright.mjs";

const BODY = { mass: 1, max_speed: 3, max_force: 20, time_to_target: 0.1, radius: 0.4 };
const agent = (id, rest) => ({
  id, name: `Agent ${id}`, x: id, y: 0, vx: 0, vy: 0, scatter: null, path: null, target: null, danger: null, leader: null,
  random_state: [1, 2, 3, 4], body: BODY, motion: "steered", combine: "weighted_sum", behaviors: [], ...rest,
});
const SOUND = {
  format: "steerwright-export", format_version: 1, min_reader: 1, y_down: false, turn_sign: 1, ticks_per_second: 60,
  pointer: { x: 0, y: 0 },
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
      scatter: { min: 0, max: 1 }, path: 1, target: { kind: "marker", id: 1 }, danger: { kind: "pointer", id: null }, leader: 2,
      behaviors: [
        { kind: "seek", weight: 1 },
        { kind: "flee", weight: 1, panic_distance: null },
        { kind: "arrive", weight: 1, target_radius: 0.2, slow_radius: 2, ramp: "linear", stop: "brake" },
        { kind: "leave", weight: 1, escape_radius: 2, danger_radius: 6, ramp: "stepped" },
        { kind: "pursue", weight: 1, max_prediction: null },
        { kind: "follow_path", weight: 1, start: "node", start_node: 1, target_radius: 0.2, slow_radius: 2 },
        { kind: "separation", weight: 1, radius: 1.5, max_separation: 6, falloff: "none" },
        {
          kind: "follow_leader", weight: 1, behind_distance: 1.5, sight_radius: 1, slow_radius: 2, separation_radius: 1.5,
          max_separation: 6,
        },
        {
          kind: "homing_walk", weight: 1, step_fraction: 0.5, min_step: 1, max_step: 10, aggro_radius: 30, max_fov_deg: 90,
          reach_radius: 0.25, smooth: true,
        },
      ],
    }),
    agent(2, {
      motion: "grid_chase", combine: null, target: { kind: "agent", id: 1 },
      behaviors: [{ kind: "grid_chase", weight: 1, method: "line_of_sight", aim: "chase", max_path_length: 64, step_ticks: 15 }],
    }),
  ],
  cells: { size: 1, blocked: [[0, 1], [-3, 4]] },
};

const GONE = Symbol("gone");

/** The sound file with `value` at `place`, or without what is there. */
function broken(place, value) {
  const file = JSON.parse(JSON.stringify(SOUND));
  const keys = place.match(/[^.[\]]+/g);
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

/** Place and value of what is wrong. The error has to name the place, or one inside it. */
const FAULTS = [
  ["format", "steerwright-scene"], ["format", GONE], ["min_reader", 2], ["min_reader", "1"], ["min_reader", GONE],
  ["y_down", 1], ["turn_sign", -1], ["turn_sign", 0],
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
  ["agents[0].body.max_force", 2e12],

  ["agents[0].motion", "flying"], ["agents[0].combine", null], ["agents[0].combine", "average"],
  [FIRST, GONE], [FIRST, { length: 1 }], [`${FIRST}[0].kind`, "grid_chase"], [`${FIRST}[0].kind`, "toString"],
  [`${FIRST}[0].kind`, GONE], [`${FIRST}[0].weight`, null], [`${FIRST}[1].panic_distance`, "none"],
  [`${FIRST}[2].ramp`, "cubic"], [`${FIRST}[2].stop`, 1], [`${FIRST}[2].slow_radius`, GONE], [`${FIRST}[3].ramp`, "linear"],
  [`${FIRST}[4].max_prediction`, GONE], [`${FIRST}[5].start`, 1], [`${FIRST}[5].start_node`, null],
  [`${FIRST}[5].start_node`, 1.5], [`${FIRST}[5].start_node`, -1], [`${FIRST}[6].falloff`, "linear"],
  [`${FIRST}[6].radius`, null], [`${FIRST}[7].separation_radius`, GONE], [`${FIRST}[8].smooth`, 0],
  [`${FIRST}[8].step_fraction`, NaN],

  ["agents[1].behaviors", []], ["agents[1].behaviors", many({})], [`${CHASE}.kind`, "seek"], [`${CHASE}.method`, "astar"],
  [`${CHASE}.aim`, null], [`${CHASE}.max_path_length`, -1], [`${CHASE}.max_path_length`, 1e10],
  [`${CHASE}.step_ticks`, 0], [`${CHASE}.step_ticks`, 0.5],
];

/** What no field can be named for. */
const NO_FILES = [
  "", "{", "null", "7", '"text"', "[]", "[1]", "true", "NaN", "\u0000", '{\n  "format":\n  }\n', deep(200000), '{"format":'.repeat(100000),
  undefined, null, 7, [], () => {}, Symbol("file"), 10n,
];

/** What does not matter, or reads like no reference. The world must then run. */
const FINE = [
  ["extra", { anything: [1, 2, 3] }], ["format_version", 99], ["agents[0].extra", JSON.parse(deep(2000))],
  ["paths[0].nodes", []], ["paths[0].points[3]", [1e12, -1e12]], ["paths[0].points", [[0, 0], [1, 1], ...many([1, -1])]],
  ["agents", []], ["agents[0].path", 99], ["agents[0].leader", 1], ["agents[0].target.id", 77], ["agents[1].target.id", 2],
  ["agents[0].random_state", [0, 0, 0, 0]], ["agents[0].x", 1e12], ["agents[0].body.max_speed", -3],
  ["agents[0].body.mass", 1e-320], ["agents[0].body.time_to_target", 5e-324],
  ["cells.blocked", []], ["cells.size", 1e-320], ["ticks_per_second", 1e-320], ["ticks_per_second", 1e12],
  [`${FIRST}[5].start_node`, 1e12], [`${FIRST}[6].radius`, 1e-320], [`${FIRST}[8].reach_radius`, -1],
  [`${FIRST}[8].max_fov_deg`, -1e12], [`${CHASE}.step_ticks`, 4294967295],
];

/** What a running world has to refuse. */
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
];

let failures = 0, checks = 0;

function expect(what, sound) {
  checks += 1;
  if (sound) return;
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
const shown = (value) => typeof value === "symbol" ? "gone" : String(JSON.stringify(value) ?? value).slice(0, 40);

for (const [place, value] of FAULTS) {
  const file = broken(place, value);
  const error = errorOf(() => load(file));
  const named = isClean(error) && error.message.startsWith(place) && ":.[".includes(error.message[place.length]);
  expect(`${place} = ${shown(value)}: ${error}`, named);
}
for (const file of NO_FILES) {
  const error = errorOf(() => load(file));
  expect(`${typeof file}: ${error}`, isClean(error));
}
for (const [place, value] of FINE) {
  let world;
  const error = errorOf(() => {
    world = load(JSON.stringify(broken(place, value)));
    for (let i = 0; i < 300; i += 1) world.step();
    world.advance(1);
  });
  const numbers = ({ x, y, headingX, headingY }) => [x, y, headingX, headingY];
  const finite = error === null && world.agents.flatMap(numbers).every(Number.isFinite);
  expect(`${place} = ${shown(value)} should load: ${error}`, finite);
}
for (const call of CALLS) {
  const world = load(SOUND);
  const error = errorOf(() => call(world));
  expect(`${call}: ${error}`, isClean(error));
}
for (const seconds of [NaN, Infinity, -1, undefined, "1", null]) {
  const world = load(SOUND);
  expect(`advance(${seconds})`, world.advance(seconds) === 0 && world.tick === 0);
}
const late = load(SOUND);
expect("advance(1e9) takes 240 ticks and gives up the rest", late.advance(1e9) === 240 && late.tick === 240 && late.fraction === 0);
console.log(`${checks - failures} of ${checks} checks passed`);
process.exitCode = failures === 0 ? 0 : 1;
