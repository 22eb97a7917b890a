import { explain } from "../../../contract/explain.ts";
import type { Json } from "../../../contract/json.ts";
import type { Violation } from "../../../contract/violation.ts";
import type { Catalog, Field } from "../../catalog/catalog.ts";
import { pointer } from "../../catalog/origins.ts";
import { typeSchema } from "../../schema/json-schema.ts";
import { finding, type LintRule } from "../rule.ts";

/** Values in the catalog must fit their own types. */
export const valueRules: readonly LintRule[] = [
  {
    on: "field",
    about: "value",
    says: ({ field, at, role }, catalog) => {
      // What an alias lists was copied from its target.
      if (field.default === undefined || role === "old-param") return [];
      return firstViolation(field, field.default, catalog).map(({ expected, found, nearMiss }) =>
        finding("default-invalid", { expected, found }, pointer(at, "default"), {
          help: nearMiss === undefined ? undefined : `did you mean '${nearMiss}'?`,
        }),
      );
    },
  },
  {
    on: "field",
    about: "value",
    says: ({ field, at, role }) =>
      field.required && field.default !== undefined && role === "param"
        ? [
            finding("default-on-required", { name: field.name }, pointer(at, "default"), {
              help: "drop one of the two",
            }),
          ]
        : [],
  },
  {
    on: "field",
    about: "value",
    says: ({ field, at }, catalog) =>
      (field.examples ?? []).flatMap((example, index) =>
        firstViolation(field, example, catalog).map(({ expected, found }) =>
          finding("example-value-invalid", { expected, found }, pointer(at, "examples", index)),
        ),
      ),
  },
];

function firstViolation(field: Field, value: Json, catalog: Catalog): readonly Violation[] {
  return explain(typeSchema(field.type, catalog, false), value, { atMost: 1 });
}
