import type { Category, Severity } from "./change.ts";
import { fileRules } from "./file-rules.ts";
import type { DiffRule } from "./rule.ts";
import { rules } from "./rules.ts";

/** A rule as people read of it: one entry for each id, though several rows may have it. */
export interface RuleEntry {
  readonly id: string;
  /** The most severe of its rows. */
  readonly severity: Severity;
  readonly categories: readonly Category[];
  /** Kinds of events that it looks at. */
  readonly on: readonly string[];
  readonly mirrors: readonly string[];
  readonly hidden?: true;
  readonly explain: DiffRule["explain"];
}

/** Every id that `diff` can print, in the order of the tables. */
export function ruleBook(): readonly RuleEntry[] {
  const entries = new Map<string, RuleEntry>();
  for (const rule of rules) {
    const known = entries.get(rule.id);
    entries.set(rule.id, known === undefined ? entryOf(rule) : joined(known, entryOf(rule)));
  }
  return [...entries.values(), ...fileRules.map((rule) => ({ ...rule, mirrors: [] }))];
}

function entryOf({ id, severity, categories, on, mirror = [], hidden, explain }: DiffRule): RuleEntry {
  const mirrors = [mirror].flat();
  return { id, severity, categories, on: [on], mirrors, ...(hidden === true ? { hidden } : {}), explain };
}

const severities: readonly Severity[] = ["ERR", "WARN", "INFO"];

function joined(a: RuleEntry, b: RuleEntry): RuleEntry {
  const union = <T>(one: readonly T[], other: readonly T[]) => [...new Set([...one, ...other])];
  return {
    ...a,
    severity: severities.indexOf(a.severity) <= severities.indexOf(b.severity) ? a.severity : b.severity,
    categories: union(a.categories, b.categories),
    on: union(a.on, b.on),
    mirrors: union(a.mirrors, b.mirrors),
  };
}
