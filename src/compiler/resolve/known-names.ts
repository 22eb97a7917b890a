import { type SpecNode, stringsAt } from "../syntax/spec-node.ts";
import { type Context, reportUnknown, wireName } from "./context.ts";

const codes = { tier: "unknown-tier", family: "unknown-family", tool: "unknown-tool" } as const;

/** The names that a key lists, sorted, tools as callers know them; one that nothing has is reported. undefined: there is no such key */
export function namesAt(
  context: Context,
  node: SpecNode,
  key: string,
  kind: keyof typeof codes,
): readonly string[] | undefined {
  if (node.kind !== "map" || !node.entries.has(key)) return undefined;
  const { tiers, families, tools } = context.names;
  const candidates = kind === "tier" ? tiers : kind === "family" ? families : [...tools.keys()];
  const given = stringsAt(node, key);
  for (const { text, span } of given) {
    if (candidates.length > 0 && !candidates.includes(text))
      reportUnknown(context, codes[kind], text, span, candidates);
  }
  return given.map(({ text }) => (kind === "tool" ? wireName(context, text) : text)).sort();
}
