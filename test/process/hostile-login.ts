import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What a server and its authorization server answer, both at one address; each test changes one of these. */
export interface Answers {
  /** Of the refusal at the server itself. */
  readonly challenge: string;
  readonly resource: object;
  readonly metadata: object;
  readonly registration: object;
  /** What the browser comes back with, beside `state`. */
  readonly callback: Readonly<Record<string, string>>;
  /** What is different in the answer to a request for a code. */
  readonly device: object;
  readonly token: { readonly status: number; readonly body: object };
  /** What the server says to a request with a token. */
  readonly accepted: { readonly status: number; readonly body: string };
}

export interface HostileLogin {
  readonly origin: string;
  readonly url: string;
  /** `METHOD path`, in order. */
  readonly seen: readonly string[];
  /** Bodies of requests for tokens. */
  readonly asked: readonly string[];
  close(): void;
}

/** A server that asks for a login, and lies about one thing. */
export async function openHostileLogin(change: (origin: string) => Partial<Answers>): Promise<HostileLogin> {
  const seen: string[] = [];
  const asked: string[] = [];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answers = { ...honest(origin), ...change(origin) };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", origin);
    seen.push(`${request.method} ${pathname}`);
    const body = await text(request);
    const json = (value: object, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (pathname === "/.well-known/oauth-protected-resource/mcp") json(answers.resource);
    else if (pathname === "/.well-known/oauth-authorization-server") json(answers.metadata);
    else if (pathname === "/register")
      json({ ...answers.registration, redirect_uris: JSON.parse(body).redirect_uris }, 201);
    else if (pathname === "/authorize") {
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      const params = { state: searchParams.get("state") ?? "", ...answers.callback };
      for (const [name, value] of Object.entries(params)) back.searchParams.set(name, value);
      response.writeHead(302, { location: back.href }).end();
    } else if (pathname === "/device") {
      json({ device_code: "code-of-this-login", user_code: "AB", verification_uri: `${origin}/`, ...answers.device });
    } else if (pathname === "/token") {
      asked.push(body);
      json(answers.token.body, answers.token.status);
    } else if (pathname !== "/mcp") response.writeHead(404).end();
    else if (request.headers.authorization === undefined) {
      response.writeHead(401, { "www-authenticate": answers.challenge }).end();
    } else response.writeHead(answers.accepted.status).end(answers.accepted.body);
  }

  return {
    origin,
    url: `${origin}/mcp`,
    seen,
    asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function honest(origin: string): Answers {
  return {
    challenge: `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="use"`,
    resource: { resource: `${origin}/mcp`, authorization_servers: [origin] },
    metadata: {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
    },
    registration: { client_id: "one" },
    device: {},
    callback: { code: "code-of-this-login", iss: origin },
    token: { status: 200, body: { access_token: "access-of-this-login", token_type: "Bearer" } },
    // A server that can be used would say more; for a login it is enough that it does not refuse.
    accepted: { status: 500, body: "not ready" },
  };
}
