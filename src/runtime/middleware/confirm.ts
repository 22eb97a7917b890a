import type { JsonObject } from "../../contract/json.ts";
import { limits } from "../../contract/limits.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { Confirmation } from "../../contract/tool-facts.ts";
import { clip } from "../../contract/utf8.ts";
import { contractFailure } from "../answers.ts";
import type { CallState, Question } from "../call-state.ts";
import { fillHoles } from "../errors.ts";
import type { CallAnswer } from "../result.ts";
import { entryOf } from "./stage.ts";

/**
 * A call that would destroy something goes on only with `confirm: true`, or when the user, asked by the client, says yes.
 * Else the caller is told what it would destroy.
 */
export async function confirm<Deps>(
  call: CallState<Deps>,
  next: (call: CallState<Deps>) => Promise<CallAnswer>,
): Promise<CallAnswer> {
  const { confirm: confirmation } = entryOf(call);
  if (confirmation === undefined || !isDue(confirmation, call.arguments)) return next(call);
  if (ownValue(call.arguments, "confirm") === true) return next(call);
  const effect = fillHoles(confirmation.message, call.arguments);
  const reply = (await call.request.ask?.(questionOf(effect))) ?? "unavailable";
  switch (reply) {
    case "accepted":
      // The user's word counts as much as the param's, for the handler too.
      return next({ ...call, arguments: { ...call.arguments, confirm: true } });
    case "unavailable":
      return unconfirmed(effect);
    case "declined":
      // Not a word of `confirm: true` here: it would tell a model how to go over the user's head.
      return notAgreed(
        `the user declined: this would ${effect}`,
        "leave it, unless the user asks for it again",
        effect,
      );
    case "cancelled":
      return notAgreed(
        `the user was asked and did not answer: this would ${effect}`,
        "ask the user what they want before you send it again",
        effect,
      );
  }
}

function isDue(confirmation: Confirmation, values: JsonObject): boolean {
  return Object.entries(confirmation.when ?? {}).every(([param, value]) => ownValue(values, param) === value);
}

/** Arguments stand in it, so nothing that would break the line or turn its direction may reach the user's screen. */
function questionOf(effect: string): Question {
  const shown = effect.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ");
  return { message: `This would ${clip(shown, limits.questionLength)}. Go on?` };
}

function unconfirmed(effect: string): CallAnswer {
  return contractFailure({
    code: "CONFIRMATION_REQUIRED",
    message: `this would ${effect}`,
    hint: "send 'confirm': true with the same arguments if that is what the user wants",
    facts: { effect },
  });
}

function notAgreed(message: string, hint: string, effect: string): CallAnswer {
  return contractFailure({ code: "CONFIRMATION_DECLINED", message, hint, facts: { effect } });
}
