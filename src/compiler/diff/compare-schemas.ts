import { sameJson } from "../../contract/alias.ts";
import type { ComparableType } from "./comparable-type.ts";
import { type ComparedCatalog, schemaOfType } from "./compared.ts";
import { knownSubtype } from "./known-answers.ts";
import type { RuleContext } from "./rule.ts";

/** How the second of two schemas relates to the first. "changed": neither holds the other, or that can't be decided. */
export type Relation = "same" | "narrowed" | "widened" | "changed";

/** Compares two schemas that each stand alone, `true` and `false` among them. */
export function compareSchemas(base: unknown, head: unknown): Relation {
  if (sameJson(base, head)) return "same";
  const wider = knownSubtype(base, head).verdict === "yes";
  const narrower = knownSubtype(head, base).verdict === "yes";
  if (wider && narrower) return "same";
  if (wider) return "widened";
  return narrower ? "narrowed" : "changed";
}

/** Compares what two keywords demand; absent, they demand nothing. */
export function compareTypes(
  base: boolean | ComparableType | undefined,
  head: boolean | ComparableType | undefined,
  context: RuleContext,
): Relation {
  return compareSchemas(schemaOf(base, context.base), schemaOf(head, context.head));
}

export function schemaOf(demand: boolean | ComparableType | undefined, catalog: ComparedCatalog): unknown {
  if (demand === undefined || typeof demand === "boolean") return demand ?? true;
  return demand.kind === "never" ? false : schemaOfType(demand, catalog);
}
