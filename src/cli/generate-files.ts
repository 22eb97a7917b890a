import { readdir, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Compilation, type Compiled, type CompileOptions, compile } from "../compiler/compile.ts";
import { compileShared } from "../compiler/compile-shared.ts";
import { checkHandlers } from "../compiler/emit/check-handlers.ts";
import { onlyCache, plan, staleSteps } from "../compiler/plan.ts";
import { cacheFolder, withoutCache } from "../contract/generated-cache.ts";
import { type Checked, type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/source-file.ts";
import { unlessAbsent } from "../disk/disk-errors.ts";
import { ExitCode } from "../terminal/exit-code.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { applyPlan, finished } from "./apply-plan.ts";
import { refuseWayOut } from "./change-set.ts";
import type { GenerateOptions } from "./commands/generate.ts";
import { optionsFor } from "./compile-project.ts";
import { extrasInUse } from "./generated-changes.ts";
import { readHandlers, readOutputs, readSources } from "./project.ts";
import { reportGenerated } from "./report-generated.ts";
import { openShare, type Share, type Shared } from "./share/open-share.ts";
import { openWriter, type WrittenEarly } from "./share/share-writer.ts";
import { leaveStamp, type StampPlace } from "./stamp/generate-stamp.ts";
import type { Look } from "./stamp/project-look.ts";
import { tuneForShortRun } from "./tune-engine.ts";

/** `generate` from the texts themselves, whatever earlier runs did. */
export async function generateFiles(
  terminal: Terminal,
  options: GenerateOptions,
  {
    root,
    place,
    before,
  }: { readonly root: string; readonly place: StampPlace | undefined; readonly before: Look | undefined },
): Promise<ExitCode> {
  // Before anything is read, because reading takes as long as the start of a thread.
  let share = openShare(before === undefined ? 0 : pathsBelow("schema", before).length);
  try {
    const present = before && pathsBelow("generated", before);
    const extras = await extrasInUse(root, options.extra, present);
    const { sources, diagnostics: unread } = await readSources(root);
    share ??= openShare(sources.length);
    const settings = { ...(await optionsFor(sources)), extras };
    // With a text that can't be read, nothing may be written.
    const second = hasErrors(unread) ? undefined : share;
    tuneForShortRun();
    const {
      value,
      diagnostics: found,
      early,
    } = await compileAll(root, sources, settings, { ...options, share: second });
    const diagnostics = [...unread, ...found];
    if (value === undefined || hasErrors(diagnostics)) {
      reportGenerated(terminal, options, { root, diagnostics });
      return ExitCode.findings;
    }
    return await writeProject(terminal, options, { root, place, before, present, sources, early, diagnostics }, value);
  } finally {
    share?.close();
  }
}

/** Compiles a project, a large one in two threads, which write files while they print others. */
async function compileAll(
  root: string,
  sources: readonly SourceFile[],
  settings: CompileOptions,
  { check, share }: Pick<GenerateOptions, "check"> & { readonly share: Share | undefined },
): Promise<Checked<Compilation> & { readonly early: readonly WrittenEarly[] }> {
  const home = await realpath(root);
  if (share === undefined || !(await mayWrite(home))) return { ...compile(sources, settings), early: [] };
  const order = { home, isDry: check === true };
  const own = openWriter(order);
  let shared: Shared | undefined;
  const compiled = await compileShared(sources, settings, {
    ...share,
    takeFile: share.beginReading(sources),
    printed: (files) => own.add(files.filter(({ path }) => earlyFolders.has(dirname(path)) || isHandler(path))),
    finish: async () => {
      shared = await share.finish(order);
      return shared.printed;
    },
  });
  return { ...compiled, early: shared === undefined ? [] : [own.end(), shared] };
}

/** May files be written before everything is printed? Where a link leads out of the project or the disk refuses, it is said at the end. */
async function mayWrite(home: string): Promise<boolean> {
  try {
    const families = (await readdir(join(home, handlersFolder)).catch(unlessAbsent)) ?? [];
    const folders = [...earlyFolders, ...lateFolders, ...families.map((family) => `${handlersFolder}/${family}`)];
    for (const folder of folders) await refuseWayOut(home, `${folder}/tool`);
    return true;
  } catch {
    return false;
  }
}

function pathsBelow(folder: string, { files }: Look): readonly string[] {
  return [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
}

const handlersFolder = "src/handlers";
const isHandler = (path: string) => path.startsWith(`${handlersFolder}/`);

/** Beside those of handlers. The other files are written at the end. */
const earlyFolders: ReadonlySet<string> = new Set([
  ...["generated/contracts", "generated/docs", "generated/docs/tools", cacheFolder],
  ...["docs", "validators", "spec", "wire", "wire/tools"].map((folder) => `${cacheFolder}/${folder}`),
]);

/** Those of the others, which must not turn out at the end to lead out of the project. */
const lateFolders = ["generated", "generated/interop", handlersFolder, "src/prompts", "src/resources"];

interface ReadProject {
  readonly root: string;
  readonly place: StampPlace | undefined;
  readonly before: Look | undefined;
  /** What stood under generated/ then. */
  readonly present: readonly string[] | undefined;
  readonly sources: readonly SourceFile[];
  readonly early: readonly WrittenEarly[];
  readonly diagnostics: readonly Diagnostic[];
}

async function writeProject(
  terminal: Terminal,
  options: GenerateOptions,
  { root, place, before, present, sources, early, diagnostics }: ReadProject,
  { files: outputs, catalog, origins }: Compiled,
): Promise<ExitCode> {
  const done = new Set(early.flatMap((some) => some.paths));
  const paths = outputs.map((file) => file.path);
  const disk = await readOutputs(root, paths, { without: done, present });
  const steps = plan(outputs, new Map([...disk, ...early.flatMap((some) => [...some.before])]));
  const earlyStates = early.flatMap((some) => [...finished(some.written)]);
  const ownStates = await applyPlan(root, options.check ? onlyCache(steps) : steps, done);
  const written = new Map([...earlyStates, ...ownStates]);
  const handlers = await readHandlers(root);
  const all = [...diagnostics, ...steps.diagnostics, ...(await checkHandlers(catalog, origins, handlers))];
  const changed = withoutCache(staleSteps(steps));
  reportGenerated(terminal, options, {
    root,
    diagnostics: all,
    files: { changed, unchanged: withoutCache(steps.steps).length - changed.length },
  });
  // What is said of generated/ as it was found is not true of it now.
  const isDone = steps.diagnostics.length === 0 && (!options.check || changed.length === 0);
  if (place !== undefined && isDone && !hasErrors(all)) {
    const hashes = new Map(early.flatMap((some) => [...some.hashes]));
    await leaveStamp(place, { before, inputs: [...sources, ...handlers], outputs, hashes, written, diagnostics: all });
  }
  return (options.check && changed.length > 0) || hasErrors(all) ? ExitCode.findings : ExitCode.fine;
}
