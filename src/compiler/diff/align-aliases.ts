import { sameJson } from "../../contract/alias.ts";
import { isBuiltinName } from "../../contract/builtin-tools.ts";
import type { ToolAlias } from "../catalog/catalog.ts";
import { pointer } from "../catalog/origins.ts";
import { comparableAliases } from "./alias-params.ts";
import { alignResult } from "./align-contract.ts";
import type { Catalogs } from "./align-values.ts";
import {
  type ComparedAlias,
  type ComparedCatalog,
  type ComparedTool,
  currentComparedTool,
  ownField,
} from "./compared.ts";
import { deprecationKept } from "./deprecation-kept.ts";
import type { DiffEvent, Place } from "./event.ts";
import type { Renames } from "./renames.ts";
import { haveSameTypes, type IndexedTool, sameTool, toolsToCompare } from "./same-tool.ts";

interface AliasPlace {
  readonly alias: ComparedAlias;
  readonly tool: ComparedTool;
  /** Keys of its place, from the root of its catalog. */
  readonly keys: readonly (string | number)[];
}

/** Pairs the other names of tools; a name that was a tool's own and became another one is compared as well. */
export function alignAliases(base: ComparedCatalog, head: ComparedCatalog, renames: Renames): DiffEvent[] {
  const sameTypes = haveSameTypes(base, head);
  const tools = toolsToCompare(base, head, sameTypes);
  const was = aliasesOf(tools.base, base);
  const is = aliasesOf(tools.head, head);
  const names = [...new Set([...was.keys(), ...is.keys()])].sort();
  return names.flatMap((name): DiffEvent[] => {
    const old = was.get(name);
    const now = is.get(name);
    if (sameTypes && old !== undefined && now !== undefined && isSame(old, now)) return [];
    const tool = now?.tool ?? old?.tool;
    const at: Place = {
      ...(tool === undefined ? {} : { tool: tool.name, stability: old?.tool.stability ?? tool.stability }),
      subject: `alias ${name}`,
      ...(old === undefined ? {} : { basePointer: pointer("", ...old.keys) }),
      ...(now === undefined ? {} : { headPointer: pointer("", ...now.keys) }),
    };
    if (old !== undefined) return alignAlias({ name, old, now, at }, { base, head, sameTypes }, renames);
    if (now === undefined) return [];
    const former = currentComparedTool(name, base);
    if (former !== undefined) return becameAlias(former, now, at);
    // An older version of a tool keeps its name; nothing was added.
    if (base.tools.some((one) => one.name === name)) return [];
    // A list does not show what else its server answers to.
    if (base.listed === true) return [];
    return [{ kind: "alias-added", at, tool: now.tool, alias: now.alias }];
  });
}

/** Nothing that is compared of an alias differs. */
function isSame(old: AliasPlace, now: AliasPlace): boolean {
  if (old.tool.name !== now.tool.name) return false;
  return sameTool(old.tool, now.tool) || (sameJson(old.alias, now.alias) && sameJson(old.tool.params, now.tool.params));
}

function alignAlias(
  { name, old, now, at }: { name: string; old: AliasPlace; now: AliasPlace | undefined; at: Place },
  catalogs: Catalogs,
  renames: Renames,
): DiffEvent[] {
  const { head } = catalogs;
  const target = now?.tool ?? currentComparedTool(name, head);
  if (target === undefined) {
    const gone =
      !isThere(old.tool, head) &&
      !renames.replacements.has(old.tool.name) &&
      !renames.renameCandidates.has(old.tool.name);
    return [{ kind: "alias-removed", at, tool: old.tool, alias: old.alias, gone }];
  }
  const moved: DiffEvent[] =
    target.name === old.tool.name || followsRename(old.tool, target, renames)
      ? []
      : [{ kind: "alias-moved", at, name, from: old.tool, to: target }];
  if (now === undefined) return moved;
  const pair = comparableAliases({ base: old.alias, head: now.alias }, old.tool, now.tool);
  return [
    ...moved,
    // The mapping of a name that means another tool is not a further finding.
    ...(moved.length > 0 ? [] : [{ kind: "alias-kept" as const, at, ...pair, baseTool: old.tool, headTool: now.tool }]),
    ...(moved.length > 0 ? [] : alignResults(old, now, at, catalogs)),
    ...deprecationKept("alias", old.alias, now.alias, at),
  ];
}

/** What readers of an old result get. Where both sides answer as the tool, its own result is compared, once. */
function alignResults(old: AliasPlace, now: AliasPlace, at: Place, catalogs: Catalogs): DiffEvent[] {
  if (old.alias.result === undefined && now.alias.result === undefined) return [];
  return alignResult(underAlias(old), underAlias(now), at, catalogs);
}

/** A tool as callers of the old name see it. */
function underAlias({ alias, tool }: AliasPlace): ComparedTool {
  return { ...tool, name: alias.name, result: alias.result ?? tool.result };
}

/** Who calls by the old name sends what the old tool took, and reads what it answered. */
function becameAlias(former: ComparedTool, { alias, tool: target }: AliasPlace, at: Place): DiffEvent[] {
  const tool = alias.listed ?? target;
  const itself: ToolAlias = {
    name: former.name,
    of: alias.of,
    params: former.listed === undefined ? former.params.map(ownField) : [],
    rename: {},
    set: {},
    defaults: {},
    ignore: [],
    adapt: false,
  };
  const pair =
    former.listed === undefined
      ? comparableAliases({ base: itself, head: alias }, former, tool)
      : { base: itself, head: alias };
  const place: Place = { ...at, stability: former.stability };
  return [
    { kind: "alias-moved", at: place, name: former.name, from: former, to: tool, wasTool: true },
    { kind: "alias-kept", at: place, ...pair, baseTool: former, headTool: tool, wasTool: true },
    {
      kind: "alias-result-kept",
      at: place,
      name: former.name,
      base: former,
      head: { ...tool, result: alias.result ?? tool.result },
    },
  ];
}

function isThere(tool: ComparedTool, catalog: ComparedCatalog): boolean {
  return isBuiltinName(tool.name) || currentComparedTool(tool.name, catalog) !== undefined;
}

/** The target itself was renamed: it answers to its old name, or looks like the one that had it. */
function followsRename(from: ComparedTool, to: ComparedTool, { renameCandidates }: Renames): boolean {
  return to.aliases.some((alias) => alias.name === from.name) || renameCandidates.get(from.name) === to;
}

function aliasesOf(tools: readonly IndexedTool[], { builtins = [] }: ComparedCatalog): ReadonlyMap<string, AliasPlace> {
  const of = (each: readonly IndexedTool[], base: string) =>
    each.flatMap(({ tool, index: at }) =>
      tool.aliases.map((alias, index): [string, AliasPlace] => [
        alias.name,
        { alias, tool, keys: [base, at, "aliases", index] },
      ]),
    );
  return new Map([
    ...of(tools, "tools"),
    ...of(
      builtins.map((tool, index) => ({ tool, index })),
      "builtins",
    ),
  ]);
}
