/**
 * A list of memories as TOON, the same facts in fewer tokens. `toon` keeps the nesting; `toon_compact` writes one row
 * per memory, with the columns named once: provenance becomes columns, lists and objects become JSON.
 * @param list the field of the result that holds the memories
 * @see https://github.com/toon-format/spec
 */
export async function toonText<List extends string, Result extends { readonly [Name in List]: readonly object[] }>(
  result: Result,
  list: List,
  format: "toon" | "toon_compact",
): Promise<string> {
  const { encode } = await import("@toon-format/toon");
  if (format === "toon") return encode(result);
  return encode({ ...result, [list]: result[list].map(flatRow) }, { delimiter: "\t" });
}

function flatRow(memory: object): object {
  const { provenance, ...rest } = memory as { readonly provenance?: object };
  const columns = Object.entries({ ...rest, ...provenance });
  return Object.fromEntries(columns.map(([name, value]) => [name, isContainer(value) ? JSON.stringify(value) : value]));
}

function isContainer(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
