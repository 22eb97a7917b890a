import { mustConfirm } from "../../contract/confirm-condition.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { Confirmation } from "../../contract/tool-facts.ts";
import { contractFailure, unconfirmed } from "../answers.ts";
import type { CallInProgress, Rest, Soon } from "../call-state.ts";
import { fillPlaceholders } from "../errors.ts";
import type { CallAnswer } from "../result.ts";
import { questionOf } from "./question.ts";
import { entryOf } from "./stage.ts";

/**
 * A call that would destroy something needs `confirm: true`, or the agreement of the user, whom the client asks. Otherwise the
 * answer describes what it would destroy.
 */
export function confirm<Deps>(call: CallInProgress<Deps>, rest: Rest<Deps>): Soon<CallAnswer | undefined> {
  const { confirm: confirmation } = entryOf(call);
  if (confirmation === undefined || !mustConfirm(confirmation, call.arguments)) return undefined;
  return ownValue(call.arguments, "confirm") === true ? undefined : unlessConfirmed(call, confirmation, rest);
}

async function unlessConfirmed<Deps>(
  call: CallInProgress<Deps>,
  confirmation: Confirmation,
  rest: Rest<Deps>,
): Promise<CallAnswer> {
  // A preview reads the host's data, so it passes the rest of the pipeline, as the call itself would.
  const refusal =
    confirmation.preview === true
      ? await rest({ ...call, previews: true })
      : unconfirmed(
          fillPlaceholders(confirmation.message, namedAsWritten(confirmation, call.arguments), "(not given)"),
        );
  const effect = effectOf(refusal);
  // The preview did not get to say it: the call would fail.
  if (effect === undefined) return refusal;
  const reply = (await call.request.ask?.(questionOf(effect))) ?? "unavailable";
  switch (reply) {
    case "accepted":
      // The user's agreement counts like the param, also for the handler.
      return rest({ ...call, arguments: { ...call.arguments, confirm: true } });
    case "unavailable":
      return refusal;
    case "declined":
      // Without a hint at `confirm: true`: it would show a model how to override the user.
      return notAgreed(effect, "the user declined", "do not repeat it, unless the user asks for it again");
    case "cancelled":
      return notAgreed(effect, "the user was asked and did not answer", "ask the user before you send it again");
  }
}

/** The values under the names that the message calls them by. */
function namedAsWritten({ spelled }: Confirmation, values: JsonObject): JsonObject {
  if (spelled === undefined) return values;
  const named = Object.entries(spelled).filter(([, param]) => Object.hasOwn(values, param));
  return { ...values, ...Object.fromEntries(named.map(([hole, param]) => [hole, values[param] as Json])) };
}

function effectOf(answer: CallAnswer): string | undefined {
  const error = answer.kind === "result" ? answer.result.structuredContent?.error : undefined;
  if (!isJsonObject(error) || error.code !== "CONFIRMATION_REQUIRED") return undefined;
  return typeof error.effect === "string" ? error.effect : undefined;
}

function notAgreed(effect: string, reply: string, hint: string): CallAnswer {
  const message = `${reply}: this would ${effect}`;
  return contractFailure({ code: "CONFIRMATION_DECLINED", message, hint, facts: { effect } });
}
