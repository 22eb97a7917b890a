import { type Document, isAlias, isMap, isScalar, isSeq, type Node, parseDocument, type YAMLParseError } from "yaml";
import { positionAt } from "../../../diagnostics/source-file.ts";
import type { JsoncNode } from "../../servers/jsonc.ts";
import type { ParseText } from "../config-format.ts";
import { memberTree } from "../plain-tree.ts";

/** More than people write; a file that has more could stand for a value that fills the memory. */
const maxAliases = 100;

export const parseYaml: ParseText = (file) => {
  const doc = parseDocument(file.text);
  const [error] = doc.errors;
  if (error !== undefined) {
    const message =
      error.code === "MULTIPLE_DOCS" ? "has several documents of YAML; only one may be in it" : messageOf(error);
    return { root: undefined, problems: [{ file: file.path, ...positionAt(file, error.pos[0]), message }] };
  }
  try {
    const root = doc.contents === null ? undefined : treeOf(doc.contents, { doc, aliases: 0 });
    return { root: root?.type === "null" ? undefined : root, problems: [] };
  } catch (caught) {
    if (!(caught instanceof TooManyAliases)) throw caught;
    return { root: undefined, problems: [{ file: file.path, line: 1, column: 1, message: caught.message }] };
  }
};

function messageOf(error: YAMLParseError): string {
  const [reason = ""] = error.message.split(/ at line |\n/);
  return `is not YAML: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}

class TooManyAliases extends Error {
  override readonly name = "TooManyAliases";
}

function treeOf(node: unknown, reading: { readonly doc: Document.Parsed; aliases: number }): JsoncNode {
  if (isAlias(node)) {
    reading.aliases++;
    if (reading.aliases > maxAliases) throw new TooManyAliases("has too many aliases");
    return treeOf(node.resolve(reading.doc), reading);
  }
  const at = placeOf(node);
  if (isMap(node)) {
    const children = node.items.map(({ key, value }) => {
      const { offset } = placeOf(key);
      return memberTree(keyOf(key), treeOf(value, reading), offset);
    });
    return { ...at, type: "object", children };
  }
  if (isSeq(node)) return { ...at, type: "array", children: node.items.map((item) => treeOf(item, reading)) };
  const value: unknown = isScalar(node) ? node.value : null;
  if (typeof value === "number") return { ...at, type: "number", value };
  if (typeof value === "boolean") return { ...at, type: "boolean", value };
  return value === null || value === undefined
    ? { ...at, type: "null", value: null }
    : { ...at, type: "string", value: String(value) };
}

function placeOf(node: unknown): { readonly offset: number; readonly length: number } {
  const range = isNode(node) ? node.range : undefined;
  const [start, end] = range ?? [0, 0];
  return { offset: start, length: end - start };
}

function isNode(value: unknown): value is Node {
  return isMap(value) || isSeq(value) || isScalar(value);
}

function keyOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : "";
}
