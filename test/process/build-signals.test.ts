import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { pegboard } from "./run-pegboard.ts";

let project: NotesProject;

beforeAll(async () => {
  project = await makeNotesProject({});
  const host = join(project.folder, "src", "host.ts");
  const wait = 'console.error("loading");\nawait new Promise((resolve) => setTimeout(resolve, 600_000));\n';
  writeFileSync(host, `${readFileSync(host, "utf8")}${wait}`);
  const built = await pegboard(["build", "--no-check"], { cwd: project.folder });
  expect(built).toMatchObject({ code: 0, stderr: "" });
});
afterAll(() => project.remove());

it.each([
  ["after the list", [], 0],
  ["before it serves HTTP", ["--http", "127.0.0.1:0"], null],
])("a built server ends at a signal while its host takes long to load, %s", async (_title, words, code) => {
  const child = spawn(process.execPath, [join(project.folder, "dist", "server.js"), ...words]);
  const clientInfo = { name: "t", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  for (const request of [
    { id: 1, method: "initialize", params },
    { id: 2, method: "tools/list" },
  ]) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`);
  }
  expect(String(await once(child.stderr, "data"))).toBe("loading\n");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual(code === null ? [null, "SIGTERM"] : [code, null]);
});
