import { businessFailure, businessProtocolError, contractFailure, success } from "../answers.ts";
import type { CallAnswer, HandlerResult } from "../result.ts";
import type { RoadCall } from "../station.ts";
import { check } from "./check.ts";
import { handle } from "./handle.ts";

/** The end of the road: the handler, then the check of what it returned, wrapped for the wire. */
export async function work<Deps>(call: RoadCall<Deps>): Promise<CallAnswer> {
  // The caller was told that the call was stopped, so it must not begin now.
  if (call.deadline?.().aborted === true) return stopped(call);
  let returned: HandlerResult<unknown, string>;
  try {
    returned = await handle(call);
  } catch (error) {
    // A handler that stops because it was told to is no fault of ours. Nobody waits for this answer.
    if (isAbort(error, call.request.signal()) || isAbort(error, call.deadline?.())) return stopped(call);
    throw error;
  }
  return answerWith(call, returned);
}

/** What a handler returned, checked and wrapped for the wire. */
export function answerWith<Deps>(call: RoadCall<Deps>, returned: HandlerResult<unknown, string>): CallAnswer {
  if (!returned.ok) {
    return call.errors === "protocol" ? businessProtocolError(returned.error) : businessFailure(returned.error);
  }
  const checked = check(call, returned);
  return checked.kind === "kept" ? success(checked.value, returned.text) : checked.answer;
}

/** The answer to a call that was cancelled or came too late; nobody waits for it. */
export function stopped<Deps>(call: RoadCall<Deps>): CallAnswer {
  return contractFailure({ code: "CANCELLED", message: `'${call.request.name}' was cancelled` });
}

function isAbort(error: unknown, signal: AbortSignal | undefined): boolean {
  if (signal?.aborted !== true) return false;
  return error === signal.reason || (error instanceof Error && error.name === "AbortError");
}
