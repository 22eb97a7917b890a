import { expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { startOfTests } from "../services/clock.ts";
import { openWorkbench } from "./open-workbench.ts";

async function withPack() {
  const bench = await openWorkbench();
  await bench.value("session_open", { agent: "claude" });
  await bench.value("project_create", { name: "Atlas" });
  const pack = await bench.value("pack_manage", { action: "create", name: "Bridge", type: "PROJECT" });
  const manage = (action: string, given: JsonObject = {}) =>
    bench.value("pack_manage", { action, pack: "bridge", ...given });
  return { bench, pack, manage };
}

test("a pack begins as an empty draft", async () => {
  const { pack } = await withPack();
  expect(pack).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: "Bridge",
    type: "project",
    status: "draft",
    description: "",
    tags: [],
    memories_count: 0,
    tasks_count: 0,
    created_by: "claude",
    created_at: new Date(startOfTests).toISOString(),
    updated_at: new Date(startOfTests).toISOString(),
    _context: "claude, in pack Bridge",
  });
});

test("an update changes what it names and nothing else; a description can be emptied", async () => {
  const { bench, manage } = await withPack();
  expect(await manage("update", { description: "All of it" })).toMatchObject({ name: "Bridge", status: "draft" });
  expect(await manage("update", { status: "published" })).toMatchObject({ description: "All of it" });
  expect(await manage("update", { description: "" })).toMatchObject({ status: "published", description: "" });
  expect(await manage("update", { name: "BRIDGE" })).toMatchObject({ name: "BRIDGE" });
  await bench.value("pack_manage", { action: "create", name: "Other", type: "custom" });
  const taken = await bench.error("pack_manage", { action: "update", pack: "Other", name: "bridge" });
  expect(taken).toMatchObject({ code: "PACK_EXISTS", data: { name: "BRIDGE" } });
});

test("what is added last comes first, once", async () => {
  const { bench, manage } = await withPack();
  const stored = ["one", "two"].map((content) => bench.value("memory_store", { content, force: true }));
  const [one, two] = await Promise.all(stored);
  const task = await bench.value("task_create", { project: "Atlas", title: "Do it" });
  await manage("add_memory", { memory: one?.id ?? null });
  await manage("add_memory", { memory: two?.id ?? null });
  await manage("add_memory", { memory: one?.id ?? null });
  expect(await manage("add_task", { task: String(task.id).slice(0, 8) })).toMatchObject({
    memories_count: 2,
    tasks_count: 1,
  });
  expect(await bench.value("pack_get", { pack: "BRIDGE" })).toMatchObject({
    memories: [{ title: "two" }, { title: "one" }],
    tasks: [{ title: "Do it", project: "Atlas", status: "todo" }],
  });
});

test("a param of another action is refused, not ignored", async () => {
  const { bench } = await withPack();
  const error = await bench.error("pack_manage", { action: "add_task", pack: "Bridge", task: "3f2a", name: "x" });
  expect(error).toMatchObject({ code: "INVALID_ARGUMENTS", violations: [{ path: "/name" }] });
});

test("each agent has a focus of its own", async () => {
  const { bench } = await withPack();
  expect(await bench.value("focus_manage", {})).toEqual({ focus: null, _context: "claude" });
  const set = await bench.value("focus_manage", { action: "set", pack: "Bridge" });
  expect(set).toMatchObject({ focus: { name: "Bridge" }, _context: "claude, in pack Bridge" });
  await bench.value("session_open", { agent: "another" });
  expect(await bench.value("focus_manage", {})).toMatchObject({ focus: null });
  await bench.value("session_open", { agent: "claude" });
  expect(await bench.value("focus_manage", { action: "get" })).toEqual(set);
  expect(await bench.value("focus_manage", { action: "clear" })).toMatchObject({ focus: null });
  expect(await bench.value("focus_manage", {})).toMatchObject({ focus: null });
});
