import { beforeEach, expect, it } from "vitest";
import type { ServedWorkbench } from "../served-workbench.ts";
import { clientOfList, type ListClient } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// What a host of ai-memory does around a conversation: it captures turns, begins with what is known, and registers who takes part.

const serve = serversOfTest();
let workbench: ServedWorkbench;
let client: ListClient;
beforeEach(async () => {
  workbench = await serve({ profile: "ai_memory", client: "claude-code" });
  client = await clientOfList(workbench);
});

const turn = { host_session_id: "s1", host_turn_index: 0, role: "user", content: "  We deploy on\nTuesdays. " };

it("captures a turn once, though it comes again, at once, later, and after a restart", async () => {
  const whole = {
    ...turn,
    ...{ namespace: "talks", host_kind: "claude-code", host_version: "2.1", timestamp_iso: "2026-01-02T03:04:05Z" },
    ...{ metadata: { mood: "calm", role: "liar" }, tool_calls: [{ tool: "Read", brief: "a file" }] },
    ...{ host_signature_b64: "c2ln", host_pubkey_b64: "a2V5" },
  };
  const both = await Promise.all([
    client.call("memory_capture_turn", whole),
    client.call("memory_capture_turn", whole),
  ]);
  expect(both.map(({ dedup_hit: hit }) => hit).toSorted()).toEqual([false, true]);
  const id = both[0]?.memory_id ?? null;
  expect(both[1]).toMatchObject({
    memory_id: id,
    layer: "L4",
    attest_level: "unverified",
    elapsed_ms: expect.any(Number),
  });
  expect(await client.call("memory_get", { id })).toMatchObject({
    ...{ content: turn.content, namespace: "talks", kind: "conversation", tier: "long" },
    provenance: {
      ...{ created_at: "2026-01-02T03:04:05.000Z", agent_id: "claude-code", source: "hook" },
      metadata: {
        ...{ mood: "calm", role: "user", host_session_id: "s1", host_turn_index: 0, host_kind: "claude-code" },
        ...{ tool_calls: [{ tool: "Read", brief: "a file" }], host_signature_b64: "c2ln" },
      },
    },
  });
  // Whatever it says, and whether it is archived: a host delivers again what it is not sure of.
  const changed = { ...turn, content: "Something else.", role: "assistant" };
  expect(await client.call("memory_capture_turn", changed)).toMatchObject({ memory_id: id, dedup_hit: true });
  await client.call("memory_forget", { namespace: "talks" });
  const later = await clientOfList(
    await serve({ profile: "ai_memory", client: "claude-code", databasePath: workbench.databasePath }),
  );
  expect(await later.call("memory_capture_turn", turn)).toMatchObject({ memory_id: id, dedup_hit: true });
  const next = await later.call("memory_capture_turn", { ...turn, host_turn_index: 1, role: "tool_result" });
  expect(next).toMatchObject({ dedup_hit: false, attest_level: "unsigned" });
  expect(await later.call("memory_get", { id: next.memory_id ?? null })).toMatchObject({ namespace: "global" });
  // What some hosts send, in another spelling than is listed.
  const tool = await workbench.value("memory_capture_turn", { ...turn, host_turn_index: 2, role: "TOOL" });
  expect(await client.call("memory_get", { id: tool.memory_id ?? null })).toMatchObject({
    provenance: { metadata: { role: "tool_result" } },
  });
  for (const bad of [
    { host_turn_index: -1 },
    { host_turn_index: "0x" },
    { role: "robot" },
    { content: " " },
    { timestamp_iso: "noon" },
  ]) {
    const error = await workbench.error("memory_capture_turn", { ...turn, ...bad });
    expect(error, JSON.stringify(bad)).toMatchObject({ code: "INVALID_ARGUMENTS" });
  }
  const large = { ...turn, host_turn_index: 9, metadata: { text: "x".repeat(65_536) } };
  expect(await workbench.error("memory_capture_turn", large)).toMatchObject({ code: "METADATA_TOO_LARGE" });
});

it("begins with the memories that matter most, with their contents in every form", async () => {
  expect(await client.call("memory_session_start")).toMatchObject({ count: 0, summary: "No memory is there." });
  const rest = { content: "The plotter draws the coast.", namespace: "ops" };
  await client.call("memory_store", { title: "Coast", priority: 9, ...rest });
  await client.call("memory_store", { title: "Bridge", content: "The bridge listens on 7179." });
  const begun = await client.answer("memory_session_start");
  expect(titles(begun.structuredContent?.memories)).toEqual(["Coast", "Bridge"]);
  expect(begun.structuredContent).toMatchObject({
    count: 2,
    mode: "words",
    summary: expect.stringContaining("plotter"),
  });
  for (const format of ["json", "toon", "toon_compact"]) {
    const { texts } = await client.answer("memory_session_start", { format, namespace: "ops", limit: 1 });
    expect(texts.join()).toContain("The plotter draws the coast.");
    expect(texts.join()).not.toContain("7179");
  }
  expect(await client.call("memory_session_start", { namespace: "zz" })).toMatchObject({
    summary: "No memory matches.",
  });
  expect(await workbench.error("memory_session_start", { limit: 51 })).toMatchObject({ code: "INVALID_ARGUMENTS" });
});

it("shows what recalls found, and whether it was used since", async () => {
  const { id } = await client.call("memory_store", { title: "Bridge", content: "The bridge listens on 7179." });
  const { recall_id: recallId } = await client.call("memory_recall", { context: "bridge", detail: "full" });
  const [first, none] = [{ recall_id: recallId ?? null }, { recall_id: "none" }];
  expect(await client.call("memory_recall_observations", first)).toMatchObject({
    ...{ count: 1, more: false },
    observations: [{ ...first, memory_id: id, title: "Bridge", rank: 1, consumed: false }],
  });
  expect(await client.call("memory_recall_observations", { ...first, consumed: true })).toMatchObject({ count: 0 });
  await client.call("memory_recall", { context: "listens" });
  expect(await client.call("memory_recall_observations", { consumed: true })).toMatchObject({ observations: [first] });
  expect(await client.call("memory_recall_observations", { limit: 1 })).toMatchObject({ count: 1, more: true });
  expect(await client.call("memory_recall_observations", none)).toMatchObject({ count: 0 });
  const times = { since: "2020-01-01T00:00:00Z", until: "2021-01-01T00:00:00Z" };
  expect(await client.call("memory_recall_observations", times)).toMatchObject({ count: 0 });
});

it("registers agents and lists them", async () => {
  const agent = { agent_id: "ai:claude@desk", agent_type: "ai:claude", capabilities: ["review", "deploy"] };
  const registered = await client.call("memory_agent_register", agent);
  expect(registered).toMatchObject({ registered: true, ...agent });
  const again = await client.call("memory_agent_register", { ...agent, capabilities: ["review"] });
  expect(again).toMatchObject({ id: registered.id, capabilities: ["review"] });
  await client.call("memory_agent_register", { agent_id: "ann", agent_type: "human" });
  await client.call("memory_store", { content: "Not an agent.", namespace: "_agents", kind: "entity" });
  expect(await client.call("memory_agent_list")).toMatchObject({
    count: 2,
    agents: [
      { agent_id: "ann", agent_type: "human", capabilities: [] },
      { id: registered.id, agent_id: agent.agent_id, agent_type: "ai:claude", capabilities: ["review"] },
    ],
  });
  for (const bad of [{ agent_type: "robot" }, { agent_id: "two words" }, { agent_id: "" }, { capabilities: "all" }]) {
    const error = await workbench.error("memory_agent_register", { ...agent, ...bad });
    expect(error, JSON.stringify(bad)).toMatchObject({ code: "INVALID_ARGUMENTS" });
  }
});
