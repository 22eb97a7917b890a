import { expect } from "vitest";
import { badMemory, badParts, type Cases } from "./case.ts";

const notAgent = "a\u202Eb";
const badAddress = (under: string) => ({
  namespace: `${under}/${notAgent}`,
  problem: "it contains the control character U+202E",
});
const message = { target_agent_id: "bob", title: "Review", payload: "The parser is next." };
const toBob = { target_agent_id: "bob" };

/** Where a copy of 'Ports' finds no title: all numbers that it may get are taken. */
export const crowded = { namespace: "_shared/crowd", content: "Taken.", force: true };
export const crowdedTitles = Array.from({ length: 1_023 }, (_, index) => `Ports (${index + 2})`);

/** What agents send one another. */
export const messageCases: Cases = {
  memory_inbox: { NAMESPACE_INVALID: { with: { agent_id: notAgent }, data: badAddress("_messages") } },
  memory_notify: {
    NAMESPACE_INVALID: { with: { ...message, target_agent_id: notAgent }, data: badAddress("_messages") },
    CONTROL_CHARACTER: {
      with: { ...message, title: "one\u0007line" },
      data: badParts({}).CONTROL_CHARACTER.data,
    },
  },
  memory_share: {
    ...badMemory("source_memory_id", toBob),
    MEMORY_ARCHIVED: { with: { ...toBob, source_memory_id: "$gone" }, data: { memory: "$gone", title: "Gone" } },
    MEMORY_EXISTS: {
      with: { source_memory_id: "$ports", target_agent_id: "crowd" },
      data: { namespace: crowded.namespace, title: "Ports", id: "$crowdedPorts" },
    },
    METADATA_TOO_LARGE: {
      with: { ...toBob, source_memory_id: "$full" },
      data: { problem: expect.stringMatching(/^takes \d+ bytes as JSON$/) },
    },
    NAMESPACE_INVALID: {
      with: { source_memory_id: "$ports", target_agent_id: notAgent },
      data: badAddress("_shared"),
    },
  },
};
