// What one run of a watch does: read, compile, write, check. The session keeps between runs what need not be done again.

import { existsSync, readFileSync, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type CompiledInHalves, type CompileOptions, compileInHalves, emptyCache } from "../../compiler/compile.ts";
import { checkHandlers } from "../../compiler/emit/check-handlers.ts";
import { isSameText, type OutputFile } from "../../compiler/emit/output-file.ts";
import { plan, staleSteps, type WriteStep } from "../../compiler/plan.ts";
import { recognise } from "../../compiler/syntax/spec-file.ts";
import { manifestPath, withoutCache } from "../../contract/generated-cache.ts";
import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import type { WrittenState } from "../../disk/replace-file.ts";
import { applyChanges, applyPlan } from "../apply-plan.ts";
import { optionsFor } from "../compile-project.ts";
import { readChanged, readHandlers, readOutputs, readSources, type Sources } from "../project.ts";
import { type Look, lookAt } from "../stamp/project-look.ts";
import { lookUnchanged } from "./unchanged-project.ts";

export interface RunOutcome {
  readonly diagnostics: readonly Diagnostic[];
  /** What was done to the disk; undefined: nothing, because there are errors. */
  readonly done: readonly DoneStep[] | undefined;
}

export interface DoneStep {
  readonly path: string;
  readonly status: Exclude<WriteStep["status"], "unchanged" | "foreign">;
}

export interface WatchSession {
  /**
   * @param changed paths of all that has changed since the last run; without them the whole project is compared, and read where
   * the system does not say that a file is as it was
   * @throws CliError when the disk refuses
   */
  readonly run: (changed?: readonly string[]) => Promise<RunOutcome>;
  /**
   * Writes what the last run left for later: files that are not committed, for which no reader waits. Until then the manifest says that
   * they are older than schema/.
   * @param isWaitedFor has somebody come for whom another run is more important? Then the next `finish` does what is left
   * @throws CliError when the disk refuses
   */
  readonly finish: (isWaitedFor?: () => boolean) => Promise<void>;
  /**
   * Compiles a few times as after an edit and forgets the outcome: so the engine has optimised what an edit runs before the first one.
   * @param isWaitedFor as for `finish`
   */
  readonly warmUp: (isWaitedFor: () => boolean) => Promise<void>;
  /** Those of the files that don't stand there as the session itself wrote them. */
  readonly withoutOwn: (paths: readonly string[]) => readonly string[];
  /** Those of the files that no longer contain what the last run read. */
  readonly changedSince: (paths: readonly string[]) => readonly string[];
}

/** What is known of the disk. */
interface Known {
  /** Texts of schema/ and of the handlers, by path, each sorted. */
  readonly sources: ReadonlyMap<string, SourceFile>;
  readonly handlers: ReadonlyMap<string, SourceFile>;
  /** What is wrong with texts that can't be read. */
  readonly unread: readonly Diagnostic[];
}

/** What stands under generated/. */
interface Written {
  readonly committed: FilesByPath;
  readonly cached: FilesByPath;
  /** What else was found there. */
  readonly diagnostics: readonly Diagnostic[];
}

type FilesByPath = ReadonlyMap<string, OutputFile>;

export function openSession(
  root: string,
  { clock, ...given }: CompileOptions & { readonly clock: () => number },
): WatchSession {
  const cache = emptyCache();
  const outputs = openTextCache(clock);
  const scaffolds = new Map<string, string>();
  let known: Known | undefined;
  let written: Written | undefined;
  /** What the last run without errors left to `finish`. */
  let printLater: CompiledInHalves["printCached"] | undefined;
  let looked: Look | undefined;
  let last: RunOutcome | undefined;
  /** What was written since the last look. */
  const own = new Map<string, WrittenState>();

  return {
    async run(changed) {
      if (changed === undefined) {
        await finish();
        looked = lookAgain();
        own.clear();
        if (looked !== undefined && last !== undefined)
          return { ...last, done: last.done === undefined ? undefined : [] };
        looked = look();
      }
      last = undefined;
      const outcome = await runChanged(changed);
      last = outcome;
      return outcome;
    },
    finish,
    warmUp,
    withoutOwn: (paths) =>
      paths.filter((path) => !scaffolds.has(path) || readChanged(root, path)?.text !== scaffolds.get(path)),
    changedSince: (paths) =>
      paths.filter((path) => {
        const last = known?.sources.get(path) ?? known?.handlers.get(path);
        return last !== undefined && readChanged(root, path)?.text !== last.text;
      }),
  };

  /** @returns undefined where not everything is known to be as it was */
  function lookAgain(): Look | undefined {
    if (known === undefined || written === undefined || looked === undefined) return undefined;
    // What was said of texts and of generated/ as they were found may be true no more.
    if (known.unread.length > 0 || written.diagnostics.length > 0) return undefined;
    const outputs = [...written.committed.values(), ...written.cached.values()];
    const texts = new Map<string, { readonly text: string }>([...known.sources, ...known.handlers]);
    for (const file of outputs) if (file.kind === "generated") texts.set(file.path, file);
    const present = outputs.filter(({ kind, path }) => kind === "scaffold" && !texts.has(path)).map(({ path }) => path);
    return lookUnchanged(root, { texts, present, written: own, look: looked }, look());
  }

  function look(): Look | undefined {
    try {
      return lookAt(root, clock);
    } catch {
      // What the disk refuses is refused again when everything is read, which says so.
      return undefined;
    }
  }

  async function runChanged(changed: readonly string[] | undefined): Promise<RunOutcome> {
    const again = changed === undefined || known === undefined ? undefined : readAgain(root, known, changed);
    if (again === undefined && changed !== undefined) looked = look();
    const read = again ?? (await readAll(root, known));
    known = read;
    const sources = [...read.sources.values()];
    const options = { ...(await optionsFor(sources)), ...given, cache };
    const { value, diagnostics: found } = compileInHalves(sources, options);
    const diagnostics = [...read.unread, ...found];
    if (value === undefined || hasErrors(diagnostics)) return { diagnostics, done: undefined };
    // Until everything is on disk nothing is known of it.
    const before = again === undefined ? undefined : written;
    written = undefined;
    printLater = undefined;
    const { done, others } = before === undefined ? await writeWhole(value) : await writeCommitted(value, before);
    const files = filesByPath(value.committed);
    known = withScaffolds(read, done, files);
    for (const { path, status } of done) {
      const file = files.get(path);
      if (status === "create" && file?.kind === "scaffold") scaffolds.set(path, file.text);
    }
    const handlers = await checkHandlers(value.catalog, value.origins, [...known.handlers.values()]);
    return { diagnostics: [...diagnostics, ...others, ...handlers], done };
  }

  async function finish(isWaitedFor = () => false): Promise<void> {
    const [print, before] = [printLater, written];
    if (print === undefined || before === undefined) return;
    // Until everything is on disk nothing is known of it.
    written = undefined;
    const cached = new Map(before.cached);
    const wanted = new Set<string>();
    for (const files of print()) {
      for (const { path } of files) wanted.add(path);
      const isLast = wanted.has(manifestPath);
      const gone = isLast ? [...cached.keys()].filter((path) => !wanted.has(path)) : [];
      await writeChanges(root, { files, before: cached, gone }, own);
      for (const file of files) cached.set(file.path, file);
      for (const path of gone) cached.delete(path);
      if (isLast) printLater = undefined;
      // A change that the system has reported is known a moment later.
      await setImmediate();
      if (isWaitedFor()) break;
    }
    written = { ...before, cached };
  }

  async function warmUp(isWaitedFor: () => boolean): Promise<void> {
    if (known === undefined || last?.done === undefined) return;
    const sources = [...known.sources.values()];
    const tools = sources.filter(({ path }) => recognise(path)?.kind === "tool");
    const edited = tools[Math.floor(tools.length / 2)];
    if (edited === undefined) return;
    const other = sources.map((file) => (file === edited ? { ...file, text: `${file.text}\n` } : file));
    const options = { ...(await optionsFor(sources)), ...given, cache };
    const until = performance.now() + warmUpMs;
    // The last one leaves the texts that are on disk.
    for (const texts of Array.from({ length: warmUpEdits }, () => [other, sources]).flat()) {
      await setImmediate();
      if (isWaitedFor() || (texts === other && performance.now() > until)) return;
      compileInHalves(texts, options);
    }
  }

  /** Compares all outputs with the disk. */
  async function writeWhole({ committed, printCached }: CompiledInHalves): Promise<Outcome> {
    const cached = [...printCached()].flat();
    const outcome = await writeAll(root, [...committed, ...cached], outputs);
    written = { committed: filesByPath(committed), cached: filesByPath(cached), diagnostics: outcome.others };
    return outcome;
  }

  /** Compares the committed files with those of the run before, and leaves the others to `finish`. */
  async function writeCommitted({ committed, printCached }: CompiledInHalves, before: Written): Promise<Outcome> {
    const files = filesByPath(committed);
    const gone = [...before.committed.keys()].filter((path) => !files.has(path));
    const done = await writeChanges(root, { files: committed, before: before.committed, gone }, own);
    written = { ...before, committed: files };
    printLater = printCached;
    return { done, others: before.diagnostics };
  }
}

/** After so many the first edit of a catalog of 1,000 tools takes no longer than later ones. */
const warmUpEdits = 3;

/** After so long no further one begins: in a very large catalog a single one takes that long. */
const warmUpMs = 300;

function filesByPath(files: readonly OutputFile[]): FilesByPath {
  return new Map(files.map((file) => [file.path, file]));
}

async function readAll(root: string, known: Known | undefined): Promise<Known> {
  const { sources, diagnostics } = await readSchema(root);
  return {
    sources: byPath(sources, known?.sources),
    handlers: byPath(await readHandlers(root), known?.handlers),
    unread: diagnostics,
  };
}

/** What is computed of a text is kept by its object: the same text is the same object. */
function byPath(
  files: readonly SourceFile[],
  before: ReadonlyMap<string, SourceFile> | undefined,
): ReadonlyMap<string, SourceFile> {
  return new Map(
    files.map((file) => {
      const same = before?.get(file.path);
      return [file.path, same?.text === file.text ? same : file];
    }),
  );
}

/** @returns undefined where more has to be read than these files: something came or went, or can't be read as a text */
function readAgain(root: string, known: Known, changed: readonly string[]): Known | undefined {
  if (known.unread.length > 0) return undefined;
  const sources = new Map(known.sources);
  const handlers = new Map(known.handlers);
  for (const path of changed) {
    const files = sources.has(path) ? sources : handlers;
    const file = files.has(path) ? readChanged(root, path) : undefined;
    if (file === undefined) return undefined;
    if (files.get(path)?.text !== file.text) files.set(path, file);
  }
  return { ...known, sources, handlers };
}

/** A run without errors writes handlers, which the next one need not read. */
function withScaffolds(known: Known, done: readonly DoneStep[], files: FilesByPath): Known {
  const created = done.flatMap(({ path, status }) => {
    const file = files.get(path);
    const isHandler = status === "create" && path.startsWith("src/handlers/") && file !== undefined;
    return isHandler ? [[path, { path, text: file.text }] as const] : [];
  });
  if (created.length === 0) return known;
  const handlers = [...known.handlers, ...created].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...known, handlers: new Map(handlers) };
}

interface Outcome {
  readonly done: readonly DoneStep[];
  /** What was found under generated/ that is not of the compiler. */
  readonly others: readonly Diagnostic[];
}

/** Compares outputs with the disk. */
async function writeAll(root: string, files: readonly OutputFile[], outputs: TextCache): Promise<Outcome> {
  const paths = files.map((file) => file.path);
  const steps = plan(files, await readOutputs(root, paths, outputs));
  await applyPlan(root, steps);
  const done = withoutCache(staleSteps(steps)).flatMap(({ path, status }): readonly DoneStep[] =>
    status === "foreign" ? [] : [{ path, status }],
  );
  return { done, others: steps.diagnostics };
}

interface Changes {
  readonly files: readonly OutputFile[];
  /** Those of the run before, which are on disk. */
  readonly before: FilesByPath;
  /** Paths of those that are no longer made. */
  readonly gone: readonly string[];
}

/**
 * Compares outputs with those of the run before.
 * @param own gets the states of what was written
 * @returns what was done, sorted by path
 */
async function writeChanges(
  root: string,
  { files, before, gone }: Changes,
  own: Map<string, WrittenState>,
): Promise<readonly DoneStep[]> {
  const steps = files.flatMap((file): readonly { readonly file: OutputFile; readonly step: DoneStep }[] => {
    const last = before.get(file.path);
    if (last !== undefined && (file.kind === "scaffold" || isSameText(last, file))) return [];
    const isThere = existsSync(join(root, file.path));
    if (file.kind === "scaffold" && isThere) return [];
    return [{ file, step: { path: file.path, status: isThere ? "update" : "create" } }];
  });
  const superfluous = gone.filter((path) => before.get(path)?.kind === "generated" && existsSync(join(root, path)));
  if (steps.length === 0 && superfluous.length === 0) return [];
  const states = await applyChanges(root, { files: steps.map(({ file }) => file), gone: superfluous });
  for (const [path, state] of states) own.set(path, state);
  const removed = superfluous.map((path): DoneStep => ({ path, status: "orphan" }));
  return [...steps.map(({ step }) => step), ...removed].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** While schema/ is away (a branch is being switched, a folder renamed) there is nothing in it, which the compiler says. */
async function readSchema(root: string): Promise<Sources> {
  try {
    return await readSources(root);
  } catch (error) {
    if ((await stat(join(root, "schema")).catch(unlessAbsent)) !== undefined) throw error;
    return { sources: [], diagnostics: [] };
  }
}

// Texts of files that are read again and again: a file is read again when its stamp has changed.

/** Younger files are read again each time: within one tick of the clock two writes leave the same stamp. */
const settledMs = 2_000;

type TextCache = ReturnType<typeof openTextCache>;

export function openTextCache(clock: () => number) {
  const known = new Map<string, { readonly stamp: string; readonly text: string }>();
  return {
    /** @throws what the system says, as `readFile` does */
    read(path: string) {
      const { mtimeMs, ctimeMs, size, ino } = statSync(path);
      const stamp = `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
      const before = known.get(path);
      if (before?.stamp === stamp) return before.text;
      const text = readFileSync(path, "utf8");
      if (clock() - ctimeMs > settledMs) known.set(path, { stamp, text });
      else known.delete(path);
      return text;
    },
  };
}
