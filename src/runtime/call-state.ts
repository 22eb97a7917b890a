import type { Json, JsonObject } from "../contract/json.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { Normalised } from "../contract/normalise.ts";
import type { KeptPart } from "./kept-results.ts";
import type { ListingOptions } from "./listing.ts";
import type { Policy } from "./policy.ts";
import type { Clock, Log, Session, SessionStore, Use } from "./ports.ts";
import type { Host, LoadedTool, RegisteredAlias, Registry, ToolEntry, UpgradedVersion } from "./registry.ts";
import type { CallAnswer } from "./result.ts";

/** A decoded `tools/call`, whatever transport it came by. */
export interface ToolCall {
  readonly name: string;
  /** Absent arguments are `{}`; anything but an object is a violation. */
  readonly arguments: unknown;
  /** The request's `_meta`. */
  readonly meta?: JsonObject;
  readonly connection: Connection;
  /** Made when first asked for: an AbortController per call costs more than the call. */
  readonly signal: () => AbortSignal;
  readonly progress?: (done: number, total?: number, message?: string) => void;
  /** Absent: the user can't be asked anything. */
  readonly ask?: Ask;
}

/** Asks the user, not the model, a question that takes yes or no. */
export type Ask = (question: Question) => Promise<Reply>;

export interface Question {
  /** One line. */
  readonly message: string;
}

/**
 * What came of a question. "unavailable": nobody answers it during this call; where it goes out in place of this call's
 * answer, the call comes again with the reply.
 */
export type Reply = "accepted" | "declined" | "cancelled" | "unavailable";

/** How errors that the catalog declares are answered: as results, or as JSON-RPC errors with the catalog's numbers. */
export type ErrorForm = "result" | "protocol";

/** What lasts between the calls of one connection. Over stdio one per process; over HTTP one per request. */
export interface Connection {
  sessionHandle: string | undefined;
}

/** A call on its road. Each station adds what it found out and passes it on. */
export interface CallState<Deps> {
  readonly request: ToolCall;
  readonly registry: Registry<Deps>;
  /** Opened at the first call that needs it. */
  readonly host: () => Promise<Host<Deps>>;
  readonly sessions: () => Promise<SessionStore>;
  readonly policy: Policy;
  /** What the caller is shown; absent: nobody was told. Hints name what stands there. */
  readonly listingOptions: ListingOptions | undefined;
  readonly errors: ErrorForm;
  /** A fresh id for the log and the caller to share. */
  readonly newId: () => string;
  readonly clock: Clock;
  readonly log: Log;
  /** What the caller will be told beside the result; stations append. */
  readonly notices: Notice[];
  /** What the call used that is kept for old callers; stations append. */
  readonly uses: Use[];
  /** Arguments as far as the road has taken them. */
  readonly arguments: JsonObject;
  /** From `route` on. */
  readonly entry?: ToolEntry<Deps> | undefined;
  readonly alias?: RegisteredAlias | undefined;
  /** From `route` on, where an older version was asked for that is mapped to the current one, which is `entry`. */
  readonly older?: UpgradedVersion | undefined;
  /** From `gate` on. */
  readonly session?: Session | undefined;
  /** From `translate` on: validator and handler. */
  readonly loaded?: LoadedTool<Deps> | undefined;
  /** From `translate` on, where the tool was called by an old name or in an older version. */
  readonly translated?: Translated | undefined;
  /** From `normalise` on: what was found while the arguments were brought into form. */
  readonly normalised?: Normalised | undefined;
  /** How large a result may be, and where a larger one is kept. */
  readonly results?: ResultLimit | undefined;
  /** From `deadline` on, where there is one: aborted when it passes. */
  readonly deadline?: (() => AbortSignal) | undefined;
}

export interface ResultLimit {
  /** Of a serialised result, notices aside. */
  readonly maxBytes: number;
  /** @returns the URI to read it by; undefined where nothing is kept */
  readonly keep: (parts: readonly KeptPart[]) => Promise<string | undefined>;
}

/** What turning old arguments into ours left to tell. */
export interface Translated {
  /** Params that were given under their old and their present name with different values; what stood under `old` was dropped. */
  readonly conflicts: readonly { readonly old: string; readonly current: string }[];
  /** Schema of the old arguments, where they were held against a contract of their own. */
  readonly input?: JsonSchema;
}

export interface Notice {
  readonly kind: "deprecated" | "ignored" | "cut" | "handler";
  readonly text: string;
  readonly data?: { readonly [key: string]: Json };
}

/** One station of the road: looks at the call, then answers it or passes it on. */
export type Middleware<Deps> = (
  call: CallState<Deps>,
  next: (call: CallState<Deps>) => Promise<CallAnswer>,
) => Promise<CallAnswer>;

/** Answers a call; never rejects. */
export type Dispatch = (call: ToolCall) => Promise<CallAnswer>;
