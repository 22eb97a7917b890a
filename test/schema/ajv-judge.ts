import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { formatPatterns } from "../../src/contract/formats.ts";

// Ajv, the validator that MCP clients run, with the formats that we assert and no others.

type Judge = (value: unknown) => boolean | undefined;

const options = {
  strict: false,
  validateSchema: false,
  ownProperties: true,
  logger: false,
  formats: formatPatterns,
} as const;

/**
 * @returns undefined for a schema that Ajv does not take, or judges against the specification: beside `prefixItems` it takes
 *   `contains` to hold of an empty array, beside `contains` it takes every item as evaluated. The judge itself gives
 *   undefined where Ajv breaks down, and where it takes a property as evaluated because every object inherits its name.
 */
export function ajvJudge(schema: unknown): Judge | undefined {
  if (typeof schema !== "object" || schema === null) return typeof schema === "boolean" ? () => schema : undefined;
  const text = JSON.stringify(schema);
  if (/"contains":/.test(text) && /"(?:prefixItems|unevaluatedItems)":/.test(text)) return undefined;
  // Lists of items are draft 07's; the class for 2020-12 refuses them.
  const Class = /"items":\[/.test(text) ? Ajv : Ajv2020;
  const validate = orUndefined(() => new Class(options).compile(schema));
  const looksUp = /"unevaluatedProperties":/.test(text);
  return (
    validate &&
    ((value) => (looksUp && namesInherited(value) ? undefined : orUndefined(() => validate(value) === true)))
  );
}

function namesInherited(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const isList = Array.isArray(value);
  return Object.entries(value).some(([name, child]) => (!isList && name in Object.prototype) || namesInherited(child));
}

function orUndefined<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (problem) {
    if (problem instanceof Error) return undefined;
    throw problem;
  }
}
