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
const MAX_COORDINATE = 1e9;
/** Columns and rows of cells. */
const MIN_INDEX = -2147483648;
const MAX_INDEX = 2147483647;
/** The actions of a node or a state, the places along a segment, and the ways that lead on. */
const MAX_ACTIONS = 32;
/** The states besides the first. */
const MAX_STATES = 32;
const MAX_TRANSITIONS = 32;
const MAX_TERMS = 16;
const MAX_WATCHES = 16;
/** How often a spawner fires, and how many agents of it there are. */
const MAX_TIMES = 1e9;
const MAX_TICKS_PER_ADVANCE = 240;
/** A spawner adds no agent to a world that has this many. */
const MAX_AGENTS = 50000;
/** The most contacts of a tick. */
const MAX_CONTACTS = 10000;
/** The triggers of one name that count in a tick. */
const MAX_PENDING = 1000;
/** The noises of the game that count in a tick, and the names that it sends. */
const MAX_NOISES = 1000;
const MAX_NAMES = 1000;
/** The cells that are looked at for a way, before there counts as none. */
const MAX_TAKEN = 65536;
/** How often a search tries to find a free place. */
const MAX_TRIES = 16;
/** With more pairs than this, a contact rule finds agents by cells. */
const MAX_PAIRS_TO_TRY = 1024;
/** The points of a smooth homing walk. */
const MAX_WAYPOINTS = 256;
/** How often a segment of a curve is halved. */
const MAX_CURVE_DEPTH = 8;
/** A box that meets more buckets than this is not divided into them. */
const MAX_BUCKETS = 4096;
/** At or below this speed, in units per second, an agent keeps its heading. */
const HEADING_SPEED = 1e-6;
/** With the blend mode priority, forces up to this length are passed over. */
const NEGLIGIBLE = 1e-9;
/** The cosine of a direction that is as good as the wanted one. */
const ALIGNED = 0.999999999;
/** Of files without them, u. */
const TOUCH_MARGIN = 0.05;
const ROUTE_TOLERANCE = 0.1;
const REPATH_DISTANCE = 1;

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
  const version = whole(at(file, "format_version"), 1, MAX_INTEGER);
  const minReader = at(file, "min_reader");
  const required = minReader.value === undefined ? version : whole(minReader, 1, MAX_INTEGER);
  const tooNew = `requires a reader of version ${required}, and this one has version ${VERSION}`;
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
/** A text that is not empty. */
const title = (field) => check(field, string(field) !== "", "is empty");
const flag = (field) => check(field, typeof field.value === "boolean", "is not true or false");
const nullable = (read) => (field) => field.value === null ? null : read(field);
const optional = (read, fallback) => (field) => field.value === undefined ? fallback : read(field);
/** A reader of a field that may be missing; null is the same. */
const maybe = (read) => (field) => field.value === undefined || field.value === null ? null : read(field);

/** A reader of numbers from `min` to `max`. */
function number(min, max) {
  return (field) => {
    const value = typeof field.value === "number" && Number.isFinite(field.value) ? decimal(field.value) : NaN;
    check(field, value >= min && value <= max, `is not a number from ${min} to ${max}`);
    return value;
  };
}

const coordinate = number(-MAX_COORDINATE, MAX_COORDINATE);
const velocity = number(-1e6, 1e6);
const nonNegative = number(0, MAX_LENGTH);
/** The parameter within which a behavior looks for neighbors. */
const neighborRadius = number(0, MAX_LENGTH);
const timeToTarget = number(1e-3, 1e3);

function choice(...values) {
  return (field) => check(field, values.includes(field.value), `is not one of ${values.join(", ")}`);
}

function whole(field, min = 0, max = MAX_U32) {
  const value = typeof field.value === "number" && Number.isFinite(field.value) ? decimal(field.value) : NaN;
  const valid = Number.isInteger(value) && value >= min && value <= max;
  check(field, valid, `is not a whole number from ${min} to ${max}`);
  return value;
}

/** A list of at least `min` and at most `max` entries. */
function bounded(field, read, min, max) {
  const entries = list(field, read);
  check(field, entries.length >= min && entries.length <= max, `does not have ${min} to ${max} entries`);
  return entries;
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
    const id = whole(idField);
    check(idField, !entries.has(id), "is used twice");
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

/** A place that can be a target: it stands still. */
const placeOf = ({ x, y }) => ({ x, y, vx: 0, vy: 0 });

function readMarker(field, id) {
  const name = string(at(field, "name"));
  choice("target", "danger")(at(field, "kind"));
  return { kind: "marker", id, name, ...placeOf(point(field)) };
}

const readPointer = (field) => ({ kind: "pointer", ...placeOf(point(field)) });

/** How positions in the game relate to those in the scene as it was authored. */
function readPlacement(file) {
  return {
    yDown: flag(at(file, "y_down")),
    plane: optional(choice("xy", "xz"), "xy")(at(file, "plane")),
    scale: optional(number(1e-6, 1e6), 1)(at(file, "scale")),
    origin: optional(point, { x: 0, y: 0 })(at(file, "origin")),
  };
}

/** Ticks in a number of seconds, at least `min`. */
function ticksIn(seconds, dt, min) {
  return Math.max(min, Math.min(roundHalfUp(seconds / dt), MAX_U32));
}

/** The direction of an angle in degrees, from -360 to 360, as exports contain it; with y up. */
function bakedDirection(degrees) {
  let angle = degrees;
  // `rotate` takes at most half a turn.
  if (degrees > 180) angle = degrees - 360;
  else if (degrees < -180) angle = degrees + 360;
  const { x, y } = rotate(1, 0, angle * RADIANS_PER_DEGREE);
  return { x: decimal(x), y: decimal(y) };
}

const degrees = number(-360, 360);

/** Two numbers that have to be this direction. */
function checkDirection(field, { x, y }) {
  list(field, (number, i) => checkDerived(number, i === 0 ? x : y), 2);
}

/** The angle of a tick: its cosine and sine, which are -1 and 0 for half a turn or more. */
function turnOf(turnRate, dt) {
  if (turnRate === null || !(turnRate * dt < 180)) return { turnCos: -1, turnSin: 0 };
  const { x, y } = rotate(1, 0, turnRate * dt * RADIANS_PER_DEGREE);
  return { turnCos: decimal(x), turnSin: decimal(y) };
}

/** The turn rate of an action; null for that of the facing. */
function readTurn(field, { dt }) {
  const turnRate = nullable(number(1e-3, 1e6))(at(field, "turn_rate"));
  const turn = turnRate === null ? { turnCos: null, turnSin: null } : turnOf(turnRate, dt);
  checkDerived(at(field, "turn_cos"), turn.turnCos);
  checkDerived(at(field, "turn_sin"), turn.turnSin);
  return { turnRate, ...turn };
}

/** Between `min` and `max` seconds, and how many ticks these are. */
function readTimes(field, { dt }) {
  const min = number(0, 1e6)(at(field, "min")), max = number(min, 1e6)(at(field, "max"));
  const times = { minTicks: ticksIn(min, dt, 0), maxTicks: ticksIn(max, dt, 0) };
  checkDerived(at(field, "min_ticks"), times.minTicks);
  checkDerived(at(field, "max_ticks"), times.maxTicks);
  return { min, max, ...times };
}

/** What an agent looks at: { direction }, { place } or { marker }. */
function readLookedAt(field, { turnSign, references }) {
  const kind = choice("direction", "point", "marker")(at(field, "kind"));
  if (kind === "point") return { place: point(field) };
  if (kind === "marker") {
    const marker = whole(at(field, "id"));
    references.push(({ markers }) => check(at(field, "id"), markers.has(marker), `names marker ${marker}, which is not in the file`));
    return { marker };
  }
  const { x, y } = bakedDirection(degrees(at(field, "deg"))), direction = { x, y: y * turnSign };
  checkDerived(at(field, "x"), direction.x);
  checkDerived(at(field, "y"), direction.y);
  return { direction };
}

/** What an action tells with its name: null, a text or a number. */
function readValue(field) {
  const { value } = field;
  if (value === null || typeof value === "string") return value;
  return number(-1e15, 1e15)(field);
}

/** The parameters of each action. */
const ACTIONS = {
  wait: readTimes,
  look: (field, scope) => ({ at: readLookedAt(at(field, "at"), scope), ...readTurn(field, scope) }),
  sweep: (field, scope) => {
    const directions = ["from", "to"].map((end) => {
      const { x, y } = bakedDirection(degrees(at(field, `${end}_deg`))), direction = { x, y: y * scope.turnSign };
      checkDirection(at(field, end), direction);
      return direction;
    });
    return { directions, times: whole(at(field, "times"), 1, 1000), ...readTurn(field, scope) };
  },
  speed: (field) => ({ limit: nullable(number(0, 1e6))(at(field, "limit")) }),
  emit: (field) => ({ name: title(at(field, "name")), value: readValue(at(field, "value")) }),
  set_wall: (field, { references }) => {
    const wall = whole(at(field, "wall"));
    references.push(({ walls }) => check(at(field, "wall"), walls.byId.get(wall)?.isDoor, `names wall ${wall}, which is not a door of the file`));
    return { wall, open: flag(at(field, "open")) };
  },
  meet: (field) => ({ name: title(at(field, "name")), count: whole(at(field, "count"), 1, 10000) }),
  share: (field) => ({ radius: nonNegative(at(field, "radius")) }),
};
const NODE_ACTIONS = ["wait", "look", "sweep", "speed", "emit", "set_wall", "meet"];
const ALONG_ACTIONS = ["speed", "emit", "set_wall"];
const ENTER_ACTIONS = ["emit", "set_wall", "share"];

function readAction(field, kinds, scope) {
  const kind = choice(...kinds)(at(field, "kind"));
  return { kind, ...ACTIONS[kind](field, scope) };
}

/** Where an agent can go on from a node; null for the next node of the path. */
function readJunction(field, { references }) {
  const keys = ["choose", "not_back", "next"], given = keys.filter((key) => at(field, key).value !== undefined);
  if (given.length === 0) return null;
  const options = bounded(at(field, "next"), (entry) => {
    const path = whole(at(entry, "path")), node = whole(at(entry, "node"));
    references.push(({ paths }) => {
      check(at(entry, "path"), paths.has(path), `names path ${path}, which is not in the file`);
      check(at(entry, "node"), node < paths.get(path).nodes.length, `names node ${node}, which path ${path} does not have`);
    });
    return { path, node, weight: whole(at(entry, "weight"), 1, 1e6) };
  }, 1, MAX_ACTIONS);
  const inTurn = choice("random", "in_turn")(at(field, "choose")) === "in_turn";
  return { options, inTurn, notBack: flag(at(field, "not_back")) };
}

/** What agents do at a node and on the segment after it, and where they go on; null for nothing of that. */
function readScript(field, scope) {
  const actions = optional((entries) => bounded(entries, (entry) => readAction(entry, NODE_ACTIONS, scope), 0, MAX_ACTIONS), [])(at(field, "actions"));
  const along = optional((entries) => bounded(entries, (entry) => {
    return { ...point(entry), action: readAction(at(entry, "action"), ALONG_ACTIONS, scope) };
  }, 0, MAX_ACTIONS), [])(at(field, "along"));
  const junction = readJunction(field, scope);
  return actions.length > 0 || along.length > 0 || junction ? { actions, along, junction } : null;
}

function readPath(field, id, scope) {
  const { dt } = scope;
  const name = string(at(field, "name"));
  const traversal = choice("once", "loop", "ping_pong")(at(field, "traversal"));
  const isCurved = choice("straight", "catmull_rom")(at(field, "shape")) === "catmull_rom";
  const tolerance = number(1e-6, MAX_LENGTH)(at(field, "tolerance"));
  const radius = nonNegative(at(field, "radius"));
  const isClosed = traversal === "loop";
  checkDerived(at(field, "closed"), isClosed);
  const nodes = [...byId(at(field, "nodes"), (node) => {
    const wait = number(0, 1e6)(at(node, "wait"));
    const waitTicks = ticksIn(wait, dt, 0);
    checkDerived(at(node, "wait_ticks"), waitTicks);
    return {
      ...point(node),
      radius: nonNegative(at(node, "radius")),
      waitTicks,
      speed: nullable(number(0, 1e6))(at(node, "speed")) ?? Infinity,
      script: readScript(node, scope),
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
  const isScripted = nodes.some(({ script }) => script !== null);
  return { id, name, traversal, radius, nodes, line, isScripted, /** For each node, the curve points from it to the next node. */ segments };
}

/** More than the sum of two lengths can be wrong by rounding. */
const ROUNDED_UP = 1.000000001;

/** What going straight for a length costs: whole numbers, so that of two equal ways the same one is taken at every scale. */
const routeCost = (length, tolerance) => Math.floor(length * 64 / tolerance + 1.5);

/** The nets of routes, by radius: { radius, points, links }, with a list of { to, cost, doors } for each point. */
function readNets(field, walls, tolerance) {
  const nets = list(field, (entry) => {
    const net = { radius: nonNegative(at(entry, "radius")) };
    net.points = list(at(entry, "points"), (pair) => {
      const [x, y] = list(pair, coordinate, 2);
      return { x, y };
    });
    net.links = net.points.map(() => []);
    // Of the costs: the least one for a unit of distance, and all together.
    [net.costPerUnit, net.total] = [64 / tolerance, 0];
    const pairs = readPairs(at(entry, "pairs"), net.points.length);
    list(at(entry, "doors"), (numbers) => {
      const [pair, index] = list(numbers, (number) => whole(number), 2);
      const place = (k) => ({ value: numbers.value[k], path: `${numbers.path}[${k}]` });
      check(place(0), pair < pairs.length, `names pair ${pair}, which the net does not have`);
      check(place(1), walls[index]?.isDoor, `names wall ${index} of the list, which is not a door`);
      pairs[pair].doors.push(walls[index]);
    });
    for (const { i, j, length, doors } of pairs) {
      const apart = distance(net.points[i], net.points[j]), cost = routeCost(length, tolerance);
      if (cost < net.costPerUnit * apart) net.costPerUnit = cost / apart;
      net.total += cost;
      net.links[i].push({ to: j, cost, doors });
      net.links[j].push({ to: i, cost, doors });
    }
    return net;
  });
  return nets.sort((a, b) => a.radius - b.radius);
}

function readPairs(field, count) {
  let last = -1;
  return list(field, (entry) => {
    check(entry, Array.isArray(entry.value) && entry.value.length === 3, "does not have 3 entries");
    const [first, second, third] = entry.value.map((value, k) => ({ value, path: `${entry.path}[${k}]` }));
    const i = whole(first), j = whole(second), length = number(0, 1e10)(third);
    check(entry, i < j && j < count && i * count + j > last, "is not a pair of points after the pair before");
    last = i * count + j;
    return { i, j, length, doors: [] };
  });
}

/** Whether a behavior goes around walls. */
function readRoute(field) {
  return choice("direct", "around_walls")(field) === "around_walls";
}

const route = optional(readRoute, false);
const maxSeparation = number(0, 1e9);
const falloff = choice("none", "inverse_square");

/** The parameters of each behavior, by their names in the file; a behavior has them in camelCase. */
const PARAMETERS = {
  seek: { route },
  flee: { panic_distance: nullable(nonNegative) },
  arrive: {
    target_radius: nonNegative,
    slow_radius: nonNegative,
    ramp: choice("linear", "sqrt", "quadratic"),
    stop: choice("brake", "coast"),
    time_to_target: nullable(timeToTarget),
    route,
  },
  leave: {
    escape_radius: nonNegative,
    danger_radius: nonNegative,
    ramp: choice("stepped", "smooth"),
    time_to_target: nullable(timeToTarget),
  },
  pursue: { max_prediction: nullable(number(0, 1e6)), route },
  evade: { max_prediction: nullable(number(0, 1e6)) },
  follow_path: {
    start: choice("first", "nearest", "node"),
    start_node: nullable(whole),
    target_radius: nonNegative,
    slow_radius: nonNegative,
    time_to_target: nullable(timeToTarget),
    resume: optional(choice("same", "nearest", "first"), "same"),
    route,
  },
  separation: { radius: neighborRadius, max_separation: maxSeparation, falloff },
  alignment: { radius: neighborRadius, fov_deg: number(0, 360) },
  cohesion: { radius: neighborRadius, fov_deg: number(0, 360) },
  follow_leader: {
    behind_distance: nonNegative,
    sight_radius: nonNegative,
    slow_radius: nonNegative,
    separation_radius: neighborRadius,
    max_separation: maxSeparation,
    falloff,
  },
  homing_walk: {
    step_fraction: number(0, 1),
    min_step: nonNegative,
    max_step: nonNegative,
    aggro_radius: nonNegative,
    max_fov_deg: number(0, 360),
    reach_radius: nonNegative,
    smooth: flag,
    step_jitter: number(0, 1),
    repick_interval: number(0, 1e4),
    route,
  },
  wander: { distance: nonNegative, radius: nonNegative, rate: number(0, 1e6) },
  avoid_walls: { ahead_length: nonNegative, side_length: nonNegative, side_angle_deg: number(0, 180) },
  follow_wall: { side: choice("left", "right"), distance: nonNegative, reach: nonNegative, look_ahead: nonNegative },
  search: {
    radius: nonNegative,
    points: (field) => whole(field, 1, 100),
    wait: number(0, 1e6),
    slow_radius: nonNegative,
    sweep: nullable(readSearchSweep),
    route: readRoute,
  },
  grid_chase: {
    method: choice("axis", "line_of_sight"),
    mode: choice("chase", "evade"),
    max_path_length: (field) => whole(field, 0, 1e6),
    step_interval: number(1e-3, 1e4),
    route,
  },
};

/** The behaviors with a target or danger, which can also have another goal. */
const GOAL_BEHAVIORS = new Set(["seek", "flee", "arrive", "leave", "pursue", "evade", "homing_walk", "grid_chase"]);
const goalName = choice("reference", "perceived", "last_seen", "last_seen_ahead", "last_noise", "left_path", "post");

/** The two directions of a search, which are relative to a heading and counted with y up. */
function readSearchSweep(field) {
  const directions = ["from", "to"].map((end) => {
    const angle = degrees(at(field, `${end}_deg`)), direction = bakedDirection(angle);
    checkDirection(at(field, end), direction);
    return { ...direction, angle };
  });
  return { kind: "search", directions, turnCos: null };
}

/** A goal and, if it is the place where someone would be later, how many seconds later; else null. */
function readGoal(field, mayMiss) {
  const goal = (mayMiss ? optional(goalName, "reference") : goalName)(at(field, "goal"));
  const ahead = (mayMiss ? maybe : nullable)(number(0, 1000))(at(field, "ahead"));
  check(at(field, "ahead"), (ahead !== null) === (goal === "last_seen_ahead"), "does not match goal");
  return { goal, ahead };
}

const camelCase = (key) => key.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

function readBehavior(field, index, kinds, { dt }) {
  const kind = choice(...kinds)(at(field, "kind"));
  const behavior = { kind, index, weight: number(-1e6, 1e6)(at(field, "weight")), neighborRadius: 0, memory: null, plan: null };
  for (const [key, read] of Object.entries(PARAMETERS[kind])) {
    behavior[camelCase(key)] = read(at(field, key));
    if (read === neighborRadius) behavior.neighborRadius = behavior[camelCase(key)];
  }
  if (GOAL_BEHAVIORS.has(kind)) Object.assign(behavior, readGoal(field, true));
  if (kind === "follow_path") {
    const isGiven = behavior.startNode !== null;
    check(at(field, "start_node"), isGiven === (behavior.start === "node"), "does not match start");
  } else if (kind === "alignment" || kind === "cohesion") {
    behavior.cos2 = squaredCosineOfHalf(behavior.fovDeg);
  } else if (kind === "homing_walk") {
    behavior.repickTicks = behavior.repickInterval === 0 ? 0 : ticksIn(behavior.repickInterval, dt, 1);
    checkDerived(at(field, "repick_ticks"), behavior.repickTicks);
  } else if (kind === "search") {
    Object.assign(behavior, readGoal(field, false));
    behavior.waitTicks = ticksIn(behavior.wait, dt, 0);
    checkDerived(at(field, "wait_ticks"), behavior.waitTicks);
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
  const kind = choice("marker", "agent", "pointer")(at(field, "kind"));
  return { kind, id: kind === "pointer" ? null : whole(at(field, "id")) };
}

function readScatter(field) {
  const min = nonNegative(at(field, "min"));
  return { min, max: number(min, MAX_LENGTH)(at(field, "max")) };
}

/** How agents turn to where they look. A field that is missing is null: they look where they move. */
function readFacing(field, { dt }) {
  if (field.value === undefined || field.value === null) return null;
  const toward = choice("motion", "target", "action")(at(field, "toward"));
  const turnRate = nullable(number(1e-3, 1e6))(at(field, "turn_rate"));
  const turn = turnOf(turnRate, dt);
  checkDerived(at(field, "turn_cos"), turn.turnCos);
  checkDerived(at(field, "turn_sin"), turn.turnSin);
  return { toward, turnRate, ...turn };
}

function readSight(field) {
  const sight = {
    range: nonNegative(at(field, "range")),
    near: nonNegative(at(field, "near")),
    fovDeg: number(1e-3, 360)(at(field, "fov_deg")),
    noticeTicks: whole(at(field, "notice_ticks"), 1, 1e6),
    forgetTicks: whole(at(field, "forget_ticks"), 1, 1e6),
  };
  sight.cos2 = decimal(squaredCosineOfHalf(sight.fovDeg));
  checkDerived(at(field, "cos2"), sight.cos2);
  return sight;
}

const readHearing = (field) => ({ scale: number(0, 1000)(at(field, "scale")), muffle: number(0, 1)(at(field, "muffle")) });

function readAlert(field) {
  const perSecond = number(0, 1e6);
  return {
    riseNear: perSecond(at(field, "rise_near")),
    riseFar: perSecond(at(field, "rise_far")),
    fall: perSecond(at(field, "fall")),
    noiseRise: number(0, 1)(at(field, "noise_rise")),
  };
}

const readNoise = (field) => ({ speed: number(0, 1e6)(at(field, "speed")), radius: nonNegative(at(field, "radius")) });

/** The teams that an agent watches; empty if it watches its target. */
function readWatches(field) {
  if (field.value === undefined) return [];
  return bounded(field, title, 1, MAX_WATCHES);
}

function readWall(field) {
  const points = list(at(field, "points"), (pair) => {
    const [x, y] = list(pair, coordinate, 2);
    return { x, y };
  });
  const wall = {
    name: string(at(field, "name")),
    blocksMotion: flag(at(field, "blocks_motion")),
    blocksSight: flag(at(field, "blocks_sight")),
    isDoor: nullable(flag)(at(field, "open")) !== null,
    isOpen: at(field, "open").value === true,
    edges: points.slice(1).map((b, i) => ({ a: points[i], b })),
  };
  const isClosed = flag(at(field, "closed"));
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
    mass: number(1e-3, 1e6)(at(field, "mass")),
    bodySpeed: number(0, 1e6)(at(field, "max_speed")),
    bodyForce: number(0, 1e9)(at(field, "max_force")),
    timeToTarget: timeToTarget(at(field, "time_to_target")),
    idle: choice("brake", "coast")(at(field, "idle")),
    noise: maybe(readNoise)(at(field, "noise")),
  };
}

function readPlace(field) {
  const kind = choice("point", "marker", "agent", "edge")(at(field, "kind"));
  if (kind === "marker" || kind === "agent") return { kind, id: whole(at(field, "id")) };
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
    when: choice("time", "press", "trigger")(at(field, "when")),
    trigger: nullable(string)(at(field, "trigger")),
    count: whole(at(field, "count"), 1, 1000),
    times: nullable((times) => whole(times, 1, MAX_TIMES))(at(field, "times")),
    maxAlive: nullable((most) => whole(most, 1, MAX_TIMES))(at(field, "max_alive")),
    pathId: nullable(whole)(at(field, "path")),
    target: nullable(readTarget)(at(field, "target")),
    danger: nullable(readTarget)(at(field, "danger")),
    leaderId: nullable(whole)(at(field, "leader")),
    team: maybe(title)(at(field, "team")),
    random: initialState(seed, 4294967296 + id),
    fired: 0,
    pending: 0,
    alive: 0,
  };
  // As they were read: those of agents that are despawned become none.
  spawner.authored = referencesOf(spawner);
  const isTrigger = spawner.when === "trigger";
  check(at(field, "trigger"), isTrigger ? Boolean(spawner.trigger) : spawner.trigger === null, "does not match when");
  const ticks = (key, seconds, min) => {
    const value = seconds === null ? 0 : ticksIn(seconds, dt, min);
    checkDerived(at(field, `${key}_ticks`), value);
    return value;
  };
  const every = nullable(number(1e-3, 1e6))(at(field, "every"));
  check(at(field, "every"), spawner.when !== "time" || every !== null, "is null, and when is time");
  spawner.delayTicks = ticks("delay", number(0, 1e6)(at(field, "delay")), 0);
  spawner.everyTicks = ticks("every", every, 1);
  spawner.jitterTicks = ticks("jitter", number(0, 1e6)(at(field, "jitter")), 0);
  spawner.lifetimeTicks = ticks("lifetime", nullable(number(1e-3, 1e6))(at(field, "lifetime")), 1);
  spawner.wait = spawner.delayTicks;
  list(at(field, "random_state"), (word, i) => checkDerived(word, spawner.random[i]), 4);
  return spawner;
}

const referencesOf = ({ place, target, danger, leaderId }) => ({ place, target, danger, leaderId });

function readContact(field, id, presets) {
  const preset = (key) => {
    const number = whole(at(field, key));
    return check(at(field, key), presets.has(number), "is not a preset of the file") && number;
  };
  return {
    id,
    name: string(at(field, "name")),
    first: preset("first"),
    second: preset("second"),
    distance: nullable(nonNegative)(at(field, "distance")),
    margin: nonNegative(at(field, "margin")),
    despawn: choice("none", "first", "second", "both")(at(field, "despawn")),
  };
}

/** Entries with ids of a list that may be missing, in order of id. */
function sortedById(field, read) {
  const entries = field.value === undefined ? new Map() : byId(field, read);
  return [...entries.values()].sort((a, b) => a.id - b.id);
}

const none = () => ({});

/** The parameters of each term of a transition. */
const TERMS = {
  sees: none,
  sees_not_for: (field, { dt }) => {
    const seconds = number(0, 1e6)(at(field, "seconds")), ticks = ticksIn(seconds, dt, 0);
    checkDerived(at(field, "ticks"), ticks);
    return { seconds, ticks };
  },
  hears: none,
  told: none,
  touches: none,
  meter_at_least: (field) => ({ meter: number(0, 1)(at(field, "meter")) }),
  meter_at_most: (field) => ({ meter: number(0, 1)(at(field, "meter")) }),
  for: readTimes,
  arrived: none,
  path_finished: none,
  near: (field) => ({ ...readGoal(field, false), radius: nonNegative(at(field, "radius")) }),
  event: (field) => ({ name: title(at(field, "name")) }),
  search_finished: none,
  no_route: none,
};

function readTransition(field, scope) {
  const to = whole(at(field, "to")), any = flag(at(field, "any"));
  const terms = bounded(at(field, "terms"), (term) => {
    const { value: kind } = at(term, "kind");
    check(at(term, "kind"), Object.keys(TERMS).includes(kind), "is not a kind of term");
    return { kind, ...TERMS[kind](term, scope) };
  }, 0, MAX_TERMS);
  return { field: at(field, "to"), to, any, terms };
}

const readColor = (field) => check(field, /^#[0-9a-f]{6}$/i.test(string(field)), 'is not a color like "#ff8000"').toLowerCase();

/** What every state has, without its motion. The missing state of a preset has the id 1. */
function readRules(field, scope) {
  if (field.value === undefined) return { id: 1, name: "", color: null, maxSpeed: null, maxForce: null, enter: [], transitions: [] };
  return {
    id: whole(at(field, "id")),
    name: string(at(field, "name")),
    color: nullable(readColor)(at(field, "color")),
    maxSpeed: nullable(number(0, 1e6))(at(field, "max_speed")),
    maxForce: nullable(number(0, 1e9))(at(field, "max_force")),
    enter: bounded(at(field, "enter"), (entry) => readAction(entry, ENTER_ACTIONS, scope), 0, MAX_ACTIONS),
    transitions: bounded(at(field, "transitions"), (entry) => readTransition(entry, scope), 0, MAX_TRANSITIONS),
  };
}

/** How agents move: the fields of a state, or of an agent for its first state. */
function readMotion(field, scope) {
  const motion = { facing: readFacing(at(field, "facing"), scope), byPriority: false };
  const behaviors = at(field, "behaviors"), blendMode = at(field, "blend_mode");
  motion.isCellMover = choice("steered", "grid_chase")(at(field, "motion")) === "grid_chase";
  if (motion.isCellMover) {
    check(blendMode, blendMode.value === null, "is not null");
    motion.behaviors = list(behaviors, (entry, i) => readBehavior(entry, i, ["grid_chase"], scope), 1);
  } else {
    const kinds = Object.keys(STEERING);
    motion.byPriority = choice("weighted_sum", "priority")(blendMode) === "priority";
    motion.behaviors = list(behaviors, (entry, i) => readBehavior(entry, i, kinds, scope));
  }
  return motion;
}

/** The values of custom properties that are set, as [name, value] in the order of names. The field may be missing. */
function readProperties(field) {
  if (field.value === undefined) return [];
  const isObject = typeof field.value === "object" && field.value !== null && !Array.isArray(field.value);
  check(field, isObject, "is not an object");
  const values = Object.entries(field.value).map(([name, value]) => [name, propertyValue(value)]);
  return values.filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The value of a custom property as it is read; undefined for what cannot be one. */
function propertyValue(value) {
  if (typeof value === "number") return decimal(value);
  return value === null || ["boolean", "string"].includes(typeof value) ? value : undefined;
}

/** Custom properties that the scene declares, by name: the kinds of items that have them, and their default. */
function readDeclaredProperties(field) {
  const declared = new Map();
  if (field.value === undefined) return declared;
  list(field, (entry) => {
    const { value: name } = at(entry, "name"), { value: on } = at(entry, "on"), { value } = at(entry, "default");
    if (typeof name !== "string" || !Array.isArray(on) || declared.has(name)) return;
    declared.set(name, { on, default: propertyValue(value) ?? null });
  });
  return declared;
}

/** The custom properties of a scene, which games read. They move nothing. */
class CustomProperties {
  constructor(file) {
    const valuesOf = (entry) => readProperties(at(entry, "properties"));
    this.declared = readDeclaredProperties(at(file, "declared_properties"));
    /** The values that are set, by the id of the item, and those of the nodes of each path, in order. */
    this.agents = byId(at(file, "agents"), valuesOf);
    this.paths = byId(at(file, "paths"), valuesOf);
    this.markers = byId(at(file, "markers"), valuesOf);
    this.walls = byId(at(file, "walls"), valuesOf);
    this.nodes = byId(at(file, "paths"), (path) => list(at(path, "nodes"), valuesOf));
  }

  /** The value of a property among those that an item has, or its default for items of this kind; null if there is neither. */
  find(values, name, items) {
    const own = values.find(([key]) => key === name);
    if (own) return own[1];
    const declaration = this.declared.get(name);
    return declaration?.on.includes(items) ? declaration.default : null;
  }
}

/** How an agent moves: the fields of an agent that come from its preset. */
function readPreset(field, scope) {
  const preset = { name: string(at(field, "preset")), color: readColor(at(field, "color")), ...readBody(at(field, "body")) };
  preset.properties = readProperties(at(field, "preset_properties"));
  preset.sight = nullable(readSight)(at(field, "sight"));
  preset.watches = readWatches(at(field, "watches"));
  preset.hearing = maybe(readHearing)(at(field, "hearing"));
  preset.alert = maybe(readAlert)(at(field, "alert"));
  const states = optional((entries) => bounded(entries, (entry) => ({
    idField: at(entry, "id"), ...readRules(entry, scope), ...readMotion(entry, scope),
  }), 0, MAX_STATES), [])(at(field, "states"));
  preset.states = [{ idField: null, ...readRules(at(field, "state"), scope), ...readMotion(field, scope) }, ...states];
  connectStates(preset.states);
  const transitions = preset.states.flatMap((state) => state.transitions);
  preset.hasStates = preset.states.length > 1 || transitions.length > 0 || preset.states[0].enter.length > 0;
  preset.hasFacing = preset.states.some(({ facing }) => facing !== null);
  preset.senses = Boolean(preset.sight || preset.watches.length > 0 || preset.hearing || preset.alert || transitions.length > 0);
  /** Whether touching someone means anything. */
  preset.feelsTouch = preset.watches.length > 0 || preset.hearing !== null
    || transitions.some(({ terms }) => terms.some(({ kind }) => kind === "touches"));
  return preset;
}

/** Replaces the ids that transitions lead to by indices, and numbers the times that are drawn. */
function connectStates(states) {
  states.forEach(({ id, idField }, i) => {
    if (idField !== null) check(idField, states.findIndex((other) => other.id === id) === i, `is ${id}, which an earlier state has too`);
  });
  for (const state of states) {
    delete state.idField;
    let draws = 0;
    for (const transition of state.transitions) {
      const { field, to } = transition;
      transition.index = states.findIndex(({ id }) => id === to);
      check(field, transition.index >= 0, `names state ${to}, which the preset does not have`);
      delete transition.field;
      for (const term of transition.terms) if (term.kind === "for") term.draw = draws++;
    }
  }
}

/** Where an agent at rest faces when it enters; null if it is not said. */
function readHeading(field) {
  const hx = at(field, "hx"), hy = at(field, "hy");
  const isMissing = ({ value }) => value === undefined || value === null;
  if (isMissing(hx) && isMissing(hy)) return null;
  const part = (entry) => (isMissing(entry) ? 0 : number(-1, 1)(entry));
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
  internal.pathId = nullable(whole)(at(field, "path"));
  internal.target = nullable(readTarget)(at(field, "target"));
  internal.danger = nullable(readTarget)(at(field, "danger"));
  internal.leaderId = nullable(whole)(at(field, "leader"));
  internal.team = maybe(title)(at(field, "team"));
  return agent;
}

/** Refuses references of agents and spawners that name nothing, or the agent itself. */
function checkReferences(entries, { paths, markers, agentsById }, referencesOf) {
  list(entries, (field) => {
    const internal = referencesOf(whole(at(field, "id"))), { ownId: id } = internal;
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

/** What a vector is multiplied by to shorten it to `limit`: 1 if it is not longer, 0 if its length is not finite. */
function truncation(x, y, limit) {
  const squared = x * x + y * y;
  if (squared <= limit * limit && squared < Infinity) return 1;
  const magnitude = Math.sqrt(squared);
  return magnitude < Infinity ? limit / magnitude : 0;
}

/** The vector shortened to `limit` if it is longer; (0, 0) if its length is not finite. */
function truncate(x, y, limit) {
  const factor = truncation(x, y, limit);
  return factor > 0 ? { x: x * factor, y: y * factor } : { x: 0, y: 0 };
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

/** The squared cosine of half of a field of view. */
function squaredCosineOfHalf(fovDeg) {
  const { x } = rotate(1, 0, fovDeg / 2 * RADIANS_PER_DEGREE);
  return x * x;
}

/** Whether a field of view contains what is at this squared distance, and `ahead` along the direction of the view. */
function isInView({ fovDeg, cos2 }, ahead, squared) {
  if (fovDeg === 360) return true;
  if (fovDeg <= 180) return ahead >= 0 && ahead * ahead >= cos2 * squared;
  return ahead >= 0 || ahead * ahead <= cos2 * squared;
}

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

/** The squared distance of p from the segment a-b. */
function squaredDistance({ a, b }, p) {
  const t = nearestFraction(a, b, p);
  const v = minus(p, t > 0 ? plus(a, minus(b, a), t) : a);
  return dot(v, v);
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

/** A segment of a barrier: of a wall, or of the outline of blocked cells. */
const newSegment = ({ a, b }, wall) => ({ a, b, wall, index: 0, /** The last search that found it. */ search: 0 });

/** The key of a bucket. Of buckets with the same key, each has the segments of all. */
const bucketKey = (column, row) => Math.imul(column, 73856093) ^ Math.imul(row, 19349663);

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
    /** The segments that meet too many buckets. */
    this.far = [];
    this.searches = 0;
    this.segments.forEach((segment, index) => {
      segment.index = index;
      const { left, right, bottom, top, areMany } = this.bucketsBetween(segment.a, segment.b, 0);
      if (areMany) {
        this.far.push(segment);
        return;
      }
      for (let column = left; column <= right; column += 1) {
        for (let row = bottom; row <= top; row += 1) {
          const key = bucketKey(column, row);
          if (!this.buckets.has(key)) this.buckets.set(key, []);
          this.buckets.get(key).push(segment);
        }
      }
    });
  }

  get isEmpty() {
    return this.segments.length === 0;
  }

  /** The columns and rows of the buckets that the box around two points, grown by `margin`, meets. */
  bucketsBetween(from, to, margin) {
    const { size } = this;
    const left = Math.floor((Math.min(from.x, to.x) - margin) / size);
    const right = Math.floor((Math.max(from.x, to.x) + margin) / size);
    const bottom = Math.floor((Math.min(from.y, to.y) - margin) / size);
    const top = Math.floor((Math.max(from.y, to.y) + margin) / size);
    return { left, right, bottom, top, areMany: (right - left + 1) * (top - bottom + 1) > MAX_BUCKETS };
  }

  /** The closed segments that may be within `radius` of the way from-to, in order. */
  near(from, to, radius) {
    const coordinates = Math.max(Math.abs(from.x), Math.abs(from.y), Math.abs(to.x), Math.abs(to.y));
    const margin = radius + 1e-12 * (this.extent + coordinates + radius);
    const { left, right, bottom, top, areMany } = this.bucketsBetween(from, to, margin);
    const found = [];
    this.searches += 1;
    if (areMany) {
      this.addClosed(this.segments, found);
      return found;
    }
    this.addClosed(this.far, found);
    let sources = found.length > 0 ? 1 : 0;
    for (let column = left; column <= right; column += 1) {
      for (let row = bottom; row <= top; row += 1) {
        const bucket = this.buckets.get(bucketKey(column, row)), before = found.length;
        if (bucket !== undefined) this.addClosed(bucket, found);
        if (found.length > before) sources += 1;
      }
    }
    if (sources > 1) found.sort((a, b) => a.index - b.index);
    return found;
  }

  /** Adds the segments that this search has not found yet, without those of open doors. */
  addClosed(segments, found) {
    for (let i = 0; i < segments.length; i += 1) {
      const segment = segments[i];
      if (segment.search === this.searches || (segment.wall !== null && segment.wall.isOpen)) continue;
      segment.search = this.searches;
      found.push(segment);
    }
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
      const edges = inOrder.filter((wall) => wall[blocks]).flatMap((wall) => wall.edges.map((edge) => newSegment(edge, wall)));
      return new Barrier([...edges, ...outline.map((edge) => newSegment(edge, null))]);
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

  /** Whether no segment overlaps a body: otherwise no way from or to it is free. */
  isClear(p, r) {
    return this.motion.near(p, p, r).every((segment) => squaredDistance(segment, p) >= r * r);
  }

  /** Whether a body can go straight from a to b. */
  isFree(a, b, r) {
    const way = { a, b }, least = r * r;
    return this.motion.near(a, b, r).every((segment) => !touches(segment, a, b)
      && squaredDistance(way, segment.a) >= least && squaredDistance(way, segment.b) >= least
      && squaredDistance(segment, a) >= least && squaredDistance(segment, b) >= least);
  }

  seesPoint(sight, eye, facing, p) {
    const { range: most, near } = sight, d = minus(p, eye), d2 = dot(d, d);
    if (!(d2 <= most * most)) return false;
    if (!(d2 <= near * near || isInView(sight, dot(facing, d), d2))) return false;
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
  divide(0, b, 1, c, MAX_CURVE_DEPTH);
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

/** Where `mover` will be when the agent could have reached it. */
function predict(agent, mover, maxPrediction) {
  const { maxSpeed } = agent.internal;
  let time = maxSpeed > 0 ? distance(agent, mover) / maxSpeed : 0;
  if (maxPrediction !== null && time > maxPrediction) time = maxPrediction;
  const predicted = { x: mover.x + mover.vx * time, y: mover.y + mover.vy * time };
  return isFinitePoint(predicted) ? predicted : mover;
}

/** The next point of the route of a behavior to its goal, which is planned if that is due; null where it goes straight. */
function nextOfRoute(agent, behavior, goal, world) {
  if (!behavior.route) return null;
  const { internal } = agent, { radius } = internal;
  if (behavior.plan === null || distance(goal, behavior.plan.goal) > world.repathDistance) {
    const points = world.planRoute(agent, goal, radius);
    behavior.plan = { goal: { x: goal.x, y: goal.y }, points: points ?? [] };
    internal.hasNoRoute = points === null;
    if (points === null) world.emit(agent, behavior, "no_route");
  }
  const { points } = behavior.plan, reach = radius + world.routeTolerance;
  while (points.length > 0 && distance(agent, points[0]) <= reach) points.shift();
  return points[0] ?? null;
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

/** What a behavior moves toward, with a position and a velocity; null for nothing. */
const targetOf = (agent, behavior) => behavior.goal === "reference" ? agent.internal.target : knownGoal(agent, behavior);

/** What a behavior moves away from, in the terms of `targetOf`. */
const dangerOf = (agent, behavior) => behavior.goal === "reference" ? agent.internal.danger : knownGoal(agent, behavior);

/** A goal of what an agent knows. */
function knownGoal(agent, { goal, ahead }) {
  const { knowledge } = agent.internal;
  if (goal === "last_seen_ahead" && knowledge.lastSeen) {
    const { x, y, velocity } = knowledge.lastSeen;
    const place = { x: x + velocity.x * ahead, y: y + velocity.y * ahead };
    return isFinitePoint(place) ? placeOf(place) : knowledge.lastSeen;
  }
  return knowledge[GOALS[goal]];
}

/** The names of goals in the knowledge of an agent. */
const GOALS = {
  perceived: "perceived",
  last_seen: "lastSeen",
  last_seen_ahead: "lastSeen",
  last_noise: "lastNoise",
  left_path: "leftPath",
  post: "post",
};

function seek(agent, behavior, world) {
  const { maxSpeed } = agent.internal, target = targetOf(agent, behavior);
  return target && moveToward(agent, nextOfRoute(agent, behavior, target, world) ?? target, maxSpeed);
}

function flee(agent, behavior) {
  const { maxSpeed } = agent.internal, danger = dangerOf(agent, behavior), { panicDistance } = behavior;
  if (!danger || (panicDistance !== null && distance(agent, danger) > panicDistance)) return null;
  return moveToward(agent, danger, -maxSpeed);
}

function pursue(agent, behavior, world) {
  const { maxSpeed } = agent.internal, target = targetOf(agent, behavior);
  const goal = target && predict(agent, target, behavior.maxPrediction);
  return goal && moveToward(agent, nextOfRoute(agent, behavior, goal, world) ?? goal, maxSpeed);
}

function evade(agent, behavior) {
  const { maxSpeed } = agent.internal, danger = dangerOf(agent, behavior);
  return danger && moveToward(agent, predict(agent, danger, behavior.maxPrediction), -maxSpeed);
}

function arrive(agent, behavior, world) {
  const { maxSpeed } = agent.internal, target = targetOf(agent, behavior);
  if (!target) return null;
  world.updateArrived(agent, behavior, distance(agent, target) < behavior.targetRadius);
  const { targetRadius, slowRadius, ramp, stop } = behavior;
  const onRoute = nextOfRoute(agent, behavior, target, world);
  if (onRoute !== null) return moveToward(agent, onRoute, maxSpeed);
  const timeToTarget = behavior.timeToTarget ?? undefined;
  return arriveAt(agent, target, { targetRadius, slowRadius, ramp, stop, maxSpeed, timeToTarget });
}

function leave(agent, behavior) {
  const { maxSpeed } = agent.internal, danger = dangerOf(agent, behavior);
  const { escapeRadius, dangerRadius, ramp, timeToTarget } = behavior;
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

/** Toward a point of a circle ahead of the agent, which moves along it at random. */
function wander(agent, { memory, distance: ahead, radius, rate }, { dt, turnSign }) {
  const { maxSpeed, random } = agent.internal, { headingX: hx, headingY: hy } = agent;
  let step = rate * RADIANS_PER_DEGREE * dt;
  if (step > Math.PI) step = Math.PI;
  memory.angle += (2 * nextF64(random) - 1) * step;
  if (memory.angle > Math.PI) memory.angle -= 2 * Math.PI;
  if (memory.angle < -Math.PI) memory.angle += 2 * Math.PI;
  const side = rotate(hx, hy, memory.angle * turnSign);
  const { x, y } = direction(hx * ahead + side.x * radius, hy * ahead + side.y * radius);
  return forceToward(agent, x * maxSpeed, y * maxSpeed);
}

// ---- Path following -----------------------------------------------------------------------------

function followPath(agent, behavior, world) {
  const progress = behavior.memory;
  if (progress.path === null || progress.path.nodes.length === 0) return null;
  const { targetNode: nodeBefore, finished: finishedBefore } = progress, wasHeld = isHeld(progress);
  const reached = finishedBefore ? null : advanceProgress(progress, agent, world);
  const held = isHeld(progress);
  if (wasHeld && (!held || reached !== null)) world.emit(agent, behavior, "wait_ended", nodeBefore);
  if (reached !== null) world.emit(agent, behavior, "node_reached", reached);
  if (world.notes.length > 0) world.emitNotes(agent, behavior);
  if (reached !== null && held) world.emit(agent, behavior, "wait_started", reached);
  if (progress.finished && !finishedBefore) world.emit(agent, behavior, "path_finished");

  const { path } = progress, { maxSpeed } = agent.internal;
  agent.node ??= progress.targetNode;
  if (held) {
    const action = progress.action === null ? undefined : path.nodes[progress.targetNode].script?.actions[progress.action];
    if (action?.kind === "look" || action?.kind === "sweep") askToLook(agent, action, progress);
    return forceToward(agent, 0, 0);
  }
  const node = path.nodes[progress.targetNode];
  let speed = node.speed < maxSpeed ? node.speed : maxSpeed;
  if (progress.speedLimit !== null && progress.speedLimit < speed) speed = progress.speedLimit;
  const curvePoint = nextCurvePoint(path, progress);
  const onRoute = progress.finished ? null : nextOfRoute(agent, behavior, curvePoint ?? node, world);
  if (onRoute !== null) return moveToward(agent, onRoute, speed);
  if (curvePoint) return moveToward(agent, curvePoint, speed);
  const isEnd = path.traversal === "once" && progress.targetNode === path.nodes.length - 1;
  if (!isEnd) return moveToward(agent, node, speed);
  const { targetRadius, slowRadius } = behavior;
  const timeToTarget = behavior.timeToTarget ?? undefined;
  return arriveAt(agent, node, { targetRadius, slowRadius, maxSpeed: speed, timeToTarget });
}

/** Whether the agent stands at a node that it has reached. */
const isHeld = ({ waitLeft, action }) => waitLeft > 0 || action !== null;

/** The progress that a `follow_path` starts with, from where the agent is. */
function startProgress(agent, { start, startNode }) {
  const { path } = agent.internal, nodes = path?.nodes ?? [];
  let targetNode = 0;
  if (start === "node") targetNode = Math.max(0, Math.min(startNode, nodes.length - 1));
  if (start === "nearest") {
    let shortest = Infinity;
    nodes.forEach((node, i) => {
      const d = distance(agent, node);
      if (d < shortest) [targetNode, shortest] = [i, d];
    });
  }
  return {
    path,
    targetNode,
    backward: false,
    waitLeft: 0,
    finished: false,
    /** The index of the segment that the agent walks, and how many of its points and of its actions it has passed. */
    leg: null,
    passed: 0,
    alongPassed: 0,
    /** The index of the action of the target node that holds the agent. */
    action: null,
    actionTicks: 0,
    /** How often a sweep has arrived at one of its directions. */
    arrivals: 0,
    /** Whether the agent has turned to where the action asks it to look. */
    turned: false,
    speedLimit: null,
    cameFromPath: null,
    cameFromNode: null,
    /** How often the agent has gone on from a junction that chooses in turn, by path and node. */
    turns: null,
  };
}

/** One tick: goes on with what holds the agent, or finds what the last move reached. Returns the node reached, or null. */
function advanceProgress(progress, agent, world) {
  if (isHeld(progress)) {
    if (progress.waitLeft > 0) {
      progress.waitLeft -= 1;
      if (progress.waitLeft > 0) return null;
      startActions(progress, agent, world);
    } else {
      continueActions(progress, agent, world);
    }
    if (progress.action !== null || progress.finished) return null;
  }
  const { path } = progress;
  const previous = { x: agent.previousX, y: agent.previousY };
  passAlong(progress, agent, world, previous);
  for (let next = nextCurvePoint(path, progress); next; next = nextCurvePoint(path, progress)) {
    if (segmentDistance(previous, agent, next) > path.radius) return null;
    progress.passed += 1;
  }
  const reached = progress.targetNode;
  const node = path.nodes[reached];
  if (segmentDistance(previous, agent, node) > node.radius) return null;
  passAlong(progress, agent, world, null);
  progress.waitLeft = node.waitTicks;
  if (progress.waitLeft === 0) startActions(progress, agent, world);
  return reached;
}

/** Executes the actions along the segment that are reached; without a previous position all that are left. */
function passAlong(progress, agent, world, previous) {
  const { path, leg, backward } = progress;
  const along = leg === null ? undefined : path.nodes[leg].script?.along;
  if (along === undefined) return;
  while (progress.alongPassed < along.length) {
    const entry = along[backward ? along.length - 1 - progress.alongPassed : progress.alongPassed];
    if (previous !== null && !(segmentDistance(previous, agent, entry) <= path.radius)) return;
    progress.alongPassed += 1;
    world.execute(agent, progress, entry.action);
  }
}

// ---- Actions at nodes ---------------------------------------------------------------------------

function startActions(progress, agent, world) {
  const { script } = progress.path.nodes[progress.targetNode];
  if (script === null || script.actions.length === 0) {
    continueToNextNode(progress, agent, world);
    return;
  }
  progress.action = 0;
  beginAction(progress, agent, script.actions[0]);
  continueActions(progress, agent, world);
}

/** Goes through the actions of the node, up to one that holds the agent, or else on to the next node. */
function continueActions(progress, agent, world) {
  const actions = progress.path.nodes[progress.targetNode].script?.actions ?? [];
  for (;;) {
    const action = actions[progress.action];
    // After an edit there can be fewer actions.
    if (action !== undefined && !isActionDone(progress, agent, action, world)) return;
    progress.action += 1;
    if (progress.action >= actions.length) {
      progress.action = null;
      continueToNextNode(progress, agent, world);
      return;
    }
    beginAction(progress, agent, actions[progress.action]);
  }
}

function beginAction(progress, agent, action) {
  if (action.kind === "wait") {
    progress.actionTicks = drawTicks(action, agent.internal.random);
  } else if (action.kind === "look" || action.kind === "sweep") {
    progress.turned = false;
    if (action.kind === "sweep") progress.arrivals = 0;
  }
}

/** A random number of ticks. */
function drawTicks({ minTicks, maxTicks }, random) {
  return maxTicks > minTicks ? minTicks + Math.floor(nextF64(random) * (maxTicks - minTicks + 1)) : minTicks;
}

function isActionDone(progress, agent, action, world) {
  switch (action.kind) {
    case "wait":
      return isWaitDone(progress);
    case "look":
      return !canAskToLook(agent) || progress.turned;
    case "sweep":
      return !canAskToLook(agent) || isSweepDone(progress, action.times);
    case "meet":
      if (!(world.meetings.get(action.name) >= action.count)) return false;
      world.notes.push({ kind: "met", name: action.name, value: null });
      return true;
    default:
      world.execute(agent, progress, action);
      return true;
  }
}

function isWaitDone(memory) {
  if (memory.actionTicks === 0) return true;
  memory.actionTicks -= 1;
  return false;
}

function isSweepDone(memory, times) {
  if (memory.turned) {
    memory.arrivals += 1;
    memory.turned = false;
  }
  return memory.arrivals > times;
}

/** Whether actions can ask the agent to look somewhere, in its state. */
const canAskToLook = ({ internal: { facing } }) => facing === null || facing.toward === "action";

/** Lets an action ask the agent to look somewhere, unless another has asked in this tick. */
function askToLook({ internal }, action, memory) {
  if (internal.lookAction !== null) return;
  internal.lookAction = action;
  internal.lookMemory = memory;
}

/** Where an action asks an agent to look: a direction, which is (0, 0) where there is none. */
function lookDirection(agent, { kind, at, directions }, { arrivals, heading }, { markers, turnSign }) {
  if (kind === "sweep") return directions[arrivals % 2];
  if (kind === "search") {
    const { x: cos, y } = directions[arrivals % 2], sin = y * turnSign;
    return { x: heading.x * cos - heading.y * sin, y: heading.x * sin + heading.y * cos };
  }
  if (at.direction) return at.direction;
  const place = at.place ?? markers.get(at.marker);
  return direction(place.x - agent.x, place.y - agent.y);
}

// ---- The way from node to node --------------------------------------------------------------------

/** The next curve point before the target node, or undefined. */
function nextCurvePoint(path, { leg, passed, backward }) {
  if (leg === null) return undefined;
  const points = path.segments[leg];
  return points[backward ? points.length - 1 - passed : passed];
}

/** Where the path leads on from the target node: { node, backward }, or null if it does not. */
function nextOnPath({ path: { nodes, traversal }, targetNode, backward }) {
  const last = nodes.length - 1;
  if (targetNode !== (backward ? 0 : last)) return { node: backward ? targetNode - 1 : targetNode + 1, backward };
  if (traversal === "loop") return { node: 0, backward };
  if (traversal === "once" || last === 0) return null;
  return { node: backward ? targetNode + 1 : targetNode - 1, backward: !backward };
}

function continueToNextNode(progress, agent, world) {
  const { path, targetNode } = progress, junction = path.nodes[targetNode].script?.junction;
  const next = nextOnPath(progress);
  const option = junction ? chooseOption(progress, junction, agent) : null;
  progress.passed = 0;
  progress.alongPassed = 0;
  if (option === null && next === null) {
    if (path.traversal === "once") {
      progress.finished = true;
      progress.leg = null;
    }
    return;
  }
  if (path.isScripted || agent.internal.path?.isScripted) {
    progress.cameFromPath = path.id;
    progress.cameFromNode = targetNode;
  }
  if (option === null || (option.path === path.id && option.node === next?.node)) {
    progress.backward = next.backward;
    progress.leg = next.backward ? next.node : targetNode;
    progress.targetNode = next.node;
  } else {
    progress.path = world.paths.get(option.path);
    progress.targetNode = option.node;
    progress.leg = null;
    progress.backward = false;
  }
}

/** Where an agent goes on from a junction. */
function chooseOption(progress, { options: all, inTurn, notBack }, agent) {
  const { path, targetNode, cameFromPath, cameFromNode } = progress;
  const others = notBack ? all.filter((option) => option.path !== cameFromPath || option.node !== cameFromNode) : all;
  const options = others.length > 0 ? others : all;
  if (options.length === 1) return options[0];
  if (inTurn) {
    progress.turns ??= new Map();
    const key = `${path.id},${targetNode}`, turns = progress.turns.get(key) ?? 0;
    progress.turns.set(key, (turns + 1) % 4294967296);
    return options[turns % options.length];
  }
  const sum = options.reduce((total, { weight }) => total + weight, 0);
  let n = nextU32(agent.internal.random) % sum;
  for (const option of options) {
    if (n < option.weight) return option;
    n -= option.weight;
  }
  return options[0];
}

/** Fits progress to an edited path. */
function fitProgress(progress, agent) {
  const { path } = progress;
  if (path === null) return;
  if (!path.isScripted && !agent.internal.path?.isScripted) {
    Object.assign(progress, { action: null, actionTicks: 0, arrivals: 0, turned: false, speedLimit: null });
    Object.assign(progress, { cameFromPath: null, cameFromNode: null, turns: null });
  }
  const count = path.nodes.length;
  progress.targetNode = Math.min(progress.targetNode, Math.max(count - 1, 0));
  if (path.traversal !== "once" || progress.targetNode !== count - 1) progress.finished = false;
  if (progress.backward && path.traversal !== "ping_pong") {
    // The passed points were counted from the other end.
    progress.backward = false;
    progress.leg = null;
  }
  if (count === 0 || progress.leg !== segmentToTarget(progress, path)) progress.leg = null;
  if (progress.leg !== null) progress.passed = Math.min(progress.passed, path.segments[progress.leg].length);
  const along = progress.leg === null ? [] : path.nodes[progress.leg].script?.along ?? [];
  progress.alongPassed = Math.min(progress.alongPassed, along.length);
}

/** The index of the segment that leads to the target node, or null. */
function segmentToTarget({ targetNode, backward }, path) {
  if (backward) return targetNode;
  if (targetNode > 0) return targetNode - 1;
  return path.traversal === "loop" ? path.nodes.length - 1 : null;
}

/** Lets a progress continue when its state is entered again. */
function resumeProgress(agent, behavior) {
  const { memory, resume } = behavior;
  if (memory === null) return startProgress(agent, behavior);
  if (resume !== "same") return startProgress(agent, { start: resume });
  return Object.assign(memory, { leg: null, passed: 0, alongPassed: 0, waitLeft: 0, action: null, actionTicks: 0, arrivals: 0, turned: false });
}

// ---- Search -------------------------------------------------------------------------------------

const newSearch = () => ({
  /** The places to go to, once they are chosen. */
  places: null,
  index: 0,
  /** Whether the agent has reached the place, where it waits and looks about. */
  waiting: false,
  actionTicks: 0,
  arrivals: 0,
  turned: false,
  /** Its heading when it reached the place. */
  heading: { x: 0, y: 0 },
  finished: false,
});

function search(agent, behavior, world) {
  const { memory, slowRadius, sweep } = behavior, { maxSpeed, radius } = agent.internal;
  if (memory.finished) return null;
  memory.places ??= placesToSearch(agent, behavior, world);
  const targetRadius = radius + world.routeTolerance;
  for (;;) {
    if (memory.waiting) {
      const isWaitOver = isWaitDone(memory);
      const isSweepOver = sweep === null || !canAskToLook(agent) || isSweepDone(memory, 1);
      if (!isWaitOver || !isSweepOver) {
        if (sweep !== null && canAskToLook(agent)) askToLook(agent, sweep, memory);
        return forceToward(agent, 0, 0);
      }
      memory.waiting = false;
      memory.index += 1;
      behavior.plan = null;
      if (memory.index >= memory.places.length) {
        memory.finished = true;
        world.emit(agent, behavior, "search_finished");
        return null;
      }
    }
    const place = memory.places[memory.index];
    if (!(distance(agent, place) < targetRadius)) {
      const onRoute = nextOfRoute(agent, behavior, place, world);
      if (onRoute !== null) return moveToward(agent, onRoute, maxSpeed);
      return arriveAt(agent, place, { targetRadius, slowRadius, maxSpeed });
    }
    const heading = { x: agent.headingX, y: agent.headingY };
    Object.assign(memory, { waiting: true, actionTicks: behavior.waitTicks, arrivals: 0, turned: false, heading });
  }
}

/** Random places around the goal that the agent can go to straight from there. */
function placesToSearch(agent, behavior, { walls, turnSign }) {
  const { x, y } = targetOf(agent, behavior) ?? agent, center = { x, y };
  const { random, radius: bodyRadius } = agent.internal, { radius } = behavior;
  return Array.from({ length: behavior.points }, () => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const unit = { x: 2 * nextF64(random) - 1, y: 0 };
      unit.y = (2 * nextF64(random) - 1) * turnSign;
      const place = plus(center, unit, radius), offset = minus(place, center);
      if (dot(offset, offset) <= radius * radius && walls.isFree(center, place, bodyRadius)) return place;
    }
    return center;
  });
}

// ---- Groups -------------------------------------------------------------------------------------

/** `x` rounded to a multiple of 2^-32: sums of such terms are exact, so their order does not matter. */
const quantize = (x) => (x + 1572864) - 1572864;

function separation(agent, { radius, maxSeparation, falloff }, world) {
  return separate(agent, { radius, maxSeparation, falloff }, world.neighbors);
}

function alignment(agent, behavior, { neighbors }) {
  const { maxSpeed } = agent.internal, inverse = maxSpeed > 0 ? 1 / maxSpeed : 0;
  return towardMean(agent, behavior, neighbors, (sum, { vx, vy }) => {
    const factor = truncation(vx, vy, maxSpeed);
    sum.x += quantize(vx * factor * inverse);
    sum.y += quantize(vy * factor * inverse);
  });
}

function cohesion(agent, behavior, { neighbors }) {
  const inverse = 1 / behavior.radius;
  return towardMean(agent, behavior, neighbors, (sum, other, dx, dy) => {
    sum.x += quantize(dx * inverse);
    sum.y += quantize(dy * inverse);
  });
}

/** Toward the mean of what `add` adds for each neighbor in view, as parts of the highest speed; null without any. */
function towardMean(agent, behavior, neighbors, add) {
  const { radius } = behavior, { headingX, headingY } = agent;
  if (!(radius > 0)) return null;
  const sum = { x: 0, y: 0 };
  let count = 0;
  neighbors.find(agent, radius);
  for (let i = 0; i < neighbors.count; i += 1) {
    const other = neighbors.found[i];
    if (other === agent) continue;
    const dx = other.x - agent.x, dy = other.y - agent.y;
    const squared = dx * dx + dy * dy;
    if (!(squared <= radius * radius && isInView(behavior, headingX * dx + headingY * dy, squared))) continue;
    count += 1;
    add(sum, other, dx, dy);
  }
  if (count === 0) return null;
  const factor = agent.internal.maxSpeed / count;
  return forceToward(agent, sum.x * factor, sum.y * factor);
}

function followLeader(agent, behavior, world) {
  const { leader, maxSpeed } = agent.internal;
  if (!leader) return null;
  const { behindDistance, sightRadius, slowRadius, separationRadius, maxSeparation, falloff } = behavior;
  const offsetX = leader.headingX * behindDistance, offsetY = leader.headingY * behindDistance;
  const ahead = { x: leader.x + offsetX, y: leader.y + offsetY };
  const behind = { x: leader.x - offsetX, y: leader.y - offsetY };
  const inTheWay = distance(agent, ahead) <= sightRadius || distance(agent, leader) <= sightRadius;
  const evasion = inTheWay ? evadeLeader(agent, leader, world) : ZERO;
  const arrival = arriveAt(agent, behind, { targetRadius: 0, slowRadius, maxSpeed });
  const isInGroup = (other) => other === leader || other.internal.leader === leader;
  const options = { radius: separationRadius, maxSeparation, falloff };
  const apart = separate(agent, options, world.neighbors, isInGroup) ?? ZERO;
  return { x: evasion.x + arrival.x + apart.x, y: evasion.y + arrival.y + apart.y };
}

/** The force of a follower out of the way of its leader: sideways if it is exactly ahead, where evasion would drive it on ahead. */
function evadeLeader(agent, leader, { turnSign }) {
  const { headingX: hx, headingY: hy } = leader;
  const dx = agent.x - leader.x, dy = agent.y - leader.y;
  const ahead = hx * dx + hy * dy, aside = hx * dy - hy * dx;
  if (ahead > 0 && -aside <= 1e-9 * ahead && aside <= 1e-9 * ahead) {
    const side = aside * turnSign >= 0 ? turnSign : -turnSign;
    const { maxSpeed } = agent.internal;
    return forceToward(agent, -hy * side * maxSpeed, hx * side * maxSpeed);
  }
  return moveToward(agent, predict(agent, leader, null), -agent.internal.maxSpeed);
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
    let dx = other.x - agent.x;
    const dy = other.y - agent.y;
    const squared = dx * dx + dy * dy;
    if (!(squared <= radius * radius)) continue;
    hasNeighbor = true;
    // At exactly the same position, it counts as one beside the agent: so the two part.
    if (dx === 0 && dy === 0) dx = other.id > agent.id ? radius / 1024 : -radius / 1024;
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
  const { maxSpeed } = agent.internal, target = targetOf(agent, behavior);
  if (!target) return null;
  const { memory: walk, reachRadius, minStep, repickTicks } = behavior;
  const wasStraight = walk.waypoint !== null && walk.waypoint.straight;
  if (walk.waypoint !== null) walk.sincePick = Math.min(walk.sincePick + 1, MAX_U32);
  const repick = repickTicks > 0 && walk.sincePick >= repickTicks;
  const due = walk.waypoint === null || repick || isWaypointDue(agent, behavior, target);
  if (behavior.smooth) followPlan(agent, behavior, target, due, world);
  else if (due) walk.waypoint = pickWaypoint(agent, agent, behavior, target, world);
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
  const onRoute = nextOfRoute(agent, behavior, target, world);
  if (onRoute !== null) return moveToward(agent, onRoute, maxSpeed);
  const slowRadius = minStep > reachRadius ? minStep : reachRadius;
  return arriveAt(agent, target, { targetRadius: reachRadius, slowRadius, maxSpeed });
}

/** Whether the waypoint is reached, or the target has left the place that it was picked for. */
function isWaypointDue(agent, { memory: walk, smooth, reachRadius, minStep }, target) {
  if (smooth) return distance(walk.plannedFor, target) > 2 * minStep;
  const d = distance(agent, walk.waypoint.straight ? target : walk.waypoint);
  return d <= reachRadius || (walk.waypoint.straight && d > 2 * minStep);
}

/** One tick of a smooth walk: plans it if that is due, and drops the points that are reached. */
function followPlan(agent, behavior, target, due, world) {
  const { memory: walk, reachRadius } = behavior;
  if (due) {
    walk.plannedFor = { x: target.x, y: target.y };
    const controls = [{ x: agent.x, y: agent.y, straight: false }];
    for (let last = controls[0]; controls.length < MAX_WAYPOINTS && !last.straight;) {
      last = pickWaypoint(agent, last, behavior, target, world);
      controls.push(last);
    }
    walk.ahead = curveThrough(controls, 0.2 * reachRadius);
  }
  while (walk.ahead.length > 1 && distance(agent, walk.ahead[0]) <= reachRadius) walk.ahead.shift();
  const { x, y } = walk.ahead[0] ?? target;
  walk.waypoint = { x, y, straight: walk.ahead.length <= 1 };
}

/** A waypoint one step from `from` toward the target, turned by a random part of the field of view. */
function pickWaypoint(agent, from, behavior, target, world) {
  const { random } = agent.internal;
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
  alignment,
  cohesion,
  follow_leader: followLeader,
  homing_walk: homingWalk,
  wander,
  avoid_walls: avoidWalls,
  follow_wall: followWall,
  search,
};

// ---- Grid chase: moves its agent from cell to cell ----------------------------------------------

const saturate = (x) => x > MAX_INDEX ? MAX_INDEX : x < MIN_INDEX ? MIN_INDEX : x;
const isSameCell = (a, b) => a !== null && b !== null && a.column === b.column && a.row === b.row;

function addRow(rowsOfColumns, column, row) {
  if (!rowsOfColumns.has(column)) rowsOfColumns.set(column, new Set());
  rowsOfColumns.get(column).add(row);
}

/** The neighbors of a cell: columns and rows from it, counted upward, and what a step there costs. */
const NEIGHBOR_STEPS = [[1, 0, 5], [1, 1, 7], [0, 1, 5], [-1, 1, 7], [-1, 0, 5], [-1, -1, 7], [0, -1, 5], [1, -1, 7]];

/** Entries of which the first comes out next. */
class Heap {
  /** @param {(a, b) => boolean} isBefore whether a comes out before b; of two entries always one does */
  constructor(isBefore) {
    this.isBefore = isBefore;
    this.entries = [];
  }

  push(entry) {
    const { entries, isBefore } = this;
    let i = entries.push(entry) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!isBefore(entry, entries[parent])) break;
      entries[i] = entries[parent];
      i = parent;
    }
    entries[i] = entry;
  }

  /** Takes the first entry; undefined if there is none. */
  pop() {
    const { entries, isBefore } = this;
    const first = entries[0], last = entries.pop();
    if (entries.length === 0) return first;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= entries.length) break;
      if (child + 1 < entries.length && isBefore(entries[child + 1], entries[child])) child += 1;
      if (!isBefore(entries[child], last)) break;
      entries[i] = entries[child];
      i = child;
    }
    entries[i] = last;
    return first;
  }
}

/** The square cells of the plane. Rows count upward even where y grows downward. */
class Cells {
  constructor(field, turnSign) {
    this.size = number(1e-3, 1e6)(at(field, "size"));
    this.turnSign = turnSign;
    /** The blocked rows of each column, and those that walls cross. */
    this.blocked = new Map();
    this.crossed = new Map();
    list(at(field, "blocked"), (cell) => {
      const [column, row] = list(cell, (index) => whole(index, MIN_INDEX, MAX_INDEX), 2);
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

  /** The cells of the cheapest way from a cell to another, without the first; null if there is none. */
  cheapestWay(from, goal) {
    const rest = ({ column, row }) => {
      const dc = Math.abs(column - goal.column), dr = Math.abs(row - goal.row);
      return 5 * Math.max(dc, dr) + 2 * Math.min(dc, dr);
    };
    // Not more steps than this lead away from the start, so a number can name each cell.
    const keyOf = ({ column, row }) => (column - from.column + 131072) * 262144 + (row - from.row + 131072);
    const open = new Heap((a, b) => a.sum < b.sum || (a.sum === b.sum && (a.cost > b.cost || (a.cost === b.cost && a.order < b.order))));
    const known = new Map();
    let order = 0;
    const add = (cell, cost, before) => {
      const entry = { cell, cost, sum: cost + rest(cell), order: order++, before };
      known.set(keyOf(cell), entry);
      open.push(entry);
    };
    add(from, 0, null);
    for (let taken = 0; taken < MAX_TAKEN;) {
      const entry = open.pop();
      if (entry === undefined) return null;
      const { cell, cost } = entry;
      // A cheaper way to this cell was found later.
      if (known.get(keyOf(cell)) !== entry) continue;
      taken += 1;
      if (isSameCell(cell, goal)) return cellsTo(entry);
      if (taken === MAX_TAKEN) return null;
      for (const [right, up, step] of NEIGHBOR_STEPS) {
        const next = { column: cell.column + right, row: cell.row + up };
        if (saturate(next.column) !== next.column || saturate(next.row) !== next.row) continue;
        const earlier = known.get(keyOf(next));
        if ((earlier === undefined || cost + step < earlier.cost) && this.canStep(cell, next)) add(next, cost + step, entry);
      }
    }
    return null;
  }

  /** Whether a neighboring cell can be entered: it is free, and a diagonal step cuts no blocked corner. */
  canStep(from, to) {
    if (this.isBlocked(to.column, to.row)) return false;
    const isDiagonal = from.column !== to.column && from.row !== to.row;
    return !isDiagonal || !(this.isBlocked(to.column, from.row) || this.isBlocked(from.column, to.row));
  }
}

/** The cells of a way up to its last one, without the first. */
function cellsTo(last) {
  const cells = [];
  for (let entry = last; entry.before !== null; entry = entry.before) cells.push(entry.cell);
  return cells.reverse();
}

const newChase = (cell) =>
  ({ from: cell, to: cell, elapsed: 0, preyCell: null, line: [], lineReaches: true });

/** One tick of a grid chase. The agent moves when all agents do. */
function chase(agent, behavior, world) {
  const target = targetOf(agent, behavior), { memory } = behavior;
  const preyCell = target && world.cells.at(target);
  let entersCell = false, isLost = false;
  if (memory.elapsed === 0) {
    memory.from = memory.to;
    if (behavior.route && behavior.mode === "chase") isLost = planWay(agent, behavior, preyCell, world.cells);
    memory.to = nextCell(behavior, preyCell, world.cells);
    entersCell = !isSameCell(memory.from, memory.to);
  }
  memory.elapsed = memory.elapsed + 1 < behavior.stepTicks ? memory.elapsed + 1 : 0;
  if (preyCell && (behavior.route || behavior.method === "line_of_sight") && behavior.mode === "chase") {
    const { lineSeen } = memory;
    memory.lineSeen = memory.lineReaches;
    if (lineSeen !== null && lineSeen !== memory.lineSeen) {
      world.emit(agent, behavior, memory.lineSeen ? "line_gained" : "line_lost");
    }
  }
  if (entersCell) world.emit(agent, behavior, "cell_entered");
  world.updateArrived(agent, behavior, isSameCell(preyCell, memory.to));
  if (isLost) world.emit(agent, behavior, "no_route");
}

/** Plans the way to the cell of the prey, if it is another than before. Returns whether there is none. */
function planWay(agent, { memory, maxPathLength }, preyCell, cells) {
  if (preyCell === null || isSameCell(memory.preyCell, preyCell)) return false;
  const way = cells.cheapestWay(memory.to, preyCell), isLost = way === null;
  Object.assign(memory, { preyCell, line: way ?? freeLine(memory.to, preyCell, maxPathLength, cells), lineReaches: !isLost });
  agent.internal.hasNoRoute = isLost;
  return isLost;
}

function nextCell({ memory, method, mode, maxPathLength, route }, preyCell, cells) {
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
  const hasWay = route && mode === "chase";
  if (method === "axis" && !hasWay) return axisStep(here, goal, cells);
  if (!hasWay && !isSameCell(memory.preyCell, preyCell)) {
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
    const { agents, found, firsts, nexts, columns, rows } = this;
    let count = 0;
    for (let row = bottom; row <= top; row += 1) {
      for (let column = left; column <= right; column += 1) {
        for (let i = firsts[this.bucket(column, row)]; i >= 0; i = nexts[i]) {
          if (columns[i] === column && rows[i] === row) found[count++] = agents[i];
        }
      }
    }
    this.count = count;
  }
}

// ---- Hash and save: the state of a world as a sequence of values --------------------------------

const SAVE_FORMAT = "steerwright-save";
const NONE = 0xffffffff;
const bytes = new DataView(new ArrayBuffer(8));
const encoder = new TextEncoder();

const hexOf = (word) => (word >>> 0).toString(16).padStart(8, "0");

/** Takes values in. */
class Hash {
  constructor({ turnSign }) {
    this.turnSign = turnSign;
    this.state = Uint32Array.of(1, 2, 3, 4);
  }

  /** A whole number below 2^32; also one of 32 bits with sign. */
  whole(number) {
    this.state[0] ^= number;
    nextU32(this.state);
  }

  number(number) {
    bytes.setFloat64(0, number + 0);
    this.whole(bytes.getUint32(0));
    this.whole(bytes.getUint32(4));
  }

  tick(tick) {
    this.whole(Math.floor(tick / 4294967296));
    this.whole(tick % 4294967296);
  }

  flag(value) {
    this.whole(value ? 1 : 0);
  }

  none() {
    this.whole(NONE);
  }

  text(text) {
    const coded = encoder.encode(text);
    this.whole(coded.length);
    for (let i = 0; i < coded.length; i += 4) {
      this.whole(coded[i] | (coded[i + 1] << 8) | (coded[i + 2] << 16) | (coded[i + 3] << 24));
    }
  }

  digits() {
    return hexOf(nextU32(this.state)) + hexOf(nextU32(this.state));
  }
}

/** Lists values as a save has them. */
class Save {
  constructor({ turnSign }) {
    this.turnSign = turnSign;
    this.values = [];
  }

  whole(number) {
    this.values.push(number);
  }

  number(number) {
    bytes.setFloat64(0, number + 0);
    this.values.push(hexOf(bytes.getUint32(0)) + hexOf(bytes.getUint32(4)));
  }

  tick(tick) {
    this.values.push(tick);
  }

  flag(value) {
    this.values.push(value);
  }

  none() {
    this.values.push(null);
  }

  text(text) {
    this.values.push(text);
  }
}

/** Reads the values of a save one after the other. */
class SavedValues {
  constructor(field, { turnSign }) {
    check(field, Array.isArray(field.value), "is not a list");
    this.turnSign = turnSign;
    this.field = field;
    this.position = 0;
  }

  fail(problem) {
    fail({ path: `${this.field.path}[${this.position}]` }, problem, "load what save has written");
  }

  next(isValid, problem) {
    const value = this.field.value[this.position];
    if (!isValid(value)) this.fail(problem);
    this.position += 1;
    return value;
  }

  /** A whole number of at most `max`. */
  whole(max = MAX_U32, min = 0) {
    return this.next((value) => Number.isInteger(value) && value >= min && value <= max, "is not a whole number in its range");
  }

  number(min = -Infinity, max = Infinity) {
    const value = this.field.value[this.position];
    if (typeof value !== "string" || !/^[0-9a-f]{16}$/.test(value)) this.fail("is not a number of 16 hex digits");
    bytes.setUint32(0, Number.parseInt(value.slice(0, 8), 16));
    bytes.setUint32(4, Number.parseInt(value.slice(8), 16));
    const number = bytes.getFloat64(0);
    if (!Number.isFinite(number) || number < min || number > max) this.fail("is not a number in its range");
    this.position += 1;
    return number + 0;
  }

  tick() {
    return this.whole(Number.MAX_SAFE_INTEGER);
  }

  flag() {
    return this.next((value) => typeof value === "boolean", "is not true or false");
  }

  /** A text that is not empty. */
  text() {
    return this.next((value) => typeof value === "string" && value !== "", "is not a text");
  }

  /** Whether the next value is none, which is skipped then. */
  isNone() {
    if (this.field.value[this.position] !== null) return false;
    this.position += 1;
    return true;
  }

  end() {
    if (this.position !== this.field.value.length) this.fail("is one value too many");
  }
}

/** What can be written into a hash or a save, and read from a save. Each kind has `write(out, value)` and `read(from)`. */
const WHOLE = { write: (out, value) => out.whole(value), read: (from) => from.whole() };
const SIGNED = { write: (out, value) => out.whole(value), read: (from) => from.whole(MAX_INDEX, MIN_INDEX) };
const rowOf = ({ turnSign }, row) => turnSign > 0 ? row : -1 - row;
/** A row counted upward, which is written as the game counts rows. */
const ROW = { write: (out, row) => SIGNED.write(out, rowOf(out, row)), read: (from) => rowOf(from, SIGNED.read(from)) };
const NUMBER = { write: (out, value) => out.number(value), read: (from) => from.number() };
const numberFrom = (min, max) => ({ write: NUMBER.write, read: (from) => from.number(min, max) });
const TICK = { write: (out, value) => out.tick(value), read: (from) => from.tick() };
const FLAG = { write: (out, value) => out.flag(value), read: (from) => from.flag() };
const TEXT = { write: (out, value) => out.text(value), read: (from) => from.text() };

/** A value or null. */
const orNone = ({ write, read }) => ({
  write: (out, value) => value === null ? out.none() : write(out, value),
  read: (from) => from.isNone() ? null : read(from),
});

const listOf = ({ write, read }, most = MAX_U32) => ({
  write: (out, values) => {
    out.whole(values.length);
    for (const value of values) write(out, value);
  },
  read: (from) => {
    const count = from.whole(most), values = [];
    for (let i = 0; i < count; i += 1) values.push(read(from));
    return values;
  },
});

/** An object with these fields, in this order. */
function record(kinds) {
  const entries = Object.entries(kinds);
  return {
    write: (out, value) => {
      for (const [key, { write }] of entries) write(out, value[key]);
    },
    read: (from) => Object.fromEntries(entries.map(([key, { read }]) => [key, read(from)])),
  };
}

/** What names an agent, a marker or the pointer, or null. */
const REFERENCE = {
  write: (out, reference) => {
    const kind = reference === null ? 0 : REFERENCE_KINDS.indexOf(reference.kind) + 1;
    out.whole(kind);
    if (kind === 1 || kind === 2) out.whole(reference.id);
  },
  read: (from) => {
    const kind = from.whole(3);
    if (kind === 0) return null;
    return { kind: REFERENCE_KINDS[kind - 1], id: kind === 3 ? null : from.whole() };
  },
};
const REFERENCE_KINDS = ["marker", "agent", "pointer"];

const POINT = record({ x: NUMBER, y: NUMBER });
const CELL = record({ column: SIGNED, row: ROW });
const STREAM = {
  write: (out, words) => words.forEach((word) => out.whole(word)),
  read: (from) => Uint32Array.from({ length: 4 }, () => from.whole()),
};

const PROGRESS = record({
  targetNode: WHOLE,
  backward: FLAG,
  waitLeft: WHOLE,
  finished: FLAG,
  leg: orNone(record({ segment: WHOLE, passed: WHOLE })),
  action: orNone(WHOLE),
  actionTicks: WHOLE,
  arrivals: WHOLE,
  speedLimit: orNone(NUMBER),
  turned: FLAG,
  alongPassed: WHOLE,
  path: orNone(WHOLE),
  cameFrom: orNone(record({ path: WHOLE, node: WHOLE })),
  turns: listOf(record({ path: WHOLE, node: WHOLE, turns: WHOLE })),
});

const PLAN = orNone(record({ goal: POINT, points: listOf(POINT) }));
const hasPlan = ({ kind, route }) => Boolean(route) && kind !== "grid_chase";

/** The memory of each behavior that has one. */
const MEMORIES = {
  arrive: record({ arrived: FLAG }),
  follow_path: {
    write: (out, progress) => {
      const { leg, passed, path, cameFromPath, cameFromNode, turns } = progress;
      const entries = [...turns ?? []].map(([key, count]) => {
        const [path, node] = key.split(",").map(Number);
        return { path, node, turns: count };
      });
      PROGRESS.write(out, {
        ...progress,
        leg: leg === null ? null : { segment: leg, passed },
        path: path && path.id,
        cameFrom: cameFromPath === null ? null : { path: cameFromPath, node: cameFromNode },
        turns: entries.sort((a, b) => a.path - b.path || a.node - b.node),
      });
    },
    read: (from, world) => {
      const { leg, path: pathId, cameFrom, turns, ...progress } = PROGRESS.read(from);
      const path = pathId === null ? null : world.paths.get(pathId);
      const count = path?.nodes.length ?? 0;
      const alongCount = leg === null ? 0 : path?.nodes[leg.segment]?.script?.along.length ?? 0;
      const isValid = path !== undefined && (progress.targetNode < count || (count === 0 && progress.targetNode === 0))
        && (leg === null || (leg.segment < count && leg.passed <= path.segments[leg.segment].length))
        && progress.alongPassed <= alongCount;
      if (!isValid) from.fail("ends a progress that its path does not have");
      return {
        ...progress,
        path,
        leg: leg && leg.segment,
        passed: leg === null ? 0 : leg.passed,
        cameFromPath: cameFrom && cameFrom.path,
        cameFromNode: cameFrom && cameFrom.node,
        turns: turns.length > 0 ? new Map(turns.map(({ path, node, turns }) => [`${path},${node}`, turns])) : null,
      };
    },
  },
  homing_walk: record({
    waypoint: orNone(record({ x: NUMBER, y: NUMBER, straight: FLAG })),
    sincePick: WHOLE,
    ahead: listOf(POINT),
    plannedFor: POINT,
    inAggro: orNone(FLAG),
    arrived: FLAG,
  }),
  wander: record({ angle: numberFrom(-Math.PI, Math.PI) }),
  grid_chase: record({
    from: CELL,
    to: CELL,
    elapsed: WHOLE,
    preyCell: orNone(CELL),
    line: listOf(CELL),
    lineReaches: FLAG,
    lineSeen: orNone(FLAG),
    arrived: FLAG,
  }),
  search: record({
    places: orNone(listOf(POINT)),
    index: WHOLE,
    waiting: FLAG,
    actionTicks: WHOLE,
    arrivals: WHOLE,
    turned: FLAG,
    heading: POINT,
    finished: FLAG,
  }),
};

const KNOWLEDGE = record({
  hasNoticed: FLAG,
  ticks: WHOLE,
  unseen: WHOLE,
  meter: numberFrom(0, 1),
  perceived: REFERENCE,
  lastSeen: orNone(record({ x: NUMBER, y: NUMBER, velocity: POINT, who: REFERENCE, tick: TICK })),
  lastNoise: orNone(record({ x: NUMBER, y: NUMBER, tick: TICK })),
  leftPath: orNone(POINT),
  post: POINT,
  isTold: FLAG,
  touched: orNone(WHOLE),
});

/** What an agent itself has, up to its random stream. */
const KINEMATICS = record({
  x: NUMBER, y: NUMBER, previousX: NUMBER, previousY: NUMBER, vx: NUMBER, vy: NUMBER,
  headingX: NUMBER, headingY: NUMBER, facingX: NUMBER, facingY: NUMBER,
});
const BINDINGS = record({
  driven: orNone(POINT),
  random: STREAM,
  presetId: WHOLE,
  spawner: orNone(WHOLE),
  expires: orNone(TICK),
  target: REFERENCE,
  danger: REFERENCE,
  leaderId: { write: (out, id) => REFERENCE.write(out, id === null ? null : { kind: "agent", id }), read: REFERENCE.read },
  pathId: orNone(WHOLE),
  node: orNone(WHOLE),
  steering: NUMBER,
  team: orNone(TEXT),
});
const SPAWNER = record({ wait: WHOLE, fired: WHOLE, pending: WHOLE, random: STREAM });
const NOISES = listOf(record({ x: NUMBER, y: NUMBER, radius: NUMBER }), MAX_NOISES);
const NAMES = listOf(record({ agent: orNone(WHOLE), name: TEXT }), MAX_NAMES);
const WORLD = record({
  tick: TICK,
  accumulator: NUMBER,
  pointer: POINT,
  isPressed: FLAG,
  isNewPress: FLAG,
  highestId: WHOLE,
  doors: listOf(FLAG),
  markers: listOf(POINT),
  noises: NOISES,
  names: NAMES,
});

const inOrderOfIds = (entries) => [...entries].sort(([a], [b]) => a - b).map(([, entry]) => entry);
const doorsOf = ({ walls }) => inOrderOfIds(walls.byId).filter(({ isDoor }) => isDoor);

function writeWorld(out, world) {
  const { spawners, agents } = world;
  const doors = doorsOf(world).map(({ isOpen }) => isOpen);
  WORLD.write(out, { ...world, doors, markers: inOrderOfIds(world.markers) });
  for (const spawner of spawners) SPAWNER.write(out, spawner);
  out.whole(agents.length);
  for (const agent of agents) writeAgent(out, agent, world.spawned.get(agent.id));
}

function writeAgent(out, agent, spawned) {
  const { id, node, steering, internal } = agent, { knowledge } = internal;
  out.whole(id);
  KINEMATICS.write(out, agent);
  BINDINGS.write(out, {
    ...internal,
    node,
    steering,
    spawner: spawned ? spawned.spawner.id : null,
    expires: spawned ? spawned.expires : null,
    target: referenceTo(internal.target),
    danger: referenceTo(internal.danger),
    leaderId: internal.leaderId === id ? null : internal.leaderId,
  });
  const { lastSeen } = knowledge;
  KNOWLEDGE.write(out, {
    ...knowledge,
    perceived: referenceTo(knowledge.perceived),
    lastSeen: lastSeen && { ...lastSeen, who: referenceTo(lastSeen.who) },
    isTold: internal.isTold,
    touched: knowledge.touched && knowledge.touched.id,
  });
  writeState(out, internal);
}

function writeState(out, { stateIndex, timeInState, drawnTimes, isEntering, forcedState, hasNoRoute, behaviors, programs }) {
  out.whole(stateIndex);
  out.whole(timeInState);
  for (const ticks of drawnTimes) out.whole(ticks);
  out.flag(isEntering);
  orNone(WHOLE).write(out, forcedState);
  out.flag(hasNoRoute);
  for (const behavior of behaviors) {
    MEMORIES[behavior.kind]?.write(out, behavior.memory);
    if (hasPlan(behavior)) PLAN.write(out, behavior.plan);
  }
  programs.forEach((others, i) => {
    if (i === stateIndex) return;
    for (const { kind, memory } of others) if (kind === "follow_path") orNone(MEMORIES.follow_path).write(out, memory);
  });
}

/** What a save changes of a world of its scene. The world itself stays as it is. */
function readWorld(from, world) {
  const { doors, markers, pointer, ...saved } = WORLD.read(from);
  if (!(saved.accumulator >= 0 && saved.accumulator < 1)) from.fail("follows an accumulator that is not from 0 to below 1");
  if (doors.length !== doorsOf(world).length) from.fail("follows another number of doors");
  if (markers.length !== world.markers.size) from.fail("follows another number of markers");
  const isNoise = ({ x, y, radius }) => Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE && radius >= 0 && radius <= MAX_LENGTH;
  if (!saved.noises.every(isNoise)) from.fail("follows a noise that is out of range");
  const spawners = world.spawners.map((spawner) => ({ ...spawner, ...spawner.authored, ...SPAWNER.read(from), alive: 0 }));
  const spawned = new Map(), agentsById = new Map();
  const count = from.whole();
  for (let i = 0, last = 0; i < count; i += 1) {
    const id = from.whole(saved.highestId, i === 0 ? 0 : last + 1);
    last = id;
    agentsById.set(id, readSavedAgent(from, id, { world, spawners, spawned }));
  }
  from.end();
  return finishSave(from, world, { ...saved, doors, markers, pointer, spawners, spawned, agentsById });
}

function readSavedAgent(from, id, { world, spawners, spawned }) {
  const moved = KINEMATICS.read(from);
  const { node, steering, spawner: spawnerId, expires, leaderId, ...bound } = BINDINGS.read(from);
  const preset = world.presets.get(bound.presetId);
  if (preset === undefined) from.fail("follows an agent with a preset that the world does not have");
  if (bound.pathId !== null && !world.paths.has(bound.pathId)) from.fail("follows an agent with a path that the scene does not have");
  const { name, start } = world.authored.get(id) ?? { name: "", start: null };
  const agent = new Agent(id, name, moved, world.seed), { internal } = agent;
  Object.assign(agent, moved, { node, steering });
  Object.assign(internal, bound, { path: world.paths.get(bound.pathId) ?? null });
  if (leaderId !== null && leaderId.kind !== "agent") from.fail("follows an agent whose leader is none");
  internal.leaderId = leaderId && leaderId.id;
  const { isTold, ...knowledge } = KNOWLEDGE.read(from);
  const { post, lastSeen, lastNoise, leftPath } = knowledge;
  const place = (known) => known && { ...known, vx: 0, vy: 0 };
  internal.knowledge = { ...knowledge, post: place(post), lastSeen: place(lastSeen), lastNoise: place(lastNoise), leftPath: place(leftPath) };
  internal.isTold = isTold;
  Object.assign(internal.start, start ?? post);
  usePreset(agent, bound.presetId, preset);
  readSavedState(from, agent, world);
  if (spawnerId === null) return agent;
  const spawner = spawners.find((entry) => entry.id === spawnerId);
  if (spawner === undefined) from.fail("follows an agent of a spawner that the scene does not have");
  spawner.alive += 1;
  spawned.set(id, { spawner, expires });
  return agent;
}

function readSavedState(from, agent, world) {
  const { internal } = agent;
  useState(agent, from.whole(internal.states.length - 1));
  internal.timeInState = from.whole();
  internal.drawnTimes = Array.from(drawnTerms(internal.states[internal.stateIndex]), () => from.whole());
  internal.isEntering = from.flag();
  internal.forcedState = orNone(WHOLE).read(from);
  if (internal.forcedState !== null && !internal.states.some(({ id }) => id === internal.forcedState)) {
    from.fail("follows a state that the preset does not have");
  }
  internal.hasNoRoute = from.flag();
  for (const behavior of internal.behaviors) {
    const memory = MEMORIES[behavior.kind]?.read(from, world) ?? null;
    behavior.memory = memory;
    const isValid = behavior.kind !== "search" || memory.index <= (memory.places?.length ?? 0);
    if (!isValid) from.fail("ends a search that has fewer places");
    if (hasPlan(behavior)) behavior.plan = PLAN.read(from);
  }
  internal.programs.forEach((others, i) => {
    if (i === internal.stateIndex) return;
    for (const behavior of others) {
      if (behavior.kind === "follow_path") behavior.memory = from.isNone() ? null : MEMORIES.follow_path.read(from, world);
    }
  });
}

/** Replaces what names agents and markers by them. */
function finishSave(from, world, { doors, markers, pointer, agentsById, spawners, ...saved }) {
  const find = (reference) => {
    if (reference === null) return null;
    const found = reference.kind === "agent" ? agentsById.get(reference.id) : world.find(reference);
    if (!found) from.fail(`follows a reference to ${reference.kind} ${reference.id}, which there is not`);
    return found;
  };
  const agents = Object.freeze([...agentsById.values()]);
  for (const { internal } of agents) {
    const { knowledge } = internal;
    internal.authoredTarget = internal.target;
    internal.target = find(internal.target);
    internal.danger = find(internal.danger);
    const leader = internal.leaderId === null ? null : find({ kind: "agent", id: internal.leaderId });
    internal.leader = internal.behaviors.some(({ kind }) => kind === "follow_leader") ? leader : null;
    knowledge.perceived = find(knowledge.perceived);
    knowledge.touched = knowledge.touched === null ? null : find({ kind: "agent", id: knowledge.touched });
    if (knowledge.lastSeen) knowledge.lastSeen.who = find(knowledge.lastSeen.who);
  }
  // Nothing is refused from here on.
  const isGone = (reference) => reference?.kind === "agent" && !agentsById.has(reference.id);
  for (const spawner of spawners) {
    if (spawner.leaderId !== null && !agentsById.has(spawner.leaderId)) spawner.leaderId = null;
    for (const key of ["target", "danger", "place"]) if (isGone(spawner[key])) spawner[key] = null;
  }
  Object.assign(world.pointer, pointer);
  inOrderOfIds(world.markers).forEach((marker, i) => Object.assign(marker, markers[i]));
  doorsOf(world).forEach((wall, i) => { wall.isOpen = doors[i]; });
  world.walls.blockCells(world.cells);
  const noises = saved.noises.map((noise) => ({ ...noise, agent: null }));
  return { ...saved, noises, agents, agentsById, spawners, events: [], hasOrders: true };
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
    // What the behaviors need. Not enumerable: it is no part of the API. Every field is here, so that access stays fast.
    const internal = {
      /** Where it enters, as it is authored. */
      start: { x, y, vx: 0, vy: 0 },
      scatter: null,
      random: initialState(seed, id),
      pathId: null,
      path: null,
      target: null,
      authoredTarget: null,
      danger: null,
      leaderId: null,
      leader: null,
      // What comes from its preset.
      presetId: 0,
      radius: 0,
      mass: 1,
      bodySpeed: 0,
      bodyForce: 0,
      timeToTarget: 1,
      idle: "brake",
      noise: null,
      sight: null,
      watches: [],
      hearing: null,
      alert: null,
      senses: false,
      feelsTouch: false,
      hasStates: false,
      hasFacing: false,
      states: [],
      /** The behaviors of each state, with their memories. */
      programs: [],
      stateIndex: 0,
      /** The ticks that it has been in its state, and the times that were drawn for transitions, ticks. */
      timeInState: 0,
      drawnTimes: [],
      /** Whether the actions of its first state are still to be done. */
      isEntering: false,
      /** The id of the state that the game wants it to enter, or null. */
      forcedState: null,
      /** Whether the last plan of a route in its state found none. */
      hasNoRoute: false,
      /** Whether others told it in the tick before where they last saw someone, and whether they have in this tick. */
      isTold: false,
      willBeTold: false,
      // What comes from its state.
      maxSpeed: 0,
      maxForce: 0,
      facing: null,
      isCellMover: false,
      byPriority: false,
      behaviors: [],
      /** The action that asks it to look somewhere in this tick, and its memory. */
      lookAction: null,
      lookMemory: null,
      /** The force of this tick. */
      force: ZERO,
      /** Where the game has put a driven agent. */
      driven: null,
      team: null,
      knowledge: newKnowledge(),
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
    const { behaviors, sight } = this.internal;
    if (sight) return sight.fovDeg;
    const walk = behaviors.find(({ kind }) => kind === "homing_walk");
    const target = walk && targetOf(this, walk);
    return target ? 2 * halfFov(walk, distance(this, target)) * DEGREES_PER_RADIAN : null;
  }

  /** Its team, or null. */
  get team() {
    return this.internal.team;
  }

  /** The id of its state in its preset. */
  get state() {
    return this.internal.states[this.internal.stateIndex].id;
  }

  /** The name of its state. */
  get stateName() {
    return this.internal.states[this.internal.stateIndex].name;
  }

  /** Whether it has noticed someone that it watches. */
  get noticed() {
    return this.internal.knowledge.hasNoticed;
  }

  /** How alert it is, 0 to 1. */
  get meter() {
    return this.internal.knowledge.meter;
  }

  /** What it perceives: { kind, id } of an "agent" or a "marker", { kind: "pointer" }, or null. */
  get perceived() {
    return referenceTo(this.internal.knowledge.perceived);
  }
}

/** What an agent knows when it enters, but for its post. Places have a velocity of 0, so that they can be goals. */
const newKnowledge = () => ({
  /** Whether it has noticed someone, and for how many ticks it has been otherwise. */
  hasNoticed: false,
  ticks: 0,
  /** The ticks since it last saw someone. */
  unseen: 0,
  meter: 0,
  perceived: null,
  /** Where the perceived one was last seen, { x, y, vx, vy, velocity, who, tick }, with its velocity then. */
  lastSeen: null,
  /** Where something was last heard, { x, y, vx, vy, tick }. */
  lastNoise: null,
  leftPath: null,
  post: null,
  touched: null,
});

/** What names an agent, a marker or the pointer. */
function referenceTo(what) {
  if (what === null) return null;
  if (what instanceof Agent) return { kind: "agent", id: what.id };
  return what.kind === "marker" ? { kind: "marker", id: what.id } : { kind: "pointer" };
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
    this.seed = whole(at(file, "seed"), 0, MAX_INTEGER);
    /** The length of a tick, seconds. */
    this.dt = 1 / number(1, 1000)(at(file, "ticks_per_second"));
    /** Ticks since the start. */
    this.tick = 0;
    /** The events of the last `step` or `advance`: { tick, agent, kind, node, behavior, source, other, name, value, reason }. */
    this.events = [];
    this.accumulator = 0;
    this.pointer = readPointer(at(file, "pointer"));
    const scope = this.scope();
    this.paths = byId(at(file, "paths"), (path, id) => readPath(path, id, scope));
    this.markers = byId(at(file, "markers"), readMarker);
    this.cells = new Cells(at(file, "cells"), this.turnSign);
    this.skin = number(1e-9, 1)(at(file, "skin"));
    this.touchMargin = optional(number(1e-9, 1e9), TOUCH_MARGIN)(at(file, "touch_margin"));
    this.routeTolerance = optional(number(1e-9, 1e9), ROUTE_TOLERANCE)(at(file, "route_tolerance"));
    const walls = byId(at(file, "walls"), readWall);
    checkCrossedCells(at(file, "walls"), walls, this.cells);
    this.repathDistance = optional(number(1e-9, 1e9), REPATH_DISTANCE)(at(file, "repath_distance"));
    this.nets = optional((nets) => readNets(nets, [...walls.values()], this.routeTolerance), [])(at(file, "nets"));
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
      const agent = readAgent(field, id, this.seed), preset = readPreset(field, scope);
      usePreset(agent, idOfPreset(preset), preset);
      return agent;
    });
    /** The spawners and the contact rules, in the order of their ids. */
    this.spawners = sortedById(at(file, "spawners"), (field, id) => {
      const spawner = readSpawner(field, id, this.seed, this.dt);
      spawner.presetId = idOfPreset(readPreset(field, scope));
      return spawner;
    });
    this.contacts = sortedById(at(file, "contacts"), (field, id) => readContact(field, id, this.presets));
    this.customProperties = new CustomProperties(file);
    /** The spawner of each spawned agent, by its id, and the tick in which it expires, or null. */
    this.spawned = new Map();
    this.isPressed = false;
    this.isNewPress = false;
    /** The target of an agent that watches it alone, while the agent senses. */
    this.watchedTarget = [null];
    /** The noises of the game that count in the next tick. */
    this.noises = [];
    /** The names that the game has sent since the last tick: { agent, name }, without an agent to all. */
    this.names = [];
    /** The names that agents have emitted on their paths in this tick, by id. */
    this.emitted = new Map();
    /** Whether the game or another agent has told an agent something that can change its state. */
    this.hasOrders = false;
    /** What the actions of a path tell, until its behavior reports it. */
    this.notes = [];
    /** The doors that agents have switched in this tick, by id: { agent, open }. */
    this.switches = new Map();
    /** How many agents are at each meeting at the start of a tick, by its name. */
    this.meetings = new Map();
    this.hasMeetings = [...this.paths.values()].some(({ nodes }) => {
      return nodes.some(({ script }) => script?.actions.some(({ kind }) => kind === "meet"));
    });
    const referencesOf = (id) => ({ ...this.agentsById.get(id).internal, ownId: id });
    checkReferences(at(file, "agents"), this, referencesOf);
    if (this.spawners.length > 0) {
      checkReferences(at(file, "spawners"), this, (id) => this.spawners.find((spawner) => spawner.id === id));
    }
    for (const checkReference of scope.references) checkReference(this);
    /** The agents, in the order of their ids. */
    this.agents = Object.freeze([...this.agentsById.values()].sort((a, b) => a.id - b.id));
    /** The highest id that an agent ever had here. */
    this.highestId = this.agents.at(-1)?.id ?? 0;
    for (const agent of this.agents) {
      this.resolveReferences(agent);
      this.enter(agent);
    }
    this.prepare();
    /** The names and starts of the agents of the scene, by id. */
    this.authored = new Map(this.agents.map(({ id, name, internal: { start } }) => [id, { name, start }]));
    /** What tells this scene from others: the hash of its world at the start. */
    this.scene = this.hash64();
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

  /** The id of the state with this name in the preset of an agent, or undefined; of several, the first. */
  findState(id, name) {
    return lookUp("agent", id, this.agentsById).internal.states.find((state) => state.name === name)?.id;
  }

  /**
   * The value of a custom property of an "agent", a "path", a "marker" or a "wall": true or false, a number, a text, or null.
   * Without an own value it is the default; null if the item or the property does not exist. Colors are texts, references ids.
   */
  property(kind, id, name) {
    const items = ["agent", "path", "marker", "wall"].includes(kind) ? `${kind}s` : null;
    if (items === null || (kind === "agent" ? !this.agentsById.has(id) : !this.customProperties[items].has(id))) return null;
    return this.customProperties.find(this.customProperties[items].get(id) ?? [], name, items);
  }

  /** The same for a node of a path, which is named by its index, as in events. */
  nodeProperty(path, node, name) {
    const values = Number.isInteger(node) ? this.customProperties.nodes.get(path)?.[node] : undefined;
    return values === undefined ? null : this.customProperties.find(values, name, "nodes");
  }

  /** The same for the preset of an agent. */
  presetProperty(agent, name) {
    const preset = this.presets.get(this.agentsById.get(agent)?.preset);
    return preset === undefined ? null : this.customProperties.find(preset.properties, name, "presets");
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
    let { noises, names } = this;
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
    } else {
      [noises, names] = [[], []];
    }
    Object.assign(this, edited, { tick, accumulator, events, highestId, isPressed, isNewPress, noises, names, hasOrders: true });
  }

  /** A hash of the state of this world, 16 hex digits: the same in every runtime for the same state. */
  hash64() {
    const hash = new Hash(this);
    writeWorld(hash, this);
    return hash.digits();
  }

  /** The state of this world as a text, for `loadSave`. What `replacePreset` has replaced is not in it. */
  save() {
    const save = new Save(this);
    writeWorld(save, this);
    return JSON.stringify({ format: SAVE_FORMAT, format_version: VERSION, scene: this.scene, values: save.values });
  }

  /**
   * Returns to a state that `save` has written, in a world of the same scene. The agents are new objects.
   * @throws {SteerwrightError} if the text is no save of this scene; then nothing has changed
   */
  loadSave(text) {
    const file = { value: typeof text === "string" ? parseJson(text) : text, path: "" };
    check(at(file, "format"), at(file, "format").value === SAVE_FORMAT, `is not "${SAVE_FORMAT}"`, "load what save has written");
    const version = whole(at(file, "format_version"), 1, MAX_INTEGER);
    check(at(file, "format_version"), version <= VERSION, `is ${version}, and this runtime reads version ${VERSION}`, "use a newer runtime");
    check(at(file, "scene"), at(file, "scene").value === this.scene, "is the hash of another scene", "load a save of this scene");
    Object.assign(this, readWorld(new SavedValues(at(file, "values"), this), this));
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
    for (const spawner of waiting) spawner.pending = Math.min(spawner.pending + 1, MAX_PENDING);
    return waiting.length > 0;
  }

  /** Makes a noise, which agents within the radius hear in the next tick. */
  noise(x, y, radius) {
    const place = checkedPoint(x, y);
    checkedRadius(radius);
    if (this.noises.length >= MAX_NOISES) {
      throw new SteerwrightError(`there are ${MAX_NOISES} noises already; make fewer in a tick`);
    }
    this.noises.push({ ...place, radius, agent: null });
  }

  /** Sets the team of an agent: a text, or null. */
  setTeam(id, team = null) {
    const agent = lookUp("agent", id, this.agentsById);
    agent.internal.team = team === null ? null : checkedText(team);
  }

  /** Lets an agent enter a state of its preset at the end of the next tick. */
  setState(id, state) {
    const agent = lookUp("agent", id, this.agentsById);
    if (!agent.internal.states.some((other) => other.id === state)) {
      throw new SteerwrightError(`the preset of agent ${id} has no state ${String(state)}; use an id of its states`);
    }
    agent.internal.forcedState = state;
    this.hasOrders = true;
  }

  /** Sends a name to an agent, or with null to all, for the transitions that wait for it in the next tick. */
  forceEvent(id, name) {
    const agent = idOrNull("agent", id, this.agentsById);
    const text = checkedText(name);
    if (this.names.length >= MAX_NAMES) {
      throw new SteerwrightError(`there are ${MAX_NAMES} names already; send fewer in a tick`);
    }
    this.names.push({ agent, name: text });
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
    internal.programs.forEach((behaviors, i) => {
      for (const behavior of behaviors) {
        if (behavior.kind === "follow_path") behavior.memory = i === internal.stateIndex ? startProgress(agent, behavior) : null;
      }
    });
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
    for (const { internal } of this.agents) for (const behavior of internal.behaviors) behavior.plan = null;
    if (this.cells.hasSameBlocked(earlier)) return;
    for (const { internal } of this.agents) {
      if (internal.isCellMover) Object.assign(internal.behaviors[0].memory, { preyCell: null, line: [] });
    }
  }

  /** The points of a way for a body from (ax, ay) to (bx, by), around walls, with (bx, by) at the end; null if there is none. */
  pathBetween(ax, ay, bx, by, radius) {
    const a = checkedPoint(ax, ay), b = checkedPoint(bx, by);
    const points = this.planRoute(a, b, checkedRadius(radius));
    return points && [...points, b].map(({ x, y }) => ({ x, y }));
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
    const scope = this.scope();
    const preset = readPreset({ value, path: "preset" }, scope);
    for (const checkReference of scope.references) checkReference(this);
    this.presets.set(id, preset);
    this.prepare();
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
      const { knowledge } = internal;
      if (knowledge.perceived === removed) knowledge.perceived = null;
      if (knowledge.touched === removed) knowledge.touched = null;
      if (knowledge.lastSeen?.who === removed) knowledge.lastSeen.who = null;
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
    if (this.agents.length >= MAX_AGENTS || this.highestId === MAX_U32) return;
    const place = this.spawnPlace(spawner);
    if (!place) return;
    const agent = new Agent(this.highestId + 1, "", place, this.seed), { internal } = agent;
    if (place.kind === "edge") Object.assign(agent, edgePoint(place, nextF64(internal.random)));
    if (spawner.scatter) this.scatter(agent, spawner.scatter);
    Object.assign(internal.start, { x: agent.x, y: agent.y });
    const { pathId, target, danger, leaderId, team } = spawner;
    Object.assign(internal, { pathId, target, danger, leaderId, team });
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
    const mostEvents = this.events.length + MAX_CONTACTS;
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

  /** What the readers of fields need, and a list of checks for when the world is read. */
  scope() {
    return { dt: this.dt, turnSign: this.turnSign, references: [] };
  }

  /** The points of the shortest way for a body from a to b, without both; empty if it is straight, null if there is none. */
  planRoute(a, b, radius) {
    const { walls } = this;
    if (walls.isFree(a, b, radius)) return [];
    const net = this.nets.find((entry) => entry.radius >= radius);
    if (net === undefined || net.points.length === 0) return null;
    const { points, links } = net;
    if (!walls.isClear(b, radius)) return null;
    const costTo = (point, place) => routeCost(distance(point, place), this.routeTolerance);
    const starts = points.map((point) => costTo(a, point)), costs = points.map(() => Infinity), before = points.map(() => -1);
    // Points are taken by the least cost of a way over them (A*), and of equal ways that of the motion contract is kept. Where sums may
    // be rounded, `perUnit` is 0: then points are taken in the order of the contract.
    const perUnit = net.total + starts.reduce((p, q) => Math.max(p, q)) < 1e15 ? net.costPerUnit : 0;
    const left = points.map((point) => perUnit * distance(point, b));
    const open = new Heap((p, q) => p.total < q.total || (p.total === q.total && (p.index < q.index || (p.index === q.index && p.isStart))));
    const isFirst = (p, q) => costs[p] < costs[q] || (costs[p] === costs[q] && p < q);
    // Whether the straight way from a to a point is free is looked up when it is the next.
    if (walls.isClear(a, radius)) starts.forEach((cost, index) => open.push({ index, total: cost + left[index], cost, isStart: true }));
    let least = Infinity, last = -1, isAnyTaken = false;
    for (;;) {
      const next = open.pop() ?? (isAnyTaken ? undefined : nearestOf(points, a, starts));
      if (next === undefined || next.total > least * ROUNDED_UP) break;
      const { index, cost, isStart } = next;
      if (cost > costs[index] || (isStart && !walls.isFree(a, points[index], radius))) continue;
      if (isStart) before[index] = -1;
      costs[index] = cost;
      isAnyTaken = true;
      const toEnd = cost + costTo(points[index], b);
      const isBetter = toEnd < least || (perUnit > 0 && toEnd === least && isFirst(index, last));
      if (isBetter && walls.isFree(points[index], b, radius)) [least, last] = [toEnd, index];
      for (const { to, cost: onward, doors } of links[index]) {
        const sum = cost + onward;
        if (sum > costs[to] || !doors.every(({ isOpen }) => isOpen)) continue;
        if (sum < costs[to]) {
          costs[to] = sum;
          before[to] = index;
          open.push({ index: to, total: sum + left[to], cost: sum, isStart: false });
        } else if (perUnit > 0 && before[to] >= 0 && isFirst(index, before[to])) before[to] = index;
      }
    }
    if (last < 0) return null;
    const route = [];
    for (let index = last; index >= 0; index = before[index]) route.push(points[index]);
    return route.reverse();
  }

  /** What depends on the presets. */
  prepare() {
    this.neighbors = neighborsFor(this.presets);
    const presets = [...this.presets.values()];
    this.hasStates = presets.some(({ hasStates }) => hasStates);
    this.hasHearing = presets.some(({ hearing }) => hearing !== null);
  }

  /** An event of an agent that is not one of a behavior. */
  report(agent, kind, source, other = null) {
    const { tick } = this;
    const event = { tick, agent, kind, node: null, behavior: null, source, other, name: null, value: null, reason: null };
    this.events.push(event);
    return event;
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
    const { internal } = agent, before = { ...internal };
    usePreset(agent, id, preset);
    loseFacing(agent, before);
    if (!isSameSight(internal, before)) Object.assign(internal.knowledge, { hasNoticed: false, ticks: 0 });
    this.carryOverState(agent, before, this.cells);
  }

  /** What a target names, with position and velocity; null if it is the agent itself. */
  resolve(agent, target) {
    const found = target && this.find(target);
    return found === agent ? null : found;
  }

  /** The agent, marker or pointer with this name; null if there is none. */
  find({ kind, id }) {
    if (kind === "pointer") return this.pointer;
    return (kind === "marker" ? this.markers : this.agentsById).get(id) ?? null;
  }

  /** Puts an agent where it starts. */
  enter(agent) {
    const { scatter, isCellMover, behaviors, hasStates } = agent.internal;
    if (scatter) this.scatter(agent, scatter);
    placeAt(agent, isCellMover ? this.cells.center(this.cells.at(agent)) : agent);
    updateHeading(agent);
    faceHeading(agent);
    agent.internal.knowledge.post = placeOf(agent);
    agent.internal.isEntering = hasStates;
    drawTimes(agent);
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
      case "wander":
        // Radians counterclockwise from the heading, with y up.
        return { angle: 0 };
      case "search":
        return newSearch();
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
    internal.forcedState = earlier.internal.forcedState;
    internal.isTold = earlier.internal.isTold;
    internal.hasNoRoute = earlier.internal.hasNoRoute;
    internal.knowledge = this.carriedKnowledge(earlier.internal.knowledge);
    const isSame = isSameSight(internal, earlier.internal)
      && (internal.watches.length > 0 || isSameTarget(internal.authoredTarget, earlier.internal.authoredTarget));
    if (!isSame) Object.assign(internal.knowledge, { hasNoticed: false, ticks: 0 });
    loseFacing(agent, earlier.internal);
    this.carryOverState(agent, earlier.internal, earlierCells);
  }

  /** What an agent knew before an edit, about the agents and markers of this world. */
  carriedKnowledge(earlier) {
    const known = (what) => what && this.find(referenceTo(what));
    const { perceived, touched, lastSeen } = earlier;
    return {
      ...earlier,
      perceived: known(perceived),
      touched: known(touched),
      lastSeen: lastSeen && { ...lastSeen, who: known(lastSeen.who) },
    };
  }

  /** Keeps the state of an agent if its preset still has it; otherwise it enters the first one. */
  carryOverState(agent, before, earlierCells) {
    const { internal } = agent, { states } = internal;
    const { id } = before.states[before.stateIndex], index = states.findIndex((state) => state.id === id);
    if (!states.some((state) => state.id === internal.forcedState)) internal.forcedState = null;
    for (const behavior of internal.programs.flat()) behavior.memory = null;
    if (index < 0) {
      this.startState(agent, 0, before, this.cells.size === earlierCells.size);
      internal.isEntering = internal.hasStates;
      return;
    }
    useState(agent, index);
    this.resolveLeader(agent);
    internal.timeInState = internal.hasStates ? before.timeInState : 0;
    internal.isEntering = internal.hasStates && before.isEntering;
    keepTimes(internal, before);
    this.carryOverProgresses(agent, before);
    this.carryOverMotion(agent, before, earlierCells);
  }

  /** Keeps where an agent was on its path in the states that it is not in. */
  carryOverProgresses(agent, before) {
    const { internal } = agent;
    internal.states.forEach(({ id }, i) => {
      const k = before.states.findIndex((state) => state.id === id);
      if (i === internal.stateIndex || k < 0) return;
      const isPath = ({ kind }) => kind === "follow_path";
      const earlier = before.programs[k].filter(isPath);
      internal.programs[i].filter(isPath).forEach((behavior, j) => {
        if (earlier[j]?.memory) this.carryOverMemory(agent, behavior, before.pathId, earlier[j], this.cells);
      });
    });
  }

  /** Lets an agent start a state. A cell mover that was one continues its step, unless the cells are others. */
  startState(agent, index, before, hasSameCells) {
    const { internal } = agent, chased = before.isCellMover && hasSameCells ? before.behaviors[0].memory : null;
    useState(agent, index);
    this.resolveLeader(agent);
    internal.timeInState = 0;
    internal.hasNoRoute = false;
    for (const behavior of internal.behaviors) {
      behavior.plan = null;
      if (behavior.kind === "follow_path") behavior.memory = resumeProgress(agent, behavior);
      else behavior.memory = this.startMemory(agent, behavior);
    }
    if (internal.isCellMover) {
      const { memory } = internal.behaviors[0];
      agent.node = null;
      if (chased) {
        const { from, to, elapsed, lineReaches } = chased;
        Object.assign(memory, { from, to, elapsed, lineReaches });
      } else {
        Object.assign(agent, this.cells.center(this.cells.at(agent)));
      }
    }
    drawTimes(agent);
  }

  /** Lets an agent enter a state, by a transition or because the game wants it. */
  enterState(agent, index, reason) {
    const { internal } = agent, before = { ...internal };
    if (internal.behaviors.some(({ kind }) => kind === "follow_path")) internal.knowledge.leftPath = placeOf(agent);
    this.startState(agent, index, before, true);
    internal.isEntering = false;
    const { name, enter } = internal.states[index];
    for (const action of enter) this.executeEntering(agent, action);
    Object.assign(this.report(agent.id, "state_entered", null), { name, reason });
  }

  executeEntering(agent, action) {
    if (action.kind === "emit") Object.assign(this.report(agent.id, "emitted", null), { name: action.name, value: action.value });
    else if (action.kind === "set_wall") this.switchDoor(agent, action);
    else this.share(agent, action.radius);
  }

  /** Tells the others of its team where an agent last saw someone. */
  share(agent, radius) {
    const { team, knowledge: { lastSeen } } = agent.internal;
    if (lastSeen === null || team === null) return;
    for (const other of this.agents) {
      if (other === agent || other.internal.team !== team) continue;
      const d = minus(other, agent);
      if (!(dot(d, d) <= radius * radius)) continue;
      other.internal.knowledge.lastSeen = { ...lastSeen, velocity: { ...lastSeen.velocity }, tick: this.tick };
      other.internal.willBeTold = true;
      this.hasOrders = true;
    }
  }

  /** Changes the states of agents, after all have moved and sensed. */
  changeStates() {
    for (const agent of this.agents) {
      const { internal } = agent;
      if (internal.driven || !(internal.hasStates || internal.forcedState !== null)) continue;
      if (internal.hasStates) internal.timeInState += 1;
      const { enter, transitions } = internal.states[internal.stateIndex];
      if (internal.isEntering) {
        internal.isEntering = false;
        for (const action of enter) this.executeEntering(agent, action);
      }
      if (internal.forcedState !== null) {
        const index = internal.states.findIndex(({ id }) => id === internal.forcedState);
        internal.forcedState = null;
        this.enterState(agent, index, null);
        continue;
      }
      const reason = transitions.findIndex((transition) => this.holds(agent, transition));
      if (reason >= 0) this.enterState(agent, transitions[reason].index, reason);
    }
    this.emitted.clear();
    if (!this.hasOrders) return;
    this.hasOrders = false;
    for (const { internal } of this.agents) {
      internal.isTold = internal.willBeTold;
      internal.willBeTold = false;
      this.hasOrders ||= internal.isTold || internal.forcedState !== null;
    }
  }

  holds(agent, { any, terms }) {
    if (terms.length === 0) return true;
    const termHolds = (term) => this.termHolds(agent, term);
    return any ? terms.some(termHolds) : terms.every(termHolds);
  }

  termHolds(agent, term) {
    const { internal } = agent, { knowledge, behaviors } = internal;
    switch (term.kind) {
      case "sees":
        return knowledge.hasNoticed;
      case "sees_not_for":
        return knowledge.unseen >= term.ticks;
      case "hears":
        return knowledge.lastNoise?.tick === this.tick;
      case "told":
        return internal.isTold;
      case "touches":
        return knowledge.touched !== null;
      case "meter_at_least":
        return knowledge.meter >= term.meter;
      case "meter_at_most":
        return knowledge.meter <= term.meter;
      case "for":
        return internal.timeInState >= internal.drawnTimes[term.draw];
      case "arrived":
        return behaviors.some(({ memory }) => memory?.arrived === true);
      case "path_finished":
        return behaviors.some(({ kind, memory }) => kind === "follow_path" && memory.finished);
      case "search_finished":
        return behaviors.some(({ kind, memory }) => kind === "search" && memory.finished);
      case "near": {
        const place = targetOf(agent, term), d = place && minus(place, agent);
        return place !== null && dot(d, d) <= term.radius * term.radius;
      }
      case "event":
        return this.names.some(({ agent: id, name }) => (id === null || id === agent.id) && name === term.name)
          || (this.emitted.get(agent.id)?.includes(term.name) ?? false);
      default:
        return internal.hasNoRoute;
    }
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
        const { pathId } = agent.internal;
        const isSameNode = behavior.start !== "node" || behavior.startNode === before.startNode;
        if (pathId !== earlierPathId || behavior.start !== before.start || !isSameNode) break;
        const path = memory.path && this.paths.get(memory.path.id);
        if (path === undefined) break;
        behavior.memory = memory;
        memory.path = path;
        fitProgress(memory, agent);
        break;
      }
      case "wander":
      case "search":
        behavior.memory = memory;
        break;
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
    if (this.hasMeetings) this.countMeetings();
    for (const agent of this.agents) this.think(agent);
    for (const agent of this.agents) this.move(agent);
    const earlier = this.events.length;
    const noises = this.hasHearing ? this.noisesOfTick() : [];
    this.watched = new Map();
    for (const agent of this.agents) {
      this.turn(agent);
      if (agent.internal.senses) this.sense(agent, noises);
    }
    if (this.noises.length > 0) this.noises = [];
    if (this.hasStates || this.hasOrders) this.changeStates();
    if (this.names.length > 0) this.names = [];
    // What an agent senses, and the states that it enters, follow its other events of this tick.
    if (this.events.length > earlier) {
      const own = this.events.splice(first).sort((a, b) => a.agent - b.agent);
      this.events = this.events.concat(own);
    }
    if (this.contacts.length > 0) this.findContacts(highestBefore);
    if (this.switches.size > 0) this.switchDoors();
  }

  /** Counts the agents that wait at each meeting. */
  countMeetings() {
    this.meetings.clear();
    for (const { internal } of this.agents) {
      const names = new Set();
      for (const { kind, memory } of internal.behaviors) {
        if (kind !== "follow_path" || memory.action === null || memory.path === null) continue;
        const action = memory.path.nodes[memory.targetNode]?.script?.actions[memory.action];
        if (action?.kind === "meet") names.add(action.name);
      }
      for (const name of names) this.meetings.set(name, (this.meetings.get(name) ?? 0) + 1);
    }
  }

  /** Does an action that takes no time. The limit of a speed is for a progress on a path. */
  execute(agent, progress, action) {
    if (action.kind === "speed") progress.speedLimit = action.limit;
    else if (action.kind === "emit") {
      this.notes.push({ kind: "emitted", name: action.name, value: action.value });
      if (agent.internal.hasStates) this.emitted.set(agent.id, [...this.emitted.get(agent.id) ?? [], action.name]);
    } else this.switchDoor(agent, action);
  }

  /** Switches a door at the end of the tick. The agent with the highest id prevails. */
  switchDoor({ id }, { wall, open }) {
    const earlier = this.switches.get(wall);
    if (earlier === undefined || id >= earlier.agent) this.switches.set(wall, { agent: id, open });
  }

  switchDoors() {
    const switches = [...this.switches].sort(([a], [b]) => a - b);
    this.switches.clear();
    for (const [wall, { open }] of switches) this.setWallOpen(wall, open);
  }

  /** Reports what the actions of a path told. */
  emitNotes(agent, behavior) {
    for (const { kind, name, value } of this.notes) Object.assign(this.emit(agent, behavior, kind), { name, value });
    this.notes.length = 0;
  }

  /** Turns an agent to where it looks, after all have moved. */
  turn(agent) {
    const { facing, lookAction } = agent.internal;
    if (lookAction !== null) {
      const { lookMemory } = agent.internal;
      const wanted = lookDirection(agent, lookAction, lookMemory, this);
      this.turnToward(agent, wanted, lookAction.turnCos === null ? facing : lookAction);
      const { facingX: x, facingY: y } = agent;
      // A small turn can end beside the direction by rounding.
      lookMemory.turned = (wanted.x === 0 && wanted.y === 0) || (x === wanted.x && y === wanted.y)
        || x * wanted.x + y * wanted.y >= ALIGNED;
    } else if (!facing) {
      faceHeading(agent);
    } else {
      const { target, watches, knowledge } = agent.internal;
      const lookedAt = watches.length > 0 ? knowledge.perceived : target;
      const wanted = facing.toward === "target" && lookedAt !== null
        ? direction(lookedAt.x - agent.x, lookedAt.y - agent.y)
        : { x: agent.headingX, y: agent.headingY };
      this.turnToward(agent, wanted, facing);
    }
  }

  /** Turns an agent toward a direction by at most a turn, or at once without one. */
  turnToward(agent, wanted, turn) {
    if (wanted.x === 0 && wanted.y === 0) return;
    const { facingX: x, facingY: y } = agent;
    let turned = wanted;
    if (turn !== null && turn.turnCos !== -1 && !(x * wanted.x + y * wanted.y >= turn.turnCos)) {
      const isLeft = (x * wanted.y - y * wanted.x) * this.turnSign >= 0;
      const sin = isLeft ? turn.turnSin * this.turnSign : -(turn.turnSin * this.turnSign);
      turned = direction(x * turn.turnCos - sin * y, x * sin + y * turn.turnCos);
    }
    agent.facingX = turned.x;
    agent.facingY = turned.y;
  }

  /** The noises of this tick: of agents that move fast, and then of the game. */
  noisesOfTick() {
    const noises = [];
    for (const agent of this.agents) {
      const { noise } = agent.internal;
      if (noise !== null && agent.speed > noise.speed) noises.push({ x: agent.x, y: agent.y, radius: noise.radius, agent });
    }
    return [...noises, ...this.noises];
  }

  /** What an agent sees, hears and touches, after all have moved, and what it knows then. */
  sense(agent, noises) {
    const { internal } = agent, { knowledge } = internal;
    const watched = this.watchedBy(agent);
    const seen = this.look(agent, watched);
    knowledge.unseen = seen ? 0 : knowledge.unseen + 1;
    const heard = internal.hearing ? this.hear(agent, watched, noises) : null;
    if (heard !== null) {
      if (knowledge.lastNoise?.tick !== this.tick - 1) this.report(agent.id, "noise_heard", null);
      knowledge.lastNoise = { ...placeOf(heard), tick: this.tick };
    }
    const touched = internal.feelsTouch ? this.touchedBy(agent, watched) : null;
    if (touched !== null && touched !== knowledge.touched) this.report(agent.id, "touched", null, touched.id);
    knowledge.touched = touched;
    knowledge.perceived ??= touched;
    if (internal.alert) this.moveMeter(agent, seen, heard !== null);
    const { perceived } = knowledge;
    if (seen || (touched !== null && touched === perceived)) {
      knowledge.lastSeen ??= { ...placeOf(perceived), velocity: { x: 0, y: 0 }, who: null, tick: 0 };
      const { lastSeen } = knowledge;
      lastSeen.x = perceived.x;
      lastSeen.y = perceived.y;
      lastSeen.velocity.x = perceived.vx;
      lastSeen.velocity.y = perceived.vy;
      lastSeen.who = perceived;
      lastSeen.tick = this.tick;
    }
  }

  /** The agents of the teams that an agent watches, by id; without teams its target. The agent itself can be among them. */
  watchedBy({ internal: { watches, target } }) {
    if (watches.length === 0) {
      if (target === null) return [];
      this.watchedTarget[0] = target;
      return this.watchedTarget;
    }
    let watched = this.watched.get(watches);
    if (watched === undefined) {
      watched = this.agents.filter(({ internal }) => watches.includes(internal.team));
      this.watched.set(watches, watched);
    }
    return watched;
  }

  /** Lets an agent with sight look at those that it watches. Returns whether it sees one. */
  look(agent, watched) {
    const { sight, knowledge } = agent.internal;
    if (sight === null) {
      knowledge.perceived = null;
      return false;
    }
    // A little more than its range, beyond which no point of a body is seen.
    const farthest = sight.range * sight.range * (1 + 1e-9);
    let nearest = null, least = Infinity, seesPerceived = false;
    for (const other of watched) {
      if (other === agent) continue;
      const dx = other.x - agent.x, dy = other.y - agent.y, squared = dx * dx + dy * dy;
      if (squared > farthest || !this.seesAgentOrPoint(agent, other)) continue;
      if (other === knowledge.perceived) seesPerceived = true;
      if (nearest === null || squared < least) [nearest, least] = [other, squared];
    }
    const seesAny = nearest !== null;
    this.notice(agent, seesAny);
    if (seesAny) {
      if (!seesPerceived) knowledge.perceived = nearest;
    } else if (!knowledge.hasNoticed) {
      knowledge.perceived = null;
    }
    return seesAny;
  }

  /** Counts the ticks until an agent notices someone, or has lost everyone. */
  notice(agent, seesAny) {
    const { sight, knowledge } = agent.internal;
    if (seesAny === knowledge.hasNoticed) {
      knowledge.ticks = 0;
      return;
    }
    knowledge.ticks += 1;
    if (knowledge.ticks < (seesAny ? sight.noticeTicks : sight.forgetTicks)) return;
    knowledge.hasNoticed = seesAny;
    knowledge.ticks = 0;
    this.report(agent.id, seesAny ? "sight_gained" : "sight_lost", null);
  }

  /** The nearest noise that an agent hears, or null. */
  hear(agent, watched, noises) {
    const { scale, muffle } = agent.internal.hearing;
    let heard = null, least = Infinity;
    for (const noise of noises) {
      if (noise.agent !== null && (noise.agent === agent || !watched.includes(noise.agent))) continue;
      const dx = noise.x - agent.x, dy = noise.y - agent.y, squared = dx * dx + dy * dy;
      const reach = noise.radius * scale, muffled = reach * muffle;
      if (!(squared <= reach * reach) || !(squared < least)) continue;
      if (!(squared <= muffled * muffled) && this.walls.motion.touches(agent, noise)) continue;
      [heard, least] = [noise, squared];
    }
    return heard;
  }

  /** The nearest body that an agent touches of those that it watches, or null. */
  touchedBy(agent, watched) {
    let touched = null, least = Infinity;
    for (const other of watched) {
      if (other === agent || !(other instanceof Agent)) continue;
      const dx = other.x - agent.x, dy = other.y - agent.y, squared = dx * dx + dy * dy;
      const reach = agent.internal.radius + other.internal.radius + this.touchMargin;
      if (!(squared <= reach * reach) || !(squared < least) || this.walls.motion.touches(agent, other)) continue;
      [touched, least] = [other, squared];
    }
    return touched;
  }

  /** Moves how alert an agent is. */
  moveMeter(agent, seen, hears) {
    const { alert, sight, knowledge } = agent.internal, { dt } = this;
    let { meter } = knowledge;
    if (seen) {
      const { near, range: most } = sight, d = distance(agent, knowledge.perceived);
      let t = near < most && d > near ? (d - near) / (most - near) : 0;
      if (t > 1) t = 1;
      meter += (alert.riseNear + (alert.riseFar - alert.riseNear) * t) * dt;
      if (meter > 1) meter = 1;
    } else {
      meter -= alert.fall * dt;
      if (!(meter > 0)) meter = 0;
    }
    if (hears) {
      meter += alert.noiseRise;
      if (meter > 1) meter = 1;
    }
    knowledge.meter = meter;
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
    internal.lookAction = null;
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
      } else if (length(weighted.x, weighted.y) > NEGLIGIBLE) {
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
      if (isFinitePoint(position)) {
        agent.x = position.x;
        agent.y = position.y;
      }
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
    const event = this.report(agent.id, kind, null);
    event.node = node;
    event.behavior = behavior.index;
    return event;
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
  if (!(reach > 0) || agents.length * searches <= MAX_PAIRS_TO_TRY) return () => agents;
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
function isSameSight({ sight: a, watches }, { sight: b, watches: others }) {
  const isSame = a === b || (a && b && Object.keys(a).every((key) => a[key] === b[key])) || false;
  return isSame && watches.length === others.length && watches.every((team, i) => team === others[i]);
}

/** Whether two targets are the same thing. */
function isSameTarget(a, b) {
  return a === b || (a && b && a.kind === b.kind && a.id === b.id) || false;
}

/** Whether two agents were authored to enter at the same position, in the same way. */
function isSameStart({ internal: { start } }, { internal: { start: other } }) {
  return ["x", "y", "vx", "vy", "hx", "hy", "min", "max"].every((key) => start[key] === other[key]);
}

/** Lets an agent move by the first state of a preset. Its behaviors have no memory yet. */
function usePreset(agent, presetId, { name, color, ...shared }) {
  const programs = shared.states.map(({ behaviors }) => behaviors.map((behavior) => ({ ...behavior })));
  Object.assign(agent.internal, shared, { presetId, programs });
  useState(agent, 0);
}

/** Lets an agent move by a state of its preset. */
function useState({ internal }, index) {
  const { maxSpeed, maxForce, facing, isCellMover, byPriority } = internal.states[index];
  internal.stateIndex = index;
  internal.maxSpeed = maxSpeed ?? internal.bodySpeed;
  internal.maxForce = maxForce ?? internal.bodyForce;
  internal.facing = facing;
  internal.isCellMover = isCellMover;
  internal.byPriority = byPriority;
  internal.behaviors = internal.programs[index];
}

/** The terms of a state for which a time is drawn. */
function* drawnTerms({ transitions }) {
  for (const { terms } of transitions) for (const term of terms) if (term.kind === "for") yield term;
}

function drawTimes({ internal }) {
  internal.drawnTimes = Array.from(drawnTerms(internal.states[internal.stateIndex]), (term) => drawTicks(term, internal.random));
}

/** Keeps the times of terms at the same places of an edited state. */
function keepTimes(internal, before) {
  const earlier = before.states[before.stateIndex].transitions;
  internal.drawnTimes = [];
  internal.states[internal.stateIndex].transitions.forEach(({ terms }, i) => terms.forEach((term, j) => {
    if (term.kind !== "for") return;
    const { minTicks, maxTicks } = term, same = earlier[i]?.terms[j];
    const ticks = same?.kind === "for" ? before.drawnTimes[same.draw] : minTicks;
    internal.drawnTimes.push(Math.min(Math.max(ticks, minTicks), maxTicks));
  }));
}

/** Neighbors for the behaviors of all presets. */
function neighborsFor(presets) {
  const behaviors = [...presets.values()].flatMap(({ states }) => states).flatMap((state) => state.behaviors);
  return new Neighbors(behaviors.reduce((most, behavior) => Math.max(most, behavior.neighborRadius), 0));
}

/** Whether two grid chases choose the same cells; the number of ticks of a step does not matter. */
function isSameChase(a, b) {
  return ["method", "mode", "maxPathLength", "stepInterval", "goal", "ahead", "route"].every((key) => a[key] === b[key]);
}

/** The point nearest to a, as a place that a plan takes without looking whether the way there is free. */
function nearestOf(points, a, starts) {
  const squares = points.map((point) => dot(minus(point, a), minus(point, a)));
  let index = 0;
  for (let i = 1; i < points.length; i += 1) if (squares[i] < squares[index]) index = i;
  return { index, total: 0, cost: starts[index], isStart: false };
}

/** Puts an agent somewhere as if it had always been there. */
function placeAt(agent, { x, y }) {
  agent.x = agent.previousX = x;
  agent.y = agent.previousY = y;
}

/** An agent whose preset has no facing any longer looks where it moves. */
function loseFacing(agent, before) {
  if (before.hasFacing && !agent.internal.hasFacing) faceHeading(agent);
}

function faceHeading(agent) {
  agent.facingX = agent.headingX;
  agent.facingY = agent.headingY;
}

/** An agent that stops keeps its heading. */
function updateHeading(agent) {
  if (!(length(agent.vx, agent.vy) > HEADING_SPEED)) return;
  const heading = direction(agent.vx, agent.vy);
  agent.headingX = heading.x;
  agent.headingY = heading.y;
}

// ---- Arguments of calls -------------------------------------------------------------------------

function checkedPoint(x, y) {
  for (const value of [x, y]) {
    if (!(typeof value === "number" && Math.abs(value) <= MAX_COORDINATE)) {
      const problem = `the coordinate ${String(value)} is not a number from -1e9 to 1e9`;
      throw new SteerwrightError(`${problem}; check where it is computed`);
    }
  }
  return { x, y };
}

function checkedRadius(radius) {
  if (typeof radius === "number" && radius >= 0 && radius <= MAX_LENGTH) return radius;
  throw new SteerwrightError(`the radius ${String(radius)} is not a number from 0 to 1e9; check where it is computed`);
}

function checkedText(text) {
  if (typeof text === "string" && text !== "") return text;
  throw new SteerwrightError(`${JSON.stringify(text) ?? String(text)} is not a name; use a text that is not empty`);
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
