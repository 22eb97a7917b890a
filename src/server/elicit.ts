import type { InputRequiredResult, Server, ServerContext } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { ownValue } from "../contract/own-property.ts";
import { type Asking, askingOf } from "./asking.ts";
import type { Sdk } from "./mcp-server.ts";
import type { OpenQuestion } from "./questions.ts";
import { firstModernRevision } from "./revision.ts";

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

/** The result that carries the question. @see MCP 2026-07-28, basic/patterns/mrtr */
export function inputRequired(sdk: Sdk, question: OpenQuestion): InputRequiredResult {
  const { key, earlier } = question;
  const inputRequests = { [key]: embedded(sdk, question) };
  const hasEarlier = Object.keys(earlier).length > 0;
  return sdk.inputRequired({ inputRequests, ...(hasEarlier ? { requestState: JSON.stringify(earlier) } : {}) });
}

/** A question as a member of a result. Forms of another server have passed the same schema there; the client reads them with its own. */
export function embedded(sdk: Sdk, { method, params }: OpenQuestion) {
  if (method === "sampling/createMessage") return sdk.inputRequired.createMessage(params as SampleParams);
  if (params.mode === "url") return sdk.inputRequired.elicitUrl(params as UrlParams);
  return sdk.inputRequired.elicit(params as FormParams);
}

type Build = Sdk["inputRequired"];
type FormParams = Parameters<Build["elicit"]>[0];
type UrlParams = Parameters<Build["elicitUrl"]>[0];
type SampleParams = Parameters<Build["createMessage"]>[0];

/** The reply to a question of an earlier result. undefined: none, or malformed. */
export function replyInRequest(sdk: Sdk, { mcpReq }: ServerContext, key: string): JsonObject | undefined {
  const response = sdk.inputResponse(mcpReq.inputResponses, key);
  if (response.kind === "sampling") return isJsonObject(response.result) ? response.result : undefined;
  if (response.kind !== "elicit") return earlierReply(mcpReq.requestState(), key);
  const { action, content } = response;
  return { action, ...(isJsonObject(content) ? { content } : {}) };
}

/** A client can change what it brings back; it could as well have given another reply. */
function earlierReply(state: unknown, key: string): JsonObject | undefined {
  if (typeof state !== "string") return undefined;
  let earlier: unknown;
  try {
    earlier = JSON.parse(state);
  } catch {
    // Not what we sent: then there was no earlier question of ours.
    return undefined;
  }
  const reply = isJsonObject(earlier) ? ownValue(earlier, key) : undefined;
  if (!isJsonObject(reply)) return undefined;
  // Of the client's model; who asked for it reads it as any text of a stranger.
  if (key.startsWith("sample-")) return reply;
  const { action, content } = reply;
  if (action !== "accept" && action !== "decline" && action !== "cancel") return undefined;
  return { action, ...(isJsonObject(content) ? { content } : {}) };
}

interface AskingOptions {
  readonly onError: (error: Error) => void;
  /** Aborted when no reply can come any more: the question is cancelled. */
  readonly noReplies?: AbortSignal;
}

/** Sends the question while the client waits for its answer. @returns undefined where no reply can come. @see MCP 2025-06-18, client/elicitation */
export async function askByRequest(
  sdk: Sdk,
  { mcpReq }: ServerContext,
  { key, method, params }: OpenQuestion,
  { onError, noReplies = new AbortController().signal }: AskingOptions,
): Promise<JsonObject | undefined> {
  if (noReplies.aborted) return undefined;
  try {
    const options = { timeout: maxWaitMs, signal: AbortSignal.any([mcpReq.signal, noReplies]) };
    if (method === "sampling/createMessage") {
      const written = await mcpReq.send({ method, params: params as SampleParams }, options);
      return isJsonObject(written) ? written : undefined;
    }
    // Only here an address has an id of its own.
    const asked = params.mode === "url" ? { ...params, elicitationId: key } : params;
    const { action, content } = await mcpReq.send({ method, params: asked as FormParams }, options);
    return { action, ...(isJsonObject(content) ? { content } : {}) };
  } catch (error) {
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
