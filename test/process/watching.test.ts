import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { authYaml, message, type Running, send, served } from "./identity-servers.ts";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { pegboard } from "./run-pegboard.ts";

// What an operator sees of a server over HTTP, and how much of it each caller may use.

let project: NotesProject;
/** Its tools are opened by scopes. */
let scoped: NotesProject;
const running: Running[] = [];
beforeAll(async () => {
  project = await makeNotesProject({});
  writeFileSync(join(project.folder, "metrics-token"), `${metricsToken}\n`, { mode: 0o600 });
  scoped = await makeNotesProject({});
  appendFileSync(join(scoped.folder, "schema/catalog.yaml"), authYaml.replace(/ {4}notes:destroy.*\n/, ""));
  expect(await pegboard(["generate", "--catalog", scoped.folder])).toMatchObject({ code: 0 });
});
afterAll(() => {
  for (const { child } of running) child.kill("SIGKILL");
  project?.remove();
  scoped?.remove();
});

const metricsToken = "only-for-the-figures-of-the-tests";
const call = (name: string, args: object) => message("tools/call", { name, arguments: args });
const bearer = (text: string) => ["authorization", `Bearer ${text}`];

async function makeToken(name: string, { folder } = project, scopes: readonly string[] = []): Promise<string> {
  const words = scopes.length === 0 ? [] : ["--scope", ...scopes];
  const made = await pegboard(["token", "create", name, "--file", join(folder, "tokens.json"), ...words]);
  expect(made.code, made.stderr).toBe(0);
  return made.stdout.trim();
}

async function serve(
  config: { readonly http?: object; readonly audit?: object },
  { folder } = project,
): Promise<string> {
  const server = await served(folder, {
    ...config,
    http: { address: "127.0.0.1:0", tokens: "tokens.json", ...config.http },
  });
  running.push(server);
  return server.found;
}

function records(file: string, { folder } = project): readonly Record<string, unknown>[] {
  const text = readFileSync(join(folder, file), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

it("writes down who called what, and no arguments unless it is asked to", async () => {
  const ann = await makeToken("ann");
  const url = await serve({ audit: { file: "audit.jsonl" } });
  await send(url, bearer(ann), call("note_create", { title: "Milk", text: "a secret thought" }));
  await send(url, bearer(ann), call("note_create", { title: "Milk", text: "again" }));
  await send(url, bearer(ann), call("note_creat", {}));
  expect(records("audit.jsonl")).toMatchObject([
    { subject: "ann", transport: "http", tool: "note_create", outcome: "ok", ms: expect.any(Number) },
    { subject: "ann", tool: "note_create", outcome: "NOTE_EXISTS" },
    { subject: "ann", tool: "note_creat", outcome: "protocol error -32602" },
  ]);
  const text = readFileSync(join(project.folder, "audit.jsonl"), "utf8");
  expect(text).not.toContain("secret thought");
  expect(text).not.toContain(ann);
  expect(statSync(join(project.folder, "audit.jsonl")).mode & 0o777).toBe(0o600);
  const talkative = await serve({ audit: { file: "with-arguments.jsonl", arguments: "on" } });
  await send(talkative, bearer(ann), call("note_create", { title: "Milk", text: "white" }));
  expect(records("with-arguments.jsonl")).toMatchObject([{ arguments: { title: "Milk", text: "white" } }]);
});

it("writes down the calls that are refused for scopes", async () => {
  const reader = await makeToken("reader", scoped, ["notes:use", "notes:read"]);
  const nobody = await makeToken("nobody", scoped, ["notes:read"]);
  const metrics = { tokenFile: join(project.folder, "metrics-token") };
  const url = await serve({ audit: { file: "audit.jsonl", arguments: "on" }, http: { metrics } }, scoped);
  const create = call("note_create", { title: "Milk", text: "white" });
  const through = call("call_write", { tool: "note_create", arguments: { title: "Milk", text: "white" } });
  const batch = `[${message("ping")},${create},${call("note_list", {})}]`;
  for (const body of [create, through, batch]) expect((await send(url, bearer(reader), body)).status).toBe(403);
  for (const body of [call("note_list", {}), call("note_lis", {}), message("tools/list"), "no JSON"]) {
    expect((await send(url, bearer(nobody), body)).status).toBe(403);
  }
  expect((await send(url, bearer(`${reader}x`), create)).status).toBe(401);
  const lines = records("audit.jsonl", scoped);
  expect(lines.map(({ subject, tool }) => `${subject} ${tool}`)).toEqual([
    "reader note_create",
    "reader note_create",
    "reader note_create",
    "reader note_list",
    "nobody note_list",
    "nobody note_lis",
  ]);
  for (const line of lines) expect(line).toMatchObject({ transport: "http", outcome: "insufficient_scope" });
  expect(JSON.stringify(lines)).not.toContain("Milk");
  const { text } = await send(new URL("/metrics", url).href, bearer(metricsToken), undefined, "GET");
  expect(text).toContain('pegboard_calls_total{tool="unknown",outcome="insufficient_scope"} 1\n');
});

it("puts a file aside that has grown, and keeps as many as are configured", async () => {
  const bob = await makeToken("bob");
  const url = await serve({ audit: { file: "small.jsonl", maxBytes: 1_024, keep: 2 } });
  for (let count = 0; count < 40; count++) await send(url, bearer(bob), call("note_list", {}));
  const files = readdirSync(project.folder).filter((name) => name.startsWith("small.jsonl"));
  expect(files.sort()).toEqual(["small.jsonl", "small.jsonl.1", "small.jsonl.2"]);
  for (const file of files) {
    expect(statSync(join(project.folder, file)).size).toBeLessThanOrEqual(1_024);
    expect(records(file).every(({ subject }) => subject === "bob")).toBe(true);
  }
});

it("limits the requests of each identity, not those of others", async () => {
  const [carl, dora] = [await makeToken("carl"), await makeToken("dora")];
  const url = await serve({ http: { rateLimit: { calls: 3, perSeconds: 60 } } });
  const statuses = [];
  for (let count = 0; count < 4; count++) statuses.push((await send(url, bearer(carl), message("ping"))).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const refused = await send(url, bearer(carl), message("ping"));
  expect(refused.headers["retry-after"]).toBe("20");
  expect((await send(url, bearer(dora), message("ping"))).status).toBe(200);
});

it("limits those whose scopes don't suffice, too", async () => {
  const nosy = await makeToken("nosy", scoped, ["notes:read"]);
  const url = await serve({ http: { rateLimit: { calls: 3, perSeconds: 60 } } }, scoped);
  const statuses = [];
  for (let count = 0; count < 4; count++) statuses.push((await send(url, bearer(nosy), message("ping"))).status);
  expect(statuses).toEqual([403, 403, 403, 429]);
});

it("shows figures behind a token of their own", async () => {
  const eve = await makeToken("eve");
  const url = await serve({ http: { metrics: { tokenFile: "metrics-token" } } });
  await send(url, bearer(eve), call("note_create", { title: "Milk", text: "white" }));
  await send(url, bearer(eve), call("note_create", { title: "Milk", text: "white" }));
  await send(url, bearer(eve), call('no"such\ntool', {}));
  await send(url, [], message("ping"));
  const at = new URL("/metrics", url).href;
  for (const headers of [[], bearer(eve), bearer(`${metricsToken}x`), ["authorization", "Bearer"]]) {
    const answer = await send(at, headers, undefined, "GET");
    expect(answer).toMatchObject({ status: 401, text: "" });
  }
  expect((await send(url, bearer(metricsToken), message("ping"))).status).toBe(401);
  const { status, text, headers } = await send(at, bearer(metricsToken), undefined, "GET");
  expect(status).toBe(200);
  expect(headers["content-type"]).toContain("version=0.0.4");
  expect(text).toContain('pegboard_calls_total{tool="note_create",outcome="ok"} 1\n');
  expect(text).toContain('pegboard_calls_total{tool="note_create",outcome="NOTE_EXISTS"} 1\n');
  expect(text).toContain('pegboard_calls_total{tool="unknown",outcome="protocol error -32602"} 1\n');
  expect(text).toContain('pegboard_call_duration_seconds_count{tool="note_create"} 2\n');
  expect(text).toContain('pegboard_call_duration_seconds_bucket{tool="note_create",le="+Inf"} 2\n');
  expect(text).toMatch(/^pegboard_requests_refused_total\{status="401"\} 2$/m);
  expect(text).toMatch(/^pegboard_event_loop_lag_seconds\{quantile="0.99"\} \d/m);
  // Each line is a comment or a sample.
  for (const line of text.trimEnd().split("\n"))
    expect(line).toMatch(/^(# (HELP|TYPE) |[a-z_]+(\{[^}]*\})? [\d.e-]+$)/);
});

it("shows figures at an address of their own, and there nothing else", async () => {
  const server = await served(project.folder, {
    http: { address: "127.0.0.1:0", metrics: { address: "127.0.0.1:0" } },
  });
  running.push(server);
  const at = /metrics at (\S+)/.exec(server.stderr())?.[1] ?? "";
  expect((await send(at, [], undefined, "GET")).text).toContain("pegboard_event_loop_lag_seconds");
  expect((await send(at, ["origin", "https://evil.example.org"], undefined, "GET")).status).toBe(403);
  expect((await send(new URL("/mcp", at).href, [], message("ping"))).status).toBe(404);
  expect((await send(new URL("/metrics", server.found).href, [], undefined, "GET")).status).toBe(404);
});

it.each([
  { http: { address: "127.0.0.1:0", metrics: {} } },
  { http: { address: "127.0.0.1:0", metrics: { address: "0.0.0.0:0" } } },
  { http: { address: "127.0.0.1:0", rateLimit: { calls: 3 } } },
  { audit: { keep: 2 } },
  { audit: { file: "no/such/folder/audit.jsonl" } },
])("refuses what it could not do: %j", async (config) => {
  const path = join(project.folder, "pegboard.serve.json");
  writeFileSync(path, JSON.stringify(config));
  const { code, stdout, stderr } = await pegboard(["serve", "--catalog", project.folder, "--config", path]);
  expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: "" });
});
