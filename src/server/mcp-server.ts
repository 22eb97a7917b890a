import type { Server, ServerContext } from "@modelcontextprotocol/server";
import type { JsonObject } from "../contract/json.ts";
import { isJsonObject } from "../contract/json.ts";
import type { Registry } from "../runtime/registry.ts";
import type { CallAnswer } from "../runtime/result.ts";
import type { Connection, Dispatch, ToolCall } from "../runtime/station.ts";
import type { CallDesk } from "./call-desk.ts";
import { askByRequest, askingWay, replyInRequest, resultThatAsks } from "./elicit.ts";
import { createQuestions } from "./questions.ts";

/** The SDK, imported when serving starts. */
export type Sdk = typeof import("@modelcontextprotocol/server");

export interface McpServerOptions<Deps> {
  readonly registry: Registry<Deps>;
  readonly dispatch: Dispatch;
  readonly tools: readonly JsonObject[];
  readonly connection: Connection;
  readonly takeArguments: CallDesk["takeArguments"];
  readonly onError: (error: Error) => void;
}

/** How long a client may keep the tool list. It never changes while the server runs. */
const listTtlMs = 60 * 60 * 1000;

/** One connection's protocol server, of whichever era the SDK has found out: lists our tools, and dispatches calls. */
export function createMcpServer<Deps>(sdk: Sdk, options: McpServerOptions<Deps>): Server {
  const { registry, dispatch, connection, takeArguments } = options;
  const { name, title, version, instructions } = registry.server;
  const server = new sdk.Server(
    { name, version, ...(title === undefined ? {} : { title }) },
    {
      capabilities: { tools: {} },
      cacheHints: { "tools/list": { ttlMs: listTtlMs, cacheScope: "public" } },
      ...(instructions === undefined ? {} : { instructions }),
    },
  );
  server.onerror = options.onError;
  // The compiler wrote these as the protocol's tools; the SDK passes them on as they are.
  const listed = { tools: options.tools as never };
  server.setRequestHandler("tools/list", (request) => {
    if (request.params?.cursor === undefined) return listed;
    throw new sdk.ProtocolError(-32602, "Invalid params: unknown cursor; the list has one page");
  });
  server.setRequestHandler("tools/call", async (request, context) => {
    const { mcpReq } = context;
    const taken = takeArguments(mcpReq.id);
    if (taken === undefined || mcpReq.signal.aborted) throw cancelled(sdk);
    const progress = progressOf(context, options.onError);
    const meta = isJsonObject(mcpReq._meta) ? mcpReq._meta : undefined;
    const { name: called } = request.params;
    const way = askingWay(sdk, server, context);
    const replyTo = (key: string) => (way === "by-result" ? replyInRequest(sdk, context, key) : undefined);
    const questions = way === "none" ? undefined : createQuestions({ name: called, given: taken.given }, replyTo);
    const call: ToolCall = {
      name: called,
      arguments: taken.given,
      connection,
      signal: () => mcpReq.signal,
      ...(meta === undefined ? {} : { meta }),
      ...(progress === undefined ? {} : { progress: progress.report }),
      ...(questions === undefined ? {} : { ask: questions.ask }),
    };
    let answer = await dispatch(call);
    const question = questions?.open();
    if (questions !== undefined && question !== undefined) {
      if (way === "by-result") return resultThatAsks(sdk, question);
      const reply = await askByRequest(sdk, context, question, options.onError);
      if (mcpReq.signal.aborted) throw cancelled(sdk);
      questions.reply(question.key, reply);
      // Where nobody could be asked after all, the answer stands that says how to confirm.
      if (reply !== "unavailable") answer = await dispatch(call);
    }
    await progress?.sent();
    return resultOf(sdk, answer);
  });
  return server;
}

function resultOf(sdk: Sdk, answer: CallAnswer) {
  if (answer.kind === "protocol-error") throw new sdk.ProtocolError(answer.code, answer.message, answer.data);
  const { content, structuredContent, isError, _meta } = answer.result;
  return {
    content: [...content],
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === undefined ? {} : { isError }),
    ...(_meta === undefined ? {} : { _meta: { ..._meta } }),
  };
}

/** Cancelled before it began: the tool never hears of it, and nobody reads this answer. */
function cancelled(sdk: Sdk): Error {
  return new sdk.ProtocolError(-32600, "Invalid Request: the call was cancelled before it began");
}

interface ProgressReports {
  readonly report: (done: number, total?: number, message?: string) => void;
  /** Resolves when everything reported is on its way: progress never comes after the result. */
  readonly sent: () => Promise<void>;
}

/** Progress notifications, for callers that gave a token. What does not go forward is not told. */
function progressOf(context: ServerContext, onError: (error: Error) => void): ProgressReports | undefined {
  const { mcpReq } = context;
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = Number.NEGATIVE_INFINITY;
  let queue: Promise<void> = Promise.resolve();
  return {
    report(done, total, message) {
      if (!Number.isFinite(done) || done <= last) return;
      last = done;
      const params = {
        progressToken,
        progress: done,
        ...(total === undefined || !Number.isFinite(total) ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      };
      queue = queue.then(() => mcpReq.notify({ method: "notifications/progress", params })).catch(onError);
    },
    sent: () => queue,
  };
}
