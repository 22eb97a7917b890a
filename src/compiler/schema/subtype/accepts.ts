import { sameJson } from "../../../contract/alias.ts";
import { isJsonObject, type Json } from "../../../contract/json.ts";
import { type Branch, type Form, type NumberBranch, propertySchema, type StringBranch } from "./form.ts";
import { readForm, type SchemaDocument } from "./read-form.ts";

/**
 * Is the value an instance? true and false are certain; undefined when a keyword that the form does not show has a say.
 */
export function accepts(form: Form, value: Json, document: SchemaDocument): boolean | undefined {
  let answer: boolean | undefined = false;
  for (const branch of form.branches) {
    const taken = branchAccepts(branch, value, document);
    if (taken === true) answer = true;
    else if (taken === undefined && answer === false) answer = undefined;
  }
  return answer === true && form.opaque.length > 0 ? undefined : answer;
}

export function branchAccepts(branch: Branch, value: Json, document: SchemaDocument): boolean | undefined {
  switch (branch.kind) {
    case "values":
      return branch.values.some((known) => sameJson(known, value));
    case "number":
      return typeof value === "number" && numberAccepts(branch, value);
    case "string":
      return typeof value === "string" && stringAccepts(branch, value);
    case "array": {
      if (!Array.isArray(value)) return false;
      const items: readonly Json[] = value;
      if (items.length < branch.minItems || items.length > branch.maxItems) return false;
      if (branch.unique && items.some((item, index) => items.slice(0, index).some((one) => sameJson(one, item)))) {
        return false;
      }
      return all(items.map((item) => accepts(readForm(branch.items, document), item, document)));
    }
    case "object": {
      if (!isJsonObject(value)) return false;
      if ([...branch.required].some((name) => !Object.hasOwn(value, name))) return false;
      return all(
        Object.entries(value).map(([name, child]) =>
          accepts(readForm(propertySchema(branch, name), document), child, document),
        ),
      );
    }
  }
}

export function numberAccepts(branch: NumberBranch, value: number): boolean {
  if (!Number.isFinite(value) || (branch.integer && !Number.isInteger(value))) return false;
  if (branch.low.exclusive ? value <= branch.low.value : value < branch.low.value) return false;
  if (branch.high.exclusive ? value >= branch.high.value : value > branch.high.value) return false;
  return branch.multiples.every((divisor) => isMultiple(value, divisor));
}

/** As the compiled validators see it (`check-code.ts`), tolerance included. */
export function isMultiple(value: number, divisor: number): boolean {
  if (Number.isInteger(value) && (1 / divisor) % 1 === 0) return true;
  const rest = value % divisor;
  return Math.min(Math.abs(rest), Math.abs(rest - divisor), Math.abs(rest + divisor)) < 1e-10;
}

export function stringAccepts(branch: StringBranch, value: string): boolean {
  const length = Array.from(value).length;
  if (length < branch.minLength || length > branch.maxLength) return false;
  return branch.patterns.every((pattern) => new RegExp(pattern, "u").test(value));
}

function all(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}
