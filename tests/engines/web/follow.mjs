// Follows an editor until it sends a scene with the name "Last", then prints that scene and its agents.
//
//     node follow.mjs NAME        in the folder of the export; STEERWRIGHT_LINK is the address
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { load } = await import(pathToFileURL(resolve("steerwright/steerwright.mjs")));
const { Link } = await import(pathToFileURL(resolve("steerwright/steerwright_link.mjs")));
const world = load(readFileSync(`${process.argv[2]}.steer.json`, "utf8"));
const link = new Link(world, undefined, "Follower");
let taken = 0;
while (link.scene?.name !== "Last") {
  taken += link.poll();
  world.step();
  if (performance.now() > 60_000) throw new Error(`nothing more came: ${link.state} ${link.problem}`);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
console.log(JSON.stringify({ taken, tick: world.tick, agents: world.agents.map(({ id }) => id), scene: link.scene }));
