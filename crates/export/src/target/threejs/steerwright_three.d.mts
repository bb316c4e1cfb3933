// Types of steerwright_three.mjs.
// Licence: MIT OR Apache-2.0.
import type { CurvePath, Group, Object3D, Vector3 } from "three";
import type { Agent, World } from "./steerwright.mjs";
import type { Link } from "./steerwright_link.mjs";

/** Fetches NAME.steer.json and NAME.three.json from `folder`. */
export function loadSteerwright(name: string, folder?: string): Promise<SteerwrightRun>;

/**
 * A run of an exported scene: add it to a three.js scene. What happens is dispatched as events of their kind, "node_reached" say,
 * with `agent`, `node` and `tick`.
 */
export class SteerwrightRun extends Group {
  /** Of NAME.steer.json and NAME.three.json, parsed. Throws what is wrong with them. */
  constructor(data: object, native: object);
  /** What moves the agents. */
  readonly world: World;
  /** The exported scene as NAME.steer.json has it, and after an edit as the editor sent it. */
  readonly data: any;
  /** The curve of each path, by id, with the radii, waits and speeds of its nodes in `userData`. */
  readonly paths: Map<number, CurvePath<Vector3> & { name: string; userData: any }>;
  /** The object of each agent, by id. */
  readonly views: Map<number, Object3D>;
  /** The live link, if it was opened. */
  readonly link: Link | null;
  /**
   * Makes an object for every agent, now and for those that an edit adds. Its `userData.agent` is the agent of the world.
   * @param make what to show; `about` is the agent's entry in NAME.steer.json, with its `preset`, `color` and `body`
   */
  show(make?: (agent: Agent, about: any) => Object3D): void;
  /** Shows paths as lines and the radii of nodes as rings, until `drawPaths(false)`. */
  drawPaths(on?: boolean): void;
  /** Opens the live link: PORT/TOKEN, or the address that serve.mjs was given. */
  openLink(address?: string): void;
  /** Once a frame: lets `seconds` go by, and moves the objects. */
  update(seconds: number): void;
  /** Ends the link, and takes everything away that was made here. */
  dispose(): void;
  /** A place of the run in space. */
  point(x: number, y: number, target?: Vector3): Vector3;
}
