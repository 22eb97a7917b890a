/** The first name that another one precedes now, of those that are in both lists. */
export function firstMoved(base: readonly string[], head: readonly string[]): string | undefined {
  const now = new Set(head);
  const before = base.filter((name) => now.has(name));
  const kept = new Set(before);
  return head.filter((name) => kept.has(name)).find((name, index) => name !== before[index]);
}
