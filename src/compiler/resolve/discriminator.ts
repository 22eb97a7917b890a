import { booleanAt, entriesAt, itemsAt, type SpecNode, stringAt, stringsAt } from "../syntax/spec-node.ts";
import type { Context } from "./context.ts";
import { extended } from "./extended.ts";

/**
 * The field that distinguishes the options of a union: required in every option, an enum with one value there, and all
 * values are different. The first such field, in the order of the first option.
 */
export function discriminatorOf(context: Context, options: readonly SpecNode[]): string | undefined {
  const [first, ...others] = options.map((option) => constantFields(context, option));
  if (first === undefined || others.length === 0) return undefined;
  for (const [name, value] of first) {
    const values = [value, ...others.map((fields) => fields.get(name))];
    const all = values.every((constant) => constant !== undefined);
    if (all && new Set(values).size === values.length) return name;
  }
  return undefined;
}

/** Required fields with one value → that value. */
function constantFields(context: Context, option: SpecNode): ReadonlyMap<string, string> {
  const ref = stringAt(option, "ref");
  const written = ref === undefined ? option : context.names.types.get(ref)?.value;
  // What is wrong with it is reported where the type is resolved.
  const node = written && extended({ ...context, diagnostics: [] }, written);
  const required = new Set(stringsAt(node, "required").map(({ text }) => text));
  const constants = new Map<string, string>();
  for (const [name, { value }] of entriesAt(node, "fields")) {
    const type = typed(context, value);
    const values = itemsAt(type, "values");
    const [only] = values;
    if (stringAt(type, "type") !== "enum" || only === undefined || values.length !== 1) continue;
    if (!required.has(name) && booleanAt(value, "required") !== true) continue;
    const word = only.kind === "scalar" ? only.value : stringAt(only, "value");
    if (typeof word === "string") constants.set(stringAt(value, "wire") ?? name, word);
  }
  return constants;
}

/** Where the keys of a field's type stand. */
function typed({ names }: Context, field: SpecNode): SpecNode | undefined {
  const [use, ref] = [stringAt(field, "use"), stringAt(field, "ref")];
  if (use !== undefined) return names.params.get(use)?.value;
  return ref === undefined ? field : names.types.get(ref)?.value;
}
