import { sameJson } from "../../../contract/alias.ts";
import { explain } from "../../../contract/explain.ts";
import { isJsonObject, type Json } from "../../../contract/json.ts";
import { normalise } from "../../../contract/normalise.ts";
import { ownValue } from "../../../contract/own-property.ts";
import type { Violation } from "../../../contract/violation.ts";
import type { Catalog, Field } from "../../catalog/catalog.ts";
import { pointer } from "../../catalog/origins.ts";
import { typeSchema } from "../../schema/json-schema.ts";
import { shapeDefs, typeShape } from "../../schema/shape.ts";
import { finding, type LintRule } from "../rule.ts";

/** Values in the catalog must fit their own types. */
export const valueRules: readonly LintRule[] = [
  {
    on: "field",
    about: "value",
    says: ({ field, at, role }, catalog) => {
      // What an alias lists was copied from its target.
      if (field.default === undefined || role === "old-param") return [];
      const broken = firstViolation(field, field.default, catalog);
      if (broken.length === 0 && !isNormal(field, field.default, catalog)) {
        const found = JSON.stringify(field.default);
        return [
          finding("default-not-normal", { found }, pointer(at, "default"), {
            help: "write it trimmed, in its letter case",
          }),
        ];
      }
      return broken.map(({ expected, found, nearMiss }) =>
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

/** What the runtime would say of the value, were it sent: normalised first, then checked. */
function firstViolation(field: Field, value: Json, catalog: Catalog): readonly Violation[] {
  const shape = typeShape(field.type, catalog);
  if (shape === undefined) return explain(typeSchema(field.type, catalog, false), value, { atMost: 1 });
  const normal = normalise({ kind: "object", fields: { value: { shape } } }, shapeDefs(catalog), { value });
  const [violation] = normal.violations;
  if (violation !== undefined) return [violation];
  return explain(typeSchema(field.type, catalog, false), ownValue(normal.value, "value"), { atMost: 1 });
}

/** A default is taken as it stands, so it must stand in the form that the runtime gives to what callers send. */
function isNormal(field: Field, value: Json, catalog: Catalog): boolean {
  const shape = typeShape(field.type, catalog);
  if (shape === undefined || isJsonObject(value)) return true;
  const normal = normalise({ kind: "object", fields: { value: { shape } } }, shapeDefs(catalog), { value });
  return sameJson(ownValue(normal.value, "value"), value);
}
