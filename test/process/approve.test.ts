// `pegboard approve`: what a person has confirmed runs without a question from then on, and nothing else.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCallPolicy } from "../../src/bridge/policy.ts";
import { approvedTools } from "../../src/shell/call/approved-calls.ts";
import { shareKeptCode } from "./kept-code-folder.ts";
import { pegboard, pegboardHere, root } from "./run-pegboard.ts";

const filesystem = join(root, "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js");

let folder: string;
let env: Readonly<Record<string, string>>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-approve-"));
  shareKeptCode(folder);
  mkdirSync(join(folder, "files"));
  env = {
    HOME: folder,
    XDG_CONFIG_HOME: "",
    XDG_STATE_HOME: "",
    XDG_CACHE_HOME: "",
    PEGBOARD_AUDIT: "",
    TOOL_CLI_PORT: "",
  };
  mkdirSync(join(folder, ".config", "pegboard"), { recursive: true });
  const files = { command: process.execPath, args: [filesystem, join(folder, "files")] };
  writeFileSync(
    config(),
    `// mine\n{\n  "mcpServers": ${JSON.stringify({ files })}, // a comment\n  "deny": ["files/move_file"],\n}\n`,
    {
      mode: 0o600,
    },
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const config = () => join(folder, ".config", "pegboard", "servers.json");
const type = (...words: string[]) => pegboardHere(words, { cwd: folder, env });
const write = (...more: string[]) =>
  type("files", "write_file", `path=${join(folder, "files", "a.txt")}`, "content=a", ...more);

describe("pegboard approve", () => {
  it("makes a rule of a confirmed call, which then runs without a question; comments stay", async () => {
    expect((await write()).code).toBe(6);
    expect((await type("approve", "--yes")).stdout).toBe("no confirmed call is without a rule\n");
    expect((await write("--yes")).code).toBe(0);
    const before = readFileSync(config(), "utf8");
    const dry = await type("approve", "--dry-run");
    expect(dry.stdout).toMatch(/^ {2}files\/write_file {2}confirmed once, last on \d{4}-\d\d-\d\d\n$/);
    expect(readFileSync(config(), "utf8")).toBe(before);
    const asked = await pegboard(["approve"], { cwd: folder, env });
    expect(asked.code).toBe(6);
    expect(asked.stderr).toContain("there is no terminal to confirm on");
    expect(readFileSync(config(), "utf8")).toBe(before);
    const done = await type("approve", "--yes");
    expect(done.stdout).toContain("1 rule added to .config/pegboard/servers.json");
    expect(readFileSync(config(), "utf8")).toBe(
      before.replace('"mcpServers"', '"allow": ["files/write_file"],\n  "mcpServers"'),
    );
    expect(statSync(config()).mode & 0o777).toBe(0o600);
    expect((await write()).code).toBe(0);
    expect((await type("files", "create_directory", `path=${join(folder, "files", "b")}`)).code).toBe(6);
    expect((await type("approve", "--yes")).stdout).toBe("no confirmed call is without a rule\n");
  });

  it("adds to rules that are there, takes only what is named, and leaves a link one", async () => {
    const target = join(folder, "dotfiles.json");
    const text = readFileSync(config(), "utf8").replace(
      '"deny"',
      '"allow": [\n    "other/*", // theirs\n  ],\n  "deny"',
    );
    rmSync(config());
    writeFileSync(target, text);
    symlinkSync(target, config());
    await write("--yes");
    await type("files", "create_directory", `path=${join(folder, "files", "b")}`, "--yes");
    expect((await type("approve", "files/create_*", "--yes")).code).toBe(0);
    expect(readFileSync(target, "utf8")).toBe(text.replace('"other/*",', '"other/*",\n    "files/create_directory",'));
    const left = await type("approve", "files", "--dry-run", "--json");
    expect(JSON.parse(left.stdout)).toMatchObject({ tools: [{ rule: "files/write_file", count: 1 }], written: false });
  });
});

describe("the audit's yeses", () => {
  const line = (server: string, tool: string, reason: string) =>
    `${JSON.stringify({ time: "2026-11-23T10:00:00.000Z", source: "shell", server, tool, decision: "run", reason })}\n`;
  const policy = createCallPolicy({ allow: ["a/settled"], deny: ["a/denied"] });
  const rules = (audit: string) => approvedTools(audit, policy).map(({ rule, count }) => [rule, count]);

  it("a later no takes a yes back, and only what was confirmed counts", () => {
    expect(rules(line("a", "b", "approved") + line("a", "b", "declined"))).toEqual([]);
    expect(rules(line("a", "b", "declined") + line("a", "b", "approved").repeat(2))).toEqual([["a/b", 2]]);
    for (const reason of ["read_only", "allowed", "denied", "own_law", "not_as_locked", "approval_unavailable"]) {
      expect(rules(line("a", "b", reason))).toEqual([]);
    }
    expect(rules(line("a", "settled", "approved") + line("a", "denied", "approved"))).toEqual([]);
  });

  it("a name with stars or slashes is a rule for that name alone", () => {
    const audit = line("a", "*", "approved") + line("a/b", "c", "approved");
    expect(rules(audit)).toEqual([
      ["a/\\*", 1],
      ["a\\/b/c", 1],
    ]);
    const made = createCallPolicy({ allow: approvedTools(audit, policy).map(({ rule }) => rule) });
    const judged = (server: string, tool: string) => made.judge({ server, tool, annotations: undefined }).decision;
    expect([judged("a", "*"), judged("a", "delete"), judged("a/b", "c"), judged("a", "b/c")]).toEqual([
      "run",
      "ask",
      "run",
      "ask",
    ]);
  });

  it("what can't be read is passed over", () => {
    expect(rules(`{"time": 1}\nnot JSON\n[]\n\n${line("a", "b", "approved")}{"time":"x","ser`)).toEqual([["a/b", 1]]);
  });
});
