// usage: node tick.mjs RUNTIME_FOLDER NAME.steer.json STEPS: CPU ms of a tick
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, file, steps] = process.argv.slice(2);
const { load } = await import(pathToFileURL(resolve(folder, "steerwright.mjs")).href);
const world = load(readFileSync(file, "utf8"));
for (let i = 0; i < 60; i += 1) world.step();
const times = [];
for (let repetition = 0; repetition < 9; repetition += 1) {
  const start = process.cpuUsage();
  for (let i = 0; i < Number(steps); i += 1) world.step();
  const { user, system } = process.cpuUsage(start);
  times.push((user + system) / 1000 / Number(steps));
}
times.sort((a, b) => a - b);
let sum = 0;
for (const { x, y } of world.agents) sum += x + y;
console.log(`${times[4].toFixed(3)} ${sum}`);
