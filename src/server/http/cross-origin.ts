import type { IncomingHttpHeaders } from "node:http";
import type { HttpRequest, HttpResponse } from "./exchange.ts";

// The headers that a browser needs before a page of another origin may send requests and read their answers. The origin is checked
// by `authorize-request.ts`.

/** Headers of answers that pages may read beside the usual ones. */
const readableHeaders = "WWW-Authenticate, MCP-Protocol-Version, Mcp-Session-Id";
/** How long a browser may keep what a preflight said, in seconds. */
const preflightSeconds = 600;

/** Lets the page that sent the request read the answer, whatever it is. */
export function exposeTo(origin: string, response: HttpResponse): void {
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", readableHeaders);
  response.appendHeader("vary", "Origin");
}

/** Does a browser ask whether a page may send a request? Such a question carries no token. @see Fetch, "CORS-preflight fetch" */
export function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

/** Answers it. The headers that are asked for are allowed: the request itself is checked when it comes. @param methods with which it may come */
export function answerPreflight(headers: IncomingHttpHeaders, response: HttpResponse, methods: string): void {
  const wanted = headers["access-control-request-headers"];
  response.setHeader("access-control-allow-methods", methods);
  response.setHeader("access-control-max-age", String(preflightSeconds));
  if (wanted !== undefined && isNameList(wanted)) response.setHeader("access-control-allow-headers", wanted);
  response.appendHeader("vary", "Access-Control-Request-Headers");
  response.writeHead(204).end();
}

/** Names of headers, separated by commas. @see RFC 9110, section 5.1 */
function isNameList(text: string): boolean {
  return text.length <= 1_000 && text.split(",").every((name) => /^[ \t]*[\w!#$%&'*+.^`|~-]+[ \t]*$/.test(name));
}
