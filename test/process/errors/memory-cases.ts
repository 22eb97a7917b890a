import {
  ambiguousMemory,
  badCursor,
  badMemory,
  badParts,
  badPlace,
  type Cases,
  missingMemory,
  unknownId,
} from "./case.ts";

const badId = badMemory("id");
const badIds = {
  MEMORY_NOT_FOUND: { with: { ids: ["$ports", unknownId] }, data: missingMemory("id").data },
  MEMORY_AMBIGUOUS: { with: { ids: ["$ports", "$memories"] }, data: ambiguousMemory("id").data },
};
const notArchived = { memory: "$ports", title: "Ports" };
const archived = { memory: "$gone", title: "Gone" };
const portsExist = { namespace: "global", title: "Ports", id: "$ports" };

/** Memories, and what became of them. */
export const memoryCases: Cases = {
  memory_store: {
    ...badPlace({ content: "x" }),
    PROJECT_ARCHIVED: { with: { project: "Museum", content: "x" }, data: { project: "Museum" } },
    MEMORY_EXISTS: { with: { title: "Ports", content: "The health check answers on 8080." }, data: portsExist },
    ...badParts({ content: "x" }),
    PRIVATE_OWNER: { with: { content: "x", scope: "private", agent_id: "bob" }, data: { agent: "claude" } },
    SIGNATURE_INCOMPLETE: { with: { content: "x", signature: `${"A".repeat(86)}==` }, data: {} },
  },
  memory_recall: badPlace({ context: "x" }),
  memory_get: badId,
  memory_list: { ...badPlace(), ...badCursor },
  memory_update: {
    ...badId,
    MEMORY_ARCHIVED: { with: { id: "$gone", content: "x" }, data: archived },
    MEMORY_EXISTS: { with: { id: "$another", title: "Ports" }, data: portsExist },
    VERSION_CONFLICT: {
      with: { id: "$ports", content: "x", expected_version: 7 },
      data: { ...notArchived, version: 1, expected: 7 },
    },
    ...badParts({ id: "$ports" }),
    ...badPlace({ id: "$ports" }),
  },
  memory_delete: badId,
  memory_forget: { FILTER_MISSING: { with: { pattern: "" }, data: {} }, ...badIds, ...badPlace() },
  memory_promote: {
    ...badId,
    MEMORY_ARCHIVED: { with: { id: "$gone" }, data: archived },
    MEMORY_EXISTS: {
      with: { id: "$below", to_namespace: "a" },
      data: { namespace: "a", title: "Height", id: "$above" },
    },
    NAMESPACE_NOT_ABOVE: { with: { id: "$below", to_namespace: "c" }, data: { namespace: "c", from: "a/b" } },
    NAMESPACE_INVALID: { with: { id: "$below", to_namespace: "a/.." }, data: badPlace().NAMESPACE_INVALID.data },
  },
  memory_archive_list: { ...badPlace(), ...badCursor },
  memory_archive_restore: {
    ...badId,
    MEMORY_NOT_ARCHIVED: { with: { id: "$ports" }, data: notArchived },
    MEMORY_EXISTS: {
      with: { id: "$gone" },
      data: { namespace: "global", title: "Gone", id: "$inItsPlace" },
    },
  },
  memory_archive_purge: {
    ...badIds,
    MEMORY_NOT_ARCHIVED: { with: { ids: ["$gone", "$ports"] }, data: notArchived },
  },
};
