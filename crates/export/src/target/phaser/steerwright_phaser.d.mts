// Types of steerwright_phaser.mjs.
// Licence: MIT OR Apache-2.0.
import type * as Phaser from "phaser";
import type { Agent, World } from "./steerwright.mjs";
import type { Link } from "./steerwright_link.mjs";

/** In `preload`: loads NAME.steer.json and NAME.phaser.json from `folder`. */
export function preloadSteerwright(scene: Phaser.Scene, name: string, folder?: string): void;

/** What an agent is shown by: a sprite, a container, and whatever else has a place. */
export type View = Phaser.GameObjects.GameObject & Phaser.GameObjects.Components.Transform;

/** A run of an exported scene in a Phaser scene. */
export class SteerwrightRun {
  /** In `create`, after `preloadSteerwright`. Throws what is wrong with the files. */
  constructor(scene: Phaser.Scene, name: string);
  readonly scene: Phaser.Scene;
  /** What moves the agents. */
  readonly world: World;
  /** The exported scene as NAME.steer.json has it, and after an edit as the editor sent it. */
  readonly data: any;
  /** Phaser's path of each path, by id, with the radii, waits and speeds of its nodes in `data`. */
  readonly paths: Map<number, Phaser.Curves.Path & { data: any }>;
  /** The object of each agent, by id. */
  readonly views: Map<number, View>;
  /** The live link, if it was opened. */
  readonly link: Link | null;
  /**
   * Makes an object for every agent, now and for those that an edit adds.
   * @param make what to show; `about` is the agent's entry in NAME.steer.json, with its `preset`, `color` and `body`
   */
  show(make?: (agent: Agent, about: any) => View): void;
  /** Draws paths, nodes with their radii, and markers, until `drawPaths(false)`. */
  drawPaths(on?: boolean): void;
  /** Opens the live link: PORT/TOKEN, or the address that serve.mjs was given. */
  openLink(address?: string): void;
  /** In `update`: lets `delta` milliseconds go by, moves the objects, and emits "steerwright" on `scene.events` for what happens. */
  update(delta: number): void;
  /** Ends the link, and takes everything away that was made here. */
  destroy(): void;
}
