import type { JsonObject } from "../../../contract/json.ts";
import { walkSchema } from "../../json-schema/walk-schema.ts";
import { argumentsSchema, type ComparedCatalog, type ComparedTool } from "../compared.ts";
import type { EventOf } from "../event.ts";
import { type DiffRule, type RuleContext, rule } from "../rule.ts";

/** Rules about whether the formats that are published are checked. The published schemas are the same. */
export const formatRules: readonly DiffRule[] = [
  rule("formats-checked", "tool-kept", "ERR", ["CALL"], {
    reads: ["formats"],
    mirror: "formats-published",
    proof: "none",
    points: ["formats"],
    message: (event, context) =>
      step(event, context) === "checked"
        ? `the formats of '${event.head.name}' are checked now: values of another form are refused`
        : undefined,
    help: () => "keep formats: published",
    explain: {
      why: "They were published and not checked; callers may send values that do not have them.",
      bad: "params: {at: {type: string, format: date}}   # and formats: published was taken out",
      good: "formats: published   # unchanged",
    },
  }),
  rule("formats-published", "tool-kept", "INFO", ["CALL"], {
    reads: ["formats"],
    mirror: "formats-checked",
    points: ["formats"],
    message: (event, context) =>
      step(event, context) === "published"
        ? `the formats of '${event.head.name}' are no longer checked: its handler gets any text`
        : undefined,
    explain: {
      why: "Every call that was valid still is; the handler has to expect values of another form.",
      bad: "formats: published   # was not written",
      good: "formats: published   # unchanged",
    },
  }),
];

function step({ base, head }: EventOf<"tool-kept">, catalogs: RuleContext): "checked" | "published" | undefined {
  if (base.formats === head.formats || !(hasFormats(base, catalogs.base) && hasFormats(head, catalogs.head))) {
    return undefined;
  }
  return head.formats === undefined ? "checked" : "published";
}

function hasFormats(tool: ComparedTool, catalog: ComparedCatalog): boolean {
  // A schema is a JSON object.
  const { nodes } = walkSchema(argumentsSchema(tool, catalog) as JsonObject, "");
  return nodes.some(({ schema }) => typeof schema.format === "string");
}
