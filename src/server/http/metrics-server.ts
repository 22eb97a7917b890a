import { timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { digest } from "./authorize-request.ts";
import type { HttpRequest, HttpResponse } from "./exchange.ts";

/** Who may read the figures, and where. At least one of the two is there. */
export interface MetricsOptions {
  /** An address of their own. Absent: they are at `/metrics` beside MCP, for the token. */
  readonly address?: { readonly host: string; readonly port: number };
  readonly token?: string;
}

export const metricsPath = "/metrics";

/**
 * @param text never rejects
 * @returns answers a request for the figures; false: it is for something else
 */
export function createMetricsAnswers(
  text: () => Promise<string>,
  token: string | undefined,
): (path: string, request: HttpRequest, response: HttpResponse) => boolean {
  const expected = token === undefined ? undefined : digest(token);
  return (path, { method, headers }, response) => {
    if (path !== metricsPath) return false;
    const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
    if (expected !== undefined && !timingSafeEqual(digest(given), expected)) {
      response.writeHead(401, { "www-authenticate": 'Bearer realm="metrics"', connection: "close" }).end();
    } else if (method !== "GET" && method !== "HEAD") {
      response.writeHead(405, { allow: "GET, HEAD", connection: "close" }).end();
    } else {
      const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" };
      void text().then((figures) => {
        if (!response.destroyed) response.writeHead(200, headers).end(method === "HEAD" ? undefined : figures);
      });
    }
    return true;
  };
}

/** Serves the figures at an address of their own, and nothing else. @returns ends it */
export async function serveMetrics(
  { host, port }: NonNullable<MetricsOptions["address"]>,
  answer: ReturnType<typeof createMetricsAnswers>,
  onListening: (url: string) => void,
): Promise<() => void> {
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    // A page of the web must not read them under another name of this machine.
    const isOwn = request.headers.origin === undefined;
    if (!isOwn || !answer(path, request, response))
      response.writeHead(isOwn ? 404 : 403, { connection: "close" }).end();
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => resolve());
  });
  const address = server.address();
  const actual = typeof address === "object" && address !== null ? address.port : port;
  onListening(`http://${host.includes(":") ? `[${host}]` : host}:${actual}${metricsPath}`);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
