import { sameJson } from "../../../contract/alias.ts";
import { explain } from "../../../contract/explain.ts";
import { isJsonObject, type Json } from "../../../contract/json.ts";
import { soleNearMiss } from "../../../contract/near-miss.ts";
import { normalise } from "../../../contract/normalise.ts";
import { ownValue } from "../../../contract/own-property.ts";
import type { Violation } from "../../../contract/violation.ts";
import type { Fix } from "../../../diagnostics/diagnostic.ts";
import { respell } from "../../../diagnostics/mistyped.ts";
import type { Span } from "../../../diagnostics/source-file.ts";
import type { Catalog, Field } from "../../catalog/catalog.ts";
import { keyOf, type Origins, pointer } from "../../catalog/origins.ts";
import { removalOf } from "../../edits/remove-part.ts";
import { rewriteText } from "../../edits/rewrite-text.ts";
import { typeSchema } from "../../schema/json-schema.ts";
import { planDefinitions, typePlan } from "../../schema/normalization-plan.ts";
import { finding, type LintRule, rule } from "../rule.ts";

/** Values in the catalog must be valid for their own types. */
export const valueRules: readonly LintRule[] = [
  rule("field", ({ field, at, role }, catalog) => {
    // What an alias lists was copied from its target.
    if (field.default === undefined || role === "old-param") return [];
    const broken = firstViolation(field, field.default, catalog);
    if (broken.length === 0 && !isNormal(field, field.default, catalog)) {
      const found = JSON.stringify(field.default);
      return [
        finding("default-not-normal", { found }, pointer(at, "default"), {
          help: "write it trimmed, in its letter case",
          fixAt: (place) => rewriteText(place, normalForm(field, field.default, catalog)),
        }),
      ];
    }
    return broken.map(({ expected, found, nearMiss }) =>
      finding("default-invalid", { expected, found }, pointer(at, "default"), {
        help: nearMiss === undefined ? undefined : `did you mean '${nearMiss}'?`,
        fixAt: (place) => meantValue(field, place),
      }),
    );
  }),
  rule("field", ({ field, at, role }) =>
    field.required && field.default !== undefined && role === "param"
      ? [
          finding("default-on-required", { name: field.name }, pointer(at, "default"), {
            help: "remove one of the two",
            fixAt: (_, origins) => withoutDefault(origins, at),
          }),
        ]
      : [],
  ),
  rule("field", ({ field, at }, catalog) =>
    (field.examples ?? []).flatMap((example, index) =>
      firstViolation(field, example, catalog).map(({ expected, found }) =>
        finding("example-value-invalid", { expected, found }, pointer(at, "examples", index)),
      ),
    ),
  ),
];

/** The param stays required for callers, and the default that was never used is removed. */
function withoutDefault(origins: Origins, at: string): Fix | undefined {
  const key = origins.get(keyOf(pointer(at, "default")));
  const value = origins.get(pointer(at, "default"));
  const field = origins.get(pointer(at, "type"));
  if (key === undefined || value === undefined || field === undefined) return undefined;
  const cut = removalOf(field, { ...key, end: value.end });
  return cut === undefined ? undefined : { title: "remove the default", edits: [{ span: cut, text: "" }] };
}

/** The only value of an enum that is a near miss. */
function meantValue({ default: value, type }: Field, place: Span): Fix | undefined {
  if (type.kind !== "enum" || typeof value !== "string") return undefined;
  const meant = soleNearMiss(
    value,
    type.values.map((each) => each.value),
  );
  return meant === undefined ? undefined : respell(place, meant);
}

/** The violation that the runtime would report for the value: normalized first, then checked. */
function firstViolation(field: Field, value: Json, catalog: Catalog): readonly Violation[] {
  const plan = typePlan(field.type, catalog);
  if (plan === undefined)
    return explain(typeSchema(field.type, catalog, false), value, { atMost: 1, namesKnown: true });
  const normal = normalise({ kind: "object", fields: { value: { plan } } }, planDefinitions(catalog), { value });
  const [violation] = normal.violations;
  if (violation !== undefined) return [violation];
  return explain(typeSchema(field.type, catalog, false), ownValue(normal.value, "value"), {
    atMost: 1,
    namesKnown: true,
  });
}

/** A default is used as written, so it must be in the form into which the runtime normalizes arguments. */
function isNormal(field: Field, value: Json, catalog: Catalog): boolean {
  if (isJsonObject(value)) return true;
  const normal = normalForm(field, value, catalog);
  return normal === undefined || sameJson(normal, value);
}

/** undefined: unchanged. */
function normalForm(field: Field, value: Json | undefined, catalog: Catalog): Json | undefined {
  const plan = typePlan(field.type, catalog);
  if (plan === undefined || value === undefined) return undefined;
  const normal = normalise({ kind: "object", fields: { value: { plan } } }, planDefinitions(catalog), { value });
  return ownValue(normal.value, "value");
}
