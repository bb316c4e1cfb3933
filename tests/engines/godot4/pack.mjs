// Packs: all files of a Godot 4 project in one, as exported games have them. Format 3, which Godot 4.5 and later read.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

const ENGINE = [4, 6, 0]; // what the pack says that it was made by
const OFFSETS_FROM_BODY = 2; // a flag: places of files are counted from where the first may be
const BODY = 112; // the head takes 104 bytes, and files begin at multiples of 16

/** The files of a folder by their paths in it. */
export function filesIn(folder) {
  const paths = readdirSync(folder, { recursive: true }).map((path) => join(folder, path));
  const files = paths.filter((path) => statSync(path).isFile());
  return new Map(files.sort().map((path) => [relative(folder, path).split(sep).join("/"), readFileSync(path)]));
}

/** A pack of files, given by their paths in the project. */
export function packed(files) {
  const body = [];
  const directory = [u32(files.size)];
  let length = 0;
  for (const [path, bytes] of files) {
    const name = padded(Buffer.from(path), 4);
    const md5 = createHash("md5").update(bytes).digest();
    directory.push(u32(name.length), name, u64(length), u64(bytes.length), md5, u32(0));
    body.push(padded(bytes, 16));
    length += body.at(-1).length;
  }
  const head = Buffer.concat([Buffer.from("GDPC"), u32(3, ...ENGINE, OFFSETS_FROM_BODY), u64(BODY), u64(BODY + length)]);
  return Buffer.concat([padded(head, BODY), ...body, ...directory]);
}

function u32(...numbers) {
  return Buffer.concat(numbers.map((number) => { const bytes = Buffer.alloc(4); bytes.writeUInt32LE(number); return bytes; }));
}

function u64(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(number));
  return bytes;
}

/** Zeros after it make the length a multiple. */
function padded(bytes, multiple) {
  return Buffer.concat([bytes, Buffer.alloc((multiple - (bytes.length % multiple)) % multiple)]);
}
