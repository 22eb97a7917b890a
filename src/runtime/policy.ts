/** What may be called. List, search, describe and call use one policy: what it denies is unknown to all four. */
export interface Policy {
  /** @param alias the old name that the call uses */
  permits(tool: string, alias?: string): boolean;
}

/**
 * Patterns over names; `*` matches any characters. Without allow patterns everything is allowed; deny wins. A pattern is
 * compared with the canonical name and with the name that was used.
 */
export function createPolicy(patterns: {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}): Policy {
  const allow = (patterns.allow ?? []).map(toRegExp);
  const deny = (patterns.deny ?? []).map(toRegExp);
  if (allow.length === 0 && deny.length === 0) return { permits: () => true };
  const matches = (list: readonly RegExp[], name: string | undefined) =>
    name !== undefined && list.some((pattern) => pattern.test(name));
  return {
    permits: (tool, alias) =>
      !matches(deny, tool) &&
      !matches(deny, alias) &&
      (allow.length === 0 || matches(allow, tool) || matches(allow, alias)),
  };
}

function toRegExp(pattern: string): RegExp {
  // A run of stars counts as one; otherwise matching could be slow.
  const parts = pattern.split(/\*+/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^]*")}$`);
}
