import { diagnostic } from "../../diagnostics/diagnostic.ts";
import {
  at,
  entriesAt,
  isBrokenAt,
  itemsAt,
  type SpecEntry,
  type SpecNode,
  spanAt,
  stringAt,
  stringsAt,
} from "../syntax/spec-node.ts";
import { type Context, reportUnknown } from "./context.ts";

/** An object type with `extend` written out: fields of the other type, or those of `pick`, then its own, which replace them. */
export function extended(context: Context, node: SpecNode, seen: ReadonlySet<string> = new Set()): SpecNode {
  const name = stringAt(node, "extend");
  if (node.kind !== "map") return node;
  if (name === undefined) {
    if (at(node, "pick") !== undefined) {
      const help = "add 'extend' with the name of the type that has these fields";
      context.diagnostics.push(diagnostic("missing-key", { key: "extend", place: "" }, spanAt(node, "pick"), { help }));
    }
    return node;
  }
  const other = objectNamed(context, name, node, seen);
  if (other === undefined) return node;
  const base = extended(context, other, new Set([...seen, name]));
  const unread = [base, node].find((part) => isBrokenAt(part, "fields"));
  if (unread?.kind === "map") {
    const entry = unread.entries.get("fields");
    return entry === undefined ? node : { ...node, entries: new Map([...node.entries, ["fields", entry]]) };
  }
  const fields = new Map(entriesAt(base, "fields"));
  const picked = pickedOf(context, node, fields);
  const own = at(node, "fields");
  const entries = new Map<string, SpecEntry>([...picked, ...entriesAt(node, "fields")]);
  const required = [
    ...itemsAt(base, "required").filter((item) => item.kind === "scalar" && entries.has(String(item.value))),
    ...itemsAt(node, "required"),
  ];
  const span = own?.span ?? node.span;
  const merged = new Map(node.entries);
  merged.set("fields", { key: merged.get("fields")?.key ?? span, value: { kind: "map", span, entries } });
  // `required: true` is about the field that has this type.
  if (required.length > 0 && at(node, "required")?.kind !== "scalar") {
    merged.set("required", {
      key: merged.get("required")?.key ?? span,
      value: { kind: "list", span, items: required },
    });
  }
  const open = base.kind === "map" ? base.entries.get("open") : undefined;
  if (open !== undefined && !merged.has("open")) merged.set("open", open);
  return { kind: "map", span: node.span, entries: merged };
}

function pickedOf(context: Context, node: SpecNode, fields: ReadonlyMap<string, SpecEntry>) {
  if (at(node, "pick") === undefined) return fields;
  const picked = new Map<string, SpecEntry>();
  for (const { text, span } of stringsAt(node, "pick")) {
    const field = fields.get(text);
    if (field !== undefined) picked.set(text, field);
    else reportUnknown(context, "unknown-field", text, span, fields.keys());
  }
  return picked;
}

/** The named object that a type extends. */
function objectNamed(context: Context, name: string, node: SpecNode, seen: ReadonlySet<string>): SpecNode | undefined {
  const span = spanAt(node, "extend");
  context.usedTypes.add(name);
  const named = context.names.types.get(name)?.value;
  if (named === undefined) {
    if (!context.names.incomplete.has("types")) {
      reportUnknown(context, "unknown-type", name, span, context.names.types.keys());
    }
    return undefined;
  }
  if (seen.has(name)) {
    const help = "remove one 'extend' of the circle";
    context.diagnostics.push(diagnostic("type-endless", { name }, span, { help }));
    return undefined;
  }
  if (isObjectType(named)) return named;
  context.diagnostics.push(diagnostic("extends-no-object", { name, type: stringAt(named, "type") ?? "" }, span));
  return undefined;
}

/** A named type without `type` is an object. */
export function isObjectType(node: SpecNode): boolean {
  const type = stringAt(node, "type");
  return type === undefined || type === "object";
}
