import { badMemory, badNamespace, type Cases } from "./case.ts";

/** Rules of namespaces, and what agents stored there. */
export const standardCases: Cases = {
  memory_namespace_set_standard: {
    ...badMemory("id", { namespace: "a" }),
    MEMORY_ARCHIVED: { with: { namespace: "a", id: "$gone" }, data: { memory: "$gone", title: "Gone" } },
    ...badNamespace({ id: "$ports" }),
    STANDARD_PARENT: {
      with: { namespace: "a", id: "$ports", parent: "a" },
      data: { namespace: "a", parent: "a", problem: "they are the same" },
    },
    GOVERNANCE_NOT_ENFORCED: {
      with: { namespace: "a", id: "$ports", governance: { delete: "owner" } },
      data: {},
    },
  },
  memory_namespace_get_standard: badNamespace(),
  memory_namespace_clear_standard: badNamespace(),
  memory_quota_status: badNamespace(),
};
