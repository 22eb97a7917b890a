import { badMemory, badNamespace, badParts, type Cases } from "./case.ts";

const entity = { canonical_name: "PostgreSQL", namespace: "a" };
const hiddenIn = (param: string) => ({ with: { [param]: "one\u0007line" }, data: { param, character: "U+0007" } });

/** Links between memories, entities and workspaces. */
export const graphCases: Cases = {
  memory_link: {
    ...badMemory("source_id", { target_id: "$ports" }),
    LINK_SAME: { with: { source_id: "$ports", target_id: "$ports" }, data: { memory: "$ports" } },
    LINK_CYCLE: {
      with: { source_id: "$ports", target_id: "$another", relation: "reflects_on" },
      data: { source: "$ports", target: "$another" },
    },
  },
  memory_kg_invalidate: badMemory("target_id", { source_id: "$ports", relation: "pattern" }),
  memory_kg_query: { ...badMemory("source_id"), ...badNamespace({ source_id: "$ports" }) },
  memory_kg_timeline: badMemory("source_id"),
  memory_get_links: badMemory("id"),
  memory_find_paths: badMemory("target_id", { source_id: "$ports" }),
  memory_get_taxonomy: {
    NAMESPACE_INVALID: { with: { namespace_prefix: "a/.." }, data: badNamespace().NAMESPACE_INVALID.data },
  },
  memory_entity_get_by_alias: badNamespace({ alias: "pg" }),
  memory_entity_register: {
    ...badNamespace({ canonical_name: "PostgreSQL" }),
    ENTITY_TAKEN: {
      with: { canonical_name: "SQLite", namespace: "a", aliases: ["PG"] },
      data: { name: "PG", namespace: "a", id: "$entity" },
    },
    METADATA_TOO_LARGE: badParts({ ...entity, canonical_name: "Other" }).METADATA_TOO_LARGE,
    CONTROL_CHARACTER: {
      with: { ...entity, canonical_name: "one\u0007line" },
      data: hiddenIn("canonical_name").data,
    },
  },
  memory_evolve: {
    ...badNamespace(),
    EVOLUTION_NOT_FOUND: {
      with: { undo: "no-such-run" },
      data: { evolution: "no-such-run", problem: "there is none with that id" },
    },
  },
  workspace_create: {
    WORKSPACE_EXISTS: { with: { identifier: " Patterns " }, data: { workspace: "patterns" } },
    CONTROL_CHARACTER: hiddenIn("identifier"),
  },
  workspace_init: { CONTROL_CHARACTER: hiddenIn("identifier") },
  workspace_retrieve: { WORKSPACE_NOT_FOUND: { with: { identifier: "none" }, data: { workspace: "none" } } },
};
