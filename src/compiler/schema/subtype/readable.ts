import { isJsonObject } from "../../../contract/json.ts";
import { membersOf } from "../../json-schema/read-keywords.ts";
import { compilePattern } from "../pattern/meets-pattern.ts";
import { type CheckedDocument, targetsOf } from "./checked-document.ts";
import { divisorOf, patternsOf, tupleOf, typesOf } from "./read-keywords.ts";
import { Undecidable } from "./undecidable.ts";

/**
 * Reads everything that a document's root leads to, so that a broken schema is refused before any value is judged.
 * @throws Undecidable with what is broken
 */
export function refuseUnreadable(document: CheckedDocument): void {
  for (const raw of document.reachable) {
    typesOf(raw, document.nullable);
    divisorOf(raw);
    tupleOf(raw);
    targetsOf(raw, document);
    for (const pattern of patternsOf(raw)) compilePattern(pattern);
    for (const [pattern] of membersOf(raw)?.patterns ?? []) compilePattern(pattern);
    const { inPlace = [], within = [] } = document.schemas.get(raw) ?? {};
    for (const child of [...inPlace, ...within]) {
      if (typeof child !== "boolean" && !isJsonObject(child)) {
        throw new Undecidable("a schema is neither an object nor a boolean");
      }
    }
  }
}
