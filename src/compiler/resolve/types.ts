import type { Json } from "../../contract/json.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { Field } from "../catalog/catalog.ts";
import { keyOf, pointer } from "../catalog/origins.ts";
import { ownName } from "../catalog/own-names.ts";
import type { EnumValue, TypeNode } from "../catalog/type-node.ts";
import { removalOf } from "../edits/remove-part.ts";
import {
  at,
  booleanAt,
  entriesAt,
  isBrokenAt,
  itemsAt,
  jsonOf,
  numberAt,
  type SpecEntry,
  type SpecNode,
  spanAt,
  stringAt,
  stringsAt,
  wordAt,
} from "../syntax/spec-node.ts";
import { type Context, optional, reportUnknown, trace } from "./context.ts";
import { deprecationOf } from "./deprecations.ts";
import { discriminatorOf } from "./discriminator.ts";
import { extended, isObjectType } from "./extended.ts";
import { rawSchemaOf } from "./raw-schema.ts";
import { mergeShared } from "./shared-params.ts";
import { textAt } from "./texts.ts";
import { writeOut } from "./written-out.ts";

/**
 * A type. An invalid type that was already reported becomes `unread`, which causes no further findings.
 * @param base its pointer in the catalog
 */
export function typeOf(context: Context, node: SpecNode | undefined, base: string): TypeNode {
  if (node === undefined || node.kind !== "map") return unread;
  if (!context.origins.has(base)) context.origins.set(base, node.span);
  const shared = {
    ...(booleanAt(node, "nullable") === true ? { nullable: true } : {}),
    ...optional("description", textAt(context, node, "description", pointer(base, "description"))),
  };
  const ref = stringAt(node, "ref");
  if (ref !== undefined) {
    const named = context.names.types.get(ref)?.value;
    if (named !== undefined) {
      if (isObjectType(named)) return { kind: "ref", name: ref, ...shared };
      context.usedTypes.add(ref);
      const type = writeOut(context, ref, spanAt(node, "ref"), () => {
        context.origins.set(base, named.span);
        return typeOf(context, named, base);
      });
      return { ...(type ?? unread), ...shared };
    }
    if (!context.names.incomplete.has("types")) {
      reportUnknown(context, "unknown-type", ref, spanAt(node, "ref"), context.names.types.keys());
    }
    return { ...unread, ...shared };
  }
  const raw = at(node, "schema");
  if (raw !== undefined) {
    return { kind: "json", schema: rawSchemaOf(context, raw), ...optional("description", shared.description) };
  }
  return { ...bareType(context, node, base), ...shared };
}

/** Fields of an object, in the order of the text. */
export function fieldsOf(
  context: Context,
  entries: readonly (readonly [string, SpecEntry])[],
  required: readonly { readonly text: string; readonly span: Span }[],
  base: string,
): readonly Field[] {
  const siblings = new Map(entries.map(([name, { value }]) => [name, wireOf(context, name, value)]));
  for (const { text, span } of required) {
    if (!siblings.has(text)) reportUnknown(context, "unknown-field", text, span, siblings.keys());
  }
  const named = new Set(required.map(({ text }) => text));
  const around = { siblings, spellings: new Set(siblings.values()) };
  const fields = entries.map(([name, entry], index) => fieldOf(context, name, entry, around, pointer(base, index)));
  reportSpellings(context, entries, siblings);
  return fields.map((field) => (named.has(ownName(field)) ? { ...field, required: true } : field));
}

/** How callers spell a field: under `wire`, there or in its shared param, else as YAML does. */
function wireOf(context: Context, name: string, value: SpecNode): string {
  const shared = stringAt(value, "use");
  const inherited = shared === undefined ? undefined : stringAt(context.names.params.get(shared)?.value, "wire");
  return stringAt(value, "wire") ?? inherited ?? name;
}

/** The fields of the same object. */
interface Around {
  /** By their names in YAML, as callers spell them. */
  readonly siblings: ReadonlyMap<string, string>;
  readonly spellings: ReadonlySet<string>;
}

/** One field or param, with the keys of its shared param. */
function fieldOf(context: Context, own: string, { key, value }: SpecEntry, around: Around, base: string): Field {
  const node = mergeShared(context, value);
  const use = stringAt(value, "use");
  const written = () => fieldWritten(context, own, { key, value: node }, around, base);
  if (use === undefined) return written();
  const field = writeOut(context, use, spanAt(value, "use"), written);
  return field ?? { name: around.siblings.get(own) ?? own, type: unread, required: false };
}

function fieldWritten(
  context: Context,
  own: string,
  entry: SpecEntry,
  { siblings, spellings }: Around,
  base: string,
): Field {
  const node = entry.value;
  context.origins.set(base, entry.key);
  trace(context, node, ["default", "required"], base);
  for (const key of ["default", "required"]) {
    const own = node.kind === "map" ? node.entries.get(key) : undefined;
    if (own !== undefined) context.origins.set(keyOf(pointer(base, key)), own.key);
  }
  const { description, ...type } = typeOf(context, node, pointer(base, "type"));
  const defaultNode = at(node, "default");
  const examples = itemsAt(node, "examples").map((example, index) => {
    context.origins.set(pointer(base, "examples", index), example.span);
    return jsonOf(example);
  });
  const name = siblings.get(own) ?? own;
  const aliases = itemsAt(node, "aliases").flatMap((alias, index) => {
    const spelling = stringAt(alias, "name");
    // A name that is already used was reported.
    if (spelling === undefined || spellings.has(spelling)) return [];
    const place = pointer(base, "aliases", index);
    context.origins.set(place, alias.span);
    const replacements = { kind: "param", names: siblings.keys(), shownAs: (one: string) => siblings.get(one) };
    return [{ name: spelling, ...optional("deprecated", deprecationOf(context, alias, place, replacements)) }];
  });
  const replacements = {
    kind: "param",
    names: siblings.keys(),
    shownAs: (one: string) => siblings.get(one),
    self: own,
  };
  return {
    name,
    ...(name === own ? {} : { own }),
    type,
    required: booleanAt(node, "required") === true,
    ...optional("description", description),
    ...optional<"default", Json>("default", defaultNode === undefined ? undefined : jsonOf(defaultNode)),
    ...(examples.length === 0 ? {} : { examples }),
    ...optional("deprecated", deprecationOf(context, node, base, replacements)),
    ...(aliases.length === 0 ? {} : { aliases }),
    ...optional("sensitive", booleanAt(node, "sensitive")),
    ...optional("unit", stringAt(node, "unit")),
    ...optional("often", booleanAt(node, "often")),
  };
}

/** Keys of types that findings point to. */
const tracedKeys = [
  ...["type", "pattern", "format", "values", "of", "unique", "nullable", "min", "max", "above", "below", "multiple_of"],
  ...["min_length", "max_length", "max_bytes", "min_items", "max_items"],
];

const letterCases = ["lower", "upper"] as const;

function bareType(context: Context, node: SpecNode, base: string): TypeNode {
  trace(context, node, tracedKeys, base);
  if (madeOf.some((key) => isBrokenAt(node, key))) return unread;
  switch (stringAt(node, "type")) {
    case "string":
      return {
        kind: "string",
        ...optional("minLength", numberAt(node, "min_length")),
        ...optional("maxLength", numberAt(node, "max_length")),
        ...optional("maxBytes", numberAt(node, "max_bytes")),
        ...optional("pattern", stringAt(node, "pattern")),
        ...optional("format", stringAt(node, "format")),
        trim: booleanAt(node, "trim") !== false,
        ...optional("normalize", wordAt(node, "normalize", letterCases)),
      };
    case "integer":
      return { kind: "integer", ...bounds(node) };
    case "number":
      return { kind: "number", ...bounds(node) };
    case "boolean":
      return { kind: "boolean" };
    case "enum":
      return {
        kind: "enum",
        values: enumValues(context, node, base),
        ...optional("normalize", wordAt(node, "normalize", letterCases)),
      };
    case "array":
      return {
        kind: "array",
        items: typeOf(context, at(node, "items"), pointer(base, "items")),
        ...optional("minItems", numberAt(node, "min_items")),
        ...optional("maxItems", numberAt(node, "max_items")),
        ...(booleanAt(node, "unique") === true ? { unique: true } : {}),
      };
    case "object":
      return extendedObject(context, node, base);
    case "union":
      return {
        kind: "union",
        of: itemsAt(node, "of").map((option, index) => typeOf(context, option, pointer(base, "of", index))),
        ...optional("discriminator", discriminatorOf(context, itemsAt(node, "of"))),
      };
    case "json":
      return { kind: "json" };
    default:
      return unread;
  }
}

const unread: TypeNode = { kind: "json", unread: true };

/** Where one of these keys is wrong, it is not known which values are right. */
const madeOf = ["values", "items", "fields", "of"];

function extendedObject(context: Context, node: SpecNode, base: string): TypeNode {
  const whole = extended(context, node);
  return isBrokenAt(whole, "fields") ? unread : objectOf(context, whole, base);
}

function objectOf(context: Context, node: SpecNode, base: string): TypeNode {
  const fields = fieldsOf(context, entriesAt(node, "fields"), stringsAt(node, "required"), pointer(base, "fields"));
  return { kind: "object", fields, open: openOf(context, node, base) };
}

function openOf(context: Context, node: SpecNode, base: string): boolean | TypeNode {
  const open = at(node, "open");
  if (open?.kind === "map") return typeOf(context, open, pointer(base, "open"));
  return booleanAt(node, "open") === true;
}

function bounds(node: SpecNode) {
  return {
    ...optional("min", numberAt(node, "min")),
    ...optional("max", numberAt(node, "max")),
    ...optional("above", numberAt(node, "above")),
    ...optional("below", numberAt(node, "below")),
    ...optional("multipleOf", numberAt(node, "multiple_of")),
  };
}

function enumValues(context: Context, node: SpecNode, base: string): readonly EnumValue[] {
  const items = itemsAt(node, "values");
  const wordOf = (item: SpecNode) =>
    item.kind === "scalar" && typeof item.value === "string" ? item.value : stringAt(item, "value");
  const words = items.map(wordOf).filter((word) => word !== undefined);
  const taken = new Map<string, Span>();
  const list = at(node, "values");
  /** @param whole the part to remove with the word; absent for an alias, whose list may need it */
  const take = (word: string, span: Span, whole?: Span): boolean => {
    const earlier = taken.get(word);
    if (earlier === undefined) taken.set(word, span);
    else {
      const related = [{ span: earlier, message: "first here" }];
      const cut = list === undefined || whole === undefined ? undefined : removalOf(list.span, whole);
      const fix = cut === undefined ? undefined : { title: "remove the second one", edits: [{ span: cut, text: "" }] };
      context.diagnostics.push(diagnostic("duplicate-item", { item: word }, span, { related, fix }));
    }
    return earlier === undefined;
  };
  return items.flatMap((item, index) => {
    const value = wordOf(item);
    // A value with its own summary is more than a repetition.
    const isPlain = item.kind === "scalar";
    if (
      value === undefined ||
      !take(value, isPlain ? item.span : spanAt(item, "value"), isPlain ? item.span : undefined)
    ) {
      return [];
    }
    const place = pointer(base, "values", index);
    context.origins.set(place, item.span);
    const spellings = stringsAt(item, "aliases").filter(({ text, span }) => take(text, span));
    return [
      {
        value,
        ...optional("summary", textAt(context, item, "summary", pointer(place, "summary"))),
        ...optional("deprecated", deprecationOf(context, item, place, { kind: "value", names: words, self: value })),
        ...(spellings.length === 0 ? {} : { aliases: spellings.map(({ text }) => text) }),
      },
    ];
  });
}

/** A named type is one type for callers and handlers, so its fields have one spelling. */
export function reportWires(context: Context, type: TypeNode, base: string): void {
  const below = (part: TypeNode, ...keys: readonly (string | number)[]) =>
    reportWires(context, part, pointer(base, ...keys));
  if (type.kind === "array") below(type.items, "items");
  if (type.kind === "union") for (const [index, option] of type.of.entries()) below(option, "of", index);
  if (type.kind !== "object") return;
  if (typeof type.open !== "boolean") below(type.open, "open");
  for (const [index, field] of type.fields.entries()) {
    const span = context.origins.get(pointer(base, "fields", index));
    if (field.own !== undefined && span !== undefined) {
      context.diagnostics.push(diagnostic("wire-in-named-type", { name: field.own }, span));
    }
    below(field.type, "fields", index, "type");
  }
}

/** Each alias is the name of one field. */
function reportSpellings(
  context: Context,
  entries: readonly (readonly [string, SpecEntry])[],
  siblings: ReadonlyMap<string, string>,
): void {
  const taken = new Set<string>();
  for (const [name, { value, key }] of entries) {
    const wire = siblings.get(name) ?? name;
    if (taken.has(wire)) {
      const span = at(value, "wire")?.span ?? key;
      context.diagnostics.push(diagnostic("param-spelled-twice", { name: wire }, span));
    }
    taken.add(wire);
  }
  for (const [, { value }] of entries) {
    for (const alias of itemsAt(value, "aliases")) {
      const name = stringAt(alias, "name");
      if (name === undefined) continue;
      if (taken.has(name)) {
        context.diagnostics.push(diagnostic("param-spelled-twice", { name }, spanAt(alias, "name")));
      }
      taken.add(name);
    }
  }
}
