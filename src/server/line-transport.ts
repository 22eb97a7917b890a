import type { Readable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import type { JsonObject } from "../contract/json.ts";
import {
  type Decoded,
  decodeLine,
  decodeValue,
  isRequest,
  type Message,
  maxDepth,
  paramsOf,
  type Refusal,
  type Request,
  type RequestId,
} from "./decode.ts";
import type { FastPath, Wire } from "./fast-path.ts";
import { createLineWriter, type LineSink } from "./line-writer.ts";
import { createLineReader } from "./lines.ts";
import { createPendingCalls, type PendingCalls } from "./pending-calls.ts";
import type { PlainCall } from "./plain-call.ts";
import { revisionsWithBatches } from "./revision.ts";
import type { HeldListen } from "./subscriber.ts";

export interface LineTransportOptions {
  readonly input: Readable;
  readonly sink: LineSink;
  readonly maxLineBytes: number;
  /** The input has ended or failed, or the output has no reader any more. */
  readonly onEnd: () => void;
  /** Answers plain requests. Default: the SDK answers all of them. */
  readonly fastPath?: ((wire: Wire) => FastPath) | undefined;
  /** Called once, when a message came that the fast path leaves to the SDK. */
  readonly onSdkNeeded?: () => void;
  /** Begins to watch what a `subscriptions/listen` asks for. Absent: no resource is watched. */
  readonly holdListen?: ((params: JsonObject) => Promise<HeldListen>) | undefined;
}

export interface LineTransport extends Transport {
  readonly takeArguments: PendingCalls["takeArguments"];
  /**
   * Passes the messages to the SDK that wait for it, now that it listens.
   * @param replay a request that brings it into the era of the connection; its answer is dropped
   */
  connectSdk(replay: Request | undefined): Promise<void>;
  /** Reads no more input; running calls go on. */
  stopReading(): void;
  /** Resolves when no request waits for its answer, except subscriptions, which are answered at the end. */
  idle(): Promise<void>;
  /** Of the handshake. undefined: there was none. */
  revision(): string | undefined;
  /** Writes a notification that belongs to no request, and waits for a slow reader. */
  notify(message: object): Promise<void>;
  /** Resolves when the reader can take more. */
  caughtUp(): Promise<void>;
}

/**
 * Newline-delimited JSON-RPC over a pair of streams. Plain requests are answered by the fast path; for everything else it is
 * the SDK's transport, and the SDK is imported when such a message comes. It differs from the SDK's own transport in five ways:
 * the end of the input does not abort running requests, malformed and endless lines are answered, arguments reach the tool
 * unchanged, a cancelled call is never confused with a later one of its id, and a slow reader pauses the input.
 */
export function openLineTransport(options: LineTransportOptions): LineTransport {
  const { input, sink, maxLineBytes, onEnd, onSdkNeeded, holdListen } = options;
  // The client's id of each unanswered request → its id for the SDK, or the call that runs without it.
  const waiting = new Map<RequestId, RequestId | PlainCall>();
  // Those of them that are answered when serving ends.
  const subscriptions = new Map<RequestId, Listening>();
  const calls = createPendingCalls();
  const batches = new Map<RequestId, Batch>();
  let idleWaiters: (() => void)[] = [];
  let revision: string | undefined;
  // Whether a request has determined the era; a probe (`server/discover`) does not. From an earlier notification the SDK would
  // conclude that the connection belongs to the older era.
  let hasBegun = false;
  // Since calls were started last.
  let hasCancelled = false;
  let isReading = false;
  let isClosed = false;
  const output = createLineWriter(sink, () => {
    if (isReading) input.pause();
  });
  // Messages for the SDK, until it is there.
  let held: Message[] | undefined = onSdkNeeded === undefined ? undefined : [];
  let replayed: { readonly id: RequestId; readonly answered: () => void } | undefined;

  function markAnswered(id: RequestId): void {
    waiting.delete(id);
    if (subscriptions.size > 0) endListening(id);
    if (idleWaiters.length === 0 || !isIdle()) return;
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const resolve of waiters) resolve();
  }

  function endListening(id: RequestId): void {
    const listening = subscriptions.get(id);
    subscriptions.delete(id);
    listening?.release?.();
  }

  function isIdle(): boolean {
    return waiting.size === subscriptions.size;
  }

  function refuse(id: RequestId | null, code: number, message: string): void {
    output.writeLine(errorResponse({ id, code, message }));
  }

  function accept(decoded: Decoded): void {
    switch (decoded.kind) {
      case "message":
        deliver(decoded.message);
        break;
      case "refused":
        output.writeLine(errorResponse(decoded.refusal));
        break;
      case "batch":
        acceptBatch(decoded.parts);
        break;
      case "skipped":
        break;
    }
  }

  function acceptBatch(parts: readonly Decoded[]): void {
    if (revision === undefined || !revisionsWithBatches.has(revision)) {
      refuse(null, -32600, "Invalid Request: this revision has no batches");
      return;
    }
    const batch: Batch = { open: new Set(), responses: [] };
    const accepted: Message[] = [];
    for (const part of parts) {
      if (part.kind === "refused") batch.responses.push(errorResponse(part.refusal));
      if (part.kind !== "message") continue;
      const { message } = part;
      if (isRequest(message)) {
        if (waiting.has(message.id) || batch.open.has(message.id)) {
          batch.responses.push(errorResponse(duplicateId(message.id)));
          continue;
        }
        batch.open.add(message.id);
      }
      accepted.push(message);
    }
    for (const id of batch.open) batches.set(id, batch);
    if (batch.open.size === 0 && batch.responses.length > 0) output.writeLine(batch.responses);
    for (const message of accepted) deliver(message);
  }

  /** @returns false when the request did not come in a batch */
  function settleInBatch(id: RequestId, responses: readonly unknown[]): boolean {
    const batch = batches.get(id);
    if (batch === undefined) return false;
    batches.delete(id);
    batch.open.delete(id);
    batch.responses.push(...responses);
    if (batch.open.size === 0 && batch.responses.length > 0) output.writeLine(batch.responses);
    return true;
  }

  function deliver(message: Message): void {
    if (isRequest(message)) {
      if (waiting.has(message.id)) {
        output.writeLine(errorResponse(duplicateId(message.id)));
        return;
      }
      const known = calls.register(message);
      waiting.set(message.id, known.id);
      if (message.method === "subscriptions/listen") {
        listen(known);
        return;
      }
      if (message.method !== "server/discover") hasBegun = true;
      forward(known);
      return;
    }
    if (!("method" in message)) {
      forward(message);
      return;
    }
    if (message.method === "notifications/cancelled") cancel(paramsOf(message));
    else if (hasBegun) forward(message);
  }

  /** The SDK answers when the resources are watched, so no change is missed after its answer. */
  function listen(request: Request): void {
    const listening: Listening = { release: undefined };
    subscriptions.set(request.id, listening);
    const begin = (params: Pick<Request, "params">) => {
      hasBegun = true;
      forward({ ...request, ...params });
    };
    if (holdListen === undefined) {
      begin({});
      return;
    }
    void holdListen(paramsOf(request)).then(({ params, release }) => {
      // Cancelled meanwhile: another request may already use its id.
      if (subscriptions.get(request.id) !== listening || isClosed) {
        release();
        return;
      }
      listening.release = release;
      begin({ params });
    });
  }

  /** What is malformed, or about a request that is not running, is ignored. @see MCP 2026-07-28, basic/patterns/cancellation */
  function cancel({ requestId, reason }: JsonObject): void {
    if (typeof requestId !== "string" && typeof requestId !== "number") return;
    const known = waiting.get(requestId);
    if (known === undefined || (reason !== undefined && typeof reason !== "string")) return;
    hasCancelled = true;
    if (typeof known === "object") {
      known.cancel(reason);
      known.dropParams();
      markAnswered(requestId);
      return;
    }
    const params = { requestId: known, ...(reason === undefined ? {} : { reason }) };
    if (hasBegun) forward({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    // A cancelled request is not answered.
    calls.release(known);
    settleInBatch(requestId, []);
    markAnswered(requestId);
  }

  function forward(message: Message): void {
    if (held === undefined) {
      // decodeLine checked every member that the SDK's type has.
      transport.onmessage?.(message as JSONRPCMessage);
      return;
    }
    held.push(message);
    if (held.length === 1) onSdkNeeded?.();
  }

  async function connectSdk(replay: Request | undefined): Promise<void> {
    if (replay !== undefined) {
      const isAnswered = new Promise<void>((answered) => {
        replayed = { id: replay.id, answered };
      });
      transport.onmessage?.(replay as JSONRPCMessage);
      await isAnswered;
    }
    const messages = held ?? [];
    held = undefined;
    for (const message of messages) forward(message);
  }

  const fast = options.fastPath?.({
    isWaiting: (id) => waiting.has(id),
    hasSdk: () => held === undefined || held.length > 0,
    begin: (id, call) => {
      waiting.set(id, call);
      hasBegun = true;
    },
    setBegun: () => {
      hasBegun = true;
    },
    setRevision: (version) => {
      revision = version;
    },
    writeSoon: output.writeSoon,
    writeLong: output.writeLong,
    answer(call, line) {
      const { id } = call;
      // Cancelled meanwhile: another request may already use its id.
      if (waiting.get(id) !== call) return;
      output.writeSoon(line);
      call.dropParams();
      markAnswered(id);
    },
    handOver(call, first) {
      const { id, params } = call;
      const known = calls.register({ jsonrpc: "2.0", id, method: "tools/call", params }, first);
      waiting.set(id, known.id);
      call.dropParams();
      forward(known);
    },
    notify: output.notify,
  });

  /** Whole lines. */
  function acceptLines(bytes: Buffer): void {
    const text = bytes.length > maxDepth ? undefined : bytes.toString("utf8");
    // The sign of bytes that are not UTF-8.
    if (text === undefined || text.includes("\uFFFD")) {
      for (let start = 0; start <= bytes.length; ) {
        const end = bytes.indexOf(10, start);
        const after = end === -1 ? bytes.length : end;
        accept(decodeLine(bytes.subarray(start, after)));
        start = after + 1;
      }
      return;
    }
    for (let start = 0; start <= text.length; ) {
      const end = text.indexOf("\n", start);
      const after = end === -1 ? text.length : end;
      acceptText(text.slice(start, after));
      start = after + 1;
    }
  }

  function acceptText(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      // It is empty, or what is wrong with it has to be said.
      accept(decodeLine(Buffer.from(line)));
      return;
    }
    if (fast?.take(value) !== true) accept(decodeValue(value));
  }

  const lines = createLineReader({
    maxLineBytes,
    onLine: acceptLines,
    onLines: acceptLines,
    onTooLong: () => {
      refuse(null, -32600, `Invalid Request: a message is longer than ${maxLineBytes} bytes`);
    },
  });

  /** A handler that was cancelled gets its turn to stop before the calls begin that came after the cancellation. */
  function runCalls(): void {
    if (fast === undefined) return;
    if (hasCancelled) setImmediate(() => fast.runCalls());
    else fast.runCalls();
    hasCancelled = false;
  }

  const onData = (chunk: Buffer) => {
    lines.push(chunk);
    runCalls();
  };
  const onInputEnd = () => {
    lines.end();
    runCalls();
    onEnd();
  };
  const stopReading = () => {
    if (!isReading) return;
    isReading = false;
    input.off("data", onData);
    input.off("end", onInputEnd);
    input.off("close", onEnd);
    input.pause();
  };

  const transport: LineTransport = {
    async start() {
      if (isReading || isClosed) return;
      isReading = true;
      input.on("data", onData);
      input.on("end", onInputEnd);
      input.on("close", onEnd);
      input.on("error", onEnd);
      sink.onDrain(() => {
        output.resume();
        if (isReading) input.resume();
      });
      sink.onBroken(() => {
        output.resume();
        onEnd();
      });
    },
    async send(message) {
      const id = "method" in message ? undefined : message.id;
      if (id === undefined) {
        await output.notify(message);
        return;
      }
      if (id === replayed?.id) {
        replayed.answered();
        replayed = undefined;
        return;
      }
      const clientId = calls.release(id) ?? id;
      // Cancelled meanwhile: another request may already use its id.
      if (waiting.get(clientId) !== id) return;
      const answer = { ...message, id: clientId };
      if (!settleInBatch(clientId, [answer])) output.writeLine(answer);
      markAnswered(clientId);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      output.close();
      for (const id of [...subscriptions.keys()]) endListening(id);
      for (const call of waiting.values()) if (typeof call === "object") call.cancel(new Error("Connection closed"));
      stopReading();
      transport.onclose?.();
    },
    setProtocolVersion(version) {
      revision = version;
    },
    takeArguments: calls.takeArguments,
    connectSdk,
    stopReading,
    revision: () => revision,
    notify: output.notify,
    caughtUp: output.caughtUp,
    idle: () => (isIdle() ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  };
  return transport;
}

/** A subscription of 2026-07-28. */
interface Listening {
  /** Ends the watching. */
  release: (() => void) | undefined;
}

interface Batch {
  readonly open: Set<RequestId>;
  readonly responses: unknown[];
}

function duplicateId(id: RequestId): Refusal {
  return { id, code: -32600, message: "Invalid Request: a request with this id is still running" };
}

function errorResponse({ id, ...error }: Refusal): object {
  return { jsonrpc: "2.0", id, error };
}
