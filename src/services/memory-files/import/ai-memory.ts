import { isJsonObject, type Json, type JsonObject, jsonIn } from "../../../contract/json.ts";
import type { AiMemoryRows } from "../../../store/ai-memory-file.ts";
import { type Relation, relations } from "../../../store/graph-rows.ts";
import type { Tier } from "../../../store/memory-rows.ts";
import { namespaceProblem } from "../../namespaces/namespace.ts";
import { type ForeignLink, type ForeignMemories, type ForeignMemory, textsOf, timeFrom } from "./foreign-memories.ts";

const tiers: readonly Tier[] = ["short", "mid", "long"];

export function readAiMemory({ memories, links, archived, observed }: AiMemoryRows): ForeignMemories {
  const now = memories.map(memoryOf);
  const ending = memories.filter(({ expires_at: end }) => typeof end === "string").length;
  const used = memories.filter(({ access_count: count }) => typeof count === "number" && count > 0).length;
  const ended = links.filter(({ valid_until: end }) => typeof end === "string").length;
  const losses: readonly (readonly [count: number, what: string])[] = [
    [archived, "archived memories: only what is live is taken over"],
    [ending, "ends of life: a memory lives as long as its tier does here, from now on"],
    [used, "counts of use"],
    [ended, "links that have ended"],
    [observed, "lines about what recalls have found"],
  ];
  return {
    memories: now,
    links: links.flatMap(linkOf),
    losses: losses.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])),
  };
}

function memoryOf(row: JsonObject): ForeignMemory {
  const {
    id,
    title,
    content,
    namespace,
    tier,
    tags,
    priority,
    confidence,
    created_at: created,
    memory_kind: kind,
  } = row;
  const { metadata, source, source_uri: uri } = row;
  const known = tiers.find((each) => each === tier);
  return {
    key: text(id) ?? "",
    title: text(title),
    content: text(content) ?? "",
    tags: textsOf(parsed(tags)),
    kind: text(kind) ?? "observation",
    namespace: typeof namespace === "string" && namespaceProblem(namespace) === undefined ? namespace : undefined,
    tier: known,
    priority: typeof priority === "number" ? priority : undefined,
    confidence: typeof confidence === "number" ? confidence : undefined,
    createdAt: timeFrom(created),
    metadata: {
      ...objectOf(parsed(metadata)),
      ...(typeof source === "string" ? { source } : {}),
      ...(typeof uri === "string" ? { source_uri: uri } : {}),
    },
  };
}

function linkOf({
  source_id: from,
  target_id: to,
  relation,
  valid_from: start,
  valid_until: end,
}: JsonObject): ForeignLink[] {
  if (typeof from !== "string" || typeof to !== "string" || typeof end === "string") return [];
  const known: Relation | undefined = relations.find((each) => each === relation);
  const reason = known === undefined ? (text(relation) ?? "") : "";
  return [{ from, to, relation: known ?? "related_to", reason, validFrom: timeFrom(start) }];
}

function text(value: Json | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Lists and objects are texts of JSON there. */
function parsed(value: Json | undefined): Json | undefined {
  return typeof value === "string" ? jsonIn(value) : value;
}
