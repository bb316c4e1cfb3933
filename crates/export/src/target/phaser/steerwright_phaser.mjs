// Agents of a Steerwright export in a Phaser scene: Phaser's own paths, and objects that move to the same bit
// as in the editor. README-phaser.md shows how to use it.
// License: MIT OR Apache-2.0.
import { load } from "./steerwright.mjs";
import { Link } from "./steerwright_link.mjs";

const PATH_COLOR = 0x8a93a6, NODE_COLOR = 0x5ab0f6, MARKER_COLOR = 0xf2b84b;

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
    /** Phaser's path for each path id, with its `name`, and in `data` what is known of its nodes. */
    this.paths = new Map(native.paths.map((path) => {
      const { name, data } = path;
      return [data.id, Object.assign(scene.add.path(0, 0).fromJSON(path), { name, data })];
    }));
    /** The object for each agent id. */
    this.views = new Map();
    /** The live link, if it was opened. */
    this.link = null;
  }

  /**
   * Creates an object for every agent, now and for those that an edit adds.
   * @param {(agent: Agent, about: ExportedAgent) => Phaser.GameObjects.GameObject} [createView] creates the
   *   object; `about` is the agent's entry in NAME.steer.json, with its `preset`, `color` and `body`
   */
  show(createView = (agent, about) => createDisc(this.scene, about)) {
    this.createView = createView;
    this.updateViews();
  }

  /** Draws paths, nodes with their radii, and markers, until `drawPaths(false)`. */
  drawPaths(on = true) {
    this.graphics?.destroy();
    this.graphics = on ? this.scene.add.graphics().setDepth(-1) : null;
    if (on) this.redrawPaths();
  }

  /**
   * Opens the live link: from then on the scene follows the editor.
   * @param {string} [address] PORT/TOKEN; default: the address that serve.mjs was given
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
    for (const event of this.world.events) this.scene.events.emit("steerwright", event, this);
  }

  /** Closes the link and destroys every object that was created here. */
  destroy() {
    this.link?.close();
    this.graphics?.destroy();
    for (const view of this.views.values()) view.destroy();
    this.views.clear();
  }

  // What follows is internal: no part of the API.

  applyEdit(data) {
    this.data = data;
    this.paths = new Map(data.paths.map((path) => {
      return [path.id, Object.assign(createPolyline(this.scene, path), { name: path.name, data: path })];
    }));
    if (this.graphics) this.redrawPaths();
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
      view.setRotation(Math.atan2(agent.headingY, agent.headingX));
    }
  }

  addView(agent) {
    const view = this.createView(agent, this.data.agents.find(({ id }) => id === agent.id));
    view.setName(agent.name);
    this.views.set(agent.id, view);
    return view;
  }

  redrawPaths() {
    const { graphics } = this;
    graphics.clear();
    for (const path of this.data.paths) {
      graphics.lineStyle(1.5, PATH_COLOR, 0.9);
      this.paths.get(path.id).draw(graphics, 24);
      graphics.lineStyle(1, NODE_COLOR, 0.6);
      for (const { x, y, radius } of path.nodes) graphics.strokeCircle(x, y, radius);
    }
    graphics.fillStyle(MARKER_COLOR, 0.9);
    for (const { x, y } of this.data.markers) graphics.fillCircle(x, y, 0.15 * this.data.scale);
  }
}

const lerp = (from, to, alpha) => from + (to - from) * alpha;

/** Phaser's path along the points of a path of NAME.steer.json. */
function createPolyline(scene, { points, closed }) {
  const [[x, y] = [0, 0], ...rest] = points;
  const path = scene.add.path(x, y);
  for (const point of rest) path.lineTo(...point);
  if (closed && rest.length > 0) path.lineTo(x, y);
  return path;
}

/** A disc in the agent's color, with a line along its heading. */
function createDisc(scene, { color, body }) {
  const { radius } = body;
  const circle = scene.add.circle(0, 0, radius, Number.parseInt(color.slice(1), 16));
  const nose = scene.add.rectangle(0.6 * radius, 0, 0.8 * radius, 0.2 * radius, 0x000000, 0.6);
  return scene.add.container(0, 0, [circle, nose]);
}
