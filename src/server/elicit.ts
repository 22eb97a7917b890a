import type { InputRequiredResult, Server, ServerContext } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { type Asking, askingOf } from "./asking.ts";
import type { Sdk } from "./mcp-server.ts";
import type { Brought, OpenQuestion, QuestionMethod } from "./questions.ts";
import { firstModernRevision } from "./revision.ts";
import { wireForm } from "./wire-form.ts";

// Questions to the user as MCP elicitation, and to the client's model as MCP sampling.

/**
 * Before 2026-07-28 a client declares the capability in its handshake, which stateless HTTP does not keep; so there these
 * clients can't be asked.
 */
export function askingOfClient(sdk: Sdk, server: Server, { mcpReq }: ServerContext): Asking | undefined {
  const isModern = (server.getNegotiatedProtocolVersion() ?? "") >= firstModernRevision;
  // The SDK's type of the envelope names none of its keys.
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const declared = isModern ? envelope[sdk.CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities();
  return askingOf(isModern, declared);
}

/** The result that carries the questions. @see MCP 2026-07-28, basic/patterns/mrtr */
export function inputRequired(
  sdk: Sdk,
  questions: readonly OpenQuestion[],
  requestState: string | undefined,
): InputRequiredResult {
  const inputRequests = Object.fromEntries(questions.map((question) => [question.key, embedded(sdk, question)]));
  return sdk.inputRequired({ inputRequests, ...(requestState === undefined ? {} : { requestState }) });
}

/** A question as a member of a result. Forms of another server have passed the same schema there; the client reads them with its own. */
export function embedded(sdk: Sdk, { method, params }: OpenQuestion) {
  if (method === "roots/list") return sdk.inputRequired.listRoots();
  if (method === "sampling/createMessage") return sdk.inputRequired.createMessage(params as SampleParams);
  if (params.mode === "url") return sdk.inputRequired.elicitUrl(params as UrlParams);
  return sdk.inputRequired.elicit(params as FormParams);
}

type Build = Sdk["inputRequired"];
type FormParams = Parameters<Build["elicit"]>[0];
type UrlParams = Parameters<Build["elicitUrl"]>[0];
type SampleParams = Parameters<Build["createMessage"]>[0];

/** Reads the replies that a request brings; before 2026-07-28 none does. */
export function repliesIn(sdk: Sdk, context: ServerContext, asking: Asking | undefined): Brought["replyTo"] {
  return (key, method) => (asking?.by === "result" ? replyInRequest(sdk, context, key, method) : undefined);
}

/** The reply to a question of an earlier result. undefined: none, malformed, or to a question of another kind. */
export function replyInRequest(
  sdk: Sdk,
  { mcpReq }: ServerContext,
  key: string,
  method: QuestionMethod,
): JsonObject | undefined {
  const response = sdk.inputResponse(mcpReq.inputResponses, key);
  switch (response.kind) {
    case "elicit": {
      if (method !== "elicitation/create") return undefined;
      const { action, content } = response;
      return { action, ...(isJsonObject(content) ? { content } : {}) };
    }
    case "sampling":
      return method === "sampling/createMessage" && isJsonObject(response.result) ? response.result : undefined;
    case "roots":
      return method === "roots/list" ? rootsIn(response) : undefined;
    default:
      return undefined;
  }
}

/** What each holds is checked where they are read. */
function rootsIn({ roots }: { readonly roots: readonly unknown[] }): JsonObject {
  return { roots: roots.filter(isJsonObject) };
}

interface AskingOptions {
  /** The client's. */
  readonly revision: string;
  readonly onError: (error: Error) => void;
  /** Aborted when no reply can come any more: the question is cancelled. */
  readonly noReplies?: AbortSignal;
  /** Aborted when the reply is not needed any more. */
  readonly stopped?: AbortSignal;
}

/** Sends the question while the client waits for its answer. @returns undefined where no reply can come. @see MCP 2025-06-18, client/elicitation */
export async function askByRequest(
  sdk: Sdk,
  { mcpReq }: ServerContext,
  { key, method, params }: OpenQuestion,
  { revision, onError, noReplies = new AbortController().signal, stopped }: AskingOptions,
): Promise<JsonObject | undefined> {
  if (noReplies.aborted) return undefined;
  try {
    const signals = [mcpReq.signal, noReplies, ...(stopped === undefined ? [] : [stopped])];
    const options = { timeout: maxWaitMs, signal: AbortSignal.any(signals) };
    if (method === "sampling/createMessage") {
      const written = await mcpReq.send({ method, params: params as SampleParams }, options);
      return isJsonObject(written) ? written : undefined;
    }
    if (method === "roots/list") return rootsIn(await mcpReq.send({ method }, options));
    // Only here an address has an id of its own.
    const asked = params.mode === "url" ? { ...params, elicitationId: key } : wireForm(params, revision);
    const { action, content } = await mcpReq.send({ method, params: asked as FormParams }, options);
    return { action, ...(isJsonObject(content) ? { content } : {}) };
  } catch (error) {
    if (stopped?.aborted === true) return undefined;
    // The SDK reports an aborted request as a time-out, too.
    const isLate = error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.RequestTimeout;
    if (isLate && method === "elicitation/create") {
      return { action: "cancel" };
    }
    onError(error instanceof Error ? error : new Error(String(error)));
    return undefined;
  }
}

/** Time for a person to answer. */
const maxWaitMs = 10 * 60 * 1000;
