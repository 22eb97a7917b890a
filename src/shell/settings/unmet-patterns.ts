import { builtinTools } from "../../contract/builtin-tools.ts";
import { nearMiss } from "../../contract/near-miss.ts";
import { createPolicy } from "../../runtime/policy.ts";
import type { LocalRegistry } from "../catalog/bound-catalog.ts";

/** What `--allow` and `--deny`, their variables and the configuration file say together. */
export interface Patterns {
  /** undefined: everything is allowed. */
  readonly allow: readonly string[] | undefined;
  readonly deny: readonly string[];
}

export interface UnmetPattern {
  readonly rule: "allow" | "deny";
  readonly pattern: string;
  readonly nearMiss?: string;
}

/**
 * Patterns that meet no tool, no old name and no built-in one: likely mistyped, and then what they should deny can be
 * called. They are reported and not refused, since one rule may stand for several catalogs.
 */
export function unmetPatterns(
  { tools, aliases }: Pick<LocalRegistry, "tools" | "aliases">,
  { allow = [], deny }: Patterns,
): readonly UnmetPattern[] {
  const names = [...Object.keys(tools), ...Object.keys(aliases), ...Object.keys(builtinTools)];
  const isUnmet = (pattern: string) => {
    const { permits } = createPolicy({ deny: [pattern] });
    return names.every((name) => permits(name));
  };
  const reported = (rule: UnmetPattern["rule"], patterns: readonly string[]) =>
    patterns.filter(isUnmet).map((pattern): UnmetPattern => {
      const near = nearMiss(pattern, names);
      return { rule, pattern, ...(near === undefined ? {} : { nearMiss: near }) };
    });
  return [...reported("deny", deny), ...reported("allow", allow)];
}
