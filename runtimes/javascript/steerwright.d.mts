// Types of steerwright.mjs. Lengths are in game units, times in seconds.
// License: MIT OR Apache-2.0.

/** Why a file could not be loaded, or why a call was refused: what is wrong, where, and what to do. */
export class SteerwrightError extends Error {
  name: "SteerwrightError";
}

/**
 * Creates a world at tick 0.
 * @param source the text of NAME.steer.json, or that text parsed
 * @throws {SteerwrightError} names the invalid field and how to fix it
 */
export function load(source: string | object): World;

/** A run of an exported scene. The same calls at the same ticks give the same bits as in the editor. */
export interface World {
  /** Ticks since the start. */
  readonly tick: number;
  /** Seconds since the start: `tick * dt`. */
  readonly time: number;
  /** The length of a tick, seconds. */
  readonly dt: number;
  /**
   * The part of a tick, 0 to 1, that `advance` has kept. For smooth motion draw at
   * `previous + (position - previous) * interpolationAlpha`.
   */
  readonly interpolationAlpha: number;
  /** The axes, the unit and the origin of the export. */
  readonly placement: Placement;
  /** The agents, in the order of their ids. */
  readonly agents: readonly Agent[];
  /** The events of the last `step` or `advance`, in order. */
  readonly events: readonly WorldEvent[];

  /** The agent with this id, if there is one. */
  agent(id: number): Agent | undefined;

  /** The id of the agent with this name, if there is one; of several, the lowest. */
  findAgent(name: string): number | undefined;
  /** The id of the marker with this name, if there is one; of several, the lowest. */
  findMarker(name: string): number | undefined;
  /** The id of the path with this name, if there is one; of several, the lowest. */
  findPath(name: string): number | undefined;
  /** The id of the preset with this name, if there is one; of several, the lowest. An export has only the presets of its agents. */
  findPreset(name: string): number | undefined;
  /**
   * The id of the state with this name in the preset of an agent; of several, the first.
   * @throws {SteerwrightError} if there is no such agent
   */
  findState(agent: number, name: string): number | undefined;
  /** The id of the wall with this name, if there is one; of several, the lowest. */
  findWall(name: string): number | undefined;

  /**
   * The value of a custom property of an item: its own, or the default; null if the item or the property does not exist.
   * Colors are texts, references are ids, or null.
   */
  property(kind: "agent" | "path" | "marker" | "wall", id: number, name: string): PropertyValue;
  /** The same for a node of a path, which is named by its index, as in events. */
  nodeProperty(path: number, node: number, name: string): PropertyValue;
  /** The same for the preset of an agent. */
  presetProperty(agent: number, name: string): PropertyValue;

  /** The line of a path. */
  path(path: number): PathLine;
  /** The place of a path nearest to (x, y); null if the path has no points. */
  pathNearest(path: number, x: number, y: number): PathPlace | null;
  /**
   * The point of a path at a distance along it from its first point; null if the path has no points. On a closed
   * path the distance wraps around, on an open one it is limited to the ends.
   */
  pathAt(path: number, along: number): Point | null;
  /** The cell that contains (x, y). */
  cellAt(x: number, y: number): Cell;

  /** Takes one tick. */
  step(): void;
  /**
   * Takes as many whole ticks as fit into `seconds`, at most 240; the rest is kept for the next call.
   * Anything but a finite number above 0 counts as 0.
   * @returns the ticks taken
   */
  advance(seconds: number): number;

  /**
   * Applies an edited scene while the world runs. Agents whose authored start is unchanged continue from
   * where they are; new agents and those whose start was edited enter the scene. The tick and the pointer
   * stay. What the game changed by other calls is reset, and agents that it spawned are gone. The agents are
   * new objects: get them from the world again. Presets may have other ids: find them by name again.
   * @param source what `load` takes
   * @throws {SteerwrightError} as `load`; then nothing has changed
   */
  applyScene(source: string | object): void;

  /** A hash of the state of this world, 16 hex digits. The same state has the same hash in every runtime. */
  hash64(): string;
  /** The state of this world as a text, for `loadSave`. What `replacePreset` has replaced is not in it. */
  save(): string;
  /**
   * Returns to a state that `save` has written, in a world of the same scene; first replace the presets that were replaced
   * before the save. The agents are new objects: get them from the world again.
   * @param text what `save` has returned
   * @throws {SteerwrightError} if it is no save of this scene; then nothing has changed
   */
  loadSave(text: string): void;

  /** Moves the pointer. */
  setPointer(x: number, y: number): void;
  /** Tells whether the pointer is pressed, which spawners can wait for. */
  setPressed(isPressed: boolean): void;
  /** Fires the spawners that wait for this name at the start of the next tick. Returns whether there is one. */
  trigger(name: string): boolean;
  /**
   * Makes a noise, which agents that hear notice in the next tick if they are near enough.
   * @param radius how far it is heard, 0 to 1e9
   * @throws {SteerwrightError} also if there are 1000 noises already in this tick
   */
  noise(x: number, y: number, radius: number): void;
  /** Sets the team of an agent: a text that is not empty; null for none. */
  setTeam(agent: number, team: string | null): void;
  /**
   * Lets an agent enter a state of its preset at the end of the next tick, instead of a transition. A driven agent enters it
   * once it is released.
   * @throws {SteerwrightError} if its preset has no state with this id
   */
  setState(agent: number, state: number): void;
  /**
   * Sends a name to an agent, or with null to all, for the transitions that wait for it in the next tick.
   * @throws {SteerwrightError} if the name is empty, and if there are 1000 names already in this tick
   */
  forceEvent(agent: number | null, name: string): void;
  /** Moves a marker. */
  moveMarker(marker: number, x: number, y: number): void;
  /** Sets an agent's target; null for none. */
  setTarget(agent: number, target: Target | null): void;
  /** Sets what an agent flees from; null for none. */
  setDanger(agent: number, danger: Target | null): void;
  /** Sets an agent's leader: the id of an agent; null for none. */
  setLeader(agent: number, leader: number | null): void;
  /**
   * Sets an agent's path: the id of a path; null for none. Its path following starts as its preset says; with the
   * path that it has already it continues.
   */
  setPath(agent: number, path: number | null): void;
  /**
   * Opens or closes a door. Cell movers look for their way again if the cells that it crosses become free or blocked.
   * @throws {SteerwrightError} if there is no such wall, or if it is not a door
   */
  setWallOpen(wall: number, isOpen: boolean): void;
  /**
   * The points of the shortest way for a body with a radius from (ax, ay) to (bx, by), around walls, with (bx, by) at the end. Null
   * if there is none, and if the way is not straight and the export has no routes for such a radius.
   */
  pathBetween(ax: number, ay: number, bx: number, by: number, radius: number): Point[] | null;
  /** Whether a wall is a door that is open now. False also for a wall that is not a door, and if there is no such wall. */
  isWallOpen(wall: number): boolean;
  /**
   * Whether an agent whose preset has sight sees the body of another agent now, whatever its target. False also if
   * one of them does not exist, if both are the same, or if the first has no sight.
   */
  sees(agent: number, other: number): boolean;
  /** Sets the preset that an agent moves by. It continues from where it is, and its behaviors keep their memory. */
  setPreset(agent: number, preset: number): void;
  /**
   * Replaces a preset: all its agents move by the new one from now on.
   * @param source what an agent in an export has of its preset, as text or parsed
   * @throws {SteerwrightError} as `load`; then nothing has changed
   */
  replacePreset(preset: number, source: string | ExportedPreset): void;
  /**
   * Moves an agent by the game, a player's character for example: from the next step on it is at (x, y),
   * until it is driven elsewhere or released. Its velocity follows from its movement, its steering is 0,
   * and its behaviors do not run.
   */
  drive(agent: number, x: number, y: number): void;
  /** Returns a driven agent to its behaviors. A cell mover moves to the center of its cell immediately. */
  release(agent: number): void;
  /**
   * Adds an agent with a preset, at rest at (x, y). It has no name, path, target, danger or leader yet.
   * @returns its id: the highest id so far plus 1
   */
  spawn(preset: number, x: number, y: number): number;
  /** Removes an agent. Targets, dangers and leaders that name it become none. */
  despawn(agent: number): void;
}

/** One agent, to read; `World.drive` moves it. It is the same object until `World.applyScene`. */
export interface Agent {
  /** Its id in the scene, a whole number. */
  readonly id: number;
  /** Its name in the scene. */
  readonly name: string;
  /** Its position. */
  readonly x: number;
  readonly y: number;
  /** Its position a tick ago. */
  readonly previousX: number;
  readonly previousY: number;
  /** Its velocity, units per second. */
  readonly vx: number;
  readonly vy: number;
  /** Its heading, of length 1: the direction of its last velocity above 1e-6; (1, 0) before there was one. */
  readonly headingX: number;
  readonly headingY: number;
  /** Where it looks, of length 1: its heading, unless its preset has a facing. */
  readonly facingX: number;
  readonly facingY: number;
  /** How fast it is, units per second. */
  readonly speed: number;
  /** The length of the steering force of the last step. */
  readonly steering: number;
  /** The id of its preset. */
  readonly preset: number;
  /**
   * The full field of view, degrees: of its sight, else of its homing walk; null without sight, and without a homing
   * walk or a target.
   */
  readonly fovDeg: number | null;
  /** The index of the path node that it moved toward in the last step, or null. */
  readonly node: number | null;
  /** The id of its state in its preset; 1 if its preset has no states. */
  readonly state: number;
  /** The name of its state. */
  readonly stateName: string;
  /** The team that it belongs to, or null. */
  readonly team: string | null;
  /** Whether it has noticed someone it watches. */
  readonly noticed: boolean;
  /** How alert it is, 0 to 1; 0 if its preset has no alert meter. */
  readonly meter: number;
  /** The agent, marker or pointer that it perceives, or null. */
  readonly perceived: Target | null;
}

/** How positions in the game relate to those in the scene as it was authored. */
export interface Placement {
  /** Whether y grows downward; in the x-z plane, whether z grows toward the viewer. */
  readonly yDown: boolean;
  /** Which axis of a 3D game the scene's y runs along. */
  readonly plane: "xy" | "xz";
  /** Game units per unit of the scene. */
  readonly scale: number;
  /** The position in the scene that is (0, 0) in the game. */
  readonly origin: Point;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The line of a path. A closed line does not repeat its first point. */
export interface PathLine {
  readonly points: readonly Point[];
  /** Whether the last point leads back to the first. */
  readonly closed: boolean;
  /** Its length, with the way back of a closed line. */
  readonly length: number;
}

/** A place on a path. */
export interface PathPlace extends Point {
  /** Its distance along the path from the first point. */
  readonly along: number;
  /** Its distance from the given position. */
  readonly distance: number;
}

/** A cell of the grid on which cell movers walk, with its center. */
export interface Cell extends Point {
  readonly column: number;
  /** Rows count along the y axis of the game. */
  readonly row: number;
  /** The side of every cell. */
  readonly size: number;
  /** Whether cell movers cannot enter it. */
  readonly blocked: boolean;
}

/** What an agent can have as target or danger. */
export type Target =
  | { readonly kind: "marker" | "agent"; readonly id: number }
  | { readonly kind: "pointer"; readonly id?: null };

/** Something that happened to an agent. */
export interface WorldEvent {
  /** The tick whose step made it. */
  readonly tick: number;
  /** The id of the agent. */
  readonly agent: number;
  readonly kind: WorldEventKind;
  /** The index of the path node; null where it has no meaning. */
  readonly node: number | null;
  /** The index of the behavior in the agent's list; 0 for a grid chase, null for sight, spawners and contacts. */
  readonly behavior: number | null;
  /** The id of the spawner or contact rule; null for all other events. */
  readonly source: number | null;
  /** The id of the other agent of a contact or a touch; null for all other events. */
  readonly other: number | null;
  /** The name of what was emitted, of a meeting, or of a state; null for all other events. */
  readonly name: string | null;
  /** What was emitted with the name; null for all other events. */
  readonly value: string | number | null;
  /** The index of the transition by which a state was entered; null if the game did it, and for all other events. */
  readonly reason: number | null;
}

export type WorldEventKind =
  | "node_reached"
  | "wait_started"
  | "wait_ended"
  | "path_finished"
  | "arrived"
  | "aggro_entered"
  | "aggro_left"
  | "waypoint_picked"
  | "cell_entered"
  | "line_gained"
  | "line_lost"
  | "sight_gained"
  | "sight_lost"
  | "noise_heard"
  | "touched"
  | "emitted"
  | "met"
  | "search_finished"
  | "no_route"
  | "state_entered"
  | "spawned"
  | "expired"
  | "contact";

// ---- The file: what NAME.steer.json holds, parsed ---------------------------------------------------

/** An exported scene, parsed. The guide to porting and the motion contract of Steerwright define every field. */
export interface ExportedScene {
  readonly format: "steerwright-export";
  readonly format_version: number;
  readonly min_reader: number;
  readonly name: string;
  readonly unit: string;
  readonly scale: number;
  readonly y_down: boolean;
  readonly plane: "xy" | "xz";
  readonly origin: Point;
  readonly turn_sign: 1 | -1;
  readonly ticks_per_second: number;
  readonly dt: number;
  readonly seed: number;
  readonly pointer: Point;
  readonly paths: readonly ExportedPath[];
  readonly markers: readonly ExportedMarker[];
  readonly walls: readonly ExportedWall[];
  /** The distance that bodies keep from walls. */
  readonly skin: number;
  readonly agents: readonly ExportedAgent[];
  readonly cells: ExportedCells;
  /** The spawners; missing if there are none. */
  readonly spawners?: readonly ExportedSpawner[];
  /** What happens when agents touch; missing if there are no rules. */
  readonly contacts?: readonly ExportedContact[];
  /** How far apart bodies can be that touch; missing if no agent needs it. */
  readonly touch_margin?: number;
  /** How near agents come to the points of routes and the places of searches; missing if no agent needs it. */
  readonly route_tolerance?: number;
  /** How far a goal moves before a route to it is planned again; missing if no agent needs it. */
  readonly repath_distance?: number;
  /** The points that routes lead over, for each radius of a body; missing if no agent has routes. */
  readonly nets?: readonly ExportedNet[];
  /** The custom properties that the scene declares; missing if there are none. */
  readonly declared_properties?: readonly DeclaredProperty[];
}

/** The value of a custom property. */
export type PropertyValue = boolean | number | string | null;

/** The values of custom properties, by name. */
export type Properties = Readonly<Record<string, PropertyValue>>;

/** A custom property that the scene declares. */
export interface DeclaredProperty {
  readonly name: string;
  readonly type: "bool" | "int" | "number" | "text" | "color" | "choice" | "reference";
  /** The kinds of items that have it. */
  readonly on: readonly ("nodes" | "paths" | "agents" | "markers" | "walls" | "presets")[];
  readonly default: PropertyValue;
  readonly choices?: readonly string[];
  readonly refers_to?: "agents" | "paths" | "markers" | "walls" | "presets";
  readonly description?: string;
}

/** The points that routes of bodies of at most this radius lead over. */
export interface ExportedNet {
  readonly radius: number;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Two points, by index, with a free way between them when all doors are open. */
  readonly pairs: readonly (readonly [i: number, j: number, length: number])[];
  /** The doors that close the way of a pair, both by index. */
  readonly doors: readonly (readonly [pair: number, wall: number])[];
}

/** A spawner, which adds agents. */
export interface ExportedSpawner extends ExportedPreset {
  readonly id: number;
  readonly name: string;
  readonly place:
    | ({ readonly kind: "point" } & Point)
    | { readonly kind: "marker" | "agent"; readonly id: number }
    | ({ readonly kind: "edge"; readonly x2: number; readonly y2: number } & Point);
  readonly scatter: { readonly min: number; readonly max: number } | null;
  readonly when: "time" | "press" | "trigger";
  /** The name that the game triggers. */
  readonly trigger: string | null;
  readonly delay: number;
  readonly delay_ticks: number;
  readonly every: number | null;
  readonly every_ticks: number;
  readonly jitter: number;
  readonly jitter_ticks: number;
  readonly count: number;
  readonly times: number | null;
  readonly max_alive: number | null;
  readonly lifetime: number | null;
  readonly lifetime_ticks: number;
  readonly path: number | null;
  readonly target: Target | null;
  readonly danger: Target | null;
  readonly leader: number | null;
  /** The team of its agents; missing for none. */
  readonly team?: string;
  readonly random_state: readonly [number, number, number, number];
  /** Where it faces when it enters at rest; missing for (1, 0). */
  readonly hx?: number;
  readonly hy?: number;
}

/** What happens to agents of two presets that touch. */
export interface ExportedContact {
  readonly id: number;
  readonly name: string;
  /** Presets count from 1, in the order in which agents and then spawners first have them. */
  readonly first: number;
  readonly second: number;
  readonly distance: number | null;
  readonly margin: number;
  readonly despawn: "none" | "first" | "second" | "both";
}

export interface ExportedCells {
  readonly size: number;
  readonly blocked: readonly (readonly [column: number, row: number])[];
}

/** What is known of a path beside its points. */
export interface PathData {
  readonly id: number;
  readonly traversal: "once" | "loop" | "ping_pong";
  readonly closed: boolean;
  readonly shape: "straight" | "catmull_rom";
  readonly radius: number;
  readonly nodes: readonly NodeData[];
}

/** What is known of a path node beside its position. */
export interface NodeData {
  readonly id: number;
  readonly radius: number;
  /** Seconds. */
  readonly wait: number;
  /** The speed limit on the way to the node, if there is one. */
  readonly speed: number | null;
}

export interface ExportedPath extends PathData {
  readonly name: string;
  readonly tolerance: number;
  readonly length: number;
  readonly nodes: readonly ExportedNode[];
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly cumulative: readonly number[];
  /** The custom properties that are set; missing if there are none. */
  readonly properties?: Properties;
}

export interface ExportedNode extends NodeData, Point {
  readonly wait_ticks: number;
  /** The index of its point in `points` of the path. */
  readonly point: number;
  /** What an agent does after the wait of the node, one action after another, at most 32; missing for nothing. */
  readonly actions?: readonly ExportedAction[];
  /** What it does on the segment that leads on from the node, in order, at most 32; missing for nothing. */
  readonly along?: readonly ExportedAlongAction[];
  /** Where it can go on, 1 to 32 nodes; missing, with the next two, for the next node of the path. */
  readonly next?: readonly ExportedNextNode[];
  readonly choose?: "random" | "in_turn";
  /** Whether it goes back to where it came from only if there is no other way. */
  readonly not_back?: boolean;
  /** The custom properties that are set; missing if there are none. */
  readonly properties?: Properties;
}

/** An action at a node. */
export type ExportedAction =
  | {
      readonly kind: "wait";
      /** Seconds. */
      readonly min: number;
      readonly max: number;
      readonly min_ticks: number;
      readonly max_ticks: number;
    }
  | ({ readonly kind: "look"; readonly at: ExportedLookAt } & ExportedActionTurn)
  | ({
      readonly kind: "sweep";
      readonly from_deg: number;
      readonly to_deg: number;
      /** The directions of the two angles. */
      readonly from: readonly [x: number, y: number];
      readonly to: readonly [x: number, y: number];
      readonly times: number;
    } & ExportedActionTurn)
  | { readonly kind: "meet"; readonly name: string; readonly count: number }
  | ExportedInstantAction;

/** An action that takes no time. */
export type ExportedInstantAction =
  | { readonly kind: "speed"; readonly limit: number | null }
  | { readonly kind: "emit"; readonly name: string; readonly value: string | number | null }
  /** The wall is a door. */
  | { readonly kind: "set_wall"; readonly wall: number; readonly open: boolean };

/** What an agent looks at; `x` and `y` of a direction are those of its angle. */
export type ExportedLookAt =
  | ({ readonly kind: "direction"; readonly deg: number } & Point)
  | ({ readonly kind: "point" } & Point)
  | { readonly kind: "marker"; readonly id: number };

/** How an action turns an agent; all are null if it turns as its facing says. */
export interface ExportedActionTurn {
  /** Degrees per second. */
  readonly turn_rate: number | null;
  readonly turn_cos: number | null;
  readonly turn_sin: number | null;
}

/** An action at a place of a segment. */
export interface ExportedAlongAction extends Point {
  /** The distance of the place from the node, along the segment. */
  readonly distance: number;
  readonly action: ExportedInstantAction;
}

/** A node, by its index, at which an agent can go on. */
export interface ExportedNextNode {
  readonly path: number;
  readonly node: number;
  readonly weight: number;
}

export interface ExportedMarker extends Point {
  readonly id: number;
  readonly name: string;
  readonly kind: "target" | "danger";
  /** The custom properties that are set; missing if there are none. */
  readonly properties?: Properties;
}

/** A wall, which stops bodies or sight. */
export interface ExportedWall {
  readonly id: number;
  readonly name: string;
  /** Whether an edge leads from the last point to the first. */
  readonly closed: boolean;
  readonly blocks_motion: boolean;
  readonly blocks_sight: boolean;
  /** Whether a door is open; null for a wall that is not a door. */
  readonly open: boolean | null;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** The custom properties that are set; missing if there are none. */
  readonly properties?: Properties;
}

export interface ExportedAgent extends Point, ExportedPreset {
  readonly id: number;
  readonly name: string;
  readonly vx: number;
  readonly vy: number;
  readonly scatter: { readonly min: number; readonly max: number } | null;
  /** The id of its path. */
  readonly path: number | null;
  readonly target: Target | null;
  readonly danger: Target | null;
  /** The id of the agent that it follows. */
  readonly leader: number | null;
  /** Its team; missing for none. */
  readonly team?: string;
  readonly random_state: readonly [number, number, number, number];
  /** The custom properties that are set; missing if there are none. */
  readonly properties?: Properties;
}

/** The fields of an agent that come from its preset. */
export interface ExportedPreset {
  /** The name of its preset. */
  readonly preset: string;
  /** "#rrggbb". */
  readonly color: string;
  readonly body: ExportedBody;
  /** Where it looks; missing if it looks where it moves. */
  readonly facing?: ExportedFacing;
  /** What it sees; null if it does not look. */
  readonly sight: ExportedSight | null;
  /** The teams that it watches, at most 16; missing if it watches its target. */
  readonly watches?: readonly string[];
  /** How it hears; missing if it does not. */
  readonly hearing?: ExportedHearing;
  /** How alert it becomes; missing if it has no meter. */
  readonly alert?: ExportedAlert;
  readonly motion: "steered" | "grid_chase";
  readonly blend_mode: "weighted_sum" | "priority" | null;
  readonly behaviors: readonly ExportedBehavior[];
  /** What its first state has besides; missing for the id 1, an empty name and nothing else. */
  readonly state?: ExportedStateRules;
  /** Its other states, at most 32; missing for none. */
  readonly states?: readonly ExportedState[];
  /** The custom properties of the preset that are set; missing if there are none. */
  readonly preset_properties?: Properties;
}

/** A state besides the first. */
export interface ExportedState extends ExportedStateRules {
  /** Null if it looks where actions ask it to, and else where it moves. */
  readonly facing: ExportedFacing | null;
  readonly motion: "steered" | "grid_chase";
  readonly blend_mode: "weighted_sum" | "priority" | null;
  readonly behaviors: readonly ExportedBehavior[];
}

/** What every state has. */
export interface ExportedStateRules {
  readonly id: number;
  readonly name: string;
  /** "#rrggbb"; null for the color of the preset. */
  readonly color: string | null;
  /** Null for that of the body. */
  readonly max_speed: number | null;
  readonly max_force: number | null;
  /** What an agent does when it enters the state. */
  readonly enter: readonly ExportedEnterAction[];
  /** When it changes to another state: by the first that holds; at most 32. */
  readonly transitions: readonly ExportedTransition[];
}

export type ExportedEnterAction =
  | Exclude<ExportedInstantAction, { readonly kind: "speed" }>
  /** Tells the others of its team within the radius where it last saw someone. */
  | { readonly kind: "share"; readonly radius: number };

export interface ExportedTransition {
  /** The id of a state of the preset. */
  readonly to: number;
  /** Whether one of the terms is enough. */
  readonly any: boolean;
  /** The conditions, at most 16; without any, the transition holds. */
  readonly terms: readonly ExportedTerm[];
}

/** A condition of a transition. */
export type ExportedTerm =
  | {
      readonly kind: "sees" | "hears" | "told" | "touches" | "arrived" | "path_finished" | "search_finished" | "no_route";
    }
  | { readonly kind: "sees_not_for"; readonly seconds: number; readonly ticks: number }
  | { readonly kind: "meter_at_least" | "meter_at_most"; readonly meter: number }
  | {
      readonly kind: "for";
      /** Seconds. */
      readonly min: number;
      readonly max: number;
      readonly min_ticks: number;
      readonly max_ticks: number;
    }
  | { readonly kind: "near"; readonly goal: GoalName; readonly ahead: number | null; readonly radius: number }
  | { readonly kind: "event"; readonly name: string };

export interface ExportedBody {
  readonly mass: number;
  readonly max_speed: number;
  readonly max_force: number;
  readonly time_to_target: number;
  readonly idle: "brake" | "coast";
  readonly radius: number;
  /** The noise that it makes when it moves; missing for none. */
  readonly noise?: ExportedNoise;
}

/** The noise of a body that is faster than `speed`. */
export interface ExportedNoise {
  readonly speed: number;
  readonly radius: number;
}

export interface ExportedHearing {
  /** Multiplies the radius of every noise. */
  readonly scale: number;
  /** Multiplies it again behind a wall. */
  readonly muffle: number;
}

/** How the alert meter moves, per second; `noise_rise` for each tick in which something is heard. */
export interface ExportedAlert {
  readonly rise_near: number;
  readonly rise_far: number;
  readonly fall: number;
  readonly noise_rise: number;
}

export interface ExportedFacing {
  readonly toward: "motion" | "target" | "action";
  /** Degrees per second; null if it turns at once. */
  readonly turn_rate: number | null;
  /** The cosine and sine of the angle that it turns in a tick. */
  readonly turn_cos: number;
  readonly turn_sin: number;
}

export interface ExportedSight {
  readonly range: number;
  /** Within this distance it sees all around. */
  readonly near: number;
  readonly fov_deg: number;
  /** After so many ticks of seeing it notices its target. */
  readonly notice_ticks: number;
  /** After so many ticks of not seeing it loses its target. */
  readonly forget_ticks: number;
  /** The squared cosine of half its field of view. */
  readonly cos2: number;
}

/** One behavior of an agent, with the parameters of its kind. */
export type ExportedBehavior = { readonly weight: number } & (
  | ({ readonly kind: "seek" } & ExportedGoal & ExportedRoute)
  | ({ readonly kind: "flee"; readonly panic_distance: number | null } & ExportedGoal)
  | ({
      readonly kind: "arrive";
      readonly target_radius: number;
      readonly slow_radius: number;
      readonly ramp: "linear" | "sqrt" | "quadratic";
      readonly stop: "brake" | "coast";
      readonly time_to_target: number | null;
    } & ExportedGoal & ExportedRoute)
  | ({
      readonly kind: "leave";
      readonly escape_radius: number;
      readonly danger_radius: number;
      readonly ramp: "stepped" | "smooth";
      readonly time_to_target: number | null;
    } & ExportedGoal)
  | ({ readonly kind: "pursue"; readonly max_prediction: number | null } & ExportedGoal & ExportedRoute)
  | ({ readonly kind: "evade"; readonly max_prediction: number | null } & ExportedGoal)
  | ({
      readonly kind: "follow_path";
      readonly start: "first" | "nearest" | "node";
      readonly start_node: number | null;
      readonly target_radius: number;
      readonly slow_radius: number;
      readonly time_to_target: number | null;
      /** Where it goes on when its state is entered again; missing for "same". */
      readonly resume?: "same" | "nearest" | "first";
    } & ExportedRoute)
  | {
      readonly kind: "separation";
      readonly radius: number;
      readonly max_separation: number;
      readonly falloff: "none" | "inverse_square";
    }
  | {
      readonly kind: "alignment" | "cohesion";
      readonly radius: number;
      readonly fov_deg: number;
    }
  | {
      readonly kind: "follow_leader";
      readonly behind_distance: number;
      readonly sight_radius: number;
      readonly slow_radius: number;
      readonly separation_radius: number;
      readonly max_separation: number;
      readonly falloff: "none" | "inverse_square";
    }
  | ({
      readonly kind: "homing_walk";
      readonly step_fraction: number;
      readonly min_step: number;
      readonly max_step: number;
      readonly aggro_radius: number;
      readonly max_fov_deg: number;
      readonly reach_radius: number;
      readonly smooth: boolean;
      readonly step_jitter: number;
      readonly repick_interval: number;
      readonly repick_ticks: number;
    } & ExportedGoal & ExportedRoute)
  | {
      readonly kind: "wander";
      readonly distance: number;
      readonly radius: number;
      /** Degrees per second. */
      readonly rate: number;
    }
  | {
      readonly kind: "avoid_walls";
      readonly ahead_length: number;
      readonly side_length: number;
      readonly side_angle_deg: number;
      readonly side_cos: number;
      readonly side_sin: number;
    }
  | {
      readonly kind: "follow_wall";
      readonly side: "left" | "right";
      readonly distance: number;
      readonly reach: number;
      readonly look_ahead: number;
    }
  | {
      readonly kind: "search";
      readonly goal: GoalName;
      /** Seconds; null unless the goal is `last_seen_ahead`. */
      readonly ahead: number | null;
      readonly radius: number;
      readonly points: number;
      /** Seconds. */
      readonly wait: number;
      readonly wait_ticks: number;
      readonly slow_radius: number;
      /** Two angles relative to the heading, with their cosines and sines; null if it does not look about. */
      readonly sweep: {
        readonly from_deg: number;
        readonly to_deg: number;
        readonly from: readonly [cos: number, sin: number];
        readonly to: readonly [cos: number, sin: number];
      } | null;
      readonly route: "direct" | "around_walls";
    }
  | ({
      readonly kind: "grid_chase";
      readonly method: "axis" | "line_of_sight";
      readonly mode: "chase" | "evade";
      readonly step_interval: number;
      readonly max_path_length: number;
      readonly step_ticks: number;
    } & ExportedGoal & ExportedRoute)
);

/** Whether a behavior goes around walls; missing for "direct". */
export interface ExportedRoute {
  readonly route?: "direct" | "around_walls";
}

/** What a behavior moves toward or away from; missing for the target or danger of the agent. */
export type GoalName = "reference" | "perceived" | "last_seen" | "last_seen_ahead" | "last_noise" | "left_path" | "post";

/** The goal of a behavior. `ahead` are the seconds of `last_seen_ahead`, and missing for all other goals. */
export interface ExportedGoal {
  readonly goal?: GoalName;
  readonly ahead?: number;
}
