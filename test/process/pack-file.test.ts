import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Finished, pegboard, pegboardHere } from "./run-pegboard.ts";
import { type ServedWorkbench, serveWorkbenchHere } from "./served-workbench.ts";

// A pack that an agent fills over MCP goes to another workbench as one file.

let folder = "";
let server: ServedWorkbench;
let other: ServedWorkbench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-pack-"));
  [server, other] = await Promise.all([
    serveWorkbenchHere({ profile: "full" }),
    serveWorkbenchHere({ profile: "full" }),
  ]);
  for (const one of [server, other]) await one.value("session_open", { agent: "claude" });
  await server.value("project_create", { name: "Atlas" });
  const task = await server.value("task_create", { project: "Atlas", title: "Write the importer" });
  const memory = await server.value("memory_store", { project: "Atlas", title: "Ports", content: "It is 7179." });
  await server.value("pack_manage", { action: "create", name: "Bridge", type: "project", status: "published" });
  await server.value("pack_manage", { action: "add_context", pack: "Bridge", context: "Goal", text: "A bridge.\n" });
  await server.value("pack_manage", { action: "add_memory", pack: "Bridge", memory: memory.id ?? null });
  await server.value("pack_manage", { action: "add_task", pack: "Bridge", task: task.id ?? null });
});
afterEach(async () => {
  await Promise.all([server.close(), other.close()]);
  rmSync(folder, { recursive: true, force: true });
});

function run(words: readonly string[], { databasePath }: ServedWorkbench, start = pegboardHere): Promise<Finished> {
  return start(["pack", ...words], { cwd: folder, env: { PEGBOARD_DB: databasePath, USER: "ann" } });
}

const file = () => join(folder, "bridge.json");

it("is exported, shown, imported, and read by an agent", async () => {
  expect(await run(["export", "bridge", "bridge.json"], server, pegboard)).toEqual({
    ...{ code: 0, stderr: "", stdout: "exported 'Bridge': 1 text, 1 memory, 1 task\n" },
  });
  const text = readFileSync(file(), "utf8");
  expect((await run(["export", "Bridge"], server)).stdout).toBe(text);
  const sum = "pack 'Bridge': 1 text, 1 new memory (0 known), 1 new task (0 known)";
  expect(await run(["import", "bridge.json"], other)).toEqual({
    ...{ code: 0, stderr: "" },
    stdout: `new project: Atlas\n${sum}; nothing was written (--yes writes)\n`,
  });
  expect(await other.value("pack_list", {})).toMatchObject({ count: 0 });
  expect(await run(["import", "bridge.json", "--yes"], other, pegboard)).toMatchObject({
    ...{ code: 0, stdout: `new project: Atlas\n${sum}\n` },
  });
  expect(await other.value("pack_get", { pack: "Bridge" })).toMatchObject({
    pack: { status: "published", contexts: ["Goal"], memories_count: 1, tasks_count: 1, created_by: "ann" },
    contexts: [{ name: "Goal", text: "A bridge.\n", written_by: "ann" }],
    memories: [{ title: "Ports" }],
    tasks: [{ title: "Write the importer" }],
  });
  expect((await run(["export", "Bridge"], other)).stdout).toBe(text);
});

it("is not imported twice, but under another name", async () => {
  await run(["export", "Bridge", "bridge.json"], server);
  expect(await run(["import", "bridge.json", "--yes"], server)).toMatchObject({
    ...{ code: 4, stderr: expect.stringContaining("a pack called 'Bridge' is here already") },
  });
  const { stdout } = await run(["import", "bridge.json", "--as", "Second", "--yes", "--json"], server);
  expect(JSON.parse(stdout)).toEqual({
    ...{ name: "Second", contexts: 1, projects: [], written: true },
    ...{ memories: { created: 0, known: 1 }, tasks: { created: 0, known: 1 } },
  });
});

it("replaces a file only when it is asked to, and never follows a link", async () => {
  writeFileSync(join(folder, "mine.txt"), "mine");
  symlinkSync(join(folder, "mine.txt"), file());
  const refused = await run(["export", "Bridge", "bridge.json"], server);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("'bridge.json' is there already")]);
  expect((await run(["export", "Bridge", "bridge.json", "--force"], server)).code).toBe(0);
  expect(readFileSync(join(folder, "mine.txt"), "utf8")).toBe("mine");
  expect(readFileSync(file(), "utf8")).toContain('"pegboard_pack": 1');
});

it("of other text is refused, with its control characters shown", async () => {
  writeFileSync(file(), JSON.stringify({ pegboard_pack: 1, name: "a", type: "\u001b[31mred" }));
  const { code, stderr } = await run(["import", "bridge.json", "--yes"], other);
  expect([code, stderr]).toEqual([4, expect.stringContaining("'type' of the file is none of project, integration")]);
  expect(stderr).not.toContain("\u001b");
  expect(await other.value("pack_list", {})).toMatchObject({ count: 0 });
  expect((await run(["export", "Nothing"], other)).stderr).toContain("there is no pack 'Nothing'");
  expect(existsSync(join(folder, "Nothing"))).toBe(false);
});
