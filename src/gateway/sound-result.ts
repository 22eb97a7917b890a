import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";

// Servers write out empty members, and kinds of content that are newer than we are. What such a result says is still good.

/** Most places that one message names. */
const maxPlaces = 5;

/** A result of another server with the same facts, as every client takes it; an error where it breaks the protocol. */
export async function soundResult({ resultType: _, ...given }: JsonObject): Promise<JsonObject> {
  const { isKnownKind, resultIssues } = await import("../client/result-issues.ts");
  const { content = [], ...rest } = withoutNulls(given);
  const result: JsonObject = {
    content: Array.isArray(content) ? content.map((block: Json) => soundBlock(block, isKnownKind)) : content,
    ...rest,
  };
  const places = resultIssues(result);
  if (places.length === 0) return result;
  const text = `the server behind the gateway sent a result that breaks the protocol: ${placesText(places)}`;
  return { content: [{ type: "text", text }], isError: true };
}

function soundBlock(block: Json, isKnownKind: (type: Json | undefined) => boolean): Json {
  if (!isJsonObject(block)) return block;
  const { type, text } = block;
  if (typeof type === "string" && !isKnownKind(type)) {
    const described = `[${type}: content of a kind that is not known here]`;
    return { type: "text", text: typeof text === "string" ? text : described };
  }
  const entries = Object.entries(withoutNulls(block));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isJsonObject(value) && holders.has(name) ? withoutNulls(value) : value]),
  );
}

/** Members of a block whose own members the protocol names; under `_meta` null may mean something. */
const holders: ReadonlySet<string> = new Set(["annotations", "resource"]);

function withoutNulls(holder: JsonObject): JsonObject {
  const members = Object.entries(holder);
  // Most have none, and stay the same object.
  return members.every(([, value]) => value !== null)
    ? holder
    : Object.fromEntries(members.filter(([, value]) => value !== null));
}

function placesText(places: readonly string[]): string {
  const more = places.length > maxPlaces ? ` and ${places.length - maxPlaces} more` : "";
  return `${places.slice(0, maxPlaces).join(", ")}${more}`;
}
