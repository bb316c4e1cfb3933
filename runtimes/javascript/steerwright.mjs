// Steerwright runtime for JavaScript: moves the agents of an exported scene to the same bit as the editor.
// License: MIT OR Apache-2.0. For browsers and node; needs nothing but this file.
//
//     import { load } from "./steerwright.mjs";
//     const world = load(text);              // the text of NAME.steer.json, or that text parsed
//     world.advance(seconds);                // once a frame: the seconds since the last frame
//     for (const agent of world.agents) draw(agent.name, agent.x, agent.y);
//     for (const event of world.events) console.log(event.kind, event.agent);
//
// The motion contract of Steerwright defines the formulas and names their sources, its guide to porting the
// file format. Every sum and product below is in the order of the contract. Do not reorder them, and use only
// + - * / Math.sqrt, Math.floor and comparisons where agents are moved.

// ---- Loading: fields are read one by one, and an error names the first invalid one --------------
// "What `load` refuses" in the guide to porting lists the rules, which are the same for every runtime.

/** The newest file format that this runtime knows. */
const VERSION = 1;
const MAX_DEPTH = 127;
const MAX_INTEGER = 999999999999999;
const MAX_U32 = 4294967295;
const MAX_LENGTH = 1e9;
const MAX_TICKS_PER_ADVANCE = 240;
/** A spawner adds no agent to a world that has this many. */
const MOST_AGENTS = 50000;
/** The most contacts of a tick. */
const MOST_CONTACTS = 10000;
/** The triggers of one name that count in a tick. */
const MOST_PENDING = 1000;

/** Why a file could not be loaded, or why a call was refused: what is wrong, where, and what to do. */
export class SteerwrightError extends Error {
  constructor(message) {
    super(message);
    this.name = "SteerwrightError";
  }
}

/**
 * Creates a world at tick 0.
 * @param {string | object} source the text of NAME.steer.json, or that text parsed
 * @returns {World}
 * @throws {SteerwrightError} names the invalid field and how to fix it
 */
export function load(source) {
  return new World(readFile(source));
}

/** The file as a field, if this runtime can read it. */
function readFile(source) {
  const file = { value: typeof source === "string" ? parseJson(source) : source, path: "" };
  const format = at(file, "format");
  const isExport = format.value === "steerwright-export";
  check(format, isExport, 'is not "steerwright-export"', "load a NAME.steer.json");
  const version = integer(at(file, "format_version"), 1, MAX_INTEGER);
  const minReader = at(file, "min_reader");
  const required = minReader.value === undefined ? version : integer(minReader, 1, MAX_INTEGER);
  const tooNew = `is ${required}, and this runtime reads version ${VERSION}`;
  check(minReader, required <= VERSION, tooNew, "use a newer runtime");
  return file;
}

function parseJson(source) {
  try {
    const text = source.replace(/^\uFEFF/, "");
    const value = JSON.parse(text);
    checkTokens(text);
    return value;
  } catch (error) {
    const reason = error.message.replace(/\s+/g, " ");
    throw new SteerwrightError(`the text is not JSON (${reason}); export the scene again`);
  }
}

/** Refuses JSON that JSON.parse accepts and other parsers do not. */
function checkTokens(text) {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[-+.\deE]*|[[\]{}]/g)) {
    if (token === "[" || token === "{") depth += 1;
    else if (token === "]" || token === "}") depth -= 1;
    else if (token[0] !== '"' && !Number.isFinite(Number(token))) throw new Error("a number is too large");
    else if (/\\u[dD]|\p{Surrogate}/u.test(token) && /\p{Surrogate}/u.test(JSON.parse(token))) {
      throw new Error("half of a surrogate pair");
    }
    if (depth > MAX_DEPTH) throw new Error("values are nested too deeply");
  }
}

// A field is a value of the file and its path, "agents[3].body.mass". Each reader below returns the value
// or throws.

function fail(field, problem, remedy = "export the scene again") {
  throw new SteerwrightError(`${field.path || "the file"}: ${problem}; ${remedy}`);
}

function check(field, valid, problem, remedy) {
  if (!valid) fail(field, field.value === undefined ? "is missing" : problem, remedy);
  return field.value;
}

/** The names that fields had in earlier files. */
const OLD_NAMES = new Map([["blend_mode", "combine"], ["mode", "aim"]]);

/** The field of an object with this name; its value is undefined if it is missing. */
function at(field, key) {
  const { value, path } = field;
  check(field, typeof value === "object" && value !== null && !Array.isArray(value), "is not an object");
  const child = (name) => ({ value: value[name], path: path ? `${path}.${name}` : name });
  const oldName = OLD_NAMES.get(key);
  if (oldName === undefined || value[oldName] === undefined) return child(key);
  check(child(oldName), value[key] === undefined, `is an old name of ${key}, which is also present`);
  return child(oldName);
}

/** `x` as files hold numbers: at most nine decimals and fifteen digits. */
function decimal(x) {
  if (Number.isInteger(x) && Math.abs(x) <= MAX_INTEGER) return x;
  const magnitude = Math.abs(x);
  let scale = 1e9;
  while (scale > 1 && roundHalfUp(magnitude * scale) > MAX_INTEGER) scale /= 10;
  const rounded = Math.min(roundHalfUp(magnitude * scale), MAX_INTEGER) / scale;
  return x < 0 ? -rounded : rounded;
}

/** The whole number nearest to `x`, which is not negative; a half goes up. */
function roundHalfUp(x) {
  const whole = Math.floor(x);
  return x - whole >= 0.5 ? whole + 1 : whole;
}

const string = (field) => check(field, typeof field.value === "string", "is not a string");
const boolean = (field) => check(field, typeof field.value === "boolean", "is not true or false");
const nullable = (read) => (field) => field.value === null ? null : read(field);
const optional = (read, fallback) => (field) => field.value === undefined ? fallback : read(field);

/** A reader of numbers from `min` to `max`. */
function range(min, max) {
  return (field) => {
    const value = typeof field.value === "number" && Number.isFinite(field.value) ? decimal(field.value) : NaN;
    check(field, value >= min && value <= max, `is not a number from ${min} to ${max}`);
    return value;
  };
}

const coordinate = range(-1e9, 1e9);
const velocity = range(-1e6, 1e6);
const nonNegative = range(0, MAX_LENGTH);
const timeToTarget = range(1e-3, 1e3);

function oneOf(...values) {
  return (field) => check(field, values.includes(field.value), `is not one of ${values.join(", ")}`);
}

function integer(field, min = 0, max = MAX_U32) {
  const value = typeof field.value === "number" && Number.isFinite(field.value) ? decimal(field.value) : NaN;
  const valid = Number.isInteger(value) && value >= min && value <= max;
  check(field, valid, `is not a whole number from ${min} to ${max}`);
  return value;
}

function list(field, read, length) {
  check(field, Array.isArray(field.value), "is not a list");
  check(field, length === undefined || field.value.length === length, `does not have ${length} entries`);
  return Array.from(field.value, (value, i) => read({ value, path: `${field.path}[${i}]` }, i));
}

/** A list of objects with ids, as a map from id to object. */
function byId(field, read) {
  const entries = new Map();
  list(field, (entry) => {
    const idField = at(entry, "id");
    const id = integer(idField);
    check(idField, !entries.has(id), `is ${id}, which an earlier entry has too`);
    entries.set(id, read(entry, id));
  });
  return entries;
}

/** Refuses a derived value that does not follow from the rest of the file, for example after an edit by hand. */
function checkDerived(field, expected) {
  const value = typeof field.value === "number" ? decimal(field.value) : field.value;
  check(field, value === expected, `does not match the rest of the file, which gives ${expected}`);
}

const point = (field) => ({ x: coordinate(at(field, "x")), y: coordinate(at(field, "y")) });

/** Something that can be a target and stands still: a marker or the pointer. */
const stationary = (field) => ({ ...point(field), vx: 0, vy: 0 });

function readMarker(field) {
  const name = string(at(field, "name"));
  oneOf("target", "danger")(at(field, "kind"));
  return { name, ...stationary(field) };
}

/** How positions in the game relate to those in the scene as it was authored. */
function readPlacement(file) {
  return {
    yDown: boolean(at(file, "y_down")),
    plane: optional(oneOf("xy", "xz"), "xy")(at(file, "plane")),
    scale: optional(range(1e-6, 1e6), 1)(at(file, "scale")),
    origin: optional(point, { x: 0, y: 0 })(at(file, "origin")),
  };
}

/** Ticks in a number of seconds, at least `min`. */
function ticksIn(seconds, dt, min) {
  return Math.max(min, Math.min(roundHalfUp(seconds / dt), MAX_U32));
}

function readPath(field, dt) {
  const name = string(at(field, "name"));
  const traversal = oneOf("once", "loop", "ping_pong")(at(field, "traversal"));
  const isCurved = oneOf("straight", "catmull_rom")(at(field, "shape")) === "catmull_rom";
  const tolerance = range(1e-6, MAX_LENGTH)(at(field, "tolerance"));
  const radius = nonNegative(at(field, "radius"));
  const isClosed = traversal === "loop";
  checkDerived(at(field, "closed"), isClosed);
  const nodes = [...byId(at(field, "nodes"), (node) => {
    const wait = range(0, 1e6)(at(node, "wait"));
    const waitTicks = ticksIn(wait, dt, 0);
    checkDerived(at(node, "wait_ticks"), waitTicks);
    return {
      ...point(node),
      radius: nonNegative(at(node, "radius")),
      waitTicks,
      speed: nullable(range(0, 1e6))(at(node, "speed")) ?? Infinity,
    };
  }).values()];
  const segments = isCurved ? curveThroughNodes(nodes, isClosed, tolerance) : nodes.map(() => []);
  const points = nodes.flatMap((node, i) => [node, ...segments[i]]);
  const pointsField = at(field, "points");
  list(pointsField, (entry, i) => {
    const [x, y] = list(entry, coordinate, 2);
    const valid = i < points.length && x === points[i].x && y === points[i].y;
    check(entry, valid, "does not match the nodes of the path");
  });
  check(pointsField, pointsField.value.length === points.length, `does not have ${points.length} entries`);
  let index = 0;
  list(at(field, "nodes"), (node, i) => {
    checkDerived(at(node, "point"), index);
    index += 1 + segments[i].length;
  });
  const line = new Line(points.map(({ x, y }) => Object.freeze({ x, y })), isClosed);
  return { name, traversal, radius, nodes, line, /** For each node, the curve points from it to the next node. */ segments };
}

const maxSeparation = range(0, 1e9);
const falloff = oneOf("none", "inverse_square");

/** The parameters of each behavior, by their names in the file; a behavior has them in camelCase. */
const PARAMETERS = {
  seek: {},
  flee: { panic_distance: nullable(nonNegative) },
  arrive: {
    target_radius: nonNegative,
    slow_radius: nonNegative,
    ramp: oneOf("linear", "sqrt", "quadratic"),
    stop: oneOf("brake", "coast"),
    time_to_target: nullable(timeToTarget),
  },
  leave: {
    escape_radius: nonNegative,
    danger_radius: nonNegative,
    ramp: oneOf("stepped", "smooth"),
    time_to_target: nullable(timeToTarget),
  },
  pursue: { max_prediction: nullable(range(0, 1e6)) },
  evade: { max_prediction: nullable(range(0, 1e6)) },
  follow_path: {
    start: oneOf("first", "nearest", "node"),
    start_node: nullable(integer),
    target_radius: nonNegative,
    slow_radius: nonNegative,
    time_to_target: nullable(timeToTarget),
  },
  separation: { radius: nonNegative, max_separation: maxSeparation, falloff },
  follow_leader: {
    behind_distance: nonNegative,
    sight_radius: nonNegative,
    slow_radius: nonNegative,
    separation_radius: nonNegative,
    max_separation: maxSeparation,
    falloff,
  },
  homing_walk: {
    step_fraction: range(0, 1),
    min_step: nonNegative,
    max_step: nonNegative,
    aggro_radius: nonNegative,
    max_fov_deg: range(0, 360),
    reach_radius: nonNegative,
    smooth: boolean,
    step_jitter: range(0, 1),
    repick_interval: range(0, 1e4),
  },
  avoid_walls: { ahead_length: nonNegative, side_length: nonNegative, side_angle_deg: range(0, 180) },
  follow_wall: { side: oneOf("left", "right"), distance: nonNegative, reach: nonNegative, look_ahead: nonNegative },
  grid_chase: {
    method: oneOf("axis", "line_of_sight"),
    mode: oneOf("chase", "evade"),
    max_path_length: (field) => integer(field, 0, 1e6),
    step_interval: range(1e-3, 1e4),
  },
};

const camelCase = (key) => key.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

function readBehavior(field, index, kinds, dt) {
  const kind = oneOf(...kinds)(at(field, "kind"));
  const behavior = { kind, index, weight: range(-1e6, 1e6)(at(field, "weight")), memory: null };
  for (const [key, read] of Object.entries(PARAMETERS[kind])) {
    behavior[camelCase(key)] = read(at(field, key));
  }
  if (kind === "follow_path") {
    const isGiven = behavior.startNode !== null;
    check(at(field, "start_node"), isGiven === (behavior.start === "node"), "does not match start");
  } else if (kind === "homing_walk") {
    behavior.repickTicks = behavior.repickInterval === 0 ? 0 : ticksIn(behavior.repickInterval, dt, 1);
    checkDerived(at(field, "repick_ticks"), behavior.repickTicks);
  } else if (kind === "avoid_walls") {
    const { x, y } = rotate(1, 0, behavior.sideAngleDeg * RADIANS_PER_DEGREE);
    behavior.sideCos = decimal(x);
    behavior.sideSin = decimal(y);
    checkDerived(at(field, "side_cos"), behavior.sideCos);
    checkDerived(at(field, "side_sin"), behavior.sideSin);
  } else if (kind === "grid_chase") {
    checkDerived(at(field, "weight"), 1);
    behavior.stepTicks = ticksIn(behavior.stepInterval, dt, 1);
    checkDerived(at(field, "step_ticks"), behavior.stepTicks);
  }
  return behavior;
}

function readTarget(field) {
  const kind = oneOf("marker", "agent", "pointer")(at(field, "kind"));
  return { kind, id: kind === "pointer" ? null : integer(at(field, "id")) };
}

function readScatter(field) {
  const min = nonNegative(at(field, "min"));
  return { min, max: range(min, MAX_LENGTH)(at(field, "max")) };
}

/** How agents turn to where they look. A field that is missing is null: they look where they move. */
function readFacing(field, dt) {
  if (field.value === undefined || field.value === null) return null;
  const toward = oneOf("motion", "target")(at(field, "toward"));
  const turnRate = nullable(range(1e-3, 1e6))(at(field, "turn_rate"));
  let turn = { x: -1, y: 0 };
  if (turnRate !== null && turnRate * dt < 180) {
    const { x, y } = rotate(1, 0, turnRate * dt * RADIANS_PER_DEGREE);
    turn = { x: decimal(x), y: decimal(y) };
  }
  checkDerived(at(field, "turn_cos"), turn.x);
  checkDerived(at(field, "turn_sin"), turn.y);
  return { toward, turnCos: turn.x, turnSin: turn.y };
}

function readSight(field) {
  const sight = {
    range: nonNegative(at(field, "range")),
    near: nonNegative(at(field, "near")),
    fovDeg: range(1e-3, 360)(at(field, "fov_deg")),
    noticeTicks: integer(at(field, "notice_ticks"), 1, 1e6),
    forgetTicks: integer(at(field, "forget_ticks"), 1, 1e6),
  };
  const { x } = rotate(1, 0, sight.fovDeg / 2 * RADIANS_PER_DEGREE);
  sight.cos2 = decimal(x * x);
  checkDerived(at(field, "cos2"), sight.cos2);
  return sight;
}

function readWall(field) {
  const points = list(at(field, "points"), (pair) => {
    const [x, y] = list(pair, coordinate, 2);
    return { x, y };
  });
  const wall = {
    name: string(at(field, "name")),
    blocksMotion: boolean(at(field, "blocks_motion")),
    blocksSight: boolean(at(field, "blocks_sight")),
    isDoor: nullable(boolean)(at(field, "open")) !== null,
    isOpen: at(field, "open").value === true,
    edges: points.slice(1).map((b, i) => ({ a: points[i], b })),
  };
  const isClosed = boolean(at(field, "closed"));
  if (isClosed && points.length > 1) wall.edges.push({ a: points.at(-1), b: points[0] });
  return wall;
}

/** Refuses walls that cross more cells than a world keeps. */
function checkCrossedCells(field, walls, { size }) {
  let crossed = 0;
  for (const { edges } of [...walls.values()].filter(({ blocksMotion }) => blocksMotion)) {
    for (const { a, b } of edges) crossed += Math.floor(Math.abs(b.x - a.x) / size + Math.abs(b.y - a.y) / size + 2);
  }
  check(field, crossed <= 1e6, "cross more than 1000000 cells", "use larger cells, or shorter walls");
}

function readBody(field) {
  return {
    radius: nonNegative(at(field, "radius")),
    mass: range(1e-3, 1e6)(at(field, "mass")),
    maxSpeed: range(0, 1e6)(at(field, "max_speed")),
    maxForce: range(0, 1e9)(at(field, "max_force")),
    timeToTarget: timeToTarget(at(field, "time_to_target")),
    idle: oneOf("brake", "coast")(at(field, "idle")),
  };
}

function readPlace(field) {
  const kind = oneOf("point", "marker", "agent", "edge")(at(field, "kind"));
  if (kind === "marker" || kind === "agent") return { kind, id: integer(at(field, "id")) };
  const place = { kind, ...point(field) };
  if (kind === "edge") Object.assign(place, { x2: coordinate(at(field, "x2")), y2: coordinate(at(field, "y2")) });
  return place;
}

/** A spawner, without its preset, as if it had not fired yet. */
function readSpawner(field, id, seed, dt) {
  const spawner = {
    id,
    name: string(at(field, "name")),
    place: readPlace(at(field, "place")),
    scatter: nullable(readScatter)(at(field, "scatter")),
    when: oneOf("time", "press", "trigger")(at(field, "when")),
    trigger: nullable(string)(at(field, "trigger")),
    count: integer(at(field, "count"), 1, 1000),
    times: nullable((times) => integer(times, 1, 1e9))(at(field, "times")),
    maxAlive: nullable((most) => integer(most, 1, 1e9))(at(field, "max_alive")),
    pathId: nullable(integer)(at(field, "path")),
    target: nullable(readTarget)(at(field, "target")),
    danger: nullable(readTarget)(at(field, "danger")),
    leaderId: nullable(integer)(at(field, "leader")),
    random: initialState(seed, 4294967296 + id),
    fired: 0,
    pending: 0,
    alive: 0,
  };
  const isTrigger = spawner.when === "trigger";
  check(at(field, "trigger"), isTrigger ? Boolean(spawner.trigger) : spawner.trigger === null, "does not match when");
  const ticks = (key, seconds, min) => {
    const value = seconds === null ? 0 : ticksIn(seconds, dt, min);
    checkDerived(at(field, `${key}_ticks`), value);
    return value;
  };
  const every = nullable(range(1e-3, 1e6))(at(field, "every"));
  check(at(field, "every"), spawner.when !== "time" || every !== null, "is null, and when is time");
  spawner.delayTicks = ticks("delay", range(0, 1e6)(at(field, "delay")), 0);
  spawner.everyTicks = ticks("every", every, 1);
  spawner.jitterTicks = ticks("jitter", range(0, 1e6)(at(field, "jitter")), 0);
  spawner.lifetimeTicks = ticks("lifetime", nullable(range(1e-3, 1e6))(at(field, "lifetime")), 1);
  spawner.wait = spawner.delayTicks;
  list(at(field, "random_state"), (word, i) => checkDerived(word, spawner.random[i]), 4);
  return spawner;
}

function readContact(field, id, presets) {
  const preset = (key) => {
    const number = integer(at(field, key));
    return check(at(field, key), presets.has(number), "is not a preset of the file") && number;
  };
  return {
    id,
    name: string(at(field, "name")),
    first: preset("first"),
    second: preset("second"),
    distance: nullable(nonNegative)(at(field, "distance")),
    margin: nonNegative(at(field, "margin")),
    despawn: oneOf("none", "first", "second", "both")(at(field, "despawn")),
  };
}

/** Entries with ids of a list that may be missing, in order of id. */
function sortedById(field, read) {
  const entries = field.value === undefined ? new Map() : byId(field, read);
  return [...entries.values()].sort((a, b) => a.id - b.id);
}

/** How an agent moves: the fields of an agent that come from its preset. */
function readPreset(field, dt) {
  const name = string(at(field, "preset"));
  const color = at(field, "color");
  check(color, /^#[0-9a-f]{6}$/i.test(string(color)), 'is not a color like "#ff8000"');
  const preset = { name, color: color.value.toLowerCase(), ...readBody(at(field, "body")), byPriority: false };
  preset.facing = readFacing(at(field, "facing"), dt);
  preset.sight = nullable(readSight)(at(field, "sight"));
  const behaviors = at(field, "behaviors"), blendMode = at(field, "blend_mode");
  preset.isCellMover = oneOf("steered", "grid_chase")(at(field, "motion")) === "grid_chase";
  if (preset.isCellMover) {
    check(blendMode, blendMode.value === null, "is not null");
    preset.behaviors = list(behaviors, (entry, i) => readBehavior(entry, i, ["grid_chase"], dt), 1);
  } else {
    const kinds = Object.keys(STEERING);
    preset.byPriority = oneOf("weighted_sum", "priority")(blendMode) === "priority";
    preset.behaviors = list(behaviors, (entry, i) => readBehavior(entry, i, kinds, dt));
  }
  return preset;
}

/** Where an agent at rest faces when it enters; null if it is not said. */
function readHeading(field) {
  const hx = at(field, "hx"), hy = at(field, "hy");
  const isMissing = ({ value }) => value === undefined || value === null;
  if (isMissing(hx) && isMissing(hy)) return null;
  const part = (entry) => (isMissing(entry) ? 0 : range(-1, 1)(entry));
  const heading = { x: part(hx), y: part(hy) };
  check(hx, heading.x !== 0 || heading.y !== 0, "has no direction, because hx and hy are 0");
  return heading;
}

/** An agent as it is authored. Its references are still ids: they are resolved when all agents are read. */
function readAgent(field, id, seed) {
  const agent = new Agent(id, string(at(field, "name")), point(field), seed);
  agent.vx = velocity(at(field, "vx"));
  agent.vy = velocity(at(field, "vy"));
  const { internal } = agent;
  internal.scatter = nullable(readScatter)(at(field, "scatter"));
  const heading = readHeading(field);
  internal.start = { x: agent.x, y: agent.y, vx: agent.vx, vy: agent.vy, hx: heading?.x, hy: heading?.y, ...internal.scatter };
  if (heading) ({ x: agent.headingX, y: agent.headingY } = direction(heading.x, heading.y));
  list(at(field, "random_state"), (word, i) => checkDerived(word, internal.random[i]), 4);
  internal.pathId = nullable(integer)(at(field, "path"));
  internal.target = nullable(readTarget)(at(field, "target"));
  internal.danger = nullable(readTarget)(at(field, "danger"));
  internal.leaderId = nullable(integer)(at(field, "leader"));
  return agent;
}

/** Refuses references of agents and spawners that name nothing, or the agent itself. */
function checkReferences(entries, { paths, markers, agentsById }, referencesOf) {
  list(entries, (field) => {
    const internal = referencesOf(integer(at(field, "id"))), { ownId: id } = internal;
    const checkNamed = (key, what, entries, named) => {
      check(at(field, key), entries.has(named), `names ${what} ${named}, which is not in the file`);
      check(at(field, key), entries !== agentsById || named !== id, "names the agent itself");
    };
    if (internal.pathId !== null) checkNamed("path", "path", paths, internal.pathId);
    if (internal.leaderId !== null) checkNamed("leader", "agent", agentsById, internal.leaderId);
    for (const key of ["target", "danger", "place"]) {
      const target = internal[key];
      if (target?.kind === "marker") checkNamed(key, "marker", markers, target.id);
      if (target?.kind === "agent") checkNamed(key, "agent", agentsById, target.id);
    }
  });
}

// ---- Arithmetic ---------------------------------------------------------------------------------

const DEGREES_PER_RADIAN = 180 / Math.PI;
const RADIANS_PER_DEGREE = Math.PI / 180;

const length = (x, y) => Math.sqrt(x * x + y * y);
const distance = (a, b) => length(b.x - a.x, b.y - a.y);
const isFinitePoint = ({ x, y }) => Number.isFinite(x) && Number.isFinite(y);

/** The vector scaled to length 1; (0, 0) if its length is 0 or not finite. */
function direction(x, y) {
  const magnitude = length(x, y);
  const valid = magnitude > 0 && magnitude < Infinity;
  return valid ? { x: x / magnitude, y: y / magnitude } : { x: 0, y: 0 };
}

/** The vector shortened to `limit` if it is longer; (0, 0) if its length is not finite. */
function truncate(x, y, limit) {
  const squared = x * x + y * y;
  if (squared <= limit * limit && squared < Infinity) return { x, y };
  const magnitude = Math.sqrt(squared);
  if (!(magnitude < Infinity)) return { x: 0, y: 0 };
  const factor = limit / magnitude;
  return { x: x * factor, y: y * factor };
}

/** Where the segment a-b is nearest to p: 0 at a, 1 at b. */
function nearestFraction(a, b, p) {
  const x = b.x - a.x, y = b.y - a.y;
  const squared = x * x + y * y;
  const valid = squared > 0 && squared < Infinity;
  const t = valid ? ((p.x - a.x) * x + (p.y - a.y) * y) / squared : 0;
  if (t > 1) return 1;
  return t > 0 ? t : 0;
}

/** The distance of p from the segment a-b. */
function segmentDistance(a, b, p) {
  const t = nearestFraction(a, b, p);
  return t > 0 ? distance({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }, p) : distance(a, p);
}

/** The random stream of an agent at the start: four words of 32 bits, from SplitMix64. */
function initialState(seed, id) {
  const wrap = (x) => BigInt.asUintN(64, x);
  let x = wrap(BigInt(seed) + BigInt(id) * 0xd1b54a32d192ed03n);
  const next64 = () => {
    x = wrap(x + 0x9e3779b97f4a7c15n);
    let z = wrap((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = wrap((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  };
  const a = next64(), b = next64();
  return Uint32Array.from([a, a >> 32n, b, b >> 32n], (word) => Number(BigInt.asUintN(32, word)));
}

/** The next 32 bits of a random stream: xoshiro128++. */
function nextU32(s) {
  const sum = (s[0] + s[3]) | 0;
  const result = (((sum << 7) | (sum >>> 25)) + s[0]) >>> 0;
  const shifted = s[1] << 9;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = (s[3] << 11) | (s[3] >>> 21);
  return result;
}

/** The next number of a random stream, in [0, 1). */
const nextF64 = (stream) => nextU32(stream) * (1 / 4294967296);

/** The Taylor coefficients of the sine: 1/n! for n = 17, 15 .. 3, with alternating signs. */
const SINE = [
  1 / 355687428096000, -1 / 1307674368000, 1 / 6227020800, -1 / 39916800,
  1 / 362880, -1 / 5040, 1 / 120, -1 / 6,
];

function clampAngle(angle) {
  if (angle > Math.PI) return Math.PI;
  if (angle >= -Math.PI) return angle;
  return angle < -Math.PI ? -Math.PI : 0; // 0 for NaN
}

/** The vector turned counterclockwise by `angle` radians, clamped to [-pi, pi]. */
function rotate(x, y, angle) {
  const h = clampAngle(angle) / 8;
  const squared = h * h;
  let series = 0;
  for (const coefficient of SINE) series = series * squared + coefficient;
  let sin = h + h * (squared * series);
  let cos = Math.sqrt(1 - sin * sin);
  for (let i = 0; i < 3; i += 1) [sin, cos] = [2 * sin * cos, 1 - 2 * sin * sin];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

// ---- Walls and sight ----------------------------------------------------------------------------

const dot = (a, b) => a.x * b.x + a.y * b.y;
const cross = (a, b) => a.x * b.y - a.y * b.x;
const minus = (a, b) => ({ x: a.x - b.x, y: a.y - b.y });
/** a + b * k */
const plus = (a, b, k) => ({ x: a.x + b.x * k, y: a.y + b.y * k });

/** Whether two numbers have different signs, or one is 0. */
const areApart = (a, b) => (a >= 0 && b <= 0) || (a <= 0 && b >= 0);

/** Whether the closed segments a-b and from-to share a point. */
function touches({ a, b }, from, to) {
  const boxesMeet = Math.min(from.x, to.x) <= Math.max(a.x, b.x) && Math.min(a.x, b.x) <= Math.max(from.x, to.x)
    && Math.min(from.y, to.y) <= Math.max(a.y, b.y) && Math.min(a.y, b.y) <= Math.max(from.y, to.y);
  if (!boxesMeet) return false;
  const way = minus(to, from), wall = minus(b, a);
  return areApart(cross(way, minus(a, from)), cross(way, minus(b, from)))
    && areApart(cross(wall, minus(from, a)), cross(wall, minus(to, a)));
}

/** The distance of p from the segment a-b, and the nearest point of the segment. */
function nearestOfSegment({ a, b }, p) {
  const point = plus(a, minus(b, a), nearestFraction(a, b, p));
  return { point, d: length(p.x - point.x, p.y - point.y) };
}

/** The edges of the union of cells, counted with y up. */
function outlineOf(cells) {
  const isBlocked = (column, row) => cells.blocked.get(column)?.has(row) ?? false;
  const horizontal = [], vertical = [];
  for (const [column, rows] of cells.blocked) {
    for (const row of rows) {
      if (!isBlocked(column, row - 1)) horizontal.push([row, column, true]);
      if (!isBlocked(column, row + 1)) horizontal.push([row + 1, column, false]);
      if (!isBlocked(column - 1, row)) vertical.push([column, row, true]);
      if (!isBlocked(column + 1, row)) vertical.push([column + 1, row, false]);
    }
  }
  const inOrder = (a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
  const ends = (edges) => {
    const points = new Set();
    for (const [line, at] of edges) points.add(`${line},${at}`).add(`${line},${at + 1}`);
    return points;
  };
  /** Edges that follow one another on a line, joined unless an edge of the other direction ends between them. */
  const runs = (edges, others) => {
    const joined = [];
    for (const [line, at, side] of edges.sort(inOrder)) {
      const last = joined.at(-1);
      const continues = last && last.line === line && last.end === at && last.side === side;
      if (continues && !others.has(`${at},${line}`)) last.end = at + 1;
      else joined.push({ line, start: at, end: at + 1, side });
    }
    return joined;
  };
  const { size, turnSign } = cells;
  const corner = (column, row) => ({ x: column * size, y: row * size * turnSign });
  const horizontalEnds = ends(horizontal), verticalEnds = ends(vertical);
  return [
    ...runs(horizontal, verticalEnds).map(({ line, start, end }) => ({ a: corner(start, line), b: corner(end, line) })),
    ...runs(vertical, horizontalEnds).map(({ line, start, end }) => ({ a: corner(line, start), b: corner(line, end) })),
  ];
}

/** Calls `visit` with the column and row, counted up, of each cell whose interior the edge crosses. */
function crossCells({ a, b }, { size, turnSign }, visit) {
  let p = { x: a.x, y: turnSign * a.y }, q = { x: b.x, y: turnSign * b.y };
  if (!(a.x <= b.x)) [p, q] = [q, p];
  const yAt = (x) => p.y + (q.y - p.y) * ((x - p.x) / (q.x - p.x));
  for (let column = Math.floor(p.x / size); column < Math.ceil(q.x / size); column += 1) {
    const left = column * size, right = (column + 1) * size;
    const y0 = p.x < left ? yAt(left) : p.y, y1 = q.x > right ? yAt(right) : q.y;
    const end = Math.ceil(Math.max(y0, y1) / size);
    for (let row = Math.floor(Math.min(y0, y1) / size); row < end; row += 1) visit(column, row);
  }
}

/** Finds the segments near a place, by a grid of buckets. It changes no answer. */
class Barrier {
  constructor(segments) {
    this.segments = segments.filter(({ a, b }) => dot(minus(b, a), minus(b, a)) > 0);
    this.extent = 0;
    let total = 0;
    for (const { a, b } of this.segments) {
      this.extent = Math.max(this.extent, Math.abs(a.x), Math.abs(a.y), Math.abs(b.x), Math.abs(b.y));
      total += Math.abs(b.x - a.x) + Math.abs(b.y - a.y);
    }
    this.size = total > 0 ? 2 * total / this.segments.length : 1;
    this.buckets = new Map();
    this.segments.forEach((segment, index) => {
      segment.index = index;
      this.forEachBucket(segment.a, segment.b, 0, (key) => {
        if (!this.buckets.has(key)) this.buckets.set(key, []);
        this.buckets.get(key).push(segment);
      });
    });
  }

  get isEmpty() {
    return this.segments.length === 0;
  }

  /** The keys of the buckets that the box around two points, grown by `margin`, meets. Returns false beyond many. */
  forEachBucket(from, to, margin, visit) {
    const { size } = this;
    const left = Math.floor((Math.min(from.x, to.x) - margin) / size);
    const right = Math.floor((Math.max(from.x, to.x) + margin) / size);
    const bottom = Math.floor((Math.min(from.y, to.y) - margin) / size);
    const top = Math.floor((Math.max(from.y, to.y) + margin) / size);
    if ((right - left + 1) * (top - bottom + 1) > 4096) {
      visit("far");
      return false;
    }
    for (let column = left; column <= right; column += 1) {
      for (let row = bottom; row <= top; row += 1) visit(`${column},${row}`);
    }
    return true;
  }

  /** The closed segments that may be within `radius` of the way from-to, in order. */
  near(from, to, radius) {
    const coordinates = Math.max(Math.abs(from.x), Math.abs(from.y), Math.abs(to.x), Math.abs(to.y));
    const margin = radius + 1e-12 * (this.extent + coordinates + radius);
    const found = new Set(this.buckets.get("far"));
    const isBounded = this.forEachBucket(from, to, margin, (key) => {
      for (const segment of this.buckets.get(key) ?? []) found.add(segment);
    });
    const candidates = isBounded ? [...found].sort((a, b) => a.index - b.index) : this.segments;
    return candidates.filter(({ wall }) => !wall?.isOpen);
  }

  /** Whether the way from-to touches a segment. */
  touches(from, to) {
    return this.near(from, to, 0).some((segment) => touches(segment, from, to));
  }
}

/** What stops bodies and sight: the edges of walls by id, and the outline of blocked cells. */
class Walls {
  constructor(walls, cells) {
    this.byId = walls;
    const outline = outlineOf(cells);
    const inOrder = [...walls.entries()].sort(([a], [b]) => a - b).map(([, wall]) => wall);
    const barrier = (blocks) => {
      const edges = inOrder.filter((wall) => wall[blocks]).flatMap((wall) => wall.edges.map((edge) => ({ ...edge, wall })));
      return new Barrier([...edges, ...outline.map((edge) => ({ ...edge }))]);
    };
    this.motion = barrier("blocksMotion");
    this.sight = barrier("blocksSight");
    this.turnSign = cells.turnSign;
    this.blockCells(cells);
  }

  /** Blocks the cells that closed walls cross. */
  blockCells(cells) {
    cells.crossed = new Map();
    for (const wall of this.byId.values()) {
      if (!wall.blocksMotion || wall.isOpen) continue;
      for (const edge of wall.edges) {
        if (dot(minus(edge.b, edge.a), minus(edge.b, edge.a)) > 0) {
          crossCells(edge, cells, (column, row) => addRow(cells.crossed, column, row));
        }
      }
    }
  }

  left({ a, b }) {
    const ab = minus(b, a), l = length(ab.x, ab.y);
    return { x: -ab.y / l * this.turnSign, y: ab.x / l * this.turnSign };
  }

  /** Where a body ends that moves from `start` with `velocity` for `dt` seconds, and what is left of its velocity. */
  glide(start, velocity, radius, skin, dt) {
    const r = Math.max(radius, 10 * skin);
    const end = this.go(this.comeOut(start, r, skin), velocity, r, skin, dt);
    const isFinite = isFinitePoint(end.position) && isFinitePoint(end.velocity);
    return isFinite ? end : { position: start, velocity: ZERO };
  }

  /** The place of a body after it has come out of the walls that it overlaps, as far as it can. */
  comeOut(p, r, skin) {
    for (let round = 0; round < 4; round += 1) {
      let nearest = null;
      for (const segment of this.motion.near(p, p, r)) {
        const { point, d } = nearestOfSegment(segment, p);
        if (d < r && (nearest === null || d < nearest.d)) nearest = { segment, point, d };
      }
      if (nearest === null) break;
      const { segment, point, d } = nearest, way = r + skin - d;
      let next;
      if (d > 0) {
        next = plus(p, { x: (p.x - point.x) / d, y: (p.y - point.y) / d }, way);
        if (this.motion.touches(p, next)) break;
      } else {
        const left = this.left(segment);
        const ends = [plus(p, left, way), plus(p, { x: -left.x, y: -left.y }, way)];
        next = ends.find((q) => this.motion.near(p, q, 0)
          .every((other) => nearestOfSegment(other, p).d === 0 || !touches(other, p, q)));
        if (!next) break;
      }
      p = next;
    }
    return p;
  }

  go(p, v, r, skin, dt) {
    let m = { x: v.x * dt, y: v.y * dt };
    const normals = [];
    for (let round = 0; round < 4 && dot(m, m) > 0; round += 1) {
      const contact = this.firstContact(p, m, r);
      let next;
      if (contact === null) {
        next = plus(p, m, 1);
        m = ZERO;
      } else {
        const { t, n } = contact;
        const back = Math.max(t - skin / length(m.x, m.y), 0);
        next = plus(p, m, back);
        m = { x: m.x * (1 - back), y: m.y * (1 - back) };
        if (dot(m, n) < 0) m = minus(m, { x: n.x * dot(m, n), y: n.y * dot(m, n) });
        if (dot(v, n) < 0) v = minus(v, { x: n.x * dot(v, n), y: n.y * dot(v, n) });
        if (normals.some((o) => dot(m, o) < 0)) {
          m = ZERO;
          if (normals.some((o) => dot(v, o) < 0)) v = ZERO;
        }
        normals.push(n);
      }
      if (this.motion.touches(p, next)) return { position: p, velocity: ZERO };
      p = next;
    }
    return { position: p, velocity: v };
  }

  /** The first contact on the way m of a body at p; of several at once, that with the first segment. */
  firstContact(p, m, r) {
    let first = null;
    for (const segment of this.motion.near(p, plus(p, m, 1), r)) {
      const contact = this.contact(segment, p, m, r);
      if (contact !== null && (first === null || contact.t < first.t)) first = contact;
    }
    return first;
  }

  contact(segment, p, m, r) {
    const { a, b } = segment, ab = minus(b, a);
    let first = null;
    let n = this.left(segment), s = dot(minus(p, a), n);
    if (s < 0) [n, s] = [{ x: -n.x, y: -n.y }, -s];
    if (dot(m, n) < 0) {
      const t = Math.max((s - r) / -dot(m, n), 0);
      const along = dot(minus(plus(p, m, t), a), ab);
      if (t <= 1 && along >= 0 && along <= dot(ab, ab)) first = { t, n };
    }
    for (const e of [a, b]) {
      const g = minus(p, e), A = dot(m, m), B = dot(g, m), C = dot(g, g) - r * r;
      if (!(A > 0 && B < 0)) continue;
      const root = B * B - A * C;
      if (C > 0 && !(root >= 0)) continue;
      const t = C <= 0 ? 0 : (-B - Math.sqrt(root)) / A;
      if (!(t <= 1) || (first !== null && !(t < first.t))) continue;
      const w = plus(g, m, t), l = length(w.x, w.y);
      first = { t, n: l > 0 ? { x: w.x / l, y: w.y / l } : { x: 1, y: 0 } };
    }
    return first;
  }

  seesPoint({ range: most, near, fovDeg, cos2 }, eye, facing, p) {
    const d = minus(p, eye), d2 = dot(d, d);
    if (!(d2 <= most * most)) return false;
    if (!(d2 <= near * near || fovDeg === 360)) {
      const ahead = dot(facing, d);
      const isInside = fovDeg <= 180
        ? ahead >= 0 && ahead * ahead >= cos2 * d2
        : ahead >= 0 || ahead * ahead <= cos2 * d2;
      if (!isInside) return false;
    }
    return !this.sight.touches(eye, p);
  }

  /** Whether an eye sees a body: its center, or one of the two points of its edge that are farthest to the sides. */
  seesBody(sight, eye, facing, center, radius) {
    if (this.seesPoint(sight, eye, facing, center)) return true;
    const d = minus(center, eye), l = length(d.x, d.y);
    if (!(radius > 0 && l > 0)) return false;
    const side = { x: -d.y / l, y: d.x / l };
    return this.seesPoint(sight, eye, facing, plus(center, side, radius))
      || this.seesPoint(sight, eye, facing, plus(center, side, -radius));
  }
}

// ---- Lines: paths as a game reads them ------------------------------------------------------------

/** Points connected by straight segments, measured along their length. A closed line does not repeat its first point. */
class Line {
  constructor(points, isClosed) {
    this.points = Object.freeze(points);
    this.isClosed = isClosed;
    /** The distance of each point from the first, along the line. */
    this.cumulative = [];
    let run = 0;
    points.forEach((point, i) => {
      if (i > 0) run += distance(points[i - 1], point);
      this.cumulative.push(run);
    });
    this.length = isClosed && points.length > 0 ? run + distance(points.at(-1), points[0]) : run;
  }

  /** The place nearest to `p`; of several the first. Null without points. */
  nearest(p) {
    const { points, cumulative } = this;
    if (points.length === 0) return null;
    let nearest = { x: points[0].x, y: points[0].y, along: 0, distance: distance(points[0], p) };
    const segments = this.isClosed && points.length > 1 ? points.length : points.length - 1;
    for (let i = 0; i < segments; i += 1) {
      const a = points[i], b = points[(i + 1) % points.length];
      const part = nearestFraction(a, b, p);
      const place = part > 0 ? { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part } : a;
      const d = distance(place, p);
      if (d < nearest.distance) {
        nearest = { x: place.x, y: place.y, along: cumulative[i] + distance(a, place), distance: d };
      }
    }
    return nearest;
  }

  /** The point at a distance along the line; null without points. */
  at(along) {
    const { points, cumulative, isClosed, length: total } = this;
    if (points.length === 0) return null;
    const last = points.length - 1;
    if (isClosed && total > 0) {
      along %= total;
      if (along < 0) along += total;
    }
    const passed = cumulative.filter((run) => run <= along).length;
    if (passed === 0) return points[0];
    if (passed > last && !(isClosed && along < total)) return points[isClosed ? 0 : last];
    const next = points[passed] ?? points[0], nextRun = cumulative[passed] ?? total;
    const corner = points[passed - 1], run = cumulative[passed - 1];
    const part = (along - run) / (nextRun - run);
    return { x: corner.x + (next.x - corner.x) * part, y: corner.y + (next.y - corner.y) * part };
  }
}

// ---- Curves: a centripetal Catmull-Rom spline, cut into points ----------------------------------

const mirror = (p, q) => ({ x: p.x + (p.x - q.x), y: p.y + (p.y - q.y) });

/** The points of the open curve through `controls`, without the first control. */
function curveThrough(controls, tolerance) {
  const points = [];
  for (let i = 0; i + 1 < controls.length; i += 1) {
    const b = controls[i], c = controls[i + 1];
    const a = controls[i - 1] ?? mirror(b, c), d = controls[i + 2] ?? mirror(c, b);
    divideSegment(a, b, c, d, tolerance, points);
    points.push(c);
  }
  return points;
}

/** The curve points after each node of a path, up to the next node, as an export holds them. */
function curveThroughNodes(nodes, isClosed, tolerance) {
  const count = nodes.length;
  const nodeAt = (i) => isClosed ? nodes[(i + count) % count] : nodes[i];
  return nodes.map((b, i) => {
    const points = [], c = nodeAt(i + 1);
    if (count < 2 || !c) return points;
    divideSegment(nodeAt(i - 1) ?? mirror(b, c), b, c, nodeAt(i + 2) ?? mirror(c, b), tolerance, points);
    return points.map(({ x, y }) => ({ x: decimal(x), y: decimal(y) }));
  });
}

/** Appends the curve points between b and c. */
function divideSegment(a, b, c, d, tolerance, points) {
  const isValid = (spacing) => spacing > 0 && spacing < Infinity;
  const middle = Math.sqrt(distance(b, c));
  if (!isValid(middle)) return;
  // A neighbor in the same position gives no direction, so the other end is mirrored instead.
  let before = Math.sqrt(distance(a, b)), after = Math.sqrt(distance(c, d));
  if (!isValid(before)) [a, before] = [mirror(b, c), middle];
  if (!isValid(after)) [d, after] = [mirror(c, b), middle];
  const t0 = 0, t1 = before, t2 = before + middle, t3 = before + middle + after;

  const pointAt = (fraction) => {
    const t = t1 + (t2 - t1) * fraction;
    const blend = (p, q, from, to) => {
      const u = (to - t) / (to - from), v = (t - from) / (to - from);
      return { x: p.x * u + q.x * v, y: p.y * u + q.y * v };
    };
    const p = blend(a, b, t0, t1), q = blend(b, c, t1, t2), r = blend(c, d, t2, t3);
    const result = blend(blend(p, q, t0, t2), blend(q, r, t1, t3), t1, t2);
    // Where one spacing is lost in the rounding of another, the segment is straight.
    if (isFinitePoint(result)) return result;
    return { x: b.x + (c.x - b.x) * fraction, y: b.y + (c.y - b.y) * fraction };
  };

  const divide = (from, p, to, q, depth) => {
    const sample = (fraction) => pointAt(from + (to - from) * fraction);
    const strays = (candidate) => segmentDistance(p, q, candidate) > 0.9 * tolerance;
    const half = sample(0.5);
    if (depth === 0 || !(strays(half) || strays(sample(0.25)) || strays(sample(0.75)))) return;
    const between = from + (to - from) * 0.5;
    divide(from, p, between, half, depth - 1);
    points.push(half);
    divide(between, half, to, q, depth - 1);
  };
  divide(0, b, 1, c, 8);
}

// ---- Behaviors: each returns the force that it asks for, or null if it asks for nothing ---------

const ZERO = Object.freeze({ x: 0, y: 0 });

/** The force toward the desired velocity (vx, vy). */
function forceToward(agent, vx, vy, timeToTarget = agent.internal.timeToTarget) {
  const force = { x: (vx - agent.vx) / timeToTarget, y: (vy - agent.vy) / timeToTarget };
  return isFinitePoint(force) ? force : ZERO;
}

/** Straight toward a point; straight away from it if the speed is negative. */
function moveToward(agent, { x, y }, speed, timeToTarget) {
  const toPoint = direction(x - agent.x, y - agent.y);
  return forceToward(agent, toPoint.x * speed, toPoint.y * speed, timeToTarget);
}

/** Toward (or away from) where `mover` will be when the agent could have reached it. */
function moveTowardPrediction(agent, mover, maxPrediction, speed) {
  const { maxSpeed } = agent.internal;
  let time = maxSpeed > 0 ? distance(agent, mover) / maxSpeed : 0;
  if (maxPrediction !== null && time > maxPrediction) time = maxPrediction;
  const predicted = { x: mover.x + mover.vx * time, y: mover.y + mover.vy * time };
  return moveToward(agent, isFinitePoint(predicted) ? predicted : mover, speed);
}

function arriveAt(agent, goal, options) {
  const { targetRadius, slowRadius, ramp = "linear", stop = "brake", maxSpeed, timeToTarget } = options;
  const d = distance(agent, goal);
  if (d < targetRadius) return stop === "brake" ? forceToward(agent, 0, 0, timeToTarget) : ZERO;
  let speed = maxSpeed;
  if (!(d > slowRadius) && slowRadius > 0) {
    const k = d / slowRadius;
    if (ramp === "linear") speed = maxSpeed * d / slowRadius;
    else if (ramp === "sqrt") speed = maxSpeed * Math.sqrt(k);
    else speed = maxSpeed * (k * k);
  }
  return moveToward(agent, goal, speed, timeToTarget);
}

function seek(agent) {
  const { target, maxSpeed } = agent.internal;
  return target && moveToward(agent, target, maxSpeed);
}

function flee(agent, { panicDistance }) {
  const { danger, maxSpeed } = agent.internal;
  if (!danger || (panicDistance !== null && distance(agent, danger) > panicDistance)) return null;
  return moveToward(agent, danger, -maxSpeed);
}

function pursue(agent, { maxPrediction }) {
  const { target, maxSpeed } = agent.internal;
  return target && moveTowardPrediction(agent, target, maxPrediction, maxSpeed);
}

function evade(agent, { maxPrediction }) {
  const { danger, maxSpeed } = agent.internal;
  return danger && moveTowardPrediction(agent, danger, maxPrediction, -maxSpeed);
}

function arrive(agent, behavior, world) {
  const { target, maxSpeed } = agent.internal;
  if (!target) return null;
  world.updateArrived(agent, behavior, distance(agent, target) < behavior.targetRadius);
  const { targetRadius, slowRadius, ramp, stop } = behavior;
  const timeToTarget = behavior.timeToTarget ?? undefined;
  return arriveAt(agent, target, { targetRadius, slowRadius, ramp, stop, maxSpeed, timeToTarget });
}

function leave(agent, { escapeRadius, dangerRadius, ramp, timeToTarget }) {
  const { danger, maxSpeed } = agent.internal;
  if (!danger) return null;
  const d = distance(agent, danger);
  if (d > dangerRadius) return null;
  let speed = maxSpeed;
  if (!(d < escapeRadius)) {
    if (ramp === "stepped" && dangerRadius > 0) speed = maxSpeed - maxSpeed * d / dangerRadius;
    if (ramp === "smooth" && dangerRadius > escapeRadius) {
      speed = maxSpeed * (dangerRadius - d) / (dangerRadius - escapeRadius);
    }
  }
  return moveToward(agent, danger, -speed, timeToTarget ?? undefined);
}

// ---- Path following -----------------------------------------------------------------------------

function followPath(agent, behavior, world) {
  const { path, maxSpeed } = agent.internal;
  if (!path || path.nodes.length === 0) return null;
  const progress = behavior.memory;
  const { targetNode: nodeBefore, waitLeft: waitBefore, finished: finishedBefore } = progress;
  const reached = finishedBefore ? null : advanceProgress(path, progress, agent);
  if (waitBefore > 0 && (progress.waitLeft === 0 || reached !== null)) {
    world.emit(agent, behavior, "wait_ended", nodeBefore);
  }
  if (reached !== null) {
    world.emit(agent, behavior, "node_reached", reached);
    if (progress.waitLeft > 0) world.emit(agent, behavior, "wait_started", reached);
  }
  if (progress.finished && !finishedBefore) world.emit(agent, behavior, "path_finished");

  agent.node ??= progress.targetNode;
  if (progress.waitLeft > 0) return forceToward(agent, 0, 0);
  const node = path.nodes[progress.targetNode];
  const speed = node.speed < maxSpeed ? node.speed : maxSpeed;
  const curvePoint = nextCurvePoint(path, progress);
  if (curvePoint) return moveToward(agent, curvePoint, speed);
  const isEnd = path.traversal === "once" && progress.targetNode === path.nodes.length - 1;
  if (!isEnd) return moveToward(agent, node, speed);
  const { targetRadius, slowRadius } = behavior;
  const timeToTarget = behavior.timeToTarget ?? undefined;
  return arriveAt(agent, node, { targetRadius, slowRadius, maxSpeed: speed, timeToTarget });
}

/** The progress that a `follow_path` starts with, from where the agent is. */
function startProgress(agent, { start, startNode }) {
  const nodes = agent.internal.path?.nodes ?? [];
  let targetNode = 0;
  if (start === "node") targetNode = Math.max(0, Math.min(startNode, nodes.length - 1));
  if (start === "nearest") {
    let shortest = Infinity;
    nodes.forEach((node, i) => {
      const d = distance(agent, node);
      if (d < shortest) [targetNode, shortest] = [i, d];
    });
  }
  // `leg` is the index of the segment that the agent walks, `passed` the number of its points it passed.
  return { targetNode, backward: false, waitLeft: 0, finished: false, leg: null, passed: 0 };
}

/** One tick: counts a wait down, or finds what the last move reached. Returns the node reached, or null. */
function advanceProgress(path, progress, agent) {
  if (progress.waitLeft > 0) {
    progress.waitLeft -= 1;
    if (progress.waitLeft > 0) return null;
    continueToNextNode(path, progress);
    if (progress.finished) return null;
  }
  const previous = { x: agent.previousX, y: agent.previousY };
  for (let next = nextCurvePoint(path, progress); next; next = nextCurvePoint(path, progress)) {
    if (segmentDistance(previous, agent, next) > path.radius) return null;
    progress.passed += 1;
  }
  const reached = progress.targetNode;
  const node = path.nodes[reached];
  if (segmentDistance(previous, agent, node) > node.radius) return null;
  progress.waitLeft = node.waitTicks;
  if (progress.waitLeft === 0) continueToNextNode(path, progress);
  return reached;
}

/** The next curve point before the target node, or undefined. */
function nextCurvePoint(path, { leg, passed, backward }) {
  if (leg === null) return undefined;
  const points = path.segments[leg];
  return points[backward ? points.length - 1 - passed : passed];
}

function continueToNextNode(path, progress) {
  const last = path.nodes.length - 1;
  progress.passed = 0;
  if (progress.targetNode === (progress.backward ? 0 : last)) {
    if (path.traversal === "once") {
      progress.finished = true;
      progress.leg = null;
      return;
    }
    if (path.traversal === "loop") {
      progress.leg = last;
      progress.targetNode = 0;
      return;
    }
    if (last === 0) return;
    progress.backward = !progress.backward;
  }
  progress.leg = progress.backward ? progress.targetNode - 1 : progress.targetNode;
  progress.targetNode += progress.backward ? -1 : 1;
}

/** Fits progress to an edited path. */
function fitProgress(progress, path) {
  if (!path) return;
  const count = path.nodes.length;
  progress.targetNode = Math.min(progress.targetNode, Math.max(count - 1, 0));
  if (path.traversal !== "once" || progress.targetNode !== count - 1) progress.finished = false;
  if (progress.backward && path.traversal !== "ping_pong") {
    // The passed points were counted from the other end.
    progress.backward = false;
    progress.leg = null;
  }
  if (progress.leg === null) return;
  if (count === 0 || progress.leg !== segmentToTarget(progress, path)) progress.leg = null;
  else progress.passed = Math.min(progress.passed, path.segments[progress.leg].length);
}

/** The index of the segment that leads to the target node, or null. */
function segmentToTarget({ targetNode, backward }, path) {
  if (backward) return targetNode;
  if (targetNode > 0) return targetNode - 1;
  return path.traversal === "loop" ? path.nodes.length - 1 : null;
}

// ---- Groups -------------------------------------------------------------------------------------

/** `x` rounded to a multiple of 2^-32: sums of such terms are exact, so their order does not matter. */
const quantize = (x) => (x + 1572864) - 1572864;

function separation(agent, { radius, maxSeparation, falloff }, world) {
  return separate(agent, { radius, maxSeparation, falloff }, world.neighbors);
}

function followLeader(agent, behavior, world) {
  const { leader, maxSpeed } = agent.internal;
  if (!leader) return null;
  const { behindDistance, sightRadius, slowRadius, separationRadius, maxSeparation, falloff } = behavior;
  const offsetX = leader.headingX * behindDistance, offsetY = leader.headingY * behindDistance;
  const ahead = { x: leader.x + offsetX, y: leader.y + offsetY };
  const behind = { x: leader.x - offsetX, y: leader.y - offsetY };
  const inTheWay = distance(agent, ahead) <= sightRadius || distance(agent, leader) <= sightRadius;
  const evasion = inTheWay ? moveTowardPrediction(agent, leader, null, -maxSpeed) : ZERO;
  const arrival = arriveAt(agent, behind, { targetRadius: 0, slowRadius, maxSpeed });
  const isInGroup = (other) => other === leader || other.internal.leader === leader;
  const options = { radius: separationRadius, maxSeparation, falloff };
  const apart = separate(agent, options, world.neighbors, isInGroup) ?? ZERO;
  return { x: evasion.x + arrival.x + apart.x, y: evasion.y + arrival.y + apart.y };
}

/** Away from all neighbors in the group; null without any. */
function separate(agent, { radius, maxSeparation, falloff }, neighbors, isInGroup = null) {
  if (!(radius > 0)) return null;
  const inverse = 1 / radius;
  const nearest = (radius / 1024) * (radius / 1024);
  let sumX = 0, sumY = 0, hasNeighbor = false;
  neighbors.find(agent, radius);
  for (let i = 0; i < neighbors.count; i += 1) {
    const other = neighbors.found[i];
    if (other === agent || (isInGroup && !isInGroup(other))) continue;
    const dx = other.x - agent.x, dy = other.y - agent.y;
    const squared = dx * dx + dy * dy;
    if (!(squared <= radius * radius)) continue;
    hasNeighbor = true;
    if (falloff === "none") {
      sumX += quantize(dx * inverse);
      sumY += quantize(dy * inverse);
    } else {
      const w = radius / (squared > nearest ? squared : nearest);
      sumX += quantize(-dx * w);
      sumY += quantize(-dy * w);
    }
  }
  if (!hasNeighbor) return null;
  if (falloff === "none") {
    const toNeighbors = direction(sumX, sumY);
    return { x: -toNeighbors.x * maxSeparation, y: -toNeighbors.y * maxSeparation };
  }
  const factor = maxSeparation / radius;
  const force = { x: sumX * factor, y: sumY * factor };
  return isFinitePoint(force) ? force : ZERO;
}

// ---- Homing walk --------------------------------------------------------------------------------

const newWalk = () => ({ waypoint: null, sincePick: 0, ahead: [], plannedFor: { x: 0, y: 0 } });

function homingWalk(agent, behavior, world) {
  const { target, maxSpeed } = agent.internal;
  if (!target) return null;
  const { memory: walk, reachRadius, minStep, repickTicks } = behavior;
  const wasStraight = walk.waypoint !== null && walk.waypoint.straight;
  if (walk.waypoint !== null) walk.sincePick = Math.min(walk.sincePick + 1, MAX_U32);
  const repick = repickTicks > 0 && walk.sincePick >= repickTicks;
  const due = walk.waypoint === null || repick || isWaypointDue(agent, behavior);
  if (behavior.smooth) followPlan(agent, behavior, due, world);
  else if (due) walk.waypoint = pickWaypoint(agent, agent, behavior, world);
  if (due) walk.sincePick = 0;

  const { straight } = walk.waypoint;
  const d = distance(agent, target);
  const { inAggro } = walk;
  walk.inAggro = d <= behavior.aggroRadius;
  if (inAggro !== null && inAggro !== walk.inAggro) {
    world.emit(agent, behavior, walk.inAggro ? "aggro_entered" : "aggro_left");
  }
  if (due && !(wasStraight && straight)) world.emit(agent, behavior, "waypoint_picked");
  world.updateArrived(agent, behavior, straight && d < reachRadius);

  if (!straight) return moveToward(agent, walk.waypoint, maxSpeed);
  const slowRadius = minStep > reachRadius ? minStep : reachRadius;
  return arriveAt(agent, target, { targetRadius: reachRadius, slowRadius, maxSpeed });
}

/** Whether the waypoint is reached, or the target has left the place that it was picked for. */
function isWaypointDue(agent, { memory: walk, smooth, reachRadius, minStep }) {
  const { target } = agent.internal;
  if (smooth) return distance(walk.plannedFor, target) > 2 * minStep;
  const d = distance(agent, walk.waypoint.straight ? target : walk.waypoint);
  return d <= reachRadius || (walk.waypoint.straight && d > 2 * minStep);
}

/** One tick of a smooth walk: plans it if that is due, and drops the points that are reached. */
function followPlan(agent, behavior, due, world) {
  const { memory: walk, reachRadius } = behavior;
  const { target } = agent.internal;
  if (due) {
    walk.plannedFor = { x: target.x, y: target.y };
    const controls = [{ x: agent.x, y: agent.y, straight: false }];
    for (let last = controls[0]; controls.length < 256 && !last.straight;) {
      last = pickWaypoint(agent, last, behavior, world);
      controls.push(last);
    }
    walk.ahead = curveThrough(controls, 0.2 * reachRadius);
  }
  while (walk.ahead.length > 1 && distance(agent, walk.ahead[0]) <= reachRadius) walk.ahead.shift();
  const { x, y } = walk.ahead[0] ?? target;
  walk.waypoint = { x, y, straight: walk.ahead.length <= 1 };
}

/** A waypoint one step from `from` toward the target, turned by a random part of the field of view. */
function pickWaypoint(agent, from, behavior, world) {
  const { target, random } = agent.internal;
  const { stepFraction, stepJitter, minStep, maxStep } = behavior;
  const dx = target.x - from.x, dy = target.y - from.y;
  const d = length(dx, dy);
  let step = d * stepFraction;
  if (stepJitter > 0) step = step * (1 + stepJitter * (2 * nextF64(random) - 1));
  step = step < maxStep ? step : maxStep;
  step = step > minStep ? step : minStep;
  if (step > d) return { x: target.x, y: target.y, straight: true };
  const angle = halfFov(behavior, d) * nextF64(random);
  const sided = nextU32(random) % 2 === 0 ? -angle : angle;
  const toTarget = direction(dx, dy);
  const offset = rotate(toTarget.x * step, toTarget.y * step, sided * world.turnSign);
  return { x: from.x + offset.x, y: from.y + offset.y, straight: false };
}

/** Half the field of view at this distance from the target, radians. */
function halfFov({ aggroRadius, maxFovDeg }, d) {
  const near = d < aggroRadius ? d : aggroRadius;
  const widest = maxFovDeg * RADIANS_PER_DEGREE;
  return aggroRadius > 0 ? 0.5 * widest * near / aggroRadius : 0.5 * widest;
}

// ---- Among walls --------------------------------------------------------------------------------

/** Away from the wall that the body would meet first on the way of a feeler; null if it would meet none. */
function avoidWalls(agent, { aheadLength, sideLength, sideCos: c, sideSin }, { walls, skin, turnSign }) {
  const { maxSpeed, radius } = agent.internal;
  const h = { x: agent.headingX, y: agent.headingY }, s = sideSin * turnSign, r = Math.max(radius, 10 * skin);
  const speed = length(agent.vx, agent.vy), share = speed < maxSpeed ? speed / maxSpeed : 1;
  const ahead = aheadLength * share, side = sideLength * share;
  const feelers = [
    { x: h.x * ahead, y: h.y * ahead },
    { x: (h.x * c - h.y * s) * side, y: (h.x * s + h.y * c) * side },
    { x: (h.x * c + h.y * s) * side, y: (-h.x * s + h.y * c) * side },
  ];
  let worst = null;
  for (const feeler of feelers) {
    const contact = walls.firstContact({ x: agent.x, y: agent.y }, feeler, r);
    if (contact !== null && (worst === null || contact.t < worst.t)) worst = contact;
  }
  if (worst === null) return null;
  const { t, n } = worst;
  const w = minus(n, { x: h.x * dot(n, h), y: h.y * dot(n, h) }), l = length(w.x, w.y);
  const across = l > 1e-6 ? { x: w.x / l, y: w.y / l } : { x: -h.y * turnSign, y: h.x * turnSign };
  const way = direction(h.x * t + across.x * (1 - t), h.y * t + across.y * (1 - t));
  const desired = speed + (maxSpeed - speed) * ((1 - t) * (1 - t));
  return forceToward(agent, way.x * desired, way.y * desired);
}

/** Along the wall ahead, or else along the nearest wall; null without one. */
function followWall(agent, { side, distance: wanted, reach, lookAhead }, { walls, skin, turnSign }) {
  const { maxSpeed, radius } = agent.internal;
  const p = { x: agent.x, y: agent.y }, h = { x: agent.headingX, y: agent.headingY };
  const k = side === "left" ? turnSign : -turnSign;
  const ahead = walls.firstContact(p, { x: h.x * lookAhead, y: h.y * lookAhead }, Math.max(radius, 10 * skin));
  let way;
  if (ahead !== null) {
    const { t, n } = ahead;
    way = { x: h.x * t + -n.y * k * (1 - t), y: h.y * t + n.x * k * (1 - t) };
  } else {
    let found = null;
    for (const segment of walls.motion.near(p, p, reach)) {
      const { point, d } = nearestOfSegment(segment, p);
      const isBeside = cross(h, minus(point, p)) * k >= 0;
      const isNearer = found === null || (isBeside === found.isBeside ? d < found.d : isBeside);
      if (d <= reach && isNearer) found = { segment, point, d, isBeside };
    }
    if (found === null) return null;
    const { segment, point, d } = found;
    const n = d > 0 ? { x: (p.x - point.x) / d, y: (p.y - point.y) / d } : walls.left(segment);
    way = { x: n.x * (wanted - d) + -n.y * k * lookAhead, y: n.y * (wanted - d) + n.x * k * lookAhead };
  }
  const { x, y } = direction(way.x, way.y);
  return forceToward(agent, x * maxSpeed, y * maxSpeed);
}

const STEERING = {
  seek,
  flee,
  arrive,
  leave,
  pursue,
  evade,
  follow_path: followPath,
  separation,
  follow_leader: followLeader,
  homing_walk: homingWalk,
  avoid_walls: avoidWalls,
  follow_wall: followWall,
};

// ---- Grid chase: moves its agent from cell to cell ----------------------------------------------

const saturate = (x) => x > 2147483647 ? 2147483647 : x < -2147483648 ? -2147483648 : x;
const isSameCell = (a, b) => a !== null && b !== null && a.column === b.column && a.row === b.row;

function addRow(rowsOfColumns, column, row) {
  if (!rowsOfColumns.has(column)) rowsOfColumns.set(column, new Set());
  rowsOfColumns.get(column).add(row);
}

/** The square cells of the plane. Rows count upward even where y grows downward. */
class Cells {
  constructor(field, turnSign) {
    this.size = range(1e-3, 1e6)(at(field, "size"));
    this.turnSign = turnSign;
    /** The blocked rows of each column, and those that walls cross. */
    this.blocked = new Map();
    this.crossed = new Map();
    list(at(field, "blocked"), (cell) => {
      const [column, row] = list(cell, (index) => integer(index, -2147483648, 2147483647), 2);
      addRow(this.blocked, column, turnSign > 0 ? row : -1 - row);
    });
  }

  /** The cell that contains a point. */
  at({ x, y }) {
    const column = saturate(Math.floor(x / this.size));
    const row = saturate(Math.floor(this.turnSign * y / this.size));
    return { column, row };
  }

  center({ column, row }) {
    return { x: (column + 0.5) * this.size, y: this.turnSign * ((row + 0.5) * this.size) };
  }

  isBlocked(column, row) {
    return (this.blocked.get(column)?.has(row) || this.crossed.get(column)?.has(row)) ?? false;
  }

  hasSameBlocked(other) {
    const areIn = (cells, others) =>
      [...cells].every(([column, rows]) => [...rows].every((row) => others.isBlocked(column, row)));
    const allAreIn = (cells, others) => areIn(cells.blocked, others) && areIn(cells.crossed, others);
    return allAreIn(this, other) && allAreIn(other, this);
  }

  /** Whether a neighboring cell can be entered: it is free, and a diagonal step cuts no blocked corner. */
  canStep(from, to) {
    if (this.isBlocked(to.column, to.row)) return false;
    const isDiagonal = from.column !== to.column && from.row !== to.row;
    return !isDiagonal || !(this.isBlocked(to.column, from.row) || this.isBlocked(from.column, to.row));
  }
}

const newChase = (cell) =>
  ({ from: cell, to: cell, elapsed: 0, preyCell: null, line: [], lineReaches: true });

/** One tick of a grid chase. The agent moves when all agents do. */
function chase(agent, behavior, world) {
  const { target } = agent.internal;
  const { memory } = behavior;
  const preyCell = target && world.cells.at(target);
  let entersCell = false;
  if (memory.elapsed === 0) {
    memory.from = memory.to;
    memory.to = nextCell(behavior, preyCell, world.cells);
    entersCell = !isSameCell(memory.from, memory.to);
  }
  memory.elapsed = memory.elapsed + 1 < behavior.stepTicks ? memory.elapsed + 1 : 0;
  if (preyCell && behavior.method === "line_of_sight" && behavior.mode === "chase") {
    const { lineSeen } = memory;
    memory.lineSeen = memory.lineReaches;
    if (lineSeen !== null && lineSeen !== memory.lineSeen) {
      world.emit(agent, behavior, memory.lineSeen ? "line_gained" : "line_lost");
    }
  }
  if (entersCell) world.emit(agent, behavior, "cell_entered");
  world.updateArrived(agent, behavior, isSameCell(preyCell, memory.to));
}

function nextCell({ memory, method, mode, maxPathLength }, preyCell, cells) {
  const here = memory.to;
  if (preyCell === null) {
    memory.preyCell = null;
    memory.line = [];
    return here;
  }
  const mirrored = (own, other) => saturate(own + saturate(own - other));
  const goal = mode === "chase" ? preyCell : {
    column: mirrored(here.column, preyCell.column),
    row: mirrored(here.row, preyCell.row),
  };
  if (method === "axis") return axisStep(here, goal, cells);
  if (!isSameCell(memory.preyCell, preyCell)) {
    memory.preyCell = preyCell;
    memory.line = freeLine(here, goal, maxPathLength, cells);
    memory.lineReaches = isSameCell(memory.line.at(-1) ?? here, goal);
  }
  const next = memory.line.shift();
  return next !== undefined && cells.canStep(here, next) ? next : here;
}

/** The next cell along both axes; if that is blocked, by the column alone, else by the row alone. */
function axisStep(here, goal, cells) {
  const { column, row } = here;
  // A step toward a goal in range stays in range.
  const nextColumn = column + Math.sign(goal.column - column);
  const nextRow = row + Math.sign(goal.row - row);
  const candidates = [
    { column: nextColumn, row: nextRow },
    { column: nextColumn, row },
    { column, row: nextRow },
  ];
  return candidates.find((next) => !isSameCell(next, here) && cells.canStep(here, next)) ?? here;
}

/** Bresenham's line to `goal`, up to the first step that a blocked cell forbids. */
function freeLine(here, goal, maxLength, cells) {
  const dx = Math.abs(goal.column - here.column), dy = Math.abs(goal.row - here.row);
  const stepX = Math.sign(goal.column - here.column), stepY = Math.sign(goal.row - here.row);
  const long = Math.max(dx, dy), short = Math.min(dx, dy);
  const line = [];
  let error = 2 * short - long, last = here;
  while (line.length < long && line.length < maxLength) {
    const aside = error >= 0;
    if (aside) error -= 2 * long;
    error += 2 * short;
    const next = {
      column: last.column + (dx >= dy || aside ? stepX : 0),
      row: last.row + (dy > dx || aside ? stepY : 0),
    };
    if (!cells.canStep(last, next)) break;
    line.push(next);
    last = next;
  }
  return line;
}

// ---- Neighbors: a hash grid of all agents -------------------------------------------------------

class Neighbors {
  /** For searches within `radius`, mostly; 0 if there are none. */
  constructor(radius) {
    this.size = radius;
    this.agents = [];
    this.found = [];
    this.count = 0;
    this.firsts = new Int32Array(0);
  }

  /** Reads the current positions of the agents. */
  update(agents) {
    this.agents = agents;
    if (this.firsts.length < 2 * agents.length) {
      let buckets = 64;
      while (buckets < 2 * agents.length) buckets *= 2;
      this.firsts = new Int32Array(buckets);
      // Room for more agents than there are: a game may spawn some.
      this.nexts = new Int32Array(buckets);
      this.columns = new Int32Array(buckets);
      this.rows = new Int32Array(buckets);
    }
    this.firsts.fill(-1);
    agents.forEach((agent, i) => {
      const column = this.cell(agent.x), row = this.cell(agent.y);
      const bucket = this.bucket(column, row);
      this.columns[i] = column;
      this.rows[i] = row;
      this.nexts[i] = this.firsts[bucket];
      this.firsts[bucket] = i;
    });
  }

  cell(coordinate) {
    return saturate(Math.floor(coordinate / this.size));
  }

  bucket(column, row) {
    return (Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77)) & (this.firsts.length - 1);
  }

  /** Puts every agent within `radius`, and maybe some beyond, into the first `count` entries of `found`. */
  find({ x, y }, radius) {
    // Wider by more than the rounding of the sums, so that no neighbor at the edge is missed.
    const reach = radius * (1 + 1e-9) + (Math.abs(x) + Math.abs(y)) * 1e-15;
    const left = this.cell(x - reach), right = this.cell(x + reach);
    const bottom = this.cell(y - reach), top = this.cell(y + reach);
    this.count = 0;
    if (right - left > 7 || top - bottom > 7) {
      for (const agent of this.agents) this.found[this.count++] = agent;
      return;
    }
    for (let row = bottom; row <= top; row += 1) {
      for (let column = left; column <= right; column += 1) {
        for (let i = this.firsts[this.bucket(column, row)]; i >= 0; i = this.nexts[i]) {
          if (this.columns[i] === column && this.rows[i] === row) this.found[this.count++] = this.agents[i];
        }
      }
    }
  }
}

// ---- World --------------------------------------------------------------------------------------

/** One agent, to read; `world.drive` moves it. Lengths are in game units, times in seconds. */
class Agent {
  constructor(id, name, { x, y }, seed) {
    /** Its id in the scene, a whole number. */
    this.id = id;
    /** Its name in the scene. */
    this.name = name;
    /** Its position. */
    this.x = x;
    this.y = y;
    /** Its position a tick ago. */
    this.previousX = x;
    this.previousY = y;
    /** Its velocity, units per second. */
    this.vx = 0;
    this.vy = 0;
    /** Its heading: the direction of the last velocity that was not 0, of length 1. */
    this.headingX = 1;
    this.headingY = 0;
    /** Where it looks: a direction of length 1. It is the heading, unless its preset has a facing. */
    this.facingX = 1;
    this.facingY = 0;
    /** The length of the steering force of the last step. */
    this.steering = 0;
    /** The index of the path node that it moved toward in the last step, or null. */
    this.node = null;
    // What the behaviors need. Not enumerable: it is no part of the API.
    const internal = {
      /** Where it enters, as it is authored. */
      start: { x, y, vx: 0, vy: 0 },
      scatter: null,
      random: initialState(seed, id),
      pathId: null,
      target: null,
      danger: null,
      leaderId: null,
      /** The force of this tick. */
      force: ZERO,
      /** Where the game has put a driven agent. */
      driven: null,
      /** Whether an agent with sight has noticed its target, and for how many ticks it has been otherwise. */
      watch: { hasNoticed: false, ticks: 0 },
    };
    Object.defineProperty(this, "internal", { value: internal });
  }

  /** How fast it is, units per second. */
  get speed() {
    return length(this.vx, this.vy);
  }

  /** The id of its preset. */
  get preset() {
    return this.internal.presetId;
  }

  /** The full field of view, degrees: of its sight, or of its homing walk; null without sight, a homing walk or a target. */
  get fovDeg() {
    const { behaviors, target, sight } = this.internal;
    if (sight) return sight.fovDeg;
    const walk = behaviors.find(({ kind }) => kind === "homing_walk");
    return walk && target ? 2 * halfFov(walk, distance(this, target)) * DEGREES_PER_RADIAN : null;
  }
}

/** A run of an exported scene. Created by `load`. */
class World {
  constructor(file) {
    /** The axes, the unit and the origin of the export: { yDown, plane, scale, origin }. */
    this.placement = readPlacement(file);
    this.turnSign = this.placement.yDown ? -1 : 1;
    checkDerived(at(file, "turn_sign"), this.turnSign);
    string(at(file, "name"));
    string(at(file, "unit"));
    this.seed = integer(at(file, "seed"), 0, MAX_INTEGER);
    /** The length of a tick, seconds. */
    this.dt = 1 / range(1, 1000)(at(file, "ticks_per_second"));
    /** Ticks since the start. */
    this.tick = 0;
    /** The events of the last `step` or `advance`: { tick, agent, kind, node, behavior, source, other }. */
    this.events = [];
    this.accumulator = 0;
    this.pointer = stationary(at(file, "pointer"));
    this.paths = byId(at(file, "paths"), (path) => readPath(path, this.dt));
    this.markers = byId(at(file, "markers"), readMarker);
    this.cells = new Cells(at(file, "cells"), this.turnSign);
    this.skin = range(1e-9, 1)(at(file, "skin"));
    const walls = byId(at(file, "walls"), readWall);
    checkCrossedCells(at(file, "walls"), walls, this.cells);
    this.walls = new Walls(walls, this.cells);
    /** Equal presets are one; their ids count from 1 in the order of the file. */
    this.presets = new Map();
    const presetIds = new Map();
    const idOfPreset = (preset) => {
      const key = JSON.stringify(preset);
      if (!presetIds.has(key)) presetIds.set(key, presetIds.size + 1);
      this.presets.set(presetIds.get(key), preset);
      return presetIds.get(key);
    };
    this.agentsById = byId(at(file, "agents"), (field, id) => {
      const agent = readAgent(field, id, this.seed), preset = readPreset(field, this.dt);
      usePreset(agent, idOfPreset(preset), preset);
      return agent;
    });
    /** The spawners and the contact rules, in the order of their ids. */
    this.spawners = sortedById(at(file, "spawners"), (field, id) => {
      const spawner = readSpawner(field, id, this.seed, this.dt);
      spawner.presetId = idOfPreset(readPreset(field, this.dt));
      return spawner;
    });
    this.contacts = sortedById(at(file, "contacts"), (field, id) => readContact(field, id, this.presets));
    /** The spawner of each spawned agent, by its id, and the tick in which it expires, or null. */
    this.spawned = new Map();
    this.isPressed = false;
    this.isNewPress = false;
    const referencesOf = (id) => ({ ...this.agentsById.get(id).internal, ownId: id });
    checkReferences(at(file, "agents"), this, referencesOf);
    if (this.spawners.length > 0) {
      checkReferences(at(file, "spawners"), this, (id) => this.spawners.find((spawner) => spawner.id === id));
    }
    /** The agents, in the order of their ids. */
    this.agents = Object.freeze([...this.agentsById.values()].sort((a, b) => a.id - b.id));
    /** The highest id that an agent ever had here. */
    this.highestId = this.agents.at(-1)?.id ?? 0;
    for (const agent of this.agents) {
      this.resolveReferences(agent);
      this.enter(agent);
    }
    this.neighbors = neighborsFor(this.presets);
  }

  /** Seconds since the start. */
  get time() {
    return this.tick * this.dt;
  }

  /**
   * The part of a tick, 0 to 1, that `advance` has kept. For smooth motion draw at
   * `previous + (position - previous) * interpolationAlpha`.
   */
  get interpolationAlpha() {
    return this.accumulator;
  }

  /** The agent with this id, or undefined. */
  agent(id) {
    return this.agentsById.get(id);
  }

  /** The id of the agent with this name, or undefined; of several, the lowest. */
  findAgent(name) {
    return lowestId(name, this.agentsById);
  }

  /** The id of the marker with this name, or undefined; of several, the lowest. */
  findMarker(name) {
    return lowestId(name, this.markers);
  }

  /** The id of the path with this name, or undefined; of several, the lowest. */
  findPath(name) {
    return lowestId(name, this.paths);
  }

  /** The id of the preset with this name, or undefined; of several, the lowest. An export has only the presets of its agents. */
  findPreset(name) {
    return lowestId(name, this.presets);
  }

  /** The line of a path: { points, closed, length }. A closed path does not repeat its first point. */
  path(id) {
    const { points, isClosed: closed, length } = lookUp("path", id, this.paths).line;
    return { points, closed, length };
  }

  /** The place of a path nearest to (x, y): { x, y, along, distance }; null if the path has no points. */
  pathNearest(id, x, y) {
    return lookUp("path", id, this.paths).line.nearest(checkedPoint(x, y));
  }

  /**
   * The point of a path at a distance along it from its first point; null if the path has no points. On a closed
   * path the distance wraps around, on an open one it is limited to the ends.
   */
  pathAt(id, along) {
    const { line } = lookUp("path", id, this.paths);
    if (!Number.isFinite(along)) {
      throw new SteerwrightError(`the distance ${String(along)} is not a finite number; check where it is computed`);
    }
    return line.at(along);
  }

  /** The cell that contains (x, y): { column, row, x, y, size, blocked }, with its center. Rows count along the game's y axis. */
  cellAt(x, y) {
    const { cells } = this;
    const cell = cells.at(checkedPoint(x, y)), { column } = cell;
    const row = this.turnSign > 0 ? cell.row : -1 - cell.row;
    return { column, row, ...cells.center(cell), size: cells.size, blocked: cells.isBlocked(column, cell.row) };
  }

  /** Takes one tick. */
  step() {
    this.events = [];
    this.tickOnce();
  }

  /**
   * Takes as many whole ticks as fit into `seconds`, at most 240; the rest is kept for the next call.
   * Anything but a finite number above 0 counts as 0. Returns the ticks taken.
   */
  advance(seconds) {
    this.events = [];
    const added = typeof seconds === "number" ? seconds / this.dt : 0;
    if (added > 0 && added < Infinity) this.accumulator += added;
    let ticks = 0;
    while (this.accumulator >= 1) {
      if (ticks === MAX_TICKS_PER_ADVANCE) {
        // A game that is further behind slows down instead of freezing.
        this.accumulator = 0;
        break;
      }
      this.accumulator -= 1;
      this.tickOnce();
      ticks += 1;
    }
    return ticks;
  }

  /**
   * Applies an edited scene while the world runs. Agents whose authored start is unchanged continue from
   * where they are; new agents and those whose start was edited enter the scene. The tick and the pointer
   * stay. What the game changed by other calls is reset, and agents that it spawned are gone. The agents are
   * new objects: get them from the world again. Presets may have other ids: find them by name again.
   * @throws {SteerwrightError} as `load`; then nothing has changed
   */
  applyScene(source) {
    const edited = new World(readFile(source));
    const { tick, accumulator, events, pointer, isPressed, isNewPress } = this;
    const highestId = Math.max(this.highestId, edited.highestId);
    Object.assign(edited.pointer, pointer);
    if (isSamePlacement(edited.placement, this.placement)) {
      for (const agent of edited.agents) {
        const earlier = this.agentsById.get(agent.id);
        if (earlier && (earlier.internal.driven || isSameStart(agent, earlier))) {
          edited.carryOver(agent, earlier, this.cells);
        }
      }
      for (const spawner of edited.spawners) {
        const earlier = this.spawners.find(({ id }) => id === spawner.id);
        if (earlier && this.seed === edited.seed && TIMING.every((key) => earlier[key] === spawner[key])) {
          const { wait, fired, pending, random } = earlier;
          Object.assign(spawner, { wait, fired, pending, random });
        }
      }
    }
    Object.assign(this, edited, { tick, accumulator, events, highestId, isPressed, isNewPress });
  }

  /** Moves the pointer. */
  setPointer(x, y) {
    Object.assign(this.pointer, checkedPoint(x, y));
  }

  /** Tells whether the pointer is pressed, which spawners can wait for. */
  setPressed(isPressed) {
    if (typeof isPressed !== "boolean") {
      throw new SteerwrightError(`${String(isPressed)} is not true or false; check where it is computed`);
    }
    this.isNewPress ||= isPressed && !this.isPressed;
    this.isPressed = isPressed;
  }

  /** Fires the spawners that wait for this name at the start of the next tick. Returns whether there is one. */
  trigger(name) {
    const waiting = this.spawners.filter(({ when, trigger }) => when === "trigger" && trigger === name);
    for (const spawner of waiting) spawner.pending = Math.min(spawner.pending + 1, MOST_PENDING);
    return waiting.length > 0;
  }

  /** Moves a marker. */
  moveMarker(id, x, y) {
    Object.assign(lookUp("marker", id, this.markers), checkedPoint(x, y));
  }

  /** Sets an agent's target: { kind, id } of a "marker" or an "agent", { kind: "pointer" }, or null. */
  setTarget(id, target) {
    const agent = lookUp("agent", id, this.agentsById);
    agent.internal.authoredTarget = checkedTarget(target, this);
    agent.internal.target = this.resolve(agent, agent.internal.authoredTarget);
  }

  /** Sets what an agent flees from, in the terms of `setTarget`. */
  setDanger(id, danger) {
    const agent = lookUp("agent", id, this.agentsById);
    agent.internal.danger = this.resolve(agent, checkedTarget(danger, this));
  }

  /** Sets the leader of an agent: the id of an agent, or null. */
  setLeader(id, leader) {
    const agent = lookUp("agent", id, this.agentsById);
    agent.internal.leaderId = idOrNull("agent", leader, this.agentsById);
    this.resolveLeader(agent);
  }

  /**
   * Sets the path of an agent: the id of a path, or null. Its path following starts as its preset says; with the
   * path that it has already it continues.
   */
  setPath(id, path) {
    const agent = lookUp("agent", id, this.agentsById), { internal } = agent;
    const pathId = idOrNull("path", path, this.paths);
    if (pathId === internal.pathId) return;
    internal.pathId = pathId;
    internal.path = this.paths.get(pathId) ?? null;
    for (const behavior of internal.behaviors) {
      if (behavior.kind === "follow_path") behavior.memory = startProgress(agent, behavior);
    }
  }

  /** Opens or closes a door. Cell movers look for their way again if the cells that it crosses become free or blocked. */
  setWallOpen(id, isOpen) {
    const wall = lookUp("wall", id, this.walls.byId);
    if (!wall.isDoor) throw new SteerwrightError(`the wall ${id} is not a door; make it one in the scene`);
    if (typeof isOpen !== "boolean") throw new SteerwrightError(`${String(isOpen)} is not true or false; check where it is computed`);
    if (wall.isOpen === isOpen) return;
    wall.isOpen = isOpen;
    const earlier = Object.assign(Object.create(Cells.prototype), this.cells);
    this.walls.blockCells(this.cells);
    if (this.cells.hasSameBlocked(earlier)) return;
    for (const { internal } of this.agents) {
      if (internal.isCellMover) Object.assign(internal.behaviors[0].memory, { preyCell: null, line: [] });
    }
  }

  /** Whether a wall is a door that is open now. */
  isWallOpen(id) {
    return this.walls.byId.get(id)?.isOpen ?? false;
  }

  /** Whether an agent with sight sees the body of another agent now. */
  sees(id, otherId) {
    const agent = this.agentsById.get(id), other = this.agentsById.get(otherId);
    if (!agent || !other || agent === other || !agent.internal.sight) return false;
    return this.seesAgentOrPoint(agent, other);
  }

  /** The id of the wall with this name, or undefined; of several, the lowest. */
  findWall(name) {
    return lowestId(name, this.walls.byId);
  }

  /** Sets the preset that an agent moves by. It continues from where it is, and its behaviors keep their memory. */
  setPreset(id, preset) {
    const agent = lookUp("agent", id, this.agentsById);
    this.changePreset(agent, preset, lookUp("preset", preset, this.presets));
  }

  /**
   * Replaces a preset: all its agents move by the new one from now on.
   * @param {string | object} source the fields of an agent in an export that come from its preset (`preset`,
   *   `color`, `body`, `motion`, `blend_mode`, `behaviors`), as text or parsed
   */
  replacePreset(id, source) {
    lookUp("preset", id, this.presets);
    const value = typeof source === "string" ? parseJson(source) : source;
    const preset = readPreset({ value, path: "preset" }, this.dt);
    this.presets.set(id, preset);
    this.neighbors = neighborsFor(this.presets);
    for (const agent of this.agents) {
      if (agent.internal.presetId === id) this.changePreset(agent, id, preset);
    }
  }

  /** Moves an agent by the game: from the next step on it is at (x, y), and its behaviors do not run. */
  drive(id, x, y) {
    lookUp("agent", id, this.agentsById).internal.driven = checkedPoint(x, y);
  }

  /** Returns a driven agent to its behaviors. A cell mover moves to the center of its cell immediately. */
  release(id) {
    const agent = lookUp("agent", id, this.agentsById);
    const { internal } = agent;
    if (internal.driven && internal.isCellMover) {
      const cell = this.cells.at(agent);
      Object.assign(internal.behaviors[0].memory, newChase(cell));
      placeAt(agent, this.cells.center(cell));
    }
    internal.driven = null;
  }

  /**
   * Adds an agent with a preset, at rest at (x, y), and returns its id: the highest id so far plus 1. It has no
   * name, path, target, danger or leader yet.
   */
  spawn(preset, x, y) {
    const motion = lookUp("preset", preset, this.presets), place = checkedPoint(x, y);
    const id = Math.min(this.highestId + 1, MAX_U32);
    if (this.agentsById.has(id)) throw new SteerwrightError(`there is an agent ${id} already; despawn it first`);
    this.add(new Agent(id, "", place, this.seed), preset, motion);
    return id;
  }

  /** Removes an agent. Targets, dangers and leaders that name it become none. */
  despawn(id) {
    const removed = lookUp("agent", id, this.agentsById);
    this.agentsById.delete(id);
    const spawned = this.spawned.get(id);
    if (spawned) {
      spawned.spawner.alive -= 1;
      this.spawned.delete(id);
    }
    const isRemoved = (reference) => reference?.kind === "agent" && reference.id === id;
    for (const spawner of this.spawners) {
      if (spawner.leaderId === id) spawner.leaderId = null;
      for (const key of ["target", "danger", "place"]) if (isRemoved(spawner[key])) spawner[key] = null;
    }
    this.agents = Object.freeze(this.agents.filter((agent) => agent !== removed));
    for (const { internal } of this.agents) {
      if (internal.leaderId === id) internal.leaderId = null;
      for (const role of ["target", "danger", "leader"]) {
        if (internal[role] !== removed) continue;
        internal[role] = null;
        if (role === "target") internal.authoredTarget = null;
      }
    }
  }

  // What follows is internal: no part of the API.

  /** Adds a new agent, whose id is the highest ever. */
  add(agent, presetId, preset) {
    usePreset(agent, presetId, preset);
    this.resolveReferences(agent);
    this.enter(agent);
    this.highestId = agent.id;
    this.agentsById.set(agent.id, agent);
    this.agents = Object.freeze([...this.agents, agent]);
  }

  /** The start of a tick: agents expire, and spawners fire. */
  runSpawners() {
    const expired = [...this.spawned].filter(([, { expires }]) => expires !== null && expires <= this.tick);
    for (const [id, { spawner }] of expired) {
      this.report(id, "expired", spawner.id);
      this.despawn(id);
    }
    for (const spawner of this.spawners) {
      for (let due = this.firesOf(spawner); due > 0; due -= 1) {
        if (spawner.times !== null && spawner.fired >= spawner.times) break;
        spawner.fired += 1;
        if (spawner.when !== "trigger") spawner.wait = nextWait(spawner);
        for (let i = 0; i < spawner.count; i += 1) this.spawnFrom(spawner);
      }
    }
    this.isNewPress = false;
  }

  /** How often a spawner fires in this tick, if it may. */
  firesOf(spawner) {
    const { when, wait, everyTicks, pending } = spawner;
    let fires = 0;
    if (when === "time") fires = wait === 0 ? 1 : 0;
    else if (when === "press") fires = this.isNewPress || (this.isPressed && everyTicks > 0 && wait === 0) ? 1 : 0;
    else fires = pending;
    spawner.pending = 0;
    if (fires === 0 && wait > 0 && (when === "time" || this.isPressed)) spawner.wait -= 1;
    return fires;
  }

  /** Adds an agent of a spawner, if there is room and a place for it. */
  spawnFrom(spawner) {
    const { maxAlive, lifetimeTicks, presetId } = spawner;
    if (maxAlive !== null && spawner.alive >= maxAlive) return;
    if (this.agents.length >= MOST_AGENTS || this.highestId === MAX_U32) return;
    const place = this.spawnPlace(spawner);
    if (!place) return;
    const agent = new Agent(this.highestId + 1, "", place, this.seed), { internal } = agent;
    if (place.kind === "edge") Object.assign(agent, edgePoint(place, nextF64(internal.random)));
    if (spawner.scatter) this.scatter(agent, spawner.scatter);
    Object.assign(internal.start, { x: agent.x, y: agent.y });
    const { pathId, target, danger, leaderId } = spawner;
    Object.assign(internal, { pathId, target, danger, leaderId });
    this.add(agent, presetId, this.presets.get(presetId));
    const expires = lifetimeTicks > 0 ? this.tick + lifetimeTicks : null;
    this.spawned.set(agent.id, { spawner, expires });
    spawner.alive += 1;
    this.report(agent.id, "spawned", spawner.id);
  }

  /** Where agents of a spawner enter: something with a position, or null. */
  spawnPlace({ place }) {
    if (place?.kind === "marker") return this.markers.get(place.id) ?? null;
    if (place?.kind === "agent") return this.agentsById.get(place.id) ?? null;
    return place;
  }

  /** Finds the agents that touch, after all have moved. Those with an id above `highestBefore` are new. */
  findContacts(highestBefore) {
    const gone = new Set();
    this.addContacts(highestBefore, gone);
    for (const { id } of gone) this.despawn(id);
  }

  /** Reports the agents that touch, and adds those that go to `gone`. */
  addContacts(highestBefore, gone) {
    const mostEvents = this.events.length + MOST_CONTACTS;
    for (const rule of this.contacts) {
      const { first, second, despawn } = rule;
      const group = (preset) => this.agents.filter(({ internal }) => internal.presetId === preset);
      const ones = group(first), others = group(second);
      if (ones.length === 0 || others.length === 0) continue;
      const reach = rule.distance ?? ones[0].internal.radius + others[0].internal.radius + rule.margin;
      const touches = (x1, y1, x2, y2) => (x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1) <= reach * reach;
      const isNew = ({ id }) => id > highestBefore;
      const near = nearbyOf(others, reach, ones.length);
      for (const a of ones) {
        if (gone.has(a)) continue;
        for (const b of near(a)) {
          if (first === second ? b.id <= a.id : b === a) continue;
          if (!touches(a.x, a.y, b.x, b.y) || gone.has(b)) continue;
          const touched = touches(a.previousX, a.previousY, b.previousX, b.previousY);
          if (despawn === "none" && touched && !isNew(a) && !isNew(b)) continue;
          this.report(a.id, "contact", rule.id, b.id);
          if (despawn === "second" || despawn === "both") gone.add(b);
          if (despawn === "first" || despawn === "both") gone.add(a);
          if (this.events.length === mostEvents) return;
          if (gone.has(a)) break;
        }
      }
    }
  }

  /** An event of a spawner or a contact rule. */
  report(agent, kind, source, other = null) {
    this.events.push({ tick: this.tick, agent, kind, node: null, behavior: null, source, other });
  }

  /** Replaces the ids that an agent was read with by what they name. */
  resolveReferences(agent) {
    const { internal } = agent;
    internal.path = this.paths.get(internal.pathId) ?? null;
    internal.authoredTarget = internal.target;
    internal.target = this.resolve(agent, internal.target);
    internal.danger = this.resolve(agent, internal.danger);
    this.resolveLeader(agent);
  }

  /** An agent has a leader only if one of its behaviors follows one. */
  resolveLeader(agent) {
    const { internal } = agent;
    const follows = internal.behaviors.some(({ kind }) => kind === "follow_leader");
    internal.leader = follows ? this.resolve(agent, { kind: "agent", id: internal.leaderId }) : null;
  }

  /** Lets an agent continue by another preset. */
  changePreset(agent, id, preset) {
    const before = { ...agent.internal };
    usePreset(agent, id, preset);
    this.keepFacing(agent);
    if (!isSameSight(agent.internal.sight, before.sight)) agent.internal.watch = { hasNoticed: false, ticks: 0 };
    this.resolveLeader(agent);
    this.carryOverMotion(agent, before, this.cells);
  }

  /** An agent without a facing of its own looks where it moves. */
  keepFacing(agent) {
    if (agent.internal.facing) return;
    agent.facingX = agent.headingX;
    agent.facingY = agent.headingY;
  }

  /** What a target names, with position and velocity; null if it is the agent itself. */
  resolve(agent, target) {
    if (target === null) return null;
    if (target.kind === "pointer") return this.pointer;
    const found = (target.kind === "marker" ? this.markers : this.agentsById).get(target.id) ?? null;
    return found === agent ? null : found;
  }

  /** Puts an agent where it starts. */
  enter(agent) {
    const { scatter, isCellMover, behaviors } = agent.internal;
    if (scatter) this.scatter(agent, scatter);
    placeAt(agent, isCellMover ? this.cells.center(this.cells.at(agent)) : agent);
    updateHeading(agent);
    agent.facingX = agent.headingX;
    agent.facingY = agent.headingY;
    for (const behavior of behaviors) behavior.memory = this.startMemory(agent, behavior);
  }

  /** Moves an agent by a random distance in a random direction. */
  scatter(agent, { min, max }) {
    const { random } = agent.internal;
    let unit = { x: 1, y: 0 };
    for (let tries = 0; tries < 64; tries += 1) {
      const x = 2 * nextF64(random) - 1, y = 2 * nextF64(random) - 1;
      const squared = x * x + y * y;
      if (squared <= 1 && squared > 1e-6) {
        unit = direction(x, y);
        break;
      }
    }
    const d = min + (max - min) * nextF64(random);
    agent.x += unit.x * d;
    agent.y += unit.y * d * this.turnSign;
  }

  /** What a behavior remembers when its agent enters. */
  startMemory(agent, behavior) {
    switch (behavior.kind) {
      case "arrive":
        return { arrived: false };
      case "follow_path":
        return startProgress(agent, behavior);
      case "homing_walk":
        return { ...newWalk(), inAggro: null, arrived: false };
      case "grid_chase":
        return { ...newChase(this.cells.at(agent)), lineSeen: null, arrived: false };
      default:
        return null;
    }
  }

  /** Lets an agent continue as it was before an edit. */
  carryOver(agent, earlier, earlierCells) {
    const { internal } = agent;
    for (const key of CARRIED_OVER) agent[key] = earlier[key];
    agent.node = earlier.node;
    internal.random = earlier.internal.random;
    internal.driven = earlier.internal.driven;
    const keepsWatch = isSameSight(internal.sight, earlier.internal.sight)
      && isSameTarget(internal.authoredTarget, earlier.internal.authoredTarget);
    if (keepsWatch) internal.watch = earlier.internal.watch;
    this.keepFacing(agent);
    this.carryOverMotion(agent, earlier.internal, earlierCells);
  }

  /** Lets the behaviors of an agent continue, which moved as `before` says. */
  carryOverMotion(agent, before, earlierCells) {
    const { internal } = agent;
    if (internal.isCellMover) agent.node = null;
    const remaining = [...before.behaviors];
    for (const behavior of internal.behaviors) {
      // The k-th behavior of a kind keeps the memory of the k-th one of that kind.
      const i = remaining.findIndex(({ kind }) => kind === behavior.kind);
      const [predecessor] = i < 0 ? [] : remaining.splice(i, 1);
      behavior.memory = this.startMemory(agent, behavior);
      if (predecessor) this.carryOverMemory(agent, behavior, before.pathId, predecessor, earlierCells);
    }
    const goesOn = before.isCellMover && this.cells.size === earlierCells.size;
    if (internal.isCellMover && !goesOn) Object.assign(agent, this.cells.center(this.cells.at(agent)));
  }

  /** Keeps what a behavior remembered before an edit, as far as it still applies. */
  carryOverMemory(agent, behavior, earlierPathId, before, earlierCells) {
    const { memory } = before;
    switch (behavior.kind) {
      case "arrive":
        behavior.memory = memory;
        break;
      case "follow_path": {
        const { path, pathId } = agent.internal;
        const isSameNode = behavior.start !== "node" || behavior.startNode === before.startNode;
        if (pathId !== earlierPathId || behavior.start !== before.start || !isSameNode) break;
        behavior.memory = memory;
        fitProgress(memory, path);
        break;
      }
      case "homing_walk":
        if (behavior.smooth === before.smooth) behavior.memory = memory;
        else Object.assign(behavior.memory, { inAggro: memory.inAggro, arrived: memory.arrived });
        break;
      case "grid_chase":
        if (this.cells.size !== earlierCells.size) {
          Object.assign(behavior.memory, { lineSeen: memory.lineSeen, arrived: memory.arrived });
          break;
        }
        behavior.memory = memory;
        if (!isSameChase(behavior, before) || !this.cells.hasSameBlocked(earlierCells)) {
          Object.assign(memory, { preyCell: null, line: [] });
        }
        break;
    }
  }

  /** All agents decide by the state at the start of the tick; then all agents move. */
  tickOnce() {
    this.tick += 1;
    const highestBefore = this.highestId;
    this.runSpawners();
    const first = this.events.length;
    if (this.neighbors.size > 0) this.neighbors.update(this.agents);
    for (const agent of this.agents) this.think(agent);
    for (const agent of this.agents) this.move(agent);
    const earlier = this.events.length;
    for (const agent of this.agents) {
      this.turn(agent);
      this.look(agent);
    }
    // An agent's look follows its other events of this tick.
    if (this.events.length > earlier) {
      const own = this.events.splice(first).sort((a, b) => a.agent - b.agent);
      this.events = this.events.concat(own);
    }
    if (this.contacts.length > 0) this.findContacts(highestBefore);
  }

  /** Turns an agent to where it looks, after all have moved. */
  turn(agent) {
    const { facing, target } = agent.internal;
    if (!facing) {
      this.keepFacing(agent);
      return;
    }
    const wanted = facing.toward === "target" && target !== null
      ? direction(target.x - agent.x, target.y - agent.y)
      : { x: agent.headingX, y: agent.headingY };
    if (wanted.x === 0 && wanted.y === 0) return;
    const { facingX: x, facingY: y } = agent;
    let turned = wanted;
    if (facing.turnCos !== -1 && !(x * wanted.x + y * wanted.y >= facing.turnCos)) {
      const isLeft = (x * wanted.y - y * wanted.x) * this.turnSign >= 0;
      const sin = isLeft ? facing.turnSin * this.turnSign : -(facing.turnSin * this.turnSign);
      turned = direction(x * facing.turnCos - sin * y, x * sin + y * facing.turnCos);
    }
    agent.facingX = turned.x;
    agent.facingY = turned.y;
  }

  /** Lets an agent with sight look at its target, after all have moved. */
  look(agent) {
    const { sight, target, watch } = agent.internal;
    if (!sight) return;
    const sees = target !== null && this.seesAgentOrPoint(agent, target);
    if (sees === watch.hasNoticed) {
      watch.ticks = 0;
      return;
    }
    watch.ticks += 1;
    if (watch.ticks < (sees ? sight.noticeTicks : sight.forgetTicks)) return;
    Object.assign(watch, { hasNoticed: sees, ticks: 0 });
    const kind = sees ? "sight_gained" : "sight_lost";
    this.report(agent.id, kind, null);
  }

  /** Whether an agent sees another, a marker or the pointer. */
  seesAgentOrPoint(agent, target) {
    const facing = { x: agent.facingX, y: agent.facingY };
    const radius = target instanceof Agent ? target.internal.radius : 0;
    return this.walls.seesBody(agent.internal.sight, agent, facing, target, radius);
  }

  /** Computes the force of an agent, and lets a cell mover choose its cell. */
  think(agent) {
    const { internal } = agent;
    agent.node = null;
    let force = ZERO;
    if (!internal.driven) {
      if (internal.isCellMover) chase(agent, internal.behaviors[0], this);
      else force = this.combine(agent);
    }
    internal.force = truncate(force.x, force.y, internal.maxForce);
    agent.steering = length(internal.force.x, internal.force.y);
  }

  /** Runs the behaviors of an agent and combines their forces. */
  combine(agent) {
    const { behaviors, byPriority, idle } = agent.internal;
    let x = 0, y = 0, hasAsked = false;
    for (const behavior of behaviors) {
      const force = STEERING[behavior.kind](agent, behavior, this);
      if (force === null || behavior.weight === 0) continue;
      hasAsked = true;
      const weighted = { x: force.x * behavior.weight, y: force.y * behavior.weight };
      if (!byPriority) {
        x += weighted.x;
        y += weighted.y;
      } else if (length(weighted.x, weighted.y) > 1e-9) {
        return weighted;
      }
    }
    const isIdle = behaviors.length > 0 && !hasAsked;
    return isIdle && idle === "brake" ? forceToward(agent, 0, 0) : { x, y };
  }

  move(agent) {
    const { driven, isCellMover, force, mass, maxSpeed } = agent.internal;
    const { dt } = this;
    agent.previousX = agent.x;
    agent.previousY = agent.y;
    if (driven || isCellMover) {
      const { x, y } = driven ?? this.cellMoverPosition(agent);
      agent.vx = (x - agent.x) / dt;
      agent.vy = (y - agent.y) / dt;
      agent.x = x;
      agent.y = y;
    } else {
      const vx = agent.vx + force.x / mass * dt, vy = agent.vy + force.y / mass * dt;
      const wanted = truncate(vx, vy, maxSpeed), { x, y } = agent;
      const { position, velocity } = this.walls.motion.isEmpty
        ? { position: { x: x + wanted.x * dt, y: y + wanted.y * dt }, velocity: wanted }
        : this.walls.glide({ x, y }, wanted, agent.internal.radius, this.skin, dt);
      agent.vx = velocity.x;
      agent.vy = velocity.y;
      if (isFinitePoint(position)) Object.assign(agent, position);
    }
    updateHeading(agent);
  }

  /** Between the cell that a cell mover left and the one that it enters. */
  cellMoverPosition(agent) {
    const [{ memory, stepTicks }] = agent.internal.behaviors;
    const to = this.cells.center(memory.to);
    if (memory.elapsed === 0) return to;
    const from = this.cells.center(memory.from), part = memory.elapsed / stepTicks;
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  }

  emit(agent, behavior, kind, node = null) {
    const source = null, other = null;
    this.events.push({ tick: this.tick, agent: agent.id, kind, node, behavior: behavior.index, source, other });
  }

  updateArrived(agent, behavior, arrived) {
    if (arrived && !behavior.memory.arrived) this.emit(agent, behavior, "arrived");
    behavior.memory.arrived = arrived;
  }
}

/** What has to stay the same for a spawner to continue after an edit. */
const TIMING = ["when", "trigger", "delayTicks", "everyTicks", "jitterTicks", "times"];

/** The ticks that a spawner waits after it has fired. */
function nextWait({ everyTicks, jitterTicks, random }) {
  let ticks = everyTicks;
  if (ticks > 0 && jitterTicks > 0) {
    ticks = ticks - jitterTicks + Math.floor(nextF64(random) * (2 * jitterTicks + 1));
  }
  return ticks > 1 ? ticks - 1 : 0;
}

/** The point at a fraction of the outline of a rectangle with these opposite corners. */
function edgePoint({ x, y, x2, y2 }, fraction) {
  const a = { x, y }, b = { x: x2, y }, c = { x: x2, y: y2 }, d = { x, y: y2 };
  const w = Math.abs(x2 - x), h = Math.abs(y2 - y), s = fraction * (w + h + w + h);
  const between = (p, q, t) => ({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t });
  if (s < w) return between(a, b, s / w);
  if (s < w + h) return between(b, c, (s - w) / h);
  if (s < w + h + w) return between(c, d, (s - (w + h)) / w);
  return between(d, a, h > 0 ? (s - (w + h + w)) / h : 0);
}

/** A function of an agent that returns those of `agents` that it can touch, in the order of ids. */
function nearbyOf(agents, reach, searches) {
  if (!(reach > 0) || agents.length * searches <= 1024) return () => agents;
  const neighbors = new Neighbors(reach);
  neighbors.update(agents);
  return (agent) => {
    neighbors.find(agent, reach);
    return neighbors.found.slice(0, neighbors.count).sort((a, b) => a.id - b.id);
  };
}

/** What an agent that continues after an edit keeps, besides its memory and its node. */
const CARRIED_OVER = ["x", "y", "previousX", "previousY", "vx", "vy", "headingX", "headingY", "facingX", "facingY", "steering"];

const isSamePlacement = (a, b) =>
  a.yDown === b.yDown && a.scale === b.scale && a.origin.x === b.origin.x && a.origin.y === b.origin.y;

/** Whether two presets see the same. */
function isSameSight(a, b) {
  return a === b || (a && b && Object.keys(a).every((key) => a[key] === b[key])) || false;
}

/** Whether two targets are the same thing. */
function isSameTarget(a, b) {
  return a === b || (a && b && a.kind === b.kind && a.id === b.id) || false;
}

/** Whether two agents were authored to enter at the same position, in the same way. */
function isSameStart({ internal: { start } }, { internal: { start: other } }) {
  return ["x", "y", "vx", "vy", "hx", "hy", "min", "max"].every((key) => start[key] === other[key]);
}

/** Lets an agent move by a preset. Its behaviors have no memory yet. */
function usePreset(agent, presetId, { name, color, behaviors, ...motion }) {
  Object.assign(agent.internal, motion, { presetId, behaviors: behaviors.map((behavior) => ({ ...behavior })) });
}

/** Neighbors for the behaviors of all presets. */
function neighborsFor(presets) {
  const behaviors = [...presets.values()].flatMap((preset) => preset.behaviors);
  const widest = (most, { separationRadius, radius = 0 }) => Math.max(most, separationRadius ?? radius);
  return new Neighbors(behaviors.reduce(widest, 0));
}

/** Whether two grid chases choose the same cells; the number of ticks of a step does not matter. */
function isSameChase(a, b) {
  return ["method", "mode", "maxPathLength", "stepInterval"].every((key) => a[key] === b[key]);
}

/** Puts an agent somewhere as if it had always been there. */
function placeAt(agent, { x, y }) {
  agent.x = agent.previousX = x;
  agent.y = agent.previousY = y;
}

/** An agent that stops keeps its heading. */
function updateHeading(agent) {
  if (!(length(agent.vx, agent.vy) > 1e-6)) return;
  const heading = direction(agent.vx, agent.vy);
  agent.headingX = heading.x;
  agent.headingY = heading.y;
}

// ---- Arguments of calls -------------------------------------------------------------------------

function checkedPoint(x, y) {
  for (const value of [x, y]) {
    if (!(typeof value === "number" && Math.abs(value) <= 1e9)) {
      const problem = `the coordinate ${String(value)} is not a number from -1e9 to 1e9`;
      throw new SteerwrightError(`${problem}; check where it is computed`);
    }
  }
  return { x, y };
}

function lookUp(type, id, entries) {
  const entry = entries.get(id);
  if (!entry) throw new SteerwrightError(`there is no ${type} ${String(id)}; use an id of the scene`);
  return entry;
}

/** An id of `entries`, or null for none. */
function idOrNull(type, id, entries) {
  if (id === null || id === undefined) return null;
  lookUp(type, id, entries);
  return id;
}

/** The lowest id of what has this name, or undefined. */
function lowestId(name, entries) {
  const ids = [...entries].filter(([, entry]) => entry.name === name).map(([id]) => id);
  return ids.sort((a, b) => a - b)[0];
}

function checkedTarget(target, { markers, agentsById }) {
  if (target === null || target === undefined) return null;
  if (target.kind === "marker") lookUp("marker", target.id, markers);
  else if (target.kind === "agent") lookUp("agent", target.id, agentsById);
  else if (target.kind !== "pointer") {
    const problem = `${String(target.kind)} is not a kind of target`;
    throw new SteerwrightError(`${problem}; use "marker", "agent" or "pointer"`);
  }
  return target;
}
