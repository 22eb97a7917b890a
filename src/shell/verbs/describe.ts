import { durationText } from "../../contract/duration.ts";
import { describeSchema } from "../../contract/expectation.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { withBuiltins } from "../../runtime/builtins/with-builtins.ts";
import { loadTool } from "../../runtime/loading.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { print, printJson, type Terminal } from "../../terminal/terminal.ts";
import type { LocalCatalog } from "../catalog/bound-catalog.ts";
import { ourSchema, type ToolFacts, toolFacts } from "../catalog/tool-facts.ts";
import type { ToolPage } from "../print/tool-page.ts";
import { traitsOf } from "../print/tool-traits.ts";
import { commandWords } from "../servers/ad-hoc-server.ts";
import { findServerTool, findTool } from "../sources/find-tool.ts";
import { hintOfPlace, inNearCatalog } from "../sources/near-catalog.ts";
import { localOf, type SourceOptions, withSource } from "../sources/open-source.ts";
import type { ShellTool } from "../sources/tool-source.ts";

/** Shows one tool of the catalog or of any server: what it takes, what it gives, what it may do. */
export async function describe(terminal: Terminal, name: string, given: SourceOptions): Promise<ExitCode> {
  const options = await inNearCatalog(terminal, given);
  const catalog = await localOf(terminal, options);
  if (catalog !== undefined) await describeLocal(terminal, catalog, name, options);
  else {
    const { server = "" } = options;
    const { before, behind } = commandWords(options, name);
    const { tool, isBridge } = await withSource(terminal, options, async ({ source, isBridge }, asked) => ({
      tool: await findServerTool(terminal, source, { server, name }, asked),
      isBridge,
    }));
    if (options.json) printJson(terminal, tool);
    else await describeServerTool(terminal, tool, { command: before, behind, isBridge });
  }
  return ExitCode.fine;
}

async function describeServerTool(
  terminal: Terminal,
  tool: ShellTool,
  { isBridge, ...words }: Pick<ToolPage, "command" | "behind"> & { readonly isBridge: boolean },
): Promise<void> {
  const params = [{ title: "Params", schema: tool.inputSchema }];
  await printPage(terminal, {
    ...tool,
    traits: traitsOf(tool, { isBridge }),
    params,
    result: tool.outputSchema,
    ...words,
  });
}

/** Loads the reader of JSON Schema, which only a page needs. */
async function printPage(terminal: Terminal, page: ToolPage): Promise<void> {
  const { printToolPage } = await import("../print/tool-page.ts");
  printToolPage(terminal, page);
}

async function describeLocal(
  terminal: Terminal,
  catalog: LocalCatalog,
  name: string,
  options: SourceOptions,
): Promise<void> {
  // Their names, and the old ones they have, can be called as any other.
  const registry = withBuiltins(catalog.registry);
  const { entry, alias } = findTool(registry, name, await hintOfPlace(terminal, options));
  const facts = toolFacts(registry, entry.name);
  const { input, output, errors = [] } = (await loadTool(entry)).validator;
  const oldInput = alias?.load === undefined ? undefined : (await alias.load()).validator.input;
  if (options.json) {
    const asOldName =
      alias === undefined ? {} : { calledAs: alias.name, ...(oldInput && { oldInputSchema: oldInput }) };
    printJson(terminal, { ...facts, ...asOldName, errors, inputSchema: input, outputSchema: output });
    return;
  }
  const { bold, yellow } = terminal.colors;
  if (alias !== undefined) {
    const until = alias.deprecated?.sunset === undefined ? "" : `; it works at least until ${alias.deprecated.sunset}`;
    print(terminal, yellow(`'${alias.name}' is an old name (${alias.of}) of '${entry.name}'${until}\n`));
  }
  const { actions } = facts;
  const oldParams =
    oldInput === undefined ? [] : [{ title: `Params of '${alias?.name}'`, schema: ourSchema(oldInput) }];
  await printPage(terminal, {
    name: facts.name,
    title: facts.title,
    description: facts.summary,
    traits: catalogTraits(facts),
    notes: [...notesOf(facts), ...(errors.length === 0 ? [] : [`errors: ${errors.join(", ")}`])],
    params: [...oldParams, { title: "Params", schema: ourSchema(input) }],
    actions: actions && {
      title: `Actions, by ${actions.by}`,
      rows: actions.cases.map(({ action, effect = "", summary = "", requires, optional }) => [
        bold(action),
        ...(actions.cases.some((one) => one.effect !== undefined) ? [effect] : []),
        summary,
        [requires.map((param) => `${param} *`), optional].flat().join(", "),
      ]),
    },
    result: ourSchema(output),
    ...(actions && {
      neededWith: (args: JsonObject) => actions.cases.find(({ action }) => action === args[actions.by])?.requires ?? [],
    }),
    command: ["call", facts.name],
    // Every schema on the page is one of ours.
    typeOf: (property, root) => describeSchema(property as JsonSchema, root as JsonSchema),
  });
}

function catalogTraits(facts: ToolFacts): readonly string[] {
  const { family, tier, version, session, deadlineMs, effects, confirm, deprecated } = facts;
  return [
    `family ${family}`,
    `tier ${tier}`,
    `version ${version}`,
    session === "none" ? "needs no session" : `session ${session}`,
    effects.readOnly ? "read-only" : effects.destructive ? "destructive" : "writes",
    ...(effects.idempotent && !effects.readOnly ? ["idempotent"] : []),
    ...(effects.openWorld ? ["open-world"] : []),
    ...(confirm === undefined ? [] : ["asks for confirmation"]),
    ...(deadlineMs === undefined ? [] : [`time limit ${durationText(deadlineMs)}`]),
    ...(deprecated === undefined ? [] : [`deprecated since ${deprecated.since}`]),
  ];
}

function notesOf({ aliases, olderVersions = [] }: ToolFacts): readonly string[] {
  const until = (sunset: string | undefined) => (sunset === undefined ? "" : ` (until ${sunset})`);
  const names = aliases.map((old) => `${old.name} (${old.of})`).join(", ");
  const versions = olderVersions.map((old) => `${old.version}${until(old.deprecated?.sunset)}`).join(", ");
  return [
    ...(names === "" ? [] : [`old names: ${names}`]),
    ...(versions === "" ? [] : [`older versions: ${versions}; pegboard call --tool-version calls one`]),
  ];
}
