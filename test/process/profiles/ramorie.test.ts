import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { objects } from "../served-workbench.ts";
import { clientOfList } from "./client-of-list.ts";
import { serversOfTest, titles } from "./open-servers.ts";

// A client of Ramorie, which only ever saw the list of its profile: it finds the old names in their old shape, builds its
// calls from the listed schemas alone, and gets its work done.

const serve = serversOfTest();

describe("ramorie", () => {
  it("lists the old names only, with the old params", async () => {
    const client = await clientOfList(await serve({ profile: "ramorie" }));
    const list = Object.fromEntries(client.names.map((name) => [name, client.params(name).toSorted()]));
    expect(list).toEqual({
      setup_agent: ["agent_model", "agent_name"],
      list_projects: [],
      create_project: ["description", "force", "name", "org_id"],
      create_task: ["description", "encryption_scope", "priority", "project"],
      list_tasks: ["cursor", "limit", "next_priority", "project", "query", "status"],
      get_task: ["taskId"],
      manage_task: ["action", "progress", "taskId"],
      add_task_note: ["note", "taskId"],
      move_task: ["projectId", "taskId"],
      manage_dependencies: ["action", "depends_on_id", "direction", "task_id"],
      manage_subtasks: ["action", "description", "priority", "status", "subtask_id", "task_id"],
      add_memory: ["content", "encryption_scope", "force", "project", "type"],
      recall: ["include_relations", "limit", "linked_task", "min_score", "project", "tag", "term", "type"],
      get_memory: ["memoryId"],
      list_memories: ["cursor", "limit", "project", "term"],
      get_stats: ["project"],
      get_agent_activity: ["agent_name", "event_type", "limit", "project"],
      create_decision: ["area", "consequences", "context", "description", "project", "status", "title"],
      list_organizations: [],
      switch_organization: ["orgId"],
      manage_plan: [
        ...[
          "action",
          "adr_status",
          "apply_adrs",
          "apply_tasks",
          "budget_usd",
          "consensus",
          "limit",
          "plan_id",
          "project",
        ],
        ...["requirements", "status", "task_status", "title", "type"],
      ],
      list_decisions: ["area", "cursor", "limit", "status"],
      manage_focus: ["clear", "pack_id"],
      list_context_packs: ["limit", "query", "status", "type"],
      get_context_pack: ["packId"],
      manage_context_pack: [
        "action",
        "confirm",
        "description",
        "memoryId",
        "name",
        "packId",
        "status",
        "tags",
        "taskId",
        "type",
      ],
    });
  });

  it("is enough for a day's work", async () => {
    const workbench = await serve({ profile: "ramorie" });
    const client = await clientOfList(workbench);
    const ready = await client.call("setup_agent", { agent_name: "claude", agent_model: "opus" });
    expect(ready).toMatchObject({ status: "ready", session: { agent_name: "claude", agent_model: "opus" } });
    const created = await client.call("create_project", { name: "Atlas", description: "The map service" });
    expect(created).toMatchObject({ project: { name: "Atlas" }, _message: "Project 'Atlas' created" });
    // Errors name what the list names.
    const missing = await client.answer("list_tasks", { project: "Nowhere" });
    expect(missing.texts.join()).toContain("list_projects shows all, create_project makes one");
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
    await client.call("manage_context_pack", { action: "create", name: "Rebuild", type: "decision" });
    expect(await client.call("list_context_packs", { query: "buil", limit: 1.5 })).toMatchObject({
      context_packs: [{ name: "Rebuild", type: "decision" }],
      total: 2,
      limit: 1,
      offset: 0,
    });
    const packs = await client.call("list_context_packs", { type: "project" });
    expect(packs).toMatchObject({ total: 1, limit: 50, _context: expect.stringContaining("claude") });
    expect(packs.context_packs).toMatchObject([{ id: packId, contexts_count: 0, memories_count: 1, tasks_count: 1 }]);
    // A second session gets what the first one left.
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

  it("is refused in the names of its own params and actions", async () => {
    const workbench = await serve({ profile: "ramorie" });
    await workbench.value("setup_agent", { agent_name: "claude" });
    await workbench.value("create_project", { name: "Atlas" });
    const made = async (description: string) =>
      String((await workbench.value("create_task", { project: "Atlas", description })).id);
    const [task, other] = [await made("Draw the map"), await made("Measure the land")];
    const long = `${"Measure the land again. ".repeat(20)}`;
    const sent: readonly (readonly [tool: string, given: JsonObject, place: string, action: string])[] = [
      ["manage_dependencies", { action: "add", task_id: task }, "depends_on_id", "add"],
      ["manage_dependencies", { action: "list", task_id: task, depends_on_id: other }, "depends_on_id", "list"],
      ["manage_subtasks", { action: "create", task_id: task }, "description", "create"],
      ["manage_subtasks", { action: "list", task_id: task, description: long }, "description", "list"],
      ["manage_subtasks", { action: "complete", task_id: task }, "subtask_id", "complete"],
      ["manage_plan", { action: "status" }, "plan_id", "status"],
      ["manage_plan", { action: "cancel" }, "plan_id", "cancel"],
      ["manage_plan", { action: "create" }, "requirements", "create"],
    ];
    for (const [tool, given, place, action] of sent) {
      const violations = objects((await workbench.error(tool, given)).violations);
      expect(violations.map(({ path }) => path)).toContain(`/${place}`);
      const all = expect.stringContaining(`action '${action}'`);
      for (const violation of violations) expect(violation.expected).toEqual(all);
      if (action !== "list") expect(violations).toMatchObject([{ found: "nothing" }]);
    }
    await workbench.value("manage_dependencies", { action: "add", task_id: task, depends_on_id: other });
    const circle = { action: "add", task_id: other, depends_on_id: task };
    const { plan } = await workbench.value("manage_plan", { action: "create", requirements: "Draw all maps." });
    const { id } = plan as JsonObject;
    for (const refused of [
      await workbench.error("manage_dependencies", circle),
      await workbench.error("manage_plan", { action: "apply", plan_id: id ?? null }),
    ]) {
      expect(refused.hint).toMatch(/manage_(dependencies|plan)/);
      expect(refused.hint).not.toMatch(/\bget\b|detach/);
    }
  });

  it("links a memory with the task that is worked on, unless it belongs to another project", async () => {
    const { value, error } = await serve({ profile: "ramorie" });
    await value("setup_agent", { agent_name: "claude" });
    for (const name of ["Atlas", "Borealis"]) await value("create_project", { name });
    const { id = null } = await value("create_task", { project: "Atlas", description: "Draw the map" });
    await value("manage_task", { action: "start", taskId: id });
    const linked = async (project: string) => {
      const memory = await value("add_memory", { project, content: `What ${project} needs is known.`, force: true });
      return (await value("get_memory", { memoryId: memory.id ?? null })).linked_task_id;
    };
    expect(await linked("Atlas")).toBe(id);
    expect(await linked("Borealis")).toBeUndefined();
    // An older name, which is not listed: what both the tool and its action require is missing once.
    expect(titles((await error("start_task", {})).violations, "path")).toEqual(["/taskId"]);
  });
});
