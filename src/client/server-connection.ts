import type { JsonObject } from "../contract/json.ts";
import type { ClientLevel, LogMessage } from "../contract/log-level.ts";
import type { AnswerAsked } from "./offers.ts";

/** Where a server is and how it is spoken to. */
export type ServerTarget = (
  | {
      readonly kind: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      /** Added to the few variables that are safe to hand on (PATH, HOME and the like). */
      readonly env: Readonly<Record<string, string>>;
      /** Variables of this process that are handed on beyond those few, as the client of the server would do. */
      readonly inherited?: Readonly<Record<string, string>>;
      readonly cwd: string;
    }
  | {
      readonly kind: "http";
      readonly url: URL;
      /** Sent to the server's origin only. */
      readonly headers: Readonly<Record<string, string>>;
      /** Of a user who has logged in; each is sent to the server's origin only. */
      readonly tokens?: AccessTokens;
    }
) & {
  /** Texts that no message may show, beyond the values of `env` and `headers`: what variables in arguments stood for. */
  readonly secrets?: readonly string[];
};

/** A server of the official SDK, of any version: it answers in this process. */
export interface InProcessServer {
  connect(transport: object): Promise<unknown>;
}

export interface InProcessTarget {
  readonly kind: "in-process";
  /** Makes the server: a new one for each connection. */
  readonly create: () => InProcessServer | Promise<InProcessServer>;
}

/** Where the access tokens for one server come from. */
export interface AccessTokens {
  /** The one to send with a request; undefined: there is none. */
  current(): Promise<string | undefined>;
  /** The server has refused what `current` gave (HTTP 401). @returns whether there is another one now */
  renew(): Promise<boolean>;
  /** Texts that no message may show. */
  secrets(): readonly string[];
}

/**
 * An open connection to one MCP server. What the server says is handed on whole: members that this project does not know
 * stay, nothing is left out, no page is forgotten.
 */
export interface ServerConnection {
  /** What it calls itself. */
  readonly server: { readonly name: string; readonly title?: string; readonly version?: string };
  /** All that it says of itself. */
  readonly serverInfo: JsonObject;
  /** The negotiated revision, e.g. "2026-07-28". */
  readonly revision: string;
  readonly instructions: string | undefined;
  readonly capabilities: JsonObject;
  /** Process id of a server that we started. */
  readonly pid: number | undefined;
  /** All pages, in the server's order, each tool as it came. */
  listTools(options?: RequestOptions): Promise<readonly JsonObject[]>;
  /**
   * The whole `CallToolResult`; a tool that fails answers with `isError`. Arguments go as they are: who validates, does so
   * before.
   * @throws RemoteError for what the protocol answers with; InvalidAnswer; ConnectionLost, RequestTimeout, or the
   * signal's reason
   */
  callTool(name: string, given: JsonObject, options?: CallOptions): Promise<JsonObject>;
  /** All pages: `{resources: […]}`. Empty for a server without resources. */
  listResources(options?: RequestOptions): Promise<readonly JsonObject[]>;
  listResourceTemplates(options?: RequestOptions): Promise<readonly JsonObject[]>;
  /** The whole result: `{contents: […]}`. */
  readResource(uri: string, options?: RequestOptions): Promise<JsonObject>;
  /** Changes of this resource come to `ConnectOptions.onResourceChange`. @returns false where the server does not notify of it */
  subscribe(uri: string, options?: RequestOptions): Promise<boolean>;
  unsubscribe(uri: string, options?: RequestOptions): Promise<void>;
  /** All pages: `{prompts: […]}`. Empty for a server without prompts. */
  listPrompts(options?: RequestOptions): Promise<readonly JsonObject[]>;
  /** The whole result: `{messages: […]}`. */
  getPrompt(name: string, given: JsonObject, options?: RequestOptions): Promise<JsonObject>;
  /** The whole result of `completion/complete`: `{completion: {values: […]}}`. No values, where the server completes nothing. */
  complete(params: JsonObject, options?: RequestOptions): Promise<JsonObject>;
  /** Resolves when the connection is gone, with the reason in words; the last lines of a stdio server's stderr among them. */
  readonly ended: Promise<Ending>;
  /** Ends it, a started process with it: first politely, then for certain. */
  close(): Promise<void>;
}

/** A resource has changed, or the list of them. */
export type ResourceChange = { readonly kind: "updated"; readonly uri: string } | { readonly kind: "list" };

export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds; progress does not put it off. Default: 60,000. */
  readonly timeoutMs?: number;
}

export interface CallOptions extends RequestOptions {
  readonly onProgress?: (progress: {
    readonly done: number;
    readonly total?: number;
    readonly message?: string;
  }) => void;
  /** Sent as the request's `_meta`. */
  readonly meta?: JsonObject;
  /**
   * Messages of the server's log from a level on, without secrets; where several calls run and a message does not say which one it is of,
   * only if all of them have the same reader. Absent: they are dropped.
   */
  readonly logs?: {
    readonly least: ClientLevel;
    readonly onMessage: (message: LogMessage) => void;
    /** The client that reads; compared by identity. Absent: it is not known. */
    readonly reader?: unknown;
  };
  /** Called where the server may run it as a task; gets how far it is. Tools that are always tasks are called as such anyway. */
  readonly onStatus?: ((message: string) => void) | undefined;
  /**
   * Asked when the server asks the user or a model something that was offered at `connect`; gives the result. Meanwhile the time
   * stands still. Absent: servers of 2026-07-28 learn that no questions can be asked, older ones get the question cancelled.
   * @throws AskRefused for what it will not answer
   */
  readonly answer?: AnswerAsked;
}

/** The server answered a request with a JSON-RPC error. */
export class RemoteError extends Error {
  override readonly name = "RemoteError";
  readonly code: number;
  readonly data: unknown;
  /** It names no request, as of a server that does not know our session and says so with HTTP 400: the next request needs a new connection. */
  readonly isOfConnection: boolean;

  constructor(code: number, message: string, data: unknown, { isOfConnection = false } = {}) {
    super(message);
    this.code = code;
    this.data = data;
    this.isOfConnection = isOfConnection;
  }
}

/** How a connection has ended. */
export interface Ending {
  readonly reason: string;
  /** The last that the server's program printed. */
  readonly printed?: string | undefined;
}

// Messages of the errors below are said of the server ("ended with exit code 1"): who knows its name puts it before them.

export interface FailureOptions extends ErrorOptions {
  /** The last that the server's program printed. */
  readonly printed?: string | undefined;
}

/** A failure of a server. Its message ends with what the program printed, which may be about calls of anyone. */
export class ServerFailure extends Error {
  /** The message without what the program printed. */
  readonly withoutPrinted: string;
  readonly printed: string | undefined;

  constructor(message: string, { printed, ...options }: FailureOptions = {}) {
    super(printed === undefined ? message : `${message}; last lines of stderr: ${printed}`, options);
    this.withoutPrinted = message;
    this.printed = printed;
  }
}

/** The server went away, or could not be started or reached. The message says what is known, without secrets. */
export class ConnectionLost extends ServerFailure {
  override readonly name = "ConnectionLost";
}

/** The server no longer knows our session (HTTP 404), so it did not run what was asked. @see MCP 2025-11-25, "Session Management" */
export class SessionLost extends ConnectionLost {}

/** Too much is asked of the server, or it can't be reached from its proxy just now. That says nothing of the connection. */
export class ServerBusy extends ConnectionLost {}

/** The server's answer breaks the protocol, or asks for what was never offered: its mistake, and nothing to retry. */
export class InvalidAnswer extends ServerFailure {
  override readonly name = "InvalidAnswer";
}

/** What is known where a server refuses who we are. */
export interface RefusalFacts extends ErrorOptions {
  readonly status?: number;
  /** Scopes that a token must have for what was asked, as the server words them, with spaces between. */
  readonly scope?: string;
}

/** The server refused who we are (HTTP 401 and 403). */
export class ConnectionRefused extends Error {
  override readonly name = "ConnectionRefused";
  readonly status: number | undefined;
  readonly scope: string | undefined;

  constructor(message: string, { status, scope, ...options }: RefusalFacts = {}) {
    super(message, options);
    this.status = status;
    this.scope = scope;
  }
}

/** What the server asked for was not given; the message is for the server, too. */
export class AskRefused extends Error {
  override readonly name = "AskRefused";
}

/** The server did not answer in time. */
export class RequestTimeout extends ServerFailure {
  override readonly name = "RequestTimeout";
}
