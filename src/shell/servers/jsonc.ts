// JSON with comments and trailing commas as a tree that knows where everything stands. Values are never made into objects,
// so no key of a file can be more than a key.

import { type Node, type ParseError, type ParseOptions, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Json } from "../../contract/json.ts";
import { positionAt, type SourceFile } from "../../diagnostics/source-file.ts";
import type { ConfigProblem } from "./configured-server.ts";

export type JsoncNode = Node;

export interface JsoncMember {
  readonly name: string;
  readonly key: JsoncNode;
  readonly value: JsoncNode;
}

/** @returns the tree, as far as the text could be read; undefined for a text that is empty or has nothing but comments */
export function parseJsonc(file: SourceFile): {
  readonly root: JsoncNode | undefined;
  readonly problems: readonly ConfigProblem[];
} {
  const text = file.text.startsWith("\ufeff") ? ` ${file.text.slice(1)}` : file.text;
  // Editors make such files before anything is put into them.
  if (text.trim() === "") return { root: undefined, problems: [] };
  const errors: ParseError[] = [];
  const root = treeOf(text, errors, { allowTrailingComma: true });
  if (root === "too deep") return { root: undefined, problems: [problemAt(file, 0, "is nested too deeply")] };
  const [first] = errors;
  const hasOnlyComments =
    first !== undefined && first.offset >= text.length && printParseErrorCode(first.error) === "ValueExpected";
  if (root === undefined && hasOnlyComments) return { root, problems: [] };
  // One mistake makes the parser stumble again and again; the first is the one to fix.
  const problems = first === undefined ? [] : [problemAt(file, first.offset, `is not JSON: ${wordsOf(first)}`)];
  return { root, problems };
}

/** Members in their order; of a name that comes twice, the last, as JSON.parse reads it. */
export function membersOf(node: JsoncNode | undefined): readonly JsoncMember[] {
  if (node?.type !== "object") return [];
  const members = (node.children ?? []).flatMap(({ children }): JsoncMember[] => {
    const [key, value] = children ?? [];
    return key === undefined || value === undefined ? [] : [{ name: String(key.value), key, value }];
  });
  return [...new Map(members.map((member) => [member.name, member])).values()];
}

export function memberOf(node: JsoncNode | undefined, name: string): JsoncNode | undefined {
  return membersOf(node).find((member) => member.name === name)?.value;
}

export function textOf(node: JsoncNode | undefined): string | undefined {
  return node?.type === "string" ? String(node.value) : undefined;
}

/** A text, or what people write where a text should be: a number or a truth value. */
export function looseText(node: JsoncNode): string | undefined {
  const isScalar = node.type === "string" || node.type === "number" || node.type === "boolean";
  return isScalar ? String(node.value) : undefined;
}

export function problemAt(file: SourceFile, offset: number, message: string): ConfigProblem {
  return { file: file.path, ...positionAt(file, offset), message };
}

/** The parser goes down with its stack: a text that is deeper than that is not a configuration. */
export function treeOf(text: string, errors: ParseError[], options: ParseOptions): JsoncNode | undefined | "too deep" {
  try {
    return parseTree(text, errors, options);
  } catch (error) {
    if (error instanceof RangeError) return "too deep";
    throw error;
  }
}

/** "CommaExpected" → "comma expected". */
function wordsOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase();
}

/** A tree's value, for comparing: every key is a key of its own, `__proto__` too. */
export function nodeValue(node: JsoncNode): Json {
  if (node.type === "object") {
    return Object.fromEntries(membersOf(node).map(({ name, value }) => [name, nodeValue(value)]));
  }
  if (node.type === "array") return (node.children ?? []).map(nodeValue);
  // The parser gives texts, numbers, truth values and null.
  return node.value as Json;
}
