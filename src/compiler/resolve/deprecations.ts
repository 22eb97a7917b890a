import type { Deprecation } from "../../contract/deprecation.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { suggest } from "../../diagnostics/suggest.ts";
import { pointer } from "../catalog/origins.ts";
import { at, type SpecNode, spanAt, stringAt } from "../spec/spec-node.ts";
import type { Context } from "./context.ts";
import { optional } from "./optional-property.ts";
import { textAt } from "./texts.ts";

/** What a replacement may be. */
export interface Replacements {
  /** For messages: "tool", "param". */
  readonly kind: string;
  readonly names: Iterable<string>;
}

/** The notice under `deprecated`; a replacement that is not there is reported. */
export function deprecationOf(
  context: Context,
  owner: SpecNode | undefined,
  base: string,
  replacements: Replacements,
): Deprecation | undefined {
  const node = at(owner, "deprecated");
  if (node === undefined || node.kind !== "map") return undefined;
  context.origins.set(pointer(base, "deprecated"), owner === undefined ? node.span : keySpan(owner, node));
  const replacedBy = stringAt(node, "replaced_by");
  const names = [...replacements.names];
  if (replacedBy !== undefined && !names.includes(replacedBy)) {
    const params = { name: replacedBy, kind: replacements.kind };
    const help = suggest(replacedBy, names);
    context.diagnostics.push(diagnostic("unknown-replacement", params, spanAt(node, "replaced_by"), { help }));
  }
  return {
    since: stringAt(node, "since") ?? "0.0.0",
    ...optional("sunset", stringAt(node, "sunset")),
    ...optional("replacedBy", replacedBy),
    ...optional("reason", textAt(context, node, "reason")),
  };
}

function keySpan(owner: SpecNode, node: SpecNode) {
  return owner.kind === "map" ? (owner.entries.get("deprecated")?.key ?? node.span) : node.span;
}
