import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type HttpHandler, type HttpHandlerOptions, openHttpHandler } from "../../src/http/index.ts";
import type { CallContext, Identity } from "../../src/runtime/ports.ts";
import type { ErasedHandler } from "../../src/runtime/registry.ts";
import { ok } from "../../src/runtime/result.ts";
import {
  handlers,
  type LoggedLine,
  memoryLog,
  type NotesDeps,
  notesRegistry,
  openNotes,
} from "../runtime/notes-catalog.ts";

// The handler of `pegboard/http` by itself: what a web application around it can do to it. Whole applications are in
// test/process/mounting.test.ts.

const token = "a-token-of-more-than-sixteen-characters";
const opened: HttpHandler[] = [];
afterEach(async () => {
  for (const handler of opened.splice(0)) await handler.close();
});

interface Opened {
  readonly handler: HttpHandler;
  readonly lines: LoggedLine[];
  readonly closed: () => number;
}

/** @param list the handler of `note_list` */
async function open(
  options: Partial<HttpHandlerOptions<NotesDeps>> = {},
  list: ErasedHandler<NotesDeps> = () => ok([]),
): Promise<Opened> {
  const lines: LoggedLine[] = [];
  let closed = 0;
  const handler = await openHttpHandler({
    registry: notesRegistry({}, { ...handlers, note_list: list }),
    openHost: () => ({ deps: { notes: [], sessions: openNotes().sessions }, close: async () => void closed++ }),
    access: { token },
    hosts: ["localhost"],
    log: memoryLog(lines),
    ...options,
  });
  opened.push(handler);
  return { handler, lines, closed: () => closed };
}

interface Sent {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

const listCall = { method: "tools/call", params: { name: "note_list", _meta: { progressToken: "p" } } };
const textOf = (message: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, ...message });

function request({ method = "POST", url = "http://localhost/mcp", headers = {}, body, signal }: Sent = {}): Request {
  return new Request(url, {
    method,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
      ...headers,
    },
    ...(method === "POST" && { body: body ?? textOf(listCall) }),
    ...(signal && { signal }),
  });
}

/** Resolves when it was called. */
function gate(): { readonly reached: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const reached = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { reached, open };
}

/** Ends, as a handler should, when its call is aborted. */
function abortOf({ signal }: CallContext): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
}

describe("answers to fetch", () => {
  it("stream what a handler reports while it works", async () => {
    const goOn = gate();
    const { handler } = await open({}, async (_input, _deps, call) => {
      call.progress(1, 2, "half");
      await goOn.reached;
      return ok([]);
    });
    const response = await handler.fetch(request());
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('"progress":1');
    goOn.open();
    expect((await reader?.read())?.value).toContain('"count":0');
    expect((await reader?.read())?.done).toBe(true);
  });

  it("end with the client: a call of somebody who has gone is aborted", async () => {
    const begun = gate();
    const aborted = gate();
    const { handler } = await open({}, (_input, _deps, call) => {
      call.signal.addEventListener("abort", aborted.open);
      begun.open();
      return abortOf(call);
    });
    const leaving = new AbortController();
    const answer = handler.fetch(request({ signal: leaving.signal }));
    await begun.reached;
    leaving.abort();
    await aborted.reached;
    expect((await answer).status).toBe(400);
  });

  it("end with the one who reads: a cancelled body aborts the call", async () => {
    const aborted = gate();
    const { handler } = await open({}, (_input, _deps, call) => {
      call.signal.addEventListener("abort", aborted.open);
      call.progress(1);
      return abortOf(call);
    });
    const response = await handler.fetch(request());
    await response.body?.cancel();
    await aborted.reached;
  });

  it("refuse what is not a request for MCP", async () => {
    const { handler } = await open({ maxBodyBytes: 1_000 });
    const status = async (sent: Sent) => (await handler.fetch(request(sent))).status;
    expect(await status({ method: "GET" })).toBe(405);
    expect(await status({ url: "http://localhost/elsewhere" })).toBe(404);
    expect(await status({ url: "http://attacker.example/mcp" })).toBe(421);
    expect(await status({ headers: { origin: "https://attacker.example" } })).toBe(403);
    expect(await status({ headers: { authorization: "Bearer something-else" } })).toBe(401);
    expect(await status({ headers: { "content-type": "text/plain" } })).toBe(415);
    expect(await status({ body: "x".repeat(1_001) })).toBe(413);
    expect(await status({ body: "{" })).toBe(400);
    expect(await status({})).toBe(200);
  });

  it("count the bytes of a body without a length, and read no more than allowed", async () => {
    const { handler } = await open({ maxBodyBytes: 1_000 });
    let given = 0;
    const endless = new ReadableStream({
      pull(controller) {
        given++;
        controller.enqueue(new TextEncoder().encode("x".repeat(300)));
      },
    });
    const whole = request();
    const init = { method: "POST", headers: whole.headers, body: endless, duplex: "half" } satisfies RequestInit & {
      duplex: "half";
    };
    expect((await handler.fetch(new Request(whole.url, init))).status).toBe(413);
    expect(given).toBeLessThan(10);
  });

  it("say in the log that a body was read before", async () => {
    const { handler, lines } = await open();
    const read = request();
    await read.text();
    expect((await handler.fetch(read)).status).toBe(500);
    expect(JSON.stringify(lines)).toContain("the body of the request was read before");
  });

  it("let pages of named origins ask first", async () => {
    const { handler } = await open({ origins: ["https://app.example"] });
    const headers = { origin: "https://app.example", "access-control-request-method": "POST" };
    const { status, headers: answered, body } = await handler.fetch(request({ method: "OPTIONS", headers }));
    expect({ status, body }).toEqual({ status: 204, body: null });
    expect(answered.get("access-control-allow-origin")).toBe("https://app.example");
  });
});

describe("answers of node:http", () => {
  it("say in the log that a body was read before, as express.json() does", async () => {
    const { handler, lines } = await open();
    const server = createServer((request, response) => {
      request.resume().once("end", () => handler.node(request, response));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // it listens at a port
    const { method, headers } = request();
    const answer = await fetch(`http://localhost:${port}/mcp`, { method, headers, body: textOf(listCall) });
    expect(answer.status).toBe(500);
    expect(JSON.stringify(lines)).toContain("mount the handler before express.json()");
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("a known user", () => {
  const auth = { required: [], scopes: { "notes:read": { description: "Reads", tools: ["note_list"] } } };
  const ada = (scopes: readonly string[]): Identity => ({
    subject: "ada",
    issuer: undefined,
    clientId: undefined,
    scopes,
  });

  it("needs no token, is seen by the handler, and is held to its scopes", async () => {
    const seen: unknown[] = [];
    const registry = {
      ...notesRegistry(
        {},
        { ...handlers, note_list: (_input, _deps, call: CallContext) => ok([{ by: seen.push(call.caller.identity) }]) },
      ),
      auth,
    };
    const { handler } = await open({ registry });
    const anonymous = request({ headers: { authorization: "" } });
    expect((await handler.fetch(anonymous.clone())).status).toBe(401);
    await handler.fetchAs(ada(["notes:read"]), anonymous.clone());
    expect(seen).toEqual([ada(["notes:read"])]);
    const refused = await handler.fetchAs(ada([]), anonymous.clone());
    expect(refused.status).toBe(403);
    expect(refused.headers.get("www-authenticate")).toContain('scope="notes:read"');
    expect(seen).toHaveLength(1);
  });
});

describe("opening and closing", () => {
  it("refuses what would be open by mistake", async () => {
    await expect(open({ access: { token: "" } })).rejects.toThrow("the token has 0 characters; 16 is the minimum");
    await expect(open({ access: { token: "with a space in it, and long" } })).rejects.toThrow(
      "not allowed in a header",
    );
    const single = token.slice(0, 5);
    await expect(open({ access: { identity: { single } } })).rejects.toThrow("the token has 5 characters");
    await expect(open({ path: "mcp" })).rejects.toThrow(
      "'path' is a path as it stands in a URL, such as /mcp, not 'mcp'",
    );
    await expect(open({ path: "/mcp?x" })).rejects.toThrow("not '/mcp?x'");
    await expect(open({ profile: "nope" })).rejects.toThrow("nope");
    const environment = [{ name: "NOTES_KEY", description: "Key", required: true, secret: true } as const];
    await expect(open({ registry: { ...notesRegistry(), environment }, env: {} })).rejects.toThrow("NOTES_KEY");
  });

  it.each([
    [
      { hosts: ["localhost:3000"] },
      "'hosts' takes a host name without a scheme or a port, not 'localhost:3000'; such as localhost",
    ],
    [{ hosts: ["localhost", "http://a.example"] }, "not 'http://a.example'; such as a.example"],
    [{ hosts: ["*"] }, "not '*'; such as tools.example.org"],
    [{ hosts: ["::1"] }, "not '::1'; such as [::1]"],
    [{ hosts: [] }, "'hosts' is a list of at least one host name"],
    [{ hosts: "localhost" }, "'hosts' is a list"],
    [
      { origins: ["https://a.example/"] },
      "'origins' takes a scheme and a host, not 'https://a.example/'; such as https://a.example",
    ],
    [{ sessions: "on" }, `'sessions' is "auto" or "off"`],
  ])("refuses %j, with which requests would be refused without a word", async (options: object, message) => {
    await expect(open(options)).rejects.toThrow(message);
  });

  const oauth = { issuers: ["https://login.example.org"], resource: "https://tools.example.org/mcp" };
  it.each([
    ["access", undefined, `'access' is { token }, { identity } or "by the application"`],
    ["access", { tokn: token }, "'access' is { token }"],
    ["token", { token: undefined }, "'access.token': it is not a text"],
    ["identity", { identity: {} }, "neither 'single' nor 'tokensFile' nor 'oauth'"],
    ["identity", { identity: { tokens: "tokens.json" } }, "no member 'tokens'; known: single, tokensFile, oauth"],
    ["tokensFile", { identity: { tokensFile: "not-there.json" } }, "'not-there.json' can't be read"],
    ["tokensFile", { identity: { tokensFile: "package.json" } }, "'access.identity.tokensFile': "],
    ["oauth", { identity: { oauth: {} } }, "'access.identity.oauth.issuers' is missing; such as"],
    ["oauth", { identity: { oauth: { ...oauth, audience: "x" } } }, "no member 'audience'; did you mean 'audiences'?"],
    ["oauth", { identity: { oauth: { ...oauth, algorithms: [] } } }, "oauth.algorithms' is empty"],
    [
      "issuers",
      { identity: { oauth: { ...oauth, issuers: ["http://login.example.org"] } } },
      "'access.identity.oauth.issuers' takes an address with https, not 'http://login.example.org'",
    ],
    [
      "algorithms",
      { identity: { oauth: { ...oauth, algorithms: ["ES256", "none"] } } },
      "'access.identity.oauth.algorithms' does not take 'none'; known: RS256",
    ],
    [
      "introspection",
      {
        identity: { oauth: { ...oauth, introspection: { endpoint: "https://login.example.org/", clientId: "tools" } } },
      },
      "'access.identity.oauth.introspection' has no secret of the client",
    ],
  ])("refuses an unfit %s as plain JavaScript may give it: %j", async (_member, access, message) => {
    const options: object = { access };
    await expect(open(options)).rejects.toThrow(message);
  });

  it("takes the minimum of OAuth, and answers where the authorization server is", async () => {
    const { handler } = await open({ access: { identity: { oauth } } });
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const jwt = `${part({ alg: "RS256", typ: "at+jwt" })}.${part({ iss: "https://elsewhere.example" })}.c2ln`;
    const refused = await handler.fetch(request({ headers: { authorization: `Bearer ${jwt}` } }));
    expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining("from another issuer")]);
    const metadata = request({ method: "GET", url: "http://localhost/.well-known/oauth-protected-resource/mcp" });
    expect(await (await handler.fetch(metadata)).json()).toMatchObject({ authorization_servers: oauth.issuers });
  });

  it("serves at another path", async () => {
    const { handler } = await open({ path: "/agents/tools" });
    expect((await handler.fetch(request({ url: "http://localhost/agents/tools" }))).status).toBe(200);
    const missed = await handler.fetch(request());
    expect(await missed.text()).toContain("MCP is served at /agents/tools");
  });

  it("waits for a running call, then closes the host once, and takes no more", async () => {
    const begun = gate();
    const goOn = gate();
    const { handler, closed } = await open({}, async () => {
      begun.open();
      await goOn.reached;
      return ok([]);
    });
    const answer = handler.fetch(request());
    await begun.reached;
    const closing = handler.close();
    expect((await handler.fetch(request())).status).toBe(503);
    goOn.open();
    expect(await (await answer).text()).toContain('"count":0');
    await closing;
    await handler.close();
    expect(closed()).toBe(1);
  });

  it("aborts a call that does not end", async () => {
    const begun = gate();
    const aborted = gate();
    const { handler } = await open({ shutdownMs: 20 }, (_input, _deps, call) => {
      call.signal.addEventListener("abort", () => aborted.open());
      begun.open();
      return abortOf(call);
    });
    const answer = handler.fetch(request());
    await begun.reached;
    await handler.close();
    await aborted.reached;
    expect((await answer).status).toBe(400);
  });
});
