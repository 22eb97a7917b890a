import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nameKey } from "../../src/store/name-key.ts";
import { openStore } from "../../src/store/open-store.ts";
import { databaseOfVersion, putMemory } from "./older-database.ts";
import { temporaryFolder } from "./temporary-folder.ts";

// What an older database holds can be found and changed as if it were stored today.

test("version 2: tags of tasks and texts of packs are found, names resolve, and a completed task can be reopened", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  const database = databaseOfVersion(path, 2);
  database.exec(`
    INSERT INTO projects (id, name, slug, description, created_by, session, created_at) VALUES ('p', 'Atlas', 'atlas', '', 'a', 's', 1);
    INSERT INTO tasks (id, project, title, description, status, rank, progress, tags, created_by, session, created_at, updated_at, completed_at)
      VALUES ('open', 1, 'Write', 'it', 'in_progress', 1, 40, '["Kelp","kelp","Reef"]', 'a', 's', 1, 1, NULL),
        ('done', 1, 'Read', '', 'completed', 1, 100, '[]', 'a', 's', 1, 1, 1);
    INSERT INTO packs (id, name, folded, type, status, description, tags, created_by, session, created_at, updated_at)
      VALUES ('k', 'Bridge', 'bridge', 'custom', 'draft', 'All about ports', '["web"]', 'a', 's', 1, 1);
  `);
  database.close();
  const store = await openStore(path);
  onTestFinished(() => store.close());
  await store.read(async ({ projects, tasks, packs }) => {
    expect(await projects.bySlug("atlas")).toMatchObject({ id: "p", archivedAt: null, openTasks: 1 });
    const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
    expect(ids(await tasks.list({ tag: "KELP", limit: 9 }))).toEqual(["open"]);
    expect(ids(await tasks.list({ query: "ree", limit: 9 }))).toEqual(["open"]);
    expect(ids(await tasks.list({ query: "pr", limit: 9 }))).toEqual([]);
    expect(await tasks.byIds(["open", "done"])).toMatchObject([{ progress: 40 }, { progress: 0, status: "completed" }]);
    for (const query of ["ridg", "port", "web"]) expect(ids(await packs.list({ query, limit: 9 }))).toEqual(["k"]);
    expect(ids(await packs.near(nameKey("brigde"), 5))).toEqual(["k"]);
  });
});

test("version 6: memories that are similar to another are found", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  const database = databaseOfVersion(path, 6);
  putMemory(database, { id: "m", content: "The bridge listens on port 8040" });
  database.close();
  const store = await openStore(path);
  onTestFinished(() => store.close());
  const like = (content: string) =>
    store.read(({ memories }) => memories.like({ content, namespace: "global", now: 5, limit: 9 }));
  expect(await like("the bridge listens, on port 8040!")).toEqual(["m"]);
  expect(await like("The server answers on port 8040")).toEqual([]);
});

test("version 27: what is found by its words and parts still is, and of an encrypted memory nothing is", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  const database = databaseOfVersion(path, 27);
  putMemory(database, { id: "open", content: "The bridge listens: bridges do, über alles" });
  putMemory(database, { id: "closed", content: "The bridge listens" });
  database.exec("INSERT INTO memory_tags SELECT row, 0, 'Kelp', 'kelp' FROM memories WHERE id = 'open'");
  database.exec(`UPDATE memories SET metadata = '{"seen":["reef"]}' WHERE id = 'open'`);
  database.exec("UPDATE memories SET sealed_content = x'00' WHERE id = 'closed'");
  database.close();
  const store = await openStore(path);
  onTestFinished(() => store.close());
  await store.read(async ({ memories }) => {
    const stems = ["bridg", "uber", "kelp", "reef", "listen"];
    expect(await memories.holding(stems)).toEqual(new Map(stems.map((stem) => [stem, 1])));
    for (const term of ["ridg", "ridges d", "ÜBER", "open", "li", "bridge listens"]) {
      const found = await memories.list({ now: 5, term, limit: 9 });
      expect([term, ...found.map(({ memory }) => memory.id)]).toEqual([term, "open"]);
    }
  });
});
