import { expect, test } from "vitest";
import { startOfTests } from "./clock.ts";
import { logged, newProject, newTask, storeRequest, type Workbench, workbench, writer } from "./workbench.ts";

const facts = { name: "Bridge", type: "project", status: "draft", description: "", tags: ["a", "a"], writer } as const;

async function newPack({ packs }: Workbench, name: string) {
  const made = await packs.create({ ...facts, name });
  if (made.status !== "created") throw new Error(`expected a new pack, got ${made.status}`);
  return made.pack;
}

async function newMemory({ memories }: Workbench, content: string) {
  const stored = await memories.store(storeRequest({ content, force: true }));
  if (stored.status !== "created") throw new Error(`expected a new memory, got ${stored.status}`);
  return stored.memory;
}

test("a pack is created empty, and its name is taken in any letter case", async () => {
  const bench = await workbench();
  const pack = await newPack(bench, "Bridge");
  expect(pack).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: "Bridge",
    type: "project",
    status: "draft",
    description: "",
    tags: ["a"],
    memoriesCount: 0,
    tasksCount: 0,
    contexts: [],
    createdBy: "tester",
    createdAt: startOfTests,
    updatedAt: startOfTests,
  });
  expect(await bench.packs.create({ ...facts, name: "BRIDGE" })).toEqual({ status: "name_taken", pack });
  expect(await logged(bench)).toEqual(["pack_created"]);
});

test("a pack is found by id, name in any letter case, and the beginning of its id", async () => {
  const bench = await workbench();
  const pack = await newPack(bench, "Bridge");
  for (const text of [pack.id, "bRIDGE", pack.id.slice(0, 4)]) {
    expect(await bench.packs.find(text)).toEqual({ status: "found", thing: pack });
  }
  expect(await bench.packs.find("Brigde")).toEqual({ status: "not_found", candidates: ["Bridge"] });
  expect(await bench.packs.find("xyz")).toEqual({ status: "not_found", candidates: [] });
});

test("the beginning of several ids is ambiguous", async () => {
  const bench = await workbench();
  await bench.store.write(async ({ packs }) => {
    for (const tail of ["1", "2"]) {
      const { writer: _writer, ...rest } = facts;
      const by = { createdBy: "a", session: "s", createdAt: 0, updatedAt: 0 };
      await packs.insert({ ...rest, ...by, id: `beef000${tail}`, name: `P${tail}` });
    }
  });
  expect(await bench.packs.find("beef")).toEqual({
    status: "ambiguous",
    candidates: ["P1 (beef0001)", "P2 (beef0002)"],
  });
});

test("an update changes what is given, and the new name finds it", async () => {
  const bench = await workbench();
  const { id: packId } = await newPack(bench, "Bridge");
  const second = await newPack(bench, "Tunnel");
  bench.clock.advance(3);
  const updated = await bench.packs.update({ packId, name: "BRIDGES", writer });
  expect(updated).toMatchObject({ status: "updated", pack: { name: "BRIDGES", updatedAt: startOfTests + 3 } });
  expect((await bench.packs.find("bridges")).status).toBe("found");
  expect(await bench.packs.find("bridge")).toEqual({ status: "not_found", candidates: ["BRIDGES"] });
  expect(await bench.packs.update({ packId, name: "tunnel", writer })).toEqual({ status: "name_taken", pack: second });
  await bench.packs.update({ packId, description: "", name: "BRIDGES", writer });
  expect(await logged(bench)).toEqual(["pack_created", "pack_created", "pack_updated"]);
});

test("what is added stands first, and adding it again changes nothing", async () => {
  const bench = await workbench();
  const { id: packId } = await newPack(bench, "Bridge");
  const [first, second] = [await newMemory(bench, "one"), await newMemory(bench, "two")];
  const task = await newTask(bench, { projectId: (await newProject(bench, "Atlas")).id });
  bench.clock.advance(1);
  await bench.packs.addMemory(packId, first.id, writer);
  await bench.packs.addMemory(packId, second.id, writer);
  const full = await bench.packs.addTask(packId, task.id, writer);
  expect(full).toMatchObject({ pack: { memoriesCount: 2, tasksCount: 1, updatedAt: startOfTests + 1 } });
  bench.clock.advance(1);
  const lines = await logged(bench);
  expect(await bench.packs.addMemory(packId, first.id, writer)).toEqual(full);
  expect(await bench.packs.addTask(packId, task.id, writer)).toEqual(full);
  expect(await logged(bench)).toEqual(lines);
  expect(await bench.packs.contents(packId, 100)).toEqual({ memoryIds: [second.id, first.id], taskIds: [task.id] });
  expect(await bench.packs.contents(packId, 1)).toEqual({ memoryIds: [second.id], taskIds: [task.id] });
});

test("each agent has one pack in focus", async () => {
  const bench = await workbench();
  const [bridge, tunnel] = [await newPack(bench, "Bridge"), await newPack(bench, "Tunnel")];
  const other = { session: "o", agent: "other" };
  expect(await bench.packs.focusOf("tester")).toBe(undefined);
  await bench.packs.setFocus(bridge.id, writer);
  await bench.packs.setFocus(bridge.id, writer);
  await bench.packs.setFocus(tunnel.id, other);
  expect(await bench.packs.focusOf("tester")).toEqual(bridge);
  await bench.packs.setFocus(tunnel.id, writer);
  expect((await bench.packs.focusOf("tester"))?.name).toBe("Tunnel");
  await bench.packs.setFocus(undefined, writer);
  await bench.packs.setFocus(undefined, writer);
  expect(await bench.packs.focusOf("tester")).toBe(undefined);
  expect((await bench.packs.focusOf("other"))?.name).toBe("Tunnel");
  expect((await logged(bench)).slice(2)).toEqual(["focus_changed", "focus_changed", "focus_changed", "focus_cleared"]);
});
