import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import { type Context, ownContext } from "./context.ts";
import type { Around } from "./kept-tools.ts";

/** A part of the catalog that is resolved from no tool: it stays the same while everything around the tools does. */
export interface KeptPart<Value> {
  readonly around: Around;
  /** The texts that it names, by path. */
  readonly texts: ReadonlyMap<string, string | undefined>;
  readonly value: Value;
  readonly diagnostics: readonly Diagnostic[];
  readonly origins: ReadonlyMap<string, Span>;
  readonly usedParams: ReadonlySet<string>;
  readonly usedTypes: ReadonlySet<string>;
}

/** @param before what an earlier run made of the part */
export function keepPart<Value>(
  context: Context,
  around: Around,
  before: KeptPart<Value> | undefined,
  resolve: (own: Context) => Value,
): KeptPart<Value> {
  const isKept = before?.around === around && hasSameTexts(before, context);
  const part = isKept ? before : resolvePart(context, around, resolve);
  recordUse(context, part);
  context.diagnostics.push(...part.diagnostics);
  return part;
}

type Uses = Pick<KeptPart<unknown>, "texts" | "usedParams" | "usedTypes">;

/** What a part uses, the catalog uses. */
export function recordUse(context: Context, { texts, usedParams, usedTypes }: Uses): void {
  for (const path of texts.keys()) context.namedTexts.add(path);
  for (const name of usedParams) context.usedParams.add(name);
  for (const name of usedTypes) context.usedTypes.add(name);
}

function resolvePart<Value>(context: Context, around: Around, resolve: (own: Context) => Value): KeptPart<Value> {
  const own = ownContext(context, new Map());
  const value = resolve(own);
  const { diagnostics, origins, usedParams, usedTypes } = own;
  return { around, texts: textsOf(own), value, diagnostics, origins, usedParams, usedTypes };
}

/** The texts that were named, by path. */
export function textsOf({ namedTexts, texts }: Context): ReadonlyMap<string, string | undefined> {
  return new Map([...namedTexts].map((path) => [path, texts.get(path)?.text]));
}

export function hasSameTexts({ texts }: Pick<Uses, "texts">, context: Context): boolean {
  for (const [path, text] of texts) if (context.texts.get(path)?.text !== text) return false;
  return true;
}
