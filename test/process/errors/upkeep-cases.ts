import { expect } from "vitest";
import { ambiguousMemory, badMemory, badParts, badPlace, type Cases, missingMemory, unknownId } from "./case.ts";

const badId = badMemory("id");
const { data: badNamespace } = badPlace().NAMESPACE_INVALID;
const archived = { memory: "$gone", title: "Gone" };
const turn = { host_session_id: "s", host_turn_index: 0, role: "user", content: "x" };
const two = ["$ports", "$another"];

/** What keeps memories in order. */
export const upkeepCases: Cases = {
  memory_check_duplicate: {
    NAMESPACE_INVALID: { with: { title: "x", content: "x", namespace: "a/.." }, data: badNamespace },
  },
  memory_auto_tag: {
    ...badId,
    MEMORY_ARCHIVED: { with: { id: "$gone" }, data: archived },
  },
  memory_consolidate: {
    MEMORY_NOT_FOUND: { with: { ids: ["$ports", unknownId], title: "x" }, data: missingMemory("id").data },
    MEMORY_AMBIGUOUS: { with: { ids: ["$ports", "$memories"], title: "x" }, data: ambiguousMemory("id").data },
    MEMORY_ARCHIVED: { with: { ids: ["$ports", "$gone"], title: "x" }, data: archived },
    MEMORY_EXISTS: {
      with: { ids: ["$above", "$below"], title: "Ports", namespace: "global" },
      data: { namespace: "global", title: "Ports", id: "$ports" },
    },
    LINK_SAME: { with: { ids: ["$ports", "$ports"], title: "x" }, data: { memory: "$ports" } },
    NAMESPACE_INVALID: { with: { ids: two, title: "x", namespace: "a/.." }, data: badNamespace },
    CONTROL_CHARACTER: { with: { ids: two, title: "one\u0007line" }, data: badParts({}).CONTROL_CHARACTER.data },
    PRIVATE_OWNER: { with: { ids: ["$ports", "$secret"], title: "x", agent_id: "bob" }, data: { agent: "claude" } },
  },
  memory_detect_contradiction: {
    MEMORY_NOT_FOUND: { with: { id_a: "$ports", id_b: unknownId }, data: missingMemory("id").data },
    MEMORY_AMBIGUOUS: { with: { id_a: "$memories", id_b: "$ports" }, data: ambiguousMemory("id").data },
  },
  memory_session_start: { NAMESPACE_INVALID: { with: { namespace: "a/.." }, data: badNamespace } },
  memory_capture_turn: {
    NAMESPACE_INVALID: { with: { ...turn, namespace: "a/.." }, data: badNamespace },
    METADATA_TOO_LARGE: {
      with: { ...turn, metadata: badParts({}).METADATA_TOO_LARGE.with.metadata },
      data: { problem: expect.stringMatching(/^takes \d+ bytes as JSON$/) },
    },
  },
  memory_agent_register: {
    MEMORY_EXISTS: {
      with: { agent_id: "taken", agent_type: "human" },
      data: { namespace: "_agents", title: "taken", id: "$takenAgent" },
    },
  },
  memory_search: { NAMESPACE_INVALID: { with: { query: "x", as_agent: "a/.." }, data: badNamespace } },
  memory_atomise: {
    ...badMemory("memory_id"),
    MEMORY_ARCHIVED: { with: { memory_id: "$gone" }, data: archived },
    NOT_ATOMISED: {
      with: { memory_id: "$ports" },
      data: { memory: "$ports", title: "Ports", problem: "it is one atom" },
    },
  },
  memory_offload: { NAMESPACE_INVALID: { with: { content: "x", namespace: "a/.." }, data: badNamespace } },
  memory_deref: {
    OFFLOAD_NOT_FOUND: { with: { ref_id: unknownId }, data: { ref_id: unknownId } },
    OFFLOAD_DAMAGED: { with: { ref_id: "$damagedText" }, data: { ref_id: "$damagedText" } },
  },
  memory_replay: badMemory("memory_id"),
  memory_consolidate_undo: {
    ...badId,
    MEMORY_ARCHIVED: { with: { id: "$madeAndForgotten" }, data: { memory: "$madeAndForgotten", title: "Made" } },
    EVOLUTION_NOT_FOUND: {
      with: { id: "$ports" },
      data: { evolution: "$ports", problem: "it was not made of other memories" },
    },
  },
};
