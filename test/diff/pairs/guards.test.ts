import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/contract/json.ts";
import { changesBetween, type TrueChange } from "./oracle.ts";
import { recordedPairs, type SavedList } from "./saved-list.ts";
import { type Score, score } from "./score.ts";
import { changesOf, readTruth } from "./truth.ts";

// The judges are judged: the oracle sees what is planted, and the score speaks when the diff and the truth disagree.

function list(tool: JsonObject): SavedList {
  return { package: "planted", version: "1", tools: [{ name: "do_it", ...tool }] };
}

function param(schema: Json): SavedList {
  return list({ inputSchema: { type: "object", properties: { a: schema } } });
}

function field(schema: Json): SavedList {
  const outputSchema: Json = { type: "object", properties: { a: schema }, required: ["a"] };
  return list({ inputSchema: { type: "object" }, outputSchema });
}

/** "place kind breaks" of all that the oracle finds. */
function seen(base: SavedList, head: SavedList): readonly string[] {
  return changesBetween(base, head).map(({ place, kind, breaks }) => `${place} ${kind} ${breaks}`.trim());
}

const text = { type: "string" };
const nullable = { anyOf: [text, { type: "null" }] };
const recursive = { type: "object", properties: { next: { $ref: "#/properties/a" }, n: { type: "integer" } } };
const deeper = { type: "object", properties: { next: { $ref: "#/properties/a" }, n: { type: "integer", minimum: 1 } } };

describe("the oracle sees", () => {
  test.each<[string, Json, Json, string | undefined, string | undefined]>([
    ["a value that an enum lost", { enum: ["x", "y"] }, { enum: ["x"] }, "narrowed", "widened"],
    ["a free text that became an enum", text, { enum: ["x"] }, "narrowed", "widened"],
    ["a bound", { type: "number" }, { type: "number", maximum: 1000 }, "narrowed", "widened"],
    ["a longest text", { ...text, maxLength: 5000 }, { ...text, maxLength: 4999 }, "narrowed", "widened"],
    ["a pattern", text, { ...text, pattern: "^[a-z]+$" }, "narrowed", "widened"],
    ["a pattern that widened", { ...text, pattern: "^a{3}$" }, { ...text, pattern: "^a{3,4}$" }, "widened", "narrowed"],
    ["a null that is gone", nullable, text, "narrowed", "widened"],
    ["an integer that was a number", { type: "number" }, { type: "integer" }, "narrowed", "widened"],
    ["another type", text, { type: "integer" }, "replaced", "replaced"],
    ["a longest list", { type: "array" }, { type: "array", maxItems: 3 }, "narrowed", "widened"],
    ["lists without repeats", { type: "array" }, { type: "array", uniqueItems: true }, "narrowed", "widened"],
    [
      "options that overlap",
      { anyOf: [text, { const: "x" }] },
      { oneOf: [text, { const: "x" }] },
      "narrowed",
      "widened",
    ],
    ["a condition", text, { ...text, if: { minLength: 2 }, else: { pattern: "^x" } }, "narrowed", "widened"],
    ["a map that was typed", { type: "object" }, { type: "object", additionalProperties: text }, "narrowed", "widened"],
    ["a number inside itself", recursive, deeper, "narrowed", "widened"],
    ["nothing in another spelling", nullable, { type: ["null", "string"] }, "respelled", "respelled"],
    ["nothing in another order", { enum: ["x", "y"] }, { enum: ["y", "x"] }, undefined, undefined],
  ])("%s", (_, base, head, there, back) => {
    const kinds = (changes: readonly TrueChange[]) => changes.find(({ place }) => /^\w+\.a(?:\.n)?$/.test(place));
    const calls = [changesBetween(param(base), param(head)), changesBetween(param(head), param(base))].map(kinds);
    expect(calls.map((change) => change?.kind)).toEqual([there, back]);
    expect(calls.map((change) => change?.breaks ?? "")).toEqual(calls.map((one) => breaksOf(one, "narrowed", "calls")));
    const results = [changesBetween(field(base), field(head)), changesBetween(field(head), field(base))].map(kinds);
    expect(results.map((change) => change?.breaks ?? "")).toEqual(
      results.map((one) => breaksOf(one, "widened", "results")),
    );
  });

  test("texts inside schemas that hold themselves", () => {
    const reported = (text: string): Json => ({
      ...recursive,
      properties: { ...recursive.properties, t: { title: text } },
    });
    expect(seen(param(reported("old")), param(reported("new")))).toEqual(["arguments.a.t text"]);
  });

  test("presence, openness and what is gone", () => {
    const inputs = (properties: JsonObject, more: JsonObject = {}) =>
      list({ inputSchema: { type: "object", properties, ...more } });
    expect(seen(inputs({ a: text }), inputs({ a: text }, { required: ["a"] }))).toEqual([
      "arguments.a became-required calls",
    ]);
    expect(seen(inputs({ a: text }), inputs({}))).toEqual(["arguments.a removed calls"]);
    expect(seen(inputs({}), inputs({ a: text }))).toEqual(["arguments.a added"]);
    expect(seen(inputs({}), inputs({ a: text }, { required: ["a"] }))).toEqual(["arguments.a added-required calls"]);
    expect(seen(inputs({}), inputs({}, { additionalProperties: false }))).toEqual(["arguments closed calls"]);
    expect(seen(inputs({}, { additionalProperties: false }), inputs({}))).toEqual(["arguments opened"]);
    const nothing: SavedList = { package: "planted", version: "1", tools: [] };
    expect(seen(inputs({}), nothing)).toEqual(["tool removed calls"]);
    expect(seen(nothing, inputs({}))).toEqual(["tool added"]);
  });

  test("hints by what they come to", () => {
    const hinted = (annotations: JsonObject) => list({ inputSchema: { type: "object" }, annotations });
    expect(seen(hinted({}), hinted({ readOnlyHint: false, destructiveHint: true }))).toEqual([]);
    expect(seen(hinted({ readOnlyHint: true }), hinted({}))).toEqual(["hints.readOnly lost policy"]);
    expect(seen(hinted({ destructiveHint: false }), hinted({}))).toEqual(["hints.destructive gained policy"]);
    expect(seen(hinted({}), hinted({ openWorldHint: false }))).toEqual(["hints.openWorld lost"]);
  });
});

function breaksOf(change: TrueChange | undefined, kind: string, breaks: string): string {
  return change?.kind === kind || change?.kind === "replaced" ? breaks : "";
}

describe("the score speaks", () => {
  const pair = recordedPairs().find(({ server, base }) => server === "exa" && base.version === "3.1.8");
  if (pair === undefined) throw new Error("the pair that these mutations change is gone");
  const truth = changesOf(readTruth(pair.truthPath));
  const clean = score(pair.base, pair.head, truth);
  const scored = (change: (truth: readonly TrueChange[]) => readonly TrueChange[], base = pair.base): Score =>
    score(base, pair.head, change(truth));

  test("not at all as long as the two agree", () => {
    const { reported, eased, ...lists } = clean;
    expect(reported).toBe(truth.filter(({ breaks }) => breaks !== "").length);
    expect(eased).toBe(0);
    expect(Object.values(lists).flat()).toEqual([]);
  });

  test("of a break that no finding reports", () => {
    const planted: TrueChange = { tool: "web_search_exa", place: "arguments.query", kind: "narrowed", breaks: "calls" };
    expect(scored((all) => [...all, planted]).missed).toEqual(["web_search_exa arguments.query narrowed"]);
  });

  test("of an alarm without a break", () => {
    const claimed = scored((all) => all.map((one) => (one.place === "arguments.type" ? { ...one, breaks: "" } : one)));
    expect(claimed.falseAlarms).toEqual(["ERR param-removed web_search_exa arguments.type: param 'type' was removed"]);
  });

  test("of a finding where nothing changed", () => {
    const silent = scored((all) => all.filter(({ place }) => place !== "hints.openWorld"));
    expect(silent.unfounded).toEqual([]);
    const still = scored((all) => all.filter(({ place }) => place !== "arguments.query"));
    expect(still.unfounded).toHaveLength(1);
  });

  test("of a place with more findings than causes", () => {
    const one = scored((all) =>
      all.map((change) => ({ ...change, ...(change.keywords ? { keywords: ["minimum"] } : {}) })),
    );
    expect(one.repeated).toEqual(["web_search_exa arguments.numResults"]);
  });

  test("of a change that is not mentioned", () => {
    const planted: TrueChange = { tool: "web_fetch_exa", place: "arguments.urls", kind: "added", breaks: "" };
    expect(scored((all) => [...all, planted]).unmentioned).toEqual(["web_fetch_exa arguments.urls added"]);
  });
});
