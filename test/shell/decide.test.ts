import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { createPolicy } from "../../src/runtime/policy.ts";
import { openAudit } from "../../src/shell/call/audit-log.ts";
import {
  confirmHint,
  type DecisionOptions,
  decide,
  readPolicy,
  reportUnmetRules,
} from "../../src/shell/call/decide.ts";
import { ownDenyRules, withDenied } from "../../src/shell/sources/open-source.ts";
import type { CliError } from "../../src/terminal/cli-error.ts";
import { recordTerminal } from "../cli/record-terminal.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "pegboard-decide-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const audit = () => join(home, "audit.jsonl");
const records = () =>
  readFileSync(audit(), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { decision: string; reason: string });

const reads = { readOnlyHint: true };
const writes = { readOnlyHint: false };

/** @param answer what somebody types at a terminal; undefined: there is none */
async function decided(
  call: {
    readonly tool?: string;
    readonly annotations?: { readonly [hint: string]: boolean } | null;
    readonly isBridge?: true;
    readonly given?: JsonObject;
  },
  options: DecisionOptions = {},
  answer?: string,
) {
  const { terminal, stderr } = recordTerminal(home);
  const typed = Object.assign(new PassThrough(), { isTTY: true });
  if (answer !== undefined) typed.end(answer);
  const onTerminal =
    answer === undefined ? {} : { stdin: typed, stderr: Object.assign(terminal.stderr, { isTTY: true }) };
  const { tool = "echo", annotations, isBridge = false } = call;
  // A server may send what its type does not allow.
  const hinted = annotations === undefined ? {} : { annotations: annotations as JsonObject };
  const planned = {
    server: "b",
    tool: { name: tool, inputSchema: {}, ...hinted },
    given: call.given ?? {},
    isBridge,
    hint: "use --yes",
  };
  const reported = { ...terminal, ...onTerminal, env: { PEGBOARD_AUDIT: audit() } };
  const outcome = await decide(reported, readPolicy(options), planned, new AbortController().signal).then(
    () => "runs",
    (error: unknown) => (error as { exitCode?: number }).exitCode,
  );
  return { outcome, stderr: stderr() };
}

describe("who decides if a tool runs", () => {
  it.each<[what: string, ...Parameters<typeof decided>, outcome: unknown, reason: string]>([
    ["reads", { annotations: reads }, {}, undefined, "runs", "read_only"],
    ["says nothing", {}, {}, undefined, 6, "approval_unavailable"],
    ["writes", { annotations: writes }, {}, undefined, 6, "approval_unavailable"],
    ["says null", { annotations: null }, {}, undefined, 6, "approval_unavailable"],
    ["says null, and a person says yes", { annotations: null }, {}, "y\n", "runs", "approved"],
    [
      "contradicts itself",
      { annotations: { ...reads, destructiveHint: true } },
      {},
      undefined,
      6,
      "approval_unavailable",
    ],
    ["writes, --yes", { annotations: writes }, { yes: true }, undefined, "runs", "approved"],
    ["writes, a rule", { annotations: writes }, { allow: ["b/e*"] }, undefined, "runs", "allowed"],
    ["writes, a rule of another", { annotations: writes }, { allow: ["a/*"] }, undefined, 6, "approval_unavailable"],
    ["denied", { annotations: reads }, { deny: ["b/echo"], allow: ["b/echo"], yes: true }, undefined, 6, "denied"],
    ["a person says yes", { annotations: writes }, {}, "y\n", "runs", "approved"],
    ["a person says no", { annotations: writes }, {}, "\n", 6, "declined"],
    ["a person goes away", { annotations: writes }, {}, "", 6, "declined"],
    // The tool `b/echo` of a server is not the tool `echo` of the server `b`, whatever the two make when joined.
    [
      "a forged name",
      { tool: "b/echo", annotations: writes },
      { allow: ["b/echo"] },
      undefined,
      6,
      "approval_unavailable",
    ],
  ])("%s", async (_, call, options, answer, outcome, reason) => {
    expect((await decided(call, options, answer)).outcome).toBe(outcome);
    expect(records().map((record) => record.reason)).toEqual([reason]);
  });

  it("behind a bridge the bridge does, but for what is denied here", async () => {
    expect((await decided({ annotations: writes, isBridge: true })).outcome).toBe("runs");
    expect((await decided({ annotations: writes, isBridge: true }, { deny: ["echo"] })).outcome).toBe(6);
    expect(records().map(({ reason }) => reason)).toEqual(["denied"]);
  });

  it("the question shows whose tool it is, and does nothing to the terminal", async () => {
    const { stderr } = await decided({ tool: "x\u001b[2J", annotations: writes }, {}, "n\n");
    expect(stderr).toBe("Run 'x\\u{1b}[2J' of 'b'? It is not read-only. [y/N] ");
  });

  it("the question shows the arguments, long ones by their ends", async () => {
    const given = { path: "a\u202eb", text: `${"x".repeat(400)}end`, deep: { n: 1 } };
    const { stderr } = await decided({ annotations: writes, given }, {}, "n\n");
    expect(stderr).toBe(
      `  path: "a\\u{202e}b"\n  text: "${"x".repeat(239)} … ${"x".repeat(36)}end" (405 signs)\n  deep: {"n":1}\nRun 'echo' of 'b'? It is not read-only. [y/N] `,
    );
  });

  it("a user who goes away leaves a line behind that is ended", async () => {
    const { stderr } = await decided({ annotations: writes }, {}, "");
    expect(stderr).toBe("Run 'echo' of 'b'? It is not read-only. [y/N] \n");
  });

  it("after an interrupt no question is asked", async () => {
    const { terminal, stderr } = recordTerminal(home);
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const asked = { ...terminal, stdin, stderr: Object.assign(terminal.stderr, { isTTY: true }) };
    const planned = {
      server: "b",
      tool: { name: "echo", inputSchema: {} },
      given: {},
      isBridge: false,
      hint: "use --yes",
    };
    const deciding = decide(asked, readPolicy({}), planned, AbortSignal.abort(new Error("interrupted")));
    await expect(deciding).rejects.toThrow("interrupted");
    expect(stderr()).toBe("");
  });

  it("a file that was named allows nothing, and no hint says so", async () => {
    const { terminal } = recordTerminal(home);
    const hintOf = async (insteadOfFile: string | undefined) => {
      const planned = {
        server: "b",
        tool: { name: "echo", inputSchema: {} },
        given: {},
        isBridge: false,
        hint: confirmHint(insteadOfFile),
      };
      const env = { PEGBOARD_AUDIT: "off" };
      const signal = new AbortController().signal;
      return decide({ ...terminal, env }, readPolicy({}), planned, signal).catch((error: CliError) => error.hint);
    };
    expect(await hintOf("--config")).not.toContain("servers.json");
    expect(await hintOf(undefined)).toContain("servers.json");
  });

  it("a rule for a server that is not there is reported", () => {
    const { terminal, stderr } = recordTerminal(home);
    const names = ["github", "notes", "a*"];
    reportUnmetRules(terminal, {
      given: { deny: ["Github/x", "git*/x", "x", "far-away/*", "notes/x", "a\\*/x"], allow: ["away/*", "notes/x"] },
      found: { deny: ["note/x", "another-catalog/x"], allow: ["githib/x", "another-catalog/y"] },
      names,
    });
    expect(stderr().trimEnd().split("\n")).toEqual([
      "warning: the allow rule 'away/*' is for a server 'away', which does not exist",
      "warning: the allow rule 'githib/x' is for a server 'githib', which does not exist; did you mean 'github'?",
      "warning: the deny rule 'Github/x' is for a server 'Github', which does not exist; did you mean 'github'?",
      "warning: the deny rule 'far-away/*' is for a server 'far-away', which does not exist",
      "warning: the deny rule 'note/x' is for a server 'note', which does not exist; did you mean 'notes'?",
    ]);
  });

  it("a rule that can't be meant is refused", () => {
    expect(() => readPolicy({ allow: ["echo"] })).toThrow("does not name a server");
  });
});

describe("the audit log", () => {
  const record = { time: "t", source: "shell", server: "b", tool: "echo", decision: "run", reason: "own_law" } as const;
  const open = async (env: { readonly [name: string]: string }) => {
    const { terminal, stderr } = recordTerminal(home);
    const log = await openAudit({ ...terminal, env });
    log.record(record);
    log.close();
    return stderr();
  };

  it("lies in the user's state folder, for its owner only, and grows", async () => {
    await open({ HOME: home });
    await open({ HOME: home });
    const path = join(home, ".local", "state", "pegboard", "audit.jsonl");
    expect(readFileSync(path, "utf8")).toBe(`${JSON.stringify(record)}\n`.repeat(2));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("is off where the user says so", async () => {
    expect(await open({ HOME: home, PEGBOARD_AUDIT: "off" })).toBe("");
    expect(() => statSync(join(home, ".local"))).toThrow("ENOENT");
  });

  it("follows no link in the default place, and goes on", async () => {
    await mkdir(join(home, ".local", "state", "pegboard"), { recursive: true });
    writeFileSync(join(home, "other"), "");
    symlinkSync(join(home, "other"), join(home, ".local", "state", "pegboard", "audit.jsonl"));
    expect(await open({ HOME: home })).toMatch(/^warning: the audit log '.*audit.jsonl' can't be written: ELOOP/);
    expect(readFileSync(join(home, "other"), "utf8")).toBe("");
  });

  it("that was named and can't be written is refused", async () => {
    await expect(open({ PEGBOARD_AUDIT: "nowhere/audit" })).rejects.toThrow("'nowhere/audit' can't be written: ENOENT");
  });
});

describe("deny rules of the user's own file hold for the catalog in this process", () => {
  it("under every name of a tool", async () => {
    await mkdir(join(home, ".config", "pegboard"), { recursive: true });
    writeFileSync(join(home, ".config", "pegboard", "servers.json"), '{"mcpServers":{},"deny":["own/note_*"]}');
    const deny = await ownDenyRules({ cwd: home, env: { HOME: home } });
    const policy = withDenied(createPolicy({}), readPolicy({ deny }), "own");
    expect(deny).toEqual(["own/note_*"]);
    expect([policy.permits("note_get"), policy.permits("tag_list", "note_tags"), policy.permits("tag_list")]).toEqual([
      false,
      false,
      true,
    ]);
    expect(withDenied(createPolicy({}), readPolicy({ deny }), "other").permits("note_get")).toBe(true);
  });

  it("a missing file holds no rules, nor does an empty one; a broken one is refused", async () => {
    const rules = () => ownDenyRules({ cwd: home, env: { HOME: home } });
    expect(await rules()).toEqual([]);
    await mkdir(join(home, ".config", "pegboard"), { recursive: true });
    const path = join(home, ".config", "pegboard", "servers.json");
    writeFileSync(path, "{}");
    expect(await rules()).toEqual([]);
    writeFileSync(path, '{"deny": ["own/x"');
    await expect(rules()).rejects.toThrow(/servers\.json:1:\d+: the file /);
  });
});
