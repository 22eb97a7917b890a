import { isJsonObject, type Json } from "../../contract/json.ts";
import type { RawSchema } from "../json-schema/document.ts";
import { findIssues } from "./foreign-issues.ts";
import { type CheckedDocument, checkDocument } from "./subtype/checked-document.ts";
import { evaluate } from "./subtype/evaluate.ts";
import { refuseUnreadable } from "./subtype/readable.ts";
import type { ValidationIssue } from "./validation-issue.ts";

export { Undecidable } from "./subtype/undecidable.ts";
export type { ValidationIssue } from "./validation-issue.ts";

/**
 * Reports in which ways values break a schema of any server: 2020-12, or as older drafts write it. The verdict is the
 * evaluator's; the issues explain it.
 * @returns a function that gives the issues in the schema's order, at most twenty; none if and only if the value fits
 * @throws Undecidable when it is not a schema (so may the function, where it can't decide); TypeError when it is
 * neither an object nor a boolean
 */
export function openExplainer(schema: unknown): (value: Json) => readonly ValidationIssue[] {
  if (typeof schema !== "boolean" && !isJsonObject(schema)) {
    throw new TypeError("a JSON Schema is an object or a boolean");
  }
  const document: CheckedDocument = checkDocument(schema);
  refuseUnreadable(document);
  const fits = (raw: RawSchema, value: Json) => evaluate(raw, value, document, maxSteps);
  return (value) => findIssues(schema, value, { document, fits, atMost });
}

const maxSteps = 2_000_000;
const atMost = 20;
