import { describe, expect, onTestFinished, test } from "vitest";
import type { NewMemory } from "../../src/store/memory-rows.ts";
import { nameKey } from "../../src/store/name-key.ts";
import type { NewPack } from "../../src/store/pack-rows.ts";
import type { NewProject } from "../../src/store/project-rows.ts";
import type { Store } from "../../src/store/store.ts";
import type { NewTask } from "../../src/store/task-rows.ts";
import { asked, type Backend, memory } from "./contract.ts";

// What every backend must do with projects, tasks, packs, focus and the activity log.

const by = { agent: "ann", session: "s", at: 9 };

export function describeWorkbenchRows(backend: Backend): void {
  const opened = async (): Promise<Store> => {
    const store = await backend.open(await backend.place());
    onTestFinished(() => store.close());
    return store;
  };

  describe(`${backend.name}: projects and tasks`, () => {
    test("a project comes back as it was written, with its row and its open tasks", async () => {
      const store = await opened();
      const written = project({ id: "p1", name: "A 'b' \"c\"", description: " \u0000\n$ {x} ", createdAt: 7 });
      await store.write(({ projects }) => projects.insert(written));
      const found = { ...written, row: 1, openTasks: 0, archivedAt: null, encrypted: false };
      expect(await store.read(({ projects }) => projects.byId("p1"))).toEqual(found);
      expect(await store.read(({ projects }) => projects.bySlug("p1"))).toEqual(found);
      expect(await store.read(({ projects }) => projects.byIdPrefix("p", 5))).toEqual([found]);
    });

    test("ids and slugs are unique", async () => {
      const store = await opened();
      await store.write(({ projects }) => projects.insert(project({ id: "p1" })));
      for (const over of [
        { id: "p1", slug: "x" },
        { id: "p2", slug: "p1" },
      ]) {
        await expect(store.write(({ projects }) => projects.insert(project(over)))).rejects.toThrow(/UNIQUE/i);
      }
    });

    test("names that share something are near, whatever their case and punctuation", async () => {
      const store = await opened();
      await store.write(async ({ projects }) => {
        for (const [index, name] of ["Peg-Board", "Zebu", "Ab"].entries()) {
          await projects.insert(project({ id: `p${index}`, name }));
        }
      });
      const near = async (name: string) =>
        (await store.read(({ projects }) => projects.near(nameKey(name), 5))).map((row) => row.name);
      expect(await near("PEGBORD")).toEqual(["Peg-Board"]);
      expect(await near("ab")).toEqual(["Ab"]);
      expect(await near("!")).toEqual([]);
      expect(await near("qqq")).toEqual([]);
    });

    test("a task comes back as it was written, todo with 0 percent, and as it was updated", async () => {
      const store = await opened();
      const written = task({ id: "t1", tags: ["b", "a"], description: " x\n" });
      await store.write(async ({ projects, tasks }) => {
        await projects.insert(project({ id: "p1", name: "Atlas" }));
        await tasks.insert(written);
      });
      const state = { status: "todo", progress: 0, updatedAt: 0, completedAt: null, archivedAt: null };
      const place = { row: 1, project: "Atlas", projectArchived: false, encrypted: false, locked: false };
      const found = { ...place, blocked: false, parts: 0, partsCompleted: 0, partsProgress: null };
      const at = () => store.read(({ tasks }) => tasks.byIds(["none", "t1"]));
      expect(await at()).toEqual([{ ...written, ...state, ...found }]);
      const done = { status: "completed", progress: 100, updatedAt: 5, completedAt: 5, archivedAt: 6 } as const;
      await store.write(({ tasks }) => tasks.update("t1", done));
      expect(await at()).toEqual([{ ...written, ...done, ...found }]);
    });

    test("notes and edges go with their task, and a way along the edges is found", async () => {
      const store = await opened();
      const by = { createdBy: "ann", session: "s", createdAt: 1 };
      await store.write(async ({ projects, tasks }) => {
        await projects.insert(project({ id: "p1", name: "Atlas" }));
        for (const id of ["t1", "t2", "t3", "t4"]) await tasks.insert(task({ id }));
        for (const id of ["n1", "n2", "n3"]) {
          await tasks.addNote({ id, taskId: "t1", kind: "note", author: null, content: ` ${id} `, ...by });
        }
        await tasks.addDependency({ taskId: "t1", needsId: "t2", ...by });
        await tasks.addDependency({ taskId: "t1", needsId: "t4", ...by });
        await tasks.addDependency({ taskId: "t2", needsId: "t3", ...by });
      });
      await store.read(async ({ tasks }) => {
        const notes = await tasks.notesOf("t1", "note", 2);
        expect(notes.map(({ id, content, taskId }) => [id, content, taskId])).toEqual([
          ["n3", " n3 ", "t1"],
          ["n2", " n2 ", "t1"],
        ]);
        expect([await tasks.needsOf("t1"), await tasks.neededBy("t3")]).toEqual([["t2", "t4"], ["t2"]]);
        const isAfter = (taskId: string, earlier: string) =>
          tasks.comesAfter({ taskId, stage: "begin" }, { taskId: earlier, stage: "end" });
        expect([await isAfter("t1", "t3"), await isAfter("t2", "t3")]).toEqual([true, true]);
        expect([await isAfter("t3", "t1"), await isAfter("t4", "t4")]).toEqual([false, false]);
        expect(await tasks.stagesBefore({ taskId: "t2", stage: "begin" })).toEqual([{ taskId: "t3", stage: "end" }]);
        expect((await tasks.byIds(["t1", "t2", "t3"])).map(({ blocked }) => blocked)).toEqual([true, true, false]);
        expect((await tasks.nextUp({ status: "todo", limit: 9 })).map(({ id }) => id)).toEqual(["t3", "t4"]);
      });
      await store.write(async ({ tasks }) => {
        await tasks.removeDependency("t1", "t4");
        await tasks.remove("t3");
        await tasks.remove("t1");
      });
      await store.read(async ({ tasks }) => {
        expect([await tasks.needsOf("t2"), await tasks.neededBy("t2"), await tasks.notesOf("t1", "note", 9)]).toEqual([
          [],
          [],
          [],
        ]);
      });
      const self = { taskId: "t2", needsId: "t2", ...by };
      await expect(store.write(({ tasks }) => tasks.addDependency(self))).rejects.toThrow(/CHECK/i);
    });

    test("a task moves into another project", async () => {
      const store = await opened();
      await store.write(async ({ projects, tasks }) => {
        await projects.insert(project({ id: "p1", name: "Atlas" }));
        await projects.insert(project({ id: "p2", name: "Borealis" }));
        await tasks.insert(task({ id: "t1" }));
        await tasks.move("t1", "p2", 7);
      });
      const [moved] = await store.read(({ tasks }) => tasks.byIds(["t1"]));
      expect(moved).toMatchObject({ projectId: "p2", project: "Borealis", updatedAt: 7 });
    });

    test("a task needs a project, and a time of completion exactly when it is completed", async () => {
      const store = await opened();
      await expect(store.write(({ tasks }) => tasks.insert(task({ id: "t1" })))).rejects.toThrow(/NOT NULL/i);
      await store.write(async ({ projects, tasks }) => {
        await projects.insert(project({ id: "p1" }));
        await tasks.insert(task({ id: "t1" }));
      });
      const state = { status: "completed", progress: 100, updatedAt: 1, completedAt: null, archivedAt: null } as const;
      await expect(store.write(({ tasks }) => tasks.update("t1", state))).rejects.toThrow(/CHECK/i);
    });

    test("an agent works on one task; several agents may work on the same", async () => {
      const store = await opened();
      await store.write(async ({ projects, tasks }) => {
        await projects.insert(project({ id: "p1" }));
        for (const id of ["t1", "t2"]) await tasks.insert(task({ id }));
        await tasks.activate("t1", by);
        await tasks.activate("t2", by);
        await tasks.activate("t2", { ...by, agent: "bob" });
      });
      const active = () => store.read(async ({ tasks }) => [await tasks.activeOf("ann"), await tasks.activeOf("bob")]);
      expect(await active()).toEqual(["t2", "t2"]);
      await store.write(({ tasks }) => tasks.deactivate("ann"));
      expect(await active()).toEqual([undefined, "t2"]);
      await store.write(({ tasks }) => tasks.release("t2"));
      expect(await active()).toEqual([undefined, undefined]);
    });

    test("the next tasks go on behind a place, by importance and then by age", async () => {
      const store = await opened();
      await store.write(async ({ projects, tasks }) => {
        await projects.insert(project({ id: "p1" }));
        for (const [index, priority] of (["low", "high", "medium", "high", "low"] as const).entries()) {
          await tasks.insert(task({ id: `t${index + 1}`, priority }));
        }
      });
      const ids = async (after?: { readonly priority: "high" | "medium" | "low"; readonly row: number }) => {
        const place = after === undefined ? {} : { after: { ...after, due: null } };
        const rows = await store.read(({ tasks }) => tasks.nextUp({ status: "todo", limit: 3, ...place }));
        return rows.map(({ id }) => id);
      };
      expect(await ids()).toEqual(["t2", "t4", "t3"]);
      expect(await ids({ priority: "high", row: 4 })).toEqual(["t3", "t1", "t5"]);
      expect(await ids({ priority: "low", row: 5 })).toEqual([]);
    });
  });

  describe(`${backend.name}: private memories`, () => {
    test("what is private is seen by its writer only, in every way of reading", async () => {
      const store = await opened();
      await store.write(async ({ memories, projects, tasks }) => {
        await projects.insert(project({ id: "p1" }));
        await tasks.insert(task({ id: "t" }));
        const put = (id: string, scope: NewMemory["scope"], writtenBy: string | null) =>
          memories.insert(memory({ id, title: id, content: "same", scope, writtenBy, agentId: "bob", taskId: "t" }));
        await put("anns", "private", "ann");
        await put("bobs", "private", "bob");
        await put("shared", "collective", "ann");
        await put("team", "team", "ann");
        await put("unknown", "private", null);
      });
      const ids = ["anns", "bobs", "shared", "team", "unknown"];
      const seenAs = (agent: string | undefined) =>
        store.read(async (rows) => {
          const memories = rows.memories.seenBy({ agent });
          const ways = [
            await memories.byIds(ids),
            (await Promise.all(["a", "b", "s", "t", "u"].map((prefix) => memories.byIdPrefix(prefix, 9)))).flat(),
            (await memories.list({ now: 0, limit: 9 })).map((listed) => listed.memory),
            await memories.ofTask("t", 0, 9),
            await memories.recent(0, 9),
            await memories.search({
              wanted: asked("same"),
              spans: [],
              now: 0,
              limit: 9,
              enough: 9,
              filter: { includeArchived: false },
            }),
          ].map((found) => found.map(({ id }) => id).sort());
          const taken = await memories.titlesTaken("global", ids);
          const titled = await Promise.all(ids.map((title) => memories.byTitle("global", title)));
          const byTitle = titled.flatMap((found) => found?.id ?? []).sort();
          const holding = (await memories.holding(["same"])).get("same");
          return { ways: [...ways, [...taken].sort(), byTitle], counts: [await memories.count(0), holding] };
        });
      const all = (seen: readonly string[]) => ({
        ways: Array.from({ length: 8 }, () => seen),
        counts: [seen.length, seen.length],
      });
      expect(await seenAs("ann")).toEqual(all(["anns", "shared", "team"]));
      expect(await seenAs("bob")).toEqual(all(["bobs", "shared", "team"]));
      expect(await seenAs(undefined)).toEqual(all(["shared", "team"]));
    });

    test("a word of many memories is left out where none of them is seen", async () => {
      const store = await opened();
      await store.write(async ({ memories }) => {
        for (let index = 0; index < 60; index++) {
          const id = `m${index}`;
          await memories.insert(memory({ id, title: id, content: "gull", scope: "private", writtenBy: "ann" }));
        }
      });
      const countAs = (agent: string) =>
        store.read(async ({ memories }) => (await memories.seenBy({ agent }).holding(["gull"])).get("gull"));
      expect([await countAs("ann"), await countAs("bob")]).toEqual([60, undefined]);
    });

    test("a title is unique among what is shared, and among what each writer keeps private", async () => {
      const store = await opened();
      const put = (id: string, scope: NewMemory["scope"], writtenBy: string) =>
        store.write(({ memories }) => memories.insert(memory({ id, title: "Ports", scope, writtenBy })));
      await put("anns", "private", "ann");
      await put("bobs", "private", "bob");
      await put("shared", "collective", "ann");
      await expect(put("second", "private", "bob")).rejects.toThrow(/UNIQUE/i);
      await expect(put("second", "team", "bob")).rejects.toThrow(/UNIQUE/i);
      const found = await store.read(async (rows) => {
        const memories = rows.memories.seenBy({ agent: "bob" });
        const scopes = [undefined, "private", "team"] as const;
        return await Promise.all(scopes.map(async (scope) => (await memories.byTitle("global", "Ports", scope))?.id));
      });
      expect(found).toEqual(["bobs", "bobs", "shared"]);
    });
  });

  describe(`${backend.name}: packs and the log`, () => {
    test("a pack holds each memory and task once, last added first", async () => {
      const store = await opened();
      await store.write(async ({ projects, tasks, memories, packs }) => {
        await projects.insert(project({ id: "p1" }));
        await tasks.insert(task({ id: "t1" }));
        for (const id of ["m1", "m2"]) await memories.insert(memory({ id, title: id }));
        await packs.insert(pack({ id: "k1" }));
        expect(await packs.addMemory("k1", "m1", by)).toBe(true);
        expect(await packs.addMemory("k1", "m2", by)).toBe(true);
        expect(await packs.addMemory("k1", "m1", { ...by, at: 99 })).toBe(false);
        expect(await packs.addTask("k1", "t1", by)).toBe(true);
        expect(await packs.addTask("k1", "t1", by)).toBe(false);
      });
      expect(await store.read(({ packs }) => packs.contents("k1", 9))).toEqual({
        memoryIds: ["m2", "m1"],
        taskIds: ["t1"],
      });
      const counts = { memoriesCount: 2, tasksCount: 1, contexts: [], updatedAt: 9 };
      expect(await store.read(({ packs }) => packs.byId("k1"))).toEqual({ ...pack({ id: "k1" }), ...counts, row: 1 });
    });

    test("a pack holds texts of its own, each name once whatever its letter case, until it is emptied or removed", async () => {
      const store = await opened();
      const written = { writtenBy: by.agent, writtenAt: by.at };
      const contexts = () => store.read(({ packs }) => packs.contextsOf("k1", 9));
      await store.write(async ({ packs }) => {
        await packs.insert(pack({ id: "k1" }));
        expect(await packs.putContext("k1", { name: "Ports", text: "7179" }, by)).toBe(true);
        expect(await packs.putContext("k1", { name: "Hosts", text: "none" }, by)).toBe(true);
        expect(await packs.putContext("k1", { name: "Ports", text: "7179" }, { ...by, at: 99 })).toBe(false);
        expect(await packs.putContext("k1", { name: "PORTS", text: "7180" }, by)).toBe(true);
        expect(await packs.removeContext("k1", "hosts", by)).toBe(true);
        expect(await packs.removeContext("k1", "hosts", { ...by, at: 99 })).toBe(false);
      });
      expect(await contexts()).toEqual([{ name: "PORTS", text: "7180", ...written }]);
      expect(await store.read(({ packs }) => packs.byId("k1"))).toMatchObject({
        contexts: ["PORTS"],
        updatedAt: by.at,
      });
      expect(await store.write(({ packs }) => packs.empty("k1", by))).toBe(true);
      expect(await contexts()).toEqual([]);
      await store.write(({ packs }) => packs.putContext("k1", { name: "Ports", text: "7179" }, by));
      await store.write(({ packs }) => packs.remove("k1"));
      await store.write(({ packs }) => packs.insert(pack({ id: "k1" })));
      expect(await contexts()).toEqual([]);
      await expect(
        store.write(({ packs }) => packs.putContext("none", { name: "Ports", text: "7179" }, by)),
      ).rejects.toThrow(/NOT NULL/i);
    });

    test("what is not there can't be added to a pack or put into focus", async () => {
      const store = await opened();
      await store.write(({ packs }) => packs.insert(pack({ id: "k1" })));
      await expect(store.write(({ packs }) => packs.addMemory("k1", "none", by))).rejects.toThrow(/NOT NULL/i);
      await expect(store.write(({ packs }) => packs.addTask("k1", "none", by))).rejects.toThrow(/NOT NULL/i);
      await expect(store.write(({ packs }) => packs.setFocus("none", by))).rejects.toThrow(/NOT NULL/i);
    });

    test("names of packs are unique whatever their letter case, and a new name is found", async () => {
      const store = await opened();
      await store.write(({ packs }) => packs.insert(pack({ id: "k1", name: "Élan" })));
      const second = store.write(({ packs }) => packs.insert(pack({ id: "k2", name: "éLAN" })));
      await expect(second).rejects.toThrow(/UNIQUE/i);
      await store.write(({ packs }) =>
        packs.update("k1", { ...pack({ id: "k1" }), name: "Tunnel", status: "published", updatedAt: 3 }),
      );
      expect(await store.read(({ packs }) => packs.byName("ÉLAN"))).toBe(undefined);
      expect((await store.read(({ packs }) => packs.byName("TUNNEL")))?.status).toBe("published");
      expect(await store.read(({ packs }) => packs.near(nameKey("elan"), 5))).toEqual([]);
      expect((await store.read(({ packs }) => packs.near(nameKey("tunel"), 5))).map(({ id }) => id)).toEqual(["k1"]);
    });

    test("an agent has one pack in focus, or none", async () => {
      const store = await opened();
      await store.write(async ({ packs }) => {
        for (const id of ["k1", "k2"]) await packs.insert(pack({ id, name: id }));
        await packs.setFocus("k1", by);
        await packs.setFocus("k2", by);
      });
      expect((await store.read(({ packs }) => packs.focusOf("ann")))?.id).toBe("k2");
      expect(await store.read(({ packs }) => packs.focusOf("bob"))).toBe(undefined);
      await store.write(({ packs }) => packs.clearFocus("ann"));
      expect(await store.read(({ packs }) => packs.focusOf("ann"))).toBe(undefined);
    });

    test("the log is read by what it happened to, and counted by session", async () => {
      const store = await opened();
      const line = { at: 1, agent: "a", session: "s" };
      await store.write(async ({ activity }) => {
        await activity.append({ ...line, event: "task_created", subject: "t1" });
        await activity.append({ ...line, event: "task_started", subject: "t1" });
        await activity.append({ ...line, event: "task_created", subject: "t2" });
        await activity.append({ ...line, event: "task_created", subject: "t3", session: "other" });
      });
      const events = await store.read(({ activity }) => activity.ofSubject("t1", 9));
      expect(events.map(({ event }) => event)).toEqual(["task_started", "task_created"]);
      expect(await store.read(({ activity }) => activity.ofSubject("t1", 1))).toHaveLength(1);
      const counted = (session: string) =>
        store.read(({ activity }) => activity.countSubjects(session, ["task_created", "task_started"]));
      expect([await counted("s"), await counted("other"), await counted("none")]).toEqual([2, 1, 0]);
    });

    test("a session is removed once", async () => {
      const store = await opened();
      const session = {
        id: "s1",
        handleHash: "h",
        agent: "a",
        model: null,
        organization: null,
        directory: null,
        gitRemote: null,
        openedAt: 0,
        usedAt: 0,
        expiresAt: 9,
      };
      await store.write(({ sessions }) => sessions.insert(session));
      expect(await store.write(({ sessions }) => sessions.remove("s1"))).toBe(true);
      expect(await store.write(({ sessions }) => sessions.remove("s1"))).toBe(false);
      expect(await store.read(({ sessions }) => sessions.find("h"))).toBe(undefined);
    });
  });
}

function project(over: Partial<NewProject> & { readonly id: string }): NewProject {
  const facts = { name: over.id, slug: over.id, description: "", createdBy: "ann", session: "s", createdAt: 0 };
  return { ...facts, ...over };
}

/** In the project p1. */
function task(over: Partial<NewTask> & { readonly id: string }): NewTask {
  const facts = { projectId: "p1", title: over.id, description: "", priority: "medium", tags: [] } as const;
  const none = { due: null, assignee: null, parentId: null };
  return { ...facts, ...none, createdBy: "ann", session: "s", createdAt: 0, ...over };
}

function pack(over: Partial<NewPack> & { readonly id: string }): NewPack {
  const facts = { name: over.id, type: "custom", status: "draft", description: "", tags: [] } as const;
  return { ...facts, createdBy: "ann", session: "s", createdAt: 0, updatedAt: 0, ...over };
}
