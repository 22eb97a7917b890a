import { describe, expect, it } from "vitest";
import { clientOfList } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// A client of ZetMem: two tools, no session, nothing but what its list shows.

const serve = serversOfTest();

it("lists the old names only, with the old params", async () => {
  const client = await clientOfList(await serve({ profile: "zetmem" }));
  const list = Object.fromEntries(client.names.map((name) => [name, client.params(name)]));
  expect(list).toEqual({
    retrieve_relevant_memories: [
      "query",
      "workspace_id",
      "max_results",
      "project_filter",
      "code_types",
      "min_relevance",
    ],
    store_coding_memory: ["content", "workspace_id", "project_path", "code_type", "context"],
    store_memory: ["content", "workspace_id", "project_path", "code_type", "context"],
  });
});

describe.each(["legacy", "2026-07-28"])("with a host of %s", (revision) => {
  it("is enough to store and to retrieve", async () => {
    const workbench = await serve({ profile: "zetmem", client: "code-helper", revision });
    const client = await clientOfList(workbench);
    client.know({ query: "timeout of the uploader" });
    const stored = await client.call("store_coding_memory", {
      content: "const uploaderTimeout = 5_000;",
      workspace_id: "/home/me/maps",
      code_type: "TypeScript",
      context: "The uploader gives up after five seconds",
    });
    expect(stored).toMatchObject({ memory_id: expect.any(String), tags: ["typescript"] });
    const found = await client.answer("retrieve_relevant_memories", {
      workspace_id: "/home/me/maps/",
      max_results: 3,
      code_types: ["typescript"],
      min_relevance: 0.1,
    });
    expect(found.texts.join()).toContain("uploaderTimeout = 5_000");
    expect(titles(found.structuredContent?.memories, "content")).toEqual(["const uploaderTimeout = 5_000;"]);
    expect(titles((await client.call("retrieve_relevant_memories", { workspace_id: "other" })).memories)).toEqual([]);

    // Tomorrow, in another process: what was learned is there.
    const tomorrow = await clientOfList(
      await serve({ profile: "zetmem", client: "code-helper", revision, databasePath: workbench.databasePath }),
    );
    const again = await tomorrow.call("retrieve_relevant_memories", {
      query: "when does the uploader give up?",
      workspace_id: "/home/me/maps",
    });
    expect(titles(again.memories, "content")).toEqual(["const uploaderTimeout = 5_000;"]);

    const reader = await serve({ profile: "full", databasePath: workbench.databasePath });
    expect(await reader.value("memory_list", { tag: "typescript", detail: "full" })).toMatchObject({
      items: [{ id: stored.memory_id, tier: "long", provenance: { agent_id: "code-helper" } }],
    });
  });
});

it("store_memory keeps any text, and both stores answer in the old shape", async () => {
  const workbench = await serve({ profile: "zetmem", client: "code-helper" });
  const client = await clientOfList(workbench);
  const note = { content: "The user prefers tabs.", workspace_id: "maps", context: "Said on Monday" };
  const code = { content: "const tabs = true;", workspace_id: "maps", code_type: "Go" };
  const stored = await client.call("store_memory", note);
  const old = { memory_id: expect.any(String), keywords: [], links_created: 0, event_emitted: false };
  expect(stored).toEqual({ ...old, tags: [] });
  expect(await client.call("store_coding_memory", code)).toEqual({ ...old, tags: ["go"] });

  const later = await clientOfList(
    await serve({ profile: "zetmem", client: "code-helper", databasePath: workbench.databasePath }),
  );
  const ask = { query: "does the user like tabs?", workspace_id: "maps", max_results: 1 };
  const found = await later.call("retrieve_relevant_memories", ask);
  expect(found).toEqual({
    memories: [
      {
        id: stored.memory_id,
        content: note.content,
        context: note.context,
        keywords: [],
        tags: [],
        workspace_id: "maps",
        relevance_score: expect.any(Number),
        match_reason: expect.stringMatching(/\S/),
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ],
    total_found: expect.any(Number),
  });
  const nothing = await later.answer("retrieve_relevant_memories", { ...ask, query: "capital of France" });
  expect(nothing.structuredContent).toMatchObject({ memories: [], total_found: 0, message: expect.any(String) });
  expect(nothing.texts.join()).toContain("Nothing");
});

it("speaks of no session in what the model reads first", async () => {
  const { connection } = await serve({ profile: "zetmem" });
  expect(connection.instructions).not.toMatch(/session/i);
});
