// Types of steerwright_phaser.mjs.
// License: MIT OR Apache-2.0.
import type * as Phaser from "phaser";
import type { Agent, ExportedPreset, ExportedScene, PathData, World, WorldEvent } from "./steerwright.mjs";
import type { Link } from "./steerwright_link.mjs";

/** Loads NAME.steer.json and NAME.phaser.json from `folder`. Call it in `preload`. */
export function preloadSteerwright(scene: Phaser.Scene, name: string, folder?: string): void;

/** The object of an agent: a sprite, a container, or anything else with a position. */
export type View = Phaser.GameObjects.GameObject & Phaser.GameObjects.Components.Transform;

/** Phaser's path, with its name and what is known of its nodes. */
export type NativePath = Phaser.Curves.Path & { readonly name: string; readonly data: PathData };

/** A listener of "steerwright" on `scene.events`. */
export type SteerwrightListener = (event: WorldEvent, run: SteerwrightRun) => void;

declare module "phaser" {
  namespace Events {
    interface EventEmitter {
      on(event: "steerwright", listener: SteerwrightListener, context?: unknown): this;
    }
  }
}

/** A run of an exported scene in a Phaser scene. */
export class SteerwrightRun {
  /** Create it in `create`, after `preloadSteerwright`. Throws what is wrong with the files. */
  constructor(scene: Phaser.Scene, name: string);
  readonly scene: Phaser.Scene;
  /** What moves the agents. */
  readonly world: World;
  /** The exported scene: NAME.steer.json parsed, and after an edit what the editor sent. */
  readonly data: ExportedScene;
  /** Phaser's path for each path id. */
  readonly paths: ReadonlyMap<number, NativePath>;
  /** The object for each agent id. */
  readonly views: ReadonlyMap<number, View>;
  /** The live link, if it was opened. */
  readonly link: Link | null;
  /**
   * Creates an object for every agent, now and for those that an edit adds or the game spawns.
   * @param createView creates the object; `about` is what the file says of the agent's preset, with its name as
   *   `preset`, `color` and `body`
   */
  show(createView?: (agent: Agent, about: ExportedPreset) => View): void;
  /** Brings the whole scene into the view of a camera, once; the main camera by default. */
  frame(camera?: Phaser.Cameras.Scene2D.Camera): void;
  /** Draws blocked cells, walls, open doors faintly, paths, nodes with their radii, and markers, until `drawPaths(false)`. */
  drawPaths(on?: boolean): void;
  /**
   * Adds static bodies for walls that block motion, doors and blocked cells: bodies of Matter if the scene has it, otherwise a
   * group of Arcade for `physics.add.collider(player, group)`, in which slanted edges are rows of small boxes. Doors are solid
   * while they are closed; edits replace the bodies.
   */
  addWalls(options?: { thickness?: number }): Phaser.Physics.Arcade.StaticGroup | MatterJS.BodyType[];
  /** Opens the live link: PORT/TOKEN, or that which serve.mjs was given. */
  openLink(address?: string): void;
  /**
   * Advances the world by `delta` milliseconds and moves the objects. Call it in `update`. Every event is
   * emitted on `scene.events` as "steerwright"; see `SteerwrightListener`.
   */
  update(delta: number): void;
  /** Closes the link and destroys every object that was created here. */
  destroy(): void;
}
