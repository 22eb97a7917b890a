import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { carrierOf } from "../../../runtime/call-trace.ts";
import type { Identity } from "../../../runtime/ports.ts";
import { isRequest, type Message, type RequestId } from "../../decode.ts";
import type { FirstRound } from "../../plain-call.ts";
import { type AnswerStream, eventText, openAnswerStream } from "../answer-stream.ts";
import type { HttpRequest, HttpResponse } from "../exchange.ts";
import type { CheckedBody } from "../kept-arguments.ts";
import { refuse } from "../refuse.ts";
import type { ServedView } from "../served-views.ts";
import type { Remembered } from "./memory.ts";
import type { Cancel, Session } from "./session.ts";

/** Requests of a session that the SDK answers. */
export interface SessionSending {
  readonly session: Session;
  readonly remembered: Remembered | undefined;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly view: ServedView;
  readonly identity: Identity | undefined;
}

/** What was done of a call before. */
export interface BegunCall {
  readonly first: FirstRound;
  readonly stream: AnswerStream;
}

/**
 * Answers the requests of one body by an instance of the SDK's server of its own, as without a session; what the instance must know of
 * the client, it is sent as the client's handshake. Its requests to the client go out in the stream of the answer, and the replies come
 * in requests of their own.
 */
export async function throughSession(
  { session, remembered, request, response, view, identity }: SessionSending,
  { body, takeArguments }: CheckedBody,
  begun?: BegunCall,
): Promise<void> {
  // `keepArguments` has checked them.
  const messages = [body].flat() as Message[];
  const stream = begun?.stream ?? openAnswerStream(response, false, session.keepStream);
  const waiting = new Map<RequestId, { end(): void }>();
  const gone = new AbortController();
  const server = await view.openServer({
    identity,
    session,
    remembered,
    trace: carrierOf(request.headers),
    takeArguments(id) {
      const taken = takeArguments(id);
      return taken === undefined || begun === undefined ? taken : { ...taken, first: begun.first };
    },
  });
  const cancel =
    (id: RequestId): Cancel =>
    (reason, answer) => {
      const params = { requestId: id, ...(typeof reason === "string" && { reason }) };
      transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
      settle(id, answer);
    };

  function settle(id: RequestId, text?: string): void {
    waiting.get(id)?.end();
    waiting.delete(id);
    const isLast = waiting.size === 0;
    if (text !== undefined && isLast) stream.answer(text);
    else if (text !== undefined) void stream.notify(JSON.parse(text));
    else if (isLast) stream.giveUp();
    if (isLast) gone.abort();
  }

  /** The session that the client would have to be asked in is not here. */
  function lose(id: RequestId | null): void {
    stream.leave();
    const refusal = { id, code: -32600, message: noSession };
    if (!response.headersSent) refuse(response, 404, refusal);
    else if (!response.writableEnded) {
      response.end(eventText(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32600, message: noSession } })));
    }
    waiting.clear();
    gone.abort();
  }

  /** The server's id of each question → the one that the client knows. */
  const wireIds = new Map<unknown, string>();
  const replayId = crypto.randomUUID();
  let replayed: () => void = () => undefined;
  const transport: Transport = {
    async start() {},
    async send(message, options) {
      if (!("method" in message)) {
        if (message.id === replayId) replayed();
        else if (message.id !== undefined && waiting.has(message.id)) settle(message.id, JSON.stringify(message));
        return;
      }
      if ("id" in message) {
        const { id } = message;
        if (session.id === undefined) {
          lose(options?.relatedRequestId ?? null);
          return;
        }
        // `decodeLine` has checked the members of a reply that the SDK's type has.
        const wireId = session.ask((reply) => transport.onmessage?.({ ...reply, id } as JSONRPCMessage));
        wireIds.set(id, wireId);
        await stream.notify({ ...message, id: wireId });
        return;
      }
      const sent = inWireIds(message, wireIds);
      await (options?.relatedRequestId === undefined ? session.deliver(sent) : stream.notify(sent));
    },
    async close() {
      transport.onclose?.();
    },
  };
  for (const message of messages.filter(isRequest)) {
    const slot = session.run(message.id, cancel(message.id));
    if (slot !== undefined) {
      waiting.set(message.id, slot);
      continue;
    }
    for (const taken of waiting.values()) taken.end();
    refuse(response, 400, { id: message.id, code: -32600, message: runsAlready });
    return;
  }
  gone.signal.addEventListener("abort", () => void server.close(), { once: true });
  await server.connect(transport);
  const isReplayed = new Promise<void>((resolve) => {
    replayed = resolve;
  });
  const { revision, capabilities, info } = session.client;
  transport.onmessage?.({
    jsonrpc: "2.0",
    id: replayId,
    method: "initialize",
    params: { protocolVersion: revision, capabilities, clientInfo: info ?? unnamed },
  });
  await isReplayed;
  // Cancelled meanwhile.
  if (gone.signal.aborted) return;
  transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/initialized" });
  response.once("close", () => {
    if (response.writableEnded || stream.isKept()) return;
    // A client that has not begun to read can't come back for the answer.
    for (const id of [...waiting.keys()]) cancel(id)(new Error("Connection closed"));
  });
  for (const message of messages) {
    // A batch may hold other messages, too; `decodeLine` checked every member that the SDK's type has.
    if ("method" in message) transport.onmessage?.(message as JSONRPCMessage);
    else session.reply(message);
  }
  if (waiting.size === 0) {
    response.writeHead(202).end();
    gone.abort();
  }
}

/** A question that is taken back is named as the client knows it. */
function inWireIds<Sent extends { readonly method: string; readonly params?: object | undefined }>(
  message: Sent,
  wireIds: ReadonlyMap<unknown, string>,
): Sent {
  const { method, params } = message;
  if (method !== "notifications/cancelled" || params === undefined || !("requestId" in params)) return message;
  const { requestId } = params;
  return { ...message, params: { ...params, requestId: wireIds.get(requestId) ?? requestId } };
}

const unnamed = { name: "", version: "" };

export const noSession = "Not found: the session is over; begin again with a handshake";
export const runsAlready = "Invalid Request: a request with this id is still running, or too many are";
