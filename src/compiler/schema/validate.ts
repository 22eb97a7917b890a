import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { openDocument } from "../json-schema/document.ts";
import { plainReferences } from "../json-schema/plain-references.ts";
import { checkCode } from "./check-code.ts";
import { checkDocument } from "./subtype/checked-document.ts";
import { evaluate } from "./subtype/evaluate.ts";
import { isOurs } from "./subtype/is-ours.ts";
import { refuseUnreadable } from "./subtype/readable.ts";

/**
 * A validator in process. For schemas as our compiler prints them it is the very code that would be written to
 * `generated/.cache/validators`, evaluated; everything else, from other servers, is judged by the evaluator of `subtype/`, which
 * knows all of 2020-12 and the spellings of older drafts.
 * @throws when it is not a schema: a pattern that does not compile, a `$ref` that leads nowhere
 */
export function compileCheck(schema: unknown): (value: unknown) => boolean {
  if (typeof schema === "boolean") return () => schema;
  if (!isJsonObject(schema)) throw new TypeError("a JSON Schema is an object or a boolean");
  const check = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, check);
  return check;
}

/** Printing and evaluating code takes long, and several proofs lean on one schema. */
const compiled = new WeakMap<JsonObject, (value: unknown) => boolean>();

function compile(schema: JsonObject): (value: unknown) => boolean {
  if (isOurs(schema)) {
    // The text is our own printer's; everything that came from outside stands in it as a literal.
    const made: unknown = new Function(`${checkCode([{ name: "check", schema }])}\nreturn check;`)();
    return made as (value: unknown) => boolean; // that is what checkCode declares
  }
  const plain = withoutDynamicScope(schema);
  const document = checkDocument(plain);
  refuseUnreadable(document);
  return (value) => evaluate(plain, value as Json, document, maxSteps); // arguments and results are JSON
}

/** Where a dynamic reference may lead to several places, each place gets a schema of its own. */
function withoutDynamicScope(schema: JsonObject): JsonObject {
  const { dynamicAnchors } = openDocument(schema);
  return [...dynamicAnchors.values()].some((count) => count > 1) ? (plainReferences(schema) ?? schema) : schema;
}

const maxSteps = 20_000_000;
