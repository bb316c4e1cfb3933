// Agents of a Steerwright export in a three.js scene: curves of three.js to see and to use, and objects that move to the same bit as
// in the editor. README-threejs.md shows it in use.
// Licence: MIT OR Apache-2.0.
import {
  BufferGeometry, ConeGeometry, CurvePath, Group, Line, LineBasicMaterial, LineCurve3, LineSegments, Mesh, MeshBasicMaterial, Vector3,
} from "three";
import { load } from "./steerwright.mjs";
import { Link } from "./steerwright_link.mjs";

const PATH_COLOR = 0x8a93a6, NODE_COLOR = 0x5ab0f6;

/**
 * Fetches NAME.steer.json and NAME.three.json.
 * @param {string} name the NAME of the files
 * @param {string} [folder] where they are
 * @returns {Promise<SteerwrightRun>}
 */
export async function loadSteerwright(name, folder = ".") {
  const [data, native] = await Promise.all(["steer", "three"].map(async (kind) => {
    const file = `${name}.${kind}.json`;
    const answer = await fetch(`${folder}/${encodeURIComponent(name)}.${kind}.json`);
    if (!answer.ok) throw new Error(`${file} cannot be loaded (${answer.status} ${answer.statusText}); is the file there?`);
    return answer.json();
  }));
  return new SteerwrightRun(data, native);
}

/** A run of an exported scene: add it to a three.js scene. */
export class SteerwrightRun extends Group {
  /** Of the two files, parsed. Throws what is wrong with them. */
  constructor(data, native) {
    super();
    this.name = data.name;
    /** What moves the agents: steerwright.d.mts lists its calls. */
    this.world = load(data);
    /** The exported scene as NAME.steer.json has it, and after an edit as the editor sent it. */
    this.data = data;
    /** The curve of each path, by id: a `CurvePath` with a `name`, and in `userData` the radii, waits and speeds of its nodes. */
    this.paths = new Map(native.paths.map((path) => [path.userData.id, named(new CurvePath().fromJSON(path), path.name, path.userData)]));
    /** The object of each agent, by id. */
    this.views = new Map();
    /** The live link, if it was opened. */
    this.link = null;
  }

  /**
   * Makes an object for every agent, now and for those that an edit adds. Its `userData.agent` is the agent of the world,
   * `userData.about` what is said below. On the ground it looks along its own z axis where it heads, as `lookAt` has it; in the
   * x-y plane along its own x axis.
   * @param {(agent: Agent, about: object) => Object3D} [make] what to show; `about` is the agent's entry in NAME.steer.json, with
   *   its `preset`, `color` and `body`
   */
  show(make = (agent, about) => cone(about, this.onGround)) {
    this.make = make;
    this.place();
  }

  /** Shows paths as lines and the radii of nodes as rings, until `drawPaths(false)`. */
  drawPaths(on = true) {
    this.lines?.traverse((line) => line.geometry?.dispose());
    this.lines?.removeFromParent();
    this.lines = null;
    if (!on) return;
    this.lines = new Group();
    for (const { id, nodes } of this.data.paths) {
      const path = this.paths.get(id);
      if (path.curves.length > 0) this.lines.add(line(Line, path.getPoints(24), PATH_COLOR));
      if (nodes.length > 0) this.lines.add(line(LineSegments, nodes.flatMap((node) => this.ring(node)), NODE_COLOR));
    }
    this.add(this.lines);
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
   * Once a frame: lets the time go by, and moves the objects. Whatever happens is dispatched as an event of its kind,
   * "node_reached" say, with `agent`, `node` and `tick`.
   * @param {number} seconds since the last frame
   */
  update(seconds) {
    if (this.link?.poll()) this.takeOver(this.link.scene);
    this.world.advance(seconds);
    this.place();
    for (const { kind, agent, node, tick } of this.world.events) this.dispatchEvent({ type: kind, agent, node, tick });
  }

  /** Ends the link, and takes everything away that was made here. */
  dispose() {
    this.link?.close();
    this.drawPaths(false);
    this.clear();
    this.views.clear();
    this.make = null;
  }

  /** A place of the run in space: y of the run goes along z where the scene lies on the ground. */
  point(x, y, target = new Vector3()) {
    return this.onGround ? target.set(x, 0, y) : target.set(x, y, 0);
  }

  // From here on not for games.

  get onGround() {
    return this.world.placement.plane === "xz";
  }

  takeOver(data) {
    this.data = data;
    this.paths = new Map(data.paths.map((path) => [path.id, named(this.alongPoints(path), path.name, path)]));
    if (this.lines) this.drawPaths();
  }

  /** The curve along the points of a path as NAME.steer.json has it. */
  alongPoints({ points, closed }) {
    const places = points.map(([x, y]) => this.point(x, y));
    if (closed && places.length > 1) places.push(places[0]);
    const path = new CurvePath();
    for (let i = 1; i < places.length; i += 1) path.add(new LineCurve3(places[i - 1], places[i]));
    return path;
  }

  place() {
    if (!this.make) return;
    const { agents, fraction } = this.world;
    for (const [id, view] of this.views) {
      if (this.world.agent(id)) continue;
      view.removeFromParent();
      this.views.delete(id);
    }
    for (const agent of agents) {
      const view = this.views.get(agent.id) ?? this.enter(agent);
      view.userData.agent = agent;
      this.point(between(agent.previousX, agent.x, fraction), between(agent.previousY, agent.y, fraction), view.position);
      if (this.onGround) view.rotation.y = Math.atan2(agent.headingX, agent.headingY);
      else view.rotation.z = Math.atan2(agent.headingY, agent.headingX);
    }
  }

  enter(agent) {
    const about = this.data.agents.find(({ id }) => id === agent.id);
    const view = this.make(agent, about);
    view.name = agent.name;
    view.userData.about = about;
    this.views.set(agent.id, view);
    this.add(view);
    return view;
  }

  /** The ends of the pieces of a circle. */
  ring({ x, y, radius }) {
    const corner = (i) => this.point(x + radius * Math.cos(i * Math.PI / 16), y + radius * Math.sin(i * Math.PI / 16));
    return Array.from({ length: 32 }, (_, i) => [corner(i), corner(i + 1)]).flat();
  }
}

const between = (from, to, part) => from + (to - from) * part;

function named(path, name, userData) {
  path.name = name;
  path.userData = userData;
  return path;
}

function line(Kind, points, color) {
  return new Kind(new BufferGeometry().setFromPoints(points), new LineBasicMaterial({ color }));
}

/** A cone in the agent's color whose tip is where it is heading. */
function cone({ color, body: { radius } }, onGround) {
  const geometry = new ConeGeometry(0.7 * radius, 2 * radius, 24);
  if (onGround) geometry.rotateX(Math.PI / 2);
  else geometry.rotateZ(-Math.PI / 2);
  return new Mesh(geometry, new MeshBasicMaterial({ color }));
}
