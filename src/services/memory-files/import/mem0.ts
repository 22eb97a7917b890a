import { isJsonObject, type JsonObject, jsonIn } from "../../../contract/json.ts";
import {
  type ForeignMemories,
  type ForeignMemory,
  namespacePart,
  textsOf,
  timeFrom,
  type Unreadable,
} from "./foreign-memories.ts";

const owners = ["user_id", "agent_id", "app_id", "run_id"] as const;

/**
 * What `get_all` of mem0 answers, saved as JSON: `{"results": […]}`, or the list alone. A user, agent, app or run is a namespace.
 * @see https://docs.mem0.ai/cookbooks/essentials/exporting-memories
 */
export function readMem0(text: string): ForeignMemories | Unreadable {
  const value = jsonIn(text);
  if (value === undefined) return { problem: "it is not JSON" };
  const results = isJsonObject(value) ? value.results : value;
  if (!Array.isArray(results)) return { problem: "it has no list of results" };
  const memories: ForeignMemory[] = [];
  for (const [index, result] of results.entries()) {
    const memory = isJsonObject(result) ? memoryOf(result) : undefined;
    if (memory === undefined) return { problem: `result ${index + 1} has no text 'memory'` };
    memories.push(memory);
  }
  const relations = isJsonObject(value) && Array.isArray(value.relations) ? value.relations.length : 0;
  return {
    memories,
    links: [],
    losses: relations === 0 ? [] : [`${relations} relations between names: they are not memories`],
  };
}

function memoryOf(result: JsonObject): ForeignMemory | undefined {
  const { id, memory, categories, created_at: created, metadata } = result;
  if (typeof memory !== "string") return undefined;
  const places = owners.flatMap((name) => {
    const owner = result[name];
    return typeof owner === "string" && namespacePart(owner) !== "" ? [namespacePart(owner)] : [];
  });
  return {
    key: typeof id === "string" ? id : "",
    title: undefined,
    content: memory,
    tags: textsOf(categories),
    kind: "observation",
    below: places[0],
    createdAt: timeFrom(created),
    metadata: {
      ...(isJsonObject(metadata) ? metadata : {}),
      ...Object.fromEntries(owners.flatMap((name) => (typeof result[name] === "string" ? [[name, result[name]]] : []))),
    },
  };
}
