// Agents of a Steerwright export in a Phaser scene: Phaser's own paths, and objects that move to the same bit
// as in the editor. README-phaser.md shows how to use it.
// License: MIT OR Apache-2.0.
import { load } from "./steerwright.mjs";
import { Link } from "./steerwright_link.mjs";

const PATH_COLOR = 0x8a93a6, NODE_COLOR = 0x5ab0f6, MARKER_COLOR = 0xf2b84b, CELL_COLOR = 0x2a2f3a, WALL_COLOR = 0x8b93a5;
/** Space around the scene in view, units of the authored scene. */
const MARGIN = 2;
/** Pixels per scene unit at which lines are drawn in their widths; at other scales they are wider or thinner. */
const USUAL_SCALE = 32;

/**
 * Loads NAME.steer.json and NAME.phaser.json. Call it in `preload`.
 * @param {Phaser.Scene} scene
 * @param {string} name the NAME of the files
 * @param {string} [folder] the folder of the files
 */
export function preloadSteerwright(scene, name, folder = ".") {
  for (const kind of ["steer", "phaser"]) {
    scene.load.json(`${name}.${kind}`, `${folder}/${encodeURIComponent(name)}.${kind}.json`);
  }
}

/** A run of an exported scene in a Phaser scene. */
export class SteerwrightRun {
  /** Create it in `create`, after `preloadSteerwright`. Throws what is wrong with the files. */
  constructor(scene, name) {
    const [data, native] = ["steer", "phaser"].map((kind) => {
      const file = scene.cache.json.get(`${name}.${kind}`);
      if (file) return file;
      const remedy = "is the file there, and does preload call preloadSteerwright?";
      throw new Error(`${name}.${kind}.json is not loaded; ${remedy}`);
    });
    this.scene = scene;
    /** What moves the agents; steerwright.d.mts lists its calls. */
    this.world = load(data);
    /** The exported scene: NAME.steer.json parsed, and after an edit what the editor sent. */
    this.data = data;
    this.presets = presetFields(this.world, data);
    /** Phaser's path for each path id, with its `name`, and in `data` what is known of its nodes. */
    this.paths = new Map(native.paths.map((path) => {
      const { name, data } = path;
      return [data.id, Object.assign(scene.add.path(0, 0).fromJSON(path), { name, data })];
    }));
    /** The object for each agent id. */
    this.views = new Map();
    /** The live link, if it was opened. */
    this.link = null;
    /** The static bodies of walls, if they were added. */
    this.walls = null;
  }

  /**
   * Creates an object for every agent, now and for those that an edit adds or the game spawns.
   * @param {(agent: Agent, about: ExportedPreset) => Phaser.GameObjects.GameObject} [createView] creates the
   *   object; `about` is what the file says of the agent's preset, with its name as `preset`, `color` and `body`
   */
  show(createView = (agent, about) => createDisc(this.scene, about)) {
    this.createView = createView;
    this.updateViews();
  }

  /** Brings the whole scene into the view of a camera, once; the main camera by default. */
  frame(camera = this.scene.cameras.main) {
    const [left, right, top, bottom] = bounds(this.data);
    camera.setZoom(Math.min(camera.width / (right - left), camera.height / (bottom - top)));
    camera.centerOn((left + right) / 2, (top + bottom) / 2);
  }

  /** Draws blocked cells, walls, open doors faintly, paths, nodes with their radii, and markers, until `drawPaths(false)`. */
  drawPaths(on = true) {
    this.graphics?.destroy();
    this.graphics = on ? this.scene.add.graphics().setDepth(-1) : null;
    if (on) this.redrawPaths();
  }

  /**
   * Adds static bodies for walls that block motion, doors and blocked cells to the physics of the scene: bodies of Matter if the
   * scene has it, otherwise of Arcade. Doors are solid while they are closed; edits replace the bodies.
   *
   * Arcade knows only upright boxes: slanted edges become rows of small ones. There the returned group is for
   * `physics.add.collider(player, group)`.
   * @param {{ thickness?: number }} [options] the thickness of walls; a tenth of a unit of the authored scene by default
   * @returns {Phaser.Physics.Arcade.StaticGroup | MatterJS.BodyType[]}
   */
  addWalls({ thickness = 0.1 * this.data.scale } = {}) {
    this.removeWalls();
    const group = this.scene.matter ? null : this.scene.physics.add.staticGroup();
    this.walls = { thickness, group, solids: [], shownOpen: "" };
    for (const { id, name, blocks_motion: blocksMotion, points, closed } of this.data.walls) {
      if (!blocksMotion) continue;
      const ends = closed && points.length > 1 ? [...points, points[0]] : points;
      for (let i = 1; i < ends.length; i += 1) this.addEdge(ends[i - 1], ends[i], id, name);
    }
    const { size, blocked } = this.data.cells;
    for (const [column, row] of blocked) this.addSolid((column + 0.5) * size, (row + 0.5) * size, size, size, 0, null, "cell");
    this.turnDoors();
    return group ?? this.walls.solids.map(({ body }) => body);
  }

  /**
   * Opens the live link: from then on the scene follows the editor.
   * @param {string} [address] PORT/TOKEN, or that which serve.mjs was given
   */
  openLink(address) {
    this.link?.close();
    this.link = new Link(this.world, address, this.data.name);
  }

  /**
   * Advances the world and moves the objects. Call it in `update`. Every event is emitted on `scene.events`
   * as "steerwright", with the event and this run.
   * @param {number} delta milliseconds since the last frame, as Phaser passes them
   */
  update(delta) {
    if (this.link?.poll()) this.applyEdit(this.link.scene);
    this.world.advance(delta / 1000);
    this.updateViews();
    if (this.graphics && this.drawnOpen !== openDoors(this.world)) this.redrawPaths();
    if (this.walls && this.walls.shownOpen !== openDoors(this.world)) this.turnDoors();
    for (const event of this.world.events) this.scene.events.emit("steerwright", event, this);
  }

  /** Closes the link and destroys every object that was created here. */
  destroy() {
    this.link?.close();
    this.graphics?.destroy();
    this.removeWalls();
    for (const view of this.views.values()) view.destroy();
    this.views.clear();
  }

  // What follows is internal: no part of the API.

  applyEdit(data) {
    this.data = data;
    this.presets = presetFields(this.world, data);
    this.paths = new Map(data.paths.map((path) => {
      return [path.id, Object.assign(createPolyline(this.scene, path), { name: path.name, data: path })];
    }));
    if (this.graphics) this.redrawPaths();
    if (this.walls) this.addWalls(this.walls);
  }

  removeWalls() {
    for (const { body, zone, isIn } of this.walls?.solids ?? []) {
      if (zone) zone.destroy();
      else if (isIn) this.scene.matter.world.remove(body);
    }
    this.walls?.group?.destroy();
    this.walls = null;
  }

  addEdge([x, y], [u, v], id, name) {
    const { thickness, group } = this.walls;
    const [width, height] = [u - x, v - y];
    const length = Math.hypot(width, height);
    const isUpright = Math.abs(width) < thickness || Math.abs(height) < thickness;
    if (!group) {
      this.addSolid((x + u) / 2, (y + v) / 2, length + thickness, thickness, Math.atan2(height, width), id, name);
    } else if (isUpright) {
      this.addSolid((x + u) / 2, (y + v) / 2, Math.abs(width) + thickness, Math.abs(height) + thickness, 0, id, name);
    } else {
      const count = Math.ceil(length / thickness);
      for (let i = 0; i <= count; i += 1) this.addSolid(x + width * i / count, y + height * i / count, thickness, thickness, 0, id, name);
    }
  }

  addSolid(x, y, width, height, angle, id, name) {
    const { group, solids } = this.walls;
    if (group) {
      const zone = this.scene.add.zone(x, y, width, height).setName(name);
      group.add(zone);
      solids.push({ id, zone, body: zone.body, isIn: true });
    } else {
      const body = this.scene.matter.add.rectangle(x, y, width, height, { isStatic: true, angle, label: name });
      solids.push({ id, body, isIn: true });
    }
  }

  /** Open doors stop nothing. */
  turnDoors() {
    this.walls.shownOpen = openDoors(this.world);
    for (const solid of this.walls.solids) {
      const isIn = !this.world.walls.byId.get(solid.id)?.isOpen;
      if (isIn === solid.isIn) continue;
      solid.isIn = isIn;
      if (solid.zone) solid.body.enable = isIn;
      else if (isIn) this.scene.matter.world.add(solid.body);
      else this.scene.matter.world.remove(solid.body);
    }
  }

  updateViews() {
    if (!this.createView) return;
    const { agents, interpolationAlpha: alpha } = this.world;
    for (const [id, view] of this.views) {
      if (this.world.agent(id)) continue;
      view.destroy();
      this.views.delete(id);
    }
    for (const agent of agents) {
      const view = this.views.get(agent.id) ?? this.addView(agent);
      view.setPosition(lerp(agent.previousX, agent.x, alpha), lerp(agent.previousY, agent.y, alpha));
      view.setRotation(Math.atan2(agent.facingY, agent.facingX));
    }
  }

  addView(agent) {
    const view = this.createView(agent, this.data.agents.find(({ id }) => id === agent.id) ?? this.presets.get(agent.preset));
    view.setName(agent.name);
    this.views.set(agent.id, view);
    return view;
  }

  redrawPaths() {
    const { graphics } = this;
    const pixel = this.data.scale / USUAL_SCALE;
    graphics.clear();
    const { size, blocked } = this.data.cells;
    graphics.fillStyle(CELL_COLOR, 0.9);
    for (const [column, row] of blocked) graphics.fillRect(column * size, row * size, size, size);
    this.drawnOpen = openDoors(this.world);
    for (const { id, points, closed } of this.data.walls) {
      graphics.lineStyle(3 * pixel, WALL_COLOR, this.world.walls.byId.get(id)?.isOpen ? 0.25 : 1);
      graphics.strokePoints(points.map(([x, y]) => ({ x, y })), closed);
    }
    for (const path of this.data.paths) {
      graphics.lineStyle(1.5 * pixel, PATH_COLOR, 0.9);
      this.paths.get(path.id).draw(graphics, 24);
      graphics.lineStyle(pixel, NODE_COLOR, 0.6);
      for (const { x, y, radius } of path.nodes) graphics.strokeCircle(x, y, radius);
    }
    graphics.fillStyle(MARKER_COLOR, 0.9);
    for (const { x, y } of this.data.markers) graphics.fillCircle(x, y, 0.15 * this.data.scale);
  }
}

const lerp = (from, to, alpha) => from + (to - from) * alpha;

/** What is the same while no door opens or closes. */
function openDoors(world) {
  return [...world.walls.byId].filter(([, { isOpen }]) => isOpen).map(([id]) => id).join();
}

/**
 * What the file says of each preset, by the id that the world gives it: that of the agents and spawners that have it. Only while no call
 * has changed the agents of the world.
 */
function presetFields(world, { agents, spawners = [] }) {
  const ofSpawners = spawners.map((about) => [world.findPreset(about.preset), about]);
  return new Map([...ofSpawners, ...agents.map((about) => [world.agent(about.id).preset, about])]);
}

/** What contains the whole scene: left, right, top, bottom. */
function bounds({ paths, walls, markers, agents, cells: { size, blocked }, scale }) {
  const points = [
    ...[...paths, ...walls].flatMap(({ points }) => points),
    ...[...markers, ...agents].map(({ x, y }) => [x, y]),
    ...blocked.flatMap(([column, row]) => [[column * size, row * size], [(column + 1) * size, (row + 1) * size]]),
  ];
  if (points.length === 0) points.push([0, 0]);
  return [0, 1].flatMap((axis) => {
    const least = points.reduce((least, point) => Math.min(least, point[axis]), Infinity);
    const greatest = points.reduce((greatest, point) => Math.max(greatest, point[axis]), -Infinity);
    return [least - MARGIN * scale, greatest + MARGIN * scale];
  });
}

/** Phaser's path along the points of a path of NAME.steer.json. */
function createPolyline(scene, { points, closed }) {
  const [[x, y] = [0, 0], ...rest] = points;
  const path = scene.add.path(x, y);
  for (const point of rest) path.lineTo(...point);
  if (closed && rest.length > 0) path.lineTo(x, y);
  return path;
}

/** A disc in the agent's color, with a line to where it looks. */
function createDisc(scene, { color, body }) {
  const { radius } = body;
  const circle = scene.add.circle(0, 0, radius, Number.parseInt(color.slice(1), 16));
  const nose = scene.add.rectangle(0.6 * radius, 0, 0.8 * radius, 0.2 * radius, 0x000000, 0.6);
  return scene.add.container(0, 0, [circle, nose]);
}
