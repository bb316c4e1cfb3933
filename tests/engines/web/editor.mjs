// A stand-in for the editor at the other end of the live link, under the control of a test.
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

export const TOKEN = "0123456789abcdef0123456789abcdef";
export const WELCOME = JSON.stringify({ welcome: "steerwright", steerwright_link: 2, version: "0.1.0" });

export class Editor {
  /**
   * Listens at `port`, or any; answers each hello with `answer`, if there is one. Before a welcome, it proves itself, unless
   * `isGenuine` is false.
   */
  static async at(port = 0, answer = WELCOME) {
    const editor = new Editor();
    editor.answer = answer;
    editor.hellos = [];
    editor.isGenuine = true;
    editor.sockets = new Set();
    editor.server = createServer((socket) => {
      editor.sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => editor.sockets.delete(socket));
      socket.setEncoding("utf8").once("data", (text) => {
        editor.hellos.push(text);
        if (editor.answer !== WELCOME) {
          if (editor.answer) socket.write(`${editor.answer}\n`);
          return;
        }
        const { nonce } = JSON.parse(text), challenge = "0123456789abcdef".repeat(2);
        const proof = (side) =>
          createHmac("sha256", editor.isGenuine ? TOKEN : "another").update(`steerwright-link ${side} ${nonce} ${challenge}`).digest("hex");
        socket.write(`${JSON.stringify({ challenge, proof: proof("editor") })}\n`);
        socket.once("data", (answer) => {
          editor.proof = JSON.parse(answer).proof;
          editor.isProven = editor.proof === proof("game");
          socket.write(`${WELCOME}\n`);
        });
      });
    });
    editor.server.listen(port, "127.0.0.1");
    await once(editor.server, "listening");
    editor.port = editor.server.address().port;
    editor.address = `${editor.port}/${TOKEN}`;
    return editor;
  }

  /** Sends a message, or text as it is. */
  send(message) {
    const text = typeof message === "string" ? message : `${JSON.stringify(message)}\n`;
    for (const socket of this.sockets) socket.write(text);
  }

  /** Closes every connection; with `forGood` it stops listening too. */
  close(forGood = true) {
    for (const socket of this.sockets) socket.destroy();
    if (forGood) this.server.close();
  }
}

/** The exported scene, whose first path is straight, with the first node of that path moved to (x, y). */
export function moved(scene, x, y) {
  const edited = structuredClone(scene);
  const [path] = edited.paths;
  Object.assign(path.nodes[0], { x, y });
  path.points[path.nodes[0].point] = [x, y];
  return edited;
}

export function check(valid, what) {
  if (!valid) throw new Error(what);
  console.log(`ok ${what}`);
}

/** Waits until `condition` returns true; it is called every few milliseconds. */
export async function until(condition, what, seconds = 8) {
  for (const end = performance.now() + 1000 * seconds; performance.now() < end;) {
    if (await condition()) return console.log(`ok ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${what}: not within ${seconds} s`);
}
