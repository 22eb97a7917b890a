import { createHmac, type webcrypto } from "node:crypto";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  authYaml,
  freePort,
  message,
  noteListOfCaller,
  type Running,
  send,
  served,
  started,
} from "./identity-servers.ts";
import { makeNotesProject, type NotesProject, noteDelete } from "./notes-project.ts";
import { pegboard } from "./run-pegboard.ts";

// The built server as a protected resource of an authorization server that is not ours (oidc-provider): a client that finds its way by
// itself, and tokens that must not be accepted.

const client = { id: "agent", secret: "a-secret-of-the-tests-agent" };
const scopes = ["notes:use", "notes:read", "notes:write", "notes:destroy"];
const kid = "of-the-issuer";
/** The authorization server gives out tokens for it that only it can read. */
const opaque = "https://opaque.example.org/mcp";
const other = "https://other.example.org/mcp";
let project: NotesProject;
let issuer = "";
let url = "";
let own: webcrypto.CryptoKeyPair;
let foreign: webcrypto.CryptoKeyPair;
let publicPem = "";
const running: Running[] = [];

beforeAll(async () => {
  [own, foreign] = await Promise.all([
    generateKeyPair("RS256", { extractable: true }),
    generateKeyPair("RS256", { extractable: true }),
  ]);
  publicPem = await exportSPKI(own.publicKey);
  const settings = {
    jwks: { keys: [{ ...(await exportJWK(own.privateKey)), kid, alg: "RS256", use: "sig" }] },
    resources: { [opaque]: "opaque" },
    scopes,
    client,
  };
  const server = await started([join(import.meta.dirname, "authorization-server.mjs")], /^(http:\S+)\n/m, {
    stdin: JSON.stringify(settings),
  });
  running.push(server);
  issuer = server.found;
  project = await makeNotesProject({ ...noteDelete, "src/handlers/note/note_list.ts": noteListOfCaller });
  appendFileSync(join(project.folder, "schema/catalog.yaml"), authYaml);
  const compiled = await pegboard(["generate", "--catalog", project.folder]);
  expect(compiled, compiled.stderr).toMatchObject({ code: 0 });
  const port = await freePort();
  url = `http://127.0.0.1:${port}/mcp`;
  const pegboardServer = await served(project.folder, {
    logLevel: "debug",
    http: { address: `127.0.0.1:${port}`, oauth: { issuers: [issuer], resource: url } },
  });
  running.push(pegboardServer);
  expect(pegboardServer.found).toBe(url);
});

afterAll(() => {
  for (const { child } of running) child.kill("SIGKILL");
  project?.remove();
});

async function fetchToken(scope: string, resource = url): Promise<string> {
  const answer = await fetch(`${issuer}/token`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope, resource }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no token: ${answer.status}`);
  return token;
}

describe("a client of the protocol", () => {
  it("finds the authorization server, gets a token, and gets another one for a call that needs more", async () => {
    const authProvider = new ClientCredentialsProvider({
      clientId: client.id,
      clientSecret: client.secret,
      expectedIssuer: issuer,
    });
    const connected = new Client({ name: "reader", version: "1" });
    await connected.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider }));
    const names = async () => (await connected.listTools()).tools.map(({ name }) => name);
    // It asks for what the challenge says.
    expect(await names()).toEqual(["tool_search", "tool_describe"]);
    const answer = await connected.callTool({ name: "note_list", arguments: {} });
    const { items } = answer.structuredContent as { items: readonly { readonly text: string }[] };
    expect(JSON.parse(items[0]?.text ?? "")).toEqual({
      subject: client.id,
      issuer,
      clientId: client.id,
      scopes: ["notes:use", "notes:read"],
    });
    expect(await names()).toEqual(["note_list", "tool_search", "tool_describe"]);
    await connected.close();
  });

  it("is shown more with more scopes, and by search no more than that", async () => {
    const few = ["authorization", `Bearer ${await fetchToken("notes:use notes:read")}`];
    const all = ["authorization", `bearer ${await fetchToken(scopes.join(" "))}`];
    const search = message("tools/call", { name: "tool_search", arguments: { query: "delete a note" } });
    expect((await send(url, all, search)).text).toContain("note_delete");
    expect((await send(url, few, search)).text).not.toContain("note_delete");
    // In this order too: what was made for the one must not be shown to the other.
    expect((await send(url, all, message("tools/list"))).text).toContain("note_delete");
    expect((await send(url, few, message("tools/list"))).text).not.toContain("note_delete");
    const modern = {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "reader", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    };
    const headers = ["mcp-protocol-version", "2026-07-28", "mcp-method", "tools/list", ...few];
    expect((await send(url, headers, message("tools/list", modern))).text).toContain('"cacheScope":"private"');
  });

  it("reads where to get a token, in both places", async () => {
    const { origin } = new URL(url);
    for (const path of ["", "/mcp"]) {
      const answer = await send(`${origin}/.well-known/oauth-protected-resource${path}`, [], undefined, "GET");
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toEqual({
        resource: url,
        authorization_servers: [issuer],
        scopes_supported: ["notes:use", "notes:read", "notes:write", "notes:destroy"],
        bearer_methods_supported: ["header"],
        resource_name: "Notes",
      });
    }
  });
});

describe("a server that asks the authorization server", () => {
  it("lets its tokens in until they are revoked, and no others", async () => {
    const introspection = { endpoint: `${issuer}/token/introspection`, clientId: client.id };
    const server = await served(
      project.folder,
      { http: { address: "127.0.0.1:0", oauth: { issuers: [issuer], resource: opaque, introspection } } },
      { PEGBOARD_INTROSPECTION_SECRET: client.secret },
    );
    running.push(server);
    const at = server.found;
    const token = await fetchToken("notes:use notes:read", opaque);
    expect(token).not.toContain(".");
    const list = message("tools/list");
    expect((await send(at, bearer(token), list)).text).toContain("note_list");
    expect((await send(at, bearer(`${token}x`), list)).status).toBe(401);
    expect((await send(at, bearer(await fetchToken("notes:use")), list)).status).toBe(401);
    const answer = await fetch(`${issuer}/token/revocation`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}` },
      body: new URLSearchParams({ token }),
    });
    expect(answer.status).toBe(200);
    // An answer holds for five seconds.
    await new Promise((resolve) => setTimeout(resolve, 5_200));
    expect((await send(at, bearer(token), list)).status).toBe(401);
  });
});

interface Attack {
  readonly name: string;
  readonly headers: () => Promise<readonly string[]>;
  readonly status: number;
  /** undefined: nothing is said of an error. */
  readonly error?: string;
  readonly target?: () => Promise<string>;
  readonly body?: string;
  /** Refused before tokens are looked at. */
  readonly withoutChallenge?: true;
}

type Claims = { readonly [Name in keyof JWTPayload]: JWTPayload[Name] | undefined };
type Forged = {
  readonly claims?: Claims;
  readonly header?: Partial<JWTHeaderParameters>;
  readonly key?: webcrypto.CryptoKey;
};

/** A token as the issuer makes it, signed by its key, but for what is given. */
async function forge({ claims = {}, header = {}, key = own.privateKey }: Forged = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const usual = { iss: issuer, aud: url, sub: "ann", client_id: "agent", iat: now, exp: now + 300 };
  const payload = { ...usual, scope: scopes.join(" "), ...claims };
  // What is undefined is left out.
  const sent = JSON.parse(JSON.stringify(payload)) as JWTPayload;
  return new SignJWT(sent).setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid, ...header }).sign(key, {
    crit: { "example.org/rule": true },
  });
}

function part(value: object | string): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
}

async function unsigned(header: object, sign: (text: string) => string): Promise<string> {
  const [, payload = ""] = (await forge()).split(".");
  const text = `${part(header)}.${payload}`;
  return `${text}.${sign(text)}`;
}

const hmac = (secret: string) => (text: string) => createHmac("sha256", secret).update(text).digest("base64url");
const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;
const bearer = (token: string) => ["authorization", `Bearer ${token}`];
const invalid = (name: string, token: () => Promise<string>): Attack => ({
  name,
  headers: async () => bearer(await token()),
  status: 401,
  error: "invalid_token",
});
const create = message("tools/call", { name: "note_create", arguments: { title: "T", text: "x" } });

const attacks: readonly Attack[] = [
  { name: "no token", headers: async () => [], status: 401 },
  invalid("alg none", () => unsigned({ alg: "none", typ: "at+jwt" }, () => "")),
  invalid("alg NONE, with the signature of another", () => unsigned({ alg: "NONE", typ: "at+jwt", kid }, () => "AAAA")),
  invalid("no alg", () => unsigned({ typ: "at+jwt", kid }, () => "AAAA")),
  invalid("HS256 with the public key as the secret", () =>
    unsigned({ alg: "HS256", typ: "at+jwt", kid }, hmac(publicPem)),
  ),
  invalid("HS256 with the modulus as the secret", async () =>
    unsigned({ alg: "HS256", typ: "at+jwt", kid }, hmac((await exportJWK(own.publicKey)).n ?? "")),
  ),
  invalid("the issuer's key with an algorithm that is not allowed", async () => {
    const stronger = await generateKeyPair("RS512", { extractable: true });
    return forge({ header: { alg: "RS512" }, key: stronger.privateKey });
  }),
  invalid("another audience", () => forge({ claims: { aud: other } })),
  invalid("no audience", () => forge({ claims: { aud: undefined } })),
  invalid("an audience that begins like ours", () => forge({ claims: { aud: `${url}/` } })),
  invalid("a token of the real server for another resource", () => fetchToken(scopes.join(" "), other)),
  invalid("expired", () => forge({ claims: { exp: seconds(-60) } })),
  invalid("without an end", () => forge({ claims: { exp: undefined } })),
  invalid("an end that is a text", () => forge({ claims: { exp: "2999-01-01" as never } })),
  invalid("not yet valid", () => forge({ claims: { nbf: seconds(120) } })),
  invalid("issued in the future", () => forge({ claims: { iat: seconds(120) } })),
  invalid("another issuer's key", () => forge({ key: foreign.privateKey })),
  invalid("another issuer", () => forge({ claims: { iss: "https://evil.example.org" } })),
  invalid("an issuer with a slash more", () => forge({ claims: { iss: `${issuer}/` } })),
  invalid("no issuer", () => forge({ claims: { iss: undefined } })),
  invalid("an unknown key", () => forge({ header: { kid: "unknown" }, key: foreign.privateKey })),
  invalid("a kid that is a path", () => forge({ header: { kid: "../../../../dev/null" }, key: foreign.privateKey })),
  invalid("a kid that is a query", () => forge({ header: { kid: "' OR 1=1 --" }, key: foreign.privateKey })),
  invalid("the key in the header jwk", async () =>
    forge({ header: { jwk: await exportJWK(foreign.publicKey) }, key: foreign.privateKey }),
  ),
  invalid("the key at an address (jku), signed by the issuer", () =>
    forge({ header: { jku: "http://127.0.0.1:9/keys" } }),
  ),
  invalid("the certificate at an address (x5u), signed by the issuer", () =>
    forge({ header: { x5u: "http://127.0.0.1:9/cert" } }),
  ),
  invalid("a certificate in the header (x5c), signed by the issuer", () => forge({ header: { x5c: ["AAAA"] } })),
  invalid("a critical header that is unknown", () =>
    forge({ header: { crit: ["example.org/rule"], "example.org/rule": 1 } }),
  ),
  invalid("another type: an ID token", () => forge({ header: { typ: "JWT" } })),
  invalid("no type", () => forge({ header: { typ: undefined as never } })),
  invalid("a token in a token", async () => forge({ header: { cty: "JWT" }, claims: { token: await forge() } })),
  invalid("an encrypted token", async () => `${part({ alg: "dir", enc: "A256GCM" })}..AAAA.AAAA.AAAA`),
  invalid("bound to a key of the client", () => forge({ claims: { cnf: { jkt: "AAAA" } } })),
  invalid("without a subject", () => forge({ claims: { sub: undefined } })),
  invalid("changed claims under the old signature", async () => {
    const [header, payload = "", signature] = (await forge({ claims: { scope: "notes:use" } })).split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
    return `${header}.${part({ ...claims, scope: scopes.join(" ") })}.${signature}`;
  }),
  invalid("without the signature", async () => (await forge()).split(".").slice(0, 2).join(".")),
  invalid("with an empty signature", async () => `${(await forge()).split(".").slice(0, 2).join(".")}.`),
  invalid("too long", () => forge({ claims: { filler: "x".repeat(9_000) } })),
  invalid("deeply nested claims", async () =>
    unsigned({ alg: "RS256", typ: "at+jwt", kid }, () => "AAAA").then((token) => {
      const [header] = token.split(".");
      return `${header}.${part(`{"iss":${"[".repeat(2_000)}${"]".repeat(2_000)}}`)}.AAAA`;
    }),
  ),
  invalid("a token of the operator that does not exist", async () => `pegboard_${"A".repeat(43)}`),
  {
    name: "two Authorization headers",
    headers: async () => [...bearer(await forge()), ...bearer("x")],
    status: 400,
    withoutChallenge: true,
  },
  {
    name: "two tokens in one header",
    headers: async () => ["authorization", `Bearer x, Bearer ${await forge()}`],
    status: 400,
    error: "invalid_request",
  },
  { name: "an empty token", headers: async () => ["authorization", "Bearer "], status: 400, error: "invalid_request" },
  {
    name: "a token with other characters",
    headers: async () => ["authorization", `Bearer ${await forge()}"; scope="all`],
    status: 400,
    error: "invalid_request",
  },
  {
    name: "another scheme",
    headers: async () => ["authorization", `Basic ${part("ann:secret")}`],
    status: 401,
  },
  { name: "the scheme DPoP", headers: async () => ["authorization", `DPoP ${await forge()}`], status: 401 },
  {
    name: "the token in the address",
    target: async () => `?access_token=${await forge()}`,
    headers: async () => [],
    status: 401,
  },
  {
    name: "the token in the header and in the address",
    target: async () => `?access_token=${await forge()}`,
    headers: async () => bearer(await forge()),
    status: 400,
    error: "invalid_request",
  },
  {
    name: "the token in a header of another name",
    headers: async () => ["x-forwarded-authorization", `Bearer ${await forge()}`, "x-access-token", await forge()],
    status: 401,
  },
  {
    name: "less than every request needs",
    headers: async () => bearer(await forge({ claims: { scope: "notes:read" } })),
    status: 403,
    error: "insufficient_scope",
  },
  {
    name: "a scope that differs in case",
    headers: async () => bearer(await forge({ claims: { scope: "NOTES:USE" } })),
    status: 403,
    error: "insufficient_scope",
  },
  {
    name: "a call above its scopes",
    headers: async () => bearer(await forge({ claims: { scope: "notes:use notes:read" } })),
    body: create,
    status: 403,
    error: "insufficient_scope",
  },
  {
    name: "a call above its scopes through a tool that calls others",
    headers: async () => bearer(await forge({ claims: { scope: "notes:use notes:read" } })),
    body: message("tools/call", {
      name: "call_write",
      arguments: { tool: "note_create", arguments: { title: "T", text: "x" } },
    }),
    status: 403,
    error: "insufficient_scope",
  },
  {
    name: "a call above its scopes in a batch",
    headers: async () => bearer(await forge({ claims: { scope: "notes:use notes:read" } })),
    body: `[${message("ping")},${create}]`,
    status: 403,
    error: "insufficient_scope",
  },
];

describe("what is refused", () => {
  it("would be let in but for what is wrong with it", async () => {
    const answer = await send(url, bearer(await forge()), message("tools/list"));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).toContain("note_create");
  });

  it.each(attacks)("$name", async ({ headers, target, body, status, error, withoutChallenge }) => {
    const at = `${url}${(await target?.()) ?? ""}`;
    const answer = await send(at, await headers(), body ?? message("tools/list"));
    const challenge = answer.headers["www-authenticate"];
    expect(answer.status, answer.text).toBe(status);
    expect(answer.text).not.toContain("note_");
    if (withoutChallenge === true) return;
    const { origin } = new URL(url);
    expect(challenge).toContain(`Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`);
    expect(/error="([^"]*)"/.exec(String(challenge))?.[1]).toBe(error);
    if (status === 401) expect(challenge).toContain('scope="notes:use"');
  });

  it("names the scopes that would do, with those that the token has", async () => {
    const token = await forge({ claims: { scope: "notes:use notes:read" } });
    const answer = await send(url, bearer(token), create);
    expect(answer.headers["www-authenticate"]).toContain('scope="notes:use notes:read notes:write"');
  });

  it("leaves no token in the log", async () => {
    const refused = await forge({ claims: { exp: seconds(-60) } });
    const accepted = await forge();
    for (const token of [refused, accepted]) {
      const answer = await send(url, bearer(token), create);
      expect(answer.text + JSON.stringify(answer.headers)).not.toContain(token.slice(-40));
    }
    const [, resource] = running;
    expect(resource?.stderr()).toContain("serving at");
    // Headers and claims of every token begin with these.
    expect(resource?.stderr()).not.toContain("eyJ");
  });
});
