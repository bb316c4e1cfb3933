// Opens a page that prints what the physics of Phaser have at the edges of walls, and prints it.
//
//     node walls.mjs FOLDER PAGE
import { serve, withBrowser } from "./browser.mjs";

const [folder, name] = process.argv.slice(2);
const { address, stop } = await serve(folder);
await withBrowser(async (open) => {
  const page = await open("about:blank");
  const said = page.waitForEvent("console", (message) => message.text().startsWith("exported"));
  await page.goto(`${address}/${name}`);
  console.log((await said).text());
});
stop();
