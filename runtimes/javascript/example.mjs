// A small program: loads an export, runs half a minute of it with waves of enemies, and prints positions and events.
//
//     node example.mjs NAME.steer.json
//
// Enemies come in a scene with a preset "Guard" and a path "Wall", like presets/scenes/gate-patrol.scene.json.
import { readFileSync } from "node:fs";
import { load } from "./steerwright.mjs";

const world = load(readFileSync(process.argv[2], "utf8"));
const guard = world.findPreset("Guard"), wall = world.findPath("Wall");
const enemies = new Set();
const print = (text) => console.log(`${world.time.toFixed(2)} s  ${text}`);
const nameOf = (agent) => agent.name || `enemy ${agent.id}`;

/** An enemy enters at the start of the patrol. */
function spawnEnemy() {
  const [{ x, y }] = world.path(wall).points;
  const enemy = world.spawn(guard, x, y);
  world.setPath(enemy, wall);
  enemies.add(enemy);
  print(`enemy ${enemy} is spawned`);
}

/** Enemies that come to the end of the patrol are gone. */
function despawnEnemies() {
  for (const enemy of enemies) {
    const { x, y } = world.agent(enemy);
    if (world.pathNearest(wall, x, y).along < 0.95 * world.path(wall).length) continue;
    world.despawn(enemy);
    enemies.delete(enemy);
    print(`enemy ${enemy} is despawned`);
  }
}

for (let frame = 0; frame < 1800; frame += 1) {
  if (frame % 600 === 0 && guard !== undefined && wall !== undefined) spawnEnemy();
  world.advance(1 / 60); // in a game: the seconds since the last frame
  for (const { agent, kind, node } of world.events) {
    print(`${nameOf(world.agent(agent))}: ${kind}${node === null ? "" : ` ${node}`}`);
  }
  despawnEnemies();
  if (frame % 60 === 59) {
    for (const agent of world.agents) print(`${nameOf(agent)} is at ${agent.x.toFixed(2)}, ${agent.y.toFixed(2)}`);
  }
}
