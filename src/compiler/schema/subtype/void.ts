import { findString } from "../pattern/find-string.ts";
import type { Branch, Form, StringBranch } from "./form.ts";
import { readForm, type SchemaDocument } from "./read-form.ts";

/** True when it is certain that no value fits; false says nothing. Children are looked into a few levels deep. */
export function isVoid(branch: Branch, document: SchemaDocument, depth = 4): boolean {
  switch (branch.kind) {
    case "values":
      return branch.values.length === 0;
    case "number": {
      const { low, high } = branch;
      if (low.value > high.value || (low.value === high.value && (low.exclusive || high.exclusive))) return true;
      if (!branch.integer || !Number.isFinite(low.value) || !Number.isFinite(high.value)) return false;
      const first = low.exclusive ? Math.floor(low.value) + 1 : Math.ceil(low.value);
      return high.exclusive ? first >= high.value : first > high.value;
    }
    case "string":
      return branch.minLength > branch.maxLength || (branch.patterns.length > 1 && !hasText(branch));
    case "array":
      return (
        branch.minItems > branch.maxItems ||
        (branch.minItems > 0 && depth > 0 && isVoidForm(readForm(branch.items, document), document, depth - 1))
      );
    case "object":
      return (
        depth > 0 &&
        [...branch.required].some((name) => {
          const raw = branch.properties.has(name) ? branch.properties.get(name) : branch.rest;
          return isVoidForm(readForm(raw, document), document, depth - 1);
        })
      );
  }
}

function hasText({ patterns, minLength, maxLength }: StringBranch): boolean {
  return findString({ accept: patterns, reject: [], minLength, maxLength }).kind !== "none";
}

export function isVoidForm(form: Form, document: SchemaDocument, depth = 4): boolean {
  return form.branches.every((branch) => isVoid(branch, document, depth));
}
