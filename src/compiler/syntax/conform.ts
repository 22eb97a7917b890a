import { nearMiss } from "../../contract/near-miss.ts";
import { oncePerObject } from "../../contract/once-per-object.ts";
import { type Checked, type Diagnostic, type DiagnosticExtras, diagnostic } from "../../diagnostics/diagnostic.ts";
import { lowerFirst } from "../../diagnostics/lower-first.ts";
import { mistyped, replaceWord } from "../../diagnostics/mistyped.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import {
  type EitherGrammar,
  type Grammar,
  type KeyTable,
  type ListGrammar,
  type MapGrammar,
  type RecordGrammar,
  specRules,
  textFileRule,
} from "../catalog/spec-grammar.ts";
import { removalOf } from "../edits/remove-part.ts";
import { conformScalar, patternOf, wellFormed, wrongKind } from "./conform-scalar.ts";
import { conformVariants } from "./conform-variants.ts";
import { keyExplained, keyInstead, typeInShort } from "./other-languages.ts";
import { at, type SpecEntry, type SpecList, type SpecMap, type SpecNode } from "./spec-node.ts";

/** The state of a check of one value; findings are collected in `report`. */
export interface Conforming {
  readonly report: Diagnostic[];
  /** Where the value is in its file: "", or "params.limit". */
  readonly path: string;
}

/**
 * Checks a tree against a rule of the grammar: what the rule allows is kept, what breaks it is reported once and dropped.
 * @returns undefined when nothing is left
 */
export function conform(node: SpecNode, rule: string): Checked<SpecNode | undefined> {
  const report: Diagnostic[] = [];
  const value = conformTo({ report, path: "" }, node, ruleNamed(rule));
  return { value, diagnostics: report };
}

/** One case for every kind of grammar; undefined: reported and dropped. */
export function conformTo(state: Conforming, node: SpecNode, grammar: Grammar): SpecNode | undefined {
  if (node.kind === "broken") return undefined;
  switch (grammar.kind) {
    case "rule":
      return conformTo(state, node, ruleNamed(grammar.rule));
    case "json":
      return holdsBroken(node) ? undefined : node;
    case "text":
      if (node.kind === "map" && isBrokenText(node)) return wrongKind(state, node, grammar);
      if (node.kind === "map") return conformTo(state, node, ruleNamed(textFileRule));
      return conformScalar(state, node, grammar);
    case "either":
      return conformEither(state, node, grammar);
    case "list":
      return node.kind === "list" ? conformList(state, node, grammar) : wrongKind(state, node, grammar);
    case "map":
      if (grammar.orNothing === true && isNothing(node))
        return conformMap(state, { kind: "map", span: node.span, entries: new Map() }, grammar);
      return node.kind === "map" ? conformMap(state, node, grammar) : wrongKind(state, node, grammar, mapInstead(node));
    case "record":
      return node.kind === "map"
        ? conformRecord(state, node, grammar)
        : wrongKind(state, node, grammar, recordInstead([grammar], node));
    case "variants":
      return conformVariants(state, node, grammar);
    default:
      return conformScalar(state, node, grammar);
  }
}

/** Is there nothing behind the colon? */
function isNothing(node: SpecNode): boolean {
  return node.kind === "scalar" && node.value === null;
}

/** Checks the values under keys of a table; keys that are not in it are left out and not reported here. */
export function conformKeys(state: Conforming, map: SpecMap, table: KeyTable): Map<string, SpecEntry> {
  const kept = new Map<string, SpecEntry>();
  map.entries.forEach((entry, name) => {
    const key = Object.hasOwn(table, name) ? table[name] : undefined;
    if (key === undefined) return;
    const value = conformTo(inner(state, name), entry.value, key.value);
    kept.set(name, { key: entry.key, value: value ?? { kind: "broken", span: entry.value.span } });
  });
  return kept;
}

export function reportMissingKeys(state: Conforming, map: SpecMap, table: KeyTable): void {
  for (const [name, key] of requiredIn(table)) {
    if (map.entries.has(name)) continue;
    const missing = diagnostic("missing-key", { key: name, place: inPlace(state) }, startOf(map));
    state.report.push({ ...missing, help: `add '${name}': ${lowerFirst(key.description)}` });
  }
}

/** Tables are few and long, and nodes many. */
const requiredIn = oncePerObject((table: KeyTable) =>
  Object.entries(table).filter(([, { required }]) => required === true),
);

/**
 * @param known allowed keys
 * @param free keys that can be added: not used yet, and not excluded by another key
 */
export function reportUnknownKey(
  state: Conforming,
  { key, name, map }: { readonly key: Span; readonly name: string; readonly map: SpecMap },
  known: readonly string[],
  free: readonly string[] = known,
): void {
  const others = [...map.entries.keys()].filter((other) => other !== name);
  // Two keys can't both be renamed to one.
  const alone = free.filter((word) => !others.some((other) => other === word || nearMiss(other, known) === word));
  const extras =
    name === "<<"
      ? { help: "YAML 1.2 has no merge keys; write the keys out" }
      : isCutText(key) && nearMiss(name, known) === undefined
        ? { help: "a comma ends a text inside { }: put the text in quotes" }
        : mistyped(name, key, known, alone);
  state.report.push(diagnostic("unknown-key", { key: name, place: inPlace(state) }, key, extras));
}

/** Is it the rest of `{description: one, two}`: behind a comma, and without a colon? */
function isCutText({ file: { text }, start, end }: Span): boolean {
  return (
    /,\s*$/.test(text.slice(Math.max(0, start - maxSpaces), start)) && /^\s*[,}]/.test(text.slice(end, end + maxSpaces))
  );
}

const maxSpaces = 80;

/** Reports groups of keys of which more than one is present. */
export function reportConflict(state: Conforming, map: SpecMap, keys: readonly string[]): boolean {
  const present = keys.filter((key) => map.entries.has(key));
  const last = map.entries.get(present.at(-1) ?? "");
  if (present.length < 2 || last === undefined) return false;
  const quoted = present.map((key) => `'${key}'`).join(" and ");
  state.report.push(diagnostic("conflicting-keys", { keys: quoted }, last.key, { help: "keep one of them" }));
  return true;
}

/** For messages: "", or " in 'params.limit'". */
export function inPlace({ path }: Conforming): string {
  return path === "" ? "" : ` in '${path}'`;
}

/** The first key of a map, or the first character: a whole map is too long to underline. */
export function startOf(map: SpecMap): Span {
  for (const entry of map.entries.values()) return entry.key;
  return { ...map.span, end: Math.min(map.span.end, map.span.start + 1) };
}

function conformEither(state: Conforming, node: SpecNode, grammar: EitherGrammar): SpecNode | undefined {
  const types = grammar.options.map(withoutRule).find((option) => option.kind === "variants");
  const type = types?.kind === "variants" ? typeInShort(node, Object.keys(types.variants)) : undefined;
  // Lists of types are lists of other things in some places.
  // A text is allowed too, but only certain words: a map was meant.
  if (types !== undefined && type !== undefined && node.kind === "scalar") return wrongKind(state, node, types, type);
  for (const option of grammar.options) {
    if (takes(option, node)) return conformTo(state, node, option);
  }
  const options = grammar.options.map(withoutRule);
  const isText = options.some(({ kind }) => kind === "string" || kind === "text");
  return wrongKind(state, node, grammar, isText && node.kind === "scalar" ? undefined : recordInstead(options, node));
}

/** Is a node of the kind that a grammar describes? */
function takes(grammar: Grammar, node: SpecNode): boolean {
  switch (grammar.kind) {
    case "rule":
      return takes(ruleNamed(grammar.rule), node);
    case "json":
      return true;
    case "either":
      return grammar.options.some((option) => takes(option, node));
    case "list":
      return node.kind === "list";
    case "map":
    case "record":
    case "variants":
      return node.kind === "map";
    case "text":
      return node.kind === "map" || (node.kind === "scalar" && typeof node.value === "string");
    case "string":
    case "word":
      return node.kind === "scalar" && typeof node.value === "string";
    case "boolean":
      return node.kind === "scalar" && typeof node.value === "boolean";
    case "integer":
    case "number":
      return node.kind === "scalar" && typeof node.value === "number";
  }
}

function conformList(state: Conforming, list: SpecList, grammar: ListGrammar): SpecList | undefined {
  const items = conformItems(state, list.items, list.span, grammar);
  // With too few types it is not known which values are right.
  const isUnknown = isOfTypes(grammar) && items.length < (grammar.minItems ?? 0);
  return isUnknown ? undefined : { ...list, items };
}

const fewHelp = { help: "write what is missing, or leave the key out where the language lets you" };

function isOfTypes({ items }: ListGrammar): boolean {
  return withoutRule(items).kind === "variants";
}

function conformItems(
  state: Conforming,
  items: readonly SpecNode[],
  span: Span,
  grammar: ListGrammar,
): readonly SpecNode[] {
  if (items.length < (grammar.minItems ?? 0)) {
    state.report.push(diagnostic("too-few", { place: inPlace(state), min: grammar.minItems ?? 0 }, span, fewHelp));
  }
  const seen = new Map<unknown, Span>();
  return items.flatMap((item, index): readonly SpecNode[] => {
    const value = conformTo(inner(state, index), item, grammar.items);
    // A type that can't be read is still one of them.
    if (value === undefined) return isOfTypes(grammar) ? [{ kind: "broken", span: item.span }] : [];
    if (!grammar.unique || value.kind !== "scalar") return [value];
    const earlier = seen.get(value.value);
    if (earlier === undefined) {
      seen.set(value.value, value.span);
      return [value];
    }
    const related = [{ span: earlier, message: "first here" }];
    const cut = removalOf(span, value.span);
    const fix = cut === undefined ? undefined : { title: "remove the second one", edits: [{ span: cut, text: "" }] };
    state.report.push(diagnostic("duplicate-item", { item: String(value.value) }, value.span, { related, fix }));
    return [];
  });
}

function conformMap(state: Conforming, map: SpecMap, grammar: MapGrammar): SpecMap {
  const entries = new Map<string, SpecEntry>();
  for (const [name, entry] of map.entries) {
    if (!conformName(state, map, name, entry.key, grammar.key)) {
      // References to the correct form of the name mean this entry and are not reported too.
      const meant = grammar.key.kind === "word" ? undefined : wellFormed(name, grammar.key.form);
      if (meant !== undefined && !map.entries.has(meant)) {
        entries.set(meant, { key: entry.key, value: { kind: "broken", span: entry.value.span } });
      }
      continue;
    }
    const value = conformTo(inner(state, name), entry.value, grammar.value);
    // The name stays known, so that references to it are not reported too.
    entries.set(name, { key: entry.key, value: value ?? { kind: "broken", span: entry.value.span } });
  }
  if (map.entries.size < (grammar.minEntries ?? 0)) {
    state.report.push(
      diagnostic("too-few", { place: inPlace(state), min: grammar.minEntries ?? 0 }, map.span, fewHelp),
    );
  }
  return { ...map, entries };
}

function conformName(state: Conforming, map: SpecMap, name: string, span: Span, key: MapGrammar["key"]): boolean {
  if (key.kind === "word") {
    if (Object.hasOwn(key.words, name)) return true;
    reportUnknownKey(state, { key: span, name, map }, Object.keys(key.words));
    return false;
  }
  if (key.form === undefined || patternOf(key.form).test(name)) return true;
  const meant = wellFormed(name, key.form);
  const fix = meant === undefined ? undefined : { title: `rename it to '${meant}'`, edits: [{ span, text: meant }] };
  const help = meant === undefined ? undefined : `write '${meant}'`;
  state.report.push(diagnostic("wrong-form", { found: name, expected: key.form.description }, span, { help, fix }));
  return false;
}

function conformRecord(state: Conforming, written: SpecMap, grammar: RecordGrammar): SpecMap {
  const map = withoutOutdented(state, written, grammar);
  for (const [name, entry] of map.entries) {
    if (!Object.hasOwn(grammar.keys, name)) {
      const meant = keyInstead(name, map, grammar.keys);
      if (meant !== undefined) {
        const extras = { help: `write '${meant}'`, fix: replaceWord(entry.key, meant) };
        state.report.push(diagnostic("unknown-key", { key: name, place: inPlace(state) }, entry.key, extras));
        continue;
      }
      const explained = keyExplained(name, grammar.keys);
      if (explained !== undefined) {
        const extras = { help: explained };
        state.report.push(diagnostic("unknown-key", { key: name, place: inPlace(state) }, entry.key, extras));
        continue;
      }
      const known = missingKeysFirst(map, grammar.keys);
      reportUnknownKey(state, { key: entry.key, name, map }, known, withoutExcluded(map, known, grammar));
    }
  }
  const unknown = [...map.entries.keys()].filter((name) => !Object.hasOwn(grammar.keys, name));
  const called = unknown.flatMap((name) => keyInstead(name, map, grammar.keys) ?? []);
  const awaited = without(withoutMistyped(grammar.keys, unknown), called);
  reportMissingKeys(state, map, awaited);
  for (const group of grammar.needs ?? []) {
    // A mistyped key is reported alone, here too.
    if (group.some((key) => map.entries.has(key) || !Object.hasOwn(awaited, key))) continue;
    const missing = diagnostic("missing-key", { key: group[0], place: inPlace(state) }, startOf(map));
    state.report.push({ ...missing, help: `add ${group.map((key) => `'${key}'`).join(" or ")}` });
  }
  for (const group of grammar.exclusive ?? []) reportConflict(state, map, group);
  const entries = conformKeys(state, map, grammar.keys);
  // What follows from a key of another name is not reported too.
  const mistyped = Object.keys(grammar.keys).filter((name) => grammar.keys[name]?.defaulted && !(name in awaited));
  for (const name of [...called, ...mistyped.filter((one) => !entries.has(one))])
    entries.set(name, { key: startOf(map), value: { kind: "broken", span: startOf(map) } });
  return { ...map, entries };
}

/** Unknown keys below one with nothing behind it belong into it, and lack their indentation: that is one finding. */
function withoutOutdented(state: Conforming, map: SpecMap, grammar: RecordGrammar): SpecMap {
  if (!hasUnknownKey(map, grammar)) return map;
  const entries = new Map<string, SpecEntry>();
  let above: { readonly name: string; readonly entry: SpecEntry; readonly value: Grammar } | undefined;
  for (const [name, entry] of map.entries) {
    const key = Object.hasOwn(grammar.keys, name) ? grammar.keys[name] : undefined;
    if (key === undefined && above !== undefined) {
      if (entries.get(above.name)?.value.kind === "broken") continue;
      wrongKind(inner(state, above.name), above.entry.value, above.value, {
        help: "indent the lines below it: they belong to it",
      });
      entries.set(above.name, { ...above.entry, value: { kind: "broken", span: above.entry.value.span } });
      continue;
    }
    entries.set(name, entry);
    above = key?.value.kind === "map" && isNothing(entry.value) ? { name, entry, value: key.value } : undefined;
  }
  return { ...map, entries };
}

function hasUnknownKey({ entries }: SpecMap, { keys }: RecordGrammar): boolean {
  for (const name of entries.keys()) if (!Object.hasOwn(keys, name)) return true;
  return false;
}

/** Keys that no other key of the map excludes. */
function withoutExcluded(map: SpecMap, known: readonly string[], { exclusive = [] }: RecordGrammar): readonly string[] {
  const excluded = exclusive.filter((group) => group.some((key) => map.entries.has(key))).flat();
  return known.filter((key) => !excluded.includes(key));
}

/** Only a key that is not present yet can be the intended one. */
function missingKeysFirst(map: SpecMap, table: KeyTable): readonly string[] {
  const missing = Object.keys(table).filter((key) => !map.entries.has(key));
  return missing.length === 0 ? Object.keys(table) : missing;
}

/** A mistyped key is one finding: the intended key is not reported as missing too. */
export function withoutMistyped(table: KeyTable, unknown: readonly string[]): KeyTable {
  if (unknown.length === 0) return table;
  const meant = new Set(unknown.map((name) => nearMiss(name, Object.keys(table))));
  return Object.fromEntries(Object.entries(table).filter(([key]) => !meant.has(key)));
}

export function without(table: KeyTable, names: readonly string[]): KeyTable {
  if (names.length === 0) return table;
  return Object.fromEntries(Object.entries(table).filter(([key]) => !names.includes(key)));
}

/** What to write where a map has to stand: its required keys, or the key that a list belongs under. */
function recordInstead(
  options: readonly Grammar[],
  node: SpecNode,
): Pick<DiagnosticExtras, "help" | "fix"> | undefined {
  const record = options.find((option) => option.kind === "record");
  if (record?.kind !== "record") return undefined;
  const keys = Object.entries(record.keys);
  const required = keys.filter(([, key]) => key.required === true);
  const [first] = required;
  if (first === undefined) {
    const list = keys.find(([, { value }]) => value.kind === "list");
    return node.kind === "list" && list !== undefined ? { help: `write {${list[0]}: […]}` } : undefined;
  }
  if (required.length > 4) return undefined;
  // A name alone is the name in the map.
  const name = first[1].value.kind === "string" ? nameIn(node) : undefined;
  const written = `{${required.map(([key], index) => `${key}: ${index === 0 ? (name ?? "…") : "…"}`).join(", ")}}`;
  const help = `write ${written}`;
  if (name === undefined || required.length > 1) return { help };
  return { help, fix: { title: help, edits: [{ span: node.span, text: written }] } };
}

/** What to write where a list stands in place of names with values. */
function mapInstead(node: SpecNode): { readonly help: string } | undefined {
  if (node.kind !== "list") return undefined;
  const names = node.items.map((item) => nameIn(at(item, "name") ?? item));
  const few = names.length > 0 && names.length <= 4 && names.every((name) => name !== undefined) ? names : ["name"];
  return { help: `write {${few.map((name) => `${name}: …`).join(", ")}}` };
}

/** A text of one word. */
function nameIn(node: SpecNode): string | undefined {
  return node.kind === "scalar" && typeof node.value === "string" && /^[A-Za-z_][\w-]*$/.test(node.value)
    ? node.value
    : undefined;
}

function withoutRule(grammar: Grammar): Grammar {
  return grammar.kind === "rule" ? withoutRule(ruleNamed(grammar.rule)) : grammar;
}

/** `[Never: ever]` is a text that a colon turned into a map: none of its keys is, or is similar to, `file`. */
function isBrokenText(map: SpecMap): boolean {
  return [...map.entries.keys()].every((key) => nearMiss(key, ["file"]) === undefined && key !== "file");
}

function holdsBroken(node: SpecNode): boolean {
  if (node.kind === "list") return node.items.some(holdsBroken);
  if (node.kind === "map") return [...node.entries.values()].some((entry) => holdsBroken(entry.value));
  return node.kind === "broken";
}

function inner({ report, path }: Conforming, key: string | number): Conforming {
  if (typeof key === "number") return { report, path: `${path}[${key}]` };
  return { report, path: path === "" ? key : `${path}.${key}` };
}

function ruleNamed(name: string): Grammar {
  const rule = specRules[name];
  if (rule === undefined) throw new Error(`invariant: the grammar has no rule '${name}'`);
  return rule;
}
