import { readTools } from "../../../src/compiler/diff/listed/read-tools.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { Pair } from "./build.ts";

// Pairs of what only a foreign list can say.

/** Two lists of one tool that differ in these members. */
export function listedTools(base: JsonObject, head: JsonObject): Pair {
  return listedAnswers({ tools: [listedTool(base)] }, { tools: [listedTool(head)] });
}

export function listedTool(members: JsonObject): JsonObject {
  return {
    name: "note_create",
    title: "Create a note",
    description: "Create a note.",
    inputSchema: { type: "object", properties: { region: { type: "string" } } },
    ...members,
  };
}

/** Two tools that differ in the schema of their one param. */
export function listedParams(base: JsonObject, head: JsonObject): Pair {
  const withParam = (region: JsonObject) => ({ inputSchema: { type: "object", properties: { region } } });
  return listedTools(withParam(base), withParam(head));
}

/** Two whole answers. */
export function listedAnswers(base: JsonObject, head: JsonObject): Pair {
  return [readAs(base), readAs(head)];
}

function readAs(answer: JsonObject): Pair[0] {
  const read = readTools(answer);
  if ("problem" in read) throw new Error(read.problem);
  return read.catalog;
}
