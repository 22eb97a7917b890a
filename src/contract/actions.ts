import { describeSchema } from "./expectation.ts";
import type { Json, JsonObject } from "./json.ts";
import { childPath } from "./json-pointer.ts";
import type { JsonSchema } from "./json-schema.ts";
import { isTrimmed } from "./normalise.ts";
import type { NormalizationPlan } from "./normalization-plan.ts";
import { ownValue, setOwn } from "./own-property.ts";
import type { ActionCase, ActionTable } from "./tool-facts.ts";
import type { Violation } from "./violation.ts";

export interface CheckedAction {
  /** The arguments without the defaults of params that this action does not take. */
  readonly value: JsonObject;
  readonly violations: readonly Violation[];
}

/**
 * Checks a call of a multi-action tool: the action has the params that it requires, and none that only other actions take. Params
 * that no action names belong to all of them. An unknown action was already refused by its enum.
 * @param defaulted params that the caller did not give
 * @param input schema of the arguments, for messages
 * @param plan of the arguments: a trimmed text that is blank counts as missing
 * @param calledAs the action in messages; default: as it is in the table
 */
export function checkAction(
  table: ActionTable,
  value: JsonObject,
  defaulted: readonly string[],
  input: JsonSchema,
  plan?: NormalizationPlan,
  calledAs?: string,
): CheckedAction {
  const action = ownValue(value, table.by);
  const chosen = table.cases.find((candidate) => candidate.action === action);
  if (chosen === undefined) return { value, violations: [] };
  const shown = `${table.by} '${calledAs ?? chosen.action}'`;
  const violations: Violation[] = [];
  for (const name of chosen.requires) {
    const isBlank = value[name] === "" && isTrimmed(plan?.kind === "object" ? plan.fields[name]?.plan : undefined);
    if (Object.hasOwn(value, name) && !isBlank) continue;
    const param = describeSchema(ownValue(input.properties ?? {}, name) ?? {}, input);
    violations.push({
      path: childPath("", name),
      expected: `${param}, which ${shown} requires`,
      found: isBlank ? "a blank text" : "nothing",
    });
  }
  const kept: { [name: string]: Json } = {};
  for (const [name, child] of Object.entries(value)) {
    const takers = actionsTaking(table, name);
    if (takers.length === 0 || takers.includes(chosen.action)) setOwn(kept, name, child);
    else if (!defaulted.includes(name)) {
      violations.push({
        path: childPath("", name),
        expected: `nothing with ${shown}: only ${listed(takers)} ${takers.length === 1 ? "takes" : "take"} it`,
        found: "a value",
      });
    }
  }
  return { value: kept, violations };
}

/** The actions that require or read a param; empty for a param that belongs to all of them. */
export function actionsTaking(table: ActionTable, param: string): readonly string[] {
  return table.cases.filter((candidate) => takes(candidate, param)).map((candidate) => candidate.action);
}

function takes(action: ActionCase, param: string): boolean {
  return action.requires.includes(param) || action.optional.includes(param);
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`);
  const last = quoted.pop();
  return quoted.length === 0 ? (last ?? "") : `${quoted.join(", ")} and ${last}`;
}
