import { businessFailure, businessProtocolError, contractFailure } from "../answers.ts";
import type { CallState } from "../call-state.ts";
import { fillHoles } from "../errors.ts";
import type { CallAnswer, HandlerResult, RaisedError } from "../result.ts";
import { check } from "./check.ts";
import { invokeHandler } from "./invoke-handler.ts";
import { truncateError } from "./truncate-error.ts";
import { truncateResult } from "./truncate-result.ts";

/** The end of the road: the handler, then the check of what it returned, wrapped for the wire. */
export async function executeCall<Deps>(call: CallState<Deps>): Promise<CallAnswer> {
  // The caller was told that the call was stopped, so it must not begin now.
  if (call.deadline?.().aborted === true) return stopped(call);
  let returned: HandlerResult<unknown, string>;
  try {
    returned = await invokeHandler(call);
  } catch (error) {
    // A handler that stops because it was told to is no fault of ours. Nobody waits for this answer.
    if (isAbort(error, call.request.signal()) || isAbort(error, call.deadline?.())) return stopped(call);
    throw error;
  }
  return answerWith(call, returned);
}

/** What a handler returned, checked and wrapped for the wire, in a size that can be sent. */
export async function answerWith<Deps>(
  call: CallState<Deps>,
  returned: HandlerResult<unknown, string>,
): Promise<CallAnswer> {
  if (!returned.ok) {
    const error = truncateError(call, shownError(call, returned.error));
    return call.errors === "protocol" ? businessProtocolError(error) : businessFailure(error);
  }
  const checked = check(call, returned);
  if (checked.kind === "broken") return checked.answer;
  return truncateResult(call, { value: checked.value, text: returned.text, content: checked.content });
}

/**
 * An error of the catalog without the advice to use what policy denies. Only the catalog's own words are looked through: a
 * title that somebody gave may hold any name.
 */
function shownError<Deps>({ textFilter }: CallState<Deps>, raised: RaisedError): RaisedError {
  const { text } = textFilter;
  const { template, hint, message, ...rest } = raised;
  const fill = (words: string | undefined, whole: string) => {
    // Without a template, words and values can't be told apart.
    if (words === undefined) return text(whole);
    const shown = text(words);
    return shown === words ? whole : fillHoles(shown, raised.data);
  };
  const shown = hint === undefined ? "" : fill(template?.hint, hint);
  return {
    ...rest,
    message: fill(template?.message, message) || raised.name,
    ...(shown === "" ? {} : { hint: shown }),
  };
}

/** The answer to a call that was cancelled or came too late; nobody waits for it. */
export function stopped<Deps>(call: CallState<Deps>): CallAnswer {
  return contractFailure({ code: "CANCELLED", message: `'${call.request.name}' was cancelled` });
}

function isAbort(error: unknown, signal: AbortSignal | undefined): boolean {
  if (signal?.aborted !== true) return false;
  return error === signal.reason || (error instanceof Error && error.name === "AbortError");
}
