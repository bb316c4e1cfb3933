// Types of steerwright.mjs. Lengths are in game units, times in seconds.
// Licence: MIT OR Apache-2.0.

/** Why a file could not be loaded, or a call was refused: what is wrong, where, and what to do. */
export class SteerwrightError extends Error {
  name: "SteerwrightError";
}

/**
 * A world at tick 0.
 * @param source the text of NAME.steer.json, or that text parsed
 * @throws {SteerwrightError} names the field that is wrong, and the remedy
 */
export function load(source: string | object): World;

/** A run of an exported scene. The same calls at the same ticks give the same bits, here and in the editor. */
export interface World {
  /** Ticks since the start. */
  readonly tick: number;
  /** Seconds since the start: `tick * dt`. */
  readonly time: number;
  /** The length of a tick, seconds. */
  readonly dt: number;
  /** The part of a tick, 0 to 1, that `advance` has kept: for smooth motion draw at `previous + (position - previous) * fraction`. */
  readonly fraction: number;
  /** The axes, the unit and the origin of the export. */
  readonly placement: Placement;
  /** The agents, in the order of their ids. */
  readonly agents: readonly Agent[];
  /** What happened in the last `step` or `advance`, in order. */
  readonly events: readonly Event[];

  /** The agent with this id, if there is one. */
  agent(id: number): Agent | undefined;

  /** One tick. */
  step(): void;
  /**
   * Lets `seconds` go by in whole ticks, at most 240; what is left over counts the next time. Anything but a finite number
   * above 0 counts as none.
   * @returns the ticks taken
   */
  advance(seconds: number): number;

  /**
   * Takes over an edited scene while the world runs: agents whose start is what it was go on from where they are, new ones and
   * those whose start was moved enter. Tick and pointer stay; what the game changed by `setTarget`, `moveMarker` or `despawn`
   * is gone. The agents are new objects: ask for them again.
   * @throws {SteerwrightError} as `load`; then nothing has changed
   */
  reread(source: string | object): void;

  /** Moves the pointer. */
  setPointer(x: number, y: number): void;
  /** Moves a marker. */
  moveMarker(marker: number, x: number, y: number): void;
  /** What an agent goes for from now on; null for nothing. */
  setTarget(agent: number, target: Target | null): void;
  /** What an agent runs from from now on; null for nothing. */
  setDanger(agent: number, danger: Target | null): void;
  /**
   * Takes an agent over: the next step puts it at (x, y), and there it stays until it is driven on. Its velocity is the way it
   * made divided by `dt`, its steering is 0, its behaviors rest. For a player's character, say.
   */
  drive(agent: number, x: number, y: number): void;
  /** Gives a driven agent back to its behaviors; a cell mover goes on from the middle of the cell it is in, at once. */
  release(agent: number): void;
  /** Takes an agent out of the world. Whoever aimed at it or followed it has nothing to aim at or to follow then. */
  despawn(agent: number): void;
}

/** One agent, to read: a game that wants to move it calls `World.drive`. It is the same object in every tick, until `World.reread`. */
export interface Agent {
  /** Its id in the scene, a whole number. */
  readonly id: number;
  /** What people call it. */
  readonly name: string;
  /** Where it is. */
  readonly x: number;
  readonly y: number;
  /** Where it was a tick ago. */
  readonly previousX: number;
  readonly previousY: number;
  /** Its velocity, units a second. */
  readonly vx: number;
  readonly vy: number;
  /** Its heading: the direction of its last velocity longer than 1e-6, of length 1; (1, 0) before there was one. */
  readonly headingX: number;
  readonly headingY: number;
  /** How fast it is, units a second. */
  readonly speed: number;
  /** The length of the steering force of the last step. */
  readonly steering: number;
  /** The full field of view of a homing walk, degrees; null for others. */
  readonly fovDeg: number | null;
  /** The index of the node sought in the last step; null for none. */
  readonly node: number | null;
}

/** How the places of the game stand to those of the scene as it was authored. */
export interface Placement {
  /** Whether y grows downward; in the x-z plane, whether z grows toward the viewer. */
  readonly y_down: boolean;
  /** Which axis of a 3D game y runs along. */
  readonly plane: "xy" | "xz";
  /** Game units in a unit of the scene. */
  readonly scale: number;
  /** The place of the scene that is (0, 0) in the game. */
  readonly origin: { readonly x: number; readonly y: number };
}

/** Something to go for or run from. */
export type Target =
  | { readonly kind: "marker" | "agent"; readonly id: number }
  | { readonly kind: "pointer"; readonly id?: null };

/** Something that happened to an agent. */
export interface Event {
  /** The tick whose state it led to. */
  readonly tick: number;
  /** The id of the agent. */
  readonly agent: number;
  readonly kind: EventKind;
  /** The index of the node; null where it has no meaning. */
  readonly node: number | null;
}

export type EventKind =
  | "node_reached"
  | "wait_started"
  | "wait_ended"
  | "path_finished"
  | "arrived"
  | "way_point_picked"
  | "cell_entered"
  | "sight_lost"
  | "sight_gained";
