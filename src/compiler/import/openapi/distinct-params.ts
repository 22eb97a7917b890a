import type { Json, JsonObject } from "../../../contract/json.ts";
import { resolved } from "./references.ts";

/** Params with references resolved. Of two with one name in one place the later goes: those of an operation stand behind those of its path. */
export function distinctParams(raw: readonly Json[], document: JsonObject): readonly JsonObject[] {
  const all = raw.map((one) => resolved(one, document));
  return all.filter(
    (one, index) => !all.slice(index + 1).some((later) => later.in === one.in && later.name === one.name),
  );
}
