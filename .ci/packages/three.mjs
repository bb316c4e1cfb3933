// The installed three.js view, in node: objects for the agents of the scene and for those that the game spawns.
//
//     node three.mjs NAME
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { PerspectiveCamera, Vector3 } from "three";
import { SteerwrightRun } from "steerwright/three";

const [data, native] = ["steer", "three"].map((kind) => JSON.parse(readFileSync(`${process.argv[2]}.${kind}.json`, "utf8")));
const run = new SteerwrightRun(data, native);
run.show();
run.drawPaths();
const spawned = run.world.spawn(run.world.findPreset(data.agents[0].preset), 1, 2);
run.update(1);
assert.deepEqual([...run.views.keys()], [...data.agents.map(({ id }) => id), spawned]);
assert.equal(run.views.get(spawned).userData.about.color, data.agents[0].color);
run.world.despawn(spawned);
run.update(1);
assert(!run.views.has(spawned) && run.children.length === data.agents.length + 1);

for (const aspect of [0.5, 1, 2]) {
  const camera = new PerspectiveCamera(60, aspect);
  run.frame(camera);
  camera.updateMatrixWorld();
  for (const [x, y] of data.paths.flatMap(({ points }) => points)) {
    const seen = run.point(x, y, new Vector3()).project(camera);
    assert(Math.max(Math.abs(seen.x), Math.abs(seen.y)) < 1 && seen.z < 1, `${x}, ${y} is not in view`);
  }
}
console.log("three.js: all good");
