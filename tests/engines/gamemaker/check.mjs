// Checks an export to GameMaker, and says what its script makes: parsed as GML, held against GameMaker's list of functions, then
// run as JavaScript, which the part of GML that it is written in is as well.
//
//     STEERWRIGHT_NODE_MODULES=... node check.mjs NAME.gml README.md

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const package_ = join(process.env.STEERWRIGHT_NODE_MODULES, "@bscotch", "gml-parser");
const { parser } = await import(pathToFileURL(join(package_, "dist", "parser.js")));
const spec = readFileSync(join(package_, "assets", "GmlSpec.xml"), "utf8");

const functions = new Map(spec.split("<Function ").slice(1).map((entry) => {
    const parameters = [...entry.split("</Function>")[0].matchAll(/<Parameter Name="([^"]*)"[^>]*Optional="(true|false)"/g)];
    const most = parameters.some(([, name]) => name.includes("...")) ? Infinity : parameters.length;
    const least = parameters.filter(([, name, optional]) => optional === "false" && !name.includes("...")).length;
    return [/Name="([^"]*)"/.exec(entry)[1], { least, most }];
}));
const names = (kind) => new Set([...spec.matchAll(new RegExp(`<${kind} Name="([^"]*)"`, "g"))].map(([, name]) => name));
const variables = names("Variable"), constants = names("Constant");
for (const word of ["undefined", "true", "false"]) constants.add(word);

function fail(message) {
    console.error(message);
    process.exit(1);
}

/// Every node of the tree with this name.
function all(node, name, found = []) {
    if (node.name === name) found.push(node);
    for (const kind in node.children) for (const child of node.children[kind]) all(child, name, found);
    return found;
}

const first = (node) => (node.image === undefined ? first(Object.values(node.children)[0][0]) : node.image);

function parsed(text, what) {
    const { cst, errors, lexed } = parser.parse(text);
    if (errors.length + lexed.errors.length > 0) fail(`${what}: ${[...errors, ...lexed.errors].map((error) => error.message)}`);
    return cst;
}

/// Every call is one of GameMaker's functions, or one of `own`, with a right number of arguments.
function checkCalls(cst, own, what) {
    for (const node of all(cst, "identifierAccessor")) {
        const suffix = node.children.accessorSuffixes?.[0]?.children.functionArguments?.[0];
        if (!suffix) continue;
        const name = first(node.children.identifier[0]), count = suffix.children.functionArgument?.length ?? 0;
        const known = own.get(name) ?? functions.get(name);
        if (!known) fail(`${what}: GameMaker has no function ${name}`);
        if (count < known.least || count > known.most) fail(`${what}: ${name} does not take ${count} arguments`);
    }
}

/// Of thousands of points and nodes, those lines that are alike but for their numbers are parsed once.
function withoutRepeats(text) {
    const shapes = new Set();
    return text.split("\n").filter((line) => {
        const shape = line.replaceAll(/-?\b\d+(\.\d+)?\b/g, "0");
        const isRepeat = /^ {4}(path_add_point|array_push\(_nodes)/.test(line) && shapes.has(shape);
        shapes.add(shape);
        return !isRepeat;
    }).join("\n");
}

const [script, readme] = process.argv.slice(2);
const text = readFileSync(script, "utf8");
const make = /^function (steerwright_[A-Za-z0-9_]+)\(\) \{$/m.exec(text)?.[1] ?? fail("no function");
const own = new Map([[make, { least: 0, most: 0 }], [`${make}_free`, { least: 1, most: 1 }]]);
const cst = parsed(withoutRepeats(text), script);
checkCalls(cst, own, script);

// A struct may have an x and a y; other names of GameMaker's are better left alone.
const words = new Set("all begin break case catch constructor continue default delete div do else end enum exit finally for function global globalvar if mod new noone not or other repeat return self static switch then throw try until var while with xor".split(" "));
for (const entry of all(cst, "structLiteralEntry")) {
    const name = first(entry);
    if ([variables, functions, constants, words].some((known) => known.has(name)) && !["x", "y"].includes(name)) fail(`a field is called like GameMaker's ${name}`);
}
const locals = new Set(all(cst, "localVarDeclaration").map(first).concat("_scene"));
for (const node of all(cst, "identifierAccessor")) {
    const name = first(node.children.identifier[0]);
    if (![locals, constants, functions, own].some((known) => known.has(name))) fail(`what is ${name}?`);
}

const blocks = readFileSync(readme, "utf8").split("```gml\n").slice(1).map((block) => block.split("```")[0]);
if (blocks.length < 7) fail("the README has lost its code");
for (const block of blocks) {
    for (const [, name, parameters] of block.matchAll(/^function (\w+)\((.*)\) \{$/gm)) {
        const count = parameters.split(",").length;
        own.set(name, { least: count, most: count });
    }
}
for (const block of blocks) checkCalls(parsed(block.replaceAll("steerwright_NAME", make), readme), own, readme);

// GameMaker's functions, as far as the script calls them.
const paths = [];
let deleted = 0;
const stubs = {
    path_add: () => paths.push({ points: [] }) - 1,
    path_set_kind: (path, kind) => { paths[path].kind = kind; },
    path_set_closed: (path, closed) => { paths[path].closed = closed; },
    path_add_point: (path, x, y, speed) => { paths[path].points.push([x, y, speed]); },
    path_delete: () => { deleted += 1; },
    variable_struct_set: (struct, name, value) => { Object.defineProperty(struct, name, { value, enumerable: true, writable: true, configurable: true }); },
    array_push: (array, value) => { array.push(value); },
    array_length: (array) => array.length,
    chr: (code) => String.fromCodePoint(code),
    make_color_rgb: (red, green, blue) => red + 256 * green + 65536 * blue,
    path_action_stop: "stop",
    path_action_restart: "restart",
    path_action_reverse: "reverse",
};
const run = new Function(...Object.keys(stubs), `"use strict"; ${text}\nreturn { make: ${make}, free: ${make}_free };`)(...Object.values(stubs));
const scene = run.make();
for (const path of scene.paths) path.path = { ...paths[path.path] };
console.log(JSON.stringify(scene, (key, value) => (key === "path" && value?.number ? value.number : value)));
run.free(scene);
if (deleted !== paths.length) fail("paths are left over");
