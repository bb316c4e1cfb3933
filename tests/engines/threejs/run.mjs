// Runs an exported scene with three.js in node, in the folder of the export.
//
//     node run.mjs NAME TICKS
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { printed } from "../web/printed.mjs";

const [name, ticks] = process.argv.slice(2);
const { SteerwrightRun } = await import(pathToFileURL(resolve("steerwright/steerwright_three.mjs")));
const [data, native] = ["steer", "three"].map((kind) => JSON.parse(readFileSync(`${name}.${kind}.json`, "utf8")));
globalThis.steerwright = new SteerwrightRun(data, native);
steerwright.show();
steerwright.drawPaths();
console.log(printed(Number(ticks)));

// three.js writes what it has read.
for (const path of native.paths) {
  const { autoClose, curves } = steerwright.paths.get(path.userData.id).toJSON();
  const bare = ({ metadata, ...curve }) => curve;
  const same = autoClose === path.autoClose && JSON.stringify(curves.map(bare)) === JSON.stringify(path.curves.map(sorted));
  if (!same) throw new Error(`path ${path.userData.id} is written differently`);
}

/** In the order that three.js writes. */
function sorted({ arcLengthDivisions, type, ...points }) {
  return { arcLengthDivisions, type, ...points };
}
