// Looks across the edges of walls and blocked cells with raycasts of three.js: as exported, after every door was turned, and after an
// edit. Prints the ids of what is hit.
//
//     node walls.mjs NAME
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [name] = process.argv.slice(2);
const { SteerwrightRun } = await import(pathToFileURL(resolve("steerwright/steerwright_three.mjs")));
const { Raycaster, Vector3 } = await import(pathToFileURL(resolve("node_modules/three/build/three.module.js")));
const [data, native] = ["steer", "three"].map((kind) => JSON.parse(readFileSync(`${name}.${kind}.json`, "utf8")));
const run = new SteerwrightRun(data, native);
const group = run.addWalls();
if (group.parent !== run) throw new Error("the walls are not in the scene");
look("exported");
for (const { id, open } of data.walls) if (open !== null) run.world.setWallOpen(id, !open);
run.update(0);
look("turned");
run.applyEdit(data);
look("edited");
run.dispose();
if (run.walls !== null) throw new Error("the walls are still there");

function look(when) {
  for (const { id, points, closed } of data.walls) {
    const ends = closed && points.length > 1 ? [...points, points[0]] : points;
    for (let i = 1; i < ends.length; i += 1) console.log(`${when} wall ${id} ${i - 1} ${hits(ends[i - 1], ends[i])}`);
  }
  const { size, blocked } = data.cells;
  blocked.forEach(([x, y], i) => console.log(`${when} cell ${i} ${hits([x * size, y * size], [(x + 1) * size, y * size])}`));
}

/** What is hit of what blocks motion, and of what blocks sight. */
function hits([x, y], [u, v]) {
  const middle = run.point((x + u) / 2, (y + v) / 2).setComponent(run.onGround ? 1 : 2, 0.7 * data.scale);
  const across = run.point(y - v, u - x).normalize();
  const from = middle.clone().addScaledVector(across, 0.2 * data.scale);
  run.updateMatrixWorld();
  const found = new Raycaster(from, new Vector3().sub(across), 0, 0.4 * data.scale).intersectObject(run.walls.group);
  return ["blocksMotion", "blocksSight"].map((blocks) => {
    const hit = found.find(({ object }) => object.userData[blocks]);
    return hit ? hit.object.userData.id ?? 0 : -1;
  }).join(" ");
}
