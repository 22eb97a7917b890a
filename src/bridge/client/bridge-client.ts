import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import type { BridgeInfo, BridgeMethods, CallToolResult, ServerSummary, ToolInfo, ToolSummary } from "../provider.ts";
import { BridgeCompatibilityError, RpcInvalidResponseError, RpcProtocolError, rpcCodes } from "../rpc-errors.ts";
import { resolveEndpoint } from "./endpoint.ts";
import { type RpcOptions, rpcCall } from "./rpc-call.ts";

/** For one request; what is absent is as the client was made. */
export type RequestOptions = Pick<RpcOptions, "signal" | "timeoutMs">;

/**
 * A running bridge. The first request asks what it speaks; bridges before 1.0 don't say it and are taken as they are.
 *
 *     const bridge = new BridgeClient();   // TOOL_CLI_PORT and TOOL_CLI_TOKEN of the environment
 *     for (const { name } of await bridge.listServers()) console.log(name);
 */
export class BridgeClient {
  readonly #options: RpcOptions;
  #info: Promise<BridgeInfo | undefined> | undefined;

  constructor(options: RpcOptions = {}) {
    this.#options = options;
  }

  /**
   * The handshake, once.
   * @returns undefined for a bridge before 1.0
   * @throws BridgeCompatibilityError for another protocol, or another major version of it
   */
  info(options?: RequestOptions): Promise<BridgeInfo | undefined> {
    // One that failed is tried again.
    this.#info ??= this.#handshake(options).catch((error: unknown) => {
      this.#info = undefined;
      throw error;
    });
    return this.#info;
  }

  async listServers(options?: RequestOptions): Promise<readonly ServerSummary[]> {
    return named(await this.#ask("listServers", {}, options), "listServers", "servers");
  }

  async listTools(server: string, options?: RequestOptions): Promise<readonly ToolSummary[]> {
    return named(await this.#ask("listTools", { server }, options), "listTools", "tools");
  }

  async describeTool(server: string, tool: string, options?: RequestOptions): Promise<ToolInfo> {
    const found = await this.#ask("describeTool", { server, tool }, options);
    if (typeof found.name === "string") return found;
    throw new RpcInvalidResponseError("the bridge's answer to 'describeTool' is a tool without a name");
  }

  /** A tool that answers with an error gives `isError`; what the bridge refuses is thrown. */
  callTool(server: string, tool: string, given: JsonObject = {}, options?: RequestOptions): Promise<CallToolResult> {
    return this.#ask("callTool", { server, tool, arguments: given }, options);
  }

  listResources(server: string, options?: RequestOptions): Promise<JsonObject> {
    return this.#ask("listResources", { server }, options);
  }

  listResourceTemplates(server: string, options?: RequestOptions): Promise<JsonObject> {
    return this.#ask("listResourceTemplates", { server }, options);
  }

  readResource(server: string, uri: string, options?: RequestOptions): Promise<JsonObject> {
    return this.#ask("readResource", { server, uri }, options);
  }

  listPrompts(server: string, options?: RequestOptions): Promise<JsonObject> {
    return this.#ask("listPrompts", { server }, options);
  }

  getPrompt(
    server: string,
    prompt: string,
    given: Readonly<Record<string, string>>,
    options?: RequestOptions,
  ): Promise<JsonObject> {
    return this.#ask("getPrompt", { server, prompt, arguments: given }, options);
  }

  async #ask<Method extends keyof BridgeMethods>(
    method: Method,
    params: BridgeMethods[Method]["params"],
    options: RequestOptions = {},
  ): Promise<BridgeMethods[Method]["result"]> {
    await this.info(options);
    const answer: unknown = await rpcCall(method, params, { ...this.#options, ...options });
    if (!isJsonObject(answer)) throw new RpcInvalidResponseError(`the bridge's answer to '${method}' is not an object`);
    // Which members it has is for the method to see: a bridge may be any program.
    return answer as BridgeMethods[Method]["result"];
  }

  async #handshake(options: RequestOptions = {}): Promise<BridgeInfo | undefined> {
    let info: BridgeInfo;
    try {
      info = await rpcCall("getBridgeInfo", {}, { ...this.#options, ...options });
    } catch (error) {
      if (error instanceof RpcProtocolError && error.code === rpcCodes.methodNotFound) return undefined;
      throw error;
    }
    // What answers may send anything.
    const { name, major }: Partial<BridgeInfo["bridgeProtocol"]> = info?.bridgeProtocol ?? {};
    if (name === protocol.name && major === protocol.major) return info;
    const { host } = resolveEndpoint({ ...this.#options, ...options }).url;
    throw new BridgeCompatibilityError(`${host} is not a tool-cli bridge (protocol version ${protocol.major})`);
  }
}

/** @throws RpcInvalidResponseError for an answer without the list, or with something in it that has no name */
function named<Member extends string, Item extends { readonly name: string }>(
  answer: { readonly [name in Member]: readonly Item[] },
  method: string,
  member: Member,
): readonly Item[] {
  const list: unknown = answer[member];
  const isNamed = (item: unknown) => isJsonObject(item) && typeof item.name === "string";
  if (Array.isArray(list) && list.every(isNamed)) return answer[member];
  throw new RpcInvalidResponseError(`the bridge's answer to '${method}' has no list of ${member} with names`);
}

const protocol = { name: "tool-cli-bridge", major: 1 } as const;
