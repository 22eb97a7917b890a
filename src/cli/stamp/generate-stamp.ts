import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OutputFile } from "../../compiler/emit/output-file.ts";
import { withoutCache } from "../../contract/generated-cache.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { errorCode } from "../../disk/disk-errors.ts";
import type { WrittenState } from "../../disk/replace-file.ts";
import { decodeSource } from "../project.ts";
import { contentsOf } from "../write-files.ts";
import { type FileState, isOurs, isSameState, isSettled, type Look, lookAt } from "./project-look.ts";
import { contentHash, readStamp, type Stamp, type StampedFile, writeStamp } from "./stamp.ts";
import { filesOf, readFinding, storeFinding } from "./stored-findings.ts";

// Is there nothing to do for `generate`, because inputs and outputs are as the last run left them?

export interface StampPlace {
  /** Absolute, links resolved. */
  readonly root: string;
  /** Where stamps are kept. */
  readonly folder: string;
  /** Everything beside the project's files that decides what `generate` writes. */
  readonly maker: string;
  readonly clock: () => number;
}

/** What the last run found, which a run now would find again. */
export interface NothingToDo {
  readonly diagnostics: readonly Diagnostic[];
  /** Number of files that are up to date. */
  readonly outputs: number;
}

export interface Found {
  /** undefined where something has changed, or where that is not known. */
  readonly nothingToDo: NothingToDo | undefined;
  /** The files as they were before anything was read. */
  readonly look: Look | undefined;
}

export async function findNothingToDo(place: StampPlace): Promise<Found> {
  const look = lookAt(place.root, place.clock);
  return { nothingToDo: look && (await compareWithLast(place, look)), look };
}

async function compareWithLast({ root, folder, maker }: StampPlace, look: Look): Promise<NothingToDo | undefined> {
  const stamp = await readStamp(folder, root);
  if (stamp === undefined || stamp.maker !== maker) return undefined;
  try {
    if (look.files.size !== stamp.files.length) return undefined;
    if (!stamp.present.every((path) => existsSync(join(root, path)))) return undefined;
    const compared = compareFiles(root, stamp.files, look);
    if (compared === undefined) return undefined;
    if (compared.wasRead) await writeStamp(folder, root, { ...stamp, files: compared.files });
    return { diagnostics: findingsOf(root, stamp), outputs: stamp.outputs };
  } catch (error) {
    // What has just gone has changed; what can't be read, a whole run names.
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

interface Compared {
  readonly files: readonly StampedFile[];
  /** Did a state not suffice, so that contents were read? */
  readonly wasRead: boolean;
}

function compareFiles(root: string, stamped: readonly StampedFile[], look: Look): Compared | undefined {
  let wasRead = false;
  const files: StampedFile[] = [];
  for (const file of stamped) {
    const now = look.files.get(file.path);
    if (now === undefined) return undefined;
    if (file.state !== undefined && isSameState(stateIn(file.state), now)) {
      files.push(file);
      continue;
    }
    if (contentHash(readFileSync(join(root, file.path))) !== file.hash) return undefined;
    wasRead = true;
    files.push({ ...file, state: settledState(now, look.at) });
  }
  return { files, wasRead };
}

function findingsOf(root: string, { findings }: Stamp): readonly Diagnostic[] {
  const files = new Map<string, SourceFile>();
  const fileAt = (path: string): SourceFile => {
    const known = files.get(path) ?? decodeSource(path, readFileSync(join(root, path))).source;
    files.set(path, known);
    return known;
  };
  return findings.map((finding) => readFinding(finding, fileAt));
}

/** What a run of `generate` without errors has read and written. */
export interface FinishedRun {
  /** From before anything was read. */
  readonly before: Look | undefined;
  /** Texts of schema/ and of the handlers. */
  readonly inputs: readonly SourceFile[];
  readonly outputs: readonly OutputFile[];
  /** Of some outputs, by path, where they are known already. */
  readonly hashes: ReadonlyMap<string, string>;
  /** What was written, each with its state when it was. */
  readonly written: ReadonlyMap<string, WrittenState>;
  readonly diagnostics: readonly Diagnostic[];
}

/** @returns whether a stamp was left: not where somebody else has changed files meanwhile */
export async function leaveStamp(place: StampPlace, run: FinishedRun): Promise<boolean> {
  const { root, folder, maker, clock } = place;
  const look = run.before === undefined ? undefined : lookAt(root, clock);
  if (run.before === undefined || look === undefined) return false;
  const texts = new Map<string, Pick<OutputFile, "text" | "parts">>(run.inputs.map((file) => [file.path, file]));
  const present: string[] = [];
  for (const file of run.outputs) {
    if (file.kind === "generated") texts.set(file.path, file);
    else if (!texts.has(file.path)) present.push(file.path);
  }
  if (look.files.size !== texts.size) return false;
  const files: StampedFile[] = [];
  for (const [path, file] of texts) {
    const now = look.files.get(path);
    const before = run.before.files.get(path);
    if (now === undefined) return false;
    const wasKept = before !== undefined && isSameState(before, now);
    if (!wasKept && !isOurs(run.written.get(path), now)) return false;
    // The text of what was written in parts was never put together.
    const hash = run.hashes.get(path) ?? contentHash(wasKept ? file.text : contentsOf(file));
    files.push({ path, state: settledState(now, wasKept ? run.before.at : look.at), hash });
  }
  // Texts of the package itself are not on disk.
  if (run.diagnostics.some((finding) => filesOf(finding).some((file) => texts.get(file.path)?.text !== file.text)))
    return false;
  const findings = run.diagnostics.map(storeFinding);
  return writeStamp(folder, root, { maker, files, present, outputs: withoutCache(run.outputs).length, findings });
}

function settledState(state: FileState, lookedAt: number): StampedFile["state"] {
  return isSettled(state, lookedAt) ? [state.mtimeMs, state.ctimeMs, state.size, state.ino] : undefined;
}

function stateIn([mtimeMs, ctimeMs, size, ino]: NonNullable<StampedFile["state"]>): FileState {
  return { mtimeMs, ctimeMs, size, ino };
}
