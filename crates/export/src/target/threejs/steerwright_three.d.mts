// Types of steerwright_three.mjs.
// License: MIT OR Apache-2.0.
import type { CurvePath, Group, Material, Object3D, Object3DEventMap, PerspectiveCamera, Vector3 } from "three";
import type {
  Agent, ExportedPreset, ExportedScene, PathData, World, WorldEvent, WorldEventKind,
} from "./steerwright.mjs";
import type { Link } from "./steerwright_link.mjs";

/** Fetches NAME.steer.json and NAME.three.json from `folder`. */
export function loadSteerwright(name: string, folder?: string): Promise<SteerwrightRun>;

/** The curve of a path, with its name and what is known of its nodes. */
export type NativePath = CurvePath<Vector3> & { readonly name: string; readonly userData: PathData };

/** The events of a run: those of three.js, and one for each kind of event of the world. */
export type SteerwrightEventMap = Object3DEventMap & {
  [Kind in WorldEventKind]: Omit<WorldEvent, "kind">;
};

/** What `userData` of an agent's object holds. */
export interface ViewData {
  readonly agent: Agent;
  readonly about: ExportedPreset;
}

/** The object of an agent. */
export type View = Object3D & { userData: ViewData };

/** A run of an exported scene: add it to a three.js scene. */
export class SteerwrightRun extends Group<SteerwrightEventMap> {
  /** Takes NAME.steer.json and NAME.three.json, parsed. Throws what is wrong with them. */
  constructor(data: object, native: object);
  /** What moves the agents. */
  readonly world: World;
  /** The exported scene: NAME.steer.json parsed, and after an edit what the editor sent. */
  readonly data: ExportedScene;
  /** The curve for each path id. */
  readonly paths: ReadonlyMap<number, NativePath>;
  /** The object for each agent id. */
  readonly views: ReadonlyMap<number, View>;
  /** The live link, if it was opened. */
  readonly link: Link | null;
  /**
   * Creates an object for every agent, now and for those that an edit adds or the game spawns. On the ground
   * its own z axis points to where it looks, as with `lookAt`; in the x-y plane its own x axis does.
   * @param createView creates the object; `about` is what the file says of the agent's preset, with its name as
   *   `preset`, `color` and `body`
   */
  show(createView?: (agent: Agent, about: ExportedPreset) => Object3D): void;
  /**
   * Places a perspective camera, once, so that it shows the whole scene: from above and the front where the
   * scene lies on the ground, from the front in the x-y plane.
   */
  frame(camera: PerspectiveCamera): void;
  /**
   * Shows blocked cells as squares, walls as lines, darker for open doors, paths as lines and the radii of nodes as
   * rings, until `drawPaths(false)`.
   */
  drawPaths(on?: boolean): void;
  /**
   * Adds a mesh for each wall that stands on its line, for raycasts and for the physics of your game. `userData` of a mesh has the
   * `id`, `blocksMotion` and `blocksSight` of its wall; blocked cells are one mesh, whose `id` is null. Meshes of open doors are not
   * in the group; edits replace all.
   */
  addWalls(options?: { height?: number; material?: Material }): Group;
  /** Opens the live link: PORT/TOKEN, or that which serve.mjs was given. */
  openLink(address?: string): void;
  /**
   * Advances the world by `seconds` and moves the objects. Call it once a frame. Every event is dispatched
   * with its kind as the type, "node_reached" for example.
   */
  update(seconds: number): void;
  /** Closes the link and removes every object that was created here. */
  dispose(): void;
  /** A position of the world in space: y of the world is along z where the scene lies on the ground. */
  point(x: number, y: number, target?: Vector3): Vector3;
}
