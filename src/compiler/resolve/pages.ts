import type { Span } from "../../diagnostics/source-file.ts";
import type { SpecDocument } from "../syntax/spec-file.ts";
import type { SpecEntry, SpecMap, SpecNode } from "../syntax/spec-node.ts";

// `page` of a tool in other words: everything after this reads a result with `items` and `next_cursor`, and two params.

/** The documents, in which each tool with `page` has the result and the params that it stands for, with its place. */
export function withPages(documents: readonly SpecDocument[]): readonly SpecDocument[] {
  return documents.map((file) => {
    const page = file.kind === "tool" ? file.root?.entries.get("page") : undefined;
    // Both are there: that was reported, and the result counts.
    if (page === undefined || file.root === undefined || file.root.entries.has("result")) return file;
    const entries = new Map([...file.root.entries, ["result", { key: page.key, value: resultOf(page) }]] as const);
    const params = entries.get("params") ?? { key: page.key, value: mapOf(page.key, {}) };
    entries.set("params", { key: params.key, value: withPaging(params.value, page.key) });
    return { ...file, root: { ...file.root, entries } };
  });
}

function resultOf({ key, value }: SpecEntry): SpecNode {
  if (value.kind === "broken") return value;
  const items = mapOf(key, { type: "array", items: value, required: true });
  const next = mapOf(key, { type: "string", description: "Cursor of the next page; absent on the last one" });
  return mapOf(key, { type: "object", fields: mapOf(key, { items, next_cursor: next }) });
}

/** A param of the same name that the author has written stays. */
function withPaging(params: SpecNode, at: Span): SpecNode {
  if (params.kind !== "map") return params;
  const limit = { type: "integer", min: 1, max: 100, default: 20, description: "Most items of a page" };
  const cursor = {
    type: "string",
    max_length: 200,
    description: "next_cursor of the page before; absent: the first page",
  };
  const added = mapOf(at, { limit: mapOf(at, limit), cursor: mapOf(at, cursor) });
  const missing = [...added.entries].filter(([name]) => !params.entries.has(name));
  return { ...params, entries: new Map([...params.entries, ...missing]) };
}

function mapOf(span: Span, values: { readonly [key: string]: SpecNode | string | number | boolean }): SpecMap {
  const entries = Object.entries(values).map(([key, value]): [string, SpecEntry] => [
    key,
    { key: span, value: typeof value === "object" ? value : { kind: "scalar", span, value } },
  ]);
  return { kind: "map", span, entries: new Map(entries) };
}
