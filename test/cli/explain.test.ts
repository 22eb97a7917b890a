import { describe, expect, it } from "vitest";
import { explain } from "../../src/cli/commands/explain.ts";
import { ruleBook } from "../../src/compiler/diff/rule-book.ts";
import { codes } from "../../src/diagnostics/codes.ts";
import { recordTerminal } from "./record-terminal.ts";

async function page(code: string | undefined, options: { json?: true } = {}): Promise<string> {
  const { terminal, stdout } = recordTerminal("/");
  await explain(terminal, code, options);
  return stdout();
}

describe("explain", () => {
  it("says why, shows bad and good, and what can be done", async () => {
    expect(await page("default-on-required")).toBe(
      [
        "default-on-required  finding, warning",
        "",
        "A default suggests to callers that they can leave the param out.",
        "",
        "Bad:",
        "    {type: integer, required: true, default: 10}",
        "",
        "Good:",
        "    {type: integer, default: 10}",
        "",
        "`pegboard lint --fix` fixes it where only one fix is possible.",
        "",
        "To suppress it, give a reason: # pegboard-allow default-on-required: <reason>, on a line above it.",
        "",
      ].join("\n"),
    );
  });

  it("names the source of a rule about other people's software, and the day on which somebody looked", async () => {
    const { source, checkedOn } = codes["profile-token-budget"];
    expect(await page("profile-token-budget")).toContain(`\nSource: ${source} (checked ${checkedOn})\n`);
  });

  it("does not offer what does not work", async () => {
    const text = await page("missing-key");
    expect(text).not.toContain("pegboard-allow");
    expect(text).not.toContain("--fix");
    expect(text).not.toContain("Source:");
  });

  it("says of a former rule of diff what it is called now", async () => {
    const [first, second] = (await page("max-bytes-lowered")).split("\n\n");
    expect(first).toBe("'max-bytes-lowered' is a former name of param-narrowed/max-bytes.");
    expect(second).toMatch(/^param-narrowed {2}diff rule/);
  });

  it("gives programs the same", async () => {
    const { severity, why, bad, good } = codes["unknown-key"];
    expect(JSON.parse(await page("unknown-key", { json: true }))).toEqual({
      code: "unknown-key",
      kind: "finding",
      severity,
      why,
      bad,
      good,
      suppressible: false,
      fixable: true,
    });
  });

  it("says of a rule of diff whom it touches, why, what is bad and good, and what speaks the other way round", async () => {
    const { why, bad, good } = ruleBook().find(({ id }) => id === "param-narrowed")?.explain ?? { why: "no such rule" };
    expect(await page("param-narrowed")).toBe(
      [
        "param-narrowed  diff rule, ERR CALL",
        "",
        why,
        "",
        "Bad:",
        `    ${bad}`,
        "",
        "Good:",
        `    ${good}`,
        "",
        "Opposite change: param-widened.",
        "",
        "More: docs/diff.md",
        "",
      ].join("\n"),
    );
    expect(JSON.parse(await page("tool-removed", { json: true }))).toMatchObject({
      code: "tool-removed",
      kind: "diff rule",
      severity: "ERR",
      categories: ["CALL", "POLICY"],
      docs: "docs/diff.md",
    });
  });

  it("explains every rule of diff", async () => {
    const list = await page(undefined);
    for (const { id } of ruleBook()) {
      expect(list).toContain(id);
      expect(await page(id)).toContain(`${id}  diff rule, `);
    }
  });

  it("offers the nearest rule of diff for one that there is not", async () => {
    await expect(page("tool-remove")).rejects.toMatchObject({ hint: "did you mean 'tool-removed'?" });
  });

  it("explains every code, and lists them all", async () => {
    const list = await page(undefined);
    for (const code of Object.keys(codes)) {
      expect(list).toContain(code);
      expect(await page(code)).toContain(`${code}  finding, `);
    }
  });

  it("explains the errors of the runtime, which callers see", async () => {
    expect(await page("INVALID_ARGUMENTS")).toBe(
      "INVALID_ARGUMENTS  call error\n\nThe arguments break the tool's contract.\n\nMore: docs/debugging.md\n",
    );
  });

  it("lists whole sentences, whatever is in their code and brackets", async () => {
    const rows = (await page(undefined)).split("\n");
    const cut = rows.filter((row) => (row.match(/`/g) ?? []).length % 2 === 1 || /\([^)]*$/.test(row));
    expect(cut).toEqual([]);
  });

  it("explains both where a finding and a rule of diff bear one name", async () => {
    const kinds = JSON.parse(await page("deprecated-without-sunset", { json: true })).map(
      (each: { kind: string }) => each.kind,
    );
    expect(kinds).toEqual(["finding", "diff rule"]);
    const text = await page("deprecated-without-sunset");
    expect(text).toContain("deprecated-without-sunset  finding, warning\n");
    expect(text).toMatch(/^deprecated-without-sunset {2}diff rule, (?:ERR|WARN) LIFE$/m);
  });

  it("offers the nearest code for one that there is not", async () => {
    await expect(page("unknown-tipe")).rejects.toMatchObject({ hint: "did you mean 'unknown-type'?" });
  });
});
