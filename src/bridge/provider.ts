import type { JsonObject } from "../contract/json.ts";

// What a bridge needs of the program with the tools: MCP clients, a harness, a local catalog. Names and shapes are those that
// clients of tool-cli know, so a provider written for it fits as it is.

/** Three methods are enough; each may answer at once or later. */
export interface ToolProvider {
  getServerNames(): string[] | Promise<string[]>;
  /** Tools of one server, as its `tools/list` says; members that are not named here are handed on. */
  getTools(server: string): ToolInfo[] | Promise<ToolInfo[]>;
  /** @throws what could not be done; a tool that answers with an error returns `isError` */
  callTool(
    server: string,
    tool: string,
    args: Record<string, unknown>,
    options?: ProviderCallOptions,
  ): Promise<CallToolResult>;
  /** `{resources: […]}`, or the list itself. */
  listResources?(server: string, options?: ProviderCallOptions): Promise<object>;
  /** `{resourceTemplates: […]}`, or the list itself. */
  listResourceTemplates?(server: string, options?: ProviderCallOptions): Promise<object>;
  readResource?(server: string, uri: string, options?: ProviderCallOptions): Promise<object>;
  /** `{prompts: […]}`, or the list itself. */
  listPrompts?(server: string, options?: ProviderCallOptions): Promise<object>;
  /** `{messages: […]}`, or the list itself. */
  getPrompt?(
    server: string,
    prompt: string,
    args: Readonly<Record<string, string>>,
    options?: ProviderCallOptions,
  ): Promise<object>;
  /** What `getBridgeInfo` says of the servers behind. */
  getUpstreamMcpSummary?(): object | undefined;
  /**
   * True: the provider judges arguments for this server's tools itself, by more than their schema, and throws
   * `InvalidArgumentsError`. Else the bridge does, by `inputSchema`, before it calls.
   */
  checksArguments?(server: string): boolean;
}

export interface ProviderCallOptions {
  /** Aborted when the caller went away, or time is over. */
  readonly signal?: AbortSignal;
}

export interface ToolInfo {
  name: string;
  description?: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
  /** Why the provider will not call it, after its name; the bridge refuses to describe and to call it. */
  refused?: string;
}

export interface CallToolResult {
  content: unknown[];
  isError?: boolean;
  /** An object, or since the 2026-07-28 revision any JSON value. */
  structuredContent?: unknown;
}

/** Params and results of the bridge's methods, as they travel. */
export interface BridgeMethods {
  listServers: { params: Record<string, never>; result: { servers: readonly ServerSummary[] } };
  listTools: {
    params: { server: string };
    result: { server: string; tools: readonly ToolSummary[] };
  };
  describeTool: { params: { server: string; tool: string }; result: ToolInfo };
  callTool: { params: { server: string; tool: string; arguments?: JsonObject }; result: CallToolResult };
  getBridgeInfo: { params: Record<string, never>; result: BridgeInfo };
  /** `{resources: […]}`. */
  listResources: { params: { server: string }; result: JsonObject };
  /** `{resourceTemplates: […]}`. */
  listResourceTemplates: { params: { server: string }; result: JsonObject };
  readResource: { params: { server: string; uri: string }; result: JsonObject };
  /** `{prompts: […]}`. */
  listPrompts: { params: { server: string }; result: JsonObject };
  /** `{messages: […]}`. */
  getPrompt: { params: { server: string; prompt: string; arguments?: JsonObject }; result: JsonObject };
}

export interface ServerSummary {
  readonly name: string;
  readonly toolCount: number;
  /** The first three names, sorted. */
  readonly examples: readonly string[];
  /** Why its tools are not to be had just now. */
  readonly error?: string;
}

export interface ToolSummary {
  readonly name: string;
  readonly description: string;
  readonly hasStructuredOutput: boolean;
}

/** The handshake: what the bridge speaks and can. */
export interface BridgeInfo {
  readonly bridgeProtocol: { readonly name: string; readonly major: number; readonly version: string };
  readonly serverImplementation: { readonly name: string; readonly version: string };
  readonly operations: readonly string[];
  readonly capabilities: JsonObject;
  readonly upstreamMcp?: object;
}

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
