import type { InputRequiredResult, Server, ServerContext } from "@modelcontextprotocol/server";
import type { Reply } from "../runtime/call-state.ts";
import { type ElicitationMode, modeFor } from "./elicitation-mode.ts";
import type { Sdk } from "./mcp-server.ts";
import type { OpenQuestion } from "./questions.ts";
import { firstModernRevision } from "./revision.ts";

// Questions to the user as MCP elicitation: a form without fields, so the user only accepts or declines.

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
export function inputRequired(sdk: Sdk, { key, message }: OpenQuestion): InputRequiredResult {
  return sdk.inputRequired({
    inputRequests: { [key]: sdk.inputRequired.elicit({ message, requestedSchema: noFields }) },
  });
}

/** The reply to a question of an earlier result. undefined: none, or malformed. */
export function replyInRequest(sdk: Sdk, { mcpReq }: ServerContext, key: string): Reply | undefined {
  const response = sdk.inputResponse(mcpReq.inputResponses, key);
  return response.kind === "elicit" ? replies[response.action] : undefined;
}

interface AskingOptions {
  readonly onError: (error: Error) => void;
  /** Aborted when no reply can come any more: the question is cancelled. */
  readonly noReplies?: AbortSignal;
}

/** Sends the question while the client waits for its answer. @see MCP 2025-06-18, client/elicitation */
export async function askByRequest(
  sdk: Sdk,
  { mcpReq }: ServerContext,
  { message }: OpenQuestion,
  { onError, noReplies = new AbortController().signal }: AskingOptions,
): Promise<Reply> {
  if (noReplies.aborted) return "unavailable";
  try {
    const params = { message, requestedSchema: noFields };
    const options = { timeout: maxWaitMs, signal: AbortSignal.any([mcpReq.signal, noReplies]) };
    const { action } = await mcpReq.send({ method: "elicitation/create", params }, options);
    return replies[action];
  } catch (error) {
    // The SDK reports an aborted request as a time-out, too.
    if (error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.RequestTimeout) return "cancelled";
    onError(error instanceof Error ? error : new Error(String(error)));
    return "unavailable";
  }
}

const noFields = { type: "object" as const, properties: {} };
const replies = { accept: "accepted", decline: "declined", cancel: "cancelled" } as const;

/** Time for a person to answer. */
const maxWaitMs = 10 * 60 * 1000;
