import { isCached, manifestPath, withoutCache } from "../contract/generated-cache.ts";
import { type Diagnostic, diagnostic } from "../diagnostics/diagnostic.ts";
import type { OutputFile } from "./emit/output-file.ts";

// The changes on disk, as a value: outputs and the disk in, steps out. Nothing is written here; `generate` applies the
// steps, `generate --check` only reports them.

/** Texts by path (relative to the project's root, `/` separators): what is under `generated/` and at the paths of outputs. */
export type DiskState = ReadonlyMap<string, string>;

export type WriteStep =
  /** There is no file yet. */
  | ({ readonly status: "create" } & OutputFile)
  /** A generated file with another text. */
  | { readonly status: "update"; readonly path: string; readonly text: string; readonly before: string }
  | { readonly status: "unchanged"; readonly path: string }
  /** Listed in the old manifest, marked as ours or cached, and no longer generated: to be deleted. */
  | { readonly status: "orphan"; readonly path: string; readonly before: string }
  /** Under `generated/`, but not written by the compiler: reported, never changed. */
  | { readonly status: "foreign"; readonly path: string; readonly before: string };

export interface WritePlan {
  /** Sorted by path. */
  readonly steps: readonly WriteStep[];
  /** Rejected manifest entries, a manifest that can't be read, foreign files. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Where versions before 0.3.0 kept the list; it names itself, so it goes with what it names. */
const formerManifestPath = "generated/manifest.json";

/**
 * Compares the outputs with the disk.
 * @returns one step per output, per orphan and per foreign file
 */
export function plan(files: readonly OutputFile[], disk: DiskState): WritePlan {
  const wanted = new Set(files.map((file) => file.path));
  const manifests = [manifestPath, formerManifestPath].map((path) => readManifest(path, disk.get(path)));
  const listed = new Set(manifests.flatMap(({ paths }) => paths));
  const steps = files.map((file) => step(file, disk.get(file.path)));
  const diagnostics = manifests.flatMap((manifest) => manifest.diagnostics);
  for (const [path, before] of disk) {
    if (wanted.has(path) || !isGenerated(path)) continue;
    if (listed.has(path) || isMarked(before) || isCached(path)) steps.push({ status: "orphan", path, before });
    else if (path !== formerManifestPath) {
      steps.push({ status: "foreign", path, before });
      diagnostics.push(diagnostic("foreign-file", { path }, { path }, { help: "move it elsewhere or delete it" }));
    }
  }
  return { steps: steps.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)), diagnostics };
}

/** What is to be done: every step except the unchanged ones. */
export function staleSteps(plan: WritePlan): readonly StaleStep[] {
  return plan.steps.filter((step) => step.status !== "unchanged");
}

export type StaleStep = Exclude<WriteStep, { status: "unchanged" }>;

/**
 * The part of a plan that may always be done, because it is not reviewed. While other files wait for their removal, the list that
 * names them stays.
 */
export function onlyCache({ steps }: WritePlan): WritePlan {
  const waits = withoutCache(steps).some(({ status }) => status === "orphan");
  return {
    steps: steps.filter(({ path }) => isCached(path) && !(waits && path === manifestPath)),
    diagnostics: [],
  };
}

function step(file: OutputFile, before: string | undefined): WriteStep {
  const { path } = file;
  if (before === undefined) return creation(file);
  return isStale(file, before) ? { status: "update", path, text: file.text, before } : { status: "unchanged", path };
}

/** Is the file to be written? A scaffold belongs to its author once it is. @param before the text at its path; undefined: nothing stands there */
export function isStale(file: OutputFile, before: string | undefined): boolean {
  return before === undefined || (file.kind === "generated" && before !== file.text);
}

/** Of a file that is put together from parts the text is not needed to write it. */
function creation(file: OutputFile): WriteStep {
  const { path, kind, parts } = file;
  return {
    ...{ status: "create", path, kind },
    ...(parts && { parts }),
    get text() {
      return file.text;
    },
  };
}

interface OldManifest {
  readonly paths: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** An edited manifest must not make the compiler delete files of others: entries are checked one by one. */
function readManifest(path: string, text: string | undefined): OldManifest {
  if (text === undefined) return { paths: [], diagnostics: [] };
  const files = parseManifest(text);
  const where = { path };
  if (files === undefined) return { paths: [], diagnostics: [diagnostic("manifest-unreadable", {}, where)] };
  const paths: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of files) {
    if (typeof path === "string" && isGenerated(path)) paths.push(path);
    else diagnostics.push(diagnostic("manifest-entry-refused", { entry: String(path) }, where));
  }
  return { paths, diagnostics };
}

function parseManifest(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("files" in value)) return undefined;
    return Array.isArray(value.files) ? value.files : undefined;
  } catch {
    // Text that is not JSON is not a manifest either; the caller reports it.
    return undefined;
  }
}

/** Is it one of ours, by its first line? A clone has no manifest, and a file may be left over from a merge. */
function isMarked(text: string): boolean {
  return /^(?:\/\/|<!--) @generated by pegboard from [^\n]*Do not edit\./.test(text);
}

/** Inside `generated/`, and spelled so that it can't lead out of it. */
function isGenerated(path: string): boolean {
  if (!path.startsWith("generated/") || path.includes("\\") || path.includes("\0")) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
