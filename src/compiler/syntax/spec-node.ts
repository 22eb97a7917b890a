import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { Span } from "../../diagnostics/source-file.ts";

/**
 * YAML as values with positions: YAML without its syntax. After `conform` a tree contains only what the grammar allows;
 * invalid parts were reported and dropped, so every reader handles absent parts.
 */
export type SpecNode = SpecMap | SpecList | SpecScalar | SpecBroken;

/** A value that was reported while it was read: it counts as present, so its key is not missing. `conform` drops it. */
export interface SpecBroken {
  readonly kind: "broken";
  readonly span: Span;
}

export interface SpecMap {
  readonly kind: "map";
  readonly span: Span;
  /** In the order of the text. */
  readonly entries: ReadonlyMap<string, SpecEntry>;
}

export interface SpecEntry {
  readonly key: Span;
  readonly value: SpecNode;
}

export interface SpecList {
  readonly kind: "list";
  readonly span: Span;
  readonly items: readonly SpecNode[];
}

export interface SpecScalar {
  readonly kind: "scalar";
  readonly span: Span;
  readonly value: string | number | boolean | null;
}

/** The value as JSON, without what could not be read. A key named `__proto__` stays a key. */
export function jsonOf(node: SpecNode): Json {
  switch (node.kind) {
    case "broken":
      return null;
    case "scalar":
      return node.value;
    case "list":
      return node.items.filter(isReadable).map(jsonOf);
    case "map":
      return Object.fromEntries(
        [...node.entries]
          .filter(([, entry]) => isReadable(entry.value))
          .map(([key, entry]) => [key, jsonOf(entry.value)]),
      );
  }
}

/** The value under a key; absent when it was reported. */
export function at(node: SpecNode | undefined, key: string): Exclude<SpecNode, SpecBroken> | undefined {
  const value = node?.kind === "map" ? node.entries.get(key)?.value : undefined;
  return value?.kind === "broken" ? undefined : value;
}

/** Was the value under a key reported, so that it is unknown? */
export function isBrokenAt(node: SpecNode | undefined, key: string): boolean {
  return node?.kind === "map" && node.entries.get(key)?.value.kind === "broken";
}

/** Entries of the map under a key; none when it is absent. */
export function entriesAt(node: SpecNode | undefined, key: string): readonly (readonly [string, SpecEntry])[] {
  const value = at(node, key);
  return value?.kind === "map" ? [...value.entries] : [];
}

/** Items of the list under a key; none when it is absent. */
export function itemsAt(node: SpecNode | undefined, key: string): readonly SpecNode[] {
  const value = at(node, key);
  return value?.kind === "list" ? value.items : [];
}

export function stringAt(node: SpecNode | undefined, key: string): string | undefined {
  const value = at(node, key);
  return value?.kind === "scalar" && typeof value.value === "string" ? value.value : undefined;
}

/** The text under a key where it is one of a few words. */
export function wordAt<W extends string>(node: SpecNode | undefined, key: string, words: readonly W[]): W | undefined {
  const text = stringAt(node, key);
  return words.find((word) => word === text);
}

/** A JSON object that stands as it is. */
export function verbatimAt(node: SpecNode | undefined, key: string): JsonObject | undefined {
  const value = at(node, key);
  const json = value === undefined ? undefined : jsonOf(value);
  return isJsonObject(json) ? json : undefined;
}

export function numberAt(node: SpecNode | undefined, key: string): number | undefined {
  const value = at(node, key);
  return value?.kind === "scalar" && typeof value.value === "number" ? value.value : undefined;
}

export function booleanAt(node: SpecNode | undefined, key: string): boolean | undefined {
  const value = at(node, key);
  return value?.kind === "scalar" && typeof value.value === "boolean" ? value.value : undefined;
}

/** Texts of the list under a key, with their places; items of another kind are left out. */
export function stringsAt(node: SpecNode | undefined, key: string): readonly { text: string; span: Span }[] {
  return itemsAt(node, key).flatMap((item) =>
    item.kind === "scalar" && typeof item.value === "string" ? [{ text: item.value, span: item.span }] : [],
  );
}

/** The span for a finding about a key: its value, else the key's map. */
export function spanAt(node: SpecNode, key: string): Span {
  return at(node, key)?.span ?? node.span;
}

function isReadable(node: SpecNode): boolean {
  return node.kind !== "broken";
}
