import { describe, expect, test } from "vitest";
import { diffLists } from "../../../src/compiler/diff/diff-lists.ts";
import { renderDiff } from "../../../src/compiler/diff/render/text.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { asAnswer, recordedPairs } from "../pairs/saved-list.ts";

// What people read by default: the verdict first, one line for a cause on many tools, never more than a page.

const most = 60;

function reported(base: JsonObject, head: JsonObject) {
  const report = diffLists(base, head);
  if ("problem" in report) throw new Error(report.problem);
  return report;
}

describe("real releases", () => {
  const pairs = recordedPairs();
  test.each(pairs.map((pair) => [pair.server, pair.base.version, pair.head.version, pair] as const))(
    "%s from %s to %s fit a page, and each severity is there",
    (_server, _base, _head, pair) => {
      const report = reported(asAnswer(pair.base), asAnswer(pair.head));
      const text = renderDiff(report);
      expect(text.split("\n").length).toBeLessThanOrEqual(most);
      for (const [severity, title] of [
        ["ERR", "Breaking"],
        ["WARN", "Dangerous"],
        ["INFO", "Compatible"],
      ] as const) {
        if (report.counts[severity] > 0) expect(text).toContain(`${title} (${report.counts[severity]})`);
      }
    },
  );
  test("some are longer in full, so that the shortening is seen", () => {
    const lines = pairs.map(
      ({ base, head }) => renderDiff(reported(asAnswer(base), asAnswer(head)), { verbose: true }).split("\n").length,
    );
    expect(Math.max(...lines)).toBeGreaterThan(10 * most);
  });
});

function list(count: number, required: readonly string[], description = "Reads."): JsonObject {
  const properties = { pageId: { type: "string" }, other: { type: "string" } };
  return {
    tools: Array.from({ length: count }, (_, index) => ({
      name: `read_${index}`,
      description: `${description} Number ${index} of them.`,
      inputSchema: { type: "object", properties, required },
    })),
  };
}

test("one cause on many tools is one line with the number of tools, and one example", () => {
  const text = renderDiff(reported(list(24, []), list(24, ["pageId"])));
  expect(text).toBe(
    [
      "Breaks callers: 24 breaking, 0 dangerous, 0 compatible; a major version is needed",
      "",
      "Breaking (24)",
      "  ERR param-became-required: param 'pageId' became required (24 tools: read_0, read_1, read_10, read_11, read_12, read_13 and 18 more)",
      "      for example, this call is refused: {}",
      "",
      "--verbose shows every finding with its place, help and fingerprint; pegboard explain param-became-required says more",
    ].join("\n"),
  );
});

test("texts are one line, unless they are asked for", () => {
  const report = reported(list(40, []), list(40, [], "Finds and reads."));
  expect(renderDiff(report)).toContain("WARN tool-description-changed: descriptions changed (40 tools: ");
  expect(renderDiff(report, { verbose: true }).match(/\{\+Finds and reads\.\+\}/g)).toHaveLength(40);
});

test("what is breaking is still shown where everything else is cut", () => {
  const many = (limit: number): JsonObject => ({
    tools: Array.from({ length: 90 }, (_, index) => ({
      name: `read_${index}`,
      description: `Reads number ${index}.`,
      inputSchema: { type: "object", properties: { [`limit_${index}`]: { type: "integer", maximum: limit + index } } },
    })),
  });
  const text = renderDiff(reported(many(100), many(50)));
  expect(text.split("\n").length).toBeLessThanOrEqual(most);
  expect(text).toContain("Breaking (90)");
  expect(text).toMatch(/and \d+ more, of \d+ other causes/);
});
