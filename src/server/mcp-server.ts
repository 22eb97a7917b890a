import type { Server } from "@modelcontextprotocol/server";
import type { JsonObject } from "../contract/json.ts";
import { isJsonObject } from "../contract/json.ts";
import type { Connection, Dispatch, ToolCall } from "../runtime/call-state.ts";
import type { Registry } from "../runtime/registry.ts";
import type { CallAnswer } from "../runtime/result.ts";
import { listTtlMs } from "./cache-hints.ts";
import { askByRequest, askingWay, replyInRequest, resultThatAsks } from "./elicit.ts";
import { normalizeErrors } from "./normalize-errors.ts";
import type { PendingCalls } from "./pending-calls.ts";
import { progressOf } from "./progress.ts";
import { createQuestions } from "./questions.ts";
import { type ServedResources, serveResources } from "./resources.ts";
import { revisionOf } from "./revision.ts";
import { wireContent } from "./wire-content.ts";

/** The SDK, imported when serving starts. */
export type Sdk = typeof import("@modelcontextprotocol/server");

export interface McpServerOptions<Deps> {
  readonly registry: Registry<Deps>;
  readonly dispatch: Dispatch;
  readonly tools: readonly JsonObject[];
  /** What the client's model is told at once. */
  readonly instructions: string;
  readonly served: ServedResources;
  readonly connection: Connection;
  readonly takeArguments: PendingCalls["takeArguments"];
  readonly onError: (error: Error) => void;
  /** Aborted when nothing more is read, so that no question to the user can be answered. */
  readonly noReplies?: AbortSignal;
}

/** One connection's protocol server, of whichever era the SDK has found out: lists our tools, and dispatches calls. */
export function createMcpServer<Deps>(sdk: Sdk, options: McpServerOptions<Deps>): Server {
  const { registry, dispatch, connection, takeArguments } = options;
  const { name, title, version } = registry.server;
  const server = new sdk.Server(
    { name, version, ...(title === undefined ? {} : { title }) },
    {
      capabilities: { tools: {}, resources: {} },
      cacheHints: { "tools/list": { ttlMs: listTtlMs, cacheScope: "public" } },
      instructions: options.instructions,
    },
  );
  server.onerror = options.onError;
  normalizeErrors(server, options.onError);
  // The compiler wrote these as the protocol's tools; the SDK passes them on as they are.
  const listed = { tools: options.tools as never };
  server.setRequestHandler("tools/list", (request) => {
    if (request.params?.cursor === undefined) return listed;
    throw new sdk.ProtocolError(-32602, "Invalid params: unknown cursor; the list has one page");
  });
  serveResources(sdk, server, options.served);
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
      const reply = await askByRequest(sdk, context, question, options);
      if (mcpReq.signal.aborted) throw cancelled(sdk);
      questions.reply(question.key, reply);
      // Where nobody could be asked after all, the answer stands that says how to confirm.
      if (reply !== "unavailable") answer = await dispatch(call);
    }
    await progress?.finish();
    return resultOf(sdk, answer, revisionOf(server, context));
  });
  return server;
}

function resultOf(sdk: Sdk, answer: CallAnswer, revision: string) {
  if (answer.kind === "protocol-error") throw new sdk.ProtocolError(answer.code, answer.message, answer.data);
  const { content, structuredContent, isError, _meta } = answer.result;
  return {
    content: wireContent(content, revision),
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === undefined ? {} : { isError }),
    ...(_meta === undefined ? {} : { _meta: { ..._meta } }),
  };
}

/** Cancelled before it began: the tool never hears of it, and nobody reads this answer. */
function cancelled(sdk: Sdk): Error {
  return new sdk.ProtocolError(-32600, "Invalid Request: the call was cancelled before it began");
}
