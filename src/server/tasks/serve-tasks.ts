import type { Result, Server, ServerContext, StandardSchemaV1 } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import type { Dispatch } from "../../runtime/call-state.ts";
import type { CallAnswer } from "../../runtime/result.ts";
import type { CallParts, CallPort } from "../call-tool.ts";
import { askByRequest, embedded, replyInRequest } from "../elicit.ts";
import type { Sdk } from "../mcp-server.ts";
import { firstModernRevision, revisionOf } from "../revision.ts";
import { tasksExtension } from "../server-facts.ts";
import { relatedTo, runTask } from "./run-task.ts";
import type { TaskSupports } from "./support.ts";
import { modernTask, olderTask } from "./task-shape.ts";
import type { KeptTask } from "./task-store.ts";
import { type Deliver, maxTasks, type Tasks } from "./tasks.ts";

/** What serving tasks needs, beside the SDK. */
export interface ServedTasks {
  readonly tasks: Tasks;
  readonly supports: TaskSupports;
  /** Whose tasks they are. */
  readonly owner: string;
  /** Its tasks can be listed, because no other caller is taken for it. */
  readonly lists: boolean;
  /** Notifies the client of a connection that lasts. */
  readonly deliver?: Deliver | undefined;
}

export interface TaskPort {
  readonly served: ServedTasks;
  readonly dispatch: Dispatch;
  readonly onError: (error: Error) => void;
  readonly noReplies?: AbortSignal;
  /** The result that `tools/call` would have had. @throws the error of the protocol that it would have had */
  readonly resultOf: (answer: CallAnswer, revision: string) => Result;
}

/** A `tools/call`, and what it says of a task. */
export interface TaskCall {
  readonly parts: CallParts;
  readonly port: CallPort;
  /** As it came. */
  readonly task: unknown;
}

/**
 * Serves the methods of tasks, in the era of the server.
 * @returns what a call becomes that is a task; undefined where it is none
 * @see MCP 2025-11-25, basic/utilities/tasks; the extension io.modelcontextprotocol/tasks
 */
export function serveTasks(sdk: Sdk, server: Server, { served, ...port }: TaskPort) {
  const { tasks, owner } = served;
  const isModern = (context: ServerContext) => revisionOf(server, context) >= firstModernRevision;
  const unknown = () => new sdk.ProtocolError(-32602, "Invalid params: the task is unknown, or its time is over");

  /** What is served to whom has said that it knows tasks. */
  function checkDeclared(context: ServerContext): void {
    if (isModern(context) && !declaresTasks(sdk, context)) throw missingExtension(sdk);
  }

  server.setRequestHandler("tasks/get", { params: asGiven }, (params, context) => {
    checkDeclared(context);
    const task = tasks.get(owner, idOf(sdk, params));
    if (task === undefined) throw unknown();
    return isModern(context) ? wholeTask(sdk, task, port.resultOf) : olderTask(task);
  });

  server.setRequestHandler("tasks/cancel", { params: asGiven }, (params, context) => {
    checkDeclared(context);
    const task = tasks.cancel(owner, idOf(sdk, params));
    if (task === undefined) throw unknown();
    // Since 2026-07-28 a caller only says that it does not need the result.
    if (isModern(context)) return {};
    if (task === "ended") throw new sdk.ProtocolError(-32602, "Invalid params: the task has ended already");
    return olderTask(task);
  });

  server.setRequestHandler("tasks/update", { params: asGiven }, (params, context) => {
    if (!isModern(context)) throw notFound(sdk);
    checkDeclared(context);
    if (context.mcpReq.inputResponses === undefined) {
      throw new sdk.ProtocolError(-32602, 'Invalid params: "inputResponses" is missing');
    }
    if (!tasks.reply(owner, idOf(sdk, params), (key, method) => replyInRequest(sdk, context, key, method)))
      throw unknown();
    return {};
  });

  server.setRequestHandler("tasks/list", { params: asGiven }, (params) => {
    if (!served.lists) throw notFound(sdk);
    const { cursor } = isJsonObject(params) ? params : {};
    const page = cursor === undefined || typeof cursor === "string" ? tasks.page(owner, cursor) : undefined;
    if (page === undefined) throw new sdk.ProtocolError(-32602, "Invalid params: unknown cursor");
    return { tasks: page.tasks.map(olderTask), ...(page.next === undefined ? {} : { nextCursor: page.next }) };
  });

  server.setRequestHandler("tasks/result", { params: asGiven }, async (params, context) => {
    const { mcpReq } = context;
    const { signal } = mcpReq;
    const id = idOf(sdk, params);
    const revision = revisionOf(server, context);
    const ask: NonNullable<Parameters<Tasks["ended"]>[2]["ask"]> = (question, stopped) => {
      const asked = { ...question, params: relatedTo(id, question.params) };
      return askByRequest(sdk, context, asked, { ...port, revision, stopped });
    };
    const deliver: Deliver = (method, given) => mcpReq.notify({ method, params: { ...given } });
    const task = await tasks.ended(owner, id, { signal, ask, ...(served.deliver === undefined ? { deliver } : {}) });
    if (task?.state.kind === "cancelled") {
      throw new sdk.ProtocolError(
        -32602,
        `Invalid params: the task has no result; ${task.message ?? "it was cancelled"}`,
      );
    }
    // It is unknown; or its caller is gone and reads no answer.
    if (task?.state.kind !== "ended") throw unknown();
    const result = port.resultOf(task.state.answer, revision);
    return { ...relatedTo(id, result as JsonObject) };
  });

  return (call: TaskCall, context: ServerContext): object | undefined => {
    const { parts, task, port: callPort } = call;
    const support = served.supports.of(parts.name);
    // Which tools there are, the dispatcher says.
    if (support === undefined) return undefined;
    const modern = isModern(context);
    if (modern && (support === "forbidden" || !declaresTasks(sdk, context))) {
      if (support === "required") throw missingExtension(sdk);
      return undefined;
    }
    if (!modern && task === undefined) {
      if (support !== "required" || revisionOf(server, context) < firstRevisionWithTasks) return undefined;
      throw new sdk.ProtocolError(-32601, `'${parts.name}' is called as a task only: its taskSupport is 'required'`);
    }
    if (support === "forbidden") {
      throw new sdk.ProtocolError(-32601, `'${parts.name}' can't be called as a task: its taskSupport is 'forbidden'`);
    }
    const started = tasks.start(
      {
        ...{ owner, ttlMs: modern ? undefined : ttlOf(sdk, task) },
        // Since 2026-07-28 who listens says so, and here none can; before, a task reports like the call that it is.
        ...(modern ? {} : { deliver: served.deliver, onChange: tellOfChange(port.onError) }),
      },
      (run) => runTask(parts, callPort, run, port),
    );
    if (started === undefined) {
      throw new sdk.ProtocolError(-32600, `Invalid Request: ${maxTasks} tasks run already; wait for one of them`);
    }
    // The SDK wants content of every result; `withoutContent` takes it away.
    return modern
      ? { content: [], resultType: "task", ...modernTask(started) }
      : { content: [], task: olderTask(started) };
  };
}

const firstRevisionWithTasks = "2025-11-25";

/** The SDK checks the result of `tools/call` as that of a tool, also where it is a task: what it wants besides is taken off. */
export function withoutContent<Result extends object>(result: Result): Result {
  if (!("content" in result)) return result;
  const isTask = "task" in result || ("resultType" in result && result.resultType === "task");
  if (!isTask) return result;
  const { content: _, ...own } = result;
  return own as Result; // the SDK's own type of results is open
}

/** A client that reads slowly is sent the latest state. */
function tellOfChange(onError: (error: Error) => void) {
  let latest: KeptTask | undefined;
  let isSending = false;
  return async (task: KeptTask, deliver: Deliver): Promise<void> => {
    latest = task;
    if (isSending) return;
    isSending = true;
    try {
      while (latest !== undefined) {
        const next = latest;
        latest = undefined;
        await deliver("notifications/tasks/status", olderTask(next));
      }
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
    } finally {
      isSending = false;
    }
  };
}

/** Everything that `tasks/get` tells since 2026-07-28. */
function wholeTask(sdk: Sdk, task: KeptTask, resultOf: TaskPort["resultOf"]): Result {
  const { state } = task;
  const shown = modernTask(task);
  if (state.kind === "asking") {
    return { ...shown, inputRequests: { [state.question.key]: embedded(sdk, state.question) } };
  }
  if (state.kind !== "ended") return shown;
  const { answer } = state;
  if (answer.kind === "result") return { ...shown, result: resultOf(answer, firstModernRevision) };
  const { code, message, data } = answer;
  return { ...shown, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

function declaresTasks(sdk: Sdk, { mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const declared = envelope[sdk.CLIENT_CAPABILITIES_META_KEY];
  const extensions = isJsonObject(declared) ? declared.extensions : undefined;
  return isJsonObject(extensions) && isJsonObject(extensions[tasksExtension]);
}

function missingExtension(sdk: Sdk): Error {
  return new sdk.MissingRequiredClientCapabilityError(
    { requiredCapabilities: { extensions: { [tasksExtension]: {} } } },
    `Missing required client capability: the extension ${tasksExtension}`,
  );
}

function notFound(sdk: Sdk): Error {
  return new sdk.ProtocolError(-32601, "Method not found");
}

function idOf(sdk: Sdk, params: unknown): string {
  const id = isJsonObject(params) ? params.taskId : undefined;
  if (typeof id === "string") return id;
  throw new sdk.ProtocolError(-32602, `Invalid params: "taskId" is ${id === undefined ? "missing" : "not a string"}`);
}

/** How long the caller wants it kept. */
function ttlOf(sdk: Sdk, task: unknown): number | undefined {
  if (!isJsonObject(task)) throw new sdk.ProtocolError(-32602, 'Invalid params: "task" is not an object');
  const { ttl } = task;
  if (ttl === undefined || ttl === null) return undefined;
  if (typeof ttl === "number" && ttl >= 0) return ttl;
  throw new sdk.ProtocolError(-32602, 'Invalid params: "ttl" of "task" is not a number of milliseconds');
}

/** Params as they came: what is wrong with them is said in our words. */
const asGiven: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "pegboard", validate: (value) => ({ value }) },
};
