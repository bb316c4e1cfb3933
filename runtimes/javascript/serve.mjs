#!/usr/bin/env node
// Serves the current folder to the browsers of this computer, and forwards the live link of the Steerwright
// editor to pages without a link address; those with one connect to the editor themselves.
// License: MIT OR Apache-2.0. For node 18 or later; needs nothing but steerwright_link.mjs beside it.
//
//     node steerwright/serve.mjs [--port 8080] [--link PORT/TOKEN]
import crypto from "node:crypto";
import { createServer } from "node:http";
import { connect } from "node:net";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { BRIDGE_PATH, Handshake, MAX_LINE_LENGTH, parseAddress } from "./steerwright_link.mjs";

const CONTENT_TYPES = {
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
/** The pages that play an export, by the extension of the file they read. */
const PLAYERS = { ".phaser.json": "play-phaser.html", ".three.json": "play-three.html" };

const { port, link } = options();
const root = process.cwd();
const server = createServer((request, response) => {
  answer(request, response).catch((error) => refuse(response, 500, error.message));
});
server.on("error", (error) => {
  const inUse = error.code === "EADDRINUSE";
  console.error(inUse ? `port ${port} is in use; choose another with --port` : error.message);
  process.exit(1);
});
server.listen(port, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/ serves ${root}`);
});

function options() {
  try {
    const { values } = parseArgs({
      options: { port: { type: "string", default: "8080" }, link: { type: "string" } },
    });
    const port = Number(values.port), link = values.link ?? process.env.STEERWRIGHT_LINK ?? "";
    const isPort = Number.isInteger(port) && port >= 0 && port < 65536;
    if (!isPort) throw new Error(`--port ${values.port}: use 0 to 65535`);
    const isLink = link === "" || parseAddress(link);
    if (!isLink) throw new Error(`--link ${link}: copy the address from the editor`);
    return { port, link };
  } catch (error) {
    console.error(`${error.message}\nusage: node steerwright/serve.mjs [--port 8080] [--link PORT/TOKEN]`);
    process.exit(2);
  }
}

async function answer(request, response) {
  if (!isOwnRequest(request)) return refuse(response, 403, "this server answers only its own pages");
  if (request.method !== "GET" && request.method !== "HEAD") {
    return refuse(response, 405, "this server answers only GET and HEAD");
  }
  const url = new URL(request.url, "http://127.0.0.1");
  if (url.pathname === BRIDGE_PATH) return bridge(url.searchParams, request, response);
  const file = await fileAt(url.pathname);
  if (file === null && url.pathname === "/") return send(response, ".html", await listing());
  if (file === null) return refuse(response, 404, "there is no such file");
  const type = CONTENT_TYPES[extname(file).toLowerCase()] ?? "application/octet-stream";
  response.writeHead(200, { ...HEADERS, "Content-Type": type });
  if (request.method === "HEAD") return response.end();
  createReadStream(file).on("error", () => response.destroy()).pipe(response);
}

/** Whether a request comes from a page of this server: other web sites cannot read files or use the link. */
function isOwnRequest({ headers, socket }) {
  const hosts = ["127.0.0.1", "localhost"].map((name) => `${name}:${socket.localPort}`);
  const site = headers["sec-fetch-site"] ?? "none", origin = headers.origin;
  const navigates = headers["sec-fetch-mode"] === "navigate";
  return hosts.includes(headers.host) && (origin === undefined || origin === `http://${headers.host}`)
    && (navigates || site === "same-origin" || site === "none");
}

/** The file at this path in the folder; null if there is none, if it is hidden, or if it is outside. */
async function fileAt(path) {
  let name;
  try {
    name = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (name.includes("\0") || name.split(/[/\\]/).some((part) => part.startsWith("."))) return null;
  const requested = resolve(join(root, name));
  const fromRoot = relative(root, requested);
  if (fromRoot === ".." || fromRoot.startsWith(`..${sep}`) || isAbsolute(fromRoot)) return null;
  for (const file of [requested, join(requested, "index.html")]) {
    if ((await stat(file).catch(() => null))?.isFile()) return file;
  }
  return null;
}

/** A page that lists the scenes of the folder. */
async function listing() {
  const scenes = (await readdir(root)).sort().flatMap((name) => {
    const [, scene, extension] = /^([\p{Alphabetic}\p{M}\p{N}_-]+)(\.\w+\.json)$/u.exec(name) ?? [];
    const page = PLAYERS[extension];
    const address = `/steerwright/${page}?scene=${encodeURIComponent(scene)}`;
    return page ? [`<li><a href="${address}">${scene}</a>, ${page}</li>`] : [];
  });
  const none = "<p>No exported scenes in this folder.</p>";
  const list = scenes.length > 0 ? `<ul>${scenes.join("\n")}</ul>` : none;
  return `<!doctype html><meta charset="utf-8"><title>Steerwright</title><h1>Scenes</h1>\n${list}\n`;
}

function send(response, extension, text) {
  response.writeHead(200, { ...HEADERS, "Content-Type": CONTENT_TYPES[extension] }).end(text);
}

function refuse(response, status, reason) {
  if (response.headersSent) return response.destroy();
  response.writeHead(status, { ...HEADERS, "Content-Type": "text/plain; charset=utf-8" }).end(`${reason}\n`);
}

/** Forwards the editor's lines as server-sent events, with one link for each page. */
function bridge(query, request, response) {
  const address = query.get("address") || link;
  const editor = parseAddress(address);
  let greeting;
  try {
    greeting = JSON.parse(query.get("greeting") ?? "{}");
  } catch {
    return refuse(response, 400, "the greeting is not JSON");
  }
  response.writeHead(200, { ...HEADERS, "Content-Type": "text/event-stream" });
  // The data of this event can begin with a piece of an unfinished line; the reason is its last line.
  const lost = (reason) => response.writableEnded || response.end(`\nevent: lost\ndata: ${reason}\n\n`);
  if (!editor) {
    return lost("no address: start serve.mjs with --link PORT/TOKEN, or open the page with ?link=PORT/TOKEN");
  }

  const socket = connect({ port: editor.port, host: "127.0.0.1" });
  // Bytes are forwarded unchanged: only line ends have a meaning here.
  socket.setEncoding("latin1").setNoDelay();
  const handshake = new Handshake(crypto, editor.token, greeting ?? {});
  socket.on("connect", () => socket.write(`${handshake.hello}\n`));
  response.write("data: ", "latin1");
  let length = 0;
  /** What has arrived of the handshake and is not a line yet. */
  let rest = "";
  socket.on("data", (text) => {
    if (handshake.isOver) return forward(text);
    rest += text;
    for (let end = rest.indexOf("\n"); end >= 0 && !handshake.isOver; end = rest.indexOf("\n")) {
      const { answer, forLink } = handshake.receive(rest.slice(0, end));
      rest = rest.slice(end + 1);
      if (answer === undefined) forward(`${forLink}\n`);
      else socket.write(`${answer}\n`);
    }
    if (handshake.isOver && rest.length > 0) forward(rest);
    else if (rest.length > MAX_LINE_LENGTH) forward(rest);
  });
  const forward = (text) => {
    const end = text.lastIndexOf("\n");
    length = end < 0 ? length + text.length : text.length - end - 1;
    if (length > MAX_LINE_LENGTH) {
      lost("the editor sent a line of more than 64 MB; split the scene");
      socket.destroy();
    } else if (!response.write(text.replaceAll("\r", " ").replaceAll("\n", "\n\ndata: "), "latin1")) {
      socket.pause();
    }
  };
  response.on("drain", () => socket.resume());
  socket.on("error", ({ code }) => {
    lost(`the editor cannot be reached (${code}); turn on its live link`);
  });
  socket.on("close", () => lost("the editor closed the link"));
  request.on("close", () => socket.destroy());
  response.on("close", () => socket.destroy());
}
