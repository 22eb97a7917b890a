import type { webcrypto } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAccessTokenCheck } from "../../src/server/identity/access-token.ts";
import { IssuerUnavailable, isTrustworthy } from "../../src/server/identity/fetch-json.ts";
import { createIntrospection } from "../../src/server/identity/introspect.ts";
import { createIssuerKeys, metadataUrls } from "../../src/server/identity/issuer-keys.ts";
import { createNamedTokenCheck, hashOf, readNamedTokens } from "../../src/server/identity/named-tokens.ts";
import { metadataUrl } from "../../src/server/identity/protected-resource.ts";
import { type LoggedLine, memoryLog } from "../runtime/notes-catalog.ts";

// What a server asks of an authorization server, and how often: against an HTTP server of the test's own, which does what no real one
// would.

type Answers = Record<string, (request: IncomingMessage, response: ServerResponse) => void>;

const audience = "https://tools.example.org/mcp";
let answers: Answers = {};
let asked: string[] = [];
let now = 1_800_000_000_000;
let log: LoggedLine[] = [];
const clock = () => now;
const server = createServer((request, response) => {
  const path = request.url ?? "";
  asked.push(path);
  const answer = answers[path];
  if (answer === undefined) response.writeHead(404).end();
  else answer(request, response);
});
let issuer = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  issuer = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  log = [];
});

const json = (value: object) => (_: IncomingMessage, response: ServerResponse) => response.end(JSON.stringify(value));
const metadata = "/.well-known/oauth-authorization-server";
const publishing = (keys: readonly object[]): Answers => ({
  [metadata]: json({ issuer, jwks_uri: `${issuer}/keys` }),
  "/keys": json({ keys }),
});

async function keyPair(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256" } };
}

function sign(key: webcrypto.CryptoKey, kid: string): Promise<string> {
  const seconds = Math.floor(now / 1000);
  return new SignJWT({ iss: issuer, aud: audience, sub: "ann", exp: seconds + 86_400, iat: seconds })
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid })
    .sign(key);
}

function checking() {
  const issuers = new Map([[issuer, createIssuerKeys(issuer, { clock, log: memoryLog(log) })]]);
  return createAccessTokenCheck({ issuers, audiences: [audience], algorithms: ["ES256"], tokenType: "at+jwt", clock });
}

describe("keys of an issuer", () => {
  test("are asked for again for a key that is unknown, at most every 30 s", async () => {
    const [first, second] = [await keyPair("1"), await keyPair("2")];
    answers = publishing([first.jwk]);
    const check = checking();
    expect(await check(await sign(first.privateKey, "1"))).toMatchObject({ kind: "valid" });
    answers = publishing([first.jwk, second.jwk]);
    const token = await sign(second.privateKey, "2");
    for (let count = 0; count < 5; count++) expect(await check(token)).toMatchObject({ kind: "invalid" });
    expect(asked).toEqual([metadata, "/keys"]);
    now += 31_000;
    expect(await check(token)).toMatchObject({ kind: "valid" });
    expect(asked).toHaveLength(4);
  });

  test("that were withdrawn hold no longer than ten minutes", async () => {
    const [first, second] = [await keyPair("1"), await keyPair("2")];
    answers = publishing([first.jwk]);
    const check = checking();
    const token = await sign(first.privateKey, "1");
    expect(await check(token)).toMatchObject({ kind: "valid" });
    answers = publishing([second.jwk]);
    now += 601_000;
    expect(await check(token)).toMatchObject({ kind: "invalid" });
  });

  test("that can't be had again are used for an hour, and then every token is refused", async () => {
    const key = await keyPair("1");
    answers = publishing([key.jwk]);
    const check = checking();
    const token = await sign(key.privateKey, "1");
    await check(token);
    answers = {};
    now += 601_000;
    expect(await check(token)).toMatchObject({ kind: "valid" });
    now += 3_600_000;
    await expect(check(token)).rejects.toThrow(IssuerUnavailable);
  });

  test("that can't be had are asked for once, however many tokens come", async () => {
    answers = {};
    const key = await keyPair("1");
    const check = checking();
    const token = await sign(key.privateKey, "1");
    for (let count = 0; count < 5; count++) await expect(check(token)).rejects.toThrow(IssuerUnavailable);
    expect(asked).toHaveLength(2);
    expect(log).toHaveLength(1);
    answers = publishing([key.jwk]);
    now += 1_900;
    await expect(check(token)).rejects.toThrow(IssuerUnavailable);
    now += 200;
    expect(await check(token)).toMatchObject({ kind: "valid" });
  });

  const wrong: Record<string, () => Answers> = {
    "metadata of another issuer": () => ({
      [metadata]: json({ issuer: "https://evil.example.org", jwks_uri: issuer }),
    }),
    "keys at an address without https": () => ({ [metadata]: json({ issuer, jwks_uri: "http://keys.example.org/" }) }),
    "no address of keys": () => ({ [metadata]: json({ issuer }) }),
    "a redirect": () => ({
      ...publishing([]),
      [metadata]: (_, response) => response.writeHead(302, { location: `${issuer}/elsewhere` }).end(),
      "/elsewhere": json({ issuer, jwks_uri: `${issuer}/keys` }),
    }),
    "an answer that is too large": () => ({
      [metadata]: (_, response) => response.end(`{"issuer":"${issuer}","x":"${"x".repeat(600_000)}"}`),
    }),
    "no JSON": () => ({ [metadata]: (_, response) => response.end("<html>") }),
    "an error": () => ({ [metadata]: (_, response) => response.writeHead(500).end("{}") }),
    "keys that are not a list": () => ({ ...publishing([]), "/keys": json({ keys: 1 }) }),
  };
  test.each(Object.keys(wrong))("%s: every token is refused", async (name) => {
    answers = wrong[name]?.() ?? {};
    const key = await keyPair("1");
    await expect(checking()(await sign(key.privateKey, "1"))).rejects.toThrow(IssuerUnavailable);
    expect(asked).not.toContain("/elsewhere");
  });

  test("are found by the issuer's path", () => {
    expect(metadataUrls("https://a.example/tenant").map(String)).toEqual([
      "https://a.example/.well-known/oauth-authorization-server/tenant",
      "https://a.example/.well-known/openid-configuration/tenant",
      "https://a.example/tenant/.well-known/openid-configuration",
    ]);
    expect(metadataUrl({ resource: "https://a.example/x/mcp" })).toBe(
      "https://a.example/.well-known/oauth-protected-resource/x/mcp",
    );
    expect(isTrustworthy(new URL("http://127.0.0.1.evil.example/"))).toBe(false);
    expect(isTrustworthy(new URL("https://user@a.example/"))).toBe(false);
  });
});

describe("introspection", () => {
  const rules = (extra = {}) => ({
    endpoint: new URL(`${issuer}/introspect`),
    clientId: "pegboard",
    clientSecret: "s:e c",
    audiences: [audience],
    issuers: [issuer],
    clock,
    ...extra,
  });
  const fine = () => ({ active: true, aud: [audience], iss: issuer, sub: "ann", client_id: "agent", scope: "a b" });

  test("tells who it is, once for a burst, with the credentials of the server", async () => {
    let authorization: string | undefined;
    answers = {
      "/introspect": (request, response) => {
        authorization = request.headers.authorization;
        response.end(JSON.stringify(fine()));
      },
    };
    const check = createIntrospection(rules());
    const identity = { subject: "ann", issuer, clientId: "agent", scopes: ["a", "b"] };
    for (let count = 0; count < 3; count++) expect(await check("token")).toEqual({ kind: "valid", identity });
    expect(asked).toHaveLength(1);
    expect(authorization).toBe(`Basic ${Buffer.from("pegboard:s%3Ae+c").toString("base64")}`);
    answers = { "/introspect": json({ active: false }) };
    now += 6_000;
    expect(await check("token")).toMatchObject({ kind: "invalid" });
  });

  const refused: Record<string, object> = {
    inactive: { active: false },
    "active as a text": { active: "true" },
    "another issuer": { iss: "https://evil.example.org" },
    "another audience": { aud: "https://other.example.org" },
    "no audience": { aud: undefined },
    expired: { exp: 1 },
    "not yet valid": { nbf: 9_999_999_999 },
    "bound to a key": { cnf: { jkt: "x" } },
    DPoP: { token_type: "DPoP" },
    nobody: { sub: undefined, client_id: undefined },
  };
  test.each(Object.keys(refused))("%s is refused", async (name) => {
    answers = { "/introspect": json({ ...fine(), ...refused[name] }) };
    expect(await createIntrospection(rules())("token")).toMatchObject({ kind: "invalid" });
  });

  test("clocks may differ by five seconds, and by no more", async () => {
    const seconds = Math.floor(clock() / 1000);
    const kinds: string[] = [];
    for (const times of [{ nbf: seconds + 4 }, { nbf: seconds + 7 }, { exp: seconds - 4 }, { exp: seconds - 7 }]) {
      answers = { "/introspect": json({ ...fine(), ...times }) };
      kinds.push((await createIntrospection(rules())("token")).kind);
    }
    expect(kinds).toEqual(["valid", "invalid", "valid", "invalid"]);
  });

  test("refuses every token while it can't be asked, and asks again", async () => {
    answers = { "/introspect": (_, response) => response.writeHead(500).end() };
    const check = createIntrospection(rules());
    await expect(check("token")).rejects.toThrow(IssuerUnavailable);
    answers = { "/introspect": json(fine()) };
    expect(await check("token")).toMatchObject({ kind: "valid" });
  });
});

describe("named tokens", () => {
  const named = { name: "ci", sha256: hashOf("pegboard_x"), scopes: ["a"], created: "2026-01-01T00:00:00Z" };

  test("count until they expire", async () => {
    const expires = new Date(now + 1_000).toISOString();
    const check = createNamedTokenCheck(async () => [{ ...named, expires }], clock);
    expect(await check("pegboard_x")).toMatchObject({ kind: "valid", identity: { subject: "ci", scopes: ["a"] } });
    expect(await check("pegboard_y")).toMatchObject({ kind: "invalid" });
    now += 1_000;
    expect(await check("pegboard_x")).toMatchObject({ kind: "invalid" });
  });

  test.each([
    "",
    "[]",
    '{"tokens":{}}',
    JSON.stringify({ tokens: [{ ...named, sha256: "abc" }] }),
    JSON.stringify({ tokens: [{ ...named, expires: "never" }] }),
    JSON.stringify({ tokens: [{ ...named, scopes: "a" }] }),
  ])("are read whole or not at all: %s", (text) => {
    expect(readNamedTokens(text)).toBeUndefined();
  });
});
