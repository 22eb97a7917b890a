// `pegboard add tool <name>`: a tool that compiles at once, and a handler to fill.

import type { Catalog } from "../../compiler/catalog/catalog.ts";
import { unlikeDefaults } from "../../compiler/catalog/tool-defaults.ts";
import { compile } from "../../compiler/compile.ts";
import { changesByName, verbEffectOf } from "../../compiler/lint/name-words.ts";
import { addFamily } from "../../compiler/rewrite/add-family.ts";
import { withoutCache } from "../../contract/generated-cache.ts";
import { hasErrors } from "../../diagnostics/diagnostic.ts";
import { suggest } from "../../diagnostics/mistyped.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { CliError, named } from "../../terminal/cli-error.ts";

import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { applyChanges, type FileChange } from "../change-set.ts";
import { checkProject, optionsFor } from "../compile-project.ts";
import { extrasInUse, generatedChanges } from "../generated-changes.ts";
import { isToolName, refuseToolName } from "../refuse-tool-name.ts";
import { stopped } from "../report.ts";

export interface AddToolOptions {
  readonly catalog?: string;
  /** Default: the one whose name the tool's begins with. */
  readonly family?: string;
  /** Default: the one of `defaults` in catalog.yaml, else common where there is such a tier, else the first. */
  readonly tier?: string;
  /** Title of a family that is not there yet; it is added to catalog.yaml. */
  readonly newFamily?: string;
  readonly json?: true;
}

const notAdded = "tool not added: the catalog has errors; nothing was written";

/** Writes the tool's YAML and everything that is generated from it, or nothing. */
export async function addTool(terminal: Terminal, name: string, options: AddToolOptions): Promise<ExitCode> {
  const project = await checkProject(terminal, options.catalog);
  const { root, sources, unread, value: compiled } = project;
  if (compiled === undefined) return stopped(terminal, project.diagnostics, notAdded);
  refuseToolName(compiled.catalog, name);
  const family = chooseFamily(compiled.catalog, name, options);
  const path = `schema/tools/${family.name}/${name}.yaml`;
  if (sources.some((source) => source.path === path)) throw new CliError(`there is a file ${path} already`);
  const text = toolSkeleton({ name, ...unlikeDefaults(compiled.catalog, chooseTier(compiled.catalog, options.tier)) });
  const edited = family.isNew ? withFamily(sources, family) : sources;
  // Judged as it will be: what names the tool, or its family, is right once it is there.
  const { value, diagnostics } = compile([...edited, { path, text }], {
    ...(await optionsFor(edited)),
    extras: await extrasInUse(root),
  });
  const found = [...unread, ...diagnostics];
  if (value === undefined || hasErrors(found)) return stopped(terminal, found, notAdded);
  const written: readonly FileChange[] = [
    ...edited.flatMap((source, index) => {
      const before = sources[index];
      return before === undefined || before === source
        ? []
        : [{ path: source.path, before: before.text, after: source.text }];
    }),
    { path, before: undefined, after: text },
  ];
  const made = await generatedChanges(root, value, new Set(written.map((one) => one.path)));
  const changes = [...written, ...made];
  await applyChanges(root, changes);
  report(terminal, options, { name, path, changes });
  return ExitCode.fine;
}

interface ChosenFamily {
  readonly name: string;
  readonly title: string;
  readonly isNew: boolean;
}

function chooseFamily(catalog: Catalog, tool: string, options: AddToolOptions): ChosenFamily {
  const known = catalog.families.map((family) => family.name);
  // The longest one that the name begins with: "note_board" before "note".
  const prefix = known
    .filter((family) => tool === family || tool.startsWith(`${family}_`))
    .sort((a, b) => b.length - a.length)[0];
  const name = options.family ?? (options.newFamily === undefined ? prefix : tool.split("_")[0]);
  if (name === undefined) {
    const first = tool.split("_")[0] ?? tool;
    const add = `add the family '${first}': --new-family "${titled(first)}"`;
    if (known.length === 0) throw new CliError("the catalog has no families", { hint: add });
    throw new CliError(`'${tool}' does not begin with the name of a family; families: ${known.join(", ")}`, {
      hint: `use --family <name>, or ${add}`,
    });
  }
  if (known.includes(name)) {
    if (options.newFamily === undefined) return { name, title: name, isNew: false };
    throw new CliError(`there is a family '${name}' already`, { hint: "leave out --new-family" });
  }
  if (!isToolName(name)) {
    throw new CliError(`'${name}' can't be the name of a family: it takes lower case words joined by '_'`);
  }
  if (options.newFamily === undefined) {
    const near = suggest(name, known);
    throw new CliError(`there is no family '${name}'`, {
      hint: `${near === undefined ? "" : `${near}; or `}add it: --new-family "${titled(name)}"`,
    });
  }
  if (!/^[^\r\n]*\S[^\r\n]*$/.test(options.newFamily)) throw new CliError("--new-family takes the family's title");
  return { name, title: options.newFamily.trim(), isNew: true };
}

function chooseTier(catalog: Catalog, wanted: string | undefined): string {
  const tiers = catalog.tiers.map((tier) => tier.name);
  if (wanted !== undefined) return named(wanted, catalog.tiers, `there is no tier '${wanted}'`).name;
  return catalog.toolDefaults?.tier ?? (tiers.includes("common") ? "common" : (tiers[0] ?? "common"));
}

/** catalog.yaml with the family, the other sources as they are. */
function withFamily(sources: readonly SourceFile[], family: ChosenFamily): readonly SourceFile[] {
  return sources.map((source) => {
    if (source.path !== "schema/catalog.yaml") return source;
    const summary = `Tools for ${family.title.charAt(0).toLowerCase()}${family.title.slice(1)}`;
    const text = addFamily(source, { name: family.name, title: family.title, summary });
    if (text === undefined) {
      throw new CliError("the families of schema/catalog.yaml can't be read; nothing was written", {
        hint: "`pegboard lint` says why",
      });
    }
    return { path: source.path, text };
  });
}

/** "note archive" → "Note archive". */
function titled(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function report(
  terminal: Terminal,
  options: AddToolOptions,
  { name, path, changes }: Pick<ToolFacts, "name"> & { readonly path: string; readonly changes: readonly FileChange[] },
): void {
  const shown = withoutCache(changes);
  const handWritten = shown.filter((one) => !one.path.startsWith("generated/"));
  if (options.json) {
    const files = changes.map((one) => ({ path: one.path, status: one.before === undefined ? "create" : "update" }));
    printJson(terminal, { tool: name, files });
    return;
  }
  const { green, yellow, dim } = terminal.colors;
  for (const one of handWritten) {
    print(terminal, `${one.before === undefined ? green("created") : yellow("updated")} ${one.path}`);
  }
  print(terminal, dim(`${counted(shown.length - handWritten.length, "file")} changed in generated/`));
  const handler = handWritten.find((one) => one.path.startsWith("src/handlers/"));
  const fill = handler === undefined ? "" : `, fill ${handler.path}`;
  print(terminal, `\nNext: describe it in ${path}, run \`pegboard generate\`${fill}`);
}

export interface ToolFacts {
  readonly name: string;
  /** Absent: that of the catalog's `defaults`. */
  readonly tier?: string;
  /** Version of the catalog. Absent: that of its `defaults`. */
  readonly since?: string;
}

/** What the verb of a name promises; a name without one reads. */
function effectsOf(name: string): string {
  const verb = verbEffectOf(name);
  const changes = verb === "destroys" || changesByName(name);
  const words = { read_only: !changes, destructive: verb === "destroys", idempotent: !changes, open_world: false };
  return Object.entries(words)
    .map(([word, holds]) => `${word}: ${holds}`)
    .join(", ");
}

/** `schema/tools/<family>/<tool>.yaml` as `pegboard add tool` writes it: valid at once, and to be filled. */
export function toolSkeleton({ name, tier, since }: ToolFacts): string {
  return `name: ${name}
title: ${titled(name.replaceAll("_", " ").trim())}
${tier === undefined ? "" : `tier: ${tier}\n`}${since === undefined ? "" : `since: ${since}\n`}stability: experimental   # while it may still change; then beta, then stable (the default)
# One sentence, at most 50 tokens: what a model reads when it chooses a tool.
summary: Say in one sentence what ${name} does.
session: none             # or optional, or required: must a session be open
effects: {${effectsOf(name)}}
params:
  text: {type: string, max_length: 200, required: true, description: What it works on}
result:
  type: object
  fields:
    text: {type: string, required: true, description: What came of it}
errors: []                # names of errors that catalog.yaml declares
guidance:
  use_when: [Say on which occasion to use it]
`;
}
