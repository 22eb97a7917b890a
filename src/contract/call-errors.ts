/**
 * Codes of the errors that the road itself answers with, whatever the catalog: a call that breaks its contract, a host
 * that can't work, a fault of ours. A catalog's own errors may not take these names; examples may expect them.
 */
export const callErrors = {
  INVALID_ARGUMENTS: "the arguments break the tool's contract",
  SESSION_REQUIRED: "the tool writes on behalf of an agent and no session is open",
  SESSION_UNKNOWN: "the session handle is unknown or has expired",
  WRONG_PROXY_TOOL:
    "a tool was called through call_read, call_write or call_destructive, and another of them is for it",
  CONFIRMATION_REQUIRED: "the call would destroy something and was not confirmed",
  CONFIRMATION_DECLINED: "the user was asked whether to go on and did not agree",
  OVERLOADED: "too many calls run and wait already",
  HOST_UNAVAILABLE: "the host can't do its work now",
  DEADLINE_EXCEEDED: "the call took longer than it may",
  CANCELLED: "the caller took the call back",
  RESULT_TOO_LARGE: "the call was carried out; its result is larger than the server sends and can't be shortened",
  INTERNAL: "our fault; the id stands in the log too",
} as const satisfies { readonly [code: string]: string };

export type CallErrorCode = keyof typeof callErrors;
