import type { JsonObject } from "../../contract/json.ts";
import type { TextEdit } from "../../diagnostics/diagnostic.ts";
import type { SpecDocument } from "../syntax/spec-file.ts";
import { at, itemsAt, type SpecNode, stringAt } from "../syntax/spec-node.ts";
import { columnOf, entryInside, flowText, isFlow, lineBreak, linesBelow, yamlText } from "./insert.ts";

/** An old name that a tool keeps as an alias. */
export interface LeftAlias {
  readonly name: string;
  /** System or server that used the name. */
  readonly of: string;
  /** Catalog version that deprecates it. */
  readonly since: string;
  /** First day on which it may be removed. */
  readonly sunset: string;
  readonly reason?: string;
  /** Old name of a param → its name now. */
  readonly rename?: { readonly [old: string]: string };
  /** Params that the old name stands for. */
  readonly set?: JsonObject;
  /** Params of the old name that have no effect any more. */
  readonly ignore?: readonly string[];
}

/**
 * Adds the alias to a tool's file. An alias with the tool's new name is replaced: it is the tool's name now.
 * @returns an empty list when the file can't be read
 */
export function leaveAlias(file: SpecDocument, alias: LeftAlias, toolName: string): readonly TextEdit[] {
  const { root } = file;
  if (root === undefined) return [];
  const swapped = itemsAt(root, "aliases").find((item) => stringAt(item, "name") === toolName);
  if (swapped !== undefined) return [replaceItem(swapped, alias)];
  const aliases = at(root, "aliases");
  if (aliases?.kind === "list") {
    if (isFlow(aliases)) return [entryInside(aliases, inBraces(alias))];
    return [linesBelow(aliases, itemLines(alias, columnOf(aliases.span)))];
  }
  if (isFlow(root)) return [entryInside(root, `aliases: [${inBraces(alias)}]`)];
  const entries = [...root.entries.values()];
  const [first] = entries;
  const indent = first === undefined ? 0 : columnOf(first.key);
  const before = root.entries.get("errors") ?? root.entries.get("result") ?? entries.at(-1);
  if (before === undefined) return [];
  return [linesBelow(before.value, [`${" ".repeat(indent)}aliases:`, ...itemLines(alias, indent + 2)])];
}

function replaceItem(item: SpecNode, alias: LeftAlias): TextEdit {
  const { file, start, end } = item.span;
  const span = { file, start, end: start + file.text.slice(start, end).trimEnd().length };
  if (isFlow(item)) return { span, text: inBraces(alias) };
  const indent = " ".repeat(columnOf(item.span));
  return { span, text: keyLines(alias).join(`${lineBreak(file.text)}${indent}`) };
}

function itemLines(alias: LeftAlias, column: number): readonly string[] {
  const indent = " ".repeat(column);
  return keyLines(alias).map((line, index) => `${indent}${index === 0 ? "- " : "  "}${line}`);
}

function keyLines(alias: LeftAlias): readonly string[] {
  const { name, of, rename = {}, set = {}, ignore = [] } = alias;
  return [
    `name: ${yamlText(name)}`,
    `of: ${yamlText(of)}`,
    ...(Object.keys(rename).length === 0 ? [] : [`rename: ${flowText(rename)}`]),
    ...(Object.keys(set).length === 0 ? [] : [`set: ${flowText(set)}`]),
    ...(ignore.length === 0 ? [] : [`ignore: ${flowText(ignore)}`]),
    `deprecated: ${noticeOf(alias)}`,
  ];
}

function inBraces(alias: LeftAlias): string {
  return `{${keyLines(alias).join(", ")}}`;
}

function noticeOf({ since, sunset, reason }: LeftAlias): string {
  return `{since: ${since}, sunset: ${sunset}${reason === undefined ? "" : `, reason: ${yamlText(reason)}`}}`;
}
