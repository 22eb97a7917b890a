import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { notices, objects, type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";

// ai-memory's names for finding tools, over a real server that lists them: a client that follows them comes to tools that can be
// called. There they answered with memories of a key that nothing ever wrote.

let workbench: ServedWorkbench;
beforeAll(async () => {
  workbench = await serveWorkbench({ profile: "ai_memory" });
});
afterAll(() => workbench.close());

const names = (value: JsonObject) => objects(value.tools).map(({ name }) => name);

it("are listed after what is native to ai-memory, with the proxy tools that call what they find", async () => {
  const listed = (await workbench.connection.listTools()).map(({ name }) => name);
  expect(listed.slice(listed.indexOf("memory_capabilities"))).toEqual([
    "memory_capabilities",
    "memory_load_family",
    "memory_smart_load",
    "call_read",
    "call_write",
    "call_destructive",
  ]);
});

it("memory_load_family gives the tools of a family, which the proxy tools call", async () => {
  const answer = await workbench.result("memory_load_family", { family: "core", namespace: "atlas", k: 20 });
  expect(notices(answer).map(({ text }) => text)).toEqual([
    "tool name 'memory_load_family' is deprecated since 0.1.0 and may be removed from 2027-12-01 on (families hold tools and memories are found by recall)",
    "param 'namespace' has no effect any more and was ignored",
  ]);
  const { tools, total } = answer.structuredContent ?? {};
  expect(total).toBe(15);
  expect(objects(tools).filter(({ name }) => !String(name).startsWith("memory_"))).toEqual([]);
  expect(objects(tools)).toHaveLength(15);
  const recall = objects(tools).find(({ name }) => name === "memory_recall");
  expect(recall?.signature).toMatch(/^memory_recall\(context: string, /);
  await workbench.value("call_write", { tool: "session_open", arguments: { agent: "claude" } });
  const stored = { tool: "memory_store", arguments: { content: "The bridge listens on 7179." } };
  expect(await workbench.value("call_write", stored)).toMatchObject({ status: "created" });
  const found = await workbench.value("call_read", { tool: "memory_recall", arguments: { context: "bridge" } });
  expect(found.count).toBe(1);
});

it("memory_smart_load ranks tools for an intent, and says what there is where none is meant", async () => {
  const value = await workbench.value("memory_smart_load", { intent: "remember what I learned", k: 2 });
  expect(names(value)[0]).toBe("memory_store");
  expect(names(value)).toHaveLength(2);
  for (const intent of ["combine memories", "squash memories into one", "join memories together"]) {
    expect(names(await workbench.value("memory_smart_load", { intent, k: 1 })), intent).toEqual(["memory_consolidate"]);
  }
  expect(await workbench.value("memory_smart_load", { intent: "zzzz" })).toEqual({
    tools: [],
    total: 0,
    hint: "no tool matched; an empty query lists every tool; families: session, project, task, memory, activity, decision, plan, organization, context, db, worktree, workflow, graph, reflection, message, governance, upkeep, workspace",
  });
});

it("memory_capabilities tells the catalog, a family, and its definitions", async () => {
  const all = await workbench.value("memory_capabilities", { accept: "v3" });
  expect(all.text).toMatch(/^session: .*\n {2}session_open: Open a session/);
  const family = await workbench.value("memory_capabilities", { family: "core" });
  expect(family.name).toBe("memory");
  expect(family.text).toMatch(/\nmemory_recall\(context: string, /);
  const short = await workbench.value("memory_capabilities", { family: "task", include_schema: true });
  expect(objects(short.definitions).map(({ name }) => name)).toEqual([
    "task_create",
    "task_list",
    "task_get",
    "task_manage",
    "task_note_add",
    "task_delete",
    "task_dependency_manage",
    "task_move",
    "task_subtask_manage",
  ]);
  expect(objects(short.definitions)[0]).not.toHaveProperty("outputSchema");
  const long = await workbench.value("memory_capabilities", { family: "task", include_schema: true, verbose: true });
  expect(objects(long.definitions)[0]).toHaveProperty("_meta");
});

it.each([
  ["memory_load_family", undefined],
  ["memory_capabilities", "memory_load_family finds tools"],
])("%s says which families there are where a family is none", async (name, hint) => {
  const error = await workbench.error(name, { family: "projct" });
  expect(error).toMatchObject({
    code: "INVALID_ARGUMENTS",
    violations: [
      {
        path: "/family",
        expected: expect.stringContaining(
          "session, project, task, memory, activity, decision, plan, organization, context, db, worktree, workflow, graph, reflection, message, governance, upkeep, workspace",
        ),
        found: "'projct'",
        nearMiss: "project",
      },
    ],
  });
  expect(error.hint).toBe(hint);
});

it("a client that begins with ai-memory's core finds and calls what its list lacks", async () => {
  const core = await serveWorkbench({ profile: "ai_memory_core" });
  try {
    const listed = (await core.connection.listTools()).map(({ name }) => name);
    expect(listed).toEqual([
      ...["memory_recall", "memory_store", "memory_get", "memory_list", "memory_search"],
      ...["memory_capabilities", "memory_load_family", "memory_smart_load"],
      ...["call_read", "call_write", "call_destructive"],
    ]);
    const ids: string[] = [];
    for (const content of ["The cache was full on Monday.", "Builds fail when a disk is full."]) {
      ids.push(String((await core.value("memory_store", { title: content, content })).id));
    }
    const found = await core.value("memory_smart_load", { intent: "link two memories", k: 1 });
    expect(names(found)).toEqual(["memory_link"]);
    const [source_id = "", target_id = ""] = ids;
    const linked = { tool: "memory_link", arguments: { source_id, target_id, relation: "related_to" } };
    expect(await core.value("call_write", linked)).toMatchObject({ linked: true, relation: "related_to" });
    const links = await core.value("call_read", { tool: "memory_get_links", arguments: { id: source_id } });
    expect(links.count).toBe(1);
  } finally {
    await core.close();
  }
});
