// The live link to the Steerwright editor: while the game runs, it shows every edit. docs/live-link.md
// defines the protocol. In node it connects to the editor; in a browser, which cannot, through serve.mjs.
// License: MIT OR Apache-2.0.
//
//     import { Link } from "./steerwright_link.mjs";
//     const link = new Link(world, "47747/9f0c...", "My game");   // the address that the editor shows
//     if (link.poll()) createViews(world.agents);                 // once a frame; true after an edit
//     if (link.problem) console.log(link.state, link.problem);

const VERSION = 2;
/** The greatest length of a line, in characters. */
export const MAX_LINE_LENGTH = 64 * 1024 * 1024;
/** The greatest length of a line before the editor has proven itself, in characters. */
const MAX_ANSWER_LENGTH = 4096;
/** The path under which serve.mjs forwards the link to browsers. */
export const BRIDGE_PATH = "/steerwright-link";
/** How long to wait for an answer, and before the next attempt, in milliseconds. */
const ANSWER_TIMEOUT = 5000, RETRY_DELAY = 1000;

/** Port and token of a link address, or null. */
export function parseAddress(address) {
  const [, port, token] = /^\s*(\d{1,5})\/([0-9a-f]{32})\s*$/i.exec(address) ?? [];
  return port > 0 && port < 65536 ? { port: Number(port), token: token.toLowerCase() } : null;
}

/**
 * The conversation before the first scene: both sides prove that they know the token without sending it. In node only, with
 * its module `node:crypto`.
 */
export class Handshake {
  constructor(crypto, token, { game, options }) {
    this.crypto = crypto;
    this.token = token;
    this.nonce = crypto.randomBytes(16).toString("hex");
    /** Whether the editor has proven itself. Every further line is for the link. */
    this.isOver = false;
    const name = game && String(game).slice(0, 200);
    /** The first message of a game, as a line without its end. */
    this.hello = JSON.stringify({ steerwright_link: VERSION, nonce: this.nonce, game: name, options });
  }

  /** Handles a line of the editor. Returns the line to send, or the line that is for the link. */
  receive(line) {
    const message = parse(line);
    // Before its proof, a program can only refuse.
    if (typeof message?.refused === "string") return { forLink: line };
    if (typeof message?.challenge !== "string") return { forLink: "" };
    const expected = this.proof("editor", message.challenge), claimed = String(message.proof);
    const [own, other] = [Buffer.from(expected), Buffer.from(claimed)];
    if (own.length !== other.length || !this.crypto.timingSafeEqual(own, other)) {
      return { forLink: JSON.stringify({ refused: "the token does not match; copy the link address from the editor again" }) };
    }
    this.isOver = true;
    return { answer: JSON.stringify({ proof: this.proof("game", message.challenge) }) };
  }

  proof(side, challenge) {
    const text = `steerwright-link ${side} ${this.nonce} ${challenge}`;
    return this.crypto.createHmac("sha256", this.token).update(text).digest("hex");
  }
}

/** The receiving half of the link. It does not block and does not throw: `problem` says what went wrong. */
export class Link {
  /**
   * @param {World} world applies every edit
   * @param {string} [address] PORT/TOKEN; default: the environment variable STEERWRIGHT_LINK, in a browser
   *   the address that serve.mjs was given
   * @param {string} [game] the name of this game in the editor
   */
  constructor(world, address, game) {
    this.world = world;
    this.game = game;
    /** The last scene taken over, parsed. Null before the first one. */
    this.scene = null;
    /** What went wrong last, or "". */
    this.problem = "";
    /**
     * "off", "connecting", "linked", "refused" or "lost". A link that is connecting or lost is tried again
     * once a second, one that the editor refused is not.
     */
    this.state = "off";
    this.inBrowser = typeof globalThis.process?.versions?.node !== "string";
    this.address = address || (this.inBrowser ? "" : process.env.STEERWRIGHT_LINK ?? "");
    if (this.address === "" && !this.inBrowser) return;
    if (this.address !== "" && !parseAddress(this.address)) {
      this.problem = "the link address is not PORT/TOKEN; copy it from the editor";
    } else {
      this.connect();
    }
  }

  /** Applies the newest scene that has arrived. Call it once a frame. Returns whether there was one. */
  poll() {
    const line = this.newest;
    this.newest = null;
    if (line) return this.applyMessage(line);
    if (this.state === "connecting" || this.state === "lost") {
      const elapsed = performance.now() - this.changed;
      if (this.disconnect !== null && elapsed > ANSWER_TIMEOUT) {
        this.lose("the editor does not answer; turn on its live link");
      } else if (this.disconnect === null && elapsed > RETRY_DELAY) {
        this.connect();
      }
    }
    return false;
  }

  /** Ends the link. */
  close() {
    this.setState("off");
  }

  // What follows is internal: no part of the API.

  setState(state) {
    this.state = state;
    this.changed = performance.now();
    if (state === "linked") return;
    this.disconnect?.();
    /** Ends the connection or the attempt; null between two attempts. */
    this.disconnect = null;
    this.newest = null;
  }

  lose(problem) {
    this.problem = problem;
    this.setState(this.state === "linked" ? "lost" : this.state);
  }

  connect() {
    this.setState(this.state === "lost" ? "lost" : "connecting");
    const { yDown, plane, scale, origin } = this.world.placement;
    const greeting = { game: this.game, options: { y_down: yDown, plane, scale, origin } };
    let closed = false;
    const unlessClosed = (react) => (text) => {
      if (!closed) react(text);
    };
    const handlers = {
      onLine: unlessClosed((line) => this.receive(line)),
      onLost: unlessClosed((problem) => this.lose(problem)),
    };
    const open = this.inBrowser ? openBridge : openSocket;
    const disconnect = open(this.address, greeting, handlers);
    this.disconnect = () => {
      closed = true;
      disconnect();
    };
  }

  /** The first line is the answer; of those after it only the newest is kept for the next `poll`. */
  receive(line) {
    if (this.state === "linked") {
      this.newest = line;
      return;
    }
    const answer = parse(line);
    if (typeof answer?.refused === "string") {
      this.problem = `the editor refused the link: ${answer.refused}`;
      this.setState("refused");
    } else if (answer?.welcome === "steerwright") {
      this.problem = "";
      this.setState("linked");
    } else {
      this.lose("the program at this port is not Steerwright; check the address in the editor");
    }
  }

  applyMessage(line) {
    const message = parse(line);
    if (message === null) {
      this.lose("the editor sent a line that is not JSON; use an editor of the same version");
      return false;
    }
    if (message.scene === undefined) {
      if (typeof message.problem === "string") this.problem = message.problem;
      return false;
    }
    try {
      this.world.applyScene(message.scene);
    } catch (error) {
      this.problem = error.message;
      return false;
    }
    this.scene = message.scene;
    this.problem = "";
    return true;
  }
}

/** The object in a line, or null. */
function parse(line) {
  try {
    const value = JSON.parse(line);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Splits text that arrives in pieces into lines. */
export function lines(onLine, onTooLong) {
  let pieces = [], length = 0;
  return (text) => {
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      pieces.push(text.slice(start, end));
      const line = pieces.join("");
      [pieces, length, start] = [[], 0, end + 1];
      onLine(line);
    }
    pieces.push(text.slice(start));
    length += text.length - start;
    if (length > MAX_LINE_LENGTH) {
      [pieces, length] = [[], 0];
      onTooLong();
    }
  };
}

/** Connects to the editor over TCP. Returns a function that disconnects. */
function openSocket(address, greeting, { onLine, onLost }) {
  const { port, token } = parseAddress(address);
  let socket = null, closed = false;
  // Variables keep bundlers for browsers from resolving the modules.
  const modules = ["node:net", "node:crypto"].map((name) => import(/* @vite-ignore */ /* webpackIgnore: true */ name));
  Promise.all(modules).then(([{ connect }, crypto]) => {
    if (closed) return;
    const handshake = new Handshake(crypto, token, greeting);
    const receive = (line) => {
      if (handshake.isOver) return onLine(line);
      const { answer, forLink } = handshake.receive(line);
      if (answer === undefined) onLine(forLink);
      else socket.write(`${answer}\n`);
    };
    socket = connect({ port, host: "127.0.0.1" });
    // The link alone does not keep the process running.
    socket.unref().setEncoding("utf8").setNoDelay();
    socket.on("connect", () => socket.write(`${handshake.hello}\n`));
    const onTooLong = () => onLost("the editor sent a line of more than 64 MB; split the scene");
    socket.on("data", lines(receive, onTooLong));
    socket.on("error", ({ code, message }) => {
      onLost(`the editor cannot be reached (${code ?? message}); turn on its live link`);
    });
    socket.on("close", () => onLost("the editor closed the link"));
  });
  return () => {
    closed = true;
    socket?.destroy();
  };
}

/** Receives what serve.mjs forwards. Returns a function that disconnects. */
function openBridge(address, greeting, { onLine, onLost }) {
  const query = new URLSearchParams({ address, greeting: JSON.stringify(greeting) });
  const source = new EventSource(`${BRIDGE_PATH}?${query}`);
  source.onmessage = ({ data }) => onLine(data);
  source.addEventListener("lost", ({ data }) => onLost(data.split("\n").pop()));
  source.onerror = () => onLost("serve.mjs does not answer; start it");
  return () => source.close();
}
