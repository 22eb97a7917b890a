import { pathKeys } from "./json-pointer.ts";
import type { NormalizationPlan, PlanDefinitions } from "./normalization-plan.ts";
import { ownValue } from "./own-property.ts";

/**
 * Whether the value at a pointer, or one that contains it, is marked sensitive: it must not reach a log, a notice or an error. Of a
 * union every option counts.
 */
export function isSensitive(shape: NormalizationPlan, shapes: PlanDefinitions, path: string): boolean {
  return holdsSecret(shape, shapes, pathKeys(path), 0, 0);
}

function holdsSecret(
  shape: NormalizationPlan,
  shapes: PlanDefinitions,
  keys: readonly string[],
  at: number,
  refs: number,
): boolean {
  const key = keys[at];
  if (key === undefined) return false;
  switch (shape.kind) {
    case "object": {
      const field = ownValue(shape.fields, key) ?? spelled(shape.fields, key);
      if (field === undefined) return shape.rest !== undefined && holdsSecret(shape.rest, shapes, keys, at + 1, 0);
      if (field.sensitive === true) return true;
      return field.shape !== undefined && holdsSecret(field.shape, shapes, keys, at + 1, 0);
    }
    case "array":
      return holdsSecret(shape.items, shapes, keys, at + 1, 0);
    case "union":
      return shape.options.some(
        (option) => option.shape !== undefined && holdsSecret(option.shape, shapes, keys, at, refs),
      );
    case "ref": {
      const target = ownValue(shapes, shape.name);
      // A longer chain of references is circular.
      return target !== undefined && refs < 100 && holdsSecret(target, shapes, keys, at, refs + 1);
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
