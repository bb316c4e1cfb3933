// Agents of a Steerwright export in a three.js scene: curves of three.js, and objects that move to the same
// bit as in the editor. README-threejs.md shows how to use it.
// License: MIT OR Apache-2.0.
import {
  Box3, BufferGeometry, ConeGeometry, CurvePath, DoubleSide, Group, Line, LineBasicMaterial, LineCurve3, LineSegments, Mesh,
  MeshBasicMaterial, Sphere, Vector3,
} from "three";
import { load } from "./steerwright.mjs";
import { Link } from "./steerwright_link.mjs";

const PATH_COLOR = 0x8a93a6, NODE_COLOR = 0x5ab0f6, CELL_COLOR = 0x2a2f3a, WALL_COLOR = 0xd9dee8, OPEN_COLOR = 0x39445a;

/**
 * Fetches NAME.steer.json and NAME.three.json.
 * @param {string} name the NAME of the files
 * @param {string} [folder] the folder of the files
 * @returns {Promise<SteerwrightRun>}
 */
export async function loadSteerwright(name, folder = ".") {
  const [data, native] = await Promise.all(["steer", "three"].map(async (kind) => {
    const file = `${name}.${kind}.json`;
    const response = await fetch(`${folder}/${encodeURIComponent(name)}.${kind}.json`);
    const { ok, status, statusText } = response;
    if (!ok) throw new Error(`${file} cannot be loaded (${status} ${statusText}); is the file there?`);
    return response.json();
  }));
  return new SteerwrightRun(data, native);
}

/** A run of an exported scene: add it to a three.js scene. */
export class SteerwrightRun extends Group {
  /** Takes the two files, parsed. Throws what is wrong with them. */
  constructor(data, native) {
    super();
    this.name = data.name;
    /** What moves the agents; steerwright.d.mts lists its calls. */
    this.world = load(data);
    /** The exported scene: NAME.steer.json parsed, and after an edit what the editor sent. */
    this.data = data;
    this.presets = presetFields(this.world, data);
    /** The curve for each path id, with its `name`, and in `userData` what is known of its nodes. */
    this.paths = new Map(native.paths.map((path) => {
      const { name, userData } = path;
      return [userData.id, Object.assign(new CurvePath().fromJSON(path), { name, userData })];
    }));
    /** The object for each agent id. */
    this.views = new Map();
    /** The live link, if it was opened. */
    this.link = null;
    /** The meshes of walls, if they were added. */
    this.walls = null;
  }

  /**
   * Creates an object for every agent, now and for those that an edit adds or the game spawns. Its `userData`
   * has the `agent` of the world and `about` as below. On the ground its own z axis points to where it looks,
   * as with `lookAt`; in the x-y plane its own x axis does.
   * @param {(agent: Agent, about: ExportedPreset) => Object3D} [createView] creates the object; `about` is what
   *   the file says of the agent's preset, with its name as `preset`, `color` and `body`
   */
  show(createView = (agent, about) => createCone(about, this.onGround)) {
    this.createView = createView;
    this.updateViews();
  }

  /**
   * Shows blocked cells as squares, walls as lines, darker for open doors, paths as lines and the radii of nodes as
   * rings, until `drawPaths(false)`.
   */
  drawPaths(on = true) {
    this.lines?.traverse((line) => line.geometry?.dispose());
    this.lines?.removeFromParent();
    this.lines = null;
    if (!on) return;
    this.lines = new Group();
    const { size, blocked } = this.data.cells;
    const corners = blocked.flatMap(([column, row]) => this.cellCorners(column, row, size));
    if (corners.length > 0) this.lines.add(createCells(corners));
    this.drawnOpen = openDoors(this.world);
    for (const { id, points, closed } of this.data.walls) {
      const line = (closed ? [...points, ...points.slice(0, 1)] : points).map(([x, y]) => this.point(x, y));
      const color = this.world.walls.byId.get(id)?.isOpen ? OPEN_COLOR : WALL_COLOR;
      if (line.length > 1) this.lines.add(createLine(Line, line, color));
    }
    for (const { id, nodes } of this.data.paths) {
      const path = this.paths.get(id);
      if (path.curves.length > 0) this.lines.add(createLine(Line, path.getPoints(24), PATH_COLOR));
      const rings = nodes.flatMap((node) => this.ring(node));
      if (rings.length > 0) this.lines.add(createLine(LineSegments, rings, NODE_COLOR));
    }
    this.add(this.lines);
  }

  /**
   * Adds a mesh for each wall that stands on its line, for raycasts and for the physics of your game. `userData` of a mesh has the
   * `id`, `blocksMotion` and `blocksSight` of its wall; blocked cells are one mesh, whose `id` is null. Meshes of open doors are not in the
   * group; edits replace all.
   * @param {{ height?: number, material?: Material }} [options] the height is two units of the authored scene by default
   * @returns {Group}
   */
  addWalls({ height = 2 * this.data.scale, material = new MeshBasicMaterial({ color: WALL_COLOR, side: DoubleSide }) } = {}) {
    this.removeWalls();
    const group = new Group();
    const meshes = [];
    const add = (name, edges, userData) => {
      if (edges.length === 0) return;
      const corners = edges.flatMap(([a, b]) => this.upright(a, b, height));
      const mesh = new Mesh(new BufferGeometry().setFromPoints(corners), material);
      meshes.push(Object.assign(mesh, { name, userData }));
    };
    for (const { id, name, blocks_motion: blocksMotion, blocks_sight: blocksSight, points, closed } of this.data.walls) {
      const ends = closed && points.length > 1 ? [...points, points[0]] : points;
      add(name, ends.slice(1).map((end, i) => [ends[i], end]), { id, blocksMotion, blocksSight });
    }
    add("cells", cellSides(this.data.cells), { id: null, blocksMotion: true, blocksSight: true });
    this.walls = { group, meshes, height, material, shownOpen: null };
    this.turnDoors();
    this.add(group);
    return group;
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
   * Advances the world and moves the objects. Call it once a frame. Every event is dispatched with its kind
   * as the type, "node_reached" for example, and with its other fields: `agent`, `node`, `tick` and so on.
   * @param {number} seconds the time since the last frame
   */
  update(seconds) {
    if (this.link?.poll()) this.applyEdit(this.link.scene);
    this.world.advance(seconds);
    this.updateViews();
    if (this.lines && this.drawnOpen !== openDoors(this.world)) this.drawPaths();
    if (this.walls && this.walls.shownOpen !== openDoors(this.world)) this.turnDoors();
    for (const { kind, ...event } of this.world.events) this.dispatchEvent({ type: kind, ...event });
  }

  /** Closes the link and removes every object that was created here. */
  dispose() {
    this.link?.close();
    this.drawPaths(false);
    this.removeWalls();
    this.clear();
    this.views.clear();
    this.createView = null;
  }

  /** A position of the world in space: y of the world is along z where the scene lies on the ground. */
  point(x, y, target = new Vector3()) {
    return this.onGround ? target.set(x, 0, y) : target.set(x, y, 0);
  }

  /**
   * Places a perspective camera, once, so that it shows the whole scene: from above and the front where the
   * scene lies on the ground, from the front in the x-y plane.
   */
  frame(camera) {
    const { paths, walls, markers, agents } = this.data;
    const box = new Box3();
    for (const [x, y] of [...paths, ...walls].flatMap(({ points }) => points)) box.expandByPoint(this.point(x, y));
    for (const { x, y } of [...markers, ...agents]) box.expandByPoint(this.point(x, y));
    const { size, blocked } = this.data.cells;
    for (const [column, row] of blocked) {
      box.expandByPoint(this.point(column * size, row * size));
      box.expandByPoint(this.point((column + 1) * size, (row + 1) * size));
    }
    if (box.isEmpty()) box.expandByPoint(new Vector3());
    const { center, radius } = box.expandByScalar(2 * this.data.scale).getBoundingSphere(new Sphere());
    const narrow = Math.min(1, camera.aspect) * Math.tan(camera.fov * Math.PI / 360);
    const distance = radius * Math.sqrt(1 + 1 / (narrow * narrow));
    const toward = this.onGround ? new Vector3(0, 1, 1).normalize() : new Vector3(0, 0, 1);
    this.updateWorldMatrix(true, false);
    camera.position.copy(center).addScaledVector(toward, distance).applyMatrix4(this.matrixWorld);
    camera.lookAt(center.applyMatrix4(this.matrixWorld));
    camera.far = Math.max(camera.far, 3 * distance);
    camera.updateProjectionMatrix();
  }

  // What follows is internal: no part of the API.

  get onGround() {
    return this.world.placement.plane === "xz";
  }

  applyEdit(data) {
    this.data = data;
    this.presets = presetFields(this.world, data);
    this.paths = new Map(data.paths.map((path) => {
      return [path.id, Object.assign(this.createPolyline(path), { name: path.name, userData: path })];
    }));
    if (this.lines) this.drawPaths();
    if (this.walls) this.addWalls(this.walls);
  }

  removeWalls() {
    for (const { geometry } of this.walls?.meshes ?? []) geometry.dispose();
    this.walls?.group.removeFromParent();
    this.walls = null;
  }

  turnDoors() {
    const { group, meshes } = this.walls;
    this.walls.shownOpen = openDoors(this.world);
    for (const mesh of meshes) {
      if (this.world.walls.byId.get(mesh.userData.id)?.isOpen) group.remove(mesh);
      else if (mesh.parent !== group) group.add(mesh);
    }
  }

  /** The corners of the two triangles that stand on an edge. */
  upright([x, y], [u, v], height) {
    const at = (x, y, up) => {
      const point = this.point(x, y);
      return point.setComponent(this.onGround ? 1 : 2, up);
    };
    const [a, b, c, d] = [at(x, y, 0), at(u, v, 0), at(u, v, height), at(x, y, height)];
    return [a, b, c, a, c, d];
  }

  /** The curve along the points of a path of NAME.steer.json. */
  createPolyline({ points, closed }) {
    const positions = points.map(([x, y]) => this.point(x, y));
    if (closed && positions.length > 1) positions.push(positions[0]);
    const path = new CurvePath();
    for (let i = 1; i < positions.length; i += 1) path.add(new LineCurve3(positions[i - 1], positions[i]));
    return path;
  }

  updateViews() {
    if (!this.createView) return;
    const { agents, interpolationAlpha: alpha } = this.world;
    for (const [id, view] of this.views) {
      if (this.world.agent(id)) continue;
      view.removeFromParent();
      this.views.delete(id);
    }
    for (const agent of agents) {
      const view = this.views.get(agent.id) ?? this.addView(agent);
      view.userData.agent = agent;
      const { previousX, previousY, x, y, facingX, facingY } = agent;
      this.point(lerp(previousX, x, alpha), lerp(previousY, y, alpha), view.position);
      if (this.onGround) view.rotation.y = Math.atan2(facingX, facingY);
      else view.rotation.z = Math.atan2(facingY, facingX);
    }
  }

  addView(agent) {
    const about = this.data.agents.find(({ id }) => id === agent.id) ?? this.presets.get(agent.preset);
    const view = this.createView(agent, about);
    view.name = agent.name;
    view.userData.about = about;
    this.views.set(agent.id, view);
    this.add(view);
    return view;
  }

  /** The corners of the two triangles of a cell, a little below the paths. */
  cellCorners(column, row, size) {
    const corner = (right, up) => {
      const point = this.point((column + right) * size, (row + up) * size);
      return point.setComponent(this.onGround ? 1 : 2, -0.01 * size);
    };
    const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
    return [a, b, c, a, c, d];
  }

  /** The ends of the 32 segments of a circle. */
  ring({ x, y, radius }) {
    const corner = (i) => {
      const angle = i * Math.PI / 16;
      return this.point(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    };
    return Array.from({ length: 32 }, (_, i) => [corner(i), corner(i + 1)]).flat();
  }
}

/**
 * What the file says of each preset, by the id that the world gives it: that of the agents and spawners that have it.
 * Only while no call has changed the agents of the world.
 */
function presetFields(world, { agents, spawners = [] }) {
  const ofSpawners = spawners.map((about) => [world.findPreset(about.preset), about]);
  return new Map([...ofSpawners, ...agents.map((about) => [world.agent(about.id).preset, about])]);
}

const lerp = (from, to, alpha) => from + (to - from) * alpha;

/** What is the same while no door opens or closes. */
function openDoors(world) {
  return [...world.walls.byId].filter(([, { isOpen }]) => isOpen).map(([id]) => id).join();
}

/** The sides of blocked cells that have no blocked cell behind them. */
function cellSides({ size, blocked }) {
  const known = new Set(blocked.map((cell) => cell.join()));
  const corner = (x, y) => [x * size, y * size];
  return blocked.flatMap(([x, y]) => {
    const sides = [[0, -1, 0, 0, 1, 0], [1, 0, 1, 0, 1, 1], [0, 1, 1, 1, 0, 1], [-1, 0, 0, 1, 0, 0]];
    const free = sides.filter(([right, up]) => !known.has([x + right, y + up].join()));
    return free.map(([, , a, b, c, d]) => [corner(x + a, y + b), corner(x + c, y + d)]);
  });
}

function createLine(Type, points, color) {
  return new Type(new BufferGeometry().setFromPoints(points), new LineBasicMaterial({ color }));
}

function createCells(corners) {
  const material = new MeshBasicMaterial({ color: CELL_COLOR, side: DoubleSide });
  return new Mesh(new BufferGeometry().setFromPoints(corners), material);
}

/** A cone in the agent's color whose tip points to where it looks. */
function createCone({ color, body: { radius } }, onGround) {
  const geometry = new ConeGeometry(0.7 * radius, 2 * radius, 24);
  if (onGround) geometry.rotateX(Math.PI / 2);
  else geometry.rotateZ(-Math.PI / 2);
  return new Mesh(geometry, new MeshBasicMaterial({ color }));
}
