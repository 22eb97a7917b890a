import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openListServer } from "./list-server.ts";
import { openRegistry, type Published, type Registry } from "./npm-registry.ts";
import { pegboard } from "./run-pegboard.ts";

// `pegboard diff` of published npm packages, installed by the real npm from a registry on this machine.

/** A server with one tool, whose text may be this long, and a prompt where that is long. It says by what it was started. */
function server(maxLength: number): string {
  const offers = maxLength > 10 ? "tools: {}, prompts: {}" : "tools: {}";
  return `#!/usr/bin/env node
const tool = { name: "note_find", description: process.argv.slice(2).join(" ") + (process.env.TONE ?? ""), inputSchema: { type: "object", properties: { text: { type: "string", maxLength: ${maxLength} } } } };
const results = { initialize: { protocolVersion: "2025-06-18", capabilities: { ${offers} }, serverInfo: { name: "notes", version: "1" } }, "tools/list": { tools: [tool] }, "prompts/list": { prompts: [{ name: "review" }] } };
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const result = results[method];
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error: { code: -32601, message: "no" } }) }));
});
`;
}

const marker = join(tmpdir(), `pegboard-postinstall-${process.pid}`);
const scripts = { postinstall: `node -e "require('fs').writeFileSync('${marker}','ran')"` };
const notes = (version: string, maxLength: number): Published => ({
  name: "@acme/notes",
  version,
  manifest: { bin: { notes: "server.js", other: "other.js" }, scripts },
  files: { "server.js": server(maxLength), "other.js": "" },
});

let folder: string;
let registry: Registry;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-packages-"));
  registry = await openRegistry([
    notes("1.0.0", 20),
    notes("1.1.0", 10),
    { name: "plain", version: "1.0.0", manifest: {}, files: { "index.js": "" } },
  ]);
  env = {
    XDG_CACHE_HOME: join(folder, "cache"),
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, "npm"),
    TONE: " warm",
  };
});
afterAll(async () => {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
  rmSync(marker, { force: true });
});

it("installs both versions once, without their scripts, and starts them with the words behind", async () => {
  const words = ["diff", "npm:@acme/notes@1.0.0", "npm:@acme/notes@1.1.0", "--format", "line", "--env", "TONE"];
  const first = await pegboard([...words, "--", "--stdio", "a b;c"], { cwd: folder, env });
  expect(first.stderr).toMatch(/^installing @acme\/notes@1\.1\.0 into \S+, without its install scripts$/m);
  expect(first.stdout).toMatch(/^npm:@acme\/notes@1\.1\.0#\/tools\/0\S* ERR param-narrowed/m);
  expect(first.stdout).toMatch(/^npm:@acme\/notes@1\.0\.0#\/prompts\/0 ERR prompt-removed/m);
  expect(first.code).toBe(1);
  expect(existsSync(marker)).toBe(false);
  const again = await pegboard(words, { cwd: folder, env });
  expect(again).toEqual({ ...first, stderr: "" });
  expect(registry.downloads()).toBe(2);
  const listed = join(folder, "cache", "pegboard", "packages");
  expect(readdirSync(listed).sort()).toEqual(["@acme+notes@1.0.0", "@acme+notes@1.1.0"]);
});

it("gives the server its arguments and the named variables", async () => {
  const { stdout } = await pegboard(
    ["diff", "npm:@acme/notes@1.0.0", "-", "--format", "json", "--env", "TONE", "--", "--stdio", "a b;c"],
    { cwd: folder, env, stdin: '{"tools": []}' },
  );
  expect(stdout).toContain("tool-removed");
  const same = { name: "note_find", description: "--stdio a b;c warm", inputSchema: { type: "object" } };
  const { stdout: texts } = await pegboard(
    ["diff", "npm:@acme/notes@1.0.0", "-", "--format", "line", "--env", "TONE", "--", "--stdio", "a b;c"],
    { cwd: folder, env, stdin: JSON.stringify({ tools: [same] }) },
  );
  expect(texts).not.toContain("description");
});

it("compares a package with a live server, each named in place", async () => {
  const tool = {
    name: "note_find",
    inputSchema: { type: "object", properties: { text: { type: "string", maxLength: 5 } } },
  };
  const live = await openListServer([tool], "Bearer s3cret");
  const header = ["--header-env", "Authorization=MY_TOKEN"];
  const { code, stdout, stderr } = await pegboard(
    ["diff", "npm:@acme/notes@1.1.0", "--head", live.url, ...header, "--format", "line"],
    { cwd: folder, env: { ...env, MY_TOKEN: "Bearer s3cret" } },
  );
  await live.close();
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toMatch(/^server Paged MCP Server#\/tools\/0\S* ERR param-narrowed/m);
});

it("says why there is nothing to start", async () => {
  const plain = await pegboard(["diff", "npm:plain@1.0.0", "-"], { cwd: folder, env });
  expect(plain.code).toBe(2);
  const absent = await pegboard(["diff", "npm:absent@1.0.0", "-"], { cwd: folder, env, stdin: "[]" });
  expect(absent.code).toBe(5);
  expect(absent.stderr).toContain("npm could not install 'absent@1.0.0': 404 Not Found");
  expect(readdirSync(join(folder, "cache", "pegboard", "packages")).filter((name) => name.startsWith("."))).toEqual([]);
});
