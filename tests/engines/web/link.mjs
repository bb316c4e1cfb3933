// The live link in node, against an editor that behaves as it should, and as it should not.
//
//     node link.mjs NAME        in the folder of the export
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Editor, TOKEN, WELCOME, check, moved, until } from "./editor.mjs";

const scene = JSON.parse(readFileSync(`${process.argv[2]}.steer.json`, "utf8"));
const { load } = await import(pathToFileURL(resolve("steerwright/steerwright.mjs")));
const { Link, MAX_LINE_LENGTH } = await import(pathToFileURL(resolve("steerwright/steerwright_link.mjs")));
const world = load(scene);
const nodeX = () => world.paths.get(scene.paths[0].id).nodes[0].x;
/** Polls as a game does, until `condition` holds. */
const polled = (link, condition, what, seconds) => until(() => condition(link.poll()), what, seconds);

// Addresses.
check(new Link(world).state === "off", "without an address the link is off");
const wrong = new Link(world, "47747");
check(wrong.state === "off" && wrong.problem.includes("PORT/TOKEN") && wrong.poll() === false, "an invalid address is reported");

// Edits.
let editor = await Editor.at();
process.env.STEERWRIGHT_LINK = editor.address;
let link = new Link(world, undefined, "Night watch");
check(link.state === "connecting" && link.poll() === false, "the link connects without blocking");
await polled(link, () => link.state === "linked", "it links");
const said = JSON.parse(editor.hellos[0]);
check(said.steerwright_link === 2 && !editor.hellos[0].includes(TOKEN) && said.game === "Night watch" && editor.hellos[0].endsWith("}\n"), "it says hello, without the token");
check(editor.isProven && editor.proof !== TOKEN, "it proves that it knows the token");
check(JSON.stringify(said.options) === JSON.stringify({ y_down: scene.y_down, plane: scene.plane, scale: scene.scale, origin: scene.origin }), "it names its placement");
for (let i = 0; i < 90; i += 1) world.step();
const { x, y } = world.agents[0];
editor.send({ revision: 1, scene: moved(scene, 5, 6) });
await polled(link, (took) => took, "an edit arrives");
check(nodeX() === 5 && world.tick === 90 && world.agents[0].x === x && world.agents[0].y === y, "the agents continue from where they are");
check(link.scene.paths[0].nodes[0].x === 5, "the game sees the scene");

for (let i = 0; i < 100; i += 1) editor.send({ revision: 2 + i, scene: moved(scene, i, 0) });
let taken = 0;
await polled(link, (took) => { taken += took; return nodeX() === 99; }, "of a hundred edits the last one is taken over");
check(taken <= 100 && link.problem === "", `${taken} of them were taken over`);

const name = "गश्ती 🦊";
const bytes = Buffer.from(`${JSON.stringify({ revision: 102, scene: { ...moved(scene, 7, 7), name } })}\n`);
for (let i = 0; i < bytes.length; i += 997) for (const socket of editor.sockets) socket.write(bytes.subarray(i, i + 997));
await polled(link, (took) => took, "a line may come in any pieces");
check(link.scene.name === name, "names arrive as they are");

// Problems that leave the link.
editor.send({ revision: 103, problem: "a path has no nodes" });
await polled(link, () => link.problem === "a path has no nodes", "a problem is reported");
editor.send({ revision: 104, scene: { ...scene, dt: 1, ticks_per_second: "often" } });
await polled(link, () => link.problem.includes("ticks_per_second"), "an invalid scene is reported");
check(link.state === "linked" && nodeX() === 7, "it changes nothing");
editor.send({ revision: 105, something: "new" });
editor.send({ revision: 106, scene: moved(scene, 8, 8) });
await polled(link, () => nodeX() === 8 && link.problem === "", "the next valid scene is taken over");

// A lost link is tried again.
editor.send("no JSON\n");
await polled(link, () => link.state === "lost" && link.problem.includes("JSON"), "a line that is not JSON ends the link");
await polled(link, () => link.state === "linked", "it links again");
editor.close(false);
await polled(link, () => link.state === "lost" && link.problem.includes("closed"), "a link that the editor closes is lost");
await polled(link, () => link.state === "linked" && editor.hellos.length === 3, "it links again");
const piece = "x".repeat(1024 * 1024);
for (let sent = 0; sent <= MAX_LINE_LENGTH; sent += piece.length) editor.send(piece);
await polled(link, () => link.state === "lost" && link.problem.includes("64 MB"), "a line without end ends the link", 30);
const { port } = editor;
editor.close();
await polled(link, () => link.problem.includes("cannot be reached"), "an editor that cannot be reached is reported");
editor = await Editor.at(port);
await polled(link, () => link.state === "linked", "an editor that comes back is found");

// Closing.
link.close();
await until(() => editor.sockets.size === 0, "a closed link is closed for the editor too");
check(link.state === "off" && link.poll() === false, "it is off");
editor.close();

// Other answers.
editor = await Editor.at(0, JSON.stringify({ refused: "the token is another" }));
link = new Link(world, editor.address);
await polled(link, () => link.state === "refused" && link.problem.includes("the token is another"), "a refusal is reported");
const end = performance.now() + 1500;
await polled(link, () => performance.now() > end, "a second and a half passes");
check(editor.hellos.length === 1 && link.state === "refused", "it is not tried again");
for (const answer of ["HTTP/1.1 400 Bad Request", "[]", "null", '{"welcome": "other"}']) {
  editor.answer = answer;
  link = new Link(world, editor.address);
  await polled(link, () => link.state === "connecting" && link.problem.includes("not Steerwright"), `${answer} is not Steerwright`);
  link.close();
}
editor.answer = WELCOME;
editor.isGenuine = false;
editor.proof = null;
link = new Link(world, editor.address);
await polled(link, () => link.state === "refused" && link.problem.includes("copy the link address"), "a program that does not know the token is reported");
check(editor.proof === null, "it gets no proof");
editor.isGenuine = true;
editor.answer = null;
link = new Link(world, editor.address);
await polled(link, () => link.state === "connecting" && link.problem.includes("does not answer"), "an editor that does not answer is reported");
editor.answer = WELCOME;
await polled(link, () => link.state === "linked", "it links when the editor answers");
link.close();
editor.close();
console.log("all good");
