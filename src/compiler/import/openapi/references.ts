// References inside an OpenAPI document. None is followed out of it.

import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { valueAt } from "../../../contract/json-pointer.ts";
import { percentDecoded } from "../../json-schema/document.ts";

/** The JSON Pointer of a reference into the document itself. @see RFC 6901, section 6 */
export function pointerOf(ref: string): string | undefined {
  return ref.startsWith("#/") ? percentDecoded(ref.slice(1)) : undefined;
}

/** What a value is, or refers to; an empty object where nothing is. */
export function resolved(value: Json | undefined, document: JsonObject): JsonObject {
  let found: unknown = value;
  for (let step = 0; step < 20 && isJsonObject(found) && typeof found.$ref === "string"; step++) {
    const pointer = pointerOf(found.$ref);
    found = pointer === undefined ? undefined : valueAt(document, pointer);
  }
  return isJsonObject(found) ? found : {};
}
