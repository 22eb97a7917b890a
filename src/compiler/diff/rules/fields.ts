import { sameJson } from "../../../contract/alias.ts";
import type { ValuePlace } from "../event.ts";
import type { DiffRule } from "../rule.ts";
import type { ComparedField } from "../shape.ts";
import { isPast } from "../today.ts";

/** Rules about params, and the fields of objects inside them: callers send these. */
export const paramRules: readonly DiffRule[] = [
  {
    // An open root ignores it without a word, which is worse than a refusal.
    id: "param-removed",
    on: "field-removed",
    severity: "ERR",
    categories: ["CALL", "SOURCE"],
    mirror: ["param-added-optional", "param-added-required", "param-added-required-with-default"],
    says: ({ at, field, heir }, { today }) =>
      at.side === "input" && heir === undefined && !isPast(field.deprecated?.sunset, today)
        ? `param '${field.name}' was removed`
        : undefined,
    help: ({ field }) =>
      `deprecate '${field.name}' first, or let its successor answer to it: aliases: [{name: ${field.name}}]`,
    explain: {
      why: "Callers that send it are refused, or believe that it had an effect.",
      good: "deprecated: {since: 1.4.0, sunset: 2027-12-01, replaced_by: text}",
    },
  },
  {
    id: "param-removed-after-sunset",
    on: "field-removed",
    severity: "INFO",
    categories: ["LIFE"],
    says: ({ at, field, heir }, { today }) =>
      at.side === "input" && heir === undefined && isPast(field.deprecated?.sunset, today)
        ? `param '${field.name}' was removed after its sunset`
        : undefined,
    explain: { why: "It was announced, and the date has passed." },
  },
  {
    id: "param-renamed-with-alias",
    on: "field-removed",
    severity: "INFO",
    categories: ["CALL"],
    mirror: ["param-renamed-without-alias", "param-renamed-with-alias"],
    says: ({ at, field, heir }) =>
      at.side === "input" && heir?.alias === true
        ? `param '${field.name}' is now '${heir.field.name}' and answers to its old name`
        : undefined,
    explain: { why: "Both spellings are accepted." },
  },
  {
    id: "param-renamed-without-alias",
    on: "field-removed",
    severity: "ERR",
    categories: ["CALL", "SOURCE"],
    mirror: ["param-renamed-without-alias", "param-renamed-with-alias"],
    says: ({ at, field, heir }) =>
      at.side === "input" && heir?.alias === false
        ? `param '${field.name}' was removed; '${heir.field.name}' looks like its new name`
        : undefined,
    help: ({ field, heir }) => `under ${heir?.field.name ?? ""}: aliases: [{name: ${field.name}}]`,
    explain: {
      why: "Callers that send the old name are refused, or believe that it had an effect.",
      good: "aliases: [{name: body}]",
    },
  },
  {
    id: "param-added-optional",
    on: "field-added",
    severity: "INFO",
    categories: ["CALL"],
    mirror: "param-removed",
    says: ({ at, field, renamed, closedBefore }) =>
      at.side === "input" && !renamed && !field.required && (closedBefore || isParam(at, field))
        ? `optional param '${field.name}' was added`
        : undefined,
    explain: { why: "Additive." },
  },
  {
    id: "param-added-optional-open-object",
    on: "field-added",
    severity: "WARN",
    categories: ["CALL"],
    says: ({ at, field, renamed, closedBefore }) =>
      at.side === "input" && !renamed && !field.required && !closedBefore && !isParam(at, field)
        ? `'${field.name}' was added to an object that took any field`
        : undefined,
    explain: { why: "Callers may have kept something of their own under that name." },
  },
  {
    id: "param-added-required",
    on: "field-added",
    severity: "ERR",
    categories: ["CALL", "SOURCE"],
    mirror: "param-removed",
    says: ({ at, field, renamed }) =>
      at.side === "input" && !renamed && field.required && field.default === undefined
        ? `required param '${field.name}' was added`
        : undefined,
    help: ({ field }) => `make '${field.name}' optional with a default`,
    explain: { why: "Calls that were valid lack it and fail. JSON Schema 2020-12, validation, section 6.5.3." },
  },
  {
    id: "param-added-required-with-default",
    on: "field-added",
    severity: "ERR",
    categories: ["CALL", "SOURCE"],
    mirror: "param-removed",
    says: ({ at, field, renamed }) =>
      at.side === "input" && !renamed && field.required && field.default !== undefined
        ? `required param '${field.name}' was added; its default does not make it optional`
        : undefined,
    help: ({ field }) => `drop required from '${field.name}': the default fills it in`,
    explain: { why: "A schema's default does not make leaving it out valid." },
  },
  {
    id: "param-became-required",
    on: "field-kept",
    severity: "ERR",
    categories: ["CALL"],
    mirror: "param-became-optional",
    says: ({ at, base, head }) =>
      at.side === "input" && !base.required && head.required && head.default === undefined
        ? `param '${head.name}' became required`
        : undefined,
    explain: { why: "Calls that leave it out were valid and fail now." },
  },
  {
    id: "param-became-required-with-default",
    on: "field-kept",
    severity: "ERR",
    categories: ["CALL"],
    mirror: "param-became-optional",
    says: ({ at, base, head }) =>
      at.side === "input" && !base.required && head.required && head.default !== undefined
        ? `param '${head.name}' became required; its default does not help`
        : undefined,
    explain: { why: "A schema's default does not make leaving it out valid." },
  },
  {
    id: "param-became-optional",
    on: "field-kept",
    severity: "INFO",
    categories: ["CALL", "SOURCE"],
    mirror: "param-became-required",
    says: ({ at, base, head }) =>
      at.side === "input" && base.required && !head.required ? `param '${head.name}' became optional` : undefined,
    explain: { why: "Calls keep working; the handler has to cope with its absence." },
  },
  ...defaultRules(),
  {
    id: "unit-or-meaning-tag-changed",
    on: "field-kept",
    severity: "ERR",
    categories: ["CALL", "RESULT"],
    mirror: "unit-or-meaning-tag-changed",
    says: ({ base, head }) =>
      base.unit === head.unit
        ? undefined
        : `'${head.name}' is in ${head.unit ?? "no unit"} instead of ${base.unit ?? "none"}`,
    explain: { why: "The same number means something else, and nothing fails.", bad: "unit: ms   →   unit: s" },
  },
  {
    id: "sensitive-flag-added",
    on: "field-kept",
    severity: "INFO",
    categories: ["POLICY"],
    mirror: "sensitive-flag-removed",
    says: ({ base, head }) =>
      !base.sensitive && head.sensitive ? `'${head.name}' is kept out of logs now` : undefined,
    explain: { why: "Less is written down." },
  },
  {
    id: "sensitive-flag-removed",
    on: "field-kept",
    severity: "WARN",
    categories: ["POLICY"],
    mirror: "sensitive-flag-added",
    says: ({ base, head }) => (base.sensitive && !head.sensitive ? `'${head.name}' may appear in logs now` : undefined),
    explain: { why: "What was a secret is written down." },
  },
  {
    id: "param-alias-added",
    on: "field-alias-added",
    severity: "INFO",
    categories: ["CALL"],
    mirror: "param-alias-removed",
    says: ({ field, alias }) => `'${field.name}' answers to '${alias.name}' too`,
    explain: { why: "Additive." },
  },
  {
    id: "param-alias-removed",
    on: "field-alias-removed",
    severity: "ERR",
    categories: ["CALL"],
    mirror: "param-alias-added",
    says: ({ field, alias }, { today }) =>
      isPast(alias.deprecated?.sunset, today) ? undefined : `'${field.name}' no longer answers to '${alias.name}'`,
    explain: { why: "Callers that send the old spelling are refused, or ignored." },
  },
  {
    id: "param-description-changed",
    on: "field-kept",
    severity: "INFO",
    categories: ["PROMPT"],
    mirror: "param-description-changed",
    says: ({ base, head }) =>
      (base.description ?? "") === (head.description ?? "") || head.description === undefined
        ? undefined
        : `'${head.name}' is described as: ${head.description}`,
    explain: { why: "A model fills the param in by these words." },
  },
  {
    id: "param-description-removed",
    on: "field-kept",
    severity: "WARN",
    categories: ["PROMPT"],
    says: ({ base, head }) =>
      base.description !== undefined && head.description === undefined
        ? `'${head.name}' is no longer described`
        : undefined,
    explain: { why: "A model has to guess from the name." },
  },
];

/** Rules about the fields of results: callers read these. */
export const resultFieldRules: readonly DiffRule[] = [
  {
    id: "output-required-removed",
    on: "field-removed",
    severity: "ERR",
    categories: ["RESULT"],
    mirror: ["output-property-added", "output-property-added-to-closed-object"],
    says: ({ at, field }) =>
      at.side === "output" && field.required ? `result field '${field.name}' was removed` : undefined,
    explain: { why: "Readers rely on it being there; clients that validate refuse the result." },
  },
  {
    id: "output-optional-removed",
    on: "field-removed",
    severity: "WARN",
    categories: ["RESULT"],
    mirror: ["output-property-added", "output-property-added-to-closed-object"],
    says: ({ at, field }) =>
      at.side === "output" && !field.required ? `optional result field '${field.name}' was removed` : undefined,
    explain: { why: "Readers may use it where it is there." },
  },
  {
    id: "output-property-added",
    on: "field-added",
    severity: "INFO",
    categories: ["RESULT"],
    mirror: ["output-required-removed", "output-optional-removed"],
    says: ({ at, field, closedBefore }) =>
      at.side === "output" && !closedBefore ? `result field '${field.name}' was added` : undefined,
    explain: { why: "Additive." },
  },
  {
    id: "output-property-added-to-closed-object",
    on: "field-added",
    severity: "ERR",
    categories: ["RESULT"],
    mirror: ["output-required-removed", "output-optional-removed"],
    says: ({ at, field, closedBefore }) =>
      at.side === "output" && closedBefore
        ? `result field '${field.name}' was added to an object that was closed`
        : undefined,
    help: () => "declare results that may grow with `open: true` from their first version on",
    explain: {
      why: "Clients should validate results with the schema that they remember, and that one refuses unknown fields.",
      good: "result: {type: object, open: true, fields: {…}}",
    },
  },
  {
    id: "output-became-optional",
    on: "field-kept",
    severity: "ERR",
    categories: ["RESULT"],
    mirror: "output-became-required",
    says: ({ at, base, head }) =>
      at.side === "output" && base.required && !head.required
        ? `result field '${head.name}' may be absent now`
        : undefined,
    explain: { why: "Readers rely on it being there." },
  },
  {
    id: "output-became-required",
    on: "field-kept",
    severity: "INFO",
    categories: ["RESULT"],
    mirror: "output-became-optional",
    says: ({ at, base, head }) =>
      at.side === "output" && !base.required && head.required
        ? `result field '${head.name}' is always there now`
        : undefined,
    explain: { why: "More is promised." },
  },
];

function defaultRules(): readonly DiffRule[] {
  const row = (
    id: string,
    mirror: string,
    speaks: (base: ComparedField, head: ComparedField) => boolean,
    text: (base: ComparedField, head: ComparedField) => string,
  ): DiffRule => ({
    id,
    on: "field-kept",
    severity: "WARN",
    categories: ["CALL", "PROMPT"],
    mirror,
    says: ({ at, base, head }) => (at.side === "input" && speaks(base, head) ? text(base, head) : undefined),
    explain: { why: "Calls that leave it out behave differently, and nothing fails." },
  });
  const shown = (field: ComparedField) => JSON.stringify(field.default);
  return [
    row(
      "default-added",
      "default-removed",
      (base, head) => base.default === undefined && head.default !== undefined,
      (_, head) => `'${head.name}' is ${shown(head)} where it is left out`,
    ),
    row(
      "default-removed",
      "default-added",
      (base, head) => base.default !== undefined && head.default === undefined,
      (base, head) => `'${head.name}' is no longer ${shown(base)} where it is left out`,
    ),
    row(
      "default-changed",
      "default-changed",
      (base, head) => base.default !== undefined && head.default !== undefined && !sameJson(base.default, head.default),
      (base, head) => `'${head.name}' is ${shown(head)} instead of ${shown(base)} where it is left out`,
    ),
  ];
}

/** A param of the tool itself, not a field inside one. Unknown params are dropped or refused, never kept. */
function isParam(at: ValuePlace, field: ComparedField): boolean {
  return at.root?.head === field;
}
