import type { ClientRequest } from "node:http";
import {
  type AuthProvider,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { within } from "../server/within.ts";
import { type PostAddress, post, postAddress, readEvents, tooLarge } from "./plain-post.ts";
import { readMessage } from "./read-message.ts";
import { type AccessTokens, InvalidAnswer, type ServerTarget } from "./server-connection.ts";

type HttpTarget = Extract<ServerTarget, { readonly kind: "http" }>;
type Send = StreamableHTTPClientTransport["send"];

/** The `data` of an error that was made here, for a request whose stream ended without its answer; recognized by identity. */
export const streamEnded = Object.freeze({ reason: "stream ended" });

/** Most bytes of one answer. */
const maxAnswerBytes = 64 * 1024 * 1024;

/** How long a server may take to hear that its session is over, in milliseconds. */
const sessionEndMs = 1000;

/** @see MCP 2025-11-25, "Sending Messages to the Server": 202 answers notifications and responses; a request gets JSON or a stream of events */
const acceptedOnly = "accepted the request with HTTP 202 and will not answer it; HTTP 202 is for notifications only";

/** Streamable HTTP. Redirects are followed within the origin only, so headers go nowhere else. */
export function streamableTransport(target: HttpTarget): StreamableHTTPClientTransport {
  return new AnsweringTransport(target, {
    ...authorization(target.tokens),
    // More scopes are the user's to give: `pegboard login` asks for them.
    onInsufficientScope: "throw",
    requestInit: { headers: { ...target.headers } },
    redirectPolicy: "same-origin",
    // A server may close a stream and expect to be asked for the rest (MCP 2025-11-25, "Resumability").
    reconnectionOptions: {
      maxRetries: 2,
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 5000,
      reconnectionDelayGrowFactor: 2,
    },
  });
}

/** The transport of 2024-11-05: a stream of events, and a second address for what is sent. */
export function eventStreamTransport({ url, headers, tokens }: HttpTarget): SSEClientTransport {
  return new SSEClientTransport(url, {
    ...authorization(tokens),
    requestInit: { headers: { ...headers } },
    redirectPolicy: "same-origin",
    fetch: boundedFetch(maxAnswerBytes),
  });
}

function authorization(tokens: AccessTokens | undefined): { readonly authProvider?: AuthProvider } {
  if (tokens === undefined) return {};
  const onUnauthorized = async () => {
    if (!(await tokens.renew())) throw new UnauthorizedError();
  };
  return { authProvider: { token: () => tokens.current(), onUnauthorized } };
}

/**
 * Calls of tools go over node:http, and what is unusual about their answers is left to the SDK: it gets what came as the answer to its own
 * request. And of the SDK's class a request waits until time is over when its stream ends without an answer: a server that died.
 */
class AnsweringTransport extends StreamableHTTPClientTransport {
  readonly #target: HttpTarget;
  /** By body of a request: the answer that has come to it already. */
  readonly #answered: Map<unknown, Response>;
  readonly #running = new Set<ClientRequest>();
  readonly #address: PostAddress;
  /** As `fetch` would send them, and the two that every call has. */
  readonly #ownHeaders: Readonly<Record<string, string>>;

  constructor(target: HttpTarget, options: StreamableHTTPClientTransportOptions) {
    const answered = new Map<unknown, Response>();
    const ask = boundedFetch(maxAnswerBytes);
    super(target.url, {
      ...options,
      fetch: async (url, init) => {
        const given = answered.get(init?.body);
        const response = given !== undefined && answered.delete(init?.body) ? given : await ask(url, init);
        // The SDK takes it for the answer to a notification, and who asked would wait until time is over.
        if (response.status === 202 && isRequest(init?.body)) throw new InvalidAnswer(acceptedOnly);
        return response;
      },
    });
    this.#target = target;
    this.#answered = answered;
    this.#address = postAddress(target.url);
    this.#ownHeaders = withTypes(Object.fromEntries(new Headers({ ...target.headers })));
  }

  override async send(message: Parameters<Send>[0], options?: Parameters<Send>[1]): Promise<void> {
    if (isPlainCall(message, options)) return this.#call(message, options);
    const ids = [message].flat().flatMap((each) => ("method" in each && "id" in each ? [each.id] : []));
    return this.#sendBySdk(message, ids, options);
  }

  #sendBySdk(message: Parameters<Send>[0], ids: readonly RequestId[], options: Parameters<Send>[1]): Promise<void> {
    return super.send(message, { ...options, onRequestStreamEnd: () => this.#endStream(ids, options) });
  }

  /** A request that was answered is no longer waited for, and then this is ignored. */
  #endStream(ids: readonly RequestId[], options: Parameters<Send>[1]): void {
    options?.onRequestStreamEnd?.();
    for (const id of ids) {
      const error = { code: -32_603, message: "the stream ended without an answer", data: streamEnded };
      this.onmessage?.({ jsonrpc: "2.0", id, error });
    }
  }

  async #call(message: PlainCall, options: Parameters<Send>[1]): Promise<void> {
    const { tokens } = this.#target;
    const token = tokens === undefined ? undefined : await tokens.current();
    const signal = options?.requestSignal;
    let request: ClientRequest | undefined;
    const onAbort = () => request?.destroy();
    const body = JSON.stringify(message);
    const answer = await post({
      ...{ address: this.#address, body, maxBytes: maxAnswerBytes },
      headers: callHeaders(message, {
        own: this.#ownHeaders,
        token,
        session: this.sessionId,
        revision: this.protocolVersion,
        more: options?.headers,
      }),
      onSent: (sent) => {
        request = sent;
        this.#running.add(sent);
        sent.once("close", () => {
          this.#running.delete(sent);
          signal?.removeEventListener("abort", onAbort);
        });
        if (signal?.aborted === true) sent.destroy();
        else signal?.addEventListener("abort", onAbort, { once: true });
      },
    });
    /** As if the SDK had asked. */
    const leave = (response: Response) => {
      this.#answered.set(body, response);
      return this.#sendBySdk(message, [message.id], options).finally(() => this.#answered.delete(body));
    };
    if (answer.kind === "other") return leave(answer.response);
    if (answer.kind === "json") {
      const read = readMessage(answer.text);
      if (read.kind === "message") {
        this.onmessage?.(read.message);
        // An answer to another request would be waited for until time is over.
        if (!("id" in read.message) || read.message.id !== message.id) this.#endStream([message.id], options);
      } else return leave(new Response(answer.text, { headers: { "content-type": "application/json" } }));
      return;
    }
    let delivered = Promise.resolve();
    let isAnswered = false;
    readEvents(answer.body, {
      maxBytes: maxAnswerBytes,
      onData: (data) => {
        const read = readMessage(data);
        if (read.kind !== "message") return;
        if (!("method" in read.message)) isAnswered = true;
        // Of a progress and a result that come in one piece, the SDK would forget the progress.
        delivered = delivered.then(() => this.onmessage?.(read.message));
      },
      onEnd: (place) => {
        if (signal?.aborted === true || this.#isClosed) return;
        if (isAnswered) options?.onRequestStreamEnd?.();
        else if (place === undefined) this.#endStream([message.id], options);
        // The server may expect to be asked for the rest.
        else leave(streamUpTo(place)).catch((error: unknown) => this.onerror?.(asError(error)));
      },
    });
  }

  #closed: Promise<void> | undefined;
  #isClosed = false;

  override close(): Promise<void> {
    this.#closed ??= this.#endSession().then(() => {
      this.#isClosed = true;
      for (const request of this.#running) request.destroy();
      return super.close();
    });
    return this.#closed;
  }

  /** A server that keeps sessions may forget this one; that it is gone, or does not care, makes no difference. */
  async #endSession(): Promise<void> {
    if (this.sessionId === undefined) return;
    await within(
      sessionEndMs,
      this.terminateSession().catch(() => undefined),
    );
  }
}

type PlainCall = JSONRPCRequest & { readonly params: JsonObject & { readonly name: string } };

/** One that nothing else depends on, of a tool whose name can be a header as it is. */
function isPlainCall(message: Parameters<Send>[0], options: Parameters<Send>[1]): message is PlainCall {
  if (Array.isArray(message) || !("method" in message) || !("id" in message) || message.method !== "tools/call") {
    return false;
  }
  const name = message.params?.name;
  return typeof name === "string" && /^[\w./-]+$/.test(name) && options?.resumptionToken === undefined;
}

interface CallHeaders {
  readonly own: Readonly<Record<string, string>>;
  readonly token: string | undefined;
  readonly session: string | undefined;
  readonly revision: string | undefined;
  /** Those of the params. */
  readonly more: Readonly<Record<string, string>> | undefined;
}

/** Those that the SDK would send. */
function callHeaders({ params }: PlainCall, { own, token, session, revision, more }: CallHeaders) {
  const claimed = isJsonObject(params._meta) ? params._meta[PROTOCOL_VERSION_META_KEY] : undefined;
  const modern =
    typeof claimed === "string"
      ? { "mcp-protocol-version": claimed, "mcp-method": "tools/call", "mcp-name": params.name }
      : {};
  return {
    ...own,
    ...(token ? { authorization: `Bearer ${token.trim()}` } : {}),
    ...(session ? { "mcp-session-id": session } : {}),
    ...(revision ? { "mcp-protocol-version": revision } : {}),
    ...modern,
    ...more,
  };
}

function withTypes(own: Readonly<Record<string, string>>) {
  const types = [...(own.accept?.split(",") ?? []), "application/json", "text/event-stream"];
  return {
    ...own,
    "content-type": "application/json",
    accept: [...new Set(types.map((type) => type.trim().toLowerCase()))].join(", "),
  };
}

/** What the SDK reads as a stream that broke off behind this event. */
function streamUpTo({ lastId, retryMs }: { lastId: string; retryMs: number | undefined }): Response {
  const wait = retryMs === undefined ? "" : `retry: ${retryMs}\n`;
  return new Response(`${wait}id: ${lastId}\ndata:\n\n`, { headers: { "content-type": "text/event-stream" } });
}

function isRequest(body: unknown): boolean {
  const message: unknown = typeof body === "string" ? JSON.parse(body) : undefined;
  return isJsonObject(message) && "method" in message && "id" in message;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` whose answers can't fill the memory: an answer of JSON breaks off behind so many bytes, a stream of events when
 * one line has as many (streams live long, so their whole length says nothing).
 */
export function boundedFetch(maxBytes: number): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const { body, status, statusText, headers } = response;
    if (body === null || status === 204 || status === 205 || status === 304) return response;
    const isStream = headers.get("content-type")?.toLowerCase().startsWith("text/event-stream") === true;
    const bounded = new Response(body.pipeThrough(limitStream(maxBytes, isStream)), { status, statusText, headers });
    // A made response has no address of its own; redirects are judged by it.
    Object.defineProperty(bounded, "url", { value: response.url });
    return bounded;
  };
}

function limitStream(maxBytes: number, byLine: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const lineEnd = byLine ? chunk.lastIndexOf(10) : -1;
      // With a line end in it, only what stands behind the last one is carried on; what is before is at most one chunk more.
      bytes = lineEnd === -1 ? bytes + chunk.length : chunk.length - lineEnd - 1;
      if (bytes > maxBytes) {
        controller.error(tooLarge(maxBytes));
        return;
      }
      controller.enqueue(chunk);
    },
  });
}
