import type { JsonObject } from "../contract/json.ts";
import type { SessionNeed } from "../contract/tool-facts.ts";
import type { Questioning } from "./elicit-types.ts";
import type { Reply } from "./reply.ts";

export type { Reply } from "./reply.ts";

/** Milliseconds since 1970, UTC. The only source of time in the runtime. */
export type Clock = () => number;

/** The log for the operator; never stdout. Fields must not contain secrets. */
export interface Log {
  /** Absent below level debug, so that its fields need not be collected. */
  debug?(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** `info` keeps nothing, so that its fields need not be collected. */
  readonly isQuiet?: boolean;
}

/** One use of something that the catalog keeps for old callers. All texts are names of the catalog, none is the caller's. */
export interface Use {
  readonly kind: "alias" | "tool" | "version" | "param" | "spelling" | "value" | "retired";
  /**
   * The canonical tool; for params, spellings and values the contract that declares them, which may be that of an older version
   * (`note_create.v1`) or of an old name; for a removed name the name itself.
   */
  readonly tool: string;
  /** The old name, the param, spelling or value, the number of the version. */
  readonly name: string;
  /** Of spellings, values and nested params: the top-level param that contains them. */
  readonly param?: string;
}

/** Counts what callers still use of the old, so that its owner knows when it can be removed. Must not throw or wait. */
export interface Usage {
  count(use: Use): void;
}

/** An open session of an agent. Its handle is a secret and is not part of it. */
export interface Session {
  readonly id: string;
  readonly agent: string;
  readonly model?: string;
  /** The part of the host's data that it works in, as `Host.depsOf` reads it. Absent: the usual one. */
  readonly scope?: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  readonly expiresAt: number;
}

/** Sessions by their opaque handle (128 random bits). The runtime has a store in memory; a host may provide another. */
export interface SessionStore {
  open(facts: { readonly agent: string; readonly model?: string }): Promise<{
    readonly handle: string;
    readonly session: Session;
  }>;
  /** Finds a session and extends it. undefined: unknown or expired. */
  use(handle: string): Promise<Session | undefined>;
}

/** What a client's program says of itself: any text, and nothing that was checked. */
export interface ClientInfo {
  readonly name: string;
  readonly version?: string;
}

/** How calls come in. "in-process": from the command line or a test. */
export type TransportKind = "stdio" | "http" | "in-process";

/** Whom a token names. The issuer of the token has checked it: an authorization server, or the operator. */
export interface Identity {
  /** The user; or the program itself, where it acts for itself; or the name of an operator's token. */
  readonly subject: string;
  /** The authorization server: a subject is unique within it. undefined: the operator. */
  readonly issuer: string | undefined;
  /** The program that the token was issued to. */
  readonly clientId: string | undefined;
  /** What was granted. */
  readonly scopes: readonly string[];
}

/** Who calls, as far as it is known. */
export interface Caller {
  /** undefined: it has not said. Stateless HTTP before 2026-07-28 does not say it. */
  readonly client: ClientInfo | undefined;
  readonly transport: TransportKind;
  /** undefined: it is not known from any source that can be trusted. Over stdio that is so, and over HTTP without tokens that have names. */
  readonly identity: Identity | undefined;
}

/** What a handler gets besides its input. */
export interface CallContext<Need extends SessionNeed = SessionNeed> extends Questioning {
  /** Canonical tool name. */
  readonly tool: string;
  /** The name the caller used. */
  readonly calledAs: string;
  /**
   * The name under which this caller can call a tool of the catalog, for texts that advise it; undefined where it can't, or its list
   * shows older names and has none for it.
   */
  readonly toolName: (tool: string) => string | undefined;
  /**
   * Top-level params that the caller left out and that hold their default: distinguishes a param that was not sent from one
   * that was sent and equals its default. Under an old name: those that are missing after the mapping.
   */
  readonly defaulted: readonly string[];
  /** Always present when the tool's YAML has `session: required`. */
  readonly session: Need extends "required" ? Session : Session | undefined;
  /** Aborted when the caller cancels or the deadline passes. */
  readonly signal: AbortSignal;
  /** The operator's log; each line names the tool and an id of this call. */
  readonly log: Log;
  /** Who calls. What a client says of itself is not checked; `identity` is. */
  readonly caller: Caller;
  /** The `_meta` of the request, without what the client says of itself; empty where there is none. Any client can send anything here. */
  readonly meta: JsonObject;
  /** Reports progress to a caller that requested it; otherwise does nothing. */
  readonly progress: (done: number, total?: number, message?: string) => void;
  /** Adds a notice for the caller beside the result. */
  readonly notice: (text: string) => void;
  /** Clients that subscribed to this URI are notified that the resource has changed; nothing without `server: {subscriptions: true}`. */
  readonly resourceUpdated: (uri: string) => void;
  /** The connection forgets its session, because it was closed. */
  readonly leaveSession: () => void;
  /**
   * Asks the user, not the model, whether the tool may do so: "This would <effect>. Go on?". With "unavailable" the handler must end the
   * call without having done it: where the user can be asked, the call is sent again with the reply, and runs from its start.
   */
  readonly ask: (effect: string) => Promise<Reply>;
  /** Makes this handle the session of the connection, where connections persist (stdio). */
  readonly adoptSession: (handle: string) => void;
}

/** Cryptographic functions of the platform. */
export interface Entropy {
  randomBytes(count: number): Uint8Array;
  /** SHA-256 of the text's UTF-8 bytes, in any fixed text form. */
  hash(text: string): string;
}
