import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Catalog } from "../../../src/compiler/catalog/catalog.ts";
import { root } from "../run-pegboard.ts";
import { type ServedWorkbench, serveWorkbenchHere } from "../served-workbench.ts";
import { aiMemoryInventory } from "./params/ai-memory-inventory.ts";
import { ramorieInventory } from "./ramorie-inventory.ts";

// Names that Ramorie dropped without an alias or a notice. A client that still calls one learns which tool of its list does that now.

const catalog = JSON.parse(readFileSync(join(root, "generated", ".cache", "catalog.json"), "utf8")) as Catalog;
const oldName = new Map(
  catalog.tools.flatMap(({ name, aliases }) =>
    aliases.filter(({ of }) => of === "ramorie").map((alias) => [name, alias.name] as const),
  ),
);

/** The tool of today, or none. Names that one tool stands for are its aliases (ramorie-earlier-cases.ts). */
const dropped: Readonly<Record<string, string | undefined>> = {
  ...to("session_open", "get_active_task", "get_ramorie_info", "get_cursor_rules"),
  ...to(undefined, "export_project", "set_active_project", "skill", "surface_skills"),
  ...to("memory_entity_register", "entity"),
  ...to(undefined, "export_context_pack", "import_context_pack", "update_organization", "ai_estimate_time"),
  ...to(undefined, "task", "memory", "decision", "admin"),
  ...to("memory_store", "auto_remember", "consolidate_memories"),
  ...to("memory_recall", "surface_context"),
  ...to("memory_forget", "cleanup_memories"),
  ...to("task_list", "ai_next_step"),
  ...to("plan_manage", "ai_analyze_risks"),
  ...to("task_dependency_manage", "ai_find_dependencies"),
  ...to("organization_list", "get_organization", "get_organization_members", "get_active_organization"),
};

function to(tool: string | undefined, ...names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, tool]));
}

describe.each(["ramorie", "full"])("a client with the list %s", (profile) => {
  let workbench: ServedWorkbench;
  let listed: readonly string[];
  beforeAll(async () => {
    workbench = await serveWorkbenchHere({ profile });
    listed = (await workbench.connection.listTools()).map((one) => one.name);
  });
  afterAll(() => workbench.close());

  it.each(Object.entries(dropped))("that calls %s learns where to go", async (name, tool) => {
    expect(listed).not.toContain(name);
    const answer = await workbench.connection.callTool(name, {});
    if (answer.kind !== "protocol-error") throw new Error(`${name} was answered`);
    expect(answer.message).toMatch(
      new RegExp(`^Tool '${name}' was removed in version [3-9]\\.\\d+\\.\\d of ramorie: \\S`),
    );
    // What the list does not hold is not named.
    const shown = profile === "full" ? tool : oldName.get(tool ?? "");
    const [, named] = /; use '([^']+)'$/.exec(answer.message) ?? [];
    expect(named).toBe(shown);
    if (named !== undefined) expect(listed).toContain(named);
  });
});

it("no name of the inventory is one of them, and each of them has a case", () => {
  expect(Object.keys(ramorieInventory).filter((name) => name in dropped)).toEqual([]);
  expect(
    retiredOf("ramorie")
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(dropped).toSorted());
});

function retiredOf(system: string) {
  return catalog.retired.filter(({ of }) => of === system);
}

// ai-memory has 74 tools: what is not here says so, and why, in place of the nearest name, which may delete something.
describe("a client with the list ai_memory", () => {
  let workbench: ServedWorkbench;
  let listed: readonly string[];
  beforeAll(async () => {
    workbench = await serveWorkbenchHere({ profile: "ai_memory" });
    listed = (await workbench.connection.listTools()).map((one) => one.name);
  });
  afterAll(() => workbench.close());

  it("is answered or gets the reason why not, for each of the 74 names", () => {
    const elsewhere = retiredOf("ai-memory").map(({ name }) => name);
    expect(new Set([...elsewhere, ...Object.keys(aiMemoryInventory)]).size).toBe(74);
  });

  it.each(retiredOf("ai-memory"))("that calls $name learns that it is not here", async ({ name, replacedBy }) => {
    const answer = await workbench.connection.callTool(name, {});
    if (answer.kind !== "protocol-error") throw new Error(`${name} was answered`);
    expect(answer.message).toMatch(new RegExp(`^Tool '${name}' is a tool of ai-memory that is not here: \\S`));
    const [, named] = /; use '([^']+)'$/.exec(answer.message) ?? [];
    expect(named).toBe(replacedBy);
    if (named !== undefined) expect(listed).toContain(named);
  });
});
