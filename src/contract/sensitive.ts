import { pathKeys } from "./json-pointer.ts";
import type { NormalizationPlan, PlanDefinitions } from "./normalization-plan.ts";
import { ownValue } from "./own-property.ts";

/**
 * Whether the value at a pointer, or one that contains it, is marked sensitive: it must not reach a log, a notice or an error. Of a
 * union every option counts.
 */
export function isSensitive(plan: NormalizationPlan, plans: PlanDefinitions, path: string): boolean {
  return holdsSecret(plan, plans, pathKeys(path), 0, 0);
}

function holdsSecret(
  plan: NormalizationPlan,
  plans: PlanDefinitions,
  keys: readonly string[],
  at: number,
  refs: number,
): boolean {
  const key = keys[at];
  if (key === undefined) return false;
  switch (plan.kind) {
    case "object": {
      const field = ownValue(plan.fields, key) ?? spelled(plan.fields, key);
      if (field === undefined) return plan.rest !== undefined && holdsSecret(plan.rest, plans, keys, at + 1, 0);
      if (field.sensitive === true) return true;
      return field.plan !== undefined && holdsSecret(field.plan, plans, keys, at + 1, 0);
    }
    case "array":
      return holdsSecret(plan.items, plans, keys, at + 1, 0);
    case "union":
      return plan.options.some(
        (option) => option.plan !== undefined && holdsSecret(option.plan, plans, keys, at, refs),
      );
    case "ref": {
      const target = ownValue(plans, plan.name);
      // A longer chain of references is circular.
      return target !== undefined && refs < 100 && holdsSecret(target, plans, keys, at, refs + 1);
    }
    case "string":
    case "enum":
      return false;
  }
}

type Fields = Extract<NormalizationPlan, { readonly kind: "object" }>["fields"];

function spelled(fields: Fields, spelling: string): Fields[string] | undefined {
  return Object.values(fields).find((field) => field.aliases !== undefined && Object.hasOwn(field.aliases, spelling));
}
