// Where the browser comes back to: an address on loopback that one answer is waited for at.
import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface RedirectListener {
  readonly url: string;
  /** The parameters of the answer with our `state`; others are refused and not waited for. */
  readonly answer: Promise<URLSearchParams>;
  close(): void;
}

const path = "/callback";

/**
 * @param port 0: any that is free
 * @throws what the system says, EADDRINUSE where the port is in use
 * @see RFC 8252, section 7.3
 */
export async function listenForRedirect(port: number, state: string): Promise<RedirectListener> {
  const server = createServer({ requestTimeout: 10_000 });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("invariant: a port has an address");
  const origin = `http://127.0.0.1:${address.port}`;
  const answer = new Promise<URLSearchParams>((resolve) => {
    server.on("request", (request, response) => {
      const params = paramsOf(request, origin, state);
      respond(response, params === undefined ? "refused" : "received");
      if (params !== undefined) resolve(params);
    });
  });
  const close = () => {
    server.close();
    server.closeIdleConnections();
  };
  return { url: `${origin}${path}`, answer, close };
}

/** @returns undefined for what is not the answer: any page in the browser can send requests here */
function paramsOf({ method, url = "", headers }: IncomingMessage, origin: string, state: string) {
  if (method !== "GET" || `http://${headers.host}` !== origin || !URL.canParse(url, origin)) return undefined;
  const { pathname, searchParams } = new URL(url, origin);
  const given = Buffer.from(searchParams.get("state") ?? "");
  const own = Buffer.from(state);
  const isOurs = pathname === path && given.length === own.length && timingSafeEqual(given, own);
  return isOurs ? searchParams : undefined;
}

const pages = {
  received: { status: 200, text: "Pegboard has the answer. You can close this window and go back to the terminal." },
  refused: { status: 400, text: "This is not the answer that Pegboard waits for." },
};

function respond(response: ServerResponse, kind: keyof typeof pages): void {
  const { status, text } = pages[kind];
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'",
    "cache-control": "no-store",
    // The address of the page has the code in it.
    "referrer-policy": "no-referrer",
    connection: "close",
  });
  response.end(`<!doctype html><title>Pegboard</title><p>${text}</p>\n`);
}
