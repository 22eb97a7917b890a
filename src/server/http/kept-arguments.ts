import type { JsonObject } from "../../contract/json.ts";
import { type Decoded, isRequest, type Message, paramsOf, type Refusal, type RequestId } from "../decode.ts";
import type { CallArguments } from "../pending-calls.ts";

/** A body that can be passed to the SDK, and the arguments that the SDK must not process. */
export interface CheckedBody {
  readonly body: unknown;
  readonly takeArguments: (id: RequestId) => CallArguments | undefined;
}

/**
 * Removes the arguments of every `tools/call` from a body, for the reasons that `PendingCalls` names. Over HTTP each request is
 * answered by an instance of its own, so the client's id is enough to find them again.
 */
export function keepArguments(decoded: Decoded): CheckedBody | { readonly refusal: Refusal } {
  const kept = new Map<RequestId, CallArguments>();
  const takeArguments = (id: RequestId) => {
    const taken = kept.get(id);
    kept.delete(id);
    return taken;
  };
  const ids = new Set<RequestId>();
  const strip = (message: Message): Message | Refusal => {
    if (!isRequest(message)) return message;
    if (ids.has(message.id)) {
      return { id: message.id, code: -32600, message: "Invalid Request: two requests share an id" };
    }
    ids.add(message.id);
    if (message.method !== "tools/call") return message;
    const { arguments: given, task, ...params }: JsonObject = paramsOf(message);
    kept.set(message.id, { given, ...(task === undefined ? {} : { task }) });
    return { ...message, params };
  };
  switch (decoded.kind) {
    case "refused":
      return { refusal: decoded.refusal };
    case "skipped":
      return { refusal: { id: null, code: -32600, message: "Invalid Request: the body has no message" } };
    case "message": {
      const stripped = strip(decoded.message);
      return "code" in stripped ? { refusal: stripped } : { body: stripped, takeArguments };
    }
    case "batch": {
      const messages: Message[] = [];
      for (const part of decoded.parts) {
        const stripped = part.kind === "message" ? strip(part.message) : undefined;
        if (stripped === undefined || "code" in stripped) {
          const refusal = part.kind === "refused" ? part.refusal : stripped;
          return { refusal: refusal ?? { id: null, code: -32600, message: "Invalid Request: a message is an object" } };
        }
        messages.push(stripped);
      }
      return { body: messages, takeArguments };
    }
  }
}
