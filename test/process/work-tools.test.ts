import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { temporaryFolder } from "../store/temporary-folder.ts";
import { clientOfList } from "./profiles/client-of-list.ts";
import { objects, type ServedWorkbench, serveWorkbenchHere } from "./served-workbench.ts";

// What a client over stdio can do to projects, tasks and packs, with what the list shows and nothing else.

const opened: ServedWorkbench[] = [];
afterEach(async () => {
  for (const workbench of opened.splice(0)) await workbench.close();
});

async function served(profile: string, words: readonly string[] = []) {
  const workbench = await serveWorkbenchHere({ profile, words });
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

it("splits a task into subtasks, in their order, and counts what is done", async () => {
  const { call, error } = await served("full");
  await call("project_create", { name: "Atlas" });
  const { id: task = null } = await call("task_create", { project: "Atlas", title: "Chart" });
  const step = async (title: string, over: JsonObject = {}) =>
    (await call("task_subtask_manage", { action: "create", task, title, ...over })).subtask as JsonObject;
  const [, ink] = [await step("Sail"), await step("Ink")];
  const sound = await step("Sound", { position: 1, priority: "high" });
  const depth = await step("Read the depth", { task: sound.id ?? null });
  const tree = async () => {
    const { subtasks } = await call("task_subtask_manage", { action: "list", task });
    return objects(subtasks).map(({ title, parent }) => [title, parent === task]);
  };
  expect(await tree()).toEqual([
    ["Sound", true],
    ["Read the depth", false],
    ["Sail", true],
    ["Ink", true],
  ]);
  // What has open subtasks is not next; they are.
  const next = async () =>
    objects((await call("task_list", { next: true })).items).map(({ title, why }) => [title, why]);
  expect(await next()).toEqual([
    ["Sail", "medium priority"],
    ["Ink", "medium priority"],
    ["Read the depth", "medium priority"],
  ]);
  await call("task_manage", { action: "progress", task: depth.id ?? null, progress: 50 });
  expect((await call("task_get", { task })).task).toMatchObject({ progress: 16, subtasks: 3, subtasks_completed: 0 });
  await call("task_subtask_manage", { action: "place", task, subtask: ink?.id ?? null, position: 1 });
  await call("task_subtask_manage", { action: "complete", subtask: ink?.id ?? null });
  expect((await call("task_get", { task })).task).toMatchObject({ progress: 50, subtasks_completed: 1 });
  expect((await tree())[0]).toEqual(["Ink", true]);
  expect(await error("task_subtask_manage", { action: "place", task: depth.id ?? null, subtask: task })).toMatchObject({
    code: "SUBTASK_CYCLE",
    message: expect.stringContaining("'Read the depth' → 'Sound' → 'Chart' → 'Read the depth'"),
  });
  expect(
    await error("task_subtask_manage", { action: "complete", task: ink?.id ?? null, subtask: depth.id ?? null }),
  ).toMatchObject({ code: "NOT_A_SUBTASK" });

  await call("task_manage", { action: "complete", task });
  expect((await call("task_get", { task: depth.id ?? null })).task).toMatchObject({ status: "completed" });
  await call("task_manage", { action: "reopen", task: depth.id ?? null });
  expect((await call("task_get", { task })).task).toMatchObject({ status: "in_progress", progress: 83 });
  await call("task_subtask_manage", { action: "detach", subtask: sound.id ?? null });
  expect((await tree()).length).toBe(2);
  await call("project_create", { name: "Borealis" });
  await call("task_move", { task, project: "Borealis" });
  expect(names(await call("task_list", { project: "Borealis", subtasks: false }))).toEqual(["Chart"]);
  expect(names(await call("task_list", { project: "Borealis" }))).toEqual(["Ink", "Sail", "Chart"]);
  expect(await error("task_delete", { task })).toMatchObject({
    effect: expect.stringContaining("with 2 tasks below it, for good"),
  });
  expect(await call("task_delete", { task, confirm: true })).toMatchObject({ subtasks_count: 2 });
  expect(names(await call("task_list", { project: "Borealis" }))).toEqual([]);
});

it("finds tasks by their day and by who should do them, and says why one is next", async () => {
  const { call, error } = await served("full");
  await call("project_create", { name: "Atlas" });
  const make = async (title: string, over: JsonObject = {}) =>
    (await call("task_create", { project: "Atlas", title, ...over })).id ?? null;
  const chart = await make("Chart", { due: "2031-05-01", assignee: "Ann Lee" });
  const sail = await make("Sail", { due: "2001-05-01" });
  await make("Ink", { assignee: "claude", priority: "high" });
  await make("Rest", { priority: "low" });
  expect(names(await call("task_list", { assignee: "ann LEE" }))).toEqual(["Chart"]);
  expect(names(await call("task_list", { due_until: "2031-05-01" }))).toEqual(["Sail", "Chart"]);
  expect(names(await call("task_list", { due_until: "2031-04-30" }))).toEqual(["Sail"]);
  expect(await error("task_list", { due_until: "2031-02-29" })).toMatchObject({ code: "INVALID_ARGUMENTS" });
  await call("task_dependency_manage", { action: "add", task: chart, needs: sail });
  const next = async (cursor: JsonObject = {}) => await call("task_list", { next: true, limit: 2, ...cursor });
  const first = await next();
  expect(objects(first.items).map(({ title, why }) => [title, why])).toEqual([
    ["Ink", "high priority"],
    ["Sail", "medium priority; overdue since 2001-05-01; 1 task waits for it"],
  ]);
  expect(names(await next({ cursor: first.next_cursor ?? null }))).toEqual(["Rest"]);
  await call("task_manage", { action: "complete", task: sail });
  const [, why] = objects((await next()).items).map((item) => item.why);
  expect(why).toMatch(/^medium priority; due in \d+ days, on 2031-05-01; what it waited for is done \(1 task\)$/);
  await call("task_manage", { action: "update", task: chart, due: null, assignee: null, status: "in_progress" });
  expect((await call("task_get", { task: chart })).task).toMatchObject({
    ...{ due: null, assignee: null, status: "in_progress" },
  });
  expect(names(await call("task_list", { assignee: "Ann Lee" }))).toEqual([]);
});

it("keeps the token of a git remote neither in the store nor in the audit log", async () => {
  const folder = await temporaryFolder();
  const config = join(folder, "config.json");
  writeFileSync(config, JSON.stringify({ audit: { file: "audit.jsonl", arguments: "on" } }));
  const { call, databasePath } = await served("full", ["--config", config]);
  await call("project_create", { name: "Atlas" });
  const git_remote = "https://x-access-token:ghp_secret@github.com/acme/atlas.git";
  await call("session_open", { agent: "claude", git_remote });
  expect((await call("task_create", { title: "Chart" })).project).toBe("Atlas");
  const audited = readFileSync(join(folder, "audit.jsonl"), "utf8");
  expect(audited).toContain("git_remote");
  const stored = readdirSync(dirname(databasePath)).map((name) =>
    readFileSync(join(dirname(databasePath), name), "latin1"),
  );
  expect(stored.join()).toContain("github.com/acme/atlas.git");
  expect([audited, ...stored].join()).not.toContain("ghp_secret");
});

it("knows the project by the directory or the git remote of the session", async () => {
  const { call, error } = await served("full");
  const open = (place: JsonObject) => call("session_open", { agent: "claude", ...place });
  for (const name of ["Sea Maps", "Borealis"]) await call("project_create", { name });
  const made = async () => (await call("task_create", { title: "Chart" })).project;
  await open({ directory: "/home/ann/sea-maps/src" });
  expect(await made()).toBe("Sea Maps");
  await open({ git_remote: "git@example.com:acme/borealis.git" });
  expect(await made()).toBe("Borealis");
  await open({ git_remote: "https://example.com/acme/Borealis/", directory: "C:\\work\\BOREALIS" });
  expect(await made()).toBe("Borealis");
  expect(names(await call("task_list", { project: "." }))).toEqual(["Chart", "Chart"]);
  await call("memory_store", { project: ".", content: "Tides are hourly." });
  expect(names(await call("memory_list", { project: "Borealis" })).length).toBe(1);
  expect((await call("project_stats", {})).project).toBe("Borealis");
  await open({ git_remote: "https://example.com/acme/borealis", directory: "/srv/sea-maps" });
  expect(await error("task_create", { title: "x" })).toMatchObject({
    code: "PROJECT_AMBIGUOUS",
    message: expect.stringMatching(/Borealis \([0-9a-f-]{36}\).*Sea Maps/),
  });
  await open({ directory: "/srv/boreali" });
  expect(await error("task_create", { title: "x" })).toMatchObject({
    code: "PROJECT_NOT_FOUND",
    hint: expect.stringContaining("nearest: Borealis"),
  });
  await open({});
  expect(await error("project_delete", { project: "." })).toMatchObject({ code: "PROJECT_NOT_FOUND" });
});

it("keeps comments apart from notes, with who said them", async () => {
  const { call } = await served("full");
  await call("project_create", { name: "Atlas" });
  const { id: task = null } = await call("task_create", { project: "Atlas", title: "Chart" });
  await call("task_note_add", { task, note: "The lead is wet." });
  await call("task_note_add", { task, note: "Not before Friday.", kind: "comment", author: "Ann" });
  expect(await call("task_get", { task })).toMatchObject({
    notes: [{ note: "The lead is wet.", kind: "note", author: null, created_by: "claude" }],
    comments: [{ note: "Not before Friday.", kind: "comment", author: "Ann", created_by: "claude" }],
    history: [{ event: "task_comment_added" }, { event: "task_note_added" }, { event: "task_created" }],
  });
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
