import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { carrierOf } from "../../runtime/call-trace.ts";
import type { Identity } from "../../runtime/ports.ts";
import type { FirstRound } from "../plain-call.ts";
import { eventText } from "./answer-stream.ts";
import type { HttpRequest, HttpResponse } from "./exchange.ts";
import type { keepArguments } from "./kept-arguments.ts";
import { refuse } from "./refuse.ts";
import { acceptsBoth, bothTypes, refusalOverHttp } from "./request-rules.ts";
import type { ServedView, ServedViews } from "./served-views.ts";
import type { Remembered } from "./sessions/memory.ts";

/** A request that the SDK answers. */
export interface Sending {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly view: ServedView;
  readonly factsOf: ServedViews["factsOf"];
  readonly identity: Identity | undefined;
  readonly remembered?: Remembered | undefined;
  /** Where MCP is. */
  readonly path: string;
  /** Default: as it comes. */
  readonly send?: (answer: Response, response: HttpResponse) => Promise<void>;
}

/** @param first what was done of a call before */
export async function throughSdk(
  { request, response, view, factsOf, identity, remembered, path, send = sendAnswer }: Sending,
  checked: ReturnType<typeof keepArguments>,
  first?: FirstRound,
): Promise<void> {
  if ("refusal" in checked) {
    refuse(response, 400, refusalOverHttp(checked.refusal, request.headers));
    return;
  }
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  response.once("close", () => gone.abort());
  const webRequest = toWebRequest(request, path, gone.signal);
  const { body, takeArguments } = checked;
  factsOf.set(webRequest, {
    identity,
    remembered,
    trace: carrierOf(request.headers),
    takeArguments(id) {
      const taken = takeArguments(id);
      return taken === undefined || first === undefined ? taken : { ...taken, first };
    },
  });
  const { fetch } = await view.handler();
  await send(await fetch(webRequest, { parsedBody: body }), response);
}

/** The request as the SDK expects it, without its body. */
function toWebRequest(request: HttpRequest, path: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // Nothing further inside needs the token, or what was found by it and the session.
    if (name === "authorization" || name === "mcp-session-id") continue;
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  // The SDK does not understand media ranges.
  if (acceptsBoth(request.headers.accept)) headers.set("accept", bothTypes);
  return new Request(`http://${request.headers.host ?? "localhost"}${path}`, {
    method: request.method ?? "GET",
    headers,
    signal,
  });
}

export async function sendAnswer(answer: Response, response: HttpResponse): Promise<void> {
  if (response.headersSent) {
    await sendOn(answer, response);
    return;
  }
  // Node decides how long a connection is kept; the SDK would keep that of every stream.
  answer.headers.delete("connection");
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  try {
    // The streams of Node and of the web are one type with two declarations.
    await pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), response);
  } catch {
    // The client closed the connection early; its calls were aborted.
    response.destroy();
  }
}

/** Into a stream that has begun already. */
async function sendOn(answer: Response, response: HttpResponse): Promise<void> {
  const text = await answer.text();
  const isStream = answer.headers.get("content-type") === "text/event-stream";
  response.end(isStream ? text : eventText(text));
}
