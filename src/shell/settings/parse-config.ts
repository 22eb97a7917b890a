// The text of a configuration file → what it says, and every mistake with its place. Values never stand in a message, but
// for words where a known one is wanted: there may be a secret.

import type { Node, ParseError } from "jsonc-parser";
import { quoteName } from "../../contract/found.ts";
import { positionAt, type SourceFile } from "../../diagnostics/source-file.ts";
import { nearHint } from "../../terminal/cli-error.ts";
import { treeOf } from "../servers/jsonc.ts";
import { type ConfigRow, type ConfigRows, configGrammar, type ServeConfig, secretKeys } from "./config-grammar.ts";
import { isInRange } from "./numbers.ts";

export interface ConfigMistake {
  /** `file:line:column` */
  readonly place: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

export interface ParsedConfig {
  readonly config: ServeConfig;
  /** Dotted key, as `http.address` → `file:line:column`. */
  readonly places: ReadonlyMap<string, string>;
  /** In the order of the text. */
  readonly mistakes: readonly ConfigMistake[];
}

export function parseConfig(file: SourceFile): ParsedConfig {
  const errors: ParseError[] = [];
  const reading: Reading = { file, places: new Map(), mistakes: [] };
  const root = treeOf(file.text, errors, { disallowComments: true });
  if (root === "too deep") return unreadable(reading, 0, "the file is nested too deeply");
  const [first] = errors;
  if (first !== undefined || root === undefined) {
    return unreadable(reading, first?.offset ?? 0, "this is not JSON", "comments and trailing commas are not allowed");
  }
  const config = readGroup(root, configGrammar, "", reading);
  // Each value was held against the row that its type is made of.
  return { config: config as ServeConfig, places: reading.places, mistakes: reading.mistakes };
}

interface Reading {
  readonly file: SourceFile;
  readonly places: Map<string, string>;
  readonly mistakes: ConfigMistake[];
}

function unreadable(reading: Reading, offset: number, message: string, hint?: string): ParsedConfig {
  addProblem(reading, offset, message, hint);
  return { config: {}, places: reading.places, mistakes: reading.mistakes };
}

function readGroup(node: Node, rows: ConfigRows, at: string, reading: Reading): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (node.type !== "object") {
    addProblem(reading, node.offset, `${at === "" ? "the configuration" : `'${at}'`} must be an object`);
    return values;
  }
  for (const { children = [] } of node.children ?? []) {
    const [keyNode, valueNode] = children;
    const key = String(keyNode?.value);
    if (keyNode === undefined || valueNode === undefined || (at === "" && key === "$schema")) continue;
    const name = at === "" ? key : `${at}.${key}`;
    const row = Object.hasOwn(rows, key) ? rows[key] : undefined;
    if (row === undefined) {
      reportUnknown(reading, keyNode, key, Object.keys(rows));
    } else if (reading.places.has(name)) {
      addProblem(reading, keyNode.offset, `'${name}' is set twice`);
    } else {
      reading.places.set(name, placeOf(reading.file, keyNode.offset));
      const value = row.kind === "group" ? readGroup(valueNode, row.rows, name, reading) : plainValue(valueNode, row);
      if (value === undefined) reportWrong(reading, valueNode, name, row);
      else values[key] = value;
    }
  }
  return values;
}

/** @returns undefined for a value that does not fit */
function plainValue(node: Node, row: Exclude<ConfigRow, { kind: "group" }>): unknown {
  switch (row.kind) {
    case "word":
      return row.words.find((word) => word === node.value);
    case "text":
      return isText(node) ? node.value : undefined;
    case "texts": {
      const items = node.type === "array" ? (node.children ?? []) : [];
      return items.length > 0 && items.every(isText) ? items.map((item) => String(item.value)) : undefined;
    }
    case "number":
      return typeof node.value === "number" && isInRange(node.value, row.number) ? node.value : undefined;
  }
}

function isText(node: Node): boolean {
  return typeof node.value === "string" && node.value.trim() !== "";
}

function reportWrong(reading: Reading, node: Node, name: string, row: ConfigRow): void {
  const hint = row.kind === "word" && typeof node.value === "string" ? nearHint(node.value, row.words) : undefined;
  addProblem(reading, node.offset, `'${name}' must be ${expectation(row)}`, hint);
}

function expectation(row: ConfigRow): string {
  switch (row.kind) {
    case "word":
      return `one of ${row.words.join(", ")}`;
    case "text":
      return "a text that is not blank";
    case "texts":
      return "a list of texts, at least one, none of them blank";
    case "number":
      return row.number.expected;
    case "group":
      return "an object";
  }
}

function reportUnknown(reading: Reading, node: Node, key: string, known: readonly string[]): void {
  if (secretKeys.test(key)) {
    addProblem(
      reading,
      node.offset,
      `'${key}' looks like a secret, which does not belong in a configuration file`,
      "put the token into a file that only you can read, and name that file as 'http': {'tokenFile': …}",
    );
    return;
  }
  const elsewhere = Object.entries<ConfigRow>(configGrammar).find(
    ([, row]) => row.kind === "group" && Object.hasOwn(row.rows, key),
  );
  const otherwise = elsewhere === undefined ? `known: ${known.join(", ")}` : `it belongs in '${elsewhere[0]}'`;
  addProblem(reading, node.offset, `there is no setting ${quoteName(key)}`, nearHint(key, known, otherwise));
}

function addProblem(reading: Reading, offset: number, message: string, hint?: string): void {
  reading.mistakes.push({ place: placeOf(reading.file, offset), message, hint });
}

function placeOf(file: SourceFile, offset: number): string {
  const { line, column } = positionAt(file, offset);
  return `${file.path}:${line}:${column}`;
}
