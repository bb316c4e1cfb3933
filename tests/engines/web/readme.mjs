// Opens the game of a README, and waits until an agent in it reaches a node.
//
//     node readme.mjs FOLDER
import { serve, withBrowser } from "./browser.mjs";

const { address, stop } = await serve(process.argv[2]);
await withBrowser(async (open) => {
  const page = await open("about:blank");
  const said = page.waitForEvent("console", (message) => /^(node_reached )?\d+( \d+)?$/.test(message.text()));
  await page.goto(`${address}/game.html`);
  console.log(`said ${(await said).text()}`);
});
stop();
