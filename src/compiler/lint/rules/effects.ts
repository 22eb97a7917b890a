import { pointer } from "../../catalog/origins.ts";
import { finding, type LintRule, rule } from "../rule.ts";

/** The declared effects of a tool. */
export const effectRules: readonly LintRule[] = [
  rule("tool", ({ tool, at }) =>
    tool.effects.readOnly && tool.effects.destructive
      ? [
          finding("effects-contradiction", { tool: tool.name }, pointer(at, "effects"), {
            help: "set one of them to false",
          }),
        ]
      : [],
  ),
  rule("tool", ({ tool, at }) => {
    const { readOnly, destructive } = tool.effects;
    if (!destructive || readOnly || tool.confirm !== undefined) return [];
    const help = "add confirm: {message: …} that says what would be destroyed";
    return [finding("destructive-without-confirm", { tool: tool.name }, pointer(at, "effects"), { help })];
  }),
];
