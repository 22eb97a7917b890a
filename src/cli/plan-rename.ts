// The whole change that a new name of a tool means, as a value: judged before anything is written.
import type { Tool } from "../compiler/catalog/catalog.ts";
import { ownName } from "../compiler/catalog/own-names.ts";
import { currentTool } from "../compiler/catalog/versions.ts";
import { type Compiled, compile } from "../compiler/compile.ts";
import { handlerPath, writtenAliases } from "../compiler/emit/tool-names.ts";
import type { CodeRenaming } from "../compiler/rewrite/rename-code.ts";
import { type RewrittenFile, renameTool } from "../compiler/rewrite/rename-tool.ts";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import type { SourceFile } from "../diagnostics/source-file.ts";
import { CliError } from "../terminal/cli-error.ts";
import type { FileChange } from "./change-set.ts";
import { type CompiledCatalog, optionsFor } from "./compile-project.ts";
import { extrasInUse, generatedChanges, handlerErrors } from "./generated-changes.ts";
import { readCode } from "./project.ts";

/** What was asked for, checked. */
export interface WantedRename {
  readonly tool: Tool;
  readonly current: string;
  readonly family: string;
  readonly of: string;
  /** First day on which the old name may be removed. */
  readonly sunset: string;
}

export interface PlannedRename {
  /** What people wrote, and where it goes. */
  readonly rewritten: readonly RewrittenFile[];
  /** All of the change, generated files included. */
  readonly changes: readonly FileChange[];
  readonly mentions: CodeRenaming["mentions"];
}

/**
 * Renames in schema/ and in the code, compiles what comes out, and plans what is generated from it. Writes nothing.
 * @returns errors when the catalog would not compile or lose a handler
 * @throws CliError when a name that would be given is taken in the code
 */
export async function planRename(
  project: CompiledCatalog,
  wanted: WantedRename,
): Promise<PlannedRename | { readonly errors: readonly Diagnostic[] }> {
  const { root, sources, compiled } = project;
  const { tool, current, family, of, sunset } = wanted;
  const since = compiled.catalog.server.version;
  const texts = renameTool(sources, {
    old: ownName(tool),
    current,
    family,
    alias: { name: tool.name, of, since, reason: `renamed to ${current}`, sunset },
  });
  const edited = withRewritten(sources, texts);
  const { value, diagnostics } = compile(edited, { ...(await optionsFor(edited)), extras: await extrasInUse(root) });
  if (value === undefined || hasErrors(diagnostics)) {
    // What else the linter says of the catalog has nothing to do with the name.
    return { errors: diagnostics.filter(({ severity }) => severity === "error") };
  }
  if (currentTool(current, value.catalog) === undefined) {
    throw new Error(`invariant: '${tool.name}' is not called '${current}' after its rename`);
  }
  const code = await readCode(root);
  const codeFiles = await renameInCode(code, project.compiled, value, wanted);
  const after = withRewritten(code, codeFiles.files).filter(({ path }) => path.startsWith("src/handlers/"));
  const known = new Set((await handlerErrors(compiled, code.filter(isHandler))).map(({ message }) => message));
  // What is missing altogether is scaffolded along with the rest.
  const scaffolds = value.files.filter(
    ({ kind, path }) => kind === "scaffold" && !after.some((file) => file.path === path),
  );
  const errors = (await handlerErrors(value, [...after, ...scaffolds])).filter(({ message }) => !known.has(message));
  if (errors.length > 0) return { errors };
  const rewritten = [...texts, ...codeFiles.files];
  const written = rewritten.flatMap(changesOf);
  const made = await generatedChanges(root, value, new Set(written.map(({ path }) => path)));
  return { rewritten, changes: [...written, ...made], mentions: codeFiles.mentions };
}

/** @throws CliError when a name that would be given is taken in the code */
async function renameInCode(
  code: readonly SourceFile[],
  before: Compiled,
  after: Compiled,
  { tool, current, family }: WantedRename,
): Promise<CodeRenaming> {
  // The TypeScript parser is slow to load: only what is sound so far gets this far.
  const [{ renameCode }, { readExports }] = await Promise.all([
    import("../compiler/rewrite/rename-code.ts"),
    import("../compiler/emit/read-exports.ts"),
  ]);
  const contracts = after.files.filter(({ path }) => path.startsWith(`generated/contracts/${current}.`));
  const moves = family !== tool.family;
  const renamed = renameCode(code, before.files, {
    old: ownName(tool),
    called: tool.name,
    current,
    oldFamily: tool.family,
    family,
    newExports: new Set(contracts.flatMap((file) => readExports(file).names)),
    adapters: moves ? writtenAliases(tool).map(({ name }) => handlerPath(tool, name)) : [],
  });
  const [taken] = renamed.taken;
  if (taken !== undefined) {
    throw new CliError(`'${taken.name}' means something else already in ${taken.path}`, {
      hint: "rename that first, or choose another name for the tool; nothing was written",
    });
  }
  return renamed;
}

function withRewritten(files: readonly SourceFile[], rewritten: readonly RewrittenFile[]): readonly SourceFile[] {
  const changed = new Map(rewritten.map((file) => [file.from, file]));
  return files.map((file) => {
    const one = changed.get(file);
    return one === undefined ? file : { path: one.path, text: one.text };
  });
}

function isHandler({ path }: SourceFile): boolean {
  return path.startsWith("src/handlers/");
}

function changesOf({ from, path, text }: RewrittenFile): readonly FileChange[] {
  if (path === from.path) return [{ path, before: from.text, after: text }];
  return [
    { path, before: undefined, after: text },
    { path: from.path, before: from.text, after: undefined },
  ];
}
