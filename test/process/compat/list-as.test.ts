import { Ajv2020 } from "ajv/dist/2020.js";
import { afterEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { objects, type ServedOptions, type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";
import { clientOfList } from "./calls-from-list.ts";

// A client that only ever saw the list of a `list_as` profile: it finds the old names in their old shape, builds its calls
// from the listed schemas alone, and gets its work done.

const served: ServedWorkbench[] = [];
afterEach(async () => {
  for (const workbench of served.splice(0).reverse()) await workbench.close();
});

async function serve(options: ServedOptions): Promise<ServedWorkbench> {
  const workbench = await serveWorkbench(options);
  served.push(workbench);
  return workbench;
}

describe("ramorie", () => {
  it("lists the old names only, with the old params", async () => {
    const client = await clientOfList(await serve({ profile: "ramorie" }));
    const list = Object.fromEntries(client.names.map((name) => [name, client.params(name).toSorted()]));
    expect(list).toEqual({
      setup_agent: ["agent_model", "agent_name"],
      list_projects: [],
      create_project: ["description", "force", "name", "org_id"],
      create_task: ["description", "encryption_scope", "priority", "project"],
      list_tasks: ["limit", "next_priority", "project", "query", "status"],
      get_task: ["taskId"],
      manage_task: ["action", "progress", "taskId"],
      add_memory: ["content", "encryption_scope", "force", "project", "type"],
      recall: ["include_relations", "limit", "linked_task", "min_score", "project", "tag", "term", "type"],
      get_memory: ["memoryId"],
      list_memories: ["limit", "project", "term"],
      manage_focus: ["clear", "pack_id"],
      get_context_pack: ["packId"],
      manage_context_pack: ["action", "description", "memoryId", "name", "packId", "status", "tags", "taskId", "type"],
    });
  });

  it("is enough for a day's work", async () => {
    const workbench = await serve({ profile: "ramorie" });
    const client = await clientOfList(workbench);
    const ready = await client.call("setup_agent", { agent_name: "claude", agent_model: "opus" });
    expect(ready).toMatchObject({ status: "ready", session: { agent_name: "claude", agent_model: "opus" } });
    const created = await client.call("create_project", { name: "Atlas", description: "The map service" });
    expect(created).toMatchObject({ project: { name: "Atlas" }, _message: "Project 'Atlas' created" });
    client.know({ project: "Atlas" });
    expect(titles((await client.call("list_projects")).items, "name")).toEqual(["Atlas"]);

    await client.call("create_task", { description: "Tidy up", priority: "low" });
    const task = await client.call("create_task", { description: "Fix the build. It is red.", priority: "high" });
    expect(task).toMatchObject({ title: "Fix the build", description: "Fix the build. It is red.", priority: "H" });
    client.know({ taskId: task.id ?? null });
    const next = await client.call("list_tasks", { next_priority: true, limit: 1.0 });
    expect(titles(next.items)).toEqual(["Fix the build"]);

    await client.call("manage_task", { action: "start" });
    const memory = await client.call("add_memory", { content: "The build needs Node 20.", type: "bug_fix" });
    expect(memory).toMatchObject({ _type: "bug_fix", _created_in_project: "Atlas" });
    client.know({ memoryId: memory.id ?? null });
    expect(await client.call("get_memory")).toMatchObject({
      content: "The build needs Node 20.",
      linked_task_id: task.id,
    });
    const found = await client.call("recall", { term: "node", linked_task: true, min_score: 20, limit: 3.0 });
    expect(titles(found.results, "content")).toEqual(["The build needs Node 20."]);
    expect((await client.call("list_memories", { term: "NODE" })).count).toBe(1);

    const pack = await client.call("manage_context_pack", { action: "create", name: "Build", type: "project" });
    client.know({ packId: pack.id ?? null });
    const packId = pack.id ?? null;
    await client.call("manage_context_pack", { action: "add_task", packId, taskId: task.id ?? null });
    await client.call("manage_context_pack", { action: "add_memory", packId, memoryId: memory.id ?? null });
    expect(await client.call("manage_focus", { pack_id: packId })).toMatchObject({ active_pack: { name: "Build" } });
    expect(await client.call("get_context_pack")).toMatchObject({
      tasks: [{ title: "Fix the build", status: "IN_PROGRESS" }],
      memories: [{ content: "The build needs Node 20." }],
    });
    // A second session is told what the first one left.
    expect(await client.call("setup_agent", { agent_name: "claude" })).toMatchObject({
      active_focus: { pack_name: "Build", tasks_count: 1 },
      active_task: { title: "Fix the build", status: "IN_PROGRESS" },
      context_injection: { recent_memories: [{ content: "The build needs Node 20." }] },
    });

    const half = await client.call("manage_task", { action: "progress", progress: 80.0 });
    expect(half).toMatchObject({ ok: true, task: { title: "Fix the build" } });
    expect(await client.call("manage_task", { action: "complete" })).toMatchObject({ ok: true });
    expect(await client.call("get_task")).toMatchObject({ status: "COMPLETED" });
    expect(await client.call("manage_focus", { clear: true })).toMatchObject({ ok: true });

    // Another program, under today's names, finds the day's work on the same database.
    const reader = await serve({ profile: "full", databasePath: workbench.databasePath });
    expect(await reader.value("task_list", { project: "Atlas" })).toMatchObject({
      items: [
        { title: "Fix the build", status: "completed", created_by: "claude" },
        { title: "Tidy up", status: "todo", priority: "low" },
      ],
    });
    expect(await reader.value("memory_list", { project: "Atlas", detail: "full" })).toMatchObject({
      items: [{ kind: "event", tags: ["bug_fix"], tier: "long", provenance: { agent_id: "claude" } }],
    });
  });
});

describe("the schemas of results", () => {
  it.each([
    ["ramorie", "create_task", "setup_agent", {}],
    ["zetmem", "store_memory", "retrieve_relevant_memories", { query: "dragons" }],
  ])("%s lists those of the old results, and answers by them", async (profile, writes, reads, given) => {
    const workbench = await serve({ profile, words: ["--detail", "full"] });
    const listed = await workbench.connection.listTools();
    const schemas = Object.fromEntries(listed.map(({ name, outputSchema }) => [name, outputSchema ?? {}]));
    const old = profile === "ramorie" ? "_created_in_project" : "event_emitted";
    expect(Object.keys(schemas[writes]?.properties ?? {})).toContain(old);
    const allows = new Ajv2020({ strict: false, validateFormats: false }).compile(schemas[reads] ?? {});
    expect([allows(await workbench.value(reads, given)), allows.errors]).toEqual([true, null]);
  });
});

describe("zetmem", () => {
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

  it("is enough to store and retrieve, where who configures the client opens the session", async () => {
    const workbench = await serve({ profile: "zetmem" });
    const { session } = await workbench.value("session_open", { agent: "claude" });
    const client = await clientOfList(workbench, { "pegboard/session": session ?? null });
    client.know({ query: "timeout of the uploader" });
    const stored = await client.call("store_coding_memory", {
      content: "const uploaderTimeout = 5_000;",
      workspace_id: "/home/me/maps",
      code_type: "TypeScript",
      context: "The uploader gives up after five seconds",
    });
    expect(stored).toMatchObject({ memory_id: expect.any(String), tags: ["typescript"] });
    const found = await client.call("retrieve_relevant_memories", {
      workspace_id: "/home/me/maps/",
      max_results: 3,
      code_types: ["typescript"],
      min_relevance: 0.1,
    });
    expect(titles(found.memories, "content")).toEqual(["const uploaderTimeout = 5_000;"]);
    expect(titles((await client.call("retrieve_relevant_memories", { workspace_id: "other" })).memories)).toEqual([]);

    const reader = await serve({ profile: "full", databasePath: workbench.databasePath });
    expect(await reader.value("memory_list", { tag: "typescript", detail: "full" })).toMatchObject({
      items: [{ id: stored.memory_id, tier: "long", provenance: { agent_id: "claude" } }],
    });
  });
});

function titles(list: JsonObject[string] | undefined, field = "title"): readonly unknown[] {
  return objects(list).map((item) => item[field]);
}
