import type { JsonObject } from "../contract/json.ts";

/** Why a provider could not do its work; travels as `data.reason` of the error -32603. */
export type FailureReason = "unreachable" | "upstream_error" | "upstream_refused" | "timed_out";

/**
 * Thrown by a provider whose message callers may read, such as "'files' ended with exit code 1". The message of any other
 * error stays at home: callers get an id, the bridge's `onError` the error.
 */
export class ProviderError extends Error {
  override readonly name: string = "ProviderError";
  readonly reason: FailureReason;

  constructor(message: string, extras: { readonly reason?: FailureReason; readonly cause?: unknown } = {}) {
    super(message, extras.cause === undefined ? {} : { cause: extras.cause });
    this.reason = extras.reason ?? "upstream_error";
  }
}

/** Thrown by a provider that checks arguments itself: answered as a bridge's own check would be. */
export class InvalidArgumentsError extends Error {
  override readonly name = "InvalidArgumentsError";
  readonly issues: readonly ArgumentIssue[];

  constructor(issues: readonly ArgumentIssue[]) {
    super("the arguments break the tool's contract");
    this.issues = issues;
  }
}

/** One way in which arguments break a schema: as Ajv says it, which clients of tool-cli read, and as people want it. */
export type ArgumentIssue = {
  /** JSON Pointer to the value that the keyword judges: of a missing param, the object that misses it. */
  readonly instancePath: string;
  readonly keyword: string;
  /** What is wrong, after the path. */
  readonly message: string;
  readonly params: JsonObject;
  /** JSON Pointer to what is wrong: of a missing param, where it should be. */
  readonly path: string;
  /** E.g. "an integer from 1 to 10". */
  readonly expected: string;
  /** E.g. "the text \"many\""; "nothing" where it is missing. */
  readonly found: string;
  /** The nearest valid name or value. */
  readonly nearMiss?: string;
};
