/** Families of ai-memory whose tools do here what ours of that family do. Any other name is looked for as it stands. */
const ours: ReadonlyMap<string, string> = new Map([
  ["core", "memory"],
  ["lifecycle", "memory"],
  ["archive", "memory"],
  ["meta", "session"],
]);

export function ourFamily(family: string): string {
  return ours.get(family) ?? family;
}
