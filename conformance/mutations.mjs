// Whether the cases notice when a rule of docs/motion.md is broken: the JavaScript runtime is changed in one place at a time, and some
// case has to fail. A rule that no case checks is printed, and so is a change whose place is gone.
//
//     node conformance/mutations.mjs [PART OF A RULE]
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Each rule: the folder of its case, what the runtime says, and what it says when the rule is broken. */
const RULES = {
  "an agent counts once at a meeting": ["actions", "names.add(action.name);", "this.meetings.set(action.name, (this.meetings.get(action.name) ?? 0) + 1);"],
  "a driven agent counts at a meeting": ["actions", "for (const { internal } of this.agents) {\n      const names", "for (const { internal } of this.agents) {\n      if (internal.driven) continue;\n      const names"],
  "junctions count their turns each for itself": ["junctions", "`${path.id},${targetNode}`, turns", "`${path.id},0`, turns"],
  "actions along a segment are reached within the radius of the path": ["actions", "agent, entry) <= path.radius", "agent, entry) <= path.nodes[progress.targetNode].radius"],
  "the lower of the speed of a node and the limit holds": ["actions", "if (progress.speedLimit !== null && progress.speedLimit < speed) speed", "if (progress.speedLimit !== null) speed"],
  "the speed of a node holds below a limit": ["actions", "progress.speedLimit !== null && progress.speedLimit < speed", "progress.speedLimit !== null && !(progress.speedLimit < speed)"],
  "an agent that jumps goes forward": ["junctions", "progress.leg = null;\n    progress.backward = false;\n  }\n}", "progress.leg = null;\n  }\n}"],
  "an option that the path leads to anyway is no jump": ["junctions", "option === null || (option.path === path.id && option.node === next?.node)", "option === null"],
  "an agent that stays on a path of one node keeps where it came from": ["junctions", "if (option === null && next === null) {", "if (option === null && next === null) {\n    [progress.cameFromPath, progress.cameFromNode] = [path.id, targetNode];"],
  "an option to the node itself is a jump": ["junctions", 'if (traversal === "once" || last === 0) return null;', 'if (last === 0) return { node: 0, backward };\n  if (traversal === "once") return null;'],
  "the agent with the highest id wins a door": ["actions", "earlier === undefined || id >= earlier.agent", "earlier === undefined || id <= earlier.agent"],
  "of the switches of one agent the last counts": ["actions", "id >= earlier.agent", "id > earlier.agent"],
  "agents switch doors at the end of the tick": ["actions", "const earlier = this.switches.get(wall);\n", "this.setWallOpen(wall, open);\n    const earlier = this.switches.get(wall);\n"],
  "names are forgotten while an agent is driven": ["states", "if (this.names.length > 0) this.names = [];", "if (!this.agents.some(({ internal }) => internal.driven)) this.names = [];"],
  "what an agent is told is forgotten while it is driven": ["states", "internal.isTold = internal.willBeTold;", "internal.isTold = internal.willBeTold || (internal.driven !== null && internal.isTold);"],
  "what actions of enter emit is no event": ["states", 'if (action.kind === "emit") Object.assign(', 'if (action.kind === "emit") this.emitted.set(agent.id, [...this.emitted.get(agent.id) ?? [], action.name]);\n    if (action.kind === "emit") Object.assign('],
  "a transition with any and no terms holds": ["states", "if (terms.length === 0) return true;", ""],
  "a path that starts again has no limit of speed": ["states", 'return startProgress(agent, { start: resume });', 'return Object.assign(startProgress(agent, { start: resume }), { speedLimit: memory.speedLimit });'],
  "a path that goes on keeps its limit of speed": ["states", "return Object.assign(memory, { leg: null,", "return Object.assign(memory, { speedLimit: null, leg: null,"],
  "a wall stops a touch": ["senses", "|| this.walls.motion.touches(agent, other)) continue;\n      [touched", ") continue;\n      [touched"],
  "a touch sets what was last seen": ["senses", "if (seen || (touched !== null && touched === perceived)) {", "if (seen) {"],
  "only a touch of the one perceived sets what was last seen": ["senses", "touched !== null && touched === perceived)) {", "touched !== null)) {"],
  "what is shared was seen in this tick": ["states", "velocity: { ...lastSeen.velocity }, tick: this.tick }", "velocity: { ...lastSeen.velocity } }"],
  "a search plans a new way at each place": ["routes", "memory.index += 1;\n      behavior.plan = null;", "memory.index += 1;"],
  "an agent at a node plans no way": ["routes", "if (held) {\n", "if (held) {\n    nextOfRoute(agent, behavior, path.nodes[progress.targetNode], world);\n"],
  "a search plans no way while it waits": ["routes", "if (!isWaitOver || !isSweepOver) {\n", "if (!isWaitOver || !isSweepOver) {\n        nextOfRoute(agent, behavior, memory.places[memory.index], world);\n"],
  "any door that is switched clears the ways": ["routes", "for (const { internal } of this.agents) for (const behavior of internal.behaviors) behavior.plan = null;", "if (wall.blocksMotion) for (const { internal } of this.agents) for (const behavior of internal.behaviors) behavior.plan = null;"],
  "another path keeps the way": ["routes", "internal.pathId = pathId;\n    internal.path = this", "internal.pathId = pathId;\n    for (const behavior of internal.behaviors) behavior.plan = null;\n    internal.path = this"],
  "a stacked agent with a higher id is on the right": ["separation", "? radius / 1024 : -radius / 1024", "? -radius / 1024 : radius / 1024"],
  "the target of a wander goes on from the other side behind the agent": ["wander", "if (memory.angle > Math.PI) memory.angle -= 2 * Math.PI;", ""],
  "the target of a wander moves at most half a circle in a tick": ["wander", "if (step > Math.PI) step = Math.PI;", ""],
  "a wander is mirrored with y down": ["wander", "memory.angle * turnSign", "memory.angle"],
  "neighbors out of view do not count": ["flocks", "&& isInView(behavior, headingX * dx + headingY * dy, squared)", ""],
  "a neighbor counts as one that is not faster than the agent can be": ["flocks", "const factor = truncation(vx, vy, maxSpeed);", "const factor = 1;"],
};

const runtime = fileURLToPath(new URL("../runtimes/javascript", import.meta.url));
const cases = fileURLToPath(new URL(".", import.meta.url));
const source = readFileSync(join(runtime, "steerwright.mjs"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "steerwright-mutations-"));
const problems = [];
try {
  mkdirSync(folder, { recursive: true });
  cpSync(join(runtime, "conformance.mjs"), join(folder, "conformance.mjs"));
  for (const [rule, [where, from, to]] of Object.entries(RULES)) {
    if (!rule.includes(process.argv[2] ?? "")) continue;
    const places = source.split(from).length - 1;
    if (places !== 1) {
      problems.push(`${rule}: its place is there ${places} times in steerwright.mjs, instead of once; adjust conformance/mutations.mjs`);
      continue;
    }
    writeFileSync(join(folder, "steerwright.mjs"), source.replace(from, () => to));
    const run = spawnSync(process.execPath, [join(folder, "conformance.mjs"), join(cases, where)], { encoding: "utf8" });
    const failed = run.stdout.match(/(?<=^FAILED )\S+(?=:)/gm) ?? [];
    if (run.status === 0 || failed.length === 0) problems.push(`${rule}: no case in conformance/${where} notices that it is broken ${run.stderr}`);
    else console.log(`${rule}: ${failed.length} cases, first ${failed[0]}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
