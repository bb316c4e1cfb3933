// Agents of a Steerwright export in a Phaser scene: Phaser's own paths to see and to use, and objects that move to the same bit as
// in the editor. README-phaser.md shows it in use.
// Licence: MIT OR Apache-2.0.
import { load } from "./steerwright.mjs";
import { Link } from "./steerwright_link.mjs";

const PATH_COLOR = 0x8a93a6, NODE_COLOR = 0x5ab0f6, MARKER_COLOR = 0xf2b84b;

/**
 * In `preload`: loads NAME.steer.json and NAME.phaser.json.
 * @param {Phaser.Scene} scene
 * @param {string} name the NAME of the files
 * @param {string} [folder] where they are
 */
export function preloadSteerwright(scene, name, folder = ".") {
  for (const kind of ["steer", "phaser"]) scene.load.json(`${name}.${kind}`, `${folder}/${encodeURIComponent(name)}.${kind}.json`);
}

/** A run of an exported scene in a Phaser scene. */
export class SteerwrightRun {
  /** In `create`, after `preloadSteerwright`. Throws what is wrong with the files. */
  constructor(scene, name) {
    const [data, native] = ["steer", "phaser"].map((kind) => {
      const file = scene.cache.json.get(`${name}.${kind}`);
      if (!file) throw new Error(`${name}.${kind}.json was not loaded; is the file there, and was preloadSteerwright called in preload?`);
      return file;
    });
    this.scene = scene;
    /** What moves the agents: steerwright.d.mts lists its calls. */
    this.world = load(data);
    /** The exported scene as NAME.steer.json has it, and after an edit as the editor sent it. */
    this.data = data;
    /** Phaser's path of each path, by id: a `Phaser.Curves.Path` with a `name`, and in `data` the radii, waits and speeds of its nodes. */
    this.paths = new Map(native.paths.map((path) => [path.data.id, named(scene.add.path(0, 0).fromJSON(path), path.name, path.data)]));
    /** The object of each agent, by id. */
    this.views = new Map();
    /** The live link, if it was opened. */
    this.link = null;
  }

  /**
   * Makes an object for every agent, now and for those that an edit adds.
   * @param {(agent: Agent, about: object) => Phaser.GameObjects.GameObject} [make] what to show; `about` is the agent's entry in
   *   NAME.steer.json, with its `preset`, `color` and `body`
   */
  show(make = (agent, about) => disc(this.scene, about)) {
    this.make = make;
    this.place();
  }

  /** Draws paths, nodes with their radii, and markers, until `drawPaths(false)`. */
  drawPaths(on = true) {
    this.graphics?.destroy();
    this.graphics = on ? this.scene.add.graphics().setDepth(-1) : null;
    if (on) this.draw();
  }

  /**
   * Opens the live link: from then on the scene follows the editor.
   * @param {string} [address] PORT/TOKEN; without it the one that serve.mjs was given
   */
  openLink(address) {
    this.link?.close();
    this.link = new Link(this.world, address, this.data.name);
  }

  /**
   * In `update`: lets the time go by, and moves the objects. Whatever happens is emitted on `scene.events` as "steerwright", with
   * the event and this run.
   * @param {number} delta milliseconds since the last frame, as Phaser says
   */
  update(delta) {
    if (this.link?.poll()) this.takeOver(this.link.scene);
    this.world.advance(delta / 1000);
    this.place();
    for (const event of this.world.events) this.scene.events.emit("steerwright", event, this);
  }

  /** Ends the link, and takes everything away that was made here. */
  destroy() {
    this.link?.close();
    this.graphics?.destroy();
    for (const view of this.views.values()) view.destroy();
    this.views.clear();
  }

  // From here on not for games.

  takeOver(data) {
    this.data = data;
    this.paths = new Map(data.paths.map((path) => [path.id, named(alongPoints(this.scene, path), path.name, path)]));
    if (this.graphics) this.draw();
  }

  place() {
    if (!this.make) return;
    const { agents, fraction } = this.world;
    for (const [id, view] of this.views) {
      if (this.world.agent(id)) continue;
      view.destroy();
      this.views.delete(id);
    }
    for (const agent of agents) {
      const view = this.views.get(agent.id) ?? this.enter(agent);
      view.setPosition(between(agent.previousX, agent.x, fraction), between(agent.previousY, agent.y, fraction));
      view.setRotation(Math.atan2(agent.headingY, agent.headingX));
    }
  }

  enter(agent) {
    const view = this.make(agent, this.data.agents.find(({ id }) => id === agent.id));
    view.setName(agent.name);
    this.views.set(agent.id, view);
    return view;
  }

  draw() {
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

const between = (from, to, part) => from + (to - from) * part;

function named(path, name, data) {
  path.name = name;
  path.data = data;
  return path;
}

/** Phaser's path along the points of a path as NAME.steer.json has it. */
function alongPoints(scene, { points, closed }) {
  const [[x, y] = [0, 0], ...rest] = points;
  const path = scene.add.path(x, y);
  for (const point of rest) path.lineTo(...point);
  if (closed && rest.length > 0) path.lineTo(x, y);
  return path;
}

/** A disc in the agent's color, with a line where it is heading. */
function disc(scene, { color, body }) {
  const { radius } = body;
  const circle = scene.add.circle(0, 0, radius, Number.parseInt(color.slice(1), 16));
  const nose = scene.add.rectangle(0.6 * radius, 0, 0.8 * radius, 0.2 * radius, 0x000000, 0.6);
  return scene.add.container(0, 0, [circle, nose]);
}
