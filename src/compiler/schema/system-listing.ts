import { withoutClauses, withoutSentences } from "../../contract/without-clauses.ts";
import type { Catalog, Detail, Example, Guidance, Tool, ToolAlias } from "../catalog/catalog.ts";
import { oncePerParts, oncePerTool } from "../catalog/once-per-tool.ts";
import { type SystemName, systemNames } from "../catalog/system-names.ts";
import { currentTools } from "../catalog/versions.ts";
import { aliasTools, wireTools } from "./listed-tools.ts";
import { type WireTool, wireAlias, wireTool } from "./wire-tool.ts";

/**
 * A tool under the name of another system. The longest list is the only one whose texts name other tools: there they have the names
 * of that system too, and what can't be said in them is left out.
 */
export function systemTool({ tool, alias }: SystemName, system: string, catalog: Catalog, detail: Detail): WireTool {
  if (detail !== "verbose") {
    const old = alias === undefined ? undefined : aliasTools[detail](catalog)(tool).get(alias);
    return old ?? wireTools[detail](catalog)(tool);
  }
  const names = namesOf(system, catalog);
  const listed = listedTools(catalog)(tool);
  const known = listed.get(alias ?? system);
  if (known?.names === names) return known.wire;
  const shown = inNames(names, tool, alias);
  const wire = alias === undefined ? wireTool(shown, catalog, detail) : wireAlias(alias, shown, catalog, detail);
  listed.set(alias ?? system, { names, wire });
  return wire;
}

/** Own name → the name that the lists of a system show; undefined where they lack the tool. */
type Names = ReadonlyMap<string, string | undefined>;

/** By the alias, or by the system where a tool keeps its own name. */
type Listed = Map<ToolAlias | string, { readonly names: Names; readonly wire: WireTool }>;

const listedTools = oncePerTool((): Listed => new Map());

const namesBySystem = oncePerParts(
  ({ nativeTo, aliases }) => JSON.stringify([nativeTo, aliases.map(({ of, name }) => [of, name])]),
  (catalog) => {
    const known = new Map<string, Names>();
    return (system: string): Names => {
      const names = known.get(system) ?? namesIn(system, catalog);
      known.set(system, names);
      return names;
    };
  },
);

function namesOf(system: string, catalog: Catalog): Names {
  return namesBySystem(catalog)(system);
}

function namesIn(system: string, catalog: Catalog): Names {
  const nameOf = (tool: Tool) => systemNames(tool, system).map(({ alias }) => alias?.name ?? tool.name);
  return new Map(
    [...currentTools(catalog), ...(catalog.builtins ?? [])].map((tool) => [tool.name, nameOf(tool).sort()[0]]),
  );
}

function inNames(names: Names, tool: Tool, alias: ToolAlias | undefined): Tool {
  const renamed = (text: string) =>
    text.replaceAll(/\w+/g, (word) => (word.includes("_") ? names.get(word) : undefined) ?? word);
  const { description } = tool;
  const params = alias === undefined ? noParams : paramsOf(alias, tool);
  // A catalog has many names, and is asked for few.
  const unsaid = {
    has: (name: string) => (names.has(name) && names.get(name) === undefined) || params.absent.has(name),
  };
  return {
    ...tool,
    ...(description === undefined
      ? {}
      : {
          description: renamed(params.renamed(withoutSentences(description, unsaid))),
        }),
    guidance: guidanceIn(names, tool.guidance, (text) => renamed(withoutClauses(text, unsaid))),
    // They call the tool under its own name, with its own params.
    examples: alias === undefined ? tool.examples.filter((example) => isIn(names, example)) : [],
    aliases: tool.aliases.filter((one) => one === alias),
  };
}

/** The params of a tool that an alias lacks, and a text with its names of the others. */
function paramsOf({ params, rename }: ToolAlias, tool: Tool) {
  const old = new Map(Object.entries(rename).map(([name, current]) => [current, name]));
  const given = new Set(params.map(({ name }) => name));
  return {
    absent: new Set(tool.params.map(({ name }) => name).filter((name) => !given.has(name) && !old.has(name))),
    renamed: (text: string) => text.replaceAll(/`(\w+)/g, (_quoted, name: string) => `\`${old.get(name) ?? name}`),
  };
}

const noParams: ReturnType<typeof paramsOf> = { absent: new Set(), renamed: (text) => text };

function guidanceIn(names: Names, guidance: Guidance, text: (whole: string) => string): Guidance {
  const texts = (all: readonly string[]) => all.map(text).filter((one) => one !== "");
  const named = (all: readonly string[]) => all.flatMap((tool) => names.get(tool) ?? []);
  return {
    useWhen: texts(guidance.useWhen),
    avoidWhen: texts(guidance.avoidWhen),
    practices: texts(guidance.practices),
    after: named(guidance.after),
    before: named(guidance.before),
    workflows: guidance.workflows.filter(({ steps }) => steps.every(({ call }) => keepsName(names, call))),
  };
}

function isIn(names: Names, { given }: Example): boolean {
  return given.every(({ call }) => keepsName(names, call));
}

/** Under another name a tool takes other arguments. */
function keepsName(names: Names, tool: string): boolean {
  return names.get(tool) === tool;
}
