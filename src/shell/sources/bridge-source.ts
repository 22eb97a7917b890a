import { BridgeClient } from "../../bridge/client/bridge-client.ts";
import { defaultTimeoutMs, type EndpointOptions, resolveEndpoint } from "../../bridge/client/endpoint.ts";
import {
  RpcAbortError,
  RpcError,
  RpcHttpError,
  RpcProtocolError,
  RpcTimeoutError,
  rpcCodes,
} from "../../bridge/rpc-errors.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type AskOptions, soundTool, type ToolSource, UnknownServer } from "./tool-source.ts";

/**
 * A running bridge, which decides itself what may run.
 * @param address `PORT` or `HOST:PORT`; what it does not say is in TOOL_CLI_HOST and TOOL_CLI_PORT. The token never stands
 * on a command line: it comes from TOOL_CLI_TOKEN or TOOL_CLI_TOKEN_FILE
 * @throws CliError for an address that is none
 */
export function bridgeSource(env: Terminal["env"], { address }: { readonly address?: string } = {}): ToolSource {
  const endpoint = { ...(address === undefined ? {} : readAddress(address)), env };
  const { host } = located(endpoint);
  const client = new BridgeClient(endpoint);

  async function ask<Result>(asked: AskOptions, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RpcAbortError) asked.signal.throwIfAborted();
      throw cliErrorOf(error);
    }
  }

  return {
    title: `the bridge at ${host}`,
    servers: (asked) =>
      ask(asked, async () =>
        (await client.listServers(asked)).map(({ name, toolCount, examples, error }) => ({
          name,
          origin: "the bridge",
          // The count of one that is down means nothing.
          ...(error === undefined
            ? { toolCount: Number(toolCount), examples: textsIn(examples) }
            : { problem: `${error}` }),
        })),
      ),
    tools: (server, asked) =>
      ask(asked, async () =>
        (await client.listTools(server, asked)).map(({ name, description, hasStructuredOutput }) => ({
          name,
          ...(description === "(no description)" || typeof description !== "string" ? {} : { description }),
          inputSchema: {},
          hasStructuredOutput: hasStructuredOutput === true,
        })),
      ),
    tool: (server, name, asked) =>
      ask(asked, async () => soundTool(await client.describeTool(server, name, asked), name)),
    // Results are plain values: they came over the wire.
    call: (server, tool, given, asked) =>
      ask(asked, async () => (await client.callTool(server, tool, given, asked)) as unknown as JsonObject),
    resources: (server, asked) =>
      ask(asked, async () => listIn(await client.listResources(server, asked), "resources")),
    resourceTemplates: (server, asked) =>
      ask(asked, async () => listIn(await client.listResourceTemplates(server, asked), "resourceTemplates")),
    read: (server, uri, asked) => ask(asked, () => client.readResource(server, uri, asked)),
    prompts: (server, asked) => ask(asked, async () => listIn(await client.listPrompts(server, asked), "prompts")),
    getPrompt: (server, name, given, asked) => ask(asked, () => client.getPrompt(server, name, given, asked)),
    close: async () => undefined,
  };
}

function readAddress(address: string): Pick<EndpointOptions, "host" | "port"> {
  const [, host, digits = ""] = /^(?:(\[[^\]]+\]|[^:]+):)?(\d{1,5})$/.exec(address) ?? [];
  if (digits !== "") return { port: Number(digits), ...(host === undefined ? {} : { host }) };
  throw new CliError(`--bridge takes PORT or HOST:PORT, not '${address}'`, { hint: "such as --bridge 7179" });
}

function located(endpoint: EndpointOptions): URL {
  try {
    // Each request brings its own time.
    return resolveEndpoint({ ...endpoint, timeoutMs: defaultTimeoutMs }).url;
  } catch (error) {
    if (error instanceof TypeError) {
      const hint = "pegboard bridge prints the port it listens at; --bridge PORT names one";
      throw new CliError(error.message, { hint, cause: error });
    }
    throw error;
  }
}

/** What stands where a list of names should be may be anything: a bridge may be any program. */
function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}

function listIn(answer: JsonObject, member: string): readonly JsonObject[] {
  const list = answer[member];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** The cause is kept: its `data` holds what else is known, such as the issues of arguments. */
function cliErrorOf(error: unknown): unknown {
  if (error instanceof TypeError) return new CliError(error.message, { cause: error });
  if (!(error instanceof RpcError)) return error;
  if (error instanceof RpcProtocolError) return cliErrorOfAnswer(error);
  if (error instanceof RpcTimeoutError)
    return new CliError(error.message, { exitCode: ExitCode.timedOut, cause: error });
  if (error instanceof RpcHttpError && [401, 403, 421].includes(error.status)) {
    const hint = error.status === 401 ? "TOOL_CLI_TOKEN holds the token that the bridge printed" : undefined;
    return new CliError(error.message, { exitCode: ExitCode.refused, hint, cause: error });
  }
  const hint = "TOOL_CLI_PORT or --bridge names its address; pegboard bridge starts one";
  return new CliError(error.message, { exitCode: ExitCode.unreachable, hint, cause: error });
}

function cliErrorOfAnswer(error: RpcProtocolError): CliError {
  const data = isJsonObject(error.data) ? error.data : {};
  const { server, connectedServers: names } = data;
  if (typeof server === "string" && Array.isArray(names)) return new UnknownServer(server, names.map(String));
  const near = typeof data.nearMiss === "string" ? `did you mean '${data.nearMiss}'?` : undefined;
  const exitCode = exitCodes.get(error.code) ?? failureCodes.get(data.reason) ?? ExitCode.toolError;
  return new CliError(error.message, { exitCode, hint: near, cause: error });
}

const exitCodes: ReadonlyMap<number, ExitCode> = new Map([
  [rpcCodes.invalidRequest, ExitCode.usage],
  [rpcCodes.methodNotFound, ExitCode.usage],
  [rpcCodes.invalidParams, ExitCode.usage],
  [rpcCodes.cancelled, ExitCode.interrupted],
  [rpcCodes.refused, ExitCode.refused],
]);

/** By the `reason` of what failed behind the bridge. */
const failureCodes: ReadonlyMap<unknown, ExitCode> = new Map([
  ["unreachable", ExitCode.unreachable],
  ["overloaded", ExitCode.unreachable],
  ["upstream_refused", ExitCode.refused],
  ["timed_out", ExitCode.timedOut],
]);
