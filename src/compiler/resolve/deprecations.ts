import { isBuiltinName } from "../../contract/builtin-tools.ts";
import type { Deprecation } from "../../contract/deprecation.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { mistyped } from "../../diagnostics/mistyped.ts";
import { pointer } from "../catalog/origins.ts";
import { at, type SpecNode, spanAt, stringAt } from "../syntax/spec-node.ts";
import { type Context, optional, trace, wireName } from "./context.ts";
import { textAt } from "./texts.ts";

/** The allowed replacements. */
export interface Replacements {
  /** For messages: "tool", "param". */
  readonly kind: string;
  readonly names: Iterable<string>;
  /** How callers spell a name, where that differs. */
  readonly shownAs?: (name: string) => string | undefined;
  /** The deprecated name, where it is one of the names: it is not suggested as its own replacement. */
  readonly self?: string;
  /** Other allowed names. */
  readonly also?: (name: string) => boolean;
}

/** Tools; built-in tools are allowed too, but not suggested. */
export function toolReplacements(context: Context): Replacements {
  const { tools } = context.names;
  return { kind: "tool", names: tools.keys(), shownAs: (name) => wireName(context, name), also: isBuiltinName };
}

/** The entry under `deprecated`; an unknown replacement is reported. */
export function deprecationOf(
  context: Context,
  owner: SpecNode | undefined,
  base: string,
  replacements: Replacements,
): Deprecation | undefined {
  const node = at(owner, "deprecated");
  if (node === undefined || node.kind !== "map") return undefined;
  context.origins.set(pointer(base, "deprecated"), owner === undefined ? node.span : keySpan(owner, node));
  trace(context, node, ["since", "sunset", "replaced_by"], pointer(base, "deprecated"));
  const replacedBy = stringAt(node, "replaced_by");
  const names = [...replacements.names];
  if (replacedBy !== undefined && !names.includes(replacedBy) && replacements.also?.(replacedBy) !== true) {
    const params = { name: replacedBy, kind: replacements.kind };
    const span = spanAt(node, "replaced_by");
    const others = names.filter((name) => name !== replacements.self);
    context.diagnostics.push(diagnostic("unknown-replacement", params, span, mistyped(replacedBy, span, others)));
  }
  return {
    since: stringAt(node, "since") ?? "0.0.0",
    ...optional("sunset", stringAt(node, "sunset")),
    ...optional(
      "replacedBy",
      replacedBy === undefined ? undefined : (replacements.shownAs?.(replacedBy) ?? replacedBy),
    ),
    ...optional("reason", textAt(context, node, "reason", pointer(base, "deprecated", "reason"))),
  };
}

function keySpan(owner: SpecNode, node: SpecNode) {
  return owner.kind === "map" ? (owner.entries.get("deprecated")?.key ?? node.span) : node.span;
}
