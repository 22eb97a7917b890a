import { ambiguousMemory, badPlace, type Cases, missingMemory } from "./case.ts";

const badId = { MEMORY_NOT_FOUND: missingMemory("id"), MEMORY_AMBIGUOUS: ambiguousMemory("id") };
const { data: badNamespace } = badPlace().NAMESPACE_INVALID;

/** What keeps memories in order. */
export const upkeepCases: Cases = {
  memory_check_duplicate: {
    NAMESPACE_INVALID: { with: { title: "x", content: "x", namespace: "a/.." }, data: badNamespace },
  },
  memory_auto_tag: {
    ...badId,
    MEMORY_ARCHIVED: { with: { id: "$gone" }, data: { memory: "$gone", title: "Gone" } },
  },
};
