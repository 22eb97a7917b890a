import { nearMiss } from "../../contract/near-miss.ts";
import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.ts";
import { mistyped, suggest } from "../../diagnostics/mistyped.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { Tool } from "../catalog/catalog.ts";
import { forms } from "../catalog/grammar/forms.ts";
import { pointer } from "../catalog/origins.ts";
import { ownName } from "../catalog/own-names.ts";
import { patternOf } from "../syntax/conform-scalar.ts";
import { at, type SpecNode, stringAt } from "../syntax/spec-node.ts";
import type { NameIndex } from "./name-index.ts";
import type { WrittenOut } from "./written-out.ts";

/** What every part of `resolve` reads from and writes to. */
export interface Context {
  readonly diagnostics: Diagnostic[];
  /** JSON Pointer into the catalog → where it was written. */
  readonly origins: Map<string, Span>;
  readonly names: NameIndex;
  /** Path → text, for `{file: …}`. */
  readonly texts: ReadonlyMap<string, { readonly path: string; readonly text: string }>;
  /** Paths of the texts that were named so far. */
  readonly namedTexts: Set<string>;
  /** Shared params that were used so far. */
  readonly usedParams: Set<string>;
  /** Named types that were written out so far, which no reference in the catalog names. */
  readonly usedTypes: Set<string>;
  readonly writtenOut: WrittenOut;
}

/** The same for one part, which records what it uses, and what is wrong with it, for itself. */
export function ownContext(context: Context, origins: Map<string, Span>): Context {
  return {
    ...context,
    diagnostics: [],
    origins,
    namedTexts: new Set(),
    usedParams: new Set(),
    usedTypes: new Set(),
  };
}

type UnknownNameCode =
  | "unknown-type"
  | "unknown-shared-param"
  | "unknown-tool"
  | "unknown-field"
  | "unknown-error"
  | "unknown-family"
  | "unknown-tier"
  | "unknown-profile"
  | "unknown-system"
  | "unlisted-system";

/** Reports an unknown name, with the nearest known one. */
export function reportUnknown(
  context: Context,
  code: UnknownNameCode,
  name: string,
  span: Span,
  known: Iterable<string>,
): void {
  const names = [...known];
  const extras = mistyped(name, span, names);
  const made = code === "unknown-tool" ? toolHelp(name, names) : undefined;
  context.diagnostics.push(diagnostic(code, { name }, span, made === undefined ? extras : { ...extras, help: made }));
}

/** What to do about a tool that is not there: write a similar name, or make it. */
export function toolHelp(name: string, known: readonly string[]): string | undefined {
  const help = suggest(name, known);
  if (nearMiss(name, known) !== undefined || known.includes(name) || !patternOf(forms.name).test(name)) return help;
  return `${help === undefined ? "" : `${help}; or `}\`pegboard add tool ${name}\` makes it`;
}

/**
 * The suggestions for an unknown name where built-in tools are allowed: these only when one of them is near and no other
 * name is, because they are rarely intended.
 */
export function offeredFor(context: Context, name: string, known: Iterable<string>): readonly string[] {
  const own = [...known];
  const { builtins, builtinAliases } = context.names;
  const others = [...builtins, ...builtinAliases.keys()];
  return nearMiss(name, own) === undefined && nearMiss(name, others) !== undefined ? others : own;
}

export function reportUnknownParam(
  context: Context,
  name: string,
  span: Span,
  tool: Pick<Tool, "name" | "params">,
): void {
  const known = tool.params.map(ownName);
  context.diagnostics.push(diagnostic("unknown-param", { name, tool: tool.name }, span, mistyped(name, span, known)));
}

/** How callers spell the tool that YAML calls so. */
export function wireName({ names }: Context, tool: string): string {
  return stringAt(names.tools.get(tool)?.root, "wire") ?? tool;
}

/** `{[key]: value}`, or `{}` when the value is absent: for properties that are left out rather than undefined. */
export function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  // A computed key of type K widens to string; the one key there is is K.
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}

/** Records where the values under some keys of a node were written. */
export function trace(context: Context, node: SpecNode | undefined, keys: readonly string[], base: string): void {
  for (const key of keys) {
    const value = at(node, key);
    if (value !== undefined) context.origins.set(pointer(base, toCamel(key)), value.span);
  }
}

/** The name of a key in the catalog: `max_length` → `maxLength`. Keys are words of the grammar, so there are few. */
function toCamel(key: string): string {
  const camel = camelKeys.get(key) ?? key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  camelKeys.set(key, camel);
  return camel;
}

const camelKeys = new Map<string, string>();
