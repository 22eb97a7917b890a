import type { CallErrorCode } from "../../contract/call-errors.ts";
import { operatorMessageOf } from "../../contract/operator-message.ts";
import { clip } from "../../contract/utf8.ts";
import { contractFailure } from "../answers.ts";
import type { CallState } from "../call-state.ts";
import {
  HostUnavailable,
  isHostUnavailable,
  isNotWritten,
  lackingOf,
  ReplyInvalid,
  undeclaredError,
} from "../errors.ts";
import type { CallAnswer } from "../result.ts";

/**
 * Turns whatever later middleware throws into an answer. A host that is unavailable is reported in its own sentence; what the
 * operator has to know beside it, such as a path, is logged. Any other error is internal: the caller gets an id that is also in the log, never a stack.
 */
export function errorBoundary<Deps>(call: CallState<Deps>, error: unknown): CallAnswer {
  const unavailable = isHostUnavailable(error) ? error : tooManyFiles(error);
  if (unavailable !== undefined) {
    const { retry, message } = unavailable;
    const reason = operatorMessageOf(unavailable);
    if (call.audience === "operator") {
      return contractFailure({ code: "HOST_UNAVAILABLE", message: reason, facts: { retry } });
    }
    const level = retry === "later" ? "warn" : "error";
    call.log[level]("the host is unavailable", { tool: clip(call.request.name, 128), reason });
    return contractFailure({ code: "HOST_UNAVAILABLE", message, facts: { retry } });
  }
  const lacking = lackingOf(error, call.request);
  if (lacking !== undefined && error instanceof Error) {
    const { capability, isUndeclared } = lacking;
    if (isUndeclared && call.request.undeclared === "protocol-error") {
      return { kind: "protocol-error", ...undeclaredError(capability) };
    }
    const code = capability === "sampling" ? "SAMPLING_UNAVAILABLE" : "ROOTS_UNAVAILABLE";
    return contractFailure({ code, message: error.message, hint: `use a client that supports ${capability}` });
  }
  if (error instanceof ReplyInvalid) {
    const { message, violations } = error;
    return contractFailure({ code: "REPLY_INVALID", message, violations, hint: "send the call again to ask again" });
  }
  if (isNotWritten(error)) return notWritten(call, error.path);
  return internalFailure(call, "a call failed", { error: errorText(error) });
}

/** Of a file that was to be opened, also one with code. Node does not read code again that could not be read once. */
function tooManyFiles(error: unknown): HostUnavailable | undefined {
  if (!(error instanceof Error && "code" in error && (error.code === "EMFILE" || error.code === "ENFILE")))
    return undefined;
  const message = "the server has too many files open; try again later";
  const operatorMessage = `the server has too many files open (${error.message}); raise its limit (ulimit -n) and restart it`;
  return new HostUnavailable(message, "later", { operatorMessage, cause: error });
}

/** A stack would say no more: it leads to the one line of the scaffold. */
function notWritten<Deps>(call: CallState<Deps>, path: string): CallAnswer {
  const code: CallErrorCode = "INTERNAL";
  const tool = clip(call.request.name, 128);
  const message = `the handler of '${tool}' is not written yet`;
  if (call.audience === "operator") return contractFailure({ code, message: `${message}: ${path}` });
  call.log.error(`${message}: ${path}`, { tool });
  return contractFailure({ code, message });
}

/** The answer to an internal error; logs it under the id that the caller gets. */
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
    message: `internal error; the log of the server has details under the id ${id}`,
    hint: "the same call may fail again; report the id to the operator",
    facts: { id },
  });
}

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by ${errorText(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
