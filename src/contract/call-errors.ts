/**
 * Codes of the errors of the runtime itself, for every catalog: a call that breaks its contract, an unavailable host, an internal
 * error. A catalog's own errors may not have these names; examples may expect them.
 */
export const callErrors = {
  INVALID_ARGUMENTS: "the arguments break the tool's contract",
  SESSION_REQUIRED: "the tool writes on behalf of an agent and no session is open",
  SESSION_UNKNOWN: "the session handle is unknown or has expired",
  WRONG_PROXY_TOOL:
    "a tool was called through call_read, call_write or call_destructive, and another of them must be used",
  CONFIRMATION_REQUIRED: "the call would destroy something and was not confirmed",
  CONFIRMATION_DECLINED: "the user was asked to confirm and did not agree",
  REPLY_INVALID: "what the user filled in does not fit the form that the tool asked for",
  ROOTS_UNAVAILABLE: "the tool needs the folders of the client, which it does not name",
  SAMPLING_UNAVAILABLE: "the tool needs the client's model, which the client does not offer",
  OVERLOADED: "too many calls run and wait already",
  HOST_UNAVAILABLE: "the host is not available now",
  DEADLINE_EXCEEDED: "the call exceeded its time limit",
  CANCELLED: "the caller cancelled the call",
  RESULT_TOO_LARGE: "the call was carried out; its result is larger than the server sends and can't be shortened",
  INTERNAL: "internal error; the log has details under the same id",
} as const satisfies { readonly [code: string]: string };

export type CallErrorCode = keyof typeof callErrors;

/** The key in `_meta` under which clients before 2026-07-28 get the structured form of an error. */
export const errorKey = "pegboard/error";
