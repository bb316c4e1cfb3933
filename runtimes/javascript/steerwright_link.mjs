// The live link to the Steerwright editor: while the game runs, it shows every edit. docs/live-link.md says what is spoken.
// Licence: MIT OR Apache-2.0. In node it speaks to the editor; in a browser, which cannot, through serve.mjs.
//
//     import { Link } from "./steerwright_link.mjs";
//     const link = new Link(world, "47747/9f0c...", "My game");   // the address that the editor shows
//     if (link.poll()) showTheAgentsOf(world);                    // once a frame; true when the scene has changed
//     if (link.problem) console.log(link.state, link.problem);

const VERSION = 1;
/** No line is longer, in characters. */
export const LONGEST_LINE = 64 * 1024 * 1024;
/** Where serve.mjs hands the link on to browsers. */
export const BRIDGE = "/steerwright-link";
/** After so many milliseconds an editor that does not answer is given up, and a lost link is tried again. */
const PATIENCE = 5000, PAUSE = 1000;

/** Port and token of a link address, or null. */
export function parseAddress(address) {
  const [, port, token] = /^\s*(\d{1,5})\/([0-9a-f]{32})\s*$/i.exec(address) ?? [];
  return port > 0 && port < 65536 ? { port: Number(port), token } : null;
}

/** What a game says first. */
export function hello(token, { game, options }) {
  return JSON.stringify({ steerwright_link: VERSION, token, game: game && String(game).slice(0, 200), options });
}

/** The receiving half of the link. Nothing blocks and nothing throws: what goes wrong is a text in `problem`. */
export class Link {
  /**
   * @param {World} world takes over every edit
   * @param {string} [address] PORT/TOKEN; without it STEERWRIGHT_LINK, in a browser that of serve.mjs
   * @param {string} [game] what the editor calls this game
   */
  constructor(world, address, game) {
    this.world = world;
    this.game = game;
    /** The last scene taken over, parsed: what else a game wants to know of it. Null before there was one. */
    this.scene = null;
    /** What went wrong last, or "". */
    this.problem = "";
    /** "off", "connecting" (tried once a second), "linked", "refused" (by the editor: not tried again) or "lost" (tried once a second). */
    this.state = "off";
    this.inBrowser = typeof globalThis.process?.versions?.node !== "string";
    this.address = address || (this.inBrowser ? "" : process.env.STEERWRIGHT_LINK ?? "");
    if (this.address === "" && !this.inBrowser) return;
    if (this.address !== "" && !parseAddress(this.address)) this.problem = "the link address is no PORT/TOKEN; copy it from the editor";
    else this.connect();
  }

  /** Once a frame: takes over the newest scene that has come. Returns whether one was taken over. */
  poll() {
    const line = this.newest;
    this.newest = null;
    if (line) return this.take(line);
    if (this.state === "connecting" || this.state === "lost") {
      const since = performance.now() - this.changed;
      if (this.hangUp !== null && since > PATIENCE) this.lose("the editor does not answer; is the link switched on in its window?");
      else if (this.hangUp === null && since > PAUSE) this.connect();
    }
    return false;
  }

  /** Ends the link. */
  close() {
    this.enter("off");
  }

  // From here on not for games.

  enter(state) {
    this.state = state;
    this.changed = performance.now();
    if (state === "linked") return;
    this.hangUp?.();
    /** Ends the try or the link there is; null between two tries. */
    this.hangUp = null;
    this.newest = null;
  }

  lose(problem) {
    this.problem = problem;
    this.enter(this.state === "linked" ? "lost" : this.state);
  }

  connect() {
    this.enter(this.state === "lost" ? "lost" : "connecting");
    const { y_down, plane, scale, origin } = this.world.placement;
    const said = { game: this.game, options: { y_down, plane, scale, origin } };
    let over = false;
    const unlessOver = (react) => (text) => {
      if (!over) react(text);
    };
    const hearer = { onLine: unlessOver((line) => this.hear(line)), onLost: unlessOver((problem) => this.lose(problem)) };
    const hangUp = this.inBrowser ? openBridge(this.address, said, hearer) : openSocket(this.address, said, hearer);
    this.hangUp = () => {
      over = true;
      hangUp();
    };
  }

  /** The first line is the answer; of those after it only the newest waits for the next `poll`. */
  hear(line) {
    if (this.state === "linked") {
      this.newest = line;
      return;
    }
    const answer = parse(line);
    if (typeof answer?.refused === "string") {
      this.problem = `the editor refused the link: ${answer.refused}`;
      this.enter("refused");
    } else if (answer?.welcome === "steerwright") {
      this.problem = "";
      this.enter("linked");
    } else {
      this.lose("what answers at this port is not Steerwright; look at the address in the editor");
    }
  }

  take(line) {
    const message = parse(line);
    if (message === null) {
      this.lose("the editor sent a line that is not JSON; is it of the same version?");
      return false;
    }
    if (message.scene === undefined) {
      if (typeof message.problem === "string") this.problem = message.problem;
      return false;
    }
    try {
      this.world.reread(message.scene);
    } catch (error) {
      this.problem = error.message;
      return false;
    }
    this.scene = message.scene;
    this.problem = "";
    return true;
  }
}

/** An object out of a line, or null. */
function parse(line) {
  try {
    const value = JSON.parse(line);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Cuts what comes in pieces into lines. */
export function lines(onLine, onTooLong) {
  let pieces = [], length = 0;
  return (text) => {
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      pieces.push(text.slice(from, end));
      const line = pieces.join("");
      [pieces, length, from] = [[], 0, end + 1];
      onLine(line);
    }
    pieces.push(text.slice(from));
    length += text.length - from;
    if (length > LONGEST_LINE) {
      [pieces, length] = [[], 0];
      onTooLong();
    }
  };
}

/** Speaks to the editor over TCP. Returns what ends it. */
function openSocket(address, said, { onLine, onLost }) {
  const { port, token } = parseAddress(address);
  let socket = null, over = false;
  // A name that bundlers for browsers do not look into.
  const net = "node:net";
  import(/* @vite-ignore */ /* webpackIgnore: true */ net).then(({ connect }) => {
    if (over) return;
    socket = connect({ port, host: "127.0.0.1" });
    // A game that has come to its end is not kept running by its link.
    socket.unref().setEncoding("utf8").setNoDelay();
    socket.on("connect", () => socket.write(`${hello(token, said)}\n`));
    socket.on("data", lines(onLine, () => onLost("the editor sent a line of more than 64 MB; split the scene")));
    socket.on("error", (error) => onLost(`the editor cannot be reached (${error.code ?? error.message}); is the link switched on in its window?`));
    socket.on("close", () => onLost("the editor has closed the link"));
  });
  return () => {
    over = true;
    socket?.destroy();
  };
}

/** Listens to what serve.mjs hands on. Returns what ends it. */
function openBridge(address, said, { onLine, onLost }) {
  const query = new URLSearchParams({ address, said: JSON.stringify(said) });
  const source = new EventSource(`${BRIDGE}?${query}`);
  source.onmessage = ({ data }) => onLine(data);
  source.addEventListener("lost", ({ data }) => onLost(data.split("\n").pop()));
  source.onerror = () => onLost("serve.mjs does not answer; is it running?");
  return () => source.close();
}
