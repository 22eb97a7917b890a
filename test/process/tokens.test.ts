import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pegboard, pegboardHere, root } from "./run-pegboard.ts";

let workshop = "";
beforeAll(() => {
  workshop = mkdtempSync(join(tmpdir(), "pegboard-tokens-"));
});
afterAll(() => rmSync(workshop, { recursive: true, force: true }));

/** A project with one tool; the profile `core` gets this budget. */
function notebook(name: string, budget: string): string {
  const folder = join(workshop, name);
  cpSync(join(root, "test/golden/lint/base"), folder, { recursive: true });
  const path = join(folder, "schema/catalog.yaml");
  const text = readFileSync(path, "utf8").replace(
    "core: { tiers: [essential] }",
    `core: { tiers: [essential]${budget} }`,
  );
  writeFileSync(path, text);
  return folder;
}

describe("pegboard tokens", () => {
  it("prints every profile with its budget and what is left, the dearest first", async () => {
    const { code, stdout, stderr } = await pegboard(["tokens"], { cwd: notebook("within", ", token_budget: 1200") });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout.split("\n");
    expect(lines[0]).toBe("  profile  tools  tokens  budget  left");
    expect(lines[1]).toMatch(/^ {2}core {9}3 {5}\d{3} {3}1,200 {3}9\d\d$/);
    expect(lines[2]).toMatch(/^ {2}full {9}3 {5}\d{3}$/);
    expect(lines.slice(3)).toEqual(["", "cl100k_base", ""]);
  });

  it("counts the bytes that are listed", async () => {
    const folder = notebook("listed", ", token_budget: 900");
    expect((await pegboardHere(["generate"], { cwd: folder })).code).toBe(0);
    const { tools } = JSON.parse(readFileSync(join(folder, "generated/.cache/wire/core.json"), "utf8"));
    const { loadTokenCounter } = await import("../../src/cli/token-counter.ts");
    const countTokens = await loadTokenCounter(["o200k_base"]);
    const { stdout } = await pegboardHere(["tokens", "--profile", "core", "--encoding", "o200k_base", "--json"], {
      cwd: folder,
    });
    const tokens = countTokens(JSON.stringify(tools), "o200k_base");
    expect(JSON.parse(stdout)).toEqual({
      encoding: "o200k_base",
      by: "tool",
      profile: "core",
      surface: "direct",
      detail: "compact",
      rows: tools
        .map((tool: { readonly name: string }) => ({
          name: tool.name,
          tools: 1,
          tokens: countTokens(JSON.stringify(tool), "o200k_base"),
        }))
        .sort((a: { tokens: number }, b: { tokens: number }) => b.tokens - a.tokens),
      total: { name: "core", tools: 3, tokens, budget: 900 },
    });
  });

  it.each([
    ["tool", ["tool_describe", "note_create", "tool_search", "all"]],
    ["family", ["(built in)", "notes", "all"]],
    ["profile", ["core"]],
    ["list", ["core meta", "core folded", "core direct *"]],
    ["surface", ["meta", "folded", "direct"]],
    ["detail", ["compact, hints off", "compact", "full", "verbose"]],
  ])("cuts by %s", async (by, names) => {
    const { code, stdout } = await pegboardHere(["tokens", "--profile", "core", "--by", by], {
      cwd: notebook(`by-${by}`, ""),
    });
    expect(code).toBe(0);
    const table = stdout.split("\n\n")[0]?.split("\n").slice(1) ?? [];
    expect(table.map((line) => line.trim().replace(/(?: +[\d,]+)+$/, ""))).toEqual(names);
  });

  it("prints what each param costs, and what a hidden one would", async () => {
    const folder = notebook("by-param", ", surface: folded");
    const words = ["tokens", "--profile", "core", "--by", "param"];
    const { code, stdout } = await pegboardHere(words, { cwd: folder });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `  tool           param   shown     tokens
  note_create    title   required      18
  note_create    color   no            16
  note_create    limit   no            14
  tool_search    query   often          8
  tool_search    limit   no            18
  tool_search    family  no            10
  tool_describe  tool    often          8
  tool_describe  level   no            20
  tool_describe  path    no            10
  tool_describe  detail  no            18

10 params, 7 not shown; profile core, folded, compact, cl100k_base
`,
    });
    const { rows } = JSON.parse((await pegboardHere([...words, "--json"], { cwd: folder })).stdout);
    expect(rows[1]).toEqual({ tool: "note_create", param: "color", tokens: 16, shown: false, why: "optional" });
    // What it says of a hidden param is what the list grows by once that param is marked.
    const total = async () =>
      JSON.parse((await pegboardHere(["tokens", "--profile", "core", "--json"], { cwd: folder })).stdout).total.tokens;
    const before = await total();
    const path = join(folder, "schema/tools/notes/note_create.yaml");
    writeFileSync(path, readFileSync(path, "utf8").replace("default: red,", "default: red, often: true,"));
    expect((await total()) - before).toBe(rows[1].tokens);
  });

  it("prints what is over its budget, and fails only when asked to", async () => {
    const folder = notebook("over", ", token_budget: 100");
    const words = ["tokens", "--by", "list", "--profile", "core"];
    const printed = await pegboardHere(words, { cwd: folder });
    expect({ code: printed.code, stderr: printed.stderr }).toEqual({ code: 0, stderr: "" });
    const checked = await pegboardHere([...words, "--check"], { cwd: folder });
    expect({ code: checked.code, stdout: checked.stdout }).toEqual({ code: 1, stdout: printed.stdout });
    expect(checked.stderr).toContain("profile-token-budget: the profile 'core' takes");
    expect((await pegboardHere([...words, "--check"], { cwd: notebook("roomy", "") })).code).toBe(0);
  });

  it("says which profiles there are", async () => {
    const { code, stderr } = await pegboardHere(["tokens", "--profile", "cor"], { cwd: notebook("mistyped", "") });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "error: there is no profile 'cor'\n       did you mean 'core'?\n",
    });
  });

  it("counts nothing while the catalog has holes", async () => {
    const folder = notebook("holes", "");
    writeFileSync(join(folder, "schema/params.yaml"), "limit: { type: integr }\n");
    const { code, stdout, stderr } = await pegboardHere(["tokens"], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("unknown-word");
    expect(stderr.endsWith("nothing was counted\n")).toBe(true);
  });
});

describe("a profile over its budget", () => {
  it("fails generate and lint at the budget, writes nothing, and is measured all the same", async () => {
    const folder = notebook("over", ", token_budget: 20");
    const [generated, linted, counted] = await Promise.all([
      pegboardHere(["generate"], { cwd: folder }),
      pegboardHere(["lint"], { cwd: folder }),
      pegboardHere(["tokens"], { cwd: folder }),
    ]);
    for (const said of [generated.stderr, linted.stdout]) {
      expect(said).toMatch(
        /^schema\/catalog\.yaml:9:45 error profile-token-budget: the profile 'core' takes \d{3} tokens; its budget is 20\n/,
      );
      expect(said).toMatch(
        /\^\^ \d{3} too many; the largest are 'tool_describe' \(\d+\), 'note_create' \(\d\d\), 'tool_search' \(\d\d\)\n/,
      );
    }
    expect([generated.code, linted.code, counted.code]).toEqual([1, 1, 0]);
    expect(existsSync(join(folder, "generated"))).toBe(false);
    expect(counted.stdout).toMatch(/core +3 +\d{3} +20 +-\d{3}\n/);
  });
});

describe("the built program", () => {
  const dist = join(root, "dist");
  const files = () =>
    readdirSync(dist, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".js"))
      .map((path) => ({ path, text: readFileSync(join(dist, path), "utf8") }));

  it("carries the vocabularies in chunks of their own, so that users do not have to install the tokenizer", () => {
    const built = files();
    expect(built.filter(({ text }) => /(?:from|import\()\s*"gpt-tokenizer/.test(text)).map(({ path }) => path)).toEqual(
      [],
    );
    const chunks = join(dist, "cli", "chunks");
    const large = readdirSync(chunks).filter((name) => statSync(join(chunks, name)).size > 900_000);
    // As JSON, which the engine reads sooner than code.
    expect(large.map((name) => name.replace(/-\w+\.json$/, "")).sort()).toEqual(["cl100k_base", "o200k_base"]);
    // Only `import()` leads to them: a program that counts nothing loads nothing.
    expect(
      built.filter(({ text }) => /(?:from\s*"|\$load\(")[^"]*(?:cl100k|o200k)_base/.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });
});
