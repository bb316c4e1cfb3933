// Runs conformance cases: pairs of NAME.steer.json and NAME.bits, as docs/porting.md describes them.
//
//     node conformance.mjs [FOLDER | NAME.bits]...        without arguments: the cases that ship with Steerwright
import { readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "./steerwright.mjs";

const view = new DataView(new ArrayBuffer(8));

/** The 16 hex digits of a double, highest first; a negative zero as zero, null as "-". */
function bits(value) {
  if (value === null) return "-";
  view.setFloat64(0, value + 0);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}

const orDash = (value) => String(value ?? "-");
const aim = (kind, id) => kind === "none" ? null : { kind, id: id === "-" ? null : Number(id) };

const CALLS = {
  set_pointer: (world, x, y) => world.setPointer(Number(x), Number(y)),
  move_marker: (world, id, x, y) => world.moveMarker(Number(id), Number(x), Number(y)),
  set_target: (world, id, kind, of) => world.setTarget(Number(id), aim(kind, of)),
  set_danger: (world, id, kind, of) => world.setDanger(Number(id), aim(kind, of)),
  drive: (world, id, x, y) => world.drive(Number(id), Number(x), Number(y)),
  release: (world, id) => world.release(Number(id)),
  despawn: (world, id) => world.despawn(Number(id)),
};

function state(agent) {
  if (!agent) return "no such agent";
  const { x, y, vx, vy, headingX, headingY, steering, fovDeg, node } = agent;
  return [x, y, vx, vy, headingX, headingY, steering, fovDeg].map(bits).concat(orDash(node)).join(" ");
}

/** Runs one case; throws at the first line that is not as it should be. `edited` gives the text of an edited export by its name. */
function run(world, lines, edited) {
  const events = [];
  const expect = (wanted, found) => {
    if (wanted !== found) throw new Error(`expected ${wanted}, found ${found}`);
  };
  const handlers = {
    ...CALLS,
    reread: (_, name) => world.reread(edited(name)),
    state: (_, id, ...wanted) => expect(wanted.join(" "), state(world.agent(Number(id)))),
    event: (_, ...wanted) => expect(`event ${world.tick} ${wanted.join(" ")}`, events.shift() ?? "no event"),
    end: () => expect("no event", events.shift() ?? "no event"),
  };
  let last = "";
  lines.forEach((line, i) => {
    try {
      if (i === 0) return expect("steerwright-bits 1", line);
      if (line === "" || line.startsWith("#")) return;
      const [word, tick, ...rest] = line.split(" ");
      if (last === "end") throw new Error("expected nothing after the end");
      if (!Object.hasOwn(handlers, word)) throw new Error(`expected a line of a known kind, found ${word}`);
      if (!(Number(tick) >= world.tick)) throw new Error(`expected a tick from ${world.tick} on, found ${tick}`);
      while (world.tick < Number(tick)) {
        world.step();
        events.push(...world.events.map(({ tick, agent, kind, node }) => `event ${tick} ${agent} ${kind} ${orDash(node)}`));
      }
      handlers[word](world, ...rest);
      last = word;
    } catch (error) {
      throw new Error(`line ${i + 1}: ${error.message}`);
    }
  });
  if (last !== "end") throw new Error(`line ${lines.length}: expected an end`);
}

const shipped = fileURLToPath(new URL("../../conformance", import.meta.url));
const places = process.argv.length > 2 ? process.argv.slice(2) : [shipped];
const casesIn = (folder) => readdirSync(folder).filter((file) => file.endsWith(".bits")).sort().map((file) => join(folder, file));
const isFolder = (place) => statSync(place, { throwIfNoEntry: false })?.isDirectory();
const files = places.flatMap((place) => isFolder(place) ? casesIn(place) : [place]);

let same = 0;
for (const file of files) {
  const stem = file.replace(/\.(bits|steer\.json)$/, "");
  try {
    const lines = readFileSync(`${stem}.bits`, "utf8").split(/\r?\n/);
    const text = (name) => readFileSync(`${name}.steer.json`, "utf8");
    run(load(text(stem)), lines, (name) => text(`${stem}.${name}`));
    console.log(`ok ${basename(stem)}`);
    same += 1;
  } catch (error) {
    console.log(`FAILED ${basename(stem)}: ${error.message}`);
  }
}
console.log(`${same} of ${files.length} cases are the same to the bit`);
process.exitCode = files.length > 0 && same === files.length ? 0 : 1;
