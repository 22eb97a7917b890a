import fc from "fast-check";
import { expect, test } from "vitest";
import { likeness } from "../../src/services/names/likeness.ts";
import { startOfTests } from "./clock.ts";
import { logged, newProject, newTask, workbench, writer } from "./workbench.ts";

test("a project is created with its slug, its writer and a line in the log", async () => {
  const bench = await workbench();
  const created = await bench.projects.create({ name: "Atlas Maps", description: " Ü ", force: false, writer });
  expect(created).toEqual({
    status: "created",
    project: {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Atlas Maps",
      slug: "atlas-maps",
      description: " Ü ",
      openTasks: 0,
      archivedAt: null,
      createdBy: "tester",
      createdAt: startOfTests,
      encrypted: false,
    },
  });
  expect(await logged(bench)).toEqual(["project_created"]);
});

test.each(["Atlas Maps", "atlas maps", "ATLAS-MAPS", "Ａtlas Maps"])("%s exists already", async (name) => {
  const bench = await workbench();
  const project = await newProject(bench, "Atlas Maps");
  const again = await bench.projects.create({ name, description: "other", force: true, writer });
  expect(again).toEqual({ status: "exists", project });
  expect(await logged(bench)).toEqual(["project_created"]);
});

test("a similar name is not created, unless it is forced", async () => {
  const bench = await workbench();
  const { id } = await newProject(bench, "Pegboard");
  await newProject(bench, "Borealis");
  const request = { name: "Peg boards", description: "", writer };
  expect(await bench.projects.create({ ...request, force: false })).toEqual({
    status: "similar_exists",
    similar: [{ id, name: "Pegboard", similarity: 16 / 21 }],
  });
  expect(await bench.projects.count()).toBe(2);
  expect((await bench.projects.create({ ...request, force: true })).status).toBe("created");
});

test("a name without letter or digit, or too long for a namespace, is invalid", async () => {
  const bench = await workbench();
  const attempt = (name: string) => bench.projects.create({ name, description: "", force: false, writer });
  expect(await attempt("--- !")).toEqual({ status: "name_invalid", problem: "it contains no letter or digit" });
  // One character that NFKC spells with eighteen.
  expect(await attempt("ﷺ".repeat(60))).toEqual({
    status: "name_invalid",
    problem: "it is longer than 512 characters",
  });
});

test("two agents who create the same project at once get the same one", async () => {
  const bench = await workbench();
  const attempts = await Promise.all(
    ["Atlas", "ATLAS", "atlas"].map((name) => bench.projects.create({ name, description: "", force: false, writer })),
  );
  expect(attempts.map(({ status }) => status).toSorted()).toEqual(["created", "exists", "exists"]);
});

test("a project is found by id, name in any letter case, and the beginning of its id", async () => {
  const bench = await workbench();
  const project = await newProject(bench, "Atlas Maps");
  await newProject(bench, "Borealis");
  for (const text of [project.id, project.id.toUpperCase(), "aTLAS mAPS", "atlas-maps", project.id.slice(0, 4)]) {
    expect(await bench.projects.find(text)).toEqual({ status: "found", thing: project });
  }
  expect(await bench.projects.find(project.id.slice(0, 3))).toEqual({
    status: "not_found",
    candidates: ["Borealis", "Atlas Maps"],
  });
});

test("a mistyped name is not found, and the nearest names are reported", async () => {
  const bench = await workbench();
  for (const name of ["Atlas", "Atlas Maps", "Borealis"]) await newProject(bench, name);
  expect(await bench.projects.find("Atlsa")).toEqual({ status: "not_found", candidates: ["Atlas", "Atlas Maps"] });
  expect(await bench.projects.find("Atlas Map")).toEqual({ status: "not_found", candidates: ["Atlas Maps", "Atlas"] });
  // Nothing is like it: all, where they are few.
  const all = ["Borealis", "Atlas Maps", "Atlas"];
  expect(await bench.projects.find("%")).toEqual({ status: "not_found", candidates: all });
  for (const name of ["Corvus", "Draco", "Eridanus"]) await newProject(bench, name);
  expect(await bench.projects.find("%")).toEqual({ status: "not_found", candidates: [] });
});

test("the beginning of several ids is ambiguous, and a name wins over it", async () => {
  const bench = await workbench();
  await bench.store.write(async ({ projects }) => {
    for (const tail of ["1", "2"]) {
      const facts = { name: `P${tail}`, slug: `p${tail}`, description: "", createdBy: "a", session: "s", createdAt: 0 };
      await projects.insert({ ...facts, id: `beef000${tail}` });
    }
  });
  expect(await bench.projects.find("BEEF")).toEqual({
    status: "ambiguous",
    candidates: ["P1 (beef0001)", "P2 (beef0002)"],
  });
  const project = await newProject(bench, "beef");
  expect(await bench.projects.find("BEEF")).toEqual({ status: "found", thing: project });
});

test("projects are listed newest first, by pages, and filtered by text whatever its letter case", async () => {
  const bench = await workbench();
  for (const name of ["Atlas", "Borealis", "Cassini"]) await newProject(bench, name);
  const first = await bench.projects.list({ limit: 2 });
  if ("status" in first) throw new Error("expected a page");
  expect(first.items.map(({ name }) => name)).toEqual(["Cassini", "Borealis"]);
  expect(await bench.projects.list({ limit: 2, cursor: first.nextCursor ?? "" })).toMatchObject({
    items: [{ name: "Atlas" }],
    nextCursor: undefined,
  });
  expect(await bench.projects.list({ limit: 5, query: "AS" })).toMatchObject({
    items: [{ name: "Cassini" }, { name: "Atlas" }],
  });
  expect(await bench.projects.list({ limit: 5, query: "x", cursor: first.nextCursor ?? "" })).toEqual({
    status: "bad_cursor",
  });
});

test("open tasks are those that are not completed", async () => {
  const bench = await workbench();
  const { id: projectId } = await newProject(bench, "Atlas");
  const [first, second] = [await newTask(bench, { projectId }), await newTask(bench, { projectId })];
  await newTask(bench, { projectId });
  await bench.tasks.manage({ taskId: first.id, action: "complete", writer });
  await bench.tasks.manage({ taskId: second.id, action: "start", writer });
  const found = await bench.projects.find(projectId);
  expect(found.status === "found" && found.thing.openTasks).toBe(2);
});

test.each([
  ["Atlas", "atlas", 1],
  ["Peg-Board", "pegboard", 1],
  ["Atlas", "Borealis", 2 / 17],
  ["Atlas", "Zebu", 0],
  ["", "", 1],
  ["!", "?", 0],
])("%s and %s are alike by %d", (a, b, expected) => {
  expect(likeness(a, b)).toBeCloseTo(expected, 12);
});

test("likeness is the same both ways, and every name is wholly like itself", () => {
  const name = fc.string({ unit: "grapheme", maxLength: 20 });
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(likeness(a, b)).toBe(likeness(b, a));
      expect(likeness(a, a)).toBe(1);
      expect(likeness(a, b)).toBeLessThanOrEqual(1);
    }),
  );
});
