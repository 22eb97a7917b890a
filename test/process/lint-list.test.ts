import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { pegboard, pegboardHere, root } from "./run-pegboard.ts";

const folder = mkdtempSync(join(tmpdir(), "pegboard-lint-"));
const github = join(root, "test/fixtures/lists/github.json");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("pegboard lint --list", () => {
  it("judges the saved list of another server, and names the tool and the place", async () => {
    const { code, stdout } = await pegboard(["lint", "--list", github, "--target", "claude"]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      `${github}#/tools/15/inputSchema/properties/perPage warning param-name-consistency: 'list_commits': 'perPage' is called 'per_page' in other tools\n`,
    );
    expect(stdout).toMatch(/\n\d+ notes? hidden; --level info shows them\n$/);
  });

  it("prints only errors when asked, as JSON too", async () => {
    const { code, stdout } = await pegboardHere(["lint", "--list", github, "--level", "error", "--json"]);
    expect(code).toBe(1);
    const found = JSON.parse(stdout) as { severity: string }[];
    expect([...new Set(found.map(({ severity }) => severity))]).toEqual(["error"]);
  });

  it("is content with a list of nothing", async () => {
    const path = join(folder, "empty.json");
    writeFileSync(path, '{"tools": []}');
    expect(await pegboardHere(["lint", "--list", path])).toEqual({ code: 0, stdout: "no findings\n", stderr: "" });
  });

  it.each([
    ["no JSON", "{", /^error: '.*no-list\.json' is not JSON: /],
    ["no list", '{"tools": 1}', /^error: '.*no-list\.json' is not a list of tools\n/],
  ])("refuses what is %s", async (_, text, expected) => {
    const path = join(folder, "no-list.json");
    writeFileSync(path, text);
    const { code, stderr } = await pegboardHere(["lint", "--list", path]);
    expect(code).toBe(2);
    expect(stderr).toMatch(expected);
  });

  it.each([
    [["--list", github, "--target", "clod"], "'clod' is not a known client"],
    [["--list", github, "--fix"], "--list checks a saved list; --fix is for a project"],
    [["--server", "notes"], "--target and --server require --list"],
    [["--list", "nowhere.json"], "'nowhere.json' can't be read"],
  ])("refuses %j", async (words, expected) => {
    const { code, stderr } = await pegboardHere(["lint", ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
  });
});

describe("notes", () => {
  it("are counted, and printed for those who ask", async () => {
    const quiet = await pegboardHere(["lint"]);
    const tools = readdirSync(join(root, "schema/tools"), { recursive: true, encoding: "utf8" });
    const count = tools.filter((path) => path.endsWith(".yaml")).length;
    const [found, hidden] = quiet.stdout.split("\n");
    expect(found).toBe(`${count} tools, no findings`);
    expect(hidden).toMatch(/^\d+ notes hidden; --level info shows them$/);
    expect(quiet.code).toBe(0);
    const loud = await pegboardHere(["lint", "--level", "info"]);
    expect(loud.stdout).toContain(" info schema-strict-ready: ");
    expect(loud.stdout).not.toContain("hidden");
    expect(loud.code).toBe(0);
  });

  it("are never printed by generate", async () => {
    const { stdout, stderr } = await pegboardHere(["generate", "--check"]);
    expect(`${stdout}${stderr}`).not.toContain(" info ");
  });
});
