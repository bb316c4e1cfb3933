// Runs conformance cases, as docs/porting.md#conformance describes them.
//
//     node conformance.mjs [FOLDER | FILE.cases]...        without arguments: the cases of Steerwright
import { readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { load, SteerwrightError } from "./steerwright.mjs";

const FIRST_LINE = "steerwright-cases 1";
const SECTION = /^== (export|case|refused) (\S+)(?: (?:of|from) (\S+))?(?: at (.+))?$/;
const view = new DataView(new ArrayBuffer(8));

/** The 16 hex digits of a double, highest first; a negative zero as zero, null as "-". */
function bits(value) {
  if (value === null) return "-";
  view.setFloat64(0, value + 0);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}

const orDash = (value) => String(value ?? "-");
const target = (kind, id) => kind === "none" ? null : { kind, id: id === "-" ? null : Number(id) };

const idOrNull = (id) => id === "-" ? null : Number(id);
const textOrNull = (words) => words.join(" ") === "-" ? null : words.join(" ");
const pointBits = (point) => point ? [bits(point.x), bits(point.y)] : ["-"];

const CALLS = {
  set_pointer: (world, x, y) => world.setPointer(Number(x), Number(y)),
  move_marker: (world, id, x, y) => world.moveMarker(Number(id), Number(x), Number(y)),
  set_target: (world, id, kind, targetId) => world.setTarget(Number(id), target(kind, targetId)),
  set_danger: (world, id, kind, targetId) => world.setDanger(Number(id), target(kind, targetId)),
  drive: (world, id, x, y) => world.drive(Number(id), Number(x), Number(y)),
  release: (world, id) => world.release(Number(id)),
  despawn: (world, id) => world.despawn(Number(id)),
  set_leader: (world, id, leader) => world.setLeader(Number(id), idOrNull(leader)),
  set_path: (world, id, path) => world.setPath(Number(id), idOrNull(path)),
  set_preset: (world, id, preset) => world.setPreset(Number(id), Number(preset)),
  set_pressed: (world, state) => world.setPressed(state === "down"),
  trigger: (world, ...name) => world.trigger(name.join(" ")),
  set_wall_open: (world, id, state) => world.setWallOpen(Number(id), state === "open"),
  noise: (world, x, y, radius) => world.noise(Number(x), Number(y), Number(radius)),
  set_state: (world, id, state) => world.setState(Number(id), Number(state)),
  force_event: (world, id, ...name) => world.forceEvent(idOrNull(id), name.join(" ")),
  set_team: (world, id, ...name) => world.setTeam(Number(id), textOrNull(name)),
};

const FINDERS = { agent: "findAgent", marker: "findMarker", path: "findPath", preset: "findPreset", wall: "findWall" };

/** What a line expects that a game reads: a function of the world and of as many fields as it takes, and the results. */
const READINGS = {
  path: (world, id) => {
    const { points, closed, length } = world.path(Number(id));
    return [points.length, closed ? "closed" : "open", bits(length)];
  },
  path_point: (world, id, index) => pointBits(world.path(Number(id)).points[Number(index)]),
  path_at: (world, id, along) => pointBits(world.pathAt(Number(id), Number(along))),
  path_nearest: (world, id, x, y) => {
    const place = world.pathNearest(Number(id), Number(x), Number(y));
    return place ? [...pointBits(place), bits(place.along), bits(place.distance)] : ["-"];
  },
  cell: (world, x, y) => {
    const { column, row, blocked, ...center } = world.cellAt(Number(x), Number(y));
    return [column, row, ...pointBits(center), blocked ? "blocked" : "free"];
  },
  is_wall_open: (world, id) => [world.isWallOpen(Number(id)) ? "yes" : "no"],
  facing: (world, id) => {
    const { facingX, facingY } = world.agent(Number(id));
    return [facingX, facingY].map(bits);
  },
  sees: (world, id, other) => [world.sees(Number(id), Number(other)) ? "yes" : "no"],
  path_between: (world, ax, ay, bx, by, radius) => {
    const points = world.pathBetween(Number(ax), Number(ay), Number(bx), Number(by), Number(radius));
    return points ? points.flatMap(pointBits) : ["-"];
  },
  hash: (world) => [world.hash64()],
  in_state: (world, id) => {
    const { state, stateName } = world.agent(Number(id));
    return [state, stateName];
  },
  senses: (world, id) => {
    const { noticed, meter, perceived } = world.agent(Number(id));
    const words = perceived ? [perceived.kind, ...(perceived.kind === "pointer" ? [] : [perceived.id])] : ["-"];
    return [noticed ? "yes" : "no", bits(meter), ...words];
  },
};

function stateLine(agent) {
  if (!agent) return "no such agent";
  const { x, y, vx, vy, headingX, headingY, steering, fovDeg, node } = agent;
  return [x, y, vx, vy, headingX, headingY, steering, fovDeg].map(bits).concat(orDash(node)).join(" ");
}

/** What an event with more fields has as the rest of its line, by its kind. */
const VALUES = {
  touched: () => [],
  met: ({ name }) => [name],
  state_entered: ({ name }) => [name],
  emitted: ({ name, value }) => [name, typeof value === "number" ? { number: bits(value) } : value],
};

function eventLine(event) {
  const { tick, agent, kind, node, behavior, source, other, reason } = event;
  const line = `event ${tick} ${agent} ${kind} ${orDash(node)} ${orDash(behavior)}`;
  if (Object.hasOwn(VALUES, kind)) return `${line} ${orDash(reason)} ${orDash(other)} ${JSON.stringify(VALUES[kind](event))}`;
  return source === null ? line : `${line} ${source} ${orDash(other)}`;
}

/** The fields of an expected event as `eventLine` writes them: JSON has several ways to write a text. */
function asWritten([agent, kind, ...rest]) {
  if (!Object.hasOwn(VALUES, kind)) return [agent, kind, ...rest].join(" ");
  return [agent, kind, ...rest.slice(0, 4), JSON.stringify(JSON.parse(rest.slice(4).join(" ")))].join(" ");
}

const textOf = (lines) => lines.map((line) => `${line}\n`).join("");

/** The lines of an export after changes, the first of which has the number `first` in its file. */
function changed(lines, changes, first) {
  const result = [...lines];
  let cursor = 0;
  changes.forEach((change, i) => {
    const kind = change[0], line = change.slice(1);
    if (kind === "+") {
      result.splice(cursor, 0, line);
      cursor += 1;
      return;
    }
    cursor = kind === "-" || kind === " " ? result.indexOf(line, cursor) : -1;
    if (cursor < 0) throw new Error(`line ${first + i}: expected a change of the export, found ${change}`);
    if (kind === "-") result.splice(cursor, 1);
    else cursor += 1;
  });
  return result;
}

/**
 * The cases of a file. A case has its `name`, the `source` that is loaded, the lines of all `exports` of its file by their labels,
 * and its `lines`, the first of which has the number `first` in the file. A refusal has a `place` instead of `lines`.
 */
export function readCases(file) {
  const lines = readFileSync(file, "utf8").split("\n");
  if (lines[0] !== FIRST_LINE || lines.pop() !== "") throw new Error(`line 1: expected ${FIRST_LINE} and whole lines after it`);
  const starts = [...lines.keys()].filter((i) => lines[i].startsWith("== "));
  const exports = new Map(), cases = [];
  starts.forEach((start, i) => {
    const [, kind, name, base, place = ""] = SECTION.exec(lines[start]) ?? [];
    const body = lines.slice(start + 1, starts[i + 1]), first = start + 2, known = exports.get(base);
    if (kind === "export" && !base) exports.set(name, body);
    else if (!known) throw new Error(`line ${start + 1}: expected a section, found ${lines[start]}`);
    else if (kind === "case") cases.push({ name, source: textOf(known), exports, first, lines: body });
    else if (kind === "export") exports.set(name, changed(known, body, first));
    else cases.push({ name, source: textOf(changed(known, body, first)), exports, first, place });
  });
  return cases;
}

/** Runs one case; throws at the first line that is wrong. */
function run({ source, exports, first, lines }) {
  let world = load(source);
  /** The presets that were replaced since the export was loaded: they are not in a save. */
  let replaced = [];
  const events = [];
  const nextEvent = () => events.shift() ?? "no event";
  const expect = (expected, found) => {
    if (expected !== found) throw new Error(`expected ${expected}, found ${found}`);
  };
  const handlers = {
    ...CALLS,
    replace_preset: (_, id, ...json) => {
      world.replacePreset(Number(id), json.join(" "));
      replaced.push([Number(id), json.join(" ")]);
    },
    spawn: (_, preset, x, y, id) => expect(id, String(world.spawn(Number(preset), Number(x), Number(y)))),
    find: (_, kind, id, ...name) => expect(id, orDash(world[FINDERS[kind]](name.join(" ")))),
    apply_scene: (_, name) => {
      if (!exports.has(name)) throw new Error(`expected an export of the file, found ${name}`);
      source = textOf(exports.get(name));
      replaced = [];
      world.applyScene(source);
    },
    save_load: () => {
      const saved = world.save(), hash = world.hash64();
      world = load(source);
      for (const [id, text] of replaced) world.replacePreset(id, text);
      world.loadSave(saved);
      expect(hash, world.hash64());
    },
    state: (_, id, ...expected) => expect(expected.join(" "), stateLine(world.agent(Number(id)))),
    event: (_, ...expected) => expect(`event ${world.tick} ${asWritten(expected)}`, nextEvent()),
    end: () => expect("no event", nextEvent()),
  };
  for (const [word, read] of Object.entries(READINGS)) {
    const taken = read.length - 1;
    handlers[word] = (_, ...fields) =>
      expect(fields.slice(taken).join(" "), read(world, ...fields.slice(0, taken)).join(" "));
  }
  let lastWord = "";
  lines.forEach((line, i) => {
    try {
      if (line.startsWith("#")) return;
      const [word, tick, ...rest] = line.split(" ");
      if (lastWord === "end") throw new Error("expected nothing after the end");
      if (!Object.hasOwn(handlers, word)) throw new Error(`expected a line of a known kind, found ${word}`);
      if (!(Number(tick) >= world.tick)) throw new Error(`expected tick ${world.tick} or later, found ${tick}`);
      while (world.tick < Number(tick)) {
        world.step();
        events.push(...world.events.map(eventLine));
      }
      handlers[word](world, ...rest);
      lastWord = word;
    } catch (error) {
      throw new Error(`line ${first + i}: ${error.message}`);
    }
  });
  if (lastWord !== "end") throw new Error(`line ${first + lines.length}: expected an end`);
}

/** Loads an export that has to be refused. */
function expectRefusal({ source, first }) {
  try {
    load(source);
  } catch (error) {
    if (error instanceof SteerwrightError) return;
    throw error;
  }
  throw new Error(`line ${first - 1}: expected a refusal, found a world`);
}

const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory();
const folderAt = (path) => fileURLToPath(new URL(path, import.meta.url));
/** The folder of the cases: beside this file, or in the source tree of Steerwright. */
export const ownCases = () => folderAt(isFolder(folderAt("conformance")) ? "conformance" : "../../conformance");

/** A file itself, or the files of a folder and of all folders in it. */
export function caseFiles(path) {
  if (!isFolder(path)) return [path];
  const files = readdirSync(path, { recursive: true }).filter((file) => file.endsWith(".cases"));
  return files.sort().map((file) => join(path, file));
}

/** Calls `report` with the name of each case of a file, and what is wrong with it. */
function check(file, report) {
  let cases;
  try {
    cases = readCases(file);
  } catch (error) {
    report(basename(file), error.message);
    return;
  }
  for (const each of cases) {
    try {
      if (each.lines) run(each);
      else expectRefusal(each);
      report(each.name);
    } catch (error) {
      report(each.name, error.message);
    }
  }
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const paths = process.argv.length > 2 ? process.argv.slice(2) : [ownCases()];
  let passed = 0, total = 0;
  const report = (name, problem) => {
    console.log(problem === undefined ? `ok ${name}` : `FAILED ${name}: ${problem}`);
    passed += problem === undefined ? 1 : 0;
    total += 1;
  };
  for (const file of paths.flatMap(caseFiles)) check(file, report);
  console.log(`${passed} of ${total} cases are the same to the bit`);
  process.exitCode = total > 0 && passed === total ? 0 : 1;
}
