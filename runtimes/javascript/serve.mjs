// Serves the folder it is started in to the browsers of this computer, and hands the live link of the Steerwright editor on to
// them: browsers cannot speak to the editor themselves.
// Licence: MIT OR Apache-2.0. For node 18 or later; needs nothing but the file beside it.
//
//     node steerwright/serve.mjs [--port 8080] [--link PORT/TOKEN]
import { createServer } from "node:http";
import { connect } from "node:net";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { BRIDGE, LONGEST_LINE, hello, parseAddress } from "./steerwright_link.mjs";

const KINDS = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
  ".wasm": "application/wasm",
  ".glb": "model/gltf-binary",
};
const HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
/** The pages that play an export, by the ending of the file they read. */
const PLAYERS = { ".phaser.json": "play-phaser.html", ".three.json": "play-three.html" };

const { port, link } = options();
const root = process.cwd();
const server = createServer((request, response) => {
  answer(request, response).catch((error) => refuse(response, 500, error.message));
});
server.on("error", (error) => {
  console.error(error.code === "EADDRINUSE" ? `port ${port} is in use; choose another with --port` : error.message);
  process.exit(1);
});
server.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/ shows ${root}`));

function options() {
  try {
    const { values } = parseArgs({ options: { port: { type: "string", default: "8080" }, link: { type: "string" } } });
    const port = Number(values.port), link = values.link ?? process.env.STEERWRIGHT_LINK ?? "";
    if (!(Number.isInteger(port) && port >= 0 && port < 65536)) throw new Error(`--port ${values.port}: use 0 to 65535`);
    if (link !== "" && !parseAddress(link)) throw new Error(`--link ${link}: copy the address from the editor`);
    return { port, link };
  } catch (error) {
    console.error(`${error.message}\nusage: node steerwright/serve.mjs [--port 8080] [--link PORT/TOKEN]`);
    process.exit(2);
  }
}

async function answer(request, response) {
  if (!isFromHere(request)) return refuse(response, 403, "this server is for pages of its own");
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, "there is nothing to do but read");
  const url = new URL(request.url, "http://127.0.0.1");
  if (url.pathname === BRIDGE) return bridge(url.searchParams, request, response);
  const file = await fileOf(url.pathname);
  if (file === null && url.pathname === "/") return send(response, ".html", await listing());
  if (file === null) return refuse(response, 404, "there is no such file");
  response.writeHead(200, { ...HEADERS, "Content-Type": KINDS[extname(file).toLowerCase()] ?? "application/octet-stream" });
  if (request.method === "HEAD") return response.end();
  createReadStream(file).on("error", () => response.destroy()).pipe(response);
}

/** Whether a request comes from this computer's own pages: no other web site may read files or reach the editor through this. */
function isFromHere({ headers, socket }) {
  const hosts = ["127.0.0.1", "localhost"].map((name) => `${name}:${socket.localPort}`);
  const site = headers["sec-fetch-site"] ?? "none", origin = headers.origin;
  const navigates = headers["sec-fetch-mode"] === "navigate";
  return hosts.includes(headers.host) && (origin === undefined || origin === `http://${headers.host}`)
    && (navigates || site === "same-origin" || site === "none");
}

/** The file at this path of the folder; null for none, for hidden ones, and for what lies outside. */
async function fileOf(path) {
  let name;
  try {
    name = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (name.includes("\0") || name.split(/[/\\]/).some((part) => part.startsWith("."))) return null;
  const wanted = resolve(join(root, name));
  const inside = relative(root, wanted);
  if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return null;
  for (const file of [wanted, join(wanted, "index.html")]) {
    if ((await stat(file).catch(() => null))?.isFile()) return file;
  }
  return null;
}

/** A page with the scenes of the folder. */
async function listing() {
  const scenes = (await readdir(root)).sort().flatMap((name) => {
    const [, stem, ending] = /^([\p{Alphabetic}\p{N}_-]+)(\.\w+\.json)$/u.exec(name) ?? [];
    const page = PLAYERS[ending];
    return page ? [`<li><a href="/steerwright/${page}?scene=${encodeURIComponent(stem)}">${stem}</a>, ${page}</li>`] : [];
  });
  const list = scenes.length > 0 ? `<ul>${scenes.join("\n")}</ul>` : "<p>No exported scenes in this folder.</p>";
  return `<!doctype html><meta charset="utf-8"><title>Steerwright</title><h1>Scenes</h1>\n${list}\n`;
}

function send(response, kind, text) {
  response.writeHead(200, { ...HEADERS, "Content-Type": KINDS[kind] }).end(text);
}

function refuse(response, status, why) {
  if (response.headersSent) return response.destroy();
  response.writeHead(status, { ...HEADERS, "Content-Type": "text/plain; charset=utf-8" }).end(`${why}\n`);
}

/** Hands the editor's lines on as server-sent events, one link for each page. */
function bridge(query, request, response) {
  const address = query.get("address") || link;
  const editor = parseAddress(address);
  let said;
  try {
    said = JSON.parse(query.get("said") ?? "{}");
  } catch {
    return refuse(response, 400, "what the game says is not JSON");
  }
  response.writeHead(200, { ...HEADERS, "Content-Type": "text/event-stream" });
  // Whatever has come of a line that was not ended belongs to this event then; what it says is its last line.
  const lost = (why) => response.writableEnded || response.end(`\nevent: lost\ndata: ${why}\n\n`);
  if (!editor) return lost("no address: start serve.mjs with --link PORT/TOKEN, or open the page with ?link=PORT/TOKEN");

  const socket = connect({ port: editor.port, host: "127.0.0.1" });
  // Bytes go through as they are: none of them but line ends has a meaning here.
  socket.setEncoding("latin1").setNoDelay();
  socket.on("connect", () => socket.write(`${hello(editor.token, said ?? {})}\n`));
  response.write("data: ", "latin1");
  let length = 0;
  socket.on("data", (text) => {
    const end = text.lastIndexOf("\n");
    length = end < 0 ? length + text.length : text.length - end - 1;
    if (length > LONGEST_LINE) {
      lost("the editor sent a line of more than 64 MB; split the scene");
      socket.destroy();
    } else if (!response.write(text.replaceAll("\r", " ").replaceAll("\n", "\n\ndata: "), "latin1")) {
      socket.pause();
    }
  });
  response.on("drain", () => socket.resume());
  socket.on("error", (error) => lost(`the editor cannot be reached (${error.code}); is the link switched on in its window?`));
  socket.on("close", () => lost("the editor has closed the link"));
  request.on("close", () => socket.destroy());
  response.on("close", () => socket.destroy());
}
