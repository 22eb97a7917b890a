import { setMaxListeners } from "node:events";
import {
  type ArgumentIssue,
  type CallToolResult,
  type FailureReason,
  InvalidArgumentsError,
  type ProviderCallOptions,
  ProviderError,
  type ToolInfo,
  type ToolProvider,
} from "../../bridge/provider.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import type { ToolSource } from "../sources/tool-source.ts";

export interface SourceProviderOptions {
  /** Only these servers. Default: all. */
  readonly only?: readonly string[];
  /** Sources whose tools judge arguments themselves, by more than their schema. */
  readonly selfChecking: ReadonlySet<ToolSource>;
  /** Milliseconds that one list, resource or call may take at most. */
  readonly listMs: number;
  readonly callMs: number;
}

export interface SourceProvider extends ToolProvider {
  /** Ends every server. */
  close(): Promise<void>;
}

/** A list of tools is asked for with every call; so long it counts as new, in milliseconds. */
const listLifeMs = 5_000;

/**
 * Sources as the provider of a bridge. Where two have a server of one name, the first has it.
 * @throws CliError for a server that is named in `only` and is not there
 */
export async function sourceProvider(
  sources: readonly ToolSource[],
  { only, selfChecking, listMs, callMs }: SourceProviderOptions,
): Promise<SourceProvider> {
  const closing = new AbortController();
  // Every request that is under way listens to it: Node would take that for a leak.
  setMaxListeners(0, closing.signal);
  const lists = new Map<string, { readonly bornAt: number; readonly tools: Promise<ToolInfo[]> }>();
  const owners = await findOwners(sources, { signal: closing.signal, timeoutMs: listMs });
  for (const name of only ?? []) {
    if (!owners.has(name)) throw new CliError(`there is no server named '${name}'`, { hint: knownServers(owners) });
  }
  const names = [...owners.keys()].filter((name) => only === undefined || only.includes(name));

  function owner(server: string): ToolSource {
    const found = owners.get(server);
    if (found === undefined) throw new Error(`invariant: the bridge asks for no server but ours, not for '${server}'`);
    return found;
  }

  const within = (timeoutMs: number, signal: AbortSignal | undefined) => ({
    signal: signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]),
    timeoutMs,
  });

  const ask = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw providerError(error);
    }
  };

  return {
    getServerNames: () => [...names],
    getTools(server) {
      const known = lists.get(server);
      if (known !== undefined && performance.now() - known.bornAt < listLifeMs) return known.tools;
      const listed = ask(async () => owner(server).tools(server, within(listMs, undefined)));
      // A tool's members that have no name here are handed on all the same.
      const fresh = { bornAt: performance.now(), tools: listed as Promise<unknown> as Promise<ToolInfo[]> };
      lists.set(server, fresh);
      // What failed is asked again.
      fresh.tools.catch(() => lists.delete(server));
      return fresh.tools;
    },
    async callTool(server, tool, args, options: ProviderCallOptions = {}) {
      // Arguments came over the wire, and results go over it: both are JSON.
      const given = args as JsonObject;
      const result = await ask(() => owner(server).call(server, tool, given, within(callMs, options.signal)));
      if (selfChecking.has(owner(server))) refuseInvalid(result);
      return result as unknown as CallToolResult;
    },
    checksArguments: (server) => selfChecking.has(owner(server)),
    listResources: async (server, options: ProviderCallOptions = {}) => ({
      resources: await ask(() => owner(server).resources(server, within(listMs, options.signal))),
    }),
    listResourceTemplates: async (server, options: ProviderCallOptions = {}) => ({
      resourceTemplates: await ask(() => owner(server).resourceTemplates(server, within(listMs, options.signal))),
    }),
    readResource: (server, uri, options: ProviderCallOptions = {}) =>
      ask(() => owner(server).read(server, uri, within(listMs, options.signal))),
    listPrompts: async (server, options: ProviderCallOptions = {}) => ({
      prompts: await ask(() => owner(server).prompts(server, within(listMs, options.signal))),
    }),
    getPrompt: (server, prompt, args, options: ProviderCallOptions = {}) =>
      ask(() => owner(server).getPrompt(server, prompt, args, within(listMs, options.signal))),
    getUpstreamMcpSummary: () => ({ serverCount: names.length }),
    async close() {
      closing.abort();
      await Promise.all(sources.map((source) => source.close()));
    },
  };
}

async function findOwners(
  sources: readonly ToolSource[],
  asked: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<ReadonlyMap<string, ToolSource>> {
  const owners = new Map<string, ToolSource>();
  for (const source of sources) {
    for (const { name } of await source.servers(asked)) if (!owners.has(name)) owners.set(name, source);
  }
  return owners;
}

function knownServers(owners: ReadonlyMap<string, ToolSource>): string {
  return `there are: ${[...owners.keys()].sort().join(", ")}`;
}

/** A refusal was made to be read, and holds no secret; whatever else it is stays as it is. */
function providerError(error: unknown): unknown {
  if (!(error instanceof CliError)) return error;
  const reason = reasons.get(error.exitCode);
  return new ProviderError(error.message, { ...(reason && { reason }), cause: error });
}

const reasons: ReadonlyMap<ExitCode, FailureReason> = new Map<ExitCode, FailureReason>([
  [ExitCode.unreachable, "unreachable"],
  [ExitCode.refused, "upstream_refused"],
  [ExitCode.timedOut, "timed_out"],
]);

/** @throws InvalidArgumentsError where the result says that the arguments break their contract */
function refuseInvalid({ isError, structuredContent }: JsonObject): void {
  const error = isError === true && isJsonObject(structuredContent) ? structuredContent.error : undefined;
  if (!isJsonObject(error) || error.code !== "INVALID_ARGUMENTS" || !Array.isArray(error.violations)) return;
  throw new InvalidArgumentsError(error.violations.filter(isJsonObject).map(issueOf));
}

function issueOf(violation: JsonObject): ArgumentIssue {
  const [path = "", expected = "", found = "", near = ""] = ["path", "expected", "found", "nearMiss"].map((member) =>
    textOf(violation[member]),
  );
  const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const name = path.slice(path.lastIndexOf("/") + 1);
  const reported = near === "" ? "" : `; did you mean '${near}'?`;
  const shared = { path, expected, found, ...(near === "" ? {} : { nearMiss: near }) };
  if (found === "nothing") {
    const message = `must have the property '${name}', ${expected}`;
    return { instancePath: parent, keyword: "required", message, params: { missingProperty: name }, ...shared };
  }
  if (found === "an unknown name") {
    const message = `must not have the property '${name}'${reported}`;
    const params = { additionalProperty: name };
    return { instancePath: parent, keyword: "additionalProperties", message, params, ...shared };
  }
  const message = `must be ${expected}, not ${found}${reported}`;
  return { instancePath: path, keyword: "schema", message, params: {}, ...shared };
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
