import { expect, it } from "vitest";
import { clientOfList } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// Links between memories, as a client of ai-memory makes and follows them: over stdio, on a real database.

const serve = serversOfTest();

async function withMemories() {
  const workbench = await serve({ profile: "ai_memory", client: "claude-code" });
  const client = await clientOfList(workbench);
  const store = async (title: string) =>
    (await client.call("memory_store", { title, content: `${title} is described here.` })).id ?? null;
  return {
    workbench,
    client,
    problem: await store("Slow build"),
    cause: await store("No cache"),
    fix: await store("Cache"),
  };
}

it("keeps links over a restart, and answers for now and for then", async () => {
  const { workbench, client, problem, cause, fix } = await withMemories();
  const linked = await client.call("memory_link", {
    source_id: cause,
    target_id: problem,
    relation: "derived_from",
    valid_from: "2026-01-01T00:00:00Z",
  });
  expect(linked).toMatchObject({ linked: true, created: true, attest_level: "unsigned" });
  await client.call("memory_link", { source_id: problem, target_id: fix, relation: "solution" });
  const path = await client.call("memory_find_paths", { source_id: fix, target_id: cause });
  expect(path).toMatchObject({
    count: 1,
    paths: [[fix, problem, cause]],
    memories: [fix, problem, cause].map((id) => ({ id, title: expect.stringMatching(/./) })),
  });

  const ended = { source_id: cause, target_id: problem, relation: "derived_from", valid_until: "2026-03-01T00:00:00Z" };
  expect(await client.call("memory_kg_invalidate", ended)).toMatchObject({
    found: true,
    valid_until: "2026-03-01T00:00:00.000Z",
    previous_valid_until: null,
  });

  const later = await clientOfList(await serve({ profile: "ai_memory", databasePath: workbench.databasePath }));
  const follow = { source_id: cause, max_depth: 2 };
  expect(await later.call("memory_kg_query", follow)).toMatchObject({ count: 0, memories: [] });
  const then = await later.call("memory_kg_query", { ...follow, valid_at: "2026-02-01T00:00:00Z" });
  expect(titles(then.memories)).toEqual(["Slow build"]);
  const ever = await later.call("memory_kg_query", { ...follow, include_invalidated: true });
  expect(titles(ever.memories)).toEqual(["Slow build", "Cache"]);
  expect(
    await later.call("memory_kg_query", { ...follow, include_invalidated: true, allowed_agents: [] }),
  ).toMatchObject({ count: 0 });
  expect(await later.call("memory_kg_timeline", { source_id: cause })).toMatchObject({
    count: 1,
    events: [{ relation: "derived_from", observed_by: "claude-code", valid_until: "2026-03-01T00:00:00.000Z" }],
  });
  expect(await later.call("memory_get_links", { id: problem })).toMatchObject({
    count: 1,
    links: [{ relation: "solution", source_id: problem, target_id: fix }],
    memories: [{ id: problem }, { id: fix }],
  });
});

it("refuses what would reflect on itself", async () => {
  const { workbench, client, problem, cause, fix } = await withMemories();
  await client.call("memory_link", { source_id: problem, target_id: cause, relation: "reflects_on" });
  await client.call("memory_link", { source_id: cause, target_id: fix, relation: "reflects_on" });
  const error = await workbench.error("memory_link", { source_id: fix, target_id: problem, relation: "reflects_on" });
  expect(error).toMatchObject({ code: "LINK_CYCLE" });
  expect(await client.call("memory_get_links", { id: fix })).toMatchObject({ count: 1 });
  expect(await client.call("memory_link", { source_id: fix, target_id: problem })).toMatchObject({ created: true });
  const unknown = await workbench.error("memory_link", { source_id: fix, target_id: problem, relation: "likes" });
  expect(unknown).toMatchObject({ code: "INVALID_ARGUMENTS" });
  expect(await workbench.error("memory_kg_query", { source_id: "ffffffff" })).toMatchObject({
    code: "MEMORY_NOT_FOUND",
  });
});

it("finds a thing by each of its names", async () => {
  const { workbench, client } = await withMemories();
  const names = { canonical_name: "PostgreSQL", namespace: "project/atlas", aliases: ["Postgres", "pg"] };
  const registered = await client.call("memory_entity_register", names);
  expect(registered).toMatchObject({ created: true, aliases: ["Postgres", "pg"] });
  expect(await client.call("memory_entity_register", names)).toMatchObject({ created: false });
  const found = await client.call("memory_entity_get_by_alias", { alias: "PG" });
  expect(found).toMatchObject({ found: true, entity_id: registered.entity_id, canonical_name: "PostgreSQL" });
  const taken = { canonical_name: "Pigeon", namespace: "project/atlas", aliases: ["pg"] };
  expect(await workbench.error("memory_entity_register", taken)).toMatchObject({ code: "ENTITY_TAKEN" });
  expect(await client.call("memory_get_taxonomy", { depth: 1 })).toMatchObject({
    tree: [
      { namespace: "global", count: 3 },
      { namespace: "project", count: 0, total_count: 1 },
    ],
    truncated: true,
  });
});
