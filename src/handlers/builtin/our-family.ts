/** Families of ai-memory and the families here with the same tools. Any other name is used unchanged. */
const ours: ReadonlyMap<string, string> = new Map([
  ["core", "memory"],
  ["lifecycle", "memory"],
  ["archive", "memory"],
  ["meta", "session"],
  ["power", "upkeep"],
  ["other", "message"],
]);

export function ourFamily(family: string): string {
  return ours.get(family) ?? family;
}
