// Opens pages of an exported folder in Chromium, served by the export's own server, as the READMEs say.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { printed } from "./printed.mjs";

const modules = process.env.STEERWRIGHT_NODE_MODULES;
const { chromium } = createRequire(join(modules, "any.js"))("playwright-core");

/** Starts `node steerwright/serve.mjs` in `folder`. Returns its address, and a function that stops it. */
export async function serve(folder, ...options) {
  const server = spawn(process.execPath, ["steerwright/serve.mjs", "--port", "0", ...options], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  process.on("exit", () => server.kill());
  const said = await new Promise((resolve, reject) => {
    server.stdout.once("data", (text) => resolve(String(text)));
    server.once("exit", (code) => reject(new Error(`serve.mjs ended with ${code}`)));
  });
  return { address: /^(http:\S+\d)\//.exec(said)[1], stop: () => server.kill() };
}

/** Runs `use` with a function that opens pages; an error in a page ends the process. */
export async function withBrowser(use) {
  const browser = await chromium.launch({
    executablePath: process.env.STEERWRIGHT_CHROMIUM,
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-proxy-server"],
    timeout: 60_000,
  });
  try {
    await use(async (url) => {
      const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
      page.setDefaultTimeout(60_000);
      page.on("pageerror", (error) => {
        console.error(`${url}: ${error.stack}`);
        process.exit(1);
      });
      await page.goto(url);
      return page;
    });
  } finally {
    await browser.close();
  }
}

/** Waits until the page plays, then prints what its run produces up to tick `ticks`. */
export async function printRun(page, ticks) {
  await page.waitForFunction(() => globalThis.steerwright?.world.tick > 0);
  console.log(await page.evaluate(printed, ticks));
}
