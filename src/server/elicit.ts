import type { InputRequiredResult, Server, ServerContext } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { ownValue } from "../contract/own-property.ts";
import { type ElicitationMode, modeFor } from "./elicitation-mode.ts";
import type { Sdk } from "./mcp-server.ts";
import type { OpenQuestion } from "./questions.ts";
import { firstModernRevision } from "./revision.ts";

// Questions to the user as MCP elicitation.

/**
 * Before 2026-07-28 a client declares the capability in its handshake, which stateless HTTP does not keep; so there these
 * clients can't be asked.
 */
export function elicitationMode(sdk: Sdk, server: Server, { mcpReq }: ServerContext): ElicitationMode {
  const isModern = (server.getNegotiatedProtocolVersion() ?? "") >= firstModernRevision;
  // The SDK's type of the envelope names none of its keys.
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const declared = isModern ? envelope[sdk.CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities();
  return modeFor(isModern, declared);
}

/** The result that carries the question. @see MCP 2026-07-28, basic/patterns/mrtr */
export function inputRequired(sdk: Sdk, { key, params, earlier }: OpenQuestion): InputRequiredResult {
  // Forms of another server have passed the same schema there; the client reads them with its own.
  const inputRequests = { [key]: sdk.inputRequired.elicit(params as FormParams) };
  const hasEarlier = Object.keys(earlier).length > 0;
  return sdk.inputRequired({ inputRequests, ...(hasEarlier ? { requestState: JSON.stringify(earlier) } : {}) });
}

type FormParams = Parameters<Sdk["inputRequired"]["elicit"]>[0];

/** The reply to a question of an earlier result. undefined: none, or malformed. */
export function replyInRequest(sdk: Sdk, { mcpReq }: ServerContext, key: string): JsonObject | undefined {
  const response = sdk.inputResponse(mcpReq.inputResponses, key);
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
  { params }: OpenQuestion,
  { onError, noReplies = new AbortController().signal }: AskingOptions,
): Promise<JsonObject | undefined> {
  if (noReplies.aborted) return undefined;
  try {
    const options = { timeout: maxWaitMs, signal: AbortSignal.any([mcpReq.signal, noReplies]) };
    const { action, content } = await mcpReq.send(
      { method: "elicitation/create", params: params as FormParams },
      options,
    );
    return { action, ...(isJsonObject(content) ? { content } : {}) };
  } catch (error) {
    // The SDK reports an aborted request as a time-out, too.
    if (error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.RequestTimeout) return { action: "cancel" };
    onError(error instanceof Error ? error : new Error(String(error)));
    return undefined;
  }
}

/** Time for a person to answer. */
const maxWaitMs = 10 * 60 * 1000;
