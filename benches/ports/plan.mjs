// usage: node plan.mjs RUNTIME_FOLDER NAME.steer.json: CPU ms of plans between one agent and the next: of the middle one, and the slowest
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const { load } = await import(pathToFileURL(resolve(folder, "steerwright.mjs")).href);
const world = load(readFileSync(file, "utf8"));
const times = [];
let points = 0;
for (let i = 1; i < world.agents.length; i += 1) {
  const a = world.agents[i - 1], b = world.agents[i];
  let way, quickest = Infinity;
  for (let repetition = 0; repetition < 3; repetition += 1) {
    const start = process.cpuUsage();
    way = world.pathBetween(a.x, a.y, b.x, b.y, 0.3);
    const { user, system } = process.cpuUsage(start);
    quickest = Math.min(quickest, (user + system) / 1000);
  }
  times.push(quickest);
  points += way?.length ?? 0;
}
times.sort((a, b) => a - b);
console.log(`${times[times.length >> 1].toFixed(3)} ${times.at(-1).toFixed(3)} ${points}`);
