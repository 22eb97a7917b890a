import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { givenMembers } from "../contract/given-members.ts";
import type { Deadline } from "./deadline.ts";
import { streamEnded } from "./http-transport.ts";
import { lastLines } from "./last-lines.ts";
import type { Mask } from "./mask-secrets.ts";
import { malformedAnswer, readErrorBody } from "./read-message.ts";
import {
  AskRefused,
  ConnectionLost,
  ConnectionRefused,
  InvalidAnswer,
  RemoteError,
  RequestTimeout,
  ServerBusy,
  SessionLost,
} from "./server-connection.ts";

/** What is known where something failed. */
export interface FailureScene {
  readonly deadline: Deadline;
  /** The caller's own signal. */
  readonly signal: AbortSignal | undefined;
  readonly mask: Mask;
  /** How a started server ended, where it has. */
  readonly ending?: string | undefined;
  /** The last that a started server wrote. */
  readonly stderrTail?: string;
  /** The server gave this connection a session. */
  readonly hasSession?: boolean;
}

/** Characters of a server's own text that a message repeats. */
const maxReported = 600;

/** What the SDK, or the network below it, has thrown, as one of our errors; of who aborted it, the reason itself. */
export function formatError(
  error: unknown,
  { deadline, signal, mask, ending, stderrTail, hasSession }: FailureScene,
): unknown {
  if (signal?.aborted === true) return signal.reason;
  const printed = stderrTail === undefined || stderrTail === "" ? undefined : lastLines(mask(stderrTail));
  if (deadline.isOver)
    return new RequestTimeout(`did not answer within ${deadline.limitMs / 1000} seconds`, { printed });
  if (isOurs(error)) return error;
  if (ProtocolError.isInstance(error)) return protocolFailure(error, mask);
  if (isRefusal(error)) return refusal(error);
  if (SdkError.isInstance(error) && isProtocolBreak(error.code)) {
    return new InvalidAnswer(reported(`broke the protocol: ${oneLine(error.message)}`, mask), { cause: error });
  }
  const Lost = lossOf(SdkHttpError.isInstance(error) ? error.status : undefined, hasSession);
  return new Lost(reported(ending ?? lostReason(error), mask), { cause: error, printed });
}

function lossOf(status: number | undefined, hasSession: boolean | undefined): typeof ConnectionLost {
  if (hasSession === true && status === 404) return SessionLost;
  return status !== undefined && busyStatuses.has(status) ? ServerBusy : ConnectionLost;
}

const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Two kinds were made by our own transports, for answers that never came or were none. */
function protocolFailure({ code, message, data }: ProtocolError, mask: Mask): Error {
  if (data === streamEnded) return new ConnectionLost("ended the stream without an answer");
  if (data === malformedAnswer) return new InvalidAnswer(message);
  return new RemoteError(code, mask(message), data);
}

/**
 * The error of JSON-RPC that came as the body of HTTP 4xx or 5xx, which the SDK reads as text. Refused credentials and a session that is over
 * are the status's to say.
 */
export function errorInBody(error: unknown, { mask, hasSession }: Pick<FailureScene, "mask" | "hasSession">): unknown {
  if (!SdkHttpError.isInstance(error) || isRefusal(error) || (hasSession === true && error.status === 404))
    return error;
  const { status = 0, data } = error;
  const read = status >= 400 && typeof data.text === "string" ? readErrorBody(data.text) : undefined;
  if (read === undefined) return error;
  if (read.hasId) return ProtocolError.fromError(read.code, read.message, read.data);
  return new RemoteError(read.code, mask(read.message), read.data, { isOfConnection: !busyStatuses.has(status) });
}

/** Is it worth looking whether the server has just ended: what it has answered, it was there to answer. */
export function mayBeLost(error: unknown): boolean {
  return !ProtocolError.isInstance(error) && !isOurs(error);
}

function isOurs(error: unknown): boolean {
  return [AskRefused, ConnectionLost, ConnectionRefused, InvalidAnswer, RemoteError, RequestTimeout].some(
    (known) => error instanceof known,
  );
}

/** The server does not accept who we are, whatever revision it is asked in. */
export function isRefusal(error: unknown): boolean {
  if (UnauthorizedError.isInstance(error) || InsufficientScopeError.isInstance(error)) return true;
  return SdkHttpError.isInstance(error) && (error.status === 401 || error.status === 403);
}

function refusal(error: unknown): ConnectionRefused {
  if (InsufficientScopeError.isInstance(error)) {
    const { requiredScope: scope } = error;
    const needed = scope === undefined ? "more scopes than the access token has" : `the scope '${oneLine(scope)}'`;
    const message = `refused with HTTP 403: this needs ${needed}`;
    return new ConnectionRefused(message, givenMembers({ cause: error, status: 403, scope }));
  }
  const status = SdkHttpError.isInstance(error) ? (error.status ?? 401) : 401;
  return new ConnectionRefused(`refused with HTTP ${status}: ${refusalAdvice(status)}`, { cause: error, status });
}

function refusalAdvice(status: number | undefined): string {
  return status === 403
    ? "these credentials do not allow this"
    : "authentication required; add an Authorization header";
}

function isProtocolBreak(code: unknown): boolean {
  const { InvalidResult, UnsupportedResultType, ClientHttpUnexpectedContent } = SdkErrorCode;
  return [InvalidResult, UnsupportedResultType, ClientHttpUnexpectedContent].some((known) => known === code);
}

/** The network reports that there is no listener at the address, or no way to it. */
export function isUnreachable(error: unknown): boolean {
  return networkCause(error) !== undefined;
}

function lostReason(error: unknown): string {
  if (SdkHttpError.isInstance(error) && error.status !== undefined) return httpReason(error, error.status);
  const cause = networkCause(error);
  if (cause !== undefined) return `can't be reached: ${cause}`;
  return oneLine(error instanceof Error ? error.message : String(error));
}

/** A server's own text, where it sent one; else what the SDK says, of a redirect that leads elsewhere for instance. */
function httpReason({ message, data }: SdkHttpError, status: number): string {
  const text = typeof data.text === "string" && data.text.trim() !== "" ? data.text : undefined;
  const reported = text ?? message.replace(/^Error POSTing to endpoint: ?/, "");
  return `answered with HTTP ${status}${reported === "" ? "" : `: ${oneLine(reported)}`}`;
}

/** What `fetch` throws says nothing itself, nor does what is wrapped around it; its cause does. */
function networkCause(error: unknown): string | undefined {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth++) {
    const { cause } = at;
    if (at instanceof TypeError && cause instanceof Error) {
      return "code" in cause && typeof cause.code === "string" ? cause.code : oneLine(cause.message);
    }
    at = cause;
  }
  return undefined;
}

/** A schema library reports its findings as many lines of JSON. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function reported(text: string, mask: Mask): string {
  // Masked before it is cut: half a secret is one too.
  const shown = mask(text);
  return shown.length > maxReported ? `${shown.slice(0, maxReported)}…` : shown;
}
