// The pipeline of the import: a saved `tools/list` in, schema files and everything they can't express out. Pure: no
// disk, no network; nothing in a list is followed, fetched or run.

import { isBuiltinName } from "../../contract/builtin-tools.ts";
import type { EnvironmentVariable } from "../../contract/environment.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import type { Catalog, NamedType, UnknownParams } from "../catalog/catalog.ts";
import { unlikeDefaults } from "../catalog/tool-defaults.ts";
import { refsIn } from "../schema/named-types.ts";
import { printYaml } from "../syntax/print-yaml.ts";
import { standing } from "./as-listed.ts";
import { catalogYaml, firstVersion, importedTier, serverName } from "./catalog-yaml.ts";
import { chooseNames, type NamedTool } from "./choose-names.ts";
import { textAsWas } from "./clean-text.ts";
import { typeCase } from "./fold-name.ts";
import { familyName, guessFamilies } from "./guess-family.ts";
import type { Loss } from "./loss.ts";
import { openTypes } from "./named-types.ts";
import { readList } from "./read-list.ts";
import { type ImportedPrompt, offerLists, type ReadOffers, readOffers } from "./read-offers.ts";
import { type ReadTool, readTool } from "./read-tool.ts";
import { type ToolFacts, toolYaml } from "./tool-yaml.ts";
import { typeYaml } from "./type-yaml.ts";

/** A schema file that is to be written, as the value that it will hold. */
export interface Draft {
  readonly path: string;
  readonly value: JsonObject;
  /** Original names of the tools that need it. */
  readonly tools: readonly string[];
  /** Where the prompt or the resource that it holds stands in the list. */
  readonly offer?: string;
}

export interface ImportOptions {
  /** The server's own name; also the system whose names the original ones are. */
  readonly server: string;
  readonly title?: string;
  readonly instructions?: string;
  /** What the server says of itself: name, version and so on. */
  readonly serverInfo?: JsonObject;
  /** What it offers. */
  readonly capabilities?: JsonObject;
  /** What the host reads of its environment. */
  readonly environment?: readonly EnvironmentVariable[];
  /** What the server offers to be read is listed and read there, at any time. */
  readonly forwardsResources?: true;
  /** Original names of the tools that are wanted; absent: all, and prompts and resources. */
  readonly only?: readonly string[];
  /** Family of all tools; absent: guessed by their names. */
  readonly family?: string;
  /** The list was made of code and no server has published it: all is written in the language's words, definitions as named types. */
  readonly inWords?: true;
  /** What the folder has already; absent: it gets a catalog.yaml. */
  readonly existing?: ExistingCatalog;
}

export interface ExistingCatalog {
  readonly server: string;
  readonly version: string;
  readonly unknownParams: UnknownParams;
  readonly tiers: readonly string[];
  readonly toolDefaults: Catalog["toolDefaults"];
  readonly families: readonly string[];
  /** Tools and aliases. */
  readonly tools: readonly string[];
  readonly types: readonly string[];
  /** Keys under `server` by which it offers more than tools: `logging`, … */
  readonly offers: readonly string[];
}

export interface Imported {
  /** Name of the server in our form. */
  readonly server: string;
  /** Sorted by path. */
  readonly drafts: readonly Draft[];
  readonly tools: readonly ImportedTool[];
  readonly prompts: readonly ImportedPrompt[];
  /** In the order of the list. */
  readonly lost: readonly Loss[];
  /** Names under `only` that the list does not have. */
  readonly unknown: readonly string[];
}

export interface ImportedTool {
  readonly original: string;
  readonly name: string;
  readonly family: string;
  readonly path: string;
  /** Where it stands in the list. */
  readonly pointer: string;
}

/** @returns undefined when the value is not a list of tools */
export function importList(list: unknown, options: ImportOptions): Imported | undefined {
  const read = readList(list);
  if (read === undefined) return undefined;
  const server = serverName(options.server);
  const { existing } = options;
  const wanted = options.only === undefined ? undefined : new Set(options.only);
  const listed = read.tools.filter((tool) => wanted?.has(tool.name) ?? true);
  const named = chooseNames(listed, existing?.server ?? server, { tools: existing?.tools ?? [] });
  const unknownParams = existing?.unknownParams ?? policyFor(named.tools);
  const families = guessFamilies(
    named.tools.map((tool) => tool.to),
    server,
  );
  const types = openTypes([...(existing?.types ?? []), ...named.tools.flatMap(({ to }) => contractNames(to))]);
  const since = existing?.version ?? firstVersion;
  const tools = named.tools.map((tool) => {
    const family = options.family ?? families.get(tool.to) ?? familyName(server);
    return readTool(tool, { types, family, since, unknownParams, inWords: options.inWords === true });
  });
  const written = writeTools(tools, { ...writtenFacts(existing), server });
  const kept = tools.filter((tool) => written.kept.has(tool.name));
  const typeDrafts = writeTypes([...types.done.values()], kept);
  const familyNames = [...new Set(kept.map((tool) => tool.family))].sort();
  const infoLost: Loss[] = [];
  const capabilities = {
    logging: options.capabilities?.logging !== undefined,
    prompts: options.capabilities?.prompts !== undefined && listsNone(list, "prompts"),
    completions: options.capabilities?.completions !== undefined,
    subscriptions:
      (options.only === undefined || options.forwardsResources === true) &&
      has(options.capabilities?.resources, "subscribe"),
    // Otherwise the resources are those of the files.
    list_changes: options.forwardsResources === true && has(options.capabilities?.resources, "listChanged"),
  };
  const catalog = catalogYaml({
    order: kept.map(({ name }) => name),
    withoutBuiltins: kept.some(({ name, wire }) => isBuiltinName(wire ?? name)),
    capabilities,
    serverInfo:
      options.serverInfo && standing(options.serverInfo, "/serverInfo", (loss) => infoLost.push({ tool: "", ...loss })),
    server,
    title: titleText(options.title),
    instructions: options.instructions,
    unknownParams,
    environment: options.environment ?? [],
    families: familyNames.length === 0 ? [options.family ?? familyName(server)] : familyNames,
  });
  const offers =
    options.only === undefined
      ? readOffers(list, {
          kinds: options.forwardsResources ? ["prompts"] : offerLists,
          completes: options.capabilities?.completions !== undefined,
        })
      : noOffers;
  const offerDrafts = offers.files.map(({ path, value, pointer }) => ({ ...draft(path, value), offer: pointer }));
  const own = existing === undefined ? [draft("schema/catalog.yaml", catalog)] : [];
  return {
    server,
    drafts: [...own, ...typeDrafts, ...offerDrafts, ...written.drafts].sort((a, b) => (a.path < b.path ? -1 : 1)),
    tools: kept.map(({ original, name, family, pointer }) => ({
      original,
      name,
      family,
      path: toolPath(family, name),
      pointer,
    })),
    prompts: offers.files.flatMap(({ prompt }) => prompt ?? []),
    lost: withoutRepeats([
      ...offersLost(
        list,
        options,
        kept.some(({ tasks }) => tasks !== undefined),
      ),
      ...offers.lost,
      ...notWritten(capabilities, existing),
      ...infoLost,
      ...textLost(options.instructions),
      ...read.lost,
      ...named.lost,
      ...tools.flatMap((tool) => tool.lost),
      ...written.lost,
    ]),
    unknown: (options.only ?? []).filter((name) => !read.tools.some((tool) => tool.name === name)),
  };
}

const noOffers: ReadOffers = { files: [], lost: [] };

function has(offer: Json | undefined, what: string): boolean {
  return isJsonObject(offer) && offer[what] === true;
}

function isListed(list: unknown, name: string): boolean {
  return isJsonObject(list) && Array.isArray(list[name]);
}

function listsNone(list: unknown, name: string): boolean {
  return isJsonObject(list) && Array.isArray(list[name]) && list[name].length === 0;
}

/** What a server offers beside tools, where it is not in the list. */
function offersLost(
  list: unknown,
  { capabilities = {}, forwardsResources, only }: ImportOptions,
  hasTasks: boolean,
): readonly Loss[] {
  const why: { readonly [offer: string]: string | undefined } = {
    prompts: only !== undefined || isListed(list, "prompts") ? undefined : "the server did not list them",
    resources:
      only !== undefined || forwardsResources || isListed(list, "resources")
        ? undefined
        : "the server did not list them",
    logging: undefined,
    tools: undefined,
    completions: undefined,
    tasks: hasTasks || only !== undefined ? undefined : "no tool of its list may be a task",
  };
  const lost = (path: readonly string[], reason: string): Loss => {
    const pointer = path.reduce(childPath, "/capabilities");
    return { tool: "", pointer, keyword: path.at(-1) ?? "", effect: "dropped", why: reason, instead: "nothing" };
  };
  return Object.entries(capabilities).flatMap(([name, more]) => {
    const reason = Object.hasOwn(why, name) ? why[name] : "the language has no word for it";
    if (reason !== undefined) return [lost([name], reason)];
    // The lists of what is imported do not change while it is served.
    const kept = (key: string) =>
      key === "listChanged" ||
      (name === "tasks" && taskOffers.has(key)) ||
      (name === "resources" && key === "subscribe") ||
      !isJsonObject(more) ||
      more[key] === false;
    const keys = isJsonObject(more) ? Object.keys(more).filter((key) => !kept(key)) : [];
    return keys.map((key) => lost([name, key], "the language has no word for it"));
  });
}

/** A catalog.yaml that is there is its author's: what the server offers beside tools is for them to write. */
function notWritten(
  capabilities: Readonly<Record<string, boolean>>,
  existing: ExistingCatalog | undefined,
): readonly Loss[] {
  if (existing === undefined) return [];
  return Object.entries(capabilities).flatMap(([key, isOffered]): readonly Loss[] =>
    isOffered && !existing.offers.includes(key)
      ? [
          {
            ...{ tool: "", pointer: "/capabilities", keyword: key, effect: "dropped" },
            why: "the server offers it, and catalog.yaml is there already",
            instead: `nothing; write 'server: {${key}: true}' into it`,
          },
        ]
      : [],
  );
}

/** What every catalog has whose tools may be tasks. */
const taskOffers: ReadonlySet<string> = new Set(["list", "cancel", "requests"]);

function textLost(instructions: string | undefined): readonly Loss[] {
  if (instructions === undefined || instructions === "") return [];
  const at = { tool: "", pointer: "/instructions", keyword: "instructions" };
  const changes = textAsWas(instructions)?.changes;
  if (changes === undefined) return [{ ...at, effect: "dropped", why: "it has no visible text", instead: "nothing" }];
  return changes.map((why) => ({ ...at, effect: "reworded", why, instead: "the changed text" }));
}

/** What is reached in two ways is reported once. */
function withoutRepeats(lost: readonly Loss[]): readonly Loss[] {
  return [...new Map(lost.map((loss) => [JSON.stringify(loss), loss])).values()];
}

/** Rejected where every tool rejects them, dropped in silence where none does, else dropped with a word. */
function policyFor(tools: readonly NamedTool[]): UnknownParams {
  const closed = tools.filter(
    ({ raw }) => isJsonObject(raw.inputSchema) && raw.inputSchema.additionalProperties === false,
  );
  if (closed.length === 0) return "ignore";
  return closed.length === tools.length ? "reject" : "warn";
}

/** What each file says of itself. A catalog that begins here gives both to all its tools. */
function writtenFacts(existing: ExistingCatalog | undefined): Pick<ToolFacts, "tier" | "since"> {
  if (existing === undefined) return {};
  const { toolDefaults, version } = existing;
  return unlikeDefaults({ toolDefaults, server: { version } }, toolDefaults?.tier ?? tierOf(existing));
}

function tierOf(existing: ExistingCatalog): string {
  if (existing.tiers.includes(importedTier)) return importedTier;
  return existing.tiers.at(-1) ?? importedTier;
}

/** Names that the contract of a tool takes in generated code. */
function contractNames(tool: string): readonly string[] {
  const contract = typeCase(tool);
  return [contract, ...["Input", "Output", "Returns", "Arguments"].map((ending) => `${contract}${ending}`)];
}

/** The reader of schema files takes one mebibyte. */
const maxFileLength = 1_000_000;

function writeTools(
  tools: readonly ReadTool[],
  facts: ToolFacts,
): { readonly drafts: readonly Draft[]; readonly kept: ReadonlySet<string>; readonly lost: readonly Loss[] } {
  const drafts: Draft[] = [];
  const kept = new Set<string>();
  const lost: Loss[] = [];
  for (const tool of tools) {
    const written = draft(toolPath(tool.family, tool.name), toolYaml(tool, facts), [tool.original]);
    const size = printYaml(written.value).length;
    if (size <= maxFileLength) {
      drafts.push(written);
      kept.add(tool.name);
      continue;
    }
    const why = `its file would have ${size} characters, more than a schema file may`;
    const { original, pointer } = tool;
    lost.push({ tool: original, pointer, keyword: "inputSchema", effect: "left-out", why, instead: "nothing" });
  }
  return { drafts, kept, lost };
}

/** Named types that a tool of these still uses, by family. */
function writeTypes(types: readonly NamedType[], tools: readonly ReadTool[]): readonly Draft[] {
  const byName = new Map(types.map((type) => [type.name, type]));
  const users = new Map<string, Set<string>>();
  for (const tool of tools) {
    const waiting: string[] = [
      ...(tool.result === undefined ? [] : refsIn(tool.result)),
      ...tool.params.flatMap((param) => refsIn(param.type)),
    ];
    const seen = new Set<string>();
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const type = seen.has(name) ? undefined : byName.get(name);
      if (type === undefined) continue;
      seen.add(name);
      users.set(name, (users.get(name) ?? new Set()).add(tool.original));
      waiting.push(...refsIn(type.type));
    }
  }
  const families = new Map<string, [name: string, type: JsonObject][]>();
  for (const type of types.filter(({ name }) => users.has(name)).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { type: _object, ...rest } = typeYaml(type.type);
    families.set(type.family, [...(families.get(type.family) ?? []), [type.name, rest]]);
  }
  return [...families].flatMap(([family, named]) => typeFiles(family, named, users));
}

/** One file, or as many as the reader's limit asks for. */
function typeFiles(
  family: string,
  named: readonly (readonly [string, JsonObject])[],
  users: ReadonlyMap<string, ReadonlySet<string>>,
  count = 1,
): readonly Draft[] {
  const tools = new Set(named.flatMap(([name]) => [...(users.get(name) ?? [])]));
  const path = `schema/types/${family}${count === 1 ? "" : `_${count}`}.yaml`;
  const written = draft(path, Object.fromEntries(named), [...tools]);
  if (named.length < 2 || printYaml(written.value).length <= maxFileLength) return [written];
  const half = Math.ceil(named.length / 2);
  const first = typeFiles(family, named.slice(0, half), users, count);
  return [...first, ...typeFiles(family, named.slice(half), users, count + first.length)];
}

function toolPath(family: string, name: string): string {
  return `schema/tools/${family}/${name}.yaml`;
}

function draft(path: string, value: JsonObject, tools: readonly string[] = []): Draft {
  return { path, value, tools };
}

function titleText(title: string | undefined): string | undefined {
  const line = title
    ?.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, " ")
    .trim()
    .slice(0, 120);
  return line === "" ? undefined : line;
}
