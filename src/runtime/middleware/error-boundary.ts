import type { CallErrorCode } from "../../contract/call-errors.ts";
import { clip } from "../../contract/utf8.ts";
import { contractFailure } from "../answers.ts";
import type { CallState } from "../call-state.ts";
import { isHostUnavailable } from "../errors.ts";
import type { CallAnswer } from "../result.ts";

/**
 * Outermost: whatever is thrown further down becomes an answer. A host that can't work says so in its own sentence; all
 * else is our fault, and the caller gets an id that stands in the log too, never a stack.
 */
export async function errorBoundary<Deps>(
  call: CallState<Deps>,
  next: (call: CallState<Deps>) => Promise<CallAnswer>,
): Promise<CallAnswer> {
  try {
    return await next(call);
  } catch (error) {
    if (isHostUnavailable(error)) {
      return contractFailure({ code: "HOST_UNAVAILABLE", message: error.message, facts: { retry: error.retry } });
    }
    return internalFailure(call, "a call failed", { error: errorText(error) });
  }
}

/** The answer to a fault of ours; logs it under the id that the caller gets. */
export function internalFailure<Deps>(
  call: CallState<Deps>,
  event: string,
  fields: Readonly<Record<string, unknown>>,
): CallAnswer {
  const id = call.newId();
  call.log.error(event, { id, tool: clip(call.request.name, 128), ...fields });
  const code: CallErrorCode = "INTERNAL";
  return contractFailure({
    code,
    message: `the server failed; its log tells more under the id ${id}`,
    hint: "the same call may fail again; tell the operator the id",
    facts: { id },
  });
}

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by ${errorText(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
