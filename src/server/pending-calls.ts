import { givenMembers } from "../contract/given-members.ts";
import { paramsOf, type Request, type RequestId } from "./decode.ts";
import type { FirstRound } from "./plain-call.ts";

/**
 * Keeps the parts of a `tools/call` that the SDK must not process. Its arguments: the SDK rewrites them while it validates a
 * request. Its id: the SDK handles a
 * cancellation a moment later than the transport, and would abort whatever runs under the id by then.
 */
export interface PendingCalls {
  /**
   * A `tools/call` under an id of its own, with only the params that the SDK needs; any other request unchanged.
   * @param first what was done of the call before
   */
  register(request: Request, first?: FirstRound): Request;
  /** @returns the client's id of a registered call, once */
  release(id: RequestId): RequestId | undefined;
  /**
   * The arguments of a call, exactly as they came; they can be taken once.
   * @param id the id under which the call was registered
   * @returns undefined after the call was released: it was cancelled before its arguments were taken
   */
  takeArguments(id: RequestId): CallArguments | undefined;
}

export interface CallArguments {
  /** undefined: the call has none. */
  readonly given: unknown;
  /** What the call says of a task. Absent: nothing. */
  readonly task?: unknown;
  readonly first?: FirstRound;
}

export function createPendingCalls(): PendingCalls {
  // No client can guess an id of this form, so it can't use one for a request of its own.
  let prefix: string | undefined;
  const calls = new Map<RequestId, PendingCall>();
  let count = 0;
  return {
    register(request, first) {
      if (request.method !== "tools/call") return request;
      const { name, arguments: given, task, _meta: meta, inputResponses, requestState } = paramsOf(request);
      prefix ??= crypto.randomUUID();
      const id = `${prefix}/${count++}`;
      calls.set(id, { clientId: request.id, callArguments: { given, ...givenMembers({ task, first }) } });
      const params = {
        name,
        ...(meta === undefined ? {} : { _meta: meta }),
        // Replies to what an earlier answer asked.
        ...(inputResponses === undefined ? {} : { inputResponses }),
        // In 2026-07-28 it is a text, which is checked by then; older revisions have none, and the SDK would refuse another value.
        ...(typeof requestState === "string" ? { requestState } : {}),
      };
      return { ...request, id, params };
    },
    release(id) {
      const clientId = calls.get(id)?.clientId;
      calls.delete(id);
      return clientId;
    },
    takeArguments(id) {
      const call = calls.get(id);
      if (call === undefined) return undefined;
      calls.set(id, { clientId: call.clientId, callArguments: undefined });
      return call.callArguments;
    },
  };
}

interface PendingCall {
  readonly clientId: RequestId;
  readonly callArguments: CallArguments | undefined;
}
