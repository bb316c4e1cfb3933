// Types of steerwright_link.mjs.
// License: MIT OR Apache-2.0.

import type { ExportedScene, Point, World } from "./steerwright.mjs";

/** The receiving half of the live link. It does not block or throw: `problem` says what went wrong. */
export class Link {
  /**
   * @param world applies every edit
   * @param address PORT/TOKEN as the editor shows it; default: the environment variable STEERWRIGHT_LINK, in
   *   a browser the address that serve.mjs was given
   * @param game the name of this game in the editor
   */
  constructor(world: World, address?: string, game?: string);
  /**
   * What the link is doing. One that is connecting or lost is tried again once a second; one that the editor
   * refused is not.
   */
  readonly state: "off" | "connecting" | "linked" | "refused" | "lost";
  /** What went wrong last, or "". */
  readonly problem: string;
  /** The last scene taken over, parsed. Null before the first one. */
  readonly scene: ExportedScene | null;
  /** Applies the newest scene that has arrived. Call it once a frame. Returns whether there was one. */
  poll(): boolean;
  /** Ends the link. */
  close(): void;
}

/** The placement of an export, with the names of its fields in the file. */
export interface LinkOptions {
  readonly y_down?: boolean;
  readonly plane?: "xy" | "xz";
  readonly scale?: number;
  readonly origin?: Point;
}

/** The greatest length of a line, in characters. */
export const MAX_LINE_LENGTH: number;
/** The path of the link in the editor, and under which serve.mjs forwards it. */
export const BRIDGE_PATH: string;
/** Port and token of a link address, or null. */
export function parseAddress(address: string): { port: number; token: string } | null;
/** The conversation before the first scene: both sides prove that they know the token without sending it. */
export class Handshake {
  /** @param crypto the module `node:crypto` */
  constructor(crypto: unknown, token: string, greeting: { game?: string; options?: LinkOptions });
  /** The first message of a game, as a line without its end. */
  readonly hello: string;
  /** Whether the editor has proven itself. Every further line is for the link. */
  readonly isOver: boolean;
  /** Handles a line of the editor. Returns the line to send, or the line that is for the link. */
  receive(line: string): { answer: string; forLink?: undefined } | { answer?: undefined; forLink: string };
}
/** Splits text that arrives in pieces into lines. */
export function lines(onLine: (line: string) => void, onTooLong: () => void): (text: string) => void;
