import { builtinTools, isBuiltinName } from "../../contract/builtin-tools.ts";
import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import { nameSpan, type SpecDocument } from "../syntax/spec-file.ts";
import {
  at,
  entriesAt,
  isBrokenAt,
  itemsAt,
  type SpecEntry,
  type SpecMap,
  type SpecNode,
  stringAt,
  stringsAt,
} from "../syntax/spec-node.ts";
import { indexOlderVersions } from "./older-versions.ts";

/**
 * Every name of the catalog, collected before anything is resolved. Files that could not be read leave the index
 * incomplete; then unknown names are not reported.
 */
export interface NameIndex extends AliasIndex {
  /** Tool name → the file of its current version. A file that could not be read counts. */
  readonly tools: ReadonlyMap<string, SpecDocument>;
  /** The tools that every catalog has. */
  readonly builtins: ReadonlySet<string>;
  /** Files of older versions of these tools. */
  readonly olderVersions: readonly SpecDocument[];
  /** Name → where it was retired. */
  readonly retired: ReadonlyMap<string, SpecEntry>;
  readonly types: ReadonlyMap<string, NamedSpec>;
  readonly params: ReadonlyMap<string, SpecEntry>;
  readonly errors: ReadonlySet<string>;
  readonly families: readonly string[];
  readonly tiers: readonly string[];
  /** Systems that tools are native to. */
  readonly nativeSystems: ReadonlySet<string>;
  /** Systems whose names some profile lists. */
  readonly listedSystems: ReadonlySet<string>;
  /** Kinds of names with some that could not be read. */
  readonly incomplete: ReadonlySet<"aliases" | "types" | "params" | "profiles">;
}

export interface NamedSpec {
  readonly family: string;
  readonly key: Span;
  readonly value: SpecNode;
}

/** Collects the names; reports names that are used twice. */
export function indexNames(
  documents: readonly SpecDocument[],
  catalog: SpecMap,
  report: Diagnostic[],
  { reserved }: { readonly reserved: boolean },
): NameIndex {
  const ofKind = (kind: SpecDocument["kind"]) => documents.filter((document) => document.kind === kind);
  const incomplete = new Set<"aliases" | "types" | "params" | "profiles">();
  const note = (kind: "aliases" | "types" | "params", files: readonly SpecDocument[]) => {
    if (files.some((file) => file.root === undefined)) incomplete.add(kind);
  };
  note("aliases", ofKind("tool"));
  note("types", ofKind("types"));
  note("params", ofKind("params"));
  const profiles = entriesAt(catalog, "profiles").map(([, { value }]) => value);
  const isUnread = (profile: SpecNode) => profile.kind === "broken" || isBrokenAt(profile, "list_as");
  if (isBrokenAt(catalog, "profiles") || profiles.some(isUnread)) incomplete.add("profiles");

  const tools = indexTools(ofKind("tool"), report);
  const retired = new Map(ofKind("retired").flatMap((file) => [...(file.root?.entries ?? [])]));
  const params = ofKind("params").flatMap((file) => [...(file.root?.entries ?? [])]);
  return {
    tools,
    builtins: new Set(reserved ? Object.keys(builtinTools) : []),
    olderVersions: indexOlderVersions(ofKind("tool"), tools, report),
    retired,
    ...indexAliases({ tools, retired, reserved }, catalog, report),
    nativeSystems: new Set([...tools.values()].flatMap(({ root }) => textsAt(root, "native_to"))),
    listedSystems: new Set(profiles.flatMap((profile) => stringAt(profile, "list_as") ?? [])),
    types: indexTypes(ofKind("types"), report),
    params: new Map(params),
    errors: new Set(entriesAt(catalog, "errors").map(([name]) => name)),
    families: entriesAt(catalog, "families").map(([name]) => name),
    tiers: entriesAt(catalog, "tiers").map(([name]) => name),
    incomplete,
  };
}

function textsAt(root: SpecNode | undefined, key: string): readonly string[] {
  return stringsAt(root, key).map(({ text }) => text);
}

function indexTools(files: readonly SpecDocument[], report: Diagnostic[]): Map<string, SpecDocument> {
  const tools = new Map<string, SpecDocument>();
  for (const file of files) {
    if (file.olderVersion !== undefined) continue;
    const earlier = tools.get(file.name);
    if (earlier === undefined) tools.set(file.name, file);
    else reportDuplicate(report, "tool", file.name, nameSpan(file), nameSpan(earlier));
  }
  return tools;
}

function indexTypes(files: readonly SpecDocument[], report: Diagnostic[]): Map<string, NamedSpec> {
  const types = new Map<string, NamedSpec>();
  for (const file of files) {
    for (const [name, { key, value }] of file.root?.entries ?? []) {
      const earlier = types.get(name);
      if (earlier === undefined) types.set(name, { family: file.family, key, value });
      else reportDuplicate(report, "type", name, key, earlier.key);
    }
  }
  return types;
}

function reportDuplicate(report: Diagnostic[], kind: string, name: string, span: Span, earlier: Span): void {
  const related = [{ span: earlier, message: "the other one" }];
  report.push(diagnostic("duplicate-name", { name, kind }, span, { related }));
}

export interface AliasIndex {
  /** Alias → its tool. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Alias → its built-in tool. */
  readonly builtinAliases: ReadonlyMap<string, string>;
  /** Systems that aliases are marked with. */
  readonly systems: ReadonlySet<string>;
}

interface Claims {
  readonly tools: ReadonlyMap<string, SpecDocument>;
  /** Name → where it was retired. */
  readonly retired: ReadonlyMap<string, SpecEntry>;
  /** The names of the built-in tools are reserved. */
  readonly reserved: boolean;
}

/**
 * The aliases of tools and built-in tools. They share one name space with the tools, the built-in tools and the retired
 * names. Reports names that are used twice.
 */
export function indexAliases(claims: Claims, catalog: SpecMap, report: Diagnostic[]): AliasIndex {
  const { tools, retired, reserved } = claims;
  const places = new Map<string, Span>();
  const systems = new Set<string>();
  const callable = new Map<string, SpecDocument>();
  for (const [own, file] of tools) {
    const wire = at(file.root, "wire");
    const name = stringAt(file.root, "wire") ?? own;
    const span = wire?.span ?? nameSpan(file);
    const earlier = callable.get(name);
    if (earlier === undefined) callable.set(name, file);
    else reportDuplicate(report, "tool", name, span, nameSpan(earlier));
    claimTool(name, span, claims, report);
  }
  if (reserved) {
    for (const [name, { key }] of retired) if (isBuiltinName(name)) report.push(taken(name, key));
  }
  const claim = (alias: SpecNode): string | undefined => {
    systems.add(stringAt(alias, "of") ?? "");
    const name = stringAt(alias, "name");
    if (name === undefined) return undefined;
    const span = at(alias, "name")?.span ?? alias.span;
    const target = callable.get(name);
    const earlier = places.get(name);
    if (target !== undefined) {
      const related = [{ span: nameSpan(target), message: "the tool" }];
      report.push(diagnostic("alias-shadows-tool", { name }, span, { related }));
      return undefined;
    }
    if (earlier !== undefined) {
      reportDuplicate(report, "alias", name, span, earlier);
      return undefined;
    }
    claimTool(name, span, claims, report);
    places.set(name, span);
    return name;
  };
  const claimAll = (tool: string, root: SpecNode | undefined) =>
    itemsAt(root, "aliases").flatMap((alias) => {
      const name = claim(alias);
      return name === undefined ? [] : [[name, tool] as const];
    });
  const aliases = new Map([...tools].flatMap(([tool, file]) => claimAll(tool, file.root)));
  const builtins = entriesAt(catalog, "builtins").flatMap(([tool, { value }]) => claimAll(tool, value));
  return { aliases, builtinAliases: new Map(builtins), systems };
}

/** Reports a name of a tool or an alias that is retired or belongs to a built-in tool. */
function claimTool(name: string, span: Span, { retired, reserved }: Claims, report: Diagnostic[]): void {
  const tombstone = retired.get(name);
  if (reserved && isBuiltinName(name)) report.push(taken(name, span));
  else if (tombstone !== undefined) {
    const related = [{ span: tombstone.key, message: "retired here" }];
    report.push(diagnostic("retired-name-reused", { name }, span, { related }));
  }
}

function taken(name: string, span: Span): Diagnostic {
  const what = isBuiltinName(name) ? builtinTools[name] : "";
  return diagnostic("reserved-tool-name", { name, what }, span, { help: "choose another name" });
}
