import { cacheFolder } from "../../../contract/generated-cache.ts";
import type { Auth, Catalog, Profile, Tool, ToolAlias, Upgrade } from "../../catalog/catalog.ts";
import { oncePerTool } from "../../catalog/once-per-tool.ts";
import { sessionOpener } from "../../catalog/session-opener.ts";
import { currentTools, olderVersions, versionedName } from "../../catalog/versions.ts";
import { listedSurface } from "../../tokens/surface-listing.ts";
import { access, jsonLiteral, literal, mapKey } from "../code-text.ts";
import { type ModuleText, moduleText } from "../module-text.ts";
import type { OutputFile, TextPart } from "../output-file.ts";
import { exportName, handlerPath, listedSystems, resultAdapterName, sourcePath } from "../tool-names.ts";

/** `generated/.cache/registry.ts`: name → facts at once, validator and handler behind `load`. */
export function emitRegistry(catalog: Catalog): readonly OutputFile[] {
  const file = moduleText("schema");
  file.declare("registry");
  const deps = file.importType("Deps", "../../src/handlers/deps.ts");
  const registry = file.importType("Registry", "pegboard/runtime");
  const aliases = [...catalog.tools, ...(catalog.builtins ?? [])]
    .flatMap((tool) => tool.aliases.map((alias) => ({ alias, tool })))
    .sort((a, b) => (a.alias.name < b.alias.name ? -1 : 1));
  const { name, title, version, instructions, verbatim: listed } = catalog.server;
  const opener = sessionOpener(catalog);
  const parts = [
    `  server: ${jsonLiteral({ name, title, version, instructions, listed }, 2)},\n`,
    ...(catalog.withoutBuiltins === true ? [`  builtins: "off",\n`] : []),
    `  unknownParams: ${literal(catalog.unknownParams)},\n`,
    ...(opener === undefined ? [] : [`  opensSession: ${literal(opener)},\n`]),
    `  defaultProfile: ${literal(catalog.defaultProfile)},\n`,
    `  profiles: ${block(catalog.profiles.map((profile) => printProfile(profile, catalog)))},\n`,
    `  listings: ${printListings(catalog)},\n`,
    `  search: () => import("./wire/search.js"),\n`,
    `  docs: () => import("./docs/pages.js"),\n`,
    `  workflows: ${jsonLiteral(workflowTable(catalog), 2)},\n`,
    `  families: ${jsonLiteral(familyTable(catalog), 2)},\n`,
    ...toolsBlock(catalog, { file, deps }),
    `  aliases: ${block(aliases.map(({ alias, tool }) => printAlias(alias, tool, file)))},\n`,
    `  retired: ${jsonLiteral(retiredTable(catalog), 2)},\n`,
    ...(catalog.environment === undefined ? [] : [`  environment: ${jsonLiteral(catalog.environment, 2)},\n`]),
    ...(catalog.auth === undefined ? [] : [`  auth: ${jsonLiteral(authTable(catalog.auth), 2)},\n`]),
    ...(catalog.host === undefined ? [] : [`  host: ${literal(catalog.host)},\n`]),
    ...printOffers(catalog),
    ...(catalog.server.logging === true ? ["  logging: true,\n"] : []),
    ...(catalog.server.subscriptions === true ? ["  subscriptions: true,\n"] : []),
    ...(catalog.server.listChanges === true ? ["  listChanges: true,\n"] : []),
  ];
  file.add([`export const registry: ${registry}<${deps}> = {\n`, ...parts, "};"]);
  return [file.file(`${cacheFolder}/registry.ts`)];
}

function authTable({ required, scopes }: Auth): object {
  const table = Object.fromEntries(scopes.map(({ name, description, tools }) => [name, { description, tools }]));
  return { required, scopes: table };
}

/** What the catalog offers beside its tools; nothing where it offers nothing, so that such a server has nothing to load. */
function printOffers({ server, prompts, resources }: Catalog): readonly string[] {
  const values = [
    ...(prompts ?? []).flatMap((prompt) => prompt.arguments),
    ...(resources ?? []).flatMap(({ variables = [] }) => variables),
  ];
  return [
    ...(prompts !== undefined
      ? ['  prompts: async () => (await import("./prompts.ts")).prompts,\n']
      : server.prompts === true
        ? ["  prompts: async () => ({}),\n"]
        : []),
    ...(resources === undefined ? [] : ['  resources: async () => (await import("./resources.ts")).resources,\n']),
    ...(server.completions === true || values.some(({ completion }) => completion !== undefined)
      ? ["  completes: true,\n"]
      : []),
  ];
}

/** Every tool alone, by surface and detail: for servers that are started to show something else than their profile says. */
function printListings(catalog: Catalog): string {
  const details = ["compact", "full", "verbose"];
  const surface = (name: string, indent: string) => {
    const rows = details.map(
      (detail) => `${indent}  ${detail}: () => import(${literal(`./wire/tools/${name}.${detail}.js`)}),\n`,
    );
    return `{\n${rows.join("")}${indent}}`;
  };
  const systems = listedSystems(catalog).map((name) => `      ${mapKey(name)}: ${surface(`as-${name}`, "      ")},\n`);
  const members = [
    `    direct: ${surface("direct", "    ")},\n`,
    `    folded: ${surface("folded", "    ")},\n`,
    `    as: ${systems.length === 0 ? "{}" : `{\n${systems.join("")}    }`},\n`,
  ];
  return block(members);
}

function familyTable(catalog: Catalog): object {
  return Object.fromEntries(catalog.families.map(({ name, title, summary }) => [name, { title, summary }]));
}

/** The tools that each workflow calls: what a server reports at once; the arguments are in its docs. */
function workflowTable(catalog: Catalog): readonly object[] {
  return currentTools(catalog).flatMap(({ guidance }) =>
    guidance.workflows.map(({ goal, steps }) => ({ goal, steps: steps.map(({ call }) => call) })),
  );
}

function printProfile(profile: Profile, catalog: Catalog): string {
  const members = [
    `      tools: ${jsonLiteral(profile.tools, 6)},\n`,
    ...(profile.listAs === undefined ? [] : [`      listAs: ${literal(profile.listAs)},\n`]),
    ...(profile.openSession === undefined ? [] : [`      openSession: ${literal(profile.openSession)},\n`]),
    `      surface: ${literal(listedSurface(profile, catalog))},\n`,
    `      detail: ${literal(profile.detail ?? "compact")},\n`,
    ...(profile.texts === undefined ? [] : [`      texts: ${literal(profile.texts)},\n`]),
    ...(profile.builtins === undefined ? [] : [`      builtins: ${literal(profile.builtins)},\n`]),
    `      wire: () => import(${literal(`./wire/${profile.name}.json`)}, { with: { type: "json" } }),\n`,
  ];
  return `    ${mapKey(profile.name)}: {\n${members.join("")}    },\n`;
}

interface Print {
  readonly file: ModuleText;
  /** The local name of the project's `Deps`. */
  readonly deps: string;
}

function toolsBlock(catalog: Catalog, { file, deps }: Print): readonly (TextPart | string)[] {
  const tools = currentTools(catalog);
  if (tools.length === 0) return ["  tools: {},\n"];
  const handlers = file.importType("Handlers", "./handlers.ts");
  if (handlers !== names.handlers || deps !== names.deps) throw new Error("invariant: these names are free");
  return ["  tools: {\n", ...tools.map(toolEntry(catalog)), "  },\n"];
}

/** Local names of what every entry refers to. */
const names = { handlers: "Handlers", deps: "Deps" };

const toolEntry = oncePerTool((tool, catalog) => {
  const older = olderVersions(tool.name, catalog).map(printOlder);
  const versions = older.length === 0 ? "" : `      versions: {\n${older.join("")}      },\n`;
  return {
    text: `    // ${sourcePath(tool)}:1\n    ${mapKey(tool.name)}: {\n${printEntry(tool)}${versions}    },\n`,
  };
});

/** An older version: a tool of its own, or what makes a call of the current one of its calls. */
function printOlder(old: Tool): string {
  const members = old.upgrade === undefined ? printEntry(old) : printUpgrade(old, old.upgrade);
  // Two levels deeper than a tool stands; texts hold no line break that is not escaped.
  const deeper = members.replaceAll(/^(?=.)/gm, "    ");
  return `        // ${sourcePath(old)}:1\n        ${old.version}: {\n${deeper}        },\n`;
}

function printUpgrade(old: Tool, { rename, set, defaults, drop }: Upgrade): string {
  const { version, session, effects, unknownParams, actions, deprecated } = old;
  const facts = {
    version,
    session,
    effects,
    unknownParams,
    actions,
    deprecated,
    upgrade: { rename, set, defaults, ignore: drop },
  };
  const validator = literal(`./validators/${versionedName(old)}.js`);
  return `${printFacts(facts)}      load: () => import(${validator}),\n`;
}

function printEntry(tool: Tool): string {
  const { name, title, family, tier, version, summary, session } = tool;
  const { deadlineMs, tasks, context, contentOnly, nativeTo, effects, confirm, unknownParams, actions, deprecated } =
    tool;
  const facts = {
    name,
    title,
    family,
    tier,
    version,
    summary,
    session,
    deadlineMs,
    tasks,
    context,
    contentOnly,
    nativeTo,
    effects,
    confirm,
    unknownParams,
    actions,
    deprecated,
  };
  const own = versionedName(tool);
  const body = [
    "      load: async () => {\n",
    "        const [validator, module] = await Promise.all([\n",
    `          import(${literal(`./validators/${own}.js`)}),\n`,
    `          import(${literal(`../../${handlerPath(tool, own)}`)}),\n`,
    "        ]);\n",
    `        return { validator, handler: module.${exportName(own)} satisfies ${names.handlers}<${names.deps}>[${literal(own)}] };\n`,
    "      },\n",
  ];
  return `${printFacts(facts)}${body.join("")}`;
}

function printAlias(alias: ToolAlias, tool: Tool, file: ModuleText): string {
  const { name, of, rename, set, defaults, ignore, adapt, deprecated } = alias;
  const facts = printFacts({ name, target: tool.name, of, rename, set, defaults, ignore, adapt, deprecated });
  const load = adapt ? printAdapterLoad(alias, tool, file) : "";
  const loadResult = alias.result === undefined ? "" : printResultLoad(alias, tool, file);
  return `    ${mapKey(name)}: {\n${facts}${load}${loadResult}    },\n`;
}

function printAdapterLoad(alias: ToolAlias, tool: Tool, file: ModuleText): string {
  const adapters = file.importType("Adapters", "./handlers.ts");
  const adapt = `module.${exportName(alias.name)} satisfies ${adapters}[${literal(alias.name)}]`;
  return printLoad({ member: "load", validators: "aliases", adapt }, alias, tool);
}

function printResultLoad(alias: ToolAlias, tool: Tool, file: ModuleText): string {
  const adapters = file.importType("ResultAdapters", "./handlers.ts");
  const adapt = `module.${exportName(resultAdapterName(alias))} satisfies ${adapters}[${literal(alias.name)}]`;
  return printLoad({ member: "loadResult", validators: "results", adapt }, alias, tool);
}

interface PrintedLoad {
  readonly member: string;
  /** Export of the tool's validator file. */
  readonly validators: string;
  /** The function, as an expression of the alias's module. */
  readonly adapt: string;
}

function printLoad({ member, validators, adapt }: PrintedLoad, alias: ToolAlias, tool: Tool): string {
  return [
    `      ${member}: async () => {\n`,
    `        const [{ ${validators} }, module] = await Promise.all([\n`,
    `          import(${literal(`./validators/${versionedName(tool)}.js`)}),\n`,
    `          import(${literal(`../../${handlerPath(tool, alias.name)}`)}),\n`,
    "        ]);\n",
    `        return { validator: ${validators}${access(alias.name)}, adapt: ${adapt} };\n`,
    "      },\n",
  ].join("");
}

function printFacts(facts: Readonly<Record<string, unknown>>): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `      ${key}: ${jsonLiteral(value, 6)},\n`)
    .join("");
}

function retiredTable(catalog: Catalog): object {
  return Object.fromEntries(
    catalog.retired.map(({ name, of, removed, replacedBy, reason }) => [name, { of, removed, replacedBy, reason }]),
  );
}

function block(entries: readonly string[]): string {
  return entries.length === 0 ? "{}" : `{\n${entries.join("")}  }`;
}
