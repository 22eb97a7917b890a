import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authYaml, message, noteListOfCaller, type Running, send, served } from "./identity-servers.ts";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { pegboard } from "./run-pegboard.ts";

// `pegboard token`, and a server that takes what it made.

let folder = "";
let file = "";
let project: NotesProject;
const running: Running[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-tokens-"));
  file = join(folder, "tokens.json");
  project = await makeNotesProject({ "src/handlers/note/note_list.ts": noteListOfCaller });
  appendFileSync(join(project.folder, "schema/catalog.yaml"), authYaml.replace(/ {4}notes:destroy.*\n/, ""));
  expect(await pegboard(["generate", "--catalog", project.folder])).toMatchObject({ code: 0 });
});
afterAll(() => {
  for (const { child } of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
  project?.remove();
});

const token = (...words: readonly string[]) => pegboard(["token", ...words, "--file", file]);
const bearer = (text: string) => ["authorization", `Bearer ${text.trim()}`];
const list = message("tools/list");

describe("pegboard token", () => {
  it("prints a token once, and keeps no more than its hash, for the owner alone", async () => {
    const made = await token("create", "ci", "--scope", "notes:use", "notes:read", "--days", "30");
    expect(made.code, made.stderr).toBe(0);
    expect(made.stdout).toMatch(/^pegboard_[\w-]{43}\n$/);
    expect(made.stderr).not.toContain(made.stdout.trim());
    const text = readFileSync(file, "utf8");
    expect(text).not.toContain(made.stdout.trim().slice(9));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const listed = await token("list");
    expect(listed.stdout).toMatch(/ci .*notes:use notes:read/);
    expect(listed.stdout).not.toMatch(/[0-9a-f]{64}/);
  });

  it.skipIf(process.platform === "win32")("follows a link: what is revoked by it is gone from the file", async () => {
    const own = mkdtempSync(join(folder, "linked-"));
    const [real, link, dangling] = [join(own, "real.json"), join(own, "link.json"), join(own, "dangling.json")];
    expect(await pegboard(["token", "create", "ci", "--file", real])).toMatchObject({ code: 0 });
    symlinkSync("real.json", link);
    symlinkSync("nowhere.json", dangling);
    expect(await pegboard(["token", "create", "cd", "--file", link])).toMatchObject({ code: 0 });
    expect(await pegboard(["token", "revoke", "ci", "--file", link])).toMatchObject({ code: 0 });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(real, "utf8")).tokens).toEqual([expect.objectContaining({ name: "cd" })]);
    expect(await pegboard(["token", "create", "x", "--file", dangling])).toMatchObject({ code: 2 });
    expect(lstatSync(dangling).isSymbolicLink()).toBe(true);
  });

  it("refuses what would be mistaken", async () => {
    const before = readFileSync(file, "utf8");
    // The way out names the same file: another one may hold another token of that name.
    expect(await token("create", "ci")).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining(`pegboard token revoke ci --file ${file}\n`) },
    });
    expect(await token("create", "a b")).toMatchObject({ code: 2 });
    expect(await token("create")).toMatchObject({ code: 2 });
    expect(await token("create", "x", "--scope", 'a"b')).toMatchObject({ code: 2 });
    expect(await token("create", "x", "--days", "0")).toMatchObject({ code: 2 });
    expect((await token("revoke", "cj")).stderr).toContain("did you mean 'ci'?");
    writeFileSync(`${file}.lock`, "");
    expect((await token("create", "x")).stderr).toContain("another command");
    rmSync(`${file}.lock`);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("does not read a file that others may read, and neither does a server", async () => {
    const open = join(folder, "open.json");
    writeFileSync(open, '{"tokens":[]}');
    chmodSync(open, 0o644);
    expect((await pegboard(["token", "list", "--file", open])).stderr).toContain("others may read");
    const server = await pegboard(["serve", "--catalog", project.folder, "--http", "0", "--tokens", open]);
    expect(server).toMatchObject({ code: 2, stdout: "" });
    expect(server.stderr).toContain("chmod 600");
  });
});

describe("a server with named tokens", () => {
  it("lets each in with its scopes, tells handlers the name, and follows the file", async () => {
    const single = "the-one-token-that-may-do-everything";
    const server = await served(
      project.folder,
      { http: { address: "127.0.0.1:0", tokens: file } },
      { PEGBOARD_TOKEN: single },
    );
    running.push(server);
    const url = server.found;
    const { stdout: made } = await token("create", "reader", "--scope", "notes:use,notes:read");
    await later();
    const requestInit = { headers: { authorization: `Bearer ${made.trim()}` } };
    const client = new Client({ name: "reader", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const answer = await client.callTool({ name: "note_list", arguments: {} });
    const { items } = answer.structuredContent as { items: readonly { readonly text: string }[] };
    expect(JSON.parse(items[0]?.text ?? "")).toEqual({ subject: "reader", scopes: ["notes:use", "notes:read"] });
    await client.close();
    const create = message("tools/call", { name: "note_create", arguments: { title: "T", text: "x" } });
    const withheld = await send(url, bearer(made), create);
    expect(withheld.status).toBe(403);
    expect(withheld.headers["www-authenticate"]).toContain(
      'Bearer realm="mcp", scope="notes:use notes:read notes:write"',
    );
    // The token without a name is not limited.
    expect((await send(url, bearer(single), list)).text).toContain("note_create");
    expect((await send(url, bearer(`${made.trim()}x`), list)).status).toBe(401);
    expect((await send(url, [], list)).status).toBe(401);
    expect((await token("revoke", "reader")).code).toBe(0);
    await later();
    expect((await send(url, bearer(made), list)).status).toBe(401);
    // A file that others may read counts no more.
    const { stdout: another } = await token("create", "writer", "--scope", "notes:use");
    await later();
    expect((await send(url, bearer(another), list)).status).toBe(200);
    chmodSync(file, 0o640);
    await later();
    expect((await send(url, bearer(another), list)).status).toBe(401);
    expect(server.stderr()).toContain("no named token counts");
  });
});

/** A server looks at the file once a second. */
function later(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_100));
}
