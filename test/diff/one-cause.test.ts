import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diffLists } from "../../src/compiler/diff/diff-lists.ts";
import { ruleName } from "../../src/compiler/diff/former-rules.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";

// Each block of the table is a change as people make it. What it comes to is said once, by the rule that knows it best;
// the other spelling of the same schema is not a change. The table is written by hand.

const blocks = readFileSync(new URL("./cases/one-cause.txt", import.meta.url), "utf8")
  .trim()
  .split("\n\n");

test.each(blocks.map((block) => [block.split("\n")[0], block]))("%s", (_, block) => {
  const was = schemaIn(block, "was");
  const is = schemaIn(block, "is");
  const [name, base, head] = block.split("\n");
  expect([name, base, head, ...judged(was, is, name?.startsWith("arguments: "))].join("\n")).toBe(block);
});

/** The schema of one param and of one result field; of a block named so, that of all arguments. */
function judged(was: Json, is: Json, ofArguments = false): readonly string[] {
  const sent = ofArguments ? (inputSchema: Json) => listOf({ inputSchema }) : taking;
  return [
    `  call: ${said(sent(was), sent(is))}`,
    `  call, turned round: ${said(sent(is), sent(was))}`,
    ...(ofArguments
      ? []
      : [
          `  result: ${said(answering(was), answering(is))}`,
          `  result, turned round: ${said(answering(is), answering(was))}`,
        ]),
  ];
}

function schemaIn(block: string, key: "was" | "is"): Json {
  const line = block.split("\n").find((one) => one.startsWith(`  ${key}: `));
  if (line === undefined) throw new Error(`no '${key}' in the block:\n${block}`);
  return JSON.parse(line.slice(`  ${key}: `.length));
}

function taking(value: Json): Json {
  return listOf({ inputSchema: { type: "object", properties: { value } } });
}

function answering(value: Json): Json {
  return listOf({ inputSchema: { type: "object" }, outputSchema: { type: "object", properties: { value } } });
}

function listOf(tool: JsonObject): Json {
  return { tools: [{ name: "note_create", ...tool }] };
}

function said(base: Json, head: Json): string {
  const report = diffLists(base, head);
  if ("problem" in report) throw new Error(report.problem);
  const shown = report.changes.filter((change) => change.hidden !== true);
  return shown.length === 0 ? "nothing" : shown.map((change) => `${change.severity} ${ruleName(change)}`).join(", ");
}
