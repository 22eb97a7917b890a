import type { JsonObject } from "../../../src/contract/json.ts";
import { toolWith } from "../../schema/arbitraries.ts";
import { catalogOf, changed, effects, enumOf, field, type Pair, profile, tools } from "./build.ts";
import { listedAnswers, listedParams, listedTools } from "./listed-tools.ts";

const text = { type: "string" };
const header = (name: string) => ({ type: "string", "x-mcp-header": name });
const hints = (annotations: { readonly [hint: string]: boolean }) => ({ annotations });
const dated = (formats?: "published") => ({
  params: [field("on", { kind: "string" as const, trim: false, format: "date" as const })],
  ...(formats === undefined ? {} : { formats }),
});
const execution = (taskSupport: string) => ({ execution: { taskSupport } });
const answer = (members: { readonly [key: string]: string | number }) => ({ tools: [], ...members });
const rootOf = (members: object) => ({ inputSchema: { type: "object", properties: { region: text }, ...members } });

const twice = (count: number) => ({ tools: Array.from({ length: count }, () => ({ name: "note_create" })) });
const draft = (year: string) => `https://json-schema.org/draft/${year}/schema`;
const tuple = { type: "array", prefixItems: [{ type: "string" }] };
const dialect = (year: string, region: JsonObject = tuple) => ({
  inputSchema: { $schema: draft(year), type: "object", properties: { region } },
});

const named = (count: number) => Array.from({ length: count }, (_, index) => `tool_${index}`);
const listing = (count: number): Pair[0] =>
  catalogOf(
    named(count).map((name) => toolWith([], { name, summary: `Do thing ${name}.` })),
    { profiles: [{ ...profile, tools: named(count) }], targets: ["cursor"] },
  );

/** A destructive tool of two actions; the first does so much. */
const withActions = (effect: "changes" | "destroys") => ({
  effects: { ...effects, destructive: true },
  params: [field("action", enumOf("archive", "delete"))],
  actions: {
    by: "action",
    cases: [
      { action: "archive", effect, requires: [], optional: [] },
      { action: "delete", requires: [], optional: [] },
    ],
  },
});

/** diff.md, section I, and what clients make of lists (A, G, K). */
export const policyCases: { readonly [rule: string]: Pair } = {
  "read-only-lost": changed({ effects: { ...effects, readOnly: true } }, { effects }),
  "read-only-gained": changed({ effects }, { effects: { ...effects, readOnly: true } }),
  "destructive-gained": changed({ effects }, { effects: { ...effects, destructive: true } }),
  "destructive-lost": changed({ effects: { ...effects, destructive: true } }, { effects }),
  "idempotent-lost": changed({ effects: { ...effects, idempotent: true } }, { effects }),
  "idempotent-gained": changed({ effects }, { effects: { ...effects, idempotent: true } }),
  "open-world-gained": changed({ effects }, { effects: { ...effects, openWorld: true } }),
  "open-world-lost": changed({ effects: { ...effects, openWorld: true } }, { effects }),
  "action-effect-raised": changed(withActions("changes"), withActions("destroys")),
  "action-effect-lowered": changed(withActions("destroys"), withActions("changes")),
  "session-need-raised": changed({ session: "optional" }, { session: "required" }),
  "session-need-lowered": changed({ session: "required" }, { session: "none" }),
  "consent-or-elicitation-added": changed({}, { confirm: { message: "delete" } }),
  "consent-or-elicitation-removed": changed({ confirm: { message: "delete" } }, {}),
  "timeout-lowered": changed({ deadlineMs: 90_000 }, { deadlineMs: 30_000 }),
  "timeout-raised": changed({ deadlineMs: 30_000 }, { deadlineMs: 90_000 }),
  "formats-checked": changed(dated("published"), dated()),
  "formats-published": changed(dated(), dated("published")),
  "annotation-made-explicit": listedTools({}, hints({ readOnlyHint: false, openWorldHint: true })),
  "annotation-contradiction": changed(
    { effects: { ...effects, readOnly: true } },
    { effects: { ...effects, readOnly: true }, summary: "Deletes a note." },
  ),
  "task-support-changed": listedTools(execution("optional"), execution("required")),
  "task-support-added": changed({}, { tasks: "optional" as const }),
  "tool-name-duplicated": listedAnswers(twice(1), twice(2)),
  "tool-name-distinct": listedAnswers(twice(2), twice(1)),
  "dialect-changed": listedTools(dialect("2020-12"), dialect("2019-09")),
  "input-schema-declared": listedTools({ inputSchema: null }, { inputSchema: { type: "object" } }),
  "x-mcp-header-added": listedParams(text, header("Region")),
  "x-mcp-header-removed": listedParams(header("Region"), text),
  "x-mcp-header-renamed": listedParams(header("Region"), header("Area")),
  "cache-scope-widened": listedAnswers(answer({ cacheScope: "private" }), answer({ cacheScope: "public" })),
  "ttl-raised": listedAnswers(answer({ ttlMs: 60_000 }), answer({ ttlMs: 3_600_000 })),
};

/** Near to each, and none of its business. */
export const policySilentCases: { readonly [rule: string]: Pair } = {
  // The tool as a whole destroys now, and that is reported.
  "action-effect-raised": changed({ ...withActions("changes"), effects }, withActions("destroys")),
  "consent-or-elicitation-added": changed({ confirm: { message: "delete" } }, { confirm: { message: "delete it" } }),
  "annotation-made-explicit": listedTools({}, hints({ readOnlyHint: true })),
  "task-support-changed": listedTools({}, execution("forbidden")),
  "task-support-added": changed({}, { tasks: "required" as const }),
  "dialect-changed": listedTools(dialect("2020-12", text), dialect("2019-09", text)),
  "x-mcp-header-renamed": listedParams(header("Region"), header("region")),
};

/** Findings of the linter, by code, that a change introduces. */
export const introducedPolicyCases: { readonly [code: string]: Pair } = {
  "x-mcp-header-invalid": listedParams(header("Region"), header("my region")),
  "schema-root-combinator": listedTools(rootOf({}), rootOf({ anyOf: [{ required: ["region"] }, {}] })),
  "name-collision-folded": tools(
    [toolWith([])],
    [toolWith([]), toolWith([], { name: "note-create", summary: "Copy what was written." })],
  ),
  "name-too-long": tools(
    [toolWith([])],
    [
      toolWith([]),
      toolWith([], { name: "note_create_from_everything_that_was_said_in_here", summary: "Gather talk." }),
    ],
  ),
  "profile-tool-count": [listing(30), listing(41)],
  "annotation-contradiction": listedTools(
    hints({ readOnlyHint: true, destructiveHint: false }),
    hints({ readOnlyHint: true, destructiveHint: true }),
  ),
};
