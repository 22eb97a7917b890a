import { builtinTools } from "../../../contract/builtin-tools.ts";
import { nearMiss } from "../../../contract/near-miss.ts";
import type { Catalog, Field, Tool } from "../../catalog/catalog.ts";
import { groupBy, oncePerCatalog } from "../../catalog/lookup.ts";
import { oncePerParts } from "../../catalog/once-per-tool.ts";
import { partsOf, type TypeNode } from "../../catalog/type-node.ts";
import { type Finding, findingIn, type LintRule, ruleAcross, type TextSubject } from "../rule.ts";

/** Texts must name only existing tools and params: a model tries to use what it reads about. */
export const referenceRules: readonly LintRule[] = [
  ruleAcross("text", (subject, catalog) => dangling(subject, catalog), {
    concerns: (subject) => mentions(subject).length > 0,
  }),
];

function dangling(subject: TextSubject, catalog: Catalog): readonly Finding[] {
  const names = namesOf(catalog);
  const reported = new Set<string>();
  const { at } = subject;
  return mentions(subject).flatMap((mention) => {
    const { name } = mention;
    if (names.known.has(name) || reported.has(name)) return [];
    const near = nearestTo(name, names);
    if (near === undefined && !looksLikeOurs(mention, names)) return [];
    reported.add(name);
    const help = near === undefined ? "no tool, param, field or value has that name" : `did you mean '${near}'?`;
    return [findingIn("description-dangling-reference", { name }, at, name, { help })];
  });
}

interface Mention {
  readonly name: string;
  /** Between backticks. */
  readonly marked: boolean;
  /** The words around it show that it is a tool or a param: "use `x`", "the `x` param". */
  readonly pointed: boolean;
}

/** `` `word` `` and bare snake_case, except paths, addresses, calls of other languages, quoted samples and placeholders. */
function mentions(subject: TextSubject): readonly Mention[] {
  const known = mentionsOf.get(subject);
  if (known !== undefined) return known;
  const { text } = subject;
  const found = text.includes("_") || text.includes("`") ? mentionsIn(text) : [];
  mentionsOf.set(subject, found);
  return found;
}

const mentionsOf = new WeakMap<TextSubject, readonly Mention[]>();

function mentionsIn(text: string): readonly Mention[] {
  const found: Mention[] = [];
  for (const match of text.matchAll(
    /(`?)(?<![\w$@#/.:{'"<-])([a-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*)(?![\w$@#/}'"=<>*-]|[.:](?=\w)|\()\1/g,
  )) {
    const [whole, tick = "", name = ""] = match;
    const marked = tick === "`" && whole.endsWith("`");
    // A single word is a name only between backticks; a longer text than any name is data.
    if (name.length > 64 || (!marked && !name.includes("_"))) continue;
    const before = text.slice(Math.max(0, match.index - 24), match.index);
    const after = text.slice(match.index + whole.length, match.index + whole.length + 12);
    const pointed =
      /\b(?:use|call|run|see|try|via|with|through|set|pass|send|give|tool|param|field)\s+$/i.test(before) ||
      /^\s+(?:tool|param|field|argument)\b/i.test(after);
    found.push({ name, marked, pointed });
  }
  return found;
}

/** Not a near miss, but very likely a name of this catalog. */
function looksLikeOurs({ name, marked, pointed }: Mention, { prefixes }: Names): boolean {
  const [prefix = ""] = name.split("_");
  if (!name.includes("_")) return false;
  return prefixes.has(prefix) || (marked && pointed);
}

/** A short word is near to many names. */
function nearestTo(name: string, { callable, misses }: Names): string | undefined {
  if (name.length < 5) return undefined;
  const before = misses.get(name);
  if (before !== undefined) return before.near;
  if (misses.size >= maxSearched) return undefined;
  const found = nearMiss(
    name,
    (callable.get(beginningOf(name)) ?? []).filter((known) => isClose(name, known)),
  );
  misses.set(name, { near: found });
  return found;
}

/** Stricter than a near miss elsewhere, because the word may have another meaning. */
function isClose(name: string, near: string): boolean {
  return Math.abs(name.length - near.length) <= 2;
}

/** The part of a name that is hardly ever mistyped. */
function beginningOf(name: string): string {
  return name.slice(0, 2).toLowerCase();
}

/** Each search compares many names; a catalog with more unknown words than this has other problems. */
const maxSearched = 500;

interface Names {
  /** Everything that a text may name. */
  readonly known: ReadonlySet<string>;
  /** Tools and params by their beginning. */
  readonly callable: ReadonlyMap<string, readonly string[]>;
  /** First words of tool names that several tools share or that name a family. */
  readonly prefixes: ReadonlySet<string>;
  /** Results of `nearestTo`: many texts have the same mistake. */
  readonly misses: Map<string, { readonly near: string | undefined }>;
}

const namesOf = oncePerCatalog((catalog): Names => ({ ...settledNames(catalog), misses: new Map() }));

const settledNames = oncePerParts(
  (tool) => [tool.name, ...namesInTool(tool).keys()].join(" "),
  (catalog): Omit<Names, "misses"> => {
    const builtins = (catalog.builtins ?? []).flatMap(calledNames);
    const called = [...catalog.tools.flatMap(calledNames), ...builtins];
    const params = new Set<string>(["session", "confirm"]);
    const others = new Set<string>([...builtIn, ...catalog.targets, ...catalog.profiles.map(({ name }) => name)]);
    for (const { name } of [...catalog.tiers, ...catalog.families, ...catalog.types, ...catalog.retired])
      others.add(name);
    for (const { data } of catalog.errors) collectFields(data, others);
    for (const { type } of catalog.types) collect(type, others);
    for (const tool of catalog.tools) {
      for (const [name, kind] of namesInTool(tool)) (kind === "param" ? params : others).add(name);
    }
    return {
      known: new Set([...called, ...params, ...others]),
      callable: groupBy(new Set([...called, ...params]), beginningOf),
      prefixes: prefixesOf(catalog),
    };
  },
);

function calledNames(tool: Tool): readonly string[] {
  return [tool.name, ...tool.aliases.map(({ name }) => name)];
}

/** Names of params, and of what is inside them and the results. Aliases of the tool are among the others. */
function namesInTool(tool: Tool): ReadonlyMap<string, "param" | "other"> {
  const known = namesByTool.get(tool);
  if (known !== undefined) return known;
  const others = new Set<string>();
  collectFields(tool.params, others);
  collect(tool.returns, others);
  collect(tool.result, others);
  for (const alias of tool.aliases) {
    collectFields(alias.params, others);
    if (alias.result !== undefined) collect(alias.result, others);
    for (const name of [...Object.keys(alias.rename), ...alias.ignore, alias.name]) others.add(name);
  }
  const params = [...tool.params, ...tool.aliases.flatMap((alias) => alias.params)];
  const names = new Map<string, "param" | "other">();
  for (const { name } of params) names.set(name, "param");
  for (const name of others) if (!names.has(name)) names.set(name, "other");
  namesByTool.set(tool, names);
  return names;
}

const namesByTool = new WeakMap<Tool, ReadonlyMap<string, "param" | "other">>();

/** Built-in tools, and words of the protocol. */
const builtIn = [...Object.keys(builtinTools), "_context", "_meta"];

function prefixesOf(catalog: Catalog): ReadonlySet<string> {
  const counts = new Map<string, number>();
  // Versions of one tool are one name.
  for (const name of new Set(catalog.tools.map((tool) => tool.name))) {
    const [prefix = name, ...rest] = name.split("_");
    if (rest.length > 0) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const families = new Set(catalog.families.map(({ name }) => name));
  return new Set([...counts].filter(([prefix, count]) => count > 1 || families.has(prefix)).map(([prefix]) => prefix));
}

function collectFields(fields: readonly Field[], names: Set<string>): void {
  addNames(fields, names);
  for (const { type } of fields) collect(type, names);
}

function addNames(fields: readonly Field[], names: Set<string>): void {
  for (const { name, aliases = [] } of fields) for (const named of [{ name }, ...aliases]) names.add(named.name);
}

/** Names of fields and values inside a type. References lead to types that are collected by themselves. */
function collect(type: TypeNode, names: Set<string>): void {
  if (type.kind === "object") addNames(type.fields, names);
  if (type.kind === "enum") {
    for (const { value, aliases = [] } of type.values) for (const word of [value, ...aliases]) names.add(word);
  }
  for (const part of partsOf(type)) collect(part, names);
}
