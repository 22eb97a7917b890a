import type { SessionNeed } from "../contract/tool-facts.ts";

/** Milliseconds since 1970, UTC. The only source of time for everything behind the door. */
export type Clock = () => number;

/** Where the process tells its operator things; never stdout. Fields must not hold secrets. */
export interface Log {
  /** Absent: nobody reads that much, and what it would say need not be gathered. */
  debug?(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** One use of something that the catalog keeps for old callers. All of it are names of the catalog, none is the caller's. */
export interface Use {
  readonly kind: "alias" | "tool" | "version" | "param" | "spelling" | "value" | "retired";
  /**
   * Whose it is: the canonical tool; of params, spellings and values the contract that declares them, which may be an
   * older version's (`note_create.v1`) or an old name's own; of a removed name itself.
   */
  readonly tool: string;
  /** The old name, the param, spelling or value, the number of the version. */
  readonly name: string;
  /** Of spellings and values, and of params inside others: the tool's own param in which they stand. */
  readonly param?: string;
}

/** Counts what old things callers still use, so that their owner knows when one may go. Must not throw, nor wait. */
export interface Usage {
  count(use: Use): void;
}

/** An agent's open session. The handle that opens it is a secret and is not part of it. */
export interface Session {
  readonly id: string;
  readonly agent: string;
  readonly model?: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  readonly expiresAt: number;
}

/** Sessions by their opaque handle (128 random bits). A host brings its own; the runtime has one in memory. */
export interface SessionStore {
  open(facts: { readonly agent: string; readonly model?: string }): Promise<{
    readonly handle: string;
    readonly session: Session;
  }>;
  /** Finds a session and puts off its expiry. undefined: unknown or expired. */
  use(handle: string): Promise<Session | undefined>;
}

/** What a handler may know of the call besides its input. */
export interface CallContext<Need extends SessionNeed = SessionNeed> {
  /** Canonical tool name. */
  readonly tool: string;
  /** The name the caller used. */
  readonly calledAs: string;
  /**
   * Top-level params that the caller left out and that hold their default: tells "not said" from "said, and equal to the
   * default". Under an old name: what is still missing after its arguments were mapped to ours.
   */
  readonly defaulted: readonly string[];
  /** Present for certain when the tool's YAML says `session: required`. */
  readonly session: Need extends "required" ? Session : Session | undefined;
  /** Aborted when the caller cancels or the deadline passes. */
  readonly signal: AbortSignal;
  /** Reports progress to a caller that asked for it; else does nothing. */
  progress(done: number, total?: number, message?: string): void;
  /** Tells the caller something beside the result. */
  notice(text: string): void;
  /** The connection forgets its session, which is closed. */
  leaveSession(): void;
  /** Makes this handle the connection's session, where connections last (stdio). */
  adoptSession(handle: string): void;
}

/** What only a platform has: randomness that can't be guessed, and a hash that can't be turned back. */
export interface Entropy {
  randomBytes(count: number): Uint8Array;
  /** SHA-256 of the text's UTF-8 bytes, in any fixed text form. */
  hash(text: string): string;
}
