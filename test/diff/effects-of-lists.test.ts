import { expect, test } from "vitest";
import { diff } from "../../src/compiler/diff/diff.ts";
import { listedTools } from "./cases/listed-tools.ts";

type Hints = { readonly [hint: string]: boolean };

function findings(base: Hints | undefined, head: Hints | undefined): readonly string[] {
  const stated = (annotations: Hints | undefined) => (annotations === undefined ? {} : { annotations });
  const [was, is] = listedTools(stated(base), stated(head));
  return diff(was, is).changes.map(
    ({ severity, id, hidden }) => `${severity} ${id}${hidden === true ? " hidden" : ""}`,
  );
}

const worst = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
const reads = { readOnlyHint: true };

// What is absent: not read-only, destructive, not idempotent, open world (MCP 2025-11-25 schema, "ToolAnnotations").
test.each<[string, Hints | undefined, Hints | undefined, readonly string[]]>([
  ["nothing stated, nothing stated", undefined, {}, []],
  ["the defaults made explicit", undefined, worst, ["INFO annotation-made-explicit hidden"]],
  ["the defaults left out again", worst, undefined, ["INFO annotation-made-explicit hidden"]],
  ["reads only now", undefined, reads, ["INFO read-only-gained"]],
  [
    "reads only now, and says the rest",
    undefined,
    { ...reads, destructiveHint: false, idempotentHint: true },
    ["INFO read-only-gained"],
  ],
  ["the hint is gone: destructive by default", reads, undefined, ["ERR read-only-lost"]],
  [
    "writes now, and destroys",
    { ...reads, destructiveHint: false },
    worst,
    ["ERR destructive-gained", "ERR read-only-lost", "INFO annotation-made-explicit hidden"],
  ],
  [
    "destructive is meaningless where it only reads",
    { ...reads, destructiveHint: false },
    reads,
    ["INFO annotation-made-explicit hidden"],
  ],
  ["destroys by default again", { destructiveHint: false }, undefined, ["ERR destructive-gained"]],
  ["destroys no longer", undefined, { destructiveHint: false }, ["INFO destructive-lost"]],
  ["not to be repeated", { idempotentHint: true }, undefined, ["WARN idempotent-lost"]],
  ["repeatable", undefined, { idempotentHint: true }, ["INFO idempotent-gained"]],
  ["stays at home", undefined, { openWorldHint: false }, ["INFO open-world-lost"]],
  ["goes out by default", { openWorldHint: false }, {}, ["WARN open-world-gained"]],
  ["a title is not a hint", undefined, { title: true }, []],
])("%s", (_, base, head, expected) => {
  expect(findings(base, head)).toEqual(expected);
});
