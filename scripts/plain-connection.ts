import { Client, ProtocolError, type Transport } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import packageJson from "../package.json" with { type: "json" };
import type { Json, JsonObject } from "../src/contract/json.ts";

export interface StdioServer {
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the few variables that are safe to hand on (PATH, HOME and the like). */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Where the server's stderr goes. Default: ours. */
  readonly stderr?: "inherit" | "ignore";
  /** A revision to insist on, or "legacy" for the newest with a handshake. Default: the newest that both sides know. */
  readonly revision?: string;
  /** What the client calls itself. Default: pegboard. */
  readonly client?: string;
}

/** A connection to one MCP server; answers are plain values. */
export interface McpConnection {
  /** "modern": no handshake (2026-07-28 and later); "legacy": everything before. */
  readonly era: "modern" | "legacy";
  /** The negotiated revision, e.g. "2025-11-25". */
  readonly revision: string;
  readonly instructions: string | undefined;
  readonly pid: number | undefined;
  /** All pages, in the server's order. */
  listTools(): Promise<readonly RemoteTool[]>;
  callTool(name: string, args?: JsonObject, meta?: JsonObject): Promise<RemoteAnswer>;
  close(): Promise<void>;
}

export interface RemoteTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
}

/** A result, or the protocol error that the server answered with. Lost connections and time-outs are thrown. */
export type RemoteAnswer =
  | {
      readonly kind: "result";
      readonly isError: boolean;
      /** The text blocks, in order. */
      readonly texts: readonly string[];
      readonly structuredContent: JsonObject | undefined;
      readonly meta: JsonObject | undefined;
    }
  | {
      readonly kind: "protocol-error";
      readonly code: number;
      readonly message: string;
      readonly data: Json | undefined;
    };

/**
 * Starts a server as a child process and connects to it.
 * @throws when it can't be started, ends at once, or knows no revision of ours
 * @see MCP 2026-07-28, "Versioning"; `auto` asks with server/discover and falls back to the handshake
 */
export async function connectStdio(server: StdioServer): Promise<McpConnection> {
  const transport = new StdioClientTransport({
    command: server.command,
    args: [...(server.args ?? [])],
    stderr: server.stderr ?? "inherit",
    ...(server.env === undefined ? {} : { env: { ...getDefaultEnvironment(), ...server.env } }),
    ...(server.cwd === undefined ? {} : { cwd: server.cwd }),
  });
  const connection = await connectOver(transport, server.revision, server.client);
  return { ...connection, pid: transport.pid ?? undefined };
}

/**
 * The same over any transport of the SDK, which is started here.
 * @param revision as in `StdioServer`
 * @returns a connection without a `pid`
 */
export async function connectOver(
  transport: Transport,
  revision?: string,
  name: string = "pegboard",
): Promise<McpConnection> {
  const client = new Client(
    { name, version: packageJson.version },
    { versionNegotiation: { mode: modeFor(revision) } },
  );
  await client.connect(transport);
  return {
    era: client.getProtocolEra() ?? "legacy",
    revision: client.getNegotiatedProtocolVersion() ?? "",
    instructions: client.getInstructions(),
    pid: undefined,
    listTools: () => listTools(client),
    callTool: (name, args = {}, meta) => callTool(client, name, args, meta),
    close: () => client.close(),
  };
}

function modeFor(revision: string | undefined) {
  if (revision === undefined) return "auto";
  return revision === "legacy" ? revision : { pin: revision };
}

async function listTools(client: Client): Promise<readonly RemoteTool[]> {
  const { tools } = await client.listTools();
  return tools.map(({ name, description, inputSchema, outputSchema, annotations }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    // They came as JSON; the SDK's types only can't say so.
    inputSchema: inputSchema as JsonObject,
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as JsonObject }),
    ...(annotations === undefined ? {} : { annotations: annotations as JsonObject }),
  }));
}

async function callTool(
  client: Client,
  name: string,
  args: JsonObject,
  meta: JsonObject | undefined,
): Promise<RemoteAnswer> {
  try {
    const result = await client.callTool({ name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) });
    return {
      kind: "result",
      isError: result.isError === true,
      texts: result.content.flatMap((block) => (block.type === "text" ? [block.text] : [])),
      // Both came as JSON; the SDK's types only can't say so.
      structuredContent: result.structuredContent as JsonObject | undefined,
      meta: result._meta as JsonObject | undefined,
    };
  } catch (error) {
    if (!ProtocolError.isInstance(error)) throw error;
    return { kind: "protocol-error", code: error.code, message: error.message, data: error.data as Json | undefined };
  }
}
