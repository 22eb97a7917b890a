import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Catalog } from "../../../src/compiler/catalog/catalog.ts";
import { root } from "../run-pegboard.ts";
import { type ServedWorkbench, serveWorkbenchHere } from "../served-workbench.ts";
import { ramorieInventory } from "./ramorie-inventory.ts";

// Names that Ramorie dropped without an alias or a notice. Who still calls one is told which tool of its list does that now.

const catalog = JSON.parse(readFileSync(join(root, "generated", ".cache", "catalog.json"), "utf8")) as Catalog;
const oldName = new Map(
  catalog.tools.flatMap(({ name, aliases }) =>
    aliases.filter(({ of }) => of === "ramorie").map((alias) => [name, alias.name] as const),
  ),
);

/** Of the release with 61 tools: the tool of today, or none. */
const dropped: Readonly<Record<string, string | undefined>> = {
  ...to("task_manage", "start_task", "complete_task", "stop_task", "update_progress"),
  ...to("task_list", "get_next_tasks", "search_tasks"),
  ...to("focus_manage", "get_focus", "set_focus", "clear_focus"),
  ...to("pack_manage", "create_context_pack", "update_context_pack", "add_memory_to_pack", "add_task_to_pack"),
  ...to("task_subtask_manage", "create_subtask", "get_subtasks", "complete_subtask", "update_subtask"),
  ...to("task_dependency_manage", "add_task_dependency", "remove_task_dependency"),
  ...to("task_dependency_manage", "get_task_dependencies", "get_task_dependents"),
  ...to("plan_manage", "create_plan", "get_plan_status", "list_plans", "apply_plan", "cancel_plan"),
  ...to("session_open", "get_active_task", "get_ramorie_info", "get_cursor_rules"),
  ...to(undefined, "export_project", "set_active_project", "skill", "surface_skills", "entity"),
  ...to(undefined, "export_context_pack", "import_context_pack"),
  ...to("pack_delete", "delete_context_pack"),
  ...to("memory_store", "remember", "auto_remember"),
  ...to("memory_recall", "find", "surface_context"),
  ...to("memory_forget", "cleanup_memories"),
};

function to(tool: string | undefined, ...names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, tool]));
}

describe.each(["ramorie", "full"])("a client with the list %s", (profile) => {
  let workbench: ServedWorkbench;
  beforeAll(async () => {
    workbench = await serveWorkbenchHere({ profile });
  });
  afterAll(() => workbench.close());

  it.each(Object.entries(dropped))("that calls %s is told where to go", async (name, tool) => {
    const listed = (await workbench.connection.listTools()).map((one) => one.name);
    expect(listed).not.toContain(name);
    const answer = await workbench.connection.callTool(name, {});
    if (answer.kind !== "protocol-error") throw new Error(`${name} was answered`);
    expect(answer.message).toMatch(new RegExp(`^Tool '${name}' was removed in version 0\\.1\\.0: \\S`));
    // What the list does not hold is not named.
    const shown = profile === "full" ? tool : oldName.get(tool ?? "");
    const [, named] = /; use '([^']+)'$/.exec(answer.message) ?? [];
    expect(named).toBe(shown);
    if (named !== undefined) expect(listed).toContain(named);
  });
});

it("no name of the inventory is one of them, and each of them has a case", () => {
  expect(Object.keys(ramorieInventory).filter((name) => name in dropped)).toEqual([]);
  expect(catalog.retired.map(({ name }) => name).toSorted()).toEqual(Object.keys(dropped).toSorted());
});
