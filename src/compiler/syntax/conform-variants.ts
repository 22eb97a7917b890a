import { nearMiss } from "../../contract/near-miss.ts";
import { oncePerObject } from "../../contract/once-per-object.ts";
import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import { allVariantKeys, typesWithKey } from "../catalog/grammar/forms.ts";
import type { KeyTable, VariantsGrammar } from "../catalog/spec-grammar.ts";
import {
  type Conforming,
  conformKeys,
  inPlace,
  reportConflict,
  reportMissingKeys,
  reportUnknownKey,
  startOf,
  without,
  withoutMistyped,
} from "./conform.ts";
import { wrongKind } from "./conform-scalar.ts";
import {
  foreignKey,
  foreignType,
  keysMeant,
  listOfTypes,
  selectsType,
  sharedInShort,
  typeByKeys,
  typeInShort,
} from "./other-languages.ts";
import type { SpecEntry, SpecMap, SpecNode, SpecScalar } from "./spec-node.ts";

/**
 * Checks a map against the grammar of types: the word under `type` decides which other keys are allowed. A map with an
 * unknown type keeps its other keys, so that references to it are not reported too.
 */
export function conformVariants(state: Conforming, node: SpecNode, grammar: VariantsGrammar): SpecNode | undefined {
  const short = grammar.short === true ? shortForm(node) : undefined;
  const map = short ?? node;
  if (map.kind !== "map") {
    const words = Object.keys(grammar.variants);
    const shared = Object.hasOwn(grammar.instead, "use") ? sharedInShort(node, words) : undefined;
    return wrongKind(state, node, grammar, typeInShort(node, words) ?? shared);
  }
  const selectors = selectorNames(grammar);
  const conflict = reportConflict(state, map, selectors);
  const table = tableOf(state, map, grammar, conflict);
  const allowed = allowedKeys(table.own, grammar);
  const unknown: string[] = [];
  for (const [name, entry] of map.entries) {
    if (selectors.includes(name) || Object.hasOwn(allowed, name)) continue;
    const foreign = foreignKey(name, entry, map, table.variant);
    if (table.variant !== undefined && typesWithKey(grammar, name).length > 0) {
      const extras = foreign ?? { help: `it is a key of ${typesWithKey(grammar, name).join(", ")}` };
      state.report.push(diagnostic("key-not-for-type", { key: name, type: table.variant }, entry.key, extras));
    } else if (foreign !== undefined) {
      unknown.push(name);
      state.report.push(diagnostic("unknown-key", { key: name, place: inPlace(state) }, entry.key, foreign));
    } else {
      unknown.push(name);
      const known = [...selectors, ...Object.keys(allowed)];
      const chosen = selectors.some((key) => map.entries.has(key));
      reportUnknownKey(state, { key: entry.key, name, map }, known, chosen ? Object.keys(allowed) : known);
    }
  }
  // What follows from a key of another name is not reported too.
  const awaited = without(withoutMistyped(table.own, unknown), keysMeant(unknown));
  if (table.complete) reportMissingKeys(state, map, awaited);
  const kept = conformKeys(state, map, allowed);
  for (const name of Object.keys(table.own)) {
    if (!Object.hasOwn(awaited, name) && !kept.has(name)) kept.set(name, brokenAt(startOf(map)));
  }
  return { ...map, entries: withSelector(state, map, grammar, kept, table.variant) };
}

/** `type` and the keys that replace it. */
const selectorNames = oncePerObject(({ instead }: VariantsGrammar): readonly string[] => [
  "type",
  ...Object.keys(instead),
]);

function brokenAt(span: Span): SpecEntry {
  return { key: span, value: { kind: "broken", span } };
}

const allowedTables = new WeakMap<KeyTable, WeakMap<VariantsGrammar, KeyTable>>();

/** Made once for each type of a grammar: most nodes of a catalog are types. */
function allowedKeys(own: KeyTable, grammar: VariantsGrammar): KeyTable {
  const known = allowedTables.get(own)?.get(grammar);
  if (known !== undefined) return known;
  const table = { ...own, ...grammar.shared };
  const tables = allowedTables.get(own) ?? new WeakMap<VariantsGrammar, KeyTable>();
  allowedTables.set(own, tables.set(grammar, table));
  return table;
}

const noKeys: KeyTable = {};

interface ChosenTable {
  /** Keys of the type, beside the shared ones. */
  readonly own: KeyTable;
  /** The word of the type, where it is known. */
  readonly variant?: string;
  /** Required keys are checked. */
  readonly complete: boolean;
}

function tableOf(state: Conforming, map: SpecMap, grammar: VariantsGrammar, conflict: boolean): ChosenTable {
  if (conflict) return { own: allVariantKeys(grammar), complete: false };
  const key = selectorNames(grammar).find((name) => name !== "type" && map.entries.has(name));
  if (key !== undefined) {
    return grammar.instead[key]?.beside === "all"
      ? { own: allVariantKeys(grammar), complete: false }
      : { own: noKeys, variant: key, complete: false };
  }
  const type = map.entries.get("type");
  const unsaid = unsaidVariant(map, grammar);
  if (type === undefined && unsaid === undefined) {
    reportNoType(state, map, grammar);
    return { own: allVariantKeys(grammar), complete: false };
  }
  const word = type === undefined ? unsaid : type.value.kind === "scalar" ? type.value.value : undefined;
  const variant = typeof word === "string" && Object.hasOwn(grammar.variants, word) ? word : undefined;
  if (variant === undefined) return { own: allVariantKeys(grammar), complete: false };
  return { own: grammar.variants[variant]?.keys ?? noKeys, variant, complete: true };
}

/** The variant of a map without `type`. */
function unsaidVariant(map: SpecMap, { fallback, implied }: VariantsGrammar): string | undefined {
  return implied !== undefined && map.entries.has(implied.key) ? implied.variant : fallback;
}

function reportNoType(state: Conforming, map: SpecMap, grammar: VariantsGrammar): void {
  const selectors = selectorNames(grammar);
  const unknown = [...map.entries.keys()].filter((name) => !Object.hasOwn(grammar.shared, name));
  // `tpye: string` is reported as an unknown key, with the correct one as help.
  const mistyped = unknown.some((name) => nearMiss(name, selectors) !== undefined);
  if (mistyped || selectsType(map)) return;
  const keys = selectors.map((key) => `'${key}'`).join(", ");
  state.report.push(diagnostic("missing-type", { place: inPlace(state), keys }, startOf(map), typeByKeys(map)));
}

/** Adds the key that decides the type: `type`, or a key that replaces it. */
function withSelector(
  state: Conforming,
  map: SpecMap,
  grammar: VariantsGrammar,
  kept: ReadonlyMap<string, SpecEntry>,
  variant: string | undefined,
): ReadonlyMap<string, SpecEntry> {
  const entries = new Map(kept);
  for (const [key, entry] of conformSelectors(state, map, grammar)) entries.set(key, entry);
  if (variant !== undefined && variant === unsaidVariant(map, grammar) && !entries.has("type")) {
    const scalar: SpecScalar = { kind: "scalar", span: startOf(map), value: variant };
    entries.set("type", { key: startOf(map), value: scalar });
  }
  return entries;
}

function conformSelectors(state: Conforming, map: SpecMap, grammar: VariantsGrammar): ReadonlyMap<string, SpecEntry> {
  const type = map.entries.get("type");
  const report = type === undefined ? undefined : reportOfType(state, type.value, map, grammar);
  if (type === undefined || report === undefined) return conformKeys(state, map, selectorTable(grammar));
  state.report.push(report);
  const entries = new Map(map.entries);
  entries.set("type", { key: type.key, value: { kind: "broken", span: type.value.span } });
  return conformKeys(state, { ...map, entries }, selectorTable(grammar));
}

/** What is wrong with the value under `type` where another language has it. */
function reportOfType(
  state: Conforming,
  value: SpecNode,
  map: SpecMap,
  { variants }: VariantsGrammar,
): Diagnostic | undefined {
  const place = ` in '${state.path === "" ? "" : `${state.path}.`}type'`;
  if (value.kind === "list") {
    return diagnostic("wrong-kind", { place, expected: "a text", found: "a list" }, value.span, listOfTypes);
  }
  if (value.kind !== "scalar" || typeof value.value !== "string" || Object.hasOwn(variants, value.value))
    return undefined;
  const repair = foreignType(value.value, value.span, map);
  return repair && diagnostic("unknown-word", { word: value.value, place }, value.span, repair);
}

/** `type` and the keys that replace it, as a table. */
const selectorTable = oncePerObject(({ variants, instead }: VariantsGrammar): KeyTable => {
  const words = Object.fromEntries(Object.entries(variants).map(([word, { description }]) => [word, description]));
  return {
    ...Object.fromEntries(Object.entries(instead).map(([key, { key: own }]) => [key, own])),
    type: { value: { kind: "word", words }, description: "The type" },
  };
});

function shortForm(node: SpecNode): SpecMap | undefined {
  if (node.kind !== "scalar" || typeof node.value !== "string") return undefined;
  return { kind: "map", span: node.span, entries: new Map([["type", { key: node.span, value: node }]]) };
}
