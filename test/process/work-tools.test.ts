import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { clientOfList } from "./profiles/client-of-list.ts";
import { objects, type ServedWorkbench, serveWorkbenchHere } from "./served-workbench.ts";

// What a client over stdio can do to projects, tasks and packs, with what the list shows and nothing else.

const opened: ServedWorkbench[] = [];
afterEach(async () => {
  for (const workbench of opened.splice(0)) await workbench.close();
});

async function served(profile: string) {
  const workbench = await serveWorkbenchHere({ profile });
  opened.push(workbench);
  const client = await clientOfList(workbench);
  await client.call("session_open", { agent: "claude" });
  return { ...client, error: workbench.error, databasePath: workbench.databasePath };
}

const names = (list: JsonObject) => objects(list.items).map(({ name, title }) => name ?? title);

it("renames, archives, restores and deletes a project", async () => {
  const { call, error } = await served("full");
  await call("project_create", { name: "Atlas" });
  await call("task_create", { project: "Atlas", title: "Chart", tags: ["Kelp"] });
  await call("memory_store", { project: "Atlas", content: "Tides are hourly." });
  await call("project_manage", { action: "update", project: "Atlas", name: "Sea Maps" });
  await call("project_manage", { action: "archive", project: "Sea Maps" });
  expect(names(await call("project_list"))).toEqual([]);
  expect(names(await call("task_list", { tag: "kelp" }))).toEqual([]);
  expect(names(await call("project_list", { archived: true }))).toEqual(["Sea Maps"]);
  expect(await error("task_create", { project: "Atlas", title: "More" })).toMatchObject({ code: "PROJECT_ARCHIVED" });
  await call("project_manage", { action: "restore", project: "atlas" });
  expect(names(await call("task_list", { tag: "kelp" }))).toEqual(["Chart"]);
  expect(await error("project_delete", { project: "Sea Maps" })).toMatchObject({
    code: "CONFIRMATION_REQUIRED",
    effect: "delete the project 'Sea Maps' for good, with 1 task and 1 memory (in project/atlas and below)",
  });
  await call("project_delete", { project: "Sea Maps", confirm: true });
  expect(names(await call("task_list"))).toEqual([]);
  expect(names(await call("memory_list"))).toEqual([]);
});

it("reopens, edits, archives and deletes a task", async () => {
  const { call, error } = await served("full");
  await call("project_create", { name: "Atlas" });
  const { id } = await call("task_create", { project: "Atlas", title: "Chart" });
  const task = String(id);
  await call("task_manage", { action: "complete", task });
  const refused = await error("task_manage", { action: "start", task });
  expect(refused.hint).toContain("task_manage and the action reopen");
  expect(await call("task_manage", { action: "reopen", task })).toMatchObject({ status: "todo" });
  await call("task_manage", { action: "update", task, title: "Map", tags: ["Kelp"], priority: "high" });
  expect(names(await call("task_list", { query: "kel", next: true }))).toEqual(["Map"]);
  await call("task_manage", { action: "archive", task });
  expect([names(await call("task_list")), names(await call("task_list", { archived: true }))]).toEqual([[], ["Map"]]);
  await call("task_manage", { action: "restore", task });
  expect(await error("task_delete", { task })).toMatchObject({ code: "CONFIRMATION_REQUIRED" });
  expect(await call("task_delete", { task, confirm: true })).toMatchObject({ deleted: { title: "Map" } });
  expect(names(await call("task_list"))).toEqual([]);
});

it("lists, edits, empties and deletes a pack", async () => {
  const { call, error } = await served("full");
  const { id: memory } = await call("memory_store", { content: "Tides are hourly." });
  await call("pack_manage", { action: "create", name: "Bridge", type: "project" });
  await call("pack_manage", { action: "update", pack: "Bridge", name: "Tunnel", tags: ["Kelp"], type: "custom" });
  expect(names(await call("pack_list", { query: "kelp", type: "custom" }))).toEqual(["Tunnel"]);
  const filled = { pack: "Tunnel", memory: String(memory) };
  await call("pack_manage", { action: "add_memory", ...filled });
  expect(await call("pack_manage", { action: "remove_memory", ...filled })).toMatchObject({ memories_count: 0 });
  await call("pack_manage", { action: "add_memory", ...filled });
  expect(await error("pack_manage", { action: "empty", pack: "Tunnel" })).toMatchObject({
    effect: "take 1 memory and 0 tasks out of the pack 'Tunnel'; they are not deleted",
  });
  await call("pack_manage", { action: "empty", pack: "Tunnel", confirm: true });
  await call("pack_delete", { pack: "Tunnel", confirm: true });
  expect(names(await call("pack_list"))).toEqual([]);
  expect(await call("memory_list")).toMatchObject({ items: [{ content: "Tides are hourly." }], count: 1 });
});

it("an agent of the default profile reopens and archives a task", async () => {
  const { call } = await served("core");
  await call("project_create", { name: "Atlas" });
  const { id } = await call("task_create", { project: "Atlas", title: "Chart" });
  for (const action of ["complete", "reopen", "archive", "restore"]) {
    await call("task_manage", { action, task: String(id) });
  }
  expect(names(await call("task_list"))).toEqual(["Chart"]);
});

it("what is deleted is in no file any more: no row, no index, no log", async () => {
  const { call, databasePath } = await served("full");
  const folder = dirname(databasePath);
  /** Which words are in the files, as stored or as the indexes fold them. */
  const found = (words: readonly string[]) => {
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    return words.filter((word) => files.some((bytes) => bytes.includes(word) || bytes.includes(word.toLowerCase())));
  };
  await call("project_create", { name: "Zanzibar", description: "Quokka" });
  await call("project_create", { name: "Atlas" });
  // Words of three letters that begin as no other: an index of trigrams holds them in full.
  await call("task_create", { project: "Zanzibar", title: "Axolotl", description: "Wombat", tags: ["ЖЗЫ"] });
  const given = { project: "Atlas", title: "Ocelot", description: "Pangolin", tags: ["ФЮЩ"] };
  const { id } = await call("task_create", given);
  await call("task_create", { project: "Atlas", title: "Kestrel" });
  await call("pack_manage", { action: "create", name: "Manatee", type: "custom", description: "Civet", tags: ["ЭЯЧ"] });
  const ofProject = ["Zanzibar", "Quokka", "Axolotl", "Wombat", "ЖЗЫ"];
  const ofTask = ["Ocelot", "Pangolin", "ФЮЩ"];
  const ofPack = ["Manatee", "Civet", "ЭЯЧ"];
  expect(found([...ofProject, ...ofTask, ...ofPack])).toEqual([...ofProject, ...ofTask, ...ofPack]);
  await call("task_delete", { task: String(id), confirm: true });
  expect(found(ofTask)).toEqual([]);
  await call("pack_delete", { pack: "Manatee", confirm: true });
  expect(found(ofPack)).toEqual([]);
  await call("project_delete", { project: "Zanzibar", confirm: true });
  expect(found(ofProject)).toEqual([]);
  expect(found(["Kestrel"])).toEqual(["Kestrel"]);
});
