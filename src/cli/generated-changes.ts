import type { Compiled } from "../compiler/compile.ts";
import { checkHandlers } from "../compiler/emit/check-handlers.ts";
import { type Emitter, type ExtraName, extras } from "../compiler/emit/emit.ts";
import { plan, staleSteps } from "../compiler/plan.ts";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/source-file.ts";
import type { FileChange } from "./change-set.ts";
import { fromOptionalPackage } from "./from-optional-package.ts";
import { generatedPaths, readHandlers, readOutputs } from "./project.ts";

/**
 * Emitters that are off by default: those that are asked for, and those that were asked for before, so that what they wrote
 * stays and stays up to date.
 * @param asked false: none at all, and what they wrote goes
 * @param paths what stands under generated/, where that is known
 */
export async function extrasInUse(
  root: string,
  asked: readonly ExtraName[] | false = [],
  paths?: readonly string[],
): Promise<readonly Emitter[]> {
  if (asked === false) return [];
  const present = new Set(paths ?? (await generatedPaths(root)));
  const names = (Object.keys(extras) as readonly ExtraName[]).filter(
    (name) =>
      asked.includes(name) || ["json", "ts"].some((ending) => present.has(`generated/interop/${name}.${ending}`)),
  );
  return Promise.all(names.map((name) => fromOptionalPackage("@sinclair/typebox-codegen", extras[name]())));
}

/** What `generate` would do after a change of the sources, as changes that happen together with it. */
export async function generatedChanges(
  root: string,
  { files }: Compiled,
  settled: ReadonlySet<string>,
): Promise<readonly FileChange[]> {
  const paths = files.map((file) => file.path);
  const disk = await readOutputs(root, paths);
  // Files that the command itself writes or removes are not the generator's concern.
  return staleSteps(plan(files, disk)).flatMap((step): readonly FileChange[] => {
    if (step.status === "foreign" || settled.has(step.path)) return [];
    const before = step.status === "create" ? undefined : step.before;
    return [{ path: step.path, before, after: step.status === "orphan" ? undefined : step.text }];
  });
}

/** What is wrong with the handlers that stand on disk. */
export async function handlerFindings(root: string, { catalog, origins }: Compiled): Promise<readonly Diagnostic[]> {
  return checkHandlers(catalog, origins, await readHandlers(root));
}

/** Errors about handlers that would stand on disk after a change. */
export async function handlerErrors(
  { catalog, origins }: Compiled,
  handlers: readonly SourceFile[],
): Promise<readonly Diagnostic[]> {
  const findings = await checkHandlers(catalog, origins, handlers);
  return findings.filter((finding) => hasErrors([finding]));
}
