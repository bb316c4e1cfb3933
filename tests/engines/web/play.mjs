// Plays exported scenes in the page that comes with them, one browser for all.
//
//     node play.mjs PAGE TICKS (FOLDER NAME)...
import { printRun, serve, withBrowser } from "./browser.mjs";

const [page, ticks, ...places] = process.argv.slice(2);
await withBrowser(async (open) => {
  for (let i = 0; i < places.length; i += 2) {
    const [folder, name] = places.slice(i, i + 2);
    const { address, stop } = await serve(folder);
    const shown = await open(`${address}/`);
    await shown.getByRole("link", { name }).first().click();
    if (!shown.url().endsWith(`${page}?scene=${encodeURIComponent(name)}`)) throw new Error(`the list led to ${shown.url()}`);
    console.log(`== ${folder}`);
    await printRun(shown, Number(ticks));
    await shown.close();
    stop();
  }
});
