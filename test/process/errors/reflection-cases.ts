import { ambiguousMemory, badMemory, badNamespace, badParts, type Cases, missingMemory, unknownId } from "./case.ts";

const archived = { memory: "$gone", title: "Gone" };
const said = { title: "x", content: "x" };
const ofPorts = { ...said, source_ids: ["$ports"] };

/** What is concluded from memories. */
export const reflectionCases: Cases = {
  memory_reflect: {
    MEMORY_NOT_FOUND: { with: { ...said, source_ids: ["$ports", unknownId] }, data: missingMemory("id").data },
    MEMORY_AMBIGUOUS: { with: { ...said, source_ids: ["$ports", "$memories"] }, data: ambiguousMemory("id").data },
    MEMORY_ARCHIVED: { with: { ...said, source_ids: ["$ports", "$gone"] }, data: archived },
    MEMORY_EXISTS: {
      with: { ...ofPorts, title: "Ports" },
      data: { namespace: "global", title: "Ports", id: "$ports" },
    },
    REFLECTION_DEPTH: { with: { ...ofPorts, depth: 2 }, data: { depth: 1, problem: "not of depth 2" } },
    ...badParts(ofPorts),
    ...badNamespace(ofPorts),
    PRIVATE_OWNER: { with: { ...said, source_ids: ["$secret"], agent_id: "bob" }, data: { agent: "claude" } },
  },
  memory_reflection_origin: badMemory("memory_id"),
  memory_dependents_of_invalidated: badMemory("memory_id"),
  memory_export_reflection: {
    ...badMemory("memory_id"),
    MEMORY_ARCHIVED: { with: { memory_id: "$gone" }, data: archived },
    REFLECTION_NOT_EXPORTED: {
      with: { memory_id: "$ports" },
      data: { memory: "$ports", title: "Ports", problem: "it reflects on nothing" },
    },
  },
  memory_persona: badNamespace({ entity_id: "Ann" }),
  memory_persona_generate: {
    ...badNamespace({ entity_id: "Ann" }),
    PERSONA_WITHOUT_SOURCE: { with: { entity_id: "Nobody" }, data: { entity: "Nobody" } },
    MEMORY_EXISTS: {
      with: { entity_id: "Ann" },
      data: { namespace: "global", title: "Persona of Ann", id: "$notPersona" },
    },
    CONTROL_CHARACTER: {
      with: { entity_id: "one\u0007line" },
      data: { param: "entity_id", character: "U+0007" },
    },
  },
};
