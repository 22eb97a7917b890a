import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { lowerFirst } from "../../diagnostics/lower-first.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { defaultedToolKeys } from "../catalog/spec-grammar.ts";
import { startOf } from "../syntax/conform.ts";
import type { SpecDocument } from "../syntax/spec-file.ts";
import { at, isBrokenAt, type SpecMap, spanAt, stringAt } from "../syntax/spec-node.ts";
import { type Context, optional, reportUnknown } from "./context.ts";

// Keys that every tool has and that most tools of a catalog write alike: `defaults` of catalog.yaml gives them once.

/** The documents, in which each tool has the keys that it left to `defaults` of catalog.yaml, with their places there. */
export function withToolDefaults(documents: readonly SpecDocument[], catalog: SpecMap): readonly SpecDocument[] {
  const defaults = at(catalog, "defaults");
  if (defaults?.kind !== "map") return documents;
  const given = defaultedToolKeys.flatMap(([key]) => {
    const entry = defaults.entries.get(key);
    return entry === undefined ? [] : [[key, entry] as const];
  });
  return documents.map((file) => {
    const { kind, root } = file;
    if (kind !== "tool" || root === undefined) return file;
    const left = given.filter(([key]) => !root.entries.has(key));
    return left.length === 0 ? file : { ...file, root: { ...root, entries: new Map([...root.entries, ...left]) } };
  });
}

/** Reports keys that neither a tool nor `defaults` has, and defaults that name nothing. */
export function checkToolDefaults(context: Context, files: readonly SpecDocument[], catalog: SpecMap): void {
  const { names, diagnostics } = context;
  const tier = defaultTier(catalog);
  if (tier !== undefined && names.tiers.length > 0 && !names.tiers.includes(tier)) {
    reportUnknown(context, "unknown-tier", tier, spanAt(at(catalog, "defaults") ?? catalog, "tier"), names.tiers);
  }
  if (isBrokenAt(catalog, "defaults")) return;
  for (const { kind, root } of files) {
    if (kind !== "tool" || root === undefined) continue;
    for (const [key, { description }] of defaultedToolKeys) {
      if (root.entries.has(key)) continue;
      const help = `add '${key}': ${lowerFirst(description)}; or give all tools one under 'defaults' of catalog.yaml`;
      diagnostics.push(diagnostic("missing-key", { key, place: "" }, startOf(root), { help }));
    }
  }
}

export function defaultTier(catalog: SpecMap): string | undefined {
  return stringAt(at(catalog, "defaults"), "tier");
}

/** What the catalog gives to tools that leave it away; undefined where it gives nothing. */
export function toolDefaultsOf(catalog: SpecMap): Catalog["toolDefaults"] {
  const defaults = at(catalog, "defaults");
  const tier = defaultTier(catalog);
  const since = stringAt(defaults, "since");
  if (tier === undefined && since === undefined) return undefined;
  return { ...optional("tier", tier), ...optional("since", since) };
}
