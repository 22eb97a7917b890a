import {
  type AuthProvider,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { within } from "../server/within.ts";
import type { AccessTokens, ServerTarget } from "./server-connection.ts";

type HttpTarget = Extract<ServerTarget, { readonly kind: "http" }>;
type Send = StreamableHTTPClientTransport["send"];

/** The `data` of an error that was made here, for a request whose stream ended without its answer; recognized by identity. */
export const streamEnded = Object.freeze({ reason: "stream ended" });

/** Most bytes of one answer. */
const maxAnswerBytes = 64 * 1024 * 1024;

/** How long a server may take to hear that its session is over, in milliseconds. */
const sessionEndMs = 1000;

/** Streamable HTTP. Redirects are followed within the origin only, so headers go nowhere else. */
export function streamableTransport({ url, headers, tokens }: HttpTarget): StreamableHTTPClientTransport {
  return new AnsweringTransport(url, {
    ...authorization(tokens),
    // More scopes are the user's to give: `pegboard login` asks for them.
    onInsufficientScope: "throw",
    requestInit: { headers: { ...headers } },
    redirectPolicy: "same-origin",
    fetch: boundedFetch(maxAnswerBytes),
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

/** Of the SDK's class a request waits until time is over when its stream ends without an answer: a server that died. */
class AnsweringTransport extends StreamableHTTPClientTransport {
  override send(message: Parameters<Send>[0], options?: Parameters<Send>[1]): Promise<void> {
    const ids = [message].flat().flatMap((each) => ("method" in each && "id" in each ? [each.id] : []));
    return super.send(message, {
      ...options,
      onRequestStreamEnd: () => {
        options?.onRequestStreamEnd?.();
        // One that was answered is no longer waited for, and this is ignored.
        for (const id of ids) {
          const error = { code: -32_603, message: "the stream ended without an answer", data: streamEnded };
          this.onmessage?.({ jsonrpc: "2.0", id, error });
        }
      },
    });
  }

  #closed: Promise<void> | undefined;

  override close(): Promise<void> {
    this.#closed ??= this.#endSession().then(() => super.close());
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
        controller.error(new Error(`the answer is larger than ${maxBytes / 1024 / 1024} MiB`));
        return;
      }
      controller.enqueue(chunk);
    },
  });
}
