import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Catalog, Tool } from "../catalog/catalog.ts";
import type { LintRule } from "./rule.ts";
import type { Subject } from "./visit.ts";

// What an earlier run found in the parts of a catalog, for a session that lints again and again.

/** What one run leaves to the next one. */
export interface LintCache {
  /** What belongs to no tool, and how it was judged. */
  around: readonly unknown[];
  /** By the name of the part. */
  parts: Map<string, KeptPart>;
}

export function emptyLintCache(): LintCache {
  return { around: [], parts: new Map() };
}

/** What is known of the catalog of a run, beside the catalog. */
export interface Kept {
  readonly cache: LintCache;
  /** The same object while nothing has changed that belongs to no tool. */
  readonly around: object;
  /** By the place of a tool: the same object while nothing in its text has moved. */
  readonly origins: readonly object[];
}

export interface KeptPart {
  /** The tool in all versions, and where each was written. */
  readonly made: readonly unknown[];
  readonly subjects: readonly Subject[];
  readonly steps: Map<LintRule["about"], readonly Step[]>;
}

/** Findings in the order of the rules: those that are as they were, and rules that have to run again. */
export type Step = { readonly found: readonly Located[] } | Repeated;

export interface Repeated {
  readonly rule: LintRule;
  readonly entry: Subject;
  last: { readonly read: readonly unknown[]; readonly found: readonly Located[] } | undefined;
}

/** A finding, and the place in the catalog that it is about. */
export interface Located {
  readonly at: string;
  readonly diagnostic: Diagnostic;
  /** As of `Finding`. */
  readonly follows?: boolean;
}

/** What the findings in a tool's part are made from. */
export type MadeOf = (tool: Tool | undefined) => readonly unknown[];

export function madeOf(catalog: Catalog, { origins }: Kept): MadeOf {
  const versions = new Map<string, unknown[]>();
  catalog.tools.forEach((tool, index) => {
    const made = versions.get(tool.name);
    if (made === undefined) versions.set(tool.name, [tool, origins[index]]);
    else made.push(tool, origins[index]);
  });
  return (tool) => (tool === undefined ? [] : (versions.get(tool.name) ?? []));
}
