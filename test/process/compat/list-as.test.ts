import { afterEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { objects, type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";
import { clientOfList } from "./calls-from-list.ts";

// A client that only ever saw the list of a `list_as` profile: it finds the old names in their old shape, builds its calls
// from the listed schemas alone, and gets its work done.

const served: ServedWorkbench[] = [];
afterEach(async () => {
  for (const workbench of served.splice(0).reverse()) await workbench.close();
});

async function serve(options: { readonly profile: string; readonly databasePath?: string }): Promise<ServedWorkbench> {
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
      list_context_packs: ["limit", "query", "status", "type"],
      manage_context_pack: ["action", "description", "memoryId", "name", "packId", "status", "tags", "taskId", "type"],
    });
  });

  it("is enough for a day's work", async () => {
    const workbench = await serve({ profile: "ramorie" });
    const client = await clientOfList(workbench);
    await client.call("setup_agent", { agent_name: "claude", agent_model: "opus" });
    const created = await client.call("create_project", { name: "Atlas", description: "The map service" });
    expect(created).toMatchObject({ status: "created", project: { name: "Atlas" } });
    client.know({ project: "Atlas" });
    expect(titles((await client.call("list_projects")).items, "name")).toEqual(["Atlas"]);

    await client.call("create_task", { description: "Tidy up", priority: "low" });
    const task = await client.call("create_task", { description: "Fix the build. It is red.", priority: "high" });
    expect(task).toMatchObject({ title: "Fix the build", description: "Fix the build. It is red." });
    client.know({ taskId: task.id ?? null });
    const next = await client.call("list_tasks", { next_priority: true, limit: 1.0 });
    expect(titles(next.items)).toEqual(["Fix the build"]);

    await client.call("manage_task", { action: "start" });
    const memory = await client.call("add_memory", { content: "The build needs Node 20.", type: "bug_fix" });
    expect(memory).toMatchObject({ status: "created", namespace: "project/atlas" });
    client.know({ memoryId: memory.id ?? null });
    expect(await client.call("get_memory")).toMatchObject({ content: "The build needs Node 20.", task_id: task.id });
    expect(titles((await client.call("recall", { term: "node", limit: 3.0 })).memories)).toEqual([
      "The build needs Node 20.",
    ]);
    expect((await client.call("list_memories", { term: "NODE" })).count).toBe(1);

    const pack = await client.call("manage_context_pack", { action: "create", name: "Build", type: "project" });
    client.know({ packId: pack.id ?? null });
    const packId = pack.id ?? null;
    await client.call("manage_context_pack", { action: "add_task", packId, taskId: task.id ?? null });
    await client.call("manage_context_pack", { action: "add_memory", packId, memoryId: memory.id ?? null });
    expect(await client.call("manage_focus", { pack_id: packId })).toMatchObject({ focus: { name: "Build" } });
    expect(await client.call("get_context_pack")).toMatchObject({
      tasks: [{ title: "Fix the build" }],
      memories: [{ title: "The build needs Node 20." }],
    });

    await client.call("manage_task", { action: "progress", progress: 80.0 });
    expect(await client.call("manage_task", { action: "complete" })).toMatchObject({ status: "completed" });
    expect(await client.call("get_task")).toMatchObject({ task: { progress: 100, active: false } });
    expect(await client.call("manage_focus", { clear: true })).toMatchObject({ focus: null });

    // Another program, under today's names, finds the day's work on the same database.
    const reader = await serve({ profile: "full", databasePath: workbench.databasePath });
    expect(await reader.value("task_list", { project: "Atlas" })).toMatchObject({
      items: [
        { title: "Fix the build", status: "completed", created_by: "claude" },
        { title: "Tidy up", status: "todo", priority: "low" },
      ],
    });
    expect(await reader.value("memory_list", { project: "Atlas" })).toMatchObject({
      items: [{ kind: "event", tags: ["bug_fix"], tier: "long", provenance: { agent_id: "claude" } }],
    });
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
    expect(stored).toMatchObject({ status: "created", tier: "long", agent_id: "claude" });
    const found = await client.call("retrieve_relevant_memories", {
      workspace_id: "/home/me/maps/",
      max_results: 3,
      code_types: ["typescript"],
      min_relevance: 0.1,
    });
    expect(titles(found.memories, "content")).toEqual(["const uploaderTimeout = 5_000;"]);
    expect(titles((await client.call("retrieve_relevant_memories", { workspace_id: "other" })).memories)).toEqual([]);

    const reader = await serve({ profile: "full", databasePath: workbench.databasePath });
    expect(await reader.value("memory_list", { tag: "typescript" })).toMatchObject({
      items: [{ namespace: stored.namespace, provenance: { agent_id: "claude" } }],
    });
  });
});

function titles(list: JsonObject[string] | undefined, field = "title"): readonly unknown[] {
  return objects(list).map((item) => item[field]);
}
