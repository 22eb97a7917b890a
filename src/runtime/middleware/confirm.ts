import type { JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { Confirmation } from "../../contract/tool-facts.ts";
import { contractFailure } from "../answers.ts";
import { fillHoles } from "../errors.ts";
import type { CallAnswer } from "../result.ts";
import type { RoadCall } from "../station.ts";
import { entryOf } from "./stage.ts";

/** A call that would destroy something goes on only with `confirm: true`; else the caller is told what it would destroy. */
export async function confirm<Deps>(
  call: RoadCall<Deps>,
  next: (call: RoadCall<Deps>) => Promise<CallAnswer>,
): Promise<CallAnswer> {
  const { confirm: confirmation } = entryOf(call);
  if (confirmation === undefined || !isDue(confirmation, call.arguments)) return next(call);
  if (ownValue(call.arguments, "confirm") === true) return next(call);
  const effect = fillHoles(confirmation.message, call.arguments);
  return contractFailure({
    code: "CONFIRMATION_REQUIRED",
    message: `this would ${effect}`,
    hint: "send 'confirm': true with the same arguments if that is what the user wants",
    facts: { effect },
  });
}

function isDue(confirmation: Confirmation, values: JsonObject): boolean {
  return Object.entries(confirmation.when ?? {}).every(([param, value]) => ownValue(values, param) === value);
}
