import { expect, test } from "vitest";
import { itemsOf } from "./items-of.ts";
import { servedClient } from "./served-client.ts";

// A list that shows only a part of what there is says so.

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test("memory_stats and memory_archive_stats say that there are more namespaces than the fifty they name", async () => {
  const client = await servedClient();
  await client.value("session_open", { agent: "claude" });
  const store = (index: number) =>
    client.value("memory_store", { content: `Number ${index}`, namespace: `many/${index}`, force: true });
  for (const index of numbers(50)) await store(index);
  expect(await client.value("memory_stats")).toMatchObject({ total: 50, more_namespaces: false });
  await store(50);
  expect(await client.value("memory_stats")).toMatchObject({ total: 51, more_namespaces: true });
  await client.value("memory_forget", { namespace: "many" });
  expect(await client.value("memory_archive_stats")).toMatchObject({ archived: 51, more_namespaces: true });
  const [first] = itemsOf(await client.value("memory_archive_list", { limit: 1 }));
  await client.value("memory_archive_restore", { id: String(first?.id) });
  expect(await client.value("memory_archive_stats")).toMatchObject({ archived: 50, more_namespaces: false });
});

test("memory_agent_list says that there are more agents than the 200 it shows", async () => {
  const client = await servedClient({ profile: "ai_memory" });
  const register = (index: number) =>
    client.value("memory_agent_register", { agent_id: `agent${index}`, agent_type: "human" });
  for (const index of numbers(200)) await register(index);
  expect(await client.value("memory_agent_list")).toMatchObject({ count: 200, more: false });
  await register(200);
  expect(await client.value("memory_agent_list")).toMatchObject({ count: 200, more: true });
});

test("ZetMem's retrieve_relevant_memories says that more match than it was asked for", async () => {
  const client = await servedClient({ profile: "zetmem" });
  for (const index of numbers(3)) {
    await client.value("store_coding_memory", { content: `Kettle number ${index}`, workspace_id: "kitchen" });
  }
  const asked = { query: "kettle", workspace_id: "kitchen" };
  const retrieve = (max: number) => client.value("retrieve_relevant_memories", { ...asked, max_results: max });
  expect(await retrieve(2)).toMatchObject({ total_found: 2, more: true });
  expect(await retrieve(3)).toMatchObject({ total_found: 3, more: false });
});
