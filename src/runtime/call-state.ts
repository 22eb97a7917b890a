import type { Json, JsonObject } from "../contract/json.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { Normalised } from "../contract/normalise.ts";
import type { AutomaticSessions } from "./automatic-sessions.ts";
import type { CallLog } from "./call-log.ts";
import type { TraceCarrier } from "./call-trace.ts";
import type { CallerNames } from "./caller-names.ts";
import type { TextFilter } from "./denied-names.ts";
import type { KeptPart } from "./kept-results.ts";
import type { Policy } from "./policy.ts";
import type { ClientInfo, Clock, Identity, Log, Session, SessionStore, TransportKind, Use } from "./ports.ts";
import type {
  Host,
  LoadedTool,
  OutputValidator,
  RegisteredAlias,
  Registry,
  ToolEntry,
  UpgradedVersion,
} from "./registry.ts";
import type { Reply } from "./reply.ts";
import type { CallAnswer } from "./result.ts";
import type { ResourceChanges } from "./subscriptions.ts";

/** A decoded `tools/call` of any transport. */
export interface ToolCall {
  readonly name: string;
  /** Absent arguments are `{}`; anything but an object is a violation. */
  readonly arguments: unknown;
  /** The request's `_meta`. */
  readonly meta?: JsonObject | undefined;
  readonly connection: Connection;
  /** What the client's program says of itself. */
  readonly client?: ClientInfo | undefined;
  /** Created when first needed: an AbortController per call costs more than the call. */
  readonly signal: () => AbortSignal;
  readonly progress?: ((done: number, total?: number, message?: string) => void) | undefined;
  /** Takes the handler's log lines to the caller. Absent: only the operator reads them. */
  readonly log?: CallLog | undefined;
  /** Absent: the caller waits for the answer. */
  readonly task?: TaskProgress | undefined;
  /** Absent: the user can't be asked. */
  readonly ask?: Ask | undefined;
  /** Forms of another server, for a catalog in front of it. Absent: the user can't be asked. */
  readonly form?: FormPort | undefined;
  /** Absent: the client opens no addresses for the user. */
  readonly url?: Put | undefined;
  /** Absent: the client's model writes nothing for servers. */
  readonly sample?: Put | undefined;
  /** Absent: the client does not say in which folders it works. */
  readonly roots?: Put | undefined;
  /** How a call ends that needs what its client does not offer: since 2026-07-28 the protocol has an error for it. Default: as a result. */
  readonly undeclared?: "protocol-error" | "result";
}

/** A call that its caller started as a task. */
export interface TaskProgress {
  /** Says how far it is. */
  say(message: string): void;
}

/** What a client can be asked while its request is answered. */
export type Asked = Pick<ToolCall, "ask" | "form" | "url" | "sample" | "roots">;

/**
 * Puts a question.
 * @param name of the question, in place of a key that is made of it
 * @returns its reply; undefined: none comes during this round, and the same call comes again with it
 */
export type Put = (params: JsonObject, name?: string) => Promise<JsonObject | undefined>;

/** Puts the params of `elicitation/create` to the user, and gives its result. @see MCP 2025-11-25, client/elicitation */
export interface FormPort {
  /** The request ends with the question, and another one brings the reply. */
  readonly endsRequest: boolean;
  /** The reply to a form that was put before. */
  replyTo(params: JsonObject): Promise<JsonObject | undefined>;
  /** undefined: no reply comes during this round; the same call comes again with it. */
  ask(params: JsonObject, name?: string): Promise<JsonObject | undefined>;
  /** Puts the form of another server, which waits for a reply: where the client gives none, it is cancelled. */
  passOn(params: JsonObject): Promise<JsonObject | undefined>;
}

export type { Reply } from "./reply.ts";

/** Asks the user, not the model, a yes-or-no question. */
export type Ask = (question: Question) => Promise<Reply>;

export interface Question {
  /** One line. */
  readonly message: string;
}

/** How errors that the catalog declares are answered: as results, or as JSON-RPC errors with the catalog's numbers. */
export type ErrorForm = "result" | "protocol";

/** Who reads the errors of a dispatcher. The operator, who runs this process, also reads what its callers must not see: paths. */
export type Audience = "caller" | "operator";

/** What is kept between the calls of one connection. Over stdio one per process; over HTTP one per request. */
export interface Connection {
  sessionHandle: string | undefined;
  /** Absent: in this process. */
  readonly transport?: TransportKind;
  /** Absent: unknown, and not limited by scopes. */
  readonly identity?: Identity | undefined;
  /** Trace context of the HTTP request's headers. */
  readonly trace?: TraceCarrier | undefined;
}

/** What is the same for all calls of a dispatcher. */
export interface DispatcherState<Deps> {
  readonly registry: Registry<Deps>;
  /** Opened by the first call that needs it. */
  readonly host: () => Promise<Host<Deps>>;
  /** The host, once it is open. */
  readonly openedHost: () => Host<Deps> | undefined;
  readonly sessions: () => Promise<SessionStore>;
  /** Present where a call without a session gets one of its own. */
  readonly automaticSessions: AutomaticSessions | undefined;
  readonly policy: Policy;
  /** Which tool names hints and notices may give to the caller. */
  readonly names: CallerNames;
  /** Removes what policy denies from the catalog's texts. */
  readonly textFilter: TextFilter;
  readonly errors: ErrorForm;
  readonly audience: Audience;
  /** A new id that the log and the caller share. */
  readonly newId: () => string;
  readonly clock: Clock;
  readonly log: Log;
  /** Replaces secrets in a text. Absent: the catalog declares none. */
  readonly mask: ((text: string) => string) | undefined;
  /** Where handlers report that resources have changed. */
  readonly changes: ResourceChanges;
  /** How large a result may be, and where a larger one is kept. */
  readonly results: ResultLimit | undefined;
}

/** A call on its way through the middleware. */
export interface CallState<Deps> extends DispatcherState<Deps> {
  readonly request: ToolCall;
  /** When it came, by the clock. */
  readonly startedAt: number;
  /** What the answer reports beside the result; middleware appends. */
  readonly notices: Notice[];
  /** What the call used that is kept for old callers; middleware appends. */
  readonly uses: Use[];
  /** As far as they are processed. */
  readonly arguments: JsonObject;
  /** Set by `route`. */
  readonly entry?: ToolEntry<Deps> | undefined;
  readonly alias?: RegisteredAlias | undefined;
  /** Set by `route` where the caller asked for an older version that is mapped to the current one, which is `entry`. */
  readonly older?: UpgradedVersion | undefined;
  /** Set by `deadline` where there is one: aborted when it passes. */
  readonly deadline?: (() => AbortSignal) | undefined;
  /** Set by `resolveSession`. */
  readonly session?: Session | undefined;
  /** Set by `applyAlias`: validator and handler. */
  readonly loaded?: LoadedTool<Deps> | undefined;
  /** Set by `applyAlias` where the tool was called by an old name or in an older version. */
  readonly mapped?: MappedArguments | undefined;
  /** Set by `applyAlias` where an old name has a result of its own. */
  readonly resultMapping?: ResultMapping | undefined;
  /** Set by `normalise`: what was found on the way. */
  readonly normalised?: Normalised | undefined;
  /** Set by `confirm`: the handler is only asked what it would destroy. */
  readonly previews?: boolean | undefined;
}

export interface ResultLimit {
  /** Of a serialised result, without its notices. */
  readonly maxBytes: number;
  /** @returns the URI to read it by; undefined where nothing is kept */
  readonly keep: (parts: readonly KeptPart[]) => Promise<string | undefined>;
}

/** What later middleware has to know about mapped arguments. */
export interface MappedArguments {
  /** Params given by their old and their current name with different values; the value under `old` was dropped. */
  readonly conflicts: readonly { readonly old: string; readonly current: string }[];
  /** Schema of the old arguments, where they were validated against a contract of their own. */
  readonly input?: JsonSchema;
}

/** How the tool's result becomes that of an old name. */
export interface ResultMapping {
  /** Of the old result. */
  readonly validator: OutputValidator;
  /** A hand-written pure function; its outcome is checked. */
  readonly adapt: (result: JsonObject) => object;
}

export interface Notice {
  readonly kind: "deprecated" | "ignored" | "cut" | "handler";
  readonly text: string;
  /** The model can do nothing about it, so its text is only in `_meta`. */
  readonly isForProgram?: boolean;
  readonly data?: { readonly [key: string]: Json };
}

/** The same call while the pipeline fills in what it finds out. */
export type CallInProgress<Deps> = { -readonly [Member in keyof CallState<Deps>]: CallState<Deps>[Member] };

/** At once where nothing has to be waited for. */
export type Soon<Value> = Value | Promise<Value>;

/** Everything further inside the pipeline. */
export type Rest<Deps> = (call: CallInProgress<Deps>) => Soon<CallAnswer>;

/** One step of the pipeline. Whatever it has no member for passes it by, and only a promise is waited for. */
export interface Stage<Deps> {
  /**
   * Looks at the call and fills in what it finds out.
   * @param rest for a step that has to wait for the answer of the others, or calls them with another call
   * @returns the answer, where the call ends here; nothing where it goes on
   */
  readonly enter?: (call: CallInProgress<Deps>, rest: Rest<Deps>) => Soon<CallAnswer | undefined>;
  /** Gets the answer to a call that went on, and returns it or another one. */
  readonly leave?: (call: CallInProgress<Deps>, answer: CallAnswer) => CallAnswer;
  /** A call that went on has ended, with an answer or an error. */
  readonly release?: () => void;
  /** The answer to whatever was thrown further inside. */
  readonly caught?: (call: CallInProgress<Deps>, error: unknown) => CallAnswer;
}

/** What follows the middleware of a host. */
export type Next<Deps> = (call: CallState<Deps>) => Promise<CallAnswer>;

/** Middleware of a host: looks at the call, then answers it or passes it on. */
export type Middleware<Deps> = (call: CallState<Deps>, next: Next<Deps>) => Promise<CallAnswer>;

/** Answers a call; never rejects. */
export type Dispatch = (call: ToolCall) => Promise<CallAnswer>;
