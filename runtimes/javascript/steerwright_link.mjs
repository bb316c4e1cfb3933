// The live link to the Steerwright editor: while the game runs, it shows every edit.
// It connects to the editor: in node over TCP, in a browser over a WebSocket. A page without an address asks
// serve.mjs, which has one.
// License: MIT OR Apache-2.0.
//
//     import { Link } from "./steerwright_link.mjs";
//     const link = new Link(world, "47747/9f0c...", "My game");   // the address that the editor shows
//     if (link.poll()) createViews(world.agents);                 // once a frame; true after an edit
//     if (link.problem) console.log(link.state, link.problem);

const VERSION = 2;
/** The greatest length of a line, in characters. */
export const MAX_LINE_LENGTH = 64 * 1024 * 1024;
/** The path of the link in the editor, and under which serve.mjs forwards it. */
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
    /** The first message of a game, as a line without its end. */
    this.hello = helloLine(this.nonce, game, options);
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
      return { forLink: WRONG_TOKEN };
    }
    this.isOver = true;
    return { answer: JSON.stringify({ proof: this.proof("game", message.challenge) }) };
  }

  proof(side, challenge) {
    return this.crypto.createHmac("sha256", this.token).update(proofText(side, this.nonce, challenge)).digest("hex");
  }
}

/** What the link is told when the editor's proof is wrong. */
const WRONG_TOKEN = JSON.stringify({ refused: "the token does not match; copy the link address from the editor again" });

function helloLine(nonce, game, options) {
  return JSON.stringify({ steerwright_link: VERSION, nonce, game: game && String(game).slice(0, 200), options });
}

/** What a side computes its proof of. */
function proofText(side, nonce, challenge) {
  return `steerwright-link ${side} ${nonce} ${challenge}`;
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
    const inBrowser = this.address === "" ? openBridge : openWebSocket;
    const open = this.inBrowser ? inBrowser : openSocket;
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

/** Connects to the editor from a page. Returns a function that disconnects. */
function openWebSocket(address, greeting, { onLine, onLost }) {
  const { port, token } = parseAddress(address);
  if (!globalThis.crypto?.subtle) {
    const problem = "this page cannot use the live link; open it from 127.0.0.1 or localhost";
    const timer = setTimeout(() => onLost(problem));
    return () => clearTimeout(timer);
  }
  const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  const proof = async (side, challenge) => {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", encoder.encode(token), algorithm, false, ["sign"]);
    return hex(await crypto.subtle.sign(algorithm.name, key, encoder.encode(proofText(side, nonce, challenge))));
  };

  const socket = new WebSocket(`ws://127.0.0.1:${port}${BRIDGE_PATH}`);
  socket.binaryType = "arraybuffer";
  let isProven = false, wasOpen = false;
  /** As `Handshake.receive`, but computing a proof takes a moment. */
  const receive = async (line) => {
    const message = isProven ? null : parse(line);
    if (isProven || typeof message?.refused === "string") return onLine(line);
    if (typeof message?.challenge !== "string") return onLine("");
    if (await proof("editor", message.challenge) !== message.proof) return onLine(WRONG_TOKEN);
    isProven = true;
    socket.send(`${JSON.stringify({ proof: await proof("game", message.challenge) })}\n`);
  };
  let received = Promise.resolve();
  const onTooLong = () => onLost("the editor sent a line of more than 64 MB; split the scene");
  const split = lines((line) => { received = received.then(() => receive(line)); }, onTooLong);
  socket.onopen = () => {
    wasOpen = true;
    socket.send(`${helloLine(nonce, greeting.game, greeting.options)}\n`);
  };
  socket.onmessage = ({ data }) => split(typeof data === "string" ? data : decoder.decode(data, { stream: true }));
  socket.onclose = () => {
    received = received.then(() => onLost(wasOpen ? "the editor closed the link"
      : "the editor cannot be reached; turn on its live link, and open this page from 127.0.0.1 or localhost"));
  };
  return () => {
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
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
