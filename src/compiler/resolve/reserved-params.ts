import type { SessionNeed } from "../../contract/tool-facts.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import { entriesAt, itemsAt, type SpecNode, spanAt, stringAt } from "../syntax/spec-node.ts";
import type { Context } from "./context.ts";

/** The runtime reads `session` and `confirm` before the tool does: no param or alias of a param may have these names. */
export function reportReserved(
  context: Context,
  root: SpecNode | undefined,
  session: SessionNeed,
  confirms: boolean,
): void {
  const report = (name: string, span: Span) => {
    const why =
      name === "session" && session !== "none"
        ? "it is the handle of the session"
        : name === "confirm" && confirms
          ? "it is the confirmation that 'confirm' requires"
          : undefined;
    if (why !== undefined) context.diagnostics.push(diagnostic("reserved-param", { name, why }, span));
  };
  for (const [name, { key, value }] of entriesAt(root, "params")) {
    report(name, key);
    for (const alias of itemsAt(value, "aliases")) report(stringAt(alias, "name") ?? "", spanAt(alias, "name"));
  }
  for (const [old, { key }] of entriesAt(root, "rename")) report(old, key);
}

/** Only the caller can confirm: an alias can't set it. */
export function reportGivenConsent(context: Context, alias: SpecNode): void {
  for (const table of ["set", "defaults"]) {
    for (const [name, { key }] of entriesAt(alias, table)) {
      if (name !== "confirm") continue;
      const why = "it is the confirmation of the caller, which an alias can't set";
      context.diagnostics.push(diagnostic("reserved-param", { name, why }, key));
    }
  }
}
