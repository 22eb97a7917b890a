import { treatmentOf } from "../../src/compiler/json-schema/vocabulary.ts";
import { formatPatterns, isFormatName } from "../../src/contract/formats.ts";
import { isJsonObject } from "../../src/contract/json.ts";

/**
 * A schema as the validator's compiler should see it, so that every validator of ours judges alike: formats become the
 * regular expressions of `contract/formats.ts` (a format that is not there is no assertion), the `nullable` of OpenAPI
 * becomes a type, lengths stay in the range of a 32-bit shift (no text reaches 2^29).
 * @returns a copy; annotations that hold values (`default`, `examples`) are left out, `enum` and `const` are kept whole
 */
export function checkable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(checkable);
  if (!isJsonObject(schema)) return schema;
  const copy: [string, unknown][] = [];
  for (const [key, value] of Object.entries(schema)) {
    const treatment = treatmentOf(key);
    if (treatment?.kind === "annotates" || key === "format" || key === "nullable") continue;
    if (treatment?.holds === "map" && isJsonObject(value)) copy.push([key, mapValues(value)]);
    else if (treatment?.holds !== undefined) copy.push([key, checkable(value)]);
    else if (lengths.has(key) && typeof value === "number") copy.push([key, Math.min(value, maxTextLength)]);
    else copy.push([key, key === "type" && schema.nullable === true ? withNull(value) : value]);
  }
  const format = schema.format;
  const asserted = typeof format === "string" && isFormatName(format) ? [{ pattern: formatPatterns[format] }] : [];
  const result = Object.fromEntries(copy);
  if (asserted.length === 0) return result;
  return { ...result, allOf: [...(Array.isArray(result.allOf) ? result.allOf : []), ...asserted] };
}

const lengths = new Set(["minLength", "maxLength"]);
const maxTextLength = 2 ** 29;

function mapValues(map: object): unknown {
  return Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, checkable(schema)]));
}

function withNull(type: unknown): unknown {
  const types = Array.isArray(type) ? type : [type];
  return types.includes("null") ? types : [...types, "null"];
}
