import { randomUUID } from "node:crypto";
import { paramsOf, type Request, type RequestId } from "./decode.ts";

/**
 * Keeps what the SDK must not touch of a `tools/call`. Its arguments: the SDK rewrites them while it validates a request,
 * and refuses those that are no object before the tool could say what it wants. Its id: the SDK looks at cancellations a
 * moment later than we do, and would then abort whatever runs under the id by now.
 */
export interface PendingCalls {
  /** A `tools/call` under an id of its own and with no more params than the SDK needs; any other request as it is. */
  register(request: Request): Request;
  /** @returns the client's id of a call that was checked in and not yet out */
  release(id: RequestId): RequestId | undefined;
  /**
   * The arguments of a call, exactly as they came; they can be taken once.
   * @param id the one that the SDK knows the call by
   * @returns undefined when the call is out already: it was cancelled before anybody took them
   */
  takeArguments(id: RequestId): TakenArguments | undefined;
}

export interface TakenArguments {
  /** undefined: the call came without any. */
  readonly given: unknown;
}

export function createPendingCalls(): PendingCalls {
  // No client can guess an id of this form, so none can be taken for the id of another request.
  const prefix = randomUUID();
  const calls = new Map<RequestId, KeptCall>();
  let count = 0;
  return {
    register(request) {
      if (request.method !== "tools/call") return request;
      const { name, arguments: given, _meta: meta, inputResponses } = paramsOf(request);
      const id = `${prefix}/${count++}`;
      calls.set(id, { asked: request.id, taken: { given } });
      const needed = {
        name,
        ...(meta === undefined ? {} : { _meta: meta }),
        // Replies to what an earlier answer asked.
        ...(inputResponses === undefined ? {} : { inputResponses }),
      };
      return { ...request, id, params: needed };
    },
    release(id) {
      const asked = calls.get(id)?.asked;
      calls.delete(id);
      return asked;
    },
    takeArguments(id) {
      const call = calls.get(id);
      if (call === undefined) return undefined;
      calls.set(id, { asked: call.asked, taken: undefined });
      return call.taken;
    },
  };
}

interface KeptCall {
  /** The client's id. */
  readonly asked: RequestId;
  readonly taken: TakenArguments | undefined;
}
