import { isJsonObject, type JsonObject, jsonIn } from "../../../contract/json.ts";
import {
  type ForeignLink,
  type ForeignMemories,
  type ForeignMemory,
  textsOf,
  type Unreadable,
} from "./foreign-memories.ts";

/**
 * The file of the official memory server: one JSON object a line, an entity with observations or a relation between two entities.
 * @see https://github.com/modelcontextprotocol/servers/tree/main/src/memory
 */
export function readMemoryServer(text: string): ForeignMemories | Unreadable {
  const memories: ForeignMemory[] = [];
  const links: ForeignLink[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const entry = jsonIn(line);
    if (!isJsonObject(entry)) return { problem: `line ${index + 1} is not a JSON object` };
    const read = entry.type === "entity" ? entityOf(entry) : entry.type === "relation" ? linkOf(entry) : undefined;
    if (read === undefined) return { problem: `line ${index + 1} is neither an entity nor a relation` };
    if ("key" in read) memories.push(read);
    else links.push(read);
  }
  return { memories, links, losses: [] };
}

/** Its observations are the lines of its text; a name without any says what it is. */
function entityOf({ name, entityType, observations }: JsonObject): ForeignMemory | undefined {
  if (typeof name !== "string" || typeof entityType !== "string") return undefined;
  const lines = textsOf(observations);
  const content = lines.length === 0 ? `${name} (${entityType})` : lines.join("\n");
  return { key: name, title: name, content, tags: entityType === "" ? [] : [entityType], kind: "entity" };
}

function linkOf({ from, to, relationType }: JsonObject): ForeignLink | undefined {
  if (typeof from !== "string" || typeof to !== "string" || typeof relationType !== "string") return undefined;
  return { from, to, relation: "related_to", reason: relationType };
}
