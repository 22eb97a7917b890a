import type { Catalog, Field, Tool, ToolAlias } from "../../src/compiler/catalog/catalog.ts";
import type { TypeNode } from "../../src/compiler/catalog/type-node.ts";
import { catalog as empty, toolWith } from "../schema/arbitraries.ts";

// For every rule two catalogs that make it speak. Turned round, the same two must leave it silent, unless it is its own
// mirror.

export type Pair = readonly [base: Catalog, head: Catalog];

const text: TypeNode = { kind: "string", trim: true };
const kept: TypeNode = { kind: "string", trim: false };
const integer: TypeNode = { kind: "integer" };
const number: TypeNode = { kind: "number" };

export function field(name: string, type: TypeNode = text, changes: Partial<Field> = {}): Field {
  return { name, type, required: false, ...changes };
}

export function catalogOf(tools: readonly Tool[], changes: Partial<Catalog> = {}): Catalog {
  return { ...empty, tools, ...changes };
}

function object(fields: readonly Field[], open: boolean | TypeNode = false): TypeNode & { kind: "object" } {
  return { kind: "object", fields, open };
}

function enumOf(...values: readonly string[]): TypeNode {
  return { kind: "enum", values: values.map((value) => ({ value })) };
}

const tools = (base: readonly Tool[], head: readonly Tool[]): Pair => [catalogOf(base), catalogOf(head)];
const changed = (base: Partial<Tool>, head: Partial<Tool>): Pair => tools([toolWith([], base)], [toolWith([], head)]);
const params = (base: readonly Field[], head: readonly Field[]): Pair => tools([toolWith(base)], [toolWith(head)]);
const param = (base: Partial<Field>, head: Partial<Field>): Pair =>
  params([field("title", text, base)], [field("title", text, head)]);
const result = (base: TypeNode, head: TypeNode): Pair => changed({ result: base }, { result: head });
const results = (base: readonly Field[], head: readonly Field[], open = false): Pair =>
  result(object(base, open), object(head, open));
const root = (base: Partial<Catalog>, head: Partial<Catalog>): Pair => [
  catalogOf([toolWith([])], base),
  catalogOf([toolWith([])], head),
];

const past = { since: "0.9.0", sunset: "2026-01-01" };
const future = { since: "0.9.0", sunset: "2099-01-01" };

function alias(changes: Partial<ToolAlias> = {}): ToolAlias {
  return {
    name: "add_note",
    of: "old",
    params: [],
    rename: {},
    set: {},
    defaults: {},
    ignore: [],
    adapt: false,
    ...changes,
  };
}

const other = toolWith([field("query", text, { required: true })], { name: "note_list", summary: "List notes." });
const effects = { readOnly: false, destructive: false, idempotent: false, openWorld: false };
const profile = { name: "core", selects: {}, tools: ["note_create"], surface: "direct" as const };
const failure = { name: "NOTE_EXISTS", code: -31001, message: "exists", data: [], retry: "never" as const };

export const cases: { readonly [rule: string]: Pair } = {
  "tool-removed": tools([toolWith([]), other], [toolWith([])]),
  "tool-removed-before-sunset": tools([toolWith([]), { ...other, deprecated: future }], [toolWith([])]),
  "tool-removed-after-sunset": tools([toolWith([]), { ...other, deprecated: past }], [toolWith([])]),
  "tool-renamed-with-alias": tools([other], [toolWith([], { aliases: [alias({ name: "note_list" })] })]),
  "tool-renamed-without-alias": tools([other], [{ ...other, name: "note_find", since: "1.1.0" }]),
  "tool-added": tools([toolWith([])], [toolWith([]), other]),
  "tool-added-reuses-retired-name": [
    catalogOf([toolWith([])], { retired: [{ name: "note_list", kind: "tool", removed: "0.5.0" }] }),
    catalogOf([toolWith([]), other]),
  ],
  "tool-version-removed": tools(
    [toolWith([], { version: 2 }), toolWith([], { supersededBy: 2, deprecated: future })],
    [toolWith([], { version: 2 })],
  ),
  "tool-version-removed-after-sunset": tools(
    [toolWith([], { version: 2 }), toolWith([], { supersededBy: 2, deprecated: past })],
    [toolWith([], { version: 2 })],
  ),
  "tool-version-added": tools(
    [toolWith([])],
    [toolWith([], { version: 2 }), toolWith([], { supersededBy: 2, deprecated: future })],
  ),
  "read-only-lost": changed({ effects: { ...effects, readOnly: true } }, { effects }),
  "read-only-gained": changed({ effects }, { effects: { ...effects, readOnly: true } }),
  "destructive-gained": changed({ effects }, { effects: { ...effects, destructive: true } }),
  "destructive-lost": changed({ effects: { ...effects, destructive: true } }, { effects }),
  "idempotent-lost": changed({ effects: { ...effects, idempotent: true } }, { effects }),
  "idempotent-gained": changed({ effects }, { effects: { ...effects, idempotent: true } }),
  "open-world-gained": changed({ effects }, { effects: { ...effects, openWorld: true } }),
  "open-world-lost": changed({ effects: { ...effects, openWorld: true } }, { effects }),
  "session-need-raised": changed({ session: "optional" }, { session: "required" }),
  "session-need-lowered": changed({ session: "required" }, { session: "none" }),
  "consent-or-elicitation-added": changed({}, { confirm: { message: "delete" } }),
  "consent-or-elicitation-removed": changed({ confirm: { message: "delete" } }, {}),
  "output-schema-removed": result(object([field("id")]), object([], true)),
  "output-schema-added": result(object([], true), object([field("id")])),

  "alias-added": changed({}, { aliases: [alias()] }),
  "alias-removed": changed({ aliases: [alias({ deprecated: future })] }, {}),
  "alias-removed-after-sunset": changed({ aliases: [alias({ deprecated: past })] }, {}),
  "alias-retargeted": tools(
    [toolWith([], { aliases: [alias()] }), other],
    [toolWith([]), { ...other, aliases: [alias()] }],
  ),
  "alias-privilege-raised": tools(
    [toolWith([], { aliases: [alias()], effects: { ...effects, readOnly: true } }), other],
    [toolWith([], { effects: { ...effects, readOnly: true } }), { ...other, aliases: [alias()] }],
  ),
  "alias-input-incompatible": changed(
    { aliases: [alias({ params: [field("body")] })] },
    { aliases: [alias({ params: [field("body", { kind: "string", trim: true, maxLength: 5 })] })] },
  ),
  "alias-mapping-changed": changed({ aliases: [alias()] }, { aliases: [alias({ set: { title: "x" } })] }),

  "deprecated-added": param({}, { deprecated: future }),
  undeprecated: param({ deprecated: future }, {}),
  "deprecated-without-sunset": param({}, { deprecated: { since: "1.0.0" } }),
  "sunset-too-soon": param({}, { deprecated: { since: "1.0.0", sunset: "2026-07-01" } }),
  "sunset-brought-forward": param({ deprecated: future }, { deprecated: { since: "0.9.0", sunset: "2098-01-01" } }),
  "sunset-postponed": param({ deprecated: { since: "0.9.0", sunset: "2098-01-01" } }, { deprecated: future }),
  "sunset-removed": param({ deprecated: future }, { deprecated: { since: "0.9.0" } }),
  "replacement-changed": param({ deprecated: future }, { deprecated: { ...future, replacedBy: "body" } }),
  "stability-decreased": changed({ stability: "stable" }, { stability: "beta" }),
  "stability-increased": changed({ stability: "beta" }, { stability: "stable" }),
  "since-version-changed": changed({ since: "0.1.0" }, { since: "0.2.0" }),

  "param-removed": params([field("title"), field("body", integer)], [field("title")]),
  "param-removed-after-sunset": params([field("body", integer, { deprecated: past })], []),
  "param-renamed-with-alias": params([field("body")], [field("text", text, { aliases: [{ name: "body" }] })]),
  "param-renamed-without-alias": params([field("body")], [field("text")]),
  "param-added-optional": params([], [field("body")]),
  "param-added-optional-open-object": params(
    [field("meta", object([field("a")], true))],
    [field("meta", object([field("a"), field("b", integer)], true))],
  ),
  "param-added-required": params([], [field("body", text, { required: true })]),
  "param-added-required-with-default": params([], [field("body", text, { required: true, default: "x" })]),
  "param-became-required": param({}, { required: true }),
  "param-became-required-with-default": param({ default: "x" }, { required: true, default: "x" }),
  "param-became-optional": param({ required: true }, {}),
  "default-added": param({}, { default: "x" }),
  "default-removed": param({ default: "x" }, {}),
  "default-changed": param({ default: "x" }, { default: "y" }),
  "unit-or-meaning-tag-changed": param({ unit: "ms" }, { unit: "s" }),
  "sensitive-flag-added": param({}, { sensitive: true }),
  "sensitive-flag-removed": param({ sensitive: true }, {}),
  "param-alias-added": param({}, { aliases: [{ name: "name" }] }),
  "param-alias-removed": param({ aliases: [{ name: "name" }] }, {}),
  "param-description-changed": param({ description: "A title" }, { description: "The title" }),
  "param-description-removed": param({ description: "A title" }, {}),

  "output-required-removed": results([field("id", text, { required: true })], []),
  "output-optional-removed": results([field("id")], []),
  "output-property-added": results([field("id")], [field("id"), field("size", integer)], true),
  "output-property-added-to-closed-object": results([field("id")], [field("id"), field("size", integer)]),
  "output-became-optional": results([field("id", text, { required: true })], [field("id")]),
  "output-became-required": results([field("id")], [field("id", text, { required: true })]),

  ...bothSides("pattern-added", kept, { ...kept, pattern: "^a" }, "pattern-removed"),
  ...bothSides("pattern-changed", { ...kept, pattern: "^a" }, { ...kept, pattern: "^b" }, undefined),
  ...bothSides("format-added", kept, { ...kept, format: "date" }, "format-removed"),
  ...bothSides("format-changed", { ...kept, format: "date" }, { ...kept, format: "uuid" }, undefined),
  ...bothSides("multiple-of-added", integer, { ...integer, multipleOf: 2 }, "multiple-of-removed"),
  ...bothSides("multiple-of-changed", { ...integer, multipleOf: 2 }, { ...integer, multipleOf: 3 }, undefined),
  ...bothSides(
    "unique-items-added",
    { kind: "array", items: text },
    { kind: "array", items: text, unique: true },
    "unique-items-removed",
  ),
  ...bothSides("nullable-removed", { ...text, nullable: true }, text, "nullable-added"),
  ...bothSides("enum-introduced", text, enumOf("a"), "enum-dropped"),
  ...bothSides("type-narrowed", number, integer, "type-widened"),
  ...bothSides("type-replaced", text, integer, undefined),
  ...bothSides("enum-value-removed", enumOf("a", "b"), enumOf("a"), "enum-value-added"),
  ...bothSides(
    "any-of-branch-removed",
    { kind: "union", of: [text, integer, { kind: "boolean" }] },
    { kind: "union", of: [text, integer] },
    "any-of-branch-added",
  ),
  ...bothSides("additional-properties-closed", object([], true), object([]), "additional-properties-opened"),
  ...bothSides(
    "additional-properties-schema-narrowed",
    object([], true),
    object([], integer),
    "additional-properties-schema-widened",
  ),
  "enum-value-removed-after-sunset": params(
    [field("kind", { kind: "enum", values: [{ value: "a" }, { value: "b", deprecated: past }] })],
    [field("kind", enumOf("a"))],
  ),
  "enum-alias-removed": params(
    [field("kind", { kind: "enum", values: [{ value: "a", aliases: ["alpha"] }] })],
    [field("kind", enumOf("a"))],
  ),
  "normalization-changed": params([field("kind", text)], [field("kind", kept)]),

  ...floor("minimum", (min) => ({ kind: "number", ...(min === undefined ? {} : { min }) })),
  ...floor("exclusive-minimum", (above) => ({ kind: "number", ...(above === undefined ? {} : { above }) })),
  ...ceiling("maximum", (max) => ({ kind: "number", ...(max === undefined ? {} : { max }) })),
  ...ceiling("exclusive-maximum", (below) => ({ kind: "number", ...(below === undefined ? {} : { below }) })),
  ...floor("min-length", (minLength) => ({ ...kept, ...(minLength === undefined ? {} : { minLength }) })),
  ...ceiling("max-length", (maxLength) => ({ ...kept, ...(maxLength === undefined ? {} : { maxLength }) })),
  ...ceiling("max-bytes", (maxBytes) => ({ ...kept, ...(maxBytes === undefined ? {} : { maxBytes }) })),
  ...floor("min-items", (minItems) => ({
    kind: "array",
    items: text,
    ...(minItems === undefined ? {} : { minItems }),
  })),
  ...ceiling("max-items", (maxItems) => ({
    kind: "array",
    items: text,
    ...(maxItems === undefined ? {} : { maxItems }),
  })),

  "server-name-changed": root({ server: { name: "a", version: "1.0.0" } }, { server: { name: "b", version: "1.0.0" } }),
  "server-instructions-changed": root({}, { server: { ...empty.server, instructions: "Read first." } }),
  "default-profile-changed": root({ defaultProfile: "core" }, { defaultProfile: "full" }),
  "family-removed": root({ families: [...empty.families, { name: "x", title: "X", summary: "X" }] }, {}),
  "family-added": root({}, { families: [...empty.families, { name: "x", title: "X", summary: "X" }] }),
  "family-changed": changed({ family: "notes" }, { family: "lists" }),
  "tier-restricted": tiers("essential", "advanced"),
  "tier-promoted": tiers("advanced", "essential"),
  "profile-removed": root({ profiles: [profile] }, {}),
  "profile-added": root({}, { profiles: [profile] }),
  "profile-lost-tool": root({ profiles: [profile] }, { profiles: [{ ...profile, tools: [] }] }),
  "profile-gained-tool": root({ profiles: [{ ...profile, tools: [] }] }, { profiles: [profile] }),
  "profile-gained-destructive-tool": [
    catalogOf([], { profiles: [{ ...profile, tools: [] }] }),
    catalogOf([toolWith([], { effects: { ...effects, destructive: true } })], { profiles: [profile] }),
  ],
  "error-code-added": changed({}, { errors: ["NOTE_EXISTS"] }),
  "error-code-removed": changed({ errors: ["NOTE_EXISTS"] }, {}),
  "error-code-retryability-changed": root({ errors: [failure] }, { errors: [{ ...failure, retry: "later" }] }),
  "error-code-number-changed": root({ errors: [failure] }, { errors: [{ ...failure, code: -31002 }] }),
  "title-changed": changed({ title: "Create" }, { title: "Make" }),
  "tool-description-changed": changed({ summary: "Create a note." }, { summary: "Make a note." }),

  // Once it is trimmed a required text may not be blank; that shows in the published pattern and nowhere else.
  "otherwise-incompatible": param({ type: kept, required: true }, { required: true }),
  // A look-ahead is no regular language, so it is not known whether it lets a blank text through.
  "undecidable-change": param(
    { type: { ...kept, pattern: "^(?=a)" }, required: true },
    { type: { ...text, pattern: "^(?=a)" }, required: true },
  ),
};

/** One pair for arguments, the same for results, and the partner of each where there is one. */
function bothSides(id: string, wide: TypeNode, narrow: TypeNode, mirror: string | undefined): { [rule: string]: Pair } {
  const input = (base: TypeNode, head: TypeNode): Pair => params([field("value", base)], [field("value", head)]);
  const output = (base: TypeNode, head: TypeNode): Pair => results([field("value", base)], [field("value", head)]);
  return {
    [id]: input(wide, narrow),
    [`output-${id}`]: output(wide, narrow),
    ...(mirror === undefined ? {} : { [mirror]: input(narrow, wide), [`output-${mirror}`]: output(narrow, wide) }),
  };
}

function floor(noun: string, type: (limit: number | undefined) => TypeNode): { [rule: string]: Pair } {
  return {
    ...bothSides(`${noun}-set`, type(undefined), type(2), `${noun}-unset`),
    ...bothSides(`${noun}-raised`, type(2), type(3), `${noun}-lowered`),
  };
}

function ceiling(noun: string, type: (limit: number | undefined) => TypeNode): { [rule: string]: Pair } {
  return {
    ...bothSides(`${noun}-set`, type(undefined), type(2), `${noun}-unset`),
    ...bothSides(`${noun}-lowered`, type(3), type(2), `${noun}-raised`),
  };
}

function tiers(base: string, head: string): Pair {
  const all = ["essential", "advanced"].map((name) => ({ name, badge: name, summary: name }));
  return [
    catalogOf([toolWith([], { tier: base })], { tiers: all }),
    catalogOf([toolWith([], { tier: head })], { tiers: all }),
  ];
}
