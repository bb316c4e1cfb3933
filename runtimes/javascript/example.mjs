// The smallest program: loads an export, runs ten seconds of it, and prints where everyone is and what happened.
//
//     node example.mjs NAME.steer.json
import { readFileSync } from "node:fs";
import { load } from "./steerwright.mjs";

const world = load(readFileSync(process.argv[2], "utf8"));

for (let frame = 0; frame < 600; frame += 1) {
  world.advance(1 / 60); // in a game: the seconds since the last frame
  for (const { tick, agent, kind, node } of world.events) {
    console.log(`${(tick * world.dt).toFixed(2)} s  ${world.agent(agent).name}: ${kind}${node === null ? "" : ` ${node}`}`);
  }
  if (frame % 60 === 59) {
    for (const agent of world.agents) {
      console.log(`${world.time.toFixed(2)} s  ${agent.name} is at ${agent.x.toFixed(2)}, ${agent.y.toFixed(2)}`);
    }
  }
}
