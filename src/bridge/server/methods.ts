import { compareTexts } from "../../contract/compare-texts.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { nearMiss } from "../../contract/near-miss.ts";
import { type Audit, type CallPolicy, strictestAnnotations } from "../policy.ts";
import type { BridgeMethods, ServerSummary, ToolInfo, ToolProvider } from "../provider.ts";
import { RpcProtocolError, rpcCodes } from "../rpc-errors.ts";
import { askProvider } from "./ask-provider.ts";
import { bridgeInfo, operations } from "./bridge-info.ts";
import { callTool, noteDenied, refuseUnlike } from "./call-tool.ts";

/** What the methods are answered with. */
export interface MethodWorld {
  readonly provider: ToolProvider;
  readonly policy: CallPolicy | undefined;
  readonly audit: Audit | undefined;
  /** Milliseconds for a list or a resource. */
  readonly listMs: number;
  /** Milliseconds for a call. */
  readonly callMs: number;
  /** Aborted when the answer is not waited for any more. */
  readonly gone: AbortSignal;
  /** Gets an error that callers may not read. @returns what they may read in its place */
  readonly formatError: (error: unknown, doing: string) => string;
}

/** @throws RpcProtocolError, or whatever the provider throws */
export async function answerMethod(method: string, params: JsonObject, world: MethodWorld): Promise<unknown> {
  const known = operations.find((name) => name === method);
  if (known === undefined) throw new RpcProtocolError(rpcCodes.methodNotFound, `Method not found: ${method}`);
  return methods[known](params, world);
}

type Methods = {
  readonly [Name in keyof BridgeMethods]: (
    params: JsonObject,
    world: MethodWorld,
  ) => BridgeMethods[Name]["result"] | Promise<BridgeMethods[Name]["result"]> | Promise<object>;
};

const methods: Methods = {
  getBridgeInfo: (_, { provider }) => bridgeInfo(provider),
  async listServers(_, world) {
    const names = await serverNames(world);
    return { servers: await Promise.all(names.map((name) => summary(name, world))) };
  },
  async listTools(params, world) {
    const server = await serverOf(params, world);
    const tools = (await toolsOf(server, world)).map(({ name, description, outputSchema, refused }) => ({
      name,
      description: refused === undefined ? (description ?? noDescription) : `(refused: it ${refused})`,
      hasStructuredOutput: outputSchema !== undefined && outputSchema !== null,
    }));
    return { server, tools };
  },
  async describeTool(params, world) {
    const { server, tool } = await toolOf(params, world);
    refuseUnlike(server, tool);
    return { ...tool, description: tool.description ?? noDescription };
  },
  async callTool(params, world) {
    const { server, tool, annotations } = await toolOf(params, world, (call) => noteDenied(call, world));
    refuseUnlike(server, tool, world.audit);
    const given = params.arguments ?? (Object.hasOwn(params, "arguments") ? null : {});
    const result: unknown = await callTool(server, { ...tool, annotations }, given, world);
    if (typeof result !== "object" || result === null) throw new Error(`'${tool.name}' of '${server}' gave no result`);
    return result;
  },
  listResources: async (params, world) =>
    fromServer(params, world, ["resources", "resources"], (server, signal) =>
      world.provider.listResources?.(server, { signal }),
    ),
  listResourceTemplates: async (params, world) =>
    fromServer(params, world, ["resources", "resourceTemplates"], (server, signal) =>
      world.provider.listResourceTemplates?.(server, { signal }),
    ),
  async readResource(params, world) {
    textOf(params, "server");
    const uri = textOf(params, "uri");
    return fromServer(params, world, ["resources", "contents"], (server, signal) =>
      world.provider.readResource?.(server, uri, { signal }),
    );
  },
  listPrompts: async (params, world) =>
    fromServer(params, world, ["prompts", "prompts"], (server, signal) =>
      world.provider.listPrompts?.(server, { signal }),
    ),
  async getPrompt(params, world) {
    textOf(params, "server");
    const prompt = textOf(params, "prompt");
    const given = textsOf(params, "arguments");
    return fromServer(params, world, ["prompts", "messages"], (server, signal) =>
      world.provider.getPrompt?.(server, prompt, given, { signal }),
    );
  },
};

const noDescription = "(no description)";

/** One that is down does not hide the others. */
async function summary(name: string, world: MethodWorld): Promise<ServerSummary> {
  try {
    const tools = await toolsOf(name, { ...world, listMs: Math.min(world.listMs, listServersMs) });
    return { name, toolCount: tools.length, examples: tools.slice(0, 3).map((tool) => tool.name) };
  } catch (error) {
    if (error instanceof RpcProtocolError && error.code === rpcCodes.cancelled) throw error;
    return { name, toolCount: 0, examples: [], error: world.formatError(error, `listing the tools of '${name}'`) };
  }
}

/** Clients wait for half a minute, and one server may hang. */
const listServersMs = 10_000;

async function serverNames({ provider, listMs, gone }: MethodWorld): Promise<readonly string[]> {
  const names = await askProvider(() => provider.getServerNames(), { timeoutMs: listMs, gone, whom: "the provider" });
  return [...names].sort(compareTexts);
}

async function serverOf(params: JsonObject, world: MethodWorld): Promise<string> {
  const server = textOf(params, "server");
  const names = await serverNames(world);
  if (names.includes(server)) return server;
  const message = `Server "${server}" not found. Connected: ${names.join(", ") || "(none)"}`;
  const data = { server, connectedServers: names, ...near(server, names) };
  throw new RpcProtocolError(rpcCodes.invalidParams, message, data);
}

async function toolsOf(server: string, { provider, listMs, gone }: MethodWorld): Promise<readonly ToolInfo[]> {
  const whom = `the server '${server}'`;
  const tools = await askProvider(() => provider.getTools(server), { timeoutMs: listMs, gone, whom });
  return [...tools].sort((a, b) => compareTexts(a.name, b.name));
}

async function toolOf(
  params: JsonObject,
  world: MethodWorld,
  onUnknown?: (call: Parameters<typeof noteDenied>[0]) => void,
): Promise<{ readonly server: string; readonly tool: ToolInfo; readonly annotations: unknown }> {
  textOf(params, "server");
  const name = textOf(params, "tool");
  const server = await serverOf(params, world);
  const tools = await toolsOf(server, world);
  const named = tools.filter((one) => one.name === name);
  const [tool] = named;
  if (tool !== undefined) return { server, tool, annotations: strictestAnnotations(named) };
  onUnknown?.({ server, tool: name });
  const discoveredTools = tools.map((one) => one.name);
  const message = `Tool "${name}" not found on server "${server}"`;
  const data = { server, tool: name, discoveredTools, ...near(name, discoveredTools) };
  throw new RpcProtocolError(rpcCodes.invalidParams, message, data);
}

function near(name: string, known: readonly string[]): JsonObject {
  const nearest = nearMiss(name, known);
  return nearest === undefined ? {} : { nearMiss: nearest };
}

async function fromServer(
  params: JsonObject,
  world: MethodWorld,
  /** Of what the provider may have none, and the member that its list stands under. */
  [kind, member]: readonly [kind: "resources" | "prompts", member: string],
  ask: (server: string, signal: AbortSignal) => Promise<object> | undefined,
): Promise<object> {
  const server = await serverOf(params, world);
  const limits = { timeoutMs: world.listMs, gone: world.gone, whom: `the server '${server}'` };
  const answer = await askProvider((signal) => ask(server, signal), limits);
  if (answer === undefined) {
    throw new RpcProtocolError(rpcCodes.methodNotFound, `Server "${server}" does not support ${kind}`);
  }
  // Providers of tool-cli give the bare list.
  return Array.isArray(answer) ? { [member]: answer } : answer;
}

function textsOf(params: JsonObject, name: string): Readonly<Record<string, string>> {
  const value = Object.hasOwn(params, name) ? params[name] : {};
  const members = isJsonObject(value) ? Object.entries(value) : undefined;
  const texts = members?.flatMap(([key, text]): [string, string][] => (typeof text === "string" ? [[key, text]] : []));
  if (texts !== undefined && texts.length === members?.length) return Object.fromEntries(texts);
  throw new RpcProtocolError(rpcCodes.invalidParams, `Invalid parameter: "${name}" (an object of strings)`);
}

function textOf(params: JsonObject, name: string): string {
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  if (typeof value === "string" && value !== "") return value;
  throw new RpcProtocolError(rpcCodes.invalidParams, `Missing or invalid parameter: "${name}" (string required)`);
}
