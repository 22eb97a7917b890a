import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import { canStand, paramsInWords } from "./can-stand.ts";
import { inCurrentForm } from "./current-form.ts";

// What the linter refuses in our words, such as a text of a param that contradicts its type, the list may say all the same: there the schema
// of the list stands instead.

/** What was made of listed schemas, by schema: all findings about a tool ask for the same, which for a large one takes long. */
export type ListedForms = WeakMap<JsonObject, ListedForm>;

interface ListedForm {
  readonly schema: JsonObject;
  readonly inWords: ReturnType<typeof paramsInWords>;
}

/**
 * A tool's file with the schema of the list for the param, or the result, that the keys lead into.
 * @param listed the tool in its list
 * @returns undefined where it stands there already, or can't
 */
export function withSchemaOf(
  listed: unknown,
  file: JsonObject,
  keys: readonly string[],
  forms: ListedForms,
): JsonObject | undefined {
  if (!isJsonObject(listed) || !isJsonObject(file.listed)) return undefined;
  const [part, name] = keys;
  if (part === "params" && name !== undefined) return withParam(listed.inputSchema, file, name, forms);
  return part === "result" ? withResult(listed.outputSchema, file) : undefined;
}

function withParam(input: unknown, file: JsonObject, name: string, forms: ListedForms): JsonObject | undefined {
  const params = isJsonObject(file.params) ? file.params : {};
  const param = ownValue(params, name);
  if (!isJsonObject(input) || !isJsonObject(param) || "schema" in param) return undefined;
  const { wire = name, required } = param;
  const { schema: current, inWords } = formOf(input, forms);
  if (inWords?.has(String(wire)) !== false) return undefined;
  const schema = isJsonObject(current.properties) ? ownValue(current.properties, String(wire)) : undefined;
  if (!isJsonObject(schema)) return undefined;
  const { default: given, ...rest } = schema;
  const isFilled = given !== undefined && "default" in param;
  const raw = {
    ...(wire === name ? {} : { wire }),
    schema: isFilled ? rest : schema,
    ...(required === undefined ? {} : { required }),
    ...(isFilled ? { default: given } : {}),
  };
  return { ...file, params: { ...params, [name]: raw } };
}

function formOf(input: JsonObject, forms: ListedForms): ListedForm {
  const known = forms.get(input);
  if (known !== undefined) return known;
  const { schema } = inCurrentForm(input, "");
  const form = { schema, inWords: paramsInWords(schema) };
  forms.set(input, form);
  return form;
}

function withResult(output: unknown, { output: _beside, ...file }: JsonObject): JsonObject | undefined {
  const isRaw = isJsonObject(file.result) && "schema" in file.result;
  if (!isJsonObject(output) || isRaw) return undefined;
  const { schema } = inCurrentForm(output, "");
  if (schema.type !== "object" || !canStand(schema)) return undefined;
  return Object.fromEntries(Object.entries(file).map(([key, value]) => [key, key === "result" ? { schema } : value]));
}
