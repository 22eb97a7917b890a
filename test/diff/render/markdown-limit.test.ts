import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderDiffMarkdown } from "../../../src/compiler/diff/render/markdown.ts";
import { codeCell, codeSpan, markdownText } from "../../../src/compiler/diff/render/markdown-text.ts";
import { report } from "../../../src/compiler/diff/report.ts";
import { changeOf } from "./reports.ts";

const many = (count: number, of: Parameters<typeof changeOf>[0]) =>
  Array.from({ length: count }, (_, index) =>
    changeOf({ ...of, subject: `tool_${index}.title`, help: "do\n".repeat(20) }),
  );

describe("a comment on GitHub", () => {
  it("loses what is compatible first, then details, then warnings, and says so", () => {
    const changes = [...many(60, {}), ...many(30, { severity: "WARN" }), ...many(900, { severity: "INFO" })];
    const whole = report(changes, "1.0.0", "2.0.0");
    const shown = renderDiffMarkdown(whole);
    expect(shown.length).toBeLessThanOrEqual(65_536);
    expect(shown.length).toBeGreaterThan(65_000);
    expect(shown.match(/^<details><summary>(?:ERR|WARN)/gm)).toHaveLength(90);
    expect(shown).toMatch(/^<details><summary>\d+ of 900 compatible<\/summary>$/m);
    expect(shown.trimEnd().split("\n").at(-1)).toMatch(
      /^_Not shown, because a comment holds no more: \d+ compatible changes\. `pegboard diff` prints everything\._$/,
    );
    const tight = renderDiffMarkdown(whole, { maxCharacters: 12_000 });
    expect(tight.length).toBeLessThanOrEqual(12_000);
    expect(tight.match(/^\| ERR /gm)).toHaveLength(60);
    expect(tight).not.toContain("INFO");
    expect(tight).toMatch(
      /Not shown, because a comment holds no more: 900 compatible changes and the details of \d+\./,
    );
  });

  it("shows all there is when it fits", () => {
    expect(renderDiffMarkdown(report(many(20, {}), "1.0.0", "2.0.0"))).not.toContain("Not shown");
  });
});

describe("texts of anybody in Markdown", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "`", "|", "\\", "*", "<", "@", "#", "1", "\n", " ", "[", "\u001b"),
    maxLength: 20,
  });

  it("stay in their cell", () => {
    fc.assert(
      fc.property(text, (value) => {
        for (const cell of [markdownText(value), codeCell(value)]) {
          expect(cell).not.toContain("\n");
          // A bar is escaped by an odd number of backslashes before it.
          for (const [, slashes = ""] of cell.matchAll(/(\\*)\|/g)) expect(slashes.length % 2).toBe(1);
        }
      }),
    );
  });

  it("end no span of code", () => {
    fc.assert(
      fc.property(text, (value) => {
        const span = codeSpan(value);
        const ticks = /^`+/.exec(span)?.[0] ?? "";
        const inner = span.slice(ticks.length, -ticks.length);
        expect(inner.match(/`+/g)?.includes(ticks) ?? false).toBe(false);
      }),
    );
  });
});
