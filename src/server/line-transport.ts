import type { Readable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import type { JsonObject } from "../contract/json.ts";
import { type Decoded, decodeLine, isRequest, type Message, paramsOf, type Refusal, type RequestId } from "./decode.ts";
import { createLineReader } from "./lines.ts";
import { createPendingCalls, type PendingCalls } from "./pending-calls.ts";
import { revisionsWithBatches } from "./revision.ts";

/** The real standard output. */
export interface LineSink {
  /** @returns false when the reader is slow and no more input should be read until `onDrain` */
  write(text: string): boolean;
  onDrain(listener: () => void): void;
  /** The reader has closed the stream, or writing failed. */
  onBroken(listener: (error: Error) => void): void;
}

export interface LineTransportOptions {
  readonly input: Readable;
  readonly sink: LineSink;
  readonly maxLineBytes: number;
  /** The input has ended or failed, or the output has no reader any more. */
  readonly onEnd: () => void;
}

export interface LineTransport extends Transport {
  readonly takeArguments: PendingCalls["takeArguments"];
  /** Reads no more input; running calls go on. */
  stopReading(): void;
  /** Resolves when no request waits for its answer, except subscriptions, which are answered at the end. */
  idle(): Promise<void>;
}

/**
 * Newline-delimited JSON-RPC over a pair of streams, as the SDK's transport. It differs from the SDK's own in five
 * ways: the end of the input does not abort running requests, malformed and endless lines are answered, arguments reach the tool
 * unchanged, a cancelled call is never confused with a later one of its id, and a slow reader pauses the input.
 */
export function openLineTransport(options: LineTransportOptions): LineTransport {
  const { input, sink, maxLineBytes, onEnd } = options;
  // The client's id of each unanswered request → its id for the SDK.
  const waiting = new Map<RequestId, RequestId>();
  // Those of them that are answered when serving ends.
  const subscriptions = new Set<RequestId>();
  const calls = createPendingCalls();
  const batches = new Map<RequestId, Batch>();
  let idleWaiters: (() => void)[] = [];
  let revision: string | undefined;
  // Whether a request has determined the era; a probe (`server/discover`) does not. From an earlier notification the SDK would
  // conclude that the connection belongs to the older era.
  let hasBegun = false;
  let isReading = false;
  let isClosed = false;
  let isSlow = false;
  let slowWaiters: (() => void)[] = [];

  function writeLine(value: unknown): void {
    if (isClosed) return;
    isSlow = !sink.write(`${JSON.stringify(value)}\n`);
    if (isSlow && isReading) input.pause();
  }

  /** The reader has caught up, or is gone. */
  function resumeWriters(): void {
    isSlow = false;
    const waiters = slowWaiters;
    slowWaiters = [];
    for (const resolve of waiters) resolve();
  }

  function markAnswered(id: RequestId): void {
    waiting.delete(id);
    subscriptions.delete(id);
    if (!isIdle()) return;
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const resolve of waiters) resolve();
  }

  function isIdle(): boolean {
    return waiting.size === subscriptions.size;
  }

  function refuse(id: RequestId | null, code: number, message: string): void {
    writeLine(errorResponse({ id, code, message }));
  }

  function accept(decoded: Decoded): void {
    switch (decoded.kind) {
      case "message":
        deliver(decoded.message);
        break;
      case "refused":
        writeLine(errorResponse(decoded.refusal));
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
    if (batch.open.size === 0 && batch.responses.length > 0) writeLine(batch.responses);
    for (const message of accepted) deliver(message);
  }

  /** @returns false when the request did not come in a batch */
  function settleInBatch(id: RequestId, responses: readonly unknown[]): boolean {
    const batch = batches.get(id);
    if (batch === undefined) return false;
    batches.delete(id);
    batch.open.delete(id);
    batch.responses.push(...responses);
    if (batch.open.size === 0 && batch.responses.length > 0) writeLine(batch.responses);
    return true;
  }

  function deliver(message: Message): void {
    if (isRequest(message)) {
      if (waiting.has(message.id)) {
        writeLine(errorResponse(duplicateId(message.id)));
        return;
      }
      const known = calls.register(message);
      waiting.set(message.id, known.id);
      if (message.method === "subscriptions/listen") subscriptions.add(message.id);
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

  /** What is malformed, or about a request that is not running, is ignored. @see MCP 2026-07-28, basic/patterns/cancellation */
  function cancel({ requestId, reason }: JsonObject): void {
    if (typeof requestId !== "string" && typeof requestId !== "number") return;
    const known = waiting.get(requestId);
    if (known === undefined || (reason !== undefined && typeof reason !== "string")) return;
    const params = { requestId: known, ...(reason === undefined ? {} : { reason }) };
    if (hasBegun) forward({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    // A cancelled request is not answered.
    calls.release(known);
    settleInBatch(requestId, []);
    markAnswered(requestId);
  }

  function forward(message: Message): void {
    // decodeLine checked every member that the SDK's type has.
    transport.onmessage?.(message as JSONRPCMessage);
  }

  const lines = createLineReader({
    maxLineBytes,
    onLine: (line) => accept(decodeLine(line)),
    onTooLong: () => {
      refuse(null, -32600, `Invalid Request: a message is longer than ${maxLineBytes} bytes`);
    },
  });

  const onData = (chunk: Buffer) => lines.push(chunk);
  const onInputEnd = () => {
    lines.end();
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
      isReading = true;
      input.on("data", onData);
      input.on("end", onInputEnd);
      input.on("close", onEnd);
      input.on("error", onEnd);
      sink.onDrain(() => {
        resumeWriters();
        if (isReading) input.resume();
      });
      sink.onBroken(() => {
        resumeWriters();
        onEnd();
      });
    },
    async send(message) {
      const id = "method" in message ? undefined : message.id;
      if (id === undefined) {
        writeLine(message);
        // A notification waits for a slow reader, so that a handler can't fill the memory; an answer does not wait.
        if (isSlow && !isClosed) await new Promise<void>((resolve) => slowWaiters.push(resolve));
        return;
      }
      const clientId = calls.release(id) ?? id;
      // Cancelled meanwhile: another request may already use its id.
      if (waiting.get(clientId) !== id) return;
      const answer = { ...message, id: clientId };
      if (!settleInBatch(clientId, [answer])) writeLine(answer);
      markAnswered(clientId);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      resumeWriters();
      stopReading();
      transport.onclose?.();
    },
    setProtocolVersion(version) {
      revision = version;
    },
    takeArguments: calls.takeArguments,
    stopReading,
    idle: () => (isIdle() ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  };
  return transport;
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
