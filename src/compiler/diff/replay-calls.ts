import type { JsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { aliasArguments, argumentsSchema, type ComparedCatalog, currentComparedTools } from "./compared.ts";
import { type MigrationMap, migrateCall } from "./migration-map.ts";
import { accepts } from "./witness.ts";

/** A call as somebody sent it. */
export interface RecordedCall {
  readonly tool: string;
  /** Absent where only the name was recorded: then that alone is judged. */
  readonly arguments?: JsonObject;
}

/** What becomes of calls of one tool that share their outcome. */
export interface ReplayedCalls {
  readonly tool: string;
  readonly outcome: Outcome;
  readonly count: number;
  /** One of them, the shortest. */
  readonly example: RecordedCall;
  /** The example rewritten, where that helps. */
  readonly migrated?: RecordedCall;
}

/**
 * works: both sides take it; failed before: the base refused it already; breaks: the base took it and the head does not;
 * migrates: so too, but the migration map makes a call of it that works; unknown: no validator can read one of the schemas.
 */
export type Outcome = "works" | "failed before" | "breaks" | "migrates" | "unknown";

/** What callers really sent, against both sides: which of it breaks, and which does not. */
export function replayCalls(
  calls: readonly RecordedCall[],
  { base, head, map }: { readonly base: ComparedCatalog; readonly head: ComparedCatalog; readonly map: MigrationMap },
): readonly ReplayedCalls[] {
  const groups = new Map<string, ReplayedCalls>();
  for (const call of calls) {
    const migrated = call.arguments === undefined ? call : migrateCall(map, { ...call, arguments: call.arguments });
    const outcome = outcomeOf(call, migrated, { base, head });
    const key = JSON.stringify([call.tool, outcome]);
    const known = groups.get(key);
    const shorter = known === undefined || lengthOf(call) < lengthOf(known.example);
    const shown = shorter ? { example: call, ...(outcome === "migrates" ? { migrated } : {}) } : known;
    groups.set(key, { ...shown, tool: call.tool, outcome, count: (known?.count ?? 0) + 1 });
  }
  const order: readonly Outcome[] = ["breaks", "migrates", "unknown", "failed before", "works"];
  return [...groups.values()].sort(
    (a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome) || (a.tool < b.tool ? -1 : 1),
  );
}

function lengthOf(call: RecordedCall): number {
  return JSON.stringify(call).length;
}

type Sides = { readonly base: ComparedCatalog; readonly head: ComparedCatalog };

function outcomeOf(call: RecordedCall, migrated: RecordedCall, { base, head }: Sides): Outcome {
  const before = takes(call, base);
  const after = takes(call, head);
  if (before === undefined || after === undefined) return "unknown";
  if (after) return "works";
  if (!before) return "failed before";
  return JSON.stringify(migrated) !== JSON.stringify(call) && takes(migrated, head) === true ? "migrates" : "breaks";
}

/** false where the tool is unknown; undefined where it can't be judged. */
function takes(call: RecordedCall, catalog: ComparedCatalog): boolean | undefined {
  const schema = schemaOf(call.tool, catalog);
  if (schema === undefined) return false;
  return call.arguments === undefined ? true : accepts(schema, call.arguments);
}

/** What is taken under a name: a tool's, or one that a tool answers to as well. */
function schemaOf(name: string, catalog: ComparedCatalog): JsonSchema | undefined {
  const tools = currentComparedTools(catalog);
  const tool = tools.find((one) => one.name === name);
  if (tool !== undefined) return argumentsSchema(tool, catalog);
  const owner = tools.find(({ aliases }) => aliases.some((alias) => alias.name === name));
  const alias = owner?.aliases.find((one) => one.name === name);
  return owner === undefined || alias === undefined ? undefined : aliasArguments(alias, alias.listed ?? owner, catalog);
}
