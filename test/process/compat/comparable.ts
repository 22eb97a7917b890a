import { isJsonObject, type Json } from "../../../src/contract/json.ts";

/**
 * A value as another database would give it: times, handles and cursors are taken out, and each id is replaced by the order in which
 * it appeared, so that equal ids still have to be equal.
 */
export function comparable(value: Json | undefined): Json {
  const ids = new Map<string, string>();
  const stable = (text: string): string =>
    text.replaceAll(time, "<time>").replaceAll(uuid, (id) => {
      const name = ids.get(id) ?? `<id ${ids.size}>`;
      ids.set(id, name);
      return name;
    });
  const visit = (part: Json): Json => {
    if (typeof part === "string") return stable(part);
    if (Array.isArray(part)) return part.map(visit);
    if (!isJsonObject(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, child]) => [
        name,
        opaque.has(name) && child !== null ? `<${name}>` : visit(child),
      ]),
    );
  };
  return visit(value ?? null);
}

/** Secret, or bound to the ids of one database. */
const opaque: ReadonlySet<string> = new Set(["session", "next_cursor"]);
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
