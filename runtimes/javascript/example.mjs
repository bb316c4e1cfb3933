// The smallest program: loads an export, runs ten seconds of it, and prints positions and events.
//
//     node example.mjs NAME.steer.json
import { readFileSync } from "node:fs";
import { load } from "./steerwright.mjs";

const world = load(readFileSync(process.argv[2], "utf8"));

for (let frame = 0; frame < 600; frame += 1) {
  world.advance(1 / 60); // in a game: the seconds since the last frame
  for (const { tick, agent, kind, node } of world.events) {
    const time = (tick * world.dt).toFixed(2), where = node === null ? "" : ` ${node}`;
    console.log(`${time} s  ${world.agent(agent).name}: ${kind}${where}`);
  }
  if (frame % 60 === 59) {
    for (const { name, x, y } of world.agents) {
      console.log(`${world.time.toFixed(2)} s  ${name} is at ${x.toFixed(2)}, ${y.toFixed(2)}`);
    }
  }
}
