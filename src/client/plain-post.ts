import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { urlToHttpOptions } from "node:url";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { createParser } from "eventsource-parser";

// One POST over node:http. `fetch` and the web streams of its answers take half of what a call over HTTP costs.

export interface Post {
  readonly address: PostAddress;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Most bytes of one answer, and most characters of one event. */
  readonly maxBytes: number;
  /** Gets the request, which may be destroyed at any time. */
  readonly onSent: (request: ClientRequest) => void;
}

/** Where requests go, read once for all of them. */
export interface PostAddress {
  readonly request: typeof requestHttp;
  readonly options: RequestOptions;
}

export function postAddress(url: URL): PostAddress {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const { protocol, hostname, port, path, auth } = urlToHttpOptions(url);
  return { request, options: { protocol, hostname, port, path, auth, method: "POST" } };
}

export type PostAnswer =
  | { readonly kind: "json"; readonly text: string }
  | { readonly kind: "events"; readonly body: Readable }
  /** Anything else, as `fetch` would give it. */
  | { readonly kind: "other"; readonly response: Response };

/** @throws TypeError with a cause, as `fetch` does, where the network fails; Error where the answer is too large */
export function post({ address: { request, options }, headers, body, maxBytes, onSent }: Post): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const own = { "accept-encoding": "gzip, deflate, br", "content-length": String(Buffer.byteLength(body)) };
    const sent = request({ ...options, headers: { ...headers, ...own } });
    // Also after the answer has begun: what is read of it reports the same.
    sent.on("error", (cause) => reject(new TypeError("fetch failed", { cause })));
    sent.once("response", (incoming) => {
      const kind = kindOf(incoming);
      const decoded = decode(incoming);
      if (kind === "events") resolve({ kind, body: decoded });
      else {
        readAll(decoded, maxBytes).then(
          (text) => resolve(kind === "json" ? { kind, text } : { kind: "other", response: asResponse(incoming, text) }),
          reject,
        );
      }
    });
    onSent(sent);
    // With `end(body)` Node writes two pieces, of which one is empty: that costs more than one.
    sent.write(body, () => sent.end());
  });
}

function kindOf({ statusCode, headers }: IncomingMessage): PostAnswer["kind"] {
  if (statusCode !== 200) return "other";
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  return type === "application/json" ? "json" : type === "text/event-stream" ? "events" : "other";
}

function decode(incoming: IncomingMessage): Readable {
  const flush = constants.Z_SYNC_FLUSH;
  switch (incoming.headers["content-encoding"]?.trim().toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return pipeline(incoming, createGunzip({ flush, finishFlush: flush }), ignore);
    case "deflate":
      return pipeline(incoming, createInflate({ flush, finishFlush: flush }), ignore);
    case "br":
      return pipeline(incoming, createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }), ignore);
    default:
      return incoming;
  }
}

/** The decoded stream reports it to its reader. */
const ignore = () => undefined;

function readAll(body: Readable, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    body.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) body.destroy(tooLarge(maxBytes));
    });
    body.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    body.on("error", (error) => reject(error instanceof TooLarge ? error : broken(error)));
  });
}

function broken(cause: Error): TypeError {
  return new TypeError("terminated", { cause });
}

class TooLarge extends Error {}

export function tooLarge(maxBytes: number): Error {
  return new TooLarge(`the answer is larger than ${maxBytes / 1024 / 1024} MiB`);
}

/** @see Fetch, "null body status" */
const withoutBody: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

function asResponse({ statusCode = 0, statusMessage = "", rawHeaders }: IncomingMessage, text: string): Response {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  return new Response(withoutBody.has(statusCode) ? null : text, {
    status: statusCode,
    statusText: statusMessage,
    headers,
  });
}

export interface EventReader {
  /** Most characters of one event. */
  readonly maxBytes: number;
  readonly onData: (data: string) => void;
  /** @param place where to go on: the id of the last event, and how long to wait before; undefined: events have no ids */
  readonly onEnd: (place: { readonly lastId: string; readonly retryMs: number | undefined } | undefined) => void;
}

/** Reads a stream of events to its end, however it ends. */
export function readEvents(body: Readable, { maxBytes, onData, onEnd }: EventReader): void {
  let lastId: string | undefined;
  let retryMs: number | undefined;
  const parser = createParser({
    maxBufferSize: maxBytes,
    onRetry: (ms) => {
      retryMs = ms;
    },
    onEvent: ({ id, event, data }) => {
      if (id !== undefined && id !== "") lastId = id;
      if (data !== "" && (event === undefined || event === "message")) onData(data);
    },
    onError: ({ type }) => {
      // Lines that are not fields are passed over.
      if (type === "max-buffer-size-exceeded") body.destroy(tooLarge(maxBytes));
    },
  });
  body.setEncoding("utf8");
  body.on("data", (text: string) => parser.feed(text));
  // Its end is what matters, and comes after an error too.
  body.on("error", ignore);
  body.once("close", () => onEnd(lastId === undefined ? undefined : { lastId, retryMs }));
}
