import { explain } from "../../contract/explain.ts";
import type { JsonObject } from "../../contract/json.ts";
import { wrap } from "../../contract/wrap.ts";
import type { CallAnswer } from "../result.ts";
import type { RoadCall } from "../station.ts";
import { internalFailure } from "./guard.ts";
import { loadedOf } from "./stage.ts";

export type CheckedValue =
  | { readonly kind: "kept"; readonly value: JsonObject }
  | { readonly kind: "broken"; readonly answer: CallAnswer };

/**
 * Wraps what a handler returned and holds it against the output schema. A result that breaks it is a fault of ours: the
 * log gets the places, never the values, and the caller an id.
 */
export function check<Deps>(call: RoadCall<Deps>, returned: unknown): CheckedValue {
  const { validator } = loadedOf(call);
  const value = wrap(returned);
  if (validator.checkOutput(value)) return { kind: "kept", value };
  const broken = explain(validator.output, value, { isSensitive: () => true });
  const places = broken.map(({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`);
  return { kind: "broken", answer: internalFailure(call, "a result breaks its contract", { violations: places }) };
}
