import type { CallToolResult, Server, ServerContext } from "@modelcontextprotocol/server";
import { isJsonObject } from "../contract/json.ts";
import { type ClientLevel, clientLevels } from "../contract/log-level.ts";
import type { Connection, Dispatch } from "../runtime/call-state.ts";
import type { Registry } from "../runtime/registry.ts";
import type { CallAnswer } from "../runtime/result.ts";
import { type CallPort, finishReports, prepareCall } from "./call-tool.ts";
import { clientInfo } from "./client-info.ts";
import type { ClientLog } from "./client-log.ts";
import { serveCompletions } from "./completions.ts";
import { askingOfClient, repliesIn } from "./elicit.ts";
import { listsResults, withErrorInMeta } from "./error-in-meta.ts";
import { normalizeErrors } from "./normalize-errors.ts";
import type { PendingCalls } from "./pending-calls.ts";
import { servePrompts } from "./prompts.ts";
import { openState } from "./question-state.ts";
import type { QuestionState } from "./questions.ts";
import { type ServedResources, serveResources } from "./resources.ts";
import { listTtlMs, modernRevisions, revisionOf } from "./revision.ts";
import { cancelled, inRounds } from "./rounds.ts";
import { capabilitiesOf, serverInfoOf } from "./server-facts.ts";
import type { ShownCatalog } from "./shown-catalog.ts";
import type { Subscriber } from "./subscriber.ts";
import { serveSubscriptions } from "./subscriptions.ts";
import { type ServedTasks, serveTasks } from "./tasks/serve-tasks.ts";
import { wireContent } from "./wire-content.ts";
import { wireStructure } from "./wire-structure.ts";

/** The SDK, imported when it is first needed. */
export type Sdk = typeof import("./sdk.ts");

export interface McpServerOptions<Deps> extends Omit<ShownCatalog, "served" | "supports" | "instructionsAlone"> {
  readonly served: ServedResources;
  readonly registry: Registry<Deps>;
  readonly dispatch: Dispatch;
  readonly connection: Connection;
  /** Absent: clients don't read the log. */
  readonly clientLog: ClientLog | undefined;
  /** What its client has subscribed to. Absent: it has no connection that lasts. */
  readonly subscriber?: Subscriber | undefined;
  /** Whether it can be notified of changes. Default: yes. */
  readonly tellsChanges?: boolean;
  /** Absent: no tool may be a task. */
  readonly tasks?: ServedTasks | undefined;
  readonly takeArguments: PendingCalls["takeArguments"];
  /** Signs what clients bring back with their replies. */
  readonly stateKey: Uint8Array;
  readonly onError: (error: Error) => void;
  /** Aborted when no more input is read, so that no question to the user can be answered. */
  readonly noReplies?: AbortSignal;
}

/** The protocol server of one connection, in its era: lists the tools and dispatches calls. */
export function createMcpServer<Deps>(sdk: Sdk, era: "legacy" | "modern", options: McpServerOptions<Deps>): Server {
  const { registry, dispatch, takeArguments, tellsChanges = true } = options;
  const server = new sdk.Server(serverInfoOf(registry), {
    capabilities: capabilitiesOf(registry, { isModern: era === "modern", tasks: options.tasks, tellsChanges }),
    cacheHints: { "tools/list": { ttlMs: listTtlMs, cacheScope: options.cacheScope } },
    instructions: options.instructions,
  });
  server.onerror = options.onError;
  normalizeErrors(server, options.onError);
  // The compiler wrote them as tools of the protocol; the SDK passes them on unchanged.
  const listed = { tools: options.tools as never };
  const inMeta = listsResults(options.tools);
  server.setRequestHandler("tools/list", (request) => {
    if (request.params?.cursor === undefined) return listed;
    throw new sdk.ProtocolError(-32602, "Invalid params: unknown cursor; the list has one page");
  });
  serveResources(sdk, server, options);
  if (registry.subscriptions === true && tellsChanges) serveSubscriptions(sdk, server, options);
  if (registry.prompts !== undefined) servePrompts(sdk, server, options);
  const { clientLog } = options;
  if (clientLog !== undefined) {
    server.setRequestHandler("logging/setLevel", ({ params }) => {
      clientLog.least = params.level;
      return {};
    });
  }
  if (registry.completes === true) serveCompletions(sdk, server, options);
  const resultOfCall = (answer: CallAnswer, revision: string) => {
    const isOlder = inMeta && !modernRevisions.includes(revision);
    return resultOf(sdk, isOlder ? withErrorInMeta(answer) : answer, revision);
  };
  const startTask =
    options.tasks && serveTasks(sdk, server, { ...options, served: options.tasks, resultOf: resultOfCall });
  server.setRequestHandler("tools/call", async (request, context) => {
    const { mcpReq } = context;
    const taken = takeArguments(mcpReq.id);
    if (taken === undefined || mcpReq.signal.aborted) throw cancelled(sdk);
    const { given, first, task } = taken;
    const meta = isJsonObject(mcpReq._meta) ? mcpReq._meta : undefined;
    const { name } = request.params;
    const owner = { method: "tools/call", name, given, identity: options.connection.identity } as const;
    const state = await openState({ sdk, context, key: options.stateKey, owner });
    const port = portOf(sdk, server, context, { ...options, state });
    const parts = { name, given, meta };
    const created = startTask?.({ parts, port, task }, context);
    // The SDK's type of results has no tasks.
    if (created !== undefined) return created as CallToolResult;
    const { call, questions, ...reports } = prepareCall(parts, port, first);
    const run = () => dispatch(call);
    const revision = revisionOf(server, context);
    const rounds = { questions, asking: port.asking, revision, owner, run, first: first?.answer };
    const outcome = await inRounds(sdk, context, rounds, options);
    if ("asks" in outcome) return outcome.asks;
    const { answer } = outcome;
    await finishReports(reports);
    return resultOfCall(answer, revision);
  });
  return server;
}

function portOf<Deps>(
  sdk: Sdk,
  server: Server,
  context: ServerContext,
  options: McpServerOptions<Deps> & { readonly state: QuestionState | undefined },
): CallPort {
  const { connection, clientLog, onError } = options;
  const { mcpReq } = context;
  const asking = askingOfClient(sdk, server, context);
  return {
    connection,
    client: clientInfo(sdk, server, context),
    asking,
    brought: { replyTo: repliesIn(sdk, context, asking), state: options.state },
    isModern: modernRevisions.includes(revisionOf(server, context)),
    signal: () => mcpReq.signal,
    least: leastOf(sdk, server, context, clientLog),
    notifies: {
      notify: (method, params) => mcpReq.notify({ method, params: { ...params } }),
      isCancelled: () => mcpReq.signal.aborted,
      onError,
    },
  };
}

/** Since 2026-07-28 each request says what it reads of the log; before, the client of a connection does. */
function leastOf(
  sdk: Sdk,
  server: Server,
  context: ServerContext,
  clientLog: ClientLog | undefined,
): ClientLevel | undefined {
  if (clientLog === undefined) return undefined;
  if (!modernRevisions.includes(revisionOf(server, context))) return clientLog.least;
  const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
  return clientLevels.find((level) => level === envelope[sdk.LOG_LEVEL_META_KEY]);
}

function resultOf(sdk: Sdk, answer: CallAnswer, revision: string) {
  if (answer.kind === "protocol-error") throw new sdk.ProtocolError(answer.code, answer.message, answer.data);
  // What else a server behind a gateway sends beside them is not ours to judge.
  const { content, structuredContent, isError, _meta, ...further } = answer.result;
  return {
    ...further,
    ...wireStructure(wireContent(content, revision), structuredContent, revision),
    ...(isError === undefined ? {} : { isError }),
    ...(_meta === undefined ? {} : { _meta: { ..._meta } }),
  };
}
