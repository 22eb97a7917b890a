import { describe, expect, it } from "vitest";
import { clientOfList } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// A client of ZetMem: its seven tools, no session, nothing but what its list shows.

const serve = serversOfTest();

it("lists the old names only, with the old params", async () => {
  const client = await clientOfList(await serve({ profile: "zetmem" }));
  const list = Object.fromEntries(client.names.map((name) => [name, client.params(name)]));
  expect(list).toEqual({
    evolve_memory_network: ["trigger_type", "scope", "max_memories", "project_path"],
    perform_onboarding: ["project_path", "project_name", "include_strategy_guide"],
    workspace_create: ["identifier", "name", "description"],
    // The last one is ours.
    workspace_init: ["identifier", "name", "include_guide"],
    workspace_retrieve: ["identifier"],
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
    total_found: 1,
    more: true,
  });
  const nothing = await later.answer("retrieve_relevant_memories", { ...ask, query: "capital of France" });
  expect(nothing.structuredContent).toMatchObject({ memories: [], total_found: 0, message: expect.any(String) });
  expect(nothing.texts.join()).toContain("Nothing");
});

it("answers the id of a workspace so that it names the same one when it is sent back", async () => {
  const client = await clientOfList(await serve({ profile: "zetmem", client: "code-helper" }));
  const store = (content: string, workspace_id: string) =>
    client.call("store_coding_memory", { content, workspace_id });
  const find = async (workspace_id: string) => {
    const { memories } = await client.call("retrieve_relevant_memories", { query: "cache", workspace_id });
    const ids = new Set(titles(memories, "workspace_id").map(String));
    return { contents: titles(memories, "content").map(String).toSorted(), ids: [...ids] };
  };
  for (const given of ["/home/u/proj/", "My Patterns", ""]) {
    await store("Use a mutex around the cache.", given);
    const [id = "no id", ...others] = (await find(given)).ids;
    expect(others).toEqual([]);
    expect(await client.call("workspace_retrieve", { identifier: id })).toMatchObject({ workspace: { id } });
    await store("The cache holds one hour.", id);
    const both = { contents: ["The cache holds one hour.", "Use a mutex around the cache."], ids: [id] };
    expect(await find(given)).toEqual(both);
  }
});

it("speaks of no session in what the model reads first", async () => {
  const { connection } = await serve({ profile: "zetmem" });
  expect(connection.instructions).not.toMatch(/session/i);
});

it("keeps workspaces over a restart, and says which are there", async () => {
  const workbench = await serve({ profile: "zetmem", client: "code-helper" });
  const client = await clientOfList(workbench);
  const words = { identifier: " Patterns ", name: "Patterns of code", description: "What is used again" };
  const created = await client.call("workspace_create", words);
  expect(created).toMatchObject({ created: true, workspace: { id: "patterns", memory_count: 0 } });
  expect(await workbench.error("workspace_create", words)).toMatchObject({ code: "WORKSPACE_EXISTS" });
  expect(await workbench.error("workspace_retrieve", { identifier: "other" })).toMatchObject({
    code: "WORKSPACE_NOT_FOUND",
  });
  await client.call("store_coding_memory", { content: "Handlers return results.", workspace_id: "patterns" });
  const later = await clientOfList(await serve({ profile: "zetmem", databasePath: workbench.databasePath }));
  expect(await later.call("workspace_retrieve", { identifier: "PATTERNS" })).toMatchObject({
    workspace: { id: "patterns", name: words.name, description: words.description, memory_count: 1 },
  });
  expect(await later.call("workspace_init", { identifier: "patterns", name: "Another" })).toMatchObject({
    created: false,
    workspace: { name: words.name },
  });
});

it("the guide speaks of the tools that the client knows, and of no other", async () => {
  const client = await clientOfList(await serve({ profile: "zetmem", client: "code-helper" }));
  const onboarded = await client.call("perform_onboarding", { project_path: "/home/me/maps" });
  expect(onboarded).toMatchObject({ workspace_id: "/home/me/maps", workspace_name: "maps", created: true });
  const guide = String(onboarded.strategy_guide);
  // Of a tool with two names it has one.
  const others = ["store_memory", "perform_onboarding"];
  for (const name of client.names.filter((each) => !others.includes(each))) expect(guide).toContain(name);
  expect(guide).not.toMatch(/memory_(store|recall|evolve|link)\b|session_open/);
  for (const step of [onboarded.quick_start].flat()) {
    const [tool = "", given = ""] = String(step).split(/ (.*)/s);
    await client.call(tool, JSON.parse(given));
  }
  const short = await client.call("perform_onboarding", { include_strategy_guide: false });
  expect(short).not.toHaveProperty("strategy_guide");
  expect(short).toMatchObject({ workspace_id: "default" });
});

it("evolves what it says, and only that; today's name takes it back", async () => {
  const workbench = await serve({ profile: "zetmem", client: "code-helper" });
  const client = await clientOfList(workbench);
  for (const content of ["The uploader retries a failed upload.", "A failed upload of the uploader is logged."]) {
    await client.call("store_coding_memory", { content, workspace_id: "maps" });
  }
  const evolved = await client.call("evolve_memory_network", { scope: "project", project_path: "maps" });
  expect(evolved).toMatchObject({ memories_analyzed: 2, links_created: 1, contexts_updated: 0 });
  expect(await client.call("evolve_memory_network")).toMatchObject({ links_created: 0, evolution_id: null });
  const reader = await serve({ profile: "full", databasePath: workbench.databasePath });
  await reader.value("session_open", { agent: "claude" });
  expect(await reader.value("memory_evolve", { undo: evolved.evolution_id ?? null })).toMatchObject({
    undone: { removed: 1, weakened: 0, left: 0 },
  });
  expect(await client.call("evolve_memory_network")).toMatchObject({ links_created: 1 });
  const wrong = await workbench.error("evolve_memory_network", { scope: "everything" });
  expect(wrong).toMatchObject({ code: "INVALID_ARGUMENTS" });
});
