/** What may be called at all. One policy serves list, search, describe and call: what it denies is unknown to all four. */
export interface Policy {
  /** @param alias the old name by which the tool would be called */
  permits(tool: string, alias?: string): boolean;
}

/**
 * Patterns over names, `*` standing for any characters. Without allow patterns everything is allowed; deny wins. A pattern
 * meets a call by its canonical name or by the name that was used.
 */
export function createPolicy(patterns: {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}): Policy {
  const allow = (patterns.allow ?? []).map(toRegExp);
  const deny = (patterns.deny ?? []).map(toRegExp);
  if (allow.length === 0 && deny.length === 0) return { permits: () => true };
  const meets = (list: readonly RegExp[], name: string | undefined) =>
    name !== undefined && list.some((pattern) => pattern.test(name));
  return {
    permits: (tool, alias) =>
      !meets(deny, tool) && !meets(deny, alias) && (allow.length === 0 || meets(allow, tool) || meets(allow, alias)),
  };
}

function toRegExp(pattern: string): RegExp {
  // Runs of stars are one star; otherwise they would make matching slow.
  const parts = pattern.split(/\*+/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^]*")}$`);
}
