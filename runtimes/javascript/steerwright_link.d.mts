// Types of steerwright_link.mjs.
// Licence: MIT OR Apache-2.0.

import type { Placement, World } from "./steerwright.mjs";

/** The receiving half of the live link. Nothing blocks and nothing throws: what goes wrong is a text in `problem`. */
export class Link {
  /**
   * @param world takes over every edit
   * @param address PORT/TOKEN as the editor shows it; without it the environment variable STEERWRIGHT_LINK, in a browser the
   *   address that serve.mjs was given
   * @param game what the editor calls this game
   */
  constructor(world: World, address?: string, game?: string);
  /**
   * What the link is doing. The editor has said no to one that is refused: it is not tried again. One that is connecting or lost is,
   * once a second.
   */
  readonly state: "off" | "connecting" | "linked" | "refused" | "lost";
  /** What went wrong last, or "". */
  readonly problem: string;
  /** The last scene taken over, parsed: what else a game wants to know of it. Null before there was one. */
  readonly scene: object | null;
  /** Once a frame: takes over the newest scene that has come. Returns whether one was taken over. */
  poll(): boolean;
  /** Ends the link. */
  close(): void;
}

/** No line is longer, in characters. */
export const LONGEST_LINE: number;
/** Where serve.mjs hands the link on to browsers. */
export const BRIDGE: string;
/** Port and token of a link address, or null. */
export function parseAddress(address: string): { port: number; token: string } | null;
/** What a game says first, as a line without its end. */
export function hello(token: string, said: { game?: string; options?: Placement }): string;
/** Cuts what comes in pieces into lines. */
export function lines(onLine: (line: string) => void, onTooLong: () => void): (text: string) => void;
