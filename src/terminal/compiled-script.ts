// Compiling is most of what a short command costs, and Node 20 keeps compiled code of no module. V8 can give that of a script: it is kept
// in a folder of the user's own. In a shared one, others could leave code for us.
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";
import { replaceFileSync } from "../disk/replace-file.ts";
import { userFolders } from "../disk/user-folders.ts";

/** Of shorter scripts, reading what is kept takes as long as compiling. */
const minLength = 16_384;

const folder = keptIn();

interface Compiled {
  readonly path: string;
  /** Of the source. */
  readonly sum: number;
  readonly script: Script;
}

/** A server may be killed, and has compiled what it needs to start by then. */
const keepAfterMs = 3_000;

let fresh: Compiled[] = [];
/** Of the engine and its options when the first of them was compiled. */
let engine: number | undefined;

// Most starts need neither: everything is kept.
const engineNow = () => process.getBuiltinModule("node:v8").cachedDataVersionTag();
const isSecondThread = () => !process.getBuiltinModule("node:worker_threads").isMainThread;

/** @param filename absolute @param bytes of the source, which the build writes in ASCII */
export function compileScript(filename: string, bytes: Buffer): Script {
  const source = bytes.toString("latin1");
  if (folder === undefined || bytes.length < minLength) return new Script(source, { filename });
  // One for each place of a script: other programs have scripts of the same name.
  const path = join(folder, `${basename(filename, ".script.js")}.${crc32(filename).toString(16)}`);
  const sum = crc32(bytes);
  const cachedData = readKept(path, sum);
  const script = new Script(source, cachedData === undefined ? { filename } : { filename, cachedData });
  if (cachedData === undefined || script.cachedDataRejected === true) keepLater({ path, sum, script }, folder);
  return script;
}

/**
 * V8 refuses code of another version, and of other options; these have folders of their own so that they don't replace each other's.
 * @returns undefined: no code is to be kept
 */
function keptIn(): string | undefined {
  const { version, arch, execArgv, env } = process;
  // The variable is Node's own.
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const options = crc32([version, arch, env.NODE_OPTIONS, ...execArgv].join("\n"));
  const path = join(userFolders(env).cache, "scripts", options.toString(16));
  try {
    const owner = statSync(path, { throwIfNoEntry: false })?.uid;
    // Root with the home of somebody else (`sudo`) runs nothing that was left there.
    return owner === undefined || process.getuid === undefined || owner === process.getuid() ? path : undefined;
  } catch {
    // A folder that can't be looked into.
    return undefined;
  }
}

/** The sums of the source and of the code stand in front of the code: V8 runs whatever it is given. */
const head = 8;

function readKept(path: string, sum: number): Buffer | undefined {
  try {
    const kept = readFileSync(path);
    const code = kept.subarray(head);
    const isWhole = code.length > 0 && kept.readUInt32LE(0) === sum && kept.readUInt32LE(4) === crc32(code);
    return isWhole ? code : undefined;
  } catch {
    // Nothing is kept, or it can't be read: the source is there.
    return undefined;
  }
}

function keepLater(compiled: Compiled, into: string): void {
  // It has the options that the first one has given the engine for its run.
  if (isSecondThread()) return;
  engine ??= engineNow();
  fresh.push(compiled);
  if (fresh.length > 1) return;
  const keepNow = () => keepAll(into);
  process.once("exit", keepNow);
  setTimeout(keepNow, keepAfterMs).unref();
}

function keepAll(into: string): void {
  // With options that a command has changed for its run, the next one would be refused the code.
  if (engineNow() !== engine) return;
  try {
    mkdirSync(into, { recursive: true, mode: 0o700 });
    for (const { path, sum, script } of fresh) keep(path, sum, script.createCachedData());
  } catch {
    // A disk that is full or read-only: the next start compiles again.
  }
  fresh = [];
}

function keep(path: string, sum: number, code: Buffer): void {
  const sums = Buffer.alloc(head);
  sums.writeUInt32LE(sum, 0);
  sums.writeUInt32LE(crc32(code), 4);
  replaceFileSync(path, Buffer.concat([sums, code]), 0o600);
}
