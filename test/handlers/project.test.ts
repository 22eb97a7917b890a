import { expect, test } from "vitest";
import { startOfTests } from "../services/clock.ts";
import { openWorkbench } from "./open-workbench.ts";

async function withSession() {
  const bench = await openWorkbench();
  await bench.value("session_open", { agent: "claude", model: "opus" });
  return bench;
}

test("a new project, the same name again, and one that is almost the same", async () => {
  const bench = await withSession();
  const created = await bench.value("project_create", { name: "Map Service", description: " Tiles\n" });
  const project = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: "Map Service",
    slug: "map-service",
    description: " Tiles\n",
    open_tasks: 0,
    created_by: "claude",
    created_at: new Date(startOfTests).toISOString(),
  };
  const _context = "claude (opus), in project Map Service";
  expect(created).toEqual({ status: "created", project, similar: [], _context });
  expect(await bench.value("project_create", { name: "map service" })).toEqual({ ...created, status: "exists" });

  const similar = await bench.value("project_create", { name: "Map Services" });
  expect(similar).toMatchObject({
    status: "similar_exists",
    project: null,
    similar: [{ name: "Map Service" }],
    _context: "claude (opus), in all projects",
  });
  const forced = await bench.value("project_create", { name: "Map Services", force: true });
  expect(forced).toMatchObject({ status: "created", project: { slug: "map-services" } });
  expect((await bench.value("project_list", {})).count).toBe(2);
});

test("the list counts what is open, filters by text and pages", async () => {
  const bench = await withSession();
  for (const name of ["Atlas", "Borealis", "Cygnus"]) await bench.value("project_create", { name });
  const { id } = await bench.value("task_create", { project: "Atlas", title: "a" });
  await bench.value("task_create", { project: "Atlas", title: "b" });
  await bench.value("task_manage", { action: "complete", task: id ?? null });
  expect(await bench.value("project_list", { query: "ATL" })).toMatchObject({
    items: [{ name: "Atlas", open_tasks: 1 }],
    count: 1,
    next_cursor: null,
  });
  const first = await bench.value("project_list", { limit: 2 });
  expect(first).toMatchObject({ items: [{ name: "Cygnus" }, { name: "Borealis" }] });
  expect(await bench.value("project_list", { limit: 2, cursor: first.next_cursor ?? null })).toMatchObject({
    items: [{ name: "Atlas" }],
    next_cursor: null,
  });
});
