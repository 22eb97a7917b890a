import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { readAcceptances } from "../../src/compiler/diff/acceptance/read-acceptances.ts";
import { renderDiffGithub } from "../../src/compiler/diff/render/github.ts";
import { renderDiffJson } from "../../src/compiler/diff/render/json.ts";
import { renderDiffLines } from "../../src/compiler/diff/render/lines.ts";
import { renderDiffMarkdown } from "../../src/compiler/diff/render/markdown.ts";
import { renderRuleTable } from "../../src/compiler/diff/render/rule-table.ts";
import { renderDiffSarif } from "../../src/compiler/diff/render/sarif.ts";
import { renderDiff } from "../../src/compiler/diff/render/text.ts";
import { ruleBook } from "../../src/compiler/diff/rule-book.ts";
import { recordTerminal } from "../cli/record-terminal.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";
import { shortenedReport } from "./render/real-pair.ts";

const page = join(import.meta.dirname, "../../docs/diff.md");

/** What docs/diff.md must show: one real change in every form, and all rules. */
function shownIn(markdown: string): string {
  const report = shortenedReport();
  const samples = {
    text: renderDiff(report, { context: 1 }),
    line: renderDiffLines(report),
    json: renderDiffJson(report),
    md: renderDiffMarkdown(report),
    sarif: JSON.stringify(JSON.parse(renderDiffSarif(report)).runs[0].results[0], undefined, 2),
    github: renderDiffGithub(report),
  };
  const withSamples = Object.entries(samples).reduce(
    (text, [name, sample]) =>
      text.replace(
        new RegExp(`(?<=^<!-- sample: ${name} -->\n(\`{3,})[a-z]+\n)[\\s\\S]*?(?=^\\1$)`, "m"),
        () => `${sample.trimEnd()}\n`,
      ),
    markdown,
  );
  return withSamples.replace(
    /(?<=^<!-- rules -->\n)[\s\S]*(?=^<!-- \/rules -->$)/m,
    () => `${renderRuleTable(ruleBook())}`,
  );
}

it("docs/diff.md shows what is really printed, and every rule", () => {
  const before = readFileSync(page, "utf8");
  if (mayRewriteGoldens()) writeFileSync(page, shownIn(before));
  const text = readFileSync(page, "utf8");
  expect(text).toBe(shownIn(text));
  expect(text.match(/^<!-- sample: [a-z]+ -->$/gm)).toHaveLength(6);
  for (const { id } of ruleBook()) expect(text).toContain(`| \`${id}\` |`);
});

it("docs/diff.md shows a file of accepted findings that can be read", () => {
  const [, json = ""] = /^```json\n(\{\n {2}"accepted"[\s\S]*?)^```$/m.exec(readFileSync(page, "utf8")) ?? [];
  expect(readAcceptances(json, "2026-11-21")).not.toHaveProperty("problem");
});

it("a stale page is found", () => {
  const text = readFileSync(page, "utf8");
  for (const [from, to] of [
    ["`tool-added`", "`tool-adedd`"],
    ["max length is 40", "max length is 41"],
  ] as const) {
    expect(text).toContain(from);
    expect(shownIn(text.replace(from, to))).not.toBe(text.replace(from, to));
  }
});

/** The words behind `pegboard` of every command line in blocks of shell and YAML. */
function commandsIn(markdown: string): readonly (readonly string[])[] {
  const blocks = Array.from(markdown.matchAll(/^```(?:sh|yaml)\n([\s\S]*?)^```$/gm), ([, block = ""]) => block);
  return blocks
    .flatMap((block) => Array.from(block.matchAll(/\bpegboard (.*)$/gm), ([, words = ""]) => words))
    .map((line) => line.replace(/(?: >>.*| {2,}#.*)$/, ""))
    .map((line) => Array.from(line.matchAll(/"[^"]*"|\S+/g), ([word]) => word.replaceAll('"', "")));
}

it("docs/diff.md shows commands that the program takes", async () => {
  const commands = commandsIn(readFileSync(page, "utf8"));
  expect(commands.length).toBeGreaterThan(5);
  for (const words of commands) {
    const program = createProgram(recordTerminal("/").terminal, () => undefined);
    // Only the grammar is asked; nothing is run.
    for (const command of program.commands) command.action(() => undefined);
    await expect(program.parseAsync([...words], { from: "user" }), words.join(" ")).resolves.toBeDefined();
  }
});
