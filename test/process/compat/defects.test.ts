import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../../src/contract/json.ts";
import { root } from "../run-pegboard.ts";
import { fill, serveWorkbenchHere } from "../served-workbench.ts";
import { defects as shortRows, shownElsewhere } from "./defects.ts";
import { defectsOfCalls } from "./defects-of-calls.ts";
import { defectsOfRules } from "./defects-of-rules.ts";
import { inventoryDefects, notShown } from "./inventory-defects.ts";
import { ramorieInventory } from "./ramorie-inventory.ts";

// What Ramorie does wrong is right here, through a client that is served its names.

const defects = [...shortRows, ...defectsOfCalls, ...defectsOfRules];

describe.each(defects)("$of: $defect", ({ calls }) => {
  it("is not so here", async () => {
    const workbench = await serveWorkbenchHere({ profile: "ramorie" });
    try {
      const kept = new Map<string, Json>();
      await workbench.value("setup_agent", { agent_name: "claude" });
      await workbench.value("create_project", { name: "Atlas" });
      for (const { call, with: given, keep, answers = {}, error, lacks = [] } of calls) {
        const filled = fill(given, kept) as JsonObject;
        if (error !== undefined) {
          expect(await workbench.error(call, filled), call).toMatchObject(error);
          continue;
        }
        const value = await workbench.value(call, filled);
        expect(value, call).toMatchObject(fill(answers, kept) as JsonObject);
        const thing = [value.plan, value.subtask].find(isJsonObject) ?? value;
        for (const name of lacks) expect(JSON.stringify(value), call).not.toContain(`"${name}":`);
        if (keep === undefined) continue;
        kept.set(keep, thing.id ?? null);
        kept.set(`${keep}8`, String(thing.id).slice(0, 8));
      }
    } finally {
      await workbench.close();
    }
  });
});

const reads = [
  ...["get_agent_activity", "get_context_pack", "get_memory", "get_stats", "get_task", "list_context_packs"],
  ...["list_decisions", "list_memories", "list_organizations", "list_projects", "list_tasks", "recall"],
];

it("sessions: only three writes ask for one", async () => {
  const workbench = await serveWorkbenchHere({ profile: "ramorie" });
  const id = "0123abcd";
  const writes: Readonly<Record<string, JsonObject>> = {
    create_project: { name: "Atlas" },
    create_task: { project: "Atlas", description: "x" },
    manage_task: { taskId: id, action: "start" },
    add_task_note: { taskId: id, note: "x" },
    move_task: { taskId: id, projectId: "Atlas" },
    manage_subtasks: { action: "create", task_id: id, description: "x" },
    manage_dependencies: { action: "add", task_id: id, depends_on_id: id },
    add_memory: { project: "Atlas", content: "x" },
    create_decision: { title: "x" },
    manage_context_pack: { action: "create", name: "x", type: "project" },
    manage_focus: { clear: true },
    manage_plan: { action: "create", requirements: "x" },
    switch_organization: { orgId: id },
  };
  expect([...Object.keys(writes), ...reads, "setup_agent"].toSorted()).toEqual(
    Object.keys(ramorieInventory).toSorted(),
  );
  for (const [name, given] of Object.entries(writes)) {
    expect((await workbench.error(name, given)).code, name).toBe("SESSION_REQUIRED");
  }
  // A read is answered without one: with a value, or with an error about what it looks for.
  const asked: Readonly<Record<string, JsonObject>> = {
    get_context_pack: { packId: id },
    get_memory: { memoryId: id },
    get_stats: { project: "Atlas" },
    get_task: { taskId: id },
    list_memories: { project: "Atlas" },
    list_tasks: { project: "Atlas" },
    recall: { term: "x" },
  };
  for (const name of reads) {
    const { isError, structuredContent } = await workbench.result(name, asked[name] ?? {});
    const { error } = structuredContent ?? {};
    const looksFor = ["get_context_pack", "get_memory", "get_stats", "get_task", "list_memories", "list_tasks"];
    expect(isError, name).toBe(looksFor.includes(name));
    if (isError) expect((error as JsonObject).code, name).toMatch(/_NOT_FOUND$/);
  }
  await workbench.close();
});

it.each(shownElsewhere)("%s: %s has a test", (_defect, file, test) => {
  const text = readFileSync(join(root, file), "utf8");
  // The title of a test or of a case, and none that is skipped.
  const at = text.indexOf(test);
  expect(at).toBeGreaterThan(-1);
  const line = text.slice(text.lastIndexOf("\n", at) + 1, text.indexOf("\n", at));
  expect(line).not.toMatch(/^\s*(\/\/|\*)|\.skip|\.todo/);
});

it("each defect of the inventory is shown to be none here, and no other", () => {
  const titles = [
    ...defects.map(({ defect }) => defect),
    ...shownElsewhere.map(([defect]) => defect),
    ...Object.keys(notShown),
  ];
  const inventory = Object.values(inventoryDefects).flat();
  expect(titles.toSorted()).toEqual(inventory.toSorted());
  expect(new Set(titles).size).toBe(titles.length);
});
