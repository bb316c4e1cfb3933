// Steerwright runtime for JavaScript: moves the agents of an exported scene to the same bit as the editor did.
// Licence: MIT OR Apache-2.0. For browsers and node; needs nothing but this file.
//
//     import { load } from "./steerwright.mjs";
//     const world = load(text);              // the text of NAME.steer.json, or that text parsed
//     world.advance(seconds);                // once a frame: the seconds since the last one
//     for (const agent of world.agents) draw(agent.name, agent.x, agent.y);
//     for (const event of world.events) console.log(event.kind, event.agent);
//
// The formulas and their sources are in docs/motion.md of Steerwright, the format in docs/porting.md. Every sum and product here
// is in the core's order: do not tidy it, and use nothing but + - * / Math.sqrt and comparisons where agents are moved.

// ---- Load: a file is read field by field, and the first wrong one is named -------------------------------------------------

/** The newest file format that this runtime knows. */
const VERSION = 1;
const LARGEST = 1e12;
const U32 = 4294967295;

/** Why a file could not be loaded, or a call was refused: what is wrong, where, and what to do. */
export class SteerwrightError extends Error {
  constructor(message) {
    super(message);
    this.name = "SteerwrightError";
  }
}

/**
 * A world at tick 0.
 * @param {string | object} source the text of NAME.steer.json, or that text parsed
 * @returns {World}
 * @throws {SteerwrightError} names the field that is wrong, and the remedy
 */
export function load(source) {
  return new World(read(source));
}

/** A file that this runtime may read. */
function read(source) {
  const file = { value: typeof source === "string" ? parse(source) : source, place: "" };
  const format = at(file, "format"), reader = at(file, "min_reader");
  check(format, format.value === "steerwright-export", 'is not "steerwright-export"', "load a NAME.steer.json");
  whole(reader, 1, LARGEST);
  check(reader, reader.value <= VERSION, `is ${reader.value}, and this runtime is of version ${VERSION}`, "use a newer runtime");
  return file;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SteerwrightError(`the text is not JSON (${error.message.replace(/\s+/g, " ")}); export the scene again`);
  }
}

// A field is a value of the file and its place, "agents[3].body.mass". Each reader below gives the value, or says what is wrong.

function check(field, sound, fault, remedy = "export the scene again") {
  if (sound) return field.value;
  throw new SteerwrightError(`${field.place || "the file"}: ${field.value === undefined ? "is missing" : fault}; ${remedy}`);
}

function at(field, key) {
  const { value, place } = field;
  check(field, typeof value === "object" && value !== null && !Array.isArray(value), "is not an object");
  return { value: value[key], place: place ? `${place}.${key}` : key };
}

const isNumber = (value) => typeof value === "number" && Math.abs(value) <= LARGEST;
const number = (field) => check(field, isNumber(field.value), "is not a number from -1e12 to 1e12");
const positive = (field) => check(field, isNumber(field.value) && field.value > 0, "is not a number above 0");
const text = (field) => check(field, typeof field.value === "string", "is not a text");
const flag = (field) => check(field, typeof field.value === "boolean", "is neither true nor false");
const orNull = (read) => (field) => field.value === null ? null : read(field);
const orElse = (usual, read) => (field) => field.value === undefined ? usual : read(field);
const oneOf = (...values) => (field) => check(field, values.includes(field.value), `is none of ${values.join(", ")}`);

function whole(field, least = 0, most = U32) {
  const sound = Number.isInteger(field.value) && field.value >= least && field.value <= most;
  return check(field, sound, `is not a whole number from ${least} to ${most}`);
}

function list(field, read, length) {
  check(field, Array.isArray(field.value), "is not a list");
  check(field, length === undefined || field.value.length === length, `does not have ${length} entries`);
  return Array.from(field.value, (value, i) => read({ value, place: `${field.place}[${i}]` }, i));
}

/** A list of things with ids, as a map from id to thing. */
function byId(field, read) {
  const things = new Map();
  list(field, (entry) => {
    const id = whole(at(entry, "id"));
    check(at(entry, "id"), !things.has(id), `is ${id}, as that of another before it`);
    things.set(id, read(entry, id));
  });
  return things;
}

const place = (field) => ({ x: number(at(field, "x")), y: number(at(field, "y")), vx: 0, vy: 0 });

/** How the places of the game stand to those of the scene as it was authored. */
function readPlacement(file) {
  const origin = (field) => ({ x: number(at(field, "x")), y: number(at(field, "y")) });
  return {
    y_down: flag(at(file, "y_down")),
    plane: orElse("xy", oneOf("xy", "xz"))(at(file, "plane")),
    scale: orElse(1, positive)(at(file, "scale")),
    origin: orElse({ x: 0, y: 0 }, origin)(at(file, "origin")),
  };
}

/** A route: its nodes, and for each one the points of the curve from it to the next. */
function readPath(field) {
  const points = list(at(field, "points"), (point) => {
    const [x, y] = list(point, number, 2);
    return { x, y };
  });
  let last = -1;
  const nodes = list(at(field, "nodes"), (node) => {
    const index = whole(at(node, "point"));
    check(at(node, "point"), index > last, "is not above that of the node before");
    check(at(node, "point"), index < points.length, `is beyond the ${points.length} points of the path`);
    last = index;
    return {
      x: number(at(node, "x")),
      y: number(at(node, "y")),
      radius: number(at(node, "radius")),
      wait: whole(at(node, "wait_ticks")),
      speed: orNull(number)(at(node, "speed")) ?? Infinity,
      point: index,
    };
  });
  return {
    traversal: oneOf("once", "loop", "ping_pong")(at(field, "traversal")),
    radius: number(at(field, "radius")),
    nodes,
    between: nodes.map((node, i) => points.slice(node.point + 1, nodes[i + 1]?.point)),
  };
}

/** The parameters of each behavior, by their names in the file. */
const PARAMETERS = {
  seek: {},
  flee: { panic_distance: orNull(number) },
  arrive: {
    target_radius: number,
    slow_radius: number,
    ramp: oneOf("linear", "sqrt", "quadratic"),
    stop: oneOf("brake", "coast"),
  },
  leave: { escape_radius: number, danger_radius: number, ramp: oneOf("stepped", "smooth") },
  pursue: { max_prediction: orNull(number) },
  evade: { max_prediction: orNull(number) },
  follow_path: {
    start: oneOf("first", "nearest", "node"),
    start_node: orNull((field) => whole(field, 0, LARGEST)),
    target_radius: number,
    slow_radius: number,
  },
  separation: { radius: number, max_separation: number, falloff: oneOf("none", "inverse_square") },
  follow_leader: {
    behind_distance: number,
    sight_radius: number,
    slow_radius: number,
    separation_radius: number,
    max_separation: number,
  },
  homing_walk: {
    step_fraction: number,
    min_step: number,
    max_step: number,
    aggro_radius: number,
    max_fov_deg: number,
    reach_radius: number,
    smooth: flag,
  },
  grid_chase: {
    method: oneOf("axis", "line_of_sight"),
    aim: oneOf("chase", "evade"),
    max_path_length: whole,
    step_ticks: (field) => whole(field, 1),
    step_interval: (field) => field.value, // nothing is computed with it: an edit of it makes another chase
  },
};

function readBehavior(field, kinds) {
  const kind = oneOf(...kinds)(at(field, "kind"));
  const behavior = { kind, force: FORCES[kind], weight: number(at(field, "weight")) };
  for (const [key, read] of Object.entries(PARAMETERS[kind])) behavior[key] = read(at(field, key));
  if (behavior.start === "node") whole(at(field, "start_node"), 0, LARGEST);
  return behavior;
}

function readAim(field) {
  const kind = oneOf("marker", "agent", "pointer")(at(field, "kind"));
  return { kind, id: kind === "pointer" ? null : whole(at(field, "id")) };
}

/** An agent as it is at the start. What it is bound to is still ids: whom they name is known when all agents are read. */
function readAgent(field, id) {
  const agent = new Agent(id, text(at(field, "name")), place(field));
  const { mind } = agent;
  const body = at(field, "body");
  const behaviors = at(field, "behaviors");
  const cells = oneOf("steered", "grid_chase")(at(field, "motion")) === "grid_chase";
  if (cells) {
    [mind.chase] = list(behaviors, (entry) => readBehavior(entry, ["grid_chase"]), 1);
  } else {
    const kinds = Object.keys(FORCES);
    mind.byPriority = oneOf("weighted_sum", "priority")(at(field, "combine")) === "priority";
    mind.behaviors = list(behaviors, (entry) => readBehavior(entry, kinds));
  }
  mind.mass = positive(at(body, "mass"));
  mind.maxSpeed = number(at(body, "max_speed"));
  mind.maxForce = number(at(body, "max_force"));
  mind.timeToTarget = positive(at(body, "time_to_target"));
  agent.vx = number(at(field, "vx"));
  agent.vy = number(at(field, "vy"));
  mind.scatter = orNull((scatter) => ({ min: number(at(scatter, "min")), max: number(at(scatter, "max")) }))(at(field, "scatter"));
  mind.start = { x: agent.x, y: agent.y, vx: agent.vx, vy: agent.vy, ...mind.scatter };
  mind.pathId = orNull(whole)(at(field, "path"));
  mind.target = orNull(readAim)(at(field, "target"));
  mind.danger = orNull(readAim)(at(field, "danger"));
  mind.leader = orNull(whole)(at(field, "leader"));
  mind.random = Uint32Array.from(list(at(field, "random_state"), (word) => whole(word), 4));
  return agent;
}

// ---- Arithmetic whose bits are part of the contract -------------------------------------------------------------------------

const length = (x, y) => Math.sqrt(x * x + y * y);
const distance = (a, b) => length(b.x - a.x, b.y - a.y);

/** A component of the direction of a vector that long: 0 for a vector of no length, and for one too long for a number. */
const part = (component, length) => length > 0 && length < Infinity ? component / length : 0;

/** What a vector is multiplied by to be no longer than `limit`; 0 if it is too long for a number. */
function shortening(x, y, limit) {
  const squared = x * x + y * y;
  if (squared <= limit * limit && squared < Infinity) return 1;
  const length = Math.sqrt(squared);
  return length < Infinity ? limit / length : 0;
}

const times = (component, factor) => factor === 0 ? 0 : component * factor;

/** How near the segment a-b comes to p. */
function segmentDistance(ax, ay, bx, by, p) {
  const x = bx - ax, y = by - ay;
  const squared = x * x + y * y;
  const along = squared > 0 && squared < Infinity ? ((p.x - ax) * x + (p.y - ay) * y) / squared : 0;
  if (!(along > 0)) return length(p.x - ax, p.y - ay);
  const fraction = along > 1 ? 1 : along;
  return length(p.x - (ax + x * fraction), p.y - (ay + y * fraction));
}

/** The next 32 bits of a stream: xoshiro128++. */
function draw(s) {
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

/** The next number of a stream, 0 to 1. */
const drawPart = (stream) => draw(stream) * (1 / 4294967296);

/** The Taylor series of the sine: 1/(n!) for n = 17, 15 .. 3, alternating in sign. */
const SINE = [
  1 / 355687428096000, -1 / 1307674368000, 1 / 6227020800, -1 / 39916800, 1 / 362880, -1 / 5040, 1 / 120, -1 / 6,
];

/** The vector turned by `angle` radians, -pi to pi. */
function rotated(x, y, angle) {
  const clamped = angle > Math.PI ? Math.PI : angle >= -Math.PI ? angle : angle < -Math.PI ? -Math.PI : 0;
  const h = clamped / 8;
  const square = h * h;
  let series = 0;
  for (const coefficient of SINE) series = series * square + coefficient;
  let sin = h + h * (square * series);
  let cos = Math.sqrt(1 - sin * sin);
  for (let i = 0; i < 3; i += 1) [sin, cos] = [2 * sin * cos, 1 - 2 * sin * sin];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

// ---- Curves: the centripetal Catmull-Rom of a smooth walk, reduced to points --------------------------------------------------

const mirrored = (p, q) => ({ x: p.x + (p.x - q.x), y: p.y + (p.y - q.y) });

/** The points of the curve through `controls`, after the first one. It strays no further than `tolerance` from its chords. */
function curveThrough(controls, tolerance) {
  const points = [];
  for (let i = 0; i + 1 < controls.length; i += 1) {
    const b = controls[i], c = controls[i + 1];
    divideStretch(controls[i - 1] ?? mirrored(b, c), b, c, controls[i + 2] ?? mirrored(c, b), tolerance, points);
    points.push(c);
  }
  return points;
}

function divideStretch(a, b, c, d, tolerance, points) {
  const usable = (spacing) => spacing > 0 && spacing < Infinity;
  const middle = Math.sqrt(distance(b, c));
  if (!usable(middle)) return;
  // A neighbor in the same place gives no direction: the far end is mirrored instead.
  let before = Math.sqrt(distance(a, b)), after = Math.sqrt(distance(c, d));
  if (!usable(before)) [a, before] = [mirrored(b, c), middle];
  if (!usable(after)) [d, after] = [mirrored(c, b), middle];
  const t0 = 0, t1 = before, t2 = before + middle, t3 = before + middle + after;

  const pointAt = (fraction) => {
    const t = t1 + (t2 - t1) * fraction;
    const blend = (p, q, from, to) => {
      const u = (to - t) / (to - from), v = (t - from) / (to - from);
      return { x: p.x * u + q.x * v, y: p.y * u + q.y * v };
    };
    const p = blend(a, b, t0, t1), q = blend(b, c, t1, t2), r = blend(c, d, t2, t3);
    const point = blend(blend(p, q, t0, t2), blend(q, r, t1, t3), t1, t2);
    // Where one spacing is lost in the rounding of another, the stretch is straight.
    const finite = Number.isFinite(point.x) && Number.isFinite(point.y);
    return finite ? point : { x: b.x + (c.x - b.x) * fraction, y: b.y + (c.y - b.y) * fraction };
  };

  const divide = (from, p, to, q, depth) => {
    const sample = (fraction) => pointAt(from + (to - from) * fraction);
    const strays = (point) => segmentDistance(p.x, p.y, q.x, q.y, point) > 0.9 * tolerance;
    const half = sample(0.5);
    if (depth === 0 || !(strays(half) || strays(sample(0.25)) || strays(sample(0.75)))) return;
    const between = from + (to - from) * 0.5;
    divide(from, p, between, half, depth - 1);
    points.push(half);
    divide(between, half, to, q, depth - 1);
  };
  divide(0, b, 1, c, 8);
}

// ---- Behaviors: from an agent and what it sees to the force it asks for ------------------------------------------------------

/** Where every behavior leaves its force. */
const force = { x: 0, y: 0 };

function askForNothing() {
  force.x = 0;
  force.y = 0;
}

/** Asks for the force that leads to this velocity. */
function askFor(agent, vx, vy) {
  const x = (vx - agent.vx) / agent.mind.timeToTarget;
  const y = (vy - agent.vy) / agent.mind.timeToTarget;
  const finite = Number.isFinite(x) && Number.isFinite(y);
  force.x = finite ? x : 0;
  force.y = finite ? y : 0;
}

/** Straight toward a point; at a negative speed, straight away from it. */
function go(agent, x, y, speed) {
  const dx = x - agent.x, dy = y - agent.y;
  const far = length(dx, dy);
  askFor(agent, part(dx, far) * speed, part(dy, far) * speed);
}

function seek(agent) {
  const { target, maxSpeed } = agent.mind;
  if (target) go(agent, target.x, target.y, maxSpeed);
  else askForNothing();
}

function flee(agent, { panic_distance }) {
  const { danger, maxSpeed } = agent.mind;
  if (!danger || (panic_distance !== null && distance(agent, danger) > panic_distance)) askForNothing();
  else go(agent, danger.x, danger.y, -maxSpeed);
}

function arrive(agent, behavior, world) {
  const { target, maxSpeed } = agent.mind;
  if (!target) return askForNothing();
  world.noteArrival(agent, distance(agent, target) < behavior.target_radius);
  arriveAt(agent, target.x, target.y, maxSpeed, behavior);
}

function arriveAt(agent, x, y, maxSpeed, { target_radius, slow_radius, ramp = "linear", stop = "brake" }) {
  const far = length(x - agent.x, y - agent.y);
  if (far < target_radius) {
    if (stop === "brake") askFor(agent, 0, 0);
    else askForNothing();
    return;
  }
  let speed = maxSpeed;
  if (!(far > slow_radius) && slow_radius > 0) {
    const rest = far / slow_radius;
    if (ramp === "linear") speed = maxSpeed * far / slow_radius;
    else if (ramp === "sqrt") speed = maxSpeed * Math.sqrt(rest);
    else speed = maxSpeed * (rest * rest);
  }
  go(agent, x, y, speed);
}

function leave(agent, { escape_radius, danger_radius, ramp }) {
  const { danger, maxSpeed } = agent.mind;
  const far = danger ? distance(agent, danger) : Infinity;
  if (far > danger_radius) return askForNothing();
  let speed = maxSpeed;
  if (!(far < escape_radius)) {
    if (ramp === "stepped" && danger_radius > 0) speed = maxSpeed - maxSpeed * far / danger_radius;
    if (ramp === "smooth" && danger_radius > escape_radius) {
      speed = maxSpeed * (danger_radius - far) / (danger_radius - escape_radius);
    }
  }
  go(agent, danger.x, danger.y, -speed);
}

function pursue(agent, { max_prediction }) {
  const { target, maxSpeed } = agent.mind;
  if (target) goAhead(agent, target, max_prediction, maxSpeed);
  else askForNothing();
}

function evade(agent, { max_prediction }) {
  const { danger, maxSpeed } = agent.mind;
  if (danger) goAhead(agent, danger, max_prediction, -maxSpeed);
  else askForNothing();
}

/** Toward (or away from) where a mover will be when the agent could have reached it. */
function goAhead(agent, mover, maxPrediction, speed) {
  const { maxSpeed } = agent.mind;
  let time = maxSpeed > 0 ? distance(agent, mover) / maxSpeed : 0;
  if (maxPrediction !== null && time > maxPrediction) time = maxPrediction;
  const x = mover.x + mover.vx * time, y = mover.y + mover.vy * time;
  if (Number.isFinite(x) && Number.isFinite(y)) go(agent, x, y, speed);
  else go(agent, mover.x, mover.y, speed);
}

function followPath(agent, behavior, world) {
  const { path, progress, maxSpeed } = agent.mind;
  if (!path || path.nodes.length === 0) return askForNothing();
  const { node: left, wait: waited, finished } = progress;
  const reached = advanceAlong(path, progress, agent);
  if (waited > 0 && (progress.wait === 0 || reached !== null)) world.emit(agent, "wait_ended", left);
  if (reached !== null) {
    world.emit(agent, "node_reached", reached);
    if (progress.wait > 0) world.emit(agent, "wait_started", reached);
  }
  if (progress.finished && !finished) world.emit(agent, "path_finished");

  agent.node = progress.node;
  if (progress.wait > 0) return askFor(agent, 0, 0);
  const node = path.nodes[progress.node];
  const speed = node.speed < maxSpeed ? node.speed : maxSpeed;
  const point = nextBetween(path, progress);
  if (point) return go(agent, point.x, point.y, speed);
  const atEnd = path.traversal === "once" && progress.node + 1 === path.nodes.length;
  if (atEnd) arriveAt(agent, node.x, node.y, speed, behavior);
  else go(agent, node.x, node.y, speed);
}

/** One tick: counts down a wait, or sees what the last move reached, and moves on. Gives the node reached, or null. */
function advanceAlong(path, progress, { previousX, previousY, x, y }) {
  if (progress.finished) return null;
  if (progress.wait > 0) {
    progress.wait -= 1;
    if (progress.wait > 0) return null;
    moveOn(path, progress);
    if (progress.finished) return null;
  }
  const passes = (point, radius) => segmentDistance(previousX, previousY, x, y, point) <= radius;
  for (let point = nextBetween(path, progress); point; point = nextBetween(path, progress)) {
    if (!passes(point, path.radius)) return null;
    progress.passed += 1;
  }
  const reached = progress.node;
  const node = path.nodes[reached];
  if (!passes(node, node.radius)) return null;
  progress.wait = node.wait;
  if (progress.wait === 0) moveOn(path, progress);
  return reached;
}

/** The next point of the curve before the node sought, if there is one. */
function nextBetween(path, { leg, passed, backwards }) {
  const points = leg === null ? undefined : path.between[leg];
  return points && points[backwards ? points.length - 1 - passed : passed];
}

function moveOn(path, progress) {
  const last = path.nodes.length - 1;
  if (progress.node === (progress.backwards ? 0 : last)) {
    if (path.traversal === "once") {
      progress.finished = true;
      return;
    }
    if (path.traversal === "loop") {
      Object.assign(progress, { node: 0, leg: last, passed: 0 });
      return;
    }
    if (last === 0) return;
    progress.backwards = !progress.backwards;
  }
  // A stretch of points is named after the node it starts from in the authored direction.
  progress.leg = progress.backwards ? progress.node - 1 : progress.node;
  progress.node += progress.backwards ? -1 : 1;
  progress.passed = 0;
}

/** Progress within a path that has changed under an agent's feet. */
function fitted(progress, path) {
  if (!path) return progress;
  const last = path.nodes.length - 1;
  progress.node = Math.max(0, Math.min(progress.node, last));
  progress.finished &&= path.traversal === "once" && progress.node === last;
  if (progress.backwards && path.traversal !== "ping_pong") {
    // What is passed of the leg was counted from its other end.
    progress.backwards = false;
    progress.leg = null;
  }
  if (progress.leg > last) progress.leg = null;
  if (progress.leg !== null) progress.passed = Math.min(progress.passed, path.between[progress.leg].length);
  return progress;
}

/** Sets an agent on its path from where it is. */
function beginPath(agent) {
  const { mind } = agent, follow = first(mind, "follow_path");
  if (mind.path && follow) mind.progress.node = startNode(mind.path, follow, agent);
}

/** The node that is sought first. */
function startNode(path, { start, start_node }, agent) {
  if (start === "node") return Math.max(0, Math.min(start_node, path.nodes.length - 1));
  let nearest = 0, least = Infinity;
  if (start === "nearest") {
    path.nodes.forEach((node, i) => {
      const far = distance(agent, node);
      if (far < least) [nearest, least] = [i, far];
    });
  }
  return nearest;
}

function separation(agent, { radius, max_separation, falloff }, world) {
  pushOff(agent, radius, max_separation, falloff, world.neighbors, null);
}

function followLeader(agent, behavior, world) {
  const { leader, maxSpeed } = agent.mind;
  if (!leader) return askForNothing();
  const { behind_distance, sight_radius, slow_radius } = behavior;
  const x = leader.headingX * behind_distance, y = leader.headingY * behind_distance;
  let sumX = 0, sumY = 0;
  const inTheWay = length(leader.x + x - agent.x, leader.y + y - agent.y) <= sight_radius || distance(agent, leader) <= sight_radius;
  if (inTheWay) {
    goAhead(agent, leader, null, -maxSpeed);
    sumX = force.x;
    sumY = force.y;
  }
  arriveAt(agent, leader.x - x, leader.y - y, maxSpeed, { target_radius: 0, slow_radius });
  sumX += force.x;
  sumY += force.y;
  pushOff(agent, behavior.separation_radius, behavior.max_separation, "none", world.neighbors, leader);
  force.x += sumX;
  force.y += sumY;
}

/** `x` rounded to a multiple of 2^-32. Sums of such terms are exact, so their order does not matter to the bits. */
const quantized = (x) => (x + 1572864) - 1572864;

/** Away from all neighbors; with a leader, only from it and those that follow it. */
function pushOff(agent, radius, most, falloff, neighbors, leader) {
  const squaredRadius = Math.min(radius * radius, Number.MAX_VALUE);
  const inverse = 1 / radius < Infinity ? 1 / radius : 0;
  const nearest = (radius / 1024) * (radius / 1024);
  let sumX = 0, sumY = 0;
  neighbors.find(agent, radius);
  for (let i = 0; i < neighbors.count; i += 1) {
    const other = neighbors.found[i];
    if (other === agent || (leader && other !== leader && other.mind.leader !== leader)) continue;
    const dx = other.x - agent.x, dy = other.y - agent.y;
    const squared = dx * dx + dy * dy;
    if (!(squared <= squaredRadius)) continue;
    if (falloff === "none") {
      sumX += quantized(dx * inverse);
      sumY += quantized(dy * inverse);
    } else {
      const w = nearest > 0 ? radius / (squared > nearest ? squared : nearest) : 0;
      sumX += quantized(-dx * w);
      sumY += quantized(-dy * w);
    }
  }
  if (falloff === "none") {
    const sum = length(sumX, sumY);
    force.x = -part(sumX, sum) * most;
    force.y = -part(sumY, sum) * most;
  } else {
    const x = sumX * (most / radius), y = sumY * (most / radius);
    // A radius of (next to) nothing has no strength.
    const finite = Number.isFinite(x) && Number.isFinite(y);
    force.x = finite ? x : 0;
    force.y = finite ? y : 0;
  }
}

function homingWalk(agent, behavior, world) {
  const { target, walk, maxSpeed } = agent.mind;
  if (!target) return askForNothing();
  const wasStraight = walk.point !== null && walk.point.straight;
  const picked = behavior.smooth ? advanceSmooth(agent, behavior, world) : advanceWalk(agent, behavior, world);
  const { x, y, straight } = walk.point;
  const far = distance(agent, target);
  world.noteSight(agent, far <= behavior.aggro_radius);
  if (picked && !(wasStraight && straight)) world.emit(agent, "way_point_picked");
  world.noteArrival(agent, straight && far < behavior.reach_radius);

  if (!straight) return go(agent, x, y, maxSpeed);
  const reach = behavior.reach_radius;
  const slow_radius = behavior.min_step > reach ? behavior.min_step : reach;
  arriveAt(agent, target.x, target.y, maxSpeed, { target_radius: reach, slow_radius });
}

/** One tick: picks a way-point where one is due, and says whether it did. */
function advanceWalk(agent, behavior, world) {
  const { target, walk } = agent.mind;
  if (walk.point !== null) {
    const far = distance(agent, walk.point.straight ? target : walk.point);
    const left = walk.point.straight && far > 2 * behavior.min_step;
    if (!(far <= behavior.reach_radius || left)) return false;
  }
  walk.point = pickWayPoint(agent, target, behavior, agent.mind.random, world);
  return true;
}

/** One tick of a walk that is planned ahead, anew when the target has moved. */
function advanceSmooth(agent, behavior, world) {
  const { target, walk, random } = agent.mind;
  const due = walk.point === null || distance(walk.plannedFor, target) > 2 * behavior.min_step;
  if (due) {
    walk.plannedFor = { x: target.x, y: target.y };
    const controls = [{ x: agent.x, y: agent.y }];
    for (let last = controls[0]; controls.length < 256 && !last.straight;) {
      last = pickWayPoint(last, target, behavior, random, world);
      controls.push(last);
    }
    walk.ahead = curveThrough(controls, 0.2 * behavior.reach_radius);
    walk.passed = 0;
  }
  // The last point is the target's: it is arrived at, never passed.
  while (walk.passed + 1 < walk.ahead.length && distance(agent, walk.ahead[walk.passed]) <= behavior.reach_radius) walk.passed += 1;
  const { x, y } = walk.ahead[walk.passed] ?? target;
  walk.point = { x, y, straight: walk.passed + 1 >= walk.ahead.length };
  return due;
}

/** A way-point one step from `from` toward the target, off to a side by a random part of the field of view. */
function pickWayPoint(from, target, behavior, random, world) {
  const dx = target.x - from.x, dy = target.y - from.y;
  const far = length(dx, dy);
  const { step_fraction, min_step, max_step } = behavior;
  const wanted = far * step_fraction < max_step ? far * step_fraction : max_step;
  const step = wanted > min_step ? wanted : min_step;
  if (step > far) return { x: target.x, y: target.y, straight: true };
  const angle = halfView(behavior, far) * drawPart(random);
  const side = draw(random) % 2 === 0 ? -angle : angle;
  const way = rotated(part(dx, far) * step, part(dy, far) * step, side * world.turnSign);
  return { x: from.x + way.x, y: from.y + way.y, straight: false };
}

const DEGREES = 180 / Math.PI;

/** Half the field of view that far from the target, radians. */
function halfView({ aggro_radius, max_fov_deg }, far) {
  const near = far < aggro_radius ? far : aggro_radius;
  const widest = max_fov_deg * (Math.PI / 180);
  return aggro_radius > 0 ? 0.5 * widest * near / aggro_radius : 0.5 * widest;
}

const FORCES = {
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
};

// ---- Cells: the grid chase, which moves its agent by itself -------------------------------------------------------------------

const saturated = (x) => x > 2147483647 ? 2147483647 : x < -2147483648 ? -2147483648 : x;
const sameCell = (a, b) => a !== null && b !== null && a.column === b.column && a.row === b.row;

/** The plane in square cells, with rows that count upward even where y grows downward: so far cells saturate as in the core. */
class Cells {
  constructor(field, up) {
    this.size = positive(at(field, "size"));
    this.up = up;
    this.blocked = new Map();
    list(at(field, "blocked"), (cell) => {
      const [column, row] = list(cell, (index) => whole(index, -2147483648, 2147483647), 2);
      if (!this.blocked.has(column)) this.blocked.set(column, new Set());
      this.blocked.get(column).add(up > 0 ? row : -1 - row);
    });
  }

  /** The cell that holds a point. */
  at({ x, y }) {
    return { column: saturated(Math.floor(x / this.size)), row: saturated(Math.floor(this.up * y / this.size)) };
  }

  middle({ column, row }) {
    return { x: (column + 0.5) * this.size, y: this.up * ((row + 0.5) * this.size) };
  }

  isBlocked(column, row) {
    const rows = this.blocked.get(column);
    return rows !== undefined && rows.has(row);
  }

  /** Whether just these cells are blocked in `other` too. */
  areThoseOf(other) {
    const alike = ([column, rows]) => {
      const others = other.blocked.get(column);
      return others !== undefined && others.size === rows.size && [...rows].every((row) => others.has(row));
    };
    return this.blocked.size === other.blocked.size && [...this.blocked].every(alike);
  }

  /** Whether a neighboring cell may be entered: it is free, and no blocked corner is cut. */
  canStep(from, to) {
    if (this.isBlocked(to.column, to.row)) return false;
    const diagonal = from.column !== to.column && from.row !== to.row;
    return !diagonal || !(this.isBlocked(to.column, from.row) || this.isBlocked(from.column, to.row));
  }
}

const newMover = (cell) => ({ from: cell, to: cell, elapsed: 0, prey: null, line: [], taken: 0, seesPrey: true });

/** One tick of a cell mover's mind; its body follows when everyone moves. */
function chase(agent, world) {
  const { target, mover, chase: behavior } = agent.mind;
  const prey = target && world.cells.at(target);
  let entered = false;
  if (mover.elapsed === 0) {
    mover.from = mover.to;
    mover.to = nextCell(mover, prey, behavior, world.cells);
    entered = !sameCell(mover.from, mover.to);
  }
  mover.elapsed = mover.elapsed + 1 < behavior.step_ticks ? mover.elapsed + 1 : 0;
  if (prey && behavior.method === "line_of_sight" && behavior.aim === "chase") world.noteSight(agent, mover.seesPrey);
  if (entered) world.emit(agent, "cell_entered");
  world.noteArrival(agent, sameCell(prey, mover.to));
}

function nextCell(mover, prey, { method, aim, max_path_length }, cells) {
  const here = mover.to;
  if (prey === null) {
    Object.assign(mover, { prey, line: [], taken: 0 });
    return here;
  }
  const away = (own, other) => saturated(own + saturated(own - other));
  const goal = aim === "chase" ? prey : { column: away(here.column, prey.column), row: away(here.row, prey.row) };
  if (method === "axis") return axisStep(here, goal, cells);
  if (!sameCell(mover.prey, prey)) {
    const line = freeLine(here, goal, max_path_length, cells);
    Object.assign(mover, { prey, line, taken: 0, seesPrey: sameCell(line[line.length - 1] ?? here, goal) });
  }
  if (mover.taken === mover.line.length) return here;
  const next = mover.line[mover.taken];
  mover.taken += 1;
  return cells.canStep(here, next) ? next : here;
}

/** The next cell by column and row at once; beside a blocked one by the column alone, else by the row alone. */
function axisStep(here, goal, cells) {
  const { column, row } = here;
  const columns = Math.sign(goal.column - column), rows = Math.sign(goal.row - row);
  const steps = [{ column: column + columns, row: row + rows }, { column: column + columns, row }, { column, row: row + rows }];
  return steps.find((next) => !sameCell(next, here) && cells.canStep(here, next)) ?? here;
}

/** Bresenham's line to `goal`, up to the first step that a blocked cell forbids. */
function freeLine(here, goal, longest, cells) {
  const dx = Math.abs(goal.column - here.column), dy = Math.abs(goal.row - here.row);
  const stepX = Math.sign(goal.column - here.column), stepY = Math.sign(goal.row - here.row);
  const long = Math.max(dx, dy), short = Math.min(dx, dy);
  const line = [];
  let error = 2 * short - long;
  for (let last = here; line.length < long && line.length < longest;) {
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

// ---- Neighbors: who is near whom, through cells that fall into buckets -------------------------------------------------------

class Neighbors {
  /** For searches no wider than `radius`, mostly. */
  constructor(radius) {
    this.size = radius;
    this.agents = [];
    this.found = [];
    this.count = 0;
    this.firsts = new Int32Array(0);
  }

  /** Reads anew where the agents are. */
  update(agents) {
    this.agents = agents;
    if (this.firsts.length < 2 * agents.length) {
      let buckets = 64;
      while (buckets < 2 * agents.length) buckets *= 2;
      this.firsts = new Int32Array(buckets);
      this.nexts = new Int32Array(agents.length);
      this.columns = new Int32Array(agents.length);
      this.rows = new Int32Array(agents.length);
    }
    this.firsts.fill(-1);
    agents.forEach((agent, i) => {
      const column = this.cell(agent.x), row = this.cell(agent.y), bucket = this.bucket(column, row);
      this.columns[i] = column;
      this.rows[i] = row;
      this.nexts[i] = this.firsts[bucket];
      this.firsts[bucket] = i;
    });
  }

  cell(coordinate) {
    return saturated(Math.floor(coordinate / this.size));
  }

  bucket(column, row) {
    return (Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77)) & (this.firsts.length - 1);
  }

  /** Leaves in `found`, up to `count`, at least every agent within `radius` of `agent`, itself included, each one once. */
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

// ---- World -------------------------------------------------------------------------------------------------------------------

/** One agent, to read: a game that wants to move it calls `world.drive`. Lengths are in game units, times in seconds. */
class Agent {
  constructor(id, name, { x, y }) {
    /** Its id in the scene, a whole number. */
    this.id = id;
    /** What people call it. */
    this.name = name;
    /** Where it is. */
    this.x = x;
    this.y = y;
    /** Where it was a tick ago. */
    this.previousX = x;
    this.previousY = y;
    /** Its velocity, units a second. */
    this.vx = 0;
    this.vy = 0;
    /** Its heading: the direction of the last velocity that was not 0, of length 1. */
    this.headingX = 1;
    this.headingY = 0;
    /** The length of the steering force of the last step. */
    this.steering = 0;
    /** The index of the node sought in the last step, or null. */
    this.node = null;
    /** What its behaviors know and remember; not for games, and not listed among its properties. */
    Object.defineProperty(this, "mind", {
      value: {
        behaviors: [],
        byPriority: false,
        chase: null,
        forceX: 0,
        forceY: 0,
        driven: null,
        progress: { node: 0, wait: 0, finished: false, backwards: false, leg: null, passed: 0 },
        walk: { point: null, plannedFor: { x: 0, y: 0 }, ahead: [], passed: 0 },
        mover: null,
        arrived: false,
        sight: null,
      },
    });
  }

  /** How fast it is, units a second. */
  get speed() {
    return length(this.vx, this.vy);
  }

  /** The full field of view of a homing walk, degrees; null for others. */
  get fovDeg() {
    const { target } = this.mind;
    const walk = target && first(this.mind, "homing_walk");
    return walk ? 2 * halfView(walk, distance(this, target)) * DEGREES : null;
  }
}

/** A run of an exported scene. Made by `load`. */
class World {
  constructor(file) {
    /** The axes, the unit and the origin of the export: { y_down, plane, scale, origin }. */
    this.placement = readPlacement(file);
    const up = this.placement.y_down ? -1 : 1;
    this.turnSign = oneOf(up)(at(file, "turn_sign"));
    /** The length of a tick, seconds. */
    this.dt = 1 / positive(at(file, "ticks_per_second"));
    /** Ticks since the start. */
    this.tick = 0;
    /** What happened in the last `step` or `advance`: { tick, agent, kind, node }, node being null where it has no meaning. */
    this.events = [];
    this.owed = 0;
    this.pointer = place(at(file, "pointer"));
    this.paths = byId(at(file, "paths"), readPath);
    this.markers = byId(at(file, "markers"), place);
    this.cells = new Cells(at(file, "cells"), up);
    this.agentsById = byId(at(file, "agents"), readAgent);
    /** The agents, in the order of their ids. */
    this.agents = Object.freeze([...this.agentsById.values()].sort((a, b) => a.id - b.id));
    for (const agent of this.agents) {
      const { mind } = agent;
      mind.path = this.paths.get(mind.pathId) ?? null;
      mind.target = this.aim(agent, mind.target);
      mind.danger = this.aim(agent, mind.danger);
      const follows = mind.behaviors.some(({ kind }) => kind === "follow_leader") && mind.leader !== agent.id;
      mind.leader = (follows && this.agentsById.get(mind.leader)) || null;
      this.enter(agent);
    }
    const radii = this.agents.flatMap(({ mind }) => mind.behaviors.map((b) => b.separation_radius ?? b.radius ?? 0));
    this.neighbors = new Neighbors(radii.reduce((widest, radius) => radius > widest ? radius : widest, 0));
  }

  /** Seconds since the start. */
  get time() {
    return this.tick * this.dt;
  }

  /** The part of a tick, 0 to 1, that `advance` has kept: for smooth motion draw at previous + (now - previous) * fraction. */
  get fraction() {
    return this.owed;
  }

  /** The agent with this id, or undefined. */
  agent(id) {
    return this.agentsById.get(id);
  }

  /** One tick. */
  step() {
    this.events = [];
    this.moveEveryone();
  }

  /**
   * Lets `seconds` go by in whole ticks, at most 240; what is left over counts the next time. Anything but a finite number above
   * 0 counts as none. Returns the ticks taken.
   */
  advance(seconds) {
    this.events = [];
    this.owed += Number.isFinite(seconds) && seconds > 0 ? seconds / this.dt : 0;
    let ticks = 0;
    while (this.owed >= 1 && ticks < 240) {
      this.owed -= 1;
      this.moveEveryone();
      ticks += 1;
    }
    // A game that is later still slows down instead of freezing.
    if (this.owed >= 1) this.owed = 0;
    return ticks;
  }

  /**
   * Takes over an edited scene while the world runs: agents whose start is what it was go on from where they are, new ones and
   * those whose start was moved enter. Tick and pointer stay; what the game changed by `setTarget`, `moveMarker` or `despawn`
   * is gone. The agents are new objects: ask for them again.
   * @throws {SteerwrightError} as `load`; then nothing has changed
   */
  reread(source) {
    const edited = new World(read(source));
    const { tick, owed, events, pointer } = this;
    Object.assign(edited.pointer, pointer);
    if (isSamePlacement(edited.placement, this.placement)) {
      for (const agent of edited.agents) {
        const was = this.agentsById.get(agent.id);
        if (was && (was.mind.driven || isSameStart(agent, was))) edited.carryOver(agent, was, this);
      }
    }
    Object.assign(this, edited, { tick, owed, events });
  }

  /** Moves the pointer. */
  setPointer(x, y) {
    moveTo(this.pointer, x, y);
  }

  /** Moves a marker. */
  moveMarker(id, x, y) {
    moveTo(known("marker", id, this.markers), x, y);
  }

  /** What an agent goes for from now on: { kind: "marker", id }, { kind: "agent", id }, { kind: "pointer" }, or null. */
  setTarget(id, target) {
    const agent = known("agent", id, this.agentsById);
    agent.mind.target = this.aim(agent, checkedAim(target, this));
  }

  /** What an agent runs from from now on, in the terms of `setTarget`. */
  setDanger(id, danger) {
    const agent = known("agent", id, this.agentsById);
    agent.mind.danger = this.aim(agent, checkedAim(danger, this));
  }

  /** Takes an agent over: the next step puts it at (x, y), and there it stays until it is driven on. Its behaviors rest. */
  drive(id, x, y) {
    const agent = known("agent", id, this.agentsById);
    agent.mind.driven = moveTo({ x: 0, y: 0 }, x, y);
  }

  /** Gives a driven agent back to its behaviors; a cell mover goes on from the middle of the cell it is in, at once. */
  release(id) {
    const agent = known("agent", id, this.agentsById);
    const { mind } = agent;
    if (mind.driven && mind.chase) this.enterCell(agent);
    mind.driven = null;
  }

  /** Takes an agent out of the world. Whoever aimed at it or followed it has nothing to aim at or to follow then. */
  despawn(id) {
    const gone = known("agent", id, this.agentsById);
    this.agentsById.delete(id);
    this.agents = Object.freeze(this.agents.filter((agent) => agent !== gone));
    for (const { mind } of this.agents) {
      for (const role of ["target", "danger", "leader"]) if (mind[role] === gone) mind[role] = null;
    }
  }

  // From here on not for games.

  /** What an agent is to look at: anything with a place and a velocity. None if it is not there, or the agent itself. */
  aim(agent, aim) {
    if (aim === null) return null;
    if (aim.kind === "pointer") return this.pointer;
    const found = (aim.kind === "marker" ? this.markers : this.agentsById).get(aim.id) ?? null;
    return found === agent ? null : found;
  }

  /** Puts an agent where it starts. */
  enter(agent) {
    const { mind } = agent;
    if (mind.scatter) this.scatter(agent, mind.scatter);
    agent.previousX = agent.x;
    agent.previousY = agent.y;
    if (mind.chase) this.enterCell(agent);
    turn(agent);
    beginPath(agent);
  }

  /** Lets an agent that has entered go on as it was in an earlier world, as far as that has a meaning here. */
  carryOver(agent, was, earlier) {
    const { mind } = agent, old = was.mind;
    for (const key of MOVED) agent[key] = was[key];
    for (const key of ["forceX", "forceY", "driven", "random", "arrived", "sight"]) mind[key] = old[key];
    if (first(mind, "homing_walk")?.smooth === first(old, "homing_walk")?.smooth) mind.walk = old.walk;
    if (mind.chase && old.chase && this.cells.size === earlier.cells.size) {
      mind.mover = old.mover;
      const same = Object.keys(PARAMETERS.grid_chase).every((key) => key === "step_ticks" || mind.chase[key] === old.chase[key]);
      if (!same || !this.cells.areThoseOf(earlier.cells)) Object.assign(mind.mover, { prey: null, line: [], taken: 0 });
    } else if (mind.chase) {
      mind.mover = newMover(this.cells.at(was));
      Object.assign(agent, this.cells.middle(mind.mover.to));
    }
    const follow = first(mind, "follow_path"), followed = first(old, "follow_path");
    const sameStart = follow?.start === followed?.start && (follow?.start !== "node" || follow.start_node === followed.start_node);
    if (mind.pathId === old.pathId && sameStart) mind.progress = fitted(old.progress, mind.path);
    else beginPath(agent);
  }

  enterCell(agent) {
    const { mind } = agent;
    mind.mover = newMover(this.cells.at(agent));
    Object.assign(agent, this.cells.middle(mind.mover.to));
    agent.previousX = agent.x;
    agent.previousY = agent.y;
  }

  /** Moves an agent to a random distance in a random direction, which is drawn by rejection from the square. */
  scatter(agent, { min, max }) {
    const { random } = agent.mind;
    let x = 1, y = 0;
    for (let tries = 0; tries < 64; tries += 1) {
      const px = 2 * drawPart(random) - 1, py = 2 * drawPart(random) - 1;
      const squared = px * px + py * py;
      if (squared <= 1 && squared > 1e-6) {
        const far = length(px, py);
        x = part(px, far);
        y = part(py, far);
        break;
      }
    }
    const far = min + (max - min) * drawPart(random);
    agent.x += x * far;
    agent.y += y * far * this.turnSign;
  }

  /** Everyone decides by the state at the start of the tick; then everyone moves. */
  moveEveryone() {
    this.tick += 1;
    if (this.neighbors.size > 0) this.neighbors.update(this.agents);
    for (const agent of this.agents) this.think(agent);
    for (const agent of this.agents) this.move(agent);
  }

  /** Computes the force of an agent, and lets a cell mover choose its cell. */
  think(agent) {
    const { mind } = agent;
    let x = 0, y = 0;
    // One that became a cell mover by `reread` keeps the node it sought before, as in the core.
    if (mind.driven || !mind.chase) agent.node = null;
    if (!mind.driven) {
      if (mind.chase) chase(agent, this);
      for (const behavior of mind.behaviors) {
        behavior.force(agent, behavior, this);
        const fx = force.x * behavior.weight, fy = force.y * behavior.weight;
        if (!mind.byPriority) {
          x += fx;
          y += fy;
        } else if (length(fx, fy) > 1e-9) {
          x = fx;
          y = fy;
          break;
        }
      }
    }
    const factor = shortening(x, y, mind.maxForce);
    mind.forceX = times(x, factor);
    mind.forceY = times(y, factor);
    agent.steering = length(mind.forceX, mind.forceY);
  }

  move(agent) {
    const { mind } = agent;
    const { dt } = this;
    agent.previousX = agent.x;
    agent.previousY = agent.y;
    if (mind.driven || mind.chase) {
      const { x, y } = mind.driven ?? this.placeOfMover(mind);
      agent.vx = (x - agent.x) / dt;
      agent.vy = (y - agent.y) / dt;
      agent.x = x;
      agent.y = y;
    } else {
      const vx = agent.vx + mind.forceX / mind.mass * dt, vy = agent.vy + mind.forceY / mind.mass * dt;
      const factor = shortening(vx, vy, mind.maxSpeed);
      agent.vx = times(vx, factor);
      agent.vy = times(vy, factor);
      const x = agent.x + agent.vx * dt, y = agent.y + agent.vy * dt;
      if (Number.isFinite(x) && Number.isFinite(y)) {
        agent.x = x;
        agent.y = y;
      }
    }
    turn(agent);
  }

  /** Where a cell mover is: between the cell it left and the one it is on its way to. */
  placeOfMover({ mover, chase: { step_ticks } }) {
    const to = this.cells.middle(mover.to);
    if (mover.elapsed === 0) return to;
    const from = this.cells.middle(mover.from), done = mover.elapsed / step_ticks;
    return { x: from.x + (to.x - from.x) * done, y: from.y + (to.y - from.y) * done };
  }

  emit(agent, kind, node = null) {
    this.events.push({ tick: this.tick, agent: agent.id, kind, node });
  }

  noteArrival(agent, arrived) {
    if (arrived && !agent.mind.arrived) this.emit(agent, "arrived");
    agent.mind.arrived = arrived;
  }

  /** The first look is silent. */
  noteSight(agent, sees) {
    const { sight } = agent.mind;
    if (sight !== null && sight !== sees) this.emit(agent, sees ? "sight_gained" : "sight_lost");
    agent.mind.sight = sees;
  }
}

/** What is carried over of an agent besides its mind. */
const MOVED = ["x", "y", "previousX", "previousY", "vx", "vy", "headingX", "headingY", "steering", "node"];

/** The first behavior of a kind, or undefined. */
const first = ({ behaviors }, kind) => behaviors.find((behavior) => behavior.kind === kind);

const isSamePlacement = (a, b) =>
  a.y_down === b.y_down && a.scale === b.scale && a.origin.x === b.origin.x && a.origin.y === b.origin.y;

/** Whether two agents were authored to enter at the same place, in the same way. */
function isSameStart({ mind: { start } }, { mind: { start: before } }) {
  return ["x", "y", "vx", "vy", "min", "max"].every((key) => start[key] === before[key]);
}

/** Turns an agent into the direction it moves in, if it moves. */
function turn(agent) {
  const speed = length(agent.vx, agent.vy);
  if (speed > 1e-6) {
    agent.headingX = part(agent.vx, speed);
    agent.headingY = part(agent.vy, speed);
  }
}

// What the calls of a game are checked by.

function moveTo(thing, x, y) {
  for (const value of [x, y]) {
    if (!(typeof value === "number" && Math.abs(value) <= 1e9)) {
      throw new SteerwrightError(`the coordinate ${String(value)} is not a number from -1e9 to 1e9; look where it was computed`);
    }
  }
  return Object.assign(thing, { x, y });
}

function known(what, id, things) {
  const thing = things.get(id);
  if (!thing) throw new SteerwrightError(`there is no ${what} ${String(id)}; look into the scene for the ids there are`);
  return thing;
}

function checkedAim(aim, { markers, agentsById }) {
  if (aim === null || aim === undefined) return null;
  if (aim.kind === "marker") known("marker", aim.id, markers);
  else if (aim.kind === "agent") known("agent", aim.id, agentsById);
  else if (aim.kind !== "pointer") {
    throw new SteerwrightError(`${String(aim.kind)} is no kind of target; use "marker", "agent" or "pointer"`);
  }
  return aim;
}
