import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { SpecDocument } from "../spec/spec-file.ts";
import { at, entriesAt, itemsAt, type SpecEntry, type SpecMap, type SpecNode, stringAt } from "../spec/spec-node.ts";

/**
 * Every name of the catalog, gathered before anything is resolved. Files that could not be read leave the index
 * incomplete; then nobody is told that a name is unknown.
 */
export interface NameIndex {
  /** Tool name → its file. A file that could not be read counts. */
  readonly tools: ReadonlyMap<string, SpecDocument>;
  /** Alias → its tool. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Systems that aliases are marked with. */
  readonly systems: ReadonlySet<string>;
  readonly types: ReadonlyMap<string, NamedSpec>;
  readonly params: ReadonlyMap<string, SpecEntry>;
  readonly errors: ReadonlySet<string>;
  readonly families: readonly string[];
  readonly tiers: readonly string[];
  /** Kinds of names of which some could not be read. */
  readonly incomplete: ReadonlySet<"aliases" | "types" | "params">;
}

export interface NamedSpec {
  readonly family: string;
  readonly key: Span;
  readonly value: SpecNode;
}

/** Gathers the names; reports those that two things claim. */
export function indexNames(documents: readonly SpecDocument[], catalog: SpecMap, report: Diagnostic[]): NameIndex {
  const ofKind = (kind: SpecDocument["kind"]) => documents.filter((document) => document.kind === kind);
  const incomplete = new Set<"aliases" | "types" | "params">();
  const note = (kind: "aliases" | "types" | "params", files: readonly SpecDocument[]) => {
    if (files.some((file) => file.root === undefined)) incomplete.add(kind);
  };
  note("aliases", ofKind("tool"));
  note("types", ofKind("types"));
  note("params", ofKind("params"));

  const tools = indexTools(ofKind("tool"), report);
  const retired = new Set(ofKind("retired").flatMap((file) => [...(file.root?.entries.keys() ?? [])]));
  const aliases = indexAliases(tools, retired, report);
  const params = ofKind("params").flatMap((file) => [...(file.root?.entries ?? [])]);
  return {
    tools,
    aliases,
    systems: new Set(
      [...tools.values()].flatMap((file) => itemsAt(file.root, "aliases").map((alias) => stringAt(alias, "of") ?? "")),
    ),
    types: indexTypes(ofKind("types"), report),
    params: new Map(params),
    errors: new Set(entriesAt(catalog, "errors").map(([name]) => name)),
    families: entriesAt(catalog, "families").map(([name]) => name),
    tiers: entriesAt(catalog, "tiers").map(([name]) => name),
    incomplete,
  };
}

function indexTools(files: readonly SpecDocument[], report: Diagnostic[]): Map<string, SpecDocument> {
  const tools = new Map<string, SpecDocument>();
  for (const file of files) {
    const earlier = tools.get(file.name);
    if (earlier === undefined) tools.set(file.name, file);
    else reportDuplicate(report, "tool", file.name, nameSpan(file), nameSpan(earlier));
  }
  return tools;
}

function indexAliases(
  tools: ReadonlyMap<string, SpecDocument>,
  retired: ReadonlySet<string>,
  report: Diagnostic[],
): Map<string, string> {
  const aliases = new Map<string, string>();
  const places = new Map<string, Span>();
  for (const [tool, file] of tools) {
    if (retired.has(tool)) report.push(diagnostic("retired-name-reused", { name: tool }, nameSpan(file)));
    for (const alias of itemsAt(file.root, "aliases")) {
      const name = stringAt(alias, "name");
      if (name === undefined) continue;
      const span = at(alias, "name")?.span ?? alias.span;
      const earlier = places.get(name);
      const target = tools.get(name);
      if (target !== undefined) {
        const related = [{ span: nameSpan(target), message: "the tool" }];
        report.push(diagnostic("alias-shadows-tool", { name }, span, { related }));
      } else if (earlier !== undefined) {
        reportDuplicate(report, "alias", name, span, earlier);
      } else {
        if (retired.has(name)) report.push(diagnostic("retired-name-reused", { name }, span));
        aliases.set(name, tool);
        places.set(name, span);
      }
    }
  }
  return aliases;
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
  report.push(
    diagnostic("duplicate-name", { name, kind }, span, { related: [{ span: earlier, message: "the other one" }] }),
  );
}

/** Where a tool says its name; the beginning of the file when it does not. */
export function nameSpan(file: SpecDocument): Span {
  return at(file.root, "name")?.span ?? { file: file.source, start: 0, end: 0 };
}
