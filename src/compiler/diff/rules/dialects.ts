import { isJsonObject } from "../../../contract/json.ts";
import { ownValue } from "../../../contract/own-property.ts";
import { type ComparedCatalog, type ComparedTool, currentComparedTool, currentComparedTools } from "../compared.ts";
import { dialectOf, readsOtherwise } from "../listed/dialect.ts";
import { type DiffRule, rule } from "../rule.ts";

/** Rules about the dialect of JSON Schema that tools of a list declare: one finding, however many tools there are. */
export const dialectRules: readonly DiffRule[] = [
  rule("dialect-changed", "catalog-kept", "WARN", ["CALL"], {
    mirror: "dialect-changed",
    message: ({ base, head }) => {
      const [first, ...more] = redeclared(base, head);
      if (first === undefined) return undefined;
      const others = more.length === 0 ? "" : ` and ${more.length} more`;
      return `the schema of '${first.name}'${others} is written in '${first.is}' instead of '${first.was}', and has a keyword that only one of them knows`;
    },
    values: ({ base, head }) => redeclared(base, head).map(({ name, was, is }) => [name, was, is]),
    help: () => "keep the dialect that $schema named, or write what means the same in both",
    explain: {
      why: "The same keyword asserts something in one dialect and nothing in another, and many clients read every schema as draft-07 or as 2020-12, whatever it declares.",
      bad:
        '"inputSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "unevaluatedProperties": false}   ' +
        '// was {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "unevaluatedProperties": false}',
      good:
        '"inputSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}   ' +
        '// was {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}',
    },
  }),
];

interface Redeclared {
  readonly name: string;
  readonly was: string;
  readonly is: string;
}

/** Tools whose arguments declare another dialect, where that makes a difference to one of their keywords. */
function redeclared(base: ComparedCatalog, head: ComparedCatalog): readonly Redeclared[] {
  return head.listed !== true || base.listed !== true
    ? []
    : currentComparedTools(head).flatMap((tool) => {
        const before = currentComparedTool(tool.name, base);
        const found = before === undefined || before === tool ? undefined : step(before, tool);
        return found === undefined ? [] : [{ name: tool.name, ...found }];
      });
}

function step(base: ComparedTool, head: ComparedTool): Pick<Redeclared, "was" | "is"> | undefined {
  const schemas = [base, head].map(({ listed }) => ownValue(listed?.raw ?? {}, "inputSchema"));
  const [was, is] = schemas.map((schema) => dialectOf(schema));
  if (was === undefined || is === undefined || was === is) return undefined;
  return schemas.some((schema) => isJsonObject(schema) && readsOtherwise(schema, was, is)) ? { was, is } : undefined;
}
