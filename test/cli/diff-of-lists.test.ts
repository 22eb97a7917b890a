import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import { sarifProblems } from "../diagnostics/sarif-problems.ts";
import { type Repository, temporaryProject } from "../process/git-repository.ts";
import { type Finished, runProgram } from "./run-program.ts";

// `diff` for people who have no catalog, only lists: what they decided, the forms of their systems, calls, migrations.

let made: Repository;
beforeEach(() => {
  made = temporaryProject();
  made.put("old.json", JSON.stringify(list(80)));
  made.put("new.json", JSON.stringify(list(40)));
});
afterEach(() => made.dispose());

function list(maxLength: number, name = "find", param = "text"): JsonObject {
  const properties = { [param]: { type: "string", maxLength } };
  return { tools: [{ name, description: "Finds notes by their text.", inputSchema: { type: "object", properties } }] };
}

function diff(...words: readonly string[]): Promise<Finished> {
  return runProgram(["diff", "old.json", "new.json", ...words], { cwd: made.path });
}

const until = "2027-06-01";

async function fingerprint(): Promise<string> {
  const { stdout } = await diff("--format", "line");
  return /\[([0-9a-f]{12})\]/.exec(stdout)?.[1] ?? "";
}

describe("pegboard.diff.yaml", () => {
  it("holds what was accepted, and keeps what else stands in it", async () => {
    made.put("pegboard.diff.yaml", "# ours\nformats: assert\naccepted: # by hand\nignore: [other]\n");
    const found = await fingerprint();
    const { stdout } = await diff("--accept", found, "--reason", "nobody sends more", "--until", until);
    expect(stdout).toBe(`accepted param-narrowed for find.text until ${until}, in pegboard.diff.yaml\n`);
    expect(readFileSync(join(made.path, "pegboard.diff.yaml"), "utf8")).toBe(
      [
        "# ours",
        "formats: assert",
        "accepted: # by hand",
        `  - fingerprint: "${found}"`,
        '    rule: "param-narrowed/max-length"',
        '    subject: "find.text"',
        '    reason: "nobody sends more"',
        `    until: "${until}"`,
        "ignore: [other]",
        "",
      ].join("\n"),
    );
    const after = await diff();
    expect([after.code, after.stdout.includes("nobody sends more")]).toEqual([0, true]);
  });

  it("is made where there is none, with several at once, or not at all", async () => {
    const tools = [list(80).tools, list(80, "get").tools].flat() as Json[];
    const less = [list(40).tools, list(40, "get").tools].flat() as Json[];
    made.put("old.json", JSON.stringify({ tools }));
    made.put("new.json", JSON.stringify({ tools: less }));
    const { stdout } = await diff("--format", "line");
    const all = [...stdout.matchAll(/ERR .*\[([0-9a-f]{12})\]/g)].map(([, one]) => one ?? "");
    expect(all).toHaveLength(2);
    const wrong = await diff("--accept", `${all[0]},000000000000`, "--reason", "no", "--until", until);
    expect(wrong.stderr).toContain("no change has the fingerprint '000000000000'");
    expect((await diff("--fail-on", "err")).code).toBe(1);
    await diff("--accept", all[0] ?? "", "--accept", all[1] ?? "", "--reason", "no", "--until", until);
    expect((await diff("--fail-on", "err")).code).toBe(0);
    const again = await diff("--accept", all[0] ?? "", "--reason", "no", "--until", until);
    expect(again.stderr).toContain(`'${all[0]}' is accepted already`);
  });

  it("gives levels, ignores tools, and names clients", async () => {
    made.put("pegboard.diff.yaml", `levels: [{rule: param-narrowed, level: warn, reason: not yet, until: ${until}}]\n`);
    expect((await diff()).code).toBe(0);
    made.put("pegboard.diff.yaml", "ignore: ['fi*']\n");
    expect(await diff()).toEqual({ code: 0, stdout: "no changes\n", stderr: "" });
    expect((await diff("--required-bump")).stdout).toBe("none\n");
    made.put("pegboard.diff.yaml", "targets: [gemini]\n");
    const number = { type: "object", properties: { text: { enum: [1, 2] } } };
    made.put("new.json", JSON.stringify({ tools: [{ name: "find", inputSchema: number }] }));
    expect((await diff("--format", "line")).stdout).toContain("Gemini accepts only texts");
  });

  it("is refused where it can't be meant so", async () => {
    const problem = async (text: string) => {
      made.put("pegboard.diff.yaml", text);
      return (await diff()).stderr;
    };
    expect(await problem("acepted: []\n")).toContain(
      "it has a key 'acepted' without meaning; did you mean 'accepted'?",
    );
    expect(await problem("formats: maybe\n")).toContain("formats is one of assert, annotate, zod");
    expect(await problem("ignore: find\n")).toContain("'ignore' is not a list of texts");
    expect(await problem("- a\n")).toContain("it is not a map");
    expect(await problem("a: [\n")).toContain("'pegboard.diff.yaml' can't be used");
    expect(await problem("accepted: [{fingerprint: abc}]\n")).toContain("not 12 hexadecimal digits");
    expect((await diff("--config", "none.yaml")).stderr).toContain("'none.yaml' can't be read");
  });
});

describe("forms", () => {
  it("SARIF has a place in the repository for every result", async () => {
    made.put("new.json", JSON.stringify({ tools: [] }));
    for (const words of [[], ["--head", join(made.path, "new.json")]]) {
      const { stdout } = await runProgram(
        ["diff", "old.json", ...(words.length === 0 ? ["new.json"] : words), "--format", "sarif"],
        {
          cwd: made.path,
        },
      );
      const log = JSON.parse(stdout);
      expect(sarifProblems(log)).toEqual([]);
      const places = log.runs[0].results.map(
        ({ locations }: { locations: readonly JsonObject[] }) => locations[0]?.physicalLocation,
      );
      expect(places.length).toBeGreaterThan(0);
      for (const place of places) {
        expect(place.artifactLocation.uri).toMatch(/^(?:new|old)\.json$/);
        expect(place.region.startLine).toBe(1);
      }
    }
  });

  it("SARIF names no file outside of the repository", async () => {
    const { stdout } = await runProgram(["diff", "old.json", join(made.path, "new.json"), "--format", "sarif"], {
      cwd: made.path,
    });
    const [{ locations }] = JSON.parse(stdout).runs[0].results;
    expect(locations[0].physicalLocation.artifactLocation.uri).toBe("old.json");
  });

  it("JUnit fails for a break", async () => {
    const { stdout } = await diff("--format", "junit");
    expect(stdout).toContain('<testsuites name="pegboard diff" tests="1" failures="1" skipped="0" errors="0">');
    expect(stdout).toContain('<failure type="ERR" message="find.text: max length is 40 instead of 80">');
    made.put("new.json", JSON.stringify(list(80)));
    expect((await diff("--format", "junit")).stdout).toContain('failures="0"');
  });

  it("JUnit is XML whatever a list holds", async () => {
    made.put("old.json", JSON.stringify(list(80, '</a>"&\u0001\ud800')));
    const { stdout } = await diff("--format", "junit");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(stdout).not.toMatch(/[\u0000-\u0008\ud800-\udfff]|&(?!amp;|lt;|gt;|quot;)|<\/a/);
  });

  it("GitLab gets issues with severity and line", async () => {
    const issues = JSON.parse((await diff("--format", "gitlab")).stdout);
    expect(issues).toEqual([
      {
        description: "find.text: max length is 40 instead of 80",
        check_name: "param-narrowed",
        fingerprint: await fingerprint(),
        severity: "blocker",
        location: { path: "new.json", lines: { begin: 1 } },
      },
    ]);
  });

  it("--required-bump prints the bump of what is asked for, and does not fail", async () => {
    expect(await diff("--required-bump")).toEqual({ code: 0, stdout: "major\n", stderr: "" });
    expect(await diff("--required-bump", "--categories", "PROMPT")).toEqual({ code: 0, stdout: "none\n", stderr: "" });
  });
});

describe("--calls", () => {
  const calls = (...entries: readonly Json[]) =>
    made.put("calls.jsonl", entries.map((one) => JSON.stringify(one)).join("\n"));

  it("says which recorded calls break, and which do not", async () => {
    calls(
      { tool: "find", arguments: { text: "short" } },
      { method: "tools/call", params: { name: "find", arguments: { text: "a".repeat(50) } } },
      {
        request: JSON.stringify({
          method: "tools/call",
          params: { name: "find", arguments: { text: "b".repeat(90) } },
        }),
      },
      {
        time: "2026-11-01T00:00:00Z",
        source: "bridge",
        server: "notes",
        tool: "find",
        decision: "run",
        reason: "allowed",
      },
      { request: JSON.stringify({ method: "tools/list" }) },
    );
    const { code, stdout, stderr } = await diff("--calls", "calls.jsonl");
    expect(stderr).toBe("calls.jsonl: 1 entry is not a call\n");
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      "4 recorded calls: 1 break, 1 failed before as well, 2 work",
      `  1 of find break, for example {"text":"${"a".repeat(50)}"}`,
      `  1 of find failed before as well, for example {"text":"${"b".repeat(90)}"}`,
    ]);
    expect(code).toBe(1);
    expect((await diff("--calls", "calls.jsonl", "--fail-on", "never")).code).toBe(0);
  });

  it("does not fail where none breaks", async () => {
    calls({ tool: "find", arguments: { text: "short" } });
    expect(await diff("--calls", "calls.jsonl")).toEqual({ code: 0, stdout: "1 recorded call: 1 work\n", stderr: "" });
  });

  it("is refused for a file without calls", async () => {
    made.put("calls.jsonl", "{}");
    expect((await diff("--calls", "calls.jsonl")).stderr).toContain("'calls.jsonl' has no call in it");
  });

  it("tries old calls of a renamed tool under the new names", async () => {
    made.put("new.json", JSON.stringify(list(80, "get_find", "query")));
    calls({ tool: "find", arguments: { text: "short" } });
    expect((await diff("--calls", "calls.jsonl")).stdout).toBe(
      '1 recorded call: 1 break, unless they are rewritten\n  1 of find break, unless they are rewritten, for example {"text":"short"} → get_find {"query":"short"}\n',
    );
  });
});

describe("--migration", () => {
  it("says how old calls are rewritten, tried on samples", async () => {
    made.put("new.json", JSON.stringify(list(80, "get_find", "query")));
    const map: Json = JSON.parse((await diff("--migration")).stdout);
    expect(map).toMatchObject({
      format: "pegboard-migration/1",
      tools: [{ from: "find", to: "get_find", params: { text: { to: "query" } }, set: {}, dropped: [], missing: [] }],
    });
    const [tool] = isJsonObject(map) && Array.isArray(map.tools) ? (map.tools as readonly JsonObject[]) : [];
    const tried = isJsonObject(tool?.tried) ? tool.tried : {};
    expect([Number(tried.calls) > 3, tried.calls === tried.accepted]).toEqual([true, true]);
    expect((await diff("--migration", "map.json")).stdout).toBe("wrote 1 tool to map.json\n");
    expect(JSON.parse(readFileSync(join(made.path, "map.json"), "utf8"))).toEqual(map);
  });
});
