// The game of the package's README in Phaser, in Chromium, served by what the package brings: the whole scene is in view, and agents
// that the game spawns are shown.
//
//     node phaser.mjs PROJECT NAME      with game.mjs in PROJECT
import assert from "node:assert";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withBrowser } from "../../tests/engines/web/browser.mjs";

const [project, name] = process.argv.slice(2);
const imports = { phaser: "./node_modules/phaser/dist/phaser.esm.js", "steerwright/phaser": "./node_modules/steerwright/steerwright_phaser.mjs" };
writeFileSync(join(project, "game.html"), `<!doctype html><meta charset="utf-8"><script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">import { Game } from "phaser";
const { boot } = Game.prototype;
Game.prototype.boot = function () { globalThis.game = this; boot.call(this); };
await import("./game.mjs");</script>`);
const server = spawn(join(project, "node_modules/.bin/steerwright-serve"), ["--port", "0"], { cwd: project, stdio: ["ignore", "pipe", "inherit"] });
process.on("exit", () => server.kill());
const said = await new Promise((resolve) => server.stdout.once("data", (text) => resolve(String(text))));
const { paths, agents } = JSON.parse(readFileSync(join(project, `${name}.steer.json`), "utf8"));

await withBrowser(async (open) => {
  const page = await open(`${/^(http:\S+\d)\//.exec(said)[1]}/game.html`);
  await page.waitForFunction(() => globalThis.game?.scene.scenes[0]?.run?.world.tick > 10);
  const { view, shown } = await page.evaluate((preset) => {
    const { run, cameras } = game.scene.scenes[0];
    run.world.spawn(run.world.findPreset(preset), 0, 0);
    run.update(20);
    const { x, y, right, bottom } = cameras.main.worldView;
    return { view: [x, y, right, bottom], shown: run.views.size };
  }, agents[0].preset);
  assert.equal(shown, agents.length + 1);
  for (const [x, y] of paths.flatMap(({ points }) => points)) {
    assert(x > view[0] && x < view[2] && y > view[1] && y < view[3], `${x}, ${y} is not in view: ${view}`);
  }
});
server.kill();
console.log("Phaser: all good");
