import type { JsonObject } from "./json.ts";
import { ownValue } from "./own-property.ts";
import type { Confirmation } from "./tool-facts.ts";

// `when` of a confirmation: for each param the value, or the values, with which a call must be confirmed. Conditions are joined by "and".

/** Each param of the condition with its values; none: every call must be confirmed. */
export function conditionsOf({
  when = {},
}: Confirmation): readonly (readonly [param: string, values: readonly string[]])[] {
  return Object.entries(when).map(([param, value]) => [param, typeof value === "string" ? [value] : value]);
}

/** Whether a call with these arguments must be confirmed. */
export function mustConfirm(confirmation: Confirmation, args: JsonObject): boolean {
  return conditionsOf(confirmation).every(([param, values]) => values.some((value) => ownValue(args, param) === value));
}

/** Whether a call can be one that must be confirmed, where these arguments are always sent. */
export function mayHaveToConfirm(confirmation: Confirmation, set: JsonObject): boolean {
  return conditionsOf(confirmation).every(
    ([param, values]) => !Object.hasOwn(set, param) || values.some((value) => set[param] === value),
  );
}

/**
 * Whether every call that must be confirmed by the one must be by the other too.
 * @param renamed the other's name of a param of the first; default: the same
 */
export function isWithin(one: Confirmation, other: Confirmation, renamed: (param: string) => string = String): boolean {
  const narrower = new Map(conditionsOf(one));
  return conditionsOf(other).every(([param, values]) => {
    const own = narrower.get(renamed(param));
    return own?.every((value) => values.includes(value)) === true;
  });
}

/** "action is void or delete"; empty where every call must be confirmed. */
export function conditionText(confirmation: Confirmation, name: (text: string) => string, value = name): string {
  return conditionsOf(confirmation)
    .map(([param, values]) => `${name(param)} is ${values.map(value).join(" or ")}`)
    .join(" and ");
}
