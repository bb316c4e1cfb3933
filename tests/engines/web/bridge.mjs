// serve.mjs: what it serves and what it refuses, and the live link through it into a page.
//
//     node bridge.mjs FOLDER NAME PAGE
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { serve, withBrowser } from "./browser.mjs";
import { Editor, TOKEN, check, moved, until } from "./editor.mjs";

const [folder, name, file] = process.argv.slice(2);
const scene = JSON.parse(readFileSync(join(folder, `${name}.steer.json`), "utf8"));
let editor = await Editor.at();
const { address, stop } = await serve(folder, "--link", editor.address);
const { host, port } = new URL(address);

/** Sends a raw request. Returns the status of the response and its text. */
function send(line, ...headers) {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(`${[line, ...headers].join("\r\n")}\r\nConnection: close\r\n\r\n`));
    socket.setEncoding("utf8").on("data", (piece) => (text += piece)).on("end", () => resolve([Number(text.split(" ")[1]), text])).on("error", reject);
    socket.setTimeout(5000, () => resolve([0, text]));
  });
}

writeFileSync(join(folder, ".secret"), "hidden");
const good = `Host: ${host}`;
const status = async (line, ...headers) => (await send(line, ...headers))[0];
check((await status(`GET /${encodeURIComponent(name)}.steer.json HTTP/1.1`, good)) === 200, "it serves files");
check((await status(`HEAD /steerwright/${file} HTTP/1.1`, good)) === 200, "it answers HEAD");
for (const path of ["/../../../etc/passwd", "/..%2f..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%5c..%5cx", "//etc/passwd", "/.secret", "/steerwright/%2esecret",
  "/.git/config", "/a%00b", "/%", "/%ff", "/steerwright/none.html", "/steerwright"]) {
  const [code, text] = await send(`GET ${path} HTTP/1.1`, good);
  check(code === 404 && !text.includes("root:") && !text.includes("hidden"), `GET ${path} is answered with 404`);
}
check((await status(`POST / HTTP/1.1`, good, "Content-Length: 0")) === 405, "POST is refused");
for (const headers of [["Host: evil.example"], [`Host: evil.example:${port}`], [good, "Origin: http://evil.example"], [good, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: cors"],
  [good, "Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: no-cors"]]) {
  check((await status("GET / HTTP/1.1", ...headers)) === 403, `${headers.at(-1)} is refused`);
  check((await status("GET /steerwright-link HTTP/1.1", ...headers)) === 403, "by the link too");
}
check((await status("GET /steerwright-link?greeting=%7B HTTP/1.1", good)) === 400, "a greeting that is not JSON is refused");
const [, unlinked] = await send("GET /steerwright-link?address=1/2 HTTP/1.1", good);
check(unlinked.includes("event: lost"), "an invalid address is reported");
check(editor.hellos.length === 0, "no request so far has reached the editor");

await withBrowser(async (open) => {
  const page = await open(`${address}/steerwright/${file}?scene=${encodeURIComponent(name)}&link=`);
  const state = () => page.evaluate(() => globalThis.steerwright?.link?.state);
  const inPage = (source) => page.evaluate(source);
  await until(async () => (await state()) === "linked", "the page links by the server's address", 20);
  const said = JSON.parse(editor.hellos.at(-1));
  check(!JSON.stringify(said).includes(TOKEN) && said.game === scene.name && said.options.scale === scene.scale, "it says hello");

  const last = scene.agents.at(-1);
  editor.send({ revision: 1, scene: { ...scene, agents: scene.agents.slice(0, -1) } });
  await until(() => inPage(() => steerwright.views.size === 2 && steerwright.world.agents.length === 2), "an agent that an edit removes is gone");
  const edited = moved(scene, 5, 6);
  edited.agents = [...scene.agents.slice(0, -1), { ...last, name: "गश्ती 🦊" }];
  editor.send({ revision: 2, scene: edited });
  await until(() => inPage(() => steerwright.views.size === 3 && [...steerwright.views.values()].some((view) => view.name === "गश्ती 🦊")), "an agent that an edit adds is shown");
  const start = await inPage(() => {
    const [path] = steerwright.paths.values();
    const { x, y, z = 0 } = path.curves[0].getPoint(0);
    return [x, y + z];
  });
  check(start.join() === "5,6", "its path is shown");
  editor.send({ revision: 3, problem: "no nodes" });
  await until(() => inPage(() => document.getElementById("status").textContent.includes("no nodes")), "a problem is shown");

  editor.send("no JSON\n");
  await until(async () => (await state()) === "lost", "a line that is not JSON ends the link");
  await until(async () => (await state()) === "linked", "it links again");
  editor.send('{"half a line');
  editor.close();
  await until(() => inPage(() => steerwright.link.state === "lost" && /closed|reached/.test(steerwright.link.problem)), "a link that the editor closes is lost");
  editor = await Editor.at(editor.port);
  await until(async () => (await state()) === "linked", "it links again");
  await page.close();
  await until(() => editor.sockets.size === 0, "a page that is closed disconnects");
});
editor.close();
stop();
console.log("all good");
