import { sameJson } from "../../../contract/alias.ts";
import { isJsonObject } from "../../../contract/json.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import { ownValue } from "../../../contract/own-property.ts";
import { smallestInstance } from "../../schema/sample.ts";
import { subtype } from "../../schema/subtype.ts";
import { argumentsSchema, type ComparedTool } from "../compared.ts";
import { leastInstance, requiredAlone } from "../known-answers.ts";
import { isObjectRoot } from "../object-root.ts";
import { type DiffRule, rule } from "../rule.ts";

/** Rules about the schemas of a tool as wholes. */
export const rootRules: readonly DiffRule[] = [
  rule("input-root-not-object", "tool-kept", "ERR", ["CALL"], {
    reads: ["listed"],
    // MCP 2025-11-25, schema.ts, "Tool": inputSchema.type is the constant "object".
    proof: "none",
    // What takes nothing is reported as that.
    message: ({ base, head }, context) =>
      isObjectRoot(base) && !isObjectRoot(head) && !takesNothing(argumentsSchema(head, context.head))
        ? "the schema of the arguments is no longer of type 'object'"
        : undefined,
    help: () => 'write "type": "object" at the root and put the rest into one of its properties',
    explain: {
      why: "The protocol demands an object, and clients that check it drop the tool, some of them the whole list.",
      bad: '"inputSchema": {"anyOf": [{"type": "object"}, {"type": "string"}]}   // was {"type": "object"}',
      good: '"inputSchema": {"type": "object", "minProperties": 1}   // was {"type": "object"}',
    },
  }),
  rule("input-schema-declared", "tool-kept", "INFO", ["CALL"], {
    reads: ["listed"],
    mirror: "input-root-not-object",
    message: ({ base, head }) => (!isSchema(base) && isSchema(head) ? "the arguments have a schema now" : undefined),
    explain: {
      why: "Clients that refused the tool, because it had no schema of its arguments, can use it.",
      bad: '"inputSchema": {"type": "object"}   // was null',
      good: '"inputSchema": {"type": "object"}   // unchanged',
    },
  }),
  rule("input-became-empty", "tool-kept", "ERR", ["CALL"], {
    message: ({ base, head }, context) => {
      const was = argumentsSchema(base, context.base);
      const is = argumentsSchema(head, context.head);
      // Where no old call is found, it is not known that there was one.
      return !sameJson(was, is) && takesNothing(is) && smallestInstance(was) !== undefined
        ? "no arguments at all are valid any more"
        : undefined;
    },
    shows: ({ base }, context) => smallestInstance(argumentsSchema(base, context.base)),
    help: () => "look for a schema that is false, or for a required param whose limits exclude each other",
    explain: {
      why: "Every call is refused, whatever it sends.",
      bad: "value: {type: integer, required: true, min: 5, max: 2}   # was {type: integer, required: true, min: 1, max: 2}",
      good: "value: {type: integer, required: true, min: 2, max: 2}   # was {type: integer, required: true, min: 1, max: 2}",
    },
  }),
];

function isSchema({ listed }: ComparedTool): boolean {
  const schema = listed === undefined ? true : ownValue(listed.raw, "inputSchema");
  return typeof schema === "boolean" || isJsonObject(schema);
}

/** Certainly; where it can't be decided other rules report it. */
function takesNothing(schema: JsonSchema): boolean {
  // Of most tools no more has to be known than that each required param takes something.
  const required = requiredAlone(schema);
  const values = required === undefined ? undefined : [...required.values()];
  if (values?.every((property) => leastInstance(property) !== undefined)) return false;
  return subtype(schema, false).verdict === "yes";
}
