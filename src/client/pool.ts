import type { JsonObject } from "../contract/json.ts";
import type { Offers } from "./offers.ts";
import { openPoolMember, type PoolMember } from "./pool-member.ts";
import type {
  CallOptions,
  InProcessTarget,
  RequestOptions,
  ResourceChange,
  ServerConnection,
  ServerTarget,
} from "./server-connection.ts";

export interface PoolOptions {
  /**
   * Milliseconds that a server may take to introduce itself; longer if the first request has a longer one. No request waits beyond
   * the time-out of their own. Default: 30,000.
   */
  readonly startMs?: number;
  /** Milliseconds without a request after which a connection is closed. Default: 300,000; 0: never. */
  readonly idleMs?: number;
  /** Milliseconds during which a server that failed is not started again, doubled with each further failure. Default: 500; 0: it is at once. */
  readonly pauseMs?: number;
  /** @see ConnectOptions.offers */
  readonly offers?: Offers;
  /** @see ConnectOptions.onResourceChange */
  readonly onResourceChange?: (name: string, change: ResourceChange) => void;
}

/** What a server says of itself. */
export type ServerFacts = Pick<ServerConnection, "server" | "revision" | "instructions" | "capabilities" | "pid">;

/**
 * Any number of MCP servers, each started or reached when it is first asked, and again when it has died. One that is down
 * does not concern the others. But for what a server itself answers (RemoteError), messages begin with its name.
 */
export interface ServerPool {
  /** In the order that they were given in. */
  readonly names: readonly string[];
  facts(name: string, options?: RequestOptions): Promise<ServerFacts>;
  /** Asked again when the connection breaks meanwhile: once, on a new one. So are the other lists, and reading. */
  listTools(name: string, options?: RequestOptions): Promise<readonly JsonObject[]>;
  /**
   * Repeated only where the server has refused it unread, because it forgot the session; whether a call was carried out is not known when
   * its server dies.
   * @throws ConnectionLost then
   */
  callTool(name: string, tool: string, given: JsonObject, options?: CallOptions): Promise<JsonObject>;
  listResources(name: string, options?: RequestOptions): Promise<readonly JsonObject[]>;
  listResourceTemplates(name: string, options?: RequestOptions): Promise<readonly JsonObject[]>;
  readResource(name: string, uri: string, options?: RequestOptions): Promise<JsonObject>;
  /**
   * Holds for every connection that follows: a server that was started again is asked again.
   * @returns false where the server does not notify of this one
   */
  subscribe(name: string, uri: string, options?: RequestOptions): Promise<boolean>;
  unsubscribe(name: string, uri: string, options?: RequestOptions): Promise<void>;
  listPrompts(name: string, options?: RequestOptions): Promise<readonly JsonObject[]>;
  getPrompt(name: string, prompt: string, given: JsonObject, options?: RequestOptions): Promise<JsonObject>;
  complete(name: string, params: JsonObject, options?: RequestOptions): Promise<JsonObject>;
  /** Ends every server at the same time, within a few seconds. What is asked later is refused. */
  close(): Promise<void>;
}

/**
 * Opens nothing: servers come with the first request.
 *
 *     const pool = openPool(new Map([["notes", target]]));
 *     try {
 *       for (const tool of await pool.listTools("notes")) console.log(tool.name);
 *     } finally {
 *       await pool.close();
 *     }
 */
export function openPool(
  targets: ReadonlyMap<string, ServerTarget | InProcessTarget>,
  options: PoolOptions = {},
): ServerPool {
  const members = new Map([...targets].map(([name, target]) => [name, openPoolMember(name, target, options)]));

  function member(name: string): PoolMember {
    const found = members.get(name);
    if (found === undefined) throw new Error(`there is no server named '${name}'`);
    return found;
  }

  const repeatable =
    <Result>(ask: (connection: ServerConnection, options?: RequestOptions) => Promise<Result>) =>
    (name: string, asked?: RequestOptions) =>
      member(name).use(ask, asked, { mayRepeat: true });

  return {
    names: [...targets.keys()],
    facts: repeatable(async ({ server, revision, instructions, capabilities, pid }) => ({
      server,
      revision,
      instructions,
      capabilities,
      pid,
    })),
    listTools: repeatable((connection, asked) => connection.listTools(asked)),
    listResources: repeatable((connection, asked) => connection.listResources(asked)),
    listResourceTemplates: repeatable((connection, asked) => connection.listResourceTemplates(asked)),
    readResource: (name, uri, asked) =>
      member(name).use((connection, rest) => connection.readResource(uri, rest), asked, { mayRepeat: true }),
    subscribe: (name, uri, asked) => member(name).subscribe(uri, asked),
    unsubscribe: (name, uri, asked) => member(name).unsubscribe(uri, asked),
    listPrompts: repeatable((connection, asked) => connection.listPrompts(asked)),
    getPrompt: (name, prompt, given, asked) =>
      member(name).use((connection, rest) => connection.getPrompt(prompt, given, rest), asked, { mayRepeat: true }),
    complete: (name, params, asked) =>
      member(name).use((connection, rest) => connection.complete(params, rest), asked, { mayRepeat: true }),
    callTool: (name, tool, given, asked) =>
      member(name).use((connection, rest) => connection.callTool(tool, given, { ...asked, ...rest }), asked, {
        mayRepeat: false,
      }),
    close: async () => {
      await Promise.all([...members.values()].map((each) => each.close()));
    },
  };
}
