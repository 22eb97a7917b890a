// What the author of a project wrote, as it is on disk. Reading only; writing is in apply-plan.ts.
import { readFileSync, realpathSync } from "node:fs";
import { lstat, realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { cacheFolder } from "../contract/generated-cache.ts";
import { type Diagnostic, diagnostic } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/source-file.ts";
import { isAbsent, reasonOf, unlessAbsent } from "../disk/disk-errors.ts";
import { filesBelow } from "../disk/files-below.ts";
import { isInside } from "../disk/is-inside.ts";
import { isFolder } from "../shell/catalog/find-project.ts";
import { isHidden, isSchemaText } from "../shell/catalog/schema-texts.ts";
import { failsWith } from "../terminal/cli-error.ts";

export interface Sources {
  /** Sorted by path (code-unit order), paths relative to the project's root with `/`. */
  readonly sources: readonly SourceFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Every text under schema/: .yaml, .yml, .md and .json. Files are handed over whatever their size; the compiler judges. Links
 * to files and folders are followed only while they stay inside schema/.
 */
export async function readSources(root: string): Promise<Sources> {
  const folder = join(root, "schema");
  const inside = realpathSync.native(folder);
  const sources: SourceFile[] = [];
  const { paths, diagnostics } = await textsBelow(folder, inside);
  for (const path of paths) {
    const { source, issue } = readSource(folder, inside, path);
    if (source !== undefined) sources.push(source);
    if (issue !== undefined) diagnostics.push(issue);
  }
  return { sources, diagnostics };
}

function readSource(
  folder: string,
  inside: string,
  path: string,
): { readonly source?: SourceFile; readonly issue: Diagnostic | undefined } {
  const shown = `schema/${path}`;
  try {
    const target = realpathSync.native(join(folder, path));
    if (!isInside(target, inside)) {
      return { issue: diagnostic("link-leaves-schema", { path: shown }, { path: shown }) };
    }
    return decodeSource(shown, readFileSync(target));
  } catch (error) {
    return { issue: diagnostic("file-unreadable", { path: shown, problem: reasonOf(error) }, { path: shown }) };
  }
}

/**
 * A text below schema/ or src/handlers/ that was changed.
 * @param path relative to the project's root
 * @returns undefined where the rest of the project has to be looked at too: the file is gone or not a plain one, or is not UTF-8
 */
export function readChanged(root: string, path: string): SourceFile | undefined {
  try {
    const full = join(realpathSync.native(root), path);
    // What a link leads to may be several texts of the project.
    if (realpathSync.native(full) !== full) return undefined;
    const { source, issue } = decodeSource(path, readFileSync(full));
    return issue === undefined ? source : undefined;
  } catch {
    // A run that looks at the whole project says what is wrong.
    return undefined;
  }
}

/** Paths of the texts below schema/, linked folders included. Each folder is followed to by one link, so that links end. */
async function textsBelow(
  folder: string,
  inside: string,
): Promise<{ readonly paths: readonly string[]; readonly diagnostics: Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  const paths: string[] = [];
  const followed = new Set<string>();
  const waiting = [""];
  const unreadable = (at: string) => (error: unknown) => {
    // A folder below it may be what can't be read; the system's error has its path.
    const full = error instanceof Error && "path" in error ? String(error.path) : join(folder, at);
    const shown = `schema${full.slice(folder.length).replaceAll(sep, "/")}`;
    diagnostics.push(diagnostic("file-unreadable", { path: shown, problem: reasonOf(error) }, { path: shown }));
    return [];
  };
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const name of await visibleBelow(join(folder, at)).catch(unreadable(at))) {
      const path = at === "" ? name : `${at}/${name}`;
      if (isSchemaText(path)) paths.push(path);
      else {
        const link = await judgeLink(join(folder, path), inside, followed);
        if (link.follow !== undefined) {
          waiting.push(path);
          followed.add(link.follow);
        }
        if (link.issue !== undefined) diagnostics.push(link.issue(`schema/${path}`));
      }
    }
  }
  return { paths: paths.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)), diagnostics };
}

interface JudgedLink {
  /** The folder that it leads to. */
  readonly follow?: string;
  readonly issue?: (path: string) => Diagnostic;
}

/** What becomes of something that is neither a folder nor a text: most often nothing. */
async function judgeLink(path: string, inside: string, followed: ReadonlySet<string>): Promise<JudgedLink> {
  try {
    if (!(await isFolder(path))) return {};
    const target = await realpath(path);
    if (!isInside(target, inside))
      return { issue: (shown) => diagnostic("link-leaves-schema", { path: shown }, { path: shown }) };
    // What holds the link, or was read through another one, would be read without end.
    const again = followed.has(target) || isInside(await realpath(dirname(path)), target);
    return again
      ? { issue: (shown) => diagnostic("link-repeats", { path: shown }, { path: shown }) }
      : { follow: target };
  } catch (error) {
    const problem = reasonOf(error);
    return { issue: (shown) => diagnostic("file-unreadable", { path: shown, problem }, { path: shown }) };
  }
}

/** Paths of what stands under generated/, relative to the project's root. */
export async function generatedPaths(root: string): Promise<readonly string[]> {
  const [shown, cached] = await Promise.all(["generated", cacheFolder].map((folder) => filesIn(root, folder)));
  return [
    ...(shown ?? []).map((path) => `generated/${path}`),
    ...(cached ?? []).map((path) => `${cacheFolder}/${path}`),
  ];
}

interface ReadOutputsOptions {
  readonly read?: ReadText;
  readonly without?: ReadonlySet<string>;
  readonly present?: readonly string[] | undefined;
}

/**
 * Texts by path relative to the project's root: everything under generated/, and the other paths asked for.
 * @param options `without`: paths that are not read; `present`: what stands under generated/, where that is known
 */
export async function readOutputs(
  root: string,
  wanted: readonly string[],
  { read = readUtf8, without = new Set(), present }: ReadOutputsOptions = {},
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of new Set([...(present ?? (await generatedPaths(root))), ...wanted])) {
    if (without.has(path)) continue;
    const text = readText(root, path, read);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

/** Gives the text of a file, by its absolute path; throws what the system says. */
export type ReadText = (path: string) => string;

const readUtf8: ReadText = (path) => readFileSync(path, "utf8");

/** The hand-written functions of the project, for the check that every tool has one. */
export async function readHandlers(root: string): Promise<readonly SourceFile[]> {
  return (await filesIn(root, "src/handlers")).flatMap((name) => {
    if (!name.endsWith(".ts")) return [];
    const path = `src/handlers/${name}`;
    const text = readText(root, path);
    // A link that leads nowhere is a handler that is missing; the check says so.
    return text === undefined ? [] : [{ path, text }];
  });
}

/** All TypeScript that people write: below src/ and test/. Files that can't be read as a text are refused. */
export async function readCode(root: string): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  for (const folder of ["src", "test"]) {
    for (const name of await filesIn(root, folder)) {
      if (!/\.[cm]?tsx?$/.test(name) || name.split("/").includes("node_modules")) continue;
      const path = `${folder}/${name}`;
      const text = readText(root, path);
      if (text !== undefined) files.push({ path, text });
    }
  }
  return files;
}

/** @throws CliError when something stands there that can't be read as a text */
function readText(root: string, path: string, read: ReadText = readUtf8): string | undefined {
  try {
    return read(join(root, path));
  } catch (error) {
    if (isAbsent(error)) return undefined;
    return failsWith(`'${path}' can't be read`)(error);
  }
}

/** @throws CliError when a folder can't be read */
async function filesIn(root: string, folder: string): Promise<readonly string[]> {
  return visibleBelow(join(root, folder)).catch(failsWith(`'${folder}' can't be read`));
}

/** As `filesBelow`, sorted and without hidden ones. A folder that is absent is empty. */
async function visibleBelow(folder: string): Promise<readonly string[]> {
  const found = (await filesBelow(folder).catch(unlessAbsent)) ?? [];
  return found.filter((path) => !isHidden(path)).sort();
}

/** The text of a file, and the first character whose bytes are not UTF-8; text with NUL is left to the compiler. */
export function decodeSource(
  path: string,
  bytes: Buffer,
): { readonly source: SourceFile; readonly issue: Diagnostic | undefined } {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const source = { path, text };
  if (text.includes("\0")) return { source, issue: undefined };
  let byteOffset = 0;
  let from = 0;
  for (let at = text.indexOf("\uFFFD"); at !== -1; at = text.indexOf("\uFFFD", at + 1)) {
    byteOffset += Buffer.byteLength(text.slice(from, at));
    from = at;
    // The character itself may stand in a file; then its own three bytes are there.
    if (!bytes.subarray(byteOffset, byteOffset + 3).equals(replacement)) {
      return { source, issue: diagnostic("not-utf8", {}, { file: source, start: at, end: at + 1 }) };
    }
  }
  return { source, issue: undefined };
}

const replacement = Buffer.from("\uFFFD");

/** Is there anything at the path; a link that leads nowhere counts. */
export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(unlessAbsent)) !== undefined;
}
