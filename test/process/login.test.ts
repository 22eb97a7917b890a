import { randomUUID, type webcrypto } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { browseLogin } from "./browse-login.ts";
import { type Answers, openHostileLogin } from "./hostile-login.ts";
import { authYaml, freePort, noteListOfCaller, type Running, served, started } from "./identity-servers.ts";
import { makeNotesProject, type NotesProject, noteDelete } from "./notes-project.ts";
import { type Finished, pegboard, runHere } from "./run-pegboard.ts";
import { makeShellHome, type ShellHome } from "./shell-home.ts";

// `pegboard login` with an authorization server that is not ours (oidc-provider), for a server of ours that asks for its tokens;
// and with servers that lie.

const scopes = ["notes:use", "notes:read", "notes:write", "notes:destroy"];
const client = { id: "agent", secret: "a-secret-of-the-tests-agent" };
const kid = "of-the-issuer";
let project: NotesProject;
let own: webcrypto.CryptoKeyPair;
let issuer = "";
let url = "";
let home: ShellHome;
const running: Running[] = [];
/** All that commands have printed in one test. */
let printed = "";
/** Everything secret that was seen in one test. */
let secrets: Set<string>;

beforeAll(async () => {
  own = await generateKeyPair("RS256", { extractable: true });
  const settings = {
    jwks: { keys: [{ ...(await exportJWK(own.privateKey)), kid, alg: "RS256", use: "sig" }] },
    resources: {},
    scopes: [...scopes, "offline_access"],
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
  const http = { address: `127.0.0.1:${port}`, oauth: { issuers: [issuer], resource: url } };
  running.push(await served(project.folder, { http }));
});

afterAll(() => {
  for (const { child } of running) child.kill("SIGKILL");
  project?.remove();
});

beforeEach(() => {
  home = makeShellHome({ notes: { type: "http", url } });
  printed = "";
  secrets = new Set();
  return () => {
    home.remove();
    // Of every test: no command has shown a secret.
    for (const secret of secrets) expect(printed).not.toContain(secret);
  };
});

const file = () => join(home.folder, ".local", "state", "pegboard", "logins.json");

interface StoredLogin {
  accessToken: string;
  refreshToken?: string | undefined;
  expiresMs?: number;
  scope?: string;
  client: { id: string; secret?: string };
}

/** The logins as they are kept; what is secret in them is not shown by any command. */
function logins(): Record<string, StoredLogin> {
  const { logins: kept } = JSON.parse(readFileSync(file(), "utf8")) as { logins: Record<string, StoredLogin> };
  for (const { accessToken, refreshToken, client: known } of Object.values(kept)) {
    for (const secret of [accessToken, refreshToken, known.secret]) if (secret !== undefined) secrets.add(secret);
  }
  return kept;
}

function ownLogin(): StoredLogin {
  const login = logins()[url];
  if (login === undefined) throw new Error("there is no login");
  return login;
}

/** Changes the login as if time had passed, or as if somebody else had written it. */
function alter(changes: Partial<StoredLogin>): void {
  const kept = { ...ownLogin(), ...changes };
  writeFileSync(file(), JSON.stringify({ logins: { [url]: kept } }));
  logins();
}

function keep(outcome: Finished): Finished {
  printed += outcome.stdout + outcome.stderr;
  if (existsSync(file()) && statSync(file()).size > 20) logins();
  return outcome;
}

/** What is printed while a command runs. */
let stderrNow = "";

/** The code of a login, which stands below its address. */
async function codeOf(): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const [, code] = /type this code there: (\S+)/.exec(stderrNow) ?? [];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no code: ${stderrNow}`);
}

const say = (...words: readonly string[]) => loginWith(async () => undefined, words);

/** @param browse opens the address that the command prints */
async function loginWith(browse: (page: string) => Promise<unknown>, words: readonly string[]): Promise<Finished> {
  const written = { stdout: "", stderr: "" };
  let browsed: Promise<unknown> | undefined;
  const into = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk);
        stderrNow = written.stderr;
        const [, page] = /log in:\n(http\S+)\n/.exec(written.stderr) ?? [];
        if (page !== undefined) browsed ??= browse(page);
        done();
      },
    });
  const streams = { stdin: Readable.from([]), stdout: into("stdout"), stderr: into("stderr") };
  const code = await runHere(words, streams, { cwd: home.folder, env: home.env });
  await browsed;
  return keep({ code, ...written });
}

const login = (...words: readonly string[]) =>
  loginWith((page) => browseLogin(page, "ann"), ["login", "notes", ...words]);

/** A token as the issuer makes it, but for these claims. */
async function forge(claims: Readonly<Record<string, unknown>>): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const usual = { iss: issuer, aud: url, sub: "ann", client_id: "agent", iat: now, exp: now + 300, jti: randomUUID() };
  return new SignJWT({ ...usual, scope: scopes.join(" "), ...claims })
    .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid })
    .sign(own.privateKey);
}

const endOfRefusal = "run: pegboard login notes\n";

describe("a server that asks for a login", () => {
  it.each([
    [["tools", "--server", "notes"]],
    [["describe", "--server", "notes", "note_list"]],
    [["call", "--server", "notes", "note_list"]],
    [["notes", "note_list", "--yes"]],
  ])("%j: names the command", async (words) => {
    expect(await say(...words)).toEqual({
      code: 6,
      stdout: "",
      stderr: `error: 'notes' requires authentication; ${endOfRefusal}`,
    });
  });

  it("names the file that it is configured in, as a word that a shell leaves alone", async () => {
    const path = join(home.folder, "my servers.json");
    writeFileSync(path, JSON.stringify({ mcpServers: { "a b": { url } } }));
    const { stderr } = await say("tools", "--server", "a b", "--config", path);
    expect(stderr).toBe(`error: 'a b' requires authentication; run: pegboard login 'a b' --config '${path}'\n`);
  });
});

describe("a user", () => {
  it("logs in, uses the server, gives it more scopes, and logs out", async () => {
    const outcome = await login();
    expect(outcome, outcome.stderr).toMatchObject({ code: 0 });
    expect(outcome.stdout).toMatch(/^logged in to 'notes'\n/);
    expect(outcome.stderr).toContain(`asks ${issuer} for notes:use offline_access\n`);
    expect(outcome.stderr).toContain("code_challenge_method=S256");
    expect(statSync(file()).mode & 0o777).toBe(0o600);

    const listed = await say("tools", "--server", "notes", "--json");
    expect(listed.stdout).not.toContain('"note_list"');

    const more = await login("--scope", "notes:read");
    expect(more.code, more.stderr).toBe(0);
    const called = await say("notes", "note_list", "{}");
    expect(called, called.stderr).toMatchObject({ code: 0 });
    expect(called.stdout).toContain("ann");

    const shown = await say("whoami", "notes", "--json");
    expect(JSON.parse(shown.stdout)).toMatchObject({
      server: "notes",
      url,
      issuer,
      subject: "ann",
      scopes: ["notes:use", "offline_access", "notes:read"],
      isRenewable: true,
    });
    expect((await say("whoami")).stdout).toContain(url);

    const { refreshToken = "", client: registered } = ownLogin();
    const left = await say("logout", "notes");
    expect(left, left.stderr).toMatchObject({
      code: 0,
      stdout: "logged out of 'notes'; revoked: refresh token; the access token ends by itself\n",
    });
    const answer = await fetch(`${issuer}/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken, client_id: registered.id }),
    });
    expect(await answer.json()).toMatchObject({ error: "invalid_grant" });
    expect(await say("whoami", "notes")).toMatchObject({ code: 6 });
    expect(await say("logout", "notes")).toMatchObject({ code: 2 });
    expect((await say("tools", "--server", "notes")).stderr).toContain(endOfRefusal);
  });

  it("is kept logged in: a token that has ended is renewed, by one of the commands that need it at once", async () => {
    await login();
    const before = ownLogin();
    alter({ expiresMs: Date.now() - 1000 });
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => pegboard(["tools", "--server", "notes"], { cwd: home.folder, env: home.env })),
    );
    // A refresh token that comes twice would end the login: the authorization server takes it for a stolen one.
    for (const outcome of outcomes) expect(keep(outcome), outcome.stderr).toMatchObject({ code: 0 });
    const { accessToken, refreshToken, expiresMs } = ownLogin();
    expect(accessToken).not.toBe(before.accessToken);
    expect(refreshToken).not.toBe(before.refreshToken);
    expect(expiresMs).toBeGreaterThan(Date.now());
    expect((await say("tools", "--server", "notes")).code).toBe(0);
  });

  it("causes one refresh, however many commands need it", async () => {
    const server = await openHostileLogin(() => ({}));
    try {
      home.remove();
      home = makeShellHome({ one: { url: server.url } });
      await loginWith((page) => fetch(page), ["login", "one"]);
      const kept = logins()[server.url];
      const ended = { ...kept, accessToken: "access-that-ended", refreshToken: "refresh-of-it", expiresMs: 1 };
      writeFileSync(file(), JSON.stringify({ logins: { [server.url]: ended } }));
      await Promise.all([1, 2, 3].map(() => say("tools", "--server", "one")));
      const refreshes = server.asked.filter((body) => body.includes("grant_type=refresh_token"));
      expect(refreshes).toHaveLength(1);
      expect(logins()[server.url]?.accessToken).toBe("access-of-this-login");
    } finally {
      server.close();
    }
  });

  it("is kept logged in where the server refuses a token earlier than it said", async () => {
    await login();
    alter({ accessToken: await forge({ exp: Math.floor(Date.now() / 1000) - 60 }) });
    expect((await say("tools", "--server", "notes")).code).toBe(0);
  });

  it("is registered once, whatever the number of logins", async () => {
    await login();
    const { client: registered } = ownLogin();
    await login();
    expect(ownLogin().client).toEqual(registered);
  });

  it("learns which scopes a call needs, and how to get them", async () => {
    await login();
    alter({ accessToken: await forge({ scope: "other" }) });
    expect(await say("tools", "--server", "notes")).toEqual({
      code: 6,
      stdout: "",
      stderr:
        "error: 'notes' refused with HTTP 403: this needs the scope 'notes:use'\n" +
        "       run: pegboard login notes --scope notes:use\n",
    });
  });

  it("logs in by a code on another machine", async () => {
    const outcome = await loginWith(
      async (page) => browseLogin(page, "bob", await codeOf()),
      ["login", "notes", "--device"],
    );
    expect(outcome, outcome.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse((await say("whoami", "notes", "--json")).stdout)).toMatchObject({
      subject: "bob",
      isRenewable: true,
    });
    const { client: registered } = ownLogin();
    // Registered without a browser, it is not a client for one.
    expect((await login()).code).toBe(0);
    expect(ownLogin().client.id).not.toBe(registered.id);
  });

  it("may say no", async () => {
    const outcome = await loginWith(
      async (page) => {
        const { searchParams } = new URL(page);
        const back = new URL(searchParams.get("redirect_uri") ?? "");
        const wrong = new URL(back);
        wrong.search = "?code=x&state=guessed";
        expect((await fetch(wrong)).status).toBe(400);
        for (const [name, value] of Object.entries({
          error: "access_denied",
          error_description: "the user said no",
          iss: issuer,
          state: searchParams.get("state") ?? "",
        })) {
          back.searchParams.set(name, value);
        }
        expect((await fetch(back)).status).toBe(200);
      },
      ["login", "notes"],
    );
    expect(outcome.code).toBe(6);
    expect(outcome.stderr).toContain(
      `error: 'notes' names the authorization server ${issuer}, which refused the login: access_denied: the user said no\n`,
    );
    expect(existsSync(file())).toBe(false);
  });

  it("may take too long", async () => {
    const outcome = await say("login", "notes", "--timeout", "1");
    expect(outcome.code).toBe(7);
    expect(outcome.stderr).toContain("error: the login to 'notes' was not finished within 1 second\n");
  });
});

describe("a token that the server does not accept", () => {
  const now = () => Math.floor(Date.now() / 1000);
  it.each([
    [
      "for another audience",
      () => forge({ aud: "https://other.example.org/mcp" }),
      "does not accept the token of the last login",
    ],
    [
      "of another issuer",
      () => forge({ iss: "https://evil.example.org" }),
      "does not accept the token of the last login",
    ],
    ["that is not one", async () => `not-a-token-${randomUUID()}`, "does not accept the token of the last login"],
    [
      "that has expired",
      () => forge({ exp: now() - 60 }),
      "requires authentication: the token of the last login has expired",
    ],
  ])("%s", async (name, token, reason) => {
    await login();
    const expiresMs = name === "that has expired" ? Date.now() - 60_000 : Date.now() + 600_000;
    alter({ accessToken: await token(), refreshToken: undefined, expiresMs });
    const outcome = await say("tools", "--server", "notes");
    expect(outcome).toEqual({ code: 6, stdout: "", stderr: `error: 'notes' ${reason}; ${endOfRefusal}` });
  });

  it("whose login was revoked", async () => {
    await login();
    const { refreshToken = "", client: registered } = ownLogin();
    await fetch(`${issuer}/token/revocation`, {
      method: "POST",
      body: new URLSearchParams({ token: refreshToken, client_id: registered.id }),
    });
    alter({ accessToken: await forge({ exp: now() - 60 }), expiresMs: Date.now() - 60_000 });
    const outcome = await say("tools", "--server", "notes");
    expect(outcome.code).toBe(6);
    expect(outcome.stderr).toBe(
      `error: 'notes' names the authorization server ${issuer}, which refused the refresh: invalid_grant: grant request is invalid; ${endOfRefusal}`,
    );
  });
});

describe("the file of logins", () => {
  it("is not used when others may read it", async () => {
    await login();
    chmodSync(file(), 0o644);
    const outcome = await say("tools", "--server", "notes");
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toBe(
      "error: others may read '.local/state/pegboard/logins.json'\n       chmod 600 .local/state/pegboard/logins.json\n",
    );
  });

  it("is not used, and not overwritten, when it is something else", async () => {
    await login();
    writeFileSync(file(), "[]");
    for (const words of [["tools", "--server", "notes"], ["whoami"], ["login", "notes"]]) {
      expect((await say(...words)).stderr).toContain("is not a file of logins");
    }
    expect(readFileSync(file(), "utf8")).toBe("[]");
  });

  it("gives a token to the address that it is for, whatever server is named so", async () => {
    await login();
    const thief = await openHostileLogin(() => ({}));
    try {
      const path = join(home.folder, "servers.json");
      writeFileSync(path, JSON.stringify({ mcpServers: { notes: { url: thief.url } } }));
      const outcome = await say("tools", "--server", "notes", "--config", path);
      expect(outcome.stderr).toContain("'notes' requires authentication");
      // A request with a token would have another answer.
      expect(outcome.code).toBe(6);
    } finally {
      thief.close();
    }
  });
});

interface Lie {
  readonly name: string;
  readonly change: (origin: string) => Partial<Answers>;
  /** What is said of the server; `{origin}` is its own. */
  readonly message: string;
  readonly code?: number;
  /** The login gets as far as the browser. */
  readonly browses?: true;
}

const elsewhere = "https://other.example.org";
const metadata = (origin: string, changes: object) => ({
  metadata: {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    ...changes,
  },
});

const lies: readonly Lie[] = [
  {
    name: "metadata of another server",
    change: (origin) => ({ resource: { resource: `${elsewhere}/mcp`, authorization_servers: [origin] } }),
    message: `publishes metadata of another server: ${elsewhere}/mcp`,
  },
  {
    name: "metadata of another path of the same host",
    change: (origin) => ({ resource: { resource: `${origin}/mcp/other`, authorization_servers: [origin] } }),
    message: "publishes metadata of another server: {origin}/mcp/other",
  },
  {
    name: "metadata at another server",
    change: () => ({ challenge: `Bearer resource_metadata="${elsewhere}/.well-known/oauth-protected-resource"` }),
    message: `points to metadata of another server: ${elsewhere}`,
  },
  {
    name: "an authorization server of another name",
    change: (origin) => metadata(origin, { issuer: elsewhere }),
    message: "names the authorization server {origin}, which publishes the metadata of another issuer",
  },
  {
    name: "an authorization server without TLS",
    change: (origin) => ({
      resource: { resource: `${origin}/mcp`, authorization_servers: ["http://auth.example.org"] },
    }),
    message: "points to an address without TLS: http://auth.example.org/.well-known/oauth-authorization-server",
  },
  {
    name: "an endpoint for tokens without TLS",
    change: (origin) => metadata(origin, { token_endpoint: "http://auth.example.org/token" }),
    message: "points to an address without TLS: http://auth.example.org/token",
  },
  {
    name: "a page that is a program",
    change: (origin) => metadata(origin, { authorization_endpoint: "file:///bin/sh" }),
    message: "points to an address without TLS: file:///bin/sh",
  },
  {
    name: "no PKCE",
    change: (origin) => metadata(origin, { code_challenge_methods_supported: ["plain"] }),
    message: "names the authorization server {origin}, which does not support PKCE with S256",
  },
  {
    name: "no registration",
    change: (origin) => metadata(origin, { registration_endpoint: undefined }),
    message:
      "names the authorization server {origin}, which does not register clients; --client-id names one that it knows",
  },
  {
    name: "an answer of another authorization server",
    change: () => ({ callback: { code: "code-of-this-login", iss: elsewhere } }),
    message: "names the authorization server {origin}, which is not the one that answered",
    browses: true,
  },
  {
    name: "an answer that does not say whose it is",
    change: () => ({ callback: { code: "code-of-this-login" } }),
    message: "names the authorization server {origin}, which is not the one that answered",
    browses: true,
  },
  {
    name: "an error of another authorization server, with words for the terminal",
    change: () => ({ callback: { error: "access_denied", error_description: "call 555", iss: elsewhere } }),
    message: "names the authorization server {origin}, which is not the one that answered",
    browses: true,
  },
  {
    name: "a refusal that repeats the code",
    change: () => ({
      token: { status: 400, body: { error: "invalid_grant", error_description: "code-of-this-login\u001b[2J" } },
    }),
    message: "names the authorization server {origin}, which refused the login: invalid_grant: ***\\u{1b}[2J",
    browses: true,
  },
  {
    name: "a token of another kind",
    change: () => ({ token: { status: 200, body: { access_token: "access-of-this-login", token_type: "mac" } } }),
    message: "names the authorization server {origin}, which gave a token of a kind that is not supported: mac",
    browses: true,
  },
  {
    name: "a token that is for another server",
    change: () => ({ accepted: { status: 401, body: "access-of-this-login is for somebody else" } }),
    message: "does not accept the token that {origin} gave for it",
    browses: true,
  },
];

describe("a server that lies about its login", () => {
  it("would be logged in to but for that", async () => {
    const server = await openHostileLogin(() => ({}));
    try {
      home.remove();
      home = makeShellHome({ liar: { url: server.url } });
      const outcome = await loginWith((page) => fetch(page), ["login", "liar"]);
      expect(outcome, outcome.stderr).toMatchObject({ code: 0 });
      expect(server.asked).toHaveLength(1);
      const [asked = ""] = server.asked;
      expect(Object.fromEntries(new URLSearchParams(asked))).toMatchObject({
        grant_type: "authorization_code",
        code: "code-of-this-login",
        resource: server.url,
        client_id: "one",
        code_verifier: expect.stringMatching(/^[\w.~-]{43,128}$/),
      });
    } finally {
      server.close();
    }
  });

  it.each(lies)("$name", async ({ change, message, code = 6, browses }) => {
    const server = await openHostileLogin(change);
    try {
      home.remove();
      home = makeShellHome({ liar: { url: server.url } });
      for (const secret of ["code-of-this-login", "access-of-this-login"]) secrets.add(secret);
      let isBrowsed = false;
      const outcome = await loginWith(
        (page) => {
          isBrowsed = true;
          return fetch(page);
        },
        ["login", "liar"],
      );
      expect(outcome.stderr).toContain(`error: 'liar' ${message.replaceAll("{origin}", server.origin)}\n`);
      expect(outcome.code).toBe(code);
      expect(isBrowsed).toBe(browses === true);
      expect(existsSync(file())).toBe(false);
      if (browses !== true) expect(server.seen).not.toContain("POST /token");
    } finally {
      server.close();
    }
  });

  it("gets no secret of a client that the user keeps for another authorization server", async () => {
    const server = await openHostileLogin(() => ({}));
    try {
      home.remove();
      home = makeShellHome({ liar: { url: server.url } });
      const words = ["login", "liar", "--client-id", "ours", "--client-secret-env", "PATH"];
      const without = await say(...words);
      expect(without.code).toBe(2);
      expect(without.stderr).toContain("error: --client-secret-env needs --issuer\n");
      const outcome = await say(...words, "--issuer", elsewhere);
      expect(outcome.code).toBe(6);
      expect(outcome.stderr).toContain(
        `error: 'liar' names the authorization server ${server.origin}, not ${elsewhere}\n`,
      );
      expect(server.asked).toEqual([]);
    } finally {
      server.close();
    }
  });
});

describe("a login by a code", () => {
  const device = (origin: string, changes: object = {}) =>
    metadata(origin, { device_authorization_endpoint: `${origin}/device`, ...changes });

  it.each([
    [
      "an authorization server without it",
      () => ({}),
      "names the authorization server {origin}, which offers no login by a code",
    ],
    [
      "an address without TLS",
      (origin: string) => metadata(origin, { device_authorization_endpoint: "http://auth.example.org/device" }),
      "points to an address without TLS: http://auth.example.org/device",
    ],
    [
      "a page without TLS",
      (origin: string) => ({ ...device(origin), device: { verification_uri: "http://auth.example.org/" } }),
      "points to an address without TLS: http://auth.example.org",
    ],
    [
      "no code",
      (origin: string) => ({ ...device(origin), device: { user_code: undefined } }),
      "names the authorization server {origin}, which failed at the request for a code: it has no code, or no page to type it on",
    ],
  ])("is refused with %s", async (_name, change, message) => {
    const server = await openHostileLogin(change);
    try {
      home.remove();
      home = makeShellHome({ liar: { url: server.url } });
      const outcome = await say("login", "liar", "--device");
      expect(outcome.stderr).toContain(`error: 'liar' ${message.replaceAll("{origin}", server.origin)}\n`);
      expect(server.asked).toEqual([]);
    } finally {
      server.close();
    }
  });
});

describe("a server without a login", () => {
  it.each([
    ["github", "error: 'github' is a program on this machine; only servers behind a URL have logins"],
    ["keyed", "error: 'keyed' has an Authorization header in its configuration, which is used instead of a login"],
    ["nothing", "error: there is no server named 'nothing'"],
  ])("%s", async (name, message) => {
    home.remove();
    home = makeShellHome({ keyed: { url, headers: { authorization: "Bearer of-the-user" } } });
    const outcome = await say("login", name);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain(message);
  });
});

it("a token that the server repeats does not get into a recording", async () => {
  const echo = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { id, method, params } = JSON.parse(Buffer.concat(parts).toString("utf8"));
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "echo", version: "1" },
      },
      "tools/list": { tools: [{ name: "show", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }] },
      "tools/call": { content: [{ type: "text", text: `you sent ${request.headers.authorization}` }] },
    };
    const result = results[method];
    if (id === undefined) return void response.writeHead(202).end();
    const answer = result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result };
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  });
  await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void echo.close());
  const address = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/mcp`;
  expect((await login()).code).toBe(0);
  const opaque = { ...ownLogin(), accessToken: "an opaque token of the echo" };
  writeFileSync(file(), JSON.stringify({ logins: { [url]: ownLogin(), [address]: opaque } }));
  // Who calls sees the whole result, so it is not searched for secrets here.
  const words = ["call", "--url", address, "--record", "kept.jsonl", "show"];
  const called = await pegboard(words, { cwd: home.folder, env: home.env });
  expect(called, called.stderr).toMatchObject({ code: 0 });
  const recorded = readFileSync(join(home.folder, "kept.jsonl"), "utf8");
  expect(recorded).toContain("you sent Bearer ***");
  expect(recorded).not.toContain(opaque.accessToken);
});
