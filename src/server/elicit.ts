import type { InputRequiredResult, Server, ServerContext } from "@modelcontextprotocol/server";
import { isJsonObject } from "../contract/json.ts";
import type { Reply } from "../runtime/call-state.ts";
import type { Sdk } from "./mcp-server.ts";
import type { OpenQuestion } from "./questions.ts";
import { firstModernRevision } from "./revision.ts";

// Questions to the user as MCP asks them: elicitation of a form without fields, so that accepting is all there is to do.

/** How the client of a call can be asked: by a result that it answers with another request, by a request of ours, or not. */
export type AskingWay = "by-result" | "by-request" | "none";

/**
 * Before 2026-07-28 a client says so once, in its handshake; over stateless HTTP nobody remembers that, so there those
 * clients can't be asked.
 */
export function askingWay(sdk: Sdk, server: Server, { mcpReq }: ServerContext): AskingWay {
  const isModern = (server.getNegotiatedProtocolVersion() ?? "") >= firstModernRevision;
  // The SDK's type of the envelope names none of its keys.
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const declared = isModern ? envelope[sdk.CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities();
  if (!isJsonObject(declared) || !takesForms(declared.elicitation)) return "none";
  return isModern ? "by-result" : "by-request";
}

/** Before there were modes, an empty declaration meant forms. */
function takesForms(elicitation: unknown): boolean {
  return isJsonObject(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** The result that asks. @see MCP 2026-07-28, basic/patterns/mrtr */
export function resultThatAsks(sdk: Sdk, { key, message }: OpenQuestion): InputRequiredResult {
  return sdk.inputRequired({
    inputRequests: { [key]: sdk.inputRequired.elicit({ message, requestedSchema: noFields }) },
  });
}

/** What the client says came of a question that an earlier result asked. undefined: nothing that could be read. */
export function replyInRequest(sdk: Sdk, { mcpReq }: ServerContext, key: string): Reply | undefined {
  const response = sdk.inputResponse(mcpReq.inputResponses, key);
  return response.kind === "elicit" ? replies[response.action] : undefined;
}

interface AskingOptions {
  readonly onError: (error: Error) => void;
  /** Aborted when no reply can come any more: the question is taken back. */
  readonly noReplies?: AbortSignal;
}

/** Asks while the client waits for its answer. @see MCP 2025-06-18, client/elicitation */
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
    // The SDK calls what its signal ends a time-out, too.
    if (error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.RequestTimeout) return "cancelled";
    onError(error instanceof Error ? error : new Error(String(error)));
    return "unavailable";
  }
}

const noFields = { type: "object" as const, properties: {} };
const replies = { accept: "accepted", decline: "declined", cancel: "cancelled" } as const;

/** People take their time; after ten minutes nobody sits there any more. */
const maxWaitMs = 10 * 60 * 1000;
