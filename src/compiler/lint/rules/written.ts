import { isJsonObject, type JsonObject } from "../../../contract/json.ts";
import type { Effects } from "../../../contract/tool-facts.ts";
import { pointer } from "../../catalog/origins.ts";
import { endlessCheck } from "../../json-schema/checkable.ts";
import { inputSchema, outputSchema } from "../../schema/json-schema.ts";
import { type Finding, finding, type LintRule, rule, typeRule } from "../rule.ts";

/** What stands in YAML as it is published: schemas, and members of a tool's entry in lists. */
export const writtenRules: readonly LintRule[] = [
  typeRule("tool", ({ tool, at }, catalog) => {
    // A schema is a JSON object.
    const roots = { input: inputSchema(tool, catalog, true), output: outputSchema(tool, catalog, true) };
    return Object.entries(roots).flatMap(([keyword, schema]): readonly Finding[] => {
      const why = endlessCheck(schema as JsonObject);
      // In a file of its own it has a place.
      const isApart = keyword === "input" ? tool.wholeInput : tool.wholeResult;
      const place = isApart === true ? pointer(at, keyword === "input" ? "input" : "returns") : at;
      return why === undefined ? [] : [finding("schema-unchecked", { keyword, why }, place)];
    });
  }),
  rule("tool", ({ tool, at }) => {
    const { verbatim = {}, effects } = tool;
    const place = pointer(at, "verbatim");
    const settled = ["name", "inputSchema", "outputSchema"].filter((member) => Object.hasOwn(verbatim, member));
    const annotations = isJsonObject(verbatim.annotations) ? verbatim.annotations : {};
    const wrong = Object.entries(hints).filter(([hint, effect]) => {
      const said = annotations[hint];
      // Of a tool that only reads the protocol asks nothing more.
      const isAsked = hint === "readOnlyHint" || hint === "openWorldHint" || annotations.readOnlyHint !== true;
      return isAsked && typeof said === "boolean" && said !== effects[effect];
    });
    return [
      ...settled.map((member) => finding("listed-member", { member }, place)),
      ...wrong.map(([hint, effect]) => finding("listed-contradiction", { hint, effect: words[effect] }, place)),
    ];
  }),
];

const hints = {
  readOnlyHint: "readOnly",
  destructiveHint: "destructive",
  idempotentHint: "idempotent",
  openWorldHint: "openWorld",
} as const satisfies { readonly [hint: string]: keyof Effects };

const words: { readonly [E in keyof Effects]: string } = {
  readOnly: "read_only",
  destructive: "destructive",
  idempotent: "idempotent",
  openWorld: "open_world",
};
