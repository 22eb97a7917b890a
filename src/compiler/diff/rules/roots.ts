import { sameJson } from "../../../contract/alias.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import { smallestInstance } from "../../schema/sample.ts";
import { subtype } from "../../schema/subtype.ts";
import { argumentsSchema, type ComparedTool } from "../compared.ts";
import { leastInstance, requiredAlone } from "../known-answers.ts";
import { isObjectRoot } from "../object-root.ts";
import { type DiffRule, rule } from "../rule.ts";

/** Rules about the schemas of a tool as wholes. */
export const rootRules: readonly DiffRule[] = [
  rule("input-root-not-object", "tool-kept", "ERR", ["CALL"], {
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
  rule("dialect-changed", "tool-kept", "WARN", ["CALL"], {
    mirror: "dialect-changed",
    message: ({ base, head }) => {
      const was = dialectOf(base);
      const is = dialectOf(head);
      return was === undefined || is === undefined || was === is
        ? undefined
        : `the schema is written in '${is}' instead of '${was}'`;
    },
    help: ({ base }) =>
      `keep "$schema": ${JSON.stringify(base.listed?.dialect ?? "")}, or say in both dialects the same`,
    explain: {
      why: "The same keywords mean other things in another dialect, and many clients read every schema as draft-07 or as 2020-12, whatever it declares.",
      bad:
        '"inputSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}   ' +
        '// was {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}',
      // What a schema does not say can't change; MCP reads it as 2020-12 then.
      good:
        '"inputSchema": {"type": "object"}   ' +
        '// was {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}',
    },
  }),
];

/** Certainly; where it can't be decided other rules report it. */
function takesNothing(schema: JsonSchema): boolean {
  // Of most tools no more has to be known than that each required param takes something.
  const required = requiredAlone(schema);
  if (required?.every(([, property]) => leastInstance(property) !== undefined)) return false;
  return subtype(schema, false).verdict === "yes";
}

function dialectOf(tool: ComparedTool): string | undefined {
  const dialect = tool.listed?.dialect;
  // Both spellings of one dialect are in use.
  return typeof dialect === "string" ? dialect.replace(/#$/, "").replace(/^https:/, "http:") : undefined;
}
