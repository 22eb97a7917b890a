// What one run of a watch does: read, compile, write, check. The session keeps between runs what need not be done again.

import { readFileSync, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type CompileOptions, compile, emptyCache } from "../../compiler/compile.ts";
import { plan, staleSteps, type WriteStep } from "../../compiler/plan.ts";
import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic.ts";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { applyPlan } from "../apply-plan.ts";
import { optionsFor } from "../compile-project.ts";
import { handlerFindings } from "../generated-changes.ts";
import { readHandlers, readOutputs, readSources, type Sources } from "../project.ts";

export interface RunOutcome {
  readonly diagnostics: readonly Diagnostic[];
  /** What was done to the disk; undefined: nothing, because there are errors. */
  readonly done: readonly DoneStep[] | undefined;
}

export type DoneStep = Exclude<WriteStep, { status: "unchanged" } | { status: "foreign" }>;

export interface WatchSession {
  /** @throws CliError when the disk refuses */
  readonly run: () => Promise<RunOutcome>;
  /** Those of the files that don't stand there as the session itself wrote them. */
  readonly withoutOwn: (paths: readonly string[]) => Promise<readonly string[]>;
}

export function openSession(
  root: string,
  { clock, ...given }: CompileOptions & { readonly clock: () => number },
): WatchSession {
  const cache = emptyCache();
  const outputs = openTextCache(clock);
  const scaffolds = new Map<string, string>();

  return {
    async run() {
      const { sources, diagnostics: unread } = await readSchema(root);
      const options = { ...(await optionsFor(sources)), ...given, cache };
      const { value, diagnostics: found } = compile(sources, options);
      const diagnostics = [...unread, ...found];
      if (value === undefined || hasErrors(diagnostics)) return { diagnostics, done: undefined };
      const paths = value.files.map((file) => file.path);
      const steps = plan(value.files, await readOutputs(root, paths, outputs));
      await applyPlan(root, steps);
      const done = staleSteps(steps).filter((step): step is DoneStep => step.status !== "foreign");
      for (const step of done) if (step.status === "create") scaffolds.set(step.path, step.text);
      return { diagnostics: [...diagnostics, ...steps.diagnostics, ...(await handlerFindings(root, value))], done };
    },
    async withoutOwn(paths) {
      if (!paths.some((path) => scaffolds.has(path))) return paths;
      const handlers = new Map((await readHandlers(root)).map((file) => [file.path, file.text]));
      return paths.filter((path) => !scaffolds.has(path) || handlers.get(path) !== scaffolds.get(path));
    },
  };
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
