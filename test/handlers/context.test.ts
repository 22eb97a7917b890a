import { expect, test } from "vitest";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
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
    contexts: [],
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

test("what is in a pack can be taken out, one by one or all at once, and is not deleted", async () => {
  const { bench, manage } = await withPack();
  const { id: memory } = await bench.value("memory_store", { content: "one" });
  const { id: task } = await bench.value("task_create", { project: "Atlas", title: "Do it" });
  const fill = async () => {
    await manage("add_memory", { memory: memory ?? null });
    return await manage("add_task", { task: task ?? null });
  };
  await fill();
  expect(await manage("remove_memory", { memory: memory ?? null })).toMatchObject({
    memories_count: 0,
    tasks_count: 1,
  });
  expect(await manage("remove_memory", { memory: memory ?? null })).toMatchObject({
    memories_count: 0,
    tasks_count: 1,
  });
  expect(await manage("remove_task", { task: task ?? null })).toMatchObject({ tasks_count: 0 });
  const full = await fill();
  expect(await bench.error("pack_manage", { action: "empty", pack: "Bridge" })).toMatchObject({
    code: "CONFIRMATION_REQUIRED",
    effect: "take 1 memory and 1 task out of the pack 'Bridge'; they are not deleted",
  });
  expect(await bench.value("pack_get", { pack: "Bridge" })).toMatchObject({ pack: { id: full.id, tasks_count: 1 } });
  expect(await manage("empty", { confirm: true })).toMatchObject({ memories_count: 0, tasks_count: 0 });
  expect(await bench.error("pack_manage", { action: "empty", pack: "Nothing" })).toMatchObject({
    code: "PACK_NOT_FOUND",
  });
  expect(await bench.error("pack_manage", { action: "remove_task", pack: "Bridge", task: "none" })).toMatchObject({
    code: "TASK_NOT_FOUND",
  });
  expect(await bench.value("memory_get", { id: memory ?? null })).toMatchObject({ content: "one" });
  expect(await bench.value("task_get", { task: task ?? null })).toMatchObject({ task: { title: "Do it" } });
});

test("packs are listed by type, status and text, newest first, and paged", async () => {
  const { bench, manage } = await withPack();
  await bench.value("pack_manage", { action: "create", name: "Tunnel", type: "decision", tags: ["Kelp"] });
  await bench.value("pack_manage", { action: "create", name: "Ports", type: "decision", description: "the bridge" });
  await manage("update", { status: "published", type: "custom", tags: ["reef"] });
  const names = async (given: JsonObject) => {
    const { items } = await bench.value("pack_list", given);
    return Array.isArray(items) ? items.filter(isJsonObject).map(({ name }) => name) : [];
  };
  expect(await names({})).toEqual(["Ports", "Tunnel", "Bridge"]);
  expect(await names({ type: "DECISION" })).toEqual(["Ports", "Tunnel"]);
  expect(await names({ status: "published" })).toEqual(["Bridge"]);
  expect(await names({ type: "decision", status: "published" })).toEqual([]);
  expect(await names({ query: "bridge" })).toEqual(["Ports", "Bridge"]);
  expect([await names({ query: "kel" }), await names({ query: "reef" })]).toEqual([["Tunnel"], ["Bridge"]]);
  const first = await bench.value("pack_list", { limit: 2 });
  expect(await names({ limit: 2, cursor: first.next_cursor ?? null })).toEqual(["Bridge"]);
  const other = { type: "custom", cursor: first.next_cursor ?? null };
  expect(await bench.error("pack_list", other)).toMatchObject({ code: "CURSOR_INVALID" });
  expect(await bench.value("list_context_packs", { query: "", limit: 0.5 })).toMatchObject({ total: 3 });
});

test("a pack is deleted when it is confirmed, also where it is in focus, and what was in it stays", async () => {
  const { bench, manage } = await withPack();
  const { id: memory } = await bench.value("memory_store", { content: "one" });
  await manage("add_memory", { memory: memory ?? null });
  await bench.value("focus_manage", { action: "set", pack: "Bridge" });
  expect(await bench.error("pack_delete", { pack: "bridge" })).toMatchObject({
    code: "CONFIRMATION_REQUIRED",
    effect: "delete the pack 'Bridge' for good; the 1 memory and 0 tasks in it stay",
  });
  expect(await bench.value("pack_delete", { pack: "bridge", confirm: true })).toMatchObject({
    deleted: { name: "Bridge", memories_count: 1 },
  });
  expect(await bench.value("pack_list", {})).toMatchObject({ count: 0 });
  expect(await bench.value("focus_manage", {})).toMatchObject({ focus: null });
  expect(await bench.error("pack_get", { pack: "Bridge" })).toMatchObject({ code: "PACK_NOT_FOUND" });
  expect(await bench.error("pack_delete", { pack: "Bridge", confirm: true })).toMatchObject({ code: "PACK_NOT_FOUND" });
  expect(await bench.value("memory_get", { id: memory ?? null })).toMatchObject({ content: "one" });
});
