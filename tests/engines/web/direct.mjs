// A page that follows the editor itself, over a WebSocket, until the editor sends a scene with the name "Last".
//
//     node direct.mjs FOLDER NAME PAGE ADDRESS
import { serve, withBrowser } from "./browser.mjs";

const [folder, name, file, address] = process.argv.slice(2);
const { address: site, stop } = await serve(folder);
await withBrowser(async (open) => {
  const pageWith = (link) => open(`${site}/steerwright/${file}?scene=${encodeURIComponent(name)}&link=${link}`);
  const [port] = address.split("/");
  const stranger = await pageWith(`${port}/${"0".repeat(32)}`);
  await stranger.waitForFunction(() => globalThis.steerwright?.link?.state === "refused");
  console.log(await stranger.evaluate(() => steerwright.link.problem));

  const page = await pageWith(address);
  await page.waitForFunction(() => globalThis.steerwright?.link?.state === "linked");
  console.log("linked");
  await page.waitForFunction(() => steerwright.data.name === "Last");
  console.log(JSON.stringify(await page.evaluate(() => ({
    scene: steerwright.link.scene,
    agents: steerwright.world.agents.map(({ id }) => id),
    views: steerwright.views.size,
  }))));
});
stop();
